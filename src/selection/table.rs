//! A scenario as a file: CSV with one row an option, and back.
//!
//! The first line is a comment, `# ` and a JSON object: the format, the game, the
//! target and the labels of the strategies in their order. The header follows:
//! `decision,group,family,option,proposed_by`, then a column for each feature, its
//! name after `x:` so that it can collide with no other, then
//! `score_first,score_second,error`. Options of a decision follow one another, numbered from 0;
//! `proposed_by` joins labels by `;`. A feature that is not a number is an empty cell.
//! (`pandas.read_csv(file, skiprows=1)` reads it.)

use super::check::{names, numbers};
use super::{Decision, Scenario, ScenarioError, Target};
use crate::record::Field;
use csv::StringRecord;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::sync::Arc;

/// Of the file, not of the crate: raised where an older file would be misread.
const FORMAT: u32 = 1;
const BEFORE: [&str; 5] = ["decision", "group", "family", "option", "proposed_by"];
const AFTER: [&str; 3] = ["score_first", "score_second", "error"];

/// What the first line says.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    scenario: u32,
    game: String,
    target: Target,
    strategies: Vec<String>,
}

impl Scenario {
    /// Writes it as CSV: the same scenario gives the same bytes.
    ///
    /// # Errors
    /// Where its parts do not fit, or cannot be written to `out`.
    pub fn write(&self, mut out: impl Write) -> Result<(), ScenarioError> {
        self.check()?;
        let head = Head { scenario: FORMAT, game: self.game.clone(), target: self.target, strategies: self.strategies.clone() };
        writeln!(out, "# {}", serde_json::to_string(&head).map_err(std::io::Error::from)?)?;
        let mut rows = csv::Writer::from_writer(out);
        let features = self.features.iter().map(|name| format!("x:{name}"));
        let header = BEFORE.into_iter().map(String::from).chain(features).chain(AFTER.map(String::from));
        rows.write_record(header.collect::<Vec<_>>()).map_err(outside)?;
        for decision in &self.decisions {
            for option in decision.options.clone() {
                rows.write_record(self.cells(decision, option)).map_err(outside)?;
            }
        }
        Ok(rows.flush()?)
    }

    fn cells(&self, decision: &Decision, option: usize) -> Vec<String> {
        let proposals = decision.proposals.iter().zip(&self.strategies);
        let by: Vec<&str> = proposals.filter(|(proposal, _)| **proposal == option).map(|(_, label)| label.as_str()).collect();
        let number = (option - decision.options.start) as u64;
        let mut cells = vec![decision.name.clone(), decision.group.to_string(), decision.family.to_string(), number.write(), by.join(";")];
        cells.extend(self.features_of(option).iter().map(Field::write));
        cells.extend(self.halves[option].iter().map(Field::write));
        cells.push(self.errors[option].write());
        cells
    }

    /// Reads it from CSV, row by row.
    ///
    /// # Errors
    /// Where it cannot be read, or is not a scenario as [`Scenario::write`] writes it;
    /// the error names the line.
    pub fn read(mut from: impl BufRead) -> Result<Self, ScenarioError> {
        let mut first = Vec::new();
        from.read_until(b'\n', &mut first)?;
        let head = head(&first).map_err(|what| ScenarioError::Line { line: 1, what })?;
        let mut reader = csv::Reader::from_reader(from);
        let features = features(reader.headers().map_err(outside)?).map_err(|what| ScenarioError::Line { line: 2, what })?;
        let mut reading = Reading::new(head, features);
        let mut row = StringRecord::new();
        let mut line = 2;
        while reader.read_record(&mut row).map_err(outside)? {
            line = row.position().map_or(line, csv::Position::line) + 1;
            reading.row(&row).map_err(|what| ScenarioError::Line { line, what })?;
        }
        reading.end().map_err(|what| ScenarioError::Line { line, what })?;
        Ok(reading.scenario)
    }
}

/// An error of the CSV reader or writer; its lines lack the first.
fn outside(error: csv::Error) -> ScenarioError {
    match error.position().map(csv::Position::line) {
        Some(line) => ScenarioError::Line { line: line + 1, what: error.to_string() },
        None => ScenarioError::Io(error.into()),
    }
}

