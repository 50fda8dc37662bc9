//! Build script: rebuilds the binary when the web client inside it has changed.

#[expect(clippy::disallowed_macros, reason = "how a build script speaks to cargo")]
fn main() {
    // A folder that does not exist yet counts as changed each time, so nothing stale is ever kept.
    println!("cargo:rerun-if-changed=../web/dist/index.html");
    println!("cargo:rerun-if-changed=build.rs");
}
