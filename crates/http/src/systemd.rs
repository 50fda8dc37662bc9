//! Systemd: what a service manager hands over and is told (systemd's protocols): the listening socket it keeps open over
//! restarts, that the server is ready, that it stops, and that it is alive. Started by hand, without `LISTEN_FDS` and
//! `NOTIFY_SOCKET`, nothing of this happens.

use std::io;
use std::net::TcpListener;

use listenfd::ListenFd;
use sd_notify::NotifyState;
use tokio::time::interval;
use tokio_util::sync::CancellationToken;

/// Signs of life per watchdog interval: one may be late.
const SIGNS: u32 = 3;

/// The listening socket that was handed over, if one was. Call it before there are threads: it takes its variables out of
/// the environment, so that no child takes the socket for its own.
///
/// # Errors
/// When it is no TCP socket, or when there are several.
pub fn handed_over() -> io::Result<Option<TcpListener>> {
    let mut handed = ListenFd::from_env();
    match handed.len() {
        0 => Ok(None),
        1 => {
            let listener = handed.take_tcp_listener(0)?;
            if let Some(listener) = &listener {
                listener.set_nonblocking(true)?;
            }
            Ok(listener)
        }
        several => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("{several} sockets were handed over (LISTEN_FDS), and one can be served: leave one ListenStream"),
        )),
    }
}

/// The server takes requests, or the worker jobs.
pub fn ready() {
    tell(NotifyState::Ready);
}

/// The stop has begun.
pub fn stopping() {
    tell(NotifyState::Stopping);
}

/// Gives signs of life as often as the watchdog wants them, until `stop`; returns at once without a watchdog. They say that
/// this process still runs its tasks, not that the database answers: a restart would not bring that back.
pub async fn stay_alive(stop: CancellationToken) {
    let Some(within) = sd_notify::watchdog_enabled() else { return };
    let mut ticks = interval(within / SIGNS);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        tell(NotifyState::Watchdog);
    }
}

fn tell(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "the service manager could not be told");
    }
}
