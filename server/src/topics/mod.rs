//! Live topics: what can be followed live, what each topic says, and the one call that streams them.
//!
//! Polls and events may be followed by everybody signed in, an inbox and an attempt by its owner: its name says no person, so that nobody
//! can ask for another's. A contest by whoever may see it: while it is private its feature is asked before anything of it is said, and
//! who may not see it is told what is told of one that does not exist. The Hub is `crates/live`, the reply is `crates/http/src/live.rs`.

mod wire;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::Method;
use axum::response::Response;
use futures::FutureExt;
use quad_db::{Db, DbError};
use tokio::sync::Semaphore;
use tokio::time::sleep;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use quad_campus::events;
use quad_contests::attempts::AttemptCache;
use quad_contests::{attempts, polls};
use quad_http::auth::Member;
use quad_http::live;
use quad_http::query::Query;
use quad_kernel::clock::Clock;
use quad_kernel::error::{Kind, Rejection, Result, UNAVAILABLE};
use quad_live::{Event, Full, Guard, Read, Topic};
use quad_people::{accounts, notify};
use wire::{HintOut, LiveOut, TopicsIn};

/// A browser comes back after this and up to as much again, so that not all return in one moment after a restart.
const RETRY: Duration = Duration::from_secs(2);
/// How soon a log-out is noticed that happened in this process.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How soon it is seen that something turned by the clock. Looking, and not sleeping until then, bears a clock that is set.
const TURN_EVERY: Duration = Duration::from_millis(250);
/// Before somebody's right is asked for again when the database was away.
const ASK_AGAIN: Duration = Duration::from_secs(1);

const TOO_MANY_STREAMS: Rejection = Rejection::new(
    Kind::TooMany,
    "too_many",
    "You have too many windows with live updates open. Close one and reload this page.",
)
.retry_after(30);

/// The call that streams.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(follow))
}

/// Follow topics: what each says now, and again when it changes (server-sent events `poll`, `polls`, `contest`, `contests`,
/// `event`, `events`, `attempt`, `inbox`, `gone`).
#[utoipa::path(get, path = "/live", tag = "live", params(TopicsIn),
    responses((status = 200, body = LiveOut, content_type = "text/event-stream")))]
async fn follow(
    State(app): State<App>,
    who: Member,
    method: Method,
    Query(asked): Query<TopicsIn>,
) -> Result<Response> {
    let topics = asked.parse(who.id)?;
    // The framework asks here for HEAD as well. What is handed over below would be sent, whatever the method.
    if method == Method::HEAD {
        return Ok(live::headers_alone());
    }
    let following = app.live.follow(who.id, who.session, &topics, &guard(&app, &who)).map_err(|full| match full {
        Full::Person => TOO_MANY_STREAMS,
        Full::Process => UNAVAILABLE.retry_after(30),
    })?;
    let spread = app.random.below(RETRY.as_millis() as u64);
    Ok(live::reply(following.into_stream(), RETRY + Duration::from_millis(spread)))
}

/// Topics of single persons that are read at one time. A read that waits for the database holds some 15 KiB, and
/// thousands open their streams in the same second; what everybody follows does not wait behind them.
const PERSONAL_AT_A_TIME: usize = 16;

/// What topics say now. `grace`: how long after the end of a contest an answer still counts.
pub fn reader(db: &Db, attempt_cache: &AttemptCache, clock: &Clock, grace: Duration) -> Read {
    let (db, attempt_cache, clock) = (db.clone(), attempt_cache.clone(), clock.clone());
    let turns = Arc::new(Semaphore::new(PERSONAL_AT_A_TIME));
    Box::new(move |topic, edition| {
        let (db, attempt_cache, clock, turns) = (db.clone(), attempt_cache.clone(), clock.clone(), turns.clone());
        async move {
            let personal = matches!(topic, Topic::Attempt(..) | Topic::Inbox(_));
            let _turn = if personal { turns.acquire().await.ok() } else { None };
            Box::pin(read(&db, &attempt_cache, &clock, grace, topic, edition)).await
        }
        .boxed()
    })
}

