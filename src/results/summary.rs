//! From rows to statistics: one [`Summary`] for each set and strategy.
//!
//! The run's last table and the report both show these numbers, so they are
//! reckoned here, from the rows alone and in an order that does not depend on
//! theirs. The unit is the instance: the games of one instance are not
//! independent, so they are averaged first. Where every instance is then simply
//! won or lost (always so with one repetition), a set is that many independent
//! trials (Wilson, McNemar); else the instances are drawn again (bootstrap).

use crate::record::Field;
use crate::seed::Seed;
use crate::stats::{Interval, bootstrap, longest_streak, mcnemar, mean, quantile, wilson};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Confidence of every interval shown.
pub const CONFIDENCE: f64 = 0.95;

/// How one game ended: what a summary needs of a row.
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
    /// How it ended.
    pub status: Status,
    /// Actions, the fatal one too.
    pub actions: u64,
    /// Cells opened.
    pub opened: u64,
    /// Animals rightly named: tigers, sharks, crocodiles.
    pub named: [u64; 3],
    /// How long the game took, where that is known.
    pub seconds: Option<f64>,
}

/// How a game ended, as far as statistics care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Won.
    Won,
    /// Lost by a mistake.
    Lost,
    /// A limit of work was reached.
    GaveUp,
    /// It could not be played to its end.
    Error,
}

/// The word of a `status` column.
impl Field for Status {
    fn write(&self) -> String {
        let word = match self {
            Status::Won => "won",
            Status::Lost => "lost",
            Status::GaveUp => "gave_up",
            Status::Error => "error",
        };
        word.into()
    }

    fn read(word: &str) -> Option<Self> {
        [Status::Won, Status::Lost, Status::GaveUp, Status::Error].into_iter().find(|status| status.write() == word)
    }
}

/// How a strategy fared on a set. Means are over instances, of the mean over an
/// instance's repetitions.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The set.
    pub set: Arc<str>,
    /// Label of the strategy.
    pub strategy: Arc<str>,
    /// Instances played.
    pub instances: u64,
    /// Repetitions of the instance that has the most.
    pub repetitions: u64,
    /// Games played: with equal repetitions, instances × repetitions.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games given up at a limit; counted as not won.
    pub gave_up: u64,
    /// Games that could not be played to their end; counted as not won.
    pub errors: u64,
    /// Share of games won.
    pub rate: f64,
    /// Interval of the rate: Wilson's, or where repetitions differ the bootstrap's.
    pub interval: Interval,
    /// Against the baseline on the same set; `None` for the baseline itself and
    /// where it did not play.
    pub versus: Option<Versus>,
    /// Longest run of wins over the instances in order, within one repetition.
    pub longest_streak: u64,
    /// Mean actions.
    pub actions: f64,
    /// Mean cells opened.
    pub opened: f64,
    /// Mean animals rightly named: tigers, sharks, crocodiles.
    pub named: [f64; 3],
    /// Time, where it is known of every game.
    pub seconds: Option<Seconds>,
}

/// A strategy against the baseline, on the instances that both played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Versus {
    /// Instances that both played.
    pub pairs: u64,
    /// Its rate minus the baseline's.
    pub difference: f64,
    /// Interval of the difference: Newcombe's for pairs, or where repetitions
    /// differ the paired bootstrap's.
    pub interval: Interval,
    /// McNemar's exact p-value; `None` where repetitions differ.
    pub p_value: Option<f64>,
    /// Instances that only the strategy won, and only the baseline; `None` where
    /// repetitions differ.
    pub discordant: Option<(u64, u64)>,
}

/// Time per game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seconds {
    /// Mean.
    pub mean: f64,
    /// 95th percentile of the games.
    pub p95: f64,
}

/// Summaries by set, then strategy, in the order of their names; `baseline` is
/// the label that the others are compared to.
pub fn summarise(outcomes: &[Outcome], baseline: Option<&str>) -> Vec<Summary> {
    let mut groups: BTreeMap<(&str, &str), Group> = BTreeMap::new();
    for outcome in outcomes {
        groups.entry((&outcome.set, &outcome.strategy)).or_default().add(outcome);
    }
    let against = |set, strategy| baseline.filter(|&name| name != strategy).and_then(|name| groups.get(&(set, name)));
    groups.iter().map(|(&(set, strategy), group)| group.summary(set, strategy, against(set, strategy))).collect()
}

/// The games of one strategy on one set, by instance and repetition.
#[derive(Default)]
struct Group<'a> {
    instances: BTreeMap<&'a str, BTreeMap<u64, &'a Outcome>>,
}

impl<'a> Group<'a> {
    fn add(&mut self, outcome: &'a Outcome) {
        let doubled = self.instances.entry(&outcome.instance).or_default().insert(outcome.repetition, outcome);
        debug_assert!(doubled.is_none(), "one row a game");
    }

