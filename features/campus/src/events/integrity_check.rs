//! Integrity check of JSON columns: whether registration forms and answers can be read. An SQL invariant that runs on
//! both engines cannot ask that, and the screens show an unreadable form as an empty one.

use quad_db::{Db, DbError};

use super::store_registrations;

/// Forms and registrations that cannot be read, the first few, in words.
pub async fn unreadable(db: &Db, most: usize) -> Result<Vec<String>, DbError> {
    let mut found = store_registrations::unreadable_forms(db).await?;
    let mut after = None;
    while found.len() < most {
        let page = store_registrations::unreadable_registrations(db, after).await?;
        found.extend(page.unreadable);
        let Some(last) = page.last else { break };
        after = Some(last);
    }
    found.truncate(most);
    Ok(found)
}
