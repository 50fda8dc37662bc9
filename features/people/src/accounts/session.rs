//! Session cache: a cookie that names a living session puts a [`Member`] on the request.
//!
//! Without a cookie it does nothing. A look-up is remembered for minutes, so that an answer costs none; a log-out, a
//! revocation or a change of roles is felt at once ([`SessionCache::forget`]), in other processes when they hear of it
//! (`crates/cluster/src/peers.rs`), at the latest within a second (`user_change_feed.rs`). While the changes of others cannot be heard, a look-up is remembered for seconds.

use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::Request;
use futures::FutureExt;
use futures::future::ready;
use moka::future::Cache;
use quad_db::DbError;

use crate::PeopleState;
use quad_cluster::peers::{Change, Peers};
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::Error;
use quad_kernel::ids::{SessionId, UserId};

use super::model::{Lifetime, TokenHash};
use super::signed_in_person::member;
use super::{client_identity, store, store_sessions};

const REMEMBERED: Duration = Duration::from_mins(10);
/// While nobody knows what other processes change.
const REMEMBERED_UNHEARD: Duration = Duration::from_secs(5);
/// Changes not heard for this long are not heard.
const DEAF: Duration = Duration::from_millis(2_500);
/// Some 600 bytes each.
const MOST_REMEMBERED: u64 = 150_000;
/// `last_seen_at` is not written more often than this.
const TOUCH_EVERY: Duration = Duration::from_mins(10);

/// A session as it was read.
struct Known {
    member: Member,
    created_at: Time,
    last_seen_at: AtomicI64,
    read_at: Time,
    forgotten: AtomicBool,
}

impl Known {
    fn is_fresh(&self, now: Time, remembered: Duration) -> bool {
        // A fixed clock may also go backwards.
        let age = now.millis_since(self.read_at);
        !self.forgotten.load(Ordering::SeqCst) && age >= 0 && Time(0).plus(remembered).0 > age
    }

    fn is_living(&self, now: Time) -> bool {
        Lifetime::of(self.member.is_admin).holds(self.created_at, Time(self.last_seen_at.load(Ordering::Relaxed)), now)
    }

    /// Whether it is this request's turn to write down that the session is used.
    fn takes_touch(&self, now: Time) -> bool {
        let seen = self.last_seen_at.load(Ordering::Relaxed);
        now >= Time(seen).plus(TOUCH_EVERY)
            && self.last_seen_at.compare_exchange(seen, now.0, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

/// Living sessions, remembered for minutes, and for seconds while changes elsewhere are not heard.
#[derive(Clone)]
pub struct SessionCache {
    known: Cache<TokenHash, Arc<Known>>,
    /// Counts what was forgotten, so that a lookup that read before it does not bring it back after it.
    forgettings: Arc<AtomicU64>,
    /// When the changes of other processes were heard last.
    heard: Arc<Mutex<Option<Instant>>>,
}

/// The tag of changes of a person's name, roles or sessions.
const PERSON: &str = "person";

impl fmt::Debug for SessionCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionCache").field("remembered", &self.known.entry_count()).finish_non_exhaustive()
    }
}

impl SessionCache {
    /// Remembers nothing yet, and hears what other processes change.
    pub fn new(peers: &Peers) -> Self {
        let known = Cache::builder().max_capacity(MOST_REMEMBERED).time_to_live(REMEMBERED).build();
        let cache = Self { known, forgettings: Arc::default(), heard: Arc::default() };
        let hears = cache.clone();
        peers.register(
            PERSON,
            Arc::new(move |user| {
                if let Some(user) = UserId::parse(user) {
                    hears.forget_here(user);
                }
                ready(()).boxed()
            }),
        );
        cache
    }

    /// Reads a person's sessions and roles anew from the next request on, in all processes. Call it after the commit that
    /// changed them.
    pub async fn forget(&self, app: &PeopleState, user: UserId) {
        self.forget_here(user);
        app.peers.tell(&[Change::new(PERSON, user)]).await;
    }

