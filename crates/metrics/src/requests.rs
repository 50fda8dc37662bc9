//! Request metrics by the template of their route. The set is bounded: what has no template is counted under one of a few
//! names.
//!
//! The template is found by the tree that the framework's own router is made of, so the names are the document's, and a
//! counter is made when its route is first answered; after that a request costs the look-up in that tree, one addition and
//! one observation (docs/performance-notes.md, *What counting costs*).

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::{Method, StatusCode};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::Histogram;

use super::Metrics;

/// What requests are told apart by besides their route.
const METHODS: [&str; 5] = ["GET", "POST", "PUT", "DELETE", "other"];
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];
/// Routes that are in no document. The first is of calls nobody knows, the last of everything else.
const OTHERS: [&str; 7] = ["/api/*", "/healthz", "/readyz", "/sandbox/*", "/assets/*", "/api/media/*", "pages"];
const UNKNOWN_CALL: usize = 0;
const PAGES: usize = OTHERS.len() - 1;

/// Counts requests. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Requests(Arc<Table>);

#[derive(Debug)]
struct Table {
    metrics: Arc<Metrics>,
    tree: matchit::Router<usize>,
    routes: Vec<Route>,
}

#[derive(Debug)]
struct Route {
    template: String,
    methods: [Slot; METHODS.len()],
}

#[derive(Debug, Default)]
struct Slot {
    latency: OnceLock<Histogram>,
    classes: [OnceLock<Counter>; CLASSES.len()],
}

impl Requests {
    /// For calls with these templates, below `/api`.
    pub fn new<'a>(metrics: Arc<Metrics>, templates: impl IntoIterator<Item = &'a str>) -> Self {
        let mut tree = matchit::Router::new();
        let mut routes: Vec<Route> = OTHERS.iter().map(|name| Route::of((*name).to_owned())).collect();
        for template in templates {
            // A template that the tree cannot hold would be one that the framework refused before.
            if tree.insert(template, routes.len()).is_ok() {
                routes.push(Route::of(format!("/api{template}")));
            }
        }
        Self(Arc::new(Table { metrics, tree, routes }))
    }

    /// Counts one that was answered.
    pub fn answered(&self, method: &Method, path: &str, status: StatusCode, took: Duration) {
        let Table { metrics, routes, .. } = &*self.0;
        let route = &routes[self.route_of(path)];
        let method = match *method {
            Method::GET => 0,
            Method::POST => 1,
            Method::PUT => 2,
            Method::DELETE => 3,
            _ => 4,
        };
        let class = usize::from(status.as_u16() / 100).clamp(1, CLASSES.len()) - 1;
        let slot = &route.methods[method];
        let labels = || [("method", METHODS[method].into()), ("route", route.template.clone().into())];
        slot.latency.get_or_init(|| metrics.latencies.get_or_create_owned(&labels())).observe(took.as_secs_f64());
        let counter = slot.classes[class].get_or_init(|| {
            let [method, route] = labels();
            metrics.requests.get_or_create_owned(&[method, route, ("status", CLASSES[class].into())])
        });
        counter.inc();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            metrics.unavailable.inc();
        }
    }

    fn route_of(&self, path: &str) -> usize {
        if let Some(call) = path.strip_prefix("/api").filter(|call| call.is_empty() || call.starts_with('/')) {
            let media = || call.starts_with("/media/").then_some(5);
            return self.0.tree.at(call).ok().map(|found| *found.value).or_else(media).unwrap_or(UNKNOWN_CALL);
        }
        match path {
            "/healthz" => 1,
            "/readyz" => 2,
            _ if path.starts_with("/sandbox/") => 3,
            _ if path.starts_with("/assets/") => 4,
            _ => PAGES,
        }
    }
}

impl Route {
    fn of(template: String) -> Self {
        Self { template, methods: Default::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn requests() -> Requests {
        Requests::new(Arc::new(Metrics::new()), ["/contest/{id}", "/contest/my-contests", "/post/answer"])
    }

    #[test]
    fn a_path_has_the_name_of_its_template() {
        let requests = requests();
        for (path, name) in [
            ("/api/post/answer", "/api/post/answer"),
            ("/api/contest/0192aa", "/api/contest/{id}"),
            ("/api/contest/my-contests", "/api/contest/my-contests"),
            ("/api/contest/0192aa/x", "/api/*"),
            ("/api/media/0192aa/320", "/api/media/*"),
            ("/api", "/api/*"),
            ("/apis", "pages"),
            ("/healthz", "/healthz"),
            ("/assets/main-1.js", "/assets/*"),
            ("/invite/secret", "pages"),
        ] {
            assert_eq!(requests.0.routes[requests.route_of(path)].template, name, "{path}");
        }
    }
}
