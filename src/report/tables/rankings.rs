//! What the course ranks by: the longest streak, what was found, and how fast; by size and
//! difficulty of the instances.
//!
//! Difficulty is told in thirds of the instances of one set and size. A streak runs over
//! the instances in their order, and means little by itself: beside it stands how long it
//! is expected to be at the strategy's rate of winning.

use crate::report::evidence::Evidence;
use crate::report::games::About;
use crate::report::language::{Language, Text};
use crate::report::tabular::{Cell, Column, Row, Sheet, Shown};
use crate::results::outcomes::{Group, Outcome};
use crate::results::summary::{self, CONFIDENCE};
use crate::stats::{Interval, expected_longest_streak, mean, mean_interval, quantile};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) const STREAKS: &str = "rankings";
pub(super) const FINDS: &str = "finds";

const RANKINGS: Text = Text::new(
    "Rankings: longest streak and speed, by size and difficulty",
    "Classements : plus longue série et vitesse, par taille et difficulté",
);
const FOUND: Text =
    Text::new("Rankings: what was found, by size and difficulty", "Classements : ce qui a été trouvé, par taille et difficulté");
const CLASSES: [Text; 4] =
    [Text::new("all", "toutes"), Text::new("easy", "facile"), Text::new("medium", "moyenne"), Text::new("hard", "difficile")];
const NOTE: Text = Text::new(
    "n: games. Difficulty: all of a set, then its thirds by {}, whose range is in brackets. Means over games that did not end in an error, with Student's interval, cut at 0.",
    "n : parties. Difficulté : tout le lot, puis ses tiers selon {}, dont l'étendue est entre parenthèses. Moyennes sur les parties qui ne finissent pas par une erreur, avec l'intervalle de Student, coupé à 0.",
);
const STREAK: Text = Text::new(
    "Streak: the longest run of wins over the instances in their order; expected: how long it is on average where wins come by luck alone, at the same rate.",
    "Série : la plus longue suite de victoires dans l'ordre des instances ; attendue : sa longueur moyenne si les victoires viennent au hasard, au même taux.",
);

/// The longest streaks, and time.
pub(super) fn streaks(evidence: &Evidence, language: Language) -> Option<Sheet> {
    let head = |id: &str, text: Text, shown| Column::new(id, language.say(text), shown);
    let columns = vec![
        head("streak", Text::new("streak", "série"), Shown::Count),
        head("streak_expected", Text::new("expected", "attendue"), Shown::Plain(1)),
        head("seconds", Text::new("time (ms) [95 %]", "temps (ms) [95 %]"), Shown::Milliseconds),
    ];
    let cells = |games: &[&Outcome]| {
        let [streak, expected] = streak(games);
        vec![streak, expected, mean_of(games, |game| game.seconds)]
    };
    sheet(evidence, language, (STREAKS, RANKINGS), columns, cells, &[NOTE, STREAK])
}

/// What the course counts.
pub(super) fn finds(evidence: &Evidence, language: Language) -> Option<Sheet> {
    let found: Vec<(usize, &(&str, Text))> =
        evidence.about?.found.iter().filter_map(|found| Some((evidence.column(found.0)?, found))).collect();
    let head = |(_, (id, text)): &(usize, &(&str, Text))| Column::new(*id, format!("{} [95 %]", language.say(*text)), Shown::Plain(1));
    let columns: Vec<Column> = found.iter().map(head).collect();
    let cells = |games: &[&Outcome]| found.iter().map(|(place, _)| mean_of(games, |game| Some(game.values[*place]))).collect();
    (!found.is_empty()).then(|| sheet(evidence, language, (FINDS, FOUND), columns, cells, &[NOTE]))?
}

