//! Shape of an answer: what it tells, in words that fit into the table: the keys of its JSON, and what of others is in it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value};
use uuid::Uuid;

use super::stage::{Asked, Said};
use super::world::World;

/// What an answer tells besides its status. Nothing for the two refusals that need no words.
pub fn told(said: &Said, asked: &Asked, world: &World, actor: &str) -> String {
    let mut told = if said.content_type().starts_with("application/problem+json") {
        refusal(said)
    } else if said.content_type().starts_with("text/event-stream") {
        stream(&said.bytes)
    } else if said.body.is_null() {
        file(said)
    } else {
        keys(&said.body)
    };
    for (what, whose) in exposed(said, asked, world, actor) {
        write!(told, " | {what} of {}", whose.join(", ")).expect("written");
    }
    told
}

fn refusal(said: &Said) -> String {
    match (said.status.as_u16(), said.code()) {
        (401, "logged_out") | (404, "missing") => String::new(),
        (_, code) => {
            // Members that every refusal has are not named.
            let usual = ["type", "title", "status", "detail", "message", "success", "code", "request_id"];
            let more = said.body.as_object().into_iter().flatten().filter(|(key, _)| !usual.contains(&key.as_str()));
            let more: Map<String, Value> = more.map(|(key, value)| (key.clone(), value.clone())).collect();
            let more = if more.is_empty() { String::new() } else { format!(" with {}", keys(&Value::Object(more))) };
            let field = said.body["field"].as_str().map(|field| format!(" ({field})")).unwrap_or_default();
            format!("refused: {code}{field}{more}").replace(" (", " at ").replace(')', "")
        }
    }
}

/// The first event of a stream.
fn stream(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let find = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_owned();
    let data = serde_json::from_str(&find("data:")).unwrap_or(Value::Null);
    format!("stream, {}: {}", find("event:"), keys(&data))
}

fn file(said: &Said) -> String {
    if said.bytes.is_empty() {
        return "nothing".to_owned();
    }
    let kind = said.content_type().split(';').next().unwrap_or_default().to_owned();
    if kind == "text/csv" {
        let text = String::from_utf8_lossy(&said.bytes);
        let heading = text.trim_start_matches('\u{feff}').lines().next().unwrap_or_default().to_owned();
        return format!("{kind}: {heading}");
    }
    kind
}

/// What of other people, and of things not everybody may know of, is in an answer and was not in the request.
fn exposed(said: &Said, asked: &Asked, world: &World, actor: &str) -> Vec<(&'static str, Vec<&'static str>)> {
    let (text, sent) = (String::from_utf8_lossy(&said.bytes), String::from_utf8_lossy(&asked.body));
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (what, whose, secret) in world.secrets() {
        let was_sent = asked.path.contains(secret) || sent.contains(secret);
        if whose != actor && !was_sent && text.contains(secret) {
            found.entry(what).or_default().push(whose);
        }
    }
    for whose in found.values_mut() {
        whose.sort_unstable();
    }
    found.into_iter().collect()
}

/// The keys of a value, nested: `a, b{c}, d[]{e}`. `~`: null wherever it stands. `[0]`: a list with nothing in it.
pub fn keys(value: &Value) -> String {
    match Seen::of(value) {
        Seen::Object(members) => listed(&members),
        other => other.said(),
    }
}

/// A value without its content.
#[derive(Clone, PartialEq)]
enum Seen {
    Null,
    Plain,
    Object(Vec<(String, Seen)>),
    /// What its items have in common, if it has any.
    List(Option<Box<Seen>>),
}

impl Seen {
    fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Array(items) => Self::List(items.iter().map(Self::of).reduce(Self::with).map(Box::new)),
            Value::Object(members) => {
                let mut seen: Vec<(String, Self)> = Vec::new();
                for (key, value) in members {
                    // Objects by id have one kind of key.
                    let key = if Uuid::parse_str(key).is_ok() { "<id>".to_owned() } else { key.clone() };
                    let value = Self::of(value);
                    match seen.iter_mut().find(|(known, _)| *known == key) {
                        Some((_, known)) => *known = known.clone().with(value),
                        None => seen.push((key, value)),
                    }
                }
                Self::Object(seen)
            }
            _ => Self::Plain,
        }
    }

    /// What either of two items has.
    fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Null, other) | (other, Self::Null) => other,
            (Self::Object(mut all), Self::Object(more)) => {
                for (key, value) in more {
                    match all.iter_mut().find(|(known, _)| *known == key) {
                        Some((_, known)) => *known = known.clone().with(value),
                        None => all.push((key, value)),
                    }
                }
                Self::Object(all)
            }
            (Self::List(Some(one)), Self::List(Some(other))) => Self::List(Some(Box::new(one.with(*other)))),
            (Self::List(one), Self::List(other)) => Self::List(one.or(other)),
            (first, _) => first,
        }
    }

    fn said(&self) -> String {
        match self {
            Self::Null => "~".to_owned(),
            Self::Plain => String::new(),
            Self::Object(members) => format!("{{{}}}", listed(members)),
            Self::List(None) => "[0]".to_owned(),
            Self::List(Some(items)) => format!("[]{}", items.said()),
        }
    }
}

fn listed(members: &[(String, Seen)]) -> String {
    let mut all: Vec<String> = members.iter().map(|(key, value)| format!("{key}{}", value.said())).collect();
    all.sort_unstable();
    all.join(", ")
}
