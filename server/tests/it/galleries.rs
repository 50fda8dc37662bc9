//! Stories of galleries: uploading, who may, bad files, order, removing what was meant, deleting.

use futures::future::join_all;
use quad_db::sql;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Form, TestApp, made};
use crate::{on_both_engines, plain_stories};

on_both_engines!(racing_removals_remove_what_was_meant, racing_uploads_make_one_gallery,);

plain_stories!(
    a_gallery_is_made_added_to_and_shown,
    only_the_clubs_managers_change_it,
    a_bad_file_costs_the_others_nothing,
    a_gallery_has_room_for_so_many,
    a_picture_is_removed_where_it_was_seen,
    a_gallery_goes_with_its_pictures,
    a_field_that_comes_twice_is_refused,
    strange_input_is_refused,
);

fn picture(number: u32) -> Vec<u8> {
    made::png(&made::quadrants(40 + number, 30))
}

fn form(event: &str, numbers: impl IntoIterator<Item = u32>) -> Form {
    titled("Fest Gallery", event, numbers)
}

fn titled(title: &str, event: &str, numbers: impl IntoIterator<Item = u32>) -> Form {
    let form = Form::new().text("title", title).text("description", "Two days").text("eventId", event);
    numbers.into_iter().fold(form, |form, number| form.file("images", &format!("{number}.png"), &picture(number)))
}

async fn upload(browser: &Browser, form: Form) -> Answer {
    browser.send_form(Method::POST, "/upload/addgallery", form).await
}

fn widths(gallery: &Value) -> Vec<u64> {
    let all = gallery["pictures"].as_array().expect("pictures");
    all.iter().map(|picture| picture["width"].as_u64().expect("a width") - 40).collect()
}

async fn shown(browser: &Browser, club: &str) -> Vec<Value> {
    browser.get(&format!("/event/gallery/{club}")).await.expect(200)["gallery"].as_array().expect("a list").clone()
}

async fn count(t: &TestApp, table: &str) -> i64 {
    sql(format!("SELECT count(*) AS value FROM {table}")).value(&t.app.db).await.expect("counting").unwrap_or_default()
}

async fn a_gallery_is_made_added_to_and_shown(t: TestApp) {
    let (manager, student) = (t.manager("meera", "HOBBY").await, t.person("ada").await);
    let event = t.event(&manager, "Fest", None).await;
    assert_eq!(shown(&student, "hobby").await, Vec::<Value>::new());
    let made = upload(&manager, form(&event, [3, 1, 2])).await.expect(201);
    assert_eq!((&made["success"], &made["message"]), (&json!(true), &json!("Gallery created successfully!")));
    assert_eq!((widths(&made["gallery"]), &made["refused"]), (vec![3, 1, 2], &json!([])));
    let more = upload(&manager, titled("Another", &event, [5, 4])).await.expect(200);
    assert_eq!(widths(&more["gallery"]), [3, 1, 2, 5, 4]);
    assert_eq!((&more["gallery"]["_id"], &more["gallery"]["title"]), (&made["gallery"]["_id"], &json!("Fest Gallery")));
    let list = shown(&student, "hobby").await;
    assert_eq!(list, [more["gallery"].clone()]);
    let gallery = &list[0];
    assert_eq!((&gallery["club"], &gallery["EventId"]["_id"]), (&json!("HOBBY"), &json!(event)));
    assert_eq!(gallery["EventId"]["title"], "Fest");
    for (address, picture) in
        gallery["imageUrl"].as_array().expect("addresses").iter().zip(gallery["pictures"].as_array().expect("pictures"))
    {
        assert_eq!(address, &picture["url"]);
        let key = picture["key"].as_str().expect("a key");
        assert_eq!(student.get(&format!("/media/{key}")).await.status, 200);
    }
    for id in [gallery["_id"].as_str().expect("an id"), &event] {
        assert_eq!(&manager.get(&format!("/event/galleryedit/{id}")).await.expect(200)["gallery"], gallery);
    }
    let caption = json!({"title": " The fest ", "description": ""});
    let path = format!("/galleries/{}", gallery["_id"].as_str().expect("an id"));
    assert_eq!(manager.put(&path, caption).await.expect(200)["gallery"]["title"], "The fest");
    assert_eq!(shown(&student, "HOBBY").await[0]["title"], "The fest");
    // Of two who change one of the two each, neither takes back what the other wrote.
    for (part, value) in [("description", "Day one"), ("title", "Fest"), ("description", ""), ("title", "The fest")] {
        let before = shown(&student, "HOBBY").await[0].clone();
        let said = manager.put(&path, json!({part: value})).await.expect(200)["gallery"].clone();
        let other = if part == "title" { "description" } else { "title" };
        assert_eq!((&said[part], &said[other]), (&json!(value), &before[other]));
    }
    manager.put(&path, json!({"title": " "})).await.refused(400, "invalid");
    // What is misspelt would seem to be saved; what was read may be sent back whole.
    for name in ["titel", "Title", "text", "caption", "imageurl"] {
        let said = manager.put(&path, json!({"description": "Day two", name: "Fest"})).await.refused(400, "invalid");
        assert_eq!(said["message"], format!("“{name}” cannot be set here. You can set title, description."));
    }
    let whole = shown(&student, "HOBBY").await[0].clone();
    assert_eq!(whole["description"], "");
    assert_eq!(manager.put(&path, whole.clone()).await.expect(200)["gallery"], whole);
    let data = manager.get("/account/data").await.expect(200);
    assert_eq!(data["galleries"]["made"][0]["id"], gallery["_id"]);
}

