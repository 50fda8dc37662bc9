//! Messages of events: success texts and refusals, in the specification's words where it has some.

use chrono_tz::Tz;

use quad_kernel::clock::Time;
use quad_kernel::error::{Kind, Rejection};
use quad_services::config::Settings;

use super::registrant_news::Tell;

pub const CREATED: &str = "Event created successfully";
pub const CHANGED: &str = "Event saved";
pub const CANCELLED: &str = "Event cancelled; everybody who registered will be told";
pub const OPENED: &str = "Registration is open";
pub const CLOSED: &str = "Registration is closed";
pub const PICTURE_SET: &str = "Picture saved";
pub const PICTURE_GONE: &str = "Picture removed";
pub const MESSAGE_SENT: &str = "Your message is on its way to everybody who has a place";
pub const REGISTERED: &str = "Registered successfully!";
pub const ANSWERS_CHANGED: &str = "Your answers are saved";
pub const WITHDRAWN: &str = "Your registration is cancelled";
pub const TITLE: &str = "Title";
pub const THE_ANSWER: &str = "The answer";

/// Why an answer does not fit its kind of field.
pub const UNFIT_TEXT: &str = "Please enter some text";
pub const UNFIT_EMAIL: &str = "Please enter a valid email address";
pub const UNFIT_PHONE: &str =
    "Please enter a phone number of 7 to 15 digits; besides them, only a + in front, spaces and ( ) - . / are allowed";
pub const UNFIT_NUMBER: &str = "Please enter a number in digits, such as 1200 or 2.5";
pub const UNFIT_DATE: &str = "Please enter a date, like 2026-11-20";
pub const UNFIT_OPTION: &str = "Please choose one of the options";

pub const START_FIRST: &str = "An event with an end needs a start";
pub const END_BEFORE_START: &str = "End time must be after start time";
pub const TOO_FAR: &str = "An event must be within five years of today";
pub const STRANGE_TIME: &str = "This must be a date and time, like 2026-11-20T18:00";
pub const NO_SUCH_HOUR: &str = "This time does not exist: the clocks go forward at that hour";
pub const STRANGE_CAPACITY: &str = "Enter a number of places from 1 to 100,000, or leave it empty";
pub const STRANGE_PICTURE_URL: &str = "A picture's address starts with https:// and has at most 1000 characters";
pub const TOO_MANY_FIELDS: &str = "A form has at most 50 fields";
pub const REQUIRED: &str = "This field is required";
pub const STRANGE_ANSWER: &str = "This answer must be a text or a number";
pub const NO_SUCH_FIELD: &str = "The form has no such field";
pub const STRANGE_WHEN: &str = "when is all, upcoming or past";
pub const STRANGE_SORT: &str = "sort is name:asc, name:desc, batch:asc or batch:desc";
pub const STRANGE_STATE: &str = "state is registered or waiting";

pub const SHEET: &str = "Participants";
pub const TABLE_HEADING: [&str; 7] = ["#", "Name", "Email", "Batch", "Contact number", "Status", "Registered at"];
pub const HAS_PLACE: &str = "registered";

pub const ALREADY_REGISTERED: Rejection =
    Rejection::new(Kind::Conflict, "already_registered", "You have already registered for this event.");
pub const CLOSED_NOW: Rejection =
    Rejection::new(Kind::Conflict, "registration_closed", "Registration for this event is closed.");
pub const OVER: Rejection = Rejection::new(Kind::Conflict, "event_over", "This event is over.");
pub const NOBODY_REGISTERED: Rejection =
    Rejection::new(Kind::Conflict, "nobody_registered", "Nobody has registered for this event yet.");
pub const CANCELLED_ALREADY: Rejection =
    Rejection::new(Kind::Conflict, "event_cancelled", "This event has been cancelled.");
pub const NOT_REGISTERED: Rejection =
    Rejection::new(Kind::Missing, "not_registered", "You are not registered for this event.");
pub const NO_DATE: Rejection =
    Rejection::new(Kind::Conflict, "no_date", "This event has no date yet, so it cannot be added to a calendar.");
