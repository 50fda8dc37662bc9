//! Routes of contests, which organisers call: each reads its request, calls one function and writes the reply.

use axum::extract::{FromRequest, Path, Request, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ContestsState;
use quad_http::accept::is_liked_before_json;
use quad_http::auth::Member;
use quad_http::body::Body;
use quad_http::reply::{Done, Reply, created, ok};
use quad_http::uploads::Files;
use quad_kernel::error::{Error, Result};
use quad_kernel::ids::{ContestId, QuestionId};
use quad_kernel::retry::retried;
use quad_people::pictures::{self, ImageForm};

use super::edit_questions::RewriteCall;
use super::generate_questions::{Generation, NewDrafts};
use super::model::{Contest, DetailChanges, NewQuestion, Question};
use super::question_pictures::ContestPictures;
use super::wire::{
    AddQuestionIn, AddQuestionsIn, ChangeTimeIn, ContestSavedOut, CreateContestIn, DetailsIn, DraftOut, DraftingOut,
    DraftingProgressOut, GenerateIn, InvitationAcceptedOut, InvitationAnswer, InvitationIn, InvitedOut,
    KeyedContestAnswer, KeyedContestOut, KeyedQuestionOut, KindQuestionIn, LinkPreviewOut, MadePublicOut, MakePublicIn,
    MathsPreviewIn, MathsPreviewOut, OwnContestOut, OwnContestsOut, QuestionIn, QuestionSavedOut, QuestionsSavedOut,
    RulesIn, RulesSavedOut, TimeIn, contest_id, question_id,
};
use super::wire_draw::{DrawIn, DrawOut};
use super::wire_pictures::PictureUploadedOut;
use super::{
    access, contest_preview, edit_contest, edit_draw, edit_pictures, edit_questions, generate_questions,
    generation_stream, invitations, maths, messages, store, store_pictures,
};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<ContestsState> {
    OpenApiRouter::new()
        .routes(routes!(list_own))
        .routes(routes!(create))
        .routes(routes!(describe, delete))
        .routes(routes!(set_rules))
        .routes(routes!(draw, set_draw))
        .routes(routes!(publish))
        .routes(routes!(reschedule))
        .routes(routes!(set_time))
        .routes(routes!(end_now))
        .routes(routes!(add_question))
        .routes(routes!(add_questions))
        .routes(routes!(add_picture))
        .routes(routes!(show))
        .routes(routes!(rewrite_question))
        .routes(routes!(rewrite_question_of_kind))
        .routes(routes!(remove_question))
        .routes(routes!(generate, drafting_facts))
        .routes(routes!(preview_maths))
        .routes(routes!(invitation, invite, revoke_invitation))
        .routes(routes!(look_at_invitation))
        .routes(routes!(link_preview))
        .routes(routes!(accept_invitation))
}

/// The caller's own contests, newest first.
#[utoipa::path(get, path = "/post/getcontest", tag = "contests", responses((status = 200, body = OwnContestsOut)))]
async fn list_own(State(app): State<ContestsState>, who: Member) -> Reply<OwnContestsOut> {
    let contests = store::of_owner(&app.db, who.id).await?;
    let ids: Vec<_> = contests.iter().map(|contest| contest.id).collect();
    let mut questions = store::question_ids(&app.db, &ids).await?;
    let contests = contests
        .iter()
        .map(|contest| OwnContestOut::new(contest, &questions.remove(&contest.id).unwrap_or_default()))
        .collect();
    ok(OwnContestsOut { success: true, contests, server_now: app.clock.now().to_rfc3339() })
}

/// Make a contest. Costs one contest credit.
#[utoipa::path(post, path = "/post/createcontest", tag = "contests", request_body = CreateContestIn,
    responses((status = 201, body = ContestSavedOut)))]
async fn create(
    State(app): State<ContestsState>,
    who: Member,
    Body(asked): Body<CreateContestIn>,
) -> Reply<ContestSavedOut> {
    let new = asked.parse(app.clock.now())?;
    let contest = retried(|| edit_contest::create(&app, &who, &new)).await?;
    created(saved(&app, messages::CREATED, &contest).await?)
}

