//! A whole component: every position that can be reached, with the exact cost of the cheapest
//! way from each to the goal.
//!
//! Pushes cannot always be taken back (one piece may push two that do not touch each other),
//! so the costs are found along true predecessors: all pushes are noted while the component is
//! explored, and walked backwards from the goal (Dijkstra's algorithm, a list for each cost).

use super::graph::Graph;
use super::heuristic::{Heuristic, NEVER};
use super::instance::Instance;
use super::layout::{Layout, Places};
use super::memory::{Budget, Full};
use super::metric::{Goal, Metric};
use super::search::seen::{Hash, NOWHERE, Seen};
use super::word::Word;

/// All positions of a puzzle that can be reached from its start, which is the first.
#[derive(Clone, Debug)]
pub struct Component {
    layout: Layout,
    /// Where the pieces are, and whether a slide has begun that may go on.
    positions: Vec<(Places, bool)>,
    /// Cost from each to the goal.
    costs: Vec<u32>,
}

/// A heuristic says more than the cheapest way costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overestimate {
    /// Where the pieces are.
    pub places: Places,
    /// What it says.
    pub estimate: u32,
    /// What the cheapest way costs.
    pub cost: u32,
}

impl Component {
    /// The component of a puzzle, with costs to a goal in a metric, where it has no more
    /// positions than this.
    ///
    /// # Errors
    /// Where it has more.
    pub fn new(instance: &Instance, goal: Goal, metric: Metric, most: usize) -> Result<Self, Full> {
        let layout = Layout::new(instance, Some((goal, metric)));
        let (positions, costs) = match Graph::<u64>::new(&layout, metric) {
            Some(graph) => explored(&graph, most)?,
            None => explored(&Graph::<u128>::new(&layout, metric).ok_or(Full)?, most)?,
        };
        Ok(Self { layout, positions, costs })
    }

    /// Where pieces can be, and the target that stands for the goal.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Never true.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Where the pieces are in a position.
    pub fn places(&self, position: usize) -> &Places {
        &self.positions[position].0
    }

    /// What the cheapest way to the target costs, from each position; [`NEVER`] without one.
    pub fn costs(&self) -> &[u32] {
        &self.costs
    }

    /// Where a heuristic says too much first; `None` where it never does.
    pub fn overestimate(&self, heuristic: &dyn Heuristic) -> Option<Overestimate> {
        let of = |(&(places, begun), &cost): (&(Places, bool), &u32)| {
            let estimate = heuristic.told(&places, begun);
            (estimate > cost).then_some(Overestimate { places, estimate, cost })
        };
        self.positions.iter().zip(&self.costs).find_map(of)
    }
}

/// The positions of a component, and their costs.
type Explored = (Vec<(Places, bool)>, Vec<u32>);

fn explored<K: Word>(graph: &Graph<K>, most: usize) -> Result<Explored, Full> {
    let mut seen: Seen<K, Hash> = Seen::new(Budget::new(usize::MAX))?;
    seen.add(graph.start(), NOWHERE)?;
    // Where each push comes from and leads to, and its cost.
    let mut pushes: Vec<(u32, u32, u32)> = Vec::new();
    let mut from = 0;
    while (from as usize) < seen.len() {
        let mut full = Ok(());
        graph.expand(seen.key(from), |to, cost| match seen.add(to, from) {
            Ok((to, _)) => pushes.push((from, to, cost)),
            Err(error) => full = Err(error),
        });
        full?;
        if seen.len() > most {
            return Err(Full);
        }
        from += 1;
    }
    let keys = || (0..seen.len() as u32).map(|place| seen.key(place));
    let goals = keys().map(|key| graph.is_goal(key)).collect::<Vec<bool>>();
    let positions = keys().map(|key| (graph.places(key), graph.last(key).is_some())).collect();
    Ok((positions, backwards(&goals, &pushes)))
}

/// Costs from each position to the nearest goal.
fn backwards(goals: &[bool], pushes: &[(u32, u32, u32)]) -> Vec<u32> {
    // The pushes that lead to each position, one position after another.
    let mut first = vec![0_usize; goals.len() + 1];
    for &(_, to, _) in pushes {
        first[to as usize + 1] += 1;
    }
    for nth in 0..goals.len() {
        first[nth + 1] += first[nth];
    }
    let (mut next, mut before) = (first.clone(), vec![(0, 0); pushes.len()]);
    for &(from, to, cost) in pushes {
        before[next[to as usize]] = (from, cost);
        next[to as usize] += 1;
    }
    let mut costs: Vec<u32> = goals.iter().map(|&goal| if goal { 0 } else { NEVER }).collect();
    let mut waiting = vec![(0..goals.len() as u32).filter(|&place| goals[place as usize]).collect::<Vec<u32>>()];
    let mut cost = 0;
    while cost < waiting.len() {
        while let Some(place) = waiting[cost].pop() {
            let place = place as usize;
            if costs[place] as usize != cost {
                continue;
            }
            for &(from, step) in &before[first[place]..first[place + 1]] {
                let through = cost + step as usize;
                if (through as u32) < costs[from as usize] {
                    costs[from as usize] = through as u32;
                    waiting.resize_with(waiting.len().max(through + 1), Vec::new);
                    waiting[through].push(from);
                }
            }
        }
        cost += 1;
    }
    costs
}
