//! JSON of contests and questions: the specification's names, which are used nowhere else inside.
//!
//! Quirks absorbed: questions arrive with capital or small `Question`/`Options`/`Answer`; the owner's id in bodies and
//! headers is compared elsewhere and ignored here.

use std::borrow::Cow;

use quad_quizgen::{CheckedDraft, CheckedKindDraft, Difficulty, DraftKind, KindDraft, TopicCounts};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use quad_http::body::{self, Named, UnreadNames};
use quad_kernel::clock::Time;
use quad_kernel::error::{Error, Rejection, Result};
use quad_kernel::ids::{ContestId, QuestionId, UserId};
use quad_kernel::validation;

use super::draw::Draw;
use super::generate_questions::{Drafted, DraftedQuestion, DraftingFacts, MadeDraft, NewDrafts};
use super::kind::Kind;
use super::mark_scheme::{AskedMarks, MarkScheme, TieBreak};
use super::marks::Marks;
use super::maths::{Maths, TextProblem};
use super::messages;
use super::model::AskedFixed;
use super::model::{Contest, Invitation, InvitedTo, NewContest, NewQuestion, Question, Window};
use super::number_answers::Tolerance;
use super::partial_marks::Partial;
use super::question_marks::{AskedQuestionMarks, OwnAmounts, QuestionMarks};
use super::question_pictures::{AskedPicture, ContestPictures};
use super::rules::ContestRules;
use super::typed_key::TypedKey;
use super::wire_pictures::{KeyedQuestionPictureOut, QuestionPictureIn};

/// A contest to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateContestIn {
    /// 1 to 200 characters.
    #[serde(default)]
    pub title: String,
    /// Up to 5,000 characters.
    #[serde(default)]
    pub description: String,
    /// RFC 3339 with a zone.
    #[serde(default)]
    pub start_date: String,
    /// RFC 3339 with a zone, after the start and after now.
    #[serde(default)]
    pub end_date: String,
    /// Listed for everybody; false when absent.
    #[serde(default)]
    pub is_public: bool,
    /// What it shall be besides; a setting that is absent has its default.
    #[serde(flatten)]
    rules: RulesIn,
    /// Ignored: questions are added one by one.
    #[serde(default, rename = "QuestionSet")]
    #[schema(value_type = Vec<String>)]
    #[expect(dead_code, reason = "part of the specification's request; ignored")]
    question_set: serde::de::IgnoredAny,
}

impl CreateContestIn {
    /// Checks it against the clock.
    pub fn parse(&self, now: Time) -> Result<NewContest, Rejection> {
        let rules = self.rules.over(ContestRules::default())?;
        rules.may_replace(ContestRules::default(), false)?;
        let (start, end) = (&self.start_date, &self.end_date);
        NewContest::parse(&self.title, &self.description, start, end, self.is_public, rules, now)
    }
}

/// What replies tell of a contest, and [`DetailsIn`] does not set.
const TOLD_OF_CONTESTS: [&str; 22] = [
    "_id",
    "id",
    "date",
    "startDate",
    "endDate",
    "isPublic",
    "QuestionSet",
    "questionCount",
    "participants",
    "frozen",
    "createdAt",
    "own",
    "marksShown",
    "questionMarks",
    "joined",
    "completed",
    "answered",
    "rank",
    "invited",
    "resultsOpen",
    "seed",
    "serverNow",
];

/// New words and rules for a contest; what is absent or null stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DetailsIn {
    /// 1 to 200 characters.
    pub title: Option<String>,
    /// Up to 5,000 characters.
    pub description: Option<String>,
    /// What it shall be besides.
    #[serde(flatten)]
    pub rules: RulesIn,
}

impl DetailsIn {
    /// Refuses a name that is not set here: it can only be misspelt, and would seem to be done. What replies tell of a contest
    /// besides is read over beside a known name, as programs send back the whole contest as they read it.
    pub fn names_something(&self) -> Result<(), Rejection> {
        let known: Vec<&str> = ["title", "description"].into_iter().chain(RulesIn::names()).collect();
        let has_known = self.title.is_some()
            || self.description.is_some()
            || self.rules.0.keys().any(|name| known.contains(&name.as_str()));
        let is_fine = |name: &str| known.contains(&name) || (has_known && TOLD_OF_CONTESTS.contains(&name));
        match self.rules.0.keys().find(|name| !is_fine(name)) {
            Some(strange) => Err(messages::strange_detail(strange, &known)),
            None => Ok(()),
        }
    }
}

/// Settings as a request names them: those of [`ContestRules`] that it has, each over what was set before.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct RulesIn(Map<String, Value>);

impl RulesIn {
    /// The names of all settings.
    fn names() -> impl Iterator<Item = &'static str> {
        AskedMarks::NAMES.into_iter().chain(["changing", "minutes", "optionOrder", "questionOrder", "answersShown"])
    }

    /// These settings over `rules`.
    pub fn over(&self, rules: ContestRules) -> Result<ContestRules, Rejection> {
        let named = || self.0.iter().filter(|(_, value)| !value.is_null());
        let is_of_marks = |name: &str| AskedMarks::NAMES.contains(&name);
        let rules = named().filter(|(name, _)| !is_of_marks(name)).try_fold(rules, |rules, (name, value)| {
            let mut all = json!(rules);
            all[name.as_str()] = value.clone();
            serde_json::from_value(all).map_err(|error| body::unreadable(name, &error))
        })?;
        let mut asked = AskedMarks::default();
        for (name, value) in named().filter(|(name, _)| is_of_marks(name)) {
            asked.ask(name, value).map_err(|error| body::unreadable(name, &error))?;
        }
        let minutes = rules.minutes.filter(|minutes| *minutes > 0);
        Ok(ContestRules { marks: rules.marks.changed(&asked)?, minutes, ..rules })
    }
}

impl RulesIn {
    /// These settings alone, for a call that is about nothing else: what it does not name has its default, except whether answers
    /// are shown. What [`RulesOut`] has besides is read over.
    pub fn instead_of(&self, old: ContestRules) -> Result<ContestRules, Rejection> {
        let known: Vec<&str> = Self::names().chain(["marksShown"]).collect();
        if let Some(strange) = self.0.keys().find(|name| !known.contains(&name.as_str())) {
            return Err(messages::strange_rule(strange, &known));
        }
        self.over(ContestRules { answers_shown: old.answers_shown, ..ContestRules::default() })
    }

