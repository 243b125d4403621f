//! The two languages of a report: its words, and how each writes numbers.

use crate::results::written::{p_value, percent, points};
use crate::stats::Interval;
use std::fmt::Display;

/// Everything that a report says in one language.
#[derive(Debug)]
pub struct Words {
    /// Its code on the command line.
    pub code: &'static str,
    decimal: char,
    separator: &'static str,
    percent: &'static str,
    colon: &'static str,
    /// Heading over the question.
    pub question: &'static str,
    /// Heading over the tables.
    pub results: &'static str,
    /// Before the name of a set.
    pub set: &'static str,
    /// The columns of a table that say who won; `{}` is the baseline.
    pub outcome: [&'static str; 8],
    /// A column that is averaged; `{}` is its name.
    pub mean: &'static str,
    /// The column of times.
    pub time: &'static str,
    /// In place of a comparison of the baseline with itself.
    pub baseline: &'static str,
    /// Footnote on what stands in the columns.
    pub method: &'static str,
    /// Footnote where instances were played several times.
    pub repeated: &'static str,
    /// Footnote on games that were not played to their end: given up, errors.
    pub unfinished: fn(u64, u64) -> String,
    /// Footnote on instances that could not be read.
    pub unreadable: fn(u64) -> String,
    /// Heading over where the numbers come from.
    pub origin: &'static str,
    /// Before the experiment's name.
    pub experiment: &'static str,
    /// Before the program's version.
    pub version: &'static str,
    /// Before the commit.
    pub commit: &'static str,
    /// After a commit whose files were changed.
    pub dirty: &'static str,
    /// Where the commit is not known.
    pub unknown: &'static str,
    /// Before the seed.
    pub seed: &'static str,
    /// What the figure shows.
    pub figure: &'static str,
    /// The figure's axis.
    pub axis: &'static str,
}

/// English.
pub const EN: Words = Words {
    code: "en",
    decimal: '.',
    separator: ", ",
    percent: " %",
    colon: ": ",
    question: "Question",
    results: "Results",
    set: "Set",
    outcome: ["strategy", "n", "wins", "win rate [95 %]", "difference to {} [95 %]", "p", "p (Holm)", "longest streak"],
    mean: "mean {}",
    time: "mean ms",
    baseline: "baseline",
    method: "n: instances. Rates with Wilson's score interval; differences in percentage points, paired by instance, \
             with Newcombe's interval for paired proportions (method 10); p: McNemar's exact test, two-sided; \
             p (Holm): the same, adjusted by Holm's rule for all comparisons of one table.",
    repeated: "Where instances were played several times (all games in brackets), the games of one are averaged first, and it counts as a \
               fraction of a success in the same intervals, which are then rather too wide than too narrow. \
               There is no p where games of one instance end differently.",
    unfinished: |gave_up, errors| {
        format!("Counted as not won: games given up at a limit of work: {gave_up}; ended by an error, and left out of means: {errors}.")
    },
    unreadable: |instances| format!("Instances that could not be read, and are left out of everything: {instances}."),
    origin: "Where this comes from",
    experiment: "Experiment",
    version: "Version of Clover",
    commit: "Commit",
    dirty: "with changes that were not committed",
    unknown: "unknown",
    seed: "Seed",
    figure: "Win rates by set and strategy, with 95 % intervals",
    axis: "games won (%)",
};

/// French.
pub const FR: Words = Words {
    code: "fr",
    decimal: ',',
    separator: " ; ",
    percent: "\u{202f}%",
    colon: " : ",
    question: "Question",
    results: "Résultats",
    set: "Jeu d'instances",
    outcome: [
        "stratégie",
        "n",
        "victoires",
        "taux de victoire [95\u{202f}%]",
        "écart à {} [95\u{202f}%]",
        "p",
        "p (Holm)",
        "plus longue série",
    ],
    mean: "{} (moyenne)",
    time: "ms (moyenne)",
    baseline: "référence",
    method: "n : instances. Taux avec l'intervalle de score de Wilson ; écarts en points de pourcentage, appariés par instance, \
             avec l'intervalle de Newcombe pour proportions appariées (méthode 10) ; p : test exact de McNemar, bilatéral ; \
             p (Holm) : le même, ajusté selon la règle de Holm pour toutes les comparaisons d'un tableau.",
    repeated: "Là où les instances sont jouées plusieurs fois (toutes les parties entre parenthèses), les parties d'une instance sont d'abord \
               moyennées, et elle compte comme une fraction de succès dans les mêmes intervalles, alors plutôt trop larges que trop étroits. \
               Il n'y a pas de p là où les parties d'une instance finissent différemment.",
    unfinished: |gave_up, errors| {
        format!(
            "Comptées comme non gagnées : parties abandonnées à une limite de travail : {gave_up} ; \
             terminées par une erreur, et absentes des moyennes : {errors}."
        )
    },
    unreadable: |instances| format!("Instances illisibles, laissées de côté partout : {instances}."),
    origin: "Provenance",
    experiment: "Expérience",
    version: "Version de Clover",
    commit: "Commit",
    dirty: "avec des modifications non validées",
    unknown: "inconnu",
    seed: "Graine",
    figure: "Taux de victoire par jeu d'instances et stratégie, avec intervalles à 95\u{202f}%",
    axis: "parties gagnées (%)",
};

impl Words {
    /// The language of this code.
    pub fn find(code: &str) -> Option<&'static Words> {
        [&EN, &FR].into_iter().find(|words| words.code == code)
    }

    /// Something with its label before it.
    pub fn labelled(&self, label: &str, what: impl Display) -> String {
        format!("{label}{}{what}", self.colon)
    }

    /// A number with so many decimals.
    pub fn number(&self, value: f64, decimals: usize) -> String {
        self.local(&format!("{value:.decimals$}"))
    }

    /// A number as it is written in English, in this language.
    fn local(&self, number: &str) -> String {
        number.replace('.', self.decimal.encode_utf8(&mut [0; 4]))
    }

    /// A share as a percentage with its interval, in percent.
    pub fn share(&self, value: f64, interval: Interval) -> String {
        let [value, low, high] = [value, interval.low, interval.high].map(|x| self.local(&percent(x)));
        format!("{value}{} [{low}{}{high}]", self.percent, self.separator)
    }

    /// A difference of shares with its interval, in percentage points.
    pub fn difference(&self, value: f64, interval: Interval) -> String {
        let [value, low, high] = [value, interval.low, interval.high].map(|x| self.local(&points(x)));
        format!("{value} [{low}{}{high}]", self.separator)
    }

    /// A p-value: four decimals, or that it is smaller.
    pub fn p_value(&self, value: f64) -> String {
        self.local(&p_value(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_each_language_does() {
        let interval = Interval { low: -0.000_004, high: 0.125 };
        assert_eq!(EN.share(0.5, Interval { low: 0.25, high: 1.0 }), "50.0 % [25.0, 100.0]");
        assert_eq!(FR.share(0.5, Interval { low: 0.25, high: 1.0 }), "50,0\u{202f}% [25,0 ; 100,0]");
        assert_eq!(EN.difference(0.0605, interval), "+6.05 [0.00, +12.50]");
        assert_eq!(FR.difference(-0.0605, interval), "−6,05 [0,00 ; +12,50]");
        assert_eq!([EN.p_value(1.0), EN.p_value(0.012_34), FR.p_value(1e-9)], ["1.0000", "0.0123", "< 0,0001"]);
    }

    #[test]
    fn languages_are_found_by_their_codes() {
        assert_eq!(Words::find("fr").map(|words| words.code), Some("fr"));
        assert!(Words::find("de").is_none());
    }
}