async fn only_the_clubs_managers_change_it(t: TestApp) {
    let (manager, other) = (t.manager("meera", "HOBBY").await, t.manager("dev", "DRAMATIC").await);
    let (student, guest) = (t.person("ada").await, t.browser());
    let event = t.event(&manager, "Fest", None).await;
    let id =
        upload(&manager, form(&event, [1])).await.expect(201)["gallery"]["_id"].as_str().expect("an id").to_owned();
    let before = shown(&student, "HOBBY").await;
    let seen = json!({"data1": before[0], "index": 0});
    for (who, status, code) in [
        (&student, 403, "not_club_administrator"),
        (&other, 403, "not_club_administrator"),
        (&guest, 401, "logged_out"),
    ] {
        upload(who, form(&event, [2])).await.refused(status, code);
        who.get(&format!("/event/galleryedit/{id}")).await.refused(status, code);
        who.ask(Method::DELETE, "/event/deleteimg", Some(seen.clone()), &[]).await.refused(status, code);
        who.put(&format!("/galleries/{id}"), json!({"title": "Mine"})).await.refused(status, code);
        who.delete(&format!("/galleries/{id}")).await.refused(status, code);
    }
    guest.get("/event/gallery/HOBBY").await.refused(401, "logged_out");
    assert_eq!(shown(&student, "HOBBY").await, before);
    // The club sent along is compared.
    let said = upload(&manager, form(&event, [2]).text("club", "DRAMATIC")).await.refused(400, "invalid");
    assert_eq!(said["field"], "club");
    upload(&manager, form(&event, [2]).text("club", "hobby")).await.expect(200);
}

