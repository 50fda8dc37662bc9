//! Club notifications: tell somebody that the own place in a club has changed, in the transaction that changes it.

use quad_db::Tx;

use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::UserId;
use quad_people::PeopleState;
use quad_people::accounts;
use quad_people::notify::{self, About, Mention, Notice};

use super::messages::NoticeText;
use super::model::Club;

/// What is told, ready to be delivered.
pub struct ClubNotice(Notice);

impl ClubNotice {
    /// About somebody's own place in a club.
    pub fn about(club: &Club, text: NoticeText) -> Self {
        let url = format!("/club/{}", club.short_name);
        Self(Notice { about: About::Membership, title: text.title, body: text.body, url })
    }

    /// For those who manage a club.
    pub fn to_administrators(club: &Club, text: NoticeText, tab: &str) -> Self {
        let url = format!("/club/{}?tab={tab}", club.short_name);
        Self(Notice { about: About::Club, title: text.title, body: text.body, url })
    }

    /// The same, leading somewhere else.
    pub fn leading_to(mut self, url: &str) -> Self {
        url.clone_into(&mut self.0.url);
        self
    }
}

/// Delivers it in the caller's transaction, once.
pub async fn tell(tx: &mut Tx, now: Time, once: &str, to: &[UserId], told: &ClubNotice) -> Result<()> {
    let people = accounts::recipients(&*tx, to).await?;
    Ok(notify::deliver(tx, now, once, &people, &told.0).await?)
}

/// The same of what somebody wants of a club, whom the text calls by name and address: it goes when the account does.
pub async fn tell_of(tx: &mut Tx, now: Time, once: &str, to: &[UserId], told: &ClubNotice, who: &Member) -> Result<()> {
    let people = accounts::recipients(&*tx, to).await?;
    let mention = Mention { user: who.id, name: &who.full_name, address: Some(&who.email), stays: false };
    Ok(notify::deliver_about(tx, now, once, &people, &told.0, &mention).await?)
}

/// After the commit: their open screens look again.
pub fn told(app: &PeopleState, to: &[UserId]) {
    notify::after_commit(app, to);
}
