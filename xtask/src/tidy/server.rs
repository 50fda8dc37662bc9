//! The walls inside the Rust side: features in their order, pure files, the floors below the
//! features, and libraries that know neither the product nor each other.

use std::collections::{HashMap, HashSet};

use super::paths::Used;
use super::{Finding, Source, is_test};

/// A feature may use those before it. A total order makes cycles impossible.
const ORDER: [&str; 15] = [
    "pictures",
    "notify",
    "accounts",
    "sandbox",
    "payments",
    "contests",
    "attempts",
    "polls",
    "clubs",
    "events",
    "galleries",
    "site",
    "enquiries",
    "operations",
    "profile",
];

/// The one library that another may use.
const LIBRARY_EXCEPTION: (&str, &str) = ("jobs", "quad_db");

/// The files of each feature by module name: what stays behind its `mod.rs`.
pub struct Modules(HashMap<String, HashSet<String>>);

impl Modules {
    pub fn of(sources: &[Source]) -> Self {
        let mut all: HashMap<String, HashSet<String>> = HashMap::new();
        for (feature, rest) in sources.iter().filter_map(Source::feature) {
            let module = rest.split('/').next().unwrap_or(rest).trim_end_matches(".rs");
            if module != "mod" {
                all.entry(feature.to_owned()).or_default().insert(module.to_owned());
            }
        }
        Self(all)
    }

    fn hidden(&self, feature: &str, name: &str) -> bool {
        self.0.get(feature).is_some_and(|modules| modules.contains(name))
    }
}

/// Where routes may stand that are not in the document: the table of authorisation reads the first two, the others are a
/// listener of their own and a build for tests.
const ROUTED: [&str; 4] = [
    "server/src/router.rs",
    "server/src/features/sandbox/routes.rs",
    "server/src/metrics/scraping.rs",
    "server/src/hooks.rs",
];

/// A route that neither the document nor the table of authorisation knows would be judged by nobody.
pub fn routes_in_their_place(source: &Source) -> Vec<Finding> {
    if !source.path.starts_with("server/src/") || ROUTED.contains(&source.path.as_str()) {
        return Vec::new();
    }
    let routed = source.text.lines().zip(1..).filter(|(line, _)| {
        [".route(", ".route_service(", ".nest_service("].iter().any(|call| line.trim_start().contains(call))
    });
    let what =
        "a route outside the document: write it with `routes!`, or where server/tests/it/authorisation.rs reads it";
    routed.map(|(_, line)| source.finding(line, what)).collect()
}

/// A feature uses earlier features only, and of them what their `mod.rs` offers.
pub fn feature_walls(source: &Source, modules: &Modules) -> Vec<Finding> {
    let Some((own, rest)) = source.feature() else { return Vec::new() };
    let Some(own_place) = place(own) else {
        let unplaced = format!("`{own}` has no place in the order of features (xtask/src/tidy/server.rs)");
        return if rest == "mod.rs" { vec![source.finding(1, unplaced)] } else { Vec::new() };
    };
    let judge = |used: &Used| {
        let other = used.segment(2).filter(|other| used.starts(&["crate", "features"]) && *other != own)?;
        let what = if other == "*" {
            "name the feature instead of `*`".to_owned()
        } else if place(other).is_none_or(|place| place > own_place) {
            format!("`{own}` comes before `{other}` in the order of features and must not use it")
        } else {
            let item = used.segment(3)?;
            if item != "*" && !modules.hidden(other, item) {
                return None;
            }
            format!("`{other}::{item}` is inside another feature: use what `{other}/mod.rs` re-exports")
        };
        Some(source.finding(used.line, what))
    };
    source.used.iter().filter_map(judge).collect()
}

fn place(feature: &str) -> Option<usize> {
    ORDER.iter().position(|known| *known == feature)
}

