//! Pure satisfiability: what holds in every consistent world is done; at a stall
//! it opens any closed cell, for it knows no probabilities. The baseline of all
//! who reckon.
//!
//! Single constraints are tried first. Where they prove nothing, [`Entailment`]
//! asks a SAT solver what cells next to open ones must hold, and one cell of each
//! terrain among those that no count reaches: cells of one terrain that no count
//! reaches are interchangeable, so what one of them must hold, all must.
//!
//! The solver is kept from one decision to the next, and so are the clauses that
//! it learned. They change no answer, but spare conflicts: at the limit on
//! conflicts a kept solver may answer where a fresh one gives up. It is the one
//! exception to a kept strategy deciding as a fresh one. (A solver that is full
//! of clauses is begun anew, so that their limit is the same for both.)

use super::random::any_closed;
use super::{Decision, Effort, Entry, OptionSpec, Options, Strategy, Values};
use crate::crocomine::clauses::{Bound, Translation, classes};
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::posterior::{Clash, Limit, Stop, View, settle};
use crate::crocomine::rules::{Action, Content};
use crate::crocomine::world::Sight;
use crate::grid::Cell;
use crate::sat::cardinality::Encoding;
use crate::sat::{Clauses, Guarded, Lit, MOST_CLAUSES, OutOfConflicts, Solver, TooManyClauses};
use rand::Rng;

/// The registry's entry.
pub const ENTRY: Entry = Entry {
    name: "sat",
    about: "SAT entailment; any closed cell at a stall",
    options: &[
        OptionSpec {
            name: "totals",
            about: "encoding of the totals: binomial (sequential for a total of more than 10 000 clauses, a decision that counts in `limits`), sequential, totalizer; off: counts alone",
            default: "totalizer",
            values: Values::Words(&["binomial", "sequential", "totalizer", "off"]),
        },
        OptionSpec {
            name: "filter",
            about: "whether models rule out candidates; if not, each candidate is a call of its own",
            default: "true",
            values: Values::Flag,
        },
        OptionSpec {
            name: "conflicts",
            about: "most conflicts of the solver in one decision; then the game is given up (what it learned before can spare it some)",
            default: "1000000",
            values: Values::Count,
        },
    ],
    build: |options| Ok(Box::new(Sat { entailment: Entailment::new(options) })),
};

/// How to ask.
#[derive(Clone, Copy, Debug)]
struct How {
    totals: Option<Encoding>,
    filter: bool,
    conflicts: u64,
}

/// What must hold, found by a SAT solver that grows with one map.
pub struct Entailment {
    how: How,
    map: Option<Map>,
}

impl Entailment {
    /// With the options of [`ENTRY`].
    pub fn new(options: &Options) -> Self {
        let totals = Encoding::ALL.into_iter().find(|encoding| encoding.word() == options.word("totals"));
        Self { how: How { totals, filter: options.flag("filter"), conflicts: options.count("conflicts") as u64 }, map: None }
    }

    /// All actions that are right in every world consistent with what is known,
    /// by cell; without totals, in every filling of the closed cells that agrees
    /// with the counts.
    ///
    /// Knowledge that does not continue what was asked about before is a new map.
    ///
    /// # Errors
    /// Too many conflicts or clauses, or no world.
    pub fn proven(&mut self, knowledge: &Knowledge) -> Result<Vec<Action>, Stop> {
        if !self.map.as_ref().is_some_and(|map| continues(&map.known, knowledge)) {
            self.map = None;
        }
        let map = self.map.get_or_insert_with(|| Map::new(knowledge));
        if let Some(proven) = map.proven(knowledge, self.how)? {
            return Ok(proven);
        }
        map.begin_anew();
        Err(clash(knowledge, self.how)?.into())
    }

    /// Work done on the present map.
    pub fn effort(&self) -> Effort {
        self.map.as_ref().map(Map::effort).unwrap_or_default()
    }
}

/// One map, as far as it was asked about.
struct Map {
    known: Knowledge,
    said: Said,
    /// What was done in solvers that were given up.
    before: Effort,
    /// Decisions in which a total was written in another encoding than asked for.
    limits: u64,
}

/// What was said about one map to one solver.
struct Said {
    translation: Translation,
    solver: Solver,
    /// What the totals of the last decision depend on.
    guard: Option<Lit>,
}

impl Map {
    fn new(knowledge: &Knowledge) -> Self {
        Self { known: knowledge.clone(), said: Said::nothing(knowledge), before: Effort::default(), limits: 0 }
    }

    fn effort(&self) -> Effort {
        let work = self.said.solver.work();
        let mut effort = Effort { limits: self.limits, ..self.before };
        effort += Effort {
            sat_calls: work.calls,
            sat_conflicts: work.conflicts,
            sat_clauses: work.clauses,
            sat_variables: work.variables,
            ..Effort::default()
        };
        effort
    }

    /// Gives up the solver, and its memory, for a new one.
    fn begin_anew(&mut self) {
        self.before = self.effort();
        self.said = Said::nothing(&self.known);
    }

