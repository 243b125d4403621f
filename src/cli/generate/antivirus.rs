//! `clover generate antivirus`: boards, drawn on all cores.

use super::{Progress, Usage, prepare, write};
use crate::antivirus::drawing;
use crate::antivirus::generator::{Exhausted, Generator, Made};
use crate::antivirus::recipe::{Difficulty, Recipe, most_positions};
use crate::seed::Seed;
use rayon::prelude::*;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Radius of the board; the toy's is 3
    #[arg(long, default_value_t = 3)]
    radius: usize,
    /// Pieces that move, besides the virus
    #[arg(long)]
    pieces: usize,
    /// White cells
    #[arg(long, default_value_t = 0)]
    whites: usize,
    /// Least pushes until the virus is in the corner, as in 40, 40..60 or 40..
    #[arg(long, value_name = "PUSHES", default_value_t)]
    difficulty: Difficulty,
    /// Boards of which more positions can be reached are not taken
    #[arg(long, value_name = "N", default_value_t = most_positions())]
    most_positions: usize,
    /// How many boards
    #[arg(long)]
    count: u64,
    /// Other seeds give other boards
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder for the boards; made if need be, without boards as yet
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Boards drawn at a time, before they are written.
const TOGETHER: u64 = 64;

/// Draws boards.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let recipe = args.recipe();
    let generator = Generator::new(&recipe, Seed::new(args.seed)).map_err(|error| Usage(error.to_string()))?;
    prepare(&args.out, "txt", "boards")?;
    let progress = Progress::new(recipe.count as usize);
    let mut from = 0;
    while from < recipe.count {
        let to = recipe.count.min(from.saturating_add(TOGETHER));
        for (index, drawn) in (from..).zip(drawn(&generator, from..to, &progress)) {
            let Made { instance, difficulty } = drawn.map_err(|error| Usage(format!("board {index}: {error}")))?;
            let Recipe { radius, pieces, whites, difficulty: wanted, most_positions, .. } = &recipe;
            let comment = format!(
                "board {index} of seed {}: radius {radius}, {pieces} pieces, {whites} white cells, difficulty {wanted}, at most \
                 {most_positions} positions\n{difficulty} pushes to the corner",
                args.seed
            );
            write(&args.out.join(recipe.name(index) + ".txt"), drawing::write(&instance, &comment))?;
        }
        from = to;
    }
    progress.finish();
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn recipe(&self) -> Recipe {
        let &Self { radius, pieces, whites, ref difficulty, most_positions, count, .. } = self;
        Recipe { radius, pieces, whites, difficulty: difficulty.clone(), most_positions, count }
    }
}

/// Boards in the order of their numbers, up to the first that is not found: the same on any
/// number of cores.
fn drawn(generator: &Generator, indices: Range<u64>, progress: &Progress) -> Vec<Result<Made, Exhausted>> {
    let failed = AtomicU64::new(u64::MAX);
    let draw = |index| {
        // Nothing after a failure is written.
        if index > failed.load(Ordering::Relaxed) {
            return None;
        }
        let drawn = generator.instance(index);
        match &drawn {
            Ok(_) => progress.step(),
            Err(_) => drop(failed.fetch_min(index, Ordering::Relaxed)),
        }
        Some(drawn)
    };
    let drawn: Vec<Option<_>> = indices.into_par_iter().map(draw).collect();
    drawn.into_iter().map_while(|drawn| drawn).collect()
}
