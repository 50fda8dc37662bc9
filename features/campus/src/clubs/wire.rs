//! JSON of clubs and members: the specification's names, which are used nowhere else inside.
//!
//! Quirks absorbed: the person of a membership stands under `UserId`, with the year twice (`Batch` a number, `batch` a text);
//! `Status` and `Role` begin with a capital; what the specification calls a chosen status is the office, sent as `Role`.

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use quad_http::body::{self, Named, UnreadNames};
use quad_http::query;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::ids::{EventId, MembershipId, UserId};
use quad_kernel::page::Page;
use quad_people::pictures::PictureOut;

use super::messages;
use super::model::{
    Announcement, Audience, Card, Club, ClubQuestion, Details, Feedback, Link, ListedMember, MemberCounts,
    MemberSearch, Membership, MembershipFilter, NewAnnouncement, NewFeedback, Office, search, short_name,
};

const PAGE: u32 = 30;

/// What is written about a club. Of one that is there, what is not named stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClubIn {
    /// 1 to 80 characters.
    #[serde(default)]
    #[schema(value_type = String)]
    name: Option<String>,
    /// 2 to 30 letters, digits, `-` and `_`, a letter first; upper-cased, and fixed once the club is made.
    short_name: Option<String>,
    /// Up to 5,000 characters.
    #[serde(default)]
    #[schema(value_type = String)]
    description: Option<String>,
    /// `#rrggbb`; null or empty takes it away.
    #[serde(default, deserialize_with = "body::named")]
    #[schema(value_type = Option<String>)]
    colour: Option<Named<String>>,
    /// At most 10.
    #[serde(default, deserialize_with = "named_links")]
    #[schema(value_type = Vec<LinkIn>)]
    links: Option<Vec<LinkIn>>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

fn named_links<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<Vec<LinkIn>>, D::Error> {
    body::objects(reader).map(Some)
}

/// A link a club shows.
#[derive(Debug, Deserialize, ToSchema)]
struct LinkIn {
    /// 1 to 60 characters.
    #[serde(default)]
    label: String,
    /// Begins with https://.
    #[serde(default)]
    url: String,
}

impl ClubIn {
    /// For a club to be.
    pub fn founding(&self) -> Result<(String, Details), Rejection> {
        self.names_nothing_strange(&["name", "shortName", "description", "colour", "links"])?;
        let nothing = Details::default();
        Ok((short_name(self.short_name.as_deref().unwrap_or_default())?, self.over(&nothing)?))
    }

    /// Refuses a name that a club does not have. What replies tell of a club besides is read over.
    fn names_nothing_strange(&self, known: &[&str]) -> Result<(), Rejection> {
        self.others.refuse_but(&["id", "picture", "members", "events", "rating", "createdAt", "you"], known)
    }

    /// For a club that is there, over what it says now: a short name sent along is the club's own.
    pub fn changing(&self, club: &Club) -> Result<Details, Rejection> {
        self.names_nothing_strange(&["name", "description", "colour", "links"])?;
        let sent = self.short_name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        if sent.is_some_and(|name| !name.eq_ignore_ascii_case(&club.short_name)) {
            return Err(Rejection::invalid("shortName", messages::SHORT_NAME_STAYS));
        }
        self.over(&Details::of(club))
    }

    fn over(&self, before: &Details) -> Result<Details, Rejection> {
        let link = |link: &LinkIn| Link { label: link.label.clone(), url: link.url.clone() };
        let links: Option<Vec<Link>> = self.links.as_ref().map(|links| links.iter().map(link).collect());
        let colour = self.colour.as_ref().map_or(&before.colour, |Named(colour)| colour);
        Details::parse(
            self.name.as_ref().unwrap_or(&before.name),
            self.description.as_ref().unwrap_or(&before.description),
            colour.as_deref(),
            links.as_ref().unwrap_or(&before.links),
        )
    }
}

/// Which clubs.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ClubsIn {
    /// Words in name, short name and description.
    q: Option<String>,
    /// From 1.
    page: Option<u32>,
    /// 1 to 100; 30 when nothing is said.
    size: Option<u32>,
}

impl ClubsIn {
    pub fn parse(&self) -> Result<(Option<String>, Page), Rejection> {
        Ok((search(self.q.as_deref())?, Page::parse(self.page, self.size, PAGE, 100)?))
    }
}

/// Which part of a list.
pub type PageIn = query::PageIn<PAGE, 100>;

