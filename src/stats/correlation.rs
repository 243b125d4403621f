//! Correlation of two columns, and the ranks that make it one of orders.

/// The product-moment correlation, in [−1, 1]; `None` where a column does not vary,
/// or there is nothing.
///
/// K. Pearson, "Note on regression and inheritance in the case of two parents",
/// Proceedings of the Royal Society of London 58 (1895) 240–242. Both means are
/// taken off before anything is multiplied, so that a large common offset costs no
/// digits. Of [`ranks`] it is C. Spearman's coefficient (American Journal of
/// Psychology 15 (1904) 72–101), ties included.
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

/// The values less their mean; `None` where they are all the same.
fn centred(values: &[f64]) -> Option<Vec<f64>> {
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

    proptest! {
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
