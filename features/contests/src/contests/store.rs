//! Contest store: all SQL on `contests` and `questions`.

use std::collections::{HashMap, HashSet};

use quad_db::FromRow;
use quad_db::{DbError, Engine, Source, Sql, Tx, places, sql, sql_of};
use uuid::Uuid;

use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, QuestionId, UserId};

use super::draw::Draw;
use super::kind::Kind;
use super::kind::MAX_QUESTIONS;
use super::mark_scheme::{Floor, MarkScheme, MarkedQuestions};
use super::marks::Marks;
use super::model::{Contest, MOST_OPTIONS, Marking, NewContest, NewQuestion, Question, Window, options_of};
use super::number_answers::Tolerance;
use super::partial_marks::Partial;
use super::question_marks::QuestionMarks;
use super::rules::ContestRules;
use super::typed_key::TypedKey;

const COLUMNS: &str = "id, owner_id, title, description, starts_at, ends_at, last_ends_at, paused_at, is_public, rules, draw, frozen_at, question_count, own_marks, starred, newer_questions, several_questions, typed_questions, pictured_questions, participants, corrections, stragglers, created_at";

#[derive(FromRow)]
struct ContestRow {
    id: ContestId,
    owner_id: UserId,
    title: String,
    description: String,
    starts_at: Time,
    ends_at: Time,
    last_ends_at: Option<Time>,
    paused_at: Option<Time>,
    is_public: bool,
    rules: ContestRules,
    draw: Option<Draw>,
    frozen_at: Option<Time>,
    question_count: i32,
    own_marks: i32,
    starred: i32,
    newer_questions: i32,
    several_questions: i32,
    typed_questions: i32,
    pictured_questions: i32,
    participants: i32,
    corrections: i32,
    stragglers: i32,
    created_at: Time,
}

impl From<ContestRow> for Contest {
    fn from(row: ContestRow) -> Self {
        Self {
            id: row.id,
            owner: row.owner_id,
            title: row.title,
            description: row.description,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            last_ends_at: row.last_ends_at,
            paused_at: row.paused_at,
            is_public: row.is_public,
            rules: row.rules,
            draw: row.draw,
            frozen_at: row.frozen_at,
            question_count: row.question_count as u32,
            own_marks: row.own_marks as u32,
            starred: row.starred as u32,
            extended_questions: row.newer_questions as u32,
            several_questions: row.several_questions as u32,
            typed_questions: row.typed_questions as u32,
            pictured_questions: row.pictured_questions as u32,
            participants: row.participants as u32,
            corrections: row.corrections as u32,
            stragglers: row.stragglers as u32,
            created_at: row.created_at,
        }
    }
}

#[derive(FromRow)]
struct QuestionRow {
    id: QuestionId,
    no: i32,
    kind: String,
    text: String,
    option_1: String,
    option_2: String,
    option_3: String,
    option_4: String,
    option_5: String,
    option_6: String,
    option_7: String,
    option_8: String,
    accepted: i32,
    right_number: Option<String>,
    tolerance: Option<String>,
    unit: Option<String>,
    right_texts: Option<String>,
    marking: i32,
    difficulty: Option<String>,
    explanation: Option<String>,
    own_right: Option<i64>,
    own_wrong: Option<i64>,
    own_partial: Option<String>,
    starred: i32,
    fixed_options: Option<i32>,
    tags: Option<String>,
}

impl From<QuestionRow> for Question {
    fn from(row: QuestionRow) -> Self {
        let kind = Kind::from_word(&row.kind).unwrap_or_default();
        let texts = row.right_texts.as_deref();
        let typed = TypedKey::stored(kind, row.right_number.as_deref(), row.tolerance.as_deref(), row.unit, texts);
        Self {
            id: row.id,
            no: row.no,
            kind,
            text: row.text,
            options: options_of([
                row.option_1,
                row.option_2,
                row.option_3,
                row.option_4,
                row.option_5,
                row.option_6,
                row.option_7,
                row.option_8,
            ]),
            accepted: row.accepted as u8,
            typed,
            marking: Marking::from_number(row.marking),
            difficulty: row.difficulty,
            explanation: row.explanation,
            marks: QuestionMarks {
                right: row.own_right.map(Marks::from_units),
                wrong: row.own_wrong.map(Marks::from_units),
                partial: row.own_partial.as_deref().and_then(Partial::from_word),
                is_starred: row.starred != 0,
            },
            fixed_options: row.fixed_options.map(|bits| bits as u8),
            tags: row.tags.and_then(|tags| serde_json::from_str(&tags).ok()).unwrap_or_default(),
        }
    }
}

