//! Rectangular grids: cells by number, positions, neighbours.
//!
//! A cell is its row-major number, so that everything known about a board is a
//! plain vector indexed by it. The eight-neighbourhood is computed once per
//! size and shared: a [`Grid`] is cheap to clone.

use std::fmt;
use std::sync::Arc;

/// A cell's row-major number: `row * cols + col`, 0-based.
pub type Cell = usize;

/// Most cells a grid may have: counts of cells are packed into 20 bits.
pub const MAX_CELLS: usize = (1 << 20) - 1;

/// The up to eight cells around one, in row-major order.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    cells: [u32; 8],
    len: u8,
}

/// A grid of `rows × cols` cells whose edges are not connected.
///
/// ```
/// let grid = clover::grid::Grid::new(2, 3);
/// assert_eq!(grid.cell(1, 0), 3);
/// assert_eq!(grid.neighbours(3).collect::<Vec<_>>(), [0, 1, 4]);
/// ```
#[derive(Clone)]
pub struct Grid {
    rows: usize,
    cols: usize,
    around: Arc<[Around]>,
}

impl Grid {
    /// A grid of `rows × cols` cells.
    ///
    /// # Panics
    /// If a side is 0 or there are more than [`MAX_CELLS`] cells; whoever reads
    /// sizes from outside checks first.
    pub fn new(rows: usize, cols: usize) -> Self {
        let cells = rows.saturating_mul(cols);
        assert!(cells > 0 && cells <= MAX_CELLS, "a grid of {rows} × {cols} cells");
        let around = (0..cells).map(|cell| surroundings(rows, cols, cell)).collect();
        Self { rows, cols, around }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.around.len()
    }

    /// Never true: a grid has at least one cell.
    pub fn is_empty(&self) -> bool {
        self.around.is_empty()
    }

    /// The cell at a position on the grid.
    pub fn cell(&self, row: usize, col: usize) -> Cell {
        debug_assert!(row < self.rows && col < self.cols);
        row * self.cols + col
    }

    /// The cell at a position that may lie outside the grid.
    pub fn checked_cell(&self, row: usize, col: usize) -> Option<Cell> {
        (row < self.rows && col < self.cols).then(|| row * self.cols + col)
    }

    /// Row and column of a cell.
    pub fn pos(&self, cell: Cell) -> (usize, usize) {
        (cell / self.cols, cell % self.cols)
    }

    /// The cells around a cell, in row-major order.
    pub fn neighbours(&self, cell: Cell) -> impl ExactSizeIterator<Item = Cell> + '_ {
        let around = &self.around[cell];
        around.cells[..usize::from(around.len)].iter().map(|&c| c as Cell)
    }
}

impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        (self.rows, self.cols) == (other.rows, other.cols)
    }
}

impl Eq for Grid {}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({} × {})", self.rows, self.cols)
    }
}

fn surroundings(rows: usize, cols: usize, cell: Cell) -> Around {
    let (row, col) = (cell / cols, cell % cols);
    let mut around = Around::default();
    for r in row.saturating_sub(1)..(row + 2).min(rows) {
        for c in col.saturating_sub(1)..(col + 2).min(cols) {
            if (r, c) != (row, col) {
                around.cells[usize::from(around.len)] = (r * cols + c) as u32;
                around.len += 1;
            }
        }
    }
    around
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn neighbours_are_the_cells_at_distance_one(rows in 1usize..9, cols in 1usize..9) {
            let grid = Grid::new(rows, cols);
            for cell in 0..grid.len() {
                let (r, c) = grid.pos(cell);
                prop_assert_eq!(grid.cell(r, c), cell);
                let expected: Vec<Cell> = (0..grid.len())
                    .filter(|&other| {
                        let (r2, c2) = grid.pos(other);
                        other != cell && r.abs_diff(r2) <= 1 && c.abs_diff(c2) <= 1
                    })
                    .collect();
                prop_assert_eq!(grid.neighbours(cell).collect::<Vec<_>>(), expected);
            }
        }
    }

    #[test]
    fn positions_outside_have_no_cell() {
        let grid = Grid::new(2, 3);
        assert_eq!(grid.checked_cell(1, 2), Some(5));
        assert_eq!(grid.checked_cell(2, 0), None);
        assert_eq!(grid.checked_cell(0, 3), None);
    }
}
