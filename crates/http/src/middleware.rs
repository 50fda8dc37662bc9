//! Middleware of every request: a request id, the cross-site check, the security headers, one log line.
//!
//! The log line never carries a query, a body, a cookie, an address of a person or an invitation's token; the path is enough
//! to find a fault.
//! A page keeps the policy it was loaded with, so `/pricing` is a document of its own: its policy alone names the payment
//! provider's hosts. An answer that brings its own policy keeps it.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Version, header};
use axum::response::{IntoResponse, Response};
use http_body::Body as _;

use crate::drain_body;
use quad_kernel::error::{Kind, Rejection};
use quad_kernel::ids::Random;
use quad_kernel::problem::{Code, REQUEST_ID, RequestId};
use quad_metrics::Requests;

const CROSS_SITE: Rejection =
    Rejection::new(Kind::Forbidden, "cross_site", "This request came from another website and was not carried out.");

/// RFC 9112, 3.2: whose request it is must not depend on who between us reads which of them.
const NO_HOST: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "A request names its host once, and this one does not.");

/// The one script that stands in every document (web/src/watchAssets.js); web/build/firstPages.test.ts compares its hash.
macro_rules! watch {
    () => {
        "'sha256-q+9MG5lvYhiQiaZABz1Qyhb28bmPhVSoUYvxJ3IUZCU='"
    };
}

const POLICY: &str = concat!(
    "default-src 'self'; script-src 'self' ",
    watch!(),
    "; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
);
/// No text becomes a script or markup, but addresses of scripts of this site (web/src/lib/trustedScriptUrl.ts).
const TRUSTED_TYPES: &str = "; require-trusted-types-for 'script'; trusted-types quad-worker";
/// What a call answers besides JSON is no document. Should a browser make one of it, nothing in it is loaded or run.
const ANSWER_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
/// The built files run nothing inline; a page asks for twenty of them, and each has this in its head.
const ASSET_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types quad-worker",
);
/// What no page of ours asks a browser for. Names a browser does not know it complains about; these are widely known.
const NOT_WANTED: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
     magnetometer=(), microphone=(), midi=(), payment=(), usb=()";
/// The same without `payment`, which the provider's checkout may ask for.
const NOT_WANTED_OF_CHECKOUT: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
     magnetometer=(), microphone=(), midi=(), usb=()";

/// The policy of every page, with the hosts whose pictures it may show besides our own.
pub fn page_policy(picture_hosts: &[String]) -> HeaderValue {
    let hosts = picture_hosts.iter().map(|host| format!("https://{host}"));
    let shown: Vec<String> = std::iter::once("blob:".to_owned()).chain(hosts).collect();
    let text = POLICY.replace(" blob:;", &format!(" {};", shown.join(" "))) + TRUSTED_TYPES;
    // Hosts are letters that a header may have, config.rs sees to it.
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(POLICY))
}

/// The policy of the page that opens the provider's checkout. In the sandbox that is a page of ours, in a frame.
#[derive(Clone, Debug)]
pub struct PricingPolicy {
    policy: HeaderValue,
    /// The provider's own script runs there. It may open windows of banks, which must be able to answer, and it knows
    /// nothing of trusted types, and sets styles within the page.
    is_the_providers: bool,
}

impl PricingPolicy {
    /// Without an origin for the sandbox; with one for the provider whose checkout script comes from there.
    pub fn new(checkout_origin: Option<&str>) -> Self {
        let text = match checkout_origin {
            None => format!("{POLICY}; frame-src 'self'{TRUSTED_TYPES}"),
            Some(origin) => format!(
                "default-src 'self'; script-src 'self' {watch} {origin}; style-src 'self' 'unsafe-inline'; \
                 img-src 'self' data: blob: https://cdn.razorpay.com; \
                 connect-src 'self' https://lumberjack.razorpay.com https://api.razorpay.com {origin}; \
                 frame-src https://api.razorpay.com https://checkout.razorpay.com {origin}; object-src 'none'; \
                 base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
                watch = watch!()
            ),
        };
        // An origin is letters that a header may have; should it not be, the page gets the narrow policy.
        let policy = HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(POLICY));
        Self { policy, is_the_providers: checkout_origin.is_some() }
    }
}

