//! Error log: the newest error lines of all processes, kept in the database for administrators.
//!
//! What may be logged may be kept: no secret is in a line (docs/logging.md). A storm of errors loses lines here, never in
//! the log itself; while the database is away they wait.

use std::fmt::{Debug, Write};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::sleep;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

use quad_contests::ContestsState;
use quad_kernel::clock::Clock;
use quad_kernel::error::Result;

use super::model::{ErrorLine, MOST_SAID};
use super::store;

/// Lines that wait to be kept; what comes beyond is not kept.
const WAITING: usize = 100;
/// Between two portions: errors must not keep the database busy.
const PAUSE: Duration = Duration::from_secs(1);

/// The part of the log that hands errors on.
#[derive(Debug)]
pub struct ErrorLayer {
    clock: Clock,
    lines: mpsc::Sender<ErrorLine>,
}

/// What it handed on.
pub type ErrorLines = mpsc::Receiver<ErrorLine>;

/// Both ends.
pub fn error_layer(clock: Clock) -> (ErrorLayer, ErrorLines) {
    let (lines, noticed) = mpsc::channel(WAITING);
    (ErrorLayer { clock, lines }, noticed)
}

impl<S: Subscriber> Layer<S> for ErrorLayer {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if *event.metadata().level() != Level::ERROR {
            return;
        }
        let mut said = Said::default();
        event.record(&mut said);
        let place = event.metadata().target().to_owned();
        // Full: the log has it.
        let _ = self.lines.try_send(ErrorLine { at: self.clock.now(), place, said: said.whole() });
    }
}

/// The sentence of an event, and its fields.
#[derive(Default)]
struct Said {
    sentence: String,
    fields: String,
}

impl Said {
    fn whole(self) -> String {
        let mut whole = self.sentence + &self.fields;
        // A NUL cannot be kept by one of the engines.
        whole.retain(|letter| letter != '\0');
        match whole.char_indices().nth(MOST_SAID) {
            Some((end, _)) => format!("{} …", &whole[..end]),
            None => whole,
        }
    }
}

impl Visit for Said {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a text does not fail.
        let _ = match field.name() {
            "message" => write!(self.sentence, "{value:?}"),
            name => write!(self.fields, " {name}={value:?}"),
        };
    }
}

/// Keeps what is noticed for as long as the application runs.
pub async fn store_errors(app: ContestsState, mut noticed: ErrorLines) {
    let mut lines = Vec::new();
    while app.stop.run_until_cancelled(noticed.recv_many(&mut lines, WAITING)).await.is_some_and(|many| many > 0) {
        while let Err(error) = keep_some(&app, &lines).await {
            // Not as an error: that would be one more line.
            tracing::debug!(?error, "errors could not be kept for administrators");
            if app.stop.run_until_cancelled(sleep(PAUSE)).await.is_none() {
                return;
            }
        }
        lines.clear();
        if app.stop.run_until_cancelled(sleep(PAUSE)).await.is_none() {
            return;
        }
    }
}

async fn keep_some(app: &ContestsState, lines: &[ErrorLine]) -> Result<()> {
    let mut tx = app.db.begin().await?;
    for line in lines {
        store::keep_line(&mut tx, app.peers.origin(), line).await?;
    }
    tx.commit().await?;
    Ok(())
}
