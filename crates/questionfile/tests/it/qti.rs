//! QTI: rows 45 to 53 of the collected inputs.

use quad_questionfile::{Format, Kind, Row, State, read, worth};

use crate::harness::{only, question, ready, refused, repaired, right, zip};

fn one(text: &str) -> Row {
    only(Format::Qti, text)
}

fn version1(cardinality: &str, conditions: &str, more: &str) -> String {
    let label = |id: &str| {
        format!(
            "<response_label ident=\"{id}\"><material><mattext texttype=\"text/html\">option {id}</mattext></material></response_label>"
        )
    };
    let labels: String = ["a", "b", "x", "y", "z"].iter().map(|id| label(id)).collect();
    format!(
        "<questestinterop><assessment><section><item ident=\"i1\" title=\"T\"><presentation><material><mattext texttype=\"text/html\">&lt;p&gt;Which?&lt;/p&gt;</mattext></material>\
         <response_lid ident=\"response1\" rcardinality=\"{cardinality}\"><render_choice>{labels}</render_choice></response_lid></presentation>\
         <resprocessing><outcomes><decvar maxvalue=\"100\" minvalue=\"0\" varname=\"SCORE\" vartype=\"Decimal\"/></outcomes>{conditions}</resprocessing>{more}</item></section></assessment></questestinterop>"
    )
}

const SCORE: &str = "<setvar action=\"Set\" varname=\"SCORE\">100</setvar>";

#[test]
fn row_45_a_feedback_is_no_key() {
    let text = version1(
        "Single",
        &format!(
            "<respcondition continue=\"Yes\"><conditionvar><varequal respident=\"response1\">a</varequal></conditionvar><displayfeedback feedbacktype=\"Response\" linkrefid=\"a_fb\"/></respcondition>\
             <respcondition continue=\"No\"><conditionvar><varequal respident=\"response1\">b</varequal></conditionvar>{SCORE}</respcondition>"
        ),
        "<itemfeedback ident=\"a_fb\"><flow_mat><material><mattext texttype=\"text/plain\">Not a.</mattext></material></flow_mat></itemfeedback>",
    );
    let row = one(&text);
    ready(&row);
    assert_eq!((question(&row).kind, right(&row)), (Kind::Single, vec!["option b"]));
    assert_eq!(question(&row).feedback[0], "Not a.");
    assert!(question(&row).feedback[1..].iter().all(String::is_empty));
}

#[test]
fn row_46_what_is_under_not_is_no_key() {
    let text = version1(
        "Multiple",
        &format!(
            "<respcondition continue=\"No\"><conditionvar><and><varequal respident=\"response1\">x</varequal><varequal respident=\"response1\">y</varequal><not><varequal respident=\"response1\">z</varequal></not></and></conditionvar>{SCORE}</respcondition>"
        ),
        "",
    );
    let row = one(&text);
    ready(&row);
    assert_eq!((question(&row).kind, right(&row)), (Kind::Several, vec!["option x", "option y"]));
    let text = version1("Single", "", "");
    refused(&one(&text), "Which one is it?");
}

#[test]
fn added_values_are_weights() {
    let add = |id: &str, value: i32| {
        format!(
            "<respcondition continue=\"Yes\"><conditionvar><varequal respident=\"response1\">{id}</varequal></conditionvar><setvar action=\"Add\" varname=\"SCORE\">{value}</setvar></respcondition>"
        )
    };
    let row = one(&version1("Multiple", &[add("a", 50), add("b", 50), add("z", -50)].concat(), ""));
    ready(&row);
    assert_eq!(right(&row), ["option a", "option b"]);
    assert_eq!(question(&row).weights.as_deref(), Some(&[50.0, 50.0, 0.0, 0.0, -50.0][..]));
}

