//! A recipe: what a set of generated maps is to be like, and whether that can be.
//!
//! It reads the same from an experiment's `generate` table and from the command
//! line. Whole numbers are counts, numbers with a point are shares of all cells,
//! rounded to a count (halves up).
//!
//! `animals` is the total over the three kinds. Kinds that are given take their
//! part of it first; the others share the rest evenly, and what is left over by
//! the division goes one each to the first of them, in the order tigers, sharks,
//! crocodiles. Without `animals`, kinds that are not given are none.
//!
//! A recipe is refused only if no map is as it says. Where the start could take
//! too much room, only those starts and terrains are drawn that leave enough
//! (see [`generator`](super::generator)).

use crate::grid::MAX_CELLS;
use serde::{Deserialize, Deserializer, Serialize, de};
use std::fmt;
use std::str::FromStr;

/// How many: a number of cells or a share of all of them.
///
/// ```
/// use clover::crocomine::recipe::Amount;
/// assert_eq!("99".parse(), Ok(Amount::Count(99)));
/// assert_eq!("0.15".parse::<Amount>().unwrap().of(225), 34);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Amount {
    /// This many.
    Count(usize),
    /// This share of all cells, in [0, 1].
    Share(f64),
}

/// Which cells are free besides those that the animals leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StartRule {
    /// The start.
    #[default]
    Safe,
    /// The start and the cells around it.
    Open,
}

/// What a set of maps is to be like, as written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Rows, from 1.
    pub rows: usize,
    /// Columns, from 1.
    pub cols: usize,
    /// Sea cells; the others are land.
    #[serde(default)]
    pub sea: Amount,
    /// Animals of all kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub animals: Option<Amount>,
    /// Tigers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tigers: Option<Amount>,
    /// Sharks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sharks: Option<Amount>,
    /// Crocodiles, on land and in the sea.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crocodiles: Option<Amount>,
    /// Row and column of the start; drawn among all cells where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<(usize, usize)>,
    /// What the start keeps free.
    #[serde(default)]
    pub start_rule: StartRule,
    /// How many maps, from 1.
    pub count: u64,
}

/// Why a recipe cannot be cooked, or a word is not part of one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RecipeError(pub String);

/// A recipe as meant: everything counted, and known to fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub rows: usize,
    pub cols: usize,
    pub sea: usize,
    /// Tigers, sharks, crocodiles.
    pub animals: [usize; 3],
    pub start: Option<(usize, usize)>,
    pub start_rule: StartRule,
}

impl Recipe {
    /// Whether there are maps of this recipe.
    ///
    /// # Errors
    /// Why there is none.
    pub fn check(&self) -> Result<(), RecipeError> {
        self.plan().map(drop)
    }

    /// What map `index` of this recipe is called, in files and in results: its
    /// number, as wide for all, so that the order of names is that of numbers.
    pub fn name(&self, index: u64) -> String {
        let digits = self.count.saturating_sub(1).to_string().len().max(6);
        format!("{index:0digits$}")
    }

    pub(super) fn plan(&self) -> Result<Plan, RecipeError> {
        let (rows, cols) = (self.rows, self.cols);
        let cells = rows.checked_mul(cols).filter(|cells| (1..=MAX_CELLS).contains(cells));
        let cells = cells.ok_or_else(|| RecipeError(format!("a map of {rows} × {cols} cells: want 1 to {MAX_CELLS} cells")))?;
        if let Some((row, col)) = self.start.filter(|&(row, col)| row >= rows || col >= cols) {
            return refuse(format!("the start [{row}, {col}] is outside the {rows} × {cols} map: rows and columns count from 0"));
        }
        if self.count == 0 {
            return refuse("count = 0: want 1 map or more".into());
        }
        let plan = Plan {
            rows,
            cols,
            sea: self.sea.count("sea", cells)?,
            animals: self.kinds(cells)?,
            start: self.start,
            start_rule: self.start_rule,
        };
        plan.fits().map(|()| plan)
    }

