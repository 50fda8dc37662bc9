//! JSON of events: the specification's names, which are used nowhere else inside.
//!
//! Quirks absorbed: a form arrives as `formjson.fields` and answers leave as `formdata`; `imageurl` is one address, whether
//! the picture is uploaded or somebody else's; `Batch` is a number and `batch` the same as text; participants come under the
//! key `event`. Answers to a form arrive as an object keyed by field name, with texts or numbers in it.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use quad_http::body::{self, Named, UnreadNames};
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::ids::{EventId, PictureKey};
use quad_kernel::page::Page;
use quad_kernel::validation;
use quad_people::PeopleState;
use quad_people::pictures::{Picture, PictureOut};
use quad_services::config::Settings;

use super::data_export::{KeptEvent, KeptRegistration};
use super::form::{Answers, Field, FieldAsked, Form, Given};
use super::model::{
    self, Column, Details, Event, EventFilter, EventInput, EventQuery, Part, Participant, ParticipantQuery,
    Registration,
};

const PAGE: u32 = 20;
/// Events of the plain form of a club's list.
const PLAIN: u32 = 500;

/// An event to be made or changed. Of one to be made only the title is required; of a change what is not named stays as it is, and
/// null or an empty text empties it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EventIn {
    /// 1 to 200 characters.
    #[serde(default, deserialize_with = "body::named")]
    #[schema(value_type = Option<String>)]
    title: Option<Named<String>>,
    /// At most 5,000 characters.
    #[serde(default, deserialize_with = "body::named")]
    #[schema(value_type = Option<String>)]
    description: Option<Named<String>>,
    /// At most 200 characters.
    #[serde(default, deserialize_with = "body::named")]
    #[schema(value_type = Option<String>)]
    location: Option<Named<String>>,
    /// RFC 3339, or `YYYY-MM-DDTHH:MM` in the institute's zone. Empty: no date yet.
    #[serde(default, deserialize_with = "body::named")]
    #[schema(value_type = Option<String>)]
    start: Option<Named<String>>,
    /// The same, after the start. Empty: a day after the start.
    #[serde(default, deserialize_with = "body::named")]
    #[schema(value_type = Option<String>)]
    end: Option<Named<String>>,
    /// Somebody else's picture, https; shown only where the operator allows its host.
    #[serde(default, deserialize_with = "body::named")]
    #[schema(value_type = Option<String>)]
    imageurl: Option<Named<String>>,
    /// The registration form. Left out of a change: the form stays.
    #[serde(default, deserialize_with = "quad_http::body::object")]
    formjson: Option<FormIn>,
    /// The club's short name or id; not needed by who manages one club alone. Ignored in a change.
    #[serde(default)]
    pub club: Option<String>,
    /// Places, 1 to 100,000; null: as many as come.
    #[serde(default, deserialize_with = "body::named")]
    #[schema(value_type = Option<i64>)]
    capacity: Option<Named<i64>>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

/// A text as it is named; null is an empty one.
fn text(named: Option<&Named<String>>) -> Option<&str> {
    named.map(|Named(text)| text.as_deref().unwrap_or_default())
}

