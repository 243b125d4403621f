//! A table for LaTeX: booktabs for rules, siunitx for numbers.
//!
//! A number stands in a column of siunitx, aligned at its decimal marker, and its interval
//! beside it. What has too many rows for a page is several tables, parted between sets; what
//! is wider than the text is made smaller.

use super::{Cell, Column, Row, Sheet, Shown};
use crate::report::language::{Language, Text};
use crate::stats::Interval;
use std::fmt::Write;

/// Most rows of one table.
const MOST: usize = 36;

impl Sheet {
    /// As LaTeX; labels start with `tab:` and `of`, the report's name.
    pub fn latex(&self, of: &str, language: Language) -> String {
        let mut text = "% \\usepackage{booktabs} \\usepackage{siunitx} \\usepackage{graphicx}\n".to_string();
        let parts = self.parts();
        for (nth, part) in parts.iter().enumerate() {
            let caption = match parts.len() {
                1 => escaped(&self.caption),
                of => format!("{} ({}/{of})", escaped(&self.caption), nth + 1),
            };
            let number = if nth > 0 { format!("-{}", nth + 1) } else { String::new() };
            text += &self.part(part, &caption, &format!("tab:{}-{}{number}", slug(of), self.name), language);
        }
        text
    }

    /// Rows that fit on a page together: whole sets, unless one has too many.
    fn parts(&self) -> Vec<&[Row]> {
        let (mut parts, mut from, mut to) = (Vec::new(), 0, 0);
        for of_set in self.rows.chunk_by(|one, next| one.set == next.set) {
            if to > from && to - from + of_set.len() > MOST {
                parts.push(from..to);
                from = to;
            }
            to += of_set.len();
            while to - from > MOST {
                parts.push(from..from + MOST);
                from += MOST;
            }
        }
        if to > from || parts.is_empty() {
            parts.push(from..to);
        }
        parts.into_iter().map(|part| &self.rows[part]).collect()
    }

    fn part(&self, rows: &[Row], caption: &str, label: &str, language: Language) -> String {
        let marker = language.say(Text::new("", ", output-decimal-marker={,}"));
        let columns: String = (0..self.columns.len()).map(|nth| self.form(nth)).collect();
        let heads: Vec<String> = self.columns.iter().enumerate().map(|(nth, column)| self.head(nth, column)).collect();
        let mut text = format!(
            "\\begin{{table}}\n\\centering\\small\n\\setlength{{\\belowcaptionskip}}{{4pt}}\n\\caption{{{caption}}}\\label{{{label}}}\n\
             \\sisetup{{detect-weight=true, retain-explicit-plus=true, group-digits=integer, group-minimum-digits=4{marker}}}\n\
             \\setlength{{\\tabcolsep}}{{4pt}}\n\\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%\n\
             \\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n\\toprule\n{} \\\\\n\\midrule\n",
            heads.join(" & ")
        );
        for (nth, row) in rows.iter().enumerate() {
            let same = |other: Option<&Row>| other.is_some_and(|other| other.set == row.set && row.set.is_some());
            let before = nth.checked_sub(1).map(|before| &rows[before]);
            if before.is_some_and(|other| other.set != row.set) {
                text += "\\addlinespace\n";
            }
            let cells = row.cells.iter().enumerate().map(|(place, cell)| {
                // A set is named once.
                if place == 0 && self.columns[0].id == "set" && same(before) { String::new() } else { self.cell(place, cell, language) }
            });
            let _ = writeln!(text, "{} \\\\", cells.collect::<Vec<_>>().join(" & "));
        }
        let notes: Vec<String> = self.notes.iter().map(|note| escaped(note)).collect();
        let _ = write!(
            text,
            "\\bottomrule\n\\end{{tabular}}}}\n\n\\medskip\n\\parbox{{\\linewidth}}{{\\footnotesize {}}}\n\\end{{table}}\n",
            notes.join("\n")
        );
        text
    }

    fn cells(&self, nth: usize) -> impl Iterator<Item = &Cell> {
        self.rows.iter().map(move |row| &row.cells[nth])
    }

    /// Whether a column has intervals beside its numbers.
    fn wide(&self, nth: usize) -> bool {
        self.cells(nth).any(|cell| matches!(cell, Cell::Estimate(..) | Cell::Best(..)))
    }

    /// The columns of LaTeX that a column is.
    fn form(&self, nth: usize) -> String {
        let shown = self.columns[nth].shown;
        if matches!(shown, Shown::Words | Shown::PValue) {
            return if shown == Shown::Words { "l" } else { "r" }.into();
        }
        let numbers = self.cells(nth).filter_map(|cell| match cell {
            Cell::Number(value) | Cell::Estimate(value, _) | Cell::Best(value, _) if value.is_finite() => Some(shown.written(*value)),
            _ => None,
        });
        let (mut whole, mut decimals, mut sign) = (1, 0, "");
        for number in numbers {
            let digits = number.trim_start_matches(['−', '+']);
            if digits.len() < number.len() {
                sign = if matches!(shown, Shown::Points | Shown::Signed(_)) { "+" } else { "-" };
            }
            let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
            (whole, decimals) = (whole.max(before.len()), decimals.max(after.len()));
        }
        let interval = if self.wide(nth) { "@{\\ }l" } else { "" };
        format!("S[table-format={sign}{whole}.{decimals}]{interval}")
    }

    fn head(&self, nth: usize, column: &Column) -> String {
        match column.shown {
            Shown::Words => escaped(&column.head),
            _ if self.wide(nth) => format!("\\multicolumn{{2}}{{c}}{{{}}}", escaped(&column.head)),
            _ => format!("{{{}}}", escaped(&column.head)),
        }
    }

