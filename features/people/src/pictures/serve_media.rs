//! Media serving: sends the bytes of a picture. They never change under their address, so a browser that has them never
//! asks again. What the store hands back is compared with what was put there (verify_bytes.rs), and 404 is said only
//! when it really is missing.
//!
//! They are pictures we wrote ourselves; all the same nothing in them could run: the type is fixed, guessing is forbidden,
//! and a document made of them may load and run nothing.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::PeopleState;
use quad_http::etag;
use quad_kernel::error::{Error, MISSING};
use quad_kernel::ids::PictureKey;

use super::media::Found;
use super::{media, messages, store};

const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const NOTHING_RUNS: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

/// Answers a variant; without a width the largest.
pub async fn hand_out(app: &PeopleState, key: &str, width: Option<&str>, asked: &HeaderMap) -> Result<Response, Error> {
    let key = PictureKey::parse(key).ok_or(MISSING)?;
    let picture = store::find(&app.db, &key).await?.ok_or(MISSING)?;
    let width = width.map_or(Ok(picture.width), str::parse).map_err(|_| MISSING)?;
    let variant = picture.variant(width).ok_or(MISSING)?;
    let tag = format!("\"{key}-{width}\"");
    if etag::is_known(asked, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, headers(&tag)).into_response());
    }
    let bytes = match app.pictures.variant(&variant).await.map_err(|error| media::away(&error))? {
        Found::Whole(bytes) => bytes,
        Found::Missing => return Err(MISSING.into()),
        Found::Wrong { size } => {
            tracing::warn!(name = variant.name, size, "what the store of pictures hands out is not the picture");
            return Err(messages::STORE_AWAY.into());
        }
    };
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
