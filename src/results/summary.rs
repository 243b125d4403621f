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

use super::outcomes::{Group, Outcome, Outcomes, average};
use crate::record::Status;
use crate::stats::{Interval, Pair, holm, longest_streak, mcnemar, mean, newcombe, quantile, wilcoxon, wilson};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Confidence of every interval shown.
pub const CONFIDENCE: f64 = 0.95;

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
    /// Whether it wins significantly more than each other strategy on the set.
    pub best: bool,
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

/// Summaries by set, then strategy, in the order of their names. `base` tells the label
/// that a strategy is compared to, if any.
pub fn summarise<'a>(outcomes: &Outcomes, base: impl Fn(&str) -> Option<&'a str>) -> Vec<Summary> {
    let groups: Vec<Group> = outcomes.groups().collect();
    let mut summaries = Vec::with_capacity(groups.len());
    for of_set in groups.chunk_by(|one, next| one.set() == next.set()) {
        let best = best(of_set);
        let from = summaries.len();
        for group in of_set {
            let base = base(group.strategy()).filter(|&name| name != &**group.strategy());
            let base = base.and_then(|name| of_set.iter().find(|other| &**other.strategy() == name));
            let best = best.as_ref() == Some(group.strategy());
            summaries.push(Summary { versus: base.map(|base| versus(*group, *base)), best, ..summary(*group, outcomes.averaged()) });
        }
        adjust(&mut summaries[from..]);
    }
    summaries
}

/// Adjusts the p-values of one set, as a family.
fn adjust(of_set: &mut [Summary]) {
    let tests = of_set.iter_mut().filter_map(|summary| summary.versus.as_mut()?.discordant.as_mut());
    let tests: Vec<&mut Discordant> = tests.collect();
    let p_values: Vec<f64> = tests.iter().map(|test| test.p_value).collect();
    tests.into_iter().zip(holm(&p_values)).for_each(|(test, adjusted)| test.adjusted = adjusted);
}

/// The strategy of one set that wins significantly more than each other one: see [`leader`].
fn best(of_set: &[Group]) -> Option<Arc<str>> {
    let pairs = |one: usize, other: usize| pairs([of_set[one].shared(of_set[other])]);
    leader(of_set.len(), pairs).map(|place| of_set[place].strategy().clone())
}

/// Which of several wins significantly more than each other one, given the pairs of any
/// two: by [`p_value`], adjusted by Holm's rule for all pairs of them. `None` where none does.
pub fn leader(of: usize, pairs: impl Fn(usize, usize) -> Vec<Pair>) -> Option<usize> {
    let two: Vec<(usize, usize)> = (0..of).flat_map(|one| (0..one).map(move |other| (one, other))).collect();
    let compared = two.iter().map(|&(one, other)| {
        let pairs = pairs(one, other);
        (newcombe(&pairs, CONFIDENCE).0, p_value(&pairs))
    });
    let (differences, p_values): (Vec<f64>, Vec<f64>) = compared.unzip();
    let mut beaten = vec![0; of];
    for (((one, other), p), difference) in two.into_iter().zip(holm(&p_values)).zip(differences) {
        if p <= 1.0 - CONFIDENCE {
            beaten[if difference > 0.0 { one } else { other }] += 1;
        }
    }
    beaten.iter().position(|&n| n > 0 && n + 1 == of)
}

/// The p-value of "both win equally often" on these pairs: McNemar's exact test where each
/// is won or lost, else Wilcoxon's of the differences of shares.
pub fn p_value(pairs: &[Pair]) -> f64 {
    let differences = || pairs.iter().map(|pair| pair.only_first - pair.only_second).collect::<Vec<f64>>();
    discordant(pairs).map_or_else(|| wilcoxon(&differences()).map_or(1.0, |test| test.p_value), |test| test.p_value)
}

/// How two strategies fared on the instances that both played.
pub fn pairs<'a>(shared: impl IntoIterator<Item = impl Iterator<Item = (&'a [Outcome], &'a [Outcome])>>) -> Vec<Pair> {
    shared.into_iter().flatten().map(|(one, other)| pair(one, other)).collect()
}

/// All of it but the comparisons.
fn summary(group: Group, averaged: usize) -> Summary {
    let count = |status| group.games().filter(|game| game.status == status).count() as u64;
    let rates = group.measures(|game| Some(game.won()));
    let instances = rates.len() as u64;
    let value = |column: usize| move |game: &Outcome| Some(game.values[column]).filter(|value| game.ended() && !value.is_nan());
    Summary {
        set: group.set().clone(),
        strategy: group.strategy().clone(),
        instances,
        unreadable: group.unreadable(),
        repetitions: group.instances().map(<[_]>::len).max().unwrap_or(0) as u64,
        games: group.games().count() as u64,
        wins: count(Status::Won),
        gave_up: count(Status::GaveUp),
        errors: count(Status::Error),
        rate: mean(&rates).unwrap_or(0.0),
        interval: wilson(rates.iter().sum(), instances, CONFIDENCE),
        versus: None,
        best: false,
        longest_streak: streak(&group.games()),
        means: (0..averaged).map(|column| mean(&group.measures(value(column)))).collect(),
        seconds: seconds(group),
    }
}

fn versus(one: Group, base: Group) -> Versus {
    let pairs = pairs([one.shared(base)]);
    let (difference, interval) = newcombe(&pairs, CONFIDENCE);
    Versus { pairs: pairs.len() as u64, difference, interval, discordant: discordant(&pairs) }
}

/// The longest run of wins within one repetition, over these games in their order.
pub fn streak<'a>(games: &(impl Iterator<Item = &'a Outcome> + Clone)) -> u64 {
    let repetitions: BTreeSet<u64> = games.clone().map(|game| game.repetition).collect();
    let in_one = |repetition: u64| longest_streak(games.clone().filter(|game| game.repetition == repetition).map(|game| game.won() > 0.0));
    repetitions.into_iter().map(in_one).max().unwrap_or(0)
}

fn seconds(group: Group) -> Option<Seconds> {
    let all: Vec<f64> = group.games().filter(|game| game.ended()).map(|game| game.seconds).collect::<Option<_>>()?;
    Some(Seconds { mean: mean(&all)?, p95: quantile(&all, 0.95)? })
}

/// How two strategies fared on one instance. Games of the same repetition had
/// the same luck and are compared; where repetitions differ, all are with all.
fn pair(one: &[Outcome], other: &[Outcome]) -> Pair {
    if one.iter().map(|game| game.repetition).eq(other.iter().map(|game| game.repetition)) {
        let games = one.iter().zip(other);
        return Pair::mean(&games.map(|(one, other)| Pair::independent(one.won(), other.won())).collect::<Vec<_>>());
    }
    let [first, second] = [one, other].map(|games| average(games, |game| Some(game.won())).unwrap_or(0.0));
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

    fn summarise(rows: &[Outcome], baseline: Option<&str>) -> Vec<Summary> {
        super::summarise(&Outcomes::new(rows.to_vec(), 3), |_| baseline)
    }

    fn outcome(set: &str, instance: usize, strategy: &str, repetition: u64, status: Status) -> Outcome {
        Outcome {
            set: set.into(),
            instance: format!("{instance:02}").into(),
            strategy: strategy.into(),
            repetition,
            readable: true,
            status,
            values: [10.0 + instance as f64, 2.0 * repetition as f64, f64::NAN].into(),
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
                values: [f64::NAN; 3].into(),
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
