//! Doctor, services: whatever Quad talks to, asked as gently as it can be: a greeting and a log-in, a list of one, an object
//! that goes again. Nothing is sent to anybody. How each is asked is the business of the library or the feature that talks to
//! it.

use std::time::{Duration, Instant};

use anyhow::bail;

use quad_blobs::StoreError;
use quad_db::{Db, DbError, Engine, OpenOptions, Server};
use quad_mail::{Encryption, MailError, Mailer, Patience, ServerReport};

use quad_cluster::peers;
use quad_contests::{contests, payments};
use quad_kernel::clock::Clock;
use quad_kernel::error;
use quad_migrations::Migrations;
use quad_operations::backups;
use quad_people::{notify, pictures as stored};
use quad_services::config::{Billing, Settings};

use super::findings::{Finding, Level, PATIENCE, bad, ok, warn};

/// How far the clocks of this machine and of the database may be apart.
const APART: Duration = Duration::from_secs(2);
/// More of an answer than this is no help.
const LONGEST: usize = 300;

/// Its answer, or nothing when it took too long.
async fn in_time<T>(patience: Duration, asked: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout(patience, asked).await.ok()
}

fn hung(name: &'static str, what: &str, patience: Duration) -> Finding {
    bad(name, format!("{what} does not answer within {} s", patience.as_secs()))
}

/// An error in one line, not too long.
fn line(error: &anyhow::Error) -> String {
    let text = error::chain(error);
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(LONGEST).collect()
}

/// Whether the database is there, up to date and sound at a glance, and what is in it that others need.
pub(super) async fn database(settings: &Settings, clock: &Clock, patience: Duration) -> Vec<Finding> {
    const NAME: &str = "database";
    if let Some(file) = settings.database_file().filter(|file| !file.exists()) {
        return vec![bad(
            NAME,
            format!("there is none at {}: --data-dir is mistyped, or Quad has not been started yet", file.display()),
        )];
    }
    // Shorter than the whole, so that it says itself why it does not come.
    let shorter = patience.saturating_sub(Duration::from_secs(1));
    let options = OpenOptions { connections: 2, patience: shorter, ..OpenOptions::default() };
    let db = match in_time(patience, async { Db::open_to_read(&settings.database(), &options).await }).await {
        Some(Ok(db)) => db,
        Some(Err(error)) => return vec![bad(NAME, format!("{}; see database_url", line(&error.into())))],
        None => return vec![hung(NAME, "it", patience)],
    };
    let mut found = Vec::new();
    let server = match in_time(patience, db.server()).await {
        Some(Ok(server)) => server,
        Some(Err(error)) if error.is_out_of_time() => {
            return vec![bad(
                NAME,
                format!(
                    "a question was ended after a moment ({}): role, database or server sets a limit of time that is too short for anything. \
                     ALTER ROLE … RESET statement_timeout, or transaction_timeout, or idle_in_transaction_session_timeout; Quad's own sessions replace it",
                    line(&error.into())
                ),
            )];
        }
        Some(Err(error)) => return vec![bad(NAME, line(&error.into()))],
        None => return vec![hung(NAME, "it", patience)],
    };
    if let Some(said) = Db::unwritable_file(&settings.database()) {
        found.push(bad("database-file", said));
    }
    let unfit = server.as_ref().and_then(|server| server.unfit.as_deref());
    match (in_time(patience, db.schema::<Migrations>()).await, unfit) {
        // Nobody is sent to make what cannot be made there, and what cannot be read is named by why.
        (Some(_), Some(said)) => found.push(bad(NAME, said)),
        (Some(Ok(schema)), None) => match (schema.refuse_newer(), schema.pending.len()) {
            (Err(error), _) => found.push(bad(NAME, error.to_string())),
            (Ok(()), 0) => {
                found.push(ok(NAME, format!("{}, up to date", engine(server.as_ref()))));
                found.push(soundness(&db, patience).await);
                found.push(push_key(&db, patience).await);
                found.extend(shown_pictures(&db, settings, patience).await);
                found.extend(last_backup(&db, clock, patience).await);
            }
            (Ok(()), steps) => {
                found.push(bad(NAME, format!("not up to date, {steps} steps are missing: run quad migrate")));
            }
        },
        (Some(Err(error)), _) => found.push(bad(NAME, line(&error.into()))),
        (None, _) => found.push(hung(NAME, "it", patience)),
    }
    match server {
        Some(server) => found.extend(judged(&server)),
        None => found.push(log(&db, patience).await),
    }
    if db.engine() == Engine::Postgres {
        found.push(clocks(&db, clock, patience).await);
        found.push(connections(&db, settings.database_connections, patience).await);
    }
    // A look that takes too long goes on until the process ends: nobody waits for it.
    let _ = tokio::time::timeout(Duration::from_secs(1), db.close()).await;
    found
}

