//! Stories of `quad doctor`: whatever is broken around the data is named, and what is not is left alone.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::routing::get;
use axum::{Json, Router};
use quad::doctor::{self, Level};
use quad_db::{Db, Engine, scratch, sql};
use quad_kernel::clock::{Clock, Time};
use quad_operations::backups;
use quad_services::config::{Flags, Settings, load_from};
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::cli::{quad, serve};
use crate::harness::{BUCKET, Instead, PATIENCE, S3Server, SECRET, TestApp, lent};
use crate::on_both_engines;

on_both_engines!(
    a_sound_installation_has_nothing_bad,
    a_database_in_trouble_is_told,
    mail_is_tried_without_sending,
    payment_is_asked_with_the_keys,
    a_drafting_provider_is_asked_for_its_models,
    a_store_of_pictures_is_tried_and_left_clean,
    what_hangs_is_told_in_time,
    the_newest_backup_is_told,
);

pub type Found = BTreeMap<&'static str, (Level, String)>;

fn settings(folder: &Path, set: &[(&str, &str)]) -> Settings {
    let folder = folder.display().to_string();
    load_from(&Flags::default(), |name| {
        let known = set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        known.or_else(|| (name == "QUAD_DATA_DIR").then(|| folder.clone()))
    })
    .expect("settings")
}

pub async fn examined(folder: &Path, set: &[(&str, &str)]) -> Found {
    within(folder, set, doctor::PATIENCE).await
}

async fn within(folder: &Path, set: &[(&str, &str)], patience: Duration) -> Found {
    let all = doctor::examine_within(&settings(folder, set), &Clock::System, patience).await;
    all.into_iter().map(|one| (one.name, (one.level, one.says))).collect()
}

#[track_caller]
pub fn is(found: &Found, name: &str, level: Level, word: &str) {
    let (is, says) = found.get(name).unwrap_or_else(|| panic!("{name}: {found:?}"));
    assert!(*is == level && says.contains(word), "{name}: {is:?} {says}");
}

/// A data folder as Quad makes it.
pub fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    #[cfg(unix)]
    open_to(folder.path(), 0o700);
    folder
}

#[cfg(unix)]
fn open_to(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("a mode");
}

async fn run(url: &str, statement: &str) {
    let db = Db::open(url, &scratch::options()).await.expect("the database");
    let mut tx = db.begin().await.expect("begun");
    sql(statement.to_owned()).run(&mut tx).await.expect(statement);
    tx.commit().await.expect("committed");
    db.close().await;
}

async fn a_sound_installation_has_nothing_bad(t: TestApp) {
    let folder = folder();
    #[cfg(unix)]
    if let Some(file) = t.url().strip_prefix("sqlite://") {
        open_to(Path::new(file).parent().expect("its folder"), 0o700);
    }
    let (backups, name) = (folder.path().join("backups"), Time(Clock::System.now().0 - 3_600_000).to_rfc3339());
    let digits: String = name.chars().filter(char::is_ascii_digit).take(14).collect();
    std::fs::create_dir(&backups).expect("a folder");
    std::fs::write(backups.join(format!("quad-{}-{}.tar.zst", &digits[..8], &digits[8..])), "x").expect("a file");
    let set = [
        ("QUAD_DATABASE_URL", t.url()),
        ("QUAD_PUBLIC_URL", "https://quad.campus.example"),
        ("QUAD_BEHIND_PROXY", "true"),
        ("QUAD_INSTITUTE_DOMAINS", "campus.example"),
        ("QUAD_CONTACT_EMAIL", "help@campus.example"),
        ("QUAD_BACKUP_EVERY", "12h"),
        ("QUAD_BILLING", "off"),
        ("QUAD_LIVE_STREAMS", "100"),
    ];
    let found = examined(folder.path(), &set).await;
    // The server of the stories does not sync: nothing has to survive there.
    let is_ours = |name: &str| name != "durability";
    let bad: Vec<_> = found.iter().filter(|(name, (level, _))| *level == Level::Bad && is_ours(name)).collect();
    assert!(bad.is_empty(), "{bad:?}");
    for name in ["public-url", "listen", "registration", "data-folder", "secrecy", "open-files", "database"] {
        is(&found, name, Level::Ok, "");
    }
    is(&found, "database-files", Level::Ok, "sound");
    is(&found, "push-key", Level::Ok, "made when");
    is(&found, "push", Level::Ok, "contact_email");
    is(&found, "payment", Level::Ok, "billing is off");
    is(&found, "drafting", Level::Ok, "by Quad itself");
    is(&found, "pictures", Level::Ok, "with the first one");
    is(&found, "mail", Level::Warn, "no smtp_url");
    is(&found, "backups", Level::Ok, "1.0 h old");
    #[cfg(unix)]
    is(&found, "backup-disk", Level::Warn, "on the disk of the");
    for name in ["clock-of-the-database", "durability", "role-settings"] {
        assert_eq!(found.contains_key(name), t.app.db.engine() == Engine::Postgres, "{name}");
    }
    assert_eq!(found.contains_key("database-log"), t.app.db.engine() == Engine::Sqlite);
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1, "nothing was left");
}

