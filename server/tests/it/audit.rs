//! Stories of what an administrator does by the power of ADMIN alone to what is others': it is in the audit list. The same done
//! by an office in the club, or to what is one's own, is not.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Browser, Form, PASSWORD, TestApp, made, membership_of};
use crate::plain_stories;

plain_stories!(
    power_over_what_is_others_is_listed,
    an_office_in_the_club_is_no_power_of_admin,
    what_has_no_effect_is_not_listed,
    a_code_is_called_mailed_where_it_is,
);

/// What is in the list beyond the first so many, oldest first: what was done and to whom.
async fn acts_after(root: &Browser, count: usize) -> Vec<(String, Option<String>)> {
    let said = root.get("/audit?size=200").await.expect(200);
    let entries = said["entries"].as_array().expect("a list");
    let line = |one: &Value| {
        (one["said"].as_str().expect("words").to_owned(), one["about"]["fullName"].as_str().map(str::to_owned))
    };
    entries.iter().rev().skip(count).map(line).collect()
}

async fn count(root: &Browser) -> usize {
    acts_after(root, 0).await.len()
}

fn act(said: &str, about: Option<&str>) -> (String, Option<String>) {
    (said.to_owned(), about.map(str::to_owned))
}

fn text(said: &Value) -> String {
    said.as_str().expect("a text").to_owned()
}

/// Everything that may be done to a club by those who manage it, each twice where that may be.
async fn manages(t: &TestApp, who: &Browser, guests: &[Browser; 2]) {
    let mut asked = t.event_asked("Fest", 86_400);
    asked["club"] = json!("HOBBY");
    let event = text(&who.post("/event", asked.clone()).await.expect(201)["event"]["_id"]);
    let path = format!("/events/{event}");
    asked["description"] = json!("Bring pencils.");
    for _ in 0..2 {
        who.put(&path, asked.clone()).await.expect(200);
    }
    guests[0].register_for(&event).await.expect(201);
    who.post(&format!("{path}/message"), json!({"body": "Come early"})).await.expect(202);
    for open in [false, false, true, true] {
        who.post(&format!("{path}/registration-state"), json!({"open": open})).await.expect(200);
    }
    who.delete(&format!("{path}/picture")).await.expect(200);
    let form = Form::new().text("title", "Day one").text("description", "").text("eventId", &event);
    let form = form.file("images", "1.png", &made::png(&made::quadrants(40, 30)));
    let shown = who.send_form(Method::POST, "/upload/addgallery", form).await.expect(201);
    let gallery = format!("/galleries/{}", text(&shown["gallery"]["_id"]));
    for _ in 0..2 {
        who.put(&gallery, json!({"title": "Day two", "description": ""})).await.expect(200);
    }
    who.delete(&gallery).await.expect(200);
    who.post(&format!("{path}/cancel"), json!({"reason": "Rain"})).await.expect(200);
    let mut places = Vec::new();
    for guest in guests {
        guest.post("/member/join/HOBBY", json!({})).await.expect(201);
        places.push(membership_of(who, "HOBBY", &guest.id).await.expect("an application"));
    }
    who.post(&format!("/member/reject/{}", places[1]), json!({})).await.expect(200);
    who.post(&format!("/member/approve/{}", places[0]), json!({})).await.expect(200);
    for office in ["Treasurer", "Treasurer", "Secretary", "Member"] {
        who.post("/member/upgrade", json!({"memberId": places[0], "Role": office})).await.expect(200);
    }
    who.post(&format!("/member/remove/{}", places[0]), json!({})).await.expect(200);
    for name in ["Hobby and Games", "Hobby and Games", "Hobby Club"] {
        who.put("/clubs/HOBBY", json!({"name": name, "description": "Origami."})).await.expect(200);
    }
    who.delete("/clubs/HOBBY/picture").await.expect(200);
    let walk = json!({"title": "Photo walk", "body": "Saturday at six.", "club": "HOBBY"});
    who.post("/event/notifications/send/members", walk).await.expect(202);
}

