//! `Retry-After` (RFC 9110, 10.2.3): when a busy server wants to be asked again. The caller sets how long it waits at most.
//! It knows nothing of what was asked for.

use std::time::{Duration, SystemTime};

use reqwest::header::{DATE, HeaderMap, HeaderValue, RETRY_AFTER};

/// How long an answer asks to be left alone. Seconds, or a date, which counts from the answer's own `Date`: the wait is right then
/// also where two clocks differ. A date that is over asks for no wait.
#[must_use]
pub fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let said = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = said.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = |value: &HeaderValue| httpdate::parse_http_date(value.to_str().ok()?.trim()).ok();
    let until = headers.get(RETRY_AFTER).and_then(date)?;
    let said_at = headers.get(DATE).and_then(date).unwrap_or_else(machine_now);
    Some(until.duration_since(said_at).unwrap_or_default())
}

#[expect(clippy::disallowed_methods, reason = "the date of somebody else's clock, which no test fixes")]
fn machine_now() -> SystemTime {
    SystemTime::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: &str = "Sun, 06 Nov 1994 12:00:00 GMT";

    fn seconds(said: &str, date: Option<&str>) -> Option<u64> {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, said.parse().expect("a value"));
        if let Some(date) = date {
            headers.insert(DATE, date.parse().expect("a value"));
        }
        retry_after(&headers).map(|wait| wait.as_secs())
    }

    #[test]
    fn seconds_and_each_form_of_a_date_are_read() {
        for said in
            ["90", "Sun, 06 Nov 1994 12:01:30 GMT", "Sunday, 06-Nov-94 12:01:30 GMT", "Sun Nov  6 12:01:30 1994"]
        {
            assert_eq!(seconds(said, Some(NOON)), Some(90), "{said}");
        }
        for said in ["0", NOON, "Sun, 06 Nov 1994 11:00:00 GMT"] {
            assert_eq!(seconds(said, Some(NOON)), Some(0), "{said}");
        }
        for said in ["", "soon", "-5", "1.5", "1994-11-06T12:01:30Z"] {
            assert_eq!(seconds(said, Some(NOON)), None, "{said}");
        }
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }

    #[test]
    fn without_a_date_of_the_answer_this_clock_counts() {
        for date in [None, Some("some day")] {
            assert_eq!(seconds(NOON, date), Some(0), "{date:?}");
            assert!(seconds("Fri, 31 Dec 9999 23:59:59 GMT", date).is_some_and(|wait| wait > 86_400), "{date:?}");
        }
    }
}
