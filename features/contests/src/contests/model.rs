//! Contest model: contests and questions as the inside knows them, and their pure rules.

use std::fmt;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use quad_kernel::clock::Time;
use quad_kernel::error::Rejection;
use quad_kernel::ids::{ContestId, QuestionId, Random, UserId};
use quad_kernel::validation;

use super::draw::{self, Draw};
use super::kind::{BASELINE_OPTIONS, FeatureLevel, Kind};
use super::mark_scheme::{MarkScheme, MarkedQuestions};
use super::marks::Marks;
use super::messages;
use super::partial_marks::ChosenOptions;
use super::question_marks::{AskedQuestionMarks, QuestionMarks};
use super::question_pictures::{self, AskedPicture};
use super::rules::ContestRules;
use super::typed_key::{self, TypedKey};

/// Options of a question at most.
pub const MOST_OPTIONS: usize = 8;
/// Options of a question at least.
const LEAST_OPTIONS: usize = 2;
/// A window may lie this far ahead or back.
const FAR: Duration = Duration::from_hours(3 * 366 * 24);
/// Whoever is told of a contest needs so long to come and take it.
const TIME_TO_COME: Duration = Duration::from_mins(5);

/// Where a contest stands, by the clock alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Before the start.
    Upcoming,
    /// From the start until just before the end.
    Active,
    /// From the end on.
    Ended,
}

/// A contest.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Its id.
    pub id: ContestId,
    /// Who wrote it.
    pub owner: UserId,
    /// 1 to 200 characters.
    pub title: String,
    /// Up to 5,000 characters, maybe none.
    pub description: String,
    /// The first moment of the window.
    pub starts_at: Time,
    /// The first moment after the window.
    pub ends_at: Time,
    /// The last end of anybody's time, once an organiser has moved one; before that all follow from the window and the rules.
    pub last_ends_at: Option<Time>,
    /// Since when all clocks stand still, while they do.
    pub paused_at: Option<Time>,
    /// Listed for everybody.
    pub is_public: bool,
    /// What its owner set.
    pub rules: ContestRules,
    /// By which blueprint each person gets a part of the questions; none where everybody gets all of them.
    pub draw: Option<Draw>,
    /// The first join, or a minute before the start where papers are dealt; questions cannot change after it.
    pub frozen_at: Option<Time>,
    /// Number of questions.
    pub question_count: u32,
    /// How many of them give other marks than it.
    pub own_marks: u32,
    /// How many of them are starred.
    pub starred: u32,
    /// How many of them a client of the specification cannot show ([`Question::is_extended`]); `newer_questions` in the database.
    pub extended_questions: u32,
    /// How many of them may have several right options.
    pub several_questions: u32,
    /// To how many of them the answer is typed.
    pub typed_questions: u32,
    /// How many of them have pictures, on themselves or on an option.
    pub pictured_questions: u32,
    /// Number of people who joined.
    pub participants: u32,
    /// How often a question was corrected after the end.
    pub corrections: u32,
    /// How often something was written to it so late that its board may have been built without it.
    pub stragglers: u32,
    /// When it was made.
    pub created_at: Time,
}

impl Contest {
    /// One that was just made.
    pub(super) fn new(id: ContestId, owner: UserId, new: &NewContest, now: Time) -> Self {
        Self {
            id,
            owner,
            title: new.details.title.clone(),
            description: new.details.description.clone(),
            starts_at: new.window.starts_at,
            ends_at: new.window.ends_at,
            last_ends_at: None,
            paused_at: None,
            is_public: new.is_public,
            rules: new.rules,
            draw: None,
            frozen_at: None,
            question_count: 0,
            own_marks: 0,
            starred: 0,
            extended_questions: 0,
            several_questions: 0,
            typed_questions: 0,
            pictured_questions: 0,
            participants: 0,
            corrections: 0,
            stragglers: 0,
            created_at: now,
        }
    }

    /// Where it stands at a moment.
    pub fn status(&self, now: Time) -> Status {
        status(self.starts_at, self.ends_at, now)
    }

    /// The last moment at which anybody's time ends; results wait for it. While the clocks stand still it does not come.
    pub fn closes_at(&self) -> Time {
        closes_at(self.ends_at, self.last_ends_at, self.paused_at)
    }

    /// Whether the time of somebody may end at another moment than its own.
    pub fn has_personal_ends(&self) -> bool {
        self.rules.minutes.is_some() || self.last_ends_at.is_some() || self.paused_at.is_some()
    }

    /// How many of its questions each person gets.
    pub fn questions_each(&self) -> u32 {
        self.draw.as_ref().map_or(self.question_count, Draw::questions)
    }

    /// When it runs.
    pub fn window(&self) -> Window {
        Window { starts_at: self.starts_at, ends_at: self.ends_at }
    }

    /// The rule of its marks in words, where it has marks.
    pub fn marks_shown(&self) -> Option<String> {
        self.rules.marks.shown(self.marked_questions())
    }

    /// How many of its questions the rule speaks of.
    pub fn marked_questions(&self) -> MarkedQuestions {
        MarkedQuestions {
            differing: self.own_marks,
            starred: self.starred,
            several: self.several_questions,
            drawn: self.draw.is_some(),
        }
    }

    /// What a client has to show for its questions, and whether it has to change answers or to know a time of one's own.
    pub fn feature_level(&self) -> FeatureLevel {
        if self.rules.minutes.is_some() {
            return FeatureLevel::PersonalTime;
        }
        if self.rules.changing.is_allowed() {
            return FeatureLevel::AnswerChanges;
        }
        if self.pictured_questions > 0 {
            return FeatureLevel::Pictures;
        }
        match (self.typed_questions, self.several_questions, self.extended_questions) {
            (0, 0, 0) => FeatureLevel::Baseline,
            (0, 0, _) => FeatureLevel::OptionCounts,
            (0, ..) => FeatureLevel::SeveralRight,
            _ => FeatureLevel::TypedAnswers,
        }
    }

