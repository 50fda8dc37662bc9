//! Event model: events as the inside knows them, and their pure rules (dates, capacity, who is next for a place). The
//! registration form is `form.rs`.

use std::collections::HashMap;
use std::time::Duration;

use chrono::{NaiveDateTime, TimeZone};
use chrono_tz::Tz;

use quad_kernel::clock::Time;
use quad_kernel::error::Rejection;
use quad_kernel::ids::{ClubId, EventId, PictureKey, UserId};
use quad_kernel::page::Page;
use quad_kernel::validation;

use super::form::{FieldAsked, FieldKind, Form};
use super::messages;

/// An event whose end nobody said lasts this long.
const A_DAY: Duration = Duration::from_hours(24);
/// And it keeps its place for so long; the form says so.
pub(super) const KEEPS_PLACE: Duration = Duration::from_hours(3);
/// An event may lie this far ahead or back.
const FAR: Duration = Duration::from_hours(5 * 366 * 24);
const MAX_CAPACITY: i32 = 100_000;
const MAX_URL: usize = 1000;

/// When an event is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct When {
    /// Nothing: there is no date yet.
    pub starts_at: Option<Time>,
    /// Nothing: nobody said.
    pub ends_at: Option<Time>,
}

impl When {
    /// The first moment it is over; nothing while it has no date.
    pub fn over_at(self) -> Option<Time> {
        self.ends_at.or_else(|| self.starts_at.map(|start| start.plus(A_DAY)))
    }

    /// Until when its place is nobody else's; nothing while it has no date.
    pub fn keeps_place_until(self) -> Option<Time> {
        self.ends_at.or_else(|| self.starts_at.map(|start| start.plus(KEEPS_PLACE)))
    }

    /// Reads both ends, each with a zone or as a clock in the institute's hall shows it. One that is not named stays, and what is
    /// not changed is not judged again.
    fn over(self, starts_at: Option<&str>, ends_at: Option<&str>, zone: Tz, now: Time) -> Result<Self, Rejection> {
        let read = |field, text: Option<&str>, before| text.map_or(Ok(before), |text| moment(field, text, zone));
        let when =
            Self { starts_at: read("start", starts_at, self.starts_at)?, ends_at: read("end", ends_at, self.ends_at)? };
        if when == self {
            return Ok(self);
        }
        match (when.starts_at, when.ends_at) {
            (None, Some(_)) => return Err(Rejection::invalid("start", messages::START_FIRST)),
            (Some(start), Some(end)) if end <= start => {
                return Err(Rejection::invalid("end", messages::END_BEFORE_START));
            }
            _ => {}
        }
        let near = |at: Time| at >= now.minus(FAR) && at <= now.plus(FAR);
        if when.starts_at.is_some_and(|at| !near(at)) || when.over_at().is_some_and(|at| !near(at)) {
            return Err(Rejection::invalid("start", messages::TOO_FAR));
        }
        Ok(when)
    }
}

/// Reads RFC 3339 with a zone, or what a date-and-time field yields, in the zone given; nothing when blank. Of an hour that
/// there is twice, the first.
pub(super) fn moment(field: &'static str, text: &str, zone: Tz) -> Result<Option<Time>, Rejection> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    if let Some(at) = Time::parse_rfc3339(text) {
        return Ok(Some(at));
    }
    let naive = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%S%.f"]
        .iter()
        .find_map(|shape| NaiveDateTime::parse_from_str(text, shape).ok())
        .ok_or_else(|| Rejection::invalid(field, messages::STRANGE_TIME))?;
    let at = zone.from_local_datetime(&naive).earliest();
    let at = at.ok_or_else(|| Rejection::invalid(field, messages::NO_SUCH_HOUR))?;
    // Between 1970 and 9999, as anywhere.
    let at = Time::parse_rfc3339(&at.to_rfc3339()).ok_or_else(|| Rejection::invalid(field, messages::STRANGE_TIME))?;
    Ok(Some(at))
}

/// A location as it is compared: "LH 1 " and "lh  1" are one place, and so are two that differ in a dash, an accent, the script of
/// a digit or what nobody sees.
pub(super) fn place(location: &str) -> String {
    quad_text::likeness_of_places(location)
}

/// An event as somebody wants it. What is not named stays as it was.
#[derive(Clone, Debug, Default)]
pub(super) struct EventInput<'a> {
    pub title: Option<&'a str>,
    pub description: Option<&'a str>,
    pub location: Option<&'a str>,
    pub starts_at: Option<&'a str>,
    pub ends_at: Option<&'a str>,
    pub picture_url: Option<&'a str>,
    /// Nothing: as many as come.
    pub capacity: Option<i64>,
    pub fields: Option<Vec<FieldAsked>>,
}

