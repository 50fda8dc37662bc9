//! Stories of events: making, changing, calling off, places and times, lists, calendars, pictures.

use futures::future::join_all;
use serde_json::{Value, json};

use crate::harness::TestApp;
use crate::{on_both_engines, plain_stories};

on_both_engines!(racing_one_hour_at_one_place, racing_edits_to_one_hour, racing_changes_of_other_parts_all_stay,);

plain_stories!(
    an_event_is_made_and_listed,
    only_the_clubs_managers_organise,
    the_club_is_named_or_the_only_one,
    an_event_is_checked,
    a_form_is_checked,
    times_are_the_institutes_unless_they_say,
    the_same_place_and_time_is_refused,
    an_event_is_written_anew,
    a_change_of_an_event_leaves_what_it_does_not_name,
    a_misspelt_part_of_an_event_is_refused,
    a_misspelt_name_inside_a_form_is_refused,
    a_cancelled_event_stays_cancelled,
    lists_have_clubs_times_search_and_pages,
    a_calendar_file_moves_with_the_event,
    a_calendar_file_makes_up_no_end,
    a_calendar_file_bears_the_events_title,
    others_pictures_need_the_operators_word,
    a_picture_is_uploaded_replaced_and_removed,
    strange_events_are_nobodys,
);

async fn an_event_is_made_and_listed(t: TestApp) {
    let (meera, ada) = (t.manager("meera", "HOBBY").await, t.person("ada").await);
    let made = meera.post("/event", t.event_asked(" Origami evening ", 3600)).await.expect(201);
    assert_eq!(made["message"], "Event created successfully");
    let id = made["event"]["_id"].as_str().expect("an id");
    let wanted = json!({
        "_id": id, "title": "Origami evening", "description": "Bring paper.", "location": "Old Workshop",
        "start": t.moment(3600), "end": t.moment(10_800), "imageurl": "", "club": "HOBBY",
        "formjson": {"fields": [
            {"name": "team", "label": "Team", "type": "text", "required": true, "options": []},
            {"name": "diet", "label": "Diet", "type": "select", "required": false, "options": ["Vegetarian", "Jain"]}]},
        "capacity": null, "registered": 0, "waiting": 0, "you": null, "open": true, "status": "upcoming",
    });
    assert_eq!(made["event"], wanted);
    for name in ["HOBBY", "hobby"] {
        let listed = ada.get(&format!("/event/allevent/{name}")).await.expect(200);
        assert_eq!(listed, json!({"success": true, "events": [wanted], "serverNow": t.moment(0)}));
    }
    assert_eq!(ada.get("/event/allevent/DRAMATIC").await.expect(200)["events"], json!([]));
    ada.get("/event/allevent/NOSUCH").await.refused(404, "missing");
    t.browser().get("/event/allevent/HOBBY").await.refused(401, "logged_out");
    // The new names, for guests too.
    let seen = t.browser().get(&format!("/events/{id}")).await.expect(200);
    assert_eq!((&seen["mayManage"], &seen["event"]["you"]), (&json!(false), &Value::Null));
    assert_eq!(seen["event"]["club"]["shortName"], "HOBBY");
    assert_eq!(seen["event"]["club"]["name"], "Hobby Club");
    assert_eq!(meera.get(&format!("/events/{id}")).await.expect(200)["mayManage"], true);
    // The club counts it.
    assert_eq!(ada.get("/clubs/hobby").await.expect(200)["club"]["events"], 1);
}

async fn only_the_clubs_managers_organise(t: TestApp) {
    let (meera, dora) = (t.manager("meera", "HOBBY").await, t.manager("dora", "DRAMATIC").await);
    let (rohan, dean, guest) = (t.organiser("rohan").await, t.log_in("deanmeera").await, t.browser());
    let id = t.event(&meera, "Chess", Some(5)).await;
    let mut asked = t.event_asked("Mine", 3600);
    asked["club"] = json!("HOBBY");
    for who in [&rohan, &dora] {
        who.post("/event", asked.clone()).await.expect(403);
        who.put(&format!("/events/{id}"), asked.clone()).await.expect(403);
        who.post(&format!("/events/{id}/cancel"), json!({"reason": "x"})).await.expect(403);
        who.post(&format!("/events/{id}/registration-state"), json!({"open": false})).await.expect(403);
        who.delete(&format!("/events/{id}/picture")).await.expect(403);
        for path in [
            "/event/participants/ID",
            "/events/ID/participants",
            "/events/ID/participants.csv",
            "/events/ID/participants.xlsx",
        ] {
            who.get(&path.replace("ID", &id)).await.expect(403);
        }
    }
    guest.post("/event", asked.clone()).await.refused(401, "logged_out");
    guest.get(&format!("/event/participants/{id}")).await.refused(401, "logged_out");
    assert_eq!(rohan.event(&id).await["title"], "Chess");
    // ADMIN may, for every club, and says which.
    dean.post("/event", asked).await.expect(201);
    dean.post(&format!("/events/{id}/registration-state"), json!({"open": false})).await.expect(200);
    // Whoever lost the office may no more.
    dean.post("/clubs/HOBBY/administrators", json!({"email": "rohan@meridian.example"})).await.expect(201);
    dean.delete(&format!("/clubs/HOBBY/administrators/{}", meera.id)).await.expect(200);
    meera.post(&format!("/events/{id}/cancel"), json!({})).await.expect(403);
    rohan.post(&format!("/events/{id}/cancel"), json!({})).await.expect(200);
}

