//! Pure satisfiability: what holds in every consistent world is done; at a stall
//! it opens any closed cell, for it knows no probabilities. The baseline of all
//! who reckon.
//!
//! Single constraints are tried first. Where they prove nothing, [`Entailment`]
//! asks a SAT solver what cells next to open ones must hold, and one cell of each
//! terrain among those that no count reaches: cells of one terrain that no count
//! reaches are interchangeable, so what one of them must hold, all must.

use super::{Candidate, Decision, Effort, Entry, OptionSpec, Options, Strategy, Values, Why};
use crate::crocomine::clauses::{Bound, Translation};
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::posterior::{Clash, Limit, Stop, View};
use crate::crocomine::rules::{Action, Terrain};
use crate::crocomine::world::Sight;
use crate::grid::Cell;
use crate::sat::cardinality::Encoding;
use crate::sat::{Clauses, Guarded, Lit, OutOfConflicts, Solver};
use rand::{Rng, RngExt};

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "sat",
    about: "SAT entailment; any closed cell at a stall",
    options: &[
        OptionSpec {
            name: "totals",
            about: "encoding of the totals: binomial (above 10 000 clauses a total: sequential), sequential, totalizer; off or false: counts alone",
            default: "sequential",
            values: Values::Words(&["binomial", "sequential", "totalizer", "off", "false"]),
        },
        OptionSpec {
            name: "filter",
            about: "whether models rule out candidates; if not, each candidate is a call of its own",
            default: "true",
            values: Values::Flag,
        },
        OptionSpec {
            name: "conflicts",
            about: "most conflicts of the solver in one decision; then the game is given up",
            default: "1000000",
            values: Values::Count,
        },
    ],
    build: |options| Ok(Box::new(Sat { entailment: Entailment::new(options) })),
};

/// What must hold, found by a SAT solver that grows with one map.
pub struct Entailment {
    totals: Option<Encoding>,
    filter: bool,
    conflicts: u64,
    map: Option<Map>,
}

/// What was said about one map so far.
struct Map {
    known: Knowledge,
    translation: Translation,
    solver: Solver,
    /// What the totals of the last decision depend on.
    guard: Option<Lit>,
}

impl Entailment {
    /// With the options of [`ENTRY`].
    pub fn new(options: &Options) -> Self {
        let totals = Encoding::ALL.into_iter().find(|encoding| encoding.word() == options.word("totals"));
        Self { totals, filter: options.flag("filter"), conflicts: options.count("conflicts"), map: None }
    }

    /// All actions that are right in every world consistent with what is known,
    /// by cell; without totals, in every filling of the closed cells that agrees
    /// with the counts.
    ///
    /// # Errors
    /// Too many conflicts, or no world.
    pub fn proven(&mut self, knowledge: &Knowledge) -> Result<Vec<Action>, Stop> {
        let mut map = self.map.take().filter(|map| continues(&map.known, knowledge)).unwrap_or_else(|| Map::new(knowledge));
        let proven = self.ask(&mut map, knowledge);
        self.map = Some(map);
        proven
    }

    fn ask(&self, map: &mut Map, knowledge: &Knowledge) -> Result<Vec<Action>, Stop> {
        let Map { translation, solver, .. } = map;
        map.known = knowledge.clone();
        solver.limit(self.conflicts);
        translation.update(knowledge, solver);
        let classes = classes(knowledge, self.totals.is_some());
        let cells: Vec<Cell> = classes.iter().map(|class| class[0]).collect();
        if let Some(old) = map.guard.take() {
            solver.clause(&[!old]);
        }
        if let Some(encoding) = self.totals {
            let mut bounds = translation.totals(&cells, knowledge, solver);
            bounds.retain(Bound::can_bind);
            map.guard = (!bounds.is_empty()).then(|| guarded(&bounds, encoding, solver));
        }
        let mut candidates = Vec::new();
        for (class, &cell) in classes.iter().zip(&cells) {
            candidates.extend(translation.contents(cell).map(|(literal, content)| (literal, content, class)));
        }
        let literals: Vec<Lit> = candidates.iter().map(|candidate| candidate.0).collect();
        let assumed: Vec<Lit> = map.guard.into_iter().collect();
        let Some(backbone) = solver.backbone(&assumed, &literals, self.filter)? else {
            return Err(Stop::Clash(self.clash(knowledge)?));
        };
        let mut proven: Vec<Action> =
            knowledge.is_closed(knowledge.start()).then_some(Action::Discover(knowledge.start())).into_iter().collect();
        // The backbone keeps the order of the candidates.
        let mut held = backbone.into_iter().peekable();
        for (literal, content, class) in candidates {
            if held.next_if_eq(&literal).is_some() {
                proven.extend(class.iter().map(|&cell| content.map_or(Action::Discover(cell), |animal| Action::Guess(cell, animal))));
            }
        }
        proven.sort_unstable_by_key(|action| action.cell());
        Ok(proven)
    }

