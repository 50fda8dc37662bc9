//! Changing the own name, contact number and year, where they show: on the account and on the boards in memory.

use crate::app::App;
use crate::edge::who::Member;
use crate::features::accounts::{self, AccountChanges};
use crate::kernel::fail::Outcome;

use super::store;

/// Changes the account; boards that show the name are built anew.
pub async fn change(app: &App, who: &Member, changes: &AccountChanges) -> Outcome<()> {
    accounts::change(app, who, changes).await?;
    if changes.full_name.is_some() {
        app.boards.forget(app, &store::contests_joined(&app.db, who.id).await?).await;
    }
    Ok(())
}