/// Which members.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MembersIn {
    /// `pending`, `active`, or an office (`President`, `Joint Secretary`, `Member`, …); all when absent.
    status: Option<String>,
    /// Words in name and e-mail address.
    q: Option<String>,
    /// From 1.
    page: Option<u32>,
    /// 1 to 100; 30 when nothing is said.
    size: Option<u32>,
}

impl MembersIn {
    pub fn parse(&self) -> Result<MemberSearch, Rejection> {
        Ok(MemberSearch {
            which: MembershipFilter::parse(self.status.as_deref())?,
            search: search(self.q.as_deref())?,
            page: Page::parse(self.page, self.size, PAGE, 100)?,
        })
    }
}

/// A club.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClubOut {
    id: String,
    /// Upper-case; names the club in addresses and calls, and is the role word of its administrators.
    short_name: String,
    name: String,
    description: String,
    /// `#rrggbb`.
    colour: Option<String>,
    links: Vec<LinkOut>,
    /// Null while it has none.
    picture: Option<PictureOut>,
    /// How many members it has.
    members: i64,
    /// How many events it has had and will have.
    events: i64,
    /// Nothing while nobody has rated.
    rating: Option<RatingOut>,
    /// RFC 3339.
    created_at: String,
    /// The caller's place in it; null for guests.
    you: Option<YouOut>,
}

/// A link a club shows.
#[derive(Debug, Serialize, ToSchema)]
struct LinkOut {
    label: String,
    url: String,
}

/// What members think of a club and its events.
#[derive(Debug, Serialize, ToSchema)]
struct RatingOut {
    /// 1 to 5, to a tenth.
    average: f64,
    /// How many ratings.
    count: i64,
}

/// Somebody's place in a club.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct YouOut {
    /// `none`, `pending` or `member`.
    status: &'static str,
    /// President, Secretary, Joint Secretary, Treasurer or Member; null for whoever is no member.
    role: Option<&'static str>,
    /// Events, members, galleries and notifications of the club are the caller's to manage.
    may_manage: bool,
}

impl YouOut {
    fn new(own: Option<&Membership>, is_admin: bool) -> Self {
        let status = match own {
            None => "none",
            Some(own) if own.is_pending() => "pending",
            Some(_) => "member",
        };
        let role = own.filter(|own| !own.is_pending()).map(|own| own.office.title());
        Self { status, role, may_manage: is_admin || own.is_some_and(Membership::manages) }
    }
}

/// Who looks at a club.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// Somebody signed in.
    pub id: Option<UserId>,
    pub is_admin: bool,
}

impl ClubOut {
    pub fn new(card: &Card, reader: Reader, picture: Option<PictureOut>) -> Self {
        let club = &card.club;
        Self {
            id: club.id.to_string(),
            short_name: club.short_name.clone(),
            name: club.name.clone(),
            description: club.description.clone(),
            colour: club.colour.clone(),
            links: club.links.iter().map(|link| LinkOut { label: link.label.clone(), url: link.url.clone() }).collect(),
            picture,
            members: card.members,
            events: card.events,
            rating: card.average().map(|average| RatingOut { average, count: card.ratings }),
            created_at: club.created_at.to_rfc3339(),
            you: reader.id.map(|_| YouOut::new(card.own.as_ref(), reader.is_admin)),
        }
    }
}

/// One club.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubAnswer {
    pub success: bool,
    pub club: ClubOut,
}

/// A club that was founded or changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubSavedOut {
    pub success: bool,
    /// For people.
    pub message: String,
    pub club: ClubOut,
}

/// A part of the list of clubs.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubsOut {
    pub success: bool,
    /// By name.
    pub clubs: Vec<ClubOut>,
    /// How many match.
    pub total: i64,
}

/// The clubs of the person asking.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyClubsOut {
    pub success: bool,
    /// By name; with those one has applied to.
    pub memberships: Vec<MyClubOut>,
}

/// One of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyClubOut {
    /// The membership's.
    id: String,
    /// `pending` or `member`.
    status: &'static str,
    /// President, Secretary, Joint Secretary, Treasurer or Member; null while pending.
    role: Option<&'static str>,
    may_manage: bool,
    /// RFC 3339.
    applied_at: String,
    /// RFC 3339; null while pending.
    joined_at: Option<String>,
    club: ClubOut,
}

impl MyClubOut {
    pub fn new(own: &Membership, club: ClubOut) -> Self {
        let YouOut { status, role, may_manage } = YouOut::new(Some(own), false);
        Self {
            id: own.id.to_string(),
            status,
            role,
            may_manage,
            applied_at: own.applied_at.to_rfc3339(),
            joined_at: own.joined_at.map(Time::to_rfc3339),
            club,
        }
    }
}

