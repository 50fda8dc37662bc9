//! Tags of a written file. Most formats part them by signs that a tag may hold itself, so a file with tags is read once more, and what
//! does not come back is said.

use super::losses::{Loss, Written, lacks};
use crate::model::{Format, Question, State};
use crate::read;

/// The same with a loss for each question whose tags the format gives back otherwise.
pub fn checked(questions: &[Question], mut written: Written, format: Format) -> Written {
    if questions.iter().all(|question| question.tags.is_empty()) {
        return written;
    }
    let Ok(import) = read(&written.bytes, None, Some(format)) else { return written };
    let found = import.rows.iter().filter(|row| row.state != State::Skipped);
    let mut found = found.map(|row| row.question.as_ref().map(|question| question.tags.as_slice()));
    let mut lost = Vec::new();
    for (at, question) in questions.iter().enumerate() {
        if written.losses.iter().any(|loss| loss.question == at && loss.left_out) {
            continue;
        }
        if found.next().flatten() != Some(question.tags.as_slice()) {
            let only_tags = Question { tags: question.tags.clone(), ..Question::default() };
            lost.extend(lacks(&only_tags, &[]).into_iter().map(|what| Loss::part(at, what)));
        }
    }
    written.losses.extend(lost);
    written.losses.sort_by_key(|loss| loss.question);
    written
}
