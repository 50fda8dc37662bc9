//! Static site: the web client inside the binary. The build leaves `.br` and `.gz` beside each file, so nothing is compressed
//! here; files with a hash in their name are cached for ever, the rest is asked for again each time by its hash (ETag), of
//! which each encoding has its own. A page is the first page of its route, or index.html; which of them an address gets, only
//! this file decides. Those that people share say what they are about (`link_previews.rs`).

use std::io::Write;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::{EmbeddedFile, RustEmbed};

use quad_http::encodings::accepts;
use quad_http::etag;
use quad_kernel::error::{Kind, Rejection};
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::link_previews;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../web/dist"]
#[allow_missing = true]
struct Assets;

const ONLY_READ: Rejection = Rejection::new(
    Kind::WrongMethod,
    "wrong_method",
    "This is the address of a page, which is only read. Calls are below /api.",
);

/// The fallback of the router: a file of the web client, or its first page, whose own router reads the path. They are read
/// and nothing else: a 200 to CONNECT would even promise a tunnel.
pub async fn serve(State(app): State<App>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return ([(header::ALLOW, HeaderValue::from_static("GET, HEAD"))], ONLY_READ).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(response) = file(path, &headers) {
        return response;
    }
    // A missing asset must not answer with a page: a stale client would try to run HTML.
    if path.starts_with("assets/") || path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return (StatusCode::NOT_FOUND, "Not found").into_response();
    }
    if let Some(page) = page_with_preview(&app, path, &uri, &headers).await {
        return page;
    }
    let page = file(&first_page(path), &headers).or_else(|| file("index.html", &headers));
    let mut page = page.unwrap_or_else(|| {
        "Quad is running, but this binary was built without its web client. Run `cargo xtask build`.".into_response()
    });
    if !is_page(path) && page.status() == StatusCode::OK {
        *page.status_mut() = StatusCode::NOT_FOUND;
    }
    page
}

/// The pages of web/src/app/paths.ts by the first part of their address. The client shows its own "not found" for the
/// rest; the status says the same to programs.
const PAGES: [&str; 38] = [
    "",
    "login",
    "register",
    "signup",
    "resetpassword",
    "confirm",
    "contest",
    "contestquestion",
    "result",
    "createcontest",
    "questionview",
    "invite",
    "polls",
    "clubs",
    "club",
    "member",
    "events",
    "event",
    "createevent",
    "gallery",
    "profile",
    "my-contests",
    "dashboard",
    "walkthrough",
    "about",
    "privacy",
    "terms",
    "contactus",
    "refunds",
    "shipping",
    "licences",
    "pricing",
    "payment",
    "purchases",
    "receipt",
    "sales",
    "notifications",
    "operations",
];

fn is_page(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default().to_ascii_lowercase();
    PAGES.contains(&first.as_str())
}

/// The build makes a first page per route that names its scripts; by the first part of the address and how many there
/// are (web/build/routeTable.ts). Where there is none, as for an address of no route, index.html does as well.
fn first_page(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    format!(
        "pages/{}-{}.html",
        parts.first().map_or("home".to_owned(), |first| first.to_ascii_lowercase()),
        parts.len()
    )
}

/// The first page of something that is shared, with its title and picture.
async fn page_with_preview(app: &App, path: &str, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    let preview = link_previews::of(app, uri, headers).await?;
    let page = Assets::get(&first_page(path)).or_else(|| Assets::get("index.html"))?;
    let page = std::str::from_utf8(&page.data).ok()?;
    let page = preview.put_into(page, &app.settings.display_name, |path| app.settings.page(path))?;
    let hash = hex::encode(&Sha256::digest(&page)[..12]);
    let packed = accepts(headers, "gzip").then(|| gzip(page.as_bytes())).flatten();
    let encoding = packed.is_some().then_some("gzip");
    let body = packed.unwrap_or_else(|| page.into_bytes());
    Some(answered(headers, body.into_response(), "text/html; charset=utf-8", &hash, encoding, ASKED_AGAIN))
}

fn gzip(page: &[u8]) -> Option<Vec<u8>> {
    let mut out = GzEncoder::new(Vec::with_capacity(page.len() / 2), Compression::fast());
    out.write_all(page).ok()?;
    out.finish().ok()
}

/// A shared cache that keeps several encodings apart would else keep a page and carry its body again for each browser.
const ASKED_AGAIN: &str = "private, no-cache";

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    if path.is_empty() || is_compressed_twin(path) {
        return None;
    }
    let plain = Assets::get(path)?;
    let immutable = path.starts_with("assets/");
    let cache = if immutable { "public, max-age=31536000, immutable" } else { ASKED_AGAIN };
    let mime = with_charset(plain.metadata.mimetype());
    let hash = hex::encode(&plain.metadata.sha256_hash()[..12]);
    let (encoding, chosen) = encoded(path, headers).map_or((None, plain), |(name, file)| (Some(name), file));
    Some(answered(headers, chosen.data.into_response(), &mime, &hash, encoding, cache))
}

/// A body, or that the browser has it.
fn answered(
    headers: &HeaderMap,
    mut body: Response,
    mime: &str,
    hash: &str,
    encoding: Option<&'static str>,
    cache: &'static str,
) -> Response {
    // Strong tags name bytes, and each encoding has other bytes (RFC 9110, 8.8.3.3).
    let etag = encoding.map_or_else(|| format!("\"{hash}\""), |name| format!("\"{hash}-{name}\""));
    let mut response = if etag::is_known(headers, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let out = body.headers_mut();
        if let Ok(value) = HeaderValue::from_str(mime) {
            out.insert(header::CONTENT_TYPE, value);
        }
        if let Some(name) = encoding {
            out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        body
    };
    let out = response.headers_mut();
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(value) = HeaderValue::from_str(&etag) {
        out.insert(header::ETAG, value);
    }
    response
}

/// The build's own compressed twins are sent in place of a file, never by their own name.
fn is_compressed_twin(path: &str) -> bool {
    let ending = std::path::Path::new(path).extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("br") || ending.eq_ignore_ascii_case("gz"))
}

/// The smallest form the browser takes, if the build made one.
fn encoded(path: &str, headers: &HeaderMap) -> Option<(&'static str, EmbeddedFile)> {
    [("br", ".br"), ("gzip", ".gz")].into_iter().find_map(|(name, ending)| {
        accepts(headers, name).then(|| Assets::get(&format!("{path}{ending}"))).flatten().map(|file| (name, file))
    })
}

fn with_charset(mime: &str) -> String {
    if mime.starts_with("text/") || mime.ends_with("javascript") || mime.ends_with("+xml") {
        format!("{mime}; charset=utf-8")
    } else {
        mime.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_told_from_what_is_nowhere() {
        for page in
            ["", "contest", "ContestQuestion", "questionview/01a1f8ef", "invite/k3J-x_9", "my-contests", "privacy"]
        {
            assert!(is_page(page), "{page}");
        }
        for nowhere in ["metrics", ".git/config", "contests", "nope/contest"] {
            assert!(!is_page(nowhere), "{nowhere}");
        }
    }

    #[test]
    fn a_route_has_a_first_page_of_its_own() {
        assert_eq!(first_page(""), "pages/home-0.html");
        assert_eq!(first_page("ContestQuestion"), "pages/contestquestion-1.html");
        assert_eq!(first_page("club/robotics/edit/"), "pages/club-3.html");
        assert_eq!(first_page("../x"), "pages/..-2.html");
    }
}
