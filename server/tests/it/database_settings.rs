//! Settings of PostgreSQL that somebody else has made: on the role, the database, the server, in a pooler before it, or by its version.
//! Quad's sessions set what they rely on, so that nothing acknowledged is lost and nobody is told of a defect; what Quad cannot work on
//! is refused at the start and named by `quad doctor`, in a sentence that says what to do.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::future::join_all;
use quad::doctor::Level;
use quad_db::{Db, DbError, FromValue, scratch, sql};
use reqwest::Method;
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::cli::quad_with;
use crate::doctor::{Found, examined, folder, is};
use crate::harness::{
    Answer, Balancer, Browser, Cluster, Form, PASSWORD, PgBouncer, Process, Room, TestApp, Till, made,
};

/// People who do the same at the same moment.
const CROWD: usize = 24;

/// What the role `clerk`, which owns nothing, needs.
const GRANTS: [&str; 2] = [
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO clerk",
    "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO clerk",
];

async fn run(url: &str, statements: &[&str]) {
    let db = Db::open(url, &scratch::options()).await.expect("the database");
    for statement in statements {
        let mut tx = db.begin().await.expect("begun");
        sql((*statement).to_owned()).run(&mut tx).await.expect(statement);
        tx.commit().await.expect("committed");
    }
    db.close().await;
}

async fn asked<T: FromValue>(db: &Db, question: &str) -> T {
    sql(question.to_owned()).value(db).await.expect(question).expect(question)
}

/// Outside of a transaction, where databases are made; not every version brings `createdb`.
async fn make_databases(url: &str, names: &[&str]) {
    let mut own = PgConnection::connect(url).await.expect("opened");
    for name in names {
        own.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await.expect(name);
    }
    own.close().await.expect("closed");
}

fn database_of(t: &TestApp) -> String {
    t.url().rsplit('/').next().expect("a name").split('?').next().expect("a name").to_owned()
}

/// The same server with another database's name.
fn at_database(url: &str, name: &str) -> String {
    format!("{}/{name}", url.rsplit_once('/').expect("an address").0)
}

#[track_caller]
fn all_are(status: u16, answers: &[Answer], what: &str) {
    for answer in answers {
        assert_eq!(answer.status.as_u16(), status, "{what}: {answer:?}");
    }
}

/// Commits that are not waited for lose what was acknowledged when PostgreSQL is killed: the log's writer comes round
/// every ten seconds here.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_outlives_a_kill_where_commits_do_not_wait() {
    let Some(cluster) = Cluster::start_durable("synchronous_commit = off\nwal_writer_delay = 10s\n") else { return };
    run(
        &cluster.url(),
        &[
            "ALTER ROLE app SET synchronous_commit = off",
            "ALTER DATABASE postgres SET synchronous_commit = off",
            "ALTER ROLE app IN DATABASE postgres SET synchronous_commit = off",
        ],
    )
    .await;
    let folder = folder();
    let url = cluster.url();
    let environment = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")];
    let server = Process::start(folder.path(), &environment);
    let room = Room::open_with(&server.base, 8, &[40]).await;
    let load = room.begin_steadily(&server.base, Duration::from_millis(50));
    sleep(Duration::from_secs(2)).await;
    cluster.kill();
    let heard = load.end().await;
    cluster.go_on();
    assert!(heard.acknowledged.len() > 50, "{} answers are no load", heard.acknowledged.len());
    drop(server);
    let server = Process::start(folder.path(), &environment);
    room.nothing_is_lost(&server.base, &heard).await;
    assert!(server.stop().await.success());
    let found = examined(folder.path(), &[("QUAD_DATABASE_URL", &url)]).await;
    is(&found, "durability", Level::Warn, "synchronous_commit");
}

/// What waits for a stricter standby goes on waiting.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stricter_commit_is_kept() {
    let Some(t) = TestApp::on_postgres().await else { return };
    let database = database_of(&t);
    for (set, kept) in [
        ("off", "local"),
        ("on", "on"),
        ("local", "local"),
        ("remote_write", "remote_write"),
        ("remote_apply", "remote_apply"),
    ] {
        run(t.url(), &[&format!("ALTER DATABASE {database} SET synchronous_commit = {set}")]).await;
        let db = Db::open(t.url(), &scratch::options()).await.expect("the database");
        let found: String = asked(&db, "SELECT current_setting('synchronous_commit') AS value").await;
        db.close().await;
        assert_eq!(found, kept, "{set}");
    }
}

/// What a role may have set for the needs of others, in two parts that exclude each other.
const ROLES: [&[(&str, &str)]; 2] = [
    &[
        ("default_transaction_isolation", "serializable"),
        ("default_transaction_deferrable", "on"),
        ("statement_timeout", "25ms"),
        ("lock_timeout", "1ms"),
        ("idle_in_transaction_session_timeout", "1ms"),
        ("bytea_output", "escape"),
        ("standard_conforming_strings", "off"),
        ("DateStyle", "SQL, DMY"),
        ("TimeZone", "Asia/Kolkata"),
        ("IntervalStyle", "sql_standard"),
        ("quote_all_identifiers", "on"),
    ],
    &[
        ("default_transaction_isolation", "repeatable read"),
        ("idle_session_timeout", "300ms"),
        ("transaction_timeout", "150ms"),
        ("client_encoding", "LATIN1"),
        ("row_security", "off"),
        ("enable_indexscan", "off"),
        ("array_nulls", "off"),
        ("transform_null_equals", "on"),
        ("synchronous_commit", "off"),
    ],
];

/// Registers, joins, answers, votes and buys, many at once, on a database whose role sets each of these.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_of_the_role_make_no_failure() {
    let Some(first) = TestApp::on_postgres().await else { return };
    first.close().await;
    for (number, set) in ROLES.into_iter().enumerate() {
        let t = first.another(&[], 100 + number as u64).await;
        let database = database_of(&t);
        for (name, value) in set {
            let known = format!("SELECT CAST(COUNT(*) AS BIGINT) AS value FROM pg_settings WHERE name = '{name}'");
            // Those of later versions.
            if asked::<i64>(&t.app.db, &known).await == 1 {
                run(t.url(), &[&format!("ALTER DATABASE {database} SET {name} = '{value}'")]).await;
            }
        }
        t.close().await;
        let t = t.beside(200 + number as u64).await;
        work_at_once(t).await;
    }
}

async fn work_at_once(t: TestApp) {
    let olga = t.organiser("olga").await;
    let contest = t.running(&olga, 3).await;
    let poll = t.poll(&olga, &["Sea", "Hills"]).await;
    let manager = t.manager("mira", "HOBBY").await;
    let event = t.event(&manager, "Kites", Some(10)).await;
    let crowd = t.crowd(CROWD).await;

    let newcomers = join_all((0..6).map(|number| {
        let (browser, email) = (t.browser(), format!("new{number}@meridian.example"));
        async move {
            let person = json!({"fullName": "New Comer", "email": email, "contact": "9000000001", "role": "USER",
                "passWord": "violet-harbour-42", "contestgiven": [], "Batch": 2026});
            browser.post("/register", person).await
        }
    }));
    all_are(201, &newcomers.await, "register");
    let votes = join_all(crowd.iter().enumerate().map(|(number, who)| who.vote(&poll, number as i64 % 2))).await;
    all_are(200, &votes, "vote");
    assert_eq!(crowd[0].tally(&poll).await.1, CROWD as i64);
    let places = join_all(crowd.iter().map(|who| who.register_for(&event))).await;
    all_are(201, &places, "register for an event");
    join_all(crowd.iter().map(|who| who.join(&contest))).await;
    for question in 0..3 {
        let answers = join_all(crowd.iter().map(|who| who.answer(&contest, question, "A"))).await;
        all_are(200, &answers, "answer");
    }
    join_all(crowd.iter().map(|who| who.submit(&contest))).await;
    let till = Till::sandbox(t).await;
    let at = &till;
    let bought = join_all(crowd.iter().take(8).map(|who| async move {
        let told = at.pay(&at.order(who, 19).await).await;
        at.verify(who, &told).await
    }));
    all_are(200, &bought.await, "buy");
    till.t.run_jobs().await;
    // Each had one connection for as long as this lasts, and has it still.
    sleep(Duration::from_millis(400)).await;
    assert!(crowd[0].get("/checklogged").await.status.is_success());
    till.t.close().await;
}

