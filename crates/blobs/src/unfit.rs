//! Unfit pictures: why one that somebody sent is refused.

use thiserror::Error;

/// Why something is no picture for us. Each text ends a sentence that begins with the file's name.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Unfit {
    /// No bytes at all.
    #[error("the file is empty")]
    Empty,
    /// More than [`MAX_BYTES`](crate::picture::MAX_BYTES).
    #[error("larger than 10 MB")]
    TooManyBytes,
    /// Neither PNG, JPEG, GIF nor WebP by its content, whatever it is called.
    #[error("not a PNG, JPEG, GIF or WebP picture")]
    WrongType,
    /// More than [`MAX_PIXELS`](crate::picture::MAX_PIXELS), or a side longer than [`MAX_SIDE`](crate::picture::MAX_SIDE).
    #[error("more than 40 megapixels, or a side longer than 16,383 pixels")]
    TooManyPixels,
    /// It ends before the picture does.
    #[error("the file is incomplete")]
    Incomplete,
    /// Damaged, or of a kind that cannot be read.
    #[error("the file is damaged or of a kind that cannot be read")]
    Unreadable,
}
