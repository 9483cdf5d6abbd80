"""The engine."""

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import baroque
import pytest
from conftest import walk

ROCOCO = Path(__file__).parents[3] / "engine/nets/rococo.nnue"


def test_a_move_is_found_in_every_game(variant):
    board = walk(baroque.Board(variant), 6)
    result = baroque.Engine().play(board, baroque.Limit(nodes=300))
    assert board.is_legal(result.move)
    (line,) = result.lines
    assert line.pv[0] == result.move and sum(line.wdl) == 1000 and line.bound == "exact"
    for move in line.pv:
        board.push(move)


def test_limits_end_searches():
    engine, board = baroque.Engine(), baroque.Board()
    (line,) = engine.analyse(board, baroque.Limit(depth=3))
    assert (line.depth, line.score.mate) == (3, None) and abs(line.score.cp) < 200
    assert engine.play(board, baroque.Limit(nodes=500)).lines[0].nodes <= 2000
    start = time.monotonic()
    engine.play(board, baroque.Limit(time=0.05))
    engine.play(board, baroque.Limit(white_clock=1, black_clock=1, white_inc=0.01))
    assert time.monotonic() - start < 5


def test_lines_are_the_best_ones():
    engine, board = baroque.Engine(), baroque.Board()
    lines = engine.analyse(board, baroque.Limit(depth=3), multipv=3)
    assert len({line.pv[0] for line in lines}) == 3
    assert lines[0].score >= lines[1].score >= lines[2].score
    (line,) = engine.analyse(board, baroque.Limit(depth=2), root_moves=["a2a3"])
    assert line.pv[0].uci() == "a2a3"


def test_mates_are_scores():
    board = baroque.Board("rococo", fen="10/10/10/10/4k5/4K5/10/10/10/10 w")
    (line,) = baroque.Engine().analyse(board, baroque.Limit(depth=2))
    assert (line.score.cp, line.score.mate, line.wdl) == (None, 1, (1000, 0, 0))
    assert str(line.score) == "#1"


def test_a_game_that_is_over_has_no_move():
    result = baroque.Engine().play(
        baroque.Board(fen="8/8/8/3Kk3/5I2/3w4/8/8 b"), baroque.Limit(depth=1)
    )
    assert (result.move, result.ponder) == (None, None)


def test_the_same_search_gives_the_same_result():
    engine, board = baroque.Engine(hash=1), baroque.Board("maxima")
    engine.clear()
    first = engine.analyse(board, baroque.Limit(nodes=2000))[0]
    engine.clear()
    second = engine.analyse(board, baroque.Limit(nodes=2000))[0]
    assert (first.pv, first.score, first.nodes) == (second.pv, second.score, second.nodes)


def test_evaluations_are_those_of_the_network_or_by_hand():
    board = walk(baroque.Board(), 12)
    by_network = baroque.Engine().evaluate(board)
    by_hand = baroque.Engine(network="<none>").evaluate(board)
    assert by_network.cp != by_hand.cp and str(by_hand)[0] in "+-"


def test_results_are_pickled_copied_and_hashed():
    result = baroque.Engine().play(baroque.Board(), baroque.Limit(nodes=500))
    over = baroque.Board(fen="8/8/8/3Kk3/5I2/3w4/8/8 b").outcome()
    score = result.lines[0].score
    for kept in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert (kept.move, kept.ponder) == (result.move, result.ponder)
        for name in ("depth", "seldepth", "score", "bound", "wdl", "pv", "nodes", "time"):
            assert getattr(kept.lines[0], name) == getattr(result.lines[0], name)
    assert {over: 1}[pickle.loads(pickle.dumps(over))] == {score: 1}[copy.copy(score)] == 1