/// `model.rs` and `words.rs`: no HTTP, no database, no waiting.
pub fn pure_files(source: &Source) -> Vec<Finding> {
    if !source.feature().is_some_and(|(_, file)| matches!(file, "model.rs" | "words.rs")) {
        return Vec::new();
    }
    let impure = |used: &&Used| match used.segment(0) {
        Some("axum" | "sqlx" | "sea_query" | "quad_db" | "tokio") => true,
        Some("sea_orm") => !is_value_derive(used),
        Some("crate") => matches!(used.segment(1), Some("edge" | "app" | "live")),
        _ => false,
    };
    let paths = source.used.iter().filter(impure).map(|used| {
        source.finding(used.line, format!("`{}` in a pure file: no HTTP, no database here", used.segments.join("::")))
    });
    let waiting = source.tokens.iter().filter(|token| matches!(token.word(), Some("async" | "await")));
    let waiting = waiting.map(|token| source.finding(token.line, "nothing in a pure file waits: no async"));
    paths.chain(waiting).collect()
}

/// Derives that let a plain value be a column; they query nothing.
pub fn is_value_derive(used: &Used) -> bool {
    matches!(used.segments.last().map(String::as_str), Some("DeriveActiveEnum" | "DeriveValueType" | "EnumIter"))
}

/// `kernel` stands on nothing of ours; `edge`, `live.rs`, `neighbours.rs` and `config.rs` know no feature.
pub fn lower_floors(source: &Source) -> Vec<Finding> {
    let Some(file) = source.path.strip_prefix("server/src/") else { return Vec::new() };
    let kernel = file.starts_with("kernel/") || file == "kernel.rs";
    let floor = kernel || file.starts_with("edge/") || matches!(file, "live.rs" | "neighbours.rs" | "config.rs");
    let judge = |used: &Used| {
        let shown = used.segments.join("::");
        let ours = used.starts(&["crate"]) && used.segment(1).is_some_and(|name| name != "kernel");
        let first = used.segment(0)?;
        if kernel && (ours || first.starts_with("quad_") || first == "axum") {
            return Some(
                source.finding(used.line, format!("the kernel imports nothing of ours and no HTTP: `{shown}`")),
            );
        }
        let what = format!("this file lies below the features and knows none of them: `{shown}`");
        (floor && used.starts(&["crate", "features"])).then(|| source.finding(used.line, what))
    };
    source.used.iter().filter_map(judge).collect()
}

