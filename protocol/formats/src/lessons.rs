//! The lessons of the tutorial: positions with a task for each capture method of each game.

use std::iter::repeat_n;

use baroque_movegen::{AnyGame, GameId, Move};

use crate::text;

/// A position with a task.
pub struct Lesson {
    /// Its heading.
    pub title: &'static str,
    /// The rule, in a few sentences.
    pub text: &'static str,
    /// The position. One on 8×8 squares stands for the same squares of other boards.
    fen: &'static str,
    /// What the player is asked to do.
    pub task: &'static str,
    goal: Goal,
    /// A move that fulfils the task.
    pub solution: &'static str,
}

/// What fulfils a task.
enum Goal {
    /// A move that captures the pieces on these squares, and perhaps others.
    Captures(&'static [&'static str]),
    /// A move that gives check.
    Checks,
    /// A move after which the enemy on this square is frozen.
    Freezes(&'static str),
    /// A move that wins the game.
    Wins,
    /// Only the solution.
    Solution,
}

/// The lessons for the rule set of a position, with their positions: those whose solution fulfils its
/// task under these rules.
pub fn lessons(rules: &AnyGame) -> Vec<(&'static Lesson, AnyGame)> {
    let (first, last) = match rules.game() {
        GameId::Ultima => (STEPPING_KING, MATE),
        GameId::Maxima => (MAXIMA, INVASION),
        GameId::Rococo => (ROCOCO, KING_CAPTURE),
        GameId::Renaissance => (RENAISSANCE, MATE),
        // Lessons are about certain pieces.
        GameId::CustomGame => return Vec::new(),
    };
    let all = first.iter().chain(SHARED).chain(last);
    let with_position = all.filter_map(|lesson| Some((lesson, lesson.position(rules)?)));
    let is_true = |(lesson, position): &(&Lesson, AnyGame)| {
        position.read_move(lesson.solution).is_ok_and(|mv| lesson.is_fulfilled(position, mv))
    };
    with_position.filter(is_true).collect()
}

impl Lesson {
    /// Sets up the position under some rules; `None` if the board has other squares.
    fn position(&self, rules: &AnyGame) -> Option<AnyGame> {
        let mut position = rules.clone();
        let widened = widened(self.fen, rules.game());
        position.set_fen(&widened).or_else(|_| position.set_fen(self.fen)).ok()?;
        Some(position)
    }

    /// Whether a legal move fulfils the task.
    pub fn is_fulfilled(&self, position: &AnyGame, mv: Move) -> bool {
        let view = position.view();
        let mut after = position.clone();
        if after.play(mv).is_err() {
            return false;
        }
        match self.goal {
            Goal::Captures(squares) => {
                let names: Vec<String> =
                    position.victims(mv).into_iter().map(|coord| view.name(coord)).collect();
                squares.iter().all(|&square| names.iter().any(|name| name == square))
            }
            Goal::Freezes(square) => {
                let view = after.view();
                let mut frozen = view.pieces().filter(|&(_, _, is_frozen)| is_frozen);
                frozen.any(|(coord, piece, _)| {
                    piece.color != position.side() && view.name(coord) == square
                })
            }
            Goal::Checks => after.in_check(),
            Goal::Wins => {
                after.outcome().is_some_and(|outcome| outcome.winner == Some(position.side()))
            }
            Goal::Solution => position.read_move(self.solution) == Ok(mv),
        }
    }
}

/// A FEN on 8×8 squares as one of the same squares on the board of a game; others as they are.
fn widened(fen: &str, game: GameId) -> String {
    let Some((placement, rest)) = fen.split_once(' ') else { return fen.to_owned() };
    let ranks: Vec<&str> = placement.split('/').collect();
    let (above, below, left, right): (&[&str], &[&str], _, _) = match game {
        _ if ranks.len() != 8 => return fen.to_owned(),
        GameId::Ultima | GameId::CustomGame => return fen.to_owned(),
        // Nothing may stand on rank 1.
        GameId::Maxima => (&["***2***", "8", "8"], &["***2***"], 0, 0),
        GameId::Rococo => (&["10"], &["10"], 1, 1),
        GameId::Renaissance => (&["9"], &[], 0, 1),
    };
    let inner = if game == GameId::Maxima { ranks.len() - 1 } else { ranks.len() };
    let inner = ranks.iter().take(inner).map(|rank| shifted(rank, left, right));
    let all = above.iter().map(|rank| (*rank).to_owned()).chain(inner);
    let all = all.chain(below.iter().map(|rank| (*rank).to_owned()));
    format!("{} {rest}", all.collect::<Vec<_>>().join("/"))
}

