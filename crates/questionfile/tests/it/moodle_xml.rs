//! Moodle XML: rows 34 to 44 of the collected inputs.

use quad_questionfile::{Format, Kind, Question, Row, State, Target, read, write};

use crate::harness::{only, question, read_as, ready, refused, repaired, right};

fn quiz(inner: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n{inner}\n</quiz>")
}

fn multichoice(more: &str, answers: &[(&str, &str)]) -> String {
    let answers: Vec<String> = answers
        .iter()
        .map(|(fraction, text)| format!("<answer fraction=\"{fraction}\"><text>{text}</text></answer>"))
        .collect();
    let answers = answers.concat();
    quiz(&format!(
        "<question type=\"multichoice\"><name><text>N</text></name><questiontext format=\"html\"><text>Which?</text></questiontext>{more}{answers}</question>"
    ))
}

fn one(text: &str) -> Row {
    only(Format::MoodleXml, text)
}

#[test]
fn row_34_white_space_between_entities_is_kept() {
    let row = one(&multichoice(
        "<single>true</single>",
        &[("100", "&lt;b&gt;red&lt;/b&gt; &lt;i&gt;fox&lt;/i&gt;"), ("0", "<![CDATA[<p>hen</p>]]>")],
    ));
    repaired(&row, "bold");
    assert_eq!(question(&row).options, ["red fox", "hen"]);
}

#[test]
fn row_35_three_thirds_are_several() {
    for third in ["33.33333", "33,33333", "33.3", "33"] {
        let row = one(&multichoice("", &[(third, "a"), (third, "b"), (third, "c"), ("-100", "d")]));
        repaired(&row, "several options are right");
        assert_eq!((question(&row).kind, right(&row)), (Kind::Several, vec!["a", "b", "c"]));
        assert_eq!(question(&row).weights.as_deref(), Some(&[33.33333, 33.33333, 33.33333, -100.0][..]));
    }
}

#[test]
fn row_37_true_and_false_by_their_words() {
    for (first, second, key) in [
        (("False", "100"), ("True", "0"), "False"),
        (("true", "0"), ("false", "100"), "False"),
        (("TRUE", "100"), ("FALSE", "0"), "True"),
    ] {
        let text = quiz(&format!(
            "<question type=\"truefalse\"><questiontext><text>It is.</text></questiontext><answer fraction=\"{}\"><text>{}</text></answer><answer fraction=\"{}\"><text>{}</text></answer></question>",
            first.1, first.0, second.1, second.0
        ));
        let row = one(&text);
        ready(&row);
        assert_eq!(right(&row), [key]);
    }
}

#[test]
fn row_38_shuffled_only_where_the_file_says_so() {
    for (more, expected) in [
        ("", false),
        ("<shuffleanswers>true</shuffleanswers>", true),
        ("<shuffleanswers>1</shuffleanswers>", true),
        ("<shuffleanswers>FALSE</shuffleanswers>", false),
    ] {
        let row = one(&multichoice(more, &[("100", "a"), ("0", "b")]));
        ready(&row);
        assert_eq!(question(&row).shuffle, Some(expected), "{more}");
    }
}

#[test]
fn row_40_one_bad_question_costs_no_other() {
    let one = |name: &str, answers: &str| {
        format!(
            "<question type=\"multichoice\"><name><text>{name}</text></name><questiontext><text>{name}?</text></questiontext>{answers}</question>"
        )
    };
    let both = "<answer fraction=\"100\"><text>a</text></answer><answer fraction=\"0\"><text>b</text></answer>";
    let text = quiz(
        &[one("First", both), one("Second", "<answer fraction=\"100\"><text>a</text></answer>"), one("Third", both)]
            .concat(),
    );
    let rows = read_as(Format::MoodleXml, &text).rows;
    assert_eq!(rows.iter().map(|row| row.state).collect::<Vec<_>>(), [State::Ready, State::Refused, State::Ready]);
    refused(&rows[1], "at least two");
    assert_eq!(question(&rows[1]).title.as_deref(), Some("Second"));
}

