//! Packaging: the units for systemd, judged by systemd's own tool: they can be read, name commands that exist, and give
//! nothing away. The files for containers, which no engine runs here: what they speak of exists, and their settings are
//! Quad's.

use std::collections::BTreeMap;
use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use quad_services::config::{EXAMPLE, Flags, load_from};
use saphyr::{LoadableYamlNode, YamlOwned};

use crate::harness::proxy::packaged;
use crate::operator_guide::{blocks, page};

const UNITS: [&str; 3] = ["quad.socket", "quad.service", "quad-worker.service"];
/// In tenths; systemd calls up to 2.0 the best of its words but one.
const MOST_EXPOSED: &str = "20";

/// Copies of the units that start the program under test; nothing, with a word, where systemd's tool is not installed. In its
/// part (`cargo xtask test --everything`) it must be: nothing else says that the services are closed.
fn units() -> Option<(tempfile::TempDir, Vec<PathBuf>)> {
    let there = Command::new("systemd-analyze").arg("--version").output().is_ok_and(|run| run.status.success());
    if !there {
        #[expect(clippy::disallowed_methods, reason = "set by the gate and the parts, which install what is missing")]
        let is_whole = std::env::var_os("QUAD_TEST_WHOLE").is_some();
        assert!(!is_whole, "systemd-analyze is not installed (on Debian: systemd)");
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

/// Debian's file has HAProxy give up root once it listens; whoever takes ours in its place keeps that.
#[test]
fn haproxy_does_not_stay_root() {
    let text = packaged("haproxy/haproxy.cfg");
    let (_, global) = text.split_once("\nglobal\n").expect("a section");
    let (global, _) = global.split_once("\ndefaults\n").expect("the next one");
    for line in ["user haproxy", "group haproxy", "chroot /var/lib/haproxy"] {
        assert!(global.lines().any(|said| said.trim() == line), "{line}");
    }
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

/// The thread that sends pushes lowers its own priority (`crates/push/src/sender.rs`). Lines count in their order: what is taken
/// away with its group is given back below that.
#[test]
fn the_services_may_give_way_to_other_work() {
    for name in &UNITS[1..] {
        let text = packaged(&format!("systemd/{name}"));
        let filters: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("SystemCallFilter=")).collect();
        let taken = filters.iter().rposition(|said| said.starts_with('~') && said.contains("@resources"));
        let given = filters.iter().rposition(|said| said.split(' ').any(|call| call == "setpriority"));
        assert!(taken.is_some() && taken < given, "{name}: {filters:?}");
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
        // Started again a second later, without end: a database that comes later is none that never comes.
        let (unit, service) = text.split_once("[Service]").expect("its parts");
        let says = |part: &str, line: &str| part.lines().any(|said| said == line);
        assert!(says(unit, "StartLimitIntervalSec=0"), "{name}");
        assert!(says(service, "Restart=on-failure") && says(service, "RestartSec=1"), "{name}");
    }
}

/// Nothing else of the disk can be written by a service: what the page has outside the data folder must be named.
#[test]
fn the_services_may_write_where_the_page_says() {
    let page = page();
    let settings: Vec<String> = blocks(&page, "toml");
    let backups = settings.iter().find_map(|block| block.split_once("backup_dir = \"")?.1.split('"').next());
    let media = page.split_once("`file:").and_then(|(_, rest)| rest.split('`').next());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packaging/systemd");
    for name in &UNITS[1..] {
        let text = std::fs::read_to_string(folder.join(name)).expect("a unit");
        let line = text.lines().find_map(|line| line.strip_prefix("ReadWritePaths=")).expect("places");
        let places: Vec<&str> = line.split(' ').map(|place| place.strip_prefix('-').expect("may be missing")).collect();
        for place in [backups.expect("backup_dir"), media.expect("media_url")] {
            assert!(places.iter().any(|of| Path::new(place).starts_with(of)), "{name}: {place} is not in {places:?}");
        }
    }
}

/// A system on which nothing was installed yet, below a folder: Debian's, which has no /etc/sysusers.d. Commands that speak to
/// systemd or change the user only say that they were called.
#[test]
fn the_units_are_installed_as_the_page_says() {
    let page = page();
    let block = blocks(&page, "").into_iter().find(|block| block.contains("packaging/systemd")).expect("the commands");
    let folder = tempfile::tempdir().expect("a folder");
    let base = folder.path();
    for there in ["usr/local/bin", "etc/systemd/system", "var/lib/quad", "checkout", "stubs"] {
        std::fs::create_dir_all(base.join(there)).expect("a folder");
    }
    std::fs::set_permissions(base.join("var/lib/quad"), Permissions::from_mode(0o700)).expect("closed");
    symlink(env!("CARGO_BIN_EXE_quad"), base.join("checkout/quad")).expect("the build");
    symlink(Path::new(env!("CARGO_MANIFEST_DIR")).join("../packaging"), base.join("checkout/packaging"))
        .expect("a link");
    for (name, does) in [("systemd-sysusers", ""), ("systemctl", ""), ("runuser", "shift 3; exec \"$@\"")] {
        let stub = base.join("stubs").join(name);
        let said = base.join("said");
        std::fs::write(&stub, format!("#!/bin/sh\necho {name} \"$@\" >> {}\n{does}\n", said.display()))
            .expect("a stub");
        std::fs::set_permissions(&stub, Permissions::from_mode(0o755)).expect("a program");
    }
    let here = ["/usr/local/", "/etc/", "/var/lib/"]
        .iter()
        .fold(block, |block, place| block.replace(&format!(" {place}"), &format!(" {}{place}", base.display())));
    let run = Command::new("sh")
        .args(["-ec", &here])
        .current_dir(base.join("checkout"))
        .env_clear()
        .env("PATH", format!("{0}/stubs:{0}/usr/local/bin:/usr/bin:/bin", base.display()))
        .output()
        .expect("a shell");
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success() && said.contains("Made an account for dean@campus.example"), "{said}");
    let called = std::fs::read_to_string(base.join("said")).expect("calls");
    let called: Vec<&str> = called.lines().collect();
    assert_eq!(
        called[..3],
        ["systemd-sysusers", "systemctl daemon-reload", "systemctl enable --now quad.socket quad.service"]
    );
    assert!(called[3].starts_with("runuser -u quad -- quad admin create"), "{}", called[3]);
    for (there, from) in [
        ("etc/systemd/system/quad.socket", "systemd/quad.socket"),
        ("etc/systemd/system/quad.service", "systemd/quad.service"),
        ("etc/sysusers.d/quad.conf", "sysusers.d/quad.conf"),
    ] {
        assert_eq!(std::fs::read_to_string(base.join(there)).ok().as_deref(), Some(&*packaged(from)), "{there}");
    }
}

fn text(value: &YamlOwned) -> String {
    let number = value.as_integer().map(|number| number.to_string());
    value.as_str().map(str::to_owned).or(number).unwrap_or_else(|| panic!("no text: {value:?}"))
}

fn entries(value: &YamlOwned) -> Vec<(String, &YamlOwned)> {
    let mapping = value.as_mapping().unwrap_or_else(|| panic!("no mapping: {value:?}"));
    mapping.iter().map(|(name, value)| (text(name), value)).collect()
}

fn list(value: Option<&YamlOwned>) -> Vec<String> {
    let parts = value.and_then(YamlOwned::as_sequence).map(|parts| parts.iter().map(text).collect());
    parts.unwrap_or_default()
}

/// What example.env asks for, filled in.
fn filled_in() -> BTreeMap<String, String> {
    let example = packaged("container/example.env");
    let lines = example.lines().filter_map(|line| line.split_once('=')).filter(|(name, _)| !name.starts_with('#'));
    let known = lines.map(|(name, value)| {
        let value = if value.is_empty() && name != "SMTP_URL" { "0123456789abcdef" } else { value };
        (name.to_owned(), value.to_owned())
    });
    known.collect()
}

/// With what stands in `${NAME:?}` and `${NAME:-}`.
fn with_values(text: &str, values: &BTreeMap<String, String>) -> String {
    let mut parts = text.split("${");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}').expect("an end");
        let name = name.split(':').next().expect("a name");
        all += values.get(name).unwrap_or_else(|| panic!("{name} is not in example.env"));
        all += rest;
    }
    all
}

