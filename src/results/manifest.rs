//! `manifest.json`: how a results folder came to be. The only file with dates.
//!
//! What decides the rows (experiment, data, version) is kept apart from what
//! does not (machine, command, dates): a run may only be resumed where the first
//! part is the same.

use super::{Error, write_whole};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// How results came to be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The command, word by word.
    pub command: Vec<String>,
    /// The experiment as resolved: sweeps expanded, defaults filled in.
    pub experiment: Value,
    /// The filter on keys, where only some games were played.
    pub only: Option<String>,
    /// The program.
    pub version: Version,
    /// The commit it was built from; `None` where that was no git repository's.
    pub commit: Option<Commit>,
    /// Where it ran.
    pub machine: Machine,
    /// The data that was read.
    pub inputs: Vec<Input>,
    /// The columns of `runs.csv` that summaries average, as the game declares.
    #[serde(default)]
    pub averaged: Vec<String>,
    /// Start of the run, RFC 3339, UTC.
    pub start: String,
    /// Time that all games took together, with what was computed for their logs. Unit: s.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// End of the run; `None` while it goes on.
    pub end: Option<String>,
}

/// The program that ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// Version of the crate.
    pub clover: String,
    /// Hash of the source it was built from.
    pub source: String,
    /// The compiler that built it.
    pub rustc: String,
}

/// What was checked out when the program was built, whatever is when it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// The commit.
    pub id: String,
    /// Whether what the program is built from (`src`, `build.rs`, `Cargo.toml`,
    /// `Cargo.lock`) differed from it.
    pub dirty: bool,
}

/// The machine of a run, as far as times depend on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Operating system.
    pub os: String,
    /// Instruction set.
    pub arch: String,
    /// Model of the processor, where the system tells.
    pub cpu: Option<String>,
    /// Logical processors there are.
    pub cpus: usize,
    /// Games played at a time.
    pub jobs: usize,
}

/// A set of files that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// The set.
    pub set: String,
    /// How many files.
    pub files: usize,
    /// SHA-256 of their names, lengths and bytes as they were read, in the order of names.
    pub sha256: String,
}

impl Manifest {
    /// The manifest of a run that starts now on this machine.
    pub fn started(command: Vec<String>, experiment: Value, inputs: Vec<Input>, only: Option<String>, jobs: usize) -> Self {
        Self {
            command,
            experiment,
            only,
            version: Version::built(),
            commit: Commit::built(),
            machine: Machine::here(jobs),
            inputs,
            averaged: Vec::new(),
            start: now(),
            seconds: None,
            end: None,
        }
    }

    /// Dates the end, and says what the games took.
    pub(super) fn ended(&mut self, seconds: f64) {
        self.seconds = Some(seconds);
        self.end = Some(now());
    }

    /// The first difference that keeps a run of `self` from being resumed as
    /// `other`, in words; `None` where there is none. What decides no row does not
    /// count: names, questions and baselines, nor the program where `program` is false.
    pub fn difference(&self, other: &Self, program: bool) -> Option<String> {
        let decisive = |manifest: &Self| {
            let mut experiment = manifest.experiment.clone();
            if let Some(table) = experiment.as_object_mut() {
                table.retain(|key, _| !matches!(key.as_str(), "name" | "question" | "baseline"));
            }
            serde_json::json!({
                "version": program.then_some(&manifest.version),
                "experiment": experiment,
                "inputs": manifest.inputs,
                "only": manifest.only,
            })
        };
        difference("", &decisive(self), &decisive(other))
    }

    /// Reads a manifest.
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(|error| Error::new(path, error))?;
        serde_json::from_str(&text).map_err(|error| Error::at(path, error.line() as u64, error))
    }

    /// Writes it, as a whole or not at all.
    pub(super) fn write(&self, path: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self).expect("a manifest is JSON");
        write_whole(path, &(text + "\n"))
    }
}

