//! A scenario as a folder of ASlib, so that tools of the field read it.
//!
//! B. Bischl and others, "ASlib: a benchmark library for algorithm selection",
//! Artificial Intelligence 237 (2016) 41–58; format 2, in the dialect that `asf` of
//! PyPI reads. An instance is a decision, an algorithm a strategy. What is written is
//! the *loss*, 1 − score, to be minimised under a cut-off of 1 that no run exceeds:
//! what is made for run times then computes what is meant (`asf` reckons the closed gap
//! of costs only). Sums over strategies and instances are those of
//! [`Scenario::single_best`] and [`Scenario::virtual_best`], taken from the number of
//! decisions: see [`Losses`].

use super::{Scenario, ScenarioError, Target};
use crate::record::Field;
use crate::seed::Seed;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Folds of the cross-validation.
const FOLDS: usize = 10;

/// The two sums that every reader of the folder should find: losses, over all
/// decisions. Not cross-fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Of the single best strategy.
    pub single_best: f64,
    /// Of the best option of each decision.
    pub virtual_best: f64,
}

impl Losses {
    /// Those of a scenario; `None` without strategies.
    pub fn of(scenario: &Scenario) -> Option<Self> {
        let (_, single_best) = scenario.single_best()?;
        let n = scenario.decisions.len() as f64;
        Some(Self { single_best: n - single_best, virtual_best: n - scenario.virtual_best() })
    }
}

/// The files of the folder, names and texts, of a scenario whose target is the
/// strategy. Groups are dealt out over ten folds (fewer, where there are fewer), in an
/// order that the seed gives to their names.
///
/// # Errors
/// Where its parts do not fit, its options are not one for each strategy, the features
/// of a decision's options differ, or a feature has a name that ARFF cannot hold.
pub fn aslib(scenario: &Scenario, seed: Seed) -> Result<Vec<(&'static str, String)>, ScenarioError> {
    scenario.check()?;
    fits(scenario).map_err(ScenarioError::Parts)?;
    Ok(vec![
        ("description.txt", description(scenario)),
        ("algorithm_runs.arff", runs(scenario)),
        ("feature_values.arff", values(scenario)),
        ("feature_runstatus.arff", statuses(scenario)),
        ("cv.arff", folds(scenario, seed)),
    ])
}

/// What of a scenario cannot be an ASlib folder.
fn fits(scenario: &Scenario) -> Result<(), String> {
    if scenario.target != Target::Strategy || scenario.strategies.is_empty() {
        return Err(format!("ASlib holds scenarios of strategies; the target of this one is the {}", scenario.target));
    }
    if let Some(name) = scenario.features.iter().find(|name| name.contains(['\'', '"', '\\']) || name.contains(char::is_control)) {
        return Err(format!("ARFF has no way to write the feature name `{name}`"));
    }
    let bits = |option: usize| scenario.features_of(option).iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    for decision in &scenario.decisions {
        if !decision.proposals.iter().copied().eq(decision.options.clone()) {
            return Err(format!("decision `{}`: its options are not one for each strategy, in their order", decision.name));
        }
        if decision.options.clone().any(|option| bits(option) != bits(decision.options.start)) {
            return Err(format!("decision `{}`: the features of its options differ", decision.name));
        }
    }
    Ok(())
}

/// `description.txt`, YAML.
fn description(scenario: &Scenario) -> String {
    let (game, target) = (&scenario.game, scenario.target);
    let features: Vec<String> = scenario.features.iter().map(|name| yaml(name)).collect();
    let features = features.join(", ");
    let mut text = format!(
        "scenario_id: {}
performance_measures: [loss]
maximize: [false]
performance_type: [solution_quality]
algorithm_cutoff_time: 1.0
algorithm_cutoff_memory: '?'
features_cutoff_time: '?'
features_cutoff_memory: '?'
number_of_feature_steps: 1
default_steps: [state]
feature_steps:
  state:
    provides: [{features}]
features_deterministic: [{features}]
features_stochastic: []
metainfo_algorithms:
",
        yaml(&format!("clover-{game}-{target}"))
    );
    for label in &scenario.strategies {
        let _ = writeln!(text, "  {}:\n    configuration: ''\n    deterministic: true", yaml(label));
    }
    text
}

