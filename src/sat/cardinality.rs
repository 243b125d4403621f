//! Counting constraints as clauses: between `lo` and `hi` of some literals hold.
//!
//! - **binomial**: no variable is added; each set of `hi + 1` literals has one
//!   that fails, each set of `n − lo + 1` one that holds. Grows as a binomial
//!   coefficient.
//! - **sequential** (Sinz, 2005, "Towards an optimal CNF encoding of Boolean
//!   cardinality constraints"): a counter that takes in one literal after another.
//! - **totalizer** (Bailleux and Boufkhad, 2003, "Efficient CNF encoding of
//!   Boolean cardinality constraints"): a balanced tree of such counts.
//!
//! The last two differ in the shape of a tree alone. Each of its nodes holds a
//! count in unary, literal `j` meaning "at least `j + 1`", and is the sum of its
//! two parts; the counter is the tree whose right parts are single literals.
//! Two kinds of clauses tie a sum to its parts: upward ones, which make it at
//! least what they add up to, serve `hi`; downward ones serve `lo`. Only the
//! kinds and the digits that a bound needs are written.

use super::{Clauses, Lit, TooManyClauses};

/// How a counting constraint becomes clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Every subset, directly.
    Binomial,
    /// Sinz's counter.
    Sequential,
    /// Bailleux and Boufkhad's tree.
    Totalizer,
}

impl Encoding {
    /// All of them.
    pub const ALL: [Encoding; 3] = [Encoding::Binomial, Encoding::Sequential, Encoding::Totalizer];

    /// Its name in options and files.
    pub fn word(self) -> &'static str {
        match self {
            Encoding::Binomial => "binomial",
            Encoding::Sequential => "sequential",
            Encoding::Totalizer => "totalizer",
        }
    }
}

/// At least `lo` and at most `hi` of these literals hold; where that is
/// impossible, the empty clause. Repeated literals count as often as they occur.
///
/// The models, cut down to these literals, are exactly the assignments within
/// the bounds.
///
/// # Errors
/// Where there is no room for its [`size`].
pub fn between(out: &mut impl Clauses, literals: &[Lit], lo: usize, hi: usize, encoding: Encoding) -> Result<(), TooManyClauses> {
    let n = literals.len();
    if size(n, lo, hi, encoding) > out.room() as u64 {
        return Err(TooManyClauses);
    }
    match Form::new(n, lo, hi, encoding) {
        Form::Never => out.clause(&[]),
        Form::Subsets { lo, hi } => binomial(out, literals, lo, hi),
        Form::Count { counter, failing: false } => counter.write(out, literals, encoding),
        Form::Count { counter, failing: true } => counter.write(out, &negations(literals), encoding),
    }
    Ok(())
}

/// How many clauses [`between`] writes for so many literals: exact, and found
/// without writing them. `u64::MAX` where it does not fit.
pub fn size(literals: usize, lo: usize, hi: usize, encoding: Encoding) -> u64 {
    match Form::new(literals, lo, hi, encoding) {
        Form::Never => 1,
        Form::Subsets { lo, hi } => choose(literals, hi + 1).saturating_add(if lo == 0 { 0 } else { choose(literals, literals - lo + 1) }),
        Form::Count { counter, .. } => counter.size(encoding),
    }
}

/// What becomes of a constraint.
enum Form {
    Never,
    /// One clause for each subset. `lo ≤ hi`, and `hi` is at most all.
    Subsets {
        lo: usize,
        hi: usize,
    },
    /// A counter of the literals, or of those that fail.
    Count {
        counter: Counter,
        failing: bool,
    },
}

impl Form {
    fn new(n: usize, lo: usize, hi: usize, encoding: Encoding) -> Self {
        let hi = hi.min(n);
        if lo > hi {
            return Form::Never;
        }
        // Where all or none must hold, or any may, subsets are the shortest.
        if encoding == Encoding::Binomial || hi == 0 || lo == n || (lo == 0 && hi == n) {
            return Form::Subsets { lo, hi };
        }
        // Counting the literals that fail may need fewer digits.
        let (as_is, negated) = (Counter { n, lo, hi }, Counter { n, lo: n - hi, hi: n - lo });
        let failing = as_is.digits() > negated.digits();
        Form::Count { counter: if failing { negated } else { as_is }, failing }
    }
}

fn negations(literals: &[Lit]) -> Vec<Lit> {
    literals.iter().map(|&literal| !literal).collect()
}

/// Binomial coefficient, `u64::MAX` where it does not fit.
fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    let mut value: u128 = 1;
    for i in 0..k.min(n - k) {
        value = value * (n - i) as u128 / (i + 1) as u128;
        if value > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    value as u64
}

