//! `clover generate`: instances of our own making, as files.
//!
//! Map i of a seed is the one that an experiment with this seed and this
//! `generate` table plays as its i-th.

use super::{Progress, Usage};
use crate::crocomine::croco;
use crate::crocomine::generator::Generator;
use crate::crocomine::recipe::{Amount, Recipe, StartRule};
use crate::experiment::maps::{self, MapError};
use crate::seed::Seed;
use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `clover generate`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    game: Game,
}

#[derive(Debug, clap::Subcommand)]
enum Game {
    /// Draw Crocomine maps: DIR/000000.croco, DIR/000001.croco, …
    ///
    /// AMOUNT is a count (99) or, with a point, a share of all cells (0.15).
    Crocomine(Crocomine),
}

#[derive(Debug, clap::Args)]
struct Crocomine {
    /// Rows
    #[arg(long)]
    rows: usize,
    /// Columns
    #[arg(long)]
    cols: usize,
    /// Sea cells; the others are land
    #[arg(long, value_name = "AMOUNT", default_value = "0")]
    sea: Amount,
    /// Animals of all kinds, split evenly over the kinds that are not given
    #[arg(long, value_name = "AMOUNT")]
    animals: Option<Amount>,
    /// Tigers
    #[arg(long, value_name = "AMOUNT")]
    tigers: Option<Amount>,
    /// Sharks
    #[arg(long, value_name = "AMOUNT")]
    sharks: Option<Amount>,
    /// Crocodiles, on land and in the sea
    #[arg(long, value_name = "AMOUNT")]
    crocodiles: Option<Amount>,
    /// Row and column of the start, from 0; drawn for each map if not given
    #[arg(long, value_name = "I,J", value_parser = position)]
    start: Option<(usize, usize)>,
    /// What is free for certain: `safe`, the start; `open`, its neighbours too
    #[arg(long, value_name = "RULE", default_value = "safe")]
    start_rule: StartRule,
    /// How many maps
    #[arg(long)]
    count: u64,
    /// Other seeds give other maps
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder for the maps; made if need be, without maps as yet
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Generates.
///
/// # Errors
/// [`Usage`] for an impossible recipe or a folder with maps in it; another where
/// something cannot be written.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let Game::Crocomine(wanted) = args.game;
    let recipe = wanted.recipe();
    let generator = Generator::new(&recipe, Seed::new(wanted.seed)).map_err(|error| Usage(error.to_string()))?;
    prepare(&wanted.out)?;
    let progress = Progress::new(recipe.count as usize);
    for index in 0..recipe.count {
        let file = wanted.out.join(recipe.name(index) + ".croco");
        fs::write(&file, croco::write(&generator.level(index))).with_context(|| format!("{}: cannot be written", file.display()))?;
        progress.step();
    }
    progress.finish();
    Ok(ExitCode::SUCCESS)
}

impl Crocomine {
    fn recipe(&self) -> Recipe {
        let &Self { rows, cols, sea, animals, tigers, sharks, crocodiles, start, start_rule, count, .. } = self;
        Recipe { rows, cols, sea, animals, tigers, sharks, crocodiles, start, start_rule, count }
    }
}

/// Makes sure that the folder is there and holds no maps that would mix with ours.
fn prepare(out: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(out).with_context(|| format!("{}: not a folder, nor can one be made", out.display()))?;
    match maps::files(out) {
        Err(MapError::Empty(_)) => Ok(()),
        Err(error) => Err(error.into()),
        Ok(_) => Err(Usage(format!("{}: this folder already holds maps: delete them, or give --out another one", out.display())).into()),
    }
}

fn position(word: &str) -> Result<(usize, usize), String> {
    let numbers = word.split_once(',').and_then(|(row, col)| Some((row.trim().parse().ok()?, col.trim().parse().ok()?)));
    numbers.ok_or_else(|| "want row,column, as in 0,4".to_string())
}
