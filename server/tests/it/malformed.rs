//! Input that is malformed, byte by byte over raw sockets, at every call it could matter to. The rule: an answer below 500 in our
//! words, or a closed connection for what is no HTTP; nothing hangs, and the server goes on. What reaches a database is tried on
//! both engines, what does not on one. Who may do what is told elsewhere (hostile.rs).

mod addresses;
mod bodies;
mod bombs;
mod field;
mod forms;
mod lines;
mod raw;

use field::Field;

use crate::harness::TestApp;
use crate::plain_stories;

plain_stories!(fields_of_wrong_kinds_break_nothing, ids_of_wrong_kinds_are_nobodys);

/// In the gate: a few hundred of all kinds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn some_of_each_kind_break_nothing() {
    let field = Field::of(&TestApp::on_sqlite().await).await.sampled(60);
    bodies::odd_fields(&field).await;
    bodies::no_json(&field).await;
    addresses::ids(&field).await;
    addresses::queries(&field).await;
    forms::broken_forms(&field).await;
    field.done("some of each kind", 200);
}

async fn fields_of_wrong_kinds_break_nothing(t: TestApp) {
    let field = Field::of(&t).await;
    bodies::odd_fields(&field).await;
    field.done("fields of wrong kinds", 4_000);
}

async fn ids_of_wrong_kinds_are_nobodys(t: TestApp) {
    let field = Field::of(&t).await;
    addresses::ids(&field).await;
    addresses::queries(&field).await;
    field.done("ids and queries", 4_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_json_is_refused() {
    let field = Field::of(&TestApp::on_sqlite().await).await;
    bodies::no_json(&field).await;
    field.done("no JSON", 4_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_forms_are_refused() {
    let field = Field::of(&TestApp::on_sqlite().await).await;
    forms::broken_forms(&field).await;
    field.done("forms", 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_http_ends_its_connection_alone() {
    let field = Field::of(&TestApp::on_sqlite().await).await;
    lines::all(&field).await;
    field.done("lines, headers and frames", 500);
}
