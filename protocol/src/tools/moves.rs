//! `baroque moves`: the legal moves of a position.

use std::io::Write;
use std::process::ExitCode;

use baroque_formats::Loaded;
use baroque_formats::json::{JsonMove, JsonPiece};
use baroque_movegen::{AnyGame, Coord, Move, PieceView};
use clap::Args;
use serde::Serialize;

use super::args::PositionArgs;
use super::error::ToolError;
use super::output::{Forms, OutputArgs};

/// Arguments of `baroque moves`.
#[derive(Args, Debug)]
pub struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// A legal move and what it does.
#[derive(Serialize)]
#[serde(tag = "type", rename = "legal_move")]
struct LegalMove {
    #[serde(flatten)]
    texts: JsonMove,
    /// `None` for a drop.
    from: Option<String>,
    to: String,
    captures: Vec<JsonPiece>,
    fen_after: String,
}

impl LegalMove {
    /// A legal move of a position, which is the same afterwards.
    fn new(position: &mut AnyGame, mv: Move) -> Self {
        let view = position.view();
        let mut captures = position.captures(mv);
        captures.sort_unstable_by_key(|&(square, _)| square);
        let captured = |(square, piece): (Coord, PieceView)| JsonPiece {
            square: view.name(square),
            piece: piece.letter,
        };
        let mut legal = Self {
            texts: JsonMove::new(position, mv),
            from: mv.dropped().is_none().then(|| view.name(view.coord(mv.from()))),
            to: view.name(view.coord(mv.to())),
            captures: captures.into_iter().map(captured).collect(),
            fen_after: String::new(),
        };
        if position.play(mv).is_ok() {
            legal.fen_after = position.fen();
            position.take_back();
        }
        legal
    }
}

/// Lists the legal moves of a position.
///
/// # Errors
/// An argument or an input is bad, or the output cannot be written.
pub fn run(
    args: &MovesArgs,
    loaded: &Loaded,
    output: &mut impl Write,
) -> Result<ExitCode, ToolError> {
    let mut position = args.position.position(loaded)?;
    let mut printer = args.output.printer(output);
    let moves = position.legal_moves().into_iter();
    let mut moves: Vec<LegalMove> = moves.map(|mv| LegalMove::new(&mut position, mv)).collect();
    moves.sort_unstable_by(|one, other| one.texts.uci.cmp(&other.texts.uci));
    for mv in &moves {
        let text = || format!("{}\t{}\n", mv.texts.uci, mv.texts.readable);
        printer.print(&Forms(text, || mv))?;
    }
    Ok(ExitCode::SUCCESS)
}
