//! Logout: ends this session, another one of the person's, or all others. Push to a session's browser ends with it.

use crate::PeopleState;
use crate::notify;
use quad_http::auth::Member;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::SessionId;

use super::model::Token;
use super::store_sessions;

/// Ends the session a cookie names, if it names one.
pub async fn sign_out(app: &PeopleState, session: Option<&Token>) -> Result<()> {
    let Some(token) = session.map(Token::hash) else { return Ok(()) };
    let mut tx = app.db.begin().await?;
    let ended = store_sessions::end_by_token(&mut tx, &token).await?;
    if let Some(ended) = &ended {
        notify::forget_devices_of(&mut tx, ended.user_id, ended.id).await?;
    }
    tx.commit().await?;
    app.session_cache.forget_token(&token).await;
    if let Some(ended) = ended {
        app.session_cache.forget(app, ended.user_id).await;
    }
    Ok(())
}

/// Ends one of the person's own sessions.
pub async fn end_one(app: &PeopleState, who: &Member, session: &str) -> Result<()> {
    let id = SessionId::parse(session).ok_or(MISSING)?;
    let mut tx = app.db.begin().await?;
    if !store_sessions::end_one(&mut tx, who.id, id).await? {
        return Err(MISSING.into());
    }
    notify::forget_devices_of(&mut tx, who.id, id).await?;
    tx.commit().await?;
    app.session_cache.forget(app, who.id).await;
    Ok(())
}

/// Ends all of the person's sessions but the one asking. Returns how many.
pub async fn end_others(app: &PeopleState, who: &Member) -> Result<u64> {
    let mut tx = app.db.begin().await?;
    let ended = store_sessions::end_others(&mut tx, who.id, who.session).await?;
    notify::forget_devices_but(&mut tx, who.id, who.session).await?;
    tx.commit().await?;
    app.session_cache.forget(app, who.id).await;
    Ok(ended)
}
