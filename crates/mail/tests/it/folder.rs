//! Mail as files: whole, private, sortable, readable, and no way into the head of a letter.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use quad_mail::{Headers, MailError, Mailer, Message};
use tempfile::TempDir;

use crate::{NOW, message};

fn outbox() -> (TempDir, Mailer) {
    let home = tempfile::tempdir().unwrap();
    let mailer = Mailer::from_url(None, "Quad <quad@campus.example.org>", &home.path().join("data/outbox")).unwrap();
    (home, mailer)
}

fn letters(home: &Path) -> Vec<(String, String)> {
    let mut letters: Vec<_> = fs::read_dir(home.join("data/outbox"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    letters.sort();
    letters
}

fn head(letter: &str) -> Vec<&str> {
    letter.split("\r\n\r\n").next().unwrap().split("\r\n").collect()
}

#[tokio::test]
async fn a_letter_says_whom_to_answer_and_how_to_stop_such() {
    let (home, mailer) = outbox();
    let stop = format!("https://quad.example.org/api/unsubscribe/results/{}", "0123456789abcdef".repeat(4));
    let said = |reply_to: &str, unsubscribe: &str| Headers {
        reply_to: Some(reply_to.to_owned()),
        unsubscribe: Some(unsubscribe.to_owned()),
    };
    for (at, headers) in [
        said("ada@elsewhere.example", &stop),
        // Without https nobody may stop them with one request.
        said("प्रिया@campus.example", &stop.replace("https:", "http:")),
        // Nothing gets into the head that is not one address.
        said("ada@b.example\r\nBcc: x@y.example", "https://a.example/\r\nBcc: x@y.example"),
        said("ada@b.example, bo@b.example", "https://a.example/>, <mailto:x@y.example"),
    ]
    .into_iter()
    .enumerate()
    {
        let letter = Message { headers, ..message("zoe@example.org", "Welcome", "Hello\n") };
        mailer.send(&letter, NOW + at as i64).await.unwrap();
    }
    let letters = letters(home.path());
    let named = |at: usize, name: &str| {
        let head = letters[at].1.split("\r\n\r\n").next().unwrap().to_owned();
        head.split("\r\n").find_map(|line| line.strip_prefix(&format!("{name}: ")).map(str::to_owned))
    };
    assert_eq!(named(0, "Reply-To").as_deref(), Some("ada@elsewhere.example"));
    assert_eq!(named(0, "List-Unsubscribe"), Some(format!("<{stop}>")), "in one piece");
    assert_eq!(named(0, "List-Unsubscribe-Post").as_deref(), Some("List-Unsubscribe=One-Click"));
    assert!(named(1, "List-Unsubscribe").is_some() && named(1, "List-Unsubscribe-Post").is_none());
    for at in [2, 3] {
        for name in ["Reply-To", "List-Unsubscribe", "List-Unsubscribe-Post", "Bcc"] {
            assert_eq!(named(at, name), None, "{name}");
        }
    }
}

#[tokio::test]
async fn a_letter_is_a_private_file_that_any_mail_program_reads() {
    let (home, mailer) = outbox();
    assert!(!mailer.is_configured());
    let link = format!("https://quad.example.org/confirm?token={}", "0123456789abcdef".repeat(12));
    let text = format!("Dear Zoë,\n\nopen {link}\n\nYour code: 493817\n");
    mailer.send(&message("zoe@example.org", "Welcome", &text), NOW).await.unwrap();

    let letters = letters(home.path());
    let (name, letter) = &letters[0];
    assert_eq!(letters.len(), 1);
    assert!(
        name.starts_with("01795219200000-") && Path::new(name).extension().is_some_and(|end| end == "eml"),
        "{name}"
    );
    let head = head(letter);
    for line in [
        "From: Quad <quad@campus.example.org>",
        "To: zoe@example.org",
        "Subject: Welcome",
        "Date: Sat, 21 Nov 2026 00:00:00 +0000",
        "Auto-Submitted: auto-generated",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
    ] {
        assert!(head.contains(&line), "{line} is missing in\n{letter}");
    }
    assert!(
        head.iter()
            .any(|line| line.starts_with("Message-ID: <1795219200000.") && line.ends_with("@campus.example.org>"))
    );
    assert!(letter.contains(&link), "the link is in one piece");
    assert!(letter.contains("Dear Zoë,"));
    let folder = home.path().join("data/outbox");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&folder.join(name)), mode(&folder)), (0o600, 0o700));
}