async fn read(
    db: &Db,
    attempt_cache: &AttemptCache,
    clock: &Clock,
    grace: Duration,
    topic: Topic,
    edition: String,
) -> Result<Event, DbError> {
    Ok(match topic {
        Topic::Attempt(contest, user) => {
            event("attempt", &LiveOut::Attempt(attempts::live_attempt(attempt_cache, contest, user).await?))
        }
        Topic::Poll(id) => match polls::live_tally(db, id).await? {
            Some(tally) => event("poll", &LiveOut::Poll(tally)),
            None => gone(topic),
        },
        Topic::Polls => event("polls", &hint(topic)),
        Topic::Contest(id) => match attempts::followed(db, id, clock.now(), grace).await? {
            Some(contest) => Event {
                guarded: contest.is_guarded,
                holds: contest.holds,
                ..event("contest", &LiveOut::Contest(contest.said))
            },
            None => gone(topic),
        },
        Topic::Contests => {
            event("contests", &LiveOut::Hint(HintOut { topic: topic.to_string(), edition: Some(edition) }))
        }
        Topic::Event(id) => match events::live_event(db, id).await? {
            Some(standing) => event("event", &LiveOut::Event(standing)),
            None => gone(topic),
        },
        Topic::Events => event("events", &hint(topic)),
        Topic::Inbox(user) => event("inbox", &LiveOut::Inbox(notify::live_inbox(db, user).await?)),
    })
}

fn event(name: &'static str, data: &LiveOut) -> Event {
    // Numbers and texts of ours always become JSON.
    Event::new(name, serde_json::to_string(data).unwrap_or_default())
}

fn gone(topic: Topic) -> Event {
    event("gone", &hint(topic))
}

fn hint(topic: Topic) -> LiveOut {
    LiveOut::Hint(HintOut { topic: topic.to_string(), edition: None })
}

/// Returns whether a person may see what is not for everybody; only contests have such.
fn guard(app: &App, who: &Member) -> Guard {
    let (app, who) = (app.clone(), who.clone());
    Arc::new(move |topic| {
        let (app, who) = (app.clone(), who.clone());
        async move {
            let Topic::Contest(id) = topic else { return None };
            loop {
                match attempts::belongs_to(&app, &who, id).await {
                    Ok(true) => return None,
                    Ok(false) => return Some(gone(topic)),
                    // The stream may end meanwhile; then nobody waits here any more.
                    Err(_) => sleep(ASK_AGAIN).await,
                }
            }
        }
        .boxed()
    })
}

/// Looks at the clock for what is followed, as long as the application runs.
pub async fn turn_with_the_clock(app: App) {
    while app.stop.run_until_cancelled(sleep(TURN_EVERY)).await.is_some() {
        app.live.turn(app.clock.now());
    }
}

/// Ends the streams of sessions that have ended, for as long as the application runs. A database that is away ends none.
/// `elsewhere`: how soon it is noticed of those that another process ended.
pub async fn end_with_their_sessions(app: App, elsewhere: Duration) {
    let (mut forgettings, mut looks) = (app.session_cache.forgettings(), 0);
    while app.stop.run_until_cancelled(sleep(LOOK_EVERY)).await.is_some() {
        looks += 1;
        let so_far = app.session_cache.forgettings();
        if so_far == forgettings && LOOK_EVERY * looks < elsewhere {
            continue;
        }
        (forgettings, looks) = (so_far, 0);
        let open = app.live.sessions();
        match accounts::living_sessions(&app.db, &open, app.clock.now()).await {
            Ok(living) => open.iter().filter(|session| !living.contains(session)).for_each(|dead| app.live.end(*dead)),
            Err(error) => {
                tracing::warn!(cause = format!("{:#}", anyhow::Error::new(error)), "sessions of streams not checked");
            }
        }
    }
}
