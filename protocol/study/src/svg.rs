//! Charts as SVG, in the colours of the page around them.
//!
//! A [`Picture`] is a column of charts with headings. Labels stand above their bars, so that a chart is
//! readable on a phone and has room for long ones.

use std::fmt::Write;

use baroque_formats::svg::{SQUARE, escape, size, squares};
use baroque_movegen::BoardView;

use crate::estimate::Estimate;

/// Width of a picture.
const WIDTH: f64 = 420.0;
/// Room around a picture that is a file.
const MARGIN: f64 = 12.0;
/// Height of a heading with the room above it.
const HEADING: f64 = 40.0;
/// Height of a row of a bar chart: a line of text and the bar.
const ROW: f64 = 32.0;
/// Height of a histogram without its axis.
const HEIGHT: f64 = 120.0;
/// Side of a square of a board in a picture.
const SMALL: f64 = 26.0;

/// A bar with its label, and what is written beside it.
pub struct Bar {
    pub label: String,
    pub value: f64,
    /// The interval, drawn as a whisker.
    pub interval: Option<[f64; 2]>,
    pub text: String,
}

impl Bar {
    /// A bar of an estimate.
    pub fn of(label: &str, estimate: Estimate, text: String) -> Self {
        let interval = Some([estimate.low, estimate.high]);
        Self { label: label.to_owned(), value: estimate.value, interval, text }
    }
}

/// Charts below each other.
#[derive(Default)]
pub struct Picture {
    body: String,
    height: f64,
}

impl Picture {
    /// The picture alone, with its styles. `title` describes it for those who cannot see it.
    pub fn file(&self, title: &str, style: &str) -> String {
        let [width, height] = [WIDTH, self.height].map(|side| side + 2.0 * MARGIN);
        let attributes = format!(
            "xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height:.0}\""
        );
        let style = format!("<style>\n{style}svg {{ background: var(--paper); }}\n</style>");
        self.svg(title, (&attributes, MARGIN), &style) + "\n"
    }

    /// The picture as a part of a page that has the styles.
    pub fn inline(&self, title: &str) -> String {
        self.svg(title, ("class=\"picture\"", 0.0), "")
    }

    fn svg(&self, title: &str, (attributes, margin): (&str, f64), style: &str) -> String {
        format!(
            "<svg {attributes} role=\"img\" viewBox=\"{0} {0} {1} {2:.0}\"><title>{3}</title>{style}\n{4}</svg>",
            -margin,
            WIDTH + 2.0 * margin,
            self.height + 2.0 * margin,
            escape(title),
            self.body
        )
    }

    /// Adds a chart of some height below the others.
    fn add(&mut self, heading: &str, height: f64, chart: &str) {
        let _ = writeln!(
            self.body,
            "<text class=\"heading\" y=\"{:.0}\">{}</text>\n<g transform=\"translate(0,{:.0})\">{chart}</g>",
            self.height + HEADING - 16.0,
            escape(heading),
            self.height + HEADING,
        );
        self.height += HEADING + height;
    }

    /// A board.
    pub fn board(&mut self, heading: &str, view: &BoardView) {
        let scale = SMALL / SQUARE;
        let board = format!("<g transform=\"scale({scale:.3})\">{}</g>", squares(view));
        let [_, height] = size(view);
        self.add(heading, scale * height, &board);
    }

