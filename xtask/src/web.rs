//! Web client: installs its packages and builds it into `web/dist`, which the server embeds. The build is skipped when
//! no input changed.

use anyhow::Result;

use crate::build_stamp::{Stamp, files_below};
use crate::workspace::Workspace;
use crate::{prerequisites, process};

pub fn build(workspace: &Workspace) -> Result<()> {
    prerequisites::npm_packages(workspace, "web")?;
    let web = workspace.root.join("web");
    let inputs = files_below(&web, &["node_modules", "dist", "coverage"])?;
    // Not in dist: what lies there is served.
    let stamp = Stamp::of(web.join("node_modules/.xtask-build"), &inputs)?;
    if stamp.is_current() && web.join("dist/index.html").is_file() {
        println!("The web build is current.");
        return Ok(());
    }
    script(workspace, "web", "build")?;
    stamp.keep()
}

/// A script of a folder's package.json.
pub fn script(workspace: &Workspace, folder: &str, name: &str) -> Result<()> {
    let mut command = workspace.npm(folder);
    command.args(["run", "--silent", name]);
    process::run(command)
}
