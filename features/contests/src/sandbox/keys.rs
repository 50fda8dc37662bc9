//! Sandbox keys: made by the first process that needs them, then the same for all. Also the HTTP client that sends
//! webhooks.

use std::sync::OnceLock;
use std::time::Duration;

use quad_pay::Keys;
use reqwest::Client;
use reqwest::redirect::Policy;
use tokio::sync::OnceCell;

use crate::ContestsState;
use quad_kernel::error::Result;

use super::{model, store};

/// The long-lived parts of the sandbox.
#[derive(Debug, Default)]
pub struct Sandbox {
    keys: OnceCell<Keys>,
    http: OnceLock<Client>,
}

impl Sandbox {
    /// Nothing is made before it is needed: installations with real keys never need it.
    pub fn new() -> Self {
        Self::default()
    }

    /// The client that sends webhooks, to ourselves only.
    pub(super) fn http(&self) -> reqwest::Result<&Client> {
        if let Some(client) = self.http.get() {
            return Ok(client);
        }
        let client = Client::builder()
            .connect_timeout(Duration::from_secs(3))
            .timeout(Duration::from_secs(10))
            .redirect(Policy::none())
            .user_agent("Razorpay-Webhook/v1")
            // Our own address is plain http on this machine: no proxy lies between, and no certificates are wanted.
            .no_proxy()
            .tls_certs_only([])
            .build()?;
        Ok(self.http.get_or_init(|| client))
    }
}

/// The sandbox's keys. Nobody can guess them; `key_id` says by its beginning that it is for tests.
pub async fn shared_keys(app: &ContestsState) -> Result<Keys> {
    app.sandbox.keys.get_or_try_init(|| read_or_make(app)).await.cloned()
}

async fn read_or_make(app: &ContestsState) -> Result<Keys> {
    if let Some(keys) = store::find_keys(&app.db).await? {
        return Ok(keys);
    }
    let made = Keys {
        key_id: model::name(&app.random, "rzp_test_", 14),
        key_secret: model::name(&app.random, "", 24),
        webhook_secret: model::name(&app.random, "", 24),
    };
    let mut tx = app.db.begin().await?;
    store::insert_keys_if_none(&mut tx, &made, app.clock.now()).await?;
    let keys = store::find_keys(&tx).await?;
    tx.commit().await?;
    keys.ok_or_else(|| anyhow::anyhow!("the sandbox's keys vanished").into())
}
