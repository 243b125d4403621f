//! Many boards in one JSON file: `{"challenges": [{"n": 1, "pieces": [{"color": "red", "cells":
//! [[3,3],[4,3]]}, …]}]}`, on boards of radius 3. `red` is the virus, `white` does not move;
//! other fields are ignored.

use super::board::{Board, Pos};
use super::instance::{Instance, Piece};
use serde::Deserialize;

#[derive(Deserialize)]
struct Booklet {
    challenges: Vec<Challenge>,
}

#[derive(Deserialize)]
struct Challenge {
    n: u32,
    pieces: Vec<Placed>,
}

#[derive(Deserialize)]
struct Placed {
    color: String,
    cells: Vec<Pos>,
}

/// A board's number, and the board or what is wrong with it.
pub type Numbered = (u32, Result<Instance, String>);

/// The boards.
///
/// # Errors
/// Where the text is no such JSON.
pub fn parse(text: &str) -> Result<Vec<Numbered>, serde_json::Error> {
    let booklet: Booklet = serde_json::from_str(text)?;
    Ok(booklet.challenges.into_iter().map(|challenge| (challenge.n, instance(challenge.pieces))).collect())
}

/// Pieces are lettered by their colours' first letters, the virus V; of two the second has the
/// next letter that is free.
fn instance(placed: Vec<Placed>) -> Result<Instance, String> {
    let (whites, mut moving): (Vec<_>, Vec<_>) = placed.into_iter().partition(|piece| piece.color == "white");
    moving.sort_by_key(|piece| piece.color != "red");
    if moving.iter().filter(|piece| piece.color == "red").count() != 1 {
        return Err("want one red piece, the virus".into());
    }
    let mut pieces: Vec<Piece> = Vec::new();
    for Placed { color, cells } in moving {
        let wanted = if color == "red" { 'V' } else { color.chars().next().filter(char::is_ascii_lowercase).unwrap_or('a') };
        let mut letters = (wanted..='z').chain('a'..='z');
        let letter = letters.find(|&letter| pieces.iter().all(|piece| piece.letter != letter)).unwrap_or('?');
        pieces.push(Piece { letter, cells });
    }
    Instance::new(Board::new(3), pieces, whites.into_iter().flat_map(|white| white.cells).collect()).map_err(|error| error.to_string())
}
