//! Mark scheme: what right and wrong answers of a contest give, and what decides between equal marks. The scheme is one for
//! the whole contest, so marks follow from how many answers of an attempt are right and how many are wrong, which the attempt
//! counts anyway. Where questions give other marks ([`QuestionMarks`](super::QuestionMarks)), the attempt counts as well by how
//! much.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use utoipa::ToSchema;

use quad_kernel::error::Rejection;

use super::kind::Kind;
use super::marks::Marks;
use super::messages;
use super::partial_marks::Partial;

/// What the answers of a contest give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MarkScheme {
    /// Which set of amounts it is; `own` where the organiser chose them. Absent in a contest of one point for each right answer.
    pub preset: Preset,
    /// What a right answer gives, exactly: `4`, `0.25`, `1/3`.
    #[schema(value_type = String)]
    pub right: Marks,
    /// What a wrong answer gives: nothing or less, such as `-1/3`.
    #[schema(value_type = String)]
    pub wrong: Marks,
    /// What a wrong answer gives where a number is typed; absent where it is as every other wrong one.
    #[schema(value_type = Option<String>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number_wrong: Option<Marks>,
    /// What a part of the right options gives where several are right; absent where it gives nothing.
    #[serde(skip_serializing_if = "Partial::is_none")]
    pub partial: Partial,
    /// Below what marks do not fall.
    pub floor: Floor,
    /// What decides between equal marks, one after the other; then the rank is shared.
    #[schema(value_type = Vec<TieBreak>)]
    pub tie_break: TieBreaks,
}

impl Default for MarkScheme {
    fn default() -> Self {
        Self::of(Preset::Plain)
    }
}

/// A scheme as it is stored.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct StoredScheme {
    preset: Preset,
    right: Marks,
    wrong: Marks,
    number_wrong: Option<Marks>,
    partial: Partial,
    floor: Floor,
    tie_break: TieBreaks,
}

impl Default for StoredScheme {
    fn default() -> Self {
        let MarkScheme { preset, right, wrong, number_wrong, partial, floor, tie_break } = MarkScheme::default();
        Self { preset, right, wrong, number_wrong, partial, floor, tie_break }
    }
}

/// Before numbers were typed nothing was said of them, at GATE either.
impl<'de> Deserialize<'de> for MarkScheme {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let StoredScheme { preset, right, wrong, number_wrong, partial, floor, tie_break } =
            StoredScheme::deserialize(deserializer)?;
        let number_wrong = number_wrong.or(preset.number_wrong());
        Ok(Self { preset, right, wrong, number_wrong, partial, floor, tie_break })
    }
}

impl MarkScheme {
    /// The scheme of a preset, with no floor and the usual order of equal marks.
    pub fn of(preset: Preset) -> Self {
        let (right, wrong) = preset.amounts();
        let (partial, floor) = (preset.partial(), Floor::None);
        Self {
            preset,
            right,
            wrong,
            number_wrong: preset.number_wrong(),
            partial,
            floor,
            tie_break: TieBreaks::default(),
        }
    }

    /// Whether it is the one of a contest without marks: one point for each right answer, ranked as ever.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// The scheme as it is for a question of some kind that says nothing else. GATE takes nothing off where several options are right
    /// or a number is typed, and JEE Advanced takes two marks where several are right.
    #[must_use]
    pub fn for_kind(self, kind: Kind) -> Self {
        match (kind, self.preset) {
            (Kind::Single | Kind::Text, _) => Self { partial: Partial::None, ..self },
            (Kind::Number, _) => {
                Self { partial: Partial::None, wrong: self.number_wrong.unwrap_or(self.wrong), ..self }
            }
            (Kind::Several, Preset::Gate) => Self { wrong: Marks::ZERO, ..self },
            (Kind::Several, Preset::JeeAdvanced) => Self { wrong: Marks::whole(-2), ..self },
            (Kind::Several, _) => self,
        }
    }

    /// What one right answer gives.
    pub fn of_right(&self) -> Marks {
        self.right
    }

    /// What one wrong answer gives.
    pub fn of_wrong(&self) -> Marks {
        self.of_question(self.wrong)
    }

    /// What one question gives that would give so much but for the floor.
    pub fn of_question(&self, marks: Marks) -> Marks {
        if self.floor == Floor::Question { marks.max(Marks::ZERO) } else { marks }
    }

