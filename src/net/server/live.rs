//! The page on which a course watches: it is sent once, and told what changes by
//! server-sent events. Everything it shows is made by its script from these.

use super::Shared;
use super::hall::{Group, Hall};
use super::seats::Taking;
use super::walk::Board;
use crate::crocomine::play::Verdict;
use crate::crocomine::rules::{Action, Terrain};
use crate::crocomine::world::Sight;
use axum::extract::State;
use axum::http::header;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use futures_util::stream;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// The least time between two events to one page.
const PACE: Duration = Duration::from_millis(200);

/// The page, which needs nothing but `/events`.
pub async fn page() -> Response {
    const PAGE: &str = include_str!("page/page.html");
    let page = PAGE.replace("/*CSS*/", include_str!("page/page.css")).replace("/*JS*/", include_str!("page/page.js"));
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:";
    ([(header::CONTENT_SECURITY_POLICY, policy)], Html(page)).into_response()
}

/// What happens, from all there is on.
pub async fn events(State(shared): State<Arc<Shared>>) -> Response {
    let seat = shared.viewers.take();
    let viewer = Viewer { shared, seen: 0, seat };
    let events = stream::unfold(viewer, |mut viewer| async move {
        let data = viewer.next().await?;
        Some((Ok::<_, Infallible>(Event::default().data(data)), viewer))
    });
    Sse::new(events).keep_alive(KeepAlive::default()).into_response()
}

/// Somebody who watches.
struct Viewer {
    shared: Arc<Shared>,
    /// The version up to which all was told; 0 where nothing was.
    seen: u64,
    seat: Taking,
}

impl Viewer {
    /// What changed since, once something did; `None` where the server ends.
    async fn next(&mut self) -> Option<String> {
        let (mut version, mut ending) = (self.shared.version.subscribe(), self.shared.ending.subscribe());
        if self.seen > 0 {
            tokio::time::sleep(PACE).await;
        }
        let seen = self.seen;
        tokio::select! {
            newer = version.wait_for(|&version| version > seen) => newer.ok().map(|_| ())?,
            _ = ending.wait_for(|&ending| ending) => return None,
            // The page comes back by itself, and is then the newest.
            () = self.seat.lost() => return None,
        }
        let (data, seen) = self.shared.with(|hall, _| (told(hall, self.shared.public, seen).to_string(), hall.version()));
        self.seen = seen;
        Some(data)
    }
}

/// The groups that changed after a version.
pub(super) fn told(hall: &Hall, address: SocketAddr, since: u64) -> Value {
    let (all, groups) = hall.changed(since);
    let groups: Vec<Value> = groups.map(|(id, group)| group_told(hall, id, group)).collect();
    json!({"address": format!("http://{address}"), "maps": hall.maps().len(), "all": all, "groups": groups})
}

fn group_told(hall: &Hall, id: &str, group: &Group) -> Value {
    let (walk, tally) = (&group.walk, &group.walk.tally);
    let [tigers, sharks, crocodiles] = tally.found;
    let state = match &walk.board {
        _ if walk.done => "done",
        Some(board) => board.ended.map_or("playing", |verdict| if verdict == Verdict::Gg { "won" } else { "lost" }),
        None => "waiting",
    };
    json!({
        "id": id, "members": group.members, "joined": group.joined,
        "played": tally.played(), "won": tally.won, "lost": tally.lost, "abandoned": tally.abandoned, "longest": tally.longest,
        "tigers": tigers, "sharks": sharks, "crocodiles": crocodiles, "seconds": tally.seconds(),
        "place": walk.next, "state": state,
        "title": walk.next.checked_sub(1).map(|place| hall.maps()[place].level.title()),
        "board": walk.board.as_ref().map(board_told),
        "fatal": walk.board.as_ref().is_some_and(|board| board.ended == Some(Verdict::Ko)),
        "last": walk.board.as_ref().and_then(|board| Some(last_told(board, board.last?))),
    })
}

/// A board as three texts: a letter of terrain a cell, one of what is seen, and three
/// digits an open cell.
fn board_told(board: &Board) -> Value {
    let (knowledge, mut seen, mut counts) = (&board.knowledge, String::new(), String::new());
    for sight in knowledge.sights() {
        seen.push(match sight {
            Sight::Closed => '.',
            Sight::Open(around) => {
                counts.extend(around.map(|count| char::from_digit(count.into(), 10).unwrap_or('?')));
                'o'
            }
            Sight::Named(animal) => animal.letter(),
        });
    }
    let terrain = |cell| match knowledge.terrain(cell) {
        None => '?',
        Some(Terrain::Land) => '-',
        Some(Terrain::Sea) => '~',
    };
    let grid = knowledge.grid();
    json!({"rows": grid.rows(), "cols": grid.cols(), "terrain": (0..grid.len()).map(terrain).collect::<String>(), "seen": seen, "counts": counts})
}

fn last_told(board: &Board, last: Action) -> Value {
    let animal = match last {
        Action::Guess(_, animal) => Some(animal.letter()),
        Action::Discover(_) | Action::Chord(_) => None,
    };
    json!({"action": last.word(), "pos": board.knowledge.grid().pos(last.cell()), "animal": animal})
}
