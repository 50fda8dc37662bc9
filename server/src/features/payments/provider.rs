//! Which payment provider this installation uses: Razorpay with the configured keys, or the bundled sandbox. Both are the
//! same client with another address; the sandbox's is known only once we listen.

use quad_pay::{Keys, PayError, Razorpay};
use tokio::sync::OnceCell;

use crate::app::App;
use crate::config::Settings;
use crate::features::sandbox;
use crate::kernel::fail::{Outcome, UNAVAILABLE};

/// The browser's half of the sandbox.
const SANDBOX_CHECKOUT: &str = "/sandbox/checkout.js";

/// The provider, made when it is first needed.
#[derive(Debug, Default)]
pub struct Provider(OnceCell<Razorpay>);

impl Provider {
    /// Not made yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The provider; made once.
    pub(super) async fn get(&self, app: &App) -> Outcome<&Razorpay> {
        self.0.get_or_try_init(|| make(app)).await
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

async fn make(app: &App) -> Outcome<Razorpay> {
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
    }
}
