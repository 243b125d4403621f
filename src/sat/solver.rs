//! The solver: batsat (a port of `MiniSat` 2.2; Eén and Sörensson, 2003) behind
//! four questions: is there a model, what holds in it, which assumptions are to
//! blame, and which literals hold in every model.
//!
//! Clauses only grow; what is to be withdrawn later is said under a guard (see
//! [`super::Guarded`]). Work is limited by conflicts, never by time.

use super::{Clauses, Lit, MOST_CLAUSES};
use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, Var, lbool};

/// The limit on conflicts was reached before there was an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the SAT solver needs more than {0} conflicts")]
pub struct OutOfConflicts(pub u64);

/// Work done, since the solver was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Questions for a model.
    pub calls: u64,
    /// Conflicts in them.
    pub conflicts: u64,
    /// Clauses said, those of its own questions among them.
    pub clauses: u64,
    /// Variables made, likewise.
    pub variables: u64,
}

/// Stops a call after so many conflicts: each teaches one clause.
struct Budget(u64);

impl Callbacks for Budget {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.0 = self.0.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        self.0 == 0
    }
}

/// An incremental SAT solver.
pub struct Solver {
    inner: batsat::Solver<Budget>,
    calls: u64,
    clauses: u64,
    /// Most conflicts since the count of `from`.
    limit: u64,
    from: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver without clauses and without a limit.
    pub fn new() -> Self {
        // Random signs (from a fixed seed) make one model differ from the next,
        // so that a few of them rule out most candidates of a backbone.
        let options = SolverOpts { rnd_pol: true, ..SolverOpts::default() };
        Self { inner: batsat::Solver::new(options, Budget(0)), calls: 0, clauses: 0, limit: u64::MAX, from: 0 }
    }

    /// From now on, and all questions together, at most so many conflicts.
    pub fn limit(&mut self, conflicts: u64) {
        self.limit = conflicts;
        self.from = self.inner.num_conflicts();
    }

    /// Whether there is a model in which all of `assumptions` hold.
    ///
    /// # Errors
    /// [`OutOfConflicts`] where the limit was reached first.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, OutOfConflicts> {
        let used = self.inner.num_conflicts() - self.from;
        self.inner.cb_mut().0 = self.limit.saturating_sub(used);
        self.calls += 1;
        let assumptions: Vec<batsat::Lit> = assumptions.iter().map(|&literal| outward(literal)).collect();
        let answer = self.inner.solve_limited(&assumptions);
        if answer == lbool::UNDEF { Err(OutOfConflicts(self.limit)) } else { Ok(answer == lbool::TRUE) }
    }

    /// Whether a literal holds in the model just found.
    pub fn holds(&self, literal: Lit) -> bool {
        self.inner.value_lit(outward(literal)) == lbool::TRUE
    }

    /// After an answer of "no model": assumptions that cannot hold together.
    pub fn core(&self) -> Vec<Lit> {
        self.inner.unsat_core().iter().map(|&literal| !inward(literal)).collect()
    }

    /// Those of `candidates` that hold in every model of `assumptions`; `None`
    /// where there is no model.
    ///
    /// With `filter`, each model found rules out the candidates that fail in it,
    /// and the next must differ from all before in one that is left, until there
    /// is none: a few questions for any number of candidates (Janota, Lynce and
    /// Marques-Silva, 2015, "Algorithms for computing backbones of propositional
    /// formulae"). Without it, each candidate is a question of its own.
    ///
    /// # Errors
    /// [`OutOfConflicts`] where the limit was reached first.
    pub fn backbone(&mut self, assumptions: &[Lit], candidates: &[Lit], filter: bool) -> Result<Option<Vec<Lit>>, OutOfConflicts> {
        if !self.solve(assumptions)? {
            return Ok(None);
        }
        let mut backbone = candidates.to_vec();
        let mut assumed = assumptions.to_vec();
        if !filter {
            let mut kept = Vec::new();
            for candidate in backbone {
                assumed.push(!candidate);
                if !self.solve(&assumed)? {
                    kept.push(candidate);
                }
                assumed.pop();
            }
            return Ok(Some(kept));
        }
        backbone.retain(|&literal| self.holds(literal));
        while !backbone.is_empty() {
            let differs = self.variable();
            let mut clause = vec![!differs];
            clause.extend(backbone.iter().map(|&literal| !literal));
            self.clause(&clause);
            assumed.push(differs);
            let more = self.solve(&assumed)?;
            assumed.pop();
            if more {
                backbone.retain(|&literal| self.holds(literal));
            }
            self.clause(&[!differs]);
            if !more {
                break;
            }
        }
        Ok(Some(backbone))
    }

    /// Work done so far.
    pub fn work(&self) -> Work {
        Work {
            calls: self.calls,
            conflicts: self.inner.num_conflicts(),
            clauses: self.clauses,
            variables: u64::from(self.inner.num_vars()),
        }
    }
}

impl Clauses for Solver {
    fn variable(&mut self) -> Lit {
        Lit::positive(self.inner.new_var_default().idx())
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.clauses += 1;
        self.inner.add_clause_reuse(&mut literals.iter().map(|&literal| outward(literal)).collect());
    }

