//! Push sender: a thread that sends, and gives way to threads that answer a person. Encrypting, TLS and talking to push
//! services happen on it alone. Ten thousand devices are told while somebody waits for a page.

use std::io;
use std::thread;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio::task::JoinError;
use tokio_util::task::AbortOnDropHandle;

/// Ends with the last of its users.
pub struct Sender {
    handle: Handle,
    _end: oneshot::Sender<()>,
}

impl Sender {
    /// # Errors
    /// The system gives no thread or no files.
    pub fn start() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (handle, (end, ended)) = (runtime.handle().clone(), oneshot::channel());
        thread::Builder::new().name("push".to_owned()).spawn(move || {
            give_way();
            // Nobody sends on it: it ends when the other half goes.
            let _ = runtime.block_on(ended);
            runtime.shutdown_background();
        })?;
        Ok(Self { handle, _end: end })
    }

    /// Does `work` there. Whoever stops waiting for it ends it.
    ///
    /// # Errors
    /// The work panicked.
    pub async fn run<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> Result<T, JoinError> {
        AbortOnDropHandle::new(self.handle.spawn(work)).await
    }
}

/// Of a core that others want, this thread gets about a tenth. Where the system knows no priority of a single thread,
/// nothing changes.
fn give_way() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(10);
}
