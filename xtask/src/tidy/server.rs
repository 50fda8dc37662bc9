//! Import rules of the Rust side that the compiler does not check: the order of the features in one crate, pure files,
//! and libraries that know neither the product nor each other.

use super::paths::Used;
use super::{Finding, Source, is_test};

/// A feature may use those before it. A total order makes cycles impossible.
const ORDER: [&str; 18] = [
    "pictures",
    "notify",
    "audit",
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
    "backups",
    "operations",
    "user_admin",
    "profile",
];

/// The crates that features stand on; the others know nothing of the product.
pub const FLOORS: [&str; 7] = ["cluster", "http", "kernel", "live", "metrics", "migrations", "services"];

/// A library, and another that it may use.
const LIBRARY_EXCEPTIONS: [(&str, &str); 10] = [
    ("jobs", "quad_db"),
    ("db", "quad_db_macros"),
    ("db-macros", "quad_db"),
    ("blobs", "quad_resize"),
    ("push", "quad_retry_after"),
    ("quizgen", "quad_retry_after"),
    ("maths", "quad_text"),
    ("questionfile", "quad_maths"),
    ("questionfile", "quad_text"),
    ("quizgen", "quad_text"),
];

/// Where routes may stand that are not in the document: the table of authorisation reads the first two, the third is a
/// listener of its own.
const ROUTED: [&str; 3] =
    ["server/src/router.rs", "features/contests/src/sandbox/routes.rs", "server/src/exposition.rs"];

/// A route that neither the document nor the table of authorisation knows would be judged by nobody.
pub fn routes_in_their_place(source: &Source) -> Vec<Finding> {
    if !source.is_product() || ROUTED.contains(&source.path.as_str()) {
        return Vec::new();
    }
    let routed = source.text.lines().zip(1..).filter(|(line, _)| {
        [".route(", ".route_service(", ".nest_service("].iter().any(|call| line.trim_start().contains(call))
    });
    let what =
        "a route outside the document: write it with `routes!`, or where server/tests/it/authorisation.rs reads it";
    routed.map(|(_, line)| source.finding(line, what)).collect()
}

/// A feature uses earlier features only. That another crate's are earlier, and that of each only what its `mod.rs` offers is used,
/// the compiler keeps.
pub fn feature_order(source: &Source) -> Vec<Finding> {
    let Some((own, rest)) = source.feature() else { return Vec::new() };
    let Some(own_place) = place(own) else {
        let unplaced = format!("`{own}` has no place in the order of features (xtask/src/tidy/server.rs)");
        return if rest == "mod.rs" { vec![source.finding(1, unplaced)] } else { Vec::new() };
    };
    let judge = |used: &Used| {
        let other = used.segment(1).filter(|other| used.starts(&["crate"]) && *other != own)?;
        let what = if other == "*" {
            "name the feature instead of `*`".to_owned()
        } else if place(other).is_some_and(|place| place > own_place) {
            format!("`{own}` comes before `{other}` in the order of features and must not use it")
        } else {
            return None;
        };
        Some(source.finding(used.line, what))
    };
    source.used.iter().filter_map(judge).collect()
}

fn place(feature: &str) -> Option<usize> {
    ORDER.iter().position(|known| *known == feature)
}

/// `model.rs` and `messages.rs`: no HTTP, no database, no waiting.
pub fn pure_files(source: &Source) -> Vec<Finding> {
    if !source.feature().is_some_and(|(_, file)| matches!(file, "model.rs" | "messages.rs")) {
        return Vec::new();
    }
    let impure = |used: &&Used| match used.segment(0) {
        Some("axum" | "sqlx" | "tokio" | "quad_http" | "quad_live") => true,
        // A plain value may be a column; a schema is one.
        Some("quad_db") => !matches!(used.segment(1), Some("newtype_column" | "Schema")),
        // Settings are values; the rest of the services are not.
        Some("quad_services") => used.segment(1) == Some("Services"),
        Some("crate") => used.segment(1).is_some_and(|name| name.ends_with("State")),
        _ => false,
    };
    let paths = source.used.iter().filter(impure).map(|used| {
        source.finding(used.line, format!("`{}` in a pure file: no HTTP, no database here", used.segments.join("::")))
    });
    let waiting = source.tokens.iter().filter(|token| matches!(token.word(), Some("async" | "await")));
    let waiting = waiting.map(|token| source.finding(token.line, "nothing in a pure file waits: no async"));
    paths.chain(waiting).collect()
}

