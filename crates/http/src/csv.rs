//! CSV: tables as files for spreadsheets (RFC 4180). A cell that a spreadsheet would run as a formula gets an apostrophe before
//! it: names and answers are typed by anybody. Numbers, telephone numbers and a dash alone stay as they are. Excel files are made where
//! they are wanted.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Text a spreadsheet shows and does not run. Where it takes semicolons or tabs for what stands between cells, as much of
/// Europe does, quotes do not hold a cell together, and one begins after each of them and with each line.
pub fn harmless(cell: &str) -> String {
    let mut safe = String::with_capacity(cell.len() + 1);
    if is_number(cell) || is_dash(cell) {
        safe.push_str(cell);
        return safe;
    }
    for part in cell.split_inclusive([';', '\t', '\r', '\n']) {
        if part.trim_start_matches(is_passed_over).starts_with(|letter| "=+-@＝＋－＠﹦﹢﹣﹫".contains(letter))
        {
            safe.push('\'');
        }
        safe.push_str(part);
    }
    if cell.starts_with(['\t', '\r', '\n']) { format!("'{safe}") } else { safe }
}

/// Blanks, quotes and what cannot be seen: a spreadsheet may look behind them.
fn is_passed_over(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || quad_text::is_invisible(letter) || letter == '"'
}

/// A number or a telephone number: digits, blanks, brackets and points, after a sign at most. There is nothing to run in it;
/// `+91-98` is no such one, because a spreadsheet would subtract.
fn is_number(cell: &str) -> bool {
    let cell = cell.trim_matches(' ');
    let unsigned = cell.strip_prefix(['+', '-']).unwrap_or(cell);
    unsigned.contains(|letter: char| letter.is_ascii_digit())
        && unsigned.chars().all(|letter| letter.is_ascii_digit() || " \u{a0}().".contains(letter))
}

/// A dash alone, as people write where they have nothing to say: there is nothing to run.
fn is_dash(cell: &str) -> bool {
    matches!(cell.trim_matches(' '), "-" | "－" | "﹣")
}

/// A table with its heading. It begins with the mark by which Excel knows UTF-8.
pub fn table<R: AsRef<[String]>>(heading: &[&str], rows: impl IntoIterator<Item = R>) -> String {
    let mut text = String::from("\u{feff}");
    line(&mut text, heading.iter().copied());
    for row in rows {
        line(&mut text, row.as_ref().iter().map(String::as_str));
    }
    text
}

fn line<'a>(text: &mut String, cells: impl Iterator<Item = &'a str>) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            text.push(',');
        }
        text.push('"');
        text.push_str(&harmless(cell).replace('"', "\"\""));
        text.push('"');
    }
    text.push_str("\r\n");
}

/// What stands as it is in a name of RFC 8187.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// The header of a file to keep (RFC 6266). `name` is without an ending. Programs that know ASCII only get dashes for what they
/// cannot write; the others get all letters, marks and digits of the name.
pub fn attachment(name: &str, ending: &str) -> HeaderValue {
    let ascii: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '-' }).collect();
    let whole = if name.is_ascii() {
        String::new()
    } else {
        let whole = format!("{}.{ending}", whole_name(name));
        format!("; filename*=UTF-8''{}", utf8_percent_encode(&whole, PLAIN))
    };
    let header = format!("attachment; filename=\"{ascii}.{ending}\"{whole}");
    HeaderValue::try_from(header).unwrap_or(HeaderValue::from_static("attachment"))
}

/// Letters of every script with their marks and joiners, and one dash for each run of what a file system may refuse.
fn whole_name(name: &str) -> String {
    let name = quad_text::clean(name);
    let is_part = |c: char| c.is_alphanumeric() || quad_text::is_mark(c) || "-_\u{200c}\u{200d}".contains(c);
    let mut whole = String::with_capacity(name.len());
    for c in name.chars() {
        if is_part(c) {
            whole.push(c);
        } else if !whole.ends_with('-') {
            whole.push('-');
        }
    }
    whole
}

