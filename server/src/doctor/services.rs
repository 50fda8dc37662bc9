//! Whatever Quad talks to, asked as gently as it can be: a greeting and a log-in, a list of one, an object that goes again.
//! Nothing is sent to anybody. How each is asked is the business of the library or the feature that talks to it.

use std::time::{Duration, Instant};

use quad_blobs::StoreError;
use quad_db::{Db, DbError, Engine, OpenOptions};
use quad_mail::Mailer;

use crate::backups;
use crate::config::Settings;
use crate::features::{contests, notify, payments, pictures as stored};
use crate::kernel::clock::Clock;
use crate::kernel::fail;
use crate::migrations::Migrations;

use super::{Finding, PATIENCE, bad, ok, warn};

/// How far the clocks of this machine and of the database may be apart.
const APART: Duration = Duration::from_secs(2);
/// More of an answer than this is no help.
const LONGEST: usize = 300;

/// Its answer, or nothing when it took too long.
async fn in_time<T>(asked: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout(PATIENCE, asked).await.ok()
}

fn hung(name: &'static str, what: &str) -> Finding {
    bad(name, format!("{what} does not answer within {} s", PATIENCE.as_secs()))
}

/// An error in one line, not too long.
fn line(error: &anyhow::Error) -> String {
    let text = fail::chain(error);
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(LONGEST).collect()
}

/// Whether the database is there, up to date and sound at a glance, and what is in it that others need.
pub(super) async fn database(settings: &Settings, clock: &Clock) -> Vec<Finding> {
    const NAME: &str = "database";
    if let Some(file) = settings.database_file().filter(|file| !file.exists()) {
        return vec![bad(
            NAME,
            format!("there is none at {}: a mistyped --data-dir, or not started yet", file.display()),
        )];
    }
    // Shorter than the whole, so that it says itself why it does not come.
    let options = OpenOptions { connections: 2, patience: PATIENCE.saturating_sub(Duration::from_secs(1)) };
    let db = match in_time(async { Db::open(&settings.database(), &options).await }).await {
        Some(Ok(db)) => db,
        Some(Err(error)) => return vec![bad(NAME, format!("{}; see database_url", line(&error.into())))],
        None => return vec![hung(NAME, "it")],
    };
    let mut found = Vec::new();
    match in_time(db.schema::<Migrations>()).await {
        Some(Ok(schema)) => match (schema.refuse_newer(), schema.pending.len()) {
            (Err(error), _) => found.push(bad(NAME, error.to_string())),
            (Ok(()), 0) => {
                found.push(ok(NAME, format!("{}, up to date", engine(&db))));
                found.push(soundness(&db).await);
                found.push(push_key(&db).await);
                found.extend(last_backup(&db, clock).await);
            }
            (Ok(()), steps) => {
                found.push(bad(NAME, format!("not up to date, {steps} steps are missing: quad migrate")));
            }
        },
        Some(Err(error)) => found.push(bad(NAME, line(&error.into()))),
        None => found.push(hung(NAME, "it")),
    }
    if db.engine() == Engine::Postgres {
        found.push(clocks(&db, clock).await);
        found.push(connections(&db, settings.database_connections).await);
    }
    // A look that takes too long goes on until the process ends: nobody waits for it.
    let _ = tokio::time::timeout(Duration::from_secs(1), db.close()).await;
    found
}

fn engine(db: &Db) -> &'static str {
    match db.engine() {
        Engine::Sqlite => "SQLite",
        Engine::Postgres => "PostgreSQL",
    }
}

async fn soundness(db: &Db) -> Finding {
    const NAME: &str = "database-files";
    let began = Instant::now();
    match in_time(db.flaws(false, 3)).await {
        Some(Ok(flaws)) if flaws.is_empty() => ok(
            NAME,
            format!("the engine finds them sound ({:.1} s); quad check asks for more", began.elapsed().as_secs_f32()),
        ),
        Some(Ok(flaws)) => {
            bad(NAME, format!("{}: stop, keep a copy of the files, restore the last backup", flaws.join(", ")))
        }
        Some(Err(error)) => bad(NAME, line(&error.into())),
        None => ok(NAME, "too large to be looked through in a few seconds: quad check does it"),
    }
}