    /// Whether it has no pictures and gets none any more. As it is remembered it may be older than its first join; once that is in it,
    /// its questions stand still.
    pub(super) const fn has_no_pictures_for_good(&self) -> bool {
        self.frozen_at.is_some() && self.pictured_questions == 0
    }

    /// Whether everybody may be told of it at `now`: it has a question, and time to come and take it.
    pub(super) fn is_worth_announcing(&self, now: Time) -> bool {
        self.question_count > 0 && now.plus(TIME_TO_COME) <= self.ends_at
    }

    /// Whether somebody who has neither joined nor accepted an invitation may open it.
    pub(super) fn is_open_uninvited(&self, user: UserId, is_admin: bool) -> bool {
        self.is_public || self.owner == user || is_admin
    }
}

/// The last moment at which anybody's time in a contest ends ([`Contest::closes_at`]).
pub fn closes_at(ends_at: Time, last_ends_at: Option<Time>, paused_at: Option<Time>) -> Time {
    match paused_at {
        Some(_) => Time(i64::MAX),
        None => last_ends_at.map_or(ends_at, |last| last.max(ends_at)),
    }
}

/// Where a window stands at a moment: `start ≤ t < end` is active.
pub fn status(starts_at: Time, ends_at: Time, now: Time) -> Status {
    if now < starts_at {
        Status::Upcoming
    } else if now >= ends_at {
        Status::Ended
    } else {
        Status::Active
    }
}

/// The words of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    /// 1 to 200 characters.
    pub title: String,
    /// Up to 5,000 characters, maybe none.
    pub description: String,
}

impl Details {
    /// Checks title and description.
    pub fn parse(title: &str, description: &str) -> Result<Self, Rejection> {
        Ok(Self { title: parse_title(title)?, description: parse_description(description)? })
    }
}

/// What of the words of a contest shall change; the rest stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DetailChanges {
    /// As [`Details::title`].
    pub title: Option<String>,
    /// As [`Details::description`].
    pub description: Option<String>,
}

impl DetailChanges {
    /// Checks what is named.
    pub fn parse(title: Option<&str>, description: Option<&str>) -> Result<Self, Rejection> {
        Ok(Self {
            title: title.map(parse_title).transpose()?,
            description: description.map(parse_description).transpose()?,
        })
    }
}

fn parse_title(text: &str) -> Result<String, Rejection> {
    validation::line("title", "Title", text, 1, 200)
}

fn parse_description(text: &str) -> Result<String, Rejection> {
    validation::text("description", "Description", text, 0, 5000)
}

/// When a contest runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first moment.
    pub starts_at: Time,
    /// The first moment after.
    pub ends_at: Time,
}

impl Window {
    /// Checks a window: the end is strictly after the start and both are within three years of now.
    pub fn parse(start: &str, end: &str, now: Time) -> Result<Self, Rejection> {
        let starts_at = validation::moment("startDate", "Start date", start)?;
        let ends_at = validation::moment("endDate", "End date", end)?;
        Self::checked(starts_at, ends_at, now)
    }

    /// This window with another start or end, or both; what is not named stays.
    pub fn moved(self, start: Option<&str>, end: Option<&str>, now: Time) -> Result<Self, Rejection> {
        let read = |field, called, text: Option<&str>, before| {
            text.map_or(Ok(before), |text| validation::moment(field, called, text))
        };
        let starts_at = read("startDate", "Start date", start, self.starts_at)?;
        let ends_at = read("endDate", "End date", end, self.ends_at)?;
        Self::checked(starts_at, ends_at, now)
    }

    fn checked(starts_at: Time, ends_at: Time, now: Time) -> Result<Self, Rejection> {
        if ends_at <= starts_at {
            return Err(messages::END_BEFORE_START.with("field", "endDate"));
        }
        if starts_at < now.minus(FAR) || ends_at > now.plus(FAR) {
            return Err(messages::TOO_FAR);
        }
        Ok(Self { starts_at, ends_at })
    }

    /// This window, ended at `now`; only one that runs can be. A contest lasts a millisecond at least.
    pub fn ended(self, now: Time) -> Result<Self, Rejection> {
        match status(self.starts_at, self.ends_at, now) {
            Status::Upcoming => Err(messages::END_BEFORE_BEGUN),
            Status::Ended => Err(messages::ALREADY_ENDED),
            Status::Active => Ok(Self { ends_at: now.max(Time(self.starts_at.0 + 1)), ..self }),
        }
    }

    /// Whether a contest with the window `old` may get this one at `now`; `joined` says that somebody takes part.
    pub fn may_replace(self, old: Self, now: Time, joined: bool) -> Result<(), Rejection> {
        if now >= old.ends_at {
            return Err(messages::TIME_AFTER_END);
        }
        if self.ends_at <= now {
            return Err(messages::END_IN_PAST);
        }
        if joined && self.starts_at > now.max(old.starts_at) {
            return Err(messages::START_AFTER_JOINS);
        }
        Ok(())
    }
}

/// A contest to be made.
#[derive(Clone, Debug)]
pub struct NewContest {
    /// Its words.
    pub details: Details,
    /// When it runs.
    pub window: Window,
    /// Listed for everybody from the beginning.
    pub is_public: bool,
    /// What its owner set.
    pub rules: ContestRules,
}

