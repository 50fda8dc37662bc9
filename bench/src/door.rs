//! Target of the requests: a server itself, or a proxy before it, in plain HTTP or in TLS. Also here: how a crowd of
//! clients comes through it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use quad_load::{Arrivals, Connection, Report, Secure, Tally, connections};
use quad_testbed::process::Server;
use tokio::task::JoinSet;

use crate::bench::PATIENCE;
use crate::campus::Campus;
use crate::requests;

/// A way in.
#[derive(Clone, Debug)]
pub struct Door {
    /// The address.
    pub address: SocketAddr,
    /// TLS is spoken there.
    pub secure: Option<Secure>,
}

impl Door {
    /// The server's own.
    pub fn of(server: &Server) -> Self {
        Self { address: server.address, secure: None }
    }

    /// A new connection through it.
    pub fn connection(&self) -> Connection {
        self.through(Connection::new(self.address, PATIENCE))
    }

    /// Many.
    pub fn lanes(&self, count: usize) -> Vec<Connection> {
        connections(self.address, count, PATIENCE).into_iter().map(|one| self.through(one)).collect()
    }

    fn through(&self, connection: Connection) -> Connection {
        match &self.secure {
            Some(secure) => connection.secured(secure),
            None => connection,
        }
    }

    /// Everybody joins, each at a moment of their own and over a new connection, and fetches the paper at once.
    pub async fn everybody_joins(&self, campus: &Arc<Campus>, contest: usize, arrivals: Arrivals) -> Report {
        let tally = Arc::new(Tally::new());
        let mut people = JoinSet::new();
        let started = Instant::now();
        for (person, moment) in arrivals.moments().iter().enumerate() {
            let (tally, campus, moment, mut connection) =
                (Arc::clone(&tally), Arc::clone(campus), *moment, self.connection());
            people.spawn(async move {
                let intended = started + moment;
                tokio::time::sleep_until(intended.into()).await;
                let (person, contest) = (&campus.people[person], &campus.contests[contest]);
                let joined = connection.send(&requests::join(person, contest)).await;
                if !joined.as_ref().is_ok_and(quad_load::Reply::is_success) {
                    tally.record(intended, &joined);
                    return;
                }
                let paper = requests::paper(contest).cookie(&person.cookie).bytes();
                tally.record(intended, &connection.send(&paper).await);
            });
        }
        while people.join_next().await.is_some() {}
        Report { took: started.elapsed(), ..tally.report() }
    }
}
