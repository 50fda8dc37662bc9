//! Stories of registering: the form's answers, places and the waiting list, races, telling people, participants.

use std::collections::HashSet;
use std::io::Read;

use futures::future::join_all;
use quad_db::FromRow;
use quad_db::sql;
use serde_json::{Value, json};

use crate::harness::{Browser, PASSWORD, TestApp};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    racing_200_for_20_places,
    racing_one_person_registers_once,
    racing_cancellations_and_registrations,
    racing_a_form_change_against_registrations,
    no_inbox_names_an_earlier_time_or_place,
    no_inbox_names_an_earlier_title,
);

plain_stories!(
    one_registers_and_sees_it,
    once_per_person,
    answers_are_checked_against_the_form,
    strange_bodies_are_refused,
    registration_ends_with_the_event,
    a_club_closes_and_opens_registration,
    a_freed_place_goes_to_the_first_who_waits,
    who_gives_up_the_place_at_once_is_told_of_none,
    more_places_let_people_move_up,
    nobody_moves_up_after_the_start_or_while_closed,
    a_date_set_right_or_registration_reopened_lets_people_move_up,
    a_changed_form_leaves_registrations_alone,
    an_answer_stands_under_what_was_asked,
    registrants_are_told,
    reminders_come_once,
    reminders_keep_apart_and_name_the_day,
    a_new_start_told_now_is_not_reminded_of_at_once,
    the_organiser_writes_to_all_registered,
    participants_are_listed_sorted_and_searched,
    participants_are_exported,
    leaving_frees_the_places,
    the_own_data_has_ones_registrations,
);

/// What the counts say, and what the rows say.
#[derive(Debug, PartialEq, Eq, FromRow)]
struct Places {
    registered: i64,
    waiting: i64,
}

