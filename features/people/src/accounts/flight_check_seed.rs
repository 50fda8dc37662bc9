//! Flight check seed: sessions without log-ins, for the flight check's made-up students: hashing everybody's password would
//! take minutes and measure nothing new. Only for databases made for that; no call of the application leads here.

use quad_db::Tx;

use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{Random, SessionId, UserId};

use super::client_identity;
use super::model::Token;
use super::store_sessions::{self, NewSession};

/// Logs everybody in, and returns the cookie of each in the same order, as a browser of a site without https sends it.
pub async fn log_in_for_rehearsal(tx: &mut Tx, random: &Random, people: &[UserId], now: Time) -> Result<Vec<String>> {
    let tokens: Vec<Token> = people.iter().map(|_| Token::new(random)).collect();
    let sessions: Vec<NewSession<'_>> = people
        .iter()
        .zip(&tokens)
        .map(|(user, token)| NewSession {
            id: SessionId::new(now, random),
            token: token.hash(),
            user: *user,
            device: "Flight check",
            address: "127.0.0.1",
            now,
        })
        .collect();
    store_sessions::insert_many(tx, &sessions).await?;
    Ok(tokens.iter().map(client_identity::session_cookie).collect())
}
