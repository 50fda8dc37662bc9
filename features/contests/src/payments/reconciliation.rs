//! Reconciliation: asks the provider about unpaid orders, so that a closed browser and a lost webhook cost nobody a purchase.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::StreamExt;
use quad_pay::{PayError, Payment};

use crate::ContestsState;
use quad_kernel::error::Result;
use quad_kernel::ids::OrderId;

use super::model::{CAPTURED_WITHIN, FIRST_CHECK, Purchase, UNNAMED, is_provider_id, next_check};
use super::payment_state::{SeenPayment, Stage};
use super::settle_payment::{Fact, seen, settle, unclear};
use super::store_orders::{self, DueOrder};
use super::{messages, provider, store_payments};

/// Orders asked about in one round, and how many at a time.
const A_ROUND: u32 = 40;
const AT_ONCE: usize = 4;
/// How often a buyer may have one order asked about.
const A_TURN: Duration = Duration::from_secs(3);

/// What came of a question.
pub(super) enum ProviderAnswer {
    Answered,
    Refused,
    /// An answer, about this order, in an unknown shape.
    Unreadable,
    Away,
}

/// One round: every order that is due is asked about once. When the provider is away, the rest of the round waits.
pub(super) async fn check_due_orders(app: &ContestsState) -> Result<()> {
    let razorpay = app.provider.get(app).await?;
    let due = store_orders::due(&app.db, razorpay.key_id(), app.clock.now(), A_ROUND).await?;
    let is_away = AtomicBool::new(false);
    let asked = futures::stream::iter(due)
        .map(|due| async {
            let due = due;
            if is_away.load(Ordering::Relaxed) {
                return Ok(());
            }
            let asked = ask_if_mine(app, &due).await?;
            if matches!(asked, ProviderAnswer::Away) {
                is_away.store(true, Ordering::Relaxed);
            }
            Ok(())
        })
        .buffer_unordered(AT_ONCE)
        .collect::<Vec<Result<()>>>()
        .await;
    asked.into_iter().collect()
}

/// Moves the order to its next turn first: a crash or another process then does not ask twice at once.
async fn ask_if_mine(app: &ContestsState, due: &DueOrder) -> Result<ProviderAnswer> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let next = next_check(due.created_at, now);
    let is_mine = store_orders::reschedule(&mut tx, due, next).await?;
    tx.commit().await?;
    let order = if is_mine { store_orders::find(&app.db, due.id).await? } else { None };
    let Some(order) = order else { return Ok(ProviderAnswer::Answered) };
    let asked = ask(app, &order).await?;
    if matches!(asked, ProviderAnswer::Away) {
        // No turn is used up by a provider that is away.
        let mut tx = app.db.begin().await?;
        store_orders::put_back(&mut tx, due.id, now.plus(FIRST_CHECK)).await?;
        tx.commit().await?;
    } else if next.is_none() {
        let_go(app, due.id).await?;
    }
    Ok(asked)
}

/// The buyer asks about an own order now.
pub(super) async fn check(app: &ContestsState, order: &Purchase) -> Result<()> {
    let razorpay = app.provider.get(app).await?;
    if order.paid.is_some() || !order.is_of_account(razorpay.key_id()) {
        return Ok(());
    }
    match ask_in_turn(app, order).await? {
        ProviderAnswer::Answered => Ok(()),
        ProviderAnswer::Unreadable => Err(messages::CHECK_UNREADABLE.into()),
        ProviderAnswer::Refused | ProviderAnswer::Away => Err(messages::CHECK_UNAVAILABLE.into()),
    }
}

/// Asks about an order, unless it was asked about for its buyer within the last three seconds.
pub(super) async fn ask_in_turn(app: &ContestsState, order: &Purchase) -> Result<ProviderAnswer> {
    if takes_turn(app, order.id).await? { ask(app, order).await } else { Ok(ProviderAnswer::Answered) }
}

async fn takes_turn(app: &ContestsState, order: OrderId) -> Result<bool> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let taken = store_orders::take_turn(&mut tx, order, now.minus(A_TURN), now).await?;
    tx.commit().await?;
    Ok(taken)
}

