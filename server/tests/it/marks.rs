//! Stories of marks: contests in which right answers give more than a point and wrong ones take some. Who sets them and until
//! when, how they rank, and that everything which shows a result shows them, or says nothing where there are none.

use quad_db::sql;
use quad_kernel::ids::{ContestId, UserId};
use serde_json::{Value, json};

use crate::harness::{Browser, Made, TestApp, question};
use crate::{on_both_engines, plain_stories};

on_both_engines!(lists_and_boards_rank_alike_under_any_scheme, a_correction_moves_marks_as_its_preview_says);
plain_stories!(
    a_contest_is_made_with_a_preset,
    marks_decide_and_then_the_chain,
    three_wrong_at_a_third_take_one_mark,
    a_floor_keeps_totals_from_falling,
    a_plain_contest_says_nothing_of_marks,
    own_amounts_are_exact_or_refused,
    one_point_has_no_floor,
    stars_are_named_where_there_are_some,
    marks_are_frozen_by_the_first_join,
    only_the_owner_changes_rules,
    totals_that_differ_never_read_alike,
    what_somebody_keeps_of_a_result_has_its_marks,
    whoever_moves_is_told_the_marks,
    the_statistics_count_in_marks,
    nobody_joins_by_another_rule_than_shown,
    an_invitation_tells_the_rule,
    names_that_are_no_rule_are_refused,
    a_misspelt_detail_is_refused_and_a_whole_contest_taken,
);

/// Where the rules of a contest are.
pub fn rules_of(contest: &Made) -> String {
    format!("/contests/{}/rules", contest.id)
}

/// A contest of a minute, whose first option is right everywhere, with such rules.
pub async fn marked(t: &TestApp, owner: &Browser, questions: usize, rules: Value) -> Made {
    let made = t.contest(owner, 0, 60, true, questions, 0).await;
    owner.put(&rules_of(&made), rules).await.expect(200);
    made
}

/// Joins, and gives an answer for each letter; a dash leaves the question open.
pub async fn take(who: &Browser, contest: &Made, letters: &str) {
    who.join(contest).await;
    for (number, letter) in letters.chars().enumerate().filter(|(_, letter)| *letter != '-') {
        who.answer(contest, number, &letter.to_string()).await.expect(200);
    }
}

/// Name, rank and exact marks of everybody, in the board's order.
pub async fn board(who: &Browser, contest: &Made) -> Vec<(String, i64, String)> {
    let said = who.results(contest).await.expect(200);
    let rows = said["results"].as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    rows.map(|row| {
        let name = text(&row["fullName"]).trim_end_matches(" Test").to_lowercase();
        (name, row["rank"].as_i64().expect("a rank"), text(&row["marks"]))
    })
    .collect()
}

/// The same as somebody writes it.
pub fn rows(expected: &[(&str, i64, &str)]) -> Vec<(String, i64, String)> {
    expected.iter().map(|(name, rank, marks)| ((*name).to_owned(), *rank, (*marks).to_owned())).collect()
}

async fn a_contest_is_made_with_a_preset(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let asked = json!({"title": "Mock paper", "description": "", "isPublic": true, "QuestionSet": [], "preset": "jee_main",
        "tieBreak": ["more_right"], "startDate": t.moment(0), "endDate": t.moment(60)});
    let said = rohan.post("/post/createcontest", asked).await.expect(201)["contest"].clone();
    let scheme = |of: &Value| ["preset", "right", "wrong", "floor", "tieBreak"].map(|name| of[name].clone());
    let expected = [json!("jee_main"), json!("4"), json!("-1"), json!("none"), json!(["more_right"])];
    assert_eq!(scheme(&said), expected);
    let made = Made { id: said["_id"].as_str().expect("an id").to_owned(), questions: Vec::new() };
    let rule = ada.get(&rules_of(&made)).await.expect(200)["marksShown"].clone();
    assert!(
        rule.as_str().is_some_and(|rule| rule.starts_with("Each right answer gives +4, each wrong answer −1")),
        "{rule}"
    );
    for (who, path, part) in [
        (&ada, format!("/contest/{}", made.id), ""),
        (&ada, format!("/contests/{}/attempt", made.id), ""),
        (&rohan, format!("/post/{}", made.id), "/contest"),
        (&rohan, "/post/getcontest".to_owned(), "/contests/0"),
    ] {
        let said = who.get(&path).await.expect(200);
        let said = said.pointer(part).expect("there");
        assert_eq!((&said["marksShown"], &said["questionMarks"]), (&rule, &json!("+4, −1")), "{path}");
        assert!(path.ends_with("/attempt") || scheme(said) == expected, "{said}");
    }
    let listed = ada.get("/post/getallcontest").await.expect(200)["contests"][0].clone();
    assert_eq!(scheme(&listed), expected);
    let said = ada.get(&rules_of(&made)).await.expect(200);
    let expected = json!({"preset": "jee_main", "right": "4", "wrong": "-1", "numberWrong": null, "partial": "none", "floor": "none",
        "changing": "first", "tieBreak": ["more_right"], "questionOrder": "fixed", "optionOrder": "fixed", "minutes": null,
        "answersShown": false, "marksShown": rule});
    assert_eq!(said, expected);
}

