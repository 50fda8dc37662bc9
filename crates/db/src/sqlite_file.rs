//! SQLite file. An address names it as it stands after `sqlite://`: `%41` is no `A`, and `?`, `#` and blanks are
//! letters of a name like others. SQLite itself is given the whole path, because it takes a name that begins with
//! `file:` for an address of its own.
//!
//! A file in a folder that cannot be written opens only to be read, and only when all of it is in the file: its log beside it needs a
//! writer. Then nobody has it open, and SQLite is told that it does not change.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::sqlite::SqliteConnectOptions;

use crate::error::DbError;

/// What sqlx takes for words of its own behind a `?`.
const PARAMETERS: [&str; 4] = ["mode=", "cache=", "immutable=", "vfs="];

/// The whole path of an address's file.
pub(crate) fn path_of(url: &str) -> Result<PathBuf, DbError> {
    let named = url.strip_prefix("sqlite://").or_else(|| url.strip_prefix("sqlite:")).unwrap_or_default();
    let has_parameters = named
        .rsplit_once('?')
        .is_some_and(|(_, last)| PARAMETERS.iter().any(|one| last.starts_with(one)) && !last.contains('/'));
    if named.is_empty() || named.starts_with(':') || has_parameters {
        return Err(DbError::Unusable(
            "an address of SQLite is sqlite:// and the path of a file, and nothing else: no ?mode=, ?cache=, ?immutable= or ?vfs="
                .into(),
        ));
    }
    let path = std::path::absolute(named)
        .map_err(|error| DbError::Unusable(format!("the path {named} cannot be followed: {error}")))?;
    if named.ends_with('/') || path.is_dir() {
        return Err(DbError::Unusable(format!("{named} is a folder: name a file in it, such as quad.db")));
    }
    // Versions before this one read it otherwise: what they made must not be taken for missing.
    let before = SqliteConnectOptions::from_str(url).ok().map(|options| options.get_filename().to_path_buf());
    if let Some(before) = before.filter(|before| before != Path::new(named) && before.exists() && !path.exists()) {
        return Err(DbError::Unusable(format!(
            "there is no file {}, and there is one called {}: write that name as it is",
            path.display(),
            before.display()
        )));
    }
    Ok(path)
}

/// Real path: symbolic links are followed, so that one file has one path however it is named. SQLite, too, puts the log beside
/// the file itself.
fn real_path(path: &Path) -> PathBuf {
    if let Ok(place) = path.canonicalize() {
        return place;
    }
    // Not made yet: its folder, or what a link to nowhere names.
    match (path.read_link(), path.parent(), path.file_name()) {
        (Ok(target), Some(folder), _) => {
            let target = folder.join(target);
            let place = target.parent().and_then(|folder| folder.canonicalize().ok());
            place.zip(target.file_name()).map_or(target.clone(), |(folder, name)| folder.join(name))
        }
        (_, Some(folder), Some(name)) => {
            folder.canonicalize().map_or_else(|_| path.to_owned(), |folder| folder.join(name))
        }
        _ => path.to_owned(),
    }
}

/// The file beside a database whose lock stands for it: one for each database, and the same by whatever name it is opened.
/// `quad.db` has `quad.KIND`, as ever; a name that ends otherwise keeps its ending, or two would share a lock.
pub fn lock_beside(path: &Path, kind: &str) -> PathBuf {
    let place = real_path(path);
    if place.extension().is_some_and(|ending| ending == "db") {
        return place.with_extension(kind);
    }
    let mut name = place.into_os_string();
    name.push(format!("-{kind}"));
    name.into()
}

/// How the file of an address is opened.
pub(crate) fn options(url: &str) -> Result<SqliteConnectOptions, DbError> {
    Ok(SqliteConnectOptions::new().filename(path_of(url)?))
}

