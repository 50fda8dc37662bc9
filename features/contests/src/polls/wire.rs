//! JSON of polls: the specification's names, which are used nowhere else inside.
//!
//! Quirks absorbed: a tally arrives and leaves as a list whose length is the number, and such a list says nothing of who
//! voted: it holds nulls. The creator's id in a body is compared and ignored.

use serde::{Deserialize, Serialize, Serializer, ser::SerializeSeq};
use utoipa::{IntoParams, ToSchema};

use quad_http::query;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Rejection, Result};
use quad_kernel::ids::{PollId, UserId};
use quad_kernel::page::Page;

use super::model::{NewPoll, Order, Poll, PollCounts, PollFilter, PollOption, Tally};
use super::store::VotedIn;

/// Polls of the plain form of GET /voting/getpolls.
const PLAIN: u32 = 100;
const PAGE: u32 = 30;

/// A poll to be made.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CreatePollIn {
    /// 1 to 200 characters.
    #[serde(default, rename = "Title")]
    title: String,
    /// 1 to 100 characters.
    #[serde(default, rename = "Organization")]
    organization: String,
    /// Ignored: the options are counted.
    #[serde(default, rename = "Optionsize")]
    #[schema(value_type = Option<u32>)]
    #[expect(dead_code, reason = "part of the specification's request; ignored")]
    option_size: serde::de::IgnoredAny,
    /// 2 to 10, different from each other.
    #[serde(default, rename = "Participate", deserialize_with = "quad_http::body::objects")]
    options: Vec<OptionIn>,
    /// Ignored: nobody has voted yet.
    #[serde(default, rename = "Totalvoter")]
    #[schema(value_type = Option<Vec<String>>)]
    #[expect(dead_code, reason = "part of the specification's request; ignored")]
    total_voter: serde::de::IgnoredAny,
    /// RFC 3339 with a zone.
    #[serde(default, rename = "Starttime")]
    start_time: String,
    /// RFC 3339 with a zone, after the start and after now.
    #[serde(default, rename = "Endtime")]
    end_time: String,
    /// The caller's own id, or nothing.
    #[serde(default, rename = "userId")]
    pub user_id: Option<String>,
}

/// An option to be.
#[derive(Debug, Deserialize, ToSchema)]
struct OptionIn {
    /// 1 to 200 characters.
    #[serde(default)]
    name: String,
    /// Ignored: nobody has voted yet.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>)]
    #[expect(dead_code, reason = "part of the specification's request; ignored")]
    count: serde::de::IgnoredAny,
}

impl CreatePollIn {
    /// Checks it against the clock.
    pub fn parse(&self, now: Time) -> Result<NewPoll, Rejection> {
        let options: Vec<&str> = self.options.iter().map(|option| option.name.as_str()).collect();
        NewPoll::parse(&self.title, &self.organization, &self.start_time, &self.end_time, &options, now)
            .map_err(with_wire_field)
    }
}

/// A refusal names the field as the sender wrote it.
fn with_wire_field(mut refusal: Rejection) -> Rejection {
    for (key, value) in &mut refusal.more {
        if *key == "field" {
            let name = match value.as_str() {
                "title" => "Title",
                "organization" => "Organization",
                "startsAt" => "Starttime",
                "endsAt" => "Endtime",
                "options" => "Participate",
                _ => continue,
            };
            name.clone_into(value);
        }
    }
    refusal
}

/// A vote.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VoteIn {
    /// Which poll.
    poll_id: String,
    /// Which option, from 0.
    pub index: i64,
    /// The caller's own id, or nothing.
    #[serde(default)]
    pub user_id: Option<String>,
}

impl VoteIn {
    pub fn poll(&self) -> Result<PollId> {
        poll_id(&self.poll_id)
    }
}

/// Which part of the plain list.
pub type PageIn = query::PageIn<PLAIN, 100>;

/// The plain list: all polls, newest first.
pub fn plain_list(asked: &PageIn) -> Result<PollFilter, Rejection> {
    Ok(PollFilter { status: None, search: None, page: asked.parse()?, order: Order::New })
}

