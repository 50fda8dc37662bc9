//! Stopping mails without a log-in (RFC 8058): each mail about a notice names an address with 256 random bits of its person. A
//! GET shows a page with one button, because programs that look for viruses follow links; a POST stops mails of that kind, and
//! the mail program's own button sends one. It tells nothing about the person and changes nothing else.

use quad_db::Tx;
use quad_services::background::Headers;

use crate::PeopleState;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::UserId;
use quad_kernel::retry::retried;

use super::model::About;
use super::{messages, store};

/// A mail about a notice that somebody wants: what it says to the program that shows it, and how it ends.
#[derive(Debug)]
pub struct WantedMail {
    /// With the address that stops such mails.
    pub headers: Headers,
    /// The same in words.
    pub end: String,
}

/// What a mail about this needs; nothing when the person does not want such mails any more, or the account is deleted.
pub async fn wanted_mail(app: &PeopleState, user: UserId, about: About) -> Result<Option<WantedMail>> {
    let Some(token) = retried(|| token_if_wanted(app, user, about)).await? else { return Ok(None) };
    let address = app.settings.page(&format!("/api/unsubscribe/{}/{}", about.word(), hex::encode(token)));
    let end = messages::mail_end(&app.settings, about, &address);
    Ok(Some(WantedMail { headers: Headers { unsubscribe: Some(address), ..Headers::default() }, end }))
}

async fn token_if_wanted(app: &PeopleState, user: UserId, about: About) -> Result<Option<Vec<u8>>> {
    if store::who_wants_mail(&app.db, about, &[user]).await?.is_empty() {
        return Ok(None);
    }
    if let Some(token) = store::unsubscribe_token(&app.db, user).await? {
        return Ok(Some(token));
    }
    let mut tx = app.db.begin().await?;
    // Somebody who is just deleting the account must leave no token behind.
    if !store::lock_person(&mut tx, user).await? {
        return Ok(None);
    }
    store::keep_unsubscribe_token(&mut tx, user, app.random.bytes(), app.clock.now()).await?;
    let token = store::unsubscribe_token(&tx, user).await?;
    tx.commit().await?;
    Ok(token)
}

/// The kind of mails that an address stops; refused where the address is nobody's.
pub(super) async fn find_link(app: &PeopleState, kind: &str, token: &str) -> Result<About> {
    let (about, token) = read(kind, token)?;
    store::owner_of_token(&app.db, token).await?.ok_or(MISSING)?;
    Ok(about)
}

/// Stops the mails of a kind; again changes nothing.
pub(super) async fn stop(app: &PeopleState, kind: &str, token: &str) -> Result<About> {
    let (about, token) = read(kind, token)?;
    retried(|| async {
        let mut tx: Tx = app.db.begin().await?;
        let user = store::owner_of_token(&tx, token).await?.ok_or(MISSING)?;
        store::stop_mails(&mut tx, user, about).await?;
        Ok(tx.commit().await?)
    })
    .await?;
    Ok(about)
}

fn read(kind: &str, token: &str) -> Result<(About, [u8; 32])> {
    let mut bytes = [0; 32];
    let token = hex::decode_to_slice(token, &mut bytes).ok().map(|()| bytes).ok_or(MISSING)?;
    Ok((About::parse(kind).ok_or(MISSING)?, token))
}