fn engine(server: Option<&Server>) -> String {
    server.map_or_else(|| "SQLite".to_owned(), |server| format!("PostgreSQL {}", server.version))
}

/// Of a session that may not write.
const READ_ONLY: &str = "default_transaction_read_only is on for this role, database or server: nothing can be saved. Providers set it when a disk is full; otherwise ALTER ROLE … RESET default_transaction_read_only";

/// What keeps this database from saving anything, or loses what it has saved, and pictures that are not where they are looked for, for the
/// start of a server to say; nothing where it cannot be asked.
pub async fn bad_at_start(db: &Db, settings: &Settings) -> Vec<Finding> {
    let server = in_time(PATIENCE, db.server()).await;
    let mut found = if let Some(Ok(Some(server))) = server { judged(&server) } else { Vec::new() };
    found.extend(shown_pictures(db, settings, PATIENCE).await);
    found.retain(|finding| finding.level == Level::Bad);
    found
}

/// Says of a database that has refused to be written what has to be changed, where that is known.
///
/// # Errors
/// The sentence that doctor has for it.
pub async fn refuse_unwritable(db: &Db) -> anyhow::Result<()> {
    let Some(Ok(Some(server))) = in_time(PATIENCE, db.server()).await else { return Ok(()) };
    if let Some(said) = &server.unfit {
        bail!("{said}");
    }
    if server.read_only {
        bail!("{READ_ONLY}");
    }
    Ok(())
}

/// What a crash of PostgreSQL's machine leaves, and what others have set on role and database.
fn judged(server: &Server) -> Vec<Finding> {
    const DURABILITY: &str = "durability";
    const ROLE: &str = "role-settings";
    let durability = if !server.unsafe_after_crash.is_empty() {
        let off = server.unsafe_after_crash.join(" and ");
        bad(
            DURABILITY,
            format!(
                "{off} is off on the server: a crash of its machine destroys what is stored. Set it on in postgresql.conf"
            ),
        )
    } else if !server.unlogged.is_empty() {
        let tables = server.unlogged.join(", ");
        bad(
            DURABILITY,
            format!("a crash of PostgreSQL empties what is UNLOGGED ({tables}): ALTER TABLE … SET LOGGED for each"),
        )
    } else if let Some(names) = &server.absent_standby {
        bad(
            DURABILITY,
            format!(
                "commits wait for standbys (synchronous_standby_names = '{names}'), and not as many of these are connected: nothing can be saved until they are. Bring them back, or empty that setting and reload"
            ),
        )
    } else if server.is_asynchronous {
        warn(
            DURABILITY,
            "synchronous_commit is off for this role, database or server: Quad's own sessions wait for the disk (local), those of other programs do not",
        )
    } else {
        ok(DURABILITY, "what is committed is on the server's disk")
    };
    let listed = |all: &[String]| all.join(", ");
    let role = if server.read_only {
        bad(ROLE, READ_ONLY)
    } else {
        let replaced = match server.replaced.as_slice() {
            [] => "role and database set nothing that Quad replaces".to_owned(),
            some => format!("Quad's sessions replace {}", listed(some)),
        };
        let kept = if server.kept.is_empty() { String::new() } else { format!("; kept: {}", listed(&server.kept)) };
        ok(ROLE, replaced + &kept)
    };
    let mut found = vec![durability, role];
    found.extend(judged_beside(server));
    found
}

