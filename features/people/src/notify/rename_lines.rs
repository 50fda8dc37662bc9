//! Names in inboxes: what was told of a contest, an event or a club says its name of today, without a push or a mail. Whoever renames
//! something lets a job of its own feature call this, some lines at a time.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use quad_db::DbError;
use quad_kernel::ids::UserId;

use crate::PeopleState;

use super::model::{self, About};
use super::{deliver_notice, store};

/// Between a change of a name and inboxes that say the new one: whoever was just being told of the old one has been by then.
pub const AFTER_A_RENAME: Duration = Duration::from_mins(1);
/// Lines in one transaction.
const PAGE: u32 = 500;

/// Something that has another name now.
#[derive(Clone, Copy, Debug)]
pub struct Renamed<'a> {
    /// Its pages, to which lines about it lead.
    pub pages: &'a [String],
    /// Its name in lines that were told before.
    pub before: &'a str,
    /// Its name of today.
    pub now: &'a str,
}

/// A line's words before and after, and whose lines they are.
type Reworded = BTreeMap<[String; 4], Vec<(i64, UserId)>>;

/// Gives some lines after this one today's name, and returns the last that was looked at, if there may be more.
pub async fn rename(app: &PeopleState, renamed: Renamed<'_>, after: i64) -> Result<Option<i64>, DbError> {
    // Looked for outside the transaction: that takes long where many were told of other things.
    let lines = store::lines_leading_to(&app.db, renamed.pages, after, PAGE).await?;
    let last = lines.last().map(|line| line.id).filter(|_| lines.len() == PAGE as usize);
    let mut reworded = Reworded::new();
    for line in lines {
        let title = model::renamed_title(&line.title, renamed.before, renamed.now);
        // Of clubs' own notices alone the name is a part of the text, which otherwise somebody wrote.
        let body = match line.about {
            About::Membership => model::renamed_text(&line.body, renamed.before, renamed.now),
            _ => line.body.clone(),
        };
        if (&title, &body) != (&line.title, &line.body) {
            reworded.entry([line.title, line.body, title, body]).or_default().push((line.id, line.user));
        }
    }
    if reworded.is_empty() {
        return Ok(last);
    }
    let mut tx = app.db.begin().await?;
    let mut changed = HashSet::new();
    for (words, lines) in &reworded {
        let ids: Vec<i64> = lines.iter().map(|(id, _)| *id).collect();
        store::reword(&mut tx, words, &ids).await?;
        changed.extend(lines.iter().map(|(_, user)| *user));
    }
    tx.commit().await?;
    deliver_notice::after_commit(app, &changed.into_iter().collect::<Vec<_>>());
    Ok(last)
}
