//! Database layer: two engines, SQLite and PostgreSQL, behind one code path.
//!
//! Opens SQLite or PostgreSQL, hands out readers and transactions, runs migrations under a lock, and runs plain SQL
//! with `$1 … $n` on both engines. It knows no table. Entities, tables and statements live in the feature that owns them.
//! The rules it stands for are proven on both engines in `tests/portable.rs`.

// The derive of FromRow names this crate, also here.
extern crate self as quad_db;

mod catalog;
mod checkpoint;
mod compare_databases;
mod copy_database;
mod copy_format;
mod endpoint;
mod error;
mod health_monitor;
mod integrity;
mod listen;
mod migrate;
mod mounts;
mod open;
mod pg_to_sqlite;
mod query_counter;
mod read_only;
mod restore_into_pg;
mod row;
mod schema_diff;
#[cfg(feature = "scratch")]
pub mod scratch;
mod server_report;
mod session;
mod sql;
mod sqlite_file;
mod sqlite_rows;
mod temp_database;
mod transfer;
mod value;
mod watch;
mod write_state;

pub use compare_databases::{Compared, Content};
pub use error::{Absence, Absent, DbError};
pub use listen::Listener;
pub use migrate::{Derivation, DerivedColumn, MigrationList, Schema, Step};
pub use mounts::file_system_of;
pub use open::{Db, Engine, Health, OpenOptions, Tx};
pub use query_counter::Count;
pub use restore_into_pg::PgRestore;
pub use row::{ColumnType, FromRow, FromValue, Row};
pub use server_report::Server;
pub use sql::{Column, STATEMENTS, Source, Sql, each_like, packed, places, sql, sql_of};
pub use sqlite_file::lock_beside;
pub use temp_database::TempDatabase;
pub use transfer::{compare, transfer};
pub use value::{IntoValue, Value};
pub use watch::Watch;
