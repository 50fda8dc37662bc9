//! Ending sessions: this one, one of one's others, all others. What a session's browser was told by push ends with it.

use crate::app::App;
use crate::edge::who::Member;
use crate::features::notify;
use crate::kernel::fail::{MISSING, Outcome};
use crate::kernel::ids::SessionId;

use super::model::Token;
use super::store_sessions;

/// Ends the session a cookie names, if it names one.
pub async fn sign_out(app: &App, session: Option<&Token>) -> Outcome<()> {
    let Some(token) = session.map(Token::hash) else { return Ok(()) };
    let mut tx = app.db.begin().await?;
    let ended = store_sessions::end_by_token(&mut tx, &token).await?;
    if let Some(ended) = &ended {
        notify::forget_devices_of(&mut tx, ended.user_id, ended.id).await?;
    }
    tx.commit().await?;
    app.sessions.forget_token(&token).await;
    if let Some(ended) = ended {
        app.sessions.forget(app, ended.user_id).await;
    }
    Ok(())
}

/// Ends one of the person's own sessions.
pub async fn end_one(app: &App, who: &Member, session: &str) -> Outcome<()> {
    let id = SessionId::parse(session).ok_or(MISSING)?;
    let mut tx = app.db.begin().await?;
    if !store_sessions::end_one(&mut tx, who.id, id).await? {
        return Err(MISSING.into());
    }
    notify::forget_devices_of(&mut tx, who.id, id).await?;
    tx.commit().await?;
    app.sessions.forget(app, who.id).await;
    Ok(())
}

/// Ends all of the person's sessions but the one asking. Answers how many.
pub async fn end_others(app: &App, who: &Member) -> Outcome<u64> {
    let mut tx = app.db.begin().await?;
    let ended = store_sessions::end_others(&mut tx, who.id, who.session).await?;
    notify::forget_devices_but(&mut tx, who.id, who.session).await?;
    tx.commit().await?;
    app.sessions.forget(app, who.id).await;
    Ok(ended)
}
