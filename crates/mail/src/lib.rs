//! Mail: messages, and three ways to send them (SMTP, files in a folder, memory).
//!
//! The ways are a closed set, chosen by one setting; the two that send nothing are as inspectable as the real one.
//! It refuses header injection and never logs a subject or a text: they may hold codes and links that open accounts.
//! Sending belongs in a background job, never into a request or a transaction.

mod conversation;
mod folder;
mod mail;
mod mailer;
mod reply;
mod smtp;

pub use folder::Folder;
pub use mail::{BadSetting, Headers, MailError, Message};
pub use mailer::Mailer;
pub use smtp::{Encryption, Patience, ServerReport, Smtp};
