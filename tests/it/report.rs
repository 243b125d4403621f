//! Reports from results folders: the page as golden text, the figure by its
//! geometry, and what must be refused.

// As expect-test writes them.
#![allow(clippy::needless_raw_string_hashes)]

use clover::record::{Column, Key};
use clover::report::{Report, Words};
use clover::results::{Commit, Entry, Game, Input, Manifest, Recorder, Schema};
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const RUN: [Column; 2] = [Column::new("actions", "count", "").averaged("actions"), Column::new("opened", "count", "").averaged("opened")];

const INSTANCE: [Column; 1] = [Column::new("rows", "cells", "")];

/// An experiment with two sets and two strategies, not in the order of names.
fn experiment() -> Value {
    let sets = json!([{"name": "small", "maps": "maps"}, {"name": "large", "generate": {"rows": 5}}]);
    let strategies = json!([{"label": "sat, no totals", "name": "sat"}, {"name": "components"}]);
    json!({"name": "trial", "game": "crocomine", "question": "Which wins?", "seed": 7, "baseline": "components", "sets": sets, "strategies": strategies})
}

fn manifest(experiment: Value) -> Manifest {
    let command = ["clover", "run", "my trial.toml", "--jobs", "2"].map(String::from).to_vec();
    let inputs = vec![Input { set: "small".into(), files: 10, sha256: "00ff".into() }];
    let mut manifest = Manifest::started(command, experiment, inputs, None, 1);
    manifest.averaged = RUN.map(|column| column.name.into()).to_vec();
    manifest.commit = Some(Commit { id: "0123abcd".into(), dirty: true });
    manifest.version.clover = "1.2.3".into();
    manifest
}

/// Writes results: of each set, strategy and repetition, one letter a game: won,
/// lost, gave up, error, and ? for an instance that could not be read.
fn write(folder: &Path, manifest: Manifest, games: &[(&str, &str, u64, &str)]) -> PathBuf {
    let recorder = Recorder::start(folder, manifest).unwrap();
    for &(set, strategy, repetition, letters) in games {
        for (instance, letter) in letters.chars().enumerate() {
            let key = Key {
                game: "crocomine".into(),
                set: set.into(),
                instance: format!("{instance:03}").into(),
                strategy: strategy.into(),
                repetition,
            };
            let status = match letter {
                'w' => "won",
                'l' => "lost",
                'g' => "gave_up",
                _ => "error",
            };
            let cells = [status, "20", "15", ""].map(String::from);
            let run = [&key.cells()[..], &cells].concat();
            let game = Game { stalls: Vec::new(), trace: None, seconds: "0.25".into(), run };
            recorder.append(&Entry::Game(Box::new(game)).line()).unwrap();
            let size = if letter == '?' { "" } else { "8" };
            recorder.append(&Entry::Instance([set, &format!("{instance:03}"), size].map(String::from).to_vec()).line()).unwrap();
        }
    }
    recorder.finish(&Schema { plural: "maps", instance: &INSTANCE, run: &RUN, stall: &[] }).unwrap();
    folder.to_path_buf()
}

fn once(folder: &TempDir) -> PathBuf {
    let games = [
        ("small", "components", 0, "wwwwwwllll"),
        ("small", "sat, no totals", 0, "wwwllllllg"),
        ("large", "components", 0, "wwww"),
        ("large", "sat, no totals", 0, "llll"),
    ];
    write(&folder.path().join("once"), manifest(experiment()), &games)
}

fn check(folders: &[PathBuf], language: &str, expected: &Expect) {
    expected.assert_eq(&Report::read(folders, None).unwrap().page(Words::find(language).unwrap()));
}

