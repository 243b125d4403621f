//! Time and cost against size, all logarithmic, with the fitted power law.

use crate::report::evidence::Evidence;
use crate::report::growth::{Growth, Measure, Measured, growth};
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Curve, Curves, Dot, Line, Panel, Plot, Scale};

pub(super) const TIME: &str = "scaling_time";
pub(super) const COST: &str = "scaling_cost";

const TITLE: Text = Text::new("Growth with size: {}", "Croissance avec la taille : {}");
const MILLISECONDS: Text = Text::new("mean time of a game (ms)", "temps moyen d'une partie (ms)");
const WON: Text = Text::new("{}, mean of games won", "{}, moyenne des parties gagnées");
const NOTE: Text = Text::new(
    "A mark for each set ({} games); 95 % intervals: Student. Lines: least squares of the logarithms; behind each name its slope with its 95 % interval. Sets of one size may differ otherwise.",
    "Une marque par lot ({} parties) ; intervalles à 95 % : Student. Droites : moindres carrés des logarithmes ; derrière chaque nom sa pente avec son intervalle à 95 %. Des lots de même taille peuvent différer autrement.",
);

pub(super) fn time(evidence: &Evidence, language: Language) -> Option<Plot> {
    plot(evidence, Measure::Time, 1000.0, language.say(MILLISECONDS), language)
}

pub(super) fn cost(evidence: &Evidence, language: Language) -> Option<Plot> {
    let words = language.fill(WON, &[&language.say(evidence.about?.cost_words)]);
    plot(evidence, Measure::Cost, 1.0, &words, language)
}

fn plot(evidence: &Evidence, measure: Measure, unit: f64, words: &str, language: Language) -> Option<Plot> {
    let all = growth(evidence, measure)?;
    let points = || all.iter().flat_map(|growth| &growth.points);
    let x = Axis::over(language.say(evidence.about?.size_words), Scale::Log, points().map(|point| point.size));
    let curves: Vec<Curve> = all.iter().map(|growth| curve(growth, unit)).collect();
    let lines = curves.iter().filter_map(|curve| curve.fit).flatten().map(|end| end.1);
    let y = Axis::over(words, Scale::Log, points().map(|point| unit * point.value).chain(lines).collect::<Vec<_>>());
    Some(Plot {
        title: language.fill(TITLE, &[&words]),
        note: language.fill(NOTE, &[&super::n_of(points().map(|point| point.n), language)]),
        body: Body::Curves(Curves {
            x,
            y,
            legend: all.iter().map(|growth| (growth.of, named(growth, language))).collect(),
            panels: vec![Panel { heading: String::new(), curves }],
            diagonal: false,
        }),
    })
}

fn curve(growth: &Growth, unit: f64) -> Curve {
    let dot = |point: &Measured| Dot { x: point.size, y: unit * point.value, interval: Some(point.interval.times(unit)) };
    let ends = [growth.points.first(), growth.points.last()].map(|point| point.map_or(1.0, |point| point.size));
    let at = |size: f64, fit: &crate::stats::Line| (size, unit * libm::pow(10.0, fit.intercept + fit.slope * libm::log10(size)));
    let fit = growth.fit.as_ref().map(|fit| ends.map(|size| at(size, fit)));
    Curve { of: growth.of, line: Line::None, points: growth.points.iter().map(dot).collect(), fit }
}

fn named(growth: &Growth, language: Language) -> String {
    let Some(fit) = &growth.fit else { return growth.strategy.to_string() };
    let [slope, low, high] = [fit.slope, fit.slope_interval.low, fit.slope_interval.high].map(|value| language.number(value, 2));
    let interval = if fit.slope_interval.low.is_finite() { format!(" {}", language.range(&low, &high)) } else { String::new() };
    language.labelled(&growth.strategy, format!("{slope}{interval}"))
}
