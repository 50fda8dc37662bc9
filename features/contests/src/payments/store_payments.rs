//! Payment store: all SQL on `provider_payments` and `provider_returns`, and the columns of `payment_orders` that follow from
//! them.

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, places, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::OrderId;

use super::model::{Balance, ONE_ACCOUNT, Purchase};
use super::payment_state::{
    Charge, EnteredRefund, Facts, Progress, ReturnKind, ReturnStage, SeenPayment, SeenReturn, Stage,
};

/// Holds an order until the commit: whoever joins facts of it waits here.
pub(super) async fn lock(tx: &mut Tx, id: OrderId) -> Result<(), DbError> {
    sql("UPDATE payment_orders SET check_at = check_at WHERE id = $1").arg(id).run(tx).await?;
    Ok(())
}

#[derive(FromRow)]
struct PaymentRow {
    order_id: OrderId,
    payment_id: String,
    stage: i32,
    amount: i64,
    currency: String,
    fee: Option<i64>,
    tax: Option<i64>,
    fee_bearer: Option<String>,
    base_amount: Option<i64>,
    base_currency: Option<String>,
    offer_id: Option<String>,
    accepted: i32,
    refused: i32,
    seen_at: Time,
}

impl PaymentRow {
    fn read(self) -> (OrderId, SeenPayment) {
        let seen = SeenPayment {
            id: self.payment_id,
            stage: Stage::of(self.stage),
            charge: Charge {
                amount: self.amount,
                currency: self.currency,
                fee: self.fee,
                tax: self.tax,
                fee_bearer: self.fee_bearer,
                base_amount: self.base_amount,
                base_currency: self.base_currency,
                offer_id: self.offer_id,
            },
            is_accepted: self.accepted == 1,
            is_refused: self.refused == 1,
            seen_at: self.seen_at,
        };
        (self.order_id, seen)
    }
}

#[derive(FromRow)]
struct ReturnRow {
    order_id: OrderId,
    return_id: String,
    payment_id: String,
    kind: String,
    stage: i32,
    amount: i64,
    seen_at: Time,
}

impl ReturnRow {
    fn read(self) -> Option<(OrderId, SeenReturn)> {
        let seen = SeenReturn {
            id: self.return_id,
            payment_id: self.payment_id,
            // Only words of ours are stored.
            kind: ReturnKind::parse(&self.kind)?,
            stage: ReturnStage::of(self.stage),
            amount: self.amount,
            seen_at: self.seen_at,
        };
        Some((self.order_id, seen))
    }
}

#[derive(FromRow)]
struct EnteredRow {
    reference: Option<String>,
    amount_paise: i64,
    created_at: Time,
}

/// The payments of some orders, oldest first.
pub(super) async fn payments_of(
    source: &impl Source,
    orders: &[OrderId],
) -> Result<Vec<(OrderId, SeenPayment)>, DbError> {
    let mut found = Vec::new();
    for chunk in orders.chunks(200) {
        let mut statement = sql(format!(
            "SELECT order_id, payment_id, stage, amount, currency, fee, tax, fee_bearer, base_amount, base_currency, offer_id,
                accepted, refused, seen_at
             FROM provider_payments WHERE order_id IN ({}) ORDER BY seen_at, payment_id",
            places(1..=chunk.len())
        ));
        for id in chunk {
            statement = statement.arg(*id);
        }
        found.extend(statement.all::<PaymentRow>(source).await?.into_iter().map(PaymentRow::read));
    }
    Ok(found)
}

/// The refunds and disputes of some orders, oldest first.
pub(super) async fn returns_of(
    source: &impl Source,
    orders: &[OrderId],
) -> Result<Vec<(OrderId, SeenReturn)>, DbError> {
    let mut found = Vec::new();
    for chunk in orders.chunks(200) {
        let mut statement = sql(format!(
            "SELECT order_id, return_id, payment_id, kind, stage, amount, seen_at
             FROM provider_returns WHERE order_id IN ({}) ORDER BY seen_at, return_id",
            places(1..=chunk.len())
        ));
        for id in chunk {
            statement = statement.arg(*id);
        }
        found.extend(statement.all::<ReturnRow>(source).await?.into_iter().filter_map(ReturnRow::read));
    }
    Ok(found)
}