# A child of a fork has only the thread that forked, so it must not wait for another.
CHILD = """
import os, baroque
board, limit = baroque.Board(), baroque.Limit(nodes=100)
board.perft(3)
engine, env = baroque.Engine(threads=2), baroque.BatchEnv("baroque", 600, threads=2)
alone, small = baroque.Engine(), baroque.BatchEnv("baroque", 2)
engine.play(board, limit), alone.play(board, limit), env.step(env.sample())
child = os.fork()
if child == 0:
    refused = 0
    for work in (lambda: engine.play(board, limit), lambda: env.step(env.sample())):
        try:
            work()
        except RuntimeError as error:
            refused += "fork" in str(error)
    alone.play(board, limit), small.step(small.sample())
    os._exit(0 if refused == 2 and board.perft(3) == 42762 else 1)
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_after_a_fork_nothing_waits_for_threads_of_the_parent():
    subprocess.run([sys.executable, "-W", "ignore", "-c", CHILD], check=True, timeout=60)


def test_stop_ends_a_search_of_another_thread():
    engine, results = baroque.Engine(threads=2), []
    search = threading.Thread(
        target=lambda: results.append(engine.play(baroque.Board(), baroque.Limit()))
    )
    search.start()
    time.sleep(0.2)
    with pytest.raises(RuntimeError, match="searching"):
        engine.play(baroque.Board(), baroque.Limit(depth=1))
    engine.stop()
    search.join(10)
    assert not search.is_alive() and results[0].move is not None
    engine.stop()
    assert engine.play(baroque.Board(), baroque.Limit(depth=1)).move is not None


def step(env):
    env.reset()
    while True:
        env.step(env.sample())


def slow_board():
    (name,) = baroque.load(Path(__file__).parents[3] / "tests/cases/slow/cylinder.toml")
    return baroque.Board(name)


@pytest.mark.parametrize(
    "work",
    [
        lambda: slow_board().perft(9),
        lambda: baroque.Engine().play(slow_board(), baroque.Limit()),
        lambda: [slow_board().legal_moves for _ in range(1_000_000)],
        lambda: step(baroque.BatchEnv(slow_board(), 1000)),
        lambda: step(baroque.BatchEnv(slow_board(), 1000, threads=2)),
        lambda: baroque.Engine().play(baroque.Board(), baroque.Limit()),
        lambda: baroque.Board("renaissance").perft(30),
        lambda: baroque.selfplay("baroque", 1_000_000, baroque.Limit(nodes=100)),
    ],
)
def test_ctrl_c_ends_long_work(work):
    # A shell lets what it starts in the background ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work()
    assert time.monotonic() - start < 10


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: baroque.Engine(threads=0), baroque.Error),
        (lambda: baroque.Engine(threads=10**9), baroque.Error),
        (lambda: baroque.Engine(hash=10**12), baroque.Error),
        (lambda: baroque.Engine(hash=-1), baroque.Error),
        (lambda: baroque.Engine(network="/nowhere"), baroque.Error),
        (lambda: baroque.Engine(network=__file__), baroque.Error),
        (lambda: search(time=-1), baroque.Error),
        (lambda: search(time=float("nan")), baroque.Error),
        (lambda: search(time=1e300), baroque.Error),
        (lambda: search(depth=0), baroque.Error),
        (lambda: search(depth=2**40), baroque.Error),
        (lambda: search(depth=-1), baroque.Error),
        (lambda: search(remaining_moves=-1), baroque.Error),
        (lambda: search(black_clock=1), baroque.Error),
        (lambda: search(white_inc=1), baroque.Error),
        (lambda: search(remaining_moves=5), baroque.Error),
        (lambda: search(nodes="many"), TypeError),
        (lambda: baroque.Engine(network=ROCOCO).play(baroque.Board(), baroque.Limit()), baroque.Error),
        (lambda: baroque.Engine(network=ROCOCO).evaluate(baroque.Board()), baroque.Error),
        (lambda: baroque.Engine().play(baroque.Board(), 3), (TypeError, AttributeError)),
        (
            lambda: baroque.Engine().analyse(
                baroque.Board(), baroque.Limit(depth=1), root_moves=["a1a5"]
            ),
            baroque.IllegalMoveError,
        ),
        (
            lambda: baroque.Engine().analyse(baroque.Board(), baroque.Limit(depth=1), multipv=0),
            baroque.Error,
        ),
    ],
)
def test_bad_values_are_errors(make, error):
    with pytest.raises(error):
        make()


def search(**limits):
    return baroque.Engine().play(baroque.Board(), baroque.Limit(**limits))
