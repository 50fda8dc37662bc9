//! Command line: serve, worker, migrate, check, backup, restore, transfer, doctor, admin, flight-check, questions, openapi,
//! config-example. Every command takes `--data-dir` and `--config`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use quad_db::{Db, OpenOptions};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::app::App;
pub use crate::serve::Assembly;
use crate::start_app::open;
use crate::terminal::{print, say};
use crate::{check_questions, doctor, flight_check, integrity_check, router, serve, transfer};
use quad_contests::payments;
use quad_http::systemd;
use quad_kernel::clock::Clock;
use quad_kernel::error::{self, Error};
use quad_migrations::Migrations;
use quad_operations::operations::{self, ErrorLines};
use quad_operations::{backups, data_folder};
use quad_people::{accounts, pictures};
use quad_services::config::{self, Flags, Settings};

/// So many creations are given at once.
const MOST: i64 = payments::MOST as i64;

#[derive(Parser, Debug)]
#[command(name = "quad", version, about = "Quiz contests and clubs for a campus")]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Args, Debug)]
struct Common {
    /// Folder of the database, outgoing mail and quad.toml.
    #[arg(long, global = true)]
    data_dir: Option<PathBuf>,
    /// Settings file; by default quad.toml in the data folder.
    #[arg(long, global = true)]
    config: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Serve the application.
    Serve {
        /// Address and port.
        #[arg(long)]
        listen: Option<String>,
        /// Fill an empty database with a demo campus and print its log-ins.
        #[arg(long)]
        demo: bool,
        /// Run no background jobs: `quad worker` does.
        #[arg(long)]
        no_jobs: bool,
        /// Stop when standard input ends: for a program that starts a server of its own, such as the flight check.
        #[arg(long, hide = true)]
        end_with_input: bool,
    },
    /// Run background jobs alone, beside processes that serve; needs PostgreSQL.
    Worker,
    /// Bring the database's schema up to date.
    Migrate,
    /// Check the rules that must hold for the data; works beside a running server and changes nothing.
    Check {
        /// Compare each index with its table as well, which takes several times as long.
        #[arg(long)]
        thorough: bool,
    },
    /// Check everything around the data: settings, files, clock, disk, and the services that Quad uses. Sends nothing
    /// to anybody.
    Doctor {
        /// For programs: a JSON list of the findings.
        #[arg(long)]
        json: bool,
    },
    /// Make a backup of the database and the pictures, also while serving; or verify one.
    Backup(Backup),
    /// Put a backup back into an empty folder or database.
    Restore {
        /// The backup.
        file: PathBuf,
        /// Leave out the check of the data at the end.
        #[arg(long)]
        no_check: bool,
    },
    /// Move everything into another database, on either engine; after an interruption the same command continues where
    /// it stopped.
    Transfer(transfer::TransferArgs),
    /// Tasks for the operator of the server.
    #[command(subcommand)]
    Admin(Admin),
    /// Rehearse a contest with simulated students on a database of its own, and say whether this machine can carry it.
    FlightCheck(flight_check::FlightCheckArgs),
    /// Check files of questions, without a database.
    #[command(subcommand)]
    Questions(Questions),
    /// Print the OpenAPI document.
    Openapi,
    /// Print all settings with their defaults.
    ConfigExample,
}

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct Backup {
    /// File to make; it must not exist yet.
    #[arg(required = true)]
    file: Option<PathBuf>,
    /// Make it even if the store lacks pictures that people see: those are lost.
    #[arg(long)]
    accept_missing_pictures: bool,
    #[command(subcommand)]
    instead: Option<BackupAction>,
}

#[derive(Subcommand, Debug)]
enum BackupAction {
    /// Read a backup to its end: compare each byte with its hash, open the database, count its rows.
    Verify {
        /// The backup.
        file: PathBuf,
    },
}