    fn room(&self) -> usize {
        MOST_CLAUSES.saturating_sub(self.clauses as usize)
    }
}

fn outward(literal: Lit) -> batsat::Lit {
    batsat::Lit::new(Var::unsafe_from_idx(literal.variable()), literal.is_positive())
}

fn inward(literal: batsat::Lit) -> Lit {
    let positive = Lit::positive(literal.var().idx());
    if literal.sign() { positive } else { !positive }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Clauses of up to three literals over eight variables, as bits: which
    /// variables they contain, and with which sign.
    fn random_problem(seed: u64) -> Vec<Vec<(usize, bool)>> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let clauses = rng.random_range(4..26);
        let literal = |rng: &mut ChaCha8Rng| (rng.random_range(0..8), rng.random_bool(0.5));
        (0..clauses).map(|_| (0..rng.random_range(1..4)).map(|_| literal(&mut rng)).collect()).collect()
    }

    fn models(problem: &[Vec<(usize, bool)>]) -> Vec<u32> {
        let holds = |bits: u32, &(variable, sign): &(usize, bool)| (bits >> variable & 1 == 1) == sign;
        (0..256).filter(|&bits| problem.iter().all(|clause| clause.iter().any(|literal| holds(bits, literal)))).collect()
    }

    #[test]
    fn backbones_against_all_assignments() {
        let mut satisfiable = 0;
        for seed in 0..1500 {
            let problem = random_problem(seed);
            let models = models(&problem);
            satisfiable += u32::from(!models.is_empty());
            let mut solver = Solver::new();
            let variables: Vec<Lit> = (0..8).map(|_| solver.variable()).collect();
            let literal = |&(variable, sign): &(usize, bool)| if sign { variables[variable] } else { !variables[variable] };
            for clause in &problem {
                solver.clause(&clause.iter().map(literal).collect::<Vec<_>>());
            }
            let candidates: Vec<Lit> = variables.iter().flat_map(|&v| [v, !v]).collect();
            // Each twice: an answer must not depend on the questions before it.
            for filter in [true, false, true, false] {
                for assumed in [None, Some((3, true)), Some((3, false))] {
                    let left: Vec<u32> =
                        models.iter().copied().filter(|bits| assumed.is_none_or(|(v, sign)| (bits >> v & 1 == 1) == sign)).collect();
                    let in_all = |variable: usize, sign: bool| left.iter().all(|bits| (bits >> variable & 1 == 1) == sign);
                    let expected: Vec<Lit> = (0..8)
                        .flat_map(|v| [(v, true), (v, false)])
                        .filter(|&(v, sign)| in_all(v, sign))
                        .map(|pair| literal(&pair))
                        .collect();
                    let assumptions: Vec<Lit> = assumed.iter().map(literal).collect();
                    let answer = solver.backbone(&assumptions, &candidates, filter);
                    assert_eq!(answer, Ok((!left.is_empty()).then_some(expected)), "seed {seed}, filter {filter}");
                }
            }
        }
        assert!((500..1500).contains(&satisfiable), "the problems are of both kinds: {satisfiable}");
    }

    #[test]
    fn the_core_names_assumptions_that_clash() {
        let mut solver = Solver::new();
        let [a, b, c, d] = [(); 4].map(|()| solver.variable());
        solver.clause(&[!a, !b, c]);
        solver.clause(&[!c, !d]);
        assert_eq!(solver.solve(&[d, b, a]), Ok(false));
        let mut core = solver.core();
        core.sort_unstable();
        assert_eq!(core, [a, b, d]);
        assert_eq!(solver.solve(&[d, b]), Ok(true));
        assert!(solver.holds(!a) && solver.holds(b) && solver.holds(!c));
    }

    /// Seven pigeons do not fit six holes, which takes many conflicts to see.
    fn pigeons() -> Solver {
        let mut solver = Solver::new();
        let sits: Vec<Vec<Lit>> = (0..7).map(|_| (0..6).map(|_| solver.variable()).collect()).collect();
        for (i, pigeon) in sits.iter().enumerate() {
            solver.clause(pigeon);
            for other in &sits[..i] {
                for (&here, &there) in pigeon.iter().zip(other) {
                    solver.clause(&[!here, !there]);
                }
            }
        }
        solver
    }

    #[test]
    fn the_limit_is_a_named_outcome() {
        let mut solver = pigeons();
        solver.limit(20);
        assert_eq!(solver.solve(&[]), Err(OutOfConflicts(20)));
        assert_eq!(solver.work().conflicts, 20);
        assert_eq!(solver.backbone(&[], &[], true), Err(OutOfConflicts(20)), "the limit is for all questions together");
        solver.limit(u64::MAX);
        assert_eq!(solver.solve(&[]), Ok(false));
        assert!(solver.work().conflicts > 20);
        assert_eq!(solver.work().calls, 3);
    }

    #[test]
    fn a_solver_may_go_to_another_thread() {
        fn check<T: Send>(_: &T) {}
        check(&Solver::new());
    }
}
