//! Disturbances: what a hostile network does to a request or to its reply, and the pages that portals, filters and other
//! people's servers answer with in Quad's place.

use quad_kernel::ids::Random;

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disturbance {
    /// Goes through.
    None,
    /// Somebody else answers; the request goes nowhere.
    Foreign,
    /// The request is delivered, and somebody else answers.
    ForeignAfter,
    /// Nobody answers; the request goes nowhere.
    Swallowed,
    /// The request is delivered, and nobody answers.
    SwallowedAfter,
    /// The connection ends before anything is sent on.
    Cut,
    /// The connection ends in the middle of the request's body.
    CutRequest,
    /// The request is delivered, and the connection ends without a word.
    CutAfter,
    /// The connection ends in the head of the reply.
    CutHead,
    /// The connection ends in the body of the reply.
    CutBody,
    /// The request waits for a while.
    Delayed,
    /// The request waits for longer than its client does.
    DelayedLong,
    /// The request is sent twice.
    Doubled,
    /// Two requests exchange their bodies.
    BodiesExchanged,
    /// Two replies are exchanged.
    RepliesExchanged,
    /// The reply to somebody else's request; the own one goes nowhere.
    ReplyOfAnother,
}

use Disturbance as D;

/// All of them with their words, and how often each comes in a thousand.
pub const ALL: [(Disturbance, &str, u64); 15] = [
    (D::Foreign, "foreign page", 260),
    (D::ForeignAfter, "stored, foreign page", 80),
    (D::Swallowed, "swallowed", 20),
    (D::SwallowedAfter, "stored, swallowed", 20),
    (D::Cut, "cut before", 80),
    (D::CutRequest, "cut in the request", 40),
    (D::CutAfter, "cut after storing", 60),
    (D::CutHead, "cut in the head", 40),
    (D::CutBody, "cut in the body", 40),
    (D::Delayed, "delayed", 80),
    (D::DelayedLong, "delayed beyond patience", 10),
    (D::Doubled, "doubled", 80),
    (D::BodiesExchanged, "bodies exchanged", 80),
    (D::RepliesExchanged, "replies exchanged", 50),
    (D::ReplyOfAnother, "reply of another", 60),
];

/// What a request is, as far as it matters to what can become of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Gives an answer.
    Answer,
    /// Asks how the own attempt stands.
    Attempt,
    /// Anything else.
    Other,
}

/// What becomes of a request of which so many in a thousand are disturbed. Only calls of one kind are exchanged.
pub fn draw(random: &Random, permille: u64, call: Call) -> Disturbance {
    if random.below(1_000) >= permille {
        return D::None;
    }
    let mut left = random.below(ALL.iter().map(|(_, _, share)| share).sum());
    let drawn = ALL.iter().find(|(_, _, share)| {
        let is_it = left < *share;
        left = left.saturating_sub(*share);
        is_it
    });
    match drawn.map_or(D::Cut, |(drawn, ..)| *drawn) {
        // A body to exchange has only an answer.
        D::BodiesExchanged if call == Call::Attempt => D::RepliesExchanged,
        D::BodiesExchanged | D::RepliesExchanged | D::ReplyOfAnother if call == Call::Other => D::Cut,
        drawn => drawn,
    }
}

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";
const PROBLEM: &str = "application/problem+json";
const PORTAL: &str = "<!doctype html><html><head><title>Campus Wi-Fi</title></head><body><h1>Log in to the network</h1>\
    <form method=post action=/login><input name=user><input name=password type=password></form></body></html>";
const BLOCKED: &str =
    "<html><head><title>Blocked</title></head><body>Your administrator has blocked this page.</body></html>";

/// A reply of somebody else: status, further header lines, body.
type Page = (u16, &'static [(&'static str, &'static str)], &'static str);

/// In Quad's own words, without its mark: a success and refusals for good.
const SAVED: &str = "{\"success\":true,\"saved\":true,\"message\":\"Answer saved\",\"user\":null,\"answered\":{}}";
const ENDED: &str =
    "{\"success\":false,\"code\":\"contest_ended\",\"message\":\"The contest has ended\",\"status\":403}";
const GONE: &str = "{\"success\":false,\"code\":\"missing\",\"message\":\"Not here\",\"status\":404}";

