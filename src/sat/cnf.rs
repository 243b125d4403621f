//! A problem as text: clauses kept as they are said, written in DIMACS form for
//! outside solvers, with the meaning of its variables in comments.

use super::{Clauses, Lit, MOST_CLAUSES};
use std::fmt;

/// Clauses that are kept, not solved. Displays as a DIMACS file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    comments: Vec<String>,
    variables: u32,
    /// Of all clauses, one after the other.
    literals: Vec<Lit>,
    /// Where each clause ends in them.
    ends: Vec<usize>,
}

impl Cnf {
    /// Adds a comment, one line.
    pub fn comment(&mut self, line: String) {
        self.comments.push(line);
    }

    /// Adds a comment with the meaning of a variable.
    pub fn name(&mut self, variable: Lit, meaning: impl fmt::Display) {
        self.comment(format!("var {} = {meaning}", variable.dimacs()));
    }

    /// Number of variables.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// The clauses, in the order in which they were said.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> {
        let start = |i: usize| if i == 0 { 0 } else { self.ends[i - 1] };
        (0..self.ends.len()).map(move |i| &self.literals[start(i)..self.ends[i]])
    }
}

impl Clauses for Cnf {
    fn variable(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables - 1)
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.literals.extend_from_slice(literals);
        self.ends.push(self.literals.len());
    }

    fn room(&self) -> usize {
        MOST_CLAUSES.saturating_sub(self.ends.len())
    }
}

impl fmt::Display for Cnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.comments {
            writeln!(f, "c {line}")?;
        }
        writeln!(f, "p cnf {} {}", self.variables, self.ends.len())?;
        for clause in self.clauses() {
            for literal in clause {
                write!(f, "{} ", literal.dimacs())?;
            }
            writeln!(f, "0")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::cardinality::{Encoding, between};
    use super::*;
    use expect_test::expect;

    #[test]
    fn dimacs_text() {
        let mut cnf = Cnf::default();
        cnf.comment("two of three".into());
        let literals = [cnf.variable(), cnf.variable(), cnf.variable()];
        for (literal, name) in literals.iter().zip(["a", "b", "c"]) {
            cnf.name(*literal, name);
        }
        between(&mut cnf, &literals, 2, 2, Encoding::Binomial).unwrap();
        cnf.clause(&[]);
        expect![[r"
            c two of three
            c var 1 = a
            c var 2 = b
            c var 3 = c
            p cnf 3 5
            -1 -2 -3 0
            1 2 0
            1 3 0
            2 3 0
            0
        "]]
        .assert_eq(&cnf.to_string());
    }
}
