//! Sandbox jobs: send webhooks when they are due, signed, by HTTP to ourselves, and again until they are answered with
//! a 2xx. A webhook may come twice after a crash, as the real provider's may.

use anyhow::Context;
use quad_jobs::{Job, JobEnd, Registry};
use serde::{Deserialize, Serialize};

use crate::ContestsState;

use super::keys::shared_keys;
use super::model::Delivery;
use super::{store, wire};

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<ContestsState>) {
    *registry = std::mem::take(registry).register::<Deliver>();
}

/// Sends webhooks, one after the other.
#[derive(Serialize, Deserialize)]
pub(super) struct Deliver {
    /// Which, in the order they are sent.
    pub numbers: Vec<i64>,
}

impl Job for Deliver {
    type App = ContestsState;
    const KIND: &'static str = "sandbox.deliver";
    /// About ten hours.
    const MAX_TRIES: u32 = 20;

    async fn run(self, app: &ContestsState, _: u32) -> Result<(), JobEnd> {
        if app.settings.sells_for_money() {
            // Real keys were set since: nobody listens to the sandbox any more.
            return Ok(());
        }
        for number in self.numbers {
            let found = store::find_delivery(&app.db, number).await?;
            let Some(delivery) = found.filter(|delivery| !delivery.is_sent) else { continue };
            deliver(app, &delivery).await.map_err(|error| JobEnd::later(format!("{error:#}")))?;
            let mut tx = app.db.begin().await?;
            store::mark_sent(&mut tx, number, app.clock.now()).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}

async fn deliver(app: &ContestsState, delivery: &Delivery) -> anyhow::Result<()> {
    let address = app.listening.get().context("this process does not listen")?;
    let order = store::find_order(&app.db, &delivery.payment.order_id).await?.context("the order is gone")?;
    let keys = shared_keys(app).await.map_err(|_| anyhow::anyhow!("the sandbox's keys cannot be read"))?;
    let body = wire::event(delivery, &order, app.clock.now()).to_string();
    let answer = app
        .sandbox
        .http()?
        .post(format!("http://{address}/api/payment/webhook"))
        .header("content-type", "application/json")
        .header("x-razorpay-event-id", &delivery.event_id)
        .header("x-razorpay-signature", quad_pay::sign(&keys.webhook_secret, body.as_bytes()))
        .body(body)
        .send()
        .await
        .context("the webhook could not be sent")?;
    anyhow::ensure!(answer.status().is_success(), "the webhook was answered with {}", answer.status());
    Ok(())
}
