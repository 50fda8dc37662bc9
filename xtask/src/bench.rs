//! `bench`: builds and runs bench/ in release. Read its ratios, not its absolute numbers.

use anyhow::{Result, bail};

use crate::process;
use crate::workshop::Workshop;

#[derive(clap::Args)]
pub struct Options {
    /// Arguments for the benchmarks
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    extra: Vec<String>,
}

pub fn bench(shop: &Workshop, options: &Options) -> Result<()> {
    // By its manifest, so that it works as a member and as a workspace of its own.
    if !shop.root.join("bench/Cargo.toml").is_file() {
        bail!("there is no bench/ in this tree");
    }
    let mut command = shop.cargo();
    command.args(["run", "--release", "--manifest-path", "bench/Cargo.toml", "--"]).args(&options.extra);
    process::run(command)
}
