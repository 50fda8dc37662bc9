//! The command line as an operator types it, against the real binary and a folder of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::harness::Browser;

fn quad(folder: &Path, words: &[&str]) -> (bool, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_quad"))
        .args(words)
        .arg("--data-dir")
        .arg(folder)
        .env_clear()
        .output()
        .expect("the binary runs");
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    (run.status.success(), said)
}

#[test]
fn a_mistyped_folder_does_not_become_an_installation() {
    let base = tempfile::tempdir().expect("a folder");
    let typo = base.path().join("quad-dta");
    for words in [
        vec!["admin", "promote", "ada@meridian.example"],
        vec!["admin", "grant", "ada@meridian.example", "--contests", "1"],
        vec!["admin", "sessions", "ada@meridian.example"],
        vec!["admin", "reset-code", "ada@meridian.example"],
    ] {
        let (done, said) = quad(&typo, &words);
        assert!(!done && said.contains("there is no Quad database"), "{words:?}: {said}");
    }
    assert!(!typo.exists());
}

#[test]
fn the_first_administrator_is_made_on_the_host() {
    let base = tempfile::tempdir().expect("a folder");
    let folder = base.path().join("data");
    let (done, said) = quad(&folder, &["admin", "create", "ada@meridian.example", "Ada Rao"]);
    assert!(done, "{said}");
    for words in [
        vec!["admin", "promote", "ada@meridian.example"],
        vec!["admin", "grant", "ada@meridian.example", "--contests", "2", "--polls", "1"],
        vec!["admin", "reset-code", "ada@meridian.example"],
        vec!["admin", "sessions", "ada@meridian.example", "--end"],
        vec!["migrate"],
    ] {
        let (done, said) = quad(&folder, &words);
        assert!(done, "{words:?}: {said}");
    }
    let (done, said) = quad(&folder, &["admin", "promote", "nobody@meridian.example"]);
    assert!(!done && said.contains("No account has this e-mail address"), "{said}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&folder).expect("the folder").permissions().mode();
        assert_eq!(mode & 0o077, 0, "password hashes are in it");
    }
}

/// A server in a folder, with settings, and its address.
fn serve(folder: &Path, environment: &[(&str, &str)]) -> (Child, String) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut server = Command::new(env!("CARGO_BIN_EXE_quad"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
        .arg(folder)
        .env_clear()
        .envs(environment.iter().copied())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut said = String::new();
    BufReader::new(server.stdout.take().expect("its output")).read_line(&mut said).expect("a line");
    let address = said.trim().rsplit(' ').next().expect("an address").to_owned();
    (server, address)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_is_away_costs_the_pictures_alone() {
    let base = tempfile::tempdir().expect("a folder");
    let away = [
        ("QUAD_MEDIA_URL", "s3://campus/quad"),
        ("QUAD_MEDIA_S3_ENDPOINT", "http://127.0.0.1:9"),
        ("QUAD_MEDIA_S3_KEY_ID", "key"),
        ("QUAD_MEDIA_S3_SECRET", "secret"),
    ];
    let (mut server, address) = serve(&base.path().join("data"), &away);
    let guest = Browser::new(&address);
    guest.get("/site").await.expect(200);
    guest.get("/media/00000000000000000000000000000000/320").await.refused(503, "unavailable");
    server.kill().expect("the end");
    server.wait().expect("the end");
    // What can never work stops the start instead.
    let file = base.path().join("file");
    std::fs::write(&file, "x").expect("a file");
    let run = Command::new(env!("CARGO_BIN_EXE_quad"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
        .arg(base.path().join("other"))
        .env_clear()
        .env("QUAD_MEDIA_URL", format!("file:{}", file.join("media").display()))
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(!run.status.success() && said.contains("media_url"), "{said}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_stream_does_not_hold_up_the_end() {
    let base = tempfile::tempdir().expect("a folder");
    let (mut server, address) = serve(&base.path().join("data"), &[]);
    let ada = Browser::new(&address);
    let person = json!({"fullName": "Ada Rao", "email": "ada@meridian.example", "contact": "9000000001", "role": "USER",
        "passWord": "violet-harbour-42", "contestgiven": [], "Batch": 2026});
    ada.post("/register", person).await.expect(201);
    ada.post("/login", json!({"email": "ada@meridian.example", "passWord": "violet-harbour-42"})).await.expect(200);
    let mut stream = ada.follow(&["polls"]).await;
    stream.event_called("polls").await;
    let began = Instant::now();
    let told = Command::new("kill").args(["-TERM", &server.id().to_string()]).status().expect("a signal");
    assert!(told.success());
    stream.ended().await;
    let ended = loop {
        if let Some(ended) = server.try_wait().expect("a process") {
            break ended;
        }
        assert!(began.elapsed() < Duration::from_secs(10), "it does not end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(ended.success() && began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}
