//! Requests that other websites make: every call that changes something, with every combination of what browsers say of
//! where a request comes from and of what content type it has. Every call that reads, with the cookie of somebody who may:
//! it is answered, as the browser has sent it; what keeps the other website from reading the answer is that no header lets it.

use std::sync::Arc;

use axum::http::Method;
use tokio::task::JoinSet;

use super::ask::{asked, is_page};
use super::stage::{Asked, Said, Stage};
use super::table::{Block, Sends};
use super::world::{HOST, PARTNER, World};
use super::{ACTORS, LANES};

/// Whether a request is let through, by Sec-Fetch-Site (rows) and Origin (columns). An origin that is sent decides: the
/// other header cannot tell a configured one from a foreign one.
const RULE: &str = "
                own   configured  foreign  null  absent
    same-origin yes   yes         no       no    yes
    same-site   yes   yes         no       no    no
    cross-site  yes   yes         no       no    no
    none        yes   yes         no       no    yes
    absent      yes   yes         no       no    yes
";
const KINDS: [Option<&str>; 5] = [
    Some("application/json"),
    Some("text/plain"),
    Some("application/x-www-form-urlencoded"),
    Some("multipart/form-data; boundary=----quadquadquadquad"),
    None,
];

/// What was tried.
#[derive(Debug, Default)]
pub struct Tried {
    pub calls: usize,
    pub requests: usize,
    pub let_through: usize,
    /// Calls that read, and requests of them and of browsers that ask first.
    pub reading: usize,
    pub readings: usize,
    pub wrong: Vec<String>,
}

/// A row and a column of the rule.
struct Case {
    site: Option<&'static str>,
    origin: Option<String>,
    passes: bool,
}

fn cases() -> Vec<Case> {
    let mut lines = RULE.lines().filter(|line| !line.trim().is_empty());
    let origins: Vec<&str> = lines.next().expect("origins").split_whitespace().collect();
    let mut cases = Vec::new();
    for line in lines {
        let words: Vec<&'static str> = line.split_whitespace().collect();
        let site = (words[0] != "absent").then_some(words[0]);
        for (origin, verdict) in origins.iter().zip(&words[1..]) {
            let origin = match *origin {
                "own" => Some(format!("http://{HOST}")),
                "configured" => Some(PARTNER.to_owned()),
                "foreign" => Some("https://evil.example".to_owned()),
                "null" => Some("null".to_owned()),
                _ => None,
            };
            cases.push(Case { site, origin, passes: *verdict == "yes" });
        }
    }
    assert_eq!(cases.len(), 25);
    // Those that are refused first: they find everything as it was.
    cases.sort_by_key(|case| case.passes);
    cases
}

/// Tries the whole product with every call that changes something, and who may read with every call.
pub async fn try_everything(world: &Arc<World>, blocks: &Arc<Vec<Block>>) -> Tried {
    let mut lanes = JoinSet::new();
    for lane in 0..LANES {
        let (world, blocks) = (Arc::clone(world), Arc::clone(blocks));
        lanes.spawn(async move {
            let mut tried = Tried::default();
            for (_, block) in blocks.iter().enumerate().filter(|(number, _)| number % LANES == lane) {
                if block.writes() || block.path == "/logout" {
                    one(&world, block, &mut tried).await;
                } else {
                    reading(&world, block, &mut tried).await;
                }
            }
            tried
        });
    }
    let mut all = Tried::default();
    for tried in lanes.join_all().await {
        all.calls += tried.calls;
        all.requests += tried.requests;
        all.let_through += tried.let_through;
        all.reading += tried.reading;
        all.readings += tried.readings;
        all.wrong.extend(tried.wrong);
    }
    all
}

/// The object and the actor that a call succeeds for; where it never does, its first.
fn who(block: &Block) -> (&str, &'static str) {
    let succeeds = block.lines.iter().find_map(|line| {
        let cell = ACTORS.iter().zip(&line.cells).rev().find(|(_, cell)| cell.status.starts_with('2'));
        cell.map(|(actor, _)| (line.object.as_str(), *actor))
    });
    succeeds.unwrap_or_else(|| (&block.lines.first().expect("an object").object, "student"))
}

async fn one(world: &World, block: &Block, tried: &mut Tried) {
    let (object, actor) = who(block);
    let plain = asked(world, block, object, actor);
    let stage = Stage::set(world).await;
    tried.calls += 1;
    let cases = cases();
    let refused = cases.iter().filter(|case| !case.passes).count();
    for (number, case) in cases.iter().enumerate() {
        for kind in KINDS {
            let takes = takes(block, kind);
            let said = stage.ask(&dressed(&plain, case, kind)).await;
            tried.requests += 1;
            let code = said.code();
            let what = format!("{} from {:?}, {:?} as {kind:?}", block.title(), case.origin, case.site);
            let status = said.status.as_u16();
            if status >= 500 {
                tried.wrong.push(format!("{what}: {status}"));
            }
            if (code == "cross_site") == case.passes {
                tried.wrong.push(format!("{what}: {status} {code}"));
            } else if case.passes && !takes && status < 400 {
                tried.wrong.push(format!("{what}: {status}, of another kind than the call takes"));
            } else if case.passes && takes && code == "unsupported_media_type" {
                tried.wrong.push(format!("{what}: {status} {code}"));
            }
            tried.wrong.extend(read_by_others(&said, case).map(|wrong| format!("{what}: {wrong}")));
            tried.let_through += usize::from(case.passes);
        }
        // Here the last of those that are refused has been: all of them together have changed nothing.
        if number + 1 == refused && stage.rows().await != world.rows {
            tried.wrong.push(format!("{}: refused, and changed something", block.title()));
        }
    }
    // As it comes from our own page it does what the table says.
    let stage = stage.anew(world).await;
    let own = Case { site: Some("same-origin"), origin: Some(format!("http://{HOST}")), passes: true };
    let kind = plain.headers.iter().find(|(name, _)| name == "content-type").map(|(_, kind)| kind.clone());
    let said = stage.ask(&dressed(&plain, &own, kind.as_deref())).await;
    let line = block.lines.iter().find(|line| line.object == object).expect("the line");
    let at = ACTORS.iter().position(|one| *one == actor).expect("the column");
    if said.status.as_u16().to_string() != line.cells[at].status {
        tried.wrong.push(format!("{} from our own page: {}", block.title(), said.status));
    }
    stage.strike().await;
}

