//! Messages to registrants: those who manage an event's club write to everybody who has a place. A message is kept among what
//! the club sent, and a job carries it to the inboxes, devices and mailboxes, as each person chose for events.

use quad_http::auth::Member;
use quad_kernel::error::Result;
use quad_kernel::ids::EventId;
use quad_kernel::retry::retried;
use quad_people::PeopleState;
use quad_people::accounts;
use quad_people::audit::Act;
use quad_services::background::enqueue;

use crate::clubs::{self, EventMessage};

use super::jobs::DeliverEventMessage;
use super::{edit_event, messages};

/// Sends a message to all who have a place at an event; five on a day.
pub async fn send(app: &PeopleState, who: &Member, id: EventId, body: &str) -> Result<()> {
    let body = clubs::event_message_body(body)?;
    retried(|| keep(app, who, id, &body)).await?;
    app.wake.wake();
    Ok(())
}

async fn keep(app: &PeopleState, who: &Member, id: EventId, body: &str) -> Result<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    accounts::lock(&mut tx, who.id).await?;
    let (held, event) = edit_event::held(&mut tx, who, id).await?;
    if held.registered == 0 {
        return Err(messages::NOBODY_REGISTERED.into());
    }
    let new = EventMessage { club: event.club, event: id, title: &event.title, body, author: who.id };
    let message = clubs::note_event_message(&mut tx, app, now, &new).await?;
    edit_event::audit_as_admin(&mut tx, now, who, &event, Act::EventAnnounced).await?;
    enqueue(&mut tx, now, &DeliverEventMessage::begin(id, message)).await?;
    Ok(tx.commit().await?)
}
