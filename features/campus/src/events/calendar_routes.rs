//! Routes of calendars that programs subscribe to, and of the secret address of one's own.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use std::time::Duration;

use crate::clubs;
use quad_http::auth::Member;
use quad_http::etag;
use quad_http::reply::{Done, Reply, created, ok};
use quad_kernel::error::Result;
use quad_people::PeopleState;

use super::model::CalendarOf;
use super::wire::{CalendarAddressMadeOut, CalendarAddressOut};
use super::{calendar, calendar_address, messages, store};

/// A feed goes so far back, so that whoever looks sees what was, and that it was cancelled.
const BACK: Duration = Duration::from_hours(60 * 24);
/// And holds so many events.
const MOST: u32 = 500;

/// What everybody may know may be kept by a proxy for five minutes.
const FOR_EVERYBODY: HeaderValue = HeaderValue::from_static("public, max-age=300");
const FOR_ONE: HeaderValue = HeaderValue::from_static("private, no-cache");

pub(super) fn routes() -> OpenApiRouter<PeopleState> {
    OpenApiRouter::new().routes(routes!(of_all)).routes(routes!(of_club)).routes(routes!(of_person)).routes(routes!(
        address,
        make_address,
        remove_address
    ))
}

/// The events of all clubs, for a calendar program to subscribe to.
#[utoipa::path(get, path = "/calendar/events.ics", tag = "events",
    responses((status = 200, body = String, content_type = "text/calendar"), (status = 304)))]
async fn of_all(State(app): State<PeopleState>, asked: HeaderMap) -> Result<Response> {
    let name = messages::calendar_of_all(&app.settings);
    feed(&app, &name, CalendarOf::Everybody, &asked, FOR_EVERYBODY).await
}

/// The events of a club, for a calendar program to subscribe to.
#[utoipa::path(get, path = "/calendar/club/{club}/events.ics", tag = "events", params(("club" = String, Path)),
    responses((status = 200, body = String, content_type = "text/calendar"), (status = 304)))]
async fn of_club(State(app): State<PeopleState>, Path(club): Path<String>, asked: HeaderMap) -> Result<Response> {
    let club = clubs::club_by_name(&app.db, &club).await?;
    let name = messages::calendar_of_club(&app.settings, &club.name);
    feed(&app, &name, CalendarOf::Club(club.id), &asked, FOR_EVERYBODY).await
}

/// A person's own events, at the secret address: those where the person has a place or waits for one. 404 once the address was
/// replaced or taken away.
#[utoipa::path(get, path = "/calendar/own/{token}/events.ics", tag = "events", params(("token" = String, Path)),
    responses((status = 200, body = String, content_type = "text/calendar"), (status = 304)))]
async fn of_person(State(app): State<PeopleState>, Path(token): Path<String>, asked: HeaderMap) -> Result<Response> {
    let user = calendar_address::owner(&app, &token).await?;
    let name = messages::calendar_of_person(&app.settings);
    feed(&app, &name, CalendarOf::Person(user), &asked, FOR_ONE).await
}

async fn feed(
    app: &PeopleState,
    name: &str,
    whose: CalendarOf,
    asked: &HeaderMap,
    kept: HeaderValue,
) -> Result<Response> {
    let since = app.clock.now().minus(BACK);
    let events = store::for_calendar(&app.db, whose, since, MOST).await?;
    let text = calendar::feed(&app.settings, name, &events);
    // A weak one: on its way the text may be compressed.
    let tag = format!("W/\"{}\"", hex::encode(&Sha256::digest(&text)[..16]));
    let is_known = etag::is_known(asked, &tag);
    let mut headers = HeaderMap::from_iter([(header::CACHE_CONTROL, kept)]);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/calendar; charset=utf-8"));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"events.ics\""));
    Ok((headers, text).into_response())
}

/// Whether one's own calendar has an address, and since when. The address itself is shown once, when it is made.
#[utoipa::path(get, path = "/calendar/address", tag = "events", responses((status = 200, body = CalendarAddressOut)))]
async fn address(State(app): State<PeopleState>, who: Member) -> Reply<CalendarAddressOut> {
    ok(CalendarAddressOut::new(calendar_address::made_at(&app, &who).await?))
}

/// Give one's own calendar a new secret address. The one before is dead at once.
#[utoipa::path(post, path = "/calendar/address", tag = "events",
    responses((status = 201, body = CalendarAddressMadeOut)))]
async fn make_address(State(app): State<PeopleState>, who: Member) -> Reply<CalendarAddressMadeOut> {
    let address = calendar_address::replace(&app, &who).await?;
    created(CalendarAddressMadeOut::new(messages::ADDRESS_MADE, address))
}

/// Switch the address of one's own calendar off.
#[utoipa::path(delete, path = "/calendar/address", tag = "events", responses((status = 200, body = Done)))]
async fn remove_address(State(app): State<PeopleState>, who: Member) -> Reply<Done> {
    calendar_address::remove(&app, &who).await?;
    ok(Done::said(messages::ADDRESS_GONE))
}
