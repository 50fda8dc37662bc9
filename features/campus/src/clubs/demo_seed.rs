//! Demo seed of clubs: a club at a time with a picture, members, applications, feedback and an announcement of any age.

use std::time::Duration;

use quad_db::Tx;

use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::{AnnouncementId, ClubId, MembershipId, PictureKey, Random, UserId};
use quad_people::notify::{self, About, Notice};
use quad_people::{accounts, pictures};

use super::model::{Audience, Club, Details, Link, NewAnnouncement, NewFeedback, Office};
use super::notifications::{self, ClubNotice};
use super::{messages, store, store_members, store_messages};

/// A club of the demo; one that every database has is only dressed.
#[derive(Debug)]
pub struct DemoClub<'a> {
    /// Upper-case.
    pub short_name: &'a str,
    /// Display name.
    pub name: &'a str,
    /// About it.
    pub description: &'a str,
    /// `#rrggbb`.
    pub colour: &'a str,
    /// What its links say, and where they lead.
    pub links: &'a [[String; 2]],
    /// Its picture, which was taken before.
    pub picture: Option<&'a PictureKey>,
}

/// Somebody's place in it.
#[derive(Clone, Copy, Debug)]
pub struct DemoPlace {
    /// The person.
    pub user: UserId,
    /// What the person is there.
    pub office: Office,
    /// Administrator by appointment.
    pub appointed: bool,
    /// When the person applied.
    pub applied_at: Time,
    /// Nothing while the application waits.
    pub joined_at: Option<Time>,
}

/// Founds or dresses a club.
pub async fn insert_for_demo(tx: &mut Tx, random: &Random, new: &DemoClub<'_>, made_at: Time) -> Result<Club> {
    let links: Vec<Link> =
        new.links.iter().map(|[label, url]| Link { label: label.clone(), url: url.clone() }).collect();
    let details = Details::parse(new.name, new.description, Some(new.colour), &links)?;
    store::insert(tx, ClubId::new(made_at, random), new.short_name, &details, made_at).await?;
    let club = store::find_by_name(&*tx, new.short_name).await?.ok_or(MISSING)?;
    store::set_details(tx, &club, &details).await?;
    if let Some(picture) = new.picture {
        store::set_picture(tx, club.id, Some(picture)).await?;
        pictures::add_reference(tx, picture).await?;
    }
    Ok(store::find(&*tx, club.id).await?.ok_or(MISSING)?)
}

/// Puts somebody into a club, with the role word of whoever manages it.
pub async fn place_for_demo(tx: &mut Tx, random: &Random, club: &Club, place: &DemoPlace) -> Result<()> {
    let id = MembershipId::new(place.applied_at, random);
    if !store_members::apply(tx, id, club.id, place.user, place.applied_at).await? {
        return Ok(());
    }
    let Some(joined_at) = place.joined_at else { return Ok(()) };
    store_members::approve_if_pending(tx, id, joined_at).await?;
    store_members::set_office_if_member(tx, id, place.office).await?;
    if place.appointed {
        store_members::appoint(tx, id, club.id, place.user, joined_at).await?;
    }
    if store_members::find(&*tx, id).await?.is_some_and(|place| place.manages()) {
        accounts::grant_role(tx, joined_at, place.user, &club.short_name).await?;
    }
    Ok(())
}

/// What somebody was told who was let in, or made administrator; it has been read since.
pub async fn greet_for_demo(tx: &mut Tx, club: &Club, user: UserId, appointed: bool, at: Time) -> Result<()> {
    let said = if appointed { messages::appointed(&club.name, 0) } else { messages::accepted(&club.name) };
    let once = format!("greeting:{}:{appointed}", club.id);
    notifications::tell(tx, at, &once, &[user], &ClubNotice::about(club, said)).await?;
    notify::read_for_demo(tx, user, at.plus(Duration::from_hours(2))).await
}

/// Feedback of a member on the club.
pub async fn rate_for_demo(tx: &mut Tx, club: &Club, user: UserId, rating: i64, text: &str, at: Time) -> Result<()> {
    let new = NewFeedback::parse(rating, text, None)?;
    store_messages::insert_feedback(tx, club.id, user, &new, at).await?;
    Ok(())
}

/// An announcement that has reached these members.
pub async fn announce_for_demo(
    tx: &mut Tx,
    random: &Random,
    club: &Club,
    author: UserId,
    (title, body): (&str, &str),
    members: &[UserId],
    at: Time,
) -> Result<()> {
    let new = NewAnnouncement::parse(Audience::Members, title, body)?;
    let id = AnnouncementId::new(at, random);
    store_messages::insert_announcement(tx, id, Some(club.id), author, &new, at).await?;
    let people = accounts::recipients(&*tx, members).await?;
    let url = format!("/club/{}", club.short_name);
    let notice = Notice { about: About::Announcement, title: new.title, body: new.body, url };
    notify::deliver(tx, at, &format!("announcement:{id}"), &people, &notice).await?;
    store_messages::add_told_if_next(tx, id, 0, people.len() as i32, Some(at)).await?;
    Ok(())
}