#[tokio::test]
async fn letters_with_marks_are_addresses() {
    let (home, mailer) = outbox();
    mailer.send(&message("प्रिया@हिन्दी.example", "Welcome", "text"), NOW).await.unwrap();
    let letters = letters(home.path());
    assert!(head(&letters[0].1).contains(&"To: प्रिया@हिन्दी.example"), "{}", letters[0].1);
}

#[tokio::test]
async fn names_sort_like_the_letters_and_none_is_written_over() {
    let (home, mailer) = outbox();
    for (subject, time) in [("b", NOW + 1), ("a", NOW), ("c", NOW + 1)] {
        mailer.send(&message("ann@example.org", subject, "text"), time).await.unwrap();
    }
    let subjects: Vec<_> = letters(home.path())
        .iter()
        .map(|(_, letter)| head(letter).into_iter().find(|line| line.starts_with("Subject")).unwrap().to_owned())
        .collect();
    assert_eq!(subjects, ["Subject: a", "Subject: b", "Subject: c"]);
}

#[tokio::test]
async fn racing_letters_all_arrive() {
    let (home, mailer) = outbox();
    let letter = message("ann@example.org", "same", "text");
    let mut senders = tokio::task::JoinSet::new();
    for _ in 0..50 {
        let (mailer, letter) = (mailer.clone(), letter.clone());
        senders.spawn(async move { mailer.send(&letter, NOW).await });
    }
    while let Some(sent) = senders.join_next().await {
        sent.unwrap().unwrap();
    }
    assert_eq!(letters(home.path()).len(), 50);
}

#[tokio::test]
async fn a_subject_cannot_add_headers() {
    let (home, mailer) = outbox();
    let evil = "Hello\r\nBcc: eve@example.org\n\nX-Body: yes\0\u{85}\u{2028}end";
    mailer.send(&message("ann@example.org", evil, "text"), NOW).await.unwrap();
    let letters = letters(home.path());
    let head = head(&letters[0].1);
    assert!(!head.iter().any(|line| line.starts_with("Bcc") || line.starts_with("X-Body")), "{head:?}");
    assert_eq!(
        head.iter().filter(|line| line.starts_with("Subject: Hello Bcc: eve@example.org X-Body: yes")).count(),
        1
    );
}

#[tokio::test]
async fn an_address_cannot_add_headers_or_recipients() {
    let (home, mailer) = outbox();
    for to in [
        "ann@example.org\r\nBcc: eve@example.org",
        "ann@example.org\nBcc: eve@example.org",
        "ann@example.org, eve@example.org",
        "ann@example.org;eve@example.org",
        "Ann <ann@example.org>",
        "ann@example.org ",
        "ann@exa mple.org",
        "प्रिया@example.org, eve@example.org",
        "प्रिया\r\nBcc: eve@example.org",
        "\u{940}",
        "\u{940}@example.org\n",
        "\"ann\r\nBcc: eve\"@example.org",
        "ann",
        "",
    ] {
        let failed = mailer.send(&message(to, "Hello", "text"), NOW).await;
        assert!(matches!(failed, Err(MailError::Refused { .. })), "{to:?}: {failed:?}");
    }
    assert!(!home.path().join("data").exists(), "nothing was written");
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_means_later() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("outbox");
    fs::write(&file, "in the way").unwrap();
    let mailer = Mailer::from_url(None, "quad@example.org", &file).unwrap();
    let failed = mailer.send(&message("ann@example.org", "Hello", "text"), NOW).await.unwrap_err();
    assert!(!failed.is_final(), "{failed}");
}

#[test]
fn settings_are_checked_at_the_start() {
    let outbox = Path::new("outbox");
    assert!(Mailer::from_url(None, "no address", outbox).is_err());
    assert!(Mailer::from_url(Some("nonsense"), "quad@example.org", outbox).is_err());
    for sign in [",", ";", ":", "(", "@", "[", "]", "<"] {
        let name = format!("Qüad{sign} Inc");
        if let Err(said) = Mailer::from_url(None, &format!("{name} <quad@example.org>"), outbox) {
            assert!(said.to_string().contains("stands in quotes"), "{sign}: {said}");
        }
        let quoted = format!("\"{name}\" <quad@example.org>");
        Mailer::from_url(None, &quoted, outbox).unwrap_or_else(|said| panic!("{quoted}: {said}"));
    }
    let said = Mailer::from_url(None, "Quad, Inc <no address>", outbox).unwrap_err().to_string();
    assert!(said.contains("should look like"), "{said}");
    assert!(!Mailer::from_url(Some("  "), "quad@example.org", outbox).unwrap().is_configured());
    assert!(Mailer::from_url(Some("smtp://localhost"), "quad@example.org", outbox).unwrap().is_configured());
}
