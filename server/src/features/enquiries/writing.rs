//! Taking an enquiry: counted, stored, and the mails put in the queue, all or nothing.

use crate::app::App;
use crate::features::{accounts, notify};
use crate::kernel::fail::{MISSING, Outcome};
use crate::kernel::ids::EnquiryId;

use super::jobs::{SendEnquiry, enqueue};
use super::model::{NewEnquiry, keys};
use super::{store, words};

/// Takes an enquiry that came from a place, or says that too many came.
pub async fn write(app: &App, new: &NewEnquiry, place: &str) -> Outcome<()> {
    let now = app.clock.now();
    let id = EnquiryId::new(now, &app.random);
    let fallback = Some(app.settings.contact_email.clone()).filter(|address| !address.trim().is_empty());
    let mut tx = app.db.begin().await?;
    if let Some(user) = new.sender.user {
        // Somebody who is just deleting the account must leave neither name nor address behind.
        accounts::hold(&mut tx, user).await?;
    }
    if !store::allow(&mut tx, &keys(&new.sender, place), now).await? {
        return Err(words::TOO_MANY.into());
    }
    store::insert(&mut tx, id, new, now).await?;
    let mut told = store::administrators(&tx).await?;
    if told.is_empty() {
        told.extend(fallback);
    }
    let mut administrators = accounts::administrators(&tx).await?;
    // The mail below has all of it.
    for person in &mut administrators {
        person.address.clear();
    }
    notify::deliver(&mut tx, now, &format!("enquiry:{id}"), &administrators, &words::notice(new)).await?;
    for to in &told {
        enqueue(&mut tx, now, &SendEnquiry::new(id, to)).await?;
    }
    tx.commit().await?;
    notify::after_commit(app, &administrators.iter().map(|person| person.id).collect::<Vec<_>>());
    if told.is_empty() {
        let kept = store::count(&app.db).await?;
        tracing::warn!(kept, "an enquiry is kept and nobody was told: there is no ADMIN and no contact_email");
    }
    Ok(())
}

/// Ticks an enquiry off, or takes the tick back.
pub async fn tick(app: &App, id: EnquiryId, answered: bool) -> Outcome<()> {
    let mut tx = app.db.begin().await?;
    if !store::set_answered(&mut tx, id, answered, app.clock.now()).await? {
        return Err(MISSING.into());
    }
    tx.commit().await?;
    Ok(())
}
