//! The engine keeps what one state's computation can give to the next; the view
//! is what a strategy is shown of both.
//!
//! Everything a view answers is a function of the knowledge alone: what the
//! engine keeps only saves time.

use super::answers::Answer;
use super::diagram::{Builder, Diagram};
use super::domains::{Domain, Domains};
use super::frontier::{Component, Cutter, Scene};
use super::intern::Interner;
use super::joint::Joint;
use super::listing::{Worlds, list};
use super::outside::{Factorials, Outside};
use super::sampler::Sampler;
use super::{Clash, Limit, Posterior, Stop, settle};
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::rules::{Action, Content};
use crate::crocomine::strategy::Effort;
use crate::crocomine::world::World;
use crate::grid::Cell;
use num_bigint::BigUint;
use rand::Rng;
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

/// Most edges of one graph. Games stay a thousand times below it; boards whose
/// open cells lie scattered everywhere reach it. An edge takes 12 bytes, and the
/// states of a layer being built about 40 each.
const MOST_EDGES: usize = 1_000_000;

/// Most edges of the graphs of one state together, as a multiple of that.
const MOST_TOGETHER: usize = 4;

/// Computes from knowledge, and keeps what the next state can use again.
///
/// One engine serves one game at a time: [`Engine::reset`] it before another.
#[derive(Debug)]
pub struct Engine {
    pub(super) domains: Domains,
    /// How much of the knowledge's history was taken in.
    seen: usize,
    /// Number of open cells around each cell.
    pub(super) open_around: Vec<u8>,
    /// Open cells that may have closed cells around, one bit a cell.
    open: Vec<u64>,
    pub(super) components: Vec<Kept>,
    /// How many of them are within the limits of work.
    usable: usize,
    /// Place in `components` of the one with this least constraint, if any.
    place: Vec<u32>,
    pub(super) cutter: Cutter,
    pub(super) builder: Builder,
    pub(super) sums: Interner,
    pub(super) factorials: Factorials,
    pub(super) most_edges: usize,
    pub(super) effort: Effort,
}

/// A component with what was computed for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    component: Arc<Component>,
    /// What came of it, the limit too: it depends on the component alone.
    solved: Option<Result<Arc<Solved>, Limit>>,
}

#[derive(Debug)]
pub(super) struct Solved {
    pub(super) diagram: Diagram,
    /// What the component alone proves.
    proven: Vec<(Cell, Content)>,
}

impl Default for Engine {
    fn default() -> Self {
        Self::with_limit(MOST_EDGES)
    }
}

impl Engine {
    /// An engine whose graphs have at most `most_edges` edges each.
    pub fn with_limit(most_edges: usize) -> Self {
        Self {
            domains: Domains::default(),
            seen: 0,
            open_around: Vec::new(),
            open: Vec::new(),
            components: Vec::new(),
            usable: 0,
            place: Vec::new(),
            cutter: Cutter::default(),
            builder: Builder::default(),
            sums: Interner::default(),
            factorials: Factorials::default(),
            most_edges,
            effort: Effort::default(),
        }
    }

    /// Forgets the game so far and the work it took.
    pub fn reset(&mut self) {
        self.domains.reset();
        self.seen = 0;
        self.open_around.clear();
        self.open.clear();
        self.components.clear();
        self.place.clear();
        self.effort = Effort::default();
    }

    /// Takes over what another engine has computed for its game, so that this one can
    /// go on with a game that begins in the same way.
    fn follow(&mut self, other: &Self) {
        self.domains.clone_from(&other.domains);
        self.seen = other.seen;
        self.open_around.clone_from(&other.open_around);
        self.open.clone_from(&other.open);
        self.components.clone_from(&other.components);
        self.place.clone_from(&other.place);
        self.factorials.clone_from(&other.factorials);
        self.most_edges = other.most_edges;
    }