impl Version {
    /// This program's.
    pub fn built() -> Self {
        Self { clover: env!("CARGO_PKG_VERSION").into(), source: env!("CLOVER_SOURCE").into(), rustc: env!("CLOVER_RUSTC").into() }
    }
}

impl Commit {
    /// The commit this program was built from, as the build script told.
    fn built() -> Option<Self> {
        let id = env!("CLOVER_COMMIT");
        (!id.is_empty()).then(|| Self { id: id.into(), dirty: env!("CLOVER_DIRTY") == "true" })
    }
}

impl Machine {
    /// This one.
    fn here(jobs: usize) -> Self {
        let cpus = std::thread::available_parallelism().map_or(1, usize::from);
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpuinfo.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(':'));
        Self {
            os: std::env::consts::OS.into(),
            arch: std::env::consts::ARCH.into(),
            cpu: model.map(|(_, name)| name.trim().to_string()),
            cpus,
            jobs,
        }
    }
}

/// This moment, RFC 3339, UTC: for people, nothing is computed from it.
pub fn now() -> String {
    #[allow(clippy::disallowed_methods)]
    let now = std::time::SystemTime::now();
    jiff::Timestamp::try_from(now).map_or_else(|_| String::new(), |time| format!("{time:.0}"))
}

/// Where two values differ first, in words.
fn difference(place: &str, before: &Value, after: &Value) -> Option<String> {
    let deeper = |step: &str| if place.is_empty() { step.to_string() } else { format!("{place}.{step}") };
    match (before, after) {
        (Value::Object(b), Value::Object(a)) => {
            let names = b.keys().chain(a.keys().filter(|name| !b.contains_key(*name)));
            let part = |of: &serde_json::Map<String, Value>, name: &String| of.get(name).cloned().unwrap_or_default();
            names.into_iter().find_map(|name| difference(&deeper(name), &part(b, name), &part(a, name)))
        }
        (Value::Array(b), Value::Array(a)) if b.len() == a.len() => {
            (0..b.len()).find_map(|i| difference(&deeper(&i.to_string()), &b[i], &a[i]))
        }
        (Value::Array(b), Value::Array(a)) => Some(format!("{place} has {} entries now and had {}", a.len(), b.len())),
        _ => (before != after).then(|| format!("{place} is {after} now and was {before}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_manifest_reads_back_and_knows_what_changed() {
        let before = Manifest::started(vec!["clover".into()], json!({"seed": 1, "sets": [{"name": "a"}]}), Vec::new(), None, 2);
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("manifest.json");
        before.write(&path).unwrap();
        assert_eq!(Manifest::read(&path).unwrap(), before);

        let check = |change: &dyn Fn(&mut Manifest), expected: Option<&str>| {
            let mut after = before.clone();
            change(&mut after);
            assert_eq!(before.difference(&after, true).as_deref(), expected);
            after.version = before.version.clone();
            assert_eq!(after.difference(&before, false), after.difference(&before, true));
        };
        check(&|m| (m.machine.jobs, m.start) = (9, String::new()), None);
        check(&|m| m.experiment["seed"] = json!(2), Some("experiment.seed is 2 now and was 1"));
        check(&|m| m.experiment["sets"][0]["name"] = json!("b"), Some("experiment.sets.0.name is \"b\" now and was \"a\""));
        check(&|m| m.experiment["sets"] = json!([]), Some("experiment.sets has 0 entries now and had 1"));
        check(&|m| m.experiment["new"] = json!(true), Some("experiment.new is true now and was null"));
        check(&|m| m.experiment["question"] = json!("Who wins?"), None);
        check(&|m| m.only = Some("a".into()), Some("only is \"a\" now and was null"));
        check(&|m| m.version.clover = "9".into(), Some(&format!("version.clover is \"9\" now and was {:?}", before.version.clover)));
        let later = Manifest { version: Version { clover: "9".into(), ..before.version.clone() }, ..before.clone() };
        assert_eq!(before.difference(&later, false), None);
    }

    #[test]
    fn dates_are_rfc_3339() {
        assert!(now().parse::<jiff::Timestamp>().is_ok());
    }
}
