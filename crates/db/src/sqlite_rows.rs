//! SQLite rows: the rows of a file as PostgreSQL's COPY text, read by a thread of its own.
//!
//! A campus has tens of millions of answers, and each costs what is done per row. So rows are read here without a message
//! between threads for each and without SQLite putting texts together (copy_format.rs), which took four times the processor. Nobody writes to the file.

use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use tokio::sync::mpsc::Sender;

use crate::catalog::{Kind, Table};
use crate::error::DbError;

/// Bytes gathered before they are handed on.
const GATHERED: usize = 256 * 1024;
/// The file, opened to read.
pub(crate) fn open(file: &Path) -> Result<Connection, DbError> {
    let whole = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    Connection::open_with_flags(whole, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| unreadable(&error))
}

fn unreadable(error: &rusqlite::Error) -> DbError {
    DbError::Unusable(format!("the copy of the database cannot be read: {error}"))
}

/// How many rows each table has.
pub(crate) fn counts(file: &Path, tables: &[Table]) -> Result<Vec<i64>, DbError> {
    let from = open(file)?;
    let count = |table: &Table| {
        let text = format!("SELECT COUNT(*) FROM \"{}\"", table.name);
        from.query_row(&text, (), |row| row.get(0)).map_err(|error| unreadable(&error))
    };
    tables.iter().map(count).collect()
}

/// Sends the lines of a table, some hundred kilobytes at a time. Nobody listening any more is an end like another.
pub(crate) fn pour(from: &Connection, table: &Table, to: &Sender<Vec<u8>>) -> Result<(), DbError> {
    let text = format!("SELECT {} FROM \"{}\"", table.names(), table.name);
    let read = || {
        let mut statement = from.prepare(&text)?;
        let mut rows = statement.query(())?;
        let mut lines = Vec::with_capacity(GATHERED + GATHERED / 4);
        while let Some(row) = rows.next()? {
            for (at, (name, kind)) in table.columns.iter().enumerate() {
                if at > 0 {
                    lines.push(b'\t');
                }
                if put(&mut lines, row.get_ref(at)?, *kind).is_none() {
                    return Ok(Some(name));
                }
            }
            lines.push(b'\n');
            if lines.len() >= GATHERED {
                let full = std::mem::replace(&mut lines, Vec::with_capacity(GATHERED + GATHERED / 4));
                if to.blocking_send(full).is_err() {
                    return Ok(None);
                }
            }
        }
        // Whoever does not listen any more has an error of its own to tell.
        let _ = to.blocking_send(lines);
        Ok(None)
    };
    match read() {
        Ok(None) => Ok(()),
        Ok(Some(column)) => {
            Err(DbError::Unusable(format!("{}.{column} has a value that cannot be carried", table.name)))
        }
        Err(error) => Err(unreadable(&error)),
    }
}

/// Writes a field; nothing when its value is of a kind that its column cannot have.
fn put(line: &mut Vec<u8>, value: ValueRef<'_>, kind: Kind) -> Option<()> {
    match (value, kind) {
        (ValueRef::Null, _) => line.extend_from_slice(b"\\N"),
        (ValueRef::Integer(number), Kind::Int | Kind::Bool | Kind::Text) => {
            line.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        }
        (ValueRef::Text(text), Kind::Text) => escape(line, text),
        (ValueRef::Blob(bytes), Kind::Uuid) => hexadecimal(line, bytes),
        (ValueRef::Blob(bytes), Kind::Bytes) => {
            line.extend_from_slice(b"\\\\x");
            hexadecimal(line, bytes);
        }
        _ => return None,
    }
    Some(())
}

fn escape(line: &mut Vec<u8>, text: &[u8]) {
    for byte in text {
        match byte {
            b'\\' => line.extend_from_slice(b"\\\\"),
            b'\t' => line.extend_from_slice(b"\\t"),
            b'\n' => line.extend_from_slice(b"\\n"),
            b'\r' => line.extend_from_slice(b"\\r"),
            other => line.push(*other),
        }
    }
}

fn hexadecimal(line: &mut Vec<u8>, bytes: &[u8]) {
    let begin = line.len();
    line.resize(begin + bytes.len() * 2, 0);
    // The room is exactly as large as it has to be.
    let _ = hex::encode_to_slice(bytes, &mut line[begin..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_what_postgresql_reads() {
        let put = |value: ValueRef<'_>, kind| {
            let mut line = Vec::new();
            put(&mut line, value, kind).map(|()| String::from_utf8_lossy(&line).into_owned())
        };
        assert_eq!(put(ValueRef::Null, Kind::Uuid).as_deref(), Some("\\N"));
        assert_eq!(put(ValueRef::Integer(i64::MIN), Kind::Int).as_deref(), Some("-9223372036854775808"));
        assert_eq!(put(ValueRef::Text(b"a\\N\tb\r\n"), Kind::Text).as_deref(), Some("a\\\\N\\tb\\r\\n"));
        assert_eq!(put(ValueRef::Blob(&[0, 255]), Kind::Bytes).as_deref(), Some("\\\\x00ff"));
        assert_eq!(put(ValueRef::Blob(&[1; 16]), Kind::Uuid), Some("01".repeat(16)));
        assert_eq!(put(ValueRef::Text(b"x"), Kind::Int), None);
        assert_eq!(put(ValueRef::Real(1.5), Kind::Int), None);
        assert_eq!(put(ValueRef::Blob(b"x"), Kind::Text), None);
    }
}
