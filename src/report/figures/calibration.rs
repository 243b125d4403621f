//! Stated risk of unproven moves against what came of them.

use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Curve, Curves, Dot, Line, Panel, Plot};
use crate::results::summary::CONFIDENCE;
use crate::stats::{Bins, reliability};

pub(super) const NAME: &str = "calibration";

const TITLE: Text = Text::new("Calibration: stated risk against outcome", "Calibration : risque annoncé et issue");
const X: Text = Text::new("stated risk (%)", "risque annoncé (%)");
const Y: Text = Text::new("deadly (%)", "mortels (%)");
const NOTE: Text = Text::new(
    "n: unproven moves with a risk, in at most {} bins of equal count; 95 % intervals: Wilson, which takes moves for independent. On the line risks are as stated.",
    "n : coups non prouvés avec un risque, en au plus {} classes de même effectif ; intervalles à 95 % : Wilson, qui tient les coups pour indépendants. Sur la ligne les risques sont tels qu'annoncés.",
);

/// Marks of a panel.
const BINS: usize = 10;

pub(super) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let told = evidence.strategies.iter().enumerate().filter_map(|(of, label)| Some((of, label, evidence.moves.get(label)?)));
    let panels = told.filter(|(.., moves)| !moves.risk.is_empty()).map(|(of, label, moves)| {
        let bins = reliability(&moves.risk, &moves.died, Bins::Count(BINS), CONFIDENCE);
        let points = bins.into_iter().map(|bin| Dot {
            x: 100.0 * bin.predicted,
            y: 100.0 * bin.observed,
            interval: Some(bin.interval.times(100.0)),
        });
        let curve = Curve { of, line: Line::None, points: points.collect(), fit: None };
        let n = super::n_of([moves.risk.len() as u64], language);
        Panel { heading: format!("{label}, {n}"), curves: vec![curve] }
    });
    let panels: Vec<Panel> = panels.collect();
    let dots = panels.iter().flat_map(|panel| &panel.curves).flat_map(|curve| &curve.points);
    let most = dots.flat_map(|dot| [dot.x, dot.interval.map_or(dot.y, |interval| interval.high)]).fold(1.0, f64::max);
    (!panels.is_empty()).then(|| Plot {
        title: language.say(TITLE).into(),
        note: language.fill(NOTE, &[&BINS]),
        body: Body::Curves(Curves {
            x: Axis::linear(language.say(X), (0.0, most)),
            y: Axis::linear(language.say(Y), (0.0, most)),
            legend: Vec::new(),
            panels,
            diagonal: true,
        }),
    })
}