    fn summary(&self, set: &str, strategy: &str, baseline: Option<&Group>) -> Summary {
        let count = |status| self.games().filter(|game| game.status == status).count() as u64;
        let (instances, games, wins) = (self.instances.len() as u64, self.games().count() as u64, count(Status::Won));
        let rates = self.per_instance(won);
        let mean_of = |measure: &dyn Fn(&Outcome) -> u64| overall(&self.per_instance(|game| measure(game) as f64));
        Summary {
            set: set.into(),
            strategy: strategy.into(),
            instances,
            repetitions: self.repetitions(),
            games,
            wins,
            gave_up: count(Status::GaveUp),
            errors: count(Status::Error),
            rate: overall(&rates),
            interval: match all_or_nothing(rates.iter().copied()) {
                Some(won) => wilson(won.iter().filter(|&&won| won).count() as u64, instances, CONFIDENCE),
                None => bootstrap(&rates, CONFIDENCE, luck()),
            },
            versus: baseline.map(|baseline| self.versus(baseline)),
            longest_streak: self.longest_streak(),
            actions: mean_of(&|game| game.actions),
            opened: mean_of(&|game| game.opened),
            named: [0, 1, 2].map(|kind| mean_of(&|game| game.named[kind])),
            seconds: self.seconds(),
        }
    }

    fn versus(&self, baseline: &Group) -> Versus {
        let shared = self.instances.iter().filter_map(|(name, games)| Some((games, baseline.instances.get(name)?)));
        let (first, second): (Vec<f64>, Vec<f64>) = shared.map(|(one, other)| (average(one, won), average(other, won))).unzip();
        let pairs = first.len() as u64;
        if let (Some(first), Some(second)) = (all_or_nothing(first.iter().copied()), all_or_nothing(second.iter().copied())) {
            let paired = mcnemar(first.into_iter().zip(second), CONFIDENCE);
            return Versus {
                pairs,
                difference: paired.difference,
                interval: paired.interval,
                p_value: Some(paired.p_value),
                discordant: Some((paired.only_first, paired.only_second)),
            };
        }
        let differences: Vec<f64> = first.iter().zip(&second).map(|(one, other)| one - other).collect();
        let interval = bootstrap(&differences, CONFIDENCE, luck());
        Versus { pairs, difference: mean(&differences).unwrap_or(0.0), interval, p_value: None, discordant: None }
    }

    fn longest_streak(&self) -> u64 {
        let in_one = |repetition: u64| {
            let games = self.instances.values().filter_map(|games| games.get(&repetition));
            longest_streak(games.map(|game| game.status == Status::Won))
        };
        let repetitions: std::collections::BTreeSet<u64> = self.games().map(|game| game.repetition).collect();
        repetitions.into_iter().map(in_one).max().unwrap_or(0)
    }

    fn seconds(&self) -> Option<Seconds> {
        let all: Vec<f64> = self.games().map(|game| game.seconds).collect::<Option<_>>()?;
        Some(Seconds { mean: mean(&all)?, p95: quantile(&all, 0.95)? })
    }

    fn games(&self) -> impl Iterator<Item = &'a Outcome> + '_ {
        self.instances.values().flat_map(|games| games.values().copied())
    }

    fn repetitions(&self) -> u64 {
        self.instances.values().map(BTreeMap::len).max().unwrap_or(0) as u64
    }

    fn per_instance(&self, measure: impl Fn(&Outcome) -> f64) -> Vec<f64> {
        self.instances.values().map(|games| average(games, &measure)).collect()
    }
}

fn won(game: &Outcome) -> f64 {
    f64::from(u8::from(game.status == Status::Won))
}

/// Mean over the repetitions of one instance.
fn average(games: &BTreeMap<u64, &Outcome>, measure: impl Fn(&Outcome) -> f64) -> f64 {
    overall(&games.values().map(|game| measure(game)).collect::<Vec<_>>())
}

/// Whether each instance was won, where its repetitions all agree.
fn all_or_nothing(rates: impl Iterator<Item = f64>) -> Option<Vec<bool>> {
    rates.map(|rate| if rate <= 0.0 { Some(false) } else { (rate >= 1.0).then_some(true) }).collect()
}

/// The mean of a group, which has at least one game.
fn overall(values: &[f64]) -> f64 {
    mean(values).unwrap_or(0.0)
}

