//! Differences of win rates from the baseline: a forest plot.

use super::{n_of, of_set};
use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Estimate, Group, Plot, Rows, Scale};
use crate::results::summary::Summary;
use std::sync::Arc;

pub(super) const NAME: &str = "differences";

const TITLE: Text =
    Text::new("Wins more or less than {}, on the same instances", "Victoires de plus ou de moins que {}, sur les mêmes instances");
const AXIS: Text = Text::new("difference (percentage points)", "écart (points de pourcentage)");
const NOTE: Text = Text::new(
    "n: instances that both played; 95 % intervals: Newcombe, paired",
    "n : instances jouées par les deux ; intervalles à 95 % : Newcombe, appariés",
);

pub(super) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let base = evidence.baseline.name()?;
    let compared = |summary: &&Summary| summary.versus.is_some_and(|versus| versus.pairs > 0);
    // Only what is compared is in the legend, with its mark of everywhere.
    let mut legend = evidence.marks();
    legend.retain(|(_, label)| evidence.summaries.iter().filter(compared).any(|summary| *summary.strategy == **label));
    let estimate = |summary: &Summary| {
        let (versus, of) = (summary.versus?, evidence.strategies.iter().position(|label| *label == summary.strategy)?);
        Some(Estimate { of, value: 100.0 * versus.difference, interval: versus.interval.times(100.0) })
    };
    let group = |set: &Arc<str>| {
        let pairs = of_set(evidence, set).filter(compared).filter_map(|summary| Some(summary.versus?.pairs));
        let estimates: Vec<Estimate> = of_set(evidence, set).filter(compared).filter_map(estimate).collect();
        (!estimates.is_empty()).then(|| Group { label: set.to_string(), n: n_of(pairs, language), estimates })
    };
    let groups: Vec<Group> = evidence.sets.iter().filter_map(group).collect();
    let axis = Axis::over(language.say(AXIS), Scale::Linear, Rows::ends(&groups).chain([0.0]));
    (!groups.is_empty()).then(|| Plot {
        title: language.fill(TITLE, &[&base]),
        note: language.say(NOTE).into(),
        body: Body::Rows(Rows { axis, reference: Some(0.0), legend, groups }),
    })
}
