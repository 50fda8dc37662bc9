//! Messages of contests: success texts and refusals, in the specification's words where it has some.

use quad_kernel::error::{Kind, Rejection};

use super::kind::Kind as QuestionKind;
use super::marks::Marks;

pub const CREATED: &str = "Contest created successfully!";
pub const SAVED: &str = "Contest saved";
pub const DELETED: &str = "Contest deleted; its creation credit is yours again";
pub const DELETED_ANNOUNCED: &str =
    "Contest deleted. Everybody had been told of it, so its creation credit does not come back";
pub const NOW_PUBLIC: &str = "Contest is now public";
pub const NOW_PRIVATE: &str = "Contest is now private";
pub const TIME_UPDATED: &str = "Contest time updated successfully!";
pub const ENDED_NOW: &str = "The contest has ended. Everybody’s answers are submitted.";
pub const QUESTION_ADDED: &str = "Question added successfully!";
pub const QUESTION_UPDATED: &str = "Question updated successfully";
pub const QUESTION_REMOVED: &str = "Question removed successfully";

pub const NOT_OWNER: Rejection =
    Rejection::new(Kind::Forbidden, "not_owner", "Only the person who created this contest can do that.");
pub const END_BEFORE_START: Rejection = Rejection::new(Kind::Invalid, "invalid", "End date must be after start date");
pub const END_IN_PAST: Rejection = Rejection::new(Kind::Invalid, "invalid", "The end must be in the future");
pub const TOO_FAR: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "A contest must be within three years of today");
pub const TIME_AFTER_END: Rejection =
    Rejection::new(Kind::Conflict, "contest_ended", "This contest has ended; its time cannot be changed any more.");
pub const END_BEFORE_BEGUN: Rejection = Rejection::new(
    Kind::Conflict,
    "contest_not_started",
    "This contest has not started yet, so there is nothing to end. You can move or delete it.",
);
pub const ALREADY_ENDED: Rejection = Rejection::new(Kind::Conflict, "contest_ended", "This contest has already ended.");
pub const START_AFTER_JOINS: Rejection = Rejection::new(
    Kind::Conflict,
    "contest_frozen",
    "People are already taking this contest, so its start cannot move to a later time.",
);
pub const FROZEN: Rejection = Rejection::new(
    Kind::Conflict,
    "contest_frozen",
    "Somebody has joined this contest, so its questions cannot be changed any more.",
);
pub const PAPERS_DEALT: Rejection = Rejection::new(
    Kind::Conflict,
    "contest_frozen",
    "Papers have been dealt for this contest, so its questions cannot be changed any more. Until somebody has joined, you can move its start to a later time, and then you can change them.",
);
pub const DRAW_FROZEN: Rejection = Rejection::new(
    Kind::Conflict,
    "contest_frozen",
    "Somebody has joined this contest, so what each person gets cannot be changed any more.",
);
pub const DRAW_DEALT: Rejection = Rejection::new(
    Kind::Conflict,
    "contest_frozen",
    "Papers have been dealt for this contest, so what each person gets cannot be changed any more. Until somebody has joined, you can move its start to a later time, and then you can change it.",
);
const RULES_DEALT: &str = "Papers have been dealt for this contest, so this rule cannot be changed any more. Until somebody has joined, you can move its start to a later time, and then you can change it.";

/// Why a rule of a contest that nobody has joined cannot change: where it is frozen, papers have been dealt.
pub fn before_any_join(refusal: Rejection) -> Rejection {
    if refusal.code == FROZEN.code { refusal.saying(RULES_DEALT) } else { refusal }
}

