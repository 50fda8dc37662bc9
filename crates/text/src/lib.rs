//! Texts that people type, as the whole product treats them: [`clean`] before a text is kept, [`likeness`] where two that look the
//! same must not stand side by side, [`likeness_of_answers`] where somebody types one, [`fold`] for search and [`search_text`],
//! [`sort_key`] where a database does it, [`beginning`] and [`shortened`] for cuts, [`exact_number`] for numbers. `web/src/lib/likeness.ts`
//! is the client's half; both read `server/tests/it/texts.json`.
//!
//! What is kept is as it was typed except for what nobody sees. What is compared is thrown away after the comparison, so it may
//! fold more. Every function is idempotent, and takes the composed and the decomposed spelling of a text for the same.

mod answers;
mod clean;
mod compatibility;
mod cut;
mod exact_number;
mod fold;
mod likeness;
mod opaque;
mod search;
mod written_numbers;

pub use answers::likeness_of_answers;
pub use clean::{clean, is_blank, is_invisible, is_visible};
pub use cut::{beginning, first, shortened};
pub use exact_number::{
    Exact, LESS_THAN_NOTHING, PART_IS_ALL, PART_IS_NOTHING, PART_OF_NOTHING, exact_number, tolerance_problem,
};
pub use fold::{ascii_digits, ascii_number, fold, likeness_of_places};
pub use likeness::{likeness, likeness_of_names};
pub use opaque::opaque;
pub use search::{search_patterns, search_text, search_words, sort_key};
pub use unicode_normalization::char::is_combining_mark as is_mark;
pub use written_numbers::{Part, Written, are_digits, are_thousands, split_sign};

#[cfg(test)]
mod tests;
