//! Partial marks: what a part of the right options gives where several are right. A share of an amount has to be a whole number
//! of units, so that nothing is ever rounded: that is looked at when rules, questions and keys are saved.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::marks::Marks;

/// What an answer gives that is not exactly the right options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Partial {
    /// It is a wrong answer.
    #[default]
    None,
    /// Each right option gives its share of a right answer, each other one takes its share of it off, and it is never below 0.
    Share,
    /// Each right option gives its share of a right answer, and each other one takes as much off.
    Minus,
    /// A quarter of a right answer for each right option, three of them at most, if no other is chosen; a wrong answer if one is.
    Jee,
}

impl Partial {
    /// All of them, in the order in which they are named.
    pub const ALL: [Self; 4] = [Self::None, Self::Share, Self::Minus, Self::Jee];

    /// The word for programs, and as stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Share => "share",
            Self::Minus => "minus",
            Self::Jee => "jee",
        }
    }

    /// Reads what [`Partial::word`] says.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|partial| partial.word() == word)
    }

    /// Whether a part gives nothing of its own, for replies that name it only where it does.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
    pub(super) fn is_none(&self) -> bool {
        *self == Self::None
    }

    /// What an answer gives with `right_chosen` of `right` right options and `wrong_chosen` of `wrong` others, where that is not
    /// all that is right and nothing else; nothing where it is a wrong answer like any other.
    pub fn gives(self, whole: Marks, chosen: ChosenOptions) -> Option<Marks> {
        let ChosenOptions { right, wrong, right_chosen, wrong_chosen } = chosen;
        match self {
            Self::None => None,
            Self::Share => {
                let taken = if wrong == 0 { Marks::ZERO } else { whole.part(wrong_chosen, wrong) };
                Some((whole.part(right_chosen, right) - taken).max(Marks::ZERO))
            }
            Self::Minus => Some(whole.part(right_chosen, right) - whole.part(wrong_chosen, right)),
            Self::Jee => (wrong_chosen == 0).then(|| whole.part(right_chosen.min(MOST_QUARTERS), QUARTERS)),
        }
    }

    /// Into how many equal parts a right answer's marks have to part where so many options are right and so many are not.
    pub fn parts(self, right: u32, wrong: u32) -> impl Iterator<Item = u32> {
        let parts = match self {
            Self::None => [1, 1],
            Self::Share => [right, wrong],
            Self::Minus => [right, 1],
            Self::Jee => [QUARTERS, 1],
        };
        parts.into_iter().filter(|parts| *parts > 1)
    }

    /// In words, for a contest whose right answers give so much; nothing where a part gives nothing.
    pub fn in_words(self, whole: Marks) -> String {
        const WHERE: &str = " Where several options are right,";
        match self {
            Self::None => String::new(),
            Self::Share => format!(
                "{WHERE} each right one gives its share of the marks and each wrong one takes its share off, never below 0."
            ),
            Self::Minus => {
                format!("{WHERE} each right one gives its share of the marks and each wrong one takes as much off.")
            }
            Self::Jee if whole.parts_in(QUARTERS) => {
                let [one, two, three] = [1, 2, 3].map(|quarters| whole.part(quarters, QUARTERS).signed());
                format!("{WHERE} a part of them gives {one}, {two} or {three}, if nothing chosen is wrong.")
            }
            Self::Jee => {
                format!("{WHERE} each of up to three gives a quarter of the marks, if nothing chosen is wrong.")
            }
        }
    }
}

/// Into so many parts the examination parts the marks of a right answer.
const QUARTERS: u32 = 4;
/// So many of them a part gives at most.
const MOST_QUARTERS: u32 = 3;

/// How many options are right and how many are not, and how many of both are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenOptions {
    /// Right options.
    pub right: u32,
    /// The others.
    pub wrong: u32,
    /// Right options chosen.
    pub right_chosen: u32,
    /// Others chosen.
    pub wrong_chosen: u32,
}

impl ChosenOptions {
    /// Of a question of so many options, by masks of bits.
    pub fn new(options: usize, key: u8, chosen: u8) -> Self {
        let right = key.count_ones();
        Self {
            right,
            wrong: (options as u32).saturating_sub(right),
            right_chosen: (key & chosen).count_ones(),
            wrong_chosen: (chosen & !key).count_ones(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_read_as_it_was_written() {
        for partial in Partial::ALL {
            assert_eq!(Partial::from_word(partial.word()), Some(partial));
            assert_eq!(serde_json::json!(partial), partial.word());
        }
        assert_eq!(Partial::from_word("half"), None);
    }

    #[test]
    fn marks_have_to_part_as_the_way_parts_them() {
        let parts = |partial: Partial, right, wrong| partial.parts(right, wrong).collect::<Vec<u32>>();
        assert!(parts(Partial::None, 5, 3).is_empty());
        assert_eq!(parts(Partial::Share, 5, 3), [5, 3]);
        assert_eq!(parts(Partial::Share, 4, 0), [4]);
        assert!(parts(Partial::Share, 1, 1).is_empty());
        assert_eq!(parts(Partial::Minus, 5, 3), [5]);
        assert_eq!(parts(Partial::Jee, 5, 3), [4]);
    }

    #[test]
    fn the_part_stands_in_words() {
        let jee = |units| Partial::Jee.in_words(Marks::from_units(units));
        let says = " Where several options are right, a part of them gives +1, +2 or +3, if nothing chosen is wrong.";
        assert_eq!(jee(40_320), says);
        assert!(jee(10_080).contains("gives +0.25, +0.5 or +0.75, if"), "{}", jee(10_080));
        assert!(jee(315).contains("a quarter of the marks"), "{}", jee(315));
        assert_eq!(Partial::None.in_words(Marks::whole(4)), "");
        for partial in [Partial::Share, Partial::Minus] {
            let words = partial.in_words(Marks::whole(4));
            assert!(words.starts_with(" Where several options are right, each") && words.ends_with('.'), "{words}");
        }
    }
}
