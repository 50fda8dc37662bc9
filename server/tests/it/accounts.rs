//! Stories of accounts: registering, logging in, sessions, resetting.

pub mod mail_server;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures::future::join_all;
use quad_db::sql;
use quad_kernel::error::{Error, Result};
use quad_kernel::ids::UserId;
use quad_people::accounts as feature;
use quad_people::accounts::PlatformRole;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, PASSWORD, PATIENCE, TestApp, until};
use crate::{on_both_engines, plain_stories};
use mail_server::PostOffice;

on_both_engines!(
    racing_registrations_make_one_account,
    racing_guesses_are_counted_before_they_are_checked,
    right_passwords_at_once_all_get_in,
    roles_are_felt_at_once,
    who_is_demoted_loses_the_power_everywhere,
    racing_demotions_leave_one,
    what_another_process_changes_holds_here,
    a_change_that_commits_late_is_heard,
    racing_codes_get_five_tries,
    racing_the_right_code_sets_one_password,
    sweeping_keeps_what_still_counts,
    sessions_are_listed_and_revoked,
    sessions_end_by_age_and_idleness,
);
plain_stories!(
    a_registered_student_logs_in,
    only_the_institutes_domain_registers,
    a_registration_is_checked_on_the_server,
    nobody_registers_as_administrator,
    with_mail_an_account_waits_for_its_link,
    with_mail_a_known_address_looks_like_a_new_one,
    with_mail_a_mailbox_is_not_flooded,
    with_mail_the_link_logs_in_where_it_was_asked_for,
    with_mail_the_link_leads_on_in_any_browser,
    with_mail_a_link_is_mailed_again_in_the_browser_that_registered,
    a_wrong_address_and_a_wrong_password_look_alike,
    five_failures_slow_strangers_but_not_a_known_device,
    the_pause_grows_and_a_success_ends_it,
    a_sprayer_is_slowed_and_its_neighbours_are_not,
    a_log_in_rotates_the_session,
    any_push_subscription_may_come_along,
    cookies_are_closed_to_scripts_and_secure_over_https,
    behind_a_proxy_the_last_forwarded_address_counts,
    an_administrators_session_is_short,
    log_out_always_succeeds,
    another_persons_id_is_refused,
    asking_for_a_code_tells_nothing,
    whose_reply_was_lost_is_the_browser_that_asked_all_the_same,
    very_many_wishes_for_codes_keep_nobody_waiting,
    a_reset_needs_the_newest_code,
    a_secret_is_what_was_typed_and_not_its_bytes,
    a_code_works_for_ten_minutes,
    a_code_does_not_grow_old_before_it_is_mailed,
    a_code_that_is_mailed_again_has_no_new_tries,
    a_code_that_waits_goes_with_the_password,
    a_reset_knows_the_name_of_the_account,
    mails_that_hang_hold_up_mails_alone,
    a_full_queue_of_log_ins_asks_to_come_back,
    a_known_browser_gets_in_past_a_full_queue,
    operators_make_accounts_and_codes,
    nothing_secret_is_logged,
);

const NEW_PASSWORD: &str = "copper-lantern-77";

fn asked(email: &str) -> Value {
    json!({"fullName": "Ada Rao", "email": email, "contact": "9000000001", "role": "USER", "passWord": PASSWORD,
        "contestgiven": [], "Batch": 2026})
}

fn with(mut body: Value, key: &str, value: Value) -> Value {
    body[key] = value;
    body
}

async fn try_log_in(browser: &Browser, email: &str, password: &str) -> Answer {
    browser.post("/login", json!({"email": email, "passWord": password})).await
}

/// The value of a cookie an answer sets.
fn cookie(answer: &Answer, name: &str) -> Option<String> {
    let lines = answer.headers.get_all("set-cookie").iter().filter_map(|line| line.to_str().ok());
    lines
        .filter_map(|line| line.split(';').next()?.split_once('='))
        .find(|(found, _)| *found == name)
        .map(|(_, v)| v.to_owned())
}

async fn asks_with_cookie(t: &TestApp, cookie: &str) -> Answer {
    t.browser().ask(Method::GET, "/isadmin", None, &[("cookie", cookie)]).await
}

fn retry_after(answer: &Answer) -> u32 {
    answer.headers["retry-after"].to_str().expect("text").parse().expect("seconds")
}

/// The six digits of a mail.
fn code_in(text: &str) -> String {
    let is_code = |word: &&str| word.len() == 6 && word.bytes().all(|c| c.is_ascii_digit());
    text.split_whitespace().find(is_code).expect("a code").to_owned()
}

/// Asks for a code and reads it from the mail.
async fn mailed_code(t: &TestApp, browser: &Browser, email: &str) -> String {
    let wish = json!({"email": email, "newPassword": NEW_PASSWORD});
    browser.post("/resetpassword", wish).await.expect(202);
    let mails = t.mails().await;
    code_in(&mails.iter().rfind(|mail| mail.to == email).expect("a mail").text)
}

async fn try_code(browser: &Browser, email: &str, code: &str) -> Answer {
    browser.post("/resetpassword", json!({"email": email, "newPassword": NEW_PASSWORD, "code": code})).await
}

fn another_code(code: &str) -> String {
    let number: u32 = code.parse().expect("digits");
    format!("{:06}", (number + 1) % 1_000_000)
}

async fn count(t: &TestApp, table: &str) -> i64 {
    sql(format!("SELECT count(*) AS value FROM {table}")).value(&t.app.db).await.expect("counted").expect("a number")
}

async fn a_registered_student_logs_in(t: TestApp) {
    let browser = t.browser();
    let said = browser.post("/register", asked("Ada@Meridian.Example")).await.expect(201);
    assert_eq!(said, json!({"success": true, "message": "Registration successful!", "confirm": false}));
    let said = try_log_in(&browser, " ADA@meridian.example", PASSWORD).await.expect(200);
    let id = said["_id"].as_str().expect("an id");
    assert_eq!(id.len(), 36);
    assert_eq!(
        said,
        json!({"_id": id, "fullName": "Ada Rao", "email": "ada@meridian.example", "role": "USER",
            "message": "Login successful", "success": true})
    );
    let said = browser.get("/isadmin").await.expect(200);
    assert_eq!((&said["success"], &said["role"], &said["roles"]), (&json!(true), &json!("USER"), &json!(["USER"])));
    t.browser().get("/isadmin").await.refused(401, "logged_out");
}

async fn only_the_institutes_domain_registers(t: TestApp) {
    for email in ["a@meridian.example.evil", "a@sub.meridian.example", "a@xmeridian.example", "a@gmail.example"] {
        let said = t.browser().post("/register", asked(email)).await.refused(400, "invalid");
        assert_eq!(said["message"], "Please use your institute e-mail address (@meridian.example)");
        assert_eq!(said["field"], "email");
    }
    let open = t.another(&[("QUAD_INSTITUTE_DOMAINS", "")], 1).await;
    open.browser().post("/register", asked("a@anywhere.example")).await.expect(201);
    assert_eq!(count(&t, "users").await, 0);
}

async fn a_registration_is_checked_on_the_server(t: TestApp) {
    let browser = t.browser();
    let good = || asked("ada.rao@meridian.example");
    for (key, value, field) in [
        ("fullName", json!("   "), "fullName"),
        ("fullName", json!("a\u{0}b"), "fullName"),
        ("fullName", json!("a\u{2028}b"), "fullName"),
        ("fullName", json!("\u{202e}\u{301}"), "fullName"),
        ("fullName", json!("x".repeat(101)), "fullName"),
        ("email", json!("ada"), "email"),
        ("email", json!("a\u{0}@meridian.example"), "email"),
        ("contact", json!("123456"), "contact"),
        ("contact", json!("12345x78"), "contact"),
        ("contact", json!(null), "contact"),
        ("passWord", json!("seven77"), "passWord"),
        ("passWord", json!("password1"), "passWord"),
        ("passWord", json!("xx ADA.RAO xx 731"), "passWord"),
        ("passWord", json!("x7".repeat(513)), "passWord"),
        ("passWord", json!(null), "passWord"),
        ("Batch", json!(1949), "Batch"),
        ("Batch", json!(2028), "Batch"),
        ("Batch", json!("twenty"), "Batch"),
        ("Batch", json!(2026.5), "Batch"),
    ] {
        let said = browser.post("/register", with(good(), key, value.clone())).await.refused(400, "invalid");
        assert_eq!(said["field"], field, "{key} = {value}");
    }
    browser.post("/register", json!({})).await.refused(400, "invalid");
    browser.send_raw("/register", "text/plain", b"{}".to_vec()).await.refused(415, "unsupported_media_type");
    browser.send_raw("/register", "application/json", b"{".to_vec()).await.refused(400, "invalid");
    let lenient = with(with(good(), "contact", json!(9_000_000_001_u64)), "Batch", json!("2027"));
    browser.post("/register", lenient).await.expect(201);
    let taken = browser.post("/register", good()).await.refused(409, "email_taken");
    assert!(taken["message"].as_str().expect("text").contains("already has an account"));
}

