//! What the page shows is what the trace says, cell for cell and risk for risk.

use super::*;
use crate::crocomine::analysis::Analysis;
use crate::crocomine::generator::Generator;
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::play::{LocalHost, game_seed, play};
use crate::crocomine::posterior::{Engine, View};
use crate::crocomine::state::{GridInfos, State};
use crate::crocomine::strategy::{Options, find};
use crate::crocomine::trace;
use crate::record::Key;
use crate::report::replay::tests::{data, shown};
use crate::results::Trace;
use crate::seed::Seed;
use serde_json::{Value, json};

/// Traces of games on small dense maps, some of them won.
fn traces(strategy: &str, count: u64) -> Vec<Trace> {
    let recipe = json!({"rows": 6, "cols": 7, "sea": 0.5, "animals": 0.25, "start_rule": "open", "count": count});
    let maps = Generator::new(&serde_json::from_value(recipe).unwrap(), Seed::new(1)).unwrap();
    let entry = find(strategy).unwrap();
    let game = |place| {
        let level = maps.level(place);
        let told = level.knowledge();
        let mut trace = trace::Trace::new(GridInfos::new(told.grid(), told.start(), told.totals(), None));
        let mut strategy = (entry.build)(&Options::new(entry, []).unwrap()).unwrap();
        let seed = game_seed(Seed::new(1), 0, &told, place);
        let played = play(&mut LocalHost::new(&level), told, &mut *strategy, &mut Engine::default(), seed, &mut trace);
        let [game, set] = ["crocomine", "made"].map(Into::into);
        let key = Key { game, set, instance: format!("{place}").into(), strategy: entry.name.into(), repetition: 0 };
        Trace::new(&key, trace.into_record(played.status))
    };
    (0..count).map(game).collect()
}

/// The cells of `{"value": "3-5,9"}`, with their values.
fn ungrouped(groups: &Value) -> Vec<(usize, String)> {
    let groups = groups.as_object().into_iter().flatten();
    let runs = groups.flat_map(|(value, runs)| runs.as_str().unwrap().split(',').map(move |run| (value, run)));
    let cells = runs.flat_map(|(value, run)| {
        let (from, to) = run.split_once('-').unwrap_or((run, run));
        (from.parse().unwrap()..=to.parse().unwrap()).map(move |cell| (cell, value.clone()))
    });
    cells.collect()
}

/// What a cell shows in this state, as the page writes it.
fn look(knowledge: &Knowledge, cell: usize) -> String {
    Look { terrain: knowledge.terrain(cell), sight: knowledge.sight(cell) }.to_string()
}

/// Steps through a game as the page does, and asks `clover analyze`'s own functions
/// in every state, each read afresh from the trace's records. Gives the number of
/// risks compared.
fn check_frames(shown: &Value, trace: &Trace) -> usize {
    let trace: trace::Trace = serde_json::from_value(Value::Object(trace.record.clone())).unwrap();
    let frames = shown["frames"].as_array().unwrap();
    assert_eq!(frames.len(), trace.actions.len() + 1);
    let cells = trace.grid_infos.m * trace.grid_infos.n;
    let (mut looks, mut risks, mut compared) = (vec![String::new(); cells], vec![String::new(); cells], 0);
    for (nth, frame) in frames.iter().enumerate() {
        for (cell, value) in ungrouped(&frame["cells"]) {
            looks[cell] = value;
        }
        for (cell, value) in ungrouped(&frame["risks"]) {
            risks[cell] = value;
        }

        let infos = trace.actions[..nth].iter().flat_map(|action| action.infos.clone()).collect();
        let knowledge = State { grid_infos: trace.grid_infos.clone(), infos }.knowledge().unwrap();
        assert_eq!(looks, (0..cells).map(|cell| look(&knowledge, cell)).collect::<Vec<_>>());
        let mut engine = Engine::default();
        let view = View::new(&knowledge, &mut engine);
        let analysis = Analysis::new(knowledge.grid(), view.posterior().unwrap(), &view.worlds().unwrap());
        for cell in &analysis.cells {
            let shown = &risks[knowledge.grid().cell(cell.pos.0, cell.pos.1)];
            match cell.proven {
                None => assert!((shown.parse::<f64>().unwrap() / 1e4 - (1.0 - cell.p.free)).abs() <= 0.5001e-4, "{shown}: {cell:?}"),
                Some("free") => assert_eq!(shown, "F"),
                Some(animal) => assert_eq!(*shown, animal[..1].to_uppercase()),
            }
            compared += 1;
        }
        let Some(action) = trace.actions.get(nth) else { continue };
        let done = &frame["move"];
        assert_eq!((&done["action"], &done["reply"], &done["step"]), (&json!(action.action), &json!(action.status), &json!(action.step)));
        assert_eq!(done["cell"], json!(action.pos.0 * trace.grid_infos.n + action.pos.1));
        assert_eq!(done["why"].as_str(), Some(&*action.why).filter(|_| !action.is_proven()));
        assert_eq!(done["candidates"].as_array().map_or(0, Vec::len), action.candidates.len());
        assert_eq!(action.candidates.is_empty(), action.is_proven());
        if !action.is_proven() {
            let exact = done["exact"].as_f64().unwrap();
            assert!(done["least"].as_f64().unwrap() <= exact);
        }
    }
    compared
}

