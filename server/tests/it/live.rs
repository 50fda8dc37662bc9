//! Stories of live updates: what a stream begins with, what it brings, when it ends, and several processes that agree.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quad::app::Waits;
use quad_db::sql;
use quad_kernel::ids::{PollId, SessionId, UserId};
use quad_live::{Guard, Topic, TopicStream};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::{Browser, Made, PASSWORD, PATIENCE, TestApp, until, waits};
use crate::on_both_engines;

on_both_engines!(
    a_stream_begins_with_what_is_and_goes_on_with_what_changes,
    changes_are_gathered,
    who_reads_slowly_gets_the_newest,
    a_change_is_encoded_once_for_all,
    a_deleted_poll_is_gone,
    an_event_says_how_it_stands,
    every_change_of_an_event_is_told,
    a_contest_says_where_it_stands,
    a_contest_turns_by_the_clock,
    a_clock_that_is_set_back_turns_it_back,
    counts_of_a_contest_are_gathered,
    a_private_contest_is_followed_by_its_own,
    a_contest_that_is_gone_is_told_so,
    handing_in_reaches_the_persons_other_windows,
    the_list_of_contests_is_hinted_at,
    guests_and_strange_topics_are_refused,
    asking_for_the_headers_opens_no_stream,
    a_stream_ends_with_its_session,
    a_stream_ends_with_a_session_that_another_process_ended,
    streams_are_counted,
    a_stopping_server_ends_its_streams,
);

fn topic(poll: &str) -> String {
    format!("poll:{poll}")
}

async fn a_stream_begins_with_what_is_and_goes_on_with_what_changes(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let poll = t.poll(&rohan, &["Yes", "No"]).await;
    rohan.vote(&poll, 0).await.expect(200);
    let mut stream = ada.follow(&[&topic(&poll), "polls"]).await;
    let header = |name: &str| stream.headers().get(name).map(|value| value.to_str().expect("text").to_owned());
    assert_eq!(header("content-type").as_deref(), Some("text/event-stream"));
    assert_eq!(
        (header("cache-control").as_deref(), header("x-accel-buffering").as_deref()),
        (Some("no-store, no-transform"), Some("no"))
    );
    assert_eq!(header("content-encoding"), None);
    assert!(stream.block().await.expect("a block").starts_with("retry: "));
    let mut first = [stream.event().await.expect("an event"), stream.event().await.expect("an event")];
    first.sort_by(|one, other| one.0.cmp(&other.0));
    assert_eq!(
        first[0],
        (
            "poll".to_owned(),
            json!({"topic": topic(&poll), "votes": [1, 0], "voters": 1, "startsAt": t.moment(0), "endsAt": t.moment(3600)})
        )
    );
    assert_eq!(first[1], ("polls".to_owned(), json!({"topic": "polls"})));
    // On PostgreSQL everything is read once more when this process begins to hear the others.
    stream.quiet().await;
    ada.vote(&poll, 1).await.expect(200);
    assert_eq!(stream.event().await.expect("an event").1["votes"], json!([1, 1]));
    // Somebody who comes later begins with the same.
    let mut second = rohan.follow(&[&topic(&poll)]).await;
    assert_eq!(second.event().await.expect("an event").1["voters"], 2);
    t.poll(&rohan, &["Tea", "Coffee"]).await;
    assert_eq!(stream.event().await.expect("an event").0, "polls");
    assert!(second.is_silent(Duration::from_millis(400)).await, "another poll is not followed");
}

