//! The store keeps its promises in a folder, in memory and in an S3-compatible server that runs in the test.
#![expect(clippy::expect_used, reason = "a test says what it expected by failing")]

use std::net::SocketAddr;
use std::path::Path;

use futures::TryStreamExt;
use hyper_util::rt::{TokioExecutor, TokioIo};
use quad_blobs::{Place, S3, Store, StoreError};
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;

/// An S3 server on a folder; it knows one key.
#[expect(clippy::disallowed_methods, reason = "it ends with the test")]
async fn s3_server(folder: &Path) -> SocketAddr {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(folder).expect("a folder"));
    builder.set_auth(SimpleAuth::from_single("campus-key", "campus-secret"));
    let service = builder.build();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("address");
    tokio::task::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let service = service.clone();
            tokio::task::spawn(async move {
                let _ = hyper_util::server::conn::auto::Builder::new(TokioExecutor::new())
                    .serve_connection(TokioIo::new(stream), service)
                    .await;
            });
        }
    });
    address
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
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("campus")).expect("a bucket");
    let address = s3_server(folder.path()).await;
    let keys = S3 {
        endpoint: format!("http://{address}"),
        region: "ap-south-1".to_owned(),
        key_id: "campus-key".to_owned(),
        secret: "campus-secret".to_owned(),
    };
    let place = Place::parse("s3://campus/quad/pictures", Path::new("unused")).expect("a place");
    let store = Store::open(&place, &keys).expect("opens");
    keeps_its_promises(&store).await;
    // Another prefix in the same bucket is another store.
    let other = Store::open(&Place::parse("s3://campus/other", Path::new("unused")).expect("a place"), &keys);
    let other = other.expect("opens");
    assert_eq!(other.list().try_collect::<Vec<_>>().await.expect("listing").len(), 0);
    assert!(!format!("{store:?}{keys:?}").contains("campus-secret"));
}

#[tokio::test]
async fn a_store_that_refuses_or_is_away_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("campus")).expect("a bucket");
    let address = s3_server(folder.path()).await;
    let place = Place::parse("s3://campus", Path::new("unused")).expect("a place");
    let wrong = S3 {
        endpoint: format!("http://{address}"),
        region: String::new(),
        key_id: "campus-key".to_owned(),
        secret: "another".to_owned(),
    };
    let store = Store::open(&place, &wrong).expect("opens");
    let said = store.put("ab/abc-320.webp", b"x".to_vec()).await.expect_err("a wrong key");
    assert!(matches!(said, StoreError::Away(_)) && !format!("{said:?}").contains("another"));
    assert!(store.check().await.is_err());
    assert!(store.probe("probe-1-7").await.is_err());
    let nobody = S3 { endpoint: "http://127.0.0.1:9".to_owned(), ..wrong };
    let store = Store::open(&place, &nobody).expect("opens");
    assert!(matches!(store.get("ab/abc-320.webp").await, Err(StoreError::Away(_))));
}