/// A registration form to be.
#[derive(Debug, Deserialize, ToSchema)]
struct FormIn {
    /// At most 50. Left out of a change: the form stays.
    #[serde(default, deserialize_with = "named_fields")]
    #[schema(value_type = Vec<FieldIn>)]
    fields: Option<Vec<FieldIn>>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

fn named_fields<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<Vec<FieldIn>>, D::Error> {
    body::objects(reader).map(Some)
}

/// A field of a form to be.
#[derive(Debug, Deserialize, ToSchema)]
struct FieldIn {
    /// A letter, then letters, digits and `_`, at most 64, different from the others; `field_N` when empty.
    #[serde(default)]
    name: Option<String>,
    /// At most 120 characters; the name when empty.
    #[serde(default)]
    label: Option<String>,
    /// text, email, tel, number, date or select.
    #[serde(default)]
    r#type: String,
    #[serde(default)]
    required: Option<bool>,
    /// Of a select: 1 to 50, not empty, different from each other.
    #[serde(default)]
    options: Option<Vec<String>>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

impl FormIn {
    /// Refuses a misspelt name inside: the form would be without what it was meant to say, or without its fields.
    fn names_nothing_strange(&self) -> Result<(), Rejection> {
        let known = ["name", "label", "type", "required", "options"];
        self.others.refuse_at("formjson", "in formjson", &[], &["fields"])?;
        (1..).zip(self.fields.iter().flatten()).try_for_each(|(number, field): (usize, _)| {
            field.others.refuse_at("formjson", &format!("in field {number} of the form"), &[], &known)
        })
    }
}

impl From<&FieldIn> for FieldAsked {
    fn from(field: &FieldIn) -> Self {
        Self {
            name: field.name.clone().unwrap_or_default(),
            label: field.label.clone().unwrap_or_default(),
            kind: field.r#type.clone(),
            required: field.required.unwrap_or_default(),
            options: field.options.clone().unwrap_or_default(),
        }
    }
}

impl EventIn {
    /// Refuses a name that an event does not have here, in its form too. What the list of a club's events tells besides is read
    /// over, as programs send it back; a date by the name that other replies have for it would be lost.
    fn names_nothing_strange(&self) -> Result<(), Rejection> {
        self.others.refuse_but(
            &["_id", "id", "registered", "waiting", "you", "open", "status"],
            &["title", "description", "location", "start", "end", "imageurl", "formjson", "capacity"],
        )?;
        self.formjson.as_ref().map_or(Ok(()), FormIn::names_nothing_strange)
    }

    /// An event to be, against the clock and the institute's zone.
    ///
    /// The specification's call: what it does not know is read over, as long as the form has its fields.
    pub fn founding(&self, settings: &Settings, now: Time) -> Result<Details, Rejection> {
        if let Some(form) = self.formjson.as_ref().filter(|form| form.fields.is_none()) {
            form.names_nothing_strange()?;
        }
        self.over(&Details::default(), settings, now)
    }

    /// What becomes of an event that is there.
    pub fn changing(&self, event: &Event, settings: &Settings, now: Time) -> Result<Details, Rejection> {
        self.names_nothing_strange()?;
        self.over(&Details::of(event), settings, now)
    }

    fn over(&self, before: &Details, settings: &Settings, now: Time) -> Result<Details, Rejection> {
        // The uploaded picture, sent back as it was shown, is kept elsewhere.
        let own = settings.page("/api/media/");
        let picture_url = text(self.imageurl.as_ref()).map(|url| if url.trim().starts_with(&own) { "" } else { url });
        let asked = EventInput {
            title: text(self.title.as_ref()),
            description: text(self.description.as_ref()),
            location: text(self.location.as_ref()),
            starts_at: text(self.start.as_ref()),
            ends_at: text(self.end.as_ref()),
            picture_url,
            capacity: self.capacity.map_or(before.capacity.map(i64::from), |Named(places)| places),
            fields: self
                .formjson
                .as_ref()
                .and_then(|form| form.fields.as_ref().map(|fields| fields.iter().map(FieldAsked::from).collect())),
        };
        before.changed(&asked, settings.time_zone, now).map_err(with_wire_field)
    }
}

/// A refusal names the field as the sender wrote it.
fn with_wire_field(mut refusal: Rejection) -> Rejection {
    for (key, value) in &mut refusal.more {
        match (*key, value.as_str()) {
            ("field", "form") => "formjson".clone_into(value),
            ("field", "pictureUrl") => "imageurl".clone_into(value),
            _ => {}
        }
    }
    refusal
}

/// Why an event does not take place.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CancelIn {
    /// For those registered; at most 500 characters.
    #[serde(default)]
    reason: Option<String>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

impl CancelIn {
    /// The reason. Another name is refused: it can only be a reason misspelt, and nothing is called off twice.
    pub fn parse(&self) -> Result<String, Rejection> {
        self.others.refuse_but(&[], &["reason"])?;
        validation::text("reason", "The reason", self.reason.as_deref().unwrap_or_default(), 0, 500)
    }
}

/// A message to everybody who has a place.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MessageIn {
    /// 1 to 1,000 characters.
    #[serde(default)]
    pub body: String,
}

/// Whether registration is open.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OpenIn {
    /// False closes it before the event's end.
    pub open: bool,
}