async fn marks_decide_and_then_the_chain(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let [ada, bo, cy, dev] = [t.person("ada").await, t.person("bo").await, t.person("cy").await, t.person("dev").await];
    let contest = async |ties: Value| {
        let made = marked(&t, &rohan, 6, json!({"preset": "jee_main", "tieBreak": ties})).await;
        // 4 marks three times: one right, two right and four wrong, and one right a moment later.
        for (who, letters) in [(&ada, "A-----"), (&bo, "AABBBB"), (&cy, "-A----"), (&dev, "B-----")] {
            take(who, &made, letters).await;
            t.pass(1);
        }
        made
    };
    let usual = contest(json!(["fewer_wrong", "less_time"])).await;
    let wrong_alone = contest(json!(["fewer_wrong"])).await;
    let right_first = contest(json!(["more_right"])).await;
    let none = contest(json!([])).await;
    let slow = marked(&t, &rohan, 1, json!({"preset": "jee_main"})).await;
    for who in [&ada, &bo, &cy] {
        who.join(&slow).await;
    }
    ada.answer(&slow, 0, "A").await.expect(200);
    t.pass(1);
    bo.answer(&slow, 0, "A").await.expect(200);
    cy.answer(&slow, 0, "B").await.expect(200);
    t.pass(80);
    let all = ["ada", "bo", "cy", "dev"];
    let ranks = async |made: &Made| {
        let board = board(&rohan, made).await;
        all.map(|name| board.iter().find(|row| row.0 == name).map_or(0, |row| row.1))
    };
    assert_eq!(ranks(&usual).await, [1, 3, 1, 4], "equal in all of it");
    assert_eq!(ranks(&wrong_alone).await, [1, 3, 1, 4]);
    assert_eq!(ranks(&right_first).await, [2, 1, 2, 4]);
    assert_eq!(ranks(&none).await, [1, 1, 1, 4]);
    assert_eq!(ranks(&slow).await, [1, 2, 3, 0], "less time");
    let said = ada.results(&usual).await.expect(200);
    assert_eq!(said["mostMarks"], "24");
    assert!(said["marksShown"].as_str().is_some_and(|rule| rule.starts_with("Each right answer gives +4")), "{said}");
    let totals = rohan.results(&none).await.expect(200);
    let totals = totals["results"].as_array().expect("rows").iter().map(|row| row["marks"].clone()).collect::<Vec<_>>();
    assert_eq!(totals, ["4", "4", "4", "-1"]);
}

async fn three_wrong_at_a_third_take_one_mark(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let [ada, bo, cy] = [t.person("ada").await, t.person("bo").await, t.person("cy").await];
    let made = marked(&t, &rohan, 4, json!({"preset": "gate", "answersShown": true})).await;
    for (who, letters) in [(&ada, "BCD-"), (&bo, "-B--"), (&cy, "AAB-")] {
        take(who, &made, letters).await;
    }
    t.pass(80);
    let said = ada.results(&made).await.expect(200);
    let marks = |row: &Value| ["marks", "marksText", "marksDecimal", "marks10080"].map(|name| row[name].clone());
    let told: Vec<[Value; 4]> = said["results"].as_array().expect("rows").iter().map(marks).collect();
    let expected = [
        [json!("5/3"), json!("1⅔"), json!("1.6667"), json!(16_800)],
        [json!("-1/3"), json!("−⅓"), json!("-0.3333"), json!(-3_360)],
        [json!("-1"), json!("−1"), json!("-1.0000"), json!(-10_080)],
    ];
    assert_eq!(told, expected);
    assert_eq!(said["data"]["results"], said["results"]);
    let standing = ada.get(&format!("/contests/{}/standing", made.id)).await.expect(200);
    assert_eq!(marks(&standing["you"]), expected[2]);
    assert_eq!((&standing["mostMarks"], &standing["marksShown"]), (&json!("4"), &said["marksShown"]));
    let review = cy.get(&format!("/contests/{}/review", made.id)).await.expect(200);
    assert_eq!((marks(&review), marks(&review["you"])), (expected[0].clone(), expected[0].clone()));
    let of_questions: Vec<Value> = review["questions"]
        .as_array()
        .expect("questions")
        .iter()
        .map(|one| json!([one["marks"], one["marksText"], one["correct"]]))
        .collect();
    let wrong = json!(["-1/3", "−⅓", false]);
    assert_eq!(of_questions, [json!(["1", "+1", true]), json!(["1", "+1", true]), wrong, json!(["0", "0", false])]);
}

