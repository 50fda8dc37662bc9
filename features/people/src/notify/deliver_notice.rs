//! Delivery of a notice, and of the news that it is no longer so: inbox rows, pushes and mails, all in the caller's
//! transaction, and after it the live update to open screens.

use std::collections::HashSet;

use quad_db::{DbError, Tx};

use crate::PeopleState;
use quad_kernel::clock::Time;
use quad_kernel::ids::UserId;
use quad_live::Topic;
use quad_services::background::enqueue;

use super::model::{MailNotice, Notice, Push, Recipient};
use super::store;

/// People per round of statements, well below both engines' limits of parameters.
const CHUNK: usize = 500;

/// Puts a notice into the inboxes of `to`, and pushes and mails for those who chose them into the queue; all of it happens
/// if the caller's transaction commits. Whoever has one with the same `once` gets nothing again, so a job may run twice.
/// Somebody whose account has been deleted gets nothing. Call [`after_commit`] behind the commit.
pub async fn deliver(tx: &mut Tx, now: Time, once: &str, to: &[Recipient], notice: &Notice) -> Result<(), DbError> {
    deliver_until(tx, now, once, to, notice, None).await
}

/// The same for what is news until a moment only: no push arrives after that.
pub async fn deliver_until(
    tx: &mut Tx,
    now: Time,
    once: &str,
    to: &[Recipient],
    notice: &Notice,
    until: Option<Time>,
) -> Result<(), DbError> {
    let notice = notice.fitted();
    // One order for everybody, so that two who tell the same people cannot wait for each other in a circle.
    let mut to: Vec<&Recipient> = to.iter().collect();
    to.sort_by_key(|recipient| recipient.id);
    to.dedup_by_key(|recipient| recipient.id);
    let mut pushes = 0;
    for chunk in to.chunks(CHUNK) {
        let ids: Vec<UserId> = chunk.iter().map(|recipient| recipient.id).collect();
        let told = store::insert(tx, once, &ids, &notice, until, now).await?;
        if told.is_empty() {
            continue;
        }
        let notifications: Vec<i64> = told.iter().map(|(id, _)| *id).collect();
        pushes += store::insert_deliveries(tx, &notifications, now).await?;
        for (notification, user) in store::wanting_mail(tx, &notifications).await? {
            let Some(recipient) = chunk.iter().find(|recipient| recipient.id == user) else { continue };
            if !recipient.address.is_empty() {
                enqueue(tx, now, &MailNotice::new(notification, recipient)).await?;
            }
        }
    }
    if pushes > 0 {
        enqueue(tx, now, &Push {}).await?;
    }
    Ok(())
}

/// Something that people were told and that is otherwise now.
#[derive(Clone, Debug)]
pub struct Change {
    /// The word under which they were told.
    pub once: String,
    /// What they would be told today; their line gets its words.
    pub told: Notice,
    /// What they hear now, under a word of its own, in place of the news of an earlier change.
    pub news: Notice,
    /// Whether it also goes to people who have neither the line nor earlier news.
    pub is_for_all: bool,
    /// Until when both are news; nothing for a day.
    pub until: Option<Time>,
    /// Whether nobody hears the news: what stands in inboxes is put right, without a push or a mail.
    pub is_quiet: bool,
}

