//! Stories of questions that turned out wrong after the end: looking at who would move, correcting, and that everything
//! which shows a score agrees afterwards.

use futures::future::join_all;
use quad_db::sql;
use quad_mail::Message;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Made, TestApp, until};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    two_corrections_at_once_make_one,
    ten_corrections_at_once_of_ten_questions,
    another_process_shows_it_too,
    the_preview_is_what_happens,
    whatever_shows_a_score_agrees,
    the_time_of_a_void_question_decides_no_tie,
    a_board_of_an_earlier_release_is_left_as_it_was,
);
plain_stories!(
    the_key_was_wrong,
    everybody_gets_the_mark,
    everybody_who_answered_gets_the_mark,
    a_question_is_void,
    several_options_are_right,
    a_correction_is_itself_corrected,
    the_paper_stays_as_it_is,
    only_the_owner_corrects,
    only_after_the_end_and_its_last_answers,
    bad_corrections_are_refused_and_change_nothing,
    the_log_reads_like_what_happened,
    the_log_tells_keys_where_the_review_does,
    those_who_moved_are_told,
    corrections_are_mailed_to_those_who_chose_so,
    a_preview_is_stale_after_anything,
    whoever_has_the_board_open_is_told,
    a_deleted_account_is_moved_and_not_told,
    many_corrections_end_where_counting_anew_does,
);

/// A contest of a minute, whose first option is right everywhere, over and settled.
async fn over(t: &TestApp, owner: &Browser, questions: usize, takers: &[(&Browser, &str)]) -> Made {
    let made = t.contest(owner, 0, 60, true, questions, 0).await;
    for (who, choices) in takers {
        who.join(&made).await;
        for (number, letter) in choices.chars().enumerate().filter(|(_, letter)| *letter != '-') {
            who.answer(&made, number, &letter.to_string()).await.expect(200);
        }
    }
    t.pass(73);
    made
}

fn path(contest: &Made) -> String {
    format!("/contests/{}/corrections", contest.id)
}

fn wish(contest: &Made, number: usize, marking: &str, letters: &str) -> Value {
    let accepted: Vec<String> = letters.chars().map(|letter| format!("{number}-{letter}")).collect();
    json!({"questionId": contest.questions[number], "marking": marking, "accepted": accepted})
}

async fn preview(who: &Browser, contest: &Made, wish: &Value) -> Value {
    who.post(&format!("{}/preview", path(contest)), wish.clone()).await.expect(200)
}

async fn apply(who: &Browser, contest: &Made, wish: &Value, version: &Value) -> Answer {
    let mut body = wish.clone();
    body["reason"] = json!("The book was wrong");
    body["version"] = version.clone();
    who.post(&path(contest), body).await
}

/// Looks and corrects.
async fn correct(who: &Browser, contest: &Made, number: usize, marking: &str, letters: &str) -> Value {
    let wish = wish(contest, number, marking, letters);
    let version = preview(who, contest, &wish).await["version"].clone();
    apply(who, contest, &wish, &version).await.expect(201)["correction"].clone()
}

/// Name, rank, right and wrong of everybody, in the board's order; who shares a rank, by name.
async fn board(who: &Browser, contest: &Made) -> Vec<(String, i64, i64, i64)> {
    let said = who.results(contest).await.expect(200);
    let number = |row: &Value, key: &str| row[key].as_i64().expect("a number");
    let rows = said["results"].as_array().expect("a list").iter();
    let mut rows: Vec<(String, i64, i64, i64)> = rows
        .map(|row| {
            let (right, wrong) = (number(row, "correctAnswerCount"), number(row, "wrongAnswerCount"));
            assert_eq!(number(row, "totalAnswered"), right + wrong);
            let name = row["fullName"].as_str().expect("a name").trim_end_matches(" Test").to_lowercase();
            (name, number(row, "rank"), right, wrong)
        })
        .collect();
    rows.sort_by_key(|(name, rank, ..)| (*rank, name.clone()));
    rows
}

fn rows(expected: &[(&str, i64, i64, i64)]) -> Vec<(String, i64, i64, i64)> {
    expected.iter().map(|(name, rank, right, wrong)| ((*name).to_owned(), *rank, *right, *wrong)).collect()
}

async fn three(t: &TestApp) -> (Browser, Browser, Browser, Browser) {
    (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await, t.person("chitra").await)
}

async fn the_key_was_wrong(t: TestApp) {
    let (rohan, ada, bo, chitra) = three(&t).await;
    let made = over(&t, &rohan, 2, &[(&ada, "AA"), (&bo, "BA"), (&chitra, "C-")]).await;
    assert_eq!(board(&ada, &made).await, rows(&[("ada", 1, 2, 0), ("bo", 2, 1, 1), ("chitra", 3, 0, 1)]));
    let said = {
        let wish = wish(&made, 0, "key", "B");
        let version = preview(&rohan, &made, &wish).await["version"].clone();
        apply(&rohan, &made, &wish, &version).await.expect(201)
    };
    assert_eq!(said["message"], "The question is corrected and all scores are recomputed");
    assert_eq!((&said["correction"]["scores"], &said["correction"]["ranks"]), (&json!(2), &json!(2)));
    assert_eq!(board(&ada, &made).await, rows(&[("bo", 1, 2, 0), ("ada", 2, 1, 1), ("chitra", 3, 0, 1)]));
}

async fn everybody_gets_the_mark(t: TestApp) {
    let (rohan, ada, bo, chitra) = three(&t).await;
    let made = over(&t, &rohan, 2, &[(&ada, "AA"), (&bo, "BA"), (&chitra, "-D")]).await;
    correct(&rohan, &made, 0, "everyone", "").await;
    assert_eq!(
        board(&ada, &made).await,
        rows(&[("ada", 1, 2, 0), ("bo", 1, 2, 0), ("chitra", 3, 1, 1)]),
        "answered or not"
    );
    // Somebody who joined and answered nothing is a participant too.
    let dev = t.person("dev").await;
    let made = over(&t, &rohan, 2, &[(&ada, "BA"), (&dev, "--")]).await;
    correct(&rohan, &made, 0, "everyone", "").await;
    assert_eq!(board(&rohan, &made).await, rows(&[("ada", 1, 2, 0), ("dev", 2, 1, 0)]));
}

