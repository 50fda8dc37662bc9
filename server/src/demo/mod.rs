//! Demo campus: a believable institute in an empty database, so that a newcomer sees a living place.
//!
//! People, contests and questions stand in `server/demo/*.toml`; attempts are played and pictures painted by a seeded source,
//! so that every demo looks alike. Refuses nothing: a database with people in it is left as it is.

mod content;
mod contest_window;
mod draw_figures;
mod paint_pictures;
mod seed_attempts;
mod seed_clubs;
mod seed_events;
mod seed_kinds;
mod seed_polls;

use std::collections::HashMap;
use std::time::Duration;

use anyhow::anyhow;

use crate::app::App;
use content::Content;
use quad_campus::site;
use quad_contests::{attempts, contests, payments, polls};
use quad_kernel::clock::Time;
use quad_kernel::error::{Error, Result};
use quad_kernel::ids::{Random, UserId};
use quad_people::accounts;
use quad_services::config::Settings;

/// Everybody who can log in has this password; it is printed at the start.
const PASSWORD: &str = "lawn-and-brick";

/// Gives unset settings the demo institute's name, domain and ways to reach it.
pub fn apply_demo_settings(settings: &mut Settings) -> anyhow::Result<()> {
    let institute = content::content()?.people.institute;
    if settings.institute_domains.is_empty() {
        settings.institute_domains.push(institute.domain);
        settings.institute_name = institute.name;
    }
    if settings.contact_email.is_empty() && settings.contact_phone.is_empty() {
        settings.contact_email = institute.contact_email;
        settings.contact_phone = institute.contact_phone;
    }
    Ok(())
}

/// Fills an empty database and returns the log-ins to print, also for a database that was filled before.
pub async fn seed(app: &App) -> anyhow::Result<Option<String>> {
    let content = content::content()?;
    let first = &content.people.logins[0].email;
    let people = accounts::count(&app.db).await?;
    if people == 0 {
        fill_empty(app, &content).await.map_err(|fail| match fail {
            Error::Rejected(refusal) => anyhow!("{}", refusal.say),
            Error::Internal(cause) => cause,
        })?;
    } else if accounts::find_by_email(&app.db, first).await?.is_none() {
        tracing::warn!("--demo: this database has people of its own and was left as it is");
        return Ok(None);
    }
    Ok(Some(log_ins(&content)))
}

/// That many questions of the demo campus, again from the first where there are not so many.
pub fn questions(count: usize) -> anyhow::Result<Vec<contests::NewQuestion>> {
    let content = content::content()?;
    let all: Vec<contests::NewQuestion> = content.questions.values().flatten().map(seed_attempts::question).collect();
    Ok(all.into_iter().cycle().take(count).collect())
}

/// A picture of a question, as the demo campus has it.
pub fn figure() -> std::io::Result<Vec<u8>> {
    draw_figures::draw(draw_figures::Figure::Fan)
}

fn log_ins(content: &Content) -> String {
    let mut lines = vec![format!("Demo campus: {}. Log in with", content.people.institute.name)];
    for login in &content.people.logins {
        let role = match (login.role.as_str(), login.club.as_str()) {
            ("ADMIN", _) => "platform administrator".to_owned(),
            (_, club) if !club.is_empty() => format!("administrator of the {club} club"),
            ("ORGANISER", _) => "organiser".to_owned(),
            _ => "student".to_owned(),
        };
        lines.push(format!("  {:<28} {PASSWORD}   {role}", login.email));
    }
    lines.join("\n")
}

