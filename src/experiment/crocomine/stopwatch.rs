//! The time of a game: what the strategy and the host take, and nothing else.
//!
//! The core reads no clock, so the edge puts one around what it hands to the play
//! loop. What a view computes counts, since a strategy asks for it; what observers
//! do (logs, traces, a watched game's pauses) does not.

use crate::crocomine::play::{Host, HostError, Reply};
use crate::crocomine::posterior::View;
use crate::crocomine::rules::Action;
use crate::crocomine::strategy::{Decision, Effort, Strategy};
use rand::Rng;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// Sums up the time of a strategy and of a host.
///
/// ```
/// use clover::crocomine::{croco, play::{LocalHost, play}, posterior::Engine, strategy::{self, Options}};
/// use clover::experiment::Stopwatch;
/// use clover::seed::Seed;
///
/// let level = croco::parse(b"an islet\n1 1\n0 0\n-\n")?;
/// let entry = strategy::find("random").expect("it is registered");
/// let mut strategy = (entry.build)(&Options::new(entry, [])?)?;
/// let watch = Stopwatch::start();
/// let (mut host, mut player) = (LocalHost::new(&level), watch.around(&mut *strategy));
/// play(&mut watch.around(&mut host), level.knowledge(), &mut player, &mut Engine::default(), Seed::new(1), &mut ());
/// assert!(watch.seconds() >= 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Stopwatch<'a> {
    clock: Box<dyn Fn() -> Duration + 'a>,
    taken: Cell<Duration>,
}

/// A strategy or a host under a stopwatch.
pub struct Timed<'a, T: ?Sized> {
    inner: &'a mut T,
    watch: &'a Stopwatch<'a>,
}

impl<'a> Stopwatch<'a> {
    /// At zero, by the machine's clock.
    #[allow(clippy::disallowed_methods, reason = "the edge is where time is measured; nothing else depends on it")]
    pub fn start() -> Self {
        let start = Instant::now();
        Self::by(move || start.elapsed())
    }

    /// At zero, by this clock, which may never go back.
    fn by(clock: impl Fn() -> Duration + 'a) -> Self {
        Self { clock: Box::new(clock), taken: Cell::default() }
    }

    /// What some work gives, and the seconds it took.
    pub fn of<T>(work: impl FnOnce() -> T) -> (T, f64) {
        let watch = Self::start();
        let done = watch.time(work);
        (done, watch.seconds())
    }

    /// The same strategy or host, whose time counts.
    pub fn around<T: ?Sized>(&'a self, inner: &'a mut T) -> Timed<'a, T> {
        Timed { inner, watch: self }
    }

    /// What was taken so far, in seconds.
    pub fn seconds(&self) -> f64 {
        self.taken.get().as_secs_f64()
    }

    fn time<T>(&self, work: impl FnOnce() -> T) -> T {
        let start = (self.clock)();
        let done = work();
        self.taken.set(self.taken.get() + (self.clock)().saturating_sub(start));
        done
    }
}

impl<S: Strategy + ?Sized> Strategy for Timed<'_, S> {
    fn decide(&mut self, view: &View, rng: &mut dyn Rng) -> Decision {
        self.watch.time(|| self.inner.decide(view, rng))
    }

    fn effort(&self) -> Effort {
        self.inner.effort()
    }
}

impl<H: Host + ?Sized> Host for Timed<'_, H> {
    fn act(&mut self, action: Action) -> Result<Reply, HostError> {
        self.watch.time(|| self.inner.act(action))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crocomine::croco;
    use crate::crocomine::knowledge::Knowledge;
    use crate::crocomine::play::{LocalHost, Observer, play};
    use crate::crocomine::posterior::Engine;
    use crate::crocomine::strategy::{Options, find};
    use crate::seed::Seed;

    /// A clock that stands still but where someone takes time.
    type Clock = Cell<u64>;

    /// Takes 1 s a decision, 100 s an action, 10 000 s a look.
    struct Slow<'a, T>(&'a Clock, T);

    impl<T> Slow<'_, T> {
        fn takes(&self, seconds: u64) {
            self.0.set(self.0.get() + seconds);
        }
    }

    impl Strategy for Slow<'_, Box<dyn Strategy>> {
        fn decide(&mut self, view: &View, rng: &mut dyn Rng) -> Decision {
            self.takes(1);
            self.1.decide(view, rng)
        }

        fn effort(&self) -> Effort {
            Effort { limits: 7, ..self.1.effort() }
        }
    }

    impl Host for Slow<'_, LocalHost<'_>> {
        fn act(&mut self, action: Action) -> Result<Reply, HostError> {
            self.takes(100);
            self.1.act(action)
        }
    }

    /// Counts the decisions.
    impl Observer for Slow<'_, u64> {
        fn decided(&mut self, _: u64, _: &View, _: &Decision) {
            self.takes(10_000);
            self.1 += 1;
        }

        fn acted(&mut self, _: Action, _: &Reply, _: &Knowledge) {
            self.takes(10_000);
        }
    }

    #[test]
    fn the_strategy_and_the_host_count_and_who_looks_on_does_not() {
        let level = croco::parse(b"a bay\n3 3\n1 1\n~ ~ ~\n- - S\nT ~ ~\n").unwrap();
        let entry = find("components").unwrap();
        let inner = (entry.build)(&Options::new(entry, []).unwrap()).unwrap();
        let clock = Clock::new(5);
        let watch = Stopwatch::by(|| Duration::from_secs(clock.get()));
        let (mut strategy, mut host, mut observer) = (Slow(&clock, inner), Slow(&clock, LocalHost::new(&level)), Slow(&clock, 0));
        let (mut player, mut table) = (watch.around(&mut strategy), watch.around(&mut host));
        let game = play(&mut table, level.knowledge(), &mut player, &mut Engine::default(), Seed::new(1), &mut observer);
        assert!(game.actions > 1 && observer.1 > 1);
        assert_eq!(watch.taken.get(), Duration::from_secs(observer.1 + 100 * game.actions));
        assert_eq!(game.effort.limits, 7, "the effort is the strategy's own");
    }
}
