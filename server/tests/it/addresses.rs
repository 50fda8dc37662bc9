//! Stories of what belongs to a browser: an address that several people register before it is confirmed, each with a link of
//! the own, and codes of a reset, which nobody else uses up, ends or replaces.

use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
use futures::future::join_all;
use quad_db::{MigrationList, Step, Tx, sql};
use quad_kernel::clock::Time;
use quad_migrations::Migrations;
use quad_people::accounts as feature;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::accounts::mail_server::PostOffice;
use crate::harness::{Answer, Browser, EVENING, PASSWORD, TestApp};
use crate::{on_both_engines, plain_stories};

on_both_engines!(racing_the_spellings_of_one_address, racing_the_links_of_one_address, racing_one_link,);

plain_stories!(
    a_link_confirms_its_own_registration_alone,
    a_link_in_another_browser_needs_its_password,
    wrong_passwords_at_a_link_are_failed_log_ins,
    neither_the_link_nor_the_password_alone_lets_anybody_in,
    after_registering_a_known_address_looks_like_a_new_one,
    so_many_registrations_wait,
    an_address_that_cannot_be_mailed_is_refused,
    addresses_in_indian_scripts_register_and_are_mailed,
    a_stranger_leaves_registrations_to_the_owner_elsewhere,
    what_waits_ends_with_its_link_and_with_the_account,
    links_on_their_way_at_the_upgrade_need_their_password,
    a_code_belongs_to_the_browser_that_asked,
    a_code_made_on_the_host_works_in_any_browser,
    strangers_do_not_use_up_what_a_known_browser_may_ask_for,
    guesses_at_one_accounts_codes_are_bounded,
    the_proxys_own_entry_is_where_somebody_comes_from,
);

const EMAIL: &str = "ada@meridian.example";
const THEIRS: &str = "copper-lantern-77";
const NEW_PASSWORD: &str = "marble-orchard-55";

async fn with_mail(t: &TestApp) -> (TestApp, PostOffice) {
    let office = PostOffice::open().await;
    (t.another(&[("QUAD_SMTP_URL", &office.url), ("QUAD_PUBLIC_URL", "http://quad.example")], 3).await, office)
}

async fn register(browser: &Browser, email: &str, password: &str) -> Answer {
    browser.post("/register", somebody(email, password)).await
}

fn somebody(email: &str, password: &str) -> Value {
    json!({"fullName": "Ada Rao", "email": email, "contact": "9000000001", "role": "USER",
        "passWord": password, "contestgiven": [], "Batch": 2026})
}

/// Registers and returns the token that was mailed.
async fn registered(t: &TestApp, office: &PostOffice, browser: &Browser, email: &str, password: &str) -> String {
    register(browser, email, password).await.expect(201);
    t.run_jobs().await;
    let letter = office.letters().pop().expect("a letter");
    assert_eq!(letter.to, email);
    let (_, rest) = letter.text.split_once("http://quad.example/confirm#").expect("a link");
    rest.chars().take_while(char::is_ascii_hexdigit).collect()
}

async fn open(browser: &Browser, link: &str) -> Answer {
    browser.post("/email-confirmation", json!({"token": link})).await
}

async fn log_in(browser: &Browser, email: &str, password: &str) -> Answer {
    browser.post("/login", json!({"email": email, "passWord": password})).await
}

async fn log_in_at_link(browser: &Browser, link: &str, email: &str, password: &str) -> Answer {
    browser.post("/login", json!({"email": email, "passWord": password, "confirmation": link})).await
}

async fn count(t: &TestApp, from: &str) -> i64 {
    sql(format!("SELECT count(*) AS value FROM {from}")).value(&t.app.db).await.expect("counted").expect("a number")
}