/// Asks the provider what was paid on an order, and does what follows.
pub(super) async fn ask(app: &ContestsState, order: &Purchase) -> Result<ProviderAnswer> {
    let razorpay = app.provider.get(app).await?;
    let now = app.clock.now();
    match razorpay.payments_of(&order.provider_order_id).await {
        Ok(payments) => {
            let mut told: Vec<Fact> = payments
                .iter()
                .filter(|payment| {
                    // An answer about another order would be the provider's mistake, and not ours to credit.
                    let is_of_it = payment.order_id.as_deref() == Some(order.provider_order_id.as_str());
                    is_of_it && is_provider_id(&payment.id)
                })
                .map(|payment| seen(payment, now))
                .collect();
            told.extend(payments.iter().filter_map(|payment| unclear(payment, order, now)));
            log_odd(app, order, &payments);
            settle(app, order, &told).await?;
            capture(app, order, &payments).await?;
            Ok(ProviderAnswer::Answered)
        }
        Err(PayError::Unreadable { why }) => {
            if app.provider.is_newly_odd(order.id, true) {
                tracing::error!(
                    order = %order.id,
                    provider_order = order.provider_order_id,
                    why,
                    "the payment provider's answer about an order has an unknown shape; it is asked again"
                );
            }
            Ok(ProviderAnswer::Unreadable)
        }
        Err(error) => {
            provider::log_trouble(&error, "ask about an order");
            Ok(if matches!(error, PayError::Later { .. }) { ProviderAnswer::Away } else { ProviderAnswer::Refused })
        }
    }
}

/// One line for an order whose payments cannot all be read. What can be read counts; captured money in the others is a case.
fn log_odd(app: &ContestsState, order: &Purchase, payments: &[Payment]) {
    let is_odd = |payment: &&Payment| !payment.is_clear() || (payment.is_taken() && payment.order_id.is_none());
    let odd: Vec<&str> = payments.iter().filter(is_odd).map(named).collect();
    if app.provider.is_newly_odd(order.id, !odd.is_empty()) {
        tracing::warn!(
            order = %order.id,
            provider_order = order.provider_order_id,
            payments = odd.join(", "),
            "the payment provider tells of payments in an unknown shape; the others of this order count"
        );
    }
}

fn named(payment: &Payment) -> &str {
    if is_provider_id(&payment.id) { &payment.id } else { UNNAMED }
}

/// Captures what the bank has set aside for exactly this order, when the provider did not do so by itself within five
/// minutes: without it the buyer's bank takes the money back after days, and nobody has got anything. Of somebody who has
/// deleted the account nothing is captured: nobody could use what it buys, and the bank lets go of it.
async fn capture(app: &ContestsState, order: &Purchase, payments: &[Payment]) -> Result<()> {
    let now = app.clock.now();
    if order.paid.is_some() || order.buyer.is_gone() || !order.is_fresh(now) {
        return Ok(());
    }
    let known = store_payments::facts(&app.db, order).await?;
    let Some(set_aside) = known.to_capture(order.amount_paise, now.minus(CAPTURED_WITHIN)) else { return Ok(()) };
    let Some(payment) = payments.iter().find(|payment| payment.id == set_aside.id) else { return Ok(()) };
    let razorpay = app.provider.get(app).await?;
    match razorpay.capture(payment).await {
        Ok(taken) => {
            tracing::info!(order = %order.id, payment_id = taken.id, "money that was set aside is captured");
            // The answer may leave out what the payment itself says.
            let taken = Payment { status: taken.status, captured: taken.captured, ..payment.clone() };
            settle(app, order, &[seen(&taken, now)]).await
        }
        // Whether the money was taken, the next question tells.
        Err(error @ (PayError::Later { .. } | PayError::Unreadable { .. })) => {
            provider::log_trouble(&error, "capture a payment");
            Ok(())
        }
        Err(PayError::Refused { why, .. }) => {
            tracing::warn!(order = %order.id, payment_id = payment.id, why, "the provider captures no money for us");
            let refused = SeenPayment { is_refused: true, ..set_aside.clone() };
            settle(app, order, &[Fact::Payment(refused)]).await
        }
    }
}

/// The last look at an order is over: what is set aside still will not be captured, and its bank lets go of it.
async fn let_go(app: &ContestsState, order: OrderId) -> Result<()> {
    let Some(order) = store_orders::find(&app.db, order).await? else { return Ok(()) };
    let known = store_payments::facts(&app.db, &order).await?;
    let told: Vec<Fact> = known
        .payments
        .into_iter()
        .filter(|payment| payment.stage == Stage::Authorized)
        .map(|payment| Fact::Payment(SeenPayment { stage: Stage::Released, ..payment }))
        .collect();
    settle(app, &order, &told).await
}
