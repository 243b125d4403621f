//! What a report reads of each game's rows: one entry a game.
//!
//! Figures and tables are the same for all games; what differs is which column is a cost,
//! what makes an instance large or difficult, and what the course ranks.

use super::language::Text;

/// Of one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct About {
    /// The game.
    pub game: &'static str,
    /// What its instances are called, in the plural.
    pub instances: Text,
    /// What a game costs where it is won: the column of `runs.csv`.
    pub cost: &'static str,
    /// The same in words, with its unit.
    pub cost_words: Text,
    /// How often it was risked to be lost: the column of `runs.csv`.
    pub exposures: Option<&'static str>,
    /// What rankings count: columns of `runs.csv`.
    pub found: &'static [(&'static str, Text)],
    /// Columns of `instances.csv` whose product is the size.
    pub size: &'static [&'static str],
    /// The size in words, with its unit.
    pub size_words: Text,
    /// How difficult an instance is: the column of `instances.csv`.
    pub difficulty: Option<&'static str>,
}

const ALL: [About; 1] = [About {
    game: "crocomine",
    instances: Text::new("maps", "cartes"),
    cost: "actions",
    cost_words: Text::new("actions", "actions"),
    exposures: Some("stalls"),
    found: &[
        ("opened", Text::new("cells", "cases")),
        ("tigers", Text::new("tigers", "tigres")),
        ("sharks", Text::new("sharks", "requins")),
        ("crocodiles", Text::new("crocodiles", "crocodiles")),
    ],
    size: &["rows", "cols"],
    size_words: Text::new("board size (cells)", "taille de la grille (cases)"),
    difficulty: Some("3BV"),
}];

impl About {
    /// Of the game of this name.
    pub fn find(game: &str) -> Option<&'static Self> {
        ALL.iter().find(|about| about.game == game)
    }

    /// Every column that is read.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        let found = self.found.iter().map(|(column, _)| *column);
        [self.cost].into_iter().chain(self.exposures).chain(found).chain(self.size.iter().copied()).chain(self.difficulty)
    }
}