/// How many have a place and wait; the counts and the rows agree, and so do the constraint's claims.
async fn places(t: &TestApp, event: &str) -> (i64, i64) {
    let id = quad_kernel::ids::EventId::parse(event).expect("an id");
    let counted: Places = sql(
        "SELECT CAST(registered AS BIGINT) AS registered, CAST(waiting AS BIGINT) AS waiting FROM events WHERE id = $1",
    )
    .arg(id)
    .one(&t.app.db)
    .await
    .expect("read")
    .expect("an event");
    let rows: Places =
        sql("SELECT CAST(COALESCE(SUM(CASE WHEN state = 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS registered,
            CAST(COALESCE(SUM(CASE WHEN state = 1 THEN 1 ELSE 0 END), 0) AS BIGINT) AS waiting
         FROM event_registrations WHERE event_id = $1")
        .arg(id)
        .one(&t.app.db)
        .await
        .expect("read")
        .expect("counts");
    assert_eq!(counted, rows);
    (counted.registered, counted.waiting)
}

async fn one_registers_and_sees_it(t: TestApp) {
    let (meera, ada) = (t.manager("meera", "HOBBY").await, t.person("ada").await);
    let id = t.event(&meera, "Chess", Some(2)).await;
    let own = format!("/events/{id}/registration");
    ada.get(&own).await.refused(404, "not_registered");
    let said =
        ada.post(&format!("/event/registerto/{id}"), json!({"team": " Cranes ", "diet": "Jain"})).await.expect(201);
    assert_eq!(
        said,
        json!({"success": true, "message": "Registered successfully!", "state": "registered", "position": null})
    );
    let seen = ada.get(&own).await.expect(200)["registration"].clone();
    assert_eq!(seen["answers"], json!({"team": "Cranes", "diet": "Jain"}));
    assert_eq!(
        (&seen["state"], &seen["registeredAt"], &seen["formVersion"]),
        (&json!("registered"), &json!(t.moment(0)), &json!(1))
    );
    assert_eq!(seen["form"]["fields"][0]["name"], "team");
    assert_eq!(ada.event(&id).await["you"], json!({"state": "registered", "position": null}));
    assert_eq!(meera.event(&id).await["you"], Value::Null);
    assert_eq!(ada.put(&own, json!({"team": "Herons"})).await.expect(200)["message"], "Your answers are saved");
    assert_eq!(ada.get(&own).await.expect(200)["registration"]["answers"], json!({"team": "Herons"}));
    assert_eq!(
        ada.put(&own, json!({"team": ""})).await.refused(400, "invalid")["fields"]["team"],
        "This field is required"
    );
    assert_eq!(ada.delete(&own).await.expect(200)["message"], "Your registration is cancelled");
    assert_eq!((places(&t, &id).await, &ada.event(&id).await["you"]), ((0, 0), &Value::Null));
    for answer in [ada.get(&own).await, ada.put(&own, json!({"team": "A"})).await, ada.delete(&own).await] {
        answer.refused(404, "not_registered");
    }
    // Nobody keeps the answers of whoever cancelled; one may come back.
    ada.register_for(&id).await.expect(201);
    assert_eq!(places(&t, &id).await, (1, 0));
    t.browser().post(&format!("/event/registerto/{id}"), json!({})).await.refused(401, "logged_out");
    let other = [("x-user-id", meera.id.as_str())];
    let answer = ada.ask(reqwest::Method::POST, &format!("/event/registerto/{id}"), Some(json!({})), &other).await;
    answer.refused(403, "identity_mismatch");
}

async fn once_per_person(t: TestApp) {
    let (meera, ada, ben) = (t.manager("meera", "HOBBY").await, t.person("ada").await, t.person("ben").await);
    let id = t.event(&meera, "Chess", Some(1)).await;
    ada.register_for(&id).await.expect(201);
    ada.register_for(&id).await.refused(409, "already_registered");
    let waits = ben.register_for(&id).await.expect(201);
    assert_eq!((&waits["state"], &waits["position"]), (&json!("waiting"), &json!(1)));
    assert_eq!(waits["message"], "All places are taken; you are number 1 on the waiting list");
    ben.register_for(&id).await.refused(409, "already_registered");
    assert_eq!(places(&t, &id).await, (1, 1));
}

const PHONE: &str =
    "Please enter a phone number of 7 to 15 digits; besides them, only a + in front, spaces and ( ) - . / are allowed";

async fn answers_are_checked_against_the_form(t: TestApp) {
    let (meera, ada) = (t.manager("meera", "HOBBY").await, t.person("ada").await);
    let field = |name: &str, required: bool, options: Value| json!({"name": name, "label": name, "type": name.trim_end_matches('_'), "required": required, "options": options});
    let fields = json!([
        field("text", true, json!([])),
        field("email", true, json!([])),
        field("tel", true, json!([])),
        field("number", true, json!([])),
        field("date", true, json!([])),
        field("select", false, json!(["A", "B"]))
    ]);
    let made = meera.post("/event", json!({"title": "Chess", "formjson": {"fields": fields}})).await.expect(201);
    let path = format!("/event/registerto/{}", made["event"]["_id"].as_str().expect("an id"));
    let said = ada.post(&path, json!({})).await.refused(400, "invalid");
    let required = "This field is required";
    assert_eq!(
        said["fields"],
        json!({"text": required, "email": required, "tel": required, "number": required, "date": required})
    );
    assert_eq!((&said["message"], &said["field"]), (&json!("5 answers need another look"), &json!("text")));
    let good = json!({"text": "=1+1", "email": "Ada@x.example", "tel": "tel:(+91) 90000 00001", "number": 4.5, "date": "2026-11-20", "select": "B"});
    for (key, bad, say) in [
        ("text", json!("  "), required),
        ("text", json!(null), required),
        ("text", json!("x".repeat(1001)), "The answer may have at most 1000 characters"),
        ("text", json!(["a"]), "This answer must be a text or a number"),
        ("text", json!(true), "This answer must be a text or a number"),
        ("email", json!("ada"), "Please enter a valid email address"),
        ("tel", json!("123"), PHONE),
        ("tel", json!("9876543210 ext 5"), PHONE),
        ("number", json!("four"), "Please enter a number in digits, such as 1200 or 2.5"),
        ("date", json!("20.11.2026"), "Please enter a date, like 2026-11-20"),
        ("select", json!("C"), "Please choose one of the options"),
        ("role", json!("ADMIN"), "The form has no such field"),
    ] {
        let mut answers = good.clone();
        answers[key] = bad;
        let said = ada.post(&path, answers).await.refused(400, "invalid");
        assert_eq!((&said["fields"], &said["message"]), (&json!({key: say}), &json!(say)));
    }
    ada.post(&path, good).await.expect(201);
    let people = meera.get(&path.replace("registerto", "participants")).await.expect(200);
    assert_eq!(
        people["event"][0]["formdata"],
        json!({"text": "=1+1", "email": "ada@x.example", "tel": "(+91) 90000 00001", "number": "4.5", "date": "2026-11-20", "select": "B"})
    );
}

async fn strange_bodies_are_refused(t: TestApp) {
    let (meera, ada) = (t.manager("meera", "HOBBY").await, t.person("ada").await);
    let id = t.event(&meera, "Chess", None).await;
    let path = format!("/event/registerto/{id}");
    for body in ["", "[]", "null", "{\"team\":", "{} {}", "\"x\""] {
        ada.send_raw(&path, "application/json", body.into()).await.refused(400, "invalid");
    }
    ada.send_raw(&path, "text/plain", b"{}".to_vec()).await.refused(415, "unsupported_media_type");
    let many: serde_json::Map<String, Value> = (0..500).map(|no| (format!("x{no}"), json!("y"))).collect();
    let said = ada.post(&path, many.into()).await.refused(400, "invalid");
    assert_eq!(said["fields"].as_object().expect("fields").len(), 11, "the missing one and the first ten strangers");
    let said =
        ada.post(&path, json!({"team": "a", "n\u{0}l": "x", &"é".repeat(200): "x"})).await.refused(400, "invalid");
    assert!(said["fields"].as_object().expect("fields").keys().all(|name| name.chars().count() <= 64));
    ada.post(&path, json!({"team": "a\u{0}b"})).await.refused(400, "invalid");
    ada.post(&path, json!({"team": "x".repeat(300_000)})).await.refused(413, "too_large");
    assert_eq!(places(&t, &id).await, (0, 0));
}

async fn registration_ends_with_the_event(t: TestApp) {
    let (meera, ada, ben) = (t.manager("meera", "HOBBY").await, t.person("ada").await, t.person("ben").await);
    let id = t.event(&meera, "Chess", None).await;
    t.pass(86_400 + 7199);
    ada.register_for(&id).await.expect(201);
    t.pass(1);
    ben.register_for(&id).await.refused(409, "event_over");
    ada.delete(&format!("/events/{id}/registration")).await.refused(409, "event_over");
    ada.put(&format!("/events/{id}/registration"), json!({"team": "x"})).await.refused(409, "event_over");
    assert_eq!(places(&t, &id).await, (1, 0));
}

async fn a_club_closes_and_opens_registration(t: TestApp) {
    let (meera, ada, ben) = (t.manager("meera", "HOBBY").await, t.person("ada").await, t.person("ben").await);
    let id = t.event(&meera, "Chess", None).await;
    ada.register_for(&id).await.expect(201);
    let state = format!("/events/{id}/registration-state");
    let said = meera.post(&state, json!({"open": false})).await.expect(200);
    assert_eq!((&said["message"], &said["event"]["open"]), (&json!("Registration is closed"), &json!(false)));
    ben.register_for(&id).await.refused(409, "registration_closed");
    ada.register_for(&id).await.refused(409, "already_registered");
    ada.put(&format!("/events/{id}/registration"), json!({"team": "x"})).await.expect(200);
    assert_eq!(meera.post(&state, json!({"open": true})).await.expect(200)["message"], "Registration is open");
    ben.register_for(&id).await.expect(201);
    meera.post(&state, json!({})).await.refused(400, "invalid");
}

async fn racing_200_for_20_places(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", Some(20)).await;
    let crowd = t.crowd(200).await;
    // Half of them ask another process.
    let other = t.beside(2).await;
    let ask = |(at, person): (usize, &Browser)| {
        let (person, id) = (if at % 2 == 0 { person.clone() } else { person.at(&other.base) }, id.clone());
        async move { person.register_for(&id).await }
    };
    let answers = join_all(crowd.iter().enumerate().map(ask)).await;
    let said: Vec<Value> = answers.into_iter().map(|answer| answer.expect(201)).collect();
    let with_place = said.iter().filter(|one| one["state"] == "registered" && one["position"].is_null()).count();
    let positions: HashSet<i64> = said.iter().filter_map(|one| one["position"].as_i64()).collect();
    assert_eq!((with_place, positions), (20, (1..=180).collect()));
    assert_eq!(places(&t, &id).await, (20, 180));
    // What everybody was told stands in the list, in the order they came.
    let people = meera.get(&format!("/event/participants/{id}")).await.expect(200)["event"].clone();
    let people = people.as_array().expect("a list");
    let states: Vec<_> = people.iter().map(|one| one["position"].as_i64()).collect();
    assert_eq!(states, [vec![None; 20], (1..=180).map(Some).collect()].concat());
    for (person, said) in crowd.iter().zip(&said) {
        let row = people.iter().find(|one| one["UserId"]["_id"] == person.id.as_str()).expect("a row");
        assert_eq!((&row["state"], &row["position"]), (&said["state"], &said["position"]));
    }
    // The first five who have a place cancel at once: the first five who wait have them.
    let leaving = people[..5].iter().map(|one| one["UserId"]["_id"].as_str().expect("an id"));
    let leaving: Vec<&Browser> =
        leaving.map(|id| crowd.iter().find(|person| person.id == id).expect("a person")).collect();
    let own = format!("/events/{id}/registration");
    for answer in join_all(leaving.iter().map(|person| person.delete(&own))).await {
        answer.expect(200);
    }
    assert_eq!(places(&t, &id).await, (20, 175));
    let after = meera.get(&format!("/event/participants/{id}")).await.expect(200)["event"].clone();
    let order = |list: &[Value]| list.iter().map(|one| one["UserId"]["_id"].clone()).collect::<Vec<_>>();
    assert_eq!(order(after.as_array().expect("a list")), order(&people[5..]));
    t.run_jobs().await;
    let told = crowd.iter().find(|person| people[20]["UserId"]["_id"] == person.id.as_str()).expect("a person");
    assert_eq!(told.told().await, ["You have a place: Chess"]);
}

async fn racing_one_person_registers_once(t: TestApp) {
    let (meera, ada) = (t.manager("meera", "HOBBY").await, t.person("ada").await);
    let id = t.event(&meera, "Chess", Some(3)).await;
    let answers = join_all((0..20).map(|_| ada.register_for(&id))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status == 409).count(), 19);
    assert_eq!(places(&t, &id).await, (1, 0));
    // Cancelling twice frees one place.
    let own = format!("/events/{id}/registration");
    let answers = join_all((0..10).map(|_| ada.delete(&own))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(places(&t, &id).await, (0, 0));
}

async fn a_freed_place_goes_to_the_first_who_waits(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", Some(1)).await;
    let crowd = t.crowd(4).await;
    for person in &crowd {
        person.register_for(&id).await.expect(201);
    }
    let you = async |at: usize| crowd[at].event(&id).await["you"].clone();
    assert_eq!(you(3).await, json!({"state": "waiting", "position": 3}));
    let own = format!("/events/{id}/registration");
    // Somebody in the middle of the list goes: those behind move up, nobody has a place.
    crowd[2].delete(&own).await.expect(200);
    assert_eq!((you(1).await["position"].clone(), you(3).await["position"].clone()), (json!(1), json!(2)));
    crowd[0].delete(&own).await.expect(200);
    assert_eq!((you(1).await["state"].clone(), you(3).await["position"].clone()), (json!("registered"), json!(1)));
    // Who comes back stands at the end.
    let back = crowd[0].register_for(&id).await.expect(201);
    assert_eq!((&back["state"], &back["position"]), (&json!("waiting"), &json!(2)));
    t.run_jobs().await;
    t.run_jobs().await;
    assert_eq!(crowd[1].told().await, ["You have a place: Chess"]);
    assert!(crowd[0].told().await.is_empty() && crowd[3].told().await.is_empty());
    assert_eq!(places(&t, &id).await, (1, 2));
}

async fn who_gives_up_the_place_at_once_is_told_of_none(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", Some(1)).await;
    let crowd = t.crowd(4).await;
    for person in &crowd {
        person.register_for(&id).await.expect(201);
    }
    let own = format!("/events/{id}/registration");
    // The second has the place for a moment; it comes back and waits. The third has it then, and keeps it.
    for person in &crowd[..2] {
        person.delete(&own).await.expect(200);
    }
    crowd[1].register_for(&id).await.expect(201);
    t.run_jobs().await;
    t.run_jobs().await;
    assert_eq!(crowd[2].told().await, ["You have a place: Chess"]);
    let newest = crowd[2].get("/notifications").await.expect(200)["notifications"][0]["body"].clone();
    assert!(
        newest.as_str().is_some_and(|said| said.starts_with("Somebody cancelled, and the place is yours.")),
        "{newest}"
    );
    for at in [0, 1, 3] {
        assert!(crowd[at].told().await.is_empty(), "{at}");
    }
}

async fn more_places_let_people_move_up(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", Some(2)).await;
    let crowd = t.crowd(6).await;
    for person in &crowd {
        person.register_for(&id).await.expect(201);
    }
    assert_eq!(places(&t, &id).await, (2, 4));
    let change = async |capacity: Value| {
        let mut asked = t.event_asked("Chess", 86_400);
        (asked["location"], asked["capacity"]) = (json!(""), capacity);
        meera.put(&format!("/events/{id}"), asked).await.expect(200);
    };
    change(json!(3)).await;
    assert_eq!(places(&t, &id).await, (3, 3));
    // Fewer places take none away.
    change(json!(1)).await;
    assert_eq!(places(&t, &id).await, (3, 3));
    crowd[0].delete(&format!("/events/{id}/registration")).await.expect(200);
    assert_eq!(places(&t, &id).await, (2, 3), "nobody moves up while there are too many");
    change(Value::Null).await;
    assert_eq!(places(&t, &id).await, (5, 0));
    t.run_jobs().await;
    for (at, person) in crowd.iter().enumerate() {
        assert_eq!(person.told().await.len(), usize::from(at >= 2), "{at}");
    }
    for person in &crowd[2..] {
        let newest = person.get("/notifications").await.expect(200)["notifications"][0]["body"].clone();
        let because = "There are more places now, and one is yours.";
        assert!(newest.as_str().is_some_and(|said| said.starts_with(because)), "{newest}");
    }
}

async fn nobody_moves_up_after_the_start_or_while_closed(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let (begun, closed) = (t.event(&meera, "Chess", Some(2)).await, t.event(&meera, "Go", Some(2)).await);
    let crowd = t.crowd(6).await;
    for person in &crowd[..4] {
        for event in [&begun, &closed] {
            person.register_for(event).await.expect(201);
        }
    }
    meera.post(&format!("/events/{closed}/registration-state"), json!({"open": false})).await.expect(200);
    crowd[0].delete(&format!("/events/{closed}/registration")).await.expect(200);
    assert_eq!(places(&t, &closed).await, (1, 2));
    // More places do not change that, and not as many as come.
    let change = async |capacity: Value| {
        let mut asked = t.event_asked("Go", 86_400);
        (asked["location"], asked["capacity"]) = (json!(""), capacity);
        meera.put(&format!("/events/{closed}"), asked).await.expect(200)
    };
    change(json!(3)).await;
    let seen = change(Value::Null).await["event"].clone();
    assert_eq!((places(&t, &closed).await, &seen["capacity"]), ((1, 2), &Value::Null));
    t.pass(90_000);
    crowd[0].delete(&format!("/events/{begun}/registration")).await.expect(200);
    crowd[1].ask(reqwest::Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
    assert_eq!(places(&t, &begun).await, (0, 2));
    // Who comes now stands behind those who wait.
    let said = crowd[4].register_for(&begun).await.expect(201);
    assert_eq!((&said["state"], &said["position"]), (&json!("waiting"), &json!(3)));
    // What the club set stands, and is there for all once nobody waits.
    assert_eq!(crowd[4].event(&begun).await["capacity"], 2);
    for at in [2, 3, 4] {
        crowd[at].delete(&format!("/events/{begun}/registration")).await.expect(200);
    }
    assert_eq!(crowd[5].register_for(&begun).await.expect(201)["state"], "registered");
    t.run_jobs().await;
    t.run_jobs().await;
    for at in [2, 3, 4, 5] {
        let told = crowd[at].told().await;
        assert!(told.iter().all(|one| !one.starts_with("You have a place")), "{told:?}");
    }
}

async fn a_date_set_right_or_registration_reopened_lets_people_move_up(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let (wrong, closed) = (t.event(&meera, "Chess", Some(1)).await, t.event(&meera, "Go", Some(1)).await);
    let crowd = t.crowd(3).await;
    for person in &crowd {
        for event in [&wrong, &closed] {
            person.register_for(event).await.expect(201);
        }
    }
    let dated = async |from: i64, capacity: i32| {
        let mut asked = t.event_asked("Chess", from);
        (asked["location"], asked["capacity"]) = (json!(""), json!(capacity));
        meera.put(&format!("/events/{wrong}"), asked).await.expect(200);
    };
    let state = format!("/events/{closed}/registration-state");
    meera.post(&state, json!({"open": false})).await.expect(200);
    crowd[0].delete(&format!("/events/{closed}/registration")).await.expect(200);
    // The date stands wrong, in the past, with another place.
    dated(-500_000, 2).await;
    t.run_jobs().await;
    assert_eq!((places(&t, &wrong).await, places(&t, &closed).await), ((1, 2), (0, 2)));
    assert!(crowd[1].told().await.is_empty());
    dated(200_000, 2).await;
    meera.post(&state, json!({"open": true})).await.expect(200);
    assert_eq!((places(&t, &wrong).await, places(&t, &closed).await), ((2, 1), (1, 1)));
    for _ in 0..3 {
        t.run_jobs().await;
    }
    let mut told = crowd[1].told().await;
    told.sort();
    assert_eq!(told, ["Changed: Chess", "You have a place: Chess", "You have a place: Go"]);
    let inbox = crowd[1].get("/notifications").await.expect(200)["notifications"].clone();
    for notice in inbox.as_array().expect("a list") {
        let body = notice["body"].as_str().expect("a text");
        assert!(!body.contains("Somebody cancelled"), "{body}");
    }
    assert_eq!(crowd[2].told().await, ["Changed: Chess"]);
}

async fn racing_cancellations_and_registrations(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", Some(5)).await;
    let crowd = t.crowd(30).await;
    for person in &crowd[..15] {
        person.register_for(&id).await.expect(201);
    }
    let own = format!("/events/{id}/registration");
    let asked = crowd.iter().enumerate().map(async |(at, person)| match at {
        0..10 => person.delete(&own).await.expect(200),
        15.. => person.register_for(&id).await.expect(201),
        _ => {
            let capacity = if at % 2 == 0 { 5 } else { 6 };
            let mut asked = t.event_asked("Chess", 86_400);
            (asked["location"], asked["capacity"]) = (json!(""), json!(capacity));
            meera.put(&format!("/events/{id}"), asked).await.expect(200)
        }
    });
    join_all(asked).await;
    let (registered, waiting) = places(&t, &id).await;
    assert_eq!(registered + waiting, 20);
    assert!((5..=6).contains(&registered), "{registered}");
    // Those who have a place came before those who wait.
    let people = meera.get(&format!("/event/participants/{id}")).await.expect(200)["event"].clone();
    let states: Vec<_> = people.as_array().expect("a list").iter().map(|one| one["state"] == "waiting").collect();
    assert!(states.is_sorted(), "{states:?}");
}

async fn racing_a_form_change_against_registrations(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", None).await;
    let crowd = t.crowd(12).await;
    let change = async {
        let fields = json!([{"name": "year", "label": "Year", "type": "number", "required": true}]);
        meera.put(&format!("/events/{id}"), json!({"title": "Chess", "formjson": {"fields": fields}})).await.expect(200)
    };
    let (_, answers) = futures::join!(change, join_all(crowd.iter().map(|person| person.register_for(&id))));
    let mut taken = 0;
    for (person, answer) in crowd.iter().zip(answers) {
        if answer.status == 201 {
            taken += 1;
            // Whoever was let in is registered with the form the answers are for.
            let own = person.get(&format!("/events/{id}/registration")).await.expect(200)["registration"].clone();
            assert_eq!((&own["form"]["fields"][0]["name"], &own["formVersion"]), (&json!("team"), &json!(1)));
        } else {
            answer.refused(400, "invalid");
        }
    }
    assert_eq!(places(&t, &id).await, (taken, 0));
}

async fn a_changed_form_leaves_registrations_alone(t: TestApp) {
    let (meera, ada, ben) = (t.manager("meera", "HOBBY").await, t.person("ada").await, t.person("ben").await);
    let id = t.event(&meera, "Chess", None).await;
    ada.register_for(&id).await.expect(201);
    let fields = json!([{"name": "year", "label": "Year", "type": "number", "required": true},
        {"name": "team", "label": "Your team", "type": "text", "required": false}]);
    meera.put(&format!("/events/{id}"), json!({"title": "Chess", "formjson": {"fields": fields}})).await.expect(200);
    ben.register_for(&id).await.refused(400, "invalid");
    ben.post(&format!("/event/registerto/{id}"), json!({"year": 3, "team": "Herons"})).await.expect(201);
    let own = |browser: &Browser| {
        let (browser, path) = (browser.clone(), format!("/events/{id}/registration"));
        async move { browser.get(&path).await.expect(200)["registration"].clone() }
    };
    assert_eq!((&own(&ada).await["formVersion"], &own(&ben).await["formVersion"]), (&json!(1), &json!(2)));
    // The answers one changes are to the form one had.
    ada.put(&format!("/events/{id}/registration"), json!({"team": "Storks", "diet": "Jain"})).await.expect(200);
    ada.put(&format!("/events/{id}/registration"), json!({"year": 2})).await.refused(400, "invalid");
    let page = meera.get(&format!("/events/{id}/participants")).await.expect(200);
    assert_eq!(
        page["columns"],
        json!([{"name": "year", "label": "Year"}, {"name": "team", "label": "Your team"}, {"name": "team~1", "label": "Team"},
            {"name": "diet", "label": "Diet"}])
    );
    assert_eq!(page["participants"][0]["formdata"], json!({"team~1": "Storks", "diet": "Jain"}));
}

/// A field that is taken away leaves its name free, and the next one may get it, by the builder or by hand.
async fn an_answer_stands_under_what_was_asked(t: TestApp) {
    let (meera, ada, ben) = (t.manager("meera", "HOBBY").await, t.person("ada").await, t.person("ben").await);
    let id = t.event(&meera, "Trip", None).await;
    let ask = async |fields: Value| {
        meera.put(&format!("/events/{id}"), json!({"formjson": {"fields": fields}})).await.expect(200);
    };
    let answer = async |who: &Browser, value: &str| {
        who.post(&format!("/event/registerto/{id}"), json!({"field_2": value})).await.expect(201);
    };
    ask(json!([{"name": "field_2", "label": "Parent's phone number", "type": "text"}])).await;
    answer(&ada, "98765 43210").await;
    ask(json!([{"name": "field_2", "label": "T-shirt size", "type": "text"}])).await;
    answer(&ben, "XL").await;
    let page = meera.get(&format!("/events/{id}/participants")).await.expect(200);
    let columns = page["columns"].as_array().expect("a list");
    assert_eq!(columns.iter().map(|one| &one["label"]).collect::<Vec<_>>(), ["T-shirt size", "Parent's phone number"]);
    let older = columns[1]["name"].as_str().expect("a name");
    let plain = meera.get(&format!("/event/participants/{id}")).await.expect(200);
    for people in [&page["participants"], &plain["event"]] {
        assert_eq!(people[0]["formdata"], json!({older: "98765 43210"}));
        assert_eq!(people[1]["formdata"], json!({"field_2": "XL"}));
    }
    let file = meera.get(&format!("/events/{id}/participants.csv")).await;
    let file = String::from_utf8(file.bytes).expect("text");
    let cells = |line: &str| line.split(',').map(|cell| cell.trim().trim_matches('"').to_owned()).collect();
    let rows: Vec<Vec<String>> = file.lines().map(cells).collect();
    let of = |row: &Vec<String>| row[row.len() - 2..].join("|");
    assert_eq!(of(&rows[0]), "T-shirt size|Parent's phone number", "{file}");
    assert_eq!((of(&rows[1]), of(&rows[2])), ("|98765 43210".to_owned(), "XL|".to_owned()), "{file}");
    for (who, asked) in [(&ada, "Parent's phone number"), (&ben, "T-shirt size")] {
        let kept = who.get("/account/data").await.expect(200)["events"]["registrations"][0].clone();
        assert_eq!(kept["questions"], json!({"field_2": asked}));
    }
}

async fn registrants_are_told(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", Some(1)).await;
    let crowd = t.crowd(3).await;
    for person in &crowd[..2] {
        person.register_for(&id).await.expect(201);
    }
    let change = async |start: i64, location: &str, title: &str| {
        let mut asked = t.event_asked(title, start);
        (asked["location"], asked["capacity"]) = (json!(location), json!(1));
        meera.put(&format!("/events/{id}"), asked).await.expect(200);
        t.run_jobs().await;
        t.run_jobs().await;
    };
    // Only time and place are worth a notice.
    change(200_000, "", "Chess").await;
    change(200_000, "", "Chess for all").await;
    change(200_000, "Old Workshop", "Chess for all").await;
    for person in &crowd[..2] {
        assert_eq!(person.told().await, ["Changed: Chess for all"], "in place of the change before");
    }
    assert!(crowd[2].told().await.is_empty() && meera.told().await.is_empty());
    let newest = crowd[1].get("/notifications").await.expect(200)["notifications"][0].clone();
    assert_eq!(newest["url"], format!("/event/{id}"));
    assert_eq!(newest["body"], "The time or place has changed. Now: Nov 23, 2026, 01:33 AM · Old Workshop");
    meera.post(&format!("/events/{id}/cancel"), json!({"reason": "The hall is flooded."})).await.expect(200);
    t.run_jobs().await;
    for person in &crowd[..2] {
        assert_eq!(person.told().await[0], "Cancelled: Chess for all");
        let newest = person.get("/notifications").await.expect(200)["notifications"][0].clone();
        assert_eq!(newest["body"], "This event will not take place. The hall is flooded.");
    }
}

async fn no_inbox_names_an_earlier_time_or_place(t: TestApp) {
    let (meera, ada, bo) = (t.manager("meera", "HOBBY").await, t.person("ada").await, t.person("bo").await);
    let (id, other) = (t.event(&meera, "Chess", Some(1)).await, t.event(&meera, "Go", None).await);
    for (who, event) in [(&ada, &id), (&bo, &id), (&bo, &other)] {
        who.register_for(event).await.expect(201);
    }
    ada.delete(&format!("/events/{id}/registration")).await.expect(200);
    for _ in 0..3 {
        t.run_jobs().await;
        t.pass(60);
    }
    let lines = async |about: &str| -> Vec<(String, String)> {
        let inbox = bo.get("/notifications").await.expect(200)["notifications"].clone();
        let text = |one: &Value, name: &str| one[name].as_str().expect("a text").to_owned();
        let all = inbox.as_array().expect("a list").iter().map(|one| (text(one, "title"), text(one, "body")));
        all.filter(|(title, _)| title.ends_with(about)).collect()
    };
    let owned = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(title, body)| ((*title).to_owned(), (*body).to_owned())).collect()
    };
    let (tomorrow, place) = ("Tomorrow: Chess", "You have a place: Chess");
    let because = |facts: &str| format!("Somebody cancelled, and the place is yours. {facts}");
    let day = "Nov 21, 2026, 06:00 PM";
    assert_eq!(lines("Chess").await, owned(&[(tomorrow, day), (place, because(day).as_str())]));
    let change = async |start: i64, location: &str| {
        let mut asked = t.event_asked("Chess", start);
        (asked["location"], asked["capacity"]) = (json!(location), json!(1));
        meera.put(&format!("/events/{id}"), asked).await.expect(200);
        t.run_jobs().await;
        t.run_jobs().await;
    };
    // Another hall, three minutes later.
    change(86_400 - 180, "LH 2").await;
    let now = "Nov 21, 2026, 06:00 PM · LH 2";
    let changed = |facts: &str| format!("The time or place has changed. Now: {facts}");
    assert_eq!(
        lines("Chess").await,
        owned(&[("Changed: Chess", changed(now).as_str()), (place, because(now).as_str())])
    );
    // Another day.
    change(5 * 86_400 - 180, "LH 2").await;
    let now = "Nov 25, 2026, 06:00 PM · LH 2";
    assert_eq!(
        lines("Chess").await,
        owned(&[("Changed: Chess", changed(now).as_str()), (place, because(now).as_str())])
    );
    meera.post(&format!("/events/{id}/cancel"), json!({})).await.expect(200);
    t.run_jobs().await;
    let off = "This event will not take place.";
    assert_eq!(lines("Chess").await, owned(&[("Cancelled: Chess", off), (place, because(now).as_str())]));
    assert_eq!(lines("Go").await, owned(&[("Tomorrow: Go", day)]), "nothing of another event changes");
}

