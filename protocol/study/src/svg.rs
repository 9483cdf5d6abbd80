//! Charts as SVG, in the colours of the page around them.

use std::fmt::Write;

use crate::estimate::Estimate;

/// Width of a chart.
const WIDTH: f64 = 720.0;
/// Height of a row of a bar chart.
const ROW: f64 = 26.0;
/// Width of the labels of a bar chart.
const LABEL: f64 = 200.0;
/// Width of the numbers beside the bars.
const NUMBER: f64 = 270.0;
/// Height of a histogram without its axis.
const HEIGHT: f64 = 140.0;

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

/// A chart of horizontal bars from 0. `title` describes it for those who cannot see it.
pub fn bars(title: &str, bars: &[Bar]) -> String {
    let ends = |bar: &Bar| bar.interval.map_or([bar.value; 2], |[low, high]| [low, high]);
    let high = bars.iter().map(|bar| ends(bar)[1].max(bar.value)).fold(0.0, f64::max);
    let low = bars.iter().map(|bar| ends(bar)[0].min(bar.value)).fold(0.0, f64::min);
    let scale = (WIDTH - LABEL - NUMBER) / (high - low).max(f64::MIN_POSITIVE);
    let x = |value: f64| LABEL + (value - low) * scale;
    let mut svg = open(title, ROW * bars.len() as f64 + 4.0);
    for (index, bar) in bars.iter().enumerate() {
        let y = ROW * index as f64 + 2.0;
        let (from, to) = (x(bar.value.min(0.0)), x(bar.value.max(0.0)));
        let middle = y + ROW / 2.0 - 2.0;
        let _ = write!(
            svg,
            "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{}</text>\
             <rect class=\"bar\" x=\"{from:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            LABEL - 8.0,
            middle + 5.0,
            escape(&bar.label),
            to - from,
            ROW - 6.0,
        );
        if let Some([low, high]) = bar.interval {
            let _ = write!(
                svg,
                "<path class=\"whisker\" d=\"M{:.1} {middle:.1}H{:.1}M{0:.1} {:.1}v8M{1:.1} {2:.1}v8\"/>",
                x(low),
                x(high),
                middle - 4.0,
            );
        }
        let right = bar.interval.map_or(to, |[_, high]| x(high).max(to));
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            right + 8.0,
            middle + 5.0,
            escape(&bar.text)
        );
    }
    svg + "</svg>"
}

/// A histogram: counts of values from 0 on, in steps of a width.
pub fn histogram(title: &str, width: u64, counts: &[u64], unit: &str) -> String {
    let most = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
    let step = (WIDTH - 20.0) / counts.len().max(1) as f64;
    let mut svg = open(title, HEIGHT + 40.0);
    for (index, &count) in counts.iter().enumerate() {
        let height = count as f64 / most * HEIGHT;
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\">\
             <title>{} to {}: {count}</title></rect>",
            10.0 + step * index as f64,
            HEIGHT + 4.0 - height,
            step - 1.5,
            width * index as u64,
            width * (index as u64 + 1) - 1,
        );
        let every = counts.len().div_ceil(8).max(1);
        if index % every == 0 {
            let _ = write!(
                svg,
                "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                10.0 + step * index as f64,
                HEIGHT + 18.0,
                width * index as u64
            );
        }
    }
    let _ = write!(
        svg,
        "<path class=\"axis\" d=\"M10 {0:.1}H{1:.1}\"/><text class=\"tick end\" x=\"{1:.1}\" \
         y=\"{2:.1}\">{3}</text>",
        HEIGHT + 4.0,
        WIDTH - 10.0,
        HEIGHT + 34.0,
        escape(unit)
    );
    svg + "</svg>"
}

/// A bar of parts that add up to 1.
pub fn parts(title: &str, parts: &[(&str, f64)]) -> String {
    let mut svg = open(title, 54.0);
    let mut x = 0.0;
    for (index, (label, part)) in parts.iter().enumerate() {
        let width = WIDTH * part;
        let _ = write!(
            svg,
            "<rect class=\"part{index}\" x=\"{x:.1}\" y=\"2\" width=\"{width:.1}\" height=\"26\">\
             <title>{0}: {1:.1} %</title></rect>",
            escape(label),
            100.0 * part
        );
        // A part that is too narrow for its label has it as a title only.
        if width > 160.0 {
            let _ = write!(
                svg,
                "<text class=\"tick middle\" x=\"{:.1}\" y=\"46\">{} {:.1} %</text>",
                x + width / 2.0,
                escape(label),
                100.0 * part
            );
        }
        x += width;
    }
    svg + "</svg>"
}

/// A board from its ranks, the highest first: a blank where there is no square, a point for an empty one, and
/// the letters of pieces, those of White in upper case.
pub fn board(title: &str, ranks: &[String]) -> String {
    const SIDE: f64 = 36.0;
    let files = ranks.iter().map(|rank| rank.chars().count()).max().unwrap_or_default();
    let (width, height) = (SIDE * files as f64, SIDE * ranks.len() as f64);
    let mut svg = format!(
        "<svg class=\"board\" role=\"img\" viewBox=\"0 0 {width} {height}\"><title>{}</title>",
        escape(title)
    );
    for (rank, squares) in ranks.iter().enumerate() {
        for (file, square) in squares.chars().enumerate().filter(|(_, square)| *square != ' ') {
            let (x, y) = (SIDE * file as f64, SIDE * rank as f64);
            let shade =
                if (file + ranks.len() - 1 - rank).is_multiple_of(2) { "dark" } else { "light" };
            let _ = write!(
                svg,
                "<rect class=\"{shade}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
            );
            if square != '.' {
                let side = if square.is_uppercase() { "white" } else { "black" };
                let (x, y) = (x + SIDE / 2.0, y + SIDE / 2.0);
                let _ = write!(
                    svg,
                    "<circle class=\"{side}\" cx=\"{x}\" cy=\"{y}\" r=\"14\"/>\
                     <text class=\"piece {side}\" x=\"{x}\" y=\"{}\">{}</text>",
                    y + 6.0,
                    escape(&square.to_uppercase().to_string())
                );
            }
        }
    }
    svg + "</svg>"
}

fn open(title: &str, height: f64) -> String {
    format!(
        "<svg role=\"img\" viewBox=\"0 0 {WIDTH} {height:.0}\"><title>{}</title>",
        escape(title)
    )
}

/// A text that HTML takes as text.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_text() {
        let bar =
            Bar { label: "<b>&\"".to_owned(), value: 1.0, interval: None, text: "1".to_owned() };
        let svg = bars("a < b", &[bar]);
        assert!(svg.contains("&lt;b&gt;&amp;&quot;") && svg.contains("a &lt; b"));
    }

    #[test]
    fn charts_of_nothing_are_charts() {
        for svg in [bars("", &[]), histogram("", 10, &[], ""), parts("", &[]), board("", &[])] {
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>") && !svg.contains("NaN"));
        }
    }
}