async fn the_club_is_named_or_the_only_one(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let made = meera.post("/event", t.event_asked("One", 3600)).await.expect(201);
    assert_eq!(made["event"]["club"], "HOBBY");
    let dean = t.log_in("deanmeera").await;
    dean.post("/event", t.event_asked("Two", 90_000)).await.refused(400, "invalid");
    dean.post("/clubs/DRAMATIC/administrators", json!({"email": "meera@meridian.example"})).await.expect(201);
    meera.post("/event", t.event_asked("Two", 90_000)).await.refused(400, "invalid");
    let mut asked = t.event_asked("Two", 90_000);
    asked["club"] = json!("dramatic");
    assert_eq!(meera.post("/event", asked.clone()).await.expect(201)["event"]["club"], "DRAMATIC");
    asked["club"] = json!("NOSUCH");
    meera.post("/event", asked).await.refused(404, "missing");
}

async fn an_event_is_checked(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    for (key, value, field, say) in [
        ("title", json!("  "), "title", "Title is required"),
        ("title", json!(null), "title", "Title is required"),
        ("title", json!("x".repeat(201)), "title", "Title may have at most 200 characters"),
        ("description", json!("x".repeat(5001)), "description", "Description may have at most 5000 characters"),
        ("location", json!("x".repeat(201)), "location", "Location may have at most 200 characters"),
        ("end", json!(t.moment(3600)), "end", "End time must be after start time"),
        ("start", json!(""), "start", "An event with an end needs a start"),
        ("start", json!("soon"), "start", "This must be a date and time, like 2026-11-20T18:00"),
        ("end", json!("2050-01-01T00:00:00Z"), "start", "An event must be within five years of today"),
        ("capacity", json!(0), "capacity", "Enter a number of places from 1 to 100,000, or leave it empty"),
        (
            "imageurl",
            json!("http://a.example/x.png"),
            "imageurl",
            "A picture's address starts with https:// and has at most 1000 characters",
        ),
    ] {
        let mut asked = t.event_asked("Chess", 3600);
        asked[key] = value;
        let said = meera.post("/event", asked).await.refused(400, "invalid");
        assert_eq!((said["message"].as_str(), said["field"].as_str()), (Some(say), Some(field)));
    }
    for bad in [json!({"title": 5}), json!({"title": "A", "capacity": 1.5}), json!({"title": "A", "formjson": 5})] {
        meera.post("/event", bad).await.refused(400, "invalid");
    }
    assert_eq!(meera.get("/event/allevent/hobby").await.expect(200)["events"], json!([]));
    // A bare title is enough; without a date it is open until somebody closes it.
    let bare = meera.post("/event", json!({"title": "Some day"})).await.expect(201)["event"].clone();
    assert_eq!((&bare["start"], &bare["open"], &bare["formjson"]["fields"]), (&json!(""), &json!(true), &json!([])));
}

async fn a_form_is_checked(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let field = |name: &str, kind: &str, options: Value| json!({"name": name, "label": "Label", "type": kind, "required": false, "options": options});
    let none = || json!([]);
    for (fields, say) in [
        (json!([field("a b", "text", none())]), "The name of field 1 must start with a letter"),
        (json!([field("a", "text", none()), field("a", "date", none())]), "there is another field called a"),
        (json!([field("a", "file", none())]), "must be of type text"),
        (json!([field("a", "select", none())]), "needs 1 to 50 options"),
        (json!([field("a", "select", json!(["x", " "]))]), "is required"),
        (json!([field("a", "select", json!(["x", "x"]))]), "twice"),
        (json!(vec![field("a", "text", none()); 51]), "at most 50 fields"),
    ] {
        let mut asked = t.event_asked("Chess", 3600);
        asked["formjson"] = json!({"fields": fields});
        let said = meera.post("/event", asked).await.refused(400, "invalid");
        assert!(said["message"].as_str().is_some_and(|said| said.contains(say)), "{said}");
        assert_eq!(said["field"], "formjson");
    }
    let kinds = ["text", "email", "tel", "number", "date", "select"];
    let fields: Value = kinds.iter().map(|kind| field("", kind, json!(["A"]))).collect();
    let mut asked = t.event_asked("Chess", 3600);
    asked["formjson"] = json!({"fields": fields});
    let made = meera.post("/event", asked).await.expect(201)["event"]["formjson"]["fields"].clone();
    let names: Vec<_> = made.as_array().expect("fields").iter().map(|field| field["name"].clone()).collect();
    assert_eq!(names, ["field_1", "field_2", "field_3", "field_4", "field_5", "field_6"]);
    assert_eq!((&made[0]["options"], &made[5]["options"]), (&json!([]), &json!(["A"])));
}

