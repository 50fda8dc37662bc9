//! Data export of accounts. Hashes, tokens and what is counted about log-ins are not in it.

use crate::PeopleState;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{SessionId, UserId};

use super::model::Lifetime;
use super::{store, store_sessions};

/// Everything of an account but its secrets.
#[derive(Debug)]
pub struct KeptAccount {
    /// When the address was confirmed.
    pub confirmed_at: Option<Time>,
    /// Role words and when they were granted, latest first.
    pub roles: Vec<(String, Time)>,
    /// Living sessions, latest used first.
    pub sessions: Vec<KeptSession>,
    /// When each device that has logged in was last seen, latest first.
    pub devices: Vec<Time>,
}

/// A session as its person may keep it.
#[derive(Debug)]
pub struct KeptSession {
    /// Its id, which lets nobody in.
    pub id: SessionId,
    /// "Chrome on Android".
    pub device: String,
    /// The network address.
    pub address: String,
    /// When the person logged in.
    pub created_at: Time,
    /// When it was last used, to some minutes.
    pub last_seen_at: Time,
}

/// What is kept besides what [`super::account`] tells.
pub async fn export_data(app: &PeopleState, user: UserId) -> Result<KeptAccount> {
    let roles = store::granted_roles(&app.db, user).await?;
    let lifetime = Lifetime::of(roles.iter().any(|(role, _)| role == "ADMIN"));
    let now = app.clock.now();
    let sessions = store_sessions::list(&app.db, user).await?.into_iter();
    let living = sessions.filter(|one| lifetime.holds(one.created_at, one.last_seen_at, now));
    Ok(KeptAccount {
        confirmed_at: store::confirmed_at(&app.db, user).await?,
        roles,
        sessions: living
            .map(|one| KeptSession {
                id: one.id,
                device: one.device,
                address: one.address,
                created_at: one.created_at,
                last_seen_at: one.last_seen_at,
            })
            .collect(),
        devices: store_sessions::devices_seen(&app.db, user).await?,
    })
}
