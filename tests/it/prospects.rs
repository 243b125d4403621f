//! What `progress` and `lookahead` say of a candidate, against every world of small
//! states taken one by one.

use crate::{oracle, states};
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::posterior::{Engine, View};
use clover::crocomine::rules::Action;
use clover::crocomine::strategy::{self, Candidate, Decision, Options};
use clover::crocomine::world::{Info, Sight, World};
use clover::seed::Seed;

/// The candidates that a strategy weighs, and which it takes.
fn gamble(name: &str, given: &[(&str, &str)], knowledge: &Knowledge) -> Option<(Vec<Candidate>, usize)> {
    let entry = strategy::find(name).expect("registered");
    let options = Options::new(entry, given.iter().map(|&(name, value)| (name, value.to_string()))).expect("declared");
    let mut strategy = (entry.build)(&options).expect("builds");
    match strategy.decide(&View::new(knowledge, &mut Engine::default()), &mut Seed::new(0).step(0)) {
        Decision::Gamble { chosen, candidates, .. } => Some((candidates, chosen)),
        Decision::Proven(_) => None,
        Decision::GaveUp(stop) => panic!("{name} gave up: {stop}"),
    }
}

/// What is known after an action in a world, but for what a (0,0,0) opens in turn;
/// `None` where it is deadly.
fn after(knowledge: &Knowledge, action: Action, world: &World) -> Option<Knowledge> {
    let cell = action.cell();
    let sight = match (action, world.content(cell)) {
        (Action::Discover(_), None) => Sight::Open(world.count(cell)),
        (Action::Guess(_, named), Some(animal)) if named == animal => Sight::Named(animal),
        _ => return None,
    };
    let mut infos = vec![Info { cell, terrain: world.terrain(cell), sight }];
    if let Sight::Open(_) = sight {
        let closed = knowledge.grid().neighbours(cell).filter(|&n| knowledge.is_closed(n));
        infos.extend(closed.map(|cell| Info { cell, terrain: world.terrain(cell), sight: Sight::Closed }));
    }
    let mut after = knowledge.clone();
    after.learn(&infos).expect("true facts");
    Some(after)
}

/// Whether there is progress, and how probably the next move is survived.
fn outcome(knowledge: &Knowledge, guess_animals: bool) -> (bool, f64) {
    let mut engine = Engine::default();
    let view = View::new(knowledge, &mut engine);
    let posterior = view.posterior().expect("a world");
    let proven = || posterior.classes.iter().map(|class| class.proven);
    if proven().any(|proven| proven == Some(None)) || proven().all(|proven| proven.is_some()) {
        return (true, 1.0);
    }
    let undecided = posterior.classes.iter().filter(|class| class.proven.is_none());
    let safest = undecided.flat_map(|class| if guess_animals { class.p.to_vec() } else { vec![class.p[0]] });
    (false, safest.fold(0.0, f64::max))
}

/// Shares of the worlds in which there is progress, and in which two moves are survived.
fn by_worlds(knowledge: &Knowledge, worlds: &[World], action: Action, guess_animals: bool) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for world in worlds {
        if let Some(after) = after(knowledge, action, world) {
            let (progress, survival) = outcome(&after, guess_animals);
            sums[0] += f64::from(u8::from(progress));
            sums[1] += survival;
        }
    }
    sums.map(|sum| sum / worlds.len() as f64)
}

fn stalls(test: &'static str, count: u64) -> impl Iterator<Item = Knowledge> {
    (0..count).filter_map(move |index| {
        let mut rng = states::rng(test, index);
        let level = states::level(states::small(index), &mut rng);
        let knowledge = states::knowledge(&level, 1 + index as usize % 3, &mut rng);
        (knowledge.closed() > 0 && gamble("components", &[], &knowledge).is_some()).then_some(knowledge)
    })
}

