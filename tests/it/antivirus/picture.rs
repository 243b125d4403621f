//! Pictures of plans as a renderer of SVG reads them.

use super::solved;
use clover::antivirus::board::{Board, RADII};
use clover::antivirus::instance::{Instance, Piece, Push};
use clover::antivirus::picture::svg;
use resvg::usvg::{Options, Tree};

/// The virus at the far end, and a piece on its way.
fn instance(radius: usize) -> Instance {
    let (board, far) = (Board::new(radius), 2 * radius as i16);
    let col = board.opening().1;
    let virus = Piece { letter: 'V', cells: vec![(far, col), (far + 1, col)] };
    let other = Piece { letter: '<', cells: vec![(far - 2, col), (far - 3, col + 1), (far - 2, col + 2)] };
    Instance::new(board, vec![virus, other], vec![(far - 2, col - 1)]).unwrap()
}

#[test]
fn pictures_of_all_sizes_are_svg_and_hold_all_that_they_draw() {
    for radius in RADII {
        let instance = instance(radius);
        let plan = solved(&instance, "bfs").plan;
        assert!(plan.len() > 2 * radius);
        for pushes in [0, 1, plan.len()] {
            check(&svg("a & b < c", &instance, &plan[..pushes]));
        }
        // There and back, as often as it takes.
        let long: Vec<Push> = plan[..1].iter().chain(&[reverse(plan[0])]).copied().cycle().take(95).collect();
        check(&svg(&"long ".repeat(100), &instance, &long));
    }
}

fn reverse(push: Push) -> Push {
    use clover::antivirus::board::Direction::{Down, Left, Right, Up};
    let direction = match push.direction {
        Up => Down,
        Down => Up,
        Left => Right,
        Right => Left,
    };
    Push { direction, ..push }
}

#[track_caller]
fn check(svg: &str) {
    let tree = Tree::from_str(svg, &Options::default()).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let (drawn, page) = (tree.root().abs_stroke_bounding_box(), tree.size());
    assert!(drawn.left() >= 0.0 && drawn.top() >= 0.0, "{drawn:?}: {svg}");
    assert!(drawn.right() <= page.width() && drawn.bottom() <= page.height(), "{drawn:?} of {page:?}: {svg}");
}
