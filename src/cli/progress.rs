//! A progress bar on standard error, for work that takes longer than a second.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
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
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}  {rate}  {eta} left").expect("the template is right");
        let write_rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            // The bar writes to a text of its own, which takes anything.
            let _ = out.write_str(&rate(state.per_sec()));
        };
        Self(bar.with_style(style.with_key("rate", write_rate)))
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

/// Steps a second, with as many digits as say something.
fn rate(per_second: f64) -> String {
    if per_second < 10.0 { format!("{per_second:.1}/s") } else { format!("{}/s", HumanCount(per_second.round() as u64)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_rounded() {
        assert_eq!([0.04, 0.25, 9.96, 12.5, 1106.3079].map(rate), ["0.0/s", "0.2/s", "10.0/s", "13/s", "1,106/s"]);
    }

    #[test]
    fn the_template_is_right() {
        Progress::new(1).step();
    }
}
