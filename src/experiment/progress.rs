//! The progress bar: on a terminal, and only for work longer than a second.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How far a run has come.
pub(super) struct Progress {
    bar: ProgressBar,
    shown: AtomicBool,
}

impl Progress {
    /// A bar for so many games, not shown yet.
    pub(super) fn new(games: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::hidden());
        let form = "{bar:30} {human_pos}/{human_len} games  {per_sec}  {eta} left";
        bar.set_style(ProgressStyle::with_template(form).expect("the template is fixed"));
        Self { bar, shown: AtomicBool::new(false) }
    }

    /// One game more has ended.
    pub(super) fn add(&self) {
        self.bar.inc(1);
        if !self.shown.load(Ordering::Relaxed) && self.bar.elapsed() > Duration::from_secs(1) && !self.shown.swap(true, Ordering::Relaxed) {
            // Stays hidden where standard error is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
