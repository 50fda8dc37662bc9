//! Routes of user admin, for ADMIN.

use axum::extract::{Path, State};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use quad_contests::ContestsState;
use quad_contests::payments;
use quad_http::auth::Admin;
use quad_http::body::Body;
use quad_http::query::Query;
use quad_http::reply::{Done, Reply, ok};
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::UserId;
use quad_kernel::retry::retried;
use quad_people::accounts::{self, Authority, PlatformRole, ProofIn};

use super::wire::{CreditChangeIn, CreditChangeOut, OrganiserIn, PeopleIn, PeopleOut, PersonAnswer};
use super::{messages, person, store};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<ContestsState> {
    OpenApiRouter::new()
        .routes(routes!(people))
        .routes(routes!(show))
        .routes(routes!(change_credits))
        .routes(routes!(set_organiser))
        .routes(routes!(end_sessions))
        .routes(routes!(send_code))
}

/// Find people by words of name and address, by name; for ADMIN.
#[utoipa::path(get, path = "/people", tag = "operations", params(PeopleIn), responses((status = 200, body = PeopleOut)))]
async fn people(State(app): State<ContestsState>, _: Admin, Query(asked): Query<PeopleIn>) -> Reply<PeopleOut> {
    let (search, page) = asked.parse()?;
    let (found, total) = accounts::search_people(&app.db, &search, page).await?;
    let ids: Vec<UserId> = found.iter().map(|one| one.id).collect();
    let roles = store::roles(&app.db, &ids).await?;
    ok(PeopleOut::new(found, total, roles))
}

/// One person: account, roles, creations left, clubs, sessions, and how much was made and joined; for ADMIN.
#[utoipa::path(get, path = "/people/{userId}", tag = "operations", params(("userId" = String, Path)),
    responses((status = 200, body = PersonAnswer)))]
async fn show(State(app): State<ContestsState>, _: Admin, Path(id): Path<String>) -> Reply<PersonAnswer> {
    ok(person::read(&app, user(&id)?).await?.into())
}

/// Give creations to a person or take some, with one's own password; for ADMIN. Who is given some is an organiser.
#[utoipa::path(post, path = "/people/{userId}/credits", tag = "operations", params(("userId" = String, Path)),
    request_body = CreditChangeIn, responses((status = 200, body = CreditChangeOut)))]
async fn change_credits(
    State(app): State<ContestsState>,
    Admin(who): Admin,
    Path(id): Path<String>,
    Body(asked): Body<CreditChangeIn>,
) -> Reply<CreditChangeOut> {
    let (change, password) = asked.parse()?;
    let user = user(&id)?;
    let proof = accounts::prove(&app, &who, "password", password).await?;
    let by = Authority::Confirmed(&who, &proof);
    let left = retried(|| payments::change_credits(&app, by, user, change)).await?;
    ok(CreditChangeOut::new(left))
}

/// Make a person an organiser, or none any more, which ends all sessions of the person; with one's own password, for ADMIN.
#[utoipa::path(put, path = "/people/{userId}/organiser", tag = "operations", params(("userId" = String, Path)),
    request_body = OrganiserIn, responses((status = 200, body = Done)))]
async fn set_organiser(
    State(app): State<ContestsState>,
    Admin(who): Admin,
    Path(id): Path<String>,
    Body(asked): Body<OrganiserIn>,
) -> Reply<Done> {
    let (is_organiser, password) = asked.parse()?;
    let user = user(&id)?;
    let proof = accounts::prove(&app, &who, "password", password).await?;
    let by = Authority::Confirmed(&who, &proof);
    if is_organiser {
        retried(|| accounts::give_platform_role(&app, by, user, PlatformRole::Organiser)).await?;
        return ok(Done::said(messages::ORGANISER));
    }
    let ended = retried(|| accounts::take_platform_role(&app, by, user, PlatformRole::Organiser)).await?;
    ok(Done::said(messages::no_organiser(ended)))
}

/// End all sessions of another person, with one's own password; for ADMIN.
#[utoipa::path(delete, path = "/people/{userId}/sessions", tag = "operations", params(("userId" = String, Path)),
    request_body = ProofIn, responses((status = 200, body = Done)))]
async fn end_sessions(
    State(app): State<ContestsState>,
    Admin(who): Admin,
    Path(id): Path<String>,
    Body(asked): Body<ProofIn>,
) -> Reply<Done> {
    let password = asked.parse()?;
    let user = user(&id)?;
    if user == who.id {
        return Err(messages::OWN_SESSIONS.into());
    }
    let proof = accounts::prove(&app, &who, "password", password).await?;
    let ended = retried(|| accounts::end_sessions(&app, Authority::Confirmed(&who, &proof), user)).await?;
    ok(Done::said(messages::sessions_ended(ended)))
}

/// Mail a person a code for a new password, which nobody else sees; for ADMIN. Ten an hour.
#[utoipa::path(post, path = "/people/{userId}/reset-code", tag = "operations", params(("userId" = String, Path)),
    responses((status = 200, body = Done)))]
async fn send_code(State(app): State<ContestsState>, Admin(who): Admin, Path(id): Path<String>) -> Reply<Done> {
    let user = user(&id)?;
    let email = retried(|| accounts::mail_reset_code(&app, Authority::Session(&who), user)).await?;
    ok(Done::said(messages::code_sent(&email, app.mail.is_configured())))
}

fn user(id: &str) -> Result<UserId> {
    Ok(UserId::parse(id).ok_or(MISSING)?)
}
