//! Stage of the table: a process of its own on a copy of the world's database, asked without a network: what one
//! request needs, made in milliseconds, so that each request that changes something has a world that nothing else has
//! changed.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use futures::StreamExt;
use quad::app::App;
use quad::router;
use quad_db::FromRow;
use quad_db::scratch::{self, Scratch};
use quad_db::{Db, Engine, OpenOptions, sql};
use quad_http::live::Handover;
use quad_kernel::clock::Clock;
use quad_kernel::ids::Random;
use quad_mail::Mailer;
use serde_json::Value;
use std::collections::BTreeSet;
use tower::ServiceExt;

use super::world::{HOST, World};
use crate::harness::{PATIENCE, hash_for_show, postgres_server};

/// The most a body may be.
const MOST: usize = 32 * 1024 * 1024;

/// All rows: table, and what is in it.
pub type Rows = Vec<(String, String)>;

/// A request.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: Method,
    /// With `/api` before it, where it belongs there.
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// What came back.
#[derive(Debug)]
pub struct Said {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
    /// JSON or null.
    pub body: Value,
}

impl Said {
    /// The code of a refusal, or nothing.
    pub fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_default()
    }

    pub fn content_type(&self) -> &str {
        self.headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default()
    }
}

/// The process and its copy of the database, which goes with it.
pub struct Stage {
    app: App,
    router: Router,
    /// What is in the tables, as one statement.
    everything: String,
    scratch: Scratch,
    /// Transactions begun when this was last looked at.
    begun: u64,
}

#[derive(FromRow)]
struct Row {
    place: String,
    line: String,
}

#[derive(FromRow)]
struct Named {
    place: String,
    name: String,
}

impl Stage {
    pub async fn set(world: &World) -> Self {
        let server = postgres_server();
        let scratch = scratch::copy(&world.url, server.as_deref()).await.expect("a copy of the database");
        let db = opened(&scratch).await;
        Self::on(world, db, scratch)
    }

    fn on(world: &World, db: Db, scratch: Scratch) -> Self {
        let (clock, random) = (Clock::fixed(world.now), Random::seeded(world.seed));
        let app = App::build(world.settings.clone(), db, clock, random, Mailer::memory());
        hash_for_show(&app);
        app.listens_on(world.till);
        let router = router::build(&app);
        let begun = app.db.count().transactions;
        Self { app, router, everything: world.everything.clone(), scratch, begun }
    }

    /// Another process in a world that nothing has changed. To copy a database takes PostgreSQL longer than to put back
    /// the rows that were kept beside the others.
    pub async fn anew(self, world: &World) -> Self {
        let engine = self.app.db.engine();
        self.app.close().await;
        if engine == Engine::Sqlite {
            return Self::set(world).await;
        }
        let db = opened(&self.scratch).await;
        let rows = rows(&db, &world.everything).await;
        let mut tx = db.begin().await.expect("begun");
        // Without keys to other tables.
        sql("SET LOCAL session_replication_role = replica").run(&mut tx).await.expect("set");
        for table in differing(&world.rows, &rows) {
            sql(format!("DELETE FROM \"{table}\"")).run(&mut tx).await.expect("emptied");
            let again = format!("INSERT INTO \"{table}\" OVERRIDING SYSTEM VALUE SELECT * FROM kept.\"{table}\"");
            sql(again).run(&mut tx).await.expect("put back");
        }
        tx.commit().await.expect("committed");
        Self::on(world, db, self.scratch)
    }

    /// Asks, and reads the answer to its end; of a stream the first event.
    pub async fn ask(&self, asked: &Asked) -> Said {
        let mut request = Request::builder().method(asked.method.clone()).uri(&asked.path).header("host", HOST);
        for (name, value) in &asked.headers {
            request = request.header(name, value);
        }
        let request = request.body(Body::from(asked.body.clone())).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let mut bytes = to_bytes(body, MOST).await.expect("a body").to_vec();
        if let Some(mut frames) = parts.extensions.get::<Handover>().and_then(Handover::take) {
            // The first says when to come back.
            let two = async { (frames.next().await, frames.next().await).1 };
            let event = tokio::time::timeout(PATIENCE, two).await.ok().flatten();
            bytes = event.expect("an event").to_vec();
        }
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Said { status: parts.status, headers: parts.headers, bytes, body }
    }

