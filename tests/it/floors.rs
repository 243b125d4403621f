//! The floors: which part of the crate may name which, as tables, held by
//! reading the source.
//!
//! The source is read as tokens, so that comments and texts do not count and no
//! way of writing a path (`crate::`, `super::`, nested `use`) escapes. What no
//! reading can see is a re-export at the crate root; there may be none, since
//! every path has to name a part.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use std::fs;
use std::path::{Path, PathBuf};

/// Parts by floor, from the ground up. A part may name any part below it.
const FLOORS: [&[&str]; 5] = [
    &["grid", "sat", "stats", "seed", "record"],
    &["results", "selection", "registry"],
    &["crocomine", "antivirus", "mastermind"],
    &["experiment", "report", "net"],
    &["cli"],
];

/// Arrows on one floor, which are the exception.
const ACROSS: &[(&str, &str)] = &[("stats", "seed"), ("registry", "selection")];

/// Names that only the files under some prefixes may use: what each stands for
/// is kept behind one door.
const ONLY: &[(&str, &[&str])] = &[
    ("batsat", &["sat/"]),
    ("linfa", &["selection/models"]),
    ("linfa_linear", &["selection/models"]),
    ("linfa_nn", &["selection/models"]),
    ("linfa_trees", &["selection/models"]),
    ("plotters", &["report/"]),
    ("statrs", &["stats/"]),
    ("clap", &["cli/", "main.rs"]),
    ("reqwest", &["net/client/"]),
    ("axum", &["net/server/"]),
    ("hyper", &["net/server/"]),
    ("argon2", &["net/server/"]),
    ("getrandom", &["net/server/"]),
    ("tokio", &["net/server/", "cli/serve.rs", "cli/interrupt.rs"]),
];

/// What reasons from knowledge must not know the truth's names.
const BLIND: &[&str] = &[
    "crocomine/strategy/",
    "crocomine/features/",
    "crocomine/counterfactual/",
    "crocomine/race.rs",
    "crocomine/posterior/",
    "crocomine/endgame/",
    "crocomine/knowledge.rs",
    "crocomine/clauses/",
];
const TRUTH: &[&str] = &["level", "Level", "Host", "LocalHost"];

/// What computes does no input or output.
const OUTSIDE: &[&str] = &["fs", "net", "process", "env", "thread"];
const PURE: &[usize] = &[0, 2];

const MOST_LINES: usize = 500;

#[test]
fn the_crate_keeps_its_floors() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut read = 0;
    for folder in ["src", "tests", "benches"] {
        for path in sources(&root.join(folder)) {
            let text = fs::read_to_string(&path).unwrap();
            let name = path.strip_prefix(root.join(folder)).unwrap().to_str().unwrap().replace('\\', "/");
            let of_form = form(&text);
            let of_floors = if folder == "src" { floors(&name, &text) } else { Vec::new() };
            found.extend(of_form.into_iter().chain(of_floors).map(|what| format!("{folder}/{name}{what}")));
            read += 1;
        }
    }
    assert!(read > 20, "only {read} files were read");
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// A rule about files that are no longer there holds nothing.
#[test]
fn every_prefix_is_that_of_a_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let depends = |name: &str| manifest.lines().any(|line| line.split(' ').next() == Some(&name.replace('_', "-")));
    let doors = ONLY.iter().filter(|(name, _)| depends(name)).flat_map(|(_, prefixes)| *prefixes);
    let prefixes: Vec<&str> = BLIND.iter().chain(doors).copied().collect();
    let src = root.join("src");
    let files: Vec<String> =
        sources(&src).iter().map(|path| path.strip_prefix(&src).unwrap().to_str().unwrap().replace('\\', "/")).collect();
    assert_eq!(unmatched(&prefixes, &files), [""; 0]);
    assert!(prefixes.contains(&"sat/"), "batsat is a dependency");
    assert_eq!(unmatched(&["crocomine/strategy/", "crocomine/clauses.rs"], &files), ["crocomine/clauses.rs"]);
}

/// The prefixes that are those of no file.
fn unmatched<'a>(prefixes: &[&'a str], files: &[String]) -> Vec<&'a str> {
    prefixes.iter().copied().filter(|prefix| !files.iter().any(|file| file.starts_with(prefix))).collect()
}

fn sources(dir: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(dir) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    paths.iter().flat_map(|path| if path.is_dir() { sources(path) } else { Vec::from_iter(Some(path.clone()).filter(rust)) }).collect()
}

/// What is wrong with the form of a file.
fn form(text: &str) -> Vec<String> {
    let lines = text.lines().count();
    let long = (lines > MOST_LINES).then(|| format!(": {lines} lines; split it"));
    let silent = (!text.starts_with("//!")).then(|| ":1: does not open with `//!` and what it is".to_string());
    long.into_iter().chain(silent).collect()
}

