//! JSON bodies, and raw ones: a size limit, a content type, an error a person can read, and the moment the body was complete
//! (an answer counts by that moment, not by when its header arrived).

use axum::extract::{FromRef, FromRequest, Request};
use axum::http::header;
use futures::StreamExt;
use serde::de::DeserializeOwned;

use crate::kernel::clock::{Clock, Time};
use crate::kernel::fail::{Fail, Kind, Refusal};

/// The largest JSON body taken.
pub const MAX_JSON: usize = 256 * 1024;

const WRONG_TYPE: Refusal = Refusal::new(
    Kind::WrongType,
    "unsupported_media_type",
    "Send this as JSON, with the content type application/json.",
);
const TOO_LARGE: Refusal = Refusal::new(Kind::TooLarge, "too_large", "This is larger than Quad takes in one request.");

/// A JSON body.
#[derive(Debug)]
pub struct Body<T>(pub T);

/// A body as its bytes, whatever it is; for a signature over exactly these.
#[derive(Debug)]
pub struct Raw(pub Vec<u8>);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = Fail;

    async fn from_request(request: Request, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(read_any(request).await?))
    }
}

/// A JSON body and the moment its last byte arrived.
#[derive(Debug)]
pub struct Timed<T>(pub T, pub Time);

impl<T, S> FromRequest<S> for Body<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = Fail;

    async fn from_request(request: Request, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(parse(&read(request).await?)?))
    }
}

impl<T, S> FromRequest<S> for Timed<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
    Clock: FromRef<S>,
{
    type Rejection = Fail;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let bytes = read(request).await?;
        let arrived = Clock::from_ref(state).now();
        Ok(Self(parse(&bytes)?, arrived))
    }
}

async fn read(request: Request) -> Result<Vec<u8>, Fail> {
    let is_json = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    // The guard reads what is left of a body, so that the sender can finish and read the answer.
    if is_json { read_any(request).await } else { Err(WRONG_TYPE.into()) }
}

async fn read_any(request: Request) -> Result<Vec<u8>, Fail> {
    let mut stream = request.into_body().into_data_stream();
    let mut bytes = Vec::new();
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| Refusal::invalid("body", "The request ended before its body was complete."))?;
        if bytes.len() + chunk.len() > MAX_JSON {
            return Err(TOO_LARGE.into());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fail> {
    // Every body is an object; for anything else the parser would speak of our types.
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        return Err(Refusal::invalid("body", "This request cannot be read: a JSON object is expected.").into());
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let text = error.inner().to_string();
        // serde_json ends with "at line 1 column 20", which says nothing to a person.
        let text = text.split(" at line ").next().unwrap_or_default();
        let say = if path == "." {
            format!("This request cannot be read: {text}")
        } else {
            format!("This request cannot be read: {path}: {text}")
        };
        Refusal::invalid("body", say)
    })?;
    reader.end().map_err(|_| Refusal::invalid("body", "This request cannot be read: there is text after the JSON."))?;
    Ok(value)
}