/// Commands read for long in one transaction, and make keys that take long: no limit of the role ends them, and no format of it changes
/// what they carry.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_of_the_role_end_no_command() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, url) = (folder(), cluster.url());
    let set = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")];
    let server = Process::start(folder.path(), &set);
    let room = Room::open_with(&server.base, 4, &[10]).await;
    let load = room.begin_steadily(&server.base, Duration::from_millis(50));
    sleep(Duration::from_secs(1)).await;
    let heard = load.end().await;
    assert!(server.stop().await.success());
    make_databases(&url, &["second", "third"]).await;
    for (name, value) in ROLES.into_iter().flatten() {
        let db = Db::open(&url, &scratch::options()).await.expect("the database");
        let known = format!("SELECT CAST(COUNT(*) AS BIGINT) AS value FROM pg_settings WHERE name = '{name}'");
        let is_known = asked::<i64>(&db, &known).await == 1;
        db.close().await;
        if is_known {
            run(&url, &[&format!("ALTER ROLE app SET {name} = '{value}'")]).await;
        }
    }
    let backup = folder.path().join("quad.tar.zst").display().to_string();
    for words in [&["migrate"][..], &["check"], &["backup", &backup], &["backup", "verify", &backup]] {
        let (done, said) = quad_with(folder.path(), &set, words);
        assert!(done, "{words:?}: {said}");
    }
    let (second, third) = (at_database(&url, "second"), at_database(&url, "third"));
    let there = [("QUAD_DATABASE_URL", second.as_str()), ("QUAD_BILLING", "off")];
    let (done, said) = quad_with(folder.path(), &there, &["restore", &backup]);
    assert!(done && said.contains("rules hold."), "{said}");
    let file = format!("sqlite://{}", folder.path().join("moved.db").display());
    for (from, to) in [(&second, &file), (&file, &third)] {
        let (done, said) = quad_with_words(&["transfer", "--from", from, "--to", to]);
        assert!(done && said.contains("the same on both sides"), "{said}");
    }
    let third = [("QUAD_DATABASE_URL", third.as_str()), ("QUAD_BILLING", "off")];
    let server = Process::start(folder.path(), &third);
    room.nothing_is_lost(&server.base, &heard).await;
    assert!(server.stop().await.success());
}

/// A trigger that gives transactions up, as PostgreSQL does of two that wait for each other. The sequence counts on through what is
/// rolled back.
async fn give_up(t: &TestApp, table: &str, code: &str, first: i64) {
    run(
        t.url(),
        &[
            "DROP FUNCTION IF EXISTS give_up CASCADE",
            "DROP SEQUENCE IF EXISTS tries CASCADE",
            "CREATE SEQUENCE tries",
            &format!(
                "CREATE FUNCTION give_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    IF nextval('tries') <= {first} THEN RAISE EXCEPTION 'given up' USING ERRCODE = '{code}'; END IF;
                    RETURN NEW; END $$"
            ),
            &format!(
                "CREATE TRIGGER give_up BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION give_up()"
            ),
        ],
    )
    .await;
}

/// Serialization failures, deadlocks, a lock not to be had and a statement that was ended: what can be tried again is, and what goes on
/// failing is a "come again", never a defect.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_transaction_that_was_given_up_is_tried_again() {
    let Some(t) = TestApp::on_postgres().await else { return };
    let olga = t.organiser("olga").await;
    let contest = t.running(&olga, 4).await;
    let manager = t.manager("mira", "HOBBY").await;
    let event = t.event(&manager, "Kites", None).await;
    let crowd = t.crowd(6).await;
    crowd[0].join(&contest).await;
    for (number, code) in ["40001", "40P01", "55P03", "57014"].into_iter().enumerate() {
        let poll = t.poll(&olga, &["Sea", "Hills"]).await;
        give_up(&t, "answers", code, 2).await;
        crowd[0].answer(&contest, number, "A").await.expect(200);
        give_up(&t, "poll_votes", code, 2).await;
        crowd[1].vote(&poll, 0).await.expect(200);
        assert_eq!(crowd[1].tally(&poll).await, (vec![1, 0], 1), "{code}: counted once");
        give_up(&t, "event_registrations", code, 2).await;
        let who = &crowd[number];
        let said = who.register_for(&event).await;
        assert_eq!(said.status.as_u16(), 201, "{code}: {said:?}");
        // What organisers do, too: once each.
        let had = olga.get("/post/getcontest").await.expect(200)["contests"].as_array().map(Vec::len);
        give_up(&t, "contests", code, 2).await;
        t.contest(&olga, 60, 120, false, 0, 0).await;
        let has = olga.get("/post/getcontest").await.expect(200)["contests"].as_array().map(Vec::len);
        assert_eq!(has, had.map(|had| had + 1), "{code}: made once");
        give_up(&t, "events", code, 2).await;
        t.event(&manager, "More kites", None).await;
        if code.starts_with("40") {
            accounts_are_tried_again(&t, number, code).await;
            galleries_are_tried_again(&t, &manager, code).await;
        }

        give_up(&t, "poll_votes", code, 1_000).await;
        let said = crowd[2].vote(&poll, 0).await;
        assert!(said.headers.contains_key("retry-after"), "{code}: {said:?}");
        said.refused(503, "unavailable");
    }
    give_up(&t, "payment_allowances", "40P01", 2).await;
    let till = Till::sandbox(t).await;
    till.order(&crowd[3], 19).await;
    give_up(&till.t, "payment_orders", "40P01", 2).await;
    till.order(&crowd[3], 19).await;
}

