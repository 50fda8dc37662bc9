//! Routes of attempts, which students call: each reads its request, calls one function and writes the reply.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::stream;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ContestsState;
use crate::contests::RulesOut;
use quad_http::auth::Member;
use quad_http::body::{Body, Timed};
use quad_http::encodings::accepts;
use quad_http::query::Query;
use quad_http::reply::{Reply, created, ok};
use quad_kernel::clock::Time;
use quad_kernel::error::{Error, Kind, MISSING, Result};
use quad_kernel::ids::{QuestionId, UserId};
use quad_kernel::retry::retried;

use super::contest_list::ListAsked;
use super::leaderboard::View;
use super::model::{AcceptedAnswer, Answered, NewAnswer, check_client_support};
use super::personal_time::{NewTimeChange, OwnEnd, own_end};
use super::wire::{
    AnalysisOut, AnswerIn, AnswerOut, AttemptOut, BoardMarksOut, ChoiceIn, CompleteIn, CompleteOut, ContestHeadOut,
    ContestListOut, CorrectionIn, CorrectionMadeOut, CorrectionOut, CorrectionPreviewOut, CorrectionsOut, FairnessOut,
    KindsIn, ListIn, ListedContestOut, MarkingIn, PageIn, PaperIn, PaperOut, ParticipantAnswersOut, ResultRowOut,
    ResultsIn, ResultsOut, ReviewOut, StandingOut, TakenContestAnswer, TakenContestOut, attempt_id, contest_id,
};
use super::wire_time::{TimeChangeIn, TimeChangedOut, TimeLogOut};
use super::{
    answer_review, change_answer, change_time, contest_list, correct_question, fairness, join_and_submit, leaderboard,
    messages, participant_answers, question_stats, serve_picture, store_lists, submit_answer,
};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<ContestsState> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(list_joined))
        .routes(routes!(head))
        .routes(routes!(rules))
        .routes(routes!(check_complete))
        .routes(routes!(complete))
        .routes(routes!(take))
        .routes(routes!(paper))
        .routes(routes!(picture))
        .routes(routes!(attempt))
        .routes(routes!(answer))
        .routes(routes!(choose))
        .routes(routes!(results))
        .routes(routes!(standing))
        .routes(routes!(analysis))
        .routes(routes!(review))
        .routes(routes!(participant))
        .routes(routes!(fairness_report))
        .routes(routes!(preview_correction))
        .routes(routes!(corrections, correct))
        .routes(routes!(time_log, change_time))
}

/// The public contests and those the caller was invited to, newest first, with the caller's own part in each.
#[utoipa::path(get, path = "/post/getallcontest", tag = "attempts", params(ListIn),
    responses((status = 200, body = ContestListOut)))]
async fn list(State(app): State<ContestsState>, who: Member, Query(asked): Query<ListIn>) -> Reply<ContestListOut> {
    let is_brief = asked.brief == Some(true);
    let asked: ListAsked = asked.try_into()?;
    let now = app.clock.now();
    // Before the list is read: what changes meanwhile is then told as newer.
    let edition = app.live.edition();
    let index = app.contest_list_cache.get(&app).await?;
    let parts = store_lists::parts(&app.db, who.id).await?;
    let guest_of = parts.iter().filter(|part| part.attempt_id.is_none()).map(|part| part.contest_id).collect();
    let (counts, page) = contest_list::choose(&index, &guest_of, &asked, now);
    if !is_brief {
        index.with_questions(&app, &page).await?;
    }
    let listed = contest_list::with_parts(&app, &page, &parts).await?;
    let ranks = contest_list::ranks(&app, &who, &listed).await?;
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
async fn list_joined(State(app): State<ContestsState>, who: Member) -> Reply<Vec<ListedContestOut>> {
    let now = app.clock.now();
    let listed = store_lists::joined_by(&app.db, who.id).await?;
    let ranks = contest_list::ranks(&app, &who, &listed).await?;
    let out = listed.iter().map(|listed| {
        let rank = ranks.get(&listed.id).copied();
        ListedContestOut::new(listed, None, rank, who.id, now)
    });
    ok(out.collect())
}

/// A contest's title, date and the caller's part in it.
#[utoipa::path(get, path = "/contest/{contestId}", tag = "attempts", params(("contestId" = String, Path)),
    responses((status = 200, body = ContestHeadOut)))]
