//! Sandbox store: all SQL on the tables `sandbox_*`.

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, sql};
use quad_pay::Keys;

use quad_kernel::clock::Time;

use super::model::{Charge, Delivery, NewOrder, Order, Payment, WebhookEvent};

#[derive(FromRow)]
struct KeysRow {
    key_id: String,
    key_secret: String,
    webhook_secret: String,
}

#[derive(FromRow)]
struct OrderRow {
    id: String,
    amount_paise: i64,
    receipt: Option<String>,
    notes: String,
    attempts: i32,
    created_at: Time,
}

#[derive(FromRow)]
struct PaymentRow {
    id: String,
    order_id: String,
    amount_paise: i64,
    currency: String,
    fee: Option<i64>,
    tax: Option<i64>,
    base_paise: Option<i64>,
    offer_id: Option<String>,
    refunded: i64,
    capture_at: Option<Time>,
    created_at: Time,
}

#[derive(FromRow)]
struct DeliveryRow {
    event_id: String,
    event: String,
    payment_id: String,
    sent_at: Option<Time>,
}

impl From<OrderRow> for Order {
    fn from(row: OrderRow) -> Self {
        let OrderRow { id, amount_paise, receipt, notes, attempts, created_at } = row;
        Self { id, amount_paise, receipt, notes, attempts, created_at }
    }
}

impl From<PaymentRow> for Payment {
    fn from(row: PaymentRow) -> Self {
        let PaymentRow {
            id, order_id, currency, fee, tax, base_paise, offer_id, refunded, capture_at, created_at, ..
        } = row;
        let charge = Charge { amount: row.amount_paise, currency, fee, tax, base_paise, offer_id };
        Self { id, order_id, charge, capture_at, refunded, created_at }
    }
}

/// The keys of this installation, if they were made.
pub(super) async fn find_keys(source: &impl Source) -> Result<Option<Keys>, DbError> {
    let row = sql("SELECT key_id, key_secret, webhook_secret FROM sandbox_keys").one::<KeysRow>(source).await?;
    Ok(row.map(|row| Keys { key_id: row.key_id, key_secret: row.key_secret, webhook_secret: row.webhook_secret }))
}

