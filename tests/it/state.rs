//! Knowledge written as the server's records and read back is the same
//! knowledge, after any play.

use crate::worlds::{action, level};
use clover::crocomine::knowledge::Knowledge;
use clover::crocomine::play::{Host, LocalHost};
use clover::crocomine::state::{GridInfos, State};
use proptest::prelude::*;

/// Everything that a strategy can ask of knowledge.
fn asked(knowledge: &Knowledge) -> impl PartialEq + std::fmt::Debug + use<> {
    let cells = 0..knowledge.grid().len();
    let cells = cells.map(|cell| (knowledge.sight(cell), knowledge.terrain(cell), knowledge.residual(cell), knowledge.closed_around(cell)));
    let whole = (knowledge.grid().clone(), knowledge.totals(), knowledge.start(), knowledge.left(), knowledge.closed());
    (whole, cells.collect::<Vec<_>>(), knowledge.hidden(), knowledge.history().to_vec())
}

proptest! {
    #[test]
    fn a_state_written_and_read_is_the_same(
        level in level(6),
        actions in prop::collection::vec(action(6), 0..30),
    ) {
        let mut host = LocalHost::new(&level);
        let mut knowledge = level.knowledge();
        for action in actions {
            if let Ok(reply) = host.act(action) {
                knowledge.learn(&reply.infos).unwrap();
            }
        }
        let state = State::new(&knowledge);
        let json = serde_json::to_string(&state).unwrap();
        let read: State = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(&read, &state);
        prop_assert_eq!(asked(&read.knowledge().unwrap()), asked(&knowledge));

        let told = GridInfos { infos: state.infos.clone(), ..state.grid_infos };
        prop_assert_eq!(asked(&told.knowledge().unwrap()), asked(&knowledge));
    }
}
