//! The index: the exact nearest rows of a set of points, through linfa-nn.
//!
//! A linfa-nn index borrows its points, so that it cannot lie in a structure beside them
//! (nothing here is `unsafe`, and nothing is leaked). It lives in the one place where
//! safe Rust lets a value borrow its neighbour: the body of an `async` block, which owns
//! the points and the index over them and answers one question each time it is polled.
//! Nothing is waited for and no executor is involved. Such a *desk* serves one thread at
//! a time; who finds none free opens another over the same points.
//!
//! linfa-nn returns rows without distances, and which of several points at the k-th
//! distance come back depends on the kind of index. So all points within that distance
//! are asked for, ranked by (distance, row), and cut at k: the answer is exact and the
//! same for every kind. `BallTree` is not offered: it overflows the stack on data with
//! many duplicates.

use linfa::Float;
use linfa_nn::distance::Distance;
use linfa_nn::{CommonNearestNeighbour, NearestNeighbour, NearestNeighbourIndex};
use ndarray::{Array2, ArrayView, ArrayView1, Dimension};
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// Rows asked to find out which kind of index is faster.
const ASKED: usize = 32;
/// What a distance costs in a tree, where points lie scattered and boxes are measured as
/// well, against one in a scan (measured at 4 to 5 in 20 dimensions).
const SCATTERED: u64 = 4;

/// Points, to be asked for the nearest of them.
pub(super) struct Index {
    points: Arc<Array2<f64>>,
    kind: CommonNearestNeighbour,
    free: Mutex<Vec<Desk>>,
}

impl Index {
    /// An index over the rows of `points`, all finite, for questions of about k.
    pub fn new(points: Array2<f64>, k: usize) -> Self {
        let kind =
            if points.is_empty() || tree_pays(&points, k) { CommonNearestNeighbour::KdTree } else { CommonNearestNeighbour::LinearSearch };
        Self { points: Arc::new(points), kind, free: Mutex::default() }
    }

    /// The points.
    pub fn points(&self) -> &Array2<f64> {
        &self.points
    }

    /// The k nearest rows as (distance, row), by distance and then by row; all where
    /// there are fewer. Points without coordinates are all at no distance.
    ///
    /// # Panics
    /// If the question does not have as many coordinates as the points, all finite.
    pub fn nearest(&self, question: &[f64], k: usize) -> Vec<(f64, usize)> {
        assert!(question.len() == self.points.ncols() && question.iter().all(|x| x.is_finite()), "{question:?} is no point here");
        if self.points.is_empty() || k == 0 {
            return (0..self.points.nrows().min(k)).map(|row| (0.0, row)).collect();
        }
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut desk = free.unwrap_or_else(|| Desk::open(Arc::clone(&self.points), self.kind.clone()));
        let found = desk.ask(question, k);
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(desk);
        found
    }
}

/// An index and its points in the body of an `async` block, and the tray through which
/// questions go in and answers come out.
struct Desk {
    tray: Arc<Mutex<Tray>>,
    clerk: Pin<Box<dyn Future<Output = Infallible> + Send>>,
}

#[derive(Default)]
struct Tray {
    question: Option<(Vec<f64>, usize)>,
    answer: Vec<(f64, usize)>,
}

impl Desk {
    fn open(points: Arc<Array2<f64>>, kind: CommonNearestNeighbour) -> Self {
        let tray = Arc::new(Mutex::new(Tray::default()));
        let inside = Arc::clone(&tray);
        let clerk = async move {
            let index = build(&kind, &points, Squared::default());
            loop {
                let (question, k) = poll_fn(|_| open(&inside).question.take().map_or(Poll::Pending, Poll::Ready)).await;
                let answer = search(index.as_ref(), &points, &question, k);
                open(&inside).answer = answer;
            }
        };
        Self { tray, clerk: Box::pin(clerk) }
    }

    fn ask(&mut self, question: &[f64], k: usize) -> Vec<(f64, usize)> {
        open(&self.tray).question = Some((question.to_vec(), k));
        match self.clerk.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => std::mem::take(&mut open(&self.tray).answer),
            Poll::Ready(never) => match never {},
        }
    }
}

fn open(tray: &Mutex<Tray>) -> std::sync::MutexGuard<'_, Tray> {
    tray.lock().unwrap_or_else(PoisonError::into_inner)
}

type Built<'a> = Box<dyn NearestNeighbourIndex<f64> + Send + Sync + 'a>;

/// # Panics
/// If the points have no coordinates.
fn build<'a>(kind: &CommonNearestNeighbour, points: &'a Array2<f64>, distance: Squared) -> Built<'a> {
    kind.from_batch(points, distance).expect("points have coordinates")
}

