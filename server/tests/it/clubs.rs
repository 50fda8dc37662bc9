//! Stories of clubs: founding, looking at, rating and asking them, and leaving it all behind.

use futures::future::join_all;
use quad_campus::clubs as feature;
use quad_db::sql;
use quad_kernel::ids::{ClubId, EventId};
use serde_json::{Value, json};

use crate::harness::{Browser, Form, PASSWORD, TestApp, inbox, made, stagger, titles};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    racing_one_short_name_makes_one_club,
    racing_a_clubs_deletion_against_whoever_comes,
    racing_feedback_makes_one,
);
plain_stories!(
    a_change_of_a_club_leaves_what_it_does_not_name,
    a_misspelt_part_of_a_club_is_refused,
    every_campus_has_two_clubs,
    a_club_is_founded_changed_and_deleted,
    what_leads_to_a_deleted_club_leaves_the_inboxes,
    nobody_names_a_club_like_a_role,
    a_club_is_checked,
    only_admin_founds_and_deletes,
    those_who_manage_a_club_edit_its_page,
    a_club_with_members_or_events_is_not_deleted,
    a_club_shows_a_picture,
    the_numbers_are_real,
    clubs_are_searched_and_paged,
    feedback_is_given_once_and_changed,
    a_question_reaches_the_administrators,
    a_question_finds_admin_where_nobody_manages,
    questions_have_a_limit,
    whoever_leaves_is_gone_from_all_clubs,
    the_own_data_has_all_of_ones_clubs,
    the_demo_campus_has_lively_clubs,
);

fn chess() -> Value {
    json!({"name": "Chess Club", "shortName": "chess", "description": "Boards on Wednesdays.", "colour": "#3B7A57",
        "links": [{"label": "Ladder", "url": "https://chess.example/ladder"}]})
}

async fn club(browser: &Browser, name: &str) -> Value {
    browser.get(&format!("/clubs/{name}")).await.expect(200)["club"].clone()
}

async fn club_id(t: &TestApp, name: &str) -> ClubId {
    let club = feature::club_by_name(&t.app.db, name).await;
    assert!(club.is_ok(), "there is a club {name}");
    club.map(|club| club.id).expect("a club")
}

/// Makes an event of a club, as far as clubs know of it.
async fn event(t: &TestApp, name: &str) -> EventId {
    let (id, event) = (club_id(t, name).await, EventId::new(t.app.clock.now(), &t.app.random));
    let mut tx = t.app.db.begin().await.expect("a transaction");
    let now = t.app.clock.now();
    assert!(feature::event_noted(&mut tx, id, event, None).await.is_ok());
    assert!(feature::event_noted(&mut tx, id, event, Some(now)).await.is_ok(), "noting it again counts it once");
    tx.commit().await.expect("committed");
    event
}

async fn every_campus_has_two_clubs(t: TestApp) {
    let guest = t.browser();
    let listed = guest.get("/clubs").await.expect(200);
    let names: Vec<&str> = listed["clubs"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["shortName"].as_str().expect("a name"))
        .collect();
    assert_eq!((names, &listed["total"]), (vec!["DRAMATIC", "HOBBY"], &json!(2)));
    let hobby = club(&guest, "HOBBY").await;
    assert_eq!(
        (&hobby["name"], &hobby["members"], &hobby["events"], &hobby["rating"], &hobby["you"], &hobby["links"]),
        (&json!("Hobby Club"), &json!(0), &json!(0), &Value::Null, &Value::Null, &json!([]))
    );
    for same in ["hobby", "Hobby", "hObBy", hobby["id"].as_str().expect("an id")] {
        assert_eq!(club(&guest, same).await, hobby, "{same}");
    }
    for other in ["CHESS", "hob", "HOBBY%20CLUB", "%00", "0190163d-8694-739b-aea5-9d6c1a5d1234"] {
        guest.get(&format!("/clubs/{other}")).await.refused(404, "missing");
    }
    assert_eq!(guest.get("/member/postholders/hobby").await.expect(200), json!({"success": true, "data": []}));
    let ada = t.person("ada").await;
    let you = json!({"status": "none", "role": null, "mayManage": false});
    assert_eq!(club(&ada, "hobby").await["you"], you);
}

