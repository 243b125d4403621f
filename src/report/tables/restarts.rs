//! Random searches: how their work is distributed, and the best cut-off after which to begin
//! again.
//!
//! The cut-off is chosen by every other repetition and told by the rest, so that it does not
//! flatter itself.

use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::tabular::{Cell, Column, Row, Sheet, Shown};
use crate::results::outcomes::Group;
use crate::results::summary::CONFIDENCE;
use crate::seed::Seed;
use crate::stats::{best_cutoff, bootstrap_ratio, mean, mean_interval, restarted};
use std::sync::Arc;

pub(super) const NAME: &str = "restarts";

const CAPTION: Text = Text::new("Random searches and their best cut-off", "Recherches aléatoires et leur meilleure coupure");
const NOTE: Text = Text::new(
    "Of strategies whose repetitions differ. n: instances, each with the runs beside it. Mean {} of a run, over instances, with Student's interval. Cut-off: one for the set, after which a run is best begun again (Luby, Sinclair and Zuckerman 1993), chosen by the repetitions with an even number; ratio: the expected work with it to that without, told by the others, with the percentile bootstrap over instances (2000 resamples). A run that ran out of budget counts with what it spent, and never succeeded.",
    "Des stratégies dont les répétitions diffèrent. n : instances, chacune avec les essais d'à côté. Moyenne de {} par essai, sur les instances, avec l'intervalle de Student. Coupure : une par lot, après laquelle il vaut mieux recommencer (Luby, Sinclair et Zuckerman 1993), choisie par les répétitions de numéro pair ; rapport : le travail attendu avec elle sur celui sans elle, dit par les autres, avec le bootstrap sur les instances (méthode des percentiles, 2 000 rééchantillonnages). Un essai à bout de budget compte pour ce qu'il a dépensé, et ne réussit jamais.",
);

pub(super) fn sheet(evidence: &Evidence, language: Language) -> Option<Sheet> {
    let about = evidence.about.filter(|about| about.effort.is_some())?;
    let cost = evidence.column(about.cost)?;
    let words = language.say(about.cost_words);
    let head = |id: &str, text: Text, shown| Column::new(id, language.say(text), shown);
    let columns = vec![
        Column::set(language),
        Column::strategy(language),
        head("n", Text::new("n", "n"), Shown::Count),
        head("runs", Text::new("runs each", "essais chacune"), Shown::Count),
        Column::new("mean", format!("{words} [95 %]"), Shown::Plain(0)),
        head("cutoff", Text::new("cut-off", "coupure"), Shown::Plain(0)),
        head("ratio", Text::new("ratio [95 %]", "rapport [95 %]"), Shown::Plain(2)),
    ];
    let of_set = |set: &Arc<str>| {
        let rows = evidence.groups(set).filter_map(|(_, group)| cells(group, cost).map(|cells| (group.strategy().clone(), cells)));
        let row = |(strategy, cells): (Arc<str>, Vec<Cell>)| {
            let names = [set, &strategy].map(|name| Cell::Name(name.to_string()));
            Row { set: Some(set.clone()), strategy: Some(strategy), cells: names.into_iter().chain(cells).collect() }
        };
        rows.map(row).collect::<Vec<Row>>()
    };
    let rows: Vec<Row> = evidence.sets.iter().flat_map(of_set).collect();
    let notes = vec![language.fill(NOTE, &[&words])];
    (!rows.is_empty()).then(|| Sheet { name: NAME, caption: language.say(CAPTION).into(), columns, rows, notes })
}

/// What is known of a search whose luck shows; `None` of others.
fn cells(group: Group, cost: usize) -> Option<Vec<Cell>> {
    // Of each instance the work of its runs, and whether they succeeded.
    let runs: Vec<Vec<(f64, bool)>> = group
        .instances()
        .map(|games| games.iter().filter(|game| game.ended()).map(|game| (game.values[cost], game.won() > 0.0)).collect())
        .collect();
    let differ = |runs: &Vec<(f64, bool)>| runs.iter().any(|run| *run != runs[0]);
    if !runs.iter().any(differ) || runs.iter().any(|runs| runs.len() < 4) {
        return None;
    }
    let half = |odd: usize| -> Vec<Vec<f64>> {
        let time = |&(work, solved): &(f64, bool)| if solved { work } else { f64::INFINITY };
        runs.iter().map(|runs| runs.iter().skip(odd).step_by(2).map(time).collect()).collect()
    };
    let cutoff = best_cutoff(&half(0))?;
    let told = half(1);
    // Without a cut-off, until one succeeds: a run that found nothing spent its budget.
    let until = |runs: &Vec<(f64, bool)>| {
        let runs: Vec<(f64, bool)> = runs.iter().skip(1).step_by(2).copied().collect();
        let solved = runs.iter().filter(|run| run.1).count();
        if solved == 0 { f64::INFINITY } else { runs.iter().map(|run| run.0).sum::<f64>() / solved as f64 }
    };
    let without: Vec<f64> = runs.iter().map(until).collect();
    let with: Vec<f64> = told.iter().map(|runs| restarted(runs, cutoff)).collect::<Option<_>>()?;
    let ratio = mean(&with)? / mean(&without)?;
    let interval = bootstrap_ratio(&with, &without, CONFIDENCE, Seed::new(1).purpose("report restarts"));
    let means: Vec<f64> = runs.iter().map(|runs| mean(&runs.iter().map(|run| run.0).collect::<Vec<_>>())).collect::<Option<_>>()?;
    let is_some = cutoff.is_finite() && ratio.is_finite();
    Some(vec![
        Cell::count(runs.len() as u64),
        Cell::count(runs.iter().map(Vec::len).min().unwrap_or(0) as u64),
        Cell::estimate(mean_interval(&means, CONFIDENCE)),
        if cutoff.is_finite() { Cell::Number(cutoff) } else { Cell::Nothing },
        Cell::estimate(is_some.then_some((ratio, interval))),
    ])
}
