//! Votes: the weighted mean of what the nearest rows say.

/// How a neighbour's vote depends on its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Fade {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vote {
    /// How many.
    pub k: usize,
    /// How.
    pub fade: Fade,
}

/// How many ways of voting are tried.
pub(super) const WAYS: usize = 12;

/// The ways of voting that are tried.
pub(super) const GRID: [Vote; WAYS] = {
    let sizes = [25, 50, 100, 200, 400, 800];
    let mut grid = [Vote { k: 0, fade: Fade::Uniform }; WAYS];
    let mut at = 0;
    while at < WAYS {
        grid[at] = Vote { k: sizes[at / 2], fade: if at % 2 == 0 { Fade::Uniform } else { Fade::Triangular } };
        at += 1;
    }
    grid
};

/// The most neighbours that any of them asks.
pub(super) const MOST: usize = 800;

impl Vote {
    /// The mean of these values over the neighbours, which are (distance, row), nearest
    /// first; as many vote as there are where there are fewer than k. `None` of nobody.
    pub fn mean(self, near: &[(f64, usize)], weight: &[f64], value: impl Fn(usize) -> f64) -> Option<f64> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
