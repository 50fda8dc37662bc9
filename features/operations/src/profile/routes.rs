//! Routes of the profile.

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use quad_contests::ContestsState;
use quad_contests::payments;
use quad_http::auth::Member;
use quad_http::body::Body;
use quad_http::reply::{Done, Reply, Said, ok};
use quad_http::uploads::Files;
use quad_kernel::error::{Error, LOGGED_OUT, MISSING};
use quad_kernel::ids::UserId;
use quad_people::accounts;
use quad_people::accounts::{AccountIn, ProofIn};
use quad_people::pictures::ImageForm;

use super::wire::{AccountSavedOut, DataOut, LogInCheckOut, ProfileOut, UserOut};
use super::{data_export, delete_account, messages, profile_picture, store, update_profile};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<ContestsState> {
    OpenApiRouter::new()
        .routes(routes!(check_logged))
        .routes(routes!(show))
        .routes(routes!(change, delete))
        .routes(routes!(set_picture, remove_picture))
        .routes(routes!(data))
}

/// Who is logged in. Answers 200 with `success: false` for a guest.
#[utoipa::path(get, path = "/checklogged", tag = "profile", responses((status = 200, body = LogInCheckOut)))]
async fn check_logged(State(app): State<ContestsState>, who: Option<Member>) -> Reply<LogInCheckOut> {
    let Some(who) = who else { return ok(LogInCheckOut { success: false, user: None }) };
    let Some(account) = accounts::account(&app.db, who.id).await? else {
        return ok(LogInCheckOut { success: false, user: None });
    };
    let balance = payments::balance(&app.db, who.id).await?;
    let picture = profile_picture::shown(&app, account.picture.as_ref()).await?;
    ok(LogInCheckOut { success: true, user: Some(UserOut::new(account, balance, picture)) })
}

/// A person's page: one's own, or anybody's for ADMIN.
#[utoipa::path(get, path = "/getuser/{userId}", tag = "profile", params(("userId" = String, Path)),
    responses((status = 200, body = ProfileOut)))]
async fn show(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<ProfileOut> {
    if !who.is_admin {
        who.must_be(Some(&id))?;
    }
    let user = UserId::parse(&id).ok_or(MISSING)?;
    let account = accounts::account(&app.db, user).await?.ok_or(MISSING)?;
    let balance = payments::balance(&app.db, user).await?;
    let joined = store::contests_joined(&app.db, user).await?;
    let picture = profile_picture::shown(&app, account.picture.as_ref()).await?;
    ok(ProfileOut::new(account, balance, &joined, picture))
}

/// Change one's name, contact number or year; what is not sent stays.
#[utoipa::path(put, path = "/account", tag = "profile", request_body = AccountIn,
    responses((status = 200, body = AccountSavedOut)))]
async fn change(State(app): State<ContestsState>, who: Member, Body(asked): Body<AccountIn>) -> Reply<AccountSavedOut> {
    let new = asked.parse()?;
    update_profile::change(&app, &who, &new).await?;
    saved(&app, &who, messages::ACCOUNT_SAVED).await
}

/// Show another picture of oneself: PNG, JPEG, GIF or WebP, at most 10 MB. What the camera noted is not kept.
#[utoipa::path(put, path = "/account/picture", tag = "profile",
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses((status = 200, body = AccountSavedOut)))]
async fn set_picture(State(app): State<ContestsState>, who: Member, form: Files<1>) -> Reply<AccountSavedOut> {
    profile_picture::set(&app, &who, form).await?;
    saved(&app, &who, messages::PICTURE_SAVED).await
}

/// Show no picture of oneself any more.
#[utoipa::path(delete, path = "/account/picture", tag = "profile", responses((status = 200, body = AccountSavedOut)))]
async fn remove_picture(State(app): State<ContestsState>, who: Member) -> Reply<AccountSavedOut> {
    profile_picture::replace(&app, who.id, None).await?;
    saved(&app, &who, messages::PICTURE_REMOVED).await
}

async fn saved(app: &ContestsState, who: &Member, message: &str) -> Reply<AccountSavedOut> {
    let account = accounts::account(&app.db, who.id).await?.ok_or(LOGGED_OUT)?;
    let balance = payments::balance(&app.db, who.id).await?;
    let picture = profile_picture::shown(app, account.picture.as_ref()).await?;
    let user = UserOut::new(account, balance, picture);
    ok(AccountSavedOut { success: true, message: message.to_owned(), user })
}

/// Everything Quad keeps about the person asking, as a file.
#[utoipa::path(get, path = "/account/data", tag = "profile", responses((status = 200, body = DataOut)))]
async fn data(State(app): State<ContestsState>, who: Member) -> Result<impl IntoResponse, Error> {
    let day = app.clock.now().utc().with_timezone(&app.settings.time_zone).date_naive();
    let named = format!("attachment; filename=\"quad-data-{day}.json\"");
    let document = data_export::document(&app, &who).await?;
    let kind = (header::CONTENT_TYPE, "application/json".to_owned());
    Ok(([kind, (header::CONTENT_DISPOSITION, named)], document))
}

/// Delete one's account, with its password. Nobody can undo it.
#[utoipa::path(delete, path = "/account", tag = "profile", request_body = ProofIn,
    responses((status = 200, body = Done)))]
async fn delete(
    State(app): State<ContestsState>,
    who: Member,
    Body(asked): Body<ProofIn>,
) -> Result<impl IntoResponse, Error> {
    delete_account::delete(&app, &who, asked.parse()?).await?;
    Ok((accounts::signed_out(&app.settings), Said(StatusCode::OK, Done::said(messages::ACCOUNT_DELETED))))
}
