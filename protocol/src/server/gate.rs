//! Who may talk to the server: pages that it served itself, under one of its own names, and, where it
//! asks for a token, with that.
//!
//! A foreign page in the user's browser can send requests to loopback addresses. It cannot change
//! the headers Host and Origin, which tell it apart.

use std::collections::HashSet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, LazyLock};

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, COOKIE, HOST, HeaderName, HeaderValue, ORIGIN, SET_COOKIE,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::connections::Peer;

/// Paths of the page's socket, and of those of rooms; they need an Origin.
pub const SOCKET: &str = "/ws";
pub const ROOM_SOCKET: &str = "/room";
/// Where rooms are made.
pub const ROOMS: &str = "/rooms";

/// Headers of all answers. Nothing but the page's own files is loaded, and no other page may frame it.
const HEADERS: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-cache"),
];

/// The style of reports of studies.
const STYLE: &str = include_str!("../../web/css/report.css");

/// What the page may load: nothing but its own files. Reports of studies, in a frame without scripts, have their
/// style within, which the page replaces by ours.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let style = STANDARD.encode(Sha256::digest(format!("\n{STYLE}")));
    format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'sha256-{style}'; \
         object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
    )
});

/// The start of the name of the cookie that holds the token. The port of the page follows, for
/// browsers tell only hosts apart.
const COOKIE_NAME: &str = "baroque-token-";

/// The names of the server, with their ports, and the token that it asks for.
#[derive(Debug)]
pub struct Gate {
    url: String,
    hosts: Vec<String>,
    token: Option<String>,
}

impl Gate {
    /// The names of a server at an address: those of the loopback interface, the address, and others.
    pub fn new(address: SocketAddr, others: &[String], asks_for_token: bool) -> Self {
        let port = address.port();
        let own = ["127.0.0.1", "localhost", "[::1]"];
        let mut hosts = own.map(|name| format!("{name}:{port}")).to_vec();
        if !address.ip().is_unspecified() {
            hosts.push(address.to_string());
        }
        hosts.extend(others.iter().map(|name| match has_port(name) {
            true => name.to_ascii_lowercase(),
            false => format!("{}:{port}", name.to_ascii_lowercase()),
        }));
        let mut known_hosts = HashSet::new();
        hosts.retain(|host| known_hosts.insert(host.clone()));
        let known = others.iter().find(|name| !has_port(name));
        let host = match (address.ip(), known) {
            (ip, _) if !ip.is_unspecified() => address.to_string(),
            (_, Some(name)) => format!("{name}:{port}"),
            (_, None) => format!("127.0.0.1:{port}"),
        };
        let token = asks_for_token.then(|| format!("{:032x}", rand::random::<u128>()));
        let fragment = token.iter().map(|token| format!("#token={token}")).collect::<String>();
        Self { url: format!("http://{host}/{fragment}"), hosts, token }
    }

    /// The address of the page, with the token.
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// The names that it answers to.
    pub fn hosts(&self) -> &[String] {
        &self.hosts
    }

    /// Whether a text is the token, or none is asked for. The time that this takes tells nothing of it.
    fn accepts(&self, token: &str) -> bool {
        let is_known = |known: &String| Sha256::digest(known) == Sha256::digest(token);
        self.token.as_ref().is_none_or(is_known)
    }

    /// Whether a request has the token: in a cookie, or as programs send it.
    fn is_let_in(&self, headers: &HeaderMap) -> bool {
        let texts = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
        let cookies = texts(COOKIE).flat_map(|cookies| cookies.split(';'));
        let cookies = cookies.filter_map(|cookie| cookie.trim().split_once('='));
        let cookies = cookies.filter(|(name, _)| name.starts_with(COOKIE_NAME));
        let bearers = texts(AUTHORIZATION).filter_map(|value| value.strip_prefix("Bearer "));
        let mut tokens = cookies.map(|(_, value)| value).chain(bearers);
        self.token.is_none() || tokens.any(|token| self.accepts(token))
    }

