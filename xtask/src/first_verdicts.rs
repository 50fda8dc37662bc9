//! First verdicts: of which tests the first one counts, and which are tried once more, alone, when they failed. Races, durability,
//! authorisation, identity and money are never tried again: a fault there shows once in a hundred runs, and a second try hides it.
//!
//! What decides is the program and, for stories, the module: no word in a name. A test demands that each is classed, and one that is
//! not is never tried again.

use crate::tally::FailedTest;

/// More failures than this are no coincidence.
pub const MOST_TRIED_AGAIN: usize = 5;

/// The program of the stories, classed by module.
const STORIES: &str = "quad::it";

/// What is so called in any module is tried by many at once, and has one winner (CONTRIBUTING.md).
const RACE: &str = "racing_";

/// Names of one kind of test, each in one of the lists.
struct Classes {
    again: &'static [&'static str],
    /// Only for the test that looks for what is in no list.
    #[cfg_attr(not(test), expect(dead_code, reason = "what is not tried again counts, named or not"))]
    counts: &'static [&'static str],
}

/// Programs as nextest calls them.
const PROGRAMS: Classes = Classes {
    again: &[
        "quad-bench::bin/quad-bench",
        "quad-bench::smoke",
        "quad-blobs::hostile",
        "quad-blobs::memory",
        "quad-blobs::pictures",
        "quad-canvas",
        "quad-load",
        "quad-load::it",
        "quad-mail",
        "quad-mail::it",
        "quad-maths::it",
        "quad-metrics",
        "quad-push",
        "quad-push::it",
        "quad-questionfile",
        "quad-questionfile::it",
        "quad-quizgen",
        "quad-quizgen::it",
        "quad-resize",
        "quad-retry-after",
        "quad-services",
        "quad-testbed",
        "quad-text",
        "xtask::bin/xtask",
    ],
    counts: &[
        "quad",
        "quad-blobs",
        "quad-blobs::store",
        "quad-campus",
        "quad-cluster",
        "quad-contests",
        "quad-db",
        "quad-db::portable",
        "quad-http",
        "quad-jobs",
        "quad-jobs::it",
        "quad-jobs::secrets",
        "quad-kernel",
        "quad-migrations",
        "quad-operations",
        "quad-pay",
        "quad-pay::it",
        "quad-people",
        "quad-torture::between",
        "quad-torture::bin/quad-torture",
        "quad-torture::smoke",
    ],
};

/// Modules of the stories.
const MODULES: Classes = Classes {
    again: &[
        "contest_news",
        "doctor",
        "first_steps",
        "fuzzed",
        "generate_questions",
        "harness",
        "headers",
        "leaderboards",
        "link_previews",
        "live",
        "mail_kinds",
        "malformed",
        "marks",
        "metrics",
        "natural_english",
        "nginx",
        "notify",
        "openapi",
        "operations",
        "operator_guide",
        "own_marks",
        "packaging",
        "search",
        "site",
        "spreadsheets",
        "statements",
        "ten_scripts",
    ],
    counts: &[
        "account",
        "accounts",
        "addresses",
        "announcements",
        "answer_changes",
        "archives",
        "attempts",
        "audit",
        "authorisation",
        "backup",
        "buckets",
        "calendars",
        "check",
        "cli",
        "clubs",
        "connections",
        "contests",
        "corrections",
        "credits",
        "database_outages",
        "database_settings",
        "draw",
        "encryption",
        "enquiries",
        "events",
        "explanations",
        "galleries",
        "hostile",
        "idempotency",
        "invitations",
        "kills",
        "kinds",
        "limits",
        "maths",
        "members",
        "models",
        "notices_about",
        "payments",
        "payments_faults",
        "personal_time",
        "pictures",
        "polls",
        "profile",
        "proxies",
        "question_order",
        "question_pictures",
        "races",
        "registrations",
        "restarts",
        "restores",
        "review",
        "sandbox",
        "seed_clients",
        "senders",
        "several",
        "several_processes",
        "sqlite_files",
        "system",
        "transfer",
        "trust",
        "typed_answers",
        "unwritable",
        "upgrades",
        "user_admin",
        "workers",
    ],
};

/// Beginnings of the web client's test files, below `web`: answers that are kept on the device, who somebody is, and money.
const WEB_FILES: [&str; 14] = [
    "src/api/authenticity.",
    "src/api/idempotency.",
    "src/api/retryRequest.",
    "src/api/sender.",
    "src/api/session.",
    "src/app/guards.",
    "src/app/senderOfRetries.",
    "src/features/accounts/",
    "src/features/attempts/attemptOwner.",
    "src/features/attempts/lateAnswers.",
    "src/features/attempts/outbox.",
    "src/features/attempts/pages/TakeContestPage.",
    "src/features/payments/",
    "src/lib/storage.",
];

