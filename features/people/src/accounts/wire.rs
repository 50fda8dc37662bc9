//! JSON of accounts' calls. The specification's spellings (`passWord`, `Batch`, `_id`) are used nowhere else inside.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::notify::{Subscription, SubscriptionIn};
use quad_http::body::UnreadNames;
use quad_kernel::clock::Time;
use quad_kernel::error::Rejection;
use quad_kernel::ids::SessionId;
use quad_kernel::validation;

use super::messages;
use super::model::{Account, AccountChanges, Lifetime, NewAccount, NextPage, Token};
use super::store_sessions::ListedSession;

/// What a refusal about the password names, so that a form can point at its field.
pub(super) const PASSWORD_FIELD: &str = "passWord";

/// A registration. Fields not listed here are ignored.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RegisterIn {
    /// 1 to 100 characters.
    #[schema(value_type = String)]
    full_name: Option<String>,
    /// An address of the institute's domain.
    #[schema(value_type = String)]
    email: Option<String>,
    /// 7 to 15 digits, as text or number.
    #[schema(value_type = String)]
    contact: Option<Value>,
    /// 8 to 1,024 bytes, not easily guessed.
    #[schema(value_type = String)]
    pass_word: Option<String>,
    /// The year, as number or text.
    #[serde(rename = "Batch")]
    #[schema(value_type = i32)]
    batch: Option<Value>,
    /// The page of this site to which the person was going, for the mailed link to lead there; what is none is ignored.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    next: Value,
    /// Ignored: roles are granted, not asked for.
    #[serde(default, rename = "role")]
    #[schema(value_type = Option<String>)]
    _role: IgnoredAny,
    /// Ignored: it starts empty.
    #[serde(default, rename = "contestgiven")]
    #[schema(value_type = Option<Vec<String>>)]
    _contestgiven: IgnoredAny,
}

impl RegisterIn {
    /// Where the person was going.
    pub fn next(&self) -> Option<NextPage> {
        NextPage::parse(self.next.as_str()?)
    }

    /// The account asked for, and its password.
    pub fn parse(self) -> Result<(NewAccount, String), Rejection> {
        let new = NewAccount {
            full_name: full_name(self.full_name)?,
            email: validation::email_of_form("email", &required("email", self.email)?)?,
            contact: contact(self.contact)?,
            batch: batch(self.batch)?,
        };
        Ok((new, secret(PASSWORD_FIELD, self.pass_word)?))
    }
}

/// A text that is not blank.
fn required(field: &'static str, value: Option<String>) -> Result<String, Rejection> {
    value.filter(|text| !text.trim().is_empty()).ok_or_else(|| Rejection::invalid(field, messages::REQUIRED))
}

/// A password: blanks belong to it.
fn secret(field: &'static str, value: Option<String>) -> Result<String, Rejection> {
    value.filter(|text| !text.is_empty()).ok_or_else(|| Rejection::invalid(field, messages::REQUIRED))
}

/// A telephone number as its person writes it, in ASCII: without its plus nobody could dial it from abroad.
fn contact(value: Option<Value>) -> Result<String, Rejection> {
    let refused = || Rejection::invalid("contact", messages::CONTACT);
    let text = match value {
        None | Some(Value::Null) => return Err(Rejection::invalid("contact", messages::REQUIRED)),
        Some(Value::String(text)) if text.trim().is_empty() => {
            return Err(Rejection::invalid("contact", messages::REQUIRED));
        }
        Some(Value::String(text)) => text,
        Some(Value::Number(number)) => number.as_u64().ok_or_else(refused)?.to_string(),
        Some(_) => return Err(refused()),
    };
    validation::phone(&text).ok_or_else(refused)
}

/// A year; which years are possible depends on the clock and is the use case's to say.
fn batch(value: Option<Value>) -> Result<i32, Rejection> {
    let year = match value {
        None | Some(Value::Null) => return Err(Rejection::invalid("Batch", messages::REQUIRED)),
        Some(Value::String(text)) => quad_text::ascii_digits(text.trim()).parse().ok(),
        Some(Value::Number(number)) => number.as_i64().and_then(|year| i32::try_from(year).ok()),
        Some(_) => None,
    };
    year.ok_or_else(|| Rejection::invalid("Batch", messages::BATCH))
}

/// The answer to a registration.
#[derive(Serialize, ToSchema)]
pub(super) struct RegisteredOut {
    pub success: bool,
    pub message: String,
    /// A link was mailed and must be opened before the first log-in.
    pub confirm: bool,
}

/// The token of a mailed link.
#[derive(Deserialize, ToSchema)]
pub(super) struct ConfirmIn {
    pub token: String,
}

/// An address that was confirmed.
#[derive(Serialize, ToSchema)]
pub(super) struct ConfirmedOut {
    pub success: bool,
    pub message: String,
    /// Who is logged in by that; nobody where the link was opened before, or somebody else is logged in.
    pub account: Option<LoggedInOut>,
}

/// A wish for another mail with a link.
#[derive(Deserialize, ToSchema)]
pub(super) struct ResendIn {
    #[schema(value_type = String)]
    email: Option<String>,
    /// As at the registration.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    next: Value,
}