/// Log-in, new password, picture and the end of an account.
async fn accounts_are_tried_again(t: &TestApp, number: usize, code: &str) {
    let name = format!("leaver{number}");
    let email = format!("{name}@meridian.example");
    t.person(&name).await;
    for table in ["login_failures", "guessed_passwords", "sessions", "known_devices"] {
        give_up(t, table, code, 2).await;
        t.log_in(&name).await;
    }
    give_up(t, "login_sprays", code, 2).await;
    let wrong = json!({"email": email, "passWord": "another-harbour-42"});
    t.browser().post("/login", wrong).await.refused(401, "wrong_credentials");

    let (browser, new) = (t.browser(), "amber-lighthouse-17");
    let wish = json!({"email": email, "newPassword": new});
    give_up(t, "jobs", code, 2).await;
    browser.post("/resetpassword", wish).await.expect(202);
    give_up(t, "reset_codes", code, 2).await;
    let mails = t.mails().await;
    let text = &mails.iter().rfind(|mail| mail.to == email).expect("a mail").text;
    let is_code = |word: &&str| word.len() == 6 && word.bytes().all(|digit| digit.is_ascii_digit());
    let mailed = text.split_whitespace().find(is_code).expect("a code");
    // The try is counted, and the password set.
    let with_code = json!({"email": email, "newPassword": new, "code": mailed});
    give_up(t, "users", code, 2).await;
    browser.post("/resetpassword", with_code).await.expect(200);

    let mut person = t.browser();
    let said = person.post("/login", json!({"email": email, "passWord": new})).await.expect(200);
    said["_id"].as_str().expect("an id").clone_into(&mut person.id);
    for table in ["pictures", "users"] {
        give_up(t, table, code, 2).await;
        person.set_picture("leaver.png", &made::png(&made::quadrants(60, 60 + number as u32))).await.expect(200);
    }
    give_up(t, "users", code, 2).await;
    // The password is asked for again: that is counted first.
    let deleted = person.ask(Method::DELETE, "/account", Some(json!({"password": new})), &[]).await;
    deleted.expect(200);
    let other = t.person(&format!("other{number}")).await;
    give_up(t, "login_failures", code, 2).await;
    other.ask(Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
}

/// Pictures of an event that are shown, named, taken away; and a call with a key.
async fn galleries_are_tried_again(t: &TestApp, manager: &Browser, code: &str) {
    let event = t.event(manager, "Fest", None).await;
    let form = Form::new().text("title", "Fest Gallery").text("description", "Two days").text("eventId", &event);
    let form = [40, 41]
        .into_iter()
        .fold(form, |form, wide| form.file("images", &format!("{wide}.png"), &made::png(&made::quadrants(wide, 30))));
    give_up(t, "galleries", code, 2).await;
    let made = manager.send_form(Method::POST, "/upload/addgallery", form).await.expect(201)["gallery"].clone();
    assert_eq!(made["pictures"].as_array().map(Vec::len), Some(2), "{code}: shown once");
    let path = format!("/galleries/{}", made["_id"].as_str().expect("an id"));
    let caption = |title: &str| json!({"title": title, "description": "Both days"});
    give_up(t, "galleries", code, 2).await;
    manager.put(&path, caption("The fest")).await.expect(200);
    give_up(t, "pictures", code, 2).await;
    let removed = json!({"data1": made, "index": 1});
    let left = manager.ask(Method::DELETE, "/event/deleteimg", Some(removed), &[]).await.expect(200);
    assert_eq!(left["gallery"]["pictures"].as_array().map(Vec::len), Some(1), "{code}: taken away once");
    give_up(t, "idempotency_keys", code, 2).await;
    let key = format!("6c1d4b2e-7a90-4f3b-8d55-0a1b2c3{code:0>5}").to_lowercase().replace('p', "a");
    manager.ask(Method::PUT, &path, Some(caption("Fest")), &[("idempotency-key", &key)]).await.expect(200);
}

/// What the role, the database and the server set is named, those that lose data as bad.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_names_what_the_role_sets() {
    let Some(cluster) = Cluster::start_durable("") else { return };
    let (folder, url) = (folder(), cluster.url());
    let set = [("QUAD_DATABASE_URL", url.as_str())];
    let (done, said) = quad_with(folder.path(), &set, &["migrate"]);
    assert!(done, "{said}");
    let found = examined(folder.path(), &set).await;
    is(&found, "durability", Level::Ok, "");
    is(&found, "role-settings", Level::Ok, "");
    run(
        &url,
        &[
            "ALTER ROLE app SET default_transaction_isolation = serializable",
            "ALTER DATABASE postgres SET lock_timeout = '1s'",
            "ALTER ROLE app SET synchronous_commit = off",
            "ALTER ROLE app SET work_mem = '8MB'",
        ],
    )
    .await;
    let found = examined(folder.path(), &set).await;
    for name in ["default_transaction_isolation = serializable", "lock_timeout = 1000", "work_mem"] {
        is(&found, "role-settings", Level::Ok, name);
    }
    is(&found, "durability", Level::Warn, "synchronous_commit");
    run(&url, &["ALTER TABLE answers SET UNLOGGED"]).await;
    is(&examined(folder.path(), &set).await, "durability", Level::Bad, "UNLOGGED (answers)");
    // A schema of the role's own name comes first on the search path; the tables stay where they are, and so does what is found of them.
    run(&url, &["CREATE SCHEMA app AUTHORIZATION app"]).await;
    is(&examined(folder.path(), &set).await, "durability", Level::Bad, "UNLOGGED (answers)");
    run(&url, &["DROP SCHEMA app", "ALTER TABLE answers SET LOGGED", "ALTER DATABASE postgres CONNECTION LIMIT 9"])
        .await;
    is(&examined(folder.path(), &set).await, "connections", Level::Bad, "CONNECTION LIMIT");
    run(&url, &["ALTER DATABASE postgres CONNECTION LIMIT -1", "ALTER ROLE app RESET synchronous_commit"]).await;
    run(&url, &["ALTER ROLE app SET default_transaction_read_only = on"]).await;
    let found = examined(folder.path(), &set).await;
    is(&found, "role-settings", Level::Bad, "default_transaction_read_only");
    let (done, said) = quad_with(folder.path(), &set, &["backup", "a.tar.zst"]);
    assert!(!done && said.contains("RESET default_transaction_read_only"), "{said}");
    cluster.set("synchronous_standby_names = 's1'\n");
    cluster.stop("fast");
    cluster.go_on();
    is(&examined(folder.path(), &set).await, "durability", Level::Bad, "synchronous_standby_names = 's1'");
    cluster.set("synchronous_standby_names = ''\nfsync = off\nfull_page_writes = off\n");
    cluster.stop("fast");
    cluster.go_on();
    let found = examined(folder.path(), &set).await;
    is(&found, "durability", Level::Bad, "fsync");
    is(&found, "durability", Level::Bad, "full_page_writes");
}

/// A table that another program keeps for itself holds nobody up for long, doctor says who it is, and all is well afterwards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_is_kept_holds_nobody_up() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, url) = (folder(), cluster.url());
    let cluster = Arc::new(cluster);
    let set = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")];
    let server = Process::start(folder.path(), &set);
    let room = Room::open_with(&server.base, 2, &[3]).await;
    let ada = room.students[0].browser.clone();
    let keeper = Arc::clone(&cluster);
    let kept = tokio::task::spawn_blocking(move || {
        keeper
            .program("psql", &["-d", "postgres", "-c", "BEGIN; LOCK TABLE notifications; SELECT pg_sleep(12); COMMIT"]);
    });
    sleep(Duration::from_secs(1)).await;
    let mut asking = JoinSet::new();
    asking.spawn(async move {
        let (mut longest, mut told) = (Duration::ZERO, 0);
        for _ in 0..2 {
            let began = Instant::now();
            let answer = ada.get("/notifications").await;
            longest = longest.max(began.elapsed());
            if answer.status == 503 && answer.headers.contains_key("retry-after") {
                told += 1;
            }
        }
        (longest, told, ada)
    });
    let began = Instant::now();
    loop {
        let found = examined(folder.path(), &set).await;
        if found.contains_key("locks") {
            is(&found, "locks", Level::Warn, "notifications (process ");
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(8), "{found:?}");
    }
    let (longest, told, ada) = asking.join_next().await.expect("one").expect("asked");
    assert!(told == 2 && longest < Duration::from_secs(10), "told {told} times, the longest waited {longest:?}");
    kept.await.expect("kept");
    ada.get("/notifications").await.expect(200);
    let found = examined(folder.path(), &set).await;
    assert!(!found.contains_key("locks"), "{found:?}");
    assert!(server.stop().await.success());
}

/// Doctor, until it has a line of this name with this word.
async fn named(folder: &std::path::Path, set: &[(&str, &str)], name: &str, level: Level, word: &str) {
    let began = Instant::now();
    loop {
        let found = examined(folder, set).await;
        if found.get(name).is_some_and(|(_, says)| says.contains(word)) {
            return is(&found, name, level, word);
        }
        assert!(began.elapsed() < Duration::from_mins(1), "{name}: {word}: {found:?}");
        sleep(Duration::from_millis(100)).await;
    }
}

/// Whoever has rows that others wait for, or keeps a transaction open over them, or has prepared one and gone: doctor names each.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_keeps_rows_from_others_is_named() {
    let Some(cluster) = Cluster::start_with(|_| "max_prepared_transactions = 4\n".to_owned()) else { return };
    let (folder, url) = (folder(), cluster.url());
    let set = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")];
    let server = Process::start(folder.path(), &set);
    let room = Room::open_with(&server.base, 1, &[3]).await;
    let rows = format!("SELECT 1 FROM users WHERE id = '{}' FOR UPDATE", room.students[0].browser.id);
    let keeper = async |text: &str| {
        let mut keeper = PgConnection::connect(&format!("{url}?application_name=prompt")).await.expect("connected");
        keeper.execute(AssertSqlSafe(format!("BEGIN; {text}"))).await.expect("kept");
        keeper
    };
    let quiet = examined(folder.path(), &set).await;
    assert!(!quiet.contains_key("locks") && !quiet.contains_key("prepared-transactions"), "{quiet:?}");
    // Nobody waits for it.
    let idle = keeper(&rows).await;
    let pid: i32 = {
        let db = Db::open(&url, &scratch::options()).await.expect("the database");
        let pid = asked(&db, "SELECT pid AS value FROM pg_stat_activity WHERE application_name = 'prompt'").await;
        db.close().await;
        pid
    };
    named(folder.path(), &set, "locks", Level::Warn, &format!("some rows (process {pid}, prompt)")).await;
    // Two who wait in a row: the first alone is named, with the table.
    let mut waiting = JoinSet::new();
    for _ in 0..2 {
        let (url, rows) = (url.clone(), rows.clone());
        waiting.spawn(async move {
            let mut waits = PgConnection::connect(&url).await.expect("connected");
            waits.execute(AssertSqlSafe(rows)).await.expect("in the end");
        });
    }
    named(folder.path(), &set, "locks", Level::Warn, &format!("users (process {pid}, prompt). ")).await;
    drop(idle);
    waiting.join_all().await;
    let mut gone = keeper(&rows).await;
    gone.execute("PREPARE TRANSACTION 'of a program that is gone'").await.expect("prepared");
    gone.close().await.expect("closed");
    named(folder.path(), &set, "prepared-transactions", Level::Warn, "'of a program that is gone'").await;
    let mut ends = PgConnection::connect(&url).await.expect("connected");
    ends.execute("ROLLBACK PREPARED 'of a program that is gone'").await.expect("ended");
    ends.close().await.expect("closed");
    let quiet = examined(folder.path(), &set).await;
    assert!(!quiet.contains_key("locks") && !quiet.contains_key("prepared-transactions"), "{quiet:?}");
    assert!(server.stop().await.success());
}