/// Keeps these keys unless some other process was first.
pub(super) async fn insert_keys_if_none(tx: &mut Tx, keys: &Keys, now: Time) -> Result<(), DbError> {
    sql("INSERT INTO sandbox_keys (one, key_id, key_secret, webhook_secret, created_at) VALUES (1, $1, $2, $3, $4)
         ON CONFLICT (one) DO NOTHING")
    .arg(keys.key_id.as_str())
    .arg(keys.key_secret.as_str())
    .arg(keys.webhook_secret.as_str())
    .arg(now)
    .run(tx)
    .await?;
    Ok(())
}

/// Adds an order.
pub(super) async fn insert_order(tx: &mut Tx, id: &str, new: &NewOrder, now: Time) -> Result<(), DbError> {
    sql("INSERT INTO sandbox_orders (id, amount_paise, receipt, notes, attempts, created_at)
         VALUES ($1, $2, $3, $4, 0, $5)")
    .arg(id)
    .arg(new.amount_paise)
    .arg(new.receipt.clone())
    .arg(new.notes.as_str())
    .arg(now)
    .run(tx)
    .await?;
    Ok(())
}

/// One order.
pub(super) async fn find_order(source: &impl Source, id: &str) -> Result<Option<Order>, DbError> {
    let row = sql("SELECT id, amount_paise, receipt, notes, attempts, created_at FROM sandbox_orders WHERE id = $1")
        .arg(id)
        .one::<OrderRow>(source)
        .await?;
    Ok(row.map(Order::from))
}

/// Counts one more try of an order unless there were `most`, and holds the order until the commit.
pub(super) async fn count_try_if_below(tx: &mut Tx, order: &str, most: i32) -> Result<bool, DbError> {
    let rows = sql("UPDATE sandbox_orders SET attempts = attempts + 1 WHERE id = $1 AND attempts < $2")
        .arg(order)
        .arg(most)
        .run(tx)
        .await?;
    Ok(rows == 1)
}

/// Adds a payment that counts, unless the order has one.
pub(super) async fn insert_payment_if_first(tx: &mut Tx, payment: &Payment) -> Result<bool, DbError> {
    insert(tx, payment, "ON CONFLICT (order_id) WHERE capture_at IS NOT NULL DO NOTHING").await
}

/// Adds a declined try.
pub(super) async fn insert_declined(tx: &mut Tx, payment: &Payment) -> Result<(), DbError> {
    insert(tx, &Payment { capture_at: None, ..payment.clone() }, "").await?;
    Ok(())
}

async fn insert(tx: &mut Tx, payment: &Payment, unless: &str) -> Result<bool, DbError> {
    let charge = &payment.charge;
    let rows = sql(format!(
        "INSERT INTO sandbox_payments (id, order_id, amount_paise, currency, fee, tax, base_paise, offer_id, capture_at,
             created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) {unless}"
    ))
    .arg(payment.id.as_str())
    .arg(payment.order_id.as_str())
    .arg(charge.amount)
    .arg(charge.currency.as_str())
    .arg(charge.fee)
    .arg(charge.tax)
    .arg(charge.base_paise)
    .arg(charge.offer_id.clone())
    .arg(payment.capture_at)
    .arg(payment.created_at)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Takes what is set aside now, unless it is taken.
pub(super) async fn capture_if_held(tx: &mut Tx, id: &str, now: Time) -> Result<bool, DbError> {
    let rows = sql("UPDATE sandbox_payments SET capture_at = $2 WHERE id = $1 AND capture_at > $2")
        .arg(id)
        .arg(now)
        .run(tx)
        .await?;
    Ok(rows == 1)
}

/// Gives all of a payment back, unless it was not taken or is back.
pub(super) async fn refund_if_captured(tx: &mut Tx, id: &str, now: Time) -> Result<bool, DbError> {
    let rows =
        sql("UPDATE sandbox_payments SET refunded = amount_paise WHERE id = $1 AND capture_at <= $2 AND refunded = 0")
            .arg(id)
            .arg(now)
            .run(tx)
            .await?;
    Ok(rows == 1)
}

/// Whether the order has a payment that counts.
pub(super) async fn is_paid(source: &impl Source, order: &str) -> Result<bool, DbError> {
    let found = sql("SELECT count(*) AS value FROM sandbox_payments WHERE order_id = $1 AND capture_at IS NOT NULL")
        .arg(order)
        .value::<i64>(source)
        .await?;
    Ok(found.unwrap_or_default() > 0)
}

const PAYMENTS: &str =
    "SELECT id, order_id, amount_paise, currency, fee, tax, base_paise, offer_id, refunded, capture_at,
        created_at FROM sandbox_payments";

/// All payments and tries of an order, newest first.
pub(super) async fn payments_of(source: &impl Source, order: &str) -> Result<Vec<Payment>, DbError> {
    let rows = sql(format!("{PAYMENTS} WHERE order_id = $1 ORDER BY created_at DESC, id DESC"))
        .arg(order)
        .all::<PaymentRow>(source)
        .await?;
    Ok(rows.into_iter().map(Payment::from).collect())
}

/// One payment.
pub(super) async fn find_payment(source: &impl Source, id: &str) -> Result<Option<Payment>, DbError> {
    let row = sql(format!("{PAYMENTS} WHERE id = $1")).arg(id).one::<PaymentRow>(source).await?;
    Ok(row.map(Payment::from))
}

/// Notes a webhook that is to be sent, and returns its number.
pub(super) async fn insert_delivery(
    tx: &mut Tx,
    event_id: &str,
    event: WebhookEvent,
    payment: &str,
    due: Time,
) -> Result<Option<i64>, DbError> {
    sql("INSERT INTO sandbox_deliveries (event_id, event, payment_id, due_at) VALUES ($1, $2, $3, $4)
         RETURNING number AS value")
    .arg(event_id)
    .arg(event.word())
    .arg(payment)
    .arg(due)
    .value(tx)
    .await
}

/// A webhook by its number.
pub(super) async fn find_delivery(source: &impl Source, number: i64) -> Result<Option<Delivery>, DbError> {
    let row = sql("SELECT event_id, event, payment_id, sent_at FROM sandbox_deliveries WHERE number = $1")
        .arg(number)
        .one::<DeliveryRow>(source)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let payment = find_payment(source, &row.payment_id).await?;
    // Only words of ours are stored.
    Ok(payment.zip(WebhookEvent::parse(&row.event)).map(|(payment, event)| Delivery {
        event_id: row.event_id,
        event,
        payment,
        is_sent: row.sent_at.is_some(),
    }))
}

/// Notes that a webhook was answered.
pub(super) async fn mark_sent(tx: &mut Tx, number: i64, now: Time) -> Result<(), DbError> {
    sql("UPDATE sandbox_deliveries SET sent_at = $2 WHERE number = $1").arg(number).arg(now).run(tx).await?;
    Ok(())
}
