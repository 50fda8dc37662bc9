//! Stories of search and order: what people type finds what stands there, and names stand in the order of names, on both engines
//! alike. The rules themselves are tested in `crates/text`; its table is used here through the lists.

use std::collections::BTreeMap;

use quad_db::{Engine, sql};
use serde_json::{Value, json};

use crate::harness::{Browser, TestApp};
use crate::on_both_engines;

on_both_engines!(
    people_are_found_by_what_is_typed,
    each_word_is_looked_for_in_every_list,
    clubs_events_and_polls_are_found_by_what_is_typed,
    people_of_one_name_stand_in_one_order,
);

/// The names of the table, and one more, in the order of names.
const IN_ORDER: [&str; 28] = [
    "Ägir Ñandú",
    "Ārambh Utsav",
    "Bjørn",
    "Block C – Room 7",
    "Don’t panic",
    "Don`t panic",
    "H₂O",
    "İstanbul",
    "Łódź",
    "Miles O Brien",
    "Miles O’Brien",
    "Miles OBrien",
    "Nguyễn",
    "Ökologie",
    "𝓟𝓻𝓲𝔂𝓪",
    "Priya  Sharma",
    "Ravi D Souza",
    "Room 12",
    "Room १२",
    "Semiﬁnal",
    "Straße",
    "Οδός",
    "علی",
    "م\u{64f}حم\u{651}د",
    "\u{958}लम",
    "श\u{94d}\u{200d}री",
    "হঠ\u{9be}ৎ",
    "അവൻ",
];

/// Texts, and what finds or does not find each.
fn found(part: &str) -> BTreeMap<String, Vec<String>> {
    let table: Value = serde_json::from_str(include_str!("texts.json")).expect("a table");
    serde_json::from_value(table[part].clone()).expect("texts and what finds them")
}

fn asked(path: &str, words: &str) -> String {
    format!("{path}q={words}")
}

/// A text at each place of a list.
fn texts(list: &Value, at: &str) -> Vec<String> {
    let rows = list.as_array().expect("a list").iter();
    rows.map(|row| row.pointer(at).and_then(Value::as_str).expect("a text").to_owned()).collect()
}

async fn people_are_found_by_what_is_typed(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let event = t.event(&meera, "Chess", None).await;
    let found = found("found");
    let names: Vec<String> = found.keys().cloned().collect();
    for person in t.crowd_of(names.clone()).await {
        person.register_for(&event).await.expect(201);
        person.post("/member/join/HOBBY", json!({})).await.expect(201);
    }
    let participants = format!("/events/{event}/participants?");
    for (name, searches) in &found {
        for words in searches {
            let list = meera.get(&asked(&participants, words)).await.expect(200);
            let there = texts(&list["participants"], "/UserId/fullName");
            assert!(there.contains(name), "{name:?} by {words:?} among participants: {there:?}");
            let list = meera.get(&asked("/clubs/HOBBY/members?", words)).await.expect(200);
            let there = texts(&list["members"], "/UserId/fullName");
            assert!(there.contains(name), "{name:?} by {words:?} among members: {there:?}");
        }
    }
    // Addresses are found like names, by all who are told them, whatever their script.
    let name = "\u{958}लम";
    let kalam = t.person(name).await;
    kalam.register_for(&event).await.expect(201);
    kalam.post("/member/join/HOBBY", json!({})).await.expect(201);
    let dean = t.admin("dean").await;
    for words in [format!("{name}@meridian"), "क\u{93c}लम@".to_owned(), "कलम@MERIDIAN".to_owned()] {
        for path in [&asked(&participants, &words), &asked("/clubs/HOBBY/members?", &words)] {
            assert_eq!(meera.get(path).await.expect(200)["total"], 1, "{path}");
        }
        assert_eq!(dean.get(&format!("/people?search={words}")).await.expect(200)["total"], 1, "{words}");
    }
    kalam.delete(&format!("/events/{event}/registration")).await.expect(200);
    // A new name is found, the one before no longer.
    let somebody = t.log_in("crowd0").await;
    somebody.put("/account", json!({"fullName": "Ägir Ñandú"})).await.expect(200);
    for (words, count) in [("agir NANDU", 1), (names[0].as_str(), 0)] {
        assert_eq!(meera.get(&asked(&participants, words)).await.expect(200)["total"], count, "{words}");
    }

    let list = meera.get(&format!("{participants}sort=name:asc&size=100")).await.expect(200);
    let up = texts(&list["participants"], "/UserId/fullName");
    assert_eq!(up, IN_ORDER);
    let list = meera.get(&format!("{participants}sort=name:desc&size=100")).await.expect(200);
    let down = texts(&list["participants"], "/UserId/fullName");
    // "Room 12" and "Room १२" have one place, and stand as they came either way.
    let ends = |of: &[String]| (of.first().cloned(), of.last().cloned());
    assert_eq!((ends(&down).0, ends(&down).1), (ends(&up).1, ends(&up).0));
}