async fn a_floor_keeps_totals_from_falling(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let [ada, bo] = [t.person("ada").await, t.person("bo").await];
    for (floor, expected) in [
        ("none", [("bo", 1, "2"), ("ada", 2, "-3")]),
        ("question", [("bo", 1, "4"), ("ada", 2, "0")]),
        ("total", [("bo", 1, "2"), ("ada", 2, "0")]),
    ] {
        let made = marked(&t, &rohan, 3, json!({"preset": "jee_main", "floor": floor})).await;
        take(&ada, &made, "BBB").await;
        take(&bo, &made, "ABB").await;
        t.pass(80);
        assert_eq!(board(&ada, &made).await, rows(&expected), "{floor}");
    }
}

async fn a_plain_contest_says_nothing_of_marks(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let untouched = t.contest(&rohan, 0, 60, true, 2, 0).await;
    let set_to_plain = marked(&t, &rohan, 2, json!({"preset": "plain", "right": "1", "wrong": "0"})).await;
    let mut said = Vec::new();
    for made in [&untouched, &set_to_plain] {
        let shown = json!({"title": "Friday Quiz", "description": "Ten minutes", "answersShown": true});
        said.push(rohan.put(&format!("/contests/{}", made.id), shown).await.expect(200));
        said.push(ada.get(&format!("/contest/{}", made.id)).await.expect(200));
        said.push(ada.join(made).await);
        ada.answer(made, 0, "A").await.expect(200);
        ada.answer(made, 1, "B").await.expect(200);
        for path in ["attempt", "paper"] {
            said.push(ada.get(&format!("/contests/{}/{path}", made.id)).await.expect(200));
        }
    }
    t.pass(80);
    for made in [&untouched, &set_to_plain] {
        for path in ["standing", "review"] {
            said.push(ada.get(&format!("/contests/{}/{path}", made.id)).await.expect(200));
        }
        said.push(ada.results(made).await.expect(200));
        said.push(ada.post("/post/results?page=1&size=30", json!({"ContestId": made.id})).await.expect(200));
        said.push(rohan.get(&format!("/post/{}", made.id)).await.expect(200));
        let wish = json!({"questionId": made.questions[1], "marking": "everyone"});
        let path = format!("/contests/{}/corrections/preview", made.id);
        let preview = rohan.post(&path, wish).await.expect(200);
        assert_eq!(preview["changes"]["scores"], 1);
        said.push(preview);
    }
    for (who, path) in [
        (&ada, "/post/getallcontest"),
        (&ada, "/contest/my-contests"),
        (&rohan, "/post/getcontest"),
        (&ada, "/account/data"),
        (&rohan, "/account/data"),
    ] {
        said.push(who.get(path).await.expect(200));
    }
    for reply in said {
        let text = reply.to_string();
        for word in ["marks", "Marks", "preset", "tieBreak", "floor", "\"right\""] {
            assert!(!text.contains(word), "{word} in {text}");
        }
    }
}

async fn own_amounts_are_exact_or_refused(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.running(&rohan, 3).await;
    let path = rules_of(&made);
    for (typed, choice) in [("-0.33", "-1/3 (a third)"), ("−0.66", "-2/3"), ("-0.01", "0")] {
        let said = rohan.put(&path, json!({"preset": "own", "wrong": typed})).await.refused(400, "invalid");
        assert_eq!(said["field"], "wrong");
        assert!(said["message"].as_str().is_some_and(|say| say.contains(choice)), "{typed}: {said}");
    }
    for (strange, field) in [
        (json!({"right": "0"}), "right"),
        (json!({"right": "many"}), "right"),
        (json!({"wrong": "1"}), "wrong"),
        (json!({"preset": "neet"}), "preset"),
        (json!({"preset": "jee_main", "right": "5"}), "preset"),
        (json!({"floor": "zero"}), "floor"),
        (json!({"tieBreak": ["luck"]}), "tieBreak"),
        (json!({"tieBreak": ["starred", "less_time", "starred"]}), "tieBreak"),
        (json!({"partial": "half"}), "partial"),
        (json!({"preset": "gate", "partial": "share"}), "partial"),
        (json!({"minutes": 1441}), "minutes"),
    ] {
        let said = rohan.put(&path, strange.clone()).await.refused(400, "invalid");
        assert_eq!(said["field"], field, "{strange}: {said}");
    }
    assert_eq!(ada.get(&path).await.expect(200)["preset"], "plain", "nothing of it was kept");
    // As people type them: another minus, a fraction of one character, digits of another script.
    for (right, wrong, expected) in [
        ("1", "−1/3", ["1", "-1/3"]),
        ("½", "-⅓", ["0.5", "-1/3"]),
        ("१.५", "–0.25", ["1.5", "-0.25"]),
        ("2.5", "0", ["2.5", "0"]),
    ] {
        let said = rohan.put(&path, json!({"right": right, "wrong": wrong})).await.expect(200)["rules"].clone();
        assert_eq!(
            (&said["preset"], &said["right"], &said["wrong"]),
            (&json!("own"), &json!(expected[0]), &json!(expected[1]))
        );
    }
    let shown = ada.get(&format!("/contest/{}", made.id)).await.expect(200);
    assert_eq!(shown["questionMarks"], "+2.5, 0");
}

