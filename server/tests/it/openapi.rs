//! The written contracts: the OpenAPI document in the tree is the one the handlers say, docs/http.md lists exactly the calls
//! there are, and no answer that participants get before the end has a field for what is right.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::harness::TestApp;

#[test]
fn the_openapi_document_in_the_tree_is_current() {
    let now = quad::router::document().to_pretty_json().expect("JSON");
    let kept = include_str!("../../openapi.json");
    assert!(now.trim_end() == kept.trim_end(), "server/openapi.json is stale: run `cargo xtask gen`");
}

/// Every call that reads numbers or words of an address names the one that it cannot read, as it does of a body.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_read_of_an_address_is_named() {
    let t = TestApp::on_sqlite().await;
    let root = t.admin("root").await;
    let document = serde_json::to_value(quad::router::document()).expect("JSON");
    let mut tried = 0;
    for (path, operations) in document["paths"].as_object().expect("paths") {
        let Some(parameters) = operations["get"]["parameters"].as_array() else { continue };
        let numbers =
            parameters.iter().filter(|one| one["in"] == "query" && one["schema"].to_string().contains("integer"));
        for number in numbers {
            let name = number["name"].as_str().expect("a name");
            let address = path.split('/').map(|part| if part.starts_with('{') { "x" } else { part });
            let address = address.collect::<Vec<_>>().join("/");
            for value in ["abc", "-1", "1.5", "", "99999999999999999999"] {
                let said = root.get(&format!("{address}?{name}={value}")).await.refused(400, "invalid");
                let wrong = if value.len() > 10 { "is too large a number" } else { "has to be a whole number from 0" };
                let expected = format!("This request cannot be read: {name} {wrong}.");
                assert_eq!((&said["message"], &said["field"]), (&expected.into(), &name.into()), "{address} {value:?}");
                tried += 1;
            }
            let twice = root.get(&format!("{address}?{name}=1&{name}=2")).await.refused(400, "invalid");
            assert_eq!(twice["message"], format!("This request cannot be read: {name} stands in it twice."));
        }
    }
    assert!(tried > 100, "{tried}");
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

/// What a field is called that tells which option is right, or who has the mark; also as a part of a longer name.
const TELLING: [&str; 11] =
    ["answer", "correct", "right", "wrong", "key", "accept", "mark", "solution", "score", "tolerance", "cluster"];

/// What the owner of a contest, or whoever drafts for one, is told. Nobody who takes part gets an answer of these calls:
/// authorisation/calls.txt is asked.
const OF_OWNERS: [(&str, &[&str]); 11] = [
    ("GET /post/{contestId}", KEYED),
    ("POST /post/addQuestion", KEYED),
    ("POST /contests/{contestId}/questions", KEYED),
    ("PUT /post/update/{contestId}/{questionId}", KEYED),
    ("PUT /contests/{contestId}/questions/{questionId}", KEYED),
    (
        "POST /generate",
        &[
            "DraftOfKindOut.accepted",
            "DraftOfKindOut.right",
            "DraftOfKindOut.tolerance",
            "DraftOut.Answer",
            "DraftOut.checkKey",
        ],
    ),
    (
        "GET /contests/{contestId}/analysis",
        &[
            "ClusterOut.accepted",
            "DoubtOut.choseKey",
            "OptionCountOut.correct",
            "QuestionAnalysisOut.accepted",
            "QuestionAnalysisOut.clusters",
            "QuestionAnalysisOut.correctCount",
            "QuestionAnalysisOut.marking",
            "QuestionAnalysisOut.marks",
            "QuestionAnalysisOut.otherAnswers",
        ],
    ),
    (
        "POST /contests/{contestId}/corrections/preview",
        &[
            "CorrectionChangesOut.scores",
            "MarksOut.marks",
            "MarksOut.marks10080",
            "MarksOut.marksDecimal",
            "MarksOut.marksText",
            "PlaceOut.correct",
            "PlaceOut.wrong",
        ],
    ),
    ("POST /contests/{contestId}/corrections", CORRECTED),
    ("GET /contests/{contestId}/fairness", &["FacilityOut.right"]),
    (
        "GET /contests/{contestId}/participants/{userId}",
        &[
            "ParticipantQuestionOut.answeredAt",
            "ReviewedQuestionOut.accepted",
            "ReviewedQuestionOut.correct",
            "ReviewedQuestionOut.marking",
            "ReviewedQuestionOut.marks",
            "ReviewedQuestionOut.marksText",
            "ReviewedQuestionOut.right",
        ],
    ),
];
const KEYED: &[&str] = &[
    "KeyedQuestionOut.Answer",
    "KeyedQuestionOut.accepted",
    "KeyedQuestionOut.marking",
    "KeyedQuestionOut.marks",
    "KeyedQuestionOut.tolerance",
];