/// A rank of a FEN with further empty squares at its ends.
fn shifted(rank: &str, left: usize, right: usize) -> String {
    let squares = rank.chars().flat_map(|sign| match sign.to_digit(10) {
        Some(digit) => vec![None; digit as usize],
        None => vec![Some(sign)],
    });
    text::rank(repeat_n(None, left).chain(squares).chain(repeat_n(None, right)))
}

const STEPPING_KING: &[Lesson] = &[Lesson {
    title: "The king",
    text: "The king moves and captures as in chess: one step, onto the enemy that it captures. It \
           is the only piece here that captures by moving onto another one.",
    fen: "7k/8/8/8/3p4/3K4/8/8 w",
    task: "Capture the pawn on d4.",
    goal: Goal::Captures(&["d4"]),
    solution: "d3d4",
}];

const SHARED: &[Lesson] = &[
    Lesson {
        title: "The pawn",
        text: "A pawn moves like a rook in chess. It captures an enemy that its move encloses, along \
               a file or a rank, between the pawn and another piece of its side.",
        fen: "7k/8/8/2Pp4/8/4P3/K7/8 w",
        task: "Capture the pawn on d5, beside your own pawn on c5.",
        goal: Goal::Captures(&["d5"]),
        solution: "e3e5",
    },
    Lesson {
        title: "The pawn, in several directions",
        text: "Whatever fits is captured, in all directions at once. Any piece of your side can be \
               the other end, and moving between two enemies is safe.",
        fen: "7k/4P3/4p3/2Pp1pP1/8/4P3/K7/8 w",
        task: "Capture three pawns with one move.",
        goal: Goal::Captures(&["d5", "f5", "e6"]),
        solution: "e3e5",
    },
    Lesson {
        title: "The withdrawer",
        text: "The withdrawer moves like a queen. It captures the adjacent enemy from which it moves \
               straight away, however far it goes.",
        fen: "7k/8/8/3p4/3W4/8/K7/8 w",
        task: "Capture the pawn on d5.",
        goal: Goal::Captures(&["d5"]),
        solution: "d4d3",
    },
    Lesson {
        title: "The long-leaper",
        text: "The long-leaper moves like a queen. It captures an enemy on its line by jumping over \
               it to an empty square behind, and may slide on from there.",
        fen: "7k/8/8/8/L2p4/8/K7/8 w",
        task: "Capture the pawn on d4.",
        goal: Goal::Captures(&["d4"]),
        solution: "a4e4",
    },
    Lesson {
        title: "The long-leaper, several jumps",
        text: "It may jump several times in one move along one line. It cannot jump over its own \
               side, nor over two pieces in a row.",
        fen: "7k/8/8/L1p1p3/8/8/K7/8 w",
        task: "Capture both pawns.",
        goal: Goal::Captures(&["c5", "e5"]),
        solution: "a5f5",
    },
    Lesson {
        title: "The coordinator",
        text: "The coordinator moves like a queen. Where it lands, it and its own king are two \
               corners of a rectangle along files and ranks: enemies on the other two corners are \
               captured.",
        fen: "7k/8/1p6/8/8/2C5/1K3p2/8 w",
        task: "Your king is on b2. Capture the pawns on b6 and f2 with one move.",
        goal: Goal::Captures(&["b6", "f2"]),
        solution: "c3f6",
    },
    Lesson {
        title: "The immobilizer",
        text: "The immobilizer moves like a queen and captures nothing. It freezes all adjacent \
               enemies: they can neither move nor capture.",
        fen: "7k/8/5l2/8/8/5I2/K7/8 w",
        task: "Freeze the long-leaper on f6.",
        goal: Goal::Freezes("f6"),
        solution: "f3f5",
    },
    Lesson {
        title: "A frozen piece may go",
        text: "A frozen piece other than the king may leave the board instead of moving: choose its \
               square twice. That can open a line, or avoid having no move.",
        fen: "7k/8/8/4i3/3W4/8/K7/8 w",
        task: "Remove your frozen withdrawer.",
        goal: Goal::Solution,
        solution: "d4d4",
    },
    Lesson {
        title: "The chameleon takes a withdrawer",
        text: "The chameleon moves like a queen, and captures each enemy by that enemy's own \
               method: a withdrawer by moving straight away from it.",
        fen: "7k/8/8/3w4/3X4/8/K7/8 w",
        task: "Capture the withdrawer on d5.",
        goal: Goal::Captures(&["d5"]),
        solution: "d4d3",
    },
    Lesson {
        title: "The chameleon takes a pawn",
        text: "It captures pawns by enclosing them, if it moves along a file or a rank.",
        fen: "7k/8/8/2Pp4/8/4X3/K7/8 w",
        task: "Capture the pawn on d5.",
        goal: Goal::Captures(&["d5"]),
        solution: "e3e5",
    },
    Lesson {
        title: "The chameleon takes a long-leaper",
        text: "It captures long-leapers by jumping over them. It jumps over nothing else.",
        fen: "7k/8/8/8/X2l4/8/K7/8 w",
        task: "Capture the long-leaper on d4.",
        goal: Goal::Captures(&["d4"]),
        solution: "a4e4",
    },
    Lesson {
        title: "The chameleon takes a coordinator",
        text: "It captures coordinators on the corners between itself and its own king.",
        fen: "7k/8/1c6/8/8/2X5/1K6/8 w",
        task: "Your king is on b2. Capture the coordinator on b6.",
        goal: Goal::Captures(&["b6"]),
        solution: "c3c6",
    },
    Lesson {
        title: "The chameleon and the king",
        text: "It captures a king as a king captures: by one step onto it. So it gives check on the \
               squares beside the king. Chameleons and immobilizers it never captures.",
        fen: "7k/8/8/4X3/8/8/K6p/8 w",
        task: "Give check.",
        goal: Goal::Checks,
        solution: "e5g7",
    },
    Lesson {
        title: "The chameleon freezes the immobilizer",
        text: "An immobilizer beside an enemy chameleon is frozen. It still freezes its own \
               neighbours, the chameleon too.",
        fen: "7k/8/5i2/8/8/5X2/K7/8 w",
        task: "Freeze the immobilizer on f6.",
        goal: Goal::Freezes("f6"),
        solution: "f3f5",
    },
    Lesson {
        title: "The chameleon, all at once",
        text: "One move of the chameleon can capture by several methods.",
        fen: "7k/8/8/8/2wX1l2/8/K7/8 w",
        task: "Capture the withdrawer on c4 and the long-leaper on f4 with one move.",
        goal: Goal::Captures(&["c4", "f4"]),
        solution: "d4g4",
    },
];