/// What of a file, its folder, and its log and the log's index beside it this process may not write, as far as they are there.
pub(crate) fn unwritable(path: &Path) -> Option<PathBuf> {
    let path = real_path(path);
    let folder = path.parent().unwrap_or(Path::new("/"));
    let beside = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    [folder.to_owned(), path.clone(), beside("-wal"), beside("-shm")]
        .into_iter()
        .find(|place| place.exists() && rustix::fs::access(place, rustix::fs::Access::WRITE_OK).is_err())
}

/// The file that is open, and whether its name still leads to it. A file that is moved, replaced or deleted stays open, and SQLite goes on
/// writing into what nobody finds after a restart. SQLite never takes its log away while somebody has it open.
#[derive(Debug)]
pub(crate) struct OpenFile {
    path: PathBuf,
    identity: Option<(u64, u64)>,
    log: Option<PathBuf>,
}

impl OpenFile {
    /// A file that has just been opened, by the path it was opened by; whether it has a log beside it.
    pub(crate) fn new(path: &Path, has_log: bool) -> Self {
        let mut log = real_path(path).into_os_string();
        log.push("-wal");
        Self { path: path.to_owned(), identity: identity(path).ok().flatten(), log: has_log.then(|| log.into()) }
    }

    /// Looks at the names: two questions to the file system.
    ///
    /// # Errors
    /// [`DbError::Unwritable`] when one of them leads elsewhere, or to nothing.
    pub(crate) fn check(&self) -> Result<(), DbError> {
        let found = identity(&self.path);
        let is_gone = found.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound);
        if is_gone || found.is_ok_and(|found| found != self.identity) {
            return Err(lost(format!(
                "{} is not the file that is open: it was moved, replaced or deleted, and nothing is saved any more. Put that file back, \
                 or stop Quad and start it with the one that is there",
                self.path.display()
            )));
        }
        match &self.log {
            Some(log) if log.symlink_metadata().is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound) => {
                Err(lost(format!(
                    "{} was moved or deleted, and what is saved would not outlive a crash: stop Quad in order, which keeps all, and start \
                     it again",
                    log.display()
                )))
            }
            _ => Ok(()),
        }
    }
}

fn lost(said: String) -> DbError {
    DbError::Unwritable(sqlx::Error::Io(std::io::Error::other(said)))
}

/// Device and number of a file; links are followed.
#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<Option<(u64, u64)>> {
    use std::os::unix::fs::MetadataExt;
    path.metadata().map(|found| Some((found.dev(), found.ino())))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> std::io::Result<Option<(u64, u64)>> {
    path.metadata().map(|_| None)
}

