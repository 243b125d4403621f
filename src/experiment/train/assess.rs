//! What learners make of a scenario, told as tables and as JSON.
//!
//! Everything is held out by map; that it would look better held out by state, which
//! lets a learner see the map it is asked about, is shown beside it. A control learns
//! from scores shuffled among the options of each decision, where nothing can be won.

use super::SEED;
use crate::results::written::points;
use crate::seed::Seed;
use crate::selection::models::{Knn, Learner, Neighbours, Policy, learners};
use crate::selection::{
    Estimate, Evaluation, Finding, Outcome, Part, SEEING, Scenario, Split, Yardsticks, evaluate, lint, shuffled, transfer,
};
use crate::stats::{Bin, Bins, bootstrap_ratio, brier, murphy, reliability};
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Outer folds.
pub(super) const FOLDS: usize = 5;

/// Rows of the reliability table.
const BINS: usize = 10;

/// The learners that families are told of.
const LEARNED: [&str; 2] = ["linear", "knn"];

/// Confidence of its intervals.
const CONFIDENCE: f64 = 0.95;

/// What learners make of a scenario.
#[derive(Clone, Debug)]
pub struct Assessment {
    /// What the linter finds.
    pub findings: Vec<Finding>,
    /// Folds of whole maps.
    pub by_map: Evaluation,
    /// Folds of single states: the leak that it would be.
    pub by_state: Evaluation,
    /// Learned from shuffled scores, never abstaining, folds of whole maps.
    pub shuffled: Evaluation,
    /// Learned from all that is learned from, on the maps that are there to be tried on.
    pub elsewhere: Option<Evaluation>,
    labels: Vec<String>,
}

/// Assesses all learners on a scenario, and on another one of the same features and
/// strategies that is not learned from.
pub fn assess(scenario: &Scenario, elsewhere: Option<&Scenario>) -> Assessment {
    let seed = seed();
    let all = learners(scenario);
    let bold: Vec<Box<dyn Learner>> = vec![Box::new(Neighbours { abstain: false })];
    Assessment {
        findings: lint(scenario),
        by_map: evaluate(scenario, &all, FOLDS, Split::Group, seed),
        by_state: evaluate(scenario, &all, FOLDS, Split::State, seed),
        shuffled: evaluate(&shuffled(scenario, seed), &bold, FOLDS, Split::Group, seed),
        elsewhere: elsewhere.map(|other| transfer(&scenario.joined(other), &all, scenario.decisions.len(), seed)),
        labels: scenario.strategies.clone(),
    }
}

/// What folds are drawn by.
pub(super) fn seed() -> Seed {
    Seed::new(SEED).purpose("assess")
}

/// What a round of playing and learning anew was worth, on the decisions that it added:
/// gains over the single best strategy, in probability of winning a decision, with 95 %
/// intervals over maps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// How many decisions.
    pub decisions: usize,
    /// Of the model before, which has not seen them.
    pub before: Estimate,
    /// Of a model that learned from them too, with the map at hand held out.
    pub after: Estimate,
}

impl Progress {
    /// Whether it helped.
    pub fn is_one(&self) -> bool {
        self.after.value > self.before.value
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [before, after] = [self.before, self.after].map(|gain| in_points(&gain).replace('\n', " "));
        write!(f, "{} decisions; the model before gains {before} points there, learned anew {after}", self.decisions)
    }
}

/// Compares the model before a round with one that learns from it too, on the decisions
/// from the `first` on: by what they predict, since games would show both the same.
pub fn progress(scenario: &Scenario, before: &Knn, first: usize) -> Progress {
    let learner: Vec<Box<dyn Learner>> = vec![Box::new(Neighbours::default())];
    let evaluation = evaluate(scenario, &learner, FOLDS, Split::Group, seed());
    let base = |decision: usize| scenario.score(scenario.decisions[decision].proposals[before.single_best()]);
    let gain = |score: &dyn Fn(usize) -> f64| {
        let mut groups: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
        for (number, decision) in scenario.decisions.iter().enumerate().skip(first) {
            let sums = groups.entry(&decision.group).or_default();
            *sums = (sums.0 + score(number) - base(number), sums.1 + 1.0);
        }
        let (gains, counts): (Vec<f64>, Vec<f64>) = groups.into_values().unzip();
        let interval = bootstrap_ratio(&gains, &counts, CONFIDENCE, Seed::new(SEED).purpose("progress"));
        Estimate { value: gains.iter().sum::<f64>() / counts.iter().sum::<f64>(), interval }
    };
    Progress {
        decisions: scenario.decisions.len() - first,
        before: gain(&|decision| scenario.score(before.choose(scenario, decision).option)),
        after: gain(&|decision| evaluation.outcomes[0].choices[decision].score),
    }
}

