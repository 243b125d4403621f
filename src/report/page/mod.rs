//! The page: the question, the answer, tables and figures, games to replay, and where all
//! of it comes from. One file that needs nothing else, and its twin in Markdown.
//!
//! It is complete without its script: `page.js` adds sorting, the filter and the replays.

mod markdown;
mod origin;
mod words;

use super::Options;
use super::answer::Answer;
use super::evidence::Evidence;
use super::language::{Language, Text};
use super::plot::Plot;
use super::replay::Replays;
use super::tabular::Sheet;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// What the page shows.
pub(super) struct Page<'a> {
    pub evidence: &'a Evidence,
    pub options: &'a Options,
    pub language: Language,
    pub answer: Option<Answer>,
    pub sheets: &'a [Sheet],
    pub pictures: &'a [Picture<'a>],
    pub replays: Option<&'a Replays>,
}

/// A figure on the page.
pub(super) struct Picture<'a> {
    /// Its name in files.
    pub name: &'a str,
    /// What it shows.
    pub plot: &'a Plot,
    /// The figure.
    pub svg: Vec<u8>,
}

const QUESTION: Text = Text::new("Question", "Question");
const ANSWER: Text = Text::new("Answer", "Réponse");
const TABLES: Text = Text::new("Tables", "Tableaux");
const FIGURES: Text = Text::new("Figures", "Figures");
const ORIGIN: Text = Text::new("Where this comes from", "Provenance");
const SHOWN: Text = Text::new("Shown", "Affichage");
const SETS: Text = Text::new("Sets", "Lots");
const STRATEGIES: Text = Text::new("Strategies", "Stratégies");
const SORT: Text = Text::new("Click a head to sort.", "Cliquer sur un en-tête pour trier.");

/// The names of the experiments, each once.
pub(super) fn title(evidence: &Evidence) -> String {
    let mut names: Vec<&str> = evidence.manifests.iter().map(|manifest| manifest.experiment["name"].as_str().unwrap_or("–")).collect();
    names.extend(evidence.selectors.iter().map(|selector| &*selector.name));
    once(names).join(", ")
}

/// Each of these the first time that it comes.
fn once(names: Vec<&str>) -> Vec<&str> {
    let mut seen = std::collections::BTreeSet::new();
    names.into_iter().filter(|name| seen.insert(*name)).collect()
}

impl Page<'_> {
    fn say(&self, text: Text) -> &'static str {
        self.language.say(text)
    }

    /// The questions of the experiments, each once.
    fn questions(&self) -> Vec<&str> {
        let questions: Vec<&str> = self.evidence.manifests.iter().filter_map(|manifest| manifest.experiment["question"].as_str()).collect();
        once(questions)
    }

    /// The page as HTML.
    pub fn html(&self) -> String {
        let title = title(self.evidence);
        let page = html! {
            (DOCTYPE)
            html lang=(self.language.code()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) " – Clover" }
                    style {
                        (PreEscaped(include_str!("page.css")))
                        @if let Some(replays) = self.replays {
                            (PreEscaped(include_str!("replay.css"))) (PreEscaped(replays.kind.style))
                        }
                    }
                }
                body {
                    header {
                        h1 { (title) }
                        @for question in self.questions() { p.question { (question) } }
                    }
                    main {
                        (self.answer())
                        (words::html(self))
                        section id="figures" {
                            h2 { (self.say(FIGURES)) }
                            div.pictures { @for picture in self.pictures { (self.picture(picture)) } }
                        }
                        section id="tables" {
                            h2 { (self.say(TABLES)) }
                            (self.filter())
                            p.note { (self.say(SORT)) }
                            @for sheet in self.sheets { (sheet.html(self.language)) }
                        }
                        @if self.replays.is_some() { section id="replays" {} }
                        section id="origin" {
                            h2 { (self.say(ORIGIN)) }
                            (origin::html(self))
                        }
                    }
                    script { (PreEscaped(include_str!("page.js"))) }
                    @if let Some(replays) = self.replays {
                        script id="replay-data" type="application/json" { (PreEscaped(replays.data(self.language))) }
                        script { (PreEscaped(replays.kind.script)) }
                        script { (PreEscaped(include_str!("replay.js"))) }
                    }
                }
            }
        };
        page.into_string()
    }

    fn answer(&self) -> Markup {
        html! {
            @if let Some(Answer { sentence, method, by_set }) = &self.answer {
                section.answer id="answer" {
                    h2 { (self.say(ANSWER)) }
                    p.sentence { (sentence) }
                    @if !by_set.is_empty() { ul { @for line in by_set { li { (line) } } } }
                    p.note { (method) }
                }
            }
        }
    }

    fn filter(&self) -> Markup {
        let (sets, strategies) = (&self.evidence.sets, &self.evidence.strategies);
        html! {
            @if sets.len() > 1 || strategies.len() > 1 {
                form.filter id="filter" aria-label=(self.say(SHOWN)) {
                    @for (what, legend, names) in [("set", SETS, sets), ("strategy", STRATEGIES, strategies)] {
                        fieldset {
                            legend { (self.say(legend)) }
                            @for name in names {
                                label { input type="checkbox" name=(what) value=(name) checked; " " (name) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn picture(&self, picture: &Picture) -> Markup {
        let Picture { name, plot, svg } = picture;
        html! {
            figure.picture id={ "figure-" (name) } {
                img src={ "data:image/svg+xml;base64," (BASE64_STANDARD.encode(svg)) } alt={ (plot.title) ". " (plot.note) };
                figcaption {
                    @for format in &self.options.formats { a href={ "figures/" (name) "." (format) } { (name) "." (format) } " " }
                }
            }
        }
    }
}
