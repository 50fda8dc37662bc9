//! Comparison of databases: do two of them hold the same rows, whatever engine each is on?
//!
//! Both sides are read whole, as they are stored. A row's values are brought into one form (a UUID and a BOOLEAN are kept
//! differently by the two engines) and hashed; the sum of these hashes does not depend on the order of the rows.

use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use crate::catalog::Table;
use crate::copy_format::{Value, values};
use crate::endpoint::Endpoint;
use crate::error::DbError;

/// How often it says how far it is.
const BEAT: Duration = Duration::from_secs(2);

/// What a table holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// How many rows.
    pub rows: u64,
    /// The sum of their hashes.
    pub sum: u128,
}

/// A table on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Its name.
    pub table: String,
    /// In the source.
    pub source: Content,
    /// In the target.
    pub target: Content,
}

impl Compared {
    /// Whether both hold the same rows.
    pub fn is_equal(&self) -> bool {
        self.source == self.target
    }
}

impl Content {
    fn add(&mut self, values: &[Value]) {
        let mut hash = Sha256::new();
        for value in values {
            // Each with its kind and its length, so that no two rows are one text.
            let (kind, bytes): (u8, &[u8]) = match value {
                Value::Null => (0, &[]),
                Value::Int(number) => (1, &number.to_be_bytes()),
                Value::Text(text) => (2, text.as_bytes()),
                Value::Bytes(bytes) => (3, bytes),
            };
            hash.update([kind]);
            hash.update((bytes.len() as u64).to_be_bytes());
            hash.update(bytes);
        }
        let half = hash.finalize().iter().take(16).fold(0_u128, |sum, byte| (sum << 8) | u128::from(*byte));
        self.sum = self.sum.wrapping_add(half);
        self.rows += 1;
    }
}

async fn content(side: &mut Endpoint, table: &Table) -> Result<Content, DbError> {
    let mut content = Content::default();
    side.lines(table, "", |line| {
        content.add(&values(table, line)?);
        Ok(())
    })
    .await?;
    Ok(content)
}

/// Reads all tables of both sides.
pub(crate) async fn compared(
    source: &mut Endpoint,
    target: &mut Endpoint,
    tables: &[Table],
    tell: &(dyn Fn(&str) + Send + Sync),
) -> Result<Vec<Compared>, DbError> {
    let mut all = Vec::with_capacity(tables.len());
    let mut told = Instant::now();
    for table in tables {
        let (source, target) = futures::try_join!(content(source, table), content(target, table))?;
        all.push(Compared { table: table.name.clone(), source, target });
        if told.elapsed() > BEAT {
            told = Instant::now();
            tell(&format!("{} of {} tables compared", all.len(), tables.len()));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rows: &[&[Value]]) -> Content {
        let mut content = Content::default();
        for row in rows {
            content.add(row);
        }
        content
    }

    #[test]
    fn the_order_of_rows_does_not_matter_and_everything_else_does() {
        let (one, two) = ([Value::Int(1), Value::Text("a".into())], [Value::Int(2), Value::Null]);
        assert_eq!(of(&[&one, &two]), of(&[&two, &one]));
        assert_ne!(of(&[&one]), of(&[&one, &one]));
        assert_ne!(of(&[&one, &one]).sum, of(&[&two, &two]).sum, "twins do not cancel each other");
        let texts = |a: &str, b: &str| of(&[&[Value::Text(a.into()), Value::Text(b.into())]]);
        assert_ne!(texts("ab", "c"), texts("a", "bc"));
        assert_ne!(of(&[&[Value::Null]]), texts("", ""));
        assert_ne!(of(&[&[Value::Text(String::new())]]), of(&[&[Value::Bytes(Vec::new())]]));
        assert_ne!(of(&[&[Value::Null]]), of(&[&[Value::Text(String::new())]]));
    }
}
