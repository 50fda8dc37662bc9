//! Editing pictures of questions: upload for a contest, and which question shows them. A picture is held by each question that shows it
//! (`pictures::change`), in the transaction that writes the question; one that was uploaded and is not shown goes after a day like all.

use quad_db::Tx;

use crate::ContestsState;
use quad_http::auth::Member;
use quad_http::uploads::Upload;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{ContestId, QuestionId};
use quad_people::pictures::{self, Picture};

use super::model::Contest;
use super::question_pictures::{
    AskedPicture, MOST_KEPT, MOST_ON_A_PHONE, QuestionPicture, changed_uses, no_such_picture,
};
use super::{access, messages, store_pictures};

/// The contest for which its owner may upload pictures: nobody has joined it, and there is room.
pub async fn open_for_pictures(app: &ContestsState, who: &Member, id: ContestId) -> Result<Contest> {
    let contest = access::own(app, who, id).await?;
    if contest.frozen_at.is_some() {
        return Err(messages::FROZEN.into());
    }
    if pictures::count_private(&app.db, id.0).await? >= MOST_KEPT {
        return Err(messages::NO_ROOM_FOR_PICTURES.into());
    }
    Ok(contest)
}

/// Takes a file for a contest.
pub async fn upload(app: &ContestsState, contest: &Contest, file: Upload) -> Result<Picture> {
    pictures::ingest_private(app, file, contest.id.0).await
}

/// Lets a question show these pictures instead of `before`. The caller holds the contest.
pub(super) async fn replace(
    tx: &mut Tx,
    now: Time,
    (contest, question): (ContestId, QuestionId),
    before: &[QuestionPicture],
    asked: &[AskedPicture],
) -> Result<()> {
    let mut after = Vec::with_capacity(asked.len());
    for AskedPicture { key, alt, option } in asked {
        let found = pictures::find_private(&*tx, contest.0, key).await?;
        let (picture, small_bytes) = found.ok_or_else(no_such_picture)?;
        let (width, height) = (picture.width, picture.height);
        after.push(QuestionPicture { key: picture.key, alt: alt.clone(), option: *option, width, height, small_bytes });
    }
    if after == before {
        return Ok(());
    }
    store_pictures::delete_of_question(tx, question).await?;
    for (no, picture) in (0..).zip(&after) {
        store_pictures::insert(tx, contest, question, no, picture).await?;
    }
    pictures::change(tx, now, &changed_uses(before, &after)).await
}

/// After questions show other pictures: how many have some, and whether a phone can load all of them. The caller holds the contest.
pub(super) async fn recount_pictures(tx: &mut Tx, contest: ContestId) -> Result<()> {
    store_pictures::count_pictured(tx, contest).await?;
    let bytes = store_pictures::bytes_on_a_phone(&*tx, contest).await?;
    if bytes > MOST_ON_A_PHONE { Err(messages::pictures_too_heavy(bytes, MOST_ON_A_PHONE).into()) } else { Ok(()) }
}

/// Takes the pictures off all questions of a contest that is about to be deleted. The caller holds the contest.
pub(super) async fn remove_all(tx: &mut Tx, now: Time, contest: ContestId) -> Result<()> {
    let shown = store_pictures::pictures(&*tx, contest).await?;
    let before: Vec<QuestionPicture> = shown.by_question.into_values().flatten().collect();
    if before.is_empty() {
        return Ok(());
    }
    store_pictures::delete_of_contest(tx, contest).await?;
    pictures::change(tx, now, &changed_uses(&before, &[])).await
}