async fn a_database_in_trouble_is_told(t: TestApp) {
    let folder = folder();
    let set = [("QUAD_DATABASE_URL", t.url())];
    run(t.url(), "INSERT INTO push_keys (one, secret, created_at) VALUES (1, '', 1)").await;
    let engine = t.app.db.engine();
    if engine == Engine::Postgres {
        run(t.url(), "ALTER TABLE marks ADD CONSTRAINT no_proof CHECK (made_at >= 0) NOT VALID").await;
    }
    let found = examined(folder.path(), &set).await;
    is(&found, "push-key", Level::Bad, "is not a key");
    if engine == Engine::Postgres {
        is(&found, "database-files", Level::Bad, "no_proof");
        is(&found, "clock-of-the-database", Level::Ok, "from this machine's");
        is(&found, "connections", Level::Ok, "so there is room for");
        let many = [set.as_slice(), &[("QUAD_DATABASE_CONNECTIONS", "100000")]].concat();
        is(&examined(folder.path(), &many).await, "connections", Level::Bad, "lower database_connections");
        // A machine that is wrong by years.
        let wrong = Clock::fixed(Time(Clock::System.now().0 - 7_000));
        let all = doctor::examine(&settings(folder.path(), &set), &wrong).await;
        let apart = all.into_iter().find(|one| one.name == "clock-of-the-database").expect("asked");
        assert!(apart.level == Level::Warn && apart.says.starts_with("7."), "{apart:?}");
    }
    run(t.url(), "DELETE FROM seaql_migrations WHERE version = 'm0019_system'").await;
    is(&examined(folder.path(), &set).await, "database", Level::Bad, "quad migrate");
    run(t.url(), "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_future', 0)").await;
    is(&examined(folder.path(), &set).await, "database", Level::Bad, "newer version");
    run(t.url(), "CREATE TABLE transfer_under_way (kind TEXT)").await;
    is(&examined(folder.path(), &set).await, "database", Level::Bad, "has not ended");
    t.close().await;
    if engine == Engine::Sqlite {
        let file = t.url().trim_start_matches("sqlite://");
        run(t.url(), "DROP TABLE transfer_under_way").await;
        run(t.url(), "DELETE FROM seaql_migrations WHERE version = 'm9999_future'").await;
        run(t.url(), "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m0019_system', 0)").await;
        // A row that its table does not allow.
        let db = Db::open(t.url(), &scratch::options()).await.expect("the database");
        let mut tx = db.begin().await.expect("begun");
        for statement in [
            "PRAGMA ignore_check_constraints = on",
            "INSERT INTO push_keys (one, secret, created_at) VALUES (2, '', 1)",
        ] {
            sql(statement.to_owned()).run(&mut tx).await.expect(statement);
        }
        tx.commit().await.expect("committed");
        db.close().await;
        is(&examined(folder.path(), &set).await, "database-files", Level::Bad, "push_keys");
        let mut bytes = std::fs::read(file).expect("the file");
        let end = bytes.len();
        bytes[end / 2..end - 4096].fill(0x5a);
        std::fs::write(file, bytes).expect("damaged");
        let found = examined(folder.path(), &set).await;
        assert!(found.values().any(|(level, says)| *level == Level::Bad && says.contains("malformed")), "{found:?}");
        is(&examined(folder.path(), &[]).await, "database", Level::Bad, "there is none at");
        assert!(!folder.path().join("quad.db").exists(), "none was made");
    } else {
        let away = [("QUAD_DATABASE_URL", "postgres://app:hunter22@127.0.0.1:9/quad")];
        is(&examined(folder.path(), &away).await, "database", Level::Bad, "not reachable");
    }
}