async fn times_are_the_institutes_unless_they_say(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let mut asked = t.event_asked("Chess", 0);
    (asked["start"], asked["end"]) = (json!("2026-11-21T18:00"), json!("2026-11-21T14:30:00Z"));
    let made = meera.post("/event", asked).await.expect(201)["event"].clone();
    assert_eq!(made["start"], "2026-11-21T12:30:00.000Z");
    assert_eq!(made["end"], "2026-11-21T14:30:00.000Z");
    // A start without an end lasts a day.
    let open_end = json!({"title": "Fair", "start": "2026-11-20T17:00", "location": "Lawn"});
    let fair = meera.post("/event", open_end).await.expect(201)["event"].clone();
    assert_eq!((&fair["end"], &fair["status"], &fair["open"]), (&json!(""), &json!("running"), &json!(true)));
    t.at("2026-11-21T11:29:59Z");
    assert_eq!(meera.event(fair["_id"].as_str().expect("id")).await["status"], "running");
    t.at("2026-11-21T11:30:00Z");
    let over = meera.event(fair["_id"].as_str().expect("id")).await;
    assert_eq!((&over["status"], &over["open"]), (&json!("past"), &json!(false)));
}

async fn the_same_place_and_time_is_refused(t: TestApp) {
    let (meera, dora) = (t.manager("meera", "HOBBY").await, t.manager("dora", "DRAMATIC").await);
    let first = meera.post("/event", t.event_asked("Origami", 3600)).await.expect(201);
    let with = |start: i64, end: i64, location: &str| json!({"title": "Play", "start": t.moment(start), "end": t.moment(end), "location": location});
    for (start, end, location) in [
        (3600, 10_800, "Old Workshop"),
        (0, 3601, "old  WORKSHOP "),
        (10_799, 20_000, "Old Workshop"),
        (4000, 5000, "Old Workshop"),
        (4000, 5000, "Old\u{a0}Work\u{ad}shop\u{200b}"),
        (4000, 5000, "\u{200e}Ｏld Workshop"),
        (0, 90_000, "Old Workshop"),
    ] {
        let said = dora.post("/event", with(start, end, location)).await.refused(409, "slot_taken");
        let message = said["message"].as_str().expect("a sentence");
        assert!(
            message.contains("\"Origami\" (Hobby Club)") && message.contains("Nov 20, 2026, 07:00 PM"),
            "{message}"
        );
        assert_eq!(said["field"], "location");
    }
    for (day, location, same) in [
        (1, "İstanbul Room", ["istanbul room", "ISTANBUL ROOM", "ıstanbul room"]),
        (2, "कक्ष ४", ["कक्ष 4", "कक्ष ٤", "कक्ष ４"]),
        (3, "Ārambh Hall", ["arambh hall", "ARAMBH HALL", "A\u{304}rambh Hall"]),
    ] {
        let start = day * 86_400;
        dora.post("/event", with(start, start + 60, location)).await.expect(201);
        for other in same {
            meera.post("/event", with(start, start + 60, other)).await.refused(409, "slot_taken");
        }
    }
    // Without an end a place is kept for three hours, from either side.
    let open_end = |start: i64| json!({"title": "Rehearsal", "start": t.moment(start), "location": "Studio"});
    meera.post("/event", open_end(0)).await.expect(201);
    let said = dora.post("/event", open_end(10_799)).await.refused(409, "slot_taken");
    let message = said["message"].as_str().expect("a sentence");
    assert!(message.contains("to Nov 20, 2026, 09:00 PM"), "{message}");
    dora.post("/event", open_end(-10_799)).await.refused(409, "slot_taken");
    dora.post("/event", open_end(10_800)).await.expect(201);
    dora.post("/event", open_end(-10_800)).await.expect(201);
    // What is no room has room for many.
    for location in ["Online", "Google Meet", "TBA", "Main gate", "Whole campus", "ऑनलाइन", "https://meet.example/abc"]
    {
        for who in [&meera, &dora, &dora] {
            who.post("/event", with(4000, 5000, location)).await.expect(201);
        }
    }
    // Before, after, elsewhere, without a place, without a date.
    dora.post("/event", with(0, 3600, "Old Workshop")).await.expect(201);
    let after = dora.post("/event", with(10_800, 20_000, "Old Workshop")).await.expect(201);
    dora.post("/event", with(3600, 10_800, "Old Workshop 2")).await.expect(201);
    dora.post("/event", with(3600, 10_800, " ")).await.expect(201);
    dora.post("/event", json!({"title": "Play", "location": "Old Workshop"})).await.expect(201);
    // A change is checked as well; the own hour is no obstacle, a cancelled event neither.
    let id = after["event"]["_id"].as_str().expect("an id");
    dora.put(&format!("/events/{id}"), with(5000, 20_000, "Old Workshop")).await.refused(409, "slot_taken");
    dora.put(&format!("/events/{id}"), with(10_900, 19_000, "Old Workshop")).await.expect(200);
    let first = first["event"]["_id"].as_str().expect("an id");
    meera.post(&format!("/events/{first}/cancel"), json!({"reason": "Rain"})).await.expect(200);
    dora.put(&format!("/events/{id}"), with(5000, 20_000, "Old Workshop")).await.expect(200);
}

