//! How time grows with size, as exponents.

use crate::report::evidence::Evidence;
use crate::report::growth::{Growth, Measure, growth};
use crate::report::language::{Language, Text};
use crate::report::tabular::{Cell, Column, Row, Sheet, Shown};

pub(super) const NAME: &str = "scaling";

const CAPTION: Text = Text::new("Growth of time and cost with size", "Croissance du temps et du coût avec la taille");
const NOTE: Text = Text::new(
    "Time, and the cost of games that are won, grow as size to the power of the exponent: least squares of the logarithm of the mean against that of size, one point a set, with Student's interval. Sets of one size that differ otherwise are points of their own; with two there is no interval.",
    "Le temps, et le coût des parties gagnées, croissent comme la taille à la puissance de l'exposant : moindres carrés du logarithme de la moyenne contre celui de la taille, un point par lot, avec l'intervalle de Student. Des lots de même taille qui diffèrent autrement sont des points distincts ; avec deux il n'y a pas d'intervalle.",
);

pub(super) fn sheet(evidence: &Evidence, language: Language) -> Option<Sheet> {
    let head = |id: &str, text: Text, shown| Column::new(id, language.say(text), shown);
    let exponent = |of: &str| format!("{} ({of}) [95 %]", language.say(Text::new("exponent", "exposant")));
    let columns = vec![
        Column::strategy(language),
        head("sets", Text::new("sets", "lots"), Shown::Count),
        head("n", Text::new("n (games)", "n (parties)"), Shown::Count),
        Column::new("time_exponent", exponent(language.say(Text::new("time", "temps"))), Shown::Plain(2)),
        Column::new("cost_exponent", exponent(language.say(evidence.about?.cost_words)), Shown::Plain(2)),
    ];
    let costs = growth(evidence, Measure::Cost).unwrap_or_default();
    let slope = |growth: &Growth| growth.fit.map(|fit| (fit.slope, fit.slope_interval));
    let rows = growth(evidence, Measure::Time)?.into_iter().map(|time| {
        let cost = costs.iter().find(|cost| cost.of == time.of).and_then(slope);
        let cells = vec![
            Cell::Name(time.strategy.to_string()),
            Cell::count(time.points.len() as u64),
            Cell::count(time.points.iter().map(|point| point.n).sum()),
            Cell::estimate(slope(&time)),
            Cell::estimate(cost),
        ];
        Row { set: None, strategy: Some(time.strategy), cells }
    });
    Some(Sheet { name: NAME, caption: language.say(CAPTION).into(), columns, rows: rows.collect(), notes: vec![language.say(NOTE).into()] })
}