/// What the post office says of recipients whose address begins so.
const OF_RECIPIENTS: [(&str, &str); 10] = [
    ("nobody@", "550 5.1.1 no such user"),
    ("grey@", "450 4.2.0 greylisted, come again in 300 seconds"),
    ("busy@", "421 4.3.2 too much to do"),
    ("full@", "452 4.3.1 insufficient system storage"),
    ("elsewhere@", "454 4.7.1 Relay access denied"),
    ("daily@", "550 5.4.5 Daily user sending quota exceeded"),
    ("listed@", "550 Service unavailable; [192.0.2.7] listed by zen.spamhaus.org"),
    ("black@", "550 192.0.2.7 is in a black list at bl.example"),
    ("spf@", "550 SPF check failed"),
    ("odd@", "571 Delivery not authorized"),
];

/// A mail server that takes one log-in and would take no mail: what it was told stays with it.
async fn post_office(t: &TestApp) -> (String, std::sync::Arc<std::sync::Mutex<Vec<String>>>) {
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("address").to_string();
    let kept = std::sync::Arc::clone(&told);
    t.app.spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let (read, mut write) = socket.split();
            let mut lines = BufReader::new(read).lines();
            let mut greeted = String::new();
            write.write_all(b"220 office\r\n").await.expect("said");
            while let Ok(Some(line)) = lines.next_line().await {
                if let Some(name) = line.strip_prefix("EHLO ") {
                    name.clone_into(&mut greeted);
                }
                let answer = match line.split(' ').next().unwrap_or_default().to_uppercase().as_str() {
                    "EHLO" => "250-office\r\n250 AUTH PLAIN",
                    // ann:right, as PLAIN has it.
                    "AUTH" if line.ends_with("AGFubgByaWdodA==") => "235 welcome",
                    "AUTH" => "535 who are you",
                    // A usual rule of postfix, told with the recipient.
                    "RCPT" if !greeted.contains(['.', '[']) => {
                        "504 5.5.2 <vm>: Helo command rejected: need fully-qualified hostname"
                    }
                    "RCPT" => {
                        let known = OF_RECIPIENTS.iter().find(|(to, _)| line.contains(*to));
                        known.map_or("250 fine", |(_, said)| *said)
                    }
                    "MAIL" | "RSET" => "250 fine",
                    "QUIT" => "221 bye",
                    _ => "500 no",
                };
                kept.lock().expect("unharmed").push(line);
                if write.write_all(format!("{answer}\r\n").as_bytes()).await.is_err() {
                    break;
                }
            }
        }
    });
    (address, told)
}

