//! Uploads: reads forms with files (`multipart/form-data`). Texts and files have limits; files are streamed to the disk.
//!
//! A file that is too large, or one too many, costs the others nothing: its bytes are skipped, and the feature says so. The whole
//! form has a limit and a deadline, and the number of forms that arrive at the same time is limited, for those with one file
//! apart from those with many. A person may send three at once, and one when half of all places are taken: the others wait, so that
//! a few people cannot keep everybody else from uploading. Only people signed in send files. A file on the disk has no name,
//! so it is gone with the request, or with the process.

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRef, FromRequest, Multipart, Request};
use axum::http::{StatusCode, header};
use tokio::io::AsyncWriteExt;
use tokio::sync::Notify;

use crate::auth::Member;
use crate::sender::{SENT_BY, Sender};
use quad_kernel::error::{Error, Kind, LOGGED_OUT, Rejection, Result};
use quad_kernel::ids::UserId;

/// The largest file taken.
pub const MAX_FILE: u64 = 10_485_760;
const MAX_TEXT: usize = 32 * 1024;
const MAX_TEXTS: usize = 30;
/// Forms with one file that arrive at the same time, in one process; they cost a file each.
const SMALL_FORMS: usize = 128;
/// The same of forms with many files, which can be half a gigabyte; managers of clubs send them.
const LARGE_FORMS: usize = 16;
/// Of these, from one person, while half of all are free. Beyond that everybody has one.
const FORMS_OF_ONE: usize = 3;
/// Nothing arrives for this long: the sender is gone.
const SILENCE: Duration = Duration::from_secs(30);
/// A photo of ten megabytes over a slow line takes this long.
const SMALL_DEADLINE: Duration = Duration::from_mins(2);
/// The same of fifty.
const LARGE_DEADLINE: Duration = Duration::from_mins(15);

const WRONG_TYPE: Rejection = Rejection::new(
    Kind::WrongType,
    "unsupported_media_type",
    "Send this as a form with files, with the content type multipart/form-data.",
);
const TOO_LARGE: Rejection =
    Rejection::new(Kind::TooLarge, "too_large", "These files are larger than Quad takes in one upload.");
const BUSY: Rejection = Rejection::new(
    Kind::Unavailable,
    "unavailable",
    "Many uploads are under way right now. Please try again in a moment.",
)
.retry_after(10);

/// Where files are put while they arrive, and how many forms may arrive at the same time.
#[derive(Clone, Debug)]
pub struct Uploads {
    folder: PathBuf,
    small: Arc<Slots>,
    large: Arc<Slots>,
}

/// Places for forms that arrive at the same time.
#[derive(Debug)]
struct Slots {
    all: usize,
    /// How many are held by whom.
    held: Mutex<HashMap<UserId, usize>>,
    freed: Notify,
}

/// A form may arrive as long as this is held.
#[derive(Debug)]
struct Slot {
    slots: Arc<Slots>,
    who: UserId,
}

impl Slots {
    fn new(all: usize) -> Arc<Self> {
        Arc::new(Self { all, held: Mutex::default(), freed: Notify::new() })
    }

    /// A place for a form of somebody's. It is waited for while the same person's other forms arrive, never for strangers'.
    async fn slot(self: &Arc<Self>, who: UserId) -> Result<Slot> {
        let waited = async {
            loop {
                let freed = self.freed.notified();
                if let Some(slot) = self.take(who)? {
                    return Ok(slot);
                }
                freed.await;
            }
        };
        tokio::time::timeout(SILENCE, waited).await.unwrap_or_else(|_| Err(BUSY.into()))
    }

    /// Nothing while the person has as many as there may be.
    fn take(self: &Arc<Self>, who: UserId) -> Result<Option<Slot>> {
        let mut held = self.held();
        let of_all: usize = held.values().sum();
        let own = held.get(&who).copied().unwrap_or_default();
        let most = if of_all < self.all / 2 { FORMS_OF_ONE } else { 1 };
        if own >= most {
            return Ok(None);
        }
        if of_all >= self.all {
            return Err(BUSY.into());
        }
        held.insert(who, own + 1);
        Ok(Some(Slot { slots: Arc::clone(self), who }))
    }

    fn held(&self) -> MutexGuard<'_, HashMap<UserId, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut held = self.slots.held();
        match held.get_mut(&self.who) {
            Some(own) if *own > 1 => *own -= 1,
            _ => {
                held.remove(&self.who);
            }
        }
        drop(held);
        self.slots.freed.notify_waiters();
    }
}

