//! Races of keys made when they are first asked for, of devices and choices, enquiries and background jobs.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::track::{Heard, Track, Verdict, field, same};
use crate::harness::push_service::Phone;

/// What is under a name in the answers, without repetition.
fn different(heard: &Heard, name: &str) -> usize {
    heard.0.iter().map(|said| said.body[name].to_string()).collect::<BTreeSet<_>>().len()
}

async fn first_push_key(track: &Track, _: usize) -> Verdict {
    let heard = track.race(track.people.iter().map(|who| who.will("GET", "/push/key", &Value::Null)).collect()).await;
    heard
        .are(&[(200, "", field())])
        .and("keys told", (different(&heard, "key"), heard.0[0].body["key"].is_string()), (1, true))
        .and("keys", track.count_of("push_keys WHERE $1 = ''", "").await, 1)
}

async fn first_sandbox_key(track: &Track, _: usize) -> Verdict {
    let heard =
        track.race(track.people.iter().map(|who| who.will("GET", "/payment/getkey", &Value::Null)).collect()).await;
    heard
        .are(&[(200, "", field())])
        .and("keys told", (different(&heard, "key"), heard.0[0].body["key"].is_string()), (1, true))
        .and("keys", track.count_of("sandbox_keys WHERE $1 = ''", "").await, 1)
}

fn device(endpoint: &str, number: usize) -> Value {
    let phone = Phone::number(1 + (number % 9) as u8);
    json!({"endpoint": endpoint, "expirationTime": null, "keys": {"p256dh": phone.p256dh(), "auth": phone.auth_text()}})
}

async fn one_device(track: &Track, round: usize) -> Verdict {
    let endpoint = format!("https://push.example.net/one/{round}");
    let keeps =
        |(at, who): (usize, &super::track::Racer)| who.will("PUT", "/push/subscription", &device(&endpoint, at));
    let heard = track.race(track.people.iter().enumerate().map(keeps).collect()).await;
    heard.are(&[(200, "", field())]).and(
        "devices",
        track.count_of("push_subscriptions WHERE endpoint = $1", &endpoint).await,
        1,
    )
}

async fn ten_devices(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("collector{round}x")).await;
    let keeps = |at: usize| {
        let endpoint = format!("https://push.example.net/ten/{round}/{at}");
        who.will("PUT", "/push/subscription", &device(&endpoint, at))
    };
    let heard = track.race((0..field()).map(keeps).collect()).await;
    heard.are(&[(200, "", field())]).and(
        "devices",
        track.count("push_subscriptions WHERE user_id = $1", &who.id).await,
        10,
    )
}

async fn one_choice(track: &Track, round: usize) -> Verdict {
    let who = &track.people[round];
    let choose = |at: usize| {
        let choice = json!({"about": "announcement", "push": at.is_multiple_of(2), "mail": !at.is_multiple_of(2)});
        who.will("PUT", "/notifications/preferences", &json!({"preferences": [choice]}))
    };
    let heard = track.race((0..field()).map(choose).collect()).await;
    let rows = "notify_preferences WHERE kind = 'announcement' AND push + mail = 1 AND user_id = $1";
    heard.are(&[(200, "", field())]).and("choices", track.count(rows, &who.id).await, 1)
}

async fn five_enquiries(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("writer{round}x")).await;
    let asked = json!({"topic": "contact", "message": "I would like to know more about it."});
    let heard = track.race(same(&who.will_post("/enquiries", &asked))).await;
    heard.are(&[(201, "", 5), (429, "too_many", field() - 5)]).and(
        "enquiries",
        track.count("enquiries WHERE user_id = $1", &who.id).await,
        5,
    )
}

/// The job of a backup waits once, however often it was asked for.
async fn one_backup(track: &Track, _: usize) -> Verdict {
    let heard = track.race(same(&track.admin.will_post("/system/backup", &json!({})))).await;
    let waiting = track.count_of("jobs WHERE state = 0 AND kind = $1", "backups.make").await;
    // Nor is it made: these stories have no folder on the disk.
    track.forget_jobs("backups.make").await;
    heard.are(&[(200, "", field())]).and("backups that wait", waiting, 1)
}

crate::races!(
    "first-push-key" One first_push_key,
    "first-sandbox-key" One first_sandbox_key,
    "one-device" Any one_device,
    "ten-devices" Any ten_devices,
    "one-choice" Any one_choice,
    "five-enquiries" Any five_enquiries,
    "one-backup" Any one_backup,
);
