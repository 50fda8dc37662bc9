//! Asking a club something: it reaches the inbox of whoever manages it, with the asking person's name and address; of ADMIN
//! where nobody does. The whole text stands in the club's list of questions.

use std::time::Duration;

use crate::app::App;
use crate::edge::who::Member;
use crate::features::accounts;
use crate::kernel::fail::Outcome;
use crate::kernel::ids::{QuestionToClubId, UserId};

use super::model::Club;
use super::telling::{self, Told};
use super::{managing, store_members, store_saying, words};

/// Questions one person may ask within a day, of all clubs together.
const A_DAY: i64 = 10;

/// Takes a question, or says that it was the last for today.
pub async fn ask(app: &App, who: &Member, club: &Club, text: &str) -> Outcome<()> {
    let now = app.clock.now();
    let day = Duration::from_hours(24);
    let id = QuestionToClubId::new(now, &app.random);
    let mut tx = app.db.begin().await?;
    // Held, so that questions of one person are counted one after the other.
    accounts::hold(&mut tx, who.id).await?;
    if store_saying::questions_since(&tx, who.id, now.minus(day)).await? >= A_DAY {
        return Err(words::TOO_MANY_QUESTIONS.retry_after(day.as_secs() as u32).into());
    }
    let mut to = store_members::administrators(&tx, club.id).await?;
    if to.is_empty() {
        to = accounts::administrators(&tx).await?.into_iter().map(|admin| admin.id).collect::<Vec<UserId>>();
    }
    let letter = words::question(&club.name, &who.full_name, &who.email, text);
    let told = Told::to_administrators(club, letter, "feedback");
    telling::tell(&mut tx, now, &format!("question:{id}"), &to, &told).await?;
    // Behind the telling, which waits for whoever is just deleting an account: people are held before clubs.
    managing::hold(&mut tx, club.id).await?;
    store_saying::insert_question(&mut tx, id, club.id, who.id, text, now).await?;
    tx.commit().await?;
    telling::told(app, &to);
    Ok(())
}