impl Uploads {
    /// Files go to the data folder's disk: the system's own folder for such is often memory.
    pub fn new(data_dir: &Path) -> Self {
        Self { folder: data_dir.to_owned(), small: Slots::new(SMALL_FORMS), large: Slots::new(LARGE_FORMS) }
    }

    /// Where forms with at most so many files have their places, and how long one may take.
    fn lane(&self, most: usize) -> (&Arc<Slots>, Duration) {
        if most == 1 { (&self.small, SMALL_DEADLINE) } else { (&self.large, LARGE_DEADLINE) }
    }

    async fn file(&self) -> std::io::Result<tokio::fs::File> {
        let folder = self.folder.clone();
        let made = tokio::task::spawn_blocking(move || {
            if folder.is_dir() { tempfile::tempfile_in(folder) } else { tempfile::tempfile() }
        });
        Ok(tokio::fs::File::from_std(made.await.map_err(std::io::Error::other)??))
    }
}

/// A form with at most `MOST` files.
#[derive(Debug, Default)]
pub struct Files<const MOST: usize> {
    /// The texts by their names, which differ.
    pub texts: HashMap<String, String>,
    /// The files in the order sent, also those that are too large.
    pub files: Vec<Upload>,
    /// Names of the files beyond `MOST`.
    pub beyond: Vec<String>,
}

/// One file.
#[derive(Debug)]
pub struct Upload {
    /// The name of its part in the form.
    pub field: String,
    /// What the sender calls it, fit to be shown; never empty.
    pub name: String,
    /// Larger than [`MAX_FILE`]; then there are no bytes.
    pub too_large: bool,
    /// The bytes.
    pub file: File,
}

impl<const MOST: usize> Files<MOST> {
    /// What the form says under a name.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str)
    }
}

impl<S, const MOST: usize> FromRequest<S> for Files<MOST>
where
    S: Send + Sync,
    Uploads: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request(mut request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let is_form = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        if !is_form.is_some_and(|kind| kind.trim_start().to_ascii_lowercase().starts_with("multipart/form-data")) {
            return Err(WRONG_TYPE.into());
        }
        let uploads = Uploads::from_ref(state);
        let who = request.extensions().get::<Member>().ok_or(LOGGED_OUT)?.clone();
        let (slots, deadline) = uploads.lane(MOST);
        let _slot = slots.slot(who.id).await?;
        // Room for some files that are too large, so that they can be named.
        DefaultBodyLimit::max((MOST + 2) * MAX_FILE as usize).apply(&mut request);
        let form = Multipart::from_request(request, state).await.map_err(|_| unreadable())?;
        tokio::time::timeout(deadline, read(form, &who, &uploads)).await.unwrap_or_else(|_| Err(stalled()))
    }
}

async fn read<const MOST: usize>(mut form: Multipart, who: &Member, uploads: &Uploads) -> Result<Files<MOST>> {
    let mut read = Files::default();
    while let Some(part) = patient(form.next_field()).await? {
        let field = part.name().unwrap_or_default().to_owned();
        let Some(name) = part.file_name().map(str::to_owned) else {
            let text = read_text(part, &field).await?;
            // The client sends it before the files, so that those of somebody else are not waited for.
            if field == SENT_BY {
                Sender::named(&text).must_be(Some(who))?;
                continue;
            }
            if read.texts.contains_key(&field) {
                let twice = format!("The field {} stands in it twice.", shown_name(&field, 1));
                return Err(Rejection::invalid("body", twice).into());
            }
            read.texts.insert(field, text);
            if read.texts.len() > MAX_TEXTS {
                return Err(Rejection::invalid("body", "This form has more fields than Quad takes.").into());
            }
            continue;
        };
        let name = shown_name(&name, read.files.len() + read.beyond.len() + 1);
        if read.files.len() < MOST {
            let (file, too_large) = read_file(part, uploads).await?;
            // A file input that was left empty is sent as a file without name and bytes.
            read.files.push(Upload { field, name, too_large, file });
        } else {
            read_over(part).await?;
            if read.beyond.len() < MOST {
                read.beyond.push(name);
            }
        }
    }
    Ok(read)
}

async fn read_text(mut part: Field<'_>, field: &str) -> Result<String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = patient(part.chunk()).await? {
        if bytes.len() + chunk.len() > MAX_TEXT {
            return Err(Rejection::invalid("body", format!("The field {} is too long.", shown_name(field, 1))).into());
        }
        bytes.extend_from_slice(&chunk);
    }
    String::from_utf8(bytes).map_err(|_| unreadable().into())
}

