//! Every finding, planted and caught; and clean scenarios, of which nothing is said.

use super::super::made::{Made, small};
use super::*;
use crate::seed::Seed;
use rand::RngExt;

fn strategies() -> Made {
    Made::default()
}

fn candidates() -> Made {
    Made { target: Target::Candidate, ..Made::default() }
}

/// Asserts that exactly these are found: rule, severity, and a part of the text.
#[track_caller]
fn check(scenario: &Scenario, expected: &[(Rule, Severity, &str)]) {
    scenario.check().unwrap();
    let found = lint(scenario);
    let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), expected.len(), "{texts:#?}");
    for ((finding, text), (rule, severity, part)) in found.iter().zip(&texts).zip(expected) {
        assert!((finding.rule, finding.severity) == (*rule, *severity) && text.contains(part), "{texts:#?}");
    }
}

fn planted(made: Made, value: impl Fn(&Scenario, usize, usize) -> f64) -> Scenario {
    made.scenario().with("planted", value)
}

/// Noise of its own for each place.
fn noise(place: usize) -> f64 {
    Seed::new(7).index(place as u64).generator().random()
}

#[test]
fn clean_scenarios_have_no_findings() {
    for seed in 0..20 {
        for worlds in [32, 256] {
            check(&Made { worlds, seed, ..strategies() }.scenario(), &[]);
            check(&Made { worlds, seed, ..candidates() }.scenario(), &[]);
        }
    }
}

/// Nothing can know more than the truth itself, and that is no leak.
#[test]
fn perfect_honest_features_are_no_leak() {
    for seed in 0..20 {
        let made = Made { seed, worlds: 16, ..candidates() };
        check(&planted(made, |scenario, _, option| made.chance(scenario.features_of(option), 0)), &[]);
        let made = Made { seed, worlds: 16, ..strategies() };
        let of_first = |scenario: &Scenario, decision: usize, _: usize| {
            made.chance(scenario.features_of(scenario.decisions[decision].options.start), 0)
        };
        check(&planted(made, of_first), &[]);
    }
}

/// A quantity of the map that maps share, and one that only a few decisions have.
#[test]
fn features_of_the_map_are_no_leak() {
    let area = |scenario: &Scenario, decision: usize, _: usize| {
        let group: f64 = scenario.decisions[decision].group.trim_start_matches("made/").parse().unwrap();
        (noise(group as usize) * 12.0).floor()
    };
    check(&planted(strategies(), area), &[]);
    check(&planted(candidates(), area), &[]);
    // One decision a group: any number differs from group to group.
    check(&planted(Made { steps: 1, groups: 200, ..strategies() }, |_, decision, _| noise(decision)), &[]);
}

#[test]
fn what_is_no_number_is_an_error() {
    let nan = planted(strategies(), |_, decision, _| if decision == 3 { f64::NAN } else { noise(decision) });
    check(
        &nan,
        &[(Rule::NotFinite, Severity::Error, "error: feature `planted` is not a finite number in 1 of 300 rows (first in option 9,")],
    );
    let infinite = planted(candidates(), |_, _, option| if option % 2 == 0 { f64::INFINITY } else { 0.0 });
    check(&infinite, &[(Rule::NotFinite, Severity::Error, "in 450 of 900 rows (first in option 0,")]);
}

#[test]
fn constants_and_duplicates_are_warned_of() {
    let constant = planted(strategies(), |_, _, _| 0.1);
    check(&constant, &[(Rule::Constant, Severity::Warning, "warning: feature `planted` is 0.1 in all 300 rows")]);
    let same = planted(candidates(), |scenario, _, option| scenario.features_of(option)[2]);
    check(&same, &[(Rule::Duplicate, Severity::Warning, "feature `planted` equals `risk` in all 900 rows")]);
    let line = planted(strategies(), |scenario, _, option| 1e6 - 0.3 * scenario.features_of(option)[1]);
    check(&line, &[(Rule::Duplicate, Severity::Warning, "is a linear function of `closed` (correlation -1)")]);
    let nearly = planted(strategies(), |scenario, decision, option| scenario.features_of(option)[1] + 1e-4 * noise(decision));
    check(&nearly, &[]);
}

#[test]
fn repeated_rows_and_few_groups_are_warned_of() {
    let mut coarse = strategies().scenario();
    coarse.x.iter_mut().for_each(|x| *x = (*x * 8.0).round() / 8.0);
    check(&coarse, &[(Rule::RepeatedRows, Severity::Warning, "rows (76 %) have the features of another row")]);
    let few = Made { groups: 12, ..strategies() }.scenario();
    check(&few, &[(Rule::FewGroups, Severity::Warning, "60 decisions come from 12 groups")]);
}