async fn racing_registrations_make_one_account(t: TestApp) {
    let browser = t.browser();
    let answers = join_all((0..50).map(|_| browser.post("/register", asked("ada@meridian.example")))).await;
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    let taken = answers.iter().filter(|answer| answer.status == 409).count();
    assert_eq!((made, taken), (1, 49));
    assert_eq!(count(&t, "users").await, 1);
}

async fn nobody_registers_as_administrator(t: TestApp) {
    let browser = t.browser();
    let mut wish = with(asked("ada@meridian.example"), "role", json!("ADMIN"));
    wish = with(wish, "roles", json!(["ADMIN"]));
    wish = with(wish, "_id", json!("00000000-0000-7000-8000-000000000000"));
    wish = with(wish, "contestgiven", json!({"odd": true}));
    browser.post("/register", wish).await.expect(201);
    let said = try_log_in(&browser, "ada@meridian.example", PASSWORD).await.expect(200);
    assert_eq!(said["role"], "USER");
    assert_ne!(said["_id"], "00000000-0000-7000-8000-000000000000");
}

async fn with_mail(t: &TestApp) -> (TestApp, PostOffice) {
    let office = PostOffice::open().await;
    (t.another(&[("QUAD_SMTP_URL", &office.url), ("QUAD_PUBLIC_URL", "http://quad.example")], 3).await, office)
}

fn link_token(text: &str) -> String {
    let (_, rest) = text.split_once("http://quad.example/confirm#").expect("a link");
    rest.chars().take_while(char::is_ascii_hexdigit).collect()
}

async fn with_mail_an_account_waits_for_its_link(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let browser = t.browser();
    let email = "ada@meridian.example";
    let said = browser.post("/register", asked(email)).await.expect(201);
    assert_eq!((&said["success"], &said["confirm"]), (&json!(true), &json!(true)));
    try_log_in(&browser, email, "not-the-password").await.refused(401, "wrong_credentials");
    let said = try_log_in(&browser, email, PASSWORD).await.refused(403, "not_confirmed");
    assert!(said["message"].as_str().expect("text").contains("open the link"));
    t.run_jobs().await;
    let first = link_token(&office.letters()[0].text);
    // Whoever registers an address writes to its owner by this mail: nothing that was typed is in it.
    assert!(!office.letters()[0].text.contains("Ada"), "{}", office.letters()[0].text);
    // Registering again makes another beside it; each link is for its own, and the first that is opened wins.
    browser.post("/register", with(asked(email), "passWord", json!(NEW_PASSWORD))).await.expect(201);
    t.run_jobs().await;
    let second = link_token(&office.letters()[1].text);
    browser.post("/email-confirmation", json!({"token": "x"})).await.refused(400, "invalid_link");
    browser.post("/email-confirmation", json!({"token": second})).await.expect(200);
    browser.post("/email-confirmation", json!({"token": second})).await.expect(200);
    browser.post("/email-confirmation", json!({"token": first})).await.refused(400, "invalid_link");
    try_log_in(&browser, email, PASSWORD).await.refused(401, "wrong_credentials");
    try_log_in(&browser, email, NEW_PASSWORD).await.expect(200);
    // Two days later a link is too old.
    browser.post("/register", asked("bo@meridian.example")).await.expect(201);
    t.run_jobs().await;
    let token = link_token(&office.letters()[2].text);
    t.pass(2 * 24 * 3600);
    browser.post("/email-confirmation", json!({"token": token})).await.refused(400, "invalid_link");
}

async fn with_mail_a_known_address_looks_like_a_new_one(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let browser = t.browser();
    let new = browser.post("/register", asked("ada@meridian.example")).await.expect(201);
    t.run_jobs().await;
    let token = link_token(&office.letters()[0].text);
    browser.post("/email-confirmation", json!({"token": token})).await.expect(200);
    let intruder = with(asked("ada@meridian.example"), "passWord", json!(NEW_PASSWORD));
    let known = t.browser().post("/register", intruder).await.expect(201);
    assert_eq!(known, new);
    t.run_jobs().await;
    let letters = office.letters();
    assert_eq!(letters.len(), 2);
    assert_eq!(letters[1].to, "ada@meridian.example");
    assert!(letters[1].text.contains("already has an") && !letters[1].text.contains("/confirm"));
    try_log_in(&browser, "ada@meridian.example", NEW_PASSWORD).await.refused(401, "wrong_credentials");
    try_log_in(&browser, "ada@meridian.example", PASSWORD).await.expect(200);
}

async fn with_mail_a_mailbox_is_not_flooded(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let browser = t.browser();
    let answers = join_all((0..14).map(|_| browser.post("/register", asked("ada@meridian.example")))).await;
    // From one place five; how many in all: `addresses::a_stranger_leaves_registrations_to_the_owner_elsewhere`.
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 5);
    assert_eq!(answers.iter().filter(|answer| answer.status == 429).count(), 9);
    t.run_jobs().await;
    assert_eq!(office.letters().len(), 5);
    t.pass(3600);
    browser.post("/register", asked("ada@meridian.example")).await.expect(201);
}

async fn with_mail_the_link_logs_in_where_it_was_asked_for(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let (browser, elsewhere) = (t.browser(), t.browser());
    let email = "ada@meridian.example";
    browser.post("/register", asked(email)).await.expect(201);
    t.run_jobs().await;
    let link = json!({"token": link_token(&office.letters()[0].text)});
    elsewhere.post("/email-confirmation", link.clone()).await.refused(403, "password_needed");
    browser.get("/isadmin").await.expect(401);
    let said = browser.post("/email-confirmation", link.clone()).await.expect(200);
    assert_eq!((&said["account"]["email"], &said["account"]["role"]), (&json!(email), &json!("USER")));
    assert_eq!(browser.get("/isadmin").await.expect(200)["role"], "USER");
    // The browser is known from now on, and the session is one of the list.
    let listed = browser.get("/sessions").await.expect(200);
    assert_eq!(listed["sessions"].as_array().map(Vec::len), Some(1));
    // A link opened again lets nobody in: whoever logs out on a shared computer is out.
    browser.get("/logout").await.expect(200);
    assert_eq!(browser.post("/email-confirmation", link.clone()).await.expect(200)["account"], Value::Null);
    browser.get("/isadmin").await.expect(401);

    // Whoever is logged in stays so.
    let bo = t.browser();
    bo.post("/register", asked("bo@meridian.example")).await.expect(201);
    t.run_jobs().await;
    let second = json!({"token": link_token(&office.letters()[1].text)});
    try_log_in(&bo, email, PASSWORD).await.expect(200);
    assert_eq!(bo.post("/email-confirmation", second.clone()).await.expect(200)["account"], Value::Null);
    assert_eq!(bo.get("/checklogged").await.expect(200)["user"]["email"], email);
    try_log_in(&t.browser(), "bo@meridian.example", PASSWORD).await.expect(200);
}

