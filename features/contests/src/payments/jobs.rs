//! Payment jobs: reconciliation, mails about receipts and refunds, refunds that an administrator decided on, and
//! sweeping. A mail may come twice after a crash; it says the same.

use std::time::Duration;

use futures::FutureExt;
use quad_jobs::{Job, JobEnd, Registry};
use quad_pay::{PayError, PaymentStatus, Refund};
use serde::{Deserialize, Serialize};

use crate::ContestsState;
use quad_kernel::error::{Error, Result};
use quad_kernel::ids::OrderId;
use quad_kernel::mail::Mail;
use quad_services::background::{self, MAIL_TIME, send_mail, try_later};

use super::model::{Case, Decision, Purchase, RefundPayment, SendReceipt, SendRefund};
use super::settle_payment::{Fact, follow, held, of_refund, outcomes_of, seen, settle};
use super::{messages, reconciliation, store_cases, store_orders, store_payments};

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<ContestsState>) {
    let kinds = std::mem::take(registry)
        .register::<SendReceipt>()
        .register::<SendRefund>()
        .register::<RefundPayment>()
        .every::<Reconcile>(Duration::from_secs(15), || Reconcile {});
    let sweep: background::Sweep = |tx, now| store_orders::sweep_allowances(tx, now).boxed();
    *registry = background::sweeper(kinds, "payments.sweep", |app| app, sweep);
}

/// Asks about the orders that are due. A round that fails is not repeated: the next one comes anyway.
#[derive(Serialize, Deserialize)]
struct Reconcile {}

impl Job for Reconcile {
    type App = ContestsState;
    const KIND: &'static str = "payments.reconcile";
    const MAX_TIME: Duration = Duration::from_mins(3);

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        if let Err(fail) = reconciliation::check_due_orders(app).await {
            match fail {
                Error::Rejected(refusal) => tracing::warn!(why = %refusal.say, "orders could not be asked about"),
                Error::Internal(cause) => {
                    tracing::error!(cause = format!("{cause:#}"), "orders could not be asked about");
                }
            }
        }
        Ok(())
    }
}

impl Job for SendReceipt {
    type App = ContestsState;
    const KIND: &'static str = "payments.send_receipt";
    const MAX_TIME: Duration = MAIL_TIME;

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let id = OrderId::parse(&self.order).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let purchase = store_orders::find(&app.db, id).await?.ok_or_else(|| JobEnd::give_up("no such order"))?;
        let mail =
            messages::receipt_mail(&app.settings, &purchase).ok_or_else(|| JobEnd::give_up("the order is unpaid"))?;
        send::<Self>(app, &purchase.buyer.email, mail).await
    }
}

impl Job for SendRefund {
    type App = ContestsState;
    const KIND: &'static str = "payments.send_refund";
    const MAX_TIME: Duration = MAIL_TIME;

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let refund = store_orders::refund(&app.db, self.refund).await?;
        let refund = refund.ok_or_else(|| JobEnd::give_up("no such refund"))?;
        let purchase = store_orders::find(&app.db, refund.order).await?;
        let purchase = purchase.ok_or_else(|| JobEnd::give_up("no such order"))?;
        send::<Self>(app, &purchase.buyer.email, messages::refund_mail(&app.settings, &purchase, &refund)).await
    }
}

impl Job for RefundPayment {
    type App = ContestsState;
    const KIND: &'static str = "payments.refund";
    /// About ten hours.
    const MAX_TRIES: u32 = 20;

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        let case = store_cases::find(&app.db, self.case).await?.ok_or_else(|| JobEnd::give_up("no such case"))?;
        let order = store_orders::find(&app.db, case.order).await?.ok_or_else(|| JobEnd::give_up("no such order"))?;
        let is_wanted = case.closed.as_ref().is_some_and(|closed| closed.decision == Decision::Refund);
        let known = store_payments::facts(&app.db, &order).await?;
        let payment = known.payments.iter().find(|payment| payment.id == case.subject);
        let Some(payment) = payment.filter(|_| is_wanted) else { return Ok(()) };
        let left = known.left_of(payment, order.amount_paise);
        if left <= 0 {
            return Ok(());
        }
        let razorpay = app.provider.get(app).await.map_err(try_later)?;
        if !order.is_of_account(razorpay.key_id()) {
            return refused(app, &case, &order, messages::ELSEWHERE).await;
        }
        let now = app.clock.now();
        match razorpay.refund(&payment.id, left).await {
            Ok(made) => {
                tracing::info!(case = case.id, order = %order.id, refund = made.id, "a payment is given back");
                let made = Refund { amount_paise: made.amount_paise.or(Some(left)), ..made };
                settle(app, &order, &[Fact::Return(of_refund(&made, now))]).await.map_err(try_later)
            }
            Err(PayError::Later { why } | PayError::Unreadable { why }) => Err(JobEnd::later(why)),
            Err(PayError::Refused { why, .. }) => match razorpay.payment(&payment.id).await {
                Ok(found) if found.status == PaymentStatus::Refunded => {
                    settle(app, &order, &[seen(&found, now)]).await.map_err(try_later)
                }
                Ok(_) | Err(PayError::Refused { .. }) => refused(app, &case, &order, &why).await,
                Err(PayError::Later { why } | PayError::Unreadable { why }) => Err(JobEnd::later(why)),
            },
        }
    }
}

/// The case is open once more, with the provider's words.
async fn refused(app: &ContestsState, case: &Case, order: &Purchase, why: &str) -> Result<(), JobEnd> {
    tracing::error!(case = case.id, order = %order.id, why, "the payment provider does not give a payment back");
    let mut tx = app.db.begin().await?;
    let (order, known) = held(&mut tx, order.id).await.map_err(try_later)?;
    let before = outcomes_of(&tx, &order, &known).await.map_err(try_later)?;
    store_cases::give_back(&mut tx, case.id, why).await?;
    let done = follow(&mut tx, app.clock.now(), &order, &known, &before).await.map_err(try_later)?;
    tx.commit().await?;
    done.tell(app, &order).await;
    Ok(())
}

async fn send<J: Job>(app: &ContestsState, to: &str, mail: Mail) -> Result<(), JobEnd> {
    // Whoever deleted the account has no address any more.
    if to.is_empty() {
        return Ok(());
    }
    send_mail::<J>(app, to, mail).await
}