pub const DRAW_SAVED: &str = "Saved what each person gets";
pub const DRAWN_COUNT: &str = "A part has 1 to 200 questions.";
pub const DRAWN_PAPERS: &str = "There are 1 to 16 papers.";
pub const MANY_PARTS: &str = "There are at most 20 parts.";
pub const MANY_TAGS: &str = "At most 8 tags, please.";
pub const NO_CATEGORY: &str = "Questions have no category here. Leave it out, or null.";
pub const QUESTION_NEEDS_NEWER_CLIENT: Rejection = Rejection::new(
    Kind::Conflict,
    "needs_newer_client",
    "This app cannot show all of this question, and saving it here would lose some of it. Please reload the page, or edit it in an up-to-date browser.",
);
pub const OPTION_ORDER_FROZEN: Rejection = Rejection::new(
    Kind::Conflict,
    "contest_frozen",
    "Somebody has joined this contest, so the order of the options cannot be changed any more.",
);
pub const CHANGING_FROZEN: Rejection = Rejection::new(
    Kind::Conflict,
    "contest_frozen",
    "Somebody has joined this contest, so whether answers may be changed stays as it is.",
);
pub const QUESTION_ORDER_FROZEN: Rejection = Rejection::new(
    Kind::Conflict,
    "contest_frozen",
    "Somebody has joined this contest, so the order of the questions cannot be changed any more.",
);
pub const MARKS_FROZEN: Rejection = Rejection::new(
    Kind::Conflict,
    "contest_frozen",
    "Somebody has joined this contest, so what answers give cannot be changed any more.",
);

/// Of a call that sets all rules at once.
pub fn left_out(refusal: Rejection, rule: &str) -> Rejection {
    let say =
        format!("{} “{rule}” is left out, and what is left out gets its default here: name it as it is.", refusal.say);
    refusal.saying(say)
}

pub const RIGHT_GIVES_NOTHING: &str = "A right answer gives more than 0.";
pub const STRANGE_FLOOR: &str = "The floor is one of none, question, total.";
pub const PLAIN_HAS_NO_FLOOR: &str = "With one point for each right answer (preset plain) nothing falls below 0. Leave the floor at none, or choose other marks.";
pub const STRANGE_TIE_BREAK: &str =
    "What decides between equal marks is starred, fewer_wrong, more_right and less_time, each at most once.";
pub const CONTEST_WITHOUT_MARKS: &str = "This contest has no marks, so its questions have no marks of their own and no star. Set its marks first, under Rules.";
pub const NO_PARTIAL_MARKS: &str =
    "This question has one right answer, so there are no marks for a part of it (partial is of the kind several).";
pub const STRANGE_PARTIAL: &str = "What a part of the right options gives is none, share, minus or jee (partial).";
pub const GATE_GIVES_NO_PART: &str =
    "GATE gives nothing for a part of the right options. With the preset own you can choose what a part gives.";
pub const PRESET_TAKES_NOTHING_OFF: &str = "GATE, and one point for each right answer, take nothing off for a wrong number (numberWrong). Other marks are the preset own.";
pub const STRANGE_MINUTES: &str = "Minutes of one's own are 1 to 1440 (minutes); 0 takes them away.";
pub const MINUTES_FROZEN: Rejection = Rejection::new(
    Kind::Conflict,
    "contest_frozen",
    "Somebody has joined this contest, so the minutes that each person has cannot change any more.",
);
pub const RULES_SAVED: &str = "The rules are saved";
pub const TAKEN: Rejection =
    Rejection::new(Kind::Conflict, "contest_frozen", "Somebody has joined this contest, so it cannot be deleted.");
pub const NO_ROOM_FOR_PICTURES: Rejection = Rejection::new(
    Kind::Conflict,
    "contest_full",
    "This contest has 1,000 pictures. Those that no question shows are deleted after a day.",
);
pub const NO_PICTURE_TEXT: &str = "Say in words what the picture shows, for people who cannot see it";
pub const NO_SUCH_PICTURE: &str = "This contest has no such picture. Please upload it again.";
pub const PICTURE_OF_NO_OPTION: &str = "A picture belongs to an option that the question does not have";
pub const ONE_PICTURE_PER_OPTION: &str = "An option has at most one picture";
pub const MANY_PICTURES: &str = "A question has at most four pictures, besides those of its options";
pub const PICTURE_TWICE: &str = "A question shows each picture once";
pub const PICTURE_LEFT_OVER: &str =
    "An option that has a picture would be another one, or none. Say which pictures the question should have.";
