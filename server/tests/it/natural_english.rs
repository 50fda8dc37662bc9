//! Natural English: what people read begins its sentences with a capital, and has no turn of phrase that sounds translated. The
//! features' messages are read as text, so that a new one is judged too; comments are not.

use std::path::{Path, PathBuf};

/// Said in another way: "anyone who", "is submitted", "must be", "for anybody" after a "not", "scheduled", "continue".
const TRANSLATED: [&str; 6] = ["whoever", "handed in", "must lie", "for nobody", "by the clock", "go on"];

/// Files below a folder of the tree, each with its text.
fn files(folder: &str, is_read: impl Fn(&Path) -> bool) -> Vec<(PathBuf, String)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                if !path.ends_with("tests") && !path.ends_with("target") {
                    folders.push(path);
                }
            } else if is_read(&path) {
                let text = std::fs::read_to_string(&path).expect("a text");
                found.push((path, text));
            }
        }
    }
    found
}

/// What is written between quotation marks in a source without its tests and comments, and is no name of something.
fn spoken(source: &str) -> Vec<&str> {
    let product = source.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = product.lines().filter(|line| {
        let line = line.trim_start();
        !line.starts_with("//") && !line.starts_with("#[")
    });
    lines.flat_map(|line| line.split('"').skip(1).step_by(2)).filter(|said| said.contains(' ')).collect()
}

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

#[test]
fn no_refusal_command_or_page_of_the_operator_sounds_translated() {
    let is_page = |path: &Path| path.extension().is_some_and(|ending| ending == "md");
    let is_source = |path: &Path| path.extension().is_some_and(|ending| ending == "rs");
    let mut read = files("docs/operating", is_page);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for page in ["docs/operating.md", "docs/ai.md", "README.md", "CHANGELOG.md", "config.example.toml"] {
        read.push((root.join(page), std::fs::read_to_string(root.join(page)).expect("a page")));
    }
    assert!(read.len() > 12, "{} pages", read.len());
    let sources = ["server/src", "features", "crates"].into_iter().flat_map(|folder| files(folder, is_source));
    read.extend(sources.map(|(path, source)| (path, spoken(&source).join("\n"))));
    for (path, text) in read {
        let text = text.to_lowercase();
        for phrase in TRANSLATED.into_iter().chain(["goes on"]) {
            // A word of its own, and not a part of a test's name.
            let apart = |at: usize| {
                let letters = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
                let (before, after) = (&text[..at], &text[at + phrase.len()..]);
                !before.ends_with(letters) && !after.starts_with(letters)
            };
            let found = text.match_indices(phrase).find(|(at, _)| apart(*at));
            let line = found.map(|(at, _)| text[..at].lines().next_back().unwrap_or_default().to_owned());
            assert_eq!(line, None, "{}: {phrase}", path.display());
        }
    }
    assert_eq!(spoken("//! \"go on\"\nlet a = \"it goes on\"; // x\n#[cfg(test)]\n\"go on\""), ["it goes on"]);
}