/// A contest by its id.
pub async fn find(source: &impl Source, id: ContestId) -> Result<Option<Contest>, DbError> {
    let row: Option<ContestRow> =
        sql(format!("SELECT {COLUMNS} FROM contests WHERE id = $1")).arg(id).one(source).await?;
    Ok(row.map(Contest::from))
}

/// All contests, newest first.
pub(super) async fn all(source: &impl Source) -> Result<Vec<Contest>, DbError> {
    let rows: Vec<ContestRow> =
        sql(format!("SELECT {COLUMNS} FROM contests ORDER BY created_at DESC, id DESC")).all(source).await?;
    Ok(rows.into_iter().map(Contest::from).collect())
}

/// A person's own contests, newest first.
pub async fn of_owner(source: &impl Source, owner: UserId) -> Result<Vec<Contest>, DbError> {
    let rows: Vec<ContestRow> =
        sql(format!("SELECT {COLUMNS} FROM contests WHERE owner_id = $1 ORDER BY created_at DESC, id DESC"))
            .arg(owner)
            .all(source)
            .await?;
    Ok(rows.into_iter().map(Contest::from).collect())
}

/// A question `q` that has amounts of its own, be they the contest's or not.
const HAS_OWN_MARKS: &str = "(q.own_right IS NOT NULL OR q.own_wrong IS NOT NULL OR q.own_partial IS NOT NULL)";

/// All contests with questions that have marks of their own or a star, of which a part may give marks, or whose answer is typed.
pub async fn with_marked_questions(source: &impl Source) -> Result<Vec<Contest>, DbError> {
    let rows: Vec<ContestRow> = sql(format!(
        "SELECT {COLUMNS} FROM contests
         WHERE id IN (SELECT q.contest_id FROM questions q WHERE q.starred <> 0 OR q.kind <> 'single' OR {HAS_OWN_MARKS}) ORDER BY id"
    ))
    .all(source)
    .await?;
    Ok(rows.into_iter().map(Contest::from).collect())
}

/// What is right at a question whose answer is typed, as it is kept.
#[derive(FromRow)]
pub(super) struct TypedKeyRow {
    pub id: QuestionId,
    pub kind: String,
    pub right_number: Option<String>,
    pub tolerance: Option<String>,
    pub right_texts: Option<String>,
}

/// The keys of all questions whose answer is typed, unread.
pub(super) async fn typed_key_rows(source: &impl Source) -> Result<Vec<TypedKeyRow>, DbError> {
    sql("SELECT id, kind, right_number, tolerance, right_texts FROM questions WHERE kind IN ('number', 'text') ORDER BY id")
        .all(source)
        .await
}

