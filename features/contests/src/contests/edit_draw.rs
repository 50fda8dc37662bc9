//! Draw editing: by which blueprint each person gets a part of the questions, and that whatever is edited afterwards leaves one by which
//! papers can be dealt. All is decided while the contest is held.

use quad_db::{Source, Tx};

use crate::ContestsState;
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::ids::ContestId;
use quad_services::background;

use super::draw::{DEALT_BEFORE, Draw};
use super::jobs::DealPapers;
use super::model::{Contest, Question, Window};
use super::rules::ContestRules;
use super::{access, contest_cache, messages, store, store_draw};

/// What each person of a contest gets, with the questions to choose from.
#[derive(Debug)]
pub struct ShownDraw {
    /// The contest with its blueprint, if it has one.
    pub contest: Contest,
    /// All its questions.
    pub questions: Vec<Question>,
}

/// What each person gets, for the contest's owner.
pub async fn shown(app: &ContestsState, who: &Member, id: ContestId) -> Result<ShownDraw> {
    let contest = access::own(app, who, id).await?;
    let questions = store::questions(&app.db, id).await?;
    Ok(ShownDraw { contest, questions })
}

/// Sets what each person gets; without a blueprint everybody gets all questions.
pub async fn set(app: &ContestsState, who: &Member, id: ContestId, draw: Option<Draw>) -> Result<ShownDraw> {
    access::own(app, who, id).await?;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let contest = store::lock(&mut tx, id).await?.ok_or(MISSING)?;
    let questions = store::questions(&tx, id).await?;
    if let Some(draw) = &draw {
        draw.may_stand(&questions, contest.rules.marks)?;
    }
    if store_draw::set(&mut tx, id, draw.clone()).await? == 0 {
        let why = if contest.participants > 0 { messages::DRAW_FROZEN } else { messages::DRAW_DEALT };
        return Err(why.into());
    }
    if draw.is_some() {
        deal_in_time(&mut tx, now, id, contest.window()).await?;
    }
    tx.commit().await?;
    contest_cache::changed(app, id).await;
    Ok(ShownDraw { contest: Contest { draw, ..contest }, questions })
}

/// Has the papers dealt a minute before the start of a contest. Where that is past, the first join deals them.
pub(super) async fn deal_in_time(tx: &mut Tx, now: Time, id: ContestId, window: Window) -> Result<()> {
    let at = window.starts_at.minus(DEALT_BEFORE);
    if at > now {
        background::enqueue_at(tx, now, at, &DealPapers::new(id, window)).await?;
    }
    Ok(())
}

/// Has the papers of a contest that was moved dealt in time: where nobody has joined, those that were dealt are taken back until then. Returns
/// whether there were some. The contest is held.
pub(super) async fn deal_anew(tx: &mut Tx, now: Time, id: ContestId, window: Window) -> Result<bool> {
    let is_open_again = store_draw::undeal(tx, id, now.plus(DEALT_BEFORE)).await?;
    deal_in_time(tx, now, id, window).await?;
    Ok(is_open_again)
}

/// Whether papers can be dealt of the questions of a contest as they are now, under such rules. Asks nothing where there is no blueprint.
pub(super) async fn may_still_stand(tx: &Tx, id: ContestId, draw: Option<&Draw>, rules: ContestRules) -> Result<()> {
    if let Some(draw) = draw {
        draw.may_stand(&store::questions(tx, id).await?, rules.marks)?;
    }
    Ok(())
}

/// Why the questions of a contest cannot change, if they cannot.
pub(super) async fn why_frozen(source: &impl Source, id: ContestId) -> Result<Option<Rejection>> {
    let contest = store::find(source, id).await?.ok_or(MISSING)?;
    let why = if contest.participants > 0 { messages::FROZEN } else { messages::PAPERS_DEALT };
    Ok(contest.frozen_at.map(|_| why))
}
