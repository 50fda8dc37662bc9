//! `build`: the web client, then the release binary with it inside, and beside it the bills of materials of both.
//! Refuses the features `hooks` (test clock, peeking at mail) and `planted` (bugs on purpose): they must never reach a release.

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::workshop::{QUAD, Workshop};
use crate::{process, supply, web};

#[derive(clap::Args)]
pub struct Options {
    /// Features of the server, comma-separated
    #[arg(long, value_delimiter = ',')]
    features: Vec<String>,
}

pub fn build(shop: &Workshop, options: &Options) -> Result<()> {
    refuse_unfit(&options.features, &shop.quad_default_features())?;
    web::build(shop)?;
    server(shop, &options.features)?;
    let binary = shop.quad_binary("release");
    supply::write_bills(shop, &binary)?;
    println!("Built {}", binary.display());
    Ok(())
}

/// Only the binary; the web client must have been built.
pub fn server(shop: &Workshop, features: &[String]) -> Result<()> {
    let mut command = shop.cargo();
    command.args(["build", "--release", "--package", QUAD, "--bin", QUAD]);
    if !features.is_empty() {
        command.args(["--features", &features.join(",")]);
    }
    process::run(command)
}

/// The development binary, made of what the tests are made of. cargo chooses the features of what is depended on by
/// everything it builds at once, the dependencies of tests among it: alone, the binary would have nearly all of that
/// built a second time. Hence the whole workspace, and the smallest of its tests with it.
pub fn beside_tests(shop: &Workshop, features: &[&str]) -> Result<PathBuf> {
    let mut command = shop.cargo();
    command.args(["build", "--quiet", "--workspace", "--bin", QUAD, "--test", "portable"]);
    if !features.is_empty() {
        let named: Vec<_> = features.iter().map(|feature| format!("{QUAD}/{feature}")).collect();
        command.args(["--features", &named.join(",")]);
    }
    process::run(command)?;
    Ok(shop.quad_binary("debug"))
}

fn refuse_unfit(asked: &[String], default: &[String]) -> Result<()> {
    let mut all = asked.iter().chain(default).flat_map(|list| list.split([' ', ',']));
    if let Some(unfit) = all.find(|feature| matches!(feature.trim_start_matches("quad/"), "hooks" | "planted")) {
        bail!("the feature `{unfit}` is for tests only and never goes into a release build");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_for_tests_never_passes() {
        let list = |features: &[&str]| features.iter().map(|&feature| feature.to_owned()).collect::<Vec<_>>();
        assert!(refuse_unfit(&[], &[]).is_ok());
        assert!(refuse_unfit(&list(&["metrics"]), &list(&["default"])).is_ok());
        assert!(refuse_unfit(&list(&["metrics hooks"]), &[]).is_err());
        assert!(refuse_unfit(&list(&["quad/hooks"]), &[]).is_err());
        assert!(refuse_unfit(&list(&["quad/planted"]), &[]).is_err());
        assert!(refuse_unfit(&[], &list(&["hooks"])).is_err());
    }
}
