//! `bench web`: the contest screen on a throttled phone, in the machine's Chromium against the release binary
//! (bench/web/measure.js). Its packages are installed only for this; results go to bench/results.

use anyhow::Result;

use crate::workshop::Workshop;
use crate::{build, machine, process, web};

const FOLDER: &str = "bench/web";

/// `extra`: what measure.js takes beyond, say `--rounds 5`.
pub fn measure(shop: &Workshop, extra: &[String]) -> Result<()> {
    let chromium = machine::chromium()?;
    machine::npm_packages(shop, FOLDER)?;
    web::build(shop)?;
    build::server(shop, &[])?;
    let mut command = shop.npx(FOLDER);
    command.arg("node").arg("measure.js").arg("--binary").arg(shop.quad_binary("release"));
    command.arg("--chromium").arg(chromium).arg("--out").arg(shop.root.join("bench/results"));
    command.arg("--commit").arg(commit(shop)).args(extra);
    process::run(command)
}

/// What was measured, as the results name it; `unknown` outside a repository.
fn commit(shop: &Workshop) -> String {
    let mut command = std::process::Command::new("git");
    command.current_dir(&shop.root).args(["describe", "--always", "--dirty", "--abbrev=12"]);
    let said = process::output(command).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    said.map_or_else(|| "unknown".to_owned(), |text| text.trim().to_owned())
}
