#!/usr/bin/env python3
"""Plays games in the real XBoard on a virtual screen and checks them.

Engine against engine to the end of a game in Baroque and Maxima; then a user's moves in Baroque,
clicked into XBoard's window with their victims. Games and screenshots are written to a folder.
Needs xboard (4.9.1), Xvfb, xdotool and ImageMagick's import: in Debian
`apt install xboard xvfb xdotool imagemagick`.

    cargo build --release
    tests/xboard/play.py [--engine target/release/baroque] [--out FOLDER] [baroque|maxima|clicks]...

The exit status is 1 if a check fails.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

SCREEN = "1000x900x24"
# Colours of the squares, by which the script finds the board on the screen.
LIGHT, DARK = (0xE0, 0xC8, 0xA1), (0x9B, 0x6F, 0x41)
PATIENCE = 180
# The engine's answer to a user's move in XBoard's log.
ANSWER = r"<first : (move \S+|1-0|0-1|1/2-1/2)"


class Failure(Exception):
    """A failed check."""


def check(condition, message):
    if not condition:
        raise Failure(message)


def tool(name):
    """The path of a program; PATH may lack the folders of games."""
    path = shutil.which(name) or shutil.which(name, path="/usr/games:/usr/local/games")
    check(path, f"{name} is not installed")
    return path


def wait_for(what, condition, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not (result := condition()):
        check(time.monotonic() < end, f"waited for {what} in vain")
        time.sleep(0.05)
    return result


class Screen:
    """A virtual screen (Xvfb)."""

    def __init__(self):
        reading, writing = os.pipe()
        command = [tool("Xvfb"), "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp"]
        self.process = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        check(number, "Xvfb does not start")
        os.environ["DISPLAY"] = f":{number}"

    def save(self, path):
        subprocess.run([tool("import"), "-window", "root", path], check=True)

    def pixels(self):
        """Width, height and the bytes of a screenshot, three per pixel."""
        command = [tool("import"), "-window", "root", "-depth", "8", "ppm:-"]
        data = subprocess.run(command, check=True, capture_output=True).stdout
        width, height = map(int, data.split(maxsplit=4)[1:3])
        return width, height, data[-3 * width * height :]

    def close(self):
        self.process.terminate()
        self.process.wait()


class XBoard:
    """A running XBoard with its debug log."""

    def __init__(self, folder, name, variant, options):
        self.folder, self.name = folder, name
        self.log_path = os.path.join(folder, f"{name}.debug")
        self.game_path = os.path.join(folder, f"{name}.pgn")
        for path in (self.log_path, self.game_path):
            if os.path.exists(path):
                os.remove(path)
        color = "#{:02X}{:02X}{:02X}".format
        command = [
            tool("xboard"),
            *("-variant", variant),
            *("-testLegality", "false"),
            *("-saveGameFile", self.game_path),
            *("-settingsFile", os.path.join(folder, "settings.ini")),
            *("-saveSettingsOnExit", "false"),
            *("-debugMode", "true"),
            *("-nameOfDebugFile", self.log_path),
            *("-useBoardTexture", "false"),
            *("-lightSquareColor", color(*LIGHT)),
            *("-darkSquareColor", color(*DARK)),
            *("-showCoords", "true"),
            *("-soundMove", ""),
            *options,
        ]
        output = open(os.path.join(folder, f"{name}.out"), "w")
        self.process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, cwd=folder)

    def log(self):
        try:
            with open(self.log_path, errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def game(self):
        try:
            with open(self.game_path) as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def is_over(self):
        return self.process.poll() is not None

    def close(self):
        if not self.is_over():
            self.process.terminate()
        self.process.wait()


def check_log(log):
    for trouble in ("Illegal move", "llegal move (", "orfeit", "tellusererror", "Error ("):
        lines = [line for line in log.splitlines() if trouble in line]
        check(not lines, f"trouble in the game: {lines[:3]}")


def play_engines(screen, folder, engine, variant):
    """Plays engine against engine to the end of a game."""
    command = f"{engine} xboard"
    options = ["-fcp", command, "-scp", command, "-mm", "-matchGames", "1", "-depth", "6", "-tc", "2"]
    xboard = XBoard(folder, variant, variant, options)
    try:
        pictures = 0
        end = time.monotonic() + PATIENCE
        # At the end of the game XBoard saves it and keeps running.
        while "[Result" not in xboard.game():
            check(not xboard.is_over(), "XBoard left")
            check(time.monotonic() < end, f"the game of {variant} does not end")
            moves = len(re.findall(r"<(?:first |second): move ", xboard.log()))
            if moves > 12 * pictures + 8 and pictures < 4:
                pictures += 1
                screen.save(os.path.join(folder, f"{variant}-{pictures}.png"))
            time.sleep(0.2)
        time.sleep(0.5)
        screen.save(os.path.join(folder, f"{variant}-end.png"))
    finally:
        xboard.close()
    log, game = xboard.log(), xboard.game()
    check_log(log)
    claims = re.findall(r"<(?:first |second): ((?:1-0|0-1|1/2-1/2) \{.*\})", log)
    check(claims, "no engine claimed a result")
    result, reason = re.match(r"(\S+) \{(.*)\}", claims[0]).groups()
    check(f'[Result "{result}"]' in game, f"XBoard did not believe {claims[0]}")
    check(f'[Variant "{variant}"]' in game, "the game is of another variant")
    check(reason in " ".join(game.split()), "the reason is not in the game")
    moves = re.findall(r"<(?:first |second): move (\S+)", log)
    captures = sum("x" in move for move in moves)
    check(captures, "no move had a victim")
    print(f"{variant}: {len(moves)} moves, {captures} with victims, {claims[0]}")


class Referee:
    """The engine over UCI, asked for the legal moves and their victims."""

    def __init__(self, engine):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([engine], stdin=pipe, stdout=pipe, text=True)
        self.moves = []

    def legal(self):
        """The legal moves as (text, victims)."""
        moves = " ".join(["moves", *self.moves]) if self.moves else ""
        self.process.stdin.write(f"position startpos {moves}\nd\nisready\n")
        self.process.stdin.flush()
        legal, listing = [], False
        while (line := self.process.stdout.readline().strip()) != "readyok":
            check(not line.startswith("info string error"), line)
            if listing:
                text, readable = line.split()
                victims = re.search(r"x([a-h1-8,]+)", readable)
                legal.append((text, victims.group(1).split(",") if victims else []))
            listing = listing or line.startswith("Legal moves:")
        return legal

    def close(self):
        self.process.terminate()
        self.process.wait()


class Board:
    """XBoard's board on the screen, White below."""

    def __init__(self, screen):
        width, height, data = screen.pixels()
        wanted = {bytes(LIGHT), bytes(DARK)}
        found = []
        for y in range(0, height, 2):
            row = data[3 * width * y : 3 * width * (y + 1)]
            found += [(x, y) for x in range(0, width, 2) if row[3 * x : 3 * x + 3] in wanted]
        check(len(found) > 1000, "the board is not on the screen")
        self.left, self.top = min(x for x, _ in found), min(y for _, y in found)
        self.size = (max(x for x, _ in found) + 2 - self.left) / 8

    def point(self, square, aside=0):
        """Moves the mouse to a square, or a little to the side of its middle."""
        x = self.left + (ord(square[0]) - ord("a") + 0.5) * self.size + aside
        y = self.top + (8 - int(square[1]) + 0.5) * self.size
        command = [tool("xdotool"), "mousemove", str(int(x)), str(int(y))]
        subprocess.run(command, check=True)
        time.sleep(0.15)

    def click(self, square):
        self.point(square)
        subprocess.run([tool("xdotool"), "click", "1"], check=True)
        time.sleep(0.3)
        # XBoard shows the marks again when the mouse moves over the clicked piece.
        self.point(square, aside=3)


