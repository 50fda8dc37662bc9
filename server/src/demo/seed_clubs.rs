//! Demo seed of clubs: who is a member since when, who holds which office, what members think and what they were told.
//!
//! Everybody has been on the campus for sixty days, so nobody joined earlier. Ananya, the student one can log in as, is in
//! one club and has applied to another.

use std::collections::HashMap;
use std::time::Duration;

use quad_db::Tx;

use crate::app::App;
use quad_campus::clubs::{self, DemoClub, DemoPlace, Office};
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{PictureKey, Random, UserId};

use super::content::{ClubText, Content};
use super::paint_pictures;

/// The clubs of the student one can log in as: a member of the one, an applicant of the other.
const STUDENT: &str = "ananya";
const STUDENTS_CLUB: &str = "HOBBY";
const STUDENT_APPLIED_TO: &str = "MUSIC";

/// Paints a picture for each club, by its short name.
pub async fn pictures(app: &App, content: &Content) -> Result<HashMap<String, PictureKey>> {
    let mut pictures = HashMap::new();
    for (seed, text) in (1..).zip(&content.clubs) {
        pictures.insert(text.key.clone(), paint_pictures::picture(app, text.scene, &text.colour, seed).await?);
    }
    Ok(pictures)
}

/// Makes all clubs.
pub async fn clubs(
    tx: &mut Tx,
    random: &Random,
    (content, pictures): (&Content, &HashMap<String, PictureKey>),
    people: &HashMap<String, UserId>,
    crowd: &[UserId],
    now: Time,
) -> Result<()> {
    for text in &content.clubs {
        let login = content.people.logins.iter().find(|login| login.club == text.key);
        let president = login.and_then(|login| people.get(&login.key)).copied();
        one(tx, random, (text, pictures.get(&text.key)), president, people.get(STUDENT).copied(), crowd, now).await?;
    }
    Ok(())
}

async fn one(
    tx: &mut Tx,
    random: &Random,
    (text, picture): (&ClubText, Option<&PictureKey>),
    president: Option<UserId>,
    student: Option<UserId>,
    crowd: &[UserId],
    now: Time,
) -> Result<()> {
    let description = format!("{}\n\n{}", text.tagline, text.description);
    let new = DemoClub {
        short_name: &text.key,
        name: &text.name,
        description: &description,
        colour: &text.colour,
        links: &text.links,
        picture,
    };
    let founded = now.minus(Duration::from_hours(59 * 24));
    let club = clubs::insert_for_demo(tx, random, &new, founded).await?;

    let mut drawn = crowd.to_vec();
    for place in (1..drawn.len()).rev() {
        drawn.swap(place, random.below(place as u64 + 1) as usize);
    }
    let mut members: Vec<UserId> = president.into_iter().collect();
    let missing = text.members.saturating_sub(members.len()).min(drawn.len());
    members.extend(drawn.drain(..missing));
    for (number, user) in members.iter().enumerate() {
        let office = Office::ALL.get(number).copied().unwrap_or(Office::Member);
        // Officers were there first.
        let days = if number < 4 { 58 - number as u64 } else { 2 + random.below(50) };
        let applied_at = now.minus(Duration::from_mins(days * 24 * 60 + random.below(600)));
        let joined_at = applied_at.plus(Duration::from_mins(30 + random.below(20 * 60)));
        let place = DemoPlace {
            user: *user,
            office,
            appointed: president == Some(*user),
            applied_at,
            joined_at: Some(joined_at.min(now)),
        };
        clubs::place_for_demo(tx, random, &club, &place).await?;
    }
    if let Some(president) = president {
        clubs::greet_for_demo(tx, &club, president, true, now.minus(Duration::from_hours(58 * 24))).await?;
    }
    for user in drawn.iter().take(text.pending) {
        let applied_at = now.minus(Duration::from_mins(60 + random.below(4 * 24 * 60)));
        clubs::place_for_demo(tx, random, &club, &applicant(*user, applied_at)).await?;
    }
    if let Some(student) = student {
        let applied_at = now.minus(Duration::from_hours(20 * 24 + 5));
        if text.key == STUDENTS_CLUB {
            let joined_at = applied_at.plus(Duration::from_hours(3));
            let place = DemoPlace { joined_at: Some(joined_at), ..applicant(student, applied_at) };
            clubs::place_for_demo(tx, random, &club, &place).await?;
            clubs::greet_for_demo(tx, &club, student, false, joined_at).await?;
            members.push(student);
        } else if text.key == STUDENT_APPLIED_TO {
            let place = applicant(student, now.minus(Duration::from_hours(30)));
            clubs::place_for_demo(tx, random, &club, &place).await?;
        }
    }
    // The officers leave the judging to others.
    for (user, said) in members.iter().skip(4).zip(&text.feedback) {
        let at = now.minus(Duration::from_mins(60 + random.below(36 * 60)));
        clubs::rate_for_demo(tx, &club, *user, said.rating, &said.text, at).await?;
    }
    let [title, body] = &text.announcement;
    let at = now.minus(Duration::from_mins(90 + random.below(40 * 60)));
    if let Some(author) = members.first() {
        clubs::announce_for_demo(tx, random, &club, *author, (title, body), &members, at).await?;
    }
    Ok(())
}

fn applicant(user: UserId, applied_at: Time) -> DemoPlace {
    DemoPlace { user, office: Office::Member, appointed: false, applied_at, joined_at: None }
}
