//! Stories of operations: what administrators see of the background, and what they may do about it.

use quad_db::sql;
use quad_people::accounts;
use serde_json::{Value, json};

use crate::harness::TestApp;
use crate::plain_stories;

plain_stories!(
    only_administrators_see_jobs,
    jobs_are_listed_without_what_they_carry,
    a_parked_job_runs_again,
    a_job_is_dropped_unless_it_runs_or_is_timed,
    every_kind_of_job_is_explained,
);

/// Something that cannot be read, so that it is parked.
async fn parked(t: &TestApp) {
    let mut tx = t.app.db.begin().await.expect("begun");
    sql("INSERT INTO jobs (kind, payload, run_at, created_at) VALUES ('enquiries.send', 'secret-words', $1, $1)")
        .arg(t.app.clock.now())
        .run(&mut tx)
        .await
        .expect("written");
    tx.commit().await.expect("committed");
    t.run_jobs().await;
}

fn find<'a>(said: &'a Value, kind: &str) -> &'a Value {
    said["jobs"].as_array().expect("a list").iter().find(|job| job["kind"] == kind).expect("that kind")
}

async fn only_administrators_see_jobs(t: TestApp) {
    let ada = t.organiser("ada").await;
    for (who, status, code) in [(&t.browser(), 401, "logged_out"), (&ada, 404, "missing")] {
        who.get("/jobs").await.refused(status, code);
        who.post("/jobs/1/retry", json!({})).await.refused(status, code);
        who.delete("/jobs/1").await.refused(status, code);
    }
}

async fn jobs_are_listed_without_what_they_carry(t: TestApp) {
    let root = t.admin("root").await;
    parked(&t).await;
    let answer = root.get("/jobs").await;
    assert!(!String::from_utf8_lossy(&answer.bytes).contains("secret-words"));
    let said = answer.expect(200);
    let first = &said["jobs"][0];
    assert_eq!(
        *first,
        json!({"id": first["id"], "kind": "enquiries.send", "does": "Mails an enquiry to an administrator", "state": "parked",
            "tries": 1, "runAt": t.moment(0), "createdAt": t.moment(0), "lastError": first["lastError"], "timed": false,
            "mayRetry": true, "mayDrop": true,
            "dropping": "That administrator gets no mail. The enquiry stays in the list."}),
        "parked ones first"
    );
    assert!(first["lastError"].as_str().is_some_and(|why| !why.is_empty()), "{first}");
    assert_eq!((&said["counts"]["parked"], &said["counts"]["running"]), (&json!(1), &json!(0)));
    let sweep = find(&said, "accounts.sweep");
    assert_eq!((&sweep["timed"], &sweep["mayDrop"], &sweep["state"]), (&json!(true), &json!(false), &json!("waiting")));
    let waiting = said["counts"]["waiting"].as_i64().expect("a number");
    let only = root.get("/jobs?state=waiting&size=2").await.expect(200);
    assert_eq!((only["total"].as_i64(), only["jobs"].as_array().map(Vec::len)), (Some(waiting), Some(2)));
    let one = root.get("/jobs?kind=enquiries.send&state=parked").await.expect(200);
    assert_eq!((&one["total"], &one["jobs"][0]), (&json!(1), first));
    assert!(said["kinds"].as_array().is_some_and(|kinds| kinds.contains(&json!("enquiries.send"))));
    assert_eq!(root.get("/jobs?kind=nothing%00").await.expect(200)["jobs"], json!([]));
    assert_eq!(root.get("/jobs?page=9").await.expect(200)["jobs"], json!([]));
    for strange in ["?state=done", "?page=0", "?size=0", "?size=201", "?page=x"] {
        root.get(&format!("/jobs{strange}")).await.refused(400, "invalid");
    }
}

