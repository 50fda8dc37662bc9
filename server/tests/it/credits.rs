//! Stories of creations: granted, spent, given back, and free ones up to a number per day.

use futures::future::join_all;
use quad_contests::payments;
use quad_db::sql;
use quad_http::auth::Member;
use quad_kernel::error::Error;
use quad_kernel::ids::{SessionId, UserId};
use quad_people::accounts;
use serde_json::{Value, json};

use crate::harness::{Browser, TestApp, question};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    racing_the_last_credit_spends_it_once,
    racing_the_last_credit_makes_one_contest,
    racing_the_last_creation_of_a_day_makes_one,
);
plain_stories!(
    without_credits_nothing_is_created,
    a_grant_makes_an_organiser,
    the_balance_is_the_sum_of_the_ledger,
    a_deleted_contest_gives_its_credit_back,
    what_everybody_was_told_of_is_not_given_back,
    an_administrator_spends_nothing,
    with_billing_off_a_day_has_its_limit,
    poll_credits_are_spent_apart,
    absurd_grants_are_refused,
);

async fn create(t: &TestApp, browser: &Browser) -> crate::harness::Answer {
    let contest = json!({"title": "Friday quiz", "description": "", "startDate": t.moment(3600), "endDate": t.moment(7200),
        "isPublic": true, "QuestionSet": []});
    browser.post("/post/createcontest", contest).await
}

async fn credits(browser: &Browser) -> (Value, Value) {
    let user = browser.get("/checklogged").await.expect(200)["user"].clone();
    (user["contestCredits"].clone(), user["pollCredits"].clone())
}

async fn give(t: &TestApp, name: &str, contests: u32, polls: u32) {
    let email = format!("{name}@meridian.example");
    payments::grant_by_operator(&t.app, &email, contests, polls).await.expect("granted");
}

/// The person as a request would know them, for the functions that other features call.
async fn member(t: &TestApp, browser: &Browser) -> Member {
    let id = UserId::parse(&browser.id).expect("an id");
    let account = accounts::account(&t.app.db, id).await.expect("read").expect("an account");
    Member(std::sync::Arc::new(quad_http::auth::Person {
        id,
        session: SessionId::new(t.app.clock.now(), &t.app.random),
        full_name: account.full_name,
        email: account.email,
        is_admin: account.roles.iter().any(|role| role == "ADMIN"),
        is_organiser: account.roles.iter().any(|role| role == "ORGANISER"),
        offices: Vec::new(),
    }))
}

async fn spend_poll(t: &TestApp, who: &Member, subject: &str) -> Result<(), Error> {
    let mut tx = t.app.db.begin().await?;
    payments::spend_poll(&mut tx, &t.app.settings, who, t.app.clock.now(), subject).await?;
    Ok(tx.commit().await?)
}

async fn without_credits_nothing_is_created(t: TestApp) {
    let ada = t.person("ada").await;
    let said = create(&t, &ada).await.refused(403, "no_contest_credit");
    assert_eq!(said["message"], "You have no contest creations left. Choose a plan to get more.");
    assert_eq!(ada.get("/post/getcontest").await.expect(200)["contests"], json!([]));
    assert_eq!(credits(&ada).await, (json!(0), json!(0)));
}

async fn a_grant_makes_an_organiser(t: TestApp) {
    let ada = t.person("ada").await;
    assert_eq!(ada.get("/isadmin").await.expect(200)["role"], "USER");
    let said = payments::grant_by_operator(&t.app, " Ada@Meridian.example", 2, 1).await.expect("granted");
    assert_eq!(said, "ada@meridian.example now has 2 contest and 1 poll creations left, and is an organiser.");
    let roles = ada.get("/isadmin").await.expect(200);
    assert_eq!((&roles["role"], &roles["roles"]), (&json!("ORGANISER"), &json!(["ORGANISER", "USER"])));
    give(&t, "ada", 1, 0).await;
    assert_eq!(credits(&ada).await, (json!(3), json!(1)));
    create(&t, &ada).await.expect(201);
    assert_eq!(credits(&ada).await, (json!(2), json!(1)));
}

async fn racing_the_last_credit_spends_it_once(t: TestApp) {
    let ada = t.person("ada").await;
    give(&t, "ada", 0, 1).await;
    let who = member(&t, &ada).await;
    let subjects: Vec<String> = (0..50).map(|number| format!("poll {number}")).collect();
    let spent = join_all(subjects.iter().map(|subject| spend_poll(&t, &who, subject))).await;
    assert_eq!(spent.iter().filter(|one| one.is_ok()).count(), 1);
    let refused =
        |one: &&Result<(), Error>| matches!(one, Err(Error::Rejected(refusal)) if refusal.code == "no_poll_credit");
    assert_eq!(spent.iter().filter(refused).count(), 49);
    assert_eq!(credits(&ada).await, (json!(0), json!(0)));
}

async fn racing_the_last_credit_makes_one_contest(t: TestApp) {
    let ada = t.person("ada").await;
    give(&t, "ada", 1, 0).await;
    let answers = join_all((0..20).map(|_| create(&t, &ada))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status == 403).count(), 19);
    assert_eq!(ada.get("/post/getcontest").await.expect(200)["contests"].as_array().map(Vec::len), Some(1));
    assert_eq!(credits(&ada).await, (json!(0), json!(0)));
}

