//! Parts of `--everything`: what the gate leaves out because it is long, or needs other servers, versions, engines or mail servers. Each
//! runs alone, in less than half an hour on two processors, and knows the folders whose changes it guards.
//!
//! A Rust test is in the gate unless the filter of a part selects it. `.config/nextest.toml` says the same to whoever calls
//! nextest by hand; a test keeps the two alike.

use anyhow::Result;
use clap::builder::PossibleValuesParser;

use crate::postgres::TemporaryServer;
use crate::rust_tests::Environment;
use crate::workspace::Workspace;
use crate::{bench, prerequisites};

/// What the run of the gate collects is looked at after it, in a step of its own.
pub const STATEMENTS: &str = "package(quad) & test(/^statements::every_/)";

#[derive(Clone, Copy)]
pub struct Part {
    pub name: &'static str,
    /// For the table.
    pub guards: &'static str,
    pub work: Work,
    pub needs: &'static [Need],
    /// Beginnings of paths. A change of one of these is tried by this part, and so is one of its own stories (`has_tests_in`).
    pub folders: &'static [&'static str],
    /// The longest it may take.
    pub minutes: u64,
}

#[derive(Clone, Copy)]
pub enum Work {
    Gate,
    /// Tests that an expression of nextest's selects.
    Rust(&'static str),
    /// A project of e2e/playwright.config.ts.
    Browser {
        project: &'static str,
        workers: &'static str,
    },
    Engines,
    Release,
}

/// What a part's tests need besides what the gate installs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Need {
    Proxies,
    PgBouncer,
    PostgresVersions,
    MailServers,
    SpamAssassin,
    Litestream,
    Systemd,
    Spreadsheets,
    Express,
}

impl Part {
    pub fn command(&self) -> String {
        match self.work {
            Work::Gate => "cargo xtask test".to_owned(),
            _ => format!("cargo xtask test --part {}", self.name),
        }
    }

    fn is_touched_by(&self, path: &str) -> bool {
        self.folders.iter().any(|folder| path.starts_with(folder)) || self.has_tests_in(path)
    }

    /// Whether a file has tests of this part, or is what its tests stand on.
    fn has_tests_in(&self, path: &str) -> bool {
        let Work::Rust(filter) = self.work else { return false };
        let Some(story) = path.strip_prefix(STORIES) else { return OF_ALL_RUST.contains(&path) };
        let module = story.split(['/', '.']).next().unwrap_or_default();
        let has_module = module == HARNESS || named_modules(filter).contains(&module);
        self.name == TWINS || filter.contains("package(quad)") && has_module
    }
}

const WEB: &str = "web/";
const E2E: &str = "e2e/";
const FEATURES: &str = "features/";
/// Headers, the policy of the pages, compression.
const EDGE: &str = "crates/http";
const DATA: &[&str] = &["crates/db", "crates/migrations", "crates/cluster", FEATURES];

const STORIES: &str = "server/tests/it/";
/// What every story stands on.
const HARNESS: &str = "harness";
/// Files that decide what every part with Rust tests runs: the runner's settings, and the versions of all dependencies.
const OF_ALL_RUST: [&str; 2] = [".config/nextest.toml", "Cargo.lock"];
/// Any module may have plain stories.
const TWINS: &str = "twins";

pub fn all() -> Vec<Part> {
    PARTS.to_vec()
}

pub fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(PARTS.iter().map(|part| part.name))
}

/// The gate, and the parts that a change of these paths touches.
pub fn touched_by(paths: &[&str]) -> Vec<Part> {
    let is_touched = |part: &Part| matches!(part.work, Work::Gate) || paths.iter().any(|path| part.is_touched_by(path));
    all().into_iter().filter(is_touched).collect()
}

/// Whether a part has all tests of a file: those of `server/tests/it/proxies.rs` are `proxies::…`.
pub fn has_whole(path: &str) -> bool {
    let stories = path.strip_prefix(STORIES).map(|rest| rest.split(['/', '.']).next().unwrap_or_default());
    PARTS.iter().any(|part| match (part.work, stories) {
        (Work::Rust(filter), Some(module)) => modules(filter).contains(&module),
        (Work::Rust(filter), None) => {
            let package = path.split('/').take_while(|part| *part != "tests").last().unwrap_or_default();
            filter.split(" | ").any(|one| one == format!("package(quad-{package})"))
        }
        _ => false,
    })
}

