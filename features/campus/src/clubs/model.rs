//! Club model: clubs and memberships as the inside knows them, and their pure rules.

use quad_kernel::clock::Time;
use quad_kernel::error::Rejection;
use quad_kernel::ids::{AnnouncementId, ClubId, EventId, MembershipId, PictureKey, QuestionToClubId, UserId};
use quad_kernel::page::Page;
use quad_kernel::validation;

use super::messages;

/// Words that are roles of the platform, or addresses of ours (`/clubs/mine`, `/clubs/new`).
const RESERVED: [&str; 6] = ["ADMIN", "USER", "ORGANISER", "ORGANIZER", "MINE", "NEW"];
const MOST_LINKS: usize = 10;

/// A club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Club {
    /// Its id.
    pub id: ClubId,
    /// Upper-case; the role word of its administrators (`HOBBY`).
    pub short_name: String,
    /// Display name.
    pub name: String,
    /// About it, several lines.
    pub description: String,
    /// `#rrggbb`.
    pub colour: Option<String>,
    /// Where else to find it.
    pub links: Vec<Link>,
    /// Key of its picture.
    pub picture: Option<PictureKey>,
    /// When it was founded here.
    pub created_at: Time,
}

/// A link a club shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What it says.
    pub label: String,
    /// Where it leads; `https` only.
    pub url: String,
}

/// What ADMIN writes about a club; checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) colour: Option<String>,
    pub(super) links: Vec<Link>,
}

impl Details {
    /// What a club says about itself now.
    pub(super) fn of(club: &Club) -> Self {
        let Club { name, description, colour, links, .. } = club.clone();
        Self { name, description, colour, links }
    }

    /// Whether a club says something else about itself.
    pub(super) fn differs_from(&self, club: &Club) -> bool {
        (&self.name, &self.description) != (&club.name, &club.description)
            || (&self.colour, &self.links) != (&club.colour, &club.links)
    }

    /// Checks all of it.
    pub fn parse(name: &str, description: &str, colour: Option<&str>, links: &[Link]) -> Result<Self, Rejection> {
        let name = validation::line("name", "The name", name, 1, 80)?;
        if is_reserved(&name) {
            return Err(Rejection::invalid("name", messages::RESERVED_NAME));
        }
        let description = validation::text("description", "The description", description, 0, 5000)?;
        let colour = match colour.map(str::trim).unwrap_or_default() {
            "" => None,
            colour if is_colour(colour) => Some(colour.to_ascii_lowercase()),
            _ => return Err(Rejection::invalid("colour", messages::STRANGE_COLOUR)),
        };
        if links.len() > MOST_LINKS {
            return Err(Rejection::invalid("links", messages::TOO_MANY_LINKS));
        }
        let links = links.iter().map(Link::parse).collect::<Result<_, _>>()?;
        Ok(Self { name, description, colour, links })
    }
}

impl Link {
    fn parse(&self) -> Result<Self, Rejection> {
        let label = validation::line("links", "The link's label", &self.label, 1, 60)?;
        let url = validation::line("links", "The link's address", &self.url, 1, 500)?;
        let host = url.strip_prefix("https://").map(|rest| rest.split(['/', '?', '#']).next().unwrap_or_default());
        // A user name before the host is how a link looks like another.
        let plain = host.is_some_and(|host| !host.is_empty() && !host.contains('@') && !host.contains('\\'));
        if !plain || url.contains(char::is_whitespace) {
            return Err(Rejection::invalid("links", messages::STRANGE_LINK));
        }
        Ok(Self { label, url })
    }
}

fn is_colour(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Whether a name looks like a role of the platform.
fn is_reserved(name: &str) -> bool {
    let look = quad_text::likeness_of_names(name);
    RESERVED[..4].iter().any(|word| word.eq_ignore_ascii_case(look.trim()))
}

/// Reads the short name of a club to be: a letter, then letters, digits, `-` and `_`; upper-cased, never a role of the platform.
pub(super) fn short_name(text: &str) -> Result<String, Rejection> {
    let name = validation::line("shortName", "The short name", text, 2, 30)?.to_ascii_uppercase();
    let first = name.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase());
    let rest = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"-_".contains(&byte));
    if !first || !rest {
        return Err(Rejection::invalid("shortName", messages::STRANGE_SHORT_NAME));
    }
    if RESERVED.contains(&name.as_str()) {
        return Err(Rejection::invalid("shortName", messages::RESERVED_NAME));
    }
    Ok(name)
}

/// What a member is in the club, by rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Office {
    /// Manages the club as well.
    President,
    /// Writes.
    Secretary,
    /// Writes too.
    JointSecretary,
    /// Counts.
    Treasurer,
    /// Holds no office.
    Member,
}

impl Office {
    /// All, by rank.
    pub const ALL: [Self; 5] = [Self::President, Self::Secretary, Self::JointSecretary, Self::Treasurer, Self::Member];

