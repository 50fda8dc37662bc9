//! Messages of attempts: success texts and refusals, in the specification's words where it has some.

use crate::contests::{Contest, Marking, Marks};
use quad_kernel::error::{Kind, Rejection};
use quad_kernel::mail::Mail;
use quad_people::notify::{About, Notice};
use quad_services::config::Settings;

use super::correction::{Correction, CorrectionRecipient, QuestionName, RecipientPlace};
use super::fairness_counts::{Facility, OptionPlace};
use super::mark_texts::MarkTexts;
use super::time_change::TimeAction;

pub const JOINED: &str = "You have joined the contest";
pub const STILL_OPEN: &str = "You have already joined; continue with your contest";
pub const ALREADY_COMPLETE: &str = "You have completed this contest";
pub const NOT_COMPLETE: &str = "You have not completed this contest";
pub const SUBMITTED: &str = "Contest submitted successfully!";
pub const ANSWER_TAKEN: &str = "Answer submitted successfully!";
pub const ANSWER_CLEARED: &str = "Your answer is cleared";
pub const LATER_ANSWER_STANDS: &str = "A later change of this answer stands";

pub const NOT_ACTIVE: Rejection =
    Rejection::new(Kind::Forbidden, "contest_not_active", "Contest is not currently active!");
pub const NOT_STARTED: Rejection =
    Rejection::new(Kind::Forbidden, "contest_not_started", "Contest hasn't started yet!");
pub const ENDED: Rejection = Rejection::new(Kind::Forbidden, "contest_ended", "Contest has already ended!");
pub const NOT_JOINED: Rejection = Rejection::new(Kind::Forbidden, "not_joined", "Join this contest first.");
pub const OWN_CONTEST: Rejection = Rejection::new(
    Kind::Forbidden,
    "own_contest",
    "You created this contest, so you cannot take it. The preview shows it as participants see it.",
);
pub const READS_KEYS: Rejection = Rejection::new(
    Kind::Forbidden,
    "reads_keys",
    "Platform administrators can read the answers of every contest, so they cannot take one.",
);
pub const NEEDS_NEWER_CLIENT: Rejection = Rejection::new(
    Kind::Conflict,
    "needs_newer_client",
    "This contest has questions that this app cannot show. Please reload the page, or open the contest in an up-to-date browser.",
);
pub const NEEDS_CLIENT_THAT_CHANGES: Rejection = Rejection::new(
    Kind::Conflict,
    "needs_newer_client",
    "Answers may be changed in this contest, which this app cannot do. Please reload the page, or open the contest in an up-to-date browser.",
);
pub const NEEDS_CLIENT_WITH_OWN_TIME: Rejection = Rejection::new(
    Kind::Conflict,
    "needs_newer_client",
    "Each person has minutes of their own in this contest, which this app does not know. Please reload the page, or open the contest in an up-to-date browser.",
);
pub const STRANGE_TIME_ACTION: &str = "What is done with people's time is extend, pause, resume or reopen (action)";
pub const STRANGE_EXTRA_TIME: &str =
    "Time is given in minutes, at most 1,440 either way; in percent, from \"1%\" to \"300%\"; or as \"ugc\" (minutes)";
pub const STRANGE_PEOPLE: &str = "Name the people: \"all\", or a list of 1 to 5,000 ids (people)";
pub const CLOCKS_STOP_FOR_ALL: &str = "Clocks stop and restart for everybody at once (people)";
pub const CLOCKS_HAVE_NO_MINUTES: &str = "Stopping or restarting the clocks gives no minutes (minutes)";
pub const NO_MINUTES: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "Say how much time people are given (minutes).");
pub const NO_LESS_ON_REOPENING: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "Letting people in again takes no time from them (minutes).");
pub const TIME_BEFORE_START: Rejection = Rejection::new(
    Kind::Conflict,
    "contest_not_started",
    "This contest has not begun, so nobody's time runs. You can move its start and end.",
);
pub const TIME_AFTER_RESULTS: Rejection = Rejection::new(
    Kind::Conflict,
    "results_open",
    "The results of this contest stand open, so nobody's time changes any more.",
);
pub const ALREADY_PAUSED: Rejection =
    Rejection::new(Kind::Conflict, "already_paused", "The clocks of this contest stand still already.");
