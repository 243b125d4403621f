//! From rows to statistics: one [`Summary`] for each set and strategy.
//!
//! The run's last table and the report both show these numbers, so they are
//! reckoned here, from the rows alone and in an order that does not depend on
//! theirs. The unit is the instance: the games of one instance are not
//! independent, so they are averaged first, and an instance counts as a trial
//! with a fraction of a success. One rule for any number of repetitions: Wilson's
//! interval for a rate, Newcombe's for a difference; both are the usual ones where
//! each instance is simply won or lost, and only there is McNemar's test exact.
//! The tests on one set are a family: their p-values are adjusted by Holm's rule.
//!
//! An instance that could not be read was not played: it is counted by itself and
//! is in no other number. A game that ended in an error was not won, and how much
//! it took says nothing: it is in the rate, and in no mean.

pub use crate::record::Status;
use crate::stats::{Interval, Pair, holm, longest_streak, mcnemar, mean, newcombe, quantile, wilson};
use std::collections::{BTreeMap, BTreeSet};
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
    /// Whether the instance could be read; else nothing was played.
    pub readable: bool,
    /// How it ended.
    pub status: Status,
    /// The columns that the game declares as averaged, in order; `None` for an
    /// empty cell.
    pub averaged: Vec<Option<f64>>,
    /// How long the game took, where that is known.
    pub seconds: Option<f64>,
}

/// How a strategy fared on a set. Means are over instances, of the mean over an
/// instance's repetitions that ended without an error.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The set.
    pub set: Arc<str>,
    /// Label of the strategy.
    pub strategy: Arc<str>,
    /// Instances played.
    pub instances: u64,
    /// Instances that could not be read; all else is about the others.
    pub unreadable: u64,
    /// Repetitions of the instance that has the most.
    pub repetitions: u64,
    /// Games played: with equal repetitions, instances × repetitions.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games given up at a limit; counted as not won.
    pub gave_up: u64,
    /// Games that an error ended; counted as not won, and left out of means.
    pub errors: u64,
    /// Share of games won; 0 without games.
    pub rate: f64,
    /// Wilson's interval of the rate, an instance being a trial.
    pub interval: Interval,
    /// Against the baseline on the same set; `None` for the baseline itself and
    /// where it did not play.
    pub versus: Option<Versus>,
    /// Longest run of wins over the instances in order, within one repetition.
    pub longest_streak: u64,
    /// Means of the columns that the game declares as averaged, in order; `None`
    /// where no game has a value.
    pub means: Vec<Option<f64>>,
    /// Time, where it is known of every game that ended without an error.
    pub seconds: Option<Seconds>,
}

/// A strategy against the baseline, on the instances that both played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Versus {
    /// Instances that both played.
    pub pairs: u64,
    /// Its rate minus the baseline's.
    pub difference: f64,
    /// Newcombe's interval of the difference, an instance being a pair.
    pub interval: Interval,
    /// `None` where an instance was neither all won nor all lost by one of them.
    pub discordant: Option<Discordant>,
}

/// The instances that one of two alone won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Discordant {
    /// Those that only the strategy won.
    pub gained: u64,
    /// Those that only the baseline won.
    pub lost: u64,
    /// McNemar's exact p-value.
    pub p_value: f64,
    /// The same, adjusted by Holm's rule for all comparisons on the set.
    pub adjusted: f64,
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
    let all = groups.iter().map(|(&(set, strategy), group)| group.summary(set, strategy, against(set, strategy)));
    let mut summaries: Vec<Summary> = all.collect();
    summaries.chunk_by_mut(|one, next| one.set == next.set).for_each(adjust);
    summaries
}

/// Adjusts the p-values of one set, as a family.
fn adjust(of_set: &mut [Summary]) {
    let tests = of_set.iter_mut().filter_map(|summary| summary.versus.as_mut()?.discordant.as_mut());
    let tests: Vec<&mut Discordant> = tests.collect();
    let p_values: Vec<f64> = tests.iter().map(|test| test.p_value).collect();
    tests.into_iter().zip(holm(&p_values)).for_each(|(test, adjusted)| test.adjusted = adjusted);
}

