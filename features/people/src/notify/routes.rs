//! Routes of notifications: devices, the inbox, and the preferences.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::PeopleState;
use quad_http::accept::is_liked_before_json;
use quad_http::auth::Member;
use quad_http::body::Body;
use quad_http::device::DeviceName;
use quad_http::query::Query;
use quad_http::reply::{Done, Reply, ok};

use quad_kernel::error::{Error, MISSING, Result};
use quad_kernel::retry::retried;
use quad_services::config::Settings;

use super::model::About;
use super::wire::{
    EndpointIn, InboxIn, NotificationsOut, PreferencesIn, PreferencesOut, PushKeyOut, ReadIn, SubscriptionIn,
    notification_id,
};
use super::{inbox, messages, push_subscriptions, store, unsubscribe_page, web_push};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<PeopleState> {
    OpenApiRouter::new()
        .routes(routes!(push_key))
        .routes(routes!(subscribe, unsubscribe))
        .routes(routes!(test))
        .routes(routes!(list))
        .routes(routes!(read))
        .routes(routes!(remove))
        .routes(routes!(preferences, choose))
        .routes(routes!(ask_to_stop_mails, stop_mails))
}

/// The server's public key, for `pushManager.subscribe`. For everybody.
#[utoipa::path(get, path = "/push/key", tag = "notifications", responses((status = 200, body = PushKeyOut)))]
async fn push_key(State(app): State<PeopleState>) -> Reply<PushKeyOut> {
    ok(PushKeyOut { success: true, key: web_push::public_key(&app).await? })
}

/// Let a device be told. At most ten per person; the oldest goes.
#[utoipa::path(put, path = "/push/subscription", tag = "notifications", request_body = SubscriptionIn,
    responses((status = 200, body = Done)))]
async fn subscribe(
    State(app): State<PeopleState>,
    who: Member,
    DeviceName(label): DeviceName,
    Body(asked): Body<SubscriptionIn>,
) -> Reply<Done> {
    let new = asked.parse(&label)?;
    retried(|| push_subscriptions::subscribe(&app, &who, &new)).await?;
    ok(Done::said(messages::SUBSCRIBED))
}

/// Let a device not be told any more.
#[utoipa::path(delete, path = "/push/subscription", tag = "notifications", request_body = EndpointIn,
    responses((status = 200, body = Done)))]
async fn unsubscribe(State(app): State<PeopleState>, who: Member, Body(asked): Body<EndpointIn>) -> Reply<Done> {
    retried(|| push_subscriptions::unsubscribe(&app, &who, &asked.endpoint)).await?;
    ok(Done::said(messages::UNSUBSCRIBED))
}

/// Send a test notification to one's own devices.
#[utoipa::path(post, path = "/push/test", tag = "notifications", responses((status = 202, body = Done)))]
async fn test(State(app): State<PeopleState>, who: Member) -> Reply<Done> {
    push_subscriptions::test(&app, &who).await?;
    Ok(quad_http::reply::Said(axum::http::StatusCode::ACCEPTED, Done::said(messages::TEST_SENT)))
}

/// One's own inbox, newest first.
#[utoipa::path(get, path = "/notifications", tag = "notifications", params(InboxIn),
    responses((status = 200, body = NotificationsOut)))]
async fn list(State(app): State<PeopleState>, who: Member, Query(asked): Query<InboxIn>) -> Reply<NotificationsOut> {
    let page = asked.parse()?;
    let counts = store::counts(&app.db, who.id).await?;
    ok(NotificationsOut::new(store::page(&app.db, who.id, page).await?, page, counts))
}

/// Mark some notifications, or all, as read.
#[utoipa::path(post, path = "/notifications/read", tag = "notifications", request_body = ReadIn,
    responses((status = 200, body = Done)))]
async fn read(State(app): State<PeopleState>, who: Member, Body(asked): Body<ReadIn>) -> Reply<Done> {
    let new = asked.parse()?;
    retried(|| inbox::mark_read(&app, &who, &new)).await?;
    ok(Done::said(messages::READ))
}

/// Take a notification out of one's inbox.
#[utoipa::path(delete, path = "/notifications/{id}", tag = "notifications", params(("id" = String, Path)),
    responses((status = 200, body = Done)))]
async fn remove(State(app): State<PeopleState>, who: Member, Path(id): Path<String>) -> Reply<Done> {
    let id = notification_id(&id)?;
    retried(|| inbox::delete(&app, &who, id)).await?;
    ok(Done::said(messages::REMOVED))
}

/// What one wants pushed and mailed, and the devices that are told.
#[utoipa::path(get, path = "/notifications/preferences", tag = "notifications",
    responses((status = 200, body = PreferencesOut)))]
async fn preferences(State(app): State<PeopleState>, who: Member) -> Reply<PreferencesOut> {
    let chosen = store::preferences(&app.db, who.id).await?;
    ok(PreferencesOut::new(chosen, store::devices(&app.db, who.id).await?))
}

/// Choose what is pushed and mailed; kinds that are not named stay as they are.
#[utoipa::path(put, path = "/notifications/preferences", tag = "notifications", request_body = PreferencesIn,
    responses((status = 200, body = PreferencesOut)))]
async fn choose(
    State(app): State<PeopleState>,
    who: Member,
    Body(asked): Body<PreferencesIn>,
) -> Reply<PreferencesOut> {
    let new = asked.parse()?;
    retried(|| inbox::choose(&app, &who, &new)).await?;
    let chosen = store::preferences(&app.db, who.id).await?;
    ok(PreferencesOut::new(chosen, store::devices(&app.db, who.id).await?))
}

/// The page that a mail's link leads to: whether to stop mails of this kind. It changes nothing.
#[utoipa::path(get, path = "/unsubscribe/{kind}/{token}", tag = "notifications",
    params(("kind" = String, Path), ("token" = String, Path)),
    responses((status = 200, body = String, content_type = "text/html")))]
async fn ask_to_stop_mails(
    State(app): State<PeopleState>,
    Path((kind, token)): Path<(String, String)>,
    asked: HeaderMap,
) -> Result<Response> {
    shown(&app, &asked, super::stop_mails::find_link(&app, &kind, &token).await, unsubscribe_page::ask)
}

/// Stop mails of a kind, by the address that each of them names (RFC 8058). For everybody who has it.
#[utoipa::path(post, path = "/unsubscribe/{kind}/{token}", tag = "notifications",
    params(("kind" = String, Path), ("token" = String, Path)),
    responses((status = 200, body = String, content_type = "text/html")))]
async fn stop_mails(
    State(app): State<PeopleState>,
    Path((kind, token)): Path<(String, String)>,
    asked: HeaderMap,
) -> Result<Response> {
    shown(&app, &asked, super::stop_mails::stop(&app, &kind, &token).await, unsubscribe_page::done)
}

/// A page; to a browser also where the address is nobody's.
fn shown(
    app: &PeopleState,
    asked: &HeaderMap,
    found: Result<About>,
    page: fn(&Settings, About) -> Response,
) -> Result<Response> {
    match found {
        Ok(about) => Ok(page(&app.settings, about)),
        Err(Error::Rejected(rejection)) if rejection == MISSING && is_liked_before_json(asked, "text/html") => {
            Ok(unsubscribe_page::missing(&app.settings))
        }
        Err(error) => Err(error),
    }
}
