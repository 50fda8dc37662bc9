//! Backup archive: a tar archive, packed by zstd. First the manifest, then the database, then the pictures, and in the end the
//! hashes of all of them, so that a file that was cut off or changed anywhere is noticed and never taken for whole. Written
//! under another name, forced to the disk, then renamed: a file that has the name is complete.
//!
//! `tar --zstd -xf FILE && sha256sum -c SHA256SUMS` does without Quad. Everything here blocks: not for the threads of requests.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use sha2::{Digest, Sha256};

use super::model::{DATABASE, MANIFEST, Manifest, PICTURES, SUMS};

/// Three is zstd's own choice; more costs processor that people need, for a few percent.
const LEVEL: i32 = 3;
/// A manifest or a list of hashes larger than this is none of ours.
const SMALL: u64 = 64 << 20;

/// An archive being written. Dropping it leaves nothing.
pub struct Writer {
    tar: Option<tar::Builder<zstd::Encoder<'static, BufWriter<File>>>>,
    sums: String,
    part: PathBuf,
    file: PathBuf,
}

impl Writer {
    /// Begins one beside the name it shall have in the end.
    pub fn begin(file: &Path) -> anyhow::Result<Self> {
        let mut part = file.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        // Password hashes are in it.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let out = options.open(&part).with_context(|| format!("cannot write {}", part.display()))?;
        let mut packed = zstd::Encoder::new(BufWriter::with_capacity(1 << 20, out), LEVEL)?;
        packed.include_checksum(true)?;
        // Packing and reading go on at the same time.
        packed.multithread(1)?;
        Ok(Self { tar: Some(tar::Builder::new(packed)), sums: String::new(), part, file: file.to_owned() })
    }

    /// Adds a member.
    pub fn add(&mut self, name: &str, size: u64, content: impl Read) -> anyhow::Result<()> {
        let Some(tar) = &mut self.tar else { bail!("the backup is closed") };
        let mut header = tar::Header::new_gnu();
        header.set_size(size);
        header.set_mode(0o600);
        let mut content = Hashed::new(content);
        tar.append_data(&mut header, name, &mut content)
            .with_context(|| format!("cannot write {}", self.part.display()))?;
        ensure!(content.bytes == size, "{name} changed while it was read");
        self.sums.push_str(&content.sum(name));
        Ok(())
    }

    /// Adds a file.
    pub fn add_file(&mut self, name: &str, path: &Path) -> anyhow::Result<()> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        self.add(name, size, file)
    }

    /// Makes it whole, and durable, and gives it its name. Returns how large it is.
    pub fn finish(mut self) -> anyhow::Result<u64> {
        let sums = std::mem::take(&mut self.sums);
        self.add(SUMS, sums.len() as u64, sums.as_bytes())?;
        let Some(tar) = self.tar.take() else { bail!("the backup is closed") };
        let file = tar.into_inner()?.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        let size = file.metadata()?.len();
        fs::rename(&self.part, &self.file).with_context(|| format!("cannot write {}", self.file.display()))?;
        sync_folder_of(&self.file)?;
        Ok(size)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // After finish() there is none of that name.
        let _ = fs::remove_file(&self.part);
    }
}