async fn head(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<ContestHeadOut> {
    let (contest, own) = join_and_submit::visible(&app, &who, contest_id(&id)?).await?;
    let results_open = leaderboard::is_open(&app, contest.closes_at());
    let (attempt, now) = (own.as_ref().map(|own| &own.attempt), app.clock.now());
    let ends_at = join_and_submit::end_of(&app, &contest, attempt).await?;
    let attempt = attempt.map(|attempt| (attempt, attempt.is_complete(ends_at, now)));
    ok(ContestHeadOut::new(&contest, attempt, who.id, results_open, now))
}

/// What the answers of a contest give and how its paper is shown, for whoever may see the contest.
#[utoipa::path(get, path = "/contests/{contestId}/rules", tag = "attempts", params(("contestId" = String, Path)),
    responses((status = 200, body = RulesOut)))]
async fn rules(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<RulesOut> {
    let (contest, _) = join_and_submit::visible(&app, &who, contest_id(&id)?).await?;
    ok(contest.as_ref().into())
}

/// Whether the caller has submitted. Changes nothing.
#[utoipa::path(post, path = "/checkcomplete", tag = "attempts", request_body = CompleteIn,
    responses((status = 200, body = CompleteOut)))]
async fn check_complete(
    State(app): State<ContestsState>,
    who: Member,
    Body(asked): Body<CompleteIn>,
) -> Reply<CompleteOut> {
    who.must_be(asked.user_id.as_deref())?;
    let success = join_and_submit::is_complete(&app, &who, contest_id(&asked.contest_id)?).await?;
    let message = if success { messages::ALREADY_COMPLETE } else { messages::NOT_COMPLETE };
    let server_now = app.clock.now().to_rfc3339();
    ok(CompleteOut { success, message: message.to_owned(), attempt: None, attempt_id: None, server_now })
}

/// Join a contest, or submit it. `intent` says which; without it the call means both, as the specification has it. A first
/// join answers the empty attempt.
#[utoipa::path(post, path = "/complete", tag = "attempts", request_body = CompleteIn,
    responses((status = 200, body = CompleteOut)))]
async fn complete(State(app): State<ContestsState>, who: Member, Body(asked): Body<CompleteIn>) -> Reply<CompleteOut> {
    who.must_be(asked.user_id.as_deref())?;
    let (intent, meant) = (asked.intent()?, attempt_id(asked.attempt.as_deref())?);
    let shown = asked.marks_shown.as_deref();
    let id = contest_id(&asked.contest_id)?;
    let done = join_and_submit::complete(&app, &who, id, intent, meant, shown, asked.kinds).await?;
    let (now, grace) = (app.clock.now(), app.settings.answer_grace_seconds);
    let attempt = match done.begun {
        None => None,
        Some((contest, part)) => {
            let ends_at = match part.id().zip(part.joined_at()) {
                Some((id, joined_at)) => Some(own_end(&app, &contest, id, joined_at).await?.at),
                None => None,
            };
            let attempt = AttemptOut::begun(&contest, who.id, part.id(), grace, now).ending(ends_at);
            Some(AttemptOut { variant: Some(part.variant()).filter(|variant| *variant > 0), ..attempt })
        }
    };
    let message = done.say.to_owned();
    let attempt_id = meant.map(|id| id.to_string());
    ok(CompleteOut { success: done.complete, message, attempt, attempt_id, server_now: now.to_rfc3339() })
}

/// A contest with its questions (after joining and from the start on) and the caller's answers.
#[utoipa::path(get, path = "/post/getContestById/{contestId}", tag = "attempts",
    params(("contestId" = String, Path), KindsIn), responses((status = 200, body = TakenContestAnswer)))]
