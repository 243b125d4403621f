//! `clover analyze` against exact positions of classic Minesweeper, verified by
//! enumeration elsewhere: all land, tigers only, the start one of the open cells.

use assert_cmd::Command;
use serde_json::{Value, json};

/// The state of a board drawn in rows: `.` closed, a digit open.
fn state(rows: &[&str], tigers: usize) -> Value {
    let (m, n) = (rows.len(), rows[0].len());
    let open = rows.iter().enumerate().flat_map(|(i, row)| {
        row.bytes().enumerate().filter(|(_, byte)| *byte != b'.').map(move |(j, byte)| ([i, j], u32::from(byte - b'0')))
    });
    let infos: Vec<Value> = open.map(|(pos, count)| json!({"pos": pos, "field": "land", "prox_count": [count, 0, 0]})).collect();
    let grid_infos = json!({"m": m, "n": n, "start": infos[0]["pos"], "tiger_count": tigers, "shark_count": 0,
        "croco_count": 0, "sea_count": 0, "land_count": m * n, "3BV": 1, "infos": []});
    json!({"grid_infos": grid_infos, "infos": infos})
}

fn analyze(state: &Value) -> assert_cmd::assert::Assert {
    Command::cargo_bin("clover").expect("built").arg("analyze").write_stdin(state.to_string()).assert()
}

/// What `clover analyze` says of a position.
struct Answer(Value);

fn solve(rows: &[&str], tigers: usize) -> Answer {
    let output = analyze(&state(rows, tigers)).success().get_output().stdout.clone();
    Answer(serde_json::from_slice(&output).expect("JSON"))
}

impl Answer {
    #[track_caller]
    fn worlds(&self, expected: &str) -> &Self {
        assert_eq!(self.0["solutions"], expected);
        self
    }

    /// The probability of a tiger in these cells is `expected`.
    #[track_caller]
    fn tiger(&self, cells: &[(usize, usize)], expected: f64) -> &Self {
        for &(i, j) in cells {
            let cell = self.0["cells"].as_array().expect("cells").iter().find(|cell| cell["pos"] == json!([i, j]));
            let cell = cell.unwrap_or_else(|| panic!("({i},{j}) is closed"));
            let p = cell["p"]["tiger"].as_f64().expect("a number");
            assert!((p - expected).abs() < 1e-9, "({i},{j}): {p} for {expected}");
            let proven = if expected <= 0.0 {
                json!("free")
            } else if expected >= 1.0 {
                json!("tiger")
            } else {
                Value::Null
            };
            assert_eq!(cell["proven"], proven, "({i},{j})");
        }
        self
    }

    /// All closed cells but these.
    #[track_caller]
    fn others(&self, but: &[(usize, usize)], expected: f64) -> &Self {
        let cells = self.0["cells"].as_array().expect("cells").iter().map(|cell| &cell["pos"]);
        let others = cells.map(|pos| (pos[0].as_u64().unwrap_or(0) as usize, pos[1].as_u64().unwrap_or(0) as usize));
        let others: Vec<_> = others.filter(|pos| !but.contains(pos)).collect();
        assert!(!others.is_empty());
        self.tiger(&others, expected)
    }
}

/// No world: exit code 2 and a message that says so.
#[track_caller]
fn contradiction(rows: &[&str], tigers: usize) {
    analyze(&state(rows, tigers)).code(2).stdout("").stderr(predicates::str::contains("no world agrees"));
}

#[test]
fn position_1_a_corner_region() {
    let rows = ["001.......", "002.......", "003.......", "002.......", "112......."];
    let closed = [".........."; 5];
    let answer = solve(&[rows, closed].concat(), 10);
    answer.worlds("237093780").tiger(&[(1, 3), (2, 3), (3, 3)], 1.0).tiger(&[(0, 3), (4, 3), (5, 2)], 0.0);
    answer.tiger(&[(5, 1)], 71.0 / 77.0).tiger(&[(5, 0), (5, 3)], 6.0 / 77.0);
    answer.others(&[(1, 3), (2, 3), (3, 3), (0, 3), (4, 3), (5, 2), (5, 1)], 6.0 / 77.0);
}

