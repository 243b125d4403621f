//! How the numbers of summaries are written, at the end of a run and in reports.

/// A share in percent, to one decimal.
pub fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// A difference of shares in percentage points, to two decimals. A sign tells a
/// direction: what is rounded to zero has none.
pub fn points(share: f64) -> String {
    let size = format!("{:.2}", 100.0 * share.abs());
    match size.as_str() {
        "0.00" => size,
        _ if share < 0.0 => format!("−{size}"),
        _ => format!("+{size}"),
    }
}

/// A p-value: four decimals, or that it is smaller.
pub fn p_value(value: f64) -> String {
    if value < 0.0001 { "< 0.0001".into() } else { format!("{value:.4}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_small_numbers() {
        assert_eq!([-0.0605, 0.0605, -0.000_04, 0.0, 1.0].map(points), ["−6.05", "+6.05", "0.00", "0.00", "+100.00"]);
        assert_eq!([0.0, 0.9996, 1.0].map(percent), ["0.0", "100.0", "100.0"]);
        assert_eq!([1.0, 0.012_34, 1e-9].map(p_value), ["1.0000", "0.0123", "< 0.0001"]);
    }
}