async fn power_over_what_is_others_is_listed(t: TestApp) {
    let (root, rohan) = (t.admin("root").await, t.organiser("rohan").await);
    let meera = t.administrator(&root, "meera", "HOBBY").await;
    let guests = [t.person("ada").await, t.person("bo").await];
    let before = count(&root).await;
    manages(&t, &root, &guests).await;
    let (ada, bo) = (Some("Ada Test"), Some("Bo Test"));
    let of_club = [
        act("Made the event “Fest” of HOBBY", None),
        act("Changed the event “Fest” of HOBBY", None),
        act("Wrote to everybody registered for “Fest” of HOBBY", None),
        act("Closed registration for “Fest” of HOBBY", None),
        act("Opened registration for “Fest” of HOBBY", None),
        act("Changed the gallery “Day one” of HOBBY", None),
        act("Changed the gallery “Day two” of HOBBY", None),
        act("Deleted the gallery “Day two” of HOBBY", None),
        act("Cancelled the event “Fest” of HOBBY", None),
        act("Turned down an application to HOBBY", bo),
        act("Approved an application to HOBBY", ada),
        act("Gave the office of Treasurer in HOBBY", ada),
        act("Gave the office of Secretary in HOBBY", ada),
        act("Took the office of Secretary in HOBBY", ada),
        act("Removed a member of HOBBY", ada),
        act("Changed the page of HOBBY", None),
        act("Changed the page of HOBBY", None),
        act("Sent the announcement “Photo walk” to the members of HOBBY", None),
    ];
    assert_eq!(acts_after(&root, before).await, of_club);
    let before = count(&root).await;
    for voted in [true, false] {
        let poll = t.poll(&rohan, &["Hills", "Beach"]).await;
        if voted {
            meera.vote(&poll, 0).await.expect(200);
        }
        root.delete(&format!("/polls/{poll}")).await.expect(200);
    }
    let notice = json!({"title": "Holiday", "body": "The library is closed."});
    root.post("/event/notifications/send/all", notice).await.expect(202);
    guests[0].post("/enquiries", json!({"topic": "contact", "message": "How do I begin?"})).await.expect(201);
    let list = root.get("/enquiries").await.expect(200);
    let path = format!("/enquiries/{}/answered", text(&list["enquiries"][0]["id"]));
    for answered in [false, true, true, false] {
        root.put(&path, json!({"answered": answered})).await.expect(200);
    }
    let everywhere = [
        act("Deleted the poll “Where to?”", Some("Rohan Test")),
        act("Deleted the poll “Where to?”", Some("Rohan Test")),
        act("Sent the announcement “Holiday” to everybody", None),
        act("Marked an enquiry as answered", ada),
        act("Marked an enquiry as not answered", ada),
    ];
    assert_eq!(acts_after(&root, before).await, everywhere);
    let checked = quad::integrity_check::check(&t.app.db, Some(&t.app.pictures), true).await.expect("asked");
    assert!(checked.iter().all(|finding| finding.offenders.is_empty()));
}

async fn an_office_in_the_club_is_no_power_of_admin(t: TestApp) {
    let root = t.admin("root").await;
    let meera = t.administrator(&root, "meera", "HOBBY").await;
    // An ADMIN who is an administrator of the club as well.
    let dean = t.admin("dean").await;
    root.post("/clubs/HOBBY/administrators", json!({"email": "dean@meridian.example"})).await.expect(201);
    let before = count(&root).await;
    manages(&t, &meera, &[t.person("ada").await, t.person("bo").await]).await;
    manages(&t, &dean, &[t.person("cy").await, t.person("di").await]).await;
    let poll = t.poll(&dean, &["Hills", "Beach"]).await;
    meera.vote(&poll, 0).await.expect(200);
    assert_eq!(acts_after(&root, before).await, []);
    // A poll that somebody voted in is only deleted by the power of ADMIN, one's own as well.
    dean.delete(&format!("/polls/{poll}")).await.expect(200);
    let poll = t.poll(&dean, &["Hills", "Beach"]).await;
    dean.delete(&format!("/polls/{poll}")).await.expect(200);
    assert_eq!(acts_after(&root, before).await, [act("Deleted the poll “Where to?”", Some("Dean Test"))]);
}

async fn what_has_no_effect_is_not_listed(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    let before = count(&root).await;
    for _ in 0..2 {
        let path = format!("/people/{}/sessions", ada.id);
        root.ask(Method::DELETE, &path, Some(json!({"password": PASSWORD})), &[]).await.expect(200);
        quad_people::accounts::sessions_for_operator(&t.app, "ada@meridian.example", true).await.expect("ended");
    }
    assert_eq!(acts_after(&root, before).await, [act("Ended 1 session", Some("Ada Test"))]);
    root.post("/event/notifications/send/all", json!({"title": "", "body": ""})).await.refused(400, "invalid");
    root.delete("/polls/00000000-0000-7000-8000-000000000000").await.refused(404, "missing");
    assert_eq!(count(&root).await, before + 1);
}

async fn a_code_is_called_mailed_where_it_is(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    let mailing = t.beside_with(&[("QUAD_SMTP_URL", "smtp://127.0.0.1:9?tls=none")], 3).await;
    for (root, said) in
        [(root, "Had a reset code made without mailing it"), (mailing.log_in("root").await, "Had a reset code mailed")]
    {
        let before = count(&root).await;
        root.post(&format!("/people/{}/reset-code", ada.id), json!({})).await.expect(200);
        assert_eq!(acts_after(&root, before).await, [act(said, Some("Ada Test"))]);
    }
}
