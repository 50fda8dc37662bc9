//! Setup of the rehearsal: a folder and a database of its own, people with sessions, and a contest that is on. The
//! installation's own data is never opened; of its settings those are taken over that decide how it performs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use quad_db::{Db, OpenOptions, TempDatabase};
use tempfile::TempDir;
use toml::{Table, Value};

use super::campus::{AskedQuestion, Campus, Person};
use super::kinds;
use crate::demo;
use quad_contests::contests;
use quad_kernel::clock::Clock;
use quad_kernel::error::Error;
use quad_kernel::ids::{Random, UserId};
use quad_migrations::Migrations;
use quad_people::accounts;
use quad_services::config::Settings;

/// Everybody's password, for the sample that logs in.
pub const PASSWORD: &str = "lantern-over-the-lawn";
/// The contest is on for so long unless its owner ends it.
const LONGEST: Duration = Duration::from_hours(12);

/// Where the rehearsal takes place; gone after [`Place::remove`].
#[derive(Debug)]
pub struct Place {
    folder: TempDir,
    beside: Option<TempDatabase>,
    /// What kind of database it is, in words.
    pub engine: &'static str,
}

impl Place {
    /// Makes it beside the installation's data, so that it is on the same disk and the same database server.
    pub async fn make(settings: &Settings) -> anyhow::Result<Self> {
        let home = settings
            .data_dir
            .ancestors()
            .find(|folder| folder.is_dir())
            .map_or_else(|| PathBuf::from("."), PathBuf::from);
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder
            .prefix("flight-check-")
            .tempdir_in(&home)
            .with_context(|| format!("cannot make a folder in {}", home.display()))?;
        let url = settings.database();
        let (beside, engine) = if url.starts_with("sqlite:") {
            (None, "SQLite, as this installation")
        } else {
            let name = format!("quad_flight_check_{}", hex::encode(Random::System.bytes::<6>()));
            match TempDatabase::make(&url, &name).await.context("the database server")? {
                Some(beside) => (Some(beside), "PostgreSQL, a database of its own on this installation's server"),
                None => (None, "SQLite: this installation's role on PostgreSQL may not make a database (CREATEDB)"),
            }
        };
        let place = Self { folder, beside, engine };
        let written = std::fs::write(place.settings_file(), place.settings(settings)).context("the settings file");
        match written {
            Ok(()) => Ok(place),
            Err(error) => {
                place.remove().await?;
                Err(error)
            }
        }
    }

    /// Whether the database is a PostgreSQL's.
    pub fn is_on_postgres(&self) -> bool {
        self.beside.is_some()
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn settings_file(&self) -> PathBuf {
        self.folder().join("quad.toml")
    }

    /// Where the database of the rehearsal is.
    fn database(&self) -> String {
        match &self.beside {
            Some(beside) => beside.url.clone(),
            None => format!("sqlite://{}", self.folder().join("quad.db").display()),
        }
    }

    pub async fn open(&self, settings: &Settings) -> anyhow::Result<Db> {
        let options = OpenOptions { connections: settings.database_connections, ..OpenOptions::default() };
        Db::open(&self.database(), &options).await.context("the rehearsal's database")
    }

    /// Takes everything away again.
    pub async fn remove(self) -> anyhow::Result<()> {
        let dropped = match self.beside {
            Some(beside) => beside.remove().await.context("dropping the rehearsal's database"),
            None => Ok(()),
        };
        self.folder.close().context("removing the rehearsal's folder")?;
        dropped
    }

    /// What decides how an installation performs, and nothing that reaches outside: no mail, no money, no provider.
    fn settings(&self, settings: &Settings) -> String {
        let number = |number: usize| Value::Integer(number as i64);
        let mut table = Table::new();
        table.insert("database_url".into(), Value::String(self.database()));
        table.insert("database_connections".into(), number(settings.database_connections as usize));
        table.insert("time_zone".into(), Value::String(settings.time_zone.name().to_owned()));
        table.insert("answer_grace_seconds".into(), number(settings.answer_grace_seconds as usize));
        table.insert("answer_queue".into(), number(settings.answer_queue));
        table.insert("login_slots".into(), number(settings.login_slots));
        table.insert("login_queue".into(), number(settings.login_queue));
        table.insert("live_streams".into(), number(settings.live_streams));
        table.insert("log_format".into(), Value::String(settings.log_format.clone()));
        table.insert("log_filter".into(), Value::String(settings.log_filter.clone()));
        table.to_string()
    }
}

/// Fills the empty database.
pub async fn populate(db: &Db, students: usize, questions: usize) -> anyhow::Result<Campus> {
    db.migrate::<Migrations>().await?;
    let (random, now) = (Random::System, Clock::System.now());
    // One hash for all: each costs a fiftieth of a second.
    let passwords = accounts::Passwords::new(1, 1);
    let hash = passwords.hash(PASSWORD.to_owned()).await.map_err(told)?;
    let people: Vec<accounts::NewPerson> = (0..=students)
        .map(|number| accounts::NewPerson {
            id: UserId::new(now, &random),
            email: format!("student{number}@campus.example"),
            full_name: format!("Student {number}"),
            contact: "9000000000".to_owned(),
            batch: 2026,
            password_hash: hash.clone(),
            created_at: now,
        })
        .collect();
    let window = contests::Window { starts_at: now.minus(Duration::from_mins(1)), ends_at: now.plus(LONGEST) };
    let paper = demo::questions(questions)?;
    let contest = contests::ContestBuilder::new("Flight check", window)
        .public(true)
        .rules(contests::ContestRules { answers_shown: true, ..contests::ContestRules::default() })
        .questions(paper.clone());
    let ids: Vec<UserId> = people.iter().map(|person| person.id).collect();
    let owner = *ids.last().context("an owner")?;
    let mut tx = db.begin().await?;
    accounts::insert_many_for_demo(&mut tx, &people).await?;
    let cookies = accounts::log_in_for_rehearsal(&mut tx, &random, &ids, now).await.map_err(told)?;
    let contest = contest.insert(&mut tx, &random, owner, now).await.map_err(told)?;
    let kinds = kinds::write(&mut tx, &random, owner, window, now).await.map_err(told)?;
    tx.commit().await?;
    let ids = contests::question_ids(db, &[contest]).await?.remove(&contest).context("no questions")?;
    let mut students: Vec<Person> = people
        .into_iter()
        .zip(cookies)
        .map(|(person, cookie)| Person { user: person.id, email: person.email, cookie })
        .collect();
    let owner = students.pop().context("an owner")?;
    let asked = ids.into_iter().zip(paper);
    let questions = asked
        .map(|(id, question)| AskedQuestion { id, right: question.answer() as i32, options: question.options })
        .collect();
    Ok(Campus { owner, students, contest, kinds, starts_at: window.starts_at, questions })
}

fn told(fail: Error) -> anyhow::Error {
    match fail {
        Error::Rejected(refusal) => anyhow!("{}", refusal.say),
        Error::Internal(cause) => cause,
    }
}