/// Answers by the field's name: texts, or numbers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = BTreeMap<String, String>)]
pub struct AnswersIn(BTreeMap<String, Value>);

impl AnswersIn {
    pub fn given(self) -> BTreeMap<String, Given> {
        let given = |value| match value {
            Value::String(text) => Given::Text(text),
            Value::Number(number) => Given::Text(number.to_string()),
            Value::Null => Given::Nothing,
            Value::Bool(_) | Value::Array(_) | Value::Object(_) => Given::Strange,
        };
        self.0.into_iter().map(|(name, value)| (name, given(value))).collect()
    }
}

/// Which events.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListIn {
    /// A club's short name or id; all clubs when absent.
    pub club: Option<String>,
    /// `upcoming` (soonest first), `past` (latest first); both when absent.
    when: Option<String>,
    /// Words in title and location.
    q: Option<String>,
    /// From 1.
    page: Option<u32>,
    /// 1 to 100; 20 when nothing is said.
    size: Option<u32>,
}

impl ListIn {
    /// All but the club.
    pub fn parse(&self) -> Result<EventQuery, Rejection> {
        let page = Page::parse(self.page, self.size, PAGE, 100)?;
        let which = model::which(self.when.as_deref())?;
        Ok(EventQuery {
            club: None,
            which,
            search: model::search(self.q.as_deref())?,
            size: page.size,
            skip: page.skip(),
        })
    }
}

/// All events of a club, up to a number nobody reaches.
pub fn all_of(club: quad_kernel::ids::ClubId) -> EventQuery {
    EventQuery { club: Some(club), which: EventFilter::All, search: None, size: PLAIN, skip: 0 }
}

/// Which participants.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PeopleIn {
    /// `name:asc`, `name:desc`, `batch:asc` or `batch:desc`; as they came when absent.
    sort: Option<String>,
    /// `registered` or `waiting`; both when absent.
    state: Option<String>,
    /// Words in name and address.
    q: Option<String>,
    /// From 1.
    page: Option<u32>,
    /// 1 to 100; 20 when nothing is said.
    size: Option<u32>,
}

impl PeopleIn {
    pub fn parse(&self) -> Result<ParticipantQuery, Rejection> {
        let page = Page::parse(self.page, self.size, PAGE, 100)?;
        ParticipantQuery::parse(self.sort.as_deref(), self.state.as_deref(), self.q.as_deref(), Some(page))
    }

    /// For a file: everybody who matches.
    pub fn parse_all(&self) -> Result<ParticipantQuery, Rejection> {
        ParticipantQuery::parse(self.sort.as_deref(), self.state.as_deref(), self.q.as_deref(), None)
    }
}

/// A registration form.
#[derive(Debug, Serialize, ToSchema)]
pub struct FormOut {
    fields: Vec<FieldOut>,
}

/// A field of a form.
#[derive(Debug, Serialize, ToSchema)]
struct FieldOut {
    /// The key of its answer.
    name: String,
    label: String,
    /// text, email, tel, number, date or select.
    r#type: &'static str,
    required: bool,
    /// Of a select; else empty.
    options: Vec<String>,
}

impl From<&Form> for FormOut {
    fn from(form: &Form) -> Self {
        let field = |field: &Field| FieldOut {
            name: field.name.clone(),
            label: field.label.clone(),
            r#type: field.kind.word(),
            required: field.required,
            options: field.options.clone(),
        };
        Self { fields: form.fields.iter().map(field).collect() }
    }
}

/// The caller's part in an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct PartOut {
    /// registered, waiting or cancelled.
    state: &'static str,
    /// The place on the waiting list, from 1.
    position: Option<i64>,
}

impl From<Part> for PartOut {
    fn from(part: Part) -> Self {
        Self { state: part.word(), position: part.position() }
    }
}

