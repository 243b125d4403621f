//! Second-order posteriors: what would be known after an action.
//!
//! A right guess adds one fact. A discovery shows a triple, and the terrains of
//! closed neighbours where these were not known. The discovered cell becomes a
//! constraint whose counts are *asked*: the diagram of the component around it is
//! built once, its last nodes say which answer they belong to, and every answer is
//! a part of the joint graph's last layer. Components that the action leaves alone
//! are used as they are.
//!
//! Unconstrained neighbours of unknown terrain are interchangeable, so that only
//! the number of land cells among them makes an answer of its own.

use super::diagram::Diagram;
use super::engine::{Engine, build, solved_of};
use super::frontier::{Component, Scene};
use super::joint::Joint;
use super::layout::{Sum, unpack};
use super::outside::{Outside, Wide};
use super::{Posterior, Stop};
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::rules::{Action, Terrain};
use crate::crocomine::world::{Info, Sight};
use crate::grid::Cell;
use std::borrow::Cow;

/// What an action may show, and what is known then.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Probability that the action is survived and shows this.
    pub p: f64,
    /// What it shows; nothing that the cells opened in turn by a (0,0,0) show.
    /// Of answers that differ only in which of several unconstrained neighbours
    /// are land, one stands for all.
    pub infos: Vec<Info>,
    /// The posterior after it.
    pub posterior: Posterior,
}

/// One way in which the terrains that an action reveals may turn out.
struct Case {
    /// The cell's and its neighbours', where they are not known.
    terrains: Vec<Info>,
    /// How many such ways it stands for.
    ways: f64,
}

impl Engine {
    /// All answers to an action that is right with this probability, above 0, in a
    /// state whose components have been cut.
    pub(super) fn answers(&mut self, knowledge: &Knowledge, action: Action, right: f64) -> Result<Vec<Answer>, Stop> {
        self.solve(knowledge)?;
        let mut answers: Vec<(Wide, Answer)> = Vec::new();
        for Case { terrains, ways } in cases(knowledge, action) {
            let mut told = Cow::Borrowed(knowledge);
            // More cells of a terrain than there are: this cannot be.
            if !terrains.is_empty() && told.to_mut().learn(&terrains).is_err() {
                continue;
            }
            let of_case = match self.of_case(&told, action) {
                // The terrains leave some animal no room: this cannot be either.
                Err(Stop::Clash(_)) if !terrains.is_empty() => continue,
                of_case => of_case?,
            };
            for (counts, weight, posterior) in of_case {
                let mut infos = terrains.clone();
                infos.extend(self.shown(&told, action, counts));
                answers.push((Wide::new(ways, 0).times(weight), Answer { p: right, infos, posterior }));
            }
        }
        let exponent = answers.iter().map(|(weight, _)| weight.exponent).max().unwrap_or(0);
        let total: f64 = answers.iter().map(|(weight, _)| weight.over(exponent)).sum();
        Ok(answers.into_iter().map(|(weight, answer)| Answer { p: right * weight.over(exponent) / total, ..answer }).collect())
    }

