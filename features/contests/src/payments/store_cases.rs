//! Case store: all SQL on `payment_cases`. A key decides that a thing is one case, and the first decision about it counts.

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, places, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::{OrderId, UserId};
use quad_kernel::page::Page;

use super::model::{Case, Closed, Decision};
use super::payment_state::CaseKind;

#[derive(FromRow)]
struct CaseRow {
    id: i64,
    order_id: OrderId,
    kind: String,
    subject: String,
    opened_at: Time,
    closed_at: Option<Time>,
    decision: Option<String>,
    reason: Option<String>,
    trouble: Option<String>,
}

impl CaseRow {
    /// Only words of ours are stored.
    fn read(self) -> Option<Case> {
        let closed = match (self.closed_at, self.decision) {
            (Some(at), Some(decision)) => {
                Some(Closed { at, decision: Decision::parse(&decision)?, reason: self.reason })
            }
            _ => None,
        };
        Some(Case {
            id: self.id,
            order: self.order_id,
            kind: CaseKind::parse(&self.kind)?,
            subject: self.subject,
            opened_at: self.opened_at,
            closed,
            trouble: self.trouble,
        })
    }
}

const CASES: &str =
    "SELECT id, order_id, kind, subject, opened_at, closed_at, decision, reason, trouble FROM payment_cases";

/// Opens a case and returns its number; nothing when there is or was one about the same.
pub(super) async fn open(
    tx: &mut Tx,
    order: OrderId,
    kind: CaseKind,
    subject: &str,
    now: Time,
) -> Result<Option<i64>, DbError> {
    sql("INSERT INTO payment_cases (order_id, kind, subject, opened_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (order_id, kind, subject) DO NOTHING RETURNING id AS value")
    .arg(order)
    .arg(kind.word())
    .arg(subject)
    .arg(now)
    .value(tx)
    .await
}

/// Opens a case again that settled itself and is there once more.
pub(super) async fn open_again(tx: &mut Tx, id: i64) -> Result<bool, DbError> {
    let rows = sql("UPDATE payment_cases SET closed_at = NULL, closed_by = NULL, decision = NULL, reason = NULL
         WHERE id = $1 AND decision = 'settled'")
    .arg(id)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// The provider refused what was decided: the case is open once more and says why.
pub(super) async fn give_back(tx: &mut Tx, id: i64, trouble: &str) -> Result<bool, DbError> {
    let rows = sql("UPDATE payment_cases SET closed_at = NULL, closed_by = NULL, decision = NULL, trouble = $2
         WHERE id = $1 AND decision = 'refund'")
    .arg(id)
    .arg(trouble)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Closes a case, by somebody or by itself, unless it is closed.
pub(super) async fn close_if_open(
    tx: &mut Tx,
    id: i64,
    by: Option<UserId>,
    decision: Decision,
    reason: Option<&str>,
    now: Time,
) -> Result<bool, DbError> {
    let rows =
        sql("UPDATE payment_cases SET closed_at = $2, closed_by = $3, decision = $4, reason = $5, trouble = NULL
         WHERE id = $1 AND closed_at IS NULL")
        .arg(id)
        .arg(now)
        .arg(by)
        .arg(decision.word())
        .arg(reason.map(str::to_owned))
        .run(tx)
        .await?;
    Ok(rows == 1)
}

/// One case.
pub(super) async fn find(source: &impl Source, id: i64) -> Result<Option<Case>, DbError> {
    let row = sql(format!("{CASES} WHERE id = $1")).arg(id).one::<CaseRow>(source).await?;
    Ok(row.and_then(CaseRow::read))
}

/// The cases of some orders, oldest first.
pub(super) async fn of_orders(source: &impl Source, orders: &[OrderId]) -> Result<Vec<Case>, DbError> {
    let mut found = Vec::new();
    for chunk in orders.chunks(200) {
        let mut statement = sql(format!("{CASES} WHERE order_id IN ({}) ORDER BY id", places(1..=chunk.len())));
        for id in chunk {
            statement = statement.arg(*id);
        }
        found.extend(statement.all::<CaseRow>(source).await?.into_iter().filter_map(CaseRow::read));
    }
    Ok(found)
}

/// A page of the cases, open ones oldest first or all newest first, how many match, and how many are open.
pub(super) async fn page(source: &impl Source, is_open: bool, page: Page) -> Result<(Vec<Case>, i64, i64), DbError> {
    let (which, order) = if is_open { ("WHERE closed_at IS NULL", "id") } else { ("", "id DESC") };
    let rows = sql(format!("{CASES} {which} ORDER BY {order} LIMIT {} OFFSET {}", page.size, page.skip()))
        .all::<CaseRow>(source)
        .await?;
    let open: i64 = sql("SELECT count(*) AS value FROM payment_cases WHERE closed_at IS NULL")
        .value(source)
        .await?
        .unwrap_or_default();
    let all: i64 = sql("SELECT count(*) AS value FROM payment_cases").value(source).await?.unwrap_or_default();
    Ok((rows.into_iter().filter_map(CaseRow::read).collect(), if is_open { open } else { all }, open))
}
