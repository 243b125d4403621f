//! `clover generate antivirus`: boards, drawn on all cores.

use super::{Progress, Usage, prepare, write};
use crate::antivirus::drawing;
use crate::antivirus::generator::{Drawn, Exhausted, Generator};
use crate::antivirus::recipe::{Difficulty, Recipe, most_positions};
use crate::seed::Seed;
use rayon::prelude::*;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The radius of the board, from 3, which is the toy, to 7
    #[arg(long)]
    radius: usize,
    /// Pieces that move, besides the virus
    #[arg(long)]
    pieces: usize,
    /// White cells, which never move
    #[arg(long, default_value_t = 0)]
    whites: usize,
    /// Pushes to the corner by the shortest way, as 40, 40..60 (both ends count) or 40..
    #[arg(long, value_name = "PUSHES", default_value_t)]
    difficulty: Difficulty,
    /// How many boards
    #[arg(long)]
    count: u64,
    /// Take no board from which more positions can be reached
    #[arg(long, value_name = "N", default_value_t = most_positions())]
    most_positions: usize,
    /// Other seeds give other boards
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder for the boards; made if need be, without .txt files as yet
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Boards drawn at a time, before they are written.
const TOGETHER: u64 = 64;

/// Draws boards.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let recipe = args.recipe();
    let generator = Generator::new(&recipe, Seed::new(args.seed)).map_err(|error| Usage(error.to_string()))?;
    prepare(&args.out, "txt", ".txt files")?;
    let progress = Progress::new(recipe.count as usize);
    let mut from = 0;
    while from < recipe.count {
        let to = recipe.count.min(from.saturating_add(TOGETHER));
        for (index, drawn) in (from..).zip(drawn(&generator, from..to, &progress)) {
            let name = recipe.name(index);
            let drawn = drawn.map_err(|error| Usage(format!("{name}: {error}")))?;
            write(&args.out.join(name + ".txt"), drawing::write(&drawn.instance, &comment(&drawn, &recipe, args.seed, index)))?;
        }
        from = to;
    }
    progress.finish();
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn recipe(&self) -> Recipe {
        let &Self { radius, pieces, whites, difficulty, count, most_positions, .. } = self;
        Recipe { radius, pieces, whites, difficulty, count, most_positions }
    }
}

/// Boards in the order of their numbers, up to the first that is not found: the same on any
/// number of cores.
fn drawn(generator: &Generator, indices: Range<u64>, progress: &Progress) -> Vec<Result<Drawn, Exhausted>> {
    let failed = AtomicU64::new(u64::MAX);
    let draw = |index| {
        // Nothing after a failure is written.
        if index > failed.load(Ordering::Relaxed) {
            return None;
        }
        let drawn = generator.draw(index);
        match &drawn {
            Ok(_) => progress.step(),
            Err(_) => drop(failed.fetch_min(index, Ordering::Relaxed)),
        }
        Some(drawn)
    };
    let drawn: Vec<Option<_>> = indices.into_par_iter().map(draw).collect();
    drawn.into_iter().map_while(|drawn| drawn).collect()
}

/// How a board was made and what is known of it.
fn comment(drawn: &Drawn, recipe: &Recipe, seed: u64, index: u64) -> String {
    let Drawn { difficulty, positions, .. } = drawn;
    format!("clover generate: {recipe}, seed {seed}, board {index}\n{difficulty} pushes to the corner, {positions} positions")
}
