//! Question generator: drafts of questions from a topic, for a person to review. It knows nothing of contests or
//! people.
//!
//! The built-in source ([`Library`]) works without any provider: generators compute their questions and answers, and a
//! bank written for this project covers facts. It never invents: a topic it does not know is refused with the nearest
//! ones it knows. A [`Provider`] is any OpenAI-compatible endpoint; [`write`] asks it, drops what fails, tops up and lets
//! it answer its own questions blind. Every draft of every source passes one checker ([`check`]);
//! those of kinds that an organiser chose ([`write_kinds`]) pass [`check_kind`].

mod bank;
mod bank_index;
mod checker;
mod draft;
mod generators;
mod kind_draft;
mod kind_provider;
mod library;
mod provider;
mod spell_check;
mod topics;
mod writer;

pub use bank_index::TopicCounts;
pub use checker::{Fault, KnownQuestions, check};
pub use draft::{Difficulty, Draft};
pub use kind_draft::{DraftKind, KindDraft, check_kind};
pub use library::{Library, LibraryDraft, LibraryDrafts, LibraryRequest, NoDrafts};
pub use provider::{BadSetting, DraftRequest, Provider, ProviderError, ProviderReply, Tokens};
pub use writer::{CheckedDraft, CheckedKindDraft, Order, Step, WHOLE, write, write_kinds};
