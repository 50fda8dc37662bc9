//! Background work of payments: the reconciler's rounds, the receipt and the refund by mail, and sweeping. A mail may
//! come twice after a crash; it says the same.

use std::time::Duration;

use quad_db::Tx;
use quad_jobs::{Job, JobEnd, JobsError, Registry};
use quad_mail::{MailError, Message};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::kernel::clock::Time;
use crate::kernel::fail::{Fail, Outcome};
use crate::kernel::ids::OrderId;

use super::words::Letter;
use super::{reconciling, store_orders, words};

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<App>) {
    *registry = std::mem::take(registry)
        .register::<SendReceipt>()
        .register::<SendRefund>()
        .every::<Reconcile>(Duration::from_secs(15), || Reconcile {})
        .every::<Sweep>(Duration::from_hours(1), || Sweep {});
}

/// Asks about the orders that are due. A round that fails is not repeated: the next one comes anyway.
#[derive(Serialize, Deserialize)]
struct Reconcile {}

impl Job for Reconcile {
    type App = App;
    const KIND: &'static str = "payments.reconcile";
    const MAX_TIME: Duration = Duration::from_mins(3);

    async fn run(self, app: &App, _: u32) -> Result<(), JobEnd> {
        if let Err(fail) = reconciling::round(app).await {
            match fail {
                Fail::Refused(refusal) => tracing::warn!(why = %refusal.say, "orders could not be asked about"),
                Fail::Broken(cause) => {
                    tracing::error!(cause = format!("{cause:#}"), "orders could not be asked about");
                }
            }
        }
        Ok(())
    }
}

/// Mails the receipt of an order.
#[derive(Serialize, Deserialize)]
pub(super) struct SendReceipt {
    order: String,
}

impl SendReceipt {
    pub fn new(order: OrderId) -> Self {
        Self { order: order.to_string() }
    }
}

impl Job for SendReceipt {
    type App = App;
    const KIND: &'static str = "payments.send_receipt";

    async fn run(self, app: &App, _: u32) -> Result<(), JobEnd> {
        let id = OrderId::parse(&self.order).ok_or_else(|| JobEnd::give_up("not an id"))?;
        let purchase = store_orders::find(&app.db, id).await?.ok_or_else(|| JobEnd::give_up("no such order"))?;
        let letter =
            words::receipt_letter(&app.settings, &purchase).ok_or_else(|| JobEnd::give_up("the order is unpaid"))?;
        send(app, &purchase.buyer.email, letter).await
    }
}

/// Mails a refund.
#[derive(Serialize, Deserialize)]
pub(super) struct SendRefund {
    refund: i64,
}

impl SendRefund {
    pub fn new(refund: i64) -> Self {
        Self { refund }
    }
}

impl Job for SendRefund {
    type App = App;
    const KIND: &'static str = "payments.send_refund";

    async fn run(self, app: &App, _: u32) -> Result<(), JobEnd> {
        let refund = store_orders::refund(&app.db, self.refund).await?;
        let refund = refund.ok_or_else(|| JobEnd::give_up("no such refund"))?;
        let purchase = store_orders::find(&app.db, refund.order).await?;
        let purchase = purchase.ok_or_else(|| JobEnd::give_up("no such order"))?;
        send(app, &purchase.buyer.email, words::refund_letter(&app.settings, &purchase, &refund)).await
    }
}

async fn send(app: &App, to: &str, letter: Letter) -> Result<(), JobEnd> {
    // Whoever deleted the account has no address any more.
    if to.is_empty() {
        return Ok(());
    }
    let message = Message { to: to.to_owned(), subject: letter.subject, text: letter.text };
    match app.mail.send(&message, app.clock.now().0).await {
        Ok(()) => Ok(()),
        Err(MailError::Refused { why, .. }) => Err(JobEnd::give_up(why)),
        Err(MailError::Later { why, .. }) => Err(JobEnd::later(why)),
    }
}

/// Deletes counts of hours past.
#[derive(Serialize, Deserialize)]
struct Sweep {}

impl Job for Sweep {
    type App = App;
    const KIND: &'static str = "payments.sweep";

    async fn run(self, app: &App, _: u32) -> Result<(), JobEnd> {
        let mut tx = app.db.begin().await?;
        store_orders::sweep_allowances(&mut tx, app.clock.now()).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Enqueues in the caller's transaction.
pub(super) async fn enqueue<J: Job>(tx: &mut Tx, now: Time, job: &J) -> Outcome<()> {
    quad_jobs::enqueue(tx, now.0, job).await.map_err(|error| match error {
        JobsError::Db(error) => error.into(),
        error @ JobsError::Payload(_) => Fail::Broken(error.into()),
    })
}
