//! Games on a game server: who plays, where the results go, and what is said at the end.

use super::player::Player;
use super::walk::{End, Walk};
use crate::cli::interrupt::{self, Interrupt};
use crate::cli::{Usage, command, complain, warn};
use crate::experiment::SCHEMA;
use crate::net::client::{Address, Client, Group, NetError, Patience};
use crate::results::{Index, Manifest, Recorder};
use anyhow::Context;
use serde_json::{Value, json};
use std::io::{self, IsTerminal};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The variable that a password may be in.
const PASSWORD: &str = "CLOVER_PASSWORD";

/// Arguments of the network game.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "On a game server")]
#[group(skip)]
pub struct Args {
    /// Play on this server, as in `127.0.0.1:8000`, until it has no map left
    #[arg(long, value_name = "URL", requires = "group", requires = "members")]
    pub server: Option<String>,
    /// Name of the group
    #[arg(long, value_name = "NAME", requires = "server")]
    group: Option<String>,
    /// Who is in it
    #[arg(long, value_name = "NAMES", requires = "server")]
    members: Option<String>,
    /// Password of the group, asked for without a value; better in `CLOVER_PASSWORD`, since
    /// others on this machine may see commands
    #[arg(long, value_name = "PASSWORD", num_args = 0..=1, default_missing_value = "", requires = "server")]
    password: Option<String>,
    /// Stop after so many maps
    #[arg(long, value_name = "N", requires = "server")]
    maps: Option<NonZeroU64>,
    /// Folder for the results [default: results/GROUP, with a number where that is taken]
    #[arg(long, value_name = "DIR", requires = "server")]
    out: Option<PathBuf>,
    /// Go on with the walk in the results folder
    #[arg(long, requires = "server")]
    resume: bool,
    /// How long the server may take to answer, in seconds
    #[arg(long, value_name = "S", default_value = "10", requires = "server", value_parser = seconds)]
    timeout: Duration,
    /// How often it is asked again, with growing waits, where it does not
    #[arg(long, value_name = "N", default_value_t = 10, requires = "server")]
    retries: u32,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "want seconds from 0.001 to 3600".into())
}

/// Plays what the server gives.
pub fn run(args: &super::Args, server: &str) -> anyhow::Result<ExitCode> {
    let mut player = Player::new(args)?;
    let address = Address::new(server).map_err(|error| Usage(error.to_string()))?;
    let set = address.place();
    let (dir, resume) = folder(&args.remote);
    let manifest = manifest(args, &player, &address, &set);
    let opened = if resume { Recorder::reopen(&dir, manifest) } else { Recorder::start(&dir, manifest).map(|new| (new, Index::default())) };
    let (recorder, index) = opened.map_err(|error| Usage(error.to_string()))?;
    let interrupt = Interrupt::listen("stopping after this map; Ctrl-C again ends at once, and --resume goes on then")?;
    let mut walk = Walk::new(&mut player, &recorder, set, args.json);
    let end = walk.go_on(&index).and_then(|()| {
        let mut client = register(&args.remote, &address)?;
        walk.all(&mut client, args.remote.maps, &interrupt)
    });
    let (rows, maps) = (walk.rows, walk.seen.len());
    if maps == 0 {
        recorder.withdraw()?;
    } else {
        // Whatever ended the walk: what was played is kept.
        recorder.rest(&SCHEMA).context("the results cannot be written")?;
    }
    if rows.games > 0 {
        rows.total()?;
    }
    let code = match end? {
        End::Done(words) => {
            warn(format_args!("the walk is over: {words}"));
            ExitCode::SUCCESS
        }
        End::Enough => ExitCode::SUCCESS,
        End::Interrupted => {
            warn("interrupted; the same command with --resume goes on");
            ExitCode::from(interrupt::CODE)
        }
        End::Broken(error) => {
            complain(&error.into());
            ExitCode::FAILURE
        }
    };
    if maps > 0 {
        let out = dir.display();
        warn(format_args!("results of {maps} maps in {out}; a page from them: clover report {out} --out {out}/report"));
    }
    Ok(if rows.errors > 0 && code == ExitCode::SUCCESS { ExitCode::FAILURE } else { code })
}

/// Registers the group, with the password that is given, or asked for where it needs one.
fn register(args: &Args, address: &Address) -> anyhow::Result<Client> {
    let required = |text: &Option<String>| text.clone().unwrap_or_default();
    let (id, members) = (required(&args.group), required(&args.members));
    let ask = || rpassword::prompt_password(format!("Password of group {id}: ")).context("the password cannot be read");
    let password = match &args.password {
        Some(given) if given.is_empty() => Some(ask()?),
        given => given.clone().or_else(|| std::env::var(PASSWORD).ok()),
    };
    let register = |password: Option<String>| {
        let patience = Patience { timeout: args.timeout, retries: args.retries, waiting: |what| warn(what) };
        Client::register(address.clone(), &Group { id: id.clone(), members: members.clone(), password }, patience)
    };
    // Of the ways in which a server asks for a password, all have that word in them.
    let wants = |why: &str| password.is_none() && why.to_lowercase().contains("pass");
    let client = match register(password.clone()) {
        Err(NetError::Refused { why, .. }) if wants(&why) && io::stdin().is_terminal() => {
            warn(why);
            register(Some(ask()?))?
        }
        Err(NetError::Refused { group, why }) if wants(&why) => {
            let error = NetError::Refused { group, why };
            return Err(anyhow::Error::from(error).context(format!("a password can be given with --password or in {PASSWORD}")));
        }
        registered => registered?,
    };
    if client.is_open() {
        warn("the server gave no token for the password: others may play for this group too");
    }
    Ok(client)
}

/// Where results go, and whether something that is there is to be gone on with.
fn folder(args: &Args) -> (PathBuf, bool) {
    if let Some(out) = &args.out {
        return (out.clone(), args.resume);
    }
    let name = |letter: char| if letter.is_alphanumeric() || "-_.".contains(letter) { letter } else { '-' };
    // No system takes names of more than 255 bytes, which are at most four a letter.
    let name: String = args.group.iter().flat_map(|group| group.chars()).map(name).take(50).collect();
    let name = match name.trim_matches('.') {
        "" => "group",
        name => name,
    };
    let numbered = |number: u32| Path::new("results").join(if number == 1 { name.to_string() } else { format!("{name}-{number}") });
    let free = (1..=u32::MAX).find(|&number| !numbered(number).exists()).unwrap_or(u32::MAX);
    if args.resume { (numbered((free - 1).max(1)), true) } else { (numbered(free), false) }
}

fn manifest(args: &super::Args, player: &Player, address: &Address, set: &str) -> Manifest {
    let group = args.remote.group.as_deref();
    let experiment: Value = json!({
        "name": group,
        // A name decides nothing; whose walk it is does.
        "group": group,
        "game": "crocomine",
        "question": format!("How does {} do on the maps of {address}?", args.strategy),
        "seed": args.seed,
        "repetitions": 1,
        "baseline": null,
        "log": {"stalls": "chosen", "games": "all"},
        "collect": null,
        "sets": [{"name": set, "server": address.to_string()}],
        "strategies": [player.told()],
    });
    let mut manifest = Manifest::started(command(), experiment, Vec::new(), None, 1);
    manifest.averaged = SCHEMA.averaged().map(|column| column.name.into()).collect();
    manifest
}