/// What loses stored data over damage, what fills the server's disk without a word, and a standby of another name than that which commits
/// wait for: doctor names each, and nothing where all is well.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_endangers_the_servers_data_is_named() {
    let Some(cluster) = Cluster::start_durable("archive_mode = on\narchive_command = 'true'\n") else { return };
    let (folder, url) = (folder(), cluster.url());
    let set = [("QUAD_DATABASE_URL", url.as_str())];
    let (done, said) = quad_with(folder.path(), &set, &["migrate"]);
    assert!(done, "{said}");
    let found = examined(folder.path(), &set).await;
    for name in ["damage", "archive", "replication-slots"] {
        assert!(!found.contains_key(name), "{found:?}");
    }
    run(
        &url,
        &["ALTER ROLE app SET zero_damaged_pages = on", "ALTER DATABASE postgres SET ignore_checksum_failure = on"],
    )
    .await;
    is(
        &examined(folder.path(), &set).await,
        "damage",
        Level::Bad,
        "zero_damaged_pages and ignore_checksum_failure is on",
    );
    run(&url, &["ALTER ROLE app RESET ALL", "ALTER DATABASE postgres RESET ALL"]).await;
    cluster.set("data_sync_retry = on\narchive_command = 'false'\n");
    cluster.stop("fast");
    cluster.go_on();
    is(&examined(folder.path(), &set).await, "damage", Level::Bad, "data_sync_retry is on");
    run(&url, &["SELECT pg_create_physical_replication_slot('lost', TRUE)", "SELECT pg_switch_wal()"]).await;
    named(folder.path(), &set, "archive", Level::Bad, "archive_command fails").await;
    is(&examined(folder.path(), &set).await, "replication-slots", Level::Warn, "lost (");
    // Somebody reads the log, and is not who commits wait for.
    cluster.set("synchronous_standby_names = 's1'\n");
    cluster.program("psql", &["-d", "postgres", "-c", "SELECT pg_reload_conf()"]);
    let cluster = Arc::new(cluster);
    let reader = Arc::clone(&cluster);
    let read = tokio::task::spawn_blocking(move || {
        let other = "dbname=postgres replication=database application_name=other";
        reader.program("psql", &["-d", other, "-c", "SELECT pg_sleep(3)"]);
    });
    let other = "SELECT CAST(COUNT(*) AS BIGINT) AS value FROM pg_stat_replication WHERE application_name = 'other'";
    let db = Db::open(&url, &scratch::options()).await.expect("the database");
    let began = Instant::now();
    while asked::<i64>(&db, other).await == 0 {
        assert!(began.elapsed() < Duration::from_secs(20), "nobody reads");
        sleep(Duration::from_millis(20)).await;
    }
    is(&examined(folder.path(), &set).await, "durability", Level::Bad, "synchronous_standby_names = 's1'");
    assert_eq!(asked::<i64>(&db, other).await, 1, "it was there all the time");
    db.close().await;
    read.await.expect("read");
}

/// Served, live notifications over two processes, answers, and doctor: behind PgBouncer in session mode, with the lines of the operator's
/// page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pgbouncer_in_session_mode_carries_quad() {
    let Some(cluster) = Cluster::start() else { return };
    let page = crate::operator_guide::blocks(&crate::operator_guide::page(), "ini");
    let lines =
        page.iter().find_map(|block| block.split_once("[pgbouncer]\npool_mode = session\n")).expect("the page").1;
    let Some(bouncer) = PgBouncer::before(cluster.at(), "session", lines) else { return };
    let url = bouncer.url("postgres");
    let (here, there) = (folder(), folder());
    let environment = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")];
    let (one, other) = (Process::start(here.path(), &environment), Process::start(there.path(), &environment));
    let proxy = Balancer::before(&[&one.base, &other.base]).await;
    let room = Room::open_with(&proxy.base, 6, &[20]).await;
    // Listens at one process, and is told of what is done at the other.
    let follower = room.students[0].browser.at(&one.base);
    let topic = format!("contest:{}", room.contest.id);
    let mut stream = follower.follow(&[&topic]).await;
    room.students[1].browser.at(&other.base).submit(&room.contest).await;
    stream.until_contest("submitted", &json!(1)).await;
    let load = room.begin_steadily(&proxy.base, Duration::from_millis(100));
    sleep(Duration::from_secs(2)).await;
    let heard = load.end().await;
    assert!(
        heard.outcomes.iter().all(|outcome| outcome.status < 500),
        "{:?}",
        heard.outcomes.iter().find(|o| o.status >= 500).map(|o| &o.said)
    );
    room.nothing_is_lost(&proxy.base, &heard).await;
    let found = examined(here.path(), &[("QUAD_DATABASE_URL", &url)]).await;
    is(&found, "database", Level::Ok, "up to date");
    for process in [one, other] {
        assert!(process.stop().await.success());
    }
}

/// Names to which the pooler adds where the client is: a served database is no less served, and the processes know each other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pooler_that_adds_to_names_hides_nobody() {
    let Some(cluster) = Cluster::start() else { return };
    let lines =
        "ignore_startup_parameters = extra_float_digits\ndefault_pool_size = 40\napplication_name_add_host = 1\n";
    let Some(bouncer) = PgBouncer::before(cluster.at(), "session", lines) else { return };
    let (here, there, url) = (folder(), folder(), bouncer.url("postgres"));
    let set = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")];
    let (one, other) = (Process::start(here.path(), &set), Process::start(there.path(), &set));
    let room = Room::open_with(&one.base, 2, &[1]).await;
    run(
        &cluster.url(),
        &["DO $$ BEGIN ASSERT 2 <= (SELECT COUNT(*) FROM pg_stat_activity WHERE application_name LIKE 'quad%:%'); END $$"],
    )
    .await;
    // Each waits for the other, and for nobody else: what is changed at one is known at the other when it is acknowledged.
    for student in &room.students {
        student.browser.at(&other.base).get("/notifications").await.expect(200);
        student.browser.at(&one.base).get("/logout").await.expect(200);
        student.browser.at(&other.base).get("/notifications").await.refused(401, "logged_out");
    }
    let target = format!("sqlite://{}", there.path().join("copy.db").display());
    for from in [url.clone(), cluster.url()] {
        let (done, said) = quad_with_words(&["transfer", "--from", &from, "--to", &target]);
        assert!(!done && said.contains("has it open"), "{said}");
    }
    for process in [one, other] {
        assert!(process.stop().await.success());
    }
    let (done, said) = quad_with_words(&["transfer", "--from", &url, "--to", &target]);
    assert!(done, "{said}");
}