async fn no_inbox_names_an_earlier_title(t: TestApp) {
    let (meera, bo) = (t.manager("meera", "HOBBY").await, t.person("bo").await);
    let (id, other) = (t.event(&meera, "Chess", None).await, t.event(&meera, "More Chess", None).await);
    for event in [&id, &other] {
        bo.register_for(event).await.expect(201);
    }
    for _ in 0..3 {
        t.run_jobs().await;
        t.pass(60);
    }
    assert_eq!(bo.told().await.len(), 2, "reminders");
    meera.put(&format!("/events/{id}"), json!({"title": "Blitz"})).await.expect(200);
    t.pass(61);
    t.run_jobs().await;
    let mut told = bo.told().await;
    told.sort();
    assert_eq!(told, ["Tomorrow: Blitz", "Tomorrow: More Chess"]);
}

async fn reminders_come_once(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", Some(1)).await;
    let crowd = t.crowd(2).await;
    for person in &crowd {
        person.register_for(&id).await.expect(201);
    }
    t.pass(-60);
    t.run_jobs().await;
    assert!(crowd[0].told().await.is_empty(), "more than a day ahead");
    t.pass(120);
    for _ in 0..3 {
        t.run_jobs().await;
        t.pass(60);
    }
    assert_eq!(crowd[0].told().await, ["Tomorrow: Chess"]);
    // Another time is reminded of anew; the hour as well.
    let mut asked = t.event_asked("Chess", 80_000);
    (asked["location"], asked["capacity"]) = (json!(""), json!(1));
    meera.put(&format!("/events/{id}"), asked).await.expect(200);
    t.pass(60);
    t.run_jobs().await;
    t.run_jobs().await;
    assert_eq!(crowd[0].told().await, ["Changed: Chess"], "the change said when");
    t.pass(77_000);
    for _ in 0..3 {
        t.run_jobs().await;
        t.pass(60);
    }
    assert_eq!(crowd[0].told().await, ["Soon: Chess", "Changed: Chess"]);
    // Who waits has no place to be reminded of.
    assert_eq!(crowd[1].told().await, ["Changed: Chess"]);
    // Of a cancelled event nobody is reminded.
    let other = t.event(&meera, "Go", None).await;
    crowd[1].register_for(&other).await.expect(201);
    meera.post(&format!("/events/{other}/cancel"), json!({})).await.expect(200);
    t.pass(60);
    t.run_jobs().await;
    assert_eq!(crowd[1].told().await[0], "Cancelled: Go");
    assert_eq!(crowd[1].told().await.len(), 2);
}

