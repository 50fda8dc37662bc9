//! Stories of link previews: what the first page of something shared says to programs that run no script.

use std::collections::BTreeSet;
use std::io::Read;

use flate2::read::GzDecoder;
use reqwest::{Client, StatusCode};
use serde_json::json;

use crate::harness::TestApp;
use crate::plain_stories;

plain_stories!(
    what_is_shared_says_what_it_is,
    a_poll_says_what_it_asks_and_not_how_it_stands,
    what_guests_may_not_see_is_not_told,
    a_guest_reads_what_a_shared_contest_is,
    a_page_with_a_preview_is_packed_and_known_again,
    a_browser_that_is_logged_in_gets_the_page_as_it_was_built,
);

fn client() -> Client {
    Client::builder().build().expect("a client")
}

/// A page as a messenger reads it.
async fn page(t: &TestApp, path: &str) -> String {
    let answer = client().get(format!("{}{path}", t.base)).send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    answer.text().await.expect("text")
}

fn property(page: &str, name: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("<meta property=\"{name}\" content=\""))?;
    Some(rest.split_once('"')?.0.to_owned())
}

async fn what_is_shared_says_what_it_is(t: TestApp) {
    let t = t.another(&[("QUAD_PUBLIC_URL", "https://quad.example")], 3).await;
    let (meera, rohan) = (t.manager("meera", "HOBBY").await, t.organiser("rohan").await);
    let event = t.event(&meera, "Tea & \"biscuits\" <b>", None).await;
    let shown = page(&t, &format!("/event/{event}")).await;
    assert_eq!(property(&shown, "og:title").as_deref(), Some("Tea &amp; &quot;biscuits&quot; &lt;b&gt;"));
    assert!(property(&shown, "og:description").is_some_and(|text| text.contains(" · Hobby Club. Bring paper.")));
    assert_eq!(property(&shown, "og:url"), Some(format!("https://quad.example/event/{event}")));
    assert_eq!(property(&shown, "og:image").as_deref(), Some("https://quad.example/icon-512.png"));
    meera.post(&format!("/events/{event}/cancel"), json!({"reason": "rain"})).await.expect(200);
    let shown = page(&t, &format!("/event/{event}/")).await;
    assert!(property(&shown, "og:description").is_some_and(|text| text.starts_with("Called off · Hobby Club")));

    for name in ["HOBBY", "hobby"] {
        let shown = page(&t, &format!("/club/{name}")).await;
        assert_eq!(property(&shown, "og:title").as_deref(), Some("Hobby Club"));
        assert_eq!(property(&shown, "og:url").as_deref(), Some("https://quad.example/club/HOBBY"));
        assert_eq!(shown.matches("<title>").count(), 1);
    }

    let contest = t.contest(&rohan, 3600, 7200, true, 1, 0).await;
    let shown = page(&t, &format!("/my-contests/{}", contest.id)).await;
    assert_eq!(property(&shown, "og:title").as_deref(), Some("Friday Quiz"));
    assert!(property(&shown, "og:description").is_some_and(|text| text.ends_with("Ten minutes")), "{shown}");
    // What somebody copied out of the address bar, and what leads there.
    for copied in ["result", "ContestQuestion", "contest"] {
        let shown = page(&t, &format!("/{copied}?contest={}&part=questions", contest.id)).await;
        assert_eq!(property(&shown, "og:title").as_deref(), Some("Friday Quiz"), "{copied}");
        assert_eq!(property(&shown, "og:url"), Some(format!("https://quad.example/my-contests/{}", contest.id)));
    }
}

async fn a_poll_says_what_it_asks_and_not_how_it_stands(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let poll = t.poll(&rohan, &["Only dosa", "Only idli"]).await;
    let asked = ada.get(&format!("/polls/{poll}")).await.expect(200)["poll"].clone();
    let before = page(&t, &format!("/polls/{poll}")).await;
    let text = |name: &str| asked[name].as_str().expect("text").to_owned();
    assert_eq!(property(&before, "og:title"), Some(text("title")));
    assert!(property(&before, "og:description").is_some_and(|said| said.contains(&text("organization"))), "{before}");
    assert!(property(&before, "og:url").is_some_and(|url| url.ends_with(&format!("/polls/{poll}"))), "{before}");
    assert!(!before.contains("dosa") && !before.contains("idli"), "{before}");
    ada.vote(&poll, 0).await.expect(200);
    assert_eq!(page(&t, &format!("/polls/{poll}")).await, before, "a vote changes nothing of it");
    t.browser().get(&format!("/polls/{poll}")).await.refused(401, "logged_out");
}

