//! Contest rules: the settings of a contest beyond its texts and its time, as one value with a default.
//!
//! A new setting is a field here. The database keeps the rules as JSON, requests change what they name, and every reply that
//! shows a contest carries them (`wire.rs` flattens them); none of these places names a setting. See
//! docs/adding-a-contest-setting.md.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use quad_kernel::clock::Time;
use quad_kernel::error::Rejection;
use quad_kernel::ids::{ContestId, UserId};

use super::mark_scheme::{Floor, MarkScheme, Preset};
use super::messages;

/// The most minutes of one's own: a day.
const MOST_MINUTES: u32 = 24 * 60;

/// The settings of a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ContestRules {
    /// Participants may see their answers beside the right ones after the end.
    pub answers_shown: bool,
    /// In which order each person sees the options of a question; `fixed` where nothing is said.
    #[serde(skip_serializing_if = "PaperOrder::is_fixed")]
    pub option_order: PaperOrder,
    /// In which order each person sees the questions; `fixed` where nothing is said.
    #[serde(skip_serializing_if = "PaperOrder::is_fixed")]
    pub question_order: PaperOrder,
    /// Whether an answer may be changed; `first` where nothing is said, as the first one counts.
    #[serde(skip_serializing_if = "ChangeRule::is_first")]
    pub changing: ChangeRule,
    /// Minutes that each person has from joining on, at most until the end of the contest; absent where all have the time of the contest.
    /// A request takes them away with 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
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
        if joined && self.changing != old.changing {
            return Err(messages::CHANGING_FROZEN.with("field", "changing"));
        }
        if joined && self.minutes != old.minutes {
            return Err(messages::MINUTES_FROZEN.with("field", "minutes"));
        }
        if self.minutes.is_some_and(|minutes| !(1..=MOST_MINUTES).contains(&minutes)) {
            return Err(Rejection::invalid("minutes", messages::STRANGE_MINUTES));
        }
        if joined && self.question_order != old.question_order {
            return Err(messages::QUESTION_ORDER_FROZEN.with("field", "questionOrder"));
        }
        if joined && self.marks != old.marks {
            return Err(messages::MARKS_FROZEN.with("field", "preset"));
        }
        // A contest that was saved so keeps it until somebody changes either.
        let kind = |rules: Self| (rules.marks.preset, rules.marks.floor);
        if self.marks.preset == Preset::Plain && self.marks.floor != Floor::None && kind(self) != kind(old) {
            return Err(Rejection::invalid("floor", messages::PLAIN_HAS_NO_FLOOR));
        }
        Ok(())
    }

    /// When somebody's time ends who joined such a contest at a moment and was given no more: after the own minutes, and with the contest at the
    /// latest.
    pub fn usual_end(self, contest_ends_at: Time, joined_at: Time) -> Time {
        let own = |minutes: u32| contest_ends_at.min(joined_at.plus(Duration::from_mins(minutes.into())));
        self.minutes.map_or(contest_ends_at, own)
    }

    /// Whether each person sees the paper in an order of their own.
    pub fn has_own_order(self) -> bool {
        !self.option_order.is_fixed() || !self.question_order.is_fixed()
    }

    /// What decides a person's own order, where there is one: the same on every device, and another for everybody else.
    pub fn seed(self, contest: ContestId, user: UserId) -> Option<String> {
        let digest = || Sha256::new().chain_update(contest.0.as_bytes()).chain_update(user.0.as_bytes()).finalize();
        self.has_own_order().then(|| hex::encode(&digest()[..8]))
    }
}

/// The order of questions, or of options. The paper is the same for everybody: the browser mixes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaperOrder {
    /// As they were written.
    #[default]
    Fixed,
    /// Another for each person, by the attempt's seed.
    Shuffled,
}

impl PaperOrder {
    /// Whether everybody sees them as they were written.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
    pub(crate) fn is_fixed(&self) -> bool {
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

/// Whether somebody who takes a contest may change an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeRule {
    /// The first answer to a question counts.
    #[default]
    First,
    /// Until the attempt is handed in any answer may be changed or cleared; what stands then counts.
    UntilHandIn,
}

impl ChangeRule {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
    fn is_first(&self) -> bool {
        *self == Self::First
    }

    /// Whether answers may be changed.
    pub fn is_allowed(self) -> bool {
        self == Self::UntilHandIn
    }

    /// For replies that name it only where answers may be changed.
    pub fn unless_first(self) -> Option<Self> {
        self.is_allowed().then_some(self)
    }

    /// The word for programs.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::UntilHandIn => "until_hand_in",
        }
    }
}

quad_db::json_column!(ContestRules);

#[cfg(test)]
mod tests {
    use super::super::wire::RulesIn;
    use super::*;

    fn with(preset: Preset, floor: Floor) -> ContestRules {
        ContestRules { marks: MarkScheme { floor, ..MarkScheme::of(preset) }, ..ContestRules::default() }
    }