/// What is needed to show events: the pictures they have, and when it is.
#[derive(Debug)]
pub struct View<'a> {
    pub app: &'a PeopleState,
    pub pictures: HashMap<PictureKey, Picture>,
    pub now: Time,
}

impl View<'_> {
    /// An uploaded picture.
    fn picture(&self, event: &Event) -> Option<PictureOut> {
        self.pictures.get(event.picture.as_ref()?).map(|picture| picture.out(self.app))
    }

    /// Somebody else's picture whose host the operator allows.
    fn foreign_picture(&self, event: &Event) -> Option<String> {
        let host = event.picture_url.as_deref().and_then(model::host_of)?;
        let allowed = self.app.settings.picture_hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(host));
        event.picture_url.clone().filter(|_| allowed)
    }

    /// The address of what is shown: an uploaded picture before another's.
    fn picture_address(&self, event: &Event) -> Option<String> {
        let own = event.picture.as_ref().filter(|key| self.pictures.contains_key(*key));
        own.map(|key| self.app.settings.page(&format!("/api/media/{key}"))).or_else(|| self.foreign_picture(event))
    }
}

/// An event in the specification's words.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClubEventOut {
    #[serde(rename = "_id")]
    id: String,
    title: String,
    description: String,
    location: String,
    /// RFC 3339; empty while there is no date.
    start: String,
    /// RFC 3339; empty when nobody said.
    end: String,
    /// Of the picture; empty when there is none to show.
    imageurl: String,
    /// The club's short name.
    club: String,
    formjson: FormOut,
    /// Places; null: as many as come.
    capacity: Option<i32>,
    /// How many have a place.
    registered: i32,
    /// How many wait for one.
    waiting: i32,
    /// The caller's part, or null.
    you: Option<PartOut>,
    /// One can register now.
    open: bool,
    /// upcoming, running, past or cancelled.
    status: &'static str,
}

impl ClubEventOut {
    pub fn new(view: &View<'_>, event: &Event) -> Self {
        let moment = |at: Option<Time>| at.map(Time::to_rfc3339).unwrap_or_default();
        Self {
            id: event.id.to_string(),
            title: event.title.clone(),
            description: event.description.clone(),
            location: event.location.clone(),
            start: moment(event.when.starts_at),
            end: moment(event.when.ends_at),
            imageurl: view.picture_address(event).unwrap_or_default(),
            club: event.club_short.clone(),
            formjson: FormOut::from(&event.form),
            capacity: event.capacity,
            registered: event.places.registered,
            waiting: event.places.waiting,
            you: event.you.filter(|part| *part != Part::Cancelled).map(PartOut::from),
            open: event.not_open(view.now).is_none(),
            status: event.status(view.now).word(),
        }
    }
}

/// A club's events.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClubEventsOut {
    success: bool,
    /// What is to come, soonest first; then what is over, latest first.
    events: Vec<ClubEventOut>,
    /// The server's clock.
    server_now: String,
}

impl ClubEventsOut {
    pub fn new(view: &View<'_>, events: &[Event]) -> Self {
        let events = events.iter().map(|event| ClubEventOut::new(view, event)).collect();
        Self { success: true, events, server_now: view.now.to_rfc3339() }
    }
}

/// Answer of POST /event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventMadeOut {
    success: bool,
    /// For people.
    message: String,
    event: ClubEventOut,
    /// The server's clock.
    server_now: String,
}

impl EventMadeOut {
    pub fn new(view: &View<'_>, message: &str, event: &Event) -> Self {
        let event = ClubEventOut::new(view, event);
        Self { success: true, message: message.to_owned(), event, server_now: view.now.to_rfc3339() }
    }
}

/// The club of an event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HostOut {
    id: String,
    /// Upper-case, as in addresses.
    short_name: String,
    name: String,
}

