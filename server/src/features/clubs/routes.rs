//! Clubs' calls: wire in, one call, wire out. Members' are in `routes_members.rs`.

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::edge::body::Body;
use crate::edge::files::Files;
use crate::edge::reply::{Done, Reply, Said, created, ok};
use crate::edge::who::{Admin, Member};
use crate::features::pictures::{self, ImageForm};
use crate::kernel::fail::{MISSING, Outcome};

use super::managing::{club_by_name, manager_of, may_manage};
use super::model::Card;
use super::wire::{
    AnnouncedOut, AnnouncementIn, AnnouncementsOut, ClubAnswer, ClubIn, ClubOut, ClubQuestionIn, ClubSavedOut, ClubsIn,
    ClubsOut, FeedbackIn, FeedbackListOut, FeedbackOut, MyClubOut, MyClubsOut, PageIn, QuestionsOut, Reader,
};
use super::{announcing, asking, founding, picturing, rating, routes_members, store, store_saying, words};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<App> {
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

async fn outs(app: &App, cards: &[Card], reader: Reader) -> Outcome<Vec<ClubOut>> {
    let pictures = picturing::shown(app, cards).await?;
    Ok(cards.iter().zip(pictures).map(|(card, picture)| ClubOut::new(card, reader, picture)).collect())
}

async fn out(app: &App, card: Card, reader: Reader) -> Outcome<ClubOut> {
    outs(app, &[card], reader).await?.pop().ok_or_else(|| MISSING.into())
}

/// The clubs, by name. For guests too.
#[utoipa::path(get, path = "/clubs", tag = "clubs", params(ClubsIn), responses((status = 200, body = ClubsOut)))]
async fn list(State(app): State<App>, who: Option<Member>, Query(asked): Query<ClubsIn>) -> Reply<ClubsOut> {
    let (search, page) = asked.parse()?;
    let reader = reader(who.as_ref());
    let cards = store::page(&app.db, reader.id, search.as_deref(), page).await?;
    let total = store::count(&app.db, search.as_deref()).await?;
    ok(ClubsOut { success: true, clubs: outs(&app, &cards, reader).await?, total })
}

/// The clubs one is in, has applied to or manages.
#[utoipa::path(get, path = "/clubs/mine", tag = "clubs", responses((status = 200, body = MyClubsOut)))]
async fn mine(State(app): State<App>, who: Member) -> Reply<MyClubsOut> {
    let cards = store::cards_of(&app.db, who.id).await?;
    let clubs = outs(&app, &cards, reader(Some(&who))).await?;
    let memberships = cards.iter().zip(clubs).filter_map(|(card, club)| Some(MyClubOut::new(card.own.as_ref()?, club)));
    ok(MyClubsOut { success: true, memberships: memberships.collect() })
}

/// One club, by its short name in any letter case or by its id. For guests too.
#[utoipa::path(get, path = "/clubs/{club}", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = ClubAnswer)))]
async fn one(State(app): State<App>, who: Option<Member>, Path(name): Path<String>) -> Reply<ClubAnswer> {
    let club = club_by_name(&app.db, &name).await?;
    let reader = reader(who.as_ref());
    let card = store::card(&app.db, club.id, reader.id).await?.ok_or(MISSING)?;
    ok(ClubAnswer { success: true, club: out(&app, card, reader).await? })
}

/// Found a club; ADMIN only.
#[utoipa::path(post, path = "/clubs", tag = "clubs", request_body = ClubIn,
    responses((status = 201, body = ClubSavedOut)))]
async fn found(State(app): State<App>, Admin(who): Admin, Body(asked): Body<ClubIn>) -> Reply<ClubSavedOut> {
    let (short_name, details) = asked.founding()?;
    let card = founding::found(&app, who.id, &short_name, &details).await?;
    created(saved(&app, words::CREATED, card, &who).await?)
}

/// Change what a club says about itself; ADMIN only. Its short name stays.
#[utoipa::path(put, path = "/clubs/{club}", tag = "clubs", request_body = ClubIn, params(("club" = String, Path)),
    responses((status = 200, body = ClubSavedOut)))]
async fn change(
    State(app): State<App>,
    Admin(who): Admin,
    Path(name): Path<String>,
    Body(asked): Body<ClubIn>,
) -> Reply<ClubSavedOut> {
    let club = club_by_name(&app.db, &name).await?;
    let card = founding::change(&app, who.id, &club, &asked.changing(&club)?).await?;
    ok(saved(&app, words::SAVED, card, &who).await?)
}

async fn saved(app: &App, message: &str, card: Card, who: &Member) -> Outcome<ClubSavedOut> {
    let club = out(app, card, reader(Some(who))).await?;
    Ok(ClubSavedOut { success: true, message: message.to_owned(), club })
}

/// Give a club a picture (`multipart/form-data`), in place of the one before; ADMIN only.
#[utoipa::path(put, path = "/clubs/{club}/picture", tag = "clubs", params(("club" = String, Path)),
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses((status = 200, body = ClubSavedOut)))]
async fn set_picture(
    State(app): State<App>,
    Admin(who): Admin,
    Path(name): Path<String>,
    form: Files<1>,
) -> Reply<ClubSavedOut> {
    let club = club_by_name(&app.db, &name).await?;
    picturing::set(&app, &club, pictures::only(form)?).await?;
    let card = store::card(&app.db, club.id, Some(who.id)).await?.ok_or(MISSING)?;
    ok(saved(&app, words::PICTURE_SET, card, &who).await?)
}

