//! Stories of calendars that programs subscribe to: what a feed holds, how it follows its events, and the secret address.

use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, PASSWORD, TestApp};
use crate::{on_both_engines, plain_stories};

plain_stories!(
    a_feed_follows_its_events,
    a_feed_is_sent_again_only_when_it_changed,
    own_events_are_those_one_is_registered_for,
    a_feed_forgets_what_is_long_past,
    the_secret_address_is_its_owners,
    no_calendar_address_is_logged,
    an_address_goes_with_the_account,
);
on_both_engines!(racing_new_addresses_leave_one);

/// A feed as a program reads it: what is folded is one line again.
async fn lines(browser: &Browser, path: &str) -> Vec<String> {
    let answer = browser.get(path).await;
    assert_eq!(
        (answer.status.as_u16(), &answer.headers["content-type"]),
        (200, &"text/calendar; charset=utf-8".parse().expect("a value"))
    );
    let text = String::from_utf8(answer.bytes).expect("text");
    assert!(text.ends_with("END:VCALENDAR\r\n") && text.split("\r\n").all(|line| line.len() <= 75), "{text}");
    text.replace("\r\n ", "").split("\r\n").map(str::to_owned).collect()
}

fn has(lines: &[String], line: &str) -> bool {
    lines.iter().any(|one| one == line)
}

/// In the order of the alphabet.
fn titles(lines: &[String]) -> Vec<&str> {
    let mut titles: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("SUMMARY:")).collect();
    titles.sort_unstable();
    titles
}

/// A new address of somebody's calendar, as a path below the calls' base.
async fn address(browser: &Browser) -> String {
    let made = browser.post("/calendar/address", Value::Null).await.expect(201);
    let address = made["address"].as_str().expect("an address").to_owned();
    address.split_once("/api").expect("of ours").1.to_owned()
}

async fn a_feed_follows_its_events(t: TestApp) {
    let (meera, dora) = (t.manager("meera", "HOBBY").await, t.manager("dora", "DRAMATIC").await);
    let guest = t.browser();
    let mut asked = t.event_asked("Chess; tea, and more", 3600);
    let id = meera.post("/event", asked.clone()).await.expect(201)["event"]["_id"].as_str().expect("an id").to_owned();
    t.event(&dora, "Play", None).await;
    meera.post("/event", json!({"title": "Some day"})).await.expect(201);
    let of_club = "/calendar/club/hobby/events.ics";
    let all = lines(&guest, "/calendar/events.ics").await;
    assert_eq!(titles(&all), [r"Chess\; tea\, and more", "Play"], "what has no date is in no calendar");
    let club = lines(&guest, of_club).await;
    assert_eq!(titles(&club), [r"Chess\; tea\, and more"]);
    let wanted = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "METHOD:PUBLISH",
        "NAME;VALUE=TEXT:Hobby Club (Quad)",
        "X-WR-CALNAME;VALUE=TEXT:Hobby Club (Quad)",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
        "DTSTART:20261120T133000Z",
        "DTEND:20261120T153000Z",
        "LAST-MODIFIED:20261120T123000Z",
        "SEQUENCE:0",
        "STATUS:CONFIRMED",
    ];
    for line in wanted {
        assert!(has(&club, line), "{line} is not in {club:#?}");
    }
    assert!(has(&club, &format!("UID:{id}@quad")));
    guest.get("/calendar/club/NOSUCH/events.ics").await.refused(404, "missing");

    // Moved, and then cancelled: the same entry in a newer version.
    t.pass(60);
    // A minute has passed: both are as long after that.
    asked["start"] = json!(t.moment(7140));
    asked["end"] = json!(t.moment(9000));
    meera.put(&format!("/events/{id}"), asked).await.expect(200);
    let moved = lines(&guest, of_club).await;
    for line in ["DTSTART:20261120T143000Z", "SEQUENCE:1", "LAST-MODIFIED:20261120T123100Z", "STATUS:CONFIRMED"] {
        assert!(has(&moved, line), "{line} is not in {moved:#?}");
    }
    assert!(has(&moved, &format!("UID:{id}@quad")));
    meera.post(&format!("/events/{id}/cancel"), json!({})).await.expect(200);
    let cancelled = lines(&guest, of_club).await;
    for line in ["SEQUENCE:2", "STATUS:CANCELLED", "TRANSP:TRANSPARENT", r"SUMMARY:Cancelled: Chess\; tea\, and more"] {
        assert!(has(&cancelled, line), "{line} is not in {cancelled:#?}");
    }
    assert!(has(&cancelled, &format!("UID:{id}@quad")));
}