const MATE: &[Lesson] = &[Lesson {
    title: "The end of the game",
    text: "Checkmate wins, and so does leaving the enemy without a legal move. Frozen pieces give no \
           check, so kings may stand side by side if the other one is frozen.",
    fen: "8/8/8/4k3/2K2I2/3w4/8/8 w",
    task: "Your immobilizer freezes the black king. Win in one move: there is a mate and a stalemate.",
    goal: Goal::Wins,
    solution: "c4d5",
}];

const MAXIMA: &[Lesson] = &[
    Lesson {
        title: "The king",
        text: "The king of Maxima leaps like a knight in chess, onto the enemy that it captures. It \
               does not attack the squares beside it.",
        fen: "***2***/7k/8/8/8/8/3p4/8/2K5/7P/***2*** w",
        task: "Capture the pawn on d5.",
        goal: Goal::Captures(&["d5"]),
        solution: "c3d5",
    },
    Lesson {
        title: "The king around the board",
        text: "For the king the left and the right side of ranks 2 to 10 are joined: from the a-file \
               it leaps to the g-file and the h-file.",
        fen: "***2***/7k/8/8/8/6p1/K7/8/8/7P/***2*** w",
        task: "Capture the pawn on g6.",
        goal: Goal::Captures(&["g6"]),
        solution: "a5g6",
    },
    Lesson {
        title: "The guard",
        text: "The guard goes one step in any direction, onto the enemy that it captures. It is not \
               royal.",
        fen: "***2***/7k/8/8/8/8/4p3/3G4/8/K7/***2*** w",
        task: "Capture the pawn on e5.",
        goal: Goal::Captures(&["e5"]),
        solution: "d4e5",
    },
    Lesson {
        title: "The mage",
        text: "The mage goes one diagonal step, and from there may go on along the file or the rank, \
               away from its start. It captures what it moves onto, and cannot be frozen.",
        fen: "***2***/7k/4p3/8/8/8/8/3M4/8/K7/***2*** w",
        task: "Capture the pawn on e9.",
        goal: Goal::Captures(&["e9"]),
        solution: "d4e9",
    },
];

