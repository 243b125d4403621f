//! The learning curve: what more maps to learn from bring.

use super::{GAIN, dot, heights, learned_from};
use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Curve, Curves, Dot, Line, Panel, Plot, Scale};
use serde_json::from_value;

pub(in crate::report::figures) const NAME: &str = "selector_learning";

const TITLE: Text = Text::new("Learning curve", "Courbe d'apprentissage");
const X: Text = Text::new("maps learned from", "cartes d'apprentissage");
const NOTE: Text = Text::new(
    "0: the single best strategy. {}; 95 % intervals: bootstrap over maps.",
    "0 : la meilleure stratégie seule. {} ; intervalles à 95 % : bootstrap sur les cartes.",
);

pub(in crate::report::figures) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let curves = evidence.selectors.first()?.evaluation.curves.as_ref()?;
    let mut names: Vec<&String> = curves.learning.iter().flat_map(|taught| taught.gains.keys()).collect();
    names.dedup();
    names.truncate(curves.learning.first()?.gains.len());
    let of = |(of, name): (usize, &&String)| {
        let at = |taught: &crate::report::selector::Taught| dot(taught.maps, from_value(taught.gains.get(*name)?.clone()).ok()?);
        Curve { of, line: Line::Straight, points: curves.learning.iter().filter_map(at).collect(), fit: None }
    };
    let drawn: Vec<Curve> = names.iter().enumerate().map(of).collect();
    let dots: Vec<&Dot> = drawn.iter().flat_map(|curve| &curve.points).collect();
    Some(Plot {
        title: language.say(TITLE).into(),
        note: language.fill(NOTE, &[&learned_from(curves.maps, curves.decisions, language)]),
        body: Body::Curves(Curves {
            x: Axis::over(language.say(X), Scale::Log, dots.iter().map(|dot| dot.x)),
            y: Axis::over(language.say(GAIN), Scale::Linear, heights(dots.iter().copied())),
            legend: names.iter().map(ToString::to_string).collect(),
            panels: vec![Panel { heading: String::new(), curves: drawn }],
            diagonal: false,
        }),
    })
}
