//! Integrity check, `quad check`: is everything true of the database that must be true of it?
//!
//! Each feature states its invariants in its `store_invariants.rs`; here they are gathered, asked, and told. Not statements of
//! ours are: what the engine says of its own files, whether the schema is what the migrations make, whether marks that depend on
//! rules kept as JSON are counted right and part exactly, whether what is typed and what is right there can be read, whether what is kept as JSON can be read, and whether the bytes of all pictures are in their store. It writes
//! nothing and works beside a running server: each statement sees one moment of the database.
//!
//! 1. Whatever is wrong is named, with the rule it breaks (`check::each_rule_names_what_breaks_it`).
//! 2. What features do leaves all of it true (`check::what_a_campus_does_is_clean`).

mod store;

use std::fmt::Write;

use futures::stream::{self, StreamExt};
use quad_db::Db;

use quad_people::{accounts, audit, notify, pictures};

use quad_contests::{attempts, contests, payments, polls, sandbox};

use quad_campus::{clubs, events, galleries};
use quad_kernel::error::{Error, Result};
use quad_kernel::invariant::Invariant;
use quad_migrations::Migrations;

/// How many that break a rule are named.
const NAMED: usize = 10;
/// The rule that is asked first.
const SCHEMA: &str = "schema";
/// Rules asked at the same time. More would only wait for the disk together.
pub const AT_ONCE: usize = 3;

/// What a rule came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFinding {
    /// The rule's name.
    pub name: &'static str,
    /// What must be true.
    pub says: &'static str,
    /// The first of those that break it; empty when it holds.
    pub offenders: Vec<String>,
}

/// All rules that are statements, in the order of the features.
pub fn invariants() -> impl Iterator<Item = &'static Invariant> {
    let all = [
        notify::INVARIANTS,
        audit::INVARIANTS,
        accounts::INVARIANTS,
        sandbox::INVARIANTS,
        payments::INVARIANTS,
        contests::INVARIANTS,
        attempts::INVARIANTS,
        polls::INVARIANTS,
        clubs::INVARIANTS,
        events::INVARIANTS,
        galleries::INVARIANTS,
    ];
    all.into_iter().flatten()
}

enum Rule<'a> {
    Schema,
    Flaws { thorough: bool },
    Dangling,
    Stated(&'static Invariant),
    Marks,
    Parts,
    Typed,
    Json,
    Bytes(&'a pictures::Media, bool),
}

impl Rule<'_> {
    async fn ask(self, db: &Db) -> Result<RuleFinding> {
        let (name, says, offenders) = match self {
            Rule::Schema => {
                (SCHEMA, "The tables, columns and keys that this version makes are there.", lacking(db).await?)
            }
            Rule::Flaws { thorough } => {
                ("engine", "The database engine finds its own files sound.", db.flaws(thorough, NAMED).await?)
            }
            Rule::Dangling => ("references", "Whatever a row points to is there.", db.dangling(NAMED).await?),
            Rule::Stated(rule) => (rule.name, rule.says, store::offenders(db, rule.offenders, NAMED).await?),
            Rule::Marks => (
                "own-marks-are-the-answers",
                "What attempts count of questions' own marks and of stars is what their answers give, and a contest counts the \
                    questions that give other marks than it.",
                attempts::miscounted_marks(db, NAMED).await?,
            ),
            Rule::Parts => (
                "parts-are-exact",
                "Where a part of the right options gives marks, it gives them exactly.",
                contests::inexact_parts(db, NAMED).await?,
            ),
            Rule::Typed => {
                let mut found = contests::unreadable_keys(db, NAMED).await?;
                found.extend(attempts::unreadable_answers(db, NAMED).await?);
                found.truncate(NAMED);
                (
                    "typed-can-be-read",
                    "What is right where an answer is typed, and what was typed there, can be read.",
                    found,
                )
            }
            Rule::Json => (
                "forms-can-be-read",
                "Each form of an event, and what people filled in, can be read.",
                events::unreadable(db, NAMED).await?,
            ),
            Rule::Bytes(media, thorough) => (
                "pictures-are-in-the-store",
                "The bytes of each picture that is shown are in the store of media_url, and are what was put there.",
                // A store that is away breaks this rule alone: what is asked of the database has its answers.
                pictures::wrong_bytes(db, media, thorough, NAMED).await?,
            ),
        };
        Ok(RuleFinding { name, says, offenders })
    }
}

/// Asks all rules. Pictures are looked for only where their store is given; to be thorough takes several times as long.
pub async fn check(db: &Db, media: Option<&pictures::Media>, thorough: bool) -> Result<Vec<RuleFinding>> {
    let schema = Rule::Schema.ask(db).await?;
    if schema.offenders.iter().any(|lack| !lack.contains("index")) {
        // What is asked of tables that are not there has no answer.
        return Ok(vec![schema]);
    }
    let rules = [Rule::Flaws { thorough }, Rule::Dangling].into_iter().chain(invariants().map(Rule::Stated));
    let rules = rules
        .chain([Rule::Marks, Rule::Parts, Rule::Typed, Rule::Json])
        .chain(media.map(|media| Rule::Bytes(media, thorough)))
        .enumerate();
    let asked = stream::iter(rules).map(async |(at, rule)| (at, rule.ask(db).await)).buffer_unordered(AT_ONCE);
    let mut found: Vec<(usize, Result<RuleFinding>)> = asked.collect().await;
    found.sort_by_key(|(at, _)| *at);
    std::iter::once(Ok(schema)).chain(found.into_iter().map(|(_, finding)| finding)).collect()
}

/// What the schema lacks.
async fn lacking(db: &Db) -> Result<Vec<String>> {
    let beside = tempfile::tempdir().map_err(anyhow::Error::from)?;
    let mut lacks = db.lacks::<Migrations>(beside.path()).await?;
    lacks.truncate(NAMED);
    Ok(lacks)
}

/// What the operator reads, and whether all rules hold.
pub fn report(findings: &[RuleFinding]) -> (String, bool) {
    let mut text = String::new();
    for RuleFinding { name, says, offenders } in findings {
        if offenders.is_empty() {
            text.push_str("ok      ");
            text.push_str(name);
            text.push('\n');
            continue;
        }
        let more = if offenders.len() == NAMED { ", maybe more" } else { "" };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "BROKEN  {name}: {says} Not so: {}{more}", offenders.join(", "));
    }
    let broken = findings.iter().filter(|finding| !finding.offenders.is_empty()).count();
    let all = findings.len();
    let sum = match broken {
        0 => format!("All {all} rules hold."),
        1 => format!("1 of {all} rules is broken."),
        many => format!("{many} of {all} rules are broken."),
    };
    text.push_str(&sum);
    (text, broken == 0)
}

/// `quad check` on a database that is open.
pub async fn run(db: &Db, media: &pictures::Media, thorough: bool) -> anyhow::Result<(String, bool)> {
    let findings = check(db, Some(media), thorough).await.map_err(|fail| match fail {
        Error::Internal(cause) => cause,
        Error::Rejected(refusal) => anyhow::anyhow!("{}", refusal.say),
    })?;
    Ok(report(&findings))
}
