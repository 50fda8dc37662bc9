//! Bills of materials of a release, in CycloneDX 1.5: what is linked into the binary (from cargo), and what the web client is made
//! of (npm's own). They hold names, versions, licences and hashes; nothing of it is asked of a network.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::components::{self, Component};
use crate::process;
use crate::workspace::{QUAD, Workspace};

/// Writes `quad-rust.cdx.json` and `quad-web.cdx.json` beside the binary.
pub fn write(workspace: &Workspace, binary: &Path) -> Result<()> {
    let folder = binary.parent().context("a binary lies in a folder")?;
    let linked = components::crates(workspace)?;
    let bill = of_crates(workspace.quad_version().unwrap_or_default(), &linked);
    fs::write(folder.join("quad-rust.cdx.json"), serde_json::to_string_pretty(&bill)? + "\n")?;

    let mut command = workspace.npm("web");
    command.args([
        "sbom",
        "--sbom-format",
        "cyclonedx",
        "--sbom-type",
        "application",
        "--omit",
        "dev",
        "--package-lock-only",
    ]);
    let bill = process::output(command)?;
    let read: Value = serde_json::from_slice(&bill).context("npm's bill of materials is no JSON")?;
    let counted = read["components"].as_array().map_or(0, Vec::len);
    fs::write(folder.join("quad-web.cdx.json"), bill)?;
    println!("Bills of materials: {} crates, {counted} npm packages", linked.len());
    Ok(())
}

fn of_crates(version: &str, linked: &[Component]) -> Value {
    let components: Vec<Value> = linked
        .iter()
        .map(|component| {
            let Component { name, version, licence, home, sha256, .. } = component;
            // `+` in a version is written as %2B there.
            let address = format!("pkg:cargo/{name}@{}", version.replace('+', "%2B"));
            let mut told = json!({
                "type": "library", "bom-ref": &address, "name": name, "version": version, "purl": &address, "scope": "required",
                "licenses": [{"expression": licence}],
            });
            if let Some(hash) = sha256 {
                told["hashes"] = json!([{"alg": "SHA-256", "content": hash}]);
            }
            if let Some(home) = home {
                told["externalReferences"] = json!([{"type": "vcs", "url": home}]);
            }
            told
        })
        .collect();
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": QUAD, "name": QUAD, "version": version}},
        "components": components,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bill_names_what_is_linked_and_nothing_for_tests() {
        let workspace = Workspace::find().unwrap();
        let linked = components::crates(&workspace).unwrap();
        let bill = of_crates("1.2.3", &linked);
        assert_eq!((&bill["bomFormat"], &bill["specVersion"]), (&json!("CycloneDX"), &json!("1.5")));
        assert_eq!(bill["metadata"]["component"]["version"], "1.2.3");
        let listed = bill["components"].as_array().unwrap();
        let has = |name: &str| listed.iter().any(|component| component["name"] == name);
        for name in ["axum", "sqlx", "libsqlite3-sys", "rustls", "argon2"] {
            assert!(has(name), "{name}");
        }
        // For tests, for builds, a macro, ours.
        for name in ["insta", "s3s", "proptest", "cc", "serde_derive", "quad-db"] {
            assert!(!has(name), "{name}");
        }
        for component in listed {
            assert_eq!(component["hashes"][0]["content"].as_str().map(str::len), Some(64), "{component}");
            assert!(
                component["licenses"][0]["expression"].as_str().is_some_and(|text| !text.is_empty()),
                "{component}"
            );
        }
    }
}