async fn a_bad_file_costs_the_others_nothing(t: TestApp) {
    let manager = t.manager("meera", "HOBBY").await;
    let event = t.event(&manager, "Fest", None).await;
    let over = made::padded(&picture(9), 10_485_761);
    let mixed = form(&event, [1])
        .file("images", "page.png", b"<html>")
        .file("images", "over.png", &over)
        .file("images", "2.png", &picture(2))
        .file("images", "again.png", &picture(1));
    let said = upload(&manager, mixed).await.expect(201);
    assert_eq!(widths(&said["gallery"]), [1, 2]);
    assert_eq!(
        said["refused"],
        json!([{"name": "page.png", "why": "not a PNG, JPEG, GIF or WebP picture"},
            {"name": "over.png", "why": "larger than 10 MB"}, {"name": "again.png", "why": "already in this gallery"}])
    );
    let bad = form(&event, [1]).file("images", "page.png", b"<html>");
    let said = upload(&manager, bad).await.refused(400, "invalid");
    assert_eq!(
        said["message"],
        "No picture was added. page.png: not a PNG, JPEG, GIF or WebP picture; 1.png: already in this gallery"
    );
    let said = upload(&manager, form(&event, [])).await.refused(400, "invalid");
    assert_eq!(said["message"], "Please select at least one image");
    let blank = Form::new().text("title", " ").text("eventId", &event).file("images", "1.png", &picture(1));
    assert_eq!(upload(&manager, blank).await.refused(400, "invalid")["message"], "Please enter a title");
}

async fn a_gallery_has_room_for_so_many(t: TestApp) {
    let manager = t.manager("meera", "HOBBY").await;
    let event = t.event(&manager, "Fest", None).await;
    let said = upload(&manager, form(&event, 1..=52)).await.expect(201);
    assert_eq!(widths(&said["gallery"]), (1..=50).collect::<Vec<u64>>());
    let refused: Vec<&Value> = said["refused"].as_array().expect("a list").iter().map(|one| &one["why"]).collect();
    assert_eq!(refused, ["at most 50 files in one upload", "at most 50 files in one upload"]);
    let mut tx = t.app.db.begin().await.expect("begin");
    sql("UPDATE galleries SET pictures = 499").run(&mut tx).await.expect("filling");
    tx.commit().await.expect("commit");
    let said = upload(&manager, form(&event, [60, 61])).await.expect(200);
    assert_eq!(said["refused"], json!([{"name": "61.png", "why": "a gallery has room for 500 pictures"}]));
}

async fn a_picture_is_removed_where_it_was_seen(t: TestApp) {
    let manager = t.manager("meera", "HOBBY").await;
    let event = t.event(&manager, "Fest", None).await;
    let gallery = upload(&manager, form(&event, [1, 2, 3])).await.expect(201)["gallery"].clone();
    let remove = async |seen: &Value, index: i64| {
        manager.ask(Method::DELETE, "/event/deleteimg", Some(json!({"data1": seen, "index": index})), &[]).await
    };
    let said = remove(&gallery, 1).await.expect(200);
    assert_eq!((widths(&said["gallery"]), &said["message"]), (vec![1, 3], &json!("Image removed")));
    t.run_jobs().await;
    let gone = gallery["pictures"][1]["key"].as_str().expect("a key");
    manager.get(&format!("/media/{gone}")).await.refused(404, "missing");
    // Seen before the removal: at 1 another one stands by now, and at 2 none.
    for index in [1, 2, 3, 1000] {
        remove(&gallery, index).await.refused(409, "gallery_changed");
    }
    remove(&gallery, -1).await.refused(400, "invalid");
    assert_eq!(widths(&shown(&manager, "HOBBY").await[0]), [1, 3]);
    let more = upload(&manager, form(&event, [2])).await.expect(200);
    assert_eq!(widths(&more["gallery"]), [1, 3, 2]);
}

async fn racing_removals_remove_what_was_meant(t: TestApp) {
    let manager = t.manager("meera", "HOBBY").await;
    let event = t.event(&manager, "Fest", None).await;
    let gallery = upload(&manager, form(&event, 1..=8)).await.expect(201)["gallery"].clone();
    let all = join_all((0..16).map(async |_| {
        let body = json!({"data1": gallery, "index": 3});
        manager.ask(Method::DELETE, "/event/deleteimg", Some(body), &[]).await.status.as_u16()
    }))
    .await;
    assert_eq!(all.iter().filter(|status| **status == 200).count(), 1, "{all:?}");
    assert!(all.iter().all(|status| matches!(status, 200 | 409)), "{all:?}");
    assert_eq!(widths(&shown(&manager, "HOBBY").await[0]), [1, 2, 3, 5, 6, 7, 8]);
}

