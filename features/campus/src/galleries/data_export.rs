//! Data export of galleries: which galleries a person made. Pictures belong to the club.

use quad_db::{DbError, Source};

use quad_kernel::ids::UserId;

use super::store;
use super::wire::KeptGalleries;

/// Everything kept about a person here.
pub async fn export_data(source: &impl Source, user: UserId) -> Result<KeptGalleries, DbError> {
    Ok(KeptGalleries::new(store::made_by(source, user).await?))
}
