//! Account deletion in accounts: the row becomes a tombstone that keeps results standing under a pseudonym, and
//! everything else about the person is deleted. What the person wrote elsewhere is deleted by the other features;
//! profile puts the parts together.

use quad_db::Tx;

use crate::pictures;
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{LOGGED_OUT, Result};
use quad_kernel::ids::{Random, UserId};
use quad_services::background::enqueue;
use quad_services::config::Settings;

use super::model::{SendMail, email_key, pseudonym};
use super::reauthentication::Proof;
use super::{jobs, messages, store, store_limits, store_sessions, store_sign_ups};

/// Ends the account inside the caller's transaction, before the parts of other features: from here on the person's row is
/// held, so that nothing new can be made in the person's name. Returns the name that stands in place of the person's.
pub async fn delete_account(
    tx: &mut Tx,
    settings: &Settings,
    random: &Random,
    who: &Member,
    proof: &Proof,
    now: Time,
) -> Result<String> {
    let name = pseudonym(random);
    store_limits::void_codes(tx, who.id).await?;
    for key in [email_key("log in", &who.email), email_key("reset try", &who.email)] {
        store_limits::forgive_account(tx, &key).await?;
    }
    if !store::anonymise(tx, who.id, &proof.hash, &name, now).await? {
        return Err(messages::WRONG_PASSWORD.with("field", "password").into());
    }
    store_sign_ups::drop_all(tx, &who.email, now).await?;
    if let Some(picture) = store::replace_picture(tx, who.id, None).await? {
        pictures::release(tx, now, &picture).await?;
    }
    // Two administrators who leave at once wait for each other here, so that one of them is the last.
    if store::lock_administrators(tx, who.id).await? && !store::is_another_administrator(tx, who.id).await? {
        return Err(messages::LAST_ADMIN.into());
    }
    store_sessions::end_all(tx, who.id).await?;
    store_sessions::forget_devices(tx, who.id).await?;
    store::take_roles(tx, who.id).await?;
    jobs::drop_mails_to(tx, &who.email).await?;
    enqueue(tx, now, &SendMail::new(&who.email, messages::farewell_mail(settings, &who.full_name))).await?;
    Ok(name)
}

/// Holds somebody's account until the transaction ends, for what is made in the person's name; refused when it was deleted
/// a moment ago.
pub async fn lock(tx: &mut Tx, user: UserId) -> Result<()> {
    if store::lock_if_there(tx, user).await? { Ok(()) } else { Err(LOGGED_OUT.into()) }
}
