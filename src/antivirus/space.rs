//! The positions of a puzzle and the pushes between them.
//!
//! A piece never turns, so where it is is one number: its placement. All placements, their
//! cells as a word, and where each leads are computed once. A position is one word too, a
//! field of bits for each piece; pieces of the same shape are interchangeable, and kept in
//! the order of their placements.
//!
//! A push moves the least set of pieces that contains the one picked and everything that a
//! member would move onto. Different picks may give the same set: that is one move.

use super::board::{Direction, Pos};
use super::instance::{Instance, MOST_PIECES, Push};
use super::word::Word;

/// No placement: the edge or a white cell is in the way.
const NONE: u16 = u16::MAX;

/// A piece somewhere: its cells, and where each direction leads.
#[derive(Clone, Copy, Debug)]
struct Placement<M> {
    /// The piece's first cell.
    anchor: Pos,
    cells: M,
    next: [u16; 4],
}

/// One piece's field in a key.
#[derive(Clone, Debug)]
struct Field<M> {
    placements: Vec<Placement<M>>,
    shift: u32,
    mask: u16,
}

/// All positions of a puzzle. `M` holds a bit a cell, `K` a position.
#[derive(Clone, Debug)]
pub struct Space<M, K> {
    fields: Vec<Field<M>>,
    /// Pieces of one shape, by their places; only where there are several.
    alike: Vec<Vec<usize>>,
    start: K,
    /// The virus's placement with its upper cell at the corner, and at the opening.
    corner: u16,
    opening: u16,
}

/// Pieces as bits, by their places.
pub type Group = u16;

impl<M: Word, K: Word> Space<M, K> {
    /// The space of a puzzle; `None` where its cells or its positions do not fit into the words.
    pub fn new(instance: &Instance) -> Option<Self> {
        let board = instance.board();
        let free: Vec<Pos> = board.cells().filter(|pos| !instance.whites().contains(pos)).collect();
        if free.len() > M::BITS as usize {
            return None;
        }
        let shapes: Vec<Vec<Pos>> = instance.pieces().iter().map(|piece| shape(&piece.cells)).collect();
        let (mut fields, mut shift) = (Vec::new(), 0);
        for shape in &shapes {
            let placements = placements::<M>(shape, &free);
            let width = usize::BITS - placements.len().leading_zeros();
            if shift + width > K::BITS {
                return None;
            }
            fields.push(Field { placements, shift, mask: ((1_u32 << width) - 1) as u16 });
            shift += width;
        }
        let place = |piece: usize, pos: Pos| {
            let at = fields[piece].placements.iter().position(|placement| placement.anchor == pos);
            at.map_or(NONE, |place| place as u16)
        };
        let (corner, opening) = (place(0, board.corner()), place(0, board.opening()));
        let mut at: Vec<u16> = instance.pieces().iter().enumerate().map(|(nth, piece)| place(nth, piece.cells[0])).collect();
        let mut space = Self { alike: alike(&shapes), fields, start: K::ZERO, corner, opening };
        space.start = space.key(&mut at);
        Some(space)
    }

    /// Where it starts.
    pub fn start(&self) -> K {
        self.start
    }

    /// Whether the virus's upper cell is at the corner, or at the opening.
    pub fn is_at(&self, key: K, opening: bool) -> bool {
        self.place(key, 0) == if opening { self.opening } else { self.corner }
    }

    fn place(&self, key: K, piece: usize) -> u16 {
        let field = &self.fields[piece];
        (key >> field.shift).low() & field.mask
    }

    /// The key of placements, which puts pieces of one shape in order.
    fn key(&self, at: &mut [u16]) -> K {
        self.order(at);
        self.fields.iter().zip(at).fold(K::ZERO, |key, (field, &mut place)| key | K::from(place) << field.shift)
    }

    fn order(&self, at: &mut [u16]) {
        for class in &self.alike {
            let mut places = [0; MOST_PIECES];
            let places = &mut places[..class.len()];
            for (&piece, place) in class.iter().zip(&mut *places) {
                *place = at[piece];
            }
            places.sort_unstable();
            for (&piece, place) in class.iter().zip(places) {
                at[piece] = *place;
            }
        }
    }

