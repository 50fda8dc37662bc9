//! Stories of limits on log-ins that a campus behind one address survives (docs/decisions/017): sprayers are stopped, everybody
//! who knows the password gets in, nobody locks an owner out. The clock is moved by hand; what a guesser got is counted in
//! passwords that were looked at.

use futures::future::join_all;
use quad_kernel::ids::UserId;
use quad_people::accounts::{NewPerson, insert_many_for_demo};
use reqwest::Method;
use serde_json::json;

use crate::harness::{Answer, Browser, PASSWORD, TestApp};
use crate::{on_both_engines, plain_stories};

on_both_engines!(a_campus_gets_in_beside_a_sprayer, racing_one_password_over_many_accounts,);
plain_stories!(
    a_right_password_that_many_have_is_no_guess,
    many_passwords_over_a_few_accounts_are_slowed,
    the_owner_gets_in_while_somebody_hammers,
    a_reset_makes_the_browser_known,
    strangers_of_all_places_are_slowed_together,
    codes_of_many_accounts_have_one_try_each_at_one_place,
    codes_that_nobody_was_mailed_are_not_counted,
    one_password_over_many_accounts_is_stopped,
);

const SPRAYED: &str = "harvest-moon-2026";
const NEW_PASSWORD: &str = "copper-lantern-77";

fn address(number: usize) -> String {
    format!("student{number}@meridian.example")
}

/// So many accounts, all with [`PASSWORD`].
async fn campus(t: &TestApp, size: usize) {
    let hash = t.app.passwords.hash(PASSWORD.to_owned()).await.expect("a hash");
    let now = t.app.clock.now();
    let people: Vec<NewPerson> = (0..size)
        .map(|number| NewPerson {
            id: UserId::new(now, &t.app.random),
            email: address(number),
            full_name: format!("Student {number}"),
            contact: "9000000001".to_owned(),
            batch: 2026,
            password_hash: hash.clone(),
            created_at: now,
        })
        .collect();
    let mut tx = t.app.db.begin().await.expect("begun");
    insert_many_for_demo(&mut tx, &people).await.expect("put in");
    tx.commit().await.expect("committed");
}

async fn try_log_in(browser: &Browser, email: &str, password: &str) -> Answer {
    browser.post("/login", json!({"email": email, "passWord": password})).await
}

/// A try from another place, behind a proxy that says so.
async fn try_from(t: &TestApp, place: &str, email: &str, password: &str) -> Answer {
    let body = json!({"email": email, "passWord": password});
    t.browser().ask(Method::POST, "/login", Some(body), &[("x-forwarded-for", place)]).await
}

fn retry_after(answer: &Answer) -> i64 {
    answer.headers["retry-after"].to_str().expect("text").parse().expect("seconds")
}

/// A student on a new browser: comes at a second, mistypes so many times, waits as told.
struct Student {
    email: String,
    comes: i64,
    typing_errors: usize,
    waits_until: i64,
    browser: Browser,
    is_in: bool,
}

impl Student {
    async fn turn(&mut self, second: i64) {
        if self.is_in || second < self.comes.max(self.waits_until) {
            return;
        }
        let password = if self.typing_errors > 0 { format!("{PASSWORD}{}", self.email) } else { PASSWORD.to_owned() };
        let answer = try_log_in(&self.browser, &self.email, &password).await;
        match answer.status.as_u16() {
            200 => self.is_in = true,
            // Typing it again takes a moment.
            401 => (self.typing_errors, self.waits_until) = (self.typing_errors - 1, second + 2),
            429 => self.waits_until = second + retry_after(&answer),
            other => panic!("{other}: {}", self.email),
        }
    }
}

