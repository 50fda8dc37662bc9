//! What this process does when another one on the same database has changed something: a table of what is remembered.
//! How it is heard: `neighbours.rs`.

use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;
use quad_db::DbError;

use crate::app::App;
use crate::kernel::ids::UserId;
use crate::live::Topic;
use crate::neighbours::{Change, Heard};

/// Hears the other processes for as long as the application runs.
pub async fn hear(app: App) {
    let (neighbours, tasks, stop) = (app.neighbours.clone(), app.tasks.clone(), app.stop.clone());
    let act = Arc::new(move |heard| act(app.clone(), heard).boxed());
    neighbours.hear(act, tasks, stop).await;
}

async fn act(app: App, heard: Heard) {
    match heard {
        // The rest is forgotten by itself within a second, or looked for in the database by then.
        Heard::Missed => {
            app.parts.hears(true);
            app.live.refresh_all();
        }
        Heard::Deaf => app.parts.hears(false),
        Heard::Topic(name) => {
            // It is read anew; this word may be sooner than the one that its person is answered after.
            if let Some(Topic::Attempt(contest, user)) = Topic::parse(&name) {
                app.parts.forget_here(contest, user).await;
            }
            app.live.heard(&name);
        }
        Heard::Change(Change::Contest(id)) => app.windows.forget_here(id).await,
        Heard::Change(Change::Person(user)) => app.sessions.forget_here(user),
        Heard::Change(Change::Board(id)) => app.boards.forget_here(&[id]).await,
        Heard::Change(Change::Part(contest, user)) => app.parts.forget_here(contest, user).await,
    }
}

/// The same for people, of whom it is read in the database (`accounts/changes.rs`): those who changed something may have
/// ended before they could say so.
pub fn people_changed(app: App, people: Vec<UserId>) -> BoxFuture<'static, Result<(), DbError>> {
    async move { app.boards.look_again(&app, &people).await }.boxed()
}