    /// Horizontal bars from 0, of which one of a length fills the width if none is longer.
    pub fn bars(&mut self, heading: &str, bars: &[Bar], full: f64) {
        let ends = |bar: &Bar| bar.interval.map_or([bar.value; 2], |[low, high]| [low, high]);
        let high = bars.iter().map(|bar| ends(bar)[1].max(bar.value)).fold(full, f64::max);
        let low = bars.iter().map(|bar| ends(bar)[0].min(bar.value)).fold(0.0, f64::min);
        let scale = WIDTH / (high - low).max(f64::MIN_POSITIVE);
        let x = |value: f64| (value - low) * scale;
        let mut chart = String::new();
        for (index, bar) in bars.iter().enumerate() {
            let y = ROW * index as f64;
            let (from, to) = (x(bar.value.min(0.0)), x(bar.value.max(0.0)));
            let _ = write!(
                chart,
                "<text y=\"{0:.0}\">{1}</text><text class=\"end\" x=\"{WIDTH}\" y=\"{0:.0}\">{2}</text>\
                 <rect class=\"bar\" x=\"{from:.1}\" y=\"{3:.0}\" width=\"{4:.1}\" height=\"9\"/>",
                y + 12.0,
                escape(&bar.label),
                escape(&bar.text),
                y + 17.0,
                to - from,
            );
            if let Some([low, high]) = bar.interval {
                let _ = write!(
                    chart,
                    "<path class=\"whisker\" d=\"M{:.1} {2:.1}H{:.1}M{0:.1} {3:.1}v8M{1:.1} {3:.1}v8\"/>",
                    x(low),
                    x(high),
                    y + 21.5,
                    y + 17.5,
                );
            }
        }
        self.add(heading, ROW * bars.len() as f64, &chart);
    }

    /// A histogram: counts of values from 0 on, in steps of a width.
    pub fn histogram(&mut self, heading: &str, width: u64, counts: &[u64]) {
        let most = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
        let step = WIDTH / counts.len().max(1) as f64;
        let every = counts.len().div_ceil(7).max(1);
        let mut chart = String::new();
        for (index, &count) in counts.iter().enumerate() {
            let (x, height) = (step * index as f64, count as f64 / most * HEIGHT);
            let first = width * index as u64;
            let _ = write!(
                chart,
                "<rect class=\"bar\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\">\
                 <title>{first} to {}: {count}</title></rect>",
                HEIGHT - height,
                step - 1.5,
                first + width - 1,
            );
            if index % every == 0 {
                let _ = write!(
                    chart,
                    "<text class=\"tick\" x=\"{x:.1}\" y=\"{:.0}\">{first}</text>",
                    HEIGHT + 14.0,
                );
            }
        }
        let _ = write!(chart, "<path class=\"axis\" d=\"M0 {HEIGHT:.0}H{WIDTH}\"/>");
        self.add(heading, HEIGHT + 18.0, &chart);
    }

    /// A bar of parts that add up to 1, each with its label.
    pub fn parts(&mut self, heading: &str, parts: &[(&str, f64)]) {
        let (mut x, mut chart) = (0.0, String::new());
        for (index, (label, part)) in parts.iter().enumerate() {
            let (width, y) = (WIDTH * part, 42.0 + 18.0 * index as f64);
            let _ = write!(
                chart,
                "<rect class=\"part{index}\" x=\"{x:.1}\" y=\"0\" width=\"{width:.1}\" height=\"22\"/>\
                 <rect class=\"part{index}\" x=\"0\" y=\"{:.0}\" width=\"10\" height=\"10\"/>\
                 <text x=\"16\" y=\"{y:.0}\">{} {:.1} %</text>",
                y - 10.0,
                escape(label),
                100.0 * part
            );
            x += width;
        }
        self.add(heading, 36.0 + 18.0 * parts.len() as f64, &chart);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_text() {
        let bar =
            Bar { label: "<b>&\"".to_owned(), value: 1.0, interval: None, text: "1".to_owned() };
        let mut picture = Picture::default();
        picture.bars("a < b", &[bar], 0.0);
        let svg = picture.inline("c < d");
        for text in ["&lt;b&gt;&amp;&quot;", "a &lt; b", "c &lt; d"] {
            assert!(svg.contains(text), "{text}");
        }
    }

    #[test]
    fn charts_of_nothing_are_charts() {
        let mut picture = Picture::default();
        picture.bars("", &[], 0.0);
        picture.histogram("", 10, &[]);
        picture.parts("", &[]);
        let svg = picture.inline("");
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>") && !svg.contains("NaN"));
    }
}
