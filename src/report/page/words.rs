//! What the words of a page mean: those of statistics, of the game, and its strategies.

use super::Page;
use crate::report::language::Text;
use maud::{Markup, html};

const WORDS: Text = Text::new("What the words mean", "Le sens des mots");
const STATISTICS: [(Text, Text); 4] = [
    (
        Text::new("[low, high]", "[bas ; haut]"),
        Text::new(
            "a 95 % interval: drawn again and again in this way, 95 of 100 such intervals hold the true value",
            "un intervalle à 95 % : tirés ainsi encore et encore, 95 de ces intervalles sur 100 contiennent la vraie valeur",
        ),
    ),
    (
        Text::new("paired", "apparié"),
        Text::new(
            "on the same instances with the same luck, so that these cancel out",
            "sur les mêmes instances avec la même chance, qui s'annulent donc",
        ),
    ),
    (
        Text::new("point", "point"),
        Text::new(
            "a difference of percentages: from 40 % to 42 % are 2 points",
            "un écart de pourcentages : de 40 % à 42 % il y a 2 points",
        ),
    ),
    (
        Text::new("p (Holm)", "p (Holm)"),
        Text::new(
            "how often chance alone would show as much or more, corrected for the number of comparisons; below 0.05 is called significant",
            "la fréquence à laquelle le hasard seul en montrerait autant ou plus, corrigée du nombre de comparaisons ; en dessous de 0,05 on dit significatif",
        ),
    ),
];

/// The section, folded in.
pub(super) fn html(page: &Page) -> Markup {
    let of_game = page.evidence.about.map_or(&[][..], |about| about.words);
    html! {
        details.words {
            summary { (page.say(WORDS)) }
            dl {
                @for (label, about) in strategies(page) { div { dt { code { (label) } } dd lang="en" { (about) } } }
                @for (word, meaning) in of_game.iter().chain(&STATISTICS) { div { dt { (page.say(*word)) } dd { (page.say(*meaning)) } } }
            }
        }
    }
}

/// The strategies of the experiments by their labels, each once, with what it does.
fn strategies(page: &Page) -> Vec<(String, &'static str)> {
    let known = page.evidence.about.map_or_else(Vec::new, |about| (about.strategies)());
    let entries = page.evidence.manifests.iter().filter_map(|manifest| manifest.experiment["strategies"].as_array()).flatten();
    let mut told: Vec<(String, &str)> = Vec::new();
    for entry in entries {
        let about = entry["name"].as_str().and_then(|name| known.iter().find(|known| known.0 == name));
        let label = crate::report::label(entry);
        if let (Some(label), Some((_, about))) = (label, about)
            && !told.iter().any(|known| known.0 == label)
        {
            told.push((label.into(), about));
        }
    }
    told
}
