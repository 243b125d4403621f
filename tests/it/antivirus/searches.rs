//! Every search against the rules, played out on cells by the slowest way there is.

use super::{challenges, puzzle, seeded, solved};
use clover::antivirus::board::{Direction, Pos};
use clover::antivirus::check::{check, pushed};
use clover::antivirus::instance::{Instance, Push};
use clover::antivirus::metric::{Goal, Metric};
use clover::antivirus::search::{self, Limits, Outcome, explore};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Where the pieces are, and in `slide` which of them moved last and where to.
type Node = (Vec<Vec<Pos>>, Option<(Vec<usize>, Direction)>);

/// More than this is not explored on cells.
const MOST: usize = 30_000;

/// What can be reached and what each position costs, by the rules on cells alone, each piece
/// itself. The virus may leave. `None` where there is too much to be reached in this way.
fn costs(instance: &Instance, metric: Metric, leaving: bool) -> Option<BTreeMap<Node, u64>> {
    let start: Node = (instance.pieces().iter().map(|piece| piece.cells.clone()).collect(), None);
    let (mut known, mut queue) = (BTreeMap::from([(start.clone(), 0)]), BTreeMap::from([(0, vec![start])]));
    while let Some((cost, nodes)) = queue.pop_first() {
        if known.len() >= MOST {
            return None;
        }
        for node in nodes {
            // Beyond the opening the virus is gone.
            if known[&node] < cost || node.0[0].iter().all(|pos| pos.0 < 0) {
                continue;
            }
            for (piece, direction) in (0..instance.pieces().len()).flat_map(|piece| Direction::ALL.map(|direction| (piece, direction))) {
                let Some((after, group)) = pushed(instance, &node.0, Push { piece, direction }, leaving) else { continue };
                let step = match metric {
                    Metric::Push => 1,
                    Metric::Unit => group.len() as u64,
                    Metric::Slide => u64::from(node.1 != Some((group.clone(), direction))),
                };
                let to: Node = (after, (metric == Metric::Slide).then_some((group, direction)));
                if known.get(&to).is_none_or(|&before| cost + step < before) {
                    known.insert(to.clone(), cost + step);
                    queue.entry(cost + step).or_insert_with(Vec::new).push(to);
                }
            }
        }
    }
    Some(known)
}

fn is_at(goal: Goal, instance: &Instance, virus: &[Pos]) -> bool {
    match goal {
        Goal::Corner => virus[0] == instance.board().corner(),
        Goal::Opening => virus[0] == instance.board().opening(),
        Goal::Out => virus.iter().all(|pos| pos.0 < 0),
    }
}

/// Every search with what has opposite strengths in it.
const SEARCHES: [&str; 12] = [
    "bfs",
    "bfs seen=avl",
    "bfs seen=list",
    "dijkstra",
    "astar heuristic=distance",
    "astar heuristic=pair",
    "astar heuristic=triple",
    "weighted-astar weight=1.5 heuristic=on-path",
    "greedy heuristic=squared-distance",
    "ida-star heuristic=path table=64",
    "las-vegas",
    "las-vegas cutoff=4 luby=true",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn they_find_the_costs_of_the_rules(instance in puzzle(), metric in 0..3_usize, goal in 0..3_usize) {
        let (metric, goal) = (Metric::ALL[metric], Goal::ALL[goal]);
        let known = costs(&instance, metric, goal == Goal::Out);
        prop_assume!(known.is_some());
        let known = known.unwrap();
        let least = known.iter().filter(|((pieces, _), _)| is_at(goal, &instance, &pieces[0])).map(|(_, &cost)| cost).min();
        for search in SEARCHES {
            let found = solved(&instance, &format!("{search} metric={} goal={} max_expanded=200000", metric.word(), goal.word()));
            if found.outcome == Outcome::OutOfExpansions && search.starts_with("ida") {
                continue;
            }
            prop_assert_eq!(found.outcome == Outcome::Solved, least.is_some(), "{} {:?} {:?}", search, metric, goal);
            let Some(least) = least else {
                prop_assert_eq!(found.outcome, Outcome::NoSolution);
                continue;
            };
            prop_assert_eq!(check(&instance, &found.plan, goal).map(|lengths| lengths.of(metric)), Ok(found.cost));
            prop_assert!(found.cost >= least);
            prop_assert!(!found.optimal || found.cost == least, "{} {:?} {:?}: {} for {}", search, metric, goal, found.cost, least);
        }
        let dijkstra = solved(&instance, &format!("dijkstra metric={} goal={}", metric.word(), goal.word()));
        prop_assert_eq!(dijkstra.cost, least.unwrap_or(0));
    }

    #[test]
    fn the_component_is_that_of_the_rules(instance in puzzle()) {
        let shape = |cells: &[Pos]| cells.iter().map(|pos| (pos.0 - cells[0].0, pos.1 - cells[0].1)).collect::<Vec<_>>();
        let canonical = |pieces: &[Vec<Pos>]| {
            let mut pieces = pieces.to_vec();
            pieces[1..].sort_by_key(|cells| (shape(cells), cells.clone()));
            pieces
        };
        let known = costs(&instance, Metric::Push, false);
        prop_assume!(known.is_some());
        let known = known.unwrap();
        let mut positions: Vec<_> = known.keys().map(|(pieces, _)| canonical(pieces)).collect();
        positions.sort();
        positions.dedup();
        prop_assert_eq!(explore(&instance, Limits::NONE).component(), Some(positions.len() as u64));
    }
}

#[test]
fn a_limit_is_never_no_solution() {
    for challenge in challenges().iter().take(5) {
        let instance = challenge.instance(false).unwrap();
        for entry in search::ALL {
            let few = solved(&instance, &format!("{} max_expanded=3", entry.name));
            assert_eq!((few.outcome, few.outcome.limit(), few.expanded), (Outcome::OutOfExpansions, Some("max_expanded"), 3));
            let small = solved(&instance, &format!("{} memory=1000", entry.name));
            assert_eq!((small.outcome, small.outcome.limit()), (Outcome::OutOfMemory, Some("memory")), "{}", entry.name);
        }
        let none = solved(&instance, "las-vegas cutoff=2 runs=5");
        assert_eq!((none.outcome, none.outcome.limit(), none.runs), (Outcome::OutOfRuns, Some("runs"), 5));
        assert!(none.expanded <= 10);
    }
}

#[test]
fn luck_is_the_seeds_alone() {
    for challenge in challenges().iter().take(10) {
        let instance = challenge.instance(false).unwrap();
        let runs: Vec<_> = (0..4).map(|seed| seeded(&instance, "las-vegas", seed)).collect();
        assert_eq!(runs, (0..4).map(|seed| seeded(&instance, "las-vegas", seed)).collect::<Vec<_>>());
        assert!(runs.iter().any(|run| run.plan != runs[0].plan), "{}", challenge.n);
    }
}
