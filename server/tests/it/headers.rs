//! Stories of the headers around every answer: each call of the document, each page and each file of the web client, the
//! kinds that have more to say, and refusals of all sorts. What each kind carries is one table, compared as a whole:
//! a header too many is as wrong as one too few.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use quad_contests::sandbox;
use reqwest::{Client, Method, header::HeaderMap};
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Form, TestApp, made};
use crate::plain_stories;

plain_stories!(
    every_answer_has_the_headers_of_its_kind,
    https_is_asked_for_again,
    a_stream_has_no_length,
    the_log_says_which_sites_differ,
    a_default_port_makes_no_other_website,
    each_encoding_has_a_tag_of_its_own,
);

/// What is compared. Anything of these that a kind does not name must be absent.
const WATCHED: [&str; 14] = [
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "permissions-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "cross-origin-embedder-policy",
    "strict-transport-security",
    "cache-control",
    "access-control-allow-origin",
    "content-security-policy-report-only",
    "server",
    "x-powered-by",
    "x-quad",
];

const PAGE: &str = "default-src 'self'; script-src 'self' 'sha256-q+9MG5lvYhiQiaZABz1Qyhb28bmPhVSoUYvxJ3IUZCU='; \
    img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const FILE: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";
const TYPED: &str = "; require-trusted-types-for 'script'; trusted-types quad-worker";
const FEATURES: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
    magnetometer=(), microphone=(), midi=(), payment=(), usb=()";
const PAPER: &str = "private, max-age=86400, immutable";
const FOR_EVER: &str = "public, max-age=31536000, immutable";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// What a call answers: lists, files to keep, refusals.
    Call,
    /// The questions of a contest: the same for as long as it exists, and for nobody else.
    Paper,
    /// A calendar that programs subscribe to, for everybody.
    Feed,
    /// One's own, at its secret address.
    OwnFeed,
    /// A picture: for everybody, for ever.
    Picture,
    /// Events as they happen.
    Stream,
    Page,
    /// `/pricing`, beside the sandbox.
    Pricing,
    /// `/pricing`, where the provider's own script runs.
    RealPricing,
    /// A file whose name changes with what is in it.
    Asset,
    /// The sandbox's checkout, in a frame of ours.
    Checkout,
    /// Files of the sandbox.
    CheckoutFile,
    /// What the sandbox answers its seller, and its checkout.
    SandboxCall,
    /// A word for programs (`/healthz`), and what is nowhere.
    Bare,
    /// A file of the build that is not there any more.
    BareAsset,
    /// `/readyz`, which the page of the system shows: only in the server's own words.
    Readiness,
}

