//! The campus that the table is about: eight kinds of people and one of each thing, made over HTTP, and the names by
//! which `calls.txt` speaks of them. It is made once; whoever needs one that nothing has changed copies its database.

use std::collections::HashMap;
use std::net::SocketAddr;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use quad_db::sql;
use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;
use quad_pay::sign;
use quad_services::config::Settings;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::stage::{self, Rows};
use crate::harness::push_service::Phone;
use crate::harness::{Browser, Form, Made, PASSWORD, TestApp, Till, event, made, membership_of, payment};

/// What browsers call the server.
pub const HOST: &str = "quad.meridian.example";
/// Another origin that may call.
pub const PARTNER: &str = "http://clients.meridian.example:3000";
/// Nobody's and nothing's.
pub const MISSING: &str = "01a1f8ef-6140-7277-9208-019e6cd572a8";
/// Who asks, in the order of the table's columns.
pub const ACTORS: [&str; 8] = ["guest", "student", "neighbour", "owner", "organiser", "manager", "elsewhere", "ADMIN"];

/// Somebody who can ask.
pub struct Person {
    pub id: String,
    pub cookie: String,
    pub email: String,
    pub contact: String,
}

pub struct World {
    pub settings: Settings,
    /// Of the database, which nobody is connected to any more.
    pub url: String,
    pub now: Time,
    pub seed: u64,
    /// Where the payment sandbox answers.
    pub till: SocketAddr,
    /// The statement that answers all rows of all tables.
    pub everything: String,
    /// What it answers when nothing has changed.
    pub rows: Rows,
    /// Every column of every table.
    pub columns: Vec<(String, String)>,
    people: HashMap<String, Person>,
    names: HashMap<String, String>,
    // Kept as long as the world: the sandbox's process, the pictures.
    _till: Till,
    _made: TestApp,
    _media: TempDir,
}

/// What is being put into a world.
struct Making {
    t: TestApp,
    people: HashMap<&'static str, Browser>,
    names: HashMap<String, String>,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("a text instead of {value}")).to_owned()
}

impl World {
    /// On the engine of `t`.
    pub async fn made(t: &TestApp) -> Self {
        let media = tempfile::tempdir().expect("a folder for pictures");
        let (place, address) = (format!("file:{}", media.path().display()), format!("http://{HOST}"));
        let environment =
            [("QUAD_MEDIA_URL", place.as_str()), ("QUAD_PUBLIC_URL", address.as_str()), ("QUAD_CORS_ORIGINS", PARTNER)];
        let base = t.alone(&environment, 1).await;
        let mut making = Making { people: HashMap::new(), names: HashMap::new(), t: base };
        making.people().await;
        making.contests().await;
        making.polls().await;
        making.clubs().await;
        making.events().await;
        making.payments().await;
        making.the_rest().await;
        let people = making.sign_in().await;
        let Making { t: base, names, .. } = making;
        let (everything, columns) = (stage::everything(&base.app.db).await, stage::columns(&base.app.db).await);
        let (settings, url, now) = (base.app.settings.clone(), base.url().to_owned(), base.app.clock.now());
        let rows = stage::rows(&base.app.db, &everything).await;
        stage::keep(&base.app.db).await;
        base.close().await;
        // The sandbox answers from a copy; what is ordered there later is nobody else's.
        let till = Till::sandbox(base.copied(&environment, 2).await).await;
        till.at(&now.to_rfc3339());
        let till_at = till.base.trim_start_matches("http://").parse().expect("an address");
        Self {
            settings,
            url,
            now,
            seed: 3,
            till: till_at,
            everything,
            rows,
            columns,
            people,
            names,
            _till: till,
            _made: base,
            _media: media,
        }
    }

    /// Who somebody is; nobody for a guest.
    pub fn person(&self, actor: &str) -> Option<&Person> {
        self.people.get(actor)
    }

