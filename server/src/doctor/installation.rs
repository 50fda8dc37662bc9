//! Doctor, installation: what the operator decided, settings that do not go together, files that others can read, and whether
//! there are backups.

use std::fs;
use std::net::ToSocketAddrs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reqwest::Url;

use quad_blobs::Place;
use quad_kernel::clock::Clock;
use quad_operations::backups;
use quad_services::config::{self, Settings};

use super::findings::{Finding, bad, ok, warn};

/// Whether the settings make sense together. That they can be read is known by now.
pub(super) fn settings(settings: &Settings) -> Vec<Finding> {
    let mut found = vec![address(settings), listen(settings)];
    if settings.institute_domains.is_empty() {
        found.push(warn("registration", "any e-mail domain may register: set institute_domains"));
    } else {
        found.push(ok("registration", format!("open to addresses of {}", settings.institute_domains.join(", "))));
    }
    for name in config::mistyped_variables() {
        found.push(warn("variables", format!("{name} is named like a setting, but there is no setting of that name")));
    }
    found
}

fn is_loopback(host: &str) -> bool {
    let host = host.trim_matches(['[', ']']);
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn address(settings: &Settings) -> Finding {
    const NAME: &str = "public-url";
    let url = &settings.public_url;
    if url.is_empty() {
        return warn(
            NAME,
            "not set: links in mails name the listening address, and cookies are not Secure. Set public_url",
        );
    }
    let Some(host) = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)) else {
        return bad(NAME, "contains no host: correct public_url");
    };
    match () {
        () if settings.is_https() => ok(NAME, format!("{url}, cookies are Secure")),
        () if is_loopback(&host) => ok(NAME, format!("{url}, for this machine alone")),
        () => bad(
            NAME,
            format!(
                "{url} is not https: passwords and cookies travel unencrypted. Put a proxy with a certificate in \
                 front of it"
            ),
        ),
    }
}

fn listen(settings: &Settings) -> Finding {
    const NAME: &str = "listen";
    let listen = &settings.listen;
    let found = match listen.to_socket_addrs() {
        Ok(addresses) => addresses.collect::<Vec<_>>(),
        Err(error) => return bad(NAME, format!("{listen} is not an address to listen on ({error}): correct listen")),
    };
    let is_local = !found.is_empty() && found.iter().all(|address| address.ip().is_loopback());
    match (is_local, settings.behind_proxy, settings.is_https()) {
        (false, true, _) => warn(
            NAME,
            format!(
                "{listen} can be reached past the proxy, where anybody may claim any address: listen on 127.0.0.1, or close the port"
            ),
        ),
        (false, false, true) => warn(
            NAME,
            format!("{listen} can be reached without https: with a proxy listen on 127.0.0.1 and set behind_proxy"),
        ),
        (true, false, true) => warn(
            NAME,
            format!("{listen} seems to be behind a proxy, and all visitors have its address: set behind_proxy"),
        ),
        _ => ok(NAME, listen.clone()),
    }
}

/// Whether the data folder is there, can be written, and is its owner's alone.
pub(super) fn files(settings: &Settings) -> Vec<Finding> {
    const NAME: &str = "data-folder";
    let folder = &settings.data_dir;
    if !folder.is_dir() {
        return vec![bad(
            NAME,
            format!(
                "there is no folder {}: --data-dir is mistyped, or Quad has not been started yet",
                folder.display()
            ),
        )];
    }
    // Under no name, so that nothing can be left.
    let writable = match tempfile::tempfile_in(folder) {
        Ok(_) => ok(NAME, format!("{} can be written", folder.display())),
        Err(error) if error.kind() == std::io::ErrorKind::ReadOnlyFilesystem => {
            let said = format!(
                "{} cannot be written, because its disk is mounted to be read only: mount it for writing",
                folder.display()
            );
            return vec![bad(NAME, said), secrecy(settings)];
        }
        Err(error) => {
            bad(NAME, format!("{} cannot be written ({error}): give it to the user that runs Quad", folder.display()))
        }
    };
    let mut found = vec![writable, secrecy(settings)];
    if let Some(first) = foreign(folder).first() {
        let (first, folder) = (first.display(), folder.display());
        found.push(bad(
            NAME,
            format!(
                "{first} cannot be written: a command that ran as another user made it. Give all of {folder} to the user that runs Quad (chown -R)"
            ),
        ));
    }
    found
}