fn table(kind: Kind) -> BTreeMap<&'static str, String> {
    use Kind::{
        Asset, Bare, BareAsset, Call, Checkout, CheckoutFile, Feed, OwnFeed, Page, Paper, Picture, Pricing, Readiness,
        RealPricing, SandboxCall, Stream,
    };
    let mut all: BTreeMap<&str, String> = BTreeMap::new();
    let mut has = |name, value: &str| {
        all.insert(name, value.to_owned());
    };
    has("x-content-type-options", "nosniff");
    has("referrer-policy", "same-origin");
    has("cross-origin-resource-policy", if kind == Picture { "cross-origin" } else { "same-origin" });
    match kind {
        Call | Checkout | CheckoutFile | SandboxCall => has("cache-control", "no-store"),
        Stream => has("cache-control", "no-store, no-transform"),
        Paper => has("cache-control", PAPER),
        Picture | Asset => has("cache-control", FOR_EVER),
        Feed => has("cache-control", "public, max-age=300"),
        Page | Pricing | RealPricing | OwnFeed => has("cache-control", "private, no-cache"),
        Bare | BareAsset | Readiness => {}
    }
    if matches!(kind, Call | Stream | Paper | Feed | OwnFeed | Picture | Readiness) {
        has("x-quad", "1");
    }
    match kind {
        Call | Stream | Paper | Feed | OwnFeed => {
            has("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
        }
        Picture => has("content-security-policy", "default-src 'none'; sandbox"),
        Asset | BareAsset => has("content-security-policy", &format!("{FILE}{TYPED}")),
        Page | CheckoutFile | SandboxCall | Bare | Readiness => {
            has("content-security-policy", &format!("{PAGE}{TYPED}"));
        }
        Pricing => has("content-security-policy", &format!("{PAGE}; frame-src 'self'{TYPED}")),
        RealPricing => has(
            "content-security-policy",
            "default-src 'self'; script-src 'self' 'sha256-q+9MG5lvYhiQiaZABz1Qyhb28bmPhVSoUYvxJ3IUZCU=' \
             https://checkout.razorpay.com; style-src 'self' 'unsafe-inline'; \
             img-src 'self' data: blob: https://cdn.razorpay.com; \
             connect-src 'self' https://lumberjack.razorpay.com https://api.razorpay.com https://checkout.razorpay.com; \
             frame-src https://api.razorpay.com https://checkout.razorpay.com https://checkout.razorpay.com; \
             object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ),
        Checkout => has(
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
        ),
    }
    if !matches!(kind, Call | Stream | Paper | Feed | OwnFeed | Picture) {
        let real = kind == RealPricing;
        has("cross-origin-opener-policy", if real { "same-origin-allow-popups" } else { "same-origin" });
        has("permissions-policy", &if real { FEATURES.replace("payment=(), ", "") } else { FEATURES.to_owned() });
    }
    all
}

/// How many answers of each kind were compared, and who asks for pages.
struct Seen(BTreeMap<Kind, usize>, Client);

impl Seen {
    fn new() -> Self {
        Self(BTreeMap::new(), Client::builder().build().expect("a client"))
    }

    /// A path outside /api.
    async fn page(&self, base: &str, path: &str) -> Answer {
        Answer::of(self.1.get(format!("{base}{path}")).send().await.expect("an answer")).await
    }

    #[track_caller]
    fn check(&mut self, kind: Kind, what: &str, headers: &HeaderMap) {
        let mut said = BTreeMap::new();
        for name in WATCHED {
            let values: Vec<&str> = headers.get_all(name).iter().map(|value| value.to_str().expect("text")).collect();
            if !values.is_empty() {
                said.insert(name, values.join(" AND "));
            }
        }
        let mut wanted = table(kind);
        // JSON that is not to be sniffed becomes no document.
        let content = headers.get("content-type").map(|value| value.to_str().expect("text")).unwrap_or_default();
        if matches!(kind, Kind::Call | Kind::Paper) && content.starts_with("application/") && content.contains("json") {
            wanted.retain(|name, _| !matches!(*name, "content-security-policy" | "referrer-policy"));
        }
        assert_eq!(said, wanted, "{what}, as {kind:?}");
        assert_eq!(headers["x-request-id"].len(), 16, "{what}");
        *self.0.entry(kind).or_default() += 1;
    }
}

#[expect(clippy::disallowed_macros, reason = "the tally is for whoever runs the tests")]
async fn every_answer_has_the_headers_of_its_kind(t: TestApp) {
    let mut seen = Seen::new();
    let who = People::of(&t).await;
    every_call(&who, &mut seen).await;
    special_calls(&t, &who, &mut seen).await;
    refusals(&t, &who, &mut seen).await;
    the_sandbox(&t, &mut seen).await;
    pages_and_files(&t, &mut seen).await;
    println!("answers by kind: {:?}", seen.0);
    assert!(seen.0[&Kind::Call] > 400, "{:?}", seen.0);
}

/// A campus with something in it, seen by four people.
struct People {
    asking: Vec<(&'static str, Browser)>,
    contest: String,
    event: String,
    poll: String,
    club: &'static str,
}

impl People {
    async fn of(t: &TestApp) -> Self {
        let owner = t.organiser("owner").await;
        let contest = t.running(&owner, 1).await;
        let student = t.person("student").await;
        student.join(&contest).await;
        let admin = t.admin("dean").await;
        let manager = t.administrator(&admin, "manager", "HOBBY").await;
        let event = t.event(&manager, "Origami evening", None).await;
        let poll = t.poll(&owner, &["Hills", "Lake"]).await;
        let asking = vec![
            ("guest", t.browser()),
            ("student", student),
            ("organiser", owner),
            ("manager", manager),
            ("ADMIN", admin),
        ];
        Self { asking, contest: contest.id, event, poll, club: "HOBBY" }
    }

    /// A path of the document with things that are there, or with none that are.
    fn filled(&self, path: &str, there: bool) -> String {
        let mut filled = path.to_owned();
        while let Some((from, to)) = filled.find('{').zip(filled.find('}')) {
            let value = match &filled[from + 1..to] {
                "contestId" if there => self.contest.as_str(),
                "eventId" if there => self.event.as_str(),
                "pollId" if there => self.poll.as_str(),
                "club" if there => self.club,
                _ => "01a1f8ef-6140-7277-9208-019e6cd572a8",
            }
            .to_owned();
            filled.replace_range(from..=to, &value);
        }
        filled
    }

    fn called(&self, name: &str) -> &Browser {
        &self.asking.iter().find(|(one, _)| *one == name).expect("a person").1
    }
}

/// Reads with what is there, everything else with what is not, so that nothing changes meanwhile.
async fn every_call(who: &People, seen: &mut Seen) {
    let document = serde_json::to_value(quad::router::document()).expect("JSON");
    let mut found = 0;
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            // These answer with more than a call, see below; the first of them would end the session besides.
            let is_feed = matches!(path.as_str(), "/calendar/events.ics" | "/calendar/club/{club}/events.ics");
            if is_feed || matches!(path.as_str(), "/logout" | "/live" | "/contests/{contestId}/paper") {
                continue;
            }
            for (name, browser) in &who.asking {
                let method: Method = method.to_uppercase().parse().expect("a method");
                let reads = method == Method::GET;
                let filled = who.filled(path, reads);
                let body = (!reads).then(|| json!({"x": 1}));
                // What needs neither a body nor an id would be done; it is refused for its origin instead.
                let would_do = !reads && operation.get("requestBody").is_none() && !path.contains('{');
                let headers = if would_do { &[("origin", "https://evil.example")][..] } else { &[] };
                let answer = browser.ask(method.clone(), &filled, body, headers).await;
                found += usize::from(answer.status == 200);
                assert!(answer.status.as_u16() < 500, "{method} {filled}");
                seen.check(Kind::Call, &format!("{method} {filled} as {name}: {}", answer.status), &answer.headers);
            }
        }
    }
    assert!(found > 100, "{found} answers with something in them");
}

