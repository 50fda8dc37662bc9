//! Question marks: what a question gives instead of what the scheme of its contest says, and its star. A question of which
//! nothing is said gives what the contest gives; what is said stays when the scheme changes.

use quad_kernel::error::Rejection;

use super::kind::Kind;
use super::mark_scheme::{MarkScheme, read_partial, read_right, read_wrong};
use super::marks::Marks;
use super::partial_marks::Partial;

/// The marks of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuestionMarks {
    /// What a right answer to it gives, where that is its own.
    pub right: Option<Marks>,
    /// What a wrong answer to it gives, where that is its own.
    pub wrong: Option<Marks>,
    /// What a part of its right options gives, where that is its own; only where several are right.
    pub partial: Option<Partial>,
    /// Right answers to it are counted apart, and may decide between equal marks.
    pub is_starred: bool,
}

impl QuestionMarks {
    /// Checks what somebody asks for, by the rules of a scheme's amounts.
    ///
    /// # Errors
    /// What is no amount; a right answer that gives nothing, a wrong one that gives something.
    pub fn parse(right: Option<&str>, wrong: Option<&str>, is_starred: bool) -> Result<Self, Rejection> {
        let amounts = Some(OwnAmounts::parse(right, wrong, None)?);
        Ok(AskedQuestionMarks { amounts, star: Some(is_starred) }.over(Self::default()))
    }

    /// Whether an amount is its own.
    pub fn are_own(&self) -> bool {
        self.right.is_some() || self.wrong.is_some() || self.partial.is_some()
    }

    /// Whether a question of such a kind gives other marks than its contest: an amount of its own may be the same as the contest's.
    pub fn differ_from(&self, scheme: MarkScheme, kind: Kind) -> bool {
        let own = self.over(scheme, kind);
        (own.of_right(), own.of_wrong()) != (scheme.of_right(), scheme.of_wrong())
            || (kind.is_several() && own.partial != scheme.partial)
    }

    /// Whether anything is said that only a contest with marks can have.
    pub fn are_set(&self) -> bool {
        self.are_own() || self.is_starred
    }

    /// Whether it is starred, for replies that name it only where it is.
    pub fn star(&self) -> Option<bool> {
        self.is_starred.then_some(true)
    }

    /// The scheme of the contest as it is for this question, of such a kind.
    #[must_use]
    pub fn over(&self, scheme: MarkScheme, kind: Kind) -> MarkScheme {
        let usual = scheme.for_kind(kind);
        MarkScheme {
            right: self.right.unwrap_or(usual.right),
            wrong: self.wrong.unwrap_or(usual.wrong),
            partial: self.partial.unwrap_or(usual.partial),
            ..usual
        }
    }

    /// These as a question of such a kind has them: only where several options may be right there is a part of them.
    #[must_use]
    pub fn of_kind(self, kind: Kind) -> Self {
        Self { partial: self.partial.filter(|_| kind.is_several()), ..self }
    }
}

/// The marks of a question as a request asks for them; what it does not name stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AskedQuestionMarks {
    /// What right and wrong answers shall give, both at once; none of its own where neither is said.
    pub amounts: Option<OwnAmounts>,
    /// Whether it shall be starred.
    pub star: Option<bool>,
}

/// What right and wrong answers to a question give, where that is its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnAmounts {
    right: Option<Marks>,
    wrong: Option<Marks>,
    partial: Option<Partial>,
}

impl OwnAmounts {
    /// Checks what somebody asks for, by the rules of a scheme's amounts.
    ///
    /// # Errors
    /// What is no amount; a right answer that gives nothing, a wrong one that gives something; no way of giving parts.
    pub fn parse(right: Option<&str>, wrong: Option<&str>, partial: Option<&str>) -> Result<Self, Rejection> {
        Ok(Self {
            right: right.map(|text| read_right("marks.right", text)).transpose()?,
            wrong: wrong.map(|text| read_wrong("marks.wrong", text)).transpose()?,
            partial: partial.map(|word| read_partial("marks.partial", word)).transpose()?,
        })
    }
}

impl AskedQuestionMarks {
    /// These over what the question had.
    #[must_use]
    pub fn over(self, old: QuestionMarks) -> QuestionMarks {
        let kept = OwnAmounts { right: old.right, wrong: old.wrong, partial: old.partial };
        let OwnAmounts { right, wrong, partial } = self.amounts.unwrap_or(kept);
        QuestionMarks { right, wrong, partial, is_starred: self.star.unwrap_or(old.is_starred) }
    }
}

