//! `clover generate crocomine`: maps.

use super::{Progress, Usage, prepare, write};
use crate::crocomine::croco;
use crate::crocomine::generator::Generator;
use crate::crocomine::recipe::{Amount, Recipe, StartRule};
use crate::seed::Seed;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Args {
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

/// Draws maps.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let recipe = args.recipe();
    let generator = Generator::new(&recipe, Seed::new(args.seed)).map_err(|error| Usage(error.to_string()))?;
    prepare(&args.out, "croco", "maps")?;
    let progress = Progress::new(recipe.count as usize);
    for index in 0..recipe.count {
        write(&args.out.join(recipe.name(index) + ".croco"), croco::write(&generator.level(index)))?;
        progress.step();
    }
    progress.finish();
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn recipe(&self) -> Recipe {
        let &Self { rows, cols, sea, animals, tigers, sharks, crocodiles, start, start_rule, count, .. } = self;
        Recipe { rows, cols, sea, animals, tigers, sharks, crocodiles, start, start_rule, count }
    }
}

fn position(word: &str) -> Result<(usize, usize), String> {
    let numbers = word.split_once(',').and_then(|(row, col)| Some((row.trim().parse().ok()?, col.trim().parse().ok()?)));
    numbers.ok_or_else(|| "want row,column, as in 0,4".to_string())
}