async fn ask(browser: &Browser, path: &str, tag: &str) -> Answer {
    browser.ask(Method::GET, path, None, &[("if-none-match", tag)]).await
}

async fn a_feed_is_sent_again_only_when_it_changed(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    let id = t.event(&meera, "Chess", None).await;
    meera.register_for(&id).await.expect(201);
    let own = address(&meera).await;
    let guest = t.browser();
    for (path, kept) in [
        ("/calendar/events.ics", "public, max-age=300"),
        ("/calendar/club/HOBBY/events.ics", "public, max-age=300"),
        (own.as_str(), "private, no-cache"),
    ] {
        let first = guest.get(path).await;
        let tag = first.headers["etag"].to_str().expect("text").to_owned();
        assert_eq!(first.headers["cache-control"], kept, "{path}");
        // Time alone changes nothing.
        t.pass(60);
        for known in [tag.clone(), format!("\"other\", {}", tag.trim_start_matches("W/")), "*".to_owned()] {
            let again = ask(&guest, path, &known).await;
            assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0), "{path} {known}");
            assert_eq!(again.headers["etag"], tag.as_str());
        }
        assert_eq!(guest.ask(Method::HEAD, path, None, &[]).await.status, 200);
        let mut moved = t.event_asked("Chess", 90_000);
        moved["location"] = json!(format!("Room of {path}"));
        meera.put(&format!("/events/{id}"), moved).await.expect(200);
        assert_eq!(ask(&guest, path, &tag).await.status, 200, "{path}");
    }
}

async fn own_events_are_those_one_is_registered_for(t: TestApp) {
    let (meera, ada, bo) = (t.manager("meera", "HOBBY").await, t.person("ada").await, t.person("bo").await);
    let (chess, tea) = (t.event(&meera, "Chess", Some(1)).await, t.event(&meera, "Tea", None).await);
    let own = address(&bo).await;
    let guest = t.browser();
    assert_eq!(titles(&lines(&guest, &own).await), [""; 0]);
    ada.register_for(&chess).await.expect(201);
    bo.register_for(&chess).await.expect(201);
    let waits = lines(&guest, &own).await;
    assert_eq!(titles(&waits), ["Chess"]);
    assert!(has(&waits, "STATUS:TENTATIVE") && has(&waits, "X-WR-CALNAME;VALUE=TEXT:My Quad events"), "{waits:#?}");
    bo.register_for(&tea).await.expect(201);
    ada.delete(&format!("/events/{chess}/registration")).await.expect(200);
    let has_place = lines(&guest, &own).await;
    assert_eq!(titles(&has_place), ["Chess", "Tea"]);
    assert!(!has(&has_place, "STATUS:TENTATIVE"));
    bo.delete(&format!("/events/{chess}/registration")).await.expect(200);
    assert_eq!(titles(&lines(&guest, &own).await), ["Tea"]);
    meera.post(&format!("/events/{tea}/cancel"), json!({})).await.expect(200);
    assert!(has(&lines(&guest, &own).await, "STATUS:CANCELLED"));
}

async fn a_feed_forgets_what_is_long_past(t: TestApp) {
    let meera = t.manager("meera", "HOBBY").await;
    t.event(&meera, "Chess", None).await;
    t.pass(60 * 86_400);
    assert_eq!(titles(&lines(&t.browser(), "/calendar/events.ics").await), ["Chess"]);
    t.pass(2 * 86_400);
    assert_eq!(titles(&lines(&t.browser(), "/calendar/events.ics").await), [""; 0]);
}