/// Makes the names in a file's folder durable.
pub fn sync_folder_of(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Where the parts of an archive go while it is read. Nothing of it is to be believed before [`read`] has returned.
pub trait Sink {
    /// What it says of itself; a refusal ends the reading.
    fn manifest(&mut self, manifest: &Manifest) -> anyhow::Result<()>;
    /// The database's file.
    fn database(&mut self, content: &mut dyn Read) -> anyhow::Result<()>;
    /// A picture.
    fn picture(&mut self, name: &str, content: &mut dyn Read) -> anyhow::Result<()>;
}

const DAMAGED: &str = "it is damaged, or no backup of Quad";

/// Reads an archive from its beginning to its end and proves each member. `known` are the steps of schema this version knows.
pub fn read(file: &Path, known: &[String], sink: &mut impl Sink) -> anyhow::Result<Manifest> {
    read_members(unpacked(file)?, known, sink).map_err(|error| {
        // That there is no room for what is in it says nothing of the archive.
        if error.is::<NotWritten>() { error } else { error.context(format!("{} cannot be used", file.display())) }
    })
}

/// What an archive says of itself, unproven: the rest is not read.
pub fn manifest(file: &Path, known: &[String]) -> anyhow::Result<Manifest> {
    let mut tar = tar::Archive::new(unpacked(file)?);
    let mut read = || {
        let first = tar.entries().and_then(|mut entries| entries.next().transpose()).context(DAMAGED)?;
        let mut first = first.filter(|entry| entry.path_bytes() == MANIFEST.as_bytes()).context(DAMAGED)?;
        let size = first.size();
        Manifest::parse(&small(&mut first, size).context(DAMAGED)?, known)
    };
    read().with_context(|| format!("{} cannot be used", file.display()))
}

type Unpacked = zstd::Decoder<'static, BufReader<File>>;

fn unpacked(file: &Path) -> anyhow::Result<Unpacked> {
    let opened = File::open(file).with_context(|| format!("cannot open {}", file.display()))?;
    Ok(zstd::Decoder::with_buffer(BufReader::with_capacity(1 << 20, opened))?.single_frame())
}

fn read_members(packed: Unpacked, known: &[String], sink: &mut impl Sink) -> anyhow::Result<Manifest> {
    let mut tar = tar::Archive::new(packed);
    let mut found = BTreeMap::new();
    let mut manifest = None;
    let mut listed = None;
    for entry in tar.entries().context(DAMAGED)? {
        let entry = entry.context(DAMAGED)?;
        ensure!(listed.is_none(), "{DAMAGED}: something follows its hashes");
        let name = entry.path().context(DAMAGED)?.to_string_lossy().into_owned();
        ensure!(!found.contains_key(&name), "{DAMAGED}: {name} is in it twice");
        let size = entry.size();
        let mut content = Hashed::new(entry);
        match (name.as_str(), &manifest) {
            (MANIFEST, None) => {
                let parsed = Manifest::parse(&small(&mut content, size).context(DAMAGED)?, known)?;
                sink.manifest(&parsed)?;
                manifest = Some(parsed);
            }
            (_, None) => bail!("{DAMAGED}: it does not begin with its manifest"),
            (SUMS, Some(_)) => {
                listed = Some(String::from_utf8(small(&mut content, size).context(DAMAGED)?).context(DAMAGED)?);
                continue;
            }
            (DATABASE, Some(_)) => sink.database(&mut content)?,
            (name, Some(_)) => match name.strip_prefix(PICTURES) {
                Some(picture) if is_plain(picture) => sink.picture(picture, &mut content)?,
                _ => bail!("{DAMAGED}: {name} does not belong into it"),
            },
        }
        // What the sink left unread belongs to the hash.
        io::copy(&mut content, &mut io::sink()).context(DAMAGED)?;
        ensure!(content.bytes == size, "{DAMAGED}: {name} is cut off");
        let sum = content.sum(&name);
        found.insert(name, sum);
    }
    // To the very end, where zstd keeps a checksum of its own.
    let mut packed = tar.into_inner();
    io::copy(&mut packed, &mut io::sink()).context(DAMAGED)?;
    ensure!(packed.finish().fill_buf().context(DAMAGED)?.is_empty(), "{DAMAGED}: something follows its end");
    let (Some(manifest), Some(listed)) = (manifest, listed) else { bail!("{DAMAGED}: it is cut off") };
    ensure!(found.contains_key(DATABASE), "{DAMAGED}: there is no database in it");
    let mut lines = 0;
    for line in listed.split_inclusive('\n') {
        let name = line.get(66..).unwrap_or_default().trim_end();
        let is_as_written = found.get(name).is_some_and(|sum| sum == line);
        ensure!(is_as_written, "{DAMAGED}: {name} is not what was written");
        lines += 1;
    }
    ensure!(lines == found.len(), "{DAMAGED}: a member without a hash");
    Ok(manifest)
}

fn small(content: &mut impl Read, size: u64) -> anyhow::Result<Vec<u8>> {
    ensure!(size <= SMALL, "a member is far too large");
    let mut bytes = Vec::new();
    content.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A name that leads nowhere else.
fn is_plain(name: &str) -> bool {
    let letters = |part: &str| {
        !part.starts_with('.')
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte))
    };
    name.split('/').all(|part| !part.is_empty() && letters(part))
}

/// What was read of something, and its hash.
struct Hashed<R> {
    inner: R,
    hash: Sha256,
    bytes: u64,
}

impl<R: Read> Hashed<R> {
    fn new(inner: R) -> Self {
        Self { inner, hash: Sha256::new(), bytes: 0 }
    }

    fn sum(self, name: &str) -> String {
        format!("{}  {name}\n", hex::encode(self.hash.finalize()))
    }
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hash.update(&buffer[..read]);
        self.bytes += read as u64;
        Ok(read)
    }
}

/// Says of what cannot be read that it is the backup's fault, and not that of the disk it is unpacked to.
struct Packed<'a>(&'a mut dyn Read);

impl Read for Packed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0
            .read(buffer)
            .map_err(|error| io::Error::new(error.kind(), format!("the backup is damaged or cut off: {error}")))
    }
}

/// The disk takes no more, or not from us.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}", .0.display())]
struct NotWritten(PathBuf);