async fn ledger(t: &TestApp, what: &str) -> i64 {
    let text = format!("SELECT CAST(COALESCE(SUM({what}), 0) AS BIGINT) AS value FROM credit_entries");
    sql(text).value(&t.app.db).await.expect("read").expect("a number")
}

async fn the_balance_is_the_sum_of_the_ledger(t: TestApp) {
    let ada = t.person("ada").await;
    give(&t, "ada", 5, 2).await;
    for _ in 0..3 {
        create(&t, &ada).await.expect(201);
    }
    spend_poll(&t, &member(&t, &ada).await, "a poll").await.expect("spent");
    assert_eq!((ledger(&t, "contests").await, ledger(&t, "polls").await), (2, 1));
    assert_eq!(credits(&ada).await, (json!(2), json!(1)));
    assert_eq!(ledger(&t, "1").await, 5);
}

async fn a_deleted_contest_gives_its_credit_back(t: TestApp) {
    let ada = t.person("ada").await;
    give(&t, "ada", 1, 0).await;
    let id = create(&t, &ada).await.expect(201)["contest"]["_id"].as_str().expect("an id").to_owned();
    assert_eq!(credits(&ada).await.0, json!(0));
    let path = format!("/contests/{id}");
    let answers = join_all((0..10).map(|_| ada.delete(&path))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(credits(&ada).await.0, json!(1));
    // A free one gives nothing back.
    accounts::promote(&t.app, "ada@meridian.example").await.expect("promoted");
    let id = create(&t, &ada).await.expect(201)["contest"]["_id"].as_str().expect("an id").to_owned();
    ada.delete(&format!("/contests/{id}")).await.expect(200);
    assert_eq!(credits(&ada).await.0, json!(1));
}

/// Else one creation would do for as many notices to everybody as somebody likes.
async fn what_everybody_was_told_of_is_not_given_back(t: TestApp) {
    let ada = t.person("ada").await;
    give(&t, "ada", 2, 0).await;
    let make_public = async |id: &str| {
        ada.post("/post/makepublic", json!({"contestId": id, "isPublic": true})).await.expect(200);
    };
    let mut told = Vec::new();
    for jobs_run in [true, false] {
        let id = create(&t, &ada).await.expect(201)["contest"]["_id"].as_str().expect("an id").to_owned();
        ada.post("/post/addQuestion", question(&id, 0, 0)).await.expect(201);
        make_public(&id).await;
        if jobs_run {
            t.pass(61);
            t.run_jobs().await;
            // Private again, or not: it was told, also where that was taken back.
            ada.post("/post/makepublic", json!({"contestId": id, "isPublic": false})).await.expect(200);
            t.pass(61);
            t.run_jobs().await;
        }
        let said = ada.delete(&format!("/contests/{id}")).await.expect(200);
        told.push((said["message"].as_str().expect("words").contains("does not come back"), credits(&ada).await.0));
    }
    assert_eq!(told, [(true, json!(1)), (false, json!(1))]);
}

async fn an_administrator_spends_nothing(t: TestApp) {
    let root = t.admin("root").await;
    for _ in 0..7 {
        create(&t, &root).await.expect(201);
    }
    assert_eq!(ledger(&t, "1").await, 0);
}

async fn with_billing_off_a_day_has_its_limit(t: TestApp) {
    let t = t.another(&[("QUAD_BILLING", "off"), ("QUAD_CREATIONS_PER_DAY", "2")], 1).await;
    let (ada, bo) = (t.person("ada").await, t.person("bo").await);
    create(&t, &ada).await.expect(201);
    create(&t, &ada).await.expect(201);
    create(&t, &ada).await.refused(429, "daily_limit");
    create(&t, &bo).await.expect(201);
    spend_poll(&t, &member(&t, &ada).await, "a poll").await.expect("polls are counted apart");
    // The day is Kolkata's, where the stories begin at six in the evening.
    t.at("2026-11-20T23:59:59+05:30");
    create(&t, &ada).await.refused(429, "daily_limit");
    t.at("2026-11-21T00:00:00+05:30");
    create(&t, &ada).await.expect(201);
}

async fn racing_the_last_creation_of_a_day_makes_one(t: TestApp) {
    let t = t.another(&[("QUAD_BILLING", "off"), ("QUAD_CREATIONS_PER_DAY", "3")], 1).await;
    let ada = t.person("ada").await;
    let answers = join_all((0..20).map(|_| create(&t, &ada))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 3);
}

async fn poll_credits_are_spent_apart(t: TestApp) {
    let ada = t.person("ada").await;
    give(&t, "ada", 1, 0).await;
    assert!(spend_poll(&t, &member(&t, &ada).await, "a poll").await.is_err());
    assert_eq!(credits(&ada).await, (json!(1), json!(0)));
}

async fn absurd_grants_are_refused(t: TestApp) {
    t.person("ada").await;
    let email = "ada@meridian.example";
    for (contests, polls) in [(0, 0), (u32::MAX, 0), (0, 100_001)] {
        assert!(payments::grant_by_operator(&t.app, email, contests, polls).await.is_err());
    }
    payments::grant_by_operator(&t.app, email, 100_000, 0).await.expect("granted");
    assert!(payments::grant_by_operator(&t.app, email, 1, 0).await.is_err());
    assert!(payments::grant_by_operator(&t.app, "nobody@meridian.example", 1, 0).await.is_err());
}