def to_uci(text):
    """The UCI text of an engine's move, without its victims."""
    squares = re.findall(r"[a-h][1-8]", text)
    return squares[0] + squares[-1]


def enter(board, screen, folder, move, victims, picture):
    """Clicks a user's move: the piece, its victims and the destination."""
    start, target = move[:2], move[2:4]
    on_the_way = [victim for victim in victims if victim != target]
    board.click(start)
    if picture:
        board.point(target)
        screen.save(os.path.join(folder, f"{picture}-lifted.png"))
    for victim in on_the_way:
        board.click(victim)
    if picture:
        screen.save(os.path.join(folder, f"{picture}-victims.png"))
    board.click(target)


def play_user(screen, folder, engine, name, seed, wanted):
    """Plays a game by clicks until it is over or has `wanted` captures; returns the number of captures."""
    options = ["-fcp", f"{engine} xboard", "-depth", "1", "-tc", "10"]
    xboard = XBoard(folder, name, "baroque", options)
    referee = Referee(engine)
    rng = random.Random(seed)
    captures = 0
    try:
        wait_for("the setup", lambda: "piece K& K" in xboard.log())
        time.sleep(1.5)
        board = Board(screen)
        while captures < wanted:
            legal = [entry for entry in referee.legal() if entry[0][:2] != entry[0][2:4]]
            if not legal:
                break
            by_clicks = lambda move, victims: 0 < len(victims) <= 2 and move[2:4] not in victims
            takes = [entry for entry in legal if by_clicks(*entry)]
            move, victims = rng.choice(takes or legal)
            captures += bool(takes)
            sent = xboard.log().count("first : usermove")
            answers = len(re.findall(ANSWER, xboard.log()))
            picture = f"{name}-{captures}" if takes else None
            enter(board, screen, folder, move, victims, picture)
            wait_for(f"{move} to be sent", lambda: xboard.log().count("first : usermove") > sent, 10)
            answer = wait_for("the answer", lambda: re.findall(ANSWER, xboard.log())[answers:], 30)[0]
            if picture:
                time.sleep(0.5)
                screen.save(os.path.join(folder, f"{picture}-answered.png"))
            if not answer.startswith("move "):
                break
            referee.moves += [move, to_uci(answer)]
    finally:
        xboard.close()
        referee.close()
    log = xboard.log()
    check_log(log)
    check("telluser" not in log, "XBoard's board came to differ")
    check(not captures or re.search(r"> ?first : [a-h][1-8][a-h][1-8],", log), "no victims were sent")
    return captures


