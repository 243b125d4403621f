//! Games on map files.

use super::Args;
use super::player::{Player, Turn};
use super::rows::{Line, Rows};
use super::sets::Sets;
use crate::cli::{Progress, Usage, complain};
use crate::crocomine::play::LocalHost;
use crate::crocomine::state::GridInfos;
use std::process::ExitCode;

/// Plays the maps, in order.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut player = Player::new(args)?;
    let mut failed = false;
    let mut found = Vec::new();
    let mut sets = Sets::default();
    for path in &args.paths {
        match sets.instances(path) {
            Ok(instances) => found.extend(instances),
            Err(error) => {
                failed = true;
                complain(&error.into());
            }
        }
    }
    let width = found.iter().map(|instance| instance.name().chars().count()).max();
    let mut rows = Rows::new(args.json, width.unwrap_or(0));
    let progress = Progress::new(found.len());
    for instance in &found {
        match instance.level() {
            Ok(level) => {
                let (name, stem) = (instance.name(), instance.stem());
                let outcome = player.game(Turn {
                    name: &name,
                    place: instance.place,
                    told: level.knowledge(),
                    grid_infos: GridInfos::of(&level),
                    recorded: false,
                    host: &mut LocalHost::new(&level),
                })?;
                player.trace((&instance.set, &stem), outcome.played.trace)?;
                progress.aside(|| rows.row(&Line { map: &name, set: &instance.set, game: &outcome.game, seconds: outcome.seconds }))?;
            }
            Err(error) => {
                failed = true;
                progress.aside(|| complain(&error.into()));
            }
        }
        if !args.watch {
            progress.step();
        }
    }
    progress.finish();
    if rows.games == 0 {
        return Err(Usage("no map could be read".into()).into());
    }
    rows.total()?;
    Ok(if failed || rows.errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
