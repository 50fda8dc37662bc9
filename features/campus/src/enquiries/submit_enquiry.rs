//! Submission of an enquiry: it is counted and stored, and its mails are put into the queue, all in one transaction.

use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::{EnquiryId, UserId};
use quad_people::PeopleState;
use quad_people::audit::{self, Act, Actor};
use quad_people::notify::Mention;
use quad_people::{accounts, notify};
use quad_services::background::enqueue;

use super::jobs::SendEnquiry;
use super::model::{NewEnquiry, keys};
use super::{messages, store};

/// Takes an enquiry that came from a place, or says that too many came.
pub async fn write(app: &PeopleState, new: &NewEnquiry, place: &str) -> Result<()> {
    let now = app.clock.now();
    let id = EnquiryId::new(now, &app.random);
    let fallback = Some(app.settings.contact_email.clone()).filter(|address| !address.trim().is_empty());
    let mut tx = app.db.begin().await?;
    if let Some(user) = new.sender.user {
        // Somebody who is just deleting the account must leave neither name nor address behind.
        accounts::lock(&mut tx, user).await?;
    }
    if !store::allow(&mut tx, &keys(&new.sender, place), now).await? {
        return Err(messages::TOO_MANY.into());
    }
    store::insert(&mut tx, id, new, now).await?;
    // What may be a program's goes into no mailbox; the inboxes and the list have it.
    let mut told = if new.is_doubtful { Vec::new() } else { store::administrators(&tx).await? };
    if told.is_empty() && !new.is_doubtful {
        told.extend(fallback);
    }
    let mut administrators = accounts::administrators(&tx).await?;
    // The mail below has all of it.
    for person in &mut administrators {
        person.address.clear();
    }
    let (once, notice) = (format!("enquiry:{id}"), messages::notice(new));
    match new.sender.user {
        Some(user) => {
            let mention = Mention { user, name: &new.sender.name, address: None, stays: true };
            notify::deliver_about(&mut tx, now, &once, &administrators, &notice, &mention).await?;
        }
        None => notify::deliver(&mut tx, now, &once, &administrators, &notice).await?,
    }
    for to in &told {
        enqueue(&mut tx, now, &SendEnquiry::new(id, to)).await?;
    }
    let kept = if told.is_empty() && !new.is_doubtful { Some(store::count(&tx).await?) } else { None };
    tx.commit().await?;
    notify::after_commit(app, &administrators.iter().map(|person| person.id).collect::<Vec<_>>());
    if let Some(kept) = kept {
        tracing::warn!(kept, "an enquiry is kept and nobody was told: there is no ADMIN and no contact_email");
    }
    Ok(())
}

/// Ticks an enquiry off, or takes the tick back. That it is so already is fine, and no act.
pub async fn mark_answered(app: &PeopleState, by: UserId, id: EnquiryId, answered: bool) -> Result<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    if store::set_answered_if_other(&mut tx, id, answered, now).await? {
        let sender = store::find(&tx, id).await?.ok_or(MISSING)?.sender.user;
        let act = if answered { Act::EnquiryAnswered } else { Act::EnquiryReopened };
        audit::note(&mut tx, now, Actor::Admin(by), sender, &act).await?;
    } else {
        store::find(&tx, id).await?.ok_or(MISSING)?;
    }
    tx.commit().await?;
    Ok(())
}
