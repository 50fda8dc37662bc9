//! Invitation store: all SQL on `contest_invitations`, `contest_guests` and `invitation_looks`.

use std::time::Duration;

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, UserId};
use uuid::Uuid;

use super::draw::Draw;
use super::mark_scheme::MarkedQuestions;
use super::model::{AcceptedInvitation, Invitation, InvitedTo, Token};
use super::rules::ContestRules;

/// Invitations a person may look at within a minute.
pub(super) const LOOKS: i32 = 30;
/// What "within" means.
pub(super) const LOOKS_WITHIN: Duration = Duration::from_mins(1);

#[derive(FromRow)]
struct InvitationRow {
    token: String,
    created_at: Time,
    accepted: i64,
}

/// A contest's living invitation.
pub(super) async fn of_contest(source: &impl Source, contest: ContestId) -> Result<Option<Invitation>, DbError> {
    let row: Option<InvitationRow> = sql("SELECT token, created_at,
            (SELECT COUNT(*) FROM contest_guests g WHERE g.contest_id = i.contest_id) AS accepted
         FROM contest_invitations i WHERE contest_id = $1")
    .arg(contest)
    .one(source)
    .await?;
    Ok(row.map(|row| Invitation { token: row.token.into(), created_at: row.created_at, accepted: row.accepted as u32 }))
}

/// Gives a contest this link in place of the one it had, if any. The caller holds the contest.
pub(super) async fn put(tx: &mut Tx, contest: ContestId, token: &Token, now: Time) -> Result<(), DbError> {
    sql("INSERT INTO contest_invitations (contest_id, token, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (contest_id) DO UPDATE SET token = excluded.token, created_at = excluded.created_at")
    .arg(contest)
    .arg(token.as_str())
    .arg(now)
    .run(tx)
    .await?;
    Ok(())
}

/// Takes a contest's link away. The caller holds the contest.
pub(super) async fn revoke(tx: &mut Tx, contest: ContestId) -> Result<(), DbError> {
    sql("DELETE FROM contest_invitations WHERE contest_id = $1").arg(contest).run(tx).await?;
    Ok(())
}

#[derive(FromRow)]
struct InvitedRow {
    contest_id: ContestId,
    owner_id: UserId,
    owner_name: String,
    title: String,
    description: String,
    starts_at: Time,
    ends_at: Time,
    question_count: i32,
    draw: Option<Draw>,
    rules: ContestRules,
    own_marks: i32,
    starred: i32,
    several_questions: i32,
    accepted: bool,
}

/// What a link leads to, for a person or a guest.
pub(super) async fn invited_to(
    source: &impl Source,
    token: &Token,
    user: Option<UserId>,
) -> Result<Option<InvitedTo>, DbError> {
    let row: Option<InvitedRow> = sql("SELECT c.id AS contest_id, c.owner_id, u.full_name AS owner_name, c.title,
            c.description, c.starts_at, c.ends_at, c.question_count, c.rules, c.draw, c.own_marks, c.starred, c.several_questions,
            EXISTS (SELECT 1 FROM contest_guests g WHERE g.contest_id = c.id AND g.user_id = $2) AS accepted
         FROM contest_invitations i JOIN contests c ON c.id = i.contest_id JOIN users u ON u.id = c.owner_id
         WHERE i.token = $1")
    .arg(token.as_str())
    .arg(user.unwrap_or(UserId(Uuid::nil())))
    .one(source)
    .await?;
    Ok(row.map(|row| InvitedTo {
        contest: row.contest_id,
        owner: row.owner_id,
        owner_name: row.owner_name,
        title: row.title,
        description: row.description,
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        question_count: row.draw.as_ref().map_or(row.question_count as u32, Draw::questions),
        marks_shown: row.rules.marks.shown(
            MarkedQuestions::counted(row.own_marks, row.starred, row.several_questions).drawn(row.draw.is_some()),
        ),
        accepted: row.accepted,
    }))
}

/// Lets a person in by a link that is alive; who is in already stays. The caller holds the contest, so that no link dies
/// meanwhile, and looks with [`invited_to`] whether this one is alive.
pub(super) async fn let_in(tx: &mut Tx, contest: ContestId, user: UserId, now: Time) -> Result<(), DbError> {
    sql("INSERT INTO contest_guests (contest_id, user_id, accepted_at) VALUES ($1, $2, $3)
         ON CONFLICT (contest_id, user_id) DO NOTHING")
    .arg(contest)
    .arg(user)
    .arg(now)
    .run(tx)
    .await?;
    Ok(())
}

/// Whether a person has accepted an invitation to a contest.
pub(super) async fn is_guest(source: &impl Source, contest: ContestId, user: UserId) -> Result<bool, DbError> {
    let found: Option<i32> = sql("SELECT 1 AS value FROM contest_guests WHERE contest_id = $1 AND user_id = $2")
        .arg(contest)
        .arg(user)
        .value(source)
        .await?;
    Ok(found.is_some())
}

#[derive(FromRow)]
struct AcceptedRow {
    contest_id: ContestId,
    title: String,
    accepted_at: Time,
}

/// The invitations a person has accepted, latest first.
pub async fn accepted_by(source: &impl Source, user: UserId) -> Result<Vec<AcceptedInvitation>, DbError> {
    let rows: Vec<AcceptedRow> = sql("SELECT g.contest_id, c.title, g.accepted_at
         FROM contest_guests g JOIN contests c ON c.id = g.contest_id
         WHERE g.user_id = $1 ORDER BY g.accepted_at DESC, g.contest_id DESC")
    .arg(user)
    .all(source)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| AcceptedInvitation { contest: row.contest_id, title: row.title, accepted_at: row.accepted_at })
        .collect())
}

/// Whether a person may look at one more invitation this minute; counts it.
pub(super) async fn allow_look(tx: &mut Tx, user: UserId, now: Time) -> Result<bool, DbError> {
    let rows = sql("INSERT INTO invitation_looks (user_id, looked, since) VALUES ($1, 1, $2)
         ON CONFLICT (user_id) DO UPDATE SET
             looked = CASE WHEN invitation_looks.since <= $3 THEN 1 ELSE invitation_looks.looked + 1 END,
             since = CASE WHEN invitation_looks.since <= $3 THEN $2 ELSE invitation_looks.since END
         WHERE invitation_looks.since <= $3 OR invitation_looks.looked < $4")
    .arg(user)
    .arg(now)
    .arg(now.minus(LOOKS_WITHIN))
    .arg(LOOKS)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Deletes counts of minutes past.
pub(super) async fn sweep_looks(tx: &mut Tx, now: Time) -> Result<(), DbError> {
    sql("DELETE FROM invitation_looks WHERE since <= $1").arg(now.minus(LOOKS_WITHIN)).run(tx).await?;
    Ok(())
}

/// Ends a person's part: nobody's guest any more, no links to what the person wrote, nothing counted. The person's row is
/// held, so nothing comes after.
pub(super) async fn delete_all_of(tx: &mut Tx, person: UserId) -> Result<(), DbError> {
    // The contests first, as everybody who changes a link does.
    sql("UPDATE contests SET participants = participants WHERE owner_id = $1
           AND EXISTS (SELECT 1 FROM contest_invitations i WHERE i.contest_id = contests.id)")
    .arg(person)
    .run(tx)
    .await?;
    sql("DELETE FROM contest_invitations WHERE contest_id IN (SELECT id FROM contests WHERE owner_id = $1)")
        .arg(person)
        .run(tx)
        .await?;
    sql("DELETE FROM contest_guests WHERE user_id = $1").arg(person).run(tx).await?;
    sql("DELETE FROM invitation_looks WHERE user_id = $1").arg(person).run(tx).await?;
    Ok(())
}
