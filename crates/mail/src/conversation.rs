//! SMTP conversation: commands go out, replies come in. A reply is read as RFC 5321 (4.2.1) lets a client read it: the code of
//! its last line decides, and its text is for people only. So no byte of the text can make an accepted mail look unsent: what is
//! not UTF-8 is read as Latin-1, control characters become spaces, and of a line only the beginning is kept.
//!
//! The library's own connection was rejected: it gives up at the first byte that is not UTF-8, at a long line, at a line end
//! without a carriage return and at codes that RFC 5321 does not list; after the final dot each of these meant the same mail again.

use std::fmt;
use std::time::Duration;

use futures::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS, Mechanism};
#[expect(
    deprecated,
    reason = "the one stream of the library that can be encrypted half-way; the settings of TLS stay its own"
)]
use lettre::transport::smtp::client::AsyncNetworkStream;
use lettre::transport::smtp::client::TlsParameters;
use lettre::transport::smtp::commands::{Auth, Data, Ehlo, Quit, Starttls};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::response::{Category, Code, Detail, Response, Severity};

/// Of a line this much is kept.
const LONGEST_LINE: usize = 1000;
/// Of a reply this many lines are kept.
const MOST_LINES: usize = 100;
/// A reply that is longer has no end.
const LONGEST_REPLY: usize = 1024 * 1024;
/// Log-ins ask for a name and a password.
const MOST_CHALLENGES: usize = 10;

/// What the server says to one command.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    pub code: u16,
    pub lines: Vec<String>,
}

/// Why a step of the conversation failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The server says no (4xx, 5xx).
    Said { code: u16, text: String },
    /// There is no answer that could be understood, or no connection.
    Broken(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Said { code, text } if text.is_empty() => write!(f, "{code}"),
            Self::Said { code, text } => write!(f, "{code} {text}"),
            Self::Broken(why) => f.write_str(why),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Broken(chain(&error))
    }
}

impl From<lettre::transport::smtp::Error> for Failure {
    fn from(error: lettre::transport::smtp::Error) -> Self {
        Self::Broken(chain(&error))
    }
}

/// What the server offers in its answer to `EHLO`.
#[derive(Default)]
pub(crate) struct Extensions {
    pub eight_bit: bool,
    pub utf8: bool,
    pub starttls: bool,
    mechanisms: Vec<String>,
}

/// A connection to a mail server that has greeted and was greeted.
pub(crate) struct Conversation {
    #[expect(deprecated, reason = "see above")]
    stream: BufReader<AsyncNetworkStream>,
    offers: Extensions,
}

impl Conversation {
    /// Connects, waits for the greeting, and greets with this name. Encrypted from the first byte with `tls`.
    pub(crate) async fn open(
        server: (&str, u16),
        to_connect: Duration,
        name: &ClientId,
        tls: Option<TlsParameters>,
    ) -> Result<Self, Failure> {
        #[expect(deprecated, reason = "see above")]
        let stream = AsyncNetworkStream::connect_tokio1(server, Some(to_connect), tls, None).await?;
        let mut conversation = Self { stream: BufReader::new(stream), offers: Extensions::default() };
        conversation.answer().await?;
        conversation.greet(name).await?;
        Ok(conversation)
    }

    pub(crate) fn offers(&self) -> &Extensions {
        &self.offers
    }

    /// Encrypts the conversation, and greets again: what was offered before counts no more.
    pub(crate) async fn encrypt(&mut self, tls: TlsParameters, name: &ClientId) -> Result<(), Failure> {
        if !self.offers.starttls {
            return Err(Failure::Broken("the mail server does not offer STARTTLS".to_owned()));
        }
        self.command(Starttls).await?;
        // Whatever came in the clear would be read as if it had come encrypted.
        if !self.stream.buffer().is_empty() {
            return Err(Failure::Broken("the mail server stays in the clear after STARTTLS".to_owned()));
        }
        self.stream.get_mut().upgrade_tls(tls).await?;
        self.greet(name).await
    }