/// What an event is; checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Details {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) location: String,
    pub(super) when: When,
    pub(super) picture_url: Option<String>,
    pub(super) capacity: Option<i32>,
    pub(super) form: Form,
}

impl Details {
    /// What an event is now.
    pub(super) fn of(event: &Event) -> Self {
        let Event { title, description, location, when, picture_url, capacity, form, .. } = event.clone();
        Self { title, description, location, when, picture_url, capacity, form }
    }

    /// Checks an event to be.
    pub fn parse(asked: &EventInput<'_>, zone: Tz, now: Time) -> Result<Self, Rejection> {
        Self::default().changed(asked, zone, now)
    }

    /// Checks all that is asked of an event that is this now. Only the title is required; an event in the past is fine, its gallery
    /// may come later.
    pub fn changed(&self, asked: &EventInput<'_>, zone: Tz, now: Time) -> Result<Self, Rejection> {
        let title = validation::line("title", messages::TITLE, asked.title.unwrap_or(&self.title), 1, 200)?;
        let description = asked.description.unwrap_or(&self.description);
        let description = validation::text("description", "Description", description, 0, 5000)?;
        let location = validation::line("location", "Location", asked.location.unwrap_or(&self.location), 0, 200)?;
        let when = self.when.over(asked.starts_at, asked.ends_at, zone, now)?;
        let capacity = asked.capacity.map(|places| {
            let places = i32::try_from(places).ok().filter(|places| (1..=MAX_CAPACITY).contains(places));
            places.ok_or_else(|| Rejection::invalid("capacity", messages::STRANGE_CAPACITY))
        });
        let picture_url = asked.picture_url.map_or_else(|| Ok(self.picture_url.clone()), picture_url)?;
        let form = asked.fields.as_deref().map_or_else(|| Ok(self.form.clone()), Form::parse)?;
        Ok(Self { title, description, location, when, picture_url, capacity: capacity.transpose()?, form })
    }
}

/// Somebody else's picture, by its address. Whether it is shown is the operator's to say.
fn picture_url(text: &str) -> Result<Option<String>, Rejection> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let plain = text.len() <= MAX_URL && text.chars().all(|c| c.is_ascii_graphic());
    if plain && text.starts_with("https://") && host_of(text).is_some() {
        return Ok(Some(text.to_owned()));
    }
    Err(Rejection::invalid("pictureUrl", messages::STRANGE_PICTURE_URL))
}

/// The host of an https address without a name, a password or a port in it; anything stranger has none.
pub(super) fn host_of(url: &str) -> Option<&str> {
    let rest = url.strip_prefix("https://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    (!host.is_empty() && host.chars().all(plain)).then_some(host)
}

/// Somebody's part in an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Registered,
    /// The place on the waiting list, from 1.
    Waiting(i64),
    Cancelled,
}

impl Part {
    pub fn word(self) -> &'static str {
        match self {
            Self::Registered => "registered",
            Self::Waiting(_) => "waiting",
            Self::Cancelled => "cancelled",
        }
    }

    pub fn position(self) -> Option<i64> {
        if let Self::Waiting(position) = self { Some(position) } else { None }
    }
}

/// How many have a place and how many wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Places {
    pub registered: i32,
    pub waiting: i32,
}

impl Places {
    /// After some with a place and some waiting left, and with this many places: how it stands when those who wait have
    /// moved up, if they may. Nobody who has a place loses it, and nobody who comes later gets a place before those who wait.
    pub fn settle(self, gone: Self, capacity: Option<i32>, may_move_up: bool) -> Settled {
        let registered = self.registered - gone.registered;
        let waiting = self.waiting - gone.waiting;
        if !may_move_up && waiting > 0 {
            let capacity = Some(capacity.map_or(registered, |places| places.min(registered)));
            return Settled { places: Self { registered, waiting }, up: 0, capacity };
        }
        let free = capacity.map_or(waiting, |places| (places - registered).max(0));
        let up = free.min(waiting);
        Settled { places: Self { registered: registered + up, waiting: waiting - up }, up, capacity }
    }
}

/// How an event stands after people left or its places changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settled {
    pub places: Places,
    /// How many move up from the waiting list.
    pub up: i32,
    /// What registrations are taken by; fewer than the club set while somebody waits who may not move up.
    pub capacity: Option<i32>,
}

