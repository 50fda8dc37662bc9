//! Stories of private contests shared by a link: making, replacing and revoking it, coming in by it, and staying.

use futures::future::join_all;
use quad_db::sql;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Made, PASSWORD, TestApp, stagger};
use crate::{on_both_engines, plain_stories};

on_both_engines!(
    racing_a_hundred_acceptances,
    racing_a_revocation_against_acceptances,
    racing_two_new_links,
    racing_an_acceptance_against_the_end_of_its_account,
);

plain_stories!(
    a_link_is_made_replaced_and_revoked,
    links_are_the_owners,
    a_link_tells_what_it_leads_to,
    whoever_accepts_sees_a_private_contest_like_a_public_one,
    a_dead_link_lets_nobody_in_and_those_inside_stay,
    guests_find_the_contest_in_their_lists,
    guests_are_no_owners,
    the_owner_becomes_no_guest,
    guessing_is_slowed,
    a_deleted_contest_takes_its_link_along,
    deleted_accounts_leave_no_guests_and_no_links,
    the_data_names_accepted_invitations,
    no_token_is_logged,
);

async fn invite(owner: &Browser, contest: &Made) -> String {
    let said = owner.post(&path(contest), json!(null)).await.expect(201);
    said["invitation"]["token"].as_str().expect("a token").to_owned()
}

fn path(contest: &Made) -> String {
    format!("/contests/{}/invitation", contest.id)
}

async fn accept(who: &Browser, token: &str) -> Answer {
    who.post("/invitation/accept", json!({"token": token})).await
}

async fn look(who: &Browser, token: &str) -> Answer {
    who.post("/invitation/look", json!({"token": token})).await
}

async fn private(t: &TestApp, owner: &Browser) -> Made {
    t.contest(owner, 0, 3600, false, 2, 0).await
}

async fn count(t: &TestApp, from: &str) -> i64 {
    sql(format!("SELECT count(*) AS value FROM {from}")).value(&t.app.db).await.expect("counted").expect("a number")
}