async fn with_mail_the_link_leads_on_in_any_browser(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let leads_on = |at: usize| {
        let text = office.letters()[at].text.clone();
        let (_, rest) = text.split_once("/confirm#").expect("a link");
        rest.split_whitespace()
            .next()
            .and_then(|link| link.split_once('.'))
            .map(|(_, next)| String::from_utf8(URL_SAFE_NO_PAD.decode(next).expect("base64")).expect("text"))
    };
    let invitation = "/invite?from=a%20b#6yT0_kQ2";
    let wish = |email: &str, next: Value| with(asked(email), "next", next);
    t.browser().post("/register", wish("a0@meridian.example", json!(invitation))).await.expect(201);
    t.run_jobs().await;
    assert_eq!(leads_on(0).as_deref(), Some(invitation));
    // Nothing that was typed is there to read.
    assert!(!office.letters()[0].text.contains("invite"), "{}", office.letters()[0].text);
    // The whole of it is taken for the token as well, by a page of an earlier release.
    let text = office.letters()[0].text.clone();
    let whole = text.split_once("/confirm#").and_then(|(_, rest)| rest.split_whitespace().next()).expect("a link");
    let log_in = json!({"email": "a0@meridian.example", "passWord": PASSWORD, "confirmation": whole});
    t.browser().post("/login", log_in).await.expect(200);
    // What leads elsewhere, or is no address, leads nowhere.
    let long = format!("/{}", "a".repeat(200));
    let refused = [
        json!("//evil.example"),
        json!("https://evil.example/"),
        json!("/\\evil.example"),
        json!("/a b"),
        json!("/é"),
        json!(long),
        json!(7),
    ];
    for (place, next) in refused.into_iter().enumerate() {
        let email = format!("b{place}@meridian.example");
        t.browser().post("/register", wish(&email, next.clone())).await.expect(201);
        t.run_jobs().await;
        assert_eq!(leads_on(place + 1), None, "{next}");
    }
}

async fn with_mail_a_link_is_mailed_again_in_the_browser_that_registered(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let (browser, stranger) = (t.browser(), t.browser());
    let email = "ada@meridian.example";
    let again = json!({"email": email, "next": "/contest"});
    let nobody = browser.post("/email-confirmation/resend", again.clone()).await.expect(202);
    browser.post("/register", asked(email)).await.expect(201);
    let said = browser.post("/email-confirmation/resend", again.clone()).await.expect(202);
    assert_eq!(said["message"], nobody["message"]);
    // Nobody else's browser has any mailed, nor is told more.
    let strangers = stranger.post("/email-confirmation/resend", again.clone()).await.expect(202);
    assert_eq!(strangers["message"], nobody["message"]);
    stranger.post("/email-confirmation/resend", json!({"email": "x"})).await.refused(400, "invalid");
    t.run_jobs().await;
    let letters = office.letters();
    assert_eq!(letters.len(), 2);
    let (first, second) = (link_token(&letters[0].text), link_token(&letters[1].text));
    assert_ne!(first, second);
    assert!(!letters[0].text.contains(&format!("{first}.")) && letters[1].text.contains(&format!("{second}.")));
    // The earlier one works as well, and ends the other.
    browser.post("/email-confirmation", json!({"token": first})).await.expect(200);
    browser.post("/email-confirmation", json!({"token": second})).await.refused(400, "invalid_link");
    // Mails are counted with those of registrations, and none comes for an account.
    browser.post("/email-confirmation/resend", again.clone()).await.expect(202);
    browser.post("/email-confirmation/resend", again.clone()).await.refused(429, "too_many");
    t.run_jobs().await;
    assert_eq!(office.letters().len(), 2);
}

async fn a_wrong_address_and_a_wrong_password_look_alike(t: TestApp) {
    t.person("ada").await;
    let strip = |mut body: Value| {
        body["request_id"] = json!("");
        body
    };
    let wrong_password =
        try_log_in(&t.browser(), "ada@meridian.example", "guess-guess-1").await.refused(401, "wrong_credentials");
    assert_eq!(wrong_password["message"], "Invalid email or password");
    for email in ["nobody@meridian.example", "nobody@elsewhere.example", "not an address", "a\u{0}@meridian.example"] {
        let answer = try_log_in(&t.browser(), email, "guess-guess-1").await;
        assert!(cookie(&answer, "quad_session").is_none());
        assert_eq!(strip(answer.refused(401, "wrong_credentials")), strip(wrong_password.clone()), "{email}");
    }
    try_log_in(&t.browser(), "ada@meridian.example", &"x".repeat(5000)).await.refused(401, "wrong_credentials");
    // The same work: with an address nobody has, a hash is computed as well.
    for email in ["ada@meridian.example", "nobody@meridian.example", "not an address"] {
        t.pass(7200);
        let before = t.hashes_done();
        try_log_in(&t.browser(), email, "guess-guess-1").await.refused(401, "wrong_credentials");
        assert_eq!(t.hashes_done() - before, 1, "{email}");
    }
    for missing in [json!({}), json!({"email": "ada@meridian.example"}), json!({"email": " ", "passWord": "x"})] {
        t.browser().post("/login", missing).await.refused(400, "invalid");
    }
}

async fn five_failures_slow_strangers_but_not_a_known_device(t: TestApp) {
    let known = t.person("ada").await;
    let email = "ada@meridian.example";
    let stranger = t.browser();
    for _ in 0..5 {
        try_log_in(&stranger, email, "guess-guess-1").await.refused(401, "wrong_credentials");
    }
    let answer = try_log_in(&stranger, email, PASSWORD).await;
    assert_eq!(retry_after(&answer), 1);
    answer.refused(429, "slow_down");
    // Other accounts from the same address, and the owner's own device, do not notice.
    t.person("bo").await;
    known.get("/logout").await.expect(200);
    for _ in 0..6 {
        try_log_in(&known, email, "a-typing-mistake").await.refused(401, "wrong_credentials");
    }
    try_log_in(&known, email, PASSWORD).await.expect(200);
    // Addresses without an account are slowed alike.
    for _ in 0..5 {
        try_log_in(&stranger, "nobody@meridian.example", "guess-guess-1").await.refused(401, "wrong_credentials");
    }
    try_log_in(&stranger, "nobody@meridian.example", "guess-guess-1").await.refused(429, "slow_down");
}

async fn the_pause_grows_and_a_success_ends_it(t: TestApp) {
    t.person("ada").await;
    let (stranger, email) = (t.browser(), "ada@meridian.example");
    for _ in 0..5 {
        try_log_in(&stranger, email, "guess-guess-1").await.refused(401, "wrong_credentials");
    }
    for pause in [1, 2, 4, 8, 16, 32, 60, 60] {
        let answer = try_log_in(&stranger, email, "guess-guess-1").await;
        assert_eq!(retry_after(&answer), pause);
        answer.refused(429, "slow_down");
        t.pass(i64::from(pause));
        try_log_in(&stranger, email, "guess-guess-1").await.refused(401, "wrong_credentials");
    }
    t.pass(60);
    try_log_in(&stranger, email, PASSWORD).await.expect(200);
    for _ in 0..4 {
        try_log_in(&t.browser(), email, "guess-guess-1").await.refused(401, "wrong_credentials");
    }
    try_log_in(&t.browser(), email, PASSWORD).await.expect(200);
}

async fn racing_guesses_are_counted_before_they_are_checked(t: TestApp) {
    t.person("ada").await;
    let stranger = t.browser();
    let guesses = (0..30).map(|_| try_log_in(&stranger, "ada@meridian.example", "guess-guess-1"));
    let answers = join_all(guesses).await;
    let checked = answers.iter().filter(|answer| answer.status == 401).count();
    assert_eq!((checked, answers.iter().filter(|answer| answer.status == 429).count()), (5, 25));
    // So many that not all may wait for their turn: the others are sent away, and none of them was looked at.
    t.pass(7200);
    let before = t.hashes_done();
    let answers = join_all((0..200).map(|_| try_log_in(&stranger, "ada@meridian.example", "guess-guess-1"))).await;
    assert!(answers.iter().all(|answer| matches!(answer.status.as_u16(), 401 | 429 | 503)));
    assert_eq!(answers.iter().filter(|answer| answer.status == 401).count(), 5);
    assert_eq!(t.hashes_done() - before, 5);
}

