//! The store keeps its promises in a folder, in memory and in an S3-compatible server that runs in the test.
#![expect(clippy::expect_used, reason = "a test says what it expected by failing")]

#[expect(dead_code, reason = "shared with the stories of the product")]
mod s3_server;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures::TryStreamExt;
use quad_blobs::{Place, S3, Store, StoreError};
use s3_server::{Instead, KEY_ID, S3Server, SECRET};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// A server, and how to reach it.
async fn s3_server() -> (S3Server, S3) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let server = S3Server::start().await;
    let (endpoint, key_id, secret) = (server.endpoint(), KEY_ID.to_owned(), SECRET.to_owned());
    (server, S3 { endpoint, region: "ap-south-1".to_owned(), key_id, secret })
}

fn opened(place: &str, keys: &S3) -> Store {
    Store::open(&Place::parse(place, Path::new("unused")).expect("a place"), keys).expect("opens")
}

async fn keeps_its_promises(store: &Store) {
    store.check().await.expect("it answers");
    store.probe("probe-1-7").await.expect("it keeps, reads and lets go");
    assert!(store.get("probe-1-7").await.expect("asked").is_none(), "nothing is left of it");
    assert_eq!(store.get("ab/abc-320.webp").await.expect("asking"), None);
    store.delete("ab/abc-320.webp").await.expect("nothing to delete is fine");
    let big = vec![7_u8; 3 * 1024 * 1024];
    for (name, bytes) in
        [("ab/abc-320.webp", b"small".to_vec()), ("ab/abc-640.webp", big.clone()), ("cd/cde-320.webp", vec![])]
    {
        store.put(name, bytes).await.expect("putting");
    }
    // Once more is no harm.
    store.put("ab/abc-320.webp", b"small".to_vec()).await.expect("putting again");
    assert_eq!(store.get("ab/abc-320.webp").await.expect("asking").as_deref(), Some(&b"small"[..]));
    assert_eq!(store.get("ab/abc-640.webp").await.expect("asking").as_deref(), Some(&big[..]));
    assert_eq!(store.get("cd/cde-320.webp").await.expect("asking").as_deref(), Some(&b""[..]));
    let mut names: Vec<String> = store.list().map_ok(|stored| stored.name).try_collect().await.expect("listing");
    names.sort();
    assert_eq!(names, ["ab/abc-320.webp", "ab/abc-640.webp", "cd/cde-320.webp"]);
    let stored = store.list().try_next().await.expect("listing").expect("one");
    assert!(stored.put_at_ms > 1_700_000_000_000, "{stored:?}");
    store.delete("ab/abc-320.webp").await.expect("deleting");
    store.delete("ab/abc-320.webp").await.expect("deleting again");
    assert_eq!(store.get("ab/abc-320.webp").await.expect("asking"), None);
    assert_eq!(store.list().try_collect::<Vec<_>>().await.expect("listing").len(), 2);
}

#[tokio::test]
async fn a_folder_keeps_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("deep/media");
    let store = Store::open(&Place::Folder(inside.clone()), &S3::default()).expect("the folder is made");
    keeps_its_promises(&store).await;
    // What is there is there for the next process, too.
    let again = Store::open(&Place::Folder(inside.clone()), &S3::default()).expect("opens");
    assert!(again.get("ab/abc-640.webp").await.expect("asking").is_some());
    // Nobody climbs out of it.
    std::fs::write(folder.path().join("secret"), "x").expect("a file beside it");
    for name in ["../../secret", "..%2f..%2fsecret", "/etc/passwd"] {
        assert_eq!(store.get(name).await.expect("asking"), None, "{name}");
    }
}

#[tokio::test]
async fn memory_keeps_them() {
    keeps_its_promises(&Store::open(&Place::Memory, &S3::default()).expect("memory")).await;
}

