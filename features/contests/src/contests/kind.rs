//! Question kinds: how many options of a question may be right, and what a client has to show for it.

/// The kind of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One option is right, and one is chosen.
    #[default]
    Single,
    /// One option or more are right, and all of them are to be chosen.
    Several,
}

impl Kind {
    /// All of them, in the order in which they are named.
    pub const ALL: [Self; 2] = [Self::Single, Self::Several];

    /// The word for programs, and as stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Several => "several",
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
}

/// Options of every question that the specification knows.
pub(super) const USUAL_OPTIONS: usize = 4;

/// What a client says that it can show (`kinds`); each level shows what those below it do. The specification's says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Single questions of four options.
    #[default]
    Usual,
    /// Single questions of two to eight options.
    OtherNumbers,
    /// Questions of which several options may be right.
    SeveralRight,
}

impl Level {
    /// What a question of so many options needs.
    pub fn of(kind: Kind, options: usize) -> Self {
        match kind {
            Kind::Several => Self::SeveralRight,
            Kind::Single if options != USUAL_OPTIONS => Self::OtherNumbers,
            Kind::Single => Self::Usual,
        }
    }

    /// The number that a client says.
    pub fn number(self) -> u32 {
        match self {
            Self::Usual => 0,
            Self::OtherNumbers => 1,
            Self::SeveralRight => 2,
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
    fn a_level_shows_what_those_below_it_do() {
        let levels = [(Kind::Single, 4), (Kind::Single, 2), (Kind::Single, 8), (Kind::Several, 4), (Kind::Several, 5)];
        let numbers = levels.map(|(kind, options)| Level::of(kind, options).number());
        assert_eq!(numbers, [0, 1, 1, 2, 2]);
        assert!(Level::Usual < Level::OtherNumbers && Level::OtherNumbers < Level::SeveralRight);
    }
}