#[derive(Subcommand, Debug)]
enum Questions {
    /// Say of each question in a file whether it can be imported, what was repaired, or why it is refused.
    Check {
        /// The file: plain text, GIFT, Aiken, Moodle XML, CSV, XLSX, DOCX or QTI.
        file: PathBuf,
        /// For programs: the table as JSON.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Subcommand, Debug)]
enum Admin {
    /// Make a person platform administrator.
    Promote {
        /// Their address.
        email: String,
    },
    /// Take a role away and end that person's sessions; the last platform administrator stays.
    Demote {
        /// Their address.
        email: String,
        /// The role.
        #[arg(long, value_enum, default_value = "ADMIN")]
        role: accounts::PlatformRole,
    },
    /// Make an account; a random password is printed once.
    Create {
        /// Their address.
        email: String,
        /// Their name.
        name: String,
    },
    /// Give creations; makes a USER an ORGANISER.
    Grant {
        /// Their address.
        email: String,
        /// Contest creations.
        #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(..=MOST))]
        contests: u32,
        /// Poll creations.
        #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(..=MOST))]
        polls: u32,
    },
    /// Print a code with which a person can set a new password on the reset screen.
    ResetCode {
        /// Their address.
        email: String,
    },
    /// List the background jobs that were given up (parked), let them run again, or drop them.
    Jobs {
        /// Let them run again now.
        #[arg(long, conflicts_with = "drop")]
        retry: bool,
        /// Delete them: what they were for will not happen.
        #[arg(long)]
        drop: bool,
        /// Only those of this kind.
        #[arg(long)]
        kind: Option<String>,
        /// Only the one with this number.
        #[arg(long, value_parser = clap::value_parser!(i64).range(1..))]
        id: Option<i64>,
    },
    /// List a person's sessions, or end them.
    Sessions {
        /// Their address.
        email: String,
        /// End all of them.
        #[arg(long)]
        end: bool,
    },
}

/// Runs what the arguments say.
pub fn run() -> ExitCode {
    run_assembled(Assembly::default())
}

/// Reads the program's arguments and does what they say, with a clock and pages of the caller's choice.
pub fn run_assembled(assembly: Assembly) -> ExitCode {
    let cli = Cli::parse();
    match start(cli, assembly) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            say(&mut std::io::stderr(), &format!("quad: {}", error::chain(&error)));
            ExitCode::FAILURE
        }
    }
}

/// Whether all is well; an error says why not.
fn start(cli: Cli, assembly: Assembly) -> anyhow::Result<bool> {
    let clock = assembly.clock.clone();
    let mut flags = Flags { config: cli.common.config, data_dir: cli.common.data_dir, listen: None };
    match cli.command {
        Command::Openapi => {
            print(&router::document().to_pretty_json()?);
            return Ok(true);
        }
        Command::ConfigExample => {
            print(config::EXAMPLE.trim_end());
            return Ok(true);
        }
        Command::Questions(Questions::Check { file, json }) => {
            let (said, sound) = check_questions::run(&file, json)?;
            print(&said);
            return Ok(sound);
        }
        Command::Serve { ref listen, .. } => flags.listen.clone_from(listen),
        Command::Worker
        | Command::Migrate
        | Command::Doctor { .. }
        | Command::Check { .. }
        | Command::Backup(_)
        | Command::Restore { .. }
        | Command::Transfer(_)
        | Command::Admin(_)
        | Command::FlightCheck(_) => {}
    }
    let serves = matches!(cli.command, Command::Serve { .. });
    // Here is still but one thread.
    let socket = if serves { systemd::handed_over().context("the socket handed over cannot be used")? } else { None };
    let mut settings = match (config::load(&flags), &cli.command) {
        (Err(error), Command::Doctor { json }) => return tell_findings(&doctor::unreadable(&error), *json),
        (loaded, _) => loaded?,
    };
    if matches!(
        cli.command,
        Command::Check { .. }
            | Command::Backup(_)
            | Command::Restore { .. }
            | Command::Transfer(_)
            | Command::Doctor { .. }
    ) {
        // Their statements read everything, and are slow for that reason.
        settings.log_filter.push_str(",sqlx=error");
    }
    let errors = log_to_stderr(&settings, &clock)?;
    // Fails only when a provider is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match cli.command {
            Command::Serve { demo, no_jobs, end_with_input, .. } => {
                let stop = serve::asked_to_stop_or_left(end_with_input);
                let served = serve::Served { with_demo: demo, with_jobs: !no_jobs, socket, assembly };
                serve::serve(settings, served, errors, stop).await?;
            }
            Command::Worker => serve::work(settings, clock, errors).await?,
            Command::Migrate => {
                let (db, steps) = open(&settings).await?;
                print(&format!("{steps} migration steps applied"));
                db.close().await;
            }
            Command::Doctor { json } => {
                return tell_findings(&doctor::examine(&settings, &clock).await, json);
            }
            Command::Check { thorough } => {
                let db = open_as_it_is(&settings, Access::Look).await?;
                let (said, holds) = integrity_check::run(&db, &pictures::Media::new(&settings), thorough).await?;
                print(&said);
                db.close().await;
                return Ok(holds);
            }
            Command::Backup(Backup { instead: Some(BackupAction::Verify { file }), .. }) => {
                print(&backups::verify(&file, &progress).await?.describe());
            }
            Command::Backup(Backup { file, accept_missing_pictures, .. }) => {
                let missing = if accept_missing_pictures {
                    backups::MissingPictures::Accepted
                } else {
                    backups::MissingPictures::Refused
                };
                back_up(&settings, &clock, &file.unwrap_or_default(), missing).await?;
            }
            Command::Restore { file, no_check } => return restore(&settings, &file, no_check).await,
            Command::Transfer(asked) => {
                let (said, equal) = transfer::run(&asked, &progress).await?;
                print(&said);
                return Ok(equal);
            }
            Command::Admin(task) => administer(settings, clock, task).await?,
            Command::FlightCheck(asked) => return flight_check::run(&settings, &asked, serve::asked_to_stop()).await,
            Command::Questions(_) | Command::Openapi | Command::ConfigExample => {}
        }
        Ok(true)
    })
}

