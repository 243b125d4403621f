//! The two languages of a report: how each says something, and writes numbers.
//!
//! What is said stands beside what says it, in both languages, as a [`Text`]: whoever
//! adds a figure or a column cannot forget one of them.

use crate::results::written::{p_value, percent};
use crate::stats::Interval;
use std::fmt::Display;

/// A language of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    En,
    /// French.
    Fr,
}

/// Words in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Text {
    /// In English.
    pub en: &'static str,
    /// In French.
    pub fr: &'static str,
}

impl Text {
    /// Words in English and in French.
    pub const fn new(en: &'static str, fr: &'static str) -> Self {
        Self { en, fr }
    }
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::En, Language::Fr];

    /// Its code on the command line.
    pub fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Fr => "fr",
        }
    }

    /// The language of this code.
    pub fn find(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// These words in this language.
    pub(super) fn say(self, text: Text) -> &'static str {
        match self {
            Language::En => text.en,
            Language::Fr => text.fr,
        }
    }

    /// These words, with what stands for each `{}` in its order.
    pub(super) fn fill(self, text: Text, with: &[&dyn Display]) -> String {
        let mut parts = self.say(text).split("{}");
        let first = parts.next().unwrap_or_default().to_string();
        debug_assert_eq!(self.say(text).matches("{}").count(), with.len(), "{}", text.en);
        parts.zip(with).fold(first, |said, (part, with)| format!("{said}{with}{part}"))
    }

    /// Something with its label before it.
    pub(super) fn labelled(self, label: &str, what: impl Display) -> String {
        format!("{label}{}{what}", self.say(Text::new(": ", " : ")))
    }

    /// A number as it is written in English, in this language.
    pub(super) fn local(self, number: &str) -> String {
        number.replace('.', self.say(Text::new(".", ",")))
    }

    /// A number with so many decimals. What is rounded to zero has no sign.
    pub(super) fn number(self, value: f64, decimals: usize) -> String {
        let text = format!("{:.decimals$}", value.abs());
        let zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        self.local(&if value < 0.0 && !zero { format!("−{text}") } else { text })
    }

    /// A count, its thousands apart by a narrow space, as the SI has it for all languages.
    #[allow(clippy::unused_self, reason = "asked like all other numbers")]
    pub(super) fn count(self, count: u64) -> String {
        let digits = count.to_string();
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                text.push('\u{202f}');
            }
            text.push(digit);
        }
        text
    }

    /// What lies between two ends that are written already.
    pub(super) fn range(self, low: &str, high: &str) -> String {
        format!("[{low}{}{high}]", self.say(Text::new(", ", " ; ")))
    }

    /// A share as a percentage with its interval, in percent.
    pub(super) fn share(self, value: f64, interval: Interval) -> String {
        let [value, low, high] = [value, interval.low, interval.high].map(|x| self.local(&percent(x)));
        format!("{value}{} {}", self.say(Text::new(" %", "\u{202f}%")), self.range(&low, &high))
    }

    /// A p-value in a sentence: `p = 0.0123` or `p < 0.0001`.
    pub(super) fn p_equals(self, value: f64) -> String {
        let text = self.local(&p_value(value));
        if text.starts_with('<') { format!("p {text}") } else { format!("p = {text}") }
    }
}

#[cfg(test)]
mod tests {
    use super::Language::{En, Fr};
    use super::*;

    #[test]
    fn numbers_are_written_as_each_language_does() {
        assert_eq!(En.share(0.5, Interval { low: 0.25, high: 1.0 }), "50.0 % [25.0, 100.0]");
        assert_eq!(Fr.share(0.5, Interval { low: 0.25, high: 1.0 }), "50,0\u{202f}% [25,0 ; 100,0]");
        assert_eq!([En.p_equals(1.0), En.p_equals(0.012_34), Fr.p_equals(1e-9)], ["p = 1.0000", "p = 0.0123", "p < 0,0001"]);
        assert_eq!([En.number(-0.04, 1), En.number(-2.55, 1), Fr.number(3.0, 2)], ["0.0", "−2.5", "3,00"]);
        assert_eq!([0, 999, 1000, 1_234_567].map(|n| Fr.count(n)), ["0", "999", "1\u{202f}000", "1\u{202f}234\u{202f}567"]);
    }

    #[test]
    fn words_are_filled_in_their_order() {
        let text = Text::new("{} of {}", "sur {}, {}");
        assert_eq!((En.fill(text, &[&1, &"a{}"]), Fr.fill(text, &[&2, &3])), ("1 of a{}".into(), "sur 2, 3".into()));
        assert_eq!((Language::find("fr"), Language::find("de")), (Some(Fr), None));
        assert_eq!(Fr.labelled("Graine", 7), "Graine : 7");
    }
}