/// The other `crates/*` know neither the product nor each other, except that jobs stand on the database, that on its derive,
/// pictures on what scales them, what asks other servers on what reads when they want to be asked again, and questions on what
/// compares texts.
pub fn libraries(source: &Source) -> Vec<Finding> {
    let Some((library, file)) = source.path.strip_prefix("crates/").and_then(|rest| rest.split_once('/')) else {
        return Vec::new();
    };
    if is_test(&source.path) || !file.starts_with("src/") || FLOORS.contains(&library) {
        return Vec::new();
    }
    let judge = |used: &Used| {
        let first = used.segment(0)?;
        let foreign = first == "quad" || (first.starts_with("quad_") && first != format!("quad_{library}"));
        let what = format!("the library `{library}` must not know `{first}`");
        (foreign && !LIBRARY_EXCEPTIONS.contains(&(library, first))).then(|| source.finding(used.line, what))
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
        told(&feature_order(&Source::new(path, text)))
    }

    #[test]
    fn routes_stand_where_they_are_read() {
        let count = |path: &str| {
            let text = "Router::new()\n    .route(\"/quiet\", get(read))\n    .routes(routes!(read))";
            told(&routes_in_their_place(&Source::new(path, text)))
        };
        assert_eq!(count("features/contests/src/polls/routes.rs"), 1);
        assert_eq!(count("server/src/router.rs") + count("server/tests/it/live.rs"), 0);
    }

    #[test]
    fn features_look_downhill_only() {
        let attempts = "features/contests/src/attempts/submit_answer.rs";
        assert_eq!(walls(attempts, "use crate::contests::{Contest, freeze};"), 0);
        assert_eq!(walls(attempts, "use crate::polls::Poll;"), 1);
        assert_eq!(walls(attempts, "fn f() { super::super::polls::create() }"), 1);
        assert_eq!(
            walls(attempts, "use crate::attempts::store; use super::model::Board; use crate::ContestsState;"),
            0
        );
        assert_eq!(walls(attempts, "use crate::*;"), 1);
        assert_eq!(walls(attempts, "// crate::polls::Poll\nlet s = \"crate::polls::x\";"), 0);
    }

    #[test]
    fn a_feature_without_a_place_is_named_once() {
        assert_eq!(walls("features/contests/src/chess/mod.rs", "use crate::polls::x;"), 1);
        assert_eq!(walls("features/contests/src/chess/store.rs", "use crate::polls::x;"), 0);
    }

    #[test]
    fn models_and_messages_are_pure() {
        let of = |file: &str, text: &str| {
            told(&pure_files(&Source::new(&format!("features/contests/src/polls/{file}"), text)))
        };
        assert_eq!(of("model.rs", "use quad_db::Db;"), 1);
        assert_eq!(of("model.rs", "use axum::Json;"), 1);
        assert_eq!(of("messages.rs", "async fn f() {}"), 1);
        assert_eq!(of("messages.rs", "use quad_http::reply;"), 1);
        assert_eq!(of("model.rs", "use crate::ContestsState;"), 1);
        assert_eq!(of("model.rs", "use quad_kernel::clock::Time; use quad_services::config::Billing;"), 0);
        assert_eq!(of("store.rs", "use quad_db::Db; async fn f() {}"), 0);
    }

    #[test]
    fn libraries_stand_alone() {
        let of = |path: &str, text: &str| told(&libraries(&Source::new(path, text)));
        assert_eq!(of("crates/mail/src/lib.rs", "use quad_db::Tx;"), 1);
        assert_eq!(of("crates/mail/src/lib.rs", "use quad::kernel::x;"), 1);
        assert_eq!(of("crates/jobs/src/lib.rs", "use quad_db::Tx;"), 0);
        assert_eq!(of("crates/db/src/lib.rs", "use quad_jobs::Job;"), 1);
        assert_eq!(of("crates/quizgen/src/provider.rs", "use quad_retry_after::retry_after;"), 0);
        assert_eq!(of("crates/quizgen/src/provider.rs", "use quad_push::Client;"), 1);
        assert_eq!(of("crates/retry-after/src/lib.rs", "use quad_push::Client;"), 1);
        assert_eq!(of("crates/http/src/lib.rs", "use quad_kernel::x;"), 0);
        assert_eq!(of("crates/mail/tests/smtp.rs", "use quad_db::Tx;"), 0);
    }
}
