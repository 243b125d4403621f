//! The posterior on large states: what must add up does, and a kept engine says
//! what a fresh one says.

use crate::states::{self, Shape};
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::play::{LocalHost, Observer, Status, play};
use clover::crocomine::posterior::{Engine, Limit, Posterior, Stop, View};
use clover::crocomine::rules::{Terrain, Totals};
use clover::crocomine::strategy::{self, Decision, Options};
use clover::crocomine::world::{Info, Sight};
use clover::grid::Grid;
use clover::seed::Seed;

fn shapes() -> impl Iterator<Item = (u64, Shape)> {
    let sizes = [(16, 30), (30, 30), (50, 50), (9, 60), (15, 15)];
    (0..60u64).map(move |index| {
        let (rows, cols) = sizes[index as usize % 5];
        let animals = [0.15, 0.2, 0.25, 0.3][index as usize / 5 % 4];
        let sea = [0.5, 0.0, 1.0][index as usize / 20 % 3];
        (index, Shape { rows, cols, sea, animals, crocodiles: 0.33 })
    })
}

/// Expected animals over all closed cells are those left.
fn adds_up(view: &View, posterior: &Posterior) {
    let knowledge = view.knowledge();
    let mut sums = [0.0; 4];
    let mut cells = 0;
    for class in &posterior.classes {
        cells += class.cells.len();
        assert!((class.p.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(class.p.iter().all(|p| (0.0..=1.0).contains(p)));
        class.p.iter().zip(&mut sums).for_each(|(p, sum)| *sum += p * class.cells.len() as f64);
    }
    assert_eq!(cells, knowledge.closed());
    for (left, sum) in knowledge.left().into_iter().zip(&sums[1..]) {
        assert!((f64::from(left) - sum).abs() < 1e-8, "{left} left, {sum} expected");
    }
    let worlds = view.worlds().expect("as the posterior").to_string();
    let digits = worlds.len() as f64;
    assert!(
        posterior.worlds_log10 < digits + 1e-9 && posterior.worlds_log10 > digits - 1.0 - 1e-9,
        "{} for {worlds}",
        posterior.worlds_log10
    );
}

/// Checks every stalled state of a game.
#[derive(Default)]
struct Check {
    stalls: usize,
}

impl Observer for Check {
    fn decided(&mut self, _step: u64, view: &View, decision: &Decision) {
        let mut engine = Engine::default();
        let fresh = View::new(view.knowledge(), &mut engine);
        assert_eq!(view.proven(), fresh.proven(), "a kept engine proves what a fresh one proves");
        if let Decision::Gamble { .. } = decision {
            self.stalls += 1;
            let (kept, fresh_posterior) = (view.posterior().expect("no limit"), fresh.posterior().expect("no limit"));
            adds_up(&fresh, fresh_posterior);
            let bits = |posterior: &Posterior| {
                posterior.classes.iter().map(|class| (class.cells.clone(), class.p.map(f64::to_bits), class.proven)).collect::<Vec<_>>()
            };
            assert_eq!(bits(kept), bits(fresh_posterior), "to the last bit");
        }
    }
}

#[test]
fn large_states_add_up_and_kept_engines_agree_with_fresh_ones() {
    let entry = strategy::find("components").expect("registered");
    let options = Options::new(entry, []).expect("defaults");
    let mut check = Check::default();
    let mut engine = Engine::default();
    for (index, shape) in shapes() {
        let level = states::level(shape, &mut states::rng("large", index));
        let mut strategy = (entry.build)(&options).expect("defaults");
        let game = play(&mut LocalHost::new(&level), level.knowledge(), strategy.as_mut(), &mut engine, Seed::new(index), &mut check);
        assert!(matches!(game.status, Status::Won | Status::Lost), "{}", game.message);
    }
    assert!(check.stalls > 60, "only {} stalls seen", check.stalls);
}

/// Right moves anywhere: many components, many sums, terrain seen in patches.
#[test]
fn scattered_states_add_up_or_reach_a_named_limit() {
    let mut limits = 0;
    for index in 0..48u64 {
        let (rows, cols) = [(20, 20), (50, 50), (15, 80), (60, 90)][index as usize % 4];
        let animals = [0.1, 0.2, 0.3][index as usize / 4 % 3];
        let sea = [0.5, 0.0][index as usize / 12 % 2];
        let moves = rows * cols * [2, 8][index as usize / 24] / 100;
        let mut rng = states::rng("scattered", index);
        let level = states::level(Shape { rows, cols, sea, animals, crocodiles: 0.33 }, &mut rng);
        let knowledge = states::knowledge(&level, moves, &mut rng);
        let mut engine = Engine::default();
        let view = View::new(&knowledge, &mut engine);
        match view.posterior() {
            Ok(posterior) => adds_up(&view, posterior),
            Err(Stop::Limit(Limit::Edges(_) | Limit::Width(_))) => limits += 1,
            Err(stop) => panic!("case {index}: {stop}"),
        }
    }
    assert!(limits < 24, "{limits} of 48 states reach a limit");
}

/// Half of the frontier's fillings hold animals, the rest of the board hardly any:
/// the weights of either peak so far apart that their products would vanish.
#[test]
fn weights_do_not_vanish_on_boards_with_long_frontiers() {
    let (rows, cols) = (90, 100);
    // 200 blocks of 3 × 5 cells, two of them open that see three tigers each: 3 to 6 a block.
    let open = (0..200).flat_map(|block| [1, 3].map(|col| (3 * (block / 20) + 1) * cols + 5 * (block % 20) + col));
    let facts: Vec<Info> = open.map(|cell| Info { cell, terrain: Terrain::Land, sight: Sight::Open([3, 0, 0]) }).collect();
    let totals = Totals { animals: [1000, 0, 0], land: rows * cols, sea: 0 };
    let mut knowledge = Knowledge::new(Grid::new(rows, cols), totals, facts[0].cell);
    knowledge.learn(&facts).expect("possible");
    let mut engine = Engine::default();
    let view = View::new(&knowledge, &mut engine);
    adds_up(&view, view.posterior().expect("no limit"));
}

/// More constraints in one component than 16 bits number.
#[test]
fn a_map_may_be_long() {
    let entry = strategy::find("components").expect("registered");
    let options = Options::new(entry, []).expect("defaults");
    let shape = Shape { rows: 4, cols: 30_000, sea: 0.5, animals: 0.2, crocodiles: 0.33 };
    let level = states::level(shape, &mut states::rng("long", 0));
    let mut strategy = (entry.build)(&options).expect("defaults");
    let game = play(&mut LocalHost::new(&level), level.knowledge(), strategy.as_mut(), &mut Engine::default(), Seed::new(0), &mut ());
    assert!(matches!(game.status, Status::Won | Status::Lost), "{}", game.message);
    // A game may end early; a state with everything free open on two rows does not.
    let opened = (0..60_000).filter(|&cell| level.world().content(cell).is_none());
    let facts = opened.map(|cell| Info { cell, terrain: level.world().terrain(cell), sight: Sight::Open(level.world().count(cell)) });
    let borders = (60_000..90_000).map(|cell| Info { cell, terrain: level.world().terrain(cell), sight: Sight::Closed });
    let animals = (0..60_000).filter(|&cell| level.world().content(cell).is_some());
    let closed = animals.map(|cell| Info { cell, terrain: level.world().terrain(cell), sight: Sight::Closed });
    let facts: Vec<Info> = facts.chain(borders).chain(closed).collect();
    let mut knowledge = level.knowledge();
    knowledge.learn(&facts).expect("true facts");
    let mut engine = Engine::default();
    let view = View::new(&knowledge, &mut engine);
    assert!(matches!(view.posterior(), Ok(_) | Err(Stop::Limit(_))));
}

#[test]
fn a_limit_of_work_is_a_named_outcome_with_a_fallback() {
    let entry = strategy::find("components").expect("registered");
    let options = Options::new(entry, []).expect("defaults");
    let shape = Shape { rows: 16, cols: 16, sea: 0.5, animals: 0.25, crocodiles: 0.3 };
    let mut reached = 0;
    for index in 0..20 {
        let level = states::level(shape, &mut states::rng("limit", index));
        let mut engine = Engine::with_limit(20);
        let mut strategy = (entry.build)(&options).expect("defaults");
        let game = play(
            &mut LocalHost::new(&level),
            level.knowledge(),
            strategy.as_mut(),
            &mut engine,
            Seed::new(index),
            &mut Limited(&mut reached),
        );
        assert!(matches!(game.status, Status::Won | Status::Lost), "{}", game.message);
        assert_eq!(game.effort.limits > 0, reached > 0, "the counter tells");
        reached = 0;
    }
}

/// Counts the decisions for which nothing could be proven or reckoned.
struct Limited<'a>(&'a mut usize);

impl Observer for Limited<'_> {
    fn decided(&mut self, _step: u64, view: &View, _decision: &Decision) {
        let proven = view.proven();
        let limited = matches!(proven, Err(Stop::Limit(Limit::Edges(20))));
        assert!(limited || proven.is_ok());
        *self.0 += usize::from(limited);
    }
}