#[test]
fn compose_speaks_of_what_there_is() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packaging/container");
    let read = YamlOwned::load_from_str(&packaged("container/compose.yaml")).expect("YAML");
    let compose = &read[0];
    let services: BTreeMap<String, &YamlOwned> = entries(&compose["services"]).into_iter().collect();
    let volumes: Vec<String> = entries(&compose["volumes"]).into_iter().map(|(name, _)| name).collect();
    let values = filled_in();
    let mut quads = Vec::new();
    for (name, service) in &services {
        let needs = service.as_mapping_get("depends_on");
        let needed = match needs.map(YamlOwned::is_mapping) {
            Some(true) => entries(needs.expect("needs")).into_iter().map(|(name, _)| name).collect(),
            _ => list(needs),
        };
        assert!(needed.iter().all(|needed| services.contains_key(needed)), "{name} needs {needed:?}");
        for volume in list(service.as_mapping_get("volumes")) {
            let (from, _) = volume.split_once(':').expect("from and to");
            // The certificate is the operator's.
            let there = if from.starts_with('.') {
                from == "./certificates" || folder.join(from).is_file()
            } else {
                volumes.iter().any(|known| known == from)
            };
            assert!(there, "{name}: {from} is not there");
        }
        let environment = service.as_mapping_get("environment").map(entries).unwrap_or_default();
        let environment: BTreeMap<String, String> =
            environment.into_iter().map(|(name, value)| (name, with_values(&text(value), &values))).collect();
        if let Some(build) = service.as_mapping_get("build") {
            let file = folder.join(text(&build["context"])).join(text(&build["dockerfile"]));
            assert!(file.is_file(), "{}", file.display());
            // What Quad is given it takes: names and values.
            let settings = load_from(&Flags::default(), |name| environment.get(name).cloned()).expect("settings");
            assert!(settings.behind_proxy && settings.is_https() && settings.database().starts_with("postgres://"));
            assert_eq!(settings.media_s3().key_id, services_key(services["garage"], &values));
            let known: toml::Table = EXAMPLE.parse().expect("the example");
            for name in environment.keys() {
                let setting = name.strip_prefix("QUAD_").unwrap_or_default().to_lowercase();
                assert!(known.contains_key(&setting), "{name} is no setting");
            }
            quads.push(format!("server {name}:8080 max_fails=0;"));
        }
    }
    let upstream = packaged("container/quad-upstream.conf");
    let servers: Vec<&str> = upstream.lines().map(str::trim).filter(|line| line.starts_with("server ")).collect();
    assert_eq!(servers, quads, "nginx knows each Quad");
    // The store listens where Quad looks for it, in the region it signs for.
    let garage: toml::Table = packaged("container/garage.toml").parse().expect("TOML");
    let api = &garage["s3_api"];
    assert_eq!((api["s3_region"].as_str(), api["api_bind_addr"].as_str()), (Some("garage"), Some("[::]:3900")));
}

