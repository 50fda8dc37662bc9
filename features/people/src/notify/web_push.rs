//! Web push: the long-lived client, and the run that sends whatever is due.
//!
//! A run takes pushes in portions, sends many at once and notes how they ended in portions, too, so that a few that hang
//! hold up nobody. One run at a time in a process: the worker's other hand stays free for mails. No transaction is open
//! while anything is sent.

use std::sync::OnceLock;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use quad_db::{Db, DbError, Tx};
use quad_jobs::JobEnd;
use quad_push::{Client, Device, Keys, Message, Options, Urgency, Verdict};
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, OnceCell};
use tokio::time::{Instant, timeout};

use crate::PeopleState;
use quad_kernel::clock::Time;
use quad_kernel::error::{Error, Result};
use quad_services::background::enqueue;
use quad_services::config::Settings;

use super::model::Push;
use super::store_web_push::{self, Delivery, Ended};

/// Taken at once, and in hand at most.
const PORTION: usize = 128;
const IN_HAND: usize = 384;
/// Noted at once, or after this time.
const NOTED: usize = 128;
const NOTE_EVERY: Duration = Duration::from_millis(500);
/// After this long no more are taken: other jobs want their turn.
const RUN: Duration = Duration::from_secs(30);
/// The longest a push may be in hand: everything before it can hang for ten seconds.
pub(super) const LEASE: Duration = Duration::from_mins(3);
/// Tries of one push, and pushes of a device that its push service may refuse in a row.
const TRIES: i32 = 6;
const REFUSALS: i64 = 5;
/// A push service keeps it for so long for a device that is off; older news are no news.
const KEEP: Duration = Duration::from_hours(24);
/// What is news for no longer than this happens now: a device that saves power is woken for it.
const SOON: Duration = Duration::from_hours(2);
const LONGEST_WAIT: Duration = Duration::from_hours(6);
/// Characters of the text; the rest is in the inbox.
const TEXT: usize = 600;

/// The way to push services: made when first needed, because the keys are in the database.
#[derive(Debug, Default)]
pub struct Pusher {
    options: OnceLock<Options>,
    client: OnceCell<Client>,
    busy: Mutex<()>,
}

impl Pusher {
    /// Nothing is made yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reaches push services another way than over the internet: for tests, before anything was sent.
    pub fn reach_by(&self, options: Options) {
        // Set already: nothing changes under way.
        let _ = self.options.set(options);
    }

    /// The client, and with it the key pair that every process on this database signs with.
    async fn client(&self, app: &PeopleState) -> Result<&Client> {
        self.client
            .get_or_try_init(|| async {
                let secret = match store_web_push::kept_secret(&app.db).await? {
                    Some(secret) => secret,
                    None => keep_new_secret(app).await?,
                };
                let keys = Keys::from_secret(&secret).ok_or_else(|| anyhow::anyhow!("the kept push key is no key"))?;
                let options = self.options.get().cloned().unwrap_or_default();
                Client::new(keys, contact(&app.settings).as_deref(), options)
                    .map_err(|error| Error::Internal(error.into()))
            })
            .await
    }
}

/// The key pair that is kept in a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyState {
    /// There is one.
    Sound,
    /// Nobody has needed one yet.
    NotMade,
    /// What is kept is none.
    Broken,
}

/// Looks at the kept key pair.
pub async fn key_state(db: &Db) -> Result<KeyState, DbError> {
    Ok(match store_web_push::kept_secret(db).await? {
        None => KeyState::NotMade,
        Some(secret) if Keys::from_secret(&secret).is_some() => KeyState::Sound,
        Some(_) => KeyState::Broken,
    })
}

/// Of two processes that start at once one's key is kept, and both use it.
async fn keep_new_secret(app: &PeopleState) -> Result<Vec<u8>> {
    // Nearly every number is one; those that are none are drawn again.
    let keys = loop {
        if let Some(keys) = Keys::from_secret(&app.random.bytes::<32>()) {
            break keys;
        }
    };
    let mut tx = app.db.begin().await?;
    let kept = store_web_push::keep_secret(&mut tx, &keys.secret(), app.clock.now()).await?;
    tx.commit().await?;
    Ok(kept)
}

/// Whom a push service may ask about us; nobody, rather than an address that nobody has: Apple refuses such a one, and doctor
/// tells the operator what to set.
fn contact(settings: &Settings) -> Option<String> {
    let address = settings.contact_email.trim();
    match () {
        () if !address.is_empty() => Some(format!("mailto:{address}")),
        () if settings.is_https() => Some(settings.public_url.clone()),
        () => None,
    }
}