/// How the newest backup went, also where its file was carried elsewhere; nothing where none was ever begun.
async fn last_backup(db: &Db, clock: &Clock) -> Option<Finding> {
    const NAME: &str = "last-backup";
    let run = match in_time(backups::newest_run(db)).await {
        Some(Ok(run)) => run?,
        Some(Err(error)) => return Some(bad(NAME, line(&error.into()))),
        None => return Some(hung(NAME, "the database")),
    };
    let hours = clock.now().millis_since(run.began_at) as f64 / 3_600_000.0;
    Some(match run.why {
        Some(why) => bad(NAME, format!("{} failed {hours:.1} h ago: {why}", run.file)),
        None if run.verified_at.is_some() => ok(NAME, format!("{}, {hours:.1} h ago, read again to its end", run.file)),
        None => ok(NAME, format!("{}, {hours:.1} h ago; quad backup verify proves it", run.file)),
    })
}

async fn clocks(db: &Db, clock: &Clock) -> Finding {
    const NAME: &str = "clock-of-the-database";
    let apart = match in_time(db.clock_ms()).await {
        Some(Ok(theirs)) => Duration::from_millis(theirs.abs_diff(clock.now().0)),
        Some(Err(error)) => return bad(NAME, line(&error.into())),
        None => return hung(NAME, "it"),
    };
    let says = format!("{:.1} s from this machine's", apart.as_secs_f32());
    if apart > APART {
        warn(NAME, format!("{says}: one of the two is wrong, set it by a time server"))
    } else {
        ok(NAME, says)
    }
}

/// One process has its pool, hears of the others on one connection, and looks on another whether the server answers.
const BESIDE_THE_POOL: u32 = 2;

async fn connections(db: &Db, pool: u32) -> Finding {
    const NAME: &str = "connections";
    let allowed = match in_time(db.connections_allowed()).await {
        Some(Ok(allowed)) => allowed.unwrap_or_default(),
        Some(Err(error)) => return bad(NAME, line(&error.into())),
        None => return hung(NAME, "the database"),
    };
    let each = i64::from(pool + BESIDE_THE_POOL);
    match allowed / each {
        0 => bad(
            NAME,
            format!(
                "a process takes up to {each}, and the server allows {allowed}: lower database_connections, or raise max_connections"
            ),
        ),
        processes => ok(
            NAME,
            format!("the server allows {allowed}; a process takes up to {each}, so there is room for {processes}"),
        ),
    }
}

async fn push_key(db: &Db) -> Finding {
    const NAME: &str = "push-key";
    match in_time(notify::key_state(db)).await {
        Some(Ok(notify::KeyState::Sound)) => ok(NAME, "in the database"),
        Some(Ok(notify::KeyState::NotMade)) => ok(NAME, "made when the first browser asks for it"),
        Some(Ok(notify::KeyState::Broken)) => bad(
            NAME,
            "what is kept is no key: no push can be sent. Restore it, or empty push_keys; then every device subscribes again",
        ),
        Some(Err(error)) => bad(NAME, line(&DbError::into(error))),
        None => hung(NAME, "the database"),
    }
}

/// Whether browsers can be reached.
pub(super) fn push(settings: &Settings) -> Finding {
    const NAME: &str = "push";
    if !settings.is_https() && !settings.public_url.is_empty() && !settings.public_url.contains("//localhost") {
        return warn(NAME, "browsers take pushes over https only: set an https public_url");
    }
    if settings.contact_email.trim().is_empty() {
        return warn(NAME, "push services have nobody to write to: set contact_email");
    }
    ok(NAME, "push services may write to contact_email; that they can be reached shows with the first push")
}