    /// Where there is no world: a smallest set of open cells, with or without the
    /// totals, whose counts cannot hold together.
    fn clash(&self, knowledge: &Knowledge) -> Result<Clash, OutOfConflicts> {
        let grid = knowledge.grid();
        let mut solver = Solver::new();
        solver.limit(self.conflicts);
        let mut translation = Translation::new(grid.len());
        // In order of what is better left out: first the totals.
        let mut guards: Vec<(Lit, Option<Cell>)> = Vec::new();
        if let Some(encoding) = self.totals {
            let cells: Vec<Cell> = classes(knowledge, true).iter().map(|class| class[0]).collect();
            let bounds = translation.totals(&cells, knowledge, &mut solver);
            guards.push((guarded(&bounds, encoding, &mut solver), None));
        }
        for cell in (0..grid.len()).filter(|&cell| knowledge.is_open(cell)) {
            let bounds = translation.around(cell, knowledge, &mut solver);
            guards.push((guarded(&bounds, Encoding::Binomial, &mut solver), Some(cell)));
        }
        let mut i = 0;
        while i < guards.len() {
            let without: Vec<Lit> = guards.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, guard)| guard.0).collect();
            if solver.solve(&without)? {
                i += 1;
            } else {
                let core = solver.core();
                guards.retain(|(guard, _)| core.contains(guard));
            }
        }
        let cells = guards.iter().filter_map(|guard| guard.1.map(|cell| grid.pos(cell))).collect();
        Ok(Clash { cells, totals: guards.iter().any(|guard| guard.1.is_none()) })
    }
}

impl From<OutOfConflicts> for Stop {
    fn from(OutOfConflicts(conflicts): OutOfConflicts) -> Self {
        Stop::Limit(Limit::Conflicts(conflicts))
    }
}

impl Map {
    fn new(knowledge: &Knowledge) -> Self {
        let translation = Translation::new(knowledge.grid().len());
        Self { known: knowledge.clone(), translation, solver: Solver::new(), guard: None }
    }
}

/// Whether all that was known is still known, of the same map.
fn continues(then: &Knowledge, now: &Knowledge) -> bool {
    then.grid() == now.grid()
        && then.totals() == now.totals()
        && then.start() == now.start()
        && now.history().starts_with(then.history())
        && then
            .infos()
            .all(|info| now.terrain(info.cell) == Some(info.terrain) && [Sight::Closed, now.sight(info.cell)].contains(&info.sight))
}

/// Closed cells but the start, those that must hold the same together: each next
/// to an open one alone; the others, where asked for, by terrain.
fn classes(knowledge: &Knowledge, others: bool) -> Vec<Vec<Cell>> {
    let grid = knowledge.grid();
    let closed = (0..grid.len()).filter(|&cell| knowledge.is_closed(cell) && cell != knowledge.start());
    let (next, far): (Vec<Cell>, Vec<Cell>) = closed.partition(|&cell| grid.neighbours(cell).any(|n| knowledge.is_open(n)));
    let mut classes: Vec<Vec<Cell>> = next.into_iter().map(|cell| vec![cell]).collect();
    for terrain in [Some(Terrain::Land), Some(Terrain::Sea), None] {
        let class: Vec<Cell> = far.iter().copied().filter(|&cell| knowledge.terrain(cell) == terrain).collect();
        if others && !class.is_empty() {
            classes.push(class);
        }
    }
    classes
}

/// Says these bounds where the returned literal is assumed.
fn guarded(bounds: &[Bound], encoding: Encoding, solver: &mut Solver) -> Lit {
    let guard = solver.variable();
    for bound in bounds {
        bound.write(&mut Guarded { clauses: solver, guard }, encoding);
    }
    guard
}

struct Sat {
    entailment: Entailment,
}

impl Strategy for Sat {
    fn decide(&mut self, view: &View, rng: &mut dyn Rng) -> Decision {
        let knowledge = view.knowledge();
        let proven = match view.deduced() {
            Ok(actions) if actions.is_empty() => self.entailment.proven(knowledge),
            deduced => deduced,
        };
        match proven {
            Err(stop) => Decision::GaveUp(stop),
            Ok(actions) if !actions.is_empty() => Decision::Proven(actions),
            Ok(_) => {
                let closed = (0..knowledge.grid().len()).filter(|&cell| knowledge.is_closed(cell));
                let candidates: Vec<Candidate> = closed.map(|cell| Candidate { action: Action::Discover(cell), risk: f64::NAN }).collect();
                let chosen = rng.random_range(0..candidates.len());
                Decision::Gamble { chosen, candidates, why: Why { rule: "any closed cell", runner_up: None, worlds_log10: None } }
            }
        }
    }

    fn effort(&self) -> Effort {
        let work = self.entailment.map.as_ref().map(|map| map.solver.work()).unwrap_or_default();
        Effort {
            sat_calls: work.calls,
            sat_conflicts: work.conflicts,
            sat_clauses: work.clauses,
            sat_variables: work.variables,
            ..Effort::default()
        }
    }
}