    /// What is in an answer only for those it is for, and what it is.
    pub fn secrets(&self) -> Vec<(&'static str, &'static str, &str)> {
        let mut all = Vec::new();
        for (actor, person) in &self.people {
            let actor = ACTORS.into_iter().find(|one| one == actor).expect("an actor");
            all.push(("address", actor, person.email.as_str()));
            all.push(("number", actor, person.contact.as_str()));
            all.push(("device", actor, self.names[&format!("{actor} device")].as_str()));
            all.push(("session", actor, self.names[&format!("{actor} session")].as_str()));
        }
        for (what, of) in [
            ("contest", "private"),
            ("token", "private"),
            ("calendar", "student"),
            ("unsubscribe", "student"),
            ("sandbox-order", "unpaid"),
            ("order", "unpaid"),
        ] {
            all.push((what, of, self.names[&format!("{of} {what}")].as_str()));
        }
        all
    }

    /// What a placeholder of the table means for an object and whoever asks.
    pub fn named(&self, kind: &str, object: &str, actor: &str) -> String {
        if let Some(seconds) = kind.strip_prefix("moment") {
            let seconds: i64 = seconds.parse().expect("seconds");
            return Time(self.now.0 + seconds * 1000).to_rfc3339();
        }
        if kind == "password" {
            return PASSWORD.to_owned();
        }
        let whose = match object {
            _ if matches!(kind, "me" | "my-email") => actor,
            "own" => actor,
            other => other.strip_suffix("'s").unwrap_or(other),
        };
        if let Some(found) =
            self.names.get(&format!("{whose} {kind}")).or_else(|| self.names.get(&format!("any {kind}")))
        {
            return found.clone();
        }
        assert!(object == "missing" || whose == "guest", "calls.txt: there is no {kind} of {object} ({actor})");
        match kind {
            "club" => "NOWHERE".to_owned(),
            "picture" | "paper-picture" => "0".repeat(32),
            "width" => "640".to_owned(),
            "job" | "notification" | "case" => "987654321".to_owned(),
            "sandbox-order" => "order_00000000000000".to_owned(),
            "sandbox-payment" => "pay_00000000000000".to_owned(),
            _ => MISSING.to_owned(),
        }
    }
}

impl Making {
    fn name(&mut self, object: &str, kind: &str, what: impl Into<String>) {
        self.names.insert(format!("{object} {kind}"), what.into());
    }

    fn who(&self, actor: &str) -> Browser {
        self.people[actor].clone()
    }

    async fn people(&mut self) {
        let dean = self.t.admin("dean").await;
        let manager = self.t.administrator(&dean, "manager", "HOBBY").await;
        let elsewhere = self.t.administrator(&dean, "elsewhere", "DRAMATIC").await;
        for (actor, browser) in [
            ("ADMIN", dean),
            ("manager", manager),
            ("elsewhere", elsewhere),
            ("student", self.t.person("student").await),
            ("neighbour", self.t.person("neighbour").await),
            ("owner", self.t.organiser("owner").await),
            ("organiser", self.t.organiser("organiser").await),
        ] {
            self.people.insert(actor, browser);
        }
        let dean = self.who("ADMIN");
        let deputy = self.t.administrator(&dean, "deputy", "DRAMATIC").await;
        self.name("deputy", "club", "DRAMATIC");
        self.name("deputy", "person", deputy.id);
    }

    /// As the student's first mail about a notice makes it.
    async fn unsubscribe_token(&mut self, student: &Browser) {
        let mut tx = self.t.app.db.begin().await.expect("begun");
        sql("INSERT INTO unsubscribe_tokens (user_id, token, created_at) VALUES ($1, $2, $3)")
            .arg(UserId::parse(&student.id).expect("an id"))
            .arg(vec![0xa7_u8; 32])
            .arg(self.t.app.clock.now())
            .run(&mut tx)
            .await
            .expect("written");
        tx.commit().await.expect("committed");
        self.name("student", "unsubscribe", "a7".repeat(32));
    }

