//! Sweeps: one table with lists of values becomes one table for each choice.
//!
//! The first key varies slowest; every copy is labelled with what was chosen, as
//! in `dense animals=0.25`.

use super::source::{PlanError, Source, Table, Value, written};
use toml::Spanned;
use toml::de::DeValue;

/// One copy of a swept table.
pub(super) struct Choice<'a> {
    /// What was chosen, as a label ends: empty, or ` animals=0.25 sea=0.5`.
    pub label: String,
    /// The names and values chosen.
    pub values: Table<'a>,
}

/// Every choice that a `sweep` leaves; one that is empty where there is none.
pub(super) fn choices<'a>(source: &Source, sweep: Option<Value<'a>>) -> Result<Vec<Choice<'a>>, PlanError> {
    let mut choices = vec![Choice { label: String::new(), values: Table::new() }];
    let Some(sweep) = sweep else { return Ok(choices) };
    let place = sweep.span();
    let DeValue::Table(sweep) = sweep.into_inner() else {
        return Err(source.fault(place, "want a table of lists, as in sweep = { animals = [0.2, 0.3] }"));
    };
    for (name, list) in sweep {
        let place = list.span();
        let values = match list.into_inner() {
            DeValue::Array(values) if !values.is_empty() => values,
            _ => return Err(source.fault(place, format!("want a list of values for `{}`", name.get_ref()))),
        };
        let mut longer = Vec::new();
        for choice in &choices {
            for value in &values {
                let Some(text) = written(value.get_ref()) else {
                    return Err(source.fault(value.span(), "only numbers, words and lists of them can be swept"));
                };
                let mut values = choice.values.clone();
                values.insert(name.clone(), value.clone());
                longer.push(Choice { label: format!("{} {}={text}", choice.label, name.get_ref()), values });
            }
        }
        choices = longer;
    }
    Ok(choices)
}

/// A table with what was chosen added to it.
pub(super) fn add<'a>(source: &Source, table: &mut Table<'a>, choice: &Choice<'a>) -> Result<(), PlanError> {
    for (name, value) in &choice.values {
        if table.insert(Spanned::new(name.span(), name.get_ref().clone()), value.clone()).is_some() {
            return Err(source.fault(name.span(), format!("`{}` is swept, but has a value of its own too", name.get_ref())));
        }
    }
    Ok(())
}
