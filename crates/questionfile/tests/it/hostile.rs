//! Hostile files: each gets a clear refusal within a second of a processor's time, in bounded memory.

use std::fmt::Write;
use std::time::Duration;

use quad_questionfile::{Format, limits, read};

use crate::harness::zip;

/// What this thread has had of a processor, where the system tells it: that others use the machine as well is no fault of a reader.
fn worked() -> Duration {
    // The name in brackets may hold anything; behind it user and system time are fields 12 and 13, in hundredths of a second.
    let said = std::fs::read_to_string("/proc/thread-self/stat").unwrap_or_default();
    let fields = said.rsplit(')').next().unwrap_or_default().split_whitespace();
    let hundredths: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * hundredths)
}

/// The reason of a refusal that cost little.
fn refusal(bytes: &[u8], name: &str) -> String {
    let start = worked();
    let error = read(bytes, Some(name), None).expect_err("refused").to_string();
    let took = worked().saturating_sub(start);
    assert!(took < Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 1 }), "{name} took {took:?}");
    error
}

#[cfg(target_os = "linux")]
#[test]
fn what_reading_costs_is_measured() {
    let start = worked();
    for turn in 0.. {
        let _ = read(&vec![b'('; 1 << 16], Some("x.txt"), None);
        if worked() > start {
            return;
        }
        assert!(turn < 100_000, "no work is told");
    }
}

#[test]
fn a_file_that_is_too_large() {
    assert!(refusal(&vec![b'a'; limits::FILE_BYTES + 1], "x.txt").contains("larger than 20 MB"));
    assert!(refusal(&vec![b'a'; 50 << 20], "x.docx").contains("larger than 20 MB"));
}

#[test]
fn archives_that_grow() {
    let zeros = vec![b' '; 20 << 20];
    for name in ["word/document.xml", "xl/workbook.xml", "item.xml"] {
        assert!(refusal(&zip(&[(name, &zeros)]), "x.zip").contains("unpacks to more"), "{name}");
    }
    let names: Vec<String> = (0..=limits::ENTRIES).map(|at| format!("{at}.xml")).collect();
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"<a/>"[..])).collect();
    assert!(refusal(&zip(&entries), "x.zip").contains("entries"));
}

#[test]
fn documents_that_nest_and_laugh() {
    let deep = format!("<quiz>{}", "<question>".repeat(100_000));
    assert!(refusal(deep.as_bytes(), "x.xml").contains("deeper"));
    let word = format!("<w:document>{}", "<w:p>".repeat(100_000));
    assert!(refusal(&zip(&[("word/document.xml", word.as_bytes())]), "x.docx").contains("deeper"));
    let mut laughs = "<!DOCTYPE quiz [<!ENTITY a \"ha\">".to_owned();
    for at in 0..20 {
        write!(laughs, "<!ENTITY a{at} \"&a;&a;&a;\">").expect("written");
    }
    laughs.push_str("]><quiz><question type=\"essay\">&a;</question></quiz>");
    assert!(refusal(laughs.as_bytes(), "x.xml").contains("entities"));
    let outside =
        "<!DOCTYPE quiz SYSTEM \"file:///etc/passwd\" [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><quiz>&x;</quiz>";
    assert!(refusal(outside.as_bytes(), "x.xml").contains("entities"));
}

#[test]
fn texts_that_would_take_long() {
    // Patterns are some thirty times as slow in the profile of tests.
    let lines = if cfg!(debug_assertions) { 1 << 11 } else { 1 << 16 };
    for text in [
        "{".repeat(1 << 20),
        "A) ".repeat(1 << 18),
        "a) x\n".repeat(lines),
        "1. x\n".repeat(lines),
        "Answer: B\n".repeat(lines),
        "{=a\n\n".repeat(lines),
        "<p ".repeat(1 << 18),
        "&".repeat(1 << 20),
        "\"".repeat(1 << 20),
        "::".repeat(1 << 18),
        "**".repeat(1 << 18),
    ] {
        for format in [Format::Text, Format::Gift, Format::Aiken, Format::Csv, Format::MoodleXml, Format::Qti] {
            let start = worked();
            let _ = read(text.as_bytes(), None, Some(format));
            let (took, limit) =
                (worked().saturating_sub(start), Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 2 }));
            assert!(took < limit, "{format:?} took {took:?} for {:?}…", &text[..10]);
        }
    }
}

#[test]
fn what_is_no_question_file() {
    for (bytes, words) in [
        (&b"%PDF-1.7\n"[..], "PDF"),
        (&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], "before 2007"),
        (&b"<?xml version='1.0'?><html/>"[..], "neither"),
        (&b"PK\x03\x04broken"[..], "broken"),
        (&b"\x00\x01\x02"[..], "not a text"),
        (&b"Which?\nA) \x81"[..], "Line 2"),
    ] {
        let error = refusal(bytes, "x");
        assert!(error.contains(words), "{error}");
    }
}