async fn right_passwords_at_once_all_get_in(t: TestApp) {
    let ada = t.person("ada").await;
    let email = "ada@meridian.example";
    // New devices, each with a line of its own to the server.
    let devices: Vec<_> = (0..16).map(|_| t.browser()).collect();
    let answers = join_all(devices.iter().map(|device| try_log_in(device, email, PASSWORD))).await;
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    assert_eq!(statuses, [200; 16], "a right password is no failure of another");
    // The same from one device that is known already: a browser that sends twice, or twenty-five times.
    let answers = join_all((0..25).map(|_| try_log_in(&ada, email, PASSWORD))).await;
    assert!(answers.iter().all(|answer| answer.status == 200));
    // Nothing is left of it: strangers have their five tries and no more.
    let before = t.hashes_done();
    let strangers: Vec<_> = (0..40).map(|_| t.browser()).collect();
    let guesses = strangers.iter().map(|stranger| try_log_in(stranger, email, "guess-guess-1"));
    let answers = join_all(guesses).await;
    let count = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!((count(401), count(429), t.hashes_done() - before), (5, 35, 5));
}

async fn a_sprayer_is_slowed_and_its_neighbours_are_not(t: TestApp) {
    t.person("ada").await;
    let sprayer = t.browser();
    let names: Vec<String> = (0..55).map(|number| format!("student{number}@meridian.example")).collect();
    for (number, email) in names.iter().enumerate() {
        try_log_in(&sprayer, email, &format!("guess-guess-{number}")).await.refused(401, "wrong_credentials");
    }
    // From the fifty-first on one failure is enough for a pause, which grows to a quarter of an hour.
    try_log_in(&sprayer, &names[49], "guess-again").await.refused(401, "wrong_credentials");
    let last = names.last().expect("a name");
    for pause in [1, 2, 4, 8, 16, 32, 64, 128, 256] {
        assert_eq!(retry_after(&try_log_in(&sprayer, last, "guess-again").await), pause);
        t.pass(i64::from(pause));
        try_log_in(&sprayer, last, &format!("guess-guess-{pause}")).await.refused(401, "wrong_credentials");
    }
    // A neighbour on the same address, on a new device, with the right password.
    try_log_in(&t.browser(), "ada@meridian.example", PASSWORD).await.expect(200);
    t.pass(15 * 60);
    let fresh = "fresh@meridian.example";
    try_log_in(&sprayer, fresh, "guess-guess-1").await.refused(401, "wrong_credentials");
    try_log_in(&sprayer, fresh, "guess-guess-2").await.refused(401, "wrong_credentials");
}

async fn a_log_in_rotates_the_session(t: TestApp) {
    t.person("ada").await;
    let browser = t.browser();
    let first =
        cookie(&try_log_in(&browser, "ada@meridian.example", PASSWORD).await, "quad_session").expect("a cookie");
    asks_with_cookie(&t, &format!("quad_session={first}")).await.expect(200);
    let second =
        cookie(&try_log_in(&browser, "ada@meridian.example", PASSWORD).await, "quad_session").expect("a cookie");
    assert_ne!(first, second);
    asks_with_cookie(&t, &format!("quad_session={first}")).await.refused(401, "logged_out");
    asks_with_cookie(&t, &format!("other=1; quad_session={second}; more=2")).await.expect(200);
    // What the database holds lets nobody in.
    let stored: Vec<u8> = sql("SELECT token_hash AS value FROM sessions ORDER BY id DESC")
        .value(&t.app.db)
        .await
        .expect("read")
        .expect("a row");
    assert_ne!(hex::encode(&stored), second);
    asks_with_cookie(&t, &format!("quad_session={}", hex::encode(stored))).await.refused(401, "logged_out");
}

async fn any_push_subscription_may_come_along(t: TestApp) {
    t.person("ada").await;
    for subscription in [
        json!(null),
        json!("x"),
        json!(7),
        json!([1]),
        json!({"endpoint": 3}),
        json!({"endpoint": "https://a", "keys": {}}),
    ] {
        let body = json!({"email": "ada@meridian.example", "passWord": PASSWORD, "pushsubscription": subscription});
        t.browser().post("/login", body).await.expect(200);
    }
}

async fn cookies_are_closed_to_scripts_and_secure_over_https(t: TestApp) {
    t.person("ada").await;
    let answer = try_log_in(&t.browser(), "ada@meridian.example", PASSWORD).await;
    let lines: Vec<&str> =
        answer.headers.get_all("set-cookie").iter().map(|line| line.to_str().expect("text")).collect();
    assert!(lines[0].starts_with("quad_session=") && lines[1].starts_with("quad_device="), "{}", lines.len());
    for line in &lines {
        assert!(
            line.contains("; HttpOnly")
                && line.contains("; SameSite=Lax")
                && line.contains("; Path=/")
                && !line.contains("Secure")
        );
    }
    assert!(lines[0].contains("; Max-Age=2592000"));
    let https = t.another(&[("QUAD_PUBLIC_URL", "https://quad.example")], 1).await;
    https.browser().post("/register", asked("ada@meridian.example")).await.expect(201);
    let answer = try_log_in(&https.browser(), "ada@meridian.example", PASSWORD).await;
    let session = cookie(&answer, "__Host-quad_session").expect("a cookie");
    assert!(cookie(&answer, "__Host-quad_device").is_some());
    assert!(
        answer
            .headers
            .get_all("set-cookie")
            .iter()
            .all(|line| line.to_str().is_ok_and(|line| line.contains("; Secure")))
    );
    asks_with_cookie(&https, &format!("__Host-quad_session={session}")).await.expect(200);
    asks_with_cookie(&https, &format!("quad_session={session}")).await.refused(401, "logged_out");
}

async fn behind_a_proxy_the_last_forwarded_address_counts(t: TestApp) {
    let address = async |t: &TestApp| {
        t.browser().post("/register", asked("ada@meridian.example")).await.expect(201);
        let headers = [
            ("x-forwarded-for", "6.6.6.6, 10.1.2.3"),
            ("user-agent", "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36"),
        ];
        let body = json!({"email": "ada@meridian.example", "passWord": PASSWORD});
        let browser = t.browser();
        browser.ask(Method::POST, "/login", Some(body), &headers).await.expect(200);
        let said = browser.get("/sessions").await.expect(200);
        assert_eq!(said["sessions"][0]["device"], "Chrome on Android");
        said["sessions"][0]["address"].as_str().expect("an address").to_owned()
    };
    assert_eq!(address(&t).await, "127.0.0.1");
    assert_eq!(address(&t.another(&[("QUAD_BEHIND_PROXY", "true")], 1).await).await, "10.1.2.3");
}

const DAY: i64 = 24 * 3600;

async fn sessions_end_by_age_and_idleness(t: TestApp) {
    let (idle, used) = (t.person("ada").await, t.person("bo").await);
    for _ in 0..5 {
        t.pass(6 * DAY - 60);
        used.get("/isadmin").await.expect(200);
        wait_for_touch(&t, &used).await;
    }
    idle.get("/isadmin").await.refused(401, "logged_out");
    let said = used.get("/sessions").await.expect(200);
    assert_eq!(said["sessions"].as_array().map(Vec::len), Some(1));
    // Thirty days after the log-in it ends, however busy it was.
    t.pass(5 * 60);
    used.get("/isadmin").await.refused(401, "logged_out");
}

/// The last use is written beside the request; waits until it is.
async fn wait_for_touch(t: &TestApp, browser: &Browser) {
    let id = UserId::parse(&browser.id).expect("an id");
    until("the last use is written", async || {
        let seen: Option<i64> = sql("SELECT MAX(last_seen_at) AS value FROM sessions WHERE user_id = $1")
            .arg(id)
            .value(&t.app.db)
            .await
            .expect("read");
        seen == Some(t.app.clock.now().0)
    })
    .await;
}

async fn an_administrators_session_is_short(t: TestApp) {
    let admin = t.admin("root").await;
    admin.get("/isadmin").await.expect(200);
    t.pass(3600 - 1);
    assert_eq!(admin.get("/isadmin").await.expect(200)["role"], "ADMIN");
    wait_for_touch(&t, &admin).await;
    t.pass(3600);
    admin.get("/isadmin").await.refused(401, "logged_out");
    let admin = t.log_in("root").await;
    for _ in 0..12 {
        admin.get("/isadmin").await.expect(200);
        t.pass(3599);
        admin.get("/isadmin").await.expect(200);
        wait_for_touch(&t, &admin).await;
    }
    t.pass(12);
    admin.get("/isadmin").await.refused(401, "logged_out");
}

