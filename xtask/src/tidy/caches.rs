//! Caches: what the server keeps of the database is in a `Cache` (`crates/cluster/src/cache.rs`), which hears what other processes
//! change. Whoever uses the library of caches by itself is in [`EXPLAINED`], with how it hears.

use super::{Finding, Source};

const HOME: &str = "crates/cluster/src/cache.rs";

/// File, and why it needs no `Cache`.
const EXPLAINED: [(&str, &str); 6] = [
    ("features/people/src/accounts/session.rs", "dropped by person: registers its tag itself"),
    ("features/contests/src/attempts/attempt_cache.rs", "written through: registers its tag itself"),
    (
        "features/contests/src/attempts/leaderboard.rs",
        "pages of a board, which has another number when it is built anew",
    ),
    ("features/contests/src/contests/maths.rs", "what is drawn for a text, which is always the same"),
    ("features/people/src/pictures/media.rs", "bytes of pictures, which never change under their key"),
    ("features/campus/src/site/routes.rs", "counts of the landing page, which are ten seconds old"),
];

pub fn registered(source: &Source) -> Vec<Finding> {
    if !source.is_product() || source.path == HOME {
        return Vec::new();
    }
    let mut uses = source.used.iter().filter(|used| used.segment(0) == Some("moka"));
    let is_explained = EXPLAINED.iter().any(|(path, _)| *path == source.path);
    match (uses.next(), is_explained) {
        (Some(first), false) => {
            vec![source.finding(first.line, "a cache that hears of no change: use `quad_cluster::cache::Cache`")]
        }
        (None, true) => vec![source.finding(1, "explained in xtask/src/tidy/caches.rs, and has no cache any more")],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(file: &str, text: &str) -> usize {
        registered(&Source::new(file, text)).len()
    }

    #[test]
    fn a_cache_hears_of_changes() {
        let own = "use moka::future::Cache;";
        assert_eq!(count("features/contests/src/polls/tally.rs", own), 1);
        assert_eq!(count("features/contests/src/polls/tally.rs", "fn f() { moka::sync::Cache::builder(); }"), 1);
        assert_eq!(count("features/contests/src/polls/tally.rs", "use quad_cluster::cache::Cache;"), 0);
        assert_eq!(count("features/campus/src/site/routes.rs", own), 0);
        assert_eq!(count("features/campus/src/site/routes.rs", ""), 1, "explained and not there");
    }
}