/// The table as a file to keep. `name` is without an ending.
pub fn file(name: &str, table: String) -> Response {
    let disposition = attachment(name, "csv");
    let kind = HeaderValue::from_static("text/csv; charset=utf-8");
    ([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, disposition)], table).into_response()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_files_name_keeps_its_letters() {
        for (name, header) in [
            ("HOBBY-members", r#"attachment; filename="HOBBY-members.csv""#),
            ("Chess: \"the\" one\r\nx", r#"attachment; filename="Chess---the--one--x.csv""#),
            ("Ökologie", r#"attachment; filename="-kologie.csv"; filename*=UTF-8''%C3%96kologie.csv"#),
            ("O\u{308}ko / 1", r#"attachment; filename="O-ko---1.csv"; filename*=UTF-8''%C3%96ko-1.csv"#),
            (
                "किताब\u{202e}",
                r#"attachment; filename="------.csv"; filename*=UTF-8''%E0%A4%95%E0%A4%BF%E0%A4%A4%E0%A4%BE%E0%A4%AC.csv"#,
            ),
        ] {
            assert_eq!(attachment(name, "csv").to_str().ok(), Some(header), "{name:?}");
        }
    }

    #[test]
    fn a_cell_is_quoted_and_runs_nothing() {
        let rows = [["Ada \"A\" L, x".to_owned(), "=1+1".to_owned()], [" @cmd".to_owned(), "two\nlines".to_owned()]];
        let text = table(&["Name", "Answer"], rows);
        assert_eq!(
            text,
            "\u{feff}\"Name\",\"Answer\"\r\n\"Ada \"\"A\"\" L, x\",\"'=1+1\"\r\n\"' @cmd\",\"two\nlines\"\r\n"
        );
    }

    /// The browser makes the file of a board by the same rules, and reads the same cases.
    #[test]
    fn cells_are_guarded_as_in_the_browser() {
        let cases: serde_json::Value =
            serde_json::from_str(include_str!("../../../web/src/features/attempts/csv_cells.json")).expect("JSON");
        let stay = cases["stay"].as_array().expect("a list");
        let guarded = cases["guarded"].as_array().expect("a list");
        assert!(stay.len() > 10 && guarded.len() > 15);
        for text in stay.iter().map(|text| text.as_str().expect("a text")) {
            assert_eq!(harmless(text), text);
        }
        for case in guarded {
            let cell = case["cell"].as_str().expect("a text");
            assert_eq!(harmless(cell), case["safe"].as_str().expect("a text"), "{cell:?}");
        }
    }

    /// What a spreadsheet takes for a formula, unless there are only digits in it.
    fn begins_a_formula(cell: &str) -> bool {
        let cell = cell.trim_start();
        let signed = cell.strip_prefix('+').or_else(|| cell.strip_prefix('-'));
        let is_number = signed.is_some_and(|rest| rest.chars().all(|letter| "0123456789 \u{a0}().".contains(letter)));
        cell.starts_with(['=', '+', '-', '@']) && !is_number
    }

    proptest! {
        #[test]
        fn no_cell_begins_a_formula(cell in ".{0,20}", number_like in "[-+=@0-9 ().,;A\\t]{0,20}") {
            for cell in [cell, number_like] {
                let safe = harmless(&cell);
                prop_assert!(!begins_a_formula(&safe), "{safe:?}");
            }
        }

        /// Read by the rules of a spreadsheet that takes semicolons for what stands between cells.
        #[test]
        fn no_part_of_a_cell_begins_a_formula(cell in "[;\\t\\n \"=+@a-]{0,20}") {
            let text = table(&["Name"], [[cell]]);
            for part in text.split([';', '\t', '\r', '\n']) {
                let part = part.trim_matches(|letter: char| letter.is_whitespace() || letter == '"');
                let begins = part != "-" && part.starts_with(['=', '+', '-', '@']);
                prop_assert!(!begins, "{text:?}");
            }
        }
    }
}
