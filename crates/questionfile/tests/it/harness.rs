//! Harness. Short ways to read a text and to say what came out.

use quad_questionfile::{Format, Import, Question, Row, State, read};

/// Reads a text as a format.
pub fn read_as(format: Format, text: &str) -> Import {
    read(text.as_bytes(), None, Some(format)).expect("the file is read")
}

/// The only row.
pub fn only(format: Format, text: &str) -> Row {
    let import = read_as(format, text);
    assert_eq!(import.rows.len(), 1, "{text}\n{:#?}", import.rows);
    import.rows.into_iter().next().expect("a row")
}

/// A row's question.
pub fn question(row: &Row) -> &Question {
    row.question.as_ref().unwrap_or_else(|| panic!("no question: {row:?}"))
}

/// The texts of the right options.
pub fn right(row: &Row) -> Vec<&str> {
    let question = question(row);
    question.right.iter().map(|at| question.options[*at].as_str()).collect()
}

/// Asserts that a row can be taken as it is.
pub fn ready(row: &Row) {
    assert_eq!((row.state, &row.notes), (State::Ready, &Vec::new()), "{row:#?}");
}

/// Asserts that a row was mended, with a note that holds these words.
pub fn repaired(row: &Row, words: &str) {
    assert_eq!(row.state, State::Repaired, "{row:#?}");
    assert!(row.notes.iter().any(|note| note.contains(words)), "{:?} without {words:?}", row.notes);
}

/// Asserts that a row is refused, with a reason that holds these words.
pub fn refused(row: &Row, words: &str) {
    assert_eq!(row.state, State::Refused, "{row:#?}");
    assert!(row.notes.iter().any(|note| note.contains(words)), "{:?} without {words:?}", row.notes);
}

/// A zip of entries.
pub fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry");
        std::io::Write::write_all(&mut zip, bytes).expect("its bytes");
    }
    zip.finish().expect("a zip").into_inner()
}
