//! The profile's calls. Both only read.

use axum::extract::{Path, State};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::edge::reply::{Reply, ok};
use crate::edge::who::Member;
use crate::features::{accounts, payments};
use crate::kernel::fail::MISSING;
use crate::kernel::ids::UserId;

use super::store;
use super::wire::{LogInCheckOut, ProfileOut, UserOut};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(check_logged)).routes(routes!(show))
}

/// Who is logged in. Answers 200 with `success: false` for a guest.
#[utoipa::path(get, path = "/checklogged", tag = "profile", responses((status = 200, body = LogInCheckOut)))]
async fn check_logged(State(app): State<App>, who: Option<Member>) -> Reply<LogInCheckOut> {
    let Some(who) = who else { return ok(LogInCheckOut { success: false, user: None }) };
    let Some(account) = accounts::account(&app.db, who.id).await? else {
        return ok(LogInCheckOut { success: false, user: None });
    };
    let balance = payments::balance(&app.db, who.id).await?;
    ok(LogInCheckOut { success: true, user: Some(UserOut::new(account, balance)) })
}

/// A person's page: one's own, or anybody's for ADMIN.
#[utoipa::path(get, path = "/getuser/{userId}", tag = "profile", params(("userId" = String, Path)),
    responses((status = 200, body = ProfileOut)))]
async fn show(State(app): State<App>, who: Member, Path(id): Path<String>) -> Reply<ProfileOut> {
    if !who.is_admin {
        who.must_be(Some(&id))?;
    }
    let user = UserId::parse(&id).ok_or(MISSING)?;
    let account = accounts::account(&app.db, user).await?.ok_or(MISSING)?;
    let balance = payments::balance(&app.db, user).await?;
    let joined = store::contests_joined(&app.db, user).await?;
    ok(ProfileOut::new(account, balance, &joined))
}