impl Assessment {
    /// The tables, for people.
    pub fn tables(&self) -> String {
        let mut text = String::new();
        for finding in &self.findings {
            let _ = writeln!(text, "{finding}");
        }
        let _ = writeln!(text, "\n{}\n{}", heading(&self.by_map.yardsticks[0]), gains(&self.by_map.outcomes));
        let _ = writeln!(text, "\nby family\n{}", families(&self.by_map));
        if let Some(knn) = self.by_map.outcomes.iter().find(|outcome| outcome.name == "knn") {
            let _ = writeln!(text, "\nknn, predicted and actual probability of winning{}", calibration(knn));
        }
        if let Some(elsewhere) = &self.elsewhere {
            let head = heading(&elsewhere.yardsticks[0]);
            let _ = writeln!(text, "\non the maps to be tried on\n{head}\n{}\n{}", gains(&elsewhere.outcomes), families(elsewhere));
        }
        let _ = writeln!(text, "\nheld out by state instead of by map (a leak, to be seen)\n{}", gains(&self.by_state.outcomes));
        let _ = writeln!(text, "\nscores shuffled within decisions (a control: nothing to be won)\n{}", gains(&self.shuffled.outcomes));
        text.push_str(
            "\npoints of winning a decision; below each its 95 % interval, a bootstrap over maps\n\
             gain: over the single best strategy; gap closed: the share of what the virtual best strategy gains;\n\
             of all: the share of what the best of all candidates gains; these two are chosen by one half of the\n\
             worlds and scored by the other, naively by the same; kept: decisions left to the single best\n\
             having seen games: shown what one half of the worlds came to and scored by the other, as the virtual\n\
             best is; the single best, having seen games, is what they tell without a model\n",
        );
        text
    }

    /// The same numbers, for programs.
    pub fn json(&self) -> Value {
        let best = self.by_map.single_best.iter().map(|&nth| self.labels[nth].as_str());
        json!({
            "folds": FOLDS,
            "single_best_of_folds": best.collect::<Vec<_>>(),
            "findings": self.findings.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "by_map": told(&self.by_map),
            "by_state": told(&self.by_state),
            "shuffled": told(&self.shuffled),
            "elsewhere": self.elsewhere.as_ref().map(told),
        })
    }
}

/// How many decisions there are, and what there is to gain.
fn heading(all: &Yardsticks) -> String {
    let [best, candidate] = marks(all);
    format!(
        "{} decisions on {} maps; single best {:.2} %, virtual best {best}, best of all candidates {candidate}",
        all.decisions,
        all.groups,
        100.0 * all.sbs
    )
}

/// The gains of the virtual best strategy and of the best candidate.
fn marks(Yardsticks { sbs, proposals, options, .. }: &Yardsticks) -> [String; 2] {
    [proposals, options].map(|reached| format!("{} (naively {})", points(reached.cross_fitted - sbs), points(reached.naive - sbs)))
}

/// One row a learner, over all decisions.
fn gains(outcomes: &[Outcome]) -> Table {
    let head = ["learner", "gain\n[95 %]", "gap closed\n[95 %]", "of all\n[95 %]", "regret", "kept %"];
    let row = |outcome: &Outcome| {
        let Part { gain, closed, closed_of_options, regret, abstained, .. } = &outcome.parts[0];
        let kept = if *abstained > 0.0 { format!("{:.0}", 100.0 * abstained) } else { String::new() };
        vec![outcome.name.clone(), in_points(gain), in_shares(closed), in_shares(closed_of_options), format!("{:.2}", 100.0 * regret), kept]
    };
    laid_out(&head.map(String::from), outcomes.iter().map(row))
}