#[test]
fn a_page_in_english() {
    let folder = tempfile::tempdir().unwrap();
    check(
        &[once(&folder)],
        "en",
        &expect![[r#"
            # trial

            ## Question

            Which wins?

            ## Results

            ### Set `small`

            | strategy | n | wins | win rate [95 %] | difference to `components` [95 %] | p | p (Holm) | longest streak | mean `actions` | mean `opened` | mean ms |
            |:--|--:|--:|:--|:--|--:|--:|--:|--:|--:|--:|
            | `sat, no totals` | 10 | 3 | 30.0 % [10.8, 60.3] | −30.00 [−55.08, +4.67] | 0.2500 | 0.2500 | 3 | 20.0 | 15.0 | 250.00 |
            | `components` | 10 | 6 | 60.0 % [31.3, 83.2] | baseline | – | – | 6 | 20.0 | 15.0 | 250.00 |

            ### Set `large`

            | strategy | n | wins | win rate [95 %] | difference to `components` [95 %] | p | p (Holm) | longest streak | mean `actions` | mean `opened` | mean ms |
            |:--|--:|--:|:--|:--|--:|--:|--:|--:|--:|--:|
            | `sat, no totals` | 4 | 0 | 0.0 % [0.0, 49.0] | −100.00 [−100.00, −30.72] | 0.1250 | 0.1250 | 0 | 20.0 | 15.0 | 250.00 |
            | `components` | 4 | 4 | 100.0 % [51.0, 100.0] | baseline | – | – | 4 | 20.0 | 15.0 | 250.00 |

            n: instances. Rates with Wilson's score interval; differences in percentage points, paired by instance, with Newcombe's interval for paired proportions (method 10); p: McNemar's exact test, two-sided; p (Holm): the same, adjusted by Holm's rule for all comparisons of one table.
            Counted as not won: games given up at a limit of work: 1; ended by an error, and left out of means: 0.

            ![Win rates by set and strategy, with 95 % intervals](win_rates.svg)

            ## Where this comes from

            ```
            clover run 'my trial.toml' --jobs 2
            ```

            - Experiment: `trial`
            - Version of Clover: 1.2.3
            - Commit: `0123abcd`, with changes that were not committed
            - Seed: 7
        "#]],
    );
}

#[test]
fn a_page_in_french() {
    let folder = tempfile::tempdir().unwrap();
    check(
        &[once(&folder)],
        "fr",
        &expect![[r#"
            # trial

            ## Question

            Which wins?

            ## Résultats

            ### Jeu d'instances `small`

            | stratégie | n | victoires | taux de victoire [95 %] | écart à `components` [95 %] | p | p (Holm) | plus longue série | `actions` (moyenne) | `opened` (moyenne) | ms (moyenne) |
            |:--|--:|--:|:--|:--|--:|--:|--:|--:|--:|--:|
            | `sat, no totals` | 10 | 3 | 30,0 % [10,8 ; 60,3] | −30,00 [−55,08 ; +4,67] | 0,2500 | 0,2500 | 3 | 20,0 | 15,0 | 250,00 |
            | `components` | 10 | 6 | 60,0 % [31,3 ; 83,2] | référence | – | – | 6 | 20,0 | 15,0 | 250,00 |

            ### Jeu d'instances `large`

            | stratégie | n | victoires | taux de victoire [95 %] | écart à `components` [95 %] | p | p (Holm) | plus longue série | `actions` (moyenne) | `opened` (moyenne) | ms (moyenne) |
            |:--|--:|--:|:--|:--|--:|--:|--:|--:|--:|--:|
            | `sat, no totals` | 4 | 0 | 0,0 % [0,0 ; 49,0] | −100,00 [−100,00 ; −30,72] | 0,1250 | 0,1250 | 0 | 20,0 | 15,0 | 250,00 |
            | `components` | 4 | 4 | 100,0 % [51,0 ; 100,0] | référence | – | – | 4 | 20,0 | 15,0 | 250,00 |

            n : instances. Taux avec l'intervalle de score de Wilson ; écarts en points de pourcentage, appariés par instance, avec l'intervalle de Newcombe pour proportions appariées (méthode 10) ; p : test exact de McNemar, bilatéral ; p (Holm) : le même, ajusté selon la règle de Holm pour toutes les comparaisons d'un tableau.
            Comptées comme non gagnées : parties abandonnées à une limite de travail : 1 ; terminées par une erreur, et absentes des moyennes : 0.

            ![Taux de victoire par jeu d'instances et stratégie, avec intervalles à 95 %](win_rates.svg)

            ## Provenance

            ```
            clover run 'my trial.toml' --jobs 2
            ```

            - Expérience : `trial`
            - Version de Clover : 1.2.3
            - Commit : `0123abcd`, avec des modifications non validées
            - Graine : 7
        "#]],
    );
}

#[test]
fn a_page_with_repetitions_and_without_a_baseline() {
    let folder = tempfile::tempdir().unwrap();
    let mut bare = experiment();
    bare["baseline"] = Value::Null;
    bare["question"] = Value::Null;
    let games = [("small", "components", 0, "wwll?"), ("small", "components", 1, "wlle?")];
    check(
        &[write(folder.path(), manifest(bare), &games)],
        "en",
        &expect![[r#"
            # trial

            ## Results

            ### Set `small`

            | strategy | n | wins | win rate [95 %] | difference to – [95 %] | p | p (Holm) | longest streak | mean `actions` | mean `opened` | mean ms |
            |:--|--:|--:|:--|:--|--:|--:|--:|--:|--:|--:|
            | `components` | 4 (8) | 3 | 37.5 % [9.2, 78.1] | – | – | – | 2 | 20.0 | 15.0 | 250.00 |

            n: instances. Rates with Wilson's score interval; differences in percentage points, paired by instance, with Newcombe's interval for paired proportions (method 10); p: McNemar's exact test, two-sided; p (Holm): the same, adjusted by Holm's rule for all comparisons of one table.
            Where instances were played several times (all games in brackets), the games of one are averaged first, and it counts as a fraction of a success in the same intervals, which are then rather too wide than too narrow. There is no p where games of one instance end differently.
            Counted as not won: games given up at a limit of work: 0; ended by an error, and left out of means: 1.
            Instances that could not be read, and are left out of everything: 1.

            ![Win rates by set and strategy, with 95 % intervals](win_rates.svg)

            ## Where this comes from

            ```
            clover run 'my trial.toml' --jobs 2
            ```

            - Experiment: `trial`
            - Version of Clover: 1.2.3
            - Commit: `0123abcd`, with changes that were not committed
            - Seed: 7
        "#]],
    );
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let from = [once(&folder)];
    let made = ["a", "b"].map(|name| {
        let out = folder.path().join(name).join("deeper");
        Report::read(&from, None).unwrap().write(&out, Words::find("en").unwrap()).unwrap();
        ["report.md", "win_rates.svg"].map(|file| std::fs::read(out.join(file)).unwrap())
    });
    assert_eq!(made[0], made[1]);
    assert!(made[0].iter().all(|bytes| !bytes.is_empty()));
}

#[test]
fn another_baseline_may_be_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let first = once(&folder);
    let mut other = manifest(experiment());
    other.experiment["baseline"] = json!("sat, no totals");
    let other = write(&folder.path().join("other"), other, &[("third", "components", 0, "wl"), ("third", "sat, no totals", 0, "ww")]);
    // Their own baselines differ, which does not matter then.
    let folders = [first.clone(), other];
    let page = Report::read(&folders, Some("sat, no totals")).unwrap().page(Words::find("en").unwrap());
    assert!(page.contains("difference to `sat, no totals`") && !page.contains("difference to `components`"), "{page}");
    assert!(page.contains("| `components` | 2 | 1 | 50.0 % [9.5, 90.5] | −50.00 "), "{page}");
    let error = Report::read(&folders, Some("sat")).unwrap_err().to_string();
    assert_eq!(error, "no strategy of these results is labelled `sat`; there are: components; sat, no totals");
}

#[test]
fn several_results_make_one_report_unless_they_do_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let first = once(&folder);
    let more = write(&folder.path().join("more"), manifest(experiment()), &[("other", "components", 0, "ww")]);
    let page = Report::read(&[first.clone(), more], None).unwrap().page(Words::find("en").unwrap());
    assert!(page.contains("# trial, trial\n") && page.contains("### Set `other`") && page.contains("### Set `large`"), "{page}");

    let refused = |other: &Path, expected: &str| {
        let error = Report::read(&[first.clone(), other.into()], None).unwrap_err().to_string();
        let both = format!("{} and {} do not belong into one report: ", other.display(), first.display());
        assert!(error.starts_with(&both) && error.contains(expected), "{error}");
    };
    refused(&first, "both hold the game large/000/components/0");
    let changed = |name: &str, change: &dyn Fn(&mut Manifest)| {
        let mut manifest = manifest(experiment());
        change(&mut manifest);
        write(&folder.path().join(name), manifest, &[("third", "components", 0, "w")])
    };
    let against = changed("against", &|manifest| manifest.experiment["baseline"] = json!("sat"));
    refused(&against, "baseline is \"sat\" in the one and \"components\" in the other");
    let options = changed("options", &|manifest| manifest.experiment["strategies"][0]["options"] = json!({"totals": false}));
    refused(
        &options,
        "strategy `sat, no totals` is {\"label\":\"sat, no totals\",\"name\":\"sat\",\"options\":{\"totals\":false}} in the one",
    );
    let recipe = changed("recipe", &|manifest| manifest.experiment["sets"][1]["generate"]["rows"] = json!(9));
    refused(&recipe, "set `large` is {\"name\":\"large\",\"generate\":{\"rows\":9}} in the one");
    let data = changed("data", &|manifest| manifest.inputs[0].sha256 = "ff00".into());
    refused(&data, "the data of set `small` (SHA-256) is \"ff00\" in the one and \"00ff\" in the other");
    let seed = changed("seed", &|manifest| manifest.experiment["seed"] = json!(8));
    refused(&seed, "the seed of set `large` is 8 in the one and 7 in the other");
    assert!(Report::read(&[first.clone(), folder.path().join("nowhere")], None).unwrap_err().to_string().contains("manifest.json"));

    // The seed does not matter where all shared sets were read, nor options of another label.
    let fits = changed("fits", &|manifest| {
        manifest.experiment["seed"] = json!(8);
        manifest.experiment["sets"][1]["name"] = json!("huge");
        manifest.experiment["strategies"][0] = json!({"label": "sat, sequential", "name": "sat"});
    });
    Report::read(&[first.clone(), fits], None).unwrap();

    let command = |folders: [&Path; 2]| {
        let mut clover = assert_cmd::Command::cargo_bin("clover").unwrap();
        clover.arg("report").args(folders).arg("--out").arg(folder.path().join("page")).output().unwrap()
    };
    let output = command([&first, &seed]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("do not belong into one report"));
}

/// The numbers of an attribute that holds points.
fn points(element: &str) -> Vec<(f64, f64)> {
    let points = element.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
    let point = |text: &str| {
        let (x, y) = text.split_once(',').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    points.split_whitespace().map(point).collect()
}

fn middle(points: &[(f64, f64)]) -> f64 {
    let (low, high) = points.iter().fold((f64::MAX, f64::MIN), |(low, high), &(x, _)| (low.min(x), high.max(x)));
    f64::midpoint(low, high)
}

#[test]
fn marks_and_intervals_stand_where_the_rates_are() {
    let folder = tempfile::tempdir().unwrap();
    let svg = Report::read(&[once(&folder)], None).unwrap().figure(Words::find("en").unwrap());
    assert!(svg.starts_with("<svg width=\"800\" height=\""), "{svg}");
    for text in ["small", "large", "n = 10", "n = 4", "components", "sat, no totals", "games won (%)"] {
        assert!(svg.contains(&format!("\n{text}\n</text>")), "{text}");
    }
    let of = |tag: &str, colour: &str| -> Vec<Vec<(f64, f64)>> {
        let start = format!("<{tag} ");
        let elements = svg.lines().filter(|line| line.starts_with(&start) && line.contains(&format!("\"#{colour}\"")));
        elements.map(points).collect()
    };
    // The line under a set spans the axis.
    let [(left, _), (right, _)] = of("polyline", "000000")[0][..] else { panic!("a line has two ends") };
    let close = |found: f64, rate: f64| assert!((found - (left + rate * (right - left))).abs() < 10.0, "{found} is not at {rate}");
    // In the order of the experiment: `sat` is first in colour, `small` first in place.
    for (colour, rates, lows) in [("0072B2", [0.3, 0.0], [0.1078, 0.0]), ("D55E00", [0.6, 1.0], [0.3127, 0.5101])] {
        let marks = of("polygon", colour);
        assert_eq!(marks.len(), 3, "one in the legend, one a set");
        let lines = of("polyline", colour);
        assert_eq!(lines.len(), 6, "an interval and its two ends a set");
        for set in 0..2 {
            close(middle(&marks[1 + set]), rates[set]);
            close(lines[3 * set][0].0, lows[set]);
        }
    }
}