async fn a_club_is_founded_changed_and_deleted(t: TestApp) {
    let admin = t.admin("admin").await;
    let made = admin.post("/clubs", chess()).await.expect(201);
    let id = made["club"]["id"].as_str().expect("an id").to_owned();
    assert_eq!(
        made["club"],
        json!({"id": id, "shortName": "CHESS", "name": "Chess Club", "description": "Boards on Wednesdays.",
            "colour": "#3b7a57", "links": [{"label": "Ladder", "url": "https://chess.example/ladder"}], "picture": null,
            "members": 0, "events": 0, "rating": null, "createdAt": t.moment(0),
            "you": {"status": "none", "role": null, "mayManage": true}})
    );
    admin.post("/clubs", chess()).await.refused(409, "club_taken");
    let change = json!({"name": "Chess and Go", "shortName": "Chess", "description": "", "colour": "", "links": []});
    let said = admin.put("/clubs/chess", change).await.expect(200);
    assert_eq!((&said["club"]["name"], &said["club"]["colour"]), (&json!("Chess and Go"), &Value::Null));
    assert_eq!(said["club"]["shortName"], "CHESS");
    let other = json!({"name": "Chess", "shortName": "GO"});
    assert_eq!(admin.put("/clubs/chess", other).await.refused(400, "invalid")["field"], "shortName");
    admin.put("/clubs/nothing", json!({"name": "X"})).await.refused(404, "missing");
    let meera = t.administrator(&admin, "meera", "chess").await;
    let ada = t.person("ada").await;
    ada.post("/member/join/chess", json!({})).await.expect(201);
    admin.delete("/clubs/chess").await.expect(200);
    admin.delete("/clubs/chess").await.refused(404, "missing");
    ada.get(&format!("/clubs/{id}")).await.refused(404, "missing");
    assert_eq!(meera.get("/isadmin").await.expect(200)["role"], "USER", "the role word goes with the club");
    assert_eq!(titles(&meera).await[0], "Chess and Go is closed");
    assert_eq!(titles(&ada).await, Vec::<String>::new());
}

async fn what_leads_to_a_deleted_club_leaves_the_inboxes(t: TestApp) {
    let admin = t.admin("admin").await;
    admin.post("/clubs", chess()).await.expect(201);
    let (meera, ada) = (t.administrator(&admin, "meera", "chess").await, t.person("ada").await);
    let send = async |what: &str| {
        let announcement = json!({"title": what, "body": "Boards on Fridays.", "club": "CHESS"});
        admin.post("/event/notifications/send/all", announcement).await.expect(202);
        t.run_jobs().await;
    };
    send("Chess for all").await;
    ada.post("/clubs/CHESS/question", json!({"text": "When do you meet?"})).await.expect(201);
    ada.post("/member/join/chess", json!({})).await.expect(201);
    t.run_jobs().await;
    assert_eq!(titles(&ada).await, ["CHESS: Chess for all"]);
    assert!(titles(&meera).await.len() > 1);
    // Of a club whose name begins so.
    let mut longer = chess();
    longer["shortName"] = json!("CHESS2");
    admin.post("/clubs", longer).await.expect(201);
    let also = json!({"title": "Two", "body": "Boards.", "club": "CHESS2"});
    admin.post("/event/notifications/send/all", also).await.expect(202);
    t.run_jobs().await;
    admin.delete("/clubs/chess").await.expect(200);
    t.run_jobs().await;
    assert_eq!(titles(&ada).await, ["CHESS2: Two"]);
    assert_eq!(titles(&meera).await, ["Chess Club is closed", "CHESS2: Two"]);
    // Another club of the name.
    t.pass(1);
    admin.post("/clubs", chess()).await.expect(201);
    let anew = json!({"title": "Anew", "body": "Boards.", "club": "CHESS"});
    admin.post("/event/notifications/send/all", anew).await.expect(202);
    t.run_jobs().await;
    assert_eq!(titles(&ada).await, ["CHESS: Anew", "CHESS2: Two"]);
}

async fn nobody_names_a_club_like_a_role(t: TestApp) {
    let admin = t.admin("admin").await;
    for name in ["ADMIN", "admin", "USER", "User", "ORGANISER", "organiser", "mine", "new"] {
        let mut asked = chess();
        asked["shortName"] = json!(name);
        assert_eq!(admin.post("/clubs", asked).await.refused(400, "invalid")["field"], "shortName", "{name}");
    }
    for name in ["Admin", "user", " ORGANISER ", "ＡDMIN", "\u{200b}Us\u{ad}er", "ｏｒｇａｎｉｓｅｒ"] {
        let mut asked = chess();
        asked["name"] = json!(name);
        assert_eq!(admin.post("/clubs", asked).await.refused(400, "invalid")["field"], "name", "{name}");
    }
    assert_eq!(admin.get("/clubs").await.expect(200)["total"], 2);
}