async fn racing_one_hour_at_one_place(t: TestApp) {
    let (meera, dora) = (t.manager("meera", "HOBBY").await, t.manager("dora", "DRAMATIC").await);
    for round in 0..4 {
        let at = |step: i64| t.event_asked("Race", 100_000 * (round + 1) + step);
        let asked = (0..8).map(|step| if step % 2 == 0 { &meera } else { &dora }.post("/event", at(step * 60)));
        let mut made = 0;
        for answer in join_all(asked).await {
            match answer.status.as_u16() {
                201 => made += 1,
                _ => drop(answer.refused(409, "slot_taken")),
            }
        }
        assert_eq!(made, 1);
    }
}

async fn racing_edits_to_one_hour(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let mut ids = Vec::new();
    for number in 0..6 {
        let mut asked = t.event_asked("Race", 100_000);
        asked["location"] = json!(format!("Room {number}"));
        ids.push(meera.post("/event", asked).await.expect(201)["event"]["_id"].as_str().expect("id").to_owned());
    }
    let paths: Vec<String> = ids.iter().map(|id| format!("/events/{id}")).collect();
    let moved = join_all(paths.iter().map(|path| meera.put(path, t.event_asked("Race", 100_000)))).await;
    let won = moved.iter().filter(|answer| answer.status == 200).count();
    assert_eq!((won, moved.iter().filter(|answer| answer.status == 409).count()), (1, 5));
}

async fn an_event_is_written_anew(t: TestApp) {
    let (meera, ada) = (t.manager("meera", "HOBBY").await, t.person("ada").await);
    let id = t.event(&meera, "Chess", Some(1)).await;
    let before = ada.event(&id).await;
    t.pass(60);
    let mut asked = t.event_asked("Chess night", 172_800);
    asked["formjson"] = Value::Null;
    asked["capacity"] = json!(30);
    let saved = meera.put(&format!("/events/{id}"), asked).await.expect(200);
    assert_eq!((&saved["message"], &saved["event"]["title"]), (&json!("Event saved"), &json!("Chess night")));
    let after = ada.event(&id).await;
    assert_eq!((&after["startsAt"], &after["capacity"]), (&json!(t.moment(172_800)), &json!(30)));
    assert_eq!(after["location"], "Old Workshop");
    assert_eq!((&after["form"], &after["formVersion"]), (&before["form"], &json!(1)), "without a form it stays");
    assert_eq!((&after["createdAt"], &after["changedAt"]), (&before["createdAt"], &json!(t.moment(0))));
    // Another form is another version, the same is none; what is left out stays.
    let fields = json!([{"name": "year", "label": "Year", "type": "number", "required": true}]);
    let saved = meera.put(&format!("/events/{id}"), json!({"title": "Chess", "formjson": {"fields": fields}})).await;
    let saved = saved.expect(200)["event"].clone();
    assert_eq!((&saved["formVersion"], &saved["form"]["fields"][0]["name"]), (&json!(2), &json!("year")));
    for part in ["description", "startsAt", "endsAt", "location", "capacity"] {
        assert_eq!(saved[part], after[part], "{part}");
    }
    let same = meera.put(&format!("/events/{id}"), json!({"title": "Chess", "formjson": {"fields": fields}})).await;
    assert_eq!(same.expect(200)["event"]["formVersion"], 2);
    // An invalid change changes nothing.
    meera.put(&format!("/events/{id}"), json!({"title": ""})).await.refused(400, "invalid");
    assert_eq!(ada.event(&id).await["title"], "Chess");
}

