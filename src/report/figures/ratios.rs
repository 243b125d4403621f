//! How many times as much work each search takes as the baseline, on the same instances.

use super::n_of;
use crate::report::effort::{Ratio, ratio};
use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Estimate, Group, Plot, Rows, Scale};
use crate::seed::Seed;
use std::sync::Arc;

pub(super) const NAME: &str = "cost_ratios";

const TITLE: Text = Text::new("{}, relative to {}, on the same instances", "{}, par rapport à {}, sur les mêmes instances");
const AXIS: Text = Text::new("ratio of {} (geometric mean)", "rapport des {} (moyenne géométrique)");
const NOTE: Text = Text::new(
    "n: instances that both won; where one of two did not, nothing is compared. 95 % intervals: percentile bootstrap of the mean logarithm of the paired ratios over instances (2000 resamples).",
    "n : instances gagnées par les deux ; où l'une des deux échoue, rien n'est comparé. Intervalles à 95 % : bootstrap (méthode des percentiles, 2 000 rééchantillonnages) du logarithme moyen des rapports appariés, sur les instances.",
);

pub(super) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let about = evidence.about.filter(|about| about.effort.is_some())?;
    let (base, cost) = (evidence.baseline.name()?, evidence.column(about.cost)?);
    let group = |set: &Arc<str>| {
        let compared = evidence.groups(set).filter_map(|(of, group)| {
            let other = evidence.baseline.of(&evidence.strategies, group.strategy()).filter(|other| **other != **group.strategy())?;
            let seed = Seed::new(1).purpose("report ratios").purpose(set).index(of as u64);
            let Ratio { n, value, interval } = ratio([(group, evidence.outcomes.group(set, other)?)].into_iter(), cost, seed)?;
            Some((n, Estimate { of, value, interval }))
        });
        let (counts, estimates): (Vec<u64>, Vec<Estimate>) = compared.unzip();
        (!estimates.is_empty()).then(|| Group { label: set.to_string(), n: n_of(counts, language), estimates })
    };
    let groups: Vec<Group> = evidence.sets.iter().filter_map(group).collect();
    let mut legend = evidence.marks();
    legend.retain(|(of, _)| groups.iter().flat_map(|group| &group.estimates).any(|estimate| estimate.of == *of));
    let words = language.say(about.cost_words);
    let axis = Axis::over(language.fill(AXIS, &[&words]), Scale::Log, Rows::ends(&groups).chain([1.0]));
    (!groups.is_empty()).then(|| Plot {
        title: language.fill(TITLE, &[&words, &base]),
        note: language.say(NOTE).into(),
        body: Body::Rows(Rows { axis, reference: Some(1.0), legend, groups }),
    })
}
