//! Experiments as written: what is accepted, and what every mistake is told.

use clover::experiment::{Crocomine, Game, Plan, Source};
use std::fs;

/// The labels of sets and strategies, or the error.
fn read(text: &str, overrides: &[&str]) -> Result<(Vec<String>, Vec<String>, serde_json::Value), String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.toml");
    fs::write(&path, text).unwrap();
    let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
    let told =
        |error: clover::experiment::PlanError| error.to_string().replace(&dir.path().display().to_string(), "DIR").replace('\\', "/");
    let source = Source::read(&path, &overrides).map_err(told)?;
    let plan = Plan::new(&source).map_err(told)?;
    let game = Crocomine::new(&plan).map_err(told)?;
    let sets = plan.sets.iter().map(|set| set.name.clone()).collect();
    let strategies = plan.strategies.iter().map(|strategy| strategy.label.clone()).collect();
    let resolved = serde_json::json!({"seed": plan.seed, "repetitions": plan.repetitions, "log": plan.log, "sets": game.sets(), "strategies": game.strategies()});
    Ok((sets, strategies, resolved))
}

const GOOD: &str = r#"name = "x"
game = "crocomine"
[[sets]]
name = "s"
generate = { rows = 3, cols = 4, tigers = 2, count = 5 }
[[strategies]]
name = "density"
"#;

/// A mistake in a good experiment: what is replaced, by what, and what is told.
#[track_caller]
fn check(old: &str, new: &str, expected: &str) {
    assert!(GOOD.contains(old), "{old}");
    let error = read(&GOOD.replacen(old, new, 1), &[]).unwrap_err();
    let (first, picture) = error.split_once('\n').unwrap_or((&error, ""));
    assert!(first.starts_with(&format!("DIR/x.toml:{expected}")), "{error}");
    // The picture shows the line that the message names, with a mark below its column.
    let numbers: Vec<usize> = expected.split(':').take(2).map(|number| number.parse().unwrap()).collect();
    let lines: Vec<&str> = picture.lines().collect();
    let text = GOOD.replacen(old, new, 1);
    let gutter = numbers[0].to_string().len() + 3;
    assert_eq!(lines[1], format!("{} | {}", numbers[0], text.lines().nth(numbers[0] - 1).unwrap_or_default()).trim_end(), "{error}");
    assert_eq!(lines[2].find('^'), Some(gutter + numbers[1] - 1), "{error}");
}

#[test]
fn mistakes_are_told_with_line_and_column() {
    check("name = \"x\"", "name = \"x", "1:10: ");
    check("game = \"crocomine\"", "game = \"crocomine\"\nsed = 1", "3:1: unknown field `sed`, expected one of `name`, `game`,");
    check("game = \"crocomine\"", "seed = \"one\"\ngame = \"crocomine\"", "2:8: invalid type: string \"one\", expected u64");
    check("game = \"crocomine\"", "game = \"crocomine\"\nrepetitions = 0", "1:8: no game to play");
    check("game = \"crocomine\"", "game = \"chess\"", "2:8: there is no such game; there are: crocomine");
    check("name = \"x\"", "name = \"a/b\"", "1:8: the name is a folder's");
    check("name = \"x\"", "name = \"..\"", "1:8: the name is a folder's");
    check("name = \"s\"", "name = \"s\"\nmap = \"here\"", "5:1: unknown field `map`, expected `maps` or `generate`");
    check("name = \"s\"\n", "", "3:1: a set needs a name");
    check("name = \"s\"", "name = \"a/b\"", "4:8: `a/b` cannot be a name");
    check("name = \"s\"", "name = 3", "4:8: `name` wants a string and not a value of type integer");
    check("tigers = 2", "tiger = 2", "5:34: unknown field `tiger`, expected one of `rows`");
    check("tigers = 2", "tigers = 20", "5:12: set `s`: tigers = 20: the map has 12 cells");
    check("tigers = 2", "tigers = -1", "5:43: invalid value: integer `-1`");
    check("rows = 3, ", "", "5:12: missing field `rows`");
    check("name = \"density\"", "name = \"densiti\"", "7:8: there is no strategy `densiti`; there are: ");
    check("name = \"density\"", "name = \"density\"\nfast = true", "8:1: strategy `density` has no option `fast`: it has none");
    check(
        "name = \"density\"",
        "name = \"components\"\nguess_animals = 3",
        "8:1: option `guess_animals` of strategy `components`: `3` is not true or false",
    );
    check("name = \"density\"", "name = \"density\"\n[[strategies]]\nname = \"density\"", "9:8: `density` is there twice");
    check("name = \"density\"", "name = \"density\"\nlabel = \"\"", "8:9: `` cannot be a name");
    check("name = \"x\"", "name = \"x\"\nbaseline = \"sat\"", "2:12: the baseline is no strategy's label; there are: density");
    check("[[sets]]", "[log]\nstalls = \"all\"\n[[sets]]", "4:10: unknown variant `all`, expected one of `none`, `chosen`, `candidates`");
    check("[[sets]]", "[collect]\nrollouts = 64\n[[sets]]", "3:1: candidates are compared to those of a baseline: name one");
    let collect = |keys: &str| format!("baseline = \"density\"\n[collect]\n{keys}\n[[sets]]");
    check("[[sets]]", &collect("base = \"sat\""), "5:8: no strategy of this experiment has this label");
    check("[[sets]]", &collect("rollouts = 1"), "4:1: want two rollouts at least");
    check("[[sets]]", &collect("most_rollouts = 8"), "5:17: want two rollouts at least, and not more of them than `most_rollouts`");
    check("[[sets]]", &collect("explore = 1.5"), "5:11: want a share from 0 to 1");
    check("[[sets]]", &collect("worlds = 8"), "5:1: unknown field `worlds`, expected one of `player`, `base`, `rollouts`");
    check("count = 5 }", "count = 5 }\nsweep = { rows = [2, 3] }", "6:11: `rows` is swept, but has a value of its own too");
    check("count = 5 }", "count = 5 }\nsweep = { sea = 0.5 }", "6:17: want a list of values for `sea`");
    check("count = 5 }", "count = 5 }\nsweep = { sea = [0.5, 1.5] }", "5:12: set `s sea=1.5`: sea = 1.5: a share lies");
    check("count = 5 }", "count = 5 }\nsweep = 3", "6:9: want a table of lists");
    check("generate = { rows = 3, cols = 4, tigers = 2, count = 5 }", "maps = \"nowhere\"", "5:8: set `s`: DIR/nowhere: cannot be read");
    check("generate = { rows = 3, cols = 4, tigers = 2, count = 5 }", "maps = \".\"", "5:8: set `s`: DIR/.: no .croco file");
    check(
        "generate = { rows = 3, cols = 4, tigers = 2, count = 5 }",
        "",
        "3:1: set `s`: want either `maps`, a folder, or `generate`, a recipe",
    );
    check(
        "generate = { rows = 3, cols = 4, tigers = 2, count = 5 }",
        "sweep = { sea = [1] }",
        "5:9: only what a set generates can be swept",
    );
}

