//! What replays say of Anti-Virus: how a search ended, the board, a push and what the plan
//! costs.

use crate::report::language::Text;
use crate::report::replay::words::Words;

/// The words.
pub(super) const WORDS: Words = &[
    (
        "shown",
        Text::new(
            "{shown} of {total} searches, those without a plan first. What the next push moves is outlined, with arrows.",
            "{shown} recherches sur {total}, d'abord celles sans plan. Ce que le prochain coup déplace est entouré et fléché.",
        ),
    ),
    ("heading.lost", Text::new("No plan exists", "Aucun plan n'existe")),
    ("heading.gave_up", Text::new("Given up at a limit", "Abandonnées à une limite")),
    ("heading.error", Text::new("Ended by an error", "Terminées par une erreur")),
    ("heading.won", Text::new("Plan found", "Plan trouvé")),
    ("ended.lost", Text::new("no plan exists", "aucun plan n'existe")),
    ("ended.gave_up", Text::new("given up", "abandonnée")),
    ("ended.error", Text::new("ended by an error", "terminée par une erreur")),
    ("ended.won", Text::new("plan found", "plan trouvé")),
    (
        "why.lost",
        Text::new(
            "The search explored all that can be reached: the virus cannot leave.",
            "La recherche a exploré tout ce qui peut être atteint : le virus ne peut pas sortir.",
        ),
    ),
    (
        "why.gave_up",
        Text::new(
            "The search reached a limit before it found a plan; there may be one.",
            "La recherche a atteint une limite avant de trouver un plan ; il y en a peut-être un.",
        ),
    ),
    ("why.error", Text::new("The search ended before it found a plan.", "La recherche s'est terminée avant de trouver un plan.")),
    (
        "size",
        Text::new(
            "radius {radius}, pieces: {pieces}, white cells: {whites}",
            "rayon {radius}, pièces : {pieces}, cases blanches : {whites}",
        ),
    ),
    ("length", Text::new("plan of {n} pushes", "plan de {n} coups")),
    ("start", Text::new("The start", "Le départ")),
    ("step", Text::new("Push {k} of {n}", "Coup {k} sur {n}")),
    ("after", Text::new("After push {n}", "Après le coup {n}")),
    ("push", Text::new("Push {letter} {direction}", "Pousser {letter} vers {direction}")),
    ("directions.up", Text::new("up", "le haut")),
    ("directions.down", Text::new("down", "le bas")),
    ("directions.left", Text::new("left", "la gauche")),
    ("directions.right", Text::new("right", "la droite")),
    ("moves", Text::new("Moves: {letters}.", "Se déplacent : {letters}.")),
    ("goals.corner", Text::new("The virus is at the tip", "Le virus est à la pointe")),
    ("goals.opening", Text::new("The virus is in the opening", "Le virus est dans l'ouverture")),
    ("goals.out", Text::new("The virus is out", "Le virus est sorti")),
    ("board", Text::new("The board: {pieces}", "Le plateau : {pieces}")),
    ("piece", Text::new("{letter} at row {row}, column {col}", "{letter} ligne {row}, colonne {col}")),
    ("gone", Text::new("{letter} beyond the opening", "{letter} au-delà de l'ouverture")),
    ("cost", Text::new("What the plan costs", "Ce que coûte le plan")),
    ("columns.metric", Text::new("metric", "métrique")),
    ("columns.far", Text::new("so far", "jusqu'ici")),
    ("columns.whole", Text::new("whole plan", "plan entier")),
    ("metrics.push", Text::new("push: pushes", "push : coups")),
    ("metrics.unit", Text::new("unit: pieces moved", "unit : pièces déplacées")),
    ("metrics.slide", Text::new("slide: pushes of one group in a row as one", "slide : coups d'un groupe à la suite comptés une fois")),
    ("virus", Text::new("V: the virus", "V : le virus")),
    ("white", Text::new("white cell: never moves", "case blanche : ne bouge jamais")),
    ("moving", Text::new("moves with this push", "se déplace avec ce coup")),
];