/// An event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventOut {
    id: String,
    club: HostOut,
    title: String,
    description: String,
    location: String,
    /// RFC 3339; null while there is no date.
    starts_at: Option<String>,
    /// RFC 3339; null when nobody said. Without it the event lasts a day.
    ends_at: Option<String>,
    /// The uploaded picture.
    picture: Option<PictureOut>,
    /// Somebody else's picture, where its host is allowed.
    picture_url: Option<String>,
    /// Places; null: as many as come.
    capacity: Option<i32>,
    /// How many have a place.
    registered: i32,
    /// How many wait for one.
    waiting: i32,
    /// One can register now.
    open: bool,
    /// Its club has closed registration.
    closed: bool,
    /// upcoming, running, past or cancelled.
    status: &'static str,
    /// RFC 3339.
    cancelled_at: Option<String>,
    /// Why it does not take place.
    reason: Option<String>,
    form: FormOut,
    /// Raised when the form changes; who is registered keeps the one of then.
    form_version: i32,
    /// The caller's part, or null.
    you: Option<PartOut>,
    /// RFC 3339.
    created_at: String,
    /// RFC 3339.
    changed_at: String,
}

impl EventOut {
    pub fn new(view: &View<'_>, event: &Event) -> Self {
        Self {
            id: event.id.to_string(),
            club: HostOut {
                id: event.club.to_string(),
                short_name: event.club_short.clone(),
                name: event.club_name.clone(),
            },
            title: event.title.clone(),
            description: event.description.clone(),
            location: event.location.clone(),
            starts_at: event.when.starts_at.map(Time::to_rfc3339),
            ends_at: event.when.ends_at.map(Time::to_rfc3339),
            picture: view.picture(event),
            picture_url: view.foreign_picture(event),
            capacity: event.capacity,
            registered: event.places.registered,
            waiting: event.places.waiting,
            open: event.not_open(view.now).is_none(),
            closed: event.closed,
            status: event.status(view.now).word(),
            cancelled_at: event.cancelled_at.map(Time::to_rfc3339),
            reason: event.reason.clone().filter(|reason| !reason.is_empty()),
            form: FormOut::from(&event.form),
            form_version: event.form_version,
            you: event.you.filter(|part| *part != Part::Cancelled).map(PartOut::from),
            created_at: event.created_at.to_rfc3339(),
            changed_at: event.changed_at.to_rfc3339(),
        }
    }
}

/// Data of the live event `event`: how an event stands, the same for everybody.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventStandingOut {
    /// `event:` and its id.
    topic: String,
    /// How many have a place.
    registered: i32,
    /// How many wait for one.
    waiting: i32,
    /// Places; null: as many as come.
    capacity: Option<i32>,
    /// Its club has closed registration.
    closed: bool,
    /// It does not take place.
    cancelled: bool,
    /// RFC 3339; null while there is no date.
    starts_at: Option<String>,
    /// RFC 3339; null when nobody said.
    ends_at: Option<String>,
    /// When its club changed anything last; RFC 3339.
    changed_at: String,
}

impl EventStandingOut {
    pub(super) fn new(event: &Event) -> Self {
        Self {
            topic: format!("event:{}", event.id),
            registered: event.places.registered,
            waiting: event.places.waiting,
            capacity: event.capacity,
            closed: event.closed,
            cancelled: event.cancelled_at.is_some(),
            starts_at: event.when.starts_at.map(Time::to_rfc3339),
            ends_at: event.when.ends_at.map(Time::to_rfc3339),
            changed_at: event.changed_at.to_rfc3339(),
        }
    }
}

/// One event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventAnswer {
    success: bool,
    event: EventOut,
    /// The caller manages its club.
    may_manage: bool,
    /// The address of somebody else's picture as it was typed, also while its host is not allowed: a change sends it back.
    /// Null for whoever does not manage the club.
    typed_picture_url: Option<String>,
    /// The server's clock.
    server_now: String,
}

impl EventAnswer {
    pub fn new(view: &View<'_>, event: &Event, may_manage: bool) -> Self {
        Self {
            success: true,
            event: EventOut::new(view, event),
            may_manage,
            typed_picture_url: event.picture_url.clone().filter(|_| may_manage),
            server_now: view.now.to_rfc3339(),
        }
    }
}

/// An event that was changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventSavedOut {
    success: bool,
    /// For people.
    message: String,
    event: EventOut,
    /// The server's clock.
    server_now: String,
}