pub const FULL: Rejection = Rejection::new(Kind::Conflict, "contest_full", "A contest may have at most 200 questions.");
pub const NO_QUESTION_TEXT: Rejection = Rejection::new(Kind::Invalid, "invalid", "Please enter a question");
pub const FOUR_OPTIONS: Rejection = Rejection::new(Kind::Invalid, "invalid", "A question has exactly four options");
pub const EMPTY_OPTION: Rejection = Rejection::new(Kind::Invalid, "invalid", "All options must have values");
pub const SAME_FOUR_OPTIONS: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "The four options must be different from each other");
pub const NUMBER_OF_OPTIONS: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "A question has two to eight options");
pub const SAME_OPTIONS: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "The options must be different from each other");
pub const ONE_RIGHT_OPTION: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "Name the one right option, counted from 0 (right)");
pub const RIGHT_BEYOND_OPTIONS: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "The right option must be one of the options, counted from 0");
pub const NO_RIGHT_OPTION: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "Name the right options, counted from 0 (right); at least one");
pub const FIXED_BEYOND_OPTIONS: Rejection = Rejection::new(
    Kind::Invalid,
    "invalid",
    "Each option that keeps its place is named once, counted from 0 (fixedOptions).",
);
pub const RIGHT_OPTION_TWICE: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "Each right option is named once (right)");
pub const NO_ACCEPTED_TEXT: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "Write at least one answer that is right (accepted)");
pub const MANY_ACCEPTED_TEXTS: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "At most 20 answers are right (accepted)");
pub const EMPTY_ACCEPTED_TEXT: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "Each answer that is right needs a letter or another sign (accepted)");
pub const NO_TEXT: &str = "Please type an answer.";
pub const NO_ANSWER: Rejection = Rejection::new(Kind::Invalid, "invalid", "Please select an answer");
pub const FOREIGN_ANSWER: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "The answer must match one of the options exactly");
pub const NO_QUESTIONS: Rejection = Rejection::new(Kind::Invalid, "invalid", "Send at least one question");
pub const MANY_QUESTIONS: Rejection = Rejection::new(Kind::Invalid, "invalid", "Send at most 100 questions at a time");

/// The specification's sentence.
const NOT_GENERATED: &str = "Failed to generate questions. Please try again.";
pub const DRAFTING_UNAVAILABLE: Rejection =
    Rejection::new(Kind::Unavailable, "drafting_unavailable", NOT_GENERATED).retry_after(10);
/// Nothing the person can mend by trying again.
pub const DRAFTING_REFUSED: Rejection = Rejection::new(
    Kind::Unavailable,
    "drafting_refused",
    "Failed to generate questions. The AI provider does not accept this site’s settings; an administrator has to look at \
     them. Until then, please write the questions by hand.",
);
/// As little: an administrator has to pay.
pub const DRAFTING_SPENT: Rejection = Rejection::new(
    Kind::Unavailable,
    "drafting_refused",
    "Failed to generate questions. This site has used up its allowance at the AI provider; an administrator has to \
     see to that. Until then, please write the questions by hand.",
);
pub const DRAFTING_TOO_LONG: Rejection = Rejection::new(
    Kind::Invalid,
    "drafting_too_long",
    "Failed to generate questions. This is more than the AI provider accepts at once. Shorten the notes, or ask for fewer \
     questions.",
);
pub const DRAFTING_DECLINED: Rejection = Rejection::new(
    Kind::Invalid,
    "drafting_declined",
    "Failed to generate questions. The AI provider does not write about this. Choose another topic or other notes, or write \
     the questions by hand.",
);
pub const DRAFTING_BUSY: Rejection = Rejection::new(
    Kind::Unavailable,
    "drafting_unavailable",
    "Many people are drafting questions right now. Please try again in a moment.",
)
.retry_after(5);
pub const ALREADY_DRAFTING: Rejection = Rejection::new(
    Kind::Conflict,
    "already_drafting",
    "Two of your requests are being worked on. Wait for one of them, or cancel it.",
);
pub const TAKING_A_CONTEST: Rejection = Rejection::new(
    Kind::Conflict,
    "taking_a_contest",
    "You are in the middle of a contest. Questions can be drafted again when you have submitted it, or when it is over.",
);
pub const NOTES_NEED_PROVIDER: Rejection = Rejection::new(
    Kind::Invalid,
    "notes_need_provider",
    "No AI provider is connected here, and without one questions cannot be made from notes. Choose a topic instead.",
);
pub const KINDS_NEED_PROVIDER: Rejection = Rejection::new(
    Kind::Invalid,
    "kinds_need_provider",
    "No AI provider is connected here, and without one only questions with one right option of four can be drafted.",
);
const UNKNOWN_TOPIC: Rejection = Rejection::new(Kind::Missing, "unknown_topic", "");
const USED_UP: Rejection = Rejection::new(Kind::Conflict, "used_up", "");
const DRAFT_LIMIT: Rejection = Rejection::new(Kind::TooMany, "draft_limit", "");
pub const NUMBER_OF_DRAFTS: &str = "The number of questions must be between 1 and 20";
pub const STRANGE_DIFFICULTY: &str = "The difficulty is easy, medium or hard";
pub const STRANGE_KINDS: &str = "The kinds are single, several, number and text";
pub const LONG_NOTES: &str = "The notes may have at most 60,000 characters";
pub const MUCH_TO_AVOID: &str = "At most 40 questions to avoid, of at most 2,000 characters each";