/// File systems on which data is lost, or not safe: of the data folder, and of what is elsewhere; nothing where none is known.
pub fn file_system(settings: &Settings) -> Option<Finding> {
    const NAME: &str = "file-system";
    let media = pictures_folder(settings);
    let database = settings.database_file().and_then(|file| file.parent().map(Path::to_owned));
    let backups = settings.backs_up_every().map(|_| settings.backup_folder());
    // The database first: a network endangers it alone.
    let others = [Some(settings.data_dir.clone()), media, backups].into_iter().flatten().map(|folder| (folder, false));
    let folders = database.map(|folder| (folder, true)).into_iter().chain(others);
    let known: Vec<_> = folders
        .filter_map(|(folder, is_sqlite)| Some((quad_db::file_system_of(&folder)?, folder, is_sqlite)))
        .collect();
    let dangers = dangers_of(&known);
    let (first, ..) = known.first()?;
    Some(if dangers.is_empty() { ok(NAME, first.clone()) } else { warn(NAME, dangers.join("; ")) })
}

/// Where pictures are kept, unless in a bucket.
fn pictures_folder(settings: &Settings) -> Option<PathBuf> {
    match settings.media_place() {
        Ok(Place::Folder(folder)) => Some(folder),
        _ => None,
    }
}

/// What endangers what is kept in these folders, of these types of file systems; each type is told once.
fn dangers_of(known: &[(String, PathBuf, bool)]) -> Vec<String> {
    let mut told: Vec<&str> = Vec::new();
    let mut dangers = Vec::new();
    for (kind, folder, is_sqlite) in known {
        if let Some(danger) = danger_of(kind, *is_sqlite).filter(|_| !told.contains(&kind.as_str())) {
            dangers.push(format!("{} is on {kind}, {danger}", folder.display()));
            told.push(kind);
        }
    }
    dangers
}

/// What a type of file system does to what is kept on it, as the system calls it.
fn danger_of(kind: &str, is_sqlite: bool) -> Option<&'static str> {
    const NETWORK: [&str; 16] = [
        "nfs",
        "nfs4",
        "cifs",
        "smb2",
        "smb3",
        "smbfs",
        "9p",
        "afs",
        "ceph",
        "glusterfs",
        "lustre",
        "beegfs",
        "davfs",
        "vboxsf",
        "virtiofs",
        "fakeowner",
    ];
    match kind {
        "tmpfs" | "ramfs" => Some(
            "which is memory: all of it is gone when the machine or the container ends. Put it on a disk (data_dir)",
        ),
        "overlay" | "aufs" | "unionfs" | "fuse.fuse-overlayfs" => Some(
            "the layer of a container or of a live system: it goes with that. Mount a folder of the machine, or a volume, there",
        ),
        other if is_sqlite && (NETWORK.contains(&other) || other.starts_with("fuse.")) => Some(
            "which another machine or program keeps: SQLite's log and locks do not hold there, and two machines that open the database \
             destroy it. Have it on a local disk, or use PostgreSQL (database_url)",
        ),
        _ => None,
    }
}

/// What stands in the data folder and cannot be written; settings need not be.
fn foreign(folder: &Path) -> Vec<PathBuf> {
    let mut all = standing_in(folder, |name| !is_settings(name) && !name.starts_with("before-"));
    all.retain(|path| {
        let tried = if path.is_dir() {
            tempfile::tempfile_in(path).map(drop)
        } else {
            fs::OpenOptions::new().append(true).open(path).map(drop)
        };
        tried.is_err_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied)
    });
    all.sort_unstable();
    all
}