pub const NOT_PAUSED: Rejection =
    Rejection::new(Kind::Conflict, "not_paused", "The clocks of this contest are running.");
pub const RULES_CHANGED: Rejection = Rejection::new(
    Kind::Conflict,
    "rules_changed",
    "The marks of this contest have changed since you opened this page. Please read the rule again before you start.",
);
pub const NO_QUESTIONS: Rejection =
    Rejection::new(Kind::Conflict, "no_questions", "No questions available for this contest.");
pub const ALREADY_SUBMITTED: Rejection = Rejection::new(
    Kind::Conflict,
    "already_submitted",
    "You have submitted this contest, so answers cannot be added any more.",
);
pub const NO_SUCH_QUESTION: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "This question does not belong to the contest.");
pub const NO_SUCH_OPTION: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "The answer must be one of the question's options.");
pub const ONE_CHOICE: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "Name the one option that is chosen, counted from 0 (choice).");
pub const NO_CHOICE: Rejection = Rejection::new(
    Kind::Invalid,
    "invalid",
    "Name the options that are chosen, counted from 0 (choice); at least one.",
);
pub const CHOSEN_TWICE: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "Each chosen option is named once (choice).");
pub const TYPED_HERE: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "The answer to this question is typed (value); it has no options.");
pub const CHOSEN_HERE: Rejection = Rejection::new(
    Kind::Invalid,
    "invalid",
    "This question is answered by its options (choice); nothing is typed here.",
);
pub const CHOICE_OR_VALUE: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "Send what is chosen (choice) or what is typed (value), not both.");
pub const CLEARED_ALONE: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "An answer that is cleared (clear) has neither choice nor value.");
pub const FIRST_ANSWER_STAYS: Rejection = Rejection::new(
    Kind::Invalid,
    "invalid",
    "The first answer to a question counts in this contest, so it cannot be cleared (clear).",
);
pub const NO_SEQ: Rejection = Rejection::new(
    Kind::Invalid,
    "invalid",
    "Answers may be changed in this contest: say the number of this change (seq).",
);
pub const STRANGE_SEQ: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "The number of a change (seq) is a whole one from 1 to 9007199254740991.");
pub const TOO_EARLY: Rejection =
    Rejection::new(Kind::Forbidden, "results_too_early", "Results are only available after the contest ends!");
pub const REVIEW_CLOSED: Rejection = Rejection::new(
    Kind::Forbidden,
    "review_closed",
    "The person who created this contest has not released the right answers.",
);
pub const STRANGE_STATUS: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "The status is one of upcoming, active, completed.");
pub const STRANGE_SORT: Rejection = Rejection::new(Kind::Invalid, "invalid", "The sort is one of new, now.");
pub const STRANGE_INTENT: Rejection = Rejection::new(Kind::Invalid, "invalid", "The intent is one of join, submit.");

/// Of a question as long as a notice shows of it.
const QUESTION_IN_SHORT: usize = 60;

pub const CORRECTED: &str = "The question is corrected and all scores are recomputed";
pub const CORRECTION_TOO_EARLY: Rejection = Rejection::new(
    Kind::Forbidden,
    "correction_too_early",
    "Questions can be corrected once the contest has ended and the last answers are in.",
);
pub const NOBODY_JOINED: Rejection = Rejection::new(
    Kind::Conflict,
    "nobody_joined",
    "Nobody took part in this contest, so there is nothing to correct; its questions can be edited.",
);
pub const PREVIEW_STALE: Rejection = Rejection::new(
    Kind::Conflict,
    "preview_stale",
    "Something has changed since you looked at what this correction does. Please look again.",
);
pub const NOTHING_CHANGES: Rejection =
    Rejection::new(Kind::Invalid, "nothing_changes", "The question is already marked in this way.");
