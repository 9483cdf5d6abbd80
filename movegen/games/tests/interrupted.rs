//! Work on games that is interrupted.

use std::cell::Cell;
use std::rc::Rc;

use baroque_movegen::interrupt::{interruptible, is_interrupted};
use baroque_movegen::{CustomGame, Position, StopFlag, divide};

fn fugue() -> Position<CustomGame> {
    let games = baroque_games::builtin();
    let game = games.iter().find(|game| game.name == "fugue").unwrap();
    Position::from_fen(&game.starts[0].1, game.rules.clone().unwrap()).unwrap()
}

#[test]
fn interrupted_or_not_no_illegal_move_is_listed() {
    let start = fugue();
    let legal = start.legal_moves();
    let mut complete = 0;
    for after in 0..100 {
        let asked = Rc::new(Cell::new(0));
        let is_due = {
            let asked = Rc::clone(&asked);
            move || asked.replace(asked.get() + 1) >= after
        };
        // One list takes fewer steps than lie between two questions.
        let lists = || (0..64).map(|_| start.legal_moves()).collect::<Vec<_>>();
        let (lists, interrupted) = interruptible(is_due, || (lists(), is_interrupted()));
        assert!(lists.iter().flatten().all(|mv| legal.contains(mv)), "after {after}");
        assert!(interrupted || lists.iter().all(|list| *list == legal), "after {after}");
        complete += usize::from(!interrupted);
    }
    // Both happened.
    assert!((1..100).contains(&complete), "{complete}");
    assert!(!is_interrupted());
}

#[test]
fn a_count_ends_when_it_is_stopped() {
    let (start, stop) = (fugue(), StopFlag::default());
    assert!(divide(&start, 1, None, &stop, |_, _| ()).is_some());
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(divide(&start, 1, None, &stop, |_, _| ()), None);
}
