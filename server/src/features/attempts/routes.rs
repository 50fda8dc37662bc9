//! The students' calls: wire in, one call, wire out.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::stream;
use quad_db::planted;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::edge::body::{Body, Timed};
use crate::edge::reply::{Reply, created, ok};
use crate::edge::site::accepts;
use crate::edge::who::Member;
use crate::kernel::fail::{Fail, Kind};

use super::boards::View;
use super::listing::{ListAsked, Page};
use super::wire::{
    AnalysisOut, AnswerIn, AnswerOut, AttemptOut, CompleteIn, CompleteOut, ContestHeadOut, ContestListOut,
    CorrectionIn, CorrectionMadeOut, CorrectionOut, CorrectionPreviewOut, CorrectionsOut, ListIn, ListedContestOut,
    MarkingIn, PageIn, PaperIn, PaperOut, ResultRowOut, ResultsIn, ResultsOut, ReviewOut, StandingOut,
    TakenContestAnswer, TakenContestOut, contest_id,
};
use super::{analysing, answering, boards, completing, correcting, listing, reviewing, store_lists, words};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(list_joined))
        .routes(routes!(head))
        .routes(routes!(check_complete))
        .routes(routes!(complete))
        .routes(routes!(take))
        .routes(routes!(paper))
        .routes(routes!(attempt))
        .routes(routes!(answer))
        .routes(routes!(results))
        .routes(routes!(standing))
        .routes(routes!(analysis))
        .routes(routes!(review))
        .routes(routes!(preview_correction))
        .routes(routes!(corrections, correct))
}

/// The public contests and those the caller was invited to, newest first, with the caller's own part in each.
#[utoipa::path(get, path = "/post/getallcontest", tag = "attempts", params(ListIn),
    responses((status = 200, body = ContestListOut)))]
async fn list(State(app): State<App>, who: Member, Query(asked): Query<ListIn>) -> Reply<ContestListOut> {
    let is_brief = asked.brief == Some(true);
    let asked: ListAsked = asked.try_into()?;
    let now = app.clock.now();
    // Before the list is read: what changes meanwhile is then told as newer.
    let edition = app.live.edition();
    let shelves = app.catalogue.get(&app).await?;
    let parts = store_lists::parts(&app.db, who.id).await?;
    let guest_of = parts.iter().filter(|part| part.attempt_id.is_none()).map(|part| part.contest_id).collect();
    let (counts, page) = listing::choose(&shelves, &guest_of, &asked, now);
    if !is_brief {
        shelves.with_questions(&app, &page).await?;
    }
    let listed = listing::with_parts(&app, &page, &parts).await?;
    let ranks = listing::ranks(&app, &who, &listed).await?;
    let contests = listed.iter().zip(&page).map(|(listed, entry)| {
        let questions = (!is_brief).then(|| entry.questions());
        ListedContestOut::new(listed, questions, ranks.get(&listed.id).copied(), who.id, now)
    });
    let contests = contests.collect();
    let total = counts.of(asked.status) as u32;
    let server_now = now.to_rfc3339();
    ok(ContestListOut { success: true, contests, total, counts: counts.into(), edition, server_now })
}

/// The contests the caller joined, latest first, in brief.
#[utoipa::path(get, path = "/contest/my-contests", tag = "attempts",
    responses((status = 200, body = Vec<ListedContestOut>)))]
async fn list_joined(State(app): State<App>, who: Member) -> Reply<Vec<ListedContestOut>> {
    let now = app.clock.now();
    let listed = store_lists::joined_by(&app.db, who.id).await?;
    let ranks = listing::ranks(&app, &who, &listed).await?;
    let out = listed.iter().map(|listed| {
        let rank = ranks.get(&listed.id).copied();
        let questions: Option<&[_]> = planted::is("a-key-too-many").then_some(&[]);
        ListedContestOut::new(listed, questions, rank, who.id, now)
    });
    ok(out.collect())
}