pub const NO_QUESTION_NAMED: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "Name the question that is to be corrected (questionId).");
pub const NO_VERSION: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "Look at what the correction does first, and send its version along.");
pub const STRANGE_MARKING: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "The marking is one of key, everyone, answered, void.");
pub const NO_KEY: Rejection = Rejection::new(Kind::Invalid, "invalid", "Choose at least one option as right.");
pub const STRANGE_KEY: Rejection =
    Rejection::new(Kind::Invalid, "invalid", "What counts as right must be options of the question, each named once.");

/// Tells somebody that a correction moved them. Which option is right only where the contest's owner shows it.
pub fn correction_mail(
    settings: &Settings,
    correction: &Correction,
    contest: &Contest,
    told: &CorrectionRecipient,
    tells_keys: bool,
) -> Mail {
    let (name, title, scheme) = (&settings.display_name, &contest.title, contest.rules.marks);
    let [before, now] = [told.before, told.after]
        .map(|place| place.marks.unwrap_or_else(|| scheme.total(place.correct, place.wrong, Marks::ZERO)));
    let texts = MarkTexts::of([before, now]);
    let place = |place: RecipientPlace, marks| {
        let marks = if scheme.is_plain() { String::new() } else { format!("marks: {}, ", texts.text(marks)) };
        format!("{marks}{} right, {} wrong, rank {}", place.correct, place.wrong, place.rank)
    };
    let what = match correction.after.marking {
        Marking::Key if tells_keys && correction.kind.is_several() => {
            format!("What is right now, all of it together: {}.", quoted(&correction.after.accepted, " and "))
        }
        Marking::Key if tells_keys => {
            format!("The right answer is now: {}.", quoted(&correction.after.accepted, " or "))
        }
        Marking::Key => "Its key was corrected.".to_owned(),
        Marking::Everyone if scheme.is_plain() => "Everybody who took part has the mark for it.".to_owned(),
        Marking::Everyone => "Everybody who took part gets the marks of a right answer for it.".to_owned(),
        Marking::Answered if scheme.is_plain() => "Everybody who answered it has the mark for it.".to_owned(),
        Marking::Answered => "Everybody who answered it gets the marks of a right answer for it.".to_owned(),
        Marking::Void => "It no longer counts for anybody.".to_owned(),
    };
    Mail {
        subject: format!("{name}: your result of “{title}” was corrected"),
        text: format!(
            "Hello {},\n\nA question of the contest “{title}” was corrected, and your result has changed.\n\n\
             {}: {}\n{what}\nReason: {}\n\nBefore: {}\nNow: {}\n\nAll results: {}\n",
            told.full_name,
            question_called(correction),
            correction.question,
            correction.reason,
            place(told.before, before),
            place(told.after, now),
            settings.page(&format!("/result?contest={}", correction.contest)),
        ),
    }
}

/// The same for the inbox, in short.
pub fn correction_notice(correction: &Correction, contest: &Contest) -> Notice {
    let title = &contest.title;
    Notice {
        about: About::Results,
        title: format!("Your result of “{title}” was corrected"),
        body: format!("{}: {}", question_called_by_all(correction, contest), correction.reason),
        url: format!("/result?contest={}", correction.contest),
    }
}

/// A corrected question by the number that it had for whoever reads of it.
fn question_called(correction: &Correction) -> String {
    match correction.called {
        QuestionName::Number | QuestionName::InPapers(_) => format!("Question {}", correction.question_number),
        QuestionName::OwnNumber(number) => format!("Question {number}"),
        QuestionName::Text => "A question that was not on your paper".to_owned(),
    }
}

/// The same in a sentence that goes to many: where everybody saw another order, or has a part of the questions, it has no number that all
/// of them know, and is called by the beginning of its text.
fn question_called_by_all(correction: &Correction, contest: &Contest) -> String {
    if contest.rules.question_order.is_fixed() && contest.draw.is_none() {
        return format!("Question {}", correction.question_number);
    }
    let words = correction.question.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("“{}”", quad_text::shortened(&words, QUESTION_IN_SHORT))
}