async fn a_club_is_checked(t: TestApp) {
    let admin = t.admin("admin").await;
    let link = |url: &str| json!([{"label": "Site", "url": url}]);
    for (key, value) in [
        ("name", json!("")),
        ("name", json!("x".repeat(81))),
        ("shortName", json!("")),
        ("shortName", Value::Null),
        ("shortName", json!("C")),
        ("shortName", json!("CHESS CLUB")),
        ("shortName", json!("1CHESS")),
        ("shortName", json!("C".repeat(31))),
        ("description", json!("x".repeat(5001))),
        ("colour", json!("green")),
        ("colour", json!("#12345")),
        ("links", link("http://chess.example")),
        ("links", link("javascript:alert(1)")),
        ("links", link("https://quad@evil.example")),
        ("links", json!(vec![json!({"label": "Site", "url": "https://x.example"}); 11])),
        ("links", json!([{"label": "", "url": "https://x.example"}])),
    ] {
        let mut asked = chess();
        asked[key] = value;
        assert_eq!(admin.post("/clubs", asked).await.refused(400, "invalid")["field"], key);
    }
    assert_eq!(admin.get("/clubs").await.expect(200)["total"], 2);
}

async fn only_admin_founds_and_deletes(t: TestApp) {
    let (admin, guest, ada) = (t.admin("admin").await, t.browser(), t.organiser("ada").await);
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    for (who, status, code) in [(&guest, 401, "logged_out"), (&ada, 404, "missing"), (&meera, 404, "missing")] {
        who.post("/clubs", chess()).await.refused(status, code);
        who.delete("/clubs/DRAMATIC").await.refused(status, code);
        who.delete("/clubs/HOBBY").await.refused(status, code);
    }
    assert_eq!(guest.get("/clubs").await.expect(200)["total"], 2);
}

async fn those_who_manage_a_club_edit_its_page(t: TestApp) {
    let (admin, guest, ada) = (t.admin("admin").await, t.browser(), t.organiser("ada").await);
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let dora = t.administrator(&admin, "dora", "DRAMATIC").await;
    let (ravi, place) = t.member(&meera, "ravi", "HOBBY").await;
    let office = async |role: &str| {
        let asked = json!({"memberId": place, "Role": role});
        meera.post("/member/upgrade", asked).await.expect(200);
    };
    office("Treasurer").await;
    let refused = (403, "not_club_administrator");
    for (who, (status, code)) in [(&guest, (401, "logged_out")), (&ada, refused), (&dora, refused), (&ravi, refused)] {
        who.put("/clubs/HOBBY", json!({"name": "Mine"})).await.refused(status, code);
        who.delete("/clubs/HOBBY/picture").await.refused(status, code);
        let form = Form::new().file("image", "club.png", &made::png(&made::quadrants(48, 48)));
        who.send_form(reqwest::Method::PUT, "/clubs/HOBBY/picture", form).await.refused(status, code);
    }
    assert_eq!(club(&guest, "HOBBY").await["name"], "Hobby Club");
    office("President").await;
    let text = json!({"name": "Hobby and Games", "description": "Origami and chess."});
    for (who, role) in [(&meera, "MEMBER"), (&ravi, "PRESIDENT"), (&admin, "ADMIN")] {
        who.put("/clubs/HOBBY", text.clone()).await.expect(200);
        let form = Form::new().file("image", "club.png", &made::png(&made::quadrants(48, 48)));
        let said = who.send_form(reqwest::Method::PUT, "/clubs/HOBBY/picture", form).await.expect(200);
        assert!(said["club"]["picture"].is_object(), "{role}: {said}");
        who.delete("/clubs/HOBBY/picture").await.expect(200);
        let other = json!({"name": "Games", "shortName": "GAMES"});
        assert_eq!(who.put("/clubs/HOBBY", other).await.refused(400, "invalid")["field"], "shortName");
    }
    assert_eq!(club(&guest, "HOBBY").await["name"], "Hobby and Games");
    // The power ends with the office.
    office("Member").await;
    ravi.put("/clubs/HOBBY", text).await.refused(403, "not_club_administrator");
}

/// Two people who manage a club change one part each, and neither takes back what the other wrote.
async fn a_change_of_a_club_leaves_what_it_does_not_name(t: TestApp) {
    let admin = t.admin("admin").await;
    admin.post("/clubs", chess()).await.expect(201);
    let parts = ["name", "description", "colour", "links"];
    let mut expected = club(&admin, "CHESS").await;
    let links = json!([{"label": "Rules", "url": "https://chess.example/rules"}]);
    for (name, value) in [
        ("name", json!("Chess and Go")),
        ("description", json!("Boards on Fridays.")),
        ("colour", json!("#102030")),
        ("links", links),
        ("description", json!("")),
        ("links", json!([])),
        ("colour", Value::Null),
        ("colour", json!("#102030")),
    ] {
        let said = admin.put("/clubs/CHESS", json!({name: value})).await.expect(200)["club"].clone();
        expected[name] = value;
        for part in parts {
            assert_eq!(said[part], expected[part], "{part} after {name}");
        }
    }
    admin.put("/clubs/CHESS", json!({})).await.expect(200);
    assert_eq!(admin.put("/clubs/CHESS", json!({"name": ""})).await.refused(400, "invalid")["field"], "name");
    let now = club(&admin, "CHESS").await;
    for part in parts {
        assert_eq!(now[part], expected[part], "{part}");
    }
}

