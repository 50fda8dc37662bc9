//! The list of rules beside this file, and the unique keys that a database really has.

use std::collections::BTreeSet;

use quad_db::FromRow;
use quad_db::{Db, Engine, sql};

/// One line of the list.
pub struct Rule {
    /// `table(columns)`, with ` where` behind it when only some rows count; or `limit: …`.
    pub name: String,
    /// Which races, or stories elsewhere.
    pub races: Vec<String>,
    /// Why there is none.
    pub reason: String,
}

impl Rule {
    /// Whether it is no key of the schema.
    pub fn is_limit(&self) -> bool {
        self.name.starts_with("limit: ")
    }
}

/// Reads it: name, two spaces or more, and then names of races or `- ` and a reason.
pub fn read(text: &str) -> Vec<Rule> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, rest) = line.split_once("  ").expect("a rule and what is behind it");
            let rest = rest.trim();
            let reason = rest.strip_prefix("- ");
            let races = if reason.is_some() { Vec::new() } else { rest.split(", ").map(str::to_owned).collect() };
            Rule { name: name.to_owned(), races, reason: reason.unwrap_or_default().to_owned() }
        })
        .collect()
}

/// Whether `feature::story` is told in this program.
pub fn is_a_story(name: &str) -> bool {
    let Some((file, story)) = name.split_once("::") else { return false };
    let path = format!("{}/tests/it/{file}.rs", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).is_ok_and(|text| text.contains(&format!("async fn {story}(")))
}

#[derive(FromRow)]
struct Key {
    place: String,
    columns: String,
    partial: i32,
}

const OF_SQLITE: &str = "
    SELECT m.name AS place, CAST(i.partial AS INTEGER) AS partial,
        (SELECT group_concat(name, ', ') FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno)) AS columns
    FROM sqlite_master m JOIN pragma_index_list(m.name) i
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND i.\"unique\" = 1
    UNION
    SELECT m.name, 0, (SELECT group_concat(name, ', ')
        FROM (SELECT name FROM pragma_table_info(m.name) WHERE pk > 0 ORDER BY pk))
    FROM sqlite_master m WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'
        AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE pk > 0)";

const OF_POSTGRES: &str = "
    SELECT CAST(t.relname AS TEXT) AS place, CASE WHEN x.indpred IS NULL THEN 0 ELSE 1 END AS partial,
        string_agg(CAST(a.attname AS TEXT), ', ' ORDER BY k.seq) AS columns
    FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
    CROSS JOIN LATERAL unnest(CAST(x.indkey AS int2[])) WITH ORDINALITY AS k (attnum, seq)
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum
    WHERE x.indisunique AND n.nspname = 'public'
    GROUP BY x.indexrelid, t.relname, x.indpred";

/// Every unique key there is.
pub async fn of_the_schema(db: &Db) -> BTreeSet<String> {
    let text = match db.engine() {
        Engine::Sqlite => OF_SQLITE,
        Engine::Postgres => OF_POSTGRES,
    };
    let keys: Vec<Key> = sql(text).all(db).await.expect("the keys");
    let name = |key: Key| format!("{}({}){}", key.place, key.columns, if key.partial == 1 { " where" } else { "" });
    keys.into_iter().map(name).collect()
}
