//! Dependencies come from registries alone, with an exact version and a hash. None of our packages has `unsafe`, and
//! none of them fetches anything while it is built. Fast, and without a network: licences and forbidden crates are
//! cargo-deny's business (`cargo xtask supply`).

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Finding;

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";
const NPM: &str = "https://registry.npmjs.org/";
/// Its targets are entry points for C, which its macro makes.
const MAY_BE_UNSAFE: &str = "fuzz/Cargo.toml";
/// What a build script that only names files does not need.
const FETCHING: [&str; 8] = ["std::net", "Command", "reqwest", "ureq", "curl", "http", "TcpStream", "git"];
/// npm runs these by itself when a package is installed.
const HOOKS: [&str; 4] = ["preinstall", "install", "postinstall", "prepare"];

/// Judges the files among `names` (from the root) that say what is built in.
pub fn findings(root: &Path, names: &[String]) -> Vec<Finding> {
    let read = |name: &String| fs::read_to_string(root.join(name)).ok();
    let manifests: Vec<(&String, toml::Table)> = names
        .iter()
        .filter(|name| file_name(name) == "Cargo.toml")
        .filter_map(|name| Some((name, read(name)?.parse().ok()?)))
        .collect();
    let ours: BTreeSet<&str> =
        manifests.iter().filter_map(|(_, manifest)| manifest.get("package")?.get("name")?.as_str()).collect();
    let mut all = Vec::new();
    let mut say = |path: &str, faults: Vec<String>| {
        all.extend(faults.into_iter().map(|what| Finding { path: path.to_owned(), line: 1, what }));
    };
    for (name, manifest) in &manifests {
        say(name, unsafe_allowed(name, manifest));
    }
    for name in names {
        let judge: fn(&str, &BTreeSet<&str>) -> Vec<String> = match file_name(name) {
            "Cargo.lock" => cargo_lock,
            "package-lock.json" => |text, _| npm_lock(text),
            "package.json" => |text, _| package_json(text),
            "build.rs" if names.contains(&name.replace("build.rs", "Cargo.toml")) => |text, _| build_script(text),
            _ => continue,
        };
        if let Some(text) = read(name) {
            say(name, judge(&text, &ours));
        }
    }
    all
}

fn file_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn unsafe_allowed(name: &str, manifest: &toml::Table) -> Vec<String> {
    let lint = |table: Option<&toml::Value>| {
        table.and_then(|lints| lints.get("rust")?.get("unsafe_code")?.as_str().map(|level| level == "forbid"))
    };
    if let Some(workspace) = manifest.get("workspace").filter(|workspace| workspace.get("members").is_some())
        && lint(workspace.get("lints")) != Some(true)
    {
        return vec!["the workspace's lints want unsafe_code = \"forbid\"".to_owned()];
    }
    let Some(_) = manifest.get("package").filter(|_| name != MAY_BE_UNSAFE) else { return Vec::new() };
    let inherits = manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(toml::Value::as_bool);
    if inherits == Some(true) || lint(manifest.get("lints")) == Some(true) {
        return Vec::new();
    }
    vec!["[lints] workspace = true is missing: it forbids unsafe code".to_owned()]
}

