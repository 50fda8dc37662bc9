//! Stories of polls: creating, voting once, secrecy, the clock, credits, deleting.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use futures::future::join_all;
use quad_contests::polls as feature;
use quad_db::FromRow;
use quad_db::{Engine, sql};
use quad_kernel::ids::UserId;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Browser, TestApp};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    a_hundred_votes_of_one_person_make_one,
    the_tally_is_the_number_of_voters_at_every_moment,
    creating_costs_one_poll_credit,
    racing_the_last_poll_credit_makes_one_poll,
    racing_a_vote_against_the_deletion,
    a_poll_is_created_listed_and_voted_in,
);
plain_stories!(
    a_poll_is_checked_with_the_specifications_words,
    counts_sent_along_are_ignored,
    only_oneself_creates_and_votes,
    the_window_is_the_servers,
    a_strange_vote_is_refused,
    no_table_can_say_who_voted_for_what,
    no_answer_links_a_voter_to_an_option,
    nothing_of_a_vote_is_logged,
    a_poll_is_deleted_while_nobody_voted,
    lists_have_status_search_and_pages,
    the_own_data_says_where_one_voted_and_not_what,
);

async fn poll_credits(browser: &Browser) -> Value {
    browser.get("/checklogged").await.expect(200)["user"]["pollCredits"].clone()
}

async fn people(t: &TestApp, count: usize) -> Vec<Browser> {
    let names: Vec<String> = (0..count).map(|number| format!("voter{number}")).collect();
    join_all(names.iter().map(|name| t.person(name))).await
}

async fn a_poll_is_created_listed_and_voted_in(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let mut asked = t.poll_asked(" Where shall the trip go? ", -60, 3600, &[" Hampi ", "Coorg", "Ooty"]);
    asked["userId"] = json!(rohan.id);
    let made = rohan.post("/voting/create", asked).await.expect(201);
    assert_eq!(made["message"], "Poll created successfully!");
    let id = made["poll"]["id"].as_str().expect("an id");
    assert_eq!(
        made["poll"],
        json!({"id": id, "title": "Where shall the trip go?", "organization": "Hobby Club",
            "options": [{"name": "Hampi", "votes": 0}, {"name": "Coorg", "votes": 0}, {"name": "Ooty", "votes": 0}],
            "voters": 0, "startsAt": t.moment(-60), "endsAt": t.moment(3600), "createdAt": t.moment(0),
            "voted": false, "own": true})
    );
    let said = ada.vote(id, 1).await.expect(200);
    assert_eq!((&said["success"], &said["message"]), (&json!(true), &json!("polling successfully")));
    assert_eq!((&said["poll"]["voted"], &said["poll"]["options"][1]["votes"]), (&json!(true), &json!(1)));
    assert_eq!(said["serverNow"], t.moment(0));
    ada.vote(id, 1).await.refused(409, "already_voted");
    ada.vote(id, 2).await.refused(409, "already_voted");
    // The creator may vote as well.
    rohan.vote(id, 1).await.expect(200);
    let listed = ada.get("/voting/getpolls").await.expect(200);
    assert_eq!(
        listed,
        json!({"success": true, "total": 1, "serverNow": t.moment(0), "recentPolls": [{
            "_id": id, "Title": "Where shall the trip go?", "Organization": "Hobby Club", "Optionsize": 3,
            "Participate": [{"name": "Hampi", "count": [], "votes": 0}, {"name": "Coorg", "count": [null, null], "votes": 2},
                {"name": "Ooty", "count": [], "votes": 0}],
            "Totalvoter": [null, null], "voters": 2, "Starttime": t.moment(-60), "Endtime": t.moment(3600),
            "userId": rohan.id, "voted": true, "own": false}]})
    );
    let one = rohan.get(&format!("/polls/{id}")).await.expect(200);
    assert_eq!(
        (&one["poll"]["voters"], &one["poll"]["own"], &one["poll"]["voted"]),
        (&json!(2), &json!(true), &json!(true))
    );
    assert_eq!(one["serverNow"], t.moment(0));
}

