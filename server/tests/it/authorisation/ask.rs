//! The request of a cell: a call of the table about an object, by somebody.

use axum::http::Method;

use super::stage::Asked;
use super::table::{Block, Sends};
use super::world::World;
use crate::harness::made;

const BOUNDARY: &str = "----quadquadquadquad";

impl Asked {
    /// With another header.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// A form with one more text.
    pub fn with_field(mut self, name: &str, value: &str) -> Self {
        let end = format!("--{BOUNDARY}--\r\n");
        assert!(self.body.ends_with(end.as_bytes()), "no form");
        self.body.truncate(self.body.len() - end.len());
        self.body.extend(part(name));
        self.body.extend(format!("\r\n\r\n{value}\r\n{end}").as_bytes());
        self
    }

    /// The same without a header.
    pub fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self
    }

    /// What a header says, the first of its name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// What somebody sends to a call about an object.
pub fn asked(world: &World, block: &Block, object: &str, actor: &str) -> Asked {
    let filled = |text: &str| filled(text, world, object, actor);
    let base = if is_page(&block.path) { "" } else { "/api" };
    let mut path = format!("{base}{}", filled(&kinds(&block.path)));
    if let Some(query) = &block.asks {
        path = format!("{path}?{}", filled(query));
    }
    let mut headers = Vec::new();
    if let Some(person) = world.person(actor) {
        headers.push(("cookie".to_owned(), person.cookie.clone()));
    }
    let (kind, body) = match &block.sends {
        Sends::Nothing => (None, Vec::new()),
        Sends::Json(text) => (Some("application/json".to_owned()), filled(text).into_bytes()),
        Sends::Form(fields) => {
            let fields: Vec<_> = fields.iter().map(|(name, value)| (name.clone(), filled(value))).collect();
            (Some(format!("multipart/form-data; boundary={BOUNDARY}")), form(&fields))
        }
        Sends::Signed(text, signature) => {
            headers.push(("x-razorpay-signature".to_owned(), filled(signature)));
            (Some("application/json".to_owned()), filled(text).into_bytes())
        }
    };
    if let Some(kind) = kind {
        headers.push(("content-type".to_owned(), kind));
    }
    let method: Method = block.method.parse().expect("a method");
    Asked { method, path, headers, body }
}

/// Whether an address is outside `/api`.
pub fn is_page(path: &str) -> bool {
    ["/sandbox/", "/healthz", "/readyz"].iter().any(|begin| path.starts_with(begin))
}

/// A path with the kinds of things in the places of its parameters.
fn kinds(path: &str) -> String {
    let mut before = "";
    let mut kinds = Vec::new();
    for part in path.split('/') {
        let kind = match part {
            "{contestId}" => "<contest>",
            "{questionId}" => "<question>",
            "{eventId}" => "<event>",
            "{galleryId}" => "<gallery>",
            "{club}" => "<club>",
            "{userId}" => "<person>",
            "{memberId}" => "<membership>",
            "{pollId}" => "<poll>",
            "{key}" if before == "pictures" => "<paper-picture>",
            "{width}" if kinds.contains(&"<paper-picture>".to_owned()) => "480",
            "{key}" => "<picture>",
            "{width}" => "<width>",
            "{sendTo}" => "<audience>",
            "{token}" if before == "own" => "<calendar>",
            "{kind}" => "results",
            "{token}" if before == "{kind}" => "<unsubscribe>",
            "{id}" => match before {
                "sessions" => "<session>",
                "notifications" => "<notification>",
                "jobs" => "<job>",
                "enquiries" => "<enquiry>",
                "orders" => "<order>",
                "payments" => "<sandbox-payment>",
                "cases" => "<case>",
                other => panic!("what is the id after {other}?"),
            },
            plain => {
                assert!(!plain.starts_with('{'), "what is {plain}?");
                plain
            }
        };
        kinds.push(if path.starts_with("/sandbox/") {
            kind.replace("<order>", "<sandbox-order>")
        } else {
            kind.to_owned()
        });
        before = part;
    }
    kinds.join("/")
}

/// A text with what its placeholders name.
fn filled(text: &str, world: &World, object: &str, actor: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        let (kind, after) = after.split_once('>').expect("the end of a placeholder");
        out.push_str(before);
        out.push_str(&world.named(kind, object, actor));
        rest = after;
    }
    out.push_str(rest);
    out
}

fn part(name: &str) -> Vec<u8> {
    format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"").into_bytes()
}

fn form(fields: &[(String, String)]) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, value) in fields {
        out.extend(part(name));
        if value == "@" {
            out.extend(b"; filename=\"new.png\"\r\ncontent-type: image/png\r\n\r\n");
            out.extend(made::png(&made::quadrants(60, 40)));
        } else {
            out.extend(b"\r\n\r\n");
            out.extend(value.replace('_', " ").as_bytes());
        }
        out.extend(b"\r\n");
    }
    out.extend(format!("--{BOUNDARY}--\r\n").as_bytes());
    out
}
