//! Stories of the first steps: what a new installation tells its administrator.

use quad_db::sql;
use quad_kernel::clock::Time;
use quad_people::accounts;
use serde_json::{Value, json};

use crate::harness::{Browser, PASSWORD, TestApp, until};
use crate::plain_stories;

plain_stories!(
    only_administrators_see_the_first_steps,
    a_new_installation_says_what_is_to_do,
    services_are_looked_at_in_the_background,
    what_is_set_up_is_done,
    backups_on_the_only_disk_are_done,
    a_new_backup_is_seen_at_once,
    registration_is_kept_open_on_purpose,
    no_secret_is_told,
);

/// The steps once everything was looked at.
async fn steps(root: &Browser) -> Value {
    let mut said = Value::Null;
    until("everything is looked at", async || {
        said = root.get("/first-steps").await.expect(200);
        !said["steps"].to_string().contains("looking")
    })
    .await;
    said
}

/// An administrator where mail is set up, and an account waits for its link.
async fn admin_made_on_the_host(t: &TestApp) -> Browser {
    let email = "root@meridian.example";
    let said = accounts::create_by_operator(&t.app, email, "Root Test").await.expect("made");
    accounts::promote(&t.app, email).await.expect("promoted");
    let password = said.rsplit(' ').next().expect("a password");
    let browser = t.browser();
    browser.post("/login", json!({"email": email, "passWord": password})).await.expect(200);
    browser
}

fn step<'a>(said: &'a Value, name: &str) -> &'a Value {
    said["steps"].as_array().expect("a list").iter().find(|one| one["step"] == name).expect("that step")
}

async fn only_administrators_see_the_first_steps(t: TestApp) {
    let ada = t.organiser("ada").await;
    t.browser().get("/first-steps").await.refused(401, "logged_out");
    ada.get("/first-steps").await.refused(404, "missing");
    ada.put("/first-steps/registration", json!({"keptOpen": true})).await.refused(404, "missing");
}

async fn a_new_installation_says_what_is_to_do(t: TestApp) {
    let new = t
        .alone(
            &[("QUAD_INSTITUTE_NAME", "Your Institute"), ("QUAD_INSTITUTE_DOMAINS", ""), ("QUAD_CONTACT_EMAIL", "")],
            4,
        )
        .await;
    let root = new.admin("root").await;
    let said = steps(&root).await;
    let order: Vec<_> = said["steps"].as_array().expect("a list").iter().map(|one| one["step"].clone()).collect();
    assert_eq!(order, ["institute", "registration", "mail", "backups", "clubs", "payments", "push"]);
    for (name, setting) in [
        ("institute", "institute_name"),
        ("registration", "institute_domains"),
        ("mail", "smtp_url"),
        ("backups", "backup_every"),
        ("push", "contact_email"),
    ] {
        let one = step(&said, name);
        assert_eq!(one["state"], "open", "{one}");
        assert!(one["says"].as_str().is_some_and(|says| says.contains(setting)), "{one}");
        assert_eq!(one["settings"][0], setting);
    }
    let clubs = step(&said, "clubs");
    assert_eq!((&clubs["state"], &clubs["settings"]), (&json!("open"), &json!([])));
    assert!(clubs["says"].as_str().is_some_and(|says| says.starts_with("DRAMATIC, HOBBY have")), "{clubs}");
    assert_eq!(said["done"], false);
    // Whoever has named a contact is led to what is missing besides.
    let plain = t
        .alone(
            &[("QUAD_CONTACT_EMAIL", "root@meridian.example"), ("QUAD_PUBLIC_URL", "http://quad.meridian.example")],
            5,
        )
        .await;
    let said = steps(&plain.admin("root").await).await;
    let push = step(&said, "push");
    assert_eq!((&push["state"], &push["settings"]), (&json!("open"), &json!(["public_url"])), "{push}");
}

async fn services_are_looked_at_in_the_background(t: TestApp) {
    // Nobody answers there: had the call waited for it, it would know that, and not be looking.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("smtp://{}", silent.local_addr().expect("an address"));
    let new = t.alone(&[("QUAD_SMTP_URL", url.as_str())], 5).await;
    let root = admin_made_on_the_host(&new).await;
    let said = root.get("/first-steps").await.expect(200);
    assert_eq!(step(&said, "mail")["state"], "looking");
    assert_eq!(said["done"], false, "what nobody knows is not done");
}

async fn what_is_set_up_is_done(t: TestApp) {
    let root = t.admin("root").await;
    for (name, club) in [("bo", "HOBBY"), ("cy", "DRAMATIC")] {
        t.administrator(&root, name, club).await;
    }
    let said = steps(&root).await;
    for name in ["clubs", "registration"] {
        assert_eq!(step(&said, name)["state"], "done", "{said}");
    }
}

