//! Members' calls: applying, and what those who manage a club do with applications, members and offices.

use axum::extract::{Path, Query, State};
use axum::response::Response;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::edge::body::Body;
use crate::edge::csv;
use crate::edge::reply::{Done, Reply, created, ok};
use crate::edge::who::{Admin, Member};
use crate::kernel::fail::{Fail, MISSING};
use crate::kernel::ids::UserId;

use super::managing::club_by_name;
use super::routes::managed;
use super::wire::{
    AllMembersOut, AppliedOut, AppointIn, MemberSavedOut, MembersIn, MembersOut, PostHoldersOut, UpgradeIn,
    membership_id, row,
};
use super::{joining, store_members, words};

/// The calls on memberships.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(join))
        .routes(routes!(leave))
        .routes(routes!(all_members))
        .routes(routes!(members))
        .routes(routes!(members_file))
        .routes(routes!(approve))
        .routes(routes!(reject))
        .routes(routes!(remove))
        .routes(routes!(upgrade))
        .routes(routes!(post_holders))
        .routes(routes!(appoint))
        .routes(routes!(dismiss))
}

/// Apply to become a member of a club.
#[utoipa::path(post, path = "/member/join/{club}", tag = "clubs", params(("club" = String, Path)),
    responses((status = 201, body = AppliedOut)))]
async fn join(State(app): State<App>, who: Member, Path(name): Path<String>) -> Reply<AppliedOut> {
    let club = club_by_name(&app.db, &name).await?;
    joining::apply(&app, &who, &club).await?;
    created(AppliedOut { success: true, message: words::APPLIED.to_owned(), state: "pending" })
}

/// Leave a club, or withdraw one's application. Its last administrator stays.
#[utoipa::path(delete, path = "/clubs/{club}/membership", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = Done)))]
async fn leave(State(app): State<App>, who: Member, Path(name): Path<String>) -> Reply<Done> {
    let club = club_by_name(&app.db, &name).await?;
    ok(Done::said(joining::leave_club(&app, &who, &club).await?))
}

/// Everybody in a club and everybody who has applied, for those who manage it.
#[utoipa::path(get, path = "/member/allmembers/{club}", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = AllMembersOut)))]
async fn all_members(State(app): State<App>, who: Member, Path(name): Path<String>) -> Reply<AllMembersOut> {
    let club = managed(&app, &who, &name).await?;
    ok(AllMembersOut::new(&store_members::all(&app.db, club.id).await?))
}

/// The same by status, search and page, with counts.
#[utoipa::path(get, path = "/clubs/{club}/members", tag = "clubs", params(("club" = String, Path), MembersIn),
    responses((status = 200, body = MembersOut)))]
async fn members(
    State(app): State<App>,
    who: Member,
    Path(name): Path<String>,
    Query(asked): Query<MembersIn>,
) -> Reply<MembersOut> {
    let club = managed(&app, &who, &name).await?;
    let asked = asked.parse()?;
    let found = store_members::page(&app.db, club.id, &asked).await?;
    let total = store_members::count_matching(&app.db, club.id, &asked).await?;
    ok(MembersOut::new(&found, total, store_members::counts(&app.db, club.id).await?))
}

/// The same as a file for spreadsheets, for those who manage the club.
#[utoipa::path(get, path = "/clubs/{club}/members.csv", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn members_file(State(app): State<App>, who: Member, Path(name): Path<String>) -> Result<Response, Fail> {
    let club = managed(&app, &who, &name).await?;
    let rows = store_members::all(&app.db, club.id).await?;
    let table = csv::table(&words::MEMBERS_HEADING, rows.iter().map(row));
    Ok(csv::file(&format!("{}-members", club.short_name), table))
}

/// Let an applicant in, for those who manage the club.
#[utoipa::path(post, path = "/member/approve/{memberId}", tag = "clubs", params(("memberId" = String, Path)),
    responses((status = 200, body = MemberSavedOut)))]
async fn approve(State(app): State<App>, who: Member, Path(id): Path<String>) -> Reply<MemberSavedOut> {
    let member = joining::approve(&app, &who, membership_id(&id)?).await?;
    ok(MemberSavedOut::new(words::APPROVED, &member))
}

/// Turn an applicant down, for those who manage the club; the application goes.
#[utoipa::path(post, path = "/member/reject/{memberId}", tag = "clubs", params(("memberId" = String, Path)),
    responses((status = 200, body = Done)))]
async fn reject(State(app): State<App>, who: Member, Path(id): Path<String>) -> Reply<Done> {
    joining::reject(&app, &who, membership_id(&id)?).await?;
    ok(Done::said(words::REJECTED))
}

/// End somebody's membership, for those who manage the club. Its last administrator stays.
#[utoipa::path(post, path = "/member/remove/{memberId}", tag = "clubs", params(("memberId" = String, Path)),
    responses((status = 200, body = Done)))]
async fn remove(State(app): State<App>, who: Member, Path(id): Path<String>) -> Reply<Done> {
    joining::remove(&app, &who, membership_id(&id)?).await?;
    ok(Done::said(words::REMOVED))
}

/// Give a member another office, for those who manage the club. The President manages it too; its last administrator stays.
#[utoipa::path(post, path = "/member/upgrade", tag = "clubs", request_body = UpgradeIn,
    responses((status = 200, body = MemberSavedOut)))]
async fn upgrade(State(app): State<App>, who: Member, Body(asked): Body<UpgradeIn>) -> Reply<MemberSavedOut> {
    let (id, office) = asked.parse()?;
    let club = match asked.club.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) => Some(club_by_name(&app.db, name).await?.id),
        None => None,
    };
    let member = joining::upgrade(&app, &who, id, office, club).await?;
    ok(MemberSavedOut::new(words::office_given(office), &member))
}

/// Who holds an office in a club, by rank. For guests too.
#[utoipa::path(get, path = "/member/postholders/{club}", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = PostHoldersOut)))]
async fn post_holders(State(app): State<App>, Path(name): Path<String>) -> Reply<PostHoldersOut> {
    let club = club_by_name(&app.db, &name).await?;
    ok(PostHoldersOut::new(&store_members::post_holders(&app.db, club.id).await?))
}

/// Make somebody an administrator of a club, a member too if need be; ADMIN only.
#[utoipa::path(post, path = "/clubs/{club}/administrators", tag = "clubs", request_body = AppointIn,
    params(("club" = String, Path)), responses((status = 201, body = MemberSavedOut)))]
async fn appoint(
    State(app): State<App>,
    _: Admin,
    Path(name): Path<String>,
    Body(asked): Body<AppointIn>,
) -> Reply<MemberSavedOut> {
    let club = club_by_name(&app.db, &name).await?;
    let member = joining::appoint(&app, &club, &asked.email).await?;
    created(MemberSavedOut::new(words::APPOINTED, &member))
}

/// Take an administrator's powers, a President's office with them; the person stays a member. ADMIN only.
#[utoipa::path(delete, path = "/clubs/{club}/administrators/{userId}", tag = "clubs",
    params(("club" = String, Path), ("userId" = String, Path)), responses((status = 200, body = Done)))]
async fn dismiss(State(app): State<App>, _: Admin, Path((name, user)): Path<(String, String)>) -> Reply<Done> {
    let club = club_by_name(&app.db, &name).await?;
    joining::dismiss(&app, &club, UserId::parse(&user).ok_or(MISSING)?).await?;
    ok(Done::said(words::DISMISSED))
}