    /// As it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::President => "president",
            Self::Secretary => "secretary",
            Self::JointSecretary => "joint_secretary",
            Self::Treasurer => "treasurer",
            Self::Member => "member",
        }
    }

    /// As people say it, and as the wire does.
    pub fn title(self) -> &'static str {
        match self {
            Self::President => "President",
            Self::Secretary => "Secretary",
            Self::JointSecretary => "Joint Secretary",
            Self::Treasurer => "Treasurer",
            Self::Member => "Member",
        }
    }

    /// Reads a title or a stored word, any letter case; a platform's role is none.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase().replace([' ', '-'], "_");
        Self::ALL.into_iter().find(|office| office.word() == text)
    }
}

/// Somebody's place in a club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Membership {
    /// Its id.
    pub id: MembershipId,
    /// The club.
    pub club: ClubId,
    /// The person.
    pub user: UserId,
    /// What the person is there.
    pub office: Office,
    /// Administrator by the word of ADMIN.
    pub appointed: bool,
    /// When the person applied.
    pub applied_at: Time,
    /// When the person was let in; nothing while the application waits.
    pub joined_at: Option<Time>,
}

impl Membership {
    /// The one rule of club offices: who was appointed and the President manage the club.
    pub fn manages(&self) -> bool {
        self.joined_at.is_some() && (self.appointed || self.office == Office::President)
    }

    pub(super) fn is_pending(&self) -> bool {
        self.joined_at.is_none()
    }
}

/// A membership with its person, for those who manage the club.
#[derive(Clone, Debug)]
pub(super) struct ListedMember {
    pub membership: Membership,
    pub full_name: String,
    pub email: String,
    pub contact: String,
    pub batch: i32,
}

/// A club as somebody sees it.
#[derive(Clone, Debug)]
pub(super) struct Card {
    pub club: Club,
    pub members: i64,
    pub events: i64,
    pub ratings: i64,
    pub stars: i64,
    /// The asking person's own membership.
    pub own: Option<Membership>,
}

impl Card {
    /// The mean rating, to a tenth; nothing while nobody has rated.
    pub fn average(&self) -> Option<f64> {
        (self.ratings > 0).then(|| (self.stars as f64 * 10.0 / self.ratings as f64).round() / 10.0)
    }
}

/// Feedback on a club or on one of its events; checked.
#[derive(Clone, Debug)]
pub(super) struct NewFeedback {
    pub rating: i32,
    pub text: String,
    pub event: Option<EventId>,
}

impl NewFeedback {
    pub fn parse(rating: i64, text: &str, event: Option<EventId>) -> Result<Self, Rejection> {
        let rating = i32::try_from(rating).ok().filter(|rating| (1..=5).contains(rating));
        let rating = rating.ok_or_else(|| Rejection::invalid("rating", messages::STRANGE_RATING))?;
        Ok(Self { rating, text: validation::text("text", "Your feedback", text, 0, 2000)?, event })
    }
}

/// Feedback that was given.
#[derive(Clone, Debug)]
pub(super) struct Feedback {
    pub club: ClubId,
    pub user: UserId,
    pub full_name: String,
    pub event: Option<EventId>,
    pub rating: i32,
    pub text: String,
    pub created_at: Time,
    pub changed_at: Time,
}

/// Something asked of a club.
#[derive(Clone, Debug)]
pub(super) struct ClubQuestion {
    pub id: QuestionToClubId,
    pub club: ClubId,
    pub full_name: String,
    pub email: String,
    pub text: String,
    pub created_at: Time,
}

/// Whom an announcement is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// Everybody with an account; ADMIN only.
    All,
    /// The members of a club.
    Members,
    /// Those registered for one of its events; sent from the event's page.
    Registered,
}

impl Audience {
    pub fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Members => "members",
            Self::Registered => "registered",
        }
    }

    pub fn from_word(text: &str) -> Option<Self> {
        [Self::All, Self::Members, Self::Registered].into_iter().find(|one| one.word() == text)
    }

    /// Reads to whom an announcement shall go.
    pub fn parse(text: &str) -> Option<Self> {
        Self::from_word(text).filter(|one| *one != Self::Registered)
    }
}

/// An announcement to be; checked.
#[derive(Clone, Debug)]
pub(super) struct NewAnnouncement {
    pub audience: Audience,
    pub title: String,
    pub body: String,
}

impl NewAnnouncement {
    pub fn parse(audience: Audience, title: &str, body: &str) -> Result<Self, Rejection> {
        let title = validation::line("title", "The title", title, 1, 120)?;
        Ok(Self { audience, title, body: validate_body(body)? })
    }
}

/// What is told to many: 1 to 1,000 characters.
pub(super) fn validate_body(body: &str) -> Result<String, Rejection> {
    validation::text("body", "The message", body, 1, 1000)
}

/// An announcement that was sent.
#[derive(Clone, Debug)]
pub(super) struct Announcement {
    pub id: AnnouncementId,
    pub club: Option<ClubId>,
    pub audience: Audience,
    pub title: String,
    pub body: String,
    pub created_at: Time,
    pub told: i32,
    pub done_at: Option<Time>,
}

