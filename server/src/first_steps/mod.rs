//! First steps: what is still to set up, for the administrator of a new installation. Settings and services are judged by the
//! doctor; whether clubs have administrators is asked of the database each time.
//!
//! 1. Only ADMIN (`first_steps::only_administrators_see_the_first_steps`).
//! 2. The call waits for nothing outside: what must be asked elsewhere is looked at in the background, at most once a minute, and is
//!    *looking* until then (`first_steps::services_are_looked_at_in_the_background`).
//! 3. Each step says where it is done: a setting or a page (`first_steps::a_new_installation_says_what_is_to_do`). When all
//!    are done the browser shows none (`first_steps::what_is_set_up_is_done`).
//! 4. Backups are done when they are made. That they are on the disk of the data is said, and keeps nobody from the end: not every
//!    operator has another disk, and copies on another machine are not seen (`first_steps::backups_on_the_only_disk_are_done`).
//! 5. After a newer backup the disk is looked at anew, however long ago it was looked at before
//!    (`first_steps::a_new_backup_is_seen_at_once`).
//! 6. Any address may register on purpose: an administrator says so, and takes it back
//!    (`first_steps::registration_is_kept_open_on_purpose`).
//! 7. No secret is told, as the doctor tells none (`first_steps::no_secret_is_told`).

mod store;
mod wire;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use quad_http::auth::Admin;
use quad_http::body::Body;
use quad_http::reply::{Reply, ok};
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::UserId;
use quad_kernel::retry::retried;
use quad_operations::backups;
use quad_people::audit::{self, Act, Actor};
use quad_services::config::Settings;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::doctor::{self, Finding, Level};
use wire::{FirstStepsOut, KeptOpenIn};

/// How long what was found of services holds.
const HOLDS: Duration = Duration::from_mins(1);
/// What nobody has named yet is called so in the example of the settings.
const UNNAMED: &str = "Your Institute";

/// All calls.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(keep_open))
}

/// What is still to set up, for ADMIN.
#[utoipa::path(get, path = "/first-steps", tag = "operations", responses((status = 200, body = FirstStepsOut)))]
async fn list(State(app): State<App>, _: Admin) -> Reply<FirstStepsOut> {
    shown(&app).await
}

/// Keep registration open to any address, or take that back; for ADMIN.
#[utoipa::path(put, path = "/first-steps/registration", tag = "operations", request_body = KeptOpenIn,
    responses((status = 200, body = FirstStepsOut)))]
async fn keep_open(State(app): State<App>, Admin(who): Admin, Body(asked): Body<KeptOpenIn>) -> Reply<FirstStepsOut> {
    retried(|| decide(&app, who.id, asked.kept_open)).await?;
    shown(&app).await
}

