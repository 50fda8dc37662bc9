//! Club logo: taken and made safe by the pictures feature, shown by the club's row.

use std::collections::HashMap;

use quad_http::auth::Member;
use quad_http::uploads::Upload;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::PictureKey;
use quad_kernel::retry::retried;
use quad_people::PeopleState;
use quad_people::audit::Act;
use quad_people::pictures::{self, PictureOut};

use super::model::{Card, Club};
use super::{managers, store};

/// Takes a file as the club's picture, in place of the one before.
pub async fn set(app: &PeopleState, who: &Member, club: &Club, file: Upload) -> Result<()> {
    let picture = pictures::ingest(app, file).await?;
    replace(app, who, club, Some(&picture.key)).await
}

/// Shows another picture, or none. Whoever lost the office meanwhile changes nothing.
pub async fn replace(app: &PeopleState, who: &Member, club: &Club, picture: Option<&PictureKey>) -> Result<()> {
    retried(async || {
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        managers::lock(&mut tx, club.id).await?;
        managers::manager_of(&tx, who, club.id).await?;
        let before = store::find(&tx, club.id).await?.ok_or(MISSING)?.picture;
        store::set_picture(&mut tx, club.id, picture).await?;
        pictures::swap(&mut tx, now, before.as_ref(), picture).await?;
        if before.as_ref() != picture {
            let act = Act::ClubChanged(club.short_name.clone());
            managers::audit_as_admin(&mut tx, now, who, club.id, None, &act).await?;
        }
        Ok(tx.commit().await?)
    })
    .await
}

/// The pictures of these clubs as they leave the server, in the same order.
pub async fn shown(app: &PeopleState, cards: &[Card]) -> Result<Vec<Option<PictureOut>>> {
    let keys: Vec<PictureKey> = cards.iter().filter_map(|card| card.club.picture.clone()).collect();
    let found = if keys.is_empty() { HashMap::new() } else { pictures::read_many(&app.db, &keys).await? };
    let one = |card: &Card| found.get(card.club.picture.as_ref()?).map(|picture| picture.out(app));
    Ok(cards.iter().map(one).collect())
}