pub const CHANGED_MEANWHILE: Rejection = Rejection::new(
    Kind::Conflict,
    "conflict",
    "Somebody else is changing this event at the same time. Reload it and try again.",
);

pub const ADDRESS_MADE: &str = "This is your calendar's address. An earlier one no longer works.";
pub const ADDRESS_GONE: &str = "Your calendar's address no longer works.";

/// What the calendar with the events of all clubs is called.
pub fn calendar_of_all(settings: &Settings) -> String {
    format!("{} events", settings.display_name)
}

/// What the calendar with a person's own events is called, in a list among others.
pub fn calendar_of_person(settings: &Settings) -> String {
    format!("My {} events", settings.display_name)
}

/// What the calendar of a club is called.
pub fn calendar_of_club(settings: &Settings, club: &str) -> String {
    format!("{club} ({})", settings.display_name)
}

/// The title of a cancelled event in a calendar.
pub fn cancelled_title(title: &str) -> String {
    format!("Cancelled: {title}")
}

pub fn label_of(number: usize) -> String {
    format!("The label of field {number}")
}

pub fn option_of(label: &str) -> String {
    format!("Each option of \"{label}\"")
}

pub fn strange_name(number: usize, longest: usize) -> String {
    format!(
        "The name of field {number} must start with a letter and contain only letters, digits and _, at most \
         {longest} characters"
    )
}

pub fn reserved_name(number: usize, name: &str) -> String {
    format!("Field {number} cannot be called {name}: Quad uses this name itself")
}

pub fn same_name(number: usize, name: &str) -> String {
    format!("Field {number}: there is another field called {name}")
}

pub fn strange_kind(label: &str) -> String {
    format!("\"{label}\" must be of type text, email, tel, number, date or select")
}

pub fn options_count(label: &str) -> String {
    format!("\"{label}\" needs 1 to 50 options")
}

pub fn same_option(label: &str, option: &str) -> String {
    format!("\"{label}\" has the option {option} twice")
}

/// What is wrong with answers, by the field's name. One field's own words stand for the whole; of several, their number.
pub fn wrong_answers(wrong: Vec<(String, String)>) -> Rejection {
    let say = match wrong.as_slice() {
        [(_, say)] => say.clone(),
        several => format!("{} answers need another look", several.len()),
    };
    let first = wrong.first().map(|(name, _)| name.clone()).unwrap_or_default();
    let mut refusal = Rejection::new(Kind::Invalid, "invalid", "").saying(say).with("field", first);
    refusal.fields = Some(wrong.into());
    refusal
}

pub fn slot_taken(title: &str, club: &str, from: Time, to: Time, zone: Tz) -> Rejection {
    let say = format!("\"{title}\" ({club}) takes place there from {} to {}.", from.shown(zone), to.shown(zone));
    Rejection::new(Kind::Conflict, "slot_taken", "").saying(say)
}

/// What is said to somebody who has just registered; `waits` is the place on the waiting list.
pub fn registered(waits: Option<i64>) -> String {
    match waits {
        Some(position) => format!("All places are taken; you are number {position} on the waiting list"),
        None => REGISTERED.to_owned(),
    }
}

/// As it stands in the table of participants.
pub fn waits_at(position: i64) -> String {
    format!("waiting ({position})")
}

/// The title of a message from those who organise an event.
pub fn message_about(title: &str) -> String {
    format!("About {title}")
}