async fn a_misspelt_part_of_a_club_is_refused(t: TestApp) {
    let admin = t.admin("admin").await;
    admin.post("/clubs", chess()).await.expect(201);
    let before = club(&admin, "CHESS").await;
    for name in ["nane", "Name", "colours", "color", "link", "short_name"] {
        let mut asked = json!({"description": "Boards on Fridays."});
        asked[name] = json!("#102030");
        let said = admin.put("/clubs/CHESS", asked).await.refused(400, "invalid");
        let says = format!("“{name}” cannot be set here. You can set name, description, colour, links.");
        assert_eq!(said["message"], says);
    }
    for name in ["colours", "desciption", "short_name"] {
        let mut asked = chess();
        (asked["shortName"], asked[name]) = (json!("GO"), json!("#102030"));
        let said = admin.post("/clubs", asked).await.refused(400, "invalid");
        let says = format!("“{name}” cannot be set here. You can set name, shortName, description, colour, links.");
        assert_eq!(said["message"], says);
    }
    for name in ["eventid", "event", "txet"] {
        let asked = json!({"rating": 5, name: "0190163d-8694-739b-aea5-9d6c1a5d1234"});
        let said = admin.post("/clubs/CHESS/feedback", asked).await.refused(400, "invalid");
        assert_eq!(said["message"], format!("“{name}” cannot be set here. You can set rating, text, eventId."));
    }
    assert_eq!(club(&admin, "CHESS").await, before);
    // What was read of a club may be sent back whole.
    let mut whole = before.clone();
    whole["description"] = json!("Boards on Fridays.");
    let said = admin.put("/clubs/CHESS", whole).await.expect(200)["club"].clone();
    assert_eq!((&said["description"], &said["name"]), (&json!("Boards on Fridays."), &before["name"]));
}

async fn racing_one_short_name_makes_one_club(t: TestApp) {
    let admin = t.admin("admin").await;
    let answers = join_all((0..20).map(|_| admin.post("/clubs", chess()))).await;
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    let taken = answers.iter().filter(|answer| answer.status == 409).count();
    assert_eq!((made, taken), (1, 19));
    assert_eq!(admin.get("/clubs").await.expect(200)["total"], 3);
}

async fn a_club_with_members_or_events_is_not_deleted(t: TestApp) {
    let admin = t.admin("admin").await;
    let (ada, id) = t.member(&admin, "ada", "HOBBY").await;
    admin.delete("/clubs/HOBBY").await.refused(409, "club_not_empty");
    admin.post(&format!("/member/remove/{id}"), json!({})).await.expect(200);
    event(&t, "HOBBY").await;
    admin.delete("/clubs/HOBBY").await.refused(409, "club_not_empty");
    admin.delete("/clubs/DRAMATIC").await.expect(200);
    ada.get("/clubs/DRAMATIC").await.refused(404, "missing");
}

/// Whoever applies or asks while the club is deleted was there before, or finds no club.
async fn racing_a_clubs_deletion_against_whoever_comes(t: TestApp) {
    let admin = t.admin("admin").await;
    let people = join_all(["ada", "bo", "cy", "di"].map(|name| t.person(name))).await;
    for round in 0..6 {
        admin.post("/clubs", chess()).await.expect(201);
        let come = join_all(people.iter().enumerate().map(async |(place, who)| {
            let question = json!({"text": "When do you meet?"});
            loop {
                let said = match place % 2 {
                    0 => who.post("/member/join/CHESS", json!({})).await,
                    _ => who.post("/clubs/CHESS/question", question.clone()).await,
                };
                // 409: applied before. 429: ten questions a day.
                assert!(matches!(said.status.as_u16(), 201 | 404 | 409 | 429), "round {round}: {said:?}");
                if said.status == 404 {
                    break;
                }
            }
        }));
        let leave = async {
            stagger(round * 7).await;
            admin.delete("/clubs/CHESS").await.expect(200)
        };
        // The questions went with the club: ten more may be asked in the next round.
        tokio::join!(leave, come);
    }
}

