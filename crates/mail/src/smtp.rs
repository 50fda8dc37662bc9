//! Sending to a mail server. One connection per message: slower than keeping them, but a send that is broken off can
//! never leave its half conversation to the next message.

use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp::{AsyncSmtpTransportBuilder, Error};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use crate::letter::{BadSetting, Carrier, MailError, Message, letter};

/// The whole conversation must be over by then.
const PATIENCE: Duration = Duration::from_secs(20);
/// A farewell is polite, not worth waiting for.
const FAREWELL: Duration = Duration::from_secs(1);

/// A mail server.
#[derive(Clone)]
pub struct Smtp {
    server: AsyncSmtpTransportBuilder,
    from: Mailbox,
    patience: Duration,
}

impl Smtp {
    /// `smtps://` is TLS from the first byte (port 465). `smtp://` begins in the clear and is told by `?tls=`:
    /// `required` (STARTTLS or nothing; port 587), `opportunistic` (STARTTLS where offered), `none` (port 25).
    /// Without `?tls=`: none on this very machine, required when there is a password, otherwise opportunistic.
    /// A `/name` after the host is said in the greeting. Letters such as `@` in a password are percent-encoded.
    pub(crate) fn from_url(url: &str, from: Mailbox) -> Result<Self, BadSetting> {
        let address = with_tls(url)?;
        let server = AsyncSmtpTransport::<Tokio1Executor>::from_url(&address)
            .map_err(|_| {
                BadSetting(
                    "the mail server's address cannot be used; it should look like smtp://user:password@host:587"
                        .into(),
                )
            })?
            .timeout(Some(PATIENCE));
        Ok(Self { server, from, patience: PATIENCE })
    }

    /// Waits less, for tests.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.server = self.server.timeout(Some(patience));
        self.patience = patience;
        self
    }

    pub(crate) async fn probe(&self) -> Result<(), MailError> {
        let connection = self.server.clone().build::<Tokio1Executor>();
        let asked = tokio::time::timeout(self.patience, connection.test_connection()).await;
        let _ = tokio::time::timeout(FAREWELL, connection.shutdown()).await;
        match asked {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(MailError::later("the server ends the conversation")),
            Ok(Err(error)) => Err(sorted(&error)),
            Err(_) => Err(MailError::later(format!("no answer within {} s", self.patience.as_secs_f32()))),
        }
    }

    pub(crate) async fn send(&self, message: &Message, now_ms: i64, number: u64) -> Result<(), MailError> {
        let letter = letter(message, &self.from, now_ms, number, Carrier::Servers)?;
        let connection = self.server.clone().build::<Tokio1Executor>();
        let sent = tokio::time::timeout(self.patience, connection.send(letter)).await;
        // From here on the connection says goodbye when it is let go, instead of waiting for a next message. What counts
        // is said already, so the farewell may fail.
        let _ = tokio::time::timeout(FAREWELL, connection.shutdown()).await;
        match sent {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(sorted(&error)),
            Err(_) => Err(MailError::later(format!("no answer within {} s", self.patience.as_secs_f32()))),
        }
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
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// 5xx is for good, but not where it speaks of our password or of encryption: an operator can mend those while the mail waits.
fn sorted(error: &Error) -> MailError {
    let mut why = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        why.push_str(": ");
        why.push_str(&inner.to_string());
        cause = inner.source();
    }
    let ours = error.status().is_some_and(|code| matches!(u16::from(code), 530 | 534 | 535 | 538));
    if error.is_permanent() && !ours { MailError::refused(why) } else { MailError::later(why) }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ] {
            let Err(error) = Smtp::from_url(url, from.clone()) else { panic!("{url} was taken") };
            assert!(!format!("{error} {error:?}").contains("secret"), "{error}");
        }
    }
}
