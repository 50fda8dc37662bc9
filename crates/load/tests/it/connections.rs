//! One connection: replies of all shapes, and connections that end.

use std::time::{Duration, Instant};

use quad_load::{Connection, Failure, Request, connections, open_all};

use super::server::{Answer, ok, serve};

const WITHIN: Duration = Duration::from_mins(1);

fn get(path: &str) -> Vec<u8> {
    Request::get(path).bytes()
}

#[tokio::test]
async fn replies_of_all_shapes_are_read_on_one_connection() {
    let server = serve(|_, request| async move {
        let path = request.split(' ').nth(1).unwrap().to_owned();
        match path.as_str() {
            "/chunks" => Answer(
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n1;a=b\r\n \r\nA\r\nchunks\r\n-!\r\n0\r\nx: y\r\n\r\n"
                    .into(),
                false,
            ),
            "/nothing" => Answer("HTTP/1.1 204 No Content\r\n\r\n".into(), false),
            "/unchanged" => Answer("HTTP/1.1 304 Not Modified\r\ncontent-length: 9\r\n\r\n".into(), false),
            "/interim" => Answer(format!("HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n{}", ok("then").0), false),
            "/long" => ok(&"x".repeat(300_000)),
            "/no" => Answer("HTTP/1.1 409 Conflict\r\nX-Reason: a\r\nx-reason: b\r\ncontent-length: 2\r\n\r\nno".into(), false),
            _ => ok(&path),
        }
    })
    .await;
    let mut connection = Connection::new(server.at, WITHIN);
    let long = "x".repeat(300_000);
    let wanted = [
        ("/plain", 200, "/plain"),
        ("/chunks", 200, "hello chunks\r\n-!"),
        ("/nothing", 204, ""),
        ("/unchanged", 304, ""),
        ("/interim", 200, "then"),
        ("/long", 200, long.as_str()),
        ("/no", 409, "no"),
    ];
    for (path, status, body) in wanted {
        let reply = connection.send(&get(path)).await.unwrap();
        assert_eq!((reply.status, reply.body), (status, body.as_bytes()), "{path}");
        assert_eq!(reply.is_success(), status != 409);
        if status == 409 {
            assert_eq!((reply.head("x-Reason"), reply.head("y")), (Some("a"), None));
            assert_eq!(reply.heads("x-reason").collect::<Vec<_>>(), ["a", "b"]);
        }
    }
    assert_eq!(connection.opened(), 1, "one connection for all");
}

#[tokio::test]
async fn a_closed_connection_is_opened_anew() {
    let server = serve(|number, _| async move {
        match number {
            0 => Answer("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 1\r\n\r\na".into(), true),
            1 => Answer("HTTP/1.1 200 OK\r\n\r\nuntil the end".into(), true),
            _ => ok("c"),
        }
    })
    .await;
    let mut connection = Connection::new(server.at, WITHIN);
    for (body, opened) in [("a", 1), ("until the end", 2), ("c", 3), ("c", 3)] {
        assert_eq!(connection.send(&get("/")).await.unwrap().body, body.as_bytes());
        assert_eq!(connection.opened(), opened);
    }
}

#[tokio::test]
async fn a_connection_closed_while_idle_is_noticed_before_sending() {
    // The reply promises to keep the connection, and then it is closed.
    let server = serve(|number, _| async move { Answer(ok("x").0, number == 0) }).await;
    let mut connection = Connection::new(server.at, WITHIN);
    connection.send(&get("/")).await.unwrap();
    // The end arrives at its own pace; until it does, a request may fail, as a browser's would.
    let began = Instant::now();
    while connection.open().await.is_err() || connection.opened() != 2 {
        assert!(began.elapsed() < WITHIN, "the end does not arrive");
        // Then it looks again.
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(connection.send(&get("/")).await.unwrap().body, b"x");
    assert_eq!(connection.opened(), 2);
}

#[tokio::test]
async fn what_goes_wrong_is_named_and_the_next_request_is_well() {
    let server = serve(|number, _| async move {
        match number {
            0 => Answer("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf".into(), true),
            1 => Answer("SSH-2.0\r\n\r\n".into(), false),
            2 => Answer("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nfffffffffff\r\n".into(), false),
            3 => std::future::pending().await,
            _ => ok("well"),
        }
    })
    .await;
    let mut connection = Connection::new(server.at, WITHIN);
    for word in ["closed", "nonsense", "nonsense"] {
        assert_eq!(connection.send(&get("/")).await.unwrap_err().word(), word);
    }
    let mut hasty = Connection::new(server.at, Duration::from_millis(500));
    assert_eq!(hasty.send(&get("/")).await.unwrap_err().word(), "timeout");
    // It may be too hasty for the machine, too.
    let began = Instant::now();
    while !hasty.send(&get("/")).await.is_ok_and(|reply| reply.body == b"well") {
        assert!(began.elapsed() < WITHIN, "the next request is not well");
    }
    assert_eq!(connection.send(&get("/")).await.unwrap().body, b"well");

    let at = server.at;
    drop(server);
    let refused = Connection::new(at, WITHIN).send(&get("/")).await.map(|_| ()).unwrap_err();
    assert!(matches!(refused, Failure::Connect(_)), "{refused}");
}

#[tokio::test]
async fn many_connections_come_from_several_addresses() {
    let server = serve(|_, _| async { ok("x") }).await;
    let mut some: Vec<_> = connections(server.at, 16_001, WITHIN).into_iter().step_by(8_000).collect();
    open_all(&mut some).await.unwrap();
    assert_eq!(some.len(), 3);
    for connection in &mut some {
        assert_eq!(connection.send(&get("/")).await.unwrap().body, b"x");
    }
}
