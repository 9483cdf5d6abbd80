//! Pages that open from disk: a file has all that it needs.

use baroque_formats::svg::escape;

/// The style of reports of studies.
pub const REPORT_STYLE: &str = include_str!("../web/css/report.css");

/// A page with the style and the body given.
pub fn page(title: &str, style: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
         <style>\n{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape(title)
    )
}
