//! A table for programs: a column each, an estimate's ends beside it, all digits.

use super::{Cell, Sheet, Shown};
use crate::record::Field;
use crate::stats::Interval;

impl Sheet {
    /// As CSV.
    ///
    /// # Panics
    /// Never: writing into memory does not fail, and every row is as long as the head.
    pub fn csv(&self) -> String {
        // A column has ends where one of its cells does.
        let wide: Vec<bool> = (0..self.columns.len()).map(|nth| self.rows.iter().any(|row| interval(&row.cells[nth]).is_some())).collect();
        let mut table = csv::Writer::from_writer(Vec::new());
        let head = self.columns.iter().zip(&wide).flat_map(|(column, &wide)| {
            let ends = ["low", "high"].map(|end| format!("{}_{end}", column.id));
            [column.id.clone()].into_iter().chain(ends.into_iter().filter(move |_| wide))
        });
        let rows = self.rows.iter().map(|row| {
            let cells = row.cells.iter().zip(&self.columns).zip(&wide).flat_map(|((cell, column), &wide)| {
                let ends = interval(cell).map_or([f64::NAN; 2], |interval| [interval.low, interval.high]).map(|end| end.write());
                [value(cell, column.shown)].into_iter().chain(ends.into_iter().filter(move |_| wide))
            });
            cells.collect::<Vec<_>>()
        });
        for row in [head.collect()].into_iter().chain(rows) {
            table.write_record(row).expect("rows as long as the head, in memory");
        }
        String::from_utf8(table.into_inner().expect("memory")).expect("text")
    }
}

fn interval(cell: &Cell) -> Option<Interval> {
    match cell {
        Cell::Estimate(_, interval) | Cell::Best(_, interval) => Some(*interval),
        _ => None,
    }
}

fn value(cell: &Cell, shown: Shown) -> String {
    match cell {
        // Words stand where there is no number.
        Cell::Nothing | Cell::Words(_) => String::new(),
        Cell::Name(text) => text.clone(),
        Cell::Ordered(order, _) => order.write(),
        Cell::Number(value) if shown == Shown::Count => (*value as u64).write(),
        Cell::Number(value) | Cell::Estimate(value, _) | Cell::Best(value, _) => value.write(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::sheet;

    #[test]
    fn numbers_keep_their_digits() {
        let expected = "set,strategy,n,win_rate,win_rate_low,win_rate_high,difference,difference_low,difference_high,p\n\
                        a_1,sat|x,1200,0.5,0.25,1,0.1,-0.02,0.22,1e-9\n\
                        a_1,b<c>,7,0.4,0.2,0.6,,,,\n";
        assert_eq!(sheet().csv(), expected);
    }
}
