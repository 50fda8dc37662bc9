//! Routes of events: each reads its request, calls one function and writes the reply.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::clubs;
use quad_http::auth::Member;
use quad_http::body::Body;
use quad_http::csv::attachment;
use quad_http::query::Query;
use quad_http::reply::{Done, Reply, Said, created, ok};
use quad_http::uploads::Files;
use quad_kernel::error::{MISSING, Result};
use quad_people::PeopleState;
use quad_people::pictures;
use quad_people::pictures::ImageForm;

use super::model::{Columns, Event, ParticipantQuery};
use super::wire::{
    AnswersIn, CancelIn, ClubEventsOut, EventAnswer, EventIn, EventListOut, EventMadeOut, EventRegisteredOut,
    EventSavedOut, ListIn, MessageIn, OpenIn, ParticipantPageOut, ParticipantsOut, PeopleIn, RegistrationAnswer, View,
    all_of, event_id,
};
use super::{
    calendar, calendar_routes, edit_event, messages, participants_export, registrations, send_message, store,
    store_registrations,
};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<PeopleState> {
    OpenApiRouter::new()
        .routes(routes!(create))
        .routes(routes!(of_club))
        .routes(routes!(list))
        .routes(routes!(one, change))
        .routes(routes!(cancel))
        .routes(routes!(set_open))
        .routes(routes!(message))
        .routes(routes!(set_picture, remove_picture))
        .routes(routes!(register))
        .routes(routes!(own, change_answers, withdraw))
        .routes(routes!(participants))
        .routes(routes!(participants_page))
        .routes(routes!(participants_csv))
        .routes(routes!(participants_xlsx))
        .routes(routes!(calendar_file))
        .merge(calendar_routes::routes())
}

/// What is needed to show these events.
async fn view<'a>(app: &'a PeopleState, events: &[Event]) -> Result<View<'a>> {
    let keys: Vec<_> = events.iter().filter_map(|event| event.picture.clone()).collect();
    let pictures = pictures::read_many(&app.db, &keys).await?;
    Ok(View { app, pictures, now: app.clock.now() })
}

async fn saved(app: &PeopleState, message: &str, event: Event) -> Reply<EventSavedOut> {
    let view = view(app, std::slice::from_ref(&event)).await?;
    ok(EventSavedOut::new(&view, message, &event))
}

/// Make an event of one's club. Another one at the same place and time: 409 `slot_taken`.
#[utoipa::path(post, path = "/event", tag = "events", request_body = EventIn,
    responses((status = 201, body = EventMadeOut)))]
async fn create(State(app): State<PeopleState>, who: Member, Body(asked): Body<EventIn>) -> Reply<EventMadeOut> {
    let new = asked.founding(&app.settings, app.clock.now())?;
    let event = edit_event::create(&app, &who, asked.club.as_deref(), &new).await?;
    created(EventMadeOut::new(&view(&app, &[]).await?, messages::CREATED, &event))
}

/// All events of a club.
#[utoipa::path(get, path = "/event/allevent/{club}", tag = "events", params(("club" = String, Path)),
    responses((status = 200, body = ClubEventsOut)))]
async fn of_club(State(app): State<PeopleState>, who: Member, Path(club): Path<String>) -> Reply<ClubEventsOut> {
    let club = clubs::club_by_name(&app.db, &club).await?;
    let now = app.clock.now();
    let events = store::page(&app.db, Some(who.id), &all_of(club.id), now).await?;
    ok(ClubEventsOut::new(&view(&app, &events).await?, &events))
}

/// Events of all clubs or one, also for guests.
#[utoipa::path(get, path = "/events", tag = "events", params(ListIn), responses((status = 200, body = EventListOut)))]
async fn list(State(app): State<PeopleState>, who: Option<Member>, Query(asked): Query<ListIn>) -> Reply<EventListOut> {
    let mut wanted = asked.parse()?;
    if let Some(club) = asked.club.as_deref().filter(|club| !club.trim().is_empty()) {
        wanted.club = Some(clubs::club_by_name(&app.db, club).await?.id);
    }
    let now = app.clock.now();
    let counts = store::count(&app.db, &wanted, now).await?;
    let events = store::page(&app.db, who.map(|who| who.id), &wanted, now).await?;
    ok(EventListOut::new(&view(&app, &events).await?, &events, wanted.which, counts))
}

/// One event, also for guests.
#[utoipa::path(get, path = "/events/{eventId}", tag = "events", params(("eventId" = String, Path)),
    responses((status = 200, body = EventAnswer)))]
