//! Client identity: what a request says about where it comes from, and the two cookies: `quad_session` (a log-in) and
//! `quad_device` (a browser that logged in, registered or asked for a code). The second lets nobody in: it spares those who
//! logged in with it strangers' delays, and makes a mailed link or code worth something in the browser alone that it was mailed
//! for.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::AppendHeaders;

use crate::PeopleState;
use quad_http::device::DeviceName;
use quad_kernel::ids::Random;
use quad_services::config::Settings;

use super::model::{self, Token};

const SESSION: [&str; 2] = ["quad_session", "__Host-quad_session"];
const DEVICE: [&str; 2] = ["quad_device", "__Host-quad_device"];
const SESSION_DAYS: u32 = 30;
const DEVICE_DAYS: u32 = 400;

/// Where a request comes from.
pub(super) struct ClientIdentity {
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

impl ClientIdentity {
    /// The browser's own cookie; a new one where it has none.
    pub fn browser(&self, random: &Random) -> Token {
        self.device_token.clone().unwrap_or_else(|| Token::new(random))
    }
}

impl FromRequestParts<PeopleState> for ClientIdentity {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &PeopleState) -> Result<Self, Self::Rejection> {
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

impl FromRequestParts<PeopleState> for Place {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &PeopleState) -> Result<Self, Self::Rejection> {
        Ok(Self(model::place(address(parts, app))))
    }
}

fn address(parts: &Parts, app: &PeopleState) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    forwarded(&app.settings, &parts.headers).or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// Client address behind a proxy. The last entry of the last header line is the one that the proxy itself wrote; those
/// before it are the visitor's own claims, and so is `Forwarded`, which is not read (docs/operating/proxy.md). Where the proxy's
/// entry is no address, the proxy's own address counts, never a claim.
fn forwarded(settings: &Settings, headers: &HeaderMap) -> Option<IpAddr> {
    if !settings.behind_proxy {
        return None;
    }
    // Only the proxy's entry has to be text: what a visitor wrote before it may be any bytes.
    let line = headers.get_all("x-forwarded-for").iter().next_back()?.as_bytes();
    entry_address(std::str::from_utf8(line.rsplit(|byte| *byte == b',').next()?).ok()?)
}

/// The address in one entry of `X-Forwarded-For`: alone or with a port, IPv6 with or without brackets and zone, quoted or not.
fn entry_address(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim();
    let entry = entry.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(entry).trim();
    let without_zone = |text: &str| text.split_once('%').map_or(text, |(address, _)| address).parse::<Ipv6Addr>().ok();
    if let Some(bracketed) = entry.strip_prefix('[') {
        let (address, port) = bracketed.split_once(']')?;
        return (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
            .then(|| without_zone(address))?
            .map(Into::into);
    }
    if let Some((address, port)) = entry.split_once(':')
        && let Ok(address) = address.parse::<Ipv4Addr>()
    {
        return is_port(port).then_some(address.into());
    }
    entry.parse::<Ipv4Addr>().map(Into::into).ok().or_else(|| without_zone(entry).map(Into::into))
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok()
}

/// The session cookie of a request. Costs nothing where there is no cookie.
pub(super) fn session_token(headers: &HeaderMap, https: bool) -> Option<Token> {
    token(headers, SESSION[usize::from(https)])
}

/// The session cookie's text, whether or not it is worth anything: by it a repeated call is the same browser's
/// (`crates/http/src/idempotency.rs`).
pub fn session_text(settings: &Settings, headers: &HeaderMap) -> Option<String> {
    session_token(headers, settings.is_https()).map(|token| token.reveal())
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
    (header::SET_COOKIE, format!("{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_read_in_each_way_that_proxies_write_it() {
        for (entry, address) in [
            ("1.2.3.4", "1.2.3.4"),
            (" \t1.2.3.4 ", "1.2.3.4"),
            ("1.2.3.4:5678", "1.2.3.4"),
            ("\"1.2.3.4:5678\"", "1.2.3.4"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:443", "2001:db8::1"),
            ("\"[2001:db8::1]:443\"", "2001:db8::1"),
            ("fe80::1%eth0", "fe80::1"),
            ("[fe80::1%25eth0]:443", "fe80::1"),
            ("::ffff:1.2.3.4", "::ffff:1.2.3.4"),
        ] {
            assert_eq!(entry_address(entry), address.parse().ok(), "{entry:?}");
        }
    }

    #[test]
    fn what_is_no_address_is_none() {
        for entry in [
            "",
            " ",
            "unknown",
            "_hidden",
            "\"",
            "\"1.2.3.4",
            "1.2.3",
            "1.2.3.4.5",
            "01.2.3.4",
            "1.2.3.4:",
            "1.2.3.4:70000",
            "1.2.3.4:+1",
            "1.2.3.4:80:80",
            "1.2.3.4%eth0",
            "[1.2.3.4]",
            "[2001:db8::1",
            "2001:db8::1]",
            "[2001:db8::1]443",
            "[2001:db8::1]:",
            "[2001:db8::1]:x",
            "[]",
            "%eth0",
            "for=1.2.3.4",
            "quad.example",
            "1.2.3.4 5.6.7.8",
        ] {
            assert_eq!(entry_address(entry), None, "{entry:?}");
        }
    }
}
