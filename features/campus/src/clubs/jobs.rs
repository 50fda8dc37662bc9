//! Club jobs: take what leads to a deleted club out of the inboxes, keep a club's name right there, and carry an announcement to its
//! recipients, a page at a time. Each page's notices and the job for the next page are one transaction, so that after a crash it goes
//! on where it stopped. A page that runs twice tells nobody twice.

use quad_jobs::{Job, JobEnd, Registry};
use serde::{Deserialize, Serialize};

use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{AnnouncementId, UserId};
use quad_people::PeopleState;
use quad_people::accounts;
use quad_people::notify::{self, About, Notice, RECIPIENTS_PER_PAGE, Recipient, RecipientCursor};
use quad_services::background::enqueue;

use super::model::{Announcement, Audience, Club};
use super::{store, store_members, store_messages};

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<PeopleState>) {
    *registry = std::mem::take(registry)
        .register::<DeliverAnnouncement>()
        .register::<RemoveClubNotices>()
        .register::<TellRenamed>();
}

/// Takes all that leads to the page of a club that was deleted out of the inboxes, a page of people at a time.
#[derive(Serialize, Deserialize)]
pub(super) struct RemoveClubNotices {
    short_name: String,
    /// When the club was deleted, in milliseconds: another one may have its name since.
    until: i64,
    /// The last one whose inbox was looked at.
    after: RecipientCursor,
}

impl RemoveClubNotices {
    pub fn new(short_name: &str, until: Time) -> Self {
        Self { short_name: short_name.to_owned(), until: until.0, after: RecipientCursor::default() }
    }
}

impl Job for RemoveClubNotices {
    type App = PeopleState;
    const KIND: &'static str = "clubs.take_back";

    fn dedupe_key(&self) -> Option<String> {
        Some(format!("{} {} {}", self.short_name, self.until, self.after))
    }

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        let mut tx = app.db.begin().await?;
        let people = accounts::recipients_after(&tx, self.after.after()?, RECIPIENTS_PER_PAGE).await?;
        let people: Vec<UserId> = people.into_iter().map(|person| person.id).collect();
        let page = format!("/club/{}", self.short_name);
        let changed = notify::take_back_leading_to(&mut tx, &people, &page, Time(self.until)).await?;
        notify::enqueue_next_page(&mut tx, app.clock.now(), &people, |after| Self { after, ..self }).await?;
        tx.commit().await?;
        notify::after_commit(app, &changed);
        Ok(())
    }
}

/// Gives what people were told of their place in a club, and its administrators of it, the club's name of today, some lines at a time.
#[derive(Serialize, Deserialize)]
pub(super) struct TellRenamed {
    short_name: String,
    /// Its name before.
    before: String,
    /// The last line that was looked at.
    after: i64,
}

impl TellRenamed {
    pub fn new(club: &Club) -> Self {
        Self { short_name: club.short_name.clone(), before: club.name.clone(), after: 0 }
    }
}

impl Job for TellRenamed {
    type App = PeopleState;
    const KIND: &'static str = "clubs.tell_renamed";

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        let Some(club) = store::find_by_name(&app.db, &self.short_name).await? else { return Ok(()) };
        let pages = [format!("/club/{}", self.short_name)];
        let renamed = notify::Renamed { pages: &pages, before: &self.before, now: &club.name };
        if let Some(after) = notify::rename(app, renamed, self.after).await? {
            let mut tx = app.db.begin().await?;
            enqueue(&mut tx, app.clock.now(), &Self { after, ..self }).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}

/// One page of an announcement's people.
#[derive(Serialize, Deserialize)]
pub(super) struct DeliverAnnouncement {
    announcement: String,
    /// The last person told.
    after: RecipientCursor,
    /// How many were told before: what makes a page that ran already recognisable.
    told: i32,
}

impl DeliverAnnouncement {
    /// From the first person on.
    pub fn begin(id: AnnouncementId) -> Self {
        Self { announcement: id.to_string(), after: RecipientCursor::default(), told: 0 }
    }
}

impl Job for DeliverAnnouncement {
    type App = PeopleState;
    const KIND: &'static str = "clubs.fan_out";

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        let id = AnnouncementId::parse(&self.announcement).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let after = self.after.after()?;
        // Deleted with its club: nobody waits for it.
        let Some(announcement) = store_messages::announcement(&app.db, id).await? else { return Ok(()) };
        let people = people_after(app, &announcement, after).await?;
        let notice = notice(app, &announcement).await?;
        let told: Vec<UserId> = people.iter().map(|person| person.id).collect();
        let next = RecipientCursor::past(&told);

        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        let count = people.len() as i32;
        if !store_messages::add_told_if_next(&mut tx, id, self.told, count, next.is_none().then_some(now)).await? {
            return Ok(());
        }
        notify::deliver(&mut tx, now, &format!("announcement:{id}"), &people, &notice).await?;
        if let Some(after) = next {
            enqueue(&mut tx, now, &Self { after, told: self.told + count, ..self }).await?;
        }
        tx.commit().await?;
        notify::after_commit(app, &told);
        Ok(())
    }
}

async fn people_after(
    app: &PeopleState,
    announcement: &Announcement,
    after: Option<UserId>,
) -> Result<Vec<Recipient>, quad_db::DbError> {
    match (announcement.audience, announcement.club) {
        (Audience::Members, Some(club)) => {
            let people = store_members::members_after(&app.db, club, after, RECIPIENTS_PER_PAGE).await?;
            let people = people.into_iter();
            Ok(people.map(|row| Recipient { id: row.user_id, name: row.full_name, address: row.email }).collect())
        }
        (Audience::All, _) => accounts::recipients_after(&app.db, after, RECIPIENTS_PER_PAGE).await,
        // Carried by a job of the event.
        (Audience::Members, None) | (Audience::Registered, _) => Ok(Vec::new()),
    }
}

/// What people read; it names the club it comes from, whose administrators wrote the rest, and leads there.
async fn notice(app: &PeopleState, announcement: &Announcement) -> Result<Notice, quad_db::DbError> {
    let club = match announcement.club {
        Some(id) => store::find(&app.db, id).await?,
        None => None,
    };
    Ok(Notice {
        about: About::Announcement,
        title: match &club {
            Some(club) => format!("{}: {}", club.short_name, announcement.title),
            None => announcement.title.clone(),
        },
        body: announcement.body.clone(),
        url: club.map_or_else(|| "/notifications".to_owned(), |club| format!("/club/{}", club.short_name)),
    })
}
