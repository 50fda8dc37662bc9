//! Races of accounts: one account of an address, codes and mails, passwords, sessions, and the last ADMIN.

use argon2::password_hash::PasswordHasher;
use argon2::{Algorithm, Argon2, Params, Version};
use quad_people::accounts;
use reqwest::Method;
use serde_json::{Value, json};

use super::track::{Track, Verdict, field, newcomers, race_at, request, same};
use crate::harness::PASSWORD;

/// A password's hash that costs next to nothing to compare with.
fn cheap() -> String {
    let least = Params::new(64, 1, 1, None).expect("parameters");
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, least);
    argon.hash_password_with_salt(PASSWORD.as_bytes(), &[7; 16]).expect("a hash").to_string()
}

async fn one_address(track: &Track, _: usize) -> Verdict {
    let asked = json!({"fullName": "Ada Rao", "email": "ada@meridian.example", "contact": "9000000001", "role": "USER",
        "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
    let heard = track.race(same(&request("POST", "/api/register", None, &asked))).await;
    heard.are(&[(201, "", 1), (409, "email_taken", field() - 1)]).and(
        "accounts",
        track.count_of("users WHERE email = $1", "ada@meridian.example").await,
        1,
    )
}

/// Of a browser that has been here before.
fn cookie() -> String {
    format!("quad_device={}", "7e".repeat(32))
}

/// Asked a hundred times at once by one browser, a code is made and mailed once.
async fn one_mail(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("forgetful{round}x")).await;
    let asked = json!({"email": who.email, "newPassword": "marble-orchard-55"});
    let heard = track.race(same(&request("POST", "/api/resetpassword", Some(&cookie()), &asked))).await;
    let mails = track.t.mails().await.into_iter().filter(|mail| mail.to == who.email).count();
    let codes = track.count("reset_codes WHERE user_id = $1", &who.id).await;
    heard.are(&[(202, "", field())]).and("codes", codes, 1).and("mails", mails, 1)
}

/// The code that was mailed, a hundred times.
async fn one_code(track: &Track, round: usize) -> Verdict {
    let who = track.somebody(&format!("locked{round}x")).await;
    let mut asked = json!({"email": who.email, "newPassword": "marble-orchard-55"});
    let browser = track.t.browser();
    browser.ask(Method::POST, "/resetpassword", Some(asked.clone()), &[("cookie", &cookie())]).await.expect(202);
    let mails = track.t.mails().await;
    let mail = mails.iter().rfind(|mail| mail.to == who.email).expect("a mail");
    let is_code = |word: &&str| word.len() == 6 && word.bytes().all(|digit| digit.is_ascii_digit());
    asked["code"] = json!(mail.text.split_whitespace().find(is_code).expect("a code"));
    let heard = track.race(same(&request("POST", "/api/resetpassword", Some(&cookie()), &asked))).await;
    heard.are(&[(200, "", 1), (400, "wrong_code", field() - 1)]).and(
        "codes",
        track.count("reset_codes WHERE user_id = $1", &who.id).await,
        0,
    )
}

async fn one_password(track: &Track, _: usize) -> Verdict {
    let who = newcomers(&track.t, "changer", 1, &cheap()).await.remove(0);
    let new = ["copper-lantern-77", "marble-orchard-55", "velvet-compass-31", "silver-thicket-64"];
    let change =
        |at: usize| who.will("PUT", "/account/password", &json!({"current": PASSWORD, "password": new[at % 4]}));
    let heard = track.race((0..field()).map(change).collect()).await;
    // Five wrong ones start a pause.
    heard.are_of(&[(200, ""), (403, "wrong_password"), (429, "slow_down")]).and("passwords set", heard.told(200), 1)
}

/// As many log-ins of one account as may wait in a line.
const LINE: usize = 64;

/// One browser logs in many times at once: each time is a session, and the device is known once.
async fn one_known_device(track: &Track, round: usize) -> Verdict {
    let who = newcomers(&track.t, &format!("eager{round}x"), 1, &cheap()).await.remove(0);
    let browser = track.t.browser();
    let asked = json!({"email": who.email, "passWord": PASSWORD});
    let said = browser.post("/login", asked.clone()).await;
    let cookies = said.headers.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok());
    let device: Vec<&str> =
        cookies.filter_map(|cookie| cookie.split(';').next()).filter(|pair| !pair.contains("session=")).collect();
    let cookie = device.join("; ");
    let sessions = track.count("sessions WHERE user_id = $1", &who.id).await;
    let heard = track.race(vec![request("POST", "/api/login", Some(&cookie), &asked); LINE]).await;
    heard
        .are(&[(200, "", LINE)])
        .and("a device's cookie", cookie.is_empty(), false)
        .and("devices", track.count("known_devices WHERE user_id = $1", &who.id).await, 1)
        .and("sessions", track.count("sessions WHERE user_id = $1", &who.id).await - sessions, LINE as i64)
}

async fn one_log_out(track: &Track, round: usize) -> Verdict {
    let who = newcomers(&track.t, &format!("tidy{round}x"), 1, &cheap()).await.remove(0);
    track.t.browser().post("/login", json!({"email": who.email, "passWord": PASSWORD})).await.expect(200);
    let all = who.get("/sessions").await.expect(200);
    let all = all["sessions"].as_array().expect("a list");
    let other = all.iter().find(|one| one["current"] == false).expect("another")["id"].as_str().expect("an id");
    let heard = track.race(same(&who.will("DELETE", &format!("/sessions/{other}"), &Value::Null))).await;
    heard.are(&[(200, "", 1), (404, "missing", field() - 1)]).and(
        "sessions",
        track.count("sessions WHERE user_id = $1", &who.id).await,
        1,
    )
}

async fn one_account_deletion(track: &Track, round: usize) -> Verdict {
    let who = newcomers(&track.t, &format!("leaver{round}x"), 1, &cheap()).await.remove(0);
    track.grant(&who, 3, 3).await;
    let heard = track.race(same(&who.will("DELETE", "/account", &json!({"password": PASSWORD})))).await;
    let lost = "credit_entries WHERE reason = 'account deleted' AND user_id = $1";
    heard
        .are_of(&[(200, ""), (401, "logged_out"), (403, "wrong_password"), (429, "slow_down")])
        .and("deletions told", heard.told(200), 1)
        .and("entries of what was lost", track.count(lost, &who.id).await, 1)
        .and("sessions", track.count("sessions WHERE user_id = $1", &who.id).await, 0)
}

/// A hundred ADMINs, and all of them delete their accounts; in a database of their own.
async fn last_admin(track: &Track, _: usize) -> Verdict {
    let t = track.t.wide().await;
    let deans = newcomers(&t, "dean", field(), &cheap()).await;
    for dean in &deans {
        assert!(accounts::promote(&t.app, &dean.email).await.is_ok(), "promoted");
    }
    let leaves = deans.iter().map(|dean| dean.will("DELETE", "/account", &json!({"password": PASSWORD})));
    let heard = race_at(&t.base, leaves.collect()).await;
    let left = quad_db::sql("SELECT COUNT(*) AS value FROM roles WHERE role = 'ADMIN'").value::<i64>(&t.app.db).await;
    heard.are(&[(200, "", field() - 1), (409, "last_admin", 1)]).and("ADMINs", left.expect("counted"), Some(1))
}

crate::races!(
    "one-address" One one_address,
    "one-mail" Any one_mail,
    "one-code" Any one_code,
    "one-password" One one_password,
    "one-known-device" Any one_known_device,
    "one-log-out" Any one_log_out,
    "one-account-deletion" Any one_account_deletion,
    "last-admin" One last_admin,
);
