//! What this process does when another one on the same database has changed something: a table of what is remembered.
//! How it is heard: `neighbours.rs`.

use std::sync::Arc;

use futures::FutureExt;

use crate::app::App;
use crate::neighbours::{Change, Heard};

/// Hears the other processes for as long as the application runs.
pub async fn hear(app: App) {
    let (neighbours, tasks, stop) = (app.neighbours.clone(), app.tasks.clone(), app.stop.clone());
    let act = Arc::new(move |heard| act(app.clone(), heard).boxed());
    neighbours.hear(act, tasks, stop).await;
}

async fn act(app: App, heard: Heard) {
    match heard {
        // The rest is forgotten by itself within a second.
        Heard::Missed => app.live.refresh_all(),
        Heard::Topic(name) => app.live.heard(&name),
        Heard::Change(Change::Contest(id)) => app.windows.forget_here(id).await,
        Heard::Change(Change::Person(user)) => app.sessions.forget_here(user),
        Heard::Change(Change::Board(id)) => app.boards.forget_here(&[id]).await,
    }
}
