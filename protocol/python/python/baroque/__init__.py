"""Baroque chess (Ultima), Maxima, Rococo, Renaissance and games of TOML files: rules, engine, learning.

>>> board = baroque.Board("rococo")
>>> board.push("d2d3")
Move('d2d3')
>>> print(board.outcome())
None
"""

from dataclasses import dataclass

from ._baroque import (
    BatchEnv,
    Board,
    Engine,
    Error,
    Game,
    IllegalMoveError,
    Line,
    Move,
    Outcome,
    PlayResult,
    Score,
    actions,
    load,
    planes,
    read_pgn,
    selfplay,
    variants,
)

__all__ = [
    "BLACK",
    "WHITE",
    "BatchEnv",
    "Board",
    "Engine",
    "Error",
    "Game",
    "IllegalMoveError",
    "Limit",
    "Line",
    "Move",
    "Outcome",
    "PlayResult",
    "Score",
    "actions",
    "load",
    "planes",
    "read_pgn",
    "selfplay",
    "variants",
]

WHITE = True
BLACK = False


@dataclass(frozen=True)
class Limit:
    """When a search ends: at the first limit that is reached. Times are seconds."""

    time: float | None = None
    """For this move."""
    depth: int | None = None
    """In plies."""
    nodes: int | None = None
    """By all threads together."""
    mate: int | None = None
    """Until a win in this many moves is proved or excluded."""
    white_clock: float | None = None
    """Left on White's clock."""
    black_clock: float | None = None
    """Left on Black's clock."""
    white_inc: float | None = None
    """Added to White's clock for each move."""
    black_inc: float | None = None
    """Added to Black's clock for each move."""
    remaining_moves: int | None = None
    """Until the next time control."""