/// A contest's title, date and the caller's part in it.
#[utoipa::path(get, path = "/contest/{contestId}", tag = "attempts", params(("contestId" = String, Path)),
    responses((status = 200, body = ContestHeadOut)))]
async fn head(State(app): State<App>, who: Member, Path(id): Path<String>) -> Reply<ContestHeadOut> {
    let (contest, own) = completing::visible(&app, &who, contest_id(&id)?).await?;
    let results_open = boards::is_open(&app, contest.ends_at);
    let attempt = own.as_ref().map(|own| &own.attempt);
    ok(ContestHeadOut::new(&contest, attempt, who.id, results_open, app.clock.now()))
}

/// Whether the caller has submitted. Changes nothing.
#[utoipa::path(post, path = "/checkcomplete", tag = "attempts", request_body = CompleteIn,
    responses((status = 200, body = CompleteOut)))]
async fn check_complete(State(app): State<App>, who: Member, Body(asked): Body<CompleteIn>) -> Reply<CompleteOut> {
    who.must_be(asked.user_id.as_deref())?;
    let success = completing::is_complete(&app, &who, contest_id(&asked.contest_id)?).await?;
    let message = if success { words::ALREADY_COMPLETE } else { words::NOT_COMPLETE };
    let server_now = app.clock.now().to_rfc3339();
    ok(CompleteOut { success, message: message.to_owned(), attempt: None, server_now })
}

/// Join a contest, or submit it. `intent` says which; without it the call means both, as the specification has it. A first
/// join answers the empty attempt.
#[utoipa::path(post, path = "/complete", tag = "attempts", request_body = CompleteIn,
    responses((status = 200, body = CompleteOut)))]
async fn complete(State(app): State<App>, who: Member, Body(asked): Body<CompleteIn>) -> Reply<CompleteOut> {
    who.must_be(asked.user_id.as_deref())?;
    let intent = asked.intent()?;
    let done = completing::complete(&app, &who, contest_id(&asked.contest_id)?, intent).await?;
    let (now, grace) = (app.clock.now(), app.settings.answer_grace_seconds);
    let attempt = done.begun.map(|contest| AttemptOut::begun(&contest, grace, now));
    let message = done.say.to_owned();
    ok(CompleteOut { success: done.complete, message, attempt, server_now: now.to_rfc3339() })
}

/// A contest with its questions (after joining and from the start on) and the caller's answers.
#[utoipa::path(get, path = "/post/getContestById/{contestId}", tag = "attempts", params(("contestId" = String, Path)),
    responses((status = 200, body = TakenContestAnswer)))]
async fn take(State(app): State<App>, who: Member, Path(id): Path<String>) -> Reply<TakenContestAnswer> {
    let (contest, own) = completing::visible(&app, &who, contest_id(&id)?).await?;
    let now = app.clock.now();
    let attempt = own.as_ref().map(|own| own.attempt);
    let (question_set, answered) = match own {
        Some(own) if now >= contest.starts_at => {
            let paper = app.papers.paper(&app, &contest).await?;
            let answered = paper.chosen(&own.choices(&app.db).await?);
            (paper.questions.clone(), answered)
        }
        _ => (Arc::from([]), BTreeMap::new()),
    };
    ok(TakenContestAnswer {
        success: true,
        contest: TakenContestOut {
            id: contest.id.to_string(),
            title: contest.title.clone(),
            description: contest.description.clone(),
            start_date: contest.starts_at.to_rfc3339(),
            end_date: contest.ends_at.to_rfc3339(),
            is_public: contest.is_public,
            question_set,
        },
        joined: attempt.is_some(),
        submitted: attempt.is_some_and(|attempt| attempt.is_complete(contest.ends_at, now)),
        answered,
        server_now: now.to_rfc3339(),
    })
}

/// The questions of a contest the caller has joined: the same bytes for everybody, for ever.
#[utoipa::path(get, path = "/contests/{contestId}/paper", tag = "attempts", params(("contestId" = String, Path), PaperIn),
    responses((status = 200, body = PaperOut), (status = 204, description = "Asked early, and not for the caller yet")))]