/// 100 students within 40 seconds, 10 of them with one or two typing errors, and at the same address somebody who tries ten
/// passwords a second: in turns one password over all accounts, another one for each, and many over three of them.
async fn a_campus_gets_in_beside_a_sprayer(t: TestApp) {
    const STUDENTS: usize = 100;
    campus(&t, STUDENTS + 3).await;
    let mut students: Vec<Student> = (0..STUDENTS)
        .map(|number| Student {
            email: address(number),
            comes: i64::try_from(number * 40 / STUDENTS).expect("a second"),
            typing_errors: if number % 10 == 7 { 1 + number / 10 % 2 } else { 0 },
            waits_until: 0,
            browser: t.browser(),
            is_in: false,
        })
        .collect();
    let honest_failures: u64 = students.iter().map(|student| student.typing_errors as u64).sum();
    let before = t.hashes_done();
    let (sprayer, mut next, mut last) = (t.browser(), 0, 0);
    for second in 0..120 {
        let guesses = (0..10).map(|_| {
            next += 1;
            match next % 3 {
                0 => (address(next % STUDENTS), SPRAYED.to_owned()),
                1 => (address(next % STUDENTS), format!("guess-number-{next}")),
                _ => (address(STUDENTS + next / 3 % 3), format!("guess-number-{next}")),
            }
        });
        let guesses: Vec<(String, String)> = guesses.collect();
        let spraying = join_all(guesses.iter().map(|(email, password)| try_log_in(&sprayer, email, password)));
        let (answers, _) = tokio::join!(spraying, join_all(students.iter_mut().map(|student| student.turn(second))));
        assert!(answers.iter().all(|answer| matches!(answer.status.as_u16(), 401 | 429)), "no guess was right");
        if students.iter().all(|student| student.is_in) {
            last = second;
            break;
        }
        t.pass(1);
    }
    let late: Vec<&str> = students.iter().filter(|one| !one.is_in).map(|one| one.email.as_str()).collect();
    assert!(late.is_empty(), "not in: {late:?}");
    assert!(last <= 60, "the last one was in after {last} s");
    // The students' own are not the sprayer's: one for each who got in, and the typing errors.
    let guesses = t.hashes_done() - before - STUDENTS as u64 - honest_failures;
    // One password: 20. Another one for each: five of an account until fifty of them failed, then one and growing pauses.
    assert!(guesses <= 320, "{guesses} guesses were looked at");
    assert!(next >= 400, "the sprayer tried {next} times");
}

async fn one_password_over_many_accounts_is_stopped(t: TestApp) {
    campus(&t, 200).await;
    // Somebody who has that password, and a browser that has logged in before.
    let ada = t.browser();
    let asked = json!({"fullName": "Ada Rao", "email": "ada@meridian.example", "contact": "9000000001", "role": "USER",
        "passWord": SPRAYED, "contestgiven": [], "Batch": 2026});
    ada.post("/register", asked).await.expect(201);
    try_log_in(&ada, "ada@meridian.example", SPRAYED).await.expect(200);
    let (sprayer, before) = (t.browser(), t.hashes_done());
    let mut slowed = 0;
    for number in 0..200 {
        slowed += usize::from(try_log_in(&sprayer, &address(number), SPRAYED).await.status == 429);
    }
    assert_eq!((t.hashes_done() - before, slowed), (20, 180), "fast");
    // The right one is not looked at either; on the known browser it is.
    let answer = try_log_in(&sprayer, "ada@meridian.example", SPRAYED).await;
    assert!(retry_after(&answer) > 3600);
    let said = answer.refused(429, "slow_down");
    assert!(said["message"].as_str().expect("words").contains("a browser you have used before"));
    try_log_in(&ada, "ada@meridian.example", SPRAYED).await.expect(200);
    // Slowly, one in five minutes, and from elsewhere.
    let before = t.hashes_done();
    for number in 0..200 {
        t.pass(300);
        try_log_in(&t.browser(), &address(number), SPRAYED).await.refused(429, "slow_down");
    }
    assert_eq!(t.hashes_done(), before, "slowly");
    // Others are let in all the while.
    try_log_in(&t.browser(), &address(7), PASSWORD).await.expect(200);
    t.pass(24 * 3600);
    try_log_in(&sprayer, &address(8), SPRAYED).await.refused(401, "wrong_credentials");
}

async fn racing_one_password_over_many_accounts(t: TestApp) {
    campus(&t, 150).await;
    let before = t.hashes_done();
    let sprayers: Vec<Browser> = (0..150).map(|_| t.browser()).collect();
    let guesses = sprayers.iter().enumerate();
    let answers = join_all(guesses.map(async |(number, one)| try_log_in(one, &address(number), SPRAYED).await)).await;
    let looked_at = answers.iter().filter(|answer| answer.status == 401).count();
    assert_eq!((looked_at, t.hashes_done() - before), (20, 20), "all at once");
}