impl EventSavedOut {
    pub fn new(view: &View<'_>, message: &str, event: &Event) -> Self {
        let event = EventOut::new(view, event);
        Self { success: true, message: message.to_owned(), event, server_now: view.now.to_rfc3339() }
    }
}

/// A part of the list of events.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventListOut {
    success: bool,
    events: Vec<EventOut>,
    /// How many match all that was asked.
    total: i64,
    /// How many match club and search, by time.
    counts: EventCountsOut,
    /// The server's clock.
    server_now: String,
}

/// How many events are to come and over.
#[derive(Debug, Serialize, ToSchema)]
struct EventCountsOut {
    all: i64,
    upcoming: i64,
    past: i64,
}

impl EventListOut {
    pub fn new(view: &View<'_>, events: &[Event], which: EventFilter, (upcoming, past): (i64, i64)) -> Self {
        let counts = EventCountsOut { all: upcoming + past, upcoming, past };
        let total = match which {
            EventFilter::All => counts.all,
            EventFilter::Upcoming => upcoming,
            EventFilter::Past => past,
        };
        let events = events.iter().map(|event| EventOut::new(view, event)).collect();
        Self { success: true, events, total, counts, server_now: view.now.to_rfc3339() }
    }
}

/// A registration that was taken.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventRegisteredOut {
    success: bool,
    /// For people.
    message: String,
    /// registered or waiting.
    state: &'static str,
    /// The place on the waiting list, from 1; null with a place.
    position: Option<i64>,
}

impl EventRegisteredOut {
    pub fn new(message: String, part: Part) -> Self {
        Self { success: true, message, state: part.word(), position: part.position() }
    }
}

/// One's own registration.
#[derive(Debug, Serialize, ToSchema)]
pub struct RegistrationAnswer {
    success: bool,
    registration: RegistrationOut,
}

/// A registration.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RegistrationOut {
    /// registered or waiting.
    state: &'static str,
    /// The place on the waiting list, from 1; null with a place.
    position: Option<i64>,
    /// The form it was made with.
    form: FormOut,
    form_version: i32,
    /// By the field's name.
    answers: BTreeMap<String, String>,
    /// RFC 3339.
    registered_at: String,
}

impl From<Registration> for RegistrationAnswer {
    fn from(one: Registration) -> Self {
        let registration = RegistrationOut {
            state: one.part.word(),
            position: one.part.position(),
            form: FormOut::from(&one.form),
            form_version: one.form_version,
            answers: one.answers,
            registered_at: one.registered_at.to_rfc3339(),
        };
        Self { success: true, registration }
    }
}

/// Who takes part, in the specification's words.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantOut {
    #[serde(rename = "_id")]
    id: String,
    #[serde(rename = "UserId")]
    user: ParticipantPersonOut,
    /// Answers by the field's name.
    formdata: Answers,
    /// registered or waiting.
    state: &'static str,
    /// The place on the waiting list, from 1; null with a place.
    position: Option<i64>,
    /// RFC 3339.
    created_at: String,
}

/// The person; what an account that was deleted had is null.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ParticipantPersonOut {
    #[serde(rename = "_id")]
    id: String,
    full_name: String,
    email: Option<String>,
    /// The year.
    #[serde(rename = "Batch")]
    batch: Option<i32>,
    /// The year as text.
    #[serde(rename = "batch")]
    batch_text: Option<String>,
    contact: Option<String>,
}

impl From<Participant> for ParticipantOut {
    fn from(one: Participant) -> Self {
        let batch = (one.batch > 0).then_some(one.batch);
        let told = |text: String| (!text.is_empty()).then_some(text);
        Self {
            id: one.id,
            user: ParticipantPersonOut {
                id: one.user.to_string(),
                full_name: one.full_name,
                email: told(one.email),
                batch,
                batch_text: batch.map(|year| year.to_string()),
                contact: told(one.contact),
            },
            formdata: one.answers,
            state: one.part.word(),
            position: one.part.position(),
            created_at: one.registered_at.to_rfc3339(),
        }
    }
}

/// All participants, under the key the specification gives them.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParticipantsOut {
    success: bool,
    /// As they came.
    event: Vec<ParticipantOut>,
}

