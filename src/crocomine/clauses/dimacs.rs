//! A state as text for outside solvers.

use super::{Bound, Translation, classes};
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::rules::Animal;
use crate::grid::Cell;
use crate::sat::cardinality::Encoding;
use crate::sat::{Cnf, TooManyClauses};

/// Most closed cells for which every one has variables.
const MOST_WHOLE: usize = 400;

/// All that is known of a state, as a problem that any solver can read; what a
/// variable means is said in comments. Without an encoding, totals are left out.
///
/// Of up to 400 closed cells each has its variables, and no bound is left out: the
/// models are the consistent worlds, and check what [`Translation::totals`]
/// eliminates. Above that, the totals would take a gigabyte; then, of the cells
/// that no count reaches, one of each terrain has variables, and a model is what
/// can be completed to a world.
///
/// # Errors
/// Where the state needs more clauses than there is room for: thousands of cells
/// next to open ones.
pub fn dimacs(knowledge: &Knowledge, totals: Option<Encoding>) -> Result<Cnf, TooManyClauses> {
    let grid = knowledge.grid();
    let mut cnf = Cnf::default();
    let mut translation = Translation::new(grid.len());
    let classes = classes(knowledge, true);
    let whole = knowledge.closed() <= MOST_WHOLE;
    let mut explicit: Vec<Cell> = classes.into_iter().flat_map(|class| if whole { class } else { vec![class[0]] }).collect();
    explicit.sort_unstable();
    let mut bounds = translation.totals(&explicit, knowledge, &mut cnf)?;
    if !whole {
        bounds.retain(Bound::can_bind);
    }
    let (rows, cols) = (grid.rows(), grid.cols());
    cnf.comment(format!("a Crocomine state of {rows} x {cols} cells, {} of them closed", knowledge.closed()));
    if !whole {
        cnf.comment("closed cells without variables are next to no open cell; there is always a way to fill them".into());
    }
    translation.name(knowledge, &mut cnf);
    translation.update(knowledge, &mut cnf)?;
    if let Some(encoding) = totals {
        let named = cnf.variables();
        for bound in &bounds {
            bound.write(&mut cnf, encoding)?;
        }
        if cnf.variables() > named {
            cnf.comment(format!("var {} to {} = partial counts of the totals", named + 1, cnf.variables()));
        }
    }
    Ok(cnf)
}

impl Translation {
    /// Says what each variable of a cell means.
    fn name(&self, knowledge: &Knowledge, cnf: &mut Cnf) {
        for (cell, variables) in self.cells.iter().enumerate() {
            let Some(variables) = variables else { continue };
            let (row, col) = knowledge.grid().pos(cell);
            let animals = Animal::ALL.into_iter().map(|animal| (variables.animals[animal as usize], animal.word()));
            for (literal, word) in [(variables.land, "land"), (variables.free, "free")].into_iter().chain(animals) {
                if let Some(literal) = literal {
                    cnf.name(literal, format_args!("cell ({row},{col}) {word}"));
                }
            }
        }
    }
}
