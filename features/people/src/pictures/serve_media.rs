//! Media serving: sends the bytes of a picture. They never change under their address, so a browser that has them never
//! asks again. What the store hands back is compared with what was put there (verify_bytes.rs), and 404 is said only
//! when it really is missing.
//!
//! They are pictures we wrote ourselves; all the same nothing in them could run: the type is fixed, guessing is forbidden,
//! and a document made of them may load and run nothing.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::PeopleState;
use quad_http::etag;
use quad_kernel::error::{Error, MISSING};
use quad_kernel::ids::PictureKey;
use uuid::Uuid;

use super::media::StoredBytes;
use super::verify_bytes::StoredVariant;
use super::{media, messages, store};

const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const FOR_A_MONTH: HeaderValue = HeaderValue::from_static("private, max-age=2592000, immutable");
const WEBP: [(header::HeaderName, HeaderValue); 1] = [(header::CONTENT_TYPE, HeaderValue::from_static("image/webp"))];
const NOTHING_RUNS: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

/// Answers a variant; without a width the largest.
pub async fn serve_variant(
    app: &PeopleState,
    key: &str,
    width: Option<&str>,
    asked: &HeaderMap,
) -> Result<Response, Error> {
    let key = PictureKey::parse(key).ok_or(MISSING)?;
    let picture = store::find(&app.db, &key).await?.ok_or(MISSING)?;
    let width = width.map_or(Ok(picture.width), str::parse).map_err(|_| MISSING)?;
    let variant = picture.variant(width).ok_or(MISSING)?;
    let tag = format!("\"{key}-{width}\"");
    if etag::is_known(asked, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, headers(&tag)).into_response());
    }
    let bytes = bytes(app, &variant).await?;
    Ok((headers(&tag), WEBP, Body::from(bytes)).into_response())
}

/// Answers a picture of one object alone to somebody whom this object shows it to, in a width up to `most`: the largest that is no
/// wider, or the smallest.
pub async fn serve_private(
    app: &PeopleState,
    owner: Uuid,
    key: &PictureKey,
    most: u32,
    asked: &HeaderMap,
) -> Result<Response, Error> {
    let read = async {
        let (picture, _) = store::find_private(&app.db, owner, key).await?.ok_or(MISSING)?;
        let fitting = picture.widths.iter().rfind(|width| **width <= most).or(picture.widths.first());
        let variant = fitting.and_then(|width| picture.variant(*width)).ok_or(MISSING)?;
        bytes(app, &variant).await
    };
    let bytes = app.pictures.private_variant((owner, key, most), read).await?;
    let tag = format!("\"{key}-{most}\"");
    let headers = apart_headers(&tag);
    if etag::is_known(asked, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    Ok((headers, WEBP, Body::from(bytes)).into_response())
}

async fn bytes(app: &PeopleState, variant: &StoredVariant) -> Result<Bytes, Error> {
    match app.pictures.variant(variant).await.map_err(|error| media::away(&error))? {
        StoredBytes::Whole(bytes) => Ok(bytes),
        StoredBytes::Missing => Err(MISSING.into()),
        StoredBytes::Wrong { size } => {
            tracing::warn!(name = variant.name, size, "what the store of pictures hands out is not the picture");
            Err(messages::STORE_AWAY.into())
        }
    }
}

fn headers(tag: &str) -> HeaderMap {
    let mut headers = with_tag(tag);
    headers.insert(header::CACHE_CONTROL, FOR_EVER);
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    headers
}

/// For the browser of who asked, and for pages of ours alone.
fn apart_headers(tag: &str) -> HeaderMap {
    let mut headers = with_tag(tag);
    headers.insert(header::CACHE_CONTROL, FOR_A_MONTH);
    headers.insert(header::VARY, HeaderValue::from_static("cookie"));
    headers
}

fn with_tag(tag: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_SECURITY_POLICY, NOTHING_RUNS);
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
    headers
}