/// Whether those who wait for an event move up when a place is free: until it begins or its club closes registration. Later
/// nobody can plan with the place.
pub(super) fn moves_up(closed: bool, starts_at: Option<Time>, now: Time) -> bool {
    !closed && starts_at.is_none_or(|start| start > now)
}

/// Where an event stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// Before its start, or without a date.
    Upcoming,
    Running,
    Past,
    Cancelled,
}

impl Status {
    pub fn word(self) -> &'static str {
        match self {
            Self::Upcoming => "upcoming",
            Self::Running => "running",
            Self::Past => "past",
            Self::Cancelled => "cancelled",
        }
    }
}

/// An event as one person sees it.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub id: EventId,
    pub club: ClubId,
    /// The club's name in addresses, upper-case.
    pub club_short: String,
    pub club_name: String,
    pub title: String,
    pub description: String,
    pub location: String,
    pub when: When,
    pub picture: Option<PictureKey>,
    pub picture_url: Option<String>,
    pub capacity: Option<i32>,
    pub places: Places,
    pub form_version: i32,
    pub form: Form,
    pub closed: bool,
    pub cancelled_at: Option<Time>,
    pub reason: Option<String>,
    pub revision: i32,
    pub created_at: Time,
    pub changed_at: Time,
    /// The asking person's part, if any.
    pub you: Option<Part>,
}

impl Event {
    pub fn status(&self, now: Time) -> Status {
        if self.cancelled_at.is_some() {
            Status::Cancelled
        } else if self.when.over_at().is_some_and(|end| now >= end) {
            Status::Past
        } else if self.when.starts_at.is_some_and(|start| now >= start) {
            Status::Running
        } else {
            Status::Upcoming
        }
    }

    /// Why nothing about a registration can be changed any more; nothing while it can.
    pub fn ended(&self, now: Time) -> Option<Rejection> {
        match self.status(now) {
            Status::Cancelled => Some(messages::CANCELLED_ALREADY),
            Status::Past => Some(messages::OVER),
            Status::Upcoming | Status::Running => None,
        }
    }

    /// Why nobody can register; nothing while one can.
    pub fn not_open(&self, now: Time) -> Option<Rejection> {
        self.ended(now).or_else(|| self.closed.then_some(messages::CLOSED_NOW))
    }

    /// Whether time or place differ, which registrants want to know.
    pub fn moves_with(&self, new: &Details) -> bool {
        self.when != new.when || place(&self.location) != place(&new.location)
    }

    /// Whether anything differs but the form.
    pub fn says_other_than(&self, new: &Details) -> bool {
        self.differs_from(new) || (self.capacity, &self.picture_url) != (new.capacity, &new.picture_url)
    }

    /// Whether anything differs that a calendar shows.
    pub fn differs_from(&self, new: &Details) -> bool {
        self.when != new.when
            || (&self.title, &self.description, &self.location) != (&new.title, &new.description, &new.location)
    }
}

/// A registration with the person who registered.
#[derive(Clone, Debug)]
pub(super) struct Participant {
    pub id: String,
    pub user: UserId,
    pub full_name: String,
    pub email: String,
    pub batch: i32,
    pub contact: String,
    pub part: Part,
    /// The form they answered.
    pub form_version: i32,
    pub answers: super::form::Answers,
    pub registered_at: Time,
}

/// One's own registration.
#[derive(Clone, Debug)]
pub(super) struct Registration {
    pub part: Part,
    pub form_version: i32,
    /// The form it was made with.
    pub form: Form,
    pub answers: super::form::Answers,
    pub registered_at: Time,
}

/// A column of the participants' table: a field of the newest form, or one that older registrations still have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub name: String,
    pub label: String,
    pub kind: FieldKind,
}

/// The columns of the participants' table, and which of them a version's answers stand in.
#[derive(Debug, Default)]
pub(super) struct Columns {
    pub all: Vec<Column>,
    /// By the version and the field's name: the column's.
    places: HashMap<(i32, String), String>,
}

