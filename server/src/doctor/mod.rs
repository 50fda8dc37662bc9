//! `quad doctor`: what is wrong with this installation, and what to do about it. Where `quad check` asks about the data, this
//! asks about everything around it: settings, files, clock, disk, and whatever Quad talks to.
//!
//! 1. What is wrong is named, each by its own line (the stories in `server/tests/it/doctor.rs` break one thing each).
//! 2. Nobody is sent anything and nothing is bought; what is written to try it is taken away again.
//! 3. Nothing waits longer than [`PATIENCE`], and all is asked at the same time (`doctor::what_hangs_is_told_in_time`).
//! 4. It works beside a running server and while none runs.
//! 5. No secret is told (`doctor::no_secret_is_told`).
//!
//! What a provider needs to be asked is known by the feature that uses it: each offers a probe of its own.

mod findings;
mod installation;
mod machine;
mod services;

pub use findings::{Finding, Level, PATIENCE};
pub use installation::file_system;
pub use services::{bad_at_start, push_needs_https, refuse_unwritable};

use std::fmt::Write;
use std::time::Duration;

use quad_kernel::clock::Clock;
use quad_services::config::Settings;

use findings::bad;

/// Settings that cannot be read: nothing else can be looked at.
pub fn unreadable(error: &anyhow::Error) -> Vec<Finding> {
    vec![bad("settings", format!("{error:#}"))]
}

/// Looks at everything.
pub async fn examine(settings: &Settings, clock: &Clock) -> Vec<Finding> {
    examine_within(settings, clock, PATIENCE).await
}

/// The same with another patience than [`PATIENCE`].
pub async fn examine_within(settings: &Settings, clock: &Clock, patience: Duration) -> Vec<Finding> {
    // Each knows a client of its own: together they are too much for a stack.
    let (database, mail, payment, drafting, pictures) = futures::join!(
        Box::pin(services::database(settings, clock, patience)),
        Box::pin(services::mail(settings, patience)),
        Box::pin(services::payment(settings, patience)),
        Box::pin(services::drafting(settings, patience)),
        Box::pin(services::pictures(settings, clock, patience)),
    );
    let mut all = installation::settings(settings);
    all.extend(installation::files(settings));
    all.extend(file_system(settings));
    all.extend(machine::clock(clock));
    all.extend(machine::disk(settings));
    all.push(machine::open_files(settings));
    all.extend(database);
    all.push(installation::backups(settings, clock));
    all.extend(installation::backup_disk(settings, clock));
    all.extend(installation::backup_names(settings, clock));
    all.push(mail);
    all.push(services::push(settings));
    all.extend([payment, drafting, pictures]);
    all
}

/// Looks at what an administrator sets up, and at nothing else.
pub async fn examine_setup(settings: &Settings, clock: &Clock, patience: Duration) -> Vec<Finding> {
    let (mail, payment) =
        futures::join!(Box::pin(services::mail(settings, patience)), Box::pin(services::payment(settings, patience)),);
    let mut all = installation::settings(settings);
    all.push(installation::backups(settings, clock));
    all.extend(installation::backup_disk(settings, clock));
    all.extend([mail, services::push(settings), payment]);
    all
}

/// What the operator reads, and whether nothing is bad.
pub fn report(findings: &[Finding]) -> (String, bool) {
    let mut text = String::new();
    for Finding { level, name, says } in findings {
        let word = match level {
            Level::Ok => "ok  ",
            Level::Warn => "warn",
            Level::Bad => "bad ",
        };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{word}  {name}: {says}");
    }
    let count = |wanted| findings.iter().filter(|one| one.level == wanted).count();
    let (warned, bad) = (count(Level::Warn), count(Level::Bad));
    let _ = write!(text, "{bad} bad, {warned} to think about, {} in order.", count(Level::Ok));
    (text, bad == 0)
}

/// The same for programs.
pub fn as_json(findings: &[Finding]) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(findings)?)
}