/// Somebody registers an address of another, before and after its owner does: what the owner opens is never theirs.
async fn a_link_confirms_its_own_registration_alone(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let (owner, stranger) = (t.browser(), t.browser());
    let before = registered(&t, &office, &stranger, EMAIL, THEIRS).await;
    let own = registered(&t, &office, &owner, EMAIL, PASSWORD).await;
    let after = registered(&t, &office, &stranger, EMAIL, THEIRS).await;
    assert_eq!(count(&t, "users").await, 0, "nobody has an account yet");
    for theirs in [&before, &after] {
        let said = open(&owner, theirs).await.refused(403, "password_needed");
        assert_eq!(said["email"], "a\u{2026}@meridian.example", "whoever has a link is told no more");
        log_in_at_link(&owner, theirs, EMAIL, PASSWORD).await.refused(401, "wrong_credentials");
    }
    open(&stranger, &own).await.refused(403, "password_needed");
    log_in_at_link(&stranger, &own, EMAIL, THEIRS).await.refused(401, "wrong_credentials");
    log_in(&stranger, EMAIL, THEIRS).await.refused(403, "not_confirmed");
    assert_eq!(count(&t, "users").await, 0, "nothing was confirmed");
    // The owner just opens the own link.
    open(&owner, &own).await.expect(200);
    log_in(&owner, EMAIL, PASSWORD).await.expect(200);
    // Theirs are gone, wherever they are tried; what strangers failed before is forgotten meanwhile.
    t.pass(25 * 3600);
    for theirs in [&before, &after] {
        open(&stranger, theirs).await.refused(400, "invalid_link");
        log_in_at_link(&t.browser(), theirs, EMAIL, THEIRS).await.refused(401, "wrong_credentials");
    }
    log_in(&stranger, EMAIL, THEIRS).await.refused(401, "wrong_credentials");
    assert_eq!((count(&t, "users").await, count(&t, "registrations").await), (1, 1));
}

async fn a_link_in_another_browser_needs_its_password(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let (laptop, phone) = (t.browser(), t.browser());
    let link = registered(&t, &office, &laptop, EMAIL, PASSWORD).await;
    let said = open(&phone, &link).await.refused(403, "password_needed");
    assert!(said["message"].as_str().is_some_and(|say| say.contains("password")), "{said}");
    log_in(&phone, EMAIL, PASSWORD).await.refused(401, "wrong_credentials");
    let said = log_in_at_link(&phone, &link, EMAIL, "not-this-one-42").await.refused(401, "wrong_credentials");
    assert_eq!(said["message"], "Invalid email or password");
    log_in_at_link(&phone, &link, "bo@meridian.example", PASSWORD).await.refused(401, "wrong_credentials");
    assert_eq!(count(&t, "users").await, 0);
    // The right one confirms and logs in at once.
    let said = log_in_at_link(&phone, &link, " ADA@meridian.example", PASSWORD).await.expect(200);
    assert_eq!((&said["fullName"], &said["email"]), (&json!("Ada Rao"), &json!(EMAIL)));
    assert_eq!(phone.get("/isadmin").await.expect(200)["role"], "USER");
    // It may be opened again, in both, and is an ordinary log-in from then on.
    open(&laptop, &link).await.expect(200);
    log_in_at_link(&phone, &link, EMAIL, PASSWORD).await.expect(200);
    log_in(&laptop, EMAIL, PASSWORD).await.expect(200);
    assert_eq!(count(&t, "users").await, 1);
    // What is no link is ignored.
    for odd in [json!(null), json!(7), json!("x"), json!({"a": 1})] {
        let body = json!({"email": EMAIL, "passWord": PASSWORD, "confirmation": odd});
        t.browser().post("/login", body).await.expect(200);
    }
}

async fn wrong_passwords_at_a_link_are_failed_log_ins(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let link = registered(&t, &office, &t.browser(), EMAIL, PASSWORD).await;
    let phone = t.browser();
    let guesses: Vec<String> = (0..30).map(|number| format!("guess-number-{number}")).collect();
    let answers = join_all(guesses.iter().map(|guess| log_in_at_link(&phone, &link, EMAIL, guess))).await;
    let counted = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!((counted(401), counted(429)), (5, 25), "five tries, then a pause");
    log_in_at_link(&phone, &link, EMAIL, PASSWORD).await.refused(429, "slow_down");
    t.pass(61);
    log_in_at_link(&phone, &link, EMAIL, PASSWORD).await.expect(200);
}