async fn one(State(app): State<PeopleState>, who: Option<Member>, Path(id): Path<String>) -> Reply<EventAnswer> {
    let reader = who.as_ref().map(|who| who.id);
    let event = store::find(&app.db, event_id(&id)?, reader).await?.ok_or(MISSING)?;
    let may_manage = match &who {
        Some(who) => clubs::may_manage(&app.db, who, event.club).await?,
        None => false,
    };
    let view = view(&app, std::slice::from_ref(&event)).await?;
    ok(EventAnswer::new(&view, &event, may_manage))
}

/// Change an event, each part where it is named; null or an empty text empties it. Those registered keep their places and are told
/// when time or place differ.
#[utoipa::path(put, path = "/events/{eventId}", tag = "events", params(("eventId" = String, Path)),
    request_body = EventIn, responses((status = 200, body = EventSavedOut)))]
async fn change(
    State(app): State<PeopleState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<EventIn>,
) -> Reply<EventSavedOut> {
    let (id, now) = (event_id(&id)?, app.clock.now());
    let event = edit_event::change(&app, &who, id, |event| asked.changing(event, &app.settings, now)).await?;
    saved(&app, messages::CHANGED, event).await
}

/// Call an event off, for good. Everybody registered is told.
#[utoipa::path(post, path = "/events/{eventId}/cancel", tag = "events", params(("eventId" = String, Path)),
    request_body = CancelIn, responses((status = 200, body = EventSavedOut)))]
async fn cancel(
    State(app): State<PeopleState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<CancelIn>,
) -> Reply<EventSavedOut> {
    let id = event_id(&id)?;
    let new = asked.parse()?;
    let event = edit_event::cancel(&app, &who, id, &new).await?;
    saved(&app, messages::CANCELLED, event).await
}

/// Close registration before the event's end, or open it again.
#[utoipa::path(post, path = "/events/{eventId}/registration-state", tag = "events",
    params(("eventId" = String, Path)), request_body = OpenIn, responses((status = 200, body = EventSavedOut)))]
async fn set_open(
    State(app): State<PeopleState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<OpenIn>,
) -> Reply<EventSavedOut> {
    let id = event_id(&id)?;
    let event = edit_event::set_open(&app, &who, id, asked.open).await?;
    saved(&app, if asked.open { messages::OPENED } else { messages::CLOSED }, event).await
}

/// Write to everybody who has a place at an event, for its club's managers. Five on a day. It is on its way when this answers.
#[utoipa::path(post, path = "/events/{eventId}/message", tag = "events", params(("eventId" = String, Path)),
    request_body = MessageIn, responses((status = 202, body = Done)))]
async fn message(
    State(app): State<PeopleState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<MessageIn>,
) -> Reply<Done> {
    send_message::send(&app, &who, event_id(&id)?, &asked.body).await?;
    Ok(Said(StatusCode::ACCEPTED, Done::said(messages::MESSAGE_SENT)))
}

/// Give an event an uploaded picture.
#[utoipa::path(put, path = "/events/{eventId}/picture", tag = "events", params(("eventId" = String, Path)),
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses((status = 200, body = EventSavedOut)))]
async fn set_picture(
    State(app): State<PeopleState>,
    who: Member,
    Path(id): Path<String>,
    form: Files<1>,
) -> Reply<EventSavedOut> {
    let event = edit_event::set_picture(&app, &who, event_id(&id)?, pictures::single_file(form)?).await?;
    saved(&app, messages::PICTURE_SET, event).await
}

/// Take an event's uploaded picture away.
#[utoipa::path(delete, path = "/events/{eventId}/picture", tag = "events", params(("eventId" = String, Path)),
    responses((status = 200, body = EventSavedOut)))]
async fn remove_picture(State(app): State<PeopleState>, who: Member, Path(id): Path<String>) -> Reply<EventSavedOut> {
    let id = event_id(&id)?;
    let event = edit_event::remove_picture(&app, &who, id).await?;
    saved(&app, messages::PICTURE_GONE, event).await
}

/// Register for an event, once. Without a free place: the end of the waiting list. Wrong answers are named in `fields`.
#[utoipa::path(post, path = "/event/registerto/{eventId}", tag = "events", params(("eventId" = String, Path)),
    request_body = AnswersIn, responses((status = 201, body = EventRegisteredOut)))]
async fn register(
    State(app): State<PeopleState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<AnswersIn>,
) -> Reply<EventRegisteredOut> {
    let part = registrations::register(&app, &who, event_id(&id)?, &asked.given()).await?;
    created(EventRegisteredOut::new(messages::registered(part.position()), part))
}

/// One's own registration for an event, with the form it was made with.
#[utoipa::path(get, path = "/events/{eventId}/registration", tag = "events", params(("eventId" = String, Path)),
    responses((status = 200, body = RegistrationAnswer)))]
