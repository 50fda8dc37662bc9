//! Contest editing: creating, changing, publishing and deleting a contest.

use std::time::Duration;

use quad_db::Tx;

use crate::ContestsState;
use crate::payments;
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::ids::ContestId;
use quad_live::Topic;
use quad_people::{accounts, notify};
use quad_services::background;

use super::access::own;
use super::jobs::{Announce, TakeBack, TellCalledOff, TellMoved, TellRenamed};
use super::mark_scheme::MarkScheme;
use super::model::{Contest, DetailChanges, NewContest, Question, Window};
use super::rules::ContestRules;
use super::{contest_cache, edit_draw, edit_pictures, messages, store, store_ends};

/// Between making, publishing or moving a contest and telling everybody: what is put right meanwhile is told once, as it is then.
const SECOND_THOUGHTS: Duration = Duration::from_mins(1);

/// Makes a contest and spends one creation of its owner, both or neither.
pub async fn create(app: &ContestsState, who: &Member, new: &NewContest) -> Result<Contest> {
    let now = app.clock.now();
    let id = ContestId::new(now, &app.random);
    let mut tx = app.db.begin().await?;
    // Somebody who is just deleting the account must leave no contest behind.
    accounts::lock(&mut tx, who.id).await?;
    payments::spend_contest(&mut tx, &app.settings, who, now, &id.to_string()).await?;
    store::insert(&mut tx, id, who.id, new, now).await?;
    if new.is_public {
        announce_soon(&mut tx, now, id).await?;
    }
    tx.commit().await?;
    // There was no such contest; those who keep a list of all have to look again.
    app.contest_cache.invalidate(id).await;
    if new.is_public {
        app.live.publish(Topic::Contests);
    }
    Ok(Contest::new(id, who.id, new, now))
}

/// Sets title and description, where they are given, and the rules to what `change` makes of them.
pub async fn update_details(
    app: &ContestsState,
    who: &Member,
    id: ContestId,
    words: &DetailChanges,
    change: impl Fn(ContestRules) -> Result<ContestRules, Rejection>,
) -> Result<Contest> {
    own(app, who, id).await?;
    let mut tx = app.db.begin().await?;
    let contest = store::lock(&mut tx, id).await?.ok_or(MISSING)?;
    let rules = change(contest.rules)?;
    let may_replace = rules.may_replace(contest.rules, contest.frozen_at.is_some());
    may_replace
        .map_err(|refusal| if contest.participants > 0 { refusal } else { messages::before_any_join(refusal) })?;
    if rules.marks.is_plain() && !contest.rules.marks.is_plain() {
        let own = store::with_own_amounts(&tx, id).await?;
        if (own, contest.starred) != (0, 0) {
            return Err(messages::questions_have_marks(own, contest.starred).into());
        }
    }
    if contest.several_questions > 0 && rules.marks != contest.rules.marks {
        part_exactly(&store::questions(&tx, id).await?, rules.marks)?;
    }
    if rules.marks != contest.rules.marks {
        edit_draw::may_still_stand(&tx, id, contest.draw.as_ref(), rules).await?;
    }
    let DetailChanges { title, description } = words.clone();
    if title.as_ref().is_some_and(|title| *title != contest.title) {
        let now = app.clock.now();
        let told = TellRenamed::new(id, &contest.title);
        background::enqueue_at(&mut tx, now, now.plus(notify::AFTER_A_RENAME), &told).await?;
    }
    let mut contest = Contest {
        title: title.unwrap_or(contest.title),
        description: description.unwrap_or(contest.description),
        rules,
        ..contest
    };
    contest.own_marks = store::set_details(&mut tx, &contest).await?;
    tx.commit().await?;
    contest_cache::changed(app, id).await;
    Ok(contest)
}

/// Each question can be given for in parts by such a scheme without rounding.
fn part_exactly(questions: &[Question], scheme: MarkScheme) -> Result<(), Rejection> {
    let inexact = |(number, question): (usize, &Question)| {
        let (whole, parts) = question.inexact_part(scheme)?;
        Some(messages::in_question(number, messages::inexact_part("partial", whole, parts)))
    };
    (1..).zip(questions).find_map(inexact).map_or(Ok(()), Err)
}

/// Makes a contest public or private. Those who joined a contest that turns private stay. Everybody is told a while later: whoever
/// pressed by mistake takes it back.
pub async fn publish(app: &ContestsState, who: &Member, id: ContestId, is_public: bool) -> Result<()> {
    let contest = own(app, who, id).await?;
    let mut tx = app.db.begin().await?;
    store::set_public(&mut tx, id, is_public).await?;
    let now = app.clock.now();
    if is_public {
        announce_soon(&mut tx, now, id).await?;
        // Whoever had been told of it before it was private may have been told of another time.
        let told = TellMoved::new(id, contest.window());
        background::enqueue_at(&mut tx, now, now.plus(SECOND_THOUGHTS), &told).await?;
    } else {
        background::enqueue_at(&mut tx, now, now.plus(SECOND_THOUGHTS), &TakeBack::new(id)).await?;
    }
    tx.commit().await?;
    contest_cache::changed(app, id).await;
    app.wake.wake();
    Ok(())
}

