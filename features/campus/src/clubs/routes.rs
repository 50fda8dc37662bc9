//! Routes of clubs: each reads its request, calls one function and writes the reply. The members' are in
//! `routes_members.rs`.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use quad_http::auth::{Admin, Member};
use quad_http::body::Body;
use quad_http::query::Query;
use quad_http::reply::{Done, Reply, Said, created, ok};
use quad_http::uploads::Files;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::retry::retried;
use quad_people::PeopleState;
use quad_people::pictures::{self, ImageForm};

use super::managers::{club_by_name, managed, may_manage};
use super::model::Card;
use super::wire::{
    AnnouncedOut, AnnouncementIn, AnnouncementsOut, ClubAnswer, ClubIn, ClubOut, ClubQuestionIn, ClubSavedOut, ClubsIn,
    ClubsOut, FeedbackIn, FeedbackListOut, FeedbackOut, MyClubOut, MyClubsOut, PageIn, QuestionsOut, Reader,
};
use super::{
    create_club, edit_club, feedback, logo, messages, questions, routes_members, send_announcement, store,
    store_messages,
};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<PeopleState> {
    OpenApiRouter::new()
        .routes(routes!(list, found))
        .routes(routes!(mine))
        .routes(routes!(one, change, delete))
        .routes(routes!(set_picture, remove_picture))
        .routes(routes!(feedback, give_feedback, change_feedback))
        .routes(routes!(ask))
        .routes(routes!(questions))
        .routes(routes!(announce))
        .routes(routes!(announcements))
        .merge(routes_members::routes())
}

fn reader(who: Option<&Member>) -> Reader {
    Reader { id: who.map(|who| who.id), is_admin: who.is_some_and(|who| who.is_admin) }
}

async fn outs(app: &PeopleState, cards: &[Card], reader: Reader) -> Result<Vec<ClubOut>> {
    let pictures = logo::shown(app, cards).await?;
    Ok(cards.iter().zip(pictures).map(|(card, picture)| ClubOut::new(card, reader, picture)).collect())
}

async fn out(app: &PeopleState, card: Card, reader: Reader) -> Result<ClubOut> {
    outs(app, &[card], reader).await?.pop().ok_or_else(|| MISSING.into())
}

/// The clubs, by name. For guests too.
#[utoipa::path(get, path = "/clubs", tag = "clubs", params(ClubsIn), responses((status = 200, body = ClubsOut)))]
async fn list(State(app): State<PeopleState>, who: Option<Member>, Query(asked): Query<ClubsIn>) -> Reply<ClubsOut> {
    let (search, page) = asked.parse()?;
    let reader = reader(who.as_ref());
    let cards = store::page(&app.db, reader.id, search.as_deref(), page).await?;
    let total = store::count(&app.db, search.as_deref()).await?;
    ok(ClubsOut { success: true, clubs: outs(&app, &cards, reader).await?, total })
}

/// The clubs one is in, has applied to or manages.
#[utoipa::path(get, path = "/clubs/mine", tag = "clubs", responses((status = 200, body = MyClubsOut)))]
async fn mine(State(app): State<PeopleState>, who: Member) -> Reply<MyClubsOut> {
    let cards = store::cards_of(&app.db, who.id).await?;
    let clubs = outs(&app, &cards, reader(Some(&who))).await?;
    let memberships = cards.iter().zip(clubs).filter_map(|(card, club)| Some(MyClubOut::new(card.own.as_ref()?, club)));
    ok(MyClubsOut { success: true, memberships: memberships.collect() })
}

/// One club, by its short name in any letter case or by its id. For guests too.
#[utoipa::path(get, path = "/clubs/{club}", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = ClubAnswer)))]
async fn one(State(app): State<PeopleState>, who: Option<Member>, Path(name): Path<String>) -> Reply<ClubAnswer> {
    let club = club_by_name(&app.db, &name).await?;
    let reader = reader(who.as_ref());
    let card = store::card(&app.db, club.id, reader.id).await?.ok_or(MISSING)?;
    ok(ClubAnswer { success: true, club: out(&app, card, reader).await? })
}

/// Found a club; ADMIN only.
#[utoipa::path(post, path = "/clubs", tag = "clubs", request_body = ClubIn,
    responses((status = 201, body = ClubSavedOut)))]