    /// The answers where all terrains that the action reveals are known: what an
    /// asked constraint counts, its weight, and the posterior.
    fn of_case(&mut self, knowledge: &Knowledge, action: Action) -> Result<Vec<(Sum, Wide, Posterior)>, Stop> {
        let (grid, cell) = (knowledge.grid(), action.cell());
        let scene = Scene::after(knowledge, &self.domains, action);
        let open: Vec<Cell> = grid.neighbours(cell).filter(|&n| knowledge.is_open(n)).collect();
        let mut components: Vec<Component> = Vec::new();
        let ask = Some(cell).filter(|&cell| scene.asks(cell));
        self.cutter.cut(scene, ask.into_iter().chain(open.iter().copied()), |component| components.push(component.clone()));
        let mut fresh: Vec<(Component, Diagram)> = Vec::with_capacity(components.len());
        for component in components {
            let diagram = build(&mut self.builder, &mut self.effort, knowledge, &component, self.most_edges)?;
            fresh.push((component, diagram));
        }
        let met = |cell: Cell| {
            let constraints = fresh.iter().flat_map(|(component, _)| &component.constraints);
            open.contains(&cell) || constraints.map(|constraint| constraint.cell).any(|other| other == cell)
        };
        let kept = solved_of(&self.components).map(|(component, solved)| (component, &solved.diagram));
        let kept = kept.filter(|(component, _)| !component.constraints.iter().any(|constraint| met(constraint.cell)));
        let parts = kept.chain(fresh.iter().map(|(component, diagram)| (component, diagram))).collect();

        let (mut settled, mut left) = self.settled(knowledge)?;
        if let Some(animal) = scene.supposed() {
            left[animal as usize] -= 1;
        }
        let near = |other: Cell| ask.is_some() && grid.neighbours(cell).any(|n| n == other);
        // A terrain on which no animal is left settles a cell.
        let told = |other: &Cell| scene.is_closed(*other) && self.domains.get(*other).only().is_none();
        let told: Vec<Cell> =
            grid.neighbours(cell).filter(|other| ask.is_some() && told(other) && scene.domain(*other).only().is_some()).collect();
        settled.extend(told.iter().map(|&cell| (cell, None)));
        let is_settled = |other: Cell| other == cell || self.domains.get(other).only().is_some() || told.contains(&other);
        let outside = Outside::new(knowledge, is_settled, |other| self.open_around[other] > 0 || near(other));
        let joint = Joint::new(knowledge, parts, left, outside, &mut self.sums, self.most_edges)?;
        joint.weigh(&mut self.factorials, grid.len()).answers(knowledge, &settled)
    }

    /// What a right action shows of its own cell, where undecided cells around it
    /// count so much.
    fn shown(&self, knowledge: &Knowledge, action: Action, counts: Sum) -> Option<Info> {
        let cell = action.cell();
        let terrain = knowledge.terrain(cell)?;
        let sight = match action {
            Action::Guess(_, animal) => Sight::Named(animal),
            Action::Discover(_) | Action::Chord(_) => {
                let mut shown = unpack(counts).map(|count| count as u16);
                for neighbour in knowledge.grid().neighbours(cell) {
                    let animal = match knowledge.sight(neighbour) {
                        Sight::Named(animal) => Some(animal),
                        Sight::Closed => self.domains.get(neighbour).only().flatten(),
                        Sight::Open(_) => None,
                    };
                    if let Some(animal) = animal {
                        shown[animal as usize] += 1;
                    }
                }
                Sight::Open(shown)
            }
        };
        Some(Info { cell, terrain, sight })
    }
}

/// The ways in which the terrains that an action reveals may turn out; one, with
/// nothing to tell, where they are known.
fn cases(knowledge: &Knowledge, action: Action) -> Vec<Case> {
    let (cell, start) = (action.cell(), knowledge.start());
    let untold = |cell: Cell| knowledge.is_closed(cell) && knowledge.terrain(cell).is_none();
    let tell = |cell: Cell, terrain: Terrain| Info { cell, terrain, sight: Sight::Closed };
    let mut around: Vec<Cell> = match action {
        Action::Discover(_) => knowledge.grid().neighbours(cell).filter(|&n| untold(n)).collect(),
        Action::Guess(..) | Action::Chord(_) => Vec::new(),
    };
    let mut alone = vec![Vec::new()];
    if untold(cell) {
        let lives = |terrain: &Terrain| !matches!(action, Action::Guess(_, animal) if !animal.lives_on(*terrain));
        alone = [Terrain::Land, Terrain::Sea].into_iter().filter(lives).map(|terrain| vec![tell(cell, terrain)]).collect();
    }
    // The start is free, and so not like the others.
    if around.contains(&start) {
        around.retain(|&cell| cell != start);
        let both = |told: &Vec<Info>| [Terrain::Land, Terrain::Sea].map(|terrain| [&told[..], &[tell(start, terrain)]].concat());
        alone = alone.iter().flat_map(both).collect();
    }
    let mut cases = Vec::new();
    for told in alone {
        let mut ways = 1.0;
        for land in 0..=around.len() {
            let terrain = |nth| if nth < land { Terrain::Land } else { Terrain::Sea };
            let terrains = told.iter().copied().chain(around.iter().enumerate().map(|(nth, &cell)| tell(cell, terrain(nth))));
            cases.push(Case { terrains: terrains.collect(), ways });
            ways *= (around.len() - land) as f64 / (land + 1) as f64;
        }
    }
    cases
}