    /// Tigers, sharks and crocodiles of each map.
    fn kinds(&self, cells: usize) -> Result<[usize; 3], RecipeError> {
        let given = [("tigers", self.tigers), ("sharks", self.sharks), ("crocodiles", self.crocodiles)];
        let mut kinds = [0; 3];
        for (kind, (name, amount)) in kinds.iter_mut().zip(given) {
            *kind = amount.map_or(Ok(0), |amount| amount.count(name, cells))?;
        }
        let open: Vec<usize> = (0..3).filter(|&kind| given[kind].1.is_none()).collect();
        let Some(animals) = self.animals else {
            return if open.len() < 3 {
                Ok(kinds)
            } else {
                refuse("no number of animals: give `animals`, or kinds of them (0 for none)".into())
            };
        };
        let (total, taken) = (animals.count("animals", cells)?, kinds.iter().sum());
        let rest = total.checked_sub(taken);
        let rest = rest.ok_or_else(|| RecipeError(format!("animals = {total}, but the kinds that are given make {taken}")))?;
        if open.is_empty() {
            return refuse("`animals` and all three kinds are given: leave one of the four out".into());
        }
        for (nth, &kind) in open.iter().enumerate() {
            kinds[kind] = rest / open.len() + usize::from(nth < rest % open.len());
        }
        Ok(kinds)
    }
}

impl Plan {
    /// Whether there is a map like this.
    ///
    /// There is if each kind has its habitat and some start leaves enough cells:
    /// what it keeps free can be of the terrain that is less in demand.
    fn fits(&self) -> Result<(), RecipeError> {
        let [tigers, sharks, crocodiles] = self.animals;
        let cells = self.rows * self.cols;
        let land = cells - self.sea;
        if tigers > land {
            return refuse(format!("{tigers} tigers on {land} land cells: take fewer tigers (0 for none) or less sea"));
        }
        if sharks > self.sea {
            return refuse(format!("{sharks} sharks on {} sea cells: take fewer sharks (0 for none) or more sea", self.sea));
        }
        // No cell keeps fewer free than a corner.
        let (row, col) = self.start.unwrap_or((0, 0));
        if !self.leaves_room(row, col) {
            let kept = self.kept_free(row, col);
            let animals = tigers + sharks + crocodiles;
            return refuse(format!("{animals} animals on {cells} cells, of which the start keeps {kept} free: take fewer animals"));
        }
        let most = usize::from(u16::MAX);
        match self.animals.iter().find(|&&kind| kind > most) {
            Some(kind) => refuse(format!("{kind} animals of a kind: at most {most} are supported")),
            None => Ok(()),
        }
    }

    /// Whether the animals find room beside a start on this cell.
    pub fn leaves_room(&self, row: usize, col: usize) -> bool {
        self.kept_free(row, col) + self.animals.iter().sum::<usize>() <= self.rows * self.cols
    }

    /// How many cells a start on this one keeps free.
    fn kept_free(&self, row: usize, col: usize) -> usize {
        let along = |side: usize, at: usize| (at + 2).min(side) - at.saturating_sub(1);
        match self.start_rule {
            StartRule::Safe => 1,
            StartRule::Open => along(self.rows, row) * along(self.cols, col),
        }
    }
}

/// The recipe in a fixed form: recipes that mean the same maps have the same.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, cols, sea, animals: [tigers, sharks, crocodiles], start, start_rule } = self;
        write!(f, "crocomine {rows}x{cols} sea={sea} tigers={tigers} sharks={sharks} crocodiles={crocodiles} start=")?;
        match start {
            Some((row, col)) => write!(f, "{row},{col}")?,
            None => f.write_str("drawn")?,
        }
        write!(f, " start_rule={}", start_rule.word())
    }
}