/// Set title, description and rules, each where it is named.
#[utoipa::path(put, path = "/contests/{contestId}", tag = "contests", params(("contestId" = String, Path)),
    request_body = DetailsIn, responses((status = 200, body = ContestSavedOut)))]
async fn describe(
    State(app): State<ContestsState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<DetailsIn>,
) -> Reply<ContestSavedOut> {
    let words = DetailChanges::parse(asked.title.as_deref(), asked.description.as_deref())?;
    let id = contest_id(&id)?;
    // To nobody but the owner anything is said of names.
    let change = |rules| asked.names_something().and_then(|()| asked.rules.over(rules));
    let contest = retried(|| edit_contest::update_details(&app, &who, id, &words, change)).await?;
    ok(saved(&app, messages::SAVED, &contest).await?)
}

/// Set the rules, for the contest's owner. What is not named has its default, except whether answers are shown. What answers give
/// cannot change once somebody has joined.
#[utoipa::path(put, path = "/contests/{contestId}/rules", tag = "contests", params(("contestId" = String, Path)),
    request_body = RulesIn, responses((status = 200, body = RulesSavedOut)))]
async fn set_rules(
    State(app): State<ContestsState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<RulesIn>,
) -> Reply<RulesSavedOut> {
    let id = contest_id(&id)?;
    let words = DetailChanges::default();
    let set = retried(|| edit_contest::update_details(&app, &who, id, &words, |old| asked.instead_of(old))).await;
    let contest = set.map_err(|error| match error {
        Error::Rejected(refusal) => Error::Rejected(asked.telling_of_defaults(refusal)),
        broken @ Error::Internal(_) => broken,
    })?;
    ok(RulesSavedOut { success: true, message: messages::RULES_SAVED.to_owned(), rules: (&contest).into() })
}

/// Which part of the questions each person gets, for the contest's owner.
#[utoipa::path(get, path = "/contests/{contestId}/draw", tag = "contests", params(("contestId" = String, Path)),
    responses((status = 200, body = DrawOut)))]
async fn draw(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<DrawOut> {
    ok(DrawOut::new(&edit_draw::shown(&app, &who, contest_id(&id)?).await?, None))
}

/// Set which part of the questions each person gets, for the contest's owner, until somebody has joined or the papers are dealt, a minute
/// before the start. Without parts everybody gets all questions.
#[utoipa::path(put, path = "/contests/{contestId}/draw", tag = "contests", params(("contestId" = String, Path)),
    request_body = DrawIn, responses((status = 200, body = DrawOut)))]
async fn set_draw(
    State(app): State<ContestsState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<DrawIn>,
) -> Reply<DrawOut> {
    let id = contest_id(&id)?;
    let draw = asked.parse(&app.random)?;
    let set = retried(|| edit_draw::set(&app, &who, id, draw.clone())).await?;
    ok(DrawOut::new(&set, Some(messages::DRAW_SAVED)))
}

/// Delete a contest that nobody has joined; its creation credit comes back, unless everybody had been told of it.
#[utoipa::path(delete, path = "/contests/{contestId}", tag = "contests", params(("contestId" = String, Path)),
    responses((status = 200, body = Done)))]
async fn delete(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<Done> {
    let id = contest_id(&id)?;
    let is_given_back = retried(|| edit_contest::delete(&app, &who, id)).await?;
    ok(Done::said(if is_given_back { messages::DELETED } else { messages::DELETED_ANNOUNCED }))
}

/// Make a contest public or private.
#[utoipa::path(post, path = "/post/makepublic", tag = "contests", request_body = MakePublicIn,
    responses((status = 200, body = MadePublicOut)))]
