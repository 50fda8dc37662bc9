//! Replies: what a handler answers when something was done, as JSON. Failures are `quad_kernel::problem`.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use quad_kernel::error::Error;
use serde::Serialize;
use utoipa::ToSchema;

/// What a handler answers.
pub type Reply<T> = Result<Said<T>, Error>;

/// A status and a JSON body.
#[derive(Debug)]
pub struct Said<T>(pub StatusCode, pub T);

/// 200 with a body.
pub fn ok<T>(body: T) -> Reply<T> {
    Ok(Said(StatusCode::OK, body))
}

/// 201 with a body.
pub fn created<T>(body: T) -> Reply<T> {
    Ok(Said(StatusCode::CREATED, body))
}

impl<T: Serialize> IntoResponse for Said<T> {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

/// The answer of calls that only say that something was done.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
}

impl Done {
    /// A done thing and its sentence.
    pub fn said(message: impl Into<String>) -> Self {
        Self { success: true, message: message.into() }
    }
}
