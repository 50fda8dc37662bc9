//! Data export of clubs: a person's memberships, feedback, questions, and the announcements that the person sent.

use quad_db::Source;

use quad_kernel::error::Result;
use quad_kernel::ids::{ClubId, UserId};

use super::wire::KeptClubs;
use super::{store, store_members, store_messages};

/// Everything kept about a person here.
pub async fn export_data(source: &impl Source, user: UserId) -> Result<KeptClubs> {
    let places = store_members::all_of(source, user).await?;
    let feedback = store_messages::feedback_of(source, user, None).await?;
    let questions = store_messages::questions_of(source, user).await?;
    let sent = store_messages::announcements_of(source, user).await?;
    let mut ids: Vec<ClubId> = places.iter().map(|place| place.club).collect();
    ids.extend(feedback.iter().map(|one| one.club));
    ids.extend(questions.iter().map(|one| one.club));
    ids.extend(sent.iter().filter_map(|one| one.club));
    ids.sort_unstable();
    ids.dedup();
    let clubs = store::find_many(source, &ids).await?;
    Ok(KeptClubs::new(&clubs, &places, &feedback, &questions, &sent))
}