/// Title and text of what registrants are told.
pub fn told(
    what: Tell,
    title: &str,
    starts_at: Option<Time>,
    location: &str,
    reason: &str,
    zone: Tz,
    now: Time,
) -> (String, String) {
    let when = starts_at.map(|at| at.shown(zone));
    let place = (!location.is_empty()).then_some(location);
    let facts = [when.as_deref(), place].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    match what {
        Tell::Changed => {
            let body = match (&when, place) {
                (Some(_), _) => format!("The time or place has changed. Now: {facts}"),
                (None, Some(place)) => format!("The new date is not set yet. Place: {place}"),
                (None, None) => "The new date is not set yet.".to_owned(),
            };
            (format!("Changed: {title}"), body)
        }
        Tell::Cancelled if reason.is_empty() => {
            (format!("Cancelled: {title}"), "This event will not take place.".to_owned())
        }
        Tell::Cancelled => (format!("Cancelled: {title}"), format!("This event will not take place. {reason}")),
        Tell::DayAhead => (format!("{}: {title}", day_of(starts_at, now, zone)), facts),
        Tell::HourAhead => (format!("Soon: {title}"), facts),
        Tell::Promoted | Tell::MorePlaces | Tell::FreePlace => {
            let why = why_a_place(what);
            let facts = if facts.is_empty() { String::new() } else { format!(" {facts}") };
            (format!("You have a place: {title}"), format!("{why}{facts}"))
        }
    }
}

/// How the text begins that tells somebody of a place.
pub fn why_a_place(what: Tell) -> &'static str {
    match what {
        Tell::Promoted => "Somebody cancelled, and the place is yours.",
        Tell::MorePlaces => "There are more places now, and one is yours.",
        _ => "A place is free now, and it is yours.",
    }
}

/// The day of a start within a day, by the institute's calendar.
fn day_of(starts_at: Option<Time>, now: Time, zone: Tz) -> String {
    let today = now.utc().with_timezone(&zone).date_naive();
    match starts_at.map(|at| at.utc().with_timezone(&zone)) {
        Some(start) if start.date_naive() == today => format!("Today at {}", start.format("%I:%M %p")),
        Some(start) if Some(start.date_naive()) == today.succ_opt() => "Tomorrow".to_owned(),
        // A zone may leave a day out.
        _ => "Coming up".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reminder_names_the_day_by_the_institutes_calendar() {
        let title = |now, start, zone| {
            let at = |text| Time::parse_rfc3339(text).expect("a moment");
            told(Tell::DayAhead, "Chess", Some(at(start)), "", "", zone, at(now)).0
        };
        for (now, start, wanted) in [
            ("2026-11-20T08:00:00+05:30", "2026-11-20T18:00:00+05:30", "Today at 06:00 PM: Chess"),
            ("2026-11-20T00:05:00+05:30", "2026-11-20T23:55:00+05:30", "Today at 11:55 PM: Chess"),
            ("2026-11-20T18:30:00+05:30", "2026-11-21T18:00:00+05:30", "Tomorrow: Chess"),
            ("2026-11-20T22:00:00+05:30", "2026-11-21T01:30:00+05:30", "Tomorrow: Chess"),
        ] {
            assert_eq!(title(now, start, Tz::Asia__Kolkata), wanted, "{now}, {start}");
        }
        // The same hours are one day elsewhere.
        let elsewhere = title("2026-11-20T22:00:00+05:30", "2026-11-21T01:30:00+05:30", Tz::UTC);
        assert_eq!(elsewhere, "Today at 08:00 PM: Chess");
    }

    #[test]
    fn who_moves_up_hears_the_true_cause() {
        let body = |what| told(what, "Chess", None, "LH 1", "", Tz::UTC, Time(0)).1;
        assert_eq!(body(Tell::Promoted), "Somebody cancelled, and the place is yours. LH 1");
        assert_eq!(body(Tell::MorePlaces), "There are more places now, and one is yours. LH 1");
        assert_eq!(body(Tell::FreePlace), "A place is free now, and it is yours. LH 1");
    }

    #[test]
    fn a_change_that_takes_the_date_away_says_so() {
        let body = |starts_at, place| told(Tell::Changed, "Chess", starts_at, place, "", Tz::UTC, Time(0)).1;
        assert_eq!(body(Some(Time(0)), "LH 1"), "The time or place has changed. Now: Jan 1, 1970, 12:00 AM · LH 1");
        assert_eq!(body(None, "LH 1"), "The new date is not set yet. Place: LH 1");
        assert_eq!(body(None, ""), "The new date is not set yet.");
    }
}
