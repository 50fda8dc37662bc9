//! Tables: rows 54 to 60 of the collected inputs, in CSV and in workbooks.

use quad_questionfile::{Format, Import, Kind, Row, State, read};
use rust_xlsxwriter::{ExcelDateTime, Format as Style, Formula, Workbook};

use crate::harness::{only, question, read_as, ready, refused, repaired, right};

const HEAD: &str = "Question,Option A,Option B,Option C,Option D,Correct answer\n";

fn csv(row: &str) -> Row {
    only(Format::Csv, &format!("{HEAD}{row}"))
}

fn workbook(fill: impl Fn(&mut rust_xlsxwriter::Worksheet)) -> Import {
    let mut book = Workbook::new();
    fill(book.add_worksheet());
    let bytes = book.save_to_buffer().expect("a workbook");
    read(&bytes, Some("x.xlsx"), None).expect("read")
}

fn put(sheet: &mut rust_xlsxwriter::Worksheet, row: u32, texts: &[&str]) {
    for (column, text) in texts.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
        sheet.write_string(row, column as u16, *text).expect("a cell");
    }
}

#[test]
fn row_54_several_numbers_are_several_options() {
    for key in ["\"1,3\"", "1;3", "\"A,C\"", "A;C", "1 and 3", "\"red,blue\"", "Option A; Option C"] {
        let row = csv(&format!("Which?,red,green,blue,black,{key}"));
        ready(&row);
        assert_eq!((question(&row).kind, right(&row)), (Kind::Several, vec!["red", "blue"]), "{key}");
    }
    for key in ["3", "C", "c", "blue", "BLUE", "Option 3", "(C)", "३"] {
        let row = csv(&format!("Which?,red,green,blue,black,{key}"));
        ready(&row);
        assert_eq!((question(&row).kind, right(&row)), (Kind::Single, vec!["blue"]), "{key}");
    }
}

#[test]
fn keys_that_a_spreadsheet_spoiled_are_refused_with_a_guess() {
    for (key, words) in [
        ("13", "1,3"),
        ("1.3", "1,3"),
        ("5", "names no option"),
        ("yellow", "names no option"),
        ("", "Which one is it?"),
        ("A,E", "names no option"),
    ] {
        let row = csv(&format!("Which?,red,green,blue,black,\"{key}\""));
        refused(&row, words);
        assert!(right(&row).is_empty());
    }
    refused(&csv("Which?,3,1,2,4,1"), "Which one is right?");
    let row = csv("Which?,3,1,7,4,7");
    ready(&row);
    assert_eq!(right(&row), ["7"]);
}

#[test]
fn row_56_texts_stay_what_they_are() {
    let row = only(Format::Csv, "Question;A;B;C;D;E;F;Answer\nWhich?;00123;1/2;5%;TRUE;None;NA;C");
    ready(&row);
    assert_eq!(question(&row).options, ["00123", "1/2", "5%", "TRUE", "None", "NA"]);
    assert_eq!(right(&row), ["5%"]);
}

#[test]
fn row_58_the_text_of_an_option_is_a_key() {
    let import = workbook(|sheet| {
        put(sheet, 0, &["Question", "Option 1", "Option 2", "Option 3", "Correct answer"]);
        put(sheet, 1, &["Capital?", "Lyon", "Paris", "Nice", "Paris"]);
    });
    ready(&import.rows[0]);
    assert_eq!((right(&import.rows[0]), import.rows[0].cell.as_deref()), (vec!["Paris"], Some("Sheet1!A2")));
}

#[test]
fn row_59_the_template_of_kahoot() {
    let import = workbook(|sheet| {
        put(sheet, 1, &["", "Quiz template"]);
        put(
            sheet,
            7,
            &[
                "",
                "Question - max 120 characters",
                "Answer 1 - max 75 characters",
                "Answer 2 - max 75 characters",
                "Answer 3 - max 75 characters",
                "Answer 4 - max 75 characters",
                "Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs",
                "Correct answer(s) - choose at least one",
            ],
        );
        put(sheet, 8, &["", "Capital?", "Lyon", "Paris", "Nice", "Lille", "20"]);
        sheet.write_number(8, 7, 2).expect("a cell");
        for row in 8..108_u32 {
            sheet.write_number(row, 0, f64::from(row - 7)).expect("a cell");
        }
    });
    assert_eq!((import.counts.ready, import.counts.skipped, import.counts.refused), (1, 1, 0), "{import:#?}");
    assert_eq!(right(&import.rows[0]), ["Paris"]);
    assert!(import.rows[1].notes[0].contains("Rows 10 to 108"), "{:?}", import.rows[1].notes);
}

#[test]
fn row_60_the_template_of_wayground() {
    let import = workbook(|sheet| {
        put(
            sheet,
            0,
            &[
                "Question Text",
                "Question Type",
                "Option 1",
                "Option 2",
                "Option 3",
                "Option 4",
                "Option 5",
                "Correct Answer",
                "Time in seconds",
                "Image Link",
                "Answer explanation",
            ],
        );
        put(
            sheet,
            1,
            &[
                "Text of the question\n\n(required)",
                "Question Type\n\n(default is Multiple Choice)",
                "Text for option 1\n\n(required in all cases)",
                "Text for option 2",
            ],
        );
        put(sheet, 2, &["Sky?", "Fill-in-the-Blank", "blue"]);
        put(sheet, 3, &["Which two?", "Checkbox", "a", "b", "c", "", "", "1,3", "30", "", "So it is."]);
        put(sheet, 4, &["Your view?", "Open-Ended"]);
    });
    let states: Vec<_> = import.rows.iter().map(|row| row.state).collect();
    assert_eq!(states, [State::Skipped, State::Ready, State::Ready, State::Skipped], "{import:#?}");
    assert_eq!(
        (question(&import.rows[1]).kind, &question(&import.rows[1]).accepted[..]),
        (Kind::Text, &["blue".to_owned()][..])
    );
    assert_eq!(
        (right(&import.rows[2]), question(&import.rows[2]).explanation.as_deref()),
        (vec!["a", "c"], Some("So it is."))
    );
}