    /// Reads them anew in this process: another one has changed them.
    fn forget_here(&self, user: UserId) {
        self.forget_if(|_, known| known.member.id == user);
    }

    /// The same for many people in one pass over what is remembered.
    pub(super) fn forget_all(&self, users: &HashSet<UserId>) {
        self.forget_if(|_, known| users.contains(&known.member.id));
    }

    pub(super) async fn forget_token(&self, token: &TokenHash) {
        self.forgettings.fetch_add(1, Ordering::SeqCst);
        if let Some(known) = self.known.get(token).await {
            known.forgotten.store(true, Ordering::SeqCst);
        }
    }

    /// How often something was forgotten; whoever keeps a person connected looks again when it changes.
    pub fn forgettings(&self) -> u64 {
        self.forgettings.load(Ordering::SeqCst)
    }

    /// Says that everything others had changed by then was forgotten.
    pub(super) fn heard_changes(&self, then: Instant) {
        *self.heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(then);
    }

    /// How long a look-up holds at this moment.
    fn remembered(&self) -> Duration {
        let heard = *self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        if heard.is_some_and(|heard| heard.elapsed() < DEAF) { REMEMBERED } else { REMEMBERED_UNHEARD }
    }

    fn forget_if(&self, which: impl Fn(&TokenHash, &Known) -> bool) {
        self.forgettings.fetch_add(1, Ordering::SeqCst);
        for (hash, known) in &self.known {
            if which(&hash, &known) {
                known.forgotten.store(true, Ordering::SeqCst);
            }
        }
    }

    async fn find(&self, app: &PeopleState, token: &TokenHash, now: Time) -> Result<Option<Arc<Known>>, DbError> {
        if let Some(known) = self.known.get(token).await {
            // Used elsewhere meanwhile, it may live longer than is known here.
            if known.is_fresh(now, self.remembered()) && known.is_living(now) {
                return Ok(Some(known));
            }
        }
        let before = self.forgettings.load(Ordering::SeqCst);
        let Some(known) = read(app, token, now).await? else { return Ok(None) };
        let known = Arc::new(known);
        self.known.insert(*token, Arc::clone(&known)).await;
        if self.forgettings.load(Ordering::SeqCst) != before {
            known.forgotten.store(true, Ordering::SeqCst);
        }
        Ok(Some(known))
    }
}

async fn read(app: &PeopleState, token: &TokenHash, now: Time) -> Result<Option<Known>, DbError> {
    let Some(found) = store_sessions::find(&app.db, token).await? else { return Ok(None) };
    let roles = store::roles(&app.db, found.user_id).await?;
    Ok(Some(Known {
        member: member(found.user_id, found.id, found.full_name, found.email, roles),
        created_at: found.created_at,
        last_seen_at: AtomicI64::new(found.last_seen_at.0),
        read_at: now,
        forgotten: AtomicBool::new(false),
    }))
}

/// Says on the request who is asking, before it goes to its call (router.rs).
///
/// # Errors
/// When the database cannot be asked.
pub async fn recognise(app: &PeopleState, request: &mut Request) -> Result<(), Error> {
    let Some(token) = client_identity::session_token(request.headers(), app.settings.is_https()) else { return Ok(()) };
    let now = app.clock.now();
    if let Some(known) = app.session_cache.find(app, &token.hash(), now).await?.filter(|known| known.is_living(now)) {
        if known.takes_touch(now) {
            touch_later(app, known.member.session, now);
        }
        request.extensions_mut().insert(known.member.clone());
    }
    Ok(())
}

/// Beside the request, which does not wait for it.
fn touch_later(app: &PeopleState, session: SessionId, now: Time) {
    let db = app.db.clone();
    app.spawn(async move {
        let touched = async {
            let mut tx = db.begin().await?;
            store_sessions::touch(&mut tx, session, now, now.minus(TOUCH_EVERY)).await?;
            tx.commit().await
        };
        if let Err(error) = touched.await
            && !error.is_told()
        {
            tracing::warn!(
                error = format!("{:#}", anyhow::Error::new(error)),
                "a session's last use was not written down"
            );
        }
    });
}