/// Two who manage a club change one part each, and neither takes back what the other wrote.
async fn a_change_of_an_event_leaves_what_it_does_not_name(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", Some(5)).await;
    let path = format!("/events/{id}");
    // Each part by the name it is set by, and the one it is told by.
    let parts = [
        ("title", "title"),
        ("description", "description"),
        ("location", "location"),
        ("start", "startsAt"),
        ("end", "endsAt"),
        ("capacity", "capacity"),
        ("formjson", "form"),
    ];
    let form =
        json!({"fields": [{"name": "year", "label": "Year", "type": "number", "required": true, "options": []}]});
    let mut expected = meera.event(&id).await;
    for (name, value) in [
        ("title", json!("Chess and Go")),
        ("description", json!("Bring a board.")),
        ("location", json!("Room 7")),
        ("end", json!(t.moment(100_000))),
        ("start", json!(t.moment(90_000))),
        ("capacity", json!(30)),
        ("formjson", form),
        ("description", json!("")),
        ("location", Value::Null),
        ("capacity", Value::Null),
        ("end", json!("")),
        ("start", Value::Null),
        ("formjson", Value::Null),
        ("start", json!(t.moment(90_000))),
    ] {
        let said = meera.put(&path, json!({name: value})).await.expect(200)["event"].clone();
        let told = parts.iter().find(|(set, _)| *set == name).expect("a part").1;
        expected[told] = match (name, value) {
            // Without a form the one until now stays.
            ("formjson", Value::Null) => expected[told].clone(),
            ("description" | "location", Value::Null) => json!(""),
            ("start" | "end", Value::String(text)) if text.is_empty() => Value::Null,
            (_, value) => value,
        };
        for (_, part) in parts {
            assert_eq!(said[part], expected[part], "{part} after {name}");
        }
    }
    meera.put(&path, json!({})).await.expect(200);
    assert_eq!(meera.put(&path, json!({"title": null})).await.refused(400, "invalid")["field"], "title");
    // What is changed has to go with what stays, and is judged by it.
    let said = meera.put(&path, json!({"end": t.moment(90_000)})).await.refused(400, "invalid");
    assert_eq!(said["field"], "end");
    let now = meera.event(&id).await;
    for (_, part) in parts {
        assert_eq!(now[part], expected[part], "{part}");
    }
}

/// Everybody changes another part at once, and all changes are there.
async fn racing_changes_of_other_parts_all_stay(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", Some(5)).await;
    let path = format!("/events/{id}");
    for round in 1..=3 {
        let parts = [
            ("title", "title", json!(format!("Chess {round}"))),
            ("description", "description", json!(format!("Board {round}"))),
            ("location", "location", json!(format!("Room {round}"))),
            ("start", "startsAt", json!(t.moment(90_000 + round))),
            ("end", "endsAt", json!(t.moment(100_000 + round))),
            ("capacity", "capacity", json!(30 + round)),
        ];
        let changes = parts.iter().map(|(name, _, value)| meera.put(&path, json!({*name: value})));
        for answer in join_all(changes).await {
            answer.expect(200);
        }
        let now = meera.event(&id).await;
        for (_, part, value) in parts {
            assert_eq!(now[part], value, "{part}");
        }
    }
}

/// What is misspelt, or named as another reply tells it, would seem to be saved.
async fn a_misspelt_part_of_an_event_is_refused(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", Some(5)).await;
    let path = format!("/events/{id}");
    let before = meera.event(&id).await;
    let known = "title, description, location, start, end, imageurl, formjson, capacity";
    let says = format!(" cannot be set here. You can set {known}.");
    for name in ["titel", "Title", "startsAt", "endsAt", "form", "pictureUrl", "places", "status_", "\u{202e}title"] {
        let mut asked = json!({"description": "Bring a board."});
        asked[name] = json!("2026-12-01T10:00:00Z");
        let said = meera.put(&path, asked).await.refused(400, "invalid");
        let message = said["message"].as_str().expect("a sentence");
        assert!(message.ends_with(&says), "{message}");
    }
    // Nothing is called off twice, so that a reason misspelt would be lost.
    let said = meera.post(&format!("{path}/cancel"), json!({"raeson": "Rain."})).await.refused(400, "invalid");
    assert_eq!(said["message"], "“raeson” cannot be set here. You can set reason.");
    assert_eq!(meera.event(&id).await, before);
    // A program that sends back the list's event as it was read, with another title.
    let mut listed = meera.get("/event/allevent/HOBBY").await.expect(200)["events"][0].clone();
    listed["title"] = json!("Go");
    let saved = meera.put(&path, listed).await.expect(200)["event"].clone();
    assert_eq!((&saved["title"], &saved["startsAt"]), (&json!("Go"), &before["startsAt"]));
    // The specification's call reads over what it does not know.
    let mut asked = t.event_asked("Origami", 200_000);
    asked["titel"] = json!("Paper");
    meera.post("/event", asked).await.expect(201);
    let mut copied = meera.get("/event/allevent/HOBBY").await.expect(200)["events"][0].clone();
    (copied["title"], copied["location"]) = (json!("Go"), json!("Room 9"));
    meera.post("/event", copied).await.expect(201);
}

