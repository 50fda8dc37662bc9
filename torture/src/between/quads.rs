//! Quad servers behind the proxies: one process on SQLite, two on PostgreSQL, killed and started again on the same
//! addresses.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use quad_db::Engine;
use quad_testbed::homes::Home;
use quad_testbed::process::Server;

use super::proxies::{NAME, free_port};
use crate::stand::Programs;

/// The processes of one installation.
#[derive(Debug)]
pub struct Quads {
    /// Where each listens.
    pub addresses: Vec<SocketAddr>,
    program: PathBuf,
    home: Home,
    shows_logs: bool,
    planted: Option<String>,
    running: Vec<Mutex<Option<Server>>>,
}

impl Quads {
    /// As many as the engine allows; none runs yet.
    pub fn new(programs: &Programs, home: &Home) -> anyhow::Result<Self> {
        let count = if home.engine == Engine::Postgres { 2 } else { 1 };
        let addresses = (0..count).map(|_| free_port()).collect::<anyhow::Result<Vec<_>>>()?;
        Ok(Self {
            addresses,
            program: programs.quad.clone(),
            home: home.clone(),
            shows_logs: programs.shows_logs,
            planted: programs.planted.clone(),
            running: (0..count).map(|_| Mutex::default()).collect(),
        })
    }

    /// Starts one, and waits until it listens.
    pub fn start(&self, which: usize) -> anyhow::Result<()> {
        let folder =
            if self.addresses.len() == 1 { self.home.folder.clone() } else { self.home.folder.join(which.to_string()) };
        let mut command = Command::new(&self.program);
        command.arg("serve").arg("--data-dir").arg(folder).arg("--listen").arg(self.addresses[which].to_string());
        let public = format!("https://{NAME}");
        let mut settings = vec![
            ("QUAD_DATABASE_URL", self.home.url.as_str()),
            ("QUAD_PUBLIC_URL", &public),
            ("QUAD_BEHIND_PROXY", "true"),
            ("QUAD_BILLING", "off"),
            ("QUAD_LOG_FILTER", "warn,quad::requests=off"),
        ];
        settings.extend(self.planted.as_deref().map(|name| ("QUAD_TEST_PLANTED", name)));
        let server = Server::start(command, &settings, self.shows_logs)?;
        *self.running[which].lock().unwrap_or_else(PoisonError::into_inner) = Some(server);
        Ok(())
    }

    /// SIGKILL: nothing is finished, nothing is said.
    pub fn kill(&self, which: usize) {
        self.running[which].lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// SIGKILL for all of them.
    pub fn kill_all(&self) {
        (0..self.running.len()).for_each(|which| self.kill(which));
    }
}