/// The questions of a contest with their keys, in order.
pub async fn questions(source: &impl Source, contest: ContestId) -> Result<Vec<Question>, DbError> {
    let rows: Vec<QuestionRow> =
        sql("SELECT id, no, kind, text, option_1, option_2, option_3, option_4, option_5, option_6, option_7, option_8, accepted,
            right_number, tolerance, unit, right_texts, marking, difficulty, explanation, own_right, own_wrong, own_partial, starred, fixed_options, tags
         FROM questions WHERE contest_id = $1 ORDER BY no")
        .arg(contest)
        .all(source)
        .await?;
    Ok(rows.into_iter().map(Question::from).collect())
}

#[derive(FromRow)]
struct TextRow {
    text: String,
}

/// What is asked in the contests of everybody but `owner` that end after a moment. The contests first, and their questions by
/// the key: SQLite would begin with all questions there ever were if both were joined.
pub(super) async fn texts_under_way(source: &impl Source, owner: UserId, after: Time) -> Result<Vec<String>, DbError> {
    let rows: Vec<TextRow> = sql("SELECT text FROM questions
         WHERE contest_id IN (SELECT id FROM contests WHERE ends_at > $2 AND owner_id <> $1)")
    .arg(owner)
    .arg(after)
    .all(source)
    .await?;
    Ok(rows.into_iter().map(|row| row.text).collect())
}

#[derive(FromRow)]
struct IdRow {
    contest_id: ContestId,
    id: QuestionId,
}

#[derive(FromRow)]
struct OwnIdRow {
    id: ContestId,
}

/// Question ids of several contests, in order.
pub async fn question_ids(
    source: &impl Source,
    contests: &[ContestId],
) -> Result<HashMap<ContestId, Vec<QuestionId>>, DbError> {
    let mut found: HashMap<ContestId, Vec<QuestionId>> = HashMap::new();
    for chunk in contests.chunks(500) {
        let text = format!(
            "SELECT contest_id, id FROM questions WHERE contest_id IN ({}) ORDER BY contest_id, no",
            places(1..=chunk.len())
        );
        let rows: Vec<IdRow> = chunk.iter().fold(sql(text), |statement, id| statement.arg(*id)).all(source).await?;
        for row in rows {
            found.entry(row.contest_id).or_default().push(row.id);
        }
    }
    Ok(found)
}

/// Writes a new contest.
pub async fn insert(tx: &mut Tx, id: ContestId, owner: UserId, new: &NewContest, now: Time) -> Result<(), DbError> {
    sql("INSERT INTO contests (id, owner_id, title, description, starts_at, ends_at, is_public, rules, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
    .arg(id)
    .arg(owner)
    .arg(new.details.title.as_str())
    .arg(new.details.description.as_str())
    .arg(new.window.starts_at)
    .arg(new.window.ends_at)
    .arg(new.is_public)
    .arg(new.rules)
    .arg(now)
    .run(tx)
    .await?;
    Ok(())
}

/// How many of the questions of contest $1 give other marks than it, whose right answers give $2 and wrong ones $3, or NULL where
/// no question takes anything. Where several options are right, wrong answers give $4 unless the question says otherwise, and a part
/// of the right ones is given for by the way $5. Wrong numbers give $6 unless the question says otherwise.
const DIFFERING: &str = "(SELECT COUNT(*) FROM questions q WHERE q.contest_id = $1 AND (q.own_right <> $2
    OR CASE WHEN q.kind = 'several' THEN COALESCE(q.own_wrong, $4) WHEN q.kind = 'number' THEN COALESCE(q.own_wrong, $6)
        ELSE q.own_wrong END <> $3 OR q.own_partial <> $5))";

/// The arguments of [`DIFFERING`].
fn differing_args(statement: Sql, id: ContestId, scheme: MarkScheme) -> Sql {
    let wrong = |scheme: MarkScheme| Some(scheme.wrong.units()).filter(|_| scheme.floor != Floor::Question);
    let (right, of_several) = (scheme.of_right().units(), scheme.for_kind(Kind::Several));
    let of_number = scheme.for_kind(Kind::Number);
    let statement = statement.arg(id).arg(right).arg(wrong(scheme)).arg(wrong(of_several));
    statement.arg(of_several.partial.word()).arg(wrong(of_number))
}

/// Sets title, description and rules, and counts anew which questions give other marks than these. Returns how many.
pub async fn set_details(tx: &mut Tx, contest: &Contest) -> Result<u32, DbError> {
    let statement = sql(format!(
        "UPDATE contests SET title = $7, description = $8, rules = $9, own_marks = {DIFFERING} WHERE id = $1
         RETURNING own_marks AS value"
    ));
    let differing: Option<i32> = differing_args(statement, contest.id, contest.rules.marks)
        .arg(contest.title.as_str())
        .arg(contest.description.as_str())
        .arg(contest.rules)
        .value(&*tx)
        .await?;
    Ok(differing.unwrap_or_default() as u32)
}

/// How many questions of a contest have amounts of their own, be they the contest's or not.
pub(super) async fn with_own_amounts(tx: &Tx, id: ContestId) -> Result<u32, DbError> {
    let many: Option<i32> = sql(format!(
        "SELECT CAST(COUNT(*) AS INTEGER) AS value FROM questions q WHERE q.contest_id = $1 AND {HAS_OWN_MARKS}"
    ))
    .arg(id)
    .value(tx)
    .await?;
    Ok(many.unwrap_or_default() as u32)
}

/// Makes a contest public or private.
pub async fn set_public(tx: &mut Tx, id: ContestId, is_public: bool) -> Result<u64, DbError> {
    sql("UPDATE contests SET is_public = $2 WHERE id = $1").arg(id).arg(is_public).run(tx).await
}

/// Notes that everybody is being told of a contest; true once per contest, and again after that was taken back (zero).
pub(super) async fn take_unannounced(tx: &mut Tx, id: ContestId, now: Time) -> Result<bool, DbError> {
    let rows =
        sql("UPDATE contests SET announced_at = $2 WHERE id = $1 AND (announced_at IS NULL OR announced_at = 0)")
            .arg(id)
            .arg(now)
            .run(tx)
            .await?;
    Ok(rows == 1)
}

/// Notes that the last of everybody is told of a contest.
pub(super) async fn note_announced(tx: &mut Tx, id: ContestId, now: Time) -> Result<(), DbError> {
    sql("UPDATE contests SET announced_at = $2 WHERE id = $1").arg(id).arg(now).run(tx).await?;
    Ok(())
}

/// Notes that what everybody was told of a private contest is being taken back, and returns whether they were told. After so many
/// news of it everybody is not told again.
pub(super) async fn take_back_announcement(tx: &mut Tx, id: ContestId, most: i32) -> Result<bool, DbError> {
    let rows = sql("UPDATE contests SET moves_told = moves_told + 1,
             announced_at = CASE WHEN moves_told < $2 THEN 0 ELSE announced_at END
         WHERE id = $1 AND is_public = FALSE AND announced_at > 0")
    .arg(id)
    .arg(most)
    .run(tx)
    .await?;
    Ok(rows == 1)
}

/// Which of these people (at most 500) may open a contest also when it is private: those whom its link let in, and who take part.
pub(super) async fn inside_among(
    source: &impl Source,
    id: ContestId,
    people: &[UserId],
) -> Result<HashSet<UserId>, DbError> {
    if people.is_empty() {
        return Ok(HashSet::new());
    }
    let among = places(2..=people.len() + 1);
    let text = format!(
        "SELECT g.user_id AS id FROM contest_guests g WHERE g.contest_id = $1 AND g.user_id IN ({among})
         UNION SELECT a.user_id AS id FROM attempts a WHERE a.contest_id = $1 AND a.user_id IN ({among})"
    );
    let statement = people.iter().fold(sql(text).arg(id), |statement, user| statement.arg(*user));
    let rows: Vec<KnowingRow> = statement.all(source).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// How often people were told that a contest was moved.
pub(super) async fn moves_told(source: &impl Source, id: ContestId) -> Result<i32, DbError> {
    let many = sql("SELECT moves_told AS value FROM contests WHERE id = $1").arg(id).value(source).await?;
    Ok(many.unwrap_or_default())
}

/// A contest that people were told of.
#[derive(FromRow)]
pub(super) struct ToldContest {
    pub title: String,
    pub ends_at: Time,
}

/// A contest, if everybody was told of it or somebody that it was moved.
pub(super) async fn told_contest(source: &impl Source, id: ContestId) -> Result<Option<ToldContest>, DbError> {
    sql("SELECT title, ends_at FROM contests WHERE id = $1 AND (announced_at IS NOT NULL OR moves_told > 0)")
        .arg(id)
        .one(source)
        .await
}

/// Counts that people are told of another move.
pub(super) async fn count_move_told(tx: &mut Tx, id: ContestId) -> Result<(), DbError> {
    sql("UPDATE contests SET moves_told = moves_told + 1 WHERE id = $1").arg(id).run(tx).await?;
    Ok(())
}

#[derive(FromRow)]
struct KnowingRow {
    id: UserId,
}

/// Who knows of a contest but its owner, after one of them: whoever had an account when everybody was told of it, unless it
/// is private now; whoever came in by its link; and whoever takes part.
pub(super) async fn who_know_of_after(
    source: &impl Source,
    id: ContestId,
    after: Option<UserId>,
    limit: u32,
) -> Result<Vec<UserId>, DbError> {
    let rows: Vec<KnowingRow> = sql(format!(
        "SELECT u.id FROM users u JOIN contests c ON c.id = $1
         WHERE u.id > $2 AND u.id <> c.owner_id AND u.deleted_at IS NULL AND (
             (c.is_public = TRUE AND u.confirmed_at <= c.announced_at)
             OR EXISTS (SELECT 1 FROM contest_guests g WHERE g.contest_id = c.id AND g.user_id = u.id)
             OR EXISTS (SELECT 1 FROM attempts a WHERE a.contest_id = c.id AND a.user_id = u.id))
         ORDER BY u.id LIMIT {limit}"
    ))
    .arg(id)
    .arg(after.unwrap_or(UserId(Uuid::nil())))
    .all(source)
    .await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

#[derive(FromRow)]
struct ToldRow {
    id: ContestId,
}

/// Notes that the participants of contests that ended in `(since, until]` are told of their results, and returns which; each
/// contest once, and not before the last of them has no time left.
pub async fn take_results_untold(tx: &mut Tx, since: Time, until: Time, now: Time) -> Result<Vec<ContestId>, DbError> {
    let rows: Vec<ToldRow> = sql("UPDATE contests SET results_told_at = $3
         WHERE results_told_at IS NULL AND ends_at > $1 AND ends_at <= $2 AND frozen_at IS NOT NULL
            AND paused_at IS NULL AND (last_ends_at IS NULL OR last_ends_at <= $2) RETURNING id")
    .arg(since)
    .arg(until)
    .arg(now)
    .all(&*tx)
    .await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// Sets the window, if it still is what the rules were checked against and the number of joins still is, too.
pub async fn set_window_if_unchanged(tx: &mut Tx, before: &Contest, window: Window) -> Result<u64, DbError> {
    sql("UPDATE contests SET starts_at = $2, ends_at = $3
         WHERE id = $1 AND starts_at = $4 AND ends_at = $5 AND (participants > 0) = $6")
    .arg(before.id)
    .arg(window.starts_at)
    .arg(window.ends_at)
    .arg(before.starts_at)
    .arg(before.ends_at)
    .arg(before.participants > 0)
    .run(tx)
    .await
}

/// Deletes a contest that nobody has joined; its questions go with it. Returns whether everybody had been told of it;
/// nothing when there is none, or somebody joined.
pub async fn delete_if_unfrozen(tx: &mut Tx, id: ContestId) -> Result<Option<bool>, DbError> {
    let announced = sql("DELETE FROM contests WHERE id = $1 AND participants = 0
         RETURNING CASE WHEN announced_at IS NULL THEN 0 ELSE 1 END AS value")
    .arg(id)
    .value::<i32>(tx)
    .await?;
    Ok(announced.map(|announced| announced == 1))
}

/// Holds a person's contests that nobody has joined until the transaction ends, as [`lock_to_delete`] does, and returns which.
pub(super) async fn lock_all_to_delete(tx: &mut Tx, owner: UserId) -> Result<Vec<ContestId>, DbError> {
    let text = match tx.engine() {
        Engine::Sqlite => "SELECT id FROM contests WHERE owner_id = $1 AND participants = 0 ORDER BY id",
        Engine::Postgres => "SELECT id FROM contests WHERE owner_id = $1 AND participants = 0 ORDER BY id FOR UPDATE",
    };
    let rows: Vec<OwnIdRow> = sql_of(tx.engine(), text).arg(owner).all(&*tx).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// Holds a contest that nobody has joined and that is about to be deleted; false where there is none. An update would not do on
/// PostgreSQL: a join that has looked at the contest's key would wait for the update, and the deletion for the join.
pub(super) async fn lock_to_delete(tx: &mut Tx, id: ContestId) -> Result<bool, DbError> {
    let text = match tx.engine() {
        Engine::Sqlite => "SELECT id FROM contests WHERE id = $1 AND participants = 0",
        Engine::Postgres => "SELECT id FROM contests WHERE id = $1 AND participants = 0 FOR UPDATE",
    };
    let row: Option<OwnIdRow> = sql_of(tx.engine(), text).arg(id).one(&*tx).await?;
    Ok(row.is_some())
}

/// Deletes a person's contests that nobody has joined, and returns which; the others stay.
pub(super) async fn delete_unfrozen_of(tx: &mut Tx, owner: UserId) -> Result<Vec<ContestId>, DbError> {
    let rows: Vec<OwnIdRow> =
        sql("DELETE FROM contests WHERE owner_id = $1 AND participants = 0 RETURNING id").arg(owner).all(&*tx).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// Numbers taken for questions.
#[derive(FromRow)]
pub(super) struct ReservedNumbers {
    /// Of the first of them.
    pub first: i32,
    /// How many the contest has with them.
    pub question_count: i32,
    pub is_public: bool,
    pub rules: ContestRules,
    pub draw: Option<Draw>,
    /// How many of the others give other marks.
    pub own_marks: i32,
    /// How many of the others are starred.
    pub starred: i32,
    /// Of how many of the others several options may be right.
    pub several_questions: i32,
}

/// Takes the numbers for more questions; none when the contest is frozen or full.
pub(super) async fn reserve_question_numbers(
    tx: &mut Tx,
    id: ContestId,
    many: usize,
) -> Result<Option<ReservedNumbers>, DbError> {
    sql("UPDATE contests SET next_question_no = next_question_no + $2, question_count = question_count + $2
         WHERE id = $1 AND frozen_at IS NULL AND question_count + $2 <= $3
         RETURNING next_question_no - $2 AS first, question_count, is_public, rules, draw, own_marks, starred, several_questions")
    .arg(id)
    .arg(many as i32)
    .arg(MAX_QUESTIONS as i32)
    .one(&*tx)
    .await
}

/// Writes a question.
pub async fn insert_question(
    tx: &mut Tx,
    contest: ContestId,
    id: QuestionId,
    no: i32,
    new: &NewQuestion,
    now: Time,
) -> Result<(), DbError> {
    let marks = new.marks.over(QuestionMarks::default()).of_kind(new.kind);
    let statement = sql(
        "INSERT INTO questions (id, contest_id, no, text, option_1, option_2, option_3, option_4, option_5, option_6, option_7, option_8,
            accepted, difficulty, created_at, explanation, own_right, own_wrong, starred, kind, own_partial,
            right_number, tolerance, unit, right_texts, fixed_options, tags)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, NULLIF($14, ''), $15, NULLIF($16, ''), $17, $18, $19, $20, $21,
            $22, $23, $24, $25, $26, NULLIF($27, '[]'))",
    )
    .arg(id)
    .arg(contest)
    .arg(no)
    .arg(new.text.as_str());
    let statement = with_options(statement, new)
        .arg(i32::from(new.accepted))
        .arg(new.difficulty.clone())
        .arg(now)
        .arg(new.explanation.clone())
        .arg(marks.right.map(Marks::units))
        .arg(marks.wrong.map(Marks::units))
        .arg(i32::from(marks.is_starred))
        .arg(new.kind.word())
        .arg(marks.partial.map(Partial::word));
    with_typed(statement, new.typed.as_ref())
        .arg(new.fixed.over(None, new.options.len()).map(i32::from))
        .arg(tags(new))
        .run(tx)
        .await?;
    Ok(())
}

/// A contest whose questions are held open for change.
#[derive(FromRow)]
pub(super) struct Unfrozen {
    pub rules: ContestRules,
    pub draw: Option<Draw>,
    /// How many of its questions give other marks than it.
    pub own_marks: i32,
    /// How many of them are starred.
    pub starred: i32,
    /// Of how many of them several options may be right.
    pub several_questions: i32,
    /// How many of them a client of the specification cannot show.
    pub newer_questions: i32,
}

/// Holds the contest's questions open for change within this transaction; none when they are frozen.
pub(super) async fn lock_unfrozen(
    tx: &mut Tx,
    id: ContestId,
    questions_less: u32,
) -> Result<Option<Unfrozen>, DbError> {
    sql("UPDATE contests SET question_count = question_count - $2 WHERE id = $1 AND frozen_at IS NULL
         RETURNING rules, draw, own_marks, starred, several_questions, newer_questions")
    .arg(id)
    .arg(questions_less as i32)
    .one(&*tx)
    .await
}

#[derive(FromRow)]
struct MarkedRow {
    own_marks: i32,
    starred: i32,
    several_questions: i32,
}

/// A question `q` as [`Question::is_extended`] says it.
const IS_EXTENDED: &str = "(q.kind <> 'single' OR q.option_4 = '' OR q.option_5 <> '')";

/// Counts anew how many questions of a contest with such a scheme give other marks, how many are starred, how many only a newer
/// client can show, and how many of these may have several right options or an answer that is typed. The caller holds the contest.
pub(super) async fn count_special_questions(
    tx: &mut Tx,
    id: ContestId,
    scheme: MarkScheme,
) -> Result<MarkedQuestions, DbError> {
    let statement = sql(format!(
        "UPDATE contests SET own_marks = {DIFFERING},
            starred = (SELECT COUNT(*) FROM questions q WHERE q.contest_id = $1 AND q.starred <> 0),
            newer_questions = (SELECT COUNT(*) FROM questions q WHERE q.contest_id = $1 AND {IS_EXTENDED}),
            several_questions = (SELECT COUNT(*) FROM questions q WHERE q.contest_id = $1 AND q.kind = 'several'),
            typed_questions = (SELECT COUNT(*) FROM questions q WHERE q.contest_id = $1 AND q.kind IN ('number', 'text'))
         WHERE id = $1 RETURNING own_marks, starred, several_questions"
    ));
    let row: Option<MarkedRow> = differing_args(statement, id, scheme).one(&*tx).await?;
    Ok(row.map(|row| MarkedQuestions::counted(row.own_marks, row.starred, row.several_questions)).unwrap_or_default())
}

/// Rewrites a question, which has the marks and the fixed options of `written` from now on. Its difficulty stays where none is said.
pub async fn update_question(
    tx: &mut Tx,
    contest: ContestId,
    new: &NewQuestion,
    written: &Question,
) -> Result<u64, DbError> {
    let marks = written.marks;
    let statement = sql(
        "UPDATE questions SET text = $3, option_1 = $4, option_2 = $5, option_3 = $6, option_4 = $7, option_5 = $8, option_6 = $9,
            option_7 = $10, option_8 = $11, accepted = $12, difficulty = NULLIF(COALESCE($13, difficulty), ''),
            explanation = NULLIF(COALESCE($14, explanation), ''), own_right = $15, own_wrong = $16, starred = $17,
            kind = $18, own_partial = $19, right_number = $20, tolerance = $21, unit = $22, right_texts = $23, fixed_options = $24,
            tags = NULLIF(COALESCE($25, tags), '[]')
         WHERE id = $1 AND contest_id = $2",
    )
    .arg(written.id)
    .arg(contest)
    .arg(new.text.as_str());
    let statement = with_options(statement, new)
        .arg(i32::from(new.accepted))
        .arg(new.difficulty.clone())
        .arg(new.explanation.clone())
        .arg(marks.right.map(Marks::units))
        .arg(marks.wrong.map(Marks::units))
        .arg(i32::from(marks.is_starred))
        .arg(new.kind.word())
        .arg(marks.partial.map(Partial::word));
    with_typed(statement, new.typed.as_ref()).arg(written.fixed_options.map(i32::from)).arg(tags(new)).run(tx).await
}

/// Removes a question.
pub async fn delete_question(tx: &mut Tx, contest: ContestId, id: QuestionId) -> Result<u64, DbError> {
    sql("DELETE FROM questions WHERE id = $1 AND contest_id = $2").arg(id).arg(contest).run(tx).await
}

/// What those who join get, as it is once their contest is held: it cannot change any more, or changes theirs too.
#[derive(Debug, FromRow)]
pub struct Frozen {
    /// By which blueprint they get their papers, if by one.
    pub draw: Option<Draw>,
    /// With the minutes that each person has, if any.
    pub rules: ContestRules,
    /// The first moment after the window.
    pub ends_at: Time,
}

/// Notes `joined` more participants and freezes the questions, within the joiners' transaction. Returns what they get.
pub async fn freeze_at_join(tx: &mut Tx, id: ContestId, joined: u32, now: Time) -> Result<Option<Frozen>, DbError> {
    sql("UPDATE contests SET participants = participants + $2, frozen_at = COALESCE(frozen_at, $3)
         WHERE id = $1 RETURNING draw, rules, ends_at")
    .arg(id)
    .arg(joined as i32)
    .arg(now)
    .one(&*tx)
    .await
}

/// Says that something is written to a contest so late that its board may have been built without it. Holds the contest,
/// and returns whether a correction came before.
pub async fn note_late_write(tx: &mut Tx, id: ContestId) -> Result<bool, DbError> {
    let corrections: Option<i32> =
        sql("UPDATE contests SET stragglers = stragglers + 1 WHERE id = $1 RETURNING corrections AS value")
            .arg(id)
            .value(&*tx)
            .await?;
    Ok(corrections.is_some_and(|corrections| corrections > 0))
}

/// A contest whose row is held until the transaction ends: whoever changes the same contest waits.
pub async fn lock(tx: &mut Tx, id: ContestId) -> Result<Option<Contest>, DbError> {
    let row: Option<ContestRow> =
        sql(format!("UPDATE contests SET participants = participants WHERE id = $1 RETURNING {COLUMNS}"))
            .arg(id)
            .one(&*tx)
            .await?;
    Ok(row.map(Contest::from))
}

/// Marks a question of a contest as it shall be from now on, and counts the correction. The caller holds the contest, and has its
/// scores recomputed in the same transaction.
pub async fn update_marking(tx: &mut Tx, contest: ContestId, after: &Question) -> Result<(), DbError> {
    let statement = sql("UPDATE questions SET marking = $3, accepted = $4, right_number = $5, tolerance = $6, unit = $7, right_texts = $8
         WHERE id = $1 AND contest_id = $2")
    .arg(after.id)
    .arg(contest)
    .arg(after.marking.number())
    .arg(i32::from(after.accepted));
    with_typed(statement, after.typed.as_ref()).run(tx).await?;
    sql("UPDATE contests SET corrections = corrections + 1 WHERE id = $1").arg(contest).run(tx).await?;
    Ok(())
}

fn with_options(statement: Sql, new: &NewQuestion) -> Sql {
    let option = |at| new.options.get(at).map_or("", String::as_str);
    (0..MOST_OPTIONS).fold(statement, |statement, at| statement.arg(option(at)))
}

/// The tags of a question as a list in JSON, where they are named.
fn tags(new: &NewQuestion) -> Option<String> {
    // A list of texts always becomes JSON.
    new.tags.as_ref().map(|tags| serde_json::to_string(tags).unwrap_or_default())
}

/// What is right where the answer is typed: number, tolerance, unit, texts.
fn with_typed(statement: Sql, key: Option<&TypedKey>) -> Sql {
    let number = key.and_then(TypedKey::as_number);
    let tolerance = number.and_then(|key| key.tolerance.as_ref());
    // A list of texts always becomes JSON.
    let texts = key.and_then(TypedKey::as_texts).map(|texts| serde_json::to_string(texts).unwrap_or_default());
    statement
        .arg(number.map(|key| key.value.typed().to_owned()))
        .arg(tolerance.map(Tolerance::sent))
        .arg(number.and_then(|key| key.unit.clone()))
        .arg(texts)
}