fn head(line: &[u8]) -> Result<Head, String> {
    let json = line.strip_prefix(b"# ").ok_or("not a scenario: its first line starts with `# {`")?;
    let head: Head = serde_json::from_slice(json).map_err(|error| format!("not a scenario's first line: {error}"))?;
    if head.scenario != FORMAT {
        return Err(format!("a scenario of format {}; this version reads format {FORMAT}", head.scenario));
    }
    names("strategy", head.strategies.iter().map(String::as_str), true)?;
    Ok(head)
}

/// The names of the features, from the header.
fn features(header: &StringRecord) -> Result<Vec<String>, String> {
    let cells: Vec<&str> = header.iter().collect();
    let inner = cells.strip_prefix(&BEFORE).and_then(|rest| rest.strip_suffix(&AFTER));
    let inner = inner.ok_or_else(|| format!("the header is not `{}`, features, `{}`", BEFORE.join(","), AFTER.join(",")))?;
    let feature =
        |cell: &&str| cell.strip_prefix("x:").map(String::from).ok_or_else(|| format!("column `{cell}` lacks the `x:` of a feature"));
    let features: Vec<String> = inner.iter().map(feature).collect::<Result<_, _>>()?;
    names("feature", features.iter().map(String::as_str), false)?;
    Ok(features)
}

/// A scenario of which rows are still to come.
struct Reading {
    scenario: Scenario,
    /// For each strategy what it proposes in the last decision.
    proposals: Vec<Option<usize>>,
    /// Names of decisions; groups and families, one copy each.
    seen: BTreeSet<String>,
    shared: BTreeSet<Arc<str>>,
}

impl Reading {
    fn new(head: Head, features: Vec<String>) -> Self {
        let Head { game, target, strategies, .. } = head;
        let scenario =
            Scenario { game, target, features, strategies, decisions: Vec::new(), x: Vec::new(), halves: Vec::new(), errors: Vec::new() };
        Self { proposals: Vec::new(), seen: BTreeSet::new(), shared: BTreeSet::new(), scenario }
    }

    fn row(&mut self, row: &StringRecord) -> Result<(), String> {
        let cells: Vec<&str> = row.iter().collect();
        // As long as the header, which the reader checks.
        let (before, rest) = cells.split_at(BEFORE.len());
        let (x, after) = rest.split_at(self.scenario.features.len());
        self.decision(before)?;
        self.proposed(before[4])?;
        for (place, cell) in x.iter().enumerate() {
            let value = number(cell).ok_or_else(|| format!("feature `{}`: unexpected `{cell}`", self.scenario.features[place]))?;
            self.scenario.x.push(value);
        }
        let mut after =
            after.iter().zip(AFTER).map(|(cell, name)| number(cell).ok_or_else(|| format!("column `{name}`: unexpected `{cell}`")));
        let mut next = || after.next().unwrap_or(Err("the row is too short".into()));
        let (halves, error) = ([next()?, next()?], next()?);
        numbers(halves, error)?;
        self.scenario.halves.push(halves);
        self.scenario.errors.push(error);
        Ok(())
    }

    /// The decision that a row is of: the last one, or a new one.
    fn decision(&mut self, before: &[&str]) -> Result<(), String> {
        let [name, group, family, number, _] = before else { return Err("the row is too short".into()) };
        let option = self.scenario.halves.len();
        if self.scenario.decisions.last().is_none_or(|last| last.name != *name) {
            self.end()?;
            names("decision", [*name], false)?;
            if !self.seen.insert((*name).to_string()) {
                return Err(format!("decision `{name}`: its options do not follow one another"));
            }
            let [group, family] = [group, family].map(|text| shared(&mut self.shared, text));
            self.proposals = vec![None; self.scenario.strategies.len()];
            self.scenario.decisions.push(Decision {
                name: (*name).to_string(),
                group,
                family,
                options: option..option,
                proposals: Vec::new(),
            });
        }
        let Some(last) = self.scenario.decisions.last_mut() else { return Ok(()) };
        if (&*last.group, &*last.family) != (*group, *family) {
            return Err(format!(
                "decision `{name}` is of group `{}` and family `{}`, not `{group}` and `{family}`",
                last.group, last.family
            ));
        }
        if u64::read(number) != Some(last.options.len() as u64) {
            return Err(format!("decision `{name}`: option `{number}` where {} is due", last.options.len()));
        }
        last.options.end = option + 1;
        Ok(())
    }