/// Sessions that are shared between statements or transactions are recognised at the start, at each command and by doctor: nobody is
/// sent to `quad migrate` in a circle.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pooler_that_shares_sessions_is_refused() {
    let Some(cluster) = Cluster::start() else { return };
    let folder = folder();
    let (done, said) = quad_with(folder.path(), &[("QUAD_DATABASE_URL", &cluster.url())], &["migrate"]);
    assert!(done, "{said}");
    for (mode, lines) in [
        ("transaction", ""),
        ("transaction", "server_round_robin = 1\nmin_pool_size = 4\n"),
        ("transaction", "default_pool_size = 1\n"),
        ("statement", ""),
    ] {
        let lines = format!("ignore_startup_parameters = extra_float_digits\n{lines}");
        let Some(bouncer) = PgBouncer::before(cluster.at(), mode, &lines) else { return };
        let url = bouncer.url("postgres");
        let set = [("QUAD_DATABASE_URL", url.as_str())];
        for words in [&["migrate"][..], &["check"]] {
            let (done, said) = quad_with(folder.path(), &set, words);
            assert!(!done && said.contains("pool_mode = session"), "{mode} {lines} {words:?}: {said}");
        }
        let refused = Process::tried(folder.path(), &set).map(|_| ()).expect_err("refused");
        assert!(
            refused.contains("pool_mode = session") && !refused.contains("quad migrate"),
            "{mode} {lines}: {refused}"
        );
        let found = examined(folder.path(), &set).await;
        is(&found, "database", Level::Bad, "pool_mode = session");
        assert!(!found["database"].1.contains("quad migrate"), "{found:?}");
    }
}

/// A pooler that begins to share sessions while Quad serves is noticed: nothing is asked of the database until it does not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pooler_that_begins_to_share_sessions_is_noticed() {
    let Some(cluster) = Cluster::start() else { return };
    let lines = "ignore_startup_parameters = extra_float_digits\ndefault_pool_size = 20\n";
    let Some(bouncer) = PgBouncer::before(cluster.at(), "session", lines) else { return };
    let (folder, url) = (folder(), bouncer.url("postgres"));
    let log = folder.path().join("log");
    let server = Process::logged(folder.path(), &[("QUAD_DATABASE_URL", &url), ("QUAD_BILLING", "off")], &log);
    let room = Room::open_with(&server.base, 6, &[20]).await;
    let ready = async || {
        let answer = reqwest::get(format!("{}/readyz", server.base)).await.expect("an answer");
        (answer.status().as_u16(), answer.text().await.expect("its text"))
    };
    for mode in ["transaction", "statement"] {
        let load = room.begin_steadily(&server.base, Duration::from_millis(50));
        sleep(Duration::from_secs(1)).await;
        bouncer.become_mode(mode);
        let until = async |status: u16| {
            let began = Instant::now();
            loop {
                let (is, said) = ready().await;
                if is == status {
                    return said;
                }
                assert!(began.elapsed() < Duration::from_secs(20), "{mode}: {is} {said}");
                sleep(Duration::from_millis(50)).await;
            }
        };
        let said = until(503).await;
        assert!(said.contains("pooler"), "{mode}: {said}");
        // It does not come and go.
        for _ in 0..40 {
            assert_eq!(ready().await.0, 503, "{mode}");
            assert_eq!(room.students[0].browser.get("/notifications").await.status, 503, "{mode}");
            sleep(Duration::from_millis(50)).await;
        }
        load.end().await;
        bouncer.become_mode("session");
        until(200).await;
        sleep(Duration::from_secs(2)).await;
        assert_eq!(ready().await.0, 200, "{mode}");
        for student in &room.students {
            student.browser.get("/notifications").await.expect(200);
        }
    }
    let told = std::fs::read_to_string(&log).expect("a log");
    assert!(told.contains("pool_mode = session"), "{told}");
    assert!(server.stop().await.success());
}

/// A pooler that empties no session for the next one hands over prepared statements and locks of whoever had it before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_was_somebody_elses_is_emptied() {
    let Some(cluster) = Cluster::start() else { return };
    let lines = "ignore_startup_parameters = extra_float_digits\ndefault_pool_size = 20\nserver_reset_query =\n";
    let Some(bouncer) = PgBouncer::before(cluster.at(), "session", lines) else { return };
    let (folder, url) = (folder(), bouncer.url("postgres"));
    let set = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")];
    // Whichever session one gets, it was somebody else's.
    let mut before = Vec::new();
    for _ in 0..20 {
        let mut other = PgConnection::connect(&url).await.expect("connected");
        let kept = "PREPARE sqlx_s_1 AS SELECT 1; PREPARE sqlx_s_2 AS SELECT 2; PREPARE sqlx_s_3 AS SELECT 3";
        other.execute(kept).await.expect("prepared");
        before.push(other);
    }
    drop(before);
    let mut server = Process::start(folder.path(), &set);
    let room = Room::open_with(&server.base, 4, &[3]).await;
    for question in 0..3 {
        for student in &room.students {
            student.browser.at(&server.base).answer(&room.contest, question, "A").await.expect(200);
        }
        is(&examined(folder.path(), &set).await, "database", Level::Ok, "up to date");
        assert!(server.stop().await.success());
        server = Process::start(folder.path(), &set);
    }
    assert!(server.stop().await.success());
    // A lock of a command that was cut off.
    let mut cut = PgConnection::connect(&url).await.expect("connected");
    cut.execute("SELECT pg_advisory_lock(1364541764)").await.expect("locked");
    drop(cut);
    let (done, said) = quad_with(folder.path(), &set[..1], &["migrate"]);
    assert!(done, "{said}");
}

/// A pooler whose pool is smaller than what a process takes is named by doctor, before people wait for a connection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pool_that_is_too_small_is_named() {
    let Some(cluster) = Cluster::start() else { return };
    let folder = folder();
    let (done, said) = quad_with(folder.path(), &[("QUAD_DATABASE_URL", &cluster.url())], &["migrate"]);
    assert!(done, "{said}");
    for (size, level, word) in [(3, Level::Bad, "default_pool_size"), (10, Level::Ok, "room")] {
        let lines = format!("ignore_startup_parameters = extra_float_digits\ndefault_pool_size = {size}\n");
        let Some(bouncer) = PgBouncer::before(cluster.at(), "session", &lines) else { return };
        let url = bouncer.url("postgres");
        let set = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_DATABASE_CONNECTIONS", "6")];
        is(&examined(folder.path(), &set).await, "connections", level, word);
    }
}

/// What a role may not do is named at the start and by doctor; while Quad serves it is no defect.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_right_that_is_taken_away_is_named() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, url) = (folder(), cluster.url());
    let clerk = url.replace("app@", "clerk@");
    let set = [("QUAD_DATABASE_URL", clerk.as_str()), ("QUAD_BILLING", "off")];
    let (done, said) = quad_with(folder.path(), &[("QUAD_DATABASE_URL", &url)], &["migrate"]);
    assert!(done, "{said}");
    // Somebody else's table is none of ours.
    run(&url, &["CREATE ROLE clerk LOGIN", "CREATE ROLE other"]).await;
    run(&url, &GRANTS).await;
    run(
        &url,
        &["CREATE TABLE theirs (id BIGINT)", "ALTER TABLE theirs OWNER TO other", "REVOKE ALL ON theirs FROM clerk"],
    )
    .await;
    let server = Process::start(folder.path(), &set);
    let room = Room::open_with(&server.base, 2, &[3]).await;
    room.students[0].browser.answer(&room.contest, 0, "A").await.expect(200);
    for taken in [
        "REVOKE INSERT ON answers FROM clerk",
        "REVOKE SELECT ON polls FROM clerk",
        "REVOKE DELETE ON sessions FROM clerk",
        "REVOKE USAGE ON ALL SEQUENCES IN SCHEMA public FROM clerk",
    ] {
        run(&url, &[taken]).await;
        if taken.contains("answers") {
            room.students[1].browser.answer(&room.contest, 0, "A").await.expect(503);
        }
        is(&examined(folder.path(), &set).await, "database", Level::Bad, "GRANT SELECT, INSERT, UPDATE, DELETE");
        run(&url, &GRANTS).await;
        is(&examined(folder.path(), &set).await, "database", Level::Ok, "up to date");
    }
    room.students[1].browser.answer(&room.contest, 0, "A").await.expect(200);
    assert!(server.stop().await.success());
    run(&url, &["REVOKE INSERT ON answers FROM clerk"]).await;
    let refused = Process::tried(folder.path(), &set).map(|_| ()).expect_err("refused");
    assert!(refused.contains("may not read and write answers") && refused.contains("DEFAULT PRIVILEGES"), "{refused}");
}