async fn paper(
    State(app): State<App>,
    who: Member,
    Path(id): Path<String>,
    Query(asked): Query<PaperIn>,
    headers: HeaderMap,
) -> Result<Response, Fail> {
    let contest = match completing::on_paper(&app, &who, contest_id(&id)?).await {
        Err(Fail::Refused(no)) if asked.early == Some(true) && no.kind == Kind::Forbidden => {
            return Ok(StatusCode::NO_CONTENT.into_response());
        }
        found => found?,
    };
    let paper = app.papers.paper(&app, &contest).await?;
    let (encoding, bytes) = if accepts(&headers, "br") {
        (Some("br"), &paper.brotli)
    } else if accepts(&headers, "gzip") {
        (Some("gzip"), &paper.gzip)
    } else {
        (None, &paper.plain)
    };
    let mut response = bytes.clone().into_response();
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=86400, immutable"));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding, cookie"));
    if let Some(encoding) = encoding {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Ok(response)
}

/// The caller's own answers and the clock.
#[utoipa::path(get, path = "/contests/{contestId}/attempt", tag = "attempts", params(("contestId" = String, Path)),
    responses((status = 200, body = AttemptOut)))]
async fn attempt(State(app): State<App>, who: Member, Path(id): Path<String>) -> Reply<AttemptOut> {
    let (contest, own) = completing::visible(&app, &who, contest_id(&id)?).await?;
    let now = app.clock.now();
    let attempt = own.as_ref().map(|own| own.attempt);
    let answered = match own {
        Some(own) if own.attempt.answered > 0 => {
            let choices = own.choices(&app.db).await?;
            app.papers.paper(&app, &contest).await?.chosen(&choices)
        }
        _ => BTreeMap::new(),
    };
    ok(AttemptOut {
        joined: attempt.is_some(),
        submitted: attempt.is_some_and(|attempt| attempt.is_complete(contest.ends_at, now)),
        answered,
        ..AttemptOut::begun(&contest, app.settings.answer_grace_seconds, now)
    })
}

/// Record one answer of the caller. Acknowledged when it is durable.
#[utoipa::path(post, path = "/post/answer", tag = "attempts", request_body = AnswerIn,
    responses((status = 200, body = AnswerOut)))]
async fn answer(State(app): State<App>, who: Member, Timed(asked, arrived): Timed<AnswerIn>) -> Reply<AnswerOut> {
    who.must_be(asked.user_id.as_deref())?;
    answering::answer(&app, &who, &asked.try_into()?, arrived).await?;
    let message = words::ANSWER_TAKEN.to_owned();
    ok(AnswerOut { success: true, message, saved: true, server_now: app.clock.now().to_rfc3339() })
}

/// The board of a contest, once it is over; live for its owner and ADMIN.
#[utoipa::path(post, path = "/post/results", tag = "attempts", params(PageIn), request_body = ResultsIn,
    responses((status = 200, body = ResultsOut)))]
async fn results(
    State(app): State<App>,
    who: Member,
    Query(page): Query<PageIn>,
    headers: HeaderMap,
    Body(asked): Body<ResultsIn>,
) -> Result<Response, Fail> {
    let page = Page::parse(page.page, page.size)?;
    let View { board, sees_all, .. } = boards::view(&app, &who, contest_id(&asked.contest_id)?).await?;
    let now = app.clock.now();
    if let Some(page) = page.filter(|page| !sees_all && !board.shows(*page, who.id)) {
        let (head, rest) = ResultsOut::kept(&app.boards, &board, page, now).await?;
        return Ok(rest.reply(&head, &headers));
    }
    let body = if board.span(page).len() > LONG {
        let pieces = ResultsOut::pieces(board, page, (who.id, sees_all), now);
        axum::body::Body::from_stream(stream::iter(pieces.map(Ok::<_, Infallible>)))
    } else {
        ResultsOut::whole(&board, page, (who.id, sees_all), now).into()
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// More rows than this are written while they are sent.
const LONG: usize = 1_000;

/// How the caller did, and how everybody did.
#[utoipa::path(get, path = "/contests/{contestId}/standing", tag = "attempts", params(("contestId" = String, Path)),
    responses((status = 200, body = StandingOut)))]
