//! wip
mod figure;
mod table;
pub mod words;
pub use figure::win_rates;
pub use table::table;