/// A membership, for those who manage the club.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberOut {
    #[serde(rename = "_id")]
    id: String,
    #[serde(rename = "UserId")]
    person: MemberPersonOut,
    /// `Pending`, or the same as `Role`.
    #[serde(rename = "Status")]
    status: &'static str,
    /// President, Secretary, Joint Secretary, Treasurer or Member; null while pending.
    #[serde(rename = "Role")]
    role: Option<&'static str>,
    /// Manages the club, by appointment or as President.
    administrator: bool,
    /// Manages it by the word of ADMIN.
    appointed: bool,
    /// When the person applied; RFC 3339.
    created_at: String,
    /// RFC 3339; null while pending.
    joined_at: Option<String>,
}

/// A member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MemberPersonOut {
    #[serde(rename = "_id")]
    id: String,
    full_name: String,
    email: String,
    contact: String,
    /// The year as a text.
    batch: String,
    /// The year.
    #[serde(rename = "Batch")]
    year: i32,
}

/// As it stands in the list: applied, or which office.
pub(super) fn status(place: &Membership) -> &'static str {
    if place.is_pending() { "Pending" } else { place.office.title() }
}

impl From<&ListedMember> for MemberOut {
    fn from(listed: &ListedMember) -> Self {
        let place = &listed.membership;
        Self {
            id: place.id.to_string(),
            person: MemberPersonOut {
                id: place.user.to_string(),
                full_name: listed.full_name.clone(),
                email: listed.email.clone(),
                contact: listed.contact.clone(),
                batch: listed.batch.to_string(),
                year: listed.batch,
            },
            status: status(place),
            role: (!place.is_pending()).then(|| place.office.title()),
            administrator: place.manages(),
            appointed: place.appointed,
            created_at: place.applied_at.to_rfc3339(),
            joined_at: place.joined_at.map(Time::to_rfc3339),
        }
    }
}

/// Everybody in a club, and everybody who has applied.
#[derive(Debug, Serialize, ToSchema)]
pub struct AllMembersOut {
    success: bool,
    /// By rank, then applications, oldest first.
    data: Vec<MemberOut>,
}

impl AllMembersOut {
    pub fn new(members: &[ListedMember]) -> Self {
        Self { success: true, data: members.iter().map(MemberOut::from).collect() }
    }
}

/// A part of a club's members and applications.
#[derive(Debug, Serialize, ToSchema)]
pub struct MembersOut {
    success: bool,
    /// By rank, then applications, oldest first.
    members: Vec<MemberOut>,
    /// How many match.
    total: i64,
    /// Of the whole club.
    counts: MemberCountsOut,
}

/// How many stand where.
#[derive(Debug, Serialize, ToSchema)]
struct MemberCountsOut {
    /// Members of every office.
    total: i64,
    /// Applications.
    pending: i64,
    /// President to Treasurer.
    office: i64,
}

impl MembersOut {
    pub fn new(members: &[ListedMember], total: i64, counts: MemberCounts) -> Self {
        let MemberCounts { total: all, pending, office } = counts;
        let counts = MemberCountsOut { total: all, pending, office };
        Self { success: true, members: members.iter().map(MemberOut::from).collect(), total, counts }
    }
}

/// A membership that was changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberSavedOut {
    success: bool,
    /// For people.
    message: String,
    member: MemberOut,
}

impl MemberSavedOut {
    pub fn new(message: impl Into<String>, listed: &ListedMember) -> Self {
        Self { success: true, message: message.into(), member: listed.into() }
    }
}

/// An application that was taken.
#[derive(Debug, Serialize, ToSchema)]
pub struct AppliedOut {
    pub success: bool,
    /// For people.
    pub message: String,
    /// `pending`.
    pub state: &'static str,
}

/// Who holds an office.
#[derive(Debug, Serialize, ToSchema)]
pub struct PostHoldersOut {
    success: bool,
    /// By rank.
    data: Vec<PostHolderOut>,
}

/// One of them.
#[derive(Debug, Serialize, ToSchema)]
struct PostHolderOut {
    /// The membership's.
    id: String,
    #[serde(rename = "UserId")]
    person: PostHolderPersonOut,
    /// President, Secretary, Joint Secretary or Treasurer.
    #[serde(rename = "Role")]
    role: &'static str,
}

/// What everybody may know of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PostHolderPersonOut {
    full_name: String,
}