    /// The marks of whoever has so many right and so many wrong answers, and `extra` by questions that give other marks.
    pub fn total(&self, correct: u32, wrong: u32, extra: Marks) -> Marks {
        let sum = self.of_right() * correct + self.of_wrong() * wrong + extra;
        if self.floor == Floor::Total { sum.max(Marks::ZERO) } else { sum }
    }

    /// The rule in words, where it is not that of a contest without marks.
    pub fn shown(&self, questions: MarkedQuestions) -> Option<String> {
        (!self.is_plain()).then(|| self.in_words(questions))
    }

    /// What an answer gives, in short: `+4, −1`.
    pub fn per_question(&self) -> String {
        format!("{}, {}", self.of_right().signed(), self.of_wrong().signed())
    }

    /// The rule in words, for a contest of which so many questions are marked.
    pub fn in_words(&self, questions: MarkedQuestions) -> String {
        let part = self.partial.in_words(self.of_right());
        let several = self.wrong_of_several_in_words(questions).unwrap_or_default();
        // Which questions differ is not known here: those of several right options may be all that do.
        let others = match questions.differing {
            0 => "",
            _ if questions.drawn => " Questions may give other marks; each says what it gives.",
            differing if several.is_empty() || differing > questions.several => {
                " Some questions give other marks; each says what it gives."
            }
            _ => " Each question says what it gives.",
        };
        let floor = match self.floor {
            Floor::None => "",
            Floor::Question => " No question gives less than 0.",
            Floor::Total => " No total is below 0.",
        };
        // Where no question has a star, stars decide nothing: whoever reads of them would look for one.
        let mut chain = self.tie_break.iter().filter(|tie| questions.starred > 0 || *tie != TieBreak::Starred);
        let ties = match chain.next() {
            None => "Equal marks share a rank.".to_owned(),
            Some(first) => {
                let rank = if first == TieBreak::LessTime { "ranks" } else { "rank" };
                let mut said = format!("If marks are equal, {} {rank} higher", first.in_words());
                for next in chain {
                    said += ", then ";
                    said += next.in_words();
                }
                said + ". If still equal, the rank is shared."
            }
        };
        let stars = if questions.starred > 0 && !self.tie_break.iter().any(|tie| tie == TieBreak::Starred) {
            " Right answers to starred questions are counted and shown, but decide nothing."
        } else {
            ""
        };
        format!(
            "Each right answer gives {}, each wrong answer {}, an unanswered question 0.{part}{several}{others}{floor} {ties}{stars}",
            self.of_right().signed(),
            self.of_wrong().signed(),
        )
    }

    /// What a wrong answer gives where several options are right, if that is another amount than elsewhere and the contest has such
    /// questions. Where each option counts by itself no answer gives it.
    fn wrong_of_several_in_words(&self, questions: MarkedQuestions) -> Option<String> {
        let of_several = self.for_kind(Kind::Several);
        let by_option = matches!(of_several.partial, Partial::Share | Partial::Minus);
        let differs = of_several.of_wrong() != self.of_wrong() && !by_option;
        (differs && questions.several > 0 && questions.differing > 0).then(|| {
            let gives = match of_several.of_wrong() {
                Marks::ZERO => "takes nothing off".to_owned(),
                wrong => format!("gives {}", wrong.signed()),
            };
            format!(" A wrong answer to a question with several right options {gives}.")
        })
    }