async fn each_word_is_looked_for_in_every_list(t: TestApp) {
    let (meera, dean, rohan) = (t.manager("meera", "HOBBY").await, t.admin("dean").await, t.organiser("rohan").await);
    let event = t.event(&meera, "“Quotes” – night", None).await;
    let found = found("found_by_words");
    for person in t.crowd_of(found.keys().cloned()).await {
        person.register_for(&event).await.expect(201);
        person.post("/member/join/HOBBY", json!({})).await.expect(201);
    }
    let lists = [
        (&meera, format!("/events/{event}/participants?q="), "participants", "/UserId/fullName"),
        (&meera, "/clubs/HOBBY/members?q=".to_owned(), "members", "/UserId/fullName"),
        (&dean, "/people?search=".to_owned(), "people", "/fullName"),
    ];
    for (name, searches) in &found {
        for (words, (who, path, list, at)) in
            searches.iter().flat_map(|words| lists.iter().map(move |list| (words, list)))
        {
            let path = format!("{path}{}", words.replace('+', "%2B"));
            let there = texts(&who.get(&path).await.expect(200)[list], at);
            assert!(there.contains(name), "{name:?} by {words:?} at {path}: {there:?}");
        }
    }
    for (who, path, ..) in &lists {
        let none = who.get(&format!("{path}harpreet bose")).await.expect(200);
        assert_eq!(none["total"], 0, "both words are of one person, at {path}");
    }

    let contest = json!({
        "title": "“Quotes” – night", "description": "", "isPublic": true, "QuestionSet": [],
        "startDate": t.moment(60), "endDate": t.moment(3660),
    });
    rohan.post("/post/createcontest", contest).await.expect(201);
    rohan.post("/voting/create", t.poll_asked("“Quotes” – night", 0, 3600, &["Yes", "No"])).await.expect(201);
    let club = json!({"name": "Night of “Quotes”", "description": "", "shortName": "QUOTES"});
    dean.post("/clubs", club).await.expect(201);
    for path in ["/events?", "/polls?", "/clubs?", "/post/getallcontest?page=1&"] {
        for (words, count) in [("quotes night", 1), ("NIGHT, quotes", 1), ("night quotations", 0)] {
            let total = rohan.get(&asked(path, words)).await.expect(200)["total"].clone();
            assert_eq!(total, count, "{words} at {path}");
        }
    }
}

async fn clubs_events_and_polls_are_found_by_what_is_typed(t: TestApp) {
    let (meera, dean) = (t.manager("meera", "HOBBY").await, t.admin("dean").await);
    let rohan = t.organiser("rohan").await;
    t.event(&meera, "Ārambh Utsav", None).await;
    let mut other = t.event_asked("Walk", 90_000);
    other["location"] = json!("Ökologie Zentrum");
    let made = meera.post("/event", other.clone()).await.expect(201);
    let mut poll = t.poll_asked("Where to, Łódź?", 0, 3600, &["Yes", "No"]);
    poll["Organization"] = json!("Société");
    rohan.post("/voting/create", poll).await.expect(201);
    let club = |name: &str, about: &str| json!({"name": name, "description": about, "shortName": "DANCE"});
    dean.post("/clubs", club("Ñandú Dance", "Straße und Tanz")).await.expect(201);

    let total = async |who: &Browser, path: &str, words: &str| {
        who.get(&asked(path, words)).await.expect(200)["total"].as_i64().expect("a number")
    };
    for (path, words, count) in [
        ("/events?", "ārambh", 1),
        ("/events?", "UTSAV", 1),
        ("/events?", "okologie", 1),
        ("/events?", "utsav okologie", 0),
        ("/polls?", "lodz?", 1),
        ("/polls?", "SOCIETE", 1),
        ("/clubs?", "nandu", 1),
        ("/clubs?", "strasse", 1),
        ("/clubs?", "dance", 1),
    ] {
        assert_eq!(total(&rohan, path, words).await, count, "{words} at {path}");
    }
    // After a change the new words find it.
    other["location"] = json!("Zoë Hall");
    let id = made["event"]["_id"].as_str().expect("an id");
    meera.put(&format!("/events/{id}"), other).await.expect(200);
    dean.put("/clubs/DANCE", club("Ängelholm Dance", "")).await.expect(200);
    for (path, words, count) in
        [("/events?", "okologie", 0), ("/events?", "zoe", 1), ("/clubs?", "nandu", 0), ("/clubs?", "ANGELHOLM", 1)]
    {
        assert_eq!(total(&rohan, path, words).await, count, "{words} at {path}");
    }
}

/// The order of texts differs between SQLite and a PostgreSQL of another language, which this one is made to be.
async fn people_of_one_name_stand_in_one_order(t: TestApp) {
    if t.app.db.engine() == Engine::Postgres {
        let mut tx = t.app.db.begin().await.expect("a transaction");
        let other = r#"ALTER TABLE users ALTER COLUMN email TYPE TEXT COLLATE "en-x-icu""#;
        sql(other).run(&mut tx).await.expect("another order of texts");
        tx.commit().await.expect("committed");
    }
    let dean = t.admin("dean").await;
    let mut wanted = Vec::new();
    for address in ["namesake_c", "namesakea", "namesake.d", "namesake-b", "namesake1"] {
        let somebody = t.person(address).await;
        somebody.put("/account", json!({"fullName": "Asha Rao"})).await.expect(200);
        wanted.push(format!("{address}@meridian.example"));
        t.pass(1);
    }
    let list = dean.get("/people?search=asha").await.expect(200);
    assert_eq!(texts(&list["people"], "/email"), wanted, "as they signed up");
}