async fn sessions_are_listed_and_revoked(t: TestApp) {
    let laptop = t.person("ada").await;
    let (phone, library) = (t.log_in("ada").await, t.log_in("ada").await);
    let stranger = t.person("bo").await;
    let said = laptop.get("/sessions").await.expect(200);
    let sessions = said["sessions"].as_array().expect("a list").clone();
    assert_eq!(sessions.len(), 3);
    assert_eq!(sessions.iter().filter(|one| one["current"] == true).count(), 1);
    let phones = phone.get("/sessions").await.expect(200)["sessions"].clone();
    let phones = phones.as_array().expect("a list").iter().find(|one| one["current"] == true).expect("its own").clone();
    assert_eq!(phones["createdAt"], t.moment(0));
    assert_eq!(phones["expiresAt"], t.moment(7 * DAY));
    let path = format!("/sessions/{}", phones["id"].as_str().expect("an id"));
    stranger.delete(&path).await.refused(404, "missing");
    stranger.delete("/sessions/none").await.refused(404, "missing");
    phone.get("/isadmin").await.expect(200);
    library.get("/isadmin").await.expect(200);
    assert_eq!(laptop.delete(&path).await.expect(200)["ended"], 1);
    phone.get("/isadmin").await.refused(401, "logged_out");
    laptop.delete(&path).await.refused(404, "missing");
    assert_eq!(laptop.delete("/sessions").await.expect(200)["ended"], 1);
    library.get("/isadmin").await.refused(401, "logged_out");
    laptop.get("/isadmin").await.expect(200);
    stranger.get("/isadmin").await.expect(200);
    t.browser().get("/sessions").await.refused(401, "logged_out");
}

async fn log_out_always_succeeds(t: TestApp) {
    t.person("ada").await;
    let browser = t.browser();
    let session =
        cookie(&try_log_in(&browser, "ada@meridian.example", PASSWORD).await, "quad_session").expect("a cookie");
    let answer = browser.get("/logout").await;
    assert_eq!(cookie(&answer, "quad_session").as_deref(), Some(""));
    assert_eq!(answer.expect(200)["success"], true);
    asks_with_cookie(&t, &format!("quad_session={session}")).await.refused(401, "logged_out");
    browser.get("/logout").await.expect(200);
    t.browser().ask(Method::GET, "/logout", None, &[("cookie", "quad_session=nonsense")]).await.expect(200);
    let foreign = [("origin", "https://evil.example")];
    t.browser().ask(Method::GET, "/logout", None, &foreign).await.refused(403, "cross_site");
}

async fn roles_are_felt_at_once(t: TestApp) {
    let person = t.person("ada").await;
    assert_eq!(person.get("/isadmin").await.expect(200)["role"], "USER");
    feature::promote(&t.app, "Ada@meridian.example").await.expect("promoted");
    let said = person.get("/isadmin").await.expect(200);
    assert_eq!((&said["role"], &said["roles"]), (&json!("ADMIN"), &json!(["ADMIN", "USER"])));
    feature::promote(&t.app, "ada@meridian.example").await.expect("again");
    assert!(feature::promote(&t.app, "nobody@meridian.example").await.is_err());
}

fn refused(said: Result<String>) -> &'static str {
    match said {
        Err(Error::Rejected(refusal)) => refusal.code,
        said => panic!("not refused: {said:?}"),
    }
}

async fn who_is_demoted_loses_the_power_everywhere(t: TestApp) {
    let beside = t.beside(5).await;
    let (root, ada) = (t.admin("root").await, t.admin("ada").await);
    let (phone, there) = (t.log_in("ada").await, ada.at(&beside.base));
    for browser in [&ada, &phone, &there] {
        browser.get("/jobs").await.expect(200);
    }
    let mut stream = ada.follow(&["polls"]).await;
    stream.event().await.expect("the first");
    feature::demote(&t.app, " Ada@meridian.example", PlatformRole::Admin).await.expect("demoted");
    for browser in [&ada, &phone] {
        browser.get("/jobs").await.refused(401, "logged_out");
        browser.get("/isadmin").await.refused(401, "logged_out");
    }
    becomes("logged out elsewhere", async || there.get("/jobs").await.status == 401).await;
    stream.ended().await;
    let ada = t.log_in("ada").await;
    for browser in [&ada, &ada.at(&beside.base)] {
        let said = browser.get("/isadmin").await.expect(200);
        assert_eq!((&said["role"], &said["roles"]), (&json!("USER"), &json!(["USER"])));
        browser.get("/jobs").await.refused(404, "missing");
    }
    root.get("/jobs").await.expect(200);
    // What somebody does not have is not taken, and ends no session.
    assert_eq!(refused(feature::demote(&t.app, "ada@meridian.example", PlatformRole::Admin).await), "missing");
    assert_eq!(refused(feature::demote(&t.app, "root@meridian.example", PlatformRole::Organiser).await), "missing");
    assert_eq!(refused(feature::demote(&t.app, "nobody@meridian.example", PlatformRole::Admin).await), "missing");
    assert_eq!(refused(feature::demote(&t.app, "root@meridian.example", PlatformRole::Admin).await), "last_admin");
    ada.get("/isadmin").await.expect(200);
    root.get("/jobs").await.expect(200);
    let olga = t.organiser("olga").await;
    feature::demote(&t.app, "olga@meridian.example", PlatformRole::Organiser).await.expect("demoted");
    olga.get("/isadmin").await.refused(401, "logged_out");
    assert_eq!(t.log_in("olga").await.get("/isadmin").await.expect(200)["role"], "USER");
}

async fn racing_demotions_leave_one(t: TestApp) {
    let mut names = Vec::new();
    for number in 0..4 {
        let name = format!("root{number}");
        t.admin(&name).await;
        names.push(name);
    }
    for _ in 0..10 {
        let demoted =
            join_all(names.iter().map(async |name| {
                feature::demote(&t.app, &format!("{name}@meridian.example"), PlatformRole::Admin).await
            }))
            .await;
        let stayed: Vec<_> = demoted.into_iter().filter(Result::is_err).map(refused).collect();
        assert_eq!(stayed, ["last_admin"]);
        for name in &names {
            feature::promote(&t.app, &format!("{name}@meridian.example")).await.expect("promoted");
        }
    }
    // Somebody who leaves meanwhile counts as well.
    feature::demote(&t.app, "root2@meridian.example", PlatformRole::Admin).await.expect("demoted");
    feature::demote(&t.app, "root3@meridian.example", PlatformRole::Admin).await.expect("demoted");
    let root = t.log_in("root1").await;
    let (left, demoted) = tokio::join!(
        root.ask(Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]),
        feature::demote(&t.app, "root0@meridian.example", PlatformRole::Admin),
    );
    assert_ne!(left.status == 200, demoted.is_ok(), "{left:?} {demoted:?}");
    let admins: Option<i64> =
        sql("SELECT count(*) AS value FROM roles WHERE role = 'ADMIN'").value(&t.app.db).await.expect("counted");
    assert_eq!(admins, Some(1));
}

async fn another_persons_id_is_refused(t: TestApp) {
    let (ada, bo) = (t.person("ada").await, t.person("bo").await);
    ada.ask(Method::GET, "/isadmin", None, &[("x-user-id", &ada.id)]).await.expect(200);
    ada.ask(Method::GET, "/isadmin", None, &[("x-user-id", &bo.id)]).await.refused(403, "identity_mismatch");
    ada.ask(Method::GET, "/checklogged", None, &[("x-user-id", &bo.id)]).await.refused(403, "identity_mismatch");
}

