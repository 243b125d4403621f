//! Experiments.

mod plan;
mod source;
mod sweep;

pub use plan::{Log, Plan, Set, Stalls, Strategy};
pub use source::{PlanError, Source};