/// `algorithm_runs.arff`: the loss of each strategy on each decision.
fn runs(scenario: &Scenario) -> String {
    let mut text = arff(
        "algorithm_runs",
        &[
            "instance_id STRING",
            "repetition NUMERIC",
            "algorithm STRING",
            "loss NUMERIC",
            "runstatus {ok,timeout,memout,not_applicable,crash,other}",
        ],
    );
    for decision in &scenario.decisions {
        for (label, &option) in scenario.strategies.iter().zip(&decision.proposals) {
            let loss = (1.0 - scenario.score(option)).write();
            let _ = writeln!(text, "{},1,{},{loss},ok", quoted(&decision.name), quoted(label));
        }
    }
    text
}

/// `feature_values.arff`. What is not a finite number is missing, `?`.
fn values(scenario: &Scenario) -> String {
    let features = scenario.features.iter().map(|name| format!("'{name}' NUMERIC"));
    let attributes: Vec<String> = ["instance_id STRING", "repetition NUMERIC"].map(String::from).into_iter().chain(features).collect();
    let mut text = arff("feature_values", &attributes);
    for decision in &scenario.decisions {
        let cell = |x: &f64| if x.is_finite() { x.write() } else { "?".into() };
        let cells = scenario.features_of(decision.options.start).iter().map(cell);
        let row: Vec<String> = [quoted(&decision.name), "1".into()].into_iter().chain(cells).collect();
        let _ = writeln!(text, "{}", row.join(","));
    }
    text
}

/// `feature_runstatus.arff`: all were computed.
fn statuses(scenario: &Scenario) -> String {
    let state = "state {ok,timeout,memout,presolved,crash,other,unknown}";
    let mut text = arff("feature_runstatus", &["instance_id STRING", "repetition NUMERIC", state]);
    for decision in &scenario.decisions {
        let _ = writeln!(text, "{},1,ok", quoted(&decision.name));
    }
    text
}

/// `cv.arff`: the fold of each decision, that of its group.
fn folds(scenario: &Scenario, seed: Seed) -> String {
    let mut groups: Vec<&str> = scenario.decisions.iter().map(|decision| &*decision.group).collect();
    let seed = seed.purpose("aslib");
    groups.sort_unstable_by_key(|group| (seed.purpose(group), *group));
    groups.dedup();
    let fold: BTreeMap<&str, usize> = groups.into_iter().enumerate().map(|(place, group)| (group, place % FOLDS + 1)).collect();
    let mut text = arff("cv", &["instance_id STRING", "repetition NUMERIC", "fold NUMERIC"]);
    for decision in &scenario.decisions {
        let _ = writeln!(text, "{},1,{}", quoted(&decision.name), fold[&*decision.group]);
    }
    text
}

/// The head of an ARFF file.
fn arff(relation: &str, attributes: &[impl AsRef<str>]) -> String {
    let mut text = format!("@RELATION {relation}\n\n");
    for attribute in attributes {
        let _ = writeln!(text, "@ATTRIBUTE {}", attribute.as_ref());
    }
    text.push_str("\n@DATA\n");
    text
}

/// A text in an ARFF row.
fn quoted(text: &str) -> String {
    escaped(text, '\'', &['\'', '\\', '%', '"'])
}

/// A text in YAML.
fn yaml(text: &str) -> String {
    escaped(text, '"', &['"', '\\'])
}