/// Who may embed an answer.
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Response mark: the header of each answer to a call, and the header of a request that says what to write there.
const MARK: HeaderName = HeaderName::from_static("x-quad");
const CALL: HeaderName = HeaderName::from_static("x-quad-call");
/// The longest id of a call that is repeated.
const LONGEST_CALL: usize = 64;

/// What the guard needs to know.
#[derive(Clone, Debug)]
pub struct GuardSettings {
    /// Origins besides our own that may call with a cookie.
    pub trusted_origins: Arc<[String]>,
    /// Our own origin as people see it; empty when it is whatever the Host header says.
    pub own_origin: Arc<str>,
    /// Send Strict-Transport-Security.
    pub https: bool,
    /// For request ids.
    pub random: Random,
    /// Counts what was answered.
    pub requests: Requests,
    /// For all documents but one.
    pub pages: HeaderValue,
    /// For the document `/pricing`, which shows the checkout.
    pub pricing: PricingPolicy,
}

/// What stands around everything: `next` answers what is let through.
pub async fn guard<F>(settings: &GuardSettings, request: Request, next: impl FnOnce(Request) -> F) -> Response
where
    F: Future<Output = Response>,
{
    let started = Instant::now();
    let id = RequestId::new(settings.random.bytes());
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    // As the router tells calls from pages.
    let is_api = path == "/api" || path.starts_with("/api/");
    // What has no such mark is somebody else's answer to our client (web/src/api/authenticity.ts).
    let mark = (is_api || path == "/readyz").then(|| response_mark(request.headers()));
    let takes_bodies = is_api || path.starts_with("/sandbox/");
    let has_body = takes_bodies && !request.body().is_end_stream();
    let (request, rest) = if has_body {
        let (request, rest) = drain_body::watched(request);
        (request, Some(rest))
    } else {
        (request, None)
    };
    let mut response = REQUEST_ID
        .scope(id, async {
            if !names_its_host(&request) {
                NO_HOST.into_response()
            } else if takes_bodies
                && (changes(&method) || path == "/api/logout")
                && let Some(foreign) = cross_site(settings, request.headers())
            {
                // An installation behind a proxy that changes `Host` has every change refused until `public_url` is set.
                tracing::info!(
                    request_id = id.as_str(),
                    said_by = foreign.said_by,
                    site = foreign.site,
                    host = foreign.host,
                    public_url = &*settings.own_origin,
                    "refused as another website's"
                );
                CROSS_SITE.into_response()
            } else {
                next(request).await
            }
        })
        .await;
    // A 503 as well: while the database is away nobody's body is read, and everybody must read that answer.
    if let Some(rest) = rest.filter(|_| response.status().is_client_error() || response.status().is_server_error()) {
        rest.drain().await;
    }
    let status = response.status();
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(id.as_str()) {
        headers.insert("x-request-id", value);
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Pictures are for everybody, and say so. Configured origins read calls by the rules of CORS, which this leaves alone.
    headers.entry(RESOURCE_POLICY).or_insert(HeaderValue::from_static("same-origin"));
    // No browser makes a document of JSON that is not to be sniffed. Phones fetch some eighty of these answers in a contest.
    if !(is_api && is_json(headers)) {
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    }
    if takes_bodies {
        // The sandbox speaks of orders and payments. Its files say for themselves how long they are kept.
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    if let Some(mark) = mark {
        headers.insert(MARK, mark);
    }
    if is_api {
        if !is_json(headers) {
            headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(ANSWER_POLICY);
        }
    } else {
        let document = document_policy(settings, &path);
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(document.content);
        headers.insert("cross-origin-opener-policy", HeaderValue::from_static(document.opener));
        headers.insert("permissions-policy", HeaderValue::from_static(document.permissions));
    }
    if settings.https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    let took = started.elapsed();
    settings.requests.answered(&method, &path, status, took);
    let took_ms = took.as_millis() as u64;
    let path = logged(&path);
    let code = response.extensions().get().map(|Code(code)| *code);
    tracing::info!(target: "quad::requests", request_id = id.as_str(), %method, path = &*path, status = status.as_u16(), code, took_ms, "request");
    response
}

/// What the answer is marked with: the id that the request chose for itself, so that a client tells the reply to its own
/// request from any other; `1` where it chose none, or one that is no id.
fn response_mark(headers: &HeaderMap) -> HeaderValue {
    let is_id = |id: &[u8]| {
        (1..=LONGEST_CALL).contains(&id.len()) && id.iter().all(|c| c.is_ascii_alphanumeric() || *c == b'-')
    };
    let mut ids = headers.get_all(CALL).iter();
    match (ids.next(), ids.next()) {
        (Some(id), None) if is_id(id.as_bytes()) => id.clone(),
        _ => HeaderValue::from_static("1"),
    }
}

/// Paths that end with something that lets somebody in: links of invitations that were handed out before their token stood
/// behind `#`, and what pages of then ask for; the addresses of people's own calendars, and
/// those that stop mails.
const SECRET_ENDS: [&str; 4] = ["/api/invitations/", "/invite/", "/api/calendar/own/", "/api/unsubscribe/"];

/// A path as the log may have it.
fn logged(path: &str) -> Cow<'_, str> {
    match SECRET_ENDS.iter().find(|begin| path.starts_with(**begin)) {
        Some(begin) => format!("{begin}***").into(),
        None => path.into(),
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    kind.starts_with(b"application/json") || kind.starts_with(b"application/problem+json")
}

/// What a document may do.
struct DocumentPolicy {
    /// What it may load and run.
    content: HeaderValue,
    /// Whether windows it opens may answer it.
    opener: &'static str,
    /// What it may ask the browser for.
    permissions: &'static str,
}

fn document_policy(settings: &GuardSettings, path: &str) -> DocumentPolicy {
    let content = if path.starts_with("/assets/") { ASSET_POLICY } else { settings.pages.clone() };
    let plain = DocumentPolicy { content, opener: "same-origin", permissions: NOT_WANTED };
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    if !first.eq_ignore_ascii_case("pricing") {
        return plain;
    }
    let content = settings.pricing.policy.clone();
    if !settings.pricing.is_the_providers {
        return DocumentPolicy { content, ..plain };
    }
    DocumentPolicy { content, opener: "same-origin-allow-popups", permissions: NOT_WANTED_OF_CHECKOUT }
}

fn names_its_host(request: &Request) -> bool {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    hosts == 1 || (hosts == 0 && request.version() < Version::HTTP_11)
}

fn changes(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// A request of another site: what the browser says of it, and where it was sent to. For the log.
#[derive(Debug, PartialEq, Eq)]
struct Foreign {
    /// The header that tells.
    said_by: &'static str,
    /// The site it names; of a `Referer` no path.
    site: String,
    /// The `Host` it came with.
    host: String,
}

/// What of a stranger's header the log may have.
const LOGGED_LETTERS: usize = 120;

/// A website, as browsers tell them apart: scheme, name and port. A port that is not written is that of the scheme, so that
/// `Host: quad.campus:443` behind a proxy and `Origin: https://quad.campus` are one.
#[derive(Clone, Copy, Debug)]
struct Site<'a> {
    scheme: &'a str,
    name: &'a str,
    port: u16,
}

impl PartialEq for Site<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.scheme == other.scheme && self.port == other.port && self.name.eq_ignore_ascii_case(other.name)
    }
}

