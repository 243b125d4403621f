//! Whether stated risks come true: the Brier score and what it is made of.

use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::tabular::{Cell, Column, Row, Sheet, Shown};
use crate::results::summary::CONFIDENCE;
use crate::seed::Seed;
use crate::stats::{Bins, bootstrap_ratio, brier, mean, murphy};
use rayon::prelude::*;
use std::sync::Arc;

pub(super) const NAME: &str = "calibration";

/// Rows of the reliability table that the score is taken apart over.
const BINS: usize = 10;

const CAPTION: Text =
    Text::new("Stated risk of unproven moves against what came", "Risque annoncé des coups non prouvés et ce qui est arrivé");
const NOTE: Text = Text::new(
    "n: unproven moves whose risk was reckoned, in games that were won or lost. Intervals: bootstrap over games (2000 resamples). Brier score = reliability − resolution + uncertainty + what ten bins of equal count hide (Murphy 1973; Stephenson et al. 2008); less is better, and a reliability of 0 is calibrated.",
    "n : coups non prouvés dont le risque est calculé, dans des parties gagnées ou perdues. Intervalles : bootstrap sur les parties (2 000 rééchantillonnages). Score de Brier = fiabilité − résolution + incertitude + ce que cachent dix classes de même effectif (Murphy 1973 ; Stephenson et al. 2008) ; plus c'est bas, mieux c'est, et une fiabilité de 0 est calibrée.",
);

pub(super) fn sheet(evidence: &Evidence, language: Language) -> Option<Sheet> {
    let head = |id: &str, text: Text, shown| Column::new(id, language.say(text), shown);
    let columns = vec![
        Column::strategy(language),
        head("n", Text::new("n", "n"), Shown::Count),
        head("stated", Text::new("stated (%)", "annoncé (%)"), Shown::Percent),
        head("deadly", Text::new("deadly (%) [95 %]", "mortels (%) [95 %]"), Shown::Percent),
        head("brier", Text::new("Brier [95 %]", "Brier [95 %]"), Shown::Plain(4)),
        head("reliability", Text::new("reliability", "fiabilité"), Shown::Plain(5)),
        head("resolution", Text::new("resolution", "résolution"), Shown::Plain(4)),
        head("uncertainty", Text::new("uncertainty", "incertitude"), Shown::Plain(4)),
    ];
    let row = |(nth, label): (usize, &Arc<str>)| {
        let moves = evidence.moves.get(label).filter(|moves| !moves.risk.is_empty())?;
        let n = moves.risk.len() as u64;
        let counts: Vec<f64> = moves.games.iter().map(|&n| n as f64).collect();
        // Of games, since the moves of one are not independent.
        let over_games = |sums: &[f64], value: Option<f64>| {
            let seed = Seed::new(1).purpose("report calibration").index(nth as u64);
            Cell::estimate(value.map(|value| (value, bootstrap_ratio(sums, &counts, CONFIDENCE, seed))))
        };
        let parts = murphy(&moves.risk, &moves.died, Bins::Count(BINS))?;
        let cells = vec![
            Cell::Name(label.to_string()),
            Cell::count(n),
            Cell::number(mean(&moves.risk)),
            over_games(&moves.by_game(|_, died| died), mean(&moves.died)),
            over_games(&moves.by_game(|risk, died| (risk - died).powi(2)), brier(&moves.risk, &moves.died)),
            Cell::Number(parts.reliability),
            Cell::Number(parts.resolution),
            Cell::Number(parts.uncertainty),
        ];
        Some(Row { set: None, strategy: Some(label.clone()), cells })
    };
    let rows: Vec<Row> = evidence.strategies.par_iter().enumerate().filter_map(row).collect();
    (!rows.is_empty()).then(|| Sheet {
        name: NAME,
        caption: language.say(CAPTION).into(),
        columns,
        rows,
        notes: vec![language.say(NOTE).into()],
    })
}
