//! Cache invalidation from other processes: acts on messages that name no cache (`cache.rs` acts on those that do),
//! that is on live topics, missed messages and people who changed.

use std::sync::Arc;

use futures::FutureExt;
use quad_people::accounts::ActOnPeople;

use crate::app::App;
use quad_cluster::peers::PeerMessage;
use quad_kernel::ids::UserId;
use quad_live::Topic;

/// Hears the other processes for as long as the application runs.
pub async fn hear(app: App) {
    let (peers, tasks, stop) = (app.peers.clone(), app.tasks.clone(), app.stop.clone());
    let act = Arc::new(move |heard| act(app.clone(), heard).boxed());
    peers.hear(act, tasks, stop).await;
}

async fn act(app: App, heard: PeerMessage) {
    match heard {
        // The rest is forgotten by itself within a second, or looked for in the database by then.
        PeerMessage::Missed => {
            app.attempt_cache.hears(true);
            app.live.refresh_all();
        }
        PeerMessage::Deaf => app.attempt_cache.hears(false),
        PeerMessage::Topic(name) => {
            // It is read anew; this word may be sooner than the one that its person is answered after.
            if let Some(Topic::Attempt(contest, user)) = Topic::parse(&name) {
                app.attempt_cache.forget_here(contest, user).await;
            }
            app.live.heard(&name);
        }
    }
}

/// The same for people, of whom it is read in the database (`accounts/user_change_feed.rs`): those who changed something may have
/// ended before they could say so.
pub fn people_changed(app: &App) -> ActOnPeople {
    let app = app.clone();
    Arc::new(move |people: Vec<UserId>| {
        let app = app.clone();
        async move { app.leaderboard_cache.look_again(&app, &people).await }.boxed()
    })
}