/// The k nearest rows by (distance, row).
fn search(index: &dyn NearestNeighbourIndex<f64>, points: &Array2<f64>, question: &[f64], k: usize) -> Vec<(f64, usize)> {
    let question = ArrayView1::from(question);
    let squared = |row: usize| Squared::default().distance(question, points.row(row));
    let some = index.k_nearest(question, k).expect("as many coordinates as the points");
    let last = some.iter().map(|&(_, row)| squared(row)).max_by(f64::total_cmp).unwrap_or(0.0);
    // A scan leaves out what is exactly at the range, a tree does not.
    let all = index.within_range(question, last.next_up()).expect("as many coordinates as the points");
    let mut ranked: Vec<(f64, usize)> = all.into_iter().map(|(_, row)| (squared(row), row)).collect();
    ranked.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    ranked.truncate(k);
    ranked.iter().map(|&(squared, row)| (squared.sqrt(), row)).collect()
}

/// Whether a tree measures so many fewer distances than a scan that it is faster, by
/// counting them on evenly spaced rows.
fn tree_pays(points: &Array2<f64>, k: usize) -> bool {
    let count = Arc::new(AtomicU64::new(0));
    let index = build(&CommonNearestNeighbour::KdTree, points, Squared { count: Some(Arc::clone(&count)) });
    let asked = (0..points.nrows()).step_by(points.nrows().div_ceil(ASKED));
    let all = asked.clone().count() * points.nrows();
    for row in asked {
        search(index.as_ref(), points, &points.row(row).to_vec(), k);
    }
    // Each question is two searches: k nearest, and all within their distance.
    SCATTERED * count.load(Ordering::Relaxed) < 2 * all as u64
}

/// The squared Euclidean distance, taken for the distance itself, which keeps the order
/// and loses nothing to a root and back; counts how often it is measured, if asked to.
#[derive(Clone, Default)]
struct Squared {
    count: Option<Arc<AtomicU64>>,
}

impl<F: Float> Distance<F> for Squared {
    fn distance<D: Dimension>(&self, a: ArrayView<F, D>, b: ArrayView<F, D>) -> F {
        if let Some(count) = &self.count {
            count.fetch_add(1, Ordering::Relaxed);
        }
        a.iter().zip(b.iter()).fold(F::zero(), |sum, (&a, &b)| sum + (a - b) * (a - b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rayon::prelude::*;

    fn brute(points: &Array2<f64>, question: &[f64], k: usize) -> Vec<usize> {
        let squared = |row: usize| points.row(row).iter().zip(question).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        let mut rows: Vec<usize> = (0..points.nrows()).collect();
        rows.sort_by(|&a, &b| squared(a).total_cmp(&squared(b)));
        rows.truncate(k);
        rows
    }

    proptest! {
        /// Coordinates of a few whole numbers, so that ties abound.
        #[test]
        fn neighbours_are_those_of_brute_force_ties_included(
            points in prop::collection::vec([0i8..4, 0i8..3, 0i8..2], 1..120),
            question in [-1i8..5, -1i8..4, 0i8..2],
            k in 1usize..60,
        ) {
            let points = Array2::from_shape_fn((points.len(), 3), |(row, column)| f64::from(points[row][column]));
            let question = question.map(f64::from);
            let expected = brute(&points, &question, k);
            for kind in [CommonNearestNeighbour::KdTree, CommonNearestNeighbour::LinearSearch] {
                let index = Index { kind, ..Index::new(points.clone(), k) };
                let found: Vec<usize> = index.nearest(&question, k).into_iter().map(|near| near.1).collect();
                prop_assert_eq!(&found, &expected);
            }
        }
    }

    #[test]
    fn many_threads_get_the_same_answers_from_few_desks() {
        let points = Array2::from_shape_fn((3000, 3), |(row, column)| ((row * (column + 7) * 7919) % 1009) as f64 / 100.0);
        let index = Index::new(points.clone(), 20);
        let all = |row: usize| index.nearest(&points.row(row).to_vec(), 20);
        let found: Vec<_> = (0..400).into_par_iter().map(all).collect();
        assert!(found.iter().enumerate().all(|(row, found)| found.len() == 20 && *found == all(row)));
        let threads = rayon::current_num_threads();
        assert!((1..=threads + 1).contains(&index.free.lock().unwrap().len()), "one desk for each thread at most");
    }

    #[test]
    fn few_dimensions_get_a_tree_and_many_a_scan() {
        let noise = |row: usize, column: usize| ((row * 7919 + column * 104_729 + row * row * 31 * (column + 3)) % 10_007) as f64;
        let kind = |columns| Index::new(Array2::from_shape_fn((4000, columns), |(row, column)| noise(row, column)), 25).kind;
        assert_eq!(kind(2), CommonNearestNeighbour::KdTree);
        assert_eq!(kind(40), CommonNearestNeighbour::LinearSearch);
    }

    #[test]
    fn degenerate_cases() {
        let of = |rows, columns| Index::new(Array2::zeros((rows, columns)), 5);
        assert_eq!(of(0, 2).nearest(&[1.0, 2.0], 5), []);
        assert_eq!(of(3, 0).nearest(&[], 2), [(0.0, 0), (0.0, 1)]);
        assert_eq!(of(3, 1).nearest(&[2.0], 5), [(2.0, 0), (2.0, 1), (2.0, 2)]);
        assert_eq!(of(3, 1).nearest(&[2.0], 0), []);
    }
}
