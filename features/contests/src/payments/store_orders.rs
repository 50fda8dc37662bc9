//! Order store: all SQL on `payment_orders`, `payment_receipts`, `payment_refunds` and `payment_allowances`.

use std::collections::HashMap;
use std::time::Duration;

use quad_db::FromRow;
use quad_db::{DbError, Source, Sql, Tx, each_like, places, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::{OrderId, UserId};
use quad_kernel::page::Page;

use super::model::{Balance, Buyer, EnteredRefund, NewRefund, ONE_ACCOUNT, Offer, Paid, Purchase, Returned, TEST_KEYS};
use super::payment_state::{Charge, Progress, ReturnStage};
use super::{messages, store_payments};

/// Unpaid orders a person may begin within [`WINDOW`].
const MOST_BEGUN: i32 = 20;
/// From the first of them on.
const WINDOW: Duration = Duration::from_hours(1);
/// So long one's own unpaid orders are listed.
const LISTED_UNPAID: Duration = Duration::from_hours(24);

const PURCHASES: &str = "SELECT o.id, o.user_id, o.key_id, o.provider_order_id, o.plan, o.period, o.amount_paise, o.contests,
        o.polls, o.created_at, o.paid_at, o.payment_id, r.no AS receipt_no, o.refunded_paise, o.taken_contests, o.taken_polls,
        o.returned_paise, o.returned_contests, o.returned_polls, o.progress, u.full_name, CASE WHEN u.deleted_at IS NULL THEN u.email ELSE '' END AS email,
        p.amount AS charged, p.currency AS charged_currency, p.fee AS charged_fee, p.tax AS charged_tax,
        p.fee_bearer AS charged_bearer, p.base_amount AS charged_base, p.base_currency AS charged_base_currency,
        p.offer_id AS charged_offer
     FROM payment_orders o JOIN users u ON u.id = o.user_id LEFT JOIN payment_receipts r ON r.order_id = o.id
        LEFT JOIN provider_payments p ON p.order_id = o.id AND p.payment_id = o.payment_id";

/// What the payment `p` that counts for the order `o` is worth, in paise, as [`Charge::worth`] has it. An order that was
/// credited before payments were kept has none, and was paid as asked.
const PAID_PAISE: &str = "CASE WHEN p.payment_id IS NULL THEN o.amount_paise
    WHEN p.currency = 'INR' THEN CASE WHEN p.amount > 0 THEN p.amount ELSE 0 END
    WHEN p.base_currency = 'INR' AND p.base_amount > 0 THEN p.base_amount ELSE o.amount_paise END";

#[derive(FromRow)]
struct PurchaseRow {
    id: OrderId,
    user_id: UserId,
    key_id: String,
    provider_order_id: String,
    plan: String,
    period: String,
    amount_paise: i64,
    contests: i32,
    polls: i32,
    created_at: Time,
    paid_at: Option<Time>,
    payment_id: Option<String>,
    receipt_no: Option<i64>,
    refunded_paise: i64,
    taken_contests: i32,
    taken_polls: i32,
    returned_paise: i64,
    returned_contests: i32,
    returned_polls: i32,
    progress: Option<String>,
    full_name: String,
    email: String,
    charged: Option<i64>,
    charged_currency: Option<String>,
    charged_fee: Option<i64>,
    charged_tax: Option<i64>,
    charged_bearer: Option<String>,
    charged_base: Option<i64>,
    charged_base_currency: Option<String>,
    charged_offer: Option<String>,
}

impl PurchaseRow {
    /// Only words of ours are stored; a row with others is nobody's.
    fn purchase(self) -> Option<Purchase> {
        let charge = match (self.charged, self.charged_currency) {
            (Some(amount), Some(currency)) => Charge {
                amount,
                currency,
                fee: self.charged_fee,
                tax: self.charged_tax,
                fee_bearer: self.charged_bearer,
                base_amount: self.charged_base,
                base_currency: self.charged_base_currency,
                offer_id: self.charged_offer,
            },
            _ => Charge::exactly(self.amount_paise),
        };
        let paid = match (self.paid_at, self.payment_id, self.receipt_no) {
            (Some(at), Some(payment_id), Some(receipt_no)) => Some(Paid { at, payment_id, receipt_no, charge }),
            _ => None,
        };
        Some(Purchase {
            id: self.id,
            buyer: Buyer { id: self.user_id, full_name: self.full_name, email: self.email },
            key_id: self.key_id,
            provider_order_id: self.provider_order_id,
            offer: Offer::parse(&self.plan, &self.period)?,
            amount_paise: self.amount_paise,
            creations: Balance { contests: self.contests, polls: self.polls },
            created_at: self.created_at,
            paid,
            refunded_paise: self.refunded_paise,
            taken: Balance { contests: self.taken_contests, polls: self.taken_polls },
            returned: Returned {
                paise: self.returned_paise,
                creations: Balance { contests: self.returned_contests, polls: self.returned_polls },
            },
            progress: self.progress.as_deref().and_then(Progress::parse),
        })
    }
}

fn purchases(rows: Vec<PurchaseRow>) -> Vec<Purchase> {
    rows.into_iter().filter_map(PurchaseRow::purchase).collect()
}

/// Counts one more begun order, or says that the hour is full.
pub(super) async fn allow(tx: &mut Tx, user: UserId, now: Time) -> Result<bool, DbError> {
    let rows = sql("INSERT INTO payment_allowances (user_id, begun, since) VALUES ($1, 1, $2)
         ON CONFLICT (user_id) DO UPDATE SET
             begun = CASE WHEN payment_allowances.since <= $3 THEN 1 ELSE payment_allowances.begun + 1 END,
             since = CASE WHEN payment_allowances.since <= $3 THEN $2 ELSE payment_allowances.since END
         WHERE payment_allowances.since <= $3 OR payment_allowances.begun < $4")
    .arg(user)
    .arg(now)
    .arg(now.minus(WINDOW))
    .arg(MOST_BEGUN)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Takes back one count made at `begun_at` or later in the same hour: the order was paid, or could not be made.
pub(super) async fn allow_again(tx: &mut Tx, user: UserId, begun_at: Time) -> Result<(), DbError> {
    sql("UPDATE payment_allowances SET begun = begun - 1 WHERE user_id = $1 AND begun > 0 AND since <= $2")
        .arg(user)
        .arg(begun_at)
        .run(tx)
        .await?;
    Ok(())
}

/// Deletes counts that no longer count.
pub(super) async fn sweep_allowances(tx: &mut Tx, now: Time) -> Result<(), DbError> {
    sql("DELETE FROM payment_allowances WHERE since <= $1").arg(now.minus(WINDOW)).run(tx).await?;
    Ok(())
}

/// What a new order is, besides its offer.
pub(super) struct NewOrderRow<'a> {
    pub id: OrderId,
    pub user: UserId,
    pub key_id: &'a str,
    pub provider_order_id: &'a str,
    pub offer: Offer,
    pub created_at: Time,
    pub check_at: Time,
}

/// Stores an order.
pub(super) async fn insert(tx: &mut Tx, new: &NewOrderRow<'_>) -> Result<(), DbError> {
    let creations = new.offer.creations();
    sql("INSERT INTO payment_orders (id, user_id, key_id, provider_order_id, plan, period, amount_paise, contests, polls,
             created_at, check_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)")
    .arg(new.id)
    .arg(new.user)
    .arg(new.key_id)
    .arg(new.provider_order_id)
    .arg(new.offer.plan.word())
    .arg(new.offer.period.word())
    .arg(new.offer.amount_paise())
    .arg(creations.contests)
    .arg(creations.polls)
    .arg(new.created_at)
    .arg(new.check_at)
    .run(tx)
    .await?;
    Ok(())
}

/// One order.
pub(super) async fn find(source: &impl Source, id: OrderId) -> Result<Option<Purchase>, DbError> {
    let row = sql(format!("{PURCHASES} WHERE o.id = $1")).arg(id).one::<PurchaseRow>(source).await?;
    Ok(row.and_then(PurchaseRow::purchase))
}

/// One order by the provider's id of it.
pub(super) async fn find_by_provider_id(source: &impl Source, id: &str) -> Result<Option<Purchase>, DbError> {
    let row = sql(format!("{PURCHASES} WHERE o.provider_order_id = $1")).arg(id).one::<PurchaseRow>(source).await?;
    Ok(row.and_then(PurchaseRow::purchase))
}

/// Marks an order as paid by this payment unless it is paid: the one place that decides who credits.
pub(super) async fn pay_if_unpaid(tx: &mut Tx, id: OrderId, payment_id: &str, now: Time) -> Result<bool, DbError> {
    let rows = sql("UPDATE payment_orders SET paid_at = $2, payment_id = $3, check_at = NULL
         WHERE id = $1 AND paid_at IS NULL")
    .arg(id)
    .arg(now)
    .arg(payment_id)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Gives an order the next receipt number.
pub(super) async fn number_receipt(tx: &mut Tx, id: OrderId) -> Result<(), DbError> {
    sql("INSERT INTO payment_receipts (order_id) VALUES ($1)").arg(id).run(tx).await?;
    Ok(())
}

/// An unpaid order the provider is to be asked about.
#[derive(Clone, Debug, FromRow)]
pub(super) struct DueOrder {
    pub id: OrderId,
    pub created_at: Time,
    pub check_at: Time,
}

/// The orders that are due, longest first, of one account at the provider.
pub(super) async fn due(source: &impl Source, key_id: &str, now: Time, most: u32) -> Result<Vec<DueOrder>, DbError> {
    sql(format!(
        "SELECT o.id, o.created_at, o.check_at FROM payment_orders o WHERE {ONE_ACCOUNT} AND o.check_at <= $2
         ORDER BY o.check_at LIMIT {most}"
    ))
    .arg(key_id)
    .arg(now)
    .all(source)
    .await
}

/// Sets when an order is looked at next, unless somebody else has done so.
pub(super) async fn reschedule(tx: &mut Tx, due: &DueOrder, next: Option<Time>) -> Result<bool, DbError> {
    let rows = sql("UPDATE payment_orders SET check_at = $3 WHERE id = $1 AND check_at = $2 AND paid_at IS NULL")
        .arg(due.id)
        .arg(due.check_at)
        .arg(next)
        .run(tx)
        .await?;
    Ok(rows == 1)
}

/// The provider was away: the order is due again at `at`.
pub(super) async fn put_back(tx: &mut Tx, id: OrderId, at: Time) -> Result<(), DbError> {
    sql("UPDATE payment_orders SET check_at = $2 WHERE id = $1 AND paid_at IS NULL").arg(id).arg(at).run(tx).await?;
    Ok(())
}

/// Takes the buyer's turn to have an order asked about, unless one was taken since `since`.
pub(super) async fn take_turn(tx: &mut Tx, id: OrderId, since: Time, now: Time) -> Result<bool, DbError> {
    let rows = sql("UPDATE payment_orders SET asked_at = $3
         WHERE id = $1 AND (asked_at IS NULL OR asked_at <= $2)")
    .arg(id)
    .arg(since)
    .arg(now)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// A person's purchases, newest first: paid ones, unpaid ones of the last day, and those with money on the way.
pub(super) async fn page_of(
    source: &impl Source,
    user: UserId,
    page: Page,
    now: Time,
) -> Result<(Vec<Purchase>, i64), DbError> {
    const THEIRS: &str = "o.user_id = $1 AND (o.paid_at IS NOT NULL OR o.created_at > $2
        OR o.progress IN ('review', 'refund_failed', 'authorized', 'returned', 'closed'))";
    let since = now.minus(LISTED_UNPAID);
    let rows = sql(format!(
        "{PURCHASES} WHERE {THEIRS} ORDER BY o.created_at DESC, o.id DESC LIMIT {} OFFSET {}",
        page.size,
        page.skip()
    ))
    .arg(user)
    .arg(since)
    .all::<PurchaseRow>(source)
    .await?;
    let total = sql(format!("SELECT count(*) AS value FROM payment_orders o WHERE {THEIRS}"))
        .arg(user)
        .arg(since)
        .value(source)
        .await?;
    Ok((purchases(rows), total.unwrap_or_default()))
}

/// All orders of a person, newest first.
pub(super) async fn all_of(source: &impl Source, user: UserId) -> Result<Vec<Purchase>, DbError> {
    let rows = sql(format!("{PURCHASES} WHERE o.user_id = $1 ORDER BY o.created_at DESC, o.id DESC"))
        .arg(user)
        .all::<PurchaseRow>(source)
        .await?;
    Ok(purchases(rows))
}

/// How much was sold.
#[derive(Debug, FromRow)]
pub(super) struct SalesTotals {
    pub total: i64,
    pub paid_paise: i64,
    pub refunded_paise: i64,
}

/// A page of the paid orders that match, latest payment first, and the sums of all that match. Money counts of orders that
/// are tests like the present account or real like it, never both in one sum.
pub(super) async fn sales(
    source: &impl Source,
    search: Option<&str>,
    page: Page,
    counts_tests: bool,
) -> Result<(Vec<Purchase>, SalesTotals), DbError> {
    let rows = searching(
        sql(format!(
            "{PURCHASES} WHERE o.paid_at IS NOT NULL {} ORDER BY o.paid_at DESC, r.no DESC LIMIT {} OFFSET {}",
            matching(search, 1),
            page.size,
            page.skip()
        )),
        search,
    )
    .all::<PurchaseRow>(source)
    .await?;
    let counted = if counts_tests { "LIKE" } else { "NOT LIKE" };
    let pattern = TEST_KEYS.replace('_', "!_");
    let counted = format!("CASE WHEN o.key_id {counted} '{pattern}%' ESCAPE '!' THEN");
    let sums = searching(
        sql(format!(
            "SELECT count(*) AS total, CAST(COALESCE(SUM({counted} {PAID_PAISE} ELSE 0 END), 0) AS BIGINT) AS paid_paise,
                CAST(COALESCE(SUM({counted} o.refunded_paise ELSE 0 END), 0) AS BIGINT) AS refunded_paise
             FROM payment_orders o JOIN users u ON u.id = o.user_id LEFT JOIN payment_receipts r ON r.order_id = o.id
                LEFT JOIN provider_payments p ON p.order_id = o.id AND p.payment_id = o.payment_id
             WHERE o.paid_at IS NOT NULL {}",
            matching(search, 1)
        )),
        search,
    )
    .one::<SalesTotals>(source)
    .await?;
    Ok((purchases(rows), sums.unwrap_or(SalesTotals { total: 0, paid_paise: 0, refunded_paise: 0 })))
}

fn matching(search: Option<&str>, first: usize) -> String {
    let search = search.unwrap_or_default();
    // The provider's names are ASCII, of which both engines know the case.
    let texts = ["u.search_text", "lower(o.provider_order_id)", "lower(o.payment_id)"];
    let each = each_like(&texts, first, patterns(search).len());
    let receipt = receipt_of(search).map(|number| format!(" OR r.no = {number}")).unwrap_or_default();
    format!("AND ({each}{receipt})")
}

/// The words of a search as patterns; the number of a receipt is one word.
fn patterns(search: &str) -> Vec<String> {
    if receipt_of(search).is_some() {
        return vec![format!("%{}%", search.to_ascii_lowercase())];
    }
    quad_text::search_patterns(search)
}

/// The number meant by "Q-000042" or "42", in digits of any script and with any hyphen.
fn receipt_of(search: &str) -> Option<i64> {
    let plain = quad_text::ascii_digits(&quad_text::likeness(search));
    let plain = plain.trim();
    let digits = plain.strip_prefix(['Q', 'q']).map_or(plain, |rest| rest.trim_start_matches('-'));
    digits.parse().ok().filter(|number| *number > 0)
}

/// Adds the words of a search as patterns.
fn searching(statement: Sql, search: Option<&str>) -> Sql {
    statement.args(patterns(search.unwrap_or_default()))
}

/// Notes on the order what is given back, if so much is left of it.
pub(super) async fn refund_if_left(tx: &mut Tx, id: OrderId, refund: &NewRefund) -> Result<bool, DbError> {
    let rows = sql(format!(
        "UPDATE payment_orders AS o SET refunded_paise = refunded_paise + $2,
             taken_contests = taken_contests + $3, taken_polls = taken_polls + $4
         WHERE o.id = $1 AND o.paid_at IS NOT NULL
             AND $2 <= COALESCE((SELECT {PAID_PAISE} FROM provider_payments p
                 WHERE p.order_id = o.id AND p.payment_id = o.payment_id), o.amount_paise) - o.refunded_paise
             AND $3 <= o.contests - o.taken_contests AND $4 <= o.polls - o.taken_polls"
    ))
    .arg(id)
    .arg(refund.amount_paise)
    .arg(refund.creations.contests)
    .arg(refund.creations.polls)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Stores a refund and returns its number; nothing when its reference is known for this order.
pub(super) async fn insert_refund(
    tx: &mut Tx,
    id: OrderId,
    by: UserId,
    refund: &NewRefund,
    now: Time,
) -> Result<Option<i64>, DbError> {
    sql("INSERT INTO payment_refunds (order_id, made_by, amount_paise, contests, polls, reason, reference, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (order_id, reference) DO NOTHING RETURNING id AS value")
    .arg(id)
    .arg(by)
    .arg(refund.amount_paise)
    .arg(refund.creations.contests)
    .arg(refund.creations.polls)
    .arg(refund.reason.as_str())
    .arg(refund.reference.clone())
    .arg(now)
    .value(tx)
    .await
}

#[derive(FromRow)]
struct RefundRow {
    order_id: OrderId,
    amount_paise: i64,
    contests: i32,
    polls: i32,
    reason: String,
    reference: Option<String>,
    created_at: Time,
}

impl From<RefundRow> for EnteredRefund {
    fn from(row: RefundRow) -> Self {
        Self {
            order: row.order_id,
            amount_paise: row.amount_paise,
            creations: Balance { contests: row.contests, polls: row.polls },
            reason: row.reason,
            reference: row.reference,
            created_at: row.created_at,
        }
    }
}

const REFUNDS: &str =
    "SELECT order_id, amount_paise, contests, polls, reason, reference, created_at FROM payment_refunds";

/// One refund.
pub(super) async fn refund(source: &impl Source, id: i64) -> Result<Option<EnteredRefund>, DbError> {
    let row = sql(format!("{REFUNDS} WHERE id = $1")).arg(id).one::<RefundRow>(source).await?;
    Ok(row.map(EnteredRefund::from))
}

/// Some orders by their ids.
pub(super) async fn find_all(source: &impl Source, ids: &[OrderId]) -> Result<HashMap<OrderId, Purchase>, DbError> {
    let mut found = HashMap::new();
    for chunk in ids.chunks(200) {
        let mut statement = sql(format!("{PURCHASES} WHERE o.id IN ({})", places(1..=chunk.len())));
        for id in chunk {
            statement = statement.arg(*id);
        }
        found.extend(purchases(statement.all::<PurchaseRow>(source).await?).into_iter().map(|one| (one.id, one)));
    }
    Ok(found)
}

/// Whether the provider told of a refund with this number.
pub(super) async fn is_told(source: &impl Source, id: OrderId, reference: &str) -> Result<bool, DbError> {
    let found = sql("SELECT count(*) AS value FROM provider_returns WHERE order_id = $1 AND return_id = $2")
        .arg(id)
        .arg(reference)
        .value::<i64>(source)
        .await?;
    Ok(found.unwrap_or_default() > 0)
}

/// The refunds of some orders, each order's oldest first. What the provider told comes last, as one.
pub(super) async fn refunds_of(
    source: &impl Source,
    orders: &[Purchase],
) -> Result<HashMap<OrderId, Vec<EnteredRefund>>, DbError> {
    let mut found: HashMap<OrderId, Vec<EnteredRefund>> = HashMap::new();
    // Most purchases have none, and their rows say so.
    let with_some: Vec<OrderId> = orders
        .iter()
        .filter(|order| order.refunded_paise > 0 || order.taken != Balance::default())
        .map(|order| order.id)
        .collect();
    for chunk in with_some.chunks(200) {
        let mut statement = sql(format!("{REFUNDS} WHERE order_id IN ({}) ORDER BY id", places(1..=chunk.len())));
        for id in chunk {
            statement = statement.arg(*id);
        }
        for row in statement.all::<RefundRow>(source).await? {
            found.entry(row.order_id).or_default().push(row.into());
        }
    }
    let told: Vec<&Purchase> = orders.iter().filter(|order| order.returned != Returned::default()).collect();
    let ids: Vec<OrderId> = told.iter().map(|order| order.id).collect();
    let returns = store_payments::returns_of(source, &ids).await?;
    for order in told {
        let gone = returns.iter().filter(|(id, one)| *id == order.id && one.stage == ReturnStage::Done);
        let references: Vec<&str> = gone.clone().map(|(_, one)| one.id.as_str()).collect();
        found.entry(order.id).or_default().push(EnteredRefund {
            order: order.id,
            amount_paise: order.returned.paise,
            creations: order.returned.creations,
            reason: messages::RETURNED.to_owned(),
            reference: (!references.is_empty()).then(|| references.join(", ")),
            created_at: gone.map(|(_, one)| one.seen_at).max().unwrap_or(order.created_at),
        });
    }
    Ok(found)
}