async fn a_club_shows_a_picture(t: TestApp) {
    let (admin, guest) = (t.admin("admin").await, t.browser());
    let dora = t.administrator(&admin, "dora", "DRAMATIC").await;
    let form = |bytes: &[u8]| Form::new().file("image", "lake.png", bytes);
    let put = reqwest::Method::PUT;
    let picture = made::png(&made::quadrants(400, 300));
    let refused = dora.send_form(put.clone(), "/clubs/HOBBY/picture", form(&picture)).await;
    refused.refused(403, "not_club_administrator");
    admin.send_form(put.clone(), "/clubs/HOBBY/picture", form(b"no picture")).await.refused(400, "invalid");
    let said = admin.send_form(put.clone(), "/clubs/hobby/picture", form(&picture)).await.expect(200);
    let shown = club(&guest, "HOBBY").await["picture"].clone();
    assert_eq!((&said["club"]["picture"], &shown["width"], &shown["height"]), (&shown, &json!(400), &json!(300)));
    let key = shown["key"].as_str().expect("a key").to_owned();
    assert_eq!(guest.get(&format!("/media/{key}")).await.status, 200);
    assert_eq!(guest.get("/clubs").await.expect(200)["clubs"][1]["picture"]["key"], json!(key));
    // The same once more stays; another takes its place, and what nobody shows goes.
    admin.send_form(put.clone(), "/clubs/HOBBY/picture", form(&picture)).await.expect(200);
    t.run_jobs().await;
    assert_eq!(guest.get(&format!("/media/{key}")).await.status, 200);
    admin.post("/clubs", chess()).await.expect(201);
    admin.send_form(put, "/clubs/CHESS/picture", form(&picture)).await.expect(200);
    assert_eq!(admin.delete("/clubs/HOBBY/picture").await.expect(200)["club"]["picture"], Value::Null);
    t.run_jobs().await;
    assert_eq!(guest.get(&format!("/media/{key}")).await.status, 200, "another club shows it");
    admin.delete("/clubs/CHESS").await.expect(200);
    t.run_jobs().await;
    guest.get(&format!("/media/{key}")).await.refused(404, "missing");
}

async fn the_numbers_are_real(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let (ada, _) = t.member(&meera, "ada", "HOBBY").await;
    let applicant = t.person("ben").await;
    applicant.post("/member/join/HOBBY", json!({})).await.expect(201);
    let walk = event(&t, "HOBBY").await;
    let seen = club(&t.browser(), "HOBBY").await;
    assert_eq!((&seen["members"], &seen["events"], &seen["rating"]), (&json!(2), &json!(1), &Value::Null));
    ada.post("/clubs/HOBBY/feedback", json!({"rating": 5})).await.expect(201);
    meera.post("/clubs/HOBBY/feedback", json!({"rating": 4, "text": "Fine"})).await.expect(201);
    ada.post("/clubs/HOBBY/feedback", json!({"rating": 4, "eventId": walk.to_string()})).await.expect(201);
    let seen = club(&t.browser(), "HOBBY").await;
    assert_eq!(seen["rating"], json!({"average": 4.3, "count": 3}));
    assert_eq!(club(&applicant, "HOBBY").await["you"], json!({"status": "pending", "role": null, "mayManage": false}));
    assert_eq!(club(&ada, "HOBBY").await["you"], json!({"status": "member", "role": "Member", "mayManage": false}));
    assert_eq!(club(&meera, "HOBBY").await["you"], json!({"status": "member", "role": "Member", "mayManage": true}));
    assert_eq!(club(&admin, "HOBBY").await["you"], json!({"status": "none", "role": null, "mayManage": true}));
    let mine = meera.get("/clubs/mine").await.expect(200);
    let own = &mine["memberships"][0];
    assert_eq!(
        (&own["club"]["shortName"], &own["status"], &own["mayManage"], &own["joinedAt"]),
        (&json!("HOBBY"), &json!("member"), &json!(true), &json!(t.moment(0)))
    );
    let waiting = applicant.get("/clubs/mine").await.expect(200);
    let waiting = &waiting["memberships"][0];
    assert_eq!(
        (&waiting["status"], &waiting["role"], &waiting["joinedAt"]),
        (&json!("pending"), &Value::Null, &Value::Null)
    );
    t.browser().get("/clubs/mine").await.refused(401, "logged_out");
}

