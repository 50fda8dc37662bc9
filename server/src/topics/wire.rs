//! JSON of live topics: the parameters of a stream, and the data of its events.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use quad_campus::events;
use quad_contests::{attempts, polls};

use quad_kernel::error::Rejection;
use quad_kernel::ids::{ContestId, UserId};
use quad_live::Topic;
use quad_people::notify;

/// Topics one stream may carry.
const MOST: usize = 50;

const STRANGE_TOPIC: &str = "A topic is poll:<id of a poll>, polls, contest:<id of a contest>, contests, event:<id of an event>, events, \
     attempt:<id of a contest> or inbox";

/// Which topics.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TopicsIn {
    /// 1 to 50 of `poll:<id>`, `polls`, `contest:<id>`, `contests`, `event:<id>`, `events`, `attempt:<id of a contest>` and
    /// `inbox`, separated by commas.
    #[serde(default)]
    topics: String,
}

impl TopicsIn {
    /// `inbox` and `attempt:…` are the own ones of `asking`; another's have no name here.
    pub fn parse(&self, asking: UserId) -> Result<Vec<Topic>, Rejection> {
        let mut topics = Vec::new();
        for text in self.topics.split(',').map(str::trim).filter(|text| !text.is_empty()) {
            let topic = match text.split_once(':') {
                None if text == "inbox" => Some(Topic::Inbox(asking)),
                Some(("attempt", contest)) => ContestId::parse(contest).map(|contest| Topic::Attempt(contest, asking)),
                _ => Topic::parse(text).filter(|topic| !matches!(topic, Topic::Inbox(_))),
            };
            let topic = topic.ok_or_else(|| Rejection::invalid("topics", STRANGE_TOPIC))?;
            if !topics.contains(&topic) {
                topics.push(topic);
            }
        }
        if topics.is_empty() || topics.len() > MOST {
            return Err(Rejection::invalid("topics", "Name 1 to 50 topics, separated by commas"));
        }
        Ok(topics)
    }
}

/// The data of an event: of `poll` the numbers, of `contest` where it stands, of `event` its places, of `attempt` whether it
/// was handed in, of `inbox` what is unread, of `polls`, `contests`, `events` and `gone` the topic alone.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum LiveOut {
    /// `poll`: the numbers of one poll.
    Poll(polls::TallyOut),
    /// `contest`: where one contest stands.
    Contest(attempts::FollowedOut),
    /// `event`: the places of one event of a club, and when it is.
    Event(events::EventStandingOut),
    /// `attempt`: the own part in a contest.
    Attempt(attempts::OwnPartOut),
    /// `inbox`: how many are unread, and the newest.
    Inbox(notify::InboxOut),
    /// `polls`, `contests`, `events`: the list has changed, read it again. `gone`: that poll, contest or event is not there (any
    /// more), or not for this person.
    Hint(HintOut),
}

/// Something about a topic has changed.
#[derive(Serialize, ToSchema)]
pub struct HintOut {
    /// Which.
    pub topic: String,
    /// Of `contests`: the newest edition of the list. Who has read that one has missed nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
}
