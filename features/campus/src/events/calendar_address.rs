//! Calendar address: the secret address at which a person's calendar program fetches the events of that person, without a
//! log-in. Its token is 256 random bits of which only the hash is kept, so that it is shown once; a new address makes the old
//! one dead. Nothing about a person but the events is told by it.

use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::UserId;
use quad_kernel::retry::retried;
use quad_people::PeopleState;
use quad_people::accounts::{self, Token};

use super::store_calendar_addresses as store;

/// Gives the person an address and returns it; the one before is dead from then on.
pub async fn replace(app: &PeopleState, who: &Member) -> Result<String> {
    let token = Token::new(&app.random);
    retried(|| keep(app, who, &token)).await?;
    Ok(app.settings.page(&format!("/api/calendar/own/{}/events.ics", token.reveal())))
}

async fn keep(app: &PeopleState, who: &Member, token: &Token) -> Result<()> {
    let mut tx = app.db.begin().await?;
    // Somebody who is just deleting the account must leave no address behind.
    accounts::lock(&mut tx, who.id).await?;
    store::replace(&mut tx, who.id, token.hash(), app.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// Takes the person's address away, if there is one.
pub async fn remove(app: &PeopleState, who: &Member) -> Result<()> {
    retried(|| async {
        let mut tx = app.db.begin().await?;
        store::delete(&mut tx, who.id).await?;
        Ok(tx.commit().await?)
    })
    .await
}

/// Since when the person's address is as it is; nothing without one.
pub async fn made_at(app: &PeopleState, who: &Member) -> Result<Option<Time>> {
    Ok(store::made_at(&app.db, who.id).await?)
}

/// Whose address it is.
pub async fn owner(app: &PeopleState, token: &str) -> Result<UserId> {
    let token = Token::parse(token).ok_or(MISSING)?;
    Ok(store::owner(&app.db, token.hash()).await?.ok_or(MISSING)?)
}