async fn neither_the_link_nor_the_password_alone_lets_anybody_in(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let browser = t.browser();
    let answer = register(&browser, EMAIL, PASSWORD).await;
    let lines = answer.headers.get_all("set-cookie").iter().filter_map(|line| line.to_str().ok());
    let cookies: Vec<String> = lines.map(str::to_owned).collect();
    assert!(
        cookies.len() == 1 && cookies[0].starts_with("quad_device=") && cookies[0].contains("; HttpOnly"),
        "{cookies:?}"
    );
    t.run_jobs().await;
    let text = office.letters()[0].text.clone();
    let (_, rest) = text.split_once("/confirm#").expect("a link");
    let link: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
    // What the database keeps of the link and of the browser is neither.
    for column in ["link_hash", "browser_hash"] {
        let kept: Vec<u8> = sql(format!("SELECT {column} AS value FROM registrations"))
            .value(&t.app.db)
            .await
            .expect("read")
            .expect("a row");
        let (kept, stranger) = (hex::encode(kept), t.browser());
        assert!(!kept.is_empty() && kept != link && !cookies[0].contains(&kept));
        open(&stranger, &kept).await.refused(400, "invalid_link");
        let cookie = format!("quad_device={kept}");
        let asked = Some(json!({"token": link}));
        let answer = stranger.ask(Method::POST, "/email-confirmation", asked, &[("cookie", &cookie)]).await;
        answer.refused(403, "password_needed");
    }
    // The link's own token is no cookie, either.
    let cookie = format!("quad_device={link}");
    let asked = Some(json!({"token": link}));
    let answer = t.browser().ask(Method::POST, "/email-confirmation", asked, &[("cookie", &cookie)]).await;
    answer.refused(403, "password_needed");
    log_in(&t.browser(), EMAIL, PASSWORD).await.refused(401, "wrong_credentials");
    log_in(&browser, EMAIL, PASSWORD).await.refused(403, "not_confirmed");
    // A reset is for accounts.
    t.browser().post("/resetpassword", json!({"email": EMAIL, "newPassword": NEW_PASSWORD})).await.expect(202);
    t.run_jobs().await;
    assert_eq!((office.letters().len(), count(&t, "users").await), (1, 0));
}

/// Whoever registers an address and then tries to log in learns nothing of whether somebody has it.
async fn after_registering_a_known_address_looks_like_a_new_one(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let owner = t.browser();
    let link = registered(&t, &office, &owner, EMAIL, PASSWORD).await;
    open(&owner, &link).await.expect(200);
    let strip = |mut said: Value| {
        said["request_id"] = json!("");
        said
    };
    let mut told = Vec::new();
    for email in [EMAIL, "new@meridian.example"] {
        let stranger = t.browser();
        let registered = register(&stranger, email, THEIRS).await;
        let cookies = registered.headers.get_all("set-cookie").iter().count();
        let registered = registered.expect(201);
        let before = t.hashes_done();
        let right = strip(log_in(&stranger, email, THEIRS).await.refused(403, "not_confirmed"));
        let wrong = strip(log_in(&stranger, email, "not-this-one-42").await.refused(401, "wrong_credentials"));
        let elsewhere = strip(log_in(&t.browser(), email, THEIRS).await.refused(401, "wrong_credentials"));
        told.push((cookies, registered, right, wrong, elsewhere, t.hashes_done() - before));
    }
    assert_eq!(told[0], told[1]);
    log_in(&owner, EMAIL, PASSWORD).await.expect(200);
    // Nor does a registration of one's own take back what is counted between guesses.
    let guesser = t.browser();
    t.pass(25 * 3600);
    register(&guesser, EMAIL, THEIRS).await.expect(201);
    for guess in ["guess-guess-1", THEIRS, "guess-guess-2", THEIRS, "guess-guess-3"] {
        assert_ne!(log_in(&guesser, EMAIL, guess).await.status, 429);
    }
    log_in(&guesser, EMAIL, "guess-guess-4").await.refused(429, "slow_down");
}

/// Ten an hour are mailed, thirty wait: one that is dropped for newer ones was there for an hour at least.
async fn so_many_registrations_wait(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let browser = t.browser();
    let mut links = Vec::new();
    for number in 0..33 {
        if number % 5 == 0 {
            t.pass(3600);
        }
        links.push(registered(&t, &office, &browser, EMAIL, PASSWORD).await);
        t.pass(1);
    }
    assert_eq!(count(&t, "registrations").await, 30);
    for old in &links[..3] {
        open(&browser, old).await.refused(400, "invalid_link");
    }
    open(&browser, &links[3]).await.expect(200);
    assert_eq!(count(&t, "registrations").await, 1);
}

/// Its link would never come. A mail server with SMTPUTF8 mails it; and any server mails a domain, however it is written.
async fn an_address_that_cannot_be_mailed_is_refused(t: TestApp) {
    let with = async |greeting: &'static str| {
        let office = PostOffice::greeting(greeting).await;
        let settings = [
            ("QUAD_SMTP_URL", office.url.as_str()),
            ("QUAD_PUBLIC_URL", "http://quad.example"),
            ("QUAD_INSTITUTE_DOMAINS", ""),
        ];
        (t.another(&settings, 3).await, office)
    };
    let (plain, office) = with("250 post office\r\n").await;
    let said = register(&plain.browser(), "zoë@meridian.example", PASSWORD).await.refused(400, "invalid");
    assert_eq!(said["field"], "email");
    assert!(said["message"].as_str().is_some_and(|say| say.contains("before the @")), "{said}");
    assert_eq!(count(&plain, "registrations").await, 0);
    register(&plain.browser(), "zoe@bücher.example", PASSWORD).await.expect(201);
    plain.run_jobs().await;
    assert_eq!(office.letters().pop().expect("a letter").to, "zoe@xn--bcher-kva.example");
    let (wide, office) = with("250-post office\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n").await;
    registered(&wide, &office, &wide.browser(), "zoë@meridian.example", PASSWORD).await;
    assert_eq!(office.letters().pop().expect("a letter").to, "zoë@meridian.example");
    // Nobody knows while the server is away: the form is sent again.
    let (away, office) = with("421 not now\r\n").await;
    register(&away.browser(), "zoë@meridian.example", PASSWORD).await.refused(503, "unavailable");
    drop(office);
    // Without a mail server no address is mailed.
    register(&t.browser(), "zoë@meridian.example", PASSWORD).await.expect(201);
}

