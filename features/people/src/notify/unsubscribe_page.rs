//! Unsubscribe pages, which somebody sees who follows the link of a mail: plain HTML without script, made here, because they
//! must work in any browser and without a log-in.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use quad_http::html::escaped;
use quad_services::config::Settings;

use super::messages;
use super::model::About;

const STYLE: &str = "body{margin:0;font:17px/1.5 system-ui,sans-serif;background:#f6f5f1;color:#1d2521}\
    main{max-width:32rem;margin:12vh auto;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.25}\
    button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.25rem;border:0;border-radius:8px;background:#17563f;\
    color:#fff;cursor:pointer}button:focus-visible,a:focus-visible{outline:3px solid #b4540a;outline-offset:3px}\
    a{color:#17563f}@media(prefers-color-scheme:dark){body{background:#151a17;color:#e9ece8}a{color:#8fd0b1}\
    button{background:#8fd0b1;color:#10201a}}";

/// Asks with one button whether to stop them.
pub(super) fn ask(settings: &Settings, about: About) -> Response {
    let (title, text, button) = messages::stop_page(settings, about);
    let form = format!("<form method=\"post\"><button>{}</button></form>", escaped(&button));
    page(settings, StatusCode::OK, &title, &text, &form)
}

/// Says that they are stopped.
pub(super) fn done(settings: &Settings, about: About) -> Response {
    let (title, text, link) = messages::stopped_page(settings, about);
    let link = format!("<p><a href=\"{}\">{}</a></p>", escaped(&settings.page("/profile")), escaped(&link));
    page(settings, StatusCode::OK, &title, &text, &link)
}

/// Says that the address is nobody's.
pub(super) fn missing(settings: &Settings) -> Response {
    let (title, text, link) = messages::no_such_link_page(settings);
    let link = format!("<p><a href=\"{}\">{}</a></p>", escaped(&settings.page("/profile")), escaped(&link));
    page(settings, StatusCode::NOT_FOUND, &title, &text, &link)
}

fn page(settings: &Settings, status: StatusCode, title: &str, text: &str, rest: &str) -> Response {
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><meta name=\"robots\" content=\"noindex\"><title>{title} · {name}</title>\
         <style>{STYLE}</style></head><body><main><h1>{title}</h1><p>{text}</p>{rest}</main></body></html>",
        title = escaped(title),
        name = escaped(&settings.display_name),
        text = escaped(text),
    );
    let style = STANDARD.encode(Sha256::digest(STYLE));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{style}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    );
    let mut response = (status, Html(html)).into_response();
    if let Ok(policy) = HeaderValue::try_from(policy) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}
