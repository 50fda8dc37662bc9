//! Data export of audit: what a person did as administrator and what administrators did to the person. Of others nothing is in
//! it but whether it was an administrator or the command line.

use quad_db::{DbError, Source};

use quad_kernel::ids::UserId;

use super::store;
use super::wire::KeptAct;

/// Everything kept about a person here.
pub async fn export_data(source: &impl Source, user: UserId) -> Result<Vec<KeptAct>, DbError> {
    Ok(store::of_person(source, user).await?.iter().map(|entry| KeptAct::new(entry, user)).collect())
}
