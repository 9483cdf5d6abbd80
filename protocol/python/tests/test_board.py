"""Boards, moves and PGN."""

import copy
import pickle

import baroque
import pytest
from conftest import walk


def test_games_are_played_and_taken_back(variant):
    board = baroque.Board(variant)
    start = board.copy()
    walk(board, 60)
    moves = board.move_stack
    again = baroque.Board(variant)
    for move in moves:
        assert again.is_legal(move) and again.parse(again.san(move)) == move
        assert set(again.captures(move)) <= set(again.piece_map())
        again.push(move)
    assert again == board and hash(again) == hash(board) and again.key == board.key
    assert baroque.Board(variant, fen=board.fen(), rules=board.rules) == board
    while board.ply():
        board.pop()
    assert board == start
    with pytest.raises(IndexError):
        board.pop()


def test_copies_are_equal_and_apart(variant):
    board = walk(baroque.Board(variant), 20)
    for other in (
        board.copy(),
        copy.copy(board),
        copy.deepcopy(board),
        pickle.loads(pickle.dumps(board)),
    ):
        assert other == board and other.move_stack == board.move_stack
        other.pop()
        assert other != board
    assert board.copy(stack=False) == board and board.copy(stack=False).ply() == 0
    assert board != "board" and board != baroque.Board(variant)


def test_moves_are_records():
    move = baroque.Board("rococo").legal_moves[0]
    assert pickle.loads(pickle.dumps(move)) == move == baroque.Board("rococo").parse(move.uci())
    assert len({move, move}) == 1 and move != move.uci() and str(move) == move.uci()
    drop = baroque.Board("renaissance", fen="k8/9/9/9/9/9/9/9/K8[P]").parse("P@e5")
    assert (drop.piece, drop.from_square, drop.to_square) == ("P", "e5", "e5")
    with pytest.raises(AttributeError):
        move.piece = "Q"


def test_what_is_not_legal_is_explained_and_changes_nothing():
    board = baroque.Board()
    for text, reason in [
        ("e1e5", "the pawn on e2 is in the way"),
        ("Xe4", "'Xe4' is not a legal move"),
        ("e7e5", "it is White's turn"),
        ("", "'' is not a move"),
        ("\0\ud7ff" * 1000, "is not a move"),
        ("X" * 1_000_000, "is not a move"),
    ]:
        assert reason in board.why_not(text)
        with pytest.raises(baroque.IllegalMoveError, match="is not a"):
            board.push(text)
    assert board == baroque.Board() and board.why_not("e2e4") is None
    assert isinstance(baroque.IllegalMoveError("x"), ValueError)


@pytest.mark.parametrize(
    "make",
    [
        lambda: baroque.Board("chess"),
        lambda: baroque.Board(fen="8/8"),
        lambda: baroque.Board(fen="x" * 100_000),
        lambda: baroque.Board(rules="leap=far"),
        lambda: baroque.Board(start="nowhere"),
        lambda: baroque.Board().set_fen(""),
        lambda: baroque.Board().perft(31),
        lambda: baroque.Board().perft(-1),
        lambda: baroque.Board().perft(2**70),
        lambda: baroque.Board().decode(-1),
        lambda: baroque.Board().decode(2**40),
        lambda: baroque.Board().why("e5"),
        lambda: baroque.Board().why("z9"),
        lambda: baroque.Game().set_header(" ", "x"),
        lambda: baroque.Game().set_header("Result", "1-0"),
        lambda: baroque.Board._from_state("{}"),
        lambda: baroque.Board._from_state('{"variant": "rococo", "moves": ["a1a1"]}'),
        lambda: baroque.load("/nowhere.toml"),
        lambda: baroque.load("/dev/zero"),
        lambda: baroque.read_pgn('[FEN "'),
        lambda: baroque.read_pgn("1. e9 *"),
    ],
)
def test_bad_values_are_errors_with_words(make):
    with pytest.raises(baroque.Error, match=r"\w+ \w+"):
        make()


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: baroque.Board(1), TypeError),
        (lambda: baroque.Board().push(None), TypeError),
        (lambda: baroque.Board().push(12), TypeError),
        (lambda: baroque.actions(1), TypeError),
        (lambda: baroque.Board().perft("2"), TypeError),
        (lambda: baroque.Board().push("\udc80"), (TypeError, UnicodeError)),
        (lambda: baroque.Move("a", "b"), TypeError),
    ],
)
def test_wrong_types_are_errors(make, error):
    with pytest.raises(error):
        make()