/// Nothing is known of a topic; names the nearest that are.
pub fn unknown_topic(nearest: Vec<String>) -> Rejection {
    let say = match nearest.split_last() {
        Some((last, [])) => format!("Quad has no questions on this topic. The nearest it knows is {last}."),
        Some((last, others)) => {
            format!("Quad has no questions on this topic. The nearest it knows are {} and {last}.", others.join(", "))
        }
        None => "Quad has no questions on this topic.".to_owned(),
    };
    UNKNOWN_TOPIC.saying(say).with_list("nearest", nearest)
}

/// All there is on a topic is in the contest or on the screen already, or kept back.
pub fn used_up(topic: &str, one_difficulty: bool) -> Rejection {
    let kind = if one_difficulty { " of this difficulty" } else { "" };
    USED_UP.saying(format!(
        "There are no further questions{kind} on {topic}, or they are in somebody else’s contest that is not over. \
         Choose another topic, or write your own."
    ))
}

/// A person's day is full, or has fewer left than were asked for.
pub fn day_limit(left: i32, again: &str, millis: i64) -> Rejection {
    let what = match left {
        0 => "You have had as many questions drafted as one day allows.".to_owned(),
        1 => "You can have one more question drafted today.".to_owned(),
        many => format!("You can have {many} more questions drafted today."),
    };
    limited(&format!("{what} A new day begins on {again}."), millis)
}

/// The installation's month is full.
pub fn month_limit(again: &str, millis: i64) -> Rejection {
    let what = "As many questions have been drafted here as one month allows.";
    limited(&format!("{what} A new month begins on {again}."), millis)
}

/// The provider wants to be left alone for a while.
pub fn provider_busy(seconds: u64) -> Rejection {
    let when = match seconds {
        0..=90 => "in a minute".to_owned(),
        91..=5400 => format!("in about {} minutes", seconds.div_ceil(60)),
        _ => "later today".to_owned(),
    };
    let say = format!("Failed to generate questions. The AI provider is busy; please try again {when}.");
    DRAFTING_UNAVAILABLE.saying(say).retry_after(u32::try_from(seconds.max(1)).unwrap_or(u32::MAX))
}

fn limited(say: &str, millis: i64) -> Rejection {
    DRAFT_LIMIT.saying(say.to_owned()).retry_after(u32::try_from(millis / 1000 + 1).unwrap_or(u32::MAX))
}

pub const INVITATION_REVOKED: &str = "The invitation link no longer works; people who have accepted it stay";
pub const INVITATION_ACCEPTED: &str = "You have accepted: the contest is now under Contests";
pub const OWN_INVITATION: &str = "This is your own contest";
pub const DEAD_LINK: Rejection = Rejection::new(
    Kind::Missing,
    "missing",
    "This invitation link does not work, or no longer works. Ask the person who sent it to you for a new one.",
);
pub const MANY_LOOKS: Rejection = Rejection::new(
    Kind::TooMany,
    "too_many",
    "You have opened many invitation links within a minute. Please wait a moment.",
)
.retry_after(60);