async fn mail_is_tried_without_sending(t: TestApp) {
    let (folder, (office, told)) = (folder(), post_office(&t).await);
    let url = |password: &str| format!("smtp://ann:{password}@{office}");
    let (right, wrong) = (url("right"), url("hunter22"));
    let from = ("QUAD_MAIL_FROM", "Quad <quad@campus.example>");
    let found = within(folder.path(), &[from, ("QUAD_SMTP_URL", &right)], PATIENCE).await;
    is(&found, "mail", Level::Ok, "nothing was sent");
    let heard = told.lock().expect("unharmed").join("\n");
    for part in
        ["EHLO [127.0.0.1]", "AUTH PLAIN", "MAIL FROM:<quad@campus.example>", "RCPT TO:<quad@campus.example>\nRSET"]
    {
        assert!(heard.contains(part) && !heard.contains("DATA"), "{heard}");
    }
    // Whoever gets mail is asked about, under the name others know.
    let asked = [
        from,
        ("QUAD_SMTP_URL", right.as_str()),
        ("QUAD_PUBLIC_URL", "https://quad.campus.example"),
        ("QUAD_CONTACT_EMAIL", "help@campus.example"),
        ("QUAD_INSTITUTE_DOMAINS", "students.campus.example"),
    ];
    is(&within(folder.path(), &asked, PATIENCE).await, "mail", Level::Ok, "nothing was sent");
    let heard = told.lock().expect("unharmed").join("\n");
    for part in [
        "EHLO quad.campus.example",
        "RCPT TO:<help@campus.example>\nRCPT TO:<postmaster@students.campus.example>\nRSET",
    ] {
        assert!(heard.contains(part) && !heard.contains("DATA"), "{heard}");
    }
    let nobody = [from, ("QUAD_SMTP_URL", right.as_str()), ("QUAD_CONTACT_EMAIL", "nobody@campus.example")];
    is(&within(folder.path(), &nobody, PATIENCE).await, "mail", Level::Warn, "no such user");
    // What passes by itself worries nobody; what is about us is mended, though it came with a recipient.
    for (to, level, word) in [
        ("grey", Level::Warn, "tries each again for three quarters of an hour: 450 4.2.0 greylisted"),
        ("busy", Level::Warn, "is deferring mails for now"),
        ("full", Level::Warn, "insufficient system storage"),
        ("elsewhere", Level::Bad, "Relay access denied; correct smtp_url"),
        ("daily", Level::Bad, "not because of the recipient: 550 5.4.5 Daily user sending quota"),
        (
            "listed",
            Level::Bad,
            "listed by zen.spamhaus.org; correct smtp_url, mail_from or public_url, or ask the people",
        ),
        ("black", Level::Bad, "is in a black list"),
        ("spf", Level::Bad, "SPF check failed"),
        ("odd", Level::Bad, "Delivery not authorized"),
    ] {
        let contact = format!("{to}@campus.example");
        let set = [from, ("QUAD_SMTP_URL", right.as_str()), ("QUAD_CONTACT_EMAIL", contact.as_str())];
        is(&within(folder.path(), &set, PATIENCE).await, "mail", level, word);
    }
    // A greeting that is refused with the recipient is no fault of the recipient.
    let bare = format!("{right}/vm");
    let found = within(folder.path(), &[from, ("QUAD_SMTP_URL", &bare)], PATIENCE).await;
    is(&found, "mail", Level::Bad, "Helo command rejected");
    let found = within(folder.path(), &[from, ("QUAD_SMTP_URL", &wrong)], PATIENCE).await;
    is(&found, "mail", Level::Bad, "535");
    assert!(!format!("{found:?}").contains("hunter22"), "{found:?}");
    is(&within(folder.path(), &[("QUAD_SMTP_URL", &right)], PATIENCE).await, "mail", Level::Warn, "localhost");
    for (url, word) in [("smtp://127.0.0.1:9", "smtp_url"), ("http://mail", "begin with smtp://")] {
        is(&within(folder.path(), &[from, ("QUAD_SMTP_URL", url)], PATIENCE).await, "mail", Level::Bad, word);
    }
    let found = within(folder.path(), &[("QUAD_MAIL_FROM", "nobody")], PATIENCE).await;
    is(&found, "mail", Level::Bad, "mail_from");
}

/// A payment provider and a drafting one that know one key each, `right`.
async fn providers(t: &TestApp) -> String {
    async fn orders(headers: HeaderMap) -> Result<Json<serde_json::Value>, StatusCode> {
        let said = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
        // rzp_live_1:right and rzp_test_1:right.
        let known = ["Basic cnpwX2xpdmVfMTpyaWdodA==", "Basic cnpwX3Rlc3RfMTpyaWdodA=="];
        let body = json!({"entity": "collection", "count": 0, "items": []});
        if known.contains(&said) { Ok(Json(body)) } else { Err(StatusCode::UNAUTHORIZED) }
    }
    async fn models(State(lists): State<bool>, headers: HeaderMap) -> Result<Json<serde_json::Value>, StatusCode> {
        let said = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
        match (said, lists) {
            ("Bearer right", true) => {
                Ok(Json(json!({"object": "list", "data": [{"id": "small:latest"}, {"id": "large"}]})))
            }
            ("Bearer right", false) => Err(StatusCode::NOT_FOUND),
            _ => Err(StatusCode::UNAUTHORIZED),
        }
    }
    let router = Router::new()
        .route("/pay/orders", get(orders))
        .route("/ai/models", get(models).with_state(true))
        .route("/bare/models", get(models).with_state(false));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let base = format!("http://{}", listener.local_addr().expect("address"));
    t.app.spawn(async move { axum::serve(listener, router).await.expect("serving") });
    base
}

