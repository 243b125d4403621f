//! What finding seen positions again takes, against how many are stored: comparisons, and
//! time. Both axes are logarithmic; a power law is a line.

use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Curve, Curves, Dot, Line, Panel, Plot, Scale};
use crate::results::outcomes::{Group, Outcome};
use crate::results::summary::CONFIDENCE;
use crate::stats::{line, mean, mean_interval};
use std::sync::Arc;

pub(super) const COMPARISONS: &str = "stored_comparisons";
pub(super) const TIME: &str = "stored_time";

const TITLE: Text = Text::new("Growth with what is stored: {}", "Croissance avec ce qui est gardé : {}");
const MILLISECONDS: Text = Text::new("time of a game (ms)", "temps d'une partie (ms)");
const NOTE: Text = Text::new(
    "A mark for the games that store between one power of 2 and the next, over all sets, where there are {} or more: means, with Student's 95 % interval. Lines: least squares of the logarithms of the single games; behind each name its slope, the exponent, with its 95 % interval, and n, the games.",
    "Une marque pour les parties qui gardent entre une puissance de 2 et la suivante, tous lots confondus, s'il y en a au moins {} : moyennes, avec l'intervalle de Student à 95 %. Droites : moindres carrés des logarithmes des parties ; derrière chaque nom sa pente, l'exposant, avec son intervalle à 95 %, et n, les parties.",
);

/// Fewer games are no mark.
const FEWEST: usize = 3;

pub(super) fn comparisons(evidence: &Evidence, language: Language) -> Option<Plot> {
    let effort = evidence.about?.effort?;
    let place = evidence.column(effort.compared)?;
    plot(evidence, language.say(effort.compared_words), |game| Some(game.values[place]), language)
}

pub(super) fn time(evidence: &Evidence, language: Language) -> Option<Plot> {
    plot(evidence, language.say(MILLISECONDS), |game| game.seconds.map(|seconds| 1000.0 * seconds), language)
}

fn plot(evidence: &Evidence, words: &str, value: impl Fn(&Outcome) -> Option<f64>, language: Language) -> Option<Plot> {
    let effort = evidence.about?.effort?;
    let stored = evidence.column(effort.stored)?;
    let points = |strategy: &Arc<str>| {
        let games = evidence.sets.iter().filter_map(|set| evidence.outcomes.group(set, strategy)).flat_map(Group::games);
        let points = games.filter(|game| game.ended()).filter_map(|game| Some((game.values[stored], value(game)?)));
        points.filter(|&(stored, value)| stored > 0.0 && value > 0.0).collect::<Vec<(f64, f64)>>()
    };
    let (mut curves, mut legend) = (Vec::new(), Vec::new());
    for (of, strategy) in evidence.strategies.iter().enumerate() {
        let points = points(strategy);
        let logs: Vec<(f64, f64)> = points.iter().map(|point| (libm::log10(point.0), libm::log10(point.1))).collect();
        let dots = binned(&points);
        let (Some(fit), [first, .., last]) = (line(&logs, CONFIDENCE), &dots[..]) else { continue };
        let at = |size: f64| (size, libm::pow(10.0, fit.intercept + fit.slope * libm::log10(size)));
        let [slope, low, high] = [fit.slope, fit.slope_interval.low, fit.slope_interval.high].map(|value| language.number(value, 2));
        let told = format!("{slope} {}, n = {}", language.range(&low, &high), language.count(points.len() as u64));
        legend.push((of, language.labelled(strategy, told)));
        curves.push(Curve { of, line: Line::None, fit: Some([at(first.x), at(last.x)]), points: dots });
    }
    // Of one search there is nothing to compare.
    if curves.len() < 2 {
        return None;
    }
    let dots = || curves.iter().flat_map(|curve| &curve.points);
    let fits = curves.iter().filter_map(|curve| curve.fit).flatten().map(|end| end.1);
    let x = Axis::over(language.say(effort.stored_words), Scale::Log, dots().map(|dot| dot.x));
    let y = Axis::over(words, Scale::Log, dots().map(|dot| dot.y).chain(fits).collect::<Vec<_>>());
    Some(Plot {
        title: language.fill(TITLE, &[&words]),
        note: language.fill(NOTE, &[&FEWEST]),
        body: Body::Curves(Curves { x, y, legend, panels: vec![Panel { heading: String::new(), curves }], diagonal: false }),
    })
}

/// Means of the points between powers of 2.
fn binned(points: &[(f64, f64)]) -> Vec<Dot> {
    let bin = |point: &(f64, f64)| libm::floor(libm::log2(point.0)) as i32;
    let mut points = points.to_vec();
    points.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let bins = points.chunk_by(|one, other| bin(one) == bin(other)).filter(|points| points.len() >= FEWEST);
    let dot = |points: &[(f64, f64)]| {
        let [stored, values]: [Vec<f64>; 2] = [points.iter().map(|point| point.0).collect(), points.iter().map(|point| point.1).collect()];
        let (value, interval) = mean_interval(&values, CONFIDENCE)?;
        // Nothing takes less than nothing, and no logarithm has it.
        let interval = crate::stats::Interval { low: interval.low.max(value / 100.0), high: interval.high };
        Some(Dot { x: mean(&stored)?, y: value, interval: Some(interval) })
    };
    bins.filter_map(dot).collect()
}
