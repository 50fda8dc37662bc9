//! Poll store: all SQL on `polls`, `poll_options` and `poll_votes`.
//!
//! Nothing here reads `poll_votes` together with an option: who voted is asked, what for is not known. A poll and its tally
//! are read in one statement, so that the number of voters is the sum of the tally at every moment.

use quad_db::FromRow;
use quad_db::{DbError, Source, Sql, Tx, each_like, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::{PollId, UserId};

use super::model::{NewPoll, Order, Poll, PollCounts, PollFilter, PollOption, Status, Tally};

/// One option of a poll, with the poll's own columns beside it.
#[derive(FromRow)]
struct OptionRow {
    id: PollId,
    owner_id: UserId,
    title: String,
    organization: String,
    starts_at: Time,
    ends_at: Time,
    created_at: Time,
    voted: i32,
    text: String,
    votes: i32,
}

#[derive(FromRow)]
struct TallyRow {
    starts_at: Time,
    ends_at: Time,
    votes: i32,
}

#[derive(FromRow)]
struct CountsRow {
    total: i64,
    upcoming: i64,
    active: i64,
    ended: i64,
}

#[derive(FromRow)]
struct IdRow {
    id: PollId,
}

/// A poll somebody has voted in.
#[derive(FromRow)]
pub(super) struct VotedIn {
    pub id: PollId,
    pub title: String,
    pub organization: String,
}

/// The polls that `picked` selects, each with its options, as `$1` sees them; `order` is of polls.
fn with_options(picked: &str, order: &str) -> String {
    format!(
        "SELECT p.id, p.owner_id, p.title, p.organization, p.starts_at, p.ends_at, p.created_at,
            CASE WHEN EXISTS (SELECT 1 FROM poll_votes v WHERE v.poll_id = p.id AND v.user_id = $1) THEN 1 ELSE 0 END
                AS voted,
            o.text, o.votes
         FROM ({picked}) p JOIN poll_options o ON o.poll_id = p.id ORDER BY {order}, o.no"
    )
}

fn gather(rows: Vec<OptionRow>) -> Vec<Poll> {
    let mut polls: Vec<Poll> = Vec::new();
    for row in rows {
        let choice = PollOption { text: row.text, votes: i64::from(row.votes) };
        match polls.last_mut().filter(|poll| poll.id == row.id) {
            Some(poll) => poll.options.push(choice),
            None => polls.push(Poll {
                id: row.id,
                owner: row.owner_id,
                title: row.title,
                organization: row.organization,
                starts_at: row.starts_at,
                ends_at: row.ends_at,
                created_at: row.created_at,
                options: vec![choice],
                voted: row.voted == 1,
            }),
        }
    }
    polls
}

/// A poll as somebody sees it.
pub(super) async fn find(source: &impl Source, id: PollId, reader: UserId) -> Result<Option<Poll>, DbError> {
    let rows = sql(with_options("SELECT * FROM polls WHERE id = $2", "p.id")).arg(reader).arg(id).all(source).await?;
    Ok(gather(rows).pop())
}

/// A part of a list as somebody sees it.
pub(super) async fn page(
    source: &impl Source,
    reader: UserId,
    asked: &PollFilter,
    now: Time,
) -> Result<Vec<Poll>, DbError> {
    let status = match asked.status {
        None => "",
        Some(Status::Upcoming) => "AND p.starts_at > $2",
        Some(Status::Active) => "AND p.starts_at <= $2 AND p.ends_at > $2",
        Some(Status::Ended) => "AND p.ends_at <= $2",
    };
    let order = match asked.order {
        Order::New => "p.created_at DESC, p.id DESC",
        Order::Now => {
            "CASE WHEN p.ends_at <= $2 THEN 2 WHEN p.starts_at > $2 THEN 1 ELSE 0 END,
             CASE WHEN p.ends_at <= $2 THEN -p.ends_at WHEN p.starts_at > $2 THEN p.starts_at ELSE p.ends_at END,
             p.id DESC"
        }
    };
    let picked = format!(
        "SELECT * FROM polls p WHERE $2 >= 0 {status} {} ORDER BY {order} LIMIT {} OFFSET {}",
        matching(asked, 3),
        asked.page.size,
        asked.page.skip()
    );
    let rows = searching(sql(with_options(&picked, order)).arg(reader).arg(now), asked).all(source).await?;
    Ok(gather(rows))
}

/// How many polls that match the search stand where.
pub(super) async fn count_by_status(
    source: &impl Source,
    asked: &PollFilter,
    now: Time,
) -> Result<PollCounts, DbError> {
    let text = format!(
        "SELECT COUNT(*) AS total,
            COALESCE(SUM(CASE WHEN p.starts_at > $1 THEN 1 ELSE 0 END), 0) AS upcoming,
            COALESCE(SUM(CASE WHEN p.starts_at <= $1 AND p.ends_at > $1 THEN 1 ELSE 0 END), 0) AS active,
            COALESCE(SUM(CASE WHEN p.ends_at <= $1 THEN 1 ELSE 0 END), 0) AS ended
         FROM polls p WHERE $1 >= 0 {}",
        matching(asked, 2)
    );
    let row = searching(sql(text).arg(now), asked).one::<CountsRow>(source).await?;
    let row = row.unwrap_or(CountsRow { total: 0, upcoming: 0, active: 0, ended: 0 });
    Ok(PollCounts { all: row.total, upcoming: row.upcoming, active: row.active, ended: row.ended })
}

fn matching(asked: &PollFilter, first: usize) -> String {
    let patterns = quad_text::search_patterns(asked.search.as_deref().unwrap_or_default());
    format!("AND {}", each_like(&["p.search_text"], first, patterns.len()))
}

/// Adds the words of a search as patterns.
fn searching(statement: Sql, asked: &PollFilter) -> Sql {
    statement.args(quad_text::search_patterns(asked.search.as_deref().unwrap_or_default()))
}

/// The numbers of a poll.
pub(super) async fn tally(source: &impl Source, id: PollId) -> Result<Option<Tally>, DbError> {
    let rows = sql("SELECT p.starts_at, p.ends_at, o.votes FROM polls p JOIN poll_options o ON o.poll_id = p.id
         WHERE p.id = $1 ORDER BY o.no")
    .arg(id)
    .all::<TallyRow>(source)
    .await?;
    let votes = rows.iter().map(|row| i64::from(row.votes)).collect();
    Ok(rows.first().map(|row| Tally { starts_at: row.starts_at, ends_at: row.ends_at, votes }))
}

/// Writes a poll whose options have these many votes.
pub(super) async fn insert(
    tx: &mut Tx,
    id: PollId,
    owner: UserId,
    new: &NewPoll,
    votes: &[i32],
    now: Time,
) -> Result<(), DbError> {
    sql("INSERT INTO polls (id, owner_id, title, organization, starts_at, ends_at, created_at, search_text)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
    .arg(id)
    .arg(owner)
    .arg(new.title.as_str())
    .arg(new.organization.as_str())
    .arg(new.starts_at)
    .arg(new.ends_at)
    .arg(now)
    .arg(quad_text::search_text(&[new.title.as_str(), new.organization.as_str()]))
    .run(tx)
    .await?;
    for (no, text) in (0_i32..).zip(&new.options) {
        sql("INSERT INTO poll_options (poll_id, no, text, votes) VALUES ($1, $2, $3, $4)")
            .arg(id)
            .arg(no)
            .arg(text.as_str())
            .arg(votes.get(no as usize).copied().unwrap_or_default())
            .run(tx)
            .await?;
    }
    Ok(())
}

/// Raises an option's tally if there is such an option and its poll is active at `now`. Says whether it did; the caller
/// commits only when [`insert_voter`] says yes as well.
pub(super) async fn raise_if_active(tx: &mut Tx, id: PollId, option: i32, now: Time) -> Result<bool, DbError> {
    let rows = sql("UPDATE poll_options SET votes = votes + 1 WHERE poll_id = $1 AND no = $2
           AND EXISTS (SELECT 1 FROM polls WHERE id = $1 AND starts_at <= $3 AND ends_at > $3)")
    .arg(id)
    .arg(option)
    .arg(now)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Notes that somebody has voted, or says that they had before.
pub(super) async fn insert_voter(tx: &mut Tx, id: PollId, voter: UserId) -> Result<bool, DbError> {
    let rows =
        sql("INSERT INTO poll_votes (poll_id, user_id) VALUES ($1, $2) ON CONFLICT (poll_id, user_id) DO NOTHING")
            .arg(id)
            .arg(voter)
            .run(tx)
            .await?;
    Ok(rows == 1)
}

/// Takes a poll's options that nobody has voted for and says how many with votes are left. Whoever votes at the same time
/// waits for this transaction, or this one for them.
pub(super) async fn delete_options_without_votes(tx: &mut Tx, id: PollId) -> Result<i64, DbError> {
    sql("DELETE FROM poll_options WHERE poll_id = $1 AND votes = 0").arg(id).run(tx).await?;
    let left = sql("SELECT COUNT(*) AS value FROM poll_options WHERE poll_id = $1").arg(id).value(tx).await?;
    Ok(left.unwrap_or_default())
}

/// Deletes a poll with whatever is left of it. Its options first: a vote in hand holds one of them.
pub(super) async fn delete(tx: &mut Tx, id: PollId) -> Result<bool, DbError> {
    sql("DELETE FROM poll_options WHERE poll_id = $1").arg(id).run(tx).await?;
    Ok(sql("DELETE FROM polls WHERE id = $1").arg(id).run(tx).await? == 1)
}

/// Deletes a person's polls that nobody has voted in, and says which. Their options are held first: a vote in hand is
/// either seen or finds nothing.
pub(super) async fn delete_unvoted_of(tx: &mut Tx, owner: UserId) -> Result<Vec<PollId>, DbError> {
    sql("UPDATE poll_options SET votes = votes WHERE poll_id IN (SELECT id FROM polls WHERE owner_id = $1)")
        .arg(owner)
        .run(tx)
        .await?;
    let rows: Vec<IdRow> = sql("DELETE FROM polls WHERE owner_id = $1 AND NOT EXISTS
             (SELECT 1 FROM poll_options o WHERE o.poll_id = polls.id AND o.votes > 0) RETURNING id")
    .arg(owner)
    .all(&*tx)
    .await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// The polls somebody has created, oldest first.
pub(super) async fn of_owner(source: &impl Source, owner: UserId) -> Result<Vec<Poll>, DbError> {
    let text = with_options("SELECT * FROM polls WHERE owner_id = $1", "p.created_at, p.id");
    Ok(gather(sql(text).arg(owner).all(source).await?))
}

/// The polls somebody has voted in, oldest first.
pub(super) async fn voted_by(source: &impl Source, voter: UserId) -> Result<Vec<VotedIn>, DbError> {
    sql("SELECT p.id, p.title, p.organization FROM poll_votes v JOIN polls p ON p.id = v.poll_id
         WHERE v.user_id = $1 ORDER BY p.created_at, p.id")
    .arg(voter)
    .all(source)
    .await
}
