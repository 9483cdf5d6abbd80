"""Perft, self-play and a match on a Ray cluster, or on the processors of this machine: python cluster.py."""

import random

import baroque
import ray

GAME = "rococo"


@ray.remote
def perft(move: baroque.Move) -> int:
    board = baroque.Board(GAME)
    board.push(move)
    return board.perft(3, threads=1)


@ray.remote
def selfplay(first: int) -> dict:
    return baroque.selfplay(GAME, 10, baroque.Limit(nodes=100), first=first)


@ray.remote
def pair(number: int) -> float:
    """Plays two games of 400 nodes per move against 100, and returns the points of the former."""
    chosen, opening, points = random.Random(number), baroque.Board(GAME), 0.0
    for _ in range(8):
        opening.push(chosen.choice(opening.legal_moves))
    for strong in (baroque.WHITE, baroque.BLACK):
        board, engines = opening.copy(), (baroque.Engine(), baroque.Engine())
        while not board.is_game_over() and board.ply() < 400:
            limit = baroque.Limit(nodes=400 if board.turn == strong else 100)
            board.push(engines[board.turn].play(board, limit).move)
        points += {"1-0": strong, "0-1": not strong}.get(board.result(), 0.5)
    return points


if __name__ == "__main__":
    ray.init()
    counts = ray.get([perft.remote(move) for move in baroque.Board(GAME).legal_moves])
    print(f"perft 4: {sum(counts)}")
    games = ray.get([selfplay.remote(first) for first in range(0, 40, 10)])
    print(f"self-play: 40 games, {sum(len(part['actions']) for part in games)} positions")
    print(f"match: {sum(ray.get([pair.remote(number) for number in range(8)]))} points of 16")