    /// This scheme with what somebody asks for; what is not named stays, except that a preset brings its amounts along, and
    /// `plain` takes the floor away.
    ///
    /// # Errors
    /// What is no preset, no amount, no floor or no order; amounts that are not the preset's; and what no contest can have yet.
    pub fn changed(self, asked: &AskedMarks) -> Result<Self, Rejection> {
        let mut new = self;
        if let Some(word) = &asked.preset {
            new.preset =
                Preset::read(word).ok_or_else(|| messages::strange_preset(word, &Preset::ALL.map(Preset::word)))?;
            if new.preset != Preset::Own {
                (new.right, new.wrong) = new.preset.amounts();
                new.partial = new.preset.partial();
                new.number_wrong = new.preset.number_wrong();
            }
            if new.preset == Preset::Plain && self.preset != Preset::Plain {
                new.floor = Floor::None;
            }
        }
        let right = asked.right.as_deref().map(|text| read_right("right", text)).transpose()?.unwrap_or(new.right);
        let wrong = asked.wrong.as_deref().map(|text| read_wrong("wrong", text)).transpose()?.unwrap_or(new.wrong);
        if (right, wrong) != (new.right, new.wrong) {
            if asked.preset.is_some() && new.preset != Preset::Own {
                return Err(messages::not_of_preset(new.preset.word(), &Self::of(new.preset).per_question()));
            }
            (new.preset, new.right, new.wrong) = (Preset::Own, right, wrong);
        }
        if let Some(text) = &asked.number_wrong {
            new.number_wrong = Some(read_wrong("numberWrong", text)?);
        }
        if let (Preset::Gate | Preset::Plain, Some(wrong)) = (new.preset, new.number_wrong) {
            if wrong != Marks::ZERO {
                return Err(Rejection::invalid("numberWrong", messages::PRESET_TAKES_NOTHING_OFF));
            }
            new.number_wrong = new.preset.number_wrong();
        }
        if let Some(word) = &asked.partial {
            new.partial = read_partial("partial", word)?;
        }
        if new.preset == Preset::Gate && !new.partial.is_none() {
            return Err(Rejection::invalid("partial", messages::GATE_GIVES_NO_PART));
        }
        if let Some(word) = &asked.floor {
            new.floor = Floor::read(word).ok_or_else(|| Rejection::invalid("floor", messages::STRANGE_FLOOR))?;
        }
        if let Some(words) = &asked.tie_break {
            new.tie_break = TieBreaks::read(words)?;
        }
        Ok(new)
    }
}

/// How many questions of a contest the rule of its marks speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MarkedQuestions {
    /// Those that give other marks than the contest.
    pub differing: u32,
    /// The starred ones.
    pub starred: u32,
    /// Those of which several options may be right.
    pub several: u32,
    /// Each person gets a part of them: what is true of the contest need not be of a paper.
    pub drawn: bool,
}

impl MarkedQuestions {
    /// As a contest's row counts them.
    pub fn counted(own_marks: i32, starred: i32, several_questions: i32) -> Self {
        Self { differing: own_marks as u32, starred: starred as u32, several: several_questions as u32, drawn: false }
    }

    /// The same of a contest of which each person gets a part, or everybody all.
    #[must_use]
    pub fn drawn(self, drawn: bool) -> Self {
        Self { drawn, ..self }
    }
}

/// Reads what a right answer gives, as somebody typed it for `field`: more than nothing.
pub(super) fn read_right(field: &'static str, text: &str) -> Result<Marks, Rejection> {
    let right = Marks::parse(field, text)?;
    if right > Marks::ZERO { Ok(right) } else { Err(Rejection::invalid(field, messages::RIGHT_GIVES_NOTHING)) }
}

/// Reads what a wrong answer gives, as somebody typed it for `field`: nothing or less.
pub(super) fn read_wrong(field: &'static str, text: &str) -> Result<Marks, Rejection> {
    let wrong = Marks::parse(field, text)?;
    if wrong > Marks::ZERO { Err(messages::wrong_gives_marks(field, wrong)) } else { Ok(wrong) }
}

/// Reads what a part of the right options gives, as somebody names it for `field`.
pub(super) fn read_partial(field: &'static str, word: &str) -> Result<Partial, Rejection> {
    Partial::from_word(word).ok_or_else(|| Rejection::invalid(field, messages::STRANGE_PARTIAL))
}

/// A set of amounts that a known examination has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// One point for each right answer.
    #[default]
    Plain,
    /// +4 and −1.
    JeeMain,
    /// The questions of one mark: +1 and −1/3.
    Gate,
    /// +2, and a third of it less.
    Upsc,
    /// +1 and −1/4, as banks and the SSC have it.
    Quarter,
    /// +3 and −1.
    Cat,
    /// +1 and −1/2.
    QuizHalf,
    /// +4 and −1; where several options are right, +1, +2 or +3 for a part of them if none of the others is chosen, and −2 if one is.
    JeeAdvanced,
    /// The organiser's own amounts.
    Own,
}

impl Preset {
    /// All of them, in the order in which they are named.
    pub const ALL: [Self; 9] = [
        Self::Plain,
        Self::JeeMain,
        Self::Gate,
        Self::Upsc,
        Self::Quarter,
        Self::Cat,
        Self::QuizHalf,
        Self::JeeAdvanced,
        Self::Own,
    ];

