//! Membership store: all SQL on memberships. Whatever changes who manages a club is run while the club is held (`store::lock`),
//! so that two administrators cannot remove each other.

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::{ClubId, MembershipId, UserId};

use super::model::{ListedMember, MemberCounts, MemberSearch, Membership, MembershipFilter, Office};
use super::store::{office, searching, sought};

#[derive(FromRow)]
struct MembershipRow {
    id: MembershipId,
    club_id: ClubId,
    user_id: UserId,
    office: String,
    appointed: bool,
    applied_at: Time,
    joined_at: Option<Time>,
}

impl From<MembershipRow> for Membership {
    fn from(row: MembershipRow) -> Self {
        Self {
            id: row.id,
            club: row.club_id,
            user: row.user_id,
            office: office(&row.office),
            appointed: row.appointed,
            applied_at: row.applied_at,
            joined_at: row.joined_at,
        }
    }
}

#[derive(FromRow)]
struct ListedRow {
    id: MembershipId,
    club_id: ClubId,
    user_id: UserId,
    office: String,
    appointed: bool,
    applied_at: Time,
    joined_at: Option<Time>,
    full_name: String,
    email: String,
    contact: String,
    batch: i32,
}

impl From<ListedRow> for ListedMember {
    fn from(row: ListedRow) -> Self {
        Self {
            membership: MembershipRow {
                id: row.id,
                club_id: row.club_id,
                user_id: row.user_id,
                office: row.office,
                appointed: row.appointed,
                applied_at: row.applied_at,
                joined_at: row.joined_at,
            }
            .into(),
            full_name: row.full_name,
            email: row.email,
            contact: row.contact,
            batch: row.batch,
        }
    }
}

#[derive(FromRow)]
struct CountsRow {
    total: i64,
    pending: i64,
    office: i64,
}

#[derive(FromRow)]
struct PersonRow {
    user_id: UserId,
}

/// A person who is told something.
#[derive(FromRow)]
pub(super) struct ToldRow {
    pub user_id: UserId,
    pub full_name: String,
    pub email: String,
}

const COLUMNS: &str = "m.id, m.club_id, m.user_id, m.office, m.appointed, m.applied_at, m.joined_at";
/// Who manages a club: the same rule as `Membership::manages`.
const MANAGES: &str = "m.joined_at IS NOT NULL AND (m.appointed OR m.office = 'president')";
/// By rank, then by the time in the club.
const BY_RANK: &str = "CASE m.office WHEN 'president' THEN 0 WHEN 'secretary' THEN 1 WHEN 'joint_secretary' THEN 2
    WHEN 'treasurer' THEN 3 ELSE 4 END, m.joined_at, m.id";
/// Members by rank and name, then those who have applied, oldest first.
const BY_NAME: &str =
    "CASE WHEN m.joined_at IS NULL THEN 5 WHEN m.office = 'president' THEN 0 WHEN m.office = 'secretary' THEN 1
    WHEN m.office = 'joint_secretary' THEN 2 WHEN m.office = 'treasurer' THEN 3 ELSE 4 END,
    CASE WHEN m.joined_at IS NULL THEN m.applied_at ELSE 0 END, u.sort_key, m.id";

/// A membership by its id.
pub(super) async fn find(source: &impl Source, id: MembershipId) -> Result<Option<Membership>, DbError> {
    let row = sql(format!("SELECT {COLUMNS} FROM memberships m WHERE m.id = $1")).arg(id);
    Ok(row.one::<MembershipRow>(source).await?.map(Membership::from))
}

/// Somebody's membership of a club.
pub(super) async fn of(source: &impl Source, club: ClubId, user: UserId) -> Result<Option<Membership>, DbError> {
    let row = sql(format!("SELECT {COLUMNS} FROM memberships m WHERE m.club_id = $1 AND m.user_id = $2"));
    Ok(row.arg(club).arg(user).one::<MembershipRow>(source).await?.map(Membership::from))
}

/// All memberships of a person, oldest first.
pub(super) async fn all_of(source: &impl Source, user: UserId) -> Result<Vec<Membership>, DbError> {
    let rows = sql(format!("SELECT {COLUMNS} FROM memberships m WHERE m.user_id = $1 ORDER BY m.applied_at, m.id"))
        .arg(user)
        .all::<MembershipRow>(source)
        .await?;
    Ok(rows.into_iter().map(Membership::from).collect())
}

