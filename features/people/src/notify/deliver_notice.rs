//! Delivery of a notice: inbox rows, pushes and mails, all in the caller's transaction, and after it the live update to
//! open screens.

use quad_db::{DbError, Tx};

use crate::PeopleState;
use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;
use quad_live::Topic;
use quad_services::background::enqueue;

use super::jobs::{Push, SendMail};
use super::model::{Notice, Recipient};
use super::store;

/// People per round of statements, well below both engines' limits of parameters.
const CHUNK: usize = 500;

/// Puts a notice into the inboxes of `to`, and pushes and mails for those who chose them into the queue; all of it happens
/// if the caller's transaction commits. Whoever has one with the same `once` gets nothing again, so a job may run twice.
/// Somebody whose account has been deleted gets nothing. Call [`after_commit`] behind the commit.
pub async fn deliver(tx: &mut Tx, now: Time, once: &str, to: &[Recipient], notice: &Notice) -> Result<(), DbError> {
    let notice = notice.fitted();
    // One order for everybody, so that two who tell the same people cannot wait for each other in a circle.
    let mut to: Vec<&Recipient> = to.iter().collect();
    to.sort_by_key(|recipient| recipient.id);
    to.dedup_by_key(|recipient| recipient.id);
    let mut pushes = 0;
    for chunk in to.chunks(CHUNK) {
        let ids: Vec<UserId> = chunk.iter().map(|recipient| recipient.id).collect();
        let told = store::insert(tx, once, &ids, &notice, now).await?;
        if told.is_empty() {
            continue;
        }
        let notifications: Vec<i64> = told.iter().map(|(id, _)| *id).collect();
        pushes += store::insert_deliveries(tx, &notifications, now).await?;
        for (notification, user) in store::wanting_mail(tx, &notifications).await? {
            let Some(recipient) = chunk.iter().find(|recipient| recipient.id == user) else { continue };
            if !recipient.address.is_empty() {
                enqueue(tx, now, &SendMail::new(notification, recipient)).await?;
            }
        }
    }
    if pushes > 0 {
        enqueue(tx, now, &Push {}).await?;
    }
    Ok(())
}

/// Tells open screens of these people that their inbox changed, and the worker that there is something to do.
pub fn after_commit(app: &PeopleState, to: &[UserId]) {
    for user in to {
        app.live.publish(Topic::Inbox(*user));
    }
    app.wake.wake();
}