    #[test]
    fn whether_answers_may_be_changed_is_frozen_by_the_first_join() {
        let rules = |changing| ContestRules { changing, ..ContestRules::default() };
        let (first, changeable) = (rules(ChangeRule::First), rules(ChangeRule::UntilHandIn));
        for (new, old) in [(first, changeable), (changeable, first)] {
            assert_eq!(new.may_replace(old, false), Ok(()));
            let refused = new.may_replace(old, true).unwrap_err();
            assert_eq!(refused.say, messages::CHANGING_FROZEN.say);
            assert_eq!(new.may_replace(new, true), Ok(()));
        }
        let written = |rules: ContestRules| serde_json::to_value(rules).unwrap();
        assert_eq!(written(first).get("changing"), None, "what is not set is not said");
        assert_eq!(written(changeable)["changing"], ChangeRule::UntilHandIn.word());
        assert_eq!(ChangeRule::First.word(), "first");
    }

    #[test]
    fn a_frozen_rule_that_was_left_out_is_told_as_left_out() {
        let old = ContestRules {
            option_order: PaperOrder::Shuffled,
            changing: ChangeRule::UntilHandIn,
            marks: MarkScheme::of(Preset::JeeMain),
            ..ContestRules::default()
        };
        for (asked, field, is_told) in [
            (r#"{"changing":"first"}"#, "optionOrder", true),
            (r#"{"optionOrder":"fixed"}"#, "optionOrder", false),
            (r#"{"optionOrder":"shuffled"}"#, "changing", true),
            (r#"{"optionOrder":"shuffled","changing":"first"}"#, "changing", false),
            (r#"{"optionOrder":"shuffled","changing":"until_hand_in"}"#, "preset", true),
            (r#"{"optionOrder":"shuffled","changing":"until_hand_in","preset":"gate"}"#, "preset", false),
        ] {
            let named: RulesIn = serde_json::from_str(asked).unwrap();
            let refused = named.instead_of(old).unwrap().may_replace(old, true).unwrap_err();
            assert_eq!(refused.more, [("field", field.to_owned())], "{asked}");
            let said = named.telling_of_defaults(refused.clone()).say;
            assert_eq!(said != refused.say, is_told, "{asked}: {said}");
            assert_eq!(said.contains(&format!("“{field}” is left out")), is_told, "{asked}: {said}");
        }
    }

    #[test]
    fn minutes_of_ones_own_are_cut_at_the_end_and_frozen_by_the_first_join() {
        let rules = |minutes| ContestRules { minutes, ..ContestRules::default() };
        let (end, joined) = (Time(3_600_000), Time(600_000));
        for (minutes, ends) in [(None, 3_600_000), (Some(10), 1_200_000), (Some(50), 3_600_000), (Some(51), 3_600_000)]
        {
            assert_eq!(rules(minutes).usual_end(end, joined), Time(ends), "{minutes:?}");
        }
        assert_eq!(rules(Some(20)).may_replace(rules(None), false), Ok(()));
        assert_eq!(rules(Some(20)).may_replace(rules(Some(20)), true), Ok(()));
        for (new, old, joined) in
            [(Some(0), None, false), (Some(1441), None, false), (Some(20), None, true), (None, Some(20), true)]
        {
            let refused = rules(new).may_replace(rules(old), joined).unwrap_err();
            assert!(refused.say.ends_with('.'), "{}", refused.say);
        }
        let written = |minutes| serde_json::to_value(rules(minutes)).unwrap();
        assert_eq!(written(None).get("minutes"), None, "what is not set is not said");
        assert_eq!(written(Some(45))["minutes"], 45);
    }

    #[test]
    fn one_point_has_no_floor_unless_it_was_saved_so() {
        const FLOORS: [Floor; 3] = [Floor::None, Floor::Question, Floor::Total];
        for (preset, old_preset) in Preset::ALL.into_iter().flat_map(|new| Preset::ALL.map(|old| (new, old))) {
            for (floor, old_floor) in FLOORS.into_iter().flat_map(|new| FLOORS.map(|old| (new, old))) {
                let (new, old) = (with(preset, floor), with(old_preset, old_floor));
                let is_fine = preset != Preset::Plain || floor == Floor::None || new == old;
                let said = new.may_replace(old, false);
                assert_eq!(said.is_ok(), is_fine, "{old:?} to {new:?}");
                assert_eq!(
                    said.err().map(|refusal| refusal.say.into_owned()),
                    (!is_fine).then(|| messages::PLAIN_HAS_NO_FLOOR.to_owned())
                );
            }
        }
        let old = with(Preset::Plain, Floor::Total);
        let renewed = ContestRules { answers_shown: true, ..old };
        assert_eq!(renewed.may_replace(old, true), Ok(()), "what was saved so stays so");
    }
}