/// One row a family: what there is to gain, and what is gained by those that learn.
fn families(evaluation: &Evaluation) -> Table {
    let learned: Vec<&Outcome> = evaluation
        .outcomes
        .iter()
        .filter(|outcome| LEARNED.contains(&outcome.name.strip_suffix(SEEING).unwrap_or(&outcome.name)))
        .collect();
    let head = ["family", "maps\ndecisions", "single\nbest", "virtual best\nbest candidate"].map(String::from);
    let head: Vec<String> = head.into_iter().chain(learned.iter().map(|outcome| outcome.name.clone() + "\n[95 %]")).collect();
    let row = |(nth, yardsticks): (usize, &Yardsticks)| {
        let family = yardsticks.family.as_deref().unwrap_or_default().to_string();
        let sizes = format!("{}\n{}", yardsticks.groups, yardsticks.decisions);
        let cells = [family, sizes, format!("{:.2}", 100.0 * yardsticks.sbs), marks(yardsticks).join("\n")];
        cells.into_iter().chain(learned.iter().map(|outcome| in_points(&outcome.parts[nth].gain))).collect()
    };
    laid_out(&head, evaluation.yardsticks.iter().enumerate().skip(1).map(row))
}

fn laid_out(head: &[String], rows: impl Iterator<Item = Vec<String>>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(head);
    table.add_rows(rows);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn in_points(estimate: &Estimate) -> String {
    format!("{}\n[{}, {}]", points(estimate.value), points(estimate.interval.low), points(estimate.interval.high))
}

fn in_shares(estimate: &Estimate) -> String {
    format!("{:.2}\n[{:.2}, {:.2}]", estimate.value, estimate.interval.low, estimate.interval.high)
}

/// The predictions of a learner beside what came, where it predicts.
fn predictions(outcome: &Outcome) -> (Vec<f64>, Vec<f64>) {
    outcome.choices.iter().filter_map(|judged| Some((judged.choice.win?.clamp(0.0, 1.0), judged.score))).unzip()
}

fn calibration(outcome: &Outcome) -> String {
    let (predicted, observed) = predictions(outcome);
    let mut text = String::new();
    if let (Some(score), Some(parts)) = (brier(&predicted, &observed), murphy(&predicted, &observed, Bins::Count(BINS))) {
        let _ = write!(
            text,
            "\n  Brier score {score:.4}; by bins reliability {:.5}, resolution {:.4}, uncertainty {:.4}",
            parts.reliability, parts.resolution, parts.uncertainty
        );
        text.push_str("\n  said   came   [95 %]");
    }
    for bin in reliability(&predicted, &observed, Bins::Count(BINS), CONFIDENCE) {
        let _ = write!(
            text,
            "\n  {:.3}  {:.3}  [{:.3}, {:.3}]  n = {}",
            bin.predicted, bin.observed, bin.interval.low, bin.interval.high, bin.n
        );
    }
    text
}

/// The number and its interval.
pub(super) fn estimate(estimate: &Estimate) -> Value {
    json!([estimate.value, estimate.interval.low, estimate.interval.high])
}

fn told(evaluation: &Evaluation) -> Value {
    let part = |(yardsticks, part): (&Yardsticks, &Part)| {
        json!({
            "family": part.family.as_deref(),
            "decisions": yardsticks.decisions,
            "maps": yardsticks.groups,
            "single_best": yardsticks.sbs,
            "virtual_best": [yardsticks.proposals.cross_fitted, yardsticks.proposals.naive],
            "best_candidate": [yardsticks.options.cross_fitted, yardsticks.options.naive],
            "value": part.value,
            "gain": estimate(&part.gain),
            "gap_closed": estimate(&part.closed),
            "gap_closed_of_all": estimate(&part.closed_of_options),
            "regret": part.regret,
            "kept": part.abstained,
        })
    };
    let bin = |bin: &Bin| json!({ "n": bin.n, "predicted": bin.predicted, "observed": bin.observed, "interval": [bin.interval.low, bin.interval.high] });
    let outcome = |outcome: &Outcome| {
        let (predicted, observed) = predictions(outcome);
        json!({
            "learner": outcome.name,
            "brier": brier(&predicted, &observed),
            "reliability": reliability(&predicted, &observed, Bins::Count(BINS), CONFIDENCE).iter().map(bin).collect::<Vec<_>>(),
            "parts": evaluation.yardsticks.iter().zip(&outcome.parts).map(part).collect::<Vec<_>>(),
        })
    };
    evaluation.outcomes.iter().map(outcome).collect()
}