    /// Work done since the last reset.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Takes in what became known, and cuts the frontier anew; a component that
    /// is as it was keeps what was computed for it.
    fn cut(&mut self, knowledge: &Knowledge) {
        let grid = knowledge.grid();
        self.open_around.resize(grid.len(), 0);
        self.open.resize(grid.len().div_ceil(64), 0);
        self.place.resize(grid.len(), u32::MAX);
        for &cell in &knowledge.history()[self.seen..] {
            if knowledge.is_open(cell) {
                self.open[cell / 64] |= 1 << (cell % 64);
                grid.neighbours(cell).for_each(|n| self.open_around[n] += 1);
            }
        }
        self.seen = knowledge.history().len();
        for (word, bits) in self.open.iter_mut().enumerate() {
            for cell in ones(word, *bits) {
                if knowledge.closed_around(cell) == 0 {
                    *bits &= !(1 << (cell % 64));
                }
            }
        }
        let open = self.open.iter().enumerate().flat_map(|(word, &bits)| ones(word, bits));
        let mut old = std::mem::take(&mut self.components);
        let (place, components) = (&self.place, &mut self.components);
        self.cutter.cut(Scene::new(knowledge, &self.domains), open, |component| {
            let at = place[component.constraints[0].cell];
            let same = old.get_mut(at as usize).filter(|kept| *kept.component == *component);
            components.push(match same {
                Some(kept) => std::mem::take(kept),
                None => Kept { component: Arc::new(component.clone()), solved: None },
            });
        });
        for kept in &old {
            if let Some(constraint) = kept.component.constraints.first() {
                self.place[constraint.cell] = u32::MAX;
            }
        }
        for (at, kept) in self.components.iter().enumerate() {
            self.place[kept.component.constraints[0].cell] = at as u32;
        }
    }

    /// Makes sure that components have their diagrams. Where a limit of work is
    /// reached, `usable` are those that come before it.
    pub(super) fn solve(&mut self, knowledge: &Knowledge) -> Result<(), Stop> {
        let mut limit = Ok(());
        let mut edges = 0;
        self.usable = 0;
        for kept in &mut self.components {
            let component = &kept.component;
            let solved = match &mut kept.solved {
                Some(solved) => solved,
                unsolved => unsolved.insert(match build(&mut self.builder, &mut self.effort, knowledge, component, self.most_edges) {
                    Ok(diagram) => Ok(Arc::new(Solved { proven: diagram.proven(component), diagram })),
                    Err(Stop::Limit(reached)) => Err(reached),
                    Err(clash) => return Err(clash),
                }),
            };
            match solved {
                Ok(solved) => edges += solved.diagram.graph.edges().len(),
                Err(reached) => limit = Err((*reached).into()),
            }
            if edges > MOST_TOGETHER * self.most_edges {
                return Err(Limit::Edges(MOST_TOGETHER * self.most_edges).into());
            }
            self.usable += 1;
        }
        limit
    }

    /// What the components prove, each alone.
    fn prove(&mut self, knowledge: &Knowledge) -> Result<Vec<Action>, Stop> {
        let solved = self.solve(knowledge);
        if let Err(clash @ Stop::Clash(_)) = solved {
            return Err(clash);
        }
        let proven = solved_of(&self.components[..self.usable]).flat_map(|(_, solved)| &solved.proven);
        let mut actions: Vec<Action> = proven.map(|&(cell, content)| settle(cell, content)).collect();
        actions.sort_unstable_by_key(|action| action.cell());
        if actions.is_empty() { solved.map(|()| actions) } else { Ok(actions) }
    }

    /// The cells that single constraints settle, and the animals left for the others.
    pub(super) fn settled(&self, knowledge: &Knowledge) -> Result<(Settled, [usize; 3]), Clash> {
        let single = self.domains.single().iter();
        let settled: Settled = single.filter_map(|&cell| Some((cell, self.domains.get(cell).only()?))).collect();
        let mut left = knowledge.left().map(usize::from);
        for animal in settled.iter().filter_map(|&(_, content)| content) {
            let left = &mut left[animal as usize];
            *left = left.checked_sub(1).ok_or_else(|| Clash { cells: Vec::new(), totals: true })?;
        }
        Ok((settled, left))
    }

    /// Joins the components, and hands the result on.
    pub(super) fn join<T>(
        &mut self,
        knowledge: &Knowledge,
        finish: impl FnOnce(Joint, &[(Cell, Content)], &mut Factorials) -> T,
    ) -> Result<T, Stop> {
        self.solve(knowledge)?;
        let (settled, left) = self.settled(knowledge)?;
        let outside = Outside::new(knowledge, |cell| self.domains.get(cell).only().is_some(), |cell| self.open_around[cell] > 0);
        let parts = solved_of(&self.components).map(|(component, solved)| (component, &solved.diagram)).collect();
        let joint = Joint::new(knowledge, parts, left, outside, &mut self.sums, self.most_edges)?;
        Ok(finish(joint, &settled, &mut self.factorials))
    }
}