def test_ends_of_games():
    mated = baroque.Board(fen="8/8/8/3Kk3/5I2/3w4/8/8 b")
    assert mated.is_check() and mated.is_game_over() and mated.legal_moves == []
    outcome = mated.outcome()
    assert (outcome.termination, outcome.winner, mated.result()) == (
        "checkmate",
        baroque.WHITE,
        "1-0",
    )
    assert baroque.Board().outcome() is None and baroque.Board().result() == "*"
    board = baroque.Board()
    for text in ["e2e3", "e7e6", "e3e2", "e6e7"] * 2:
        board.push(text)
    assert board.is_repetition() and board.outcome().termination == "repetition"
    assert board.outcome() == pickle.loads(pickle.dumps(board)).outcome()


def test_what_boards_tell():
    board = baroque.Board("rococo", rules="swapfriends=off")
    assert eval(repr(board), {"Board": baroque.Board}) == board  # noqa: S307
    assert board.explain(board.legal_moves[0]) == board.explain(board.legal_moves[0].uci())
    assert len(board.legal_moves) == 22 and "swapfriends=off" in board.rules
    assert board.shape == (10, 10) and board.kinds["S"] == "swapper"
    assert board.piece_at("a1") == "I" and board.piece_at("a5") is None
    assert board.hands is None and baroque.Board("renaissance").hands == ("", "")
    assert board.mirror().mirror() == board.copy(stack=False) and board.starts
    frozen = baroque.Board(fen="7k/8/8/8/3i4/3W4/8/K7 w")
    assert frozen.frozen() == ["d3"] and "frozen" in frozen.why("d3")
    assert str(frozen).splitlines()[5].count("(W)") == 1
    svg = board._repr_svg_()
    assert svg.startswith("<svg xmlns=") and svg.endswith("</svg>")


def test_perft_agrees_with_the_moves(variant):
    board = baroque.Board(variant)
    assert board.perft(0) == 1 and board.perft(1) == len(board.legal_moves)
    below = 0
    for move in board.legal_moves:
        board.push(move)
        below += len(board.legal_moves)
        board.pop()
    assert board.perft(2) == below


def test_pgn_is_read_as_it_is_written(variant):
    board = walk(baroque.Board(variant), 30)
    game = baroque.Game(board)
    game.set_header("White", 'Robert "Bob"')
    assert game.headers["Variant"] == variant and game.result == board.result()
    (read,) = baroque.read_pgn(str(game))
    assert read.board() == board and read.board().move_stack == board.move_stack
    assert list(game.headers)[0] == "Event" and str(pickle.loads(pickle.dumps(game))) == str(game)
    assert str(read) == str(game) and len(read.moves) == len(read.comments) == board.ply()
    assert "Robert" in repr(read)
    assert baroque.read_pgn("") == []


def test_games_of_files(tmp_path):
    path = tmp_path / "quick.toml"
    path.write_text("format = 1\n[quick-test]\ninherits = 'rococo'\nend = { movelimit = 7 }\n")
    assert baroque.load(path) == baroque.load(str(path)) == ["quick-test"]
    assert "quick-test" in baroque.variants()
    board = walk(baroque.Board("quick-test"), 10)
    assert pickle.loads(pickle.dumps(board)) == board and board.move_limit == 7
    path.write_text("format = 1\n[broken]\ninherits = 'nothing'\nend = { movelimit = -1 }\n")
    with pytest.raises(baroque.Error, match="quick.toml:3:"):
        baroque.load(path)
    assert "broken" not in baroque.variants()
