//! Background jobs: what the jobs of all features share. It puts a job into the queue, deletes each hour what is no longer needed,
//! sends a job's mail, and says what an error means for a job. It knows no feature; their jobs are gathered in `jobs.rs`.

use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use quad_db::{DbError, Tx};
use quad_jobs::{Job, JobEnd, JobsError, Registry};
pub use quad_mail::Headers;
use quad_mail::{MailError, Message, Patience};

use crate::Services;
use quad_kernel::clock::Time;
use quad_kernel::error::Error;
use quad_kernel::mail::Mail;

/// Puts a job into the queue, in the caller's transaction: it runs when that is committed.
///
/// # Errors
/// When the database fails, and when the job cannot be written as JSON.
pub async fn enqueue<J: Job>(tx: &mut Tx, now: Time, job: &J) -> Result<(), DbError> {
    enqueue_at(tx, now, now, job).await
}

/// Puts a job into the queue that runs at `at` at the earliest. `now` is when it was asked for.
///
/// # Errors
/// As [`enqueue`].
pub async fn enqueue_at<J: Job>(tx: &mut Tx, now: Time, at: Time, job: &J) -> Result<(), DbError> {
    quad_jobs::enqueue_at(tx, now.0, at.0, job).await.map_err(|error| match error {
        JobsError::Db(error) => error,
        JobsError::Payload(error) => DbError::Unusable(error.to_string()),
    })
}

/// Statements that delete what is no longer needed at a moment.
pub type Sweep = for<'a> fn(&'a mut Tx, Time) -> BoxFuture<'a, Result<(), DbError>>;

/// Adds a sweeper: a job of the name `kind` that runs `sweep` each hour, in one transaction.
///
/// # Panics
/// When another kind of job has that name.
#[must_use]
pub fn sweeper<A: Clone + Send + Sync + 'static>(
    registry: Registry<A>,
    kind: &'static str,
    services: fn(&A) -> &Services,
    sweep: Sweep,
) -> Registry<A> {
    registry.every_without_payload(kind, Duration::from_hours(1), move |app| {
        async move {
            let services = services(&app);
            let mut tx = services.db.begin().await?;
            sweep(&mut tx, services.clock.now()).await?;
            Ok(tx.commit().await?)
        }
        .boxed()
    })
}

/// How long a job that mails may take: as long as a mail server may, and a minute for the rest. A job that is broken off sooner,
/// or claimed by another worker meanwhile (its lease is this and a little), mails a second time what a slow server had taken.
pub const MAIL_TIME: Duration = Patience::USUAL.longest().saturating_add(Duration::from_mins(1));

/// Sends the mail of a job of kind `J`, which does not compile unless `J` has the time: `MAX_TIME` is [`MAIL_TIME`].
///
/// # Errors
/// Gives the job up when the mail server refuses the recipient for good; anything else is tried again later.
pub async fn send_mail<J: Job>(app: &Services, to: &str, mail: Mail) -> Result<(), JobEnd> {
    send_mail_with::<J>(app, to, mail, Headers::default()).await
}

/// The same with what the mail says besides to the program that shows it.
///
/// # Errors
/// As [`send_mail`].
pub async fn send_mail_with<J: Job>(app: &Services, to: &str, mail: Mail, headers: Headers) -> Result<(), JobEnd> {
    const { assert!(J::MAX_TIME.as_secs() >= MAIL_TIME.as_secs(), "a job that mails takes MAIL_TIME") };
    let message = Message { to: to.to_owned(), subject: mail.subject, text: mail.text, headers };
    match app.mail.send(&message, app.clock.now().0).await {
        Ok(()) => Ok(()),
        Err(MailError::Refused { why, .. }) => Err(JobEnd::give_up(why)),
        Err(MailError::Later { why, .. }) => Err(JobEnd::later(why)),
    }
}

/// An error of a use case within a job: the job is tried again later.
pub fn try_later(error: Error) -> JobEnd {
    match error {
        Error::Rejected(rejection) => JobEnd::later(rejection.say),
        Error::Internal(cause) => JobEnd::later(format!("{cause:#}")),
    }
}
