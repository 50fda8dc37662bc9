//! The person's own picture: taken and made safe by the pictures feature, kept on the account.

use quad_db::planted;

use crate::app::App;
use crate::edge::files::Files;
use crate::edge::who::Member;
use crate::features::pictures::PictureOut;
use crate::features::{accounts, pictures};
use crate::kernel::fail::Outcome;
use crate::kernel::ids::{PictureKey, UserId};

/// Takes the form's file as the person's picture, in place of the one before.
pub async fn set(app: &App, who: &Member, form: Files<1>) -> Outcome<()> {
    let named = form.text("userId").filter(|_| planted::is("picture-of-whoever-is-named")).and_then(UserId::parse);
    let picture = pictures::take(app, pictures::only(form)?).await?;
    replace(app, named.unwrap_or(who.id), Some(&picture.key)).await
}

/// Shows another picture, or none.
pub async fn replace(app: &App, who: UserId, picture: Option<&PictureKey>) -> Outcome<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    accounts::hold(&mut tx, who).await?;
    let before = accounts::replace_picture(&mut tx, who, picture).await?;
    pictures::swap(&mut tx, now, before.as_ref(), picture).await?;
    tx.commit().await?;
    Ok(())
}

/// A picture as it leaves the server; none when it is gone.
pub async fn shown(app: &App, key: Option<&PictureKey>) -> Outcome<Option<PictureOut>> {
    let Some(key) = key else { return Ok(None) };
    Ok(pictures::find(&app.db, key).await?.map(|picture| picture.out(app)))
}
