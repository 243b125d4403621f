//! Experiments, run whole: the same results whatever happens on the way, and
//! nothing that goes wrong in one game reaches another.

use assert_cmd::Command;
use clover::experiment::{self, Crocomine, Game, Only, Plan, Played, Run, SCHEMA, Settings, Source};
use clover::record::Column;
use clover::results::summary::{Status, summarise};
use clover::results::{self, Input, Results, Schema};
use expect_test::expect;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The files that are the same whenever the experiment is.
const SAME: [&str; 4] = ["instances.csv", "runs.csv", "stalls.csv", "games.jsonl"];

const SMALL: &str = r#"
name = "small"
game = "crocomine"
repetitions = 2
baseline = "components"
[log]
stalls = "candidates"
games = 1
[[sets]]
name = "mixed"
generate = { rows = 4, cols = 5, sea = 0.5, animals = 0.25, count = 3 }
[[sets]]
name = "land"
generate = { rows = 3, cols = 3, tigers = 3, count = 2 }
[[strategies]]
name = "components"
[[strategies]]
name = "components"
label = "components again"
[[strategies]]
name = "random"
"#;

fn settings(out: &Path) -> Settings {
    Settings { out: out.into(), jobs: 1, resume: false, only: None, command: vec!["clover".into()] }
}

/// Runs an experiment; whether there was something to run.
fn run_with<G: Game>(text: &str, settings: &Settings, game: impl Fn(&Plan) -> G) -> Result<bool, String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.toml");
    fs::write(&path, text).unwrap();
    let source = Source::read(&path, &[]).unwrap();
    let plan = Plan::new(&source).unwrap();
    let game = game(&plan);
    let Some(run) = Run::open(&plan, &game, settings).map_err(|error| error.to_string())? else { return Ok(false) };
    let left = run.left();
    let ended = std::sync::atomic::AtomicU64::new(0);
    let count = || {
        ended.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    run.play(&count).map_err(|error| error.to_string())?;
    assert_eq!(ended.into_inner(), left);
    Ok(true)
}

fn run(text: &str, settings: &Settings) -> Result<bool, String> {
    run_with(text, settings, |plan| Crocomine::new(plan).unwrap())
}

fn files(out: &Path) -> [String; 4] {
    SAME.map(|name| fs::read_to_string(out.join(name)).unwrap())
}

/// The files of a run of its own.
fn fresh(text: &str, jobs: usize) -> [String; 4] {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(run(text, &Settings { jobs, ..settings(dir.path()) }), Ok(true));
    files(dir.path())
}

#[test]
fn jobs_change_nothing() {
    let one = fresh(SMALL, 1);
    assert_eq!(one[0].lines().count(), 1 + 5);
    assert_eq!(one[1].lines().count(), 1 + 5 * 3 * 2);
    assert!(one[2].lines().count() > 10, "there are stalls");
    assert_eq!(one[3].lines().count(), 2 * 3);
    for jobs in [1, 3] {
        assert_eq!(fresh(SMALL, jobs), one);
    }
}

#[test]
fn a_run_cut_off_anywhere_resumes_to_the_same() {
    let text = r#"
name = "tiny"
game = "crocomine"
[log]
games = 1
[[sets]]
name = "s"
generate = { rows = 2, cols = 2, tigers = 1, count = 2 }
[[strategies]]
name = "components"
guess_animals = false
"#;
    let whole = fresh(text, 1);
    // A run that plays all, and then cannot write its tables.
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("instances.csv.unfinished")).unwrap();
    assert!(run(text, &settings(dir.path())).unwrap_err().contains("instances.csv"));
    assert!(Results::open(dir.path()).unwrap_err().to_string().contains("has not ended"));
    let [manifest, journal] = ["manifest.json", "journal.jsonl"].map(|name| fs::read(dir.path().join(name)).unwrap());
    assert!(journal.len() > 1000 && whole[2].lines().count() > 1, "{} bytes", journal.len());
    for cut in 0..=journal.len() {
        let dir = tempfile::tempdir().unwrap();
        let resume = Settings { resume: true, ..settings(dir.path()) };
        fs::write(dir.path().join("manifest.json"), &manifest).unwrap();
        fs::write(dir.path().join("journal.jsonl"), &journal[..cut]).unwrap();
        assert_eq!(run(text, &resume), Ok(true));
        assert_eq!(files(dir.path()), whole, "cut at {cut}");
        assert!(!dir.path().join("journal.jsonl").exists());
        assert_eq!(run(text, &resume), Ok(false));
    }
}