async fn backups_on_the_only_disk_are_done(t: TestApp) {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a path");
    let set = [("QUAD_DATA_DIR", data), ("QUAD_BACKUP_EVERY", "12h")];
    let new = t.alone(&set, 7).await;
    let said = steps(&new.admin("root").await).await;
    let one = step(&said, "backups");
    assert_eq!(one["state"], "open", "none is made yet: {one}");
    let (name, _) = of_an_hour_ago(&new);
    std::fs::create_dir(folder.path().join("backups")).expect("a folder");
    std::fs::write(folder.path().join("backups").join(&name), "x").expect("a file");
    let set_up = t.alone(&set, 8).await;
    let said = steps(&set_up.admin("root").await).await;
    let one = step(&said, "backups");
    assert_eq!(one["state"], "done", "{one}");
    let says = one["says"].as_str().expect("words");
    assert!(says.starts_with(&format!("{name}, 1.0 h old")), "{says}");
    #[cfg(unix)]
    assert!(says.contains("on the disk of the database and are lost with it"), "{says}");
}

/// The name of a scheduled backup of an hour ago, and when that was.
fn of_an_hour_ago(app: &TestApp) -> (String, Time) {
    let hour_ago = Time(app.app.clock.now().0 - 3_600_000);
    let digits: String = hour_ago.to_rfc3339().chars().filter(char::is_ascii_digit).take(14).collect();
    (format!("quad-{}-{}.tar.zst", &digits[..8], &digits[8..]), hour_ago)
}

/// What was found of the disk holds for a minute, and no longer than until the next backup: *Backups* names that one already.
async fn a_new_backup_is_seen_at_once(t: TestApp) {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a path");
    let new = t.alone(&[("QUAD_DATA_DIR", data), ("QUAD_BACKUP_EVERY", "12h")], 9).await;
    let root = new.admin("root").await;
    assert_eq!(step(&steps(&root).await, "backups")["state"], "open", "none is made yet");
    let (name, began_at) = of_an_hour_ago(&new);
    std::fs::create_dir_all(folder.path().join("backups")).expect("a folder");
    std::fs::write(folder.path().join("backups").join(&name), "x").expect("a file");
    let mut tx = new.app.db.begin().await.expect("begun");
    sql("INSERT INTO backup_runs (began_at, file, bytes, verified_at) VALUES ($1, $2, 1, $1)")
        .arg(began_at)
        .arg(name.as_str())
        .run(&mut tx)
        .await
        .expect("as the job writes it");
    tx.commit().await.expect("committed");
    let said = root.get("/first-steps").await.expect(200);
    assert_ne!(step(&said, "backups")["state"], "open", "what was found before is not told any more");
    assert_eq!(step(&steps(&root).await, "backups")["state"], "done", "and the clock has not moved");
}

async fn registration_is_kept_open_on_purpose(t: TestApp) {
    let new = t.alone(&[("QUAD_INSTITUTE_DOMAINS", "")], 4).await;
    let root = new.admin("root").await;
    let state = |said: &Value| {
        let one = step(said, "registration");
        (one["state"].as_str().expect("a state").to_owned(), one["kept"].as_bool().expect("a bool"))
    };
    let acts = async || {
        let said = root.get("/audit?size=200").await.expect(200);
        let all = said["entries"].as_array().expect("a list").iter().map(|one| one["said"].to_string());
        all.filter(|said| said.contains("registration")).count()
    };
    assert_eq!(state(&steps(&root).await), ("open".to_owned(), false));
    for (kept, written) in [(false, 0), (true, 1), (true, 1), (false, 2), (true, 3)] {
        let said = root.put("/first-steps/registration", json!({"keptOpen": kept})).await.expect(200);
        let expected = (if kept { "done" } else { "open" }.to_owned(), kept);
        assert_eq!((state(&said), state(&steps(&root).await)), (expected.clone(), expected));
        assert_eq!(acts().await, written, "what changes nothing is not listed");
    }
    root.put("/first-steps/registration", json!({})).await.refused(400, "invalid");
    // Where addresses are named it is done anyway.
    let root = t.admin("root").await;
    root.put("/first-steps/registration", json!({"keptOpen": true})).await.expect(200);
    assert_eq!(state(&steps(&root).await), ("done".to_owned(), false));
}

async fn no_secret_is_told(t: TestApp) {
    let secrets = [
        ("QUAD_SMTP_URL", "smtp://post:hunter22@127.0.0.1:9"),
        ("QUAD_RAZORPAY_KEY_ID", "rzp_test_abc"),
        ("QUAD_RAZORPAY_KEY_SECRET", "hunter22-key"),
        ("QUAD_RAZORPAY_WEBHOOK_SECRET", "hunter22-hook"),
        ("QUAD_RAZORPAY_BASE_URL", "http://127.0.0.1:9"),
    ];
    let new = t.alone(&secrets, 6).await;
    let root = admin_made_on_the_host(&new).await;
    let said = steps(&root).await;
    assert_eq!(step(&said, "mail")["state"], "broken", "{said}");
    for secret in ["hunter22", PASSWORD] {
        assert!(!said.to_string().contains(secret), "{said}");
    }
}
