//! Route of the site's information. Its counts are cached for some seconds, so that a crowd on the landing page costs
//! one read.

use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use moka::future::Cache;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use quad_http::reply::{Reply, ok};
use quad_kernel::error::Result;
use quad_people::PeopleState;

use super::store::{self, SiteCounts};
use super::wire::SiteOut;

type Remembered = Cache<(), SiteCounts>;

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<PeopleState> {
    let remembered: Remembered = Cache::builder().max_capacity(1).time_to_live(Duration::from_secs(10)).build();
    OpenApiRouter::new().routes(routes!(show)).layer(Extension(remembered))
}

/// What this installation is.
#[utoipa::path(get, path = "/site", tag = "site", responses((status = 200, body = SiteOut)))]
async fn show(State(app): State<PeopleState>, Extension(remembered): Extension<Remembered>) -> Reply<SiteOut> {
    let counts = remembered.try_get_with((), counts(&app)).await.map_err(|failed| failed.shared())?;
    ok(SiteOut::new(&app.settings, app.mail.is_configured(), counts, app.clock.now()))
}

async fn counts(app: &PeopleState) -> Result<SiteCounts> {
    Ok(store::counts(&app.db).await?)
}
