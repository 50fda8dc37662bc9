//! Mail to a server: taken, put off, refused, left without an answer.

use std::path::Path;
use std::time::{Duration, Instant};

use quad_mail::{Encryption, MailError, Mailer, Patience};

use crate::server::{Does, Server};
use crate::{NOW, message};

const SECRET: &str = "493817";

/// Waits long enough for a machine that is busy.
fn mailer(url: &str) -> Mailer {
    patient(url, Duration::from_mins(1), Duration::from_mins(1))
}

/// Waits so long until the text is sent, and so long for what is said to it.
fn patient(url: &str, talk: Duration, verdict: Duration) -> Mailer {
    let mailer = Mailer::from_url(Some(url), "Quad <quad@campus.example.org>", Path::new("unused")).unwrap();
    assert!(mailer.is_configured());
    let Mailer::Smtp(smtp) = mailer else { panic!("not SMTP") };
    Mailer::Smtp(smtp.with_patience(Patience { connect: talk, talk, text: talk, verdict, question: talk }))
}

/// The first success with patiences that grow: where one part must end by being silent and the rest must come in time.
async fn in_time<T>(work: impl AsyncFn(Duration) -> Result<T, MailError>) -> T {
    for seconds in [1, 6] {
        if let Ok(done) = work(Duration::from_secs(seconds)).await {
            return done;
        }
    }
    work(Duration::from_secs(40)).await.unwrap()
}

async fn send_to(url: &str) -> Result<(), MailError> {
    send_by(&mailer(url)).await
}

async fn send_by(mailer: &Mailer) -> Result<(), MailError> {
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
    let begun = Instant::now();
    while !server.heard().ends_with("QUIT\r\n") {
        assert!(begun.elapsed() < Duration::from_mins(1), "no farewell: {}", server.heard());
        // Then it looks again.
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
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
    for (word, line, put_off) in [
        ("CONNECT", "421 too busy", true),
        ("MAIL", "451 try again", true),
        ("RCPT", "450 grey list", true),
        ("DATA", "421 4.3.2 closing", true),
        (".\r\n", "452 disk full", true),
        // Nothing of this passes by itself.
        ("RCPT", "454 4.7.1 Relay access denied", false),
        ("RCPT", "450 4.7.1 <vm>: Helo command rejected: Host not found", false),
        ("RCPT", "571 Delivery not authorized", false),
    ] {
        let sent = sent_to(Does::Says(word, line)).await;
        assert_later(&sent);
        assert_eq!(sent.as_ref().is_err_and(MailError::is_put_off), put_off, "{line}: {sent:?}");
    }
}

#[tokio::test]
async fn a_code_that_smtp_does_not_have_is_told_in_the_words_of_the_server() {
    for (word, line, told) in [
        ("RCPT", "571 Delivery not authorized", "571 Delivery not authorized"),
        ("MAIL", "660 go away", "is not SMTP: 660 go away"),
        ("CONNECT", "HTTP/1.1 400 Bad Request", "is not SMTP: HTTP/1.1 400 Bad Request"),
        (".\r\n", "550-no\r\n554 no", "554 no no"),
        ("DATA", "250 what", "250 to DATA"),
        (".\r\n", "354 more", "354 to a mail"),
    ] {
        let sent = sent_to(Does::Says(word, line)).await;
        assert!(matches!(&sent, Err(MailError::Later { why, .. }) if why.contains(told)), "{sent:?}");
    }
}

/// A mail that the server has and that counts as unsent goes out again and again.
#[tokio::test]
async fn no_byte_of_a_yes_makes_a_mail_unsent() {
    const LONG: &[u8] = &[b'x'; 100_000];
    let long: &'static [u8] = [b"250 ", LONG, b"\r\n"].concat().leak();
    let many: &'static [u8] = [b"250-line\r\n".repeat(2000).as_slice(), b"250 end\r\n"].concat().leak();
    for bytes in [
        b"250 2.0.0 angenommen f\xfcr Zustellung\r\n".as_slice(),
        "250 2.0.0 angenommen für Zustellung\r\n".as_bytes(),
        b"250 \xff\xfe\x00\x1b[0m\r\n",
        b"250 bare\n",
        b"250-one\n250 two\n",
        b"250\r\n",
        b"250-pieces\r\nof a line\r\n250 end\r\n",
        b"257 a code of its own\r\n",
        b"288 another\r\n",
        long,
        many,
    ] {
        for word in ["MAIL", "RCPT", ".\r\n"] {
            let sent = sent_to(Does::SaysBytes(word, bytes)).await;
            assert!(sent.is_ok(), "{word}: {sent:?}: {}", String::from_utf8_lossy(&bytes[..bytes.len().min(60)]));
        }
    }
    for (word, bytes) in [
        ("CONNECT", b"220-gr\xfc\xdf dich\r\n220 mail\n".as_slice()),
        ("CONNECT", b"220\r\n"),
        ("EHLO", b"250-gr\xfc\xdf dich\r\n250-k\xe4se\r\n250-8bitmime\r\n250 HELP\n"),
        ("DATA", b"354 f\xfcr dich\r\n"),
        ("QUIT", b"221 tsch\xfc\xdf\r\n"),
    ] {
        assert_eq!(sent_to(Does::SaysBytes(word, bytes)).await, Ok(()), "{word}");
    }
}

#[tokio::test]
async fn no_byte_of_a_no_loses_its_reason() {
    for word in ["RCPT", ".\r\n"] {
        let sent = sent_to(Does::SaysBytes(word, b"550 5.1.0 Empf\xe4nger unbekannt\r\n")).await;
        assert_refused(&sent, "Empfänger unbekannt");
        let sent = sent_to(Does::SaysBytes(word, b"550-5.1.1 \xff\0\n550 5.1.1 User unknown\n")).await;
        assert_refused(&sent, "User unknown");
        assert!(!format!("{sent:?}").contains('\0'), "{sent:?}");
        let sent = sent_to(Does::SaysBytes(word, b"451 4.3.0 sp\xe4ter\r\n")).await;
        assert!(matches!(&sent, Err(MailError::Later { why, put_off: true }) if why.contains("später")), "{sent:?}");
        let sent = sent_to(Does::SaysBytes(word, b"550 5.7.1 Absender gesperrt f\xfcr uns\r\n")).await;
        assert!(matches!(&sent, Err(MailError::Later { why, .. }) if why.contains("für uns")), "{sent:?}");
    }
}

/// Whoever sits on the way could slip in replies that count as encrypted.
#[tokio::test]
async fn what_follows_starttls_in_the_clear_is_not_read() {
    let server = Server::offering(OFFERS_TLS, Does::SaysBytes("STARTTLS", b"220 go on\r\n250 injected\r\n")).await;
    let sent = send_to(&format!("{}?tls=required", server.url)).await;
    assert!(matches!(&sent, Err(MailError::Later { why, .. }) if why.contains("in the clear")), "{sent:?}");
}

#[tokio::test]
async fn what_the_server_refuses_is_refused_in_its_words() {
    assert_refused(&sent_to(Does::Says("RCPT", "550 no such user")).await, "no such user");
    assert_refused(&sent_to(Does::Says("RCPT", "550 5.1.1 User unknown")).await, "User unknown");
    assert_refused(&sent_to(Does::Says("DATA", "550 5.1.1 User unknown")).await, "User unknown");
    let late = "554 delivery error: dd This user doesn't have a yahoo.com account";
    assert_refused(&sent_to(Does::Says(".\r\n", late)).await, "This user doesn't have");
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
        let server = Server::that(Does::HangsAt(word)).await;
        let half_a_second = Duration::from_millis(500);
        let mailer = patient(&server.url, half_a_second, half_a_second);
        let sent = tokio::time::timeout(Duration::from_mins(1), send_by(&mailer)).await;
        assert_later(&sent.unwrap_or_else(|_| panic!("{word}: it waits")));
    }
}

