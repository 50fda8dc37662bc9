//! Stories of `quad check`: a living campus is clean, and whatever is broken in the database is named.

use std::collections::BTreeMap;

use quad::integrity_check;
use quad_db::FromRow;
use quad_db::{Db, Engine, sql};
use quad_people::pictures;
use quad_services::config::Settings;
use sqlx::{Connection as _, Executor as _, SqliteConnection};

use crate::harness::{TestApp, made};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    each_rule_names_what_breaks_it,
    a_row_that_points_nowhere_is_named,
    what_the_schema_lacks_is_named,
    offenders_are_named_in_words,
);
plain_stories!(
    what_a_campus_does_is_clean,
    bytes_that_are_gone_are_named,
    a_store_of_pictures_that_is_away_breaks_one_rule,
    a_picture_with_other_bytes_is_named,
);

/// The broken rules by name, with the first that breaks each.
async fn broken(t: &TestApp) -> BTreeMap<&'static str, String> {
    let findings = integrity_check::check(&t.app.db, Some(&t.app.pictures), true).await.expect("asked");
    let broken = findings.into_iter().filter(|finding| !finding.offenders.is_empty());
    // Most stories take the keys away, so that something can be broken.
    let broken = broken.filter(|finding| finding.name != "schema");
    broken.map(|finding| (finding.name, finding.offenders.join(", "))).collect()
}

async fn run(db: &Db, statement: &str) -> u64 {
    let mut tx = db.begin().await.expect("begun");
    let rows = sql(statement.to_owned()).run(&mut tx).await.unwrap_or_else(|error| panic!("{statement}: {error:?}"));
    tx.commit().await.expect("committed");
    rows
}

async fn what_a_campus_does_is_clean(t: TestApp) {
    quad::demo::seed(&t.app).await.expect("filled").expect("log-ins");
    t.run_jobs().await;
    assert_eq!(broken(&t).await, BTreeMap::new());
    let findings = integrity_check::check(&t.app.db, Some(&t.app.pictures), true).await.expect("asked");
    let (said, holds) = integrity_check::report(&findings);
    assert!(holds && said.contains("ok      scores-are-the-answers"), "{said}");
    assert!(said.ends_with(&format!("All {} rules hold.", findings.len())), "{said}");
}