/// A text between quotes, with a backslash before these characters, and a number for
/// what would end the line.
fn escaped(text: &str, quote: char, special: &[char]) -> String {
    let mut quoted = String::from(quote);
    for c in text.chars() {
        match c {
            c if special.contains(&c) => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push(quote);
    quoted
}

#[cfg(test)]
mod tests {
    use super::super::made::{Made, small};
    use super::*;
    use expect_test::expect;
    use std::collections::BTreeSet;
    use std::process::Command;

    fn files(scenario: &Scenario) -> BTreeMap<&'static str, String> {
        aslib(scenario, Seed::new(1)).unwrap().into_iter().collect()
    }

    fn plain() -> Scenario {
        let mut scenario = small();
        scenario.features[1] = "open, %".into();
        scenario.strategies[1] = "b: \"é\", 2 %".into();
        scenario.decisions[1].name = "it's\n100 %".into();
        scenario
    }

    #[test]
    fn looks_like_this() {
        let mut scenario = plain();
        scenario.x[1] = f64::NAN;
        scenario.x[3] = f64::NAN;
        let files = files(&scenario);
        let text = ["description.txt", "algorithm_runs.arff", "feature_values.arff"].map(|name| files[name].as_str()).concat();
        expect![[r#"
            scenario_id: "clover-crocomine-strategy"
            performance_measures: [loss]
            maximize: [false]
            performance_type: [solution_quality]
            algorithm_cutoff_time: 1.0
            algorithm_cutoff_memory: '?'
            features_cutoff_time: '?'
            features_cutoff_memory: '?'
            number_of_feature_steps: 1
            default_steps: [state]
            feature_steps:
              state:
                provides: ["closed", "open, %"]
            features_deterministic: ["closed", "open, %"]
            features_stochastic: []
            metainfo_algorithms:
              "a":
                configuration: ''
                deterministic: true
              "b: \"é\", 2 %":
                configuration: ''
                deterministic: true
            @RELATION algorithm_runs

            @ATTRIBUTE instance_id STRING
            @ATTRIBUTE repetition NUMERIC
            @ATTRIBUTE algorithm STRING
            @ATTRIBUTE loss NUMERIC
            @ATTRIBUTE runstatus {ok,timeout,memout,not_applicable,crash,other}

            @DATA
            'made/1/7',1,'a',0.5,ok
            'made/1/7',1,'b: \"é\", 2 \%',0.75,ok
            'it\'s\u000a100 \%',1,'a',0.875,ok
            'it\'s\u000a100 \%',1,'b: \"é\", 2 \%',0.25,ok
            @RELATION feature_values

            @ATTRIBUTE instance_id STRING
            @ATTRIBUTE repetition NUMERIC
            @ATTRIBUTE 'closed' NUMERIC
            @ATTRIBUTE 'open, %' NUMERIC

            @DATA
            'made/1/7',1,0.5,?
            'it\'s\u000a100 \%',1,1e-12,7
        "#]]
        .assert_eq(&text);
    }

    #[test]
    fn what_asf_cannot_hold_is_refused() {
        let check = |scenario: &Scenario, expected: &str| {
            let found = aslib(scenario, Seed::new(1)).unwrap_err().to_string();
            assert!(found.contains(expected), "{found}");
        };
        check(&small(), "the feature name `it's, \"odd\"`");
        check(&Made { target: Target::Candidate, ..Made::default() }.scenario(), "the target of this one is the candidate");
        let mut scenario = plain();
        scenario.decisions[0].proposals = vec![1, 1];
        check(&scenario, "decision `made/1/7`: its options are not one for each strategy");
        let mut scenario = plain();
        scenario.x[0] = 0.0;
        check(&scenario, "decision `made/1/7`: the features of its options differ");
        scenario.errors.clear();
        check(&scenario, "0 errors");
    }

    /// The folds hold equally many groups, never a part of one, and depend on the seed.
    #[test]
    fn folds_are_by_group() {
        let scenario = Made { groups: 43, ..Made::default() }.scenario();
        let of = |seed: u64| -> Vec<(String, String)> {
            let text = folds(&scenario, Seed::new(seed));
            let rows = text.lines().skip_while(|line| *line != "@DATA").skip(1);
            let cells = rows.map(|row| row.split(',').collect::<Vec<_>>());
            cells.zip(&scenario.decisions).map(|(cells, decision)| (cells[2].into(), decision.group.to_string())).collect()
        };
        let pairs: BTreeSet<(String, String)> = of(1).into_iter().collect();
        assert_eq!((of(1).len(), pairs.len()), (43 * 5, 43));
        let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
        for (fold, _) in &pairs {
            *sizes.entry(fold).or_default() += 1;
        }
        assert_eq!((sizes.len(), sizes.values().min(), sizes.values().max()), (10, Some(&4), Some(&5)));
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
    }

    /// Python's `asf` finds in the folder the two sums that we find in the scenario.
    #[test]
    #[allow(clippy::print_stdout, reason = "says that it skips")]
    fn an_outside_reader_finds_the_same_sums() {
        let python = |arguments: &[&str]| Command::new("python3").args(arguments).output();
        if !python(&["-c", "import asf, arff, yaml"]).is_ok_and(|output| output.status.success()) {
            println!("skipped: `python3` has no asf (pip install 'asf[aslib]')");
            return;
        }
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/aslib.py");
        for scenario in [plain(), Made::default().scenario()] {
            let folder = tempfile::tempdir().unwrap();
            for (name, text) in aslib(&scenario, Seed::new(1)).unwrap() {
                std::fs::write(folder.path().join(name), text).unwrap();
            }
            let Losses { single_best, virtual_best } = Losses::of(&scenario).unwrap();
            let asked = |single: f64| python(&[script, folder.path().to_str().unwrap(), &single.to_string(), &virtual_best.to_string()]);
            let output = asked(single_best).unwrap();
            println!("ours: single best {single_best}, virtual best {virtual_best}\n{}", String::from_utf8_lossy(&output.stdout));
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            assert!(!asked(single_best * 1.001).unwrap().status.success());
        }
    }
}
