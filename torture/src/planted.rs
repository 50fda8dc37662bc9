//! Planted bugs: the tests are tested. Each bug is a patch in `torture/planted/` for a copy of the tree, and has the fault or
//! the story that is to catch it. One that is not caught means that the test proves nothing.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;
use serde_json::{Value, json};

use crate::report::{self, columns};
use crate::say;

/// Who is to catch a bug.
#[derive(Clone, Copy, Debug)]
enum Catcher {
    /// A fault of this program, in its quick form.
    Fault(&'static str),
    /// A story of server/tests/it, on SQLite.
    Story(&'static str),
    /// A test of a package by its whole name, which may need PostgreSQL or start Quad as a process.
    Test(&'static str, &'static str),
}

use Catcher::{Fault, Story, Test};

/// Every planted bug, by the name that `planted::is` is asked for, and who is to catch it.
const BUGS: [(&str, Catcher); 52] = [
    ("synchronous-normal", Fault("power-cut")),
    ("acknowledge-before-commit", Fault("disk-full")),
    ("forget-io-errors", Fault("disk-full")),
    ("participants-uncounted", Fault("kill")),
    ("answers-after-submission", Fault("races")),
    ("time-of-the-head", Story("attempts::an_answer_counts_by_its_last_byte")),
    ("no-end", Story("attempts::the_end_is_decided_by_the_servers_clock")),
    ("email-on-the-board", Story("attempts::ranks_are_shared_and_addresses_are_private")),
    ("results-early", Story("attempts::results_open_after_the_end")),
    ("missing-owner-check", Story("contests::only_the_owner_edits")),
    ("trust-foreign-ids", Story("contests::a_foreign_user_id_is_refused")),
    ("private-open-to-all", Story("contests::private_contests_of_others_are_missing")),
    ("frozen-unchecked", Story("contests::questions_freeze_with_the_first_join")),
    ("count-then-insert-vote", Fault("races")),
    ("vote-in-the-log", Story("polls::nothing_of_a_vote_is_logged")),
    ("sessions-survive-a-reset", Story("accounts::a_reset_needs_the_newest_code")),
    ("guesses-without-end", Story("accounts::racing_codes_get_five_tries")),
    ("session-kept-at-log-in", Story("accounts::a_log_in_rotates_the_session")),
    ("cookie-open-to-scripts", Story("accounts::cookies_are_closed_to_scripts_and_secure_over_https")),
    ("signature-unchecked", Story("payments::a_tampered_verification_credits_nothing")),
    ("amount-unchecked", Story("payments::a_wrong_amount_is_not_credited")),
    ("claimed-number-trusted", Story("payments::a_tampered_verification_credits_nothing")),
    ("promised-is-paid", Fault("endpoints")),
    ("paid-by-another-order", Fault("endpoints")),
    ("signature-is-money", Fault("endpoints")),
    ("given-up-at-once", Fault("endpoints")),
    ("credited-again", Story("payments::an_order_paid_twice_is_credited_once")),
    ("credit-unchecked", Story("credits::without_credits_nothing_is_created")),
    ("last-administrator-leaves", Story("members::the_last_administrator_stays")),
    ("anybody-manages-clubs", Story("members::the_table_is_what_happens")),
    ("formulas-run", Story("members::the_file_runs_no_formula")),
    ("tokens-in-the-log", Story("invitations::no_token_is_logged")),
    ("cross-site-let-in", Story("hostile::headers_of_strangers_change_nothing")),
    ("job-claimed-unlocked", Test("quad-jobs", "workers::racing_workers_run_each_job_exactly_once::on_postgres")),
    ("migrated-unlocked", Test("quad-db", "eight_openers_migrate_once::on_postgres")),
    ("transfer-skips-rows", Test("quad", "transfer::cut_off_it_goes_on::sqlite")),
    ("transfer-believed", Test("quad", "transfer::a_row_changed_meanwhile_is_found::sqlite")),
    ("backup-without-its-log", Story("backup::under_load_nothing_acknowledged_is_missing")),
    ("restored-over-people", Story("backup::only_an_empty_place_is_filled")),
    ("restored-unproven", Story("backup::only_an_empty_place_is_filled")),
    ("away-is-a-defect", Test("quad", "database_outages::twenty_restarts_lose_no_answer")),
    ("jobs-for-everybody", Story("authorisation::the_table_is_what_happens")),
    ("a-key-too-many", Story("authorisation::the_table_is_what_happens")),
    ("role-of-the-body", Test("quad", "authorisation::saying_to_be_somebody_else_changes_nothing")),
    ("picture-of-whoever-is-named", Test("quad", "authorisation::saying_to_be_somebody_else_changes_nothing")),
    ("read-by-any-website", Story("authorisation::other_websites_change_nothing")),
    ("logged-out-by-any-website", Story("authorisation::other_websites_change_nothing")),
    ("refusals-are-sniffed", Story("headers::every_answer_has_the_headers_of_its_kind")),
    ("ids-unwrapped", Story("malformed::ids_of_wrong_kinds_are_nobodys")),
    ("places-counted-first", Story("races::a_hundred_at_once_break_no_rule")),
    ("votes-after-the-end", Story("models::what_people_do_is_what_the_model_says")),
    ("log-ins-never-slowed", Story("limits::many_passwords_over_a_few_accounts_are_slowed")),
];

/// What is asked for.
#[derive(Debug)]
pub struct Asked<'a> {
    /// A binary of the copy with the planted bugs.
    pub quad: &'a Path,
    /// A folder of tests built with it, each under the name of its package.
    pub tests: &'a Path,
    /// A PostgreSQL server for those that need one.
    pub postgres: &'a str,
    /// Only these bugs; all when empty.
    pub bugs: &'a [String],
    /// For the faults.
    pub seed: u64,
    /// Where what it came to is written as JSON.
    pub summary: Option<&'a Path>,
}

/// The names, for the list.
pub fn listed() -> String {
    let rows: Vec<[String; 2]> = BUGS.iter().map(|(name, catcher)| [format!("  {name}"), by(*catcher)]).collect();
    format!("Planted bugs, and what catches each:\n{}", columns(&rows))
}

fn by(catcher: Catcher) -> String {
    match catcher {
        Fault(name) => format!("torture {name}"),
        Story(name) | Test(_, name) => name.to_owned(),
    }
}

/// Runs each catcher without the bug, which must pass, and with it, which must not; no when one is not caught.
pub fn run(asked: &Asked<'_>) -> anyhow::Result<bool> {
    if let Some(name) = asked.bugs.iter().find(|name| BUGS.iter().all(|(known, _)| known != name)) {
        anyhow::bail!("there is no planted bug called {name}");
    }
    let chosen = BUGS.iter().filter(|(name, _)| asked.bugs.is_empty() || asked.bugs.iter().any(|bug| bug == name));
    let mut rows = vec![["planted bug", "caught by", ""].map(str::to_owned)];
    let (mut caught, mut each) = (0, Vec::<Value>::new());
    // One that catches several is run without a bug once.
    let mut well = BTreeMap::new();
    for (name, catcher) in chosen {
        let is_well = match well.get(&by(*catcher)) {
            Some(is_well) => *is_well,
            None => passes(asked, *catcher, None)?,
        };
        well.insert(by(*catcher), is_well);
        let verdict = match (is_well, passes(asked, *catcher, Some(name))?) {
            (true, false) => "caught",
            (true, true) => "NOT CAUGHT",
            (false, _) => "FAILS WITHOUT IT",
        };
        caught += usize::from(verdict == "caught");
        each.push(json!({"bug": name, "catcher": by(*catcher), "verdict": verdict}));
        say(&format!("{name}: {verdict}"));
        rows.push([(*name).to_owned(), by(*catcher), verdict.to_owned()]);
    }
    say(&format!("\n{}planted bugs caught: {caught}/{}", columns(&rows), each.len()));
    if let Some(file) = asked.summary {
        let summary = json!({"planted_bugs_caught": caught, "planted_bugs": each.len(), "each": each});
        report::write(file, &summary)?;
    }
    Ok(caught == each.len())
}

/// What tests start as Quad: a script, because they give the processes they start an environment of their own.
fn program(asked: &Asked<'_>, bug: Option<&str>) -> anyhow::Result<PathBuf> {
    let file = asked.tests.join("started");
    let quad = asked.quad.canonicalize().context("where the binary is")?;
    let planted = bug.map(|bug| format!("export QUAD_TEST_PLANTED={bug}\n")).unwrap_or_default();
    fs::write(&file, format!("#!/bin/sh\n{planted}exec '{}' \"$@\"\n", quad.display()))?;
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755))?;
    Ok(file.canonicalize()?)
}