/// Takes an application. False when there is a membership already: the unique key decides.
pub(super) async fn apply(
    tx: &mut Tx,
    id: MembershipId,
    club: ClubId,
    user: UserId,
    now: Time,
) -> Result<bool, DbError> {
    let rows = sql("INSERT INTO memberships (id, club_id, user_id, office, appointed, applied_at, joined_at)
         VALUES ($1, $2, $3, 'member', FALSE, $4, NULL) ON CONFLICT (club_id, user_id) DO NOTHING")
    .arg(id)
    .arg(club)
    .arg(user)
    .arg(now)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Makes an application a membership; false when it is none any more.
pub(super) async fn approve_if_pending(tx: &mut Tx, id: MembershipId, now: Time) -> Result<bool, DbError> {
    let rows = sql("UPDATE memberships SET joined_at = $2 WHERE id = $1 AND joined_at IS NULL");
    Ok(rows.arg(id).arg(now).run(tx).await? == 1)
}

/// Deletes an application; false when it is none any more.
pub(super) async fn delete_if_pending(tx: &mut Tx, id: MembershipId) -> Result<bool, DbError> {
    Ok(sql("DELETE FROM memberships WHERE id = $1 AND joined_at IS NULL").arg(id).run(tx).await? == 1)
}

/// Deletes a membership; false when it is gone or still an application.
pub(super) async fn delete_if_member(tx: &mut Tx, id: MembershipId) -> Result<bool, DbError> {
    Ok(sql("DELETE FROM memberships WHERE id = $1 AND joined_at IS NOT NULL").arg(id).run(tx).await? == 1)
}

/// Gives a member another office; false when it is gone or still an application.
pub(super) async fn set_office_if_member(tx: &mut Tx, id: MembershipId, office: Office) -> Result<bool, DbError> {
    let rows = sql("UPDATE memberships SET office = $2 WHERE id = $1 AND joined_at IS NOT NULL");
    Ok(rows.arg(id).arg(office.word()).run(tx).await? == 1)
}

/// Makes somebody an administrator; whoever is no member becomes one.
pub(super) async fn appoint(
    tx: &mut Tx,
    id: MembershipId,
    club: ClubId,
    user: UserId,
    now: Time,
) -> Result<(), DbError> {
    sql("INSERT INTO memberships (id, club_id, user_id, office, appointed, applied_at, joined_at)
         VALUES ($1, $2, $3, 'member', TRUE, $4, $4)
         ON CONFLICT (club_id, user_id) DO UPDATE SET appointed = TRUE,
             joined_at = COALESCE(memberships.joined_at, excluded.joined_at)")
    .arg(id)
    .arg(club)
    .arg(user)
    .arg(now)
    .run(tx)
    .await?;
    Ok(())
}

/// Takes an administrator's powers, the President's office with them; the person stays a member.
pub(super) async fn dismiss(tx: &mut Tx, id: MembershipId) -> Result<(), DbError> {
    sql("UPDATE memberships SET appointed = FALSE,
             office = CASE WHEN office = 'president' THEN 'member' ELSE office END WHERE id = $1")
    .arg(id)
    .run(tx)
    .await?;
    Ok(())
}

/// Deletes all memberships of a person.
pub(super) async fn delete_all_of(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    sql("DELETE FROM memberships WHERE user_id = $1").arg(user).run(tx).await?;
    Ok(())
}

/// Whether somebody else manages the club.
pub(super) async fn is_managed_without(source: &impl Source, club: ClubId, user: UserId) -> Result<bool, DbError> {
    let others: Option<i64> = sql(format!(
        "SELECT COUNT(*) AS value FROM memberships m WHERE m.club_id = $1 AND m.user_id <> $2 AND {MANAGES}"
    ))
    .arg(club)
    .arg(user)
    .value(source)
    .await?;
    Ok(others.unwrap_or_default() > 0)
}

/// How many members a club has that do not manage it.
pub(super) async fn count_not_managing(source: &impl Source, club: ClubId) -> Result<i64, DbError> {
    let text = format!(
        "SELECT COUNT(*) AS value FROM memberships m WHERE m.club_id = $1 AND m.joined_at IS NOT NULL AND NOT ({MANAGES})"
    );
    Ok(sql(text).arg(club).value(source).await?.unwrap_or_default())
}

/// Who manages a club.
pub(super) async fn administrators(source: &impl Source, club: ClubId) -> Result<Vec<UserId>, DbError> {
    let rows =
        sql(format!("SELECT m.user_id FROM memberships m WHERE m.club_id = $1 AND {MANAGES} ORDER BY m.user_id"))
            .arg(club)
            .all::<PersonRow>(source)
            .await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

/// The next members after one, by id.
pub(super) async fn members_after(
    source: &impl Source,
    club: ClubId,
    after: Option<UserId>,
    limit: u32,
) -> Result<Vec<ToldRow>, DbError> {
    // No id is below the nil one.
    let after = after.unwrap_or(UserId(uuid::Uuid::nil()));
    sql(format!(
        "SELECT m.user_id, u.full_name, u.email FROM memberships m JOIN users u ON u.id = m.user_id
         WHERE m.club_id = $1 AND m.user_id > $2 AND m.joined_at IS NOT NULL AND u.deleted_at IS NULL
         ORDER BY m.user_id LIMIT {limit}"
    ))
    .arg(club)
    .arg(after)
    .all(source)
    .await
}

const LISTED: &str = "m.id, m.club_id, m.user_id, m.office, m.appointed, m.applied_at, m.joined_at,
    u.full_name, u.email, u.contact, u.batch FROM memberships m JOIN users u ON u.id = m.user_id";

/// One membership with its person.
pub(super) async fn listed(source: &impl Source, id: MembershipId) -> Result<Option<ListedMember>, DbError> {
    let row = sql(format!("SELECT {LISTED} WHERE m.id = $1")).arg(id);
    Ok(row.one::<ListedRow>(source).await?.map(ListedMember::from))
}

/// Everybody in a club and everybody who has applied: members by rank and name, then applications, oldest first.
pub(super) async fn all(source: &impl Source, club: ClubId) -> Result<Vec<ListedMember>, DbError> {
    let rows = sql(format!(
        "SELECT {LISTED} WHERE m.club_id = $1
         ORDER BY {BY_NAME}"
    ))
    .arg(club)
    .all::<ListedRow>(source)
    .await?;
    Ok(rows.into_iter().map(ListedMember::from).collect())
}

/// Who holds an office, by rank.
pub(super) async fn post_holders(source: &impl Source, club: ClubId) -> Result<Vec<ListedMember>, DbError> {
    let rows = sql(format!(
        "SELECT {LISTED} WHERE m.club_id = $1 AND m.joined_at IS NOT NULL AND m.office <> 'member' ORDER BY {BY_RANK}"
    ))
    .arg(club)
    .all::<ListedRow>(source)
    .await?;
    Ok(rows.into_iter().map(ListedMember::from).collect())
}

fn filter(asked: &MemberSearch) -> String {
    let which = match asked.which {
        MembershipFilter::All => "",
        MembershipFilter::Pending => "AND m.joined_at IS NULL",
        MembershipFilter::Active => "AND m.joined_at IS NOT NULL",
        MembershipFilter::Holding(_) => "AND m.joined_at IS NOT NULL AND m.office = $2",
    };
    let search = sought(asked.search.as_deref(), "u.search_text", 3);
    format!("WHERE m.club_id = $1 AND $2 <> '' {which} AND {search}")
}

/// A page of a club's members and applications.
pub(super) async fn page(
    source: &impl Source,
    club: ClubId,
    asked: &MemberSearch,
) -> Result<Vec<ListedMember>, DbError> {
    let text = format!(
        "SELECT {LISTED} {} ORDER BY {BY_NAME} LIMIT {} OFFSET {}",
        filter(asked),
        asked.page.size,
        asked.page.skip()
    );
    let rows =
        searching(sql(text).arg(club).arg(held(asked)), asked.search.as_deref()).all::<ListedRow>(source).await?;
    Ok(rows.into_iter().map(ListedMember::from).collect())
}

/// How many of a club's memberships match.
pub(super) async fn count_matching(source: &impl Source, club: ClubId, asked: &MemberSearch) -> Result<i64, DbError> {
    let text =
        format!("SELECT COUNT(*) AS value FROM memberships m JOIN users u ON u.id = m.user_id {}", filter(asked));
    let statement = searching(sql(text).arg(club).arg(held(asked)), asked.search.as_deref());
    Ok(statement.value(source).await?.unwrap_or_default())
}

fn held(asked: &MemberSearch) -> &'static str {
    match asked.which {
        MembershipFilter::Holding(office) => office.word(),
        _ => "any",
    }
}

/// How many stand where in a club.
pub(super) async fn counts(source: &impl Source, club: ClubId) -> Result<MemberCounts, DbError> {
    let row =
        sql("SELECT CAST(COALESCE(SUM(CASE WHEN joined_at IS NOT NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS total,
            CAST(COALESCE(SUM(CASE WHEN joined_at IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) AS pending,
            CAST(COALESCE(SUM(CASE WHEN joined_at IS NOT NULL AND office <> 'member' THEN 1 ELSE 0 END), 0) AS BIGINT)
                AS office
         FROM memberships WHERE club_id = $1")
        .arg(club)
        .one::<CountsRow>(source)
        .await?
        .unwrap_or(CountsRow { total: 0, pending: 0, office: 0 });
    Ok(MemberCounts { total: row.total, pending: row.pending, office: row.office })
}