/// Whether the first verdict of a Rust test counts.
pub fn counts(test: &FailedTest) -> bool {
    let mut words = test.name.split("::");
    let is_classed_again = if test.program == STORIES {
        words.clone().next().is_some_and(|module| MODULES.again.contains(&module))
    } else {
        PROGRAMS.again.contains(&test.program.as_str())
    };
    !is_classed_again || words.any(|word| word.starts_with(RACE))
}

/// Whether the first verdict of a test file of the web client counts.
pub fn counts_on_web(file: &str) -> bool {
    WEB_FILES.iter().any(|beginning| file.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
    }

    fn below(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        entries.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect()
    }

    /// Each name is in one list, and each list has what there is and nothing else.
    fn class_all(classes: &Classes, there: &BTreeSet<String>) {
        let mut listed = BTreeSet::new();
        for name in classes.again.iter().chain(classes.counts) {
            assert!(listed.insert((*name).to_owned()), "{name} stands twice");
        }
        let unclassed: Vec<_> = there.difference(&listed).collect();
        let gone: Vec<_> = listed.difference(there).collect();
        assert!(unclassed.is_empty(), "may these be tried again when they failed? {unclassed:?}");
        assert!(gone.is_empty(), "there are no such tests: {gone:?}");
        for list in [classes.again, classes.counts] {
            assert!(list.is_sorted(), "sorted, so that two changes rarely meet: {list:?}");
        }
    }

    #[test]
    fn every_module_of_the_stories_is_classed() {
        let text = fs::read_to_string(root().join("server/tests/it/main.rs")).unwrap();
        let module = |line: &str| Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned());
        class_all(&MODULES, &text.lines().filter_map(module).collect());
    }

    /// The tests of a crate's own source, and each program below its `tests`.
    #[test]
    fn every_program_of_tests_is_classed() {
        let root = root();
        let in_folder = |folder: &str| fs::read_dir(root.join(folder)).unwrap().flatten().map(|entry| entry.path());
        let alone = ["server", "xtask", "testbed", "bench", "torture"].map(|name| root.join(name));
        let mut programs = BTreeSet::new();
        for package in in_folder("crates").chain(in_folder("features")).chain(alone) {
            let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap();
            let manifest: toml::Value = toml::from_str(&manifest).unwrap();
            let name = manifest["package"]["name"].as_str().unwrap();
            let has_tests = |path: &PathBuf| {
                let text = fs::read_to_string(path).unwrap_or_default();
                text.contains("#[test]") || text.contains("#[tokio::test")
            };
            if below(&package.join("src")).iter().any(has_tests) {
                let is_library = package.join("src/lib.rs").is_file();
                programs.insert(if is_library { name.to_owned() } else { format!("{name}::bin/{name}") });
            }
            for entry in fs::read_dir(package.join("tests")).into_iter().flatten().flatten() {
                let path = entry.path();
                let is_program = path.is_file() || path.join("main.rs").is_file();
                if is_program {
                    programs.insert(format!("{name}::{}", path.file_stem().unwrap().to_string_lossy()));
                }
            }
        }
        programs.remove(STORIES);
        assert!(programs.len() > 30, "{programs:?}");
        class_all(&PROGRAMS, &programs);
    }

    #[test]
    fn files_of_the_web_client_whose_first_verdict_counts_are_there() {
        let web = root().join("web");
        let files: Vec<String> = below(&web.join("src"))
            .iter()
            .map(|path| path.strip_prefix(&web).unwrap().to_string_lossy().into_owned())
            .filter(|path| path.contains(".test.ts"))
            .collect();
        for beginning in WEB_FILES {
            assert!(files.iter().any(|file| file.starts_with(beginning)), "{beginning}");
        }
        assert!(counts_on_web("src/features/attempts/outbox.test.ts") && !counts_on_web("src/ui/ui.test.tsx"));
    }

    /// Browser tests that may be tried again, by file; any other file says `retries: 0` for all of it or for what counts.
    const SPECS_AGAIN: [&str; 27] = [
        "club-week",
        "code",
        "draw",
        "events",
        "forced-colours",
        "galleries",
        "kinds",
        "layout-shift",
        "licences",
        "long-words",
        "marks",
        "maths",
        "notifications",
        "pages",
        "pages-organiser",
        "pages-student",
        "polls",
        "question-generation",
        "question-order",
        "question-pictures",
        "result-picture",
        "several",
        "site",
        "static",
        "toasts",
        "typed-answers",
        "weight",
    ];

    #[test]
    fn every_file_of_browser_tests_is_classed() {
        let mut specs = below(&root().join("e2e/specs"));
        specs.sort();
        assert!(specs.len() > 40, "{specs:?}");
        for spec in specs {
            let name = spec.file_name().unwrap().to_string_lossy().replace(".spec.ts", "");
            let never = fs::read_to_string(&spec).unwrap().contains("test.describe.configure({ retries: 0 })");
            assert!(
                never != SPECS_AGAIN.contains(&name.as_str()),
                "{name}: may it be tried again when it failed? Either it is named here or it says `retries: 0`"
            );
        }
    }
}
