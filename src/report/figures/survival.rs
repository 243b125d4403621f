//! How many maps are still alive after so many unproven moves.

use crate::record::Status;
use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Curve, Curves, Dot, Line, Panel, Plot};
use crate::results::outcomes::Group;
use crate::results::summary::CONFIDENCE;
use crate::stats::{Interval, kaplan_meier};

pub(super) const NAME: &str = "survival";

const TITLE: Text = Text::new("Survival against unproven moves", "Survie selon les coups non prouvés");
const X: Text = Text::new("unproven moves made (stalls)", "coups non prouvés joués");
const Y: Text = Text::new("still alive (%)", "encore en vie (%)");
const NOTE: Text = Text::new(
    "Kaplan–Meier over games (n): a game that is won or given up leaves, alive; 95 % intervals: Greenwood, log–log; shown while at least {} are left. Who deduces less has more such moves, of less risk each: compare strategies that deduce alike.",
    "Kaplan–Meier sur les parties (n) : une partie gagnée ou abandonnée sort vivante ; intervalles à 95 % : Greenwood, log–log. Tracé tant qu'il en reste au moins {}. Qui déduit moins a plus de tels coups, moins risqués chacun : comparer des stratégies qui déduisent autant.",
);

/// A curve ends where fewer are left: it would say more of them than of the strategy.
const FEWEST: u64 = 10;

/// Intervals shown on a curve.
const MARKS: u64 = 5;

pub(super) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let stalls = evidence.column(evidence.about?.exposures?)?;
    let mut panels = Vec::new();
    for set in &evidence.sets {
        let curves: Vec<Curve> = evidence.groups(set).map(|(of, group)| curve(of, group, stalls)).collect();
        let n = super::n_of(evidence.groups(set).map(|(_, group)| group.games().count() as u64), language);
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
            legend: evidence.labels(),
            panels,
            diagonal: false,
        }),
    })
}

fn curve(of: usize, group: Group, stalls: usize) -> Curve {
    let lives: Vec<(u64, bool)> = group
        .games()
        .filter(|game| game.ended() && !game.values[stalls].is_nan())
        .map(|game| (game.values[stalls] as u64, game.status == Status::Lost))
        .collect();
    let steps: Vec<_> = kaplan_meier(&lives, CONFIDENCE).into_iter().take_while(|step| step.at_risk >= FEWEST).collect();
    let last = steps.last().map_or(0, |step| step.time);
    let mut next = last.div_ceil(MARKS).max(1);
    let mut points = vec![Dot { x: 0.0, y: 100.0, interval: None }];
    for step in &steps {
        // Each strategy's intervals are shown a little apart from the others'.
        let marked = step.time >= next || step.time == last;
        if marked {
            next = step.time + last.div_ceil(MARKS).max(1);
        }
        let interval = Interval { low: 100.0 * step.interval.low, high: 100.0 * step.interval.high };
        points.push(Dot { x: step.time as f64, y: 100.0 * step.share, interval: marked.then_some(interval) });
    }
    Curve { of, line: Line::Steps, points, fit: None }
}