/// The bootstrap's own luck: fixed, so that the rows alone decide the numbers.
fn luck() -> Seed {
    Seed::new(0).purpose("bootstrap")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn outcome(set: &str, instance: usize, strategy: &str, repetition: u64, status: Status) -> Outcome {
        Outcome {
            set: set.into(),
            instance: format!("{instance:02}").into(),
            strategy: strategy.into(),
            repetition,
            status,
            actions: 10 + instance as u64,
            opened: 4,
            named: [1, 0, 2 * repetition],
            seconds: Some(0.5 * (instance + 1) as f64),
        }
    }

    /// One letter an instance: won, lost, gave up, error.
    fn played(set: &str, strategy: &str, repetition: u64, games: &str) -> Vec<Outcome> {
        let status = |letter| match letter {
            'w' => Status::Won,
            'l' => Status::Lost,
            'g' => Status::GaveUp,
            _ => Status::Error,
        };
        games.chars().enumerate().map(|(instance, letter)| outcome(set, instance, strategy, repetition, status(letter))).collect()
    }

    #[test]
    fn one_repetition_is_a_proportion_and_pairs() {
        let rows = [played("a", "base", 0, "wwlwge"), played("a", "other", 0, "wwwwwl"), played("b", "other", 0, "l")].concat();
        let summaries = summarise(&rows, Some("base"));
        let [base, other, alone] = &summaries[..] else { panic!("{summaries:?}") };

        assert_eq!((&*base.set, &*base.strategy, base.instances, base.repetitions, base.games), ("a", "base", 6, 1, 6));
        assert_eq!((base.wins, base.gave_up, base.errors, base.longest_streak), (3, 1, 1, 2));
        assert_eq!((base.rate, base.actions, base.opened, base.named), (0.5, 12.5, 4.0, [1.0, 0.0, 0.0]));
        assert_eq!(base.interval, wilson(3, 6, CONFIDENCE));
        assert_eq!(base.versus, None);
        assert_eq!(base.seconds, Some(Seconds { mean: 1.75, p95: 2.875 }));

        assert_eq!((other.wins, other.longest_streak), (5, 5));
        let pairs = [(true, true), (true, true), (true, false), (true, true), (true, false), (false, false)];
        let expected = mcnemar(pairs, CONFIDENCE);
        let found = other.versus.unwrap();
        assert_eq!((found.pairs, found.difference, found.interval), (6, expected.difference, expected.interval));
        assert_eq!((found.p_value, found.discordant), (Some(expected.p_value), Some((2, 0))));

        assert_eq!((&*alone.set, alone.wins, alone.versus), ("b", 0, None));
    }

    #[test]
    fn several_repetitions_are_averaged_by_instance_first() {
        let base = [played("a", "base", 0, "wwll"), played("a", "base", 1, "wlll")].concat();
        // The second instance was played once: it still counts as one instance.
        let other = [played("a", "other", 0, "wwww"), played("a", "other", 1, "l")].concat();
        let rows = [base, other].concat();
        let summaries = summarise(&rows, Some("base"));
        let [base, other] = &summaries[..] else { panic!("{summaries:?}") };
        assert_eq!((base.instances, base.repetitions, base.games, base.wins, base.rate), (4, 2, 8, 3, 0.375));
        assert_eq!(base.interval, bootstrap(&[1.0, 0.5, 0.0, 0.0], CONFIDENCE, luck()));
        assert_eq!((base.named, base.longest_streak), ([1.0, 0.0, 1.0], 2));
        assert_eq!((other.games, other.rate, other.longest_streak), (5, 0.875, 4));
        let versus = other.versus.unwrap();
        assert_eq!((versus.difference, versus.p_value, versus.discordant), (0.5, None, None));
        assert_eq!(versus.interval, bootstrap(&[-0.5, 0.5, 1.0, 1.0], CONFIDENCE, luck()));
    }

    #[test]
    fn only_instances_that_both_played_are_compared() {
        let rows = [played("a", "base", 0, "wl"), played("a", "other", 0, "wwww")].concat();
        let versus = summarise(&rows, Some("base"))[1].versus.unwrap();
        assert_eq!((versus.pairs, versus.difference), (2, 0.5));
        assert!(summarise(&rows, Some("absent")).iter().chain(&summarise(&rows, None)).all(|summary| summary.versus.is_none()));
        assert!(summarise(&[], Some("base")).is_empty());
    }

    #[test]
    fn time_is_told_only_where_every_game_has_one() {
        let mut rows = played("a", "base", 0, "wl");
        rows[1].seconds = None;
        assert_eq!(summarise(&rows, None)[0].seconds, None);
    }

    proptest! {
        #[test]
        fn the_order_of_rows_changes_nothing(
            games in prop::collection::vec("[wlge]{5}", 8),
            order in Just((0..40).collect::<Vec<usize>>()).prop_shuffle(),
        ) {
            let labels = |i: usize| (["a", "b"][i % 2], ["base", "other"][i / 2 % 2], (i / 4) as u64);
            let rows: Vec<Outcome> = games.iter().enumerate().flat_map(|(i, games)| {
                let (set, strategy, repetition) = labels(i);
                played(set, strategy, repetition, games)
            }).collect();
            let shuffled: Vec<Outcome> = order.iter().map(|&i| rows[i].clone()).collect();
            prop_assert_eq!(summarise(&rows, Some("base")), summarise(&shuffled, Some("base")));
        }
    }
}