async fn reminders_keep_apart_and_name_the_day(t: TestApp) {
    let (meera, ada) = (t.manager("meera", "HOBBY").await, t.person("ada").await);
    // At six in the evening: in 63 and in 130 minutes, at eleven, and at one in the night.
    for (title, minutes) in [("Go", 63), ("Skat", 130), ("Bridge", 300), ("Chess", 420)] {
        let mut asked = t.event_asked(title, minutes * 60);
        asked["location"] = json!("");
        let made = meera.post("/event", asked).await.expect(201);
        ada.register_for(made["event"]["_id"].as_str().expect("an id")).await.expect(201);
    }
    for _ in 0..6 {
        t.pass(60);
        t.run_jobs().await;
        t.run_jobs().await;
    }
    let mut told = ada.told().await;
    told.sort();
    assert_eq!(told, ["Soon: Go", "Today at 11:00 PM: Bridge", "Tomorrow: Chess"]);
}

async fn a_new_start_told_now_is_not_reminded_of_at_once(t: TestApp) {
    let (meera, ada) = (t.manager("meera", "HOBBY").await, t.person("ada").await);
    // Each moved to another start: in 20 and in 70 minutes, tomorrow, and in two days.
    for (title, minutes) in [("Go", 20), ("Skat", 70), ("Bridge", 1200), ("Chess", 2880)] {
        let mut asked = t.event_asked(title, 500_000);
        asked["location"] = json!("");
        let made = meera.post("/event", asked).await.expect(201)["event"]["_id"].as_str().expect("an id").to_owned();
        ada.register_for(&made).await.expect(201);
        let mut asked = t.event_asked(title, minutes * 60);
        asked["location"] = json!("");
        meera.put(&format!("/events/{made}"), asked).await.expect(200);
    }
    for _ in 0..15 {
        t.pass(60);
        t.run_jobs().await;
        t.run_jobs().await;
    }
    let mut told = ada.told().await;
    told.sort();
    assert_eq!(told, ["Changed: Bridge", "Changed: Chess", "Changed: Go", "Changed: Skat"]);
    // Later ones come as always.
    t.pass(86_400);
    t.run_jobs().await;
    t.run_jobs().await;
    let told = ada.told().await;
    assert_eq!((told.len(), told[0].as_str()), (5, "Tomorrow: Chess"));
}