    /// The same refusal; where it is about a setting that can no longer be changed and that the request does not name, it says that such a
    /// setting was to get its default.
    pub fn telling_of_defaults(&self, refusal: Rejection) -> Rejection {
        let field = refusal.more.iter().find(|(key, _)| *key == "field").map(|(_, field)| field.clone());
        let is_named = |field: &str| self.0.get(field).is_some_and(|value| !value.is_null());
        match field {
            Some(field) if refusal.code == "contest_frozen" && field == "preset" => {
                if AskedMarks::NAMES.into_iter().any(is_named) { refusal } else { messages::left_out(refusal, &field) }
            }
            Some(field) if refusal.code == "contest_frozen" && !is_named(&field) => messages::left_out(refusal, &field),
            _ => refusal,
        }
    }
}

impl PartialSchema for RulesIn {
    fn schema() -> RefOr<Schema> {
        ContestRules::schema()
    }
}

impl ToSchema for RulesIn {
    fn name() -> Cow<'static, str> {
        ContestRules::name()
    }
}

/// The rules of a contest: what its answers give, and how its paper is shown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulesOut {
    /// Which set of amounts it is: plain, jee_main, gate, upsc, quarter, cat, quiz_half, jee_advanced, or own.
    pub preset: String,
    /// What a right answer gives, exactly: `4`, `0.25`, `1/3`.
    pub right: String,
    /// What a wrong answer gives: nothing or less, such as `-1/3`.
    pub wrong: String,
    /// What a wrong answer gives where a number is typed, exactly; null where it is as every other wrong one.
    pub number_wrong: Option<String>,
    /// What a part of the right options gives where several are right: none, share, minus, jee.
    pub partial: String,
    /// Below what marks do not fall: none, question, total.
    pub floor: String,
    /// Whether an answer may be changed: first, as the first one counts, or until_hand_in.
    pub changing: String,
    /// What decides between equal marks, one after the other.
    pub tie_break: Vec<TieBreak>,
    /// In which order each person sees the questions: fixed, shuffled.
    pub question_order: String,
    /// In which order each person sees the options: fixed, shuffled.
    pub option_order: String,
    /// Minutes that each person has; null where all have the time of the contest.
    pub minutes: Option<u32>,
    /// Participants may see their answers beside the right ones after the end.
    pub answers_shown: bool,
    /// The rule in words.
    pub marks_shown: String,
}

impl From<&Contest> for RulesOut {
    fn from(contest: &Contest) -> Self {
        let ContestRules { answers_shown, option_order, question_order, changing, minutes, marks } = contest.rules;
        Self {
            preset: marks.preset.word().to_owned(),
            right: marks.right.exact(),
            wrong: marks.wrong.exact(),
            number_wrong: marks.number_wrong.map(Marks::exact),
            partial: marks.partial.word().to_owned(),
            floor: marks.floor.word().to_owned(),
            changing: changing.word().to_owned(),
            tie_break: marks.tie_break.iter().collect(),
            question_order: question_order.word().to_owned(),
            option_order: option_order.word().to_owned(),
            minutes,
            answers_shown,
            marks_shown: marks.in_words(contest.marked_questions()),
        }
    }
}

/// Rules that were saved.
#[derive(Debug, Serialize, ToSchema)]
pub struct RulesSavedOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// As they are now.
    pub rules: RulesOut,
}

/// What answers give, in words; absent in a contest of one point for each right answer.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RuleWordsOut {
    /// The rule in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks_shown: Option<String>,
    /// What an answer gives, in short: `+4, −1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question_marks: Option<String>,
}

impl From<&Contest> for RuleWordsOut {
    fn from(contest: &Contest) -> Self {
        let marks_shown = contest.marks_shown();
        Self { question_marks: marks_shown.as_ref().map(|_| contest.rules.marks.per_question()), marks_shown }
    }
}

/// The wanted visibility.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MakePublicIn {
    /// What the contest shall be from now on.
    pub is_public: bool,
    /// Which contest.
    pub contest_id: String,
}

/// A new window.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeTimeIn {
    /// Which contest.
    pub contest_id: String,
    /// RFC 3339 with a zone.
    #[serde(default)]
    pub start_date: String,
    /// RFC 3339 with a zone.
    #[serde(default)]
    pub end_date: String,
}

impl ChangeTimeIn {
    /// Checks it against the clock.
    pub fn window(&self, now: Time) -> Result<Window, Rejection> {
        Window::parse(&self.start_date, &self.end_date, now)
    }
}

/// Another start or end of a contest; what is absent or null stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimeIn {
    /// RFC 3339 with a zone.
    start_date: Option<String>,
    /// RFC 3339 with a zone.
    end_date: Option<String>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

impl TimeIn {
    /// Refuses what is no time: it can only be misspelt, and would seem to be done.
    pub fn names_nothing_strange(&self) -> Result<(), Rejection> {
        self.others.refuse_but(&[], &["startDate", "endDate"])
    }

    /// The window `old` with what is named, checked against the clock.
    pub fn over(&self, old: Window, now: Time) -> Result<Window, Rejection> {
        old.moved(self.start_date.as_deref(), self.end_date.as_deref(), now)
    }
}

/// A question as an organiser sends it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct QuestionIn {
    /// 1 to 2,000 characters.
    #[serde(default, rename = "Question", alias = "question")]
    pub question: String,
    /// Exactly four, distinct, 1 to 500 characters each.
    #[serde(default, rename = "Options", alias = "options")]
    pub options: Vec<String>,
    /// The text of the right option.
    #[serde(default, rename = "Answer", alias = "answer")]
    pub answer: String,
    /// Easy, Medium or other. Where a question is rewritten without it or with null, it stays; an empty one goes.
    #[serde(default)]
    pub difficulty: Option<String>,
    /// Why the answer is right, at most 2,000 characters; participants read it with the answers after the end. Where a question is
    /// rewritten without it or with null, it stays; an empty one goes.
    #[serde(default)]
    pub explanation: Option<String>,
    /// What it gives instead of what the contest's rules say; only in a contest with marks. Where a question is rewritten without
    /// it, it stays; null, and for a new question leaving it out: as the contest has it.
    #[serde(default, deserialize_with = "body::named_object")]
    #[schema(value_type = Option<QuestionMarksIn>)]
    pub marks: Option<Named<QuestionMarksIn>>,
    /// Right answers to it are counted apart, and may decide between equal marks; only in a contest with marks. Where a question is
    /// rewritten without it, it stays; false or null takes it away.
    #[serde(default, deserialize_with = "body::named")]
    #[schema(value_type = Option<bool>)]
    pub star: Option<Named<bool>>,
    /// Which options keep their places where the contest mixes them, from 0; an empty list: none. Null, and for a new question leaving
    /// it out: those whose words speak of places. Where a question is rewritten without it, it stays.
    #[serde(default, rename = "fixedOptions", deserialize_with = "body::named")]
    #[schema(value_type = Option<Vec<u32>>)]
    pub fixed_options: Option<Named<Vec<u32>>>,
}