impl Amount {
    /// The count that this is of so many cells.
    pub fn of(self, cells: usize) -> usize {
        match self {
            Amount::Count(count) => count,
            Amount::Share(share) => (share * cells as f64).round() as usize,
        }
    }

    /// The same, of an amount that may be nonsense.
    fn count(self, name: &str, cells: usize) -> Result<usize, RecipeError> {
        match self {
            Amount::Share(share) if !(0.0..=1.0).contains(&share) => {
                refuse(format!("{name} = {share:?}: a share lies between 0.0 and 1.0 (a number without a point is a count)"))
            }
            Amount::Count(count) if count > cells => refuse(format!("{name} = {count}: the map has {cells} cells")),
            _ => Ok(self.of(cells)),
        }
    }
}

impl Default for Amount {
    fn default() -> Self {
        Amount::Count(0)
    }
}

impl StartRule {
    /// The word in files: `safe` or `open`.
    pub fn word(self) -> &'static str {
        match self {
            StartRule::Safe => "safe",
            StartRule::Open => "open",
        }
    }
}

fn refuse<T>(what: String) -> Result<T, RecipeError> {
    Err(RecipeError(what))
}

impl FromStr for Amount {
    type Err = RecipeError;

    fn from_str(word: &str) -> Result<Self, RecipeError> {
        let amount = if word.contains('.') { word.parse().map(Amount::Share).ok() } else { word.parse().map(Amount::Count).ok() };
        amount.ok_or_else(|| RecipeError(format!("`{word}` is neither a whole number (a count) nor one with a point (a share)")))
    }
}

impl FromStr for StartRule {
    type Err = RecipeError;

    fn from_str(word: &str) -> Result<Self, RecipeError> {
        let known = [StartRule::Safe, StartRule::Open].into_iter().find(|rule| rule.word() == word);
        known.ok_or_else(|| RecipeError(format!("`{word}` is no start rule: want safe or open")))
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct AmountVisitor;
        impl de::Visitor<'_> for AmountVisitor {
            type Value = Amount;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number from 0 (a count) or one with a point (a share)")
            }

            fn visit_u64<E: de::Error>(self, count: u64) -> Result<Amount, E> {
                let wrong = || E::invalid_value(de::Unexpected::Unsigned(count), &self);
                usize::try_from(count).map(Amount::Count).map_err(|_| wrong())
            }

            fn visit_i64<E: de::Error>(self, count: i64) -> Result<Amount, E> {
                let wrong = || E::invalid_value(de::Unexpected::Signed(count), &self);
                usize::try_from(count).map(Amount::Count).map_err(|_| wrong())
            }

