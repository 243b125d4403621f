//! What winning costs: time, and the game's own cost on instances that two both won.
//!
//! A strategy that loses early is cheap, so costs are compared only where both won.

use crate::report::evidence::{Evidence, won_cost};
use crate::report::language::{Language, Text};
use crate::report::tabular::{Cell, Column, Row, Sheet, Shown};
use crate::results::outcomes::Group;
use crate::results::summary::CONFIDENCE;
use crate::seed::Seed;
use crate::stats::{Interval, bootstrap, friedman, holm, mean, quantile_interval, sorted_quantile, wilcoxon};
use rayon::prelude::*;
use std::sync::Arc;

pub(super) const NAME: &str = "costs";

const CAPTION: Text = Text::new("Time and cost by set and strategy", "Temps et coût par lot et stratégie");
const NOTE: Text = Text::new(
    "n: games that did not end in an error; median and 95th percentile of their times with distribution-free intervals, which take games for independent. Difference: mean cost ({}) less the baseline's over the instances that both won (n both), with the percentile bootstrap over instances (2000 resamples); p: Wilcoxon's signed-rank test on them, adjusted by Holm's rule for one set.",
    "n : parties qui ne finissent pas par une erreur ; médiane et 95e centile de leurs temps avec des intervalles non paramétriques, qui tiennent les parties pour indépendantes. Écart : coût moyen ({}) moins celui de la référence sur les instances que les deux gagnent (n commun), avec le bootstrap sur les instances (méthode des percentiles, 2 000 rééchantillonnages) ; p : test des rangs signés de Wilcoxon, ajusté selon Holm pour un lot.",
);
const FRIEDMAN: Text = Text::new(
    "{}: Friedman's test that all cost the same on the {} instances that all won ({}): χ² = {}, {} degrees of freedom, {}.",
    "{} : test de Friedman que toutes coûtent autant sur les {} instances que toutes gagnent ({}) : χ² = {}, {} degrés de liberté, {}.",
);

pub(super) fn sheet(evidence: &Evidence, language: Language) -> Option<Sheet> {
    let about = evidence.about?;
    let cost = evidence.column(about.cost)?;
    let words = language.say(about.cost_words);
    let head = |id: &str, text: Text, shown| Column::new(id, language.say(text), shown);
    let columns = vec![
        Column::set(language),
        Column::strategy(language),
        head("n", Text::new("n", "n"), Shown::Count),
        head("seconds_median", Text::new("median (ms) [95 %]", "médiane (ms) [95 %]"), Shown::Milliseconds),
        head("seconds_95", Text::new("95th pct. (ms) [95 %]", "95e centile (ms) [95 %]"), Shown::Milliseconds),
        head("pairs", Text::new("n both", "n commun"), Shown::Count),
        Column::new("difference", format!("{} ({words}) [95 %]", language.say(Text::new("difference", "écart"))), Shown::Signed(2)),
        head("p", Text::new("p (Holm)", "p (Holm)"), Shown::PValue),
    ];
    let mut rows = Vec::new();
    let mut notes = vec![language.fill(NOTE, &[&words])];
    for set in &evidence.sets {
        let of_set = of_set(evidence, set, cost);
        let tests: Vec<f64> = of_set.iter().filter_map(|(_, paired)| paired.as_ref()?.p).collect();
        let mut adjusted = holm(&tests).into_iter();
        for (own, paired) in of_set {
            let paired = match paired {
                None => vec![Cell::Nothing, Cell::Nothing, Cell::Nothing],
                Some(Paired { n, difference, p }) => {
                    vec![Cell::count(n), Cell::estimate(difference), p.and_then(|_| adjusted.next()).map_or(Cell::Nothing, Cell::Number)]
                }
            };
            rows.push(Row { cells: [own.cells, paired].concat(), ..own });
        }
        notes.extend(all_differ(evidence, set, cost, language));
    }
    (!rows.is_empty()).then(|| Sheet { name: NAME, caption: language.say(CAPTION).into(), columns, rows, notes })
}

/// A strategy's cost against the baseline's, where both won.
struct Paired {
    n: u64,
    difference: Option<(f64, Interval)>,
    p: Option<f64>,
}

/// The strategies of a set: what is known of each by itself, and against the baseline.
fn of_set(evidence: &Evidence, set: &Arc<str>, cost: usize) -> Vec<(Row, Option<Paired>)> {
    let groups: Vec<Group> = evidence.groups(set).map(|(_, group)| group).collect();
    let one = |(nth, group): (usize, &Group)| {
        let group = *group;
        let mut times: Vec<f64> = group.games().filter(|game| game.ended()).filter_map(|game| game.seconds).collect();
        times.sort_unstable_by(f64::total_cmp);
        let time =
            |share| Cell::estimate(sorted_quantile(&times, share).map(|value| (value, quantile_interval(&times, share, CONFIDENCE))));
        let names = [set, group.strategy()].map(|name| Cell::Name(name.to_string()));
        let n = Cell::count(times.len() as u64);
        let cells = names.into_iter().chain([n, time(0.5), time(0.95)]).collect();
        let base = evidence.baseline.of(&evidence.strategies, group.strategy()).filter(|base| **base != **group.strategy());
        let base = base.and_then(|base| evidence.outcomes.group(set, base));
        let seed = Seed::new(1).purpose("report costs").purpose(set).index(nth as u64);
        let paired = base.map(|base| paired(group, base, cost, seed));
        (Row { set: Some(set.clone()), strategy: Some(group.strategy().clone()), cells }, paired)
    };
    groups.par_iter().enumerate().map(one).collect()
}

fn paired(group: Group, base: Group, cost: usize, seed: Seed) -> Paired {
    let differences: Vec<f64> = group.shared(base).filter_map(|(one, other)| Some(won_cost(one, cost)? - won_cost(other, cost)?)).collect();
    let difference = mean(&differences).map(|mean| (mean, bootstrap(&differences, CONFIDENCE, seed)));
    let p = (!differences.is_empty()).then(|| wilcoxon(&differences).map_or(1.0, |test| test.p_value));
    Paired { n: differences.len() as u64, difference, p }
}

/// Friedman's test over all strategies of a set, where there are more than two.
fn all_differ(evidence: &Evidence, set: &Arc<str>, cost: usize, language: Language) -> Option<String> {
    let played: Vec<usize> = evidence.groups(set).map(|(nth, _)| nth).collect();
    if played.len() < 3 {
        return None;
    }
    let costs = evidence.won_costs(set, cost);
    let blocks: Vec<Vec<f64>> = costs.iter().filter_map(|costs| played.iter().map(|&nth| costs[nth]).collect()).collect();
    let test = friedman(&blocks)?;
    let words = language.say(evidence.about?.cost_words);
    let p = language.p_equals(test.p_value);
    let statistic = language.number(test.statistic, 1);
    Some(language.fill(FRIEDMAN, &[set, &blocks.len(), &words, &statistic, &test.freedom, &p]))
}