async fn special_calls(t: &TestApp, who: &People, seen: &mut Seen) {
    let student = who.called("student");
    let paper = student.get(&format!("/contests/{}/paper", who.contest)).await;
    assert_eq!(paper.status, 200);
    seen.check(Kind::Paper, "the paper", &paper.headers);
    let none = t.browser().get(&format!("/contests/{}/paper", who.contest)).await;
    seen.check(Kind::Call, "no paper", &none.headers);

    let made = student.post("/calendar/address", Value::Null).await.expect(201);
    let own = made["address"].as_str().expect("an address").split_once("/api").expect("of ours").1.to_owned();
    let club = format!("/calendar/club/{}/events.ics", who.club);
    for (path, kind) in [("/calendar/events.ics", Kind::Feed), (&club, Kind::Feed), (&own, Kind::OwnFeed)] {
        let feed = t.browser().get(path).await;
        assert_eq!(feed.status, 200, "{path}");
        seen.check(kind, path, &feed.headers);
        let tag = feed.headers["etag"].to_str().expect("text").to_owned();
        let known = t.browser().ask(Method::GET, path, None, &[("if-none-match", &tag)]).await;
        assert_eq!(known.status, 304, "{path}");
    }

    let stream = student.follow(&["polls"]).await;
    seen.check(Kind::Stream, "the stream", stream.headers());

    let said = student.set_picture("me.png", &made::png(&made::quadrants(400, 300))).await.expect(200);
    let key = said["user"]["picture"]["key"].as_str().expect("a key").to_owned();
    let shown = t.browser().get(&format!("/media/{key}")).await;
    assert_eq!(shown.status, 200);
    seen.check(Kind::Picture, "a picture", &shown.headers);
    let tag = shown.headers["etag"].to_str().expect("text").to_owned();
    let known = t.browser().ask(Method::GET, &format!("/media/{key}"), None, &[("if-none-match", &tag)]).await;
    assert_eq!(known.status, 304);
    seen.check(Kind::Picture, "a picture that is known", &known.headers);

    for (name, path) in [
        ("student", "/account/data".to_owned()),
        ("manager", format!("/clubs/{}/members.csv", who.club)),
        ("manager", format!("/events/{}/participants.csv", who.event)),
        ("manager", format!("/events/{}/participants.xlsx", who.event)),
        ("guest", format!("/events/{}/calendar.ics", who.event)),
    ] {
        let file = who.called(name).get(&path).await;
        assert_eq!(file.status, 200, "{path}");
        let disposition = file.headers["content-disposition"].to_str().expect("text");
        assert!(disposition.starts_with("attachment"), "{path}: {disposition}");
        seen.check(Kind::Call, &path, &file.headers);
    }

    let gone = t.log_in("student").await;
    seen.check(Kind::Call, "log-out", &gone.get("/logout").await.headers);
    let head = student.ask(Method::HEAD, "/site", None, &[]).await;
    assert_eq!(head.status, 200);
    seen.check(Kind::Call, "HEAD", &head.headers);
}

