//! Router: each feature's routes, in import order, and the middleware around them.

use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{self, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures::FutureExt;
use http_body::Body as _;
use quad_db::{Absence, DbError};
use tower::{Layer, ServiceExt, service_fn};
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{AllowOrigin, CorsLayer};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::{first_steps, static_files, topics};
use quad_campus::{clubs, enquiries, events, galleries, site};
use quad_contests::{ContestsState, attempts, contests, payments, polls, sandbox};
use quad_http::idempotency::{self, Idempotency};
use quad_http::middleware::{GuardSettings, PricingPolicy, guard, page_policy};
use quad_http::{openapi, sender};
use quad_kernel::error::{Error, Kind, MISSING, Rejection};
use quad_kernel::problem;
use quad_metrics::Requests;
use quad_operations::{operations, profile, user_admin};
use quad_people::{PeopleState, accounts, audit, notify, pictures};

const WRONG_METHOD: Rejection =
    Rejection::new(Kind::WrongMethod, "wrong_method", "This address does not take that kind of request.");

/// All calls, by what they work with.
struct Calls {
    people: OpenApiRouter<PeopleState>,
    contests: OpenApiRouter<ContestsState>,
    live: OpenApiRouter<App>,
}

fn calls() -> Calls {
    let people = OpenApiRouter::new()
        .merge(notify::routes())
        .merge(pictures::routes())
        .merge(audit::routes())
        .merge(accounts::routes())
        .merge(clubs::routes())
        .merge(events::routes())
        .merge(galleries::routes())
        .merge(site::routes())
        .merge(enquiries::routes());
    let contests = OpenApiRouter::new()
        .merge(payments::routes())
        .merge(contests::routes())
        .merge(attempts::routes())
        .merge(polls::routes())
        .merge(profile::routes())
        .merge(operations::routes())
        .merge(user_admin::routes());
    Calls { people, contests, live: topics::routes().merge(first_steps::routes()) }
}

/// The OpenAPI document of all calls.
pub fn document() -> OpenApi {
    let Calls { people, contests, live } = calls();
    let mut document = openapi::head();
    for part in [people.into_openapi(), contests.into_openapi(), live.into_openapi()] {
        document.merge(part);
    }
    openapi::finish(&mut document);
    document
}

/// The whole service.
pub fn build(app: &App) -> Router {
    build_with(app, Router::new())
}

/// The whole service, with further pages beside its own.
pub fn build_with(app: &App, pages: Router<App>) -> Router {
    let front = Arc::new(Front::new(app, pages));
    Router::new().fallback(move |request: Request| {
        let front = Arc::clone(&front);
        async move { front.answer(request).await }
    })
}

/// What stands before the calls and the pages. Plain functions around two routers: as layers of the framework the same
/// would be cloned and boxed once per layer and request, which cost more than the calls of a live contest.
struct Front {
    app: App,
    guard: GuardSettings,
    /// Of calls that are made once.
    idempotency: Idempotency,
    /// Below `/api`.
    calls: Router,
    /// Everything else.
    pages: Router,
    /// Where programs of other origins may call.
    cors: Option<CorsLayer>,
}

impl Front {
    fn new(app: &App, pages: Router<App>) -> Self {
        let Calls { people, contests, live } = calls();
        let (live, mut document) = live.split_for_parts();
        let (people, of_people) = people.split_for_parts();
        let (contests, of_contests) = contests.split_for_parts();
        document.merge(of_people);
        document.merge(of_contests);
        let templates = document.paths.paths.keys().map(String::as_str);
        let requests = Requests::new(Arc::clone(&app.metrics), templates);
        Self {
            guard: GuardSettings {
                trusted_origins: app.settings.cors_origins.clone().into(),
                own_origin: app.settings.public_url.as_str().into(),
                https: app.settings.is_https(),
                random: app.random.clone(),
                requests,
                pages: page_policy(&app.settings.picture_hosts),
                pricing: PricingPolicy::new(
                    app.settings.sells_for_money().then(|| app.settings.razorpay_checkout_origin()).as_deref(),
                ),
            },
            calls: live
                .merge(people.with_state(app.people.clone()))
                .merge(contests.with_state(app.state()))
                .fallback(|| async { MISSING.into_response() })
                .method_not_allowed_fallback(|| async { WRONG_METHOD.into_response() })
                .with_state(app.clone()),
            pages: pages
                .nest("/sandbox", sandbox::routes(app).with_state(app.state()))
                .route("/healthz", get(|| async { "ok" }))
                .route("/readyz", get(ready))
                .fallback(static_files::serve)
                .with_state(app.clone()),
            cors: (!app.settings.cors_origins.is_empty()).then(|| cors(app)),
            idempotency: Idempotency {
                db: app.db.clone(),
                clock: app.clock.clone(),
                random: app.random.clone(),
                tasks: app.tasks.clone(),
            },
            app: app.clone(),
        }
    }

    async fn answer(&self, request: Request) -> Response {
        guard(&self.guard, request, |request| self.let_through(request)).await
    }

    async fn let_through(&self, request: Request) -> Response {
        let Some(cors) = &self.cors else { return self.unbroken(request).await };
        let inner = service_fn(|request| async { Ok::<_, Infallible>(self.unbroken(request).await) });
        let Ok(response) = cors.layer(inner).oneshot(request).await;
        response
    }

    /// A panic is an answer as well.
    async fn unbroken(&self, request: Request) -> Response {
        let answered = AssertUnwindSafe(self.routed(request)).catch_unwind().await;
        problem_for_bare_refusals(answered.unwrap_or_else(|_| problem::broken()))
    }

    async fn routed(&self, mut request: Request) -> Response {
        let Some(path) = below_api(request.uri()) else { return answered(self.pages.clone().oneshot(request).await) };
        *request.uri_mut() = path;
        if let Err(fail) = accounts::recognise(&self.app, &mut request).await {
            return fail.into_response();
        }
        if let Err(refusal) = sender::check_header(&request) {
            return Error::from(refusal).into_response();
        }
        let encodings: Vec<HeaderValue> = request.headers().get_all(header::ACCEPT_ENCODING).iter().cloned().collect();
        let calls = self.calls.clone();
        let response = if idempotency::is_asked_for(&request) {
            let session = accounts::session_text(&self.app.settings, request.headers());
            let call = |request| async move { answered(calls.oneshot(request).await) };
            idempotency::once(&self.idempotency, session.as_deref(), request, call).await
        } else {
            answered(calls.oneshot(request).await)
        };
        compressed(response, encodings).await
    }
}

fn answered(result: Result<Response, Infallible>) -> Response {
    let Ok(response) = result;
    response
}

/// The address of a call without its base; none of a page.
fn below_api(uri: &Uri) -> Option<Uri> {
    let rest = uri.path_and_query()?.as_str().strip_prefix("/api")?;
    match rest.as_bytes().first() {
        Some(b'/') => rest.parse().ok(),
        Some(b'?') | None => format!("/{rest}").parse().ok(),
        Some(_) => None,
    }
}

/// Ready when the database answers, and takes writes as far as anybody knows.
async fn ready(State(app): State<App>) -> Response {
    let asked = async {
        app.db.ping().await?;
        app.db.takes_writes().await
    };
    match asked.await {
        Ok(()) => "ready".into_response(),
        Err(DbError::Unwritable(cause)) => {
            tracing::warn!(%cause, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database takes no writes").into_response()
        }
        Err(DbError::Away(absent)) => {
            let said = match absent.kind {
                Absence::Silent => "the database does not answer",
                Absence::Refusing => "the database refuses the log-in",
                Absence::Full => "the database has no connection left",
                Absence::Shared => "a pooler shares the database's sessions",
                Absence::Unfit => "the database's settings or schema were changed: the log says what to do",
            };
            if !DbError::Away(absent).is_told() {
                tracing::warn!("not ready");
            }
            (StatusCode::SERVICE_UNAVAILABLE, said).into_response()
        }
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer").into_response()
        }
    }
}

/// The framework refuses some requests itself, with bare text (an id that is not valid UTF-8, a malformed query).
fn problem_for_bare_refusals(response: Response) -> Response {
    let is_text =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if response.status() == StatusCode::BAD_REQUEST && is_text {
        Rejection::invalid("request", "This request cannot be read.").into_response()
    } else {
        response
    }
}

fn cors(app: &App) -> CorsLayer {
    let origins = app.settings.cors_origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok());
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_credentials(true)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([
            header::CONTENT_TYPE,
            HeaderName::from_static("x-user-id"),
            HeaderName::from_static("x-quad-call"),
            sender::SENDER,
            idempotency::KEY,
        ])
}