    async fn contests(&mut self) {
        let (student, neighbour, owner) = (self.who("student"), self.who("neighbour"), self.who("owner"));
        let ended = self.t.contest(&owner, 0, 60, true, 2, 0).await;
        let shown = json!({"title": "Ended Quiz", "description": "It was", "answersShown": true});
        owner.put(&format!("/contests/{}", ended.id), shown).await.expect(200);
        for (who, letters) in [(&student, ["A", "B"]), (&neighbour, ["B", "A"])] {
            who.join(&ended).await;
            for (number, letter) in letters.into_iter().enumerate() {
                who.answer(&ended, number, letter).await.expect(200);
            }
        }
        // Corrections open ten seconds after the board.
        self.t.pass(75);
        let void = json!({"questionId": ended.questions[1], "marking": "void", "accepted": []});
        let path = format!("/contests/{}/corrections", ended.id);
        let seen = owner.post(&format!("{path}/preview"), void.clone()).await.expect(200);
        let mut asked = void;
        asked["reason"] = json!("The book was wrong");
        asked["version"] = seen["version"].clone();
        owner.post(&path, asked).await.expect(201);
        let wish = json!({"questionId": ended.questions[0], "marking": "everyone", "accepted": []});
        let seen = owner.post(&format!("{path}/preview"), wish).await.expect(200);
        self.name("ended", "version", text(&seen["version"]));

        let made = student.post("/calendar/address", Value::Null).await.expect(201);
        let address = text(&made["address"]);
        self.name("student", "calendar", address.split('/').rev().nth(1).expect("a token"));
        self.unsubscribe_token(&student).await;
        let running = self.t.contest(&owner, 0, 3600, true, 2, 0).await;
        student.join(&running).await;
        student.answer(&running, 0, "A").await.expect(200);
        neighbour.join(&running).await;
        let fresh = self.t.contest(&owner, 3600, 7200, true, 2, 0).await;
        let private = self.t.contest(&owner, 0, 3600, false, 1, 0).await;
        let invited = owner.ask(Method::POST, &format!("/contests/{}/invitation", private.id), None, &[]).await;
        let token = text(&invited.expect(201)["invitation"]["token"]);
        neighbour.post("/invitation/accept", json!({"token": token})).await.expect(200);
        self.name("private", "token", token);
        for (object, made) in [("ended", &ended), ("running", &running), ("fresh", &fresh), ("private", &private)] {
            let Made { id, questions } = made;
            self.name(object, "person", student.id.clone());
            self.name(object, "contest", id);
            self.name(object, "question", &questions[0]);
            self.name(object, "last-question", &questions[questions.len() - 1]);
        }
        self.name("any", "version", "v");
        self.pictured_contests(&owner, &student).await;
    }

    /// One that runs, which the student has joined, and one to come, each with a picture.
    async fn pictured_contests(&mut self, owner: &Browser, student: &Browser) {
        for (object, start) in [("pictured", 0), ("unbegun", 3600)] {
            let made = self.t.contest(owner, start, 7200, true, 0, 0).await;
            let form = Form::new().file("image", "pulley.png", &made::png(&made::quadrants(68, 48)));
            let said =
                owner.send_form(Method::POST, &format!("/contests/{}/pictures", made.id), form).await.expect(201);
            let id = text(&said["picture"]["id"]);
            let pictures = json!([{"id": id, "alt": "A pulley", "option": null}]);
            let question = json!({"kind": "single", "text": "What is it?", "options": ["1", "2", "3", "4"], "right": [0],
                "pictures": pictures});
            owner.post(&format!("/contests/{}/questions", made.id), json!({"questions": [question]})).await.expect(201);
            self.name(object, "contest", made.id);
            self.name(object, "paper-picture", id);
        }
        let joins = json!({"contestId": self.names["pictured contest"], "intent": "join", "kinds": 4});
        student.post("/complete", joins).await.expect(200);
    }

