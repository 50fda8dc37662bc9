//! What a list of contests may be asked for.

use crate::kernel::checks;
use crate::kernel::fail::Refusal;

use super::words;

/// Which contests a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelf {
    /// Before their start.
    Upcoming,
    /// Running.
    Active,
    /// Over.
    Completed,
}

/// In which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Newest made first.
    New,
    /// What matters now first: running, coming, past.
    Now,
}

/// A part of a long list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Page {
    /// From 1.
    pub number: u32,
    /// 1 to 500.
    pub size: u32,
}

impl Page {
    /// Rows before this page.
    pub fn skip(self) -> u64 {
        u64::from(self.number - 1) * u64::from(self.size)
    }

    /// Reads a page; the plain form of a call has none and shows everything.
    pub fn parse(number: Option<u32>, size: Option<u32>) -> Result<Option<Self>, Refusal> {
        if number.is_none() && size.is_none() {
            return Ok(None);
        }
        let page = Self { number: number.unwrap_or(1), size: size.unwrap_or(30) };
        if page.number == 0 || page.number > 1_000_000 || page.size == 0 || page.size > 500 {
            return Err(Refusal::invalid("page", "Pages count from 1 and hold 1 to 500 rows"));
        }
        Ok(Some(page))
    }
}

/// What is asked for, checked.
#[derive(Clone, Debug)]
pub struct ListAsked {
    /// One shelf, or all.
    pub shelf: Option<Shelf>,
    /// Words to look for in title and description.
    pub search: Option<String>,
    /// One page, or all.
    pub page: Option<Page>,
    /// In which order.
    pub order: Order,
}

impl ListAsked {
    /// Checks what arrived.
    pub fn parse(
        status: Option<&str>,
        search: Option<&str>,
        order: Option<&str>,
        page: Option<Page>,
    ) -> Result<Self, Refusal> {
        let shelf = match status.unwrap_or_default() {
            "" | "all" => None,
            "upcoming" => Some(Shelf::Upcoming),
            "active" => Some(Shelf::Active),
            "completed" => Some(Shelf::Completed),
            _ => return Err(words::STRANGE_STATUS),
        };
        let order = match order.unwrap_or_default() {
            "" | "new" => Order::New,
            "now" => Order::Now,
            _ => return Err(words::STRANGE_SORT),
        };
        let search = checks::line("q", "Search", search.unwrap_or_default(), 0, 100)?;
        Ok(Self { shelf, search: (!search.is_empty()).then_some(search), page, order })
    }
}