#[tokio::test]
async fn an_s3_store_keeps_them() {
    let (server, keys) = s3_server().await;
    let store = opened("s3://campus/quad/pictures", &keys);
    keeps_its_promises(&store).await;
    assert_eq!(server.names("campus"), ["quad/pictures/ab/abc-640.webp", "quad/pictures/cd/cde-320.webp"]);
    assert!(!store.is_hollow().await.expect("asked"));
    // Another prefix in the same bucket is another store, and nothing that was kept is below a mistyped one.
    for prefix in ["other", "quad/picture", "quad/pictures/a", "Quad/pictures"] {
        let other = opened(&format!("s3://campus/{prefix}"), &keys);
        assert_eq!(other.list().try_collect::<Vec<_>>().await.expect("listing").len(), 0, "{prefix}");
        assert!(other.is_hollow().await.expect("asked"), "{prefix}");
        // What tries it at the same time fills nothing.
        other.put("probe-1-7", b"x".to_vec()).await.expect("putting");
        assert!(other.is_hollow().await.expect("asked"), "{prefix}");
        other.put("any", b"x".to_vec()).await.expect("putting");
        assert!(!other.is_hollow().await.expect("asked"), "{prefix}");
    }
    let wrong = opened("s3://campus", &S3 { secret: "another".to_owned(), ..keys.clone() });
    assert!(wrong.is_hollow().await.is_err(), "who is not let in knows nothing");
    assert!(!format!("{store:?}{keys:?}").contains(SECRET));
}

#[tokio::test]
async fn a_store_that_refuses_or_is_away_says_so() {
    let (mut server, keys) = s3_server().await;
    let wrong = S3 { secret: "another".to_owned(), ..keys.clone() };
    let store = opened("s3://campus", &wrong);
    let said = store.put("ab/abc-320.webp", b"x".to_vec()).await.expect_err("a wrong key");
    assert!(matches!(said, StoreError::Away(_)) && !format!("{said:?}").contains("another"));
    assert_eq!(said.refusal().as_deref(), Some("SignatureDoesNotMatch"));
    assert!(store.check().await.is_err());
    assert!(store.probe("probe-1-7").await.is_err());
    let nowhere = opened("s3://nowhere", &keys);
    assert!(nowhere.check().await.is_err());
    let said = nowhere.probe("probe-1-7").await.expect_err("no bucket");
    assert_eq!(said.refusal().as_deref(), Some("NoSuchBucket"));
    // The same store, over an outage.
    let store = opened("s3://campus", &keys);
    store.put("ab/abc-320.webp", b"x".to_vec()).await.expect("putting");
    server.go_away().await;
    assert!(matches!(store.get("ab/abc-320.webp").await, Err(StoreError::Away(_))));
    assert!(matches!(store.put("ab/abc-640.webp", b"x".to_vec()).await, Err(StoreError::Away(_))));
    server.come_back().await;
    assert_eq!(store.get("ab/abc-320.webp").await.expect("asking").as_deref(), Some(&b"x"[..]));
}

/// An outage ends at the address at which it began.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_port_of_a_store_that_is_away_is_nobodys() {
    let (mut server, keys) = s3_server().await;
    server.go_away().await;
    let another = tokio::net::TcpSocket::new_v4().expect("a socket");
    assert!(another.bind(server.at).is_err(), "a port that is asked for is another one");
    server.come_back().await;
    opened("s3://campus", &keys).check().await.expect("there again");
}

/// A person waits for the answer.
#[tokio::test]
async fn a_store_that_says_nothing_is_given_up() {
    let (server, keys) = s3_server().await;
    let store = opened("s3://campus", &keys);
    server.be_silent(true);
    let asked = async |did: &str| {
        let began = Instant::now();
        let failed = match did {
            "get" => store.get("ab/abc-320.webp").await.is_err(),
            "put" => store.put("ab/abc-320.webp", b"x".to_vec()).await.is_err(),
            "delete" => store.delete("ab/abc-320.webp").await.is_err(),
            _ => store.check().await.is_err(),
        };
        (did.to_owned(), failed, began.elapsed())
    };
    let all = futures::join!(asked("get"), asked("put"), asked("delete"), asked("list"));
    for (did, failed, took) in [all.0, all.1, all.2, all.3] {
        // Four times as long as one try: that there is an end, on whatever machine.
        assert!(failed && took < Duration::from_mins(1), "{did} failed: {failed}, after {took:?}");
    }
    server.be_silent(false);
    store.probe("probe-1-7").await.expect("it answers again");
}