/// The public half of the key pair, for browsers.
pub(super) async fn public_key(app: &PeopleState) -> Result<String> {
    Ok(app.push.client(app).await?.keys().public())
}

/// What the service worker is handed.
#[derive(Serialize)]
struct Payload<'a> {
    title: &'a str,
    body: &'a str,
    url: &'a str,
    /// A repeat of the same notification takes the place of the first.
    tag: String,
}

/// How many of a run ended how, for the log.
#[derive(Debug, Default)]
struct Tally {
    sent: usize,
    gone: usize,
    later: usize,
    given_up: usize,
}

/// Sends what is due, for a while, and sees to it that what is due later is sent then.
pub(super) async fn run(app: &PeopleState) -> Result<(), JobEnd> {
    if let Ok(_only) = app.push.busy.try_lock() {
        let client = app.push.client(app).await.map_err(ended_badly)?;
        let tally = send_due(app, client).await?;
        if tally.sent + tally.gone + tally.later + tally.given_up > 0 {
            let Tally { sent, gone, later, given_up } = tally;
            tracing::info!(sent, gone, later, given_up, "pushed");
        }
    } else if store_web_push::next_due(&app.db).await?.is_none() {
        return Ok(());
    }
    let Some(due) = store_web_push::next_due(&app.db).await? else { return Ok(()) };
    // Whoever sends at this moment will look again; a second later is soon enough to see whether it did.
    let at = due.max(app.clock.now().plus(Duration::from_secs(1)));
    let mut tx = app.db.begin().await?;
    quad_jobs::enqueue_at(&mut tx, app.clock.now().0, at.0, &Push {}).await?;
    tx.commit().await?;
    Ok(())
}

fn ended_badly(fail: Error) -> JobEnd {
    match fail {
        Error::Rejected(refusal) => JobEnd::later(refusal.say),
        Error::Internal(cause) => JobEnd::later(format!("{cause:#}")),
    }
}

async fn send_due(app: &PeopleState, client: &Client) -> Result<Tally, JobEnd> {
    let (began, mut look_at) = (Instant::now(), Instant::now());
    let (mut in_hand, mut ended, mut tally) = (FuturesUnordered::new(), Ended::default(), Tally::default());
    loop {
        let goes_on = began.elapsed() < RUN && !app.stop.is_cancelled();
        if goes_on && in_hand.len() + PORTION <= IN_HAND && Instant::now() >= look_at {
            let taken = take(app).await?;
            if taken.len() < PORTION {
                look_at = Instant::now() + NOTE_EVERY;
            }
            for delivery in taken {
                in_hand.push(async move { (send(app, client, &delivery).await, delivery) });
            }
        }
        match timeout(NOTE_EVERY, in_hand.next()).await {
            Ok(Some((verdict, delivery))) => sort_in(&mut ended, &mut tally, verdict, &delivery, app.clock.now()),
            Ok(None) => {
                note(app, &mut ended).await?;
                return Ok(tally);
            }
            Err(_) if ended.len() > 0 => note(app, &mut ended).await?,
            Err(_) => {}
        }
        if ended.len() >= NOTED {
            note(app, &mut ended).await?;
        }
    }
}

async fn take(app: &PeopleState) -> Result<Vec<Delivery>, JobEnd> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let taken = store_web_push::claim(&mut tx, now, now.plus(LEASE), PORTION as i64).await?;
    tx.commit().await?;
    Ok(taken)
}

async fn send(app: &PeopleState, client: &Client, delivery: &Delivery) -> Verdict {
    let now = app.clock.now();
    if now.millis_since(delivery.told_at) > KEEP.as_millis() as i64 {
        return Verdict::Dropped { why: "it is too old by now".to_owned() };
    }
    let left = delivery.news_until.map(|until| until.millis_since(now));
    let Some(left) = left.map_or(Some(KEEP), |left| u64::try_from(left).ok().map(Duration::from_millis)) else {
        return Verdict::Dropped { why: "it is no news any more".to_owned() };
    };
    let urgency = if delivery.news_until.is_some() && left <= SOON { Urgency::High } else { Urgency::Normal };
    let payload = Payload {
        title: &delivery.title,
        body: quad_text::beginning(&delivery.body, TEXT),
        url: &delivery.url,
        tag: delivery.notification_id.to_string(),
    };
    // Texts always become JSON.
    let body = serde_json::to_vec(&payload).unwrap_or_default();
    let device = Device { endpoint: &delivery.endpoint, p256dh: &delivery.p256dh, auth: &delivery.auth };
    let topic = topic(&delivery.once);
    client.send(&device, &Message { body: &body, keep: left.min(KEEP), urgency, topic: Some(&topic) }, now.0).await
}

