//! What a report reads of each game's rows: one entry a game.
//!
//! Figures and tables are the same for all games; what differs is which column is a cost,
//! what makes an instance large or difficult, and what the course ranks.

use super::language::Text;
use crate::crocomine::strategy;

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
    /// Words of the game, and what they mean.
    pub words: &'static [(Text, Text)],
    /// Its strategies by name, with what each does, in a line.
    pub strategies: fn() -> Vec<(&'static str, &'static str)>,
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
    words: &[
        (
            Text::new("stall", "coup non prouvé"),
            Text::new(
                "a state in which the strategy has nothing proven and takes a risk",
                "un état où la stratégie n'a rien de prouvé et prend un risque",
            ),
        ),
        (
            Text::new("3BV", "3BV"),
            Text::new(
                "the least number of discoveries that opens every free cell of a map: how difficult it is",
                "le plus petit nombre de découvertes qui ouvre toutes les cases libres d'une carte : sa difficulté",
            ),
        ),
        (
            Text::new("actions", "actions"),
            Text::new(
                "discoveries, guesses and chords of a game, the fatal one too",
                "découvertes, annonces et accords d'une partie, le fatal compris",
            ),
        ),
    ],
    strategies: || strategy::ALL.iter().map(|entry| (entry.name, entry.about)).collect(),
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
