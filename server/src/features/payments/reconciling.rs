//! Asking the provider about unpaid orders, so that a closed browser and a lost webhook cost nobody a purchase.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::StreamExt;
use quad_db::planted;
use quad_pay::PayError;

use crate::app::App;
use crate::kernel::fail::Outcome;
use crate::kernel::ids::OrderId;

use super::model::{FIRST_CHECK, Purchase, next_check};
use super::settling::credit_captured;
use super::store_orders::{self, Due};
use super::{provider, words};

/// Orders asked about in one round, and how many at a time.
const A_ROUND: u32 = 40;
const AT_ONCE: usize = 4;
/// How often a buyer may have one order asked about.
const A_TURN: Duration = Duration::from_secs(3);

/// What came of a question.
pub(super) enum Asked {
    Answered,
    Refused,
    Away,
}

/// One round: every order that is due is asked about once. When the provider is away, the rest of the round waits.
pub(super) async fn round(app: &App) -> Outcome<()> {
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
            if matches!(asked, Asked::Away) {
                is_away.store(true, Ordering::Relaxed);
            }
            Ok(())
        })
        .buffer_unordered(AT_ONCE)
        .collect::<Vec<Outcome<()>>>()
        .await;
    asked.into_iter().collect()
}

/// Moves the order to its next turn first: a crash or another process then does not ask twice at once.
async fn ask_if_mine(app: &App, due: &Due) -> Outcome<Asked> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let is_mine = store_orders::reschedule(&mut tx, due, next_check(due.created_at, now)).await?;
    tx.commit().await?;
    let order = if is_mine { store_orders::find(&app.db, due.id).await? } else { None };
    let Some(order) = order else { return Ok(Asked::Answered) };
    let asked = ask(app, &order).await?;
    if matches!(asked, Asked::Away) {
        // No turn is used up by a provider that is away.
        let mut tx = app.db.begin().await?;
        store_orders::put_back(&mut tx, due.id, now.plus(FIRST_CHECK)).await?;
        tx.commit().await?;
    }
    Ok(asked)
}

/// The buyer asks about an own order now.
pub(super) async fn check(app: &App, order: &Purchase) -> Outcome<()> {
    let razorpay = app.provider.get(app).await?;
    if order.paid.is_some() || order.key_id != razorpay.key_id() {
        return Ok(());
    }
    match ask_in_turn(app, order).await? {
        Asked::Answered => Ok(()),
        Asked::Refused | Asked::Away => Err(words::CHECK_UNAVAILABLE.into()),
    }
}

/// Asks about an order, unless it was asked about for its buyer within the last three seconds.
pub(super) async fn ask_in_turn(app: &App, order: &Purchase) -> Outcome<Asked> {
    if takes_turn(app, order.id).await? { ask(app, order).await } else { Ok(Asked::Answered) }
}

async fn takes_turn(app: &App, order: OrderId) -> Outcome<bool> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let taken = store_orders::take_turn(&mut tx, order, now.minus(A_TURN), now).await?;
    tx.commit().await?;
    Ok(taken)
}

/// Asks the provider what was paid on an order, and credits what was.
async fn ask(app: &App, order: &Purchase) -> Outcome<Asked> {
    let razorpay = app.provider.get(app).await?;
    match razorpay.payments_of(&order.provider_order_id).await {
        Ok(payments) => {
            for payment in &payments {
                // An answer about another order would be the provider's mistake, and not ours to credit.
                let is_of_it = payment.order_id.as_deref() == Some(order.provider_order_id.as_str());
                if is_of_it || planted::is("paid-by-another-order") {
                    credit_captured(app, order, payment).await?;
                }
            }
            Ok(Asked::Answered)
        }
        Err(error) => {
            provider::log_trouble(&error, "ask about an order");
            Ok(if matches!(error, PayError::Later { .. }) { Asked::Away } else { Asked::Refused })
        }
    }
}
