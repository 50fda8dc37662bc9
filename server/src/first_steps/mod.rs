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

mod doctor_findings;
mod model;
mod store;
mod wire;

pub use doctor_findings::FirstSteps;

use axum::extract::State;
use quad_http::auth::Admin;
use quad_http::body::Body;
use quad_http::reply::{Reply, ok};
use quad_kernel::error::Result;
use quad_kernel::ids::UserId;
use quad_kernel::retry::retried;
use quad_operations::backups;
use quad_people::audit::{self, Act, Actor};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use model::steps;
use wire::{FirstStepsOut, KeptOpenIn};

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