async fn everybody_who_answered_gets_the_mark(t: TestApp) {
    let (rohan, ada, bo, chitra) = three(&t).await;
    let made = over(&t, &rohan, 2, &[(&ada, "AA"), (&bo, "BA"), (&chitra, "-D")]).await;
    let shown = json!({"title": "Friday Quiz", "description": "", "answersShown": true});
    rohan.put(&format!("/contests/{}", made.id), shown).await.expect(200);
    let said = correct(&rohan, &made, 0, "answered", "").await;
    assert_eq!((&said["after"]["marking"], &said["after"]["accepted"]), (&json!("answered"), &json!(["0-A"])));
    assert_eq!(
        board(&ada, &made).await,
        rows(&[("ada", 1, 2, 0), ("bo", 1, 2, 0), ("chitra", 3, 0, 1)]),
        "whichever option it was, and nothing for no answer"
    );
    for (who, right, chosen) in [(&bo, json!(true), json!("0-B")), (&chitra, json!(false), json!(null))] {
        let one = who.get(&format!("/contests/{}/review", made.id)).await.expect(200)["questions"][0].clone();
        assert_eq!((&one["marking"], &one["correct"], &one["chosen"]), (&json!("answered"), &right, &chosen));
    }
    let analysis = rohan.get(&format!("/contests/{}/analysis", made.id)).await.expect(200)["questions"][0].clone();
    assert_eq!((&analysis["answered"], &analysis["correctCount"]), (&json!(2), &json!(2)));
    assert_eq!((&analysis["marking"], &analysis["finding"]), (&json!("answered"), &json!(null)));
    // From and to everybody, and back to the key.
    correct(&rohan, &made, 0, "everyone", "").await;
    assert_eq!(board(&ada, &made).await, rows(&[("ada", 1, 2, 0), ("bo", 1, 2, 0), ("chitra", 3, 1, 1)]));
    correct(&rohan, &made, 0, "answered", "").await;
    let wish = wish(&made, 0, "answered", "");
    let version = preview(&rohan, &made, &wish).await["version"].clone();
    apply(&rohan, &made, &wish, &version).await.refused(400, "nothing_changes");
    correct(&rohan, &made, 0, "key", "A").await;
    assert_eq!(board(&ada, &made).await, rows(&[("ada", 1, 2, 0), ("bo", 2, 1, 1), ("chitra", 3, 0, 1)]));
}

async fn a_question_is_void(t: TestApp) {
    let (rohan, ada, bo, chitra) = three(&t).await;
    let made = over(&t, &rohan, 2, &[(&ada, "AB"), (&bo, "BA"), (&chitra, "A-")]).await;
    assert_eq!(board(&ada, &made).await, rows(&[("chitra", 1, 1, 0), ("ada", 2, 1, 1), ("bo", 2, 1, 1)]));
    correct(&rohan, &made, 0, "void", "").await;
    assert_eq!(
        board(&ada, &made).await,
        rows(&[("bo", 1, 1, 0), ("chitra", 2, 0, 0), ("ada", 3, 0, 1)]),
        "neither right nor wrong, and it is not counted as answered"
    );
    // What was answered is still shown as answered, and readable.
    correct(&rohan, &made, 1, "void", "").await;
    let attempt = ada.get(&format!("/contests/{}/attempt", made.id)).await.expect(200);
    assert_eq!(attempt["answered"].as_object().map(serde_json::Map::len), Some(2));
    assert_eq!(ada.get(&format!("/contest/{}", made.id)).await.expect(200)["answered"], 2);
    assert_eq!(ada.get("/contest/my-contests").await.expect(200)[0]["answered"], 2);
    assert_eq!(chitra.get("/contest/my-contests").await.expect(200)[0]["answered"], 1);
}

async fn several_options_are_right(t: TestApp) {
    let (rohan, ada, bo, chitra) = three(&t).await;
    let made = over(&t, &rohan, 1, &[(&ada, "A"), (&bo, "B"), (&chitra, "C")]).await;
    let made_of = correct(&rohan, &made, 0, "key", "BA").await;
    assert_eq!(made_of["after"], json!({"marking": "key", "accepted": ["0-A", "0-B"]}));
    assert_eq!(board(&ada, &made).await, rows(&[("ada", 1, 1, 0), ("bo", 1, 1, 0), ("chitra", 3, 0, 1)]));
    // An option that nobody chose moves nobody, and is a correction all the same.
    let made_of = correct(&rohan, &made, 0, "key", "ABD").await;
    assert_eq!((&made_of["scores"], &made_of["ranks"]), (&json!(0), &json!(0)));
    let shown = rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"]["QuestionSet"][0].clone();
    assert_eq!(
        (&shown["accepted"], &shown["marking"], &shown["Answer"]),
        (&json!(["0-A", "0-B", "0-D"]), &json!("key"), &json!("0-A"))
    );
}

async fn the_preview_is_what_happens(t: TestApp) {
    let (rohan, ada, bo, chitra) = three(&t).await;
    let made = t.contest(&rohan, 0, 60, true, 3, 0).await;
    for (who, letters) in [(&ada, "AAB"), (&bo, "BA-"), (&chitra, "CCA")] {
        who.join(&made).await;
        for (number, letter) in letters.chars().enumerate().filter(|(_, letter)| *letter != '-') {
            t.pass(3);
            who.answer(&made, number, &letter.to_string()).await.expect(200);
        }
    }
    t.pass(73);
    let board = async || -> Vec<(String, Value)> {
        let said = rohan.results(&made).await.expect(200);
        let row = |row: &Value| {
            let place = json!({"rank": row["rank"], "correct": row["correctAnswerCount"],
                "wrong": row["wrongAnswerCount"], "durationMs": row["durationMs"]});
            (row["fullName"].as_str().expect("a name").to_owned(), place)
        };
        said["results"].as_array().expect("a list").iter().map(row).collect()
    };
    let before = board().await;
    for (number, marking, letters) in [(0, "key", "B"), (1, "everyone", ""), (2, "void", ""), (0, "key", "BC")] {
        let wish = wish(&made, number, marking, letters);
        let said = preview(&rohan, &made, &wish).await;
        assert_eq!(said["changes"]["participants"], 3);
        let old = board().await;
        assert_eq!(preview(&rohan, &made, &wish).await, said, "looking changes nothing");
        let correction = apply(&rohan, &made, &wish, &said["version"]).await.expect(201)["correction"].clone();
        assert_eq!(
            (&correction["scores"], &correction["ranks"]),
            (&said["changes"]["scores"], &said["changes"]["ranks"])
        );
        let new = board().await;
        let expected: Vec<&(String, Value)> = new.iter().filter(|row| !old.contains(row)).collect();
        let moved = said["moved"].as_array().expect("a list");
        assert_eq!(moved.len(), expected.len(), "{number} {marking}");
        for one in moved {
            let name = one["fullName"].as_str().expect("a name");
            let place =
                |rows: &[(String, Value)]| rows.iter().find(|row| row.0 == name).expect("on the board").1.clone();
            assert_eq!((&one["before"], &one["after"]), (&place(&old), &place(&new)), "{name}");
        }
    }
    assert_ne!(board().await, before);
}

/// Ada and Bo have the same answers; who was faster depends on which question ends the time.
async fn one_by_one(t: &TestApp, rohan: &Browser, ada: &Browser, bo: &Browser) -> Made {
    let made = t.contest(rohan, 0, 60, true, 2, 0).await;
    for who in [ada, bo] {
        who.join(&made).await;
    }
    for (who, number) in [(ada, 0), (bo, 0), (bo, 1), (ada, 1)] {
        t.pass(10);
        who.answer(&made, number, "A").await.expect(200);
    }
    t.pass(73);
    made
}

