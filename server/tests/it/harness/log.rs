//! Everything this process logs, kept to be read by a story.

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};

use tracing_subscriber::EnvFilter;

/// From the first call on, at the finest level.
pub fn log() -> &'static Arc<Mutex<Vec<u8>>> {
    static LOG: OnceLock<Arc<Mutex<Vec<u8>>>> = OnceLock::new();
    LOG.get_or_init(|| {
        let log = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&log);
        let writer = move || Kept(Arc::clone(&kept));
        // Everything but what the stories' own browser logs, which speaks of its cookies.
        let filter = EnvFilter::new("debug,quad=trace,quad_jobs=trace,quad_mail=trace,cookie_store=off,reqwest=off");
        let all = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(false).with_writer(writer);
        all.try_init().expect("nobody else logs");
        log
    })
}

struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("the log").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
