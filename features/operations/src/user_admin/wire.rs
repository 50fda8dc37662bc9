//! JSON of user admin's calls.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use quad_contests::payments::{Balance, MOST};
use quad_http::body::UnreadNames;
use quad_kernel::clock::Time;
use quad_kernel::error::Rejection;
use quad_kernel::ids::UserId;
use quad_kernel::page::Page;
use quad_people::accounts::{self, FoundPerson};

use super::messages;
use super::person::PersonPage;
use super::store::ClubPlace;

/// Which people.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PeopleIn {
    /// Words of the name or the address, at most 100 characters; everybody when absent.
    search: Option<String>,
    /// From 1.
    page: Option<u32>,
    /// 1 to 100; 25 when nothing is said.
    size: Option<u32>,
}

impl PeopleIn {
    pub fn parse(self) -> Result<(String, Page), Rejection> {
        let search = self.search.unwrap_or_default();
        if search.chars().count() > 100 {
            return Err(Rejection::invalid("search", messages::SEARCH_LONG));
        }
        Ok((search, Page::parse(self.page, self.size, 25, 100)?))
    }
}

/// People by name.
#[derive(Serialize, ToSchema)]
pub(super) struct PeopleOut {
    success: bool,
    people: Vec<FoundPersonOut>,
    /// How many there are, of those searched.
    total: i64,
}

/// Somebody in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundPersonOut {
    #[serde(rename = "_id")]
    id: String,
    full_name: String,
    email: String,
    #[serde(rename = "Batch")]
    batch: i32,
    /// ADMIN, ORGANISER and the clubs administered; none for most.
    roles: Vec<String>,
    created_at: String,
}

impl PeopleOut {
    pub fn new(found: Vec<FoundPerson>, total: i64, granted: Vec<(UserId, String)>) -> Self {
        let mut roles: HashMap<UserId, Vec<String>> = HashMap::new();
        for (user, role) in granted {
            roles.entry(user).or_default().push(role);
        }
        let people = found.into_iter().map(|one| FoundPersonOut {
            roles: roles.remove(&one.id).unwrap_or_default(),
            id: one.id.to_string(),
            full_name: one.full_name,
            email: one.email,
            batch: one.batch,
            created_at: one.created_at.to_rfc3339(),
        });
        Self { success: true, people: people.collect(), total }
    }
}

/// One person, for an administrator.
#[derive(Serialize, ToSchema)]
pub(super) struct PersonAnswer {
    success: bool,
    person: PersonOut,
}

/// The account, what is left of creations, and what the person takes part in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PersonOut {
    #[serde(rename = "_id")]
    id: String,
    full_name: String,
    email: String,
    contact: String,
    #[serde(rename = "Batch")]
    batch: i32,
    created_at: String,
    /// Strongest first; never empty.
    roles: Vec<String>,
    contest_credits: i32,
    poll_credits: i32,
    /// Contests and polls the person made.
    contests_made: i64,
    polls_made: i64,
    contests_joined: i64,
    /// By name.
    clubs: Vec<PersonClubOut>,
    /// Living ones, latest used first.
    sessions: Vec<PersonSessionOut>,
}

/// A club that the person is in or has applied to.
#[derive(Serialize, ToSchema)]
struct PersonClubOut {
    /// The short name.
    club: String,
    name: String,
    /// `applied`, `member` or an office.
    status: String,
    /// Appointed, or its President.
    administers: bool,
}

impl From<ClubPlace> for PersonClubOut {
    fn from(place: ClubPlace) -> Self {
        let administers = place.manages();
        let status = if place.joined_at.is_some() { place.office } else { "applied".to_owned() };
        Self { club: place.short_name, name: place.name, status, administers }
    }
}

/// A device that the person is logged in on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PersonSessionOut {
    /// "Chrome on Android".
    device: String,
    /// The network address.
    address: String,
    created_at: String,
    last_seen_at: String,
}

impl From<PersonPage> for PersonAnswer {
    fn from(page: PersonPage) -> Self {
        let PersonPage { account, balance, activity, clubs, sessions } = page;
        let sessions = sessions.into_iter().map(|one| PersonSessionOut {
            device: one.device,
            address: one.address,
            created_at: one.created_at.to_rfc3339(),
            last_seen_at: one.last_seen_at.to_rfc3339(),
        });
        Self {
            success: true,
            person: PersonOut {
                id: account.id.to_string(),
                full_name: account.full_name,
                email: account.email,
                contact: account.contact,
                batch: account.batch,
                created_at: Time::to_rfc3339(account.created_at),
                roles: account.roles,
                contest_credits: balance.contests,
                poll_credits: balance.polls,
                contests_made: activity.contests_made,
                polls_made: activity.polls_made,
                contests_joined: activity.contests_joined,
                clubs: clubs.into_iter().map(PersonClubOut::from).collect(),
                sessions: sessions.collect(),
            },
        }
    }
}

/// Creations to give; negative ones are taken.
#[derive(Deserialize, ToSchema)]
pub(super) struct CreditChangeIn {
    /// Contest creations, -100,000 to 100,000; none when absent.
    #[schema(value_type = Option<i32>)]
    contests: Option<i64>,
    /// Poll creations, likewise.
    #[schema(value_type = Option<i32>)]
    polls: Option<i64>,
    /// The administrator's own.
    #[schema(value_type = String)]
    password: Option<String>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: UnreadNames,
}

impl CreditChangeIn {
    pub fn parse(self) -> Result<(Balance, String), Rejection> {
        self.others.refuse_but(&[], &["contests", "polls", "password"])?;
        let within = |field, asked: Option<i64>| {
            let number = i32::try_from(asked.unwrap_or_default()).ok().filter(|number| (-MOST..=MOST).contains(number));
            number.ok_or(Rejection::invalid(field, messages::TOO_MANY))
        };
        let change = Balance { contests: within("contests", self.contests)?, polls: within("polls", self.polls)? };
        if change == Balance::default() {
            return Err(Rejection::invalid("contests", messages::NOTHING_TO_CHANGE));
        }
        Ok((change, accounts::password_sent(self.password)?))
    }
}

/// Creations left now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreditChangeOut {
    success: bool,
    message: String,
    contest_credits: i32,
    poll_credits: i32,
}

impl CreditChangeOut {
    pub fn new(left: Balance) -> Self {
        Self {
            success: true,
            message: messages::credits_changed(left),
            contest_credits: left.contests,
            poll_credits: left.polls,
        }
    }
}

/// Whether the person is to be an organiser.
#[derive(Deserialize, ToSchema)]
pub(super) struct OrganiserIn {
    pub organiser: bool,
    /// The administrator's own.
    #[schema(value_type = String)]
    password: Option<String>,
}

impl OrganiserIn {
    pub fn parse(self) -> Result<(bool, String), Rejection> {
        Ok((self.organiser, accounts::password_sent(self.password)?))
    }
}
