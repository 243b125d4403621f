//! Weights: which features count in a model, and how much.
//!
//! Features are in standard deviations, so that weights can be compared with each other.
//! They tell what the model does, not what matters in the game: of features that go
//! together the metric takes one, and the linear model shares the weight among them.

use super::knn::Knn;

/// What one coordinate of a model weighs.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Weight {
    /// The feature; `(stake)` and `(linear)` for the two coordinates that are made of all.
    pub feature: String,
    /// What a distance in it counts, as a share of the coordinate that counts most.
    pub metric: f64,
    /// For each arm by how much one standard deviation of it raises the advantage that the
    /// linear model predicts, at the mean stake, in probability of winning; empty of
    /// coordinates that are no features.
    pub linear: Vec<f64>,
}

impl Knn {
    /// The weights, in the order of the features; then those of the stake and of the linear
    /// prediction, as coordinates of the metric.
    pub fn weights(&self) -> Vec<Weight> {
        let (features, space) = (self.head.features.len(), &self.head.space);
        let most = self.head.weights.iter().copied().fold(0.0, f64::max);
        let metric = |which: usize| if most > 0.0 { self.head.weights[which] / most } else { 0.0 };
        // Terms are the features, and their products with the stake.
        let linear = |which: usize| {
            let of_arm = |terms: &[f64]| terms[which] + space.stake.intercept.clamp(0.0, 1.0) * terms[features + which];
            space.ridges.iter().map(|ridge| of_arm(&ridge.coefficients)).collect()
        };
        let of = |(which, feature): (usize, &String)| Weight { feature: feature.clone(), metric: metric(which), linear: linear(which) };
        let made = |which: usize, name: &str| Weight { feature: name.into(), metric: metric(which), linear: Vec::new() };
        let features_of = self.head.features.iter().enumerate().map(of);
        features_of.chain([made(features, "(stake)"), made(features + 1, "(linear)")]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::planted;
    use super::*;
    use crate::seed::Seed;

    fn weights(scenario: &super::super::super::Scenario) -> Vec<Weight> {
        let all: Vec<usize> = (0..scenario.decisions.len()).collect();
        Knn::fit(scenario, &all, Seed::new(2), true).weights()
    }

    /// The third strategy is better by 0.2 times the first feature, which is uniform in ±1:
    /// its standard deviation is 1/√3. The second's advantage is a product, which has no slope.
    #[test]
    fn a_planted_slope_is_the_linear_weight() {
        let found = weights(&planted::strategies(1200, 3, 0.02, Seed::new(1)));
        assert_eq!(
            found.iter().map(|weight| &*weight.feature).collect::<Vec<_>>(),
            ["hue", "noise", "tint", "flat", "(stake)", "(linear)"]
        );
        for (which, expected) in [0.2 / 3f64.sqrt(), 0.0, 0.0, 0.0].into_iter().enumerate() {
            assert!((found[which].linear[2] - expected).abs() < 0.01 && found[which].linear[1].abs() < 0.01, "{:?}", found[which]);
        }
        assert!(found[4].linear.is_empty() && found[5].linear.is_empty());
    }

    /// The advantage is a product of the features 0 and 2.
    #[test]
    fn planted_features_count_in_the_metric() {
        let found = weights(&planted::candidates(600, 4, 0.05, Seed::new(1)));
        let metric: Vec<f64> = found.iter().map(|weight| weight.metric).collect();
        assert!(metric[0].min(metric[2]) >= 0.5 && [1, 3].iter().all(|&which| metric[which] <= 0.25), "{metric:?}");
        assert_eq!(metric.iter().copied().fold(0.0, f64::max).to_bits(), 1f64.to_bits());
    }

    #[test]
    fn of_nothing_nothing_counts() {
        let found = weights(&planted::candidates(0, 4, 0.05, Seed::new(1)));
        assert!(found.iter().all(|weight| weight.metric.abs() < 1e-15 && weight.linear.iter().all(|linear| linear.abs() < 1e-15)));
    }
}
