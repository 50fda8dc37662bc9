//! Benchmark run: what every scenario works with. It makes databases, starts servers and measures rates, and it has the
//! book that takes the figures.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use quad_load::{Arrivals, Connection, Process, Report, Until, Work, closed_loop, connections, open_all, open_loop};
use quad_testbed::process::Server;

use crate::bare::{self, Noted};
use crate::book::{Book, Unit};
use crate::campus::Campus;
use crate::door::Door;
use crate::homes::{Home, Homes};
use crate::requests::{self, Alike, anybody};
use crate::scale::Scale;
use crate::servers::Programs;

/// How long a reply may take before it counts as none.
pub const PATIENCE: Duration = Duration::from_mins(1);
/// How long after its last arrival an open loop goes on.
const GRACE: Duration = Duration::from_secs(3);

/// A run under way.
#[derive(Debug)]
pub struct Bench {
    /// How servers are started.
    pub programs: Programs,
    /// Where their databases are.
    pub homes: Homes,
    /// How large everything is.
    pub scale: Scale,
    /// How often everything is measured.
    pub rounds: usize,
    /// Where a picture of the growth is drawn, if anywhere.
    pub plot: Option<PathBuf>,
    /// The figures.
    pub book: Book,
    /// The most processors the load program took in one measurement.
    load: f64,
}

/// One measurement.
#[derive(Debug)]
pub struct Measured {
    /// What the load program saw.
    pub report: Report,
    /// What the server's process spent.
    pub cpu: Duration,
}

impl Measured {
    /// The server's processor time for one that was done, in microseconds.
    pub fn micros_each(&self) -> f64 {
        self.cpu.as_secs_f64() * 1e6 / (self.report.done as f64).max(1.0)
    }

    /// That many hundredths stayed within this.
    pub fn p99(&self) -> Duration {
        self.report.latencies.quantile(0.99)
    }

    /// What was not done: refused by an overloaded server, say.
    pub fn errors(&self) -> u64 {
        self.report.ended() - self.report.done
    }

    /// A measurement with errors is none.
    pub fn clean(self, what: &str) -> anyhow::Result<Self> {
        let report = &self.report;
        if !report.is_clean() || report.done == 0 {
            let (refused, failed) = (&report.refused, &report.failed);
            bail!("{what}: {} done, refused {refused:?}, failed {failed:?}, unsent {}", report.done, report.unsent);
        }
        Ok(self)
    }
}

impl Bench {
    /// Nothing measured yet.
    pub fn new(programs: Programs, homes: Homes, scale: Scale, rounds: usize, plot: Option<PathBuf>) -> Self {
        Self { programs, homes, scale, rounds, plot, book: Book::default(), load: 0.0 }
    }

    /// The same campus on every engine.
    pub async fn homes_of(&mut self, campus: &Campus) -> anyhow::Result<Vec<Home>> {
        let mut homes = Vec::new();
        for engine in self.homes.engines() {
            homes.push(self.homes.make(engine, campus).await?);
        }
        Ok(homes)
    }

    /// A copy of a home for Express, where that takes part; nobody may use the home's database yet.
    pub async fn copy_for_express(&mut self, home: &Home) -> anyhow::Result<Option<Home>> {
        Ok(match self.programs.express {
            Some(_) => Some(self.homes.copy(home).await?),
            None => None,
        })
    }

    /// Connections where one number of them is enough.
    pub fn lanes(&self) -> usize {
        let all = self.scale.connections;
        all.get(1).or(all.first()).copied().unwrap_or(1)
    }

    /// The peak rate: each connection sends the next when the last is answered.
    pub async fn peak(&mut self, server: &Server, lanes: usize, work: impl Work) -> anyhow::Result<Measured> {
        self.peak_through(server, &Door::of(server), lanes, work).await
    }

    /// The same through another door of the server.
    pub async fn peak_through(
        &mut self,
        server: &Server,
        door: &Door,
        lanes: usize,
        work: impl Work,
    ) -> anyhow::Result<Measured> {
        let mut open = door.lanes(lanes);
        open_all(&mut open).await?;
        let span = self.scale.measure;
        self.watched(server, async move { closed_loop(open, Until::For(span), work).await.report }).await
    }

    /// A certain number of requests, as fast as they go; not measured.
    pub async fn warm(&self, server: &Server, count: usize, work: impl Work) -> anyhow::Result<()> {
        let open = connections(server.address, 64.min(count), PATIENCE);
        let report = closed_loop(open, Until::Count(count), work).await.report;
        Measured { report, cpu: Duration::ZERO }.clean("before the measurement")?;
        Ok(())
    }

    /// As in life, everybody has fetched the paper of a contest before answering. Not measured.
    pub async fn fetch_papers(&self, quad: &Server, campus: &Arc<Campus>, contest: usize) -> anyhow::Result<()> {
        let of = &campus.contests[contest];
        let papers = Alike::new(campus, of.joined, vec![anybody(requests::paper(of))]);
        self.warm(quad, of.joined, papers).await
    }

