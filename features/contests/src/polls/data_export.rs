//! Data export of polls: those a person created, and those the person voted in, without the vote.

use quad_db::{DbError, Source};

use quad_kernel::ids::UserId;

use super::store;
use super::wire::KeptPolls;

/// Everything kept about a person here.
pub async fn export_data(source: &impl Source, user: UserId) -> Result<KeptPolls, DbError> {
    let created = store::of_owner(source, user).await?;
    let voted = store::voted_by(source, user).await?;
    Ok(KeptPolls::new(user, &created, voted))
}