impl NewContest {
    /// Checks all of it. A start in the past is fine, an end in the past is not.
    pub fn parse(
        title: &str,
        description: &str,
        start: &str,
        end: &str,
        is_public: bool,
        rules: ContestRules,
        now: Time,
    ) -> Result<Self, Rejection> {
        let details = Details::parse(title, description)?;
        let window = Window::parse(start, end, now)?;
        if window.ends_at <= now {
            return Err(messages::END_IN_PAST);
        }
        Ok(Self { details, window, is_public, rules })
    }
}

/// A question with its key. Never given to participants; what they see is made in attempts/paper_cache.rs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its id.
    pub id: QuestionId,
    /// Order within the contest, and the narrow key of its answers.
    pub no: i32,
    /// How it is answered.
    pub kind: Kind,
    /// What is asked.
    pub text: String,
    /// Two to eight, which people call A to H; none where the answer is typed.
    pub options: Vec<String>,
    /// Bit n is set when option n is in the key. Of a single question each of them is right, and it is one unless a correction said
    /// otherwise; of several, all of them together are. Where the answer is typed it says nothing.
    pub accepted: u8,
    /// What is right where the answer is typed.
    pub typed: Option<TypedKey>,
    /// Whether the key decides at all.
    pub marking: Marking,
    /// Easy, Medium, Hard or other.
    pub difficulty: Option<String>,
    /// Why the answer is right; shown where the answers are.
    pub explanation: Option<String>,
    /// What it gives, where that is its own.
    pub marks: QuestionMarks,
    /// Bit n is set when option n keeps its place where options are mixed. Nothing: those whose words speak of places do.
    pub fixed_options: Option<u8>,
    /// What it is about, in words of its author; participants do not see them.
    pub tags: Vec<String>,
}

impl Question {
    /// The option shown as the answer: the first in the key.
    pub fn answer(&self) -> &str {
        let first = (0..self.options.len()).find(|option| self.in_key(*option)).unwrap_or(0);
        self.options.get(first).map_or("", String::as_str)
    }

    /// What a client has to show for it.
    pub fn feature_level(&self) -> FeatureLevel {
        FeatureLevel::of(self.kind, self.options.len())
    }

    /// Whether a client that knows only the specification cannot show it: questions have four options there, and one is right.
    pub fn is_extended(&self) -> bool {
        self.feature_level() != FeatureLevel::Baseline
    }

    /// Its kind, for replies that name it only where the specification has no such question.
    pub fn kind_shown(&self) -> Option<&'static str> {
        self.is_extended().then_some(self.kind.word())
    }

    /// Its kind, for replies that name it unless one option is chosen.
    pub fn kind_unless_single(&self) -> Option<&'static str> {
        (!self.kind.is_single()).then_some(self.kind.word())
    }

    /// Whether what its answers give cannot be told without the scheme of its contest, though it has no marks of its own.
    pub fn depends_on_scheme(&self) -> bool {
        !self.kind.is_single()
    }

    /// The scheme of its contest as it is for this question.
    pub fn scheme(&self, contest: MarkScheme) -> MarkScheme {
        self.marks.over(contest, self.kind)
    }

    /// What people choose that is an answer to it: one option, or any of them, each a mask of bits. What they type is a wrong answer
    /// or a right one.
    pub fn answers(&self) -> impl Iterator<Item = u8> {
        let options = if self.kind.is_typed() { 2 } else { self.options.len().min(MOST_OPTIONS) };
        let beyond = 1_u16 << options;
        let is_several = self.kind.is_several();
        (1..beyond).map(|chosen| chosen as u8).filter(move |chosen| is_several || chosen.is_power_of_two())
    }

    /// The answer that is counted: what was chosen, or of what was typed whether it is right.
    pub fn counted(&self, chosen: u8, typed: Option<&str>) -> u8 {
        match (&self.typed, typed) {
            (Some(key), Some(typed)) if key.accepts(typed) => typed_key::TYPED_RIGHT,
            (Some(_), _) => typed_key::TYPED_WRONG,
            (None, _) => chosen,
        }
    }

    /// An answer in words: what was typed, or the texts of the options chosen.
    pub fn answer_text(&self, chosen: u8, typed: Option<&str>) -> String {
        typed.map_or_else(|| text_of(&self.options, chosen), str::to_owned)
    }

    /// How many options are right and how many are not, and how many of both are chosen.
    pub fn chosen(&self, chosen: u8) -> ChosenOptions {
        ChosenOptions::new(self.options.len(), self.accepted, chosen)
    }

    /// The marks of a right answer that do not part as they have to by the scheme of its contest, and into how many parts; nothing
    /// where all is exact.
    pub fn inexact_part(&self, contest: MarkScheme) -> Option<(Marks, u32)> {
        if !self.kind.is_several() {
            return None;
        }
        let (scheme, ChosenOptions { right, wrong, .. }) = (self.scheme(contest), self.chosen(0));
        let whole = scheme.of_right();
        scheme.partial.parts(right, wrong).find(|parts| !whole.parts_in(*parts)).map(|parts| (whole, parts))
    }

    /// The option that was shown as `text`: the one kept so, or the only one that is this once both are cleaned. Questions of
    /// earlier releases are kept as they were typed, and a browser may send another spelling of what it was given.
    pub fn option_shown(&self, text: &str) -> Option<usize> {
        let text = text.trim();
        if let Some(option) = self.options.iter().position(|option| option == text) {
            return Some(option);
        }
        // No option has one, and no browser makes one of what it shows.
        if text.contains(char::is_control) {
            return None;
        }
        let clean = quad_text::clean(text);
        let mut like = (0..self.options.len()).filter(|option| quad_text::clean(&self.options[*option]) == clean);
        like.next().filter(|_| like.next().is_none())
    }

    /// Whether the key has an option.
    pub fn in_key(&self, option: usize) -> bool {
        self.accepted & (1 << option) != 0
    }

    /// The places of the options that its author fixed or set free, from 0, where that was done.
    pub fn fixed_places(&self) -> Option<Vec<u32>> {
        self.fixed_options.map(|bits| places_of(bits).collect())
    }

    /// What is right in words: the texts of the options in the key, or what may be typed.
    pub fn key_texts(&self) -> Vec<String> {
        self.typed.as_ref().map_or_else(|| texts_of(&self.options, self.accepted), TypedKey::shown)
    }
}