/// What participants are told after the end: the board, a correction, and the own answers beside the right ones, the latter
/// where the owner says so (review.rs and corrections.rs have when).
const AFTER_THE_END: [(&str, &[&str]); 6] = [
    ("POST /post/results", ROW),
    ("GET /contests/{contestId}/standing", ROW),
    ("GET /contests/{contestId}/review", ROW),
    (
        "GET /contests/{contestId}/review",
        &[
            "ReviewedQuestionOut.accepted",
            "ReviewedQuestionOut.correct",
            "ReviewedQuestionOut.marking",
            "ReviewedQuestionOut.marks",
            "ReviewedQuestionOut.marksText",
            "ReviewedQuestionOut.right",
        ],
    ),
    ("GET /contests/{contestId}/corrections", CORRECTED),
    (
        "GET /account/data",
        &[
            "DataAnswerOut.correct",
            "DataAttemptOut.correctAnswerCount",
            "DataAttemptOut.partlyAnswerCount",
            "DataAttemptOut.wrongAnswerCount",
            "DataQuestionOut.accepted",
            "DataQuestionOut.marking",
            "DataQuestionOut.marks",
            "MarksOut.marks",
            "MarksOut.marks10080",
            "MarksOut.marksDecimal",
            "MarksOut.marksText",
        ],
    ),
];
const CORRECTED: &[&str] = &["CorrectionOut.scores", "MarkedOut.accepted", "MarkedOut.marking"];
const ROW: &[&str] = &[
    "MarksOut.marks",
    "MarksOut.marks10080",
    "MarksOut.marksDecimal",
    "MarksOut.marksText",
    "ResultRowOut.correctAnswerCount",
    "ResultRowOut.partlyAnswerCount",
    "ResultRowOut.wrongAnswerCount",
];

/// Told anywhere, because it says nothing of a key.
const HARMLESS: [&str; 44] = [
    // What right and wrong answers give, of whichever option: the same for everybody.
    "BoardMarksOut.marksShown",
    "FollowedOut.marksShown",
    "PreviewedContestOut.marksShown",
    "BoardMarksOut.mostMarks",
    "MarkScheme.numberWrong",
    "MarkScheme.right",
    "MarkScheme.wrong",
    "OwnMarksOut.right",
    "OwnMarksOut.wrong",
    "PaperQuestionOut.marks",
    "QuestionMarksOut.right",
    "QuestionMarksOut.wrong",
    "RuleWordsOut.marksShown",
    "RuleWordsOut.questionMarks",
    "RulesOut.marksShown",
    "RulesOut.numberWrong",
    "RulesOut.right",
    "RulesOut.wrong",
    // What the asking person chose, how many, when; on the board how many of everybody.
    "AnswerOut.answer",
    "AttemptOut.answered",
    "ContestHeadOut.answered",
    "DataAnswerOut.answeredAt",
    "DataAttemptOut.answers",
    "ListedContestOut.answered",
    "ResultRowOut.totalAnswered",
    "TakenContestAnswer.answered",
    // How many answers, of whomever.
    "AnalysisOut.lateAnswers",
    "QuestionAnalysisOut.answered",
    "SiteCountsOut.answers",
    // Whether the owner lets the answers be read after the end.
    "ContestRules.answersShown",
    "RulesOut.answersShown",
    // That there were corrections, after the end.
    "CorrectionMadeOut.correction",
    "CorrectionsOut.corrections",
    "FollowedOut.corrections",
    // Invitations that were accepted, an event's form, a message that was answered, a process that answers.
    "DataInvitationOut.acceptedAt",
    "EnquiryOut.answeredAt",
    "InvitationOut.accepted",
    "InvitedOut.accepted",
    "KeptRegistrationOut.answers",
    "ProcessOut.answers",
    "RegistrationOut.answers",
    // Keys of another kind: the name of a picture, the payment provider's and the push services' public ones.
    "KeyOut.key",
    "PictureOut.key",
    "PushKeyOut.key",
];

