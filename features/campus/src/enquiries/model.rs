//! Enquiry model: an enquiry, its checks, and the keys by which senders are counted.

use sha2::{Digest, Sha256};

use quad_kernel::clock::Time;
use quad_kernel::error::Rejection;
use quad_kernel::ids::{EnquiryId, UserId};
use quad_kernel::validation;

const NAME_MAX: usize = 100;
const MESSAGE_MIN: usize = 10;
const MESSAGE_MAX: usize = 4000;

/// What it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    /// Anything.
    Contact,
    /// Plans for clubs and departments.
    Sales,
}

impl Topic {
    /// As it is stored and sent.
    pub fn word(self) -> &'static str {
        match self {
            Self::Contact => "contact",
            Self::Sales => "sales",
        }
    }

    /// Reads what [`Topic::word`] wrote.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Contact, Self::Sales].into_iter().find(|topic| topic.word() == word)
    }
}

/// Who writes: somebody logged in, or a name and an address that nobody has checked.
#[derive(Clone, Debug)]
pub(super) struct Sender {
    pub name: String,
    pub email: String,
    pub user: Option<UserId>,
}

impl Sender {
    /// A guest's own words.
    pub fn guest(name: &str, email: &str) -> Result<Self, Rejection> {
        Ok(Self {
            name: validation::name("name", "Your name", name, NAME_MAX)?,
            email: validation::email_of_form("email", email)?,
            user: None,
        })
    }
}

/// What somebody wrote; checked.
#[derive(Clone, Debug)]
pub(super) struct NewEnquiry {
    pub topic: Topic,
    pub sender: Sender,
    pub message: String,
    /// The field that people do not see was filled in.
    pub is_doubtful: bool,
}

/// Checks the message. Other line ends become ours, so that every line of it can be marked in the mail.
pub(super) fn message(text: &str) -> Result<String, Rejection> {
    let text = text.replace(['\u{2028}', '\u{2029}'], "\n");
    validation::text("message", "The message", &text, MESSAGE_MIN, MESSAGE_MAX)
}

/// An enquiry as it is stored.
#[derive(Clone, Debug)]
pub(super) struct Enquiry {
    pub id: EnquiryId,
    pub topic: Topic,
    pub sender: Sender,
    pub message: String,
    /// The field that people do not see was filled in.
    pub is_doubtful: bool,
    pub created_at: Time,
    /// When an administrator ticked it off.
    pub answered_at: Option<Time>,
}

/// A key of what is counted; the words themselves are not kept.
pub(super) type LimitKey = [u8; 32];

/// Under which keys a sender is counted. The order is the same for everybody, so that two at once cannot wait for each
/// other.
pub(super) fn keys(sender: &Sender, place: &str) -> Vec<LimitKey> {
    match sender.user {
        Some(user) => vec![key("account", &user.to_string())],
        None => vec![key("place", place), key("e-mail", &sender.email)],
    }
}

fn key(about: &str, who: &str) -> LimitKey {
    Sha256::new().chain_update("enquiry ").chain_update(about).chain_update([0]).chain_update(who).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guests_name_and_address_are_checked() {
        let sender = Sender::guest("  Ada Rao ", " Ada@Elsewhere.Example ").expect("fine");
        assert_eq!((sender.name.as_str(), sender.email.as_str()), ("Ada Rao", "ada@elsewhere.example"));
        let pasted = Sender::guest("\u{202a}Rene\u{301}e\u{202c}\u{200b}", "a@b.example").expect("fine");
        assert_eq!(pasted.name, "Renée");
        for (name, email) in [
            ("", "a@b.example"),
            ("a\nBcc: x@y.example", "a@b.example"),
            ("a\u{2028}b", "a@b.example"),
            ("\u{202e}\u{301}", "a@b.example"),
            ("Ada", "ada"),
            ("Ada", "a@b.example\r\nBcc: x@y.example"),
            ("Ada", "a@b.example, c@d.example"),
        ] {
            assert!(Sender::guest(name, email).is_err(), "{name:?} {email:?}");
        }
        assert!(Sender::guest(&"x".repeat(101), "a@b.example").is_err());
    }

    #[test]
    fn a_message_has_our_line_ends() {
        assert_eq!(message("one line\r\nand two\u{2028}and three").expect("fine"), "one line\nand two\nand three");
        for bad in ["", "too short", "a bell \u{7} in it", "a NUL \0 in it"] {
            assert!(message(bad).is_err(), "{bad:?}");
        }
        assert!(message(&"x".repeat(4001)).is_err());
    }

    #[test]
    fn keys_are_apart() {
        let guest = Sender::guest("Ada", "ada@b.example").expect("fine");
        let member = Sender { user: Some(UserId(uuid::Uuid::nil())), ..guest.clone() };
        let mut all = keys(&guest, "10.0.0.1");
        all.extend(keys(&member, "10.0.0.1"));
        all.extend(keys(&guest, "ada@b.example"));
        assert_eq!(all.len(), 5);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 4, "only the e-mail key comes twice");
    }
}