/// Everything known of an order. One that was credited before such facts were kept has its payment as it was credited.
pub(super) async fn facts(source: &impl Source, order: &Purchase) -> Result<Facts, DbError> {
    let mut payments: Vec<SeenPayment> =
        payments_of(source, &[order.id]).await?.into_iter().map(|(_, payment)| payment).collect();
    let returns = returns_of(source, &[order.id]).await?.into_iter().map(|(_, one)| one).collect();
    if let Some(paid) = order.paid.as_ref().filter(|paid| payments.iter().all(|one| one.id != paid.payment_id)) {
        payments.push(SeenPayment {
            id: paid.payment_id.clone(),
            stage: Stage::Captured,
            charge: Charge::exactly(order.amount_paise),
            is_accepted: false,
            is_refused: false,
            seen_at: paid.at,
        });
    }
    let entered =
        sql("SELECT reference, amount_paise, created_at FROM payment_refunds WHERE order_id = $1 ORDER BY id")
            .arg(order.id)
            .all::<EnteredRow>(source)
            .await?;
    let entered = entered
        .into_iter()
        .map(|row| EnteredRefund { reference: row.reference, paise: row.amount_paise, at: row.created_at })
        .collect();
    Ok(Facts { payments, returns, entered })
}

/// Stores what is known of a payment now. Whoever calls holds the order.
pub(super) async fn put_payment(tx: &mut Tx, order: OrderId, seen: &SeenPayment) -> Result<(), DbError> {
    let charge = &seen.charge;
    sql("INSERT INTO provider_payments (order_id, payment_id, stage, amount, currency, fee, tax, fee_bearer, base_amount,
             base_currency, offer_id, accepted, refused, seen_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         ON CONFLICT (order_id, payment_id) DO UPDATE SET stage = excluded.stage, amount = excluded.amount,
             currency = excluded.currency, fee = excluded.fee, tax = excluded.tax, fee_bearer = excluded.fee_bearer,
             base_amount = excluded.base_amount, base_currency = excluded.base_currency, offer_id = excluded.offer_id,
             accepted = excluded.accepted, refused = excluded.refused")
    .arg(order)
    .arg(seen.id.as_str())
    .arg(seen.stage.number())
    .arg(charge.amount)
    .arg(charge.currency.as_str())
    .arg(charge.fee)
    .arg(charge.tax)
    .arg(charge.fee_bearer.clone())
    .arg(charge.base_amount)
    .arg(charge.base_currency.clone())
    .arg(charge.offer_id.clone())
    .arg(i32::from(seen.is_accepted))
    .arg(i32::from(seen.is_refused))
    .arg(seen.seen_at)
    .run(tx)
    .await?;
    Ok(())
}

/// Stores what is known of a refund or a dispute now. Whoever calls holds the order.
pub(super) async fn put_return(tx: &mut Tx, order: OrderId, seen: &SeenReturn) -> Result<(), DbError> {
    sql("INSERT INTO provider_returns (order_id, return_id, payment_id, kind, stage, amount, seen_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (order_id, return_id) DO UPDATE SET stage = excluded.stage, amount = excluded.amount")
    .arg(order)
    .arg(seen.id.as_str())
    .arg(seen.payment_id.as_str())
    .arg(seen.kind.word())
    .arg(seen.stage.number())
    .arg(seen.amount)
    .arg(seen.seen_at)
    .run(tx)
    .await?;
    Ok(())
}

/// The order a payment belongs to, of one account at the provider.
pub(super) async fn order_of(source: &impl Source, key_id: &str, payment: &str) -> Result<Option<OrderId>, DbError> {
    sql(format!(
        "SELECT o.id AS value FROM payment_orders o
         WHERE {ONE_ACCOUNT} AND (o.payment_id = $2
             OR o.id IN (SELECT order_id FROM provider_payments WHERE payment_id = $2)) LIMIT 1"
    ))
    .arg(key_id)
    .arg(payment)
    .value(source)
    .await
}

/// Another payment counts as the order's from now on.
pub(super) async fn pay_by(tx: &mut Tx, order: OrderId, payment: &str) -> Result<(), DbError> {
    sql("UPDATE payment_orders SET payment_id = $2 WHERE id = $1 AND paid_at IS NOT NULL")
        .arg(order)
        .arg(payment)
        .run(tx)
        .await?;
    Ok(())
}

/// Notes how far an unpaid order's payment came.
pub(super) async fn set_progress(tx: &mut Tx, order: OrderId, progress: Option<Progress>) -> Result<(), DbError> {
    sql("UPDATE payment_orders SET progress = $2 WHERE id = $1")
        .arg(order)
        .arg(progress.map(Progress::word))
        .run(tx)
        .await?;
    Ok(())
}

/// Notes what is back with the buyer by what the provider told, and which creations were taken with it. The order is held.
pub(super) async fn set_returned(tx: &mut Tx, order: &Purchase, paise: i64, taken: Balance) -> Result<(), DbError> {
    sql("UPDATE payment_orders SET refunded_paise = refunded_paise - returned_paise + $2,
             taken_contests = taken_contests - returned_contests + $3, taken_polls = taken_polls - returned_polls + $4,
             returned_paise = $2, returned_contests = $3, returned_polls = $4
         WHERE id = $1")
    .arg(order.id)
    .arg(paise)
    .arg(taken.contests)
    .arg(taken.polls)
    .run(tx)
    .await?;
    Ok(())
}
