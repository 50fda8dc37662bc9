//! Word documents, built part by part.

use quad_questionfile::{Format, Import, State, read};

use crate::harness::{question, ready, repaired, right, zip};

fn run(text: &str, properties: &str) -> String {
    format!("<w:r><w:rPr>{properties}</w:rPr><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

fn listed(level: usize, inner: &str) -> String {
    format!("<w:p><w:pPr><w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr>{inner}</w:p>")
}

fn plain(text: &str) -> String {
    format!("<w:p>{}</w:p>", run(text, ""))
}

fn document(body: &str) -> Vec<u8> {
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?><w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" xmlns:r=\"r\" xmlns:a=\"a\"><w:body>{body}<w:sectPr/></w:body></w:document>"
    );
    let level = |at: usize, format: &str, text: &str| {
        format!(
            "<w:lvl w:ilvl=\"{at}\"><w:start w:val=\"1\"/><w:numFmt w:val=\"{format}\"/><w:lvlText w:val=\"{text}\"/></w:lvl>"
        )
    };
    let numbering = format!(
        "<w:numbering xmlns:w=\"w\"><w:abstractNum w:abstractNumId=\"0\">{}{}</w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num></w:numbering>",
        level(0, "decimal", "%1."),
        level(1, "upperLetter", "%2)")
    );
    let links = "<Relationships><Relationship Id=\"rId5\" Type=\"image\" Target=\"media/image1.png\"/></Relationships>";
    zip(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("word/document.xml", document.as_bytes()),
        ("word/numbering.xml", numbering.as_bytes()),
        ("word/_rels/document.xml.rels", links.as_bytes()),
        ("word/media/image1.png", b"PNG"),
    ])
}

fn taken(body: &str) -> Import {
    let import = read(&document(body), Some("quiz.docx"), None).expect("read");
    assert_eq!(import.format, Format::Docx);
    import
}

#[test]
fn numbers_and_letters_come_from_the_lists() {
    let mut body = String::new();
    for (stem, options) in [("Capital of France?", ["Lyon", "Paris", "Nice"]), ("Which is prime?", ["4", "7", "9"])] {
        body.push_str(&listed(0, &run(stem, "")));
        for option in options {
            body.push_str(&listed(1, &run(option, "")));
        }
        body.push_str(&plain("Answer: B"));
    }
    let import = taken(&body);
    assert_eq!(import.rows.len(), 2, "{import:#?}");
    for (row, key) in import.rows.iter().zip(["Paris", "7"]) {
        ready(row);
        assert_eq!((question(row).options.len(), right(row)), (3, vec![key]));
    }
}

#[test]
fn looks_mark_the_right_option_and_are_said() {
    for looks in ["<w:b/>", "<w:u w:val=\"single\"/>", "<w:highlight w:val=\"yellow\"/>"] {
        let body = [
            listed(0, &run("Capital of France?", "<w:b/>")),
            listed(1, &run("Lyon", "<w:b w:val=\"0\"/>")),
            listed(1, &run("Paris", looks)),
            listed(1, &run("Nice", "")),
        ]
        .concat();
        let import = taken(&body);
        repaired(&import.rows[0], "bold, underlined or highlighted");
        assert_eq!(right(&import.rows[0]), ["Paris"]);
    }
    let body = [
        listed(0, &run("Capital?", "")),
        listed(1, &run("Lyon", "<w:b/>")),
        listed(1, &run("Paris", "")),
        plain("Answer: B"),
    ]
    .concat();
    let import = taken(&body);
    ready(&import.rows[0]);
    assert_eq!(right(&import.rows[0]), ["Paris"]);
}

#[test]
fn a_table_with_headings_is_one_question_a_row() {
    let cell = |text: &str| format!("<w:tc>{}</w:tc>", plain(text));
    let row = |texts: &[&str]| format!("<w:tr>{}</w:tr>", texts.iter().map(|text| cell(text)).collect::<String>());
    let body = format!(
        "<w:tbl>{}{}</w:tbl>",
        row(&["Question", "A", "B", "C", "Answer"]),
        row(&["Capital?", "Lyon", "Paris", "Nice", "B"])
    );
    let import = taken(&body);
    ready(&import.rows[0]);
    assert_eq!(right(&import.rows[0]), ["Paris"]);
}

