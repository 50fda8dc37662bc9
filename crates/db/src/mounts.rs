//! Mounts: what stands where in the tree of files, by the lines of Linux's `/proc/self/mountinfo`. For two dangers that no error tells:
//! a database file that is mounted by itself, and a file system that forgets, or that is another machine's. Nothing is known elsewhere.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::error::DbError;

/// Something mounted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mount {
    /// Where.
    at: PathBuf,
    /// The type of its file system, such as `ext4`.
    kind: String,
}

/// The lines of `mountinfo` in their order: what comes later at the same place hides what came before.
fn parse(text: &str) -> Vec<Mount> {
    let mount = |line: &str| {
        let (head, tail) = line.split_once(" - ")?;
        let at = unescaped(head.split(' ').nth(4)?);
        Some(Mount { at, kind: tail.split(' ').next()?.to_owned() })
    };
    text.lines().filter_map(mount).collect()
}

/// A path as the system writes it: blanks, tabs, newlines and backslashes as three octal digits.
fn unescaped(text: &str) -> PathBuf {
    let (bytes, mut out, mut at) = (text.as_bytes(), Vec::with_capacity(text.len()), 0);
    while let Some(byte) = bytes.get(at) {
        let digits = bytes.get(at + 1..at + 4).and_then(|digits| std::str::from_utf8(digits).ok());
        let octal = digits.filter(|_| *byte == b'\\').and_then(|digits| u8::from_str_radix(digits, 8).ok());
        out.push(octal.unwrap_or(*byte));
        at += if octal.is_some() { 4 } else { 1 };
    }
    #[cfg(unix)]
    let name: OsString = std::os::unix::ffi::OsStringExt::from_vec(out);
    #[cfg(not(unix))]
    let name: OsString = String::from_utf8_lossy(&out).into_owned().into();
    name.into()
}

/// The mount that a path is in: the longest, and of these the last.
fn of<'a>(mounts: &'a [Mount], path: &Path) -> Option<&'a Mount> {
    let around = mounts.iter().filter(|mount| path.starts_with(&mount.at));
    around.max_by_key(|mount| mount.at.components().count())
}

fn mounts() -> Vec<Mount> {
    // A name that is no text is of no file of ours.
    std::fs::read("/proc/self/mountinfo").map(|text| parse(&String::from_utf8_lossy(&text))).unwrap_or_default()
}

/// The type of the file system in which a path is, or will be when it is made, as the system calls it; nothing where that cannot be known.
pub fn file_system_of(path: &Path) -> Option<String> {
    let path = std::path::absolute(path).ok()?;
    let there = path.ancestors().find_map(|folder| folder.canonicalize().ok())?;
    of(&mounts(), &there).map(|mount| mount.kind.clone())
}

/// Refuses a database file that is mounted by itself, as `-v /srv/quad.db:/data/quad.db` does: SQLite's log and Quad's locks lie beside it
/// in another place, which goes with the container, and whoever has the file from elsewhere sees neither.
pub(crate) fn refuse_mounted_file(path: &Path) -> Result<(), DbError> {
    match path.canonicalize() {
        Ok(real) => refuse_mounted(&mounts(), &real),
        Err(_) => Ok(()),
    }
}

fn refuse_mounted(mounts: &[Mount], file: &Path) -> Result<(), DbError> {
    if !mounts.iter().any(|mount| mount.at == file) {
        return Ok(());
    }
    let (file, folder) = (file.display(), file.parent().unwrap_or(Path::new("/")).display());
    Err(DbError::Unusable(format!(
        "{file} is mounted by itself, as a container has it with -v FILE:{file}: its log and its locks would be outside of that mount, so that \
         what is saved last goes with the container, and two Quads may write into one file. Nothing was changed. Mount the folder \
         instead (-v FOLDER:{folder}); where a file {file}-wal with something in it stands here, first copy it beside the file that is \
         mounted, under its name with -wal"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTAINER: &str = "\
1171 1089 0:119 / / rw,relatime master:439 - overlay overlay rw,lowerdir=/var/lib/docker/overlay2/l/X,upperdir=/u
1172 1171 0:122 / /proc rw,nosuid,nodev,noexec,relatime - proc proc rw
1175 1173 0:125 / /dev/shm rw,nosuid,nodev,noexec,relatime - tmpfs shm rw,size=65536k
1180 1171 8:1 /srv/quad.db /data/quad.db rw,relatime - ext4 /dev/sda1 rw
1181 1171 8:1 /srv/my\\040data /my\\040data rw,relatime shared:7 - xfs /dev/sda2 rw
1182 1181 0:55 / /my\\040data/media rw,relatime - nfs4 nas:/media rw,vers=4.2
1183 1171 0:56 / /twice rw - ext4 /dev/sdb1 rw
1184 1183 0:57 / /twice rw - tmpfs tmpfs rw
1185 1171 0:58 / /srv/sea rw - fuse.sshfs a - b rw
not a line
";

    #[test]
    fn a_path_is_in_the_innermost_mount() {
        let mounts = parse(CONTAINER);
        assert_eq!(mounts.len(), 9);
        for (path, kind) in [
            ("/var/lib/quad", "overlay"),
            ("/dev/shm/quad", "tmpfs"),
            ("/data", "overlay"),
            ("/data/quad.db", "ext4"),
            ("/data/quad.db-wal", "overlay"),
            ("/my data", "xfs"),
            ("/my data/media/ab", "nfs4"),
            ("/my data/mediation", "xfs"),
            ("/twice/quad", "tmpfs"),
            ("/srv/sea/quad", "fuse.sshfs"),
        ] {
            assert_eq!(of(&mounts, Path::new(path)).map(|mount| mount.kind.as_str()), Some(kind), "{path}");
        }
        assert_eq!(of(&parse(""), Path::new("/")), None);
    }

    #[test]
    fn a_file_that_is_mounted_by_itself_is_refused() {
        let mounts = parse(CONTAINER);
        let said = refuse_mounted(&mounts, Path::new("/data/quad.db")).expect_err("refused").to_string();
        assert!(
            said.contains("-v FOLDER:/data)") && said.contains("/data/quad.db-wal") && !said.contains("  "),
            "{said}"
        );
        for path in ["/data/other.db", "/my data/quad.db", "/srv/quad.db", "/data/quad.db-wal"] {
            assert!(refuse_mounted(&mounts, Path::new(path)).is_ok(), "{path}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_here_is_known() {
        assert_eq!(file_system_of(Path::new("/proc/self")).as_deref(), Some("proc"));
        let folder = tempfile::tempdir().expect("a folder");
        let here = file_system_of(folder.path());
        assert!(here.is_some());
        assert_eq!(file_system_of(&folder.path().join("not/made/yet")), here);
    }
}