/// `search_path` leads to the tables, and then to another schema first: one with the role's name that was made later, an extension's.
/// Whatever asks the catalogue asks about the tables' own schema, whose name may need quotes, and the role may own nothing. A backup
/// from a place without the tables is refused, and is no backup.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_schema_before_that_of_the_tables_hides_nothing() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.url();
    make_databases(&url, &["plain", "quoted"]).await;
    for (database, home, first) in [("plain", "public", "app"), ("quoted", "\"My \"\"Campus\"\"\"", "\"Ext, 2\"")] {
        let folder = folder();
        let url = at_database(&url, database);
        let clerk = url.replace("app@", &format!("clerk_{database}@"));
        let [owner, role] = [&url, &clerk].map(|url| [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")]);
        if home != "public" {
            let path = format!("ALTER DATABASE {database} SET search_path = {home}, public");
            run(&url, &[&format!("CREATE SCHEMA {home}"), &path]).await;
        }
        let server = Process::start(folder.path(), &owner);
        let room = Room::open_with(&server.base, 2, &[3]).await;
        room.students[0].browser.answer(&room.contest, 0, "A").await.expect(200);
        assert!(server.stop().await.success());
        let [told, path] = [
            format!("CREATE SCHEMA {first}"),
            format!("ALTER DATABASE {database} SET search_path = {first}, {home}, public"),
        ];
        let may = [
            format!("CREATE ROLE clerk_{database} LOGIN"),
            format!("GRANT USAGE ON SCHEMA {home}, {first} TO clerk_{database}"),
            format!("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {home} TO clerk_{database}"),
            format!("GRANT USAGE ON ALL SEQUENCES IN SCHEMA {home} TO clerk_{database}"),
        ];
        let may: Vec<&str> = [&told, &path].into_iter().chain(&may).map(String::as_str).collect();
        run(&url, &may).await;
        for (who, set) in [("owner", owner), ("clerk", role)] {
            is(&examined(folder.path(), &set).await, "database", Level::Ok, "up to date");
            let (done, said) = quad_with(folder.path(), &set, &["check"]);
            assert!(done && said.contains("rules hold."), "{database}, {who}: {said}");
            let file = folder.path().join(format!("{who}.tar.zst")).display().to_string();
            let (done, said) = quad_with(folder.path(), &set, &["backup", &file]);
            assert!(done, "{database}, {who}: {said}");
            let to = folder.path().join(who);
            let (done, said) = quad_with(&to, &[], &["restore", &file]);
            assert!(done, "{database}, {who}: {said}");
            let copy = Db::open_file(&to.join("quad.db")).await.expect("the copy");
            let (people, answers): (i64, i64) = (
                asked(&copy, "SELECT COUNT(*) AS value FROM users").await,
                asked(&copy, "SELECT COUNT(*) AS value FROM answers").await,
            );
            assert!(people >= 3 && answers == 1, "{database}, {who}: {people} people and {answers} answers");
            copy.close().await;
        }
        // What has no place for a table's rows in it is no backup.
        run(&url, &["ALTER TABLE polls RENAME TO elsewhere"]).await;
        let file = folder.path().join("less.tar.zst");
        let (done, said) = quad_with(folder.path(), &owner, &["backup", &file.display().to_string()]);
        assert!(!done && said.contains("lacks 1 of Quad's tables, polls among them"), "{said}");
        assert!(!file.exists());
    }
}

/// Policies of rows, and foreign keys of a table that are switched off, are named by doctor, who names nothing where there are none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn policies_and_foreign_keys_that_are_off_are_named() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, url) = (folder(), cluster.url());
    let clerk = url.replace("app@", "clerk@");
    let set = [("QUAD_DATABASE_URL", clerk.as_str()), ("QUAD_BILLING", "off")];
    let (done, said) = quad_with(folder.path(), &[("QUAD_DATABASE_URL", &url)], &["migrate"]);
    assert!(done, "{said}");
    run(&url, &["CREATE ROLE clerk LOGIN"]).await;
    run(&url, &GRANTS).await;
    let is_quiet = |found: &Found| !found.contains_key("row-security") && !found.contains_key("foreign-keys");
    assert!(is_quiet(&examined(folder.path(), &set).await));
    run(&url, &["ALTER TABLE users ENABLE ROW LEVEL SECURITY", "ALTER TABLE answers DISABLE TRIGGER ALL"]).await;
    let found = examined(folder.path(), &set).await;
    is(&found, "row-security", Level::Bad, "in users:");
    // And the start says so, where every log-in fails.
    let log = folder.path().join("log");
    let server = Process::logged(folder.path(), &set, &log);
    let began = Instant::now();
    loop {
        let said = std::fs::read_to_string(&log).expect("a log");
        if said.contains("row-security") && said.contains("in users:") {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{said}");
        sleep(Duration::from_millis(50)).await;
    }
    drop(server);
    is(&found, "foreign-keys", Level::Bad, "off on answers:");
    run(&url, &["ALTER TABLE users DISABLE ROW LEVEL SECURITY", "ALTER TABLE answers ENABLE TRIGGER ALL"]).await;
    assert!(is_quiet(&examined(folder.path(), &set).await));
}

/// Where a session's own settings are refused, the start and doctor say what refuses them, and not that nobody is there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_of_the_settings_is_told() {
    let Some(cluster) = Cluster::start() else { return };
    let lines = "ignore_startup_parameters = extra_float_digits\ndisable_pqexec = 1\n";
    let Some(bouncer) = PgBouncer::before(cluster.at(), "session", lines) else { return };
    let (folder, url) = (folder(), bouncer.url("postgres"));
    let set = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")];
    let refused = Process::tried(folder.path(), &set).map(|_| ()).expect_err("refused");
    assert!(refused.to_lowercase().contains("pqexec"), "{refused}");
    is(&examined(folder.path(), &set).await, "database", Level::Bad, "PQexec");
}

/// Foreign keys that are switched off, and limits within which nothing can be asked, are named.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_with_which_nothing_holds_are_refused() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, url) = (folder(), cluster.url());
    let set = [("QUAD_DATABASE_URL", url.as_str())];
    let (done, said) = quad_with(folder.path(), &set, &["migrate"]);
    assert!(done, "{said}");
    for value in ["replica", "local"] {
        run(&url, &[&format!("ALTER ROLE app SET session_replication_role = '{value}'")]).await;
        is(&examined(folder.path(), &set).await, "database", Level::Bad, "RESET session_replication_role");
        let refused = Process::tried(folder.path(), &set).map(|_| ()).expect_err("refused");
        assert!(refused.contains("RESET session_replication_role"), "{refused}");
    }
    run(&url, &["ALTER ROLE app RESET session_replication_role", "ALTER ROLE app SET statement_timeout = 1"]).await;
    is(&examined(folder.path(), &set).await, "database", Level::Bad, "RESET statement_timeout");
    let server = Process::start(folder.path(), &set);
    assert!(server.stop().await.success());
}

/// Whoever is connected is sent away, as by a restart: what role and database set holds for each new session.
async fn end_all_sessions(url: &str) {
    let mut own = PgConnection::connect(url).await.expect("connected");
    own.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")
        .await
        .expect("ended");
    own.close().await.expect("closed");
}

/// Waits until `/readyz` answers so, and says what it says.
async fn until_ready_is(base: &str, status: u16) -> String {
    let began = Instant::now();
    loop {
        let answer = reqwest::get(format!("{base}/readyz")).await.expect("an answer");
        let (is, said) = (answer.status().as_u16(), answer.text().await.expect("its text"));
        if is == status {
            return said;
        }
        assert!(began.elapsed() < Duration::from_mins(1), "{is} {said}");
        sleep(Duration::from_millis(50)).await;
    }
}