/// What else is wrong with a server; nothing where all is well.
fn judged_beside(server: &Server) -> Vec<Finding> {
    let listed = |all: &[String]| all.join(", ");
    let mut found = Vec::new();
    if !server.hides_damage.is_empty() {
        found.push(bad(
            "damage",
            format!(
                "{} is on: where PostgreSQL finds what its disk has damaged or not kept, it continues and loses or hides it. Set it off for server, database and role once what is stored is saved (quad backup)",
                server.hides_damage.join(" and ")
            ),
        ));
    }
    if let Some((since, times)) = &server.failing_archiver {
        found.push(bad(
            "archive",
            format!(
                "archive_command fails, the last time at {since} ({times} times so far), and nothing was archived \
                 since: the archive ends before, and PostgreSQL keeps its log until its disk is full. Its own log \
                 says why; correct the command or the place it writes to"
            ),
        ));
    }
    if !server.idle_slots.is_empty() {
        found.push(warn(
            "replication-slots",
            format!(
                "nobody reads these slots, and PostgreSQL keeps its log for them until its disk is full: {}. Start what reads them, or SELECT pg_drop_replication_slot('NAME')",
                listed(&server.idle_slots)
            ),
        ));
    }
    if !server.row_security.is_empty() {
        found.push(bad(
            "row-security",
            format!(
                "policies decide which rows Quad's role sees and writes in {}: what they hide is missing, and what they forbid is not saved. ALTER TABLE … DISABLE ROW LEVEL SECURITY for each, or ALTER ROLE … BYPASSRLS",
                listed(&server.row_security)
            ),
        ));
    }
    if !server.unchecked_keys.is_empty() {
        found.push(bad(
            "foreign-keys",
            format!(
                "foreign keys are switched off on {}: what is deleted leaves its rows behind. ALTER TABLE … ENABLE TRIGGER ALL for each, and quad check",
                listed(&server.unchecked_keys)
            ),
        ));
    }
    if !server.held_locks.is_empty() {
        found.push(warn(
            "locks",
            format!(
                "somebody keeps others waiting, or keeps a transaction open without using it: {}. SELECT * FROM \
                 pg_stat_activity shows who; SELECT pg_terminate_backend(PROCESS) ends it",
                listed(&server.held_locks)
            ),
        ));
    }
    if !server.prepared.is_empty() {
        found.push(warn(
            "prepared-transactions",
            format!(
                "transactions were prepared and not ended, which keep what they changed from others, also over a restart: {}. Quad prepares none; COMMIT PREPARED or ROLLBACK PREPARED ends one (pg_prepared_xacts)",
                listed(&server.prepared)
            ),
        ));
    }
    if let Some((then, now)) = &server.collation_change {
        found.push(warn(
            "collation",
            format!(
                "the collation was version {then} when the database was made and is {now}: indexes of texts may miss rows. Stop Quad, REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION"
            ),
        ));
    }
    found
}

/// Whether SQLite's log can be carried into its file.
async fn log(db: &Db, patience: Duration) -> Finding {
    const NAME: &str = "database-log";
    match in_time(patience, db.log_waiting()).await {
        Some(Ok(0)) => ok(NAME, "the log beside the file is short"),
        Some(Ok(bytes)) => warn(
            NAME,
            format!(
                "{} MB wait in the log beside the file: some program reads the database in one long transaction. Find it (fuser -v quad.db) and end it",
                bytes / 1_000_000
            ),
        ),
        Some(Err(error)) => bad(NAME, line(&error.into())),
        None => hung(NAME, "the database", patience),
    }
}

