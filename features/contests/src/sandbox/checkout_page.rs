//! Checkout page of the sandbox, as plain files: the script a page loads (`window.Razorpay`), and the checkout page
//! that this script shows in a frame. The page's own policy lets nothing in but its two files, and only us frame it.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

const PAGE: &str = include_str!("page/checkout.html");
const OPENER: &str = include_str!("page/checkout.js");
const SCRIPT: &str = include_str!("page/frame.js");
const STYLE: &str = include_str!("page/frame.css");

/// `/theme.js` belongs to the web client: it follows the theme the person chose.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

/// The checkout page.
pub(super) fn page(is_known: bool) -> Response {
    let mut response = Html(PAGE).into_response();
    *response.status_mut() = if is_known { StatusCode::OK } else { StatusCode::NOT_FOUND };
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    fresh(response)
}

/// `/sandbox/checkout.js`
pub(super) async fn opener() -> Response {
    file(OPENER, "text/javascript; charset=utf-8")
}

/// `/sandbox/frame.js`
pub(super) async fn script() -> Response {
    file(SCRIPT, "text/javascript; charset=utf-8")
}

/// `/sandbox/frame.css`
pub(super) async fn style() -> Response {
    file(STYLE, "text/css; charset=utf-8")
}

fn file(text: &'static str, kind: &'static str) -> Response {
    fresh(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// Small and seldom asked for: never out of date is worth more than kept.
fn fresh(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