/// The games of one strategy on one set, by instance and repetition.
#[derive(Default)]
struct Group<'a> {
    instances: BTreeMap<&'a str, BTreeMap<u64, &'a Outcome>>,
    unreadable: BTreeSet<&'a str>,
    /// How many columns are averaged.
    averaged: usize,
}

impl<'a> Group<'a> {
    fn add(&mut self, outcome: &'a Outcome) {
        self.averaged = outcome.averaged.len();
        if !outcome.readable {
            self.unreadable.insert(&outcome.instance);
            return;
        }
        let doubled = self.instances.entry(&outcome.instance).or_default().insert(outcome.repetition, outcome);
        debug_assert!(doubled.is_none(), "one row a game");
    }

    fn summary(&self, set: &str, strategy: &str, baseline: Option<&Group>) -> Summary {
        let count = |status| self.games().filter(|game| game.status == status).count() as u64;
        let (instances, games, wins) = (self.instances.len() as u64, self.games().count() as u64, count(Status::Won));
        let rates = self.per_instance(|game| Some(won(game)));
        Summary {
            set: set.into(),
            strategy: strategy.into(),
            instances,
            unreadable: self.unreadable.len() as u64,
            repetitions: self.repetitions(),
            games,
            wins,
            gave_up: count(Status::GaveUp),
            errors: count(Status::Error),
            rate: mean(&rates).unwrap_or(0.0),
            interval: wilson(rates.iter().sum(), instances, CONFIDENCE),
            versus: baseline.map(|baseline| self.versus(baseline)),
            longest_streak: self.longest_streak(),
            means: self.means(),
            seconds: self.seconds(),
        }
    }

    fn versus(&self, baseline: &Group) -> Versus {
        let shared = self.instances.iter().filter_map(|(name, games)| Some((games, baseline.instances.get(name)?)));
        let pairs: Vec<Pair> = shared.map(|(one, other)| pair(one, other)).collect();
        let (difference, interval) = newcombe(&pairs, CONFIDENCE);
        Versus { pairs: pairs.len() as u64, difference, interval, discordant: discordant(&pairs) }
    }

    fn longest_streak(&self) -> u64 {
        let in_one = |repetition: u64| {
            let games = self.instances.values().filter_map(|games| games.get(&repetition));
            longest_streak(games.map(|game| game.status == Status::Won))
        };
        let repetitions: BTreeSet<u64> = self.games().map(|game| game.repetition).collect();
        repetitions.into_iter().map(in_one).max().unwrap_or(0)
    }

    fn means(&self) -> Vec<Option<f64>> {
        (0..self.averaged).map(|column| mean(&self.per_instance(|game| game.averaged[column].filter(|_| ended(game))))).collect()
    }

    fn seconds(&self) -> Option<Seconds> {
        let all: Vec<f64> = self.games().filter(|game| ended(game)).map(|game| game.seconds).collect::<Option<_>>()?;
        Some(Seconds { mean: mean(&all)?, p95: quantile(&all, 0.95)? })
    }

    fn games(&self) -> impl Iterator<Item = &'a Outcome> + '_ {
        self.instances.values().flat_map(|games| games.values().copied())
    }

    fn repetitions(&self) -> u64 {
        self.instances.values().map(BTreeMap::len).max().unwrap_or(0) as u64
    }

    /// Mean over the repetitions of each instance that has a value.
    fn per_instance(&self, measure: impl Fn(&Outcome) -> Option<f64>) -> Vec<f64> {
        self.instances.values().filter_map(|games| average(games, &measure)).collect()
    }
}

fn won(game: &Outcome) -> f64 {
    f64::from(u8::from(game.status == Status::Won))
}

/// Whether a game came to an end of its own.
fn ended(game: &Outcome) -> bool {
    game.status != Status::Error
}

