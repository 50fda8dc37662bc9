//! Clubs for stories: appointed and let in over HTTP, as anybody would be.

use serde_json::{Value, json};

use super::{Browser, TestApp};

impl TestApp {
    /// A person whom an ADMIN made administrator of a club.
    pub async fn administrator(&self, admin: &Browser, name: &str, club: &str) -> Browser {
        let browser = self.person(name).await;
        let asked = json!({"email": format!("{name}@meridian.example")});
        admin.post(&format!("/clubs/{club}/administrators"), asked).await.expect(201);
        browser
    }

    /// A person whom somebody who manages a club let in, and the membership's id.
    pub async fn member(&self, manager: &Browser, name: &str, club: &str) -> (Browser, String) {
        let browser = self.person(name).await;
        let id = self.applied(&browser, manager, club).await;
        manager.post(&format!("/member/approve/{id}"), json!({})).await.expect(200);
        (browser, id)
    }

    /// Applies, and returns the membership's id.
    pub async fn applied(&self, browser: &Browser, manager: &Browser, club: &str) -> String {
        browser.post(&format!("/member/join/{club}"), json!({})).await.expect(201);
        membership_of(manager, club, &browser.id).await.expect("an application")
    }
}

/// The id of somebody's membership, as those who manage the club see it.
pub async fn membership_of(manager: &Browser, club: &str, person: &str) -> Option<String> {
    let all = manager.get(&format!("/member/allmembers/{club}")).await.expect(200);
    let rows = all["data"].as_array().expect("a list").clone();
    rows.iter().find(|row| row["UserId"]["_id"] == person).map(|row| row["_id"].as_str().expect("an id").to_owned())
}

/// What is in somebody's inbox, newest first.
pub async fn inbox(browser: &Browser) -> Vec<Value> {
    browser.get("/notifications?size=100").await.expect(200)["notifications"].as_array().expect("a list").clone()
}

/// The titles of it.
pub async fn titles(browser: &Browser) -> Vec<String> {
    inbox(browser).await.iter().map(|one| one["title"].as_str().expect("a title").to_owned()).collect()
}