/// Unicode writes `ü` as one letter or as a letter and a mark, and keyboards differ.
async fn racing_the_spellings_of_one_address(t: TestApp) {
    for (number, spellings) in [
        ["jürgen@meridian.example", "ju\u{308}rgen@meridian.example", "JU\u{308}RGEN@Meridian.Example"],
        ["\u{958}मर@meridian.example", "\u{915}\u{93c}मर@meridian.example", " \u{915}\u{93c}मर@MERIDIAN.example"],
    ]
    .into_iter()
    .enumerate()
    {
        let tries: Vec<_> = (0..24).map(|at| (t.browser(), spellings[at % 3])).collect();
        let answers = join_all(tries.iter().map(|(browser, email)| register(browser, email, PASSWORD))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
        for answer in answers.into_iter().filter(|answer| answer.status != 201) {
            answer.refused(409, "email_taken");
        }
        assert_eq!(
            count(&t, "users WHERE email LIKE '%@meridian.example'").await,
            i64::try_from(number).expect("few") + 1
        );
        for email in spellings {
            log_in(&t.browser(), email, PASSWORD).await.expect(200);
        }
    }
    for kept in ["jürgen@meridian.example", "\u{915}\u{93c}मर@meridian.example"] {
        assert_eq!(count(&t, &format!("users WHERE email = '{kept}'")).await, 1, "{kept}");
    }
    // What is counted of an address is counted of all its spellings.
    let browser = t.browser();
    let mut paused = false;
    for at in 0..12 {
        let email = if at % 2 == 0 { "jürgen@meridian.example" } else { "ju\u{308}rgen@meridian.example" };
        paused |= log_in(&browser, email, "no-such-lantern-11").await.status == 429;
    }
    assert!(paused, "a spelling has guesses of its own");
}

async fn addresses_in_indian_scripts_register_and_are_mailed(t: TestApp) {
    let office = PostOffice::greeting("250-post office\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n").await;
    let settings = [
        ("QUAD_SMTP_URL", office.url.as_str()),
        ("QUAD_PUBLIC_URL", "http://quad.example"),
        ("QUAD_INSTITUTE_DOMAINS", ""),
    ];
    let t = t.another(&settings, 3).await;
    for email in [
        "प्रिया@meridian.example",
        "পূজা@meridian.example",
        "பிரியா@meridian.example",
        "ప్రియ@meridian.example",
        "പ്രിയ@meridian.example",
    ] {
        let browser = t.browser();
        let link = registered(&t, &office, &browser, email, PASSWORD).await;
        open(&browser, &link).await.expect(200);
        log_in(&browser, email, PASSWORD).await.expect(200);
    }
    register(&t.browser(), "प्रिया@हिन्दी.example", PASSWORD).await.expect(201);
    t.run_jobs().await;
    assert_eq!(office.letters().pop().expect("a letter").to, "प्रिया@xn--j2bd4cyah0f.example");
    for email in
        ["र\u{200d}म@meridian.example", "i\u{307}@meridian.example", "a\u{115f}@meridian.example", "ada@meridian"]
    {
        let said = register(&t.browser(), email, PASSWORD).await.refused(400, "invalid");
        assert_eq!(said["field"], "email", "{email:?}");
    }
}

/// Five of an address are mailed from one place within an hour, and ten in all; others are not counted with them.
async fn a_stranger_leaves_registrations_to_the_owner_elsewhere(t: TestApp) {
    let office = PostOffice::open().await;
    let settings = [
        ("QUAD_SMTP_URL", office.url.as_str()),
        ("QUAD_PUBLIC_URL", "http://quad.example"),
        ("QUAD_BEHIND_PROXY", "true"),
    ];
    let t = t.another(&settings, 3).await;
    let from = async |place: &str, email: &str| {
        let asked = somebody(email, THEIRS);
        let answer = t.browser().ask(Method::POST, "/register", Some(asked), &[("x-forwarded-for", place)]).await;
        if answer.status == 429 {
            answer.refused(429, "too_many");
            return false;
        }
        answer.expect(201);
        true
    };
    let mut mailed = Vec::new();
    for _ in 0..7 {
        mailed.push(from("10.9.9.9", EMAIL).await);
    }
    assert_eq!(mailed, [true, true, true, true, true, false, false]);
    assert!(from("10.9.9.9", "bo@meridian.example").await, "another address is no matter of these");
    let mut mailed = Vec::new();
    for place in ["10.1.1.1", "10.1.1.1", "10.2.2.2", "10.2.2.2", "10.3.3.3", "10.3.3.3", "10.4.4.4"] {
        mailed.push(from(place, EMAIL).await);
    }
    assert_eq!(mailed, [true, true, true, true, true, false, false]);
    t.pass(3601);
    assert!(from("10.9.9.9", EMAIL).await, "the next hour begins anew");
    t.run_jobs().await;
    let to_owner = office.letters().iter().filter(|letter| letter.to == EMAIL).count();
    assert_eq!(to_owner, 11);
}

async fn what_waits_ends_with_its_link_and_with_the_account(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let browser = t.browser();
    let link = registered(&t, &office, &browser, EMAIL, PASSWORD).await;
    t.pass(2 * 24 * 3600);
    open(&browser, &link).await.refused(400, "invalid_link");
    log_in_at_link(&browser, &link, EMAIL, PASSWORD).await.refused(401, "wrong_credentials");
    t.run_jobs().await;
    t.run_jobs().await;
    assert_eq!(count(&t, "registrations").await, 0, "swept");
    // An account that ends takes along what was registered with its address.
    let link = registered(&t, &office, &browser, EMAIL, PASSWORD).await;
    open(&browser, &link).await.expect(200);
    log_in(&browser, EMAIL, PASSWORD).await.expect(200);
    register(&t.browser(), EMAIL, THEIRS).await.expect(201);
    browser.ask(Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
    assert_eq!(count(&t, "registrations").await, 0);
    open(&browser, &link).await.refused(400, "invalid_link");
    t.run_jobs().await;
    // What the operator makes is nobody else's, either.
    let link = registered(&t, &office, &browser, EMAIL, PASSWORD).await;
    feature::create_by_operator(&t.app, EMAIL, "Ada Rao").await.expect("made");
    open(&browser, &link).await.refused(400, "invalid_link");
    assert_eq!(count(&t, "users WHERE deleted_at IS NULL").await, 1);
}

async fn racing_the_links_of_one_address(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    for round in 0..4 {
        let email = format!("racer{round}@meridian.example");
        let mut runners = Vec::new();
        for number in 0..5 {
            let browser = t.browser();
            let password = format!("{PASSWORD}-{number}");
            let link = registered(&t, &office, &browser, &email, &password).await;
            runners.push((browser, link, password));
        }
        // Half of them click, half enter the password elsewhere.
        let answers = join_all(runners.iter().enumerate().map(async |(number, (browser, link, password))| {
            if number % 2 == 0 {
                open(browser, link).await
            } else {
                log_in_at_link(&t.browser(), link, &email, password).await
            }
        }))
        .await;
        let winners: Vec<usize> = (0..5).filter(|number| answers[*number].status == 200).collect();
        let said: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
        assert_eq!(winners.len(), 1, "{said:?}");
        assert!(said.iter().all(|status| matches!(status, 200 | 400 | 401 | 429)), "{said:?}");
        for (number, (browser, _, password)) in runners.iter().enumerate() {
            t.pass(61);
            let status = log_in(browser, &email, password).await.status.as_u16();
            assert_eq!(status == 200, winners.contains(&number), "{status}");
        }
        assert_eq!(count(&t, &format!("users WHERE email = '{email}'")).await, 1);
        assert_eq!(count(&t, &format!("registrations WHERE email = '{email}'")).await, 1);
    }
}

async fn racing_one_link(t: TestApp) {
    let (t, office) = with_mail(&t).await;
    let browser = t.browser();
    let link = registered(&t, &office, &browser, EMAIL, PASSWORD).await;
    let answers = join_all((0..20).map(|_| open(&browser, &link))).await;
    assert!(answers.iter().all(|answer| answer.status == 200), "opening a link many times is fine");
    assert_eq!(count(&t, "users").await, 1);
    log_in(&browser, EMAIL, PASSWORD).await.expect(200);
}

/// The schema of the last version in which a mailed link confirmed whatever account its address had.
struct BeforeRegistrations;

impl MigrationList for BeforeRegistrations {
    fn steps() -> Vec<Step> {
        Migrations::steps().into_iter().take_while(|step| step.name != "m0022_registrations").collect()
    }
}

/// Somebody who registered there and has not opened the link, which ends a day after the story begins.
async fn unconfirmed(tx: &mut Tx, id: u8, email: &str, link: Option<[u8; 32]>) {
    let cost = Params::new(32, 1, 1, None).expect("a small cost");
    let password =
        Argon2::new(Algorithm::Argon2id, Version::V0x13, cost).hash_password(PASSWORD.as_bytes()).expect("hashed");
    let id = Uuid::from_bytes([id; 16]);
    sql("INSERT INTO users (id, email, full_name, contact, batch, password_hash, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)")
        .arg(id)
        .arg(email)
        .arg("Ada Rao")
        .arg("9000000001")
        .arg(2026_i64)
        .arg(password.to_string())
        .arg(1_i64)
        .run(tx)
        .await
        .expect("a person");
    if let Some(link) = link {
        let ends = Time::parse_rfc3339(EVENING).expect("a moment").0 + 86_400_000;
        sql("INSERT INTO mailed_codes (user_id, purpose, code_hash, tries_left, expires_at) VALUES ($1, $2, $3, $4, $5)")
            .arg(id)
            .arg("confirm")
            .arg(Sha256::digest(link).to_vec())
            .arg(5_i64)
            .arg(ends)
            .run(tx)
            .await
            .expect("a link");
    }
}

async fn links_on_their_way_at_the_upgrade_need_their_password(t: TestApp) {
    let office = PostOffice::open().await;
    let settings = [("QUAD_SMTP_URL", office.url.as_str()), ("QUAD_PUBLIC_URL", "http://quad.example")];
    let t = t
        .upgraded::<BeforeRegistrations>(&settings, 3, async |db| {
            let mut tx = db.begin().await.expect("begun");
            unconfirmed(&mut tx, 1, EMAIL, Some([7; 32])).await;
            unconfirmed(&mut tx, 2, "bo@meridian.example", None).await;
            tx.commit().await.expect("committed");
        })
        .await;
    let (ada, link) = (t.browser(), "07".repeat(32));
    // No browser is known to have asked for it.
    open(&ada, &link).await.refused(403, "password_needed");
    log_in_at_link(&ada, &link, EMAIL, THEIRS).await.refused(401, "wrong_credentials");
    log_in(&ada, EMAIL, PASSWORD).await.refused(401, "wrong_credentials");
    let said = log_in_at_link(&ada, &link, EMAIL, PASSWORD).await.expect(200);
    assert_eq!(said["email"], EMAIL);
    log_in(&t.browser(), EMAIL, PASSWORD).await.expect(200);
    // Whose link had ended registers once more; what waited there is theirs then, with the new password.
    let bo = t.browser();
    log_in(&bo, "bo@meridian.example", PASSWORD).await.refused(401, "wrong_credentials");
    let link = registered(&t, &office, &bo, "bo@meridian.example", NEW_PASSWORD).await;
    open(&bo, &link).await.expect(200);
    log_in(&bo, "bo@meridian.example", NEW_PASSWORD).await.expect(200);
    log_in(&bo, "bo@meridian.example", PASSWORD).await.refused(401, "wrong_credentials");
    assert_eq!((count(&t, "users").await, count(&t, "users WHERE confirmed_at IS NULL").await), (2, 0));
}

fn code_in(text: &str) -> String {
    let is_code = |word: &&str| word.len() == 6 && word.bytes().all(|c| c.is_ascii_digit());
    text.split_whitespace().find(is_code).expect("a code").to_owned()
}

async fn ask(browser: &Browser) -> Answer {
    browser.post("/resetpassword", json!({"email": EMAIL, "newPassword": NEW_PASSWORD})).await
}

async fn mailed_code(t: &TestApp, browser: &Browser) -> String {
    let before = t.mails().await.len();
    ask(browser).await.expect(202);
    let mails = t.mails().await;
    assert_eq!(mails.len(), before + 1, "a mail");
    code_in(&mails.last().expect("a mail").text)
}

async fn try_code(browser: &Browser, code: &str) -> Answer {
    browser.post("/resetpassword", json!({"email": EMAIL, "newPassword": NEW_PASSWORD, "code": code})).await
}

fn another(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().expect("digits") + 1) % 1_000_000)
}

