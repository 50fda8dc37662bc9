//! What a request says about where it comes from, and the two cookies: `quad_session` (a log-in) and `quad_device` (a browser
//! that logged in, registered or asked for a code). The second lets nobody in: it spares those who logged in with it
//! strangers' delays, and makes a mailed link or code worth something in the browser alone that it was mailed for.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::AppendHeaders;
use quad_db::planted;

use crate::app::App;
use crate::config::Settings;
use crate::edge::device::DeviceName;
use crate::kernel::ids::Random;

use super::model::{self, Token};

const SESSION: [&str; 2] = ["quad_session", "__Host-quad_session"];
const DEVICE: [&str; 2] = ["quad_device", "__Host-quad_device"];
const SESSION_DAYS: u32 = 30;
const DEVICE_DAYS: u32 = 400;

/// Where a request comes from.
pub(super) struct Visitor {
    /// The network address, for the list of sessions.
    pub address: String,
    /// What of the address counts as one place.
    pub place: String,
    /// "Chrome on Android".
    pub device: String,
    /// The session cookie, whether or not it is worth anything.
    pub session: Option<Token>,
    /// The device cookie, likewise.
    pub device_token: Option<Token>,
}

impl Visitor {
    /// The browser's own cookie; a new one where it has none.
    pub fn browser(&self, random: &Random) -> Token {
        self.device_token.clone().unwrap_or_else(|| Token::new(random))
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        let address = address(parts, app);
        let Ok(DeviceName(device)) = DeviceName::from_request_parts(parts, app).await;
        let https = app.settings.is_https();
        Ok(Self {
            address: address.to_canonical().to_string(),
            place: model::place(address),
            device,
            session: session_token(&parts.headers, https),
            device_token: token(&parts.headers, DEVICE[usize::from(https)]),
        })
    }
}

/// What of a request's network address counts as one place: for the limits of other features.
#[derive(Debug)]
pub struct Place(pub String);

impl FromRequestParts<App> for Place {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        Ok(Self(model::place(address(parts, app))))
    }
}

fn address(parts: &Parts, app: &App) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    forwarded(&app.settings, &parts.headers).or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// Behind a proxy the last entry is the one the proxy itself wrote; those before it are the visitor's own claims.
fn forwarded(settings: &Settings, headers: &HeaderMap) -> Option<IpAddr> {
    if !settings.behind_proxy {
        return None;
    }
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok()
}

/// The session cookie of a request. Costs nothing where there is no cookie.
pub(super) fn session_token(headers: &HeaderMap, https: bool) -> Option<Token> {
    token(headers, SESSION[usize::from(https)])
}

fn token(headers: &HeaderMap, name: &str) -> Option<Token> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(found, _)| *found == name).and_then(|(_, value)| Token::parse(value))
}

/// Set-Cookie lines of an answer.
pub type SetCookies = AppendHeaders<Vec<(HeaderName, String)>>;

/// The cookies of a fresh log-in.
pub(super) fn signed_in(settings: &Settings, session: &Token, device: &Token) -> SetCookies {
    let https = settings.is_https();
    AppendHeaders(vec![
        cookie(SESSION[usize::from(https)], &session.reveal(), SESSION_DAYS, https),
        cookie(DEVICE[usize::from(https)], &device.reveal(), DEVICE_DAYS, https),
    ])
}

/// The cookie of a browser without a log-in.
pub(super) fn browser_cookie(settings: &Settings, device: &Token) -> SetCookies {
    let https = settings.is_https();
    AppendHeaders(vec![cookie(DEVICE[usize::from(https)], &device.reveal(), DEVICE_DAYS, https)])
}

/// What a browser of a site without https sends from a log-in on.
pub(super) fn session_cookie(session: &Token) -> String {
    format!("{}={}", SESSION[0], session.reveal())
}

/// Takes the session cookie away; the device stays known.
pub fn signed_out(settings: &Settings) -> SetCookies {
    let https = settings.is_https();
    AppendHeaders(vec![cookie(SESSION[usize::from(https)], "", 0, https)])
}

fn cookie(name: &str, value: &str, days: u32, https: bool) -> (HeaderName, String) {
    let max_age = u64::from(days) * 24 * 3600;
    let secure = if https { "; Secure" } else { "" };
    let closed = if planted::is("cookie-open-to-scripts") { "" } else { "; HttpOnly" };
    (header::SET_COOKIE, format!("{name}={value}; Path=/; Max-Age={max_age}{closed}; SameSite=Lax{secure}"))
}