async fn soundness(db: &Db, patience: Duration) -> Finding {
    const NAME: &str = "database-files";
    let began = Instant::now();
    match in_time(patience, db.flaws(false, 3)).await {
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
async fn last_backup(db: &Db, clock: &Clock, patience: Duration) -> Option<Finding> {
    const NAME: &str = "last-backup";
    let run = match in_time(patience, backups::newest_run(db)).await {
        Some(Ok(run)) => run?,
        Some(Err(error)) => return Some(bad(NAME, line(&error.into()))),
        None => return Some(hung(NAME, "the database", patience)),
    };
    let hours = clock.now().millis_since(run.began_at) as f64 / 3_600_000.0;
    Some(match run.why {
        Some(why) => bad(NAME, format!("{} failed {hours:.1} h ago: {why}", run.file)),
        None if run.verified_at.is_some() => ok(NAME, format!("{}, {hours:.1} h ago, read again to its end", run.file)),
        None => ok(NAME, format!("{}, {hours:.1} h ago; quad backup verify proves it", run.file)),
    })
}

/// Whether the store has the pictures that people see, of which the newest are read; nothing where there are none.
async fn shown_pictures(db: &Db, settings: &Settings, patience: Duration) -> Option<Finding> {
    const NAME: &str = "pictures-shown";
    let media = stored::Media::new(settings);
    Some(match in_time(patience, stored::wrong_in_a_sample(db, &media)).await {
        Some(Ok(wrong)) if wrong.as_ref()?.is_empty() => {
            ok(NAME, "the newest are in the store, as they were put there")
        }
        Some(Ok(wrong)) => bad(NAME, format!("{}; see quad check --thorough", wrong?.join(", "))),
        Some(Err(error)) => bad(NAME, format!("{}; see media_url", line(&error))),
        None => hung(NAME, "the store of media_url", patience),
    })
}

async fn clocks(db: &Db, clock: &Clock, patience: Duration) -> Finding {
    const NAME: &str = "clock-of-the-database";
    let apart = match in_time(patience, db.clock_ms()).await {
        Some(Ok(theirs)) => Duration::from_millis(theirs.abs_diff(clock.now().0)),
        Some(Err(error)) => return bad(NAME, line(&error.into())),
        None => return hung(NAME, "it", patience),
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

async fn connections(db: &Db, pool: u32, patience: Duration) -> Finding {
    const NAME: &str = "connections";
    let allowed = match in_time(patience, db.connections_allowed()).await {
        Some(Ok(allowed)) => allowed.unwrap_or_default(),
        Some(Err(error)) => return bad(NAME, line(&error.into())),
        None => return hung(NAME, "the database", patience),
    };
    let wanted = pool + BESIDE_THE_POOL;
    let each = i64::from(wanted);
    // Beside one that serves there need not be room for another: that one has tried it.
    let is_served = in_time(patience, peers::is_served(db)).await.is_none_or(|served| served.unwrap_or(true));
    if allowed >= each && !is_served {
        let mine = db.health().connections;
        let had = mine
            + db.connections_at_once(wanted.saturating_sub(mine), patience.saturating_sub(Duration::from_secs(1)))
                .await;
        if had < wanted {
            return bad(
                NAME,
                format!(
                    "a process takes up to {wanted} at once, and only {had} were available: raise default_pool_size \
                     of a pooler in between, or lower database_connections"
                ),
            );
        }
    }
    match allowed / each {
        0 => bad(
            NAME,
            format!(
                "a process takes up to {each}, and the server allows {allowed}: lower database_connections, or raise max_connections or the CONNECTION LIMIT of database or role"
            ),
        ),
        processes => ok(
            NAME,
            format!("the server allows {allowed}; a process takes up to {each}, so there is room for {processes}"),
        ),
    }
}

async fn push_key(db: &Db, patience: Duration) -> Finding {
    const NAME: &str = "push-key";
    match in_time(patience, notify::key_state(db)).await {
        Some(Ok(notify::KeyState::Sound)) => ok(NAME, "in the database"),
        Some(Ok(notify::KeyState::NotMade)) => ok(NAME, "made when the first browser asks for it"),
        Some(Ok(notify::KeyState::Broken)) => bad(
            NAME,
            "what is stored is not a key: no push can be sent. Restore it, or empty push_keys; then every device \
             subscribes again",
        ),
        Some(Err(error)) => bad(NAME, line(&DbError::into(error))),
        None => hung(NAME, "the database", patience),
    }
}

/// Whether no browser takes a push at the address of this campus, whoever may be written to.
pub fn push_needs_https(settings: &Settings) -> bool {
    !settings.is_https() && !settings.public_url.is_empty() && !settings.public_url.contains("//localhost")
}

/// Whether browsers can be reached.
pub(super) fn push(settings: &Settings) -> Finding {
    const NAME: &str = "push";
    if push_needs_https(settings) {
        return warn(NAME, "browsers take pushes over https only: set an https public_url");
    }
    if settings.contact_email.trim().is_empty() {
        let said = if settings.is_https() {
            "push services have nobody to write to: set contact_email"
        } else {
            "pushes name no contact, and Apple's push service refuses those: set contact_email"
        };
        return warn(NAME, said);
    }
    ok(NAME, "push services may write to contact_email; that they can be reached shows with the first push")
}

/// Mailboxes asked about at the most.
const RECIPIENTS: usize = 3;

/// Who is asked about: the mailbox of contact_email, and the one that each of the institute's domains must have (RFC 5321, 4.5.1);
/// without any the sender's own.
fn recipients(settings: &Settings) -> Vec<String> {
    let contact = Some(settings.contact_email.trim().to_owned()).filter(|address| !address.is_empty());
    let domains = settings.institute_domains.iter().map(|domain| format!("postmaster@{domain}"));
    let mut asked: Vec<String> = contact.into_iter().chain(domains).take(RECIPIENTS).collect();
    if asked.is_empty() {
        let from = settings.mail_from.rsplit_once('<').map_or(settings.mail_from.as_str(), |(_, address)| address);
        asked.push(from.trim().trim_end_matches('>').to_owned());
    }
    asked
}

/// How it is spoken to, and what is to be thought of that.
fn protection(settings: &Settings, tried: &ServerReport) -> Result<&'static str, String> {
    let has_password = settings.smtp_url.reveal().contains('@');
    match &tried.encryption {
        Encryption::Checked => Ok("encrypted"),
        Encryption::Unchecked if has_password => Err("its certificate is not checked, so anyone who answers \
            gets the password: say ?tls=required in smtp_url"
            .to_owned()),
        Encryption::Unchecked => Ok("encrypted, its certificate is not checked"),
        Encryption::Plain => Ok("not encrypted"),
        Encryption::Failed(why) => Err(format!("it offers encryption, which fails ({why}): mail goes in the clear")),
    }
}

/// Whether the mail server takes our greeting, our log-in, our sender and a recipient.
pub(super) async fn mail(settings: &Settings, patience: Duration) -> Finding {
    const NAME: &str = "mail";
    let outbox = settings.data_dir.join("outbox");
    let smtp = Some(settings.smtp_url.reveal()).filter(|url| !url.is_empty());
    let mailer = match Mailer::from_url(smtp, &settings.mail_from, &outbox) {
        Ok(mailer) => with_short_connect(mailer.with_host(settings.public_host()), patience),
        Err(error) => return bad(NAME, format!("{error}: correct smtp_url or mail_from")),
    };
    if !mailer.is_configured() {
        let outbox = outbox.display();
        return warn(
            NAME,
            format!("no smtp_url: mails are files in {outbox}, and accounts work without a mailed link"),
        );
    }
    match Box::pin(in_time(patience, mailer.probe(&recipients(settings)))).await {
        Some(Ok(_)) if settings.mail_from.contains("@localhost") => {
            warn(NAME, "the server answers, but mail_from is an address at localhost, which others refuse")
        }
        Some(Ok(None)) => ok(NAME, "nobody to ask"),
        Some(Ok(Some(tried))) => {
            if let Some((address, why)) = tried.refused.first() {
                return warn(NAME, format!("the server answers, but refuses mail to {address}: {why}"));
            }
            match protection(settings, &tried) {
                Ok(how) => ok(
                    NAME,
                    format!("the server takes greeting, log-in, sender and recipient ({how}); nothing was sent"),
                ),
                Err(why) => warn(NAME, format!("the server answers, but {why}")),
            }
        }
        Some(Err(MailError::Later { why, put_off: true })) => warn(
            NAME,
            format!(
                "the server is deferring mails for now, and Quad tries each again for three quarters of an hour: {}",
                line(&anyhow::Error::msg(why))
            ),
        ),
        Some(Err(error)) => bad(
            NAME,
            format!(
                "{}; correct smtp_url, mail_from or public_url, or ask the people who run the mail server",
                line(&error.into())
            ),
        ),
        None => warn(
            NAME,
            format!(
                "the server of smtp_url takes the connection and is slow: no word, or not all, within {} s. A mail waits {} s for it. \
                 Ask again; if it stays so, see smtp_url: another kind of server may listen there",
                patience.as_secs(),
                Patience::USUAL.talk.as_secs()
            ),
        ),
    }
}

/// A mailer that says within our time when no connection is to be had: that is not slow, it is broken.
fn with_short_connect(mailer: Mailer, patience: Duration) -> Mailer {
    let connect = patience.saturating_sub(Duration::from_secs(1));
    match mailer {
        Mailer::Smtp(smtp) => Mailer::Smtp(smtp.with_patience(Patience { connect, ..Patience::USUAL })),
        other => other,
    }
}

/// Whether the payment provider knows our keys.
pub(super) async fn payment(settings: &Settings, patience: Duration) -> Finding {
    const NAME: &str = "payment";
    if !settings.sells_for_money() {
        return match settings.billing {
            Billing::Off => ok(NAME, "billing is off, nothing is sold"),
            Billing::On => {
                warn(NAME, "the sandbox: purchases are free. Set the three keys of Razorpay, or billing = \"off\"")
            }
        };
    }
    let is_test = settings.razorpay_key_id.starts_with("rzp_test");
    match in_time(patience, payments::probe(settings)).await {
        Some(Ok(())) if is_test => warn(NAME, "Razorpay takes the keys, which are its test keys: no money moves"),
        Some(Ok(())) => ok(NAME, "Razorpay takes the keys, and money moves"),
        Some(Err(error)) => bad(NAME, format!("{}; see razorpay_key_id and razorpay_key_secret", line(&error))),
        None => hung(NAME, "Razorpay", patience),
    }
}

/// Whether the AI provider, if any, knows our key and the model.
pub(super) async fn drafting(settings: &Settings, patience: Duration) -> Finding {
    const NAME: &str = "drafting";
    if !settings.drafts_by_provider() {
        return ok(NAME, "by Quad itself, nothing leaves this machine");
    }
    match in_time(patience, contests::probe_provider(settings)).await {
        Some(Ok(Some(false))) => warn(
            NAME,
            format!("the provider answers, but does not list the model {}: correct ai_model", settings.ai_model),
        ),
        Some(Ok(Some(true))) => ok(NAME, format!("the provider answers and has {}", settings.ai_model)),
        Some(Ok(None)) => ok(NAME, "the provider answers, and does not list its models"),
        Some(Err(error)) => bad(NAME, format!("{}; see ai_base_url and ai_key", line(&error))),
        None => hung(NAME, "the provider of ai_base_url", patience),
    }
}

/// What helps where a store refuses so. Stores have names of their own for a lack of room.
fn remedy(code: &str) -> &'static str {
    match code {
        "RequestTimeTooSkewed" | "RequestExpired" => {
            "this machine's clock and the store's are too far apart: set this one by a time server"
        }
        "SlowDown" | "ServiceUnavailable" | "TooManyRequests" | "RequestLimitExceeded" => {
            "it has too much to do, and nothing here is wrong: wait and ask again"
        }
        "InsufficientStorage" => ROOM,
        full if full.contains("Quota") || full.contains("StorageFull") => ROOM,
        _ => "see media_url, media_s3_key_id and media_s3_secret",
    }
}

const ROOM: &str = "it has no room left for this bucket: make some, or raise its limit";

/// Whether pictures can be kept, read and let go.
pub(super) async fn pictures(settings: &Settings, clock: &Clock, patience: Duration) -> Finding {
    const NAME: &str = "pictures";
    let media = stored::Media::new(settings);
    if media.folder().is_some_and(|folder| !folder.is_dir()) {
        return ok(NAME, "their folder is made with the first one");
    }
    // A name of its own, so that two who look at once do not take each other's away.
    let name = format!("probe-{}-{}", std::process::id(), clock.now().0);
    match in_time(patience, media.probe(&name)).await {
        Some(Ok(())) => ok(NAME, "one was written, read and deleted"),
        Some(Err(error)) => match error.downcast_ref::<StoreError>().and_then(StoreError::refusal) {
            Some(code) => bad(NAME, format!("the store refuses: {code}; {}", remedy(&code))),
            None => bad(NAME, format!("{}; see media_url", line(&error))),
        },
        None => hung(NAME, "the store of media_url", patience),
    }
}