/// Two tabs: one sets a floor, the other takes the marks away. Whichever comes last, no contest has a floor and no marks.
async fn one_point_has_no_floor(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.contest(&rohan, 0, 60, true, 1, 0).await;
    let (rules, details) = (rules_of(&made), format!("/contests/{}", made.id));
    let refused = |said: Value| {
        assert_eq!(said["field"], "floor", "{said}");
        assert!(said["message"].as_str().is_some_and(|say| say.ends_with("or choose other marks.")), "{said}");
    };
    for floor in ["question", "total"] {
        for asked in [json!({"floor": floor}), json!({"preset": "plain", "right": "1", "wrong": "0", "floor": floor})] {
            refused(rohan.put(&rules, asked.clone()).await.refused(400, "invalid"));
            refused(rohan.put(&details, asked.clone()).await.refused(400, "invalid"));
            let mut new = json!({"title": "Mock paper", "startDate": t.moment(0), "endDate": t.moment(60)});
            new.as_object_mut().expect("an object").extend(asked.as_object().expect("an object").clone());
            refused(rohan.post("/post/createcontest", new).await.refused(400, "invalid"));
        }
        rohan.put(&details, json!({"preset": "jee_main", "floor": floor})).await.expect(200);
        let said = rohan.put(&details, json!({"preset": "plain"})).await.expect(200)["contest"].clone();
        assert!(said.get("floor").is_none() && said.get("marksShown").is_none(), "{said}");
        refused(rohan.put(&details, json!({"floor": floor})).await.refused(400, "invalid"));
    }
    // One that was saved so before keeps what it has, and takes everything else.
    let id = ContestId::parse(&made.id).expect("an id");
    let mut tx = t.app.db.begin().await.expect("begun");
    let old = r#"{"preset":"plain","right":"1","wrong":"0","floor":"total"}"#;
    sql("UPDATE contests SET rules = $2 WHERE id = $1").arg(id).arg(old).run(&mut tx).await.expect("set");
    tx.commit().await.expect("committed");
    rohan.put(&details, json!({"title": "Renamed", "answersShown": true})).await.expect(200);
    let same = rohan.get(&rules).await.expect(200);
    assert_eq!((&same["preset"], &same["floor"]), (&json!("plain"), &json!("total")));
    rohan.put(&rules, same).await.expect(200);
    rohan.put(&details, json!({"floor": "none"})).await.expect(200);
    refused(rohan.put(&details, json!({"floor": "total"})).await.refused(400, "invalid"));
}

/// Stars may stand in the order of equal marks before any question has one: the rule names them with the first.
async fn stars_are_named_where_there_are_some(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = marked(&t, &rohan, 0, json!({"preset": "jee_main", "tieBreak": ["starred", "less_time"]})).await;
    let names = async || {
        let (lobby, rule) = (format!("/contest/{}", made.id), rules_of(&made));
        let said = [ada.get(&lobby).await.expect(200), rohan.get(&rule).await.expect(200)];
        let [lobby, rule] = said.map(|said| said["marksShown"].as_str().expect("a rule").contains("starred"));
        assert_eq!(lobby, rule);
        rule
    };
    assert!(!names().await);
    let mut body = question(&made.id, 0, 0);
    body["star"] = json!(true);
    let id = rohan.post("/post/addQuestion", body).await.expect(201)["question"]["_id"].clone();
    assert!(names().await);
    rohan.delete(&format!("/post/{}/{}", made.id, id.as_str().expect("an id"))).await.expect(200);
    assert!(!names().await);
}

