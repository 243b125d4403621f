//! Run-time distributions: how many games are solved within so much work (H. Hoos and
//! T. Stützle, "Evaluating Las Vegas algorithms: pitfalls and remedies", 1998).

use super::n_of;
use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Curve, Curves, Dot, Line, Panel, Plot, Scale};
use crate::results::outcomes::Group;
use crate::results::summary::CONFIDENCE;
use crate::stats::wilson;

pub(super) const NAME: &str = "distribution";

const TITLE: Text = Text::new("Solved within so many {}", "Résolus en tant de {}");
const Y: Text = Text::new("games solved (%)", "parties résolues (%)");
const NOTE: Text = Text::new(
    "Share of the n games that found a plan with at most so much work; what ran out of budget, or has no solution, is never solved. Marks: 95 % intervals, Wilson, over instances.",
    "Part des n parties qui trouvent un plan avec au plus tant de travail ; un budget épuisé, ou l'absence de solution, n'en est jamais une. Marques : intervalles à 95 %, Wilson, sur les instances.",
);

/// Steps of a curve: more cannot be seen.
const STEPS: usize = 120;

/// Intervals shown on a curve.
const MARKS: usize = 4;

pub(super) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let about = evidence.about.filter(|about| about.effort.is_some())?;
    let cost = evidence.column(about.cost)?;
    let words = language.say(about.cost_words);
    let costs = evidence.sets.iter().flat_map(|set| evidence.groups(set)).flat_map(|(_, group)| won(group, cost));
    let (least, most) = costs.fold((f64::INFINITY, 0.0_f64), |(least, most), cost| (least.min(cost), most.max(cost)));
    if least >= most {
        return None;
    }
    let panels = evidence.sets.iter().map(|set| {
        let groups = || evidence.groups(set);
        let curves = groups().map(|(of, group)| curve(of, group, cost, (least, most))).collect();
        Panel {
            heading: format!(
                "{set}, {}",
                n_of(groups().map(|(_, group)| group.games().filter(|game| game.ended()).count() as u64), language)
            ),
            curves,
        }
    });
    Some(Plot {
        title: language.fill(TITLE, &[&words]),
        note: language.say(NOTE).into(),
        body: Body::Curves(Curves {
            x: Axis { label: words.into(), scale: Scale::Log, ends: (least, most) },
            y: Axis::linear(language.say(Y), (0.0, 100.0)),
            legend: evidence.marks(),
            panels: panels.collect(),
            diagonal: false,
        }),
    })
}

/// What each game that was won cost; nothing to do counts as one.
fn won(group: Group, cost: usize) -> impl Iterator<Item = f64> {
    group.games().filter(|game| game.won() > 0.0).map(move |game| game.values[cost].max(1.0))
}

fn curve(of: usize, group: Group, cost: usize, (least, most): (f64, f64)) -> Curve {
    let mut costs: Vec<f64> = won(group, cost).collect();
    costs.sort_unstable_by(f64::total_cmp);
    let (games, instances) = (group.games().filter(|game| game.ended()).count() as f64, group.instances().count() as u64);
    let points = (0..=STEPS).map(|step| {
        let within = least * libm::pow(most / least, step as f64 / STEPS as f64) * (1.0 + 1e-12);
        let share = costs.partition_point(|cost| *cost <= within) as f64 / games;
        // Marks of strategies stand side by side.
        let marked = step % (STEPS / MARKS) == (6 + 5 * of) % (STEPS / MARKS);
        let interval = || wilson(share * instances as f64, instances, CONFIDENCE).times(100.0);
        Dot { x: within, y: 100.0 * share, interval: marked.then(interval) }
    });
    Curve { of, line: Line::Steps, points: points.collect(), fit: None }
}
