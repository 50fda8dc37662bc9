//! SMTP client. One connection per message: slower than keeping them, but a send that is broken off can never leave its half
//! conversation to the next message.
//!
//! It speaks word by word, so that each refusal is known by the word it answers (reply.rs). It greets with a name others can
//! look up, or the address it speaks from; encryption is tried or demanded as the address of the server says.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lettre::Address;
use lettre::address::Envelope;
use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::TlsParameters;
use lettre::transport::smtp::commands::{Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{ClientId, MailBodyParameter, MailParameter};
use tokio::net::{UdpSocket, lookup_host};
use tokio::time::timeout;
use url::Url;

use crate::conversation::{Conversation, Failure};
use crate::mail::{BadSetting, Carrier, MailError, Message, address, ascii_domain, letter};
use crate::reply::{is_about_the_recipient, passes_by_itself};

/// How long the steps of a conversation may take. Before the final dot giving up costs a pause; after it a server that says yes
/// later than we wait has the mail, and is sent it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For a connection.
    pub connect: Duration,
    /// For everything until the yes to `DATA`, together.
    pub talk: Duration,
    /// For taking the text.
    pub text: Duration,
    /// For the answer to the final dot.
    pub verdict: Duration,
    /// For everything, where somebody waits for a question ([`Smtp::takes`]).
    pub question: Duration,
}

impl Patience {
    /// As RFC 5321 (4.5.3.2) asks: five minutes for each word (here for all of them), three for a piece of the text (here for
    /// the whole), ten after the final dot.
    pub const USUAL: Self = Self {
        connect: Duration::from_secs(20),
        talk: Duration::from_mins(5),
        text: Duration::from_mins(3),
        verdict: Duration::from_mins(10),
        question: Duration::from_secs(20),
    };

    /// The longest that sending one mail takes.
    pub const fn longest(self) -> Duration {
        self.talk.saturating_add(self.text).saturating_add(self.verdict).saturating_add(FAREWELL)
    }
}

/// A farewell is polite, not worth waiting for.
const FAREWELL: Duration = Duration::from_secs(1);
/// How long it is believed what the server takes.
const BELIEVED: Duration = Duration::from_mins(10);

/// A mail server.
#[derive(Clone)]
pub struct Smtp {
    server: Arc<Server>,
    from: Mailbox,
    /// A name of ours that others can look up.
    host: Option<String>,
    patience: Patience,
    /// When the server last said whether it takes SMTPUTF8.
    takes_utf8: Arc<Mutex<Option<(Instant, bool)>>>,
}

/// Its address, as the setting has it.
struct Server {
    host: String,
    port: u16,
    tls: Tls,
    credentials: Option<Credentials>,
    /// Said in the greeting instead of our own name.
    greeting: Option<String>,
}

enum Tls {
    Never,
    /// Encrypted without looking at the certificate; in the clear where the server does not offer it or it fails.
    Opportunistic(TlsParameters),
    Required(TlsParameters),
    FromTheStart(TlsParameters),
}

/// How a conversation is protected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Encryption {
    /// The certificate was looked at.
    Checked,
    /// By whoever answered: the certificate was not looked at.
    Unchecked,
    /// Not at all.
    Plain,
    /// Not at all, because it failed so.
    Failed(String),
}

/// What a server says when it is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerReport {
    /// How the conversation is protected.
    pub encryption: Encryption,
    /// Recipients it does not take, and why.
    pub refused: Vec<(String, String)>,
}

impl Smtp {
    /// `smtps://` is TLS from the first byte (port 465). `smtp://` begins in the clear and is told by `?tls=`:
    /// `required` (STARTTLS or nothing, and the certificate is checked; port 587), `opportunistic` (STARTTLS where it is offered
    /// and works; port 587), `none` (port 25).
    /// Without `?tls=`: none on this very machine, required when there is a password, otherwise opportunistic.
    /// A `/name` after the host is said in the greeting. Letters such as `@` in a password are percent-encoded.
    pub(crate) fn from_url(url: &str, from: Mailbox) -> Result<Self, BadSetting> {
        let server = Arc::new(Server::from_url(&with_tls(url)?)?);
        let email = ascii_domain(&from.email);
        let from = Mailbox::new(from.name, email);
        Ok(Self { server, from, host: None, patience: Patience::USUAL, takes_utf8: Arc::default() })
    }