impl ResendIn {
    pub fn parse(self) -> Result<(String, Option<NextPage>), Rejection> {
        let email = validation::email("email", &required("email", self.email)?)?;
        Ok((email, self.next.as_str().and_then(NextPage::parse)))
    }
}

/// A log-in.
#[derive(Deserialize, ToSchema)]
pub(super) struct LogInIn {
    #[schema(value_type = String)]
    email: Option<String>,
    #[serde(rename = "passWord")]
    #[schema(value_type = String)]
    pass_word: Option<String>,
    /// The browser's push subscription, if it has one. Of any shape: nothing sent here can fail a log-in. What cannot be
    /// read is ignored.
    #[serde(default, rename = "pushsubscription")]
    #[schema(value_type = Option<Object>)]
    push_subscription: Value,
    /// The token of the mailed link, where a registration of another browser is confirmed by its password. What is none is
    /// ignored.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    confirmation: Value,
}

impl LogInIn {
    /// The push subscription sent along, as an object or as the text of one, if it can be used.
    pub fn subscription(&self, device: &str) -> Option<Subscription> {
        let sent = match &self.push_subscription {
            Value::String(text) => serde_json::from_str(text).ok()?,
            other => other.clone(),
        };
        serde_json::from_value::<SubscriptionIn>(sent).ok()?.parse(device).ok()
    }

    /// The mailed link sent along.
    pub fn link(&self) -> Option<Token> {
        Token::mailed(self.confirmation.as_str()?)
    }

    /// Address and password.
    pub fn parse(self) -> Result<(String, String), Rejection> {
        Ok((required("email", self.email)?, secret(PASSWORD_FIELD, self.pass_word)?))
    }
}

/// A person who has just logged in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoggedInOut {
    #[serde(rename = "_id")]
    id: String,
    full_name: String,
    email: String,
    /// The strongest role word.
    role: String,
    message: String,
    success: bool,
}

impl From<Account> for LoggedInOut {
    fn from(mut account: Account) -> Self {
        Self {
            id: account.id.to_string(),
            role: account.roles.swap_remove(0),
            full_name: account.full_name,
            email: account.email,
            message: messages::SIGNED_IN.to_owned(),
            success: true,
        }
    }
}

/// The roles of the person asking.
#[derive(Serialize, ToSchema)]
pub(super) struct RoleOut {
    /// True for everybody signed in; `role` says what they are.
    pub success: bool,
    /// The strongest role word.
    pub role: String,
    /// All role words, strongest first.
    pub roles: Vec<String>,
    pub message: String,
}

/// A wish for a code, or, with `code`, for the new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResetIn {
    #[schema(value_type = String)]
    email: Option<String>,
    #[schema(value_type = String)]
    new_password: Option<String>,
    /// The six digits of the mail, as text or number; or the twelve that the operator told, as text, in groups or not.
    #[schema(value_type = Option<String>)]
    code: Option<Value>,
}

/// What the two forms of the call ask for.
pub(super) enum Reset {
    Ask { email: String, password: String },
    Set { email: String, password: String, code: String },
}

impl ResetIn {
    pub fn parse(self) -> Result<Reset, Rejection> {
        let email = validation::email("email", &required("email", self.email)?)?;
        let password = secret("newPassword", self.new_password)?;
        Ok(match self.code {
            None | Some(Value::Null) => Reset::Ask { email, password },
            Some(Value::String(code)) if code.trim().is_empty() => Reset::Ask { email, password },
            Some(Value::String(code)) => Reset::Set { email, password, code },
            // A number has lost its leading zeros.
            Some(Value::Number(number)) => Reset::Set { email, password, code: format!("{:0>6}", number.to_string()) },
            Some(_) => return Err(messages::WRONG_CODE),
        })
    }
}

/// What to change about the own account; what is absent or null stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountIn {
    /// 1 to 100 characters.
    full_name: Option<String>,
    /// 7 to 15 digits, as text or number.
    #[schema(value_type = Option<String>)]
    contact: Option<Value>,
    /// The year, as number or text.
    #[serde(rename = "Batch")]
    #[schema(value_type = Option<i32>)]
    batch: Option<Value>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

/// What replies tell of an account, and [`AccountIn`] does not set.
const TOLD_OF_ACCOUNTS: [&str; 12] = [
    "_id",
    "id",
    "email",
    "role",
    "roles",
    "contestCredits",
    "pollCredits",
    "picture",
    "createdAt",
    "contestgiven",
    "count",
    "poll",
];

impl AccountIn {
    /// The changes asked for, under the rules of registration. A name misspelt is refused: its change would seem to be made.
    pub fn parse(self) -> Result<AccountChanges, Rejection> {
        self.others.refuse_but(&TOLD_OF_ACCOUNTS, &["fullName", "contact", "Batch"])?;
        if self.full_name.is_none() && self.contact.is_none() && self.batch.is_none() {
            return Err(Rejection::invalid("fullName", messages::NOTHING_TO_CHANGE));
        }
        Ok(AccountChanges {
            full_name: self.full_name.map(|name| full_name(Some(name))).transpose()?,
            contact: self.contact.map(|sent| contact(Some(sent))).transpose()?,
            batch: self.batch.map(|sent| batch(Some(sent))).transpose()?,
        })
    }
}

