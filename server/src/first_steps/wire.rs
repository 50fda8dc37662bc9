//! JSON of the first steps.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::{Kind, Progress, Step};

/// Whether any address may register on purpose.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptOpenIn {
    pub(super) kept_open: bool,
}

/// What there is to set up, in the order in which it is best done.
#[derive(Serialize, ToSchema)]
pub struct FirstStepsOut {
    success: bool,
    steps: Vec<FirstStepOut>,
    /// Nothing is left to do.
    done: bool,
}

/// One step.
#[derive(Serialize, ToSchema)]
struct FirstStepOut {
    step: FirstStepKind,
    state: FirstStepState,
    /// What was found, and what to do about it, for people.
    says: String,
    /// The settings that it is about, as `quad.toml` calls them.
    settings: Vec<&'static str>,
    /// It is done because an administrator said that it shall be so, which can be taken back.
    kept: bool,
}

/// What it is about.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum FirstStepKind {
    Institute,
    Registration,
    Mail,
    Backups,
    Clubs,
    Payments,
    Push,
}

/// How far it is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum FirstStepState {
    /// It is set up.
    Done,
    /// It is to be decided or set.
    Open,
    /// It is set and does not work.
    Broken,
    /// It is being looked at: ask again in some seconds.
    Looking,
}

impl FirstStepsOut {
    pub(super) fn new(steps: &[Step]) -> Self {
        Self {
            success: true,
            done: steps.iter().all(|step| step.progress == Progress::Done),
            steps: steps.iter().map(FirstStepOut::from).collect(),
        }
    }
}

impl From<&Step> for FirstStepOut {
    fn from(step: &Step) -> Self {
        let (kind, settings): (_, &[&str]) = match step.kind {
            Kind::Institute => (FirstStepKind::Institute, &["institute_name"]),
            Kind::Registration => (FirstStepKind::Registration, &["institute_domains"]),
            Kind::Mail => (FirstStepKind::Mail, &["smtp_url", "mail_from"]),
            Kind::Backups => (FirstStepKind::Backups, &["backup_every", "backup_dir"]),
            Kind::Clubs => (FirstStepKind::Clubs, &[]),
            Kind::Payments => {
                let keys = &["billing", "razorpay_key_id", "razorpay_key_secret", "razorpay_webhook_secret"];
                (FirstStepKind::Payments, keys)
            }
            Kind::PushNeedsHttps => (FirstStepKind::Push, &["public_url"]),
            Kind::Push => (FirstStepKind::Push, &["contact_email"]),
        };
        Self {
            step: kind,
            state: match step.progress {
                Progress::Done => FirstStepState::Done,
                Progress::Open => FirstStepState::Open,
                Progress::Broken => FirstStepState::Broken,
                Progress::Looking => FirstStepState::Looking,
            },
            says: step.says.clone(),
            settings: settings.to_vec(),
            kept: step.is_kept,
        }
    }
}