    async fn polls(&mut self) {
        let owner = self.who("owner");
        let voted = self.t.poll(&owner, &["Hills", "Sea"]).await;
        self.who("student").vote(&voted, 1).await.expect(200);
        let new = self.t.poll(&owner, &["Tea", "Coffee"]).await;
        self.name("voted", "poll", voted);
        self.name("new", "poll", new);
    }

    async fn clubs(&mut self) {
        let (dean, manager, student) = (self.who("ADMIN"), self.who("manager"), self.who("student"));
        dean.post("/clubs", json!({"name": "Tiny Club", "shortName": "TINY"})).await.expect(201);
        for club in ["HOBBY", "DRAMATIC", "TINY"] {
            self.name(club, "club", club);
        }
        for audience in ["all", "members"] {
            self.name(audience, "audience", audience);
        }
        let member = self.t.applied(&student, &manager, "HOBBY").await;
        manager.post(&format!("/member/approve/{member}"), json!({})).await.expect(200);
        let applicant = self.t.applied(&self.who("neighbour"), &manager, "HOBBY").await;
        let treasurer = json!({"memberId": member, "Role": "Treasurer", "club": "HOBBY"});
        manager.post("/member/upgrade", treasurer).await.expect(200);
        let itself = membership_of(&manager, "HOBBY", &manager.id).await.expect("a membership");
        self.name("member", "membership", member);
        self.name("applicant", "membership", applicant);
        self.name("manager", "membership", itself);
        self.name("HOBBY", "person", manager.id.clone());
        self.name("DRAMATIC", "person", self.who("elsewhere").id);
        self.name("TINY", "person", student.id.clone());
        student.post("/clubs/HOBBY/feedback", json!({"rating": 4, "text": "Good evenings"})).await.expect(201);
        student.post("/clubs/HOBBY/question", json!({"text": "When do you meet?"})).await.expect(201);
        let sent = json!({"title": "Meeting", "body": "At eight", "club": "HOBBY"});
        manager.post("/event/notifications/send/members", sent).await.expect(202);
        let form = Form::new().file("image", "club.png", &made::png(&made::quadrants(48, 48)));
        dean.send_form(Method::PUT, "/clubs/HOBBY/picture", form).await.expect(200);
    }

    async fn events(&mut self) {
        let (manager, student) = (self.who("manager"), self.who("student"));
        let open = self.t.event(&manager, "Kite day", None).await;
        student.register_for(&open).await.expect(201);
        let bare = self.t.event(&manager, "Chess night", None).await;
        let form = Form::new().text("title", "Kites").text("description", "In the wind").text("eventId", &open);
        let form = form.file("images", "kite.png", &made::png(&made::quadrants(64, 48)));
        let made = manager.send_form(Method::POST, "/upload/addgallery", form).await.expect(201);
        let gallery = &made["gallery"];
        self.name("shown", "gallery", text(&gallery["_id"]));
        self.name("shown", "image", text(&gallery["imageUrl"][0]));
        self.name("any", "image", text(&gallery["imageUrl"][0]));
        self.name("shown", "picture", text(&gallery["pictures"][0]["key"]));
        self.name("shown", "width", gallery["pictures"][0]["width"].to_string());
        let form = Form::new().file("image", "event.png", &made::png(&made::quadrants(52, 48)));
        manager.send_form(Method::PUT, &format!("/events/{open}/picture"), form).await.expect(200);
        self.name("open", "event", open);
        self.name("bare", "event", bare);
    }