#[test]
fn every_step_is_that_of_the_trace_with_the_risks_of_analyze() {
    for strategy in ["progress", "density"] {
        let traces = traces(strategy, 8);
        let data = data(&shown(traces.clone(), 8).unwrap().unwrap());
        let compared = data["games"].as_array().unwrap().iter().map(|game| {
            let trace = traces.iter().find(|trace| game["instance"] == *trace.instance).unwrap();
            assert_eq!((&game["status"], &game["strategy"]), (&trace.record["status"], &json!(strategy)));
            check_frames(game, trace)
        });
        assert!(compared.sum::<usize>() > 500);
    }
}

/// What is wrong with a game that was changed so.
fn fault(change: impl FnOnce(&mut serde_json::Map<String, Value>)) -> String {
    let mut traces = traces("density", 3);
    change(&mut traces[1].record);
    shown(traces, 9).err().expect("it contradicts itself")
}

#[test]
fn what_contradicts_itself_is_told_with_its_place() {
    let place = "made/games.jsonl:2: the game made/1/density/0: ";
    for (fault, expected) in [
        (fault(|record| record["status"] = json!("drawn")), "its status is none that there is"),
        (fault(|record| record["grid_infos"]["m"] = json!(0)), "grid_infos: m = 0"),
        (fault(|record| record["actions"] = json!(7)), "invalid type"),
        (fault(|record| record["actions"] = json!([])), "does not end so: closed cells: 42"),
        (fault(|record| record["actions"][0]["pos"] = json!([9, 0])), "action 1: position [9,0] is outside the 6 × 7 grid"),
        (fault(|record| record["actions"][0]["action"] = json!("chord")), "action 1: chord ("),
        (fault(|record| record["actions"][1] = record["actions"][0].clone()), "is not possible then"),
        (fault(|record| record["actions"][0]["infos"][0]["prox_count"] = json!([9, 9, 9])), "action 1: cell ("),
        (fault(|record| record["actions"][0]["status"] = json!("GG")), "action 1: the reply is GG, where"),
        (
            fault(|record| record["actions"].as_array_mut().unwrap().last_mut().unwrap()["status"] = json!("OK")),
            "the reply is OK, where a game that is",
        ),
        (
            fault(|record| record["actions"][0]["candidates"] = json!([{"action": "wait", "pos": [0, 0]}])),
            "action 1: a candidate: there is no",
        ),
    ] {
        assert!(fault.starts_with(place) && fault.contains(expected), "want `{expected}`, got `{fault}`");
    }
}

#[test]
fn a_host_that_contradicts_itself_ends_a_game_that_is_shown() {
    let mut traces = traces("density", 1);
    let actions = traces[0].record["actions"].as_array_mut().unwrap();
    actions.truncate(1);
    actions[0]["infos"][0]["prox_count"] = json!([9, 9, 9]);
    traces[0].record["status"] = json!("error");
    let data = data(&shown(traces, 1).unwrap().unwrap());
    assert_eq!(data["games"][0]["frames"].as_array().unwrap().len(), 2);
}

#[test]
fn changed_cells_are_written_as_runs() {
    use changes::{Risk, changes};
    let share = |shares: &[u16]| shares.iter().map(|&share| Risk::Share(share)).collect::<Vec<_>>();
    let text = |before: &[Risk], after: &[Risk], cells: &[usize]| json!(changes(before, after, cells.iter().copied())).to_string();
    assert_eq!(text(&[Risk::Untold; 5], &share(&[5, 5, 7, 5, 5]), &[0, 1, 2, 3, 4]), r#"{"5":"0-1,3-4","7":"2"}"#);
    assert_eq!(text(&share(&[5, 6]), &share(&[5, 6]), &[0, 1]), "{}");
    assert_eq!(text(&share(&[5, 6, 7]), &[Risk::Untold, Risk::Proven(None), Risk::Untold], &[0, 1]), r#"{"":"0","F":"1"}"#);
    assert_eq!((Risk::new(1.0, None), Risk::new(0.87654, None)), (Risk::Share(0), Risk::Share(1235)));
}
