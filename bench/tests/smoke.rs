//! Smoke test of the benchmark, every scenario in a tiny form with its own servers: that they run, and that the counts
//! are right. Never how long it took.
#![expect(clippy::expect_used, reason = "a test that cannot go on should say where")]

use std::process::Command;

use serde_json::Value;

/// `QUAD_TEST_EXPRESS` names a folder with the Express server and its packages; without it those of bench/express take part, if
/// they are installed there.
#[expect(clippy::disallowed_methods, reason = "tests are told about Express by the environment")]
fn run(arguments: &[&str]) -> (Value, String) {
    let folder = tempfile::tempdir().expect("folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_quad-bench"));
    command.args(["run", "--smoke", "--rounds", "1", "--out"]).arg(folder.path()).args(arguments);
    if let Ok(express) = std::env::var("QUAD_TEST_EXPRESS") {
        command.args(["--express", &express]);
    }
    let output = command.output().expect("started");
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}");
    let mut files: Vec<_> = std::fs::read_dir(folder.path()).expect("folder").flatten().map(|one| one.path()).collect();
    files.sort();
    assert_eq!(files.len(), 2, "{files:?}");
    let text = |at: usize| std::fs::read_to_string(&files[at]).expect("file");
    (serde_json::from_str(&text(0)).expect("JSON"), text(1))
}

/// The median of a figure.
fn figure(report: &Value, scenario: &str, name: &str) -> f64 {
    let figures = report["figures"].as_array().expect("figures");
    let found = figures.iter().find(|figure| figure["scenario"] == scenario && figure["name"] == name);
    found.and_then(|figure| figure["median"].as_f64()).unwrap_or_else(|| panic!("{scenario}: {name} in {figures:?}"))
}

#[test]
#[expect(clippy::disallowed_methods, reason = "tests are told about the server by the environment")]
fn two_processes_before_one_postgresql_lose_nothing() {
    let Ok(server) = std::env::var("QUAD_TEST_POSTGRES") else { return };
    let (report, _) = run(&["several", "--postgres", &server]);
    assert!(figure(&report, "several", "acknowledged") > 0.0);
    assert!(figure(&report, "several", "lost or doubled").abs() < 0.1);
    assert!(figure(&report, "several", "2 processes") > 0.0);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "tests are told about the server by the environment")]
fn a_backup_put_back_moves_to_postgresql() {
    let Ok(server) = std::env::var("QUAD_TEST_POSTGRES") else { return };
    let (report, _) = run(&["backup", "--postgres", &server]);
    assert!(figure(&report, "backup", "rows moved") > 800.0);
    assert!(figure(&report, "backup", "tables that differ after moving").abs() < 0.1);
}

/// Express did the same work in each scenario of the live hour, or it is said why not. That its replies are Quad's is made sure
/// of by the scenarios themselves.
fn beside_express(report: &Value, engine: &str) {
    let left_out = report["left_out"].as_array().expect("a list");
    if left_out.iter().any(|line| line.as_str().is_some_and(|line| line.starts_with("Express: "))) {
        return;
    }
    for (scenario, name) in [
        ("start", "paper, times Express"),
        ("answers", "Express on ENGINE @4"),
        ("end", "pages, times Express"),
        ("end", "first page, Express"),
        ("browse", "list, times Express"),
    ] {
        let name = if name.contains("ENGINE") { name.replace("ENGINE", engine) } else { format!("{engine}: {name}") };
        assert!(figure(report, scenario, &name) > 0.0, "{scenario}: {name}");
    }
    let lost = figure(report, "answers", &format!("Express on {engine}: lost or doubled"));
    assert!(lost.abs() < 0.1, "Express lost or doubled {lost}");
    if engine == "SQLite" {
        for (scenario, name, wanted) in [
            ("log-in", "Express on SQLite: log-ins asked", 2.0),
            ("log-in", "Express on SQLite: log-ins never done", 0.0),
            ("log-in", "Express on SQLite: answers, beside log-ins, not done", 0.0),
            ("live", "Express on SQLite: streams", 10.0),
            ("live", "Express on SQLite: events missed", 0.0),
        ] {
            let value = figure(report, scenario, name);
            assert!((value - wanted).abs() < 0.1, "{scenario}: {name} is {value}");
        }
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "tests are told about the server by the environment")]
fn express_on_postgresql_does_the_same_work() {
    let Ok(server) = std::env::var("QUAD_TEST_POSTGRES") else { return };
    let (report, _) = run(&["start", "answers", "end", "browse", "--postgres", &server]);
    beside_express(&report, "PostgreSQL");
}

