//! What a selector is worth, as numbers: gains and closed gaps, by learner and family.

use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::selector::{Learner, Part, finite};
use crate::report::tabular::{Cell, Column, Row, Sheet, Shown};

pub(super) const NAME: &str = "selector";

const CAPTION: Text = Text::new(
    "Choosing at stalls: gain over the single best strategy",
    "Choisir aux coups non prouvés : gain sur la meilleure stratégie seule",
);
const NOTE: Text = Text::new(
    "n: stalls, held out by map. Gain in percentage points of winning over the single best strategy (here {} % in all); closed gap: gain as a share of what the virtual best of the strategies' proposals gains, which is chosen by half of the sampled worlds and scored by the other, and so too low; more than 1 is won by other candidates and by games. Bootstrap over maps.",
    "n : coups non prouvés, mis à part carte par carte. Gain en points de pourcentage de victoire sur la meilleure stratégie seule (ici {} % en tout) ; écart comblé : gain en part de celui du meilleur virtuel des propositions, choisi par une moitié des mondes et noté par l'autre, donc trop bas ; plus de 1 vient d'autres candidats et des parties simulées. Bootstrap sur les cartes.",
);

pub(super) fn sheet(evidence: &Evidence, language: Language) -> Option<Sheet> {
    let selector = evidence.selectors.first()?;
    let head = |id: &str, text: Text, shown| Column::new(id, language.say(text), shown);
    let columns = vec![
        head("family", Text::new("family", "famille"), Shown::Words),
        head("learner", Text::new("learner", "méthode"), Shown::Words),
        head("n", Text::new("n", "n"), Shown::Count),
        head("maps", Text::new("maps", "cartes"), Shown::Count),
        head("gain", Text::new("gain (points) [95 %]", "gain (points) [95 %]"), Shown::Points),
        head("gap_closed", Text::new("closed gap [95 %]", "écart comblé [95 %]"), Shown::Plain(2)),
    ];
    let learners = &selector.evaluation.by_map;
    let all = learners.first()?.parts.first()?;
    let row = |learner: &Learner, part: &Part| {
        let family = part
            .family
            .as_ref()
            .map_or_else(|| Cell::Words(language.say(Text::new("all", "toutes")).into()), |family| Cell::Name(family.clone()));
        let cells = vec![
            family,
            Cell::Name(learner.name.clone()),
            Cell::count(part.decisions),
            Cell::count(part.maps),
            Cell::estimate(finite(part.gain)),
            Cell::estimate(finite(part.gap_closed)),
        ];
        Row { set: None, strategy: None, cells }
    };
    let rows = (0..learners.first()?.parts.len())
        .flat_map(|nth| learners.iter().filter_map(move |learner| Some((learner, learner.parts.get(nth)?))));
    let note = language.fill(NOTE, &[&language.number(100.0 * all.single_best, 2)]);
    Some(Sheet {
        name: NAME,
        caption: language.say(CAPTION).into(),
        columns,
        rows: rows.map(|(learner, part)| row(learner, part)).collect(),
        notes: vec![note],
    })
}