impl Columns {
    /// Those of several versions of a form, newest first: the newest form's in its order, then what only older ones asked. A field
    /// of another kind, or that asks something else, is another column, also where somebody gave it a name that was free again:
    /// nobody's number stands under a size of shirts.
    pub fn of(newest_first: &[(i32, Form)]) -> Self {
        let mut columns = Self::default();
        let mut asked_as: Vec<&str> = Vec::new();
        for (version, field) in
            newest_first.iter().flat_map(|(version, form)| form.fields.iter().map(move |field| (*version, field)))
        {
            let look = quad_text::likeness_of_names(&field.label);
            let same = columns.all.iter().zip(&asked_as).find(|(column, name)| {
                **name == field.name && column.kind == field.kind && quad_text::likeness_of_names(&column.label) == look
            });
            let name = if let Some((column, _)) = same {
                column.name.clone()
            } else {
                let is_taken = asked_as.contains(&field.name.as_str());
                // No field's name has a tilde.
                let name = if is_taken { format!("{}~{version}", field.name) } else { field.name.clone() };
                columns.all.push(Column { name: name.clone(), label: field.label.clone(), kind: field.kind });
                asked_as.push(&field.name);
                name
            };
            columns.places.insert((version, field.name.clone()), name);
        }
        columns
    }

    /// Puts answers under the columns of what was asked.
    pub fn place(&self, people: &mut [Participant]) {
        for person in people {
            let version = person.form_version;
            let answers = std::mem::take(&mut person.answers).into_iter().map(|(name, answer)| {
                let place = (version, name);
                (self.places.get(&place).cloned().unwrap_or(place.1), answer)
            });
            person.answers = answers.collect();
        }
    }
}

/// Whose events a calendar feed has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CalendarOf {
    /// Those of all clubs.
    Everybody,
    Club(ClubId),
    /// Those where the person has a place or waits for one.
    Person(UserId),
}

/// Which events a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventFilter {
    All,
    /// Not over yet, soonest first.
    Upcoming,
    /// Over, latest first.
    Past,
}

/// A list of events, as it is asked for.
#[derive(Clone, Debug)]
pub(super) struct EventQuery {
    pub club: Option<ClubId>,
    pub which: EventFilter,
    pub search: Option<String>,
    pub size: u32,
    pub skip: u64,
}

/// Reads `when`.
pub(super) fn which(word: Option<&str>) -> Result<EventFilter, Rejection> {
    match word.unwrap_or_default() {
        "" | "all" => Ok(EventFilter::All),
        "upcoming" => Ok(EventFilter::Upcoming),
        "past" => Ok(EventFilter::Past),
        _ => Err(Rejection::invalid("when", messages::STRANGE_WHEN)),
    }
}

/// Reads a search; nothing when blank.
pub(super) fn search(text: Option<&str>) -> Result<Option<String>, Rejection> {
    let text = validation::line("q", "Search", text.unwrap_or_default(), 0, 100)?;
    Ok((!text.is_empty()).then_some(text))
}

/// How participants are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// As they came.
    Arrival,
    NameUp,
    NameDown,
    BatchUp,
    BatchDown,
}

/// Participants, as they are asked for.
#[derive(Clone, Debug)]
pub(super) struct ParticipantQuery {
    pub sort: Sort,
    /// Only those with a place, or only those who wait.
    pub waiting: Option<bool>,
    pub search: Option<String>,
    /// Nothing: all.
    pub page: Option<Page>,
}

impl ParticipantQuery {
    /// Everybody, as they came.
    pub const ALL: Self = Self { sort: Sort::Arrival, waiting: None, search: None, page: None };

    pub fn parse(
        sort: Option<&str>,
        state: Option<&str>,
        q: Option<&str>,
        page: Option<Page>,
    ) -> Result<Self, Rejection> {
        let sort = match sort.unwrap_or_default() {
            "" | "none" => Sort::Arrival,
            "name:asc" => Sort::NameUp,
            "name:desc" => Sort::NameDown,
            "batch:asc" => Sort::BatchUp,
            "batch:desc" => Sort::BatchDown,
            _ => return Err(Rejection::invalid("sort", messages::STRANGE_SORT)),
        };
        let waiting = match state.unwrap_or_default() {
            "" | "all" => None,
            "registered" => Some(false),
            "waiting" => Some(true),
            _ => return Err(Rejection::invalid("state", messages::STRANGE_STATE)),
        };
        Ok(Self { sort, waiting, search: search(q)?, page })
    }
}

/// What other features may know of an event.
#[derive(Clone, Debug)]
pub struct EventSummary {
    /// Which.
    pub id: EventId,
    /// Whose.
    pub club: ClubId,
    /// Its title.
    pub title: String,
    /// Where; may be empty.
    pub location: String,
    /// When.
    pub when: When,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: Time = Time(1_800_000_000_000);