fn services_key(garage: &YamlOwned, values: &BTreeMap<String, String>) -> String {
    with_values(&text(&garage["environment"]["GARAGE_DEFAULT_ACCESS_KEY"]), values)
}

#[test]
fn the_container_is_built_of_what_there_is() {
    let file = packaged("container/Containerfile");
    let known: toml::Table = EXAMPLE.parse().expect("the example");
    let steps: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
    let names = steps.iter().filter_map(|line| line.strip_prefix("ENV ")).flat_map(str::split_whitespace);
    let names: Vec<&str> = names.filter_map(|pair| pair.split('=').next()).collect();
    assert!(!names.is_empty());
    for name in names {
        assert!(known.contains_key(&name.trim_start_matches("QUAD_").to_lowercase()), "{name} is no setting");
    }
    // Each stage that is copied from is one of the file's, and the last one does not run as root.
    let stages: Vec<&str> = steps.iter().filter_map(|line| line.strip_prefix("FROM ")?.split(" AS ").nth(1)).collect();
    for line in steps.iter().filter_map(|line| line.split_once("--from=").map(|(_, rest)| rest)) {
        assert!(stages.contains(&line.split(' ').next().expect("a stage")), "{line}");
    }
    let last = steps.iter().rposition(|line| line.starts_with("FROM ")).expect("a stage");
    assert!(steps[last..].contains(&"USER quad") && steps[last..].contains(&"CMD [\"serve\"]"));
    // The release profile of the build is the workspace's, in the version of Rust it asks for.
    let cargo = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml")).expect("a file");
    let wanted = cargo.lines().find_map(|line| line.strip_prefix("rust-version = \"")).expect("a version");
    assert!(file.contains(&format!("rust:{}-", wanted.trim_end_matches('"'))), "rust {wanted}");
}
