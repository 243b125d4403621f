//! What candidates promise, from the posteriors after their answers.
//!
//! Cells of a class that have the same classes around them have the same answers,
//! so that one stands for all; so does any cell of a class where an animal is named.

use super::{Candidate, Outlook};
use crate::crocomine::posterior::{Answer, Class, Posterior, Stop, View, settle};
use crate::crocomine::rules::{Action, Content};
use crate::grid::{Cell, Grid};
use std::collections::BTreeSet;

/// Most posteriors after answers that one decision computes. It bounds the time of
/// a decision, and is reached where many unconstrained cells of unknown terrain tie.
const MOST_ANSWERS: usize = 1500;

/// The same in closed cells, each of which is part of every posterior: on maps of more
/// than 13 000 cells it leaves fewer answers, and bounds memory.
const MOST_CELLS: usize = 20_000_000;

/// Risks and other probabilities as integers, so that ties are ties on every
/// machine. Unit: 1e-12.
pub fn rounded(probability: f64) -> i64 {
    (probability * 1e12).round() as i64
}

/// Looks at what may come of candidates, within a decision's limit of work.
pub struct Foresight {
    guess_animals: bool,
    /// Answers that may still be computed.
    left: usize,
}

/// What comes of a candidate, over all its answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prospect {
    /// Probability that it is survived and a closed cell is proven free then, or
    /// nothing is left to find.
    pub progress: f64,
    /// Expected number of cells proven free; 0 where it is not survived.
    pub proven: f64,
    /// Entropy of the answer where it is survived. Unit: nats.
    pub entropy: f64,
    /// Probability that it and the best move after it are survived.
    pub survival: f64,
}

impl Prospect {
    /// What of it is told to people and files.
    pub fn outlook(&self) -> Outlook {
        Outlook { progress: Some(self.progress), survival: Some(self.survival), win: None }
    }
}

impl Foresight {
    /// For one decision.
    pub fn new(guess_animals: bool, view: &View) -> Self {
        Self { guess_animals, left: MOST_ANSWERS.min(MOST_CELLS / view.knowledge().closed().max(1)) }
    }

    /// The answers to a candidate; `None` where it is surely wrong, or the limit of
    /// work is reached.
    ///
    /// # Errors
    /// A limit of the posterior's.
    pub fn answers(&mut self, view: &View, candidate: &Candidate) -> Result<Option<Vec<Answer>>, Stop> {
        if candidate.risk >= 1.0 || self.is_spent() {
            return Ok(None);
        }
        let answers = view.answers(candidate.action, 1.0 - candidate.risk)?;
        self.left = self.left.saturating_sub(answers.len());
        Ok(Some(answers))
    }

    /// Whether the limit of work is reached.
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// What comes of a candidate with these answers.
    pub fn prospect(&self, candidate: &Candidate, answers: &[Answer]) -> Prospect {
        let right = 1.0 - candidate.risk;
        let mut prospect = Prospect::default();
        for Answer { p, posterior, .. } in answers {
            prospect.proven += p * free(posterior) as f64;
            prospect.entropy -= p / right * libm::log(p / right);
            prospect.progress += if goes_on(posterior) { *p } else { 0.0 };
            prospect.survival += p * self.next(posterior);
        }
        prospect
    }

    /// Probability that the next move is survived.
    pub fn next(&self, posterior: &Posterior) -> f64 {
        if goes_on(posterior) {
            return 1.0;
        }
        let undecided = posterior.classes.iter().filter(|class| class.proven.is_none());
        undecided.flat_map(|class| of_class(class, self.guess_animals)).map(|(_, right)| right).fold(0.0, f64::max)
    }

    /// The actions that may be done at a risk of at most `band` above the least, one
    /// of each set of equivalent ones, the least risky first; ties in row order,
    /// discovering before naming. Never empty: where all are surely wrong (no cell can
    /// be free, and animals are not to be named) they are given all the same.
    pub fn candidates(&self, view: &View, posterior: &Posterior, band: f64) -> Vec<Candidate> {
        let undecided = posterior.classes.iter().enumerate().filter(|(_, class)| class.proven.is_none());
        let actions: Vec<(usize, Content, f64)> = undecided
            .flat_map(|(nth, class)| of_class(class, self.guess_animals).map(move |(content, right)| (nth, content, right)))
            .collect();
        let most = actions.iter().map(|&(_, _, right)| right).fold(0.0, f64::max);
        let least = rounded(most - band);
        let near = actions.into_iter().filter(|&(_, _, right)| (right > 0.0 || most == 0.0) && rounded(right) >= least);
        let surroundings = Surroundings::new(view.knowledge().grid(), posterior);
        let mut candidates = Vec::new();
        for (nth, content, right) in near {
            let cells = &posterior.classes[nth].cells;
            let candidate = |cell: Cell| Candidate::new(settle(cell, content), 1.0 - right);
            match content {
                Some(_) => candidates.push(candidate(cells[0])),
                None => candidates.extend(surroundings.distinct(cells).map(candidate)),
            }
        }
        candidates.sort_by_key(|candidate| (rounded(candidate.risk), candidate.action.cell(), candidate.action));
        candidates
    }
}

/// Number of closed cells that are proven free.
pub fn free(posterior: &Posterior) -> usize {
    let free = posterior.classes.iter().filter(|class| class.proven == Some(None));
    free.map(|class| class.cells.len()).sum()
}

/// Whether the game goes on without a gamble: a closed cell is proven free, or
/// nothing is left to find.
pub fn goes_on(posterior: &Posterior) -> bool {
    free(posterior) > 0 || is_settled(posterior)
}

/// Whether nothing is left to find: the game is won.
pub fn is_settled(posterior: &Posterior) -> bool {
    posterior.classes.iter().all(|class| class.proven.is_some())
}

/// What can be done in the cells of a class, with the probability that it is right.
fn of_class(class: &Class, guess_animals: bool) -> impl Iterator<Item = (Content, f64)> {
    class.contents().filter(move |(content, _)| guess_animals || content.is_none())
}

/// The class of every closed cell: which actions are equivalent.
pub struct Surroundings<'a> {
    grid: &'a Grid,
    class_of: Vec<usize>,
}

impl<'a> Surroundings<'a> {
    /// Those of a state.
    pub fn new(grid: &'a Grid, posterior: &Posterior) -> Self {
        Self { grid, class_of: posterior.places(grid) }
    }

    /// Whether two actions on closed cells have the same answers, as probable.
    pub fn equivalent(&self, one: Action, other: Action) -> bool {
        if self.class_of[one.cell()] != self.class_of[other.cell()] {
            return false;
        }
        match (one, other) {
            (Action::Guess(_, animal), Action::Guess(_, named)) => animal == named,
            (Action::Discover(cell), Action::Discover(opened)) => self.around(cell) == self.around(opened),
            _ => false,
        }
    }

    /// The classes around a cell, ascending.
    fn around(&self, cell: Cell) -> Vec<usize> {
        let mut around: Vec<usize> = self.grid.neighbours(cell).map(|n| self.class_of[n]).collect();
        around.retain(|&class| class != usize::MAX);
        around.sort_unstable();
        around
    }

    /// Of the cells of a class, the first of those that have the same classes around.
    fn distinct<'c>(&'c self, cells: &'c [Cell]) -> impl Iterator<Item = Cell> + 'c {
        let mut seen = BTreeSet::new();
        cells.iter().copied().filter(move |&cell| seen.insert(self.around(cell)))
    }
}
