//! Limits of what is read. A file beyond one of them is refused with a message that names the limit; a question beyond
//! one of them is refused alone. They are far above what people have, and keep time and memory of a hostile file bounded.

/// Bytes of one file, as it comes.
pub const FILE_BYTES: usize = 20 << 20;
/// Bytes of all entries of an archive together, unpacked.
pub const UNPACKED_BYTES: u64 = 100 << 20;
/// Bytes of one entry of an archive, unpacked.
pub const ENTRY_BYTES: u64 = 50 << 20;
/// Entries of an archive.
pub const ENTRIES: usize = 5_000;
/// Unpacked bytes for each packed byte of an archive, once it has more than [`RATIO_FREE_BYTES`].
pub const RATIO: u64 = 200;
/// So much may be unpacked at any ratio: a small sheet of equal cells packs very well.
pub const RATIO_FREE_BYTES: u64 = 4 << 20;
/// Elements inside each other.
pub const DEPTH: usize = 100;
/// Elements and texts of one XML document.
pub const NODES: usize = 2_000_000;
/// Rows of the result.
pub const ROWS: usize = 10_000;
/// Cells of a spreadsheet.
pub const CELLS: usize = 1_000_000;
/// Characters of a question's text, of its explanation.
pub const TEXT_CHARS: usize = 20_000;
/// Characters of one option.
pub const OPTION_CHARS: usize = 4_000;
/// Options of one question.
pub const OPTIONS: usize = 26;
/// Lines that are looked ahead for the end of a list.
pub(crate) const LOOK_AHEAD: usize = 60;
/// Lines of one question in plain text.
pub const QUESTION_LINES: usize = 400;
