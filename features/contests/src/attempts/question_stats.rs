//! Question statistics: shares per option, and whether a question tells strong from weak participants.

use std::collections::HashMap;

use crate::ContestsState;
use crate::contests::{self, Marking, Question};
use quad_http::auth::Member;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::ContestId;

use super::leaderboard;
use super::scoring;
use super::store;

/// With fewer participants the best and weakest quarter say nothing.
const ENOUGH: usize = 8;

/// The numbers of a contest.
#[derive(Debug)]
pub struct Analysis {
    /// How many joined.
    pub participants: u32,
    /// Answers taken within the grace after the end.
    pub late: u32,
    /// In order.
    pub questions: Vec<Analysed>,
}

/// The numbers of a question.
#[derive(Debug)]
pub struct Analysed {
    /// The question with its key.
    pub question: Question,
    /// How often each option was chosen.
    pub counts: [u32; contests::OPTIONS],
    /// How many who answered have the mark.
    pub correct: u32,
    /// Share right among the best quarter less that among the weakest.
    pub discrimination: Option<f64>,
}

/// The numbers of a contest, for its owner and ADMIN; to everybody else they do not exist.
pub async fn analyse(app: &ContestsState, who: &Member, id: ContestId) -> Result<Analysis> {
    // Before anything is said of the board's time: it will not open these numbers to anybody else.
    if app.contest_cache.get(app, id).await?.owner != who.id && !who.is_admin {
        return Err(MISSING.into());
    }
    let view = leaderboard::view(app, who, id).await?;
    let rows = &view.board.rows;
    let quarter = rows.len() / 4;
    let (best, weakest) = if rows.len() >= ENOUGH {
        (rows[quarter.saturating_sub(1)].score.correct, rows[rows.len() - quarter].score.correct)
    } else {
        (0, 0)
    };
    let in_band =
        |band: i32| rows.iter().filter(|row| band_of(row.score.correct, best, weakest) == band).count() as f64;
    let (strong, weak) = (in_band(2), in_band(0));
    let telling = rows.len() >= ENOUGH && best > weakest;
    let mut by_question: HashMap<i32, Vec<store::ChoiceCount>> = HashMap::new();
    for count in store::choice_counts(&app.db, id, best, weakest).await? {
        by_question.entry(count.question_no).or_default().push(count);
    }
    let questions = contests::questions(&app.db, id).await?.into_iter().map(|question| {
        let found = by_question.remove(&question.no).unwrap_or_default();
        let mut counts = [0; contests::OPTIONS];
        let mut right = [0_i64; 3];
        for one in &found {
            let option = one.choice as usize;
            counts[option] += one.times as u32;
            if scoring::is_right(&question, option) {
                right[one.band as usize] += one.times;
            }
        }
        Analysed {
            counts,
            correct: right.iter().sum::<i64>() as u32,
            // A mark that everybody or nobody has tells nobody apart.
            discrimination: (telling && question.marking == Marking::Key)
                .then(|| right[2] as f64 / strong - right[0] as f64 / weak),
            question,
        }
    });
    Ok(Analysis { participants: rows.len() as u32, late: view.board.late, questions: questions.collect() })
}

/// The same bands as the statement behind [`store::choice_counts`].
fn band_of(correct: u32, best: u32, weakest: u32) -> i32 {
    if correct >= best { 2 } else { i32::from(correct > weakest) }
}
