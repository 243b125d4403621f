//! The rows that `clover play` prints.

use crate::cli::warn;
use crate::crocomine::play::{Game, Status};
use crate::results::summary::CONFIDENCE;
use crate::stats::wilson;
use serde::Serialize;
use std::io::{self, Write};

/// Prints the games, as lines for people or as JSON, and counts them.
pub struct Rows {
    json: bool,
    width: usize,
    /// Games so far.
    pub games: u64,
    won: u64,
    /// Games that could not be played to their end.
    pub errors: u64,
    actions: u64,
    seconds: f64,
}

/// A game that has ended.
pub struct Line<'a> {
    /// The name of the map.
    pub map: &'a str,
    /// The set that it is from.
    pub set: &'a str,
    pub game: &'a Game,
    /// Unit: s.
    pub seconds: f64,
}

/// One game as JSON.
#[derive(Serialize)]
struct Row<'a> {
    map: &'a str,
    set: &'a str,
    status: &'static str,
    actions: u64,
    discoveries: u64,
    guesses: u64,
    chords: u64,
    stalls: u64,
    opened: u64,
    tigers: u64,
    sharks: u64,
    crocodiles: u64,
    seconds: f64,
}

impl Rows {
    /// Of maps with names of so many characters.
    pub fn new(json: bool, width: usize) -> Self {
        Self { json, width, games: 0, won: 0, errors: 0, actions: 0, seconds: 0.0 }
    }

    /// One game has ended.
    pub fn row(&mut self, &Line { map, set, game, seconds }: &Line) -> io::Result<()> {
        self.games += 1;
        self.won += u64::from(game.status == Status::Won);
        self.errors += u64::from(game.status == Status::Error);
        self.actions += game.actions;
        self.seconds += seconds;
        let status = game.status.word();
        if !game.message.is_empty() {
            warn(format_args!("{map}: {status}: {}", game.message));
        }
        let mut out = io::stdout().lock();
        let Game { actions, discoveries, guesses, chords, stalls, opened, named: [tigers, sharks, crocodiles], .. } = *game;
        if self.json {
            let row = Row { map, set, status, actions, discoveries, guesses, chords, stalls, opened, tigers, sharks, crocodiles, seconds };
            return writeln!(out, "{}", serde_json::to_string(&row)?);
        }
        let width = self.width;
        if self.games == 1 {
            writeln!(out, "{:width$}  status   actions  stalls  opened  tigers  sharks  crocodiles   seconds", "map")?;
        }
        writeln!(
            out,
            "{map:width$}  {status:<7}  {actions:>7}  {stalls:>6}  {opened:>6}  {tigers:>6}  {sharks:>6}  {crocodiles:>10}  {seconds:>8.4}"
        )
    }

    /// The last line.
    pub fn total(&self) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let &Self { won, games, .. } = self;
        let interval = wilson(won as f64, games, CONFIDENCE);
        let [rate, low, high] = [won as f64 / games as f64, interval.low, interval.high].map(|share| 100.0 * share);
        let actions = self.actions as f64 / games as f64;
        let percent = 100.0 * CONFIDENCE;
        writeln!(
            io::stdout(),
            "won {won}/{games}: {rate:.1} % ({percent} % interval {low:.1} to {high:.1} %); {actions:.1} actions a game; {:.4} s",
            self.seconds
        )
    }
}
