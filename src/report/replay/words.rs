//! What replays say whatever the game, and how words become data: each by the name under
//! which the scripts know it; `group.name` is one of a group. In a text `{name}` stands for
//! what the script puts there.

use crate::report::language::{Language, Text};
use serde_json::{Map, Value, json};

/// Words by their names.
pub(super) type Words = &'static [(&'static str, Text)];

/// The words of all games.
pub(super) const WORDS: Words = &[
    ("title", Text::new("Replays", "Parties rejouées")),
    (
        "none",
        Text::new(
            "No game of these results was written down action by action; `games = 3` under `[log]` in the experiment keeps some.",
            "Aucune partie de ces résultats n'a été notée action par action ; `games = 3` sous `[log]` dans l'expérience en garde.",
        ),
    ),
    ("game", Text::new("Game", "Partie")),
    ("repetition", Text::new("repetition {n}", "répétition {n}")),
    ("viewer", Text::new("Replay of one game", "Une partie rejouée")),
    ("keys", Text::new("← → step, Home and End", "← → d'un pas, Début et Fin")),
    ("first", Text::new("To the start", "Au début")),
    ("back", Text::new("One step back", "Un pas en arrière")),
    ("forward", Text::new("One step on", "Un pas en avant")),
    ("last", Text::new("To the end", "À la fin")),
    ("slider", Text::new("Step", "Étape")),
    ("legend", Text::new("Legend", "Légende")),
];

/// These words in a language, and its code, by which the scripts write numbers.
pub(super) fn said(lists: [Words; 2], language: Language) -> Map<String, Value> {
    let mut said = Map::from_iter([("code".to_string(), json!(language.code()))]);
    for (name, text) in lists.into_iter().flatten() {
        let text = json!(language.say(*text));
        match name.split_once('.') {
            Some((group, name)) => said.entry(group).or_insert_with(|| json!({}))[name] = text,
            None => {
                said.insert((*name).into(), text);
            }
        }
    }
    said
}