#[test]
fn progress_and_survival_are_shares_of_worlds() {
    let mut seen = 0;
    for (knowledge, nth) in stalls("prospects", 2000).zip(0..) {
        let worlds = oracle::worlds(&knowledge);
        if worlds.len() > 300 {
            continue;
        }
        let rules = if nth % 2 == 0 { "true" } else { "false" };
        for (name, given) in
            [("progress", vec![("guess_animals", rules)]), ("lookahead", vec![("guess_animals", rules), ("endgame", "off")])]
        {
            let (candidates, _) = gamble(name, &given, &knowledge).expect("a stall");
            for candidate in candidates {
                let Some(progress) = candidate.outlook.progress else { continue };
                let survival = candidate.outlook.survival.expect("both or none");
                let expected = by_worlds(&knowledge, &worlds, candidate.action, rules == "true");
                let close = |found: f64, expected: f64| (found - expected).abs() < 1e-9;
                assert!(
                    close(progress, expected[0]) && close(survival, expected[1]),
                    "{name}: {:?}: {progress}, {survival}, not {expected:?}",
                    candidate.action
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 300, "{seen} candidates");
}

/// Number of closed cells proven free.
fn free(knowledge: &Knowledge) -> usize {
    let mut engine = Engine::default();
    let proven = View::new(knowledge, &mut engine).posterior().expect("a world").proven();
    proven.iter().filter(|action| matches!(action, Action::Discover(_))).count()
}

/// Value over `depth` moves by plain recursion over worlds.
fn value(knowledge: &Knowledge, worlds: &[World], action: Action, depth: usize) -> f64 {
    let mut sum = 0.0;
    let mut left: Vec<&World> = worlds.iter().collect();
    while let Some(world) = left.first().copied() {
        let Some(after) = after(knowledge, action, world) else {
            left.remove(0);
            continue;
        };
        let same = |other: &World| states::agrees(other, &after);
        let group: Vec<World> = left.iter().copied().filter(|other| same(other)).cloned().collect();
        left.retain(|other| !same(other));
        let (progress, next) = outcome(&after, true);
        let value = match depth {
            _ if (0..knowledge.grid().len()).all(|cell| group.iter().all(|other| other.content(cell) == world.content(cell))) => 1.0,
            _ if progress && free(&after) > 0 => 1.0 - 0.15 / (1.0 + free(&after) as f64),
            _ if progress => 1.0,
            0..=2 => next,
            _ => all_actions(&after).into_iter().map(|next| value(&after, &group, next, depth - 1)).fold(0.0, f64::max),
        };
        sum += group.len() as f64 * value;
    }
    sum / worlds.len() as f64
}

fn all_actions(knowledge: &Knowledge) -> Vec<Action> {
    let closed = (0..knowledge.grid().len()).filter(|&cell| knowledge.is_closed(cell));
    let of_cell =
        |cell| [Action::Discover(cell)].into_iter().chain(clover::crocomine::rules::Animal::ALL.map(|animal| Action::Guess(cell, animal)));
    let mut engine = Engine::default();
    let view = View::new(knowledge, &mut engine);
    let proven = &view.posterior().expect("a world").proven();
    closed.filter(|cell| proven.iter().all(|action| action.cell() != *cell)).flat_map(of_cell).collect()
}

#[test]
fn three_moves_ahead_no_candidate_within_the_band_is_better() {
    let mut seen = 0;
    for knowledge in stalls("three moves", 3000) {
        let worlds = oracle::worlds(&knowledge);
        if worlds.len() > 40 {
            continue;
        }
        let (candidates, chosen) =
            gamble("lookahead", &[("endgame", "off"), ("coin_flips", "off"), ("depth", "3")], &knowledge).expect("a stall");
        let values: Vec<f64> = candidates.iter().map(|candidate| value(&knowledge, &worlds, candidate.action, 3)).collect();
        let best = values.iter().copied().fold(0.0, f64::max);
        assert!(values[chosen] > best - 1e-9, "{candidates:?}: {values:?}, chosen {chosen}");
        seen += 1;
    }
    assert!(seen > 40, "{seen} stalls");
}
