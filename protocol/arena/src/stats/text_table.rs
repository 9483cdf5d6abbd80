//! Text tables: columns of cells under titles, separated by spaces.

/// A column of a text table.
pub(super) struct Column {
    /// The title and the cells below it.
    texts: Vec<String>,
    /// Whether the padding is on the left.
    is_right: bool,
    width: usize,
}

impl Column {
    /// A column whose texts are padded on the right to a width in characters. Longer texts are
    /// printed in full and shift the rest of their line, as in the tables of fastchess.
    pub(super) fn left(title: &str, width: usize, cells: impl Iterator<Item = String>) -> Self {
        let texts = std::iter::once(title.to_owned()).chain(cells).collect();
        Self { texts, is_right: false, width }
    }

    /// The same with the padding on the left.
    pub(super) fn right(title: &str, width: usize, cells: impl Iterator<Item = String>) -> Self {
        Self { is_right: true, ..Self::left(title, width, cells) }
    }

    /// Widens the column to its longest text.
    pub(super) fn fitted(mut self) -> Self {
        let longest = self.texts.iter().map(|text| text.chars().count()).max();
        self.width = self.width.max(longest.unwrap_or(0));
        self
    }

    fn padded(&self, line: usize) -> String {
        let text = self.texts.get(line).map_or("", String::as_str);
        let width = self.width;
        if self.is_right { format!("{text:>width$}") } else { format!("{text:<width$}") }
    }
}

/// The lines of a table, with their line breaks: the titles, then one line per row.
pub(super) fn lines(columns: &[Column]) -> impl Iterator<Item = String> {
    let count = columns.iter().map(|column| column.texts.len()).max().unwrap_or(0);
    (0..count).map(|line| {
        let cells: Vec<String> = columns.iter().map(|column| column.padded(line)).collect();
        cells.join(" ") + "\n"
    })
}

/// A number with a fixed count of decimals, `n/a` if it is unknown. Zero has no sign.
pub(super) fn number(value: Option<f64>, decimals: usize) -> String {
    let Some(value) = value else { return "n/a".to_owned() };
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.chars().all(|c| matches!(c, '0' | '.')) => zero.to_owned(),
        _ => text,
    }
}

/// A percentage with one decimal.
pub(super) fn percent(value: Option<f64>) -> String {
    let unit = if value.is_some() { "%" } else { "" };
    number(value, 1) + unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        for (value, text) in [(-0.0, "0.00"), (-0.004, "0.00"), (-0.006, "-0.01"), (12.0, "12.00")]
        {
            assert_eq!(number(Some(value), 2), text);
        }
    }
}
