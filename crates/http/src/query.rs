//! Query parameters of an address. Refuses a value of another kind, a missing parameter and one that the call reads and
//! that stands there twice; the refusal names the parameter. axum's own extractor would answer with the parser's text, in
//! which nobody finds the parameter.

use std::error::Error as _;

use axum::extract::FromRequestParts;
use axum::extract::rejection::QueryRejection;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use quad_kernel::error::{Error, Kind, Rejection};
use quad_kernel::page::Page;

/// What stands after the `?`.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T, S> FromRequestParts<S> for Query<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let read = axum::extract::Query::try_from_uri(&parts.uri);
        Ok(Self(read.map_err(|refused| unreadable(&refused))?.0))
    }
}

/// Part of a list, in the query of a call: `USUAL` rows a page where no size is named, and at most `MOST`.
#[derive(Debug, Deserialize)]
pub struct PageIn<const USUAL: u32, const MOST: u32> {
    page: Option<u32>,
    size: Option<u32>,
}

impl<const USUAL: u32, const MOST: u32> PageIn<USUAL, MOST> {
    /// The page.
    ///
    /// # Errors
    /// As [`Page::parse`].
    pub fn parse(&self) -> Result<Page, Rejection> {
        Page::parse(self.page, self.size, USUAL, MOST)
    }
}

impl<const USUAL: u32, const MOST: u32> IntoParams for PageIn<USUAL, MOST> {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut both = PageParams::into_params(place);
        for one in both.iter_mut().filter(|one| one.name == "size") {
            one.description = Some(format!("1 to {MOST}; {USUAL} when nothing is said."));
        }
        both
    }
}

/// The parameters of [`PageIn`] in the HTTP document, which takes no numbers from a type.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described")]
struct PageParams {
    /// From 1.
    page: Option<u32>,
    size: Option<u32>,
}

fn unreadable(refused: &QueryRejection) -> Rejection {
    // The parser's text begins with the name, where one was read.
    let mut text = refused.body_text();
    let mut cause = refused.source();
    while let Some(deeper) = cause {
        text = deeper.to_string();
        cause = deeper.source().filter(|_| !text.contains(": "));
    }
    let (name, why) = text.split_once(": ").unwrap_or(("", &text));
    let named = why.split('`').nth(1).unwrap_or_default();
    let (name, says) = if why.starts_with("duplicate field") {
        (named, "stands in it twice")
    } else if why.starts_with("missing field") {
        (named, "is missing")
    } else if why.contains("too large") {
        (name, "is too large a number")
    } else if why.contains("integer") || why.contains("digit") || why.contains("number") {
        (name, "has to be a whole number from 0")
    } else if why.contains("`true` or `false`") {
        (name, "has to be true or false")
    } else {
        (name, "has to be something else")
    };
    if name.is_empty() {
        return Rejection::invalid("request", "This request cannot be read.");
    }
    Rejection::new(Kind::Invalid, "invalid", "")
        .saying(format!("This request cannot be read: {name} {says}."))
        .with("field", name)
}

#[cfg(test)]
mod tests {
    use axum::http::Request;
    use axum::response::IntoResponse;
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Asked {
        page: Option<u32>,
        since: Option<i64>,
        brief: Option<bool>,
        sort: Option<Sort>,
        q: String,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Sort {
        New,
    }

    async fn read(query: &str) -> Result<Asked, Error> {
        let (mut parts, ()) =
            Request::builder().uri(format!("/clubs{query}")).body(()).expect("a request").into_parts();
        Query::from_request_parts(&mut parts, &()).await.map(|Query(asked)| asked)
    }

    #[tokio::test]
    async fn what_cannot_be_read_is_named() {
        for (query, name, says) in [
            ("?q=&page=abc", "page", "has to be a whole number from 0"),
            ("?q=&page=-1", "page", "has to be a whole number from 0"),
            ("?q=&page=", "page", "has to be a whole number from 0"),
            ("?page=1.5", "page", "has to be a whole number from 0"),
            ("?page=4294967296&q=", "page", "is too large a number"),
            ("?q=&since=99999999999999999999", "since", "is too large a number"),
            ("?q=&brief=yes", "brief", "has to be true or false"),
            ("?q=&sort=old", "sort", "has to be something else"),
            ("?q=&page=1&page=2", "page", "stands in it twice"),
            ("?page=1", "q", "is missing"),
            ("", "q", "is missing"),
        ] {
            let Err(Error::Rejected(refusal)) = read(query).await else { panic!("{query} was taken") };
            assert_eq!(refusal.say, format!("This request cannot be read: {name} {says}."), "{query}");
            let reply = refusal.into_response();
            let body = axum::body::to_bytes(reply.into_body(), 10_000).await.expect("a body");
            let body: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
            assert_eq!(body["field"], name, "{query}");
        }
        for query in ["?q=", "?q=%ff&page=1&brief=true&sort=new&since=-1", "?q=a&other=1&other=2"] {
            read(query).await.unwrap_or_else(|_| panic!("{query}"));
        }
    }
}
