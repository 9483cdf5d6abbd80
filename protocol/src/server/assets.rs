//! The files of the page, which are part of the program.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

/// The folder `web`. A debug build reads the files from there.
#[derive(RustEmbed)]
#[folder = "web/"]
struct Files;

/// The pages about games.
#[derive(RustEmbed)]
#[folder = "docs/games/"]
#[prefix = "games/"]
struct Pages;

/// The pool of puzzles at `puzzles/VARIANT.epd.gz`.
fn pool(path: &str) -> Option<&'static [u8]> {
    let variant = path.strip_prefix("puzzles/")?.strip_suffix(".epd.gz")?;
    let mut pools = baroque_perft_suites::POOLS.iter();
    pools.find(|(name, _)| *name == variant).map(|&(_, pool)| pool)
}

/// The file of a path; `/` is the page.
pub async fn get(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, "only GET is allowed\n").into_response();
    }
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    if let Some(pool) = pool(path) {
        return ([(CONTENT_TYPE, "application/gzip")], pool).into_response();
    }
    let Some(file) = Files::get(path).or_else(|| Pages::get(path)) else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    let hash: String =
        file.metadata.sha256_hash().iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = file.metadata.mimetype().to_owned();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind };
    ([(CONTENT_TYPE, kind), (ETAG, tag)], Body::from(file.data)).into_response()
}
