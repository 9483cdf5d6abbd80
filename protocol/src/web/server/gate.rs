//! Who may talk to the server: pages that it served itself, under one of its own names.
//!
//! A foreign page in the user's browser can send requests to loopback addresses. It cannot change
//! the headers Host and Origin, which tell it apart.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Path of the socket, which needs an Origin.
pub const SOCKET: &str = "/ws";

/// Headers of all answers. Nothing but the page's own files is loaded, and no other page may frame it.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; \
         base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-cache"),
];

/// The names of the server, with their ports.
#[derive(Debug)]
pub struct Gate {
    url: String,
    hosts: Vec<String>,
}

impl Gate {
    /// The names of a server at an address: those of the loopback interface, the address, and others.
    pub fn new(address: SocketAddr, others: &[String]) -> Self {
        let port = address.port();
        let mut hosts = Vec::new();
        for name in ["127.0.0.1", "localhost", "[::1]"] {
            hosts.push(format!("{name}:{port}"));
        }
        if !address.ip().is_unspecified() {
            hosts.push(address.to_string());
        }
        hosts.extend(others.iter().map(|name| match has_port(name) {
            true => name.to_ascii_lowercase(),
            false => format!("{}:{port}", name.to_ascii_lowercase()),
        }));
        let mut unique: Vec<String> = Vec::new();
        for host in hosts {
            if !unique.contains(&host) {
                unique.push(host);
            }
        }
        let host = match address.ip() {
            ip if ip.is_unspecified() => format!("127.0.0.1:{port}"),
            _ => address.to_string(),
        };
        Self { url: format!("http://{host}/"), hosts: unique }
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// The names that it answers to.
    pub fn hosts(&self) -> &[String] {
        &self.hosts
    }

    /// Why a request is refused, if it is.
    fn refusal(&self, path: &str, headers: &HeaderMap) -> Option<&'static str> {
        let host = match single(headers, &HOST) {
            Some(host) if self.has(host) => host.to_ascii_lowercase(),
            _ => {
                return Some("this server has another name; see 'baroque serve --help' for --host");
            }
        };
        let origin = headers.get(&ORIGIN).is_some().then(|| single(headers, &ORIGIN).unwrap_or(""));
        match origin {
            None if path != SOCKET => None,
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

/// Refuses requests of foreign pages and adds the headers of all answers.
pub async fn check(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let refusal = gate.refusal(request.uri().path(), request.headers());
    let mut response = match refusal {
        Some(why) => (StatusCode::FORBIDDEN, format!("{why}\n")).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}
