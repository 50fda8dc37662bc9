//! What the browser tests may do to a server built with the feature `hooks`, and nobody to any other: jump ahead in time, and
//! let pushes reach a push service of their own. `cargo xtask build` refuses the feature.

use std::net::SocketAddr;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;

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
pub fn routes() -> Router<App> {
    Router::new().route("/test/clock", post(jump)).route("/test/push", post(reach))
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

async fn jump(State(app): State<App>, Json(asked): Json<Jump>) -> Json<Value> {
    app.clock.jump(asked.seconds * 1000);
    Json(json!({"serverNow": app.clock.now().to_rfc3339()}))
}
