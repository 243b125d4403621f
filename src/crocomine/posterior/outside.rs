//! The cells that no constraint reaches, in closed form.
//!
//! Of U such cells, B have unknown terrain; the totals say how many of these must
//! be land (the rest is sea), so that all land and sea cells among the U are
//! fixed numbers L and S. With t, s, c animals left for them there are
//! C(B, Bland) · C(L, t) · C(S, s) · C(U − t − s, c) ways. A start cell that is
//! still closed and of unknown terrain is free and no member of U, but takes one
//! of the unknown terrains: one [`Scenario`] for either.
//!
//! Weights are products of factorials up to 2 500! and beyond, far outside the
//! range of a float; a mantissa with an exponent of its own ([`Wide`]) keeps them
//! to some 1e-13 without logarithms, and is the same on every machine.

use super::domains::Domain;
use crate::crocomine::knowledge::Knowledge;
use crate::crocomine::rules::{Animal, Terrain};
use crate::grid::Cell;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// A positive number: mantissa times 2 to the exponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wide {
    /// In [0.5, 1), or 0.
    pub mantissa: f64,
    /// Power of two.
    pub exponent: i64,
}

impl Wide {
    /// The number `value · 2^exponent`.
    pub fn new(value: f64, exponent: i64) -> Self {
        let (mantissa, e) = libm::frexp(value);
        Self { mantissa, exponent: exponent + i64::from(e) }
    }

    /// `self / 2^exponent` as a float; 0 where that is too small.
    pub fn over(self, exponent: i64) -> f64 {
        libm::ldexp(self.mantissa, (self.exponent - exponent).clamp(-2000, 1023) as i32)
    }

    /// `self · 2^exponent`.
    #[must_use]
    pub fn scaled(self, exponent: i64) -> Self {
        Self { exponent: self.exponent + exponent, ..self }
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        Self::new(self.mantissa * other.mantissa, self.exponent + other.exponent)
    }

    fn divided_by(self, other: Self) -> Self {
        Self::new(self.mantissa / other.mantissa, self.exponent - other.exponent)
    }
}

/// Factorials as wide numbers, grown as needed.
#[derive(Clone, Debug, Default)]
pub struct Factorials(Vec<Wide>);

impl Factorials {
    /// Makes 0! to n! available.
    pub fn up_to(&mut self, n: usize) {
        if self.0.is_empty() {
            self.0.push(Wide::new(1.0, 0));
        }
        while self.0.len() <= n {
            let last = self.0[self.0.len() - 1];
            self.0.push(last.times(Wide::new(self.0.len() as f64, 0)));
        }
    }

    fn choose(&self, n: usize, k: usize) -> Wide {
        self.0[n].divided_by(self.0[k].times(self.0[n - k]))
    }
}

/// How the unconstrained cells, and the settled ones of unknown terrain, divide
/// into land and sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// L: land among them, known or not.
    pub land: usize,
    /// S: sea among them, known or not.
    pub sea: usize,
    /// B: cells of unknown terrain.
    pub unknown: usize,
    /// Those of them that are land.
    pub unknown_land: usize,
    /// Settled cells (known to be free) of unknown terrain; no members of U.
    pub settled: usize,
    /// Those of them that are land.
    pub settled_land: usize,
}

impl Scenario {
    /// Whether these animals find room.
    pub fn fits(&self, animals: [usize; 3]) -> bool {
        let [t, s, c] = animals;
        t <= self.land && s <= self.sea && c <= self.land + self.sea - t - s
    }

    /// Ways to place animals that fit; `factorials` reach the number of cells.
    pub fn weight(&self, animals: [usize; 3], factorials: &Factorials) -> Wide {
        let [t, s, c] = animals;
        let others = self.land + self.sea - t - s;
        factorials
            .choose(self.unknown, self.unknown_land)
            .times(factorials.choose(self.settled, self.settled_land))
            .times(factorials.choose(self.land, t))
            .times(factorials.choose(self.sea, s))
            .times(factorials.choose(others, c))
    }

    /// Ways to place animals that fit, exactly.
    pub fn placements(&self, animals: [usize; 3], choose: &mut Choose) -> BigUint {
        let [t, s, c] = animals;
        let tigers = choose.of(self.land, t).clone();
        let natives = tigers * choose.of(self.sea, s);
        natives * choose.of(self.land + self.sea - t - s, c)
    }

    /// Ways to lay the unknown terrains, exactly.
    pub fn terrains(&self, choose: &mut Choose) -> BigUint {
        let unknown = choose.of(self.unknown, self.unknown_land).clone();
        unknown * choose.of(self.settled, self.settled_land)
    }