/// The texts of the options whose bits are set.
pub fn texts_of(options: &[String], bits: u8) -> Vec<String> {
    places_of(bits).filter_map(|option| options.get(option as usize).cloned()).collect()
}

/// The same as one text.
pub fn text_of(options: &[String], bits: u8) -> String {
    texts_of(options, bits).join("; ")
}

/// The places of the bits that are set, from 0.
pub fn places_of(bits: u8) -> impl Iterator<Item = u32> {
    (0..MOST_OPTIONS as u32).filter(move |option| bits >> option & 1 == 1)
}

/// The options as a row keeps them: what is empty at the end is none.
pub fn options_of(columns: [String; MOST_OPTIONS]) -> Vec<String> {
    let many = columns.iter().rposition(|option| !option.is_empty()).map_or(0, |last| last + 1);
    columns.into_iter().take(many).collect()
}

/// How a question is marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marking {
    /// By its key.
    #[default]
    Key,
    /// Everybody who joined has the mark, with or without an answer.
    Everyone,
    /// Everybody who answered it has the mark, whichever option it was.
    Answered,
    /// It counts for nobody, neither as right nor as wrong.
    Void,
}

impl Marking {
    /// All of them, in the order in which they are named.
    pub const ALL: [Self; 4] = [Self::Key, Self::Everyone, Self::Answered, Self::Void];

    /// As stored.
    pub fn number(self) -> i32 {
        match self {
            Self::Key => 0,
            Self::Everyone => 1,
            Self::Void => 2,
            Self::Answered => 3,
        }
    }

    /// Reads what [`Marking::number`] wrote.
    pub fn from_number(number: i32) -> Self {
        match number {
            1 => Self::Everyone,
            2 => Self::Void,
            3 => Self::Answered,
            _ => Self::Key,
        }
    }

    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Everyone => "everyone",
            Self::Answered => "answered",
            Self::Void => "void",
        }
    }

    /// Reads what [`Marking::word`] says.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|marking| marking.word() == word)
    }
}

/// The secret part of an invitation link: 128 random bits, safe in an address.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one.
    pub fn new(random: &Random) -> Self {
        Self(URL_SAFE_NO_PAD.encode(random.bytes::<16>()))
    }

    /// Reads one, without what a sentence or a program put around it: blanks, what nobody sees, a full stop. What cannot be a token
    /// is nobody's.
    pub fn parse(text: &str) -> Option<Self> {
        let is_around =
            |c: char| quad_text::is_blank(c) || quad_text::is_invisible(c) || ".,;:!?)>]\"'”’»।。".contains(c);
        let text = text.trim_matches(is_around);
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        (bytes.len() == 16).then(|| Self(text.to_owned()))
    }

    /// The text in the link.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for Token {
    fn from(stored: String) -> Self {
        Self(stored)
    }
}

/// Whoever reads a log shall not come in by it.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// A contest's living invitation.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// Opens the contest.
    pub token: Token,
    /// When it was made.
    pub created_at: Time,
    /// How many people came in, by this link or an earlier one.
    pub accepted: u32,
}

/// What somebody sees who opens an invitation.
#[derive(Clone, Debug)]
pub struct InvitedTo {
    /// Which contest.
    pub contest: ContestId,
    /// Who wrote it.
    pub owner: UserId,
    /// The writer's name.
    pub owner_name: String,
    /// Its title.
    pub title: String,
    /// Its description, maybe empty.
    pub description: String,
    /// The first moment of its window.
    pub starts_at: Time,
    /// The first moment after.
    pub ends_at: Time,
    /// Number of questions.
    pub question_count: u32,
    /// The rule of its marks in words, where it has marks.
    pub marks_shown: Option<String>,
    /// The person asking has accepted.
    pub accepted: bool,
}

/// An invitation somebody accepted.
#[derive(Clone, Debug)]
pub struct AcceptedInvitation {
    /// To which contest.
    pub contest: ContestId,
    /// Its title.
    pub title: String,
    /// When.
    pub accepted_at: Time,
}

/// What somebody who writes a question says of the options that keep their places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AskedFixed {
    /// Nothing: a question that is rewritten keeps its own.
    #[default]
    Unsaid,
    /// Those whose words speak of places.
    ByWords,
    /// These, a bit for each.
    These(u8),
}

/// A question to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewQuestion {
    /// How it is answered.
    pub kind: Kind,
    /// 1 to 2,000 characters.
    pub text: String,
    /// Two to eight that look different, 1 to 500 characters; none where the answer is typed.
    pub options: Vec<String>,
    /// The key as stored: a bit for each right option. Where the answer is typed it says nothing.
    pub accepted: u8,
    /// What is right where the answer is typed.
    pub typed: Option<TypedKey>,
    /// At most 20 characters; empty for none. Where nothing is said, a question that is rewritten keeps its own.
    pub difficulty: Option<String>,
    /// At most 2,000 characters; empty for none. Where nothing is said, a question that is rewritten keeps its own.
    pub explanation: Option<String>,
    /// What it gives, where that is its own. Where nothing is said, a question that is rewritten keeps its own.
    pub marks: AskedQuestionMarks,
    /// Where nothing is said, a question that is rewritten keeps its own.
    pub pictures: Option<Vec<AskedPicture>>,
    /// Which options keep their places.
    pub fixed: AskedFixed,
    /// At most eight. Where nothing is said, a question that is rewritten keeps its own.
    pub tags: Option<Vec<String>>,
}

