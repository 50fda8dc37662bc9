//! Admin commands: what the operator of the host may do from the command line. Each returns the text to print.

use chrono::Datelike;
use quad_db::Source;

use crate::PeopleState;
use crate::notify;
use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::ids::UserId;
use quad_kernel::validation;

use super::model::{Lifetime, NewAccount, email_key, new_long_code};
use super::{messages, password_reset, store, store_limits, store_sessions, store_sign_ups};

/// Who has this address, or a refusal that says that nobody has.
pub async fn required_by_email(source: &impl Source, email: &str) -> Result<UserId> {
    let email = validation::email("email", email)?;
    Ok(store::find_by_email(source, &email).await?.ok_or(messages::NO_SUCH_ACCOUNT)?)
}

/// `quad admin promote`: the only way to become platform administrator.
pub async fn promote(app: &PeopleState, email: &str) -> Result<String> {
    let user = required_by_email(&app.db, email).await?;
    let mut tx = app.db.begin().await?;
    store::grant_role(&mut tx, app.clock.now(), user, "ADMIN").await?;
    tx.commit().await?;
    app.session_cache.forget(app, user).await;
    Ok(format!("{} is a platform administrator now.", validation::folded(email)))
}

/// What `quad admin demote` takes away. The word of a club goes with the office in it, on that club's pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PlatformRole {
    /// Administrator of the platform, made by [`promote`].
    #[value(name = "ADMIN")]
    Admin,
    /// Who was given creations or bought some.
    #[value(name = "ORGANISER")]
    Organiser,
}

impl PlatformRole {
    const fn word(self) -> &'static str {
        match self {
            Self::Admin => "ADMIN",
            Self::Organiser => "ORGANISER",
        }
    }
}

/// `quad admin demote`: takes a role away, and ends all sessions, so that nothing that was opened with it goes on.
pub async fn demote(app: &PeopleState, email: &str, role: PlatformRole) -> Result<String> {
    let user = required_by_email(&app.db, email).await?;
    let (email, word) = (validation::folded(email), role.word());
    let mut tx = app.db.begin().await?;
    // Of two administrators demoted at once, the second is looked at when the first is none any more.
    if role == PlatformRole::Admin
        && store::hold_administrators(&mut tx, user).await?
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
    tx.commit().await?;
    app.session_cache.forget(app, user).await;
    Ok(format!("{email} does not have the role {word} any more. {ended} sessions ended."))
}

/// `quad admin create`: an account that works at once, of any domain, with a random password.
pub async fn create_by_operator(app: &PeopleState, email: &str, name: &str) -> Result<String> {
    let now = app.clock.now();
    let new = NewAccount {
        email: validation::email("email", email)?,
        full_name: validation::name("name", "The name", name, 100)?,
        contact: String::new(),
        batch: now.utc().with_timezone(&app.settings.time_zone).year(),
    };
    let password = hex::encode(app.random.bytes::<16>());
    let hash = app.passwords.hash(password.clone()).await?;
    let id = UserId::new(now, &app.random);
    let mut tx = app.db.begin().await?;
    let made = store::insert_or_replace_unconfirmed(&mut tx, id, &new, &hash, now).await?;
    made.ok_or_else(|| Rejection {
        say: "This e-mail address already has an account.".into(),
        ..messages::EMAIL_TAKEN
    })?;
    store_sign_ups::drop_all(&mut tx, &new.email, now).await?;
    tx.commit().await?;
    Ok(format!("Made an account for {}.\nPassword, shown only here: {password}", new.email))
}

/// `quad admin reset-code`: a code for somebody the operator knows, where mail does not reach.
pub async fn reset_code_for_operator(app: &PeopleState, email: &str) -> Result<String> {
    let user = required_by_email(&app.db, email).await?;
    let code = new_long_code(&app.random);
    let mut tx = app.db.begin().await?;
    password_reset::put_long_code(&mut tx, user, &code, app.clock.now()).await?;
    tx.commit().await?;
    let screen = app.settings.page("/resetpassword");
    Ok(format!("Code for {}: {code}\nIt works for 10 minutes on {screen}", validation::folded(email)))
}

/// `quad admin sessions`: lists a person's sessions, or ends them.
pub async fn sessions_for_operator(app: &PeopleState, email: &str, end: bool) -> Result<String> {
    let user = required_by_email(&app.db, email).await?;
    if end {
        let mut tx = app.db.begin().await?;
        let ended = store_sessions::end_all(&mut tx, user).await?;
        notify::forget_devices(&mut tx, user).await?;
        store_limits::forgive_account(&mut tx, &email_key("log in", &validation::folded(email))).await?;
        tx.commit().await?;
        app.session_cache.forget(app, user).await;
        return Ok(format!("{ended} sessions ended. A running server notices within a second."));
    }
    let now = app.clock.now();
    let is_admin = store::roles(&app.db, user).await?.iter().any(|role| role == "ADMIN");
    let lifetime = Lifetime::of(is_admin);
    let lines: Vec<String> = store_sessions::list(&app.db, user)
        .await?
        .iter()
        .filter(|session| lifetime.holds(session.created_at, session.last_seen_at, now))
        .map(|session| {
            let (seen, made) = (session.last_seen_at.to_rfc3339(), session.created_at.to_rfc3339());
            format!("{}  {} from {}, since {made}, last seen {seen}", session.id, session.device, session.address)
        })
        .collect();
    Ok(if lines.is_empty() { "No session.".to_owned() } else { lines.join("\n") })
}
