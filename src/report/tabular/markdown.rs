//! A table as Markdown.

use super::{Cell, Sheet, Shown, plain};
use crate::report::language::Language;

impl Sheet {
    /// As Markdown, with its caption above and its notes below.
    pub fn markdown(&self, language: Language) -> String {
        let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let heads: Vec<String> = self.columns.iter().map(|column| escaped(&column.head)).collect();
        // Names to the left, numbers to the right.
        let side = |shown: Shown| if shown == Shown::Words { "|:--" } else { "|--:" };
        let sides: String = self.columns.iter().map(|column| side(column.shown)).collect();
        let cells = |cells: &[Cell]| {
            let shown = cells.iter().zip(&self.columns).map(|(cell, column)| {
                let text = escaped(&plain(cell, column.shown, language));
                match cell {
                    Cell::Name(_) => format!("`{}`", text.replace('`', "'")),
                    Cell::Best(..) => format!("**{text}**"),
                    _ => text,
                }
            });
            row(&shown.collect::<Vec<_>>())
        };
        let rows: String = self.rows.iter().map(|row| cells(&row.cells)).collect();
        format!("**{}**\n\n{}{sides}|\n{rows}\n{}\n", self.caption, row(&heads), self.notes.join("\n"))
    }
}

/// Bars would end a cell.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::super::tests::sheet;
    use crate::report::language::Language;

    #[test]
    fn the_best_is_bold_and_names_stay_whole() {
        let expected = "**Who wins, 50 % & more**\n\n\
                        | set | strategy | n | wins (%) [95 %] | points [95 %] | p |\n\
                        |:--|:--|--:|--:|--:|--:|\n\
                        | `a_1` | `sat\\|x` | 1\u{202f}200 | **50.0 [25.0, 100.0]** | +10.00 [−2.00, +22.00] | < 0.0001 |\n\
                        | `a_1` | `b<c>` | 7 | 40.0 [20.0, 60.0] | baseline | – |\n\n\
                        Wilson's intervals.\n";
        assert_eq!(sheet().markdown(Language::En), expected);
    }
}