/// Papers lie further apart than chance explains: the one at which people have least of all there is to have, and the one with most.
pub fn paper_warning(least: (u32, f64), most: (u32, f64)) -> String {
    format!(
        "Paper {} was harder than others: those who had it have {} of its marks, and those who had paper {} have {}. Chance would hardly do that.",
        least.0,
        percent(least.1),
        most.0,
        percent(most.1)
    )
}

/// What participants are told once the board is open.
pub fn results_notice(contest: &Contest) -> Notice {
    Notice {
        about: About::Results,
        title: format!("Results are ready: {}", contest.title),
        body: "See how you did, and where you stand.".to_owned(),
        url: format!("/result?contest={}", contest.id),
    }
}

/// How seldom chance does what a warning tells (`chance::LEVEL`).
const BY_CHANCE: &str = "By chance that comes about in fewer than one of 400 contests.";

/// In which third of the paper questions were right less often.
pub fn third_warning(thirds: &[Facility]) -> Option<String> {
    let named = ["first", "middle", "last"].into_iter().zip(thirds);
    let (low, high) = least_and_most(named, |(_, third)| third.share())?;
    Some(format!(
        "Questions in the {} third of the paper were right less often ({}) than in the {} one ({}). {BY_CHANCE}",
        low.0,
        percent(low.1.share()),
        high.0,
        percent(high.1.share()),
    ))
}

/// At which place questions were right less often.
pub fn position_warning(each: &[Facility]) -> Option<String> {
    let (low, high) = least_and_most(each.iter(), |place| place.share())?;
    Some(format!(
        "How often a question was right hung on its place: {} at place {}, {} at place {}. {BY_CHANCE}",
        percent(low.share()),
        low.to,
        percent(high.share()),
        high.to,
    ))
}

/// Which place of options was chosen otherwise than the others.
pub fn option_warning(places: &[OptionPlace]) -> Option<String> {
    let away = |place: &OptionPlace| (f64::from(place.chosen) - place.expected).abs() / place.expected.max(1.0).sqrt();
    let (_, (letter, place)) = least_and_most(('A'..='H').zip(places), |(_, place)| away(place))?;
    let expected = place.expected.round();
    let how = if f64::from(place.chosen) < expected { "less" } else { "more" };
    Some(format!(
        "People chose by the place: what stood at {letter} was chosen {how} often ({} times) than the others ({expected} times would be its share). {BY_CHANCE}",
        place.chosen,
    ))
}

/// The one of which a number is the least, and the one of which it is the most.
fn least_and_most<T: Copy>(all: impl Iterator<Item = T>, number: impl Fn(T) -> f64) -> Option<(T, T)> {
    let all: Vec<T> = all.collect();
    let by_number = |one: &T, other: &T| number(*one).total_cmp(&number(*other));
    Some((all.iter().copied().min_by(by_number)?, all.iter().copied().max_by(by_number)?))
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

fn quoted(texts: &[String], between: &str) -> String {
    texts.iter().map(|text| format!("“{text}”")).collect::<Vec<_>>().join(between)
}

/// Another answer is stored for the question.
pub fn already_answered(stored: &str) -> Rejection {
    const ALREADY: Rejection = Rejection::new(
        Kind::Conflict,
        "already_answered",
        "This question is already answered; the first answer counts.",
    );
    ALREADY.with("stored", stored)
}

/// What is said once people's time was changed.
pub fn time_changed(action: TimeAction, people: usize) -> String {
    let whose = match people {
        0 if !matches!(action, TimeAction::Pause | TimeAction::Resume) => return "Nobody's time is changed".to_owned(),
        1 => "1 person".to_owned(),
        many => format!("{many} people"),
    };
    match action {
        TimeAction::Extend => format!("Time is changed for {whose}"),
        TimeAction::Pause => "All clocks stand still".to_owned(),
        TimeAction::Resume => "The clocks are running again".to_owned(),
        TimeAction::Reopen => format!("The contest is open again for {whose}"),
    }
}