#[test]
fn row_41_tags_that_were_not_escaped() {
    let text =
        multichoice("", &[("100", "a"), ("0", "b")]).replace("<text>Which?</text>", "<text><p>raw <b>x</b></p></text>");
    let row = one(&text);
    repaired(&row, "not escaped");
    assert_eq!(question(&row).text, "raw x");
}

#[test]
fn row_42_the_end_of_cdata_is_cut() {
    let accepted = vec!["a]]>b <c>".to_owned()];
    let asked = Question { kind: Kind::Text, text: "a]]>b <c>".to_owned(), accepted, ..Question::default() };
    let written = write(std::slice::from_ref(&asked), Target::MoodleXml).expect("written");
    let text = String::from_utf8(written.bytes.clone()).expect("UTF-8");
    assert!(text.contains("<![CDATA[a]]]]><![CDATA[>b <c>]]>"), "{text}");
    let import = read(&written.bytes, None, None).expect("read");
    assert_eq!((&question(&import.rows[0]).accepted, &question(&import.rows[0]).text), (&asked.accepted, &asked.text));
}

#[test]
fn row_44_pictures_by_their_encoded_names() {
    let text = multichoice("", &[("100", "a"), ("0", "b")]).replace(
        "<text>Which?</text>",
        "<text><![CDATA[<p>Which?<img src=\"@@PLUGINFILE@@/my%20pic.png\"></p>]]></text><file name=\"my pic.png\" path=\"/\" encoding=\"base64\">iVBORw0K\nGgo=</file>",
    );
    let row = one(&text);
    ready(&row);
    let picture = &question(&row).pictures[0];
    assert_eq!(
        (picture.name.as_str(), picture.bytes.as_slice(), picture.option),
        ("my pic.png", &b"\x89PNG\r\n\x1a\n"[..], None)
    );
    let row = one(&text.replace("<file name=\"my pic.png\"", "<file name=\"other.png\""));
    repaired(&row, "my pic.png");
}

#[test]
fn numbers_categories_and_what_is_not_taken() {
    let text = quiz(
        "<question type=\"category\"><category><text>$course$/top/Physics/Light//Sound</text></category></question>\
         <question type=\"numerical\"><name><text>N</text></name><questiontext><text>Pi?</text></questiontext><answer fraction=\"100\"><text>3,14</text><tolerance>0.01</tolerance></answer></question>\
         <question type=\"SHORTANSWER\"><questiontext><text>Sky?</text></questiontext><answer fraction=\"100\"><text>blue</text></answer><answer fraction=\"50\"><text>grey</text></answer></question>\
         <question type=\"essay\"><questiontext><text>Write.</text></questiontext></question>\
         <question type=\"ddwtos\"><name><text>Drag</text></name><questiontext><text>Drag.</text></questiontext></question>",
    );
    let rows = read_as(Format::MoodleXml, &text).rows;
    repaired(&rows[0], "comma");
    assert_eq!(
        (question(&rows[0]).value.as_deref(), question(&rows[0]).tolerance.as_deref()),
        (Some("3.14"), Some("0.01"))
    );
    assert_eq!(question(&rows[0]).category.as_deref(), Some("Physics > Light/Sound"));
    assert_eq!(question(&rows[1]).accepted, ["blue"]);
    repaired(&rows[1], "50 %");
    assert_eq!(rows[2].state, State::Skipped);
    refused(&rows[3], "ddwtos");
}

#[test]
fn a_wrong_declaration_does_not_spoil_utf8() {
    let text = multichoice("", &[("100", "Zürich"), ("0", "Genève")]).replace("UTF-8", "ISO-8859-1");
    assert_eq!(right(&one(&text)), ["Zürich"]);
    let latin: Vec<u8> = text.chars().map(|c| c as u32 as u8).collect();
    let import = read(&latin, Some("x.xml"), None).expect("read");
    assert_eq!(right(&import.rows[0]), ["Zürich"]);
}
