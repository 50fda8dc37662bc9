//! The written contracts: the OpenAPI document in the tree is the one the handlers say, and docs/http.md lists exactly
//! the calls there are.

use std::collections::BTreeSet;

#[test]
fn the_openapi_document_in_the_tree_is_current() {
    let now = quad::router::document().to_pretty_json().expect("JSON");
    let kept = include_str!("../../openapi.json");
    assert!(now.trim_end() == kept.trim_end(), "server/openapi.json is stale: run `cargo xtask gen`");
}

#[test]
fn the_list_of_calls_is_complete() {
    let document = serde_json::to_value(quad::router::document()).expect("JSON");
    let mut there = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for method in operations.as_object().expect("operations").keys() {
            there.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    let listed: BTreeSet<String> = include_str!("../../../docs/http.md")
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .filter(|call| call.contains(" /"))
        .map(str::to_owned)
        .collect();
    assert_eq!(there, listed, "docs/http.md and the router differ");
}

#[test]
fn participants_types_have_no_answer() {
    let document = serde_json::to_value(quad::router::document()).expect("JSON");
    for name in ["PaperOut", "PaperQuestionOut", "TakenContestOut", "TakenContestAnswer", "AttemptOut", "AnswerOut"] {
        let fields = document["components"]["schemas"][name]["properties"].as_object().expect(name);
        for field in fields.keys() {
            assert!(
                !["answer", "correct", "accepted", "key"].contains(&field.to_lowercase().as_str()),
                "{name}.{field}"
            );
        }
    }
}
