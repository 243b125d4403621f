//! The protocol: `POST {server}/crocomine/COMMAND` with a [`Request`], answered by a
//! [`Reply`], both JSON. Unknown fields are ignored; where one is missing that has to be
//! there, the error names it.
//!
//! Three fields are ours: a request may have a `seq`, which makes asking again safe. Our
//! server answers the last `seq` of a group again with the same reply, and refuses older
//! ones; it tells the last one it knows in the reply to `register`. Replies to such
//! requests repeat it, and tell the map's `place` in the walk. Who sends no `seq` never
//! sees either.

use crate::crocomine::play::Verdict;
use crate::crocomine::rules::Animal;
use crate::crocomine::state::{AnimalLetter, GridInfos, InfoRecord};
use serde::{Deserialize, Serialize};

/// What can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Take part, or go on.
    Register,
    /// The next map.
    NewGrid,
    /// Open a cell.
    Discover,
    /// Name an animal.
    Guess,
    /// Open what is left around a cell.
    Chord,
}

impl Command {
    /// All of them.
    pub const ALL: [Command; 5] = [Command::Register, Command::NewGrid, Command::Discover, Command::Guess, Command::Chord];

    /// The word in the address.
    pub fn word(self) -> &'static str {
        match self {
            Command::Register => "register",
            Command::NewGrid => "new_grid",
            Command::Discover => "discover",
            Command::Guess => "guess",
            Command::Chord => "chord",
        }
    }

    /// The command of a word.
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|command| command.word() == word)
    }
}

/// What a client sends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The group.
    pub id: String,
    /// Who is in it.
    pub members: String,
    /// What the server gave the group at its registration, or any other text.
    pub token: String,
    /// Row and column, where the command needs them; any numbers, as players err.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pos: Option<(i64, i64)>,
    /// The letter of an animal, where the command needs it; any text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub animal: Option<String>,
    /// With `register`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// Ours: the number of the request, from 1; 0 in `register`, which asks whether the
    /// server knows of numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
}

/// How a request went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Done; the map goes on.
    #[serde(rename = "OK")]
    Ok,
    /// A mistake: the map is lost.
    #[serde(rename = "KO")]
    Ko,
    /// Refused; nothing changed.
    Err,
    /// The map is complete.
    #[serde(rename = "GG")]
    Gg,
}

/// What a server answers, with HTTP status 200 whatever the status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// How it went.
    pub status: Status,
    /// For people; to `new_grid` the map's title.
    #[serde(default)]
    pub msg: String,
    /// To `register`: what the group has to send from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// To `new_grid`: what is told at the start of the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grid_infos: Option<GridInfos>,
    /// To actions: what was revealed. Our server always has it unless it refuses; some
    /// leave it out where it is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub infos: Option<Vec<InfoRecord>>,
    /// Ours: the request's number; to `register` the last one known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// Ours: the place of the map in the walk, from 0; after the last map, their number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u64>,
}

impl Reply {
    /// A reply of which only the status is told, and why.
    pub fn new(status: Status, msg: impl Into<String>) -> Self {
        Self { status, msg: msg.into(), token: None, grid_infos: None, infos: None, seq: None, place: None }
    }

    /// As the body of an answer.
    ///
    /// # Panics
    /// Never: records of text and numbers are JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("a reply is JSON")
    }
}

impl From<Verdict> for Status {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Ok => Status::Ok,
            Verdict::Ko => Status::Ko,
            Verdict::Gg => Status::Gg,
        }
    }
}

/// The animal of a letter.
pub fn animal(letter: &str) -> Option<Animal> {
    serde_json::from_value::<AnimalLetter>(letter.into()).ok().map(Animal::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_protocol() {
        for command in Command::ALL {
            assert_eq!(serde_json::to_value(command).unwrap(), command.word());
            assert_eq!(Command::find(command.word()), Some(command));
        }
        for verdict in [Verdict::Ok, Verdict::Ko, Verdict::Gg] {
            assert_eq!(serde_json::to_value(Status::from(verdict)).unwrap(), verdict.word());
        }
        for kind in Animal::ALL {
            assert_eq!(animal(&kind.letter().to_string()), Some(kind));
        }
        assert_eq!((animal("W"), animal("t"), animal("")), (None, None, None));
    }

    #[test]
    fn what_is_missing_is_named_and_what_is_unknown_ignored() {
        let request = |text: &str| serde_json::from_str::<Request>(text).map_err(|error| error.to_string());
        let whole = r#"{"id":"g","members":"a","token":"No Defined...","new":[1]}"#;
        assert_eq!(
            request(whole),
            Ok(Request { id: "g".into(), members: "a".into(), token: "No Defined...".into(), ..Request::default() })
        );
        assert!(request(r#"{"id":"g","token":""}"#).unwrap_err().contains("missing field `members`"));
        assert!(request(r#"{"id":"g","members":"a","token":"","pos":[1,2,3]}"#).is_err());
        let reply = |text: &str| serde_json::from_str::<Reply>(text).map_err(|error| error.to_string());
        assert!(reply(r#"{"msg":"hm"}"#).unwrap_err().contains("missing field `status`"));
        assert_eq!(reply(r#"{"status":"OK","infos":null,"x":1}"#), Ok(Reply::new(Status::Ok, "")));
        assert!(reply(r#"{"status":"OK","infos":[{"pos":[0,0]}]}"#).unwrap_err().contains("missing field `field`"));
    }

    #[test]
    fn nothing_of_ours_is_said_unasked() {
        assert_eq!(Reply::new(Status::Err, "no").json(), r#"{"status":"Err","msg":"no"}"#);
    }
}
