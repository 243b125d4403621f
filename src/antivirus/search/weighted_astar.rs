//! Weighted A* (I. Pohl, "Heuristic search viewed as path finding in a graph", 1970): the
//! estimate counts more than once. With an admissible heuristic no plan costs more than the
//! weight times the optimum.

use super::best_first::{self, Priority};
use super::{Entry, Found, METRIC, Method, Request, limits};
use crate::antivirus::graph::Graph;
use crate::antivirus::heuristic;
use crate::antivirus::word::Word;
use crate::registry::{OptionSpec, Values};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "weighted-astar",
    about: "A* that trusts its estimate more: at most `weight` times the optimum where the heuristic is admissible",
    options: &[
        OptionSpec { name: "weight", about: "how often the estimate counts", default: "2", values: Values::Factor },
        heuristic::OPTION,
        METRIC,
        super::GOAL,
        limits::MAX_EXPANDED,
        limits::MEMORY,
    ],
    build: Method {
        walks: super::walks!(search),
        optimal: |task, options| options.hundredths("weight") == 100 && task.has_admissible(),
        informed: true,
    },
};

fn search<K: Word>(graph: &Graph<K>, request: &Request) -> Found<K> {
    best_first::search(graph, request, Priority { cost: 100, estimate: request.options.hundredths("weight") })
}