impl From<QuestionMarks> for AskedQuestionMarks {
    fn from(QuestionMarks { right, wrong, partial, is_starred }: QuestionMarks) -> Self {
        Self { amounts: Some(OwnAmounts { right, wrong, partial }), star: Some(is_starred) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contests::mark_scheme::{Floor, Preset};

    fn parsed(right: Option<&str>, wrong: Option<&str>) -> Result<QuestionMarks, Rejection> {
        QuestionMarks::parse(right, wrong, false)
    }

    #[test]
    fn what_is_not_said_is_as_the_contest_has_it() {
        let gate = MarkScheme::of(Preset::Gate);
        let gives = |marks: QuestionMarks, scheme| {
            let scheme = marks.over(scheme, Kind::Single);
            [scheme.of_right().exact(), scheme.of_wrong().exact()]
        };
        assert_eq!(gives(QuestionMarks::default(), gate), ["1", "-1/3"]);
        assert_eq!(gives(parsed(Some("2"), Some("−2/3")).unwrap(), gate), ["2", "-2/3"]);
        assert_eq!(gives(parsed(Some("2"), None).unwrap(), gate), ["2", "-1/3"]);
        assert_eq!(gives(parsed(None, Some("0")).unwrap(), gate), ["1", "0"]);
        let floored = MarkScheme { floor: Floor::Question, ..gate };
        assert_eq!(gives(parsed(Some("2"), Some("-2")).unwrap(), floored), ["2", "0"], "no question gives less than 0");
    }

    #[test]
    fn only_another_amount_is_another() {
        let gate = MarkScheme::of(Preset::Gate);
        for (right, wrong, differ) in [
            (None, None, false),
            (Some("1"), Some("-1/3"), false),
            (Some("1.0"), None, false),
            (None, Some("−⅓"), false),
            (Some("2"), Some("-1/3"), true),
            (Some("1"), Some("0"), true),
            (None, Some("-2/3"), true),
        ] {
            let marks = parsed(right, wrong).unwrap();
            assert_eq!(marks.differ_from(gate, Kind::Single), differ, "{right:?} {wrong:?}");
            let starred = QuestionMarks { is_starred: true, ..marks };
            assert_eq!(starred.differ_from(gate, Kind::Single), differ, "a star is no amount");
        }
        let floored = MarkScheme { floor: Floor::Question, ..gate };
        assert!(!parsed(None, Some("-2")).unwrap().differ_from(floored, Kind::Single), "no question takes anything");
        assert!(parsed(Some("2"), None).unwrap().differ_from(floored, Kind::Single));
    }

    /// What a question with several right options says nothing of is as the contest has it for such questions.
    #[test]
    fn several_right_options_have_a_part() {
        let own = |word| {
            OwnAmounts::parse(None, None, word).map(|amounts| AskedQuestionMarks { amounts: Some(amounts), star: None })
        };
        let own = |word| own(word).unwrap().over(QuestionMarks::default());
        let (nothing, share) = (QuestionMarks::default(), own(Some("share")));
        assert!(share.are_own() && share.are_set() && !nothing.are_own());
        assert_eq!((share.of_kind(Kind::Several), share.of_kind(Kind::Single)), (share, nothing));
        let [main, advanced, gate] = [Preset::JeeMain, Preset::JeeAdvanced, Preset::Gate].map(MarkScheme::of);
        let part = |marks: QuestionMarks, scheme| marks.over(scheme, Kind::Several).partial;
        assert_eq!([part(nothing, main), part(share, main)], [Partial::None, Partial::Share]);
        assert_eq!([part(nothing, advanced), part(own(Some("none")), advanced)], [Partial::Jee, Partial::None]);
        assert_eq!(nothing.over(advanced, Kind::Single).partial, Partial::None);
        for (marks, scheme, differ) in [
            (nothing, main, false),
            (own(Some("none")), main, false),
            (share, main, true),
            (own(Some("none")), MarkScheme { wrong: Marks::whole(-2), ..advanced }, true),
            (own(Some("jee")), MarkScheme { preset: Preset::Own, ..advanced }, false),
            // A wrong answer takes two marks there, and none here.
            (nothing, advanced, true),
            (nothing, gate, true),
        ] {
            assert_eq!(marks.differ_from(scheme, Kind::Several), differ, "{marks:?} {scheme:?}");
        }
        assert!(!nothing.differ_from(advanced, Kind::Single), "a part is nothing to one right option");
        let refused = OwnAmounts::parse(None, None, Some("half")).expect_err("no such way");
        assert_eq!(refused.more[0].1, "marks.partial");
    }

    #[test]
    fn what_is_not_named_stays() {
        let old = QuestionMarks::parse(Some("2"), Some("-2/3"), true).unwrap();
        let amounts = |right| Some(OwnAmounts::parse(right, None, None).unwrap());
        let over = |amounts, star| AskedQuestionMarks { amounts, star }.over(old);
        assert_eq!(over(None, None), old);
        assert_eq!(over(None, Some(false)), QuestionMarks { is_starred: false, ..old });
        assert_eq!(over(amounts(None), None), QuestionMarks { is_starred: true, ..QuestionMarks::default() });
        let other = QuestionMarks { right: Some(Marks::whole(3)), is_starred: true, ..QuestionMarks::default() };
        assert_eq!(over(amounts(Some("3")), None), other);
        assert_eq!(AskedQuestionMarks::from(old).over(QuestionMarks::default()), old);
    }

    #[test]
    fn an_amount_that_cannot_be_is_refused_under_its_name() {
        let refused = |right, wrong| {
            let refusal = parsed(right, wrong).expect_err("refused");
            (refusal.more[0].1.clone(), refusal.say.into_owned())
        };
        for (right, say) in [("0", "A right answer gives more than 0."), ("-1", "A right answer gives more than 0.")] {
            assert_eq!(refused(Some(right), None), ("marks.right".to_owned(), say.to_owned()));
        }
        let say = "A wrong answer gives 0 or less. To take marks off, write -1.";
        assert_eq!(refused(None, Some("1")), ("marks.wrong".to_owned(), say.to_owned()));
        let say = "0.33 is not an exact mark. Write -1/3 (a third) or -0.35.";
        assert_eq!(refused(Some("2"), Some("0.33")), ("marks.wrong".to_owned(), say.to_owned()));
        assert_eq!(refused(Some(""), None).1, "Please enter the marks.");
    }
}