            fn visit_f64<E: de::Error>(self, share: f64) -> Result<Amount, E> {
                Ok(Amount::Share(share))
            }
        }
        input.deserialize_any(AmountVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use proptest::prelude::*;

    /// The counts of a recipe as written in an experiment, or the error.
    fn check(table: &str, expected: &str) {
        let found = match toml::from_str::<Recipe>(table) {
            Ok(recipe) => recipe.plan().map_or_else(|error| error.to_string(), |plan| plan.to_string()),
            Err(error) => error.message().to_string(),
        };
        assert_eq!(found, expected, "{table}");
    }

    fn counts(table: &str, sea: usize, animals: [usize; 3]) {
        let recipe: Recipe = toml::from_str(&format!("rows = 15\ncols = 15\ncount = 1\n{table}")).unwrap();
        let plan = recipe.plan().unwrap();
        assert_eq!((plan.sea, plan.animals), (sea, animals), "{table}");
    }

    #[test]
    fn amounts_become_counts() {
        counts("tigers = 40", 0, [40, 0, 0]);
        counts("sea = 0.5\nanimals = 0.30", 113, [23, 23, 22]);
        counts("sea = 0.5\nanimals = 0.15", 113, [12, 11, 11]);
        counts("sea = 100\nanimals = 10", 100, [4, 3, 3]);
        counts("sea = 100\nanimals = 11", 100, [4, 4, 3]);
        counts("animals = 10\nsharks = 0", 0, [5, 0, 5]);
        counts("sea = 1.0\nanimals = 0.1\ntigers = 0\ncrocodiles = 3", 225, [0, 20, 3]);
        counts("sea = 0.5\ntigers = 0.1\nsharks = 1\ncrocodiles = 0.0", 113, [23, 1, 0]);
        counts("animals = 0", 0, [0, 0, 0]);
    }

    #[test]
    fn recipes_have_one_form_each() {
        let expert = "rows = 16\ncols = 30\ntigers = 99\nsharks = 0\ncrocodiles = 0\nsea = 0\nstart = [0, 0]\ncount = 20000\n";
        let form = "crocomine 16x30 sea=0 tigers=99 sharks=0 crocodiles=0 start=0,0 start_rule=safe";
        check(&format!("{expert}start_rule = \"safe\""), form);
        check(expert, form);
        check(
            "rows = 15\ncols = 10\nanimals = 0.1\nsea = 0.5\nstart_rule = \"open\"\ncount = 5",
            "crocomine 15x10 sea=75 tigers=5 sharks=5 crocodiles=5 start=drawn start_rule=open",
        );
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let board = |rest: &str, expected: &str| check(&format!("rows = 3\ncols = 4\ncount = 1\n{rest}"), expected);
        let size = |rows: usize| format!("a map of {rows} × 4 cells: want 1 to {MAX_CELLS} cells");
        check("rows = 0\ncols = 4\ncount = 1\nanimals = 0", &size(0));
        check("rows = 9000000000000000000\ncols = 4\ncount = 1\nanimals = 0", &size(9_000_000_000_000_000_000));
        check("rows = 300\ncols = 300\ncount = 1\ntigers = 70000", "70000 animals of a kind: at most 65535 are supported");
        check("rows = 3\ncols = 4\ncount = 0\nanimals = 0", "count = 0: want 1 map or more");
        board("", "no number of animals: give `animals`, or kinds of them (0 for none)");
        board(
            "animals = 1\nfish = 2",
            "unknown field `fish`, expected one of `rows`, `cols`, `sea`, `animals`, `tigers`, `sharks`, `crocodiles`, `start`, `start_rule`, `count`",
        );
        board("animals = -1", "invalid value: integer `-1`, expected a whole number from 0 (a count) or one with a point (a share)");
        board(
            "animals = \"many\"",
            "invalid type: string \"many\", expected a whole number from 0 (a count) or one with a point (a share)",
        );
        board("animals = 1.5", "animals = 1.5: a share lies between 0.0 and 1.0 (a number without a point is a count)");
        board("sea = -0.5\nanimals = 0", "sea = -0.5: a share lies between 0.0 and 1.0 (a number without a point is a count)");
        board("sea = nan\nanimals = 0", "sea = NaN: a share lies between 0.0 and 1.0 (a number without a point is a count)");
        board("sea = 13\nanimals = 0", "sea = 13: the map has 12 cells");
        board("animals = 0\nstart = [3, 0]", "the start [3, 0] is outside the 3 × 4 map: rows and columns count from 0");
        board("animals = 0\nstart = [0, 4]", "the start [0, 4] is outside the 3 × 4 map: rows and columns count from 0");
        board("animals = 3\ntigers = 4", "animals = 3, but the kinds that are given make 4");
        board("animals = 3\ntigers = 1\nsharks = 1\ncrocodiles = 1", "`animals` and all three kinds are given: leave one of the four out");
        board("sharks = 1", "1 sharks on 0 sea cells: take fewer sharks (0 for none) or more sea");
        board("sea = 1.0\ntigers = 1", "1 tigers on 0 land cells: take fewer tigers (0 for none) or less sea");
        board("sea = 4\nsharks = 4", "crocomine 3x4 sea=4 tigers=0 sharks=4 crocodiles=0 start=drawn start_rule=safe");
        board("crocodiles = 12", "12 animals on 12 cells, of which the start keeps 1 free: take fewer animals");
        let open = "9 animals on 12 cells, of which the start keeps 4 free: take fewer animals";
        board("tigers = 9\nstart_rule = \"open\"", open);
        board("tigers = 9\nstart_rule = \"open\"\nstart = [2, 0]", open);
        board(
            "tigers = 7\nstart_rule = \"open\"\nstart = [2, 1]",
            "7 animals on 12 cells, of which the start keeps 6 free: take fewer animals",
        );
    }

    #[test]
    fn words_read_like_tables() {
        assert_eq!("12".parse(), Ok(Amount::Count(12)));
        assert_eq!("1.0".parse(), Ok(Amount::Share(1.0)));
        assert_eq!("open".parse(), Ok(StartRule::Open));
        for word in ["", "-1", "nan", "inf", "1e3", "1.2.3", "half"] {
            assert!(word.parse::<Amount>().is_err(), "{word}");
        }
        assert!("Open".parse::<StartRule>().is_err());
        let recipe: Recipe = toml::from_str("rows = 3\ncols = 4\nsea = 1.0\nsharks = 2\nstart = [1, 2]\ncount = 7").unwrap();
        let written = serde_json::to_string(&recipe).unwrap();
        assert_eq!(written, r#"{"rows":3,"cols":4,"sea":1.0,"sharks":2,"start":[1,2],"start_rule":"safe","count":7}"#);
        assert_eq!(serde_json::from_str::<Recipe>(&written).unwrap(), recipe);
    }

    /// Whether some terrain and start leave room, by trying them all.
    fn can_fit(plan: &Plan) -> bool {
        let grid = Grid::new(plan.rows, plan.cols);
        let starts = plan.start.map_or_else(|| (0..grid.len()).collect(), |(row, col)| vec![grid.cell(row, col)]);
        let [tigers, sharks, crocodiles] = plan.animals;
        (0..1u32 << grid.len()).filter(|terrain| terrain.count_ones() as usize == plan.sea).any(|terrain| {
            starts.iter().any(|&start| {
                let kept = |cell| cell == start || (plan.start_rule == StartRule::Open && grid.neighbours(start).any(|n| n == cell));
                let room = (0..grid.len()).filter(|&cell| !kept(cell));
                let (sea, land): (Vec<usize>, Vec<usize>) = room.partition(|cell| terrain >> cell & 1 == 1);
                tigers <= land.len() && sharks <= sea.len() && tigers + sharks + crocodiles <= land.len() + sea.len()
            })
        })
    }

    proptest! {
        #[test]
        fn names_sort_as_numbers_do((count, at, than) in (1..100_000_000u64).prop_flat_map(|count| (Just(count), 0..count, 0..count))) {
            let recipe = Recipe { count, ..toml::from_str("rows = 1\ncols = 1\ncount = 1").unwrap() };
            prop_assert_eq!(recipe.name(at).cmp(&recipe.name(than)), at.cmp(&than));
            prop_assert_eq!(recipe.name(at).parse(), Ok(at));
            prop_assert_eq!(recipe.name(at).len(), if count <= 1_000_000 { 6 } else { (count - 1).to_string().len() });
        }

        #[test]
        fn a_plan_fits_if_some_map_is_like_it(
            (rows, cols) in (1usize..4, 1usize..5),
            sea in 0usize..13,
            animals in [0usize..5, 0..5, 0..5],
            start in prop::option::of((0usize..3, 0usize..4)),
            open: bool,
        ) {
            let start = start.map(|(row, col)| (row % rows, col % cols));
            let start_rule = if open { StartRule::Open } else { StartRule::Safe };
            let plan = Plan { rows, cols, sea: sea % (rows * cols + 1), animals, start, start_rule };
            prop_assert_eq!(plan.fits().is_ok(), can_fit(&plan));
        }
    }
}