    /// A rate that the server has no say in.
    pub async fn steady(
        &mut self,
        server: &Server,
        lanes: usize,
        arrivals: Arrivals,
        work: impl Work,
    ) -> anyhow::Result<Measured> {
        self.steady_through(server, &Door::of(server), lanes, arrivals, work).await
    }

    /// The same through another door of the server.
    pub async fn steady_through(
        &mut self,
        server: &Server,
        door: &Door,
        lanes: usize,
        arrivals: Arrivals,
        work: impl Work,
    ) -> anyhow::Result<Measured> {
        let mut open = door.lanes(lanes);
        open_all(&mut open).await?;
        self.watched(server, async move { open_loop(arrivals, open, GRACE, work).await.report }).await
    }

    /// Anything, with what it cost the server and us.
    pub async fn watched(&mut self, server: &Server, work: impl Future<Output = Report>) -> anyhow::Result<Measured> {
        let (process, own) = (Process::of(server.pid()), Process::own());
        let (before, own_before) = (process.cpu()?, own.cpu()?);
        let report = work.await;
        let cpu = process.cpu()?.saturating_sub(before);
        let load = own.cpu()?.saturating_sub(own_before).as_secs_f64();
        self.load = self.load.max(load / report.took.as_secs_f64().max(1e-6));
        Ok(Measured { report, cpu })
    }

    /// Notes what was not done of a measurement that stays one without it: a server that is behind is a result.
    pub fn note_errors(&mut self, scenario: &'static str, what: &str, measured: &Measured) -> anyhow::Result<()> {
        let report = &measured.report;
        anyhow::ensure!(report.done > 0, "{what}: nothing was done, refused {:?}", report.refused);
        self.book.note(scenario, format!("{what}, not done"), Unit::Count, measured.errors() as f64);
        Ok(())
    }

    /// Notes how much of the machine the load program itself took at most since this was last asked.
    pub fn note_load(&mut self, scenario: &'static str) {
        let cores = std::mem::take(&mut self.load);
        if cores > 0.0 {
            self.book.note(scenario, "the load program itself, at most", Unit::Cores, cores);
        }
    }

    /// A server that repeats the replies another one gives to these requests; `more` says what else it is to do.
    pub async fn bare_like(&self, server: &Server, requests: &[Vec<u8>], more: &[&str]) -> anyhow::Result<Server> {
        let mut noted = Vec::new();
        for (number, request) in requests.iter().enumerate() {
            noted.push(note(server.address, request, number).await?);
        }
        let folder = tempfile::tempdir_in(self.homes.folder())?;
        bare::note(folder.path(), &noted)?;
        self.programs.bare(folder.path(), more)
    }
}

/// One request of a work, as bytes.
pub fn sample(work: &impl Work, number: usize) -> Vec<u8> {
    let mut request = Vec::new();
    work.write(number, &mut request);
    request
}

/// Sends one request and returns its status and body.
pub async fn ask(address: SocketAddr, request: &[u8]) -> anyhow::Result<(u16, Vec<u8>)> {
    let mut connection = Connection::new(address, PATIENCE);
    let reply = connection.send(request).await?;
    Ok((reply.status, reply.body.to_vec()))
}

/// Fails unless two servers answer a request with the same JSON: who says less has not done the same work. What may differ is
/// the clock, and the name that each has for the state of a list.
pub async fn agree(quad: &Server, other: &Server, request: &[u8]) -> anyhow::Result<()> {
    let mut said = Vec::new();
    for server in [quad, other] {
        let (status, body) = ask(server.address, request).await?;
        let mut value: serde_json::Value =
            serde_json::from_slice(&body).with_context(|| format!("{status}: {}", String::from_utf8_lossy(&body)))?;
        for own in ["serverNow", "edition"] {
            if let Some(own) = value.get_mut(own) {
                *own = serde_json::Value::Null;
            }
        }
        said.push((status, value));
    }
    if said[0] != said[1] {
        let line = request.split(|byte| *byte == b'\r').next().unwrap_or_default();
        bail!("{}: Quad says {:?}, the other {:?}", String::from_utf8_lossy(line), said[0], said[1]);
    }
    Ok(())
}

async fn note(address: SocketAddr, request: &[u8], number: usize) -> anyhow::Result<(Noted, Vec<u8>)> {
    let mut connection = Connection::new(address, PATIENCE);
    let reply = connection.send(request).await?;
    if !reply.is_success() {
        bail!("{} to {}", reply.status, String::from_utf8_lossy(request));
    }
    let line = request.split(|byte| *byte == b'\r').next().unwrap_or_default();
    let mut words = std::str::from_utf8(line)?.split(' ');
    let method = words.next().context("a method")?.to_owned();
    let path = words.next().context("a path")?.split('?').next().unwrap_or_default().to_owned();
    let noted = Noted {
        method,
        path,
        content_type: reply.head("content-type").unwrap_or_default().to_owned(),
        content_encoding: reply.head("content-encoding").map(str::to_owned),
        body: format!("{number}.body"),
    };
    Ok((noted, reply.body.to_vec()))
}