/// Lets everybody be told of a contest in a while, if it is public then: its owner may still think better of it.
pub(super) async fn announce_soon(tx: &mut Tx, now: Time, id: ContestId) -> Result<()> {
    Ok(background::enqueue_at(tx, now, now.plus(SECOND_THOUGHTS), &Announce::new(id)).await?)
}

/// Moves a contest in time, as `moved` makes it of when it is then, within the rules of [`Window::may_replace`].
pub async fn reschedule(
    app: &ContestsState,
    who: &Member,
    id: ContestId,
    moved: impl Fn(Window) -> Result<Window, Rejection>,
) -> Result<Contest> {
    replace_window(app, who, id, false, |contest, old| {
        let window = moved(old)?;
        window.may_replace(old, app.clock.now(), contest.participants > 0)?;
        Ok(window)
    })
    .await
}

/// Ends a running contest at this moment: its end becomes now, and everything that follows from an end follows from that.
/// Answers that are on their way count within the usual grace. Of two at once one ends it.
pub async fn end_now(app: &ContestsState, who: &Member, id: ContestId) -> Result<Contest> {
    replace_window(app, who, id, true, |_, old| old.ended(app.clock.now())).await
}

/// Gives an own contest the window that `new` makes of the old one, and lets everybody who knows of it be told. The rules look
/// at the window and at whether somebody joined; a change of either in between asks them again. `ends` says that everybody's time ends with it;
/// otherwise the ends of people's own times move along.
async fn replace_window(
    app: &ContestsState,
    who: &Member,
    id: ContestId,
    ends: bool,
    new: impl Fn(&Contest, Window) -> Result<Window, Rejection>,
) -> Result<Contest> {
    own(app, who, id).await?;
    loop {
        let contest = store::find(&app.db, id).await?.ok_or(MISSING)?;
        let window = new(&contest, contest.window())?;
        let mut tx = app.db.begin().await?;
        let moved = store::set_window_if_unchanged(&mut tx, &contest, window).await?;
        let mut is_open_again = false;
        if moved == 1 && window != contest.window() {
            let now = app.clock.now();
            if contest.is_public {
                // It may have been nearly over before.
                announce_soon(&mut tx, now, id).await?;
            }
            let told = TellMoved::new(id, contest.window());
            background::enqueue_at(&mut tx, now, now.plus(SECOND_THOUGHTS), &told).await?;
            if contest.draw.is_some() {
                is_open_again = edit_draw::deal_anew(&mut tx, now, id, window).await?;
            }
            if contest.participants > 0 {
                move_ends(&mut tx, &contest, window, now, ends).await?;
            }
        }
        tx.commit().await?;
        app.contest_cache.invalidate(id).await;
        if moved == 1 {
            contest_cache::changed(app, id).await;
            let frozen_at = contest.frozen_at.filter(|_| !is_open_again);
            return Ok(Contest { starts_at: window.starts_at, ends_at: window.ends_at, frozen_at, ..contest });
        }
    }
}

/// Moves the ends of people's own times in a contest whose window has just moved, and which is held by that.
async fn move_ends(tx: &mut Tx, before: &Contest, window: Window, now: Time, ends: bool) -> Result<()> {
    let held = store::find(&*tx, before.id).await?.ok_or(MISSING)?;
    if !held.has_personal_ends() {
        return Ok(());
    }
    let before = Contest { ends_at: before.ends_at, ..held };
    if ends {
        store_ends::end_all(tx, &before, window.ends_at).await?;
    } else {
        store_ends::move_with_window(tx, &before, window, now).await?;
    }
    Ok(())
}

/// Deletes a contest that nobody has joined, and returns whether the creation was given back: not when everybody had been
/// told of it, or one creation would do for as many notices to everybody as somebody likes.
pub async fn delete(app: &ContestsState, who: &Member, id: ContestId) -> Result<bool> {
    own(app, who, id).await?;
    let mut tx = app.db.begin().await?;
    // Held, so that no question gets a picture meanwhile.
    if store::lock_to_delete(&mut tx, id).await? {
        before_deletion(&mut tx, app.clock.now(), id).await?;
    }
    let Some(was_announced) = store::delete_if_unfrozen(&mut tx, id).await? else {
        // Of many clicks at once only the first found a contest.
        store::find(&tx, id).await?.ok_or(MISSING)?;
        return Err(messages::TAKEN.into());
    };
    if !was_announced {
        payments::give_back_contest(&mut tx, who.id, app.clock.now(), &id.to_string()).await?;
    }
    tx.commit().await?;
    contest_cache::changed(app, id).await;
    Ok(!was_announced)
}

/// What goes with a contest that is held and about to be deleted: its pictures, and what people were told of it.
pub(super) async fn before_deletion(tx: &mut Tx, now: Time, id: ContestId) -> Result<()> {
    edit_pictures::remove_all(tx, now, id).await?;
    if let Some(told) = store::told_contest(&*tx, id).await? {
        background::enqueue(tx, now, &TellCalledOff::new(id, told)).await?;
    }
    Ok(())
}
