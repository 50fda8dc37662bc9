//! Natural English: what people read begins its sentences with a capital, and has no turn of phrase that sounds translated. The
//! features' messages are read as text, so that a new one is judged too; comments are not.

use std::path::{Path, PathBuf};

/// Said in another way: "anyone who", "is submitted", "must be", "for anybody" after a "not", "scheduled", "continue".
const TRANSLATED: [&str; 6] = ["whoever", "handed in", "must lie", "for nobody", "by the clock", "go on"];

/// Each messages.rs, without comments.
fn messages() -> Vec<(PathBuf, String)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../features")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.ends_with("messages.rs") {
                let text = std::fs::read_to_string(&path).expect("a text");
                let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
                found.push((path, lines.join("\n")));
            }
        }
    }
    assert!(found.len() > 10, "{} files", found.len());
    found
}

/// What a mail says after its salutation, as it stands in the source.
fn after_salutations(text: &str) -> Vec<&str> {
    let begun = text.split("\"Hello").skip(1);
    begun.filter_map(|rest| rest.split_once(r"\n\n")).filter(|(to, _)| to.ends_with(',')).map(|(_, say)| say).collect()
}

#[test]
fn a_mail_begins_with_a_capital() {
    let mut mails = 0;
    for (path, text) in messages() {
        for say in after_salutations(&text) {
            let first: String = say.chars().take(30).collect();
            assert!(!first.starts_with(char::is_lowercase), "{}: {first}", path.display());
            mails += 1;
        }
    }
    assert!(mails >= 10, "{mails} mails were found");
    // One that does not is found.
    let wrong = "text: \"Hello {},\\n\\nthank you\" and \"Hello there\\n\\nmore\"";
    assert_eq!(after_salutations(wrong).len(), 1);
    assert!(after_salutations(wrong)[0].starts_with("thank"));
}

#[test]
fn no_message_sounds_translated() {
    for (path, text) in messages() {
        let text = text.to_lowercase();
        for phrase in TRANSLATED {
            let line = text.lines().find(|line| line.contains(phrase));
            assert_eq!(line, None, "{}: {phrase}", path.display());
        }
    }
}
