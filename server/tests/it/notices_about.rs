//! Stories of what other people's inboxes say of a person: it follows a change of the name, and is no more when the account is deleted.

use quad_db::sql;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Browser, PASSWORD, TestApp};
use crate::on_both_engines;

on_both_engines!(what_inboxes_call_somebody_follows_the_person, a_lone_applicant_goes_from_the_inbox_of_admin,);

async fn bodies(who: &Browser) -> Vec<String> {
    let said = who.get("/notifications").await.expect(200);
    let all = said["notifications"].as_array().expect("a list").iter();
    all.map(|one| one["body"].as_str().expect("a text").to_owned()).collect()
}

async fn rename(who: &Browser, name: &str) {
    who.ask(Method::PUT, "/account", Some(json!({"fullName": name})), &[]).await.expect(200);
}

async fn leave(who: &Browser) {
    who.ask(Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
}

/// How many notices have a word in them.
async fn with_word(t: &TestApp, word: &str) -> i64 {
    let text = "SELECT COUNT(*) AS value FROM notifications WHERE title LIKE $1 OR body LIKE $1";
    sql(text).arg(format!("%{word}%")).value(&t.app.db).await.expect("counted").expect("a number")
}

async fn what_inboxes_call_somebody_follows_the_person(t: TestApp) {
    let root = t.admin("root").await;
    let meera = t.administrator(&root, "meera", "HOBBY").await;
    let (ada, other) = (t.person("ada").await, t.person("noor").await);
    for who in [&ada, &other] {
        who.post("/clubs/HOBBY/question", json!({"text": "When do you meet?"})).await.expect(201);
        who.post("/enquiries", json!({"topic": "contact", "message": "The lawn is too green"})).await.expect(201);
    }
    assert!(bodies(&meera).await.contains(&"Ada Test <ada@meridian.example> asks:\nWhen do you meet?".to_owned()));
    let kept = [bodies(&meera).await.len(), bodies(&root).await.len()];
    for name in ["Ada Lovelace", "Ada Byron"] {
        rename(&ada, name).await;
        let asks = format!("{name} <ada@meridian.example> asks:\nWhen do you meet?");
        assert!(bodies(&meera).await.contains(&asks), "{:?}", bodies(&meera).await);
        assert!(bodies(&root).await.contains(&format!("{name} wrote: “The lawn is too green”")));
    }
    assert_eq!(with_word(&t, "Ada Test").await + with_word(&t, "Lovelace").await, 0);
    assert_eq!([bodies(&meera).await.len(), bodies(&root).await.len()], kept);
    leave(&ada).await;
    assert_eq!(with_word(&t, "Ada").await + with_word(&t, "ada@").await, 0);
    assert_eq!(bodies(&meera).await.len(), kept[0] - 1, "the question went with the account");
    let stays = |body: &String| body.starts_with("Former student") && body.ends_with("wrote: “The lawn is too green”");
    assert_eq!(bodies(&root).await.iter().filter(|body| stays(body)).count(), 1, "what was written stays");
    // Nobody else's.
    assert!(bodies(&meera).await.contains(&"Noor Test <noor@meridian.example> asks:\nWhen do you meet?".to_owned()));
    assert!(bodies(&root).await.contains(&"Noor Test wrote: “The lawn is too green”".to_owned()));
}

async fn a_lone_applicant_goes_from_the_inbox_of_admin(t: TestApp) {
    let (root, ada) = (t.admin("root").await, t.person("ada").await);
    ada.post("/member/join/HOBBY", Value::Object(serde_json::Map::new())).await.expect(201);
    assert_eq!(with_word(&t, "Ada Test <ada@").await, 1);
    rename(&ada, "Ada Byron").await;
    assert_eq!((with_word(&t, "Ada Test").await, with_word(&t, "Ada Byron <ada@").await), (0, 1));
    leave(&ada).await;
    assert_eq!(with_word(&t, "Ada").await, 0);
    assert!(bodies(&root).await.iter().all(|body| !body.contains("wants to join")));
}