    /// Gives a page that brings the token the cookie with it, and tells one that does not whether it
    /// has the cookie.
    pub fn log_in(&self, headers: &HeaderMap, token: &str) -> Response {
        if self.is_let_in(headers) {
            return StatusCode::NO_CONTENT.into_response();
        }
        if !self.accepts(token) {
            return (StatusCode::UNAUTHORIZED, "this is not the token\n").into_response();
        }
        let host = single(headers, &HOST).unwrap_or_default();
        let port = host.rsplit(':').next().filter(|_| has_port(host)).unwrap_or_default();
        let cookie = format!("{COOKIE_NAME}{port}={token}; Path=/; HttpOnly; SameSite=Strict");
        (StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]).into_response()
    }

    /// Why a request is refused, if it is.
    fn refusal(&self, path: &str, headers: &HeaderMap) -> Option<(StatusCode, &'static str)> {
        let foreign = self.foreign(path, headers).map(|why| (StatusCode::FORBIDDEN, why));
        foreign.or_else(|| {
            // Rooms have their own secrets; to make one takes the token.
            let needs_token = [SOCKET, ROOMS].contains(&path);
            let is_open = !needs_token || self.is_let_in(headers);
            (!is_open).then_some((
                StatusCode::UNAUTHORIZED,
                "a connection needs the token of the link that 'baroque serve' prints",
            ))
        })
    }

    /// Why a request is not one of the server's own pages.
    fn foreign(&self, path: &str, headers: &HeaderMap) -> Option<&'static str> {
        let host = match single(headers, &HOST) {
            Some(host) if self.has(host) => host.to_ascii_lowercase(),
            _ => {
                return Some("this server has another name; see 'baroque serve --help' for --host");
            }
        };
        let origin = headers.get(&ORIGIN).is_some().then(|| single(headers, &ORIGIN).unwrap_or(""));
        match origin {
            None if ![SOCKET, ROOM_SOCKET].contains(&path) => None,
            None => Some("a connection needs an Origin"),
            Some(origin) => {
                let own = [format!("http://{host}"), format!("https://{host}")];
                let is_own = own.iter().any(|own| own.eq_ignore_ascii_case(origin));
                (!is_own).then_some("another page must not use this server")
            }
        }
    }

    /// Whether a host is one of the server's names. Browsers leave out the port of HTTP, and that of
    /// HTTPS, by which a proxy may serve the page.
    fn has(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let is_name = |full: &String| {
            let usual = [":80", ":443"].into_iter().filter(|_| !has_port(&host));
            *full == host || usual.into_iter().any(|port| *full == format!("{host}{port}"))
        };
        self.hosts.iter().any(is_name)
    }
}

/// Whether a name ends with a port. The colons of an IPv6 address stand in brackets.
fn has_port(host: &str) -> bool {
    host.rsplit(']').next().is_some_and(|rest| rest.contains(':'))
}

/// The value of a header that occurs once.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// The address of a client. A proxy on this machine tells it in a header, to which it adds it last.
pub fn client(Peer(peer): Peer, headers: &HeaderMap) -> IpAddr {
    let told = headers.get_all("x-forwarded-for").iter().next_back();
    let told: Option<IpAddr> =
        told.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    match told.filter(|_| peer.is_loopback()).unwrap_or(peer).to_canonical() {
        // Whoever has one of these addresses has all of its network.
        IpAddr::V6(address) if !address.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64))
        }
        address => address,
    }
}

/// Refuses requests of foreign pages and adds the headers of all answers.
pub async fn check(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let refusal = gate.refusal(request.uri().path(), request.headers());
    let mut response = match refusal {
        Some((status, why)) => (status, format!("{why}\n")).into_response(),
        None => next.run(request).await,
    };
    let policy = ("content-security-policy", POLICY.as_str());
    for (name, value) in HEADERS.into_iter().chain([policy]) {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}