async fn take(
    State(app): State<ContestsState>,
    who: Member,
    Path(id): Path<String>,
    Query(asked): Query<KindsIn>,
) -> Reply<TakenContestAnswer> {
    let (contest, own) = join_and_submit::visible(&app, &who, contest_id(&id)?).await?;
    check_client_support(contest.feature_level(), asked.kinds)?;
    let now = app.clock.now();
    let attempt = own.as_ref().map(|own| own.attempt);
    let end = match &attempt {
        Some(attempt) => own_end(&app, &contest, attempt.id, attempt.joined_at).await?,
        None => OwnEnd::new(contest.ends_at, None),
    };
    let (question_set, answered) = match own {
        Some(own) if now >= contest.starts_at => {
            let paper = app.paper_cache.paper(&app, &contest, own.attempt.variant).await?;
            // What is remembered of the contest may be older than its first join.
            check_client_support(paper.feature_level, asked.kinds)?;
            let answered = paper.chosen(&own.choices(&app.db).await?);
            (paper.questions.clone(), answered)
        }
        _ => (Arc::from([]), Answered::nothing(&contest)),
    };
    ok(TakenContestAnswer {
        success: true,
        contest: TakenContestOut {
            id: contest.id.to_string(),
            title: contest.title.clone(),
            description: contest.description.clone(),
            start_date: contest.starts_at.to_rfc3339(),
            // A client of the specification knows no other end.
            end_date: end.at.to_rfc3339(),
            is_public: contest.is_public,
            question_set,
        },
        joined: attempt.is_some(),
        submitted: attempt.is_some_and(|attempt| attempt.is_complete(end.counts_until(), now)),
        answered: answered.texts,
        choices: answered.places,
        server_now: now.to_rfc3339(),
    })
}

/// The questions of a contest the caller has joined: the same bytes for everybody who has the same paper, for ever.
#[utoipa::path(get, path = "/contests/{contestId}/paper", tag = "attempts", params(("contestId" = String, Path), PaperIn),
    responses((status = 200, body = PaperOut), (status = 204, description = "Asked early, and not for the caller yet")))]
async fn paper(
    State(app): State<ContestsState>,
    who: Member,
    Path(id): Path<String>,
    Query(asked): Query<PaperIn>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let (contest, variant) = match join_and_submit::on_paper(&app, &who, contest_id(&id)?).await {
        Err(Error::Rejected(no)) if asked.early == Some(true) && no.kind == Kind::Forbidden => {
            return Ok(StatusCode::NO_CONTENT.into_response());
        }
        found => found?,
    };
    let paper = app.paper_cache.paper(&app, &contest, variant).await?;
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

/// A picture of a paper, at most 480 or 1280 pixels wide: for whoever has joined, from the start on, and after the end where the review
/// stands open; always for the contest's owner and ADMIN. To everybody else it does not exist.
#[utoipa::path(get, path = "/contests/{contestId}/pictures/{key}/{width}", tag = "attempts",
    params(("contestId" = String, Path), ("key" = String, Path), ("width" = u32, Path)),
    responses((status = 200, content_type = "image/webp", body = Vec<u8>)))]
async fn picture(
    State(app): State<ContestsState>,
    who: Member,
    Path((id, key, width)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    serve_picture::serve(&app, &who, contest_id(&id)?, (&key, &width), &headers).await
}

/// The caller's own answers and the clock. Where answers may be changed, also from where the device numbers its changes: another base in
/// each reply.
#[utoipa::path(get, path = "/contests/{contestId}/attempt", tag = "attempts",
    params(("contestId" = String, Path), KindsIn), responses((status = 200, body = AttemptOut)))]
