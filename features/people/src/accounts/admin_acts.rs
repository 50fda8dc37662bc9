//! Admin acts: what may be done about another person's roles, sessions and password, by an administrator on the screens and by
//! the host's operator alike. Each is one transaction with its entry in the audit list.

use crate::PeopleState;
use crate::audit::{self, Act};
use crate::notify;
use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::ids::UserId;
use quad_services::background::enqueue;

use super::authority::Authority;
use super::model::{Lifetime, MailResetCode, email_key};
use super::store_limits::MAILS_PER_HOUR;
use super::store_sessions::ListedSession;
use super::{messages, store, store_limits, store_sessions};

/// A role of the platform. The word of a club goes with the office in it, on that club's pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PlatformRole {
    /// Administrator of the platform, made and unmade on the host alone.
    #[value(name = "ADMIN")]
    Admin,
    /// Who was given creations or bought some.
    #[value(name = "ORGANISER")]
    Organiser,
}

impl PlatformRole {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Admin => "ADMIN",
            Self::Organiser => "ORGANISER",
        }
    }

    /// Nobody becomes ADMIN on the screens, and nobody ceases to be it there.
    fn refuse_on_screens(self, by: Authority<'_>) -> Result<()> {
        match (self, by) {
            (Self::Organiser, _) | (Self::Admin, Authority::CommandLine) => Ok(()),
            (Self::Admin, _) => Err(MISSING.into()),
        }
    }
}

/// Gives a role. Having it already is fine, and no act.
pub async fn give_platform_role(app: &PeopleState, by: Authority<'_>, user: UserId, role: PlatformRole) -> Result<()> {
    role.refuse_on_screens(by)?;
    let now = app.clock.now();
    let mut tx = by.begin(app, user).await?;
    if !store::roles(&tx, user).await?.iter().any(|held| held == role.word()) {
        store::grant_role(&mut tx, now, user, role.word()).await?;
        audit::note(&mut tx, now, by.actor(), Some(user), &Act::RoleGiven(role.word().to_owned())).await?;
    }
    tx.commit().await?;
    app.session_cache.forget(app, user).await;
    Ok(())
}

/// Takes a role, and ends all sessions of the person, so that nothing that was opened with it goes on. Returns how many.
pub async fn take_platform_role(app: &PeopleState, by: Authority<'_>, user: UserId, role: PlatformRole) -> Result<u64> {
    role.refuse_on_screens(by)?;
    let (now, word) = (app.clock.now(), role.word());
    let mut tx = by.begin(app, user).await?;
    let email = store::account(&tx, user).await?.ok_or(messages::NOBODY_THERE)?.email;
    // Of two administrators demoted at once, the second is looked at when the first is none any more.
    if role == PlatformRole::Admin
        && store::lock_administrators(&mut tx, user).await?
        && !store::is_another_administrator(&tx, user).await?
    {
        let say = format!("{email} is the only platform administrator. Promote somebody else first.");
        return Err(Rejection { say: say.into(), ..messages::LAST_ADMIN }.into());
    }
    if !store::take_held_role(&mut tx, user, word).await? {
        return Err(Rejection { say: format!("{email} does not have the role {word}.").into(), ..MISSING }.into());
    }
    let ended = store_sessions::end_all(&mut tx, user).await?;
    notify::forget_devices(&mut tx, user).await?;
    audit::note(&mut tx, now, by.actor(), Some(user), &Act::RoleTaken(word.to_owned())).await?;
    tx.commit().await?;
    app.session_cache.forget(app, user).await;
    Ok(ended)
}

/// Ends all sessions of a person, and forgives failed log-ins. Returns how many there were.
pub async fn end_sessions(app: &PeopleState, by: Authority<'_>, user: UserId) -> Result<u64> {
    let now = app.clock.now();
    let mut tx = by.begin(app, user).await?;
    let email = store::account(&tx, user).await?.ok_or(messages::NOBODY_THERE)?.email;
    let ended = store_sessions::end_all(&mut tx, user).await?;
    notify::forget_devices(&mut tx, user).await?;
    store_limits::forgive_account(&mut tx, &email_key("log in", &email)).await?;
    if ended > 0 {
        audit::note(&mut tx, now, by.actor(), Some(user), &Act::SessionsEnded(ended)).await?;
    }
    tx.commit().await?;
    app.session_cache.forget(app, user).await;
    Ok(ended)
}

/// Has a reset code mailed to the person, for any browser; ten an hour at most. Who sends it never sees it. Returns the address.
pub async fn mail_reset_code(app: &PeopleState, by: Authority<'_>, user: UserId) -> Result<String> {
    let now = app.clock.now();
    let act = if app.mail.is_configured() { Act::CodeMailed } else { Act::CodeKept };
    let mut tx = by.begin(app, user).await?;
    let email = store::account(&tx, user).await?.ok_or(messages::NOBODY_THERE)?.email;
    let key = email_key("reset by an administrator", &email);
    if !store_limits::allow_mail(&mut tx, &key, MAILS_PER_HOUR, now).await? {
        return Err(messages::MANY_CODES.into());
    }
    enqueue(&mut tx, now, &MailResetCode { email: email.clone(), browser: String::new() }).await?;
    audit::note(&mut tx, now, by.actor(), Some(user), &act).await?;
    tx.commit().await?;
    Ok(email)
}

/// A person's living sessions, latest used first.
pub async fn living(app: &PeopleState, user: UserId) -> Result<Vec<ListedSession>> {
    let is_admin = store::is_administrator(&app.db, user).await?;
    let (lifetime, now) = (Lifetime::of(is_admin), app.clock.now());
    let mut sessions = store_sessions::list(&app.db, user).await?;
    sessions.retain(|session| lifetime.holds(session.created_at, session.last_seen_at, now));
    Ok(sessions)
}