async fn marks_are_frozen_by_the_first_join(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = marked(&t, &rohan, 1, json!({"preset": "cat"})).await;
    ada.join(&made).await;
    for other in [
        json!({"preset": "jee_main"}),
        json!({}),
        json!({"preset": "cat", "floor": "total"}),
        json!({"preset": "cat", "tieBreak": ["less_time"]}),
    ] {
        let said = rohan.put(&rules_of(&made), other).await.refused(409, "contest_frozen");
        assert!(said["message"].as_str().is_some_and(|say| say.contains("Somebody has joined")), "{said}");
    }
    let details = json!({"title": "Renamed", "description": "", "preset": "gate"});
    rohan.put(&format!("/contests/{}", made.id), details).await.refused(409, "contest_frozen");
    // What is the same, and what does not name marks, goes through.
    rohan.put(&rules_of(&made), json!({"preset": "cat", "right": "3", "wrong": "-1"})).await.expect(200);
    let details = json!({"title": "Renamed", "description": "", "answersShown": true});
    let said = rohan.put(&format!("/contests/{}", made.id), details).await.expect(200)["contest"].clone();
    assert_eq!(
        (&said["preset"], &said["title"], &said["answersShown"]),
        (&json!("cat"), &json!("Renamed"), &json!(true))
    );
}

async fn only_the_owner_changes_rules(t: TestApp) {
    let (rohan, ada, root) = (t.organiser("rohan").await, t.person("ada").await, t.admin("root").await);
    let made = t.running(&rohan, 1).await;
    let private = t.contest(&rohan, 0, 3600, false, 1, 0).await;
    let asked = || json!({"preset": "jee_main"});
    for who in [&ada, &root] {
        who.put(&rules_of(&made), asked()).await.refused(403, "not_owner");
        assert_eq!(who.get(&rules_of(&made)).await.expect(200)["preset"], "plain");
    }
    ada.put(&rules_of(&private), asked()).await.refused(404, "missing");
    ada.get(&rules_of(&private)).await.refused(404, "missing");
    root.get(&rules_of(&private)).await.expect(200);
    rohan.put(&rules_of(&private), asked()).await.expect(200);
    let guest = t.browser();
    guest.get(&rules_of(&made)).await.refused(401, "logged_out");
    guest.put(&rules_of(&made), asked()).await.refused(401, "logged_out");
    ada.get("/contests/nonsense/rules").await.refused(404, "missing");
}

async fn totals_that_differ_never_read_alike(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let [ada, bo, cy] = [t.person("ada").await, t.person("bo").await, t.person("cy").await];
    let made = marked(&t, &rohan, 4, json!({"right": "1", "wrong": "-1/840"})).await;
    for (who, letters) in [(&ada, "A---"), (&bo, "AB--"), (&cy, "ABB-")] {
        take(who, &made, letters).await;
    }
    t.pass(80);
    let said = ada.post("/post/results?page=1&size=30", json!({"ContestId": made.id})).await.expect(200);
    let texts: Vec<&str> =
        said["results"].as_array().expect("rows").iter().filter_map(|row| row["marksText"].as_str()).collect();
    assert_eq!(texts, ["1", "839/840", "419/420"], "both are 1.00 with two decimals");
    // The own row says the same as the board.
    let standing = cy.get(&format!("/contests/{}/standing", made.id)).await.expect(200);
    assert_eq!(standing["you"]["marksText"], "419/420");
    // Whoever has everything right has as much as there is to have, in the same writing.
    let made = marked(&t, &rohan, 3, json!({"right": "1.125", "wrong": "-1/8"})).await;
    take(&ada, &made, "AAA").await;
    t.pass(80);
    let standing = ada.get(&format!("/contests/{}/standing", made.id)).await.expect(200);
    assert_eq!((&standing["you"]["marksText"], &standing["mostMarks"]), (&json!("3.38"), &json!("3.38")));
    assert_eq!(ada.results(&made).await.expect(200)["mostMarks"], "3.38");
}