async fn a_parked_job_runs_again(t: TestApp) {
    let root = t.admin("root").await;
    parked(&t).await;
    let id = root.get("/jobs?state=parked").await.expect(200)["jobs"][0]["id"].as_str().expect("an id").to_owned();
    let path = format!("/jobs/{id}/retry");
    assert_eq!(root.post(&path, json!({})).await.expect(200)["message"], "The job is being tried again.");
    root.post(&path, json!({})).await.refused(409, "job_not_parked");
    let said = root.get("/jobs?kind=enquiries.send").await.expect(200);
    assert_eq!((&said["jobs"][0]["state"], &said["jobs"][0]["tries"]), (&json!("waiting"), &json!(0)));
    // What was wrong is put right, and it runs.
    let mut tx = t.app.db.begin().await.expect("begun");
    let nothing = r#"{"enquiry":"01a1f8ef-6140-7277-9208-019e6cd572a8","to":"root@meridian.example"}"#;
    sql("UPDATE jobs SET payload = $1 WHERE kind = 'enquiries.send'").arg(nothing).run(&mut tx).await.expect("written");
    tx.commit().await.expect("committed");
    t.run_jobs().await;
    root.post(&path, json!({})).await.refused(404, "missing");
    for strange in ["0", "x", "-1", "99999999999999999999", "%00"] {
        root.post(&format!("/jobs/{strange}/retry"), json!({})).await.refused(404, "missing");
        root.delete(&format!("/jobs/{strange}")).await.refused(404, "missing");
    }
}

async fn a_job_is_dropped_unless_it_runs_or_is_timed(t: TestApp) {
    let root = t.admin("root").await;
    parked(&t).await;
    let ada = t.person("ada").await;
    let code = json!({"email": "ada@meridian.example", "newPassword": "copper-lantern-77"});
    ada.post("/resetpassword", code).await.expect(202);
    let said = root.get("/jobs").await.expect(200);
    let id = |kind: &str| find(&said, kind)["id"].as_str().expect("an id").to_owned();
    for kind in ["enquiries.send", "accounts.send_reset_code"] {
        assert_eq!(find(&said, kind)["mayDrop"], true);
        root.delete(&format!("/jobs/{}", id(kind))).await.expect(200);
        root.delete(&format!("/jobs/{}", id(kind))).await.refused(404, "missing");
    }
    root.delete(&format!("/jobs/{}", id("accounts.sweep"))).await.refused(409, "job_timed");
    let mut tx = t.app.db.begin().await.expect("begun");
    sql("INSERT INTO jobs (kind, payload, state, tries, lease_until, run_at, created_at)
         VALUES ('enquiries.send', '{}', 1, 1, $1, $1, $1)")
    .arg(i64::MAX)
    .run(&mut tx)
    .await
    .expect("written");
    tx.commit().await.expect("committed");
    let said = root.get("/jobs?state=running").await.expect(200);
    let running = &said["jobs"][0];
    assert_eq!((&running["mayDrop"], &running["mayRetry"]), (&json!(false), &json!(false)));
    let path = format!("/jobs/{}", running["id"].as_str().expect("an id"));
    root.delete(&path).await.refused(409, "job_running");
    root.post(&format!("{path}/retry"), json!({})).await.refused(409, "job_not_parked");
    assert_eq!(t.mails().await.len(), 0, "no code was mailed");
}

async fn every_kind_of_job_is_explained(t: TestApp) {
    let root = t.admin("root").await;
    let mut tx = t.app.db.begin().await.expect("begun");
    for kind in quad::jobs::registry().kinds() {
        sql("INSERT INTO jobs (kind, payload, run_at, created_at) VALUES ($1, '{}', $2, $2)")
            .arg(kind)
            .arg(t.app.clock.now().plus(std::time::Duration::from_hours(1)))
            .run(&mut tx)
            .await
            .expect("written");
    }
    tx.commit().await.expect("committed");
    let said = root.get("/jobs?size=200").await.expect(200);
    for job in said["jobs"].as_array().expect("a list") {
        assert!(!job["does"].as_str().is_some_and(|does| does.contains("another version")), "{job}");
    }
    assert!(accounts::count(&t.app.db).await.expect("counted") > 0);
}
