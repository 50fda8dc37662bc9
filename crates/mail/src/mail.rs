//! Mail: a message, what can go wrong with it, and its form on the wire (RFC 5322).

use std::fmt;
use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use lettre::Address;
use lettre::address::{AddressError, Envelope};
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue, MIME_VERSION_1_0};
use lettre::message::{Body, Mailbox};
use unicode_normalization::char::is_combining_mark;

/// A plain-text message to one person. There is no HTML: text reads everywhere and tracks nobody.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    /// One bare address, `name@host`.
    pub to: String,
    /// One line; line breaks become spaces.
    pub subject: String,
    /// The text, with `\n` line ends.
    pub text: String,
    /// What it says besides to the program that shows it.
    pub headers: Headers,
}

/// What a message says besides to the program that shows it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Headers {
    /// Whom an answer goes to, a bare address; without one, to our sender. One that no header can have is left out.
    pub reply_to: Option<String>,
    /// The address that stops such messages (RFC 2369): a GET shows a page, and where it begins with `https://` a POST stops
    /// them at once (RFC 8058). ASCII without blanks; any other is left out.
    pub unsubscribe: Option<String>,
}

/// The address that stops messages holds a token.
impl fmt::Debug for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Headers").field("reply_to", &self.reply_to).finish_non_exhaustive()
    }
}

/// Subject and text may hold codes, so that no log shows them.
impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message").field("to", &self.to).field("letters", &self.text.len()).finish_non_exhaustive()
    }
}

/// Why a message was not sent, sorted by what to do about it. The texts hold no subject and no body.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// It will never go: a broken address, or the other side said no for good (5xx) and because of the recipient. Do not try
    /// again.
    #[error("the mail was refused: {why}")]
    Refused {
        /// What the other side said, or what is wrong.
        why: String,
    },
    /// It may go another time: no connection, no answer in time, 4xx, a refusal that somebody can mend, a full disk. Try
    /// again.
    #[error("the mail could not be sent now: {why}")]
    Later {
        /// What the other side said, or what is wrong.
        why: String,
        /// Whether the other side asks to come again (4xx) for a reason that passes: greylisting, too much to do, a full
        /// disk.
        put_off: bool,
    },
}

impl MailError {
    /// Whether trying again cannot help.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Refused { .. })
    }

    /// Whether nothing is wrong but that the other side has no time or room now.
    pub fn is_put_off(&self) -> bool {
        matches!(self, Self::Later { put_off: true, .. })
    }

    pub(crate) fn refused(why: impl Into<String>) -> Self {
        Self::Refused { why: clip(why.into()) }
    }

    pub(crate) fn later(why: impl Into<String>) -> Self {
        Self::Later { why: clip(why.into()), put_off: false }
    }

    pub(crate) fn put_off(why: impl Into<String>) -> Self {
        Self::Later { why: clip(why.into()), put_off: true }
    }
}

/// A mail setting that cannot be used. The text never repeats the setting: it may hold a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadSetting(pub(crate) String);

fn clip(why: String) -> String {
    if why.chars().count() <= 300 { why } else { why.chars().take(299).chain(['…']).collect() }
}

/// What RFC 5322 allows.
const LONGEST_LINE: usize = 998;

/// How the text may travel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Carrier {
    /// Any server on the way: what is not short ASCII lines is encoded.
    Servers,
    /// A file: as readable as it was written, so that a link stays in one piece.
    File,
}