async fn publish(
    State(app): State<ContestsState>,
    who: Member,
    Body(asked): Body<MakePublicIn>,
) -> Reply<MadePublicOut> {
    let id = contest_id(&asked.contest_id)?;
    retried(|| edit_contest::publish(&app, &who, id, asked.is_public)).await?;
    let message = if asked.is_public { messages::NOW_PUBLIC } else { messages::NOW_PRIVATE };
    ok(MadePublicOut { success: true, message: message.to_owned(), is_public: asked.is_public })
}

/// Move a contest in time, until its end.
#[utoipa::path(post, path = "/changetime", tag = "contests", request_body = ChangeTimeIn,
    responses((status = 200, body = ContestSavedOut)))]
async fn reschedule(
    State(app): State<ContestsState>,
    who: Member,
    Body(asked): Body<ChangeTimeIn>,
) -> Reply<ContestSavedOut> {
    let window = asked.window(app.clock.now())?;
    let contest = edit_contest::reschedule(&app, &who, contest_id(&asked.contest_id)?, |_| Ok(window)).await?;
    ok(saved(&app, messages::TIME_UPDATED, &contest).await?)
}

/// Give a contest another start or end, until its end: what is not named stays as it is then.
#[utoipa::path(put, path = "/contests/{contestId}/time", tag = "contests", params(("contestId" = String, Path)),
    request_body = TimeIn, responses((status = 200, body = ContestSavedOut)))]
async fn set_time(
    State(app): State<ContestsState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<TimeIn>,
) -> Reply<ContestSavedOut> {
    asked.names_nothing_strange()?;
    let (id, now) = (contest_id(&id)?, app.clock.now());
    let contest = edit_contest::reschedule(&app, &who, id, |old| asked.over(old, now)).await?;
    ok(saved(&app, messages::TIME_UPDATED, &contest).await?)
}

/// End a running contest now, for its owner. Everybody counts as handed in, and the board opens as after any end.
#[utoipa::path(post, path = "/contests/{contestId}/end", tag = "contests", params(("contestId" = String, Path)),
    responses((status = 200, body = ContestSavedOut)))]
async fn end_now(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<ContestSavedOut> {
    let id = contest_id(&id)?;
    let contest = retried(|| edit_contest::end_now(&app, &who, id)).await?;
    ok(saved(&app, messages::ENDED_NOW, &contest).await?)
}

/// Add one question.
#[utoipa::path(post, path = "/post/addQuestion", tag = "contests", request_body = AddQuestionIn,
    responses((status = 201, body = QuestionSavedOut)))]
async fn add_question(
    State(app): State<ContestsState>,
    who: Member,
    Body(asked): Body<AddQuestionIn>,
) -> Reply<QuestionSavedOut> {
    let contest = contest_id(&asked.contest_id)?;
    let new = [asked.question.try_into()?];
    let written = retried(|| edit_questions::add_questions(&app, &who, contest, &new)).await?;
    let question = keyed(&app, contest, &written).await?.pop().ok_or(quad_kernel::error::MISSING)?;
    created(QuestionSavedOut { success: true, message: messages::QUESTION_ADDED.to_owned(), question })
}

/// Add up to 100 questions, all or none, each in the shape of its kind or in the specification's.
#[utoipa::path(post, path = "/contests/{contestId}/questions", tag = "contests", params(("contestId" = String, Path)),
    request_body = AddQuestionsIn, responses((status = 201, body = QuestionsSavedOut)))]
async fn add_questions(
    State(app): State<ContestsState>,
    who: Member,
    Path(id): Path<String>,
    Body(asked): Body<AddQuestionsIn>,
) -> Reply<QuestionsSavedOut> {
    let contest = contest_id(&id)?;
    let checked: Vec<_> = asked.questions.iter().map(KindQuestionIn::draws_maths).collect();
    let new: Vec<_> = asked.try_into()?;
    maths::check(&app, &who, contest, None, &new, &checked).await?;
    let written = retried(|| edit_questions::add_questions(&app, &who, contest, &new)).await?;
    let questions = keyed(&app, contest, &written).await?;
    created(QuestionsSavedOut { success: true, message: messages::QUESTION_ADDED.to_owned(), questions })
}

