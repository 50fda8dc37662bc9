//! Integrity check of keys: what a statement cannot read. Numbers, tolerances and texts that are right are kept as they were typed, and
//! whether marks part exactly depends on rules kept as JSON.

use quad_db::{Db, DbError};

use super::kind::Kind;
use super::number_answers::{Number, Tolerance};
use super::store::{self, TypedKeyRow};
use super::typed_key::TypedKey;

/// Questions with a typed answer whose key cannot be read, or of which something would be overlooked; the first few, in words.
pub async fn unreadable_keys(db: &Db, most: usize) -> Result<Vec<String>, DbError> {
    let rows = store::typed_key_rows(db).await?;
    let unreadable = rows.iter().filter(|row| !is_readable(row));
    Ok(unreadable.take(most).map(|row| format!("question {}", row.id)).collect())
}

fn is_readable(row: &TypedKeyRow) -> bool {
    let number = |text: &Option<String>| text.as_deref().is_some_and(|text| Number::read("value", text).is_ok());
    let tolerance = |text: &str| Tolerance::read("tolerance", text).is_ok_and(|read| read.is_some());
    match Kind::from_word(&row.kind) {
        Some(Kind::Number) => number(&row.right_number) && row.tolerance.as_deref().is_none_or(tolerance),
        Some(Kind::Text) => {
            let texts: Option<Vec<String>> =
                row.right_texts.as_deref().and_then(|texts| serde_json::from_str(texts).ok());
            // Of two that are one answer the second would have been left out.
            texts.is_some_and(|texts| {
                let read = TypedKey::texts(&texts).ok();
                read.is_some_and(|key| key.as_texts() == Some(texts.as_slice()))
            })
        }
        Some(Kind::Single | Kind::Several) | None => false,
    }
}

/// Questions with several right options whose marks do not part as they have to; the first few, in words.
pub async fn inexact_parts(db: &Db, most: usize) -> Result<Vec<String>, DbError> {
    let mut found = Vec::new();
    for contest in store::with_marked_questions(db).await? {
        if found.len() >= most || contest.several_questions == 0 {
            continue;
        }
        let questions = store::questions(db, contest.id).await?;
        let inexact = questions.iter().filter(|question| question.inexact_part(contest.rules.marks).is_some());
        found.extend(inexact.map(|question| format!("question {} of {}", question.no, contest.title)));
    }
    found.truncate(most);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quad_kernel::ids::QuestionId;
    use uuid::Uuid;

    fn row(kind: &str, number: Option<&str>, tolerance: Option<&str>, texts: Option<&str>) -> TypedKeyRow {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        TypedKeyRow {
            id: QuestionId(Uuid::from_u128(1)),
            kind: kind.to_owned(),
            right_number: owned(number),
            tolerance: owned(tolerance),
            right_texts: owned(texts),
        }
    }

    #[test]
    fn what_would_be_overlooked_is_unreadable() {
        for (number, tolerance, fine) in [
            (Some("9,81"), None, true),
            (Some("1e3"), Some("2%"), true),
            (Some("3/4"), Some("0.05"), true),
            (None, None, false),
            (Some("ten"), None, false),
            (Some("10"), Some("little"), false),
            (Some("10"), Some("-1"), false),
            (Some("10"), Some(" "), false),
        ] {
            assert_eq!(is_readable(&row("number", number, tolerance, None)), fine, "{number:?} {tolerance:?}");
        }
        for (texts, fine) in [
            (Some(r#"["Mysuru"]"#), true),
            (Some(r#"["Mysuru", "Mysore"]"#), true),
            (Some(r#"["Mysuru", "MYSURU"]"#), false),
            (Some("[]"), false),
            (Some(r#"[" "]"#), false),
            (Some("Mysuru"), false),
            (None, false),
        ] {
            assert_eq!(is_readable(&row("text", None, None, texts)), fine, "{texts:?}");
        }
    }
}
