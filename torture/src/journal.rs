//! Acknowledgement journal: a line before something is sent, another when its reply has come. It is a file, and the
//! checker reads that file: what is not in it did not happen. This process is not the one that is killed, so the file
//! is written and not synced.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use quad_testbed::recorder::Recording;

/// What somebody does; contests, questions, options, polls and people go by their places in the campus, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Joins a contest.
    Join(usize),
    /// Answers a question of a contest with an option.
    Answer(usize, usize, usize),
    /// Hands a contest in.
    Submit(usize),
    /// Votes in a poll for an option.
    Vote(usize, usize),
    /// Answers a question of a contest with an option in the name of somebody else, who comes last.
    Forge(usize, usize, usize, usize),
}

impl Deed {
    fn told(self) -> [usize; 5] {
        match self {
            Self::Join(contest) => [0, contest, 0, 0, 0],
            Self::Answer(contest, question, option) => [1, contest, question, option, 0],
            Self::Submit(contest) => [2, contest, 0, 0, 0],
            Self::Vote(poll, option) => [3, poll, option, 0, 0],
            Self::Forge(contest, question, option, of) => [4, contest, question, option, of],
        }
    }

    fn read(told: [usize; 5]) -> anyhow::Result<Self> {
        let [kind, one, two, three, four] = told;
        Ok(match kind {
            0 => Self::Join(one),
            1 => Self::Answer(one, two, three),
            2 => Self::Submit(one),
            3 => Self::Vote(one, two),
            4 => Self::Forge(one, two, three, four),
            other => anyhow::bail!("the journal has a deed of kind {other}"),
        })
    }
}

/// What became of it, as its sender knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Became {
    /// Acknowledged: it must be there.
    Done,
    /// Refused, by a 4xx: it must not be there because of this.
    Refused,
    /// The server said that it could not, by a 5xx: it may be there or not.
    Failed,
    /// No reply: it may be there or not.
    Unknown,
}

/// One thing that was sent.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// When, since the journal began.
    pub sent: Duration,
    /// By whom.
    pub who: usize,
    /// What.
    pub deed: Deed,
    /// When the reply had come, its status, and how long the recording of the disk was then.
    pub reply: Option<(Duration, u16, u64)>,
}

impl Entry {
    /// What its sender knows.
    pub fn became(&self) -> Became {
        match self.reply {
            Some((_, 200..=299, _)) => Became::Done,
            Some((_, 500.., _)) => Became::Failed,
            Some(_) => Became::Refused,
            None => Became::Unknown,
        }
    }

    /// How long its sender waited for the reply.
    pub fn took(&self) -> Option<Duration> {
        self.reply.map(|(at, ..)| at.saturating_sub(self.sent))
    }
}

/// The journal of one fault.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
    next: AtomicU64,
    began: Instant,
    /// What the server does to its disk, where that is written down.
    recording: Option<PathBuf>,
}

impl Journal {
    /// An empty one.
    pub fn create(path: &Path, recording: Option<PathBuf>) -> anyhow::Result<Self> {
        let file = Mutex::new(File::create_new(path).context("the journal")?);
        Ok(Self { path: path.into(), file, next: AtomicU64::new(0), began: Instant::now(), recording })
    }

    /// The time in the journal.
    pub fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// Notes what is about to be sent.
    pub fn sending(&self, who: usize, deed: Deed) -> anyhow::Result<u64> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let [kind, one, two, three, four] = deed.told();
        let at = self.now().as_micros();
        self.write(&format!("> {number} {at} {who} {kind} {one} {two} {three} {four}\n"))?;
        Ok(number)
    }

    /// Notes the reply to what was sent under this number.
    pub fn heard(&self, number: u64, status: u16) -> anyhow::Result<()> {
        let place = self.recording.as_ref().map_or(0, Recording::length_of);
        self.write(&format!("< {number} {} {status} {place}\n", self.now().as_micros()))
    }

    fn write(&self, line: &str) -> anyhow::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes()).context("the journal")
    }

    /// All that is in it, in the order of sending.
    pub fn entries(&self) -> anyhow::Result<Vec<Entry>> {
        let text = std::fs::read_to_string(&self.path).context("the journal")?;
        let mut entries: BTreeMap<u64, Entry> = BTreeMap::new();
        for line in text.lines() {
            let (sign, rest) = line.split_once(' ').context("a line of the journal")?;
            let numbers: Result<Vec<u64>, _> = rest.split(' ').map(str::parse).collect();
            let numbers = numbers.context("a line of the journal")?;
            match (sign, &numbers[..]) {
                (">", &[number, at, who, kind, one, two, three, four]) => {
                    let deed = Deed::read([kind, one, two, three, four].map(|part| part as usize))?;
                    let entry = Entry { sent: Duration::from_micros(at), who: who as usize, deed, reply: None };
                    entries.insert(number, entry);
                }
                ("<", &[number, at, status, place]) => {
                    let entry = entries.get_mut(&number).context("a reply to nothing")?;
                    entry.reply = Some((Duration::from_micros(at), status as u16, place));
                }
                _ => anyhow::bail!("a line of the journal is none: {line}"),
            }
        }
        Ok(entries.into_values().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = Journal::create(&folder.path().join("journal"), None).expect("a journal");
        let deeds = [Deed::Join(1), Deed::Answer(1, 2, 3), Deed::Submit(1), Deed::Vote(4, 2), Deed::Forge(5, 6, 1, 8)];
        for (who, deed) in deeds.into_iter().enumerate() {
            assert_eq!(journal.sending(who, deed).expect("noted"), who as u64);
        }
        for (number, status) in [(4, 403), (1, 200), (0, 503)] {
            journal.heard(number, status).expect("noted");
        }
        let read = journal.entries().expect("read");
        assert_eq!(read.iter().map(|entry| entry.deed).collect::<Vec<_>>(), deeds);
        assert_eq!(read.iter().map(|entry| entry.who).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        let became: Vec<_> = read.iter().map(Entry::became).collect();
        assert_eq!(became, [Became::Failed, Became::Done, Became::Unknown, Became::Unknown, Became::Refused]);
    }
}
