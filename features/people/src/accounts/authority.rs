//! Authority: by what right something is done about a person, of an administrator or of the host's operator. The screens and the
//! command line do it by the same functions; they differ in this alone.

use quad_db::Tx;

use crate::PeopleState;
use crate::audit::Actor;
use quad_http::auth::Member;
use quad_kernel::error::{LOGGED_OUT, MISSING, Result};
use quad_kernel::ids::UserId;

use super::reauthentication::Proof;
use super::{messages, store};

/// By what right.
#[derive(Clone, Copy)]
pub enum Authority<'a> {
    /// The operator of the host.
    CommandLine,
    /// An administrator who has just typed the own password.
    Confirmed(&'a Member, &'a Proof),
    /// An administrator, by the session alone: for what harms nobody.
    Session(&'a Member),
}

impl Authority<'_> {
    /// Whose act it is.
    pub fn actor(&self) -> Actor {
        match self {
            Self::CommandLine => Actor::CommandLine,
            Self::Confirmed(who, _) | Self::Session(who) => Actor::Admin(who.id),
        }
    }

    /// Begins the transaction of an act about a person, whose row it holds. Refused when that account is deleted, when the
    /// administrator's password has changed since it was typed, and to somebody who is no administrator any more.
    pub async fn begin(&self, app: &PeopleState, about: UserId) -> Result<Tx> {
        let who = match self {
            Self::CommandLine => None,
            Self::Confirmed(who, _) | Self::Session(who) => Some(who.id),
        };
        let mut tx = app.db.begin().await?;
        // In one order: two administrators may do something about each other.
        let mut held: Vec<UserId> = who.into_iter().chain([about]).collect();
        held.sort_unstable();
        held.dedup();
        for user in held {
            if !store::lock_if_there(&mut tx, user).await? {
                return Err(if user == about { messages::NOBODY_THERE.into() } else { LOGGED_OUT.into() });
            }
        }
        if let Self::Confirmed(who, proof) = self
            && !store::lock_if_password_is(&mut tx, who.id, &proof.hash).await?
        {
            return Err(messages::WRONG_PASSWORD.with("field", "password").into());
        }
        match who {
            Some(who) if !store::is_administrator(&tx, who).await? => Err(MISSING.into()),
            _ => Ok(tx),
        }
    }
}
