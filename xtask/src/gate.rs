//! Gate: what must hold before a change goes in, cheap checks first, each step with the minutes it may take: at least five times as
//! long as on a quiet machine with compiled dependencies, so that a limit ends what hangs and not what others slow down.
//!
//! It compiles once, in the profile of the tests: the generated files, the stories and the browser read the same programs. `--fast`
//! leaves out PostgreSQL and the browser. What is long, or needs other servers and engines, is a part of `--everything`
//! (test_parts.rs).

use std::process::Stdio;
use std::time::Duration;

use anyhow::Result;

use crate::postgres::TemporaryServer;
use crate::rust_tests::{self, Environment};
use crate::steps::{Kept, Steps, Stopped};
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
    steps.build("web types", 10, Kept::Packages, || web::script(workspace, "web", "check"))?;
    steps.build("web lint", 10, Kept::Packages, || web::script(workspace, "web", "lint"))?;
    if !is_fast {
        steps.build("e2e types", 10, Kept::Packages, || web::script(workspace, "e2e", "check"))?;
    }
    clippy(workspace, steps)?;
    steps.tests("web tests", 30, || web_tests::run(workspace))
}

/// A finding is nobody's damage: only where it does not compile without lints either may the artifacts be at fault.
fn clippy(workspace: &Workspace, steps: &mut Steps) -> Result<(), Stopped> {
    const ALL: [&str; 7] = ["clippy", "--quiet", "--profile", "test", "--workspace", "--all-targets", "--"];
    let mut compiles = true;
    let done = steps.check("cargo clippy", 25, || {
        cargo(workspace, &[&ALL[..], &["-D", "warnings"]].concat()).inspect_err(|_| {
            let is_ended = process::interrupted() || process::is_over();
            let mut command = workspace.cargo();
            command.args(ALL).args(["--cap-lints", "allow"]).stderr(Stdio::null());
            compiles = is_ended || process::output(command).is_ok();
        })
    });
    if !compiles {
        steps.suspect(Kept::Artifacts);
    }
    done
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
    steps.build("web build", 10, Kept::Packages, || web::build(workspace))?;
    steps.build("build", 35, Kept::Artifacts, || {
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
        ci_run_with(folder, script, "40000")
    }

    fn ci_run_with(folder: &Path, script: &str, megabytes: &str) -> Output {
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
            .env("QUAD_CI_MEGABYTES", megabytes)
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

    /// What an earlier run may have left: artifacts, packages, and which tests are flaky.
    fn kept(folder: &Path) -> impl Fn(&str) -> bool {
        for (name, bytes) in [
            ("target/debug/deps/old.rlib", 4 << 20),
            ("target/debug/deps/young.rlib", 4 << 20),
            ("target/flaky.tsv", 9),
            ("checkout/web/node_modules/x/index.js", 9),
        ] {
            let path = folder.join("kept").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, vec![b'x'; bytes]).unwrap();
        }
        let kept = folder.join("kept");
        move |name| kept.join(name).exists()
    }

    /// A cargo whose tests end with each of these codes in turn.
    fn ends_with(codes: &str) -> String {
        format!(
            "[ \"$1\" = xtask ] || exit 0\nran=$(dirname \"$0\")/ran\necho >> \"$ran\"\n\
             codes=({codes})\nexit \"${{codes[$(wc -l < \"$ran\") - 1]}}\""
        )
    }

    #[test]
    fn what_fails_on_damaged_artifacts_is_built_anew_once() {
        for code in ["3", "101"] {
            let folder = tempfile::tempdir().unwrap();
            let is_there = kept(folder.path());
            let output = ci_run(folder.path(), &ends_with(&format!("{code} 0 9")));
            assert_eq!(output.status.code(), Some(0), "{}", said(&output));
            assert_eq!(said(&output).matches("everything is built anew").count(), 1, "{}", said(&output));
            assert!(!is_there("target/debug") && !is_there("checkout/web/node_modules"));
            assert!(is_there("target/flaky.tsv"), "which tests are flaky is learnt over many runs");
        }
        let folder = tempfile::tempdir().unwrap();
        let is_there = kept(folder.path());
        let output = ci_run(folder.path(), &ends_with("3 3 0"));
        assert_eq!(output.status.code(), Some(3), "once: {}", said(&output));
        assert!(is_there("target/flaky.tsv"));
    }

    #[test]
    fn what_fails_on_damaged_packages_keeps_the_artifacts() {
        let folder = tempfile::tempdir().unwrap();
        let is_there = kept(folder.path());
        let output = ci_run(folder.path(), &ends_with("4 0 9"));
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        assert_eq!(said(&output).matches("installed anew").count(), 1, "{}", said(&output));
        assert!(is_there("target/debug/deps/old.rlib") && !is_there("checkout/web/node_modules"));
    }

    #[test]
    fn what_fails_otherwise_or_without_anything_kept_is_not_repeated() {
        for (code, has_kept) in [("1", true), ("3", false), ("4", false), ("101", false)] {
            let folder = tempfile::tempdir().unwrap();
            if has_kept {
                let _ = kept(folder.path());
            }
            let output = ci_run(folder.path(), &ends_with(&format!("{code} 0")));
            assert_eq!(output.status.code(), code.parse().ok(), "{}", said(&output));
        }
    }

    #[test]
    fn of_too_much_what_was_longest_unused_goes() {
        let year = std::time::Duration::from_hours(24 * 365);
        for (most, old, young) in [("20", true, true), ("8", false, true), ("2", false, false), ("0", false, false)] {
            let folder = tempfile::tempdir().unwrap();
            let is_there = kept(folder.path());
            for (name, ago) in [("old", year), ("young", year / 2)] {
                let path = folder.path().join(format!("kept/target/debug/deps/{name}.rlib"));
                let used = fs::metadata(&path).unwrap().accessed().unwrap() - ago;
                let times = fs::FileTimes::new().set_accessed(used);
                fs::File::options().write(true).open(path).unwrap().set_times(times).unwrap();
            }
            let output = ci_run_with(folder.path(), "exit 0", most);
            assert_eq!(output.status.code(), Some(0), "{}", said(&output));
            let left = ["old", "young"].map(|name| is_there(&format!("target/debug/deps/{name}.rlib")));
            assert_eq!(left, [old, young], "{most}: {}", said(&output));
            assert_eq!(said(&output).contains("is pruned"), !old, "{}", said(&output));
            assert_eq!(is_there("target/debug"), most != "0", "no room for folders either: {}", said(&output));
            assert!(is_there("target/flaky.tsv"), "{most}");
        }
    }
}