/// Reads words to search for; nothing when there are none.
pub(super) fn search(text: Option<&str>) -> Result<Option<String>, Rejection> {
    let text = validation::line("q", "Search", text.unwrap_or_default(), 0, 100)?;
    Ok((!text.is_empty()).then_some(text))
}

/// Which memberships a list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MembershipFilter {
    /// Applications and members.
    All,
    /// Applications.
    Pending,
    /// Members of every office.
    Active,
    /// Members of one office.
    Holding(Office),
}

impl MembershipFilter {
    /// Reads `all`, `pending`, `active` or an office.
    pub fn parse(text: Option<&str>) -> Result<Self, Rejection> {
        let text = text.unwrap_or_default().trim().to_ascii_lowercase();
        match text.as_str() {
            "" | "all" => Ok(Self::All),
            "pending" => Ok(Self::Pending),
            "active" => Ok(Self::Active),
            other => Office::parse(other)
                .map(Self::Holding)
                .ok_or_else(|| Rejection::invalid("status", messages::STRANGE_STATUS)),
        }
    }
}

/// What a list of members is asked for, checked.
#[derive(Clone, Debug)]
pub(super) struct MemberSearch {
    pub which: MembershipFilter,
    pub search: Option<String>,
    pub page: Page,
}

/// How many stand where in a club.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemberCounts {
    pub total: i64,
    pub pending: i64,
    pub office: i64,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_short_name_is_a_word_of_its_own() {
        for (text, name) in [("hobby", "HOBBY"), (" Chess-Club ", "CHESS-CLUB"), ("A1", "A1"), ("x_9", "X_9")] {
            assert_eq!(short_name(text).ok().as_deref(), Some(name));
        }
        let long = "x".repeat(31);
        for bad in [
            "",
            "a",
            "1A",
            "-A",
            "_A",
            "A B",
            "A.B",
            "ÄB",
            "admin",
            "User",
            "ORGANISER",
            "organizer",
            "mine",
            "new",
            &long,
        ] {
            assert!(short_name(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_details_are_checked() {
        let link = |label: &str, url: &str| Link { label: label.to_owned(), url: url.to_owned() };
        let good = Details::parse(" Chess ", "", Some("#A1b2C3"), &[link(" Site ", " https://chess.example/a?b#c ")]);
        let good = good.expect("good");
        assert_eq!((good.name.as_str(), good.colour.as_deref()), ("Chess", Some("#a1b2c3")));
        assert_eq!(good.links, [link("Site", "https://chess.example/a?b#c")]);
        for name in ["", " ", "admin", "User", "ORGANISER", "a\nb"] {
            assert!(Details::parse(name, "", None, &[]).is_err(), "{name}");
        }
        for colour in ["red", "#12345", "#1234567", "#12345g", "123456"] {
            assert!(Details::parse("Chess", "", Some(colour), &[]).is_err(), "{colour}");
        }
        for url in [
            "",
            "chess",
            "http://x.example",
            "https://",
            "https:///x",
            "javascript:alert(1)",
            "https://a@b.example",
            "https://a b",
        ] {
            assert!(Details::parse("Chess", "", None, &[link("Site", url)]).is_err(), "{url}");
        }
        assert!(Details::parse("Chess", "", None, &vec![link("Site", "https://x.example"); 11]).is_err());
    }

    #[test]
    fn offices_are_read_in_any_spelling_and_nothing_else_is() {
        for (text, office) in [
            ("President", Office::President),
            ("joint secretary", Office::JointSecretary),
            ("JOINT_SECRETARY", Office::JointSecretary),
            ("Joint-Secretary", Office::JointSecretary),
            (" member ", Office::Member),
        ] {
            assert_eq!(Office::parse(text), Some(office));
        }
        for other in ["", "ADMIN", "admin", "USER", "ORGANISER", "HOBBY", "pending", "moderator", "presidents"] {
            assert_eq!(Office::parse(other), None, "{other}");
        }
        assert!(Office::ALL.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn who_manages() {
        let id = uuid::Uuid::nil();
        let place = |office, appointed, joined| Membership {
            id: MembershipId(id),
            club: ClubId(id),
            user: UserId(id),
            office,
            appointed,
            applied_at: Time(0),
            joined_at: joined,
        };
        for office in Office::ALL {
            assert!(place(office, true, Some(Time(1))).manages());
            assert!(!place(office, true, None).manages());
            assert_eq!(place(office, false, Some(Time(1))).manages(), office == Office::President);
        }
    }

    proptest! {
        #[test]
        fn whatever_passes_is_a_role_word_of_its_own(text in ".{0,40}") {
            if let Ok(name) = short_name(&text) {
                prop_assert!((2..=30).contains(&name.len()) && !["ADMIN", "USER", "ORGANISER"].contains(&name.as_str()));
                prop_assert!(name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"-_".contains(&byte)));
            }
        }
    }
}
