//! Features do not depend on how a map lies, and counterfactual scores tell what they
//! say, by every world of small states.

use crate::{oracle, states};
use clover::crocomine::counterfactual::Imagination;
use clover::crocomine::features::{CANDIDATE, Observatory, STATE, Situation};
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::play::{LocalHost, Status, play};
use clover::crocomine::posterior::{Engine, View};
use clover::crocomine::race::{Raced, race};
use clover::crocomine::rules::{Action, Animal, Terrain, Totals};
use clover::crocomine::strategy::{self, Candidate, Decision, Options, Strategy};
use clover::crocomine::world::{Info, Sight, World};
use clover::grid::{Cell, Grid};
use clover::record::Column;
use clover::seed::Seed;
use clover::selection::Belief;
use rand::Rng;

fn build(name: &str, given: &[(&str, &str)]) -> Box<dyn Strategy> {
    let entry = strategy::find(name).expect("registered");
    let options = Options::new(entry, given.iter().map(|&(name, value)| (name, value.to_string()))).expect("declared");
    (entry.build)(&options).expect("builds")
}

/// A state in which nothing is proven, and the candidate of least risk.
fn stall(knowledge: &Knowledge) -> Option<Candidate> {
    if knowledge.closed() == 0 {
        return None;
    }
    match build("components", &[]).decide(&View::new(knowledge, &mut Engine::default()), &mut Seed::new(0).step(0)) {
        Decision::Gamble { chosen, candidates, .. } => Some(candidates[chosen]),
        Decision::Proven(_) => None,
        Decision::GaveUp(stop) => panic!("{stop}"),
    }
}

/// A way of laying the same map differently.
#[derive(Clone, Copy)]
struct Symmetry {
    turned: bool,
    mirrored: bool,
    /// Land and tigers for sea and sharks.
    exchanged: bool,
}

impl Symmetry {
    fn grid(self, grid: &Grid) -> Grid {
        if self.turned { Grid::new(grid.cols(), grid.rows()) } else { grid.clone() }
    }

    fn cell(self, grid: &Grid, cell: Cell) -> Cell {
        let (row, col) = grid.pos(cell);
        let row = if self.mirrored { grid.rows() - 1 - row } else { row };
        let (row, col) = if self.turned { (col, row) } else { (row, col) };
        self.grid(grid).cell(row, col)
    }

    fn animal(self, animal: Animal) -> Animal {
        match animal {
            Animal::Tiger if self.exchanged => Animal::Shark,
            Animal::Shark if self.exchanged => Animal::Tiger,
            same => same,
        }
    }

    fn counts<T: Copy>(self, [tigers, sharks, crocodiles]: [T; 3]) -> [T; 3] {
        if self.exchanged { [sharks, tigers, crocodiles] } else { [tigers, sharks, crocodiles] }
    }

    fn knowledge(self, knowledge: &Knowledge) -> Knowledge {
        let (grid, Totals { animals, land, sea }) = (knowledge.grid(), knowledge.totals());
        let (land, sea) = if self.exchanged { (sea, land) } else { (land, sea) };
        let totals = Totals { animals: self.counts(animals), land, sea };
        let mut laid = Knowledge::new(self.grid(grid), totals, self.cell(grid, knowledge.start()));
        let terrain = |terrain| match terrain {
            Terrain::Land if self.exchanged => Terrain::Sea,
            Terrain::Sea if self.exchanged => Terrain::Land,
            same => same,
        };
        let sight = |sight| match sight {
            Sight::Open(counts) => Sight::Open(self.counts(counts)),
            Sight::Named(animal) => Sight::Named(self.animal(animal)),
            Sight::Closed => Sight::Closed,
        };
        let laid_info = |info: Info| Info { cell: self.cell(grid, info.cell), terrain: terrain(info.terrain), sight: sight(info.sight) };
        laid.learn(&knowledge.infos().map(laid_info).collect::<Vec<_>>()).expect("the same facts");
        laid
    }

    fn action(self, grid: &Grid, action: Action) -> Action {
        let cell = self.cell(grid, action.cell());
        match action {
            Action::Guess(_, animal) => Action::Guess(cell, self.animal(animal)),
            Action::Discover(_) => Action::Discover(cell),
            Action::Chord(_) => Action::Chord(cell),
        }
    }
}

fn see(knowledge: &Knowledge, proposed: &[Candidate]) -> Situation {
    let mut engine = Engine::default();
    let view = View::new(knowledge, &mut engine);
    Observatory::new(true, 6, 0.5).see(&view, proposed, &mut Seed::new(1).step(0)).expect("a world, and no limit")
}

/// The place of a feature among its columns.
fn place(columns: &[Column], name: &str) -> usize {
    columns.iter().position(|column| column.name == name).expect("a feature")
}