/// A form whose fields are misspelt would be empty, and a field without its label, options or duty.
async fn a_misspelt_name_inside_a_form_is_refused(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", Some(5)).await;
    let (path, before) = (format!("/events/{id}"), meera.event(&id).await);
    let plain = json!({"name": "team", "label": "Team", "type": "select", "required": true, "options": ["A", "B"]});
    let inside = "name, label, type, required, options";
    for name in ["lable", "Label", "kind", "mandatory", "option", "requried", "\u{202e}label"] {
        let mut second = plain.clone();
        (second["name"], second[name]) = (json!("second"), json!(["C"]));
        let form = json!({"fields": [plain, second]});
        let shown = name.trim_start_matches('\u{202e}');
        let says = format!("“{shown}” cannot be set in field 2 of the form. You can set {inside}.");
        let said = meera.put(&path, json!({"formjson": form})).await.refused(400, "invalid");
        assert_eq!((&said["message"], &said["field"]), (&json!(says), &json!("formjson")));
    }
    for name in ["feilds", "Fields", "field", "form"] {
        let says = json!(format!("“{name}” cannot be set in formjson. You can set fields."));
        // Made like this, its form would be empty.
        let mut asked = t.event_asked("Go", 200_000);
        asked["formjson"] = json!({name: [plain]});
        assert_eq!(meera.post("/event", asked).await.refused(400, "invalid")["message"], says);
        for form in [json!({name: [plain]}), json!({"fields": [plain], name: []})] {
            assert_eq!(meera.put(&path, json!({"formjson": form})).await.refused(400, "invalid")["message"], says);
        }
    }
    assert_eq!(meera.event(&id).await, before);
    // Nothing named is nothing changed; an empty list is an empty form.
    meera.put(&path, json!({"formjson": {}})).await.expect(200);
    assert_eq!(meera.event(&id).await["form"], before["form"]);
    meera.put(&path, json!({"formjson": {"fields": []}})).await.expect(200);
    assert_eq!(meera.event(&id).await["form"]["fields"], json!([]));
}

async fn a_cancelled_event_stays_cancelled(t: TestApp) {
    let (meera, ada) = (t.manager("meera", "HOBBY").await, t.person("ada").await);
    let id = t.event(&meera, "Chess", None).await;
    meera.post(&format!("/events/{id}/cancel"), json!({"reason": "x".repeat(501)})).await.refused(400, "invalid");
    let said =
        meera.post(&format!("/events/{id}/cancel"), json!({"reason": " The hall is flooded. "})).await.expect(200);
    assert_eq!(said["message"], "Event cancelled; everybody who registered will be told");
    let seen = ada.event(&id).await;
    assert_eq!(
        (&seen["status"], &seen["open"], &seen["reason"]),
        (&json!("cancelled"), &json!(false), &json!("The hall is flooded."))
    );
    assert_eq!(seen["cancelledAt"], t.moment(0));
    meera.post(&format!("/events/{id}/cancel"), json!({})).await.refused(409, "event_cancelled");
    meera.put(&format!("/events/{id}"), t.event_asked("Chess", 3600)).await.refused(409, "event_cancelled");
    let open = json!({"open": true});
    meera.post(&format!("/events/{id}/registration-state"), open.clone()).await.refused(409, "event_cancelled");
    ada.register_for(&id).await.refused(409, "event_cancelled");
    // What is over cannot be called off.
    let past = t.event(&meera, "Go", None).await;
    t.pass(200_000);
    meera.post(&format!("/events/{past}/cancel"), json!({})).await.refused(409, "event_over");
    meera.post(&format!("/events/{past}/registration-state"), open).await.refused(409, "event_over");
}

fn titles(list: &Value) -> Vec<&str> {
    list["events"].as_array().expect("a list").iter().filter_map(|event| event["title"].as_str()).collect()
}

async fn lists_have_clubs_times_search_and_pages(t: TestApp) {
    let (meera, dora) = (t.manager("meera", "HOBBY").await, t.manager("dora", "DRAMATIC").await);
    for (who, title, start) in [
        (&meera, "Yesterday", -90_000),
        (&meera, "Long ago", -900_000),
        (&dora, "100% Play", 7200),
        (&meera, "Tomorrow", 86_400),
    ] {
        who.post("/event", t.event_asked(title, start)).await.expect(201);
    }
    meera.post("/event", json!({"title": "Some day"})).await.expect(201);
    let guest = t.browser();
    let all = guest.get("/events").await.expect(200);
    assert_eq!(titles(&all), ["100% Play", "Tomorrow", "Some day", "Yesterday", "Long ago"]);
    assert_eq!((&all["total"], &all["counts"]), (&json!(5), &json!({"all": 5, "upcoming": 3, "past": 2})));
    let get = async |query: &str| guest.get(&format!("/events?{query}")).await.expect(200);
    assert_eq!(titles(&get("when=past").await), ["Yesterday", "Long ago"]);
    assert_eq!(titles(&get("when=upcoming&club=hobby").await), ["Tomorrow", "Some day"]);
    assert_eq!(titles(&get("club=DRAMATIC").await), ["100% Play"]);
    assert_eq!(titles(&get("q=DAY").await), ["Some day", "Yesterday"]);
    assert_eq!(titles(&get("q=100%25").await), ["100% Play"]);
    assert_eq!(titles(&get("q=_").await), Vec::<&str>::new());
    let page = get("size=2&page=2").await;
    assert_eq!((titles(&page), &page["total"]), (vec!["Some day", "Yesterday"], &json!(5)));
    for bad in ["when=soon", "page=0", "size=101", "size=x"] {
        guest.get(&format!("/events?{bad}")).await.refused(400, "invalid");
    }
    guest.get("/events?club=NOSUCH").await.refused(404, "missing");
}

