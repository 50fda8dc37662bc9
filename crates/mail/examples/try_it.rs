//! Mail example, by hand: sends one real message:
//! `cargo run -p quad-mail --example try_mail -- you@example.org 'smtp://user:password@host:587'`.
//! Without the second word the message goes into the folder `outbox`.

use std::path::Path;
use std::time::{Duration, SystemTime};

use quad_mail::{Headers, Mailer, Message};

#[tokio::main]
#[expect(clippy::disallowed_macros, clippy::disallowed_methods, reason = "a tool for a terminal, with the real clock")]
async fn main() {
    let mut words = std::env::args().skip(1);
    let Some(to) = words.next() else {
        println!("usage: try_mail <to> [smtp address] [from]");
        return;
    };
    let url = words.next();
    let from = words.next().unwrap_or_else(|| to.clone());
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let message = Message {
        to,
        subject: "A try of Quad's mail — ünïcödé".into(),
        text: "This is a try.\n\nIf you can read this, mail works. Grüße, 数学 🎓\n".into(),
        headers: Headers::default(),
    };
    match Mailer::from_url(url.as_deref(), &from, Path::new("outbox")) {
        Err(error) => println!("the setting: {error}"),
        Ok(mailer) => match mailer.send(&message, i64::try_from(now.as_millis()).unwrap_or(i64::MAX)).await {
            Ok(()) if mailer.is_configured() => println!("sent"),
            Ok(()) => println!("written to the folder outbox"),
            Err(error) => println!("{error}"),
        },
    }
}