    /// All proven actions, by cell; `None` where there is no world.
    fn proven(&mut self, knowledge: &Knowledge, how: How) -> Result<Option<Vec<Action>>, Stop> {
        self.known = knowledge.clone();
        let classes = classes(knowledge, how.totals.is_some());
        let bounds = self.said.say(&classes, knowledge, how.totals).or_else(|TooManyClauses| {
            // Much of what fills the solver may have been withdrawn by now.
            self.begin_anew();
            self.said.say(&classes, knowledge, how.totals)
        })?;
        self.limits += u64::from(how.totals.is_some_and(|encoding| bounds.iter().any(|bound| bound.affordable(encoding) != encoding)));
        self.said.proven(&classes, knowledge, how)
    }
}

impl Said {
    fn nothing(knowledge: &Knowledge) -> Self {
        Self { translation: Translation::new(knowledge.grid().len()), solver: Solver::new(), guard: None }
    }

    /// Asks what must hold.
    fn proven(&mut self, classes: &[Vec<Cell>], knowledge: &Knowledge, how: How) -> Result<Option<Vec<Action>>, Stop> {
        self.solver.limit(how.conflicts);
        let mut candidates: Vec<(Lit, Content, &[Cell])> = Vec::new();
        for class in classes {
            candidates.extend(self.translation.contents(class[0]).map(|(literal, content)| (literal, content, &class[..])));
        }
        let literals: Vec<Lit> = candidates.iter().map(|candidate| candidate.0).collect();
        let Some(backbone) = self.solver.backbone(self.guard.as_slice(), &literals, how.filter)? else { return Ok(None) };

        let start = knowledge.start();
        let mut proven: Vec<Action> = knowledge.is_closed(start).then(|| settle(start, None)).into_iter().collect();
        // The backbone keeps the order of the candidates.
        let mut backbone = backbone.into_iter().peekable();
        for (literal, content, class) in candidates {
            if backbone.next_if_eq(&literal).is_some() {
                proven.extend(class.iter().map(|&cell| settle(cell, content)));
            }
        }
        proven.sort_unstable_by_key(|action| action.cell());
        Ok(Some(proven))
    }

    /// Says what is known by now. The totals of before are withdrawn: they would
    /// still be true, but they are many clauses, and the new ones imply them.
    /// Returns the new.
    fn say(&mut self, classes: &[Vec<Cell>], knowledge: &Knowledge, totals: Option<Encoding>) -> Result<Vec<Bound>, TooManyClauses> {
        self.translation.update(knowledge, &mut self.solver)?;
        if let Some(old) = self.guard.take() {
            self.solver.clause(&[!old]);
        }
        let Some(encoding) = totals else { return Ok(Vec::new()) };
        let cells: Vec<Cell> = classes.iter().map(|class| class[0]).collect();
        let mut bounds = self.translation.totals(&cells, knowledge, &mut self.solver)?;
        bounds.retain(Bound::can_bind);
        if !bounds.is_empty() {
            self.guard = Some(guarded(&bounds, encoding, &mut self.solver)?);
        }
        Ok(bounds)
    }
}

/// Where there is no world: a smallest set of open cells, with or without the
/// totals, whose counts cannot hold together.
fn clash(knowledge: &Knowledge, how: How) -> Result<Clash, Stop> {
    let grid = knowledge.grid();
    let mut solver = Solver::new();
    solver.limit(how.conflicts);
    let mut translation = Translation::new(grid.len());
    // What can be left out is left out, in this order: the totals first.
    let mut guards: Vec<(Lit, Option<Cell>)> = Vec::new();
    if let Some(encoding) = how.totals {
        let cells: Vec<Cell> = classes(knowledge, true).iter().map(|class| class[0]).collect();
        let bounds = translation.totals(&cells, knowledge, &mut solver)?;
        guards.push((guarded(&bounds, encoding, &mut solver)?, None));
    }
    for cell in (0..grid.len()).filter(|&cell| knowledge.is_open(cell)) {
        let bounds = translation.around(cell, knowledge, &mut solver)?;
        guards.push((guarded(&bounds, Encoding::Binomial, &mut solver)?, Some(cell)));
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

impl From<OutOfConflicts> for Stop {
    fn from(OutOfConflicts(conflicts): OutOfConflicts) -> Self {
        Stop::Limit(Limit::Conflicts(conflicts))
    }
}

impl From<TooManyClauses> for Stop {
    fn from(_: TooManyClauses) -> Self {
        Stop::Limit(Limit::Clauses(MOST_CLAUSES))
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

/// Says these bounds where the returned literal is assumed.
fn guarded(bounds: &[Bound], encoding: Encoding, solver: &mut Solver) -> Result<Lit, TooManyClauses> {
    let guard = solver.variable();
    for bound in bounds {
        bound.write(&mut Guarded { clauses: solver, guard }, encoding)?;
    }
    Ok(guard)
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
            Ok(_) => any_closed(view, rng),
        }
    }

    fn effort(&self) -> Effort {
        self.entailment.effort()
    }
}