fn cargo_lock(text: &str, ours: &BTreeSet<&str>) -> Vec<String> {
    let Ok(lock) = text.parse::<toml::Table>() else { return vec!["cannot be read".to_owned()] };
    let packages = lock.get("package").and_then(toml::Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let judge = |package: &toml::Value| {
        let text = |key: &str| package.get(key).and_then(toml::Value::as_str);
        let name = text("name").unwrap_or_default();
        match text("source") {
            Some(CRATES_IO) if text("checksum").is_none() => Some(format!("{name} has no checksum")),
            Some(CRATES_IO) => None,
            Some(other) => Some(format!("{name} comes from {other}")),
            None if ours.contains(name) => None,
            None => Some(format!("{name} is from a folder, and none of ours")),
        }
    };
    packages.iter().filter_map(judge).collect()
}

fn npm_lock(text: &str) -> Vec<String> {
    let Ok(lock) = serde_json::from_str::<Value>(text) else { return vec!["cannot be read".to_owned()] };
    let packages = lock["packages"].as_object().into_iter().flatten();
    let judge = |(name, package): (&String, &Value)| {
        let from = package["resolved"].as_str();
        if package["link"] == true || from.is_some_and(|from| !from.starts_with(NPM)) {
            return Some(format!("{name} does not come from npm's registry"));
        }
        // It came inside the package around it, whose hash stands there.
        if package["inBundle"] == true {
            return None;
        }
        let hash = package["integrity"].as_str().unwrap_or_default();
        (!hash.starts_with("sha512-")).then(|| format!("{name} has no SHA-512 hash"))
    };
    packages.filter(|(name, _)| !name.is_empty()).filter_map(judge).collect()
}

fn package_json(text: &str) -> Vec<String> {
    let Ok(package) = serde_json::from_str::<Value>(text) else { return vec!["cannot be read".to_owned()] };
    let mut faults = Vec::new();
    for kind in ["dependencies", "devDependencies", "optionalDependencies", "overrides"] {
        for (name, wanted) in package[kind].as_object().into_iter().flatten() {
            let version = wanted.as_str().unwrap_or_default();
            // `npm:other@1.2.3` is another package under this name.
            let version = version.strip_prefix("npm:").and_then(|named| named.rsplit('@').next()).unwrap_or(version);
            let is_exact = version.split('.').count() >= 3 && version.starts_with(|c: char| c.is_ascii_digit());
            if !is_exact || version.contains([' ', '|', '*', 'x']) {
                faults.push(format!("{kind}: {name} wants an exact version, not {wanted}"));
            }
        }
    }
    let hooks = HOOKS.iter().filter(|hook| package["scripts"][**hook].is_string());
    faults.extend(hooks.map(|hook| format!("npm runs the script `{hook}` by itself")));
    faults
}

fn build_script(text: &str) -> Vec<String> {
    let found = FETCHING.iter().filter(|word| text.contains(*word));
    found.map(|word| format!("a build script fetches nothing and starts nothing (`{word}`)")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let names: Vec<String> = files.iter().map(|(name, _)| (*name).to_owned()).collect();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        findings(folder.path(), &names).into_iter().map(|finding| finding.what).collect()
    }

    const OURS: &str = "[package]\nname = \"ours\"\n[lints]\nworkspace = true\n";

    #[test]
    fn only_registries_and_hashes() {
        let lock =
            |package: &str| judged(&[("a/Cargo.toml", OURS), ("Cargo.lock", &format!("[[package]]\n{package}"))]);
        assert!(lock(&format!("name = \"x\"\nsource = \"{CRATES_IO}\"\nchecksum = \"00\"\n")).is_empty());
        assert!(lock("name = \"ours\"\n").is_empty());
        assert_eq!(lock("name = \"x\"\n"), ["x is from a folder, and none of ours"]);
        assert_eq!(lock("name = \"x\"\nsource = \"git+https://a.example\"\n"), ["x comes from git+https://a.example"]);
        assert_eq!(lock(&format!("name = \"x\"\nsource = \"{CRATES_IO}\"\n")), ["x has no checksum"]);

        let npm = |package: &str| {
            judged(&[("w/package-lock.json", &format!(r#"{{"packages": {{"": {{}}, "node_modules/x": {package}}}}}"#))])
        };
        assert!(npm(r#"{"integrity": "sha512-abc"}"#).is_empty());
        assert!(npm(r#"{"inBundle": true}"#).is_empty());
        assert_eq!(npm(r#"{"integrity": "sha1-abc"}"#), ["node_modules/x has no SHA-512 hash"]);
        let elsewhere = npm(r#"{"integrity": "sha512-abc", "resolved": "https://a.example/x.tgz"}"#);
        assert_eq!(elsewhere, ["node_modules/x does not come from npm's registry"]);
        assert_eq!(npm(r#"{"link": true}"#), ["node_modules/x does not come from npm's registry"]);
    }

    #[test]
    fn versions_are_exact_and_npm_runs_nothing() {
        let told = |text: &str| judged(&[("w/package.json", text)]);
        assert!(told(r#"{"dependencies": {"a": "1.2.3", "b": "npm:c@7.0.2"}, "scripts": {"build": "x"}}"#).is_empty());
        for wanted in [
            "^1.2.3",
            "~1.2.3",
            "*",
            "1.x",
            "1.2",
            "latest",
            ">=1.2.3",
            "1.2.3 || 2.0.0",
            "git+ssh://x",
            "npm:c@^7.0.2",
        ] {
            assert_eq!(told(&format!(r#"{{"devDependencies": {{"a": "{wanted}"}}}}"#)).len(), 1, "{wanted}");
        }
        assert_eq!(told(r#"{"scripts": {"postinstall": "x"}}"#), ["npm runs the script `postinstall` by itself"]);
    }

    #[test]
    fn every_package_forbids_unsafe_code() {
        let workspace = |level: &str| {
            format!("[workspace]\nmembers = [\"a\"]\n[workspace.lints.rust]\nunsafe_code = \"{level}\"\n")
        };
        assert!(judged(&[("Cargo.toml", &workspace("forbid")), ("a/Cargo.toml", OURS)]).is_empty());
        assert_eq!(judged(&[("Cargo.toml", &workspace("deny"))]).len(), 1);
        assert_eq!(judged(&[("Cargo.toml", "[workspace]\nmembers = []\n")]).len(), 1);
        assert_eq!(judged(&[("a/Cargo.toml", "[package]\nname = \"a\"\n")]).len(), 1);
        assert_eq!(
            judged(&[("a/Cargo.toml", "[package]\nname = \"a\"\n[lints.rust]\nunsafe_code = \"warn\"\n")]).len(),
            1
        );
        assert!(judged(&[("fuzz/Cargo.toml", "[package]\nname = \"a\"\n[workspace]\n")]).is_empty());
    }

    #[test]
    fn build_scripts_fetch_nothing() {
        let told = |text: &str| judged(&[("a/Cargo.toml", OURS), ("a/build.rs", text)]).len();
        assert_eq!(told("fn main() { println!(\"cargo:rerun-if-changed=x\"); }"), 0);
        assert_eq!(told("fn main() { std::process::Command::new(\"x\"); }"), 1);
        assert_eq!(told("use std::net::TcpStream;"), 2);
        // A file of that name that is no build script.
        assert!(judged(&[("a/src/build.rs", "Command")]).is_empty());
    }
}