/// Refuses a file that has a second name in the file system (a hard link). SQLite's log lies beside one name and holds what is
/// not in the file yet; whoever opens the file by the other name knows nothing of it, and of no lock beside it.
pub(crate) fn refuse_hard_links(path: &Path) -> Result<(), DbError> {
    #[cfg(unix)]
    if path.metadata().is_ok_and(|found| std::os::unix::fs::MetadataExt::nlink(&found) > 1) {
        let path = real_path(path);
        return Err(DbError::Unusable(format!(
            "{0} has another name in the file system (a hard link, as `cp -l` makes it): what is saved by one name is lost by the \
             other. Nothing was changed. With no Quad running, make it a file of its own: cp -p '{0}' '{0}.own' && mv '{0}.own' '{0}'",
            path.display()
        )));
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// What to do about a place that this process may not write.
pub(crate) fn remedy(place: &Path) -> String {
    if rustix::fs::access(place, rustix::fs::Access::WRITE_OK) == Err(rustix::io::Errno::ROFS) {
        return format!(
            "{} cannot be written, because its disk is mounted to be read only: mount it for writing, or copy the data folder to where \
             it can be written",
            place.display()
        );
    }
    format!(
        "{} cannot be written by this user: run this as the user that runs Quad, and give that user all of the data folder (chown -R)",
        place.display()
    )
}

/// How a file is opened that cannot be written, nor its folder.
pub(crate) fn to_read(path: &Path) -> Result<SqliteConnectOptions, DbError> {
    let mut log = real_path(path).into_os_string();
    log.push("-wal");
    if Path::new(&log).metadata().is_ok_and(|found| found.len() > 0) {
        return Err(DbError::Unusable(format!(
            "{} or its folder cannot be written, and the log beside it ({}) has what is not in the file yet: run this as the user \
             that runs Quad, or copy both to where you may write and look at them there",
            path.display(),
            Path::new(&log).display()
        )));
    }
    Ok(SqliteConnectOptions::new().filename(path).read_only(true).immutable(true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_the_file_as_it_stands() {
        for name in
            ["/srv/a%41b/quad.db", "/srv/why?/quad.db", "/srv/#1/a b/quad.db", "/srv/mode=ro/quad.db", "/srv/ä/%"]
        {
            assert_eq!(path_of(&format!("sqlite://{name}")).expect(name), Path::new(name));
        }
        let here = std::env::current_dir().expect("a folder");
        assert_eq!(path_of("sqlite://file:quad.db").expect("a path"), here.join("file:quad.db"));
        for refused in ["sqlite://", "sqlite://:memory:", "sqlite::memory:", "sqlite:///srv/quad.db?mode=ro"] {
            assert!(matches!(path_of(refused), Err(DbError::Unusable(_))), "{refused}");
        }
    }

    #[test]
    fn a_folder_is_no_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().display();
        for named in [format!("{place}"), format!("{place}/"), format!("{place}/."), format!("{place}/quad.db/")] {
            let refused = path_of(&format!("sqlite://{named}")).expect_err("refused");
            assert!(refused.to_string().contains("is a folder: name a file in it"), "{refused}");
        }
    }

    #[test]
    fn a_database_has_one_lock_by_every_name_and_shares_it_with_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let here = folder.path().canonicalize().expect("a place");
        let lock = |name: &str| lock_beside(&here.join(name), "lock");
        assert_eq!(lock("quad.db"), here.join("quad.lock"));
        let all: std::collections::BTreeSet<_> =
            ["quad", "quad.db", "quad.sqlite", "quad.sqlite3", "quad.lock", "other.db"].map(lock).into();
        assert_eq!(all.len(), 6, "{all:?}");
        std::fs::create_dir(here.join("real")).expect("made");
        std::os::unix::fs::symlink("real/quad.db", here.join("link.db")).expect("linked");
        std::os::unix::fs::symlink("real", here.join("way")).expect("linked");
        let names = ["link.db", "real/quad.db", "way/quad.db", "way/../way/quad.db"];
        // Before it is made, and after.
        for _ in 0..2 {
            assert_eq!(names.map(lock), [(); 4].map(|()| here.join("real/quad.lock")));
            std::fs::write(here.join("real/quad.db"), "").expect("written");
        }
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_file_with_two_names_is_opened_by_neither() {
        use crate::open::{Db, OpenOptions};
        let folder = tempfile::tempdir().expect("a folder");
        let (one, other) = (folder.path().join("quad.db"), folder.path().join("copy.db"));
        let open = async |path: &Path| Db::open_sqlite(path, &OpenOptions::default()).await;
        open(&one).await.expect("made").close().await;
        std::os::unix::fs::symlink(&one, folder.path().join("link.db")).expect("linked");
        std::fs::hard_link(&one, &other).expect("linked");
        for path in [&one, &other, &folder.path().join("link.db")] {
            let said = open(path).await.expect_err("two names").to_string();
            assert!(said.contains("hard link") && said.contains("cp -p") && !said.contains("  "), "{said}");
            let url = format!("sqlite://{}", path.display());
            assert!(
                Db::open_to_read(&url, &OpenOptions::default()).await.is_err(),
                "nor to be read: its log may be the other's"
            );
        }
        std::fs::remove_file(&other).expect("removed");
        open(&folder.path().join("link.db")).await.expect("one name again, and a link to it").close().await;
    }

    #[test]
    fn a_file_is_never_read_without_its_filled_log() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("quad.db");
        assert!(to_read(&file).is_ok());
        std::fs::write(folder.path().join("quad.db-wal"), "").expect("written");
        assert!(to_read(&file).is_ok());
        std::fs::write(folder.path().join("quad.db-wal"), "x").expect("written");
        let refused = to_read(&file).expect_err("refused");
        assert!(refused.to_string().contains("copy both"), "{refused}");
        std::fs::write(&file, "").expect("written");
        std::fs::create_dir(folder.path().join("links")).expect("made");
        let link = folder.path().join("links/quad.db");
        std::os::unix::fs::symlink(&file, &link).expect("linked");
        assert!(to_read(&link).is_err(), "the log stands beside the file itself");
    }

    #[tokio::test]
    async fn sqlite_puts_its_log_beside_the_file_that_a_link_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("real.db"), folder.path().join("link.db"));
        std::os::unix::fs::symlink(&file, &link).expect("linked");
        let db = crate::Db::open(&format!("sqlite://{}", link.display()), &crate::OpenOptions::default()).await;
        let db = db.expect("opened");
        let mut tx = db.begin().await.expect("begun");
        crate::sql("CREATE TABLE t (a BIGINT)").run(&mut tx).await.expect("made");
        tx.commit().await.expect("committed");
        assert!(folder.path().join("real.db-wal").exists() && !folder.path().join("link.db-wal").exists());
    }

    /// Whatever takes the open file away from its name: nothing more is acknowledged, no empty one is made in its place, nobody reads
    /// another's, and all goes on once it is back.
    #[cfg(unix)]
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn into_a_file_that_was_taken_away_nothing_is_saved() {
        use crate::open::{Db, OpenOptions};
        use crate::sql;
        let cases = [
            ("data/quad.db", "elsewhere.db", false),
            ("data/quad.db", "elsewhere.db", true),
            ("data", "elsewhere", false),
            ("data/quad.db-wal", "elsewhere.db-wal", false),
        ];
        for (from, to, is_replaced) in cases {
            let what = format!("{from}, replaced: {is_replaced}");
            let base = tempfile::tempdir().expect("a folder");
            let file = base.path().join("data/quad.db");
            let (from, to) = (base.path().join(from), base.path().join(to));
            std::fs::create_dir(base.path().join("data")).expect("made");
            let patience = std::time::Duration::from_millis(300);
            let options = OpenOptions { connections: 4, patience, ..OpenOptions::default() };
            let db = Db::open_sqlite(&file, &options).await.expect("opened");
            let write = async |text: &'static str| {
                let mut tx = db.begin().await?;
                sql(text).run(&mut tx).await?;
                tx.commit().await
            };
            write("CREATE TABLE t (a BIGINT)").await.expect("made");
            write("INSERT INTO t VALUES (1)").await.expect("written");
            std::fs::rename(&from, &to).expect("moved");
            if is_replaced {
                std::fs::copy(&to, &from).expect("copied");
            }
            let refused = write("INSERT INTO t VALUES (2)").await;
            assert!(matches!(refused, Err(DbError::Unwritable(_))), "{what}: {refused:?}");
            assert!(db.takes_writes().await.is_err(), "{what}");
            // Many at once: no connection is opened for them, to another file or to one that is made.
            let reads = (0..16).map(|_| sql("SELECT COUNT(*) AS value FROM t").value::<i64>(&db));
            for read in futures::future::join_all(reads).await {
                assert!(matches!(read, Ok(Some(1))), "{what}: {read:?}");
            }
            assert_eq!(from.exists(), is_replaced, "{what}: another was made");
            std::fs::rename(&to, &from).expect("moved back");
            write("INSERT INTO t VALUES (3)").await.unwrap_or_else(|error| panic!("{what}: {error:?}"));
            let sum = sql("SELECT SUM(a) AS value FROM t").value::<i64>(&db).await.expect("read");
            assert_eq!(sum, Some(4), "{what}");
            db.close().await;
        }
    }

    #[test]
    fn a_file_of_before_is_not_taken_for_missing() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a b.db"), "").expect("written");
        let refused = path_of(&format!("sqlite://{}/a%20b.db", folder.path().display())).expect_err("refused");
        assert!(refused.to_string().contains("a b.db: write that name"), "{refused}");
    }
}
