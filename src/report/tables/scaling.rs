//! How time grows with size, as exponents.

use crate::report::evidence::Evidence;
use crate::report::growth::growth;
use crate::report::language::{Language, Text};
use crate::report::tabular::{Cell, Column, Row, Sheet, Shown};

pub(super) const NAME: &str = "scaling";

const CAPTION: Text = Text::new("Growth of time with size", "Croissance du temps avec la taille");
const NOTE: Text = Text::new(
    "Time grows as size to the power of the exponent: least squares of the logarithm of mean time against that of size, one point a set, with Student's interval. Sets of one size that differ otherwise are points of their own; with two there is no interval.",
    "Le temps croît comme la taille à la puissance de l'exposant : moindres carrés du logarithme du temps moyen contre celui de la taille, un point par jeu, avec l'intervalle de Student. Des jeux de même taille qui diffèrent autrement sont des points distincts ; avec deux il n'y a pas d'intervalle.",
);

pub(super) fn sheet(evidence: &Evidence, language: Language) -> Option<Sheet> {
    let head = |id: &str, text: Text, shown| Column::new(id, language.say(text), shown);
    let columns = vec![
        Column::strategy(language),
        head("sets", Text::new("sets", "jeux"), Shown::Count),
        head("n", Text::new("n (games)", "n (parties)"), Shown::Count),
        head("exponent", Text::new("exponent [95 %]", "exposant [95 %]"), Shown::Plain(2)),
    ];
    let rows = growth(evidence)?.into_iter().map(|growth| {
        let n = growth.points.iter().map(|point| point.n).sum();
        let slope = growth.fit.map(|fit| (fit.slope, fit.slope_interval));
        let cells =
            vec![Cell::Name(growth.strategy.to_string()), Cell::count(growth.points.len() as u64), Cell::count(n), Cell::estimate(slope)];
        Row { set: None, strategy: Some(growth.strategy), cells }
    });
    Some(Sheet { name: NAME, caption: language.say(CAPTION).into(), columns, rows: rows.collect(), notes: vec![language.say(NOTE).into()] })
}