async fn a_code_belongs_to_the_browser_that_asked(t: TestApp) {
    t.person("ada").await;
    let (owner, stranger) = (t.browser(), t.browser());
    let code = mailed_code(&t, &owner).await;
    // A stranger's tries are not the owner's, with a code of the own or without one; nor is the code good elsewhere.
    for _ in 0..10 {
        try_code(&stranger, &another(&code)).await.refused(400, "wrong_code");
        try_code(&t.browser(), &another(&code)).await.refused(400, "wrong_code");
    }
    try_code(&stranger, &code).await.refused(400, "wrong_code");
    let theirs = mailed_code(&t, &stranger).await;
    for _ in 0..5 {
        try_code(&stranger, &another(&theirs)).await.refused(400, "wrong_code");
    }
    try_code(&stranger, &theirs).await.refused(400, "wrong_code");
    let theirs = mailed_code(&t, &stranger).await;
    // Four errors of the own, and it is good.
    for _ in 0..4 {
        try_code(&owner, &another(&code)).await.refused(400, "wrong_code");
    }
    try_code(&owner, &code).await.expect(200);
    // With it all others are void.
    try_code(&stranger, &theirs).await.refused(400, "wrong_code");
    log_in(&owner, EMAIL, NEW_PASSWORD).await.expect(200);
    // In one browser the newest counts.
    let browser = t.browser();
    let first = mailed_code(&t, &browser).await;
    let second = mailed_code(&t, &browser).await;
    try_code(&browser, &first).await.refused(400, "wrong_code");
    try_code(&browser, &second).await.expect(200);
}

