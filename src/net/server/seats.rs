//! How many connections there may be: whoever comes gets a seat, if need be that of the
//! connection which was silent for longest. So nobody can keep others out by staying.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Notify;

/// The seats of all connections.
#[derive(Debug)]
pub struct Seats {
    most: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    /// Counts what is heard of all connections.
    heard: u64,
    seats: BTreeMap<u64, Seat>,
}

#[derive(Debug)]
struct Seat {
    /// When its connection was last heard of.
    heard: u64,
    /// Told when it has to go.
    leave: Arc<Notify>,
}

/// A connection's seat, which is free again when this is dropped.
#[derive(Debug)]
pub struct Taking {
    seats: Arc<Seats>,
    id: u64,
    leave: Arc<Notify>,
}

impl Seats {
    /// So many seats, at least one.
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most: most.max(1), taken: Mutex::default() })
    }

    /// Gives a seat to a new connection.
    pub fn take(self: &Arc<Self>) -> Taking {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.seats.len() >= self.most {
            let silent = taken.seats.iter().min_by_key(|(_, seat)| seat.heard).map(|(&id, _)| id);
            if let Some(seat) = silent.and_then(|id| taken.seats.remove(&id)) {
                seat.leave.notify_one();
            }
        }
        taken.heard += 1;
        let (id, leave) = (taken.heard, Arc::new(Notify::new()));
        taken.seats.insert(id, Seat { heard: id, leave: leave.clone() });
        Taking { seats: self.clone(), id, leave }
    }
}

impl Taking {
    /// The connection was heard of.
    pub fn heard(&self) {
        let mut taken = self.seats.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.heard += 1;
        let now = taken.heard;
        if let Some(seat) = taken.seats.get_mut(&self.id) {
            seat.heard = now;
        }
    }

    /// Ready when the seat was given to another.
    pub async fn lost(&self) {
        self.leave.notified().await;
    }
}

impl Drop for Taking {
    fn drop(&mut self) {
        self.seats.taken.lock().unwrap_or_else(PoisonError::into_inner).seats.remove(&self.id);
    }
}
