//! Table of contents of what can be followed live: each topic, what it says, and the one call that streams them.
//!
//! Polls may be followed by everybody signed in, an inbox by its owner: its name says no person, so that nobody can ask for
//! another's. A topic that is for some asks its feature here before the stream begins. The Hub is live.rs, the reply is edge/live.rs.

mod wire;

use std::time::Duration;

use axum::extract::{Query, State};
use axum::response::Response;
use futures::FutureExt;
use futures::future::BoxFuture;
use quad_db::{Db, DbError};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::edge::live;
use crate::edge::who::Member;
use crate::features::{accounts, notify, polls};
use crate::kernel::fail::{Kind, Outcome, Refusal, UNAVAILABLE};
use crate::live::{Event, Full, Topic};
use wire::{HintOut, LiveOut, TopicsIn};

/// A browser comes back after this and up to as much again, so that not all return in one moment after a restart.
const RETRY: Duration = Duration::from_secs(2);
/// How soon a log-out is noticed that happened in this process, and, in looks, in another.
const LOOK_EVERY: Duration = Duration::from_secs(1);
const LOOKS_BETWEEN: u32 = 10;

const TOO_MANY_STREAMS: Refusal = Refusal::new(
    Kind::TooMany,
    "too_many",
    "You have too many windows with live updates open. Close one and reload this page.",
)
.retry_after(30);

/// The call that streams.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(follow))
}

/// Follow topics: what each says now, and again when it changes (server-sent events `poll`, `polls`, `inbox`, `gone`).
#[utoipa::path(get, path = "/live", tag = "live", params(TopicsIn),
    responses((status = 200, body = LiveOut, content_type = "text/event-stream")))]
async fn follow(State(app): State<App>, who: Member, Query(asked): Query<TopicsIn>) -> Outcome<Response> {
    let topics = asked.parse(who.id)?;
    let following = app.live.follow(who.id, who.session, &topics).map_err(|full| match full {
        Full::Person => TOO_MANY_STREAMS,
        Full::Process => UNAVAILABLE.retry_after(30),
    })?;
    let spread = app.random.below(RETRY.as_millis() as u64);
    Ok(live::reply(following.into_stream(), RETRY + Duration::from_millis(spread)))
}

/// What a topic says now.
pub fn read(db: &Db, topic: Topic) -> BoxFuture<'_, Result<Event, DbError>> {
    async move {
        let hint = LiveOut::Hint(HintOut { topic: topic.to_string() });
        let (name, data) = match topic {
            Topic::Poll(id) => match polls::live_tally(db, id).await? {
                Some(tally) => ("poll", LiveOut::Poll(tally)),
                None => ("gone", hint),
            },
            Topic::Polls => ("polls", hint),
            Topic::Inbox(user) => ("inbox", LiveOut::Inbox(notify::live_inbox(db, user).await?)),
        };
        // Numbers and texts of ours always become JSON.
        Ok(Event { name, data: serde_json::to_string(&data).unwrap_or_default() })
    }
    .boxed()
}

/// Ends the streams of sessions that have ended, for as long as the application runs. A database that is away ends none.
pub async fn end_with_their_sessions(app: App) {
    let (mut forgettings, mut looks) = (app.sessions.forgettings(), 0);
    while app.stop.run_until_cancelled(tokio::time::sleep(LOOK_EVERY)).await.is_some() {
        looks += 1;
        let so_far = app.sessions.forgettings();
        if so_far == forgettings && looks < LOOKS_BETWEEN {
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
