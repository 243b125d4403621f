//! Generated boards: what was asked for, solvable, in exactly the pushes that are told.

use super::{clover, solved};
use clover::antivirus::generator::Generator;
use clover::antivirus::instance::Instance;
use clover::antivirus::recipe::Recipe;
use clover::seed::Seed;

fn recipe(radius: usize, pieces: usize, whites: usize, difficulty: &str) -> Recipe {
    Recipe { radius, pieces, whites, difficulty: difficulty.parse().unwrap(), most_positions: 30_000, count: 1 }
}

#[test]
fn boards_are_as_wanted() {
    for (radius, pieces, whites, difficulty) in [(3, 2, 1, "5..9"), (3, 5, 2, "20.."), (4, 5, 8, "12..40"), (5, 3, 24, "8..12")] {
        let recipe = recipe(radius, pieces, whites, difficulty);
        let generator = Generator::new(&recipe, Seed::new(7)).unwrap();
        for index in 0..6 {
            let made = generator.instance(index).unwrap();
            let instance = &made.instance;
            assert_eq!((instance.board().radius(), instance.pieces().len(), instance.whites().len()), (radius, pieces + 1, whites));
            let found = solved(instance, "bfs goal=corner");
            assert_eq!((found.cost, found.optimal), (u64::from(made.difficulty), true));
            assert!(recipe.difficulty.0.contains(&made.difficulty), "{}", made.difficulty);
            let [opening, corner] = [instance.board().opening(), instance.board().corner()];
            assert!(!instance.whites().contains(&opening) && !instance.whites().contains(&corner));
            for idle in 1..instance.pieces().len() {
                let mut pieces = instance.pieces().to_vec();
                pieces.remove(idle);
                let without = Instance::new(instance.board(), pieces, instance.whites().to_vec()).unwrap();
                assert_ne!(solved(&without, "bfs goal=corner").cost, found.cost, "piece {idle} changes nothing");
            }
        }
    }
}

#[test]
fn a_board_depends_on_its_seed_recipe_and_number_alone() {
    let made = |recipe: &Recipe, seed: u64, index: u64| Generator::new(recipe, Seed::new(seed)).unwrap().instance(index).unwrap();
    let one = recipe(3, 4, 1, "10..");
    let many = Recipe { count: 1000, ..one.clone() };
    assert_eq!(made(&one, 1, 3), made(&many, 1, 3));
    assert_ne!(made(&one, 1, 3), made(&one, 1, 4));
    assert_ne!(made(&one, 1, 3), made(&one, 2, 3));
}

#[test]
fn boards_are_written_and_what_cannot_be_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let clover = |args: &str| clover(dir.path(), args);
    assert_eq!(clover("generate antivirus --pieces 3 --whites 1 --difficulty 8..12 --count 3 --seed 4 --out made").0, Some(0));
    let text = std::fs::read_to_string(dir.path().join("made/000002.txt")).unwrap();
    let told = text.lines().nth(1).unwrap().strip_suffix(" pushes to the corner").unwrap();
    let pushes = told.rsplit(' ').next().unwrap();
    let (code, solved, _) = clover("solve made/000002.txt --search bfs --goal corner");
    assert!(code == Some(0) && solved.contains(&format!("{pushes} pushes to `corner`, no fewer do")), "{text}{solved}");
    // A folder is solved file by file.
    assert_eq!(clover("solve made --json").1.lines().count(), 3);
    for (args, why) in [
        ("--pieces 3 --count 3 --out made", "already holds boards"),
        ("--pieces 15 --count 1 --out new", "15 pieces besides the virus: want 14 at most"),
        ("--pieces 2 --radius 9 --count 1 --out new", "a radius of 9"),
        ("--pieces 2 --difficulty 60..40 --count 1 --out new", "the least first"),
        ("--pieces 1 --difficulty 200 --count 1 --out new", "none of 20000 boards drawn was as wanted"),
    ] {
        let (code, _, said) = clover(&format!("generate antivirus {args}"));
        assert!(code == Some(2) && said.contains(why), "{args}: {code:?} {said}");
    }
}