    async fn payments(&mut self) {
        let keys = quad_contests::sandbox::shared_keys(&self.t.app).await.expect("keys");
        let http = crate::harness::http();
        for (actor, object, amount) in
            [("organiser", "paid", 9), ("student", "unpaid", 19), ("neighbour", "waiting", 39)]
        {
            let who = self.who(actor);
            let ordered = who.post("/payment/order", json!({"amount": amount})).await.expect(200)["response"].clone();
            let provider = text(&ordered["id"]);
            self.name(object, "order", text(&ordered["order"]));
            self.name(object, "sandbox-order", &provider);
            if object == "waiting" {
                continue;
            }
            let pay = json!({"order": provider, "outcome": "pay", "webhook": "never"});
            let said = http.post(format!("{}/sandbox/checkout/pay", self.t.base)).json(&pay).send().await;
            let said: Value = said.expect("an answer").json().await.expect("JSON");
            if object == "paid" {
                who.post("/payment/verification", said.clone()).await.expect(200);
            }
            let hook = event(
                "payment.captured",
                &payment(&text(&said["razorpay_payment_id"]), &provider, amount * 100, "INR", "captured"),
            );
            self.name(object, "hook-signature", sign(&keys.webhook_secret, hook.to_string().as_bytes()));
            self.name(object, "hook", hook.to_string());
            self.name(object, "sandbox-payment", text(&said["razorpay_payment_id"]));
            self.name(object, "signature", text(&said["razorpay_signature"]));
        }
        for kind in ["signature", "hook", "hook-signature"] {
            let forged = self.names[&format!("unpaid {kind}")].clone();
            self.name("any", kind, forged);
        }
        let ordered = self.who("neighbour").post("/payment/order", json!({"amount": 9})).await.expect(200);
        let pay = json!({"order": ordered["response"]["id"], "outcome": "authorize", "webhook": "never"});
        let said = http.post(format!("{}/sandbox/checkout/pay", self.t.base)).json(&pay).send().await;
        let said: Value = said.expect("an answer").json().await.expect("JSON");
        self.name("held", "sandbox-payment", text(&said["razorpay_payment_id"]));
        self.differing_payment(&keys.webhook_secret).await;
        let seller = BASE64_STANDARD.encode(format!("{}:{}", keys.key_id, keys.key_secret));
        self.name("any", "seller", format!("Basic {seller}"));
        self.name("any", "hook-secret", keys.webhook_secret);
    }

    /// An order of the neighbour's that was paid with less than was asked.
    async fn differing_payment(&mut self, secret: &str) {
        let ordered = self.who("neighbour").post("/payment/order", json!({"amount": 9})).await.expect(200);
        let (provider, id) = (text(&ordered["response"]["id"]), "pay_Differing00001");
        let hook = event("payment.captured", &payment(id, &provider, 810, "INR", "captured")).to_string();
        let signature = sign(secret, hook.as_bytes());
        let request = crate::harness::http().post(format!("{}/api/payment/webhook", self.t.base));
        let said = request.header("x-razorpay-signature", signature).body(hook).send().await.expect("an answer");
        assert_eq!(said.status(), 200);
        let cases = self.who("ADMIN").get("/payment/cases").await.expect(200);
        self.name("differs", "case", cases["cases"][0]["id"].to_string());
    }