#[test]
fn results_are_never_overwritten_nor_mixed() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("new/folder");
    let resume = Settings { resume: true, ..settings(&out) };
    assert_eq!(run(SMALL, &resume), Ok(true), "where nothing is, it starts");
    let before = files(&out);
    let told = |text: &str, settings: &Settings| run(text, settings).unwrap_err();
    assert!(told(SMALL, &settings(&out)).contains("holds instances.csv already; go on with --resume"));
    assert!(
        told(&SMALL.replace("repetitions = 2", "repetitions = 3"), &resume).contains("because experiment.repetitions is 3 now and was 2")
    );
    assert!(told(&SMALL.replace("sea = 0.5", "sea = 9"), &resume).contains("because experiment.sets.0.generate.sea is 9 now and was 0.5"));
    let only = Settings { only: Some("land".parse().unwrap()), ..resume.clone() };
    assert!(told(SMALL, &only).contains("because only is \"land\" now and was null"));
    assert_eq!(run(SMALL, &resume), Ok(false));
    assert_eq!(files(&out), before);

    let manifest = out.join("manifest.json");
    let other = fs::read_to_string(&manifest).unwrap().replace(env!("CARGO_PKG_VERSION"), "0.0.0-other");
    fs::write(&manifest, other).unwrap();
    assert!(told(SMALL, &resume).contains("because version.clover is"));
    fs::write(&manifest, "{").unwrap();
    assert!(told(SMALL, &resume).contains("manifest.json:1: "));
}

