//! Mates that the engine announces in its own games are forced: the line is replayed by the
//! reference, short mates are proved by brute force. `BAROQUE_MATES=1000` in the environment checks
//! that many in each game instead of a few.

use baroque_engine::{Bound, Engine, Info, Limits, Report, ScoreText, TunedGame};
use baroque_movegen::{
    GameHistory, Maxima, Move, Position, Renaissance, Rococo, StopFlag, Ultima, uci,
};

use crate::common::backend::Slow;
use crate::common::random::SplitMix64;
use crate::common::reference::{self, forces_win, win_for};
use crate::common::solver::{loses, wins};

/// Mates checked in each game.
const FEW: usize = 6;
/// Nodes of a search.
const NODES: u64 = 2_000;
/// Random plies at the start of a game; later one move in [`RANDOM_MOVES`] is random.
const OPENING: usize = 12;
const RANDOM_MOVES: usize = 12;
/// Moves to the longest mates proved by the reference and by the generator.
const BY_REFERENCE: u32 = 1;
const BY_GENERATOR: u32 = 2;

/// The last exact report of a search.
fn search<G: TunedGame>(engine: &mut Engine, game: &GameHistory<G>) -> Option<Info> {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut last = None;
    engine.search_with(game, &limits, &StopFlag::default(), &mut |report| match report {
        Report::Info(info) if info.bound == Bound::Exact => last = Some(info),
        _ => {}
    });
    last
}

/// Checks that a line ends with the win after `moves` moves of the winner, if it was not cut short,
/// and that the win is forced if that can be proved soon.
fn check<G: TunedGame>(game: &GameHistory<G>, slow: &reference::Game, info: &Info) {
    let ScoreText::Mate(moves) = info.score.text() else { return };
    let place = || format!("{} {:?} {:?}", game.position().to_fen(), info.score.text(), info.pv);
    let wins_here = moves > 0;
    let moves = moves.unsigned_abs();
    let plies = if wins_here { 2 * moves - 1 } else { 2 * moves } as usize;
    let white_wins = slow.position().white_to_move() == wins_here;
    let mut line = slow.clone();
    let mut position = game.position().clone();
    for &mv in &info.pv {
        line.push(&uci(&position, mv)).unwrap_or_else(|error| panic!("{error}: {}", place()));
        position = position.play_unchecked(mv);
    }
    // The loser may have to end the game by its own move, such as a suicide.
    let lost = || line.position().nexts().iter().all(|(_, next)| forces_win(next, 0));
    match line.end() {
        Some((result, _)) => {
            assert!(result == win_for(white_wins) && info.pv.len() <= plies + 1, "{}", place());
        }
        None => assert!(info.pv.len() < plies || info.pv.len() == plies && lost(), "{}", place()),
    }
    // Brute force does not know the game's repetitions.
    if game.position().halfmove_clock() < 4 {
        let fast = game.position();
        if moves <= BY_GENERATOR {
            assert!(if wins_here { wins(fast, moves) } else { loses(fast, moves) }, "{}", place());
        }
        if moves <= BY_REFERENCE {
            let position = slow.position();
            let forced = match wins_here {
                true => forces_win(position, moves),
                false => position.nexts().iter().all(|(_, next)| forces_win(next, moves)),
            };
            assert!(forced, "{}", place());
        }
    }
}

/// Plays games of a rule set and checks the mates announced in them.
fn check_games<G: TunedGame>(variant: &'static str) {
    let wanted = std::env::var("BAROQUE_MATES").ok().map(|text| text.parse().unwrap());
    let mut left = wanted.unwrap_or(FEW);
    let mut random = SplitMix64(7);
    let mut engine = Engine::new();
    while left > 0 {
        engine.clear();
        let start = Position::<G>::start(variant).unwrap();
        let mut slow = reference::Game::new(Slow::read(variant, "-", &start.to_fen()).unwrap());
        let mut game = GameHistory::new(start);
        for ply in 0.. {
            if game.outcome().is_some() || left == 0 {
                break;
            }
            let moves = game.position().legal_moves();
            let by_chance = ply < OPENING || random.below(RANDOM_MOVES) == 0;
            let mv: Move = if by_chance {
                moves[random.below(moves.len())]
            } else {
                let info = search(&mut engine, &game).unwrap();
                if info.score.is_decisive() {
                    check(&game, &slow, &info);
                    left = left.saturating_sub(1);
                }
                info.pv[0]
            };
            slow.push(&uci(game.position(), mv)).unwrap();
            game.push(mv).unwrap();
        }
    }
}

#[test]
fn baroque() {
    check_games::<Ultima>("baroque");
}

#[test]
fn baroque_with_king_capture() {
    check_games::<Ultima>("vchess");
}

#[test]
fn maxima() {
    check_games::<Maxima>("maxima");
}

#[test]
fn rococo() {
    check_games::<Rococo>("rococo");
}

#[test]
fn renaissance() {
    check_games::<Renaissance>("renaissance");
}
