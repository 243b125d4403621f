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

use super::{Clauses, Lit};

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

/// Most clauses that [`Encoding::Binomial`] writes for one constraint.
pub const BINOMIAL_MOST: u64 = 10_000;

/// The binomial encoding would need more than [`BINOMIAL_MOST`] clauses;
/// nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the binomial encoding of {lo} to {hi} out of {literals} literals needs more than {BINOMIAL_MOST} clauses")]
pub struct TooManyClauses {
    /// Literals counted.
    pub literals: usize,
    /// Lower bound.
    pub lo: usize,
    /// Upper bound.
    pub hi: usize,
}

/// At least `lo` and at most `hi` of these literals hold; where that is
/// impossible, the empty clause. Repeated literals count as often as they occur.
///
/// The models, cut down to these literals, are exactly the assignments within
/// the bounds.
///
/// # Errors
/// Where [`Encoding::Binomial`] is asked for and would grow too large.
pub fn between(out: &mut impl Clauses, literals: &[Lit], lo: usize, hi: usize, encoding: Encoding) -> Result<(), TooManyClauses> {
    let n = literals.len();
    let hi = hi.min(n);
    if lo > hi {
        out.clause(&[]);
    } else if encoding == Encoding::Binomial {
        let clauses = choose(n, hi + 1).saturating_add(if lo == 0 { 0 } else { choose(n, n - lo + 1) });
        if clauses > BINOMIAL_MOST {
            return Err(TooManyClauses { literals: n, lo, hi });
        }
        binomial(out, literals, lo, hi);
    } else if hi == 0 || lo == n {
        binomial(out, literals, lo, hi);
    } else if lo > 0 || hi < n {
        // Counting the literals that fail may need fewer digits.
        let (as_is, negated) = (Counter { n, lo, hi }, Counter { n, lo: n - hi, hi: n - lo });
        if as_is.digits() <= negated.digits() {
            as_is.write(out, literals, encoding);
        } else {
            negated.write(out, &negations(literals), encoding);
        }
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::super::{Cnf, Solver};
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

    #[test]
    fn binomial_is_refused_where_it_grows_too_large() {
        let mut cnf = Cnf::default();
        let literals: Vec<Lit> = (0..40).map(|_| cnf.variable()).collect();
        let refused = between(&mut cnf, &literals, 20, 20, Encoding::Binomial).unwrap_err();
        assert_eq!(refused, TooManyClauses { literals: 40, lo: 20, hi: 20 });
        assert!(cnf.clauses().is_empty());
        between(&mut cnf, &literals, 0, 2, Encoding::Binomial).unwrap();
        assert_eq!(cnf.clauses().len(), 9880);
        assert_eq!(choose(5000, 2500), u64::MAX);
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
