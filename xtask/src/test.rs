//! `test`: everything that must hold before a change goes in, cheap checks first.
//! `--fast` leaves out PostgreSQL, the release build and the browser. The tests learn about
//! PostgreSQL by `QUAD_TEST_POSTGRES`; the full run fails if it could not start one, because
//! without it the stories would quietly run on SQLite alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::postgres::TemporaryServer;
use crate::steps::{Steps, Stopped};
use crate::tally::{self, Tally};
use crate::workshop::{QUAD, Workshop};
use crate::{bench, build, r#gen, machine, process, tidy, web};

/// Names a PostgreSQL server to the stories.
pub const POSTGRES: &str = "QUAD_TEST_POSTGRES";
/// Tells the stories that nothing may be passed over for want of a program that the full run installs.
const TEST_WHOLE: &str = "QUAD_TEST_WHOLE";
const TEST_LITESTREAM: &str = "QUAD_TEST_LITESTREAM";
const TEST_EXPRESS: &str = "QUAD_TEST_EXPRESS";

#[derive(Clone, Copy, clap::Args)]
pub struct Options {
    /// Leave out PostgreSQL, the release build and the browser
    #[arg(long)]
    fast: bool,
    /// Run the remaining steps after a failure
    #[arg(long)]
    keep_going: bool,
}

pub fn test(shop: &Workshop, options: Options) -> ExitCode {
    let mut steps = Steps::new(options.keep_going);
    // `Stopped` has been reported by the step; the closing lines come either way.
    let _ = checks(shop, &mut steps, options)
        .and_then(|()| rust_tests(shop, &mut steps, options))
        .and_then(|()| if options.fast { Ok(()) } else { browser_tests(shop, &mut steps) });
    steps.finish()
}

fn checks(shop: &Workshop, steps: &mut Steps, options: Options) -> Result<(), Stopped> {
    steps.check("install what is missing", || install(shop, options))?;
    steps.check("cargo fmt", || cargo(shop, &["fmt", "--all", "--check"]))?;
    steps.check("cargo clippy", || {
        cargo(shop, &["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"])
    })?;
    steps.check("tidy", || tidy::tidy(shop))?;
    steps.check("web types", || web::script(shop, "web", "check"))?;
    steps.check("web lint", || web::script(shop, "web", "lint"))?;
    if !options.fast {
        steps.check("e2e types", || web::script(shop, "e2e", "check"))?;
    }
    steps.tests("web tests", || {
        let mut command = shop.npm("web");
        command.args(["run", "--silent", "test"]);
        counted(command, tally::of_vitest)
    })?;
    steps.check("web build", || web::build(shop))?;
    // After the web client, which lies inside the binary that is asked: before it, that would be built twice.
    steps.check("generated files", || r#gen::generate(shop, r#gen::Options::CHECK))
}

fn install(shop: &Workshop, options: Options) -> Result<()> {
    machine::npm_packages(shop, "web")?;
    if !options.fast {
        machine::npm_packages(shop, "e2e")?;
        machine::chromium()?;
        machine::postgres_programs()?;
        machine::programs_of_stories()?;
        machine::litestream(shop);
    }
    Ok(())
}

fn rust_tests(shop: &Workshop, steps: &mut Steps, options: Options) -> Result<(), Stopped> {
    if options.fast {
        return steps.tests("Rust tests on SQLite", || cargo_tests(shop, None));
    }
    steps.tests("Rust tests on SQLite and PostgreSQL", || {
        let server = TemporaryServer::start()?;
        cargo_tests(shop, Some(&server))
    })?;
    if has_nextest() {
        // nextest leaves the examples in the documentation to cargo.
        steps.tests("documentation tests", || {
            let mut command = shop.cargo();
            command.args(["test", "--quiet", "--workspace", "--doc"]);
            counted(command, tally::of_cargo_test)
        })?;
    }
    Ok(())
}

fn cargo_tests(shop: &Workshop, postgres: Option<&TemporaryServer>) -> Result<(Result<()>, Tally)> {
    let mut command = shop.cargo();
    match postgres {
        Some(server) => command.env(POSTGRES, server.url()).env(TEST_WHOLE, "1"),
        None => command.env_remove(POSTGRES).env_remove(TEST_WHOLE),
    };
    if let Some(program) = postgres.and_then(|_| machine::litestream(shop)) {
        command.env(TEST_LITESTREAM, program);
    }
    if let Some(folder) = postgres.and_then(|_| bench::express_for_tests(shop)) {
        command.env(TEST_EXPRESS, folder);
    }
    if has_nextest() {
        command.args(["nextest", "run", "--workspace", "--no-fail-fast"]);
        counted(command, tally::of_nextest)
    } else {
        command.args(["test", "--workspace", "--no-fail-fast"]);
        counted(command, tally::of_cargo_test)
    }
}

fn has_nextest() -> bool {
    machine::in_path("cargo-nextest").is_some()
}

fn browser_tests(shop: &Workshop, steps: &mut Steps) -> Result<(), Stopped> {
    steps.check("release build", || build::server(shop, &[]))?;
    let mut hooks = None;
    if shop.quad_has_feature("hooks") {
        steps.check("build with test hooks", || hooks_binary(shop).map(|path| hooks = Some(path)))?;
    }
    steps.tests("browser tests", || {
        let command = browser_tests_command(shop, hooks.as_deref())?;
        counted(command, tally::of_playwright)
    })
}

/// The runner of the browser tests, with the binaries it starts.
pub fn browser_tests_command(shop: &Workshop, hooks: Option<&Path>) -> Result<Command> {
    let mut command = shop.npx("e2e");
    command.args(["playwright", "test"]);
    command.env("QUAD_BIN", shop.quad_binary("release")).env("QUAD_CHROMIUM", machine::chromium()?);
    if let Some(path) = hooks {
        command.env("QUAD_HOOKS_BIN", path);
    }
    Ok(command)
}

/// The development binary with the test clock and the peeking, under a name of its own: the
/// plain `quad` of the target folder stays without them.
pub fn hooks_binary(shop: &Workshop) -> Result<PathBuf> {
    let folder = shop.target.join("hooks");
    let built = build::beside_tests(shop, &["hooks"])?;
    fs::create_dir_all(&folder)?;
    let path = folder.join(QUAD);
    // Removed first: a copy over a running program fails, and a hard link would share later builds.
    let _ = fs::remove_file(&path);
    fs::copy(built, &path).context("putting the hooks binary aside")?;
    build::beside_tests(shop, &[])?;
    Ok(path)
}

fn cargo(shop: &Workshop, arguments: &[&str]) -> Result<()> {
    let mut command = shop.cargo();
    command.args(arguments);
    process::run(command)
}

fn counted(command: Command, read: fn(&str) -> Option<Tally>) -> Result<(Result<()>, Tally)> {
    let (verdict, printed) = process::shown_and_kept(command)?;
    let tally = read(&printed);
    let verdict = verdict.and_then(|()| tally.map(|_| ()).context("the runner printed no count of its tests"));
    Ok((verdict, tally.unwrap_or_default()))
}
