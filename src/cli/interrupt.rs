//! Ctrl-C, for commands that can stop at a good place: once asks them to, twice ends the
//! process.

use super::warn;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a process that Ctrl-C ended, as shells have it.
pub const CODE: u8 = 130;

/// Whether Ctrl-C was pressed.
#[derive(Clone, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on; at the first Ctrl-C, says `what` comes next.
    ///
    /// # Errors
    /// Where the system gives no thread for it.
    pub fn listen(what: &'static str) -> std::io::Result<Self> {
        let pressed = Arc::new(AtomicBool::new(false));
        let (flag, runtime) = (pressed.clone(), tokio::runtime::Builder::new_current_thread().enable_all().build()?);
        std::thread::Builder::new().name("interrupt".into()).spawn(move || {
            // Where no signal can be had, Ctrl-C ends the process as it always does.
            while runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
                if flag.swap(true, Ordering::Relaxed) {
                    exit(CODE.into());
                }
                warn(what);
            }
        })?;
        Ok(Self(pressed))
    }

    /// Whether it was pressed.
    pub fn pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