/// The same call with the same key is answered as the first was, and with its cookie: what is mailed is for the browser that asked.
async fn whose_reply_was_lost_is_the_browser_that_asked_all_the_same(t: TestApp) {
    t.person("ada").await;
    let key = [("idempotency-key", "6c1d4b2e-7a90-4f3b-8d55-0a1b2c3d4e5f")];
    // What the network keeps of a reply.
    let lost = t.browser();
    let browser = t.browser();
    let wish = json!({"email": "ada@meridian.example", "newPassword": NEW_PASSWORD});
    for who in [&lost, &browser] {
        who.ask(Method::POST, "/resetpassword", Some(wish.clone()), &key).await.expect(202);
    }
    let mails = t.mails().await;
    assert_eq!(mails.len(), 1, "one mail for both");
    try_code(&browser, "ada@meridian.example", &code_in(&mails[0].text)).await.expect(200);
    try_log_in(&browser, "ada@meridian.example", NEW_PASSWORD).await.expect(200);

    let (t, office) = with_mail(&t).await;
    let (lost, browser) = (t.browser(), t.browser());
    for who in [&lost, &browser] {
        let key = [("idempotency-key", "0d4f6a8c-1b2e-4c3d-9e5f-a7b8c9d0e1f2")];
        who.ask(Method::POST, "/register", Some(asked("bo@meridian.example")), &key).await.expect(201);
    }
    t.run_jobs().await;
    assert_eq!(office.letters().len(), 1, "one mail for both");
    browser.post("/email-confirmation", json!({"token": link_token(&office.letters()[0].text)})).await.expect(200);
}

async fn asking_for_a_code_tells_nothing(t: TestApp) {
    t.person("ada").await;
    let wish = |email: &str| json!({"email": email, "newPassword": NEW_PASSWORD});
    let known = t.browser().post("/resetpassword", wish("ada@meridian.example")).await.expect(202);
    let unknown = t.browser().post("/resetpassword", wish("nobody@meridian.example")).await.expect(202);
    assert_eq!(known, unknown);
    // Both left the same behind; the difference is a job's.
    assert_eq!(count(&t, "reset_codes").await, 0);
    assert_eq!(count(&t, "jobs WHERE kind = 'accounts.send_reset_code'").await, 2);
    let mails = t.mails().await;
    assert_eq!(mails.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["ada@meridian.example"]);
    // Nothing changed yet.
    t.log_in("ada").await;
    // A mailbox is not flooded either: by one place less than by all (addresses.rs).
    for _ in 0..14 {
        t.browser().post("/resetpassword", wish("ada@meridian.example")).await.expect(202);
        t.run_jobs().await;
    }
    assert_eq!(t.mails().await.len(), 5);
    t.browser()
        .post("/resetpassword", with(wish("ada@meridian.example"), "newPassword", json!("short")))
        .await
        .refused(400, "invalid");
    t.browser().post("/resetpassword", json!({"email": "x"})).await.refused(400, "invalid");
}

