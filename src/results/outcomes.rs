//! The games of results as statistics need them: how each ended, and some numbers.
//!
//! They are sorted once, by set, strategy, instance and repetition. A [`Group`], all
//! games of one strategy on one set, is then a slice of them, and so are the games of
//! one instance: a million games need no index, and two groups are paired by walking
//! along both.

use crate::record::Status;
use std::cmp::Ordering;
use std::sync::Arc;

/// How one game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Set of the instance.
    pub set: Arc<str>,
    /// The instance.
    pub instance: Arc<str>,
    /// Label of the strategy.
    pub strategy: Arc<str>,
    /// Which repetition, from 0.
    pub repetition: u64,
    /// Whether the instance could be read; else nothing was played.
    pub readable: bool,
    /// How it ended.
    pub status: Status,
    /// The columns that were asked for, in order; `NaN` for an empty cell.
    pub values: Box<[f64]>,
    /// How long the game took, where that is known.
    pub seconds: Option<f64>,
}

impl Outcome {
    /// Whether it was won, as a number: 1 or 0.
    pub fn won(&self) -> f64 {
        f64::from(u8::from(self.status == Status::Won))
    }

    /// Whether it came to an end of its own.
    pub fn ended(&self) -> bool {
        self.status != Status::Error
    }

    fn order(&self, other: &Self) -> Ordering {
        let names = self.set.cmp(&other.set).then_with(|| self.strategy.cmp(&other.strategy));
        names.then_with(|| self.instance.cmp(&other.instance)).then(self.repetition.cmp(&other.repetition))
    }
}

/// Games, sorted.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    games: Vec<Outcome>,
    /// How many of the values that come first have their mean shown.
    averaged: usize,
}

impl Outcomes {
    /// These games, which come in any order; no two have the same names and repetition.
    /// Of so many of their values, which come first, summaries show the mean.
    pub fn new(mut games: Vec<Outcome>, averaged: usize) -> Self {
        games.sort_unstable_by(Outcome::order);
        debug_assert!(games.windows(2).all(|pair| pair[0].order(&pair[1]).is_lt()), "one row a game");
        Self { games, averaged }
    }

    /// Of how many values summaries show the mean.
    pub fn averaged(&self) -> usize {
        self.averaged
    }

    /// All games, by set, strategy, instance and repetition.
    pub fn games(&self) -> &[Outcome] {
        &self.games
    }

    /// The games of each set and strategy, in the order of their names.
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        self.games.chunk_by(|one, next| one.set == next.set && one.strategy == next.strategy).map(Group)
    }

    /// The games of this set and strategy, if there are any.
    pub fn group(&self, set: &str, strategy: &str) -> Option<Group<'_>> {
        let names = |game: &Outcome| (&*game.set, &*game.strategy).cmp(&(set, strategy));
        let from = self.games.partition_point(|game| names(game).is_lt());
        let games = &self.games[from..from + self.games[from..].partition_point(|game| names(game).is_le())];
        (!games.is_empty()).then_some(Group(games))
    }
}

/// The games of one strategy on one set; never empty.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a>(&'a [Outcome]);

impl<'a> Group<'a> {
    /// The set.
    pub fn set(self) -> &'a Arc<str> {
        &self.0[0].set
    }

    /// Label of the strategy.
    pub fn strategy(self) -> &'a Arc<str> {
        &self.0[0].strategy
    }

    /// The games of each instance, by repetition; what could not be read is left out,
    /// as it is by all that follow.
    pub fn instances(self) -> impl Iterator<Item = &'a [Outcome]> {
        self.every().filter(|games| games[0].readable)
    }

    /// How many instances could not be read.
    pub fn unreadable(self) -> u64 {
        self.every().filter(|games| !games[0].readable).count() as u64
    }

    fn every(self) -> impl Iterator<Item = &'a [Outcome]> {
        self.0.chunk_by(|one, next| one.instance == next.instance)
    }

    /// The games.
    pub fn games(self) -> impl Iterator<Item = &'a Outcome> + Clone {
        self.0.iter().filter(|game| game.readable)
    }

    /// A measure of each instance that has one: its mean over the repetitions.
    pub fn measures(self, measure: impl Fn(&Outcome) -> Option<f64>) -> Vec<f64> {
        self.instances().filter_map(|games| average(games, &measure)).collect()
    }

    /// The games of the instances that both played, of one and of the other.
    pub fn shared(self, other: Group<'a>) -> impl Iterator<Item = (&'a [Outcome], &'a [Outcome])> {
        let mut others = other.instances().peekable();
        self.instances().filter_map(move |games| {
            while others.next_if(|other| other[0].instance < games[0].instance).is_some() {}
            others.next_if(|other| other[0].instance == games[0].instance).map(|other| (games, other))
        })
    }
}

/// Mean of a measure over the games of one instance that have it.
pub fn average(games: &[Outcome], measure: impl Fn(&Outcome) -> Option<f64>) -> Option<f64> {
    let (sum, n) = games.iter().filter_map(measure).fold((0.0, 0u64), |(sum, n), value| (sum + value, n + 1));
    (n > 0).then(|| sum / n as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(strategy: &str, instance: &str, repetition: u64, value: f64) -> Outcome {
        Outcome {
            set: "a".into(),
            instance: instance.into(),
            strategy: strategy.into(),
            repetition,
            readable: instance != "unread",
            status: Status::Won,
            values: [value].into(),
            seconds: None,
        }
    }

    #[test]
    fn instances_are_slices_and_groups_are_paired() {
        let games =
            [("b", "2", 1, 4.0), ("a", "1", 0, 1.0), ("b", "2", 0, 2.0), ("b", "unread", 0, 9.0), ("a", "3", 0, 5.0), ("b", "3", 0, 7.0)];
        let outcomes =
            Outcomes::new(games.map(|(strategy, instance, repetition, value)| game(strategy, instance, repetition, value)).into(), 1);
        let groups: Vec<Group> = outcomes.groups().collect();
        let [a, b] = groups[..] else { panic!("{groups:?}") };
        assert_eq!(outcomes.group("a", "b").map(|group| group.games().count()), Some(3));
        assert!(outcomes.group("a", "c").is_none() && outcomes.group("b", "a").is_none());
        assert_eq!((&**a.strategy(), &**b.strategy(), a.unreadable(), b.unreadable()), ("a", "b", 0, 1));
        let value = |game: &Outcome| Some(game.values[0]);
        assert_eq!((a.measures(value), b.measures(value)), (vec![1.0, 5.0], vec![3.0, 7.0]));
        let shared = |one: Group<'_>, other| {
            one.shared(other).map(|(one, other)| (one[0].values[0] as u8, other[0].values[0] as u8)).collect::<Vec<_>>()
        };
        assert_eq!((shared(a, b), shared(b, a)), (vec![(5, 7)], vec![(7, 5)]));
        assert_eq!(average(&outcomes.games()[..0], value), None);
    }
}
