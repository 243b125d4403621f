//! How long something lasts, where not every end is seen.

use super::{Interval, critical_value};

/// The share that lives on after a time at which some died.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Survivors {
    /// The time.
    pub time: u64,
    /// How many lived, and were watched, until just before it.
    pub at_risk: u64,
    /// How many died at it.
    pub deaths: u64,
    /// The estimated chance to live longer than it.
    pub share: f64,
    /// Where that chance lies, at the confidence asked for.
    pub interval: Interval,
}

/// The product-limit estimate of survival, one step for each time of a death; before the
/// first the share is 1. A life is (time, died), else only watched until that time: it
/// counts as at risk up to and with it, so that deaths at a time come first.
///
/// E. Kaplan and P. Meier, "Nonparametric estimation from incomplete observations", JASA
/// 53 (1958) 457–481. The interval has Greenwood's variance and is symmetric on the scale
/// log(−log(share)), so that it stays inside [0, 1]: J. Kalbfleisch and R. Prentice, "The
/// Statistical Analysis of Failure Time Data" (1980), section 1.3. Where the share comes
/// to 0 that scale ends: the interval then runs from 0 to the upper end of the step
/// before, since survival does not rise (1 if there is none).
///
/// # Panics
/// If `confidence` is not in (0, 1).
pub fn kaplan_meier(lives: &[(u64, bool)], confidence: f64) -> Vec<Survivors> {
    let z = critical_value(confidence);
    let mut lives = lives.to_vec();
    lives.sort_unstable();
    let mut steps: Vec<Survivors> = Vec::new();
    let (mut at_risk, mut share, mut greenwood, mut highest) = (lives.len() as u64, 1.0, 0.0, 1.0);
    for moment in lives.chunk_by(|a, b| a.0 == b.0) {
        let deaths = moment.iter().filter(|life| life.1).count() as u64;
        if deaths > 0 {
            let (n, d) = (at_risk as f64, deaths as f64);
            share *= (n - d) / n;
            greenwood += d / (n * (n - d));
            let interval = if deaths < at_risk { around(share, z * f64::sqrt(greenwood)) } else { Interval { low: 0.0, high: highest } };
            highest = interval.high;
            steps.push(Survivors { time: moment[0].0, at_risk, deaths, share, interval });
        }
        at_risk -= moment.len() as u64;
    }
    steps
}

/// A share in (0, 1), with ± `half` on its logarithm carried to the scale log(−log).
fn around(share: f64, half: f64) -> Interval {
    let factor = (half / -share.ln()).exp();
    Interval { low: share.powf(factor), high: share.powf(1.0 / factor) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::close;
    use super::*;
    use proptest::prelude::*;

    /// The patients with 6-MP of E. Freireich et al., Blood 21 (1963) 699–716, weeks in
    /// remission. References: `SurvfuncRight` of statsmodels 0.15 for the steps, `ecdf` of
    /// SciPy with `confidence_interval(method="log-log")` for the ends, which are those of
    /// R's `survfit(conf.type = "log-log")`.
    #[test]
    fn agrees_with_statsmodels_and_scipy() {
        let died = [6, 6, 6, 7, 10, 13, 16, 22, 23].map(|time| (time, true));
        let left = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35].map(|time| (time, false));
        let expected = [
            (6, 21, 3, 0.857_142_857_142_857_2, 0.619_717_955_265_983_7, 0.951_551_747_646_997_1),
            (7, 17, 1, 0.806_722_689_075_630_3, 0.563_146_564_622_233_3, 0.922_809_019_202_880_5),
            (10, 15, 1, 0.752_941_176_470_588_3, 0.503_199_510_799_956_4, 0.889_361_835_169_265_7),
            (13, 12, 1, 0.690_196_078_431_372_5, 0.431_610_222_486_184, 0.849_065_963_349_450_8),
            (16, 11, 1, 0.627_450_980_392_156_9, 0.367_510_855_987_502_05, 0.804_912_189_471_841_3),
            (22, 7, 1, 0.537_815_126_050_420_3, 0.267_778_936_767_135, 0.746_790_717_635_394_7),
            (23, 6, 1, 0.448_179_271_708_683_55, 0.188_052_005_959_232_4, 0.680_142_628_495_241_5),
        ];
        let steps = kaplan_meier(&[&died[..], &left[..]].concat(), 0.95);
        assert_eq!(steps.len(), expected.len());
        for (step, (time, at_risk, deaths, share, low, high)) in steps.iter().zip(expected) {
            assert_eq!((step.time, step.at_risk, step.deaths), (time, at_risk, deaths));
            assert!((step.share - share).abs() < 1e-12, "{step:?}");
            close(step.interval, low, high);
        }
    }

    #[test]
    fn degenerate_cases() {
        assert!(kaplan_meier(&[], 0.95).is_empty());
        assert!(kaplan_meier(&[(3, false), (5, false)], 0.95).is_empty());
        let all = |time, at_risk, high| Survivors { time, at_risk, deaths: at_risk, share: 0.0, interval: Interval { low: 0.0, high } };
        assert_eq!(kaplan_meier(&[(4, true)], 0.95), [all(4, 1, 1.0)]);
        assert_eq!(kaplan_meier(&[(0, true); 9], 0.95), [all(0, 9, 1.0)]);
        let to_the_last = kaplan_meier(&[(1, true), (2, true)], 0.95);
        assert_eq!(to_the_last[1], all(2, 1, to_the_last[0].interval.high));
        // One death among many leaves the share near 1, and the interval inside.
        let mut lives = vec![(9, false); 999];
        lives.push((1, true));
        let step = kaplan_meier(&lives, 0.95)[0];
        assert!(step.interval.low < 0.999 && 0.999 < step.interval.high && step.interval.high < 1.0, "{step:?}");
    }

    proptest! {
        /// Where every death is seen, the share is that of the lives that are longer.
        #[test]
        fn without_censoring_it_counts(times in prop::collection::vec(0u64..12, 1..40)) {
            let lives: Vec<(u64, bool)> = times.iter().map(|&time| (time, true)).collect();
            for step in kaplan_meier(&lives, 0.9) {
                let longer = times.iter().filter(|time| **time > step.time).count();
                prop_assert!((step.share - longer as f64 / times.len() as f64).abs() < 1e-12);
            }
        }

        #[test]
        fn falls_inside_its_interval(lives in prop::collection::vec((0u64..12, any::<bool>()), 0..40)) {
            let mut before = 1.0;
            for step in kaplan_meier(&lives, 0.9) {
                prop_assert!(step.share < before && step.deaths > 0);
                prop_assert!(0.0 <= step.interval.low && step.interval.low <= step.share && step.share <= step.interval.high && step.interval.high <= 1.0);
                before = step.share;
            }
        }
    }
}
