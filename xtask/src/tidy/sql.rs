//! SQL has its place: `store.rs` (or its parts `store_….rs`) and the migrations on the server,
//! and the libraries `db` and `jobs`. Elsewhere neither statements nor the query builder.

use super::server::is_value_derive;
use super::tokens::Token;
use super::{Finding, Source, is_test};

pub fn in_its_place(source: &Source) -> Vec<Finding> {
    let Some(file) = source.path.strip_prefix("server/src/") else { return Vec::new() };
    if is_home(file) || is_test(&source.path) {
        return Vec::new();
    }
    let statements = source.tokens.iter().filter(|token| token.text().is_some_and(is_statement));
    let statements = statements.map(|token: &Token| source.finding(token.line, "SQL outside store.rs"));
    // The query builder is judged in features only: app.rs must open the database.
    let builder = source.used.iter().filter(|used| {
        let library = matches!(used.segment(0), Some("sea_orm" | "sea_query" | "sqlx"));
        library && file.starts_with("features/") && !is_value_derive(used) && used.segment(1) != Some("DbErr")
    });
    let builder = builder
        .map(|used| source.finding(used.line, format!("`{}`: queries belong into store.rs", used.segments.join("::"))));
    statements.chain(builder).collect()
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
        in_its_place(&Source::new(&format!("server/src/{file}"), text)).len()
    }

    #[test]
    fn statements_stay_in_the_store() {
        let statement = "const A: &str = \"\n  SELECT id FROM polls\";";
        assert_eq!(count("features/polls/routes.rs", statement), 1);
        assert_eq!(count("cli.rs", "f(\"VACUUM INTO ?\"); g(\"PRAGMA integrity_check\")"), 2);
        for home in ["features/polls/store.rs", "features/polls/store_votes.rs"] {
            assert_eq!(count(home, statement), 0);
        }
        assert_eq!(count("migrations/m001_accounts.rs", statement), 0);
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
    fn the_query_builder_stays_in_the_store() {
        assert_eq!(count("features/polls/voting.rs", "use sea_orm::{EntityTrait, DbErr};"), 1);
        assert_eq!(count("features/polls/entity.rs", "use sea_orm::EntityTrait;"), 1);
        assert_eq!(count("app.rs", "use sea_orm::ConnectOptions;"), 0);
    }
}