/// What a question shall give instead of what the contest's rules say.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct QuestionMarksIn {
    /// What a right answer gives, more than 0, such as `2`; as the contest has it when absent or null.
    #[serde(default)]
    pub right: Option<String>,
    /// What a wrong answer gives, nothing or less, such as `-2/3`; as the contest has it when absent or null.
    #[serde(default)]
    pub wrong: Option<String>,
    /// What a part of the right options gives, none, share, minus or jee; only where several are right. As the contest has it when
    /// absent or null.
    #[serde(default)]
    pub partial: Option<String>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

impl QuestionMarksIn {
    fn parse(&self, kind: Kind) -> Result<OwnAmounts, Rejection> {
        self.others.refuse_at("marks", "in the marks of a question", &[], &["right", "wrong", "partial"])?;
        if self.partial.is_some() && !kind.is_several() {
            return Err(Rejection::invalid("marks.partial", messages::NO_PARTIAL_MARKS));
        }
        OwnAmounts::parse(self.right.as_deref(), self.wrong.as_deref(), self.partial.as_deref())
    }
}

impl TryFrom<QuestionIn> for NewQuestion {
    type Error = Rejection;

    fn try_from(sent: QuestionIn) -> Result<Self, Rejection> {
        let new = Self::parse(&sent.question, &sent.options, &sent.answer, sent.difficulty.as_deref())?;
        completed(new, sent.explanation.as_deref(), sent.marks, sent.star, sent.fixed_options)
    }
}

/// A question with what every shape has besides.
fn completed(
    new: NewQuestion,
    explanation: Option<&str>,
    marks: Option<Named<QuestionMarksIn>>,
    star: Option<Named<bool>>,
    fixed_options: Option<Named<Vec<u32>>>,
) -> Result<NewQuestion, Rejection> {
    let options = new.options.len();
    let fixed = fixed_options.map(|Named(places)| AskedFixed::parse(places.as_deref(), options)).transpose()?;
    let new = new.explained(explanation)?.fixed(fixed.unwrap_or_default());
    let amounts = marks.map(|Named(marks)| marks.unwrap_or_default().parse(new.kind)).transpose()?;
    Ok(new.marked(AskedQuestionMarks { amounts, star: star.map(|Named(star)| star.unwrap_or_default()) }))
}

/// A question in the shape of its kind: `kind`, `text`, and `options` with `right`, or `value` with `tolerance` and `unit`, or `accepted`. Without `kind`, and with `Question` or without `text`, it is
/// in the specification's, `Question`, `Options`, `Answer`, and of the kind single; that one has exactly four options.
#[derive(Debug, Deserialize, ToSchema)]
pub struct KindQuestionIn {
    /// `single`: several options, of which one is right. `several`: of which one or more are right. `number`: a number is typed. `text`: a
    /// text is typed.
    #[serde(default)]
    pub kind: Option<String>,
    /// What is asked, 1 to 2,000 characters.
    #[serde(default)]
    pub text: Option<String>,
    /// Two to eight, distinct, 1 to 500 characters each; empty where the answer is typed.
    #[serde(default)]
    pub options: Vec<String>,
    /// The right ones by their places, from 0: exactly one of a single question, one or more of several; empty where the answer is
    /// typed.
    #[serde(default)]
    pub right: Option<Vec<u32>>,
    /// What is asked, in the specification's shape.
    #[serde(default, rename = "Question", alias = "question")]
    pub usual_question: String,
    /// Exactly four, in the specification's shape.
    #[serde(default, rename = "Options")]
    pub usual_options: Vec<String>,
    /// The text of the right option, in the specification's shape.
    #[serde(default, rename = "Answer", alias = "answer")]
    pub usual_answer: String,
    /// Easy, Medium or other. Where a question is rewritten without it or with null, it stays; an empty one goes.
    #[serde(default)]
    pub difficulty: Option<String>,
    /// Why the answer is right, at most 2,000 characters; participants read it with the answers after the end. Where a question is
    /// rewritten without it or with null, it stays; an empty one goes.
    #[serde(default)]
    pub explanation: Option<String>,
    /// What it gives instead of what the contest's rules say; only in a contest with marks. Where a question is rewritten without
    /// it, it stays; null, and for a new question leaving it out: as the contest has it.
    #[serde(default, deserialize_with = "body::named_object")]
    #[schema(value_type = Option<QuestionMarksIn>)]
    pub marks: Option<Named<QuestionMarksIn>>,
    /// Right answers to it are counted apart, and may decide between equal marks; only in a contest with marks. Where a question is
    /// rewritten without it, it stays; false or null takes it away.
    #[serde(default, deserialize_with = "body::named")]
    #[schema(value_type = Option<bool>)]
    pub star: Option<Named<bool>>,
    /// Which options keep their places where the contest mixes them, from 0; an empty list: none. Null, and for a new question leaving
    /// it out: those whose words speak of places. Where a question is rewritten without it, it stays.
    #[serde(default, rename = "fixedOptions", deserialize_with = "body::named")]
    #[schema(value_type = Option<Vec<u32>>)]
    pub fixed_options: Option<Named<Vec<u32>>>,
    /// Of a number, what is right, such as `9.81`, `3/4` or `1e3`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    value: Value,
    /// Of a number, how far an answer may be off: `0.05`, or `2%` of the value; null where it may not.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    tolerance: Value,
    /// Of a number, what it is counted in, at most 20 characters: shown beside the box, never typed.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    unit: Value,
    /// Of a text, all that is right, 1 to 20 texts of 1 to 200 characters. Of two that are one answer the first is kept.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>)]
    accepted: Value,
    /// Its pictures in order: at most four on the question and one on each option. Where a question is rewritten without them, they
    /// stay; an empty list takes them away.
    #[serde(default)]
    #[schema(value_type = Option<Vec<QuestionPictureIn>>)]
    pictures: Value,
    /// Null or empty: no question has it.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    category: Value,
    /// What it is about, at most eight texts of at most 30 characters, by which a draw chooses; participants do not see them. Of two
    /// that are alike the first is kept. Where a question is rewritten without them, they stay; an empty list takes them away.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>)]
    tags: Value,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

impl KindQuestionIn {
    /// In the specification's shape.
    fn is_usual(&self) -> bool {
        self.kind.is_none() && (self.text.is_none() || !self.usual_question.is_empty())
    }

