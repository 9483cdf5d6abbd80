#!/usr/bin/env python3
"""Computes the figures of a study anew from the games that it kept, and compares them with its report.

    baroque study --variant fugue --hours 1 --out study
    tests/study.py study

The program only replays the games and draws their positions; all statistics are made here, from what the manual
(topic study) says of them. Not computed are random games, what moves do apart from whether they capture, how games
end apart from whether a rule ended them, and levels. Royal pieces have no worth: --royal names their letters.
"""

import argparse
import json
import math
import re
import subprocess
import sys
import tomllib
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parents[1]
Z95 = 1.959963984540054
LEAST = 30
# Logits of 100 centipawns, an expected score of 64 %.
HUNDRED = math.log(0.64 / 0.36)
# Games that one process replays.
BATCH = 50
# A rank of a board: its number, and three characters for each square.
RANK = re.compile(r" *\d+ ((?:.{3})+)")


def logistic(logit):
    return 1 / (1 + math.exp(-logit)) if logit >= 0 else 1 - 1 / (1 + math.exp(logit))


def interval(value, error, count):
    return {"value": value, "low": value - Z95 * error, "high": value + Z95 * error, "count": count}


def mean(values):
    """The mean of independent values with the standard error of the sample."""
    count = len(values)
    if count < LEAST:
        return None
    middle = sum(values) / count
    squares = sum((value - middle) ** 2 for value in values)
    return interval(middle, math.sqrt(squares / (count - 1) / count), count)


def part(values):
    """The mean of numbers from 0 to 1 with Wilson's interval."""
    count = len(values)
    if count < LEAST:
        return None
    value, square = sum(values) / count, Z95**2 / count
    middle = (value + square / 2) / (1 + square)
    half = math.sqrt(square * value * (1 - value) + square**2 / 4) / (1 + square)
    return {"value": value, "low": middle - half, "high": middle + half, "count": count}


def read(folder, name, players):
    """The games of a match in their order, each once; of players that differ colours count."""
    lines = [line for path in sorted((folder / "matches").glob(f"{name}*.jsonl"))
             if re.fullmatch(rf"{name}(-\d+-of-\d+)?", path.stem) for line in path.read_text().splitlines(True)]
    games = {game["game"]: game for game in (json.loads(line) for line in lines if line.endswith("\n"))}
    distinct = {}
    for _, game in sorted(games.items()):
        moves = " ".join(move["uci"] for move in game["moves"])
        distinct.setdefault((game["white"] if players else None, game.get("fen"), moves), game)
    return list(distinct.values())


class Position:
    """A position as the command 'd' of the program shows it."""

    def __init__(self, lines):
        text = "\n".join(lines)
        self.choices = int(re.search(r"^Legal moves: (\d+)$", text, re.M)[1])
        self.white = "Side: white" in lines
        self.check = "Check: yes" in lines
        rows = [match[1] for match in map(RANK.fullmatch, lines) if match]
        squares = [row[i:i + 3] for row in rows for i in range(0, len(row), 3)]
        self.pieces = [(cell[1], cell[0] == "(") for cell in squares if cell[1].isalpha()]
        hands = re.search(r"^Fen: \S*\[(.*)\]", text, re.M)
        self.hands = hands[1] if hands else ""

    def count(self, white):
        return sum(letter.isupper() == white for letter, _ in self.pieces)


def replayed(args, games):
    """For each game its positions, the last one too."""
    for start in range(0, len(games), BATCH):
        commands, lengths = [], []
        for game in games[start:start + BATCH]:
            moves = [move["uci"] for move in game["moves"]]
            first = f"fen {game['fen']}" if "fen" in game else "startpos"
            commands += [f"position {first} moves {' '.join(moves[:ply])}\nd" for ply in range(len(moves) + 1)]
            lengths.append(len(moves) + 1)
        done = subprocess.run([args.program, "--study", args.folder], input="\n".join(commands) + "\nquit\n",
                              capture_output=True, text=True, check=True)
        if "error" in done.stdout:
            sys.exit(re.search(".*error.*", done.stdout)[0])
        lines = done.stdout.splitlines()
        boards = [number for number, line in enumerate(lines) if RANK.fullmatch(line) and not RANK.fullmatch(lines[number - 1])]
        bounds = zip(boards, [*boards[1:], len(lines)], strict=True)
        positions = (Position(lines[begin:end]) for begin, end in bounds)
        for length in lengths:
            yield [next(positions) for _ in range(length)]
        if next(positions, None):
            sys.exit("the program shows more positions than the games have")


