//! Wire-name check: refuses the specification's odd spellings everywhere but at the edge, which is `wire.rs` on the
//! server, a feature's `api.ts` and the folder `api` (session, generated client) in the browser, and the tests.

use super::{Finding, Source, is_test};

const NAMES: [&str; 14] = [
    "passWord",
    "QuestionSet",
    "Optionsize",
    "Participate",
    "Totalvoter",
    "Starttime",
    "Endtime",
    "formjson",
    "formdata",
    "contestgiven",
    "contestnumber",
    "pushsubscription",
    "data1",
    "imageUrl",
];

pub fn at_the_edge(source: &Source) -> Vec<Finding> {
    let web = source.path.starts_with("web/src/");
    let server = ["server/src/", "crates/", "features/"].iter().any(|folder| source.path.starts_with(folder));
    if !(web || server) || is_edge(&source.path) || is_test(&source.path) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for token in &source.tokens {
        let inside = token.word().or(token.text()).unwrap_or_default();
        for word in inside.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')) {
            // `_id` is a fine name for an unused argument in Rust; in the browser it is the wire's.
            if NAMES.contains(&word) || (web && word == "_id") {
                let home = if web { "api.ts" } else { "wire.rs" };
                found.push(source.finding(token.line, format!("`{word}` is a wire name: it stays in {home}")));
            }
        }
    }
    found
}

fn is_edge(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    match path.split('/').next() {
        // The service worker stands between the page and the wire; a sentence of the specification may name a field;
        // what only tests use speaks as the server does.
        Some("web") => {
            matches!(name, "api.ts" | "messages.ts")
                || path.starts_with("web/src/api/")
                || path == "web/src/sw.ts"
                || path.starts_with("web/src/test")
        }
        // The head of the OpenAPI document explains the odd names to its readers.
        _ => name == "wire.rs" || path.contains("/wire/") || path == "crates/http/src/openapi.rs",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        at_the_edge(&Source::new(path, text)).len()
    }

    #[test]
    fn wire_names_stay_in_wire_rs() {
        let text = "#[serde(rename = \"passWord\")] struct A { QuestionSet: u8 }";
        assert_eq!(count("features/people/src/accounts/wire.rs", text), 0);
        assert_eq!(count("features/people/src/accounts/model.rs", text), 2);
        assert_eq!(count("server/tests/it/accounts.rs", text), 0);
        assert_eq!(count("server/src/app.rs", "// passWord\nlet password = _id; MyQuestionSetter"), 0);
    }

    #[test]
    fn wire_names_stay_in_api_ts() {
        let text = "const a = { passWord: x, id: y._id }";
        assert_eq!(count("web/src/features/accounts/api.ts", text), 0);
        assert_eq!(count("web/src/api/generated/types.gen.ts", text), 0);
        assert_eq!(count("web/src/features/accounts/LoginPage.test.tsx", text), 0);
        assert_eq!(count("web/src/features/accounts/LoginPage.tsx", text), 2);
        assert_eq!(count("web/src/api/session.ts", text), 0);
        assert_eq!(count("web/src/pages/HomePage.tsx", "`/x/${user._id}`"), 1);
    }
}