const PAGES: [Page; 35] = [
    (200, &[("content-type", HTML)], PORTAL),
    (200, &[("content-type", HTML), ("cache-control", "max-age=60")], PORTAL),
    (200, &[("content-type", JSON)], ""),
    (200, &[], ""),
    (204, &[], ""),
    (200, &[("content-type", JSON)], "{}"),
    (200, &[("content-type", JSON)], "[]"),
    (200, &[("content-type", JSON)], "{\"success\":true,\"message\":\"Welcome to Campus Wi-Fi\"}"),
    (200, &[("content-type", JSON)], "{\"captive\":true,\"user-portal-url\":\"https://portal.example/\"}"),
    (200, &[("content-type", JSON)], PORTAL),
    (200, &[("content-type", JSON)], SAVED),
    (403, &[("content-type", PROBLEM)], ENDED),
    (404, &[("content-type", PROBLEM)], GONE),
    (
        401,
        &[("content-type", PROBLEM)],
        "{\"success\":false,\"code\":\"logged_out\",\"message\":\"Log in\",\"status\":401}",
    ),
    (302, &[("location", "/portal")], ""),
    (307, &[("location", "/portal")], ""),
    (302, &[("location", "http://portal.localhost:1/login")], ""),
    (400, &[("content-type", HTML)], "<h1>400 Bad Request</h1>"),
    (
        400,
        &[("content-type", JSON)],
        "{\"error\":\"invalid_request\",\"code\":\"invalid\",\"message\":\"Bad request\"}",
    ),
    (401, &[("content-type", HTML)], PORTAL),
    (401, &[("content-type", JSON)], "{\"code\":\"logged_out\",\"message\":\"Log in to the network\"}"),
    (403, &[("content-type", HTML)], BLOCKED),
    (403, &[("content-type", JSON)], "{\"code\":\"forbidden\",\"message\":\"Blocked by policy\"}"),
    (403, &[("content-type", PROBLEM)], "{\"type\":\"about:blank\",\"title\":\"Forbidden\",\"status\":403}"),
    (404, &[("content-type", HTML)], "<h1>404 Not Found</h1>"),
    (404, &[("content-type", JSON)], "{\"message\":\"no Route matched with those values\"}"),
    (407, &[("content-type", HTML)], "<h1>Proxy Authentication Required</h1>"),
    (413, &[("content-type", HTML)], "<h1>413 Request Entity Too Large</h1>"),
    (421, &[("content-type", HTML)], "<h1>Misdirected Request</h1>"),
    (429, &[("content-type", HTML), ("retry-after", "600")], "<h1>Too Many Requests</h1>"),
    (451, &[("content-type", HTML)], BLOCKED),
    (500, &[("content-type", HTML)], "<h1>Internal Server Error</h1>"),
    (502, &[("content-type", HTML)], "<h1>502 Bad Gateway</h1>"),
    (503, &[("content-type", HTML), ("retry-after", "600")], "<h1>Down for maintenance</h1>"),
    (511, &[("content-type", HTML)], PORTAL),
];

/// What somebody else answers, as bytes.
pub fn foreign(random: &Random) -> Vec<u8> {
    let (status, heads, body) = PAGES[random.below(PAGES.len() as u64) as usize];
    reply(status, heads, body.as_bytes())
}

/// The log-in page of a portal, to which some of its replies lead.
pub fn portal() -> Vec<u8> {
    reply(200, &[("content-type", HTML)], PORTAL.as_bytes())
}

/// A reply as bytes.
pub fn reply(status: u16, heads: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut text = format!("HTTP/1.1 {status} Said\r\n");
    for (name, value) in heads {
        text.extend([name, ": ", value, "\r\n"]);
    }
    // A reply without content has no length either.
    let length = if status == 204 { String::new() } else { format!("content-length: {}\r\n", body.len()) };
    text.extend([&length, "\r\n"]);
    [text.as_bytes(), body].concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_disturbance_comes_and_only_like_calls_are_exchanged() {
        let random = Random::seeded(5);
        let drawn: Vec<Disturbance> = (0..5_000).map(|_| draw(&random, 1_000, Call::Answer)).collect();
        assert!(ALL.iter().all(|(one, ..)| drawn.contains(one)), "{drawn:?}");
        assert!(!drawn.contains(&D::None));
        let others: Vec<Disturbance> = (0..5_000).map(|_| draw(&random, 1_000, Call::Other)).collect();
        for exchanged in [D::BodiesExchanged, D::RepliesExchanged, D::ReplyOfAnother] {
            assert!(!others.contains(&exchanged));
        }
        assert!((0..5_000).all(|_| draw(&random, 0, Call::Answer) == D::None), "a good network");
    }

    #[test]
    fn foreign_replies_are_replies_and_none_is_quads() {
        let random = Random::seeded(5);
        let mut statuses = BTreeSet::new();
        for _ in 0..2_000 {
            let text = String::from_utf8(foreign(&random)).expect("text");
            let (head, body) = text.split_once("\r\n\r\n").expect("a head");
            assert!(head.contains("204 ") || head.contains(&format!("content-length: {}", body.len())), "{head}");
            assert!(!head.contains("x-quad"), "only Quad's own answers have the mark: {head}");
            statuses.insert(head[9..12].to_owned());
        }
        for status in ["200", "204", "302", "400", "403", "404", "407", "413", "421", "511"] {
            assert!(statuses.contains(status), "{status}");
        }
    }
}