#[test]
fn workbooks_are_read_as_they_are_shown() {
    let import = workbook(|sheet| {
        put(sheet, 0, &["Question", "A", "B", "C", "D", "Answer"]);
        put(sheet, 1, &["Which?"]);
        sheet.write_number(1, 1, 42).expect("a cell");
        sheet.write_number_with_format(1, 2, 0.05, &Style::new().set_num_format("0%")).expect("a cell");
        let date = ExcelDateTime::from_ymd(1950, 1, 26).expect("a date");
        sheet.write_datetime_with_format(1, 3, &date, &Style::new().set_num_format("d-mmm-yyyy")).expect("a cell");
        sheet.write_number_with_format(1, 4, 7, &Style::new().set_num_format("000")).expect("a cell");
        put(sheet, 1, &["", "", "", "", "", "26-Jan-1950"]);
        put(sheet, 2, &["Broken?", "a", "b"]);
        sheet.write_formula(2, 3, Formula::new("=1/0").set_result("#DIV/0!")).expect("a cell");
        put(sheet, 2, &["", "", "", "", "", "A"]);
        put(sheet, 3, &["Key?", "a", "b", "c", "d"]);
        sheet.write_datetime_with_format(3, 5, &date, &Style::new().set_num_format("d-mmm")).expect("a cell");
    });
    ready(&import.rows[0]);
    assert_eq!(question(&import.rows[0]).options, ["42", "5%", "26-Jan-1950", "007"]);
    assert_eq!(right(&import.rows[0]), ["26-Jan-1950"]);
    refused(&import.rows[1], "D3");
    refused(&import.rows[2], "is the date 26-Jan");
}

#[test]
fn headings_in_hindi_and_tables_of_short_answers() {
    let row = only(Format::Csv, "प्रश्न,विकल्प क,विकल्प ख,विकल्प ग,उत्तर\nराजधानी?,मुंबई,दिल्ली,पुणे,ख");
    ready(&row);
    assert_eq!(right(&row), ["दिल्ली"]);
    let row = only(Format::Csv, "Question\tAnswer\nCapital of France?\tParis");
    repaired(&row, "short answers");
    assert_eq!(question(&row).accepted, ["Paris"]);
    let row = only(Format::Csv, "Question,Answer\nIs it so?,TRUE");
    repaired(&row, "true or false");
}

#[test]
fn an_empty_option_does_not_shift_the_key() {
    let row = csv("Which?,red,,blue,black,3");
    ready(&row);
    assert_eq!(right(&row), ["blue"]);
}

#[test]
fn one_bad_row_of_two_hundred() {
    let rows: Vec<_> =
        (0..200).map(|at| format!("Question {at}?,a,b,c,d,{}\n", if at == 99 { "9" } else { "2" })).collect();
    let import = read_as(Format::Csv, &format!("{HEAD}{}", rows.concat()));
    assert_eq!((import.counts.ready, import.counts.refused), (199, 1));
    refused(&import.rows[99], "names no option");
    assert_eq!(import.rows[99].line, Some(101));
}

#[test]
fn a_table_is_recognised_by_its_headings() {
    for text in [
        format!("{HEAD}Which?,a,b,c,d,B"),
        "Question\tA\tB\tAnswer\nWhich?\ta\tb\tB".to_owned(),
        "sep=;\nQuestion;A;B;Answer\nWhich?;a;b;B".to_owned(),
    ] {
        let import = read(text.as_bytes(), None, None).expect("read");
        assert_eq!((import.format, import.counts.ready), (Format::Csv, 1), "{text}");
        assert_eq!(right(&import.rows[0]), ["b"]);
    }
    let error = read("a,b\n1,2".as_bytes(), Some("x.csv"), None).expect_err("no headings");
    assert!(error.to_string().contains("Correct answer"));
}

#[test]
fn powers_of_ten_are_read_as_they_are_shown() {
    let import = workbook(|sheet| {
        put(sheet, 0, &["Question", "A", "B", "C", "D", "Correct answer"]);
        put(sheet, 1, &["The charge of an electron?", "", "", "", "", "A"]);
        for (column, (number, format)) in
            [(1.6e-19, "0.00E+00"), (6.02e23, "0.00E+00"), (-16.0, "0E+0"), (0.05, "0.0E-000")].into_iter().enumerate()
        {
            let style = Style::new().set_num_format(format);
            sheet.write_number_with_format(1, column as u16 + 1, number, &style).expect("a cell");
        }
    });
    ready(&import.rows[0]);
    assert_eq!(question(&import.rows[0]).options, ["1.60E-19", "6.02E+23", "-2E+1", "5.0E-002"]);
    // Of another format the number is taken as it is, and that is said.
    let import = workbook(|sheet| {
        put(sheet, 0, &["Question", "A", "B", "Correct answer"]);
        put(sheet, 1, &["How long is it?", "1", "", "B"]);
        sheet.write_number_with_format(1, 2, 2.5, &Style::new().set_num_format("0.0\" m\"")).expect("a cell");
    });
    repaired(&import.rows[0], "format");
    assert_eq!(question(&import.rows[0]).options[1], "2.5");
}