    /// Whether its formulas have to be such as can be drawn: the specification's shape is taken as ever.
    pub fn draws_maths(&self) -> bool {
        !self.is_usual()
    }

    /// Refuses a misspelt name: what it was meant to say would be lost, such as a tolerance. What replies tell of a question and of a
    /// draft besides is read over, as programs send them on.
    fn names_nothing_strange(&self) -> Result<(), Rejection> {
        let of_replies = ["_id", "id", "contestId", "marking", "maths"];
        let of_drafts = ["checkKey", "source", "why", "topic", "about", "takenAs"];
        let known = [
            "kind",
            "text",
            "options",
            "right",
            "value",
            "tolerance",
            "unit",
            "accepted",
            "Question",
            "Options",
            "Answer",
            "difficulty",
            "explanation",
            "marks",
            "star",
            "pictures",
            "tags",
        ];
        let told = [of_replies.as_slice(), &of_drafts].concat();
        self.others.refuse_at("question", "in a question", &told, &known)
    }

    /// What would be lost is refused.
    fn has_nothing_else(&self, kind: Kind) -> Result<(), Rejection> {
        let is_empty = |value: &Value| match value {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Array(all) => all.is_empty(),
            _ => false,
        };
        if !is_empty(&self.category) {
            return Err(messages::not_of_questions("category"));
        }
        let (is_number, is_chosen) = (kind == Kind::Number, !kind.is_typed());
        let of_kinds = [
            ("options", is_chosen || self.options.is_empty()),
            ("right", is_chosen || self.right.as_ref().is_none_or(Vec::is_empty)),
            ("value", is_number || is_empty(&self.value)),
            ("tolerance", is_number || is_empty(&self.tolerance)),
            ("unit", is_number || is_empty(&self.unit)),
            ("accepted", kind == Kind::Text || is_empty(&self.accepted)),
        ];
        let lost = of_kinds.into_iter().find(|(_, is_fine)| !is_fine);
        lost.map_or(Ok(()), |(name, _)| Err(messages::not_of_kind(kind, name)))
    }

    /// What is right at a question whose answer is typed.
    fn typed_key(&self, kind: Kind) -> Result<Option<TypedKey>, Rejection> {
        Ok(match kind {
            Kind::Single | Kind::Several => None,
            Kind::Number => {
                let [value, tolerance, unit] =
                    [("value", &self.value), ("tolerance", &self.tolerance), ("unit", &self.unit)]
                        .map(|(name, sent)| text_sent(name, sent));
                Some(TypedKey::number(value?, tolerance?, unit?)?)
            }
            Kind::Text => Some(TypedKey::texts(&texts_sent("accepted", &self.accepted)?)?),
        })
    }
}

/// A text, where one is sent. A number would be rounded before anybody reads it.
fn text_sent<'a>(name: &'static str, sent: &'a Value) -> Result<Option<&'a str>, Rejection> {
    match sent {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        _ => Err(messages::not_a_text(name)),
    }
}

fn texts_sent(name: &'static str, sent: &Value) -> Result<Vec<String>, Rejection> {
    if sent.is_null() {
        return Ok(Vec::new());
    }
    Vec::deserialize(sent).map_err(|_| messages::not_a_text(name))
}

/// The pictures that a question is written with; nothing where they are not named.
fn asked_pictures(sent: Value) -> Result<Option<Vec<AskedPicture>>, Rejection> {
    if sent.is_null() || sent == "" {
        return Ok(None);
    }
    let sent: Vec<QuestionPictureIn> =
        serde_json::from_value(sent).map_err(|error| body::unreadable("pictures", &error))?;
    let many = sent.len();
    let read = |(number, one): (usize, QuestionPictureIn)| {
        let option = one.option.and_then(|option| u8::try_from(option).ok());
        AskedPicture::try_from(one).map_err(|refusal| messages::of_picture(option, number, many, refusal))
    };
    (1..).zip(sent).map(read).collect::<Result<_, _>>().map(Some)
}

impl TryFrom<KindQuestionIn> for NewQuestion {
    type Error = Rejection;

    fn try_from(sent: KindQuestionIn) -> Result<Self, Rejection> {
        sent.names_nothing_strange()?;
        let read = |word: &str| Kind::from_word(word).ok_or_else(|| messages::strange_kind(word));
        let kind = sent.kind.as_deref().map(read).transpose()?.unwrap_or_default();
        let difficulty = sent.difficulty.as_deref();
        let new = if sent.is_usual() {
            let options = if sent.usual_options.is_empty() { &sent.options } else { &sent.usual_options };
            Self::parse(&sent.usual_question, options, &sent.usual_answer, difficulty)?
        } else {
            sent.has_nothing_else(kind)?;
            let (text, right) = (sent.text.as_deref().unwrap_or_default(), sent.right.as_deref().unwrap_or_default());
            match (kind, sent.typed_key(kind)?) {
                (_, Some(key)) => Self::typed(text, key, difficulty)?,
                (Kind::Several, None) => Self::several(text, &sent.options, right, difficulty)?,
                (_, None) => Self::single(text, &sent.options, right, difficulty)?,
            }
        };
        let tags = if sent.tags.is_null() || sent.tags == "" { None } else { Some(texts_sent("tags", &sent.tags)?) };
        let new = new.pictured(asked_pictures(sent.pictures)?)?.tagged(tags.as_deref())?;
        completed(new, sent.explanation.as_deref(), sent.marks, sent.star, sent.fixed_options)
    }
}

/// A question for a contest named beside it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddQuestionIn {
    /// Which contest.
    #[serde(rename = "contestId")]
    pub contest_id: String,
    /// The question.
    #[serde(flatten)]
    pub question: QuestionIn,
}