async fn the_organiser_writes_to_all_registered(t: TestApp) {
    let (meera, dora) = (t.manager("meera", "HOBBY").await, t.manager("dora", "DRAMATIC").await);
    let id = t.event(&meera, "Chess", Some(2)).await;
    let path = format!("/events/{id}/message");
    let asked = json!({"body": "Bring a board.\nAnd a clock."});
    meera.post(&path, asked.clone()).await.refused(409, "nobody_registered");
    let crowd = t.crowd(4).await;
    for person in &crowd[..3] {
        person.register_for(&id).await.expect(201);
    }
    t.browser().post(&path, asked.clone()).await.refused(401, "logged_out");
    for stranger in [&crowd[0], &dora] {
        stranger.post(&path, asked.clone()).await.refused(403, "not_club_administrator");
    }
    for bad in [json!({}), json!({"body": " "}), json!({"body": "x".repeat(1001)})] {
        assert_eq!(meera.post(&path, bad).await.refused(400, "invalid")["field"], "body");
    }
    meera.post("/events/nothing/message", asked.clone()).await.refused(404, "missing");
    let said = meera.post(&path, asked).await.expect(202);
    assert_eq!(said["message"], "Your message is on its way to everybody who has a place");
    t.run_jobs().await;
    t.run_jobs().await;
    for person in &crowd[..2] {
        let newest = person.get("/notifications").await.expect(200)["notifications"][0].clone();
        assert_eq!(
            (&newest["title"], &newest["body"], &newest["url"], &newest["about"]),
            (
                &json!("About Chess"),
                &json!("Bring a board.\nAnd a clock."),
                &json!(format!("/event/{id}")),
                &json!("event")
            )
        );
    }
    // Who waits, or has nothing to do with it, is told nothing.
    assert!(crowd[2].told().await.is_empty() && crowd[3].told().await.is_empty());
    // It stands among what the club sent, with how many it reached.
    let sent = meera.get("/clubs/HOBBY/announcements").await.expect(200)["announcements"][0].clone();
    assert_eq!(
        (&sent["audience"], &sent["title"], &sent["told"], &sent["done"]),
        (&json!("registered"), &json!("Chess"), &json!(2), &json!(true))
    );
    // Five on a day, of this event; nobody sends to them by the club's form.
    for number in 2..=5 {
        meera.post(&path, json!({"body": format!("Message {number}")})).await.expect(202);
    }
    let late = meera.post(&path, json!({"body": "One more"})).await;
    assert_eq!(late.headers["retry-after"], "21600");
    late.refused(429, "too_many");
    let other = t.event(&meera, "Go", None).await;
    crowd[3].register_for(&other).await.expect(201);
    meera.post(&format!("/events/{other}/message"), json!({"body": "Welcome"})).await.expect(202);
    let by_form = json!({"title": "Chess", "body": "Hello", "club": "HOBBY"});
    meera.post("/event/notifications/send/registered", by_form).await.refused(404, "missing");
    t.pass(21_600);
    meera.post(&path, json!({"body": "Good morning"})).await.expect(202);
}