/// Rank and seconds of Ada and Bo: as lists have the rank, which no board is built for, and as the board has both.
async fn ranks_and_times(made: &Made, who: [&Browser; 2]) -> Value {
    let mut all = Vec::new();
    for who in who {
        let listed = who.get("/contest/my-contests").await.expect(200)[0]["rank"].clone();
        let you = who.get(&format!("/contests/{}/standing", made.id)).await.expect(200)["you"].clone();
        assert_eq!(listed, you["rank"], "the list and the board");
        all.push(json!([you["rank"], you["durationMs"].as_i64().expect("a number") / 1000]));
    }
    json!(all)
}

async fn the_time_of_a_void_question_decides_no_tie(t: TestApp) {
    let (rohan, ada, bo, chitra) = three(&t).await;
    want_mails(&[&ada, &bo, &chitra]).await;
    let made = one_by_one(&t, &rohan, &ada, &bo).await;
    let both = [&ada, &bo];
    assert_eq!(ranks_and_times(&made, both).await, json!([[2, 40], [1, 30]]));
    // Whose answer counted for nothing is not the slower for it; nor where everybody has the mark, answered or not.
    for marking in ["void", "everyone"] {
        correct(&rohan, &made, 1, marking, "").await;
        assert_eq!(ranks_and_times(&made, both).await, json!([[1, 10], [2, 20]]), "{marking}");
        assert_eq!(lasts(&t, &made).await, counted_lasts(&t, &made).await);
    }
    // Where only an answer has the mark, it was given at some time.
    for (marking, letters) in [("answered", ""), ("key", "A")] {
        correct(&rohan, &made, 1, marking, letters).await;
        assert_eq!(ranks_and_times(&made, both).await, json!([[2, 40], [1, 30]]), "back where it began: {marking}");
        assert_eq!(lasts(&t, &made).await, counted_lasts(&t, &made).await);
    }
    correct(&rohan, &made, 0, "void", "").await;
    assert_eq!(ranks_and_times(&made, both).await, json!([[2, 40], [1, 30]]), "the other question ends the time");
    correct(&rohan, &made, 1, "void", "").await;
    assert_eq!(ranks_and_times(&made, both).await, json!([[1, 0], [1, 0]]), "nothing counts");

    // A mark for everybody at what both had right changes times and ranks and nobody's score.
    let made = one_by_one(&t, &rohan, &ada, &bo).await;
    let before = corrected(&t).await.len();
    // The preview says who moves by it, also where the question no longer counts.
    for (marking, right) in [("void", 1), ("everyone", 2)] {
        let said = preview(&rohan, &made, &wish(&made, 1, marking, "")).await;
        let of = |one: &Value, key: &str| json!([one["before"][key], one["after"][key]]);
        let moved: Vec<Value> = said["moved"].as_array().expect("a list").clone();
        let told = |key: &str| json!(moved.iter().map(|one| of(one, key)).collect::<Vec<_>>());
        assert_eq!(told("rank"), json!([[2, 1], [1, 2]]), "{marking}");
        assert_eq!(told("durationMs"), json!([[40_000, 10_000], [30_000, 20_000]]), "{marking}");
        assert_eq!(told("correct"), json!([[2, right], [2, right]]), "{marking}");
        assert_eq!(said["changes"]["ranks"], 2, "{marking}");
    }
    let said = correct(&rohan, &made, 1, "everyone", "").await;
    assert_eq!((&said["scores"], &said["ranks"]), (&json!(0), &json!(2)));
    assert_eq!(corrected(&t).await.len(), before + 2, "another rank is told");
    // Where only the time changes there is nothing to tell.
    let made = t.contest(&rohan, 0, 60, true, 2, 0).await;
    chitra.join(&made).await;
    t.pass(5);
    chitra.answer(&made, 0, "A").await.expect(200);
    t.pass(73);
    let before = corrected(&t).await.len();
    let said = preview(&rohan, &made, &wish(&made, 0, "everyone", "")).await;
    assert_eq!(said["changes"], json!({"participants": 1, "scores": 0, "ranks": 0}));
    let times = |of: &str| said["moved"][0][of]["durationMs"].clone();
    assert_eq!((times("before"), times("after")), (json!(5000), json!(0)));
    correct(&rohan, &made, 0, "everyone", "").await;
    assert_eq!(corrected(&t).await.len(), before);
}

async fn a_board_of_an_earlier_release_is_left_as_it_was(t: TestApp) {
    let (rohan, ada, bo, _) = three(&t).await;
    let made = one_by_one(&t, &rohan, &ada, &bo).await;
    correct(&rohan, &made, 1, "void", "").await;
    // So did a correction up to 0.6.0.
    let write = async |text: &'static str| {
        let mut tx = t.app.db.begin().await.expect("begun");
        sql(text).run(&mut tx).await.expect("written");
        tx.commit().await.expect("committed");
    };
    write("UPDATE attempts SET last_answer_at = (SELECT MAX(n.answered_at) FROM answers n WHERE n.attempt_id = attempts.id)").await;
    let broken = async || {
        let findings = quad::integrity_check::check(&t.app.db, Some(&t.app.pictures), false).await.expect("asked");
        findings.into_iter().filter(|one| !one.offenders.is_empty()).map(|one| one.name).collect::<Vec<_>>()
    };
    assert_eq!(broken().await, Vec::<&str>::new(), "a final board does not change without a correction");
    write("UPDATE attempts SET last_answer_at = last_answer_at - 1").await;
    assert_eq!(broken().await, ["scores-are-the-answers"], "and no other time is right");
    // The next correction counts all of it anew, and its preview says so.
    let wish = wish(&made, 0, "key", "AB");
    let said = preview(&rohan, &made, &wish).await;
    assert_eq!(said["changes"], json!({"participants": 2, "scores": 0, "ranks": 2}));
    apply(&rohan, &made, &wish, &said["version"]).await.expect(201);
    assert_eq!(lasts(&t, &made).await, counted_lasts(&t, &made).await);
    assert_eq!(broken().await, Vec::<&str>::new());
}

async fn a_correction_is_itself_corrected(t: TestApp) {
    let (rohan, ada, bo, chitra) = three(&t).await;
    let made = over(&t, &rohan, 2, &[(&ada, "AA"), (&bo, "BA"), (&chitra, "-B")]).await;
    let first = board(&rohan, &made).await;
    for (marking, letters) in [("key", "B"), ("void", ""), ("everyone", ""), ("void", ""), ("key", "A")] {
        correct(&rohan, &made, 0, marking, letters).await;
    }
    assert_eq!(board(&rohan, &made).await, first, "back where it began");
    let log = rohan.get(&path(&made)).await.expect(200)["corrections"].clone();
    let steps: Vec<(&Value, &Value)> = log
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| (&one["before"]["marking"], &one["after"]["marking"]))
        .collect();
    let expected = [("void", "key"), ("everyone", "void"), ("void", "everyone"), ("key", "void"), ("key", "key")];
    assert_eq!(json!(steps), json!(expected));
    assert_eq!(log[0]["before"]["accepted"], json!(["0-B"]), "a key is kept while it does not decide");
}

