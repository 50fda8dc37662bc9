//! Decompression bombs and the like, little that becomes much: compressed bodies, deep and wide JSON, pictures of many
//! pixels, many large requests at once. A process of its own shows how much memory they cost it.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use futures::future::join_all;
use serde_json::json;
use tempfile::TempDir;

use super::raw::{request, send};
use crate::harness::{Browser, PASSWORD, Process, made};

/// What the process may have taken more than before, at its highest.
const MOST_MIB: u64 = 128;

fn zeros(writer: &mut impl Write, megabytes: usize) {
    let piece = vec![b' '; 1 << 20];
    for _ in 0..megabytes {
        writer.write_all(&piece).expect("written");
    }
}

/// Bodies of a call, each with its encoding.
fn compressed() -> Vec<(&'static str, Vec<u8>)> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    zeros(&mut gzip, 200);
    let gzip = gzip.finish().expect("packed");
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
    zeros(&mut zlib, 40);
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::fast());
    zeros(&mut deflate, 40);
    let mut brotli = brotli::CompressorWriter::new(Vec::new(), 4096, 3, 22);
    zeros(&mut brotli, 200);
    // A bomb in a bomb.
    let mut twice = GzEncoder::new(Vec::new(), Compression::fast());
    twice.write_all(&gzip).expect("packed");
    vec![
        ("gzip", gzip),
        ("gzip, gzip", twice.finish().expect("packed")),
        ("deflate", zlib.finish().expect("packed")),
        ("deflate", deflate.finish().expect("packed")),
        ("br", brotli.into_inner()),
        ("zstd", zstd::encode_all(&vec![b' '; 100 << 20][..], 1).expect("packed")),
    ]
}

#[expect(clippy::disallowed_macros, reason = "the tally is for whoever runs the tests")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bombs_cost_little_memory() {
    let folder = TempDir::new().expect("a folder");
    let quad = Process::start(folder.path(), &[("QUAD_INSTITUTE_DOMAINS", "meridian.example")]);
    let address = quad.base.trim_start_matches("http://").to_owned();
    let browser = Browser::new(&quad.base);
    let asked = json!({"fullName": "Ada", "email": "ada@meridian.example", "contact": "9000000001", "passWord": PASSWORD, "Batch": 2026});
    browser.post("/register", asked).await.expect(201);
    let login = browser.post("/login", json!({"email": "ada@meridian.example", "passWord": PASSWORD})).await;
    let cookie = login.headers["set-cookie"].to_str().expect("text").split(';').next().expect("a cookie").to_owned();
    // One picture as people send it, so that what a picture costs is not counted as a bomb.
    browser.set_picture("me.png", &made::png(&made::quadrants(2_000, 1_500))).await.expect(200);
    let before = quad.highest_memory_mib();
    let (mut tried, mut broken) = (0, 0);
    let mut bombs = Vec::new();
    for (encoding, body) in compressed() {
        for (method, path) in [
            ("POST", "/api/login"),
            ("POST", "/api/post/answer"),
            ("PUT", "/api/account"),
            ("POST", "/api/payment/webhook"),
        ] {
            let headers =
                [("content-type", "application/json"), ("content-encoding", encoding), ("cookie", cookie.as_str())];
            bombs.push((format!("{encoding} to {path}"), request(method, path, &headers, &body)));
        }
    }
    for (name, body) in [
        ("nested lists", format!("{{\"a\":{}", "[".repeat(250_000))),
        ("nested objects", format!("{{\"a\":{}", "{\"a\":".repeat(50_000))),
        (
            "many keys",
            format!("{{{}\"a\":0}}", (0..20_000).map(|n| format!("\"k{n}\":0,")).collect::<Vec<_>>().concat()),
        ),
        ("many texts", format!("{{\"contestgiven\":[{}\"\"]}}", "\"\",".repeat(80_000))),
        ("fifty megabytes", " ".repeat(50 << 20)),
    ] {
        for (method, path) in [("POST", "/api/register"), ("PUT", "/api/account")] {
            let headers = [("content-type", "application/json"), ("cookie", cookie.as_str())];
            bombs.push((format!("{name} to {path}"), request(method, path, &headers, body.as_bytes())));
        }
    }
    for (name, bytes) in
        [("40,000 × 40,000 pixels", made::png_header(40_000, 40_000)), ("a megabyte of nothing", vec![0; 1 << 20])]
    {
        let form = crate::harness::Form::new().file("image", "a.png", &bytes).bytes();
        let kind = "multipart/form-data; boundary=----quadquadquadquad";
        bombs.push((
            name.to_owned(),
            request("PUT", "/api/account/picture", &[("content-type", kind), ("cookie", &cookie)], &form),
        ));
    }
    // One by one, then the same all together.
    for (name, bytes) in &bombs {
        let heard = send(&address, bytes, true).await;
        tried += 1;
        broken += heard.replies.iter().filter(|reply| reply.status >= 500).count();
        let status = heard.replies.first().map(|reply| reply.status);
        assert!(!heard.hangs && heard.replies.len() <= 1, "{name}: {heard:?}");
        assert!(status.is_none_or(|status| (400..500).contains(&status)), "{name}: {heard:?}");
    }
    let small: Vec<_> = bombs.iter().filter(|(_, bytes)| bytes.len() < 2 << 20).cycle().take(100).collect();
    for heard in join_all(small.iter().map(|(_, bytes)| send(&address, bytes, true))).await {
        tried += 1;
        // Forms of one person wait for each other, and may be told so.
        broken += heard.replies.iter().filter(|reply| reply.status >= 500 && reply.status != 503).count();
        assert!(!heard.hangs);
    }
    assert_eq!(Browser::new(&quad.base).get("/site").await.status, 200);
    let more = quad.highest_memory_mib().saturating_sub(before);
    println!("bombs: {tried} inputs tried, {broken} answered 5xx, {more} MiB more at the highest");
    assert_eq!(broken, 0);
    assert!(more <= MOST_MIB, "{more} MiB more than the {before} MiB before");
}