/// From this size on compressing pays.
const WORTH_COMPRESSING: u64 = 1400;

/// Lists are worth compressing; short answers are not, and papers and pictures come compressed already.
async fn compressed(response: Response, encodings: Vec<HeaderValue>) -> Response {
    let is_short = response.body().size_hint().upper().is_some_and(|most| most < WORTH_COMPRESSING);
    if encodings.is_empty() || is_short || response.headers().contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let mut request = http::Request::new(());
    for encoding in encodings {
        request.headers_mut().append(header::ACCEPT_ENCODING, encoding);
    }
    let worth_it = SizeAbove::new(WORTH_COMPRESSING).and(NotForContentType::SSE).and(NotForContentType::IMAGES);
    let layer = CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth_it);
    let mut response = Some(response);
    // Called once.
    let ready =
        service_fn(|_: http::Request<()>| std::future::ready(Ok::<_, Infallible>(response.take().unwrap_or_default())));
    let Ok(response) = layer.layer(ready).oneshot(request).await;
    response.map(Body::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_told_from_pages() {
        let below = |address: &'static str| below_api(&Uri::from_static(address)).map(|uri| uri.to_string());
        assert_eq!(below("/api/post/answer?x=1").as_deref(), Some("/post/answer?x=1"));
        assert_eq!(below("/api/").as_deref(), Some("/"));
        assert_eq!(below("/api").as_deref(), Some("/"));
        assert_eq!(below("/api?x=1").as_deref(), Some("/?x=1"));
        assert_eq!(below("http://quad.campus/api/site").as_deref(), Some("/site"));
        for page in ["/", "/apis", "/API/site", "/contest?next=/api/", "*"] {
            assert_eq!(below(page), None, "{page}");
        }
    }
}