async fn whatever_shows_a_score_agrees(t: TestApp) {
    let (rohan, ada, bo, chitra) = three(&t).await;
    let made = t.contest(&rohan, 0, 60, true, 4, 0).await;
    let shown = json!({"title": "Friday Quiz", "description": "", "answersShown": true});
    rohan.put(&format!("/contests/{}", made.id), shown).await.expect(200);
    let choices = [(&ada, "ABCA"), (&bo, "BBA-"), (&chitra, "AA-B")];
    for (who, letters) in choices {
        who.join(&made).await;
        for (number, letter) in letters.chars().enumerate().filter(|(_, letter)| *letter != '-') {
            who.answer(&made, number, &letter.to_string()).await.expect(200);
        }
    }
    t.pass(73);
    // Everything is in memory before.
    for (who, _) in choices {
        who.results(&made).await.expect(200);
        who.get(&format!("/contests/{}/review", made.id)).await.expect(200);
    }
    correct(&rohan, &made, 0, "key", "B").await;
    correct(&rohan, &made, 1, "everyone", "").await;
    correct(&rohan, &made, 2, "void", "").await;
    // ada: wrong, mark, nothing, right; bo: right, mark, nothing, -; chitra: wrong, mark, -, wrong.
    assert_eq!(board(&ada, &made).await, rows(&[("bo", 1, 2, 0), ("ada", 2, 2, 1), ("chitra", 3, 1, 2)]));
    for (who, rank, right, wrong) in [(&ada, 2, 2, 1), (&bo, 1, 2, 0), (&chitra, 3, 1, 2)] {
        let score =
            |row: &Value| (row["rank"].as_i64(), row["correctAnswerCount"].as_i64(), row["wrongAnswerCount"].as_i64());
        let expected = (Some(rank), Some(right), Some(wrong));
        let standing = who.get(&format!("/contests/{}/standing", made.id)).await.expect(200);
        assert_eq!(score(&standing["you"]), expected);
        assert_eq!(standing["histogram"], json!([0, 1, 2, 0, 0]));
        let review = who.get(&format!("/contests/{}/review", made.id)).await.expect(200);
        assert_eq!(score(&review["you"]), expected);
        let marks = review["questions"].as_array().expect("a list").iter().filter(|one| one["correct"] == true).count();
        assert_eq!(marks as i64, right, "the review's marks are the score");
        let kept = who.get("/account/data").await.expect(200)["attempts"][0].clone();
        assert_eq!(
            (kept["correctAnswerCount"].as_i64(), kept["wrongAnswerCount"].as_i64()),
            (Some(right), Some(wrong))
        );
        assert_eq!(who.get("/contest/my-contests").await.expect(200)[0]["rank"], rank);
    }
    let review = ada.get(&format!("/contests/{}/review", made.id)).await.expect(200);
    let told = |one: &Value| (one["marking"].clone(), one["accepted"].clone(), one["correct"].clone());
    let questions: Vec<_> = review["questions"].as_array().expect("a list").iter().map(told).collect();
    assert_eq!(
        questions,
        [
            (json!("key"), json!(["0-B"]), json!(false)),
            (json!("everyone"), json!(["1-A"]), json!(true)),
            (json!("void"), json!(["2-A"]), json!(false)),
            (json!("key"), json!(["3-A"]), json!(true)),
        ]
    );
    let kept = ada.get("/account/data").await.expect(200)["attempts"][0]["answers"].clone();
    let kept: Vec<&Value> = kept.as_array().expect("a list").iter().map(|one| &one["correct"]).collect();
    assert_eq!(kept, [&json!(false), &json!(true), &json!(null), &json!(true)]);
    let analysis = rohan.get(&format!("/contests/{}/analysis", made.id)).await.expect(200)["questions"].clone();
    let told = |one: &Value| {
        let right: Vec<bool> =
            one["Options"].as_array().expect("options").iter().map(|option| option["correct"] == true).collect();
        (
            one["marking"].as_str().expect("a word").to_owned(),
            one["answered"].as_i64(),
            one["correctCount"].as_i64(),
            right,
            one["finding"].clone(),
        )
    };
    let analysis: Vec<_> = analysis.as_array().expect("a list").iter().map(told).collect();
    assert_eq!(
        analysis,
        [
            ("key".to_owned(), Some(3), Some(1), vec![false, true, false, false], json!("few")),
            ("everyone".to_owned(), Some(3), Some(3), vec![true; 4], json!(null)),
            ("void".to_owned(), Some(2), Some(0), vec![false; 4], json!(null)),
            ("key".to_owned(), Some(2), Some(1), vec![true, false, false, false], json!("few")),
        ]
    );
    let own = rohan.get("/account/data").await.expect(200)["contests"][0]["questions"].clone();
    let own: Vec<(&Value, &Value)> =
        own.as_array().expect("a list").iter().map(|one| (&one["marking"], &one["accepted"])).collect();
    assert_eq!(json!(own), json!([["key", ["0-B"]], ["everyone", ["1-A"]], ["void", ["2-A"]], ["key", ["3-A"]]]));
}

async fn the_paper_stays_as_it_is(t: TestApp) {
    let (rohan, ada, bo, _) = three(&t).await;
    let made = over(&t, &rohan, 3, &[(&ada, "ABC"), (&bo, "BBB")]).await;
    let paper = async || ada.get(&format!("/contests/{}/paper", made.id)).await.bytes;
    let before = paper().await;
    for (number, marking) in ["everyone", "void", "key"].iter().enumerate() {
        correct(&rohan, &made, number, marking, "D").await;
    }
    assert_eq!(paper().await, before);
    // An answer asked for again after the correction is still what it was.
    ada.answer(&made, 1, "B").await.expect(200);
    ada.answer(&made, 1, "C").await.refused(409, "already_answered");
}

