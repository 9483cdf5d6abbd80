"""Actions, planes, environments and self-play."""

import pickle
import threading

import baroque
import numpy as np
import pytest
from conftest import walk


def test_actions_and_moves_are_one_to_one(variant):
    board = baroque.Board(variant)
    for _ in range(40):
        moves = board.legal_moves
        actions = [board.encode(move) for move in moves]
        assert len(set(actions)) == len(moves) and max(actions) < baroque.actions(variant)
        assert [board.decode(action) for action in actions] == moves
        assert board.legal_actions().tolist() == actions
        assert np.flatnonzero(board.legal_mask()).tolist() == sorted(actions)
        walk(board, board.ply() + 1, seed=board.ply())
        if board.is_game_over():
            break


def test_actions_that_are_not_legal_are_errors():
    board = baroque.Board()
    for action in (0, 1, 4096, 2**31, -1, 2**70):
        with pytest.raises(baroque.Error):
            board.decode(action)


def test_planes_are_the_position(variant):
    board = walk(baroque.Board(variant), 31)
    names = baroque.planes(variant)
    observation = board.observation()
    assert observation.dtype == np.uint8 and observation.shape == (len(names), *board.shape)
    planes = dict(zip(names, observation, strict=True))
    letters = {name: letter for letter, name in board.kinds.items()}
    pieces = list(board.piece_map().values())
    for name, letter in letters.items():
        assert planes[f"White {name}"].sum() == pieces.count(letter)
        assert planes[f"Black {name}"].sum() == pieces.count(letter.lower())
    assert planes["frozen"].sum() == len(board.frozen())
    assert (planes["White to move"] == board.turn).all()
    assert (planes["halfmove clock"] == board.halfmove_clock).all()
    assert (planes["earlier occurrences"] == 0).all()


def test_planes_begin_at_the_corner_of_white():
    planes = dict(zip(baroque.planes("baroque"), baroque.Board().observation(), strict=True))
    assert planes["White pawn"][1].all() and planes["Black pawn"][6].all()
    assert planes["White immobilizer"][0, 0] == 1
    board = baroque.Board()
    assert board.encode("a2a3") == 8 * 64 + 16


def test_a_batch_plays_as_boards_do(variant):
    env = baroque.BatchEnv(variant, 3, threads=2, seed=5, max_plies=40)
    boards = [baroque.Board(variant) for _ in range(3)]
    observations, masks = env.reset()
    for _ in range(60):
        for number, board in enumerate(boards):
            assert (observations[number] == board.observation()).all()
            assert (masks[number] == board.legal_mask()).all()
            assert env.turns[number] == board.turn
        actions = env.sample()
        observations, rewards, terminated, truncated, masks = env.step(actions)
        for number, board in enumerate(boards):
            mover = board.turn
            board.push(board.decode(int(actions[number])))
            outcome = board.outcome()
            won = None if outcome is None else outcome.winner
            assert terminated[number] == (outcome is not None)
            assert rewards[number] == (0 if won is None else 1 if won == mover else -1)
            assert truncated[number] == (outcome is None and board.ply() == 40)
            if terminated[number] or truncated[number]:
                boards[number] = baroque.Board(variant)


def test_games_that_are_over_wait_for_a_reset():
    env = baroque.BatchEnv("baroque", 2, max_plies=3, auto_reset=False, seed=1)
    for _ in range(3):
        _, _, _, truncated, masks = env.step(env.sample())
    assert truncated.all() and not masks.any() and env.sample().tolist() == [-1, -1]
    _, _, _, truncated, masks = env.step([7, -1])
    assert not truncated.any() and not masks.any()
    _, masks = env.reset(np.array([False, True]))
    assert masks.sum(axis=1).tolist() == [0, 32]


def test_the_seed_decides_and_threads_do_not():
    def actions(seed, threads):
        env = baroque.BatchEnv("rococo", 40, threads=threads, seed=seed)
        env.reset()
        played = []
        for _ in range(20):
            played.append(env.sample())
            env.step(played[-1])
        return np.array(played)

    assert (actions(1, 1) == actions(1, 4)).all() and (actions(1, 1) != actions(2, 1)).any()


def test_an_environment_is_pickled_with_its_games(variant):
    env = baroque.BatchEnv(variant, 3, max_plies=30, seed=3, auto_reset=False)
    env.reset()
    for _ in range(25):
        env.step(env.sample())
    other = pickle.loads(pickle.dumps(env))
    for _ in range(6):
        actions = env.sample()
        assert (actions == other.sample()).all()
        for ours, theirs in zip(env.step(actions), other.step(actions), strict=True):
            assert (ours == theirs).all()