impl PostHoldersOut {
    pub fn new(holders: &[ListedMember]) -> Self {
        let one = |holder: &ListedMember| PostHolderOut {
            id: holder.membership.id.to_string(),
            person: PostHolderPersonOut { full_name: holder.full_name.clone() },
            role: holder.membership.office.title(),
        };
        Self { success: true, data: holders.iter().map(one).collect() }
    }
}

/// Another office for a member.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpgradeIn {
    /// The membership's id.
    #[serde(default)]
    member_id: String,
    /// President, Secretary, Joint Secretary, Treasurer or Member.
    #[serde(default, rename = "Role")]
    role: String,
    /// The club's name, or nothing.
    #[serde(default)]
    pub club: Option<String>,
}

impl UpgradeIn {
    pub fn parse(&self) -> Result<(MembershipId, Office)> {
        let office = Office::parse(&self.role).ok_or_else(|| Rejection::invalid("Role", messages::STRANGE_OFFICE))?;
        Ok((membership_id(&self.member_id)?, office))
    }
}

/// Whom to make administrator.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AppointIn {
    /// The address of the person's account.
    #[serde(default)]
    pub email: String,
}

/// Feedback on a club, or on one of its events.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackIn {
    /// 1 to 5.
    #[serde(default)]
    rating: i64,
    /// Up to 2,000 characters.
    #[serde(default)]
    text: String,
    /// The event it is about; the club when absent.
    #[serde(default)]
    event_id: Option<String>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

impl FeedbackIn {
    /// A name misspelt is refused: what is said of an event would count for the club.
    pub fn parse(&self) -> Result<NewFeedback> {
        self.others.refuse_but(&["fullName", "own", "createdAt", "changedAt"], &["rating", "text", "eventId"])?;
        let event = match self.event_id.as_deref().map(str::trim).filter(|id| !id.is_empty()) {
            None => None,
            Some(id) => Some(EventId::parse(id).ok_or(MISSING)?),
        };
        Ok(NewFeedback::parse(self.rating, &self.text, event)?)
    }
}

/// What members said of a club: all of it for those who manage it, one's own for others.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeedbackListOut {
    pub success: bool,
    /// Latest first.
    pub feedback: Vec<FeedbackOut>,
    /// How many there are of these.
    pub total: i64,
    /// How often each rating was given, 1 to 5; null for those who do not manage the club.
    pub stars: Option<[i64; 5]>,
    /// The list is everybody's, not only one's own.
    pub all: bool,
}

/// Feedback on a club, or on one of its events.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackOut {
    /// Who gave it.
    full_name: String,
    own: bool,
    /// The event it is about; null for the club.
    event_id: Option<String>,
    rating: i32,
    text: String,
    /// RFC 3339.
    created_at: String,
    /// RFC 3339.
    changed_at: String,
}

impl FeedbackOut {
    pub fn new(feedback: &Feedback, reader: UserId) -> Self {
        Self {
            full_name: feedback.full_name.clone(),
            own: feedback.user == reader,
            event_id: feedback.event.map(|event| event.to_string()),
            rating: feedback.rating,
            text: feedback.text.clone(),
            created_at: feedback.created_at.to_rfc3339(),
            changed_at: feedback.changed_at.to_rfc3339(),
        }
    }
}

/// A question to a club.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ClubQuestionIn {
    /// 1 to 2,000 characters.
    #[serde(default)]
    text: String,
}

impl ClubQuestionIn {
    pub fn parse(&self) -> Result<String, Rejection> {
        quad_kernel::validation::text("text", "Your question", &self.text, 1, 2000)
    }
}

/// What was asked of a club.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuestionsOut {
    success: bool,
    /// Latest first.
    questions: Vec<QuestionOut>,
    total: i64,
}

/// One question, with who asked it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QuestionOut {
    id: String,
    full_name: String,
    email: String,
    text: String,
    /// RFC 3339.
    created_at: String,
}

impl QuestionsOut {
    pub fn new(questions: &[ClubQuestion], total: i64) -> Self {
        let one = |question: &ClubQuestion| QuestionOut {
            id: question.id.to_string(),
            full_name: question.full_name.clone(),
            email: question.email.clone(),
            text: question.text.clone(),
            created_at: question.created_at.to_rfc3339(),
        };
        Self { success: true, questions: questions.iter().map(one).collect(), total }
    }
}

/// Something to send to many.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AnnouncementIn {
    /// 1 to 120 characters.
    #[serde(default)]
    title: String,
    /// 1 to 1,000 characters.
    #[serde(default)]
    body: String,
    /// The club it comes from; the caller's only one when absent.
    #[serde(default)]
    pub club: Option<String>,
}

