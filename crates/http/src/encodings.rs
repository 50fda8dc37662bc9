//! Content encodings that a request asks for.

use axum::http::{HeaderMap, header};

/// Whether an encoding is among those the browser lists and not refused with `q=0`.
pub fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|v| v.split(','))
        .any(|item| {
            let mut parts = item.split(';').map(str::trim);
            let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding));
            named && !parts.any(|q| q.trim_start_matches("q=").parse::<f32>().is_ok_and(|q| q == 0.0))
        })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_refused_encoding_is_not_used() {
        let asking =
            |value: &'static str| HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]);
        assert!(accepts(&asking("gzip, deflate, br;q=0.9"), "br"));
        assert!(!accepts(&asking("gzip, br;q=0"), "br"));
        assert!(!accepts(&asking("bromide"), "br"));
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }
}
