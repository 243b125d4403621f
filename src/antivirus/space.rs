//! The positions of a puzzle as words, and the pushes between them.
//!
//! A position is one word, a field of bits for each piece, which holds its placement; pieces
//! of the same shape are interchangeable, and kept in the order of their placements.
//!
//! A push moves the least set of pieces that contains the one picked and everything that a
//! member would move onto. Different picks may give the same set: that is one move.

use super::board::{Direction, Pos};
use super::instance::{Instance, MOST_PIECES, Push};
use super::layout::{Group, Layout, NONE, Placement, Places};
use super::word::Word;

/// A piece somewhere, as a space has it.
#[derive(Clone, Copy, Debug)]
struct Placed<K> {
    anchor: Pos,
    next: [u16; 4],
    /// What each direction changes in a key.
    flip: [K; 4],
}

/// One piece's field in a key.
#[derive(Clone, Debug)]
struct Field {
    /// Its first placement among those of all pieces.
    first: usize,
    shift: u32,
    mask: u16,
    /// Its cells on the sheet, beyond that of its first one.
    offsets: Vec<usize>,
}

/// Squares of a sheet of the largest radius: rows −3 to 2R+2, and one column more than the
/// board has. So all neighbours of a piece, which may be half out, are on it.
const SHEET: usize = 20 * 16;

/// On a sheet, and in what a piece meets: the board's edge or a white cell.
const WALL: Group = 1 << MOST_PIECES;

/// All positions of a puzzle, as words `K`.
#[derive(Clone, Debug)]
pub struct Space<K> {
    placed: Vec<Placed<K>>,
    fields: Vec<Field>,
    alike: Vec<Vec<usize>>,
    /// The pieces that have others like them.
    doubled: Group,
    start: K,
    bits: u32,
    /// Squares in a row of the sheet.
    width: usize,
}

impl<K: Word> Space<K> {
    /// The space of a layout; `None` where its positions, and so many bits more, do not fit
    /// into the word.
    pub fn new(layout: &Layout, more: u32) -> Option<Self> {
        let (mut placed, mut fields, mut bits) = (Vec::new(), Vec::new(), 0);
        let width = layout.width() + 1;
        for (placements, shape) in layout.pieces().iter().zip(layout.shapes()) {
            let wide = (usize::BITS - (placements.len() - 1).leading_zeros()).max(1);
            if bits + wide + more > K::BITS {
                return None;
            }
            // A shape goes down, and perhaps to the left: squares are counted modulo 2⁶⁴.
            let offset = |&(row, col): &Pos| (row as usize).wrapping_mul(width).wrapping_add(col as usize);
            let offsets = shape.iter().map(offset).collect();
            fields.push(Field { first: placed.len(), shift: bits, mask: ((1_u32 << wide) - 1) as u16, offsets });
            placed.extend((0_u16..).zip(placements).map(|(nth, &Placement { anchor, next, .. })| {
                let flip = next.map(|next| if next == NONE { K::ZERO } else { K::from(next ^ nth) << bits });
                Placed { anchor, next, flip }
            }));
            bits += wide;
        }
        let alike = layout.alike().to_vec();
        let doubled = alike.iter().flatten().fold(0, |doubled, piece| doubled | 1 << piece);
        let mut space = Self { placed, fields, alike, doubled, start: K::ZERO, bits, width };
        space.start = space.key(*layout.start());
        Some(space)
    }

    /// Where it starts.
    pub fn start(&self) -> K {
        self.start
    }

    /// How many bits of a key hold the position.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Where a piece is.
    pub fn place(&self, key: K, piece: usize) -> u16 {
        let Field { shift, mask, .. } = self.fields[piece];
        (key >> shift).low() & mask
    }

    /// Where all pieces are.
    pub fn places(&self, key: K) -> Places {
        let mut places = [0; MOST_PIECES];
        (0..self.fields.len()).for_each(|piece| places[piece] = self.place(key, piece));
        places
    }

    /// The key of placements, which puts pieces of one shape in order.
    pub fn key(&self, mut places: Places) -> K {
        for class in &self.alike {
            let mut sorted = [0; MOST_PIECES];
            let sorted = &mut sorted[..class.len()];
            class.iter().zip(&mut *sorted).for_each(|(&piece, place)| *place = places[piece]);
            sorted.sort_unstable();
            class.iter().zip(sorted).for_each(|(&piece, place)| places[piece] = *place);
        }
        self.fields.iter().zip(places).fold(K::ZERO, |key, (field, place)| key | K::from(place) << field.shift)
    }