/// Several questions, taken all or none.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddQuestionsIn {
    /// 1 to 100.
    #[serde(deserialize_with = "body::objects")]
    pub questions: Vec<KindQuestionIn>,
}

impl TryFrom<AddQuestionsIn> for Vec<NewQuestion> {
    type Error = Rejection;

    fn try_from(sent: AddQuestionsIn) -> Result<Self, Rejection> {
        let many = sent.questions.len();
        match many {
            0 => return Err(messages::NO_QUESTIONS),
            1..=100 => {}
            _ => return Err(messages::MANY_QUESTIONS),
        }
        let read = |(number, one): (usize, KindQuestionIn)| {
            NewQuestion::try_from(one).map_err(|refusal| messages::of_those_sent(number, many, refusal))
        };
        (1..).zip(sent.questions).map(read).collect()
    }
}

/// A contest as its owner's lists show it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnContestOut {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its description, maybe empty.
    pub description: String,
    /// RFC 3339.
    pub start_date: String,
    /// RFC 3339.
    pub end_date: String,
    /// Listed for everybody.
    pub is_public: bool,
    /// What its owner set.
    #[serde(flatten)]
    pub rules: ContestRules,
    /// The rules in words, where it has marks.
    #[serde(flatten)]
    pub words: RuleWordsOut,
    /// Ids of its questions, in order.
    #[serde(rename = "QuestionSet")]
    pub question_set: Vec<String>,
    /// How many questions.
    pub question_count: u32,
    /// How many of them each person gets; absent where everybody gets all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub questions_each: Option<u32>,
    /// How many people joined.
    pub participants: u32,
    /// Somebody joined: the questions cannot change any more.
    pub frozen: bool,
    /// RFC 3339.
    pub created_at: String,
}

impl OwnContestOut {
    /// A contest and the ids of its questions.
    pub fn new(contest: &Contest, questions: &[QuestionId]) -> Self {
        Self {
            id: contest.id.to_string(),
            title: contest.title.clone(),
            description: contest.description.clone(),
            start_date: contest.starts_at.to_rfc3339(),
            end_date: contest.ends_at.to_rfc3339(),
            is_public: contest.is_public,
            rules: contest.rules,
            words: contest.into(),
            question_set: questions.iter().map(ToString::to_string).collect(),
            question_count: contest.question_count,
            questions_each: contest.draw.as_ref().map(Draw::questions),
            participants: contest.participants,
            frozen: contest.frozen_at.is_some(),
            created_at: contest.created_at.to_rfc3339(),
        }
    }
}

/// The caller's own contests.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnContestsOut {
    /// Always true.
    pub success: bool,
    /// Newest first.
    pub contests: Vec<OwnContestOut>,
    /// The server's clock.
    pub server_now: String,
}

/// A contest that was made or changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContestSavedOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// As it is now.
    pub contest: OwnContestOut,
    /// The server's clock.
    pub server_now: String,
}

/// The visibility as it is now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadePublicOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// As it is now.
    pub is_public: bool,
}

/// What a question gives, in place of what its contest's rules say.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnMarksOut {
    /// What a right answer gives, exactly; null where it is as the contest has it.
    pub right: Option<String>,
    /// What a wrong answer gives, exactly; null where it is as the contest has it.
    pub wrong: Option<String>,
    /// What a part of the right options gives; absent where it is as the contest has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial: Option<&'static str>,
}

impl OwnMarksOut {
    /// What is a question's own, if anything is.
    pub fn of(marks: QuestionMarks) -> Option<Self> {
        let QuestionMarks { right, wrong, partial, .. } = marks;
        let exact = |marks: Option<Marks>| marks.map(Marks::exact);
        marks.are_own().then(|| Self { right: exact(right), wrong: exact(wrong), partial: partial.map(Partial::word) })
    }
}

/// What a question that gives other marks than its contest gives.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QuestionMarksOut {
    /// What a right answer gives, exactly: `2`, `1/3`.
    pub right: String,
    /// What a wrong answer gives, exactly: nothing or less, such as `-2/3`.
    pub wrong: String,
    /// What a part of the right options gives: share, minus, jee; absent where it gives nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial: Option<&'static str>,
}

impl QuestionMarksOut {
    /// What a question gives in a contest with such a scheme, if that is not what the contest gives.
    pub fn of(question: &Question, scheme: MarkScheme) -> Option<Self> {
        let own = question.scheme(scheme);
        question.marks.differ_from(scheme, question.kind).then(|| Self {
            right: own.of_right().exact(),
            wrong: own.of_wrong().exact(),
            partial: Some(own.partial).filter(|partial| !partial.is_none()).map(Partial::word),
        })
    }
}

/// A question with its key, for the contest's owner and ADMIN only.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeyedQuestionOut {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: String,
    /// single, several, number or text, where the specification has no such question; absent where it has: single, with four options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// What is asked.
    #[serde(rename = "Question")]
    pub question: String,
    /// Two to eight, which people call A to H; none where the answer is typed.
    #[serde(rename = "Options")]
    pub options: Vec<String>,
    /// The text of the right option; the first, where several are right or a correction accepted several. Of a number, what is right in
    /// words: `9.81 ± 0.05 m/s²`.
    #[serde(rename = "Answer")]
    pub answer: String,
    /// The texts of all options in the key, or all that may be typed at a text; none of a number.
    pub accepted: Vec<String>,
    /// Of a number, what is right, as it was written; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Of a number, how far an answer may be off: `0.05`, or `2%` of the value; absent where it may not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<String>,
    /// Of a number, what it is counted in; absent where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// key, everyone, answered or void; key unless the question was corrected after the end.
    pub marking: String,
    /// Easy, Medium or other.
    pub difficulty: Option<String>,
    /// Why the answer is right, where somebody wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// What of its marks is its own, where something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<OwnMarksOut>,
    /// True where right answers to it are counted apart; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub star: Option<bool>,
    /// Which options keep their places where the contest mixes them, from 0; absent where those do whose words speak of places.
    #[serde(rename = "fixedOptions", skip_serializing_if = "Option::is_none")]
    pub fixed_options: Option<Vec<u32>>,
    /// What is drawn for the formulas of its texts, by what stands there; where a contest is read, and where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, serde_json::Value>>)]
    pub maths: Option<Maths>,
    /// Its pictures and those of its options; absent where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<KeyedQuestionPictureOut>,
    /// What it is about; absent where it has no tags.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The contest it belongs to.
    #[serde(rename = "contestId")]
    pub contest_id: String,
}

