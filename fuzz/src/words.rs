//! Fuzzing of single values of the wire: ids, keys of pictures, moments, e-mail addresses, lines and texts, encodings,
//! names of devices. What was taken reads the same again when it is written out, and keeps its bounds.

use std::future::Future;
use std::task::{Context, Poll, Waker};

use axum::extract::FromRequestParts;
use axum::http::{HeaderMap, HeaderValue, Request, header};
use quad_http::csv;
use quad_http::device::DeviceName;
use quad_http::encodings::accepts;
use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, PictureKey};
use quad_kernel::validation;

/// Tries one input.
pub fn try_one(data: &[u8]) {
    if let Ok(value) = HeaderValue::from_bytes(data) {
        let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, value)]);
        for encoding in ["br", "gzip"] {
            let _ = accepts(&headers, encoding);
        }
    }
    device(data);
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Some(id) = ContestId::parse(text) {
        assert_eq!(ContestId::parse(&id.to_string()), Some(id));
        assert!(id.to_string().eq_ignore_ascii_case(text), "{text:?} is another spelling of {id}");
    }
    if let Some(key) = PictureKey::parse(text) {
        assert_eq!(key.as_str(), text);
        assert!(!text.contains(['/', '.', '\\']), "a key is no path");
    }
    if let Some(time) = Time::parse_rfc3339(text) {
        let written = time.to_rfc3339();
        assert_eq!(Time::parse_rfc3339(&written), Some(time), "{text:?} was read as {written}");
        assert_eq!(written.len(), 24, "{written}");
    }
    if let Ok(email) = validation::email("email", text) {
        assert_eq!(validation::email("email", &email).ok().as_deref(), Some(&*email), "{email:?} is not taken again");
        assert!(!validation::email_domain(&email).is_empty() && email.len() <= 254, "{email:?}");
        assert!(
            !email.contains(['\r', '\n', ' ', '"', '<', '>']),
            "{email:?} would be more than an address in a letter"
        );
    }
    if let Ok(line) = validation::line("x", "X", text, 1, 100) {
        assert!((1..=100).contains(&line.chars().count()) && !line.chars().any(char::is_control), "{line:?}");
        assert_eq!(validation::line("x", "X", &line, 1, 100).ok(), Some(line));
    }
    if let Ok(kept) = validation::text("x", "X", text, 0, 5_000) {
        assert!(!kept.contains(['\r', '\0']), "{kept:?}");
        assert_eq!(validation::text("x", "X", &kept, 0, 5_000).ok(), Some(kept));
    }
    let cell = csv::harmless(text);
    let begins = cell.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    let rest = begins.strip_prefix(['+', '-']);
    let is_number = rest.is_some_and(|rest| rest.chars().all(|letter| "0123456789 \u{a0}().".contains(letter)));
    assert!(is_number || !begins.starts_with(['=', '+', '-', '@']), "{cell:?} would be run");
}

/// What a browser says of itself becomes words of ours, and none of its own.
fn device(data: &[u8]) {
    let Ok(value) = HeaderValue::from_bytes(data) else { return };
    let (mut parts, ()) = Request::get("/").header(header::USER_AGENT, value).body(()).expect("a request").into_parts();
    let named = std::pin::pin!(DeviceName::from_request_parts(&mut parts, &()));
    let Poll::Ready(Ok(DeviceName(name))) = named.poll(&mut Context::from_waker(Waker::noop())) else {
        unreachable!("nothing to wait for")
    };
    let is_ours = |letter: char| letter.is_ascii_alphabetic() || letter == ' ';
    assert!(!name.is_empty() && name.len() <= 40 && name.chars().all(is_ours), "{name:?}");
}
