//! Correlation of two columns, and the ranks that make it one of orders.

use super::{Interval, critical_value};

/// The product-moment correlation, in [−1, 1]; `None` where a column does not vary,
/// or there is nothing.
///
/// K. Pearson, "Note on regression and inheritance in the case of two parents",
/// Proceedings of the Royal Society of London 58 (1895) 240–242. Both means are
/// taken off before anything is multiplied, so that a large common offset costs no
/// digits. Of [`ranks`] it is [`spearman`], ties included.
///
/// # Panics
/// If the columns differ in length.
pub fn correlation(x: &[f64], y: &[f64]) -> Option<f64> {
    assert_eq!(x.len(), y.len(), "columns of {} and {} values", x.len(), y.len());
    let (x, y) = (centred(x)?, centred(y)?);
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let spread = product(&x, &x).sqrt() * product(&y, &y).sqrt();
    (spread > 0.0).then(|| (product(&x, &y) / spread).clamp(-1.0, 1.0))
}

/// Spearman's correlation, that of the [`ranks`], with its interval; `None` where a
/// column does not vary.
///
/// C. Spearman, "The proof and measurement of association between two things", American
/// Journal of Psychology 15 (1904) 72–101. The interval is ± on R. Fisher's scale, the
/// inverse hyperbolic tangent, with the variance (1 + r²/2) / (n − 3) of D. Bonett and
/// T. Wright, "Sample size requirements for estimating Pearson, Kendall and Spearman
/// correlations", Psychometrika 65 (2000) 23–28, who find it good for |r| up to 0.95.
/// Three values or fewer tell nothing: (−1, 1). More that agree perfectly leave it
/// without width, which is more than they tell.
///
/// # Panics
/// If the columns differ in length, or `confidence` is not in (0, 1).
pub fn spearman(x: &[f64], y: &[f64], confidence: f64) -> Option<(f64, Interval)> {
    let z = critical_value(confidence);
    let r = correlation(&ranks(x), &ranks(y))?;
    if x.len() <= 3 {
        return Some((r, Interval { low: -1.0, high: 1.0 }));
    }
    let half = z * ((1.0 + r * r / 2.0) / (x.len() - 3) as f64).sqrt();
    Some((r, Interval { low: (r.atanh() - half).tanh(), high: (r.atanh() + half).tanh() }))
}

/// The values less their mean; `None` where they are all the same.
pub(super) fn centred(values: &[f64]) -> Option<Vec<f64>> {
    // Rounding could give equal values a spread.
    let varies = values.windows(2).any(|pair| pair[..1] != pair[1..]);
    let mean = super::mean(values).filter(|_| varies)?;
    Some(values.iter().map(|value| value - mean).collect())
}

