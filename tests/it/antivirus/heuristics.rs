//! What heuristics say against what the cheapest way costs, over whole components.

use super::{challenges, puzzle, solved};
use clover::antivirus::component::Component;
use clover::antivirus::drawing;
use clover::antivirus::heuristic::{ALL, Admissible, Entry, find};
use clover::antivirus::instance::Instance;
use clover::antivirus::layout::Layout;
use clover::antivirus::memory::Budget;
use clover::antivirus::metric::{Goal, Metric};
use proptest::prelude::*;

/// How much a heuristic says too much somewhere in the component of a puzzle.
fn overestimated(entry: &Entry, component: &Component, metric: Metric) -> Option<String> {
    let heuristic = (entry.build)(component.layout(), metric, &mut Budget::new(usize::MAX)).unwrap();
    let found = component.overestimate(&*heuristic)?;
    Some(format!("{} in {metric:?}: {} for {}", entry.name, found.estimate, found.cost))
}

fn component(instance: &Instance, goal: Goal, metric: Metric) -> Option<Component> {
    Component::new(instance, goal, metric, 200_000).ok()
}

#[test]
fn what_is_proven_admissible_is_so_in_every_component_of_the_challenges() {
    for challenge in challenges() {
        let instance = challenge.instance(false).unwrap();
        for metric in Metric::ALL {
            let Some(component) = component(&instance, Goal::Corner, metric) else { continue };
            if metric == Metric::Push {
                assert_eq!(component.len() as u64, challenge.measured.component_states);
                assert_eq!(i64::from(component.costs()[0]), challenge.measured.steps_corner);
            }
            for entry in ALL {
                let found = overestimated(entry, &component, metric);
                if !matches!(entry.admissible[metric as usize], Admissible::Refuted(_)) {
                    assert_eq!(found, None, "{}", challenge.n);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn what_is_proven_admissible_is_so_on_other_boards(instance in puzzle(), goal in 0..3_usize) {
        for metric in Metric::ALL {
            let Some(component) = component(&instance, Goal::ALL[goal], metric) else { continue };
            for entry in ALL.iter().filter(|entry| entry.is_admissible(metric)) {
                prop_assert_eq!(overestimated(entry, &component, metric), None);
            }
        }
    }
}

/// What a heuristic says of the start of a puzzle.
fn at_start(entry: &Entry, instance: &Instance, goal: Goal, metric: Metric) -> u32 {
    let layout = Layout::new(instance, Some((goal, metric)));
    (entry.build)(&layout, metric, &mut Budget::new(usize::MAX)).unwrap().estimate(layout.start())
}

/// Boards by their rows, with the heuristics that say too much somewhere in their components.
const REFUTING: [(&str, &[(&str, Metric)]); 2] = [
    (
        ". . .V. ..Vc. ...#.c. ...#. ..b e",
        &[
            ("on-path", Metric::Push),
            ("squared-distance", Metric::Push),
            ("squared-distance", Metric::Unit),
            ("distance", Metric::Slide),
            ("path", Metric::Slide),
        ],
    ),
    (". . .a. ...ad c.c...d ##... .V. V", &[("on-path", Metric::Slide), ("blockers", Metric::Slide), ("squared-distance", Metric::Slide)]),
];

#[test]
fn what_is_refuted_says_too_much_somewhere() {
    let is_refuted = |entry: &Entry, metric: Metric| matches!(entry.admissible[metric as usize], Admissible::Refuted(_));
    let mut refuted: Vec<_> = ALL.iter().flat_map(|entry| Metric::ALL.map(|metric| (entry, metric))).collect();
    refuted.retain(|(entry, metric)| is_refuted(entry, *metric));
    for (board, shown) in REFUTING {
        let instance = drawing::parse(&board.replace(' ', "\n")).unwrap();
        for (name, metric) in shown {
            let component = component(&instance, Goal::Corner, *metric).unwrap();
            assert!(overestimated(find(name).unwrap(), &component, *metric).is_some(), "{name} in {metric:?}");
            refuted.retain(|(entry, of)| (entry.name, of) != (*name, metric));
        }
    }
    // Twelve pieces on the straight way, which the virus passes by in 11 steps.
    let board = ". . ... ..... ...l... ....k.... .....j..... .V.fghi...... Vabcde..... ......... ....... ..... ... .";
    let instance = drawing::parse(&board.replace(' ', "\n")).unwrap();
    let least = solved(&instance, "astar heuristic=distance metric=unit goal=corner");
    assert_eq!((least.cost, least.optimal), (11, true));
    assert_eq!(at_start(find("on-path").unwrap(), &instance, Goal::Corner, Metric::Unit), 12);
    let left: Vec<_> = refuted.iter().map(|(entry, metric)| (entry.name, *metric)).collect();
    assert_eq!(left, [("on-path", Metric::Unit)]);
}
