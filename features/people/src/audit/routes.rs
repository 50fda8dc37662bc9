//! Routes of audit, for ADMIN.

use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::PeopleState;
use quad_http::auth::Admin;
use quad_http::query::Query;
use quad_http::reply::{Reply, ok};

use super::store;
use super::wire::{AuditIn, AuditOut};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<PeopleState> {
    OpenApiRouter::new().routes(routes!(list))
}

/// What administrators did on the screens and on the command line, newest first; for ADMIN.
#[utoipa::path(get, path = "/audit", tag = "operations", params(AuditIn), responses((status = 200, body = AuditOut)))]
async fn list(State(app): State<PeopleState>, _: Admin, Query(asked): Query<AuditIn>) -> Reply<AuditOut> {
    let (person, page) = asked.parse()?;
    let (entries, total) = store::page(&app.db, person, page).await?;
    ok(AuditOut::new(entries, total))
}
