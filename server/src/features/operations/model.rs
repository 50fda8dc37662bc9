//! Which jobs an administrator looks at, and what each kind is for.

use crate::kernel::fail::Refusal;

use super::words;

/// A part of the list, from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page {
    pub number: u32,
    pub size: u32,
}

impl Page {
    /// Reads a page; the first 50 when nothing is said.
    pub fn parse(number: Option<u32>, size: Option<u32>) -> Result<Self, Refusal> {
        let page = Self { number: number.unwrap_or(1), size: size.unwrap_or(50) };
        if page.number == 0 || page.number > 1_000_000 || page.size == 0 || page.size > 200 {
            return Err(Refusal::invalid("page", words::STRANGE_PAGE));
        }
        Ok(page)
    }

    /// Rows before this page.
    pub fn skip(self) -> i64 {
        i64::from(self.number - 1) * i64::from(self.size)
    }
}

/// What a kind of job is for, and what it means to drop one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    pub does: &'static str,
    pub dropped: &'static str,
}

impl Meaning {
    /// Of a kind by its name in the queue.
    pub fn of(kind: &str) -> Self {
        let known = words::MEANINGS.iter().find(|(name, _, _)| *name == kind);
        known.map_or(Self { does: words::UNKNOWN_DOES, dropped: words::UNKNOWN_DROPPED }, |(_, does, dropped)| Self {
            does,
            dropped,
        })
    }
}