async fn the_secret_address_is_its_owners(t: TestApp) {
    let (meera, ada, guest) = (t.manager("meera", "HOBBY").await, t.person("ada").await, t.browser());
    let id = t.event(&meera, "Chess", None).await;
    ada.register_for(&id).await.expect(201);
    guest.get("/calendar/address").await.refused(401, "logged_out");
    guest.post("/calendar/address", Value::Null).await.refused(401, "logged_out");
    guest.delete("/calendar/address").await.refused(401, "logged_out");
    assert_eq!(ada.get("/calendar/address").await.expect(200), json!({"success": true, "madeAt": null}));
    let first = address(&ada).await;
    assert_eq!(ada.get("/calendar/address").await.expect(200), json!({"success": true, "madeAt": t.moment(0)}));
    assert_eq!(titles(&lines(&guest, &first).await), ["Chess"]);
    assert_eq!(meera.get("/calendar/address").await.expect(200)["madeAt"], Value::Null, "nobody else's");
    // A new one makes the old one dead, and it can be switched off, also twice.
    let second = address(&ada).await;
    assert_ne!(first, second);
    guest.get(&first).await.refused(404, "missing");
    assert_eq!(titles(&lines(&guest, &second).await), ["Chess"]);
    for _ in 0..2 {
        ada.delete("/calendar/address").await.expect(200);
        guest.get(&second).await.refused(404, "missing");
    }
    assert_eq!(ada.get("/calendar/address").await.expect(200)["madeAt"], Value::Null);
    for strange in ["", "0", "%00", "%F0%9F%98%80", &"0".repeat(64), &"f".repeat(5000)] {
        guest.get(&format!("/calendar/own/{strange}/events.ics")).await.refused(404, "missing");
    }
    // What is kept lets nobody in.
    let third = address(&ada).await;
    let token = third.trim_start_matches("/calendar/own/").trim_end_matches("/events.ics").to_owned();
    let kept: Option<Vec<u8>> =
        quad_db::sql("SELECT token_hash AS value FROM calendar_addresses").value(&t.app.db).await.expect("read");
    let kept = hex::encode(kept.expect("one"));
    assert_ne!(kept, token);
    guest.get(&format!("/calendar/own/{kept}/events.ics")).await.refused(404, "missing");
    let data = ada.get("/account/data").await.expect(200);
    assert_eq!(data["events"]["calendarAddressMadeAt"], t.moment(0));
    assert!(!data.to_string().contains(&token));
}

async fn no_calendar_address_is_logged(t: TestApp) {
    let log = t.log();
    let ada = t.person("ada").await;
    let own = address(&ada).await;
    t.browser().get(&own).await;
    address(&ada).await;
    t.browser().get(&own).await.refused(404, "missing");
    let written = log.text();
    assert!(written.contains("/api/calendar/own/***"), "the requests are there");
    let token = own.trim_start_matches("/calendar/own/").trim_end_matches("/events.ics");
    assert!(token.len() == 64 && !written.contains(token), "and what lets somebody in is not");
}

async fn an_address_goes_with_the_account(t: TestApp) {
    let ada = t.person("ada").await;
    let own = address(&ada).await;
    ada.ask(Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
    t.browser().get(&own).await.refused(404, "missing");
    let left: Option<i64> =
        quad_db::sql("SELECT COUNT(*) AS value FROM calendar_addresses").value(&t.app.db).await.expect("read");
    assert_eq!(left, Some(0));
}

async fn racing_new_addresses_leave_one(t: TestApp) {
    let ada = t.person("ada").await;
    let made = join_all((0..20).map(|_| address(&ada))).await;
    let guest = t.browser();
    let asked = join_all(made.iter().map(|path| guest.get(path))).await;
    assert_eq!(asked.iter().filter(|answer| answer.status == 200).count(), 1, "one address is alive");
}
