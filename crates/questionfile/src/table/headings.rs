//! Headings. Finds the row that names the columns by its words, in English and Hindi, within the first twelve rows: Kahoot
//! has it in row 8, Wayground in row 1.

use super::cells::Line;
use crate::label;
use crate::normalise::as_read;
use crate::numbers::western_digits;

/// Rows that are searched.
pub const SEARCHED: usize = 12;

/// Which column holds what.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    /// The question.
    pub question: usize,
    /// The options, in their order.
    pub options: Vec<usize>,
    /// The key.
    pub key: Option<usize>,
    /// The kind of question.
    pub kind: Option<usize>,
    /// The explanation.
    pub explanation: Option<usize>,
    /// The category.
    pub category: Option<usize>,
    /// Tags.
    pub tags: Option<usize>,
    /// Easy, medium, hard.
    pub difficulty: Option<usize>,
    /// What it is worth.
    pub marks: Option<usize>,
    /// A picture's name or address.
    pub picture: Option<usize>,
    /// Its id.
    pub id: Option<usize>,
    /// The tolerance of a number.
    pub tolerance: Option<usize>,
    /// The share of the marks of each option.
    pub weights: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Question,
    Option(usize),
    Key,
    Kind,
    Explanation,
    Category,
    Tags,
    Difficulty,
    Marks,
    Picture,
    Id,
    Tolerance,
    Weights,
}

/// Whether a text is a heading.
pub fn is_known(text: &str) -> bool {
    role(text).is_some()
}

fn role(text: &str) -> Option<Role> {
    let read = as_read(text);
    // Kahoot says "Question - max 120 characters".
    let words = read.split(" - ").next().unwrap_or_default().trim_end_matches([':', '*', '.', '?']).trim();
    let words = words.split('\n').next().unwrap_or_default();
    Some(match words {
        "question" | "questions" | "question text" | "question title" | "stem" | "prompt" | "प्रश्न" | "सवाल"
        | "вопрос" => Role::Question,
        "correct"
        | "correct answer"
        | "correct answers"
        | "correct answer(s)"
        | "correct option"
        | "correct options"
        | "correct option(s)"
        | "correct choice"
        | "right answer"
        | "right option"
        | "answer"
        | "answers"
        | "ans"
        | "key"
        | "answer key"
        | "right"
        | "उत्तर"
        | "सही उत्तर"
        | "सही विकल्प"
        | "ответ" => Role::Key,
        "question type" | "type" | "kind" | "प्रकार" => Role::Kind,
        "explanation" | "answer explanation" | "solution" | "rationale" | "feedback" | "व्याख्या" | "हल" => {
            Role::Explanation
        }
        "category" | "topic" | "subject" | "chapter" | "unit" | "विषय" | "अध्याय" => Role::Category,
        "tag" | "tags" | "keywords" | "standards" => Role::Tags,
        "difficulty" | "level" | "difficulty level" | "कठिनाई" | "स्तर" => Role::Difficulty,
        "marks" | "mark" | "points" | "point" | "score" | "अंक" => Role::Marks,
        "image" | "image link" | "picture" | "image url" | "चित्र" => Role::Picture,
        "id" | "question id" => Role::Id,
        "tolerance" => Role::Tolerance,
        "weights" => Role::Weights,
        _ => return option(words).map(Role::Option),
    })
}

/// `option 1`, `answer a`, `विकल्प क`, or a letter alone: its place.
fn option(words: &str) -> Option<usize> {
    let names = ["answer option", "option", "opt", "answer", "choice", "विकल्प", "ans", "вариант"];
    let named = names.iter().find_map(|name| words.strip_prefix(name));
    let place = named.unwrap_or(words).trim_matches([' ', '-', '_', '.', '(', ')']);
    if let Ok(number) = western_digits(place).parse::<usize>() {
        return named.and_then(|_| number.checked_sub(1)).filter(|place| *place < 26);
    }
    let mut chars = place.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => {
            label::letter(c).map(|(_, place, _)| place).filter(|place| *place < if named.is_some() { 26 } else { 8 })
        }
        _ => None,
    }
}

/// The row with the headings, and its columns.
pub fn find(lines: &[Line]) -> Option<(usize, Columns)> {
    lines.iter().take(SEARCHED).enumerate().find_map(|(at, line)| Some((at, columns(line)?)))
}

fn columns(line: &Line) -> Option<Columns> {
    let mut found = Columns::default();
    let mut question = None;
    let mut options: Vec<(usize, usize)> = Vec::new();
    for (column, cell) in line.cells.iter().enumerate() {
        if cell.text.chars().count() > 120 {
            return None;
        }
        let slot = match role(&cell.text) {
            None => continue,
            Some(Role::Option(place)) => {
                options.push((place, column));
                continue;
            }
            Some(Role::Question) => &mut question,
            Some(Role::Key) => &mut found.key,
            Some(Role::Kind) => &mut found.kind,
            Some(Role::Explanation) => &mut found.explanation,
            Some(Role::Category) => &mut found.category,
            Some(Role::Tags) => &mut found.tags,
            Some(Role::Difficulty) => &mut found.difficulty,
            Some(Role::Marks) => &mut found.marks,
            Some(Role::Picture) => &mut found.picture,
            Some(Role::Id) => &mut found.id,
            Some(Role::Tolerance) => &mut found.tolerance,
            Some(Role::Weights) => &mut found.weights,
        };
        slot.get_or_insert(column);
    }
    options.sort_unstable();
    // Places must begin with the first and stand once each: a key counts them.
    let counted = options.iter().enumerate().all(|(at, (place, _))| at == *place);
    if !counted {
        return None;
    }
    found.options = options.into_iter().map(|(_, column)| column).collect();
    found.question = question?;
    (found.options.len() >= 2 || found.key.is_some()).then_some(found)
}