/// What of the list of polls.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListIn {
    /// `upcoming`, `active`, `ended`; all when absent.
    status: Option<String>,
    /// Words in title and organization.
    q: Option<String>,
    /// From 1.
    page: Option<u32>,
    /// 1 to 100; 30 when nothing is said.
    size: Option<u32>,
}

impl ListIn {
    pub fn parse(&self) -> Result<PollFilter, Rejection> {
        PollFilter::parse(self.status.as_deref(), self.q.as_deref(), Page::parse(self.page, self.size, PAGE, 100)?)
    }
}

/// A number as the specification has it: a list of that length. It holds nulls, because ballots are secret.
#[derive(Debug, ToSchema)]
#[schema(value_type = Vec<Option<String>>)]
struct Nulls(i64);

impl Serialize for Nulls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(usize::try_from(self.0).ok())?;
        for _ in 0..self.0 {
            list.serialize_element(&())?;
        }
        list.end()
    }
}

/// Answer of GET /voting/getpolls.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecentPollsOut {
    success: bool,
    /// Newest first.
    recent_polls: Vec<RecentPollOut>,
    /// How many polls there are in all.
    total: i64,
    /// The server's clock.
    server_now: String,
}

/// A poll in the specification's words.
#[derive(Debug, Serialize, ToSchema)]
struct RecentPollOut {
    #[serde(rename = "_id")]
    id: String,
    #[serde(rename = "Title")]
    title: String,
    #[serde(rename = "Organization")]
    organization: String,
    /// How many options.
    #[serde(rename = "Optionsize")]
    option_size: usize,
    #[serde(rename = "Participate")]
    options: Vec<RecentOptionOut>,
    /// As many nulls as people have voted.
    #[serde(rename = "Totalvoter")]
    total_voter: Nulls,
    /// How many have voted: the sum of the options' votes.
    voters: i64,
    /// RFC 3339.
    #[serde(rename = "Starttime")]
    start_time: String,
    /// RFC 3339.
    #[serde(rename = "Endtime")]
    end_time: String,
    /// Who created it.
    #[serde(rename = "userId")]
    user_id: String,
    /// The caller has voted.
    voted: bool,
    /// The caller created it.
    own: bool,
}

/// An option and its tally.
#[derive(Debug, Serialize, ToSchema)]
struct RecentOptionOut {
    name: String,
    /// As many nulls as it has votes.
    count: Nulls,
    votes: i64,
}

impl RecentPollsOut {
    pub fn new(polls: &[Poll], total: i64, reader: UserId, now: Time) -> Self {
        let recent_polls = polls.iter().map(|poll| RecentPollOut::new(poll, reader)).collect();
        Self { success: true, recent_polls, total, server_now: now.to_rfc3339() }
    }
}

impl RecentPollOut {
    fn new(poll: &Poll, reader: UserId) -> Self {
        let option =
            |it: &PollOption| RecentOptionOut { name: it.text.clone(), count: Nulls(it.votes), votes: it.votes };
        Self {
            id: poll.id.to_string(),
            title: poll.title.clone(),
            organization: poll.organization.clone(),
            option_size: poll.options.len(),
            options: poll.options.iter().map(option).collect(),
            total_voter: Nulls(poll.voters()),
            voters: poll.voters(),
            start_time: poll.starts_at.to_rfc3339(),
            end_time: poll.ends_at.to_rfc3339(),
            user_id: poll.owner.to_string(),
            voted: poll.voted,
            own: poll.owner == reader,
        }
    }
}

/// Everything kept about a person's polls, for the download of one's own data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptPolls {
    /// Oldest first.
    created: Vec<PollOut>,
    /// Oldest first. What the vote was for is kept nowhere.
    voted_in: Vec<VotedInOut>,
}

/// A poll somebody has voted in.
#[derive(Debug, Serialize, ToSchema)]
struct VotedInOut {
    id: String,
    title: String,
    organization: String,
}

impl KeptPolls {
    pub(super) fn new(person: UserId, created: &[Poll], voted: Vec<VotedIn>) -> Self {
        let voted = voted.into_iter().map(|poll| VotedInOut {
            id: poll.id.to_string(),
            title: poll.title,
            organization: poll.organization,
        });
        Self { created: created.iter().map(|poll| PollOut::new(poll, person)).collect(), voted_in: voted.collect() }
    }
}