/// Looks at a correction, and makes it. What was looked at is what happens.
async fn a_correction_moves_marks_as_its_preview_says(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let [ada, bo, cy] = [t.person("ada").await, t.person("bo").await, t.person("cy").await];
    let made = marked(&t, &rohan, 3, json!({"preset": "gate"})).await;
    for (who, letters) in [(&ada, "AA-"), (&bo, "BAA"), (&cy, "BB-")] {
        take(who, &made, letters).await;
    }
    t.pass(80);
    assert_eq!(board(&ada, &made).await, rows(&[("ada", 1, "2"), ("bo", 2, "5/3"), ("cy", 3, "-2/3")]));
    let places = async || -> Vec<(String, Value)> {
        let said = rohan.results(&made).await.expect(200);
        let place = |row: &Value| {
            json!({"rank": row["rank"], "correct": row["correctAnswerCount"], "wrong": row["wrongAnswerCount"],
                "durationMs": row["durationMs"], "marks": row["marks"], "marksDecimal": row["marksDecimal"],
                "marks10080": row["marks10080"], "marksText": row["marksText"]})
        };
        let rows = said["results"].as_array().expect("rows").iter();
        rows.map(|row| (row["fullName"].as_str().expect("a name").to_owned(), place(row))).collect()
    };
    let path = format!("/contests/{}/corrections", made.id);
    for (marking, accepted, expected, most) in [
        ("key", json!(["0-B"]), [("bo", 1, "3"), ("ada", 2, "2/3"), ("cy", 2, "2/3")], "3"),
        ("everyone", json!([]), [("bo", 1, "3"), ("ada", 2, "2"), ("cy", 3, "2/3")], "3"),
        ("answered", json!([]), [("bo", 1, "3"), ("ada", 2, "2"), ("cy", 3, "2/3")], "3"),
        ("void", json!([]), [("bo", 1, "2"), ("ada", 2, "1"), ("cy", 3, "-1/3")], "2"),
    ] {
        let wish = json!({"questionId": made.questions[0], "marking": marking, "accepted": accepted});
        let before = places().await;
        let looked = rohan.post(&format!("{path}/preview"), wish.clone()).await.expect(200);
        let mut asked = wish;
        asked["reason"] = json!("The book was wrong");
        asked["version"] = looked["version"].clone();
        let correction = rohan.post(&path, asked).await.expect(201)["correction"].clone();
        assert_eq!(correction["scores"], looked["changes"]["scores"]);
        let after = places().await;
        let mut found: Vec<(String, i64, String)> = board(&ada, &made).await;
        found.sort_by(|one, other| (one.1, &one.0).cmp(&(other.1, &other.0)));
        assert_eq!(found, rows(&expected), "{marking}");
        assert_eq!(ada.results(&made).await.expect(200)["mostMarks"], most, "{marking}");
        let moved = looked["moved"].as_array().expect("a list");
        let changed = after.iter().filter(|place| !before.contains(place)).count();
        assert_eq!(moved.len(), changed);
        for one in moved {
            let of = |places: &[(String, Value)]| {
                places.iter().find(|place| one["fullName"] == place.0.as_str()).expect("on the board").1.clone()
            };
            assert_eq!((&one["before"], &one["after"]), (&of(&before), &of(&after)), "{marking}");
        }
    }
}

async fn whoever_moves_is_told_the_marks(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let [ada, bo] = [t.person("ada").await, t.person("bo").await];
    let on = json!({"preferences": [{"about": "results", "push": true, "mail": true}]});
    ada.put("/notifications/preferences", on).await.expect(200);
    let made = marked(&t, &rohan, 2, json!({"preset": "upsc"})).await;
    take(&ada, &made, "BA").await;
    take(&bo, &made, "AB").await;
    t.pass(80);
    let path = format!("/contests/{}/corrections", made.id);
    let mut asked = json!({"questionId": made.questions[1], "marking": "key", "accepted": ["1-B"]});
    asked["version"] = rohan.post(&format!("{path}/preview"), asked.clone()).await.expect(200)["version"].clone();
    asked["reason"] = json!("The book was wrong");
    rohan.post(&path, asked).await.expect(201);
    t.run_jobs().await;
    let mails = t.mails().await;
    let mail = mails.iter().find(|mail| mail.subject.ends_with("was corrected")).expect("a mail");
    for line in ["Before: marks: 1⅓, 1 right, 1 wrong, rank 1", "Now: marks: −1⅓, 0 right, 2 wrong, rank 2"] {
        assert!(mail.text.contains(line), "{line} in {}", mail.text);
    }
}

async fn what_somebody_keeps_of_a_result_has_its_marks(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = marked(&t, &rohan, 3, json!({"preset": "quarter"})).await;
    take(&ada, &made, "AB-").await;
    let attempt = async || ada.get("/account/data").await.expect(200)["attempts"][0].clone();
    assert_eq!(attempt().await.get("marks"), None, "not before the end");
    t.pass(80);
    let kept = attempt().await;
    let marks =
        ["correctAnswerCount", "wrongAnswerCount", "marks", "marksText", "marks10080"].map(|name| kept[name].clone());
    assert_eq!(marks, [json!(1), json!(1), json!("0.75"), json!("0.75"), json!(7_560)]);
    assert!(kept["marksShown"].as_str().is_some_and(|rule| rule.contains("−0.25")), "{kept}");
    let own = rohan.get("/account/data").await.expect(200)["contests"][0].clone();
    assert_eq!((&own["preset"], &own["wrong"]), (&json!("quarter"), &json!("-0.25")));
}

