//! The play loop: asks a strategy, acts on a host, takes in what is revealed.
//!
//! Proven actions are carried out before the strategy is asked again, in the
//! order that wins with the fewest actions: names first (they have to be given
//! anyway), then chords that open two cells or more, then single discoveries.

use super::knowledge::Knowledge;
use super::level::Level;
use super::posterior::{Engine, Stop, View};
use super::rules::{Action, Animal};
use super::strategy::{Decision, Effort, Strategy};
use super::world::{Info, Refusal, Sight, World};
use crate::grid::Cell;
pub use crate::record::Status;
use crate::seed::Seed;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How the server answers an action that was possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The map goes on.
    Ok,
    /// A mistake: the map is lost.
    Ko,
    /// The map is complete.
    Gg,
}

impl Verdict {
    /// The protocol's word: `OK`, `KO` or `GG`.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Ok => "OK",
            Verdict::Ko => "KO",
            Verdict::Gg => "GG",
        }
    }
}

/// A host's answer to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Whether the map goes on, is lost, or won.
    pub verdict: Verdict,
    /// What was revealed.
    pub infos: Vec<Info>,
}

/// Why a host could not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// The rules do not allow the action now.
    #[error("the host refused {0:?}: {1}")]
    Refused(Action, Refusal),
    /// The host's own trouble, for people.
    #[error("{0}")]
    Failed(String),
}

/// Where an action goes and what it reveals comes from.
pub trait Host {
    /// Carries out an action.
    ///
    /// # Errors
    /// Where the action is refused or no answer is to be had.
    fn act(&mut self, action: Action) -> Result<Reply, HostError>;
}

/// A host that holds the truth itself.
#[derive(Debug)]
pub struct LocalHost<'a> {
    world: &'a World,
    sights: Vec<Sight>,
    closed: usize,
}

impl<'a> LocalHost<'a> {
    /// A host for one game on this level.
    pub fn new(level: &'a Level) -> Self {
        let world = level.world();
        Self::resume(world, vec![Sight::Closed; world.grid().len()])
    }

    /// A host for the rest of a game in this world, of which so much is seen.
    pub fn resume(world: &'a World, sights: Vec<Sight>) -> Self {
        let closed = sights.iter().filter(|&&sight| sight == Sight::Closed).count();
        Self { world, sights, closed }
    }
}

impl Host for LocalHost<'_> {
    fn act(&mut self, action: Action) -> Result<Reply, HostError> {
        let reveal = self.world.reveal(&self.sights, action).map_err(|refusal| HostError::Refused(action, refusal))?;
        if reveal.fatal {
            return Ok(Reply { verdict: Verdict::Ko, infos: reveal.infos });
        }
        for info in &reveal.infos {
            if info.sight != Sight::Closed {
                self.sights[info.cell] = info.sight;
                self.closed -= 1;
            }
        }
        let verdict = if self.closed == 0 { Verdict::Gg } else { Verdict::Ok };
        Ok(Reply { verdict, infos: reveal.infos })
    }
}

/// What happened in a game. All but `status` and `message` are counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// How it ended.
    pub status: Status,
    /// Actions of all kinds, the fatal one too.
    pub actions: u64,
    /// Actions `discover`.
    pub discoveries: u64,
    /// Actions `guess`, proven or not.
    pub guesses: u64,
    /// Actions `chord`.
    pub chords: u64,
    /// Unproven moves.
    pub stalls: u64,
    /// Cells opened.
    pub opened: u64,
    /// Animals rightly named: tigers, sharks, crocodiles.
    pub named: [u64; 3],
    /// Work done.
    pub effort: Effort,
    /// Why it ended in `GaveUp` or `Error`; else empty.
    pub message: String,
}

/// Sees every decision and every action of a game as it is played.
pub trait Observer {
    /// The strategy has decided; nothing was done yet.
    fn decided(&mut self, _step: u64, _view: &View, _decision: &Decision) {}

    /// An action was carried out; `knowledge` has its reply taken in.
    fn acted(&mut self, _action: Action, _reply: &Reply, _knowledge: &Knowledge) {}

    /// Whether enough was seen: the game is left before the decision is carried out.
    fn has_enough(&self) -> bool {
        false
    }
}

/// Sees nothing.
impl Observer for () {}