def captures(uci, before, after):
    """Whether a move captures pieces of either side: a push off the board can be one's own. A suicide captures none."""
    suicide = re.match(r"([a-z]+\d+)\1", uci)
    sides = (not before.white,) if suicide else (True, False)
    return any(after.count(white) < before.count(white) for white in sides)


class Course:
    """A game as far as figures need it."""

    def __init__(self, game, positions):
        self.result = {"1-0": 1.0, "0-1": 0.0}.get(game["result"], 0.5)
        self.length = len(game["moves"])
        self.complete = game["termination"] == "normal"
        made = [(ply, move, position) for ply, (move, position) in enumerate(zip(game["moves"], positions[:-1], strict=True))
                if not move.get("book")]
        self.made = [position for _, _, position in made]
        takes = [captures(move["uci"], position, positions[ply + 1]) for ply, move, position in made]
        self.of_first = self.result if positions[0].white else 1 - self.result
        self.counts = {"plies": len(made), "choices": sum(position.choices for position in self.made),
                       "captures": sum(takes), "checks": sum(position.check for position in self.made)}
        # White's scores; what is decided as infinity.
        self.scores = [score * (1 if position.white else -1) for _, move, position in made
                       for score in ([float(move["cp"])] if "cp" in move else
                                     [math.copysign(math.inf, move["mate"] or -1)] if "mate" in move else [])]
        # One of three positions tells what pieces are worth.
        self.observed = [position for ply, _, position in made if ply % 3 == 0 and not position.check]

    def of_winner(self, scale):
        sign = 1 if self.result == 1 else -1
        return [logistic(sign * score / scale) for score in self.scores]


def best_scale(courses):
    """Centipawns of a logit at which scores predict results best."""
    if len(courses) < LEAST:
        return 174
    known = [(score, course.result) for course in courses for score in course.scores if math.isfinite(score)]

    def loss(scale):
        return sum(max(score / scale, 0) + math.log1p(math.exp(-abs(score / scale))) - result * score / scale
                   for score, result in known)

    low, high = 20.0, 5000.0
    while high - low > 0.5:
        third = (high - low) / 3
        if loss(low + third) < loss(high - third):
            high -= third
        else:
            low += third
    return round(low)


