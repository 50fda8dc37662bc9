//! COPY format of PostgreSQL: the form in which rows of either engine travel. SQLite makes and takes such lines here;
//! PostgreSQL does so itself.

use sqlx::{AssertSqlSafe, SqliteConnection};

use crate::catalog::{Kind, Table};
use crate::error::DbError;

/// Parameters of one INSERT: below SQLite's bound, and few enough to stay in a processor's cache.
const PARAMETERS: usize = 2_000;

/// What stands in a field, the same whichever engine it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Null,
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// The statement that answers rows of a SQLite table as lines, each with its end; what follows `FROM` and the table may be added.
pub(crate) fn statement(table: &Table) -> String {
    let column = |(name, kind): &(String, Kind)| {
        let text = match kind {
            Kind::Uuid => format!("hex(\"{name}\")"),
            Kind::Bytes => format!("'\\\\x' || hex(\"{name}\")"),
            Kind::Bool | Kind::Int => format!("\"{name}\""),
            Kind::Text => format!(
                "replace(replace(replace(replace(\"{name}\", '\\', '\\\\'), char(9), '\\t'), char(10), '\\n'), char(13), '\\r')"
            ),
        };
        // hex(NULL) is empty, not NULL.
        format!("CASE WHEN \"{name}\" IS NULL THEN '\\N' ELSE {text} END")
    };
    let columns: Vec<String> = table.columns.iter().map(column).collect();
    format!("SELECT {} || char(10) FROM \"{}\"", columns.join(" || char(9) || "), table.name)
}

/// The lines that are whole now, without the last one's end; what is not waits for the next bytes.
pub(crate) fn whole(waiting: &mut Vec<u8>, bytes: &[u8]) -> Option<Vec<u8>> {
    waiting.extend_from_slice(bytes);
    let end = waiting.iter().rposition(|byte| *byte == b'\n')?;
    let rest = waiting.split_off(end + 1);
    let mut lines = std::mem::replace(waiting, rest);
    lines.pop();
    Some(lines)
}

/// The values of a line, in the order of the columns.
pub(crate) fn values(table: &Table, line: &[u8]) -> Result<Vec<Value>, DbError> {
    let mut fields = line.split(|byte| *byte == b'\t');
    let mut values = Vec::with_capacity(table.columns.len());
    for (name, kind) in &table.columns {
        let field = fields.next().and_then(|field| value(field, *kind));
        let odd = || DbError::Unusable(format!("{}.{name} has a value that cannot be read", table.name));
        values.push(field.ok_or_else(odd)?);
    }
    Ok(values)
}

/// A field.
pub(crate) fn value(field: &[u8], kind: Kind) -> Option<Value> {
    if field == b"\\N" {
        return Some(Value::Null);
    }
    Some(match kind {
        Kind::Int => Value::Int(std::str::from_utf8(field).ok()?.parse().ok()?),
        // As PostgreSQL says it, and as SQLite does.
        Kind::Bool => match field {
            b"t" | b"1" => Value::Int(1),
            b"f" | b"0" => Value::Int(0),
            _ => return None,
        },
        Kind::Uuid => {
            let digits: Vec<u8> = field.iter().copied().filter(|byte| *byte != b'-').collect();
            Value::Bytes(hex::decode(digits).ok()?)
        }
        Kind::Bytes => Value::Bytes(hex::decode(field.strip_prefix(b"\\\\x")?).ok()?),
        Kind::Text => Value::Text(String::from_utf8(unescaped(field)).ok()?),
    })
}

fn unescaped(field: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(field.len());
    let mut bytes = field.iter().copied();
    while let Some(byte) = bytes.next() {
        text.push(match byte {
            b'\\' => match bytes.next() {
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b'r') => b'\r',
                Some(b'b') => 8,
                Some(b'f') => 12,
                Some(b'v') => 11,
                Some(other) => other,
                None => b'\\',
            },
            other => other,
        });
    }
    text
}

/// Rows that wait to be inserted together into a SQLite table.
pub(crate) struct Rows<'a> {
    table: &'a Table,
    most: usize,
    count: usize,
    values: Vec<Value>,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(table: &'a Table) -> Self {
        let most = (PARAMETERS / table.columns.len().max(1)).max(1);
        Self { table, most, count: 0, values: Vec::new() }
    }

    /// Adds lines, and inserts whenever enough rows wait.
    pub(crate) async fn add(&mut self, lines: &[u8], to: &mut SqliteConnection) -> Result<(), DbError> {
        for line in lines.split(|byte| *byte == b'\n') {
            self.values.extend(values(self.table, line)?);
            self.count += 1;
            if self.count == self.most {
                self.insert(to).await?;
            }
        }
        Ok(())
    }

    /// Inserts those that wait.
    pub(crate) async fn insert(&mut self, to: &mut SqliteConnection) -> Result<(), DbError> {
        if self.count == 0 {
            return Ok(());
        }
        let row = format!("({})", vec!["?"; self.table.columns.len()].join(", "));
        let rows = vec![row; self.count].join(", ");
        let text = format!("INSERT INTO \"{}\" ({}) VALUES {rows}", self.table.name, self.table.names());
        let mut statement = sqlx::query(AssertSqlSafe(text));
        for value in self.values.drain(..) {
            statement = match value {
                Value::Null => statement.bind(None::<i64>),
                Value::Int(number) => statement.bind(number),
                Value::Text(text) => statement.bind(text),
                Value::Bytes(bytes) => statement.bind(bytes),
            };
        }
        statement.execute(to).await?;
        self.count = 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_as_they_were() {
        assert!(matches!(value(b"\\N", Kind::Text), Some(Value::Null)));
        assert!(matches!(value(b"-7", Kind::Int), Some(Value::Int(-7))));
        assert!(matches!(
            (value(b"t", Kind::Bool), value(b"1", Kind::Bool)),
            (Some(Value::Int(1)), Some(Value::Int(1)))
        ));
        assert!(matches!(
            (value(b"f", Kind::Bool), value(b"0", Kind::Bool)),
            (Some(Value::Int(0)), Some(Value::Int(0)))
        ));
        assert!(matches!(value(b"\\\\x00ff", Kind::Bytes), Some(Value::Bytes(bytes)) if bytes == [0, 255]));
        assert!(matches!(value(b"a\\tb\\\\n\\nc", Kind::Text), Some(Value::Text(text)) if text == "a\tb\\n\nc"));
        assert!(
            value(b"x", Kind::Int).is_none() && value(b"zz", Kind::Uuid).is_none() && value(b"2", Kind::Bool).is_none()
        );
    }

    #[test]
    fn lines_come_in_pieces() {
        let mut waiting = Vec::new();
        assert_eq!(whole(&mut waiting, b"one\ntw"), Some(b"one".to_vec()));
        assert_eq!(whole(&mut waiting, b"o"), None);
        assert_eq!(whole(&mut waiting, b"\n\n"), Some(b"two\n".to_vec()));
        assert!(waiting.is_empty());
    }
}
