//! Calendar files and feeds: events as iCalendar (RFC 5545). An event's UID never changes and its SEQUENCE counts the changes,
//! so that a calendar that has it already moves it instead of showing it twice; a cancelled one says so. An end that nobody set
//! is left out: the day for which an event without an end keeps its place would fill everybody's calendar.
//!
//! A feed is what a calendar program fetches again and again. It depends on nothing but its events, so that an unchanged one
//! has the same bytes and is not sent again.

use icalendar::{Calendar, Component, Event as Entry, EventLike, EventStatus, Property, ValueType};

use quad_kernel::error::Rejection;
use quad_services::config::Settings;

use super::messages;
use super::model::{Event, Part};

/// How often a program is asked to look again, as RFC 7986 writes it. Each keeps to its own habits: Apple's to this, Google's
/// comes a few times a day.
const REFRESH: &str = "PT1H";

/// Writes the file of one event; refused while the event has no date.
pub fn file(settings: &Settings, event: &Event) -> Result<String, Rejection> {
    let entry = entry(settings, event, &event.title).ok_or(messages::NO_DATE)?;
    Ok(folded(&empty().push(entry).to_string()))
}

/// Writes a feed. Who waits for a place has the event as a tentative one. What was cancelled says so in its title as well,
/// because some programs show a cancelled event of a feed like any other.
pub fn feed(settings: &Settings, name: &str, events: &[Event]) -> String {
    let mut calendar = empty();
    calendar.append_property(Property::new("METHOD", "PUBLISH"));
    for property in ["NAME", "X-WR-CALNAME"] {
        calendar.append_property(Property::new(property, name).append_parameter(ValueType::Text).done());
    }
    let interval = Property::new("REFRESH-INTERVAL", REFRESH).append_parameter(ValueType::Duration).done();
    calendar.append_property(interval).append_property(Property::new("X-PUBLISHED-TTL", REFRESH));
    for event in events {
        let is_cancelled = event.cancelled_at.is_some();
        let title = if is_cancelled { messages::cancelled_title(&event.title) } else { event.title.clone() };
        let Some(mut entry) = entry(settings, event, &title) else { continue };
        if is_cancelled {
            entry.append_property(Property::new("TRANSP", "TRANSPARENT"));
        } else if matches!(event.you, Some(Part::Waiting(_))) {
            entry.status(EventStatus::Tentative);
        }
        calendar.push(entry);
    }
    folded(&calendar.to_string())
}

/// The most octets of a line, the blank of one that goes on included.
const LINE: usize = 75;

/// A calendar with lines as RFC 5545 has them: the library counts that blank beside.
fn folded(calendar: &str) -> String {
    let mut text = String::with_capacity(calendar.len() + calendar.len() / LINE);
    for line in calendar.replace("\r\n ", "").split_inclusive("\r\n") {
        let mut taken = 0;
        for letter in line.trim_end_matches("\r\n").chars() {
            if taken + letter.len_utf8() > LINE {
                text.push_str("\r\n ");
                taken = 1;
            }
            text.push(letter);
            taken += letter.len_utf8();
        }
        text.push_str("\r\n");
    }
    text
}

fn empty() -> Calendar {
    let mut calendar = Calendar::empty();
    calendar
        .append_property(Property::new("VERSION", "2.0"))
        .append_property(Property::new("PRODID", "-//Quad//Events//EN"))
        .append_property(Property::new("CALSCALE", "GREGORIAN"));
    calendar
}

/// An event with this title; nothing while it has no date.
fn entry(settings: &Settings, event: &Event, title: &str) -> Option<Entry> {
    let start = event.when.starts_at?;
    let mut entry = Entry::new();
    entry
        .uid(&format!("{}@quad", event.id))
        .timestamp(event.changed_at.utc())
        .created(event.created_at.utc())
        .last_modified(event.changed_at.utc())
        .sequence(u32::try_from(event.revision).unwrap_or_default())
        .starts(start.utc())
        .summary(title)
        .url(&settings.page(&format!("/event/{}", event.id)));
    entry.status(if event.cancelled_at.is_some() { EventStatus::Cancelled } else { EventStatus::Confirmed });
    if let Some(end) = event.when.ends_at {
        entry.ends(end.utc());
    }
    if !event.description.is_empty() {
        entry.description(&event.description);
    }
    if !event.location.is_empty() {
        entry.location(&event.location);
    }
    Some(entry.done())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_has_more_than_75_octets_with_its_blank() {
        for letter in ["x", "é", "क", "👩", "\\n", "é👩x"] {
            for many in [0, 1, 10, 17, 18, 36, 37, 62, 63, 73, 74, 75, 76, 148, 149, 150, 400] {
                let mut entry = Entry::new();
                entry.description(&letter.repeat(many));
                let whole = empty().push(entry.done()).to_string();
                let text = folded(&whole);
                assert!(text.split("\r\n").all(|line| line.len() <= LINE), "{text}");
                assert_eq!(text.replace("\r\n ", ""), whole.replace("\r\n ", ""), "nothing is lost");
                assert!(text.ends_with("END:VCALENDAR\r\n"));
                // No line is folded that need not be.
                let lines: Vec<&str> = text.split("\r\n").collect();
                let full = lines.windows(2).filter(|two| two[1].starts_with(' '));
                assert!(full.into_iter().all(|two| two[0].len() > LINE - 4), "{text}");
            }
        }
    }
}