fn binomial(out: &mut impl Clauses, literals: &[Lit], lo: usize, hi: usize) {
    subsets(&negations(literals), hi + 1, &mut Vec::new(), &mut |clause| out.clause(clause));
    if lo > 0 {
        subsets(literals, literals.len() - lo + 1, &mut Vec::new(), &mut |clause| out.clause(clause));
    }
}

/// Every way to add `size` of `from` to `chosen`, in order.
fn subsets(from: &[Lit], size: usize, chosen: &mut Vec<Lit>, each: &mut impl FnMut(&[Lit])) {
    if size == 0 {
        each(chosen);
        return;
    }
    for i in 0..(from.len() + 1).saturating_sub(size) {
        chosen.push(from[i]);
        subsets(&from[i + 1..], size - 1, chosen, each);
        chosen.pop();
    }
}

/// The bounds `lo ..= hi` on `n` literals, one of them binding, by unary counts.
struct Counter {
    n: usize,
    lo: usize,
    hi: usize,
}

impl Counter {
    /// Digits that a node needs at most: enough for each bound that binds.
    fn digits(&self) -> usize {
        if self.hi < self.n { self.hi } else { self.lo }
    }

    fn write(&self, out: &mut impl Clauses, literals: &[Lit], encoding: Encoding) {
        let count = match encoding {
            Encoding::Totalizer => self.tree(out, literals),
            _ => literals[1..].iter().fold(vec![literals[0]], |count, &literal| self.sum(out, &count, &[literal])),
        };
        if self.lo > 0 {
            out.clause(&[count[self.lo - 1]]);
        }
    }

    /// The number of clauses that [`Counter::write`] writes.
    fn size(&self, encoding: Encoding) -> u64 {
        let sums = match encoding {
            Encoding::Totalizer => self.tree_size(self.n),
            _ => (1..self.n).map(|taken| self.sum_size(taken, 1)).sum(),
        };
        sums + u64::from(self.lo > 0)
    }

    fn tree_size(&self, literals: usize) -> u64 {
        if literals == 1 {
            return 0;
        }
        let (left, right) = (literals / 2, literals - literals / 2);
        self.tree_size(left) + self.tree_size(right) + self.sum_size(left, right)
    }

    /// The number of clauses that [`Counter::sum`] writes for two nodes over so
    /// many literals: the pairs (i, j) that it lets pass.
    fn sum_size(&self, left: usize, right: usize) -> u64 {
        let (a, b) = (left.min(self.digits()), right.min(self.digits()));
        let sum = self.digits().min(a + b);
        let upward = if self.hi < self.n { pairs(a, b, self.hi + 1) - 1 } else { 0 };
        let downward = self.lo.min(sum).checked_sub(1).map_or(0, |most| pairs(a, b, most));
        upward + downward
    }

    fn tree(&self, out: &mut impl Clauses, literals: &[Lit]) -> Vec<Lit> {
        if literals.len() == 1 {
            return literals.to_vec();
        }
        let (left, right) = literals.split_at(literals.len() / 2);
        let (left, right) = (self.tree(out, left), self.tree(out, right));
        self.sum(out, &left, &right)
    }

    /// The count of what two nodes count together. A node with fewer digits than
    /// [`Counter::digits`] has one for each of its literals.
    fn sum(&self, out: &mut impl Clauses, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let sum: Vec<Lit> = (0..self.digits().min(a.len() + b.len())).map(|_| out.variable()).collect();
        let mut clause = Vec::with_capacity(3);
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                // Upward: at least i of a and j of b make i + j, which is at most hi.
                if self.hi < self.n && (1..=self.hi + 1).contains(&(i + j)) {
                    clause.clear();
                    clause.extend(i.checked_sub(1).map(|i| !a[i]));
                    clause.extend(j.checked_sub(1).map(|j| !b[j]));
                    clause.extend(sum.get(i + j - 1));
                    out.clause(&clause);
                }
                // Downward: at most i of a and j of b make no more than i + j.
                if i + j < self.lo.min(sum.len()) {
                    clause.clear();
                    clause.extend(a.get(i));
                    clause.extend(b.get(j));
                    clause.push(!sum[i + j]);
                    out.clause(&clause);
                }
            }
        }
        sum
    }
}

/// How many pairs of i up to `a` and j up to `b` add up to `most` or less: all
/// that do, less those with i beyond `a` and those with j beyond `b`, which
/// takes those with both twice.
fn pairs(a: usize, b: usize, most: usize) -> u64 {
    let all = |most: Option<usize>| most.map_or(0, |most| (most as u64 + 1) * (most as u64 + 2) / 2);
    all(Some(most)) + all(most.checked_sub(a + b + 2)) - all(most.checked_sub(a + 1)) - all(most.checked_sub(b + 1))
}

