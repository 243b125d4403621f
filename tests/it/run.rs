//! Experiments, run whole.
