//! Routes of accounts: each reads its request, calls one function and writes the reply.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::PeopleState;
use quad_http::auth::Member;
use quad_http::body::Body;
use quad_http::idempotency::NotKept;
use quad_http::reply::{Done, Reply, Said, ok};
use quad_kernel::error::Error;
use quad_kernel::retry::retried;

use super::client_identity::{self, ClientIdentity};
use super::login::LogInRequest;
use super::model::Token;
use super::wire::{
    ConfirmIn, ConfirmedOut, EndedOut, LogInIn, LoggedInOut, PasswordIn, RegisterIn, RegisteredOut, ResendIn, Reset,
    ResetIn, RoleOut, SessionOut, SessionsOut,
};
use super::{login, logout, messages, password_reset, sign_up, store_sessions, update_profile};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<PeopleState> {
    OpenApiRouter::new()
        .routes(routes!(log_in))
        .routes(routes!(register))
        .routes(routes!(confirm))
        .routes(routes!(resend))
        .routes(routes!(log_out))
        .routes(routes!(role))
        .routes(routes!(reset_password))
        .routes(routes!(list_sessions, end_other_sessions))
        .routes(routes!(end_session))
        .routes(routes!(change_password))
}

/// Log in. Sets the session cookie; an old one ends. With `confirmation`, confirms the address as well.
#[utoipa::path(post, path = "/login", tag = "accounts", request_body = LogInIn, responses((status = 200, body = LoggedInOut)))]
async fn log_in(
    State(app): State<PeopleState>,
    visitor: ClientIdentity,
    Body(asked): Body<LogInIn>,
) -> Result<impl IntoResponse, Error> {
    let subscription = asked.subscription(&visitor.device);
    let link = asked.link();
    let (email, password) = asked.parse()?;
    let done = login::sign_in(&app, &visitor, LogInRequest { email, password, link }, subscription).await?;
    let cookies = client_identity::signed_in(&app.settings, &done.session, &done.device);
    // A log-in without its cookies would be none.
    Ok((cookies, Extension(NotKept), Said(StatusCode::OK, LoggedInOut::from(done.account))))
}

/// Make an account.
#[utoipa::path(post, path = "/register", tag = "accounts", request_body = RegisterIn,
    responses((status = 201, body = RegisteredOut)))]
async fn register(
    State(app): State<PeopleState>,
    visitor: ClientIdentity,
    Body(asked): Body<RegisterIn>,
) -> Result<impl IntoResponse, Error> {
    let next = asked.next();
    let (new, password) = asked.parse()?;
    let waits = sign_up::register(&app, &visitor, new, password, next).await?;
    let message = if waits.is_some() { messages::REGISTERED_CONFIRM } else { messages::REGISTERED };
    let said = RegisteredOut { success: true, message: message.to_owned(), confirm: waits.is_some() };
    let cookie = waits.map(|browser| client_identity::browser_cookie(&app.settings, &browser));
    Ok((cookie, Said(StatusCode::CREATED, said)))
}

/// Confirm an address with the token of the mailed link, in the browser that registered it, which is logged in by that; in
/// another one (403 `password_needed`) by `POST /login`.
#[utoipa::path(post, path = "/email-confirmation", tag = "accounts", request_body = ConfirmIn,
    responses((status = 200, body = ConfirmedOut)))]
async fn confirm(
    State(app): State<PeopleState>,
    visitor: ClientIdentity,
    who: Option<Member>,
    Body(asked): Body<ConfirmIn>,
) -> Result<impl IntoResponse, Error> {
    let done = sign_up::confirm(&app, &visitor, who.is_some(), &asked.token).await?;
    let cookies = done.as_ref().map(|done| client_identity::signed_in(&app.settings, &done.session, &done.device));
    let message = if done.is_some() { messages::CONFIRMED_IN } else { messages::CONFIRMED };
    let account = done.map(|done| LoggedInOut::from(done.account));
    let said = ConfirmedOut { success: true, message: message.to_owned(), account };
    // A log-in without its cookies would be none.
    Ok((cookies, Extension(NotKept), Said(StatusCode::OK, said)))
}

/// Ask for another mail with the link of a registration that waits in this browser (202, the same for every address).
#[utoipa::path(post, path = "/email-confirmation/resend", tag = "accounts", request_body = ResendIn,
    responses((status = 202, body = Done)))]
