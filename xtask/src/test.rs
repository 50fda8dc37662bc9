//! `test`: everything that must hold before a change goes in, cheap checks first.
//! `--fast` leaves out PostgreSQL and the browser. The browser tests run on one binary of the development profile with the test
//! hooks; the release binary has a part of `cargo xtask trust`. The tests learn about
//! PostgreSQL by `QUAD_TEST_POSTGRES`; the full run fails if it could not start one, because
//! without it the stories would quietly run on SQLite alone.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::postgres::TemporaryServer;
use crate::steps::{Steps, Stopped};
use crate::tally::{self, Tally};
use crate::workspace::Workspace;
use crate::{bench, build, r#gen, prerequisites, process, tidy, web};

/// Names a PostgreSQL server to the stories.
pub const POSTGRES: &str = "QUAD_TEST_POSTGRES";
/// Tells the stories that nothing may be passed over for want of a program that the full run installs.
const TEST_WHOLE: &str = "QUAD_TEST_WHOLE";
const TEST_LITESTREAM: &str = "QUAD_TEST_LITESTREAM";
const TEST_CADDY: &str = "QUAD_TEST_CADDY";
const TEST_POSTFIX: &str = "QUAD_TEST_POSTFIX";
const TEST_EXPRESS: &str = "QUAD_TEST_EXPRESS";
/// Names the folder in which the stories collect the statements they run.
const TEST_STATEMENTS: &str = "QUAD_TEST_STATEMENTS";

#[derive(Clone, Copy, clap::Args)]
pub struct Options {
    /// Leave out PostgreSQL and the browser
    #[arg(long)]
    fast: bool,
    /// Run plain stories on PostgreSQL, too
    #[arg(long, conflicts_with = "fast")]
    everything: bool,
    /// Run the remaining steps after a failure
    #[arg(long)]
    keep_going: bool,
}

pub fn test(workspace: &Workspace, options: Options) -> ExitCode {
    let mut steps = Steps::new(options.keep_going);
    // `Stopped` has been reported by the step; the closing lines come either way.
    let _ = checks(workspace, &mut steps, options)
        .and_then(|()| rust_tests(workspace, &mut steps, options))
        .and_then(|()| if options.fast { Ok(()) } else { browser_tests(workspace, &mut steps) });
    steps.finish()
}

fn checks(workspace: &Workspace, steps: &mut Steps, options: Options) -> Result<(), Stopped> {
    steps.check("install what is missing", || install(workspace, options))?;
    steps.check("cargo fmt", || cargo(workspace, &["fmt", "--all", "--check"]))?;
    steps.check("cargo clippy", || {
        cargo(workspace, &["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"])
    })?;
    steps.check("tidy", || tidy::tidy(workspace))?;
    steps.check("web types", || web::script(workspace, "web", "check"))?;
    steps.check("web lint", || web::script(workspace, "web", "lint"))?;
    if !options.fast {
        steps.check("e2e types", || web::script(workspace, "e2e", "check"))?;
    }
    steps.tests("web tests", || {
        let mut command = workspace.npm("web");
        command.args(["run", "--silent", "test"]);
        counted(command, tally::of_vitest)
    })?;
    steps.check("web build", || web::build(workspace))?;
    // After the web client, which lies inside the binary that is asked: before it, that would be built twice.
    steps.check("generated files", || r#gen::generate(workspace, r#gen::Options::CHECK))
}

fn install(workspace: &Workspace, options: Options) -> Result<()> {
    prerequisites::npm_packages(workspace, "web")?;
    if !options.fast {
        prerequisites::npm_packages(workspace, "e2e")?;
        prerequisites::chromium()?;
        prerequisites::engines()?;
        prerequisites::postgres_programs()?;
        prerequisites::programs_of_stories()?;
        prerequisites::litestream(workspace);
        prerequisites::newer_caddy(workspace);
        prerequisites::postgres_versions(workspace);
        prerequisites::postfix(workspace);
    }
    Ok(())
}

fn rust_tests(workspace: &Workspace, steps: &mut Steps, options: Options) -> Result<(), Stopped> {
    if options.fast {
        return steps.tests("Rust tests on SQLite", || cargo_tests(workspace, None, options));
    }
    let server = TemporaryServer::start();
    steps.tests("Rust tests on SQLite and PostgreSQL", || match &server {
        Ok(server) => cargo_tests(workspace, Some(server), options),
        Err(error) => anyhow::bail!("{error:#}"),
    })?;
    steps.tests("every statement on both engines", || match &server {
        Ok(server) => every_statement(workspace, server),
        Err(error) => anyhow::bail!("{error:#}"),
    })
}

/// Prepares what the stories collected.
fn every_statement(workspace: &Workspace, server: &TemporaryServer) -> Result<(Result<()>, Tally)> {
    let mut command = workspace.cargo();
    // Of the whole workspace, whose features the programs were built with: else they would be built again.
    command.args(["test", "--workspace", "--test", "it", "statements::every_", "--", "--ignored"]);
    command.env(POSTGRES, server.url()).env(TEST_STATEMENTS, workspace.target.join("statements"));
    counted(command, tally::of_cargo_test)
}

fn cargo_tests(
    workspace: &Workspace,
    postgres: Option<&TemporaryServer>,
    options: Options,
) -> Result<(Result<()>, Tally)> {
    let mut command = workspace.cargo();
    match postgres {
        Some(server) => {
            let folder = workspace.target.join("statements");
            let _ = std::fs::remove_dir_all(&folder);
            std::fs::create_dir_all(&folder)?;
            command.env(POSTGRES, server.url()).env(TEST_WHOLE, "1").env(TEST_STATEMENTS, folder)
        }
        None => command.env_remove(POSTGRES).env_remove(TEST_WHOLE).env_remove(TEST_STATEMENTS),
    };
    if let Some(program) = postgres.and_then(|_| prerequisites::litestream(workspace)) {
        command.env(TEST_LITESTREAM, program);
    }
    if let Some(program) = postgres.and_then(|_| prerequisites::newer_caddy(workspace)) {
        command.env(TEST_CADDY, program);
    }
    if postgres.is_some() {
        for (version, folder) in prerequisites::postgres_versions(workspace) {
            command.env(format!("{POSTGRES}_{version}"), folder);
        }
    }
    if let Some(folder) = postgres.and_then(|_| prerequisites::postfix(workspace)) {
        command.env(TEST_POSTFIX, folder);
    }
    if let Some(folder) = postgres.and_then(|_| bench::express_for_tests(workspace)) {
        command.env(TEST_EXPRESS, folder);
    }
    if has_nextest() {
        command.args(["nextest", "run", "--workspace", "--no-fail-fast"]);
        if options.everything {
            command.arg("--ignore-default-filter");
        }
        counted(command, tally::of_nextest)
    } else {
        command.args(["test", "--workspace", "--no-fail-fast"]);
        if !options.everything {
            command.args(["--", "--skip", "postgres_twin"]);
        }
        counted(command, tally::of_cargo_test)
    }
}

fn has_nextest() -> bool {
    prerequisites::in_path("cargo-nextest").is_some()
}

fn browser_tests(workspace: &Workspace, steps: &mut Steps) -> Result<(), Stopped> {
    let mut quad = PathBuf::new();
    steps.check("build of quad-hooks", || hooks_binary(workspace).map(|path| quad = path))?;
    steps.tests("browser tests", || counted(browser_tests_command(workspace, &quad, &quad)?, tally::of_playwright))?;
    steps.tests("main job on every engine", || {
        let mut command = workspace.npx("e2e");
        command.args(["playwright", "test", "--config", "engines.config.ts"]);
        command.env("QUAD_BIN", &quad).env("QUAD_CHROMIUM", prerequisites::chromium()?);
        counted(command, tally::of_playwright)
    })
}

/// The runner of the browser tests, with the binaries it starts: `quad`, and `hooks` where a test asks for the test hooks.
pub fn browser_tests_command(workspace: &Workspace, quad: &Path, hooks: &Path) -> Result<Command> {
    let mut command = workspace.npx("e2e");
    command.args(["playwright", "test"]);
    command.env("QUAD_BIN", quad).env("QUAD_HOOKS_BIN", hooks).env("QUAD_CHROMIUM", prerequisites::chromium()?);
    Ok(command)
}

/// Quad with the test clock and a push service of the tests' own (testbed/src/bin/quad_hooks.rs).
pub fn hooks_binary(workspace: &Workspace) -> Result<PathBuf> {
    build::beside_tests(workspace, "quad-hooks")
}

fn cargo(workspace: &Workspace, arguments: &[&str]) -> Result<()> {
    let mut command = workspace.cargo();
    command.args(arguments);
    process::run(command)
}

fn counted(command: Command, read: fn(&str) -> Option<Tally>) -> Result<(Result<()>, Tally)> {
    let (verdict, printed) = process::shown_and_kept(command)?;
    let tally = read(&printed);
    let verdict = verdict.and_then(|()| tally.map(|_| ()).context("the runner printed no count of its tests"));
    Ok((verdict, tally.unwrap_or_default()))
}
