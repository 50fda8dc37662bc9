//! The person's own picture: taken and made safe by the pictures feature, kept on the account.

use crate::app::App;
use crate::edge::files::Upload;
use crate::edge::who::Member;
use crate::features::pictures::PictureOut;
use crate::features::{accounts, pictures};
use crate::kernel::fail::Outcome;
use crate::kernel::ids::PictureKey;

/// Takes a file as the person's picture, in place of the one before.
pub async fn set(app: &App, who: &Member, file: Upload) -> Outcome<()> {
    let picture = pictures::take(app, file).await?;
    replace(app, who, Some(&picture.key)).await
}

/// Shows another picture, or none.
pub async fn replace(app: &App, who: &Member, picture: Option<&PictureKey>) -> Outcome<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    accounts::hold(&mut tx, who.id).await?;
    let before = accounts::replace_picture(&mut tx, who.id, picture).await?;
    pictures::swap(&mut tx, now, before.as_ref(), picture).await?;
    tx.commit().await?;
    Ok(())
}

/// A picture as it leaves the server; none when it is gone.
pub async fn shown(app: &App, key: Option<&PictureKey>) -> Outcome<Option<PictureOut>> {
    let Some(key) = key else { return Ok(None) };
    Ok(pictures::find(&app.db, key).await?.map(|picture| picture.out(app)))
}
