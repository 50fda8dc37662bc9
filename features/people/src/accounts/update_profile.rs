//! Profile update: changes what an account says about its person, and its password.

use crate::PeopleState;
use crate::notify;
use quad_http::auth::Member;
use quad_kernel::error::{LOGGED_OUT, Rejection, Result};
use quad_services::background::enqueue;

use super::model::{self, AccountChanges, SendMail, TokenHash};
use super::{messages, reauthentication, sign_up, store, store_limits, store_sessions};

/// Sets what was sent and leaves the rest. One statement, so that two changes at once of different fields both hold.
pub async fn change(app: &PeopleState, who: &Member, changes: &AccountChanges) -> Result<()> {
    if let Some(batch) = changes.batch {
        sign_up::check_batch(app, batch)?;
    }
    let mut tx = app.db.begin().await?;
    if !store::change(&mut tx, who.id, &who.email, changes).await? {
        return Err(LOGGED_OUT.into());
    }
    let readers = match &changes.full_name {
        Some(name) => notify::call(&mut tx, who.id, name, &who.email).await?,
        None => Vec::new(),
    };
    tx.commit().await?;
    app.session_cache.forget(app, who.id).await;
    notify::heard(app, readers);
    Ok(())
}

/// Sets another password, under the rules of registration. All other sessions end and their devices are told nothing more,
/// devices other than `device` are strangers again, codes that were mailed before are void, and a mail tells the owner.
pub async fn change_password(
    app: &PeopleState,
    who: &Member,
    device: Option<TokenHash>,
    current: String,
    password: String,
) -> Result<()> {
    model::check_password_length("password", &password)?;
    if quad_text::opaque(&current) == quad_text::opaque(&password) {
        return Err(Rejection::invalid("password", messages::SAME_PASSWORD).into());
    }
    let proof = reauthentication::prove(app, who, "current", current).await?;
    let ticket = app.passwords.ticket_of_known(who.id)?;
    let names = [&who.full_name, &app.settings.display_name, &app.settings.institute_name];
    ticket.judge("password", &password, &who.email, names.map(Clone::clone).to_vec()).await?;
    let hash = ticket.hash(&app.random, password).await?;
    drop(ticket);

    let now = app.clock.now();
    let mail = SendMail::new(&who.email, messages::password_replaced_mail(&app.settings));
    let mut tx = app.db.begin().await?;
    store_limits::void_codes(&mut tx, who.id).await?;
    // Of two changes at once the first counts; what the second was checked against is the password no more.
    if !store::replace_password(&mut tx, who.id, &proof.hash, &hash).await? {
        return Err(messages::WRONG_PASSWORD.with("field", "current").into());
    }
    store_sessions::end_others(&mut tx, who.id, who.session).await?;
    store_sessions::forget_devices_but(&mut tx, who.id, device).await?;
    notify::forget_devices_but(&mut tx, who.id, who.session).await?;
    enqueue(&mut tx, now, &mail).await?;
    tx.commit().await?;
    app.session_cache.forget(app, who.id).await;
    Ok(())
}