impl KeyedQuestionOut {
    /// A question of a contest with such pictures.
    pub fn new(contest: ContestId, question: &Question, pictures: &ContestPictures) -> Self {
        let number = question.typed.as_ref().and_then(TypedKey::as_number);
        let accepted = question.key_texts();
        Self {
            id: question.id.to_string(),
            kind: question.kind_shown(),
            question: question.text.clone(),
            options: question.options.clone(),
            answer: match &question.typed {
                Some(_) => accepted.first().cloned().unwrap_or_default(),
                None => question.answer().to_owned(),
            },
            accepted: if number.is_some() { Vec::new() } else { accepted },
            value: number.map(|key| key.value.typed().to_owned()),
            tolerance: number.and_then(|key| key.tolerance.as_ref()).map(Tolerance::sent),
            unit: number.and_then(|key| key.unit.clone()),
            marking: question.marking.word().to_owned(),
            difficulty: question.difficulty.clone(),
            explanation: question.explanation.clone(),
            marks: OwnMarksOut::of(question.marks),
            star: question.marks.star(),
            fixed_options: question.fixed_places(),
            maths: None,
            pictures: pictures.keyed_out(question.id),
            tags: question.tags.clone(),
            contest_id: contest.to_string(),
        }
    }
}

/// A contest with its keys.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyedContestOut {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its description, maybe empty.
    pub description: String,
    /// RFC 3339.
    pub start_date: String,
    /// RFC 3339.
    pub end_date: String,
    /// Listed for everybody.
    pub is_public: bool,
    /// What its owner set.
    #[serde(flatten)]
    pub rules: ContestRules,
    /// The rules in words, where it has marks.
    #[serde(flatten)]
    pub words: RuleWordsOut,
    /// Somebody joined: the questions cannot change any more.
    pub frozen: bool,
    /// The caller wrote it.
    pub own: bool,
    /// How many people joined.
    pub participants: u32,
    /// How many of its questions each person gets; absent where everybody gets all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub questions_each: Option<u32>,
    /// Its questions with their keys, in order.
    #[serde(rename = "QuestionSet")]
    pub question_set: Vec<KeyedQuestionOut>,
}

impl KeyedContestOut {
    /// A contest and its questions, as `reader` may see them.
    pub fn new(contest: &Contest, questions: &[Question], pictures: &ContestPictures, reader: UserId) -> Self {
        Self {
            id: contest.id.to_string(),
            title: contest.title.clone(),
            description: contest.description.clone(),
            start_date: contest.starts_at.to_rfc3339(),
            end_date: contest.ends_at.to_rfc3339(),
            is_public: contest.is_public,
            rules: contest.rules,
            words: contest.into(),
            frozen: contest.frozen_at.is_some(),
            own: contest.owner == reader,
            participants: contest.participants,
            questions_each: contest.draw.as_ref().map(Draw::questions),
            question_set: questions
                .iter()
                .map(|question| KeyedQuestionOut::new(contest.id, question, pictures))
                .collect(),
        }
    }
}

/// Answer of GET /post/{contestId}.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyedContestAnswer {
    /// Always true.
    pub success: bool,
    /// The contest with its keys.
    pub contest: KeyedContestOut,
    /// The server's clock.
    pub server_now: String,
}

/// A question that was written.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuestionSavedOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// As it is now.
    pub question: KeyedQuestionOut,
}

/// Questions that were written.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuestionsSavedOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// In order.
    pub questions: Vec<KeyedQuestionOut>,
}

/// What drafts are wanted of.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GenerateIn {
    /// 1 to 20, as a number or as digits; 5 when absent.
    #[serde(default)]
    #[schema(value_type = Option<u32>)]
    pub number: Value,
    /// One line, 1 to 200 characters.
    #[serde(default)]
    pub topic: String,
    /// One's own contest (any for ADMIN), whose questions shall not come again.
    #[serde(default)]
    pub contest_id: Option<String>,
    /// `easy`, `medium` or `hard`; a mix when absent.
    #[serde(default)]
    pub difficulty: Option<String>,
    /// Text the questions are to be made from, up to 60,000 characters; needs a provider.
    #[serde(default)]
    pub notes: Option<String>,
    /// Up to 40 texts of questions that shall not come again.
    #[serde(default)]
    pub avoid: Vec<String>,
    /// Of which kinds: `single` (one right option of four), `several`, `number`, `text`; `single` alone when absent. All others need
    /// a provider.
    #[serde(default)]
    pub kinds: Vec<String>,
}

impl TryFrom<GenerateIn> for NewDrafts {
    type Error = Error;

    fn try_from(sent: GenerateIn) -> Result<Self> {
        let number = match &sent.number {
            Value::Null => Some(5),
            Value::String(digits) => quad_text::ascii_digits(digits.trim()).parse().ok(),
            number => number.as_u64(),
        };
        let number = number.filter(|number| (1..=20).contains(number));
        let number = number.ok_or_else(|| Rejection::invalid("number", messages::NUMBER_OF_DRAFTS))? as usize;
        let difficulty = match given(sent.difficulty.as_deref()) {
            None => None,
            Some(word) => Some(
                Difficulty::of(word).ok_or_else(|| Rejection::invalid("difficulty", messages::STRANGE_DIFFICULTY))?,
            ),
        };
        if sent.avoid.len() > 40 || sent.avoid.iter().any(|text| text.chars().count() > 2000) {
            return Err(Rejection::invalid("avoid", messages::MUCH_TO_AVOID).into());
        }
        // Documents are full of form feeds and their kin; a space says as much.
        let notes = given(sent.notes.as_deref()).map(|notes| {
            let plain = |c: char| if c.is_control() && c != '\n' && c != '\t' { ' ' } else { c };
            notes.replace("\r\n", "\n").chars().map(plain).collect::<String>()
        });
        if notes.as_ref().is_some_and(|notes| notes.chars().count() > 60_000) {
            return Err(Rejection::invalid("notes", messages::LONG_NOTES).into());
        }
        let kinds: Option<Vec<DraftKind>> = sent.kinds.iter().map(|word| DraftKind::of(word)).collect();
        let mut kinds = kinds.ok_or_else(|| Rejection::invalid("kinds", messages::STRANGE_KINDS))?;
        let mut seen = Vec::new();
        kinds.retain(|kind| {
            !seen.contains(kind) && {
                seen.push(*kind);
                true
            }
        });
        Ok(Self {
            kinds: Some(kinds).filter(|kinds| kinds.iter().any(|kind| *kind != DraftKind::Single)),
            topic: validation::line("topic", "The topic", &sent.topic, 1, 200)?,
            number,
            difficulty,
            contest: given(sent.contest_id.as_deref()).map(contest_id).transpose()?,
            notes,
            avoid: sent.avoid,
        })
    }
}