#[test]
fn pictures_powers_and_formulas() {
    let picture = "<w:r><w:drawing><a:blip r:embed=\"rId5\"/></w:drawing></w:r>";
    let power = run("2", "<w:vertAlign w:val=\"superscript\"/>");
    let formula = "<m:oMath xmlns:m=\"m\"><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>";
    let body = [
        format!("<w:p>{}{power}{picture}</w:p>", run("1. x", "")),
        plain("A) one"),
        format!("<w:p>{}{formula}</w:p>", run("B) ", "")),
        plain("Answer: A"),
    ]
    .concat();
    let import = taken(&body);
    repaired(&import.rows[0], "formula");
    let question = question(&import.rows[0]);
    assert_eq!((question.text.as_str(), &question.options[..]), ("x²", &["one".to_owned(), "(a+b)/2".to_owned()][..]));
    assert_eq!(question.pictures[0].bytes, b"PNG");
}

#[test]
fn deleted_text_stays_out() {
    let body = [
        format!(
            "<w:p>{}<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins>{}</w:ins></w:p>",
            run("1. Which", ""),
            run("?", "")
        ),
        plain("A) one"),
        plain("B) two"),
        plain("Answer: A"),
    ]
    .concat();
    let import = taken(&body);
    assert_eq!((question(&import.rows[0]).text.as_str(), import.rows[0].state), ("Which?", State::Ready));
}

#[test]
fn inserted_symbols_are_characters() {
    let sym = |font: &str, place: &str| format!("<w:r><w:sym w:font=\"{font}\" w:char=\"{place}\"/></w:r>");
    let line = |inner: &str| format!("<w:p>{inner}</w:p>");
    let body = [
        line(&[run("Where is x ", ""), sym("Symbol", "F0A3"), run(" 5?", "")].concat()),
        line(&[run("A) 90", ""), sym("Symbol", "F0B0")].concat()),
        line(&[run("B) ", ""), sym("Symbol", "F070"), run("/2 ", ""), sym("Wingdings", "F0FC")].concat()),
        line(&[run("C) ", ""), run("\u{f061}", "<w:rFonts w:ascii=\"Symbol\" w:hAnsi=\"Symbol\"/>")].concat()),
    ];
    let import = taken(&body.concat());
    assert_eq!(question(&import.rows[0]).text, "Where is x ≤ 5?");
    assert_eq!(question(&import.rows[0]).options, ["90°", "π/2", "α"]);
    assert_eq!(right(&import.rows[0]), ["π/2"]);
    let other = [plain("Which?"), line(&[run("A) a", ""), sym("Webdings", "F041")].concat()), plain("B) b\nAnswer: B")];
    repaired(&taken(&other.concat()).rows[0], "A symbol of the font Webdings was left out");
}

#[test]
fn moved_tagged_and_annotated_text_is_text() {
    let line = |inner: &str| format!("<w:p>{inner}</w:p>");
    let ruby = "<w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>kyo</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>京</w:t></w:r></w:rubyBase></w:ruby></w:r>";
    let body = [
        plain("Which is it?"),
        line(&[run("A) ", ""), format!("<w:moveTo w:id=\"1\">{}</w:moveTo>", run("moved here", ""))].concat()),
        line(
            &[run("B) big ", ""), format!("<w:customXml w:element=\"x\">{}</w:customXml>", run("custom", ""))].concat(),
        ),
        line(&[run("C) ", ""), ruby.to_owned()].concat()),
        line(&[run("D) stays", ""), format!("<w:moveFrom w:id=\"1\">{}</w:moveFrom>", run(" gone", ""))].concat()),
        plain("Answer: A"),
    ];
    let import = taken(&body.concat());
    assert_eq!(question(&import.rows[0]).options, ["moved here", "big custom", "京", "stays"]);
}
