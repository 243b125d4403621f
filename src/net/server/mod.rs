//! The game's server: groups walk through maps, each at its own pace.
//!
//! A thread or two answer all requests; what a request does takes microseconds and
//! happens under one lock, so that the order of events is the order of their log. `hall`
//! knows the groups, `walk` plays the rules, `log` keeps what happened, `http` speaks,
//! `live` shows, and `seats` says who may stay connected.

mod hall;
mod http;
mod live;
mod log;
mod seats;
#[cfg(test)]
mod tests;
mod walk;

use crate::crocomine::level::Level;
use crate::results;
use hall::Hall;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use seats::Seats;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use tokio::sync::{Semaphore, watch};

/// Connections at a time, unless told otherwise: below the 1 024 files that a process may
/// have open on many systems.
pub const CONNECTIONS: usize = 800;
/// Most pages that watch at a time.
const MOST_VIEWERS: usize = 64;
/// Most bytes that are held of what a connection sends before it is read.
const MOST_BUFFER: usize = 64 << 10;
/// How long a connection may be silent before its next request.
const SILENCE: Duration = Duration::from_secs(15 * 60);
/// How long connections have to end once the server is told to.
const FAREWELL: Duration = Duration::from_secs(3);

/// How to serve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many groups there may be.
    pub groups: usize,
    /// How many connections there may be.
    pub connections: usize,
    /// The file that lets walks survive the server.
    pub state: Option<PathBuf>,
    /// Told what goes wrong while the game goes on.
    pub warn: fn(&str),
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The address is not to be had.
    #[error("cannot listen on {0}")]
    Address(SocketAddr, #[source] io::Error),
    /// The state cannot be used.
    #[error(transparent)]
    State(#[from] results::Error),
}

/// A map that is served.
#[derive(Clone, Debug)]
pub struct Map {
    /// Its place in its folder, from 0, where maps that cannot be read have places too.
    pub place: u64,
    /// The map.
    pub level: Level,
}

/// A server that listens, and answers once it runs.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

/// What all answers share.
#[derive(Debug)]
struct Shared {
    /// The address to tell others.
    public: SocketAddr,
    hall: Mutex<Hall>,
    /// The hall's version, for who waits for a change.
    version: watch::Sender<u64>,
    ending: watch::Sender<bool>,
    /// Turns for the long work of passwords.
    hashing: Semaphore,
    viewers: Arc<Seats>,
    seats: Arc<Seats>,
    warn: fn(&str),
}

impl Server {
    /// Listens on an address, port 0 being any that is free, for players of these maps in
    /// their order.
    ///
    /// # Errors
    /// Where the address is taken, or the state cannot be used.
    pub fn bind(address: SocketAddr, maps: Vec<Map>, settings: &Settings) -> Result<Self, ServerError> {
        let wrong = |error| ServerError::Address(address, error);
        let listener = TcpListener::bind(address).map_err(wrong)?;
        listener.set_nonblocking(true).map_err(wrong)?;
        let hall = Hall::open(maps, settings.groups, settings.state.as_deref())?;
        let address = listener.local_addr().map_err(wrong)?;
        let shared = Shared {
            public: SocketAddr::new(outward(address.ip()), address.port()),
            version: watch::Sender::new(hall.version()),
            hall: Mutex::new(hall),
            ending: watch::Sender::new(false),
            hashing: Semaphore::new(2),
            viewers: Seats::new(MOST_VIEWERS),
            seats: Seats::new(settings.connections),
            warn: settings.warn,
        };
        Ok(Self { address, listener, shared: Arc::new(shared) })
    }

    /// The address to tell others: where it listens, or, if that is everywhere, this
    /// machine's on the network.
    pub fn public(&self) -> SocketAddr {
        self.shared.public
    }

    /// How many groups go on from the state.
    pub fn groups(&self) -> usize {
        self.shared.with(|hall, _| hall.len())
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` is ready, and then ends within seconds.
    ///
    /// # Errors
    /// Where the system gives no threads or timers.
    pub fn run(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?.block_on(self.serve(stop))
    }

    async fn serve(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let router = TowerToHyperService::new(http::router(self.shared.clone()));
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(SILENCE).half_close(true).max_buf_size(MOST_BUFFER);
        let graceful = GracefulShutdown::new();
        let mut stop = std::pin::pin!(stop);
        loop {
            let accepted = tokio::select! {
                () = &mut stop => break,
                accepted = listener.accept() => accepted,
            };
            let Ok((stream, _)) = accepted else {
                // A client that is gone already, or no file left for it: others go on.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            // Answers are small, and the next request waits for each.
            let _ = stream.set_nodelay(true);
            let seat = Arc::new(self.shared.seats.take());
            let (router, taken) = (router.clone(), seat.clone());
            let service = service_fn(move |request| {
                taken.heard();
                router.call(request)
            });
            let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
            tokio::spawn(async move {
                // Whatever breaks a connection is the client's own trouble.
                tokio::select! {
                    _ = connection => {}
                    () = seat.lost() => {}
                }
            });
        }
        self.shared.ending.send_replace(true);
        // Who does not end by then is cut off.
        let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
        Ok(())
    }
}

impl Shared {
    /// Does something with the hall at this moment, in ms since 1970.
    fn with<T>(&self, work: impl FnOnce(&mut Hall, u64) -> T) -> T {
        let now = now();
        // A request that panicked leaves the other groups as they were.
        let mut hall = self.hall.lock().unwrap_or_else(PoisonError::into_inner);
        let done = work(&mut hall, now);
        let version = hall.version();
        self.version.send_if_modified(|told| std::mem::replace(told, version) != version);
        let fault = hall.fault();
        drop(hall);
        if let Some(fault) = fault {
            (self.warn)(&format!("the game goes on, but would not survive a restart any more: {fault}"));
        }
        done
    }
}

/// The address of this machine on the network that leads outwards, where it listens
/// everywhere; nothing is sent to find it out.
fn outward(address: IpAddr) -> IpAddr {
    let (from, to) = match address {
        IpAddr::V4(_) => ("0.0.0.0:0", "192.0.2.1:9"),
        IpAddr::V6(_) => ("[::]:0", "[2001:db8::1]:9"),
    };
    let found = || {
        let socket = UdpSocket::bind(from)?;
        socket.connect(to)?;
        Ok::<_, io::Error>(socket.local_addr()?.ip())
    };
    if address.is_unspecified() { found().unwrap_or(address) } else { address }
}

/// Milliseconds since 1970.
fn now() -> u64 {
    #[allow(clippy::disallowed_methods, reason = "a server measures how long a map takes; no result of a player depends on it")]
    let now = SystemTime::now();
    now.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