def test_a_new_environment_is_at_the_start():
    env = baroque.BatchEnv("baroque", 2)
    observations, *_ = env.step([796, 796])
    assert (observations != baroque.Board().observation()).any() and not env.turns.any()


def test_arrays_are_read_only_and_reused():
    env = baroque.BatchEnv("baroque", 2)
    observations, masks = env.reset()
    for array in (observations, masks, env.turns):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
    again = env.step(env.sample())[0]
    assert np.shares_memory(observations, again)


def test_games_start_from_a_board():
    board = baroque.Board(fen="8/2k5/8/7p/6W1/8/4K3/8 w")
    env = baroque.BatchEnv(board, 1)
    observations, _ = env.reset()
    assert (observations[0] == board.observation()).all()
    with pytest.raises(baroque.Error, match="over"):
        baroque.BatchEnv(baroque.Board(fen="8/8/8/3Kk3/5I2/3w4/8/8 b"), 1)


@pytest.mark.parametrize(
    "step",
    [
        lambda env: env.step([0, 0]),
        lambda env: env.step([0.5, 0.5]),
        lambda env: env.step([[796, 796]]),
        lambda env: env.step([1]),
        lambda env: env.step([-(2**62), 2**62]),
        lambda env: env.reset([True]),
        lambda env: baroque.BatchEnv("baroque", 0),
        lambda env: baroque.BatchEnv("baroque", -1),
        lambda env: baroque.BatchEnv("baroque", 1, seed=-1),
        lambda env: baroque.BatchEnv("baroque", 2**30),
        lambda env: baroque.BatchEnv("baroque", 1, threads=10**6),
        lambda env: baroque.BatchEnv("baroque", 1, max_plies=0),
        lambda env: baroque.BatchEnv("chess", 1),
        lambda env: baroque.BatchEnv._from_state("[]"),
        lambda env: baroque.selfplay("baroque", 1, baroque.Limit(time=1)),
        lambda env: baroque.selfplay("baroque", 1, baroque.Limit(depth=1, time=1)),
        lambda env: baroque.selfplay("baroque", -1, baroque.Limit(depth=1)),
        lambda env: baroque.selfplay(
            baroque.Board(fen="8/8/8/3Kk3/5I2/3w4/8/8 b"), 1, baroque.Limit(depth=1)
        ),
        lambda env: baroque.selfplay("baroque", 1, baroque.Limit(depth=1), threads=0),
    ],
)
def test_bad_values_are_errors_and_play_nothing(step):
    env = baroque.BatchEnv("baroque", 2)
    before = env.reset()[0].copy()
    with pytest.raises(baroque.Error):
        step(env)
    assert (before == env.reset()[0]).all()


@pytest.mark.parametrize("actions", [["a", "b"], [[1, 2]], None, [0.5, "x"]])
def test_wrong_types_are_errors(actions):
    env = baroque.BatchEnv("baroque", 2)
    env.reset()
    with pytest.raises((TypeError, ValueError)):
        env.step(actions)


def test_one_environment_of_two_threads_is_an_error_and_no_crash():
    env = baroque.BatchEnv("baroque", 2000, max_plies=50)
    env.reset()
    errors = []

    def play():
        for _ in range(30):
            try:
                env.step(env.sample())
            except (RuntimeError, baroque.Error) as error:
                errors.append(error)

    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    env.reset()
    env.step(env.sample())


def test_selfplay_starts_from_a_board():
    board = baroque.Board(fen="4k3/3p4/8/8/8/8/3P4/4K3 b - - 3 9")
    data = baroque.selfplay(board, 2, baroque.Limit(nodes=30), plies=0)
    first = data["observations"][data["games"] == 0][0]
    assert (first == board.observation()).all()


def test_selfplay_is_repeated_by_its_seed():
    limit = baroque.Limit(nodes=30)
    first = baroque.selfplay("rococo", 3, limit, seed=7)
    second = baroque.selfplay("rococo", 3, limit, seed=7, threads=2)
    rest = baroque.selfplay("rococo", 2, limit, seed=7, first=1)
    for name, array in first.items():
        assert (array[first["games"] > 0] == rest[name]).all()
        assert (array == second[name]).all() and len(array) == len(first["games"])
    assert set(first["games"].tolist()) == {0, 1, 2}
    last = first["games"] == 0
    assert set(first["results"].tolist()) <= {-1, 0, 1} and last.any()
    assert baroque.selfplay("baroque", 0, limit)["observations"].shape == (0, 19, 8, 8)
