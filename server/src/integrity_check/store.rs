//! Integrity check store: asks an invariant's question on either engine.

use quad_db::FromRow;
use quad_db::{Db, DbError, Engine, sql_of};

#[derive(FromRow)]
struct Offender {
    offender: String,
}

/// The first who break a rule, as text. UUIDs are written as people know them, whatever the engine keeps.
pub(super) async fn offenders(db: &Db, statement: &str, most: usize) -> Result<Vec<String>, DbError> {
    let statement = on_engine(db.engine(), statement);
    let shown = match db.engine() {
        Engine::Sqlite => {
            "CASE WHEN typeof(offender) = 'blob' THEN 'uuid:' || hex(offender) ELSE CAST(offender AS TEXT) END"
        }
        Engine::Postgres => "CAST(offender AS TEXT)",
    };
    let text = format!("SELECT COALESCE({shown}, '?') AS offender FROM ({statement}) AS found LIMIT {most}");
    let rows: Vec<Offender> = sql_of(db.engine(), text).all(db).await?;
    Ok(rows.into_iter().map(|row| as_people_know_it(row.offender)).collect())
}

/// `{hex:COLUMN}` in the engine's words.
fn on_engine(engine: Engine, statement: &str) -> String {
    let mut text = String::with_capacity(statement.len());
    let mut rest = statement;
    while let Some((before, after)) = rest.split_once("{hex:") {
        let (column, after) = after.split_once('}').unwrap_or((after, ""));
        text.push_str(before);
        let [begin, end] = match engine {
            Engine::Sqlite => ["lower(hex(", "))"],
            Engine::Postgres => ["replace(CAST(", " AS TEXT), '-', '')"],
        };
        text.extend([begin, column, end]);
        rest = after;
    }
    text + rest
}

/// SQLite keeps a UUID as bytes; a text of as many digits, such as a picture's key, stays as it is.
fn as_people_know_it(text: String) -> String {
    let id = text.strip_prefix("uuid:").and_then(|digits| uuid::Uuid::try_parse(digits).ok());
    id.map_or(text, |id| id.hyphenated().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uuid_is_hexadecimal_on_both_engines() {
        let text = "a = {hex:o.id} AND {hex:u} = b";
        assert_eq!(on_engine(Engine::Sqlite, text), "a = lower(hex(o.id)) AND lower(hex(u)) = b");
        assert!(on_engine(Engine::Postgres, text).ends_with("replace(CAST(u AS TEXT), '-', '') = b"));
    }
}