/// Whether nothing is bad.
fn tell_findings(findings: &[doctor::Finding], json: bool) -> anyhow::Result<bool> {
    let (said, sound) = doctor::report(findings);
    print(&if json { doctor::as_json(findings)? } else { said });
    Ok(sound)
}

async fn back_up(
    settings: &Settings,
    clock: &Clock,
    file: &Path,
    missing: backups::MissingPictures,
) -> anyhow::Result<()> {
    let db = open_as_it_is(settings, Access::Write).await?;
    let began_at = clock.now();
    let stopped = serve::asked_to_stop();
    let media = pictures::Media::new(settings);
    let made = backups::make_unless(stopped, &db, &media, clock, file, missing, &progress).await;
    let lacking = made.as_ref().err().filter(|error| error.is::<backups::IncompleteBackup>());
    if made.is_ok() || lacking.is_some() {
        let bytes = made.is_ok().then(|| file.metadata().ok().map(|file| file.len() as i64)).flatten();
        let file = std::path::absolute(file).unwrap_or(file.to_owned()).display().to_string();
        let why = lacking.map(|error| format!("{error:#}"));
        let run = backups::Run { began_at, file, bytes, verified_at: None, why };
        // Whether there is a backup is what counts.
        if let Err(error) = backups::note(&db, run).await {
            tracing::warn!(%error, "administrators will not see this backup on their page");
        }
    }
    if made.is_err() && lacking.is_none() {
        doctor::refuse_unwritable(&db).await?;
    }
    db.close().await;
    print(&made?.describe());
    Ok(())
}

/// Whether everything holds in the end.
async fn restore(settings: &Settings, file: &Path, no_check: bool) -> anyhow::Result<bool> {
    data_folder::make_private(&settings.data_dir)
        .with_context(|| format!("cannot make the data folder {}", settings.data_dir.display()))?;
    let target = if let Some(database) = settings.database_file() {
        backups::Target::File(database)
    } else {
        let options = OpenOptions { connections: settings.database_connections, ..OpenOptions::default() };
        let db = Db::open_to_fill(&settings.database(), &options).await.context("cannot open the database")?;
        backups::Target::Server(db, settings.data_dir.clone())
    };
    let media = pictures::Media::new(settings);
    let (db, _) = backups::restore(file, target, &media, &progress).await?;
    if no_check {
        db.close().await;
        return Ok(true);
    }
    let (said, holds) = integrity_check::run(&db, &media, false).await?;
    db.close().await;
    print(&said);
    Ok(holds)
}