async fn attempt(
    State(app): State<ContestsState>,
    who: Member,
    Path(id): Path<String>,
    Query(asked): Query<KindsIn>,
) -> Reply<AttemptOut> {
    let (contest, own) = join_and_submit::visible(&app, &who, contest_id(&id)?).await?;
    // Whoever says nothing here has said it on joining.
    if asked.kinds.is_some() && contest.rules.changing.is_allowed() {
        check_client_support(contest.feature_level(), asked.kinds)?;
    }
    let now = app.clock.now();
    let attempt = own.as_ref().map(|own| own.attempt);
    let grace = app.settings.answer_grace_seconds;
    let end = match &attempt {
        Some(attempt) => Some(own_end(&app, &contest, attempt.id, attempt.joined_at).await?),
        None => None,
    };
    let begun = AttemptOut::begun(&contest, who.id, attempt.map(|attempt| attempt.id), grace, now);
    let begun = begun.ending(end.map(|end| end.at));
    let ends_at = end.map_or(contest.ends_at, OwnEnd::counts_until);
    let begun = AttemptOut {
        joined: attempt.is_some(),
        submitted: attempt.is_some_and(|attempt| attempt.is_complete(ends_at, now)),
        variant: attempt.map(|attempt| attempt.variant).filter(|variant| *variant > 0),
        ..begun
    };
    if let Some(own) = own.as_ref().filter(|_| contest.rules.changing.is_allowed()) {
        return ok(begun.with_changes(change_answer::sheet(&app, &contest, own, now).await?));
    }
    let answered = match own {
        Some(own) if own.attempt.answered > 0 => {
            let variant = own.attempt.variant;
            let choices = own.choices(&app.db).await?;
            app.paper_cache.paper(&app, &contest, variant).await?.chosen(&choices)
        }
        _ => Answered::nothing(&contest),
    };
    ok(begun.with(answered))
}

/// Record one answer of the caller. Acknowledged when it is durable. Where the answer says of which attempt it is, whatever
/// comes back says which answer it is about.
#[utoipa::path(post, path = "/post/answer", tag = "attempts", request_body = AnswerIn,
    responses((status = 200, body = AnswerOut)))]
async fn answer(
    State(app): State<ContestsState>,
    who: Member,
    Timed(asked, arrived): Timed<AnswerIn>,
) -> Reply<AnswerOut> {
    let about = about(asked.attempt.as_deref(), &asked.question_id);
    let taken = take_answer(&app, &who, asked, arrived).await;
    told(&app, about, taken)
}

/// Record one answer of the caller to a question, by the places of the chosen options. Acknowledged when it is durable; the first answer
/// counts, and where answers may be changed the one with the highest `seq`. Where the answer says of which attempt it is, whatever comes
/// back says which answer it is about.
#[utoipa::path(put, path = "/contests/{contestId}/answers/{questionId}", tag = "attempts",
    params(("contestId" = String, Path), ("questionId" = String, Path)),
    request_body = ChoiceIn, responses((status = 200, body = AnswerOut)))]
async fn choose(
    State(app): State<ContestsState>,
    who: Member,
    Path((contest, question)): Path<(String, String)>,
    Timed(asked, arrived): Timed<ChoiceIn>,
) -> Reply<AnswerOut> {
    let about = about(asked.attempt.as_deref(), &question);
    let taken = take_choice(&app, &who, asked.about(&contest, &question), arrived).await;
    told(&app, about, taken)
}

/// The attempt and the question that an answer says to be about, where it does.
fn about(attempt: Option<&str>, question: &str) -> Option<(String, String)> {
    // What is longer is no id, and is not repeated.
    let shown = |id: &str| if id.len() <= 64 { id.to_owned() } else { String::new() };
    attempt.map(|attempt| (shown(attempt), shown(question)))
}

/// The attempt and the question that the answer is stored for.
async fn take_answer(
    app: &ContestsState,
    who: &Member,
    asked: AnswerIn,
    arrived: Time,
) -> Result<(AcceptedAnswer, QuestionId)> {
    who.must_be(asked.user_id.as_deref())?;
    take_choice(app, who, asked.try_into(), arrived).await
}

async fn take_choice(
    app: &ContestsState,
    who: &Member,
    new: Result<NewAnswer>,
    arrived: Time,
) -> Result<(AcceptedAnswer, QuestionId)> {
    let new = new?;
    Ok((submit_answer::answer(app, who, &new, arrived).await?, new.question))
}

