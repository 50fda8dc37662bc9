//! Reauthentication: asks somebody who is logged in for the password once more, before something that cannot be undone.
//!
//! Wrong ones are counted like failed log-ins, but apart from them: strangers who try to log in cannot keep the owner from
//! changing the password, and whoever found an open session gets five tries and then growing pauses.

use crate::PeopleState;
use quad_http::auth::Member;
use quad_kernel::error::{LOGGED_OUT, Result};
use quad_kernel::retry::retried;

use super::model::{Backoff, email_key};
use super::store_limits::Counter;
use super::{messages, store, store_limits};

/// That the person knew the password. Whatever is done with it must hold on to the hash that was checked: another change
/// may have come in between.
pub struct Proof {
    /// The hash that the password was checked against.
    pub(super) hash: String,
}

/// Checks the person's own password. `field` is what a form calls it.
pub async fn prove(app: &PeopleState, who: &Member, field: &'static str, password: String) -> Result<Proof> {
    let ticket = app.passwords.ticket_of_known(who.id)?;
    let key = email_key("password of somebody logged in", &who.id.to_string());
    retried(async || {
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        let counter = Counter { key: &key, account: &key, backoff: Backoff::STRANGERS };
        store_limits::count_attempt(&mut tx, counter, now).await?.or_slow(now, messages::slow_down)?;
        Ok(tx.commit().await?)
    })
    .await?;
    // By the id, not by the address, which may belong to somebody else by now.
    let hash = store::password_hash(&app.db, who.id).await?.ok_or(LOGGED_OUT)?;
    if !ticket.verify(password, Some(hash.clone())).await?.is_right() {
        return Err(messages::WRONG_PASSWORD.with("field", field).into());
    }
    // At once, and not with what comes of it: what is refused for another reason was no wrong password.
    retried(async || {
        let mut tx = app.db.begin().await?;
        store_limits::forgive(&mut tx, &key).await?;
        Ok(tx.commit().await?)
    })
    .await?;
    Ok(Proof { hash })
}