/// Cells whose content is known without being dealt with.
type Settled = Vec<(Cell, Content)>;

/// Builds a component's diagram, and counts the work.
pub(super) fn build(
    builder: &mut Builder,
    effort: &mut Effort,
    knowledge: &Knowledge,
    component: &Component,
    most_edges: usize,
) -> Result<Diagram, Stop> {
    let clash = || Clash::new(knowledge, component.constraints.iter().map(|constraint| constraint.cell), false);
    let diagram = builder.build(component, most_edges, clash)?;
    effort.diagrams += 1;
    effort.nodes += diagram.graph.nodes() as u64;
    Ok(diagram.clone())
}

/// The components that have their diagrams.
pub(super) fn solved_of(components: &[Kept]) -> impl Iterator<Item = (&Component, &Solved)> {
    components.iter().filter_map(|kept| Some((&*kept.component, &**kept.solved.as_ref()?.as_ref().ok()?)))
}

/// The cells of one word of a bit set.
fn ones(word: usize, bits: u64) -> impl Iterator<Item = Cell> {
    let nonzero = |bits: u64| (bits != 0).then_some(bits);
    std::iter::successors(nonzero(bits), move |bits| nonzero(bits & (bits - 1))).map(move |bits| word * 64 + bits.trailing_zeros() as usize)
}

/// What a strategy is shown: knowledge, and what follows from it, computed once
/// for all who ask.
#[derive(Debug)]
pub struct View<'a> {
    knowledge: &'a Knowledge,
    engine: RefCell<&'a mut Engine>,
    propagated: OnceCell<Result<(), Stop>>,
    cut: OnceCell<()>,
    proven: OnceCell<Result<Vec<Action>, Stop>>,
    posterior: OnceCell<Result<Posterior, Stop>>,
}

impl<'a> View<'a> {
    /// A view of this knowledge, through an engine that serves this game.
    pub fn new(knowledge: &'a Knowledge, engine: &'a mut Engine) -> Self {
        Self {
            knowledge,
            engine: RefCell::new(engine),
            propagated: OnceCell::new(),
            cut: OnceCell::new(),
            proven: OnceCell::new(),
            posterior: OnceCell::new(),
        }
    }