/// What became of an answer, in words.
fn told(
    app: &ContestsState,
    about: Option<(String, String)>,
    taken: Result<(AcceptedAnswer, QuestionId)>,
) -> Reply<AnswerOut> {
    let tells = about.is_some();
    match taken {
        Ok((AcceptedAnswer { attempt, change }, question)) => ok(AnswerOut {
            attempt: tells.then(|| attempt.to_string()),
            question_id: tells.then(|| question.to_string()),
            ..AnswerOut::new(change, app.clock.now())
        }),
        Err(Error::Rejected(no)) => Err(match about {
            Some((attempt, question)) => no.with("attempt", attempt).with("questionId", question),
            None => no,
        }
        .into()),
        Err(broken) => Err(broken),
    }
}

/// The board of a contest, once it is over; live for its owner and ADMIN.
#[utoipa::path(post, path = "/post/results", tag = "attempts", params(PageIn), request_body = ResultsIn,
    responses((status = 200, body = ResultsOut)))]
async fn results(
    State(app): State<ContestsState>,
    who: Member,
    Query(page): Query<PageIn>,
    headers: HeaderMap,
    Body(asked): Body<ResultsIn>,
) -> Result<Response, Error> {
    let page = contest_list::page(page.page, page.size)?;
    let View { board, sees_all, .. } = leaderboard::view(&app, &who, contest_id(&asked.contest_id)?).await?;
    let now = app.clock.now();
    if let Some(page) = page.filter(|page| !sees_all && !board.shows(*page, who.id)) {
        let (head, rest) = ResultsOut::kept(&app.leaderboard_cache.pages, &board, page, now).await?;
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
async fn standing(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<StandingOut> {
    let View { contest, board, sees_all } = leaderboard::view(&app, &who, contest_id(&id)?).await?;
    let you = board.row_of(who.id);
    let part = if contest.draw.is_some() { app.attempt_cache.find(contest.id, who.id).await? } else { None };
    ok(StandingOut {
        success: true,
        better_than_percent: you.and_then(|row| board.better_than_percent(row)),
        you: you.map(|row| ResultRowOut::new(&board, row, true)),
        histogram: board.histogram(contest.questions_each()),
        question_count: contest.questions_each(),
        total_participants: board.rows.len() as u32,
        r#final: board.is_final,
        marks: part.map_or_else(|| (&*board).into(), |(_, part)| BoardMarksOut::of_paper(&board, part.variant())),
        sees_all,
    })
}

/// How each question did, for the contest's owner and ADMIN.
#[utoipa::path(get, path = "/contests/{contestId}/analysis", tag = "attempts", params(("contestId" = String, Path)),
    responses((status = 200, body = AnalysisOut)))]
async fn analysis(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<AnalysisOut> {
    ok(question_stats::analyse(&app, &who, contest_id(&id)?).await?.into())
}

/// The caller's own answers beside the right ones: after the end, and if the contest's owner shows them.
#[utoipa::path(get, path = "/contests/{contestId}/review", tag = "attempts", params(("contestId" = String, Path)),
    responses((status = 200, body = ReviewOut)))]
async fn review(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<ReviewOut> {
    let answer_review::Review { contest, attempt, questions } =
        answer_review::review(&app, &who, contest_id(&id)?).await?;
    let board = app.leaderboard_cache.get(&app, &contest).await?;
    let now = app.clock.now();
    let you = board.row_of(who.id).map(|row| ResultRowOut::new(&board, row, true));
    ok(ReviewOut {
        success: true,
        marks: you.as_ref().map(|row| row.marks.clone()).unwrap_or_default(),
        you,
        contest: ContestHeadOut::new(&contest, Some((&attempt, true)), who.id, true, now),
        questions: questions.into_iter().map(Into::into).collect(),
        server_now: now.to_rfc3339(),
    })
}

/// A participant's answers beside the right ones, for the contest's owner and ADMIN, with what decides the order in which that person saw
/// them.
#[utoipa::path(get, path = "/contests/{contestId}/participants/{userId}", tag = "attempts",
    params(("contestId" = String, Path), ("userId" = String, Path)), responses((status = 200, body = ParticipantAnswersOut)))]
