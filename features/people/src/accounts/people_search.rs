//! People search: finds people for an administrator by any words of name and address, as [`quad_text::fold`] reads them. The
//! rows are folded here and not by the database: the two engines know different letters, and both must find the same people in the
//! same order.

use quad_db::Source;

use quad_kernel::error::Result;
use quad_kernel::page::Page;

use super::store;

pub use super::store::FoundPerson;

/// Rows that are read at a time.
const CHUNK: u32 = 1000;

/// A page of the people in whose name or address each word of the search stands, by name; and how many there are. All people
/// where nothing is searched.
pub async fn search(source: &impl Source, wanted: &str, page: Page) -> Result<(Vec<FoundPerson>, i64)> {
    let wanted = quad_text::fold(wanted);
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let (mut found, mut last) = (Vec::new(), None);
    loop {
        let rows = store::people_after(source, last, CHUNK).await?;
        let is_last = rows.len() < CHUNK as usize;
        last = rows.last().map(|row| row.id).or(last);
        for person in rows {
            let name = quad_text::fold(&person.full_name);
            let address = quad_text::fold(&person.email);
            if words.iter().all(|word| name.contains(word) || address.contains(word)) {
                found.push((name, person));
            }
        }
        if is_last {
            break;
        }
    }
    found.sort_unstable_by(|(name, one), (other, two)| name.cmp(other).then_with(|| one.email.cmp(&two.email)));
    let total = found.len() as i64;
    let skip = usize::try_from(page.skip()).unwrap_or(usize::MAX);
    let shown = found.into_iter().skip(skip).take(page.size as usize).map(|(_, person)| person);
    Ok((shown.collect(), total))
}
