//! Routes of members: applying, and what those who manage a club do with applications, members and offices.

use axum::extract::{Path, State};
use axum::response::Response;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use quad_http::auth::{Admin, Member};
use quad_http::body::Body;
use quad_http::query::Query;
use quad_http::reply::{Done, Reply, created, ok};
use quad_kernel::error::{Error, MISSING};
use quad_kernel::ids::UserId;
use quad_kernel::retry::retried;
use quad_people::PeopleState;

use crate::spreadsheet::Table;

use super::managers::{club_by_name, managed};
use super::wire::{
    AllMembersOut, AppliedOut, AppointIn, MemberSavedOut, MembersIn, MembersOut, PostHoldersOut, UpgradeIn,
    membership_id,
};
use super::{members_export, memberships, messages, store_members};

/// The calls on memberships.
pub fn routes() -> OpenApiRouter<PeopleState> {
    OpenApiRouter::new()
        .routes(routes!(join))
        .routes(routes!(leave))
        .routes(routes!(all_members))
        .routes(routes!(members))
        .routes(routes!(members_csv))
        .routes(routes!(members_xlsx))
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
async fn join(State(app): State<PeopleState>, who: Member, Path(name): Path<String>) -> Reply<AppliedOut> {
    let club = club_by_name(&app.db, &name).await?;
    let message = memberships::apply(&app, &who, &club).await?;
    created(AppliedOut { success: true, message: message.to_owned(), state: "pending" })
}

/// Leave a club, or withdraw one's application. Its last administrator stays.
#[utoipa::path(delete, path = "/clubs/{club}/membership", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = Done)))]
async fn leave(State(app): State<PeopleState>, who: Member, Path(name): Path<String>) -> Reply<Done> {
    let club = club_by_name(&app.db, &name).await?;
    ok(Done::said(memberships::leave_club(&app, &who, &club).await?))
}

/// Everybody in a club and everybody who has applied, for those who manage it.
#[utoipa::path(get, path = "/member/allmembers/{club}", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = AllMembersOut)))]
async fn all_members(State(app): State<PeopleState>, who: Member, Path(name): Path<String>) -> Reply<AllMembersOut> {
    let club = managed(&app, &who, &name).await?;
    ok(AllMembersOut::new(&store_members::all(&app.db, club.id).await?))
}

/// The same by status, search and page, with counts.
#[utoipa::path(get, path = "/clubs/{club}/members", tag = "clubs", params(("club" = String, Path), MembersIn),
    responses((status = 200, body = MembersOut)))]
async fn members(
    State(app): State<PeopleState>,
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

/// The same as a CSV file, for those who manage the club.
#[utoipa::path(get, path = "/clubs/{club}/members.csv", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn members_csv(State(app): State<PeopleState>, who: Member, Path(name): Path<String>) -> Result<Response, Error> {
    Ok(members_table(&app, &who, &name).await?.csv_file())
}

/// The same as an Excel file, for those who manage the club.
#[utoipa::path(get, path = "/clubs/{club}/members.xlsx", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = Vec<u8>,
        content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))]
async fn members_xlsx(
    State(app): State<PeopleState>,
    who: Member,
    Path(name): Path<String>,
) -> Result<Response, Error> {
    members_table(&app, &who, &name).await?.xlsx_file().await
}

async fn members_table(app: &PeopleState, who: &Member, name: &str) -> Result<Table, Error> {
    let club = managed(app, who, name).await?;
    let members = store_members::all(&app.db, club.id).await?;
    Ok(members_export::table(&club, &members, app.settings.time_zone))
}

/// Let an applicant in, for those who manage the club.
#[utoipa::path(post, path = "/member/approve/{memberId}", tag = "clubs", params(("memberId" = String, Path)),
    responses((status = 200, body = MemberSavedOut)))]