    /// Waits as long as this instead.
    #[must_use]
    pub fn with_patience(mut self, patience: Patience) -> Self {
        self.patience = patience;
        self
    }

    pub(crate) fn with_host(mut self, host: Option<String>) -> Self {
        self.host = host;
        self
    }

    /// Greets the server, logs in, names the sender and the recipients, and takes it all back.
    pub(crate) async fn probe(&self, recipients: &[String]) -> Result<ServerReport, MailError> {
        within(self.patience.talk, async {
            let (mut conversation, encryption) = self.connect(self.patience.talk).await?;
            let tried = self.ask(&mut conversation, recipients).await;
            let _ = timeout(FAREWELL, conversation.quit()).await;
            Ok(ServerReport { encryption, refused: tried? })
        })
        .await
    }

    async fn ask(
        &self,
        conversation: &mut Conversation,
        recipients: &[String],
    ) -> Result<Vec<(String, String)>, MailError> {
        let mail = Mail::new(Some(self.from.email.clone()), Vec::new());
        conversation.command(mail).await.map_err(|error| ours(&error))?;
        let mut refused = Vec::new();
        for recipient in recipients {
            let Ok(address) = address(recipient) else { continue };
            let asked = conversation.command(Rcpt::new(ascii_domain(&address), Vec::new())).await;
            match asked.map_err(|error| sorted(&error)) {
                Ok(_) => {}
                Err(MailError::Refused { why }) => refused.push((recipient.clone(), why)),
                Err(error @ MailError::Later { .. }) => return Err(error),
            }
        }
        conversation.command(Rset).await.map_err(|error| ours(&error))?;
        Ok(refused)
    }

