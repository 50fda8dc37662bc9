//! Reply, as it lies in the connection's buffer: nothing is copied out of it.

/// What the server answered. It borrows the connection's buffer, so it ends with the next request.
#[derive(Debug, Clone, Copy)]
pub struct Reply<'a> {
    /// The status.
    pub status: u16,
    /// The body, out of its chunks; still compressed if the request allowed that.
    pub body: &'a [u8],
    head: &'a [u8],
}

impl<'a> Reply<'a> {
    pub(crate) fn new(status: u16, head: &'a [u8], body: &'a [u8]) -> Self {
        Self { status, body, head }
    }

    /// The first value of this header.
    pub fn head(&self, name: &str) -> Option<&'a str> {
        self.heads(name).next()
    }

    /// All values of this header, as of `set-cookie`.
    pub fn heads(&self, name: &str) -> impl Iterator<Item = &'a str> {
        let text = std::str::from_utf8(self.head).unwrap_or_default();
        let values = text.lines().skip(1).filter_map(|line| line.split_once(':'));
        values.filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// Whether the status says that it was done: 2xx, or 304.
    pub fn is_success(&self) -> bool {
        matches!(self.status, 200..=299 | 304)
    }
}
