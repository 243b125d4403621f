//! Scenarios of our own making for the tests, in which we know what is to be learned.

use super::{Decision, Scenario, Target};
use crate::seed::Seed;
use rand::{Rng, RngExt};

const FEATURES: [&str; 4] = ["hue", "noise", "tint", "flat"];
/// How much the others lose on average against the first.
const LOSS: f64 = 0.03;

/// Four candidates a decision. The first strategy takes the first, which is fair; the
/// others are better or worse by the product of two features, which no linear model sees.
pub fn candidates(decisions: usize, per_group: usize, noise: f64, seed: Seed) -> Scenario {
    let mut rng = seed.generator();
    let mut rows = Vec::new();
    for _ in 0..decisions {
        let level = rng.random_range(0.3..0.7);
        rows.push((vec![0.0, draw(&mut rng), 0.0, 1.0], level));
        for _ in 1..4 {
            let (hue, tint) = (draw(&mut rng), draw(&mut rng));
            rows.push((vec![hue, draw(&mut rng), tint, 1.0], level + 0.3 * hue * tint - LOSS));
        }
    }
    scenario(Target::Candidate, rows, 4, per_group, noise, &mut rng)
}

/// Three strategies: the first is fair everywhere, each other is better in a part of
/// the states of its own.
pub fn strategies(decisions: usize, per_group: usize, noise: f64, seed: Seed) -> Scenario {
    let mut rng = seed.generator();
    let mut rows = Vec::new();
    for _ in 0..decisions {
        let level = rng.random_range(0.3..0.7);
        let x = vec![draw(&mut rng), draw(&mut rng), draw(&mut rng), 1.0];
        let gains = [0.0, 0.3 * x[0] * x[2] - LOSS, 0.2 * x[0] - LOSS];
        rows.extend(gains.map(|gain| (x.clone(), level + gain)));
    }
    scenario(Target::Strategy, rows, 3, per_group, noise, &mut rng)
}

fn draw(rng: &mut impl Rng) -> f64 {
    rng.random_range(-1.0..1.0)
}

fn scenario(target: Target, rows: Vec<(Vec<f64>, f64)>, options: usize, per_group: usize, noise: f64, rng: &mut impl Rng) -> Scenario {
    let decision = |start: usize| Decision {
        name: format!("{:06}", start / options),
        group: format!("map {:04}", start / options / per_group).into(),
        family: format!("set {}", start / options / per_group % 2).into(),
        options: start..start + options,
        proposals: vec![start, start + 1, start + 2],
    };
    Scenario {
        game: "planted".into(),
        target,
        features: FEATURES.map(String::from).to_vec(),
        strategies: ["fair", "second", "third"].map(String::from).to_vec(),
        decisions: (0..rows.len()).step_by(options).map(decision).collect(),
        halves: rows.iter().map(|row| [row.1 + noise * draw(rng), row.1 + noise * draw(rng)]).collect(),
        // A uniform draw in ±1 has the variance 1/3; the mean of two half of it; a difference twice.
        errors: (0..rows.len()).map(|row| if row % options == 0 { 0.0 } else { noise / 3f64.sqrt() }).collect(),
        x: rows.into_iter().flat_map(|row| row.0).collect(),
    }
}
