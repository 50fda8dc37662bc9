//! Club managers: who manages a club, and which club a request means. Other features ask clubs through this file.

use quad_db::{Source, Tx};

use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::ids::{ClubId, EventId, UserId};
use quad_people::PeopleState;
use quad_people::audit::{self, Act, Actor};

use super::model::{Club, Membership};
use super::{messages, store, store_members};

/// A club by its short name in any letter case, or by its id.
pub async fn club_by_name(source: &impl Source, text: &str) -> Result<Club> {
    let text = text.trim();
    let found = match ClubId::parse(text) {
        Some(id) => store::find(source, id).await?,
        // PostgreSQL takes no NUL, and no club has one.
        None if text.len() > 30 || text.contains('\0') => None,
        None => store::find_by_name(source, &text.to_ascii_uppercase()).await?,
    };
    found.ok_or_else(|| MISSING.into())
}

/// The club of this name, for somebody who manages it.
pub(super) async fn managed(app: &PeopleState, who: &Member, name: &str) -> Result<Club> {
    let club = club_by_name(&app.db, name).await?;
    manager_of(&app.db, who, club.id).await?;
    Ok(club)
}

/// The club that is named, or else the only one the person manages.
pub async fn club_named_or_own(source: &impl Source, who: &Member, named: Option<&str>) -> Result<Club> {
    match named.map(str::trim) {
        Some(name) if !name.is_empty() => club_by_name(source, name).await,
        _ => {
            let mut managed = store::managed_by(source, who.id).await?;
            match (managed.pop(), managed.is_empty()) {
                (Some(only), true) => Ok(only),
                (None, _) if !who.is_admin => Err(messages::NOT_ADMINISTRATOR.into()),
                _ => Err(Rejection::invalid("club", messages::NAME_THE_CLUB).into()),
            }
        }
    }
}

/// Whether the person manages the club: ADMIN, who was appointed, and the President. The one place that knows club offices.
pub async fn may_manage(source: &impl Source, who: &Member, club: ClubId) -> Result<bool> {
    if who.is_admin {
        return Ok(true);
    }
    Ok(store_members::of(source, club, who.id).await?.is_some_and(|membership| membership.manages()))
}

/// Refuses whoever does not manage the club. Within a transaction it is asked again, after [`lock`].
pub async fn manager_of(source: &impl Source, who: &Member, club: ClubId) -> Result<()> {
    if may_manage(source, who, club).await? { Ok(()) } else { Err(messages::NOT_ADMINISTRATOR.into()) }
}

/// Writes an act down, in its transaction, that somebody may do by the power of ADMIN alone. What the own office in the club
/// allows is no administrator's act. Asked before the act changes an office.
pub async fn audit_as_admin(
    tx: &mut Tx,
    now: Time,
    who: &Member,
    club: ClubId,
    about: Option<UserId>,
    act: &Act,
) -> Result<()> {
    if who.is_admin && !store_members::of(&*tx, club, who.id).await?.as_ref().is_some_and(Membership::manages) {
        audit::note(tx, now, Actor::Admin(who.id), about, act).await?;
    }
    Ok(())
}

/// Holds a club until the transaction ends, so that who manages it cannot change meanwhile.
pub async fn lock(tx: &mut Tx, club: ClubId) -> Result<()> {
    if store::lock(tx, club).await? { Ok(()) } else { Err(MISSING.into()) }
}

/// The clubs somebody manages by office, the latest first; ADMIN's power over all is not an office.
pub async fn managed_by(source: &impl Source, user: UserId) -> Result<Vec<Club>> {
    Ok(store::managed_by(source, user).await?)
}

/// Whether somebody is a member of a club; an application does not count.
pub async fn is_member(source: &impl Source, user: UserId, club: ClubId) -> Result<bool> {
    Ok(store_members::of(source, club, user).await?.is_some_and(|membership| membership.joined_at.is_some()))
}

/// Counts an event of a club, in the transaction that makes it, and notes from when it can be rated: again when that moves,
/// with nothing when it has no date or is called off.
pub async fn event_noted(tx: &mut Tx, club: ClubId, event: EventId, begins_at: Option<Time>) -> Result<()> {
    Ok(store::note_event(tx, club, event, begins_at).await?)
}