async fn refusals(t: &TestApp, who: &People, seen: &mut Seen) {
    let (guest, student) = (t.browser(), who.called("student"));
    let large = vec![b' '; 300_000];
    for (status, what, answer) in [
        (400, "no JSON", student.send_raw("/post/answer", "application/json", b"{".to_vec()).await),
        (400, "no form", student.send_form(Method::PUT, "/account/picture", Form::new()).await),
        (401, "a guest", guest.get("/sessions").await),
        (403, "another site", guest.ask(Method::POST, "/login", None, &[("origin", "https://evil.example")]).await),
        (404, "nowhere", guest.get("/nothing/here").await),
        (404, "the root", guest.get("").await),
        (404, "a path that is no text", guest.get("/media/%00").await),
        (405, "another method", guest.get("/login").await),
        (405, "an unknown method", guest.ask("FROB".parse().expect("a method"), "/login", None, &[]).await),
        (413, "a large body", student.send_raw("/post/answer", "application/json", large).await),
        (415, "another type", student.send_raw("/post/answer", "text/plain", b"{}".to_vec()).await),
    ] {
        assert_eq!(answer.status, status, "{what}");
        seen.check(Kind::Call, what, &answer.headers);
    }
}

/// The provider's calls, and its checkout's: answered, and refused in each way they have. Where there is no sandbox, they are
/// nowhere.
async fn the_sandbox(t: &TestApp, seen: &mut Seen) {
    let keys = sandbox::shared_keys(&t.app).await.expect("keys");
    let real = t.another(&REAL, 3).await;
    let client = seen.1.clone();
    let send = async |base: &str, method: &str, path: &str, body: &Value, secret: Option<&str>| {
        let request = client.request(method.parse().expect("a method"), format!("{base}/sandbox{path}"));
        let request =
            secret.into_iter().fold(request, |request, secret| request.basic_auth(&keys.key_id, Some(secret)));
        let request = if body.is_null() { request } else { request.json(body) };
        Answer::of(request.send().await.expect("an answer")).await
    };
    let (secret, none) = (Some(keys.key_secret.as_str()), Value::Null);
    let new = json!({"amount": 900, "currency": "INR"});
    let order = send(&t.base, "POST", "/v1/orders", &new, secret).await.expect(200)["id"].clone();
    let order = order.as_str().expect("an id");
    let wish = json!({"order": order, "outcome": "pay"});
    let paid = send(&t.base, "POST", "/checkout/pay", &wish, None).await.expect(200)["razorpay_payment_id"].clone();
    let payment = paid.as_str().expect("an id");
    for (status, method, path, body) in [
        (200, "POST", "/v1/orders".to_owned(), &new),
        (200, "GET", format!("/v1/orders/{order}"), &none),
        (200, "GET", format!("/v1/orders/{order}/payments"), &none),
        (200, "GET", format!("/v1/payments/{payment}"), &none),
        (200, "GET", format!("/checkout/orders/{order}"), &none),
        (400, "POST", "/checkout/pay".to_owned(), &wish),
    ] {
        // With the keys, without them, with wrong ones; and without anything sent.
        for (secret, body) in [(secret, body), (None, body), (Some("wrong"), body), (secret, &none)] {
            let answer = send(&t.base, method, &path, body, secret).await;
            let is_whole = secret == Some(keys.key_secret.as_str()) && (method == "GET" || !body.is_null());
            assert!(!is_whole || answer.status == status, "{method} {path}: {}", answer.status);
            seen.check(Kind::SandboxCall, &format!("{method} {path}: {}", answer.status), &answer.headers);
        }
        let nowhere = send(&real.base, method, &path, body, secret).await;
        assert_eq!(nowhere.status, 404, "{method} {path}");
        seen.check(Kind::SandboxCall, &format!("{method} {path} beside real keys"), &nowhere.headers);
    }
    let another = send(&t.base, "POST", "/v1/orders", &new, secret).await.expect(200)["id"].clone();
    let pay = send(&t.base, "POST", "/checkout/pay", &json!({"order": another, "outcome": "decline"}), None).await;
    assert_eq!((pay.status.as_u16(), &pay.body["error"]["reason"]), (400, &json!("payment_failed")));
    seen.check(Kind::SandboxCall, "a payment that is declined", &pay.headers);
    for (method, path) in [("GET", "/v1/nothing"), ("DELETE", "/v1/orders"), ("GET", "/checkout/pay")] {
        let answer = send(&t.base, method, path, &none, secret).await;
        assert!(answer.status.is_client_error(), "{method} {path}");
        seen.check(Kind::SandboxCall, &format!("{method} {path}"), &answer.headers);
    }
}