#[test]
fn features_do_not_depend_on_how_the_map_lies() {
    // What is sampled differs from draw to draw; and all candidates are proposals of the
    // second look.
    let sampled = ["cand_flips_over", "cand_proposers"];
    let other_candidate = sampled.map(|name| place(&CANDIDATE, name));
    let other_state = [place(&STATE, "state_proposals")];
    // Three moves ahead the first of equivalent cells stands for all, and a limit of work
    // cuts through ties: nearly the same.
    let near = ["cand_value", "cand_value_over", "ref_value"].map(|name| place(&CANDIDATE, name));
    let near_state = [place(&STATE, "state_value")];
    let (mut seen, mut shallower) = (0, 0);
    for index in 0..2500 {
        let mut rng = states::rng("symmetry", index);
        let sea = [0.0, 0.5, 0.3, 1.0][index as usize % 4];
        let shape = states::Shape { rows: 5, cols: 6, sea, animals: 0.45, crocodiles: 0.3 };
        let knowledge = states::knowledge(&states::level(shape, &mut rng), 6, &mut rng);
        let Some(safest) = stall(&knowledge) else { continue };
        let first = see(&knowledge, &[safest]);
        let symmetry = Symmetry { turned: index & 4 == 0, mirrored: index & 8 == 0, exchanged: index & 16 == 0 };
        let laid = |candidate: &Candidate| Candidate::new(symmetry.action(knowledge.grid(), candidate.action), candidate.risk);
        let proposed: Vec<Candidate> = first.candidates.iter().map(laid).collect();
        let second = see(&symmetry.knowledge(&knowledge), &proposed);
        let depth = place(&STATE, "state_depth");
        let as_deep = (first.state[depth] - second.state[depth]).abs() < 0.5;
        shallower += u32::from(!as_deep);
        let same = |column: &Column, near: bool, one: f64, other: f64| {
            let slack = if !as_deep && (near || column.name == "state_depth") {
                f64::INFINITY
            } else if near {
                0.05
            } else {
                1e-9
            };
            assert!((one - other).abs() < slack, "{}: {one}, {other} in {knowledge:?}", column.name);
        };
        for nth in (0..STATE.len()).filter(|nth| !other_state.contains(nth)) {
            same(&STATE[nth], near_state.contains(&nth), first.state[nth], second.state[nth]);
        }
        for (one, other) in first.features.iter().zip(&second.features) {
            for nth in (0..CANDIDATE.len()).filter(|nth| !other_candidate.contains(nth)) {
                same(&CANDIDATE[nth], near.contains(&nth), one[nth], other[nth]);
            }
        }
        seen += 1;
    }
    assert!(seen > 100 && shallower < seen / 20, "{seen} stalls, {shallower} looked at less deeply when laid differently");
}

/// Small and dense: few worlds, and stalls.
fn few_worlds(index: u64) -> states::Shape {
    let (sea, rows, cols) = [(0.0, 3, 4), (0.5, 3, 3), (1.0, 4, 3)][index as usize % 3];
    states::Shape { rows, cols, sea, animals: 0.35, crocodiles: 0.3 }
}

/// Such a state where nothing is proven, with the candidate of least risk and every world, of
/// which there are a few.
fn known_stall(index: u64, rng: &mut dyn Rng) -> Option<(Knowledge, Candidate, Vec<World>)> {
    let knowledge = states::knowledge(&states::level(few_worlds(index), rng), 2, rng);
    let safest = stall(&knowledge)?;
    let worlds = oracle::worlds(&knowledge);
    (3..=300).contains(&worlds.len()).then_some((knowledge, safest, worlds))
}

#[test]
fn over_all_worlds_an_end_game_left_early_changes_nothing_and_there_is_no_luck() {
    let mut seen = 0;
    let mut left_early = 0;
    for index in 0..1600 {
        let Some((knowledge, candidate, worlds)) = known_stall(index, &mut states::rng("chance", index)) else { continue };
        let (mut engine, mut playing) = (Engine::default(), Engine::default());
        let view = View::new(&knowledge, &mut engine);
        let base = || build("components", &[("endgame", "40")]);
        let (mut imagination, mut base) = (Imagination::new(base()), base());
        let (mut won, mut luck, mut wins) = (0.0, 0.0, 0.0);
        for world in &worlds {
            let outcome = imagination.imagine(&view, candidate.action, world, Seed::new(2)).expect("a world");
            left_early += u32::from(outcome.won > 0.0 && outcome.won < 1.0);
            (won, luck) = (won + outcome.won, luck + outcome.luck);
            let reveal = world.reveal(knowledge.sights(), candidate.action).expect("a closed cell");
            assert_eq!(outcome.survived, !reveal.fatal);
            if reveal.fatal {
                continue;
            }
            let mut after = knowledge.clone();
            after.learn(&reveal.infos).expect("true facts");
            let mut host = LocalHost::resume(world, after.sights().to_vec());
            let is_won =
                after.closed() == 0 || play(&mut host, after, base.as_mut(), &mut playing, Seed::new(2), &mut ()).status == Status::Won;
            wins += f64::from(u8::from(is_won));
        }
        assert!((won - wins).abs() < 1e-9 * worlds.len() as f64, "{won}, not {wins}, in {knowledge:?}");
        assert!(luck.abs() < 1e-9 * worlds.len() as f64, "{luck} in {knowledge:?}");
        seen += 1;
    }
    assert!(seen > 60 && left_early > 200, "{seen} stalls, {left_early} games left early");
}