/// Upload a picture for the questions of a contest (`multipart/form-data`), for its owner, until somebody has joined. A question that is
/// written with its id shows it; one that no question shows is deleted after a day.
#[utoipa::path(post, path = "/contests/{contestId}/pictures", tag = "contests", params(("contestId" = String, Path)),
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses((status = 201, body = PictureUploadedOut)))]
async fn add_picture(
    State(app): State<ContestsState>,
    who: Member,
    Path(id): Path<String>,
    request: Request,
) -> Reply<PictureUploadedOut> {
    // Ten megabytes are not read for somebody who may not put them there.
    let contest = edit_pictures::open_for_pictures(&app, &who, contest_id(&id)?).await?;
    let form = Files::<1>::from_request(request, &app).await?;
    let picture = edit_pictures::upload(&app, &contest, pictures::single_file(form)?).await?;
    created(PictureUploadedOut::new(contest.id, &picture))
}

/// A contest with its keys, for its owner and ADMIN.
#[utoipa::path(get, path = "/post/{contestId}", tag = "contests", params(("contestId" = String, Path)),
    responses((status = 200, body = KeyedContestAnswer)))]
async fn show(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<KeyedContestAnswer> {
    let contest = access::readable(&app, &who, contest_id(&id)?).await?;
    let questions = store::questions(&app.db, contest.id).await?;
    let pictures = pictures_of(&app, &contest).await?;
    let mut contest = KeyedContestOut::new(&contest, &questions, &pictures, who.id);
    for (shown, question) in contest.question_set.iter_mut().zip(&questions) {
        shown.maths = app.maths_cache.of_question(question).await;
    }
    ok(KeyedContestAnswer { success: true, contest, server_now: app.clock.now().to_rfc3339() })
}

/// Rewrite a question of four options, one of them right, until somebody has joined. What of its difficulty, explanation, marks and star is
/// not named stays as it is. One that the specification does not have is 409 `needs_newer_client`, and stays as it is.
#[utoipa::path(put, path = "/post/update/{contestId}/{questionId}", tag = "contests",
    params(("contestId" = String, Path), ("questionId" = String, Path)),
    request_body = QuestionIn, responses((status = 200, body = QuestionSavedOut)))]
async fn rewrite_question(
    State(app): State<ContestsState>,
    who: Member,
    Path((contest, question)): Path<(String, String)>,
    Body(asked): Body<QuestionIn>,
) -> Reply<QuestionSavedOut> {
    let contest = contest_id(&contest)?;
    let question = question_id(&question)?;
    let new = match NewQuestion::try_from(asked) {
        // Its difficulty stays here, as it always has.
        Ok(new) => NewQuestion { difficulty: None, ..new },
        Err(refusal) => {
            // A client of the specification sends back what it was shown, such as no options.
            let why = edit_questions::why_not_in_specification(&app, &who, contest, question).await?;
            return Err(why.unwrap_or(refusal).into());
        }
    };
    ok(rewritten(&app, &who, contest, question, &new, RewriteCall::OfSpecification).await?)
}

/// Rewrite a question in the shape of its kind or in the specification's, until somebody has joined. What of its difficulty,
/// explanation, marks, star and pictures is not named stays as it is.
#[utoipa::path(put, path = "/contests/{contestId}/questions/{questionId}", tag = "contests",
    params(("contestId" = String, Path), ("questionId" = String, Path)),
    request_body = KindQuestionIn, responses((status = 200, body = QuestionSavedOut)))]
async fn rewrite_question_of_kind(
    State(app): State<ContestsState>,
    who: Member,
    Path((contest, question)): Path<(String, String)>,
    Body(asked): Body<KindQuestionIn>,
) -> Reply<QuestionSavedOut> {
    let contest = contest_id(&contest)?;
    let question = question_id(&question)?;
    let checked = [asked.draws_maths()];
    let new: [NewQuestion; 1] = [asked.try_into()?];
    maths::check(&app, &who, contest, Some(question), &new, &checked).await?;
    let [new] = new;
    ok(rewritten(&app, &who, contest, question, &new, RewriteCall::OfKind).await?)
}