/// Lines as a calendar reads them: what is folded is one again.
fn unfolded(text: &str) -> Vec<String> {
    assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
    text.replace("\r\n ", "").split("\r\n").map(str::to_owned).collect()
}

async fn a_calendar_file_moves_with_the_event(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let mut asked = t.event_asked("Chess; tea, and more", 3600);
    let long = "दीवाली की शाम ".repeat(40) + &"evening".repeat(40);
    asked["description"] = json!(format!("One\nBEGIN:VEVENT\n{long}"));
    let id = meera.post("/event", asked.clone()).await.expect(201)["event"]["_id"].as_str().expect("id").to_owned();
    let path = format!("/events/{id}/calendar.ics");
    let file = t.browser().get(&path).await;
    assert_eq!(file.headers["content-type"], "text/calendar; charset=utf-8");
    let text = String::from_utf8(file.bytes).expect("text");
    let lines = unfolded(&text);
    for line in [
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        format!("UID:{id}@quad"),
        "DTSTAMP:20261120T123000Z".to_owned(),
        "DTSTART:20261120T133000Z".to_owned(),
        "DTEND:20261120T153000Z".to_owned(),
        "SEQUENCE:0".to_owned(),
        "STATUS:CONFIRMED".to_owned(),
        r"SUMMARY:Chess\; tea\, and more".to_owned(),
        "LOCATION:Old Workshop".to_owned(),
    ] {
        assert!(lines.contains(&line), "{line} is not in\n{text}");
    }
    assert_eq!(lines.iter().filter(|line| *line == "BEGIN:VEVENT").count(), 1, "a description begins nothing");
    assert!(lines.iter().any(|line| line.starts_with(r"DESCRIPTION:One\nBEGIN:VEVENT\nदीवाली")), "{text}");
    // Registering changes nothing in it; another time does, and so does calling it off.
    asked["start"] = json!(t.moment(4000));
    meera.put(&format!("/events/{id}"), asked.clone()).await.expect(200);
    meera.put(&format!("/events/{id}"), asked).await.expect(200);
    let lines = unfolded(&String::from_utf8(t.browser().get(&path).await.bytes).expect("text"));
    assert!(lines.contains(&"SEQUENCE:1".to_owned()) && lines.contains(&format!("UID:{id}@quad")), "{lines:?}");
    meera.post(&format!("/events/{id}/cancel"), json!({})).await.expect(200);
    let lines = unfolded(&String::from_utf8(t.browser().get(&path).await.bytes).expect("text"));
    assert!(lines.contains(&"SEQUENCE:2".to_owned()) && lines.contains(&"STATUS:CANCELLED".to_owned()), "{lines:?}");
    let some_day = meera.post("/event", json!({"title": "Some day"})).await.expect(201);
    let some_day = some_day["event"]["_id"].as_str().expect("id");
    t.browser().get(&format!("/events/{some_day}/calendar.ics")).await.refused(409, "no_date");
}

async fn a_calendar_file_makes_up_no_end(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let made = meera.post("/event", json!({"title": "Open house", "start": t.moment(3600)})).await.expect(201);
    let id = made["event"]["_id"].as_str().expect("an id");
    let file = t.browser().get(&format!("/events/{id}/calendar.ics")).await;
    let lines = unfolded(&String::from_utf8(file.bytes).expect("text"));
    assert!(lines.contains(&"DTSTART:20261120T133000Z".to_owned()), "{lines:?}");
    let is_length = |line: &&String| line.starts_with("DTEND") || line.starts_with("DURATION");
    assert_eq!(lines.iter().find(is_length), None, "{lines:?}");
}

async fn a_calendar_file_bears_the_events_title(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let long = format!("{} end", "Chess ".repeat(30));
    let cut = format!("attachment; filename=\"{}.ics\"", "Chess-".repeat(30).get(..80).expect("letters"));
    for (title, named) in [
        ("Chess; tea", "attachment; filename=\"Chess--tea.ics\""),
        ("Ökologie", "attachment; filename=\"-kologie.ics\"; filename*=UTF-8''%C3%96kologie.ics"),
        (&long, &cut),
    ] {
        let made = meera.post("/event", json!({"title": title, "start": t.moment(3600)})).await.expect(201);
        let id = made["event"]["_id"].as_str().expect("an id");
        let file = t.browser().get(&format!("/events/{id}/calendar.ics")).await;
        assert_eq!(file.headers["content-disposition"], named, "{title}");
    }
}

