//! The learning curve: what more maps to learn from bring.

use super::{GAIN, dot, heights, learned_from};
use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Curve, Curves, Dot, Line, Panel, Plot, Scale};
use crate::report::selector::{Learner, Taught};
use serde_json::from_value;

pub(in crate::report::figures) const NAME: &str = "selector_learning";

const TITLE: Text = Text::new("Learning curve", "Courbe d'apprentissage");
const X: Text = Text::new("maps learned from", "cartes d'apprentissage");
const NOTE: Text = Text::new(
    "0: the single best strategy. {}; 95 % intervals: bootstrap over maps.",
    "0 : la meilleure stratégie seule. {} ; intervalles à 95 % : bootstrap sur les cartes.",
);

pub(in crate::report::figures) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let evaluation = &evidence.selectors.first()?.evaluation;
    let curves = evaluation.curves.as_ref()?;
    let shown = evaluation.shown();
    let taught = shown.iter().filter(|(_, learner)| curves.learning.iter().any(|taught| taught.gains.contains_key(&learner.name)));
    let of = |(of, learner): &(usize, &Learner)| {
        let at = |taught: &Taught| dot(taught.maps, from_value(taught.gains.get(&learner.name)?.clone()).ok()?);
        Curve { of: *of, line: Line::Straight, points: curves.learning.iter().filter_map(at).collect(), fit: None }
    };
    let legend = taught.clone().map(|(mark, learner)| (*mark, learner.name.clone())).collect();
    let drawn: Vec<Curve> = taught.map(of).collect();
    let dots: Vec<&Dot> = drawn.iter().flat_map(|curve| &curve.points).collect();
    Some(Plot {
        title: language.say(TITLE).into(),
        note: language.fill(NOTE, &[&learned_from(curves.maps, curves.decisions, language)]),
        body: Body::Curves(Curves {
            x: Axis::over(language.say(X), Scale::Log, dots.iter().map(|dot| dot.x)),
            y: Axis::over(language.say(GAIN), Scale::Linear, heights(dots.iter().copied())),
            legend,
            panels: vec![Panel { heading: String::new(), curves: drawn }],
            diagonal: false,
        }),
    })
}