async fn what_guests_may_not_see_is_not_told(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let private = t.contest(&rohan, 3600, 7200, false, 1, 0).await;
    for path in [
        format!("/my-contests/{}", private.id),
        format!("/result?contest={}", private.id),
        format!("/contest?contest={}", private.id),
        "/contest".to_owned(),
        "/contest?status=active".to_owned(),
        "/polls".to_owned(),
        "/polls/nope".to_owned(),
        "/polls/00000000-0000-7000-8000-000000000000".to_owned(),
        "/invite".to_owned(),
        "/result".to_owned(),
        "/result?contest=".to_owned(),
        "/ContestQuestion?contest=%00".to_owned(),
        "/my-contests/00000000-0000-7000-8000-000000000000".to_owned(),
        "/event/nope".to_owned(),
        "/club/NOSUCH".to_owned(),
        "/club/%00".to_owned(),
        format!("/club/{}", "a".repeat(5000)),
        "/club/HOBBY/edit".to_owned(),
        "/event/".to_owned(),
    ] {
        let shown = page(&t, &path).await;
        assert!(shown.contains("<title>Quad</title>") && !shown.contains("og:"), "{path}");
    }
}

async fn a_guest_reads_what_a_shared_contest_is(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let guest = t.browser();
    let look = async |id: &str| guest.get(&format!("/contests/{id}/link-preview")).await;
    let public = t.contest(&rohan, 3600, 7200, true, 2, 0).await;
    let shown = look(&public.id).await.expect(200)["contest"].clone();
    let names: BTreeSet<&str> = shown.as_object().expect("an object").keys().map(String::as_str).collect();
    let told = ["description", "endDate", "id", "questionCount", "startDate", "title"];
    assert_eq!(names, BTreeSet::from(told), "no question, and nobody's name");
    assert_eq!((&shown["title"], &shown["questionCount"]), (&json!("Friday Quiz"), &json!(2)));
    assert_eq!(shown["id"], json!(public.id), "as an invitation calls it");

    let private = t.contest(&rohan, 3600, 7200, false, 1, 0).await;
    for id in [private.id.as_str(), "00000000-0000-7000-8000-000000000000", "nope"] {
        look(id).await.refused(404, "missing");
    }
}

async fn a_page_with_a_preview_is_packed_and_known_again(t: TestApp) {
    t.manager("meera", "HOBBY").await;
    let ask =
        |name: &'static str, value: String| client().get(format!("{}/club/HOBBY", t.base)).header(name, value).send();
    let plain = ask("accept-encoding", "identity".to_owned()).await.expect("an answer");
    assert!(!plain.headers().contains_key("content-encoding"));
    let tag = plain.headers()["etag"].to_str().expect("text").to_owned();
    let plain = plain.text().await.expect("text");
    let packed = ask("accept-encoding", "gzip".to_owned()).await.expect("an answer");
    assert_eq!(
        (&packed.headers()["content-encoding"], &packed.headers()["vary"]),
        (&"gzip".parse().expect("a value"), &"accept-encoding".parse().expect("a value"))
    );
    assert_ne!(packed.headers()["etag"].to_str().expect("text"), tag);
    let mut unpacked = String::new();
    GzDecoder::new(&*packed.bytes().await.expect("bytes")).read_to_string(&mut unpacked).expect("gzip");
    assert_eq!(unpacked, plain);
    let known = ask("if-none-match", tag).await.expect("an answer");
    assert_eq!((known.status(), known.bytes().await.expect("bytes").len()), (StatusCode::NOT_MODIFIED, 0));
}

async fn a_browser_that_is_logged_in_gets_the_page_as_it_was_built(t: TestApp) {
    t.manager("meera", "HOBBY").await;
    let cookie = format!("quad_session={}", "0a".repeat(32));
    let asked = client().get(format!("{}/club/HOBBY", t.base)).header("cookie", cookie);
    let shown = asked.send().await.expect("an answer").text().await.expect("text");
    assert!(shown.contains("<title>Quad</title>") && !shown.contains("og:"), "{shown}");
}
