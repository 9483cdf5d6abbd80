"""The environment for PettingZoo."""

import warnings

import baroque
import numpy as np
import pytest
from conftest import VARIANTS
from pettingzoo.test import api_test, seed_test

from baroque.pettingzoo import env, raw_env


@pytest.mark.parametrize("variant", VARIANTS[:4])
def test_pettingzoo_accepts_it(variant):
    with warnings.catch_warnings():
        # That dtypes and shapes are not those of images.
        warnings.simplefilter("ignore", UserWarning)
        api_test(env(variant, max_plies=200), num_cycles=100)


def test_it_is_repeated_by_its_seed():
    seed_test(lambda: env("baroque", max_plies=50), num_cycles=20)


def test_the_winner_is_rewarded():
    game = raw_env(baroque.Board("rococo", fen="10/10/10/10/4k5/4K5/10/10/10/10 w"))
    game.reset()
    game.step(game.board.encode("d4d5"))
    assert game.rewards == {"white": 1, "black": -1} and all(game.terminations.values())
    assert game._cumulative_rewards == {"white": 1, "black": -1}
    assert not game.observe("black")["action_mask"].any()


def test_games_that_cannot_be_played_are_errors():
    with pytest.raises(baroque.Error, match="over"):
        raw_env(baroque.Board(fen="8/8/8/3Kk3/5I2/3w4/8/8 b"))
    for max_plies in (0, -1):
        with pytest.raises(baroque.Error, match="allowed is 1 and more"):
            raw_env("maxima", max_plies=max_plies)


def test_long_games_are_truncated():
    game = raw_env("maxima", max_plies=5, render_mode="ansi")
    game.reset()
    while game.agents:
        observation, _, terminated, truncated, _ = game.last()
        is_over = terminated or truncated
        game.step(None if is_over else np.flatnonzero(observation["action_mask"])[0])
    assert game.board.ply() == 5 and game.render() == str(game.board)