/// An answer that leads elsewhere, with a signature for there, is a failure.
#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (_server, keys) = s3_server().await;
    let elsewhere = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let to = elsewhere.local_addr().expect("an address");
    let mut tasks = JoinSet::new();
    let visited = Arc::new(AtomicBool::new(false));
    let seen = visited.clone();
    tasks.spawn(async move {
        let _ = elsewhere.accept().await;
        seen.store(true, Ordering::SeqCst);
    });
    let leading = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let endpoint = format!("http://{}", leading.local_addr().expect("an address"));
    tasks.spawn(async move {
        while let Ok((mut one, _)) = leading.accept().await {
            let _ = one.read(&mut [0; 4096]).await;
            let answer = format!(
                "HTTP/1.1 307 There\r\nlocation: http://{to}/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            );
            let _ = one.write_all(answer.as_bytes()).await;
        }
    });
    let store = opened("s3://campus", &S3 { endpoint, ..keys });
    assert!(matches!(store.get("ab/abc-320.webp").await, Err(StoreError::Away(_))));
    assert!(matches!(store.put("ab/abc-320.webp", b"x".to_vec()).await, Err(StoreError::Away(_))));
    assert!(matches!(store.delete("ab/abc-320.webp").await, Err(StoreError::Away(_))));
    assert!(store.check().await.is_err());
    assert!(!visited.load(Ordering::SeqCst), "nobody went there");
}

/// Only a store that is there can say that it does not have something.
#[tokio::test]
async fn a_bucket_that_is_not_there_lacks_nothing() {
    let (server, keys) = s3_server().await;
    let name = "ab/abc-320.webp";
    let store = opened("s3://campus", &keys);
    store.put(name, b"x".to_vec()).await.expect("putting");
    let away = async |store: &Store, what: &str| {
        assert!(matches!(store.get(name).await, Err(StoreError::Away(_))), "{what}: get");
        assert!(matches!(store.delete(name).await, Err(StoreError::Away(_))), "{what}: delete");
    };
    away(&opened("s3://nowhere", &keys), "another bucket").await;
    away(&opened("s3://campus", &S3 { secret: "another".to_owned(), ..keys.clone() }), "a wrong key").await;
    server.lose_bucket(true);
    away(&store, "a bucket that was deleted").await;
    assert!(store.check().await.is_err());
    server.lose_bucket(false);
    for page in ["<html>404 page not found</html>", "", "404 page not found\n"] {
        server.answer_instead(Some(Instead::Page(404, page)));
        assert!(matches!(store.get(name).await, Err(StoreError::Away(_))), "{page:?} is no S3 server's");
    }
    server.answer_instead(None);
    assert_eq!(store.get(name).await.expect("asking").as_deref(), Some(&b"x"[..]));
    assert_eq!(store.get("ab/abd-320.webp").await.expect("asking"), None);
    server.lose("campus", name);
    assert_eq!(store.get(name).await.expect("asking"), None);
}

/// A disk that is not mounted leaves an empty folder, or none.
#[tokio::test]
async fn a_folder_that_is_not_there_lacks_nothing() {
    let base = tempfile::tempdir().expect("a folder");
    let (folder, elsewhere, name) = (base.path().join("media"), base.path().join("elsewhere"), "ab/abc-320.webp");
    let store = Store::open(&Place::Folder(folder.clone()), &S3::default()).expect("made");
    assert_eq!(store.get(name).await.expect("asking"), None, "a fresh one has nothing, and that is no trouble");
    store.put(name, b"x".to_vec()).await.expect("putting");
    let away = async |what: &str| {
        assert!(matches!(store.get(name).await, Err(StoreError::Away(_))), "{what}: get");
        assert!(matches!(store.delete(name).await, Err(StoreError::Away(_))), "{what}: delete");
        assert!(store.put("cd/cde-320.webp", b"x".to_vec()).await.is_err(), "{what}: put");
        assert!(store.check().await.is_err(), "{what}: check");
        assert!(store.list().try_collect::<Vec<_>>().await.is_err(), "{what}: list");
    };
    std::fs::rename(&folder, &elsewhere).expect("unmounted");
    away("gone").await;
    assert!(!folder.exists(), "nobody makes it anew");
    assert!(store.is_hollow().await.is_err());
    std::fs::create_dir(&folder).expect("the place of the mount");
    assert!(store.is_hollow().await.expect("asked"), "nothing at all is in it");
    std::fs::create_dir(folder.join("lost+found")).expect("a new disk");
    assert!(store.is_hollow().await.expect("asked"), "what the system keeps is no picture");
    std::fs::remove_dir(folder.join("lost+found")).expect("gone");
    std::fs::remove_dir(&folder).expect("still empty");
    std::fs::rename(&elsewhere, &folder).expect("mounted");
    assert_eq!(store.get(name).await.expect("asking").as_deref(), Some(&b"x"[..]));
    std::fs::remove_file(folder.join(name)).expect("it was there");
    assert_eq!(store.get(name).await.expect("asking"), None);
    assert!(!store.is_hollow().await.expect("asked"), "its folder is left");
}
