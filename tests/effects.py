#!/usr/bin/env python3
"""Measures the effects of many parameters of the search at once.

    cargo build --release --package baroque --no-default-features --features networks,tune
    tests/effects.py effects.jsonl --hours 0.5 --variant baroque rococo --set GAME_LMP_BASE=14:26 LMR_BASE=157:217
    tests/effects.py effects.jsonl

Each short match has every parameter at random at its lower or upper level, one engine the opposite of the other; a
linear regression of the points tells what each parameter gives. So every game says something of all of them. The
log goes on if it is there; parameters may differ between runs, but not the levels of one. GAME stands for the prefix
of parameters of which each game has its own. Without --set only the effects are printed: Elo of the upper level against
the lower one, with one standard error. Of many parameters the largest effect is partly luck: play at least five
matches for each, and then a match of what is to be taken.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAIRS = 15
# Prefixes of parameters; Baroque's rule sets share one.
PREFIXES = {variant: variant.upper() for variant in ("maxima", "rococo", "renaissance")}
# Elo for each point more than half of them, where engines are about equal.
ELO = 695


def play(args, levels, variant, number):
    """Plays a match, and returns the signs of the levels of the first engine with its wins, draws and losses."""
    chosen = random.Random(number)
    signs = {name: chosen.choice((-1, 1)) for name in levels}

    def engine(name, flip):
        prefix = PREFIXES.get(variant, "ULTIMA") + "_"
        options = [f"option.{re.sub('^GAME_', prefix, each)}={levels[each][(1 + flip * sign) // 2]}" for each, sign in signs.items()]
        return ["-engine", f"cmd={args.program}", f"name={name}", *options]

    command = [args.program, "match", *engine("a", 1), *engine("b", -1), "-each", *args.limit, "option.Hash=4",
               "-variant", variant, "-openings", "random", "plies=8", "-games", "2", "-rounds", str(PAIRS),
               "-concurrency", str(args.concurrency), "-srand", str(number), "-maxmoves", "400", "-ratinginterval", "0"]
    # A match leaves a file of its state behind.
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    # The match goes on without what an engine does not know.
    unknown = re.search(r"\S+ doesn't have option \S+", done.stdout + done.stderr)
    if unknown:
        sys.exit(f"error: {unknown[0]}: is {args.program} a build with tune?")
    counts = re.findall(r"Wins: (\d+), Losses: (\d+), Draws: (\d+)", done.stdout)
    if not counts:
        sys.exit(done.stdout[-500:] + done.stderr[-500:])
    won, lost, drawn = map(int, counts[-1])
    return {"number": number, "variant": variant, "signs": signs, "games": [won, drawn, lost]}


def solve(matrix, right):
    """The solutions of linear equations for several right sides, by elimination."""
    rows = [row + list(sides) for row, sides in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for row in range(len(rows)):
            if row != i:
                factor = rows[row][i]
                rows[row] = [value - factor * own for value, own in zip(rows[row], rows[i], strict=True)]
    return [row[len(rows):] for row in rows]


def effects(matches):
    """Elo of the upper level of each parameter against the lower one, and its standard error."""
    names = sorted({name for match in matches for name in match["signs"]})
    levels = [[match["signs"].get(name, 0) for name in names] for match in matches]
    points = [[match["games"][0] + match["games"][1] / 2 for match in matches], [sum(match["games"]) for match in matches]]
    scores = [point / count - 0.5 for point, count in zip(*points, strict=True)]
    spread = sum((won + lost) / 4 for won, _, lost in (match["games"] for match in matches)) / sum(points[1])
    square = [[sum(row[i] * row[j] for row in levels) for j in range(len(names))] for i in range(len(names))]
    for i in range(len(names)):
        # Without it too few matches have no solution.
        square[i][i] += 1
    sides = [[sum(row[i] * score for row, score in zip(levels, scores, strict=True)), *(float(i == j) for j in range(len(names)))]
             for i in range(len(names))]
    solved = solve(square, sides)
    each = sum(points[1]) / len(matches)
    return {name: (ELO * row[0], ELO * (spread / each * row[1 + i]) ** 0.5) for i, (name, row) in enumerate(zip(names, solved, strict=True))}


def report(matches):
    variants = sorted({match["variant"] for match in matches})
    of = {variant: effects([match for match in matches if match["variant"] == variant]) for variant in variants}
    print(f"{sum(sum(match['games']) for match in matches)} games; all, then {', '.join(variants)}")
    everything = effects(matches)
    for name, (elo, error) in sorted(everything.items(), key=lambda item: -abs(item[1][0] / item[1][1])):
        parts = [f"{of[variant][name][0]:5.0f} ± {of[variant][name][1]:.0f}" for variant in variants if name in of[variant]]
        print(f"{name:28} {elo:5.0f} ± {error:.0f}   {'  '.join(parts)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", type=Path)
    parser.add_argument("--program", type=Path, default=ROOT / "target/release/baroque")
    parser.add_argument("--hours", type=float, default=0.5)
    parser.add_argument("--limit", nargs="+", default=["nodes=5000"], help="for time: tc=5+0.05 option.nodestime=40")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--variant", nargs="+", default=["baroque"])
    parser.add_argument("--set", nargs="+", default=[], metavar="PARAMETER=LOW:HIGH")
    args = parser.parse_args()
    args.program = args.program.resolve()
    matches = [json.loads(line) for line in args.log.read_text().splitlines()] if args.log.exists() else []
    levels = {name: bounds.split(":") for name, bounds in (each.split("=") for each in args.set)}
    end = time.monotonic() + args.hours * 3600
    while levels and time.monotonic() < end:
        for variant in args.variant:
            match = play(args, levels, variant, len(matches) + 1)
            matches.append(match)
            with args.log.open("a") as log:
                log.write(json.dumps(match) + "\n")
    if matches:
        report(matches)


if __name__ == "__main__":
    main()
