//! Store of draws: all SQL on `contest_papers`, and on the blueprint of a contest.

use std::collections::{BTreeMap, BTreeSet};

use quad_db::{DbError, Engine, FromRow, Source, Tx, sql, sql_of};
use serde_json::json;

use quad_kernel::clock::Time;
use quad_kernel::ids::ContestId;

use super::draw::Draw;
use super::model::Question;
use super::store;

/// The papers of a contest, by their number from 1: the numbers of the questions of each. None where everybody gets all questions.
pub type DealtPapers = BTreeMap<u32, BTreeSet<i32>>;

#[derive(FromRow)]
struct PaperRow {
    variant: i32,
    question_no: i32,
}

/// The papers that were dealt for a contest.
pub async fn papers(source: &impl Source, contest: ContestId) -> Result<DealtPapers, DbError> {
    let rows: Vec<PaperRow> =
        sql("SELECT variant, question_no FROM contest_papers WHERE contest_id = $1").arg(contest).all(source).await?;
    let mut papers = DealtPapers::new();
    for row in rows {
        papers.entry(row.variant as u32).or_default().insert(row.question_no);
    }
    Ok(papers)
}

/// The questions that somebody has who has such a paper; all of them where it is 0.
pub async fn questions_of_paper(
    source: &impl Source,
    contest: ContestId,
    variant: u32,
) -> Result<Vec<Question>, DbError> {
    let mut questions = store::questions(source, contest).await?;
    if variant > 0 {
        let numbers = papers(source, contest).await?.remove(&variant).unwrap_or_default();
        questions.retain(|question| numbers.contains(&question.no));
    }
    Ok(questions)
}

/// Sets by which blueprint each person gets a part of the questions, or that everybody gets all. Nothing once questions are frozen.
pub(super) async fn set(tx: &mut Tx, contest: ContestId, draw: Option<Draw>) -> Result<u64, DbError> {
    sql("UPDATE contests SET draw = $2 WHERE id = $1 AND frozen_at IS NULL").arg(contest).arg(draw).run(tx).await
}

/// Freezes a contest that has a blueprint and starts until a moment, unless it is frozen; returns the blueprint then.
pub(super) async fn freeze(
    tx: &mut Tx,
    contest: ContestId,
    now: Time,
    starts_until: Time,
) -> Result<Option<Draw>, DbError> {
    sql("UPDATE contests SET frozen_at = $2
         WHERE id = $1 AND frozen_at IS NULL AND draw IS NOT NULL AND starts_at <= $3 RETURNING draw AS value")
    .arg(contest)
    .arg(now)
    .arg(starts_until)
    .value(tx)
    .await
}

/// Takes back that papers were dealt for a contest that starts after a moment and that nobody has joined: its questions are open again. Returns
/// whether they were not. The caller holds the contest.
pub(super) async fn undeal(tx: &mut Tx, contest: ContestId, starts_after: Time) -> Result<bool, DbError> {
    let opened = sql("UPDATE contests SET frozen_at = NULL
         WHERE id = $1 AND frozen_at IS NOT NULL AND participants = 0 AND starts_at > $2")
    .arg(contest)
    .arg(starts_after)
    .run(tx)
    .await?;
    if opened == 1 {
        sql("DELETE FROM contest_papers WHERE contest_id = $1").arg(contest).run(tx).await?;
    }
    Ok(opened == 1)
}

/// Deals the papers of a contest, unless they are. The caller holds the contest, which is frozen, so that its questions stay as they are;
/// should two deal all the same, they deal alike, and the key takes each row once.
pub async fn deal(tx: &mut Tx, contest: ContestId, draw: &Draw) -> Result<(), DbError> {
    let dealt: Option<i32> = sql("SELECT variant AS value FROM contest_papers WHERE contest_id = $1 LIMIT 1")
        .arg(contest)
        .value(&*tx)
        .await?;
    if dealt.is_some() {
        return Ok(());
    }
    let questions = store::questions(&*tx, contest).await?;
    let papers = (1_i32..).zip(draw.deal(&questions));
    let rows: Vec<(i32, i32)> =
        papers.flat_map(|(variant, paper)| paper.into_iter().map(move |no| (variant, no))).collect();
    let statement = match tx.engine() {
        Engine::Sqlite => sql_of(
            Engine::Sqlite,
            "INSERT INTO contest_papers (contest_id, variant, question_no)
             SELECT $1, j.value ->> 0, j.value ->> 1 FROM json_each($2) j WHERE true ON CONFLICT DO NOTHING",
        )
        .arg(contest)
        .arg(json!(rows).to_string()),
        Engine::Postgres => sql_of(
            Engine::Postgres,
            "INSERT INTO contest_papers (contest_id, variant, question_no)
             SELECT $1, j.variant, j.question_no FROM unnest($2::int[], $3::int[]) j (variant, question_no)
             ON CONFLICT DO NOTHING",
        )
        .arg(contest)
        .arg(rows.iter().map(|row| row.0).collect::<Vec<_>>())
        .arg(rows.iter().map(|row| row.1).collect::<Vec<_>>()),
    };
    statement.run(tx).await?;
    Ok(())
}
