//! Gate: what must hold before a change goes in, cheap checks first, each step with the minutes it may take: at least five times as
//! long as on a quiet machine with compiled dependencies, so that a limit ends what hangs and not what others slow down.
//!
//! It compiles once, in the profile of the tests: the generated files, the stories and the browser read the same programs. `--fast`
//! leaves out PostgreSQL and the browser. What is long, or needs other servers and engines, is a part of `--everything`
//! (test_parts.rs).

use std::time::Duration;

use anyhow::Result;

use crate::postgres::TemporaryServer;
use crate::rust_tests::{self, Environment};
use crate::steps::{Steps, Stopped};
use crate::tally;
use crate::workspace::Workspace;
use crate::{browser_tests, build, r#gen, prerequisites, process, tidy, web, web_tests};

/// The longest a whole gate may take, on a bare machine that others use as well.
pub const LIMIT: Duration = Duration::from_hours(1);

/// Runs the steps; the first failure has been reported when it returns.
pub fn run(workspace: &Workspace, steps: &mut Steps, is_fast: bool) -> Result<(), Stopped> {
    checks(workspace, steps, is_fast)?;
    programs(workspace, steps, is_fast)?;
    stories(workspace, steps, is_fast)?;
    if is_fast { Ok(()) } else { browser(workspace, steps) }
}

fn checks(workspace: &Workspace, steps: &mut Steps, is_fast: bool) -> Result<(), Stopped> {
    steps.check("install what is missing", 15, || install(workspace, is_fast))?;
    steps.check("cargo fmt", 5, || cargo(workspace, &["fmt", "--all", "--check"]))?;
    steps.check("tidy", 5, || tidy::tidy(workspace))?;
    steps.check("web types", 10, || web::script(workspace, "web", "check"))?;
    steps.check("web lint", 10, || web::script(workspace, "web", "lint"))?;
    if !is_fast {
        steps.check("e2e types", 10, || web::script(workspace, "e2e", "check"))?;
    }
    steps.check("cargo clippy", 25, || {
        cargo(
            workspace,
            &["clippy", "--quiet", "--profile", "test", "--workspace", "--all-targets", "--", "-D", "warnings"],
        )
    })?;
    steps.tests("web tests", 30, || web_tests::run(workspace))
}

fn install(workspace: &Workspace, is_fast: bool) -> Result<()> {
    prerequisites::nextest(workspace)?;
    prerequisites::npm_packages(workspace, "web")?;
    if !is_fast {
        prerequisites::npm_packages(workspace, "e2e")?;
        prerequisites::chromium()?;
        prerequisites::chromium_shell();
        prerequisites::postgres_programs()?;
        prerequisites::programs_of_gate()?;
    }
    Ok(())
}

/// The web client comes first: it lies inside the binary, which would otherwise be built twice.
fn programs(workspace: &Workspace, steps: &mut Steps, is_fast: bool) -> Result<(), Stopped> {
    steps.check("web build", 10, || web::build(workspace))?;
    steps.build("build", 35, || {
        build::tests(workspace)?;
        if !is_fast {
            build::beside_tests(workspace, build::HOOKS)?;
        }
        Ok(())
    })?;
    steps.check("generated files", 10, || r#gen::generate(workspace, r#gen::Options::CHECK))
}

fn stories(workspace: &Workspace, steps: &mut Steps, is_fast: bool) -> Result<(), Stopped> {
    if is_fast {
        return steps.tests("Rust tests on SQLite", 40, || rust_tests::gate(workspace, &Environment::plain()));
    }
    let server = TemporaryServer::start();
    let environment = |server| Environment::plain().with_postgres(server).with_statements(workspace);
    steps.tests("Rust tests on SQLite and PostgreSQL", 40, || match &server {
        Ok(server) => rust_tests::gate(workspace, &environment(server)),
        Err(error) => anyhow::bail!("{error:#}"),
    })?;
    steps.tests("every statement on both engines", 10, || match &server {
        Ok(server) => rust_tests::every_statement(workspace, &environment(server)),
        Err(error) => anyhow::bail!("{error:#}"),
    })
}

fn browser(workspace: &Workspace, steps: &mut Steps) -> Result<(), Stopped> {
    steps.tests("browser tests", 25, || {
        let hooks = workspace.target.join("debug").join(build::HOOKS);
        let mut command = browser_tests::command(workspace, &hooks, &hooks)?;
        command.env("QUAD_E2E_GATE", "1");
        rust_tests::counted(command, tally::of_playwright)
    })
}

fn cargo(workspace: &Workspace, arguments: &[&str]) -> Result<()> {
    let mut command = workspace.cargo();
    command.args(arguments);
    process::run(command)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    use std::process::{Command, Output};

    /// `.ci/run` of this tree in a checkout of its own, with a cargo that only does what `script` says. Its rsync copies, as no
    /// developer needs one for these tests.
    fn ci_run(folder: &Path, script: &str) -> Output {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.ci/run");
        for name in ["checkout/.ci", "bin", "kept"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        fs::copy(here, folder.join("checkout/.ci/run")).unwrap();
        for (name, script) in
            [("cargo", script), ("rsync", "mkdir -p \"${@: -1}\" && cp -R \"${@: -2:1}.\" \"${@: -1}\"")]
        {
            let program = folder.join("bin").join(name);
            fs::write(&program, format!("#!/usr/bin/env bash\n{script}\n")).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let path = std::env::var("PATH").unwrap();
        Command::new("bash")
            .arg(folder.join("checkout/.ci/run"))
            .env("PATH", format!("{}:{path}", folder.join("bin").display()))
            .env("QUAD_CI_CACHE", folder.join("kept"))
            .output()
            .unwrap()
    }

    fn said(output: &Output) -> String {
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    #[test]
    fn a_lock_file_that_is_out_of_date_is_refused_before_anything_mends_it() {
        let folder = tempfile::tempdir().unwrap();
        let stale = "[ \"$1\" = update ] || { touch \"$(dirname \"$0\")/ran\"; exit 0; }\n\
             [[ $* != *fuzz* ]] || { echo 'cannot update the lock file because --locked was passed' >&2; exit 101; }";
        let output = ci_run(folder.path(), stale);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(said(&output).contains("beside fuzz/Cargo.toml is out of date"), "{}", said(&output));
        assert!(!folder.path().join("bin/ran").exists());
    }

    #[test]
    fn a_registry_that_cannot_be_reached_is_no_stale_lock_file() {
        let folder = tempfile::tempdir().unwrap();
        let output = ci_run(folder.path(), "[ \"$1\" != update ] || { echo 'could not connect' >&2; exit 101; }");
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    }

    #[test]
    fn what_a_test_leaves_behind_does_not_hold_the_lock_of_what_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        // What is left behind would have each open file of the run.
        let output = ci_run(folder.path(), "[ \"$1\" = update ] || ls /proc/self/fd");
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        assert!(said(&output).lines().all(|open| open != "9"), "{}", said(&output));
        assert!(folder.path().join("kept/checkout/.ci/run").exists());
    }
}
