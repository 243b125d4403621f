//! Performance profiles: how many instances are won at a cost within a factor of the
//! least that any strategy needs.

use super::{n_of, share_curve};
use crate::report::evidence::Evidence;
use crate::report::language::{Language, Text};
use crate::report::plot::{Axis, Body, Curve, Curves, Panel, Plot, Scale};
use crate::stats::performance_profile;

pub(super) const NAME: &str = "profile";

const TITLE: Text = Text::new("Performance profile of {}", "Profil de performance : {}");
const X: Text = Text::new("{}, relative to the least of all strategies", "{}, rapportées au minimum de toutes les stratégies");
const Y: Text = Text::new("instances won (%)", "instances gagnées (%)");
const NOTE: Text = Text::new(
    "Dolan and Moré (2002): share of the n instances that are won at most at so many times the least cost; right end: {} times or less. Marks: 95 % intervals, Wilson.",
    "Dolan et Moré (2002) : part des n instances gagnées au plus à tant de fois le coût minimal ; bord droit : {} fois ou moins. Marques : intervalles à 95 %, Wilson.",
);

pub(super) fn plot(evidence: &Evidence, language: Language) -> Option<Plot> {
    let about = evidence.about?;
    let cost = evidence.column(about.cost)?;
    // Instances by set, with a cost for each strategy.
    let tables: Vec<Vec<Vec<Option<f64>>>> = evidence.sets.iter().map(|set| evidence.won_costs(set, cost)).collect();
    let profiles: Vec<Vec<Vec<(f64, f64)>>> = tables.iter().map(|table| performance_profile(table)).collect();
    let widest = profiles.iter().flatten().flatten().map(|step| step.0).fold(1.0, f64::max);
    if widest <= 1.0 || evidence.strategies.len() < 2 {
        return None;
    }
    // To where nothing more is won, within reason.
    let last = libm::ceil(10.0 * widest.min(10.0)) / 10.0;
    let panels = evidence.sets.iter().zip(&tables).zip(&profiles).map(|((set, table), profile)| {
        let n = table.len() as u64;
        let played = |of: usize| evidence.groups(set).any(|(nth, _)| nth == of);
        let curves = profile.iter().enumerate().filter(|(of, _)| played(*of)).map(|(of, steps)| curve(of, steps, n, last));
        Panel { heading: format!("{set}, {}", n_of([n], language)), curves: curves.collect() }
    });
    let words = language.say(about.cost_words);
    Some(Plot {
        title: language.fill(TITLE, &[&words]),
        note: language.fill(NOTE, &[&language.number(last, 1)]),
        body: Body::Curves(Curves {
            x: Axis { label: language.fill(X, &[&words]), scale: Scale::Log, ends: (1.0, last) },
            y: Axis::linear(language.say(Y), (0.0, 100.0)),
            legend: evidence.marks(),
            panels: panels.collect(),
            diagonal: false,
        }),
    })
}

fn curve(of: usize, steps: &[(f64, f64)], n: u64, last: f64) -> Curve {
    let share = |ratio: f64| steps.iter().take_while(|step| step.0 <= ratio).last().map_or(0.0, |step| step.1);
    share_curve(of, (1.0, last), n, share)
}
