//! Data folder: where the database, the pictures and the keys of an installation are.

use std::path::Path;

/// A new data folder is its owner's alone: password hashes and waiting mail are in it. One that exists is left as it is.
pub fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