/// A call that reads, from everywhere, as somebody it succeeds for. Nobody is refused: a foreign page gets the answer and must
/// not be let at it.
async fn reading(world: &World, block: &Block, tried: &mut Tried) {
    let (object, actor) = who(block);
    let plain = asked(world, block, object, actor);
    let stage = Stage::set(world).await;
    let line = block.lines.iter().find(|line| line.object == object).expect("the line");
    let cell = &line.cells[ACTORS.iter().position(|one| *one == actor).expect("the column")];
    tried.reading += 1;
    for case in cases() {
        let what = format!("{} from {:?}, {:?}", block.title(), case.origin, case.site);
        let said = stage.ask(&dressed(&plain, &case, None)).await;
        if said.status.as_u16().to_string() != cell.status {
            tried.wrong.push(format!("{what}: {} instead of {}", said.status, cell.status));
        }
        tried.wrong.extend(read_by_others(&said, &case).map(|wrong| format!("{what}: {wrong}")));
        // What a browser or a proxy keeps for one origin is not for another.
        let varies = said.headers.get_all("vary").iter().filter_map(|names| names.to_str().ok());
        if !varies.flat_map(|names| names.split(',')).any(|name| name.trim().eq_ignore_ascii_case("origin")) {
            tried.wrong.push(format!("{what}: kept for everybody"));
        }
        // Before a request that a form cannot make, a browser asks.
        let first = Asked { method: Method::OPTIONS, ..dressed(&plain.clone().without("cookie"), &case, None) };
        let first = first.with("access-control-request-method", &block.method);
        let said = stage.ask(&first.with("access-control-request-headers", "content-type,x-user-id")).await;
        tried.wrong.extend(read_by_others(&said, &case).map(|wrong| format!("{what}, asked first: {wrong}")));
        tried.readings += 2;
    }
    if stage.rows().await != world.rows && !cell.told.contains("changes ") {
        tried.wrong.push(format!("{}: read, and changed something", block.title()));
    }
    stage.strike().await;
}

/// Whom an answer lets read it beside our own pages: the configured origin, with its cookie, and nobody else. Nothing if
/// that is so.
fn read_by_others(said: &Said, case: &Case) -> Option<String> {
    let header = |name: &str| said.headers.get(name).map(|value| value.to_str().unwrap_or("?").to_owned());
    let origin = header("access-control-allow-origin");
    let with_cookie = header("access-control-allow-credentials");
    if case.origin.as_deref() == Some(PARTNER) {
        let may_read = origin.as_deref() == Some(PARTNER) && with_cookie.as_deref() == Some("true");
        return (!may_read).then(|| format!("the configured origin may not read it: {origin:?}, {with_cookie:?}"));
    }
    origin.map(|origin| format!("may be read by {origin}"))
}

/// The one call that changes something though it is a GET, spelt in ways that might get past whoever looks for it.
pub async fn spelt_otherwise(world: &World) -> Vec<String> {
    let stage = Stage::set(world).await;
    let mut wrong = Vec::new();
    for path in [
        "/api/logout",
        "/api/logout?x=1",
        "/api/logout/",
        "/api//logout",
        "/api/%6cogout",
        "/API/logout",
        "//api/logout",
        "/api/./logout",
        "/api/x/../logout",
        "/api;x/logout",
    ] {
        for method in ["GET", "HEAD", "POST", "OPTIONS"] {
            let cookie = world.person("student").expect("a person").cookie.clone();
            let headers = vec![("cookie".to_owned(), cookie), ("sec-fetch-site".to_owned(), "cross-site".to_owned())];
            let method = method.parse().expect("a method");
            let asked = Asked { method, path: path.to_owned(), headers, body: Vec::new() };
            let said = stage.ask(&asked).await;
            if said.status.is_server_error() || stage.rows().await != world.rows {
                wrong.push(format!("{} {path} from another website: {}", asked.method, said.status));
            }
        }
    }
    stage.strike().await;
    wrong
}

/// Whether a call takes what is of this kind.
fn takes(block: &Block, kind: Option<&str>) -> bool {
    match block.sends {
        _ if is_page(&block.path) && block.path.contains("/v1/") => true,
        Sends::Json(_) => kind == Some("application/json"),
        Sends::Form(_) => kind.is_some_and(|kind| kind.starts_with("multipart/")),
        // Nothing, or what is signed.
        Sends::Nothing | Sends::Signed(..) => true,
    }
}

fn dressed(plain: &Asked, case: &Case, kind: Option<&str>) -> Asked {
    let mut request = plain.clone().without("content-type");
    for (name, value) in [("content-type", kind), ("sec-fetch-site", case.site), ("origin", case.origin.as_deref())] {
        if let Some(value) = value {
            request = request.with(name, value);
        }
    }
    request
}