/// Item-rest correlations of +4 and −1 are another number than those of right and wrong alone.
async fn the_statistics_count_in_marks(t: TestApp) {
    const SHEETS: [&str; 12] = [
        "AAAABA", "AABAA-", "AAAB-A", "ABAA-B", "AA-BAB", "A-BAB-", "BAA-BB", "AB-BBA", "-AB-BB", "BBBA-B", "B-ABB-",
        "BBB-BA",
    ];
    let rohan = t.organiser("rohan").await;
    let made = marked(&t, &rohan, 6, json!({"preset": "jee_main"})).await;
    for (number, letters) in SHEETS.into_iter().enumerate() {
        take(&t.person(&format!("p{number}")).await, &made, letters).await;
    }
    t.pass(80);
    let said = rohan.get(&format!("/contests/{}/analysis", made.id)).await.expect(200);
    // As scipy's `pearsonr` gives them for these sheets, and pingouin's alpha.
    let expected = [
        0.511_265_425_749,
        0.182_720_420_689,
        0.048_788_550_562,
        -0.219_264_504_827,
        0.166_975_845_676,
        -0.037_383_358_971,
    ];
    let questions = said["questions"].as_array().expect("questions");
    for (question, expected) in questions.iter().zip(expected) {
        // Those that fewer than ten answered have no number.
        if let Some(found) = question["discrimination"].as_f64() {
            assert!((found - expected).abs() < 1e-9, "{found}, {expected}");
        }
    }
    assert!(questions.iter().filter(|one| one["discrimination"].is_number()).count() >= 2, "{said}");
    assert!(said["reliability"].as_f64().is_some_and(|alpha| (alpha - 2564.0 / 9365.0).abs() < 1e-9), "{said}");
}

/// Numbers that look made up and are the same in every run.
struct Drawn(u64);

impl Drawn {
    fn below(&mut self, bound: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound) as i64
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize].clone()
    }
}

/// A rank that a list counts in the database, by one statement for each scheme, is the board's, which Rust sorts.
async fn lists_and_boards_rank_alike_under_any_scheme(t: TestApp) {
    const CONTESTS: usize = 16;
    let owners = [t.organiser("rohan").await, t.organiser("meera").await];
    let people = [
        t.person("ada").await,
        t.person("bo").await,
        t.person("cy").await,
        t.person("dev").await,
        t.person("eve").await,
        t.person("fay").await,
    ];
    let mut drawn = Drawn(2_026);
    let mut contests = Vec::new();
    for number in 0..CONTESTS {
        let mut ties = vec!["starred", "fewer_wrong", "more_right", "less_time"];
        for at in (1..ties.len()).rev() {
            ties.swap(at, drawn.below(at as u64 + 1) as usize);
        }
        ties.truncate(drawn.below(5) as usize);
        let rules = match number {
            0 => json!({}),
            1 => json!({"preset": "gate"}),
            _ => {
                json!({"preset": "own", "right": drawn.pick(&["1", "1/3", "4", "1000"]), "wrong": drawn.pick(&["0", "-1/3", "-1", "-1000"]),
                "floor": drawn.pick(&["none", "question", "total"]), "tieBreak": ties})
            }
        };
        contests.push(marked(&t, &owners[number % 2], 1, rules).await);
    }
    for made in &contests {
        for who in &people {
            who.join(made).await;
        }
    }
    // Few different numbers, so that many are equal, and a time of nobody who has not answered.
    let mut tx = t.app.db.begin().await.expect("begun");
    for (number, made) in contests.iter().enumerate() {
        for who in &people {
            let (correct, wrong, took) = (drawn.below(4) as i32, drawn.below(5) as i32, drawn.below(3) * 1_000);
            // Own marks and stars only where the contest has marks.
            let (extra, starred) =
                if number == 0 { (0, 0) } else { (drawn.below(3) * 3_360 - 3_360, drawn.below(2) as i32) };
            let last = "last_answer_at = CASE WHEN $3 + $4 > 0 THEN joined_at + $5 END";
            let changed = sql(format!(
                "UPDATE attempts SET correct = $3, wrong = $4, extra_marks = $6, starred = $7, {last}
                 WHERE contest_id = $1 AND user_id = $2"
            ))
            .arg(ContestId::parse(&made.id).expect("an id"))
            .arg(UserId::parse(&who.id).expect("an id"))
            .arg(correct)
            .arg(wrong)
            .arg(took)
            .arg(extra)
            .arg(starred)
            .run(&mut tx)
            .await
            .expect("changed");
            assert_eq!(changed, 1);
        }
    }
    tx.commit().await.expect("committed");
    t.pass(90);
    let mut ranks = [0; 6];
    for who in &people {
        let list = who.get("/contest/my-contests").await.expect(200);
        for made in &contests {
            let card = list.as_array().expect("a list").iter().find(|card| card["_id"] == made.id.as_str());
            let counted = card.expect("listed")["rank"].clone();
            let standing = who.get(&format!("/contests/{}/standing", made.id)).await.expect(200);
            assert_eq!(counted, standing["you"]["rank"], "{standing}");
            ranks[counted.as_u64().expect("a rank") as usize - 1] += 1;
        }
    }
    // Of six people with as many ranks, some share one.
    assert!(ranks[0] > CONTESTS && ranks.iter().all(|times| *times > 0), "{ranks:?}");
}