/// `crates/*` know neither the product nor each other, except that jobs stand on the database.
pub fn libraries(source: &Source) -> Vec<Finding> {
    let Some((library, file)) = source.path.strip_prefix("crates/").and_then(|rest| rest.split_once('/')) else {
        return Vec::new();
    };
    if is_test(&source.path) || !file.starts_with("src/") {
        return Vec::new();
    }
    let judge = |used: &Used| {
        let first = used.segment(0)?;
        let foreign = first == "quad" || (first.starts_with("quad_") && first != format!("quad_{library}"));
        let what = format!("the library `{library}` must not know `{first}`");
        (foreign && (library, first) != LIBRARY_EXCEPTION).then(|| source.finding(used.line, what))
    };
    source.used.iter().filter_map(judge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(findings: &[Finding]) -> usize {
        findings.len()
    }

    fn walls(path: &str, text: &str) -> usize {
        let files = ["contests/store.rs", "contests/authoring.rs", "contests/mod.rs", "attempts/model.rs"];
        let sources: Vec<_> =
            files.iter().map(|file| Source::new(&format!("server/src/features/{file}"), "")).collect();
        told(&feature_walls(&Source::new(path, text), &Modules::of(&sources)))
    }

    #[test]
    fn routes_stand_where_they_are_read() {
        let count = |path: &str| {
            let text = "Router::new()\n    .route(\"/quiet\", get(read))\n    .routes(routes!(read))";
            told(&routes_in_their_place(&Source::new(path, text)))
        };
        assert_eq!(count("server/src/features/polls/routes.rs"), 1);
        assert_eq!(count("server/src/router.rs") + count("server/tests/it/live.rs"), 0);
    }

    #[test]
    fn features_look_downhill_only() {
        let attempts = "server/src/features/attempts/answering.rs";
        assert_eq!(walls(attempts, "use crate::features::contests::{Contest, freeze};"), 0);
        assert_eq!(walls(attempts, "use crate::features::polls::Poll;"), 1);
        assert_eq!(walls(attempts, "fn f() { super::super::clubs::notify() }"), 1);
        assert_eq!(walls(attempts, "use crate::features::attempts::store; use super::model::Board;"), 0);
        assert_eq!(walls(attempts, "use crate::features::*;"), 1);
        assert_eq!(walls(attempts, "// crate::features::polls::Poll\nlet s = \"crate::features::polls::x\";"), 0);
    }

    #[test]
    fn features_use_the_cover_page_of_others() {
        let attempts = "server/src/features/attempts/answering.rs";
        assert_eq!(walls(attempts, "use crate::features::contests::store::find;"), 1);
        assert_eq!(walls(attempts, "use crate::features::contests;\nfn f() { contests::authoring::create() }"), 1);
        assert_eq!(walls(attempts, "use crate::features::contests;\nfn f() { contests::freeze() }"), 0);
        assert_eq!(walls(attempts, "use crate::features::contests::*;"), 1);
    }

    #[test]
    fn a_feature_without_a_place_is_named_once() {
        assert_eq!(walls("server/src/features/chess/mod.rs", "use crate::features::polls::x;"), 1);
        assert_eq!(walls("server/src/features/chess/store.rs", "use crate::features::polls::x;"), 0);
        assert_eq!(walls("server/src/features/notify/mod.rs", "use crate::features::chess::x;"), 1);
    }

    #[test]
    fn models_and_words_are_pure() {
        let of = |file: &str, text: &str| {
            told(&pure_files(&Source::new(&format!("server/src/features/polls/{file}"), text)))
        };
        assert_eq!(of("model.rs", "use sea_orm::{EntityTrait, DeriveActiveEnum};"), 1);
        assert_eq!(of("model.rs", "use axum::Json;"), 1);
        assert_eq!(of("words.rs", "async fn f() {}"), 1);
        assert_eq!(of("words.rs", "use crate::edge::reply;"), 1);
        assert_eq!(of("model.rs", "use crate::kernel::clock::Time;"), 0);
        assert_eq!(of("store.rs", "use sea_orm::EntityTrait; async fn f() {}"), 0);
    }

    #[test]
    fn lower_floors_know_no_feature() {
        let of = |file: &str, text: &str| told(&lower_floors(&Source::new(&format!("server/src/{file}"), text)));
        assert_eq!(of("kernel/fail.rs", "use crate::edge::reply;"), 1);
        assert_eq!(of("kernel/fail.rs", "use super::ids; use crate::kernel::clock;"), 0);
        assert_eq!(of("kernel/fail.rs", "use quad_db::Tx; use axum::Json;"), 2);
        assert_eq!(of("edge/who.rs", "use crate::features::accounts::Session;"), 1);
        assert_eq!(of("edge/who.rs", "use crate::kernel::fail::Fail;"), 0);
        assert_eq!(of("config.rs", "crate::features::accounts::x()"), 1);
        assert_eq!(of("app.rs", "use crate::features::accounts::Session;"), 0);
    }

    #[test]
    fn libraries_stand_alone() {
        let of = |path: &str, text: &str| told(&libraries(&Source::new(path, text)));
        assert_eq!(of("crates/mail/src/lib.rs", "use quad_db::Tx;"), 1);
        assert_eq!(of("crates/mail/src/lib.rs", "use quad::kernel::x;"), 1);
        assert_eq!(of("crates/jobs/src/lib.rs", "use quad_db::Tx;"), 0);
        assert_eq!(of("crates/db/src/lib.rs", "use quad_jobs::Job;"), 1);
        assert_eq!(of("crates/mail/tests/smtp.rs", "use quad_db::Tx;"), 0);
    }
}