async fn changes_are_gathered(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let poll = t.poll(&rohan, &["Yes", "No"]).await;
    let id = PollId::parse(&poll).expect("an id");
    let mut stream = rohan.follow(&[&topic(&poll), "polls"]).await;
    stream.quiet().await;
    let began = Instant::now();
    let publishing = async {
        loop {
            t.app.live.publish(Topic::Polls);
            t.app.live.publish(Topic::Poll(id));
            // Much more often than events are sent.
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    let mut events = Vec::new();
    let reading = async {
        // Hundreds of changes, and as many events as take a second when they are gathered.
        while events.len() < 4 || began.elapsed() < Duration::from_secs(1) {
            events.push(stream.event().await.expect("an event"));
        }
    };
    tokio::select! {
        () = publishing => {}
        () = reading => {}
    }
    rohan.vote(&poll, 1).await.expect(200);
    events.extend(stream.quiet().await);
    let most = began.elapsed().as_millis() as usize / 250 + 2;
    let count = |name: &str| events.iter().filter(|event| event.0 == name).count();
    assert!((3..=most).contains(&count("polls")), "{} of at most {most}", count("polls"));
    assert_eq!(count("poll"), 1, "an unchanged tally is not sent again: {events:?}");
}

async fn who_reads_slowly_gets_the_newest(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let poll = t.poll(&rohan, &["Yes", "No"]).await;
    let id = PollId::parse(&poll).expect("an id");
    // Not over HTTP, where the network would hold some of it, and both in one process: another may hear later.
    let follow = async |who: &Browser| followed_here(&t, who, Topic::Poll(id)).await;
    let (mut slow, mut quick) = (follow(&ada).await, follow(&rohan).await);
    let mut until = async |votes: &str| {
        while !String::from_utf8_lossy(&quick.next().await.expect("a frame")).contains(votes) {}
    };
    until("\"votes\":[0,0]").await;
    rohan.vote(&poll, 0).await.expect(200);
    until("\"votes\":[1,0]").await;
    ada.vote(&poll, 1).await.expect(200);
    until("\"votes\":[1,1]").await;
    let frame = slow.next().await.expect("a frame");
    assert!(String::from_utf8_lossy(&frame).contains("\"votes\":[1,1]"), "{frame:?}");
    let more = tokio::time::timeout(Duration::from_millis(400), slow.next()).await;
    assert!(more.is_err(), "one frame and no queue: {more:?}");
}

async fn a_change_is_encoded_once_for_all(t: TestApp) {
    let t = t.alone(&[], 2).await;
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let poll = t.poll(&rohan, &["Yes", "No"]).await;
    let topic = Topic::Poll(PollId::parse(&poll).expect("an id"));
    let mut all = Vec::new();
    for who in [&ada, &rohan, &ada, &ada] {
        all.push(followed_here(&t, who, topic).await);
    }
    for votes in ["\"votes\":[0,0]", "\"votes\":[0,1]"] {
        if votes.ends_with("1]") {
            ada.vote(&poll, 1).await.expect(200);
        }
        let mut places = HashSet::new();
        for following in &mut all {
            let mut frame = following.next().await.expect("a frame");
            while !String::from_utf8_lossy(&frame).contains(votes) {
                frame = following.next().await.expect("a frame");
            }
            places.insert(frame.as_ptr());
        }
        assert_eq!(places.len(), 1, "the same bytes go to all four");
    }
}

/// A stream of this process, without HTTP.
async fn followed_here(t: &TestApp, who: &Browser, topic: Topic) -> TopicStream {
    let user = UserId::parse(&who.id).expect("an id");
    let session = sql("SELECT id AS value FROM sessions WHERE user_id = $1").arg(user).value::<SessionId>(&t.app.db);
    let session = session.await.expect("read").expect("a session");
    t.app.live.follow(user, session, &[topic], &nobody_asks()).expect("followed")
}

/// A guard for topics that have nothing to guard.
fn nobody_asks() -> Guard {
    Arc::new(|_| Box::pin(async { None }))
}

async fn a_deleted_poll_is_gone(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let poll = t.poll(&rohan, &["Yes", "No"]).await;
    let nobodys = "poll:01a1f8ef-6140-7277-9208-019e6cd572a8";
    let mut stream = rohan.follow(&[&topic(&poll), nobodys]).await;
    let mut first = [stream.event().await.expect("an event"), stream.event().await.expect("an event")];
    first.sort_by(|one, other| one.0.cmp(&other.0));
    assert_eq!(first[0], ("gone".to_owned(), json!({"topic": nobodys})));
    rohan.delete(&format!("/polls/{poll}")).await.expect(200);
    assert_eq!(stream.event().await.expect("an event"), ("gone".to_owned(), json!({"topic": topic(&poll)})));
}

fn of_contest(id: &str) -> String {
    format!("contest:{id}")
}

/// Moves a contest's end to some seconds from now.
async fn end_in(t: &TestApp, owner: &Browser, contest: &Made, start: &str, seconds: i64) {
    let asked = json!({"contestId": contest.id, "startDate": start, "endDate": t.moment(seconds)});
    owner.post("/changetime", asked).await.expect(200);
}

async fn a_contest_says_where_it_stands(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.running(&rohan, 1).await;
    let start = t.moment(0);
    let mut stream = ada.follow(&[&of_contest(&made.id)]).await;
    let mut expected = json!({
        "topic": of_contest(&made.id), "status": "active", "startsAt": start, "endsAt": t.moment(3600),
        "isPublic": true, "frozen": false, "participants": 0, "submitted": 0, "resultsOpen": false, "corrections": 0,
    });
    assert_eq!(stream.event().await.expect("an event"), ("contest".to_owned(), expected.clone()));
    ada.join(&made).await;
    expected["participants"] = json!(1);
    expected["frozen"] = json!(true);
    assert_eq!(stream.event().await.expect("an event").1, expected);
    ada.join(&made).await;
    ada.answer(&made, 0, "A").await.expect(200);
    ada.submit(&made).await;
    expected["submitted"] = json!(1);
    assert_eq!(stream.event().await.expect("an event").1, expected, "an answer moves nothing that is told");
    end_in(&t, &rohan, &made, &start, 7200).await;
    expected["endsAt"] = json!(t.moment(7200));
    assert_eq!(stream.event().await.expect("an event").1, expected);
    end_in(&t, &rohan, &made, &start, 2).await;
    expected["endsAt"] = json!(t.moment(2));
    assert_eq!(stream.event().await.expect("an event").1, expected, "an early end is told before it comes");
    rohan.post("/post/makepublic", json!({"contestId": made.id, "isPublic": false})).await.expect(200);
    expected["isPublic"] = json!(false);
    assert_eq!(stream.event().await.expect("an event").1, expected);
}

async fn a_contest_turns_by_the_clock(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.contest(&rohan, 60, 120, true, 1, 0).await;
    let start = t.moment(60);
    let mut stream = ada.follow(&[&of_contest(&made.id)]).await;
    let mut turns_to = async |status: &str, open: bool| {
        let said = stream.event_called("contest").await;
        assert_eq!((said["status"].as_str(), said["resultsOpen"].as_bool()), (Some(status), Some(open)), "{said}");
    };
    turns_to("upcoming", false).await;
    t.pass(60);
    turns_to("active", false).await;
    // The end is moved while it is waited for: the old one turns nothing.
    end_in(&t, &rohan, &made, &start, 120).await;
    turns_to("active", false).await;
    t.pass(60);
    end_in(&t, &rohan, &made, &start, 90).await;
    turns_to("active", false).await;
    t.pass(90);
    turns_to("ended", false).await;
    t.pass(2);
    turns_to("ended", true).await;
    t.pass(3600);
    assert!(stream.is_silent(Duration::from_millis(800)).await, "nothing more comes by the clock");
}

async fn a_clock_that_is_set_back_turns_it_back(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.contest(&rohan, 60, 120, true, 1, 0).await;
    let mut stream = ada.follow(&[&of_contest(&made.id)]).await;
    assert_eq!(stream.event_called("contest").await["status"], "upcoming");
    t.pass(60);
    assert_eq!(stream.event_called("contest").await["status"], "active");
    t.pass(-30);
    assert_eq!(stream.event_called("contest").await["status"], "upcoming");
}

async fn counts_of_a_contest_are_gathered(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let made = t.running(&rohan, 1).await;
    let mut students = Vec::new();
    for number in 0..12 {
        students.push(t.person(&format!("student{number}")).await);
    }
    let mut stream = rohan.follow(&[&of_contest(&made.id)]).await;
    stream.quiet().await;
    let began = Instant::now();
    for student in &students {
        student.join(&made).await;
        // They come one after the other, as people do; at once, this shows less and fails nothing.
        tokio::time::sleep(Duration::from_millis(120)).await;
    }
    let mut told = Vec::new();
    while told.last() != Some(&12) {
        told.push(stream.event_called("contest").await["participants"].as_i64().expect("a number"));
    }
    // The first at once, the others as often as counts are looked at.
    let most = (began.elapsed().as_secs() / waits().counts.as_secs()) as usize + 2;
    assert!(told.len() <= most, "{told:?} of at most {most}");
    assert!(told.is_sorted());
}

async fn a_private_contest_is_followed_by_its_own(t: TestApp) {
    let (rohan, admin) = (t.organiser("rohan").await, t.admin("sushma").await);
    let (inside, guest) = (t.person("ada").await, t.person("bo").await);
    let (late, stranger) = (t.person("cy").await, t.person("dev").await);
    let made = t.running(&rohan, 1).await;
    let topic = of_contest(&made.id);
    inside.join(&made).await;
    let link = rohan.post(&format!("/contests/{}/invitation", made.id), json!({})).await;
    let token = link.body["invitation"]["token"].as_str().expect("a token").to_owned();
    guest.post("/invitation/accept", json!({"token": token})).await.expect(200);
    let mut streams = Vec::new();
    for who in [&rohan, &admin, &inside, &guest, &late, &stranger] {
        let mut stream = who.follow(&[&topic]).await;
        assert_eq!(stream.event().await.expect("an event").0, "contest");
        streams.push(stream);
    }
    // Joined after the stream began, with a right that the stream does not know of.
    late.join(&made).await;
    for stream in &mut streams {
        stream.until_contest("participants", &json!(2)).await;
    }
    rohan.post("/post/makepublic", json!({"contestId": made.id, "isPublic": false})).await.expect(200);
    let gone = ("gone".to_owned(), json!({"topic": topic}));
    let (last, own) = streams.split_last_mut().expect("streams");
    for stream in own.iter_mut() {
        stream.until_contest("isPublic", &json!(false)).await;
    }
    assert_eq!(last.event().await.expect("an event"), gone);
    // What happens then is told to its own alone, also to those who come now.
    end_in(&t, &rohan, &made, &t.moment(0), 1800).await;
    for stream in own {
        stream.until_contest("endsAt", &json!(t.moment(1800))).await;
    }
    assert!(last.is_silent(Duration::from_millis(800)).await);
    assert_eq!(stranger.follow(&[&topic]).await.event().await.expect("an event"), gone);
    assert_eq!(late.follow(&[&topic]).await.event().await.expect("an event").0, "contest");
    // Where it is public again, everybody hears of it.
    rohan.post("/post/makepublic", json!({"contestId": made.id, "isPublic": true})).await.expect(200);
    last.until_contest("isPublic", &json!(true)).await;
    stranger.follow(&[&topic]).await.until_contest("isPublic", &json!(true)).await;
}

async fn a_contest_that_is_gone_is_told_so(t: TestApp) {
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.contest(&rohan, 60, 120, true, 1, 0).await;
    let nobodys = of_contest("01a1f8ef-6140-7277-9208-019e6cd572a8");
    let mut stream = ada.follow(&[&nobodys]).await;
    assert_eq!(stream.event().await.expect("an event"), ("gone".to_owned(), json!({"topic": nobodys})));
    let topic = of_contest(&made.id);
    let mut streams = [ada.follow(&[&topic]).await, rohan.follow(&[&topic]).await];
    for stream in &mut streams {
        assert_eq!(stream.event().await.expect("an event").0, "contest");
    }
    rohan.delete(&format!("/contests/{}", made.id)).await.expect(200);
    for stream in &mut streams {
        assert_eq!(stream.event_called("gone").await, json!({"topic": topic}));
    }
}

async fn handing_in_reaches_the_persons_other_windows(t: TestApp) {
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = t.running(&rohan, 1).await;
    let topic = format!("attempt:{}", made.id);
    let part = |joined: bool, submitted: bool| json!({"topic": topic, "joined": joined, "submitted": submitted});
    let mut window = ada.follow(&[&topic]).await;
    assert_eq!(window.event().await.expect("an event"), ("attempt".to_owned(), part(false, false)));
    ada.join(&made).await;
    bo.join(&made).await;
    let mut others = bo.follow(&[&topic]).await;
    assert_eq!(others.event_called("attempt").await, part(true, false), "each hears of the own part");
    ada.submit(&made).await;
    assert_eq!(window.event_called("attempt").await, part(true, true));
    assert!(others.is_silent(Duration::from_millis(600)).await, "another's part is nobody's business");
    // A window that is opened afterwards begins with it.
    assert_eq!(ada.follow(&[&topic]).await.event_called("attempt").await, part(true, true));
    // Another's part has no name.
    for strange in [format!("{topic}:{}", ada.id), "attempt".to_owned(), "attempt:".to_owned()] {
        bo.get(&format!("/live?topics={strange}")).await.refused(400, "invalid");
    }
    let nowhere = "attempt:01a1f8ef-6140-7277-9208-019e6cd572a8";
    let said = bo.follow(&[nowhere]).await.event_called("attempt").await;
    assert_eq!(said, json!({"topic": nowhere, "joined": false, "submitted": false}));
}

async fn the_list_of_contests_is_hinted_at(t: TestApp) {
    // Each process has a name of its own for the list as it stands.
    let t = t.alone(&[], 2).await;
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let edition = async || {
        let list = ada.get("/post/getallcontest").await.expect(200);
        list["edition"].as_str().expect("an edition").to_owned()
    };
    let mut stream = ada.follow(&["contests"]).await;
    stream.quiet().await;
    let mut known = edition().await;
    // Whoever begins to follow after reading the list has missed nothing, and is told so.
    let first = ada.follow(&["contests"]).await.event_called("contests").await;
    assert_eq!(first, json!({"topic": "contests", "edition": known}));
    let mut hinted = async |why: &str| {
        let told = stream.event().await.expect("an event");
        let newest = edition().await;
        assert_ne!(newest, known, "{why}");
        assert_eq!(told, ("contests".to_owned(), json!({"topic": "contests", "edition": newest})), "{why}");
        known = newest;
    };
    let made = t.contest(&rohan, 60, 120, true, 0, 0).await;
    hinted("made").await;
    let contest = json!({"contestId": made.id, "startDate": t.moment(60), "endDate": t.moment(180)});
    rohan.post("/changetime", contest).await.expect(200);
    hinted("moved").await;
    rohan.put(&format!("/contests/{}", made.id), json!({"title": "Another", "description": ""})).await.expect(200);
    hinted("called otherwise").await;
    rohan.post("/post/makepublic", json!({"contestId": made.id, "isPublic": false})).await.expect(200);
    hinted("private").await;
    rohan.delete(&format!("/contests/{}", made.id)).await.expect(200);
    hinted("deleted").await;
}

fn of_event(event: &str) -> String {
    format!("event:{event}")
}

async fn an_event_says_how_it_stands(t: TestApp) {
    let (meera, ada, bo) = (t.manager("meera", "HOBBY").await, t.person("ada").await, t.person("bo").await);
    let id = t.event(&meera, "Chess", Some(1)).await;
    ada.register_for(&id).await.expect(201);
    let mut stream = bo.follow(&[&of_event(&id)]).await;
    let seen = bo.event(&id).await;
    // Numbers and times, and nobody's name: whoever may follow an event may not read who comes.
    let said = json!({
        "topic": of_event(&id), "registered": 1, "waiting": 0, "capacity": 1, "closed": false, "cancelled": false,
        "startsAt": seen["startsAt"], "endsAt": seen["endsAt"], "changedAt": seen["changedAt"],
    });
    assert_eq!(stream.event().await.expect("an event"), ("event".to_owned(), said));
    t.browser().get(&format!("/live?topics={}", of_event(&id))).await.refused(401, "logged_out");
    for strange in ["event", "event:", "event:1", "events:"] {
        bo.get(&format!("/live?topics={strange}")).await.refused(400, "invalid");
    }
    let nobodys = "event:01a1f8ef-6140-7277-9208-000000000000";
    let gone = bo.follow(&[nobodys]).await.event().await.expect("an event");
    assert_eq!(gone, ("gone".to_owned(), json!({"topic": nobodys})));
}

async fn every_change_of_an_event_is_told(t: TestApp) {
    let (meera, ada, bo) = (t.manager("meera", "HOBBY").await, t.person("ada").await, t.person("bo").await);
    let id = t.event(&meera, "Chess", Some(1)).await;
    let (mut stream, mut list) = (bo.follow(&[&of_event(&id)]).await, bo.follow(&["events"]).await);
    stream.until_event(|said| said["registered"] == 0).await;
    let own = format!("/events/{id}/registration");
    ada.register_for(&id).await.expect(201);
    stream.until_event(|said| said["registered"] == 1).await;
    bo.register_for(&id).await.expect(201);
    stream.until_event(|said| said["waiting"] == 1).await;
    // The place given up is that of the one who waits.
    ada.delete(&own).await.expect(200);
    stream.until_event(|said| said["registered"] == 1 && said["waiting"] == 0).await;
    // Who comes takes nothing from the list of events, which is not read again for it.
    assert!(list.quiet().await.iter().all(|(name, _)| name == "events"));
    ada.register_for(&id).await.expect(201);
    stream.until_event(|said| said["waiting"] == 1).await;
    assert!(list.is_silent(Duration::from_millis(400)).await);
    let mut asked = t.event_asked("Chess and Go", 90_000);
    asked["capacity"] = json!(2);
    meera.put(&format!("/events/{id}"), asked).await.expect(200);
    let moved = t.moment(90_000);
    stream.until_event(|said| said["registered"] == 2 && said["startsAt"] == moved).await;
    list.event_called("events").await;
    meera.post(&format!("/events/{id}/registration-state"), json!({"open": false})).await.expect(200);
    stream.until_event(|said| said["closed"] == true).await;
    list.event_called("events").await;
    // Whoever leaves for good gives the place up.
    ada.ask(reqwest::Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
    stream.until_event(|said| said["registered"] == 1).await;
    meera.post(&format!("/events/{id}/cancel"), json!({"reason": "Rain"})).await.expect(200);
    stream.until_event(|said| said["cancelled"] == true).await;
    list.event_called("events").await;
    list.quiet().await;
    t.event(&meera, "Another", None).await;
    list.event_called("events").await;
}

async fn guests_and_strange_topics_are_refused(t: TestApp) {
    let rohan = t.organiser("rohan").await;
    let poll = t.poll(&rohan, &["Yes", "No"]).await;
    t.browser().get(&format!("/live?topics=poll:{poll}")).await.refused(401, "logged_out");
    let many: Vec<String> =
        (0..51).map(|number| format!("poll:01a1f8ef-6140-7277-9208-0000000000{number:02}")).collect();
    for strange in [
        "",
        "?topics=",
        "?topics=,,",
        "?topics=poll",
        "?topics=poll:",
        "?topics=poll:1",
        "?topics=POLLS",
        "?topics=users",
        "?topics=user:1",
        "?topics=contest",
        "?topics=contest:1",
        "?topics=contests:",
        "?topics=polls,x",
        &format!("?topics={}", many.join(",")),
    ] {
        let said = rohan.get(&format!("/live{strange}")).await.refused(400, "invalid");
        assert_eq!(said["field"], "topics", "{strange}");
    }
    let fifty: Vec<&str> = many[..50].iter().map(String::as_str).collect();
    let mut stream = rohan.follow(&fifty).await;
    for _ in 0..50 {
        assert_eq!(stream.event().await.expect("an event").0, "gone");
    }
    // The same one twice is one.
    let mut stream = rohan.follow(&["polls", " polls ", "polls"]).await;
    assert_eq!(stream.quiet().await.last().map(|event| event.0.as_str()), Some("polls"));
    assert!(stream.is_silent(Duration::from_millis(400)).await);
}

async fn asking_for_the_headers_opens_no_stream(t: TestApp) {
    let t = t.alone(&[], 2).await;
    t.person("ada").await;
    let asked = json!({"email": "ada@meridian.example", "passWord": PASSWORD});
    let answer = t.browser().post("/login", asked).await;
    let cookies = answer.headers.get_all("set-cookie").iter().map(|line| line.to_str().expect("text"));
    let cookie = cookies.map(|line| line.split(';').next().unwrap_or_default()).collect::<Vec<_>>().join("; ");
    for (path, status) in [("/api/live?topics=polls", "200"), ("/api/live?topics=users", "400")] {
        let mut line = TcpStream::connect(t.base.trim_start_matches("http://")).await.expect("a line");
        let head = format!("HEAD {path} HTTP/1.1\r\nhost: quad\r\nconnection: close\r\ncookie: {cookie}\r\n\r\n");
        line.write_all(head.as_bytes()).await.expect("sent");
        let mut said = String::new();
        let read = tokio::time::timeout(PATIENCE, line.read_to_string(&mut said)).await;
        read.expect("a stream that goes on").expect("read");
        assert!(said.starts_with(&format!("HTTP/1.1 {status} ")), "{said}");
        assert!(said.find("\r\n\r\n") == Some(said.len() - 4), "a body: {said}");
        if status == "200" {
            assert!(said.contains("content-type: text/event-stream\r\n"), "{said}");
            assert!(said.contains("cache-control: no-store, no-transform\r\n"), "{said}");
        }
        assert_eq!(t.app.live.streams(), 0);
    }
}

async fn a_stream_ends_with_its_session(t: TestApp) {
    let (ada, other) = (t.person("ada").await, t.log_in("ada").await);
    let (mut one, mut two) = (ada.follow(&["polls"]).await, other.follow(&["polls"]).await);
    one.event().await.expect("the first");
    two.event().await.expect("the first");
    other.get("/logout").await.expect(200);
    // Not by the look at all sessions, which is an hour off.
    two.ended().await;
    other.get("/live?topics=polls").await.refused(401, "logged_out");
    // The other device goes on.
    t.app.live.publish(Topic::Polls);
    one.event().await.expect("a frame");
    let third = t.log_in("ada").await;
    third.delete("/sessions").await.expect(200);
    one.ended().await;
}

async fn a_stream_ends_with_a_session_that_another_process_ended(t: TestApp) {
    let t = t.alone_with(Waits { ended_sessions: Duration::from_secs(1), ..waits() }, 2).await;
    let ada = t.person("ada").await;
    let mut stream = ada.follow(&["polls"]).await;
    stream.event().await.expect("the first");
    let mut tx = t.app.db.begin().await.expect("begun");
    sql("DELETE FROM sessions").run(&mut tx).await.expect("deleted");
    tx.commit().await.expect("committed");
    stream.ended().await;
}

/// Opens a stream, as soon as there is room for it.
async fn follows_soon(who: &Browser) {
    until("a closed stream gives room", async || who.open("/live?topics=polls").await.status() == 200).await;
}

async fn streams_are_counted(t: TestApp) {
    let t = t.alone(&[], 2).await;
    let (ada, bo) = (t.person("ada").await, t.person("bo").await);
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(ada.follow(&["polls"]).await);
    }
    let full = ada.get("/live?topics=polls").await;
    assert!(full.headers.contains_key("retry-after"));
    full.refused(429, "too_many");
    open.push(bo.follow(&["polls"]).await);
    drop(open);
    follows_soon(&ada).await;
    let small = t.alone(&[("QUAD_LIVE_STREAMS", "2")], 4).await;
    let (ada, bo) = (small.person("ada").await, small.person("bo").await);
    let open = [ada.follow(&["polls"]).await, bo.follow(&["polls"]).await];
    ada.get("/live?topics=polls").await.refused(503, "unavailable");
    drop(open);
    follows_soon(&ada).await;
}

async fn a_stopping_server_ends_its_streams(t: TestApp) {
    let ada = t.person("ada").await;
    let mut stream = ada.follow(&["polls"]).await;
    stream.event().await.expect("the first");
    t.stop();
    stream.ended().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_processes_agree() {
    let Some(t) = TestApp::on_postgres().await else { return };
    let beside = t.beside(77).await;
    let rohan = t.organiser("rohan").await;
    let there = rohan.at(&beside.base);
    let poll = t.poll(&rohan, &["Yes", "No"]).await;
    let (mut here, mut far) = (rohan.follow(&[&topic(&poll)]).await, there.follow(&[&topic(&poll), "polls"]).await);
    here.until_voters(0).await;
    far.event().await.expect("the first");
    far.event().await.expect("the first");
    rohan.vote(&poll, 0).await.expect(200);
    here.until_voters(1).await;
    far.until_voters(1).await;
    let ada = t.person("ada").await.at(&beside.base);
    ada.vote(&poll, 1).await.expect(200);
    assert_eq!(far.until_voters(2).await["votes"], json!([1, 1]));
    assert_eq!(here.until_voters(2).await["votes"], json!([1, 1]));
    ada.vote(&poll, 1).await.refused(409, "already_voted");
    t.poll(&rohan, &["Tea", "Coffee"]).await;
    far.event_called("polls").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_processes_agree_on_an_event() {
    let Some(t) = TestApp::on_postgres().await else { return };
    let beside = t.beside(77).await;
    let (meera, ada, bo) = (t.manager("meera", "HOBBY").await, t.person("ada").await, t.person("bo").await);
    let id = t.event(&meera, "Chess", Some(2)).await;
    let mut far = bo.at(&beside.base).follow(&[&of_event(&id), "events"]).await;
    far.until_event(|said| said["registered"] == 0).await;
    ada.register_for(&id).await.expect(201);
    far.until_event(|said| said["registered"] == 1).await;
    far.quiet().await;
    meera.post(&format!("/events/{id}/cancel"), json!({"reason": "Rain"})).await.expect(200);
    let (mut cancelled, mut hinted) = (false, false);
    while !(cancelled && hinted) {
        let (name, data) = far.event().await.expect("an event");
        cancelled |= data["cancelled"] == true;
        hinted |= name == "events";
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_processes_agree_on_a_contest() {
    let Some(t) = TestApp::on_postgres().await else { return };
    let beside = t.beside(77).await;
    let (rohan, ada, bo) = (t.organiser("rohan").await, t.person("ada").await, t.person("bo").await);
    let made = t.running(&rohan, 1).await;
    let mut far = bo.at(&beside.base).follow(&[&of_contest(&made.id), "contests"]).await;
    far.until_contest("participants", &json!(0)).await;
    ada.join(&made).await;
    far.until_contest("participants", &json!(1)).await;
    far.quiet().await;
    end_in(&t, &rohan, &made, &t.moment(0), 600).await;
    let (mut moved, mut hinted) = (false, false);
    while !(moved && hinted) {
        let (name, data) = far.event().await.expect("an event");
        moved |= data["endsAt"] == t.moment(600);
        hinted |= name == "contests";
    }
    // Each process has its own clock: this one's turns it here.
    beside.pass(600);
    assert_eq!(far.until_contest("status", &json!("ended")).await["resultsOpen"], false);
    rohan.post("/post/makepublic", json!({"contestId": made.id, "isPublic": false})).await.expect(200);
    far.event_called("gone").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handing_in_is_heard_through_another_process() {
    let Some(t) = TestApp::on_postgres().await else { return };
    let beside = t.beside(77).await;
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let made = t.running(&rohan, 1).await;
    ada.join(&made).await;
    let mut far = ada.at(&beside.base).follow(&[&format!("attempt:{}", made.id)]).await;
    assert_eq!(far.event_called("attempt").await["submitted"], false);
    far.quiet().await;
    ada.submit(&made).await;
    assert_eq!(far.event_called("attempt").await["submitted"], true);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_was_away_is_heard_again() {
    let Some(t) = TestApp::on_postgres().await else { return };
    let beside = t.beside(77).await;
    let (rohan, ada) = (t.organiser("rohan").await, t.person("ada").await);
    let poll = t.poll(&rohan, &["Yes", "No"]).await;
    let mut far = rohan.at(&beside.base).follow(&[&topic(&poll)]).await;
    far.until_voters(0).await;
    rohan.vote(&poll, 0).await.expect(200);
    far.until_voters(1).await;
    // Every connection of both processes dies, the listening one among them.
    let killed = sql("SELECT COUNT(pg_terminate_backend(pid)) AS value FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()");
    assert!(killed.value::<i64>(&t.app.db).await.expect("asked").is_some_and(|count| count > 2));
    until("the vote is taken", async || {
        let answer = ada.vote(&poll, 1).await;
        answer.status == 200 || answer.body["code"] == "already_voted"
    })
    .await;
    assert_eq!(far.until_voters(2).await["votes"], json!([1, 1]));
    // And it goes on.
    let bo = t.person("bo").await;
    bo.vote(&poll, 1).await.expect(200);
    far.until_voters(3).await;
}