/// What changes nothing is not written down.
async fn decide(app: &App, by: UserId, keeps_open: bool) -> Result<()> {
    let mut tx = app.db.begin().await?;
    if audit::is_registration_kept_open(&tx).await? != keeps_open {
        let act = if keeps_open { Act::RegistrationKeptOpen } else { Act::RegistrationQuestioned };
        audit::note(&mut tx, app.clock.now(), Actor::Admin(by), None, &act).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn shown(app: &App) -> Reply<FirstStepsOut> {
    let backup = backups::newest_run(&app.db).await?.map(|run| run.began_at);
    let found = app.first_steps.found(app, backup);
    let unmanaged = store::clubs_without_administrator(&app.db).await?;
    let is_kept_open = audit::is_registration_kept_open(&app.db).await?;
    ok(FirstStepsOut::new(&steps(&app.settings, &found, &unmanaged, is_kept_open)))
}

/// What to set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Institute,
    Registration,
    Mail,
    Backups,
    Clubs,
    Payments,
    Push,
    /// As long as the address is not https, it does not matter whom push services may write to.
    PushNeedsHttps,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// It is set up.
    Done,
    /// It is to be decided or set.
    Open,
    /// It is set and does not work.
    Broken,
    /// It is being looked at.
    Looking,
}

/// One step.
#[derive(Debug)]
struct Step {
    kind: Kind,
    progress: Progress,
    /// What was found, and what to do about it.
    says: String,
    /// It is done only because an administrator said that it shall be so.
    is_kept: bool,
}

/// What the doctor found of services lately, of this process.
#[derive(Clone, Debug, Default)]
pub struct FirstSteps(Arc<Mutex<Looked>>);

#[derive(Debug, Default)]
struct Looked {
    at: Option<Time>,
    /// When the newest backup was begun that there was when it was looked.
    backup: Option<Time>,
    is_looking: bool,
    found: Vec<Finding>,
}

impl FirstSteps {
    /// What is known; looks again in the background when that is old, or of before the newest `backup`.
    fn found(&self, app: &App, backup: Option<Time>) -> Vec<Finding> {
        let now = app.clock.now();
        let mut looked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_of_before = looked.backup != backup;
        if is_of_before {
            looked.found.retain(|one| !one.name.starts_with("backup"));
        }
        let is_fresh = !is_of_before && looked.at.is_some_and(|at| at <= now && now <= at.plus(HOLDS));
        if !is_fresh && !looked.is_looking {
            looked.is_looking = true;
            let (this, app) = (self.clone(), app.clone());
            let tasks = app.tasks.clone();
            tasks.spawn(async move {
                let found = doctor::examine_setup(&app.settings, &app.clock, doctor::PATIENCE);
                let found = app.stop.run_until_cancelled(found).await;
                let mut looked = this.0.lock().unwrap_or_else(PoisonError::into_inner);
                looked.is_looking = false;
                if let Some(found) = found {
                    (looked.at, looked.backup) = (Some(app.clock.now()), backup);
                    looked.found = found;
                }
            });
        }
        looked.found.clone()
    }
}

fn steps(settings: &Settings, found: &[Finding], unmanaged: &[String], is_kept_open: bool) -> Vec<Step> {
    let by_doctor = |kind, name: &str| {
        let Some(Finding { level, says, .. }) = found.iter().find(|one| one.name == name) else {
            return Step { kind, progress: Progress::Looking, says: "being looked at".to_owned(), is_kept: false };
        };
        let progress = match level {
            Level::Ok => Progress::Done,
            Level::Warn => Progress::Open,
            Level::Bad => Progress::Broken,
        };
        Step { kind, progress, says: says.clone(), is_kept: false }
    };
    vec![
        institute(&settings.institute_name),
        registration(by_doctor(Kind::Registration, "registration"), is_kept_open),
        by_doctor(Kind::Mail, "mail"),
        backed_up(by_doctor(Kind::Backups, "backups"), found),
        clubs(unmanaged),
        by_doctor(Kind::Payments, "payment"),
        by_doctor(if doctor::push_needs_https(settings) { Kind::PushNeedsHttps } else { Kind::Push }, "push"),
    ]
}

/// Open to any address is as it shall be where an administrator said so.
fn registration(found: Step, is_kept_open: bool) -> Step {
    if found.progress != Progress::Open || !is_kept_open {
        return found;
    }
    let says = "open to any address, as an administrator decided".to_owned();
    Step { progress: Progress::Done, says, is_kept: true, ..found }
}

/// With what the doctor remarks of their disk.
fn backed_up(made: Step, found: &[Finding]) -> Step {
    match found.iter().find(|one| one.name == "backup-disk") {
        Some(disk) if made.progress == Progress::Done => Step { says: format!("{}; {}", made.says, disk.says), ..made },
        _ => made,
    }
}

fn institute(name: &str) -> Step {
    let is_named = !name.trim().is_empty() && name != UNNAMED;
    let (progress, says) = if is_named {
        (Progress::Done, format!("{name} is named on pages and in mails"))
    } else {
        (Progress::Open, "pages and mails do not name it yet: set institute_name".to_owned())
    };
    Step { kind: Kind::Institute, progress, says, is_kept: false }
}

fn clubs(unmanaged: &[String]) -> Step {
    /// So many are named.
    const NAMED: usize = 5;
    let (progress, says) = match unmanaged {
        [] => (Progress::Done, "each club has an administrator".to_owned()),
        some => {
            let named = some.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
            let more = some.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let verb = if some.len() == 1 { "has" } else { "have" };
            (
                Progress::Open,
                format!("{named}{more} {verb} no administrator: appoint one on the page of the club's members"),
            )
        }
    };
    Step { kind: Kind::Clubs, progress, says, is_kept: false }
}

#[cfg(test)]
mod tests {
    use quad_services::config;

    use super::*;

    #[test]
    fn what_nobody_has_named_is_open() {
        assert!(config::EXAMPLE.contains(&format!("institute_name = \"{UNNAMED}\"")));
        for name in [UNNAMED, "", "  "] {
            assert_eq!(institute(name).progress, Progress::Open, "{name:?}");
        }
        assert_eq!(institute("Meridian").progress, Progress::Done);
    }

    #[test]
    fn clubs_without_administrators_are_named_up_to_five() {
        let names: Vec<String> = (1..=7).map(|number| format!("CLUB{number}")).collect();
        assert_eq!(clubs(&[]).progress, Progress::Done);
        assert!(clubs(&names[..1]).says.starts_with("CLUB1 has no administrator"));
        assert!(clubs(&names).says.starts_with("CLUB1, CLUB2, CLUB3, CLUB4, CLUB5 and 2 more have no administrator"));
    }
}
