//! Beliefs: what is held of an advantage before it is tried, and after.
//!
//! A model's prediction is a normal prior: its mean, and a variance that says how far the
//! truth was from such predictions. A trial (sampled games, say) is a normal observation.
//! Both together are again normal, weighed by their precisions (A. Gelman et al., "Bayesian
//! Data Analysis", 3rd ed. 2013, section 2.5); the best of several means is then no longer
//! flattered by its noise.
//!
//! What another trial would be worth is its *knowledge gradient*: by how much the best mean
//! is expected to rise, given that the trial may change which is best (P. Frazier,
//! W. Powell and S. Dayanik, "A knowledge-gradient policy for sequential information
//! collection", SIAM Journal on Control and Optimization 47 (2008) 2410–2439).

use crate::stats::normal_loss;

/// A normal distribution over an advantage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    /// Its mean.
    pub mean: f64,
    /// Its variance; 0 of what is known.
    pub variance: f64,
}

impl Belief {
    /// What is known to be so much.
    pub fn known(mean: f64) -> Self {
        Self { mean, variance: 0.0 }
    }

    /// The belief after a trial came to `mean`, whose error has this variance. One without
    /// error is believed, but not against what is known.
    #[must_use]
    pub fn seeing(self, mean: f64, variance: f64) -> Self {
        let share = if self.variance > 0.0 { self.variance / (self.variance + variance) } else { 0.0 };
        Self { mean: self.mean + share * (mean - self.mean), variance: (1.0 - share) * self.variance }
    }

    /// By how much the better of this and a rival is expected to rise by a trial whose error
    /// has this variance; the rival's mean stays as it is.
    pub fn worth_of_a_trial(self, rival: f64, variance: f64) -> f64 {
        let moves = self.variance / (self.variance + variance).sqrt();
        if moves > 0.0 { moves * normal_loss(((self.mean - rival) / moves).abs()) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
    }

    #[test]
    fn precisions_add_up() {
        let belief = Belief { mean: 1.0, variance: 0.5 }.seeing(4.0, 0.25);
        near(belief.mean, (1.0 / 0.5 + 4.0 / 0.25) / (1.0 / 0.5 + 1.0 / 0.25));
        near(1.0 / belief.variance, 1.0 / 0.5 + 1.0 / 0.25);
        assert_eq!(Belief::known(0.3).seeing(0.9, 0.0), Belief::known(0.3));
        assert_eq!(Belief { mean: 0.1, variance: 0.2 }.seeing(0.9, 0.0), Belief::known(0.9));
    }

    /// Against the mean of max(rival, mean after the trial), integrated over a fine grid.
    #[test]
    fn a_trial_is_worth_what_the_better_of_two_rises_by() {
        let (steps, reach) = (100_000, 8.0);
        for (mean, rival, variance, noise) in [(0.0, 0.0, 1.0, 0.5), (0.02, 0.05, 0.001, 0.0), (1.0, -0.5, 2.0, 3.0), (0.0, 9.0, 1.0, 1.0)]
        {
            let belief = Belief { mean, variance };
            let moves = variance / f64::sqrt(variance + noise);
            let (mut sum, mut total) = (0.0, 0.0);
            for i in 0..steps {
                let z = reach * (2.0 * (f64::from(i) + 0.5) / f64::from(steps) - 1.0);
                let density = libm::exp(-z * z / 2.0);
                sum += density * (mean + moves * z).max(rival);
                total += density;
            }
            let rises = sum / total - mean.max(rival);
            let worth = belief.worth_of_a_trial(rival, noise);
            assert!((worth - rises).abs() < 1e-5, "{worth}, not {rises}");
        }
        near(Belief::known(0.4).worth_of_a_trial(0.4, 0.1), 0.0);
        near(Belief::known(0.4).worth_of_a_trial(0.4, 0.0), 0.0);
    }
}
