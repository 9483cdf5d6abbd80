"""Positions a second of random play: python -m baroque.bench [VARIANT] [--games N] [--threads N].

A step includes drawing the moves, playing them, the ends of games, the planes, the masks and beginning
anew.
"""

import argparse
import time

from . import BatchEnv


def speed(variant: str, games: int, threads: int, seconds: float) -> float:
    """Positions a second of random play, each with its planes and its mask."""
    env = BatchEnv(variant, games, threads=threads, seed=1)
    env.reset()
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        env.step(env.sample())
        steps += 1
    return steps * games / (time.perf_counter() - start)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m baroque.bench", description=__doc__)
    parser.add_argument("variant", nargs="?", default="baroque")
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    rate = speed(options.variant, options.games, options.threads, options.seconds)
    print(f"{options.variant}: {rate:,.0f} positions a second on {options.threads} threads")


if __name__ == "__main__":
    main()
