//! Events for stories: somebody who manages a club, events made over HTTP, many people at once.

use quad_kernel::ids::UserId;
use quad_people::accounts::{NewPerson, insert_many_for_demo};
use serde_json::{Value, json};

use super::{Answer, Browser, PASSWORD, TestApp};

impl TestApp {
    /// Somebody whom ADMIN made the administrator of a club.
    pub async fn manager(&self, name: &str, club: &str) -> Browser {
        let (dean, person) = (self.admin(&format!("dean{name}")).await, self.person(name).await);
        let asked = json!({"email": format!("{name}@meridian.example")});
        dean.post(&format!("/clubs/{club}/administrators"), asked).await.expect(201);
        person
    }

    /// What makes an event: seconds from now to its start, which is two hours before its end; a form of two fields.
    pub fn event_asked(&self, title: &str, start: i64) -> Value {
        json!({
            "title": title, "description": "Bring paper.", "location": "Old Workshop", "start": self.moment(start),
            "end": self.moment(start + 7200), "imageurl": "", "formjson": {"fields": [
                {"name": "team", "label": "Team", "type": "text", "required": true, "options": []},
                {"name": "diet", "label": "Diet", "type": "select", "required": false, "options": ["Vegetarian", "Jain"]},
            ]},
        })
    }

    /// An event of the manager's only club, tomorrow at this hour; its id.
    pub async fn event(&self, manager: &Browser, title: &str, capacity: Option<i64>) -> String {
        let mut asked = self.event_asked(title, 86_400);
        asked["location"] = json!("");
        asked["capacity"] = json!(capacity);
        let made = manager.post("/event", asked).await.expect(201);
        made["event"]["_id"].as_str().expect("an id").to_owned()
    }

    /// So many people with log-ins, without the hour it would take to hash a password for each.
    pub async fn crowd(&self, count: usize) -> Vec<Browser> {
        self.crowd_of((0..count).map(|number| format!("Crowd {number:03}"))).await
    }

    /// The same by these names.
    pub async fn crowd_of(&self, names: impl IntoIterator<Item = String>) -> Vec<Browser> {
        let hash = self.app.passwords.hash(PASSWORD.to_owned()).await.expect("a hash");
        let now = self.app.clock.now();
        let people: Vec<NewPerson> = names
            .into_iter()
            .enumerate()
            .map(|(number, full_name)| NewPerson {
                id: UserId::new(now, &self.app.random),
                email: format!("crowd{number}@meridian.example"),
                full_name,
                contact: "9000000001".to_owned(),
                batch: 2024 + (number % 4) as i32,
                password_hash: hash.clone(),
                created_at: now,
            })
            .collect();
        let mut tx = self.app.db.begin().await.expect("a transaction");
        insert_many_for_demo(&mut tx, &people).await.expect("people");
        tx.commit().await.expect("committed");
        let mut browsers = Vec::with_capacity(people.len());
        for number in 0..people.len() {
            browsers.push(self.log_in(&format!("crowd{number}")).await);
        }
        browsers
    }
}

impl Browser {
    /// Registers with answers to the form of [`TestApp::event_asked`].
    pub async fn register_for(&self, event: &str) -> Answer {
        self.post(&format!("/event/registerto/{event}"), json!({"team": "Cranes"})).await
    }

    /// An event as this browser sees it.
    pub async fn event(&self, event: &str) -> Value {
        self.get(&format!("/events/{event}")).await.expect(200)["event"].clone()
    }

    /// Titles of the inbox, newest first.
    pub async fn told(&self) -> Vec<String> {
        let inbox = self.get("/notifications").await.expect(200);
        let all = inbox["notifications"].as_array().expect("a list");
        all.iter()
            .filter(|one| one["about"] == "event")
            .map(|one| one["title"].as_str().expect("a title").to_owned())
            .collect()
    }
}
