//! Routes that serve pictures, to anybody who asks. Uploads are calls of other features.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::PeopleState;
use quad_kernel::error::Error;

use super::serve_media;

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<PeopleState> {
    OpenApiRouter::new().routes(routes!(largest)).routes(routes!(of_width))
}

/// A picture in its largest width.
#[utoipa::path(get, path = "/media/{key}", tag = "pictures", params(("key" = String, Path)), security(()),
    responses((status = 200, content_type = "image/webp", body = Vec<u8>)))]
async fn largest(
    State(app): State<PeopleState>,
    Path(key): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    serve_media::serve_variant(&app, &key, None, &headers).await
}

/// A picture in one of its widths.
#[utoipa::path(get, path = "/media/{key}/{width}", tag = "pictures", params(("key" = String, Path), ("width" = u32, Path)),
    responses((status = 200, content_type = "image/webp", body = Vec<u8>)))]
async fn of_width(
    State(app): State<PeopleState>,
    Path((key, width)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    serve_media::serve_variant(&app, &key, Some(&width), &headers).await
}
