//! Whether a predicted chance of winning means what it says.

use crate::report::evidence::Evidence;
use crate::report::figures::n_of;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Curve, Curves, Dot, Line, Panel, Plot};
use crate::report::selector::{Bin, Learner};
use crate::stats::Interval;

pub(in crate::report::figures) const NAME: &str = "selector_reliability";

const TITLE: Text = Text::new("Predicted chance of winning against what came", "Chance de gagner prédite et réalisée");
const X: Text = Text::new("predicted (%)", "prédite (%)");
const Y: Text = Text::new("came (%)", "réalisée (%)");
const NOTE: Text = Text::new(
    "n: held-out stalls, of each the option that is taken, in bins of equal count; 95 % intervals: Wilson, which takes them for independent. On the line predictions come true.",
    "n : coups non prouvés mis à part, de chacun l'option prise, en classes de même effectif ; intervalles à 95 % : Wilson, qui les tient pour indépendants. Sur la ligne les prédictions se réalisent.",
);

pub(in crate::report::figures) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let told = |learner: &&Learner| !learner.reliability.is_empty();
    let evaluation = &evidence.selectors.first()?.evaluation;
    let panels = evaluation.by_map.iter().filter(told).map(|learner| {
        let dot = |bin: &Bin| {
            let [low, high] = bin.interval.map(|end| 100.0 * end);
            Dot { x: 100.0 * bin.predicted, y: 100.0 * bin.observed, interval: Some(Interval { low, high }) }
        };
        let n = n_of([learner.reliability.iter().map(|bin| bin.n).sum()], language);
        let curve = Curve {
            of: evaluation.mark(&learner.name),
            line: Line::None,
            points: learner.reliability.iter().map(dot).collect(),
            fit: None,
        };
        let brier = learner.brier.map_or_else(String::new, |brier| format!(", Brier {}", language.number(brier, 4)));
        Panel { heading: format!("{}, {n}{brier}", learner.name), curves: vec![curve] }
    });
    let panels: Vec<Panel> = panels.collect();
    (!panels.is_empty()).then(|| Plot {
        title: language.say(TITLE).into(),
        note: language.say(NOTE).into(),
        body: Body::Curves(Curves {
            x: Axis::linear(language.say(X), (0.0, 100.0)),
            y: Axis::linear(language.say(Y), (0.0, 100.0)),
            legend: Vec::new(),
            panels,
            diagonal: true,
        }),
    })
}