/// Writes what comes into a new file and makes it durable.
pub fn write_file(path: &Path, content: &mut dyn Read) -> anyhow::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let not_written = |error: io::Error| anyhow::Error::new(error).context(NotWritten(path.to_owned()));
    let out = options.open(path).map_err(not_written)?;
    let mut out = BufWriter::with_capacity(1 << 20, out);
    io::copy(&mut Packed(content), &mut out).map_err(|error| match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => not_written(error),
        _ => anyhow::Error::new(error).context(format!("cannot unpack {}", path.display())),
    })?;
    out.flush().map_err(not_written)?;
    out.get_ref().sync_all().map_err(not_written)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quad_kernel::clock::Time;

    #[derive(Default)]
    struct Kept(Vec<(String, Vec<u8>)>);

    impl Sink for Kept {
        fn manifest(&mut self, _: &Manifest) -> anyhow::Result<()> {
            Ok(())
        }

        fn database(&mut self, content: &mut dyn Read) -> anyhow::Result<()> {
            self.picture(DATABASE, content)
        }

        fn picture(&mut self, name: &str, content: &mut dyn Read) -> anyhow::Result<()> {
            let mut bytes = Vec::new();
            content.read_to_end(&mut bytes)?;
            self.0.push((name.to_owned(), bytes));
            Ok(())
        }
    }

    fn written(folder: &Path) -> PathBuf {
        let file = folder.join("x.tar.zst");
        let mut writer = Writer::begin(&file).expect("begun");
        let manifest = Manifest::new(Time(0), "sqlite", Vec::new(), BTreeMap::new(), 1);
        let manifest = serde_json::to_vec(&manifest).expect("JSON");
        writer.add(MANIFEST, manifest.len() as u64, manifest.as_slice()).expect("added");
        let database: Vec<u8> = (0..20_000_u32).flat_map(u32::to_le_bytes).collect();
        writer.add(DATABASE, database.len() as u64, database.as_slice()).expect("added");
        writer.add("media/0aa/0aa-1.webp", 3, &b"abc"[..]).expect("added");
        assert!(!file.exists(), "not before it is whole");
        writer.finish().expect("finished");
        file
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = written(folder.path());
        let mut kept = Kept::default();
        assert_eq!(read(&file, &[], &mut kept).expect("whole").pictures, 1);
        assert_eq!((kept.0[0].1.len(), kept.0[1].clone()), (80_000, ("0aa/0aa-1.webp".to_owned(), b"abc".to_vec())));
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1, "nothing is left beside it");
    }

    #[test]
    fn whatever_is_changed_or_missing_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let bytes = fs::read(written(folder.path())).expect("a file");
        let damaged = folder.path().join("damaged");
        let refused = |bytes: &[u8], what: &str| {
            fs::write(&damaged, bytes).expect("written");
            assert!(read(&damaged, &[], &mut Kept::default()).is_err(), "{what}");
        };
        for at in (0..bytes.len()).step_by(97) {
            let mut other = bytes.clone();
            other[at] ^= 0x10;
            refused(&other, &format!("byte {at} changed"));
            refused(&bytes[..at], &format!("cut off at {at}"));
        }
        refused(b"no backup at all", "something else");
        // Anything behind it, also what would be whole by itself.
        refused(&[bytes.as_slice(), b"\n"].concat(), "a line follows");
        refused(&[bytes.as_slice(), &bytes].concat(), "it is there twice");
        refused(
            &[bytes.as_slice(), &zstd::encode_all(&b"more"[..], 3).expect("packed")].concat(),
            "something packed follows",
        );
    }

    #[test]
    fn a_member_comes_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("x.tar.zst");
        let mut writer = Writer::begin(&file).expect("begun");
        let manifest = Manifest::new(Time(0), "sqlite", Vec::new(), BTreeMap::new(), 1);
        let manifest = serde_json::to_vec(&manifest).expect("JSON");
        writer.add(MANIFEST, manifest.len() as u64, manifest.as_slice()).expect("added");
        for content in [b"one", b"two"] {
            writer.add(DATABASE, 3, &content[..]).expect("added");
        }
        writer.finish().expect("finished");
        let mut kept = Kept::default();
        let refusal = read(&file, &[], &mut kept).expect_err("it is not whole");
        assert!(format!("{refusal:#}").ends_with("quad.db is in it twice"), "{refusal:#}");
        assert_eq!(kept.0.len(), 1, "the second is not unpacked over the first");
    }

    #[test]
    fn names_lead_nowhere_else() {
        for name in ["0aa/0aa-1.webp", "x"] {
            assert!(is_plain(name), "{name}");
        }
        for name in ["../x", "/etc/passwd", "a//b", "", "a/../b", ".hidden", "A", "a\\b", "a b"] {
            assert!(!is_plain(name), "{name}");
        }
    }
}