async fn rewritten(
    app: &ContestsState,
    who: &Member,
    contest: ContestId,
    question: QuestionId,
    new: &NewQuestion,
    call: RewriteCall,
) -> Result<QuestionSavedOut> {
    let written = retried(|| edit_questions::rewrite(app, who, contest, question, new, call)).await?;
    let pictures = store_pictures::pictures(&app.db, contest).await?;
    let question = KeyedQuestionOut::new(contest, &written, &pictures);
    Ok(QuestionSavedOut { success: true, message: messages::QUESTION_UPDATED.to_owned(), question })
}

/// Remove a question, until somebody has joined.
#[utoipa::path(delete, path = "/post/{contestId}/{questionId}", tag = "contests",
    params(("contestId" = String, Path), ("questionId" = String, Path)), responses((status = 200, body = Done)))]
async fn remove_question(
    State(app): State<ContestsState>,
    who: Member,
    Path((contest, question)): Path<(String, String)>,
) -> Reply<Done> {
    let id = contest_id(&contest)?;
    let question = question_id(&question)?;
    retried(|| edit_questions::remove(&app, &who, id, question)).await?;
    ok(Done::said(messages::QUESTION_REMOVED))
}

/// Draft questions on a topic, for a person to review; nothing is saved. With `Accept: text/event-stream` the answer is a
/// stream that says how far the work is. Going away ends the work.
#[utoipa::path(post, path = "/generate", tag = "contests", request_body = GenerateIn,
    responses((status = 200, content(
        (Vec<DraftOut> = "application/json"),
        (DraftingProgressOut = "text/event-stream"),
    ))))]
async fn generate(
    State(app): State<ContestsState>,
    who: Member,
    headers: HeaderMap,
    Body(asked): Body<GenerateIn>,
) -> Result<Response> {
    let asked: NewDrafts = asked.try_into()?;
    let number = asked.number;
    let work = generate_questions::begin(&app, &who, asked).await?;
    if is_liked_before_json(&headers, "text/event-stream") {
        return Ok(generation_stream::reply(&app, work, number));
    }
    let drafted = match work {
        Generation::Done(drafted) => drafted,
        Generation::AskProvider(call) => call.run(&app, |_| ()).await?,
    };
    Ok(ok(DraftOut::all(drafted)).into_response())
}

/// What there is to draft with: which source, its topics, and what the caller has left today.
#[utoipa::path(get, path = "/generate", tag = "contests", responses((status = 200, body = DraftingOut)))]
async fn drafting_facts(State(app): State<ContestsState>, who: Member) -> Reply<DraftingOut> {
    ok(generate_questions::facts(&app, &who).await?.into())
}

/// What is drawn for the formulas of texts that are being written, and what of them cannot be. Nothing is saved.
#[utoipa::path(post, path = "/maths/preview", tag = "contests", request_body = MathsPreviewIn,
    responses((status = 200, body = MathsPreviewOut)))]
async fn preview_maths(
    State(app): State<ContestsState>,
    _who: Member,
    Body(asked): Body<MathsPreviewIn>,
) -> Reply<MathsPreviewOut> {
    ok(MathsPreviewOut::new(app.maths_cache.preview(&asked.parse()?).await))
}

/// The contest's living invitation link, for its owner and ADMIN.
#[utoipa::path(get, path = "/contests/{contestId}/invitation", tag = "contests", params(("contestId" = String, Path)),
    responses((status = 200, body = InvitationAnswer)))]
async fn invitation(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<InvitationAnswer> {
    ok(invitations::shown(&app, &who, contest_id(&id)?).await?.into())
}

/// Make an invitation link; the one until now dies.
#[utoipa::path(post, path = "/contests/{contestId}/invitation", tag = "contests", params(("contestId" = String, Path)),
    responses((status = 201, body = InvitationAnswer)))]
