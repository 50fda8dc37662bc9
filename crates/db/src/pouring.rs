//! Rows of a SQLite file as PostgreSQL's COPY text, read by a thread of its own.
//!
//! A campus has tens of millions of answers, and each costs what is done per row. So rows are read here without a message
//! between threads for each and without SQLite putting texts together (lines.rs), which took four times the processor. Nobody writes to the file.

use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use tokio::sync::mpsc::Sender;

use crate::error::DbError;
use crate::tables::{Kind, Table};

/// Bytes gathered before they are handed on.
const GATHERED: usize = 256 * 1024;
/// Rows of a piece, about.
const PIECE: i64 = 1_000_000;

/// A part of a table: all of it, or what its key's first column says.
#[derive(Debug)]
pub(crate) struct Piece {
    /// Which table, by its place in the list.
    pub(crate) table: usize,
    between: Option<(i64, i64)>,
    /// About so many rows.
    pub(crate) rows: i64,
}

/// The file, opened to read.
pub(crate) fn open(file: &Path) -> Result<Connection, DbError> {
    Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| unreadable(&error))
}

fn unreadable(error: &rusqlite::Error) -> DbError {
    DbError::Unusable(format!("the copy of the database cannot be read: {error}"))
}

/// How many rows each table has, and the pieces to carry them in: the largest first, so that in the end all finish together.
pub(crate) fn pieces(file: &Path, tables: &[Table]) -> Result<(Vec<i64>, Vec<Piece>), DbError> {
    let from = open(file)?;
    let number = |text: String| from.query_row(&text, (), |row| row.get(0)).map_err(|error| unreadable(&error));
    let (mut counts, mut pieces) = (Vec::new(), Vec::new());
    for (at, table) in tables.iter().enumerate() {
        let rows = number(format!("SELECT COUNT(*) FROM \"{}\"", table.name))?;
        counts.push(rows);
        let counted = table.key.first().map(|first| &table.columns[*first]).filter(|(_, kind)| *kind == Kind::Int);
        match counted {
            Some((key, _)) if rows > PIECE => {
                let end = |which: &str| number(format!("SELECT {which}(\"{key}\") FROM \"{}\"", table.name));
                let ranges = split(end("MIN")?, end("MAX")?, rows / PIECE + 1);
                let each = rows / ranges.len() as i64;
                pieces.extend(ranges.into_iter().map(|range| Piece { table: at, between: Some(range), rows: each }));
            }
            _ if rows > 0 => pieces.push(Piece { table: at, between: None, rows }),
            _ => {}
        }
    }
    pieces.sort_by_key(|piece| -piece.rows);
    Ok((counts, pieces))
}

/// All numbers from one to another, both included, in so many ranges of about the same width.
fn split(first: i64, last: i64, parts: i64) -> Vec<(i64, i64)> {
    let all = i128::from(last) - i128::from(first) + 1;
    let width = (all / i128::from(parts.max(1))).max(1);
    let mut ranges = Vec::new();
    let mut from = i128::from(first);
    while from <= i128::from(last) {
        let to = (from + width - 1).min(i128::from(last));
        ranges.push((from as i64, to as i64));
        from = to + 1;
    }
    ranges
}

/// Sends the lines of a piece, some hundred kilobytes at a time. Nobody listening any more is an end like another.
pub(crate) fn pour(from: &Connection, table: &Table, piece: &Piece, to: &Sender<Vec<u8>>) -> Result<(), DbError> {
    let within = match (piece.between, table.key.first()) {
        (Some((first, last)), Some(key)) => {
            format!(" WHERE \"{}\" BETWEEN {first} AND {last}", table.columns[*key].0)
        }
        _ => String::new(),
    };
    let text = format!("SELECT {} FROM \"{}\"{within}", table.names(), table.name);
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
    fn ranges_leave_nothing_out_and_nothing_twice() {
        for (first, last, parts) in
            [(1, 10, 3), (5, 5, 4), (-7, 7, 2), (0, 3, 9), (i64::MIN, i64::MAX, 5), (i64::MAX - 1, i64::MAX, 1)]
        {
            let ranges = split(first, last, parts);
            assert_eq!((ranges[0].0, ranges[ranges.len() - 1].1), (first, last));
            assert!(ranges.iter().all(|(from, to)| from <= to), "{ranges:?}");
            assert!(ranges.windows(2).all(|two| two[0].1 + 1 == two[1].0), "{ranges:?}");
            assert!(ranges.len() as i64 <= parts + 1, "{ranges:?}");
        }
    }

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