#[test]
fn nothing_to_learn_is_warned_of() {
    let scenario = Made { skill: 0.0, ..strategies() }.scenario();
    check(&scenario, &[(Rule::NothingToLearn, Severity::Warning, "so that choosing is not known to gain anything")]);
}

#[test]
fn features_that_name_the_group_are_errors() {
    let number =
        |scenario: &Scenario, decision: usize| scenario.decisions[decision].group.trim_start_matches("made/").parse::<f64>().unwrap();
    let what = "error: feature `planted` names the group: in 60 of 60 groups";
    for made in [strategies(), candidates()] {
        check(&planted(made, |scenario, decision, _| number(scenario, decision)), &[(Rule::NamesGroup, Severity::Error, what)]);
        // Shuffled, and with some noise.
        let hidden = planted(made, |scenario, decision, option| noise(number(scenario, decision) as usize) + 1e-6 * noise(option));
        check(&hidden, &[(Rule::NamesGroup, Severity::Error, " of 60 groups with several decisions")]);
    }
    // A few maps may well differ in everything.
    let few = Made { groups: 20, ..strategies() };
    check(&planted(few, |scenario, decision, _| number(scenario, decision)), &[(Rule::FewGroups, Severity::Warning, "")]);
}

#[test]
fn features_made_with_the_scores_are_errors() {
    let leaks = |scenario: &Scenario, part: &str| check(scenario, &[(Rule::KnowsScore, Severity::Error, part)]);
    leaks(
        &planted(candidates(), |scenario, _, option| scenario.score(option)),
        "linear correlation of 1.0000 with the score within decisions",
    );
    leaks(
        &planted(candidates(), |scenario, _, option| (9.0 * scenario.score(option)).exp()),
        "rank correlation of 1.0000 with the score within",
    );
    leaks(&planted(candidates(), |scenario, _, option| -scenario.halves[option][1]), "goes with the difference of the two halves");
    let little = |scenario: &Scenario, option: usize| scenario.score(option) + 0.02 * noise(option);
    leaks(&planted(Made { worlds: 8, ..candidates() }, |scenario, _, option| little(scenario, option)), "score within decisions");

    let first = |scenario: &Scenario, decision: usize| scenario.decisions[decision].proposals[1];
    leaks(
        &planted(strategies(), |scenario, decision, _| scenario.score(first(scenario, decision))),
        "correlation of 1.0000 with the score of `bold`",
    );
    leaks(&planted(strategies(), |scenario, decision, _| scenario.halves[first(scenario, decision)][0]), "goes with the difference");
    let shifted = |scenario: &Scenario, decision: usize| scenario.score(first(scenario, decision)) + 0.1 * noise(decision);
    leaks(&planted(Made { worlds: 8, ..strategies() }, |scenario, decision, _| shifted(scenario, decision)), "is not noise: more, by");
    let mean = |scenario: &Scenario, decision: usize| {
        let options = scenario.decisions[decision].options.clone();
        options.map(|option| scenario.score(option)).sum::<f64>()
    };
    leaks(&planted(candidates(), |scenario, decision, _| mean(scenario, decision)), "with the mean score of the options");
}

/// Exact scores have no noise to know; knowing them perfectly is still implausible.
#[test]
fn exact_scores_are_held_to_the_first_test_alone() {
    let exact = |mut scenario: Scenario| {
        for option in 0..scenario.halves.len() {
            scenario.halves[option] = [scenario.score(option); 2];
        }
        scenario.errors.fill(0.0);
        scenario
    };
    check(&exact(candidates().scenario()), &[]);
    let planted = exact(planted(candidates(), |scenario, _, option| scenario.score(option)));
    check(&planted, &[(Rule::KnowsScore, Severity::Error, "linear correlation")]);
}

#[test]
fn the_gravest_comes_first_and_nothing_is_too_small() {
    let scenario = planted(strategies(), |_, _, _| 1.0).with("worse", |_, _, _| f64::NAN);
    let severities: Vec<Severity> = lint(&scenario).iter().map(|finding| finding.severity).collect();
    assert_eq!(severities, [Severity::Error, Severity::Warning]);
    let found: Vec<Rule> = lint(&small()).iter().map(|finding| finding.rule).collect();
    assert_eq!(found, [Rule::FewGroups, Rule::NothingToLearn]);
    let mut empty = small();
    (empty.decisions, empty.x, empty.halves, empty.errors) = Default::default();
    check(&empty, &[(Rule::FewGroups, Severity::Warning, "0 decisions come from 0 groups")]);
    assert!(lint(&Scenario { features: Vec::new(), x: Vec::new(), ..small() }).len() > 1);
}
