//! Metrics exposition: `GET /metrics` in the text format of OpenMetrics, which Prometheus reads. It holds what was
//! counted, and what can be asked now.
//!
//! It is served on an address of its own (`metrics_listen`), never on the one people use, so that no proxy can show it by
//! mistake. A database that does not answer leaves out what only it knows.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use quad_load::Process;

use crate::app::App;
use quad_kernel::error::{Error, UNAVAILABLE};

/// The database has so long to say how many jobs there are.
const PATIENCE: Duration = Duration::from_secs(2);
const KIND: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What is served at `metrics_listen`.
pub fn router(app: &App) -> Router {
    Router::new().route("/metrics", get(read)).with_state(app.clone())
}

async fn read(State(app): State<App>) -> Response {
    let now = now(&app).await;
    let mut text = String::new();
    let written = encode_registry(&mut text, app.metrics.registry())
        .and_then(|()| encode_registry(&mut text, &now))
        .and_then(|()| encode_eof(&mut text));
    match written {
        Ok(()) => ([(header::CONTENT_TYPE, KIND)], text).into_response(),
        Err(_) => Error::from(UNAVAILABLE).into_response(),
    }
}

/// What is so at this moment.
async fn now(app: &App) -> Registry {
    let mut all = Registry::default();
    all.register("quad_build", "The version that runs", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
    gauge(&mut all, "quad_uptime_seconds", "Since it began", app.metrics.uptime().as_secs_f64());
    gauge(
        &mut all,
        "quad_answer_queue",
        "Answers, joins and submissions that wait for the writer",
        app.attempt_log.waiting(),
    );
    gauge(&mut all, "quad_login_queue", "Log-ins in hand and waiting for theirs", app.passwords.in_line());
    gauge(&mut all, "quad_live_streams", "Open streams of live updates", app.live.streams());
    counter(&mut all, "quad_live_events", "Events sent on streams of live updates", app.live.sent());
    let health = app.db.health();
    gauge(&mut all, "quad_database_connections", "Open connections of the pool", health.connections);
    gauge(&mut all, "quad_database_connections_idle", "Those of them that do nothing", health.idle);
    counter(&mut all, "quad_database_away", "How often the database did not answer", health.times_away);
    gauge(
        &mut all,
        "quad_database_log_held_bytes",
        "Bytes of SQLite's log that wait for a reader to end",
        health.log_held as f64,
    );
    if let Ok(Ok(jobs)) = tokio::time::timeout(PATIENCE, quad_jobs::counts(&app.db)).await {
        gauge(&mut all, "quad_jobs_waiting", "Jobs that wait, for their time too", jobs.waiting as f64);
        gauge(&mut all, "quad_jobs_running", "Jobs in hand, in all processes", jobs.running as f64);
        gauge(&mut all, "quad_jobs_parked", "Jobs that were given up and wait for somebody", jobs.parked as f64);
    }
    // Nothing is known of it elsewhere than on Linux.
    if let Ok(usage) = Process::own().usage() {
        let spent = ConstCounter::new(usage.cpu.as_secs_f64());
        all.register("process_cpu_seconds", "Processor time, user and system", spent);
        gauge(&mut all, "process_resident_memory_bytes", "Memory it holds", usage.resident as f64);
        gauge(&mut all, "process_open_fds", "Open files and connections", usage.open_files as u32);
    }
    all
}

fn gauge(all: &mut Registry, name: &str, help: &str, value: impl Into<f64>) {
    all.register(name, help, ConstGauge::new(value.into()));
}

fn counter(all: &mut Registry, name: &str, help: &str, value: u64) {
    all.register(name, help, ConstCounter::new(value));
}
