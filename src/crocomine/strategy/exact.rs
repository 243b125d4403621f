//! What all strategies on the exact posterior share: what is proven is done; only
//! then a rule weighs the posterior. Where the posterior reaches its limit of work
//! the candidate of least local density is taken, as `density` would; the game's
//! counter `limits` tells.

use super::density::least_dense;
use super::{Decision, Effort, Strategy};
use crate::crocomine::posterior::{Posterior, Stop, View};
use rand::Rng;

/// Chooses at a stall.
pub trait Rule {
    /// The choice, in a state where nothing is proven. `rng` is that of the step.
    ///
    /// # Errors
    /// A limit.
    fn choose(&mut self, view: &View, posterior: &Posterior, rng: &mut dyn Rng) -> Result<Decision, Stop>;

    /// The work done so far, beyond what the view did.
    fn effort(&self) -> Effort {
        Effort::default()
    }
}

/// A strategy that is a rule.
pub struct Exact<R> {
    rule: R,
    limits: u64,
}

impl<R: Rule + 'static> Exact<R> {
    /// The strategy of this rule.
    pub fn strategy(rule: R) -> Box<dyn Strategy> {
        Box::new(Self { rule, limits: 0 })
    }
}

impl<R: Rule> Strategy for Exact<R> {
    fn decide(&mut self, view: &View, rng: &mut dyn Rng) -> Decision {
        let mut decide = || match view.proven()? {
            [] => self.rule.choose(view, view.posterior()?, rng),
            actions => Ok(Decision::Proven(actions.to_vec())),
        };
        match decide() {
            Ok(decision) => decision,
            Err(Stop::Limit(_)) => {
                self.limits += 1;
                least_dense(view)
            }
            Err(clash) => Decision::GaveUp(clash),
        }
    }

    fn effort(&self) -> Effort {
        let mut effort = self.rule.effort();
        effort += Effort { limits: self.limits, ..Effort::default() };
        effort
    }
}
