//! Test stand, which a fault happens to: a campus in a database of its own, Quad on it as a process of its own, a
//! journal, and the controls that let its disk and clock fail.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use quad_db::Engine;
use quad_load::{Connection, Request};
use quad_testbed::campus::{Campus, Plan};
use quad_testbed::homes::{Home, Homes};
use quad_testbed::preload::faults::Faults;
use quad_testbed::process::Server;

use crate::checker::{self, Found};
use crate::crowd;
use crate::journal::{Became, Deed, Entry, Journal};

/// What is started, and what stands before its C library.
#[derive(Clone, Debug)]
pub struct Programs {
    /// The binary; without one this program is Quad.
    pub quad: PathBuf,
    /// Lets disk and clock fail; nothing without a C compiler.
    pub faults: Option<PathBuf>,
    /// Writes down what becomes of the disk.
    pub recorder: Option<PathBuf>,
    /// Servers log to the terminal.
    pub shows_logs: bool,
    /// The planted bug to switch on.
    pub planted: Option<String>,
}

/// The stand.
#[derive(Debug)]
pub struct Stand<'a> {
    /// Who is there and what they do.
    pub campus: Arc<Campus>,
    /// Its database and folder.
    pub home: Home,
    /// What was sent and heard.
    pub journal: Arc<Journal>,
    /// Where Quad listens, also after a restart.
    pub address: SocketAddr,
    /// The strings of disk and clock.
    pub faults: Option<Faults>,
    /// Further settings of the server.
    pub settings: Vec<(&'static str, String)>,
    recording: Option<PathBuf>,
    programs: &'a Programs,
    quad: Option<Server>,
}

impl<'a> Stand<'a> {
    /// Builds a campus and a home for it. Nothing runs yet.
    pub async fn build(
        programs: &'a Programs,
        homes: &mut Homes,
        engine: Engine,
        plan: &Plan,
        is_recorded: bool,
    ) -> anyhow::Result<Self> {
        let campus = Arc::new(Campus::new(plan));
        let home = homes.make(engine, &campus).await?;
        let beside = |name: &str| home.folder.with_extension(name);
        let recording = is_recorded.then(|| beside("recording"));
        let faults = match &programs.faults {
            Some(library) if !is_recorded => Some(Faults::new(library, &beside("faults"), &home.folder)?),
            _ => None,
        };
        let journal = Arc::new(Journal::create(&beside("journal"), recording.clone())?);
        // Let go of at once; a moment later Quad takes it, and takes it again after each restart.
        let free = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = free.local_addr()?;
        let settings = vec![("QUAD_BILLING", "off".to_owned())];
        Ok(Self { campus, home, journal, address, faults, settings, recording, programs, quad: None })
    }

    /// The strings of disk and clock, which only some machines have.
    pub fn faults(&self) -> anyhow::Result<&Faults> {
        self.faults.as_ref().context("there is no C compiler to build the library with")
    }

    /// Starts Quad.
    pub fn start(&mut self) -> anyhow::Result<()> {
        self.quad = None;
        let mut command = Command::new(&self.programs.quad);
        command.arg("serve").arg("--data-dir").arg(&self.home.folder).arg("--listen").arg(self.address.to_string());
        if let Some(faults) = &self.faults {
            faults.arm(&mut command);
        }
        if let Some(recording) = &self.recording {
            command.env("LD_PRELOAD", self.programs.recorder.as_ref().context("there is no recorder")?);
            command.env("RECORDED_FOLDER", self.home.folder.canonicalize()?).env("RECORDED_LOG", recording);
        }
        let mut settings: Vec<(&str, &str)> =
            vec![("QUAD_DATABASE_URL", &self.home.url), ("QUAD_LOG_FILTER", "info,quad::requests=warn")];
        settings.extend(self.settings.iter().map(|(name, value)| (*name, value.as_str())));
        if let Some(name) = &self.programs.planted {
            settings.push(("QUAD_TEST_PLANTED", name));
        }
        self.quad = Some(Server::start(command, &settings, self.programs.shows_logs)?);
        Ok(())
    }

    /// SIGKILL: nothing is finished, nothing is said.
    pub fn kill(&mut self) {
        self.quad = None;
    }

    /// SIGTERM, and waits for the end.
    pub fn stop(&mut self) -> anyhow::Result<()> {
        self.quad.take().map_or(Ok(()), Server::stop)
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        self.quad.as_mut().is_none_or(Server::has_ended)
    }

    /// The number of its process.
    pub fn pid(&self) -> anyhow::Result<u32> {
        Ok(self.quad.as_ref().context("Quad does not run")?.pid())
    }

    /// The file into which its disk is written down.
    pub fn recording(&self) -> anyhow::Result<&Path> {
        self.recording.as_deref().context("it is not recorded")
    }

    /// Asks on a new connection until somebody answers with success, and says after how long.
    pub async fn answers_again(&self, within: Duration) -> Option<Duration> {
        let began = Instant::now();
        let request = Request::get("/readyz").bytes();
        while began.elapsed() < within {
            let mut line = Connection::new(self.address, Duration::from_secs(2));
            if line.send(&request).await.is_ok_and(|reply| reply.is_success()) {
                return Some(began.elapsed());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        None
    }

    /// The first acknowledgement of what was sent after `moment`, and how long after; nothing when there is none within
    /// `within`.
    pub async fn recovered(&self, moment: Duration, within: Duration) -> anyhow::Result<Option<Duration>> {
        let began = Instant::now();
        loop {
            let after = |entry: &Entry| entry.sent >= moment && entry.became() == Became::Done;
            let entries = self.journal.entries()?;
            let first = entries.iter().filter(|entry| after(entry)).filter_map(|entry| entry.reply).min();
            if let Some((at, ..)) = first {
                return Ok(Some(at.saturating_sub(moment)));
            }
            if began.elapsed() > within {
                return Ok(None);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Somebody does something, and after how long it was acknowledged; nothing when it was not, or not within `within`.
    pub async fn takes(&self, who: usize, deed: Deed, within: Duration) -> anyhow::Result<Option<Duration>> {
        let began = Instant::now();
        let mut line = Connection::new(self.address, within);
        let status = crowd::send(&mut line, &self.journal, &self.campus, who, deed).await?;
        Ok(status.filter(|status| (200..300).contains(status)).map(|_| began.elapsed()))
    }

    /// Starts Quad on another database, without strings, and kills it when it is ready: that took so long.
    pub async fn rehearse(&mut self, url: &str, folder: &Path) -> anyhow::Result<Duration> {
        let began = Instant::now();
        let mut command = Command::new(&self.programs.quad);
        command.arg("serve").arg("--data-dir").arg(folder).args(["--listen", "127.0.0.1:0"]);
        let quad = Server::start(command, &[("QUAD_DATABASE_URL", url)], self.programs.shows_logs)?;
        let mut line = Connection::new(quad.address, Duration::from_secs(20));
        let status = line.send(&Request::get("/readyz").bytes()).await?.status;
        anyhow::ensure!(status == 200, "Quad is not ready: {status}");
        Ok(began.elapsed())
    }

    /// Opens the database and compares it with the journal. Nobody sends any more.
    pub async fn check(&self) -> anyhow::Result<Found> {
        let db = self.home.open().await?;
        let found = checker::check(&db, &self.campus, &self.journal.entries()?, |_| true).await;
        db.close().await;
        found
    }
}
