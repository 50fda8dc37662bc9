//! `bench web`: the contest screen on a throttled phone, in the machine's Chromium against the release binary
//! (bench/web/measure.js). Its packages are installed only for this; results go to bench/results.

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{build, prerequisites, process, web};

const FOLDER: &str = "bench/web";

/// `extra`: what measure.js takes beyond, say `--rounds 5`.
pub fn measure(workspace: &Workspace, extra: &[String]) -> Result<()> {
    let chromium = prerequisites::chromium()?;
    prerequisites::npm_packages(workspace, FOLDER)?;
    web::build(workspace)?;
    build::server(workspace)?;
    let mut command = workspace.npx(FOLDER);
    command.arg("node").arg("measure.js").arg("--binary").arg(workspace.quad_binary("release"));
    command.arg("--chromium").arg(chromium).arg("--out").arg(workspace.root.join("bench/results"));
    command.arg("--commit").arg(commit(workspace)).args(extra);
    process::run(command)
}

/// What was measured, as the results name it; `unknown` outside a repository.
fn commit(workspace: &Workspace) -> String {
    let mut command = std::process::Command::new("git");
    command.current_dir(&workspace.root).args(["describe", "--always", "--dirty", "--abbrev=12"]);
    let said = process::output(command).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    said.map_or_else(|| "unknown".to_owned(), |text| text.trim().to_owned())
}
