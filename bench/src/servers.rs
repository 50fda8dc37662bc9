//! Servers that are measured, each a process of its own: Quad, the bare framework, Express. Their logs go nowhere,
//! because a log file on the disk of the database would be measured with it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use quad_testbed::process::Server;

/// How each kind of server is started.
#[derive(Clone, Debug)]
pub struct Programs {
    /// The binary `quad`; without it this program serves Quad itself, for the smoke test.
    pub quad: Option<PathBuf>,
    /// This program.
    pub own: PathBuf,
    /// The folder of the Express server, its packages installed.
    pub express: Option<PathBuf>,
    /// A library that makes every fsync five milliseconds slower.
    pub slow_disk: Option<PathBuf>,
    /// A library that writes down what is done to the files of a folder.
    pub recorder: Option<PathBuf>,
    /// Servers log to the terminal.
    pub shows_logs: bool,
}

impl Programs {
    /// Quad on a database. `is_slow`: each of its fsyncs takes five milliseconds longer.
    pub fn quad(&self, database: &str, data: &Path, is_slow: bool) -> anyhow::Result<Server> {
        self.begin(self.serve(data), &[("QUAD_DATABASE_URL", database)], is_slow)
    }

    /// Quad on a SQLite file in its data folder; what it does to the files there is written down in `log`.
    pub fn quad_recorded(&self, database: &str, data: &Path, log: &Path) -> anyhow::Result<Server> {
        let data = data.canonicalize()?;
        let mut command = self.serve(&data);
        command.env("LD_PRELOAD", self.recorder.as_ref().context("there is no recorder")?);
        command.env("RECORDED_FOLDER", &data).env("RECORDED_LOG", log);
        self.begin(command, &[("QUAD_DATABASE_URL", database)], false)
    }

    fn serve(&self, data: &Path) -> Command {
        let mut command = Command::new(self.quad.as_ref().unwrap_or(&self.own));
        command.arg("serve").arg("--data-dir").arg(data).args(["--listen", "127.0.0.1:0"]);
        command
    }

    /// The framework alone, with replies noted in a folder; `more` says what else it is to do (`bare::Options`).
    pub fn bare(&self, replies: &Path, more: &[&str]) -> anyhow::Result<Server> {
        let mut command = Command::new(&self.own);
        command.arg("bare").arg("--replies").arg(replies).args(more);
        self.begin(command, &[], false)
    }

    /// Express on a database; nothing where its packages are not installed.
    pub fn express(&self, database: &str, is_slow: bool) -> anyhow::Result<Option<Server>> {
        let Some(folder) = &self.express else { return Ok(None) };
        let mut command = Command::new("node");
        command.current_dir(folder).arg("server.js").arg(database);
        self.begin(command, &[("NODE_ENV", "production")], is_slow).map(Some)
    }

    fn begin(&self, mut command: Command, settings: &[(&str, &str)], is_slow: bool) -> anyhow::Result<Server> {
        if is_slow && let Some(library) = &self.slow_disk {
            command.env("LD_PRELOAD", library);
        }
        Server::start(command, settings, self.shows_logs)
    }
}