/// What a file under `src` names and may not.
fn floors(file: &str, text: &str) -> Vec<String> {
    let module: Vec<String> = match file {
        "lib.rs" | "main.rs" => Vec::new(),
        _ => file.trim_end_matches(".rs").trim_end_matches("/mod").split('/').map(String::from).collect(),
    };
    let mut reading = Reading::default();
    let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
    reading.walk(tokens, &module, false);
    let paths = reading.paths.iter().filter_map(|path| Some((path.line, arrow(module.first()?, path)?)));
    let names = reading.names.iter().filter_map(|name| Some((name.line, door(file, name)?)));
    paths.chain(names).map(|(line, what)| format!(":{line}: {what}")).collect()
}

/// Why a part may not name this path; `None` where it may.
fn arrow(part: &str, path: &Named<Vec<String>>) -> Option<String> {
    let place = |part: &str| FLOORS.iter().position(|floor| floor.contains(&part));
    let Some(own) = place(part) else { return Some(format!("`{part}` is on no floor")) };
    let segments: Vec<&str> = path.what.iter().map(String::as_str).collect();
    match segments[..] {
        ["std", outside, ..] if !path.test && OUTSIDE.contains(&outside) && PURE.contains(&own) => {
            Some(format!("`{part}` computes only; it may not use std::{outside}"))
        }
        ["crate"] => Some("names the crate root; name the part".into()),
        ["crate", to, ..] if to != part => match place(to) {
            None => Some(format!("crate::{to} is on no floor")),
            Some(floor) if floor < own || ACROSS.contains(&(part, to)) => None,
            Some(_) => Some(format!("`{part}` may not name `{to}`")),
        },
        _ => None,
    }
}

/// Why a file may not use this name; `None` where it may.
fn door(file: &str, name: &Named<String>) -> Option<String> {
    let what = name.what.as_str();
    let under = |prefixes: &[&str]| prefixes.iter().any(|prefix| file.starts_with(prefix));
    if let Some((_, prefixes)) = ONLY.iter().find(|(only, prefixes)| *only == what && !under(prefixes)) {
        return Some(format!("`{what}` may be named only in {}", prefixes.join(", ")));
    }
    (under(BLIND) && !name.test && TRUTH.contains(&what)).then(|| format!("`{what}` is the truth; only knowledge may be named here"))
}

/// Something named in a source, and where.
#[derive(Debug)]
struct Named<T> {
    what: T,
    line: usize,
    /// Inside something that is compiled for tests only.
    test: bool,
}

/// What a source names: every identifier, and every path from its root on
/// (`crate`, `std` or whatever it starts with).
#[derive(Debug, Default)]
struct Reading {
    names: Vec<Named<String>>,
    paths: Vec<Named<Vec<String>>>,
}

impl Reading {
    fn walk(&mut self, tokens: TokenStream, module: &[String], test: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut for_tests = test;
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Ident(ident) => {
                    let line = ident.span().start().line;
                    self.names.push(Named { what: ident.to_string(), line, test: for_tests });
                    let starts = !follows_colons(&tokens, at) && (colons(&tokens, at + 1) || named(&tokens, at, 1, "use"));
                    if starts {
                        let mut found = Vec::new();
                        leaves(&tokens, at, &[], &mut found);
                        let rooted = found.into_iter().map(|path| rooted(path, module));
                        self.paths.extend(rooted.map(|what| Named { what, line, test: for_tests }));
                    }
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    let inner = match tokens.get(at.wrapping_sub(1)) {
                        Some(TokenTree::Ident(name)) if named(&tokens, at, 2, "mod") => [module, &[name.to_string()]].concat(),
                        _ => module.to_vec(),
                    };
                    self.walk(group.stream(), &inner, for_tests);
                    for_tests = test;
                }
                TokenTree::Group(group) => {
                    for_tests |= group.delimiter() == Delimiter::Bracket && group.stream().to_string().replace(' ', "") == "cfg(test)";
                    self.walk(group.stream(), module, for_tests);
                }
                TokenTree::Punct(punct) if punct.as_char() == ';' => for_tests = test,
                _ => {}
            }
        }
    }
}

/// All paths that start at a token, one for each leaf of a `use` tree.
fn leaves(tokens: &[TokenTree], at: usize, prefix: &[String], found: &mut Vec<Vec<String>>) {
    match tokens.get(at) {
        Some(TokenTree::Ident(ident)) => {
            let path = [prefix, &[ident.to_string()]].concat();
            if colons(tokens, at + 1) { leaves(tokens, at + 3, &path, found) } else { found.push(path) }
        }
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            let comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
            inner.split(comma).filter(|part| !part.is_empty()).for_each(|part| leaves(part, 0, prefix, found));
        }
        // A glob, or generics: the path up to here is what is named.
        _ => found.push(prefix.to_vec()),
    }
}

/// The path from the crate root where it is one of ours.
fn rooted(path: Vec<String>, module: &[String]) -> Vec<String> {
    let mut base: Option<Vec<String>> = None;
    let mut rest = path.into_iter().peekable();
    while let Some(first) = rest.next_if(|segment| ["crate", "self", "super"].contains(&segment.as_str())) {
        let here = base.unwrap_or_else(|| module.to_vec());
        base = Some(match first.as_str() {
            "crate" => Vec::new(),
            "super" => here[..here.len().saturating_sub(1)].to_vec(),
            _ => here,
        });
    }
    let own = base.map(|base| [vec!["crate".to_string()], base].concat());
    own.into_iter().flatten().chain(rest.filter(|segment| segment != "self")).collect()
}

