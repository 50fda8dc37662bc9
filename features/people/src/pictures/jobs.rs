//! Picture jobs: delete pictures that nothing shows any more.
//!
//! Three steps, each of which can be done again: the row is taken (nobody can show it from then on, and nobody else deletes
//! it), the bytes are deleted, the row is. An upload of the same picture at that moment waits for the end and begins anew; it
//! would lose its bytes to a second one who deletes. Bytes without a row get one first, and a week.

use std::collections::BTreeMap;
use std::time::Duration;

use futures::StreamExt;
use quad_blobs::StoreError;
use quad_jobs::{Job, JobEnd, Registry};
use serde::{Deserialize, Serialize};

use crate::PeopleState;
use quad_kernel::clock::Time;
use quad_kernel::ids::PictureKey;

use super::model::{Picture, folder_of, parse_name};
use super::store;

/// What was uploaded and is not shown yet may still be: by a request that is under way, or by a form that is being filled in.
const GRACE: Duration = Duration::from_hours(24);
/// An upload that began longer ago than this is not under way any more.
const UPLOAD: Duration = Duration::from_hours(1);
/// Deleting the bytes of one picture is given up after this, well before others may take it.
const PATIENCE: Duration = Duration::from_mins(5);
/// Rows looked at in one go.
const BATCH: usize = 200;

/// Adds this feature's kinds of jobs.
pub fn jobs(registry: &mut Registry<PeopleState>) {
    *registry = std::mem::take(registry).register::<Drop>().every::<Sweep>(Duration::from_hours(1), || Sweep {});
}

/// Deletes a picture if nothing shows it.
#[derive(Serialize, Deserialize)]
pub(super) struct Drop {
    key: String,
}

impl Drop {
    pub fn new(key: &PictureKey) -> Self {
        Self { key: key.to_string() }
    }
}

impl Job for Drop {
    type App = PeopleState;
    const KIND: &'static str = "pictures.drop";

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        let key = PictureKey::parse(&self.key).ok_or_else(|| JobEnd::give_up("not a key"))?;
        let now = app.clock.now();
        let mut tx = app.db.begin().await?;
        let taken = store::take_if_unused(&mut tx, &key, now.minus(UPLOAD), now).await?;
        tx.commit().await?;
        if let Some(picture) = taken {
            return finish(app, &picture, now).await;
        }
        // Whoever is at it may die over it; otherwise it is shown again, or gone already.
        let is_going = store::is_going(&app.db, &key).await?;
        if is_going { Err(JobEnd::later("somebody else is deleting it")) } else { Ok(()) }
    }
}

/// Deletes the bytes of a picture that was taken for that, and then its row.
async fn finish(app: &PeopleState, picture: &Picture, taken_at: Time) -> Result<(), JobEnd> {
    let store_of_bytes = app.pictures.store().await.map_err(|_| JobEnd::later("the store does not answer"))?;
    let deleted = async {
        for name in picture.names() {
            store_of_bytes.delete(&name).await?;
        }
        Ok::<(), StoreError>(())
    };
    tokio::time::timeout(PATIENCE, deleted).await.map_err(|_| JobEnd::later("the store is too slow"))??;
    let mut tx = app.db.begin().await?;
    store::delete_taken(&mut tx, &picture.key, taken_at).await?;
    tx.commit().await?;
    Ok(())
}

/// Deletes what nobody has shown for a day, what was left half deleted, and what has had no row for a week.
#[derive(Serialize, Deserialize)]
struct Sweep {}

impl Job for Sweep {
    type App = PeopleState;
    const KIND: &'static str = "pictures.sweep";
    const MAX_TIME: Duration = Duration::from_mins(30);

    async fn run(self, app: &PeopleState, _: u32) -> Result<(), JobEnd> {
        let before = app.clock.now().minus(GRACE);
        let mut after = String::new();
        loop {
            let unused = store::unused(&app.db, before, app.clock.now(), &after, BATCH as i64).await?;
            for key in &unused {
                let now = app.clock.now();
                let mut tx = app.db.begin().await?;
                let taken = store::take_if_unused(&mut tx, key, before, now).await?;
                tx.commit().await?;
                if let Some(picture) = taken {
                    finish(app, &picture, now).await?;
                }
            }
            match unused.last() {
                Some(last) if unused.len() == BATCH => after = last.to_string(),
                _ => break,
            }
        }
        find_bytes(app).await
    }
}

/// Looks for bytes whose row is gone: a process died between putting and counting, a database was put back from a copy, or
/// another Quad has its pictures in the same place. They get rows, so that they wait, and are deleted, like others.
async fn find_bytes(app: &PeopleState) -> Result<(), JobEnd> {
    let Ok(store_of_bytes) = app.pictures.store().await else { return Err(JobEnd::later("the store does not answer")) };
    let mut listed = store_of_bytes.list();
    let mut widths: BTreeMap<PictureKey, Vec<u32>> = BTreeMap::new();
    let (mut folder, mut found) = (String::new(), 0);
    loop {
        let next = listed.next().await.transpose()?;
        let is_last = next.is_none();
        // Files that are not ours are left alone.
        let next = next.and_then(|stored| parse_name(&stored.name));
        // Stores list folder by folder: a picture's names are all there when the next one begins.
        let begun = next.as_ref().map(|(key, _)| folder_of(key)).filter(|begun| *begun != folder);
        if is_last || (begun.is_some() && widths.len() >= BATCH) {
            let keys: Vec<PictureKey> = widths.keys().cloned().collect();
            let known = store::read_many(&app.db, &keys).await?;
            let now = app.clock.now();
            let mut tx = app.db.begin().await?;
            for (key, widths) in std::mem::take(&mut widths).iter().filter(|(key, _)| !known.contains_key(*key)) {
                found += usize::from(store::insert_found(&mut tx, key, widths, now).await?);
            }
            tx.commit().await?;
        }
        if let Some(begun) = begun {
            begun.clone_into(&mut folder);
        }
        if let Some((key, width)) = next {
            widths.entry(key).or_default().push(width);
        }
        if is_last {
            break;
        }
    }
    if found > 0 {
        tracing::warn!(
            found,
            "media_url: pictures this database does not know. They are deleted in a week; \
            if it is the wrong copy of the database, or another Quad keeps its pictures there, stop before that"
        );
    }
    Ok(())
}
