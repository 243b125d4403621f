//! The tables at the end of a run.

// As expect-test writes them.
#![allow(clippy::needless_raw_string_hashes)]

use clover::experiment::{self, SCHEMA};
use clover::record::Status;
use clover::results::outcomes::{Outcome, Outcomes};
use clover::results::summary::{Summary, summarise};
use expect_test::expect;

fn summaries(rows: &[Outcome], base: &str) -> Vec<Summary> {
    summarise(&Outcomes::new(rows.to_vec(), 5), |_| Some(base))
}

#[test]
fn the_table_says_what_was_compared() {
    let outcome = |instance: usize, strategy: &str, repetition: u64, status| Outcome {
        set: "dense".into(),
        instance: format!("{instance}").into(),
        strategy: strategy.into(),
        repetition,
        readable: true,
        status,
        values: [10.0, 5.0, 1.0, 2.0, 3.0].into(),
        seconds: Some(0.001),
    };
    let mut rows = Vec::new();
    for instance in 0..8 {
        rows.push(outcome(instance, "base", 0, if instance < 4 { Status::Won } else { Status::Lost }));
        rows.push(outcome(instance, "other", 0, if instance == 7 { Status::GaveUp } else { Status::Won }));
    }
    expect![[r#"
        dense: 8 maps
        strategy           won %          vs base       p  run  acts  open    T    S    C    ms  bad
                          [95 %]           [95 %]     +/−                                   p95
        base                50.0                             4  10.0   5.0  1.0  2.0  3.0  1.00  0+0
                    [21.5, 78.5]                                                           1.00
        other               87.5           +37.50  0.2500    7  10.0   5.0  1.0  2.0  3.0  1.00  1+0
                    [52.9, 97.8]  [−7.30, +67.77]     3/0                                  1.00

        won: Wilson's interval below; run: most wins in a row, in the order of instances;
        ms: mean time of a game, 95th percentile below;
        other means: acts actions, open opened, T tigers, S sharks, C crocodiles
        vs base: points more than `base` on what both played, Newcombe's interval below;
        p: McNemar's exact test, adjusted by Holm's rule for all comparisons of one table;
        below it on how many instances it alone won / the base alone won
        bad: games given up + errors, counted as not won; errors are left out of means
    "#]]
    .assert_eq(&experiment::table(&summaries(&rows, "base"), &SCHEMA, Some("base")));
    for instance in 0..8 {
        rows.push(outcome(instance, "base", 1, Status::Won));
    }
    expect![[r#"
        dense: 8 maps, 2 games each
        strategy           won %           vs base    p  run  acts  open    T    S    C    ms  bad
                          [95 %]            [95 %]  +/−                                   p95
        base                75.0                           8  10.0   5.0  1.0  2.0  3.0  1.00  0+0
                    [40.9, 92.9]                                                         1.00
        other               87.5            +12.50         7  10.0   5.0  1.0  2.0  3.0  1.00  1+0
                    [52.9, 97.8]  [−26.42, +48.08]                                       1.00

        won: Wilson's interval below; run: most wins in a row, in the order of instances;
        ms: mean time of a game, 95th percentile below;
        other means: acts actions, open opened, T tigers, S sharks, C crocodiles
        vs base: points more than `base` on what both played, Newcombe's interval below;
        p: McNemar's exact test, adjusted by Holm's rule for all comparisons of one table;
        below it on how many instances it alone won / the base alone won
        games of one instance are averaged first: it counts as a fraction of a success,
        and there is no p where its games end differently
        bad: games given up + errors, counted as not won; errors are left out of means
    "#]]
    .assert_eq(&experiment::table(&summaries(&rows, "base"), &SCHEMA, Some("base")));
}

#[test]
fn tables_are_a_hundred_columns_wide_at_most() {
    let row = |strategy: &str, place: usize, status| Outcome {
        set: "15x15_30".into(),
        instance: format!("{place:05}").into(),
        strategy: strategy.into(),
        repetition: 0,
        readable: true,
        status,
        values: [134.25, 201.5, 22.25, 23.25, 22.25].into(),
        seconds: Some(0.012_345),
    };
    let mut rows = Vec::new();
    for place in 0..3000 {
        rows.push(row("components", place, if place % 3 > 0 { Status::Won } else { Status::Lost }));
        rows.push(row("sat, no totals, sequential encoding", place, if place % 7 > 5 { Status::Won } else { Status::Lost }));
    }
    let shown = |rows: &[Outcome]| experiment::table(&summaries(rows, "components"), &SCHEMA, Some("components"));
    let table = shown(&rows);
    expect![[r#"
        15x15_30: 3000 maps
        strategy                won %           vs base         p  run   acts   open     T     S     C    ms
                               [95 %]            [95 %]       +/−                                        p95
        components               66.7                                2  134.2  201.5  22.2  23.2  22.2  12.3
                         [65.0, 68.3]                                                                   12.3
        sat, no totals,          14.3            −52.40  < 0.0001    1  134.2  201.5  22.2  23.2  22.2  12.3
        sequential       [13.1, 15.6]  [−54.46, −50.26]  143/1715                                       12.3
        encoding

        won: Wilson's interval below; run: most wins in a row, in the order of instances;
        ms: mean time of a game, 95th percentile below;
        other means: acts actions, open opened, T tigers, S sharks, C crocodiles
        vs base: points more than `components` on what both played, Newcombe's interval below;
        p: McNemar's exact test, adjusted by Holm's rule for all comparisons of one table;
        below it on how many instances it alone won / the base alone won
    "#]]
    .assert_eq(&table);
    rows.push(row("random", 0, Status::Error));
    rows.push(row("random", 1, Status::GaveUp));
    for table in [table, shown(&rows)] {
        assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
    }
}
