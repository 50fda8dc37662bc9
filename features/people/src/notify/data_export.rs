//! Data export of notifications: inbox, preferences, devices. The secrets shared with a browser are not in it.

use quad_db::{DbError, Source};

use quad_kernel::ids::UserId;

use super::store;
use super::wire::KeptNotifications;

/// Everything kept about a person here.
pub async fn export_data(source: &impl Source, user: UserId) -> Result<KeptNotifications, DbError> {
    Ok(KeptNotifications::new(
        store::inbox(source, user).await?,
        store::preferences(source, user).await?,
        store::devices(source, user).await?,
    ))
}