async fn found(State(app): State<PeopleState>, Admin(who): Admin, Body(asked): Body<ClubIn>) -> Reply<ClubSavedOut> {
    let (short_name, details) = asked.founding()?;
    let card = create_club::create(&app, who.id, &short_name, &details).await?;
    created(saved(&app, messages::CREATED, card, &who).await?)
}

/// Change what a club says about itself, for those who manage it. Its short name stays.
#[utoipa::path(put, path = "/clubs/{club}", tag = "clubs", request_body = ClubIn, params(("club" = String, Path)),
    responses((status = 200, body = ClubSavedOut)))]
async fn change(
    State(app): State<PeopleState>,
    who: Member,
    Path(name): Path<String>,
    Body(asked): Body<ClubIn>,
) -> Reply<ClubSavedOut> {
    let club = managed(&app, &who, &name).await?;
    let card = edit_club::change(&app, &who, &club, |before| asked.changing(before)).await?;
    ok(saved(&app, messages::SAVED, card, &who).await?)
}

async fn saved(app: &PeopleState, message: &str, card: Card, who: &Member) -> Result<ClubSavedOut> {
    let club = out(app, card, reader(Some(who))).await?;
    Ok(ClubSavedOut { success: true, message: message.to_owned(), club })
}

/// Give a club a picture (`multipart/form-data`), in place of the one before; for those who manage it.
#[utoipa::path(put, path = "/clubs/{club}/picture", tag = "clubs", params(("club" = String, Path)),
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses((status = 200, body = ClubSavedOut)))]
async fn set_picture(
    State(app): State<PeopleState>,
    who: Member,
    Path(name): Path<String>,
    form: Files<1>,
) -> Reply<ClubSavedOut> {
    let club = managed(&app, &who, &name).await?;
    logo::set(&app, &who, &club, pictures::single_file(form)?).await?;
    let card = store::card(&app.db, club.id, Some(who.id)).await?.ok_or(MISSING)?;
    ok(saved(&app, messages::PICTURE_SET, card, &who).await?)
}

/// Take a club's picture away, for those who manage it.
#[utoipa::path(delete, path = "/clubs/{club}/picture", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = ClubSavedOut)))]
async fn remove_picture(State(app): State<PeopleState>, who: Member, Path(name): Path<String>) -> Reply<ClubSavedOut> {
    let club = managed(&app, &who, &name).await?;
    logo::replace(&app, &who, &club, None).await?;
    let card = store::card(&app.db, club.id, Some(who.id)).await?.ok_or(MISSING)?;
    ok(saved(&app, messages::PICTURE_GONE, card, &who).await?)
}

/// Delete a club that has no events and no members but its administrators; ADMIN only.
#[utoipa::path(delete, path = "/clubs/{club}", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = Done)))]
async fn delete(State(app): State<PeopleState>, Admin(who): Admin, Path(name): Path<String>) -> Reply<Done> {
    let club = club_by_name(&app.db, &name).await?;
    retried(|| create_club::delete(&app, who.id, &club)).await?;
    ok(Done::said(messages::DELETED))
}

/// What members said of a club and its events: all of it for those who manage the club, one's own for others.
#[utoipa::path(get, path = "/clubs/{club}/feedback", tag = "clubs", params(("club" = String, Path), PageIn),
    responses((status = 200, body = FeedbackListOut)))]
async fn feedback(
    State(app): State<PeopleState>,
    who: Member,
    Path(name): Path<String>,
    Query(asked): Query<PageIn>,
) -> Reply<FeedbackListOut> {
    let club = club_by_name(&app.db, &name).await?;
    let page = asked.parse()?;
    let all = may_manage(&app.db, &who, club.id).await?;
    let (found, total, stars) = if all {
        let stars = store_messages::stars(&app.db, club.id).await?;
        (store_messages::feedback_page(&app.db, club.id, page).await?, stars.iter().sum(), Some(stars))
    } else {
        let own = store_messages::feedback_of(&app.db, who.id, Some(club.id)).await?;
        let total = own.len() as i64;
        (own, total, None)
    };
    let feedback = found.iter().map(|one| FeedbackOut::new(one, who.id)).collect();
    ok(FeedbackListOut { success: true, feedback, total, stars, all })
}

