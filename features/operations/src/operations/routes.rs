//! Routes of operations, for ADMIN.

use axum::extract::{Path, State};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use quad_contests::ContestsState;
use quad_http::auth::Admin;
use quad_http::query::Query;
use quad_http::reply::{Done, Reply, ok};

use quad_kernel::retry::retried;

use super::wire::{JobsIn, JobsOut, job_id};
use super::wire_system::SystemOut;
use super::{manage_jobs, messages, system_status};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<ContestsState> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(retry))
        .routes(routes!(drop_job))
        .routes(routes!(system))
        .routes(routes!(back_up))
}

/// What runs in the background, for ADMIN: parked jobs first.
#[utoipa::path(get, path = "/jobs", tag = "operations", params(JobsIn), responses((status = 200, body = JobsOut)))]
async fn list(State(app): State<ContestsState>, _: Admin, Query(asked): Query<JobsIn>) -> Reply<JobsOut> {
    let (filter, page) = asked.parse()?;
    let jobs = quad_jobs::page(&app.db, &filter, i64::from(page.size), page.skip() as i64).await?;
    let total = quad_jobs::count(&app.db, &filter).await?;
    let counts = quad_jobs::counts(&app.db).await?;
    ok(JobsOut::new(jobs, total, counts, quad_jobs::kinds(&app.db).await?))
}

/// Let a parked job run again now, for ADMIN.
#[utoipa::path(post, path = "/jobs/{id}/retry", tag = "operations", params(("id" = String, Path)),
    responses((status = 200, body = Done)))]
async fn retry(State(app): State<ContestsState>, Admin(who): Admin, Path(id): Path<String>) -> Reply<Done> {
    let id = job_id(&id)?;
    retried(|| manage_jobs::retry(&app, who.id, id)).await?;
    ok(Done::said(messages::RETRIED))
}

/// Drop a job that waits or is parked, for ADMIN. The next turn of a timed one stays.
#[utoipa::path(delete, path = "/jobs/{id}", tag = "operations", params(("id" = String, Path)),
    responses((status = 200, body = Done)))]
async fn drop_job(State(app): State<ContestsState>, Admin(who): Admin, Path(id): Path<String>) -> Reply<Done> {
    let id = job_id(&id)?;
    retried(|| manage_jobs::drop_job(&app, who.id, id)).await?;
    ok(Done::said(messages::DROPPED))
}

/// The installation, for ADMIN: processes, room, backups, the newest errors.
#[utoipa::path(get, path = "/system", tag = "operations", responses((status = 200, body = SystemOut)))]
async fn system(State(app): State<ContestsState>, _: Admin) -> Reply<SystemOut> {
    ok(system_status::read(&app).await?.into())
}

/// Make a backup soon, for ADMIN.
#[utoipa::path(post, path = "/system/backup", tag = "operations", responses((status = 200, body = Done)))]
async fn back_up(State(app): State<ContestsState>, Admin(who): Admin) -> Reply<Done> {
    manage_jobs::back_up(&app, who.id).await?;
    ok(Done::said(messages::BACKING_UP))
}
