//! SQL statements stand in `store.rs` (or its parts `store_….rs`), in the migrations, and in the libraries `db` and
//! `jobs`. They are refused elsewhere, and features do not use the library of the database.

use super::tokens::Token;
use super::{Finding, Source, is_test};

pub fn in_its_place(source: &Source) -> Vec<Finding> {
    let file = source.path.as_str();
    if !source.is_product() || is_home(file) || is_test(file) {
        return Vec::new();
    }
    let statements = source.tokens.iter().filter(|token| token.text().is_some_and(is_statement));
    let statements = statements.map(|token: &Token| source.finding(token.line, "SQL outside store.rs"));
    let library = source.used.iter().filter(|used| file.starts_with("features/") && used.segment(0) == Some("sqlx"));
    let library = library
        .map(|used| source.finding(used.line, format!("`{}`: queries belong into store.rs", used.segments.join("::"))));
    statements.chain(library).collect()
}

fn is_home(file: &str) -> bool {
    let in_folder = file.contains("migrations/");
    let name = file.rsplit('/').next().unwrap_or(file);
    // A long store is cut into store_<part>.rs.
    in_folder || name.starts_with("store_") || name == "store.rs"
}

/// Looks like a statement: all upper or all lower case, so that "Select a topic from the list" is a sentence.
fn is_statement(text: &str) -> bool {
    let words: Vec<_> =
        text.split(|letter: char| letter.is_whitespace() || letter == '(').filter(|word| !word.is_empty()).collect();
    let Some(first) = words.first() else { return false };
    if *first != first.to_uppercase() && *first != first.to_lowercase() {
        return false;
    }
    let lower: Vec<_> = words.iter().map(|word| word.to_lowercase()).collect();
    let has = |wanted: &str| lower.iter().any(|word| word == wanted);
    match lower.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["select", ..] => has("from") || *first == "SELECT",
        ["update", _, ..] => has("set"),
        ["with", _, "as", ..] => has("select") || has("values"),
        ["pragma" | "begin", _, ..] => *first == first.to_uppercase(),
        ["insert" | "replace", "into", ..]
        | ["delete", "from", ..]
        | ["vacuum", ..]
        | ["create" | "drop" | "alter", "table" | "index" | "unique" | "view" | "trigger", ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(file: &str, text: &str) -> usize {
        in_its_place(&Source::new(file, text)).len()
    }

    #[test]
    fn statements_stay_in_the_store() {
        let statement = "const A: &str = \"\n  SELECT id FROM polls\";";
        assert_eq!(count("features/contests/src/polls/routes.rs", statement), 1);
        assert_eq!(count("server/src/cli.rs", "f(\"VACUUM INTO ?\"); g(\"PRAGMA integrity_check\")"), 2);
        for home in ["features/contests/src/polls/store.rs", "features/contests/src/polls/store_votes.rs"] {
            assert_eq!(count(home, statement), 0);
        }
        assert_eq!(count("crates/migrations/src/m001_accounts.rs", statement), 0);
    }

    #[test]
    fn sentences_are_no_statements() {
        for sentence in [
            "Select a topic from the list",
            "Update the poll and set it live",
            "update",
            "with him as guest",
            "begin here",
        ] {
            assert!(!is_statement(sentence), "{sentence}");
        }
        for statement in [
            "SELECT 1",
            "insert into votes values ($1)",
            "UPDATE polls SET a = 1",
            "with due as (select 1) delete from x",
            "CREATE UNIQUE INDEX i ON t (a)",
            "BEGIN IMMEDIATE",
        ] {
            assert!(is_statement(statement), "{statement}");
        }
    }

    #[test]
    fn the_library_of_the_database_stays_in_the_store() {
        assert_eq!(count("features/contests/src/polls/submit_vote.rs", "use sqlx::Row;"), 1);
        assert_eq!(count("features/contests/src/polls/store.rs", "use sqlx::Row;"), 0);
        assert_eq!(count("server/src/app.rs", "use sqlx::ConnectOptions;"), 0);
    }
}