    /// What is left to divide after one cell, of unknown terrain or not, settled or
    /// not, was laid with this terrain; `None` where there is no such terrain left.
    pub fn without(self, terrain: Terrain, unknown: bool, settled: bool) -> Option<Self> {
        let land = usize::from(terrain == Terrain::Land);
        let mut rest = self;
        if settled {
            rest.settled = self.settled.checked_sub(1)?;
            rest.settled_land = self.settled_land.checked_sub(land)?;
            return (rest.settled_land <= rest.settled).then_some(rest);
        }
        if unknown {
            rest.unknown = self.unknown.checked_sub(1)?;
            rest.unknown_land = self.unknown_land.checked_sub(land)?;
        }
        rest.land = self.land.checked_sub(land)?;
        rest.sea = self.sea.checked_sub(1 - land)?;
        (rest.unknown_land <= rest.unknown).then_some(rest)
    }

    /// Of this terrain: natives and cells; of all: cells without natives.
    fn habitat(&self, terrain: Terrain, animals: [usize; 3]) -> (usize, usize, usize) {
        let [t, s, _] = animals;
        let others = self.land + self.sea - t - s;
        match terrain {
            Terrain::Land => (t, self.land, others),
            Terrain::Sea => (s, self.sea, others),
        }
    }

    /// Probabilities of free, tiger, shark, crocodile in a cell of this terrain.
    fn distribution(&self, terrain: Terrain, animals: [usize; 3]) -> [f64; 4] {
        let (natives, cells, others) = self.habitat(terrain, animals);
        let crocodiles = animals[Animal::Crocodile as usize];
        // The share of one other cell in this one, if any is left for it.
        let share = if natives == cells { 0.0 } else { (cells - natives) as f64 / (cells as f64 * others as f64) };
        let mut p = [share * (others - crocodiles) as f64, 0.0, 0.0, share * crocodiles as f64];
        p[1 + terrain.native() as usize] = natives as f64 / cells as f64;
        p
    }

    /// What a cell of this terrain may hold.
    fn possible(&self, terrain: Terrain, animals: [usize; 3]) -> Domain {
        let (natives, cells, others) = self.habitat(terrain, animals);
        let crocodiles = animals[Animal::Crocodile as usize];
        let contents = [
            (None, natives < cells && crocodiles < others),
            (Some(terrain.native()), natives > 0),
            (Some(Animal::Crocodile), natives < cells && crocodiles > 0),
        ];
        let holds = contents.into_iter().filter(|(_, possible)| *possible);
        holds.fold(Domain::NONE, |domain, (content, _)| domain.with(content))
    }
}

/// Interchangeable cells that no constraint reaches: of known terrain, or not.
#[derive(Clone, Debug)]
pub struct OutsideClass {
    /// Their terrain where known.
    pub terrain: Option<Terrain>,
    /// The cells, ascending.
    pub cells: Vec<Cell>,
    /// Weight of each content, summed by [`OutsideClass::add`]: any scale.
    pub weights: [f64; 4],
    /// What each may hold.
    pub possible: Domain,
}

/// All cells that no constraint reaches.
#[derive(Clone, Debug)]
pub struct Outside {
    /// One, or two where the start's terrain is open. None: terrains clash.
    pub scenarios: Vec<Scenario>,
    /// At most three; none of them empty.
    pub classes: Vec<OutsideClass>,
}

impl Outside {
    /// The closed cells that are neither reached by a constraint nor settled.
    pub fn new(knowledge: &Knowledge, is_settled: impl Fn(Cell) -> bool, is_reached: impl Fn(Cell) -> bool) -> Self {
        let mut cells: [Vec<Cell>; 3] = Default::default();
        for cell in 0..knowledge.grid().len() {
            if knowledge.is_closed(cell) && !is_reached(cell) && !is_settled(cell) {
                let class = match knowledge.terrain(cell) {
                    Some(Terrain::Land) => 0,
                    Some(Terrain::Sea) => 1,
                    None => 2,
                };
                cells[class].push(cell);
            }
        }
        let [land, sea, unknown] = [cells[0].len(), cells[1].len(), cells[2].len()];
        let (hidden_land, hidden_sea) = knowledge.hidden();
        // No frontier cell's terrain is unknown: the others' are those of settled cells
        // (the start; all cells, once no animal is left).
        let settled = hidden_land + hidden_sea - unknown;
        let scenarios = (0..=settled)
            .filter(|&settled_land| settled_land <= hidden_land && settled - settled_land <= hidden_sea)
            .map(|settled_land| Scenario {
                land: land + hidden_land - settled_land,
                sea: sea + hidden_sea - (settled - settled_land),
                unknown,
                unknown_land: hidden_land - settled_land,
                settled,
                settled_land,
            })
            .collect();
        let terrains = [Some(Terrain::Land), Some(Terrain::Sea), None];
        let classes = terrains.into_iter().zip(cells).filter(|(_, cells)| !cells.is_empty());
        let classes = classes.map(|(terrain, cells)| OutsideClass { terrain, cells, weights: [0.0; 4], possible: Domain::NONE }).collect();
        Self { scenarios, classes }
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        let unsettled: usize = self.classes.iter().map(|class| class.cells.len()).sum();
        unsettled + self.scenarios.iter().map(|scenario| scenario.settled).max().unwrap_or(0)
    }
}