    /// Hands every position that one push leads to, with the push and the pieces that move,
    /// to `visit`: by direction, then by the first piece that moves the group.
    pub fn expand(&self, key: K, mut visit: impl FnMut(K, Push, Group)) {
        let pieces = self.fields.len();
        let (mut at, mut cells) = ([0_u16; MOST_PIECES], [M::ZERO; MOST_PIECES]);
        for piece in 0..pieces {
            at[piece] = self.place(key, piece);
            cells[piece] = self.fields[piece].placements[usize::from(at[piece])].cells;
        }
        for (nth, direction) in Direction::ALL.into_iter().enumerate() {
            let (mut to, mut onto, mut stuck) = ([0_u16; MOST_PIECES], [0 as Group; MOST_PIECES], 0 as Group);
            for piece in 0..pieces {
                let placements = &self.fields[piece].placements;
                to[piece] = placements[usize::from(at[piece])].next[nth];
                if to[piece] == NONE {
                    stuck |= 1 << piece;
                    continue;
                }
                let moved = placements[usize::from(to[piece])].cells;
                let meets = |other: usize| Group::from(moved & cells[other] != M::ZERO) << other;
                onto[piece] = (0..pieces).fold(0, |met, other| met | meets(other)) & !(1 << piece);
            }
            let (mut seen, mut many) = ([0 as Group; MOST_PIECES], 0);
            for piece in 0..pieces {
                let group = closure(piece, &onto, stuck);
                if group == 0 || seen[..many].contains(&group) {
                    continue;
                }
                (seen[many], many) = (group, many + 1);
                visit(self.moved(key, &at, group, &to), Push { piece, direction }, group);
            }
        }
    }

    /// The pushes along a path of positions, in the names of the puzzle's pieces: in keys,
    /// pieces of one shape change theirs.
    ///
    /// # Panics
    /// If no push leads from one position to the next.
    pub fn pushes(&self, instance: &Instance, path: &[K]) -> Vec<Push> {
        let mut anchors: Vec<Pos> = instance.pieces().iter().map(|piece| piece.cells[0]).collect();
        let named = |step: &[K]| {
            let mut found = None;
            self.expand(step[0], |to, push, group| {
                if to == step[1] && found.is_none() {
                    found = Some((push, group));
                }
            });
            let (push, group) = found.expect("a push leads along the path");
            let anchor = |piece: usize| self.fields[piece].placements[usize::from(self.place(step[0], piece))].anchor;
            let moving: Vec<Pos> = (0..self.fields.len()).filter(|piece| group >> piece & 1 == 1).map(anchor).collect();
            let piece = anchors.iter().position(|&at| at == anchor(push.piece)).expect("the pieces are where the key says");
            anchors.iter_mut().filter(|at| moving.contains(at)).for_each(|at| *at = push.direction.from(*at));
            Push { piece, ..push }
        };
        path.windows(2).map(named).collect()
    }

    /// The position after a group's move.
    fn moved(&self, key: K, at: &[u16; MOST_PIECES], group: Group, to: &[u16; MOST_PIECES]) -> K {
        if self.alike.is_empty() {
            let mut key = key;
            let mut left = group;
            while left != 0 {
                let piece = left.trailing_zeros() as usize;
                left &= left - 1;
                let field = &self.fields[piece];
                key = (key & !(K::from(field.mask) << field.shift)) | K::from(to[piece]) << field.shift;
            }
            return key;
        }
        let mut places = *at;
        (0..self.fields.len()).filter(|piece| group >> piece & 1 == 1).for_each(|piece| places[piece] = to[piece]);
        self.key(&mut places[..self.fields.len()])
    }
}

/// Cells as offsets from the first.
fn shape(cells: &[Pos]) -> Vec<Pos> {
    let (row, col) = cells[0];
    cells.iter().map(|&(r, c)| (r - row, c - col)).collect()
}

/// Everywhere a shape can be among the free cells, whose places are their bits.
fn placements<M: Word>(shape: &[Pos], free: &[Pos]) -> Vec<Placement<M>> {
    let bit = |pos: Pos| free.iter().position(|&cell| cell == pos).map(|place| M::from(1) << place as u32);
    let cells = |(row, col): Pos| shape.iter().map(|&(r, c)| bit((row + r, col + c))).try_fold(M::ZERO, |cells, bit| Some(cells | bit?));
    let anchors: Vec<(Pos, M)> = free.iter().filter_map(|&anchor| Some((anchor, cells(anchor)?))).collect();
    let place = |pos: Pos| anchors.iter().position(|(anchor, _)| *anchor == pos).map_or(NONE, |place| place as u16);
    let next = |anchor| Direction::ALL.map(|direction| place(direction.from(anchor)));
    anchors.iter().map(|&(anchor, cells)| Placement { anchor, cells, next: next(anchor) }).collect()
}

/// Pieces of one shape, where there are several. The virus is itself, whatever looks like it.
fn alike(shapes: &[Vec<Pos>]) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for piece in 1..shapes.len() {
        match classes.iter_mut().find(|class| shapes[class[0]] == shapes[piece]) {
            Some(class) => class.push(piece),
            None => classes.push(vec![piece]),
        }
    }
    classes.retain(|class| class.len() > 1);
    classes
}

/// The least group that moves when this piece is picked; none where it cannot move.
fn closure(piece: usize, onto: &[Group; MOST_PIECES], stuck: Group) -> Group {
    let mut group: Group = 1 << piece;
    let mut left = group;
    while left != 0 {
        if left & stuck != 0 {
            return 0;
        }
        let member = left.trailing_zeros() as usize;
        let new = onto[member] & !group;
        group |= new;
        left = (left & (left - 1)) | new;
    }
    group
}
