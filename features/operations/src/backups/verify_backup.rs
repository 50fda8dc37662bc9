//! Backup verification: proof that a backup can be used, without putting it back: every byte is read and compared with its
//! hash, the database is opened, and its rows are counted. It needs room for the unpacked database beside the backup.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::ensure;
use quad_db::Db;

use super::archive::{self, Sink, write_file};
use super::model::{DATABASE, Manifest};
use super::{Tell, folder_of, known_steps, workshop};

struct ProofSink {
    database: PathBuf,
    pictures: usize,
}

impl Sink for ProofSink {
    fn manifest(&mut self, _: &Manifest) -> anyhow::Result<()> {
        Ok(())
    }

    fn database(&mut self, content: &mut dyn Read) -> anyhow::Result<()> {
        write_file(&self.database, content)
    }

    fn picture(&mut self, _: &str, content: &mut dyn Read) -> anyhow::Result<()> {
        self.pictures += 1;
        io::copy(content, &mut io::sink())?;
        Ok(())
    }
}

/// Reads a backup from its beginning to its end.
pub async fn verify(file: &Path, tell: &Tell<'_>) -> anyhow::Result<Manifest> {
    ensure!(file.exists(), "there is no {}", file.display());
    let folder = workshop(folder_of(file), ".quad-verify-")?;
    let (file, mut proof) = (file.to_owned(), ProofSink { database: folder.path().join(DATABASE), pictures: 0 });
    let (manifest, proof) = tokio::task::spawn_blocking(move || {
        archive::read(&file, &known_steps(), &mut proof).map(|manifest| (manifest, proof))
    })
    .await??;
    tell("every byte is what was written");
    counted(&proof.database, &manifest).await?;
    sound(&proof.database).await?;
    if proof.pictures < manifest.pictures {
        tell(
            match manifest.pictures - proof.pictures {
                1 => "1 file of pictures was missing when it was made".to_owned(),
                many => format!("{many} files of pictures were missing when it was made"),
            }
            .as_str(),
        );
    }
    Ok(manifest)
}

/// Whether a database has the rows that the manifest says, which were counted by whoever made it.
pub(super) async fn counted(database: &Path, manifest: &Manifest) -> anyhow::Result<()> {
    let copy = Db::open_file(database).await?;
    let rows = copy.rows().await;
    copy.close_file(database).await;
    let rows: BTreeMap<String, i64> = rows?.into_iter().collect();
    for (table, wanted) in &manifest.rows {
        let found = rows.get(table).copied().unwrap_or_default();
        ensure!(found == *wanted, "the table {table} has {found} rows instead of {wanted}");
    }
    ensure!(rows.len() == manifest.rows.len(), "there are {} tables instead of {}", rows.len(), manifest.rows.len());
    Ok(())
}

/// Whether the engine finds it sound: it was copied from one that may not have been.
async fn sound(database: &Path) -> anyhow::Result<()> {
    let copy = Db::open_file(database).await?;
    let flaws = copy.flaws(false, 3).await;
    copy.close_file(database).await;
    let flaws = flaws?;
    ensure!(flaws.is_empty(), "the database in it is damaged: {}", flaws.join(", "));
    Ok(())
}
