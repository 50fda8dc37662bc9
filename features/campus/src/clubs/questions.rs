//! Questions to a club: each reaches the inbox of whoever manages it, with the asking person's name and address; of ADMIN where
//! nobody does. The whole text stands in the club's list of questions.

use quad_http::auth::Member;
use quad_kernel::calendar_day::CalendarDay;
use quad_kernel::error::Result;
use quad_kernel::ids::{QuestionToClubId, UserId};
use quad_people::PeopleState;
use quad_people::accounts;

use super::model::Club;
use super::notifications::{self, ClubNotice};
use super::{managers, messages, store_members, store_messages};

/// Questions one person may ask on a day, of all clubs together.
const A_DAY: i64 = 10;

/// Takes a question, or says that it was the last for today.
pub async fn ask(app: &PeopleState, who: &Member, club: &Club, text: &str) -> Result<()> {
    let now = app.clock.now();
    let day = CalendarDay::of(now, app.settings.time_zone);
    let id = QuestionToClubId::new(now, &app.random);
    let mut tx = app.db.begin().await?;
    // Held, so that questions of one person are counted one after the other.
    accounts::lock(&mut tx, who.id).await?;
    if store_messages::questions_since(&tx, who.id, day.begins_at).await? >= A_DAY {
        return Err(messages::TOO_MANY_QUESTIONS.retry_after(day.seconds_left(now)).into());
    }
    let mut to = store_members::administrators(&tx, club.id).await?;
    if to.is_empty() {
        to = accounts::administrators(&tx).await?.into_iter().map(|admin| admin.id).collect::<Vec<UserId>>();
    }
    let said = messages::question(&club.name, &who.full_name, &who.email, text);
    let told = ClubNotice::to_administrators(club, said, "feedback");
    notifications::tell_of(&mut tx, now, &format!("question:{id}"), &to, &told, who).await?;
    // Behind the telling, which waits for whoever is just deleting an account: people are held before clubs.
    managers::lock(&mut tx, club.id).await?;
    store_messages::insert_question(&mut tx, id, club.id, who.id, text, now).await?;
    tx.commit().await?;
    notifications::told(app, &to);
    Ok(())
}