async fn payment_is_asked_with_the_keys(t: TestApp) {
    let (folder, base) = (folder(), providers(&t).await);
    let asked = async |id: &str, secret: &str, base: &str| {
        let set = [
            ("QUAD_RAZORPAY_KEY_ID", id),
            ("QUAD_RAZORPAY_KEY_SECRET", secret),
            ("QUAD_RAZORPAY_WEBHOOK_SECRET", "hunter22"),
            ("QUAD_RAZORPAY_BASE_URL", base),
        ];
        let found = within(folder.path(), &set, PATIENCE).await;
        assert!(!format!("{found:?}").contains("hunter22"), "{found:?}");
        found
    };
    let base = format!("{base}/pay");
    is(&asked("rzp_live_1", "right", &base).await, "payment", Level::Ok, "money moves");
    is(&asked("rzp_test_1", "right", &base).await, "payment", Level::Warn, "no money moves");
    is(&asked("rzp_live_1", "hunter22wrong", &base).await, "payment", Level::Bad, "razorpay_key_secret");
    is(&asked("rzp_live_1", "right", "http://127.0.0.1:9").await, "payment", Level::Bad, "no connection");
    is(&within(folder.path(), &[], PATIENCE).await, "payment", Level::Warn, "the sandbox");
}

async fn a_drafting_provider_is_asked_for_its_models(t: TestApp) {
    let (folder, base) = (folder(), providers(&t).await);
    for (path, key, model, level, word) in [
        ("/ai", "right", "large", Level::Ok, "has large"),
        ("/ai", "right", "small", Level::Ok, "has small"),
        ("/ai", "right", "huge", Level::Warn, "ai_model"),
        ("/bare", "right", "huge", Level::Ok, "does not list"),
        ("/ai", "hunter22", "large", Level::Bad, "ai_key"),
        ("/none", "right", "large", Level::Ok, "does not list"),
    ] {
        let base = format!("{base}{path}");
        let set = [("QUAD_AI_BASE_URL", base.as_str()), ("QUAD_AI_KEY", key), ("QUAD_AI_MODEL", model)];
        let found = within(folder.path(), &set, PATIENCE).await;
        is(&found, "drafting", level, word);
        assert!(!format!("{found:?}").contains("hunter22"), "{found:?}");
    }
    let away = [("QUAD_AI_BASE_URL", "http://127.0.0.1:9/v1"), ("QUAD_AI_MODEL", "large")];
    is(&within(folder.path(), &away, PATIENCE).await, "drafting", Level::Bad, "no connection");
}

/// Of a store that is well and takes the keys.
const REFUSALS: [(Instead, &str); 4] = [
    (Instead::Refusal(403, "<Error><Code>RequestTimeTooSkewed</Code></Error>"), "time server"),
    (Instead::Refusal(403, "<Error><Code>QuotaExceeded</Code></Error>"), "no room"),
    (Instead::Refusal(507, "<Error><Code>InsufficientStorage</Code></Error>"), "no room"),
    (Instead::Refusal(429, "<Error><Code>SlowDown</Code></Error>"), "wait"),
];

async fn a_store_of_pictures_is_tried_and_left_clean(_: TestApp) {
    let folder = folder();
    let mut store = S3Server::start().await;
    let right = store.settings("quad");
    is(&examined(folder.path(), &lent(&right)).await, "pictures", Level::Ok, "read and deleted");
    assert_eq!(store.names(BUCKET), Vec::<String>::new(), "nothing is left");
    for (name, value, word) in [
        ("QUAD_MEDIA_S3_SECRET", "hunter22", "SignatureDoesNotMatch"),
        // Amazon says InvalidAccessKeyId.
        ("QUAD_MEDIA_S3_KEY_ID", "nobody", "NotSignedUp"),
        ("QUAD_MEDIA_URL", "s3://nowhere/quad", "NoSuchBucket"),
    ] {
        let mut wrong = right.clone();
        wrong.iter_mut().filter(|(known, _)| *known == name).for_each(|(_, is)| value.clone_into(is));
        let found = examined(folder.path(), &lent(&wrong)).await;
        is(&found, "pictures", Level::Bad, word);
        let said = format!("{found:?}");
        assert!(!said.contains("hunter22") && !said.contains(SECRET), "{said}");
    }
    // What has nothing to do with the keys does not point to them.
    for (said, helps) in REFUSALS {
        store.answer_instead(Some(said));
        let found = examined(folder.path(), &lent(&right)).await;
        is(&found, "pictures", Level::Bad, helps);
        assert!(!found["pictures"].1.contains("media_s3_key_id"), "{found:?}");
    }
    store.answer_instead(None);
    store.go_away().await;
    is(&examined(folder.path(), &lent(&right)).await, "pictures", Level::Bad, "media_url");
    let media = folder.path().join("media");
    std::fs::create_dir(&media).expect("a folder");
    is(&examined(folder.path(), &[]).await, "pictures", Level::Ok, "read and deleted");
    assert_eq!(std::fs::read_dir(&media).expect("the folder").count(), 0, "nothing is left");
    is(&examined(folder.path(), &[("QUAD_MEDIA_URL", "file:/proc")]).await, "pictures", Level::Bad, "media_url");
}

