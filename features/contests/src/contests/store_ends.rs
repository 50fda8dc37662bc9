//! Store of ends: what becomes of the ends of people's own times when the window of their contest moves. All else about them is in
//! `attempts/store_time.rs`.

use quad_db::{DbError, Tx, sql};

use quad_kernel::clock::Time;

use super::model::{Contest, Window};

/// Longer than any window, for people whose time is that of the contest.
const NO_LIMIT: i64 = 1 << 50;

/// Moves ends with the end of the window, which has just moved from that of `before`: by as much as the time would end otherwise without
/// what organisers gave. No end that had not come becomes earlier than what the clocks say.
pub(super) async fn move_with_window(tx: &mut Tx, before: &Contest, window: Window, now: Time) -> Result<(), DbError> {
    let own = before.rules.minutes.map_or(NO_LIMIT, |minutes| i64::from(minutes) * 60_000);
    let clock = before.paused_at.unwrap_or(now);
    let usual = |end: &str| format!("(CASE WHEN joined_at + $4 < {end} THEN joined_at + $4 ELSE {end} END)");
    let new = format!("(ends_at + {} - {})", usual("$3"), usual("$2"));
    // Whoever joined while the clocks stood still has used nothing.
    let least = "(CASE WHEN joined_at > $5 THEN joined_at ELSE $5 END)";
    sql(format!(
        "UPDATE attempts SET ends_at = CASE WHEN {new} < {least} THEN {least} ELSE {new} END WHERE contest_id = $1 AND ends_at > $5"
    ))
    .arg(before.id)
    .arg(before.ends_at)
    .arg(window.ends_at)
    .arg(own)
    .arg(clock)
    .run(tx)
    .await?;
    note_last_end(tx, before).await
}

/// Ends everybody's time at this moment, and lets no clock stand still.
pub(super) async fn end_all(tx: &mut Tx, before: &Contest, at: Time) -> Result<(), DbError> {
    sql("UPDATE attempts SET ends_at = $2 WHERE contest_id = $1 AND ends_at > $2")
        .arg(before.id)
        .arg(at)
        .run(tx)
        .await?;
    sql("UPDATE contests SET paused_at = NULL WHERE id = $1 AND paused_at IS NOT NULL").arg(before.id).run(tx).await?;
    note_last_end(tx, before).await
}

/// Where none was moved by an organiser, all follow from the window.
async fn note_last_end(tx: &mut Tx, contest: &Contest) -> Result<(), DbError> {
    sql("UPDATE contests SET last_ends_at = (SELECT MAX(a.ends_at) FROM attempts a WHERE a.contest_id = contests.id)
         WHERE id = $1 AND last_ends_at IS NOT NULL")
    .arg(contest.id)
    .run(tx)
    .await?;
    Ok(())
}