async fn a_poll_is_checked_with_the_specifications_words(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let named = |names: &[&str]| names.iter().map(|name| json!({"name": name, "count": []})).collect::<Value>();
    let eleven: Vec<String> = (0..11).map(|number| number.to_string()).collect();
    let eleven: Vec<&str> = eleven.iter().map(String::as_str).collect();
    for (key, value, say) in [
        ("Title", json!("  "), "Poll title is required"),
        ("Title", json!("x".repeat(201)), "Poll title may have at most 200 characters"),
        ("Organization", json!(""), "Organization name is required"),
        ("Starttime", json!(" "), "Start time is required"),
        ("Endtime", json!(""), "End time is required"),
        ("Endtime", json!(t.moment(60)), "End time must be after start time"),
        ("Endtime", json!(t.moment(59)), "End time must be after start time"),
        ("Participate", named(&["Yes", "  "]), "Option 2 cannot be empty"),
        ("Participate", named(&["", "No"]), "Option 1 cannot be empty"),
        ("Participate", named(&["Yes", "No", " yES "]), "Options 1 and 3 are the same"),
        ("Participate", named(&["Yes"]), "A poll has 2 to 10 options"),
        ("Participate", named(&eleven), "A poll has 2 to 10 options"),
        ("Participate", json!([]), "A poll has 2 to 10 options"),
    ] {
        let mut asked = t.poll_asked("Lunch?", 60, 3600, &["Yes", "No"]);
        asked[key] = value;
        let said = rohan.post("/voting/create", asked).await.refused(400, "invalid");
        assert_eq!((said["message"].as_str(), said["field"].as_str()), (Some(say), Some(key)));
    }
    let past = t.poll_asked("Lunch?", -3600, 0, &["Yes", "No"]);
    let said = rohan.post("/voting/create", past).await.refused(400, "invalid");
    assert_eq!((&said["message"], &said["field"]), (&json!("The end must be in the future"), &json!("Endtime")));
    for (start, end) in [("2026-11-20T18:00", "2026-11-21T18:00"), ("soon", "later")] {
        let mut asked = t.poll_asked("Lunch?", 60, 3600, &["Yes", "No"]);
        (asked["Starttime"], asked["Endtime"]) = (json!(start), json!(end));
        assert_eq!(rohan.post("/voting/create", asked).await.refused(400, "invalid")["field"], "Starttime");
    }
    assert_eq!(rohan.get("/voting/getpolls").await.expect(200)["recentPolls"], json!([]));
    assert_eq!(poll_credits(&rohan).await, 20, "a refused poll costs nothing");
    rohan.post("/voting/create", t.poll_asked("Lunch?", 60, 3600, &eleven[..10])).await.expect(201);
}

async fn counts_sent_along_are_ignored(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let mut asked = t.poll_asked("Lunch?", 0, 3600, &["Yes", "No"]);
    asked["Participate"][0]["count"] = json!([rohan.id, "x", null, 5]);
    asked["Totalvoter"] = json!([rohan.id]);
    asked["Optionsize"] = json!("seven");
    asked["voters"] = json!(99);
    let made = rohan.post("/voting/create", asked).await.expect(201);
    assert_eq!((&made["poll"]["voters"], &made["poll"]["options"][0]["votes"]), (&json!(0), &json!(0)));
    let seen = rohan.get("/voting/getpolls").await.expect(200)["recentPolls"][0].clone();
    assert_eq!((&seen["Optionsize"], &seen["Totalvoter"], &seen["voted"]), (&json!(2), &json!([]), &json!(false)));
}

