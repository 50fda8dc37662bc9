//! Contest rules: the settings of a contest beyond its texts and its time, as one value with a default.
//!
//! A new setting is a field here. The database keeps the rules as JSON, requests change what they name, and every reply that
//! shows a contest carries them (`wire.rs` flattens them); none of these places names a setting. See
//! docs/adding-a-contest-setting.md.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use quad_kernel::error::Rejection;
use quad_kernel::ids::{ContestId, UserId};

use super::mark_scheme::MarkScheme;
use super::messages;

/// The settings of a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ContestRules {
    /// Participants may see their answers beside the right ones after the end.
    pub answers_shown: bool,
    /// In which order each person sees the options of a question; `fixed` where nothing is said.
    #[serde(skip_serializing_if = "OptionOrder::is_fixed")]
    pub option_order: OptionOrder,
    /// What answers give; nothing is said of it where a right answer gives one point and a wrong one none.
    #[serde(flatten, skip_serializing_if = "MarkScheme::is_plain")]
    pub marks: MarkScheme,
}

impl ContestRules {
    /// Whether a contest with the rules `old` may get these; `joined` says that somebody takes part.
    pub(super) fn may_replace(self, old: Self, joined: bool) -> Result<(), Rejection> {
        if joined && self.option_order != old.option_order {
            return Err(messages::OPTION_ORDER_FROZEN.with("field", "optionOrder"));
        }
        if joined && self.marks != old.marks {
            return Err(messages::MARKS_FROZEN.with("field", "preset"));
        }
        Ok(())
    }

    /// What decides a person's own order, where there is one: the same on every device, and another for everybody else.
    pub fn seed(self, contest: ContestId, user: UserId) -> Option<String> {
        let digest = || Sha256::new().chain_update(contest.0.as_bytes()).chain_update(user.0.as_bytes()).finalize();
        (!self.option_order.is_fixed()).then(|| hex::encode(&digest()[..8]))
    }
}

/// The order of options. The paper is the same for everybody: the browser mixes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OptionOrder {
    /// As they were written.
    #[default]
    Fixed,
    /// Another for each person, by the attempt's seed.
    Shuffled,
}

impl OptionOrder {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
    fn is_fixed(&self) -> bool {
        *self == Self::Fixed
    }

    /// The word for programs.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Shuffled => "shuffled",
        }
    }
}

quad_db::json_column!(ContestRules);
