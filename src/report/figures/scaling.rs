//! Time against size, both logarithmic, with the fitted power law.

use crate::report::evidence::Evidence;
use crate::report::growth::{Growth, Measured, growth};
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Curve, Curves, Dot, Line, Panel, Plot, Scale};
use crate::stats::Interval;

pub(super) const NAME: &str = "scaling";

const TITLE: Text = Text::new("Time of a game against its size", "Temps d'une partie selon sa taille");
const Y: Text = Text::new("mean time (ms)", "temps moyen (ms)");
const NOTE: Text = Text::new(
    "A mark for each set ({}); 95 % intervals: Student. Lines: least squares of the logarithms; behind each name its slope with its 95 % interval.",
    "Une marque par jeu ({}) ; intervalles à 95 % : Student. Droites : moindres carrés des logarithmes ; derrière chaque nom sa pente avec son intervalle à 95 %.",
);

pub(super) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let all = growth(evidence)?;
    let label = evidence.about.map_or("", |about| language.say(about.size_words));
    let sizes = all.iter().flat_map(|growth| &growth.points).map(|point| point.size);
    let x = Axis::over(label, Scale::Log, sizes);
    let times = all.iter().flat_map(|growth| &growth.points).map(|point| 1000.0 * point.seconds);
    let curves: Vec<Curve> = all.iter().enumerate().map(|(of, growth)| curve(of, growth)).collect();
    let lines = curves.iter().filter_map(|curve| curve.fit).flatten().map(|end| end.1);
    let y = Axis::over(language.say(Y), Scale::Log, times.chain(lines).collect::<Vec<_>>());
    let n = super::n_of(all.iter().flat_map(|growth| &growth.points).map(|point| point.n), language);
    let legend = all.iter().map(|growth| named(growth, language)).collect();
    Some(Plot {
        title: language.say(TITLE).into(),
        note: language.fill(NOTE, &[&n]),
        body: Body::Curves(Curves { x, y, legend, panels: vec![Panel { heading: String::new(), curves }], diagonal: false }),
    })
}

fn curve(of: usize, growth: &Growth) -> Curve {
    let dot = |point: &Measured| Dot {
        x: point.size,
        y: 1000.0 * point.seconds,
        interval: Some(Interval { low: 1000.0 * point.interval.low, high: 1000.0 * point.interval.high }),
    };
    let ends = [growth.points.first(), growth.points.last()].map(|point| point.map_or(1.0, |point| point.size));
    let fit =
        growth.fit.as_ref().map(|fit| ends.map(|size| (size, 1000.0 * libm::pow(10.0, fit.intercept + fit.slope * libm::log10(size)))));
    Curve { of, line: Line::None, points: growth.points.iter().map(dot).collect(), fit }
}

fn named(growth: &Growth, language: Language) -> String {
    let Some(fit) = &growth.fit else { return growth.strategy.to_string() };
    let [slope, low, high] = [fit.slope, fit.slope_interval.low, fit.slope_interval.high].map(|value| language.number(value, 2));
    if !fit.slope_interval.low.is_finite() {
        return format!("{}: {slope}", growth.strategy);
    }
    format!("{}: {slope} {}", growth.strategy, language.range(&low, &high))
}