    /// What a right and a wrong answer give; an own scheme begins with one point for a right one.
    fn amounts(self) -> (Marks, Marks) {
        match self {
            Self::Plain | Self::Own => (Marks::whole(1), Marks::ZERO),
            Self::JeeMain | Self::JeeAdvanced => (Marks::whole(4), Marks::whole(-1)),
            Self::Gate => (Marks::whole(1), Marks::fraction(-1, 3)),
            Self::Upsc => (Marks::whole(2), Marks::fraction(-2, 3)),
            Self::Quarter => (Marks::whole(1), Marks::fraction(-1, 4)),
            Self::Cat => (Marks::whole(3), Marks::whole(-1)),
            Self::QuizHalf => (Marks::whole(1), Marks::fraction(-1, 2)),
        }
    }

    /// What a wrong number gives, where that is not what every other wrong answer gives.
    fn number_wrong(self) -> Option<Marks> {
        (self == Self::Gate).then_some(Marks::ZERO)
    }

    /// What a part of the right options gives.
    fn partial(self) -> Partial {
        if self == Self::JeeAdvanced { Partial::Jee } else { Partial::None }
    }

    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::JeeMain => "jee_main",
            Self::Gate => "gate",
            Self::Upsc => "upsc",
            Self::Quarter => "quarter",
            Self::Cat => "cat",
            Self::QuizHalf => "quiz_half",
            Self::JeeAdvanced => "jee_advanced",
            Self::Own => "own",
        }
    }

    fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.word() == word)
    }
}

/// Below what marks do not fall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Floor {
    /// They may fall below nothing.
    #[default]
    None,
    /// No question gives less than nothing.
    Question,
    /// No total is below nothing.
    Total,
}

impl Floor {
    fn read(word: &str) -> Option<Self> {
        match word {
            "none" => Some(Self::None),
            "question" => Some(Self::Question),
            "total" => Some(Self::Total),
            _ => None,
        }
    }

    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Question => "question",
            Self::Total => "total",
        }
    }
}

/// What decides between equal marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// Whoever has more right answers to starred questions stands first.
    Starred,
    /// Whoever has fewer wrong answers.
    FewerWrong,
    /// Whoever has more right answers.
    MoreRight,
    /// Whoever took less time to the last answer that counts.
    LessTime,
}

impl TieBreak {
    const ALL: [Self; 4] = [Self::Starred, Self::FewerWrong, Self::MoreRight, Self::LessTime];

    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Starred => "starred",
            Self::FewerWrong => "fewer_wrong",
            Self::MoreRight => "more_right",
            Self::LessTime => "less_time",
        }
    }

    fn in_words(self) -> &'static str {
        match self {
            Self::Starred => "more right answers among the starred questions",
            Self::FewerWrong => "fewer wrong answers",
            Self::MoreRight => "more right answers",
            Self::LessTime => "less time",
        }
    }
}

/// How many things can decide between equal marks.
pub const MOST_TIE_BREAKS: usize = TieBreak::ALL.len();

/// What decides between equal marks, in its order; each at most once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TieBreaks([Option<TieBreak>; MOST_TIE_BREAKS]);

impl Default for TieBreaks {
    /// Fewer wrong answers, then less time.
    fn default() -> Self {
        Self([Some(TieBreak::FewerWrong), Some(TieBreak::LessTime), None, None])
    }
}

impl TieBreaks {
    /// Them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = TieBreak> {
        self.0.into_iter().flatten()
    }

    fn new(all: &[TieBreak]) -> Option<Self> {
        let mut list = [None; MOST_TIE_BREAKS];
        for (at, one) in all.iter().enumerate() {
            if all[..at].contains(one) {
                return None;
            }
            *list.get_mut(at)? = Some(*one);
        }
        Some(Self(list))
    }

    fn read(words: &[String]) -> Result<Self, Rejection> {
        let known = |word: &String| TieBreak::ALL.into_iter().find(|one| one.word() == word);
        let all: Option<Vec<TieBreak>> = words.iter().map(known).collect();
        all.and_then(|all| Self::new(&all)).ok_or_else(|| Rejection::invalid("tieBreak", messages::STRANGE_TIE_BREAK))
    }
}

impl fmt::Debug for TieBreaks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for TieBreaks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for TieBreaks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let all = Vec::<TieBreak>::deserialize(deserializer)?;
        Self::new(&all).ok_or_else(|| D::Error::custom(messages::STRANGE_TIE_BREAK))
    }
}