#[test]
fn what_is_missing_as_a_whole_is_told() {
    for (text, expected) in [
        ("", "missing field `name`"),
        ("name = \"é\"\n# …\n[[sets]", "DIR/x.toml:3:"),
        ("name = \"x\"\ngame = \"crocomine\"\nsets = [3]\nstrategies = []", "DIR/x.toml:3:9: want a table"),
    ] {
        let error = read(text, &[]).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
    assert!(read("name = \"x\"\ngame = \"crocomine\"\nsets = []\nstrategies = []", &[]).unwrap_err().contains("no game to play"));
}

#[test]
fn sweeps_make_one_of_each() {
    let text = r#"
name = "x"
game = "crocomine"
[[sets]]
name = "dense"
generate = { rows = 15, cols = 15, count = 2 }
sweep = { animals = [0.25, 0.30], sea = [0.5, 100] }
[[sets]]
name = "plain"
generate = { rows = 15, cols = 15, count = 2, tigers = 3 }
sweep = { start = [[0, 0], [1, 2]] }
[[strategies]]
name = "components"
label = "c"
sweep = { guess_animals = [true, false] }
[[strategies]]
name = "components"
"#;
    let (sets, strategies, resolved) = read(text, &[]).unwrap();
    let dense =
        ["animals=0.25 sea=0.5", "animals=0.25 sea=100", "animals=0.30 sea=0.5", "animals=0.30 sea=100"].map(|end| format!("dense {end}"));
    assert_eq!(sets, [&dense[..], &["plain start=[0, 0]".into(), "plain start=[1, 2]".into()]].concat());
    assert_eq!(strategies, ["c guess_animals=true", "c guess_animals=false", "components"]);
    assert_eq!(resolved["sets"][3]["generate"]["animals"], 0.3);
    assert_eq!(resolved["sets"][3]["generate"]["sea"], 100);
    assert_eq!(resolved["sets"][5]["generate"]["start"], serde_json::json!([1, 2]));
    assert_eq!(resolved["strategies"][1]["options"]["guess_animals"], "false");
    assert_eq!(resolved["strategies"][2]["options"]["guess_animals"], "true");
}

#[test]
fn values_can_be_set_from_outside() {
    let overrides =
        ["seed=3", "repetitions = 2", "sets.0.generate.count=100", "log.stalls=none", "log.games=1", "strategies.0.name=random"];
    let (_, strategies, resolved) = read(GOOD, &overrides).unwrap();
    assert_eq!(strategies, ["random"]);
    assert_eq!((&resolved["seed"], &resolved["repetitions"]), (&3.into(), &2.into()));
    assert_eq!(resolved["sets"][0]["generate"]["count"], 100);
    assert_eq!(resolved["log"], serde_json::json!({"stalls": "none", "games": 1}));

    let told = |overrides: &[&str]| read(GOOD, overrides).unwrap_err();
    let check = |text: &str, expected: &str| {
        assert!(told(&[text]).starts_with(&format!("DIR/x.toml: --set {text}: {expected}")), "{}", told(&[text]));
    };
    check("seed", "want key=value");
    check("seed=x", "invalid type: string \"x\", expected u64");
    check("sed=1", "unknown field `sed`");
    check("name.x=1", "`x` is not inside a table or a list");
    check("sets.1.name=t", "`1` is no entry of a list of 1");
    check("sets.0.generate.fish=2", "unknown field `fish`");
    check("strategies.0.fast=true", "strategy `density` has no option `fast`");
    check("baseline=sat", "the baseline is no strategy's label");
    assert!(told(&["seed=1", "log.stalls=all"]).starts_with("DIR/x.toml: --set log.stalls=all: unknown variant"));
}