async fn participants_are_listed_sorted_and_searched(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", Some(3)).await;
    let crowd = t.crowd(5).await;
    for person in &crowd {
        person.register_for(&id).await.expect(201);
    }
    let listed = meera.get(&format!("/event/participants/{id}")).await.expect(200);
    let first = listed["event"][0].clone();
    assert_eq!(
        first,
        json!({"_id": first["_id"], "UserId": {"_id": crowd[0].id, "fullName": "Crowd 000",
            "email": "crowd0@meridian.example", "Batch": 2024, "batch": "2024", "contact": "9000000001"},
            "formdata": {"team": "Cranes"}, "state": "registered", "position": null, "createdAt": t.moment(0)})
    );
    let get = async |query: &str| meera.get(&format!("/events/{id}/participants?{query}")).await.expect(200);
    let names = |page: &Value| -> Vec<String> {
        let people = page["participants"].as_array().expect("a list").iter();
        people.map(|one| one["UserId"]["fullName"].as_str().expect("a name").replace("Crowd 00", "")).collect()
    };
    assert_eq!(names(&get("").await), ["0", "1", "2", "3", "4"]);
    assert_eq!(names(&get("sort=batch:asc").await), ["0", "4", "1", "2", "3"]);
    assert_eq!(names(&get("sort=batch:desc").await), ["3", "2", "1", "0", "4"]);
    assert_eq!(names(&get("sort=name:desc").await), ["4", "3", "2", "1", "0"]);
    assert_eq!(names(&get("state=waiting").await), ["3", "4"]);
    let page = get("size=2&page=2&sort=batch:asc").await;
    assert_eq!((names(&page), &page["total"]), (vec!["1".to_owned(), "2".to_owned()], &json!(5)));
    assert_eq!(page["counts"], json!({"registered": 3, "waiting": 2}));
    let found = get("q=CROWD3%40").await;
    assert_eq!(
        (names(&found), &found["total"], &found["participants"][0]["position"]),
        (vec!["3".to_owned()], &json!(1), &json!(1))
    );
    assert_eq!(get("q=%25").await["total"], 0);
    for bad in ["sort=name", "state=gone", "page=0", "size=0"] {
        meera.get(&format!("/events/{id}/participants?{bad}")).await.refused(400, "invalid");
    }
}

