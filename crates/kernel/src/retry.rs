//! Retry of a transaction that the database gave up for another one, or for a limit. Only for work that changes nothing outside of
//! its transaction before the commit: it is done again from the beginning. What is read after the commit stands outside, or a read
//! that is given up would do the work twice.

use std::time::Duration;

use super::error::{Error, GIVEN_UP, Result};

/// Before each further try. All of them are short of what people notice.
const PAUSES: [Duration; 4] =
    [Duration::from_millis(5), Duration::from_millis(20), Duration::from_millis(60), Duration::from_millis(150)];

/// Does it, and again as long as it is given up; in the end that is the answer.
///
/// # Errors
/// What the last of five tries returns, or at once any error but [`GIVEN_UP`].
pub async fn retried<T, F>(mut work: impl FnMut() -> F) -> Result<T>
where
    F: Future<Output = Result<T>>,
{
    for pause in PAUSES {
        match work().await {
            Err(Error::Rejected(refusal)) if refusal == GIVEN_UP => tokio::time::sleep(pause).await,
            done => return done,
        }
    }
    work().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::MISSING;

    #[tokio::test(start_paused = true)]
    async fn what_is_given_up_is_done_again_and_nothing_else() {
        let mut tries = 0;
        let done = retried(|| {
            tries += 1;
            let number = tries;
            async move { if number < 3 { Err(GIVEN_UP.into()) } else { Ok(number) } }
        });
        assert!(matches!(done.await, Ok(3)));
        let mut tries = 0;
        let refused: Result<()> = retried(|| {
            tries += 1;
            async { Err(MISSING.into()) }
        })
        .await;
        assert!(matches!(refused, Err(Error::Rejected(refusal)) if refusal == MISSING));
        assert_eq!(tries, 1);
        let mut tries = 0;
        let refused: Result<()> = retried(|| {
            tries += 1;
            async { Err(GIVEN_UP.into()) }
        })
        .await;
        assert!(matches!(refused, Err(Error::Rejected(refusal)) if refusal == GIVEN_UP));
        assert_eq!(tries, PAUSES.len() + 1);
    }
}