/// Rate a club or one of its events, once each; members only.
#[utoipa::path(post, path = "/clubs/{club}/feedback", tag = "clubs", request_body = FeedbackIn,
    params(("club" = String, Path)), responses((status = 201, body = Done)))]
async fn give_feedback(
    State(app): State<PeopleState>,
    who: Member,
    Path(name): Path<String>,
    Body(asked): Body<FeedbackIn>,
) -> Reply<Done> {
    let club = club_by_name(&app.db, &name).await?;
    let new = asked.parse()?;
    retried(|| feedback::give(&app, &who, &club, &new)).await?;
    created(Done::said(messages::THANKS))
}

/// Change one's own feedback on a club or on one of its events.
#[utoipa::path(put, path = "/clubs/{club}/feedback", tag = "clubs", request_body = FeedbackIn,
    params(("club" = String, Path)), responses((status = 200, body = Done)))]
async fn change_feedback(
    State(app): State<PeopleState>,
    who: Member,
    Path(name): Path<String>,
    Body(asked): Body<FeedbackIn>,
) -> Reply<Done> {
    let club = club_by_name(&app.db, &name).await?;
    let new = asked.parse()?;
    retried(|| feedback::change(&app, &who, &club, &new)).await?;
    ok(Done::said(messages::FEEDBACK_SAVED))
}

/// Ask a club something; it reaches the inboxes of its administrators with the caller's name and address. Ten a day.
#[utoipa::path(post, path = "/clubs/{club}/question", tag = "clubs", request_body = ClubQuestionIn,
    params(("club" = String, Path)), responses((status = 201, body = Done)))]
async fn ask(
    State(app): State<PeopleState>,
    who: Member,
    Path(name): Path<String>,
    Body(asked): Body<ClubQuestionIn>,
) -> Reply<Done> {
    let club = club_by_name(&app.db, &name).await?;
    let new = asked.parse()?;
    retried(|| questions::ask(&app, &who, &club, &new)).await?;
    created(Done::said(messages::ASKED))
}

/// What was asked of a club, for those who manage it.
#[utoipa::path(get, path = "/clubs/{club}/questions", tag = "clubs", params(("club" = String, Path), PageIn),
    responses((status = 200, body = QuestionsOut)))]
async fn questions(
    State(app): State<PeopleState>,
    who: Member,
    Path(name): Path<String>,
    Query(asked): Query<PageIn>,
) -> Reply<QuestionsOut> {
    let club = managed(&app, &who, &name).await?;
    let found = store_messages::questions_page(&app.db, club.id, asked.parse()?).await?;
    ok(QuestionsOut::new(&found, store_messages::count_questions(&app.db, club.id).await?))
}

/// Send a notification to everybody (`all`, ADMIN only) or to a club's members (`members`, for those who manage it). It is on
/// its way when this answers.
#[utoipa::path(post, path = "/event/notifications/send/{sendTo}", tag = "clubs", request_body = AnnouncementIn,
    params(("sendTo" = String, Path, description = "all or members")),
    responses((status = 202, body = AnnouncedOut)))]
async fn announce(
    State(app): State<PeopleState>,
    who: Member,
    Path(send_to): Path<String>,
    Body(asked): Body<AnnouncementIn>,
) -> Reply<AnnouncedOut> {
    let new = asked.parse(&send_to)?;
    let id = retried(|| send_announcement::announce(&app, &who, asked.club.as_deref(), &new)).await?;
    let (message, id) = (messages::SENT.to_owned(), id.to_string());
    Ok(Said(StatusCode::ACCEPTED, AnnouncedOut { success: true, message, id }))
}

/// What was sent in a club's name, for those who manage it.
#[utoipa::path(get, path = "/clubs/{club}/announcements", tag = "clubs", params(("club" = String, Path), PageIn),
    responses((status = 200, body = AnnouncementsOut)))]
async fn announcements(
    State(app): State<PeopleState>,
    who: Member,
    Path(name): Path<String>,
    Query(asked): Query<PageIn>,
) -> Reply<AnnouncementsOut> {
    let club = managed(&app, &who, &name).await?;
    let sent = store_messages::announcements_page(&app.db, club.id, asked.parse()?).await?;
    ok(AnnouncementsOut::new(&sent, store_messages::count_announcements(&app.db, club.id).await?))
}
