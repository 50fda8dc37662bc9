//! Resolver: names become addresses here, in the moment of connecting, and only addresses on the internet come through. Judging
//! the name when it is handed in would not do: whoever owns it can let it point elsewhere a second later (DNS rebinding).

use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::endpoint::is_public;

/// A name that leads nowhere but near us.
#[derive(Debug, thiserror::Error)]
#[error("its name leads to an address that is not on the internet")]
pub(crate) struct NotPublic;

/// Which addresses may be connected to beside those on the internet; for tests.
pub(crate) type Permitted = Arc<dyn Fn(SocketAddr) -> bool + Send + Sync>;

/// Asks another resolver and lets through what is public.
pub(crate) struct Filtered {
    pub inner: Arc<dyn Resolve>,
    pub permitted: Permitted,
}

impl Resolve for Filtered {
    fn resolve(&self, name: Name) -> Resolving {
        let (found, permitted) = (self.inner.resolve(name), Arc::clone(&self.permitted));
        Box::pin(async move {
            let all: Vec<SocketAddr> = found.await?.collect();
            let good: Vec<SocketAddr> =
                all.iter().copied().filter(|address| is_public(address.ip()) || permitted(*address)).collect();
            if good.is_empty() && !all.is_empty() {
                return Err(Box::new(NotPublic) as Box<dyn Error + Send + Sync>);
            }
            Ok(Box::new(good.into_iter()) as Addrs)
        })
    }
}

/// The operating system's resolver.
pub(crate) struct System;

impl Resolve for System {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            // The port is put in by the client.
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Where a name leads.
pub(crate) type Lookup = Arc<dyn Fn(&str) -> Vec<SocketAddr> + Send + Sync>;

/// Names that always lead to the same addresses; for tests and trials.
pub(crate) struct Fixed(pub Lookup);

impl Resolve for Fixed {
    fn resolve(&self, name: Name) -> Resolving {
        let found = (self.0)(name.as_str());
        Box::pin(async move { Ok(Box::new(found.into_iter()) as Addrs) })
    }
}

/// Lets nothing through but the internet.
pub(crate) fn nothing_more() -> Permitted {
    Arc::new(|_| false)
}

/// Lets one address near us through.
pub(crate) fn also(allowed: IpAddr) -> Permitted {
    Arc::new(move |address| address.ip() == allowed)
}
