//! Event registrations: registering, changing one's answers, cancelling. One statement on the event's row decides who
//! gets a place. When a place becomes free, the first on the waiting list gets it in the same transaction. A second
//! registration meets the key UNIQUE (event_id, user_id) in `store_registrations::insert`, which then revives a cancelled one
//! and refuses any other.

use std::collections::BTreeMap;

use quad_db::Tx;

use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::EventId;
use quad_kernel::retry::retried;
use quad_people::PeopleState;
use quad_people::accounts;

use super::edit_event::tell_promoted;
use super::form::Given;
use super::model::{Part, Places, Registration};
use super::registrant_news::Tell;
use super::store_registrations::{self as registrations, NewRegistration};
use super::{event_updates, messages, store};

/// The form may be changed between reading it and taking a place.
const TRIES: u32 = 3;

/// Registers the person: a place, or the end of the waiting list.
pub async fn register(app: &PeopleState, who: &Member, id: EventId, given: &BTreeMap<String, Given>) -> Result<Part> {
    let part = retried(|| take_place(app, who, id, given)).await?;
    event_updates::publish(app, &[id]);
    Ok(part)
}

async fn take_place(app: &PeopleState, who: &Member, id: EventId, given: &BTreeMap<String, Given>) -> Result<Part> {
    for _ in 0..TRIES {
        let event = store::find(&app.db, id, Some(who.id)).await?.ok_or(MISSING)?;
        if matches!(event.you, Some(Part::Registered | Part::Waiting(_))) {
            return Err(messages::ALREADY_REGISTERED.into());
        }
        if let Some(no) = event.not_open(app.clock.now()) {
            return Err(no.into());
        }
        let answers = event.form.check(given).map_err(messages::wrong_answers)?;

        let mut tx = app.db.begin().await?;
        // Somebody who is just deleting the account must leave no registration behind.
        accounts::lock(&mut tx, who.id).await?;
        // Asked inside: whoever had to wait for the writer is not let in after the end.
        let now = app.clock.now();
        let taken = registrations::take_place_if_open(&mut tx, id, event.form_version, now).await?;
        // Closed, over or another form meanwhile: look again, it says which.
        let Some(numbered) = taken else { continue };
        let new = NewRegistration {
            id: app.random.uuid(now),
            event: id,
            user: who.id,
            waits: numbered.waits.is_some(),
            no: numbered.no,
            form_version: event.form_version,
            answers: &answers,
            at: now,
        };
        if !registrations::insert(&mut tx, &new).await? {
            return Err(messages::ALREADY_REGISTERED.into());
        }
        tx.commit().await?;
        return Ok(numbered.waits.map_or(Part::Registered, |position| Part::Waiting(position.into())));
    }
    Err(messages::CHANGED_MEANWHILE.into())
}

/// One's own registration; a cancelled one is none.
pub async fn own(app: &PeopleState, who: &Member, id: EventId) -> Result<Registration> {
    if store::brief(&app.db, id).await?.is_none() {
        return Err(MISSING.into());
    }
    let found = registrations::of_person(&app.db, id, who.id).await?;
    Ok(found.filter(|one| one.part != Part::Cancelled).ok_or(messages::NOT_REGISTERED)?)
}

/// Writes other answers, to the form one registered with.
pub async fn change_answers(
    app: &PeopleState,
    who: &Member,
    id: EventId,
    given: &BTreeMap<String, Given>,
) -> Result<()> {
    let event = store::find(&app.db, id, Some(who.id)).await?.ok_or(MISSING)?;
    let registration = own(app, who, id).await?;
    if let Some(no) = event.ended(app.clock.now()) {
        return Err(no.into());
    }
    let answers = registration.form.check(given).map_err(messages::wrong_answers)?;
    let mut tx = app.db.begin().await?;
    if !registrations::set_answers(&mut tx, id, who.id, registration.form_version, &answers).await? {
        return Err(messages::NOT_REGISTERED.into());
    }
    tx.commit().await?;
    Ok(())
}

/// Cancels one's registration, until the event is over. Whoever waits first has the place, and is told, unless the event has
/// begun or registration is closed.
pub async fn withdraw(app: &PeopleState, who: &Member, id: EventId) -> Result<()> {
    retried(|| leave_place(app, who, id)).await?;
    event_updates::publish(app, &[id]);
    app.wake.wake();
    Ok(())
}

async fn leave_place(app: &PeopleState, who: &Member, id: EventId) -> Result<()> {
    let mut tx = app.db.begin().await?;
    let now = app.clock.now();
    let held = store::lock(&mut tx, id).await?.ok_or(MISSING)?;
    if held.is_over(now) {
        return Err(if held.cancelled_at.is_some() { messages::CANCELLED_ALREADY } else { messages::OVER }.into());
    }
    let part = registrations::living_part(&tx, id, who.id).await?.ok_or(messages::NOT_REGISTERED)?;
    registrations::cancel(&mut tx, id, who.id).await?;
    give_up(&mut tx, now, id, &held, part).await?;
    Ok(tx.commit().await?)
}

/// Takes somebody's part out of the counts of a held event, and lets those who wait move up.
pub(super) async fn give_up(tx: &mut Tx, now: Time, id: EventId, held: &store::LockedEvent, part: Part) -> Result<()> {
    let gone = match part {
        Part::Registered => Places { registered: 1, waiting: 0 },
        Part::Waiting(_) => Places { registered: 0, waiting: 1 },
        Part::Cancelled => return Ok(()),
    };
    let settled = held.places().settle(gone, held.capacity_set, held.moves_up(now));
    store::set_places(tx, id, settled).await?;
    let promoted = registrations::promote(tx, id, settled.up).await?;
    tell_promoted(tx, now, id, held.next_no, &promoted, Tell::Promoted).await
}
