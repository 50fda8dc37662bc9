//! Mail that stays in memory, and what a message tells a log.

use quad_mail::Mailer;

use crate::{NOW, message};

#[tokio::test]
async fn memory_keeps_what_was_sent_for_all_copies() {
    let mailer = Mailer::memory();
    let copy = mailer.clone();
    copy.send(&message("ann@example.org", "one", "1"), NOW).await.unwrap();
    mailer.send(&message("bob@example.org", "two", "2"), NOW).await.unwrap();
    assert_eq!(mailer.kept(), [message("ann@example.org", "one", "1"), message("bob@example.org", "two", "2")]);
    assert!(!mailer.is_configured());
}

#[test]
fn a_message_in_a_log_hides_its_subject_and_text() {
    let shown = format!("{:?}", message("ann@example.org", "Your code is 493817", "493817"));
    assert!(shown.contains("ann@example.org") && !shown.contains("493817"), "{shown}");
}