async fn only_oneself_creates_and_votes(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let poll = t.poll(&rohan, &["Yes", "No"]).await;
    let guest = t.browser();
    for path in ["/voting/getpolls".to_owned(), "/polls".to_owned(), format!("/polls/{poll}")] {
        guest.get(&path).await.refused(401, "logged_out");
    }
    guest.vote(&poll, 0).await.refused(401, "logged_out");
    guest.post("/voting/create", t.poll_asked("T", 0, 60, &["Yes", "No"])).await.refused(401, "logged_out");
    guest.delete(&format!("/polls/{poll}")).await.refused(401, "logged_out");
    let foreign = json!({"pollId": poll, "index": 0, "userId": rohan.id});
    ada.post("/voting/vote", foreign).await.refused(403, "identity_mismatch");
    let mut asked = t.poll_asked("T", 0, 60, &["Yes", "No"]);
    asked["userId"] = json!(ada.id);
    rohan.post("/voting/create", asked).await.refused(403, "identity_mismatch");
    let headers = [("x-user-id", rohan.id.as_str())];
    let vote = json!({"pollId": poll, "index": 0});
    ada.ask(Method::POST, "/voting/vote", Some(vote.clone()), &headers).await.refused(403, "identity_mismatch");
    assert_eq!(rohan.tally(&poll).await, (vec![0, 0], 0));
    // Without any id it is whoever is logged in.
    ada.post("/voting/vote", vote).await.expect(200);
}

async fn the_window_is_the_servers(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let asked = t.poll_asked("Lunch?", 60, 120, &["Yes", "No"]);
    let id = rohan.post("/voting/create", asked).await.expect(201)["poll"]["id"].as_str().expect("an id").to_owned();
    t.pass(59);
    let early = ada.vote(&id, 0).await.refused(403, "poll_not_active");
    assert_eq!(early["message"], "This poll hasn't started yet. Check back later!");
    t.pass(1);
    ada.vote(&id, 0).await.expect(200);
    t.pass(59);
    rohan.vote(&id, 1).await.expect(200);
    t.pass(1);
    let bo = t.person("bo").await;
    for late in [bo.vote(&id, 0).await, ada.vote(&id, 0).await] {
        let said = late.refused(403, "poll_not_active");
        assert_eq!(said["message"], "This poll has ended. Final results are displayed above.");
    }
    assert_eq!(bo.tally(&id).await, (vec![1, 1], 2));
}

async fn a_strange_vote_is_refused(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let poll = t.poll(&rohan, &["Yes", "No"]).await;
    for index in [2, -1, 10, i64::MAX, i64::MIN, 1 << 32] {
        let said = rohan.vote(&poll, index).await.refused(400, "invalid");
        assert_eq!((&said["field"], &said["message"]), (&json!("index"), &json!("This poll has no such option")));
    }
    for index in [json!("0"), json!(0.5), json!(null), json!([0])] {
        rohan.post("/voting/vote", json!({"pollId": poll, "index": index})).await.refused(400, "invalid");
    }
    rohan.post("/voting/vote", json!({"pollId": poll})).await.refused(400, "invalid");
    for id in ["", "undefined", "01a1f8ef-6140-7277-9208-019e6cd572a8", "'--"] {
        rohan.vote(id, 0).await.refused(404, "missing");
    }
    assert_eq!(rohan.tally(&poll).await, (vec![0, 0], 0));
}

async fn a_hundred_votes_of_one_person_make_one(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let poll = t.poll(&rohan, &["Yes", "No", "Maybe"]).await;
    let answers = join_all((0..100).map(|number| rohan.vote(&poll, number % 3))).await;
    let taken = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(taken, 1);
    for answer in answers.into_iter().filter(|answer| answer.status != 200) {
        answer.refused(409, "already_voted");
    }
    let (votes, voters) = rohan.tally(&poll).await;
    assert_eq!((votes.iter().sum::<i64>(), voters), (1, 1));
}