async fn invite(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<InvitationAnswer> {
    let id = contest_id(&id)?;
    created(retried(|| invitations::make(&app, &who, id)).await?.into())
}

/// Revoke the invitation link; whoever accepted stays.
#[utoipa::path(delete, path = "/contests/{contestId}/invitation", tag = "contests", params(("contestId" = String, Path)),
    responses((status = 200, body = Done)))]
async fn revoke_invitation(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<Done> {
    let id = contest_id(&id)?;
    retried(|| invitations::revoke(&app, &who, id)).await?;
    ok(Done::said(messages::INVITATION_REVOKED))
}

/// What an invitation link leads to, for guests too. A person may look at 30 a minute. The token is in the body because proxies log addresses.
#[utoipa::path(post, path = "/invitation/look", tag = "contests", request_body = InvitationIn,
    responses((status = 200, body = InvitedOut)))]
async fn look_at_invitation(
    State(app): State<ContestsState>,
    who: Option<Member>,
    Body(asked): Body<InvitationIn>,
) -> Reply<InvitedOut> {
    let found = invitations::preview(&app, who.as_ref(), &asked.token).await?;
    let server_now = app.clock.now().to_rfc3339();
    let (accepted, own) = (found.accepted, who.is_some_and(|who| found.owner == who.id));
    ok(InvitedOut { success: true, contest: (&found).into(), accepted, own, server_now })
}

/// What a link to a public contest leads to, for guests too.
#[utoipa::path(get, path = "/contests/{contestId}/link-preview", tag = "contests", params(("contestId" = String, Path)),
    responses((status = 200, body = LinkPreviewOut)))]
async fn link_preview(State(app): State<ContestsState>, Path(id): Path<String>) -> Reply<LinkPreviewOut> {
    let contest = contest_preview::find_public(&app, contest_id(&id)?).await?;
    ok(LinkPreviewOut { success: true, contest: (&*contest).into(), server_now: app.clock.now().to_rfc3339() })
}

/// Accept an invitation: its contest is open to the caller from now on. Accepting again changes nothing.
#[utoipa::path(post, path = "/invitation/accept", tag = "contests", request_body = InvitationIn,
    responses((status = 200, body = InvitationAcceptedOut)))]
async fn accept_invitation(
    State(app): State<ContestsState>,
    who: Member,
    Body(asked): Body<InvitationIn>,
) -> Reply<InvitationAcceptedOut> {
    let found = retried(|| invitations::accept(&app, &who, &asked.token)).await?;
    let message = if found.owner == who.id { messages::OWN_INVITATION } else { messages::INVITATION_ACCEPTED };
    ok(InvitationAcceptedOut { success: true, message: message.to_owned(), contest: (&found).into() })
}

async fn saved(app: &ContestsState, message: &str, contest: &Contest) -> Result<ContestSavedOut, quad_db::DbError> {
    let questions = store::question_ids(&app.db, &[contest.id]).await?.remove(&contest.id).unwrap_or_default();
    Ok(ContestSavedOut {
        success: true,
        message: message.to_owned(),
        contest: OwnContestOut::new(contest, &questions),
        server_now: app.clock.now().to_rfc3339(),
    })
}

async fn keyed(app: &ContestsState, contest: ContestId, questions: &[Question]) -> Result<Vec<KeyedQuestionOut>> {
    let pictures = store_pictures::pictures(&app.db, contest).await?;
    Ok(questions.iter().map(|question| KeyedQuestionOut::new(contest, question, &pictures)).collect())
}

/// A contest's pictures, which are not asked for where it has none.
async fn pictures_of(app: &ContestsState, contest: &Contest) -> Result<ContestPictures> {
    if contest.pictured_questions == 0 {
        return Ok(ContestPictures::none(contest.id));
    }
    Ok(store_pictures::pictures(&app.db, contest.id).await?)
}