    /// Who proposes the option of this row.
    fn proposed(&mut self, labels: &str) -> Result<(), String> {
        let option = self.scenario.halves.len();
        for label in labels.split(';').filter(|label| !label.is_empty()) {
            let place = self.scenario.strategies.iter().position(|strategy| strategy == label);
            let place = place.ok_or_else(|| format!("the first line names no strategy `{label}`"))?;
            if self.proposals[place].replace(option).is_some() {
                return Err(format!("strategy `{label}` proposes two options"));
            }
        }
        Ok(())
    }

    /// The last decision is complete.
    fn end(&mut self) -> Result<(), String> {
        let Some(last) = self.scenario.decisions.last_mut() else { return Ok(()) };
        let proposals = self.proposals.iter().zip(&self.scenario.strategies);
        let all = proposals
            .map(|(proposal, label)| proposal.ok_or_else(|| format!("decision `{}` ends without a proposal of `{label}`", last.name)));
        last.proposals = all.collect::<Result<_, _>>()?;
        Ok(())
    }
}

fn number(cell: &str) -> Option<f64> {
    f64::read(cell)
}

fn shared(names: &mut BTreeSet<Arc<str>>, text: &str) -> Arc<str> {
    if let Some(known) = names.get(text) {
        return known.clone();
    }
    let name: Arc<str> = text.into();
    names.insert(name.clone());
    name
}

#[cfg(test)]
mod tests {
    use super::super::made::{Made, small};
    use super::*;
    use expect_test::expect;
    use proptest::prelude::{Strategy, prop, prop_assert, proptest};
    use rand::{Rng, RngExt};

