//! Attempt store: all SQL on `attempts` and `answers`: reading here, lists in `store_lists.rs`, the writer's batches in
//! `store_batches.rs`.

use quad_db::FromRow;
use quad_db::{Column, DbError, Engine, Source, packed, places, sql};
use serde::Deserialize;
use uuid::Uuid;

use crate::contests::{ContestRules, MarkScheme, Marks};
use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, UserId};

use super::model::{Attempt, GivenAnswer, StoredAnswer};
use super::scoring::{Counters, Score};

/// The key of an answer.
#[derive(FromRow)]
pub(super) struct KeyRow {
    attempt_id: i64,
    question_no: i32,
}

impl KeyRow {
    pub(super) fn key(self) -> (i64, i32) {
        (self.attempt_id, self.question_no)
    }
}

#[derive(FromRow)]
struct AttemptRow {
    id: i64,
    joined_at: Time,
    submitted_at: Option<Time>,
    answered: i64,
    variant: i32,
}

impl From<AttemptRow> for Attempt {
    fn from(row: AttemptRow) -> Self {
        let AttemptRow { id, joined_at, submitted_at, answered, variant } = row;
        Self { id, joined_at, submitted_at, answered: answered as u32, variant: variant as u32 }
    }
}

/// A person's attempt at a contest.
pub async fn attempt(source: &impl Source, contest: ContestId, user: UserId) -> Result<Option<Attempt>, DbError> {
    let row: Option<AttemptRow> = sql("SELECT id, joined_at, submitted_at, variant,
                (SELECT COUNT(*) FROM answers n WHERE n.attempt_id = a.id) AS answered
         FROM attempts a WHERE contest_id = $1 AND user_id = $2")
    .arg(contest)
    .arg(user)
    .one(source)
    .await?;
    Ok(row.map(Attempt::from))
}

#[derive(FromRow)]
struct ScoreRow {
    correct: i32,
    wrong: i32,
    partly: i32,
    extra_marks: i64,
    starred: i32,
}

/// What is counted of an attempt, as it is marked now.
pub(super) async fn score(source: &impl Source, attempt: i64) -> Result<Counters, DbError> {
    let row: Option<ScoreRow> = sql("SELECT correct, wrong, partly, extra_marks, starred FROM attempts WHERE id = $1")
        .arg(attempt)
        .one(source)
        .await?;
    let counted = |row: ScoreRow| Counters {
        correct: row.correct as u32,
        wrong: row.wrong as u32,
        partly: row.partly as u32,
        extra: Marks::from_units(row.extra_marks),
        starred: row.starred as u32,
    };
    Ok(row.map(counted).unwrap_or_default())
}

/// What a person's windows hear of an attempt.
#[derive(Clone, Copy, Debug, Default, FromRow)]
pub(super) struct OwnPart {
    /// It was handed in.
    pub is_handed_in: bool,
    /// The sum of the numbers of the changes that stand: it rises with each. None where nothing was changed.
    pub changed: Option<i64>,
    /// When the person's time ends, where that is not with the contest.
    pub ends_at: Option<Time>,
}

/// What the windows of a person hear of the own attempt at a contest; nothing without an attempt.
pub(super) async fn own_part(
    source: &impl Source,
    contest: ContestId,
    user: UserId,
) -> Result<Option<OwnPart>, DbError> {
    sql("SELECT a.submitted_at IS NOT NULL AS is_handed_in, a.ends_at,
                (SELECT CAST(SUM(s.seq) AS BIGINT) FROM answer_changes s WHERE s.attempt_id = a.id) AS changed
         FROM attempts a WHERE a.contest_id = $1 AND a.user_id = $2")
    .arg(contest)
    .arg(user)
    .one(source)
    .await
}

/// Whether a person has an attempt that was not handed in and ends after a moment.
pub(super) async fn has_open(source: &impl Source, user: UserId, after: Time) -> Result<bool, DbError> {
    let open: Option<i64> = sql("SELECT a.id AS value FROM attempts a JOIN contests c ON c.id = a.contest_id
         WHERE a.user_id = $1 AND a.submitted_at IS NULL
            AND (COALESCE(a.ends_at, c.ends_at) > $2 OR c.paused_at < COALESCE(a.ends_at, c.ends_at)) LIMIT 1")
    .arg(user)
    .arg(after)
    .value(source)
    .await?;
    Ok(open.is_some())
}

/// Where a contest stands, and how many take part.
#[derive(Debug, FromRow)]
pub(super) struct Standing {
    pub starts_at: Time,
    pub ends_at: Time,
    pub last_ends_at: Option<Time>,
    pub paused_at: Option<Time>,
    pub is_public: bool,
    pub frozen: bool,
    pub participants: i32,
    pub corrections: i32,
    pub submitted: i64,
    pub rules: ContestRules,
    pub own_marks: i32,
    pub starred: i32,
    pub several_questions: i32,
    pub drawn: bool,
}

/// Where a contest stands; all in one look, so that the numbers belong together.
pub(super) async fn standing(source: &impl Source, contest: ContestId) -> Result<Option<Standing>, DbError> {
    sql("SELECT starts_at, ends_at, last_ends_at, paused_at, is_public, frozen_at IS NOT NULL AS frozen, participants, corrections, rules, own_marks, starred, several_questions, draw IS NOT NULL AS drawn,
                (SELECT COUNT(*) FROM attempts a WHERE a.contest_id = c.id AND a.submitted_at IS NOT NULL) AS submitted
         FROM contests c WHERE id = $1")
    .arg(contest)
    .one(source)
    .await
}

#[derive(FromRow)]
struct ChosenRow {
    question_no: i32,
    chosen: i32,
    typed: Option<String>,
}

/// The answers of an attempt.
pub async fn choices(source: &impl Source, attempt: i64) -> Result<Vec<GivenAnswer>, DbError> {
    let rows: Vec<ChosenRow> =
        sql("SELECT question_no, chosen, typed FROM answers WHERE attempt_id = $1 ORDER BY question_no")
            .arg(attempt)
            .all(source)
            .await?;
    let given = |row: ChosenRow| GivenAnswer {
        question_no: row.question_no,
        answer: StoredAnswer { chosen: row.chosen as u8, typed: row.typed },
    };
    Ok(rows.into_iter().map(given).collect())
}

/// An answer with its moment.
#[derive(Debug, FromRow)]
pub(super) struct TimedAnswer {
    pub question_no: i32,
    pub chosen: i32,
    pub typed: Option<String>,
    pub answered_at: Time,
}

/// The answers of an attempt with their moments.
pub(super) async fn given(source: &impl Source, attempt: i64) -> Result<Vec<TimedAnswer>, DbError> {
    sql("SELECT question_no, chosen, typed, answered_at FROM answers WHERE attempt_id = $1 ORDER BY question_no")
        .arg(attempt)
        .all(source)
        .await
}

#[derive(FromRow)]
struct StoredRow {
    chosen: i32,
    typed: Option<String>,
}

/// One stored answer.
pub async fn stored(source: &impl Source, attempt: i64, question_no: i32) -> Result<Option<StoredAnswer>, DbError> {
    let row: Option<StoredRow> = sql("SELECT chosen, typed FROM answers WHERE attempt_id = $1 AND question_no = $2")
        .arg(attempt)
        .arg(question_no)
        .one(source)
        .await?;
    Ok(row.map(|row| StoredAnswer { chosen: row.chosen as u8, typed: row.typed }))
}

/// An attempt with its counters as they stand.
#[derive(FromRow)]
pub(super) struct CountedRow {
    pub id: i64,
    pub user_id: UserId,
    pub submitted_at: Option<Time>,
    pub correct: i32,
    pub wrong: i32,
}

#[derive(FromRow)]
struct OffenderRow {
    offender: String,
}

/// Attempts, in words, that count own marks or stars of a contest none of whose questions has any, or answers right in part where
/// no question has several right options. A wrong number may take something else off.
pub(super) async fn unmarked_with_extra(source: &impl Source, most: usize) -> Result<Vec<String>, DbError> {
    let rows: Vec<OffenderRow> = sql(format!(
        "SELECT 'attempt ' || a.id || ' of ' || COALESCE(u.email, '?') || ' in ' || COALESCE(c.title, '?') AS offender
         FROM attempts a LEFT JOIN contests c ON c.id = a.contest_id LEFT JOIN users u ON u.id = a.user_id
         WHERE (a.extra_marks <> 0 OR a.starred <> 0 OR a.partly <> 0) AND NOT EXISTS (SELECT 1 FROM questions q
            WHERE q.contest_id = a.contest_id
                AND (q.own_right IS NOT NULL OR q.own_wrong IS NOT NULL OR q.starred <> 0 OR q.kind IN ('several', 'number')))
         ORDER BY a.id LIMIT {most}"
    ))
    .all(source)
    .await?;
    Ok(rows.into_iter().map(|row| row.offender).collect())
}

/// All attempts at a contest, by their keys.
pub(super) async fn counted(source: &impl Source, contest: ContestId) -> Result<Vec<CountedRow>, DbError> {
    sql("SELECT id, user_id, submitted_at, correct, wrong FROM attempts WHERE contest_id = $1 ORDER BY id")
        .arg(contest)
        .all(source)
        .await
}

/// An answer with its attempt.
#[derive(FromRow)]
pub(super) struct AnswerRow {
    pub attempt_id: i64,
    pub question_no: i32,
    pub chosen: i32,
}

/// All answers of these attempts, the first and the last included.
pub(super) async fn answers_between(
    source: &impl Source,
    contest: ContestId,
    first: i64,
    last: i64,
) -> Result<Vec<AnswerRow>, DbError> {
    sql("SELECT n.attempt_id, n.question_no, n.chosen FROM answers n JOIN attempts a ON a.id = n.attempt_id
         WHERE a.contest_id = $1 AND n.attempt_id >= $2 AND n.attempt_id <= $3 ORDER BY n.attempt_id, n.question_no")
    .arg(contest)
    .arg(first)
    .arg(last)
    .all(source)
    .await
}

/// A participant of a board before it is ranked.
#[derive(Debug)]
pub struct Entrant {
    /// What the rank depends on.
    pub score: Score,
    /// Display name.
    pub full_name: String,
    /// Address; none of somebody whose account is deleted.
    pub email: Option<String>,
    /// Answers within the grace after the end.
    pub late: u32,
}

/// User, joined, last answer, right, wrong, right in part, own marks, starred, late, name, address.
type EntrantRow = (Uuid, i64, Option<i64>, u32, u32, u32, i64, u32, u32, String, Option<String>);

/// Everybody who joined a contest with such a scheme, in no particular order.
pub async fn entrants(source: &impl Source, contest: ContestId, scheme: MarkScheme) -> Result<Vec<Entrant>, DbError> {
    entrants_between(source, contest, scheme, None, None).await
}

/// Those who joined a contest and whose ids are from `from` to below `to`, in no particular order.
pub async fn entrants_between(
    source: &impl Source,
    contest: ContestId,
    scheme: MarkScheme,
    from: Option<UserId>,
    to: Option<UserId>,
) -> Result<Vec<Entrant>, DbError> {
    let columns = [
        Column::Uuid("a.user_id"),
        Column::Plain("a.joined_at"),
        Column::Plain("a.last_answer_at"),
        Column::Plain("a.correct"),
        Column::Plain("a.wrong"),
        Column::Plain("a.partly"),
        Column::Plain("a.extra_marks"),
        Column::Plain("a.starred"),
        Column::Plain("a.late"),
        Column::Plain("u.full_name"),
        Column::Plain("CASE WHEN u.deleted_at IS NULL THEN u.email END"),
    ];
    // Said of both tables: PostgreSQL does not conclude it, and would go through everybody for each part.
    let rest = "FROM attempts a JOIN users u ON u.id = a.user_id
         WHERE a.contest_id = $1 AND a.user_id >= $2 AND a.user_id <= $3 AND u.id >= $2 AND u.id <= $3";
    // No id of ours is the last one there can be, so that "up to the last" leaves nobody out.
    let (first, last) = (Uuid::nil(), Uuid::max());
    let rows: Vec<EntrantRow> = packed(source.connection().1, &columns, rest)
        .arg(contest)
        .arg(from.map_or(first, |from| from.0))
        .arg(to.map_or(last, |to| Uuid::from_u128(to.0.as_u128().saturating_sub(1))))
        .unpack(source)
        .await?;
    let entrant =
        |(user, joined_at, last, correct, wrong, partly, extra, starred, late, full_name, email): EntrantRow| {
            let counted = Counters { correct, wrong, partly, extra: Marks::from_units(extra), starred };
            let score = Score::new(scheme, UserId(user), counted, Time(joined_at), last.map(Time));
            Entrant { score, full_name, email, late }
        };
    Ok(rows.into_iter().map(entrant).collect())
}

/// A person as boards show them.
#[derive(Debug, FromRow)]
pub(super) struct BoardPerson {
    pub id: UserId,
    pub full_name: String,
    /// None of somebody whose account is deleted.
    pub email: Option<String>,
}

/// People as boards show them now.
pub(super) async fn shown_as(source: &impl Source, people: &[UserId]) -> Result<Vec<BoardPerson>, DbError> {
    let mut found = Vec::with_capacity(people.len());
    for chunk in people.chunks(500) {
        let text = format!(
            "SELECT id, full_name, CASE WHEN deleted_at IS NULL THEN email END AS email FROM users WHERE id IN ({})",
            places(1..=chunk.len())
        );
        let rows: Vec<BoardPerson> =
            chunk.iter().fold(sql(text), |statement, id| statement.arg(*id)).all(source).await?;
        found.extend(rows);
    }
    Ok(found)
}

/// The participant of a contest after so many others, by id.
pub async fn participant_after(source: &impl Source, contest: ContestId, skip: u32) -> Result<Option<UserId>, DbError> {
    sql(format!("SELECT user_id AS value FROM attempts WHERE contest_id = $1 ORDER BY user_id LIMIT 1 OFFSET {skip}"))
        .arg(contest)
        .value(source)
        .await
}

#[derive(FromRow)]
struct ParticipantRow {
    user_id: UserId,
}

/// A page of those who took part in a contest, by id.
pub(super) async fn participants_after(
    source: &impl Source,
    contest: ContestId,
    after: Option<UserId>,
    limit: u32,
) -> Result<Vec<UserId>, DbError> {
    let text = "SELECT user_id FROM attempts WHERE contest_id = $1 AND user_id > $2 ORDER BY user_id";
    let rows: Vec<ParticipantRow> =
        sql(format!("{text} LIMIT {limit}")).arg(contest).arg(after.unwrap_or(UserId(Uuid::nil()))).all(source).await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

/// Everything that one participant chose: a number for each answer, with commas between; the question's number in front of
/// the eight bits of the options.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct AnswerSheet((String,));

impl From<String> for AnswerSheet {
    fn from(answers: String) -> Self {
        Self((answers,))
    }
}

impl AnswerSheet {
    /// The number of each question answered, and the chosen options, a bit for each.
    pub fn choices(&self) -> impl Iterator<Item = (i32, u8)> {
        let numbers = self.0.0.split(',').filter_map(|number| number.parse::<i32>().ok());
        numbers.map(|number| (number / 256, (number % 256) as u8))
    }
}

/// The column of [`AnswerSheet`], of a table `s`.
pub(super) const SHEET: Column = Column::Plain("s.answers");

/// What everybody who answered anything chose, in no particular order; of one paper alone where it is named. A short text for each of them:
/// millions of rows would cost several times what finding them does.
pub(super) async fn answer_sheets(
    source: &impl Source,
    contest: ContestId,
    variant: Option<u32>,
) -> Result<Vec<AnswerSheet>, DbError> {
    let engine = source.connection().1;
    let of_paper = of_paper(variant);
    let sheets = match engine {
        Engine::Sqlite => {
            format!(
                "FROM (SELECT (SELECT group_concat(n.question_no * 256 + n.chosen) FROM answers n WHERE n.attempt_id = a.id) AS answers
                FROM attempts a WHERE a.contest_id = $1{of_paper}) s WHERE s.answers IS NOT NULL"
            )
        }
        Engine::Postgres => {
            format!(
                "FROM (SELECT string_agg(CAST(n.question_no * 256 + n.chosen AS TEXT), ',') AS answers
                FROM attempts a JOIN answers n ON n.attempt_id = a.id WHERE a.contest_id = $1{of_paper} GROUP BY a.id) s"
            )
        }
    };
    packed(engine, &[SHEET], &sheets).arg(contest).unpack(source).await
}

/// That an attempt `a` is at such a paper, behind other conditions; nothing where no paper is named.
pub(super) fn of_paper(variant: Option<u32>) -> String {
    variant.map_or_else(String::new, |variant| format!(" AND a.variant = {variant}"))
}

#[derive(FromRow)]
struct CountedByVariantRow {
    variant: i32,
    correct: i32,
    wrong: i32,
    partly: i32,
    extra_marks: i64,
    starred: i32,
}

/// What is counted of everybody who answered something, with the number of the own paper, in the order of attempts.
pub(super) async fn counted_by_variant(
    source: &impl Source,
    contest: ContestId,
) -> Result<Vec<(u32, Counters)>, DbError> {
    let rows: Vec<CountedByVariantRow> =
        sql("SELECT variant, correct, wrong, partly, extra_marks, starred FROM attempts
         WHERE contest_id = $1 AND last_answer_at IS NOT NULL ORDER BY id")
        .arg(contest)
        .all(source)
        .await?;
    let counted = |row: CountedByVariantRow| {
        let counted = Counters {
            correct: row.correct as u32,
            wrong: row.wrong as u32,
            partly: row.partly as u32,
            extra: Marks::from_units(row.extra_marks),
            starred: row.starred as u32,
        };
        (row.variant as u32, counted)
    };
    Ok(rows.into_iter().map(counted).collect())
}