async fn participants_are_exported(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let mut asked = t.event_asked("Chess: the \"big\" one/../x", 86_400);
    asked["formjson"]["fields"] = json!([
        {"name": "a", "label": "=Team", "type": "text", "required": true},
        {"name": "b", "label": "Age", "type": "number"}, {"name": "c", "label": "Age", "type": "number"}]);
    let id = meera.post("/event", asked).await.expect(201)["event"]["_id"].as_str().expect("id").to_owned();
    let crowd = t.crowd(2).await;
    let register = format!("/event/registerto/{id}");
    crowd[0].post(&register, json!({"a": "=HYPERLINK(\"http://evil\",\"x\")", "b": -5})).await.expect(201);
    crowd[1].post(&register, json!({"a": "काव्या, \"K\"", "c": "7"})).await.expect(201);
    let file = meera.get(&format!("/events/{id}/participants.csv")).await;
    assert_eq!(file.headers["content-type"], "text/csv; charset=utf-8");
    let named = file.headers["content-disposition"].to_str().expect("text").to_owned();
    assert_eq!(named, "attachment; filename=\"participants-Chess--the--big--one----x-2026-11-21.csv\"");
    let text = String::from_utf8(file.bytes).expect("text");
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(
        lines,
        [
            "\"#\",\"Name\",\"Email\",\"Batch\",\"Contact number\",\"Status\",\"Registered at\",\"'=Team\",\"Age (b)\",\"Age (c)\"",
            "\"1\",\"Crowd 000\",\"crowd0@meridian.example\",\"2024\",\"9000000001\",\"registered\",\"2026-11-20 18:00\",\"'=HYPERLINK(\"\"http://evil\"\",\"\"x\"\")\",\"-5\",\"\"",
            "\"2\",\"Crowd 001\",\"crowd1@meridian.example\",\"2025\",\"9000000001\",\"registered\",\"2026-11-20 18:00\",\"काव्या, \"\"K\"\"\",\"\",\"7\"",
        ]
    );
    let file = meera.get(&format!("/events/{id}/participants.xlsx?sort=batch:desc")).await;
    assert_eq!(file.headers["content-type"], "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    assert!(file.headers["content-disposition"].to_str().is_ok_and(|named| named.ends_with(".xlsx\"")));
    let mut book = zip::ZipArchive::new(std::io::Cursor::new(file.bytes)).expect("a zip");
    let mut part = |name: &str| {
        let mut text = String::new();
        book.by_name(name).expect("a part").read_to_string(&mut text).expect("text");
        text
    };
    let (sheet, strings) = (part("xl/worksheets/sheet1.xml"), part("xl/sharedStrings.xml"));
    assert!(!sheet.contains("<f>"), "no cell is a formula");
    assert!(
        strings.contains("=HYPERLINK(") && strings.contains("काव्या") && strings.contains("Contact number"),
        "{strings}"
    );
    assert_eq!(sheet.matches("<row ").count(), 3);
    // Numbers and moments are such, and a printed page is landscape, one page wide, with the headings on each.
    for number in ["<v>2025</v>", "<v>-5</v>", "<v>7</v>", "<v>46346.75</v>"] {
        assert!(sheet.contains(number), "{number}: {sheet}");
    }
    assert!(sheet.contains("orientation=\"landscape\"") && sheet.contains("fitToHeight=\"0\""), "{sheet}");
    assert!(part("xl/workbook.xml").contains("_xlnm.Print_Titles"));
    meera.get(&format!("/events/{id}/participants.csv?sort=name")).await.refused(400, "invalid");
}

