//! nginx with its file of packaging/ and https, in the gate: a visitor is seen from the own address, own pages may change something and others may
//! not, live updates come at once, and a killed Quad is told as one that comes again. Every proxy, pictures and load are `proxies.rs`.

use reqwest::Method;
use serde_json::json;

use crate::cli::quad;
use crate::harness::ports::free_port;
use crate::harness::proxy::{Kind, Proxy};
use crate::harness::{PASSWORD, Process};
use crate::proxies::{VISITOR, poll, ready, told_to_come_again};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_packaged_file_serves_a_campus() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let at = free_port();
    let Some(proxy) = Proxy::start(Kind::Nginx, &[at]) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let words = ["serve", "--listen", &at.to_string(), "--data-dir", &folder.path().display().to_string()];
    let words = words.map(str::to_owned);
    let url = proxy.url();
    let settings = [("QUAD_PUBLIC_URL", url.as_str()), ("QUAD_BEHIND_PROXY", "true"), ("QUAD_BILLING", "off")];
    let ada = proxy.browser(VISITOR);
    told_to_come_again(ada.get("/site").await);
    let server = Process::typed(&words, &settings);
    ready(&ada).await;

    let person = json!({"fullName": "Ada Rao", "email": "ada@meridian.example", "contact": "9000000001", "role": "USER",
        "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
    ada.post("/register", person).await.expect(201);
    // Whoever writes an address into the request is not believed.
    let log_in = json!({"email": "ada@meridian.example", "passWord": PASSWORD});
    let claimed = [("x-forwarded-for", "203.0.113.9"), ("origin", url.as_str())];
    let said = ada.ask(Method::POST, "/login", Some(log_in), &claimed).await;
    let cookies: Vec<_> = said.headers.get_all("set-cookie").iter().filter_map(|line| line.to_str().ok()).collect();
    assert!(cookies.iter().any(|line| line.starts_with("__Host-quad_session=")), "{cookies:?}");
    said.expect(200);
    let (done, said) = quad(folder.path(), &["admin", "sessions", "ada@meridian.example"]);
    assert!(done && said.contains(&format!(" from {VISITOR},")) && !said.contains("203.0.113.9"), "{said}");
    let foreign = [("origin", "https://elsewhere.example")];
    ada.ask(Method::POST, "/logout", None, &foreign).await.refused(403, "cross_site");

    let poll = poll(&ada).await;
    let mut stream = ada.follow(&[&format!("poll:{poll}")]).await;
    assert_eq!(stream.event_called("poll").await["voters"], 0);
    ada.post("/voting/vote", json!({"pollId": poll, "index": 0, "userId": ""})).await.expect(200);
    assert_eq!(stream.event_called("poll").await["voters"], 1);
    drop(stream);

    drop(server);
    told_to_come_again(ada.get("/checklogged").await);
    let server = Process::typed(&words, &settings);
    ready(&ada).await;
    assert_eq!(ada.get("/checklogged").await.expect(200)["user"]["email"], "ada@meridian.example");
    assert!(server.stop().await.success());
}