def play_clicks(screen, folder, engine, wanted=4):
    """Plays games by clicks until they have `wanted` captures."""
    captures = 0
    for seed in range(1, 9):
        captures += play_user(screen, folder, engine, f"clicks{seed}", seed, wanted - captures)
        if captures >= wanted:
            print(f"clicks: {captures} captures by clicks in {seed} games")
            return
    raise Failure("there were not enough captures")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default="target/release/baroque", help="the program")
    parser.add_argument("--out", help="folder for games and pictures; a new one if not given")
    choices = ["baroque", "maxima", "clicks"]
    parser.add_argument("games", nargs="*", default=choices, help=f"some of {', '.join(choices)}")
    arguments = parser.parse_args()
    engine = os.path.abspath(arguments.engine)
    folder = os.path.abspath(arguments.out or tempfile.mkdtemp(prefix="baroque-xboard-"))
    os.makedirs(folder, exist_ok=True)
    status = 0
    screen = None
    try:
        check(os.access(engine, os.X_OK), f"{engine} is no program; cargo build --release makes it")
        screen = Screen()
        for game in arguments.games:
            if game == "clicks":
                play_clicks(screen, folder, engine)
            else:
                play_engines(screen, folder, engine, game)
    except (Failure, OSError, subprocess.CalledProcessError) as failure:
        print(f"failed: {failure}", file=sys.stderr)
        status = 1
    finally:
        if screen:
            screen.close()
    print(f"games and pictures are in {folder}")
    return status


if __name__ == "__main__":
    sys.exit(main())