    /// What is known.
    pub fn knowledge(&self) -> &'a Knowledge {
        self.knowledge
    }

    fn propagated(&self) -> Result<(), Stop> {
        let update = || self.engine.borrow_mut().domains.update(self.knowledge).map_err(Stop::from);
        self.propagated.get_or_init(update).clone()
    }

    fn cut(&self) -> Result<(), Stop> {
        self.propagated()?;
        self.cut.get_or_init(|| self.engine.borrow_mut().cut(self.knowledge));
        Ok(())
    }

    /// Actions proven by single constraints (each open cell alone, each kind that
    /// is used up), to the fixed point; by cell.
    ///
    /// # Errors
    /// [`Stop::Clash`] where no world is left.
    pub fn deduced(&self) -> Result<Vec<Action>, Stop> {
        self.propagated()?;
        let engine = self.engine.borrow();
        let domains = &engine.domains;
        Ok(domains.single().iter().filter_map(|&cell| Some(settle(cell, domains.get(cell).only()?))).collect())
    }

    /// What a closed cell may hold, by single constraints and its terrain.
    ///
    /// # Errors
    /// [`Stop::Clash`] where no world is left.
    pub fn domain(&self, cell: Cell) -> Result<Domain, Stop> {
        self.propagated()?;
        Ok(self.engine.borrow().domains.get(cell))
    }

    /// Actions proven by all that is known; cheap proofs first, and when one is
    /// found the rest is not computed. Empty: nothing is proven.
    ///
    /// # Errors
    /// A limit, or no world.
    pub fn proven(&self) -> Result<&[Action], Stop> {
        let prove = || {
            let deduced = self.deduced()?;
            if !deduced.is_empty() {
                return Ok(deduced);
            }
            self.cut()?;
            let proven = self.engine.borrow_mut().prove(self.knowledge)?;
            if !proven.is_empty() {
                return Ok(proven);
            }
            Ok(self.posterior()?.proven())
        };
        self.proven.get_or_init(prove).as_deref().map_err(Clone::clone)
    }

    /// The exact posterior of this state.
    ///
    /// # Errors
    /// A limit, or no world.
    pub fn posterior(&self) -> Result<&Posterior, Stop> {
        let compute = || {
            self.cut()?;
            let mut engine = self.engine.borrow_mut();
            engine.effort.posteriors += 1;
            engine.join(self.knowledge, |joint, settled, factorials| {
                joint.weigh(factorials, self.knowledge.grid().len()).posterior(self.knowledge, settled)
            })?
        };
        self.posterior.get_or_init(compute).as_ref().map_err(Clone::clone)
    }

    /// All answers to a discovery or a guess that is right with this probability,
    /// as the posterior says, which is above 0: how probable each is, and the
    /// posterior after it.
    ///
    /// # Errors
    /// A limit, or no world.
    pub fn answers(&self, action: Action, right: f64) -> Result<Vec<Answer>, Stop> {
        self.cut()?;
        self.engine.borrow_mut().answers(self.knowledge, action, right)
    }

    /// Makes another engine ready for games that go on from here.
    ///
    /// # Errors
    /// No world.
    pub fn prepare(&self, engine: &mut Engine) -> Result<(), Stop> {
        self.cut()?;
        engine.follow(&self.engine.borrow());
        Ok(())
    }

    /// What would be known after an answer, with `engine` made ready to view it.
    ///
    /// # Errors
    /// No world.
    pub fn after(&self, answer: &Answer, engine: &mut Engine) -> Result<Knowledge, Stop> {
        self.prepare(engine)?;
        let mut knowledge = self.knowledge.clone();
        // An answer that is possible contradicts nothing.
        let contradicts = |_| Clash { cells: Vec::new(), totals: true };
        knowledge.learn(&answer.infos).map_err(contradicts)?;
        Ok(knowledge)
    }

    /// The exact number of consistent worlds.
    ///
    /// # Errors
    /// A limit, or no world.
    pub fn worlds(&self) -> Result<BigUint, Stop> {
        self.cut()?;
        self.engine.borrow_mut().join(self.knowledge, |joint, _, _| joint.count())
    }

    /// Every consistent world, where there are at most `most`; else `None`.
    ///
    /// # Errors
    /// A limit, or no world.
    pub fn listed(&self, most: usize) -> Result<Option<Worlds>, Stop> {
        // Ten times too many is told by a float; near the limit they are counted.
        if self.posterior()?.worlds_log10 > libm::log10(most as f64) + 1.0 {
            return Ok(None);
        }
        let few = |joint: &Joint| joint.count() <= BigUint::from(most);
        self.engine.borrow_mut().join(self.knowledge, |joint, settled, _| few(&joint).then(|| list(self.knowledge, &joint, settled)))
    }

    /// Every arrangement of one component that the rest of the map neither helps nor
    /// needs, where there is one of at most `most` for its number of cells: no other
    /// closed cell touches it, and it holds as many of each animal in all worlds.
    ///
    /// # Errors
    /// A limit, or no world.
    pub fn sealed(&self, most: impl Fn(usize) -> usize) -> Result<Option<Worlds>, Stop> {
        self.cut()?;
        self.engine.borrow_mut().sealed(self.knowledge, most)
    }

    /// What is seen in so many worlds, each drawn by itself, all consistent ones alike.
    ///
    /// # Errors
    /// A limit, or no world.
    pub fn sample<T>(&self, count: usize, rng: &mut dyn Rng, mut see: impl FnMut(&World) -> T) -> Result<Vec<T>, Stop> {
        self.cut()?;
        self.engine.borrow_mut().join(self.knowledge, |joint, settled, factorials| {
            let weighed = joint.weigh(factorials, self.knowledge.grid().len());
            let mut sampler = Sampler::new(self.knowledge, &weighed, settled)?;
            let mut seen = Vec::new();
            for _ in 0..count {
                seen.push(see(sampler.draw(rng)));
            }
            Ok(seen)
        })?
    }
}
