//! Metrics exposition: `GET /metrics` in the text format of OpenMetrics for those who ask for it, as Prometheus does, and in the
//! older one of Prometheus (`text/plain; version=0.0.4`) for all others. It holds what was counted, and what can be asked now.
//!
//! It is served on an address of its own (`metrics_listen`), never on the one people use, so that no proxy can show it by
//! mistake. A database that does not answer leaves out what only it knows.

use std::collections::HashMap;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use quad_load::Process;

use crate::app::App;
use quad_http::accept::weight_of;
use quad_kernel::error::{Error, UNAVAILABLE};

/// The database has so long to say how many jobs there are.
const PATIENCE: Duration = Duration::from_secs(2);
const OPEN_METRICS: &str = "application/openmetrics-text";
const OPEN_METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const CLASSIC_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What is served at `metrics_listen`.
pub fn router(app: &App) -> Router {
    Router::new().route("/metrics", get(read)).with_state(app.clone())
}

async fn read(State(app): State<App>, headers: HeaderMap) -> Response {
    let now = now(&app).await;
    let mut text = String::new();
    let written = encode_registry(&mut text, app.metrics.registry())
        .and_then(|()| encode_registry(&mut text, &now))
        .and_then(|()| encode_eof(&mut text));
    if written.is_err() {
        return Error::from(UNAVAILABLE).into_response();
    }
    let (kind, text) =
        if takes_open_metrics(&headers) { (OPEN_METRICS_TYPE, text) } else { (CLASSIC_TYPE, classic(&text)) };
    ([(header::CONTENT_TYPE, kind), (header::VARY, "accept")], text).into_response()
}

/// Whether OpenMetrics is asked for by name, and the older format is not liked better (RFC 9110, section 12.5.1).
fn takes_open_metrics(headers: &HeaderMap) -> bool {
    let open = weight_of(headers, OPEN_METRICS).unwrap_or_default();
    // What says most closely what is meant counts.
    let older = ["text/plain", "text/*", "*/*"].into_iter().find_map(|range| weight_of(headers, range));
    open > 0.0 && open >= older.unwrap_or_default()
}

/// The text of OpenMetrics in the older format: a counter and an info are described by the name of their samples, an info is a gauge,
/// and nothing is said of units and of the end.
fn classic(text: &str) -> String {
    let mut types = HashMap::new();
    for line in text.lines() {
        if let Some((name, kind)) = line.strip_prefix("# TYPE ").and_then(|rest| rest.split_once(' ')) {
            types.insert(name, kind);
        }
    }
    let mut classic = String::with_capacity(text.len());
    for line in text.lines() {
        let described = ["# HELP ", "# TYPE "].into_iter().find(|head| line.starts_with(head));
        if let Some((head, (name, rest))) = described.and_then(|head| Some((head, line[head.len()..].split_once(' ')?)))
        {
            let (suffix, kind) = match types.get(name).copied() {
                Some("counter") => ("_total", "counter"),
                Some("info") => ("_info", "gauge"),
                Some("unknown") | None => ("", "untyped"),
                Some(kind) => ("", kind),
            };
            let rest = if head == "# TYPE " { kind } else { rest };
            classic.extend([head, name, suffix, " ", rest, "\n"]);
        } else if !line.starts_with('#') {
            classic.extend([line, "\n"]);
        }
    }
    classic
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
    gauge(&mut all, "quad_login_queue", "Log-ins in hand and waiting for theirs", app.passwords.queue_length());
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

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn open_metrics_is_what_names_it() {
        let takes = |accept: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
            takes_open_metrics(&headers)
        };
        for accept in [
            "application/openmetrics-text",
            "application/openmetrics-text; version=1.0.0; charset=utf-8",
            "text/plain;version=0.0.4;q=0.3, Application/OpenMetrics-Text;version=1.0.0;q=0.5,*/*;q=0.2",
            // Liked as well as the other, or better than what the other is among.
            "text/plain, application/openmetrics-text",
            "application/openmetrics-text;q=0.5, text/plain;q=0.4, */*;q=0.9",
            "application/openmetrics-text;q=0.5, text/plain;q=0, */*",
            "application/openmetrics-text;version=0.0.1;q=0.1, application/openmetrics-text;q=0.5, text/plain;q=0.3",
        ] {
            assert!(takes(accept), "{accept}");
        }
        for accept in [
            "*/*",
            "text/plain",
            "",
            "text/html,*/*;q=0.8",
            "application/openmetrics-text;q=0",
            "text/plain;q=x",
            // The other is liked better.
            "application/openmetrics-text;q=0.5, text/plain;q=0.9",
            "application/openmetrics-text; Q=0.5, text/plain",
            "application/openmetrics-text;q=0.5, text/*",
            "application/openmetrics-text;q=0.5, */*;q=0.6",
            "application/openmetrics-text;q=0.000, */*;q=0",
            // No weights.
            "application/openmetrics-text;q=2, text/plain;q=0.1",
            "application/openmetrics-text;q=nan",
            "application/openmetrics-text;q=-1",
        ] {
            assert!(!takes(accept), "{accept}");
        }
        assert!(!takes_open_metrics(&HeaderMap::new()));
    }

    #[test]
    fn the_older_format_describes_what_its_samples_are_called() {
        let mut all = Registry::default();
        all.register("quad_build", "The version", Info::new([("version", "1")]));
        counter(&mut all, "quad_events", "Events sent", 3);
        gauge(&mut all, "quad_queue", "Those that wait", 2);
        let mut text = String::new();
        encode_registry(&mut text, &all).and_then(|()| encode_eof(&mut text)).unwrap();
        assert_eq!(
            classic(&text),
            "# HELP quad_build_info The version.\n# TYPE quad_build_info gauge\nquad_build_info{version=\"1\"} 1\n\
             # HELP quad_events_total Events sent.\n# TYPE quad_events_total counter\nquad_events_total 3\n\
             # HELP quad_queue Those that wait.\n# TYPE quad_queue gauge\nquad_queue 2.0\n"
        );
    }
}
