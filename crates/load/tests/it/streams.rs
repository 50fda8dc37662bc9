//! Streams: opened, counted, timed, refused, ended.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quad_load::{Request, Streams, Watch};
use tokio::sync::watch;
use tokio::time::timeout;

use super::server::{Answer, serve};

const WITHIN: Duration = Duration::from_mins(1);

fn requests(count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|number| Request::get(&format!("/live/{number}")).bytes()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_of_many_streams_are_counted_and_timed() {
    let server = serve(|_, _| async {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
        let one = "event: a\ndata: 7\n\n";
        Answer(format!("{head}{:x}\r\n{one}\r\n3\r\n:\n\n\r\n{:x}\r\n{one}\r\n", one.len(), one.len()), false)
    })
    .await;
    let (told, mut heard) = watch::channel(0);
    let began = Instant::now();
    let watch: Watch = Arc::new(move |number, event| {
        assert!(number < 300 && event.starts_with("event: a\ndata: 7"));
        told.send_modify(|count| *count += 1);
        Some(began.elapsed())
    });
    let streams = Streams::open(server.at, requests(300), WITHIN, Some(watch)).await;
    timeout(WITHIN, heard.wait_for(|count| *count == 600)).await.expect("all events").unwrap();
    assert_eq!(streams.frames().open, 300);
    let frames = streams.close().await;
    assert_eq!((frames.events, frames.comments, frames.ages.count(), frames.opening.count()), (600, 300, 600, 300));
    assert!(frames.failed.is_empty() && frames.refused.is_empty(), "{frames:?}");
}

#[tokio::test]
async fn what_is_refused_or_ends_is_told() {
    let server = serve(|_, request| async move {
        if request.contains("/live/0") {
            Answer("HTTP/1.1 429 Too Many\r\ncontent-length: 0\r\n\r\n".into(), false)
        } else {
            Answer("HTTP/1.1 200 OK\r\n\r\ndata: 1\n\n".into(), true)
        }
    })
    .await;
    let streams = Streams::open(server.at, requests(3), WITHIN, None).await;
    let began = Instant::now();
    while streams.frames().ended < 2 {
        assert!(began.elapsed() < WITHIN, "{:?}", streams.frames());
        tokio::task::yield_now().await;
    }
    let frames = streams.close().await;
    assert_eq!((frames.open, frames.events, frames.refused[&429]), (0, 2, 1));
}

#[tokio::test]
async fn one_stream_closes_alone() {
    let server =
        serve(|_, _| async { Answer("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n".into(), false) }).await;
    let streams = Streams::open(server.at, requests(3), WITHIN, None).await;
    assert_eq!(streams.frames().open, 3);
    streams.end(1);
    streams.end(99);
    let began = Instant::now();
    while streams.frames().open != 2 {
        assert!(began.elapsed() < WITHIN, "{:?}", streams.frames());
        tokio::task::yield_now().await;
    }
    let frames = streams.close().await;
    assert_eq!((frames.open, frames.ended), (0, 0), "it was us who closed");
}