async fn standing(State(app): State<App>, who: Member, Path(id): Path<String>) -> Reply<StandingOut> {
    let View { contest, board, sees_all } = boards::view(&app, &who, contest_id(&id)?).await?;
    let you = board.row_of(who.id);
    ok(StandingOut {
        success: true,
        better_than_percent: you.and_then(|row| board.better_than_percent(row)),
        you: you.map(|row| ResultRowOut::new(row, true)),
        histogram: board.histogram(contest.question_count),
        question_count: contest.question_count,
        total_participants: board.rows.len() as u32,
        r#final: board.is_final,
        sees_all,
    })
}

/// How each question did, for the contest's owner and ADMIN.
#[utoipa::path(get, path = "/contests/{contestId}/analysis", tag = "attempts", params(("contestId" = String, Path)),
    responses((status = 200, body = AnalysisOut)))]
async fn analysis(State(app): State<App>, who: Member, Path(id): Path<String>) -> Reply<AnalysisOut> {
    ok(analysing::analyse(&app, &who, contest_id(&id)?).await?.into())
}

/// The caller's own answers beside the right ones: after the end, and if the contest's owner shows them.
#[utoipa::path(get, path = "/contests/{contestId}/review", tag = "attempts", params(("contestId" = String, Path)),
    responses((status = 200, body = ReviewOut)))]
async fn review(State(app): State<App>, who: Member, Path(id): Path<String>) -> Reply<ReviewOut> {
    let reviewing::Review { contest, attempt, questions } = reviewing::review(&app, &who, contest_id(&id)?).await?;
    let board = app.boards.get(&app, &contest).await?;
    let now = app.clock.now();
    ok(ReviewOut {
        success: true,
        you: board.row_of(who.id).map(|row| ResultRowOut::new(row, true)),
        contest: ContestHeadOut::new(&contest, Some(&attempt), who.id, true, now),
        questions: questions.into_iter().map(Into::into).collect(),
        server_now: now.to_rfc3339(),
    })
}

/// Who would move if a question were marked otherwise, for the contest's owner and ADMIN. Changes nothing.
#[utoipa::path(post, path = "/contests/{contestId}/corrections/preview", tag = "attempts",
    params(("contestId" = String, Path)), request_body = MarkingIn, responses((status = 200, body = CorrectionPreviewOut)))]
async fn preview_correction(
    State(app): State<App>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<MarkingIn>,
) -> Reply<CorrectionPreviewOut> {
    ok(correcting::preview(&app, &who, contest_id(&id)?, &asked.try_into()?).await?.into())
}

/// Mark a question otherwise after the end, as it was previewed: all scores are recomputed, and those who moved are told.
/// For the contest's owner.
#[utoipa::path(post, path = "/contests/{contestId}/corrections", tag = "attempts", params(("contestId" = String, Path)),
    request_body = CorrectionIn, responses((status = 201, body = CorrectionMadeOut)))]
async fn correct(
    State(app): State<App>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<CorrectionIn>,
) -> Reply<CorrectionMadeOut> {
    let made = correcting::correct(&app, &who, contest_id(&id)?, &asked.try_into()?).await?;
    let correction = CorrectionOut::new(made, true);
    created(CorrectionMadeOut { success: true, message: words::CORRECTED.to_owned(), correction })
}

/// What was corrected, newest first: for the contest's owner and ADMIN, and after the end for whoever sees the board.
#[utoipa::path(get, path = "/contests/{contestId}/corrections", tag = "attempts", params(("contestId" = String, Path)),
    responses((status = 200, body = CorrectionsOut)))]
async fn corrections(State(app): State<App>, who: Member, Path(id): Path<String>) -> Reply<CorrectionsOut> {
    ok(correcting::log(&app, &who, contest_id(&id)?).await?.into())
}
