//! Profile picture: the pictures feature takes it and makes it safe; the account keeps its key.

use quad_contests::ContestsState;
use quad_http::auth::Member;
use quad_http::uploads::Files;
use quad_kernel::error::Result;
use quad_kernel::ids::{PictureKey, UserId};
use quad_kernel::retry::retried;
use quad_people::pictures::PictureOut;
use quad_people::{accounts, pictures};

/// Takes the form's file as the person's picture, in place of the one before.
pub async fn set(app: &ContestsState, who: &Member, form: Files<1>) -> Result<()> {
    let picture = pictures::ingest(app, pictures::single_file(form)?).await?;
    replace(app, who.id, Some(&picture.key)).await
}

/// Shows another picture, or none.
pub async fn replace(app: &ContestsState, who: UserId, picture: Option<&PictureKey>) -> Result<()> {
    retried(async || {
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        accounts::lock(&mut tx, who).await?;
        let before = accounts::replace_picture(&mut tx, who, picture).await?;
        pictures::swap(&mut tx, now, before.as_ref(), picture).await?;
        Ok(tx.commit().await?)
    })
    .await
}

/// A picture as it leaves the server; none when it is gone.
pub async fn shown(app: &ContestsState, key: Option<&PictureKey>) -> Result<Option<PictureOut>> {
    let Some(key) = key else { return Ok(None) };
    Ok(pictures::find(&app.db, key).await?.map(|picture| picture.out(app)))
}
