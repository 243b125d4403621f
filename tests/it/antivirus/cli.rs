//! `clover solve` from files.

use serde_json::{Value, json};

#[test]
fn boards_are_solved_from_files() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    write("easy.txt", "   .\n   .\n  ...\n ..V..\n..#V...\n .bb..\n  b..\n   .\n");
    write("none.txt", "   .\n   #\n  ...\n ..V..\n...V...\n .....\n  ...\n   .\n");
    write("bad.txt", "   .\n   .\n  .a?\n ..V..\n..#V...\n .bb..\n  b..\n   .\n");
    write("many.json", r#"{"challenges":[{"n":7,"pieces":[{"color":"red","cells":[[3,3],[4,3]]}]},{"n":9,"pieces":[]}]}"#);
    let solve = |args: &[&str]| {
        let output =
            assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("clover")).current_dir(dir.path()).arg("solve").args(args).output();
        let output = output.unwrap();
        let rows = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), rows, String::from_utf8(output.stderr).unwrap())
    };
    let (code, rows, said) = solve(&["--json", "--search", "bfs", "easy.txt", "none.txt", "bad.txt", "many.json"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("bad.txt:3:5: `?` is no cell") && said.contains("many.json#9: want one red piece"), "{said}");
    let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let told: Vec<_> =
        rows.iter().map(|row| (row["board"].as_str().unwrap(), row["status"].as_str().unwrap(), row["pushes"].as_u64())).collect();
    assert_eq!(told, [("easy.txt", "solved", Some(5)), ("none.txt", "no_solution", None), ("many.json#7", "solved", Some(5))]);
    assert_eq!(rows[2]["plan"], json!(["V up", "V up", "V up", "V up", "V up"]));
    assert!(rows[1]["component"].as_u64().unwrap() > 1 && rows[0]["component"].is_null());
    // Cells that no board has, and positions that are told once only where they are stored once.
    write("far.json", r#"{"challenges":[{"n":1,"pieces":[{"color":"red","cells":[[20000,20000],[20001,20000]]}]}]}"#);
    let (code, _, said) = solve(&["far.json"]);
    assert!(code == Some(2) && said.contains("is not on the board"), "{said}");
    for (args, component) in
        [("bfs", true), ("dijkstra", true), ("las-vegas", true), ("dijkstra --metric slide", false), ("ida-star", false)]
    {
        let args: Vec<&str> = ["--json", "none.txt", "--search"].into_iter().chain(args.split(' ')).collect();
        let row: Value = serde_json::from_str(&solve(&args).1).unwrap();
        assert_eq!((&row["status"], row["component"].is_u64()), (&json!("no_solution"), component), "{args:?}");
    }
    let (code, rows, _) = solve(&["easy.txt", "--search", "bfs", "--option", "max_expanded=2"]);
    assert!(code == Some(0) && rows.contains("out of budget: max_expanded = 2 was reached after 2 positions"), "{rows}");
    assert_eq!(solve(&["bad.txt"]).0, Some(2));
}

/// A process of 500 MB that is to explore far more ends with an answer, whatever it was told.
#[test]
#[cfg(target_os = "linux")]
fn a_small_process_never_dies_of_memory() {
    let dir = tempfile::tempdir().unwrap();
    // The opening is white: every search has to explore all there is.
    std::fs::write(dir.path().join("large.txt"), "#\n.\n...\n..a..\n..ab...\n..cb.....\n...c.V...dd\n..e.V..f.\n..e...f\n.....\n...\n.\n")
        .unwrap();
    let binary = assert_cmd::cargo::cargo_bin!("clover").display().to_string();
    let output = std::process::Command::new("sh")
        .current_dir(dir.path())
        .args(["-c", &format!("ulimit -v 500000 && {binary} solve large.txt --goal opening --json --search bfs --memory 4000000000")])
        .output()
        .unwrap();
    let row: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    assert_eq!((output.status.code(), &row["status"], &row["limit"]), (Some(0), &json!("out_of_budget"), &json!("memory")));
}
