//! Votes: the weighted mean of what the nearest rows say.

/// How a neighbour's vote depends on its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fade {
    /// Not at all.
    Uniform,
    /// It falls in a straight line from 1 at no distance to almost 0 at the last one's
    /// (the triangular kernel).
    Triangular,
}

/// What the last neighbour's vote is left with: with a single neighbour, or all at one
/// distance, there must be someone to listen to.
const REST: f64 = 0.01;

/// How many neighbours vote, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Vote {
    /// How many.
    pub k: usize,
    /// How.
    pub fade: Fade,
}

/// How many ways of voting are tried.
pub(super) const WAYS: usize = 12;

/// The ways of voting that are tried.
pub(super) const GRID: [Vote; WAYS] = {
    let sizes = [50, 100, 200, 400, 800, 1600];
    let mut grid = [Vote { k: 0, fade: Fade::Uniform }; WAYS];
    let mut at = 0;
    while at < WAYS {
        grid[at] = Vote { k: sizes[at / 2], fade: if at % 2 == 0 { Fade::Uniform } else { Fade::Triangular } };
        at += 1;
    }
    grid
};

/// The most neighbours that any of them asks.
pub(super) const MOST: usize = 1600;

impl Vote {
    /// The mean of these values over the neighbours, which are (distance, row), nearest
    /// first; as many vote as there are where there are fewer than k. `None` of nobody.
    pub(super) fn mean(self, near: &[(f64, usize)], weight: &[f64], value: impl Fn(usize) -> f64) -> Option<f64> {
        let near = &near[..near.len().min(self.k)];
        let last = near.last()?.0;
        let (mut sum, mut total) = (0.0, 0.0);
        for &(distance, row) in near {
            let fade = match self.fade {
                Fade::Triangular if last > 0.0 => 1.0 + REST - distance / last,
                _ => 1.0,
            };
            total += weight[row] * fade;
            sum += weight[row] * fade * value(row);
        }
        Some(sum / total)
    }
}

/// [`Vote::mean`] of all ways at once, in one walk along the neighbours: sums of w, wy,
/// wd and wdy up to each size give both the uniform and the triangular mean. 0 of nobody.
pub(super) fn means(near: &[(f64, usize)], weight: &[f64], value: &[f64]) -> [f64; WAYS] {
    let mut means = [0.0; WAYS];
    let (mut w, mut wy, mut wd, mut wdy) = (0.0, 0.0, 0.0, 0.0);
    let mut way = 0;
    for (at, &(distance, row)) in near.iter().enumerate() {
        w += weight[row];
        wy += weight[row] * value[row];
        wd += weight[row] * distance;
        wdy += weight[row] * distance * value[row];
        // The last neighbour is the last for all that ask for more.
        while way < WAYS && (at + 1 == GRID[way].k || at + 1 == near.len()) {
            means[way] = match GRID[way].fade {
                Fade::Triangular if distance > 0.0 => ((1.0 + REST) * wy - wdy / distance) / ((1.0 + REST) * w - wd / distance),
                _ => wy / w,
            };
            way += 1;
        }
    }
    means
}

/// Weighted sums over questions, of what was asked (y) and what the neighbours said (s):
/// yy, ys, ss.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Heard {
    yy: f64,
    ys: f64,
    ss: f64,
}

impl Heard {
    /// Takes in one answer.
    pub fn add(&mut self, weight: f64, y: f64, said: f64) {
        self.yy += weight * y * y;
        self.ys += weight * y * said;
        self.ss += weight * said * said;
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { yy: self.yy + other.yy, ys: self.ys + other.ys, ss: self.ss + other.ss }
    }

    /// The share of what neighbours say that is best believed, in [0, 1]: the slope of
    /// least squares. A mean of few noisy rows says too much (shrinkage; J. Copas,
    /// "Regression, prediction and shrinkage", Journal of the Royal Statistical Society B
    /// 45 (1983) 311–354).
    pub fn trust(self) -> f64 {
        if self.ss > 0.0 { (self.ys / self.ss).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The squared error where this share is believed.
    pub fn error(self, trust: f64) -> f64 {
        self.yy - trust * (2.0 * self.ys - trust * self.ss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_at_once_are_each_by_itself() {
        let weight: Vec<f64> = (0..900).map(|row| 0.5 + f64::from(row % 5)).collect();
        let value: Vec<f64> = (0..900).map(|row| f64::from(row * 37 % 101)).collect();
        for n in [0, 1, 24, 25, 60, 800, 900] {
            let near: Vec<(f64, usize)> = (0..n).map(|row| ((row as f64 / 7.0).floor(), (row * 7) % 900)).collect();
            for (vote, mean) in GRID.iter().zip(means(&near, &weight, &value)) {
                let expected = vote.mean(&near, &weight, |row| value[row]).unwrap_or(0.0);
                assert!((mean - expected).abs() < 1e-9, "{vote:?} of {n}: {mean}, not {expected}");
            }
        }
    }

    #[test]
    fn what_is_said_too_loudly_is_believed_by_half() {
        let mut heard = Heard::default();
        for (y, said) in [(1.0, 2.0), (-2.0, -4.0), (0.5, 1.0)] {
            heard.add(3.0, y, said);
        }
        assert!((heard.trust() - 0.5).abs() < 1e-12 && heard.error(0.5).abs() < 1e-12 && (heard.error(0.0) - 15.75).abs() < 1e-12);
        let mut contrary = Heard::default();
        contrary.add(1.0, 1.0, -1.0);
        assert_eq!((contrary.trust().to_bits(), Heard::default().trust().to_bits()), (0, 0));
        assert!((heard.and(contrary).error(0.0) - heard.error(0.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn means_of_few() {
        let near = [(0.0, 0), (1.0, 2), (2.0, 1)];
        let (weight, value) = ([1.0, 2.0, 1.0], [10.0, 4.0, 1.0]);
        let of = |k, fade, near: &[(f64, usize)]| Vote { k, fade }.mean(near, &weight, |row| value[row]);
        assert_eq!(of(2, Fade::Uniform, &near), Some(5.5));
        assert_eq!(of(9, Fade::Uniform, &near), Some(19.0 / 4.0));
        let triangular = (1.01 * 10.0 + 0.51 + 0.02 * 4.0) / (1.01 + 0.51 + 0.02);
        assert!((of(3, Fade::Triangular, &near).unwrap() - triangular).abs() < 1e-12);
        assert_eq!(of(1, Fade::Triangular, &near), Some(10.0), "no distance at all");
        assert_eq!(of(3, Fade::Triangular, &[]), None);
        assert_eq!(GRID.map(|vote| vote.k).into_iter().max(), Some(MOST));
    }
}
