//! Fuzzing of backup archives: files that say they are backups. Each is refused in words or proven, the same way twice,
//! and nothing is left beside it.
//!
//! The first byte of an input says what the rest is: the file; what is packed in it, so that no checksum of the packing stands
//! before the rest; or its members, with or without a right list of hashes. Members are separated by a line `--`, their names
//! end with their first line, and a content of `@` is the right one.

use std::fmt::Write;
use std::fs;
use std::sync::{Mutex, OnceLock, PoisonError};

use quad_db::{Db, OpenOptions};
use quad_kernel::clock::Time;
use quad_migrations::Migrations;
use quad_operations::backups::{Manifest, verify};
use sha2::{Digest, Sha256};
use tokio::runtime::Runtime;

/// More bytes only make a try slower.
const LONGEST: usize = 20_000;
/// What may come out of a few bytes that were packed.
const UNPACKED: u64 = 4 << 20;

/// Tries one input.
pub fn try_one(data: &[u8]) {
    static STAGE: OnceLock<Mutex<Stage>> = OnceLock::new();
    if data.len() > LONGEST {
        return;
    }
    let Some((which, rest)) = data.split_first() else { return };
    let stage = STAGE.get_or_init(|| Mutex::new(Stage::build())).lock().unwrap_or_else(PoisonError::into_inner);
    let file = match which % 4 {
        0 => rest.to_vec(),
        1 => packed(rest),
        2 => packed(&stage.members(rest, false)),
        _ => packed(&stage.members(rest, true)),
    };
    // A file of zeros a million times its size only makes a try slower, too.
    if zstd::Decoder::new(&*file).is_ok_and(|content| is_longer(content, UNPACKED)) {
        return;
    }
    let once = stage.verdict(&file);
    assert_eq!(stage.verdict(&file), once);
    if which % 4 == 3 && rest == WHOLE {
        assert!(once.is_ok(), "{once:?}");
    }
}

/// A backup as it should be.
const WHOLE: &[u8] = b"manifest.json\n@\n--\nquad.db\n@\n--\nmedia/0aa/0aa-1.webp\nabc";

fn is_longer(content: impl std::io::Read, bound: u64) -> bool {
    std::io::copy(&mut std::io::Read::take(content, bound + 1), &mut std::io::sink()).is_ok_and(|size| size > bound)
}

fn packed(content: &[u8]) -> Vec<u8> {
    zstd::encode_all(content, 1).expect("memory takes it")
}

/// A folder with one file in it, and what belongs into a backup.
struct Stage {
    runtime: Runtime,
    folder: tempfile::TempDir,
    manifest: Vec<u8>,
    database: Vec<u8>,
}

impl Stage {
    fn build() -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("quad.db");
        let (rows, database) = runtime.block_on(async {
            let db = Db::open(&format!("sqlite://{}", path.display()), &OpenOptions::default()).await;
            let db = db.expect("the database opens");
            db.migrate::<Migrations>().await.expect("the schema is made");
            let rows = db.rows().await.expect("its rows");
            db.close_file(&path).await;
            (rows, fs::read(&path).expect("its file"))
        });
        let manifest = Manifest::new(Time(0), "sqlite", Vec::new(), rows.into_iter().collect(), 1);
        let manifest = serde_json::to_vec(&manifest).expect("JSON");
        let folder = tempfile::tempdir().expect("another folder");
        Self { runtime, folder, manifest, database }
    }

    /// An archive that is not packed yet.
    fn members(&self, data: &[u8], is_listed: bool) -> Vec<u8> {
        let (mut archive, mut sums) = (tar::Builder::new(Vec::new()), String::new());
        for member in split(data, b"\n--\n") {
            let name_ends = member.iter().position(|byte| *byte == b'\n').unwrap_or(member.len());
            let (name, content) = member.split_at(name_ends);
            let content = match (name, content.get(1..).unwrap_or_default()) {
                (b"manifest.json", b"@") => &self.manifest,
                (b"quad.db", b"@") => &self.database,
                (_, content) => content,
            };
            add(&mut archive, name, content);
            let name = String::from_utf8_lossy(name);
            writeln!(sums, "{}  {name}", hex::encode(Sha256::digest(content))).expect("memory takes it");
        }
        if is_listed {
            add(&mut archive, b"SHA256SUMS", sums.as_bytes());
        }
        archive.into_inner().expect("memory takes it")
    }

    /// What is said of a file.
    fn verdict(&self, bytes: &[u8]) -> Result<Manifest, String> {
        let file = self.folder.path().join("x.tar.zst");
        fs::write(&file, bytes).expect("written");
        let said = self.runtime.block_on(verify(&file, &|_| ()));
        let left = fs::read_dir(self.folder.path()).expect("the folder").count();
        assert_eq!(left, 1, "something is left beside the file");
        said.map_err(|error| {
            let said = format!("{error:#}");
            assert!(!said.is_empty());
            without_folder(&said)
        })
    }
}

/// Where it is unpacked has another name each time.
fn without_folder(said: &str) -> String {
    const FOLDER: &str = ".quad-verify-";
    let mut parts = said.split(FOLDER);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |told, part| {
        told + FOLDER + part.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric())
    })
}

/// A member under whatever name: the builder itself takes none that leads out of the archive.
fn add(archive: &mut tar::Builder<Vec<u8>>, name: &[u8], content: &[u8]) {
    let mut header = tar::Header::new_gnu();
    let place = &mut header.as_old_mut().name;
    let length = name.len().min(place.len());
    place[..length].copy_from_slice(&name[..length]);
    header.set_size(content.len() as u64);
    header.set_mode(0o600);
    header.set_cksum();
    archive.append(&header, content).expect("memory takes it");
}

fn split<'a>(data: &'a [u8], between: &[u8]) -> Vec<&'a [u8]> {
    let (mut parts, mut rest) = (Vec::new(), data);
    while let Some(at) = rest.windows(between.len()).position(|window| window == between) {
        parts.push(&rest[..at]);
        rest = &rest[at + between.len()..];
    }
    parts.push(rest);
    parts
}