/// Which question of the paper a refusal is about, counted from 1.
pub fn in_question(number: usize, refusal: Rejection) -> Rejection {
    let say = format!("Question {number}: {}", refusal.say);
    Rejection { say: say.into(), ..refusal }
}

/// Which of `many` questions that are sent at once a refusal is about, counted from 1; nothing to tell of one alone.
pub fn of_those_sent(number: usize, many: usize, refusal: Rejection) -> Rejection {
    if many == 1 {
        return refusal;
    }
    let say = format!("Question {number} of those sent: {}", refusal.say);
    Rejection { say: say.into(), ..refusal }
}

/// A formula cannot be drawn: in the question, in an option or in the explanation, after so many characters.
pub fn formula_refused(field: &'static str, option: Option<usize>, place: usize, reason: &str) -> Rejection {
    let within = match (option, field) {
        (Some(option), _) => format!(" in option {}", char::from(b'A' + option as u8)),
        (None, "explanation") => " in the explanation".to_owned(),
        _ => String::new(),
    };
    let say = format!("Formula{within}, character {}: {reason}", place + 1);
    let refusal = Rejection::invalid(field, say).with("place", place.to_string());
    match option {
        Some(option) => refusal.with("option", option.to_string()),
        None => refusal,
    }
}

pub const MUCH_MATHS: &str = "The formulas of this question are too long. Shorten them, or make two questions of it.";
pub const MUCH_TO_PREVIEW: &str = "At most 300 texts of 30,000 characters together can be looked at.";

/// A question is asked for of a kind that is none.
pub fn strange_kind(word: &str) -> Rejection {
    let word = quad_text::shortened(&quad_text::clean(word), 40);
    let known = QuestionKind::ALL.map(QuestionKind::word).join(", ");
    Rejection::invalid("kind", format!("“{word}” is no kind of question here. There are {known}."))
}

/// The marks of a right answer would have to be rounded to be given in parts.
pub fn inexact_part(field: &'static str, whole: Marks, parts: u32) -> Rejection {
    let whole = whole.signed();
    let say = format!(
        "The marks {whole} cannot be divided exactly into {parts} parts. Choose other marks, or another rule for a part."
    );
    Rejection::invalid(field, say)
}

/// A question is sent with something that would not be kept.
pub fn not_of_questions(name: &'static str) -> Rejection {
    Rejection::invalid(name, format!("Questions have no “{name}” here. Leave it out, or empty."))
}

/// A question is sent with something that only those of other kinds have.
pub fn not_of_kind(kind: QuestionKind, name: &'static str) -> Rejection {
    let say = format!("A question of the kind {} has no “{name}”. Leave it out, or empty.", kind.word());
    Rejection::invalid(name, say)
}

/// What belongs to a typed answer is sent as something else than a text.
pub fn not_a_text(name: &'static str) -> Rejection {
    let say = match name {
        "accepted" => "“accepted” is a list of texts, such as [\"Mysuru\", \"Mysore\"].".to_owned(),
        "tolerance" => "“tolerance” is a text, such as \"0.05\" or \"2%\".".to_owned(),
        "unit" => "“unit” is a text, such as \"m/s²\".".to_owned(),
        "tags" => "“tags” is a list of texts, such as [\"optics\", \"waves\"].".to_owned(),
        name => format!("“{name}” is a text, such as \"2.5\"."),
    };
    Rejection::invalid(name, say)
}

/// Which of the pictures that a question is sent with a refusal is about: by its option, or counted from 1 where there are several.
pub fn of_picture(option: Option<u8>, number: usize, many: usize, refusal: Rejection) -> Rejection {
    let which = match option {
        Some(option @ 0..8) => format!("Picture of option {}", char::from(b'A' + option)),
        _ if many > 1 => format!("Picture {number}"),
        _ => return refusal,
    };
    let say = format!("{which}: {}", refusal.say);
    Rejection { say: say.into(), ..refusal }
}