/// Each wish is a job, also for an address that nobody has: a line of thousands would be in the way of the owner's.
async fn very_many_wishes_for_codes_keep_nobody_waiting(t: TestApp) {
    t.person("ada").await;
    let wish = |name: &str| json!({"email": format!("{name}@meridian.example"), "newPassword": NEW_PASSWORD});
    t.browser().post("/resetpassword", wish("nobody")).await.expect(202);
    let mut tx = t.app.db.begin().await.expect("begun");
    for n in 1..500 {
        sql("INSERT INTO jobs (kind, payload, dedupe_key, run_at, created_at)
             SELECT kind, payload, $1, run_at, created_at FROM jobs WHERE kind = 'accounts.send_reset_code' LIMIT 1")
        .arg(format!("wish {n}"))
        .run(&mut tx)
        .await
        .expect("a wish");
    }
    tx.commit().await.expect("committed");
    let refused = t.browser().post("/resetpassword", wish("ada")).await;
    assert_eq!(refused.headers["retry-after"], "5");
    refused.refused(503, "unavailable");
    assert_eq!(count(&t, "jobs WHERE kind = 'accounts.send_reset_code'").await, 500);
    t.run_jobs().await;
    t.browser().post("/resetpassword", wish("ada")).await.expect(202);
    t.run_jobs().await;
    assert_eq!(t.mails().await.len(), 1);
}

async fn a_reset_needs_the_newest_code(t: TestApp) {
    let (email, old_session, browser) = ("ada@meridian.example", t.person("ada").await, t.browser());
    let first = mailed_code(&t, &browser, email).await;
    let second = mailed_code(&t, &browser, email).await;
    assert_ne!(first, second);
    try_code(&browser, email, &first).await.refused(400, "wrong_code");
    try_code(&browser, "nobody@meridian.example", &second).await.refused(400, "wrong_code");
    let weak = json!({"email": email, "newPassword": "password1", "code": second});
    browser.post("/resetpassword", weak).await.refused(400, "invalid");
    let said = try_code(&browser, email, &second).await.expect(200);
    assert_eq!(said, json!({"success": true, "message": "Password reset successful"}));
    old_session.get("/isadmin").await.refused(401, "logged_out");
    try_log_in(&t.browser(), email, PASSWORD).await.refused(401, "wrong_credentials");
    try_log_in(&t.browser(), email, NEW_PASSWORD).await.expect(200);
    try_code(&browser, email, &second).await.refused(400, "wrong_code");
    let last = t.mails().await.pop().expect("a mail");
    assert!(last.subject.contains("password was changed"));
}

/// One keyboard composes the letter and another does not, and one writes a blank that does not break.
async fn a_secret_is_what_was_typed_and_not_its_bytes(t: TestApp) {
    let spellings = ["Zoe\u{308} am\u{a0}Fluss 91", "Zo\u{eb} am\u{3000}Fluss 91", "Zo\u{eb} am Fluss 91"];
    for (number, made) in spellings.iter().enumerate() {
        let email = format!("zoe{number}@meridian.example");
        t.browser().post("/register", with(asked(&email), "passWord", json!(made))).await.expect(201);
        for typed in spellings {
            try_log_in(&t.browser(), &email, typed).await.expect(200);
        }
        try_log_in(&t.browser(), &email, "Zoe am Fluss 91").await.refused(401, "wrong_credentials");
    }
    // Changed to itself in other bytes: refused as the same.
    let browser = t.browser();
    try_log_in(&browser, "zoe0@meridian.example", spellings[0]).await.expect(200);
    let same = json!({"current": spellings[2], "password": spellings[1]});
    browser.put("/account/password", same).await.refused(400, "invalid");
    // The digits of a code in any script, and in threes.
    t.person("ada").await;
    for zero in ['\u{966}', '\u{660}', '\u{ff10}'] {
        let email = "ada@meridian.example";
        let code = mailed_code(&t, &browser, email).await;
        let digits =
            code.bytes().map(|digit| char::from_u32(u32::from(zero) + u32::from(digit - b'0')).expect("a digit"));
        let digits: String = digits.collect();
        let (first, last) = digits.split_at(digits.len() / 2);
        try_code(&browser, email, &format!(" {first}\u{a0}{last}")).await.expect(200);
    }
}

async fn a_code_works_for_ten_minutes(t: TestApp) {
    let browser = t.browser();
    t.person("ada").await;
    let email = "ada@meridian.example";
    let code = mailed_code(&t, &browser, email).await;
    t.pass(600);
    try_code(&browser, email, &code).await.refused(400, "wrong_code");
    let code = mailed_code(&t, &browser, email).await;
    t.pass(599);
    try_code(&browser, email, &format!(" {code} ")).await.expect(200);
}

/// A campus that registers at once, or a mail server that is away, makes mails wait for longer than a code works.
async fn a_code_does_not_grow_old_before_it_is_mailed(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let (email, browser) = ("ada@meridian.example", t.browser());
    browser.post("/register", asked(email)).await.expect(201);
    t.run_jobs().await;
    let link = link_token(&office.letters()[0].text);
    browser.post("/email-confirmation", json!({"token": link})).await.expect(200);
    office.be_busy(true);
    browser.post("/register", asked("bo@meridian.example")).await.expect(201);
    let wish = json!({"email": email, "newPassword": NEW_PASSWORD});
    browser.post("/resetpassword", wish).await.expect(202);
    t.run_jobs().await;
    // No line of other mails is before it, and whoever reads the queue reads no code.
    assert_eq!(count(&t, "jobs WHERE kind = 'accounts.mail_reset_code'").await, 1);
    assert_eq!(count(&t, "jobs WHERE kind = 'accounts.send_mail'").await, 1);
    let payload = "SELECT payload AS value FROM jobs WHERE kind = 'accounts.mail_reset_code'";
    let payload: String = sql(payload).value(&t.app.db).await.expect("read").expect("a job");
    let fields: Value = serde_json::from_str(&payload).expect("JSON");
    assert_eq!(fields.as_object().expect("fields").keys().collect::<Vec<_>>(), ["browser", "email"]);
    t.pass(3600);
    office.be_busy(false);
    t.run_jobs().await;
    let letters = office.letters();
    let mailed: Vec<_> = letters.iter().filter(|letter| letter.text.contains("new password")).collect();
    assert_eq!(mailed.len(), 1, "once");
    try_code(&browser, email, &code_in(&mailed[0].text)).await.expect(200);
}

/// Has the operator make an account, which needs no mail, and returns its password.
async fn made_by_operator(t: &TestApp, email: &str) -> String {
    let said = feature::create_by_operator(&t.app, email, "Ada Rao").await.expect("made");
    said.rsplit(' ').next().expect("a password").to_owned()
}

async fn a_code_that_is_mailed_again_has_no_new_tries(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let (email, guesser) = ("ada@meridian.example", t.browser());
    made_by_operator(&t, email).await;
    office.be_busy(true);
    guesser.post("/resetpassword", json!({"email": email, "newPassword": NEW_PASSWORD})).await.expect(202);
    let left = async || {
        let left: Option<i32> =
            sql("SELECT tries_left AS value FROM reset_codes").value(&t.app.db).await.expect("read");
        left.expect("a wish")
    };
    let mut looked_at = 0;
    for _ in 0..5 {
        t.run_jobs().await;
        let before = left().await;
        for number in 0..7 {
            try_code(&guesser, email, &format!("guess{number}")).await.refused(400, "wrong_code");
        }
        looked_at += before - left().await;
        t.pass(3600);
    }
    assert_eq!(looked_at, 5, "of one wish, however often its mail was tried");
    office.be_busy(false);
    t.run_jobs().await;
    let code = code_in(&office.letters().last().expect("a mail").text);
    try_code(&guesser, email, &code).await.refused(400, "wrong_code");
    // The owner's next wish is another.
    guesser.post("/resetpassword", json!({"email": email, "newPassword": NEW_PASSWORD})).await.expect(202);
    t.run_jobs().await;
    let code = code_in(&office.letters().last().expect("a mail").text);
    try_code(&guesser, email, &code).await.expect(200);
}

async fn a_code_that_waits_goes_with_the_password(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let (email, ada) = ("ada@meridian.example", t.browser());
    let password = made_by_operator(&t, email).await;
    try_log_in(&ada, email, &password).await.expect(200);
    office.be_busy(true);
    t.browser().post("/resetpassword", json!({"email": email, "newPassword": NEW_PASSWORD})).await.expect(202);
    t.run_jobs().await;
    let change = json!({"current": password, "password": NEW_PASSWORD});
    ada.ask(Method::PUT, "/account/password", Some(change), &[]).await.expect(200);
    office.be_busy(false);
    t.pass(3600);
    t.run_jobs().await;
    let letters = office.letters();
    assert!(letters.iter().all(|letter| !letter.text.contains("code to set a new password")), "{letters:?}");
    assert_eq!(count(&t, "jobs WHERE kind = 'accounts.mail_reset_code'").await, 0);
}

async fn a_reset_knows_the_name_of_the_account(t: TestApp) {
    let (email, browser) = ("p.r@meridian.example", t.browser());
    let named = with(asked(email), "fullName", json!("Priya Raghunathan"));
    browser.post("/register", named).await.expect(201);
    let code = mailed_code(&t, &browser, email).await;
    let set = |password: &str, code: &str| json!({"email": email, "newPassword": password, "code": code});
    // Whether it is the name is told to nobody without the code.
    let wrong = set("Priya Raghunathan", &another_code(&code));
    browser.post("/resetpassword", wrong).await.refused(400, "wrong_code");
    let said = browser.post("/resetpassword", set("Priya Raghunathan", &code)).await.refused(400, "invalid");
    assert_eq!(said["field"], "newPassword");
    try_log_in(&browser, email, PASSWORD).await.expect(200);
    // The code is not used up, and may be typed in threes.
    let in_threes = format!("{}-{}", &code[..3], &code[3..]);
    browser.post("/resetpassword", set(NEW_PASSWORD, &in_threes)).await.expect(200);
}

/// A server that takes the call and says nothing holds each mail for many seconds. Three kinds of them wait, and other work
/// is done at once.
async fn mails_that_hang_hold_up_mails_alone(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let emails = ["ada", "bo", "cy"].map(|name| format!("{name}@meridian.example"));
    for email in &emails {
        made_by_operator(&t, email).await;
        assert!(feature::promote(&t.app, email).await.is_ok(), "promoted");
    }
    t.run_jobs().await;
    office.be_silent(true);
    let browser = t.browser();
    for email in &emails {
        browser.post("/register", asked(&format!("new-{email}"))).await.expect(201);
        t.browser().post("/resetpassword", json!({"email": email, "newPassword": NEW_PASSWORD})).await.expect(202);
    }
    let enquiry =
        json!({"name": "Ada Rao", "email": "ada@b.example", "topic": "contact", "message": "How do we begin?"});
    browser.post("/enquiries", enquiry).await.expect(201);
    let look = async || {
        let in_hand = "jobs WHERE state = 1 AND kind IN
            ('accounts.send_mail', 'accounts.mail_reset_code', 'enquiries.send')";
        while count(&t, in_hand).await < 6 {
            // Then it looks again.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let now = t.app.clock.now();
        let mut tx = t.app.db.begin().await.expect("begun");
        let due = sql("UPDATE jobs SET run_at = $1 WHERE kind = 'accounts.sweep'");
        assert_eq!(due.arg(now).run(&mut tx).await.expect("written"), 1);
        tx.commit().await.expect("committed");
        while count(&t, &format!("jobs WHERE kind = 'accounts.sweep' AND run_at > {}", now.0)).await == 0 {
            // Then it looks again.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(count(&t, in_hand).await, 6, "the mails still wait");
    };
    let worker = quad::jobs::worker(&t.app);
    tokio::select! {
        () = worker.run(std::future::pending()) => unreachable!("it runs until it is stopped"),
        seen = tokio::time::timeout(PATIENCE, look()) => seen.expect("the sweep waits for the mails"),
    }
    assert_eq!(office.letters().len(), 0);
}

async fn racing_codes_get_five_tries(t: TestApp) {
    let browser = t.browser();
    t.person("ada").await;
    let email = "ada@meridian.example";
    let code = mailed_code(&t, &browser, email).await;
    let wrong = another_code(&code);
    let answers = join_all((0..100).map(|_| try_code(&browser, email, &wrong))).await;
    assert!(answers.iter().all(|answer| answer.status == 400), "only refusals");
    let left: Option<i32> = sql("SELECT tries_left AS value FROM reset_codes").value(&t.app.db).await.expect("read");
    assert_eq!(left, Some(0));
    try_code(&browser, email, &code).await.refused(400, "wrong_code");
    // The fifth try still counts.
    let code = mailed_code(&t, &browser, email).await;
    let wrong = another_code(&code);
    for _ in 0..4 {
        try_code(&browser, email, &wrong).await.refused(400, "wrong_code");
    }
    try_code(&browser, email, &code).await.expect(200);
}

async fn racing_the_right_code_sets_one_password(t: TestApp) {
    let browser = t.browser();
    t.person("ada").await;
    let code = mailed_code(&t, &browser, "ada@meridian.example").await;
    let answers = join_all((0..20).map(|_| try_code(&browser, "ada@meridian.example", &code))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status == 400).count(), 19);
}

async fn a_full_queue_of_log_ins_asks_to_come_back(t: TestApp) {
    let t = t.alone(&[("QUAD_LOGIN_QUEUE", "2")], 1).await;
    t.person("ada").await;
    let browser = t.browser();
    let emails: Vec<String> = (0..30).map(|number| format!("student{number}@meridian.example")).collect();
    let answers = join_all(emails.iter().map(|email| try_log_in(&browser, email, PASSWORD))).await;
    let busy: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 503).collect();
    assert!(!busy.is_empty() && busy.iter().all(|answer| retry_after(answer) > 0));
    // Being sent away is no failure: nobody is slowed for it.
    try_log_in(&t.browser(), "ada@meridian.example", PASSWORD).await.expect(200);
    let statuses: HashSet<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    assert!(statuses.is_subset(&HashSet::from([401, 429, 503])), "{statuses:?}");
}

async fn a_known_browser_gets_in_past_a_full_queue(t: TestApp) {
    let t = t.alone(&[("QUAD_LOGIN_QUEUE", "0")], 1).await;
    let ada = t.person("ada").await;
    let over = AtomicBool::new(false);
    let (stranger, refused) = (t.browser(), AtomicUsize::new(0));
    let flood = (0..20).map(async |sender| {
        for number in 0.. {
            if over.load(Ordering::SeqCst) {
                return;
            }
            let answer = try_log_in(&stranger, &format!("s{sender}n{number}@meridian.example"), PASSWORD).await;
            refused.fetch_add(usize::from(answer.status == 503), Ordering::SeqCst);
        }
    });
    let owner = async {
        until("the queue is full", async || refused.load(Ordering::SeqCst) > 0).await;
        for _ in 0..30 {
            try_log_in(&ada, "ada@meridian.example", PASSWORD).await.expect(200);
        }
        over.store(true, Ordering::SeqCst);
    };
    let (_, ()) = tokio::join!(join_all(flood), owner);
}

async fn operators_make_accounts_and_codes(t: TestApp) {
    let said = feature::create_by_operator(&t.app, "Guest@Elsewhere.example", "Guest Speaker").await.expect("made");
    let password = said.rsplit(' ').next().expect("a password");
    let browser = t.browser();
    try_log_in(&browser, "guest@elsewhere.example", password).await.expect(200);
    assert!(feature::create_by_operator(&t.app, "guest@elsewhere.example", "Twice").await.is_err());
    let said = feature::reset_code_for_operator(&t.app, "guest@elsewhere.example").await.expect("a code");
    let code = said.split_once(": ").expect("a code").1.lines().next().expect("a line");
    try_code(&browser, "guest@elsewhere.example", code).await.expect(200);
    let browser = t.browser();
    try_log_in(&browser, "guest@elsewhere.example", NEW_PASSWORD).await.expect(200);
    let listed = feature::sessions_for_operator(&t.app, "guest@elsewhere.example", false).await.expect("a list");
    assert_eq!(listed.lines().count(), 1);
    feature::sessions_for_operator(&t.app, "guest@elsewhere.example", true).await.expect("ended");
    browser.get("/isadmin").await.refused(401, "logged_out");
}

async fn sweeping_keeps_what_still_counts(t: TestApp) {
    let browser = t.browser();
    let ada = t.person("ada").await;
    try_log_in(&t.browser(), "ada@meridian.example", "guess-guess-1").await.refused(401, "wrong_credentials");
    mailed_code(&t, &browser, "ada@meridian.example").await;
    t.run_jobs().await;
    t.run_jobs().await;
    assert_eq!((count(&t, "sessions").await, count(&t, "reset_codes").await), (1, 1));
    ada.get("/isadmin").await.expect(200);
    t.pass(7 * DAY + 3600);
    t.run_jobs().await;
    t.run_jobs().await;
    for table in ["sessions", "reset_codes", "login_failures", "login_sprays", "guessed_passwords", "mail_allowances"] {
        assert_eq!(count(&t, table).await, 0, "{table}");
    }
    assert_eq!((count(&t, "users").await, count(&t, "known_devices").await), (1, 1));
}

async fn nothing_secret_is_logged(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let log = t.log();
    let (password, next) = ("heron-thimble-9041", "thimble-9041-walnut");
    let email = "secretive@meridian.example";
    let browser = t.browser();
    browser.post("/register", with(asked(email), "passWord", json!(password))).await.expect(201);
    t.run_jobs().await;
    let link = link_token(&office.letters()[0].text);
    browser.post("/email-confirmation", json!({"token": link})).await.expect(200);
    let answer = try_log_in(&browser, email, password).await;
    let (session, device) =
        (cookie(&answer, "quad_session").expect("one"), cookie(&answer, "quad_device").expect("one"));
    asks_with_cookie(&t, &format!("quad_session={session}")).await.expect(200);
    try_log_in(&t.browser(), email, "mistaken-9041-heron").await.refused(401, "wrong_credentials");
    browser.post("/resetpassword", json!({"email": email, "newPassword": NEW_PASSWORD})).await.expect(202);
    t.run_jobs().await;
    let code = code_in(&office.letters()[1].text);
    try_code(&browser, email, &code).await.expect(200);
    try_log_in(&browser, email, NEW_PASSWORD).await.expect(200);
    browser.put("/account/password", json!({"current": NEW_PASSWORD, "password": next})).await.expect(200);
    browser.ask(Method::DELETE, "/account", Some(json!({"password": next})), &[]).await.expect(200);
    t.run_jobs().await;
    let text = log.text();
    assert!(text.contains("/api/login") && text.contains("/api/account"), "the log is read");
    for secret in [password, NEW_PASSWORD, next, "mistaken-9041-heron", &session, &device, &link] {
        let line = text.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "a secret is in the log: {line:?}");
    }
    let words: HashSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    assert!(!words.contains(code.as_str()), "the code is in the log");
}

