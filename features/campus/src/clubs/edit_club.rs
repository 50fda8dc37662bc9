//! Club editing: those who manage a club change what it says about itself. Its short name stays, because addresses and roles
//! are made of it.

use quad_http::auth::Member;
use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::retry::retried;
use quad_people::PeopleState;
use quad_people::audit::Act;
use quad_people::notify;
use quad_services::background::enqueue_at;

use super::jobs::TellRenamed;
use super::model::{Card, Club, Details};
use super::{managers, store};

/// Writes what a club says about itself anew, as `change` makes it of what the club says then. Whoever lost the office meanwhile
/// changes nothing.
pub async fn change(
    app: &PeopleState,
    who: &Member,
    club: &Club,
    change: impl Fn(&Club) -> Result<Details, Rejection>,
) -> Result<Card> {
    retried(|| update(app, who, club, &change)).await?;
    store::card(&app.db, club.id, Some(who.id)).await?.ok_or_else(|| MISSING.into())
}

async fn update(
    app: &PeopleState,
    who: &Member,
    club: &Club,
    change: impl Fn(&Club) -> Result<Details, Rejection>,
) -> Result<()> {
    let mut tx = app.db.begin().await?;
    managers::lock(&mut tx, club.id).await?;
    managers::manager_of(&tx, who, club.id).await?;
    let before = store::find(&tx, club.id).await?.ok_or(MISSING)?;
    let details = change(&before)?;
    if !store::set_details(&mut tx, club, &details).await? {
        return Err(MISSING.into());
    }
    let now = app.clock.now();
    if details.name != before.name {
        enqueue_at(&mut tx, now, now.plus(notify::AFTER_A_RENAME), &TellRenamed::new(&before)).await?;
    }
    if details.differs_from(&before) {
        let act = Act::ClubChanged(club.short_name.clone());
        managers::audit_as_admin(&mut tx, now, who, club.id, None, &act).await?;
    }
    Ok(tx.commit().await?)
}
