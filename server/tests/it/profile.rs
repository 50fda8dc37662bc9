//! Stories of the person's own page and of the log-in check.

use quad_contests::payments;
use reqwest::Method;
use serde_json::json;

use crate::harness::TestApp;
use crate::plain_stories;

plain_stories!(
    the_page_shows_what_the_specification_lists,
    only_oneself_or_an_administrator_sees_a_person,
    the_log_in_check_never_fails,
    contests_joined_are_listed,
);

async fn the_page_shows_what_the_specification_lists(t: TestApp) {
    let ada = t.person("ada").await;
    payments::grant_by_operator(&t.app, "ada@meridian.example", 3, 1).await.expect("granted");
    let said = ada.get(&format!("/getuser/{}", ada.id)).await.expect(200);
    assert_eq!(
        said,
        json!({"_id": ada.id, "fullname": "Ada Test", "email": "ada@meridian.example", "contact": "9000000001",
            "contestgiven": [], "role": "ORGANISER", "count": 3, "poll": 1, "Batch": 2026, "createdAt": t.moment(0), "picture": null})
    );
}

async fn only_oneself_or_an_administrator_sees_a_person(t: TestApp) {
    let (ada, bo, root) = (t.person("ada").await, t.person("bo").await, t.admin("root").await);
    let path = format!("/getuser/{}", bo.id);
    ada.get(&path).await.refused(403, "identity_mismatch");
    ada.get("/getuser/00000000-0000-7000-8000-000000000000").await.refused(403, "identity_mismatch");
    ada.get("/getuser/nobody").await.refused(403, "identity_mismatch");
    t.browser().get(&path).await.refused(401, "logged_out");
    assert_eq!(root.get(&path).await.expect(200)["email"], "bo@meridian.example");
    root.get("/getuser/00000000-0000-7000-8000-000000000000").await.refused(404, "missing");
    root.get("/getuser/nobody").await.refused(404, "missing");
}

async fn the_log_in_check_never_fails(t: TestApp) {
    let guest = t.browser();
    assert_eq!(guest.get("/checklogged").await.expect(200), json!({"success": false}));
    let nonsense = [("cookie", "quad_session=nonsense; quad_session")];
    assert_eq!(guest.ask(Method::GET, "/checklogged", None, &nonsense).await.expect(200), json!({"success": false}));
    let ada = t.person("ada").await;
    assert_eq!(
        ada.get("/checklogged").await.expect(200),
        json!({"success": true, "user": {"_id": ada.id, "fullName": "Ada Test", "email": "ada@meridian.example",
            "contact": "9000000001", "role": "USER", "roles": ["USER"], "Batch": 2026, "contestCredits": 0, "pollCredits": 0, "picture": null}})
    );
}

async fn contests_joined_are_listed(t: TestApp) {
    let (owner, ada) = (t.organiser("owner").await, t.person("ada").await);
    let contest = json!({"title": "Friday quiz", "description": "", "startDate": t.moment(-60), "endDate": t.moment(7200),
        "isPublic": true, "QuestionSet": []});
    let id = owner.post("/post/createcontest", contest).await.expect(201)["contest"]["_id"].clone();
    let question = json!({"Question": "Two and two?", "Options": ["3", "4", "5", "6"], "Answer": "4", "contestId": id});
    owner.post("/post/addQuestion", question).await.expect(201);
    ada.post("/complete", json!({"contestId": id, "userId": ada.id, "intent": "join"})).await.expect(200);
    let said = ada.get(&format!("/getuser/{}", ada.id)).await.expect(200);
    assert_eq!(said["contestgiven"], json!([id]));
}