/// Marks as a request asks for them; what is absent stays as it is.
#[derive(Debug, Default)]
pub struct AskedMarks {
    preset: Option<String>,
    right: Option<String>,
    wrong: Option<String>,
    floor: Option<String>,
    tie_break: Option<Vec<String>>,
    partial: Option<String>,
    number_wrong: Option<String>,
}

impl AskedMarks {
    /// The names of a request that are its.
    pub const NAMES: [&str; 7] = ["preset", "right", "wrong", "floor", "tieBreak", "partial", "numberWrong"];

    /// Takes the value of one of [`Self::NAMES`].
    ///
    /// # Errors
    /// A value of another kind.
    pub fn ask(&mut self, name: &str, value: &Value) -> Result<(), serde_json::Error> {
        let word = || String::deserialize(value).map(Some);
        match name {
            "preset" => self.preset = word()?,
            "right" => self.right = word()?,
            "wrong" => self.wrong = word()?,
            "floor" => self.floor = word()?,
            "tieBreak" => self.tie_break = Some(Vec::deserialize(value)?),
            "partial" => self.partial = word()?,
            "numberWrong" => self.number_wrong = word()?,
            _ => return Err(serde_json::Error::custom("no name of the marks")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn changed(old: MarkScheme, asked: &Value) -> Result<MarkScheme, String> {
        let mut all = AskedMarks::default();
        for (name, value) in asked.as_object().unwrap().iter().filter(|(_, value)| !value.is_null()) {
            assert!(AskedMarks::NAMES.contains(&name.as_str()));
            all.ask(name, value).unwrap();
        }
        old.changed(&all).map_err(|refusal| refusal.say.into_owned())
    }

    fn plain(asked: &Value) -> Result<MarkScheme, String> {
        changed(MarkScheme::default(), asked)
    }

    /// The browser offers the presets with their amounts, which a request then names beside them.
    #[test]
    fn the_browser_has_the_same_presets() {
        let browser = include_str!("../../../../web/src/features/contests/markChoices.ts");
        for preset in Preset::ALL.into_iter().filter(|preset| *preset != Preset::Own) {
            let line = browser.lines().find(|line| line.contains(&format!("preset: '{}', label", preset.word())));
            let MarkScheme { right, wrong, partial, .. } = MarkScheme::of(preset);
            let part = match partial {
                Partial::None => String::new(),
                part => format!(", partial: '{}'", part.word()),
            };
            let amounts = format!("right: '{}', wrong: '{}'{part} }}", right.exact(), wrong.exact());
            assert!(line.is_some_and(|line| line.contains(&amounts)), "{preset:?}: {amounts} of {line:?}");
        }
    }

    /// 60 answer sheets under each preset against totals that were computed by hand with fractions:
    /// right, wrong, and then the exact total by preset.
    #[test]
    fn totals_are_the_hand_computed_ones() {
        let mut lines = include_str!("mark_totals.txt").lines().filter(|line| !line.starts_with('#'));
        let presets: Vec<Preset> =
            lines.next().unwrap().split_whitespace().skip(2).map(|word| Preset::read(word).unwrap()).collect();
        assert_eq!(presets, Preset::ALL[..7]);
        let mut sheets = 0;
        for line in lines {
            let mut words = line.split_whitespace();
            let mut number = || words.next().unwrap().parse::<u32>().unwrap();
            let (right, wrong) = (number(), number());
            for (preset, total) in presets.iter().zip(words) {
                assert_eq!(
                    MarkScheme::of(*preset).total(right, wrong, Marks::ZERO).exact(),
                    total,
                    "{preset:?}: {line}"
                );
            }
            sheets += 1;
        }
        assert_eq!(sheets, 60);
    }

    #[test]
    fn a_floor_holds_where_it_is_set() {
        let with = |floor| MarkScheme { floor, ..MarkScheme::of(Preset::JeeMain) };
        let totals = |scheme: MarkScheme| {
            [(1, 2), (0, 3), (1, 9)].map(|(right, wrong)| scheme.total(right, wrong, Marks::ZERO).exact())
        };
        assert_eq!(totals(with(Floor::None)), ["2", "-3", "-5"]);
        assert_eq!(totals(with(Floor::Total)), ["2", "0", "0"]);
        assert_eq!(totals(with(Floor::Question)), ["4", "0", "4"]);
    }

    /// GATE takes nothing off for a wrong number, and so do its rules that were saved before there were such questions.
    #[test]
    fn a_wrong_number_takes_what_the_scheme_says() {
        let of_number = |scheme: MarkScheme| scheme.for_kind(Kind::Number).of_wrong().exact();
        let gate = MarkScheme::of(Preset::Gate);
        assert_eq!(
            (of_number(gate), gate.for_kind(Kind::Text).of_wrong().exact()),
            ("0".to_owned(), "-1/3".to_owned())
        );
        let before: MarkScheme =
            serde_json::from_value(json!({"preset": "gate", "right": "1", "wrong": "-1/3"})).unwrap();
        assert_eq!(before, gate);
        assert_eq!(plain(&json!({"preset": "gate"})), Ok(gate));
        let main = plain(&json!({"preset": "jee_main"})).unwrap();
        assert_eq!((of_number(main), json!(main).get("numberWrong")), ("-1".to_owned(), None));
        let switched = plain(&json!({"preset": "jee_main", "numberWrong": "0"})).unwrap();
        assert_eq!((switched.preset, of_number(switched).as_str()), (Preset::JeeMain, "0"));
        assert_eq!(serde_json::from_value::<MarkScheme>(json!(switched)).unwrap(), switched);
        assert_eq!(changed(switched, &json!({"preset": "cat"})), Ok(MarkScheme::of(Preset::Cat)));
        assert_eq!(of_number(changed(gate, &json!({"wrong": "-1"})).unwrap()), "0");
        assert_eq!(plain(&json!({"numberWrong": "0"})), Ok(MarkScheme::default()));
        for strange in
            [json!({"preset": "gate", "numberWrong": "-1"}), json!({"numberWrong": "-1"}), json!({"numberWrong": "1"})]
        {
            assert!(plain(&strange).is_err(), "{strange}");
        }
        let floored = MarkScheme { floor: Floor::Question, number_wrong: Some(Marks::whole(-2)), ..main };
        assert_eq!(of_number(floored), "0");
    }

    #[test]
    fn a_preset_brings_its_amounts_and_others_make_it_an_own_one() {
        let jee = plain(&json!({"preset": "jee_main"})).unwrap();
        assert_eq!((jee.preset, jee.right.exact().as_str(), jee.wrong.exact().as_str()), (Preset::JeeMain, "4", "-1"));
        assert_eq!(plain(&json!({"right": "4", "wrong": "-1"})).unwrap().preset, Preset::Own);
        assert_eq!(plain(&json!({"preset": "jee_main", "right": "4.0", "wrong": "−1"})), Ok(jee));
        assert_eq!(changed(jee, &json!({})), Ok(jee));
        assert_eq!(changed(jee, &json!({"wrong": "-2"})).unwrap().preset, Preset::Own);
        assert_eq!(changed(jee, &json!({"preset": "plain"})), Ok(MarkScheme::default()));
        let floored = changed(jee, &json!({"floor": "total"})).unwrap();
        assert_eq!(changed(floored, &json!({"preset": "plain"})), Ok(MarkScheme::default()));
        assert_eq!(changed(floored, &json!({"preset": "cat"})).unwrap().floor, Floor::Total);
        let own = changed(jee, &json!({"preset": "own"})).unwrap();
        assert_eq!((own.preset, own.right, own.wrong), (Preset::Own, jee.right, jee.wrong));
        assert!(!own.is_plain() && !plain(&json!({"preset": "own"})).unwrap().is_plain());
    }

    #[test]
    fn a_preset_brings_what_a_part_gives_along() {
        let advanced = plain(&json!({"preset": "jee_advanced"})).unwrap();
        assert_eq!((advanced.partial, advanced.right.exact().as_str()), (Partial::Jee, "4"));
        assert_eq!(changed(advanced, &json!({"preset": "jee_main"})).unwrap().partial, Partial::None);
        assert_eq!(changed(advanced, &json!({"preset": "own"})).unwrap().partial, Partial::Jee);
        assert_eq!(changed(advanced, &json!({"wrong": "-2"})).unwrap().partial, Partial::Jee);
        assert_eq!(changed(advanced, &json!({"floor": "total"})).unwrap().partial, Partial::Jee);
        let shared = plain(&json!({"preset": "cat", "partial": "share"})).unwrap();
        assert_eq!((shared.preset, shared.partial), (Preset::Cat, Partial::Share));
        assert!(!plain(&json!({"partial": "minus"})).unwrap().is_plain(), "what gives parts of marks has marks");
        let wrong = |preset, kind| MarkScheme::of(preset).for_kind(kind).of_wrong().exact();
        assert_eq!([Kind::Single, Kind::Several].map(|kind| wrong(Preset::Gate, kind)), ["-1/3", "0"]);
        assert_eq!([Kind::Single, Kind::Several].map(|kind| wrong(Preset::JeeAdvanced, kind)), ["-1", "-2"]);
        assert_eq!([Kind::Single, Kind::Several].map(|kind| wrong(Preset::Cat, kind)), ["-1", "-1"]);
        assert_eq!(advanced.for_kind(Kind::Single).partial, Partial::None);
    }

    #[test]
    fn what_cannot_be_is_refused_in_a_sentence() {
        for asked in [
            json!({"preset": "neet"}),
            json!({"preset": "jee_main", "right": "5"}),
            json!({"right": "0"}),
            json!({"right": "-1"}),
            json!({"wrong": "1"}),
            json!({"wrong": "-0.33"}),
            json!({"wrong": "-1001"}),
            json!({"floor": "zero"}),
            json!({"tieBreak": ["starred", "starred"]}),
            json!({"tieBreak": ["luck"]}),
            json!({"tieBreak": ["less_time", "less_time"]}),
            json!({"partial": "half"}),
            json!({"partial": "Share"}),
            json!({"preset": "gate", "partial": "share"}),
        ] {
            let said = plain(&asked).expect_err(&asked.to_string());
            assert!(said.ends_with('.'), "{said}");
        }
        let only = json!({"partial": "none"});
        assert_eq!(plain(&only), Ok(MarkScheme::default()));
    }

    #[test]
    fn the_rule_stands_in_words() {
        assert_eq!(
            MarkScheme::of(Preset::Gate).in_words(MarkedQuestions::default()),
            "Each right answer gives +1, each wrong answer −⅓, an unanswered question 0. If marks are equal, fewer wrong answers \
             rank higher, then less time. If still equal, the rank is shared."
        );
        let shared = plain(&json!({"preset": "cat", "tieBreak": [], "floor": "total"})).unwrap();
        assert_eq!(
            shared.in_words(MarkedQuestions::default()),
            "Each right answer gives +3, each wrong answer −1, an unanswered question 0. No total is below 0. Equal marks share a rank."
        );
        assert_eq!(shared.per_question(), "+3, −1");
        let advanced = MarkScheme::of(Preset::JeeAdvanced).in_words(MarkedQuestions::default());
        assert!(
            advanced.starts_with(
                "Each right answer gives +4, each wrong answer −1, an unanswered question 0. Where several options are right, a part \
                 of them gives +1, +2 or +3, if nothing chosen is wrong. If marks"
            ),
            "{advanced}"
        );
        let starred = plain(&json!({"preset": "jee_main", "tieBreak": ["starred", "less_time"]})).unwrap();
        assert_eq!(
            starred.in_words(MarkedQuestions { differing: 1, starred: 1, ..MarkedQuestions::default() }),
            "Each right answer gives +4, each wrong answer −1, an unanswered question 0. Some questions give other marks; each \
             says what it gives. If marks are equal, more right answers among the starred questions rank higher, then less \
             time. If still equal, the rank is shared."
        );
    }

    /// Questions that give other marks need not be on the paper that somebody gets.
    #[test]
    fn of_papers_the_rule_says_no_more_than_is_true_of_each() {
        let words = |differing, several, preset: &str| {
            let marked = MarkedQuestions { differing, several, ..MarkedQuestions::default() };
            let scheme = plain(&json!({"preset": preset})).unwrap();
            (scheme.in_words(marked), scheme.in_words(marked.drawn(true)))
        };
        for (differing, several, preset) in [(1, 0, "jee_main"), (2, 2, "gate"), (3, 1, "jee_advanced")] {
            let (all, part) = words(differing, several, preset);
            assert!(part.contains(" Questions may give other marks; each says what it gives."), "{part}");
            assert!(!part.contains("Some questions") && !part.contains("Each question says"), "{part}");
            assert_eq!(part.split('.').count(), all.split('.').count(), "{all} {part}");
        }
        let (all, part) = words(0, 2, "gate");
        assert_eq!(all, part, "where all give the same there is nothing to say");
    }

    /// What a wrong answer gives where several options are right stands in the rule wherever it is another amount than elsewhere and
    /// the contest has such questions; of others it is said that there are some only where there are.
    #[test]
    fn the_rule_says_what_several_right_options_take() {
        const OTHERS: &str = "Some questions give other marks; each says what it gives.";
        const EACH: &str = "Each question says what it gives.";
        let words = |asked: Value, differing, several| {
            plain(&asked).unwrap().in_words(MarkedQuestions { differing, several, ..MarkedQuestions::default() })
        };
        let of_several = "A wrong answer to a question with several right options";
        for (preset, gives) in [
            (
                "jee_advanced",
                Some(
                    "+3, if nothing chosen is wrong. A wrong answer to a question with several right options gives −2. ",
                ),
            ),
            (
                "gate",
                Some(
                    "an unanswered question 0. A wrong answer to a question with several right options takes nothing off. ",
                ),
            ),
            ("jee_main", None),
            ("upsc", None),
        ] {
            for (differing, several) in [(0, 0), (1, 0), (1, 1), (2, 2), (3, 1), (0, 2)] {
                let said = words(json!({"preset": preset}), differing, several);
                let is_said = gives.filter(|_| differing > 0 && several > 0);
                assert_eq!(said.contains(of_several), is_said.is_some(), "{said}");
                assert!(is_said.is_none_or(|gives| said.contains(gives)), "{said}");
                assert_eq!(said.contains(EACH), is_said.is_some() && differing <= several, "{said}");
                assert_eq!(said.contains(OTHERS), differing > 0 && !said.contains(EACH), "{said}");
            }
        }
        // Each wrong option takes its share there, or no question takes anything.
        for asked in [json!({"partial": "share"}), json!({"partial": "minus"}), json!({"floor": "question"})] {
            let mut asked = asked;
            asked["preset"] = json!("jee_advanced");
            assert!(!words(asked.clone(), 1, 1).contains(of_several), "{asked}");
        }
    }

    /// Whoever sees stars on the paper and the board is told whether they decide anything; where there are none, nothing is
    /// said of them.
    #[test]
    fn the_rule_speaks_of_stars_wherever_there_are_some() {
        let nothing = "Right answers to starred questions are counted and shown, but decide nothing.";
        let deciding = "more right answers among the starred questions";
        for ties in [json!([]), json!(["less_time"]), json!(["starred"]), json!(["more_right", "starred", "less_time"])]
        {
            let scheme = plain(&json!({"preset": "jee_main", "tieBreak": ties})).unwrap();
            let decide = ties.to_string().contains("starred");
            for starred in [0, 1, 3] {
                let words = scheme.in_words(MarkedQuestions { starred, ..MarkedQuestions::default() });
                assert_eq!(words.contains(deciding), decide && starred > 0, "{words}");
                assert_eq!(words.contains(nothing), !decide && starred > 0, "{words}");
                assert_eq!(words.contains("starred"), starred > 0, "{words}");
            }
        }
        let only_stars = plain(&json!({"preset": "jee_main", "tieBreak": ["starred"]})).unwrap();
        assert!(only_stars.in_words(MarkedQuestions::default()).ends_with(" 0. Equal marks share a rank."));
        let stars_between =
            plain(&json!({"preset": "jee_main", "tieBreak": ["more_right", "starred", "less_time"]})).unwrap();
        let words = stars_between.in_words(MarkedQuestions::default());
        assert!(words.contains("more right answers rank higher, then less time. If still"), "{words}");
    }

    proptest! {
        /// What is stored is read back, and a right answer is never worth less than a wrong one.
        #[test]
        fn a_scheme_is_kept(
            preset in 0_usize..9,
            floor in 0_usize..3,
            partial in 0_usize..4,
            ties in Just(TieBreak::ALL.to_vec()).prop_shuffle(),
            many in 0_usize..5,
        ) {
            let scheme = MarkScheme {
                floor: [Floor::None, Floor::Question, Floor::Total][floor],
                partial: Partial::ALL[partial],
                tie_break: TieBreaks::new(&ties[..many]).unwrap(),
                ..MarkScheme::of(Preset::ALL[preset])
            };
            let stored = serde_json::to_string(&scheme).unwrap();
            prop_assert_eq!(serde_json::from_str::<MarkScheme>(&stored).unwrap(), scheme);
            let total = |correct, wrong| scheme.total(correct, wrong, Marks::ZERO);
            prop_assert!(total(3, 2) > total(2, 3));
            prop_assert!(total(2, 2) >= total(2, 3));
        }
    }
}