    async fn greet(&mut self, name: &ClientId) -> Result<(), Failure> {
        let reply = match self.command(Ehlo::new(name.clone())).await {
            // A filter that knows no extensions (RFC 5321, 3.2): the same greeting without them.
            Err(Failure::Said { code: 500 | 502, .. }) => {
                self.command(format!("HELO {name}\r\n")).await?;
                self.offers = Extensions::default();
                return Ok(());
            }
            other => other?,
        };
        self.offers = Extensions::from_reply(&reply);
        Ok(())
    }

    pub(crate) async fn log_in(&mut self, credentials: &Credentials) -> Result<(), Failure> {
        let offered = |mechanism: &&Mechanism| {
            let name = mechanism.to_string();
            self.offers.mechanisms.iter().any(|offered| offered.eq_ignore_ascii_case(&name))
        };
        let Some(mechanism) = DEFAULT_MECHANISMS.iter().find(offered).copied() else {
            return Err(Failure::Broken("the mail server offers no log-in by PLAIN or LOGIN".to_owned()));
        };
        let mut reply = self.command(Auth::new(mechanism, credentials.clone(), None)?).await?;
        for _ in 0..MOST_CHALLENGES {
            if reply.code != 334 {
                return Ok(());
            }
            let challenge = Code::new(Severity::PositiveIntermediate, Category::Unspecified3, Detail::Four);
            let challenge = Response::new(challenge, reply.lines);
            reply = self.command(Auth::new_from_response(mechanism, credentials.clone(), &challenge)?).await?;
        }
        Err(Failure::Broken("the mail server asks again and again during the log-in".to_owned()))
    }

    /// Sends a command with its line end; returns the reply, if it is a yes.
    pub(crate) async fn command(&mut self, command: impl fmt::Display) -> Result<Reply, Failure> {
        self.write(command.to_string().as_bytes()).await?;
        self.answer().await
    }

    /// Asks to send a mail.
    pub(crate) async fn data(&mut self) -> Result<(), Failure> {
        match self.command(Data).await? {
            Reply { code: 300.., .. } => Ok(()),
            Reply { code, .. } => {
                Err(Failure::Broken(format!("the mail server answers {code} to DATA, where 354 is due")))
            }
        }
    }

    /// Sends the text of a mail, and its final dot.
    pub(crate) async fn text(&mut self, mail: &[u8]) -> Result<(), Failure> {
        self.write(&dotted(mail)).await
    }

    /// What the server says to that. With its yes it has the mail.
    pub(crate) async fn verdict(&mut self) -> Result<(), Failure> {
        match self.answer().await? {
            Reply { code: ..300, .. } => Ok(()),
            Reply { code, .. } => {
                Err(Failure::Broken(format!("the mail server answers {code} to a mail, where 250 is due")))
            }
        }
    }

    /// Says farewell.
    pub(crate) async fn quit(&mut self) {
        let _ = self.command(Quit).await;
    }

    async fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let stream = self.stream.get_mut();
        stream.write_all(bytes).await?;
        stream.flush().await?;
        Ok(())
    }

    async fn answer(&mut self) -> Result<Reply, Failure> {
        let reply = read_reply(&mut self.stream).await?;
        if reply.code < 400 { Ok(reply) } else { Err(Failure::Said { code: reply.code, text: reply.text() }) }
    }
}

impl Extensions {
    /// Names of extensions are upper or lower case (RFC 5321, 2.4). Each line but the first has one.
    fn from_reply(reply: &Reply) -> Self {
        let mut offers = Self::default();
        for line in reply.lines.iter().skip(1) {
            let mut words = line.split_whitespace();
            match words.next().unwrap_or_default().to_ascii_uppercase().as_str() {
                "8BITMIME" => offers.eight_bit = true,
                "SMTPUTF8" => offers.utf8 = true,
                "STARTTLS" => offers.starttls = true,
                "AUTH" => offers.mechanisms.extend(words.map(str::to_owned)),
                _ => {}
            }
        }
        offers
    }
}

impl Reply {
    /// The lines as one. Many servers repeat the enhanced code in each.
    fn text(&self) -> String {
        let Some((first, rest)) = self.lines.split_first() else { return String::new() };
        let code =
            first.split(' ').next().filter(|word| word.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit()));
        let mut text = first.clone();
        for line in rest {
            let line = code.and_then(|code| line.strip_prefix(code)?.strip_prefix(' ')).unwrap_or(line);
            text.push(' ');
            text.push_str(line.trim_start());
        }
        text.trim().to_owned()
    }
}