async fn clubs_are_searched_and_paged(t: TestApp) {
    let (admin, guest) = (t.admin("admin").await, t.browser());
    for (short, name, about) in
        [("CHESS", "Chess Club", "Boards"), ("MUSIC", "Music Club", "100% sound"), ("GO", "Go", "")]
    {
        let asked = json!({"name": name, "shortName": short, "description": about});
        admin.post("/clubs", asked).await.expect(201);
    }
    let names = async |query: &str| -> Vec<String> {
        let listed = guest.get(&format!("/clubs?{query}")).await.expect(200);
        let clubs = listed["clubs"].as_array().expect("a list").clone();
        clubs.iter().map(|one| one["shortName"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names("q=BOARDS").await, ["CHESS"]);
    assert_eq!(names("q=chess").await, ["CHESS", "HOBBY"], "hobbyists play it too");
    assert_eq!(names("q=%25").await, ["MUSIC"], "a wildcard means itself");
    assert_eq!(names("q=___").await, Vec::<String>::new());
    assert_eq!(names("size=2").await, ["CHESS", "DRAMATIC"]);
    assert_eq!(names("size=2&page=3").await, ["MUSIC"]);
    assert_eq!(guest.get("/clubs?size=2&page=9").await.expect(200)["total"], 5);
    for bad in ["page=0", "size=0", "size=101", "page=-1", "q=%00"] {
        guest.get(&format!("/clubs?{bad}")).await.refused(400, "invalid");
    }
}

async fn feedback_is_given_once_and_changed(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let (ada, id) = t.member(&meera, "ada", "HOBBY").await;
    let (ben, stranger) = (t.member(&meera, "ben", "HOBBY").await.0, t.person("carl").await);
    let (walk, play) = (event(&t, "HOBBY").await, event(&t, "DRAMATIC").await);
    let path = "/clubs/HOBBY/feedback";
    t.browser().post(path, json!({"rating": 5})).await.refused(401, "logged_out");
    stranger.post(path, json!({"rating": 5})).await.refused(403, "not_club_member");
    admin.post(path, json!({"rating": 5})).await.refused(403, "not_club_member");
    stranger.post("/member/join/HOBBY", json!({})).await.expect(201);
    stranger.post(path, json!({"rating": 5})).await.refused(403, "not_club_member");
    for bad in [json!({"rating": 0}), json!({"rating": 6}), json!({}), json!({"rating": 3, "text": "x".repeat(2001)})] {
        ada.post(path, bad).await.refused(400, "invalid");
    }
    ada.put(path, json!({"rating": 5})).await.refused(404, "missing");
    ada.post(path, json!({"rating": 5, "text": " Warm people "})).await.expect(201);
    ada.post(path, json!({"rating": 1})).await.refused(409, "already_given");
    ada.post(path, json!({"rating": 2, "eventId": walk.to_string()})).await.expect(201);
    ada.post(path, json!({"rating": 2, "eventId": walk.to_string()})).await.refused(409, "already_given");
    ada.post(path, json!({"rating": 2, "eventId": play.to_string()})).await.refused(404, "missing");
    ada.post(path, json!({"rating": 2, "eventId": "x"})).await.refused(404, "missing");
    let ahead = meera.post("/event", json!({"title": "Walk", "start": t.moment(60)})).await.expect(201);
    let ahead = ahead["event"]["_id"].clone();
    let of_walk = json!({"rating": 5, "eventId": ahead});
    ada.post(path, of_walk.clone()).await.refused(409, "event_not_begun");
    meera.put(&format!("/events/{}", ahead.as_str().expect("an id")), json!({"title": "Walk"})).await.expect(200);
    ada.post(path, of_walk).await.refused(409, "event_not_begun");
    t.pass(60);
    ada.put(path, json!({"rating": 4, "text": "Warm people, cold room"})).await.expect(200);
    ben.post(path, json!({"rating": 1})).await.expect(201);
    let all = meera.get(path).await.expect(200);
    assert_eq!((&all["total"], &all["stars"], &all["all"]), (&json!(3), &json!([1, 1, 0, 1, 0]), &json!(true)));
    let ratings: Vec<&Value> = all["feedback"].as_array().expect("a list").iter().map(|one| &one["rating"]).collect();
    assert_eq!(ratings.len(), 3);
    assert_eq!(ratings[2], 2, "what was changed last comes first");
    let own = ada.get(path).await.expect(200);
    assert_eq!((&own["total"], &own["stars"], &own["all"]), (&json!(2), &Value::Null, &json!(false)));
    assert_eq!(
        own["feedback"][0],
        json!({"fullName": "Ada Test", "own": true, "eventId": null, "rating": 4, "text": "Warm people, cold room",
            "createdAt": t.moment(-60), "changedAt": t.moment(0)})
    );
    assert_eq!(own["feedback"][1]["eventId"], walk.to_string());
    assert_eq!(stranger.get(path).await.expect(200)["feedback"], json!([]));
    assert_eq!(meera.get("/clubs/DRAMATIC/feedback").await.expect(200)["all"], false);
    // Whoever is no member any more says nothing new; what was said stays.
    meera.post(&format!("/member/remove/{id}"), json!({})).await.expect(200);
    ada.put(path, json!({"rating": 1})).await.refused(403, "not_club_member");
    assert_eq!(club(&ada, "HOBBY").await["rating"]["count"], 3);
}

async fn racing_feedback_makes_one(t: TestApp) {
    let admin = t.admin("admin").await;
    let (ada, _) = t.member(&admin, "ada", "HOBBY").await;
    let answers = join_all((0..20).map(|_| ada.post("/clubs/HOBBY/feedback", json!({"rating": 5})))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status == 409).count(), 19);
    assert_eq!(club(&ada, "HOBBY").await["rating"], json!({"average": 5.0, "count": 1}));
}

async fn a_question_reaches_the_administrators(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let noor = t.administrator(&admin, "noor", "DRAMATIC").await;
    let (president, id) = t.member(&meera, "priya", "HOBBY").await;
    let upgrade = json!({"memberId": id, "Role": "President", "club": "HOBBY"});
    meera.post("/member/upgrade", upgrade).await.expect(200);
    let ada = t.person("ada").await;
    let path = "/clubs/hobby/question";
    t.browser().post(path, json!({"text": "When?"})).await.refused(401, "logged_out");
    for bad in [json!({}), json!({"text": "  "}), json!({"text": "x".repeat(2001)})] {
        ada.post(path, bad).await.refused(400, "invalid");
    }
    let long = format!("When do you meet? {}", "Please tell. ".repeat(100));
    ada.post(path, json!({"text": long})).await.expect(201);
    for who in [&meera, &president] {
        let told = inbox(who).await.remove(0);
        assert_eq!(told["title"], "A question to Hobby Club");
        let body = told["body"].as_str().expect("a body");
        assert!(body.starts_with("Ada Test <ada@meridian.example> asks:\nWhen do you meet?"), "{body}");
        assert!(told["url"].as_str().expect("a path").starts_with("/club/HOBBY"));
    }
    for who in [&noor, &admin, &ada] {
        assert!(!titles(who).await.iter().any(|title| title.contains("question")));
    }
    let listed = meera.get("/clubs/HOBBY/questions").await.expect(200);
    assert_eq!((&listed["total"], &listed["questions"][0]["text"]), (&json!(1), &json!(long.trim())));
    assert_eq!(listed["questions"][0]["email"], "ada@meridian.example");
    for who in [&noor, &ada] {
        who.get("/clubs/HOBBY/questions").await.refused(403, "not_club_administrator");
    }
    t.browser().get("/clubs/HOBBY/questions").await.refused(401, "logged_out");
}

async fn a_question_finds_admin_where_nobody_manages(t: TestApp) {
    let (admin, ada) = (t.admin("admin").await, t.person("ada").await);
    ada.post("/clubs/DRAMATIC/question", json!({"text": "Is anybody there?"})).await.expect(201);
    assert_eq!(titles(&admin).await, ["A question to Dramatic Club"]);
}

async fn questions_have_a_limit(t: TestApp) {
    let (admin, ada) = (t.admin("admin").await, t.person("ada").await);
    let ask = |number: usize| ada.post("/clubs/HOBBY/question", json!({"text": format!("Question {number}?")}));
    let answers = join_all((0..15).map(ask)).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 10);
    let late = ada.post("/clubs/DRAMATIC/question", json!({"text": "One more?"})).await;
    // A day is the institute's: at six in the evening six hours of it are left.
    assert_eq!(late.headers["retry-after"], "21600");
    late.refused(429, "too_many");
    assert_eq!(inbox(&admin).await.len(), 10);
    t.pass(21_599);
    ada.post("/clubs/DRAMATIC/question", json!({"text": "Today?"})).await.refused(429, "too_many");
    t.pass(1);
    ada.post("/clubs/DRAMATIC/question", json!({"text": "Today?"})).await.expect(201);
}