/// Password hashes, keys and codes: in files that nobody else should read.
fn secrecy(settings: &Settings) -> Finding {
    const NAME: &str = "secrecy";
    let (folder, backups) = (&settings.data_dir, settings.backup_folder());
    let mut secret = standing_in(folder, is_secret);
    secret.extend(standing_in(&backups, |name| name.contains(".tar.zst")));
    if let Some(file) = settings.database_file() {
        let mut log = file.clone().into_os_string();
        log.push("-wal");
        secret.extend([file, log.into()]);
    }
    secret.retain(|path| can_be_read(path) && !path.parent().is_some_and(is_closed));
    secret.sort_unstable();
    secret.dedup();
    match secret.first() {
        Some(first) => {
            let more = if secret.len() > 1 { format!(" and {} more", secret.len() - 1) } else { String::new() };
            let place = shell_word(first.parent().unwrap_or(folder));
            let first = first.display();
            bad(NAME, format!("every user of this machine can read {first}{more}: chmod 700 {place}"))
        }
        None if is_closed(folder) => ok(NAME, "the data folder is closed to other users"),
        None => warn(NAME, format!("other users can look into the data folder: chmod 700 {}", shell_word(folder))),
    }
}

/// A path as a shell takes it, for a command that is copied from here.
fn shell_word(path: &Path) -> String {
    // The folder of a file without one is where the command runs.
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '+' | '@' | ':' | ',' | '=');
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

fn is_settings(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

fn standing_in(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| is_wanted(&entry.file_name().to_string_lossy())).map(|entry| entry.path()).collect()
}

fn is_secret(name: &str) -> bool {
    name == "quad.toml" || name == "outbox" || name.starts_with("quad.db") || name.starts_with("before-")
}

#[cfg(unix)]
fn mode(path: &Path) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::metadata(path).ok()?.permissions().mode())
}

#[cfg(not(unix))]
fn mode(_: &Path) -> Option<u32> {
    None
}

/// Whether others can come by what is in a folder: one they may not enter on the way there is enough.
fn is_closed(folder: &Path) -> bool {
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    cfg!(not(unix)) || whole.ancestors().any(|one| mode(one).is_some_and(|mode| mode & 0o001 == 0))
}

fn can_be_read(path: &Path) -> bool {
    mode(path).is_some_and(|mode| mode & 0o004 != 0)
}

/// Files that have the name of a scheduled backup and are none.
pub(super) fn backup_names(settings: &Settings, clock: &Clock) -> Option<Finding> {
    let folder = settings.backup_folder();
    let odd = backups::Scheduled::in_folder(&folder, clock.now()).ok()?.odd;
    let first = odd.first()?;
    let more = if odd.len() > 1 { format!(" (and {} more)", odd.len() - 1) } else { String::new() };
    Some(warn(
        "backup-names",
        format!(
            "{}{more} is named like a backup but does not count as one: it is empty, or dated in the future. Delete \
             it, or give it another name",
            folder.join(first).display()
        ),
    ))
}

/// Whether backups are made, and how old the newest is.
pub(super) fn backups(settings: &Settings, clock: &Clock) -> Finding {
    const NAME: &str = "backups";
    let folder = settings.backup_folder();
    let there = backups::Scheduled::in_folder(&folder, clock.now()).unwrap_or_default();
    let newest = there.newest();
    let since = |at| Duration::from_millis(u64::try_from(clock.now().millis_since(at)).unwrap_or(0));
    let age = newest.map(|(name, at)| (name, since(at)));
    let hours = |age: Duration| format!("{:.1} h", age.as_secs_f64() / 3600.0);
    if let (Some(_), Err(error)) = (settings.backs_up_every(), tempfile::tempfile_in(that_exists(&folder))) {
        return bad(NAME, format!("{} cannot be written ({error}): correct backup_dir", folder.display()));
    }
    match (settings.backs_up_every(), age) {
        (None, None) => warn(NAME, "no automatic backups: set backup_every, or run quad backup from cron"),
        (None, Some((name, age))) => warn(
            NAME,
            format!("no automatic backups: the newest there is {name}, {} old: set backup_every", hours(age)),
        ),
        (Some(_), None) => {
            warn(NAME, format!("none in {} yet: the running server makes the first within minutes", folder.display()))
        }
        (Some(every), Some((name, age))) if age > every * 2 => bad(
            NAME,
            format!(
                "overdue: the newest, {name}, is {} old; see the log for \"the scheduled backup failed\"",
                hours(age)
            ),
        ),
        (Some(_), Some((name, age))) => ok(NAME, format!("{name}, {} old", hours(age))),
    }
}