/// Two parts of a blueprint are about the same questions; the first takes them all.
pub fn same_parts(first: usize, second: usize) -> Rejection {
    let say = format!("Parts {first} and {second} ask for the same questions. Make one part of them.");
    Rejection::invalid("parts", say).with("part", second.to_string())
}

/// A part of a blueprint asks for more questions than there are.
pub fn part_too_large(number: usize, part: &str, count: u32, pool: usize) -> Rejection {
    let there = match pool {
        0 => "no question is left for it".to_owned(),
        1 => "1 question is there for it".to_owned(),
        many => format!("{many} questions are there for it"),
    };
    let say = format!(
        "Part {number} of what each person gets ({part}) asks for {count}, and {there}. A question belongs to the first part that it fits."
    );
    Rejection::invalid("parts", say).with("part", number.to_string())
}

/// Questions of a part give other marks, or only some are starred, so that papers would not be worth the same.
pub fn part_of_other_marks(number: usize, part: &str) -> Rejection {
    let say = format!(
        "The questions of part {number} of what each person gets ({part}) do not all give the same marks, or only some of them are \
         starred. Papers would not be worth the same."
    );
    Rejection::invalid("parts", say).with("part", number.to_string())
}

/// A phone would load too much.
pub fn pictures_too_heavy(bytes: i64, most: i64) -> Rejection {
    let tenths = |bytes: i64| {
        let tenths = bytes.saturating_add(99_999) / 100_000;
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    let say = format!(
        "A phone would load {} MB of pictures in this contest, and {} MB is the most. Please show fewer of them, or smaller parts of them.",
        tenths(bytes),
        tenths(most)
    );
    Rejection::invalid("pictures", say)
}

/// Marks are asked for by a word that is no preset.
pub fn strange_preset(word: &str, known: &[&str]) -> Rejection {
    let word = quad_text::shortened(&quad_text::clean(word), 40);
    Rejection::invalid("preset", format!("“{word}” is not a preset. The presets are {}.", known.join(", ")))
}

/// A wrong answer is to give something: a minus was forgotten.
pub fn wrong_gives_marks(field: &'static str, asked: Marks) -> Rejection {
    let say = format!("A wrong answer gives 0 or less. To take marks off, write -{}.", asked.exact());
    Rejection::invalid(field, say)
}

/// A contest is to have no marks any more, and so many of its questions have marks of their own, and so many a star.
pub fn questions_have_marks(own: u32, starred: u32) -> Rejection {
    const HAVE_MARKS: Rejection = Rejection::new(Kind::Conflict, "questions_have_marks", "");
    let own_ones = match own {
        0 => None,
        1 => Some("1 question has marks of its own".to_owned()),
        many => Some(format!("{many} questions have marks of their own")),
    };
    let starred_ones = match (starred, own) {
        (0, _) => None,
        (1, 0) => Some("1 question is starred".to_owned()),
        (many, 0) => Some(format!("{many} questions are starred")),
        (1, _) => Some("1 is starred".to_owned()),
        (many, _) => Some(format!("{many} are starred")),
    };
    let all: Vec<String> = own_ones.into_iter().chain(starred_ones).collect();
    HAVE_MARKS.saying(format!("{}. Remove that first; then the contest can be without marks.", all.join(", ")))
}

/// Rules are set by a name that is none of theirs, so that something else would be lost or not kept.
pub fn strange_rule(name: &str, known: &[&str]) -> Rejection {
    let name = quad_text::shortened(&quad_text::clean(name), 40);
    Rejection::invalid("body", format!("“{name}” is not a rule. The rules are {}.", known.join(", ")))
}

/// A contest is changed by a name that it does not have, and by no other.
pub fn strange_detail(name: &str, known: &[&str]) -> Rejection {
    let name = quad_text::shortened(&quad_text::clean(name), 40);
    Rejection::invalid("body", format!("“{name}” cannot be set here. These can be set: {}.", known.join(", ")))
}

/// A preset is asked for together with amounts that it does not have; it has `amounts`.
pub fn not_of_preset(preset: &str, amounts: &str) -> Rejection {
    let say = format!("The preset {preset} has {amounts}. For other amounts, choose the preset own.");
    Rejection::invalid("preset", say)
}
