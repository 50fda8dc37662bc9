//! Races of clubs: one club of a name, one place of a person, one decision, and somebody who stays in charge.

use serde_json::{Value, json};

use super::track::{Racer, Track, Verdict, field, same};

/// A club nobody else has dealt with: its short name and its id.
async fn club(track: &Track, short_name: &str) -> (String, String) {
    let asked = json!({"name": short_name, "shortName": short_name, "description": "On Wednesdays."});
    let made = track.admin.post("/clubs", asked).await.expect(201);
    (short_name.to_owned(), made["club"]["id"].as_str().expect("an id").to_owned())
}

fn appoints(track: &Track, club: &str, who: &Racer) -> Vec<u8> {
    track.admin.will_post(&format!("/clubs/{club}/administrators"), &json!({"email": who.email}))
}

/// A club with somebody in charge.
pub async fn led(track: &Track, short_name: &str, leader: &Racer) -> (String, String) {
    let (name, id) = club(track, short_name).await;
    let path = format!("/clubs/{name}/administrators");
    track.admin.post(&path, json!({"email": leader.email})).await.expect(201);
    (name, id)
}

async fn one_short_name(track: &Track, round: usize) -> Verdict {
    let name = format!("CHESS{round}");
    let asked = json!({"name": "Chess Club", "shortName": name, "description": "On Wednesdays."});
    let heard = track.race(same(&track.admin.will_post("/clubs", &asked))).await;
    heard.are(&[(201, "", 1), (409, "club_taken", field() - 1)]).and(
        "clubs",
        track.count_of("clubs WHERE short_name = $1", &name).await,
        1,
    )
}

async fn one_application(track: &Track, round: usize) -> Verdict {
    let (club, id) = club(track, &format!("APPLY{round}")).await;
    let heard = track.race(same(&track.people[round].will_post(&format!("/member/join/{club}"), &json!({})))).await;
    heard.are(&[(201, "", 1), (409, "already_applied", field() - 1)]).and(
        "places",
        track.count("memberships WHERE club_id = $1", &id).await,
        1,
    )
}

/// Half of them let the person in, half turn the person down.
async fn one_decision(track: &Track, round: usize) -> Verdict {
    let (club, id) = club(track, &format!("DECIDE{round}")).await;
    let who = track.somebody(&format!("applicant{round}x")).await;
    who.post(&format!("/member/join/{club}"), json!({})).await.expect(201);
    let all = track.admin.get(&format!("/member/allmembers/{club}")).await.expect(200);
    let place = all["data"][0]["_id"].as_str().expect("an id").to_owned();
    let decide = |at: usize| {
        let word = if at.is_multiple_of(2) { "approve" } else { "reject" };
        track.admin.will_post(&format!("/member/{word}/{place}"), &json!({}))
    };
    let heard = track.race((0..field()).map(decide).collect()).await;
    let inside = track.count("memberships WHERE club_id = $1", &id).await;
    let told = track.count("notifications WHERE kind = 'membership' AND user_id = $1", &who.id).await;
    let lost = if inside == 1 { (409, "not_pending", field() - 1) } else { (404, "missing", field() - 1) };
    heard.are(&[(200, "", 1), lost]).and("notices", told, 1)
}

async fn one_appointment(track: &Track, round: usize) -> Verdict {
    let (club, id) = club(track, &format!("APPOINT{round}")).await;
    let who = &track.people[round];
    let heard = track.race(same(&appoints(track, &club, who))).await;
    heard.are(&[(201, "", field())]).and("places", track.count("memberships WHERE club_id = $1", &id).await, 1).and(
        "role words",
        track.count_of("roles WHERE role = $1", &club).await,
        1,
    )
}

/// A hundred administrators, and all of them leave.
async fn last_administrator(track: &Track, round: usize) -> Verdict {
    let (club, id) = club(track, &format!("LAST{round}")).await;
    let appointed = track.race(track.people.iter().map(|who| appoints(track, &club, who)).collect()).await;
    let path = format!("/clubs/{club}/membership");
    let heard = track.race(track.people.iter().map(|who| who.will("DELETE", &path, &Value::Null)).collect()).await;
    let verdict = heard
        .are(&[(200, "", field() - 1), (409, "last_administrator", 1)])
        .and("appointed", appointed.told(201), field())
        .and("places", track.count("memberships WHERE club_id = $1", &id).await, 1)
        .and("role words", track.count_of("roles WHERE role = $1", &club).await, 1);
    // Two powers less, and one by one.
    let only = track.race(track.people.iter().map(|who| who.will("DELETE", &path, &Value::Null)).collect()).await;
    verdict.and("the last one stays", (only.told(409), only.told(404)), (1, field() - 1))
}

async fn one_feedback(track: &Track, round: usize) -> Verdict {
    let who = &track.people[round];
    let (club, id) = led(track, &format!("RATE{round}"), who).await;
    let asked = json!({"rating": 5, "text": "Good"});
    let heard = track.race(same(&who.will_post(&format!("/clubs/{club}/feedback"), &asked))).await;
    heard.are(&[(201, "", 1), (409, "already_given", field() - 1)]).and(
        "ratings",
        track.count("club_feedback WHERE club_id = $1", &id).await,
        1,
    )
}

async fn ten_questions(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("curious{round}x")).await;
    let asked = json!({"text": "When do you meet?"});
    let heard = track.race(same(&who.will_post("/clubs/HOBBY/question", &asked))).await;
    heard.are(&[(201, "", 10), (429, "too_many", field() - 10)]).and(
        "questions",
        track.count("club_questions WHERE user_id = $1", &who.id).await,
        10,
    )
}

async fn twenty_announcements(track: &Track, round: usize) -> Verdict {
    let who = &track.people[round];
    let (club, id) = led(track, &format!("TELL{round}"), who).await;
    let asked = json!({"title": "Photo walk", "body": "Saturday at six.", "club": club});
    let heard = track.race(same(&who.will_post("/event/notifications/send/members", &asked))).await;
    heard.are(&[(202, "", 20), (429, "too_many", field() - 20)]).and(
        "announcements",
        track.count("announcements WHERE club_id = $1", &id).await,
        20,
    )
}

crate::races!(
    "one-short-name" Any one_short_name,
    "one-application" Any one_application,
    "one-decision" Any one_decision,
    "one-appointment" Any one_appointment,
    "last-administrator" Any last_administrator,
    "one-feedback" Any one_feedback,
    "ten-questions" Any ten_questions,
    "twenty-announcements" Any twenty_announcements,
);