fn person(browser: &Browser) -> UserId {
    UserId::parse(&browser.id).expect("an id")
}

/// Asks until the answer is what it shall become; every process looks twice a second.
async fn becomes(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    until(what, async || is_so().await).await;
}

async fn what_another_process_changes_holds_here(t: TestApp) {
    let beside = t.beside(5).await;
    let (ada, phone) = (t.person("ada").await, t.log_in("ada").await);
    let (here, there) = (ada.at(&beside.base), phone.at(&beside.base));
    // The clocks stand still: what is remembered is remembered for ever, unless it is heard that it changed.
    here.get("/isadmin").await.expect(200);
    there.get("/isadmin").await.expect(200);
    let mut tx = t.app.db.begin().await.expect("begun");
    feature::grant_role(&mut tx, t.app.clock.now(), person(&ada), "ADMIN").await.expect("granted");
    tx.commit().await.expect("committed");
    becomes("ADMIN elsewhere", async || here.get("/jobs").await.status == 200).await;
    assert_eq!(ada.delete("/sessions").await.expect(200)["ended"], 1);
    becomes("logged out elsewhere", async || there.get("/isadmin").await.status == 401).await;
    here.get("/isadmin").await.expect(200);
}

/// PostgreSQL gives numbers before they can be seen; the smaller one may be seen later.
async fn a_change_that_commits_late_is_heard(t: TestApp) {
    if t.app.db.engine() == quad_db::Engine::Sqlite {
        return;
    }
    let beside = t.beside(5).await;
    let (ada, rohan) = (t.person("ada").await, t.person("rohan").await);
    let (ada_there, rohan_there) = (ada.at(&beside.base), rohan.at(&beside.base));
    for browser in [&ada_there, &rohan_there] {
        browser.get("/jobs").await.refused(404, "missing");
    }
    let now = t.app.clock.now();
    let mut late = t.app.db.begin().await.expect("begun");
    feature::grant_role(&mut late, now, person(&ada), "ADMIN").await.expect("granted");
    let mut early = t.app.db.begin().await.expect("begun");
    feature::grant_role(&mut early, now, person(&rohan), "ADMIN").await.expect("granted");
    early.commit().await.expect("committed");
    becomes("ADMIN elsewhere", async || rohan_there.get("/jobs").await.status == 200).await;
    late.commit().await.expect("committed");
    becomes("ADMIN elsewhere", async || ada_there.get("/jobs").await.status == 200).await;
}