/// Reads a reply to its last line. A line without a code belongs to the reply that it stands in; before the first one it says
/// that this is no mail server.
async fn read_reply(stream: &mut (impl futures::io::AsyncBufRead + Unpin)) -> Result<Reply, Failure> {
    let (mut lines, mut read, mut begun) = (Vec::new(), 0, false);
    loop {
        let line = read_line(stream, &mut read).await?;
        let Some(line) = line else {
            return Err(Failure::Broken("the mail server ended the conversation without a whole reply".to_owned()));
        };
        let (code, text, is_last) = match parsed(&line) {
            Some(parsed) => parsed,
            None if begun => (0, text(&line), false),
            None => return Err(Failure::Broken(format!("the mail server's reply is not SMTP: {}", text(&line)))),
        };
        begun = true;
        if lines.len() < MOST_LINES || is_last {
            lines.push(text);
        }
        if is_last {
            return Ok(Reply { code, lines });
        }
    }
}

/// The next line without its end, or the beginning of it; none where the stream has ended.
async fn read_line(
    stream: &mut (impl futures::io::AsyncBufRead + Unpin),
    read: &mut usize,
) -> Result<Option<Vec<u8>>, Failure> {
    let mut line = Vec::new();
    let mut is_empty = true;
    loop {
        let bytes = stream.fill_buf().await?;
        if bytes.is_empty() {
            return Ok(if is_empty { None } else { Some(line) });
        }
        is_empty = false;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let piece = &bytes[..end.unwrap_or(bytes.len())];
        line.extend_from_slice(&piece[..piece.len().min(LONGEST_LINE.saturating_sub(line.len()))]);
        let used = piece.len() + usize::from(end.is_some());
        stream.consume_unpin(used);
        *read += used;
        if end.is_some() {
            return Ok(Some(line));
        }
        if *read > LONGEST_REPLY {
            return Err(Failure::Broken("the mail server's reply has no end".to_owned()));
        }
    }
}

/// Code, text, and whether the reply ends here. RFC 5321 (4.2) has four first digits; some servers have more of the others than
/// it lists, and some leave out the text with the space before it.
fn parsed(line: &[u8]) -> Option<(u16, String, bool)> {
    let (code, rest) = line.split_at_checked(3)?;
    if !matches!(code[0], b'2'..=b'5') || !code.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let code = code.iter().fold(0, |code, digit| code * 10 + u16::from(digit - b'0'));
    let (is_last, rest) = match rest {
        [b'-', rest @ ..] => (false, rest),
        [b' ' | b'\t', rest @ ..] => (true, rest),
        [] | [b'\r'] => (true, &[][..]),
        _ => return None,
    };
    Some((code, text(rest), is_last))
}

/// Bytes as one line of text: UTF-8, else Latin-1, where each byte is the character of its number.
fn text(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        // The end of a long line can be the middle of a character.
        Err(error) if error.error_len().is_none() => {
            String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned()
        }
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    };
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    text.trim_end().to_owned()
}