impl OutsideClass {
    /// Takes in that these animals are left for the outside in a scenario, with
    /// this weight: 0 where it is too small for a float, but possible all the same.
    pub fn add(&mut self, scenario: Scenario, animals: [usize; 3], weight: f64) {
        let land = match self.terrain {
            Some(Terrain::Land) => 1.0,
            Some(Terrain::Sea) => 0.0,
            None => scenario.unknown_land as f64 / scenario.unknown as f64,
        };
        for (terrain, share) in [(Terrain::Land, land), (Terrain::Sea, 1.0 - land)] {
            if share > 0.0 {
                self.possible = self.possible.union(scenario.possible(terrain, animals));
                let p = scenario.distribution(terrain, animals);
                self.weights.iter_mut().zip(p).for_each(|(sum, p)| *sum += weight * share * p);
            }
        }
    }
}

/// Exact binomial coefficients, each computed once: the product of prime powers
/// (P. Goetgheluck, "Computing binomial coefficients", Amer. Math. Monthly 94, 1987),
/// multiplied up in a tree, since the numbers have up to hundreds of thousands of digits.
#[derive(Debug)]
pub struct Choose {
    primes: Vec<usize>,
    known: BTreeMap<(usize, usize), BigUint>,
}

impl Choose {
    /// For `n` up to `most`.
    pub fn new(most: usize) -> Self {
        let mut composite = vec![false; most + 1];
        let mut primes = Vec::new();
        for n in 2..=most {
            if !composite[n] {
                primes.push(n);
                (n * n..=most).step_by(n).for_each(|multiple| composite[multiple] = true);
            }
        }
        Self { primes, known: BTreeMap::new() }
    }

    /// `n` choose `k`.
    pub fn of(&mut self, n: usize, k: usize) -> &BigUint {
        let k = k.min(n - k);
        let primes = &self.primes;
        self.known.entry((n, k)).or_insert_with(|| {
            // Kummer: the exponent of p is the number of carries when k and n − k are added in base p.
            let power = |&p: &usize| {
                let exponent = |n: usize| std::iter::successors(Some(n / p), |q| Some(q / p)).take_while(|&q| q > 0).sum::<usize>();
                BigUint::from(p).pow((exponent(n) - exponent(k) - exponent(n - k)) as u32)
            };
            product(primes.iter().take_while(|&&p| p <= n).map(power).collect())
        })
    }
}

/// The product of all factors.
fn product(mut factors: Vec<BigUint>) -> BigUint {
    while factors.len() > 1 {
        factors = factors.chunks(2).map(|pair| pair.iter().product()).collect();
    }
    factors.pop().unwrap_or_else(|| BigUint::from(1u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_binomials_follow_pascal() {
        let mut choose = Choose::new(80);
        for n in 1..80 {
            for k in 1..n {
                let sum = choose.of(n - 1, k - 1).clone() + choose.of(n - 1, k);
                assert_eq!(*choose.of(n, k), sum, "{n} over {k}");
            }
            assert_eq!(*choose.of(n, 0), BigUint::from(1u8));
        }
    }

    #[test]
    fn factorials_keep_their_precision() {
        let mut factorials = Factorials::default();
        factorials.up_to(3000);
        let mut choose = Choose::new(3000);
        for (n, k) in [(1, 0), (10, 3), (300, 150), (3000, 1000), (3000, 2999)] {
            let exact = choose.of(n, k);
            let shift = exact.bits().saturating_sub(64);
            let digits = u64::try_from(exact >> shift).expect("64 bits") as f64;
            let found = factorials.choose(n, k).over(shift as i64);
            assert!((found / digits - 1.0).abs() < 1e-12, "{n} over {k}: {found} for {digits}");
        }
    }
}