/// How far a command is, beside what it answers.
fn progress(text: &str) {
    say(&mut std::io::stderr(), text);
}

/// What a command does with a database that is there.
#[derive(Clone, Copy)]
enum Access {
    /// It only looks, also at what cannot be written.
    Look,
    /// It notes something in it.
    Write,
}

/// Opens a database that is there and up to date, and leaves its schema alone.
async fn open_as_it_is(settings: &Settings, access: Access) -> anyhow::Result<Db> {
    refuse_missing(settings)?;
    // A rule asked of a large database takes long, and the next one must not wait for its connection.
    let connections = settings.database_connections.max(integrity_check::AT_ONCE as u32 + 1);
    let (url, options) = (settings.database(), OpenOptions { connections, ..OpenOptions::default() });
    let db = match access {
        Access::Look => Db::open_to_read(&url, &options).await,
        Access::Write => Db::open(&url, &options).await,
    };
    let db = db.context("cannot open the database")?;
    let schema = db.schema::<Migrations>().await?;
    schema.refuse_newer()?;
    if !schema.pending.is_empty() {
        let steps = schema.pending.len();
        anyhow::bail!("the database is not up to date ({steps} steps are missing): run quad migrate, then try again");
    }
    Ok(db)
}

/// A mistyped folder must not become an empty installation.
fn refuse_missing(settings: &Settings) -> anyhow::Result<()> {
    let Some(file) = settings.database_file() else { return Ok(()) };
    // A folder that may not be entered is no missing database.
    if file.try_exists().with_context(|| format!("cannot look into {}", settings.data_dir.display()))? {
        return Ok(());
    }
    anyhow::bail!("there is no Quad database at {}", file.display())
}

async fn administer(settings: Settings, clock: Clock, task: Admin) -> anyhow::Result<()> {
    // Only the first account may begin an installation.
    if !matches!(task, Admin::Create { .. }) {
        refuse_missing(&settings)?;
    }
    let app = App::start(settings, clock).await?;
    let said = match task {
        Admin::Promote { email } => accounts::promote(&app, &email).await,
        Admin::Demote { email, role } => accounts::demote(&app, &email, role).await,
        Admin::Create { email, name } => accounts::create_by_operator(&app, &email, &name).await,
        Admin::Grant { email, contests, polls } => payments::grant_by_operator(&app, &email, contests, polls).await,
        Admin::Jobs { retry, drop, kind, id } => {
            let what = match (retry, drop) {
                (true, _) => operations::Parked::Retry,
                (false, true) => operations::Parked::Drop,
                (false, false) => operations::Parked::List,
            };
            operations::parked_for_operator(&app, what, kind, id).await
        }
        Admin::ResetCode { email } => accounts::reset_code_for_operator(&app, &email).await,
        Admin::Sessions { email, end } => accounts::sessions_for_operator(&app, &email, end).await,
    };
    app.close().await;
    match said {
        Ok(text) => {
            print(&text);
            Ok(())
        }
        Err(Error::Rejected(refusal)) => anyhow::bail!("{}", refusal.say),
        Err(Error::Internal(cause)) => Err(cause),
    }
}

/// Begins to log. Returns the errors, for those who serve to keep for administrators.
fn log_to_stderr(settings: &Settings, clock: &Clock) -> anyhow::Result<ErrorLines> {
    let (notice, errors) = operations::error_layer(clock.clone());
    let filter = EnvFilter::try_new(&settings.log_filter).context("log_filter")?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // Said on stderr, where nothing can be said then: it would panic in the midst of a request.
        .log_internal_errors(false)
        .with_ansi(std::io::stderr().is_terminal());
    match settings.log_format.as_str() {
        "json" => log.json().flatten_event(true).finish().with(notice).init(),
        "text" => log.with_target(false).finish().with(notice).init(),
        other => anyhow::bail!("log_format must be \"text\" or \"json\", not {other:?}"),
    }
    Ok(errors)
}
