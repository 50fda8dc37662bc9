//! Poll creation and deletion. The credit is spent, or given back, in the same transaction.

use crate::ContestsState;
use crate::payments;
use quad_http::auth::Member;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::PollId;
use quad_live::Topic;
use quad_people::accounts;
use quad_people::audit::{self, Act, Actor};

use super::model::{NewPoll, Poll, PollOption};
use super::{messages, store};

/// Makes a poll and spends one creation of its owner, both or neither.
pub async fn create(app: &ContestsState, who: &Member, new: &NewPoll) -> Result<Poll> {
    let now = app.clock.now();
    let id = PollId::new(now, &app.random);
    let mut tx = app.db.begin().await?;
    // Somebody who is just deleting the account must leave no poll behind.
    accounts::lock(&mut tx, who.id).await?;
    payments::spend_poll(&mut tx, &app.settings, who, now, &id.to_string()).await?;
    store::insert(&mut tx, id, who.id, new, &[], now).await?;
    tx.commit().await?;
    app.live.publish(Topic::Polls);
    Ok(Poll {
        id,
        owner: who.id,
        title: new.title.clone(),
        organization: new.organization.clone(),
        starts_at: new.starts_at,
        ends_at: new.ends_at,
        created_at: now,
        options: new.options.iter().map(|text| PollOption { text: text.clone(), votes: 0 }).collect(),
        voted: false,
    })
}

/// Deletes a poll; says what became of its creation. Once somebody has voted only ADMIN may.
pub async fn delete(app: &ContestsState, who: &Member, id: PollId) -> Result<&'static str> {
    let poll = store::find(&app.db, id, who.id).await?.ok_or(MISSING)?;
    if poll.owner != who.id && !who.is_admin {
        return Err(messages::NOT_OWNER.into());
    }
    let mut tx = app.db.begin().await?;
    let had_votes = store::delete_options_without_votes(&mut tx, id).await? > 0;
    if had_votes && !who.is_admin {
        return Err(messages::HAS_VOTES.into());
    }
    if !store::delete(&mut tx, id).await? {
        return Err(MISSING.into());
    }
    let given_back =
        !had_votes && payments::give_back_poll(&mut tx, poll.owner, app.clock.now(), &id.to_string()).await?;
    if poll.owner != who.id || had_votes {
        let act = Act::PollDeleted(poll.title);
        audit::note(&mut tx, app.clock.now(), Actor::Admin(who.id), Some(poll.owner), &act).await?;
    }
    tx.commit().await?;
    app.live.publish(Topic::Poll(id));
    app.live.publish(Topic::Polls);
    if had_votes {
        tracing::info!(poll = %id, "an administrator deleted a poll with votes");
    }
    Ok(if given_back && poll.owner == who.id { messages::DELETED_AND_GIVEN_BACK } else { messages::DELETED })
}
