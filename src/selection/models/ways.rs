//! One fit under each way of voting: what the number of neighbours is worth.
//!
//! Held fixed are the inner folds, the linear model, the points, and the metric, which is
//! searched as always, under whichever way of voting suits it best. Fitted anew for each
//! way is all that depends on it: how far neighbours are believed, the spread, the reach
//! and the margin. The nearest few are the first of the nearest many, so that each
//! question is asked once for all.

use super::super::Scenario;
use super::fit::Fitting;
use super::knn::{Advice, Knn};
use super::vote::{GRID, Vote, WAYS};
use crate::seed::Seed;

/// One model for each way of voting that a fit tries, over the same points.
#[derive(Debug)]
pub struct Ways {
    models: Vec<Knn>,
    /// The number of the way that the fit takes.
    pub best: usize,
}

impl Ways {
    /// The ways of voting.
    pub const VOTES: [Vote; WAYS] = GRID;

    /// The models of these decisions of a scenario. The one of the best way is that of
    /// [`Knn::fit`], abstaining.
    pub fn fit(scenario: &Scenario, train: &[usize], seed: Seed) -> Self {
        let fitting = Fitting::new(scenario, train, seed);
        Self { models: fitting.models(&std::array::from_fn::<_, WAYS, _>(|way| way), true), best: fitting.best() }
    }

    /// What each says of a decision.
    pub fn advise(&self, scenario: &Scenario, decision: usize) -> Vec<Advice> {
        advise(&self.models, scenario, decision)
    }
}

/// What models that share their points say of a decision.
pub(super) fn advise(models: &[Knn], scenario: &Scenario, decision: usize) -> Vec<Advice> {
    let Some(most) = models.iter().max_by_key(|model| model.head.k) else { return Vec::new() };
    let (arms, rows, base) = most.options(scenario, decision);
    let near = most.near(&arms, &rows, base, most.head.k);
    models.iter().map(|model| model.advice(&near, &arms, &rows, base)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::planted;
    use super::*;

    /// Each as a model by itself, written and read, which asks its own few neighbours; and
    /// the best of them as the fit gives it.
    #[test]
    fn all_ways_at_once_are_each_by_itself() {
        for scenario in [planted::candidates(900, 3, 0.05, Seed::new(1)), planted::strategies(900, 3, 0.05, Seed::new(1))] {
            let train: Vec<usize> = (0..750).collect();
            let ways = Ways::fit(&scenario, &train, Seed::new(2));
            assert_eq!(ways.models[ways.best].write(), Knn::fit(&scenario, &train, Seed::new(2), true).write());
            for (way, model) in ways.models.iter().enumerate() {
                let alone = Knn::read(&model.write()).expect("it was written just now");
                for decision in 750..900 {
                    let (arms, rows, base) = alone.options(&scenario, decision);
                    assert_eq!(ways.advise(&scenario, decision)[way], alone.advise(&arms, &rows, base), "{:?}", model.head.vote());
                }
            }
        }
    }
}
