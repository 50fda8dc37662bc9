//! Everything a story's processes log, kept to be read: a file without a name, which the story's own process makes and
//! another one opens by the way to the first.

use std::fs::{File, OpenOptions};
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::sync::{Once, OnceLock};

use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _, Registry, fmt, reload};

use super::statements;

static LOG: OnceLock<Log> = OnceLock::new();

/// The lines so far, of this process and of those that join in. A line is in it before whoever caused it goes on.
pub struct Log {
    file: File,
    /// Where other processes find the file.
    pub place: String,
}

impl Log {
    /// All of it as text.
    pub fn text(&self) -> String {
        self.text_from(0)
    }

    /// What was written behind that many bytes.
    pub fn text_from(&self, start: u64) -> String {
        let mut bytes = vec![0; (self.len() - start) as usize];
        self.file.read_exact_at(&mut bytes, start).expect("the log");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    pub fn len(&self) -> u64 {
        self.file.metadata().expect("the log").len()
    }
}

/// From the first call on, at the finest level. Stories ask `t.log()`, which has their other process join in.
pub fn log() -> &'static Log {
    LOG.get_or_init(|| {
        let file = tempfile::tempfile().expect("a file");
        let place = format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd());
        write_to(&place);
        Log { file, place }
    })
}

/// Where this process logs to, if it does.
pub fn place() -> Option<String> {
    LOG.get().map(|log| log.place.clone())
}

/// This process logs into the log of another, from the first call on.
pub fn join(place: &str) {
    static JOINED: Once = Once::new();
    JOINED.call_once(|| write_to(place));
}

fn write_to(place: &str) {
    let file = OpenOptions::new().append(true).open(place).expect("the log");
    listen();
    FILE.set(file).expect("one log");
    // Everything but what the stories' own browser logs, which speaks of its cookies.
    let filter = EnvFilter::new("debug,quad=trace,quad_jobs=trace,quad_mail=trace,cookie_store=off,reqwest=off");
    FILTER.get().expect("set").reload(filter).expect("kept");
}

/// Where lines go, once somebody wants them.
static FILE: OnceLock<File> = OnceLock::new();
/// What becomes a line: nothing at first.
static FILTER: OnceLock<reload::Handle<EnvFilter, Registry>> = OnceLock::new();

/// Collects the statements of this process (statements.rs), and is ready to log. Called by each story.
pub fn listen() {
    static LISTENS: Once = Once::new();
    LISTENS.call_once(|| {
        let (filter, handle) = reload::Layer::new(EnvFilter::new("off"));
        let lines = fmt::layer().with_ansi(false).with_writer(|| FILE.get().expect("a log")).with_filter(filter);
        tracing_subscriber::registry().with(lines).with(statements::collector()).init();
        assert!(FILTER.set(handle).is_ok(), "once");
    });
}