async fn a_code_made_on_the_host_works_in_any_browser(t: TestApp) {
    t.person("ada").await;
    let made = async || told(&feature::reset_code_for_operator(&t.app, EMAIL).await.expect("a code"));
    let code = made().await;
    try_code(&t.browser(), &code).await.expect(200);
    try_code(&t.browser(), &code).await.refused(400, "wrong_code");
    // Also where somebody asked for one that did not arrive, and is the newest of those made there.
    let waiting = t.browser();
    let mailed = mailed_code(&t, &waiting).await;
    let (old, new) = (made().await, made().await);
    try_code(&waiting, &old).await.refused(400, "wrong_code");
    try_code(&waiting, &new).await.expect(200);
    try_code(&waiting, &mailed).await.refused(400, "wrong_code");
    // Strangers do not use it up; and it may be typed as it is read out, or in one.
    let code = made().await;
    for at in 0..10 {
        try_code(&t.browser(), &format!("000 000 000 00{at}")).await.refused(400, "wrong_code");
    }
    try_code(&t.browser(), &code.replace(' ', "")).await.expect(200);
}

/// The code that the operator reads out: twelve digits in threes.
fn told(said: &str) -> String {
    let code = said.split_once(": ").expect("a code").1.lines().next().expect("a line").to_owned();
    let threes: Vec<&str> = code.split(' ').collect();
    let digits = |three: &&str| three.len() == 3 && three.bytes().all(|digit| digit.is_ascii_digit());
    assert!(threes.len() == 4 && threes.iter().all(digits), "{code}");
    code
}

