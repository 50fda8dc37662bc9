//! Payment provider of this installation: Razorpay with the configured keys, or the bundled sandbox. Both are the same client
//! with another address; the sandbox's is known only once we listen.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use quad_pay::{Keys, PayError, Razorpay};
use tokio::sync::OnceCell;

use crate::ContestsState;
use crate::sandbox;
use quad_kernel::error::{Result, UNAVAILABLE};
use quad_kernel::ids::OrderId;
use quad_services::config::Settings;

/// The browser's half of the sandbox.
const SANDBOX_CHECKOUT: &str = "/sandbox/checkout.js";

/// Of more orders it is not remembered that something odd was told of them.
const MOST_ODD: usize = 1000;

/// The provider, made when it is first needed.
#[derive(Debug, Default)]
pub struct Provider {
    client: OnceCell<Razorpay>,
    /// Orders of which the log says already that the provider tells of them in an unknown shape.
    odd: Mutex<HashSet<OrderId>>,
}

impl Provider {
    /// Not made yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The provider; made once.
    pub(super) async fn get(&self, app: &ContestsState) -> Result<&Razorpay> {
        self.client.get_or_try_init(|| make(app)).await
    }

    /// Notes whether what the provider tells of an order has an unknown shape, and says whether that is to be logged: once,
    /// however often it is asked about.
    pub(super) fn is_newly_odd(&self, order: OrderId, is_odd: bool) -> bool {
        let mut odd = self.odd.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_odd {
            odd.remove(&order);
            return false;
        }
        if odd.len() >= MOST_ODD {
            odd.clear();
        }
        odd.insert(order)
    }
}

/// Whether Razorpay answers and takes the configured keys. Nothing is ordered.
pub async fn probe(settings: &Settings) -> anyhow::Result<()> {
    Ok(Razorpay::new(&settings.razorpay_base_url, keys(settings))?.probe().await?)
}

fn keys(settings: &Settings) -> Keys {
    Keys {
        key_id: settings.razorpay_key_id.clone(),
        key_secret: settings.razorpay_key_secret.reveal().to_owned(),
        webhook_secret: settings.razorpay_webhook_secret.reveal().to_owned(),
    }
}

async fn make(app: &ContestsState) -> Result<Razorpay> {
    let settings = &app.settings;
    let razorpay = if settings.sells_for_money() {
        Razorpay::new(&settings.razorpay_base_url, keys(settings))
    } else {
        // A job may run before we listen; it comes back.
        let address = app.listening.get().ok_or(UNAVAILABLE)?;
        Razorpay::new(&format!("http://{address}/sandbox/v1"), sandbox::shared_keys(app).await?)
    };
    Ok(razorpay.map_err(anyhow::Error::new)?)
}

/// The address of the checkout script.
pub(super) fn checkout(settings: &Settings) -> &str {
    if settings.sells_for_money() { &settings.razorpay_checkout_url } else { SANDBOX_CHECKOUT }
}

/// Tells the operator why the provider did not do something. Wrong keys and refused orders are theirs to mend.
pub(super) fn log_trouble(error: &PayError, doing: &'static str) {
    match error {
        PayError::Later { why } => tracing::warn!(why, doing, "the payment provider is away"),
        PayError::Refused { status, why } => {
            tracing::error!(status, why, doing, "the payment provider refused; are the keys right?");
        }
        PayError::Unreadable { why } => {
            tracing::error!(why, doing, "the payment provider's answer has an unknown shape");
        }
    }
}