#[test]
fn row_48_pictures_of_a_cartridge() {
    let source = version1("Single", &format!("<respcondition><conditionvar><varequal respident=\"response1\">b</varequal></conditionvar>{SCORE}</respcondition>"), "")
        .replace("&lt;p&gt;Which?", "&lt;p&gt;Which?&lt;img src=\"%24IMS-CC-FILEBASE%24/images/my%20pic.png\"&gt;");
    let row = one(&source);
    repaired(&row, "images/my pic.png");
    assert_eq!(question(&row).pictures[0].name, "images/my pic.png");
    let manifest = "<manifest><resources><resource href=\"quiz/quiz.xml\"><file href=\"quiz/quiz.xml\"/></resource></resources></manifest>";
    let bytes = zip(&[
        ("imsmanifest.xml", manifest.as_bytes()),
        ("quiz/quiz.xml", source.as_bytes()),
        ("web_resources/images/my pic.png", b"PNG"),
    ]);
    let import = read(&bytes, Some("x.imscc"), None).expect("read");
    assert_eq!(
        (import.format, import.rows.len(), import.rows[0].cell.as_deref()),
        (Format::Qti, 1, Some("quiz/quiz.xml"))
    );
    assert_eq!(question(&import.rows[0]).pictures[0].bytes, b"PNG");
}

fn version2(declaration: &str, interaction: &str, processing: &str) -> String {
    format!(
        "<assessmentItem xmlns=\"http://www.imsglobal.org/xsd/imsqti_v2p1\" identifier=\"i1\" title=\"T\" adaptive=\"false\" timeDependent=\"false\">\
         <responseDeclaration identifier=\"RESPONSE\" {declaration}</responseDeclaration><outcomeDeclaration identifier=\"SCORE\" cardinality=\"single\" baseType=\"float\"/>\
         <itemBody><p>Which?</p><choiceInteraction responseIdentifier=\"RESPONSE\" {interaction}><simpleChoice identifier=\"A\">one</simpleChoice><simpleChoice identifier=\"B\">two</simpleChoice><simpleChoice identifier=\"C\">three<feedbackInline outcomeIdentifier=\"F\" identifier=\"C\" showHide=\"show\">No.</feedbackInline></simpleChoice></choiceInteraction></itemBody>{processing}</assessmentItem>"
    )
}

#[test]
fn row_50_a_mapping_with_bounds() {
    let text = version2(
        "cardinality=\"multiple\" baseType=\"identifier\"><correctResponse><value>A</value><value>B</value></correctResponse><mapping lowerBound=\"0\" upperBound=\"1.5\" defaultValue=\"0\"><mapEntry mapKey=\"A\" mappedValue=\"1\"/><mapEntry mapKey=\"B\" mappedValue=\"1\"/><mapEntry mapKey=\"C\" mappedValue=\"-2\"/></mapping>",
        "shuffle=\"false\" maxChoices=\"0\"",
        "<responseProcessing template=\"http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response\"/>",
    );
    for template in ["rptemplates/map_response", "rptemplates/map_response.xml", "rptemplates/CC2_map_response"] {
        let row = one(&text.replace("rptemplates/map_response", template));
        ready(&row);
        let question = question(&row);
        assert_eq!(question.marks.as_ref().map(|marks| marks.right.as_str()), Some("1.5"));
        for (chosen, earned) in [(&[0, 1][..], 1.0), (&[0, 1, 2], 0.0), (&[0], 2.0 / 3.0), (&[], 0.0)] {
            assert!((worth(question, chosen) - earned).abs() < 1e-6, "{chosen:?}");
        }
        assert_eq!(question.options[2], "three");
        assert_eq!(question.feedback[2], "No.");
    }
    let row = one(&text.replace("map_response", "match_correct"));
    assert_eq!((right(&row), question(&row).weights.as_ref()), (vec!["one", "two"], None));
}