/// Tells people that what they were told is otherwise now. Their line is made right, and whoever read another text there, or
/// in the news of an earlier change, gets the news. What stands in an inbox decides, so a job may run twice. Returns those
/// whose inbox changed, for [`after_commit`].
pub async fn deliver_change(tx: &mut Tx, now: Time, to: &[Recipient], change: &Change) -> Result<Vec<UserId>, DbError> {
    let (told, news) = (change.told.fitted(), change.news.fitted());
    let news_once = format!("{}:changed", change.once);
    let mut to = to.to_vec();
    // In the one order for everybody.
    to.sort_by_key(|recipient| recipient.id);
    let mut changed = Vec::new();
    for chunk in to.chunks(CHUNK) {
        let ids: Vec<UserId> = chunk.iter().map(|recipient| recipient.id).collect();
        let lines = store::who_has(tx, &change.once, &ids).await?;
        let mended = store::rewrite(tx, &change.once, &ids, &told, change.until).await?;
        if change.is_quiet {
            let renewed = store::rewrite(tx, &news_once, &ids, &news, change.until).await?;
            changed.extend(ids.into_iter().filter(|id| mended.contains(id) || renewed.contains(id)));
            continue;
        }
        let outdated = store::delete_others(tx, &news_once, &ids, &news).await?;
        let heard = store::who_has(tx, &news_once, &ids).await?;
        let hears = |id: &UserId| {
            let read_otherwise = mended.contains(id) || outdated.contains(id);
            !heard.contains(id) && (read_otherwise || (change.is_for_all && !lines.contains(id)))
        };
        let hearing: Vec<Recipient> = chunk.iter().filter(|recipient| hears(&recipient.id)).cloned().collect();
        deliver_until(tx, now, &news_once, &hearing, &news, change.until).await?;
        let hearing: HashSet<UserId> = hearing.iter().map(|recipient| recipient.id).collect();
        changed.extend(ids.into_iter().filter(|id| mended.contains(id) || hearing.contains(id)));
    }
    Ok(changed)
}

/// Puts the lines of these people right that speak of something that is no more, such as a contest that was deleted: who was told of
/// it under this word, or of a change of it, reads that instead; without a notice the lines go. Nobody gets a push or a mail.
/// Returns those whose inbox changed, for [`after_commit`].
pub async fn call_off(
    tx: &mut Tx,
    people: &[UserId],
    once: &str,
    notice: Option<&Notice>,
) -> Result<Vec<UserId>, DbError> {
    let Some(notice) = notice.map(Notice::fitted) else {
        take_back(tx, people, once, ("", "")).await?;
        return Ok(people.to_vec());
    };
    let news_once = format!("{once}:changed");
    let mut changed = HashSet::new();
    for chunk in people.chunks(CHUNK) {
        let lines = store::who_has(tx, once, chunk).await?;
        // One line for each: whoever has only the news of a change reads it there.
        let (told, others): (Vec<UserId>, Vec<UserId>) = chunk.iter().copied().partition(|id| lines.contains(id));
        if !told.is_empty() {
            changed.extend(store::rewrite(tx, once, &told, &notice, None).await?);
            changed.extend(store::delete_others(tx, &news_once, &told, &notice).await?);
        }
        if !others.is_empty() {
            changed.extend(store::rewrite(tx, &news_once, &others, &notice, None).await?);
        }
    }
    Ok(changed.into_iter().collect())
}

/// Takes lines out of the inboxes of these people (at most 500) that lead to a page which is no more, and came until a moment.
/// Returns whose they were.
pub async fn take_back_leading_to(
    tx: &mut Tx,
    people: &[UserId],
    page: &str,
    until: Time,
) -> Result<Vec<UserId>, DbError> {
    if people.is_empty() {
        return Ok(Vec::new());
    }
    Ok(store::delete_leading_to(tx, page, people, until).await?.into_iter().collect())
}

/// Takes lines out of the inboxes of these people that say what is no longer so: those told under words that begin so. The news
/// under `once` that takes their place stays, and so does a line that says the same as `body`. A word has neither `%` nor `_`.
pub async fn take_back(
    tx: &mut Tx,
    people: &[UserId],
    beginning: &str,
    (once, body): (&str, &str),
) -> Result<(), DbError> {
    for chunk in people.chunks(CHUNK) {
        store::delete_beginning(tx, beginning, chunk, (once, body)).await?;
    }
    Ok(())
}

/// Puts lines in the inboxes of these people right, without a push or a mail: those told under words that begin so, and whose text
/// begins so, are as the notice says. Neither beginning has `%` or `_`.
pub async fn put_right(
    tx: &mut Tx,
    people: &[UserId],
    beginnings: (&str, &str),
    notice: &Notice,
    until: Option<Time>,
) -> Result<(), DbError> {
    let notice = notice.fitted();
    for chunk in people.chunks(CHUNK) {
        store::rewrite_beginning(tx, beginnings, chunk, &notice, until).await?;
    }
    Ok(())
}

/// Tells open screens of these people that their inbox changed, and the worker that there is something to do.
pub fn after_commit(app: &PeopleState, to: &[UserId]) {
    for user in to {
        app.live.publish(Topic::Inbox(*user));
    }
    app.wake.wake();
}