async fn others_pictures_need_the_operators_word(t: TestApp) {
    let t = t.another(&[("QUAD_PICTURE_HOSTS", "Images.example.edu")], 2).await;
    let meera = t.manager("meera", "HOBBY").await;
    for (address, shown) in [
        ("https://images.example.edu/a.png", true),
        ("https://IMAGES.example.edu/a.png?x=1", true),
        ("https://images.example.edu.evil.example/a.png", false),
        ("https://evil.example/images.example.edu/a.png", false),
    ] {
        let made = meera.post("/event", json!({"title": "A", "imageurl": address})).await.expect(201);
        let id = made["event"]["_id"].as_str().expect("an id");
        let wanted = if shown { json!(address) } else { json!("") };
        assert_eq!(made["event"]["imageurl"], wanted);
        assert_eq!(meera.event(id).await["pictureUrl"], if shown { json!(address) } else { Value::Null });
        // Who changes the event has it in the form; others do not learn of it.
        let path = format!("/events/{id}");
        assert_eq!(meera.get(&path).await.expect(200)["typedPictureUrl"], address);
        assert_eq!(t.browser().get(&path).await.expect(200)["typedPictureUrl"], Value::Null);
    }
}

/// The smallest PNG of one colour.
fn png(grey: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let picture = image::GrayImage::from_pixel(40, 30, image::Luma([grey]));
    picture.write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Png).expect("a picture");
    bytes
}

async fn a_picture_is_uploaded_replaced_and_removed(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", None).await;
    let path = format!("/events/{id}/picture");
    let form = |bytes: &[u8]| {
        let mut body = b"--x\r\ncontent-disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\r\n".to_vec();
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n--x--\r\n");
        body
    };
    let put = async |bytes: &[u8]| {
        meera.send_bytes(reqwest::Method::PUT, &path, "multipart/form-data; boundary=x", form(bytes)).await
    };
    put(b"not a picture").await.refused(400, "invalid");
    assert_eq!(meera.event(&id).await["picture"], Value::Null);
    let said = put(&png(10)).await.expect(200);
    assert_eq!(said["message"], "Picture saved");
    let first = said["event"]["picture"].clone();
    assert_eq!((&first["width"], &first["height"]), (&json!(40), &json!(30)));
    let listed = meera.get("/event/allevent/hobby").await.expect(200)["events"][0].clone();
    assert_eq!(listed["imageurl"], first["url"]);
    let first = first["key"].as_str().expect("a key").to_owned();
    t.browser().get(&format!("/media/{first}")).await.expect(200);
    // The address sent back with a change is the same picture, not somebody else's.
    meera.put(&format!("/events/{id}"), json!({"title": "Chess", "imageurl": listed["imageurl"]})).await.expect(200);
    let event = meera.event(&id).await;
    assert_eq!((&event["picture"]["key"], &event["pictureUrl"]), (&json!(first), &Value::Null));
    put(&png(10)).await.expect(200);
    let second = put(&png(200)).await.expect(200)["event"]["picture"]["key"].as_str().expect("a key").to_owned();
    assert_ne!(first, second);
    t.run_jobs().await;
    t.browser().get(&format!("/media/{first}")).await.refused(404, "missing");
    t.browser().get(&format!("/media/{second}")).await.expect(200);
    let gone = meera.delete(&path).await.expect(200);
    assert_eq!(gone["event"]["picture"], Value::Null);
    t.run_jobs().await;
    t.browser().get(&format!("/media/{second}")).await.refused(404, "missing");
    meera.delete(&path).await.expect(200);
}

async fn strange_events_are_nobodys(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    for id in ["1", "ffffffff-ffff-7fff-bfff-ffffffffffff", "%00", "..%2f", "x".repeat(300).as_str()] {
        meera.get(&format!("/events/{id}")).await.refused(404, "missing");
        meera.put(&format!("/events/{id}"), t.event_asked("A", 60)).await.refused(404, "missing");
        meera.register_for(id).await.refused(404, "missing");
        meera.get(&format!("/events/{id}/registration")).await.refused(404, "missing");
        meera.delete(&format!("/events/{id}/registration")).await.refused(404, "missing");
        meera.get(&format!("/event/participants/{id}")).await.refused(404, "missing");
        meera.get(&format!("/events/{id}/calendar.ics")).await.refused(404, "missing");
        meera.post(&format!("/events/{id}/cancel"), json!({})).await.refused(404, "missing");
    }
}
