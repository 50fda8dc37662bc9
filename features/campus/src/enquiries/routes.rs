//! Routes of enquiries: writing one, and the administrators' list.

use axum::extract::{Path, State};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use quad_http::auth::{Admin, Member};
use quad_http::body::Body;
use quad_http::query::Query;
use quad_http::reply::{Done, Reply, created, ok};
use quad_kernel::error::MISSING;
use quad_kernel::ids::EnquiryId;
use quad_kernel::retry::retried;
use quad_people::PeopleState;
use quad_people::accounts::Place;

use super::wire::{AnsweredIn, EnquiriesIn, EnquiriesOut, EnquiryIn};
use super::{messages, store, submit_enquiry};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<PeopleState> {
    OpenApiRouter::new().routes(routes!(write, list)).routes(routes!(tick))
}

/// Write to the people who run this. Five in an hour.
#[utoipa::path(post, path = "/enquiries", tag = "enquiries", request_body = EnquiryIn,
    responses((status = 201, body = Done)))]
async fn write(
    State(app): State<PeopleState>,
    Place(place): Place,
    who: Option<Member>,
    Body(asked): Body<EnquiryIn>,
) -> Reply<Done> {
    let new = asked.parse(who.as_ref())?;
    retried(|| submit_enquiry::write(&app, &new, &place)).await?;
    created(Done::said(messages::ARRIVED))
}

/// What people wrote, newest first, for ADMIN.
#[utoipa::path(get, path = "/enquiries", tag = "enquiries", params(EnquiriesIn), responses((status = 200, body = EnquiriesOut)))]
async fn list(State(app): State<PeopleState>, _: Admin, Query(asked): Query<EnquiriesIn>) -> Reply<EnquiriesOut> {
    let page = asked.parse()?;
    let rows = store::page(&app.db, page, asked.open).await?;
    let (all, open) = (store::count(&app.db).await?, store::count_open(&app.db).await?);
    ok(EnquiriesOut::new(rows, if asked.open { open } else { all }, open))
}

/// Tick an enquiry off as answered, or take the tick back, for ADMIN.
#[utoipa::path(put, path = "/enquiries/{id}/answered", tag = "enquiries", params(("id" = String, Path)),
    request_body = AnsweredIn, responses((status = 200, body = Done)))]
async fn tick(
    State(app): State<PeopleState>,
    Admin(who): Admin,
    Path(id): Path<String>,
    Body(asked): Body<AnsweredIn>,
) -> Reply<Done> {
    let new = EnquiryId::parse(&id).ok_or(MISSING)?;
    retried(|| submit_enquiry::mark_answered(&app, who.id, new, asked.answered)).await?;
    ok(Done::said(if asked.answered { messages::ANSWERED } else { messages::REOPENED }))
}