/// A table with a row for each set, size, difficulty and strategy.
fn sheet(
    evidence: &Evidence,
    language: Language,
    (name, caption): (&'static str, Text),
    columns: Vec<Column>,
    cells: impl Fn(&[&Outcome]) -> Vec<Cell>,
    notes: &[Text],
) -> Option<Sheet> {
    let about = evidence.about?;
    let head = |id: &str, text: Text, shown| Column::new(id, language.say(text), shown);
    let of = vec![
        Column::set(language),
        head("size", Text::new("size", "taille"), Shown::Count),
        head("difficulty", Text::new("difficulty", "difficulté"), Shown::Words),
        Column::strategy(language),
        head("n", Text::new("n", "n"), Shown::Count),
    ];
    let rows: Vec<Row> = evidence.sets.iter().flat_map(|set| of_set(evidence, about, set, &cells, language)).collect();
    let difficulty = about.difficulty.unwrap_or("–");
    let note = |text: &Text| language.say(*text).replace("{}", difficulty);
    (!rows.is_empty()).then(|| Sheet {
        name,
        caption: language.say(caption).into(),
        columns: of.into_iter().chain(columns).collect(),
        rows,
        notes: notes.iter().map(note).collect(),
    })
}

/// The instances of one set that are ranked together.
struct Class {
    size: f64,
    /// From this difficulty on, up to that, and which third it is, from 1; `None` for all.
    difficulty: Option<(f64, f64, usize)>,
}

impl Class {
    fn holds(&self, size: f64, difficulty: f64) -> bool {
        let alike = |one: f64, other: f64| one.total_cmp(&other).is_eq() || one.is_nan() && other.is_nan();
        alike(size, self.size) && self.difficulty.is_none_or(|(low, high, _)| low <= difficulty && difficulty <= high)
    }
}

fn of_set(evidence: &Evidence, about: &About, set: &Arc<str>, ranked: impl Fn(&[&Outcome]) -> Vec<Cell>, language: Language) -> Vec<Row> {
    let size = evidence.product(about.size);
    let difficulty = evidence.product(about.difficulty.as_slice());
    let classes = classes(evidence.groups(set).map(|(_, group)| group), &size, &difficulty);
    let mut rows = Vec::new();
    for class in &classes {
        for (_, group) in evidence.groups(set) {
            let games: Vec<&Outcome> = group.games().filter(|game| class.holds(size(game), difficulty(game))).collect();
            if games.is_empty() {
                continue;
            }
            let named = match class.difficulty {
                None => Cell::Ordered(0, language.say(CLASSES[0]).into()),
                Some((low, high, third)) => Cell::Ordered(third as u64, format!("{} ({low}–{high})", language.say(CLASSES[third]))),
            };
            let [of_set, strategy] = [set, group.strategy()].map(|name| Cell::Name(name.to_string()));
            let of = [of_set, Cell::number(Some(class.size)), named, strategy, Cell::count(games.len() as u64)];
            let cells = of.into_iter().chain(ranked(&games)).collect();
            rows.push(Row { set: Some(set.clone()), strategy: Some(group.strategy().clone()), cells });
        }
    }
    rows
}

/// The sizes of a set's instances, each in thirds of difficulty where they differ.
fn classes<'a>(
    groups: impl Iterator<Item = Group<'a>>,
    size: impl Fn(&Outcome) -> f64,
    difficulty: impl Fn(&Outcome) -> f64,
) -> Vec<Class> {
    let mut instances: Vec<(&str, f64, f64)> = Vec::new();
    for group in groups {
        instances.extend(group.instances().map(|games| (&*games[0].instance, size(&games[0]), difficulty(&games[0]))));
    }
    // Each once, by size.
    instances.sort_unstable_by(|one, other| one.0.cmp(other.0));
    instances.dedup_by(|one, other| one.0 == other.0);
    instances.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut classes = Vec::new();
    for alike in instances.chunk_by(|one, other| one.1.total_cmp(&other.1).is_eq()) {
        classes.push(Class { size: alike[0].1, difficulty: None });
        let values: Vec<f64> = alike.iter().map(|instance| instance.2).filter(|value| !value.is_nan()).collect();
        let cuts = [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0].map(|share| quantile(&values, share).unwrap_or(f64::NAN));
        if values.len() < alike.len() || !cuts.windows(2).all(|pair| pair[0] + 1.0 < pair[1]) {
            continue;
        }
        // Whole numbers: each third starts after the one before.
        let ends = [cuts[1].floor(), cuts[2].floor(), cuts[3]];
        let starts = [cuts[0], ends[0] + 1.0, ends[1] + 1.0];
        classes.extend((0..3).map(|third| Class { size: alike[0].1, difficulty: Some((starts[third], ends[third], third + 1)) }));
    }
    classes
}

/// The longest streak of wins, and how long it is expected to be.
fn streak(games: &[&Outcome]) -> [Cell; 2] {
    let repetitions: BTreeSet<u64> = games.iter().map(|game| game.repetition).collect();
    let rate = mean(&games.iter().map(|game| game.won()).collect::<Vec<_>>()).unwrap_or(0.0);
    let expected = expected_longest_streak((games.len() / repetitions.len().max(1)) as u64, rate);
    // The longest of several repetitions is longer than that of one.
    [Cell::count(summary::streak(&games.iter().copied())), if repetitions.len() > 1 { Cell::Nothing } else { Cell::Number(expected) }]
}

/// The mean of the games that ended and have a value. Nothing that is counted is below 0.
fn mean_of(games: &[&Outcome], value: impl Fn(&Outcome) -> Option<f64>) -> Cell {
    let ended = games.iter().filter(|game| game.ended());
    let values: Vec<f64> = ended.filter_map(|game| value(game)).filter(|value| !value.is_nan()).collect();
    let cut = |(mean, Interval { low, high })| (mean, Interval { low: if low.is_finite() { low.max(0.0) } else { low }, high });
    Cell::estimate(mean_interval(&values, CONFIDENCE).map(cut))
}
