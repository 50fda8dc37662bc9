//! Services: the settings, and the services that every feature uses. Built once by the command line and once per test;
//! no globals.

pub mod background;
pub mod config;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use quad_cluster::peers::Peers;
use quad_db::Db;
use quad_http::uploads::Uploads;
use quad_kernel::activity::Activity;
use quad_kernel::clock::Clock;
use quad_kernel::ids::Random;
use quad_live::Hub;
use quad_mail::Mailer;
use quad_metrics::Metrics;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config::Settings;

/// A cheap handle on them.
#[derive(Clone, Debug)]
pub struct Services(Arc<Inner>);

/// What every feature works with.
#[derive(Debug)]
pub struct Inner {
    /// Settings as loaded.
    pub settings: Settings,
    /// Both engines behind one door.
    pub db: Db,
    /// Now.
    pub clock: Clock,
    /// Randomness.
    pub random: Random,
    /// Outgoing mail; used by jobs only.
    pub mail: Mailer,
    /// Where uploads are put while they arrive, and how many may.
    pub uploads: Uploads,
    /// Where this process can reach itself; known once it listens, see [`Services::listens_on`].
    pub listening: OnceLock<SocketAddr>,
    /// Who follows what live.
    pub live: Hub,
    /// The other processes on the same database.
    pub peers: Peers,
    /// What this process counts of itself.
    pub metrics: Arc<Metrics>,
    /// Whether people are answering at this moment.
    pub activity: Activity,
    /// Wakes the worker of this process, so that a job need not wait for its next look.
    pub wake: quad_jobs::Wake,
    /// Given when everything shall stop: streams end, the long-lived tasks too.
    pub stop: CancellationToken,
    /// Work in the background that shutdown waits for.
    pub tasks: TaskTracker,
}

impl Deref for Services {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl From<Inner> for Services {
    fn from(parts: Inner) -> Self {
        Self(Arc::new(parts))
    }
}

impl Services {
    /// Says where the application listens, once. An address that means "everywhere" cannot be called; this machine can.
    pub fn listens_on(&self, address: SocketAddr) {
        let ip = match address.ip() {
            ip if !ip.is_unspecified() => ip,
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        };
        // Set already: nobody listens twice.
        let _ = self.listening.set(SocketAddr::new(ip, address.port()));
    }

    /// Runs something beside the requests; shutdown waits for it.
    pub fn spawn<F>(&self, work: F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.tasks.spawn(work);
    }
}