/// `search_path` is changed while Quad serves, and every session is a new one: it goes on with its tables. A start is refused then,
/// with the words that lead back. Where the tables are really gone from their schema nothing is acknowledged until they are back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_path_that_changes_while_quad_serves_hides_nothing() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, url) = (folder(), cluster.url());
    let set = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")];
    let log = folder.path().join("log");
    let server = Process::logged(folder.path(), &set, &log);
    let room = Room::open_with(&server.base, 4, &[6]).await;
    run(&url, &["CREATE SCHEMA other", "ALTER ROLE app SET search_path = other"]).await;
    end_all_sessions(&url).await;
    until_ready_is(&server.base, 200).await;
    for student in &room.students {
        student.browser.get("/notifications").await.expect(200);
        student.browser.answer(&room.contest, 0, "A").await.expect(200);
    }
    // Also what is told between processes, and a copy, find them.
    room.students[0].browser.submit(&room.contest).await;
    let words = "search_path does not lead there: ALTER ROLE app IN DATABASE postgres SET search_path = public";
    is(&examined(folder.path(), &set).await, "database", Level::Bad, words);
    let refused = Process::tried(folder.path(), &set).map(|_| ()).expect_err("refused");
    assert!(refused.contains(words), "{refused}");
    let made =
        "SELECT CAST(COUNT(*) AS BIGINT) AS value FROM pg_class WHERE relnamespace = CAST('other' AS regnamespace)";
    let db = Db::open(&url, &scratch::options()).await.expect("the database");
    assert_eq!(asked::<i64>(&db, made).await, 0, "nothing was made there");
    db.close().await;

    run(&url, &["ALTER SCHEMA public RENAME TO elsewhere"]).await;
    let said = until_ready_is(&server.base, 503).await;
    assert!(said.contains("schema"), "{said}");
    room.students[1].browser.get("/notifications").await.expect(503);
    run(&url, &["ALTER SCHEMA elsewhere RENAME TO public"]).await;
    until_ready_is(&server.base, 200).await;
    room.students[1].browser.get("/notifications").await.expect(200);
    let told = std::fs::read_to_string(&log).expect("a log");
    assert!(told.contains("no longer in the schema public"), "{told}");
    assert!(server.stop().await.success());
}

/// Foreign keys that are switched off while Quad serves: nothing is done in a session in which they do not hold, and the log says why.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn foreign_keys_that_are_switched_off_while_quad_serves_are_noticed() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, url) = (folder(), cluster.url());
    let set = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")];
    let log = folder.path().join("log");
    let server = Process::logged(folder.path(), &set, &log);
    let room = Room::open_with(&server.base, 2, &[3]).await;
    let person = &room.students[0].browser;
    run(&url, &["ALTER ROLE app SET session_replication_role = replica"]).await;
    end_all_sessions(&url).await;
    let said = until_ready_is(&server.base, 503).await;
    assert!(said.contains("settings"), "{said}");
    let gone = json!({"password": PASSWORD});
    person.ask(Method::DELETE, "/account", Some(gone.clone()), &[]).await.expect(503);
    run(&url, &["ALTER ROLE app RESET session_replication_role"]).await;
    until_ready_is(&server.base, 200).await;
    person.ask(Method::DELETE, "/account", Some(gone), &[]).await.expect(200);
    let told = std::fs::read_to_string(&log).expect("a log");
    assert!(told.contains("ALTER ROLE app RESET session_replication_role"), "{told}");
    let (done, said) = quad_with(folder.path(), &set, &["check"]);
    assert!(done && said.contains("rules hold."), "{said}");
    assert!(server.stop().await.success());
}

/// A schema to which `search_path` no longer leads, as after a move by `pg_dump`, which carries no setting of a database: no second,
/// empty Quad is made beside it. Another Quad with a role of its own is another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_that_are_out_of_sight_are_named() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, url) = (folder(), cluster.url());
    let set = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")];
    run(&url, &["CREATE SCHEMA \"My Quad\"", "ALTER DATABASE postgres SET search_path = \"My Quad\""]).await;
    let (done, said) = quad_with(folder.path(), &set, &["migrate"]);
    assert!(done, "{said}");
    run(&url, &["ALTER DATABASE postgres RESET search_path"]).await;
    let words = "ALTER ROLE app IN DATABASE postgres SET search_path = \"My Quad\", or ALTER DATABASE postgres";
    for command in
        [&["migrate"][..], &["check"], &["backup", "a.tar.zst"], &["admin", "create", "ada@meridian.example", "Ada"]]
    {
        let (done, said) = quad_with(folder.path(), &set, command);
        assert!(!done && said.contains(words) && !said.contains("are missing"), "{command:?}: {said}");
    }
    let refused = Process::tried(folder.path(), &set).map(|_| ()).expect_err("refused");
    assert!(refused.contains(words), "{refused}");
    let found = examined(folder.path(), &set).await;
    is(&found, "database", Level::Bad, words);
    assert!(!found["database"].1.contains("quad migrate"), "{found:?}");
    let db = Db::open_to_fill(&url, &scratch::options()).await.expect("the database");
    let refused = db.begin_filling().await.map(|_| ()).expect_err("refused");
    assert!(matches!(&refused, DbError::Unusable(said) if said.contains(words)), "{refused:?}");
    let made: i64 = asked(
        &db,
        "SELECT CAST(COUNT(*) AS BIGINT) AS value FROM pg_class WHERE relnamespace = CAST('public' AS regnamespace)",
    )
    .await;
    assert_eq!(made, 0, "nothing was made");
    db.close().await;
    run(&url, &["ALTER ROLE app IN DATABASE postgres SET search_path = \"My Quad\""]).await;
    is(&examined(folder.path(), &set).await, "database", Level::Ok, "up to date");

    run(&url, &["CREATE ROLE clerk LOGIN", "CREATE SCHEMA clerk AUTHORIZATION clerk"]).await;
    let clerk = url.replace("app@", "clerk@");
    let (done, said) = quad_with(folder.path(), &[("QUAD_DATABASE_URL", &clerk)], &["migrate"]);
    assert!(done, "{said}");
}

/// A database with tables of another program is left as it is, by doctor's word as well, and what it says to do is enough.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_programs_database_is_left_as_it_is() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, url) = (folder(), cluster.url());
    let set = [("QUAD_DATABASE_URL", url.as_str()), ("QUAD_BILLING", "off")];
    run(&url, &["CREATE TABLE posts (id BIGINT PRIMARY KEY)", "CREATE TABLE users (id BIGINT PRIMARY KEY)"]).await;
    let words = "another program's: it has a table posts in the schema public";
    for command in [&["migrate"][..], &["check"]] {
        let (done, said) = quad_with(folder.path(), &set, command);
        assert!(!done && said.contains(words), "{command:?}: {said}");
    }
    let refused = Process::tried(folder.path(), &set).map(|_| ()).expect_err("refused");
    assert!(refused.contains(words) && refused.contains("database_url"), "{refused}");
    is(&examined(folder.path(), &set).await, "database", Level::Bad, words);
    let db = Db::open(&url, &scratch::options()).await.expect("the database");
    let tables: Vec<String> = db.rows().await.expect("asked").into_iter().map(|(table, _)| table).collect();
    db.close().await;
    assert_eq!(tables, ["posts", "users"], "nothing was made in it");
    let told = refused.split_once("a schema of its own: ").expect("what to do").1.lines().next().expect("a line");
    let told: Vec<&str> = told.split("; ").collect();
    run(&url, &told).await;
    let server = Process::start(folder.path(), &set);
    assert!(server.stop().await.success());
    is(&examined(folder.path(), &set).await, "database", Level::Ok, "up to date");
}

/// A standby takes no writes and carries no LISTEN: doctor says that nothing can be served there, and so does the start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_is_named() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, url) = (folder(), cluster.url());
    let set = [("QUAD_DATABASE_URL", url.as_str())];
    let (done, said) = quad_with(folder.path(), &set, &["migrate"]);
    assert!(done, "{said}");
    cluster.stop("fast");
    cluster.program("/usr/bin/touch", &["data/standby.signal"]);
    cluster.go_on();
    is(&examined(folder.path(), &set).await, "database", Level::Bad, "standby");
    let refused = Process::tried(folder.path(), &set).map(|_| ()).expect_err("refused");
    assert!(refused.contains("standby") && refused.contains("database_url"), "{refused}");
    // What has to write says the same, and not what PostgreSQL says to its first statement.
    for wants in [vec!["migrate"], vec!["backup", "a.tar.zst"]] {
        let (done, said) = quad_with(folder.path(), &set, &wants);
        assert!(!done && said.contains("standby") && said.contains("database_url"), "{wants:?}: {said}");
    }
    // Reading is what it is for.
    let (done, said) = quad_with(folder.path(), &set, &["check"]);
    assert!(done && said.contains("rules hold."), "{said}");
}

