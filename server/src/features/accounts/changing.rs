//! Changing what an account says about its person, and its password.

use crate::app::App;
use crate::edge::who::Member;
use crate::features::notify;
use crate::kernel::fail::{LOGGED_OUT, Outcome, Refusal};

use super::jobs::{SendMail, enqueue};
use super::model::{self, AccountChanges, TokenHash};
use super::{proving, registering, store, store_limits, store_sessions, words};

/// Sets what was sent and leaves the rest. One statement, so that two changes at once of different fields both hold.
pub async fn change(app: &App, who: &Member, changes: &AccountChanges) -> Outcome<()> {
    if let Some(batch) = changes.batch {
        registering::check_batch(app, batch)?;
    }
    let mut tx = app.db.begin().await?;
    if !store::change(&mut tx, who.id, changes).await? {
        return Err(LOGGED_OUT.into());
    }
    #[cfg(feature = "planted")]
    if changes.is_to_be_admin && quad_db::planted::is("role-of-the-body") {
        store::grant_role(&mut tx, app.clock.now(), who.id, "ADMIN").await?;
    }
    tx.commit().await?;
    app.sessions.forget(app, who.id).await;
    Ok(())
}

/// Sets another password, under the rules of registration. All other sessions end and their devices are told nothing more,
/// devices other than `device` are strangers again, codes that were mailed before are void, and a mail tells the owner.
pub async fn change_password(
    app: &App,
    who: &Member,
    device: Option<TokenHash>,
    current: String,
    password: String,
) -> Outcome<()> {
    model::check_password_length("password", &password)?;
    if current == password {
        return Err(Refusal::invalid("password", words::SAME_PASSWORD).into());
    }
    let proof = proving::prove(app, who, "current", current).await?;
    let ticket = app.passwords.ticket_of_known(who.id)?;
    let names = [&who.full_name, &app.settings.display_name, &app.settings.institute_name];
    ticket.judge("password", &password, &who.email, names.map(Clone::clone).to_vec()).await?;
    let hash = ticket.hash(&app.random, password).await?;
    drop(ticket);

    let now = app.clock.now();
    let mail = SendMail::new(&who.email, words::password_replaced_letter(&app.settings));
    let mut tx = app.db.begin().await?;
    store_limits::void_codes(&mut tx, who.id).await?;
    // Of two changes at once the first counts; what the second was checked against is the password no more.
    if !store::replace_password(&mut tx, who.id, &proof.hash, &hash).await? {
        return Err(words::WRONG_PASSWORD.with("field", "current").into());
    }
    store_sessions::end_others(&mut tx, who.id, who.session).await?;
    store_sessions::forget_devices_but(&mut tx, who.id, device).await?;
    notify::forget_devices_but(&mut tx, who.id, who.session).await?;
    enqueue(&mut tx, now, &mail).await?;
    tx.commit().await?;
    app.sessions.forget(app, who.id).await;
    Ok(())
}
