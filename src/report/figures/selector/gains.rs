//! What learners gain over the single best strategy, by family, beside the virtual best.

use super::{GAIN, learned_from};
use crate::report::evidence::Evidence;
use crate::report::figures::n_of;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Estimate, Group, Plot, Rows, Scale};
use crate::report::selector::{Estimate as Gain, Learner, Part, finite};

pub(in crate::report::figures) const NAME: &str = "selector_gains";

const TITLE: Text = Text::new("What the choice gains, by family", "Ce que le choix rapporte, par famille");
const ALL: Text = Text::new("all", "toutes");
const VIRTUAL: Text = Text::new("virtual best", "meilleur virtuel");
const NOTE: Text = Text::new(
    "0: the single best strategy; virtual best: of the strategies' proposals, chosen by half of the sampled worlds and scored by the other (the mark: too low), up to chosen and scored by all (too high). {}; 95 % intervals: bootstrap over maps. Learners that lose more than the virtual best gains are in the table.",
    "0 : la meilleure stratégie seule ; meilleur virtuel : parmi les propositions des stratégies, choisi par une moitié des mondes et noté par l'autre (la marque : trop bas), jusqu'à choisi et noté par tous (trop haut). {} ; intervalles à 95 % : bootstrap sur les cartes. Les méthodes qui perdent plus que ce qu'il gagne sont dans le tableau.",
);

pub(in crate::report::figures) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let selector = evidence.selectors.first()?;
    let shown = selector.evaluation.shown();
    let first = selector.evaluation.by_map.first()?;
    let group = |nth: usize, part: &Part| {
        let [low, high] = part.virtual_best.map(|value| Some(value - part.single_best));
        let virtual_best = estimate(0, [low, low, high]);
        let of = |(mark, learner): &(usize, &Learner)| estimate(*mark, learner.parts.get(nth)?.gain);
        Group {
            label: part.family.clone().unwrap_or_else(|| language.say(ALL).into()),
            n: n_of([part.decisions], language),
            estimates: virtual_best.into_iter().chain(shown.iter().filter_map(of)).collect(),
        }
    };
    let groups: Vec<Group> = first.parts.iter().enumerate().map(|(nth, part)| group(nth, part)).collect();
    let axis = Axis::over(language.say(GAIN), Scale::Linear, Rows::ends(&groups).chain([0.0]));
    let learners = shown.iter().map(|(mark, learner)| (*mark, learner.name.clone()));
    let legend = [(0, language.say(VIRTUAL).to_string())].into_iter().chain(learners).collect();
    let all = first.parts.first()?;
    Some(Plot {
        title: language.say(TITLE).into(),
        note: language.fill(NOTE, &[&learned_from(all.maps, all.decisions, language)]),
        body: Body::Rows(Rows { axis, reference: Some(0.0), legend, groups }),
    })
}

fn estimate(of: usize, gain: Gain) -> Option<Estimate> {
    let (value, interval) = finite(gain)?;
    Some(Estimate { of, value: 100.0 * value, interval: interval.times(100.0) })
}
