//! Handing out the bytes of a picture. They never change under their address, so whoever has them never asks again.
//!
//! They are pictures we wrote ourselves; all the same nothing in them could run: the type is fixed, guessing is forbidden,
//! and a document made of them may load and run nothing.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::kernel::fail::{Fail, MISSING};
use crate::kernel::ids::PictureKey;

use super::model::name;
use super::{media, store};

const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const NOTHING_RUNS: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

/// Answers a variant; without a width the largest.
pub async fn hand_out(app: &App, key: &str, width: Option<&str>, asked: &HeaderMap) -> Result<Response, Fail> {
    let key = PictureKey::parse(key).ok_or(MISSING)?;
    let width = match width {
        Some(text) => text.parse().map_err(|_| MISSING)?,
        None => store::find(&app.db, &key).await?.ok_or(MISSING)?.width,
    };
    let tag = format!("\"{key}-{width}\"");
    let known = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    if known.flat_map(|value| value.split(',')).any(|one| one.trim().trim_start_matches("W/") == tag) {
        return Ok((StatusCode::NOT_MODIFIED, headers(&tag)).into_response());
    }
    let bytes = app.pictures.store().await?.get(&name(&key, width)).await.map_err(|error| media::away(&error))?;
    let bytes = bytes.ok_or(MISSING)?;
    Ok((headers(&tag), [(header::CONTENT_TYPE, HeaderValue::from_static("image/webp"))], Body::from(bytes))
        .into_response())
}

fn headers(tag: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, FOR_EVER);
    headers.insert(header::CONTENT_SECURITY_POLICY, NOTHING_RUNS);
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
    headers
}
