//! The standard normal distribution's loss: what choosing between two is worth.

/// The unit normal loss: the mean of max(0, Z − z) for a standard normal Z, which is
/// φ(z) − z·(1 − Φ(z)) (H. Raiffa and R. Schlaifer, "Applied Statistical Decision Theory",
/// 1961, section 5.4.2).
///
/// Moves are chosen by it, so that it is the same on every machine: libm's functions.
pub fn normal_loss(z: f64) -> f64 {
    let density = libm::exp(-z * z / 2.0) / std::f64::consts::TAU.sqrt();
    density - z * libm::erfc(z / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// scipy: norm.pdf(z) - z * norm.sf(z).
    #[test]
    fn losses_are_those_of_scipy() {
        let expected = [
            (0.0, 0.398_942_280_401_432_7),
            (1.0, 0.083_315_470_587_686_29),
            (-1.0, 1.083_315_470_587_686_4),
            (2.0, 0.008_490_702_616_829_673),
        ];
        for (z, loss) in expected {
            assert!((normal_loss(z) - loss).abs() < 1e-14, "{z}: {}", normal_loss(z));
        }
        assert!(normal_loss(40.0).abs() < 1e-300 && (normal_loss(-40.0) - 40.0).abs() < 1e-12);
    }
}
