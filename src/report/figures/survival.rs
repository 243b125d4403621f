//! How many maps are still alive after so many unproven moves.

use crate::record::Status;
use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Curve, Curves, Dot, Line, Panel, Plot};
use crate::results::outcomes::Group;
use crate::results::summary::CONFIDENCE;
use crate::stats::kaplan_meier;

pub(super) const NAME: &str = "survival";

const TITLE: Text = Text::new("Survival against unproven moves", "Survie selon les coups non prouvés");
const X: Text = Text::new("unproven moves made (stalls)", "coups non prouvés joués");
const Y: Text = Text::new("still alive (%)", "encore en vie (%)");
const NOTE: Text = Text::new(
    "Of the n games that need such a move (Kaplan–Meier: a game that is won leaves, alive; those that go on may be harder); 95 % intervals: Greenwood, log–log; shown while at least {} are left. Who deduces less has more such moves, of less risk each: compare strategies that deduce alike.",
    "Des n parties qui demandent un tel coup (Kaplan–Meier : une partie gagnée sort vivante ; celles qui continuent peuvent être plus difficiles) ; intervalles à 95 % : Greenwood, log–log ; tracé tant qu'il en reste au moins {}. Qui déduit moins a plus de tels coups, moins risqués chacun : comparer des stratégies qui déduisent autant.",
);

/// A curve ends where fewer are left: it would say more of them than of the strategy.
const FEWEST: u64 = 10;

/// Intervals shown on a curve.
const MARKS: u64 = 5;

pub(super) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let stalls = evidence.column(evidence.about?.exposures?)?;
    let mut panels = Vec::new();
    for set in &evidence.sets {
        let lives: Vec<_> = evidence.groups(set).map(|(of, group)| (of, lives(group, stalls))).collect();
        let n = super::n_of(lives.iter().map(|(_, lives)| lives.len() as u64), language);
        let curves = lives.iter().map(|(of, lives)| curve(*of, lives)).collect();
        panels.push(Panel { heading: format!("{set}, {n}"), curves });
    }
    let all = || panels.iter().flat_map(|panel| &panel.curves).flat_map(|curve| &curve.points);
    let last = all().map(|dot| dot.x).fold(1.0, f64::max);
    all().any(|dot| dot.x > 0.0).then(|| Plot {
        title: language.say(TITLE).into(),
        note: language.fill(NOTE, &[&FEWEST]),
        body: Body::Curves(Curves {
            x: Axis::linear(language.say(X), (0.0, last)),
            y: Axis::linear(language.say(Y), (0.0, 100.0)),
            legend: evidence.marks(),
            panels,
            diagonal: false,
        }),
    })
}

/// How long the games lived that had an unproven move, and whether they died.
fn lives(group: Group, stalls: usize) -> Vec<(u64, bool)> {
    let stalled = group.games().filter(|game| game.ended() && game.values[stalls] >= 1.0);
    stalled.map(|game| (game.values[stalls] as u64, game.status == Status::Lost)).collect()
}

fn curve(of: usize, lives: &[(u64, bool)]) -> Curve {
    let mut ends: Vec<u64> = lives.iter().map(|life| life.0).collect();
    ends.sort_unstable_by(|one, other| other.cmp(one));
    let last = ends.get(FEWEST as usize - 1).copied().unwrap_or(0);
    let apart = last.div_ceil(MARKS).max(1);
    let (mut next, mut share) = (apart, 100.0);
    let mut points = vec![Dot { x: 0.0, y: share, interval: None }];
    for step in kaplan_meier(lives, CONFIDENCE).into_iter().take_while(|step| step.time <= last) {
        let marked = step.time >= next;
        if marked {
            next = step.time + apart;
        }
        share = 100.0 * step.share;
        points.push(Dot { x: step.time as f64, y: share, interval: marked.then(|| step.interval.times(100.0)) });
    }
    // To where there are enough of them, though none of these died.
    points.push(Dot { x: last as f64, y: share, interval: None });
    Curve { of, line: Line::Steps, points, fit: None }
}