    /// Whether a mail to an address can go out: one with letters beyond ASCII before the `@` needs a server with SMTPUTF8.
    pub(crate) async fn takes(&self, address: &str) -> Result<bool, MailError> {
        let name = address.rsplit_once('@').map_or(address, |(name, _)| name);
        if name.is_ascii() {
            return Ok(true);
        }
        let known = *self.takes_utf8.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, takes)) = known.filter(|(asked, _)| asked.elapsed() < BELIEVED) {
            return Ok(takes);
        }
        let (mut conversation, _) = within(self.patience.question, self.connect(self.patience.question)).await?;
        let takes = conversation.offers().utf8;
        let _ = timeout(FAREWELL, conversation.quit()).await;
        Ok(takes)
    }

    pub(crate) async fn send(&self, message: &Message, now_ms: i64, number: u64) -> Result<(), MailError> {
        let letter = letter(message, &self.from, self.host.as_deref(), now_ms, number, Carrier::Servers)?;
        let bytes = letter.formatted();
        let mut conversation = within(self.patience.talk, self.announced(&letter, &bytes)).await?;
        let sent = self.handed_over(&mut conversation, &bytes).await;
        // What counts is said already, so the farewell may fail.
        let _ = timeout(FAREWELL, conversation.quit()).await;
        sent
    }

    /// A conversation in which the server waits for the text.
    async fn announced(&self, letter: &lettre::Message, bytes: &[u8]) -> Result<Conversation, MailError> {
        let (mut conversation, encryption) = self.connect(self.patience.talk).await?;
        if let Encryption::Failed(why) = encryption {
            tracing::warn!(why, "the mail server offers encryption, which fails: mail goes to it in the clear");
        }
        let said = announce(&mut conversation, letter.envelope(), bytes).await;
        if said.is_err() {
            let _ = timeout(FAREWELL, conversation.quit()).await;
        }
        said.map(|()| conversation)
    }

    /// Sends the text and waits for what the server says to it.
    async fn handed_over(&self, conversation: &mut Conversation, bytes: &[u8]) -> Result<(), MailError> {
        let text = async { conversation.text(bytes).await.map_err(|error| sorted(&error)) };
        within(self.patience.text, text).await?;
        let verdict = async { conversation.verdict().await.map_err(|error| sorted(&error)) };
        within(self.patience.verdict, verdict).await
    }

    /// A connection that is greeted, encrypted and logged in to, for somebody who waits so long. Whatever is refused until then
    /// speaks of us.
    async fn connect(&self, patience: Duration) -> Result<(Conversation, Encryption), MailError> {
        let name = self.greeting().await;
        let (mut conversation, encryption) = self.encrypted(&name, patience).await.map_err(|error| ours(&error))?;
        if let Some(credentials) = &self.server.credentials {
            conversation.log_in(credentials).await.map_err(|error| ours(&error))?;
        }
        let takes = conversation.offers().utf8;
        *self.takes_utf8.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), takes));
        Ok((conversation, encryption))
    }

    async fn encrypted(&self, name: &ClientId, patience: Duration) -> Result<(Conversation, Encryption), Failure> {
        match &self.server.tls {
            Tls::Never => Ok((self.opened(name, None).await?, Encryption::Plain)),
            Tls::FromTheStart(tls) => Ok((self.opened(name, Some(tls.clone())).await?, Encryption::Checked)),
            Tls::Required(tls) => {
                let mut conversation = self.opened(name, None).await?;
                conversation.encrypt(tls.clone(), name).await?;
                Ok((conversation, Encryption::Checked))
            }
            Tls::Opportunistic(tls) => {
                let mut conversation = self.opened(name, None).await?;
                if !conversation.offers().starttls {
                    return Ok((conversation, Encryption::Plain));
                }
                // Some of the time is left for the other way.
                let why = match timeout(patience / 3, conversation.encrypt(tls.clone(), name)).await {
                    Ok(Ok(())) => return Ok((conversation, Encryption::Unchecked)),
                    Ok(Err(error)) => error.to_string(),
                    Err(_) => "no answer to STARTTLS".to_owned(),
                };
                drop(conversation);
                Ok((self.opened(name, None).await?, Encryption::Failed(why)))
            }
        }
    }

    async fn opened(&self, name: &ClientId, tls: Option<TlsParameters>) -> Result<Conversation, Failure> {
        let server = (self.server.host.as_str(), self.server.port);
        Conversation::open(server, self.patience.connect, name, tls).await
    }

    /// The name in the greeting: one with a dot in it that others can look up, else the address we speak from (RFC 5321,
    /// 4.1.4). The bare name of a machine is refused by many.
    async fn greeting(&self) -> ClientId {
        if let Some(name) = &self.server.greeting {
            return ClientId::Domain(name.clone());
        }
        match self.host.as_deref() {
            Some(host) => match host.parse() {
                Ok(IpAddr::V4(address)) => ClientId::Ipv4(address),
                Ok(IpAddr::V6(address)) => ClientId::Ipv6(address),
                Err(_) if host.contains('.') => ClientId::Domain(host.to_owned()),
                Err(_) => self.address().await,
            },
            None => self.address().await,
        }
    }

    /// The address we speak from. Connecting a datagram socket sends nothing.
    async fn address(&self) -> ClientId {
        let asked = async {
            let to = lookup_host((self.server.host.as_str(), self.server.port)).await.ok()?.next()?;
            let any: IpAddr = if to.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
            let socket = UdpSocket::bind((any, 0)).await.ok()?;
            socket.connect(to).await.ok()?;
            socket.local_addr().ok()
        };
        match asked.await.map(|address| address.ip()) {
            Some(IpAddr::V4(address)) => ClientId::Ipv4(address),
            Some(IpAddr::V6(address)) => ClientId::Ipv6(address),
            None => ClientId::Ipv4(Ipv4Addr::LOCALHOST),
        }
    }
}

/// A step that must be over by then.
async fn within<T>(patience: Duration, step: impl Future<Output = Result<T, MailError>>) -> Result<T, MailError> {
    let hung = || MailError::later(format!("no answer within {} s", patience.as_secs_f32()));
    timeout(patience, step).await.unwrap_or_else(|_| Err(hung()))
}