async fn pages_and_files(t: &TestApp, seen: &mut Seen) {
    let base = &t.base;
    for path in ["/healthz", "/no/such.file", "/metrics.txt"] {
        let answer = seen.page(base, path).await;
        seen.check(Kind::Bare, path, &answer.headers);
    }
    let gone = seen.page(base, "/assets/gone-12345678.js").await;
    seen.check(Kind::BareAsset, "an asset that is gone", &gone.headers);
    seen.check(Kind::Readiness, "/readyz", &seen.page(base, "/readyz").await.headers);
    for path in ["/sandbox/checkout.js", "/sandbox/frame.js", "/sandbox/frame.css"] {
        let answer = seen.page(base, path).await;
        seen.check(Kind::CheckoutFile, path, &answer.headers);
    }
    let answer = seen.page(base, "/sandbox/checkout?order=x").await;
    seen.check(Kind::Checkout, "the checkout", &answer.headers);
    let real = t.another(&REAL, 3).await;
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/dist");
    if !client.join("index.html").is_file() {
        // Built without its web client, the binary says so on every page; its policies are the same.
        for (base, path, kind) in [(base, "/", Kind::Bare), (base, "/contest", Kind::Bare)] {
            let answer = seen.page(base, path).await;
            seen.check(kind, path, &answer.headers);
        }
        return;
    }
    let routes = std::fs::read_to_string(client.join("../src/app/paths.ts")).expect("the paths");
    let mut paths: Vec<String> =
        routes.split("to: '").skip(1).filter_map(|rest| Some(rest.split('\'').next()?.replace('$', ""))).collect();
    assert!(paths.len() > 40, "{paths:?}");
    paths.extend(["/no/such/page", "/index.html", "/Contest", "/api-is-not-here"].map(str::to_owned));
    for path in &paths {
        let pricing = path == "/pricing";
        let kind = if pricing { Kind::Pricing } else { Kind::Page };
        let answer = seen.page(base, path).await;
        seen.check(kind, path, &answer.headers);
        let kind = if pricing { Kind::RealPricing } else { Kind::Page };
        let answer = seen.page(&real.base, path).await;
        seen.check(kind, &format!("{path} with real keys"), &answer.headers);
    }
    for folder in ["", "assets", "pages"] {
        for file in std::fs::read_dir(client.join(folder)).expect("the web client").map(|file| file.expect("a file")) {
            let name = file.file_name().into_string().expect("text");
            let is_twin = file.path().extension().is_some_and(|ending| ending == "br" || ending == "gz");
            if is_twin || !file.path().is_file() {
                continue;
            }
            let path = format!("/{folder}/{name}").replace("//", "/");
            let answer = seen.page(base, &path).await;
            assert_eq!(answer.status, 200, "{path}");
            seen.check(if folder == "assets" { Kind::Asset } else { Kind::Page }, &path, &answer.headers);
        }
    }
}

