//! Win rates by set and strategy.

use super::{n_of, of_set};
use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Estimate, Group, Plot, Rows, Scale};
use crate::results::summary::Summary;
use std::sync::Arc;

pub(super) const NAME: &str = "win_rates";

const TITLE: Text = Text::new("Win rates by set and strategy", "Taux de victoire par lot et stratégie");
const NOTE: Text = Text::new("n: instances; 95 % intervals: Wilson", "n : instances ; intervalles à 95 % : Wilson");
const AXIS: Text = Text::new("games won (%)", "parties gagnées (%)");

pub(super) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let group = |set: &Arc<str>| {
        let estimate = |summary: &Summary| {
            let of = evidence.strategies.iter().position(|label| *label == summary.strategy)?;
            Some(Estimate { of, value: 100.0 * summary.rate, interval: summary.interval.times(100.0) })
        };
        let played = || of_set(evidence, set).filter(|summary| summary.instances > 0);
        Group {
            label: set.to_string(),
            n: n_of(played().map(|summary| summary.instances), language),
            estimates: played().filter_map(estimate).collect(),
        }
    };
    let groups: Vec<Group> = evidence.sets.iter().map(group).collect();
    let mut axis = Axis::over(language.say(AXIS), Scale::Linear, Rows::ends(&groups));
    axis.ends = (axis.ends.0.max(0.0), axis.ends.1.min(100.0));
    (!groups.is_empty()).then(|| Plot {
        title: language.say(TITLE).into(),
        note: language.say(NOTE).into(),
        body: Body::Rows(Rows { axis, reference: None, legend: evidence.marks(), groups }),
    })
}
