//! What is wrong before a call is known: request lines, addresses, headers, lengths and chunks, requests hidden in requests, and
//! bytes that are no HTTP at all.

use super::field::{Case, Field, Want};

/// A request that must never be heard: were it, its answer would be one too many.
const HIDDEN: &str = "DELETE /api/checklogged HTTP/1.1\r\nhost: quad\r\n\r\n";

fn bytes(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

/// The beginning of a request, up to its own headers.
fn begun(method: &str, path: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nhost: quad\r\n")
}

fn no_http() -> Vec<Case> {
    let mut all = Vec::new();
    let mut add = |name: &str, bytes: Vec<u8>| all.push(Case::open(name, bytes, Want::RefusalOrEnd));
    add("HTTP/0.9", bytes("GET /api/site\r\n"));
    add("HTTP/0.9 without a line's end", bytes("GET /api/site"));
    add("the preface of HTTP/2", bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0"));
    add("a TLS hello", b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03quadquadquadquadquadquadquadquad\x00\x00\x04\x13\x01\x13\x02\x01\x00\x00\x74".to_vec());
    add("SSH", bytes("SSH-2.0-OpenSSH_9.6\r\n"));
    add("SOCKS", b"\x05\x01\x00".to_vec());
    add("a proxy's line", bytes("PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\nGET /api/site HTTP/1.1\r\nhost: q\r\n\r\n"));
    add("mail", bytes("HELO quad\r\nMAIL FROM:<a@b.c>\r\n"));
    add("redis", bytes("*1\r\n$4\r\nPING\r\n"));
    add("nothing but zeros", vec![0; 10_000]);
    add("no host", bytes("GET /api/site HTTP/1.1\r\n\r\n"));
    add("no host for a page", bytes("GET /contest HTTP/1.1\r\n\r\n"));
    add("all bytes", (0..=255).cycle().take(10_000).collect());
    add("only line ends", bytes(&"\r\n".repeat(10_000)));
    add("an answer", bytes("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
    for line in [
        "GET",
        "GET ",
        "GET /",
        "GET / HTTP",
        "GET / HTTP/",
        "GET / HTTP/1",
        "GET / HTTP/1.",
        "GET / HTTP/1.x",
        "GET / HTTP/2.0",
        "GET / HTTP/9.9",
        "GET / http/1.1",
        "GET / HTTP/1.1 x",
        "GET  / HTTP/1.1",
        "GET /  HTTP/1.1",
        " GET / HTTP/1.1",
        "GET\t/\tHTTP/1.1",
        "GET / HTTP/1.10",
        "GET /a b HTTP/1.1",
        "GET /\0 HTTP/1.1",
        "GET /\u{7f} HTTP/1.1",
        "G\0T / HTTP/1.1",
        "GE(T / HTTP/1.1",
        "G\u{e9}T / HTTP/1.1",
        "GET <> HTTP/1.1",
        "GET /{ HTTP/1.1\0",
        "GET http:// HTTP/1.1",
        "GET http://[::1/ HTTP/1.1",
        "GET api/site HTTP/1.1",
        "GET ?x HTTP/1.1",
        "GET  HTTP/1.1",
        "/ HTTP/1.1",
        "HTTP/1.1",
        "GET / HTTP/1.1\r",
        "GET /%\u{1} HTTP/1.1",
    ] {
        add(&format!("the line {line:?}"), bytes(&format!("{line}\r\nhost: quad\r\n\r\n")));
    }
    add("a method of 10,000 letters", bytes(&format!("{} / HTTP/1.1\r\nhost: quad\r\n\r\n", "G".repeat(10_000))));
    add(
        "an address of 100,000 letters",
        bytes(&format!("{}\r\n", begun("GET", &format!("/api/{}", "x".repeat(100_000))))),
    );
    add("an address of a megabyte", bytes(&format!("{}\r\n", begun("GET", &format!("/api/{}", "x".repeat(1 << 20))))));
    add("CONNECT", bytes("CONNECT quad:443 HTTP/1.1\r\nhost: quad:443\r\nconnection: close\r\n\r\n"));
    add("a head that never ends", bytes(&format!("{}x-a: b\r\n", begun("GET", "/api/site"))));
    add("half a header", bytes(&format!("{}x-a", begun("GET", "/api/site"))));
    all
}

fn addresses() -> Vec<Case> {
    let mut all = Vec::new();
    let long = [
        format!("/api/{}", "x".repeat(60_000)),
        format!("/api/site?{}", "a=b&".repeat(15_000)),
        "/".repeat(60_000),
        "/api/../".repeat(5_000),
    ];
    let odd = [
        "/api/%00",
        "/api/%",
        "/api/%zz",
        "/api/%2",
        "/api/..",
        "/api/../..",
        "/api/%2e%2e/%2e%2e/etc/passwd",
        "/api/site/..",
        "/api//site",
        "/api/site/",
        "/api/site%2f",
        "/api%2fsite",
        "/api/%c0%ae%c0%ae",
        "/api/%ff%fe",
        "/api/\\..\\..",
        "/api/;jsessionid=1",
        "/api/site;x=y",
        "/api/*",
        "/api/site%00.json",
        "/API/site",
        "/api/SITE",
        "/api/media/..%2f..%2fquad.db",
        "/api/media/a/..%2f",
        "/api/media/%2e%2e",
        "/api/[x]",
        "/api/^|`",
        "/assets/../index.html",
        "/assets/%2e%2e/index.html",
        "/assets/..%2f..%2fCargo.toml",
        "/..%2f..%2fetc%2fpasswd",
        "/../../etc/passwd",
        "/%2e%2e/x",
        "/.git/config",
        "/.env",
        "/%00",
        "/%",
        "/%ff",
        "/index.html%00.js",
        "/assets/",
        "/pages/../index.html",
        "/sw.js/x",
        "/sandbox/..",
        "/sandbox/%2e%2e",
        "/sandbox/checkout?order=%00",
        "/sandbox/checkout?order=%ff",
        "/sandbox/checkout/orders/%00",
        "/sandbox/v1/orders/%ff",
        "/pricing%00",
        "/robots.txt/",
        "http://evil.example/api/site",
        "http://quad/api/site",
        "https://user:word@quad/api/site",
        "/api/site?%",
        "/api/site?%zz=%",
        "/api/site?=&&&==",
        "/api/site#x",
        "//evil.example/%2f..",
        "/\\evil.example",
        "*",
    ];
    let raw: [&[u8]; 3] = [b"/api/\xc3\xa9", b"/api/\xff\xfe", b"/\xe2\x80\xae"];
    for path in odd.iter().map(|path| path.as_bytes()).chain(long.iter().map(String::as_bytes)).chain(raw) {
        for method in ["GET", "OPTIONS", "DELETE", "TRACE"] {
            let head =
                [method.as_bytes(), b" ", path, b" HTTP/1.1\r\nhost: quad\r\nconnection: close\r\n\r\n"].concat();
            let shown = String::from_utf8_lossy(&path[..path.len().min(60)]).into_owned();
            all.push(Case::whole(format!("{method} {shown}"), head, Want::NoFaultOfPage));
        }
    }
    all
}

/// Header lines as bytes, by name.
#[expect(clippy::too_many_lines, reason = "a table")]
fn headers() -> Vec<(String, Vec<u8>, Want)> {
    use Want::{NoFault, RefusalOrEnd};
    let mut all: Vec<(String, Vec<u8>, Want)> = Vec::new();
    let mut add = |line: &[u8], want| {
        let shown = String::from_utf8_lossy(&line[..line.len().min(60)]).into_owned();
        all.push((format!("{shown:?}"), [line, b"\r\n"].concat(), want));
    };
    for line in [
        &b"x-a: b\0c"[..],
        b"x-a: b\rc",
        b"x-a: b\x01",
        b"x-a: \x7f",
        b"x\0a: b",
        b": b",
        b"x a: b",
        b"x-a : b",
        b"x-\xc3\xa9: b",
        b"(x): b",
        b"x-a",
        b"x-a: b\r\n folded: c",
        b"x-a: b\r\n\tfolded",
        b" x-a: b",
        b"\"x\": y",
        b"content-length: -1",
        b"content-length: +5",
        b"content-length: 5, 6",
        b"content-length: 0x5",
        b"content-length: ",
        b"content-length: 99999999999999999999999",
        b"content-length: 5\r\ncontent-length: 6",
        b"content-length: 1e3",
        b"content-length: 5 6",
        b"content-length : 5",
        b"transfer-encoding: xchunked",
        b"transfer-encoding: identity",
        b"transfer-encoding: chunked, identity",
        b"transfer-encoding: gzip",
        b"transfer-encoding: \x0bchunked",
        b"transfer-encoding : chunked",
        b"transfer-encoding: \"chunked\"",
        b"transfer-encoding:\r\n chunked",
        // There is one already.
        b"host: other",
        b"host: quad",
        b"host: a b",
        b"host: ",
        b"host: \xff",
    ] {
        add(line, RefusalOrEnd);
    }
    for line in [
        &b"x-a: b\nx-b: c"[..],
        b"cookie: ;;;===",
        b"cookie: quad_session",
        b"cookie: quad_session=\xff\xfe",
        b"cookie: quad_session=\"",
        b"cookie: =x; quad_session=%00",
        b"cookie: quad_session=a\r\ncookie: quad_session=b",
        b"cookie: __Host-quad_session=x",
        b"x-user-id: \xff",
        b"x-user-id: 1\r\nx-user-id: 2",
        b"origin: \xff",
        b"origin: null",
        b"referer: \xff",
        b"referer: ::::",
        b"sec-fetch-site: \xff",
        b"accept-encoding: br;q=NaN, gzip;q=-1, *;q=2",
        b"accept-encoding: \xff",
        b"accept: \xff;;;",
        b"accept: text/event-stream",
        b"if-none-match: \xff, W/, \"",
        b"if-modified-since: never",
        b"range: bytes=0-0,5-1,-,9999999999999999999-",
        b"range: lines=1",
        b"expect: 200-please",
        b"upgrade: h2c\r\nhttp2-settings: AAMAAABkAARAAAAAAAIAAAAA",
        b"upgrade: websocket\r\nsec-websocket-key: x\r\nsec-websocket-version: 13",
        b"user-agent: \xff\xfe",
        b"user-agent: <script>",
        b"x-forwarded-for: ','\"",
        b"x-forwarded-proto: \xff",
        b"forwarded: for=\"[",
        b"authorization: Basic \xff",
        b"authorization: Basic AA==",
        b"content-type: \xff",
        b"content-type: application/json\r\ncontent-type: text/plain",
        b"x-http-method-override: DELETE",
        b"te: trailers, deflate;q=9",
        b"trailer: content-length",
        b"content-encoding: gzip",
        b"content-encoding: br, br, br",
        b"content-language: \xff",
        b"x-razorpay-signature: \xff",
        b"last-event-id: \xff",
        b"priority: u=99",
        b"date: now",
        b"via: \xff",
        b"x-request-id: ../../x",
        b"access-control-request-method: \xff",
    ] {
        add(line, NoFault);
    }
    add(&[b"x-a: ".as_slice(), &b"x".repeat(100_000)].concat(), NoFault);
    add(&[b"x-a: ".as_slice(), &b"x".repeat(1_000_000)].concat(), RefusalOrEnd);
    add(&[&b"n".repeat(100_000), b": x".as_slice()].concat(), NoFault);
    add(&[b"cookie: quad_session=".as_slice(), &b"x".repeat(50_000)].concat(), NoFault);
    add(&[b"cookie: ".as_slice(), &b"a=b; ".repeat(10_000)].concat(), NoFault);
    add(&[b"user-agent: ".as_slice(), &b"x".repeat(50_000)].concat(), NoFault);
    add(&[b"accept-encoding: ".as_slice(), &b"br,".repeat(20_000)].concat(), NoFault);
    add(&[b"if-none-match: ".as_slice(), &b"\"x\",".repeat(20_000)].concat(), NoFault);
    add((0..1_000).map(|number| format!("x-{number}: y")).collect::<Vec<_>>().join("\r\n").as_bytes(), RefusalOrEnd);
    add("cookie: a=b\r\n".repeat(1_000).trim_end().as_bytes(), RefusalOrEnd);
    all
}

/// Each of these is about where a body ends; after it stands a request that is none if it ends there.
fn frames() -> Vec<Case> {
    let login = |rest: &str| bytes(&format!("{}content-type: application/json\r\n{rest}", begun("POST", "/api/login")));
    let mut all = Vec::new();
    let mut add = |name: &str, bytes: Vec<u8>| all.push(Case::open(name, bytes, Want::RefusalOrEnd));
    let chunked = |chunks: &str| login(&format!("transfer-encoding: chunked\r\n\r\n{chunks}"));
    add(
        "a length, then chunks",
        login(&format!("content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n{HIDDEN}")),
    );
    add(
        "chunks, then a length",
        login(&format!("transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n{HIDDEN}")),
    );
    add(
        "a length of what looks like chunks",
        login(&format!(
            "content-length: {}\r\ntransfer-encoding: chunked\r\n\r\n5c\r\n{HIDDEN}\r\n0\r\n\r\n",
            HIDDEN.len()
        )),
    );
    add(
        "chunked twice",
        login(&format!("transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n{HIDDEN}")),
    );
    add(
        "identity, then chunked, and a length",
        login(&format!("transfer-encoding: identity, chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n{HIDDEN}")),
    );
    add("two lengths", login(&format!("content-length: 2\r\ncontent-length: 60\r\n\r\n{{}}{HIDDEN}")));
    add(
        "chunked in HTTP/1.0",
        bytes(&format!(
            "POST /api/login HTTP/1.0\r\nhost: quad\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n{HIDDEN}"
        )),
    );
    for size in [
        "FFFFFFFFFFFFFFFFF",
        "ffffffffffffffff",
        "-1",
        "0x2",
        "2g",
        "",
        " ",
        "+2",
        "2 2",
        "\u{660}",
        "2;",
        "2\n",
        "2\r",
        "00000000000000000000000000000000002z",
    ] {
        add(&format!("a chunk of {size:?}"), chunked(&format!("{size}\r\n{{}}\r\n0\r\n\r\n")));
    }
    add("a chunk longer than said", chunked("2\r\n{}x\r\n0\r\n\r\n"));
    add("a chunk shorter than said", chunked("9\r\n{}\r\n0\r\n\r\n"));
    add("chunks without an end", chunked("2\r\n{}\r\n"));
    add("a chunk's word of 100,000 letters", chunked(&format!("2;{}\r\n{{}}\r\n0\r\n\r\n", "x".repeat(100_000))));
    add("100,000 chunks of one byte", chunked(&format!("{}0\r\n\r\n", "1\r\n{\r\n".repeat(100_000))));
    add("a megabyte of trailers", chunked(&format!("2\r\n{{}}\r\n0\r\n{}\r\n", "x-a: b\r\n".repeat(130_000))));
    add("a trailer that is none", chunked("2\r\n{}\r\n0\r\n\0: x\r\n\r\n"));
    add("a body shorter than said", login("content-length: 50\r\n\r\n{\"email\":"));
    add("a body of a terabyte", login("content-length: 1099511627776\r\n\r\n{}"));
    add("a promise of a body and none", login("content-length: 10\r\nexpect: 100-continue\r\n\r\n"));
    all
}

/// Several requests on one line: a refused body first, and how many answers there may be.
fn pipelines() -> Vec<(&'static str, Vec<u8>, &'static [u16])> {
    let site = "GET /api/site HTTP/1.1\r\nhost: quad\r\nconnection: close\r\n\r\n";
    let post = |path: &str, rest: &str, body: &str| {
        format!("{}{rest}content-length: {}\r\n\r\n{body}", begun("POST", path), body.len())
    };
    let json = "content-type: application/json\r\n";
    let large = format!("{{\"a\":\"{}\"}}", HIDDEN.repeat(6_000));
    let asked = |head: &str| bytes(&format!("GET /api/site {head}\r\n\r\n{site}"));
    vec![
        ("no host", asked("HTTP/1.1"), &[400, 200]),
        ("two hosts", asked("HTTP/1.1\r\nhost: quad\r\nhost: other"), &[400, 200]),
        ("one host twice", asked("HTTP/1.1\r\nhost: quad\r\nhost: quad"), &[400, 200]),
        ("no host in HTTP/1.0", bytes("GET /api/site HTTP/1.0\r\n\r\n"), &[200]),
        ("a body that is no JSON", bytes(&(post("/api/login", json, HIDDEN) + site)), &[400, 200]),
        (
            "a body of another type",
            bytes(&(post("/api/login", "content-type: text/plain\r\n", HIDDEN) + site)),
            &[415, 200],
        ),
        ("a body too large", bytes(&(post("/api/login", json, &large) + site)), &[413, 200]),
        ("a body nobody wants", bytes(&(post("/api/nothing/here", json, HIDDEN) + site)), &[404, 200]),
        ("a body of another method", bytes(&(post("/api/site", json, HIDDEN) + site)), &[405, 200]),
        ("a body of a guest", bytes(&(post("/api/post/answer", json, HIDDEN) + site)), &[401, 200]),
        (
            "a body from another site",
            bytes(&(post("/api/login", &format!("{json}origin: http://evil.example\r\n"), HIDDEN) + site)),
            &[403, 200],
        ),
        (
            "a form of a guest",
            bytes(
                &(post("/api/upload/addgallery", "content-type: multipart/form-data; boundary=x\r\n", HIDDEN) + site),
            ),
            &[401, 200],
        ),
        (
            "a body with a reading request",
            bytes(&(post("/api/site", json, HIDDEN).replacen("POST", "GET", 1) + site)),
            &[200, 200],
        ),
        ("a body to a page", bytes(&(post("/contest", json, HIDDEN) + site)), &[405, 200]),
        ("a body to the sandbox", bytes(&(post("/sandbox/checkout/pay", json, HIDDEN) + site)), &[400, 200]),
        (
            "chunks that are no JSON",
            bytes(
                &(format!("{}{json}transfer-encoding: chunked\r\n\r\n", begun("POST", "/api/login"))
                    + "2\r\n[]\r\n0\r\n\r\n"
                    + site),
            ),
            &[400, 200],
        ),
        ("a hundred refusals", bytes(&(post("/api/nothing", json, HIDDEN).repeat(3) + site)), &[404, 404, 404, 200]),
    ]
}

/// A request with one more line in its head.
fn with_line(method: &str, path: &str, line: &[u8]) -> Vec<u8> {
    let body = "{\"email\":\"a@meridian.example\",\"passWord\":\"x\"}";
    let has_own_length = line.starts_with(b"content-length") || line.starts_with(b"transfer-encoding");
    let mut head = bytes(&begun(method, path));
    head.extend(line);
    if method == "POST" && !has_own_length {
        let rest = format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
        head.extend(rest.as_bytes());
    }
    head.extend(b"connection: close\r\n\r\n");
    if method == "POST" {
        head.extend(body.as_bytes());
    }
    head
}

pub async fn all(field: &Field) {
    field.try_each(no_http().into_iter().chain(frames())).await;
    field.try_all(addresses()).await;
    let mut cases = Vec::new();
    for (name, line, want) in headers() {
        for (method, path) in
            [("GET", "/api/site"), ("GET", "/contest"), ("GET", "/api/sessions"), ("POST", "/api/login")]
        {
            let (what, sent) = (format!("{method} {path} with {name}"), with_line(method, path, &line));
            cases.push(match want {
                Want::NoFault if path == "/contest" => Case::whole(what, sent, Want::NoFaultOfPage),
                Want::NoFault => Case::whole(what, sent, want),
                _ => Case::open(what, sent, want),
            });
        }
    }
    field.try_each(cases).await;
    for (name, bytes, want) in pipelines() {
        field.try_line(name, &bytes, want).await;
    }
}