#[test]
fn other_data_is_noticed_and_broken_maps_are_rows() {
    let dir = tempfile::tempdir().unwrap();
    let maps = dir.path().join("maps");
    fs::create_dir(&maps).unwrap();
    fs::write(maps.join("a.croco"), "one\n1 2\n0 0\n- T\n").unwrap();
    fs::write(maps.join("b.croco"), "two\n1 2\n0 0\n- x\n").unwrap();
    fs::write(maps.join("c.croco"), "three, \"quoted\"\n1 1\n0 0\n~\n").unwrap();
    let path = maps.to_str().unwrap();
    let text =
        format!("name = \"x\"\ngame = \"crocomine\"\n[[sets]]\nname = \"m\"\nmaps = '{path}'\n[[strategies]]\nname = \"components\"\n");
    let out = dir.path().join("out");
    assert_eq!(run(&text, &settings(&out)), Ok(true));
    expect![[r#"
        set,instance,title,rows,cols,tigers,sharks,crocodiles,land,sea,3BV
        m,a,one,1,2,1,0,0,2,0,1
        m,b,,,,,,,,,
        m,c,"three, ""quoted""",1,1,0,0,0,0,1,1
    "#]]
    .assert_eq(&files(&out)[0]);
    let results = Results::open(&out).unwrap();
    let runs = results.runs().unwrap();
    let told: Vec<_> =
        runs.rows().map(|row| (row.text("status").unwrap(), row.text("actions").unwrap(), row.text("message").unwrap())).collect();
    let wrong = "b.croco:4:3: `x` is no cell: want one of ~ - T S C W, with spaces between them";
    assert_eq!(told, [("won", "2", ""), ("error", "", wrong), ("won", "1", "")]);
    let summary = &summarise(&results.outcomes().unwrap(), None)[0];
    assert_eq!((summary.instances, summary.unreadable, summary.errors, summary.longest_streak), (2, 1, 0, 2));
    assert_eq!((summary.rate, summary.means[0]), (1.0, Some(1.5)));

    let resume = Settings { resume: true, ..settings(&out) };
    fs::write(maps.join("c.croco"), "three, \"quoted\"\r\n1 1\r\n0 0\r\n~").unwrap();
    assert_eq!(run(&text, &resume), Ok(false), "line ends say nothing");
    fs::write(maps.join("c.croco"), "three, \"quoted\"\n1 1\n0 0\n-\n").unwrap();
    assert!(run(&text, &resume).unwrap_err().contains("because inputs.0.sha256 is"));
}

#[test]
fn every_strategy_meets_the_same_luck() {
    let [_, runs, stalls, _] = fresh(SMALL, 1);
    for table in [runs, stalls] {
        let rows = |label: &str| -> Vec<Vec<String>> {
            let rows = table.lines().map(|row| row.split(',').map(String::from).collect::<Vec<_>>());
            rows.filter(|row| row[3] == label).map(|row| [&row[..3], &row[4..]].concat()).collect()
        };
        assert!(rows("components").len() > 5);
        assert_eq!(rows("components again"), rows("components"));
    }
}

#[test]
fn what_is_logged_shows_in_no_other_table() {
    let [instances, runs, candidates, games] = fresh(SMALL, 1);
    let [_, _, chosen, _] = fresh(&SMALL.replace("candidates", "chosen"), 1);
    let none = fresh(&SMALL.replace("candidates", "none").replace("games = 1", "games = 0"), 1);
    assert_eq!((&none[0], &none[1]), (&instances, &runs));
    assert_eq!((none[2].lines().count(), none[3].as_str()), (1, ""));
    assert_eq!(games.lines().count(), 6);

    // One row a stall in the one, the same and up to eleven more in the other,
    // but for the number of worlds, which not every strategy computes.
    let stalls: u64 = {
        let dir = tempfile::tempdir().unwrap();
        run(SMALL, &settings(dir.path())).unwrap();
        Results::open(dir.path()).unwrap().runs().unwrap().rows().map(|row| row.get::<u64>("stalls").unwrap()).sum()
    };
    assert_eq!(chosen.lines().count() as u64, 1 + stalls);
    let bare = |row: &str| row.rsplit_once(',').unwrap().0.to_string();
    let taken: Vec<String> = candidates.lines().skip(1).filter(|row| row.contains(",true,")).map(bare).collect();
    assert_eq!(taken, chosen.lines().skip(1).map(bare).collect::<Vec<_>>());
}

#[test]
fn candidates_are_numbered_ranked_and_different() {
    let dir = tempfile::tempdir().unwrap();
    run(&SMALL.replace("rows = 4, cols = 5", "rows = 8, cols = 9"), &settings(dir.path())).unwrap();
    let table = Results::open(dir.path()).unwrap().stalls().unwrap();
    let mut before: Option<(String, u64, f64, bool)> = None;
    let mut most = 0;
    for row in table.rows() {
        let stall = format!("{} {}", row.key().unwrap(), row.text("step").unwrap());
        let (candidate, risk) = (row.get::<u64>("candidate").unwrap(), row.get::<f64>("risk").unwrap());
        let added = row.text("proposed_by").unwrap() == "posterior";
        assert_eq!(row.get::<bool>("chosen").unwrap(), candidate == 0);
        assert!(risk.is_nan() || (0.0..=1.0).contains(&risk));
        match before.filter(|(last, ..)| *last == stall) {
            None => assert_eq!(candidate, 0, "a stall starts with what was taken"),
            Some((_, last, last_risk, last_added)) => {
                assert_eq!(candidate, last + 1);
                assert!(added || !last_added, "what was proposed comes first");
                assert!(!(added && last_added) || last_risk <= risk + 1e-12, "the least risky come first");
            }
        }
        most = most.max(candidate);
        before = Some((stall, candidate, risk, added));
    }
    assert_eq!(most, 11);
}

#[test]
fn some_games_alone_are_as_among_all() {
    let [_, runs, stalls, _] = fresh(SMALL, 1);
    let dir = tempfile::tempdir().unwrap();
    let only: Only = "mixed//random/1".parse().unwrap();
    run(SMALL, &Settings { only: Some(only), ..settings(dir.path()) }).unwrap();
    let found = files(dir.path());
    for (all, some) in [(runs, &found[1]), (stalls, &found[2])] {
        let meant = |row: &&str| row.starts_with("crocomine,mixed,") && row.contains(",random,1,");
        assert_eq!(some.lines().skip(1).collect::<Vec<_>>(), all.lines().filter(meant).collect::<Vec<_>>());
        assert!(some.lines().count() > 3);
    }
}

/// A game whose faults are planted.
struct Faulty;

impl Game for Faulty {
    type Instance = u64;
    type Worker = bool;

    fn name(&self) -> &'static str {
        "crocomine"
    }

    fn schema(&self) -> Schema {
        const RUN: &[Column] = &[Column::new("actions", "actions", ".")];
        const STALL: &[Column] = &[Column::new("step", "number", ".")];
        Schema { plural: "boards", instance: &[], run: RUN, stall: STALL }
    }

    fn instances(&self, _: usize) -> u64 {
        4
    }

    fn instance_name(&self, _: usize, place: u64) -> String {
        format!("{place}")
    }

    fn instance(&self, _: usize, place: u64) -> Result<u64, String> {
        match place {
            1 => Err("no map".into()),
            2 => panic!("no map {}", "at all"),
            _ => Ok(place),
        }
    }

    fn describe(&self, _: &u64) -> Vec<String> {
        Vec::new()
    }

    fn worker(&self) -> bool {
        true
    }

    fn play(&self, sound: &mut bool, _: &u64, strategy: usize, _: u64, _: bool) -> Played {
        assert!(*sound, "a thread went on with what a fault left behind");
        *sound = strategy != 1;
        assert!(*sound, "planted");
        Played { status: Status::Lost, run: vec!["7".into()], message: String::new(), stalls: vec![vec!["0".into()]], trace: None }
    }

    fn sets(&self) -> Vec<Value> {
        Vec::new()
    }

    fn strategies(&self) -> Vec<Value> {
        Vec::new()
    }

    fn inputs(&self) -> Vec<Input> {
        Vec::new()
    }
}

#[test]
fn a_fault_is_a_row_and_the_others_go_on() {
    let text = "name = \"x\"\ngame = \"crocomine\"\n[[sets]]\nname = \"s\"\n[[strategies]]\nname = \"a\"\n[[strategies]]\nname = \"b\"\n[[strategies]]\nname = \"c\"\n";
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(run_with(text, &settings(dir.path()), |_| Faulty), Ok(true));
    expect![[r"
        game,set,instance,strategy,repetition,status,actions,message
        crocomine,s,0,a,0,lost,7,
        crocomine,s,0,b,0,error,,a fault of the program: planted
        crocomine,s,0,c,0,lost,7,
        crocomine,s,1,a,0,error,,no map
        crocomine,s,1,b,0,error,,no map
        crocomine,s,1,c,0,error,,no map
        crocomine,s,2,a,0,error,,a fault of the program: no map at all
        crocomine,s,2,b,0,error,,a fault of the program: no map at all
        crocomine,s,2,c,0,error,,a fault of the program: no map at all
        crocomine,s,3,a,0,lost,7,
        crocomine,s,3,b,0,error,,a fault of the program: planted
        crocomine,s,3,c,0,lost,7,
    "]]
    .assert_eq(&files(dir.path())[1]);
    assert_eq!(files(dir.path())[2].lines().count(), 1 + 4);
}

#[test]
fn traces_replay_to_their_rows() {
    let dir = tempfile::tempdir().unwrap();
    run(SMALL, &settings(dir.path())).unwrap();
    let results = Results::open(dir.path()).unwrap();
    let traces = results.traces().unwrap();
    let runs = results.runs().unwrap();
    for trace in &traces {
        let row = runs.rows().find(|row| {
            let key = row.key().unwrap();
            (&*key.set, &*key.instance, &*key.strategy, key.repetition) == (&trace.set, &trace.instance, &trace.strategy, trace.repetition)
        });
        let row = row.unwrap();
        let actions = trace.record["actions"].as_array().unwrap();
        assert_eq!(actions.len() as u64, row.get::<u64>("actions").unwrap());
        assert_eq!(trace.record["status"], row.text("status").unwrap());
        let infos: Vec<Value> = actions.iter().flat_map(|action| action["infos"].as_array().unwrap().clone()).collect();
        let state = json!({"grid_infos": trace.record["grid_infos"], "infos": infos});
        let state: clover::crocomine::state::State = serde_json::from_value(state).unwrap();
        let opened =
            state.knowledge().unwrap().sights().iter().filter(|sight| matches!(sight, clover::crocomine::world::Sight::Open(_))).count();
        assert_eq!(opened as u64, row.get::<u64>("opened").unwrap());
    }
    assert_eq!(traces.len(), 6);
}

#[test]
fn every_column_is_explained() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/README.md");
    let readme = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let tables = [
        ("instances.csv", results::instances(&SCHEMA)),
        ("runs.csv", results::runs(&SCHEMA)),
        ("times.csv", results::times()),
        ("stalls.csv", results::stalls(&SCHEMA)),
    ];
    for (name, columns) in tables {
        let row = |Column { name, unit, meaning, .. }| format!("| `{name}` | {unit} | {meaning} |\n");
        let rows: String = columns.into_iter().map(row).collect();
        let text = format!("### `{name}`\n\n| column | unit | meaning |\n|---|---|---|\n{rows}");
        assert!(readme.contains(&text), "data/README.md should have\n\n{text}");
    }
}

#[test]
fn the_table_says_what_was_compared() {
    let outcome = |instance: usize, strategy: &str, repetition: u64, status| results::summary::Outcome {
        set: "dense".into(),
        instance: format!("{instance}").into(),
        strategy: strategy.into(),
        repetition,
        readable: true,
        status,
        averaged: [10.0, 5.0, 1.0, 2.0, 3.0].map(Some).to_vec(),
        seconds: Some(0.001),
    };
    let mut rows = Vec::new();
    for instance in 0..8 {
        rows.push(outcome(instance, "base", 0, if instance < 4 { Status::Won } else { Status::Lost }));
        rows.push(outcome(instance, "other", 0, if instance == 7 { Status::GaveUp } else { Status::Won }));
    }
    expect![[r#"
        dense: 8 maps
        strategy           won %        vs base       p  streak  actions  opened    T    S    C    ms        bad
                          [95 %]         [95 %]     + −                                           p95
        base                50.0                              4     10.0     5.0  1.0  2.0  3.0  1.00
                    [21.5, 78.5]                                                                 1.00
        other               87.5          +37.5  0.2500       7     10.0     5.0  1.0  2.0  3.0  1.00  1 gave up
                    [52.9, 97.8]  [−7.3, +67.8]   +3 −0                                          1.00

        won: Wilson's interval below; streak: longest run of wins in the order of instances;
        ms: mean time of a game, 95th percentile below; the other columns are means
        vs base: points more than `base` on what both played, Newcombe's interval below;
        p: McNemar's exact test, below it how many instances one alone won (+) and lost (−)
        bad: counted as not won; errors are left out of means
    "#]]
    .assert_eq(&experiment::table(&summarise(&rows, Some("base")), &SCHEMA, Some("base")));
    for instance in 0..8 {
        rows.push(outcome(instance, "base", 1, Status::Won));
    }
    expect![[r#"
        dense: 8 maps, 2 games each
        strategy           won %         vs base    p  streak  actions  opened    T    S    C    ms        bad
                          [95 %]          [95 %]  + −                                           p95
        base                75.0                            8     10.0     5.0  1.0  2.0  3.0  1.00
                    [40.9, 92.9]                                                               1.00
        other               87.5           +12.5            7     10.0     5.0  1.0  2.0  3.0  1.00  1 gave up
                    [52.9, 97.8]  [−26.4, +48.1]                                               1.00

        won: Wilson's interval below; streak: longest run of wins in the order of instances;
        ms: mean time of a game, 95th percentile below; the other columns are means
        vs base: points more than `base` on what both played, Newcombe's interval below;
        p: McNemar's exact test, below it how many instances one alone won (+) and lost (−)
        games of one instance are averaged first: it counts as a fraction of a success,
        and there is no p where its games end differently
        bad: counted as not won; errors are left out of means
    "#]]
    .assert_eq(&experiment::table(&summarise(&rows, Some("base")), &SCHEMA, Some("base")));
}

#[test]
fn tables_are_a_hundred_columns_wide_at_most() {
    let row = |strategy: &str, place: usize, status| results::summary::Outcome {
        set: "15x15_30".into(),
        instance: format!("{place:05}").into(),
        strategy: strategy.into(),
        repetition: 0,
        readable: true,
        status,
        averaged: [134.25, 201.5, 22.25, 23.25, 22.25].map(Some).to_vec(),
        seconds: Some(0.012_345),
    };
    let mut rows = Vec::new();
    for place in 0..3000 {
        rows.push(row("components", place, if place % 3 > 0 { Status::Won } else { Status::Lost }));
        rows.push(row("sat, no totals, sequential encoding", place, if place % 7 > 5 { Status::Won } else { Status::Lost }));
    }
    let shown = |rows: &[results::summary::Outcome]| experiment::table(&summarise(rows, Some("components")), &SCHEMA, Some("components"));
    let table = shown(&rows);
    expect![[r#"
        15x15_30: 3000 maps
        strategy           won %         vs base           p  streak  actions  opened     T     S     C    ms
                          [95 %]          [95 %]         + −                                              p95
        components          66.7                                   2    134.2   201.5  22.2  23.2  22.2  12.3
                    [65.0, 68.3]                                                                         12.3
        sat, no             14.3           −52.4    < 0.0001       1    134.2   201.5  22.2  23.2  22.2  12.3
        totals,     [13.1, 15.6]  [−54.5, −50.3]  +143 −1715                                             12.3
        sequential
        encoding

        won: Wilson's interval below; streak: longest run of wins in the order of instances;
        ms: mean time of a game, 95th percentile below; the other columns are means
        vs base: points more than `components` on what both played, Newcombe's interval below;
        p: McNemar's exact test, below it how many instances one alone won (+) and lost (−)
    "#]]
    .assert_eq(&table);
    rows.push(row("random", 0, Status::Error));
    rows.push(row("random", 1, Status::GaveUp));
    for table in [table, shown(&rows)] {
        assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
    }
}

fn clover(arguments: &[&str], dir: &Path) -> (i32, String, String) {
    let output = Command::cargo_bin("clover").unwrap().args(arguments).current_dir(dir).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_runs_resumes_and_refuses() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("small.toml"), SMALL).unwrap();
    let call = |arguments: &[&str]| clover(&[&["run", "small.toml"], arguments].concat(), dir.path());

    assert_eq!(call(&["--dry-run"]), (0, "30 games\n".into(), String::new()));
    assert_eq!(call(&["--dry-run", "--only", "land"]).1, "12 games\n");
    assert_eq!(call(&["--dry-run", "--set", "repetitions=1", "--set", "sets.0.generate.count=7"]).1, "27 games\n");
    assert!(!dir.path().join("results").exists());

    let (code, table, told) = call(&["--jobs", "2"]);
    assert_eq!((code, table.starts_with("mixed: 3 maps, 2 games each\nstrategy")), (0, true), "{table}{told}");
    let first: Vec<&str> = table.lines().filter_map(|line| line.split("  ").next()).collect();
    let labels = ["components", "components", "again", "random"];
    let wanted =
        [&["mixed: 3 maps, 2 games each", "strategy"][..], &labels, &["", "land: 2 maps, 2 games each", "strategy"], &labels].concat();
    assert_eq!(
        first.iter().filter(|word| !word.is_empty()).take(12).collect::<Vec<_>>(),
        wanted.iter().filter(|word| !word.is_empty()).collect::<Vec<_>>()
    );
    assert!(told.contains("30 games in "), "{told}");
    assert_eq!(files(&dir.path().join("results/small")), fresh(SMALL, 1));

    let (code, out, told) = call(&[]);
    assert_eq!((code, out.as_str()), (2, ""), "{told}");
    assert!(told.contains("holds instances.csv already"), "{told}");
    let (code, again, told) = call(&["--resume"]);
    assert_eq!((code, again), (0, table), "{told}");
    assert!(told.contains("is finished already"), "{told}");
    let (code, _, told) = call(&["--resume", "--set", "seed=2"]);
    assert!(code == 2 && told.contains("because experiment.seed is 2 now and was 1"), "{told}");
    for wrong in [&["--only", "nowhere"][..], &["--only", "a/b/c/0/e"], &["--set", "sed=1"], &["--jobs", "0"]] {
        assert_eq!(call(wrong).0, 2, "{wrong:?}");
    }
    assert_eq!(clover(&["run", "absent.toml"], dir.path()).0, 2);
}

#[test]
fn the_command_fails_where_a_game_does() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("m")).unwrap();
    fs::write(dir.path().join("m/a.croco"), "one\n1 2\n0 0\n- x\n").unwrap();
    fs::write(dir.path().join("m/b.croco"), "one\n1 2\n0 0\n- T\n").unwrap();
    let text = "name = \"x\"\ngame = \"crocomine\"\n[[sets]]\nname = \"m\"\nmaps = \"m\"\n[[strategies]]\nname = \"components\"\n";
    fs::write(dir.path().join("x.toml"), text).unwrap();
    let (code, table, told) = clover(&["run", "x.toml", "--out", "here"], dir.path());
    assert!(code == 1 && told.contains("1 games ended in an error"), "{told}");
    assert!(table.starts_with("m: 1 maps; 1 could not be read and were not played\n") && table.contains(" 100.0 "), "{table}");
}

/// The experiments of this project say what they mean.
#[test]
fn the_experiments_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    assert!(paths.len() >= 2);
    for path in paths {
        let source = Source::read(&path, &[]).unwrap();
        let plan = Plan::new(&source).unwrap();
        assert_eq!(plan.name, path.file_stem().unwrap().to_str().unwrap());
        assert!(plan.question.is_some());
        let game = Crocomine::new(&plan).unwrap();
        assert!(experiment::games(&plan, &game, None) > 0);
    }
}
