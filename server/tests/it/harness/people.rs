//! People for stories: registered and logged in over HTTP, as anybody would be.

use serde_json::json;

use super::{Browser, TestApp};

/// The password of everybody in the stories.
pub const PASSWORD: &str = "violet-harbour-42";

impl TestApp {
    /// Registers `name@meridian.example` and logs in.
    pub async fn person(&self, name: &str) -> Browser {
        let email = format!("{name}@meridian.example");
        let browser = self.browser();
        let (first, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
        let asked = json!({
            "fullName": format!("{}{rest} Test", first.to_uppercase()), "email": email, "contact": "9000000001",
            "role": "USER", "passWord": PASSWORD, "contestgiven": [], "Batch": 2026,
        });
        browser.post("/register", asked).await.expect(201);
        self.log_in(name).await
    }

    /// Logs in on a fresh browser.
    pub async fn log_in(&self, name: &str) -> Browser {
        let mut browser = self.browser();
        let asked = json!({"email": format!("{name}@meridian.example"), "passWord": PASSWORD});
        let said = browser.post("/login", asked).await.expect(200);
        said["_id"].as_str().expect("an id").clone_into(&mut browser.id);
        browser
    }

    /// A person with creations to spend.
    pub async fn organiser(&self, name: &str) -> Browser {
        let browser = self.person(name).await;
        let email = format!("{name}@meridian.example");
        assert!(quad_contests::payments::grant_by_operator(&self.app, &email, 20, 20).await.is_ok(), "granted");
        browser
    }

    /// The platform's administrator.
    pub async fn admin(&self, name: &str) -> Browser {
        let browser = self.person(name).await;
        let email = format!("{name}@meridian.example");
        assert!(quad_people::accounts::promote(&self.app, &email).await.is_ok(), "promoted");
        browser
    }
}
