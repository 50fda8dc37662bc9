//! Accept header: in what a request would have its answer, by the weights of `Accept` (RFC 9110, section 12.5.1).

use axum::http::{HeaderMap, header};

/// The weight (`q`) that a range is named with, the highest where it is named twice. Without one it is 1; what is none is 0.
pub fn weight_of(headers: &HeaderMap, range: &str) -> Option<f32> {
    let accepts = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let weights = accepts.flat_map(|value| value.split(',')).filter_map(|one| {
        let mut words = one.split(';').map(str::trim);
        let is_named = words.next().is_some_and(|name| name.eq_ignore_ascii_case(range));
        let weight =
            words.filter_map(|word| word.split_once('=')).find(|(name, _)| name.trim().eq_ignore_ascii_case("q"));
        let weight = weight.map_or(Ok(1.0), |(_, weight)| weight.trim().parse::<f32>());
        is_named.then(|| weight.ok().filter(|weight| (0.0..=1.0).contains(weight)).unwrap_or_default())
    });
    weights.reduce(f32::max)
}

/// Whether a kind is named and JSON is not liked better: a browser that opens a page names HTML. What asks for `application/*` or
/// for anything is a program and reads JSON.
pub fn is_liked_before_json(headers: &HeaderMap, kind: &str) -> bool {
    let liked = weight_of(headers, kind).unwrap_or_default();
    let named = ["application/json", "application/problem+json"].into_iter();
    let named = named.filter_map(|json| weight_of(headers, json)).reduce(f32::max);
    // What says most closely what is meant counts.
    let json = named.or_else(|| ["application/*", "*/*"].into_iter().find_map(|range| weight_of(headers, range)));
    liked > 0.0 && liked >= json.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_page_is_for_those_who_name_it() {
        let is_page = |accept: &'static str| {
            is_liked_before_json(
                &HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(accept))]),
                "text/html",
            )
        };
        for page in [
            "text/html",
            "text/html,*/*;q=0.8",
            "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
            "application/*;q=0.5, Text/HTML;level=1",
            "application/json;q=0.1, application/*, text/html;q=0.2",
        ] {
            assert!(is_page(page), "{page}");
        }
        for json in [
            "",
            "*/*",
            "application/*",
            "application/*, */*;q=0.5",
            "application/*, text/html;q=0.9",
            "application/*, text/html;q=0",
            "application/json, text/html;q=0.5",
            "application/problem+json, text/html;q=0.5, application/*;q=0.1",
            "text/html;q=0, */*",
            "text/html;q=x",
            "text/htmlx",
            "text/*",
        ] {
            assert!(!is_page(json), "{json}");
        }
        assert!(!is_liked_before_json(&HeaderMap::new(), "text/html"));
    }
}
