//! First steps model: what there is to set up, and how far it is.

use quad_services::config::Settings;

use crate::doctor::{self, Finding, Level};

/// What nobody has named yet is called so in the example of the settings.
const UNNAMED: &str = "Your Institute";

/// What to set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Institute,
    Registration,
    Mail,
    Backups,
    Clubs,
    Payments,
    Push,
    /// As long as the address is not https, it does not matter whom push services may write to.
    PushNeedsHttps,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// It is set up.
    Done,
    /// It is to be decided or set.
    Open,
    /// It is set and does not work.
    Broken,
    /// It is being looked at.
    Looking,
}

/// One step.
#[derive(Debug)]
pub(super) struct Step {
    pub kind: Kind,
    pub progress: Progress,
    /// What was found, and what to do about it.
    pub says: String,
    /// It is done only because an administrator said that it shall be so.
    pub is_kept: bool,
}

/// What is still to set up, by what the doctor found and by the clubs that nobody manages.
pub(super) fn steps(settings: &Settings, found: &[Finding], unmanaged: &[String], is_kept_open: bool) -> Vec<Step> {
    let by_doctor = |kind, name: &str| {
        let Some(Finding { level, says, .. }) = found.iter().find(|one| one.name == name) else {
            return Step { kind, progress: Progress::Looking, says: "being checked".to_owned(), is_kept: false };
        };
        let progress = match level {
            Level::Ok => Progress::Done,
            Level::Warn => Progress::Open,
            Level::Bad => Progress::Broken,
        };
        Step { kind, progress, says: says.clone(), is_kept: false }
    };
    vec![
        institute(&settings.institute_name),
        registration(by_doctor(Kind::Registration, "registration"), is_kept_open),
        by_doctor(Kind::Mail, "mail"),
        backups(by_doctor(Kind::Backups, "backups"), found),
        clubs(unmanaged),
        by_doctor(Kind::Payments, "payment"),
        by_doctor(if doctor::push_needs_https(settings) { Kind::PushNeedsHttps } else { Kind::Push }, "push"),
    ]
}

/// Open to any address is as it shall be where an administrator said so.
fn registration(found: Step, is_kept_open: bool) -> Step {
    if found.progress != Progress::Open || !is_kept_open {
        return found;
    }
    let says = "open to any address, as an administrator decided".to_owned();
    Step { progress: Progress::Done, says, is_kept: true, ..found }
}

/// With what the doctor remarks of their disk.
fn backups(made: Step, found: &[Finding]) -> Step {
    match found.iter().find(|one| one.name == "backup-disk") {
        Some(disk) if made.progress == Progress::Done => Step { says: format!("{}; {}", made.says, disk.says), ..made },
        _ => made,
    }
}

fn institute(name: &str) -> Step {
    let is_named = !name.trim().is_empty() && name != UNNAMED;
    let (progress, says) = if is_named {
        (Progress::Done, format!("{name} is named on pages and in mails"))
    } else {
        (Progress::Open, "pages and mails do not name it yet: set institute_name".to_owned())
    };
    Step { kind: Kind::Institute, progress, says, is_kept: false }
}

fn clubs(unmanaged: &[String]) -> Step {
    /// So many are named.
    const NAMED: usize = 5;
    let (progress, says) = match unmanaged {
        [] => (Progress::Done, "each club has an administrator".to_owned()),
        some => {
            let named = some.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
            let more = some.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let verb = if some.len() == 1 { "has" } else { "have" };
            (
                Progress::Open,
                format!("{named}{more} {verb} no administrator: appoint one on the page of the club's members"),
            )
        }
    };
    Step { kind: Kind::Clubs, progress, says, is_kept: false }
}

#[cfg(test)]
mod tests {
    use quad_services::config;

    use super::*;

    #[test]
    fn what_nobody_has_named_is_open() {
        assert!(config::EXAMPLE.contains(&format!("institute_name = \"{UNNAMED}\"")));
        for name in [UNNAMED, "", "  "] {
            assert_eq!(institute(name).progress, Progress::Open, "{name:?}");
        }
        assert_eq!(institute("Meridian").progress, Progress::Done);
    }

    #[test]
    fn clubs_without_administrators_are_named_up_to_five() {
        let names: Vec<String> = (1..=7).map(|number| format!("CLUB{number}")).collect();
        assert_eq!(clubs(&[]).progress, Progress::Done);
        assert!(clubs(&names[..1]).says.starts_with("CLUB1 has no administrator"));
        assert!(clubs(&names).says.starts_with("CLUB1, CLUB2, CLUB3, CLUB4, CLUB5 and 2 more have no administrator"));
    }
}
