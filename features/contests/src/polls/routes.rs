//! Routes of polls: each reads its request, calls one function and writes the reply.

use axum::extract::{Path, State};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ContestsState;
use quad_http::auth::Member;
use quad_http::body::Body;
use quad_http::query::Query;
use quad_http::reply::{Done, Reply, created, ok};
use quad_kernel::error::MISSING;
use quad_kernel::retry::retried;

use super::wire::{
    CreatePollIn, ListIn, PageIn, PollAnswer, PollListOut, PollSavedOut, RecentPollsOut, VoteIn, plain_list, poll_id,
};
use super::{create_poll, messages, store, submit_vote};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<ContestsState> {
    OpenApiRouter::new()
        .routes(routes!(recent))
        .routes(routes!(create))
        .routes(routes!(vote))
        .routes(routes!(list))
        .routes(routes!(one, delete))
}

/// All polls, newest first; the newest 100 unless a page is asked for.
#[utoipa::path(get, path = "/voting/getpolls", tag = "polls", params(PageIn),
    responses((status = 200, body = RecentPollsOut)))]
async fn recent(State(app): State<ContestsState>, who: Member, Query(asked): Query<PageIn>) -> Reply<RecentPollsOut> {
    let asked = plain_list(&asked)?;
    let now = app.clock.now();
    let polls = store::page(&app.db, who.id, &asked, now).await?;
    let total = store::count_by_status(&app.db, &asked, now).await?.all;
    ok(RecentPollsOut::new(&polls, total, who.id, now))
}

/// Make a poll. Costs one poll credit.
#[utoipa::path(post, path = "/voting/create", tag = "polls", request_body = CreatePollIn,
    responses((status = 201, body = PollSavedOut)))]
async fn create(State(app): State<ContestsState>, who: Member, Body(asked): Body<CreatePollIn>) -> Reply<PollSavedOut> {
    who.must_be(asked.user_id.as_deref())?;
    let new = asked.parse(app.clock.now())?;
    let poll = retried(|| create_poll::create(&app, &who, &new)).await?;
    created(PollSavedOut::new(messages::CREATED, &poll, who.id, app.clock.now()))
}

/// Vote in an active poll, once. Nobody can find out what for.
#[utoipa::path(post, path = "/voting/vote", tag = "polls", request_body = VoteIn,
    responses((status = 200, body = PollSavedOut)))]
async fn vote(State(app): State<ContestsState>, who: Member, Body(asked): Body<VoteIn>) -> Reply<PollSavedOut> {
    who.must_be(asked.user_id.as_deref())?;
    let poll = submit_vote::vote(&app, &who, asked.poll()?, asked.index).await?;
    ok(PollSavedOut::new(messages::VOTED, &poll, who.id, app.clock.now()))
}

/// Polls by status and search: running ones first.
#[utoipa::path(get, path = "/polls", tag = "polls", params(ListIn), responses((status = 200, body = PollListOut)))]
async fn list(State(app): State<ContestsState>, who: Member, Query(asked): Query<ListIn>) -> Reply<PollListOut> {
    let asked = asked.parse()?;
    let now = app.clock.now();
    let counts = store::count_by_status(&app.db, &asked, now).await?;
    let polls = store::page(&app.db, who.id, &asked, now).await?;
    ok(PollListOut::new(&polls, &asked, counts, who.id, now))
}

/// One poll with its tally.
#[utoipa::path(get, path = "/polls/{pollId}", tag = "polls", params(("pollId" = String, Path)),
    responses((status = 200, body = PollAnswer)))]
async fn one(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<PollAnswer> {
    let poll = store::find(&app.db, poll_id(&id)?, who.id).await?.ok_or(MISSING)?;
    ok(PollAnswer::new(&poll, who.id, app.clock.now()))
}

/// Delete a poll that nobody has voted in; its creation credit comes back. ADMIN may delete any, later without credit.
#[utoipa::path(delete, path = "/polls/{pollId}", tag = "polls", params(("pollId" = String, Path)),
    responses((status = 200, body = Done)))]
async fn delete(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<Done> {
    ok(Done::said(create_poll::delete(&app, &who, poll_id(&id)?).await?))
}