#[test]
fn row_51_no_limit_said_is_several() {
    let text = version2(
        "cardinality=\"multiple\" baseType=\"identifier\"><correctResponse><value>A</value><value>C</value></correctResponse>",
        "shuffle=\"true\"",
        "",
    );
    let row = one(&text);
    repaired(&row, "several may");
    assert_eq!(
        (question(&row).kind, right(&row), question(&row).shuffle),
        (Kind::Several, vec!["one", "three"], Some(true))
    );
}

#[test]
fn row_53_version_3_and_an_answer_that_may_stay_blank() {
    let text = "<qti-assessment-item xmlns=\"http://www.imsglobal.org/xsd/imsqtiasi_v3p0\" identifier=\"i1\" title=\"T\"><qti-response-declaration identifier=\"RESPONSE\" cardinality=\"single\" base-type=\"identifier\"><qti-correct-response><qti-value>B</qti-value></qti-correct-response></qti-response-declaration>\
        <qti-item-body><qti-choice-interaction response-identifier=\"RESPONSE\" min-choices=\"1\" max-choices=\"1\"><qti-prompt>Which?</qti-prompt><qti-simple-choice identifier=\"A\">one</qti-simple-choice><qti-simple-choice identifier=\"B\">two</qti-simple-choice></qti-choice-interaction></qti-item-body>\
        <qti-response-processing template=\"https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml\"/></qti-assessment-item>";
    let row = one(text);
    ready(&row);
    assert_eq!((question(&row).text.as_str(), question(&row).kind, right(&row)), ("Which?", Kind::Single, vec!["two"]));
    // Nothing chosen is an answer of its own, and earns nothing.
    assert!(worth(question(&row), &[]).abs() < f64::EPSILON);
}

#[test]
fn rules_and_correct_response_must_agree() {
    let rule = |id: &str| {
        format!(
            "<responseProcessing><responseCondition><responseIf><match><variable identifier=\"RESPONSE\"/><baseValue baseType=\"identifier\">{id}</baseValue></match><setOutcomeValue identifier=\"SCORE\"><baseValue baseType=\"float\">1</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>"
        )
    };
    let key = "cardinality=\"single\" baseType=\"identifier\"><correctResponse><value>B</value></correctResponse>";
    assert_eq!(right(&one(&version2(key, "maxChoices=\"1\"", &rule("B")))), ["two"]);
    refused(&one(&version2(key, "maxChoices=\"1\"", &rule("A"))), "differ");
    assert_eq!(
        right(&one(&version2("cardinality=\"single\" baseType=\"identifier\">", "maxChoices=\"1\"", &rule("A")))),
        ["one"]
    );
    assert_eq!(right(&one(&version2(key, "maxChoices=\"1\"", "<responseProcessing/>"))), ["two"]);
}

#[test]
fn one_broken_item_costs_no_other() {
    let good = version2(
        "cardinality=\"single\" baseType=\"identifier\"><correctResponse><value>B</value></correctResponse>",
        "maxChoices=\"1\"",
        "",
    );
    let import = read(
        &zip(&[("a.xml", good.as_bytes()), ("b.xml", b"<assessmentItem>"), ("c.xml", good.as_bytes())]),
        Some("x.zip"),
        None,
    )
    .expect("read");
    assert_eq!(
        import.rows.iter().map(|row| row.state).collect::<Vec<_>>(),
        [State::Ready, State::Refused, State::Ready]
    );
}

#[test]
fn html_that_is_text_between_elements_shows_no_tags() {
    let text = version1(
        "Single",
        &format!(
            "<respcondition continue=\"No\"><conditionvar><varequal respident=\"response1\">b</varequal></conditionvar>{SCORE}</respcondition>"
        ),
        "",
    );
    let mixed = "&lt;p&gt;What does <code>print(1 &lt; 2)</code> do, if a &lt; b?&lt;/p&gt;";
    let row = one(&text.replace("&lt;p&gt;Which?&lt;/p&gt;", mixed));
    ready(&row);
    assert_eq!(question(&row).text.replace('`', ""), "What does print(1 < 2) do, if a < b?");
}