/// Names the sender and the recipient, and asks to send the text.
async fn announce(conversation: &mut Conversation, envelope: &Envelope, bytes: &[u8]) -> Result<(), MailError> {
    let mut words = Vec::new();
    let is_ascii = |address: &Address| AsRef::<str>::as_ref(address).is_ascii();
    if !envelope.to().iter().chain(envelope.from()).all(is_ascii) {
        if !conversation.offers().utf8 {
            return Err(MailError::refused("the address needs SMTPUTF8, which the mail server does not offer"));
        }
        words.push(MailParameter::SmtpUtfEight);
    }
    if !bytes.is_ascii() {
        if !conversation.offers().eight_bit {
            return Err(MailError::refused("the mail needs 8BITMIME, which the mail server does not offer"));
        }
        words.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    let mail = Mail::new(envelope.from().cloned(), words);
    conversation.command(mail).await.map_err(|error| ours(&error))?;
    for to in envelope.to() {
        let rcpt = Rcpt::new(to.clone(), Vec::new());
        conversation.command(rcpt).await.map_err(|error| sorted(&error))?;
    }
    // Some servers say only here what they think of the recipient.
    conversation.data().await.map_err(|error| sorted(&error))
}

/// What to do about an answer to what was said of the recipient and the mail.
fn sorted(failure: &Failure) -> MailError {
    match failure {
        Failure::Said { code: code @ 500.., text } if is_about_the_recipient(*code, text) => {
            MailError::refused(failure.to_string())
        }
        _ => ours(failure),
    }
}

/// What to do about anything that is no fault of the recipient.
fn ours(failure: &Failure) -> MailError {
    match failure {
        Failure::Said { code: 500.., .. } => {
            MailError::later(format!("the mail server refuses, and not because of the recipient: {failure}"))
        }
        Failure::Said { text, .. } if passes_by_itself(text) => MailError::put_off(failure.to_string()),
        _ => MailError::later(failure.to_string()),
    }
}

impl Server {
    /// From what [`with_tls`] answers.
    fn from_url(url: &str) -> Result<Self, BadSetting> {
        let bad = || {
            BadSetting(
                "the mail server's address cannot be used; it should look like smtp://user:password@host:587".into(),
            )
        };
        let url = Url::parse(url).map_err(|_| bad())?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or_else(bad)?;
        // An IPv6 address stands in brackets there, and nowhere else.
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let checked = || TlsParameters::new(host.clone()).map_err(|_| bad());
        let (tls, port) = match (url.scheme(), url.query()) {
            ("smtps", _) => (Tls::FromTheStart(checked()?), 465),
            (_, Some("tls=required")) => (Tls::Required(checked()?), 587),
            (_, Some("tls=opportunistic")) => {
                let unchecked = TlsParameters::builder(host.clone())
                    .dangerous_accept_invalid_certs(true)
                    .dangerous_accept_invalid_hostnames(true);
                (Tls::Opportunistic(unchecked.build().map_err(|_| bad())?), 587)
            }
            _ => (Tls::Never, 25),
        };
        let decoded =
            |text: &str| percent_encoding::percent_decode_str(text).decode_utf8().map(String::from).map_err(|_| bad());
        let credentials = match url.password() {
            Some(password) => Some(Credentials::new(decoded(url.username())?, decoded(password)?)),
            None => None,
        };
        let greeting = greeting(url.path())?;
        Ok(Self { port: url.port().unwrap_or(port), host, tls, credentials, greeting })
    }
}

/// The name after the host, if there is one: what a server can look up, or an address in brackets.
fn greeting(path: &str) -> Result<Option<String>, BadSetting> {
    let name = path.trim_matches('/');
    let is_label = |label: &str| {
        let is_plain = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        (1..=63).contains(&label.len()) && is_plain && !label.starts_with('-') && !label.ends_with('-')
    };
    let in_brackets = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    let is_address = in_brackets.is_some_and(|name| name.trim_start_matches("IPv6:").parse::<IpAddr>().is_ok());
    if name.is_empty() {
        Ok(None)
    } else if is_address || (name.len() <= 253 && name.split('.').all(is_label)) {
        Ok(Some(name.to_owned()))
    } else {
        Err(BadSetting(
            "what stands after the mail server's host is the name to greet it with, of letters a to z, digits, hyphens \
             and dots, such as mail.campus.example"
                .into(),
        ))
    }
}

/// Turns our four ways of TLS into the words of the library.
fn with_tls(url: &str) -> Result<String, BadSetting> {
    let bad = || BadSetting("the mail server's address must begin with smtp:// or smtps://".into());
    let (base, query) = url.split_once('?').map_or((url, ""), |(base, query)| (base, query));
    let (scheme, rest) = base.split_once("://").ok_or_else(bad)?;
    let tls = match (query.split_once('=').unwrap_or((query, "")), scheme) {
        ((_, _), "smtps") if query.is_empty() => return Ok(base.to_owned()),
        (("tls", "none"), "smtp") => return Ok(base.to_owned()),
        (("tls", tls @ ("required" | "opportunistic")), "smtp") => tls,
        (("", _), "smtp") => {
            let authority = rest.split('/').next().unwrap_or_default();
            let (person, host) = authority.rsplit_once('@').unwrap_or(("", authority));
            if is_this_machine(host) {
                return Ok(base.to_owned());
            }
            if person.is_empty() { "opportunistic" } else { "required" }
        }
        (_, "smtp" | "smtps") => {
            return Err(BadSetting(
                "after the ? only tls=required, tls=opportunistic or tls=none can stand, with smtp:// only".into(),
            ));
        }
        _ => return Err(bad()),
    };
    Ok(format!("{base}?tls={tls}"))
}

fn is_this_machine(host_and_port: &str) -> bool {
    let host = match host_and_port.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => host_and_port.split(':').next().unwrap_or_default(),
    };
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_server_has_the_time_that_it_may_take() {
        let usual = Patience::USUAL;
        let minutes = Duration::from_mins;
        assert!(
            usual.talk >= minutes(5) && usual.text >= minutes(3) && usual.verdict >= minutes(10),
            "RFC 5321, 4.5.3.2"
        );
        assert!(usual.connect < usual.talk, "there may be another way");
        assert!(usual.question < minutes(1), "a request waits for it");
    }

    #[test]
    fn a_name_to_greet_with_is_one() {
        let greeted = |path: &str| {
            let url = format!("smtp://host{path}");
            let server = Server::from_url(&url).unwrap_or_else(|error| panic!("{url}: {error}"));
            server.greeting
        };
        for none in ["", "/", "//"] {
            assert_eq!(greeted(none), None);
        }
        for name in
            ["mail.campus.example", "xn--bcher-kva.example", "mail_1.example", "quad", "[192.0.2.7]", "[IPv6:::1]"]
        {
            assert_eq!(greeted(&format!("/{name}")).as_deref(), Some(name));
        }
        assert_eq!(greeted("/mail.campus.example/").as_deref(), Some("mail.campus.example"));
        let Err(said) = Server::from_url("smtp://host/bad name") else { panic!("it was taken") };
        assert!(said.to_string().contains("the name to greet it with"), "{said}");
    }

    #[test]
    fn a_password_never_travels_in_the_clear_unless_told() {
        let cases = [
            ("smtp://mail.example.org", "smtp://mail.example.org?tls=opportunistic"),
            ("smtp://ann:pw@mail.example.org:2525", "smtp://ann:pw@mail.example.org:2525?tls=required"),
            ("smtp://ann:p%40w@mail.example.org/quad", "smtp://ann:p%40w@mail.example.org/quad?tls=required"),
            ("smtp://ann:pw@mail.example.org?tls=none", "smtp://ann:pw@mail.example.org"),
            ("smtp://ann:pw@mail.example.org?tls=opportunistic", "smtp://ann:pw@mail.example.org?tls=opportunistic"),
            ("smtp://ann:pw@127.0.0.1:1025", "smtp://ann:pw@127.0.0.1:1025"),
            ("smtp://localhost:25", "smtp://localhost:25"),
            ("smtp://[::1]:25", "smtp://[::1]:25"),
            ("smtp://localhost.example.org", "smtp://localhost.example.org?tls=opportunistic"),
            ("smtps://ann:pw@mail.example.org", "smtps://ann:pw@mail.example.org"),
        ];
        for (given, expected) in cases {
            assert_eq!(with_tls(given).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn an_address_that_is_not_understood_is_refused_without_being_repeated() {
        let from: Mailbox = "quad@example.org".parse().unwrap();
        for url in [
            "ann:secret@host",
            "http://ann:secret@host",
            "smtp://ann:secret@host?tls=maybe",
            "smtps://ann:secret@host?tls=none",
            "smtp://ann:secret@",
            "smtp://ann:secret@host:99999",
            "smtp://ann:secret@host/bad name",
            "smtp://ann:secret@host/bad%20name",
            "smtp://ann:secret@host/a/b",
            "smtp://ann:secret@host/-quad.example.org",
            "smtp://ann:secret@host/quad..example",
            "smtp://ann:secret@host/q%C3%BCad.example",
            "smtp://ann:secret@host/[192.0.2.7",
        ] {
            let Err(error) = Smtp::from_url(url, from.clone()) else { panic!("{url} was taken") };
            assert!(!format!("{error} {error:?}").contains("secret"), "{error}");
        }
    }
}
