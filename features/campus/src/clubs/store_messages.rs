//! Club message store: all SQL on what members say of a club (feedback), what people ask it (questions), and what is sent to
//! many (announcements).

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::{AnnouncementId, ClubId, EventId, QuestionToClubId, UserId};
use quad_kernel::page::Page;

use super::model::{Announcement, Audience, ClubQuestion, Feedback, NewAnnouncement, NewFeedback};

#[derive(FromRow)]
struct FeedbackRow {
    about_id: EventId,
    club_id: ClubId,
    user_id: UserId,
    full_name: String,
    rating: i32,
    text: String,
    created_at: Time,
    changed_at: Time,
}

impl From<FeedbackRow> for Feedback {
    fn from(row: FeedbackRow) -> Self {
        Self {
            club: row.club_id,
            user: row.user_id,
            full_name: row.full_name,
            event: (row.about_id.0 != row.club_id.0).then_some(row.about_id),
            rating: row.rating,
            text: row.text,
            created_at: row.created_at,
            changed_at: row.changed_at,
        }
    }
}

#[derive(FromRow)]
struct StarsRow {
    rating: i32,
    given: i64,
}

#[derive(FromRow)]
struct QuestionRow {
    id: QuestionToClubId,
    club_id: ClubId,
    full_name: String,
    email: String,
    text: String,
    created_at: Time,
}

impl From<QuestionRow> for ClubQuestion {
    fn from(row: QuestionRow) -> Self {
        let QuestionRow { id, club_id: club, full_name, email, text, created_at } = row;
        Self { id, club, full_name, email, text, created_at }
    }
}

#[derive(FromRow)]
struct AnnouncementRow {
    id: AnnouncementId,
    club_id: Option<ClubId>,
    audience: String,
    title: String,
    body: String,
    created_at: Time,
    told: i32,
    done_at: Option<Time>,
}

impl From<AnnouncementRow> for Announcement {
    fn from(row: AnnouncementRow) -> Self {
        Self {
            id: row.id,
            club: row.club_id,
            // Only words of ours are stored.
            audience: Audience::from_word(&row.audience).unwrap_or(Audience::Members),
            title: row.title,
            body: row.body,
            created_at: row.created_at,
            told: row.told,
            done_at: row.done_at,
        }
    }
}

/// What feedback is about: an event, or the club itself.
fn about(club: ClubId, new: &NewFeedback) -> uuid::Uuid {
    new.event.map_or(club.0, |event| event.0)
}

