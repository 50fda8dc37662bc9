//! Races of events: one hour at one place, one registration each, the places there are, versions of the form.

use serde_json::{Value, json};

use super::clubs::led;
use super::track::{Racer, Track, Verdict, field, same};

/// An event without a place, of a club that somebody leads; its id.
async fn event(track: &Track, club: &str, leader: &Racer, capacity: Option<usize>) -> String {
    led(track, club, leader).await;
    let mut asked = track.t.event_asked("Chess", 86_400);
    asked["location"] = json!("");
    asked["capacity"] = json!(capacity);
    asked["club"] = json!(club);
    let made = leader.post("/event", asked).await.expect(201);
    made["event"]["_id"].as_str().expect("an id").to_owned()
}

async fn one_hour_at_one_place(track: &Track, round: usize) -> Verdict {
    let leader = &track.people[round];
    led(track, &format!("ROOM{round}"), leader).await;
    let mut asked = track.t.event_asked("Race", 100_000);
    asked["location"] = json!(format!("Workshop {round}"));
    asked["club"] = json!(format!("ROOM{round}"));
    let heard = track.race(same(&leader.will_post("/event", &asked))).await;
    let place = format!("workshop {round}");
    heard
        .are(&[(201, "", 1), (409, "slot_taken", field() - 1)])
        .and("events", track.count_of("events WHERE place = $1", &place).await, 1)
        .and("places", track.count_of("event_places WHERE place = $1", &place).await, 1)
}

fn registers(who: &Racer, event: &str) -> Vec<u8> {
    who.will_post(&format!("/event/registerto/{event}"), &json!({"team": "Cranes"}))
}

const PLACES: &str = "SELECT CAST(registered AS BIGINT) AS value FROM events WHERE id = $1";
const WAITING: &str = "SELECT CAST(waiting AS BIGINT) AS value FROM events WHERE id = $1";

async fn one_registration(track: &Track, round: usize) -> Verdict {
    let who = &track.people[round];
    let id = event(track, &format!("SIGN{round}"), who, Some(3)).await;
    let heard = track.race(same(&registers(who, &id))).await;
    heard
        .are(&[(201, "", 1), (409, "already_registered", field() - 1)])
        .and("registrations", track.count("event_registrations WHERE event_id = $1", &id).await, 1)
        .and("places taken", track.number(PLACES, &id).await, 1)
        .and("waiting", track.number(WAITING, &id).await, 0)
}

async fn twenty_places(track: &Track, round: usize) -> Verdict {
    let id = event(track, &format!("PLACES{round}"), &track.people[round], Some(20)).await;
    let heard = track.race(track.people.iter().map(|who| registers(who, &id)).collect()).await;
    let has_place = heard.0.iter().filter(|said| said.body["state"] == "registered").count();
    let numbers = "SELECT COUNT(DISTINCT no) AS value FROM event_registrations WHERE event_id = $1";
    heard
        .are(&[(201, "", field())])
        .and("told that they have a place", has_place, 20)
        .and("with a place", track.count("event_registrations WHERE state = 0 AND event_id = $1", &id).await, 20)
        .and("places taken", track.number(PLACES, &id).await, 20)
        .and("waiting", track.number(WAITING, &id).await, field() as i64 - 20)
        .and("numbers", track.number(numbers, &id).await, field() as i64)
}

/// Who has the only place gives it up a hundred times: one moves up, and one only.
async fn one_withdrawal(track: &Track, round: usize) -> Verdict {
    let id = event(track, &format!("LEAVE{round}"), &track.people[round], Some(1)).await;
    let path = format!("/event/registerto/{id}");
    for who in &track.people[..3] {
        who.post(&path, json!({"team": "Cranes"})).await.expect(201);
    }
    let leaves = track.people[0].will("DELETE", &format!("/events/{id}/registration"), &Value::Null);
    let heard = track.race(same(&leaves)).await;
    heard
        .are(&[(200, "", 1), (404, "not_registered", field() - 1)])
        .and("with a place", track.count("event_registrations WHERE state = 0 AND event_id = $1", &id).await, 1)
        .and("places taken", track.number(PLACES, &id).await, 1)
        .and("waiting", track.number(WAITING, &id).await, 1)
}

async fn form_versions(track: &Track, round: usize) -> Verdict {
    let leader = &track.people[round];
    let id = event(track, &format!("FORM{round}"), leader, None).await;
    // Somebody has registered with the first: that one stays, and of the others the newest.
    track.people[field() - 1].post(&format!("/event/registerto/{id}"), json!({"team": "Cranes"})).await.expect(201);
    let change = |at: usize| {
        let mut asked = track.t.event_asked("Chess", 86_400);
        asked["location"] = json!("");
        asked["club"] = json!(format!("FORM{round}"));
        asked["formjson"] = json!({"fields": [
            {"name": format!("field{at}"), "label": "Field", "type": "text", "required": false, "options": []}
        ]});
        leader.will("PUT", &format!("/events/{id}"), &asked)
    };
    let heard = track.race((0..field()).map(change).collect()).await;
    let newest = "SELECT CAST(form_version AS BIGINT) AS value FROM events WHERE id = $1";
    heard.are(&[(200, "", field())]).and("forms", track.count("event_forms WHERE event_id = $1", &id).await, 2).and(
        "the newest",
        track.number(newest, &id).await,
        field() as i64 + 1,
    )
}

async fn one_cancellation(track: &Track, round: usize) -> Verdict {
    let leader = &track.people[round];
    let id = event(track, &format!("OFF{round}"), leader, None).await;
    let path = format!("/events/{id}/cancel");
    let heard = track.race(same(&leader.will_post(&path, &json!({"reason": "Rain"})))).await;
    heard
        .are(&[(200, "", 1), (409, "event_cancelled", field() - 1)])
        .and("called off", track.count("events WHERE cancelled_at IS NOT NULL AND id = $1", &id).await, 1)
        .and("in the club's count", track.count("club_events WHERE event_id = $1", &id).await, 1)
}

crate::races!(
    "one-hour-at-one-place" Any one_hour_at_one_place,
    "one-registration" Any one_registration,
    "twenty-places" Any twenty_places,
    "one-withdrawal" Any one_withdrawal,
    "form-versions" Any form_versions,
    "one-cancellation" Any one_cancellation,
);
