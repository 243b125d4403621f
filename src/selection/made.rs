//! Scenarios made up for tests: one of two decisions to reckon by hand, and any
//! number of noisy ones in which there is something to learn.

use super::{Decision, Scenario, Target};
use crate::seed::Seed;
use rand::{Rng, RngExt};

/// Two decisions of strategies `a` and `b`, in two groups; exact scores 0.5 and 0.25,
/// then 0.125 and 0.75.
pub fn small() -> Scenario {
    let decision = |name: &str, group: &str, first: usize| Decision {
        name: name.into(),
        group: group.into(),
        family: "made".into(),
        options: first..first + 2,
        proposals: vec![first, first + 1],
    };
    Scenario {
        game: "crocomine".into(),
        target: Target::Strategy,
        features: vec!["closed".into(), "it's, \"odd\"".into()],
        strategies: vec!["a".into(), "b".into()],
        decisions: vec![decision("made/1/7", "made/1", 0), decision("made/2/30", "made/2", 2)],
        x: vec![0.5, -3.0, 0.5, -3.0, 1e-12, 7.0, 1e-12, 7.0],
        halves: [0.5, 0.25, 0.125, 0.75].map(|score| [score; 2]).to_vec(),
        errors: vec![0.0; 4],
    }
}

/// What to make. Scores are shares of won worlds, half by half.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    pub target: Target,
    /// Maps, and decisions of each.
    pub groups: usize,
    pub steps: usize,
    /// Worlds in a half.
    pub worlds: u32,
    /// How much the features tell of the scores: 0 for nothing.
    pub skill: f64,
    pub seed: u64,
}

impl Default for Made {
    fn default() -> Self {
        Self { target: Target::Strategy, groups: 60, steps: 5, worlds: 32, skill: 1.0, seed: 1 }
    }
}

/// Options of every decision, of which each strategy proposes one.
const OPTIONS: usize = 3;

impl Made {
    /// Features `density` (of the map, one of eight) and `closed` (of the state); for
    /// candidates `risk` and `reach` too.
    pub fn scenario(&self) -> Scenario {
        let of_options: &[&str] = if self.target == Target::Candidate { &["risk", "reach"] } else { &[] };
        let mut scenario = Scenario {
            game: "crocomine".into(),
            target: self.target,
            features: ["density", "closed"].iter().chain(of_options).map(ToString::to_string).collect(),
            strategies: ["safe", "bold", "odd"].map(String::from).to_vec(),
            decisions: Vec::new(),
            x: Vec::new(),
            halves: Vec::new(),
            errors: Vec::new(),
        };
        let mut rng = Seed::new(self.seed).purpose("made").generator();
        for group in 0..self.groups {
            let density = f64::from(rng.random_range(0..8u32)) / 8.0;
            for step in 0..self.steps {
                let first = scenario.halves.len();
                scenario.decisions.push(Decision {
                    name: format!("made/{group}/{step}"),
                    group: format!("made/{group}").into(),
                    family: "made".into(),
                    options: first..first + OPTIONS,
                    proposals: (first..first + OPTIONS).collect(),
                });
                self.options(&mut scenario, density, &mut rng);
            }
        }
        scenario
    }

    /// The truth: the chance that an option with these features wins.
    pub fn chance(&self, features: &[f64], option: usize) -> f64 {
        let good = match *features {
            [_, _, risk, reach, ..] if self.target == Target::Candidate => 0.5 - 0.8 * risk + 0.2 * reach,
            _ => 0.5 - (features[1] - (option as f64 + 0.5) / OPTIONS as f64).abs() * 1.2,
        };
        (0.45 + 0.3 * (0.5 - features[0]) + 0.4 * self.skill * good).clamp(0.0, 1.0)
    }

    fn options(&self, scenario: &mut Scenario, density: f64, rng: &mut impl Rng) {
        let closed: f64 = rng.random();
        for option in 0..OPTIONS {
            let [risk, reach]: [f64; 2] = rng.random();
            scenario.x.extend([density, closed]);
            if self.target == Target::Candidate {
                scenario.x.extend([risk, reach]);
            }
            let chance = self.chance(&scenario.x[scenario.x.len() - scenario.features.len()..], option);
            let mut won = || (0..self.worlds).filter(|_| rng.random_bool(chance)).count();
            let halves = [won(), won()].map(|won| won as f64 / f64::from(self.worlds));
            scenario.halves.push(halves);
            scenario.errors.push(if option == 0 { 0.0 } else { 0.5 / f64::from(self.worlds).sqrt() });
        }
    }
}

impl Scenario {
    /// The scenario with one more feature, told from decision and option.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Fn(&Self, usize, usize) -> f64) -> Self {
        let mut x = Vec::new();
        for (place, decision) in self.decisions.iter().enumerate() {
            for option in decision.options.clone() {
                x.extend_from_slice(self.features_of(option));
                x.push(value(&self, place, option));
            }
        }
        self.features.push(name.into());
        self.x = x;
        self
    }
}