impl NewQuestion {
    /// Checks a question as the specification has it: four options, none empty, none that looks like another, the answer one of
    /// them.
    pub fn parse(text: &str, options: &[String], answer: &str, difficulty: Option<&str>) -> Result<Self, Rejection> {
        let text = parse_asked("Question", text)?;
        if options.len() != BASELINE_OPTIONS {
            return Err(messages::FOUR_OPTIONS.with("field", "Options"));
        }
        let (options, looks) = parse_options("Options", options, messages::SAME_FOUR_OPTIONS)?;
        if !quad_text::is_visible(answer) {
            return Err(messages::NO_ANSWER.with("field", "Answer"));
        }
        let answer = quad_text::likeness(answer);
        let Some(answer) = looks.iter().position(|look| *look == answer) else {
            return Err(messages::FOREIGN_ANSWER.with("field", "Answer"));
        };
        Self { text, options, accepted: 1 << answer, ..Self::default() }.of_difficulty(difficulty)
    }

    /// Checks a question of the kind `single`: two to eight options, none empty, none that looks like another, and one of them right,
    /// by its place from 0.
    pub fn single(text: &str, options: &[String], right: &[u32], difficulty: Option<&str>) -> Result<Self, Rejection> {
        let (text, options) = parse_body(text, options)?;
        if right.len() != 1 {
            return Err(messages::ONE_RIGHT_OPTION.with("field", "right"));
        }
        let beyond = messages::RIGHT_BEYOND_OPTIONS.with("field", "right");
        let accepted = bits_of(right, options.len()).ok_or(beyond)?;
        Self { text, options, accepted, ..Self::default() }.of_difficulty(difficulty)
    }

    /// Checks a question of the kind `several`: as a single one, but with one right option or more, each named once.
    pub fn several(text: &str, options: &[String], right: &[u32], difficulty: Option<&str>) -> Result<Self, Rejection> {
        let (text, options) = parse_body(text, options)?;
        if right.is_empty() {
            return Err(messages::NO_RIGHT_OPTION.with("field", "right"));
        }
        if right.iter().any(|option| *option as usize >= options.len()) {
            return Err(messages::RIGHT_BEYOND_OPTIONS.with("field", "right"));
        }
        let twice = messages::RIGHT_OPTION_TWICE.with("field", "right");
        let accepted = bits_of(right, options.len()).ok_or(twice)?;
        Self { kind: Kind::Several, text, options, accepted, ..Self::default() }.of_difficulty(difficulty)
    }

    /// Checks a question whose answer is typed, with its key.
    pub fn typed(text: &str, key: TypedKey, difficulty: Option<&str>) -> Result<Self, Rejection> {
        let (kind, text) = (key.kind(), parse_asked("text", text)?);
        Self { kind, text, accepted: 1, typed: Some(key), ..Self::default() }.of_difficulty(difficulty)
    }

    fn of_difficulty(self, difficulty: Option<&str>) -> Result<Self, Rejection> {
        let difficulty = match difficulty.map(str::trim) {
            Some(word) if quad_text::is_visible(word) => {
                Some(validation::line("difficulty", "Difficulty", word, 1, 20)?)
            }
            given => given.map(|_| String::new()),
        };
        Ok(Self { difficulty, ..self })
    }

    /// What a client has to show for it.
    pub fn feature_level(&self) -> FeatureLevel {
        FeatureLevel::of(self.kind, self.options.len())
    }

    /// The place of the first right option.
    pub fn answer(&self) -> usize {
        self.accepted.trailing_zeros() as usize
    }

    /// With what somebody sends as its explanation.
    ///
    /// # Errors
    /// One that is too long.
    pub fn explained(self, explanation: Option<&str>) -> Result<Self, Rejection> {
        let explanation = match explanation {
            Some(text) if quad_text::is_visible(text) => {
                Some(validation::text("explanation", "Explanation", text, 1, 2000)?)
            }
            given => given.map(|_| String::new()),
        };
        Ok(Self { explanation, ..self })
    }

    /// With pictures.
    ///
    /// # Errors
    /// More than there may be, or on an option that there is not.
    pub fn pictured(self, pictures: Option<Vec<AskedPicture>>) -> Result<Self, Rejection> {
        question_pictures::may_stand(pictures.as_deref().unwrap_or_default(), self.options.len())?;
        Ok(Self { pictures, ..self })
    }

    /// With what is said of the options that keep their places.
    #[must_use]
    pub fn fixed(self, fixed: AskedFixed) -> Self {
        Self { fixed, ..self }
    }

    /// With tags.
    ///
    /// # Errors
    /// More than there may be, or one that is too long.
    pub fn tagged(self, tags: Option<&[String]>) -> Result<Self, Rejection> {
        Ok(Self { tags: tags.map(draw::parse_tags).transpose()?, ..self })
    }

    /// With marks.
    #[must_use]
    pub fn marked(self, marks: impl Into<AskedQuestionMarks>) -> Self {
        Self { marks: marks.into(), ..self }
    }
}

/// A bit for each of these places; nothing where one is beyond the options, or named twice.
pub fn bits_of(places: &[u32], options: usize) -> Option<u8> {
    places.iter().try_fold(0_u8, |bits, place| {
        let bit = Some(*place as usize).filter(|place| *place < options.min(MOST_OPTIONS)).map(|place| 1 << place)?;
        (bits & bit == 0).then_some(bits | bit)
    })
}

