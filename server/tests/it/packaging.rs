//! The units for systemd, judged by systemd's own tool: they can be read, name commands that exist, and give nothing away.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const UNITS: [&str; 3] = ["quad.socket", "quad.service", "quad-worker.service"];
/// In tenths; systemd calls up to 2.0 the best of its words but one.
const MOST_EXPOSED: &str = "20";

/// Copies of the units that start the program under test; nothing, with a word, where systemd's tool is not installed.
fn units() -> Option<(tempfile::TempDir, Vec<PathBuf>)> {
    let there = Command::new("systemd-analyze").arg("--version").output().is_ok_and(|run| run.status.success());
    if !there {
        let _ = writeln!(std::io::stderr(), "passed over: systemd-analyze is not installed");
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packaging/systemd");
    let copy = |name: &&str| {
        let text = std::fs::read_to_string(from.join(name)).expect("a unit");
        let copy = folder.path().join(name);
        std::fs::write(&copy, text.replace("/usr/local/bin/quad", env!("CARGO_BIN_EXE_quad"))).expect("a copy");
        copy
    };
    let copies = UNITS.iter().map(copy).collect();
    Some((folder, copies))
}

fn analyze(words: &[&str], units: &[PathBuf]) -> (bool, String) {
    let run = Command::new("systemd-analyze").args(words).args(units).output().expect("the tool runs");
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    (run.status.success(), said)
}

#[test]
fn the_units_are_sound() {
    let Some((_folder, units)) = units() else { return };
    let (sound, said) = analyze(&["verify"], &units);
    let ours: Vec<_> = said.lines().filter(|line| line.contains("quad")).collect();
    assert!(sound && ours.is_empty(), "{said}");
    // What would be wrong is noticed.
    std::fs::write(&units[1], "[Service]\nExecStart=/nowhere/quad\nNoNewPrivilege=yes\n").expect("written");
    let (_, said) = analyze(&["verify"], &units[1..2]);
    assert!(said.contains("NoNewPrivilege") && said.contains("/nowhere/quad"), "{said}");
}

#[test]
fn the_services_give_nothing_away() {
    let Some((_folder, units)) = units() else { return };
    for service in &units[1..] {
        let threshold = format!("--threshold={MOST_EXPOSED}");
        let (closed, said) =
            analyze(&["security", "--offline=true", "--no-pager", &threshold], std::slice::from_ref(service));
        assert!(closed && said.contains("Overall exposure level"), "{said}");
    }
}

#[test]
fn the_services_start_commands_there_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packaging/systemd");
    for name in &UNITS[1..] {
        let text = std::fs::read_to_string(folder.join(name)).expect("a unit");
        let line =
            text.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/local/bin/quad ")).expect("a command");
        let run =
            Command::new(env!("CARGO_BIN_EXE_quad")).args(line.split(' ')).arg("--help").output().expect("it runs");
        assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
    }
}
