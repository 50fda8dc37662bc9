//! Entity tags (RFC 9110, 8.8.3): whether a browser already has what it asks for.

use axum::http::{HeaderMap, header};

/// Whether the sender has these bytes (`If-None-Match`): among several tags, and where the server or a proxy made the tag a weak one.
#[must_use]
pub fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    let wanted = strong(etag);
    let lines = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|line| line.to_str().ok());
    let mut tags = lines.flat_map(|line| line.split(',')).map(str::trim);
    tags.any(|tag| tag == "*" || strong(tag) == wanted)
}

/// The tag without the word that makes it a weak one.
fn strong(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn what_is_known_is_told_by_its_tag_alone() {
        for (known, is) in [
            ("\"abc-br\"", true),
            ("W/\"abc-br\"", true),
            ("\"x\", W/\"abc-br\" ,\"y\"", true),
            ("*", true),
            ("\"abc\"", false),
            ("\"abc-gzip\"", false),
            ("abc-br", false),
            ("", false),
        ] {
            let asking = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(known))]);
            for own in ["\"abc-br\"", "W/\"abc-br\""] {
                assert_eq!(is_known(&asking, own), is, "{known} for {own}");
            }
        }
    }
}