/// The text and the options of a question in the shape of its kind.
fn parse_body(text: &str, options: &[String]) -> Result<(String, Vec<String>), Rejection> {
    let text = parse_asked("text", text)?;
    if !(LEAST_OPTIONS..=MOST_OPTIONS).contains(&options.len()) {
        return Err(messages::NUMBER_OF_OPTIONS.with("field", "options"));
    }
    let (options, _) = parse_options("options", options, messages::SAME_OPTIONS)?;
    Ok((text, options))
}

fn parse_asked(field: &'static str, text: &str) -> Result<String, Rejection> {
    if !quad_text::is_visible(text) {
        return Err(messages::NO_QUESTION_TEXT.with("field", field));
    }
    validation::text(field, "Question", text, 1, 2000)
}

/// The options, and how they look: two that look alike are refused, `same` says so.
fn parse_options(
    field: &'static str,
    options: &[String],
    same: Rejection,
) -> Result<(Vec<String>, Vec<String>), Rejection> {
    if options.iter().any(|option| !quad_text::is_visible(option)) {
        return Err(messages::EMPTY_OPTION.with("field", field));
    }
    let clean: Result<Vec<String>, Rejection> =
        options.iter().map(|option| validation::text(field, "Option", option, 1, 500)).collect();
    let options = clean?;
    let looks: Vec<String> = options.iter().map(|option| quad_text::likeness(option)).collect();
    if (0..looks.len()).any(|one| looks[..one].contains(&looks[one])) {
        return Err(same.with("field", field));
    }
    Ok((options, looks))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::contests::mark_scheme::Preset;
    use crate::contests::partial_marks::Partial;

    const NOW: Time = Time(1_800_000_000_000);

    fn window(from_now_s: i64, to_s: i64) -> Window {
        Window { starts_at: Time(NOW.0 + from_now_s * 1000), ends_at: Time(NOW.0 + to_s * 1000) }
    }

    #[test]
    fn the_window_is_half_open() {
        let (start, end) = (Time(10), Time(20));
        assert_eq!(status(start, end, Time(9)), Status::Upcoming);
        assert_eq!(status(start, end, Time(10)), Status::Active);
        assert_eq!(status(start, end, Time(19)), Status::Active);
        assert_eq!(status(start, end, Time(20)), Status::Ended);
    }

    #[test]
    fn the_end_is_strictly_after_the_start() {
        let at = |s: i64| Time(NOW.0 + s * 1000).to_rfc3339();
        assert!(Window::parse(&at(0), &at(1), NOW).is_ok());
        for (start, end) in [(at(5), at(5)), (at(6), at(5))] {
            assert_eq!(Window::parse(&start, &end, NOW).expect_err("refused").say, "End date must be after start date");
        }
        assert!(Window::parse("1970-01-01T00:00:00Z", &at(5), NOW).is_err());
        assert!(Window::parse(&at(0), "9999-01-01T00:00:00Z", NOW).is_err());
    }

    #[test]
    fn a_running_contest_keeps_running() {
        let running = window(-60, 60);
        assert!(window(-60, 120).may_replace(running, NOW, true).is_ok());
        assert!(window(-90, 1).may_replace(running, NOW, true).is_ok());
        assert!(window(-60, 0).may_replace(running, NOW, false).is_err(), "end before now");
        assert!(window(30, 90).may_replace(running, NOW, true).is_err(), "start moved away under participants");
        assert!(window(30, 90).may_replace(running, NOW, false).is_ok(), "nobody is in yet");
        assert!(window(30, 90).may_replace(window(-90, -30), NOW, false).is_err(), "over is over");
        assert!(window(90, 180).may_replace(window(60, 120), NOW, false).is_ok(), "upcoming");
    }

    fn options(four: [&str; 4]) -> Vec<String> {
        four.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_question_is_checked() {
        let good = NewQuestion::parse(" Why? ", &options(["a", " b", "c", "A"]), "b", Some("Easy")).expect("good");
        assert_eq!((good.text.as_str(), good.answer(), good.accepted), ("Why?", 1, 0b0010));
        for (text, four, answer, say) in [
            ("  ", ["a", "b", "c", "d"], "a", "Please enter a question"),
            ("Why?", ["a", " ", "c", "d"], "a", "All options must have values"),
            ("Why?", ["a", "b", "c", "d"], "", "Please select an answer"),
            ("Why?", ["a", "b", "c", "d"], "e", "The answer must match one of the options exactly"),
            ("Why?", ["a", "b", "a ", "d"], "a", "The four options must be different from each other"),
        ] {
            assert_eq!(NewQuestion::parse(text, &options(four), answer, None).expect_err("refused").say, say);
        }
        assert!(NewQuestion::parse("Why?", &options(["a", "b", "c", "d"])[..3], "a", None).is_err());
        for nothing in ["\u{200b}", "\u{301}", "\u{3164}\u{feff}"] {
            assert!(NewQuestion::parse(nothing, &options(["a", "b", "c", "d"]), "a", None).is_err(), "{nothing:?}");
            assert!(NewQuestion::parse("Why?", &options(["a", nothing, "c", "d"]), "a", None).is_err(), "{nothing:?}");
        }
    }

    /// The web client draws what stands between backticks as code, which lives by its blanks.
    #[test]
    fn lines_blanks_and_tabs_within_texts_are_kept() {
        let code = "```python\n\n  if x:\n\ty  =  `z`\n\n\n        w\n```\nWhat  is `a  b`?";
        let fenced = "```\n    x\n\t y\n```";
        let texts = options(["`a  b`", fenced, "one\n  two", "``a`b``"]);
        for ends in ["\n", "\r\n"] {
            let typed = |text: &str| format!(" {} ", text.replace('\n', ends));
            let sent: Vec<String> = texts.iter().map(|text| typed(text)).collect();
            let kept = NewQuestion::parse(&typed(code), &sent, &typed(fenced), None).expect("good");
            let single = NewQuestion::single(&typed(code), &sent, &[1], None).expect("good");
            for question in [kept, single] {
                let question = question.explained(Some(&typed(code))).expect("good");
                assert_eq!(
                    (question.text.as_str(), &question.options, question.answer()),
                    (code, &texts, 1),
                    "{ends:?}"
                );
                assert_eq!(question.explanation.as_deref(), Some(code), "{ends:?}");
            }
        }
    }

    #[test]
    fn a_single_question_has_two_to_eight_options_and_one_right() {
        let texts = |many: usize| -> Vec<String> { (0..many).map(|option| format!("option {option}")).collect() };
        for many in LEAST_OPTIONS..=MOST_OPTIONS {
            let right = many as u32 - 1;
            let good = NewQuestion::single(" Why? ", &texts(many), &[right], Some("Hard")).expect("good");
            assert_eq!((good.text.as_str(), good.options.len(), good.answer()), ("Why?", many, many - 1));
            assert_eq!(
                (u32::from(good.accepted), good.feature_level() != FeatureLevel::Baseline),
                (1 << right, many != 4)
            );
        }
        let options = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        for (text, options, right, field, say) in [
            (" ", texts(2), &[0][..], "text", "Please enter a question"),
            ("Why?", texts(1), &[0], "options", "A question has two to eight options"),
            ("Why?", texts(9), &[0], "options", "A question has two to eight options"),
            ("Why?", options(&["a", " "]), &[0], "options", "All options must have values"),
            ("Why?", options(&["a", "b", "a "]), &[0], "options", "The options must be different from each other"),
            ("Why?", texts(3), &[], "right", "Name the one right option, counted from 0 (right)"),
            ("Why?", texts(3), &[0, 1], "right", "Name the one right option, counted from 0 (right)"),
            ("Why?", texts(3), &[3], "right", "The right option must be one of the options, counted from 0"),
            ("Why?", texts(3), &[u32::MAX], "right", "The right option must be one of the options, counted from 0"),
        ] {
            let refused = NewQuestion::single(text, &options, right, None).expect_err(say);
            assert_eq!((refused.say.as_ref(), refused.more[0].1.as_str()), (say, field));
        }
    }

    #[test]
    fn a_several_question_has_one_right_option_or_more() {
        let texts = |many: usize| -> Vec<String> { (0..many).map(|option| format!("option {option}")).collect() };
        for (many, right, key) in
            [(2, &[1][..], 0b10), (4, &[2, 0], 0b101), (8, &[0, 1, 2, 3, 4, 5, 6, 7], 0b1111_1111)]
        {
            let good = NewQuestion::several("Which?", &texts(many), right, None).expect("good");
            assert_eq!(
                (good.kind, good.accepted, good.feature_level()),
                (Kind::Several, key, FeatureLevel::SeveralRight)
            );
        }
        for (many, right, field, say) in [
            (9, &[0][..], "options", "A question has two to eight options"),
            (4, &[], "right", "Name the right options, counted from 0 (right); at least one"),
            (4, &[0, 4], "right", "The right option must be one of the options, counted from 0"),
            (4, &[u32::MAX], "right", "The right option must be one of the options, counted from 0"),
            (4, &[1, 0, 1], "right", "Each right option is named once (right)"),
        ] {
            let refused = NewQuestion::several("Which?", &texts(many), right, None).expect_err(say);
            assert_eq!((refused.say.as_ref(), refused.more[0].1.as_str()), (say, field));
        }
        assert_eq!(places_of(0b1000_0101).collect::<Vec<u32>>(), [0, 2, 7]);
        assert_eq!(bits_of(&[7, 0, 2], 8), Some(0b1000_0101));
        assert_eq!([bits_of(&[2], 2), bits_of(&[1, 1], 2), bits_of(&[], 2)], [None, None, Some(0)]);
        assert_eq!(text_of(&texts(3), 0b101), "option 0; option 2");
    }

    /// A tenth of a mark has 1,008 units, which do not part into five.
    #[test]
    fn a_part_that_is_no_whole_unit_is_found() {
        let texts = |many: usize| -> Vec<String> { (0..many).map(|option| format!("option {option}")).collect() };
        let question = |many: usize, accepted, marks| Question {
            id: QuestionId(uuid::Uuid::nil()),
            no: 1,
            kind: Kind::Several,
            text: String::new(),
            options: texts(many),
            accepted,
            typed: None,
            marking: Marking::Key,
            difficulty: None,
            explanation: None,
            marks,
            fixed_options: None,
            tags: Vec::new(),
        };
        let scheme = |units, partial| MarkScheme {
            preset: Preset::Own,
            right: Marks::from_units(units),
            partial,
            ..MarkScheme::default()
        };
        let inexact = |many, accepted, units, partial| {
            let question = question(many, accepted, QuestionMarks::default());
            question.inexact_part(scheme(units, partial)).map(|(marks, parts)| (marks.units(), parts))
        };
        let (five_of_eight, three_of_eight) = (0b1_1111, 0b111);
        assert_eq!(inexact(8, five_of_eight, 1_008, Partial::Share), Some((1_008, 5)));
        assert_eq!(inexact(8, five_of_eight, 1_008, Partial::Minus), Some((1_008, 5)));
        assert_eq!(inexact(8, three_of_eight, 1_008, Partial::Share), Some((1_008, 5)), "five are wrong");
        assert_eq!(inexact(8, three_of_eight, 1_008, Partial::Minus), None);
        assert_eq!(inexact(5, five_of_eight, 1_008, Partial::Jee), None);
        assert_eq!(inexact(5, five_of_eight, 315, Partial::Jee), Some((315, 4)));
        assert_eq!(inexact(8, five_of_eight, 1_008, Partial::None), None);
        let own = QuestionMarks { partial: Some(Partial::Share), ..QuestionMarks::default() };
        let found = question(8, five_of_eight, own).inexact_part(scheme(1_008, Partial::None));
        assert_eq!(found.map(|(_, parts)| parts), Some(5));
    }

    #[test]
    fn two_options_that_look_the_same_are_refused_and_others_are_not() {
        let table: serde_json::Value =
            serde_json::from_str(include_str!("../../../../server/tests/it/texts.json")).expect("JSON");
        let texts = |group: &serde_json::Value| -> Vec<String> {
            group.as_array().expect("texts").iter().map(|text| text.as_str().expect("text").to_owned()).collect()
        };
        let asked = |one: &str, other: &str| NewQuestion::parse("Why?", &options(["~1", one, "~2", other]), "~2", None);
        for group in table["alike"].as_array().expect("groups").iter().map(texts) {
            for other in &group[1..] {
                let refused = asked(&group[0], other).expect_err(other);
                assert_eq!(refused, messages::SAME_FOUR_OPTIONS.with("field", "Options"));
                let answered = NewQuestion::parse("Why?", &options(["~1", other, "~2", "~3"]), &group[0], None);
                assert_eq!(answered.expect("the answer looks like the option").answer(), 1, "{other:?}");
            }
        }
        for pair in table["apart"].as_array().expect("pairs").iter().map(texts) {
            assert!(asked(&pair[0], &pair[1]).is_ok(), "{pair:?}");
        }
    }

    #[test]
    fn an_option_is_known_as_it_was_shown() {
        let question = |options: &[&str]| Question {
            id: QuestionId(uuid::Uuid::nil()),
            no: 1,
            kind: Kind::Single,
            text: String::new(),
            options: options.iter().map(ToString::to_string).collect(),
            accepted: 1,
            typed: None,
            marking: Marking::Key,
            difficulty: None,
            explanation: None,
            marks: QuestionMarks::default(),
            fixed_options: None,
            tags: Vec::new(),
        };
        // Rows of earlier releases: two of one look, and signs that nobody sees.
        let old = question(&["a", "a\u{200b}", "e\u{301}", "\u{200f}b"]);
        for (text, option) in [("a", 0), ("a\u{200b}", 1), ("e\u{301}", 2), ("é", 2), ("\u{200f}b", 3), ("b", 3)] {
            assert_eq!(old.option_shown(text), Some(option), "{text:?}");
        }
        for text in ["a\u{200c}", "e", "", "B"] {
            assert_eq!(old.option_shown(text), None, "{text:?}");
        }
        assert_eq!(question(&["2\u{2075}", "25", "2 5", "2\u{a0}5"]).option_shown("2\u{a0}5"), Some(3));
        let eight = question(&["a", "b", "c", "d", "e", "f", "g", "h"]);
        assert_eq!((eight.option_shown("h"), eight.option_shown("i"), eight.is_extended()), (Some(7), None, true));
        assert!(question(&["yes", "no"]).is_extended() && !old.is_extended());
    }

    #[test]
    fn a_token_is_sixteen_bytes_of_an_address() {
        let token = Token::new(&Random::seeded(3));
        assert_eq!(token.as_str().len(), 22);
        assert!(token.as_str().bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-' || c == b'_'));
        assert_eq!(Token::parse(token.as_str()), Some(token.clone()));
        assert_eq!(format!("{token:?}"), "Token");
        for around in [" @", "@.", "@\u{200b}", "\u{feff}@\n", "@\u{a0}", "@)."] {
            assert_eq!(Token::parse(&around.replace('@', token.as_str())), Some(token.clone()), "{around:?}");
        }
        for strange in [
            "",
            "x",
            "AAAAAAAAAAAAAAAAAAAAA",
            "AAAAAAAAAAAAAAAAAAAAAA==",
            "AAAAAAAAAAAAAAAAAAAAA\0",
            "AAAAAAAAAAAAAAAAAAAAAAA",
        ] {
            assert_eq!(Token::parse(strange), None, "{strange:?}");
        }
    }

    #[test]
    fn a_marking_is_read_as_it_was_written() {
        for marking in Marking::ALL {
            assert_eq!(Marking::from_number(marking.number()), marking);
            assert_eq!(Marking::from_word(marking.word()), Some(marking));
        }
        assert_eq!(Marking::from_word("Key"), None);
    }

    proptest! {
        #[test]
        fn whatever_passes_has_one_right_option(four in prop::collection::vec("[a-c]{0,2} ?", 0..6), answer in "[a-c]{0,2}") {
            if let Ok(question) = NewQuestion::parse("Q", &four, &answer, None) {
                let distinct: std::collections::HashSet<_> = question.options.iter().collect();
                prop_assert_eq!(distinct.len(), BASELINE_OPTIONS);
                prop_assert_eq!(&question.options[question.answer()], &answer);
                prop_assert_eq!(question.accepted.count_ones(), 1);
            }
        }

        #[test]
        fn whatever_passes_as_single_has_two_to_eight_options_and_keeps_them(
            options in prop::collection::vec("[a-j]{0,2} ?", 0..11),
            right in prop::collection::vec(0_u32..10, 0..3),
        ) {
            if let Ok(question) = NewQuestion::single("Q", &options, &right, None) {
                let distinct: std::collections::HashSet<_> = question.options.iter().collect();
                prop_assert!((2..=8).contains(&distinct.len()) && distinct.len() == options.len());
                prop_assert_eq!(vec![question.answer() as u32], right);
                prop_assert_eq!(question.accepted, 1 << question.answer());
                let kept = std::array::from_fn(|at| question.options.get(at).cloned().unwrap_or_default());
                prop_assert_eq!(options_of(kept), question.options);
            }
        }
    }
}