    fn cell(&self, nth: usize, cell: &Cell, language: Language) -> String {
        let shown = self.columns[nth].shown;
        let number = |value: f64| shown.written(value).replace('−', "-");
        let end = |value: f64| {
            if value.is_finite() {
                format!("\\num{{{}}}", number(value))
            } else {
                number(value).replace('∞', "$\\infty$").replace('-', "$-$")
            }
        };
        // Braces, lest a bracket opens an argument.
        let beside = |Interval { low, high }: Interval| format!("{{{}}}", language.range(&end(low), &end(high)));
        let value = |value: f64| if value.is_finite() { number(value) } else { format!("{{{}}}", end(value)) };
        let (text, interval) = match cell {
            Cell::Nothing => (if shown == Shown::Words { "--" } else { "{--}" }.into(), None),
            Cell::Name(name) => (format!("\\texttt{{{}}}", escaped(name)), None),
            Cell::Words(words) | Cell::Ordered(_, words) => (format!("{{{}}}", escaped(words)), None),
            Cell::Number(p) if shown == Shown::PValue => (
                match number(*p).strip_prefix("< ") {
                    Some(p) => format!("$<\\num{{{p}}}$"),
                    None => format!("\\num{{{}}}", number(*p)),
                },
                None,
            ),
            Cell::Number(number) => (value(*number), None),
            Cell::Estimate(number, interval) => (value(*number), Some(beside(*interval))),
            Cell::Best(number, interval) => (format!("\\bfseries {}", value(*number)), Some(format!("\\bfseries {}", beside(*interval)))),
        };
        match interval {
            Some(interval) => format!("{text} & {interval}"),
            // Words beside numbers would move these out of line.
            None if self.wide(nth) && !matches!(cell, Cell::Number(_)) => format!("\\multicolumn{{2}}{{c}}{{{text}}}"),
            None if self.wide(nth) => format!("{text} &"),
            None => text,
        }
    }
}

/// Text as LaTeX takes it.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '\\' => safe += "\\textbackslash{}",
            '~' => safe += "\\textasciitilde{}",
            '^' => safe += "\\textasciicircum{}",
            '<' => safe += "\\textless{}",
            '>' => safe += "\\textgreater{}",
            '|' => safe += "\\textbar{}",
            '`' => safe += "\\textasciigrave{}",
            '−' => safe += "$-$",
            '×' => safe += "$\\times$",
            '·' => safe += "$\\cdot$",
            '∞' => safe += "$\\infty$",
            'χ' => safe += "$\\chi$",
            '²' => safe += "$^2$",
            '\u{202f}' => safe += "\\,",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                safe.push('\\');
                safe.push(c);
            }
            // What the fonts of Western Europe lack would end LaTeX.
            '≤' => safe += "$\\leq$",
            '≥' => safe += "$\\geq$",
            '→' => safe += "$\\to$",
            _ if c.is_control() => safe.push(' '),
            _ if c > 'ſ' && !"–—‘’“”„…•€".contains(c) => {
                let _ = write!(safe, "[U+{:04X}]", u32::from(c));
            }
            _ => safe.push(c),
        }
    }
    safe
}

/// A name that may stand in a label.
fn slug(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::sheet;
    use super::*;
    use expect_test::expect;

    #[test]
    fn numbers_are_aligned_and_text_is_escaped() {
        expect![[r"
            % \usepackage{booktabs} \usepackage{siunitx} \usepackage{graphicx}
            \begin{table}
            \centering\small
            \setlength{\belowcaptionskip}{4pt}
            \caption{Who wins, 50 \% \& more}\label{tab:my-trial-trial}
            \sisetup{detect-weight=true, retain-explicit-plus=true, group-digits=integer, group-minimum-digits=4, output-decimal-marker={,}}
            \setlength{\tabcolsep}{4pt}
            \resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%
            \begin{tabular}{@{}llS[table-format=4.0]S[table-format=2.1]@{\ }lS[table-format=+2.2]@{\ }lr@{}}
            \toprule
            set & strategy & {n} & \multicolumn{2}{c}{wins (\%) [95 \%]} & \multicolumn{2}{c}{points [95 \%]} & {p} \\
            \midrule
            \texttt{a\_1} & \texttt{sat\textbar{}x} & 1200 & \bfseries 50.0 & \bfseries {[\num{25.0} ; \num{100.0}]} & +10.00 & {[\num{-2.00} ; \num{+22.00}]} & $<\num{0.0001}$ \\
             & \texttt{b\textless{}c\textgreater{}} & 7 & 40.0 & {[\num{20.0} ; \num{60.0}]} & \multicolumn{2}{c}{{baseline}} & {--} \\
            \bottomrule
            \end{tabular}}

            \medskip
            \parbox{\linewidth}{\footnotesize Wilson's intervals.}
            \end{table}
        "]].assert_eq(&sheet().latex("my trial", Language::Fr));
    }

    #[test]
    fn long_tables_are_parted_between_sets() {
        let mut long = sheet();
        let sizes = |sheet: &Sheet| sheet.parts().iter().map(|part| part.len()).collect::<Vec<_>>();
        let of = |set: &str, n: usize| vec![Row { set: Some(set.into()), ..sheet().rows[0].clone() }; n];
        long.rows = [of("a", 20), of("b", 20), of("c", 10)].concat();
        assert_eq!(sizes(&long), [20, 30]);
        long.rows = of("a", 80);
        assert_eq!(sizes(&long), [36, 36, 8]);
        long.rows.clear();
        assert_eq!(sizes(&long), [0]);
    }
}