/// Whether the mail server takes our log-in.
pub(super) async fn mail(settings: &Settings) -> Finding {
    const NAME: &str = "mail";
    let outbox = settings.data_dir.join("outbox");
    let smtp = Some(settings.smtp_url.reveal()).filter(|url| !url.is_empty());
    let mailer = match Mailer::from_url(smtp, &settings.mail_from, &outbox) {
        Ok(mailer) => mailer,
        Err(error) => return bad(NAME, format!("{error}: mend smtp_url or mail_from")),
    };
    if !mailer.is_configured() {
        let outbox = outbox.display();
        return warn(
            NAME,
            format!("no smtp_url: mails are files in {outbox}, and accounts work without a mailed link"),
        );
    }
    match in_time(mailer.probe()).await {
        Some(Ok(())) if settings.mail_from.contains("@localhost") => {
            warn(NAME, "the server answers, but mail_from is an address at localhost, which others refuse")
        }
        Some(Ok(())) => ok(NAME, "the server answers and takes the log-in; nothing was sent"),
        Some(Err(error)) => bad(NAME, format!("{}; mend smtp_url", line(&error.into()))),
        None => hung(NAME, "the server of smtp_url"),
    }
}

/// Whether the payment provider knows our keys.
pub(super) async fn payment(settings: &Settings) -> Finding {
    const NAME: &str = "payment";
    if !settings.sells_for_money() {
        return match settings.billing {
            crate::config::Billing::Off => ok(NAME, "billing is off, nothing is sold"),
            crate::config::Billing::On => {
                warn(NAME, "the sandbox: purchases are free. Set the three keys of Razorpay, or billing = \"off\"")
            }
        };
    }
    let is_test = settings.razorpay_key_id.starts_with("rzp_test");
    match in_time(payments::probe(settings)).await {
        Some(Ok(())) if is_test => warn(NAME, "Razorpay takes the keys, which are its test keys: no money moves"),
        Some(Ok(())) => ok(NAME, "Razorpay takes the keys, and money moves"),
        Some(Err(error)) => bad(NAME, format!("{}; see razorpay_key_id and razorpay_key_secret", line(&error))),
        None => hung(NAME, "Razorpay"),
    }
}

/// Whether the AI provider, if any, knows our key and the model.
pub(super) async fn drafting(settings: &Settings) -> Finding {
    const NAME: &str = "drafting";
    if !settings.drafts_by_provider() {
        return ok(NAME, "by Quad itself, nothing leaves this machine");
    }
    match in_time(contests::probe_provider(settings)).await {
        Some(Ok(Some(false))) => warn(
            NAME,
            format!("the provider answers, but does not list the model {}: mend ai_model", settings.ai_model),
        ),
        Some(Ok(Some(true))) => ok(NAME, format!("the provider answers and has {}", settings.ai_model)),
        Some(Ok(None)) => ok(NAME, "the provider answers, and does not list its models"),
        Some(Err(error)) => bad(NAME, format!("{}; see ai_base_url and ai_key", line(&error))),
        None => hung(NAME, "the provider of ai_base_url"),
    }
}

/// Whether pictures can be kept, read and let go.
pub(super) async fn pictures(settings: &Settings, clock: &Clock) -> Finding {
    const NAME: &str = "pictures";
    let media = stored::Media::new(settings);
    if media.folder().is_some_and(|folder| !folder.is_dir()) {
        return ok(NAME, "their folder is made with the first one");
    }
    // A name of its own, so that two who look at once do not take each other's away.
    let name = format!("probe-{}-{}", std::process::id(), clock.now().0);
    match in_time(media.probe(&name)).await {
        Some(Ok(())) => ok(NAME, "one was kept, read and let go"),
        Some(Err(error)) => match error.downcast_ref::<StoreError>().and_then(StoreError::refusal) {
            Some(code) => {
                bad(NAME, format!("the store refuses: {code}; see media_url, media_s3_key_id and media_s3_secret"))
            }
            None => bad(NAME, format!("{}; see media_url", line(&error))),
        },
        None => hung(NAME, "the store of media_url"),
    }
}
