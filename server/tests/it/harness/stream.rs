//! A stream of server-sent events, read one by one.

use std::time::Duration;

use reqwest::Response;
use serde_json::Value;
use tokio::time::timeout;

use super::Browser;

/// Longer than anything a story waits for.
const PATIENCE: Duration = Duration::from_mins(1);

/// One event: its name and its data.
pub type Event = (String, Value);

/// An open stream.
pub struct EventStream {
    response: Response,
    unread: String,
}

impl Browser {
    /// Opens a stream of topics.
    pub async fn follow(&self, topics: &[&str]) -> EventStream {
        let response = self.open(&format!("/live?topics={}", topics.join(","))).await;
        assert_eq!(response.status().as_u16(), 200, "{topics:?}");
        EventStream { response, unread: String::new() }
    }
}

impl Browser {
    /// Opens the stream that answers a posted request.
    pub async fn watch(&self, path: &str, body: &Value) -> EventStream {
        let response = self.open_by_post(path, body).await;
        assert_eq!(response.status().as_u16(), 200, "{body}");
        EventStream { response, unread: String::new() }
    }
}

impl EventStream {
    pub fn headers(&self) -> &reqwest::header::HeaderMap {
        self.response.headers()
    }

    /// The next block of lines; none when the stream has ended.
    pub async fn block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.unread.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.unread = rest;
                return Some(block);
            }
            let chunk = timeout(PATIENCE, self.response.chunk()).await.expect("something within the patience");
            // A server that goes may close the connection in any way.
            let bytes = chunk.ok().flatten()?;
            self.unread.push_str(std::str::from_utf8(&bytes).expect("text"));
        }
    }

    /// The next event; comments and settings are skipped. None when the stream has ended.
    pub async fn event(&mut self) -> Option<Event> {
        loop {
            let block = self.block().await?;
            if let Some((name, data)) = block.strip_prefix("event: ").and_then(|rest| rest.split_once("\ndata: ")) {
                return Some((name.to_owned(), serde_json::from_str(data).expect("JSON")));
            }
        }
    }

    /// The next event that has this name.
    pub async fn event_called(&mut self, name: &str) -> Value {
        loop {
            let (called, data) = self.event().await.expect("an event");
            if called == name {
                return data;
            }
        }
    }

    /// Reads tallies until one has so many voters.
    pub async fn until_voters(&mut self, voters: i64) -> Value {
        loop {
            let data = self.event_called("poll").await;
            let votes = data["votes"].as_array().expect("a list").iter().filter_map(Value::as_i64).sum::<i64>();
            assert_eq!(data["voters"], votes, "{data}");
            if votes >= voters {
                return data;
            }
        }
    }

    /// Reads what is said of a contest until it says this.
    pub async fn until_contest(&mut self, member: &str, value: &Value) -> Value {
        loop {
            let data = self.event_called("contest").await;
            if data[member] == *value {
                return data;
            }
        }
    }

    /// Reads how an event of a club stands until it is so.
    pub async fn until_event(&mut self, is_so: impl Fn(&Value) -> bool) -> Value {
        loop {
            let data = self.event_called("event").await;
            if is_so(&data) {
                return data;
            }
        }
    }

    /// Waits until the stream has ended.
    pub async fn ended(&mut self) {
        while self.block().await.is_some() {}
    }

    /// What comes until nothing more does.
    pub async fn quiet(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Ok(event) = timeout(Duration::from_millis(700), self.event()).await {
            events.push(event.expect("an open stream"));
        }
        events
    }

    /// Whether nothing comes for a while.
    pub async fn is_silent(&mut self, span: Duration) -> bool {
        timeout(span, self.event()).await.is_err()
    }
}