/// A role that makes no tables serves a database that is up to date, and says what it lacks where one is not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_role_that_makes_no_tables_serves_what_is_up_to_date() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, url) = (folder(), cluster.url());
    let clerk = url.replace("app@", "clerk@");
    run(&url, &["CREATE ROLE clerk LOGIN", "REVOKE CREATE ON SCHEMA public FROM PUBLIC"]).await;
    let set = [("QUAD_DATABASE_URL", clerk.as_str()), ("QUAD_BILLING", "off")];
    let refused = Process::tried(folder.path(), &set).map(|_| ()).expect_err("refused");
    assert!(refused.contains("GRANT CREATE ON SCHEMA public TO clerk"), "{refused}");
    let (done, said) = quad_with(folder.path(), &[("QUAD_DATABASE_URL", &url)], &["migrate"]);
    assert!(done, "{said}");
    run(
        &url,
        &[
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO clerk",
            "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO clerk",
        ],
    )
    .await;
    let server = Process::start(folder.path(), &set);
    let room = Room::open_with(&server.base, 2, &[3]).await;
    room.students[0].browser.answer(&room.contest, 0, "A").await.expect(200);
    is(&examined(folder.path(), &set).await, "database", Level::Ok, "up to date");
    assert!(server.stop().await.success());
}

/// A database in another encoding is refused before anything is made in it, with the command that makes the right one; what is in one
/// already can be read and moved.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_not_utf8_is_refused_first() {
    let Some(cluster) = Cluster::start() else { return };
    let folder = folder();
    for encoding in ["LATIN1", "SQL_ASCII"] {
        let name = format!("old_{}", encoding.to_lowercase());
        cluster.program("createdb", &["-E", encoding, "-T", "template0", "--locale=C", &name]);
        let url = at_database(&cluster.url(), &name);
        let set = [("QUAD_DATABASE_URL", url.as_str())];
        for words in [&["migrate"][..], &["admin", "create", "ada@meridian.example", "Ada"]] {
            let (done, said) = quad_with(folder.path(), &set, words);
            assert!(!done && said.contains("createdb -E UTF8 -T template0"), "{encoding} {words:?}: {said}");
        }
        let refused = Process::tried(folder.path(), &set).map(|_| ()).expect_err("refused");
        assert!(refused.contains("createdb -E UTF8 -T template0") && refused.contains(encoding), "{refused}");
        is(&examined(folder.path(), &set).await, "database", Level::Bad, "createdb -E UTF8 -T template0");
        let db = Db::open(&url, &scratch::options()).await.expect("the database");
        let made: i64 = asked(&db, "SELECT CAST(COUNT(*) AS BIGINT) AS value FROM pg_class WHERE relnamespace = CAST('public' AS regnamespace)").await;
        let refused = db.begin_filling().await.map(|_| ()).expect_err("refused");
        db.close().await;
        assert_eq!(made, 0, "nothing was made in it");
        assert!(matches!(&refused, DbError::Unusable(said) if said.contains("createdb")), "{refused:?}");
    }
}

/// The programs of one of PostgreSQL's versions, where the test runner says they are; nothing, with a word, where it does not. In
/// their part (`cargo xtask test --everything`) they must be there.
#[expect(clippy::disallowed_methods, reason = "the test runner says where they are")]
fn programs_of(version: u32) -> Option<PathBuf> {
    let found = std::env::var_os(format!("QUAD_TEST_POSTGRES_{version}")).map(PathBuf::from);
    if found.is_none() {
        let is_whole = std::env::var_os("QUAD_TEST_WHOLE").is_some();
        assert!(!is_whole, "PostgreSQL {version} could not be had");
        let said = format!("passed over: there is no PostgreSQL {version} here\n");
        let _ = std::io::Write::write_all(&mut std::io::stderr(), said.as_bytes());
    }
    found
}

/// The main job: made, registered, joined, answered, voted, heard live, looked through, backed up and put back, by a role that has
/// these settings.
async fn the_main_job(version: u32, set: &[(&str, &str)]) {
    let Some(programs) = programs_of(version) else { return };
    let cluster = Cluster::start_of(&programs);
    let (folder, base, url) = (folder(), folder(), cluster.url());
    make_databases(&url, &["quad", "second", "third"]).await;
    for (name, value) in set {
        run(&url, &[&format!("ALTER ROLE app SET {name} = '{value}'")]).await;
    }
    let environment = |url: &str| [("QUAD_DATABASE_URL", url.to_owned()), ("QUAD_BILLING", "off".to_owned())];
    let quad = environment(&at_database(&url, "quad"));
    let quad: Vec<(&str, &str)> = quad.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let (one, other) = (Process::start(folder.path(), &quad), Process::start(base.path(), &quad));
    let room = Room::open_with(&one.base, 6, &[20]).await;
    let mut stream = room.students[0].browser.at(&other.base).follow(&[&format!("contest:{}", room.contest.id)]).await;
    room.students[1].browser.submit(&room.contest).await;
    stream.until_contest("submitted", &json!(1)).await;
    let poll = room.owner.post("/voting/create", poll_of(&room).await).await.expect(201);
    let poll = poll["poll"]["id"].as_str().expect("an id").to_owned();
    let votes = join_all(room.students.iter().map(|student| student.browser.vote(&poll, 0))).await;
    all_are(200, &votes, "vote");
    let load = room.begin_steadily(&one.base, Duration::from_millis(50));
    sleep(Duration::from_secs(1)).await;
    let heard = load.end().await;
    assert!(heard.outcomes.iter().all(|outcome| outcome.status < 500), "no failure");
    room.nothing_is_lost(&other.base, &heard).await;
    let found = examined(folder.path(), &quad).await;
    is(&found, "database", Level::Ok, &format!("PostgreSQL {version}"));
    // A limit of time that somebody else chose holds for none of Quad's own sessions, however quick its transactions are here.
    let own = Db::open(&at_database(&url, "quad"), &scratch::options()).await.expect("opened");
    for (name, value) in set.iter().filter(|(name, _)| name.ends_with("_timeout")) {
        let now: Option<String> =
            sql(format!("SELECT current_setting('{name}') AS value")).value(&own).await.expect("asked");
        assert_ne!(now.as_deref(), Some(*value), "{name}");
    }
    own.close().await;
    let (sound, said) = quad_with(folder.path(), &quad, &["check"]);
    assert!(sound && said.contains("rules hold."), "{said}");
    let backup = base.path().join("quad.tar.zst").display().to_string();
    let (done, said) = quad_with(folder.path(), &quad, &["backup", &backup]);
    assert!(done, "{said}");
    for process in [one, other] {
        assert!(process.stop().await.success());
    }
    let target = at_database(&url, "second");
    let there = environment(&target);
    let there: Vec<(&str, &str)> = there.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let (done, said) = quad_with(folder.path(), &there, &["restore", &backup]);
    assert!(done && said.contains("rules hold."), "{said}");
    let third = at_database(&url, "third");
    let (done, said) = quad_with_words(&["transfer", "--from", &target, "--to", &third]);
    assert!(done, "{said}");
    let server = Process::start(folder.path(), &there);
    room.nothing_is_lost(&server.base, &heard).await;
    assert_eq!(room.students[0].browser.at(&server.base).tally(&poll).await.1, 6);
    assert!(server.stop().await.success());
}

/// A poll that runs, by the server's clock.
async fn poll_of(room: &Room) -> serde_json::Value {
    let date = room.owner.get("/checklogged").await.headers["date"].to_str().expect("a date").to_owned();
    let now = httpdate::parse_http_date(&date).expect("a date").duration_since(std::time::UNIX_EPOCH).expect("a time");
    let at = |seconds: i64| quad_kernel::clock::Time(now.as_millis() as i64 + seconds * 1000).to_rfc3339();
    json!({"Title": "Where to?", "Organization": "Hobby Club", "Optionsize": 2,
        "Participate": [{"name": "Sea", "count": []}, {"name": "Hills", "count": []}],
        "Totalvoter": [], "Starttime": at(0), "Endtime": at(3600)})
}

fn quad_with_words(words: &[&str]) -> (bool, String) {
    let run = std::process::Command::new(crate::harness::program()).args(words).env_clear().output().expect("it runs");
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    (run.status.success(), said)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_oldest_postgresql_does_the_main_job() {
    the_main_job(12, &[]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_newest_postgresql_does_the_main_job() {
    the_main_job(18, &[]).await;
}

/// `transaction_timeout` is one of them, which is new in PostgreSQL 17.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_of_the_role_make_no_failure_on_the_newest_postgresql() {
    the_main_job(18, ROLES[1]).await;
}
