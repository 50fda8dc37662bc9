//! Table of contents: each feature's calls, in import order, and what stands around them.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{AllowOrigin, CorsLayer};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::edge::guard::{GuardSettings, PricingPolicy, guard, page_policy};
use crate::edge::{openapi, reply, site};
use crate::features::{
    accounts, attempts, clubs, contests, enquiries, events, galleries, notify, operations, payments, pictures, polls,
    profile, sandbox, site as site_feature,
};
use crate::kernel::fail::{Kind, MISSING, Refusal};
use crate::topics;

const WRONG_METHOD: Refusal =
    Refusal::new(Kind::WrongMethod, "wrong_method", "This address does not take that kind of request.");

fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::head())
        .merge(notify::routes())
        .merge(pictures::routes())
        .merge(accounts::routes())
        .merge(payments::routes())
        .merge(contests::routes())
        .merge(attempts::routes())
        .merge(polls::routes())
        .merge(clubs::routes())
        .merge(events::routes())
        .merge(galleries::routes())
        .merge(profile::routes())
        .merge(site_feature::routes())
        .merge(enquiries::routes())
        .merge(operations::routes())
        .merge(topics::routes())
}

/// The OpenAPI document of all calls.
pub fn document() -> OpenApi {
    let (_, mut document) = calls().split_for_parts();
    openapi::finish(&mut document);
    document
}

/// The whole service.
pub fn build(app: &App) -> Router {
    let (calls, _) = calls().split_for_parts();
    let api = calls
        .fallback(|| async { MISSING.into_response() })
        .method_not_allowed_fallback(|| async { WRONG_METHOD.into_response() })
        .layer(from_fn_with_state(app.clone(), accounts::session))
        .layer(compression());
    let guard_settings = GuardSettings {
        trusted_origins: app.settings.cors_origins.clone().into(),
        own_origin: app.settings.public_url.as_str().into(),
        https: app.settings.is_https(),
        random: app.random.clone(),
        pages: page_policy(&app.settings.picture_hosts),
        pricing: PricingPolicy::new(
            app.settings.sells_for_money().then(|| app.settings.razorpay_checkout_origin()).as_deref(),
        ),
    };
    let root = Router::new();
    #[cfg(feature = "hooks")]
    let root = root.merge(crate::hooks::routes());
    root.nest("/api", api)
        .nest("/sandbox", sandbox::routes(app))
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .fallback(site::serve)
        .layer(CatchPanicLayer::custom(|_| reply::broken()))
        .layer(map_response(problem_for_bare_refusals))
        .layer(cors(app))
        .layer(from_fn_with_state(guard_settings, guard))
        .with_state(app.clone())
}

/// Ready when the database answers.
async fn ready(State(app): State<App>) -> Response {
    match app.db.ping().await {
        Ok(()) => "ready".into_response(),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer").into_response()
        }
    }
}

/// The framework refuses some requests itself, with bare text (an id that is not valid UTF-8, a malformed query).
async fn problem_for_bare_refusals(response: Response) -> Response {
    let is_text =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if response.status() == StatusCode::BAD_REQUEST && is_text {
        Refusal::invalid("request", "This request cannot be read.").into_response()
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
        .allow_headers([header::CONTENT_TYPE, HeaderName::from_static("x-user-id")])
}

/// Lists are worth compressing; answers are not, and papers come compressed already.
fn compression() -> CompressionLayer<impl Predicate> {
    let worth_it = SizeAbove::new(1400).and(NotForContentType::SSE).and(NotForContentType::IMAGES);
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth_it)
}
