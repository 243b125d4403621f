//! All that is written down of one game as it is played: its row, its stalls, its trace.

use super::columns;
use super::stalls::StallLog;
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::play::{self, Observer, Reply};
use crate::crocomine::posterior::{Engine, View};
use crate::crocomine::rules::Action;
use crate::crocomine::state::GridInfos;
use crate::crocomine::strategy::Decision;
use crate::crocomine::trace::Trace;
use crate::experiment::{Played, Stalls};

/// Watches a game and says what comes of it.
pub struct Recording<'a> {
    stalls: StallLog<'a>,
    trace: Option<Trace>,
}

impl<'a> Recording<'a> {
    /// For a game that begins, played by the strategy of this name; with its trace where
    /// it is told what the player is told. `engine` serves the log alone.
    pub fn new(stalls: Stalls, strategy: &'static str, trace: Option<GridInfos>, engine: &'a mut Engine) -> Self {
        Self { stalls: StallLog::new(stalls, strategy, engine), trace: trace.map(Trace::new) }
    }

    /// What came of it.
    pub fn played(self, game: &play::Game) -> Played {
        Played {
            status: game.status,
            run: columns::run(game),
            stalls: self.stalls.rows,
            trace: self.trace.map(|trace| trace.into_record(game.status)),
            message: game.message.clone(),
        }
    }
}

impl Observer for Recording<'_> {
    fn decided(&mut self, step: u64, view: &View, decision: &Decision) {
        self.stalls.decided(step, view.knowledge(), decision);
        self.trace.decided(step, view, decision);
    }

    fn acted(&mut self, action: Action, reply: &Reply, knowledge: &Knowledge) {
        self.trace.acted(action, reply, knowledge);
    }
}
