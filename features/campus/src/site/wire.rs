//! JSON of the site's call.

use serde::Serialize;
use utoipa::ToSchema;

use quad_kernel::clock::Time;
use quad_services::config::{Billing, Settings};

use super::store::SiteCounts;

/// This installation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct SiteOut {
    /// How the product calls itself here.
    name: String,
    institute_name: String,
    /// Exact domains whose addresses may register; empty: any.
    institute_domains: Vec<String>,
    /// The zone in which dates are entered and shown.
    time_zone: String,
    billing: BillingOut,
    /// What is bought here is paid in the sandbox: no money moves.
    test_payments: bool,
    /// Pictures of other sites can be shown: at least one host is allowed (`picture_hosts`).
    foreign_pictures: bool,
    /// Mail goes out: registration needs a mailed link.
    mail: bool,
    /// A line of the operator's, such as "50,000+ students".
    students_claim: Option<String>,
    /// Where to write to whoever runs this, if told.
    contact_email: Option<String>,
    /// Where to call, if told.
    contact_phone: Option<String>,
    /// When the policy pages were last changed, in words.
    policies_updated: String,
    counts: SiteCountsOut,
    /// This is the demo campus.
    demo: bool,
    server_now: String,
}

/// Whether creating costs credits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum BillingOut {
    On,
    Off,
}

/// Real numbers, some seconds old.
#[derive(Serialize, ToSchema)]
struct SiteCountsOut {
    students: i64,
    contests: i64,
    answers: i64,
}

impl SiteOut {
    pub fn new(settings: &Settings, mail: bool, counts: SiteCounts, now: Time) -> Self {
        let told = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        Self {
            name: settings.display_name.clone(),
            institute_name: settings.institute_name.clone(),
            institute_domains: settings.institute_domains.clone(),
            time_zone: settings.time_zone.name().to_owned(),
            billing: if settings.billing == Billing::On { BillingOut::On } else { BillingOut::Off },
            test_payments: settings.billing == Billing::On && !settings.sells_for_money(),
            foreign_pictures: !settings.picture_hosts.is_empty(),
            mail,
            students_claim: told(&settings.students_claim),
            contact_email: told(&settings.contact_email),
            contact_phone: told(&settings.contact_phone),
            policies_updated: settings.policies_updated.trim().to_owned(),
            counts: SiteCountsOut { students: counts.students, contests: counts.contests, answers: counts.answers },
            demo: counts.demo > 0,
            server_now: now.to_rfc3339(),
        }
    }
}