/// A text that says something.
fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// A question somebody still has to read.
#[derive(Debug, Serialize, ToSchema)]
pub struct DraftOut {
    /// What is asked.
    #[serde(rename = "Question")]
    pub question: String,
    /// Four, distinct; of other kinds up to eight, or none where the answer is typed.
    #[serde(rename = "Options")]
    pub options: Vec<String>,
    /// The text of the right option; of other kinds it says nothing.
    #[serde(rename = "Answer")]
    pub answer: String,
    /// What else there is to it where it has not one right option of four.
    #[serde(flatten)]
    pub of_kind: DraftOfKindOut,
    /// Easy, Medium or Hard.
    pub difficulty: String,
    /// The provider, asked again without the key, did not confirm it: somebody should.
    #[serde(rename = "checkKey")]
    pub check_key: bool,
    /// The sentence of the notes that proves the answer; null without notes.
    pub source: Option<String>,
    /// Why the answer is right; null with notes, or when nothing was said.
    pub why: Option<String>,
    /// The topic of the built-in source it was taken from; null from a provider.
    pub topic: Option<String>,
    /// It is about what was asked for. Where a part of a topic was, others of the topic fill up.
    pub about: bool,
    /// What was understood, where a typing error or a beginning was: a topic, or a part of one; null when nothing was guessed.
    #[serde(rename = "takenAs")]
    pub taken_as: Option<String>,
}

impl DraftOut {
    /// Drafts in their order.
    pub fn all(drafted: Drafted) -> Vec<Self> {
        let Drafted { drafts, topic, taken_as, is_from_notes } = drafted;
        let new = |made| Self { topic: topic.clone(), taken_as: taken_as.clone(), ..Self::new(made, is_from_notes) };
        drafts.into_iter().map(new).collect()
    }

    fn new(drafted: DraftedQuestion, is_from_notes: bool) -> Self {
        let DraftedQuestion { made, is_about } = drafted;
        let parts = match made {
            MadeDraft::Usual(CheckedDraft { draft, is_doubtful }) => {
                let usual = DraftOfKindOut::default();
                (draft.question, draft.options.to_vec(), draft.answer, draft.difficulty, draft.why, is_doubtful, usual)
            }
            MadeDraft::OfKind(CheckedKindDraft { draft, is_doubtful }) => {
                let of_kind = DraftOfKindOut::new(&draft);
                let answer = if draft.kind == DraftKind::Single { draft.answers.concat() } else { String::new() };
                (draft.question, draft.options, answer, draft.difficulty, draft.why, is_doubtful, of_kind)
            }
        };
        let (question, options, answer, level, why, check_key, of_kind) = parts;
        let said = Some(why).filter(|why| !why.is_empty());
        let (source, why) = if is_from_notes { (said, None) } else { (None, said) };
        let difficulty = match level {
            Difficulty::Easy => "Easy",
            Difficulty::Medium => "Medium",
            Difficulty::Hard => "Hard",
        };
        Self {
            question,
            options,
            answer,
            of_kind,
            difficulty: difficulty.to_owned(),
            check_key,
            source,
            why,
            topic: None,
            about: is_about,
            taken_as: None,
        }
    }
}

/// What a draft of another kind than one right option of four has, in the words of a question that is saved; all of it absent elsewhere.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct DraftOfKindOut {
    /// several, number or text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The places of the right options, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<Vec<usize>>,
    /// The number that is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// How far a number may be off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<String>,
    /// What a number is counted in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The texts that are right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Vec<String>>,
}

impl DraftOfKindOut {
    fn new(draft: &KindDraft) -> Self {
        let kind = Some(draft.kind.word());
        match draft.kind {
            DraftKind::Single => Self::default(),
            DraftKind::Several => Self { kind, right: Some(draft.right()), ..Self::default() },
            DraftKind::Number => Self {
                kind,
                value: draft.answers.first().cloned(),
                tolerance: draft.tolerance.clone(),
                unit: draft.unit.clone(),
                ..Self::default()
            },
            DraftKind::Text => Self { kind, accepted: Some(draft.answers.clone()), ..Self::default() },
        }
    }
}

/// The data of the event `progress`.
#[derive(Debug, Serialize, ToSchema)]
pub struct DraftingProgressOut {
    /// Drafts that have passed every check so far.
    pub written: usize,
    /// Drafts asked for.
    pub of: usize,
    /// `writing` or `checking`.
    pub step: &'static str,
}

/// What there is to draft with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftingOut {
    /// Always true.
    pub success: bool,
    /// `built-in` or `provider`.
    pub source: &'static str,
    /// The provider's model; null for the built-in source.
    pub model: Option<String>,
    /// Topics the built-in source knows, by name; a provider takes others, too.
    pub topics: Vec<&'static str>,
    /// How many questions there are on those topics that end; the others have generators. Empty with a provider.
    pub holdings: Vec<HoldingOut>,
    /// Whether questions can be made from notes.
    pub notes: bool,
    /// How many drafts the caller may still have today.
    pub left_today: Option<u32>,
    /// When the next day begins, RFC 3339.
    pub day_ends_at: Option<String>,
    /// How many drafts a provider may still make for everybody this month; null for the built-in source.
    pub left_this_month: Option<u32>,
    /// When the next month begins, RFC 3339; null for the built-in source.
    pub month_ends_at: Option<String>,
}

/// How many questions there are on a topic.
#[derive(Debug, Serialize, ToSchema)]
pub struct HoldingOut {
    /// By name.
    pub topic: &'static str,
    /// Of this difficulty.
    pub easy: usize,
    /// Of this difficulty.
    pub medium: usize,
    /// Of this difficulty.
    pub hard: usize,
}