async fn participant(
    State(app): State<ContestsState>,
    who: Member,
    Path((contest, user)): Path<(String, String)>,
) -> Reply<ParticipantAnswersOut> {
    let user = UserId::parse(&user).ok_or(MISSING)?;
    let answers = participant_answers::participant_answers(&app, &who, contest_id(&contest)?, user).await?;
    ok(ParticipantAnswersOut::new(answers, app.clock.now()))
}

/// Whether it mattered in which order people saw the paper: after the end, for the contest's owner and ADMIN.
#[utoipa::path(get, path = "/contests/{contestId}/fairness", tag = "attempts", params(("contestId" = String, Path)),
    responses((status = 200, body = FairnessOut)))]
async fn fairness_report(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<FairnessOut> {
    ok(fairness::fairness(&app, &who, contest_id(&id)?).await?.into())
}

/// Who would move if a question were marked otherwise, for the contest's owner and ADMIN. Changes nothing.
#[utoipa::path(post, path = "/contests/{contestId}/corrections/preview", tag = "attempts",
    params(("contestId" = String, Path)), request_body = MarkingIn, responses((status = 200, body = CorrectionPreviewOut)))]
async fn preview_correction(
    State(app): State<ContestsState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<MarkingIn>,
) -> Reply<CorrectionPreviewOut> {
    ok(correct_question::preview(&app, &who, contest_id(&id)?, &asked.try_into()?).await?.into())
}

/// Mark a question otherwise after the end, as it was previewed: all scores are recomputed, and those who moved are told.
/// For the contest's owner.
#[utoipa::path(post, path = "/contests/{contestId}/corrections", tag = "attempts", params(("contestId" = String, Path)),
    request_body = CorrectionIn, responses((status = 201, body = CorrectionMadeOut)))]
async fn correct(
    State(app): State<ContestsState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<CorrectionIn>,
) -> Reply<CorrectionMadeOut> {
    let id = contest_id(&id)?;
    let new = asked.try_into()?;
    let made = retried(|| correct_question::correct(&app, &who, id, &new)).await?;
    let correction = CorrectionOut::new(made, true);
    created(CorrectionMadeOut { success: true, message: messages::CORRECTED.to_owned(), correction })
}

/// What was corrected, newest first: for the contest's owner and ADMIN, and after the end for whoever sees the board.
#[utoipa::path(get, path = "/contests/{contestId}/corrections", tag = "attempts", params(("contestId" = String, Path)),
    responses((status = 200, body = CorrectionsOut)))]
async fn corrections(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<CorrectionsOut> {
    ok(correct_question::log(&app, &who, contest_id(&id)?).await?.into())
}

/// Give people more time or take some back, stop all clocks and let them go on, or let somebody in again who has handed in: for the contest's
/// owner, from the start until results stand open. Those whose time it is are told live, and read why.
#[utoipa::path(post, path = "/contests/{contestId}/time", tag = "attempts", params(("contestId" = String, Path)),
    request_body = TimeChangeIn, responses((status = 200, body = TimeChangedOut)))]
async fn change_time(
    State(app): State<ContestsState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<TimeChangeIn>,
) -> Reply<TimeChangedOut> {
    let id = contest_id(&id)?;
    let new: NewTimeChange = asked.try_into()?;
    let moved = retried(|| change_time::change(&app, &who, id, &new)).await?;
    ok(TimeChangedOut::new(new.action, &moved))
}

/// What was done with people's time, newest first: for the contest's owner and ADMIN, and for whoever has joined what is about them.
#[utoipa::path(get, path = "/contests/{contestId}/time", tag = "attempts", params(("contestId" = String, Path)),
    responses((status = 200, body = TimeLogOut)))]
async fn time_log(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<TimeLogOut> {
    let log = change_time::log(&app, &who, contest_id(&id)?).await?;
    ok(TimeLogOut::new(log, app.clock.now()))
}