/// A table, how something in it is broken, and the rules that must notice.
type Case = (&'static str, &'static str, &'static [&'static str]);

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("users", "UPDATE users SET email = 'Upper@Meridian.example' WHERE email = (SELECT MAX(email) FROM users)", &["one-account-per-address"]),
    ("users", "INSERT INTO users SELECT * FROM users WHERE email = (SELECT MAX(email) FROM users)", &["one-account-per-address"]),
    ("users", "UPDATE users SET deleted_at = 1 WHERE email = (SELECT MIN(email) FROM users)", &["deleted-accounts-are-closed"]),
    ("audit_entries", "UPDATE audit_entries SET about_id = NULL", &["acts-name-their-person"]),
    ("notifications", "INSERT INTO notifications SELECT * FROM notifications WHERE id = (SELECT MIN(id) FROM notifications)", &["told-once"]),
    ("credit_balances", "UPDATE credit_balances SET contests = contests + 1", &["balances-are-the-ledger"]),
    ("credit_balances", "DELETE FROM credit_balances", &["balances-are-the-ledger"]),
    ("credit_entries", "DELETE FROM credit_entries WHERE reason = 'bought'", &["balances-are-the-ledger", "paid-orders-are-credited-once"]),
    ("credit_entries", "UPDATE credit_entries SET subject = '019e807a-ec00-7000-8000-00000000000a' WHERE reason = 'bought'", &["paid-orders-are-credited-once"]),
    ("payment_receipts", "DELETE FROM payment_receipts", &["paid-orders-have-a-receipt"]),
    ("payment_orders", "UPDATE payment_orders SET refunded_paise = 1", &["refunds-add-up"]),
    ("payment_orders", "UPDATE payment_orders SET refunded_paise = 1, returned_paise = 1", &["returned-money-was-told"]),
    ("payment_orders", "UPDATE payment_orders SET progress = 'review' WHERE paid_at IS NULL", &["unpaid-money-is-a-case"]),
    ("payment_cases", "INSERT INTO payment_cases SELECT * FROM payment_cases", &["one-case-per-payment"]),
    ("sandbox_payments", "INSERT INTO sandbox_payments SELECT * FROM sandbox_payments", &["one-payment-per-sandbox-order"]),
    ("contests", "UPDATE contests SET question_count = question_count + 1", &["question-counts"]),
    ("contests", "UPDATE contests SET next_question_no = 1", &["question-counts"]),
    ("contests", "UPDATE contests SET own_marks = own_marks + 1", &["own-marks-are-the-answers", "question-counts"]),
    ("contests", "UPDATE contests SET starred = starred + 1", &["question-counts"]),
    ("contests", "UPDATE contests SET newer_questions = newer_questions + 1", &["question-counts"]),
    ("contests", "UPDATE contests SET several_questions = several_questions + 1", &["question-counts"]),
    ("contests", "UPDATE contests SET typed_questions = typed_questions + 1", &["question-counts"]),
    ("contests", "UPDATE contests SET draw = '{\"parts\":[],\"papers\":1,\"key\":\"\"}'", &["attempts-are-at-a-paper"]),
    ("contest_papers", "INSERT INTO contest_papers (contest_id, variant, question_no) SELECT id, 1, 9999 FROM contests", &["papers-are-alike"]),
    ("contests", "UPDATE contests SET pictured_questions = pictured_questions + 1", &["question-pictures"]),
    ("contests", "UPDATE contests SET participants = participants - 1 WHERE participants > 0", &["participants-are-counted"]),
    ("contests", "UPDATE contests SET frozen_at = NULL", &["participants-are-counted"]),
    ("contests", "UPDATE contests SET corrections = 7", &["corrections-are-counted"]),
    ("questions", "UPDATE questions SET option_3 = option_1", &["questions-have-a-key"]),
    ("questions", "UPDATE questions SET option_3 = ''", &["questions-have-a-key"]),
    ("questions", "UPDATE questions SET option_6 = 'F'", &["questions-have-a-key"]),
    ("questions", "UPDATE questions SET right_number = '1' WHERE kind <> 'number'", &["questions-have-a-key"]),
    ("questions", "UPDATE questions SET unit = 'm'", &["questions-have-a-key"]),
    ("questions", "UPDATE questions SET own_partial = 'share'", &["own-marks-are-the-answers", "questions-have-a-key"]),
    ("questions", "UPDATE questions SET kind = 'several' WHERE contest_id IN (SELECT id FROM contests WHERE own_marks = 0 AND starred = 0 AND typed_questions = 0)", &["question-counts"]),
    ("questions", "UPDATE questions SET option_5 = 'E' WHERE kind = 'single'", &["question-counts"]),
    ("questions", "UPDATE questions SET fixed_options = 128", &["questions-have-a-key"]),
    ("questions", "UPDATE questions SET accepted = 16 WHERE contest_id IN (SELECT id FROM contests WHERE participants = 0)", &["questions-have-a-key"]),
    ("questions", "UPDATE questions SET accepted = 0 WHERE contest_id IN (SELECT id FROM contests WHERE participants = 0)", &["questions-have-a-key"]),
    ("questions", "UPDATE questions SET no = 1 WHERE no = 2 AND contest_id IN (SELECT id FROM contests WHERE participants = 0)", &["one-number-per-question"]),
    ("questions", "UPDATE questions SET accepted = 15 - accepted WHERE marking = 0", &["own-marks-are-the-answers", "questions-have-a-key", "scores-are-the-answers"]),
    ("questions", "UPDATE questions SET accepted = accepted | 8 WHERE contest_id IN (SELECT id FROM contests WHERE participants = 0)", &["questions-have-a-key"]),
    ("questions", "UPDATE questions SET own_right = 10079 WHERE kind = 'several'", &["own-marks-are-the-answers", "parts-are-exact"]),
    ("questions", "UPDATE questions SET right_number = 'ten' WHERE kind = 'number'", &["own-marks-are-the-answers", "typed-can-be-read"]),
    ("questions", "UPDATE questions SET tolerance = 'little' WHERE kind = 'number' AND tolerance IS NULL", &["typed-can-be-read"]),
    ("questions", "UPDATE questions SET right_texts = '[]' WHERE kind = 'text'", &["own-marks-are-the-answers", "typed-can-be-read"]),
    ("questions", "UPDATE questions SET right_texts = '[\"yield\",\"YIELD\"]' WHERE right_texts = '[\"yield\"]'", &["typed-can-be-read"]),
    ("answers", "UPDATE answers SET typed = 'six or eight' WHERE typed IN ('6', '8')", &["typed-can-be-read"]),
    ("answers", "UPDATE answers SET typed = ' W ' WHERE typed = 'W'", &["typed-can-be-read"]),
    ("answers", "UPDATE answers SET chosen = 2 WHERE typed IS NOT NULL", &["own-marks-are-the-answers", "scores-are-the-answers"]),
    ("answers", "UPDATE answers SET chosen = 3 WHERE chosen = 1 AND question_no = 1 AND {attempt of single questions}", &["scores-are-the-answers"]),
    ("answers", "UPDATE answers SET chosen = 128 WHERE question_no = 1 AND attempt_id IN
        (SELECT a.id FROM attempts a JOIN contests c ON c.id = a.contest_id WHERE c.several_questions > 0)", &["own-marks-are-the-answers", "scores-are-the-answers"]),
    ("question_pictures", "UPDATE question_pictures SET option_no = 7 WHERE option_no = 3", &["question-pictures"]),
    ("question_pictures", "UPDATE question_pictures SET option_no = 0 WHERE option_no IS NOT NULL", &["pictures-fit-their-question"]),
    ("question_pictures", "UPDATE question_pictures SET alt = ' '", &["pictures-fit-their-question"]),
    ("question_pictures", "UPDATE question_pictures SET small_bytes = small_bytes + 1", &["pictures-fit-their-question"]),
    ("pictures", "UPDATE pictures SET owner_id = NULL WHERE owner_id IS NOT NULL", &["question-pictures"]),
    ("answers", "INSERT INTO answers SELECT * FROM answers WHERE question_no = 1 AND {attempt of single questions}", &["one-answer-per-question", "scores-are-the-answers"]),
    ("answers", "DELETE FROM answers WHERE question_no = 1 AND {attempt of single questions}", &["scores-are-the-answers"]),
    ("answers", "UPDATE answers SET question_no = 900 WHERE question_no = 1 AND {attempt of single questions}", &["scores-are-the-answers"]),
    ("answers", "UPDATE answers SET chosen = 32 WHERE attempt_id IN
        (SELECT a.id FROM attempts a JOIN contests c ON c.id = a.contest_id WHERE c.own_marks = 0 AND c.starred = 0 AND c.typed_questions = 0)", &["scores-are-the-answers"]),
    ("answers", "UPDATE answers SET typed = 'A' WHERE {attempt of single questions}", &["scores-are-the-answers"]),
    ("answer_changes", "INSERT INTO answer_changes SELECT MIN(attempt_id), 900, 1 FROM answers", &["changes-are-of-answers"]),
    ("answer_changes", "INSERT INTO answer_changes SELECT MIN(attempt_id), 1, 0 FROM answers", &["changes-are-of-answers"]),
    ("answer_changes", "INSERT INTO answer_changes SELECT attempt_id, MIN(question_no), 1 FROM answers GROUP BY attempt_id HAVING COUNT(*) > 1",
        &["changes-are-of-answers"]),
    ("attempts", "UPDATE attempts SET correct = correct + 1 WHERE contest_id IN (SELECT id FROM contests WHERE typed_questions = 0)", &["scores-are-the-answers"]),
    ("attempts", "UPDATE attempts SET wrong = wrong - 1 WHERE contest_id IN (SELECT id FROM contests WHERE typed_questions = 0)", &["scores-are-the-answers"]),
    ("attempts", "UPDATE attempts SET partly = partly + 1", &["own-marks-are-the-answers", "scores-are-the-answers"]),
    ("attempts", "UPDATE attempts SET partly = partly + 1, wrong = wrong - 1", &["own-marks-are-the-answers"]),
    ("attempts", "UPDATE attempts SET extra_marks = extra_marks + 1", &["own-marks-are-the-answers"]),
    ("attempts", "UPDATE attempts SET starred = starred + 1", &["own-marks-are-the-answers"]),
    ("attempts", "UPDATE attempts SET last_answer_at = last_answer_at + 1", &["scores-are-the-answers"]),
    ("attempts", "UPDATE attempts SET late = 500", &["late-answers-came-late"]),
    ("attempts", "UPDATE attempts SET late = late + 1", &["late-answers-came-late"]),
    ("attempts", "UPDATE attempts SET late = -1", &["late-answers-came-late"]),
    ("answers", "UPDATE answers SET answered_at = 1 WHERE question_no = 1", &["scores-are-the-answers"]),
    ("contests", "UPDATE contests SET ends_at = starts_at - 99999999999", &["answers-end-with-the-contest"]),
    ("attempts", "UPDATE attempts SET ends_at = 99999999999999 WHERE late = 0", &["times-end-after-they-begin"]),
    ("contests", "UPDATE contests SET paused_at = starts_at - 1", &["times-end-after-they-begin"]),
    ("time_changes", "INSERT INTO time_changes (id, contest_id, made_by, action, millis, people, reason, created_at)
        SELECT id, id, owner_id, 'extend', 0, -1, '', 0 FROM contests", &["times-end-after-they-begin"]),
    ("contests", "UPDATE contests SET title = ' '", &["contests-have-a-title"]),
    ("polls", "UPDATE polls SET title = ''", &["polls-have-a-title"]),
    ("events", "UPDATE events SET title = ''", &["events-have-a-title"]),
    ("galleries", "UPDATE galleries SET title = ''", &["galleries-have-a-title"]),
    ("event_registrations", "UPDATE event_registrations SET answers = '{\"half'", &["forms-can-be-read"]),
    ("event_forms", "UPDATE event_forms SET definition = 'x'", &["forms-can-be-read"]),
    ("attempts", "UPDATE attempts SET user_id = (SELECT MIN(p.one) FROM (SELECT {min:user_id} AS one FROM attempts) p)", &["one-attempt-per-person"]),
    ("corrections", "UPDATE corrections SET no = 2", &["corrections-are-counted"]),
    ("corrections", "UPDATE corrections SET accepted_after = 0", &["corrections-say-the-key"]),
    ("corrections", "UPDATE corrections SET accepted_before = 64", &["corrections-say-the-key"]),
    ("corrections", "UPDATE corrections SET texts_after = '[\"x\"]'", &["corrections-say-the-key"]),
    ("poll_votes", "INSERT INTO poll_votes SELECT * FROM poll_votes", &["one-vote-per-person", "tallies-are-the-voters"]),
    ("poll_options", "UPDATE poll_options SET votes = votes + 1", &["tallies-are-the-voters"]),
    ("poll_options", "UPDATE poll_options SET no = no + 1", &["polls-have-options"]),
    ("poll_options", "UPDATE poll_options SET text = 'Goa'", &["polls-have-options"]),
    ("memberships", "INSERT INTO memberships SELECT * FROM memberships WHERE office = 'member' AND NOT appointed", &["one-membership-per-person"]),
    ("memberships", "UPDATE memberships SET office = 'emperor' WHERE office = 'member'", &["offices-are-known"]),
    ("memberships", "UPDATE memberships SET joined_at = NULL WHERE office = 'secretary' AND NOT appointed", &["offices-are-known"]),
    ("memberships", "UPDATE memberships SET office = 'president' WHERE office = 'secretary'", &["roles-follow-the-office"]),
    ("roles", "DELETE FROM roles WHERE role NOT IN ('ADMIN', 'ORGANISER')", &["roles-follow-the-office"]),
    ("club_feedback", "UPDATE club_feedback SET rating = 6", &["feedback-is-about-the-club"]),
    ("events", "UPDATE events SET registered = registered + 1", &["registrations-are-counted"]),
    ("events", "UPDATE events SET capacity = registered + 1 WHERE waiting > 0", &["registrations-are-counted"]),
    ("events", "UPDATE events SET next_no = 0", &["who-came-first-has-the-place"]),
    ("event_registrations", "UPDATE event_registrations SET no = 0 WHERE state = 1", &["who-came-first-has-the-place"]),
    ("event_registrations", "INSERT INTO event_registrations SELECT * FROM event_registrations",
        &["one-registration-per-person", "registrations-are-counted", "who-came-first-has-the-place"]),
    ("event_forms", "DELETE FROM event_forms", &["registrations-have-their-form"]),
    ("club_events", "DELETE FROM club_events WHERE event_id NOT IN (SELECT about_id FROM club_feedback)", &["events-are-counted-by-clubs"]),
    ("galleries", "UPDATE galleries SET pictures = pictures + 1", &["gallery-counts"]),
    ("galleries", "UPDATE galleries SET next_no = 0", &["gallery-counts"]),
    ("pictures", "UPDATE pictures SET uses = uses + 1", &["picture-uses"]),
    ("pictures", "UPDATE pictures SET going_at = 1", &["picture-uses"]),
];

/// What the demo campus does not have.
#[rustfmt::skip]
const MORE: &[&str] = &[
    "INSERT INTO audit_entries (at, about_id, act, detail) SELECT 1, id, 'account made', '' FROM users WHERE email = (SELECT MIN(email) FROM users)",
    "INSERT INTO payment_orders (id, user_id, key_id, provider_order_id, plan, period, amount_paise, contests, polls, created_at, paid_at, payment_id)
        SELECT id, id, 'key', 'order_1', 'starter', 'monthly', 900, 1, 1, 1, 2, 'pay_1' FROM users WHERE email = (SELECT MIN(email) FROM users)",
    "INSERT INTO payment_receipts (order_id) SELECT id FROM payment_orders",
    "INSERT INTO payment_cases (order_id, kind, subject, opened_at) SELECT id, 'payment', 'pay_2', 2 FROM payment_orders",
    "INSERT INTO credit_entries (user_id, contests, polls, reason, subject, created_at)
        SELECT user_id, 1, 1, 'bought', {text:id}, 2 FROM payment_orders",
    "INSERT INTO credit_balances (user_id, contests, polls) SELECT user_id, 1, 1 FROM payment_orders WHERE true
        ON CONFLICT (user_id) DO UPDATE SET contests = credit_balances.contests + 1, polls = credit_balances.polls + 1",
    "INSERT INTO payment_orders (id, user_id, key_id, provider_order_id, plan, period, amount_paise, contests, polls, created_at)
        SELECT id, id, 'key', 'order_2', 'starter', 'monthly', 900, 1, 1, 1 FROM users WHERE email = (SELECT MAX(email) FROM users)",
    "INSERT INTO sandbox_orders (id, amount_paise, notes, attempts, created_at) VALUES ('order_1', 900, '{}', 1, 1)",
    "INSERT INTO sandbox_payments (id, order_id, amount_paise, capture_at, created_at) VALUES ('pay_1', 'order_1', 900, 2, 1)",
];

/// The few words that differ.
fn on(engine: Engine, text: &str) -> String {
    let sqlite = engine == Engine::Sqlite;
    // The marks of all other kinds are looked at by another rule as well.
    let text = &text.replace(
        "{attempt of single questions}",
        "attempt_id IN (SELECT a.id FROM attempts a JOIN contests c ON c.id = a.contest_id
            WHERE c.several_questions = 0 AND c.typed_questions = 0)",
    );
    text.replace("{text:id}", if sqlite { "lower(hex(id))" } else { "CAST(id AS TEXT)" }).replace(
        "SELECT MIN(p.one) FROM (SELECT {min:user_id} AS one FROM attempts) p",
        {
            if sqlite {
                "SELECT MIN(user_id) FROM attempts"
            } else {
                "SELECT user_id FROM attempts ORDER BY user_id LIMIT 1"
            }
        },
    )
}

#[derive(FromRow)]
struct Name {
    name: String,
}

/// Takes all keys and constraints from all tables, so that anything can be broken.
async fn without_constraints(db: &Db) {
    let tables = sql(match db.engine() {
        Engine::Sqlite => {
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid DESC"
        }
        Engine::Postgres => {
            "SELECT relname AS name FROM pg_class WHERE relkind = 'r'
            AND relnamespace = CAST(quote_ident(current_schema()) AS regnamespace) ORDER BY oid DESC"
        }
    });
    let cascade = if db.engine() == Engine::Postgres { " CASCADE" } else { "" };
    for Name { name } in tables.all(db).await.expect("tables") {
        run(db, &format!("CREATE TABLE loose_{name} AS SELECT * FROM {name}")).await;
        run(db, &format!("DROP TABLE {name}{cascade}")).await;
        run(db, &format!("ALTER TABLE loose_{name} RENAME TO {name}")).await;
    }
}

async fn each_rule_names_what_breaks_it(t: TestApp) {
    let db = &t.app.db;
    quad::demo::seed(&t.app).await.expect("filled").expect("log-ins");
    t.run_jobs().await;
    for statement in MORE {
        assert_eq!(run(db, &on(db.engine(), statement)).await, 1, "{statement}");
    }
    assert_eq!(broken(&t).await, BTreeMap::new(), "clean at first");
    without_constraints(db).await;
    assert_eq!(broken(&t).await, BTreeMap::new(), "clean without its constraints");
    let mut noticed: Vec<&str> = Vec::new();
    for (table, statement, rules) in CASES {
        run(db, &format!("CREATE TABLE kept AS SELECT * FROM {table}")).await;
        assert!(run(db, &on(db.engine(), statement)).await > 0, "{statement}: nothing to break");
        let found = broken(&t).await;
        assert_eq!(found.keys().copied().collect::<Vec<_>>(), *rules, "{statement}: {found:?}");
        noticed.extend(*rules);
        run(db, &format!("DELETE FROM {table}")).await;
        run(db, &format!("INSERT INTO {table} SELECT * FROM kept")).await;
        run(db, "DROP TABLE kept").await;
    }
    assert_eq!(broken(&t).await, BTreeMap::new(), "clean again");
    for coded in ["forms-can-be-read", "own-marks-are-the-answers", "parts-are-exact", "typed-can-be-read"] {
        assert!(noticed.contains(&coded), "nothing breaks {coded}");
    }
    for rule in integrity_check::invariants() {
        assert!(noticed.contains(&rule.name), "nothing breaks {}", rule.name);
    }
}

async fn bytes_that_are_gone_are_named(t: TestApp) {
    let t = t.alone(&[], 2).await;
    let ada = t.person("ada").await;
    ada.set_picture("ada.png", &made::png(&made::quadrants(40, 30))).await.expect(200);
    assert_eq!(broken(&t).await, BTreeMap::new());
    // Another store, which has nothing.
    let elsewhere = pictures::Media::new(&t.app.settings);
    let findings = integrity_check::check(&t.app.db, Some(&elsewhere), false).await.expect("asked");
    let found = findings.iter().find(|finding| finding.name == "pictures-are-in-the-store").expect("the rule");
    assert!(found.offenders.first().is_some_and(|name| name.contains("webp")), "{found:?}");
    let (said, holds) = integrity_check::report(&findings);
    assert!(!holds && said.contains("BROKEN  pictures-are-in-the-store") && said.contains("1 of"), "{said}");
}

async fn a_store_of_pictures_that_is_away_breaks_one_rule(t: TestApp) {
    let t = t.alone(&[], 2).await;
    let ada = t.person("ada").await;
    ada.set_picture("ada.png", &made::png(&made::quadrants(40, 30))).await.expect(200);
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("media");
    std::fs::write(&place, "a file in the folder's place").expect("written");
    let settings = Settings { media_url: format!("file:{}", place.display()), ..Settings::clone(&t.app.settings) };
    let findings = integrity_check::check(&t.app.db, Some(&pictures::Media::new(&settings)), false).await;
    let (said, holds) = integrity_check::report(&findings.expect("all others are asked"));
    assert!(!holds && said.contains("BROKEN  pictures-are-in-the-store"), "{said}");
    assert!(
        said.contains("their store could not be read: the store of pictures (media_url) cannot be opened"),
        "{said}"
    );
    assert_eq!(said.matches("BROKEN").count(), 1, "{said}");
    for rule in integrity_check::invariants() {
        assert!(said.contains(rule.name), "{} in {said}", rule.name);
    }
}

async fn a_picture_with_other_bytes_is_named(t: TestApp) {
    let t = t.alone(&[], 2).await;
    let (ada, bo) = (t.person("ada").await, t.person("bo").await);
    ada.set_picture("ada.png", &made::png(&made::quadrants(40, 30))).await.expect(200);
    bo.set_picture("bo.png", &made::png(&made::quadrants(60, 50))).await.expect(200);
    assert_eq!(broken(&t).await, BTreeMap::new());
    let shown = pictures::variants_shown(&t.app.db).await.expect("names");
    let names: Vec<String> = shown.into_iter().map(|variant| variant.name).collect();
    let [first, second] = names.as_slice() else { panic!("{names:?}") };
    let mut whole = Vec::new();
    for name in [first, second] {
        whole.push(t.app.pictures.read(name).await.expect("read").expect("there"));
    }
    let rule = "pictures-are-in-the-store";
    let quickly = async || {
        let findings = integrity_check::check(&t.app.db, Some(&t.app.pictures), false).await.expect("asked");
        findings.into_iter().find(|finding| finding.name == rule).expect("the rule").offenders.join(", ")
    };
    t.app.pictures.write(first, whole[0][..10].to_vec()).await.expect("cut off");
    assert!(quickly().await.contains("10 bytes instead of"), "{}", quickly().await);
    // Of the same size, and another one.
    let mut other = whole[0].clone();
    other[20] ^= 1;
    t.app.pictures.write(first, other).await.expect("exchanged");
    assert_eq!(quickly().await, "", "it is not read");
    assert!(broken(&t).await[rule].contains("is not the picture"));
    t.app.pictures.write(first, whole[0].clone()).await.expect("whole again");
    assert_eq!(broken(&t).await, BTreeMap::new());
}

async fn what_the_schema_lacks_is_named(t: TestApp) {
    let db = &t.app.db;
    let lacks = async || {
        let findings = integrity_check::check(db, None, false).await.expect("asked");
        let schema = findings.iter().find(|finding| finding.name == "schema").expect("the rule");
        (schema.offenders.join(", "), findings.len())
    };
    let (said, all) = lacks().await;
    assert_eq!(said, "");
    run(db, "DROP INDEX contests_by_owner").await;
    run(db, "DROP INDEX jobs_waiting_key").await;
    let (said, asked) = lacks().await;
    assert_eq!(said, "no index on contests (owner_id, created_at), no unique index on jobs (kind, dedupe_key)");
    assert_eq!(asked, all, "everything else is asked all the same");
    run(db, "DROP TABLE answers").await;
    run(db, "ALTER TABLE polls DROP COLUMN organization").await;
    let (said, asked) = lacks().await;
    assert!(said.contains("no table answers, no column polls.organization"), "{said}");
    assert_eq!(asked, 1, "nothing can be asked of what is not there");
}

async fn offenders_are_named_in_words(t: TestApp) {
    let owner = t.organiser("owner").await;
    let contest = t.running(&owner, 2).await;
    let ada = t.person("ada").await;
    ada.join(&contest).await;
    ada.answer(&contest, 0, "A").await.expect(200);
    run(&t.app.db, "UPDATE attempts SET wrong = wrong + 1").await;
    let found = broken(&t).await;
    assert!(found["scores-are-the-answers"].contains(" of ada@meridian.example in "), "{found:?}");
}

async fn a_row_that_points_nowhere_is_named(t: TestApp) {
    let db = &t.app.db;
    let ada = t.organiser("ada").await;
    t.running(&ada, 2).await;
    let statement = "INSERT INTO daily_creations (user_id, day, kind, made) SELECT id, 1, 'x', 1 FROM contests";
    match db.engine() {
        Engine::Sqlite => {
            // Only a connection of its own may look away.
            let mut careless = SqliteConnection::connect(t.url()).await.expect("opened");
            for text in ["PRAGMA foreign_keys = OFF", statement] {
                careless.execute(text).await.expect(text);
            }
        }
        Engine::Postgres => {
            let mut tx = db.begin().await.expect("begun");
            sql("ALTER TABLE daily_creations DISABLE TRIGGER ALL").run(&mut tx).await.expect("off");
            sql(statement.to_owned()).run(&mut tx).await.expect("written");
            sql("ALTER TABLE daily_creations ENABLE TRIGGER ALL").run(&mut tx).await.expect("on");
            tx.commit().await.expect("committed");
        }
    }
    let found = broken(&t).await;
    assert!(found["references"].contains("daily_creations") && found["references"].contains("users"), "{found:?}");
    assert_eq!(found.len(), 1, "{found:?}");
}