/// The modules that a filter takes as a whole: `^name::` or `^(one|other)::`.
fn modules(filter: &str) -> Vec<&str> {
    let lists = filter.split("/^").skip(1).filter_map(|rest| rest.split_once("::/")).map(|(names, _)| names);
    lists.flat_map(|names| names.trim_matches(['(', ')']).split('|')).collect()
}

/// The modules of which a filter takes something: `check` and `models` of `^(check::each|models::what)`.
fn named_modules(filter: &str) -> Vec<&str> {
    let mut before: Vec<&str> = filter.split("::").collect();
    before.pop();
    let names = before.into_iter().flat_map(|text| {
        // A list of modules in brackets, or the word before the colons.
        let list = text.strip_suffix(')').and_then(|text| text.rsplit_once('(')).map(|(_, list)| list);
        let word = text.rsplit(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_')).next();
        list.or(word).unwrap_or_default().split('|')
    });
    names.filter(|name| !name.is_empty()).collect()
}

/// PostgreSQL, and the programs of a part; the server lives as long as it is kept.
pub fn environment(workspace: &Workspace, needs: &[Need]) -> Result<(Environment, TemporaryServer)> {
    prerequisites::postgres_programs()?;
    prerequisites::programs_of_gate()?;
    let server = TemporaryServer::start()?;
    let mut environment = Environment::plain().with_postgres(&server);
    let named = |environment: Environment, name: &str, found: Option<std::path::PathBuf>| match found {
        Some(path) => environment.with(name, path.to_string_lossy()),
        None => environment,
    };
    for need in needs {
        environment = match need {
            Need::Proxies => {
                prerequisites::proxies()?;
                named(environment, "QUAD_TEST_CADDY", prerequisites::newer_caddy(workspace))
            }
            Need::PgBouncer => {
                prerequisites::pgbouncer()?;
                environment
            }
            Need::PostgresVersions => {
                let versions = prerequisites::postgres_versions(workspace).into_iter();
                versions.fold(environment, |environment, (version, folder)| {
                    environment.with(format!("QUAD_TEST_POSTGRES_{version}"), folder.to_string_lossy())
                })
            }
            Need::MailServers => {
                prerequisites::exim()?;
                named(environment, "QUAD_TEST_POSTFIX", prerequisites::postfix(workspace))
            }
            Need::SpamAssassin => {
                prerequisites::spamassassin()?;
                environment
            }
            Need::Litestream => named(environment, "QUAD_TEST_LITESTREAM", prerequisites::litestream(workspace)),
            Need::Systemd => {
                prerequisites::systemd()?;
                environment
            }
            Need::Spreadsheets => {
                prerequisites::libreoffice()?;
                named(environment, "QUAD_TEST_OPENPYXL", prerequisites::openpyxl(workspace))
            }
            Need::Express => named(environment, "QUAD_TEST_EXPRESS", bench::express_for_tests(workspace)),
        };
    }
    Ok((environment, server))
}

pub const GATE: &str = "gate";

const PARTS: [Part; 20] = [
    Part {
        name: GATE,
        guards: "each change: checks, stories, the browser's main ways",
        work: Work::Gate,
        needs: &[],
        folders: &[""],
        minutes: 60,
    },
    Part {
        name: TWINS,
        guards: "plain stories on PostgreSQL",
        work: Work::Rust("test(/postgres_twin$/)"),
        needs: &[],
        folders: DATA,
        minutes: 30,
    },
    Part {
        name: "authorisation",
        guards: "every call by everybody on every object, claims to be somebody else, other websites",
        work: Work::Rust("package(quad) & test(/^authorisation::(the_table|saying|other)/)"),
        needs: &[],
        folders: &[FEATURES, "crates/http", "crates/kernel", "server/src/router.rs"],
        minutes: 30,
    },
    Part {
        name: "malformed",
        guards: "bad input of every kind, raw bytes, crowds of large bodies",
        work: Work::Rust(
            "package(quad) & (test(/^malformed::/) - test(/^malformed::some_of/) | test(/^hostile::bad_/))",
        ),
        needs: &[],
        folders: &[
            FEATURES,
            "crates/blobs",
            "crates/http",
            "crates/kernel",
            "crates/questionfile",
            "crates/resize",
            "server/src/router.rs",
        ],
        minutes: 30,
    },
    Part {
        name: "restores",
        guards: "backups, restores and their interruptions, on both engines",
        work: Work::Rust(
            "package(quad) & (test(/^restores::/) | test(/^backup::(what_is_put|under_load|a_backup_of_each)/))",
        ),
        needs: &[],
        folders: &[
            "features/operations/src/backups",
            "crates/db",
            "crates/blobs",
            "crates/canvas",
            "crates/migrations",
            "server/src/cli.rs",
            "server/src/start_app.rs",
            "server/tests/fixtures",
        ],
        minutes: 30,
    },
    Part {
        name: "transfer",
        guards: "moving a campus between engines, cut off and gone on",
        work: Work::Rust("package(quad) & test(/^transfer::(a_campus|cut_off|a_row|a_changed)/)"),
        needs: &[],
        folders: &["crates/db", "crates/migrations", "server/src/transfer.rs"],
        minutes: 30,
    },
    Part {
        name: "invariants",
        guards: "each rule of `quad check`, models of the rules, races of a hundred, names in ten scripts",
        work: Work::Rust(
            "package(quad) & test(/^(check::(each_rule|what_a_campus)|models::what_people|races::a_hundred|ten_scripts::)/) | test(/a_million_interleavings/)",
        ),
        needs: &[],
        folders: &[FEATURES, "server/src/integrity_check", "crates/db", "crates/migrations", "crates/text"],
        minutes: 30,
    },
    Part {
        name: "processes",
        guards: "several processes, restarts and kills under load, a database that goes and comes",
        work: Work::Rust(
            "package(quad) & test(/^(several_processes|connections|restarts|database_outages|workers|payments_faults|unwritable)::/)",
        ),
        needs: &[],
        folders: &[
            "crates/cluster",
            "crates/db",
            "crates/jobs",
            "crates/http",
            "crates/live",
            "crates/pay",
            "crates/services",
            "features/contests",
            "server/src",
        ],
        minutes: 30,
    },
    Part {
        name: "proxies",
        guards: "the packaged nginx, Caddy, HAProxy and Apache files under load",
        work: Work::Rust("package(quad) & test(/^proxies::/)"),
        needs: &[Need::Proxies],
        folders: &[
            "packaging",
            "crates/http",
            "crates/live",
            "crates/load",
            "server/src/serve.rs",
            "server/src/start_app.rs",
        ],
        minutes: 30,
    },
    Part {
        name: "databases",
        guards: "PostgreSQL 12 to 18, PgBouncer, settings of roles, archives, Litestream",
        work: Work::Rust("package(quad) & test(/^(database_settings|archives)::/)"),
        needs: &[Need::PgBouncer, Need::PostgresVersions, Need::Litestream],
        folders: &["crates/db", "crates/migrations", "server/src/doctor", "docs/operating"],
        minutes: 30,
    },
    Part {
        name: "mail-servers",
        guards: "Debian's exim4 and postfix; what SpamAssassin makes of every kind of mail",
        work: Work::Rust(
            "package(quad-mail) & test(/^real_servers::/) | package(quad) & test(/^mail_kinds::no_filter/)",
        ),
        needs: &[Need::MailServers, Need::SpamAssassin],
        folders: &["crates/mail", FEATURES],
        minutes: 15,
    },
    Part {
        name: "operators",
        guards: "the operator's pages, flight checks, systemd units; exported files in LibreOffice",
        work: Work::Rust(
            "package(quad) & (test(/^(operator_guide|packaging|spreadsheets)::/) | test(/^cli::.*flight_check/))",
        ),
        needs: &[Need::Systemd, Need::Proxies, Need::Spreadsheets],
        folders: &[
            "docs/operating",
            "packaging",
            "server/src/flight_check",
            "server/src/cli.rs",
            "server/src/main.rs",
            "crates/http/src/csv.rs",
            "crates/load",
            "crates/metrics",
            "crates/services",
            "features/campus",
            "features/contests",
        ],
        minutes: 30,
    },
    Part {
        name: "measuring",
        guards: "that benchmark and torture work; the memory of pictures",
        work: Work::Rust("package(quad-bench) | package(quad-torture) | (package(quad-blobs) & binary(memory))"),
        needs: &[Need::Express, Need::Proxies],
        folders: &[
            "bench",
            "torture",
            "testbed",
            "crates/load",
            "crates/blobs",
            "crates/pay",
            "crates/push",
            "crates/resize",
        ],
        minutes: 30,
    },
    Part {
        name: "browser-1",
        guards: "browser tests, first third",
        work: Work::Browser { project: "browser-1", workers: "2" },
        needs: &[],
        folders: &[WEB, E2E, FEATURES, EDGE, "crates/canvas", "crates/pay", "crates/questionfile", "server/src"],
        minutes: 30,
    },
    Part {
        name: "browser-2",
        guards: "browser tests, second third",
        work: Work::Browser { project: "browser-2", workers: "2" },
        needs: &[],
        folders: &[WEB, E2E, FEATURES, EDGE, "crates/live", "server/src"],
        minutes: 30,
    },
    Part {
        name: "browser-3",
        guards: "browser tests, last third",
        work: Work::Browser { project: "browser-3", workers: "2" },
        needs: &[],
        folders: &[WEB, E2E, FEATURES, EDGE, "crates/push", "crates/quizgen", "server/src"],
        minutes: 30,
    },
    Part {
        name: "xss",
        guards: "script planted in every text, on every page that shows it",
        work: Work::Browser { project: "xss", workers: "2" },
        needs: &[],
        folders: &[WEB, E2E, FEATURES, EDGE, "server/src/router.rs", "server/src/link_previews.rs"],
        minutes: 30,
    },
    Part {
        name: "weight",
        guards: "bytes and order of what pages load, and that nothing moves",
        work: Work::Browser { project: "weight", workers: "1" },
        needs: &[],
        folders: &[WEB, E2E, EDGE, "server/src/static_files.rs"],
        minutes: 15,
    },
    Part {
        name: "engines",
        guards: "the main job in Firefox, WebKit and old Chromiums",
        work: Work::Engines,
        needs: &[],
        folders: &[WEB, E2E],
        minutes: 20,
    },
    Part {
        name: "release",
        guards: "the release binary: it compiles, serves packed files, has no hooks, does the main job",
        work: Work::Release,
        needs: &[],
        folders: &["Cargo.toml", "Cargo.lock", "server/build.rs", "web/vite.config.ts"],
        minutes: 30,
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;

    /// What nextest is told by hand and what `xtask` tells it are the same.
    #[test]
    fn the_gate_is_what_no_part_selects() {
        let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../.config/nextest.toml")).unwrap();
        let config: toml::Value = toml::from_str(&text).unwrap();
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let filters = PARTS.iter().filter_map(|part| match part.work {
            Work::Rust(filter) => Some(format!("({filter})")),
            _ => None,
        });
        let wanted = format!("not ({})", filters.collect::<Vec<_>>().join(" | "));
        let found = config["profile"]["default"]["default-filter"].as_str().unwrap();
        assert_eq!(words(found).replace("( (", "((").replace(") )", "))"), wanted);
    }

    #[test]
    fn names_differ_and_folders_exist() {
        let names: BTreeSet<&str> = PARTS.iter().map(|part| part.name).collect();
        assert_eq!(names.len(), PARTS.len());
        for folder in PARTS.iter().flat_map(|part| part.folders) {
            let path = format!("{}/../{folder}", env!("CARGO_MANIFEST_DIR"));
            let (above, name) = path.rsplit_once('/').unwrap();
            let begins = |entry: fs::DirEntry| entry.file_name().to_string_lossy().starts_with(name);
            assert!(fs::read_dir(above).unwrap().flatten().any(begins), "{folder}");
        }
    }

    /// Crates of which the gate guards all: their own tests, and the stories.
    const GATE_ALONE: [&str; 2] = ["crates/maths", "crates/retry-after"];

    #[test]
    fn each_crate_touches_a_part() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        for above in ["crates", "features"] {
            for entry in fs::read_dir(format!("{root}/{above}")).unwrap().flatten() {
                let folder = format!("{above}/{}", entry.file_name().to_string_lossy());
                let is_alone = touched_by(&[&format!("{folder}/src/lib.rs")]).len() == 1;
                assert_eq!(is_alone, GATE_ALONE.contains(&folder.as_str()), "{folder}");
            }
        }
    }

    /// A change of a test is tried by the part that has the test.
    #[test]
    fn the_tests_of_a_part_touch_it() {
        let main = include_str!("../../server/tests/it/main.rs");
        let modules = main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
        let modules: Vec<&str> = modules.filter(|module| *module != "harness").collect();
        for part in &PARTS {
            let Work::Rust(filter) = part.work else { continue };
            let words: BTreeSet<&str> =
                filter.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').collect();
            for module in modules.iter().filter(|module| words.contains(**module)) {
                for path in [format!("{module}.rs"), format!("{module}/within.rs"), "harness/mod.rs".to_owned()] {
                    assert!(part.is_touched_by(&format!("server/tests/it/{path}")), "{path} is of {}", part.name);
                }
            }
            for package in filter.split("package(quad-").skip(1).filter_map(|rest| rest.split(')').next()) {
                let is_touched = [format!("crates/{package}/tests/it.rs"), format!("{package}/tests/it.rs")];
                assert!(is_touched.iter().any(|path| part.is_touched_by(path)), "{package} is of {}", part.name);
            }
            assert!(part.is_touched_by(".config/nextest.toml") && part.is_touched_by("Cargo.lock"), "{}", part.name);
        }
    }

    #[test]
    fn modules_are_read_out_of_a_filter() {
        let filter = "package(quad) & test(/^(check::(each|what)|races::a_hundred|ten_scripts::)/) | test(/^(a|b)::/)";
        assert_eq!(named_modules(filter), ["check", "races", "ten_scripts", "a", "b"]);
        assert!(named_modules("test(/postgres_twin$/)").is_empty());
    }

    #[test]
    fn a_file_of_a_part_is_known() {
        for path in ["proxies.rs", "restores.rs", "workers.rs", "packaging.rs"] {
            assert!(has_whole(&format!("server/tests/it/{path}")), "{path}");
        }
        assert!(has_whole("bench/tests/smoke.rs"));
        for path in [
            "server/tests/it/cli.rs",
            "server/tests/it/races/money.rs",
            "server/tests/it/backup.rs",
            "crates/blobs/tests/store.rs",
        ] {
            assert!(!has_whole(path), "{path}");
        }
    }

    #[test]
    fn a_change_touches_its_parts_and_the_gate() {
        let names = |paths: &[&str]| touched_by(paths).iter().map(|part| part.name).collect::<Vec<_>>();
        assert_eq!(names(&["README.md"]), ["gate"]);
        for (path, part) in [
            ("server/tests/it/restores.rs", "restores"),
            ("server/tests/it/models/world.rs", "invariants"),
            ("server/tests/it/races/money.rs", "invariants"),
            ("server/tests/it/cli.rs", "operators"),
            ("server/tests/it/polls.rs", "twins"),
            ("server/tests/it/harness/process.rs", "processes"),
            (".config/nextest.toml", "measuring"),
            ("Cargo.lock", "databases"),
            ("crates/http/src/lib.rs", "xss"),
            ("features/campus/src/clubs/mod.rs", "browser-3"),
            ("crates/pay/src/lib.rs", "processes"),
            ("crates/resize/src/lib.rs", "measuring"),
        ] {
            assert!(names(&[path]).contains(&part), "{path} does not touch {part}");
        }
        assert_eq!(names(&["crates/mail/src/lib.rs"]), ["gate", "mail-servers"]);
        assert_eq!(
            names(&["web/src/sw.ts"]),
            ["gate", "browser-1", "browser-2", "browser-3", "xss", "weight", "engines"]
        );
        assert!(names(&["features/campus/src/clubs/mod.rs"]).contains(&"authorisation"));
    }
}