/// Sees nothing where there is none.
impl<O: Observer> Observer for Option<O> {
    fn decided(&mut self, step: u64, view: &View, decision: &Decision) {
        if let Some(observer) = self {
            observer.decided(step, view, decision);
        }
    }

    fn acted(&mut self, action: Action, reply: &Reply, knowledge: &Knowledge) {
        if let Some(observer) = self {
            observer.acted(action, reply, knowledge);
        }
    }

    fn has_enough(&self) -> bool {
        self.as_ref().is_some_and(Observer::has_enough)
    }
}

/// Both see the same.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn decided(&mut self, step: u64, view: &View, decision: &Decision) {
        self.0.decided(step, view, decision);
        self.1.decided(step, view, decision);
    }

    fn acted(&mut self, action: Action, reply: &Reply, knowledge: &Knowledge) {
        self.0.acted(action, reply, knowledge);
        self.1.acted(action, reply, knowledge);
    }

    fn has_enough(&self) -> bool {
        self.0.has_enough() || self.1.has_enough()
    }
}

/// The seed of one game: from the experiment's seed, the repetition, what the
/// player is told at the start, and the map's place in its set, from 0. Hence
/// the same for every strategy and every host, and another for a map that comes
/// twice.
pub fn game_seed(experiment: Seed, repetition: u64, told: &Knowledge, place: u64) -> Seed {
    let (grid, totals) = (told.grid(), told.totals());
    let sizes = [grid.rows(), grid.cols(), told.start(), totals.sea].map(|n| n as u64);
    let numbers = sizes.into_iter().chain(totals.animals.map(u64::from)).chain([place]);
    numbers.fold(experiment.purpose("play").index(repetition), Seed::index)
}

/// Plays one game to its end.
///
/// `seed` is this game's, see [`game_seed`]: step `n` draws from `seed.step(n)`.
pub fn play(
    host: &mut dyn Host,
    knowledge: Knowledge,
    strategy: &mut dyn Strategy,
    engine: &mut Engine,
    seed: Seed,
    observer: &mut dyn Observer,
) -> Game {
    engine.reset();
    play_on(host, knowledge, strategy, engine, seed, observer)
}

/// Plays on from what is known as if this world were the true one, with an engine that
/// serves this game already.
pub fn play_on_in(
    world: &World,
    knowledge: Knowledge,
    strategy: &mut dyn Strategy,
    engine: &mut Engine,
    seed: Seed,
    observer: &mut dyn Observer,
) -> Game {
    let mut host = LocalHost::resume(world, knowledge.sights().to_vec());
    play_on(&mut host, knowledge, strategy, engine, seed, observer)
}

/// Plays on from what is known, with an engine that serves this game already.
fn play_on(
    host: &mut dyn Host,
    mut knowledge: Knowledge,
    strategy: &mut dyn Strategy,
    engine: &mut Engine,
    seed: Seed,
    observer: &mut dyn Observer,
) -> Game {
    let mut game = Game::failed(String::new());
    let mut table = Table { host, knowledge: &mut knowledge, game: &mut game, observer };
    table.run(strategy, engine, seed);
    game.effort = strategy.effort();
    game.effort += engine.effort();
    game
}

/// Open cells all of whose animals were named, by the number of cells that a
/// chord opened when they were offered; it can only have become smaller since.
#[derive(Default)]
struct Chords(BinaryHeap<(usize, Reverse<Cell>)>);

impl Chords {
    /// Takes a cell in where a chord on it opens two cells or more.
    fn offer(&mut self, cell: Cell, knowledge: &Knowledge) {
        let opens = knowledge.closed_around(cell);
        if opens >= 2 && knowledge.is_open(cell) && knowledge.residual(cell) == [0; 3] {
            self.0.push((opens, Reverse(cell)));
        }
    }

    /// The chord that opens the most; the least cell among equals.
    fn best(&mut self, knowledge: &Knowledge) -> Option<Action> {
        while let Some((opens, Reverse(cell))) = self.0.pop() {
            if knowledge.closed_around(cell) == opens {
                return Some(Action::Chord(cell));
            }
            self.offer(cell, knowledge);
        }
        None
    }
}

/// A game in progress, as the play loop sees it.
struct Table<'a> {
    host: &'a mut dyn Host,
    knowledge: &'a mut Knowledge,
    game: &'a mut Game,
    observer: &'a mut dyn Observer,
}