    /// Whether a transaction was begun since this was asked before: without one every row is what it was, and reading all
    /// of them is most of the work of a request that is refused.
    pub fn may_have_changed(&mut self) -> bool {
        let begun = self.app.db.count().transactions;
        std::mem::replace(&mut self.begun, begun) != begun
    }

    /// Everything in the database, one text per row, in an order that depends on nothing else.
    pub async fn rows(&self) -> Rows {
        rows(&self.app.db, &self.everything).await
    }

    /// Ends it; its database goes.
    pub async fn strike(self) {
        self.app.close().await;
    }
}

async fn opened(scratch: &Scratch) -> Db {
    let options = OpenOptions { connections: 2, ..scratch::options() };
    Db::open(&scratch.url, &options).await.expect("the database opens")
}

/// What `everything` answers.
pub async fn rows(db: &Db, everything: &str) -> Rows {
    let rows: Vec<Row> = sql(everything.to_owned()).all(db).await.expect("all rows");
    let mut rows: Vec<_> = rows.into_iter().map(|row| (row.place, row.line)).collect();
    rows.sort_unstable();
    rows
}

/// Keeps all rows beside the tables, where [`Stage::anew`] needs them.
pub async fn keep(db: &Db) {
    if db.engine() == Engine::Sqlite {
        return;
    }
    let tables: BTreeSet<String> = columns(db).await.into_iter().map(|(table, _)| table).collect();
    let mut tx = db.begin().await.expect("begun");
    sql("CREATE SCHEMA kept").run(&mut tx).await.expect("made");
    for table in tables {
        sql(format!("CREATE TABLE kept.\"{table}\" AS TABLE \"{table}\"")).run(&mut tx).await.expect("kept");
    }
    tx.commit().await.expect("committed");
}

/// The statement that answers all rows of all tables.
pub async fn everything(db: &Db) -> String {
    let tables = columns(db).await;
    let names: BTreeSet<&str> = tables.iter().map(|(table, _)| table.as_str()).collect();
    let one = |table: &&str| {
        let columns = tables.iter().filter(|(of, _)| of == table).map(|(_, column)| format!("quote(\"{column}\")"));
        match db.engine() {
            Engine::Sqlite => {
                let columns: Vec<_> = columns.collect();
                format!("SELECT '{table}' AS place, json_array({}) AS line FROM \"{table}\"", columns.join(", "))
            }
            Engine::Postgres => {
                format!("SELECT '{table}' AS place, CAST(to_jsonb(t) AS text) AS line FROM \"{table}\" t")
            }
        }
    };
    names.iter().map(one).collect::<Vec<_>>().join(" UNION ALL ")
}

/// Every column of every table.
pub async fn columns(db: &Db) -> Vec<(String, String)> {
    let text = match db.engine() {
        Engine::Sqlite => {
            "SELECT m.name AS place, p.name AS name FROM sqlite_schema m JOIN pragma_table_info(m.name) p
             WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name <> 'seaql_migrations' ORDER BY 1, 2"
        }
        Engine::Postgres => {
            "SELECT CAST(table_name AS text) AS place, CAST(column_name AS text) AS name
             FROM information_schema.columns
             WHERE table_schema = 'public' AND table_name <> 'seaql_migrations' ORDER BY 1, 2"
        }
    };
    let rows: Vec<Named> = sql(text).all(db).await.expect("the columns");
    rows.into_iter().map(|row| (row.place, row.name)).collect()
}

/// The tables whose rows differ.
pub fn differing(before: &[(String, String)], after: &[(String, String)]) -> Vec<String> {
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (before.iter().collect(), after.iter().collect());
    let tables: BTreeSet<&String> = old.symmetric_difference(&new).map(|(table, _)| table).collect();
    tables.into_iter().cloned().collect()
}
