//! What a report reads of each game's rows: one entry a game.
//!
//! Figures and tables are the same for all games; what differs is which column is a cost,
//! what makes an instance large or difficult, and what the course ranks.

use super::language::Text;
use crate::antivirus::search;
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
    /// Where the cost is the work of a search: what it stores, and what finding that again takes.
    pub effort: Option<Effort>,
    /// Words of the game, and what they mean.
    pub words: &'static [(Text, Text)],
    /// Its strategies by name, with what each does, in a line.
    pub strategies: fn() -> Vec<(&'static str, &'static str)>,
}

/// Columns of `runs.csv` that say what a search takes besides its cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// What is stored.
    pub stored: &'static str,
    /// The same in words, with its unit.
    pub stored_words: Text,
    /// What it takes to find that again.
    pub compared: &'static str,
    /// The same in words, with its unit.
    pub compared_words: Text,
}

const ALL: [&About; 2] = [&CROCOMINE, &ANTIVIRUS];

const CROCOMINE: About = About {
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
    effort: None,
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
};

const ANTIVIRUS: About = About {
    game: "antivirus",
    instances: Text::new("boards", "plateaux"),
    cost: "expanded",
    cost_words: Text::new("positions expanded", "positions développées"),
    exposures: None,
    found: &[],
    size: &["free"],
    size_words: Text::new("free cells", "cases libres"),
    difficulty: Some("difficulty"),
    effort: Some(Effort {
        stored: "positions",
        stored_words: Text::new("positions stored", "positions gardées"),
        compared: "comparisons",
        compared_words: Text::new("comparisons of positions", "comparaisons de positions"),
    }),
    words: &[
        (
            Text::new("won, lost, gave up", "gagné, perdu, abandonné"),
            Text::new(
                "a plan was found; it is certain that there is none; a limit on expansions or memory was reached",
                "un plan a été trouvé ; il est certain qu'il n'y en a pas ; une limite de développements ou de mémoire a été atteinte",
            ),
        ),
        (
            Text::new("positions expanded", "positions développées"),
            Text::new(
                "positions whose pushes a search looked at: its work, the same on every machine",
                "positions dont une recherche a regardé les coups : son travail, le même sur toute machine",
            ),
        ),
        (
            Text::new("difficulty", "difficulté"),
            Text::new(
                "the least number of pushes until the virus is at the tip of the board",
                "le plus petit nombre de coups jusqu'à ce que le virus soit à la pointe du plateau",
            ),
        ),
    ],
    strategies: || search::ALL.iter().map(|entry| (entry.name, entry.about)).collect(),
};

impl About {
    /// Of the game of this name.
    pub fn find(game: &str) -> Option<&'static Self> {
        ALL.into_iter().find(|about| about.game == game)
    }

    /// Every column that is read.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        let found = self.found.iter().map(|(column, _)| *column);
        let effort = self.effort.iter().flat_map(|effort| [effort.stored, effort.compared]);
        [self.cost].into_iter().chain(self.exposures).chain(found).chain(self.size.iter().copied()).chain(self.difficulty).chain(effort)
    }
}