async fn only_the_owner_corrects(t: TestApp) {
    let (rohan, ada, bo, _) = three(&t).await;
    let (meera, root) = (t.organiser("meera").await, t.admin("root").await);
    let made = over(&t, &rohan, 1, &[(&ada, "A"), (&bo, "B")]).await;
    let wish = wish(&made, 0, "key", "B");
    let version = preview(&rohan, &made, &wish).await["version"].clone();
    let look = async |who: &Browser| who.post(&format!("{}/preview", path(&made)), wish.clone()).await;
    for who in [&ada, &meera] {
        look(who).await.refused(403, "not_owner");
        apply(who, &made, &wish, &version).await.refused(403, "not_owner");
    }
    look(&t.browser()).await.refused(401, "logged_out");
    apply(&t.browser(), &made, &wish, &version).await.refused(401, "logged_out");
    t.browser().get(&path(&made)).await.refused(401, "logged_out");
    assert_eq!(meera.get(&path(&made)).await.expect(200)["corrections"], json!([]), "as the board is open to her");
    rohan.post("/post/makepublic", json!({"isPublic": false, "contestId": made.id})).await.expect(200);
    look(&meera).await.refused(404, "missing");
    apply(&meera, &made, &wish, &version).await.refused(404, "missing");
    meera.get(&path(&made)).await.refused(404, "missing");
    // The same for a question of somebody else's contest.
    let other = over(&t, &meera, 1, &[(&ada, "A")]).await;
    let foreign = json!({"questionId": made.questions[0], "marking": "void"});
    meera.post(&format!("{}/preview", path(&other)), foreign.clone()).await.refused(404, "missing");
    apply(&meera, &other, &foreign, &version).await.refused(404, "missing");
    assert_eq!(board(&rohan, &made).await, rows(&[("ada", 1, 1, 0), ("bo", 2, 0, 1)]));
    // An administrator may look and not touch.
    let version = preview(&root, &made, &wish).await["version"].clone();
    apply(&root, &made, &wish, &version).await.refused(403, "not_owner");
    assert_eq!(board(&rohan, &made).await, rows(&[("ada", 1, 1, 0), ("bo", 2, 0, 1)]));
    // Nothing is told of what was not looked at, or of no question.
    for (left_out, field) in [("version", "version"), ("questionId", "questionId"), ("marking", "marking")] {
        let mut sent = wish.clone();
        sent["reason"] = json!("The book was wrong");
        sent["version"] = version.clone();
        sent.as_object_mut().expect("an object").remove(left_out);
        let said = rohan.post(&path(&made), sent).await.refused(400, "invalid");
        assert_eq!(said["field"], field);
    }
    let said = apply(&rohan, &made, &wish, &version).await.expect(201);
    assert_eq!(said["correction"]["by"], "Rohan Test");
    assert_eq!(board(&rohan, &made).await, rows(&[("bo", 1, 1, 0), ("ada", 2, 0, 1)]));
}

async fn only_after_the_end_and_its_last_answers(t: TestApp) {
    let (rohan, ada, _, _) = three(&t).await;
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    ada.join(&made).await;
    let wish = wish(&made, 0, "void", "");
    let look = async || rohan.post(&format!("{}/preview", path(&made)), wish.clone()).await;
    let too_early = async || {
        let said = look().await.refused(403, "correction_too_early");
        let say = "Questions can be corrected once the contest has ended and the last answers are in.";
        assert_eq!(said["message"], say);
        apply(&rohan, &made, &wish, &json!("x")).await.refused(403, "correction_too_early");
    };
    too_early().await;
    ada.get(&path(&made)).await.refused(403, "results_too_early");
    assert_eq!(rohan.get(&path(&made)).await.expect(200), json!({"success": true, "corrections": []}));
    t.pass(61);
    too_early().await;
    ada.answer(&made, 0, "B").await.expect(200);
    t.pass(11);
    too_early().await;
    t.pass(1);
    let version = look().await.expect(200)["version"].clone();
    apply(&rohan, &made, &wish, &version).await.expect(201);
    assert_eq!(ada.get(&path(&made)).await.expect(200)["corrections"].as_array().map(Vec::len), Some(1));

    // Nobody came: the questions are still the owner's to edit.
    let empty = over(&t, &rohan, 1, &[]).await;
    let wish = json!({"questionId": empty.questions[0], "marking": "void"});
    rohan.post(&format!("{}/preview", path(&empty)), wish.clone()).await.refused(409, "nobody_joined");
    apply(&rohan, &empty, &wish, &json!("x")).await.refused(409, "nobody_joined");
}

async fn bad_corrections_are_refused_and_change_nothing(t: TestApp) {
    let (rohan, ada, _, _) = three(&t).await;
    let made = over(&t, &rohan, 1, &[(&ada, "A")]).await;
    let id = &made.questions[0];
    for (wish, field) in [
        (json!({"questionId": id}), "marking"),
        (json!({"questionId": id, "marking": "Key", "accepted": ["0-B"]}), "marking"),
        (json!({"questionId": id, "marking": "key"}), "accepted"),
        (json!({"questionId": id, "marking": "key", "accepted": null}), "accepted"),
        (json!({"questionId": id, "marking": "key", "accepted": []}), "accepted"),
        (json!({"questionId": id, "marking": "key", "accepted": ["1-A"]}), "accepted"),
        (json!({"questionId": id, "marking": "key", "accepted": ["0-B", "0-B"]}), "accepted"),
        (json!({"questionId": id, "marking": "key", "accepted": ["0-A", "0-B", "0-C", "0-D", "0-E"]}), "accepted"),
        (json!({"questionId": id, "marking": "key", "accepted": [""]}), "accepted"),
    ] {
        let said = rohan.post(&format!("{}/preview", path(&made)), wish.clone()).await.refused(400, "invalid");
        assert_eq!(said["field"], field, "{wish}");
        let said = apply(&rohan, &made, &wish, &json!("x")).await.refused(400, "invalid");
        assert_eq!(said["field"], field, "{wish}");
    }
    rohan.post(&format!("{}/preview", path(&made)), json!({"marking": "void"})).await.refused(400, "invalid");
    // A tolerance misspelt would be none.
    let mut misspelt = json!({"questionId": id, "marking": "void", "tolerence": "2%"});
    rohan.post(&format!("{}/preview", path(&made)), misspelt.clone()).await.refused(400, "invalid");
    (misspelt["reason"], misspelt["version"]) = (json!("The book was wrong"), json!("x"));
    let said = rohan.post(&path(&made), misspelt).await.refused(400, "invalid");
    assert!(said["message"].as_str().is_some_and(|say| say.starts_with("“tolerence” cannot be set here.")), "{said}");
    let nobodys = json!({"questionId": "x", "marking": "void"});
    rohan.post(&format!("{}/preview", path(&made)), nobodys).await.refused(404, "missing");
    let wish = wish(&made, 0, "void", "");
    let version = preview(&rohan, &made, &wish).await["version"].clone();
    for reason in [json!(null), json!(""), json!("  "), json!("x".repeat(501)), json!("a\u{0}b"), json!(5)] {
        let mut body = wish.clone();
        body["version"] = version.clone();
        body["reason"] = reason;
        rohan.post(&path(&made), body).await.refused(400, "invalid");
    }
    for stale in [json!("0"), json!("x".repeat(10_000))] {
        apply(&rohan, &made, &wish, &stale).await.refused(409, "preview_stale");
    }
    // As it is: a preview says so, and there is nothing to be made.
    let same = json!({"questionId": id, "marking": "key", "accepted": ["0-A"]});
    let said = preview(&rohan, &made, &same).await;
    assert_eq!((&said["changes"], &said["moved"]), (&json!({"participants": 1, "scores": 0, "ranks": 0}), &json!([])));
    let said = apply(&rohan, &made, &same, &said["version"]).await.refused(400, "nothing_changes");
    assert_eq!(said["message"], "The question is already marked in this way.");
    assert_eq!(rohan.get(&path(&made)).await.expect(200)["corrections"], json!([]));
    assert_eq!(board(&rohan, &made).await, rows(&[("ada", 1, 1, 0)]));
    assert!(t.mails().await.is_empty());
}