fn colons(tokens: &[TokenTree], at: usize) -> bool {
    let colon = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    colon(at) && colon(at + 1)
}

fn follows_colons(tokens: &[TokenTree], at: usize) -> bool {
    at >= 3 && colons(tokens, at - 2) && matches!(tokens[at - 3], TokenTree::Ident(_))
}

/// Whether the identifier so many tokens before has this name.
fn named(tokens: &[TokenTree], at: usize, before: usize, name: &str) -> bool {
    at.checked_sub(before).is_some_and(|at| matches!(&tokens[at], TokenTree::Ident(ident) if is(ident, name)))
}

fn is(ident: &Ident, name: &str) -> bool {
    *ident == name
}

#[track_caller]
fn check(file: &str, text: &str, expected: &[&str]) {
    assert_eq!(floors(file, text), expected, "{file}: {text}");
}

#[test]
fn arrows_down_are_fine() {
    check("crocomine/play.rs", "use super::level::Level; use crate::{grid::{Cell, self}, seed::Seed};", &[]);
    check("crocomine/strategy/sat.rs", "use super::super::world::World; fn f() { crate::sat::solve::<u8>() }", &[]);
    check("stats/bootstrap.rs", "use crate::seed::Seed; use super::*; mod tests { use super::super::wilson; }", &[]);
    check("report/mod.rs", "use crate::results::summary::*; pub(crate) fn f() { plotters::draw() }", &[]);
    check("grid.rs", "//! Says `crate::cli::run` only.\n/* crate::net::x */ fn f() { \"crate::cli::run\"; 'c'; }", &[]);
    check("grid.rs", "use std::{fmt, sync::Arc}; #[cfg(test)] mod tests { use std::fs; }", &[]);
    check("sat/solver.rs", "use batsat::Solver;", &[]);
}

#[test]
fn arrows_up_and_across_are_found() {
    check("grid.rs", "use crate::stats::wilson;", &[":1: `grid` may not name `stats`"]);
    check("experiment/run.rs", "\n\nuse crate::report::make;", &[":3: `experiment` may not name `report`"]);
    check("net/mod.rs", "fn f() { crate::experiment::run() }", &[":1: `net` may not name `experiment`"]);
    check("antivirus/rules.rs", "use crate::crocomine::rules;", &[":1: `antivirus` may not name `crocomine`"]);
    check("results/mod.rs", "use super::{seed::Seed, cli::{self, Args}};", &[":1: `results` may not name `cli`"; 2]);
    check("seed.rs", "mod a { mod b { fn f() { super::super::super::net::f(); } } }", &[":1: `seed` may not name `net`"]);
    check("seed.rs", "#[cfg(test)] mod tests { use super::super::crocomine::*; }", &[":1: `seed` may not name `crocomine`"]);
    check("sat.rs", "macro_rules! m { () => { $crate::cli::run() } }", &[":1: `sat` may not name `cli`"]);
    check("stats/mean.rs", "use crate as all;", &[":1: names the crate root; name the part"]);
    check("stats/mean.rs", "use super::super::*;", &[":1: names the crate root; name the part"]);
    check("cli/run.rs", "use crate::Shortcut;", &[":1: crate::Shortcut is on no floor"]);
    check("helpers.rs", "use crate::grid::Grid;", &[":1: `helpers` is on no floor"]);
}

#[test]
fn doors_are_kept() {
    check("crocomine/clauses/mod.rs", "use batsat::Lit;", &[":1: `batsat` may be named only in sat/"]);
    check("selection/evaluation.rs", "use ::linfa::Dataset;", &[":1: `linfa` may be named only in selection/models"]);
    let truth = |what: &str| format!(":1: `{what}` is the truth; only knowledge may be named here");
    let [level, host, local] = ["level", "Host", "LocalHost"].map(truth);
    check("crocomine/strategy/sat.rs", "use super::super::level::Level as L;", &[&level, &truth("Level")]);
    check("crocomine/posterior/mod.rs", "fn f(h: &mut dyn crate::crocomine::play::Host) {}", &[&host]);
    check("crocomine/strategy/mod.rs", "#[cfg(test)] mod tests { use Level; } use play::{LocalHost};", &[&local]);
    check("mastermind/rules.rs", "use std::{fs::File, io};", &[":1: `mastermind` computes only; it may not use std::fs"]);
    check("grid.rs", "fn f() { std::env::var(\"X\"); }", &[":1: `grid` computes only; it may not use std::env"]);
}

#[test]
fn form_is_kept() {
    assert!(form("//! What it is.\n").is_empty());
    assert_eq!(form("use x;\n"), [":1: does not open with `//!` and what it is"]);
    assert_eq!(form(&"//!\n".repeat(501)), [": 501 lines; split it"]);
}