const INVASION: &[Lesson] = &[Lesson {
    title: "The palace",
    text: "Checkmate wins, and so do two of your pieces in the enemy palace: d11 and e11 for White. A \
           side that has only its king left loses. In its own palace a side may have one piece.",
    fen: "***P1***/k6p/8/4P3/8/8/8/8/8/K7/***2*** w",
    task: "Your pawn is on d11. Win at once.",
    goal: Goal::Wins,
    solution: "e8e11",
}];

const ROCOCO: &[Lesson] = &[
    Lesson {
        title: "The pawn",
        text: "The pawn of Rococo goes one step in any direction to an empty square, or leaps over \
               an adjacent piece of either side to the square just beyond. There it captures an \
               enemy: that is its only capture.",
        fen: "7k/8/3w4/3P4/3P4/8/K7/8 w",
        task: "Capture the withdrawer on d6.",
        goal: Goal::Captures(&["d6"]),
        solution: "d4d6",
    },
    Lesson {
        title: "Promotion",
        text: "A pawn that moves to one of the two last ranks may become a piece that its side has \
               lost. Write its letter after the move: d7d8l for a long-leaper.",
        fen: "7k/3P4/8/8/8/8/K7/8 w",
        task: "Move to d8 and become a long-leaper.",
        goal: Goal::Solution,
        solution: "d7d8l",
    },
    Lesson {
        title: "The advancer",
        text: "The advancer moves like a queen. It captures the enemy straight up to which it moves, \
               and stops right before it.",
        fen: "7k/8/3p4/8/8/8/K2A4/8 w",
        task: "Capture the pawn on d6.",
        goal: Goal::Captures(&["d6"]),
        solution: "d2d5",
    },
    Lesson {
        title: "The swapper",
        text: "The swapper moves like a queen, or changes places with the first piece on its line, \
               friend or enemy. The two squares may not be swapped again on the next move.",
        fen: "7k/8/3l4/8/8/8/K2S4/8 w",
        task: "Change places with the long-leaper on d6.",
        goal: Goal::Solution,
        solution: "d2d6",
    },
    Lesson {
        title: "Mutual destruction",
        text: "The swapper may remove itself together with an adjacent enemy. Write d after the \
               squares of both: d6d7d.",
        fen: "7k/3l4/3S4/8/8/8/K7/8 w",
        task: "Destroy the long-leaper on d7.",
        goal: Goal::Captures(&["d7"]),
        solution: "d6d7d",
    },
    Lesson {
        title: "The ring",
        text: "The outer squares may be entered and crossed only to capture or to swap, \
               and only as far as needed. The files are x a b c d e f g h z, the ranks 0 to 9.",
        fen: "7k/8/8/6pW/8/8/K7/8 w",
        task: "Capture the pawn on g5: move away from it onto the ring.",
        goal: Goal::Captures(&["g5"]),
        solution: "h5z5",
    },
];

const KING_CAPTURE: &[Lesson] = &[Lesson {
    title: "The king",
    text: "There is no check in Rococo. The king goes one step, and who captures the enemy king \
           wins.",
    fen: "7k/8/8/8/8/8/K6A/8 w",
    task: "Win at once.",
    goal: Goal::Wins,
    solution: "h2h7",
}];