#[test]
fn scores_are_near_the_share_of_all_worlds_and_common_worlds_make_equals_equal() {
    let mut checked = 0;
    let (mut raw, mut told) = (0.0, 0.0);
    for index in 0..1000 {
        let mut rng = states::rng("scores", index);
        let Some((knowledge, safest, worlds)) = known_stall(index, &mut rng) else { continue };
        let mut engine = Engine::default();
        let view = View::new(&knowledge, &mut engine);
        let mut imagination = Imagination::new(build("components", &[]));
        let other = Candidate::new(Action::Discover(safest.action.cell()), 0.0);
        let candidates = [safest, safest, other];
        let scores = imagination.scores(&view, &candidates, &[100, 400], &mut rng).expect("a world");
        assert_eq!(scores[0].halves.map(f64::to_bits), scores[1].halves.map(f64::to_bits), "the same candidate meets the same worlds");
        assert!(scores[1].advantage_error.abs() < 1e-12 && scores[0].rollouts == 400);
        for (candidate, score) in candidates.iter().zip(&scores) {
            let outcomes = worlds.iter().map(|world| imagination.imagine(&view, candidate.action, world, Seed::new(0)).expect("a world"));
            let share = outcomes.map(|outcome| outcome.won).sum::<f64>() / worlds.len() as f64;
            // Four standard errors, as the true share would have them, luck and all.
            let error = (share * (1.0 - share) / score.rollouts as f64).sqrt();
            raw += error * error;
            told += score.error * score.error;
            assert!((score.mean() - share).abs() <= 4.0 * error + 1e-12, "{} for {share} of {} worlds", score.mean(), worlds.len());
            checked += 1;
        }
    }
    assert!(checked > 150, "only {checked}");
    assert!(told < 0.5 * raw, "a variance of {told} where luck is taken out, {raw} where it is not");
}

/// Of small states every world is known, and so what each candidate is truly worth.
#[test]
fn races_believe_what_is_true_and_play_only_what_is_worth_it() {
    let (mut checked, mut off, mut narrower) = (0, 0, 0);
    let mut squares = 0.0;
    for index in 0..1000 {
        let mut rng = states::rng("races", index);
        let Some((knowledge, safest, worlds)) = known_stall(index, &mut rng) else { continue };
        let mut engine = Engine::default();
        let view = View::new(&knowledge, &mut engine);
        let others = (0..knowledge.grid().len()).filter(|&cell| knowledge.is_closed(cell)).map(Action::Discover);
        let candidates: Vec<Candidate> = others.map(|action| Candidate::new(action, 0.0)).chain([safest]).collect();
        let base = candidates.len() - 1;
        let mut imagination = Imagination::new(build("components", &[]));
        let mut share = |action: Action| {
            let outcomes = worlds.iter().map(|world| imagination.imagine(&view, action, world, Seed::new(0)).expect("a world").won);
            outcomes.sum::<f64>() / worlds.len() as f64
        };
        let truth: Vec<f64> = candidates.iter().map(|candidate| share(candidate.action)).collect();
        let wide = Belief { mean: 0.0, variance: 0.04 };
        let mut beliefs = vec![Some(wide); candidates.len()];
        beliefs[base] = Some(Belief::known(0.0));
        // The first is out of the race, and the next one hopeless.
        beliefs[0] = None;
        beliefs[1] = Some(Belief { mean: -5.0, ..wide });
        let vague = Belief { mean: 0.5, variance: 0.25 };
        let Raced { advantages: after, stake, worlds: met } =
            race(&mut imagination, &view, &candidates, &beliefs, (base, vague), 200, &mut rng).expect("a world");
        assert_eq!((after[0], after[1], after[base]), (None, beliefs[1], Some(Belief::known(0.0))));
        assert_eq!((met[0], met[1], met.iter().max()), (0, 0, Some(&met[base])));
        for (belief, truth_of_one) in after[2..base].iter().flatten().zip(&truth[2..]) {
            checked += 1;
            narrower += u32::from(belief.variance < 0.5 * wide.variance);
            let error = belief.mean - (truth_of_one - truth[base]);
            off += u32::from(error.abs() > 3.0 * belief.variance.sqrt());
            squares += error * error / belief.variance;
        }
        off += u32::from((stake.mean - truth[base]).abs() > 3.0 * stake.variance.sqrt());
        let known = vec![Some(Belief::known(0.0)); candidates.len()];
        let same = race(&mut imagination, &view, &candidates, &known, (base, vague), 200, &mut rng).expect("a world");
        assert_eq!(same, Raced { worlds: vec![0; known.len()], advantages: known, stake: vague }, "what is known is not tried");
    }
    assert!(checked > 400 && narrower > checked / 2 && off < checked / 50, "of {checked} {narrower} became clear, {off} were wrong");
    // Errors are as large as beliefs say, and not larger.
    let ratio = squares / f64::from(checked);
    assert!((0.4..1.3).contains(&ratio), "squared errors are {ratio} of what is believed");
}
