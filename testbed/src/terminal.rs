//! Terminal: what a program says to whoever watches it, and how it hears that it shall stop.

use std::io::Write;

/// Returns when the terminal or the system asks the program to stop.
pub async fn asked_to_stop() -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => Ok(interrupted?),
        _ = terminate.recv() => Ok(()),
    }
}

/// A line for whoever watches. A closed pipe at the other end is not our problem.
pub fn say(text: &str) {
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