#[test]
fn position_2_two_constraints_and_a_sea_of_cells() {
    let answer = solve(&["112....", ".......", ".......", ".......", ".......", ".......", ".......", "......."], 10);
    answer.tiger(&[(0, 3), (1, 3)], 49.0 / 90.0).tiger(&[(1, 0)], 4.0 / 45.0).tiger(&[(1, 1)], 41.0 / 45.0).tiger(&[(1, 2)], 0.0);
    answer.others(&[(0, 3), (1, 3), (1, 0), (1, 1), (1, 2)], 89.0 / 540.0);
}

#[test]
fn position_3_an_edge() {
    let mut rows = ["........"; 8];
    (rows[0], rows[1], rows[2]) = ("1.......", "1.......", "2.......");
    let answer = solve(&rows, 10);
    answer.tiger(&[(0, 1)], 4.0 / 53.0).tiger(&[(1, 1)], 49.0 / 53.0).tiger(&[(2, 1)], 0.0).tiger(&[(3, 0), (3, 1)], 57.0 / 106.0);
    answer.others(&[(0, 1), (1, 1), (2, 1), (3, 0), (3, 1)], 15.0 / 106.0);
}

#[test]
fn position_4_the_total_decides() {
    let mut rows = ["........"; 8];
    (rows[2], rows[3], rows[5]) = ("...1....", "...2....", "......8.");
    let answer = solve(&rows, 10);
    let ring = [(4, 5), (4, 6), (4, 7), (5, 5), (5, 7), (6, 5), (6, 6), (6, 7)];
    let quarter = [(2, 2), (2, 4), (3, 2), (3, 4)];
    let third = [(4, 2), (4, 3), (4, 4)];
    answer.worlds("12").tiger(&ring, 1.0).tiger(&[(1, 2), (1, 3), (1, 4)], 0.0).tiger(&quarter, 0.25).tiger(&third, 1.0 / 3.0);
    answer.others(&[&ring[..], &quarter, &third].concat(), 0.0);
}

#[test]
fn position_5_a_contradiction() {
    let mut rows: Vec<String> = ["3", "4", "3", "3", "3", "4", "5", "4"].iter().map(|count| format!("......{count}.")).collect();
    rows[5] = "....114.".into();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    // One of the printed cells is (5,4) = (5,5) = 1; no tiger at all is on the map.
    contradiction(&rows, 0);
}

#[test]
fn position_6_one_component_of_62_cells() {
    let mut rows = ["....................."; 10];
    (rows[0], rows[2]) = ("2.3.3.3.3.3.3.3.3.3.1", "3.4.4.4.4.4.4.4.4.4.1");
    let answer = solve(&rows, 75);
    answer.worlds("4100291617732802134470509960898207009468090");
    answer.tiger(&[(0, 1)], 0.553_370_063_567_461_4).tiger(&[(1, 1)], 0.760_245_993_311_886_1);
    answer.tiger(&[(1, 20)], 0.071_438_566_783_525).tiger(&[(2, 5)], 0.457_829_782_324_106_6);
    answer.tiger(&[(4, 0), (9, 20), (5, 7)], 0.355_075_521_581_898_1);
}

#[test]
fn position_7_a_corner_of_four() {
    let rows = ["..1.", "..1.", "111.", "...."];
    let answer = solve(&rows, 3);
    answer.worlds("8").tiger(&[(0, 1), (0, 3), (1, 0), (3, 0)], 3.0 / 8.0).tiger(&[(1, 3), (3, 1)], 0.25);
    answer.tiger(&[(1, 1), (2, 3), (3, 2)], 0.0).tiger(&[(0, 0), (3, 3)], 0.5);
    let answer = solve(&rows, 4);
    answer.tiger(&[(1, 3), (3, 1)], 0.0).tiger(&[(0, 0), (3, 3)], 1.0).tiger(&[(0, 1), (0, 3), (1, 0), (3, 0)], 0.5);
}

#[test]
fn position_8_safe_by_the_total() {
    let rows = ["1.....1", ".......", "......."];
    let around = [(0, 1), (1, 0), (1, 1), (0, 5), (1, 5), (1, 6)];
    solve(&rows, 2).tiger(&around, 1.0 / 3.0).others(&around, 0.0);
    solve(&rows, 3).tiger(&around, 1.0 / 3.0).others(&around, 1.0 / 13.0);
    contradiction(&rows, 1);
}
