//! Account deletion in enquiries, and their data export. Both cover only what was written while logged in: whoever
//! typed an address without being logged in may have been anybody.

use quad_db::{Source, Tx};

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
pub async fn kept(source: &impl Source, user: UserId) -> Result<Vec<KeptEnquiry>> {
    Ok(store::of_person(source, user).await?.into_iter().map(KeptEnquiry::from).collect())
}

/// Puts the pseudonym in place of the sender's name and takes the address away; the messages stay.
pub async fn delete_account(tx: &mut Tx, user: UserId, pseudonym: &str) -> Result<()> {
    Ok(store::rename_sender(tx, user, pseudonym).await?)
}
