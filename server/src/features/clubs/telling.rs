//! Telling somebody about the own place in a club, through the notifications: in the transaction that changes it.

use quad_db::Tx;

use crate::app::App;
use crate::features::accounts;
use crate::features::notify::{self, About, Notice};
use crate::kernel::clock::Time;
use crate::kernel::fail::Outcome;
use crate::kernel::ids::UserId;

use super::model::Club;
use super::words::Letter;

/// What is told, ready to be delivered.
pub struct Told(Notice);

impl Told {
    /// About somebody's own place in a club.
    pub fn about(club: &Club, letter: Letter) -> Self {
        let url = format!("/club/{}", club.short_name);
        Self(Notice { about: About::Membership, title: letter.title, body: letter.body, url })
    }

    /// For those who manage a club.
    pub fn to_administrators(club: &Club, letter: Letter, tab: &str) -> Self {
        let url = format!("/club/{}?tab={tab}", club.short_name);
        Self(Notice { about: About::Club, title: letter.title, body: letter.body, url })
    }

    /// The same, leading somewhere else.
    pub fn leading_to(mut self, url: &str) -> Self {
        url.clone_into(&mut self.0.url);
        self
    }
}

/// Delivers it in the caller's transaction, once.
pub async fn tell(tx: &mut Tx, now: Time, once: &str, to: &[UserId], told: &Told) -> Outcome<()> {
    let people = accounts::recipients(&*tx, to).await?;
    Ok(notify::deliver(tx, now, once, &people, &told.0).await?)
}

/// After the commit: their open screens look again.
pub fn told(app: &App, to: &[UserId]) {
    notify::after_commit(app, to);
}
