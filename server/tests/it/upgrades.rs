//! Stories of an upgrade: what an earlier release wrote is there, and means the same, after one start of this one.

use quad_contests::contests::{self, ContestRules, QuestionMarks};
use quad_db::scratch::{self, Scratch};
use quad_db::{Db, FromRow, MigrationList, Step, sql};
use quad_kernel::clock::Time;
use quad_kernel::ids::{ClubId, ContestId, EventId, QuestionId, Random, UserId};
use quad_migrations::Migrations;

use crate::harness::postgres_server;

/// Schemas of earlier releases, each by the step that it lacked.
macro_rules! releases {
    ($($(#[$doc:meta])* $release:ident: $step:literal,)+) => {$(
        $(#[$doc])*
        struct $release;

        impl MigrationList for $release {
            fn steps() -> Vec<Step> {
                Migrations::steps().into_iter().take_while(|step| step.name != $step).collect()
            }
        }
    )+};
}

releases! {
    BeforeRules: "m0027_contest_rules",
    /// Before searches and names were derived.
    BeforeSearch: "m0031_search",
    /// People were searched by their names alone.
    BeforeAddresses: "m0036_addresses_searched",
    /// Names were searched for with their apostrophes alone.
    BeforeApostrophes: "m0039_apostrophes_searched",
    BeforeOwnMarks: "m0040_own_marks",
    /// Contests counted the questions with marks of their own, whether or not these were others.
    BeforeOtherMarks: "m0041_other_marks_counted",
    /// Questions had four options each.
    BeforeOptions: "m0042_options",
    /// An answer was the place of one option.
    BeforeSeveral: "m0043_several",
    /// Texts were searched with their punctuation, and halls compared with accents and the digits of each script.
    BeforeWords: "m0044_words_searched",
    /// Every question had options.
    BeforeTyped: "m0045_typed_answers",
}

#[tokio::test]
async fn people_and_halls_of_before_are_found_on_sqlite() {
    people_and_halls_of_before_are_found(scratch::sqlite().expect("a folder")).await;
}

#[tokio::test]
async fn people_and_halls_of_before_are_found_on_postgres() {
    let Some(server) = postgres_server() else { return };
    people_and_halls_of_before_are_found(scratch::postgres(&server).await.expect("a database")).await;
}

async fn people_and_halls_of_before_are_found(database: Scratch) {
    let open = async || Db::open(&database.url, &scratch::options()).await.expect("opened");
    let db = open().await;
    db.migrate::<BeforeSearch>().await.expect("the schema of before");
    let (random, now) = (Random::seeded(7), Time(1_780_000_000_000));
    let (owner, club) = (UserId::new(now, &random), ClubId::new(now, &random));
    let mut tx = db.begin().await.expect("begun");
    sql("INSERT INTO users (id, email, full_name, contact, batch, password_hash, created_at)
         VALUES ($1, 'zoe@campus.example', 'Zoë Ārambh', '9000000000', 2026, 'none', $2)")
    .arg(owner)
    .arg(now)
    .run(&mut tx)
    .await
    .expect("a person");
    sql("INSERT INTO clubs (id, short_name, name, description, links, created_at)
         VALUES ($1, 'OKO', 'Ökologie', 'Straße', '[]', $2)")
    .arg(club)
    .arg(now)
    .run(&mut tx)
    .await
    .expect("a club");
    sql("INSERT INTO events (id, club_id, created_by, title, description, location, place, form_version, closed, created_at, changed_at)
         VALUES ($1, $2, $3, 'Utsav', '', 'Hall – 7', 'hall – 7', 1, $5, $4, $4)")
    .arg(EventId::new(now, &random))
    .arg(club)
    .arg(owner)
    .arg(now)
    .arg(false)
    .run(&mut tx)
    .await
    .expect("an event");
    tx.commit().await.expect("committed");
    drop(db);

    let db = open().await;
    db.migrate::<BeforeAddresses>().await.expect("the schema between");
    let mut tx = db.begin().await.expect("begun");
    sql("UPDATE users SET search_text = 'zoe arambh'").run(&mut tx).await.expect("as that release left it");
    tx.commit().await.expect("committed");
    db.migrate::<BeforeApostrophes>().await.expect("the schema after it");
    let mut tx = db.begin().await.expect("begun");
    sql("UPDATE events SET search_text = 'heaven''s utsav', title = 'Heaven’s Utsav'")
        .run(&mut tx)
        .await
        .expect("as that release left it");
    tx.commit().await.expect("committed");
    db.migrate::<BeforeWords>().await.expect("the schema after that");
    let mut tx = db.begin().await.expect("begun");
    sql("UPDATE events SET search_text = 'heavens utsav' || CAST($1 AS TEXT), place = 'hāll – ७', location = 'Hāll – ७'")
        .arg("\nhall - 7")
        .run(&mut tx)
        .await
        .expect("as that release left it");
    tx.commit().await.expect("committed");
    db.migrate::<Migrations>().await.expect("this release's schema");
    let texts: Vec<Text> =
        sql("SELECT search_text AS text FROM users UNION ALL SELECT search_text FROM clubs WHERE short_name = 'OKO'
         UNION ALL SELECT search_text FROM events UNION ALL SELECT place FROM events")
        .all(&db)
        .await
        .expect("asked");
    let texts: Vec<String> = texts.into_iter().map(|row| row.text).collect();
    assert_eq!(
        texts,
        ["zoe arambh\nzoe@campus.example", "oko\nokologie\nstrasse", "heavens utsav\nhall 7", "hall - 7"]
    );
    let keyed = sql(
        "SELECT COUNT(*) AS value FROM users u JOIN clubs c ON c.sort_key < u.sort_key AND LENGTH(c.sort_key) > 0 AND c.short_name = 'OKO'",
    );
    assert_eq!(keyed.value::<i64>(&db).await.expect("asked"), Some(1), "Ö before Z");
}

#[derive(FromRow)]
struct Text {
    text: String,
}

#[tokio::test]
async fn rules_of_contests_made_before_are_kept_on_sqlite() {
    rules_of_contests_made_before_are_kept(scratch::sqlite().expect("a folder")).await;
}

#[tokio::test]
async fn rules_of_contests_made_before_are_kept_on_postgres() {
    let Some(server) = postgres_server() else { return };
    rules_of_contests_made_before_are_kept(scratch::postgres(&server).await.expect("a database")).await;
}

async fn rules_of_contests_made_before_are_kept(database: Scratch) {
    let open = async || Db::open(&database.url, &scratch::options()).await.expect("opened");
    let db = open().await;
    db.migrate::<BeforeRules>().await.expect("the schema of before");
    let (random, now) = (Random::seeded(7), Time(1_780_000_000_000));
    let owner = UserId::new(now, &random);
    let mut tx = db.begin().await.expect("begun");
    sql("INSERT INTO users (id, email, full_name, contact, batch, password_hash, created_at)
         VALUES ($1, 'rohan@campus.example', 'Rohan', '9000000000', 2026, 'none', $2)")
    .arg(owner)
    .arg(now)
    .run(&mut tx)
    .await
    .expect("an owner");
    let mut made = Vec::new();
    for shown in [true, false] {
        let id = ContestId::new(now, &random);
        sql("INSERT INTO contests (id, owner_id, title, description, starts_at, ends_at, is_public, answers_shown, created_at)
             VALUES ($1, $2, 'Friday Quiz', '', $3, $4, $5, $6, $3)")
        .arg(id)
        .arg(owner)
        .arg(now)
        .arg(Time(now.0 + 60_000))
        .arg(true)
        .arg(shown)
        .run(&mut tx)
        .await
        .expect("a contest");
        made.push((id, shown));
    }
    tx.commit().await.expect("committed");
    drop(db);

    let db = open().await;
    db.migrate::<Migrations>().await.expect("this release's schema");
    for (id, answers_shown) in made {
        let contest = contests::find(&db, id).await.expect("asked").expect("still there");
        assert_eq!(contest.rules, ContestRules { answers_shown, ..ContestRules::default() });
        assert_eq!((contest.title.as_str(), contest.is_public), ("Friday Quiz", true));
    }
}

#[tokio::test]
async fn marks_of_before_are_the_same_on_sqlite() {
    marks_of_before_are_the_same(scratch::sqlite().expect("a folder")).await;
}

#[tokio::test]
async fn marks_of_before_are_the_same_on_postgres() {
    let Some(server) = postgres_server() else { return };
    marks_of_before_are_the_same(scratch::postgres(&server).await.expect("a database")).await;
}

/// A contest of +4 and −1 that was taken: nothing of it is a question's own, and what is afterwards, but the same, is no other.
async fn marks_of_before_are_the_same(database: Scratch) {
    let open = async || Db::open(&database.url, &scratch::options()).await.expect("opened");
    let db = open().await;
    db.migrate::<BeforeOwnMarks>().await.expect("the schema of before");
    let (random, now) = (Random::seeded(7), Time(1_780_000_000_000));
    let (owner, contest) = (UserId::new(now, &random), ContestId::new(now, &random));
    let mut tx = db.begin().await.expect("begun");
    sql("INSERT INTO users (id, email, full_name, contact, batch, password_hash, created_at)
         VALUES ($1, 'rohan@campus.example', 'Rohan', '9000000000', 2026, 'none', $2)")
    .arg(owner)
    .arg(now)
    .run(&mut tx)
    .await
    .expect("a person");
    sql("INSERT INTO contests (id, owner_id, title, description, starts_at, ends_at, is_public, rules, created_at, frozen_at,
            question_count, next_question_no, participants)
         VALUES ($1, $2, 'Mock paper', '', $3, $4, $5, $6, $3, $3, 1, 2, 1)")
    .arg(contest)
    .arg(owner)
    .arg(now)
    .arg(Time(now.0 + 60_000))
    .arg(true)
    .arg(r#"{"preset":"jee_main","right":"4","wrong":"-1"}"#)
    .run(&mut tx)
    .await
    .expect("a contest");
    sql(
        "INSERT INTO questions (id, contest_id, no, text, option_1, option_2, option_3, option_4, accepted, created_at)
         VALUES ($1, $2, 1, 'Why?', 'a', 'b', 'c', 'd', 1, $3)",
    )
    .arg(QuestionId::new(now, &random))
    .arg(contest)
    .arg(now)
    .run(&mut tx)
    .await
    .expect("a question");
    let attempt: Option<i64> = sql("INSERT INTO attempts (contest_id, user_id, joined_at, correct, last_answer_at)
         VALUES ($1, $2, $3, 1, $3) RETURNING id AS value")
    .arg(contest)
    .arg(owner)
    .arg(now)
    .value(&tx)
    .await
    .expect("an attempt");
    sql("INSERT INTO answers (attempt_id, question_no, choice, answered_at) VALUES ($1, 1, 0, $2)")
        .arg(attempt)
        .arg(now)
        .run(&mut tx)
        .await
        .expect("an answer");
    tx.commit().await.expect("committed");
    drop(db);

    let db = open().await;
    db.migrate::<BeforeOtherMarks>().await.expect("the schema between");
    let of_its_own = sql(
        "SELECT COUNT(*) AS value FROM questions WHERE own_right IS NOT NULL OR own_wrong IS NOT NULL OR starred <> 0",
    );
    assert_eq!(of_its_own.value::<i64>(&db).await.expect("asked"), Some(0));
    let mut tx = db.begin().await.expect("begun");
    for as_that_release_left_it in
        ["UPDATE questions SET own_right = 40320, own_wrong = -10080", "UPDATE contests SET own_marks = 1"]
    {
        sql(as_that_release_left_it).run(&mut tx).await.expect("the contest's amounts as a question's own");
    }
    tx.commit().await.expect("committed");
    db.migrate::<Migrations>().await.expect("this release's schema");
    let kept = contests::find(&db, contest).await.expect("asked").expect("still there");
    assert_eq!((kept.own_marks, kept.starred), (0, 0));
    let rule = kept.marks_shown().expect("marks");
    assert!(
        rule.starts_with("Each right answer gives +4, each wrong answer −1, an unanswered question 0. If"),
        "{rule}"
    );
    let questions = contests::questions(&db, contest).await.expect("asked");
    let own: Vec<QuestionMarks> = questions.iter().map(|question| question.marks).collect();
    assert_eq!(own, [QuestionMarks::parse(Some("4"), Some("-1"), false).expect("amounts")]);
    let findings = quad::integrity_check::check(&db, None, false).await.expect("asked");
    let broken: Vec<_> = findings.into_iter().filter(|finding| !finding.offenders.is_empty()).collect();
    assert_eq!(broken, Vec::new());
}

#[tokio::test]
async fn questions_and_answers_of_before_are_kept_on_sqlite() {
    questions_and_answers_of_before_are_kept(scratch::sqlite().expect("a folder")).await;
}

#[tokio::test]
async fn questions_and_answers_of_before_are_kept_on_postgres() {
    let Some(server) = postgres_server() else { return };
    questions_and_answers_of_before_are_kept(scratch::postgres(&server).await.expect("a database")).await;
}

/// A contest of four options that was taken and corrected. Afterwards it is the same, the keys of the tables hold, and there is room
/// for eight options.
async fn questions_and_answers_of_before_are_kept(database: Scratch) {
    let open = async || Db::open(&database.url, &scratch::options()).await.expect("opened");
    let db = open().await;
    db.migrate::<BeforeOptions>().await.expect("the schema of before");
    let (random, now) = (Random::seeded(7), Time(1_780_000_000_000));
    let (owner, contest) = (UserId::new(now, &random), ContestId::new(now, &random));
    let mut tx = db.begin().await.expect("begun");
    sql("INSERT INTO users (id, email, full_name, contact, batch, password_hash, created_at)
         VALUES ($1, 'rohan@campus.example', 'Rohan', '9000000000', 2026, 'none', $2)")
    .arg(owner)
    .arg(now)
    .run(&mut tx)
    .await
    .expect("a person");
    sql("INSERT INTO contests (id, owner_id, title, description, starts_at, ends_at, is_public, rules, created_at, frozen_at,
            question_count, next_question_no, participants)
         VALUES ($1, $2, 'Friday Quiz', '', $3, $4, $5, '{}', $3, $3, 4, 5, 1)")
    .arg(contest)
    .arg(owner)
    .arg(now)
    .arg(Time(now.0 + 60_000))
    .arg(true)
    .run(&mut tx)
    .await
    .expect("a contest");
    // The last accepts two of its options, since it was corrected.
    let ids = [(); 4].map(|()| QuestionId::new(now, &random));
    for (id, (no, accepted)) in ids.into_iter().zip([(1, 1), (2, 2), (3, 8), (4, 6)]) {
        sql("INSERT INTO questions (id, contest_id, no, text, option_1, option_2, option_3, option_4, accepted, created_at)
             VALUES ($1, $2, $3, 'Why?', 'a', 'b', 'c', 'd', $4, $5)")
        .arg(id)
        .arg(contest)
        .arg(no)
        .arg(accepted)
        .arg(now)
        .run(&mut tx)
        .await
        .expect("a question");
    }
    sql("INSERT INTO corrections (id, contest_id, no, question_id, made_by, marking_before, accepted_before, marking_after,
            accepted_after, reason, scores, ranks, created_at)
         VALUES ($1, $2, 1, $3, $4, 0, 2, 0, 6, 'Both are right.', 0, 0, $5)")
    .arg(QuestionId::new(now, &random))
    .arg(contest)
    .arg(ids[3])
    .arg(owner)
    .arg(Time(now.0 + 90_000))
    .run(&mut tx)
    .await
    .expect("a correction");
    sql("UPDATE contests SET corrections = 1").run(&mut tx).await.expect("counted");
    let attempt: Option<i64> =
        sql("INSERT INTO attempts (contest_id, user_id, joined_at, correct, wrong, last_answer_at)
         VALUES ($1, $2, $3, 3, 1, $3) RETURNING id AS value")
        .arg(contest)
        .arg(owner)
        .arg(now)
        .value(&tx)
        .await
        .expect("an attempt");
    // Not in the order of the key.
    for (no, choice) in [(3, 3), (1, 0), (4, 2), (2, 0)] {
        sql("INSERT INTO answers (attempt_id, question_no, choice, answered_at) VALUES ($1, $2, $3, $4)")
            .arg(attempt)
            .arg(no)
            .arg(choice)
            .arg(now)
            .run(&mut tx)
            .await
            .expect("an answer");
    }
    tx.commit().await.expect("committed");
    drop(db);

    let db = open().await;
    db.migrate::<Migrations>().await.expect("this release's schema");
    let questions = contests::questions(&db, contest).await.expect("asked");
    let kept: Vec<(i32, u8)> = questions.iter().map(|question| (question.no, question.accepted)).collect();
    assert_eq!(kept, [(1, 1), (2, 2), (3, 8), (4, 6)]);
    assert!(questions.iter().all(|question| question.options == ["a", "b", "c", "d"] && !question.is_extended()));
    assert_eq!(contests::find(&db, contest).await.expect("asked").expect("still there").extended_questions, 0);
    let answers: Vec<Given> = sql("SELECT question_no, chosen FROM answers WHERE attempt_id = $1 ORDER BY question_no")
        .arg(attempt)
        .all(&db)
        .await
        .expect("asked");
    let answers: Vec<(i32, i32)> = answers.into_iter().map(|row| (row.question_no, row.chosen)).collect();
    assert_eq!(answers, [(1, 1), (2, 1), (3, 8), (4, 4)]);
    let findings = quad::integrity_check::check(&db, None, false).await.expect("asked");
    let broken: Vec<_> = findings.into_iter().filter(|finding| !finding.offenders.is_empty()).collect();
    assert_eq!(broken, Vec::new());

    refused_answers_are_refused_still(&db, attempt.expect("an id"), now).await;
}

#[tokio::test]
async fn each_option_chosen_before_is_the_one_chosen_on_sqlite() {
    each_option_chosen_before_is_the_one_chosen(scratch::sqlite().expect("a folder")).await;
}

#[tokio::test]
async fn each_option_chosen_before_is_the_one_chosen_on_postgres() {
    let Some(server) = postgres_server() else { return };
    each_option_chosen_before_is_the_one_chosen(scratch::postgres(&server).await.expect("a database")).await;
}

/// A question of eight options in a contest with marks, and eight people of whom each chose another one. Afterwards the bit of that
/// option is set, what was counted still is, and nothing is right in part.
async fn each_option_chosen_before_is_the_one_chosen(database: Scratch) {
    let open = async || Db::open(&database.url, &scratch::options()).await.expect("opened");
    let db = open().await;
    db.migrate::<BeforeSeveral>().await.expect("the schema of before");
    let (random, now) = (Random::seeded(8), Time(1_780_000_000_000));
    let contest = ContestId::new(now, &random);
    let people: Vec<UserId> = (0..8).map(|_| UserId::new(now, &random)).collect();
    let mut tx = db.begin().await.expect("begun");
    for (number, person) in people.iter().enumerate() {
        sql("INSERT INTO users (id, email, full_name, contact, batch, password_hash, created_at)
             VALUES ($1, $2, 'Student', '9000000000', 2026, 'none', $3)")
        .arg(*person)
        .arg(format!("student{number}@campus.example"))
        .arg(now)
        .run(&mut tx)
        .await
        .expect("a person");
    }
    sql("INSERT INTO contests (id, owner_id, title, description, starts_at, ends_at, is_public, rules, created_at, frozen_at,
            question_count, next_question_no, participants, newer_questions)
         VALUES ($1, $2, 'Friday Quiz', '', $3, $4, $5, $6, $3, $3, 1, 2, 8, 1)")
    .arg(contest)
    .arg(people[0])
    .arg(now)
    .arg(Time(now.0 + 60_000))
    .arg(true)
    .arg(r#"{"preset":"jee_main","right":"4","wrong":"-1"}"#)
    .run(&mut tx)
    .await
    .expect("a contest");
    sql("INSERT INTO questions (id, contest_id, no, text, option_1, option_2, option_3, option_4, option_5, option_6, option_7,
            option_8, accepted, created_at)
         VALUES ($1, $2, 1, 'Why?', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 128, $3)")
    .arg(QuestionId::new(now, &random))
    .arg(contest)
    .arg(now)
    .run(&mut tx)
    .await
    .expect("a question");
    for (choice, person) in (0_i32..).zip(&people) {
        let attempt: Option<i64> =
            sql("INSERT INTO attempts (contest_id, user_id, joined_at, correct, wrong, last_answer_at)
             VALUES ($1, $2, $3, $4, $5, $3) RETURNING id AS value")
            .arg(contest)
            .arg(*person)
            .arg(now)
            .arg(i32::from(choice == 7))
            .arg(i32::from(choice != 7))
            .value(&tx)
            .await
            .expect("an attempt");
        sql("INSERT INTO answers (attempt_id, question_no, choice, answered_at) VALUES ($1, 1, $2, $3)")
            .arg(attempt)
            .arg(choice)
            .arg(now)
            .run(&mut tx)
            .await
            .expect("an answer");
    }
    tx.commit().await.expect("committed");
    drop(db);

    let db = open().await;
    db.migrate::<Migrations>().await.expect("this release's schema");
    let questions = contests::questions(&db, contest).await.expect("asked");
    assert_eq!(
        (questions[0].kind, questions[0].accepted, questions[0].options.len()),
        (contests::Kind::Single, 128, 8)
    );
    let kept = contests::find(&db, contest).await.expect("asked").expect("still there");
    assert_eq!((kept.extended_questions, kept.several_questions, kept.rules.marks.partial.word()), (1, 0, "none"));
    let answers: Vec<Given> =
        sql("SELECT question_no, chosen FROM answers ORDER BY attempt_id").all(&db).await.expect("asked");
    let answers: Vec<(i32, i32)> = answers.into_iter().map(|row| (row.question_no, row.chosen)).collect();
    assert_eq!(answers, (0..8).map(|choice| (1, 1 << choice)).collect::<Vec<(i32, i32)>>());
    let partly: Option<i64> =
        sql("SELECT COUNT(*) AS value FROM attempts WHERE partly <> 0").value(&db).await.expect("asked");
    assert_eq!(partly, Some(0));
    let findings = quad::integrity_check::check(&db, None, false).await.expect("asked");
    let broken: Vec<_> = findings.into_iter().filter(|finding| !finding.offenders.is_empty()).collect();
    assert_eq!(broken, Vec::new());
}

#[tokio::test]
async fn questions_with_options_keep_them_on_sqlite() {
    questions_with_options_keep_them(scratch::sqlite().expect("a folder")).await;
}

#[tokio::test]
async fn questions_with_options_keep_them_on_postgres() {
    let Some(server) = postgres_server() else { return };
    questions_with_options_keep_them(scratch::postgres(&server).await.expect("a database")).await;
}

/// A single question and one with several right options, in a contest of GATE's marks that one person took. Afterwards they are what
/// they were, nothing is typed, and questions may be of the new kinds and of no other.
async fn questions_with_options_keep_them(database: Scratch) {
    let open = async || Db::open(&database.url, &scratch::options()).await.expect("opened");
    let db = open().await;
    db.migrate::<BeforeTyped>().await.expect("the schema of before");
    let (random, now) = (Random::seeded(9), Time(1_780_000_000_000));
    let (contest, person) = (ContestId::new(now, &random), UserId::new(now, &random));
    let mut tx = db.begin().await.expect("begun");
    sql("INSERT INTO users (id, email, full_name, contact, batch, password_hash, created_at)
         VALUES ($1, 'student@campus.example', 'Student', '9000000000', 2026, 'none', $2)")
    .arg(person)
    .arg(now)
    .run(&mut tx)
    .await
    .expect("a person");
    sql("INSERT INTO contests (id, owner_id, title, description, starts_at, ends_at, is_public, rules, created_at, frozen_at,
            question_count, next_question_no, participants, newer_questions, several_questions, own_marks)
         VALUES ($1, $2, 'Friday Quiz', '', $3, $4, $5, $6, $3, $3, 2, 3, 1, 1, 1, 1)")
    .arg(contest)
    .arg(person)
    .arg(now)
    .arg(Time(now.0 + 60_000))
    .arg(true)
    .arg(r#"{"preset":"gate","right":"1","wrong":"-1/3"}"#)
    .run(&mut tx)
    .await
    .expect("a contest");
    for (no, kind, accepted) in [(1, "single", 1), (2, "several", 3)] {
        sql("INSERT INTO questions (id, contest_id, no, kind, text, option_1, option_2, option_3, option_4, accepted, created_at)
             VALUES ($1, $2, $3, $4, 'Why?', 'a', 'b', 'c', 'd', $5, $6)")
        .arg(QuestionId::new(now, &random))
        .arg(contest)
        .arg(no)
        .arg(kind)
        .arg(accepted)
        .arg(now)
        .run(&mut tx)
        .await
        .expect("a question");
    }
    let attempt: Option<i64> =
        sql("INSERT INTO attempts (contest_id, user_id, joined_at, correct, wrong, extra_marks, last_answer_at)
         VALUES ($1, $2, $3, 1, 1, 3360, $3) RETURNING id AS value")
        .arg(contest)
        .arg(person)
        .arg(now)
        .value(&tx)
        .await
        .expect("an attempt");
    for (no, chosen) in [(1, 1), (2, 5)] {
        sql("INSERT INTO answers (attempt_id, question_no, chosen, answered_at) VALUES ($1, $2, $3, $4)")
            .arg(attempt)
            .arg(no)
            .arg(chosen)
            .arg(now)
            .run(&mut tx)
            .await
            .expect("an answer");
    }
    tx.commit().await.expect("committed");
    drop(db);

    let db = open().await;
    db.migrate::<Migrations>().await.expect("this release's schema");
    let questions = contests::questions(&db, contest).await.expect("asked");
    let kept: Vec<_> = questions.iter().map(|one| (one.kind, one.accepted, one.typed.clone())).collect();
    assert_eq!(kept, [(contests::Kind::Single, 1, None), (contests::Kind::Several, 3, None)]);
    let kept = contests::find(&db, contest).await.expect("asked").expect("still there");
    assert_eq!((kept.extended_questions, kept.several_questions, kept.typed_questions), (1, 1, 0));
    let typed = sql("SELECT COUNT(*) AS value FROM answers WHERE typed IS NOT NULL").value::<i64>(&db).await;
    assert_eq!(typed.expect("asked"), Some(0));
    let findings = quad::integrity_check::check(&db, None, false).await.expect("asked");
    let broken: Vec<_> = findings.into_iter().filter(|finding| !finding.offenders.is_empty()).collect();
    assert_eq!(broken, Vec::new());
    for (kind, is_taken) in [("number", true), ("text", true), ("essay", false)] {
        let mut tx = db.begin().await.expect("begun");
        let done = sql("UPDATE questions SET kind = $1 WHERE no = 1").arg(kind).run(&mut tx).await;
        assert_eq!(done.is_ok(), is_taken, "{kind}: {done:?}");
    }
}

/// A second answer, one of nobody, and options or a key that no question can have.
async fn refused_answers_are_refused_still(db: &Db, attempt: i64, now: Time) {
    let nobody = 999_999;
    for (of, no, chosen, is_taken) in [
        (attempt, 1, 2, false),
        (nobody, 1, 1, false),
        (attempt, 5, 256, false),
        (attempt, 5, 0, false),
        (attempt, 5, -1, false),
        (attempt, 5, 255, true),
    ] {
        let mut tx = db.begin().await.expect("begun");
        let done = sql("INSERT INTO answers (attempt_id, question_no, chosen, answered_at) VALUES ($1, $2, $3, $4)")
            .arg(of)
            .arg(no)
            .arg(chosen)
            .arg(now)
            .run(&mut tx)
            .await;
        assert_eq!(done.is_ok(), is_taken, "{of} {no} {chosen}: {done:?}");
    }
    for (accepted, is_taken) in [(256, false), (-1, false), (255, true)] {
        let mut tx = db.begin().await.expect("begun");
        let done =
            sql("UPDATE questions SET option_5 = 'e', option_6 = 'f', option_7 = 'g', option_8 = 'h', accepted = $1")
                .arg(accepted)
                .run(&mut tx)
                .await;
        assert_eq!(done.is_ok(), is_taken, "{accepted}: {done:?}");
    }
    let mut tx = db.begin().await.expect("begun");
    sql("DELETE FROM attempts WHERE id = $1").arg(attempt).run(&mut tx).await.expect("deleted");
    let left = sql("SELECT COUNT(*) AS value FROM answers").value::<i64>(&tx).await.expect("asked");
    assert_eq!(left, Some(0), "answers go with their attempt");
}

#[derive(FromRow)]
struct Given {
    question_no: i32,
    chosen: i32,
}
