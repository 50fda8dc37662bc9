//! What a stream is asked for, and the data of its events.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::features::polls;
use crate::kernel::fail::Refusal;
use crate::live::Topic;

/// Topics one stream may carry.
const MOST: usize = 50;

/// Which topics.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TopicsIn {
    /// 1 to 50 of `poll:<id>` and `polls`, separated by commas.
    #[serde(default)]
    topics: String,
}

impl TopicsIn {
    pub fn parse(&self) -> Result<Vec<Topic>, Refusal> {
        let mut topics = Vec::new();
        for text in self.topics.split(',').map(str::trim).filter(|text| !text.is_empty()) {
            let topic = Topic::parse(text)
                .ok_or_else(|| Refusal::invalid("topics", "A topic is poll:<id of a poll> or polls"))?;
            if !topics.contains(&topic) {
                topics.push(topic);
            }
        }
        if topics.is_empty() || topics.len() > MOST {
            return Err(Refusal::invalid("topics", "Name 1 to 50 topics, separated by commas"));
        }
        Ok(topics)
    }
}

/// The data of an event: of `poll` the numbers, of `polls` and `gone` the topic alone.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum LiveOut {
    /// `poll`: the numbers of one poll.
    Poll(polls::TallyOut),
    /// `polls`: the list has changed, read it again. `gone`: that poll is deleted.
    Hint(HintOut),
}

/// Something about a topic has changed.
#[derive(Serialize, ToSchema)]
pub struct HintOut {
    /// Which.
    pub topic: String,
}
