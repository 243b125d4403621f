//! **Clover** replaces the luck in guessing games.
//!
//! Strategies for Crocomine (a Minesweeper with tigers, sharks and crocodiles)
//! play thousands of maps under the same luck; every game and every stalled
//! decision becomes a row of a file, and the files become comparisons with
//! intervals, and a model that chooses the guess. Instances → strategies → records →
//! scenarios → a selector → reports; files are all that passes from one stage to the
//! next.
//!
//! # Where things are
//! From the top floor down; imports only go down, which a test holds.
//!
//! | module | what it is |
//! |---|---|
//! | [`cli`] | the command line: one file a command |
//! | [`experiment`] | TOML to games: plan, run, one adapter a game |
//! | [`report`] | files to tables and figures |
//! | [`net`] | the network game: a player's side and a server |
//! | [`crocomine`] | the game, the exact posterior, the strategies |
//! | [`antivirus`] | the second game: boards, searches, heuristics, a generator |
//! | [`selection`] | scenarios, models that choose, and how they are judged |
//! | [`registry`] | what registries of strategies are made of |
//! | [`results`] | the results folder: journal, tables, manifest, traces |
//! | [`grid`], [`sat`], [`stats`], [`seed`], [`record`] | what everything stands on |
//!
//! # A first game
//! ```
//! use clover::crocomine::{croco, play::{LocalHost, Status, play}, posterior::Engine, strategy::{self, Options}};
//! use clover::seed::Seed;
//!
//! let level = croco::parse(b"a bay\n3 3\n1 1\n~ ~ ~\n- - S\nT ~ ~\n")?;
//! let entry = strategy::find("components").expect("it is registered");
//! let mut strategy = (entry.build)(&Options::new(entry, [])?)?;
//! let mut engine = Engine::default();
//! let game = play(&mut LocalHost::new(&level), level.knowledge(), strategy.as_mut(), &mut engine, Seed::new(1), &mut ());
//! assert!(matches!(game.status, Status::Won | Status::Lost));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod antivirus;
pub mod cli;
pub mod crocomine;
pub mod experiment;
pub mod grid;
pub mod net;
pub mod record;
pub mod registry;
pub mod report;
pub mod results;
pub mod sat;
pub mod seed;
pub mod selection;
pub mod stats;