async fn leaving_frees_the_places(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let (next, past) = (t.event(&meera, "Chess", Some(1)).await, t.event(&meera, "Go", Some(1)).await);
    t.pass(-1_000_000);
    let mut asked = t.event_asked("Go", 3600);
    (asked["location"], asked["capacity"]) = (json!(""), json!(1));
    meera.put(&format!("/events/{past}"), asked).await.expect(200);
    let crowd = t.crowd(3).await;
    for person in &crowd {
        for event in [&next, &past] {
            person.register_for(event).await.expect(201);
        }
    }
    t.pass(500_000);
    let leave = crowd[0].ask(reqwest::Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await;
    leave.expect(200);
    assert_eq!((places(&t, &next).await, places(&t, &past).await), ((1, 1), (1, 2)));
    assert_eq!(crowd[1].event(&next).await["you"]["state"], "registered");
    assert_eq!(crowd[1].event(&past).await["you"]["state"], "waiting", "what is past stays as it was");
    let people = meera.get(&format!("/event/participants/{past}")).await.expect(200)["event"].clone();
    let gone = &people[0];
    assert!(gone["UserId"]["fullName"].as_str().is_some_and(|name| name.starts_with("Former student ")), "{gone}");
    assert_eq!(
        (&gone["UserId"]["email"], &gone["UserId"]["Batch"], &gone["formdata"]),
        (&Value::Null, &Value::Null, &json!({}))
    );
    let people = meera.get(&format!("/event/participants/{next}")).await.expect(200)["event"].clone();
    assert_eq!(people.as_array().map(Vec::len), Some(2));
    t.run_jobs().await;
    assert_eq!(crowd[1].told().await[0], "You have a place: Chess");
}

async fn the_own_data_has_ones_registrations(t: TestApp) {
    let (meera, ada) = (t.manager("meera", "HOBBY").await, t.person("ada").await);
    let id = t.event(&meera, "Chess", Some(1)).await;
    ada.register_for(&id).await.expect(201);
    let kept = ada.get("/account/data").await.expect(200)["events"].clone();
    assert_eq!(
        kept,
        json!({"created": [], "registrations": [{"eventId": id, "event": "Chess", "club": "Hobby Club", "state": "registered",
            "answers": {"team": "Cranes"}, "questions": {"team": "Team", "diet": "Diet"}, "registeredAt": t.moment(0)}], "calendarAddressMadeAt": null})
    );
    let kept = meera.get("/account/data").await.expect(200)["events"].clone();
    assert_eq!(kept["created"], json!([{"id": id, "title": "Chess", "club": "Hobby Club", "createdAt": t.moment(0)}]));
    assert_eq!(kept["registrations"], json!([]));
}
