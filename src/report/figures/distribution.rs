//! Run-time distributions: how many games are solved within so much work (H. Hoos and
//! T. Stützle, "Evaluating Las Vegas algorithms: pitfalls and remedies", 1998).

use super::{n_of, share_curve};
use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Curve, Curves, Panel, Plot, Scale};
use crate::results::outcomes::Group;

pub(super) const NAME: &str = "distribution";

const TITLE: Text = Text::new("Solved within so many {}", "Résolus en tant de {}");
const Y: Text = Text::new("games solved (%)", "parties résolues (%)");
const NOTE: Text = Text::new(
    "Share of the n games that found a plan with at most so much work; what ran out of budget, or has no solution, is never solved. Marks: 95 % intervals, Wilson, over instances.",
    "Part des n parties qui trouvent un plan avec au plus tant de travail ; un budget épuisé, ou l'absence de solution, n'en est jamais une. Marques : intervalles à 95 %, Wilson, sur les instances.",
);

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
        let curves = evidence.groups(set).map(|(of, group)| curve(of, group, cost, (least, most))).collect();
        Panel { heading: format!("{set}, {}", n_of(evidence.groups(set).map(|(_, group)| ended(group)), language)), curves }
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

fn curve(of: usize, group: Group, cost: usize, ends: (f64, f64)) -> Curve {
    let mut costs: Vec<f64> = won(group, cost).collect();
    costs.sort_unstable_by(f64::total_cmp);
    let games = ended(group) as f64;
    share_curve(of, ends, group.instances().count() as u64, |within| costs.partition_point(|cost| *cost <= within) as f64 / games)
}

/// How many games did not end in an error.
fn ended(group: Group) -> u64 {
    group.games().filter(|game| game.ended()).count() as u64
}
