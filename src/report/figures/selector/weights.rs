//! What a model looks at.

use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Estimate, Group, Plot, Rows};
use crate::report::selector::Weight;
use crate::stats::Interval;

pub(in crate::report::figures) const NAME: &str = "selector_weights";

const TITLE: Text = Text::new("What the model looks at", "Ce que le modèle regarde");
const AXIS: Text = Text::new("weight (share of the largest)", "poids (part du plus grand)");
const LEGEND: [Text; 2] = [Text::new("distance of neighbours", "distance des voisins"), Text::new("linear model", "modèle linéaire")];
const NOTE: Text = Text::new(
    "The {} coordinates that weigh most, of {}, in standard deviations; (linear): the linear model's own prediction, (stake): how much is at stake. They are the model's own numbers, learned from n = {} stalls, and no estimates of anything: they have no interval.",
    "Les {} coordonnées qui pèsent le plus, sur {}, en écarts-types ; (linear) : la prédiction du modèle linéaire, (stake) : l'enjeu. Ce sont les nombres du modèle lui-même, appris de n = {} coups non prouvés, non des estimations : ils n'ont pas d'intervalle.",
);

/// Rows shown.
const MOST: usize = 12;

pub(in crate::report::figures) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let selector = evidence.selectors.first().filter(|selector| !selector.weights.is_empty())?;
    let linear = |weight: &Weight| weight.linear.iter().fold(0.0, |most: f64, slope| most.max(slope.abs()));
    let shares = |of: &dyn Fn(&Weight) -> f64| {
        let most = selector.weights.iter().map(of).fold(f64::MIN_POSITIVE, f64::max);
        selector.weights.iter().map(|weight| of(weight) / most).collect::<Vec<f64>>()
    };
    let both = [shares(&|weight| weight.metric), shares(&linear)];
    let mut order: Vec<usize> = (0..selector.weights.len()).collect();
    let largest = |place: usize| both[0][place].max(both[1][place]);
    order.sort_by(|&one, &other| largest(other).total_cmp(&largest(one)));
    order.truncate(MOST);
    let group = |&place: &usize| {
        let estimate = |(of, shares): (usize, &Vec<f64>)| Estimate {
            of,
            value: shares[place],
            interval: Interval { low: shares[place], high: shares[place] },
        };
        Group {
            label: selector.weights[place].feature.clone(),
            n: String::new(),
            estimates: both.iter().enumerate().map(estimate).filter(|estimate| estimate.value > 0.0).collect(),
        }
    };
    Some(Plot {
        title: language.say(TITLE).into(),
        note: language.fill(NOTE, &[&order.len(), &selector.weights.len(), &language.count(selector.decisions)]),
        body: Body::Rows(Rows {
            axis: Axis::linear(language.say(AXIS), (0.0, 1.0)),
            reference: None,
            legend: LEGEND.map(|text| language.say(text).into()).into_iter().enumerate().collect(),
            groups: order.iter().map(group).collect(),
        }),
    })
}
