//! Audit store: all SQL on `audit_entries`. Names are those that people have now.

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;
use quad_kernel::page::Page;

use super::model::{Act, Actor, Columns, Entry, KEPT_OPEN, Named, QUESTIONED};

/// Writes down what was done, in the transaction that does it. `about`: whom it was done to, if anybody.
pub async fn note(tx: &mut Tx, now: Time, by: Actor, about: Option<UserId>, act: &Act) -> Result<(), DbError> {
    let by = match by {
        Actor::CommandLine => None,
        Actor::Admin(user) => Some(user),
    };
    let Columns { act, detail, contests, polls, number } = act.columns();
    sql("INSERT INTO audit_entries (at, actor_id, about_id, act, detail, contests, polls, number)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
    .arg(now)
    .arg(by)
    .arg(about)
    .arg(act)
    .arg(detail)
    .arg(contests)
    .arg(polls)
    .arg(number)
    .run(tx)
    .await?;
    Ok(())
}

/// Whether any address may register on purpose: the newest of the two acts about it says so. What is only a decision has no other
/// place.
pub async fn is_registration_kept_open(source: &impl Source) -> Result<bool, DbError> {
    let newest = sql("SELECT act AS value FROM audit_entries WHERE act IN ($1, $2) ORDER BY no DESC LIMIT 1");
    let newest: Option<String> = newest.arg(KEPT_OPEN).arg(QUESTIONED).value(source).await?;
    Ok(newest.is_some_and(|act| act == KEPT_OPEN))
}

#[derive(FromRow)]
struct EntryRow {
    no: i64,
    at: Time,
    act: String,
    detail: String,
    contests: i32,
    polls: i32,
    number: i64,
    actor_id: Option<UserId>,
    actor_name: Option<String>,
    actor_deleted_at: Option<Time>,
    about_id: Option<UserId>,
    about_name: Option<String>,
    about_deleted_at: Option<Time>,
}

fn named(id: Option<UserId>, name: Option<String>, deleted_at: Option<Time>) -> Option<Named> {
    id.map(|id| Named { id, full_name: name.unwrap_or_default(), is_deleted: deleted_at.is_some() })
}

impl From<EntryRow> for Entry {
    fn from(row: EntryRow) -> Self {
        let EntryRow { act, detail, contests, polls, number, .. } = row;
        Self {
            no: row.no,
            at: row.at,
            by: named(row.actor_id, row.actor_name, row.actor_deleted_at),
            about: named(row.about_id, row.about_name, row.about_deleted_at),
            act: Columns { act, detail, contests, polls, number }.into(),
        }
    }
}

const ENTRIES: &str = "SELECT e.no, e.at, e.act, e.detail, e.contests, e.polls, e.number,
        e.actor_id, a.full_name AS actor_name, a.deleted_at AS actor_deleted_at,
        e.about_id, p.full_name AS about_name, p.deleted_at AS about_deleted_at
     FROM audit_entries e LEFT JOIN users a ON a.id = e.actor_id LEFT JOIN users p ON p.id = e.about_id";
const OF_PERSON: &str = "(e.actor_id = $1 OR e.about_id = $1)";

/// A page of the list, newest first, of what a person did and what was done to the person or of all; and how many there are.
pub(super) async fn page(
    source: &impl Source,
    person: Option<UserId>,
    page: Page,
) -> Result<(Vec<Entry>, i64), DbError> {
    let of = person.map_or_else(String::new, |_| format!(" WHERE {OF_PERSON}"));
    let mut listed = sql(format!("{ENTRIES}{of} ORDER BY e.no DESC LIMIT {} OFFSET {}", page.size, page.skip()));
    let mut counted = sql(format!("SELECT count(*) AS value FROM audit_entries e{of}"));
    if let Some(person) = person {
        listed = listed.arg(person);
        counted = counted.arg(person);
    }
    let rows = listed.all::<EntryRow>(source).await?;
    Ok((rows.into_iter().map(Entry::from).collect(), counted.value(source).await?.unwrap_or_default()))
}

/// Everything a person did and everything that was done to the person, oldest first.
pub(super) async fn of_person(source: &impl Source, person: UserId) -> Result<Vec<Entry>, DbError> {
    let rows = sql(format!("{ENTRIES} WHERE {OF_PERSON} ORDER BY e.no")).arg(person).all::<EntryRow>(source).await?;
    Ok(rows.into_iter().map(Entry::from).collect())
}