fn full_name(value: Option<String>) -> Result<String, Rejection> {
    validation::name("fullName", "Full name", &required("fullName", value)?, 100)
}

/// Another password.
#[derive(Deserialize, ToSchema)]
pub(super) struct PasswordIn {
    /// The one until now.
    #[schema(value_type = String)]
    current: Option<String>,
    /// 8 to 1,024 bytes, not easily guessed.
    #[schema(value_type = String)]
    password: Option<String>,
}

impl PasswordIn {
    /// The one until now and the new one.
    pub fn parse(self) -> Result<(String, String), Rejection> {
        Ok((secret("current", self.current)?, secret("password", self.password)?))
    }
}

/// The password that proves who deletes the account.
#[derive(Deserialize, ToSchema)]
pub struct ProofIn {
    /// The account's.
    #[schema(value_type = String)]
    password: Option<String>,
}

impl ProofIn {
    /// The password sent.
    pub fn parse(self) -> Result<String, Rejection> {
        password_sent(self.password)
    }
}

/// The password that comes with something else, as `password`.
pub fn password_sent(password: Option<String>) -> Result<String, Rejection> {
    secret("password", password)
}

/// The devices a person is logged in on.
#[derive(Serialize, ToSchema)]
pub(super) struct SessionsOut {
    pub success: bool,
    /// Latest used first.
    pub sessions: Vec<SessionOut>,
}

/// One of them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionOut {
    id: String,
    /// The one asking.
    current: bool,
    /// "Chrome on Android".
    device: String,
    address: String,
    created_at: String,
    last_seen_at: String,
    /// When it ends if it is not used before.
    expires_at: String,
}

impl SessionOut {
    /// The session, if it is living.
    pub fn living(session: &ListedSession, current: SessionId, is_admin: bool, now: Time) -> Option<Self> {
        let life = Lifetime::of(is_admin);
        let expires_at = session.created_at.plus(life.absolute).min(session.last_seen_at.plus(life.idle));
        (now < expires_at).then(|| Self {
            id: session.id.to_string(),
            current: session.id == current,
            device: session.device.clone(),
            address: session.address.clone(),
            created_at: session.created_at.to_rfc3339(),
            last_seen_at: session.last_seen_at.to_rfc3339(),
            expires_at: expires_at.to_rfc3339(),
        })
    }
}

/// How many other sessions were ended.
#[derive(Serialize, ToSchema)]
pub(super) struct EndedOut {
    pub success: bool,
    pub message: String,
    pub ended: u64,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_contact_is_seven_to_fifteen_digits_kept_as_written() {
        for (sent, kept) in [
            (json!("9876543210"), "9876543210"),
            (json!(9_876_543_210_u64), "9876543210"),
            (json!(" +91 98765-43210 "), "+91 98765-43210"),
            (json!("(080) 2345 678"), "(080) 2345 678"),
            (json!("+\u{967}\u{967}\u{a0}98765\u{2011}43210"), "+11 98765-43210"),
            (json!("\u{202a}+91\u{202c}9876543210"), "+919876543210"),
            (json!("00 91 98765 43210"), "+91 98765 43210"),
            (json!("tel:+91-98765-43210"), "+91-98765-43210"),
        ] {
            assert_eq!(contact(Some(sent.clone())).ok().as_deref(), Some(kept), "{sent}");
            assert_eq!(contact(Some(json!(kept))).ok().as_deref(), Some(kept), "what is shown is sent back");
        }
        let table: Value = serde_json::from_str(include_str!("../../../../server/tests/it/texts.json")).expect("JSON");
        for sent in table["contacts"]["kept"].as_array().expect("pasted ones") {
            let kept = contact(Some(sent.clone())).expect("a number");
            assert_eq!(kept.replace(|c: char| !c.is_ascii_digit(), ""), "9876543210", "{sent}");
        }
        for (sent, kept) in table["contacts"]["dialled"].as_object().expect("as from abroad") {
            assert_eq!(contact(Some(json!(sent))).ok().as_deref(), kept.as_str(), "{sent}");
        }
        for bad in table["contacts"]["refused"].as_array().expect("others") {
            assert!(contact(Some(bad.clone())).is_err(), "{bad}");
        }
        for bad in [
            json!("123456"),
            json!("1234567890123456"),
            json!(123),
            json!(-9_876_543_210_i64),
            json!(98765.5),
            json!("98765x3210"),
            json!([]),
            json!(null),
            json!(""),
        ] {
            assert!(contact(Some(bad.clone())).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_log_in_takes_any_push_subscription() {
        for subscription in [json!(null), json!(7), json!("x"), json!({"endpoint": {"deep": [1, [2, [3]]]}}), json!([])]
        {
            let body = json!({"email": "a@b.c", "passWord": "p", "pushsubscription": subscription}).to_string();
            assert!(serde_json::from_str::<LogInIn>(&body).is_ok(), "{body}");
        }
    }
}
