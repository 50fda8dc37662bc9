//! Exchange of two requests that a broken proxy takes for each other. Each leaves something here and gets what the
//! other has left.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

/// How long a request waits for another to be exchanged with.
const PATIENCE: Duration = Duration::from_millis(600);

/// A place where one waits at a time.
#[derive(Debug)]
pub struct Exchange<T> {
    waiting: Mutex<Option<(T, oneshot::Sender<T>)>>,
}

impl<T> Default for Exchange<T> {
    fn default() -> Self {
        Self { waiting: Mutex::default() }
    }
}

impl<T> Exchange<T> {
    /// What somebody else left for this; nothing when nobody came.
    pub async fn trade(&self, mine: T) -> Option<T> {
        let receiver = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let mut mine = mine;
            while let Some((theirs, sender)) = waiting.take() {
                // One that gave up meanwhile is passed over.
                match sender.send(mine) {
                    Ok(()) => return Some(theirs),
                    Err(back) => mine = back,
                }
            }
            let (sender, receiver) = oneshot::channel();
            *waiting = Some((mine, sender));
            receiver
        };
        timeout(PATIENCE, receiver).await.ok()?.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn two_get_what_the_other_left_and_one_alone_nothing() {
        let exchange = Exchange::default();
        assert_eq!(tokio::join!(exchange.trade(1), exchange.trade(2)), (Some(2), Some(1)));
        assert_eq!(exchange.trade(3).await, None);
        assert_eq!(tokio::join!(exchange.trade(4), exchange.trade(5)), (Some(5), Some(4)), "who gave up is gone");
    }
}
