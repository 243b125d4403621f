//! Look-ahead: the candidate after which the next moves are most probably survived
//! too, instead of the one that is itself the safest.
//!
//! The value of a candidate over `depth` moves is the sum over its answers of their
//! probability times the best value over one move less; an answer that proves a
//! cell free is not looked behind. One move less of depth never lowers a value, so
//! the values over two moves, which the posteriors after the answers tell at once,
//! are bounds of the deeper ones: candidates are deepened the best first, and only
//! while their bound is above the best value found (best-first branch and bound).
//! Ties go to progress, its expected cells and entropy. Where the work of one
//! decision reaches its limit, those count whose values are known by then.
//!
//! What lies beyond these moves is weighed in two ways. An answer that proves few
//! cells free soon leads to the next stall, so that a little is taken from it. And
//! the value is multiplied by the expected share of games in which the coin flips
//! that a candidate leaves (see `coinflips`) all fall right, over worlds sampled once
//! for all candidates.

use super::coinflips::shares_won;
use super::exact::{Exact, Rule};
use super::prospects::{Foresight, Prospect, free, goes_on, is_settled, rounded};
use super::{Decision, Entry, GUESS_ANIMALS, OptionSpec, Values, Why, endgame};
use crate::crocomine::posterior::{Answer, Engine, Posterior, Stop, View};
use rand::Rng;
use std::cmp::Reverse;

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "lookahead",
    about: "survival over the next moves and coin flips to come, then progress; exact end game",
    options: &[
        GUESS_ANIMALS,
        OptionSpec { name: "depth", about: "moves whose survival is looked at, 2 at least", default: "3", values: Values::Count },
        OptionSpec {
            name: "coin_flips",
            about: "worlds sampled at a stall to weigh the coin flips that a move leaves; off: they are not weighed",
            default: "512",
            values: Values::CountOrOff,
        },
        endgame::option("2048"),
    ],
    build: |options| {
        let worlds = options.count_or_off("coin_flips").unwrap_or(0);
        let deeper = options.count("depth").saturating_sub(2).min(DEEPEST);
        let engines = (0..deeper).map(|_| Engine::default()).collect();
        let rule = Lookahead { guess_animals: options.flag("guess_animals"), engines, worlds };
        Ok(endgame::wrapped(Exact::strategy(rule), options))
    },
};

/// How much riskier than the least risky a candidate may be. A move gives back at
/// most what the next one would risk, which is rarely more.
const BAND: f64 = 0.15;

/// Most candidates that are looked at after an answer, the least risky ones.
const WIDTH: usize = 8;

/// Answers less probable than this are not looked behind: their bound stands.
const NEGLIGIBLE: f64 = 1e-4;

/// What the next stall takes from a state in which a cell is proven free: this, over
/// one more than the number of such cells. A state that stalls already is left at the
/// probability of surviving that, since it is mostly looked behind. Fitted to games
/// played on from stalls of expert and 15 × 15 maps (30 % animals; seeds 301 to 304),
/// where the logarithm of wins falls by 0.04 to 0.08 with progress and rises by 0.02
/// to 0.05 with the logarithm of the cells proven.
const NEXT_STALL: f64 = 0.15;

/// More moves than this, beyond two, are never looked at: the limit of work comes first.
const DEEPEST: usize = 100;

struct Lookahead {
    guess_animals: bool,
    /// One for each move that is looked at beyond the first two; kept for their memory.
    engines: Vec<Engine>,
    /// Sampled to weigh coin flips; none where they are not weighed.
    worlds: usize,
}

/// A candidate with its answers, its value over two moves and its coin flips.
struct Ranked {
    nth: usize,
    prospect: Prospect,
    answers: Vec<Answer>,
    value: f64,
    share_won: f64,
}

impl Ranked {
    /// How it is ranked with this value.
    fn rank(&self, value: f64) -> [i64; 4] {
        [value * self.share_won, self.prospect.progress, self.prospect.proven, self.prospect.entropy].map(rounded)
    }
}

