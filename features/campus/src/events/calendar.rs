//! Calendar file: an event as iCalendar (RFC 5545). Its UID never changes and its SEQUENCE counts the changes, so that a
//! calendar that has it already moves it instead of showing it twice; a cancelled one says so. An end that nobody set is
//! left out: the day for which an event without an end keeps its place would fill everybody's calendar.

use icalendar::{Calendar, Component, Event as Entry, EventLike, EventStatus, Property};

use quad_kernel::error::Rejection;
use quad_services::config::Settings;

use super::messages;
use super::model::Event;

/// Writes the file; refused while the event has no date.
pub fn file(settings: &Settings, event: &Event) -> Result<String, Rejection> {
    let start = event.when.starts_at.ok_or(messages::NO_DATE)?;
    let mut entry = Entry::new();
    entry
        .uid(&format!("{}@quad", event.id))
        .timestamp(event.changed_at.utc())
        .created(event.created_at.utc())
        .last_modified(event.changed_at.utc())
        .sequence(u32::try_from(event.revision).unwrap_or_default())
        .starts(start.utc())
        .summary(&event.title)
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
    let mut calendar = Calendar::empty();
    calendar
        .append_property(Property::new("VERSION", "2.0"))
        .append_property(Property::new("PRODID", "-//Quad//Events//EN"))
        .append_property(Property::new("CALSCALE", "GREGORIAN"))
        .push(entry.done());
    Ok(calendar.to_string())
}