async fn a_link_is_made_replaced_and_revoked(t: TestApp) {
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let made = private(&t, &rohan).await;
    assert_eq!(rohan.get(&path(&made)).await.expect(200), json!({"success": true, "invitation": null}));
    let said = rohan.ask(Method::POST, &path(&made), None, &[]).await.expect(201);
    let first = said["invitation"]["token"].as_str().expect("a token").to_owned();
    assert_eq!(said, json!({"success": true, "invitation": {"token": first, "createdAt": t.moment(0), "accepted": 0}}));
    assert_eq!(first.len(), 22, "128 bits, safe in an address");
    assert!(first.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-' || c == b'_'));
    assert_eq!(rohan.get(&path(&made)).await.expect(200), said, "it is shown again");
    accept(&ananya, &first).await.expect(200);
    assert_eq!(rohan.get(&path(&made)).await.expect(200)["invitation"]["accepted"], 1);

    t.pass(5);
    let second = invite(&rohan, &made).await;
    assert_ne!(first, second);
    let dead = look(&ananya, &first).await.refused(404, "missing");
    let say =
        "This invitation link does not work, or no longer works. Ask the person who sent it to you for a new one.";
    assert_eq!(dead["message"], say);
    let now = rohan.get(&path(&made)).await.expect(200)["invitation"].clone();
    assert_eq!((&now["token"], &now["createdAt"], &now["accepted"]), (&json!(second), &json!(t.moment(0)), &json!(1)));

    let said = rohan.delete(&path(&made)).await.expect(200);
    assert_eq!(said["message"], "The invitation link no longer works; people who have accepted it stay");
    rohan.delete(&path(&made)).await.expect(200);
    assert_eq!(rohan.get(&path(&made)).await.expect(200)["invitation"], json!(null));
    look(&ananya, &second).await.refused(404, "missing");
}

async fn links_are_the_owners(t: TestApp) {
    let (rohan, meera, root) = (t.organiser("rohan").await, t.organiser("meera").await, t.admin("root").await);
    let (hidden, public) = (private(&t, &rohan).await, t.running(&rohan, 1).await);
    let token = invite(&rohan, &hidden).await;
    for method in [Method::GET, Method::POST, Method::DELETE] {
        meera.ask(method.clone(), &path(&hidden), None, &[]).await.refused(404, "missing");
        meera.ask(method.clone(), &path(&public), None, &[]).await.refused(403, "not_owner");
        t.browser().ask(method, &path(&hidden), None, &[]).await.refused(401, "logged_out");
    }
    assert_eq!(root.get(&path(&hidden)).await.expect(200)["invitation"]["token"], json!(token), "ADMIN reads");
    root.post(&path(&hidden), json!(null)).await.refused(403, "not_owner");
    root.delete(&path(&hidden)).await.refused(403, "not_owner");
    accept(&t.browser(), &token).await.refused(401, "logged_out");
    // A public contest may be shared too: then its guests stay when it turns private.
    let token = invite(&rohan, &public).await;
    accept(&meera, &token).await.expect(200);
    rohan.post("/post/makepublic", json!({"isPublic": false, "contestId": public.id})).await.expect(200);
    meera.get(&format!("/contest/{}", public.id)).await.expect(200);
}

async fn a_link_tells_what_it_leads_to(t: TestApp) {
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let made = private(&t, &rohan).await;
    let token = invite(&rohan, &made).await;
    let contest = json!({"id": made.id, "title": "Friday Quiz", "description": "Ten minutes", "startDate": t.moment(0),
        "endDate": t.moment(3600), "questionCount": 2, "owner": "Rohan Test"});
    let told = |accepted: bool, own: bool| json!({"success": true, "contest": contest, "accepted": accepted, "own": own, "serverNow": t.moment(0)});
    // Whoever holds the link sees what it is for before there is an account.
    assert_eq!(look(&t.browser(), &token).await.expect(200), told(false, false));
    look(&t.browser(), &token[..21]).await.refused(404, "missing");
    accept(&t.browser(), &token).await.refused(401, "logged_out");
    assert_eq!(look(&ananya, &token).await.expect(200), told(false, false));
    assert_eq!(look(&rohan, &token).await.expect(200), told(false, true));
    ananya.get(&format!("/contest/{}", made.id)).await.refused(404, "missing");
    let say = "You have accepted: the contest is now under Contests";
    let accepted = json!({"success": true, "message": say, "contest": contest});
    assert_eq!(accept(&ananya, &token).await.expect(200), accepted);
    assert_eq!(accept(&ananya, &token).await.expect(200), accepted, "again changes nothing");
    assert_eq!(look(&ananya, &token).await.expect(200), told(true, false));
    assert_eq!(count(&t, "contest_guests").await, 1);
    // The same letters in another case, cut off, or longer are another token.
    let swapped: String = token
        .chars()
        .map(|c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
        .collect();
    for wrong in [swapped.as_str(), &token[..21], &format!("{token}A"), "undefined", &made.id] {
        look(&ananya, wrong).await.refused(404, "missing");
        accept(&ananya, wrong).await.refused(404, "missing");
    }
}

/// Every call a participant makes, before and after the end.
async fn whoever_accepts_sees_a_private_contest_like_a_public_one(t: TestApp) {
    let (rohan, ananya, meera) = (t.organiser("rohan").await, t.person("ananya").await, t.person("meera").await);
    let (made, twin) = (private(&t, &rohan).await, t.running(&rohan, 2).await);
    let shown = json!({"title": "Friday Quiz", "description": "Ten minutes", "answersShown": true});
    for contest in [&made, &twin] {
        rohan.put(&format!("/contests/{}", contest.id), shown.clone()).await.expect(200);
    }
    accept(&ananya, &invite(&rohan, &made).await).await.expect(200);
    let reads = |id: &str| {
        [
            "/contest/{}",
            "/post/getContestById/{}",
            "/contests/{}/attempt",
            "/contests/{}/paper",
            "/contests/{}/standing",
            "/contests/{}/review",
            "/contests/{}/analysis",
            "/contests/{}/corrections",
            "/post/{}",
        ]
        .map(|path| path.replace("{}", id))
    };
    let alike = async |moment: &str| {
        for (hidden, open) in reads(&made.id).iter().zip(reads(&twin.id)) {
            let (of_hidden, of_open) = (ananya.get(hidden).await, ananya.get(&open).await);
            assert_eq!(
                (of_hidden.status, &of_hidden.body["code"]),
                (of_open.status, &of_open.body["code"]),
                "{moment}: {hidden}"
            );
            meera.get(hidden).await.refused(404, "missing");
        }
        let posts = [("/post/results", "ContestId"), ("/checkcomplete", "contestId")];
        for (path, key) in posts {
            let (of_hidden, of_open) =
                (ananya.post(path, json!({key: made.id})).await, ananya.post(path, json!({key: twin.id})).await);
            assert_eq!(
                (of_hidden.status, &of_hidden.body["code"]),
                (of_open.status, &of_open.body["code"]),
                "{moment}"
            );
            meera.post(path, json!({key: made.id})).await.refused(404, "missing");
        }
    };
    alike("before joining").await;
    ananya.answer(&made, 0, "A").await.refused(403, "not_joined");
    meera.answer(&made, 0, "A").await.refused(404, "missing");
    meera.post("/complete", json!({"contestId": made.id, "intent": "join"})).await.refused(404, "missing");
    for contest in [&made, &twin] {
        ananya.join(contest).await;
        ananya.answer(contest, 0, "A").await.expect(200);
        ananya.submit(contest).await;
    }
    alike("after joining").await;
    t.pass(3602);
    alike("after the end").await;
    assert_eq!(ananya.results(&made).await.expect(200)["results"][0]["correctAnswerCount"], 1);
    // Somebody who accepts after the end sees the results, as of a public contest.
    accept(&meera, &invite(&rohan, &made).await).await.expect(200);
    assert_eq!(meera.results(&made).await.expect(200)["totalParticipants"], 1);
    meera.get(&format!("/contests/{}/review", made.id)).await.refused(403, "not_joined");
}

async fn a_dead_link_lets_nobody_in_and_those_inside_stay(t: TestApp) {
    let (rohan, ananya, meera) = (t.organiser("rohan").await, t.person("ananya").await, t.person("meera").await);
    let made = private(&t, &rohan).await;
    let token = invite(&rohan, &made).await;
    accept(&ananya, &token).await.expect(200);
    rohan.delete(&path(&made)).await.expect(200);
    accept(&meera, &token).await.refused(404, "missing");
    meera.get(&format!("/contest/{}", made.id)).await.refused(404, "missing");
    ananya.get(&format!("/contest/{}", made.id)).await.expect(200);
    ananya.join(&made).await;
    ananya.answer(&made, 0, "A").await.expect(200);
    // And at another process.
    let beside = t.beside(7).await;
    ananya.at(&beside.base).get(&format!("/contests/{}/paper", made.id)).await.expect(200);
    meera.at(&beside.base).get(&format!("/contests/{}/paper", made.id)).await.refused(404, "missing");
}

async fn guests_find_the_contest_in_their_lists(t: TestApp) {
    let (rohan, ananya, meera) = (t.organiser("rohan").await, t.person("ananya").await, t.person("meera").await);
    let made = private(&t, &rohan).await;
    let public = t.contest(&rohan, 600, 1200, true, 1, 0).await;
    accept(&ananya, &invite(&rohan, &made).await).await.expect(200);
    let list = async |who: &Browser, query: &str| who.get(&format!("/post/getallcontest{query}")).await.expect(200);
    let marks = |said: &Value| -> Vec<(Value, Value, Value)> {
        let cards = said["contests"].as_array().expect("a list").iter();
        cards.map(|card| (card["_id"].clone(), card["isPublic"].clone(), card["invited"].clone())).collect()
    };
    let said = list(&ananya, "?sort=now").await;
    assert_eq!(
        marks(&said),
        [(json!(made.id), json!(false), json!(true)), (json!(public.id), json!(true), json!(false))]
    );
    assert_eq!(said["counts"], json!({"all": 2, "upcoming": 1, "active": 1, "completed": 0}));
    assert_eq!(list(&ananya, "?status=active&q=friday&page=1&size=1").await["total"], 1);
    let said = list(&meera, "").await;
    assert_eq!((marks(&said).len(), &said["total"], &said["counts"]["active"]), (1, &json!(1), &json!(0)));
    assert_eq!(list(&rohan, "").await["total"], 1, "one's own private contests are elsewhere");
    ananya.join(&made).await;
    let joined = ananya.get("/contest/my-contests").await.expect(200);
    assert_eq!((&joined[0]["_id"], &joined[0]["invited"]), (&json!(made.id), &json!(true)));
    // It stays one card when the contest turns public.
    rohan.post("/post/makepublic", json!({"isPublic": true, "contestId": made.id})).await.expect(200);
    assert_eq!(list(&ananya, "").await["total"], 2);
}

async fn guests_are_no_owners(t: TestApp) {
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let made = private(&t, &rohan).await;
    accept(&ananya, &invite(&rohan, &made).await).await.expect(200);
    ananya.get(&format!("/post/{}", made.id)).await.refused(403, "not_owner");
    ananya.get(&path(&made)).await.refused(403, "not_owner");
    ananya.post(&path(&made), json!(null)).await.refused(403, "not_owner");
    ananya.delete(&path(&made)).await.refused(403, "not_owner");
    ananya.delete(&format!("/contests/{}", made.id)).await.refused(403, "not_owner");
    let asked = json!({"isPublic": true, "contestId": made.id});
    ananya.post("/post/makepublic", asked).await.refused(403, "not_owner");
    ananya.results(&made).await.refused(403, "results_too_early");
    assert_eq!(ananya.get("/post/getcontest").await.expect(200)["contests"], json!([]));
}

async fn the_owner_becomes_no_guest(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = private(&t, &rohan).await;
    let token = invite(&rohan, &made).await;
    assert_eq!(look(&rohan, &token).await.expect(200)["accepted"], false);
    assert_eq!(accept(&rohan, &token).await.expect(200)["message"], "This is your own contest");
    assert_eq!(count(&t, "contest_guests").await, 0);
    rohan.post("/complete", json!({"contestId": made.id, "intent": "join"})).await.refused(403, "own_contest");
}

async fn guessing_is_slowed(t: TestApp) {
    let (rohan, ananya, meera) = (t.organiser("rohan").await, t.person("ananya").await, t.person("meera").await);
    let made = private(&t, &rohan).await;
    let token = invite(&rohan, &made).await;
    let guesses = join_all((0..60).map(|number| {
        let meera = meera.clone();
        async move {
            let guess = format!("{number:0>21}A");
            if number % 2 == 0 { look(&meera, &guess).await } else { accept(&meera, &guess).await }
        }
    }));
    let said = guesses.await;
    assert_eq!(said.iter().filter(|one| one.status == 404).count(), 30, "a burst is counted like a line");
    let slowed = said.into_iter().find(|one| one.status != 404).expect("one too many");
    assert_eq!(slowed.headers["retry-after"], "60");
    slowed.refused(429, "too_many");
    look(&meera, &token).await.refused(429, "too_many");
    accept(&meera, &token).await.refused(429, "too_many");
    look(&ananya, &token).await.expect(200);
    t.pass(59);
    accept(&meera, &token).await.refused(429, "too_many");
    t.pass(1);
    accept(&meera, &token).await.expect(200);
    // What no longer counts is swept.
    t.pass(3600);
    t.run_jobs().await;
    t.pass(3600);
    t.run_jobs().await;
    assert_eq!(count(&t, "invitation_looks").await, 0);
}

async fn racing_a_hundred_acceptances(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = private(&t, &rohan).await;
    let token = invite(&rohan, &made).await;
    let beside = t.beside(7).await;
    let mut people = Vec::new();
    for number in 0..5 {
        people.push(t.person(&format!("student{number}")).await);
    }
    // Each of five people twenty times, at two processes.
    let said = join_all((0..100).map(|number| {
        let (who, token) = (&people[number % 5], &token);
        let who = if number % 2 == 0 { who.clone() } else { who.at(&beside.base) };
        async move { accept(&who, token).await.status }
    }));
    assert!(said.await.iter().all(|status| *status == 200));
    assert_eq!(count(&t, "contest_guests").await, 5);
    assert_eq!(rohan.get(&path(&made)).await.expect(200)["invitation"]["accepted"], 5);
}

/// Whoever was told to be in is in; nobody comes in after the revocation was acknowledged.
async fn racing_a_revocation_against_acceptances(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let mut people = Vec::new();
    for number in 0..6 {
        people.push(t.person(&format!("student{number}")).await);
    }
    for round in 0..6_u64 {
        t.pass(61);
        let made = private(&t, &rohan).await;
        let token = invite(&rohan, &made).await;
        let revocation = async {
            stagger(round * 2).await;
            rohan.delete(&path(&made)).await.expect(200);
        };
        let acceptances = join_all(people.iter().enumerate().map(|(place, who)| {
            let token = &token;
            async move {
                stagger(place as u64).await;
                accept(who, token).await
            }
        }));
        let ((), said) = tokio::join!(revocation, acceptances);
        let mut inside = 0;
        for (who, said) in people.iter().zip(said) {
            let head = who.get(&format!("/contest/{}", made.id)).await;
            if said.status == 200 {
                inside += 1;
                head.expect(200);
            } else {
                said.refused(404, "missing");
                head.refused(404, "missing");
            }
        }
        assert_eq!(
            count(
                &t,
                &format!(
                    "contest_guests g JOIN contests c ON c.id = g.contest_id WHERE c.created_at = {}",
                    t.app.clock.now().0
                )
            )
            .await,
            inside
        );
        accept(&people[0], &token).await.refused(404, "missing");
    }
}

async fn racing_two_new_links(t: TestApp) {
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let made = private(&t, &rohan).await;
    let tokens = join_all((0..8).map(|_| invite(&rohan, &made))).await;
    let living = rohan.get(&path(&made)).await.expect(200)["invitation"]["token"].clone();
    let mut open = Vec::new();
    for token in &tokens {
        if look(&ananya, token).await.status == 200 {
            open.push(token);
        }
    }
    assert_eq!((open.len(), &json!(open[0])), (1, &living), "one link lives, and it is the one that is shown");
}

async fn a_deleted_contest_takes_its_link_along(t: TestApp) {
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let made = private(&t, &rohan).await;
    let token = invite(&rohan, &made).await;
    accept(&ananya, &token).await.expect(200);
    rohan.delete(&format!("/contests/{}", made.id)).await.expect(200);
    look(&ananya, &token).await.refused(404, "missing");
    assert_eq!((count(&t, "contest_guests").await, count(&t, "contest_invitations").await), (0, 0));
    assert_eq!(ananya.get("/post/getallcontest").await.expect(200)["total"], 0);
}

async fn end_account(who: &Browser) -> Answer {
    who.ask(Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await
}

async fn deleted_accounts_leave_no_guests_and_no_links(t: TestApp) {
    let (rohan, ananya, meera) = (t.organiser("rohan").await, t.person("ananya").await, t.person("meera").await);
    let made = private(&t, &rohan).await;
    let token = invite(&rohan, &made).await;
    for who in [&ananya, &meera] {
        accept(who, &token).await.expect(200);
        who.join(&made).await;
    }
    end_account(&ananya).await.expect(200);
    assert_eq!(count(&t, "contest_guests").await, 1);
    assert_eq!(count(&t, "invitation_looks").await, 1);
    // The contest stands on without its owner; nobody else comes in by a link that nobody can revoke.
    end_account(&rohan).await.expect(200);
    let bo = t.person("bo").await;
    accept(&bo, &token).await.refused(404, "missing");
    meera.answer(&made, 0, "A").await.expect(200);
}

/// Whoever ends the account while accepting is nobody's guest afterwards.
async fn racing_an_acceptance_against_the_end_of_its_account(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = private(&t, &rohan).await;
    let token = invite(&rohan, &made).await;
    for round in 0..4 {
        let who = t.person(&format!("student{round}")).await;
        let accepting = async {
            for _ in 0..25 {
                let status = accept(&who, &token).await.status;
                assert!(matches!(status.as_u16(), 200 | 401), "round {round}: {status}");
            }
        };
        let (ended, ()) = tokio::join!(end_account(&who), accepting);
        ended.expect(200);
        assert_eq!(count(&t, "contest_guests").await, 0, "round {round}");
    }
}

async fn the_data_names_accepted_invitations(t: TestApp) {
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let (one, two) = (private(&t, &rohan).await, private(&t, &rohan).await);
    accept(&ananya, &invite(&rohan, &one).await).await.expect(200);
    t.pass(1);
    accept(&ananya, &invite(&rohan, &two).await).await.expect(200);
    let data = ananya.get("/account/data").await.expect(200);
    assert_eq!(
        data["invitations"],
        json!([{"contestId": two.id, "title": "Friday Quiz", "acceptedAt": t.moment(0)},
            {"contestId": one.id, "title": "Friday Quiz", "acceptedAt": t.moment(-1)}])
    );
    assert_eq!(rohan.get("/account/data").await.expect(200)["invitations"], json!([]));
}

async fn no_token_is_logged(t: TestApp) {
    let log = t.log();
    let (rohan, ananya) = (t.organiser("rohan").await, t.person("ananya").await);
    let made = private(&t, &rohan).await;
    let token = invite(&rohan, &made).await;
    look(&ananya, &token).await.expect(200);
    accept(&ananya, &token).await.expect(200);
    rohan.delete(&path(&made)).await.expect(200);
    accept(&ananya, &token).await.refused(404, "missing");
    // Links and pages of before have it in their addresses.
    ananya.get(&format!("/invitations/{token}")).await.refused(404, "missing");
    reqwest::get(format!("{}/invite/{token}", t.base)).await.expect("a page");
    let written = log.text();
    for request in ["/api/invitation/accept", "/api/invitations/***", "/invite/***"] {
        assert!(written.contains(request), "the requests are there");
    }
    assert!(!written.contains(&token), "and what lets somebody in is not");
}
