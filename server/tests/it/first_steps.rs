//! Stories of the first steps: what a new installation tells its administrator.

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
    let hour_ago = Time(new.app.clock.now().0 - 3_600_000).to_rfc3339();
    let digits: String = hour_ago.chars().filter(char::is_ascii_digit).take(14).collect();
    let name = format!("quad-{}-{}.tar.zst", &digits[..8], &digits[8..]);
    std::fs::create_dir(folder.path().join("backups")).expect("a folder");
    std::fs::write(folder.path().join("backups").join(&name), "x").expect("a file");
    let set_up = t.alone(&set, 8).await;
    let said = steps(&set_up.admin("root").await).await;
    let one = step(&said, "backups");
    assert_eq!(one["state"], "done", "{one}");
    let says = one["says"].as_str().expect("words");
    assert!(says.starts_with(&format!("{name}, 1.0 h old")), "{says}");
    #[cfg(unix)]
    assert!(says.contains("on the disk of the database and go with it"), "{says}");
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
