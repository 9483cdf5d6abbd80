"""What several tests need."""

import random

import baroque
import pytest

VARIANTS = ["baroque", "maxima", "rococo", "renaissance", "fugue", "optima-house-pool"]


def walk(board: baroque.Board, plies: int, seed: int = 1) -> baroque.Board:
    """Plays random moves, as long as the game is not over."""
    random_moves = random.Random(seed)
    while board.ply() < plies and not board.is_game_over():
        board.push(random_moves.choice(board.legal_moves))
    return board


@pytest.fixture(params=VARIANTS)
def variant(request: pytest.FixtureRequest) -> str:
    """A game of each kind."""
    return request.param
