//! A report at a glance: one picture of charts.

use std::collections::BTreeMap;

use baroque_movegen::AnyGame;

use crate::estimate::{plain, share};
use crate::observe::sorted;
use crate::report::Report;
use crate::svg::{Bar, Picture};

/// The picture of a report about a game.
pub fn portrait(report: &Report, game: &AnyGame) -> Picture {
    let mut picture = Picture::default();
    let measures = &report.measures;
    picture.board("The start", &game.first().view());
    if let (Some(draws), Some(first)) = (measures.start.draws, measures.start.first) {
        let wins = first.value - draws.value / 2.0;
        let parts = [
            ("first player wins", wins),
            ("drawn", draws.value),
            ("second player wins", 1.0 - wins - draws.value),
        ];
        picture.parts("Results of games from the start", &parts);
    }
    let strong = &measures.strong;
    if strong.games > 0 {
        let histogram = &strong.histogram;
        picture.histogram("Moves of both sides in a game", histogram.width, &histogram.counts);
        picture.bars("How games end", &bars(&strong.counts.ends), 1.0);
    }
    let mut worths: Vec<Bar> = Vec::new();
    for it in &measures.worths {
        let all = [("", Some(it.worth)), (", frozen", it.frozen), (", in hand", it.hand)];
        let all = all.into_iter().filter_map(|(how, worth)| Some((how, worth?)));
        worths.extend(all.map(|(how, worth)| {
            Bar::of(&format!("{}{how}", it.piece), worth, plain(Some(worth), 0))
        }));
    }
    if !worths.is_empty() {
        picture.bars("What pieces are worth", &worths, 0.0);
    }
    if !strong.counts.methods.is_empty() {
        picture.bars("How pieces are taken", &bars(&strong.counts.methods), 1.0);
    }
    picture
}

/// The shares of some counts, the greatest first.
fn bars(counts: &BTreeMap<String, u64>) -> Vec<Bar> {
    let all = counts.values().sum::<u64>();
    let bar = |(name, count): (&str, u64)| Bar {
        label: name.to_owned(),
        value: count as f64 / all.max(1) as f64,
        interval: None,
        text: share(count, all),
    };
    sorted(counts).map(bar).collect()
}