/// Whether the backups that the schedule made are on the disk of what they are of. Not everybody has another one, and copies on
/// other machines are not seen from here: it says nothing of whether backups are made.
pub(super) fn backup_disk(settings: &Settings, clock: &Clock) -> Option<Finding> {
    settings.backs_up_every()?;
    let folder = settings.backup_folder();
    backups::Scheduled::in_folder(&folder, clock.now()).ok()?.newest()?;
    let is_beside = |place: &Option<PathBuf>| place.as_deref().is_some_and(|place| same_disk(&folder, place));
    let beside = match (is_beside(&settings.database_file()), is_beside(&pictures_folder(settings))) {
        (true, true) => "the database and the pictures",
        (true, false) => "the database",
        (false, true) => "the pictures",
        (false, false) => return None,
    };
    Some(warn(
        "backup-disk",
        format!(
            "the backups are on the disk of {beside} and are lost with it when it breaks: put backup_dir on another, \
             or copy them to another machine"
        ),
    ))
}

/// What is not there yet will be made where its folder is.
fn that_exists(path: &Path) -> &Path {
    path.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."))
}

#[cfg(unix)]
fn same_disk(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let device = |path: &Path| fs::metadata(that_exists(path)).ok().map(|found| found.dev());
    device(one).is_some() && device(one) == device(other)
}