/// Take a club's picture away; ADMIN only.
#[utoipa::path(delete, path = "/clubs/{club}/picture", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = ClubSavedOut)))]
async fn remove_picture(State(app): State<App>, Admin(who): Admin, Path(name): Path<String>) -> Reply<ClubSavedOut> {
    let club = club_by_name(&app.db, &name).await?;
    picturing::replace(&app, &club, None).await?;
    let card = store::card(&app.db, club.id, Some(who.id)).await?.ok_or(MISSING)?;
    ok(saved(&app, words::PICTURE_GONE, card, &who).await?)
}

/// Delete a club that has no events and no members but its administrators; ADMIN only.
#[utoipa::path(delete, path = "/clubs/{club}", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = Done)))]
async fn delete(State(app): State<App>, _: Admin, Path(name): Path<String>) -> Reply<Done> {
    let club = club_by_name(&app.db, &name).await?;
    founding::delete(&app, &club).await?;
    ok(Done::said(words::DELETED))
}

/// What members said of a club and its events: all of it for those who manage the club, one's own for others.
#[utoipa::path(get, path = "/clubs/{club}/feedback", tag = "clubs", params(("club" = String, Path), PageIn),
    responses((status = 200, body = FeedbackListOut)))]
async fn feedback(
    State(app): State<App>,
    who: Member,
    Path(name): Path<String>,
    Query(asked): Query<PageIn>,
) -> Reply<FeedbackListOut> {
    let club = club_by_name(&app.db, &name).await?;
    let page = asked.parse()?;
    let all = may_manage(&app.db, &who, club.id).await?;
    let (found, total, stars) = if all {
        let stars = store_saying::stars(&app.db, club.id).await?;
        (store_saying::feedback_page(&app.db, club.id, page).await?, stars.iter().sum(), Some(stars))
    } else {
        let own = store_saying::feedback_of(&app.db, who.id, Some(club.id)).await?;
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
    State(app): State<App>,
    who: Member,
    Path(name): Path<String>,
    Body(asked): Body<FeedbackIn>,
) -> Reply<Done> {
    let club = club_by_name(&app.db, &name).await?;
    rating::give(&app, &who, &club, &asked.parse()?).await?;
    created(Done::said(words::THANKS))
}

/// Change one's own feedback on a club or on one of its events.
#[utoipa::path(put, path = "/clubs/{club}/feedback", tag = "clubs", request_body = FeedbackIn,
    params(("club" = String, Path)), responses((status = 200, body = Done)))]
async fn change_feedback(
    State(app): State<App>,
    who: Member,
    Path(name): Path<String>,
    Body(asked): Body<FeedbackIn>,
) -> Reply<Done> {
    let club = club_by_name(&app.db, &name).await?;
    rating::change(&app, &who, &club, &asked.parse()?).await?;
    ok(Done::said(words::FEEDBACK_SAVED))
}

/// Ask a club something; it reaches the inboxes of its administrators with the caller's name and address. Ten a day.
#[utoipa::path(post, path = "/clubs/{club}/question", tag = "clubs", request_body = ClubQuestionIn,
    params(("club" = String, Path)), responses((status = 201, body = Done)))]
async fn ask(
    State(app): State<App>,
    who: Member,
    Path(name): Path<String>,
    Body(asked): Body<ClubQuestionIn>,
) -> Reply<Done> {
    let club = club_by_name(&app.db, &name).await?;
    asking::ask(&app, &who, &club, &asked.parse()?).await?;
    created(Done::said(words::ASKED))
}

/// What was asked of a club, for those who manage it.
#[utoipa::path(get, path = "/clubs/{club}/questions", tag = "clubs", params(("club" = String, Path), PageIn),
    responses((status = 200, body = QuestionsOut)))]
async fn questions(
    State(app): State<App>,
    who: Member,
    Path(name): Path<String>,
    Query(asked): Query<PageIn>,
) -> Reply<QuestionsOut> {
    let club = managed(&app, &who, &name).await?;
    let found = store_saying::questions_page(&app.db, club.id, asked.parse()?).await?;
    ok(QuestionsOut::new(&found, store_saying::count_questions(&app.db, club.id).await?))
}

/// Send a notification to everybody (`all`, ADMIN only) or to a club's members (`members`, for those who manage it). It is on
/// its way when this answers.
#[utoipa::path(post, path = "/event/notifications/send/{sendTo}", tag = "clubs", request_body = AnnouncementIn,
    params(("sendTo" = String, Path, description = "all or members")),
    responses((status = 202, body = AnnouncedOut)))]
async fn announce(
    State(app): State<App>,
    who: Member,
    Path(send_to): Path<String>,
    Body(asked): Body<AnnouncementIn>,
) -> Reply<AnnouncedOut> {
    let id = announcing::announce(&app, &who, asked.club.as_deref(), &asked.parse(&send_to)?).await?;
    let (message, id) = (words::SENT.to_owned(), id.to_string());
    Ok(Said(StatusCode::ACCEPTED, AnnouncedOut { success: true, message, id }))
}

/// What was sent in a club's name, for those who manage it.
#[utoipa::path(get, path = "/clubs/{club}/announcements", tag = "clubs", params(("club" = String, Path), PageIn),
    responses((status = 200, body = AnnouncementsOut)))]
async fn announcements(
    State(app): State<App>,
    who: Member,
    Path(name): Path<String>,
    Query(asked): Query<PageIn>,
) -> Reply<AnnouncementsOut> {
    let club = managed(&app, &who, &name).await?;
    let sent = store_saying::announcements_page(&app.db, club.id, asked.parse()?).await?;
    ok(AnnouncementsOut::new(&sent, store_saying::count_announcements(&app.db, club.id).await?))
}

/// The club of this name, for somebody who manages it.
pub(super) async fn managed(app: &App, who: &Member, name: &str) -> Outcome<super::model::Club> {
    let club = club_by_name(&app.db, name).await?;
    manager_of(&app.db, who, club.id).await?;
    Ok(club)
}