/// Mean over the repetitions of one instance.
fn average(games: &BTreeMap<u64, &Outcome>, measure: impl Fn(&Outcome) -> Option<f64>) -> Option<f64> {
    mean(&games.values().filter_map(|game| measure(game)).collect::<Vec<_>>())
}

/// How two strategies fared on one instance. Games of the same repetition had
/// the same luck and are compared; where repetitions differ, all are with all.
fn pair(one: &BTreeMap<u64, &Outcome>, other: &BTreeMap<u64, &Outcome>) -> Pair {
    if one.keys().eq(other.keys()) {
        let games = one.values().zip(other.values());
        return Pair::mean(&games.map(|(one, other)| Pair::independent(won(one), won(other))).collect::<Vec<_>>());
    }
    let [first, second] = [one, other].map(|games| average(games, |game| Some(won(game))).unwrap_or(0.0));
    Pair::independent(first, second)
}

/// The test on these pairs, where each of them is whole.
fn discordant(pairs: &[Pair]) -> Option<Discordant> {
    let whole = |share: f64| share <= 0.0 || share >= 1.0;
    let all_whole = pairs.iter().all(|pair| [pair.both, pair.only_first, pair.only_second, pair.neither].into_iter().all(whole));
    let count = |only: fn(&Pair) -> f64| pairs.iter().filter(|pair| only(pair) > 0.0).count() as u64;
    let (gained, lost) = (count(|pair| pair.only_first), count(|pair| pair.only_second));
    let p_value = mcnemar(gained, lost);
    all_whole.then_some(Discordant { gained, lost, p_value, adjusted: p_value })
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
            readable: true,
            status,
            averaged: vec![Some(10.0 + instance as f64), Some(2.0 * repetition as f64), None],
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
        assert_eq!((base.rate, &base.means[..]), (0.5, &[Some(12.0), Some(0.0), None][..]));
        assert_eq!(base.interval, wilson(3.0, 6, CONFIDENCE));
        assert_eq!(base.versus, None);
        assert_eq!(base.seconds, Some(Seconds { mean: 1.5, p95: 2.4 }));

        assert_eq!((other.wins, other.longest_streak), (5, 5));
        let pairs = [(1.0, 1.0), (1.0, 1.0), (1.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0)];
        let (difference, interval) = newcombe(&pairs.map(|(first, second)| Pair::independent(first, second)), CONFIDENCE);
        let discordant = Some(Discordant { gained: 2, lost: 0, p_value: mcnemar(2, 0), adjusted: mcnemar(2, 0) });
        assert_eq!(other.versus, Some(Versus { pairs: 6, difference, interval, discordant }));

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
        assert_eq!(base.interval, wilson(1.5, 4, CONFIDENCE));
        assert_eq!((&base.means[..], base.longest_streak), (&[Some(11.5), Some(1.0), None][..], 2));
        assert_eq!((other.games, other.rate, other.longest_streak), (5, 0.875, 4));
        let versus = other.versus.unwrap();
        assert_eq!((versus.pairs, versus.difference, versus.discordant), (4, 0.5, None));
        // 01: the other played once, against a win and a loss. 00: the same repetitions.
        let pairs = [(1.0, 0.5), (1.0, 0.0), (1.0, 0.0)].map(|(first, second)| Pair::independent(first, second));
        let same = Pair { both: 0.5, only_second: 0.5, ..Pair::default() };
        assert_eq!(versus.interval, newcombe(&[&[same], &pairs[..]].concat(), CONFIDENCE).1);
    }

    #[test]
    fn the_comparisons_on_one_set_are_a_family() {
        let games = [("a", "base", "llllllll"), ("a", "much", "wwwwwwww"), ("a", "more", "wwwwwwll"), ("a", "same", "llllllll")];
        let alone = [("b", "base", "llllllll"), ("b", "much", "wwwwwwww")];
        let rows: Vec<Outcome> = games.into_iter().chain(alone).flat_map(|(set, label, games)| played(set, label, 0, games)).collect();
        let summaries = summarise(&rows, Some("base"));
        let tests = summaries.iter().filter_map(|summary| Some((&*summary.set, &*summary.strategy, summary.versus?.discordant?)));
        let found: Vec<_> = tests.map(|(set, strategy, test)| (set, strategy, test.p_value, test.adjusted)).collect();
        let (eight, six) = (2.0 / 256.0, 2.0 / 64.0);
        let expected =
            [("a", "more", six, 2.0 * six), ("a", "much", eight, 3.0 * eight), ("a", "same", 1.0, 1.0), ("b", "much", eight, eight)];
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.into_iter().zip(expected) {
            assert_eq!((found.0, found.1), (expected.0, expected.1));
            assert!((found.2 - expected.2).abs() < 1e-12 && (found.3 - expected.3).abs() < 1e-12, "{found:?}, not {expected:?}");
        }
    }

    /// Playing every game again with the same end changes nothing, and one game
    /// that ends otherwise changes little: no rule takes over from another.
    #[test]
    fn repetitions_that_agree_are_no_news() {
        let games = [("base", "wwlwllwlwwllwwlwlllw"), ("other", "wwwwllwlwwllwwwwllwl")];
        let times = |n: u64| -> Vec<Outcome> {
            (0..n).flat_map(|repetition| games.into_iter().flat_map(move |(label, games)| played("a", label, repetition, games))).collect()
        };
        let of = |rows: &[Outcome]| summarise(rows, Some("base")).pop().unwrap();
        let (once, mut rows) = (of(&times(1)), times(10));
        let tenfold = of(&rows);
        assert_eq!((tenfold.interval, tenfold.versus), (once.interval, once.versus));
        let (exact, paired) = (once.interval, once.versus.unwrap().interval);
        assert!(once.versus.unwrap().discordant.is_some() && exact.low < once.rate && once.rate < exact.high);

        rows.iter_mut().find(|row| &*row.strategy == "other" && row.status == Status::Won).unwrap().status = Status::Lost;
        let other = of(&rows);
        let versus = other.versus.unwrap();
        assert!(versus.discordant.is_none());
        for (found, before) in [(other.interval, exact), (versus.interval, paired)] {
            assert!((found.low - before.low).abs() < 0.01 && (found.high - before.high).abs() < 0.01, "{found:?}, {before:?}");
        }
    }

    #[test]
    fn errors_are_not_won_and_in_no_mean() {
        let mut rows = played("a", "base", 0, "wlew");
        rows[2].seconds = None;
        let found = &summarise(&rows, None)[0];
        assert_eq!((found.instances, found.games, found.errors, found.rate), (4, 4, 1, 0.5));
        assert_eq!((found.means[0], found.seconds.map(|seconds| seconds.mean)), (Some(34.0 / 3.0), Some(3.5 / 3.0)));
        let found = &summarise(&played("a", "base", 0, "ee"), None)[0];
        assert_eq!((found.rate, &found.means[..], found.seconds), (0.0, &[None, None, None][..], None));
    }

    #[test]
    fn what_could_not_be_read_is_counted_and_in_nothing_else() {
        let games = [("base", "wlwl"), ("other", "wwwl")];
        let rows: Vec<Outcome> = games.into_iter().flat_map(|(label, games)| played("a", label, 0, games)).collect();
        let mut more = rows.clone();
        // Between the wins too, where it would end a streak.
        for (label, _) in games {
            more.push(Outcome {
                instance: "000".into(),
                readable: false,
                averaged: vec![None; 3],
                ..outcome("a", 0, label, 0, Status::Error)
            });
        }
        for (before, after) in summarise(&rows, Some("base")).into_iter().zip(summarise(&more, Some("base"))) {
            assert_eq!((before.unreadable, after.unreadable), (0, 1));
            assert_eq!(Summary { unreadable: 0, ..after }, before);
        }
        let found = &summarise(&more[8..9], Some("base"))[0];
        assert_eq!((found.instances, found.unreadable, found.games, found.errors, found.rate), (0, 1, 0, 0, 0.0));
        assert_eq!((found.interval, &found.means[..]), (Interval { low: 0.0, high: 1.0 }, &[None; 3][..]));
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