async fn racing_uploads_make_one_gallery(t: TestApp) {
    let manager = t.manager("meera", "HOBBY").await;
    let event = t.event(&manager, "Fest", None).await;
    let answers = join_all((0..6_u32).map(|number| upload(&manager, form(&event, [number * 2, number * 2 + 1])))).await;
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(made, 1, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
    let list = shown(&manager, "HOBBY").await;
    let mut all = widths(&list[0]);
    assert!(all.chunks(2).all(|pair| pair[0] + 1 == pair[1]), "each upload stays together: {all:?}");
    all.sort_unstable();
    assert_eq!((list.len(), all), (1, (0..12).collect()));
}

async fn a_gallery_goes_with_its_pictures(t: TestApp) {
    let manager = t.manager("meera", "HOBBY").await;
    let (event, other) = (t.event(&manager, "Fest", None).await, t.event(&manager, "Fair", None).await);
    let first = upload(&manager, form(&event, [1, 2])).await.expect(201)["gallery"].clone();
    let second = upload(&manager, form(&other, [2, 3])).await.expect(201)["gallery"].clone();
    manager.delete(&format!("/galleries/{}", first["_id"].as_str().expect("an id"))).await.expect(200);
    t.run_jobs().await;
    assert_eq!(
        (count(&t, "galleries").await, count(&t, "gallery_pictures").await, count(&t, "pictures").await),
        (1, 2, 2)
    );
    assert_eq!(shown(&manager, "HOBBY").await, [second]);
    manager.delete(&format!("/galleries/{}", first["_id"].as_str().expect("an id"))).await.refused(404, "missing");
    // The event can have a new one.
    upload(&manager, form(&event, [1])).await.expect(201);
}

/// Neither of the two is taken: what was looked at may be another one than what counts.
async fn a_field_that_comes_twice_is_refused(t: TestApp) {
    let manager = t.manager("meera", "HOBBY").await;
    let (event, other) = (t.event(&manager, "Fest", None).await, t.event(&manager, "Kites", None).await);
    let twice = [
        form(&event, [1]).text("title", "Another"),
        form(&event, [1]).text("title", "Fest Gallery"),
        form(&event, [1]).text("eventId", &other),
        form(&event, []).text("club", "HOBBY").text("club", "DRAMATIC").file("images", "1.png", &picture(1)),
    ];
    for form in twice {
        let said = upload(&manager, form).await.refused(400, "invalid");
        assert!(said["message"].as_str().expect("text").ends_with(" stands in it twice."), "{said}");
    }
    assert_eq!((count(&t, "pictures").await, count(&t, "galleries").await), (0, 0));
}

async fn strange_input_is_refused(t: TestApp) {
    let manager = t.manager("meera", "HOBBY").await;
    for id in ["", "x", "01a1f8ef-6140-7277-9208-019e6cd572a8", "%00"] {
        let status = manager.get(&format!("/event/galleryedit/{id}")).await.status.as_u16();
        assert!(matches!(status, 400 | 404), "{id}: {status}");
    }
    manager.get("/event/gallery/NOBODYS").await.refused(404, "missing");
    upload(&manager, form("x", [1])).await.refused(400, "invalid");
    upload(&manager, form("01a1f8ef-6140-7277-9208-019e6cd572a8", [1])).await.refused(404, "missing");
    for body in
        [json!({}), json!({"data1": null, "index": 0}), json!({"data1": {"_id": "x", "imageUrl": []}, "index": "0"})]
    {
        manager.ask(Method::DELETE, "/event/deleteimg", Some(body), &[]).await.refused(400, "invalid");
    }
    let nobodys = json!({"data1": {"_id": "x", "imageUrl": ["/a"]}, "index": 0});
    manager.ask(Method::DELETE, "/event/deleteimg", Some(nobodys), &[]).await.refused(404, "missing");
    assert_eq!(count(&t, "pictures").await, 0);
}
