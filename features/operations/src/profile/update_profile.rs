//! Profile update: changes the own name, contact number and year where they show, on the account and on the
//! leaderboards in memory.

use quad_contests::ContestsState;
use quad_http::auth::Member;
use quad_kernel::error::Result;
use quad_kernel::retry::retried;
use quad_people::accounts::{self, AccountChanges};

use super::store;

/// Changes the account; boards that show the name are built anew.
pub async fn change(app: &ContestsState, who: &Member, changes: &AccountChanges) -> Result<()> {
    retried(|| accounts::change(app, who, changes)).await?;
    if changes.full_name.is_some() {
        app.leaderboard_cache.invalidate(&store::contests_joined(&app.db, who.id).await?).await;
    }
    Ok(())
}