impl From<TopicCounts> for HoldingOut {
    fn from(TopicCounts { topic, easy, medium, hard }: TopicCounts) -> Self {
        Self { topic, easy, medium, hard }
    }
}

impl From<DraftingFacts> for DraftingOut {
    fn from(facts: DraftingFacts) -> Self {
        let by_provider = facts.model.is_some();
        let (left_this_month, month_ends_at) = facts.month.unzip();
        Self {
            success: true,
            source: if by_provider { "provider" } else { "built-in" },
            model: facts.model,
            topics: facts.topics,
            holdings: facts.holdings.into_iter().map(HoldingOut::from).collect(),
            notes: by_provider,
            left_today: Some(facts.left_today),
            day_ends_at: Some(facts.day_ends_at.to_rfc3339()),
            left_this_month,
            month_ends_at: month_ends_at.map(Time::to_rfc3339),
        }
    }
}

/// Texts that somebody is writing.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MathsPreviewIn {
    /// Questions, options, explanations: up to 300 texts of 30,000 characters together.
    pub texts: Vec<String>,
}

impl MathsPreviewIn {
    /// The texts, unless they are too many.
    pub fn parse(self) -> Result<Vec<String>, Rejection> {
        let characters: usize = self.texts.iter().map(|text| text.chars().count()).sum();
        if self.texts.len() > 300 || characters > 30_000 {
            return Err(Rejection::invalid("texts", messages::MUCH_TO_PREVIEW));
        }
        Ok(self.texts)
    }
}

/// A formula that cannot be drawn.
#[derive(Debug, Serialize, ToSchema)]
pub struct MathsProblemOut {
    /// In which of the texts, from 0.
    pub text: usize,
    /// How many characters of it stand before.
    pub place: usize,
    /// What is wrong, in a sentence.
    pub reason: String,
}

/// What is drawn for the formulas of texts.
#[derive(Debug, Serialize, ToSchema)]
pub struct MathsPreviewOut {
    /// Always true.
    pub success: bool,
    /// By what stands in a text: an array of an element's name, its attributes where it has any, and texts and elements in it. For a
    /// backslash and a dollar, a dollar.
    #[schema(value_type = std::collections::BTreeMap<String, serde_json::Value>)]
    pub maths: Maths,
    /// What stays as it stands.
    pub problems: Vec<MathsProblemOut>,
}

impl MathsPreviewOut {
    /// What was made of texts.
    pub fn new((maths, problems): (Maths, Vec<TextProblem>)) -> Self {
        let problem = |TextProblem { text, place, reason }| MathsProblemOut { text, place, reason };
        Self { success: true, maths, problems: problems.into_iter().map(problem).collect() }
    }
}

/// A contest's living invitation link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationOut {
    /// What the link ends with: `/invite#{token}`.
    pub token: String,
    /// RFC 3339.
    pub created_at: String,
    /// How many people came in, by this link or an earlier one.
    pub accepted: u32,
}

/// A contest's invitation, if there is one.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitationAnswer {
    /// Always true.
    pub success: bool,
    /// Null without a living link.
    pub invitation: Option<InvitationOut>,
}

impl From<Option<Invitation>> for InvitationAnswer {
    fn from(found: Option<Invitation>) -> Self {
        let invitation = found.map(|one| InvitationOut {
            token: one.token.as_str().to_owned(),
            created_at: one.created_at.to_rfc3339(),
            accepted: one.accepted,
        });
        Self { success: true, invitation }
    }
}

/// An invitation somebody has.
#[derive(Deserialize, ToSchema)]
pub struct InvitationIn {
    /// What stands behind `#` in its link.
    pub token: String,
}

/// A contest as an invitation shows it.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitedContestOut {
    /// What the link to a public one shows.
    #[serde(flatten)]
    pub contest: PreviewedContestOut,
    /// The name of whoever wrote it.
    pub owner: String,
}

impl From<&InvitedTo> for InvitedContestOut {
    fn from(found: &InvitedTo) -> Self {
        let contest = PreviewedContestOut {
            id: found.contest.to_string(),
            title: found.title.clone(),
            description: found.description.clone(),
            start_date: found.starts_at.to_rfc3339(),
            end_date: found.ends_at.to_rfc3339(),
            question_count: found.question_count,
            marks_shown: found.marks_shown.clone(),
        };
        Self { contest, owner: found.owner_name.clone() }
    }
}

/// What an invitation link leads to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitedOut {
    /// Always true.
    pub success: bool,
    /// The contest.
    pub contest: InvitedContestOut,
    /// The caller has accepted.
    pub accepted: bool,
    /// The caller wrote it.
    pub own: bool,
    /// The server's clock.
    pub server_now: String,
}

/// A contest as a link shows it to whoever is not in it: of a public one also to whoever has not logged in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewedContestOut {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its description, maybe empty.
    pub description: String,
    /// RFC 3339.
    pub start_date: String,
    /// RFC 3339.
    pub end_date: String,
    /// How many questions.
    pub question_count: u32,
    /// The rule of its marks in words, where it has marks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks_shown: Option<String>,
}

impl From<&Contest> for PreviewedContestOut {
    fn from(contest: &Contest) -> Self {
        Self {
            id: contest.id.to_string(),
            title: contest.title.clone(),
            description: contest.description.clone(),
            start_date: contest.starts_at.to_rfc3339(),
            end_date: contest.ends_at.to_rfc3339(),
            question_count: contest.questions_each(),
            marks_shown: contest.marks_shown(),
        }
    }
}

/// What a link to a public contest leads to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkPreviewOut {
    /// Always true.
    pub success: bool,
    /// The contest.
    pub contest: PreviewedContestOut,
    /// The server's clock.
    pub server_now: String,
}

/// An invitation was accepted.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitationAcceptedOut {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// The contest.
    pub contest: InvitedContestOut,
}

/// Reads a contest's id; anything that is none is nobody's contest.
pub fn contest_id(text: &str) -> Result<ContestId> {
    ContestId::parse(text).ok_or_else(|| quad_kernel::error::MISSING.into())
}

/// Reads a question's id.
pub fn question_id(text: &str) -> Result<QuestionId> {
    QuestionId::parse(text).ok_or_else(|| quad_kernel::error::MISSING.into())
}