async fn the_tally_is_the_number_of_voters_at_every_moment(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let poll = t.poll(&rohan, &["Yes", "No", "Maybe"]).await;
    let voters = people(&t, 60).await;
    let (done, looks, looking) = (AtomicBool::new(false), AtomicUsize::new(0), t.log_in("rohan").await);
    let look = async {
        let mut seen = 0;
        loop {
            // Read before the look, so that the last look is after the last vote.
            let last = done.load(Ordering::SeqCst);
            let (votes, counted) = looking.tally(&poll).await;
            assert_eq!(votes.iter().sum::<i64>(), counted);
            let listed = looking.get("/voting/getpolls").await.expect(200)["recentPolls"][0].clone();
            let length = |list: &Value| list.as_array().map_or(0, Vec::len);
            let sum: usize =
                listed["Participate"].as_array().expect("options").iter().map(|one| length(&one["count"])).sum();
            assert_eq!((sum, listed["voters"].as_u64()), (length(&listed["Totalvoter"]), Some(sum as u64)));
            assert!(counted >= seen && sum as i64 >= counted, "votes do not vanish");
            seen = sum as i64;
            looks.fetch_add(1, Ordering::SeqCst);
            if last {
                return seen;
            }
        }
    };
    let poll = &poll;
    let vote = async {
        for (wave, voters) in voters.chunks(10).enumerate() {
            // At least one look falls between any two waves; more fall into them.
            while looks.load(Ordering::SeqCst) < wave {
                // Then it looks again.
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            let all = voters.iter().enumerate().map(async |(at, voter)| voter.vote(poll, (wave + at) as i64 % 3).await);
            for answer in join_all(all).await {
                answer.expect(200);
            }
        }
        done.store(true, Ordering::SeqCst);
    };
    let (seen, ()) = tokio::join!(look, vote);
    assert_eq!(seen, 60);
    assert_eq!(rohan.tally(poll).await, (vec![20, 20, 20], 60));
    let noted = sql("SELECT COUNT(*) AS value FROM poll_votes").value::<i64>(&t.app.db).await.expect("read");
    assert_eq!(noted, Some(60));
}

#[derive(FromRow)]
struct Name {
    name: String,
}

async fn columns(t: &TestApp, table: &str) -> Vec<String> {
    let text = match t.app.db.engine() {
        Engine::Sqlite => "SELECT name FROM pragma_table_info($1) ORDER BY name",
        Engine::Postgres => {
            "SELECT column_name::text AS name FROM information_schema.columns WHERE table_name = $1 ORDER BY 1"
        }
    };
    let rows: Vec<Name> = sql(text).arg(table).all(&t.app.db).await.expect("columns");
    rows.into_iter().map(|row| row.name).collect()
}

async fn no_table_can_say_who_voted_for_what(t: TestApp) {
    const OTHERS: [&str; 7] = [
        "audit_entries",
        "credit_balances",
        "credit_entries",
        "payment_orders",
        "payment_refunds",
        "question_pictures",
        "questions",
    ];
    assert_eq!(columns(&t, "poll_votes").await, ["poll_id", "user_id"]);
    assert_eq!(columns(&t, "poll_options").await, ["no", "poll_id", "text", "votes"]);
    let of_polls = ["created_at", "ends_at", "id", "organization", "owner_id", "search_text", "starts_at", "title"];
    assert_eq!(columns(&t, "polls").await, of_polls);
    // Nor is there another one that points to a poll: the others count how many polls somebody may make, or are about contests.
    let with_poll = match t.app.db.engine() {
        Engine::Sqlite => {
            "SELECT DISTINCT m.name AS name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'
             AND (m.name LIKE '%poll%' OR c.name LIKE '%poll%' OR c.name LIKE '%option%') ORDER BY 1"
        }
        Engine::Postgres => {
            "SELECT DISTINCT table_name::text AS name FROM information_schema.columns WHERE table_schema = 'public'
             AND (table_name LIKE '%poll%' OR column_name LIKE '%poll%' OR column_name LIKE '%option%') ORDER BY 1"
        }
    };
    let tables: Vec<Name> = sql(with_poll).all(&t.app.db).await.expect("tables");
    let of_polls = tables.into_iter().map(|one| one.name).filter(|name| !OTHERS.contains(&name.as_str()));
    assert_eq!(of_polls.collect::<Vec<_>>(), ["poll_options", "poll_votes", "polls"]);
}

#[derive(Debug, FromRow)]
struct Voter {
    #[expect(dead_code, reason = "shown by Debug")]
    voter: UserId,
}

#[derive(Debug, FromRow)]
struct Tally {
    #[expect(dead_code, reason = "shown by Debug")]
    no: i32,
    #[expect(dead_code, reason = "shown by Debug")]
    votes: i32,
}

/// Everything anybody is told after `first` and `second` have voted, and every row kept of it.
async fn told(t: &TestApp, first: i64, second: i64) -> Vec<String> {
    let (rohan, root) = (t.organiser("rohan").await, t.admin("root").await);
    let (ada, bo) = (t.person("ada").await, t.person("bo").await);
    let poll = t.poll(&rohan, &["Yes", "No"]).await;
    ada.vote(&poll, first).await.expect(200);
    bo.vote(&poll, second).await.expect(200);
    let mut told = Vec::new();
    for who in [&rohan, &root, &ada, &bo] {
        let document = serde_json::to_value(quad::router::document()).expect("JSON");
        for (path, operations) in document["paths"].as_object().expect("paths") {
            // What a disk has free and the size of the database are not the same twice.
            if operations.get("get").is_none() || matches!(path.as_str(), "/logout" | "/live" | "/system") {
                continue;
            }
            let filled = path.replace("{pollId}", &poll).replace("{userId}", &who.id);
            if filled.contains('{') {
                continue;
            }
            told.push(format!("{filled}: {}", String::from_utf8_lossy(&who.get(&filled).await.bytes)));
        }
        who.vote(&poll, 0).await.expect_already(&mut told);
        let topic = format!("poll:{poll}");
        told.push(format!("{:?}", who.follow(&[&topic]).await.event().await));
        let id = UserId::parse(&who.id).expect("an id");
        told.push(serde_json::to_string(&feature::export_data(&t.app.db, id).await.expect("kept")).expect("JSON"));
    }
    // In the order the engine keeps them.
    let voters: Vec<Voter> = sql("SELECT user_id AS voter FROM poll_votes").all(&t.app.db).await.expect("rows");
    let tallies: Vec<Tally> = sql("SELECT no, votes FROM poll_options ORDER BY no").all(&t.app.db).await.expect("rows");
    told.push(format!("{voters:?} {tallies:?}"));
    told
}

trait Already {
    fn expect_already(self, told: &mut Vec<String>);
}

impl Already for crate::harness::Answer {
    /// A second vote, or the one of somebody who only looked; neither may tell.
    fn expect_already(self, told: &mut Vec<String>) {
        if self.status == 409 {
            let mut body = self.body;
            body["request_id"] = Value::Null;
            told.push(body.to_string());
        }
    }
}

async fn no_answer_links_a_voter_to_an_option(t: TestApp) {
    // Two servers that are alike but for who voted for what say the same, to everybody, byte for byte.
    let other = t.another(&[], 1).await;
    let (one, two) = (told(&t, 0, 1).await, told(&other, 1, 0).await);
    assert_eq!(one.len(), two.len());
    assert!(one.len() > 40, "{}", one.len());
    for (one, two) in one.iter().zip(&two) {
        assert_eq!(without_request_ids(one), without_request_ids(two));
    }
}

/// Request ids are drawn from the same source in the same order on both; answers at the same moment may swap theirs.
fn without_request_ids(text: &str) -> String {
    let mut parts = text.split("\"request_id\":\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('"').map_or("", |(_, rest)| rest))
}

async fn nothing_of_a_vote_is_logged(t: TestApp) {
    let log = t.log();
    let rohan = t.organiser("rohan").await;
    let ada = t.person("secretary").await;
    let poll = t.poll(&rohan, &["Aubergine", "Bittergourd"]).await;
    let before = log.len();
    ada.vote(&poll, 1).await.expect(200);
    ada.vote(&poll, 0).await.refused(409, "already_voted");
    t.run_jobs().await;
    let text = log.text_from(before);
    assert!(text.contains("/api/voting/vote"), "the log is read");
    for told in [ada.id.as_str(), "secretary", "Aubergine", "Bittergourd", "\"index\""] {
        let line = text.lines().find(|line| line.contains(told));
        assert!(line.is_none(), "the log speaks of a ballot: {line:?}");
    }
}

async fn creating_costs_one_poll_credit(t: TestApp) {
    let (rohan, ada, root) = (t.organiser("rohan").await, t.person("ada").await, t.admin("root").await);
    let asked = t.poll_asked("Lunch?", 0, 60, &["Yes", "No"]);
    ada.post("/voting/create", asked.clone()).await.refused(403, "no_poll_credit");
    rohan.post("/voting/create", asked.clone()).await.expect(201);
    assert_eq!(poll_credits(&rohan).await, 19);
    root.post("/voting/create", asked.clone()).await.expect(201);
    assert_eq!(root.get("/polls").await.expect(200)["total"], 2);
    let free = t.another(&[("QUAD_BILLING", "off"), ("QUAD_CREATIONS_PER_DAY", "2")], 3).await;
    let bo = free.person("bo").await;
    bo.post("/voting/create", asked.clone()).await.expect(201);
    bo.post("/voting/create", asked.clone()).await.expect(201);
    bo.post("/voting/create", asked).await.refused(429, "daily_limit");
}

async fn racing_the_last_poll_credit_makes_one_poll(t: TestApp) {
    let ada = t.person("ada").await;
    let email = "ada@meridian.example";
    assert!(quad_contests::payments::grant_by_operator(&t.app, email, 0, 1).await.is_ok());
    let asked = t.poll_asked("Lunch?", 0, 60, &["Yes", "No"]);
    let answers = join_all((0..20).map(|_| ada.post("/voting/create", asked.clone()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    for answer in answers.into_iter().filter(|answer| answer.status != 201) {
        answer.refused(403, "no_poll_credit");
    }
    assert_eq!(ada.get("/polls").await.expect(200)["total"], 1);
    assert_eq!(poll_credits(&ada).await, 0);
}

async fn a_poll_is_deleted_while_nobody_voted(t: TestApp) {
    let (rohan, ada, root) = (t.organiser("rohan").await, t.person("ada").await, t.admin("root").await);
    let (first, second) = (t.poll(&rohan, &["Yes", "No"]).await, t.poll(&rohan, &["Yes", "No"]).await);
    let (third, fourth) = (t.poll(&rohan, &["Yes", "No"]).await, t.poll(&root, &["Yes", "No"]).await);
    let path = |id: &str| format!("/polls/{id}");
    assert_eq!(poll_credits(&rohan).await, 17);
    ada.delete(&path(&first)).await.refused(403, "not_owner");
    let said = rohan.delete(&path(&first)).await.expect(200);
    assert_eq!(said["message"], "Poll deleted; its creation credit is yours again");
    assert_eq!(poll_credits(&rohan).await, 18);
    rohan.delete(&path(&first)).await.refused(404, "missing");
    rohan.get(&path(&first)).await.refused(404, "missing");
    ada.vote(&first, 0).await.refused(404, "missing");
    // Once somebody has voted it stays.
    ada.vote(&second, 0).await.expect(200);
    rohan.delete(&path(&second)).await.refused(409, "poll_has_votes");
    assert_eq!(rohan.tally(&second).await, (vec![1, 0], 1));
    assert_eq!(root.delete(&path(&second)).await.expect(200)["message"], "Poll deleted");
    assert_eq!(poll_credits(&rohan).await, 18, "votes were lost; nothing comes back");
    // An administrator's deletion of an unused one gives the owner the credit, and an own one was free.
    assert_eq!(root.delete(&path(&third)).await.expect(200)["message"], "Poll deleted");
    assert_eq!(poll_credits(&rohan).await, 19);
    assert_eq!(root.delete(&path(&fourth)).await.expect(200)["message"], "Poll deleted");
    for table in ["polls", "poll_options", "poll_votes"] {
        let left = sql(format!("SELECT COUNT(*) AS value FROM {table}")).value::<i64>(&t.app.db).await;
        assert_eq!(left.expect("counted"), Some(0), "{table}");
    }
}

async fn racing_a_vote_against_the_deletion(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let voters = people(&t, 6).await;
    for round in 0..8 {
        let before = poll_credits(&rohan).await.as_i64().expect("a number");
        let poll = t.poll(&rohan, &["Yes", "No", "Maybe"]).await;
        let path = format!("/polls/{poll}");
        let votes = join_all(voters.iter().enumerate().map(|(at, voter)| voter.vote(&poll, (at as i64 + round) % 3)));
        let deletions = join_all([rohan.delete(&path), rohan.delete(&path)]);
        let (votes, deletions) = tokio::join!(votes, deletions);
        let taken = votes.iter().filter(|answer| answer.status == 200).count() as i64;
        let deleted = deletions.iter().filter(|answer| answer.status == 200).count();
        for answer in votes.iter().chain(&deletions) {
            assert!(matches!(answer.status.as_u16(), 200 | 404 | 409), "{}", answer.body);
        }
        let left = poll_credits(&rohan).await.as_i64().expect("a number");
        if deleted == 1 {
            // Whoever voted in time was answered before the poll went; then it could not have gone.
            assert_eq!((taken, left), (0, before));
            rohan.get(&path).await.refused(404, "missing");
        } else {
            assert_eq!(deleted, 0);
            assert_eq!((rohan.tally(&poll).await.1, left), (taken, before - 1));
            assert!(taken > 0);
        }
    }
}

async fn lists_have_status_search_and_pages(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    for (title, start, end) in [
        ("Ends late 100%", -60, 9000),
        ("Begins late", 8000, 9000),
        ("Ends soon", -60, 600),
        ("Begins soon", 100, 9000),
        ("Over long ago", 0, 10),
        ("Over lately", 0, 20),
    ] {
        rohan.post("/voting/create", t.poll_asked(title, start, end, &["Yes", "No"])).await.expect(201);
        t.pass(1);
    }
    t.pass(60);
    let titles = |said: &Value| -> Vec<String> {
        let polls = said["polls"].as_array().expect("a list").iter();
        polls.map(|poll| poll["title"].as_str().expect("a title").to_owned()).collect()
    };
    let all = rohan.get("/polls").await.expect(200);
    let order = ["Ends soon", "Ends late 100%", "Begins soon", "Begins late", "Over lately", "Over long ago"];
    assert_eq!(titles(&all), order);
    assert_eq!(all["counts"], json!({"all": 6, "upcoming": 2, "active": 2, "ended": 2}));
    for (status, from) in [("active", 0), ("upcoming", 2), ("ended", 4)] {
        let some = rohan.get(&format!("/polls?status={status}")).await.expect(200);
        assert_eq!(
            (titles(&some), &some["total"]),
            (order[from..from + 2].iter().map(|&it| it.to_owned()).collect(), &json!(2))
        );
        assert_eq!(some["counts"], all["counts"]);
    }
    let found = rohan.get("/polls?q=SOON%20ends").await.expect(200);
    assert_eq!((titles(&found).len(), &found["total"], &found["counts"]["ended"]), (1, &json!(1), &json!(0)));
    assert_eq!(rohan.get("/polls?q=100%25").await.expect(200)["total"], 1, "a wildcard means itself");
    assert_eq!(rohan.get("/polls?q=hobby").await.expect(200)["total"], 6, "the organization is searched");
    let page = rohan.get("/polls?page=2&size=4").await.expect(200);
    assert_eq!((titles(&page).len(), &page["total"]), (2, &json!(6)));
    assert_eq!(titles(&rohan.get("/polls?page=9").await.expect(200)), Vec::<String>::new());
    let recent = rohan.get("/voting/getpolls?page=1&size=2").await.expect(200);
    assert_eq!((&recent["recentPolls"][0]["Title"], &recent["total"]), (&json!("Over lately"), &json!(6)));
    assert_eq!(recent["recentPolls"].as_array().map(Vec::len), Some(2));
    for strange in ["?status=completed", "?page=0", "?size=101", "?page=x", "?q=%00"] {
        rohan.get(&format!("/polls{strange}")).await.refused(400, "invalid");
    }
    rohan.get("/voting/getpolls?size=101").await.refused(400, "invalid");
}

async fn the_own_data_says_where_one_voted_and_not_what(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let poll = t.poll(&rohan, &["Yes", "No"]).await;
    ada.vote(&poll, 1).await.expect(200);
    let kept = async |who: &Browser| {
        let kept = feature::export_data(&t.app.db, UserId::parse(&who.id).expect("an id")).await.expect("kept");
        serde_json::to_value(kept).expect("JSON")
    };
    assert_eq!(
        kept(&ada).await,
        json!({"created": [], "votedIn": [{"id": poll, "title": "Where to?", "organization": "Hobby Club"}]})
    );
    let own = kept(&rohan).await;
    assert_eq!((own["created"][0]["options"][1]["votes"].as_i64(), &own["votedIn"]), (Some(1), &json!([])));
}
