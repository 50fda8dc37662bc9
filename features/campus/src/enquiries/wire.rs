//! JSON of enquiries' calls.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{Error, Rejection};
use quad_kernel::page::Page;
use quad_kernel::validation;

use super::messages;
use super::model::{self, Enquiry, NewEnquiry, Sender, Topic};

/// A message to the people who run this.
#[derive(Deserialize, ToSchema)]
pub(super) struct EnquiryIn {
    /// 1 to 100 characters. Of somebody logged in it is compared with the account and may be left out.
    #[serde(default)]
    name: String,
    /// Where the answer goes. Likewise.
    #[serde(default)]
    email: String,
    /// `contact` or `sales`.
    #[schema(value_type = TopicOut)]
    topic: String,
    /// 10 to 4,000 characters.
    message: String,
    /// A trap for programs: people do not see it and leave it empty. Filled in, the message is kept and marked, and not mailed.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    website: Option<String>,
}

/// What it is about.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum TopicOut {
    Contact,
    Sales,
}

impl EnquiryIn {
    /// The enquiry asked for. Somebody logged in is no program.
    pub fn parse(self, who: Option<&Member>) -> Result<NewEnquiry, Error> {
        let topic = Topic::parse(&self.topic)
            .ok_or_else(|| Error::from(Rejection::invalid("topic", messages::STRANGE_TOPIC)))?;
        let sender = match who {
            Some(who) => {
                let says = |sent: &str, known: &str| {
                    sent.trim().is_empty() || validation::folded(sent) == validation::folded(known)
                };
                if !says(&self.name, &who.full_name) || !says(&self.email, &who.email) {
                    return Err(messages::NOT_YOUR_NAME.into());
                }
                Sender { name: who.full_name.clone(), email: who.email.clone(), user: Some(who.id) }
            }
            None => Sender::guest(&self.name, &self.email)?,
        };
        let message = model::message(&self.message)?;
        let is_doubtful = who.is_none() && self.website.is_some_and(|text| !text.trim().is_empty());
        Ok(NewEnquiry { topic, sender, message, is_doubtful })
    }
}

/// Which part of the list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct EnquiriesIn {
    /// From 1.
    page: Option<u32>,
    /// 1 to 200; 30 when nothing is said.
    size: Option<u32>,
    /// Only those not answered yet.
    #[serde(default)]
    pub open: bool,
}

/// Whether an enquiry has been answered.
#[derive(Deserialize, ToSchema)]
pub(super) struct AnsweredIn {
    pub answered: bool,
}

impl EnquiriesIn {
    pub fn parse(&self) -> Result<Page, Rejection> {
        Page::parse(self.page, self.size, 30, 200)
    }
}

/// Enquiries, newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct EnquiriesOut {
    success: bool,
    enquiries: Vec<EnquiryOut>,
    /// How many there are, of those asked for.
    total: i64,
    /// How many nobody has answered yet.
    open: i64,
}

/// One enquiry.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EnquiryOut {
    id: String,
    topic: TopicOut,
    name: String,
    email: String,
    message: String,
    /// Perhaps a program's: a field was filled in that people do not see.
    doubtful: bool,
    /// The sender's account; null when nobody was logged in, and name and address are as typed.
    user_id: Option<String>,
    created_at: String,
    /// When an administrator ticked it off; null until then.
    answered_at: Option<String>,
}

impl EnquiriesOut {
    pub fn new(page: Vec<Enquiry>, total: i64, open: i64) -> Self {
        Self { success: true, enquiries: page.into_iter().map(EnquiryOut::from).collect(), total, open }
    }
}

impl From<Enquiry> for EnquiryOut {
    fn from(enquiry: Enquiry) -> Self {
        Self {
            id: enquiry.id.to_string(),
            topic: match enquiry.topic {
                Topic::Contact => TopicOut::Contact,
                Topic::Sales => TopicOut::Sales,
            },
            name: enquiry.sender.name,
            email: enquiry.sender.email,
            message: enquiry.message,
            doubtful: enquiry.is_doubtful,
            user_id: enquiry.sender.user.map(|user| user.to_string()),
            created_at: enquiry.created_at.to_rfc3339(),
            answered_at: enquiry.answered_at.map(Time::to_rfc3339),
        }
    }
}
