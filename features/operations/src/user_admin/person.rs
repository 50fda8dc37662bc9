//! One person as an administrator sees the account, put together from all features.

use quad_contests::ContestsState;
use quad_contests::payments::{self, Balance};
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::UserId;
use quad_people::accounts::{self, Account, ListedSession};

use super::store::{self, ClubPlace, PersonCounts};

/// Everything shown.
pub(super) struct PersonPage {
    pub account: Account,
    pub balance: Balance,
    pub activity: PersonCounts,
    pub clubs: Vec<ClubPlace>,
    pub sessions: Vec<ListedSession>,
}

/// Reads it; missing when the account is deleted.
pub(super) async fn read(app: &ContestsState, user: UserId) -> Result<PersonPage> {
    Ok(PersonPage {
        account: accounts::account(&app.db, user).await?.ok_or(MISSING)?,
        balance: payments::balance(&app.db, user).await?,
        activity: store::activity(&app.db, user).await?,
        clubs: store::clubs(&app.db, user).await?,
        sessions: accounts::living(app, user).await?,
    })
}