#[test]
fn every_scenario_counts_right() {
    let (report, markdown) = run(&[]);
    let value = |scenario: &str, name: &str| figure(&report, scenario, name);
    for (scenario, name, wanted) in [
        ("start", "SQLite: everybody joins, done", 20.0),
        ("start", "SQLite: everybody joins, errors", 0.0),
        ("start", "SQLite: joins lost", 0.0),
        ("answers", "SQLite: lost or doubled", 0.0),
        ("end", "SQLite: people on the board", 50.0),
        // All but the owner.
        ("kinds", "SQLite: everybody joins, done", 19.0),
        ("kinds", "SQLite: everybody joins, errors", 0.0),
        ("kinds", "SQLite: lost or doubled", 0.0),
        ("kinds", "SQLite: people on the board of the seed's contest", 20.0),
        ("kinds", "SQLite: people on the board of this contest", 19.0),
        ("answers", "SQLite at 25 % of peak, not done", 0.0),
        ("log-in", "SQLite: log-ins asked", 5.0),
        ("log-in", "SQLite: log-ins never done", 0.0),
        ("log-in", "the hash alone: log-ins never done", 0.0),
        ("login-rush", "SQLite: in", 30.0),
        ("login-rush", "SQLite: never in", 0.0),
        ("login-rush", "SQLite: the sprayer's right guesses", 0.0),
        ("login-rush", "SQLite: pages of contests, in the rush, not done", 0.0),
        ("browse", "SQLite: list, not done", 0.0),
        ("search", "people", 50.0),
        ("search", "SQLite: people, found by the first words", 1.0),
        ("search", "SQLite: participants, found by the first words", 1.0),
        ("live", "SQLite: streams", 10.0),
        ("live", "SQLite: events missed", 0.0),
        ("live", "bare framework: streams", 10.0),
        ("live", "bare framework: events missed", 0.0),
        ("memory", "SQLite: connections answering", 4.0),
        ("cold", "cold: papers of people not seen yet, not done", 0.0),
        ("cold", "cold: answers at a steady rate, not done", 0.0),
        ("backup", "answers beside it, not done", 0.0),
        ("backup", "acknowledged before it and not in it", 0.0),
        ("power-cut", "SQLite: acknowledged", 1_500.0),
        ("power-cut", "SQLite: cuts", 18.0),
        ("power-cut", "SQLite: lost, changed or doubled", 0.0),
        ("power-cut", "SQLite: cuts that left it unsound", 0.0),
    ] {
        assert!((value(scenario, name) - wanted).abs() < 0.1, "{scenario}: {name} is {}", value(scenario, name));
    }
    beside_express(&report, "SQLite");
    // A paper with pictures of about 40 KB in their small size, at most twenty of them, and below what a phone may load.
    let bytes = value("kinds", "SQLite: bytes of a phone, most");
    assert!((400_000.0..1_200_000.0).contains(&bytes), "a phone loaded {bytes}");
    // Where nginx is not installed, that is said.
    if !markdown.contains("tls: nginx is not installed") {
        for way in ["directly", "through nginx", "through nginx in TLS"] {
            let done = value("tls", &format!("everybody joins {way}, done"));
            assert!((done - 20.0).abs() < 0.1, "{way}: {done} joined");
            assert!(value("tls", &format!("answers {way} @4")) > 0.0, "{way}");
        }
    }
    for (scenario, name) in [
        ("answers", "SQLite: acknowledged"),
        ("answers", "SQLite @4, of bare"),
        ("answers", "SQLite at 50 % of peak, p99"),
        ("end", "SQLite: first page after the end"),
        ("kinds", "SQLite: papers in hand"),
        ("kinds", "SQLite: pictures fetched"),
        ("kinds", "SQLite: a picture, of bare"),
        ("kinds", "SQLite: changes, of first answers"),
        ("kinds", "SQLite: first page of this contest"),
        ("browse", "SQLite: list compressed, of bare"),
        ("search", "SQLite: people, p99"),
        ("search", "SQLite: members, p99"),
        ("search", "SQLite: participants, p99"),
        ("search", "SQLite: events, p99"),
        ("search", "SQLite: clubs, p99"),
        ("search", "SQLite: polls, p99"),
        ("search", "SQLite: contests, p99"),
        ("memory", "SQLite: cold start"),
        ("growth", "SQLite: most by fewest people"),
        ("cold", "first page of an old board, cold by warm"),
        ("cold", "answers, processor time, cold by warm"),
        ("cold", "cold: the file was dropped so often"),
        ("power-cut", "SQLite: acknowledged before the cuts"),
        // The same on a disk that lies about its syncs is found out: else the zeros above would prove nothing.
        ("power-cut", "a disk that lies: cuts with something lost or unsound"),
    ] {
        assert!(value(scenario, name) > 0.0, "{scenario}: {name}");
    }
    // What goals name and nothing measured needs something that is not here.
    for line in report["left_out"].as_array().expect("a list") {
        let line = line.as_str().expect("text");
        let wants = ["PostgreSQL", "Express", "@", "static file", "C compiler", "nginx"];
        assert!(wants.iter().any(|want| line.contains(want)), "{line}");
    }
    assert!(report["machine"]["cores"].as_u64() > Some(0));
    assert!(markdown.contains("## growth") && markdown.contains("| goal "), "{markdown}");
}

#[test]
fn an_unknown_scenario_is_named() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quad-bench"));
    let output = command.args(["run", "--smoke", "sprint"]).output().expect("started");
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("sprint"));
}
