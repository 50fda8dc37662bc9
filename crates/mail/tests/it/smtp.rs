//! Mail to a server: taken, put off, refused, left without an answer.

use std::path::Path;
use std::time::{Duration, Instant};

use quad_mail::{MailError, Mailer};

use crate::server::{Does, Server};
use crate::{NOW, message};

const SECRET: &str = "493817";

async fn send_to(url: &str) -> Result<(), MailError> {
    let mailer = Mailer::from_url(Some(url), "Quad <quad@campus.example.org>", Path::new("unused")).unwrap();
    assert!(mailer.is_configured());
    let Mailer::Smtp(smtp) = mailer else { panic!("not SMTP") };
    let mailer = Mailer::Smtp(smtp.with_patience(Duration::from_millis(500)));
    let text = format!("Dear Zoë,\nyour code is {SECRET}.\n.\nA dot alone does not end it.\n");
    mailer.send(&message("zoe@example.org", "Your code — Ünïcode", &text), NOW).await
}

/// Sends to a server that behaves so; the error, if any, must tell no secret.
async fn sent_to(does: Does) -> Result<(), MailError> {
    let server = Server::that(does).await;
    let sent = send_to(&server.url).await;
    assert!(!format!("{sent:?}").contains(SECRET));
    sent
}

#[track_caller]
fn assert_later(sent: &Result<(), MailError>) {
    assert!(matches!(sent, Err(MailError::Later { .. })), "{sent:?}");
}

#[track_caller]
fn assert_refused(sent: &Result<(), MailError>, said: &str) {
    assert!(matches!(sent, Err(MailError::Refused { why }) if why.contains(said)), "{sent:?}");
}

#[tokio::test]
async fn a_letter_arrives_whole() {
    let server = Server::that(Does::Accepts).await;
    send_to(&server.url).await.unwrap();
    let heard = server.heard();
    for part in [
        "MAIL FROM:<quad@campus.example.org>",
        "RCPT TO:<zoe@example.org>\r\n",
        "From: Quad <quad@campus.example.org>\r\n",
        "To: zoe@example.org\r\n",
        "Subject: Your code =?utf-8?b?",
        "your code is 493817.",
        "A dot alone does not end it.",
    ] {
        assert!(heard.contains(part), "{part} is missing in\n{heard}");
    }
    for _ in 0..200 {
        if server.heard().ends_with("QUIT\r\n") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no farewell: {}", server.heard());
}

#[tokio::test]
async fn many_letters_go_at_once() {
    let server = Server::that(Does::Accepts).await;
    let mut senders = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let url = server.url.clone();
        senders.spawn(async move { send_to(&url).await });
    }
    while let Some(sent) = senders.join_next().await {
        sent.unwrap().unwrap();
    }
    assert_eq!(server.heard().matches("RCPT TO").count(), 20);
}

#[tokio::test]
async fn what_the_server_puts_off_comes_later() {
    assert_later(&sent_to(Does::Says("CONNECT", "421 too busy")).await);
    assert_later(&sent_to(Does::Says("MAIL", "451 try again")).await);
    assert_later(&sent_to(Does::Says("RCPT", "450 grey list")).await);
    assert_later(&sent_to(Does::Says(".\r\n", "452 disk full")).await);
}

#[tokio::test]
async fn what_the_server_refuses_is_refused_in_its_words() {
    assert_refused(&sent_to(Does::Says("RCPT", "550 no such user")).await, "no such user");
    assert_refused(&sent_to(Does::Says("MAIL", "553 not you")).await, "not you");
    assert_refused(&sent_to(Does::Says(".\r\n", "554 looks like spam")).await, "looks like spam");
}

#[tokio::test]
async fn a_wrong_password_is_for_the_operator_and_the_mail_waits() {
    let server = Server::that(Does::Says("AUTH", "535 wrong password")).await;
    let url = server.url.replace("smtp://", "smtp://ann:open%40sesame@");
    let sent = send_to(&url).await;
    assert_later(&sent);
    assert!(!format!("{sent:?}").contains("sesame"));
    assert!(!server.heard().contains("MAIL FROM"));
}

#[tokio::test]
async fn a_password_is_used_when_given() {
    let server = Server::that(Does::Accepts).await;
    send_to(&server.url.replace("smtp://", "smtp://ann:pw@")).await.unwrap();
    assert!(server.heard().contains("AUTH PLAIN"), "{}", server.heard());
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_left_in_time() {
    for word in ["CONNECT", "EHLO", "RCPT", ".\r\n"] {
        let begun = Instant::now();
        assert_later(&sent_to(Does::HangsAt(word)).await);
        assert!(begun.elapsed() < Duration::from_secs(4), "{word}: {:?}", begun.elapsed());
    }
}

#[tokio::test]
async fn a_server_that_takes_the_letter_but_no_farewell_has_it() {
    sent_to(Does::HangsAt("QUIT")).await.unwrap();
    sent_to(Does::HangsUpAt("QUIT")).await.unwrap();
}

#[tokio::test]
async fn a_server_that_hangs_up_or_is_not_there_means_later() {
    assert_later(&sent_to(Does::HangsUpAt("CONNECT")).await);
    assert_later(&sent_to(Does::HangsUpAt("DATA")).await);
    assert_later(&send_to("smtp://127.0.0.1:9").await);
}

#[tokio::test]
async fn without_encryption_nothing_is_said_where_encryption_is_required() {
    let server = Server::that(Does::Accepts).await;
    let url = format!("{}?tls=required", server.url.replace("smtp://", "smtp://ann:pw@"));
    assert_later(&send_to(&url).await);
    let heard = server.heard();
    assert!(!heard.contains("AUTH") && !heard.contains("MAIL"), "{heard}");
}