/// A poll.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PollOut {
    id: String,
    title: String,
    organization: String,
    /// In the order they are shown.
    options: Vec<PollOptionOut>,
    /// How many have voted: the sum of the options' votes.
    voters: i64,
    /// RFC 3339; the first moment one can vote.
    starts_at: String,
    /// RFC 3339; the first moment one cannot vote any more.
    ends_at: String,
    /// RFC 3339.
    created_at: String,
    /// The caller has voted.
    voted: bool,
    /// The caller created it.
    own: bool,
}

/// An option and its tally.
#[derive(Debug, Serialize, ToSchema)]
struct PollOptionOut {
    name: String,
    votes: i64,
}

impl PollOut {
    pub fn new(poll: &Poll, reader: UserId) -> Self {
        let option = |it: &PollOption| PollOptionOut { name: it.text.clone(), votes: it.votes };
        Self {
            id: poll.id.to_string(),
            title: poll.title.clone(),
            organization: poll.organization.clone(),
            options: poll.options.iter().map(option).collect(),
            voters: poll.voters(),
            starts_at: poll.starts_at.to_rfc3339(),
            ends_at: poll.ends_at.to_rfc3339(),
            created_at: poll.created_at.to_rfc3339(),
            voted: poll.voted,
            own: poll.owner == reader,
        }
    }
}

/// One poll.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PollAnswer {
    success: bool,
    poll: PollOut,
    /// The server's clock.
    server_now: String,
}

/// A poll that was created or voted in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PollSavedOut {
    success: bool,
    /// For people.
    message: String,
    poll: PollOut,
    /// The server's clock.
    server_now: String,
}

impl PollAnswer {
    pub fn new(poll: &Poll, reader: UserId, now: Time) -> Self {
        Self { success: true, poll: PollOut::new(poll, reader), server_now: now.to_rfc3339() }
    }
}

impl PollSavedOut {
    pub fn new(message: &str, poll: &Poll, reader: UserId, now: Time) -> Self {
        let (poll, server_now) = (PollOut::new(poll, reader), now.to_rfc3339());
        Self { success: true, message: message.to_owned(), poll, server_now }
    }
}

/// A part of the list of polls.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PollListOut {
    success: bool,
    /// Running ones by their end, then coming ones by their start, then past ones, latest first.
    polls: Vec<PollOut>,
    /// How many match status and search.
    total: i64,
    /// How many match the search, by status.
    counts: PollCountsOut,
    /// The server's clock.
    server_now: String,
}

/// How many polls stand where.
#[derive(Debug, Serialize, ToSchema)]
struct PollCountsOut {
    all: i64,
    upcoming: i64,
    active: i64,
    ended: i64,
}

impl PollListOut {
    pub fn new(polls: &[Poll], asked: &PollFilter, counts: PollCounts, reader: UserId, now: Time) -> Self {
        let PollCounts { all, upcoming, active, ended } = counts;
        Self {
            success: true,
            polls: polls.iter().map(|poll| PollOut::new(poll, reader)).collect(),
            total: counts.of(asked.status),
            counts: PollCountsOut { all, upcoming, active, ended },
            server_now: now.to_rfc3339(),
        }
    }
}

/// Data of the event `poll`: the numbers of one poll, the same for everybody.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TallyOut {
    /// `poll:` and its id.
    topic: String,
    /// Per option, in order.
    votes: Vec<i64>,
    /// Their sum.
    voters: i64,
    /// RFC 3339.
    starts_at: String,
    /// RFC 3339.
    ends_at: String,
}

impl TallyOut {
    pub(super) fn new(id: PollId, tally: &Tally) -> Self {
        Self {
            topic: format!("poll:{id}"),
            voters: tally.votes.iter().sum(),
            votes: tally.votes.clone(),
            starts_at: tally.starts_at.to_rfc3339(),
            ends_at: tally.ends_at.to_rfc3339(),
        }
    }
}

/// Reads a poll's id; anything that is none is nobody's poll.
pub fn poll_id(text: &str) -> Result<PollId> {
    PollId::parse(text).ok_or_else(|| MISSING.into())
}