async fn resend(
    State(app): State<PeopleState>,
    visitor: ClientIdentity,
    Body(asked): Body<ResendIn>,
) -> Result<impl IntoResponse, Error> {
    let (email, next) = asked.parse()?;
    sign_up::resend(&app, &visitor, &email, next).await?;
    Ok(Said(StatusCode::ACCEPTED, Done::said(messages::RESENT)))
}

/// Log out. Answers 200 also without a session.
#[utoipa::path(get, path = "/logout", tag = "accounts", responses((status = 200, body = Done)))]
async fn log_out(State(app): State<PeopleState>, visitor: ClientIdentity) -> Result<impl IntoResponse, Error> {
    retried(|| logout::sign_out(&app, visitor.session.as_ref())).await?;
    Ok((client_identity::signed_out(&app.settings), Said(StatusCode::OK, Done::said(messages::SIGNED_OUT))))
}

/// The roles of the person asking.
#[utoipa::path(get, path = "/isadmin", tag = "accounts", responses((status = 200, body = RoleOut)))]
async fn role(who: Member) -> Reply<RoleOut> {
    let role = who.role();
    ok(RoleOut { success: true, message: format!("You are logged in as {role}"), roles: who.roles(), role })
}

/// Ask for a code by mail (202, the same for every address), or set the new password with it (200), in the browser that asked.
#[utoipa::path(post, path = "/resetpassword", tag = "accounts", request_body = ResetIn, responses(
    (status = 200, description = "The password is set", body = Done),
    (status = 202, description = "A code is mailed if the address has an account", body = Done)))]
async fn reset_password(
    State(app): State<PeopleState>,
    visitor: ClientIdentity,
    Body(asked): Body<ResetIn>,
) -> Result<impl IntoResponse, Error> {
    let (browser, said) = match asked.parse()? {
        Reset::Ask { email, password } => {
            let browser = password_reset::ask(&app, &visitor, &email, &password).await?;
            let said = if app.mail.is_configured() { messages::RESET_ASKED } else { messages::RESET_ASKED_UNMAILED };
            (browser, Said(StatusCode::ACCEPTED, Done::said(said)))
        }
        Reset::Set { email, password, code } => {
            let browser = password_reset::reset(&app, &visitor, &email, password, &code).await?;
            (browser, Said(StatusCode::OK, Done::said(messages::RESET_DONE)))
        }
    };
    Ok((client_identity::browser_cookie(&app.settings, &browser), said))
}

/// The devices the person asking is logged in on.
#[utoipa::path(get, path = "/sessions", tag = "accounts", responses((status = 200, body = SessionsOut)))]
async fn list_sessions(State(app): State<PeopleState>, who: Member) -> Reply<SessionsOut> {
    let now = app.clock.now();
    let found = store_sessions::list(&app.db, who.id).await?;
    let sessions = found.iter().filter_map(|one| SessionOut::living(one, who.session, who.is_admin, now)).collect();
    ok(SessionsOut { success: true, sessions })
}

/// Log out one of one's devices.
#[utoipa::path(delete, path = "/sessions/{id}", tag = "accounts", params(("id" = String, Path)),
    responses((status = 200, body = EndedOut)))]
async fn end_session(State(app): State<PeopleState>, who: Member, Path(id): Path<String>) -> Reply<EndedOut> {
    retried(|| logout::end_one(&app, &who, &id)).await?;
    ok(EndedOut { success: true, message: messages::SESSION_ENDED.to_owned(), ended: 1 })
}

/// Log out all of one's other devices.
#[utoipa::path(delete, path = "/sessions", tag = "accounts", responses((status = 200, body = EndedOut)))]
async fn end_other_sessions(State(app): State<PeopleState>, who: Member) -> Reply<EndedOut> {
    let ended = retried(|| logout::end_others(&app, &who)).await?;
    ok(EndedOut { success: true, message: messages::sessions_ended(ended), ended })
}

/// Set another password, with the one until now. All one's other devices are logged out.
#[utoipa::path(put, path = "/account/password", tag = "accounts", request_body = PasswordIn,
    responses((status = 200, body = Done)))]
async fn change_password(
    State(app): State<PeopleState>,
    who: Member,
    visitor: ClientIdentity,
    Body(asked): Body<PasswordIn>,
) -> Reply<Done> {
    let (current, password) = asked.parse()?;
    let device = visitor.device_token.as_ref().map(Token::hash);
    update_profile::change_password(&app, &who, device, current, password).await?;
    ok(Done::said(messages::PASSWORD_CHANGED))
}
