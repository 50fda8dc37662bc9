//! Data export of enquiries: what a person sent while logged in. Whoever typed an address without being logged in may
//! have been anybody.

use quad_db::Source;

use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::UserId;

use super::model::Enquiry;
use super::store;

/// An enquiry as its sender may keep it.
#[derive(Clone, Debug)]
pub struct KeptEnquiry {
    /// `contact` or `sales`.
    pub topic: &'static str,
    /// The name it was sent with.
    pub name: String,
    /// The address it was sent with.
    pub email: String,
    /// What was written.
    pub message: String,
    /// When.
    pub at: Time,
}

impl From<Enquiry> for KeptEnquiry {
    fn from(enquiry: Enquiry) -> Self {
        Self {
            topic: enquiry.topic.word(),
            name: enquiry.sender.name,
            email: enquiry.sender.email,
            message: enquiry.message,
            at: enquiry.created_at,
        }
    }
}

/// What a person wrote, oldest first.
pub async fn export_data(source: &impl Source, user: UserId) -> Result<Vec<KeptEnquiry>> {
    Ok(store::of_person(source, user).await?.into_iter().map(KeptEnquiry::from).collect())
}
