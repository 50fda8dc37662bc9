//! Recipient pages: jobs that tell many people go through them in the order of their ids, a page in each run. Where the next page begins
//! travels in its job, which goes into the queue in this page's transaction: after a crash it goes on where it stopped. That a page which
//! runs twice tells nobody twice is for the notice's `once`.

use std::fmt::{self, Display, Formatter};

use quad_db::{DbError, Tx};
use quad_jobs::{Job, JobEnd};
use serde::{Deserialize, Serialize};

use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;
use quad_services::background;

/// People in a page, and so in a transaction.
pub const RECIPIENTS_PER_PAGE: u32 = 500;

/// The last person before a page; the default is before the first page. In a job's JSON it is an id, or null.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RecipientCursor(Option<String>);

impl RecipientCursor {
    /// Where the next page begins; nothing when this was the last one, which is not full.
    pub fn past(people: &[UserId]) -> Option<Self> {
        let is_full = people.len() == RECIPIENTS_PER_PAGE as usize;
        people.last().filter(|_| is_full).map(|last| Self(Some(last.to_string())))
    }

    /// Whether no page came before.
    pub const fn is_start(&self) -> bool {
        self.0.is_none()
    }

    /// After whom the page begins.
    ///
    /// # Errors
    /// Gives the job up whose cursor is no id: from the first person on it would tell all of them again.
    pub fn after(&self) -> Result<Option<UserId>, JobEnd> {
        let parse = |text: &str| UserId::parse(text).ok_or_else(|| JobEnd::give_up("not a person's id"));
        self.0.as_deref().map(parse).transpose()
    }
}

/// As jobs name it in their key; nothing before the first page.
impl Display for RecipientCursor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_deref().unwrap_or_default())
    }
}

/// Puts the job of the next page into the queue, if these people fill a page; returns whether it did.
pub async fn enqueue_next_page<J: Job>(
    tx: &mut Tx,
    now: Time,
    people: &[UserId],
    next: impl FnOnce(RecipientCursor) -> J,
) -> Result<bool, DbError> {
    let Some(after) = RecipientCursor::past(people) else { return Ok(false) };
    background::enqueue(tx, now, &next(after)).await?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn people(many: u32) -> Vec<UserId> {
        (1..=u128::from(many)).map(|number| UserId(Uuid::from_u128(number))).collect()
    }

    #[test]
    fn a_full_page_is_followed_by_another_after_its_last_person() {
        assert_eq!(RecipientCursor::past(&[]), None);
        assert_eq!(RecipientCursor::past(&people(RECIPIENTS_PER_PAGE - 1)), None);
        let full = people(RECIPIENTS_PER_PAGE);
        let next = RecipientCursor::past(&full).expect("a next page");
        assert_eq!(next.after(), Ok(full.last().copied()));
        assert!(!next.is_start());
    }

    /// Jobs of an older version wait in the queue while Quad is upgraded.
    #[test]
    fn a_cursor_is_an_id_or_null_as_it_always_was() {
        #[derive(Serialize, Deserialize)]
        struct Tell {
            after: RecipientCursor,
        }
        let read = |text: &str| serde_json::from_str::<Tell>(text).expect("read").after;
        assert_eq!(read(r#"{"after":null}"#), RecipientCursor::default());
        assert_eq!(read("{}"), RecipientCursor::default());
        let last = UserId(Uuid::from_u128(7));
        let text = format!(r#"{{"after":"{last}"}}"#);
        assert_eq!(read(&text).after(), Ok(Some(last)));
        assert_eq!(serde_json::to_string(&Tell { after: read(&text) }).expect("written"), text);
        let start = Tell { after: RecipientCursor::default() };
        assert_eq!(serde_json::to_string(&start).expect("written"), r#"{"after":null}"#);
    }

    #[test]
    fn a_cursor_that_is_no_id_gives_the_job_up_and_does_not_begin_anew() {
        let broken = RecipientCursor(Some("nobody".to_owned()));
        assert_eq!(broken.after(), Err(JobEnd::give_up("not a person's id")));
        assert_eq!(RecipientCursor::default().after(), Ok(None));
    }
}
