//! Test hooks: `quad-hooks` is Quad as the browser tests start it. They may do with it what nobody may do with `quad`:
//! let the clock jump ahead, and let pushes reach a push service of their own.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use quad::app::App;
use quad::cli::{self, Assembly};
use quad_kernel::clock::Clock;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Jump {
    seconds: i64,
}

/// Where every push goes, and whose certificate is trusted there.
#[derive(Deserialize)]
struct PushService {
    /// PEM.
    certificate: String,
    address: SocketAddr,
}

/// `POST /test/clock {seconds}`: the server's clock jumps ahead; answers its new moment. `POST /test/push {certificate, address}`:
/// every name of a push service leads to that address; to be called before anything else of push is.
fn main() -> ExitCode {
    let shift = Arc::new(AtomicI64::new(0));
    let clock = Clock::Shifted(Arc::clone(&shift));
    let jump = move |State(app): State<App>, Json(asked): Json<Jump>| {
        shift.fetch_add(asked.seconds * 1_000, Ordering::SeqCst);
        async move { Json(json!({"serverNow": app.clock.now().to_rfc3339()})) }
    };
    let pages = Router::new().route("/test/clock", post(jump)).route("/test/push", post(reach));
    cli::run_assembled(Assembly { clock, pages })
}

async fn reach(State(app): State<App>, Json(asked): Json<PushService>) -> Result<Json<Value>, (StatusCode, String)> {
    let address = asked.address;
    let options = quad_push::Options::default()
        .looking_up(move |_| vec![address])
        .permitting(address.ip())
        .trusting(asked.certificate.as_bytes())
        .map_err(|error| (StatusCode::BAD_REQUEST, error.to_string()))?;
    app.push.reach_by(options);
    Ok(Json(json!({"success": true})))
}