    /// Hands every position that one push leads to, with the push and the pieces that move,
    /// to `visit`: by direction, then by the first piece that moves the group.
    pub fn expand(&self, key: K, mut visit: impl FnMut(K, Push, Group)) {
        let (at, reach) = self.reach(key);
        for (nth, direction) in Direction::ALL.into_iter().enumerate() {
            let reach = &reach[nth];
            let free = |piece: usize| (!reach[piece] >> MOST_PIECES) << piece;
            let mut picks = (0..self.fields.len()).fold(0, |picks, piece| picks | free(piece));
            while picks != 0 {
                let piece = picks.trailing_zeros() as usize;
                picks &= picks - 1;
                let group = reach[piece];
                let mut moved = key ^ at[piece].flip[nth];
                for member in members(group & !(1 << piece)) {
                    moved = moved ^ at[member].flip[nth];
                    // Picking it would be the same move.
                    picks &= !(Group::from(reach[member] == group) << member);
                }
                let moved = if group & self.doubled == 0 { moved } else { self.ordered(moved) };
                visit(moved, Push { piece, direction }, group);
            }
        }
    }

    /// Where each piece is, and by direction the least group that moves when it is picked;
    /// with [`WALL`] in it where that cannot move.
    fn reach(&self, key: K) -> ([&Placed<K>; MOST_PIECES], [[Group; MOST_PIECES + 1]; 4]) {
        let (mut at, mut sheet) = ([&self.placed[0]; MOST_PIECES], [0 as Group; SHEET]);
        let mut squares = [0; MOST_PIECES];
        for (piece, field) in self.fields.iter().enumerate() {
            let placed = &self.placed[field.first + usize::from((key >> field.shift).low() & field.mask)];
            let square = (placed.anchor.0 + 3) as usize * self.width + placed.anchor.1 as usize;
            for offset in &field.offsets {
                sheet[square.wrapping_add(*offset)] = 1 << piece;
            }
            (at[piece], squares[piece]) = (placed, square);
        }
        // What each piece would move onto, itself among it.
        let mut reach = [[0 as Group; MOST_PIECES + 1]; 4];
        let steps = [self.width.wrapping_neg(), self.width, 1_usize.wrapping_neg(), 1];
        for (piece, field) in self.fields.iter().enumerate() {
            for (nth, step) in steps.into_iter().enumerate() {
                let wall = if at[piece].next[nth] == NONE { WALL } else { 0 };
                let onto = |met, offset: &usize| met | sheet[squares[piece].wrapping_add(*offset).wrapping_add(step)];
                reach[nth][piece] = field.offsets.iter().fold(wall | 1 << piece, onto);
            }
        }
        // The transitive closure (S. Warshall, "A theorem on Boolean matrices", 1962), all
        // pieces at a time.
        for reach in &mut reach {
            for through in 0..self.fields.len() {
                let row = reach[through];
                for met in reach.iter_mut() {
                    *met |= row & (*met >> through & 1).wrapping_neg();
                }
            }
        }
        (at, reach)
    }

    /// The group that moved from a position, by the places of its pieces in the position after.
    pub fn renamed(&self, key: K, group: Group, direction: Direction) -> Group {
        let moves = |piece: usize| group >> piece & 1 == 1;
        let mut renamed = group & !self.doubled;
        for class in &self.alike {
            let after = |&piece: &usize| {
                let place = self.place(key, piece);
                let to = self.placed[self.fields[piece].first + usize::from(place)].next[direction as usize];
                (if moves(piece) { to } else { place }, moves(piece))
            };
            let mut places: Vec<(u16, bool)> = class.iter().map(after).collect();
            places.sort_unstable();
            renamed |= class.iter().zip(places).fold(0, |group, (piece, (_, moved))| group | Group::from(moved) << piece);
        }
        renamed
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
                if to == step[1] {
                    found = Some((push, group));
                }
            });
            let (push, group) = found.expect("a push leads along the path");
            let anchor = |piece: usize| self.placed[self.fields[piece].first + usize::from(self.place(step[0], piece))].anchor;
            let moving: Vec<Pos> = members(group).map(anchor).collect();
            let piece = anchors.iter().position(|&at| at == anchor(push.piece)).expect("the pieces are where the key says");
            anchors.iter_mut().filter(|at| moving.contains(at)).for_each(|at| *at = push.direction.from(*at));
            Push { piece, ..push }
        };
        path.windows(2).map(named).collect()
    }

    /// The key with pieces of one shape in order.
    fn ordered(&self, mut key: K) -> K {
        for class in &self.alike {
            // Insertion: nearly always they are in order, or one is not.
            for (nth, &piece) in class.iter().enumerate().skip(1) {
                let mut place = (self.place(key, piece), piece);
                for &before in class[..nth].iter().rev() {
                    let other = self.place(key, before);
                    if other <= place.0 {
                        break;
                    }
                    let swap = K::from(other ^ place.0);
                    key = key ^ swap << self.fields[before].shift ^ swap << self.fields[place.1].shift;
                    place.1 = before;
                }
            }
        }
        key
    }
}

/// The pieces of a group, by their places.
pub fn members(group: Group) -> impl Iterator<Item = usize> {
    let mut left = group;
    std::iter::from_fn(move || {
        let member = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(member)
    })
}