async fn what_hangs_is_told_in_time(t: TestApp) {
    // It takes connections and says nothing, to whoever asks.
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("address");
    t.app.spawn(async move {
        let mut held = Vec::new();
        while let Ok((socket, _)) = listener.accept().await {
            held.push(socket);
        }
    });
    let (smtp, http) = (format!("smtp://ann:hunter22@{address}"), format!("http://{address}"));
    let database = format!("postgres://app:hunter22@{address}/quad");
    let set = [
        ("QUAD_DATABASE_URL", database.as_str()),
        ("QUAD_SMTP_URL", &smtp),
        ("QUAD_RAZORPAY_KEY_ID", "rzp_live_1"),
        ("QUAD_RAZORPAY_KEY_SECRET", "hunter22"),
        ("QUAD_RAZORPAY_WEBHOOK_SECRET", "hunter22"),
        ("QUAD_RAZORPAY_BASE_URL", &http),
        ("QUAD_AI_BASE_URL", &http),
        ("QUAD_AI_KEY", "hunter22"),
        ("QUAD_AI_MODEL", "small"),
        ("QUAD_MEDIA_URL", "s3://campus"),
        ("QUAD_MEDIA_S3_ENDPOINT", &http),
        ("QUAD_MEDIA_S3_KEY_ID", "key"),
        ("QUAD_MEDIA_S3_SECRET", "hunter22"),
    ];
    let folder = folder();
    let mut found = Found::new();
    // A connection must be had in time, by a slow machine as well.
    for seconds in [2, 8, 30] {
        let looking = within(folder.path(), &set, Duration::from_secs(seconds));
        found = timeout(PATIENCE, looking).await.expect("nothing hangs for longer");
        if found["mail"].0 == Level::Warn {
            break;
        }
    }
    is(&found, "mail", Level::Warn, "slow");
    for name in ["database", "payment", "drafting", "pictures"] {
        is(&found, name, Level::Bad, "");
    }
    assert!(!format!("{found:?}").contains("hunter22"), "{found:?}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_others_can_read_are_named() {
    let folder = folder();
    std::fs::write(folder.path().join("quad.toml"), "").expect("written");
    open_to(&folder.path().join("quad.toml"), 0o644);
    is(&examined(folder.path(), &[]).await, "secrecy", Level::Ok, "closed");
    open_to(folder.path(), 0o755);
    is(&examined(folder.path(), &[]).await, "secrecy", Level::Bad, "quad.toml");
    open_to(&folder.path().join("quad.toml"), 0o600);
    is(&examined(folder.path(), &[]).await, "secrecy", Level::Warn, "chmod 700");
    std::fs::write(folder.path().join("quad.db"), "x").expect("written");
    open_to(&folder.path().join("quad.db"), 0o644);
    is(&examined(folder.path(), &[]).await, "secrecy", Level::Bad, "quad.db");
    open_to(folder.path(), 0o700);
    // Elsewhere, the file itself must be closed.
    let elsewhere = tempfile::tempdir().expect("a folder");
    open_to(elsewhere.path(), 0o755);
    let file = elsewhere.path().join("quad-20261120-160000.tar.zst");
    std::fs::write(&file, "x").expect("written");
    open_to(&file, 0o644);
    let set = [("QUAD_BACKUP_DIR", elsewhere.path().to_str().expect("a path"))];
    is(&examined(folder.path(), &set).await, "secrecy", Level::Bad, "quad-20261120-160000.tar.zst");
    open_to(&file, 0o600);
    is(&examined(folder.path(), &set).await, "secrecy", Level::Ok, "closed");
    is(&examined(Path::new("/nonexistent-quad-test"), &[]).await, "data-folder", Level::Bad, "no folder");
    is(&examined(Path::new("/proc"), &[]).await, "data-folder", Level::Bad, "cannot be written");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_backups_and_files_are_told() {
    let folder = folder();
    let set = ("QUAD_BACKUP_EVERY", "12h");
    is(&examined(folder.path(), &[]).await, "backups", Level::Warn, "set backup_every");
    is(&examined(folder.path(), &[set]).await, "backups", Level::Warn, "yet");
    let taken = folder.path().join("taken");
    std::fs::write(&taken, "a file, no folder").expect("written");
    let below = [set, ("QUAD_BACKUP_DIR", taken.to_str().expect("a path"))];
    is(&examined(folder.path(), &below).await, "backups", Level::Bad, "correct backup_dir");
    let beside = [set, ("QUAD_BACKUP_DIR", "no-such-folder-here")];
    is(&examined(folder.path(), &beside).await, "backups", Level::Warn, "yet");
    let backups = folder.path().join("backups");
    std::fs::create_dir(&backups).expect("a folder");
    std::fs::write(backups.join("quad-20260102-030405.tar.zst"), "x").expect("written");
    is(
        &examined(folder.path(), &[set]).await,
        "backups",
        Level::Bad,
        "overdue: the newest, quad-20260102-030405.tar.zst",
    );
    is(&examined(folder.path(), &[]).await, "backups", Level::Warn, "no automatic backups: the newest there is");
    // What only has the name hides nothing.
    std::fs::write(backups.join("quad-20990101-000000.tar.zst"), "of a clock that was wrong").expect("written");
    let found = examined(folder.path(), &[set]).await;
    is(&found, "backups", Level::Bad, "overdue: the newest, quad-20260102-030405.tar.zst");
    is(&found, "backup-names", Level::Warn, "quad-20990101-000000.tar.zst is named like a backup");
    let many = [("QUAD_LIVE_STREAMS", "4000000000")];
    is(&examined(folder.path(), &many).await, "open-files", Level::Warn, "LimitNOFILE=4000000500");
}

/// A schedule that fails each time has no file to show, and is not about to make its first.
async fn the_newest_backup_is_told(t: TestApp) {
    let (folder, began_at) = (folder(), Clock::System.now());
    let run = |why: Option<&str>| backups::Run {
        began_at,
        file: "quad-20261120-160000.tar.zst".to_owned(),
        bytes: why.is_none().then_some(9),
        verified_at: why.is_none().then_some(began_at),
        why: why.map(str::to_owned),
    };
    for (why, level, says) in [
        (Some("cannot write to /srv/backups"), Level::Bad, "failed 0.0 h ago: cannot write to /srv/backups"),
        (None, Level::Ok, "quad-20261120-160000.tar.zst, 0.0 h ago, read again"),
    ] {
        backups::note(&t.app.db, run(why)).await.expect("noted");
        is(&within(folder.path(), &[("QUAD_DATABASE_URL", t.url())], PATIENCE).await, "last-backup", level, says);
    }
}

/// The commands of docs/operating/troubleshoot.md, while nothing runs and beside a server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_exit_code_says_whether_something_is_bad() {
    let base = tempfile::tempdir().expect("a folder");
    let data = base.path().join("data");
    let (sound, said) = quad(&data, &["doctor"]);
    assert!(!sound && said.contains("bad   data-folder: there is no folder"), "{said}");
    assert!(!data.exists(), "it makes nothing");
    let (done, said) = quad(&data, &["migrate"]);
    assert!(done, "{said}");
    let (sound, said) = quad(&data, &["doctor"]);
    assert!(sound && said.contains("\n0 bad, ") && said.contains("ok    database: SQLite, up to date"), "{said}");
    let (mut server, _) = serve(&data, &[]);
    let (sound, said) = quad(&data, &["doctor", "--json"]);
    server.kill().expect("the end");
    server.wait().expect("the end");
    let found: Vec<serde_json::Value> = serde_json::from_str(&said).expect("JSON");
    assert!(sound && found.iter().any(|one| one["name"] == "database" && one["level"] == "ok"), "{said}");
    std::fs::write(data.join("quad.toml"), "lissten = \"x\"").expect("written");
    let (sound, said) = quad(&data, &["doctor"]);
    assert!(!sound && said.contains("bad   settings: ") && said.contains("lissten"), "{said}");
}
