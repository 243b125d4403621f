//! The server's face: addresses, bodies and statuses of HTTP.
//!
//! Every command that was understood is answered with status 200, an Err included, as
//! the official client wants it. What is no command gets the status of HTTP for it, with
//! an Err all the same. All work on the groups is short and under one lock; hashing a
//! password is long, and is not.

use super::Shared;
use super::hall::{Door, Secret};
use super::live;
use crate::net::wire::{Command, Reply, Request, Status};
use crate::record::hexadecimal;
use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use axum::Router;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::Arc;
use std::time::Duration;

/// Most bytes of a request's body. A request takes a few hundred.
const MOST_BYTES: usize = 64 << 10;
/// How long a body may take to come.
const PATIENCE: Duration = Duration::from_secs(30);

/// What is answered at which address.
pub fn router(shared: Arc<Shared>) -> Router {
    let unknown =
        || async { failed(StatusCode::NOT_FOUND, "there is nothing at this address: want /crocomine/COMMAND, or / for the page") };
    let method = || async { failed(StatusCode::METHOD_NOT_ALLOWED, "this address does not take that method: commands are posted") };
    Router::new()
        .route("/", get(live::page))
        .route("/events", get(live::events))
        .route("/crocomine/{command}", post(command))
        .fallback(unknown)
        .method_not_allowed_fallback(method)
        .with_state(shared)
}

async fn command(State(shared): State<Arc<Shared>>, uri: Uri, body: Body) -> Response {
    let word = uri.path().rsplit('/').next().unwrap_or_default();
    let Some(command) = Command::find(word) else {
        let known = Command::ALL.map(Command::word).join(", ");
        return failed(StatusCode::NOT_FOUND, &format!("there is no command `{word}`: want {known}"));
    };
    let too_large = || failed(StatusCode::PAYLOAD_TOO_LARGE, &format!("the body is not whole, or has more than {MOST_BYTES} bytes"));
    if body.size_hint().lower() > MOST_BYTES as u64 {
        return too_large();
    }
    let bytes = match tokio::time::timeout(PATIENCE, to_bytes(body, MOST_BYTES)).await {
        Ok(Ok(bytes)) => bytes,
        // What else can fail is the connection, and then nobody reads this.
        Ok(Err(_)) => return too_large(),
        Err(_) => return failed(StatusCode::REQUEST_TIMEOUT, "the body did not come in time"),
    };
    let request = match read(&bytes) {
        Ok(request) => request,
        Err(why) => return failed(StatusCode::BAD_REQUEST, &why),
    };
    let reply = match command {
        Command::Register => register(&shared, &request).await,
        _ => shared.with(|hall, now| hall.ask(command, &request, now)),
    };
    answer(StatusCode::OK, &reply)
}

fn read(bytes: &[u8]) -> Result<Request, String> {
    // Elsewhere a list of its values would do for an object.
    if bytes.trim_ascii_start().first().is_some_and(|&first| first != b'{') {
        return Err("the body is not a request as JSON: want an object".into());
    }
    serde_json::from_slice(bytes).map_err(|error| format!("the body is not a request as JSON: {error}"))
}

/// Registers a group: looks at its door, does what that takes, and comes back; anew where
/// the door became another one meanwhile.
async fn register(shared: &Arc<Shared>, request: &Request) -> Reply {
    // An empty password protects nothing.
    let password = request.password.clone().filter(|password| !password.is_empty());
    loop {
        let refused = |why: String| Reply::new(Status::Err, why);
        let door = match shared.with(|hall, now| hall.door(request, now)) {
            Ok(door) => door,
            Err(why) => return refused(why),
        };
        let secret = match (door.clone(), password.clone()) {
            (Door::Open, _) | (Door::New, None) => Ok(None),
            (Door::New, Some(password)) => hashing(shared, move || new_secret(&password).map(Some)).await,
            (Door::Locked(_), None) => Err("this group has a password: send it as `password`".into()),
            (Door::Locked(hash), Some(password)) => hashing(shared, move || verified(&password, &hash)).await,
        };
        let secret = match secret {
            Ok(secret) => secret,
            Err(why) => return refused(why),
        };
        if let Some(mut reply) = shared.with(|hall, now| hall.register(request, &door, secret, now)) {
            if door == Door::Open && password.is_some() {
                reply.msg += "; it joined without a password, and so the one that was sent now protects nothing";
            }
            return reply;
        }
    }
}

/// Does the long work of a password beside the threads that answer, few at a time.
async fn hashing<T: Send + 'static>(shared: &Arc<Shared>, work: impl FnOnce() -> Result<T, String> + Send + 'static) -> Result<T, String> {
    let Ok(_turn) = shared.hashing.acquire().await else { return Err("the server is ending".into()) };
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|fault| Err(format!("a fault of the server: {fault}")))
}

/// What a new group with this password is known by.
fn new_secret(password: &str) -> Result<Secret, String> {
    let fault = |what: &dyn std::fmt::Display| format!("the password cannot be kept: {what}");
    let hash = Argon2::default().hash_password(password.as_bytes()).map_err(|error| fault(&error))?.to_string();
    let mut token = [0; 16];
    getrandom::fill(&mut token).map_err(|error| fault(&error))?;
    Ok(Secret { hash, token: hexadecimal(&token) })
}

fn verified(password: &str, hash: &str) -> Result<Option<Secret>, String> {
    let known = PasswordHash::new(hash).map_err(|error| format!("a fault of the server: {error}"))?;
    match Argon2::default().verify_password(password.as_bytes(), &known) {
        Ok(()) => Ok(None),
        Err(_) => Err("this is not the password of this group".into()),
    }
}

/// An Err with a status of HTTP.
fn failed(status: StatusCode, why: &str) -> Response {
    answer(status, &Reply::new(Status::Err, why))
}

fn answer(status: StatusCode, reply: &Reply) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], reply.json()).into_response()
}