async fn the_log_reads_like_what_happened(t: TestApp) {
    let (rohan, ada, bo, _) = three(&t).await;
    let made = t.contest(&rohan, 0, 60, true, 3, 0).await;
    // The second question is removed: the third is the paper's second.
    rohan.delete(&format!("/post/{}/{}", made.id, made.questions[1])).await.expect(200);
    ada.join(&made).await;
    bo.join(&made).await;
    ada.answer(&made, 2, "A").await.expect(200);
    bo.answer(&made, 2, "B").await.expect(200);
    t.pass(73);
    let mut body = wish(&made, 2, "key", "B");
    let said = preview(&rohan, &made, &body).await;
    body["version"] = said["version"].clone();
    body["reason"] = json!("  Line one\r\nline two ");
    let at = t.moment(0);
    let said = rohan.post(&path(&made), body).await.expect(201);
    let id = said["correction"]["id"].as_str().expect("an id").to_owned();
    let first = json!({"id": id, "questionId": made.questions[2], "questionNumber": 2, "question": "Question 2?",
        "before": {"marking": "key", "accepted": ["2-A"]}, "after": {"marking": "key", "accepted": ["2-B"]},
        "reason": "Line one\nline two", "by": "Rohan Test", "scores": 2, "ranks": 2, "createdAt": at});
    assert_eq!(said["correction"], first);
    t.pass(30);
    let second = correct(&rohan, &made, 0, "void", "").await;
    assert_eq!((&second["questionNumber"], &second["scores"]), (&json!(1), &json!(0)));
    let log = rohan.get(&path(&made)).await.expect(200);
    assert_eq!(log, json!({"success": true, "corrections": [second, first]}), "newest first");
}

async fn the_log_tells_keys_where_the_review_does(t: TestApp) {
    let (rohan, ada, bo, _) = three(&t).await;
    let root = t.admin("root").await;
    let made = over(&t, &rohan, 1, &[(&ada, "A"), (&bo, "B")]).await;
    correct(&rohan, &made, 0, "key", "B").await;
    let keys = async |who: &Browser| {
        let one = who.get(&path(&made)).await.expect(200)["corrections"][0].clone();
        (one["before"]["accepted"].clone(), one["after"]["accepted"].clone())
    };
    assert_eq!(keys(&ada).await, (json!(null), json!(null)), "the owner does not show the right answers");
    for who in [&rohan, &root] {
        assert_eq!(keys(who).await, (json!(["0-A"]), json!(["0-B"])));
    }
    let shown = json!({"title": "Friday Quiz", "description": "", "answersShown": true});
    rohan.put(&format!("/contests/{}", made.id), shown).await.expect(200);
    assert_eq!(keys(&ada).await, (json!(["0-A"]), json!(["0-B"])));
}

/// The mails about corrections so far.
async fn corrected(t: &TestApp) -> Vec<Message> {
    t.mails().await.into_iter().filter(|mail| mail.subject.ends_with("was corrected")).collect()
}

/// Lets these people be mailed about results, which nobody is who has not chosen so.
async fn want_mails(people: &[&Browser]) {
    for who in people {
        let chosen = json!({"preferences": [{"about": "results", "push": true, "mail": true}]});
        who.put("/notifications/preferences", chosen).await.expect(200);
    }
}

async fn corrections_are_mailed_to_those_who_chose_so(t: TestApp) {
    let (rohan, ada, bo, chitra) = three(&t).await;
    want_mails(&[&ada, &bo]).await;
    // Bo chose otherwise afterwards, Chitra never chose, and Dev, who chose mails, moves in nothing.
    let off = json!({"preferences": [{"about": "results", "push": true, "mail": false}]});
    bo.put("/notifications/preferences", off).await.expect(200);
    let dev = t.person("dev").await;
    want_mails(&[&dev]).await;
    let made = over(&t, &rohan, 2, &[(&ada, "AA"), (&bo, "BA"), (&chitra, "BA"), (&dev, "CC")]).await;
    correct(&rohan, &made, 0, "key", "B").await;
    let mails = corrected(&t).await;
    assert_eq!(mails.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["ada@meridian.example"]);
    for (who, told) in [(&ada, 1), (&bo, 1), (&chitra, 1), (&dev, 0)] {
        let inbox = who.get("/notifications").await.expect(200)["notifications"].clone();
        let of_it = |one: &&Value| one["title"].as_str().is_some_and(|title| title.ends_with("was corrected"));
        assert_eq!(
            inbox.as_array().expect("a list").iter().filter(of_it).count(),
            told,
            "who moved has it in the inbox"
        );
    }
    let mail = &mails[0];
    let stop = mail.headers.unsubscribe.as_deref().expect("an address");
    assert!(stop.contains("/api/unsubscribe/results/") && mail.text.contains(stop), "{}", mail.text);
    let path = stop.split_once("/api").expect("of ours").1.to_owned();
    assert_eq!(t.browser().ask(reqwest::Method::POST, &path, None, &[]).await.status, 200);
    correct(&rohan, &made, 0, "key", "A").await;
    assert_eq!(corrected(&t).await.len(), 1, "stopped");
}

