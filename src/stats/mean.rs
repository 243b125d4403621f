//! The arithmetic mean.

/// The mean, summed in the order given; `None` of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_nothing_one_equal_and_different_values() {
        assert_eq!(mean(&[]), None);
        assert_eq!(mean(&[2.5]), Some(2.5));
        assert_eq!(mean(&[3.0; 4]), Some(3.0));
        assert_eq!(mean(&[1.0, 2.0, 6.0]), Some(3.0));
    }
}