/// Whether a catcher finds nothing wrong. One that could not be run at all is an error.
fn passes(asked: &Asked<'_>, catcher: Catcher, bug: Option<&str>) -> anyhow::Result<bool> {
    let mut command = match catcher {
        Fault(name) => {
            let mut command = Command::new(std::env::current_exe()?);
            command.args([name, "--quick", "--seed", &asked.seed.to_string(), "--quad"]).arg(asked.quad);
            if let Some(bug) = bug {
                command.args(["--planted", bug]);
            }
            command
        }
        Story(name) => {
            let mut command = Command::new(asked.tests.join("quad"));
            // Stories of payments are told with the sandbox and with a fake of the provider.
            let bed = if name.starts_with("payments::") { "sqlite_razorpay" } else { "sqlite" };
            command.args(["--exact", &format!("{name}::{bed}")]).env_remove("QUAD_TEST_POSTGRES");
            command
        }
        Test(package, name) => {
            let mut command = Command::new(asked.tests.join(package));
            command.args(["--exact", name]).env("QUAD_TEST_POSTGRES", asked.postgres);
            command.env("CARGO_BIN_EXE_quad", program(asked, bug)?);
            command
        }
    };
    command.env_remove("QUAD_TEST_PLANTED");
    if let (Story(_) | Test(..), Some(bug)) = (catcher, bug) {
        command.env("QUAD_TEST_PLANTED", bug);
    }
    let output = command.stdin(Stdio::null()).output().context("a catcher cannot be run")?;
    let said = String::from_utf8_lossy(&output.stdout);
    let ran = match catcher {
        Fault(_) => said.contains("faults survived: "),
        Story(_) | Test(..) => said.contains("running 1 test"),
    };
    anyhow::ensure!(ran, "{} did not run: {}", by(catcher), String::from_utf8_lossy(&output.stderr));
    Ok(output.status.success())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_bug_is_in_a_patch_and_every_patch_has_a_bug() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("planted");
        let mut planted = BTreeSet::new();
        for entry in fs::read_dir(folder).expect("the patches") {
            let path = entry.expect("a patch").path();
            let text = fs::read_to_string(&path).expect("text");
            let names: Vec<_> =
                text.split("planted::is(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
            assert_eq!(names.is_empty(), path.ends_with("switch.patch"), "{path:?}");
            planted.extend(names.into_iter().map(str::to_owned));
        }
        assert_eq!(planted, BUGS.iter().map(|(name, _)| (*name).to_owned()).collect());
    }
}
