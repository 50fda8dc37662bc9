//! Announcements: who may send one to whom. It is kept and answered at once; a job carries it to the people.

use std::time::Duration;

use quad_http::auth::Member;
use quad_kernel::error::Result;
use quad_kernel::ids::AnnouncementId;
use quad_people::PeopleState;
use quad_people::accounts;
use quad_services::background::enqueue;

use super::jobs::FanOut;
use super::model::{Audience, Club, NewAnnouncement};
use super::{managers, messages, store_messages};

/// Announcements of one club within a day; of the platform as well.
const A_DAY: i64 = 20;

/// Sends an announcement: to everybody by ADMIN, to a club's members by whoever manages it. `named` is the club the caller
/// named; without one it is the only one the caller manages, and nobody's for what goes to all.
pub async fn announce(
    app: &PeopleState,
    who: &Member,
    named: Option<&str>,
    new: &NewAnnouncement,
) -> Result<AnnouncementId> {
    if new.audience == Audience::All && !who.is_admin {
        return Err(messages::ALL_IS_FOR_ADMIN.into());
    }
    let named = named.map(str::trim).filter(|name| !name.is_empty());
    let club = match (new.audience, named) {
        (Audience::All, None) => None,
        _ => Some(managers::club_named_or_own(&app.db, who, named).await?),
    };
    if let Some(club) = &club {
        managers::manager_of(&app.db, who, club.id).await?;
    }
    send(app, who, club.as_ref(), new).await
}

async fn send(app: &PeopleState, who: &Member, club: Option<&Club>, new: &NewAnnouncement) -> Result<AnnouncementId> {
    let now = app.clock.now();
    let day = Duration::from_hours(24);
    let id = AnnouncementId::new(now, &app.random);
    let mut tx = app.db.begin().await?;
    accounts::hold(&mut tx, who.id).await?;
    if let Some(club) = club {
        managers::hold(&mut tx, club.id).await?;
        managers::manager_of(&tx, who, club.id).await?;
    }
    let club = club.map(|club| club.id);
    if store_messages::announcements_since(&tx, club, now.minus(day)).await? >= A_DAY {
        return Err(messages::TOO_MANY_ANNOUNCEMENTS.retry_after(day.as_secs() as u32).into());
    }
    store_messages::insert_announcement(&mut tx, id, club, who.id, new, now).await?;
    enqueue(&mut tx, now, &FanOut::begin(id)).await?;
    tx.commit().await?;
    app.wake.wake();
    Ok(id)
}