#[cfg(test)]
mod tests {
    use super::super::{Cnf, MOST_CLAUSES, Solver};
    use super::*;

    /// All bounds on up to eight literals, with and without negations: a model
    /// exists under an assignment exactly where the bounds hold.
    #[test]
    fn the_models_are_the_assignments_within_the_bounds() {
        for encoding in Encoding::ALL {
            for n in 0..=8usize {
                for (lo, hi) in (0..=n + 1).flat_map(|lo| (0..=n + 1).map(move |hi| (lo, hi))) {
                    let mut solver = Solver::new();
                    let variables: Vec<Lit> = (0..n).map(|_| solver.variable()).collect();
                    let literals: Vec<Lit> = variables.iter().enumerate().map(|(i, &v)| if (lo + i) % 3 == 0 { !v } else { v }).collect();
                    between(&mut solver, &literals, lo, hi, encoding).unwrap();
                    for bits in 0..1u32 << n {
                        let assumed: Vec<Lit> =
                            literals.iter().enumerate().map(|(i, &l)| if bits >> i & 1 == 1 { l } else { !l }).collect();
                        let expected = (lo..=hi).contains(&(bits.count_ones() as usize));
                        assert_eq!(solver.solve(&assumed), Ok(expected), "{encoding:?}: {lo} to {hi} of {n}, {bits:b}");
                    }
                }
            }
        }
    }

    fn written(n: usize, lo: usize, hi: usize, encoding: Encoding) -> Cnf {
        let mut cnf = Cnf::default();
        let literals: Vec<Lit> = (0..n).map(|_| cnf.variable()).collect();
        between(&mut cnf, &literals, lo, hi, encoding).unwrap();
        cnf
    }

    #[test]
    fn the_size_is_what_is_written() {
        for encoding in Encoding::ALL {
            let every = if encoding == Encoding::Binomial { 0..=11 } else { 0..=34 };
            for n in every {
                for (lo, hi) in (0..=n + 1).flat_map(|lo| (0..=n + 1).map(move |hi| (lo, hi))) {
                    let clauses = written(n, lo, hi, encoding).clauses().len() as u64;
                    assert_eq!(size(n, lo, hi, encoding), clauses, "{encoding:?}: {lo} to {hi} of {n}");
                }
            }
        }
        for (n, lo, hi) in [(1000, 0, 40), (501, 150, 150), (777, 90, 600), (640, 0, 639)] {
            for encoding in [Encoding::Sequential, Encoding::Totalizer] {
                let clauses = written(n, lo, hi, encoding).clauses().len() as u64;
                assert_eq!(size(n, lo, hi, encoding), clauses, "{encoding:?}: {lo} to {hi} of {n}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_not_begun() {
        for (n, lo, hi, encoding) in [
            (40, 20, 20, Encoding::Binomial),
            (5000, 2500, 2500, Encoding::Binomial),
            (4000, 2000, 2000, Encoding::Sequential),
            (1 << 20, 1 << 19, 1 << 19, Encoding::Totalizer),
        ] {
            let mut cnf = Cnf::default();
            let literals: Vec<Lit> = (0..n).map(|_| cnf.variable()).collect();
            assert_eq!(between(&mut cnf, &literals, lo, hi, encoding), Err(TooManyClauses), "{encoding:?}");
            assert_eq!((cnf.variables(), cnf.clauses().len()), (n, 0), "{encoding:?}");
        }
        assert_eq!(choose(5000, 2500), u64::MAX);
    }

    #[test]
    fn all_constraints_share_the_room() {
        let mut cnf = Cnf::default();
        let literals: Vec<Lit> = (0..1500).map(|_| cnf.variable()).collect();
        let each = size(1500, 400, 400, Encoding::Totalizer) as usize;
        for _ in 0..MOST_CLAUSES / each {
            between(&mut cnf, &literals, 400, 400, Encoding::Totalizer).unwrap();
        }
        assert_eq!(between(&mut cnf, &literals, 400, 400, Encoding::Totalizer), Err(TooManyClauses));
        assert_eq!(cnf.clauses().len(), MOST_CLAUSES / each * each);
    }

    #[test]
    fn the_counter_is_no_larger_than_in_its_paper() {
        for (n, k) in [(100, 3), (20, 7), (9, 8)] {
            for (lo, hi) in [(0, k), (n - k, n)] {
                let mut cnf = Cnf::default();
                let literals: Vec<Lit> = (0..n).map(|_| cnf.variable()).collect();
                between(&mut cnf, &literals, lo, hi, Encoding::Sequential).unwrap();
                assert!(cnf.variables() - n <= (n - 1) * k, "{lo} to {hi} of {n}");
                assert!(cnf.clauses().len() < 2 * n * k + n - 3 * k, "{lo} to {hi} of {n}");
            }
        }
    }
}
