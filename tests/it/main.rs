//! The test binary: what the parts do together, one module a topic.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "tests tell what they skip and what they saw")]

mod answers;
mod antivirus;
mod browser;
mod cli;
mod commit;
mod contract;
mod endgame;
mod features;
mod floors;
mod golden;
mod large;
mod maps;
mod net;
mod oracle;
mod plan;
mod play;
mod prospects;
mod report;
mod reveal;
mod run;
mod sampler;
mod sat;
mod state;
mod states;
mod train;
mod worlds;
mod yardsticks;