async fn a_right_password_that_many_have_is_no_guess(t: TestApp) {
    campus(&t, 60).await;
    let browsers: Vec<Browser> = (0..60).map(|_| t.browser()).collect();
    let everybody = browsers.iter().enumerate();
    let answers =
        join_all(everybody.map(async |(number, one)| try_log_in(one, &address(number), PASSWORD).await)).await;
    assert!(answers.iter().all(|answer| answer.status == 200));
    for browser in &browsers {
        browser.get("/isadmin").await.expect(200);
    }
}

async fn many_passwords_over_a_few_accounts_are_slowed(t: TestApp) {
    campus(&t, 3).await;
    let (guesser, before) = (t.browser(), t.hashes_done());
    // Fast: each account ten times a second for a minute and more.
    for second in 0..=64 {
        for number in 0..30 {
            let guess = format!("guess-{second}-{number}");
            assert!(matches!(try_log_in(&guesser, &address(number % 3), &guess).await.status.as_u16(), 401 | 429));
        }
        t.pass(1);
    }
    assert_eq!(t.hashes_done() - before, 3 * 11, "five, and one after each of the pauses of 1, 2, 4, 8, 16 and 32 s");
}

async fn the_owner_gets_in_while_somebody_hammers(t: TestApp) {
    let t = t.another(&[("QUAD_BEHIND_PROXY", "true")], 1).await;
    campus(&t, 1).await;
    let (owner, email) = (t.browser(), address(0));
    try_log_in(&owner, &email, PASSWORD).await.expect(200);
    owner.get("/logout").await.expect(200);
    for second in 0..100 {
        for guess in 0..3 {
            let answer = try_from(&t, "10.9.9.9", &email, &format!("guess-{second}-{guess}")).await;
            assert!(matches!(answer.status.as_u16(), 401 | 429));
        }
        // On the browser that is known, and on a new one at any other place.
        if second % 9 == 0 {
            try_log_in(&owner, &email, PASSWORD).await.expect(200);
            try_from(&t, "10.1.1.1", &email, PASSWORD).await.expect(200);
        }
        t.pass(1);
    }
    // A known browser's own errors do not stop it, and its right password does not free the guesser.
    for _ in 0..3 {
        try_log_in(&owner, &email, "a-typing-mistake").await.refused(401, "wrong_credentials");
    }
    try_log_in(&owner, &email, PASSWORD).await.expect(200);
    try_from(&t, "10.9.9.9", &email, PASSWORD).await.refused(429, "slow_down");
}

async fn a_reset_makes_the_browser_known(t: TestApp) {
    t.person("ada").await;
    let email = "ada@meridian.example";
    let (guesser, browser) = (t.browser(), t.browser());
    let hammer = async || {
        for guess in 0..12 {
            assert!(matches!(try_log_in(&guesser, email, &format!("guess-{guess}")).await.status.as_u16(), 401 | 429));
        }
    };
    hammer().await;
    // The one case in which the right password does not do: a new browser at the guesser's own address.
    try_log_in(&browser, email, PASSWORD).await.refused(429, "slow_down");
    let wish = json!({"email": email, "newPassword": NEW_PASSWORD});
    browser.post("/resetpassword", wish.clone()).await.expect(202);
    let mails = t.mails().await;
    let is_code = |word: &&str| word.len() == 6 && word.bytes().all(|letter| letter.is_ascii_digit());
    let code = mails.last().expect("a mail").text.split_whitespace().find(is_code).expect("a code");
    let mut with_code = wish;
    with_code["code"] = json!(code);
    let done = browser.post("/resetpassword", with_code).await;
    let cookies: Vec<&str> = done.headers.get_all("set-cookie").iter().filter_map(|line| line.to_str().ok()).collect();
    assert!(
        cookies.len() == 1 && cookies[0].starts_with("quad_device=") && cookies[0].contains("HttpOnly"),
        "{cookies:?}"
    );
    done.expect(200);
    hammer().await;
    try_log_in(&t.browser(), email, NEW_PASSWORD).await.refused(429, "slow_down");
    try_log_in(&browser, email, NEW_PASSWORD).await.expect(200);
}

