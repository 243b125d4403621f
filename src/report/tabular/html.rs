//! A table on the page: sortable by its heads, each row telling what it is about.

use super::{Cell, Sheet, Shown, plain};
use crate::record::Field;
use crate::report::language::Language;
use maud::{Markup, html};

impl Sheet {
    /// As HTML. `page.js` sorts by `data-value`, and filters by `data-set` and
    /// `data-strategy`.
    pub fn html(&self, language: Language) -> Markup {
        html! {
            figure.table id={ "table-" (self.name) } {
                figcaption { (self.caption) }
                div.scroll tabindex="0" role="region" aria-label=(self.caption) {
                    table {
                        thead { tr {
                            @for column in &self.columns {
                                th scope="col" class=(class(column.shown)) { button type="button" { (column.head) } }
                            }
                        } }
                        tbody {
                            @for row in &self.rows {
                                tr data-set=[row.set.as_deref()] data-strategy=[row.strategy.as_deref()] {
                                    @for (cell, column) in row.cells.iter().zip(&self.columns) {
                                        (self::cell(cell, column.shown, language))
                                    }
                                }
                            }
                        }
                    }
                }
                p.note {
                    @for (ending, name) in [("csv", "CSV"), ("tex", "LaTeX"), ("md", "Markdown")] {
                        a href={ "tables/" (self.name) "." (ending) } { (name) } " "
                    }
                }
                @for note in &self.notes { p.note { (note) } }
            }
        }
    }
}

fn class(shown: Shown) -> &'static str {
    if shown == Shown::Words { "words" } else { "number" }
}

fn cell(cell: &Cell, shown: Shown, language: Language) -> Markup {
    let text = plain(cell, shown, language);
    let class = class(shown);
    match cell {
        Cell::Nothing => html! { td class=(class) { (text) } },
        Cell::Name(_) => html! { td class=(class) data-value=(text) { code { (text) } } },
        Cell::Ordered(order, _) => html! { td class=(class) data-value=(order.write()) { (text) } },
        // Where there is no number to sort by.
        Cell::Words(_) => html! { td class=(class) data-value=[(shown == Shown::Words).then_some(&text)] { (text) } },
        Cell::Number(value) => html! { td class=(class) data-value=(value.write()) { (text) } },
        Cell::Estimate(value, _) | Cell::Best(value, _) => {
            // The interval is set back.
            let (number, interval) = text.split_once(' ').unwrap_or((&text, ""));
            let best = matches!(cell, Cell::Best(..));
            html! { td class=(class) data-value=(value.write()) {
                @if best { strong { (number) } } @else { (number) }
                " " span.interval { (interval) }
            } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::sheet;
    use super::*;

    #[test]
    fn names_are_text_and_values_are_told() {
        let html = sheet().html(Language::En).into_string();
        assert!(html.contains("<tr data-set=\"a_1\" data-strategy=\"b&lt;c&gt;\">"), "{html}");
        assert!(
            html.contains(
                "<td class=\"number\" data-value=\"0.5\"><strong>50.0</strong> <span class=\"interval\">[25.0, 100.0]</span></td>"
            ),
            "{html}"
        );
        assert!(!html.contains("<c>"), "{html}");
    }
}