async fn those_who_moved_are_told(t: TestApp) {
    let (rohan, ada, bo, chitra) = three(&t).await;
    want_mails(&[&ada, &bo, &chitra]).await;
    // Chitra's rank changes and her score does not: she is told too.
    let made = over(&t, &rohan, 2, &[(&ada, "AA"), (&bo, "BB"), (&chitra, "CA")]).await;
    let correction = correct(&rohan, &made, 0, "key", "B").await;
    assert_eq!((&correction["scores"], &correction["ranks"]), (&json!(2), &json!(2)));
    let mails = corrected(&t).await;
    let mut to: Vec<&str> = mails.iter().map(|mail| mail.to.as_str()).collect();
    to.sort_unstable();
    assert_eq!(to, ["ada@meridian.example", "bo@meridian.example", "chitra@meridian.example"]);
    let of = |name: &str| mails.iter().find(|mail| mail.to.starts_with(name)).expect("a mail");
    assert_eq!(of("ada").subject, "Quad: your result of “Friday Quiz” was corrected");
    let text = &of("ada").text;
    for part in [
        "Hello Ada Test,",
        "Question 1: Question 0?",
        "Its key was corrected.",
        "Reason: The book was wrong",
        "Before: 2 right, 0 wrong, rank 1",
        "Now: 1 right, 1 wrong, rank 1",
        &format!("/result?contest={}", made.id),
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    for private in ["0-A", "0-B", "Bo", "Chitra"] {
        assert!(!text.contains(private), "{private} in {text}");
    }
    assert!(of("bo").text.contains("Before: 0 right, 2 wrong, rank 3"));
    assert!(of("chitra").text.contains("Before: 1 right, 1 wrong, rank 2"));

    // The job that tells them, run once more as after a crash, tells nobody twice.
    let id = rohan.get(&path(&made)).await.expect(200)["corrections"][0]["id"].clone();
    let mut tx = t.app.db.begin().await.expect("begun");
    sql("INSERT INTO jobs (kind, payload, run_at, created_at) VALUES ('attempts.tell_correction', $1, $2, $2)")
        .arg(json!({"correction": id}).to_string())
        .arg(t.app.clock.now())
        .run(&mut tx)
        .await
        .expect("enqueued");
    tx.commit().await.expect("committed");
    assert_eq!(corrected(&t).await.len(), 3);
    for (marking, say) in [
        ("everyone", "Everybody who took part has the mark for it."),
        ("void", "It no longer counts for anybody."),
        ("answered", "Everybody who answered it has the mark for it."),
    ] {
        correct(&rohan, &made, 0, marking, "").await;
        let last = corrected(&t).await.pop().expect("a mail");
        assert!(last.text.contains(say), "{}", last.text);
    }
    // A change that moves nobody tells nobody.
    let before = corrected(&t).await.len();
    let made = over(&t, &rohan, 1, &[(&ada, "A")]).await;
    correct(&rohan, &made, 0, "key", "AD").await;
    assert_eq!(corrected(&t).await.len(), before);
}

async fn two_corrections_at_once_make_one(t: TestApp) {
    let (rohan, ada, bo, chitra) = three(&t).await;
    let beside = t.beside(7).await;
    // Past the end of every round's contest.
    beside.pass(3000);
    for round in 0..5 {
        let made = over(&t, &rohan, 2, &[(&ada, "AB"), (&bo, "BA"), (&chitra, "C-")]).await;
        let wishes = [wish(&made, 0, "key", "B"), wish(&made, 0, "void", ""), wish(&made, 1, "everyone", "")];
        let mut versions = Vec::new();
        for wish in &wishes {
            versions.push(preview(&rohan, &made, wish).await["version"].clone());
        }
        let elsewhere = rohan.at(&beside.base);
        let whos = [&rohan, &elsewhere];
        let said =
            join_all((0..12).map(|number| apply(whos[number % 2], &made, &wishes[number % 3], &versions[number % 3])))
                .await;
        assert_eq!(said.iter().filter(|one| one.status == 201).count(), 1, "round {round}");
        for one in said.into_iter().filter(|one| one.status != 201) {
            one.refused(409, "preview_stale");
        }
        let log = rohan.get(&path(&made)).await.expect(200)["corrections"].clone();
        assert_eq!(log.as_array().map(Vec::len), Some(1));
        assert_eq!(scores(&t, &made).await, counted(&t, &made).await, "round {round}");
    }
}

/// Each tries again after looking again; all ten happen, one after the other.
async fn ten_corrections_at_once_of_ten_questions(t: TestApp) {
    let (rohan, ada, bo, chitra) = three(&t).await;
    let takers = [(&ada, "ABCDABCDAB"), (&bo, "BBBBBAAAAA"), (&chitra, "A-A-A-A-A-")];
    let made = over(&t, &rohan, 10, &takers).await;
    let all = join_all((0..10).map(|number| {
        let (rohan, made) = (rohan.clone(), &made);
        async move {
            let wish = wish(made, number, ["key", "everyone", "void"][number % 3], "BC");
            for _ in 0..60 {
                let version = preview(&rohan, made, &wish).await["version"].clone();
                let said = apply(&rohan, made, &wish, &version).await;
                if said.status == 201 {
                    return true;
                }
                said.refused(409, "preview_stale");
            }
            false
        }
    }));
    assert!(all.await.into_iter().all(|done| done));
    assert_eq!(scores(&t, &made).await, counted(&t, &made).await);
    let numbers: Vec<Value> = rohan.get(&path(&made)).await.expect(200)["corrections"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["questionNumber"].clone())
        .collect();
    assert_eq!(numbers.len(), 10);
}

async fn a_preview_is_stale_after_anything(t: TestApp) {
    let (rohan, ada, bo, _) = three(&t).await;
    let made = over(&t, &rohan, 2, &[(&ada, "AA"), (&bo, "B-")]).await;
    let first = wish(&made, 0, "key", "B");
    let version = preview(&rohan, &made, &first).await["version"].clone();
    // Something else than what was looked at.
    for other in [wish(&made, 0, "key", "C"), wish(&made, 0, "void", ""), wish(&made, 1, "key", "B")] {
        apply(&rohan, &made, &other, &version).await.refused(409, "preview_stale");
    }
    // An answer that came in although nobody expected one.
    let mut tx = t.app.db.begin().await.expect("begun");
    sql("INSERT INTO answers (attempt_id, question_no, chosen, answered_at)
         SELECT id, 2, 1, $2 FROM attempts WHERE user_id = $1")
    .arg(quad_kernel::ids::UserId::parse(&bo.id).expect("an id"))
    .arg(t.app.clock.now())
    .run(&mut tx)
    .await
    .expect("answered");
    tx.commit().await.expect("committed");
    apply(&rohan, &made, &first, &version).await.refused(409, "preview_stale");
    // Another correction, also of another question.
    let version = preview(&rohan, &made, &first).await["version"].clone();
    correct(&rohan, &made, 1, "void", "").await;
    apply(&rohan, &made, &first, &version).await.refused(409, "preview_stale");
    let version = preview(&rohan, &made, &first).await["version"].clone();
    apply(&rohan, &made, &first, &version).await.expect(201);
    apply(&rohan, &made, &first, &version).await.refused(409, "preview_stale");
    assert_eq!(scores(&t, &made).await, counted(&t, &made).await);
}

async fn whoever_has_the_board_open_is_told(t: TestApp) {
    let (rohan, ada, bo, _) = three(&t).await;
    let made = over(&t, &rohan, 1, &[(&ada, "A"), (&bo, "B")]).await;
    let mut stream = bo.follow(&[&format!("contest:{}", made.id)]).await;
    stream.until_contest("corrections", &json!(0)).await;
    correct(&rohan, &made, 0, "key", "B").await;
    stream.until_contest("corrections", &json!(1)).await;
    assert_eq!(board(&bo, &made).await, rows(&[("bo", 1, 1, 0), ("ada", 2, 0, 1)]), "and finds it new");
}

async fn another_process_shows_it_too(t: TestApp) {
    let (rohan, ada, bo, _) = three(&t).await;
    let made = over(&t, &rohan, 1, &[(&ada, "A"), (&bo, "B")]).await;
    let beside = t.beside(7).await;
    beside.pass(73);
    let elsewhere = ada.at(&beside.base);
    assert_eq!(board(&elsewhere, &made).await, rows(&[("ada", 1, 1, 0), ("bo", 2, 0, 1)]));
    correct(&rohan, &made, 0, "key", "B").await;
    let expected = rows(&[("bo", 1, 1, 0), ("ada", 2, 0, 1)]);
    until("the other process has it", async || board(&elsewhere, &made).await == expected).await;
}

async fn a_deleted_account_is_moved_and_not_told(t: TestApp) {
    let (rohan, ada, bo, _) = three(&t).await;
    want_mails(&[&ada, &bo]).await;
    let made = over(&t, &rohan, 1, &[(&ada, "A"), (&bo, "B")]).await;
    let gone = json!({"password": crate::harness::PASSWORD});
    ada.ask(reqwest::Method::DELETE, "/account", Some(gone.clone()), &[]).await.expect(200);
    assert_eq!(corrected(&t).await.len(), 0);
    correct(&rohan, &made, 0, "key", "B").await;
    // Bo goes while the mail waits.
    bo.ask(reqwest::Method::DELETE, "/account", Some(gone.clone()), &[]).await.expect(200);
    assert_eq!(corrected(&t).await.len(), 0);
    assert_eq!(scores(&t, &made).await, counted(&t, &made).await);
    // The owner goes too: the log keeps a pseudonym.
    rohan.ask(reqwest::Method::DELETE, "/account", Some(gone), &[]).await.expect(200);
    let root = t.admin("root").await;
    let log = root.get(&path(&made)).await.expect(200)["corrections"].clone();
    assert!(log[0]["by"].as_str().expect("a name").starts_with("Former student "), "{log}");
}

/// Right and wrong of everybody as stored, by person.
async fn scores(t: &TestApp, contest: &Made) -> Vec<(String, i64, i64)> {
    stored(t, contest, "SELECT u.full_name AS name, a.correct, a.wrong").await
}

#[derive(quad_db::FromRow)]
struct ScoreRow {
    name: String,
    correct: i32,
    wrong: i32,
}

async fn stored(t: &TestApp, contest: &Made, what: &str) -> Vec<(String, i64, i64)> {
    let id = quad_kernel::ids::ContestId::parse(&contest.id).expect("an id");
    let text = format!("{what} FROM attempts a JOIN users u ON u.id = a.user_id WHERE a.contest_id = $1 ORDER BY u.id");
    let rows: Vec<ScoreRow> = sql(text).arg(id).all(&t.app.db).await.expect("read");
    rows.into_iter().map(|row| (row.name, row.correct.into(), row.wrong.into())).collect()
}

#[derive(quad_db::FromRow, PartialEq, Debug)]
struct LastRow {
    id: i64,
    last: Option<quad_kernel::clock::Time>,
}

/// The answer with which the time of each attempt ends.
async fn lasts(t: &TestApp, contest: &Made) -> Vec<LastRow> {
    let id = quad_kernel::ids::ContestId::parse(&contest.id).expect("an id");
    let text = "SELECT id, last_answer_at AS last FROM attempts WHERE contest_id = $1 ORDER BY id";
    sql(text).arg(id).all(&t.app.db).await.expect("read")
}

/// The same asked of the answers: the last to a question that its key decides.
async fn counted_lasts(t: &TestApp, contest: &Made) -> Vec<LastRow> {
    let id = quad_kernel::ids::ContestId::parse(&contest.id).expect("an id");
    let text = "SELECT a.id, (SELECT MAX(n.answered_at) FROM answers n JOIN questions q
            ON q.contest_id = a.contest_id AND q.no = n.question_no AND q.marking IN (0, 3) WHERE n.attempt_id = a.id) AS last
         FROM attempts a WHERE a.contest_id = $1 ORDER BY a.id";
    sql(text).arg(id).all(&t.app.db).await.expect("read")
}

/// Right and wrong counted answer by answer, the slow way.
async fn counted(t: &TestApp, contest: &Made) -> Vec<(String, i64, i64)> {
    #[derive(quad_db::FromRow)]
    struct AnswerRow {
        user_id: quad_kernel::ids::UserId,
        question_no: i32,
        chosen: i32,
    }
    #[derive(quad_db::FromRow)]
    struct PersonRow {
        id: quad_kernel::ids::UserId,
        name: String,
    }
    let id = quad_kernel::ids::ContestId::parse(&contest.id).expect("an id");
    let questions = quad_contests::contests::questions(&t.app.db, id).await.expect("questions");
    let answers: Vec<AnswerRow> = sql("SELECT a.user_id, n.question_no, n.chosen FROM attempts a
         JOIN answers n ON n.attempt_id = a.id WHERE a.contest_id = $1")
    .arg(id)
    .all(&t.app.db)
    .await
    .expect("answers");
    let people: Vec<PersonRow> =
        sql("SELECT u.id, u.full_name AS name FROM attempts a JOIN users u ON u.id = a.user_id
         WHERE a.contest_id = $1 ORDER BY u.id")
        .arg(id)
        .all(&t.app.db)
        .await
        .expect("people");
    let score = |person: PersonRow| {
        let (mut right, mut wrong) = (0, 0);
        for question in &questions {
            let answer = answers.iter().find(|one| one.user_id == person.id && one.question_no == question.no);
            match (question.marking.word(), answer) {
                ("everyone", _) | ("answered", Some(_)) => right += 1,
                ("key", Some(one)) if i32::from(question.accepted) & one.chosen != 0 => right += 1,
                ("key", Some(_)) => wrong += 1,
                _ => {}
            }
        }
        (person.name, right, wrong)
    };
    people.into_iter().map(score).collect()
}

/// A drawn lot of corrections, one after the other, of drawn answers.
async fn many_corrections_end_where_counting_anew_does(t: TestApp) {
    let random = quad_kernel::ids::Random::seeded(2026);
    let rohan = t.organiser("rohan").await;
    let made = t.contest(&rohan, 0, 60, true, 6, 1).await;
    for person in 0..6 {
        let who = t.person(&format!("student{person}")).await;
        who.join(&made).await;
        for number in 0..6 {
            t.pass(random.below(2) as i64);
            if let Some(letter) = ["A", "B", "C", "D"].get(random.below(5) as usize) {
                who.answer(&made, number, letter).await.expect(200);
            }
        }
    }
    t.pass(73);
    for _ in 0..25 {
        let number = random.below(6) as usize;
        let letters: String = ["A", "B", "C", "D"].into_iter().filter(|_| random.below(2) == 0).collect();
        let letters = if letters.is_empty() { "D".to_owned() } else { letters };
        let wish =
            wish(&made, number, ["key", "key", "everyone", "answered", "void"][random.below(5) as usize], &letters);
        let said = preview(&rohan, &made, &wish).await;
        let before = scores(&t, &made).await;
        let done = apply(&rohan, &made, &wish, &said["version"]).await;
        if done.status != 201 {
            done.refused(400, "nothing_changes");
            continue;
        }
        let after = scores(&t, &made).await;
        assert_eq!(after, counted(&t, &made).await);
        assert_eq!(lasts(&t, &made).await, counted_lasts(&t, &made).await);
        let changed = before.iter().zip(&after).filter(|(one, other)| one != other).count();
        assert_eq!(said["changes"]["scores"], changed);
    }
}