/// Builds the letter. `number` keeps the ids of letters of one millisecond apart; they are of `host`, or of the sender's
/// domain without one.
pub(crate) fn letter(
    message: &Message,
    from: &Mailbox,
    host: Option<&str>,
    now_ms: i64,
    number: u64,
    carrier: Carrier,
) -> Result<lettre::Message, MailError> {
    // The parser refuses line breaks and further recipients; its error does not quote the input.
    let to = address(&message.to).map_err(|error| MailError::refused(format!("the address: {error}")))?;
    let to = if carrier == Carrier::Servers { ascii_domain(&to) } else { to };
    let host = host.filter(|host| host.contains('.') && host.parse::<IpAddr>().is_err());
    let id = format!("<{now_ms}.{}.{number}@{}>", std::process::id(), host.unwrap_or(from.email.domain()));
    // Said, because the library would read it out of the head, where it refuses the marks of letters.
    let envelope = Envelope::new(Some(from.email.clone()), vec![to.clone()])
        .map_err(|error| MailError::refused(error.to_string()))?;
    let mut letter = lettre::Message::builder()
        .envelope(envelope)
        .from(from.clone())
        .to(Mailbox::new(None, to))
        .subject(one_line(&message.subject))
        .date(date(now_ms))
        .message_id(Some(id))
        // Asks holiday replies and list software not to answer (RFC 3834).
        .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".into()));
    if let Some(address) = message.headers.reply_to.as_deref().and_then(|text| reply_to(text, carrier)) {
        letter = letter.reply_to(Mailbox::new(None, address));
    }
    for header in unsubscribe_headers(&message.headers) {
        letter = letter.raw_header(header);
    }
    letter
        .header(MIME_VERSION_1_0)
        .header(ContentType::TEXT_PLAIN)
        .body(body(&message.text, carrier))
        .map_err(|error| MailError::refused(error.to_string()))
}

/// Whom an answer goes to. To a server no letters beyond ASCII before the @: not every one takes a message that has such in its
/// head.
fn reply_to(text: &str, carrier: Carrier) -> Option<Address> {
    let address = address(text).ok()?;
    match carrier {
        Carrier::File => Some(address),
        Carrier::Servers => Some(ascii_domain(&address)).filter(|address| address.user().is_ascii()),
    }
}

/// Written as they are: a header that is folded or encoded within the address is not understood by all who read it.
fn unsubscribe_headers(headers: &Headers) -> Vec<HeaderValue> {
    let is_plain =
        |address: &&String| address.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'<' && byte != b'>');
    let Some(address) = headers.unsubscribe.as_ref().filter(is_plain) else { return Vec::new() };
    let written = |name, value: String| {
        HeaderValue::dangerous_new_pre_encoded(HeaderName::new_from_ascii_str(name), value.clone(), value)
    };
    let mut all = vec![written("List-Unsubscribe", format!("<{address}>"))];
    if address.starts_with("https://") {
        all.push(written("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
    }
    all
}

/// Reads an address. Letters of many scripts carry marks (`प्रिया`), which the library refuses, so it looks at the address
/// without them: a mark opens no header and names no further recipient.
pub(crate) fn address(text: &str) -> Result<Address, AddressError> {
    let bare: String = text.chars().filter(|letter| !is_combining_mark(*letter)).collect();
    let address: Address = bare.parse()?;
    match text.rsplit_once('@') {
        Some((user, domain)) if bare != text => Ok(Address::new_dangerous(user, domain)),
        _ => Ok(address),
    }
}

/// An address with its domain as the network knows it: `bücher.example` is `xn--bcher-kva.example`, for every server.
pub(crate) fn ascii_domain(address: &Address) -> Address {
    if address.domain().is_ascii() {
        return address.clone();
    }
    match url::Host::parse(address.domain()) {
        Ok(domain) => Address::new_dangerous(address.user(), domain.to_string()),
        Err(_) => address.clone(),
    }
}

/// A title with a line break in it is no reason to lose the mail, and no way into the head of it.
fn one_line(subject: &str) -> String {
    let spaced: String = subject.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn body(text: &str, carrier: Carrier) -> Body {
    if carrier == Carrier::Servers || text.lines().any(|line| line.len() > LONGEST_LINE) {
        return Body::new(text.to_owned());
    }
    let encoding = if text.is_ascii() { ContentTransferEncoding::SevenBit } else { ContentTransferEncoding::EightBit };
    let mut bytes = Vec::with_capacity(text.len() + 64);
    for line in text.lines() {
        bytes.extend_from_slice(line.as_bytes());
        bytes.extend_from_slice(b"\r\n");
    }
    // Not dangerous: line ends are right and no line is too long, which is all that these two encodings ask.
    Body::dangerous_pre_encoded(bytes, encoding)
}

fn date(now_ms: i64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(now_ms).unwrap_or(0))
}
