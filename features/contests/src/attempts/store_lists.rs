//! Contest list store: contests with the asking person's own part in each.

use std::collections::HashMap;

use quad_db::FromRow;
use quad_db::{DbError, Source, places, sql};

use crate::contests::{self, Contest, ContestRules, Draw, MarkScheme};
use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, UserId};

use super::personal_time::OwnEnd;
use super::scoring;

/// A contest of a list.
#[derive(Debug, FromRow)]
pub struct ListedContest {
    /// Its id.
    pub id: ContestId,
    /// Who wrote it.
    pub owner_id: UserId,
    /// Its title.
    pub title: String,
    /// Its description.
    pub description: String,
    /// The first moment of its window.
    pub starts_at: Time,
    /// The first moment after.
    pub ends_at: Time,
    /// The last end of anybody's time, once an organiser has moved one.
    pub last_ends_at: Option<Time>,
    /// Since when all clocks stand still, while they do.
    pub paused_at: Option<Time>,
    /// When the asking person's time ends, where that is not with the contest.
    pub own_ends_at: Option<Time>,
    /// Listed for everybody.
    pub is_public: bool,
    /// What its owner set.
    pub rules: ContestRules,
    /// Number of questions.
    pub question_count: i32,
    /// By which blueprint each person gets a part of them, if by one.
    pub draw: Option<Draw>,
    /// Number of people who joined.
    pub participants: i32,
    /// When the asking person joined, if so.
    pub joined_at: Option<Time>,
    /// When the asking person submitted, if so.
    pub submitted_at: Option<Time>,
    /// Answers the asking person gave.
    pub answered: i64,
    /// The asking person accepted an invitation.
    pub invited: bool,
}

impl ListedContest {
    /// A contest in which the asking person has no part.
    pub fn new(contest: &Contest) -> Self {
        Self {
            id: contest.id,
            owner_id: contest.owner,
            title: contest.title.clone(),
            description: contest.description.clone(),
            starts_at: contest.starts_at,
            ends_at: contest.ends_at,
            last_ends_at: contest.last_ends_at,
            paused_at: contest.paused_at,
            own_ends_at: None,
            is_public: contest.is_public,
            rules: contest.rules,
            question_count: contest.question_count as i32,
            draw: contest.draw.clone(),
            participants: contest.participants as i32,
            joined_at: None,
            submitted_at: None,
            answered: 0,
            invited: false,
        }
    }

    /// The last moment at which anybody's time ends; results wait for it.
    pub fn closes_at(&self) -> Time {
        contests::closes_at(self.ends_at, self.last_ends_at, self.paused_at)
    }

    /// Whether the asking person's attempt counts as submitted.
    pub fn is_complete(&self, now: Time) -> bool {
        let end = OwnEnd::new(self.own_ends_at.unwrap_or(self.ends_at), self.paused_at);
        self.joined_at.is_some() && (self.submitted_at.is_some() || now >= end.counts_until())
    }
}

/// The asking person is `$1`.
const COLUMNS: &str =
    "c.id, c.owner_id, c.title, c.description, c.starts_at, c.ends_at, c.last_ends_at, c.paused_at, c.is_public, c.rules, c.question_count, c.draw,
    c.participants, a.ends_at AS own_ends_at, a.joined_at, a.submitted_at, (SELECT COUNT(*) FROM answers n WHERE n.attempt_id = a.id) AS answered,
    EXISTS (SELECT 1 FROM contest_guests g WHERE g.contest_id = c.id AND g.user_id = $1) AS invited";

/// A person's part in a contest: an attempt, an invitation, or a row of each.
#[derive(Debug, FromRow)]
pub struct Part {
    /// Which contest.
    pub contest_id: ContestId,
    /// Narrow key of the attempt; none for an invitation.
    pub attempt_id: Option<i64>,
    /// When the person joined, if so.
    pub joined_at: Option<Time>,
    /// When the person submitted, if so.
    pub submitted_at: Option<Time>,
    /// When the person's time ends, where that is not with the contest.
    pub ends_at: Option<Time>,
}

/// Everything a person takes part in or was let into.
pub async fn parts(source: &impl Source, user: UserId) -> Result<Vec<Part>, DbError> {
    sql("SELECT contest_id, id AS attempt_id, joined_at, submitted_at, ends_at FROM attempts WHERE user_id = $1
         UNION ALL SELECT contest_id, NULL, NULL, NULL, NULL FROM contest_guests WHERE user_id = $1")
    .arg(user)
    .all(source)
    .await
}

/// How an attempt and its contest stand.
#[derive(Debug, FromRow)]
pub struct AttemptCounts {
    /// Narrow key of the attempt.
    pub id: i64,
    /// Answers given.
    pub answered: i64,
    /// Number of people who joined the contest.
    pub participants: i32,
}

/// How attempts stand.
pub async fn given(source: &impl Source, attempts: &[i64]) -> Result<Vec<AttemptCounts>, DbError> {
    let mut found = Vec::with_capacity(attempts.len());
    for chunk in attempts.chunks(500) {
        let text = format!(
            "SELECT a.id, c.participants, (SELECT COUNT(*) FROM answers n WHERE n.attempt_id = a.id) AS answered
             FROM attempts a JOIN contests c ON c.id = a.contest_id WHERE a.id IN ({})",
            places(1..=chunk.len())
        );
        let rows: Vec<AttemptCounts> =
            chunk.iter().fold(sql(text), |statement, id| statement.arg(*id)).all(source).await?;
        found.extend(rows);
    }
    Ok(found)
}

#[derive(FromRow)]
struct RankRow {
    contest_id: ContestId,
    better: i64,
}

/// The ranks of a person in these contests, as [`rank`](super::scoring::rank) gives them: counted, so only where few take part.
/// Contests of one scheme have one order, and so one statement.
pub async fn ranks(
    source: &impl Source,
    user: UserId,
    contests: &[(ContestId, MarkScheme)],
) -> Result<HashMap<ContestId, u32>, DbError> {
    let mut by_scheme: HashMap<MarkScheme, Vec<ContestId>> = HashMap::new();
    for (contest, scheme) in contests {
        by_scheme.entry(*scheme).or_default().push(*contest);
    }
    let mut found = HashMap::with_capacity(contests.len());
    for (scheme, contests) in by_scheme {
        for chunk in contests.chunks(500) {
            let text = format!(
                "SELECT a.contest_id, (SELECT COUNT(*) FROM attempts b WHERE b.contest_id = a.contest_id
                        AND {}) AS better
                 FROM attempts a WHERE a.user_id = $1 AND a.contest_id IN ({})",
                scoring::is_better(scheme, "b", "a"),
                places(2..=chunk.len() + 1)
            );
            let statement = chunk.iter().fold(sql(text).arg(user), |statement, id| statement.arg(*id));
            let rows: Vec<RankRow> = statement.all(source).await?;
            found.extend(rows.into_iter().map(|row| (row.contest_id, row.better as u32 + 1)));
        }
    }
    Ok(found)
}

/// Contests a person has joined, latest first.
pub async fn joined_by(source: &impl Source, user: UserId) -> Result<Vec<ListedContest>, DbError> {
    sql(format!(
        "SELECT {COLUMNS} FROM attempts a JOIN contests c ON c.id = a.contest_id WHERE a.user_id = $1
         ORDER BY a.joined_at DESC, a.id DESC"
    ))
    .arg(user)
    .all(source)
    .await
}