async fn approve(State(app): State<PeopleState>, who: Member, Path(id): Path<String>) -> Reply<MemberSavedOut> {
    let id = membership_id(&id)?;
    let member = memberships::approve(&app, &who, id).await?;
    ok(MemberSavedOut::new(messages::APPROVED, &member))
}

/// Turn an applicant down, for those who manage the club; the application goes.
#[utoipa::path(post, path = "/member/reject/{memberId}", tag = "clubs", params(("memberId" = String, Path)),
    responses((status = 200, body = Done)))]
async fn reject(State(app): State<PeopleState>, who: Member, Path(id): Path<String>) -> Reply<Done> {
    let id = membership_id(&id)?;
    retried(|| memberships::reject(&app, &who, id)).await?;
    ok(Done::said(messages::REJECTED))
}

/// End somebody's membership, for those who manage the club. Its last administrator stays.
#[utoipa::path(post, path = "/member/remove/{memberId}", tag = "clubs", params(("memberId" = String, Path)),
    responses((status = 200, body = Done)))]
async fn remove(State(app): State<PeopleState>, who: Member, Path(id): Path<String>) -> Reply<Done> {
    let id = membership_id(&id)?;
    retried(|| memberships::remove(&app, &who, id)).await?;
    ok(Done::said(messages::REMOVED))
}

/// Give a member another office, for those who manage the club. The President manages it too; its last administrator stays.
#[utoipa::path(post, path = "/member/upgrade", tag = "clubs", request_body = UpgradeIn,
    responses((status = 200, body = MemberSavedOut)))]
async fn upgrade(State(app): State<PeopleState>, who: Member, Body(asked): Body<UpgradeIn>) -> Reply<MemberSavedOut> {
    let (id, office) = asked.parse()?;
    let club = match asked.club.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) => Some(club_by_name(&app.db, name).await?.id),
        None => None,
    };
    let member = memberships::upgrade(&app, &who, id, office, club).await?;
    ok(MemberSavedOut::new(messages::office_given(office.title()), &member))
}

/// Who holds an office in a club, by rank. For guests too.
#[utoipa::path(get, path = "/member/postholders/{club}", tag = "clubs", params(("club" = String, Path)),
    responses((status = 200, body = PostHoldersOut)))]
async fn post_holders(State(app): State<PeopleState>, Path(name): Path<String>) -> Reply<PostHoldersOut> {
    let club = club_by_name(&app.db, &name).await?;
    ok(PostHoldersOut::new(&store_members::post_holders(&app.db, club.id).await?))
}

/// Make somebody an administrator of a club, a member too if need be; ADMIN only.
#[utoipa::path(post, path = "/clubs/{club}/administrators", tag = "clubs", request_body = AppointIn,
    params(("club" = String, Path)), responses((status = 201, body = MemberSavedOut)))]
async fn appoint(
    State(app): State<PeopleState>,
    Admin(who): Admin,
    Path(name): Path<String>,
    Body(asked): Body<AppointIn>,
) -> Reply<MemberSavedOut> {
    let club = club_by_name(&app.db, &name).await?;
    let member = memberships::appoint(&app, who.id, &club, &asked.email).await?;
    created(MemberSavedOut::new(messages::APPOINTED, &member))
}

/// Take an administrator's powers, a President's office with them; the person stays a member. ADMIN only.
#[utoipa::path(delete, path = "/clubs/{club}/administrators/{userId}", tag = "clubs",
    params(("club" = String, Path), ("userId" = String, Path)), responses((status = 200, body = Done)))]
async fn dismiss(
    State(app): State<PeopleState>,
    Admin(who): Admin,
    Path((name, user)): Path<(String, String)>,
) -> Reply<Done> {
    let club = club_by_name(&app.db, &name).await?;
    let new = UserId::parse(&user).ok_or(MISSING)?;
    retried(|| memberships::dismiss(&app, who.id, &club, new)).await?;
    ok(Done::said(messages::DISMISSED))
}
