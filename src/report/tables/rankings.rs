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
use crate::results::summary::CONFIDENCE;
use crate::stats::{expected_longest_streak, longest_streak, mean, mean_interval, quantile};
use std::sync::Arc;

pub(super) const NAME: &str = "rankings";

const CAPTION: Text = Text::new("Rankings by size and difficulty", "Classements par taille et difficulté");
const THIRDS: [Text; 3] = [Text::new("easy", "facile"), Text::new("middle", "moyenne"), Text::new("hard", "difficile")];
const NOTE: Text = Text::new(
    "n: games. Difficulty: thirds of each set by {}, whose range is in brackets. Streak: the longest run of wins over the instances in their order, and how long it is expected to be at the same win rate. Means over games that did not end in an error, with Student's interval.",
    "n : parties. Difficulté : tiers de chaque jeu selon {}, dont l'étendue est entre parenthèses. Série : la plus longue suite de victoires dans l'ordre des instances, et sa longueur attendue au même taux de victoire. Moyennes sur les parties qui ne finissent pas par une erreur, avec l'intervalle de Student.",
);

pub(super) fn sheet(evidence: &Evidence, language: Language) -> Option<Sheet> {
    let about = evidence.about?;
    let found: Vec<(usize, &(&str, Text))> = about.found.iter().filter_map(|found| Some((evidence.column(found.0)?, found))).collect();
    let head = |id: &str, text: Text, shown| Column::new(id, language.say(text), shown);
    let mean_of = |text: Text| format!("{} [95 %]", language.say(text));
    let mut columns = vec![
        Column::set(language),
        head("size", Text::new("size", "taille"), Shown::Count),
        head("difficulty", Text::new("difficulty", "difficulté"), Shown::Words),
        Column::strategy(language),
        head("n", Text::new("n", "n"), Shown::Count),
        head("streak", Text::new("streak", "série"), Shown::Count),
        head("streak_expected", Text::new("expected", "attendue"), Shown::Plain(1)),
    ];
    columns.extend(found.iter().map(|(_, (id, text))| Column::new(*id, mean_of(*text), Shown::Plain(1))));
    columns.push(Column::new("seconds", mean_of(Text::new("time (ms)", "temps (ms)")), Shown::Milliseconds));
    let places: Vec<usize> = found.iter().map(|(place, _)| *place).collect();
    let rows: Vec<Row> = evidence.sets.iter().flat_map(|set| of_set(evidence, about, set, &places, language)).collect();
    let note = language.fill(NOTE, &[&about.difficulty.unwrap_or("–")]);
    (!rows.is_empty() && !places.is_empty()).then(|| Sheet {
        name: NAME,
        caption: language.say(CAPTION).into(),
        columns,
        rows,
        notes: vec![note],
    })
}

/// The instances of one set that are ranked together.
struct Class {
    size: f64,
    /// From this difficulty on, up to that; which third it is.
    difficulty: Option<(f64, f64, usize)>,
}

impl Class {
    fn holds(&self, size: f64, difficulty: f64) -> bool {
        let alike = |one: f64, other: f64| one.total_cmp(&other).is_eq() || one.is_nan() && other.is_nan();
        alike(size, self.size) && self.difficulty.is_none_or(|(low, high, _)| low <= difficulty && difficulty <= high)
    }
}

fn of_set(evidence: &Evidence, about: &About, set: &Arc<str>, found: &[usize], language: Language) -> Vec<Row> {
    let size = |game: &Outcome| size(evidence, about, game);
    let difficulty = |game: &Outcome| about.difficulty.and_then(|name| evidence.column(name)).map_or(f64::NAN, |place| game.values[place]);
    let classes = classes(evidence.groups(set).map(|(_, group)| group), size, difficulty);
    let mut rows = Vec::new();
    for class in &classes {
        for (_, group) in evidence.groups(set) {
            let games: Vec<&Outcome> = group.games().filter(|game| class.holds(size(game), difficulty(game))).collect();
            if games.is_empty() {
                continue;
            }
            let named = match class.difficulty {
                None => Cell::Nothing,
                Some((low, high, third)) => Cell::Name(format!("{} ({low}–{high})", language.say(THIRDS[third]))),
            };
            let of = [Cell::Name(set.to_string()), Cell::number(Some(class.size)), named, Cell::Name(group.strategy().to_string())];
            let cells = of.into_iter().chain(ranked(&games, found)).collect();
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
        let values: Vec<f64> = alike.iter().map(|instance| instance.2).filter(|value| !value.is_nan()).collect();
        let cuts = [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0].map(|share| quantile(&values, share).unwrap_or(f64::NAN));
        if values.len() < alike.len() || !cuts.windows(2).all(|pair| pair[0] + 1.0 < pair[1]) {
            classes.push(Class { size: alike[0].1, difficulty: None });
            continue;
        }
        // Whole numbers: each third starts after the one before.
        let ends = [cuts[1].floor(), cuts[2].floor(), cuts[3]];
        let starts = [cuts[0], ends[0] + 1.0, ends[1] + 1.0];
        classes.extend((0..3).map(|third| Class { size: alike[0].1, difficulty: Some((starts[third], ends[third], third)) }));
    }
    classes
}

/// The size of a game's instance.
pub(in crate::report) fn size(evidence: &Evidence, about: &About, game: &Outcome) -> f64 {
    about.size.iter().map(|column| evidence.column(column).map_or(f64::NAN, |place| game.values[place])).product()
}

fn ranked(games: &[&Outcome], found: &[usize]) -> Vec<Cell> {
    let n = games.len() as u64;
    let repetitions: std::collections::BTreeSet<u64> = games.iter().map(|game| game.repetition).collect();
    let of = |repetition: u64| games.iter().filter(move |game| game.repetition == repetition);
    let streak = repetitions.iter().map(|&repetition| longest_streak(of(repetition).map(|game| game.won() > 0.0))).max().unwrap_or(0);
    let rate = mean(&games.iter().map(|game| game.won()).collect::<Vec<_>>()).unwrap_or(0.0);
    let ended: Vec<&&Outcome> = games.iter().filter(|game| game.ended()).collect();
    let mean_of = |value: &dyn Fn(&Outcome) -> Option<f64>| {
        let values: Vec<f64> = ended.iter().filter_map(|game| value(game)).filter(|value| !value.is_nan()).collect();
        Cell::estimate(mean_interval(&values, CONFIDENCE))
    };
    let expected = expected_longest_streak(n / repetitions.len().max(1) as u64, rate);
    let mut cells = vec![Cell::count(n), Cell::count(streak), Cell::Number(expected)];
    cells.extend(found.iter().map(|&place| mean_of(&|game| Some(game.values[place]))));
    cells.push(mean_of(&|game| game.seconds));
    cells
}