async fn strangers_of_all_places_are_slowed_together(t: TestApp) {
    let t = t.another(&[("QUAD_BEHIND_PROXY", "true")], 1).await;
    campus(&t, 1).await;
    let (owner, email, before) = (t.browser(), address(0), t.hashes_done());
    try_log_in(&owner, &email, PASSWORD).await.expect(200);
    for place in 0..30 {
        for guess in 0..5 {
            let answer = try_from(&t, &format!("10.2.0.{place}"), &email, &format!("guess-{place}-{guess}")).await;
            assert!(matches!(answer.status.as_u16(), 401 | 429));
        }
    }
    assert_eq!(t.hashes_done() - before - 1, 100, "five from each place, a hundred from all");
    try_from(&t, "10.3.0.1", &email, PASSWORD).await.refused(429, "slow_down");
    try_log_in(&owner, &email, PASSWORD).await.expect(200);
    // The next hour begins anew.
    t.pass(3600);
    try_from(&t, "10.3.0.1", &email, PASSWORD).await.expect(200);
}

/// Asks for a code from a place, and returns the browser and what was mailed to it.
async fn mailed_code(t: &TestApp, place: &str, number: usize) -> (Browser, String) {
    let browser = t.browser();
    let body = json!({"email": address(number), "newPassword": NEW_PASSWORD});
    browser.ask(Method::POST, "/resetpassword", Some(body), &[("x-forwarded-for", place)]).await.expect(202);
    let mails = t.mails().await;
    let mail = mails.iter().rev().find(|mail| mail.to == address(number)).expect("a mail");
    let is_code = |word: &&str| word.len() == 6 && word.bytes().all(|digit| digit.is_ascii_digit());
    (browser, mail.text.split_whitespace().find(is_code).expect("a code").to_owned())
}

async fn try_code(browser: &Browser, place: &str, number: usize, code: &str) -> Answer {
    let body = json!({"email": address(number), "newPassword": NEW_PASSWORD, "code": code});
    browser.ask(Method::POST, "/resetpassword", Some(body), &[("x-forwarded-for", place)]).await
}

fn another(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().expect("digits") + 1) % 1_000_000)
}

/// Whoever asks for codes of many and guesses gets one try at each; the owners at that place still get in by theirs.
async fn codes_of_many_accounts_have_one_try_each_at_one_place(t: TestApp) {
    let (here, elsewhere) = ("10.9.9.9", "10.1.1.1");
    let t = t.another(&[("QUAD_BEHIND_PROXY", "true")], 1).await;
    campus(&t, 60).await;
    // A mistyped code that is then right does not count.
    let (browser, code) = mailed_code(&t, here, 59).await;
    try_code(&browser, here, 59, &another(&code)).await.refused(400, "wrong_code");
    try_code(&browser, here, 59, &code).await.expect(200);
    for number in 0..50 {
        let (browser, code) = mailed_code(&t, here, number).await;
        try_code(&browser, here, number, &another(&code)).await.refused(400, "wrong_code");
    }
    // From now on a second try is none, even with the right code.
    let (browser, code) = mailed_code(&t, here, 50).await;
    let told = try_code(&browser, here, 50, &another(&code)).await.refused(400, "wrong_code");
    assert!(
        told["message"].as_str().is_some_and(|told| told.contains("each code can be tried only once here")),
        "{told}"
    );
    try_code(&browser, here, 50, &code).await.refused(400, "wrong_code");
    let nobody = try_code(&browser, here, 999, &code).await.refused(400, "wrong_code");
    assert_eq!(nobody["message"], told["message"], "it says nothing of the account");
    // Elsewhere it still has four; who types theirs right is in at once, and so is who has one of the host's.
    try_code(&browser, elsewhere, 50, &code).await.expect(200);
    let (browser, code) = mailed_code(&t, here, 51).await;
    try_code(&browser, here, 51, &code).await.expect(200);
    t.pass(900);
    let (browser, code) = mailed_code(&t, here, 52).await;
    try_code(&browser, here, 52, &another(&code)).await.refused(400, "wrong_code");
    try_code(&browser, here, 52, &code).await.expect(200);
}

/// Addresses and codes that somebody makes up use up nothing of those who share the network.
async fn codes_that_nobody_was_mailed_are_not_counted(t: TestApp) {
    let t = t.another(&[("QUAD_BEHIND_PROXY", "true")], 1).await;
    campus(&t, 60).await;
    for number in (1..60).chain(1_000..1_060) {
        try_code(&t.browser(), "10.9.9.9", number, "000000").await.refused(400, "wrong_code");
    }
    let (owner, code) = mailed_code(&t, "10.9.9.9", 0).await;
    for _ in 0..4 {
        try_code(&owner, "10.9.9.9", 0, &another(&code)).await.refused(400, "wrong_code");
    }
    try_code(&owner, "10.9.9.9", 0, &code).await.expect(200);
}
