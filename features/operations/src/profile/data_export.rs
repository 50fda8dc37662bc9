//! Data export: everything Quad keeps about a person, as one JSON document.
//!
//! It is written contest by contest, so that nobody's past, however long, has to fit into memory. Not in it: hashes,
//! tokens, what is counted about log-ins, keys of contests of others, right or wrong before it is told, and what a vote was for.

use std::io;

use axum::body::{Body, Bytes};
use futures::stream::{self, StreamExt};
use serde::Serialize;

use quad_campus::{clubs, enquiries, events, galleries};
use quad_contests::ContestsState;
use quad_contests::contests::Contest;
use quad_contests::{attempts, contests, payments, polls};
use quad_http::auth::Member;
use quad_kernel::error::{Error, LOGGED_OUT, Result};
use quad_kernel::ids::{ContestId, UserId};
use quad_people::{accounts, audit, notify};

use super::store;
use super::wire::{DataAttemptOut, DataContestOut, DataHeadOut};

/// A piece of the document.
enum Piece {
    /// Text as it is.
    Text(String),
    /// A contest the person wrote.
    Written(Box<Contest>),
    /// A contest the person joined.
    Joined(ContestId),
}

/// The document of a person. What is small is read before this returns, so that a failure is still an ordinary answer.
pub async fn document(app: &ContestsState, who: &Member) -> Result<Body> {
    let account = accounts::account(&app.db, who.id).await?.ok_or(LOGGED_OUT)?;
    let head = DataHeadOut::new(
        app.clock.now(),
        account,
        accounts::export_data(app, who.id).await?,
        who.session,
        payments::export_data(&app.db, who.id, app.clock.now()).await?,
        polls::export_data(&app.db, who.id).await?,
        enquiries::export_data(&app.db, who.id).await?,
    )
    .with_admin_acts(audit::export_data(&app.db, who.id).await?)
    .with_notifications(notify::export_data(&app.db, who.id).await?)
    .with_clubs(clubs::export_data(&app.db, who.id).await?)
    .with_events(events::export_data(&app.db, who.id).await?)
    .with_galleries(galleries::export_data(&app.db, who.id).await?)
    .invited_to(contests::invitations_accepted_by(&app.db, who.id).await?);
    let written = contests::of_owner(&app.db, who.id).await?;
    let joined = store::contests_joined(&app.db, who.id).await?;

    // The head is an object; its closing brace comes after the two long lists.
    let mut head = json(&head)?;
    head.pop();
    let mut pieces = vec![Piece::Text(format!("{head},\"contests\":["))];
    list(&mut pieces, written.into_iter().map(|contest| Piece::Written(Box::new(contest))));
    pieces.push(Piece::Text("],\"attempts\":[".to_owned()));
    list(&mut pieces, joined.into_iter().map(Piece::Joined));
    pieces.push(Piece::Text("]}\n".to_owned()));

    let (app, user) = (app.clone(), who.id);
    Ok(Body::from_stream(stream::iter(pieces).then(move |piece| {
        let app = app.clone();
        async move { write(&app, user, piece).await.map(Bytes::from).map_err(|fail| cut_off(&fail)) }
    })))
}

/// Commas stand before all but the first, also when one of them turns out empty.
fn list(pieces: &mut Vec<Piece>, items: impl Iterator<Item = Piece>) {
    for (at, item) in items.enumerate() {
        if at > 0 {
            pieces.push(Piece::Text(",".to_owned()));
        }
        pieces.push(item);
    }
}

async fn write(app: &ContestsState, user: UserId, piece: Piece) -> Result<String> {
    match piece {
        Piece::Text(text) => Ok(text),
        Piece::Written(contest) => {
            let questions = contests::questions(&app.db, contest.id).await?;
            json(&DataContestOut::new(&contest, questions))
        }
        Piece::Joined(id) => match attempts::export_data(app, user, id).await? {
            Some(attempt) => json(&DataAttemptOut::from(attempt)),
            None => Ok("null".to_owned()),
        },
    }
}

fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::Internal(error.into()))
}

/// The status is long sent; a document cut off in the middle is no JSON, so nobody takes it for whole.
fn cut_off(fail: &Error) -> io::Error {
    match fail {
        Error::Rejected(refusal) => tracing::warn!(code = refusal.code, "a download of one's data was cut off"),
        Error::Internal(cause) => {
            tracing::error!(cause = format!("{cause:#}"), "a download of one's data was cut off");
        }
    }
    io::Error::other("cut off")
}
