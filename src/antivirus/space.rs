//! The positions of a puzzle as words, and the pushes between them.
//!
//! A position is one word, a field of bits for each piece, which holds its placement; pieces
//! of the same shape are interchangeable, and kept in the order of their placements.
//!
//! A push moves the least set of pieces that contains the one picked and everything that a
//! member would move onto. Different picks may give the same set: that is one move.

use super::board::{Direction, Pos};
use super::instance::{Instance, MOST_PIECES, Push};
use super::layout::{Group, Layout, NONE, Places};
use super::word::Word;

/// A piece somewhere, as the words of a space.
#[derive(Clone, Copy, Debug)]
struct Placed<M, K> {
    anchor: Pos,
    cells: M,
    next: [u16; 4],
    /// The cells that each direction leads onto, beyond its own.
    onto: [M; 4],
    /// What each direction changes in a key.
    flip: [K; 4],
}

/// One piece's field in a key.
#[derive(Clone, Copy, Debug)]
struct Field {
    /// Its first placement among those of all pieces.
    first: usize,
    shift: u32,
    mask: u16,
}

/// All positions of a puzzle. `M` holds a bit a cell, `K` a position.
#[derive(Clone, Debug)]
pub struct Space<M, K> {
    placed: Vec<Placed<M, K>>,
    fields: Vec<Field>,
    alike: Vec<Vec<usize>>,
    /// The pieces that have others like them.
    doubled: Group,
    start: K,
    bits: u32,
}

impl<M: Word, K: Word> Space<M, K> {
    /// The space of a layout; `None` where its cells, or its positions and so many bits more,
    /// do not fit into the words.
    pub fn new(layout: &Layout, more: u32) -> Option<Self> {
        let (mut placed, mut fields, mut bits) = (Vec::new(), Vec::new(), 0);
        for placements in layout.pieces() {
            let width = (usize::BITS - (placements.len() - 1).leading_zeros()).max(1);
            fields.push(Field { first: placed.len(), shift: bits, mask: ((1_u32 << width) - 1) as u16 });
            if bits + width + more > K::BITS || layout.free().len() > M::BITS as usize {
                return None;
            }
            for (nth, placement) in placements.iter().enumerate() {
                let at = |next: u16| placements.get(usize::from(next));
                let onto = placement.next.map(|next| at(next).map_or(0, |to| to.cells & !placement.cells));
                let flip = placement.next.map(|next| if next == NONE { K::ZERO } else { K::from(next ^ nth as u16) << bits });
                placed.push(Placed {
                    anchor: placement.anchor,
                    cells: M::cut(placement.cells),
                    next: placement.next,
                    onto: onto.map(M::cut),
                    flip,
                });
            }
            bits += width;
        }
        let alike = layout.alike().to_vec();
        let doubled = alike.iter().flatten().fold(0, |doubled, piece| doubled | 1 << piece);
        let mut space = Self { placed, fields, alike, doubled, start: K::ZERO, bits };
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
        let pieces = self.fields.len();
        let (mut at, mut owner, mut occupied) = ([&self.placed[0]; MOST_PIECES], [0_u8; 128], M::ZERO);
        for (piece, field) in self.fields.iter().enumerate() {
            let placed = &self.placed[field.first + usize::from((key >> field.shift).low() & field.mask)];
            at[piece] = placed;
            occupied = occupied | placed.cells;
            let mut cells = placed.cells;
            while cells != M::ZERO {
                owner[cells.lowest() as usize & 127] = piece as u8;
                cells = cells.without_lowest();
            }
        }
        for (nth, direction) in Direction::ALL.into_iter().enumerate() {
            let (mut onto, mut stuck) = ([0 as Group; MOST_PIECES], 0 as Group);
            for piece in 0..pieces {
                stuck |= Group::from(at[piece].next[nth] == NONE) << piece;
                let mut hit = at[piece].onto[nth] & occupied;
                while hit != M::ZERO {
                    onto[piece] |= 1 << owner[hit.lowest() as usize & 127];
                    hit = hit.without_lowest();
                }
            }
            let mut groups = [0 as Group; MOST_PIECES];
            for piece in (0..pieces).filter(|piece| stuck >> piece & 1 == 0) {
                let group = if onto[piece] == 0 { 1 << piece } else { closure(piece, &onto, stuck) };
                // An earlier pick that gives the same group is a member of it.
                if group == 0 || members(group & ((1 << piece) - 1)).any(|earlier| groups[earlier] == group) {
                    continue;
                }
                groups[piece] = group;
                let moved = members(group).fold(key, |key, member| key ^ at[member].flip[nth]);
                let moved = if group & self.doubled == 0 { moved } else { self.ordered(moved) };
                visit(moved, Push { piece, direction }, group);
            }
        }
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
    fn ordered(&self, key: K) -> K {
        let ordered = |class: &Vec<usize>| class.windows(2).all(|pair| self.place(key, pair[0]) <= self.place(key, pair[1]));
        if self.alike.iter().all(ordered) { key } else { self.key(self.places(key)) }
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