/// A mail with a dot more before each line that begins with one, and the dot that ends it (RFC 5321, 4.5.2).
fn dotted(mail: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(mail.len() + 64);
    for line in mail.split_inclusive(|byte| *byte == b'\n') {
        if line.first() == Some(&b'.') {
            out.push(b'.');
        }
        out.extend_from_slice(line);
    }
    if !out.ends_with(b"\r\n") {
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(b".\r\n");
    out
}

/// An error with its causes. The library's own text has the first of them already.
fn chain(error: &dyn std::error::Error) -> String {
    let mut why = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let said = inner.to_string();
        if !why.contains(&said) {
            why.push_str(": ");
            why.push_str(&said);
        }
        cause = inner.source();
    }
    why
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(bytes: &[u8]) -> Result<Reply, Failure> {
        // In pieces of every size, as a network hands them out.
        let whole = read_reply(&mut futures::io::Cursor::new(bytes)).await;
        for size in 1..bytes.len().min(40) {
            let mut pieces = BufReader::with_capacity(size, futures::io::Cursor::new(bytes));
            let again = read_reply(&mut pieces).await;
            assert_eq!(format!("{again:?}"), format!("{whole:?}"), "in pieces of {size}");
        }
        whole
    }

    #[tokio::test]
    async fn the_code_decides_whatever_the_text_is() {
        let long = [b"250-".as_slice(), &[b'x'; 5000], b"\r\n250 ", "ü".repeat(3000).as_bytes(), b"\r\n"].concat();
        let many = [b"250-line\r\n".repeat(5000).as_slice(), b"250 end\r\n"].concat();
        for (bytes, code, said) in [
            (b"250 2.0.0 angenommen f\xfcr Zustellung\r\n".as_slice(), 250, "2.0.0 angenommen für Zustellung"),
            ("550 5.1.0 Empfänger unbekannt\r\n".as_bytes(), 550, "5.1.0 Empfänger unbekannt"),
            (b"550 5.1.0 Empf\xe4nger unbekannt\r\n", 550, "5.1.0 Empfänger unbekannt"),
            (b"250 a\0b\x1b[31m\x85c\r\n", 250, "a b [31m c"),
            (b"250 bare end\n", 250, "bare end"),
            (b"250-one\n250 two\n", 250, "one two"),
            (b"250\r\n", 250, ""),
            (b"250\n", 250, ""),
            (b"250-\r\n250 \r\n", 250, ""),
            (b"250 no end", 250, "no end"),
            (b"571 Delivery not authorized\r\n", 571, "Delivery not authorized"),
            (b"598 what\r\n", 598, "what"),
            (b"550-5.7.1 one\r\n550-5.7.1 two\r\n550 5.7.1 three\r\n", 550, "5.7.1 one two three"),
            (b"250-yes\r\n554 no\r\n", 554, "yes no"),
            (b"550-no\r\nand more\r\n550 end\r\n", 550, "no and more end"),
        ] {
            let reply = read(bytes).await.unwrap_or_else(|error| panic!("{error}: {bytes:?}"));
            assert_eq!((reply.code, reply.text().as_str()), (code, said), "{}", String::from_utf8_lossy(bytes));
        }
        for bytes in [long, many] {
            let reply = read(&bytes).await.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(reply.code, 250);
            assert!(reply.text().len() < (LONGEST_LINE + 8) * MOST_LINES);
        }
    }

    #[tokio::test]
    async fn what_is_no_reply_is_told() {
        let endless = [b"250-".as_slice(), &vec![b'x'; 2 * LONGEST_REPLY]].concat();
        for (bytes, told) in [
            (b"".as_slice(), "without a whole reply"),
            (b"250-more\r\n", "without a whole reply"),
            (b"HTTP/1.1 400 Bad Request\r\n\r\n", "is not SMTP: HTTP/1.1 400 Bad Request"),
            (b"660 go away\r\n", "is not SMTP: 660 go away"),
            (b"25\r\n", "is not SMTP: 25"),
            (b"\x16\x03\x01\xff\r\n", "is not SMTP"),
        ] {
            let failed = read(bytes).await.unwrap_err().to_string();
            assert!(failed.contains(told), "{failed}");
        }
        let failed = read_reply(&mut futures::io::Cursor::new(&endless)).await.unwrap_err().to_string();
        assert!(failed.contains("no end"), "{failed}");
    }

    #[test]
    fn extensions_are_read_in_any_case() {
        let lines =
            ["AUTH.example", "starttls", "8BitMime", "auth plain login", "K\u{e4}se"].map(str::to_owned).to_vec();
        let offers = Extensions::from_reply(&Reply { code: 250, lines });
        assert!(offers.starttls && offers.eight_bit && !offers.utf8);
        assert_eq!(offers.mechanisms, ["plain", "login"]);
    }

    #[test]
    fn a_dot_in_the_mail_does_not_end_it() {
        assert_eq!(dotted(b".\r\na.b\r\n..\r\n"), b"..\r\na.b\r\n...\r\n.\r\n");
        assert_eq!(dotted(b"end"), b"end\r\n.\r\n");
        assert_eq!(dotted(b""), b"\r\n.\r\n");
    }
}
