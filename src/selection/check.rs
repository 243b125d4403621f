//! Whether the parts of a scenario fit: what holds of every one that was read.

use super::Scenario;
use std::collections::BTreeSet;
use std::io;

/// A scenario that cannot be read, written or used.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// One line of its file is to blame.
    #[error("line {line}: {what}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        what: String,
    },
    /// Its parts do not fit.
    #[error("{0}")]
    Parts(String),
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with names of one kind: empty, given twice, or with a `;` in them
/// where they are joined by it.
pub(super) fn names<'a>(kind: &str, names: impl IntoIterator<Item = &'a str>, joined: bool) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for name in names {
        if name.is_empty() {
            return Err(format!("a {kind} has an empty name"));
        }
        if joined && name.contains(';') {
            return Err(format!("the {kind} `{name}` has a `;` in its name, which joins several"));
        }
        if !seen.insert(name) {
            return Err(format!("the {kind} `{name}` is there twice"));
        }
    }
    Ok(())
}

/// What is wrong with the numbers of an option.
pub(super) fn numbers(halves: [f64; 2], error: f64) -> Result<(), String> {
    if let Some(score) = halves.iter().find(|score| !(0.0..=1.0).contains(*score)) {
        return Err(format!("a score of {score}; it lies in [0, 1]"));
    }
    if !(error >= 0.0 && error.is_finite()) {
        return Err(format!("a standard error of {error}"));
    }
    Ok(())
}

impl Scenario {
    /// Checks that its parts fit: unique names, one row of each kind for every option,
    /// decisions that share the options out among them in order and hold at least one
    /// each, a proposal of theirs by every strategy, scores in [0, 1]. Features may be
    /// anything: what is suspicious in them is for [`lint`](super::lint()) to
    /// say.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn check(&self) -> Result<(), ScenarioError> {
        self.fits().map_err(ScenarioError::Parts)
    }

    fn fits(&self) -> Result<(), String> {
        names("feature", self.features.iter().map(String::as_str), false)?;
        names("strategy", self.strategies.iter().map(String::as_str), true)?;
        names("decision", self.decisions.iter().map(|decision| decision.name.as_str()), false)?;
        let mut next = 0;
        for decision in &self.decisions {
            let name = &decision.name;
            if decision.options.start != next || decision.options.is_empty() {
                return Err(format!("decision `{name}`: options {:?} after {next} rows", decision.options));
            }
            next = decision.options.end;
            if decision.proposals.len() != self.strategies.len() {
                return Err(format!("decision `{name}`: {} proposals of {} strategies", decision.proposals.len(), self.strategies.len()));
            }
            if let Some(other) = decision.proposals.iter().find(|proposal| !decision.options.contains(proposal)) {
                return Err(format!("decision `{name}`: row {other} is proposed, which is none of its options"));
            }
        }
        let rows = [self.halves.len(), self.errors.len()];
        if rows != [next; 2] || self.x.len() != next * self.features.len() {
            return Err(format!(
                "{next} options with {} scores, {} errors and {} values of {} features",
                rows[0],
                rows[1],
                self.x.len(),
                self.features.len()
            ));
        }
        self.halves.iter().zip(&self.errors).try_for_each(|(&halves, &error)| numbers(halves, error))
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::small;
    use super::*;

    #[track_caller]
    fn check(spoil: impl Fn(&mut Scenario), expected: &str) {
        let mut scenario = small();
        assert!(scenario.check().is_ok());
        spoil(&mut scenario);
        let found = scenario.check().unwrap_err().to_string();
        assert!(found.contains(expected), "{found}");
    }

    #[test]
    fn what_does_not_fit_is_said() {
        check(|scenario| scenario.strategies[1] = "a".into(), "the strategy `a` is there twice");
        check(|scenario| scenario.strategies[1] = "a;b".into(), "`a;b` has a `;`");
        check(|scenario| scenario.features[1].clear(), "a feature has an empty name");
        check(|scenario| scenario.decisions[1].name = "made/1/7".into(), "the decision `made/1/7` is there twice");
        check(|scenario| scenario.decisions[1].options = 1..4, "options 1..4 after 2 rows");
        check(|scenario| scenario.decisions[1].proposals = vec![2], "1 proposals of 2 strategies");
        check(|scenario| scenario.decisions[1].proposals[0] = 1, "row 1 is proposed");
        check(|scenario| scenario.x.truncate(7), "7 values of 2 features");
        check(|scenario| scenario.halves[3][1] = 1.5, "a score of 1.5");
        check(|scenario| scenario.halves[3][0] = f64::NAN, "a score of NaN");
        check(|scenario| scenario.errors[0] = f64::NAN, "a standard error of NaN");
    }
}