impl<'a> Site<'a> {
    /// An `Origin`; nothing for `null` and whatever else is none.
    fn of_origin(origin: &'a str) -> Option<Self> {
        let (scheme, host) = origin.split_once("://")?;
        Self::of_host(host, scheme)
    }

    /// A name with or without a port, asked for by this scheme. An IPv6 address stands in brackets.
    fn of_host(host: &'a str, scheme: &'a str) -> Option<Self> {
        let default = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return None,
        };
        let end = if host.starts_with('[') { host.find(']')? + 1 } else { host.find(':').unwrap_or(host.len()) };
        let (name, port) = host.split_at(end);
        let port = match port {
            "" | ":" => default,
            port => {
                port.strip_prefix(':').filter(|digits| digits.bytes().all(|one| one.is_ascii_digit()))?.parse().ok()?
            }
        };
        (!name.is_empty()).then_some(Self { scheme, name, port })
    }
}

/// Nothing where no browser says that another site caused this. Programs that are no browsers send none of these headers.
fn cross_site(settings: &GuardSettings, headers: &HeaderMap) -> Option<Foreign> {
    // What is no text is nobody's; it is not the same as nothing.
    let text = |name: &str| headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()));
    let ours = |origin: &str| {
        let host = text("host").unwrap_or_default();
        let Some(from) = Site::of_origin(origin) else { return false };
        let is_asked = |site: &Site| Site::of_host(&host, site.scheme).is_some_and(|asked| asked == *site);
        let own = Site::of_origin(&settings.own_origin);
        // Where people come by https, what the same name serves without it is another site. Under another name, as that
        // of the machine, nobody has said how people come.
        let is_public = own.as_ref().is_some_and(|own| {
            let in_the_clear = Site { scheme: "http", port: 80, ..*own };
            own.scheme == "https" && (is_asked(own) || (own.port == 443 && is_asked(&in_the_clear)))
        });
        own.as_ref() == Some(&from)
            || (!is_public && is_asked(&from))
            || settings.trusted_origins.iter().any(|trusted| Site::of_origin(trusted).as_ref() == Some(&from))
    };
    let shown = |text: &str| text.chars().take(LOGGED_LETTERS).collect();
    let foreign = |said_by, site: &str| {
        Some(Foreign { said_by, site: shown(site), host: shown(&text("host").unwrap_or_default()) })
    };
    if let Some(origin) = text("origin") {
        return if ours(&origin) { None } else { foreign("origin", &origin) };
    }
    if let Some(site) = text("sec-fetch-site") {
        return if matches!(&*site, "same-origin" | "none") { None } else { foreign("sec-fetch-site", &site) };
    }
    if let Some(referer) = text("referer") {
        let mut parts = referer.splitn(4, '/');
        let (scheme, host) = (parts.next().unwrap_or_default(), parts.nth(1).unwrap_or_default());
        let site = format!("{scheme}//{host}");
        // Browsers leave names and passwords out of it; other programs may not.
        let named = host.rsplit('@').next().unwrap_or_default();
        return if ours(&site) { None } else { foreign("referer", &format!("{scheme}//{named}")) };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(pairs: &[(&'static str, &'static str)]) -> Option<Foreign> {
        told_at("https://quad.campus", pairs)
    }

    fn told_at(own_origin: &str, pairs: &[(&'static str, &'static str)]) -> Option<Foreign> {
        let settings = GuardSettings {
            trusted_origins: Arc::from(["http://client.campus:3000".to_owned()]),
            own_origin: own_origin.into(),
            https: true,
            random: Random::System,
            requests: Requests::new(Arc::default(), []),
            pages: page_policy(&[]),
            pricing: PricingPolicy::new(None),
        };
        // Every character is a byte here, so that a header may hold what is no text.
        let value = |text: &str| {
            HeaderValue::from_bytes(&text.chars().map(|one| u8::try_from(one).expect("a byte")).collect::<Vec<_>>())
        };
        let headers = pairs.iter().map(|(k, v)| (k.parse().expect("name"), value(v).expect("a value"))).collect();
        cross_site(&settings, &headers)
    }

    fn verdict(pairs: &[(&'static str, &'static str)]) -> bool {
        told(pairs).is_some()
    }

    #[test]
    fn the_log_learns_which_two_differ_and_no_more() {
        let said = told(&[("origin", "https://Quad.example"), ("host", "10.0.0.7:8080")]);
        let (site, host) = ("https://Quad.example".to_owned(), "10.0.0.7:8080".to_owned());
        assert_eq!(said, Some(Foreign { said_by: "origin", site, host: host.clone() }));
        let said =
            told(&[("referer", "https://me:secret@a.example/invite/secret?token=1#x"), ("host", "10.0.0.7:8080")]);
        assert_eq!(said, Some(Foreign { said_by: "referer", site: "https://a.example".to_owned(), host }));
        let said = told(&[("sec-fetch-site", "cross-site")]).expect("foreign");
        assert_eq!((said.said_by, &*said.site, &*said.host), ("sec-fetch-site", "cross-site", ""));
        let long: &'static str = format!("https://{}", "a".repeat(5_000)).leak();
        assert_eq!(told(&[("origin", long)]).expect("foreign").site.len(), LOGGED_LETTERS);
    }

    #[test]
    fn another_sites_request_is_told_apart() {
        for (foreign, headers) in [
            (false, vec![]),
            (false, vec![("origin", "https://quad.campus")]),
            (false, vec![("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")]),
            (false, vec![("origin", "https://127.0.0.1:8080"), ("host", "127.0.0.1:8080")]),
            (false, vec![("origin", "https://quad.campus"), ("host", "quad.campus")]),
            (true, vec![("origin", "http://quad.campus"), ("host", "quad.campus")]),
            (true, vec![("origin", "http://QUAD.campus"), ("host", "Quad.campus"), ("sec-fetch-site", "same-origin")]),
            (true, vec![("referer", "http://quad.campus/"), ("host", "quad.campus")]),
            (false, vec![("origin", "http://client.campus:3000"), ("sec-fetch-site", "same-site")]),
            (false, vec![("sec-fetch-site", "same-origin")]),
            (false, vec![("sec-fetch-site", "none")]),
            (false, vec![("referer", "https://quad.campus/contest?x=1")]),
            (false, vec![("referer", "https://quad.campus/quiz\u{ff}")]),
            (true, vec![("origin", "null")]),
            (true, vec![("origin", "")]),
            (true, vec![("origin", "https://quad.campus\u{ff}")]),
            (true, vec![("origin", "\u{ff}"), ("sec-fetch-site", "same-origin")]),
            (true, vec![("sec-fetch-site", "same-origin\u{ff}")]),
            (true, vec![("sec-fetch-site", "")]),
            (true, vec![("referer", "https://quad.campus\u{ff}/")]),
            (true, vec![("origin", "https://quad.campus.evil.example")]),
            (true, vec![("origin", "http://client.campus:3001")]),
            (true, vec![("sec-fetch-site", "cross-site")]),
            (true, vec![("sec-fetch-site", "same-site")]),
            (true, vec![("referer", "https://evil.example/")]),
        ] {
            assert_eq!(verdict(&headers), foreign, "{headers:?}");
        }
    }

    /// Whether they are one website: what `public_url` says, `Host`, `Origin`. Browsers leave a default port out of both; a
    /// proxy may write it into the one.
    #[test]
    fn a_default_port_may_be_written_or_not() {
        let names = [
            ("quad.campus", "quad.campus"),
            ("quad.campus", "QUAD.campus"),
            ("[::1]", "[::1]"),
            ("[2001:db8::7]", "[2001:DB8::7]"),
            ("10.0.0.7", "10.0.0.7"),
        ];
        let leaked = |text: String| -> &'static str { text.leak() };
        for (host_name, origin_name) in names {
            for (scheme, default) in [("https", 443), ("http", 80)] {
                let ports = [None, Some(80), Some(443), Some(8080), Some(8443)];
                let written = |port: Option<u16>| port.map_or(String::new(), |port| format!(":{port}"));
                for (in_host, in_origin) in ports.iter().flat_map(|one| ports.iter().map(move |other| (*one, *other))) {
                    let host = leaked(format!("{host_name}{}", written(in_host)));
                    let origin = leaked(format!("{scheme}://{origin_name}{}", written(in_origin)));
                    let is_one = in_host.unwrap_or(default) == in_origin.unwrap_or(default);
                    let by = |header, value| told_at("", &[(header, value), ("host", host)]).is_none();
                    assert_eq!(by("origin", origin), is_one, "{host} {origin}");
                    assert_eq!(by("referer", leaked(format!("{origin}/contest"))), is_one, "{host} {origin}");
                    // With the address that people see, its port written or not.
                    let own = format!("{scheme}://{host_name}{}", written(in_host));
                    assert_eq!(
                        told_at(&own, &[("origin", origin), ("host", "10.9.9.9:1")]).is_none(),
                        is_one,
                        "{own} {origin}"
                    );
                }
            }
        }
        for (host, origin) in [
            ("quad.campus:443", "https://evil.example"),
            ("quad.campus:443", "https://quad.campus.evil.example"),
            ("quad.campus:443", "https://quad.campus:443:443"),
            ("quad.campus:443", "https://quad.campus:+443"),
            ("quad.campus:x", "https://quad.campus:x"),
            ("quad.campus:99999", "https://quad.campus:99999"),
            ("quad.campus:443", "wss://quad.campus"),
            ("quad.campus:443", "https://"),
            (":443", "https://:443"),
            ("", "https://"),
            ("[::1", "https://[::1"),
            ("[::1]443", "https://[::1]"),
            ("::1", "https://[::1]"),
        ] {
            assert!(told_at("", &[("origin", origin), ("host", host)]).is_some(), "{host} {origin}");
        }
        // Where people come by https, the same name in the clear stays another site, its port written or not.
        for (host, origin, foreign) in [
            ("quad.campus:80", "http://quad.campus", true),
            ("quad.campus:443", "http://quad.campus", true),
            ("quad.campus", "http://quad.campus:80", true),
            ("quad.campus:443", "http://quad.campus:443", true),
            ("quad.campus:8080", "http://quad.campus:8080", false),
            ("quad.campus:80", "https://quad.campus", false),
        ] {
            assert_eq!(verdict(&[("origin", origin), ("host", host)]), foreign, "{host} {origin}");
        }
        assert!(!verdict(&[("origin", "http://client.campus:3000"), ("host", "quad.campus")]));
    }

    #[test]
    fn links_that_let_people_in_are_not_logged() {
        assert_eq!(logged("/api/invitations/abc"), "/api/invitations/***");
        assert_eq!(logged("/invite/abc/d"), "/invite/***");
        assert_eq!(logged("/api/calendar/own/abc/events.ics"), "/api/calendar/own/***");
        assert_eq!(logged("/api/unsubscribe/results/abc"), "/api/unsubscribe/***");
        assert_eq!(logged("/api/calendar/events.ics"), "/api/calendar/events.ics");
        assert_eq!(logged("/api/contests/abc/invitation"), "/api/contests/abc/invitation");
    }

    #[test]
    fn a_page_shows_pictures_of_the_hosts_named() {
        assert_eq!(page_policy(&[]), format!("{POLICY}{TRUSTED_TYPES}"));
        let said = page_policy(&["a.example".to_owned(), "b.example".to_owned()]);
        let said = said.to_str().expect("text");
        assert!(said.contains("img-src 'self' data: blob: https://a.example https://b.example; object-src"), "{said}");
    }

    #[test]
    fn pricing_alone_names_the_providers_hosts() {
        let policy = |origin: Option<&str>, path: &str| {
            let settings = GuardSettings {
                trusted_origins: Arc::from([]),
                own_origin: "".into(),
                https: false,
                random: Random::System,
                requests: Requests::new(Arc::default(), []),
                pages: page_policy(&[]),
                pricing: PricingPolicy::new(origin),
            };
            let said = document_policy(&settings, path);
            assert_eq!(said.permissions.contains("payment"), said.opener == "same-origin");
            format!("{} | {}", said.content.to_str().expect("text"), said.opener)
        };
        let plain = format!("{POLICY}{TRUSTED_TYPES} | same-origin");
        let real = Some("https://checkout.razorpay.com");
        for path in ["/", "/contest", "/pricing.html", "/pricings", "/contest/pricing", "/sandbox/checkout"] {
            assert_eq!((policy(None, path), policy(real, path)), (plain.clone(), plain.clone()), "{path}");
        }
        for path in ["/pricing", "/pricing/", "/Pricing", "/pricing/x"] {
            assert_eq!(policy(None, path), format!("{POLICY}; frame-src 'self'{TRUSTED_TYPES} | same-origin"));
            let said = policy(Some("https://pay.example"), path);
            for part in [
                concat!("script-src 'self' ", watch!(), " https://pay.example;"),
                "style-src 'self' 'unsafe-inline';",
                "img-src 'self' data: blob: https://cdn.razorpay.com;",
                "connect-src 'self' https://lumberjack.razorpay.com https://api.razorpay.com https://pay.example;",
                "frame-src https://api.razorpay.com https://checkout.razorpay.com https://pay.example;",
                "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none' | same-origin-allow-popups",
            ] {
                assert!(said.contains(part), "{part} in {said}");
            }
        }
    }
}
