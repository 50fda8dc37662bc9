//! Homes of the servers' databases: SQLite files in folders of their own, databases on the PostgreSQL server that was
//! named. All of it is gone when the run ends; what a killed run left on PostgreSQL goes with the next one.

use std::path::{Path, PathBuf};

use anyhow::Context;
use quad_db::{Db, Engine, OpenOptions};
use quad_migrations::Migrations;

use crate::campus::Campus;
use crate::store;

const PREFIX: &str = "quad_testbed_";

/// A database with a campus in it, and a data folder beside it.
#[derive(Clone, Debug)]
pub struct Home {
    /// Which engine.
    pub engine: Engine,
    /// Address of the database.
    pub url: String,
    /// Data folder.
    pub folder: PathBuf,
}

/// Where homes are made.
#[derive(Debug)]
pub struct Homes {
    folder: tempfile::TempDir,
    postgres: Option<Postgres>,
    made: u32,
}

#[derive(Debug)]
struct Postgres {
    admin: Db,
    url: String,
    made: Vec<String>,
}

/// A name for tables.
pub fn name_of(engine: Engine) -> &'static str {
    match engine {
        Engine::Sqlite => "SQLite",
        Engine::Postgres => "PostgreSQL",
    }
}

impl Homes {
    /// Below `folder`, or where temporary files are; on PostgreSQL, too, where its maintenance database is named.
    pub async fn new(folder: Option<&Path>, postgres: Option<&str>) -> anyhow::Result<Self> {
        let folder = match folder {
            Some(folder) => tempfile::Builder::new().prefix("quad-testbed-").tempdir_in(folder),
            None => tempfile::Builder::new().prefix("quad-testbed-").tempdir(),
        };
        let postgres = match postgres {
            None => None,
            Some(url) => {
                let admin = Db::open(url, &OpenOptions::default()).await.context("PostgreSQL")?;
                drop_orphans(&admin).await?;
                Some(Postgres { admin, url: url.to_owned(), made: Vec::new() })
            }
        };
        Ok(Self { folder: folder.context("a temporary folder")?, postgres, made: 0 })
    }

    /// The engines there are.
    pub fn engines(&self) -> Vec<Engine> {
        let postgres = self.postgres.as_ref().map(|_| Engine::Postgres);
        std::iter::once(Engine::Sqlite).chain(postgres).collect()
    }

    /// The folder of everything.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What PostgreSQL says of itself.
    pub async fn about_postgres(&self) -> anyhow::Result<Option<String>> {
        Ok(match &self.postgres {
            Some(postgres) => Some(store::about_postgres(&postgres.admin).await?),
            None => None,
        })
    }

    /// A new home with this campus.
    pub async fn make(&mut self, engine: Engine, campus: &Campus) -> anyhow::Result<Home> {
        let home = self.empty(engine, None).await?;
        let db = home.open().await?;
        db.migrate::<Migrations>().await?;
        campus.write(&db).await?;
        db.close().await;
        Ok(home)
    }

    /// An empty database on PostgreSQL, without any table.
    pub async fn bare_database(&mut self) -> anyhow::Result<Home> {
        self.empty(Engine::Postgres, None).await
    }

    /// A copy of a home whose database nobody uses.
    pub async fn copy(&mut self, home: &Home) -> anyhow::Result<Home> {
        match home.engine {
            Engine::Postgres => self.empty(Engine::Postgres, Some(home)).await,
            Engine::Sqlite => {
                let copy = self.empty(Engine::Sqlite, None).await?;
                for name in ["quad.db", "quad.db-wal"] {
                    if home.folder.join(name).exists() {
                        std::fs::copy(home.folder.join(name), copy.folder.join(name)).context("copying a database")?;
                    }
                }
                Ok(copy)
            }
        }
    }

    async fn empty(&mut self, engine: Engine, template: Option<&Home>) -> anyhow::Result<Home> {
        self.made += 1;
        let folder = self.folder.path().join(format!("home-{}", self.made));
        std::fs::create_dir(&folder)?;
        let url = match (engine, &mut self.postgres) {
            (Engine::Postgres, Some(postgres)) => {
                let name = format!("{PREFIX}{}_{}", std::process::id(), self.made);
                let template = template.and_then(|home| home.url.rsplit_once('/')).map(|(_, name)| name);
                store::create_database(&postgres.admin, &name, template).await?;
                postgres.made.push(name.clone());
                let (base, _) = postgres.url.rsplit_once('/').unwrap_or((&postgres.url, ""));
                format!("{base}/{name}")
            }
            (Engine::Postgres, None) => anyhow::bail!("no PostgreSQL server was named"),
            (Engine::Sqlite, _) => format!("sqlite://{}", folder.join("quad.db").display()),
        };
        Ok(Home { engine, url, folder })
    }

    /// Removes all homes made so far; nobody may use them any more.
    pub async fn clear(&mut self) -> anyhow::Result<()> {
        if let Some(postgres) = &mut self.postgres {
            for name in std::mem::take(&mut postgres.made) {
                store::drop_database(&postgres.admin, &name).await?;
            }
        }
        for number in 1..=self.made {
            let folder = self.folder.path().join(format!("home-{number}"));
            if folder.exists() {
                std::fs::remove_dir_all(folder)?;
            }
        }
        Ok(())
    }
}

impl Home {
    /// Opens its database.
    pub async fn open(&self) -> anyhow::Result<Db> {
        Ok(Db::open(&self.url, &OpenOptions::default()).await?)
    }

    /// Makes every commit on PostgreSQL take so much longer, for servers that start later: before it flushes its log it
    /// sleeps (`commit_delay`), as if the disk did.
    pub async fn slow_commits(&self, delay_ms: u32) -> anyhow::Result<()> {
        let db = self.open().await?;
        let is_durable = store::commits_are_durable(&db).await?;
        anyhow::ensure!(is_durable, "the commits of this PostgreSQL do not wait for its disk, so it cannot be slowed");
        let (_, name) = self.url.rsplit_once('/').context("an address with a database")?;
        store::slow_commits(&db, name, delay_ms).await.context("slowing the commits of PostgreSQL")?;
        db.close().await;
        Ok(())
    }

    /// Its engine's name.
    pub fn name(&self) -> &'static str {
        name_of(self.engine)
    }
}

/// Databases of runs that do not run any more.
async fn drop_orphans(admin: &Db) -> anyhow::Result<()> {
    for name in store::databases(admin, PREFIX).await? {
        let pid = name.trim_start_matches(PREFIX).split('_').next().unwrap_or_default().to_owned();
        if !Path::new("/proc").join(pid).exists() {
            store::drop_database(admin, &name).await?;
        }
    }
    Ok(())
}