impl AnnouncementIn {
    /// `send_to` is the last word of the address.
    pub fn parse(&self, send_to: &str) -> Result<NewAnnouncement> {
        let audience = Audience::parse(send_to).ok_or(MISSING)?;
        Ok(NewAnnouncement::parse(audience, &self.title, &self.body)?)
    }
}

/// An announcement on its way.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnnouncedOut {
    pub success: bool,
    /// For people.
    pub message: String,
    pub id: String,
}

/// What was sent in a club's name.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnnouncementsOut {
    success: bool,
    /// Latest first.
    announcements: Vec<AnnouncementOut>,
    total: i64,
}

/// One of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnnouncementOut {
    id: String,
    /// `all`, `members`, or `registered`: those registered for the event of the title.
    audience: &'static str,
    title: String,
    body: String,
    /// RFC 3339.
    created_at: String,
    /// People it has reached so far.
    told: i32,
    /// It has reached all of them.
    done: bool,
}

impl From<&Announcement> for AnnouncementOut {
    fn from(sent: &Announcement) -> Self {
        Self {
            id: sent.id.to_string(),
            audience: sent.audience.word(),
            title: sent.title.clone(),
            body: sent.body.clone(),
            created_at: sent.created_at.to_rfc3339(),
            told: sent.told,
            done: sent.done_at.is_some(),
        }
    }
}

impl AnnouncementsOut {
    pub fn new(sent: &[Announcement], total: i64) -> Self {
        Self { success: true, announcements: sent.iter().map(AnnouncementOut::from).collect(), total }
    }
}

/// Everything kept about a person's clubs, for the download of one's own data.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptClubs {
    /// Oldest first.
    memberships: Vec<KeptMembershipOut>,
    /// Latest first.
    feedback: Vec<KeptFeedbackOut>,
    /// Oldest first.
    questions: Vec<KeptQuestionOut>,
    /// What the person sent to many, oldest first.
    announcements: Vec<KeptAnnouncementOut>,
}

/// A membership.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KeptMembershipOut {
    club: String,
    status: &'static str,
    administrator: bool,
    applied_at: String,
    joined_at: Option<String>,
}

/// Feedback.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KeptFeedbackOut {
    club: String,
    event_id: Option<String>,
    rating: i32,
    text: String,
    created_at: String,
    changed_at: String,
}

/// A question.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KeptQuestionOut {
    club: String,
    text: String,
    created_at: String,
}

/// An announcement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KeptAnnouncementOut {
    /// Null for the platform's own.
    club: Option<String>,
    audience: &'static str,
    title: String,
    body: String,
    created_at: String,
}

impl KeptClubs {
    pub(super) fn new(
        clubs: &[Club],
        places: &[Membership],
        feedback: &[Feedback],
        questions: &[ClubQuestion],
        sent: &[Announcement],
    ) -> Self {
        let name = |id| clubs.iter().find(|club| club.id == id).map(|club| club.short_name.clone()).unwrap_or_default();
        let membership = |place: &Membership| KeptMembershipOut {
            club: name(place.club),
            status: status(place),
            administrator: place.manages(),
            applied_at: place.applied_at.to_rfc3339(),
            joined_at: place.joined_at.map(Time::to_rfc3339),
        };
        let said = |one: &Feedback| KeptFeedbackOut {
            club: name(one.club),
            event_id: one.event.map(|event| event.to_string()),
            rating: one.rating,
            text: one.text.clone(),
            created_at: one.created_at.to_rfc3339(),
            changed_at: one.changed_at.to_rfc3339(),
        };
        let asked = |one: &ClubQuestion| KeptQuestionOut {
            club: name(one.club),
            text: one.text.clone(),
            created_at: one.created_at.to_rfc3339(),
        };
        let announced = |one: &Announcement| KeptAnnouncementOut {
            club: one.club.map(name),
            audience: one.audience.word(),
            title: one.title.clone(),
            body: one.body.clone(),
            created_at: one.created_at.to_rfc3339(),
        };
        Self {
            memberships: places.iter().map(membership).collect(),
            feedback: feedback.iter().map(said).collect(),
            questions: questions.iter().map(asked).collect(),
            announcements: sent.iter().map(announced).collect(),
        }
    }
}

/// Reads a membership's id; anything that is none is nobody's membership.
pub fn membership_id(text: &str) -> Result<MembershipId> {
    MembershipId::parse(text).ok_or_else(|| MISSING.into())
}