async fn whoever_leaves_is_gone_from_all_clubs(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let (ada, id) = t.member(&meera, "ada", "HOBBY").await;
    let upgrade = json!({"memberId": id, "Role": "Secretary"});
    meera.post("/member/upgrade", upgrade).await.expect(200);
    ada.post("/member/join/DRAMATIC", json!({})).await.expect(201);
    ada.post("/clubs/HOBBY/feedback", json!({"rating": 1, "text": "Ada was here"})).await.expect(201);
    ada.post("/clubs/HOBBY/question", json!({"text": "Will Ada be here?"})).await.expect(201);
    let go = async |who: &Browser| {
        who.ask(reqwest::Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
    };
    go(&ada).await;
    let all = meera.get("/member/allmembers/HOBBY").await.expect(200);
    assert_eq!(all["data"].as_array().map(Vec::len), Some(1));
    assert_eq!(meera.get("/member/postholders/HOBBY").await.expect(200)["data"], json!([]));
    assert_eq!(meera.get("/clubs/HOBBY/feedback").await.expect(200)["total"], 0);
    assert_eq!(meera.get("/clubs/HOBBY/questions").await.expect(200)["total"], 0);
    assert_eq!(admin.get("/member/allmembers/DRAMATIC").await.expect(200)["data"], json!([]));
    meera.post("/member/remove/x", json!({})).await.refused(404, "missing");
    meera.post(&format!("/member/remove/{id}"), json!({})).await.refused(404, "missing");
    // The last administrator may end the account too; ADMIN appoints another.
    go(&meera).await;
    assert_eq!(club(&t.browser(), "HOBBY").await["members"], 0);
    let again = t.administrator(&admin, "noor", "HOBBY").await;
    assert_eq!(again.get("/isadmin").await.expect(200)["role"], "HOBBY");
}

async fn the_own_data_has_all_of_ones_clubs(t: TestApp) {
    let admin = t.admin("admin").await;
    let meera = t.administrator(&admin, "meera", "HOBBY").await;
    let (ada, _) = t.member(&meera, "ada", "HOBBY").await;
    meera.post("/clubs/HOBBY/feedback", json!({"rating": 5, "text": "Ours"})).await.expect(201);
    meera.post("/clubs/DRAMATIC/question", json!({"text": "A play with us?"})).await.expect(201);
    let sent = json!({"title": "Walk", "body": "Saturday at six"});
    meera.post("/event/notifications/send/members", sent).await.expect(202);
    let kept = meera.get("/account/data").await.expect(200)["clubs"].clone();
    assert_eq!(
        kept,
        json!({
            "memberships": [{"club": "HOBBY", "status": "Member", "administrator": true, "appliedAt": t.moment(0),
                "joinedAt": t.moment(0)}],
            "feedback": [{"club": "HOBBY", "eventId": null, "rating": 5, "text": "Ours", "createdAt": t.moment(0),
                "changedAt": t.moment(0)}],
            "questions": [{"club": "DRAMATIC", "text": "A play with us?", "createdAt": t.moment(0)}],
            "announcements": [{"club": "HOBBY", "audience": "members", "title": "Walk", "body": "Saturday at six",
                "createdAt": t.moment(0)}],
        })
    );
    let other = ada.get("/account/data").await.expect(200)["clubs"].clone();
    assert_eq!(
        (&other["feedback"], &other["questions"], &other["announcements"]),
        (&json!([]), &json!([]), &json!([]))
    );
}

async fn the_demo_campus_has_lively_clubs(t: TestApp) {
    quad::demo::seed(&t.app).await.expect("filled").expect("log-ins");
    let guest = t.browser();
    let listed = guest.get("/clubs").await.expect(200);
    assert_eq!(listed["total"], 6);
    for club in listed["clubs"].as_array().expect("a list") {
        let name = club["shortName"].as_str().expect("a name");
        assert!(club["members"].as_i64().is_some_and(|members| members > 30), "{name}");
        assert!(club["rating"]["average"].as_f64().is_some_and(|average| average > 3.0), "{name}");
        let holders = guest.get(&format!("/member/postholders/{name}")).await.expect(200);
        assert_eq!(holders["data"].as_array().map(Vec::len), Some(4), "{name}");
        let key = club["picture"]["key"].as_str().expect("a picture");
        assert_eq!(guest.get(&format!("/media/{key}")).await.status, 200, "{name}");
        assert_eq!(club["links"].as_array().map(Vec::len), Some(1), "{name}");
    }
    let log_in = async |name: &str| {
        let browser = t.browser();
        let asked = json!({"email": format!("{name}@meridian.example"), "passWord": "lawn-and-brick"});
        let role = browser.post("/login", asked).await.expect(200)["role"].clone();
        (browser, role)
    };
    let (meera, role) = log_in("meera").await;
    assert_eq!(role, "HOBBY");
    let counts = meera.get("/clubs/HOBBY/members").await.expect(200)["counts"].clone();
    assert_eq!(counts, json!({"total": 65, "pending": 5, "office": 4}));
    let (ananya, role) = log_in("ananya").await;
    assert_eq!(role, "USER");
    let mine = ananya.get("/clubs/mine").await.expect(200);
    let states: Vec<&Value> =
        mine["memberships"].as_array().expect("a list").iter().map(|one| &one["status"]).collect();
    assert_eq!(states, ["member", "pending"]);
    assert_eq!(titles(&ananya).await, ["Photo walk to the old market", "Welcome to Hobby Club"]);
    assert_eq!(titles(&meera).await, ["Photo walk to the old market", "You administer Hobby Club"]);
    let galleries = ananya.get("/event/gallery/HOBBY").await.expect(200)["gallery"].clone();
    assert_eq!(galleries[0]["EventId"]["title"], "Open doors");
    let pictures = galleries[0]["pictures"].as_array().expect("pictures");
    assert_eq!(pictures.len(), 6);
    for picture in pictures {
        assert_eq!(guest.get(&format!("/media/{}", picture["key"].as_str().expect("a key"))).await.status, 200);
    }
    // All that was painted is shown, so that nothing of it is swept.
    t.pass(2 * 24 * 3600);
    t.run_jobs().await;
    let unused: Option<i64> =
        sql("SELECT count(*) AS value FROM pictures WHERE uses = 0").value(&t.app.db).await.expect("counting");
    assert_eq!(unused, Some(0));
}