impl ParticipantsOut {
    pub fn new(people: Vec<Participant>) -> Self {
        Self { success: true, event: people.into_iter().map(ParticipantOut::from).collect() }
    }
}

/// A part of the list of participants.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParticipantPageOut {
    success: bool,
    participants: Vec<ParticipantOut>,
    /// How many match.
    total: i64,
    counts: PlacesOut,
    /// The fields of all versions of the form, newest first.
    columns: Vec<ColumnOut>,
}

/// How many have a place and how many wait.
#[derive(Debug, Serialize, ToSchema)]
struct PlacesOut {
    registered: i32,
    waiting: i32,
}

/// A column of the participants' table.
#[derive(Debug, Serialize, ToSchema)]
struct ColumnOut {
    /// The key of its answers.
    name: String,
    label: String,
}

impl ParticipantPageOut {
    pub fn new(event: &Event, columns: Vec<Column>, people: Vec<Participant>, total: i64) -> Self {
        Self {
            success: true,
            participants: people.into_iter().map(ParticipantOut::from).collect(),
            total,
            counts: PlacesOut { registered: event.places.registered, waiting: event.places.waiting },
            columns: columns.into_iter().map(|column| ColumnOut { name: column.name, label: column.label }).collect(),
        }
    }
}

/// Everything kept about a person's part in events, for the download of one's own data.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptEvents {
    /// Events the person made for a club, oldest first.
    created: Vec<KeptEventOut>,
    /// Oldest first.
    registrations: Vec<KeptRegistrationOut>,
    /// RFC 3339: when the secret address of the own calendar was made. Null without one.
    calendar_address_made_at: Option<String>,
}

/// Whether one's own calendar can be subscribed to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarAddressOut {
    success: bool,
    /// RFC 3339: since when the address is as it is. Null without one.
    made_at: Option<String>,
}

impl CalendarAddressOut {
    pub fn new(made_at: Option<Time>) -> Self {
        Self { success: true, made_at: made_at.map(Time::to_rfc3339) }
    }
}

/// A new address of one's own calendar.
#[derive(Serialize, ToSchema)]
pub struct CalendarAddressMadeOut {
    success: bool,
    message: String,
    /// A secret, shown this once.
    address: String,
}

impl CalendarAddressMadeOut {
    pub fn new(message: &str, address: String) -> Self {
        Self { success: true, message: message.to_owned(), address }
    }
}

/// An event somebody made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KeptEventOut {
    id: String,
    title: String,
    club: String,
    /// RFC 3339.
    created_at: String,
}

/// A registration.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KeptRegistrationOut {
    event_id: String,
    event: String,
    club: String,
    /// registered, waiting or cancelled.
    state: &'static str,
    /// By the field's name.
    answers: Answers,
    /// What each of them answers, by the field's name, as it was asked then.
    questions: BTreeMap<String, String>,
    /// RFC 3339.
    registered_at: String,
}

impl KeptEvents {
    pub(super) fn new(
        created: Vec<KeptEvent>,
        registrations: Vec<KeptRegistration>,
        address_made_at: Option<Time>,
    ) -> Self {
        let created = created.into_iter().map(|one| KeptEventOut {
            id: one.id.to_string(),
            title: one.title,
            club: one.club,
            created_at: one.created_at.to_rfc3339(),
        });
        let registrations = registrations.into_iter().map(|one| KeptRegistrationOut {
            state: one.part().word(),
            questions: one.form().fields.into_iter().map(|field| (field.name, field.label)).collect(),
            answers: one.answers(),
            event_id: one.event_id.to_string(),
            event: one.title,
            club: one.club,
            registered_at: one.registered_at.to_rfc3339(),
        });
        Self {
            created: created.collect(),
            registrations: registrations.collect(),
            calendar_address_made_at: address_made_at.map(Time::to_rfc3339),
        }
    }
}

/// Reads an event's id; anything that is none is nobody's event.
pub fn event_id(text: &str) -> Result<EventId> {
    EventId::parse(text).ok_or_else(|| MISSING.into())
}