async fn read_file(mut part: Field<'_>, uploads: &Uploads) -> Result<(File, bool)> {
    let broken = |error: std::io::Error| Error::Internal(anyhow::Error::new(error).context("keeping an upload"));
    let mut file = uploads.file().await.map_err(broken)?;
    let (mut length, mut too_large) = (0_u64, false);
    while let Some(chunk) = patient(part.chunk()).await? {
        length += chunk.len() as u64;
        if length > MAX_FILE {
            if !too_large {
                file.set_len(0).await.map_err(broken)?;
            }
            too_large = true;
        } else {
            file.write_all(&chunk).await.map_err(broken)?;
        }
    }
    file.flush().await.map_err(broken)?;
    Ok((file.into_std().await, too_large))
}

async fn read_over(mut part: Field<'_>) -> Result<()> {
    while patient(part.chunk()).await?.is_some() {}
    Ok(())
}

async fn patient<T>(next: impl Future<Output = Result<T, MultipartError>>) -> Result<T> {
    match tokio::time::timeout(SILENCE, next).await {
        Ok(Ok(next)) => Ok(next),
        Ok(Err(error)) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(TOO_LARGE.into()),
        Ok(Err(_)) => Err(unreadable().into()),
        Err(_) => Err(stalled()),
    }
}

fn unreadable() -> Rejection {
    Rejection::invalid("body", "This form cannot be read, or ended before it was complete.")
}

fn stalled() -> Error {
    Rejection::invalid("body", "The upload took too long and was ended. Please try again.").into()
}

/// The last part of a path, without anything that does not show.
fn shown_name(name: &str, number: usize) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown = quad_text::clean(&last.replace(char::is_control, ""));
    if quad_text::is_visible(&shown) {
        quad_text::beginning(&shown, 120).trim_end().to_owned()
    } else {
        format!("file {number}")
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;
    use quad_kernel::clock::Time;
    use quad_kernel::ids::Random;

    #[test]
    fn names_are_fit_to_be_shown() {
        for (sent, shown) in [
            ("fest.jpg", "fest.jpg"),
            ("C:\\fakepath\\fest.jpg", "fest.jpg"),
            ("../../etc/passwd", "passwd"),
            ("a\0b\r\nc.png", "abc.png"),
            ("gpj.\u{202e}exe.jpg", "gpj.exe.jpg"),
            ("  ", "file 3"),
            ("/", "file 3"),
            ("उत्सव.png", "उत्सव.png"),
        ] {
            assert_eq!(shown_name(sent, 3), shown, "{sent:?}");
        }
        assert_eq!(shown_name(&"x".repeat(500), 1).len(), 120);
    }

    fn person(number: u64) -> UserId {
        UserId::new(Time(0), &Random::seeded(number))
    }

    #[tokio::test]
    async fn nobody_takes_all_the_slots() {
        let slots = Slots::new(LARGE_FORMS);
        let mut held = Vec::new();
        for _ in 0..FORMS_OF_ONE {
            held.push(slots.slot(person(1)).await.expect("a slot"));
        }
        assert!(slots.slot(person(1)).now_or_never().is_none(), "the fourth of one person waits");
        let mut waits = std::pin::pin!(slots.slot(person(1)));
        assert!(futures::poll!(waits.as_mut()).is_pending());
        held.pop();
        held.push(waits.await.expect("one is free again"));
        for number in 2..40 {
            if let Ok(slot) = slots.slot(person(number)).await {
                held.push(slot);
            }
        }
        assert_eq!(held.len(), LARGE_FORMS);
        held.clear();
        drop(slots.slot(person(1)).await.expect("all are free again"));
        assert!(slots.held().is_empty());
    }

    #[tokio::test]
    async fn ten_together_leave_slots_to_others() {
        for all in [SMALL_FORMS, LARGE_FORMS] {
            let slots = Slots::new(all);
            let mut held = Vec::new();
            // Each of ten takes whatever is to be had.
            for number in 1..=10 {
                while let Some(slot) = slots.slot(person(number)).now_or_never() {
                    held.push(slot.expect("nobody is sent away"));
                }
            }
            assert!((11..=30).contains(&held.len()), "{} of {all}", held.len());
            slots.slot(person(11)).now_or_never().expect("at once").expect("a slot");
        }
    }

    #[test]
    fn one_file_has_slots_and_a_deadline_of_its_own() {
        let uploads = Uploads::new(Path::new("."));
        let ((small, soon), (large, late)) = (uploads.lane(1), uploads.lane(50));
        assert!(!Arc::ptr_eq(small, large) && soon < late);
    }
}