impl Rule for Lookahead {
    fn choose(&mut self, view: &View, posterior: &Posterior, rng: &mut dyn Rng) -> Result<Decision, Stop> {
        let mut foresight = Foresight::new(self.guess_animals, view);
        let mut candidates = foresight.candidates(view, posterior, BAND);
        let shares_won = shares_won(view, posterior, &candidates, self.worlds, rng)?;
        let mut ranked = Vec::with_capacity(candidates.len());
        let mut best_of_two = 0.0;
        for (nth, candidate) in candidates.iter_mut().enumerate() {
            // Over two moves only what may be the best is needed.
            if self.engines.is_empty() && rounded(1.0 - candidate.risk) < rounded(best_of_two) {
                break;
            }
            let Some(answers) = foresight.answers(view, candidate)? else { break };
            let prospect = foresight.prospect(candidate, &answers);
            let share_won = shares_won[nth];
            candidate.outlook = prospect.outlook();
            let value = deepened(&mut foresight, view, &answers, &mut [], 0)?;
            best_of_two = f64::max(best_of_two, value * share_won);
            ranked.push(Ranked { nth, prospect, answers, value, share_won });
        }
        ranked.sort_by_key(|ranked| (Reverse(ranked.rank(ranked.value)), ranked.nth));
        let mut best: Option<([i64; 4], f64, usize)> = None;
        for candidate in &ranked {
            let floor = best.map_or(0, |(_, value, _)| rounded(value / candidate.share_won));
            if rounded(candidate.value) < floor {
                break;
            }
            let value = deepened(&mut foresight, view, &candidate.answers, &mut self.engines, floor)?;
            // A value that is half a bound would beat those that are known.
            if foresight.is_spent() && best.is_some() {
                break;
            }
            let rank = candidate.rank(value);
            if best.is_none_or(|(top, ..)| rank > top) {
                best = Some((rank, value * candidate.share_won, candidate.nth));
            }
        }
        let chosen = best.map_or(0, |(.., nth)| nth);
        let why = Why::new("survival and coin flips, then progress", chosen, &candidates, posterior);
        Ok(Decision::Gamble { chosen, candidates, why })
    }
}

/// What a state is worth when no move after the next one is looked at.
fn worth(foresight: &Foresight, posterior: &Posterior) -> f64 {
    match free(posterior) {
        _ if is_settled(posterior) => 1.0,
        0 => foresight.next(posterior),
        cells => 1.0 - NEXT_STALL / (1 + cells) as f64,
    }
}

/// Value of a candidate with these answers, over two moves and as many as there are
/// engines, where that is at least `floor` (rounded); else a bound below it.
///
/// # Errors
/// A limit of the posterior's.
pub fn deepened(foresight: &mut Foresight, view: &View, answers: &[Answer], engines: &mut [Engine], floor: i64) -> Result<f64, Stop> {
    let bounds: Vec<f64> = answers.iter().map(|answer| worth(foresight, &answer.posterior)).collect();
    let mut value: f64 = answers.iter().zip(&bounds).map(|(answer, bound)| answer.p * bound).sum();
    let Some((engine, deeper)) = engines.split_first_mut() else { return Ok(value) };
    let open = answers.iter().zip(bounds).filter(|(answer, _)| !goes_on(&answer.posterior) && answer.p > NEGLIGIBLE);
    for (answer, bound) in open {
        if rounded(value) < floor {
            break;
        }
        let knowledge = view.after(answer, engine)?;
        let next = View::new(&knowledge, engine);
        if let Some(best) = best_after(foresight, &next, &answer.posterior, deeper)? {
            value -= answer.p * (bound - best);
        }
    }
    Ok(value)
}