const REAL: [(&str, &str); 4] = [
    ("QUAD_RAZORPAY_BASE_URL", "http://127.0.0.1:1/v1"),
    ("QUAD_RAZORPAY_KEY_ID", "rzp_live_1DP5mmOlF5G5ag"),
    ("QUAD_RAZORPAY_KEY_SECRET", "rzp_live_1DP5mmOlF5G5ag"),
    ("QUAD_RAZORPAY_WEBHOOK_SECRET", "rzp_live_1DP5mmOlF5G5ag"),
];

async fn https_is_asked_for_again(t: TestApp) {
    let plain = t.browser().get("/site").await;
    assert!(!plain.headers.contains_key("strict-transport-security"));
    let t = t.another(&[("QUAD_PUBLIC_URL", "https://quad.campus.example")], 1).await;
    let seen = Seen::new();
    let mut answers = vec![seen.page(&t.base, "/").await, seen.page(&t.base, "/assets/gone.js").await];
    for path in ["/site", "/sessions", "/nothing"] {
        answers.push(t.browser().get(path).await);
    }
    for answer in answers {
        assert_eq!(answer.headers["strict-transport-security"], "max-age=31536000");
    }
}

/// HEAD says what GET would say; a length of 0 would be kept by a shared cache for the stream itself.
async fn a_stream_has_no_length(t: TestApp) {
    let ada = t.person("ada").await;
    let stream = ada.follow(&["polls"]).await;
    let head = ada.ask(Method::HEAD, "/live?topics=polls", None, &[]).await;
    assert_eq!((head.status.as_u16(), head.bytes.len()), (200, 0));
    for name in ["content-type", "cache-control", "x-accel-buffering", "content-length"] {
        assert_eq!(head.headers.get(name), stream.headers().get(name), "{name}");
    }
    assert!(!head.headers.contains_key("content-length"), "{:?}", head.headers);
}

/// Behind a proxy that changes `Host` every change is another website's until `public_url` is set: the log says why.
async fn the_log_says_which_sites_differ(t: TestApp) {
    let log = t.log();
    let host = t.base.trim_start_matches("http://");
    let secret = "k3Jx9-secret";
    let referer = format!("https://elsewhere.example/invite/{secret}?token={secret}");
    let body = json!({"email": "ada@meridian.example", "passWord": secret});
    let mut wanted = Vec::new();
    for (said_by, value, site) in [
        ("origin", "https://quad.campus.example", "https://quad.campus.example"),
        ("referer", &referer, "https://elsewhere.example"),
        ("sec-fetch-site", "cross-site", "cross-site"),
    ] {
        let answer = t.browser().ask(Method::POST, "/login", Some(body.clone()), &[(said_by, value)]).await;
        let id = answer.headers["x-request-id"].to_str().expect("text").to_owned();
        answer.refused(403, "cross_site");
        wanted.push((id, said_by, site));
    }
    let text = log.text();
    let lines: Vec<&str> = text.lines().collect();
    for (id, said_by, site) in wanted {
        let line = lines.iter().find(|line| {
            // Other stories draw the same ids.
            line.contains(&id) && line.contains(host) && line.contains("refused as another website's")
        });
        let line = line.unwrap_or_else(|| panic!("nothing of {said_by} in the log"));
        for part in [said_by, site, host, "public_url"] {
            assert!(line.contains(part), "{part} in {line}");
        }
    }
    assert!(!text.contains(secret));
}

