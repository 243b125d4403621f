//! `clover serve`: the game's server, for players on this machine or a network.

use super::{Usage, warn};
use crate::experiment::maps;
use crate::net::server::{CONNECTIONS, Map, Server, Settings};
use anyhow::Context;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Where it listens unless told otherwise.
const ADDRESS: &str = "127.0.0.1:8000";

/// Arguments of `clover serve`.
#[derive(Debug, clap::Args)]
#[command(override_usage = "clover serve [OPTIONS] [ADDRESS] MAPS")]
pub struct Args {
    /// Where to listen: ":8000" is this machine alone, "0.0.0.0:8000" lets the network in
    /// [default: 127.0.0.1:8000]
    #[arg(value_name = "ADDRESS")]
    first: Option<String>,
    /// A folder of .croco files, or one file
    #[arg(value_name = "MAPS")]
    second: Option<String>,
    /// Keep all that happens in this file, and go on from it after a restart
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// How many groups there may be
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..))]
    groups: u16,
}

/// Serves until it is told to end.
///
/// # Errors
/// [`Usage`] where the address is none or no map could be read; another where the address
/// is not to be had or the state cannot be used.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    // One alone is the maps. (That clap would tell them apart by itself fails where an option
    // stands between them.)
    let (address, folder) = match (args.first, args.second) {
        (Some(address), Some(folder)) => (address, folder),
        (Some(folder), None) => (ADDRESS.into(), folder),
        (None, _) => return Err(Usage("want the maps to serve: clover serve [ADDRESS] MAPS".into()).into()),
    };
    let address = resolved(&address)?;
    let mut served = Vec::new();
    let found = maps::load(Path::new(&folder)).map_err(|error| Usage(format!("{:#}", anyhow::Error::from(error))))?;
    for (place, (_, level)) in (0..).zip(found) {
        match level {
            Ok(level) => served.push(Map { place, level }),
            Err(error) => warn(format_args!("skipped: {:#}", anyhow::Error::from(error))),
        }
    }
    if served.is_empty() {
        return Err(Usage(format!("{folder}: no map could be read")).into());
    }
    let count = served.len();
    let settings = Settings { groups: args.groups.into(), connections: CONNECTIONS, state: args.state, warn: |what| warn(what) };
    let server = Server::bind(address, served, &settings)?;
    if let (1.., Some(state)) = (server.groups(), &settings.state) {
        warn(format_args!("{} groups go on from {}", server.groups(), state.display()));
    }
    warn(format_args!("{count} maps of {folder} at http://{}, which is also the page to watch; end with Ctrl-C", server.public()));
    server.run(told_to_end()).context("the server cannot run")?;
    Ok(ExitCode::SUCCESS)
}

/// An address as people write it: a port alone is this machine's.
fn resolved(text: &str) -> Result<SocketAddr, Usage> {
    let whole = match text.strip_prefix(':').unwrap_or(text) {
        port if port.parse::<u16>().is_ok() => format!("127.0.0.1:{port}"),
        _ => text.to_string(),
    };
    let wrong = |why: &str| Usage(format!("{text}: no address to listen on ({why}): want :PORT, or HOST:PORT as in 0.0.0.0:8000"));
    let mut found = whole.to_socket_addrs().map_err(|error| wrong(&error.to_string()))?;
    found.next().ok_or_else(|| wrong("it is unknown"))
}

/// Ready at Ctrl-C, and where the system wants the process to end.
async fn told_to_end() {
    #[cfg(unix)]
    if let Ok(mut ended) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = ended.recv() => {}
        }
        return;
    }
    // Where no signal can be had, the process ends as any other does.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_port_is_this_machines() {
        let found = |text: &str| resolved(text).map(|address| address.to_string()).map_err(|error| error.to_string());
        assert_eq!(found(":8000").as_deref(), Ok("127.0.0.1:8000"));
        assert_eq!(found("8000").as_deref(), Ok("127.0.0.1:8000"));
        assert_eq!(found("0.0.0.0:80").as_deref(), Ok("0.0.0.0:80"));
        assert_eq!(found("[::1]:80").as_deref(), Ok("[::1]:80"));
        assert!(found("nowhere").unwrap_err().starts_with("nowhere: no address to listen on ("));
        assert!(found(":80000").is_err());
    }
}
