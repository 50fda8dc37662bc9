//! Migrations: the database schema, one step per file, applied in order under a lock (crates/db). Forward only.
//!
//! The files are SQL as both engines read it, with the words that [`Step`] translates. Times are BIGINT milliseconds, see
//! `crates/kernel/src/clock.rs`. The queue's table comes from its own crate.

use serde_json::Value;

use quad_db::{Derivation, DerivedColumn, MigrationList, Step};

/// All steps.
#[derive(Debug)]
pub struct Migrations;

impl MigrationList for Migrations {
    fn steps() -> Vec<Step> {
        vec![
            quad_jobs::MIGRATION,
            step("m0001_accounts", include_str!("m0001_accounts.sql")),
            step("m0002_credits", include_str!("m0002_credits.sql")),
            step("m0003_contests", include_str!("m0003_contests.sql")),
            step("m0004_attempts", include_str!("m0004_attempts.sql")),
            step("m0005_enquiries", include_str!("m0005_enquiries.sql")),
            step("m0006_payments", include_str!("m0006_payments.sql")),
            step("m0007_sandbox", include_str!("m0007_sandbox.sql")),
            step("m0008_polls", include_str!("m0008_polls.sql")),
            step("m0009_account", include_str!("m0009_account.sql")),
            step("m0010_drafting", include_str!("m0010_drafting.sql")),
            step("m0011_invitations", include_str!("m0011_invitations.sql")),
            step("m0012_corrections", include_str!("m0012_corrections.sql")),
            step("m0013_pictures", include_str!("m0013_pictures.sql")),
            step("m0014_notify", include_str!("m0014_notify.sql")),
            step("m0015_clubs", include_str!("m0015_clubs.sql")),
            step("m0016_events", include_str!("m0016_events.sql")),
            step("m0017_galleries", include_str!("m0017_galleries.sql")),
            step("m0018_changes", include_str!("m0018_changes.sql")),
            step("m0019_system", include_str!("m0019_system.sql")),
            step("m0020_stragglers", include_str!("m0020_stragglers.sql")),
            step("m0021_login_limits", include_str!("m0021_login_limits.sql")),
            step("m0022_registrations", include_str!("m0022_registrations.sql")),
            step("m0023_hosts", include_str!("m0023_hosts.sql")),
            step("m0024_digests", include_str!("m0024_digests.sql")),
            step("m0025_payment_cases", include_str!("m0025_payment_cases.sql")),
            step("m0026_idempotency", include_str!("m0026_idempotency.sql")),
            step("m0027_contest_rules", include_str!("m0027_contest_rules.sql")),
            step("m0028_moves_told", include_str!("m0028_moves_told.sql")),
            step("m0029_capacity_set", include_str!("m0029_capacity_set.sql")),
            step("m0030_event_messages", include_str!("m0030_event_messages.sql")),
            Step { derived: &SEARCHED, ..step("m0031_search", include_str!("m0031_search.sql")) },
            step("m0032_audit", include_str!("m0032_audit.sql")),
            step("m0033_calendar_addresses", include_str!("m0033_calendar_addresses.sql")),
            step("m0034_unsubscribe_tokens", include_str!("m0034_unsubscribe_tokens.sql")),
            step("m0035_push_expiry", include_str!("m0035_push_expiry.sql")),
            Step { derived: &PEOPLE_SEARCHED, ..step("m0036_addresses_searched", "") },
            step("m0037_marking_answered", include_str!("m0037_marking_answered.sql")),
            step("m0038_explanations", include_str!("m0038_explanations.sql")),
            Step { derived: &SEARCHED, ..step("m0039_apostrophes_searched", "") },
            step("m0040_own_marks", include_str!("m0040_own_marks.sql")),
            Step { derived: &OTHER_MARKS, ..step("m0041_other_marks_counted", "") },
            step("m0042_options", include_str!("m0042_options.sql")),
            step("m0043_several", include_str!("m0043_several.sql")),
            Step { derived: &SEARCHED, ..step("m0044_words_searched", "") },
            step("m0045_typed_answers", include_str!("m0045_typed_answers.sql")),
            step("m0046_question_pictures", include_str!("m0046_question_pictures.sql")),
            step("m0047_answer_changes", include_str!("m0047_answer_changes.sql")),
            step("m0048_draw", include_str!("m0048_draw.sql")),
            step("m0049_fixed_options", include_str!("m0049_fixed_options.sql")),
            step("m0050_personal_time", include_str!("m0050_personal_time.sql")),
            step("m0051_notices_about", include_str!("m0051_notices_about.sql")),
            step("m0052_doubtful_enquiries", include_str!("m0052_doubtful_enquiries.sql")),
        ]
    }
}