const RENAISSANCE: &[Lesson] = &[
    Lesson {
        title: "Hands",
        text: "Captured pieces change sides and go to your hand. Instead of moving you can drop one \
               on any empty square: W@e5 for a withdrawer. A drop captures nothing.",
        fen: "8k/9/9/9/9/9/9/K8/9[W] w",
        task: "Drop the withdrawer on e5.",
        goal: Goal::Solution,
        solution: "W@e5",
    },
    Lesson {
        title: "The pusher",
        text: "The pusher moves like a queen, or steps onto an adjacent piece of either side and \
               pushes it one square straight on. That square must be empty.",
        fen: "8k/9/9/9/9/9/2Up5/9/K8[] w",
        task: "Push the pawn from d3 to e3.",
        goal: Goal::Solution,
        solution: "c3d3",
    },
    Lesson {
        title: "Forced captures",
        text: "A piece that is pushed or pulled captures what it would capture by making that move \
               itself.",
        fen: "8k/9/9/9/9/9/2UP1lI2/9/K8[] w",
        task: "Push your pawn so that it captures the long-leaper on f3.",
        goal: Goal::Captures(&["f3"]),
        solution: "c3d3",
    },
    Lesson {
        title: "The puller",
        text: "The puller moves like a queen, or goes one step straight away from an adjacent piece \
               of either side and pulls it along. Write t after the move: d4d3t.",
        fen: "8k/9/9/9/3p5/3Y5/9/9/K8[] w",
        task: "Go to d3 and pull the pawn on d5 along.",
        goal: Goal::Solution,
        solution: "d4d3t",
    },
    Lesson {
        title: "The resurrector trades",
        text: "The resurrector moves like a queen, or trades places with any adjacent piece.",
        fen: "8k/9/9/9/4Rw3/9/9/9/K8[] w",
        task: "Trade places with the withdrawer on f5.",
        goal: Goal::Solution,
        solution: "e5f5",
    },
    Lesson {
        title: "The resurrector resurrects",
        text: "When it goes one step to an empty square it may leave a piece of your hand behind. \
               Write its letter after the move: e5f5l.",
        fen: "8k/9/9/9/4R4/9/9/9/K8[L] w",
        task: "Go to f5 and leave the long-leaper behind.",
        goal: Goal::Solution,
        solution: "e5f5l",
    },
    Lesson {
        title: "The bomb",
        text: "The bomb moves like a queen. Instead of moving it may explode: it and all adjacent \
               pieces of both sides leave the game for good. Choose its square twice.",
        fen: "8k/9/9/3pwl3/4B4/9/9/9/K8[] w",
        task: "Remove three enemies at once.",
        goal: Goal::Captures(&["d6", "e6", "f6"]),
        solution: "e5e5",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn lessons_of(variant: &str) -> Vec<(&'static Lesson, AnyGame)> {
        lessons(&AnyGame::new(variant).unwrap())
    }

    #[test]
    fn each_game_has_lessons_for_its_own_rules() {
        let count = |variant| lessons_of(variant).len();
        // Of the 15 shared lessons Rococo lacks pawns that pinch (2), chameleons that pinch and
        // coordinators (3), and check; Renaissance has single jumps and no suicide.
        assert_eq!(count("baroque"), 1 + 15 + 1);
        assert_eq!(count("maxima"), 4 + 15 + 1);
        assert_eq!(count("rococo"), 6 + (15 - 6) + 1);
        assert_eq!(count("renaissance"), 7 + (15 - 2) + 1);
        assert_eq!(count("abbott1968"), 17);
        // Single jumps; a chameleon that leaps captures nothing else, and there is no suicide.
        assert_eq!(count("abbott1962"), 17 - 1);
        assert_eq!(count("cambridge"), 17 - 2);
    }

    #[test]
    fn other_moves_do_not_fulfil_the_tasks() {
        for variant in AnyGame::variants() {
            for (lesson, position) in lessons_of(variant) {
                let moves = position.legal_moves().into_iter();
                let right = moves.filter(|&mv| lesson.is_fulfilled(&position, mv)).count();
                let all = position.legal_moves().len();
                assert!((1..all).contains(&right), "{variant}, {}", lesson.title);
            }
        }
    }

    #[test]
    fn positions_of_the_chess_board_keep_their_squares() {
        let fen = "7k/8/8/3p4/3W4/8/K7/8 w";
        let wide = |game| widened(fen, game);
        assert_eq!(wide(GameId::Ultima), fen);
        assert_eq!(wide(GameId::Maxima), "***2***/8/8/7k/8/8/3p4/3W4/8/K7/***2*** w");
        assert_eq!(wide(GameId::Rococo), "10/8k1/10/10/4p5/4W5/10/1K8/10/10 w");
        assert_eq!(wide(GameId::Renaissance), "9/7k1/9/9/3p5/3W5/9/K8/9 w");
    }
}