    fn text(scenario: &Scenario) -> String {
        let mut bytes = Vec::new();
        scenario.write(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn looks_like_this() {
        expect![[r#"
            # {"scenario":1,"game":"crocomine","target":"strategy","strategies":["a","b"]}
            decision,group,family,option,proposed_by,x:closed,"x:it's, ""odd""",score_first,score_second,error
            made/1/7,made/1,made,0,a,0.5,-3,0.5,0.5,0
            made/1/7,made/1,made,1,b,0.5,-3,0.25,0.25,0
            made/2/30,made/2,made,0,a,1e-12,7,0.125,0.125,0
            made/2/30,made/2,made,1,b,1e-12,7,0.75,0.75,0
        "#]]
        .assert_eq(&text(&small()));
    }

    #[track_caller]
    fn check(from: &str, to: &str, expected: &str) {
        let text = text(&small());
        assert!(text.contains(from), "{from}");
        let found = Scenario::read(text.replacen(from, to, 1).as_bytes()).unwrap_err().to_string();
        assert!(found.starts_with(expected), "{found}");
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        check("# {", "{", "line 1: not a scenario");
        check(":1,", ":2,", "line 1: a scenario of format 2");
        check("[\"a\",", "[\"b\",", "line 1: the strategy `b` is there twice");
        check("\"target\"", "\"goal\"", "line 1: not a scenario's first line: unknown field `goal`");
        check("family,option", "option,family", "line 2: the header is not");
        check("x:closed", "closed", "line 2: column `closed`");
        check("made/1/7,made/1,made,1,b", "made/1/7,made/1,made,2,b", "line 4: decision `made/1/7`: option `2` where 1 is due");
        check("made/1/7,made/1,made,1,b", "made/1/7,made/2,made,1,b", "line 4: decision `made/1/7` is of group");
        check("made,1,b", "made,1,c", "line 4: the first line names no strategy `c`");
        check("made,1,b", "made,1,a;b", "line 4: strategy `a` proposes two options");
        check("made,1,b", "made,1,", "line 5: decision `made/1/7` ends without a proposal of `b`");
        check("0.75,0.75,0", "0.75,1.75,0", "line 6: a score of 1.75");
        check("1e-12", "1e-x", "line 5: feature `closed`: unexpected `1e-x`");
        check("0.25,0.25,0", "0.25,0.25", "line 4: ");
        check("0.25,0.25,0", "0.25,,0", "line 4: a score of NaN");
    }

    #[test]
    fn a_cut_file_and_a_decision_in_two_parts_are_refused() {
        let whole = text(&small());
        let mut lines: Vec<&str> = whole.lines().collect();
        assert_eq!(Scenario::read(lines[..5].join("\n").as_bytes()).unwrap_err().to_string(), {
            "line 5: decision `made/2/30` ends without a proposal of `b`"
        });
        assert!(Scenario::read(lines[0].as_bytes()).unwrap_err().to_string().starts_with("line 2: the header"));
        assert!(Scenario::read(&b""[..]).unwrap_err().to_string().starts_with("line 1: not a scenario"));
        lines.push(lines[2]);
        let again = Scenario::read(lines.join("\n").as_bytes()).unwrap_err().to_string();
        assert_eq!(again, "line 7: decision `made/1/7`: its options do not follow one another");
    }

    /// Any scenario: names and groups of any text, proposals shared or not, features
    /// of any kind.
    fn any() -> impl Strategy<Value = Scenario> {
        let names = |pattern: &'static str| prop::collection::btree_set(pattern, 0..4);
        let decisions = prop::collection::vec(("[ -~é\n\r\t]{0,4}", prop::collection::vec(0u8..8, 4), 1usize..4), 0..5);
        (names("[ -~é\n]{1,4}"), names("[ -:<-~é\n]{1,4}"), decisions, prop::bool::ANY, proptest::num::u64::ANY).prop_map(
            |(features, strategies, decisions, candidate, seed)| {
                let mut scenario = Scenario {
                    game: "é\n\"".into(),
                    target: if candidate { Target::Candidate } else { Target::Strategy },
                    features: features.into_iter().collect(),
                    strategies: strategies.into_iter().collect(),
                    decisions: Vec::new(),
                    x: Vec::new(),
                    halves: Vec::new(),
                    errors: Vec::new(),
                };
                let mut rng = crate::seed::Seed::new(seed).generator();
                for (place, (group, picks, n)) in decisions.into_iter().enumerate() {
                    let first = scenario.halves.len();
                    let proposals = (0..scenario.strategies.len()).map(|strategy| first + picks[strategy] as usize % n).collect();
                    let name = format!("{group}/{place}");
                    let [group, family]: [Arc<str>; 2] = [group.as_str().into(), "#".into()];
                    scenario.decisions.push(Decision { name, group, family, options: first..first + n, proposals });
                    for _ in 0..n {
                        let values = scenario.features.iter().map(|_| match f64::from_bits(rng.next_u64()) {
                            nan if nan.is_nan() => f64::INFINITY,
                            x => x,
                        });
                        scenario.x.extend(values);
                        scenario.halves.push(rng.random());
                        scenario.errors.push(rng.random());
                    }
                }
                scenario
            },
        )
    }

    proptest! {
        #[test]
        fn reads_back_the_same(scenario in any()) {
            let text = text(&scenario);
            let back = Scenario::read(text.as_bytes()).unwrap();
            prop_assert!(back == scenario, "{}", text);
            prop_assert!(back.check().is_ok());
        }

        /// Whatever is changed in a file, reading it does not panic, and what it gives fits.
        #[test]
        fn spoiled_files_do_no_harm(place in 0usize..400, byte: u8) {
            let mut bytes = text(&small()).into_bytes();
            let place = place % bytes.len();
            bytes[place] = byte;
            if let Ok(scenario) = Scenario::read(&bytes[..]) {
                prop_assert!(scenario.check().is_ok());
            }
        }
    }

    #[test]
    fn what_is_not_a_number_stays_so() {
        let scenario = small().with("none", |_, _, option| if option == 1 { f64::NAN } else { f64::NEG_INFINITY });
        let back = Scenario::read(text(&scenario).as_bytes()).unwrap();
        assert!(back.features_of(1)[2].is_nan() && back.features_of(0)[2].is_infinite());
        let made = Made { target: Target::Candidate, groups: 3, ..Made::default() }.scenario();
        assert_eq!(Scenario::read(text(&made).as_bytes()).unwrap(), made);
    }

    #[test]
    fn what_does_not_fit_is_not_written() {
        let mut scenario = small();
        scenario.strategies[0] = "a;b".into();
        assert!(scenario.write(Vec::new()).unwrap_err().to_string().contains("`;`"));
    }
}
