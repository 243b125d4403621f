//! A progress bar on standard error, for work that takes longer than a second.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// How long work has to take before the bar shows.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows how far some work is, how fast it goes and how long it will take.
/// Hidden in the first second, and wherever standard error is no terminal.
#[derive(Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// For work of so many steps.
    pub fn new(steps: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}  {per_sec}  {eta} left").expect("the template is right");
        Self(bar.with_style(style))
    }

    /// One step is done.
    pub fn step(&self) {
        if self.0.is_hidden() && self.0.elapsed() > PATIENCE {
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.0.inc(1);
    }

    /// Prints something while the bar is out of the way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.0.finish_and_clear();
    }
}
