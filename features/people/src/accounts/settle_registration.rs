//! Settlement of a registration: the one place where what waited for its link becomes an account. The link settles it in the
//! browser that registered (`sign_up.rs`), with the password in any other (`login.rs`).

use quad_db::Tx;

use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{Random, UserId};

use super::store_sign_ups::SignUp;
use super::{store, store_sign_ups};

/// Makes a registration the account of its address, in the caller's transaction; nothing when the address has one, or when
/// the registration is gone: then the transaction must end without a commit. First the person's row, whose key decides among
/// several of one address, then the registrations.
pub(super) async fn settle(tx: &mut Tx, random: &Random, one: &SignUp, now: Time) -> Result<Option<UserId>> {
    let id = UserId::new(now, random);
    let made = store::insert_or_replace_unconfirmed(tx, id, &one.account(), &one.password_hash, now).await?;
    let Some(user) = made else { return Ok(None) };
    Ok(store_sign_ups::settle(tx, one, now).await?.then_some(user))
}
