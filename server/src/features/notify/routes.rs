//! Notifications' calls: devices, the inbox, and what one wants to be told how.

use axum::extract::{Path, Query, State};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::edge::body::Body;
use crate::edge::device::DeviceName;
use crate::edge::reply::{Done, Reply, ok};
use crate::edge::who::Member;

use super::wire::{
    EndpointIn, NotificationsOut, PageIn, PreferencesIn, PreferencesOut, PushKeyOut, ReadIn, SubscriptionIn,
    notification_id,
};
use super::{inbox, pushing, store, subscribing, words};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(push_key))
        .routes(routes!(subscribe, unsubscribe))
        .routes(routes!(test))
        .routes(routes!(list))
        .routes(routes!(read))
        .routes(routes!(remove))
        .routes(routes!(preferences, choose))
}

/// The server's public key, for `pushManager.subscribe`. For everybody.
#[utoipa::path(get, path = "/push/key", tag = "notifications", responses((status = 200, body = PushKeyOut)))]
async fn push_key(State(app): State<App>) -> Reply<PushKeyOut> {
    ok(PushKeyOut { success: true, key: pushing::public_key(&app).await? })
}

/// Let a device be told. At most ten per person; the oldest goes.
#[utoipa::path(put, path = "/push/subscription", tag = "notifications", request_body = SubscriptionIn,
    responses((status = 200, body = Done)))]
async fn subscribe(
    State(app): State<App>,
    who: Member,
    DeviceName(label): DeviceName,
    Body(asked): Body<SubscriptionIn>,
) -> Reply<Done> {
    subscribing::subscribe(&app, &who, &asked.parse(&label)?).await?;
    ok(Done::said(words::SUBSCRIBED))
}

/// Let a device not be told any more.
#[utoipa::path(delete, path = "/push/subscription", tag = "notifications", request_body = EndpointIn,
    responses((status = 200, body = Done)))]
async fn unsubscribe(State(app): State<App>, who: Member, Body(asked): Body<EndpointIn>) -> Reply<Done> {
    subscribing::unsubscribe(&app, &who, &asked.endpoint).await?;
    ok(Done::said(words::UNSUBSCRIBED))
}

/// Send a test notification to one's own devices.
#[utoipa::path(post, path = "/push/test", tag = "notifications", responses((status = 202, body = Done)))]
async fn test(State(app): State<App>, who: Member) -> Reply<Done> {
    subscribing::test(&app, &who).await?;
    Ok(crate::edge::reply::Said(axum::http::StatusCode::ACCEPTED, Done::said(words::TEST_SENT)))
}

/// One's own inbox, newest first.
#[utoipa::path(get, path = "/notifications", tag = "notifications", params(PageIn),
    responses((status = 200, body = NotificationsOut)))]
async fn list(State(app): State<App>, who: Member, Query(asked): Query<PageIn>) -> Reply<NotificationsOut> {
    let page = asked.parse()?;
    let counts = store::counts(&app.db, who.id).await?;
    ok(NotificationsOut::new(store::page(&app.db, who.id, page).await?, page, counts))
}

/// Mark some notifications, or all, as read.
#[utoipa::path(post, path = "/notifications/read", tag = "notifications", request_body = ReadIn,
    responses((status = 200, body = Done)))]
async fn read(State(app): State<App>, who: Member, Body(asked): Body<ReadIn>) -> Reply<Done> {
    inbox::mark_read(&app, &who, &asked.parse()?).await?;
    ok(Done::said(words::READ))
}

/// Take a notification out of one's inbox.
#[utoipa::path(delete, path = "/notifications/{id}", tag = "notifications", params(("id" = String, Path)),
    responses((status = 200, body = Done)))]
async fn remove(State(app): State<App>, who: Member, Path(id): Path<String>) -> Reply<Done> {
    inbox::delete(&app, &who, notification_id(&id)?).await?;
    ok(Done::said(words::REMOVED))
}

/// What one wants pushed and mailed, and the devices that are told.
#[utoipa::path(get, path = "/notifications/preferences", tag = "notifications",
    responses((status = 200, body = PreferencesOut)))]
async fn preferences(State(app): State<App>, who: Member) -> Reply<PreferencesOut> {
    let chosen = store::preferences(&app.db, who.id).await?;
    ok(PreferencesOut::new(chosen, store::devices(&app.db, who.id).await?))
}

/// Choose what is pushed and mailed; kinds that are not named stay as they are.
#[utoipa::path(put, path = "/notifications/preferences", tag = "notifications", request_body = PreferencesIn,
    responses((status = 200, body = PreferencesOut)))]
async fn choose(State(app): State<App>, who: Member, Body(asked): Body<PreferencesIn>) -> Reply<PreferencesOut> {
    inbox::choose(&app, &who, &asked.parse()?).await?;
    let chosen = store::preferences(&app.db, who.id).await?;
    ok(PreferencesOut::new(chosen, store::devices(&app.db, who.id).await?))
}