/// The rank of each value, from 1; equal values share the mean of theirs.
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut below = 0;
    for equal in order.chunk_by(|&a, &b| values[a] >= values[b]) {
        let shared = below as f64 + (equal.len() + 1) as f64 / 2.0;
        for &place in equal {
            ranks[place] = shared;
        }
        below += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::super::tests::close;
    use super::*;
    use proptest::prelude::*;

    /// References: `pearsonr`, `spearmanr` and `rankdata` of SciPy.
    #[test]
    fn agrees_with_scipy() {
        let x = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
        let y = [2.0, 7.0, 1.0, 8.0, 2.0, 8.0, 1.0, 8.0];
        assert!((correlation(&x, &y).unwrap() - 0.209_655_319_073_012_1).abs() < 1e-12);
        assert_eq!(ranks(&x), [4.0, 1.5, 5.0, 1.5, 6.0, 8.0, 3.0, 7.0]);
        assert_eq!(ranks(&y), [3.5, 5.0, 1.5, 7.0, 3.5, 7.0, 1.5, 7.0]);
        assert!((correlation(&ranks(&x), &ranks(&y)).unwrap() - 0.198_853_681_209_924_67).abs() < 1e-12);
    }

    #[test]
    fn degenerate_cases() {
        assert_eq!(correlation(&[], &[]), None);
        assert_eq!(correlation(&[1.0], &[2.0]), None);
        assert_eq!(correlation(&[0.1; 3], &[1.0, 2.0, 3.0]), None);
        assert!(correlation(&[1.0, 2.0], &[5.0, 3.0]).unwrap() + 1.0 < 1e-12);
        assert!(ranks(&[]).is_empty());
        assert_eq!(ranks(&[0.0, -0.0, 7.0]), [1.5, 1.5, 3.0]);
    }

    /// References: the example of `ci.spear` of Bonett's own R package statpsych, and
    /// `spearmanr` of SciPy with the formula above.
    #[test]
    fn spearman_is_that_of_statpsych() {
        let y = [21.0, 4.0, 9.0, 12.0, 35.0, 18.0, 10.0, 22.0, 24.0, 1.0, 6.0, 8.0, 13.0, 16.0, 19.0];
        let x = [67.0, 28.0, 30.0, 28.0, 52.0, 40.0, 25.0, 37.0, 44.0, 10.0, 14.0, 20.0, 28.0, 40.0, 51.0];
        let (r, interval) = spearman(&y, &x, 0.95).unwrap();
        assert!((r - 0.869_963_9).abs() < 1e-7);
        assert!((interval.low - 0.584_095_1).abs() < 1e-7 && (interval.high - 0.963_829_7).abs() < 1e-7, "{interval:?}");

        let x = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
        let y = [2.0, 7.0, 1.0, 8.0, 2.0, 8.0, 1.0, 8.0];
        close(spearman(&x, &y, 0.95).unwrap().1, -0.593_858_937_784_991_1, 0.795_664_622_183_862);
    }

    #[test]
    fn degenerate_spearman() {
        assert_eq!(spearman(&[], &[], 0.95), None);
        assert_eq!(spearman(&[1.0], &[1.0], 0.95), None);
        assert_eq!(spearman(&[1.0; 9], &[2.0; 9], 0.95), None);
        close(spearman(&[1.0, 2.0, 3.0], &[1.0, 4.0, 3.0], 0.95).unwrap().1, -1.0, 1.0);
        let rising: Vec<f64> = (0..9).map(f64::from).collect();
        let (r, interval) = spearman(&rising, &rising, 0.95).unwrap();
        assert!(r > 1.0 - 1e-12);
        assert!(interval.low > 1.0 - 1e-7 && interval.high > 1.0 - 1e-12);
    }

    proptest! {
        /// Order is all that counts, and turning one column round mirrors everything.
        #[test]
        fn spearman_sees_order_alone(pairs in prop::collection::vec((-20i8..20, -20i8..20), 4..40)) {
            let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).unzip();
            let bent: Vec<f64> = y.iter().map(|y| y.exp()).collect();
            prop_assert_eq!(spearman(&x, &y, 0.9), spearman(&x, &bent, 0.9));
            let turned: Vec<f64> = y.iter().map(|y| -y).collect();
            if let (Some((r, here)), Some((s, there))) = (spearman(&x, &y, 0.9), spearman(&x, &turned, 0.9)) {
                prop_assert!(here.low <= r + 1e-12 && r <= here.high + 1e-12 && (r + s).abs() < 1e-12);
                prop_assert!((here.low + there.high).abs() < 1e-6 && (here.high + there.low).abs() < 1e-6);
            }
        }

        /// A straight line is seen as one, whatever its offset and slope.
        #[test]
        fn is_one_on_a_line(x in prop::collection::vec(-1e3f64..1e3, 2..50), offset in -1e6f64..1e6, slope in 0.1f64..10.0) {
            let y: Vec<f64> = x.iter().map(|x| offset + slope * x).collect();
            let spread = x.iter().fold(f64::NEG_INFINITY, |most, x| most.max(*x)) - x.iter().fold(f64::INFINITY, |least, x| least.min(*x));
            prop_assume!(spread > 1.0);
            prop_assert!(correlation(&x, &y).unwrap() > 1.0 - 1e-12);
        }
    }
}
