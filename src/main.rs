//! The command line of Clover.
fn main() {}
