//! Question kinds: how a question is answered, and what a client has to show for it.

/// Questions of one contest at most.
pub const MAX_QUESTIONS: u32 = 200;

/// The kind of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One option is right, and one is chosen.
    #[default]
    Single,
    /// One option or more are right, and all of them are to be chosen.
    Several,
    /// A number is typed.
    Number,
    /// A text is typed.
    Text,
}

impl Kind {
    /// All of them, in the order in which they are named.
    pub const ALL: [Self; 4] = [Self::Single, Self::Several, Self::Number, Self::Text];

    /// The word for programs, and as stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Several => "several",
            Self::Number => "number",
            Self::Text => "text",
        }
    }

    /// Reads what [`Kind::word`] says.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether more than one option may be chosen.
    pub fn is_several(self) -> bool {
        self == Self::Several
    }

    /// Whether its answer is typed, and no option is chosen.
    pub fn is_typed(self) -> bool {
        matches!(self, Self::Number | Self::Text)
    }

    /// Whether one option is chosen, as at every question that the specification knows.
    pub fn is_single(self) -> bool {
        self == Self::Single
    }
}

/// Options of every question that the specification knows.
pub(super) const BASELINE_OPTIONS: usize = 4;

/// Feature level: what a client says that it can show (`kinds`); each level shows what those below it do. The specification's says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum FeatureLevel {
    /// Single questions of four options.
    #[default]
    Baseline,
    /// Single questions of two to eight options.
    OptionCounts,
    /// Questions of which several options may be right.
    SeveralRight,
    /// Questions whose answer is typed.
    TypedAnswers,
    /// Questions and options with pictures.
    Pictures,
    /// Answers that may be changed.
    AnswerChanges,
    /// A time of each person's own.
    PersonalTime,
}

impl FeatureLevel {
    /// What Quad's own client says.
    pub const NEWEST: Self = Self::PersonalTime;

    /// What a question of so many options needs.
    pub fn of(kind: Kind, options: usize) -> Self {
        match kind {
            Kind::Number | Kind::Text => Self::TypedAnswers,
            Kind::Several => Self::SeveralRight,
            Kind::Single if options != BASELINE_OPTIONS => Self::OptionCounts,
            Kind::Single => Self::Baseline,
        }
    }

    /// The number that a client says.
    pub fn number(self) -> u32 {
        match self {
            Self::Baseline => 0,
            Self::OptionCounts => 1,
            Self::SeveralRight => 2,
            Self::TypedAnswers => 3,
            Self::Pictures => 4,
            Self::AnswerChanges => 5,
            Self::PersonalTime => 6,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_read_as_it_was_written() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_word(kind.word()), Some(kind));
        }
        assert_eq!([Kind::from_word("Single"), Kind::from_word("")], [None, None]);
    }

    #[test]
    fn a_feature_level_shows_what_those_below_it_do() {
        let levels = [
            (Kind::Single, 4),
            (Kind::Single, 2),
            (Kind::Single, 8),
            (Kind::Several, 4),
            (Kind::Several, 5),
            (Kind::Number, 0),
            (Kind::Text, 0),
        ];
        let numbers = levels.map(|(kind, options)| FeatureLevel::of(kind, options).number());
        assert_eq!(numbers, [0, 1, 1, 2, 2, 3, 3]);
        assert!(
            FeatureLevel::Baseline < FeatureLevel::OptionCounts
                && FeatureLevel::OptionCounts < FeatureLevel::SeveralRight
        );
        assert!(
            FeatureLevel::SeveralRight < FeatureLevel::TypedAnswers
                && FeatureLevel::TypedAnswers < FeatureLevel::Pictures
        );
        assert!(FeatureLevel::Pictures < FeatureLevel::AnswerChanges);
        assert!(FeatureLevel::AnswerChanges < FeatureLevel::PersonalTime);
        let last = [FeatureLevel::Pictures, FeatureLevel::AnswerChanges, FeatureLevel::PersonalTime];
        assert_eq!(last.map(FeatureLevel::number), [4, 5, 6]);
    }
}
