//! What the browser tests may do to a server built with the feature `hooks`, and nobody to any other: jump ahead in time.
//! `cargo xtask build` refuses the feature.

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;

#[derive(Deserialize)]
struct Jump {
    seconds: i64,
}

/// `POST /test/clock {seconds}`: the server's clock jumps ahead; answers its new moment.
pub fn routes() -> Router<App> {
    Router::new().route("/test/clock", post(jump))
}

async fn jump(State(app): State<App>, Json(asked): Json<Jump>) -> Json<Value> {
    app.clock.jump(asked.seconds * 1000);
    Json(json!({"serverNow": app.clock.now().to_rfc3339()}))
}
