//! Stories of what everybody may know of this installation.

use serde_json::json;

use crate::harness::TestApp;
use crate::plain_stories;

plain_stories!(everybody_may_read_what_this_installation_is, the_counts_are_real, a_demo_says_that_it_is_one);

async fn everybody_may_read_what_this_installation_is(t: TestApp) {
    let said = t.browser().get("/site").await.expect(200);
    assert_eq!(
        said,
        json!({"name": "Quad", "instituteName": "Meridian Institute of Technology", "instituteDomains": ["meridian.example"],
            "timeZone": "Asia/Kolkata", "billing": "on", "testPayments": true, "foreignPictures": false, "mail": false, "studentsClaim": null,
            "contactEmail": null, "contactPhone": null, "policiesUpdated": "June 2025",
            "counts": {"students": 0, "contests": 0, "answers": 0}, "demo": false, "serverNow": t.moment(0)})
    );
    let told =
        [("QUAD_BILLING", "off"), ("QUAD_STUDENTS_CLAIM", "50,000+ students"), ("QUAD_PICTURE_HOSTS", "img.example")];
    let t = t.another(&told, 1).await;
    let said = t.browser().get("/site").await.expect(200);
    assert_eq!((&said["billing"], &said["studentsClaim"]), (&json!("off"), &json!("50,000+ students")));
    assert_eq!(said["testPayments"], false, "nothing is sold");
    assert_eq!(said["foreignPictures"], true, "a host is allowed");
    let keys = ["KEY_ID", "KEY_SECRET", "WEBHOOK_SECRET"].map(|name| format!("QUAD_RAZORPAY_{name}"));
    let keys = keys.each_ref().map(|name| (name.as_str(), "rzp_test_1DP5mmOlF5G5ag"));
    let said = t.another(&keys, 2).await.browser().get("/site").await.expect(200);
    assert_eq!(said["testPayments"], false, "sold for money");
}

async fn the_counts_are_real(t: TestApp) {
    // Each process remembers them for itself.
    let t = t.alone(&[], 2).await;
    let owner = t.organiser("owner").await;
    t.person("ada").await;
    for is_public in [true, false] {
        let contest = json!({"title": "Friday quiz", "description": "", "startDate": t.moment(60), "endDate": t.moment(7200),
            "isPublic": is_public, "QuestionSet": []});
        owner.post("/post/createcontest", contest).await.expect(201);
    }
    let said = t.browser().get("/site").await.expect(200);
    assert_eq!(said["counts"], json!({"students": 2, "contests": 1, "answers": 0}));
    // Some seconds old is fine: a crowd on the landing page costs one read.
    t.person("bo").await;
    assert_eq!(t.browser().get("/site").await.expect(200)["counts"], said["counts"]);
}

async fn a_demo_says_that_it_is_one(t: TestApp) {
    let mut tx = t.app.db.begin().await.expect("a transaction");
    quad_campus::site::mark_as_demo(&mut tx, t.app.clock.now()).await.expect("marked");
    tx.commit().await.expect("committed");
    assert_eq!(t.browser().get("/site").await.expect(200)["demo"], true);
}