/// nginx's `$host:$server_port` writes the port that browsers leave out. Without `public_url` the `Host` says who we are.
async fn a_default_port_makes_no_other_website(t: TestApp) {
    for (number, (host, origin, is_ours)) in [
        ("quad.campus.example:443", "https://quad.campus.example", true),
        ("quad.campus.example", "https://quad.campus.example:443", true),
        ("quad.campus.example:80", "http://quad.campus.example", true),
        ("[2001:db8::7]:443", "https://[2001:db8::7]", true),
        ("[2001:db8::7]", "http://[2001:db8::7]:80", true),
        ("quad.campus.example:8443", "https://quad.campus.example:8443", true),
        ("quad.campus.example:8443", "https://quad.campus.example", false),
        ("quad.campus.example", "https://quad.campus.example:8443", false),
        ("quad.campus.example:80", "https://quad.campus.example", false),
        ("quad.campus.example:443", "http://quad.campus.example", false),
        ("[2001:db8::7]:8443", "https://[2001:db8::7]", false),
        ("quad.campus.example:443", "https://quad.campus.example.evil.example", false),
    ]
    .into_iter()
    .enumerate()
    {
        let body = json!({"email": format!("nobody{number}@meridian.example"), "passWord": format!("copper-lantern-{number}")});
        let referer = format!("{origin}/login");
        for (header, value) in [("origin", origin), ("referer", referer.as_str())] {
            let headers = [("host", host), (header, value)];
            let answer = t.browser().ask(Method::POST, "/login", Some(body.clone()), &headers).await;
            // Nobody has that account; but the one is a wrong log-in of ours, the other another website's.
            let code = if is_ours { (401, "wrong_credentials") } else { (403, "cross_site") };
            answer.refused(code.0, code.1);
        }
    }
}

async fn each_encoding_has_a_tag_of_its_own(t: TestApp) {
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/dist");
    if !client.join("index.html.br").is_file() {
        let _ = std::io::Write::write_all(&mut std::io::stderr(), b"passed over: the web client is not built\n");
        return;
    }
    let seen = Seen::new();
    let ask = async |encoding: &str, known: &str| {
        let request = seen.1.get(format!("{}/no/such/page", t.base)).header("accept-encoding", encoding);
        let request = if known.is_empty() { request } else { request.header("if-none-match", known) };
        Answer::of(request.send().await.expect("an answer")).await
    };
    let tag = |answer: &Answer| answer.headers["etag"].to_str().expect("text").to_owned();
    let encodings = ["identity", "gzip", "br"];
    let mut tags = Vec::new();
    for encoding in encodings {
        let answer = ask(encoding, "").await;
        let said = answer.headers.get("content-encoding").map_or("identity", |value| value.to_str().expect("text"));
        assert_eq!((said, &answer.headers["vary"]), (encoding, &"accept-encoding".parse().expect("a value")));
        tags.push(tag(&answer));
    }
    for (encoding, own) in encodings.iter().zip(&tags) {
        for known in &tags {
            let answer = ask(encoding, known).await;
            assert_eq!(answer.status == 304, own == known, "{encoding} with {known}");
            assert_eq!(tag(&answer), *own, "{encoding} with {known}");
        }
        for known in [format!("W/{own}"), format!("\"other\", {own}"), tags.join(", ")] {
            assert_eq!(ask(encoding, &known).await.status, 304, "{encoding} with {known}");
        }
    }
    assert_eq!(HashSet::<&String>::from_iter(&tags).len(), 3, "{tags:?}");
}
