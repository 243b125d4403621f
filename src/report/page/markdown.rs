//! The page as Markdown, for repositories and notes.

use super::{ANSWER, ORIGIN, Page, QUESTION, origin, title};
use std::fmt::Write;

impl Page<'_> {
    /// The page as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n", title(self.evidence));
        let questions = self.questions();
        if !questions.is_empty() {
            let _ = write!(text, "\n## {}\n\n{}\n", self.say(QUESTION), questions.join("\n\n"));
        }
        if let Some(answer) = &self.answer {
            let by_set: String = answer.by_set.iter().fold(String::new(), |lines, line| lines + "- " + line + "\n");
            let _ = write!(text, "\n## {}\n\n{}\n\n{by_set}\n{}\n", self.say(ANSWER), answer.sentence, answer.method);
        }
        let pictures = |text: &mut String, name: &str| {
            let of = |picture: &&super::Picture| {
                picture.name == name || picture.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'))
            };
            for picture in self.pictures.iter().filter(of) {
                let _ = write!(text, "\n![{}](figures/{}.svg)\n", picture.plot.title, picture.name);
            }
        };
        for (name, _) in crate::report::figures::ALL {
            pictures(&mut text, name);
        }
        for sheet in self.sheets {
            let _ = write!(text, "\n{}", sheet.markdown(self.language));
        }
        let _ = writeln!(text, "\n## {}", self.say(ORIGIN));
        let models = self.evidence.selectors.iter().map(|selector| (&selector.command, origin::learned(selector, self.language)));
        let results = self.evidence.manifests.iter().map(|manifest| (&manifest.command, origin::lines(manifest, self.language)));
        for (command, lines) in models.chain(results) {
            let _ = write!(text, "\n```\n{}\n```\n\n", origin::words(command));
            for (what, value) in lines {
                let _ = writeln!(text, "- {}", self.language.labelled(what, value));
            }
        }
        text
    }
}
