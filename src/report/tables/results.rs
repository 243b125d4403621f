//! Who wins: rates, and differences from the baseline on the same instances.

use crate::report::evidence::{Baseline, Evidence};
use crate::report::language::{Language, Text};
use crate::report::tabular::{Cell, Column, Row, Sheet, Shown};
use crate::results::summary::{CONFIDENCE, Discordant, Summary, Versus};
use crate::stats::paired_odds;

pub(super) const NAME: &str = "results";

const CAPTION: Text = Text::new("Win rates by set and strategy", "Taux de victoire par lot et stratégie");
const HEADS: [Text; 8] = [
    Text::new("n", "n"),
    Text::new("wins", "victoires"),
    Text::new("won (%) [95 %]", "gagnées (%) [95 %]"),
    Text::new("difference (points) [95 %]", "écart (points) [95 %]"),
    Text::new("+", "+"),
    Text::new("−", "−"),
    Text::new("odds ratio [95 %]", "rapport de cotes [95 %]"),
    Text::new("p (Holm)", "p (Holm)"),
];
const RATES: Text = Text::new(
    "n: instances. Win rates with Wilson's score interval; in bold where significantly more than each other strategy of the set (McNemar's exact test, adjusted by Holm's rule for all pairs, 5 %).",
    "n : instances. Taux de victoire avec l'intervalle de score de Wilson ; en gras s'il dépasse significativement celui de chaque autre stratégie du lot (test exact de McNemar, ajusté selon Holm pour toutes les paires, 5 %).",
);
const DIFFERENCES: Text = Text::new(
    "Difference from {}, paired by instance, with Newcombe's interval (method 10); + and −: instances that it alone and the other alone won; odds ratio: of these, with its exact interval; p: McNemar's exact test, adjusted by Holm's rule for the comparisons of one set.",
    "Écart par rapport à {}, apparié par instance, avec l'intervalle de Newcombe (méthode 10) ; + et − : instances gagnées par elle seule et par l'autre seule ; rapport de cotes : de celles-ci, avec son intervalle exact ; p : test exact de McNemar, ajusté selon Holm pour les comparaisons d'un lot.",
);
const REPEATED: Text = Text::new(
    "Instances played several times count as a fraction of a success, the mean of their games, in the same intervals, which are then rather too wide than too narrow; where games of one instance end differently bold is by Wilcoxon's signed-rank test, and no other is made.",
    "Les instances jouées plusieurs fois comptent comme une fraction de succès, la moyenne de leurs parties, dans les mêmes intervalles, alors plutôt trop larges que trop étroits ; là où les parties d'une instance finissent différemment, le gras vient du test des rangs signés de Wilcoxon, et il n'y a pas d'autre test.",
);
const UNFINISHED: Text = Text::new(
    "Counted as not won: games given up at a limit of work: {}; ended by an error, and left out of means: {}.",
    "Comptées comme non gagnées : parties abandonnées à une limite de travail : {} ; terminées par une erreur, et absentes des moyennes : {}.",
);
const UNREADABLE: Text = Text::new(
    "Instances that could not be read, and are left out of everything: {}.",
    "Instances illisibles, laissées de côté partout : {}.",
);

pub(super) fn sheet(evidence: &Evidence, language: Language) -> Option<Sheet> {
    let summaries = &evidence.summaries;
    let compared = evidence.baseline != Baseline::None;
    let shown = [Shown::Count, Shown::Count, Shown::Percent, Shown::Points, Shown::Count, Shown::Count, Shown::Plain(2), Shown::PValue];
    let ids = ["n", "wins", "win_rate", "difference", "gained", "lost", "odds_ratio", "p"];
    let columns = ids.into_iter().zip(HEADS).zip(shown).map(|((id, head), shown)| Column::new(id, language.say(head), shown));
    let columns: Vec<Column> =
        [Column::set(language), Column::strategy(language)].into_iter().chain(columns.take(if compared { 8 } else { 3 })).collect();
    let rows = summaries.iter().map(|summary| {
        let names = [&summary.set, &summary.strategy].map(|name| Cell::Name(name.to_string()));
        let cells = names.into_iter().chain(rate(summary)).chain(if compared { versus(evidence, summary, language) } else { Vec::new() });
        Row { set: Some(summary.set.clone()), strategy: Some(summary.strategy.clone()), cells: cells.collect() }
    });
    (!summaries.is_empty()).then(|| Sheet {
        name: NAME,
        caption: language.say(CAPTION).into(),
        columns,
        rows: rows.collect(),
        notes: notes(evidence, language),
    })
}

fn rate(summary: &Summary) -> [Cell; 3] {
    let rate = match summary.instances {
        0 => Cell::Nothing,
        _ if summary.best => Cell::Best(summary.rate, summary.interval),
        _ => Cell::Estimate(summary.rate, summary.interval),
    };
    [Cell::count(summary.instances), Cell::count(summary.wins), rate]
}

/// Against the baseline: difference, gained, lost, odds ratio, p.
fn versus(evidence: &Evidence, summary: &Summary, language: Language) -> Vec<Cell> {
    let mut cells = vec![Cell::Nothing; 5];
    if matches!(&evidence.baseline, Baseline::Label(base) if *base == summary.strategy) {
        cells[0] = Cell::Words(language.say(Text::new("baseline", "référence")).into());
    }
    let Some(Versus { pairs: 1.., difference, interval, discordant }) = summary.versus else { return cells };
    cells[0] = Cell::Estimate(difference, interval);
    if let Some(Discordant { gained, lost, adjusted, .. }) = discordant {
        cells[1] = Cell::count(gained);
        cells[2] = Cell::count(lost);
        cells[3] = Cell::estimate(paired_odds(gained, lost, CONFIDENCE));
        cells[4] = Cell::Number(adjusted);
    }
    cells
}

fn notes(evidence: &Evidence, language: Language) -> Vec<String> {
    let summaries = &evidence.summaries;
    let base = evidence.baseline.name();
    let repeated = summaries.iter().any(|summary| summary.repetitions > 1).then(|| language.say(REPEATED).into());
    let [gave_up, errors] =
        [|summary: &Summary| summary.gave_up, |summary: &Summary| summary.errors].map(|of| summaries.iter().map(of).sum::<u64>());
    let unfinished = (gave_up + errors > 0).then(|| language.fill(UNFINISHED, &[&gave_up, &errors]));
    // The same instances for every strategy.
    let of_set = |summaries: &[Summary]| summaries.iter().map(|summary| summary.unreadable).max().unwrap_or(0);
    let unreadable: u64 = summaries.chunk_by(|one, next| one.set == next.set).map(of_set).sum();
    let unreadable = (unreadable > 0).then(|| language.fill(UNREADABLE, &[&unreadable]));
    let differences = base.map(|base| language.fill(DIFFERENCES, &[&base]));
    [Some(language.say(RATES).to_string()), differences, repeated, unfinished, unreadable].into_iter().flatten().collect()
}
