//! The k curve: what more neighbours bring.

use super::{GAIN, dot, heights, learned_from};
use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Curve, Curves, Dot, Line, Panel, Plot, Scale};

pub(in crate::report::figures) const NAME: &str = "selector_neighbours";

const TITLE: Text = Text::new("How many neighbours to ask", "Combien de voisins interroger");
const X: Text = Text::new("neighbours k", "voisins k");
const NOTE: Text = Text::new(
    "All else of the model as always. Triangular: nearer ones count more. {}; 95 % intervals: bootstrap over maps.",
    "Le reste du modèle comme toujours. Triangular : les plus proches comptent davantage. {} ; intervalles à 95 % : bootstrap sur les cartes.",
);

pub(in crate::report::figures) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let curves = evidence.selectors.first()?.evaluation.curves.as_ref()?;
    let mut fades: Vec<&String> = curves.neighbours.iter().map(|way| &way.fade).collect();
    fades.sort_unstable();
    fades.dedup();
    let of = |(of, fade): (usize, &&String)| {
        let points = curves.neighbours.iter().filter(|way| way.fade == **fade).filter_map(|way| dot(way.k as f64, way.gain));
        Curve { of, line: Line::Straight, points: points.collect(), fit: None }
    };
    let drawn: Vec<Curve> = fades.iter().enumerate().map(of).collect();
    let dots: Vec<&Dot> = drawn.iter().flat_map(|curve| &curve.points).collect();
    (!dots.is_empty()).then(|| Plot {
        title: language.say(TITLE).into(),
        note: language.fill(NOTE, &[&learned_from(curves.maps, curves.decisions, language)]),
        body: Body::Curves(Curves {
            x: Axis::over(language.say(X), Scale::Log, dots.iter().map(|dot| dot.x)),
            y: Axis::over(language.say(GAIN), Scale::Linear, heights(dots.iter().copied())),
            legend: fades.iter().map(ToString::to_string).enumerate().collect(),
            panels: vec![Panel { heading: String::new(), curves: drawn.clone() }],
            diagonal: false,
        }),
    })
}