/// Filters read the whole letter before they say yes. Whoever hangs up meanwhile sends it again.
#[tokio::test]
async fn a_server_that_is_slow_over_the_letter_gets_it_once() {
    // All before it must come in time, on a slow machine as well: where it did not, there is more of that.
    let mut sent = Ok(());
    for times in [1, 6, 40] {
        let server = Server::that(Does::IsSlowAt(".\r\n", Duration::from_millis(1500) * times)).await;
        sent = send_by(&patient(&server.url, Duration::from_millis(700) * times, Duration::from_mins(5))).await;
        if sent.is_ok() {
            assert_eq!(server.heard().matches("DATA\r\n").count(), 1);
            break;
        }
    }
    sent.unwrap();
    // Until then nothing has come of it.
    for word in ["CONNECT", "EHLO", "MAIL", "RCPT", "DATA"] {
        let server = Server::that(Does::IsSlowAt(word, Duration::from_millis(1500))).await;
        assert_later(&send_by(&patient(&server.url, Duration::from_millis(700), Duration::from_secs(20))).await);
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

/// Filters before a mail server know the first greeting alone. Without the second one there is no log-in and no encryption.
#[tokio::test]
async fn whoever_knows_no_extensions_is_greeted_without() {
    for line in ["500 5.5.1 unrecognised command", "502 5.5.2 Error: command not recognized"] {
        let server = Server::that(Does::Says("EHLO", line)).await;
        send_to(&server.url).await.expect("sent");
        let heard = server.heard();
        let greetings: Vec<&str> =
            heard.lines().filter(|line| line.starts_with("EHLO") || line.starts_with("HELO")).collect();
        assert_eq!(greetings, ["EHLO [127.0.0.1]", "HELO [127.0.0.1]"], "{heard}");
        assert!(!heard.contains("AUTH") && !heard.contains("8BITMIME"), "{heard}");
    }
    let with_password = Server::that(Does::Says("EHLO", "502 what?")).await;
    assert_later(&send_to(&with_password.url.replace("smtp://", "smtp://quad:secret@")).await);
    assert!(!with_password.heard().contains("MAIL"), "{}", with_password.heard());
}

/// An operator mends it while the mail waits; the words of the server say what.
#[tokio::test]
async fn what_speaks_of_us_waits() {
    for (word, line) in [
        ("EHLO", "504 need a fully-qualified name"),
        ("EHLO", "550 you are not welcome"),
        ("CONNECT", "554 no SMTP service here"),
        ("MAIL", "553 not you"),
        ("MAIL", "550 5.7.1 Sender address rejected: not owned by user"),
        ("RCPT", "504 5.5.2 <vm>: Helo command rejected: need fully-qualified hostname"),
        ("RCPT", "554 5.7.1 <zoe@example.org>: Relay access denied"),
        ("RCPT", "550 relay not permitted"),
        ("DATA", "503 5.5.1 Error: need RCPT command"),
        (".\r\n", "550 5.7.26 not accepted due to DMARC policy"),
        ("RCPT", "550 5.4.5 Daily user sending quota exceeded"),
        ("DATA", "550 5.4.5 Daily user sending quota exceeded"),
        ("RCPT", "550 Service unavailable; [192.0.2.7] listed by zen.spamhaus.org"),
        (".\r\n", "554 Message rejected: Email address is not verified."),
        (".\r\n", "554 looks like spam"),
        ("RCPT", "550 no"),
    ] {
        let sent = sent_to(Does::Says(word, line)).await;
        assert_later(&sent);
        let told = line.split_once(' ').unwrap().1;
        assert!(matches!(&sent, Err(MailError::Later { why, .. }) if why.contains(told)), "{sent:?}");
    }
}

#[tokio::test]
async fn the_greeting_is_a_name_others_know_or_the_address() {
    let server = Server::that(Does::Accepts).await;
    let greeted = async |host: Option<&str>, path: &str| {
        let mailer = mailer(&format!("{}{path}", server.url)).with_host(host.map(str::to_owned));
        mailer.send(&message("zoe@example.org", "Hello", "text"), NOW).await.unwrap();
        let heard = server.heard();
        let line = |start: &str| heard.lines().rfind(|line| line.starts_with(start)).unwrap().to_owned();
        (line("EHLO "), line("Message-ID: ").rsplit_once('@').unwrap().1.to_owned())
    };
    for (host, path, name, id) in [
        (Some("quad.campus.example"), "", "EHLO quad.campus.example", "quad.campus.example>"),
        (Some("quad.campus.example"), "/mx.campus.example", "EHLO mx.campus.example", "quad.campus.example>"),
        (Some("192.0.2.7"), "", "EHLO [192.0.2.7]", "campus.example.org>"),
        (Some("2001:db8::7"), "", "EHLO [IPv6:2001:db8::7]", "campus.example.org>"),
        (Some("localhost"), "", "EHLO [127.0.0.1]", "campus.example.org>"),
        (Some("quad"), "", "EHLO [127.0.0.1]", "campus.example.org>"),
        (None, "", "EHLO [127.0.0.1]", "campus.example.org>"),
    ] {
        assert_eq!(greeted(host, path).await, (name.to_owned(), id.to_owned()), "{host:?} {path}");
    }
}

const OFFERS_TLS: &str = "250-here\r\n250-8BITMIME\r\n250 STARTTLS";

#[tokio::test]
async fn opportunistic_goes_in_the_clear_where_encryption_fails() {
    // Refused, offered and broken, offered and silent.
    for does in [Does::Says("STARTTLS", "454 not now"), Does::Accepts, Does::HangsAt("STARTTLS")] {
        let server = Server::offering(OFFERS_TLS, does).await;
        let url = format!("{}?tls=opportunistic", server.url);
        in_time(async |patience| send_by(&patient(&url, patience, patience)).await).await;
        let heard = server.heard();
        assert!(heard.contains("STARTTLS\r\n") && heard.contains("RCPT TO:<zoe@example.org>"), "{heard}");
        let tried = in_time(async |patience| patient(&url, patience, patience).probe(&[]).await).await.unwrap();
        assert!(matches!(tried.encryption, Encryption::Failed(_)), "{tried:?}");
        // Who says required gets no mail out in the clear.
        let server = Server::offering(OFFERS_TLS, does).await;
        let second = Duration::from_secs(1);
        assert_later(&send_by(&patient(&format!("{}?tls=required", server.url), second, second)).await);
        assert!(!server.heard().contains("MAIL"), "{}", server.heard());
    }
}

#[tokio::test]
async fn letters_beyond_ascii_go_where_they_are_taken() {
    const UTF8: &str = "250-here\r\n250-8BITMIME\r\n250 SMTPUTF8";
    let sent = async |server: &Server, to: &str| mailer(&server.url).send(&message(to, "Grüße", "text"), NOW).await;
    let (with, without) = (Server::offering(UTF8, Does::Accepts).await, Server::that(Does::Accepts).await);
    sent(&with, "zoë@bücher.example").await.unwrap();
    let heard = with.heard();
    for part in [
        "MAIL FROM:<quad@campus.example.org> SMTPUTF8 BODY=8BITMIME\r\n",
        "RCPT TO:<zoë@xn--bcher-kva.example>\r\n",
        "To: zoë@xn--bcher-kva.example\r\n",
    ] {
        assert!(heard.contains(part), "{part} is missing in\n{heard}");
    }
    // Letters with marks, before the @ and after it.
    sent(&with, "प्रिया@हिन्दी.example").await.unwrap();
    let heard = with.heard();
    for part in ["RCPT TO:<प्रिया@xn--j2bd4cyah0f.example>\r\n", "To: प्रिया@xn--j2bd4cyah0f.example\r\n"]
    {
        assert!(heard.contains(part), "{part} is missing in\n{heard}");
    }
    assert_refused(&sent(&without, "प्रिया@example.org").await, "SMTPUTF8");
    assert_refused(&sent(&without, "zoë@example.org").await, "SMTPUTF8");
    assert!(!without.heard().contains("MAIL"), "{}", without.heard());
    // A domain has a form that every server takes.
    sent(&without, "zoe@bücher.example").await.unwrap();
    let heard = without.heard();
    assert!(
        heard.contains("MAIL FROM:<quad@campus.example.org>\r\nRCPT TO:<zoe@xn--bcher-kva.example>\r\n"),
        "{heard}"
    );
    assert!(heard.contains("To: zoe@xn--bcher-kva.example\r\n"), "{heard}");
    // The same is told beforehand.
    for (server, address, taken) in
        [(&with, "zoë@example.org", true), (&without, "zoë@example.org", false), (&without, "zoe@bücher.example", true)]
    {
        assert_eq!(mailer(&server.url).takes(address).await, Ok(taken), "{address}");
    }
    let nobody = mailer("smtp://127.0.0.1:9");
    assert!(nobody.takes("zoë@example.org").await.is_err());
    assert_eq!(nobody.takes("zoe@example.org").await, Ok(true), "nobody is asked");
}

#[tokio::test]
async fn a_probe_names_sender_and_recipients_and_sends_nothing() {
    let recipients = ["zoe@example.org".to_owned(), "ben@example.org".to_owned()];
    let server = Server::that(Does::Accepts).await;
    let tried = mailer(&server.url).probe(&recipients).await.unwrap().unwrap();
    assert_eq!((tried.encryption, tried.refused), (Encryption::Plain, Vec::new()));
    let heard = server.heard();
    assert!(
        heard.contains(
            "MAIL FROM:<quad@campus.example.org>\r\nRCPT TO:<zoe@example.org>\r\nRCPT TO:<ben@example.org>\r\nRSET\r\n"
        ),
        "{heard}"
    );
    assert!(!heard.contains("DATA"), "{heard}");
    let probed = async |does| {
        let server = Server::that(does).await;
        mailer(&server.url).probe(&recipients).await
    };
    let server = Server::that(Does::HangsAt("RCPT")).await;
    let hasty = patient(&server.url, Duration::from_secs(1), Duration::from_secs(1));
    assert!(matches!(hasty.probe(&recipients).await, Err(MailError::Later { .. })));
    for does in [
        Does::Says("RCPT", "504 5.5.2 <vm>: Helo command rejected: need fully-qualified hostname"),
        Does::Says("MAIL", "553 not you"),
        Does::Says("RCPT", "450 grey list"),
        Does::Says("RCPT", "550 5.4.5 Daily user sending quota exceeded"),
    ] {
        assert!(matches!(probed(does).await, Err(MailError::Later { .. })));
    }
    let tried = probed(Does::Says("RCPT", "550 5.1.1 no such user")).await.unwrap().unwrap();
    assert_eq!(tried.refused.len(), 2, "{tried:?}");
    assert!(tried.refused[0].0 == "zoe@example.org" && tried.refused[0].1.contains("no such user"), "{tried:?}");
    assert_eq!(Mailer::memory().probe(&recipients).await, Ok(None));
}