/// Takes feedback of a member. False when there is one on this already: the key decides. Nothing of somebody who is no
/// member any more.
pub(super) async fn insert_feedback(
    tx: &mut Tx,
    club: ClubId,
    user: UserId,
    new: &NewFeedback,
    now: Time,
) -> Result<bool, DbError> {
    let rows = sql("INSERT INTO club_feedback (about_id, user_id, club_id, rating, text, created_at, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (about_id, user_id) DO NOTHING")
    .arg(about(club, new))
    .arg(user)
    .arg(club)
    .arg(new.rating)
    .arg(new.text.as_str())
    .arg(now)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Writes one's own feedback anew; false when there is none.
pub(super) async fn change_feedback(
    tx: &mut Tx,
    club: ClubId,
    user: UserId,
    new: &NewFeedback,
    now: Time,
) -> Result<bool, DbError> {
    let rows = sql("UPDATE club_feedback SET rating = $3, text = $4, changed_at = $5
         WHERE about_id = $1 AND user_id = $2 AND club_id = $6")
    .arg(about(club, new))
    .arg(user)
    .arg(new.rating)
    .arg(new.text.as_str())
    .arg(now)
    .arg(club)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

const FEEDBACK: &str = "f.about_id, f.club_id, f.user_id, u.full_name, f.rating, f.text, f.created_at, f.changed_at
    FROM club_feedback f JOIN users u ON u.id = f.user_id";

/// A page of a club's feedback, latest first.
pub(super) async fn feedback_page(source: &impl Source, club: ClubId, page: Page) -> Result<Vec<Feedback>, DbError> {
    let rows = sql(format!(
        "SELECT {FEEDBACK} WHERE f.club_id = $1 ORDER BY f.changed_at DESC, f.about_id, f.user_id LIMIT {} OFFSET {}",
        page.size,
        page.skip()
    ))
    .arg(club)
    .all::<FeedbackRow>(source)
    .await?;
    Ok(rows.into_iter().map(Feedback::from).collect())
}

/// What a person said of one club, or of all, latest first.
pub(super) async fn feedback_of(
    source: &impl Source,
    user: UserId,
    club: Option<ClubId>,
) -> Result<Vec<Feedback>, DbError> {
    let one = if club.is_some() { "AND f.club_id = $2" } else { "" };
    let statement = sql(format!("SELECT {FEEDBACK} WHERE f.user_id = $1 {one} ORDER BY f.changed_at DESC, f.about_id"));
    let statement = statement.arg(user);
    let statement = match club {
        Some(club) => statement.arg(club),
        None => statement,
    };
    Ok(statement.all::<FeedbackRow>(source).await?.into_iter().map(Feedback::from).collect())
}

/// How often each rating was given to a club and its events, 1 to 5.
pub(super) async fn stars(source: &impl Source, club: ClubId) -> Result<[i64; 5], DbError> {
    let rows = sql("SELECT rating, COUNT(*) AS given FROM club_feedback WHERE club_id = $1 GROUP BY rating")
        .arg(club)
        .all::<StarsRow>(source)
        .await?;
    let mut stars = [0; 5];
    for row in rows {
        if let Some(place) = stars.get_mut((row.rating - 1) as usize) {
            *place = row.given;
        }
    }
    Ok(stars)
}

/// How many questions a person has asked since a moment.
pub(super) async fn questions_since(source: &impl Source, user: UserId, since: Time) -> Result<i64, DbError> {
    let asked = sql("SELECT COUNT(*) AS value FROM club_questions WHERE user_id = $1 AND created_at >= $2");
    Ok(asked.arg(user).arg(since).value(source).await?.unwrap_or_default())
}

/// Keeps a question.
pub(super) async fn insert_question(
    tx: &mut Tx,
    id: QuestionToClubId,
    club: ClubId,
    user: UserId,
    text: &str,
    now: Time,
) -> Result<(), DbError> {
    sql("INSERT INTO club_questions (id, club_id, user_id, text, created_at) VALUES ($1, $2, $3, $4, $5)")
        .arg(id)
        .arg(club)
        .arg(user)
        .arg(text)
        .arg(now)
        .run(tx)
        .await?;
    Ok(())
}

const QUESTION: &str = "q.id, q.club_id, u.full_name, u.email, q.text, q.created_at
    FROM club_questions q JOIN users u ON u.id = q.user_id";

/// A page of what was asked of a club, latest first.
pub(super) async fn questions_page(
    source: &impl Source,
    club: ClubId,
    page: Page,
) -> Result<Vec<ClubQuestion>, DbError> {
    let rows = sql(format!(
        "SELECT {QUESTION} WHERE q.club_id = $1 ORDER BY q.created_at DESC, q.id DESC LIMIT {} OFFSET {}",
        page.size,
        page.skip()
    ))
    .arg(club)
    .all::<QuestionRow>(source)
    .await?;
    Ok(rows.into_iter().map(ClubQuestion::from).collect())
}

/// How many questions a club was asked.
pub(super) async fn count_questions(source: &impl Source, club: ClubId) -> Result<i64, DbError> {
    let asked = sql("SELECT COUNT(*) AS value FROM club_questions WHERE club_id = $1").arg(club).value(source).await?;
    Ok(asked.unwrap_or_default())
}

/// What a person has asked, oldest first.
pub(super) async fn questions_of(source: &impl Source, user: UserId) -> Result<Vec<ClubQuestion>, DbError> {
    let rows = sql(format!("SELECT {QUESTION} WHERE q.user_id = $1 ORDER BY q.created_at, q.id"))
        .arg(user)
        .all::<QuestionRow>(source)
        .await?;
    Ok(rows.into_iter().map(ClubQuestion::from).collect())
}

/// Deletes what a person said and asked.
pub(super) async fn delete_said_by(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    sql("DELETE FROM club_feedback WHERE user_id = $1").arg(user).run(tx).await?;
    sql("DELETE FROM club_questions WHERE user_id = $1").arg(user).run(tx).await?;
    Ok(())
}

/// How much was sent in a club's name since a moment, or in the platform's.
pub(super) async fn announcements_since(
    source: &impl Source,
    club: Option<ClubId>,
    since: Time,
) -> Result<i64, DbError> {
    let whose = if club.is_some() { "club_id = $2" } else { "club_id IS NULL" };
    let statement = sql(format!("SELECT COUNT(*) AS value FROM announcements WHERE created_at >= $1 AND {whose}"));
    let statement = statement.arg(since);
    let statement = match club {
        Some(club) => statement.arg(club),
        None => statement,
    };
    Ok(statement.value(source).await?.unwrap_or_default())
}

/// How much was sent to those registered for an event since a moment.
pub(super) async fn messages_since(source: &impl Source, event: EventId, since: Time) -> Result<i64, DbError> {
    let sent = sql("SELECT COUNT(*) AS value FROM announcements WHERE event_id = $1 AND created_at >= $2");
    Ok(sent.arg(event).arg(since).value(source).await?.unwrap_or_default())
}

/// Notes which event an announcement is about.
pub(super) async fn set_event(tx: &mut Tx, id: AnnouncementId, event: EventId) -> Result<(), DbError> {
    sql("UPDATE announcements SET event_id = $2 WHERE id = $1").arg(id).arg(event).run(tx).await?;
    Ok(())
}

/// Keeps an announcement that is on its way.
pub(super) async fn insert_announcement(
    tx: &mut Tx,
    id: AnnouncementId,
    club: Option<ClubId>,
    author: UserId,
    new: &NewAnnouncement,
    now: Time,
) -> Result<(), DbError> {
    sql("INSERT INTO announcements (id, club_id, author_id, audience, title, body, created_at, told)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0)")
    .arg(id)
    .arg(club)
    .arg(author)
    .arg(new.audience.word())
    .arg(new.title.as_str())
    .arg(new.body.as_str())
    .arg(now)
    .run(tx)
    .await?;
    Ok(())
}

const ANNOUNCEMENT: &str = "a.id, a.club_id, a.audience, a.title, a.body, a.created_at, a.told, a.done_at
    FROM announcements a";

/// An announcement.
pub(super) async fn announcement(source: &impl Source, id: AnnouncementId) -> Result<Option<Announcement>, DbError> {
    let row = sql(format!("SELECT {ANNOUNCEMENT} WHERE a.id = $1")).arg(id);
    Ok(row.one::<AnnouncementRow>(source).await?.map(Announcement::from))
}

/// A page of what was sent in a club's name, latest first.
pub(super) async fn announcements_page(
    source: &impl Source,
    club: ClubId,
    page: Page,
) -> Result<Vec<Announcement>, DbError> {
    let rows = sql(format!(
        "SELECT {ANNOUNCEMENT} WHERE a.club_id = $1 ORDER BY a.created_at DESC, a.id DESC LIMIT {} OFFSET {}",
        page.size,
        page.skip()
    ))
    .arg(club)
    .all::<AnnouncementRow>(source)
    .await?;
    Ok(rows.into_iter().map(Announcement::from).collect())
}

/// How much was ever sent in a club's name.
pub(super) async fn count_announcements(source: &impl Source, club: ClubId) -> Result<i64, DbError> {
    let sent = sql("SELECT COUNT(*) AS value FROM announcements WHERE club_id = $1").arg(club).value(source).await?;
    Ok(sent.unwrap_or_default())
}

/// What a person has sent, oldest first.
pub(super) async fn announcements_of(source: &impl Source, author: UserId) -> Result<Vec<Announcement>, DbError> {
    let rows = sql(format!("SELECT {ANNOUNCEMENT} WHERE a.author_id = $1 ORDER BY a.created_at, a.id"))
        .arg(author)
        .all::<AnnouncementRow>(source)
        .await?;
    Ok(rows.into_iter().map(Announcement::from).collect())
}

/// Counts people an announcement has reached; `done_at` when these were the last. False when this page was counted before.
pub(super) async fn add_told_if_next(
    tx: &mut Tx,
    id: AnnouncementId,
    before: i32,
    told: i32,
    done_at: Option<Time>,
) -> Result<bool, DbError> {
    let rows = sql("UPDATE announcements SET told = told + $3, done_at = $4
         WHERE id = $1 AND told = $2 AND done_at IS NULL")
    .arg(id)
    .arg(before)
    .arg(told)
    .arg(done_at)
    .run(tx)
    .await?;
    Ok(rows == 1)
}