async fn strangers_do_not_use_up_what_a_known_browser_may_ask_for(t: TestApp) {
    let t = t.another(&[("QUAD_BEHIND_PROXY", "true")], 1).await;
    let known = t.person("ada").await;
    let ask_from = async |place: &str| {
        let body = json!({"email": EMAIL, "newPassword": NEW_PASSWORD});
        let asked = t.browser().ask(Method::POST, "/resetpassword", Some(body), &[("x-forwarded-for", place)]).await;
        asked.expect(202);
        t.mails().await.len()
    };
    let mut mails = Vec::new();
    // Five from one place; then five more from others.
    for place in ["10.9.9.9"; 7].into_iter().chain(["10.1.1.1"; 3]).chain(["10.2.2.2"; 7]).chain(["10.3.3.3"; 2]) {
        mails.push(ask_from(place).await);
    }
    assert_eq!(mails[..7], [1, 2, 3, 4, 5, 5, 5]);
    assert_eq!(mails[7..], [6, 7, 8, 9, 10, 10, 10, 10, 10, 10, 10, 10], "ten in all");
    // A browser that was logged in is no stranger.
    let code = mailed_code(&t, &known).await;
    assert_eq!(t.mails().await.len(), 11);
    for _ in 0..12 {
        ask(&known).await.expect(202);
        t.run_jobs().await;
    }
    assert_eq!(t.mails().await.len(), 20, "ten of its own");
    try_code(&known, &code).await.refused(400, "wrong_code");
    // The next hour begins anew.
    t.pass(3600);
    assert_eq!(ask_from("10.9.9.9").await, 21);
}

