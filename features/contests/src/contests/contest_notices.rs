//! Contest notices: what people are told of a contest that became public or was moved.

use chrono_tz::Tz;

use quad_kernel::clock::Time;
use quad_people::notify::{About, Notice};

use super::model::{Contest, Status, Window};

/// What everybody is told of a contest that became public.
pub fn announced(contest: &Contest, zone: Tz) -> Notice {
    let body = format!("From {}.", hours(contest.window(), zone));
    notice(contest, format!("New contest: {}", contest.title), body)
}

/// What everybody who knows of a contest is told when its time was changed.
pub fn moved(contest: &Contest, now: Time, zone: Tz) -> Notice {
    if contest.status(now) == Status::Ended {
        let body = format!("It ended on {} ({zone}).", contest.ends_at.shown(zone));
        return notice(contest, format!("Ended early: {}", contest.title), body);
    }
    let body = format!("It now runs from {}.", hours(contest.window(), zone));
    notice(contest, format!("New time: {}", contest.title), body)
}

/// What stands in the place of all that of a contest that was deleted before its end. It leads to the contests there are.
pub fn called_off(title: &str) -> Notice {
    Notice {
        about: About::Contest,
        title: format!("Called off: {title}"),
        body: "This contest was deleted and does not take place.".to_owned(),
        url: "/contest".to_owned(),
    }
}

/// A window in words.
pub fn hours(window: Window, zone: Tz) -> String {
    format!("{} to {} ({zone})", window.starts_at.shown(zone), window.ends_at.shown(zone))
}

/// It leads to the contest's page, which also says that it is not open any more.
fn notice(contest: &Contest, title: String, body: String) -> Notice {
    Notice { about: About::Contest, title, body, url: format!("/my-contests/{}", contest.id) }
}