fn step(name: &'static str, text: &'static str) -> Step {
    Step { name, text, derived: &[] }
}

/// What lists search and sort by, and the halls of events as they are compared. When a rule of `quad_text` changes, a further step
/// without statements fills these again.
const SEARCHED: [DerivedColumn; 7] = [
    PEOPLE_SEARCHED[0],
    DerivedColumn { table: "users", from: &["full_name"], into: "sort_key", by: Derivation::Bytes(sort_key) },
    DerivedColumn {
        table: "clubs",
        from: &["short_name", "name", "description"],
        into: "search_text",
        by: Derivation::Text(quad_text::search_text),
    },
    DerivedColumn { table: "clubs", from: &["name"], into: "sort_key", by: Derivation::Bytes(sort_key) },
    DerivedColumn {
        table: "events",
        from: &["title", "location"],
        into: "search_text",
        by: Derivation::Text(quad_text::search_text),
    },
    DerivedColumn { table: "events", from: &["location"], into: "place", by: Derivation::Text(place) },
    DerivedColumn {
        table: "polls",
        from: &["title", "organization"],
        into: "search_text",
        by: Derivation::Text(quad_text::search_text),
    },
];

/// People are found by their address as well, whose letters may be of any script.
const PEOPLE_SEARCHED: [DerivedColumn; 1] = [DerivedColumn {
    table: "users",
    from: &["full_name", "email"],
    into: "search_text",
    by: Derivation::Text(quad_text::search_text),
}];

/// A contest counted the questions that have marks of their own, and counts now those that give other marks than it.
const OTHER_MARKS: [DerivedColumn; 1] = [DerivedColumn {
    table: "contests",
    from: &[
        "rules",
        "(SELECT COALESCE(string_agg(COALESCE(CAST(own_right AS TEXT), '') || ' ' || COALESCE(CAST(own_wrong AS TEXT), ''), ','), '')
          FROM questions WHERE contest_id = contests.id)",
    ],
    into: "own_marks",
    by: Derivation::Number(other_marks),
}];

fn sort_key(parts: &[&str]) -> Vec<u8> {
    quad_text::sort_key(&parts.concat())
}

fn place(parts: &[&str]) -> String {
    quad_text::likeness_of_places(&parts.concat())
}

/// Units of a mark.
const UNITS: i64 = 10_080;

/// How many of the questions give other marks than the rules of their contest say.
fn other_marks(parts: &[&str]) -> i32 {
    let &[rules, questions] = parts else { return 0 };
    let rules: Value = serde_json::from_str(rules).unwrap_or_default();
    let usual = |name, unsaid| rules[name].as_str().map_or(Some(unsaid), units);
    let (right, wrong) = (usual("right", UNITS), usual("wrong", 0).filter(|_| rules["floor"] != "question"));
    let differs =
        |own: &str, usual: Option<i64>| own.parse::<i64>().is_ok_and(|own| usual.is_some_and(|usual| own != usual));
    let amounts = questions.split(',').filter_map(|both| both.split_once(' '));
    amounts.filter(|(own_right, own_wrong)| differs(own_right, right) || differs(own_wrong, wrong)).count() as i32
}

/// Units of an amount as rules keep it: `4`, `0.125`, `-1/3`.
fn units(text: &str) -> Option<i64> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let (whole, decimals) = above.split_once('.').unwrap_or((above, ""));
    let below = below.parse::<i64>().ok()? * 10_i64.pow(decimals.len() as u32);
    let above = format!("{whole}{decimals}").parse::<i64>().ok()? * UNITS;
    (above % below == 0).then(|| above / below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_rules_keep_them() {
        for (text, read) in [
            ("4", 40_320),
            ("-1", -10_080),
            ("0.125", 1_260),
            ("-0.25", -2_520),
            ("-1/3", -3_360),
            ("2/7", 2_880),
            ("0", 0),
        ] {
            assert_eq!(units(text), Some(read), "{text}");
        }
    }

    #[test]
    fn only_other_amounts_are_counted() {
        let gate = r#"{"preset":"gate","right":"1","wrong":"-1/3"}"#;
        let floored = r#"{"preset":"own","right":"1","wrong":"-1/3","floor":"question"}"#;
        for (rules, questions, count) in [
            (gate, "", 0),
            (gate, " , ,10080 -3360, -3360", 0),
            (gate, " ,20160 -6720,10080 0,10080 ", 2),
            (floored, "10080 -6720,20160 ", 1),
            ("{}", " ", 0),
        ] {
            assert_eq!(other_marks(&[rules, questions]), count, "{rules} {questions}");
        }
    }
}