/// What a notice is about, as a push service may know it: a repeat takes the place of the first also where the device is off.
fn topic(once: &str) -> String {
    URL_SAFE_NO_PAD.encode(&Sha256::digest(once)[..24])
}

fn sort_in(ended: &mut Ended, tally: &mut Tally, verdict: Verdict, delivery: &Delivery, now: Time) {
    let device = delivery.subscription_id;
    match verdict {
        Verdict::Sent => {
            tally.sent += 1;
            ended.done.push(delivery.id);
            ended.reached.push(device);
        }
        Verdict::Gone => {
            tally.gone += 1;
            ended.done.push(delivery.id);
            ended.gone.push(device);
        }
        Verdict::Later { after, why } if delivery.tries < TRIES => {
            tally.later += 1;
            tracing::debug!(device, tries = delivery.tries, %why, "a push comes later");
            ended.later.push((delivery.id, now.plus(pause(delivery.tries, after))));
        }
        Verdict::Refused { why } => {
            tally.given_up += 1;
            tracing::info!(device, tries = delivery.tries, %why, "a push was refused");
            ended.done.push(delivery.id);
            ended.refused.push(device);
        }
        // Whoever is cut off from push services, or was down for a day, must not forget everybody's devices over it.
        Verdict::Later { why, .. } | Verdict::Dropped { why } => {
            tally.given_up += 1;
            tracing::info!(device, tries = delivery.tries, %why, "a push was given up");
            ended.done.push(delivery.id);
        }
    }
}

/// Half a minute at first, then four times as long each time; longer where the push service says so.
fn pause(tries: i32, asked: Option<Duration>) -> Duration {
    let grown = Duration::from_secs(30).saturating_mul(4_u32.saturating_pow(tries.max(1) as u32 - 1));
    asked.unwrap_or_default().max(grown).min(LONGEST_WAIT)
}

/// Notes how pushes ended. Two processes may be in each other's way for a moment; an unwritten end is a second push.
async fn note(app: &PeopleState, ended: &mut Ended) -> Result<(), JobEnd> {
    let batch = std::mem::take(ended);
    let mut patience = 3;
    loop {
        let noted = async {
            let mut tx = app.db.begin().await?;
            store_web_push::note(&mut tx, &batch, REFUSALS, app.clock.now()).await?;
            tx.commit().await
        };
        match noted.await {
            Ok(()) => return Ok(()),
            Err(error) if patience > 0 => {
                patience -= 1;
                tracing::warn!(cause = format!("{:#}", anyhow::Error::new(error)), "pushes could not be noted");
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// Enqueues a run in the caller's transaction.
pub(super) async fn soon(tx: &mut Tx, now: Time) -> Result<(), DbError> {
    enqueue(tx, now, &Push {}).await
}

#[cfg(test)]
mod tests {
    use quad_services::config::{Flags, load_from};

    use super::*;

    #[test]
    fn a_contact_is_real_or_none() {
        let with = |contact_email: &str, public_url: &str| {
            let mut settings = load_from(&Flags::default(), |_| None).expect("defaults");
            (settings.contact_email, settings.public_url) = (contact_email.to_owned(), public_url.to_owned());
            contact(&settings)
        };
        let (office, site) = ("office@meridian.example", "https://quad.meridian.example");
        for public_url in ["", "http://quad.meridian.example", "http://localhost:8080", site] {
            assert_eq!(with(office, public_url).as_deref(), Some("mailto:office@meridian.example"), "{public_url}");
            let wanted = (public_url == site).then_some(site);
            assert_eq!(with(" ", public_url).as_deref(), wanted, "{public_url}");
        }
    }

    #[test]
    fn pauses_grow_and_listen() {
        let seconds = |tries, asked: Option<u64>| pause(tries, asked.map(Duration::from_secs)).as_secs();
        assert_eq!([1, 2, 3, 4, 5, 6].map(|tries| seconds(tries, None)), [30, 120, 480, 1920, 7680, 21600]);
        assert_eq!((seconds(1, Some(90)), seconds(2, Some(90)), seconds(1, Some(1_000_000))), (90, 120, 21600));
    }
}
