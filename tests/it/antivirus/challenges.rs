//! The 50 challenges, whose answers others measured.

use super::{challenges, solved};
use clover::antivirus::search::{Limits, Outcome, explore};

#[test]
fn they_have_their_known_answers_in_every_metric() {
    for challenge in challenges() {
        let (n, measured) = (challenge.n, challenge.measured.clone());
        let instance = challenge.instance(false).unwrap();
        assert_eq!(instance.pieces().len(), measured.movable, "{n}");
        let check = |search: &str, cost: i64| {
            let found = solved(&instance, search);
            assert_eq!((found.outcome, found.cost as i64, found.optimal), (Outcome::Solved, cost, true), "{n}: {search}");
            found
        };
        for search in ["bfs", "dijkstra", "astar heuristic=distance", "astar heuristic=path", "astar heuristic=pair"] {
            let found = check(&format!("{search} goal=corner"), measured.steps_corner);
            // Of the last positions before the goal, some are expanded, and some are not.
            assert!(search != "bfs" || found.expanded.abs_diff(measured.bfs_expanded) * 4 <= measured.bfs_expanded, "{n}");
            check(&format!("{search} goal=opening"), measured.steps_touch_opening);
            check(&format!("{search} goal=out"), measured.steps_corner + 3);
        }
        for search in ["dijkstra", "astar heuristic=pair"] {
            check(&format!("{search} metric=unit goal=corner"), measured.unit_piece_steps_corner);
            check(&format!("{search} metric=slide goal=corner"), measured.slides_same_group_straight);
        }
        let all = explore(&instance, Limits::NONE);
        assert_eq!(
            (all.outcome, all.expanded, all.component()),
            (Outcome::NoSolution, measured.component_states, Some(measured.component_states))
        );
        // With the opening closed: -1 is no solution, -9 that a piece is in it.
        let closed = challenge.instance(true).map(|instance| solved(&instance, "bfs goal=corner"));
        let closed = closed.map_or(-9, |found| if found.outcome == Outcome::Solved { found.plan.len() as i64 } else { -1 });
        assert_eq!(closed, measured.steps_corner_if_no_opening_cell, "{n}");
    }
}
