//! What a misspelt word was meant to be.

use crate::error::quoted;

/// Similarity from which a word is suggested; equal words have 1.
const SIMILAR: f64 = 0.8;
/// Longest word for which another one is suggested, in bytes.
const MAX_WORD: usize = 40;

/// The word that another one was most probably meant to be, if one is similar enough.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > MAX_WORD {
        return None;
    }
    let word = word.to_lowercase().replace(['_', ' '], "-");
    let similar = known
        .into_iter()
        .map(|known| (strsim::jaro_winkler(&word, &known.to_lowercase()), known))
        .filter(|(similarity, _)| *similarity >= SIMILAR);
    similar.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, known)| known)
}

/// A vocabulary, and where its words belong, as in "belongs in act".
pub type Elsewhere<'a> = (&'a str, &'a [&'a str]);

/// The message about a word that is none of those allowed, or belongs elsewhere.
pub fn unknown(what: &str, word: &str, allowed: &[&str], elsewhere: &[Elsewhere]) -> String {
    let mut text = format!("no {what} {}", quoted(word));
    text += &match allowed {
        [] => String::new(),
        [only] => format!("; allowed is {only}"),
        _ => format!("; allowed are {}", allowed.join(", ")),
    };
    let there =
        || elsewhere.iter().flat_map(|&(place, known)| known.iter().map(move |k| (*k, place)));
    if let Some((known, place)) = there().find(|(known, _)| *known == word) {
        return text + &format!("; '{known}' belongs in {place}");
    }
    if let Some(nearest) = nearest(word, allowed.iter().copied()) {
        return text + &format!("; did you mean '{nearest}'?");
    }
    let nearest = nearest(word, there().map(|(known, _)| known));
    let found = there().find(|(known, _)| Some(*known) == nearest);
    text + &found.map_or(String::new(), |(known, place)| {
        format!("; did you mean '{known}'? It belongs in {place}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_suggested_across_vocabularies() {
        let methods = ["approach", "leap"];
        let text = |word| unknown("method", word, &methods, &[("act", &["rifle", "swap"])]);
        let known = "allowed are approach, leap";
        assert_eq!(
            text("riffle"),
            format!("no method 'riffle'; {known}; did you mean 'rifle'? It belongs in act")
        );
        assert_eq!(text("swap"), format!("no method 'swap'; {known}; 'swap' belongs in act"));
        assert_eq!(text("leep"), format!("no method 'leep'; {known}; did you mean 'leap'?"));
        assert_eq!(text("zzz"), format!("no method 'zzz'; {known}"));
        assert_eq!(nearest(&"leap".repeat(100), methods), None);
        assert_eq!(nearest("First_Rank", ["first-rank"]), Some("first-rank"));
    }
}