    fn parse(asked: &EventInput<'_>) -> Result<Details, Rejection> {
        Details::parse(asked, Tz::Asia__Kolkata, NOW)
    }

    #[test]
    fn only_a_title_is_required() {
        let bare = parse(&EventInput { title: Some(" Origami "), ..EventInput::default() }).expect("good");
        assert_eq!((bare.title.as_str(), bare.when, bare.capacity), ("Origami", When::default(), None));
        let no = parse(&EventInput { title: Some("  "), ..EventInput::default() }).expect_err("refused");
        assert_eq!((no.say.as_ref(), no.more[0].1.as_str()), ("Title is required", "title"));
    }

    #[test]
    fn times_come_with_a_zone_or_in_the_institutes() {
        let read = |text| moment("start", text, Tz::Asia__Kolkata).map_err(|no| no.say);
        let six = Time::parse_rfc3339("2026-11-20T18:00:00+05:30");
        assert!(six.is_some());
        for text in ["2026-11-20T18:00", "2026-11-20T18:00:00", "2026-11-20T12:30:00Z", " 2026-11-20T18:00:00.000 "] {
            assert_eq!(read(text), Ok(six), "{text}");
        }
        assert_eq!(read("  "), Ok(None));
        // A leap second, with a zone and without: at the end of a day of UTC, and nowhere else.
        let last = Time::parse_rfc3339("2027-01-01T05:29:59.999+05:30");
        for text in ["2027-01-01T05:29:60", "2027-01-01T05:29:60.25", "2027-01-01T05:29:60+05:30"] {
            assert_eq!(read(text), Ok(last), "{text}");
        }
        for text in ["2026-11-20T18:00:60", "2026-11-20T18:00:60.25", "2026-11-20T18:00:60+05:30"] {
            assert_eq!(read(text), Err(messages::STRANGE_TIME.into()), "{text}");
        }
        for text in ["soon", "2026-11-20", "2026-02-30T10:00", "0001-01-01T00:00", "+99999-01-01T00:00"] {
            assert!(read(text).is_err(), "{text}");
        }
        // The hour that is left out in spring, and the one there is twice in autumn.
        assert_eq!(
            moment("start", "2026-03-29T02:30", Tz::Europe__Berlin),
            Err(Rejection::invalid("start", messages::NO_SUCH_HOUR))
        );
        assert_eq!(
            moment("start", "2026-10-25T02:30", Tz::Europe__Berlin),
            Ok(Time::parse_rfc3339("2026-10-25T00:30:00Z"))
        );
    }

    #[test]
    fn the_end_comes_after_the_start() {
        let with = |starts_at, ends_at| {
            parse(&EventInput {
                title: Some("A"),
                starts_at: Some(starts_at),
                ends_at: Some(ends_at),
                ..EventInput::default()
            })
        };
        let said = |starts_at, ends_at| with(starts_at, ends_at).expect_err("refused").say.into_owned();
        assert_eq!(said("", "2027-01-20T18:00"), messages::START_FIRST);
        for end in ["2027-01-20T18:00", "2027-01-20T17:59"] {
            assert_eq!(said("2027-01-20T18:00", end), messages::END_BEFORE_START);
        }
        assert_eq!(said("2040-01-20T18:00", ""), messages::TOO_FAR);
        assert_eq!(said("2027-01-20T18:00", "2040-01-20T18:00"), messages::TOO_FAR);
        let open_end = with("2027-01-20T18:00", "").expect("good").when;
        let start = open_end.starts_at.expect("a start");
        assert_eq!((open_end.ends_at, open_end.over_at()), (None, Some(start.plus(A_DAY))));
    }

    #[test]
    fn pictures_of_others_are_https() {
        let with = |address| {
            let asked = EventInput { title: Some("A"), picture_url: Some(address), ..EventInput::default() };
            parse(&asked).map(|one| one.picture_url)
        };
        assert_eq!(with(" "), Ok(None));
        assert_eq!(with("https://img.example/a.png?x=1"), Ok(Some("https://img.example/a.png?x=1".to_owned())));
        for bad in [
            "http://img.example/a.png",
            "javascript:alert(1)",
            "https://",
            "https://user@img.example/",
            "https://img.example:444/",
            "https://img.example/a b",
            "https://img.example/\"onerror",
            "https://bücher.example/",
        ] {
            // A quote is graphic; whoever shows it escapes it. All others have no plain host or no plain text.
            assert_eq!(with(bad).is_err(), !bad.contains('"'), "{bad}");
        }
        assert_eq!(host_of("https://Img.example/a"), Some("Img.example"));
    }