async fn own(State(app): State<PeopleState>, who: Member, Path(id): Path<String>) -> Reply<RegistrationAnswer> {
    ok(registrations::own(&app, &who, event_id(&id)?).await?.into())
}

/// Change one's answers, to the form one registered with.
#[utoipa::path(put, path = "/events/{eventId}/registration", tag = "events", params(("eventId" = String, Path)),
    request_body = AnswersIn, responses((status = 200, body = Done)))]
async fn change_answers(
    State(app): State<PeopleState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<AnswersIn>,
) -> Reply<Done> {
    registrations::change_answers(&app, &who, event_id(&id)?, &asked.given()).await?;
    ok(Done::said(messages::ANSWERS_CHANGED))
}

/// Cancel one's registration. Who waits first has the place.
#[utoipa::path(delete, path = "/events/{eventId}/registration", tag = "events", params(("eventId" = String, Path)),
    responses((status = 200, body = Done)))]
async fn withdraw(State(app): State<PeopleState>, who: Member, Path(id): Path<String>) -> Reply<Done> {
    registrations::withdraw(&app, &who, event_id(&id)?).await?;
    ok(Done::said(messages::WITHDRAWN))
}

/// All participants of an event, for its club's managers.
#[utoipa::path(get, path = "/event/participants/{eventId}", tag = "events", params(("eventId" = String, Path)),
    responses((status = 200, body = ParticipantsOut)))]
async fn participants(State(app): State<PeopleState>, who: Member, Path(id): Path<String>) -> Reply<ParticipantsOut> {
    let event = edit_event::managed(&app, &who, event_id(&id)?).await?;
    let columns = Columns::of(&store_registrations::forms(&app.db, event.id).await?);
    let mut people = store_registrations::participants(&app.db, event.id, &ParticipantQuery::ALL).await?;
    columns.place(&mut people);
    ok(ParticipantsOut::new(people))
}

/// Participants sorted, searched and in pages, for the club's managers.
#[utoipa::path(get, path = "/events/{eventId}/participants", tag = "events",
    params(("eventId" = String, Path), PeopleIn), responses((status = 200, body = ParticipantPageOut)))]
async fn participants_page(
    State(app): State<PeopleState>,
    who: Member,
    Path(id): Path<String>,
    Query(asked): Query<PeopleIn>,
) -> Reply<ParticipantPageOut> {
    let wanted = asked.parse()?;
    let event = edit_event::managed(&app, &who, event_id(&id)?).await?;
    let columns = Columns::of(&store_registrations::forms(&app.db, event.id).await?);
    let total = store_registrations::count(&app.db, event.id, &wanted).await?;
    let mut people = store_registrations::participants(&app.db, event.id, &wanted).await?;
    columns.place(&mut people);
    ok(ParticipantPageOut::new(&event, columns.all, people, total))
}

/// Participants as a CSV file, for the club's managers.
#[utoipa::path(get, path = "/events/{eventId}/participants.csv", tag = "events",
    params(("eventId" = String, Path), PeopleIn),
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn participants_csv(
    State(app): State<PeopleState>,
    who: Member,
    Path(id): Path<String>,
    Query(asked): Query<PeopleIn>,
) -> Result<Response> {
    let table = participants_export::table(&app, &who, event_id(&id)?, &asked.parse_all()?).await?;
    Ok(table.csv_file())
}

/// Participants as an Excel file, for the club's managers.
#[utoipa::path(get, path = "/events/{eventId}/participants.xlsx", tag = "events",
    params(("eventId" = String, Path), PeopleIn),
    responses((status = 200, body = Vec<u8>,
        content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))]
async fn participants_xlsx(
    State(app): State<PeopleState>,
    who: Member,
    Path(id): Path<String>,
    Query(asked): Query<PeopleIn>,
) -> Result<Response> {
    let table = participants_export::table(&app, &who, event_id(&id)?, &asked.parse_all()?).await?;
    table.xlsx_file().await
}

/// The event for one's calendar.
#[utoipa::path(get, path = "/events/{eventId}/calendar.ics", tag = "events", params(("eventId" = String, Path)),
    responses((status = 200, body = String, content_type = "text/calendar")))]
async fn calendar_file(State(app): State<PeopleState>, Path(id): Path<String>) -> Result<Response> {
    let event = store::find(&app.db, event_id(&id)?, None).await?.ok_or(MISSING)?;
    let text = calendar::file(&app.settings, &event)?;
    let kind = HeaderValue::from_static("text/calendar; charset=utf-8");
    let named = attachment(quad_text::beginning(&event.title, 80), "ics");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, named)], text).into_response())
}