/// The best value of what can be done in a state, over two moves and as many as there
/// are engines; `None` where the limit of work is reached.
fn best_after(foresight: &mut Foresight, view: &View, posterior: &Posterior, engines: &mut [Engine]) -> Result<Option<f64>, Stop> {
    let mut best = 0.0;
    for candidate in foresight.candidates(view, posterior, BAND).iter().take(WIDTH) {
        if 1.0 - candidate.risk <= best {
            break;
        }
        let Some(answers) = foresight.answers(view, candidate)? else { return Ok(None) };
        best = f64::max(best, deepened(foresight, view, &answers, engines, rounded(best))?);
    }
    Ok(Some(best))
}

#[cfg(test)]
mod tests {
    use super::super::components::Components;
    use super::*;
    use crate::crocomine::generator::Generator;
    use crate::crocomine::knowledge::Knowledge;
    use crate::crocomine::play::{LocalHost, Observer, play};
    use crate::crocomine::recipe::{Amount, Recipe, StartRule};
    use crate::seed::Seed;

    #[derive(Default)]
    struct Stalls(Vec<Knowledge>);

    impl Observer for Stalls {
        fn decided(&mut self, _step: u64, view: &View, decision: &Decision) {
            if matches!(decision, Decision::Gamble { .. }) {
                self.0.push(view.knowledge().clone());
            }
        }
    }

    /// Stalls of small maps without sea, where answers are few.
    fn stalls() -> Vec<Knowledge> {
        let mut stalls = Stalls::default();
        let count = |count| Some(Amount::Count(count));
        let sea = Amount::Count(0);
        let [tigers, sharks, crocodiles] = [count(6), None, count(2)];
        let start_rule = StartRule::Safe;
        let recipe = Recipe { rows: 6, cols: 6, sea, animals: None, tigers, sharks, crocodiles, start: None, start_rule, count: 240 };
        let generator = Generator::new(&recipe, Seed::new(1)).expect("a possible recipe");
        for index in 0..recipe.count {
            let level = generator.level(index);
            let mut base = Components::strategy(true);
            play(&mut LocalHost::new(&level), level.knowledge(), base.as_mut(), &mut Engine::default(), Seed::new(index), &mut stalls);
        }
        stalls.0
    }

    #[test]
    fn no_candidate_is_worth_more_than_the_chosen_one_coin_flips_and_all() {
        let (mut seen, mut decided_by_flips) = (0, 0);
        for (knowledge, nth) in stalls().iter().zip(0..) {
            let mut engine = Engine::default();
            let view = View::new(knowledge, &mut engine);
            let posterior = view.posterior().expect("a world, and no limit");
            let rng = || Seed::new(2).step(nth);
            let choose = |worlds| {
                let engines = vec![Engine::default()];
                let mut rule = Lookahead { guess_animals: true, engines, worlds };
                match rule.choose(&view, posterior, &mut rng()).expect("no limit") {
                    Decision::Gamble { chosen, candidates, .. } => (chosen, candidates),
                    decision => panic!("{decision:?}"),
                }
            };
            let (chosen, candidates) = choose(200);
            let shares = shares_won(&view, posterior, &candidates, 200, &mut rng()).expect("no limit");
            let mut engines = vec![Engine::default()];
            let mut foresight = Foresight::new(true, &view);
            let mut values = Vec::with_capacity(candidates.len());
            for (candidate, share) in candidates.iter().zip(&shares) {
                if let Some(answers) = foresight.answers(&view, candidate).expect("no limit") {
                    values.push(share * deepened(&mut foresight, &view, &answers, &mut engines, 0).expect("no limit"));
                }
            }
            if foresight.is_spent() {
                continue;
            }
            let best = values.iter().copied().fold(0.0, f64::max);
            assert!(values[chosen] > best - 1e-9, "{candidates:?}: {values:?}, chosen {chosen}");
            seen += 1;
            decided_by_flips += u32::from(choose(0).0 != chosen);
        }
        assert!(seen > 100 && decided_by_flips > 3, "{seen} stalls, {decided_by_flips} decided by coin flips: the test sees too little");
    }
}
