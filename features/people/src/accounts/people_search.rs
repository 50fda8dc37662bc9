//! People search: finds people for an administrator by any words of name and address, however they are written.

use quad_db::Source;

use quad_kernel::error::Result;
use quad_kernel::page::Page;

use super::store;

pub use super::store::FoundPerson;

/// Words of a search that are looked for; what comes after them is left out.
const MOST_WORDS: usize = 8;

/// A page of the people in whose name or address each word of the search stands, by name; and how many there are. All people
/// where nothing is searched.
pub async fn search(source: &impl Source, wanted: &str, page: Page) -> Result<(Vec<FoundPerson>, i64)> {
    let words: Vec<&str> = wanted.split_whitespace().take(MOST_WORDS).collect();
    Ok((store::people_found(source, &words, page).await?, store::count_found(source, &words).await?))
}