impl Table<'_> {
    fn run(&mut self, strategy: &mut dyn Strategy, engine: &mut Engine, seed: Seed) {
        for step in 0.. {
            if self.knowledge.closed() == 0 {
                self.game.message = "every cell is dealt with, but the host does not say that the map is won".into();
                return;
            }
            let view = View::new(self.knowledge, engine);
            let decision = strategy.decide(&view, &mut seed.step(step));
            self.observer.decided(step, &view, &decision);
            if self.observer.has_enough() {
                self.game.message = "who looks on has seen enough".into();
                return;
            }
            let over = match decision {
                Decision::Proven(actions) => self.carry_out(actions),
                Decision::Gamble { chosen, candidates, .. } => {
                    self.game.stalls += 1;
                    self.act(candidates[chosen].action)
                }
                Decision::GaveUp(stop) => {
                    self.game.message = stop.to_string();
                    Some(if matches!(stop, Stop::Limit(_)) { Status::GaveUp } else { Status::Error })
                }
            };
            if let Some(status) = over {
                self.game.status = status;
                return;
            }
        }
    }

    /// Carries out proven actions in the order that takes the fewest.
    fn carry_out(&mut self, actions: Vec<Action>) -> Option<Status> {
        if actions.is_empty() {
            self.game.message = "the strategy proved nothing and did not choose".into();
            return Some(Status::Error);
        }
        let (names, discoveries): (Vec<_>, Vec<_>) = actions.into_iter().partition(|action| matches!(action, Action::Guess(..)));
        for action in names {
            if let Some(over) = self.act(action) {
                return Some(over);
            }
        }
        let mut chords = Chords::default();
        for action in &discoveries {
            let around = self.knowledge.grid().neighbours(action.cell());
            around.for_each(|cell| chords.offer(cell, self.knowledge));
        }
        let mut discoveries = discoveries.into_iter();
        loop {
            let single = || discoveries.find(|action| self.knowledge.is_closed(action.cell()));
            let action = chords.best(self.knowledge).or_else(single)?;
            let seen = self.knowledge.history().len();
            if let Some(over) = self.act(action) {
                return Some(over);
            }
            self.knowledge.history()[seen..].iter().for_each(|&cell| chords.offer(cell, self.knowledge));
        }
    }

    /// Carries out one action; `Some` where the game is over.
    fn act(&mut self, action: Action) -> Option<Status> {
        let game = &mut *self.game;
        game.actions += 1;
        match action {
            Action::Discover(_) => game.discoveries += 1,
            Action::Guess(..) => game.guesses += 1,
            Action::Chord(_) => game.chords += 1,
        }
        let reply = match self.host.act(action) {
            Ok(reply) => reply,
            Err(error) => {
                game.message = error.to_string();
                return Some(Status::Error);
            }
        };
        let known = self.knowledge.history().len();
        let learned = self.knowledge.learn(&reply.infos);
        let news = &self.knowledge.history()[known..];
        for &cell in news {
            match self.knowledge.sight(cell) {
                Sight::Open(_) => game.opened += 1,
                Sight::Named(animal) => game.named[animal as usize] += 1,
                Sight::Closed => {}
            }
        }
        let shows_nothing = news.is_empty();
        self.observer.acted(action, &reply, self.knowledge);
        match (reply.verdict, learned) {
            (_, Err(wrong)) => {
                game.message = format!("the reply contradicts what is known: {wrong}");
                Some(Status::Error)
            }
            // Asking again would go on for ever.
            (Verdict::Ok, Ok(())) if shows_nothing => {
                game.message = "the host allowed the action but showed nothing".into();
                Some(Status::Error)
            }
            (Verdict::Ok, Ok(())) => None,
            (Verdict::Ko, Ok(())) => Some(Status::Lost),
            (Verdict::Gg, Ok(())) => Some(Status::Won),
        }
    }
}

impl Game {
    /// A game that could not be begun.
    pub fn failed(message: String) -> Self {
        Self {
            status: Status::Error,
            actions: 0,
            discoveries: 0,
            guesses: 0,
            chords: 0,
            stalls: 0,
            opened: 0,
            named: [0; 3],
            effort: Effort::default(),
            message,
        }
    }

    /// Animals of one kind rightly named.
    pub fn named(&self, animal: Animal) -> u64 {
        self.named[animal as usize]
    }
}
