//! Paging: which part of a list is asked for.

use super::error::Rejection;

/// Beyond this nobody counts pages.
const LAST: u32 = 1_000_000;

/// A page of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Page {
    /// From 1.
    pub number: u32,
    /// How many rows at most.
    pub size: u32,
}

impl Page {
    /// Reads a page: the first where no number is given, `plain` rows where no size is.
    ///
    /// # Errors
    /// When pages are not counted from 1, or hold no row or more than `most`.
    pub fn parse(number: Option<u32>, size: Option<u32>, plain: u32, most: u32) -> Result<Self, Rejection> {
        let page = Self { number: number.unwrap_or(1), size: size.unwrap_or(plain) };
        if !(1..=LAST).contains(&page.number) || !(1..=most).contains(&page.size) {
            return Err(Rejection::invalid("page", format!("Pages count from 1 and hold 1 to {most} rows")));
        }
        Ok(page)
    }

    /// Rows before this page.
    pub const fn skip(self) -> u64 {
        (self.number as u64 - 1) * self.size as u64
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_page_has_bounds() {
        assert_eq!(Page::parse(None, None, 30, 100).ok(), Some(Page { number: 1, size: 30 }));
        assert_eq!(Page::parse(Some(LAST), Some(100), 30, 100).map(Page::skip).ok(), Some(99_999_900));
        for (number, size) in [(0, 30), (LAST + 1, 30), (1, 0), (1, 101)] {
            let refused = Page::parse(Some(number), Some(size), 30, 100).expect_err("out of bounds");
            assert_eq!(refused.say, "Pages count from 1 and hold 1 to 100 rows");
        }
    }

    proptest! {
        #[test]
        fn pages_follow_each_other(number in 1_u32..1_000, size in 1_u32..500) {
            let page = |number| Page::parse(Some(number), Some(size), 30, 500).expect("within bounds");
            prop_assert_eq!(page(number + 1).skip(), page(number).skip() + u64::from(size));
        }
    }
}