/// Whoever asks from everywhere, with a new browser each time, gets ten codes an hour and five tries at each.
async fn guesses_at_one_accounts_codes_are_bounded(t: TestApp) {
    let t = t.another(&[("QUAD_BEHIND_PROXY", "true")], 1).await;
    t.person("ada").await;
    let browsers: Vec<Browser> = (0..24).map(|_| t.browser()).collect();
    for (number, browser) in browsers.iter().enumerate() {
        let body = json!({"email": EMAIL, "newPassword": NEW_PASSWORD});
        let place = format!("10.0.{number}.1");
        browser.ask(Method::POST, "/resetpassword", Some(body), &[("x-forwarded-for", &place)]).await.expect(202);
        t.run_jobs().await;
    }
    let codes: Vec<String> = t.mails().await.iter().map(|mail| code_in(&mail.text)).collect();
    assert_eq!((codes.len(), count(&t, "reset_codes").await), (10, 10));
    let wrong = (0..1_000_000).map(|number| format!("{number:06}")).find(|wrong| !codes.contains(wrong)).expect("one");
    for browser in &browsers {
        let answers = join_all((0..8).map(|_| try_code(browser, &wrong))).await;
        assert!(answers.iter().all(|answer| answer.status == 400));
    }
    let left: Option<i64> =
        sql("SELECT CAST(SUM(tries_left) AS BIGINT) AS value FROM reset_codes").value(&t.app.db).await.expect("read");
    assert_eq!(left, Some(0), "fifty tries were looked at");
    for browser in &browsers {
        for code in &codes {
            try_code(browser, code).await.refused(400, "wrong_code");
        }
    }
}

/// Lines of `X-Forwarded-For`, as proxies and visitors write them, and the address that counts. The proxy's own entry is the
/// last of the last line; where that is no address, the proxy itself is, and never what a visitor claims.
async fn the_proxys_own_entry_is_where_somebody_comes_from(t: TestApp) {
    let t = t.another(&[("QUAD_BEHIND_PROXY", "true")], 3).await;
    register(&t.browser(), EMAIL, PASSWORD).await.expect(201);
    let itself = "127.0.0.1";
    let cases: &[(&[&[u8]], &str)] = &[
        (&[], itself),
        (&[b"1.2.3.4"], "1.2.3.4"),
        (&[b"6.6.6.6, 1.2.3.4:5678"], "1.2.3.4"),
        (&[b"6.6.6.6,\t[2001:db8::1]:443 "], "2001:db8::1"),
        (&[b"[2001:db8::1]"], "2001:db8::1"),
        (&[b"2001:DB8:0::1"], "2001:db8::1"),
        (&[b"fe80::1%eth0"], "fe80::1"),
        (&[b"\"[2001:db8::1%25eth0]:443\""], "2001:db8::1"),
        (&[b"::ffff:1.2.3.4"], "1.2.3.4"),
        (&[b"6.6.6.6", b"1.2.3.4"], "1.2.3.4"),
        (&[b"1.2.3.4, 6.6.6.6", b"7.7.7.7, 1.2.3.4:1"], "1.2.3.4"),
        (&[b"caf\xe9, \xff, 1.2.3.4"], "1.2.3.4"),
        (&[b"6.6.6.6, unknown"], itself),
        (&[b"6.6.6.6", b"_hidden"], itself),
        (&[b"6.6.6.6,"], itself),
        (&[b"6.6.6.6", b""], itself),
        (&[b"6.6.6.6, 1.2.3.4:99999"], itself),
        (&[b"6.6.6.6, for=1.2.3.4"], itself),
    ];
    for (lines, address) in cases {
        let client = reqwest::Client::builder().cookie_store(true).build().expect("a client");
        let body = json!({"email": EMAIL, "passWord": PASSWORD});
        let mut request = client.post(format!("{}/api/login", t.base)).json(&body);
        // Another header of the kind is a claim as well.
        request = request.header("forwarded", "for=6.6.6.6").header("x-real-ip", "6.6.6.6");
        for line in *lines {
            request = request.header("x-forwarded-for", *line);
        }
        Answer::of(request.send().await.expect("an answer")).await.expect(200);
        let browser = Browser::over(client, &t.base);
        let said = browser.get("/sessions").await.expect(200);
        let own = said["sessions"].as_array().expect("a list").iter().find(|one| one["current"] == true);
        assert_eq!(own.expect("one's own")["address"], **address, "{lines:?}: {said}");
    }
}