async fn fill_empty(app: &App, content: &Content) -> Result<()> {
    let hash = app.passwords.hash(PASSWORD.to_owned()).await?;
    let random = Random::seeded(2026);
    let now = app.clock.now();
    // Pictures are made and kept before the transaction that shows them.
    let of_clubs = seed_clubs::pictures(app, content).await?;
    let of_events = seed_events::pictures(app, content).await?;
    let random_of_kinds = Random::seeded(2027);
    let of_kinds = seed_kinds::draw_all(app, &random_of_kinds, now).await?;
    let mut tx = app.db.begin().await?;
    let joined_campus = now.minus(Duration::from_hours(60 * 24));
    let by_key = people(&mut tx, content, &hash, &random, joined_campus).await?;
    let crowd: Vec<UserId> =
        content.people.participants.iter().filter_map(|person| by_key.get(&person.email).copied()).collect();
    for (at, text) in content.contests.iter().enumerate() {
        let Some(questions) = content.questions.get(&text.questions) else { continue };
        let questions = seed_attempts::marked(questions.iter().map(seed_attempts::question).collect(), text);
        let window = contest_window::window(text, at, app.settings.time_zone, now);
        let contest = contests::ContestBuilder::new(&text.title, window)
            .description(&text.description)
            .public(text.public)
            .rules(text.rules)
            .questions(questions.clone());
        let made_at =
            window.starts_at.minus(Duration::from_hours(72)).min(now.minus(Duration::from_secs(60 * (at as u64 + 1))));
        let Some(owner) = by_key.get(&text.organiser).copied() else { continue };
        let id = contest.insert(&mut tx, &random, owner, made_at).await?;
        let mut takers = seed_attempts::takers(&random, &crowd, text);
        if let Some(ananya) = by_key.get("ananya").copied().filter(|ananya| *ananya != owner) {
            takers.extend(seed_attempts::student(ananya, text));
        }
        let questions: Vec<_> = questions.into_iter().map(seed_attempts::PlayedQuestion::from).collect();
        let played = seed_attempts::play(&random, id, window, &questions, text, &takers, now);
        attempts::insert_for_demo(&mut tx, id, &played).await?;
        if let Some(correction) =
            text.correction.as_ref().and_then(|one| seed_attempts::correction(one, id, owner, window))
        {
            attempts::correct_for_demo(&mut tx, &random, &correction).await?;
        }
    }
    let zone = app.settings.time_zone;
    seed_kinds::contests(&mut tx, &random_of_kinds, &of_kinds, &by_key, &crowd, zone, now).await?;
    for text in &content.polls {
        let (Some(owner), ananya) = (by_key.get(&text.owner).copied(), by_key.get("ananya").copied()) else { continue };
        let polled = seed_polls::poll(&random, &crowd, ananya.filter(|_| text.ananya), text, now);
        let made_at = polled.made_at;
        polls::insert_for_demo(&mut tx, &random, owner, &polled.new, &polled.votes, &polled.voters, made_at).await?;
    }
    seed_clubs::clubs(&mut tx, &random, (content, &of_clubs), &by_key, &crowd, now).await?;
    seed_events::events(&mut tx, &random, &of_events, &by_key, &crowd, app.settings.time_zone, now).await?;
    site::mark_as_demo(&mut tx, now).await?;
    tx.commit().await?;
    Ok(())
}

async fn people(
    tx: &mut quad_db::Tx,
    content: &Content,
    hash: &str,
    random: &Random,
    at: Time,
) -> Result<HashMap<String, UserId>> {
    let mut by_key = HashMap::new();
    let mut rows = Vec::new();
    let mut add = |key: &str, name: &str, email: &str, contact: &str, batch: i32, password_hash: &str| {
        let id = UserId::new(at, random);
        by_key.insert(key.to_owned(), id);
        rows.push(accounts::NewPerson {
            id,
            email: email.to_owned(),
            full_name: name.to_owned(),
            contact: contact.to_owned(),
            batch,
            password_hash: password_hash.to_owned(),
            created_at: at,
        });
    };
    for login in &content.people.logins {
        add(&login.key, &login.name, &login.email, &login.contact, login.batch, hash);
    }
    for person in &content.people.participants {
        // Nobody can log in as one of the crowd.
        add(&person.email, &person.name, &person.email, &person.contact, person.batch, "!");
    }
    accounts::insert_many_for_demo(tx, &rows).await?;
    for login in &content.people.logins {
        let Some(id) = by_key.get(&login.key).copied() else { continue };
        if login.role == "ADMIN" {
            accounts::grant_role(tx, at, id, "ADMIN").await?;
        }
        if login.role == "ORGANISER" || !login.club.is_empty() {
            payments::grant(tx, at, id, 5, 5, "granted").await?;
        }
    }
    Ok(by_key)
}
