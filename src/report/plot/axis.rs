//! Axes: from a value to its place, and the round numbers that are marked.

use crate::report::language::Language;

/// How values are laid out along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Scale {
    /// Equal differences are equally far apart.
    Linear,
    /// Equal ratios are equally far apart; values are positive.
    Log,
}

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::report) struct Axis {
    /// What is shown, with its unit.
    pub label: String,
    /// How.
    pub scale: Scale,
    /// The least and the greatest value that has to be seen.
    pub ends: (f64, f64),
}

/// A value that is marked, and how it is written.
pub(super) type Tick = (f64, String);

impl Axis {
    /// A linear axis.
    pub fn linear(label: impl Into<String>, ends: (f64, f64)) -> Self {
        Self { label: label.into(), scale: Scale::Linear, ends }
    }

    /// The axis that shows all of these values, those within reason; a little more where
    /// they are all the same.
    pub fn over(label: impl Into<String>, scale: Scale, values: impl IntoIterator<Item = f64>) -> Self {
        let shown = values.into_iter().filter(|value| value.abs() < 1e100 && (scale == Scale::Linear || *value > 1e-100));
        let (mut low, mut high) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            (low, high) = (1.0, 10.0);
        }
        match scale {
            Scale::Linear => {
                let room = if high > low { 0.04 * (high - low) } else { low.abs().max(1.0) * 0.1 };
                (low, high) = (low - room, high + room);
            }
            Scale::Log => {
                let room = if high > low { libm::pow(high / low, 0.05) } else { 2.0 };
                (low, high) = (low / room, high * room);
            }
        }
        Self { label: label.into(), scale, ends: (low, high) }
    }

    /// Where a value lies, from 0 at the least to 1 at the greatest; what lies outside is
    /// put to the nearer end.
    pub fn place(&self, value: f64) -> f64 {
        let (low, high) = self.ends;
        let share = match self.scale {
            Scale::Linear => (value - low) / (high - low),
            Scale::Log => libm::log(value.max(low) / low) / libm::log(high / low),
        };
        share.clamp(0.0, 1.0)
    }

    /// Round values, at most so many.
    pub fn ticks(&self, most: usize, language: Language) -> Vec<Tick> {
        let most = most.max(2);
        match self.scale {
            Scale::Linear => linear(self.ends, most, language),
            // Powers and their simple multiples are too far apart in a range that is short.
            Scale::Log if self.ends.1 < 4.0 * self.ends.0 => linear(self.ends, most, language),
            Scale::Log => logarithmic(self.ends, most, language),
        }
    }
}

/// Multiples of the least of 1, 2, 5 × 10ⁿ of which there are not too many.
fn linear((low, high): (f64, f64), most: usize, language: Language) -> Vec<Tick> {
    let least = (high - low) / most as f64;
    let mut exponent = libm::floor(libm::log10(least)) as i32;
    let steps = [1.0, 2.0, 5.0];
    let mut nth = 0;
    let step = loop {
        let step = steps[nth] * libm::pow(10.0, f64::from(exponent));
        // The tolerance keeps ticks at both ends of a range that is a whole number of steps.
        if libm::floor(high / step + 1e-9) - libm::ceil(low / step - 1e-9) < most as f64 {
            break step;
        }
        nth = (nth + 1) % steps.len();
        exponent += i32::from(nth == 0);
    };
    let decimals = (-exponent).max(0) as usize;
    let (first, last) = (libm::ceil(low / step - 1e-9) as i64, libm::floor(high / step + 1e-9) as i64);
    (first..=last).map(|n| n as f64 * step).map(|value| (value, language.number(value, decimals))).collect()
}

/// Powers of ten, with 2 and 5 times them where there is room, or fewer where there is none.
fn logarithmic((low, high): (f64, f64), most: usize, language: Language) -> Vec<Tick> {
    let (first, last) = (libm::floor(libm::log10(low)) as i32, libm::ceil(libm::log10(high)) as i32);
    let written = |value: f64| {
        let decimals = libm::ceil(-libm::log10(value) - 1e-9).clamp(0.0, 9.0) as usize;
        if value >= 10_000.0 { language.count(value.round() as u64) } else { language.number(value, decimals) }
    };
    let of = |mantissas: &[f64], every: i32| -> Vec<Tick> {
        let exponents = (first..=last).filter(|exponent| exponent.rem_euclid(every) == 0);
        let values = exponents.flat_map(|exponent| mantissas.iter().map(move |mantissa| mantissa * libm::pow(10.0, f64::from(exponent))));
        values.filter(|value| (low..=high).contains(value)).map(|value| (value, written(value))).collect()
    };
    let rounds: [&[f64]; 4] = [&[1.0, 2.0, 3.0, 4.0, 6.0, 8.0], &[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0]];
    let finest = rounds.iter().map(|mantissas| of(mantissas, 1)).find(|ticks| ticks.len() <= most);
    // Of floats there are no more than 700 powers of ten.
    finest.unwrap_or_else(|| (2..700).map(|every| of(&[1.0], every)).find(|ticks| ticks.len() <= most).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(scale: Scale, ends: (f64, f64), most: usize, expected: &str) {
        let axis = Axis { label: String::new(), scale, ends };
        let written: Vec<String> = axis.ticks(most, Language::Fr).into_iter().map(|(_, text)| text).collect();
        assert_eq!(written.join(" "), expected);
    }

    #[test]
    fn ticks_are_round() {
        check(Scale::Linear, (0.0, 100.0), 6, "0 20 40 60 80 100");
        check(Scale::Linear, (-2.3, 3.1), 6, "−2 −1 0 1 2 3");
        check(Scale::Linear, (0.61, 0.69), 5, "0,62 0,64 0,66 0,68");
        check(Scale::Linear, (-0.25, 0.25), 6, "−0,2 −0,1 0,0 0,1 0,2");
        check(Scale::Log, (1.0, 1000.0), 6, "1 10 100 1000");
        check(Scale::Log, (0.05, 0.31), 5, "0,06 0,08 0,1 0,2 0,3");
        check(Scale::Log, (60.0, 240.0), 6, "60 80 100 200");
        check(Scale::Log, (1.0, 1.5), 6, "1,0 1,1 1,2 1,3 1,4 1,5");
        check(Scale::Log, (1.0, 1e9), 5, "1 100 10\u{202f}000 1\u{202f}000\u{202f}000 100\u{202f}000\u{202f}000");
    }

    #[test]
    fn values_have_their_place() {
        let axis = Axis { label: String::new(), scale: Scale::Log, ends: (1.0, 100.0) };
        assert_eq!([0.1, 1.0, 10.0, 100.0, 1e9].map(|value| (axis.place(value) * 10.0).round() as i32), [0, 0, 5, 10, 10]);
        let same = Axis::over("", Scale::Linear, [3.0, 3.0, f64::NAN]);
        assert!(same.ends.0 < 3.0 && 3.0 < same.ends.1);
        let nothing = Axis::over("", Scale::Log, []).ends;
        assert!(0.0 < nothing.0 && nothing.0 < nothing.1);
    }
}
