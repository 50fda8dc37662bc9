//! Polls for stories, made over HTTP.

use serde_json::{Value, json};

use super::{Answer, Browser, TestApp};

impl TestApp {
    /// What makes a poll: seconds from now to start and end.
    pub fn poll_asked(&self, title: &str, start: i64, end: i64, options: &[&str]) -> Value {
        let options: Vec<Value> = options.iter().map(|name| json!({"name": name, "count": []})).collect();
        json!({"Title": title, "Organization": "Hobby Club", "Optionsize": options.len(), "Participate": options,
            "Totalvoter": [], "Starttime": self.moment(start), "Endtime": self.moment(end)})
    }

    /// A poll that runs from now for an hour; its id.
    pub async fn poll(&self, owner: &Browser, options: &[&str]) -> String {
        let made = owner.post("/voting/create", self.poll_asked("Where to?", 0, 3600, options)).await.expect(201);
        made["poll"]["id"].as_str().expect("an id").to_owned()
    }
}

impl Browser {
    /// Votes for option `index`.
    pub async fn vote(&self, poll: &str, index: i64) -> Answer {
        self.post("/voting/vote", json!({"pollId": poll, "index": index, "userId": self.id})).await
    }

    /// A poll's tally, and its number of voters.
    pub async fn tally(&self, poll: &str) -> (Vec<i64>, i64) {
        let said = self.get(&format!("/polls/{poll}")).await.expect(200)["poll"].clone();
        let votes = said["options"].as_array().expect("a list").iter().filter_map(|one| one["votes"].as_i64());
        (votes.collect(), said["voters"].as_i64().expect("a number"))
    }
}