    async fn the_rest(&mut self) {
        let (dean, student) = (self.who("ADMIN"), self.who("student"));
        // Made when somebody first asks for it.
        student.get("/push/key").await.expect(200);
        let form = Form::new().file("image", "me.png", &made::png(&made::quadrants(56, 48)));
        student.send_form(Method::PUT, "/account/picture", form).await.expect(200);
        let wrote = json!({"topic": "contact", "message": "The lift is stuck"});
        student.post("/enquiries", wrote).await.expect(201);
        let enquiries = dean.get("/enquiries").await.expect(200);
        self.name("asked", "enquiry", text(&enquiries["enquiries"][0]["id"]));
        self.somebody_waits().await;
        // A job that cannot be read is parked; the others do what they do, so that everybody was told something.
        let mut tx = self.t.app.db.begin().await.expect("begun");
        sql("INSERT INTO jobs (kind, payload, run_at, created_at) VALUES ('enquiries.send', 'unreadable', $1, $1)")
            .arg(self.t.app.clock.now())
            .run(&mut tx)
            .await
            .expect("written");
        tx.commit().await.expect("committed");
        let everybody = json!({"title": "Welcome", "body": "Term begins"});
        dean.post("/event/notifications/send/all", everybody).await.expect(202);
        for _ in 0..3 {
            self.t.run_jobs().await;
        }
        let jobs = dean.get("/jobs?size=100").await.expect(200);
        for (object, state, timed) in [("parked", "parked", false), ("timed", "waiting", true)] {
            let mut all = jobs["jobs"].as_array().expect("a list").iter();
            let job = all.rfind(|job| job["state"] == state && job["timed"] == timed);
            self.name(object, "job", text(&job.expect("such a job")["id"]));
        }
    }

    /// Somebody has registered and not opened the mailed link: no mail is sent here, and without it nobody waits.
    async fn somebody_waits(&mut self) {
        let (link, browser, now) = ([9_u8; 32], [8_u8; 32], self.t.app.clock.now());
        let mut tx = self.t.app.db.begin().await.expect("begun");
        sql("INSERT INTO registrations (link_hash, browser_hash, email, full_name, contact, batch, password_hash,
                 created_at, expires_at)
             VALUES ($1, $2, 'lee@meridian.example', 'Lee Late', '9876511111', 2026, '!', $3, $4)")
        .arg(Sha256::digest(link).to_vec())
        .arg(Sha256::digest(browser).to_vec())
        .arg(now)
        .arg(Time(now.0 + 86_400_000))
        .run(&mut tx)
        .await
        .expect("written");
        tx.commit().await.expect("committed");
        self.name("waiting", "link", hex::encode(link));
        self.name("waiting", "registered-in", format!("quad_device={}", hex::encode(browser)));
    }

    /// Everybody logs in once more, so that each has a session besides the one they ask with.
    async fn sign_in(&mut self) -> HashMap<String, Person> {
        let mut all = HashMap::new();
        let phone = Phone::number(1);
        self.name("any", "p256dh", phone.p256dh());
        self.name("any", "auth", phone.auth_text());
        for (number, actor) in ACTORS.iter().skip(1).enumerate() {
            let browser = self.who(actor);
            let login = if *actor == "ADMIN" { "dean" } else { actor };
            let (email, contact) = (format!("{login}@meridian.example"), format!("98765{number:05}"));
            browser.put("/account", json!({"contact": contact})).await.expect(200);
            let device = json!({"endpoint": format!("https://push.example.net/{actor}"),
                "keys": {"p256dh": phone.p256dh(), "auth": phone.auth_text()}});
            browser.put("/push/subscription", device).await.expect(200);
            let sessions = browser.get("/sessions").await.expect(200);
            let session = text(&sessions["sessions"][0]["id"]);
            let inbox = browser.get("/notifications").await.expect(200);
            if let Some(first) = inbox["notifications"].get(0) {
                self.name(actor, "notification", text(&first["id"]));
            }
            let again = self.t.browser().post("/login", json!({"email": email, "passWord": PASSWORD})).await;
            let cookies = again.headers.get_all("set-cookie").iter().filter_map(|line| line.to_str().ok());
            let cookie =
                cookies.filter(|line| line.starts_with("quad_session=")).find_map(|line| line.split(';').next());
            let cookie = cookie.expect("a session").to_owned();
            again.expect(200);
            for (kind, what) in
                [("me", &browser.id), ("person", &browser.id), ("my-email", &email), ("session", &session)]
            {
                self.name(actor, kind, what);
            }
            self.name(actor, "device", format!("https://push.example.net/{actor}"));
            all.insert((*actor).to_owned(), Person { id: browser.id, cookie, email, contact });
        }
        all
    }
}