def histogram(lengths):
    last = max(lengths, default=0)
    width = next((width for width in (5, 10, 20, 25, 50) if last < 22 * width), 100)
    counts = [sum(length // width == number for length in lengths) for number in range(last // width + 1)]
    return {"width": width, "counts": counts}


def counts(courses, names):
    """What is counted in all games together, and how often which pieces were on the board, and frozen."""
    pieces = {}
    for letter, frozen in (piece for course in courses for position in course.made for piece in position.pieces):
        piece = pieces.setdefault(names[letter.upper()], {"presence": 0, "frozen": 0})
        piece["presence"] += 1
        piece["frozen"] += frozen
    sums = {key: sum(course.counts[key] for course in courses) for key in ("plies", "choices", "captures", "checks")}
    return {**sums, "games": len(courses), "pieces": pieces}


def figures(courses):
    """The figures of even games."""
    scale = best_scale(courses)

    def lead_changes(course):
        chances = [logistic(score / scale) for score in course.scores]
        leaders = [chance > 0.5 for chance in chances if chance >= 0.6 or chance <= 0.4]
        return sum(1 for _ in groupby(leaders)) - 1 if leaders else 0

    decided = [course for course in courses if course.result != 0.5]
    behind = [[max(1 - 2 * chance, 0) for chance in course.of_winner(scale)] for course in decided]
    lengths = sorted(course.length for course in courses)
    return {
        "games": len(courses),
        "first": part([course.of_first for course in courses]),
        "draws": part([float(course.result == 0.5) for course in courses]),
        "completion": part([float(course.complete) for course in courses]),
        "length": mean(lengths),
        "quartiles": [lengths[len(lengths) * quarter // 4] if lengths else 0 for quarter in (1, 2, 3)],
        "histogram": histogram(lengths),
        "branching": mean([course.counts["choices"] / max(course.counts["plies"], 1) for course in courses]),
        "captures": mean([course.counts["captures"] / max(course.counts["plies"], 1) for course in courses]),
        "lead_changes": mean([lead_changes(course) for course in courses]),
        "comebacks": part([float(min(course.of_winner(scale), default=1) <= 0.25) for course in decided]),
        "drama": mean([sum(values) / max(len(values), 1) for values in behind]),
    }


def comparison(games, player):
    """Wins, draws and losses, points and Elo of a player; Elo by pairs of games from the same opening."""
    results = {}
    for game in games:
        white = {"1-0": 1.0, "0-1": 0.0}.get(game["result"], 0.5)
        results[game["game"]] = white if game["white"] == player else 1 - white
    points = list(results.values())
    pairs = [(results[number] + results[number + 1]) / 2 for number in results if number % 2 and number + 1 in results]
    elo = None
    if len(points) >= LEAST and pairs:
        score = sum(pairs) / len(pairs)
        half = Z95 * math.sqrt(sum((pair - score) ** 2 for pair in pairs)) / len(pairs)
        if 0 < score - half and score + half < 1:
            value, low, high = (-400 * math.log10(1 / it - 1) for it in (score, score - half, score + half))
            elo = {"value": value, "low": value - (high - low) / 2, "high": value + (high - low) / 2, "count": len(points)}
    return {"score": [points.count(1.0), points.count(0.5), points.count(0.0)], "points": part(points), "elo": elo}


def inverse(matrix):
    size = len(matrix)
    rows = [row + [float(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for row in range(size):
            if row != i:
                factor = rows[row][i]
                rows[row] = [value - factor * own for value, own in zip(rows[row], rows[i], strict=True)]
    return [row[size:] for row in rows]


def times(matrix, vector):
    return [sum(one * other for one, other in zip(row, vector, strict=True)) for row in matrix]


def regression(games, size):
    """The weights of features in logits, and their standard errors with games as independent clusters. Each game
    has its result and the features of its positions, of those that are not 0."""
    weights, found = [0.0] * size, None
    for _ in range(25):
        gradient = [-weight for weight in weights]
        hessian = [[float(i == j) for j in range(size)] for i in range(size)]
        for result, positions in games:
            for features in positions:
                chance = logistic(sum(weights[i] * value for i, value in features))
                for i, one in features:
                    gradient[i] += (result - chance) * one
                    for j, other in features:
                        hessian[i][j] += chance * (1 - chance) * one * other
        found = inverse(hessian)
        step = times(found, gradient)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    variances = [0.0] * size
    for result, positions in games:
        gradient = [0.0] * size
        for features in positions:
            error = result - logistic(sum(weights[i] * value for i, value in features))
            for i, value in features:
                gradient[i] += error * value
        variances = [sum_ + change**2 for sum_, change in zip(variances, times(found, gradient), strict=True)]
    return weights, [math.sqrt(variance) for variance in variances]


def worths(courses, names):
    """What pieces are worth: each feature is how many more White has than Black."""

    def features(position):
        counts = {("first",): 1, ("to move",): 1 if position.white else -1}
        held = [(letter, "hand") for letter in position.hands if letter.isalpha()]
        for letter, state in [(letter, "frozen" if frozen else "worth") for letter, frozen in position.pieces] + held:
            name = names.get(letter.upper())
            if name:
                counts[name, state] = counts.get((name, state), 0) + (1 if letter.isupper() else -1)
        return {key: count for key, count in counts.items() if count}

    games = [(course.result, [features(position) for position in course.observed]) for course in courses]
    observed = [position for _, positions in games for position in positions]
    keys = sorted({key for position in observed for key in position})
    used = [key for key in keys if sum(key in position for position in observed) > 0.005 * len(observed)]
    if len(games) < 10 * max(len(used), 10):
        return {}
    index = {key: i for i, key in enumerate(used)}
    rows = [(result, [[(index[key], value) for key, value in position.items() if key in index] for position in positions])
            for result, positions in games]
    weights, errors = regression(rows, len(used))
    found = {key: interval(100 * weight / HUNDRED, 100 * error / HUNDRED, len(games))
             for key, weight, error in zip(used, weights, errors, strict=True)}
    return {name: {state: found.get((name, state)) for state in ("worth", "frozen", "hand")}
            for name in set(names.values()) if (name, "worth") in found}


def piece_names(args, folder, variant):
    """The names of pieces by letters, as 'baroque check' says them of the file of the game."""
    files = [path for path in [folder / "game.toml", *sorted((ROOT / "movegen/games").glob("*.toml"))] if path.exists()]
    # The compiled games have files with names of their own.
    tables = [(path, name) for path in files for name in tomllib.loads(path.read_text())]
    file, name = next(table for table in tables if table[1] in (variant, f"{variant}-file"))
    done = subprocess.run([args.program, "check", str(file)], capture_output=True, text=True, check=True)
    text = re.search(rf"^{name}: .*?(?=^[a-z0-9-]+: |\Z)", done.stdout, re.M | re.S)[0]
    return dict(re.findall(r"^([A-Z]) ([^:\n]+): ", text, re.M))


class Comparer:
    """Prints figures of both sides, and counts those that differ."""

    def __init__(self):
        self.count = self.wrong = 0
        self.greatest = 0.0

    def compare(self, name, ours, theirs):
        if isinstance(ours, dict) and isinstance(theirs, dict):
            for key, value in ours.items():
                self.compare(f"{name}.{key}", value, theirs.get(key))
            return
        if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
            for number, pair in enumerate(zip(ours, theirs, strict=True)):
                self.compare(f"{name}.{number}", *pair)
            return
        self.count += 1
        numbers = all(isinstance(it, int | float) for it in (ours, theirs))
        difference = abs(ours - theirs) if numbers else float(ours != theirs)
        self.greatest = max(self.greatest, difference)
        if difference > 1e-6:
            self.wrong += 1
            print(f"{name}: {ours} here, {theirs} in the report")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--program", default=str(ROOT / "target/release/baroque"))
    parser.add_argument("--royal", default="K", help="letters of the royal pieces")
    args = parser.parse_args()
    folder = Path(args.folder)
    report = json.loads((folder / "report.json").read_text())
    measures = report["measures"]
    best = max((number for number, one in enumerate(report["rounds"], 1) if one["is_better"]), default=0)
    names = piece_names(args, folder, report["game"]["variant"])
    comparer, followed = Comparer(), {}
    for name in ("weak", "strong", "start"):
        games = read(folder, f"{name}-{best}", False)
        courses = [Course(*course) for course in zip(games, replayed(args, games), strict=True)]
        followed[name] = courses
        comparer.compare(name, figures(courses), measures[name])
        comparer.compare(f"{name}.counts", counts(courses, names), measures[name]["counts"])
    for number, one in enumerate(report["rounds"], 1):
        ours = comparison(read(folder, f"round-{number}", True), "new")
        comparer.compare(f"round {number}", ours["score"], one["score"])
    levels = [(f"level-{level}", f"level-{level}", theirs) for level, theirs in enumerate(measures["levels"], 2)]
    others = [("depth", "nodes-4000", measures["depth"]), ("learned", "learned", measures["learned"])]
    for name, player, theirs in others + levels:
        if theirs:
            comparer.compare(name, comparison(read(folder, f"{name}-{best}", True), player), theirs)
    worthy = {letter: name for letter, name in names.items() if letter not in args.royal}
    found = worths(followed["strong"] + followed["start"], worthy)
    comparer.compare("worths", found, {one["piece"]: one for one in measures["worths"]})
    comparer.compare("pieces with a worth", len(found), len(measures["worths"]))
    print(f"{comparer.count} numbers, {comparer.wrong} differ, at most by {comparer.greatest:.2g}; "
          f"{len(found)} pieces with a worth")
    sys.exit(1 if comparer.wrong else 0)


if __name__ == "__main__":
    main()
