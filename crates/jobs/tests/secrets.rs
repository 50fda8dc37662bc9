//! Secrets in jobs: nothing of a payload reaches the log, at any level, on any thread, however the job ends.
//! Alone in its process, since it listens to everything the process says.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

#[allow(
    clippy::allow_attributes,
    dead_code,
    unused_imports,
    unused_macros,
    reason = "shared with the stories, which use the rest"
)]
#[path = "it/harness.rs"]
mod harness;

use std::io;
use std::sync::{Arc, Mutex};

use harness::{Bed, Bomb, FromTheFuture, Hopeless, flaky, say};

#[derive(Clone, Default)]
struct Pages(Arc<Mutex<Vec<u8>>>);

impl io::Write for Pages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_log_names_the_job_but_never_its_payload() {
    const SECRET: &str = "code-493817";
    let pages = Pages::default();
    let writer = pages.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    tracing::subscriber::set_global_default(subscriber).unwrap();
    let mut beds = vec![Bed::sqlite().await];
    beds.extend(Bed::postgres().await);
    for bed in &beds {
        bed.enqueue(&say(SECRET)).await;
        bed.enqueue(&Hopeless { secret: SECRET.into() }).await;
        bed.enqueue(&Bomb { secret: SECRET.into() }).await;
        bed.enqueue(&flaky(SECRET, 9, Some("key"))).await;
        bed.enqueue(&FromTheFuture).await;
        assert_eq!(bed.run_due().await, 4);
    }
    let log = String::from_utf8(pages.0.lock().unwrap().clone()).unwrap();
    assert!(!log.contains("493817"), "{log}");
    for line in ["job done", "job put off", "job parked"] {
        assert!(log.contains(line), "{line} is missing in\n{log}");
    }
}