#[cfg(not(unix))]
fn same_disk(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Level;
    use quad_kernel::clock::Time;
    use quad_services::config::{Flags, load_from};

    #[test]
    fn file_systems_that_forget_or_are_elsewhere_are_dangers() {
        for (kind, alone, with_sqlite) in [
            ("ext4", "", ""),
            ("xfs", "", ""),
            ("btrfs", "", ""),
            ("zfs", "", ""),
            ("fuseblk", "", ""),
            ("tmpfs", "memory", "memory"),
            ("ramfs", "memory", "memory"),
            ("overlay", "container", "container"),
            ("fuse.fuse-overlayfs", "container", "container"),
            ("nfs4", "", "local disk"),
            ("cifs", "", "local disk"),
            ("smb2", "", "local disk"),
            ("9p", "", "local disk"),
            ("fuse.sshfs", "", "local disk"),
            ("fuse.s3fs", "", "local disk"),
        ] {
            for (is_sqlite, word) in [(false, alone), (true, with_sqlite)] {
                let said = danger_of(kind, is_sqlite).unwrap_or_default();
                assert!(said.contains(word) && said.is_empty() == word.is_empty(), "{kind} {is_sqlite}: {said}");
                assert!(!said.contains("  "), "{said}");
            }
        }
        let place = |kind: &str, folder: &str, is_sqlite| (kind.to_owned(), PathBuf::from(folder), is_sqlite);
        let said =
            dangers_of(&[place("nfs4", "/d", true), place("nfs4", "/d", false), place("tmpfs", "/d/media", false)]);
        assert!(said.len() == 2 && said[0].starts_with("/d is on nfs4, "), "{said:?}");
        assert!(said[1].starts_with("/d/media is on tmpfs, which is memory"), "{said:?}");
        assert!(dangers_of(&[place("nfs4", "/d", false), place("xfs", "/d", true)]).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn backups_beside_what_they_are_of_are_named_with_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let (data, clock) = (folder.path().display().to_string(), Clock::fixed(Time(1_767_329_046_000)));
        let told = |set: &[(&str, &str)]| {
            let found = |asked: &str| {
                let set = set.iter().find(|(name, _)| *name == asked).map(|(_, value)| (*value).to_owned());
                set.or_else(|| (asked == "QUAD_DATA_DIR").then(|| data.clone()))
            };
            let settings = load_from(&Flags::default(), found).expect("settings");
            backup_disk(&settings, &clock).map_or((Level::Ok, String::new()), |one| (one.level, one.says))
        };
        let scheduled = ("QUAD_BACKUP_EVERY", "12h");
        let elsewhere = ("QUAD_DATABASE_URL", "postgres://quad@db.example/quad");
        let bucket = [
            ("QUAD_MEDIA_URL", "s3://campus"),
            ("QUAD_MEDIA_S3_KEY_ID", "AKIA7"),
            ("QUAD_MEDIA_S3_SECRET", "hunter22"),
        ];
        assert_eq!(told(&[scheduled]), (Level::Ok, String::new()), "there is none yet");
        fs::create_dir(folder.path().join("backups")).expect("a folder");
        fs::write(folder.path().join("backups/quad-20260102-030405.tar.zst"), "x").expect("written");
        assert_eq!(told(&[]), (Level::Ok, String::new()), "no schedule");
        for (set, beside) in [
            (vec![scheduled], "the database and the pictures"),
            (vec![scheduled, elsewhere], "the pictures"),
            ([&[scheduled], &bucket[..]].concat(), "the database"),
        ] {
            let (level, says) = told(&set);
            assert_eq!(level, Level::Warn);
            assert!(says.starts_with(&format!("the backups are on the disk of {beside} and are lost")), "{says}");
        }
        assert_eq!(told(&[&[scheduled, elsewhere], &bucket[..]].concat()), (Level::Ok, String::new()));
    }

    #[test]
    fn a_path_is_told_as_a_shell_takes_it() {
        for (path, told) in [
            ("/var/lib/quad", "/var/lib/quad"),
            ("/srv/a b", "'/srv/a b'"),
            ("/srv/$HOME;x", "'/srv/$HOME;x'"),
            ("/srv/rohan's", r"'/srv/rohan'\''s'"),
            ("/srv/प्रश्न", "'/srv/प्रश्न'"),
            ("", "."),
        ] {
            assert_eq!(shell_word(Path::new(path)), told);
        }
    }

    fn judged(set: &[(&str, &str)], name: &str) -> (Level, String) {
        let found = |asked: &str| set.iter().find(|(name, _)| *name == asked).map(|(_, value)| (*value).to_owned());
        let all = settings(&load_from(&Flags::default(), found).expect("settings"));
        let one = all.into_iter().find(|one| one.name == name).expect(name);
        (one.level, one.says)
    }

    #[test]
    fn addresses_are_judged() {
        for (url, level) in [
            ("", Level::Warn),
            ("https://quad.campus.example", Level::Ok),
            ("http://localhost:8080", Level::Ok),
            ("http://[::1]:8080", Level::Ok),
            ("http://quad.campus.example", Level::Bad),
            ("http://10.0.0.7:8080", Level::Bad),
            ("https://:8080", Level::Bad),
        ] {
            let (found, says) = judged(&[("QUAD_PUBLIC_URL", url)], "public-url");
            assert_eq!(found, level, "{url}: {says}");
        }
    }

    #[test]
    fn listening_is_judged_with_the_proxy() {
        let https = ("QUAD_PUBLIC_URL", "https://quad.campus.example");
        for (listen, proxy, level) in [
            ("127.0.0.1:8080", "true", Level::Ok),
            ("127.0.0.1:8080", "false", Level::Warn),
            ("0.0.0.0:8080", "true", Level::Warn),
            ("0.0.0.0:8080", "false", Level::Warn),
            ("127.0.0.1:http", "true", Level::Bad),
        ] {
            let (found, says) = judged(&[https, ("QUAD_LISTEN", listen), ("QUAD_BEHIND_PROXY", proxy)], "listen");
            assert_eq!(found, level, "{listen} {proxy}: {says}");
        }
        assert_eq!(
            judged(&[("QUAD_LISTEN", "0.0.0.0:80")], "listen").0,
            Level::Ok,
            "plain http in a lab is told by public-url"
        );
        assert_eq!(judged(&[], "registration").0, Level::Warn);
    }
}