    #[test]
    fn places_are_between_one_and_many() {
        for (capacity, good) in
            [(0, false), (-1, false), (1, true), (100_000, true), (100_001, false), (i64::MAX, false)]
        {
            let asked = EventInput { title: Some("A"), capacity: Some(capacity), ..EventInput::default() };
            assert_eq!(parse(&asked).is_ok(), good);
        }
    }

    #[test]
    fn one_place_has_many_spellings() {
        assert_eq!(place("  LH   1 "), place("lh 1"));
        assert_ne!(place("LH 1"), place("LH 11"));
        assert_eq!(place("   "), "");
        for twin in [
            "Block C \u{2013} Room 7",
            "block c -\u{a0}room 7",
            "\u{200b}Block C \u{2010} Room\u{ad} 7",
            "ＢＬＯＣＫ C - Room 7",
        ] {
            assert_eq!(place(twin), place("Block C - Room 7"), "{twin:?}");
        }
    }

    #[test]
    fn columns_are_those_of_all_versions() {
        let form = |names: &[(&str, &str)]| {
            let fields = names.iter().map(|(name, label)| FieldAsked {
                name: (*name).to_owned(),
                label: (*label).to_owned(),
                kind: "text".to_owned(),
                ..FieldAsked::default()
            });
            Form::parse(&fields.collect::<Vec<_>>()).expect("a form")
        };
        let columns = Columns::of(&[
            (5, form(&[("b", "Team"), ("a", "T-shirt size")])),
            (4, form(&[("a", "T\u{2011}Shirt  size"), ("c", "Diet")])),
            (2, form(&[("a", "Parent's phone number"), ("b", "Team")])),
            (1, form(&[("a", "Parent's phone number")])),
        ]);
        let told: Vec<_> = columns.all.iter().map(|column| (column.name.as_str(), column.label.as_str())).collect();
        assert_eq!(
            told,
            [("b", "Team"), ("a", "T-shirt size"), ("c", "Diet"), ("a~2", "Parent's phone number")],
            "a name that is given again is another column"
        );
        let place = |version: i32, name: &str| columns.places[&(version, name.to_owned())].as_str();
        assert_eq!([place(5, "a"), place(4, "a"), place(2, "a"), place(1, "a")], ["a", "a", "a~2", "a~2"]);
        assert_eq!([place(5, "b"), place(2, "b"), place(4, "c")], ["b", "b", "c"]);
    }

    proptest! {
        #[test]
        fn places_are_settled_without_loss(
            capacity in prop::option::of(1..20_i32),
            before in (0..30_i32, 0..30_i32),
            gone in (0..3_i32, 0..3_i32),
        ) {
            let before = Places { registered: before.0.max(gone.0), waiting: before.1.max(gone.1) };
            let gone = Places { registered: gone.0, waiting: gone.1 };
            let Settled { places: after, up, capacity: taken_by } = before.settle(gone, capacity, true);
            prop_assert_eq!(taken_by, capacity);
            prop_assert_eq!(after.registered + after.waiting,
                before.registered + before.waiting - gone.registered - gone.waiting, "nobody is lost");
            prop_assert!(up >= 0 && after.waiting >= 0);
            prop_assert!(after.registered >= before.registered - gone.registered, "who has a place keeps it");
            prop_assert!(after.waiting == 0 || capacity.is_some_and(|places| after.registered >= places), "nobody waits in vain");
            prop_assert!(up == 0 || capacity.is_none_or(|places| after.registered <= places), "nobody moves up into nothing");
            // While nobody may move up, the places given up are nobody's, not even theirs who come later.
            let held = before.settle(gone, capacity, false);
            prop_assert_eq!((held.places.registered, held.places.waiting, held.up),
                (before.registered - gone.registered, before.waiting - gone.waiting, 0));
            let full = held.capacity.is_some_and(|places| held.places.registered >= places);
            let nobody_overtakes = if held.places.waiting > 0 { full } else { held.capacity == capacity };
            prop_assert!(nobody_overtakes, "a place was given past the list");
            // And when they may again, it is as if they always could.
            let nobody = Places { registered: 0, waiting: 0 };
            prop_assert_eq!(held.places.settle(nobody, capacity, true).places, after);
        }

        #[test]
        fn no_text_is_a_panic(text in ".{0,30}") {
            let _ = moment("start", &text, Tz::America__New_York);
            let _ = host_of(&text);
            let _ = place(&text);
            let _ = picture_url(&text);
        }
    }
}