/// What a part of the document leads to: the names of schemas, and their fields as `Type.field`.
struct Told<'a> {
    schemas: &'a Value,
    types: BTreeSet<String>,
    fields: BTreeSet<String>,
}

impl Told<'_> {
    /// Follows everything: references, lists, alternatives, maps, what may be null.
    fn read(&mut self, part: &Value, of: &str) {
        match part {
            Value::Array(parts) => parts.iter().for_each(|part| self.read(part, of)),
            Value::Object(members) => {
                for (name, value) in members {
                    if let (Some(leads), "$ref") = (value.as_str(), name.as_str()) {
                        let name = leads.strip_prefix("#/components/schemas/").expect("a schema of this document");
                        if self.types.insert(name.to_owned()) {
                            let schema = self.schemas.get(name).unwrap_or_else(|| panic!("no schema {name}"));
                            self.read(schema, name);
                        }
                    } else if let (Some(fields), "properties") = (value.as_object(), name.as_str()) {
                        for (field, schema) in fields {
                            self.fields.insert(format!("{of}.{field}"));
                            self.read(schema, of);
                        }
                    } else {
                        self.read(value, of);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Of every call there is, whatever it answers: a field whose name sounds like a key stands in one of the lists above.
#[test]
fn participants_types_have_no_answer() {
    let document = serde_json::to_value(quad::router::document()).expect("JSON");
    let (mut types, mut unused) = (BTreeSet::new(), BTreeSet::new());
    let listed = OF_OWNERS.iter().chain(&AFTER_THE_END);
    unused.extend(listed.flat_map(|(call, fields)| fields.iter().map(move |field| (*call, *field))));
    unused.extend(HARMLESS.map(|field| ("", field)));
    let expected = unused.clone();
    let mut telling = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let call = format!("{} {path}", method.to_uppercase());
            let mut told =
                Told { schemas: &document["components"]["schemas"], types: BTreeSet::new(), fields: BTreeSet::new() };
            told.read(&operation["responses"], &call);
            for field in told.fields {
                let name = field.rsplit('.').next().unwrap_or_default().to_lowercase();
                if TELLING.iter().any(|word| name.contains(word)) {
                    let known = expected.iter().filter(|(of, known)| *known == field && (*of == call || of.is_empty()));
                    let known: Vec<_> = known.collect();
                    if known.is_empty() {
                        telling.insert(format!("{call}: {field}"));
                    }
                    for one in known {
                        unused.remove(one);
                    }
                }
            }
            types.extend(told.types);
        }
    }
    assert!(telling.is_empty(), "these sound like the key of a contest: {telling:#?}");
    assert!(unused.is_empty(), "allowed, but not there: {unused:?}");
    // What people see while a contest runs was among them.
    for name in [
        "AnswerOut",
        "AttemptOut",
        "CompleteOut",
        "ContestHeadOut",
        "FollowedOut",
        "ListedContestOut",
        "OwnPartOut",
        "PaperOut",
        "PaperQuestionOut",
        "TakenContestAnswer",
        "TakenContestOut",
    ] {
        assert!(types.contains(name), "{name} is not looked at");
    }
    let participants = crate::authorisation::calls_of_participants();
    for (call, _) in OF_OWNERS {
        assert!(!participants.contains(call), "{call} answers participants, too");
    }
    assert!(AFTER_THE_END.iter().all(|(call, _)| participants.contains(*call)), "{participants:?}");
}
