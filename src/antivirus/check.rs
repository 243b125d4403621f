//! An independent checker: follows a plan on the cells alone, by the rules as they are
//! told, without any table of the searches.

use super::board::{Direction, Pos};
use super::instance::{Instance, Push};
use super::metric::{Goal, Metric};

/// What a plan comes to, in every metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Pushes.
    pub pushes: u64,
    /// Pieces moved, over all pushes.
    pub unit: u64,
    /// Pushes, where those of one group in one direction after each other count once.
    pub slides: u64,
}

impl Lengths {
    /// What the plan costs in a metric.
    pub fn of(self, metric: Metric) -> u64 {
        match metric {
            Metric::Push => self.pushes,
            Metric::Unit => self.unit,
            Metric::Slide => self.slides,
        }
    }
}

/// Counts pushes as they are made.
#[derive(Clone, Debug, Default)]
pub struct Count {
    lengths: Lengths,
    last: Option<(Vec<usize>, Direction)>,
}

impl Count {
    /// What all pushes so far come to.
    pub fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// One more, which moved this group, sorted.
    pub fn push(&mut self, group: Vec<usize>, direction: Direction) {
        self.lengths.pushes += 1;
        self.lengths.unit += group.len() as u64;
        let this = Some((group, direction));
        self.lengths.slides += u64::from(this != self.last);
        self.last = this;
    }
}

/// What a push comes to: where all pieces are, and which moved, sorted.
pub type Pushed = (Vec<Vec<Pos>>, Vec<usize>);

/// Where all pieces are after a push, and which moved, sorted; `None` where something is in
/// the way. `leaving`: the virus may go beyond the opening.
pub fn pushed(instance: &Instance, pieces: &[Vec<Pos>], push: Push, leaving: bool) -> Option<Pushed> {
    let group = group(instance, pieces, push, leaving)?;
    let mut after = pieces.to_vec();
    for &piece in &group {
        for pos in &mut after[piece] {
            *pos = push.direction.from(*pos);
        }
    }
    Some((after, group))
}

/// What each push of a plan comes to: where all pieces are after it, and which moved; `None`
/// from the first one on that is not possible.
pub fn follow<'a>(instance: &'a Instance, plan: &'a [Push], leaving: bool) -> impl Iterator<Item = Option<Pushed>> + 'a {
    let mut pieces = Some(instance.start());
    plan.iter().map(move |push| {
        let (after, group) = pushed(instance, &pieces.take()?, *push, leaving)?;
        pieces = Some(after.clone());
        Some((after, group))
    })
}

/// Follows a plan to its goal.
///
/// # Errors
/// The first push that the rules do not allow, by its number from 1, or that the goal is not
/// reached at the end, or earlier.
pub fn check(instance: &Instance, plan: &[Push], goal: Goal) -> Result<Lengths, String> {
    let (mut pieces, mut count) = (instance.start(), Count::default());
    let steps = follow(instance, plan, goal == Goal::Out);
    for ((number, push), step) in (1..).zip(plan).zip(steps) {
        if reached(instance, &pieces[0], goal) {
            return Err(format!("the goal is reached before push {number}"));
        }
        let (after, group) = step.ok_or_else(|| format!("push {number} is not possible"))?;
        pieces = after;
        count.push(group, push.direction);
    }
    if reached(instance, &pieces[0], goal) { Ok(count.lengths()) } else { Err("the plan does not reach the goal".into()) }
}

/// The pieces that move, sorted; `None` where something is in the way.
fn group(instance: &Instance, pieces: &[Vec<Pos>], push: Push, leaving: bool) -> Option<Vec<usize>> {
    let mut group = vec![push.piece];
    let mut nth = 0;
    while nth < group.len() {
        let piece = group[nth];
        for &pos in pieces.get(piece)? {
            let to = push.direction.from(pos);
            // Only the virus leaves, and only upwards.
            let leaves = leaving && piece == 0 && to.0 < 0 && to.1 == instance.board().opening().1;
            if (!instance.board().has(to) && !leaves) || instance.whites().contains(&to) {
                return None;
            }
            if let Some(met) = pieces.iter().position(|piece| piece.contains(&to)).filter(|met| !group.contains(met)) {
                group.push(met);
            }
        }
        nth += 1;
    }
    group.sort_unstable();
    Some(group)
}

fn reached(instance: &Instance, virus: &[Pos], goal: Goal) -> bool {
    match goal {
        Goal::Corner => virus[0] == instance.board().corner(),
        Goal::Opening => virus[0] == instance.board().opening(),
        Goal::Out => virus.iter().all(|pos| pos.0 < 0),
    }
}
