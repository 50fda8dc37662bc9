//! Two database engines behind one code path.
//!
//! Opens SQLite or PostgreSQL, hands out readers and transactions, runs migrations under a lock, and runs plain SQL
//! with `$1 … $n` on both engines. It knows no table. Entities, tables and statements live in the feature that owns them.
//! The rules it stands for are proven on both engines in `tests/portable.rs`.

mod beside;
mod carrying;
mod checkpointing;
mod comparing;
mod copying;
mod count;
mod error;
mod filling;
mod integrity;
mod lines;
mod listen;
mod migrate;
mod open;
pub mod planted;
mod pouring;
mod refusing;
#[cfg(feature = "scratch")]
pub mod scratch;
mod shape;
mod side;
mod sql;
mod tables;
mod transferring;
mod watching;

pub use beside::Beside;
pub use comparing::{Compared, Content};
pub use count::Count;
pub use error::{Absence, Absent, DbError};
pub use filling::Filling;
pub use listen::Listener;
pub use migrate::Schema;
pub use open::{Db, Engine, Health, OpenOptions, Tx};
pub use sql::{Column, Source, Sql, packed, places, sql};
pub use transferring::{compare, transfer};
pub use watching::Watch;