async fn nobody_joins_by_another_rule_than_shown(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.running(&rohan, 1).await;
    let topic = format!("contest:{}", made.id);
    let mut stream = ada.follow(&[&topic]).await;
    let first = stream.event().await.expect("an event").1;
    assert_eq!(first.get("marksShown"), None, "{first}");
    let join = async |shown: &Value| {
        ada.post("/complete", json!({"contestId": made.id, "intent": "join", "marksShown": shown})).await
    };
    let mut shown = json!("");
    for rules in [json!({"preset": "own", "wrong": "-5"}), json!({"preset": "cat"}), json!({})] {
        rohan.put(&rules_of(&made), rules).await.expect(200);
        join(&shown).await.refused(409, "rules_changed");
        let head = ada.get(&format!("/contest/{}", made.id)).await.expect(200);
        assert_eq!(head["joined"], false);
        // The stream may tell one state twice.
        stream.until_contest("marksShown", &head["marksShown"]).await;
        shown = head.get("marksShown").cloned().unwrap_or(json!(""));
    }
    let gate = rohan.put(&rules_of(&made), json!({"preset": "gate"})).await.expect(200)["rules"]["marksShown"].clone();
    stream.until_contest("marksShown", &gate).await;
    join(&gate).await.expect(200);
    // Whoever has joined goes on, whatever a page says that is open since before.
    assert_eq!(join(&shown).await.expect(200)["success"], false);
    // A client that knows of no rule joins by the one there is.
    t.person("bo").await.join(&made).await;
}

async fn an_invitation_tells_the_rule(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.contest(&rohan, 0, 3600, false, 1, 0).await;
    let invited = rohan.post(&format!("/contests/{}/invitation", made.id), json!({})).await.expect(201);
    let token = &invited["invitation"]["token"];
    let look = async || ada.post("/invitation/look", json!({"token": token})).await.expect(200)["contest"].clone();
    assert_eq!(look().await.get("marksShown"), None);
    rohan.put(&rules_of(&made), json!({"preset": "upsc"})).await.expect(200);
    let rule = rohan.get(&rules_of(&made)).await.expect(200)["marksShown"].clone();
    assert_eq!(look().await["marksShown"], rule);
}

/// What is misspelt would seem to be done; a contest sent back as it was read has more names than can be set.
async fn a_misspelt_detail_is_refused_and_a_whole_contest_taken(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = marked(&t, &rohan, 1, json!({"preset": "cat"})).await;
    let path = format!("/contests/{}", made.id);
    for (strange, name) in [
        (json!({"titel": "Renamed"}), "titel"),
        (json!({"Title": "Renamed", "_id": made.id}), "Title"),
        (json!({"answersshown": true, "title": null}), "answersshown"),
        (json!({"marksShown": "None"}), "marksShown"),
    ] {
        let said = rohan.put(&path, strange).await.refused(400, "invalid");
        let says = format!("“{name}” cannot be set here. These can be set: title, description, preset, right");
        assert!(said["message"].as_str().is_some_and(|say| say.starts_with(&says)), "{said}");
    }
    rohan.put(&path, json!({})).await.expect(200);
    let read = rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"].clone();
    let listed = rohan.get("/post/getallcontest").await.expect(200)["contests"][0].clone();
    for told in [rohan.get(&format!("/contest/{}", made.id)).await.expect(200), listed] {
        rohan.put(&path, told).await.expect(200);
    }
    let mut sent = read.clone();
    (sent["title"], sent["titel"]) = (json!("Renamed"), json!("Lost"));
    let said = rohan.put(&path, sent.clone()).await.refused(400, "invalid");
    assert!(said["message"].as_str().is_some_and(|say| say.starts_with("“titel” cannot be set here.")), "{said}");
    sent.as_object_mut().expect("an object").remove("titel");
    rohan.put(&path, sent).await.expect(200);
    let now = rohan.get(&format!("/post/{}", made.id)).await.expect(200)["contest"].clone();
    assert_eq!(
        (&now["title"], &now["preset"], &now["description"]),
        (&json!("Renamed"), &json!("cat"), &read["description"])
    );
}

async fn names_that_are_no_rule_are_refused(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = marked(&t, &rohan, 1, json!({"preset": "jee_main"})).await;
    for strange in [json!({"Preset": "cat"}), json!({"star": true}), json!({"preset": "cat", "foo": null})] {
        let said = rohan.put(&rules_of(&made), strange).await.refused(400, "invalid");
        assert!(
            said["message"].as_str().is_some_and(|say| say.contains("is not a rule. The rules are preset, right")),
            "{said}"
        );
    }
    let kept = rohan.get(&rules_of(&made)).await.expect(200);
    assert_eq!(kept["preset"], "jee_main");
    // What was read may be written.
    assert_eq!(rohan.put(&rules_of(&made), kept.clone()).await.expect(200)["rules"], kept);
}
