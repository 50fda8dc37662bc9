//! Enquiry store: all SQL on enquiries and on how many came lately, and a read of who the administrators are.

use std::time::Duration;

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::{EnquiryId, UserId};
use quad_kernel::page::Page;

use super::model::{Enquiry, LimitKey, NewEnquiry, Sender, Topic};

/// Enquiries taken within [`WINDOW`] under one key.
const MOST: i32 = 5;
/// From the first of them on.
const WINDOW: Duration = Duration::from_hours(1);

#[derive(FromRow)]
struct EnquiryRow {
    id: EnquiryId,
    topic: String,
    name: String,
    email: String,
    user_id: Option<UserId>,
    message: String,
    doubtful: bool,
    created_at: Time,
    answered_at: Option<Time>,
}

impl From<EnquiryRow> for Enquiry {
    fn from(row: EnquiryRow) -> Self {
        Self {
            id: row.id,
            // Only words of ours are stored.
            topic: Topic::parse(&row.topic).unwrap_or(Topic::Contact),
            sender: Sender { name: row.name, email: row.email, user: row.user_id },
            message: row.message,
            is_doubtful: row.doubtful,
            created_at: row.created_at,
            answered_at: row.answered_at,
        }
    }
}

#[derive(FromRow)]
struct AddressRow {
    email: String,
}

/// Counts one more under all keys, or says that one of them is used up; then the caller must not commit. One statement,
/// so that a burst is counted like a line.
pub(super) async fn allow(tx: &mut Tx, keys: &[LimitKey], now: Time) -> Result<bool, DbError> {
    let rows: Vec<String> = (0..keys.len()).map(|at| format!("(${}, 1, $1)", at + 4)).collect();
    let mut statement = sql(format!(
        "INSERT INTO enquiry_allowances (sender_hash, sent, since) VALUES {}
         ON CONFLICT (sender_hash) DO UPDATE SET
             sent = CASE WHEN enquiry_allowances.since <= $2 THEN 1 ELSE enquiry_allowances.sent + 1 END,
             since = CASE WHEN enquiry_allowances.since <= $2 THEN $1 ELSE enquiry_allowances.since END
         WHERE enquiry_allowances.since <= $2 OR enquiry_allowances.sent < $3",
        rows.join(", ")
    ))
    .arg(now)
    .arg(now.minus(WINDOW))
    .arg(MOST);
    for key in keys {
        statement = statement.arg(key.to_vec());
    }
    Ok(statement.run(tx).await? == keys.len() as u64)
}

/// Stores an enquiry.
pub(super) async fn insert(tx: &mut Tx, id: EnquiryId, new: &NewEnquiry, now: Time) -> Result<(), DbError> {
    sql("INSERT INTO enquiries (id, topic, name, email, user_id, message, created_at, doubtful)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
    .arg(id)
    .arg(new.topic.word())
    .arg(new.sender.name.as_str())
    .arg(new.sender.email.as_str())
    .arg(new.sender.user)
    .arg(new.message.as_str())
    .arg(now)
    .arg(new.is_doubtful)
    .run(tx)
    .await?;
    Ok(())
}

/// One enquiry.
pub(super) async fn find(source: &impl Source, id: EnquiryId) -> Result<Option<Enquiry>, DbError> {
    let row =
        sql("SELECT id, topic, name, email, user_id, message, doubtful, created_at, answered_at FROM enquiries WHERE id = $1")
            .arg(id)
            .one::<EnquiryRow>(source)
            .await?;
    Ok(row.map(Enquiry::from))
}

/// What a person wrote while logged in, oldest first.
pub(super) async fn of_person(source: &impl Source, user: UserId) -> Result<Vec<Enquiry>, DbError> {
    let rows = sql(
        "SELECT id, topic, name, email, user_id, message, doubtful, created_at, answered_at FROM enquiries WHERE user_id = $1
         ORDER BY created_at, id",
    )
    .arg(user)
    .all::<EnquiryRow>(source)
    .await?;
    Ok(rows.into_iter().map(Enquiry::from).collect())
}

/// Gives what a person wrote another name and no address.
pub(super) async fn rename_sender(tx: &mut Tx, user: UserId, name: &str) -> Result<(), DbError> {
    sql("UPDATE enquiries SET name = $2, email = '' WHERE user_id = $1").arg(user).arg(name).run(tx).await?;
    Ok(())
}

/// A page of all enquiries, or of those not answered yet, newest first.
pub(super) async fn page(source: &impl Source, page: Page, is_open: bool) -> Result<Vec<Enquiry>, DbError> {
    let filter = if is_open { "WHERE answered_at IS NULL" } else { "" };
    let rows = sql(format!(
        "SELECT id, topic, name, email, user_id, message, doubtful, created_at, answered_at FROM enquiries {filter}
         ORDER BY created_at DESC, id DESC LIMIT {} OFFSET {}",
        page.size,
        page.skip()
    ))
    .all::<EnquiryRow>(source)
    .await?;
    Ok(rows.into_iter().map(Enquiry::from).collect())
}

/// How many there are.
pub(super) async fn count(source: &impl Source) -> Result<i64, DbError> {
    Ok(sql("SELECT count(*) AS value FROM enquiries").value(source).await?.unwrap_or_default())
}

/// How many nobody has answered yet.
pub(super) async fn count_open(source: &impl Source) -> Result<i64, DbError> {
    let open = sql("SELECT count(*) AS value FROM enquiries WHERE answered_at IS NULL").value(source).await?;
    Ok(open.unwrap_or_default())
}

/// Ticks an enquiry off, or takes the tick back. False when it is so already, or is not there.
pub(super) async fn set_answered_if_other(
    tx: &mut Tx,
    id: EnquiryId,
    answered: bool,
    now: Time,
) -> Result<bool, DbError> {
    let is_other = if answered { "IS NULL" } else { "IS NOT NULL" };
    let rows = sql(format!("UPDATE enquiries SET answered_at = $2 WHERE id = $1 AND answered_at {is_other}"))
        .arg(id)
        .arg(answered.then_some(now))
        .run(tx)
        .await?;
    Ok(rows == 1)
}

/// The addresses of all platform administrators.
pub(super) async fn administrators(source: &impl Source) -> Result<Vec<String>, DbError> {
    let rows = sql("SELECT users.email FROM roles JOIN users ON users.id = roles.user_id
         WHERE roles.role = 'ADMIN' AND users.confirmed_at IS NOT NULL ORDER BY users.email")
    .all::<AddressRow>(source)
    .await?;
    Ok(rows.into_iter().map(|row| row.email).collect())
}

/// Deletes counts that no longer count.
pub(super) async fn sweep(tx: &mut Tx, now: Time) -> Result<(), DbError> {
    sql("DELETE FROM enquiry_allowances WHERE since <= $1").arg(now.minus(WINDOW)).run(tx).await?;
    Ok(())
}
