/** The puzzles: positions to be won within some moves, against the engine. */

import { exerciseBoard, exerciseFrame } from './exercise.js';
import { gameOf, gameTabs, studied } from './games.js';
import { describe } from './live-board.js';
import { countPuzzle, doneOf, markDone, streak } from './progress.js';
import { PuzzleRun } from './puzzle-run.js';
import { Steps } from './steps.js';
import { el } from '../dom.js';
import { colorName } from '../geometry.js';
import { capitalized } from '../notes.js';
import { load, store } from '../storage.js';
import { button, labelled, select } from '../widgets.js';

/** Milliseconds for which a wrong move stands. */
const WRONG_FOR = 1800;

/**
 * Renders the puzzles of a game.
 * @param {import('../app.js').Context} context
 * @param {string[]} path variant and number of the puzzle from 1
 * @returns {Promise<{ root: HTMLElement, destroy: () => void }>}
 */
export async function puzzlesPart(context, [variant, number]) {
  const games = context.catalog.games.filter((game) => game.has_puzzles);
  const game = gameOf(context, games, variant);
  const pool = game.has_pool ? await readPool(game.variant) : null;
  const { puzzles: all } = await context.session.ask({ type: 'puzzles', game: studied(game), pool });
  const chosen = { theme: '', difficulty: '', ...load('puzzles.chosen', {}) };
  // Other games have other themes.
  if (!all.some(({ themes }) => themes.includes(chosen.theme))) chosen.theme = '';
  if (!all.some(({ difficulty }) => String(difficulty) === chosen.difficulty)) chosen.difficulty = '';
  // An address names a puzzle among all.
  const named = all[Number(number) - 1];
  if (named && !isChosen(named, chosen)) Object.assign(chosen, { theme: '', difficulty: '' });
  const streakText = el('p.streak', { role: 'status' });
  const showStreak = ({ now, best }) => {
    streakText.textContent = now || best ? `Streak ${now} · best ${best}` : '';
  };
  showStreak(streak());
  const body = el('div');
  const found = el('p.visually-hidden', { role: 'status' });
  let steps = null;
  const show = (first) => {
    const some = all.filter((puzzle) => isChosen(puzzle, chosen));
    if (!some.length) context.toast('No puzzles match: all are shown.');
    steps?.destroy();
    steps = seriesOf(context, game, all, some.length ? some : all, showStreak);
    steps.start(context, first);
    body.replaceChildren(steps.root);
    found.textContent = `${(some.length || all.length)} puzzles`;
  };
  show(number);
  const choose = (key, value) => {
    chosen[key] = value;
    store('puzzles.chosen', chosen);
    history.replaceState(null, '', addressOf(game));
    show();
  };
  const root = el('div.puzzles', {}, gameTabs('puzzles', games, game), filters(all, chosen, choose), streakText, found, body);
  return { root, destroy: () => steps.destroy() };
}

function addressOf({ variant }) {
  return `#/learn/puzzles/${variant}`;
}

/** Some of all puzzles of a game, one after the other. */
function seriesOf(context, game, all, puzzles, showStreak) {
  const done = doneOf('puzzles', game.variant);
  const numberOf = (index) => all.indexOf(puzzles[index]) + 1;
  const steps = new Steps({
    label: 'Puzzles',
    address: addressOf(game),
    numberOf,
    names: puzzles.map((puzzle, index) => `Puzzle ${numberOf(index)}: ${sideOf(puzzle)}, ${movesText(puzzle.moves)}`),
    isCompact: true,
    isDone: (index) => done.has(puzzles[index].name),
    build: (index, onNext) => {
      const onEnd = (isSolved, isClean) => {
        showStreak(countPuzzle(isClean));
        // Who was helped can solve it another time.
        if (!isSolved || !isClean) return;
        markDone('puzzles', game.variant, puzzles[index].name);
        done.add(puzzles[index].name);
        steps.refresh();
      };
      const place = puzzles.length === all.length ? `of ${all.length}` : `· ${index + 1} of ${puzzles.length} chosen`;
      return new Puzzle(context, puzzles[index], { number: numberOf(index), place, onEnd, onNext });
    },
  });
  return steps;
}

/** The text of a pool of puzzles; null if it cannot be had, as without a connection. */
export async function readPool(variant) {
  try {
    const response = await fetch(`puzzles/${variant}.epd.gz`);
    if (!response.ok) return null;
    const bytes = new Uint8Array(await response.arrayBuffer());
    // Some servers have it unpacked on the way.
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const { body } = new Response(bytes);
    return await new Response(isPacked ? body.pipeThrough(new DecompressionStream('gzip')) : body).text();
  } catch {
    return null;
  }
}

function isChosen({ themes, difficulty }, chosen) {
  return (!chosen.theme || themes.includes(chosen.theme)) && (!chosen.difficulty || String(difficulty) === chosen.difficulty);
}

/** Fields that leave only puzzles of a theme or of a difficulty. */
function filters(puzzles, chosen, choose) {
  const themes = [...new Set(puzzles.flatMap((puzzle) => puzzle.themes))].sort();
  if (!themes.length) return null;
  const ofTheme = [['', 'All themes'], ...themes.map((theme) => [theme, capitalized(theme)])];
  const ofDifficulty = [['', 'All'], ['1', 'Easy'], ['2', 'Medium'], ['3', 'Hard']];
  return el('div.puzzle-filters', {},
    labelled('Theme', select(ofTheme, chosen.theme, (value) => choose('theme', value))),
    labelled('Difficulty', select(ofDifficulty, chosen.difficulty, (value) => choose('difficulty', value))));
}

function sideOf({ fen }) {
  return colorName(fen.split(' ')[1] ?? 'w');
}

function movesText(count) {
  return count === 1 ? '1 move' : `${count} moves`;
}

class Puzzle {
  /**
   * @param {import('../app.js').Context} context
   * @param {Message.PuzzleInfo} puzzle
   * @param {{ number: number, place: string, onEnd: (isSolved: boolean, isClean: boolean) => void, onNext: (() => void)|null }} options
   */
  constructor(context, puzzle, { number, place, onEnd, onNext }) {
    this.context = context;
    this.puzzle = puzzle;
    this.onEnd = onEnd;
    this.onNext = onNext;
    this.side = puzzle.fen.split(' ')[1] ?? 'w';
    this.run = new PuzzleRun(context.session, puzzle);
    /** How much has been told of the move to find: nothing, the piece, where to. */
    this.hints = 0;
    this.isClean = true;
    this.live = exerciseBoard(context, puzzle, puzzle.fen, `Puzzle ${number}`, (move) => this.#try(move));
    this.hintButton = button('Hint', () => this.#hint());
    this.skipButton = button('Skip', this.onNext, { className: 'quiet', hidden: !this.onNext });
    this.actions = el('div.task-actions', {}, this.hintButton, this.skipButton);
    this.line = el('p.solution-line');
    this.root = exerciseFrame(
      this.live,
      `Puzzle ${number} ${place}`,
      `${sideOf(puzzle)} to move wins within ${movesText(puzzle.moves)}`,
      {
        task: el('p', {}, 'Play the moves on the board. The engine defends.'),
        controls: [
          this.actions,
          this.line,
          puzzle.themes.length ? el('details.themes', {}, el('summary', {}, 'Themes'), puzzle.themes.join(', ')) : el('span'),
        ],
      },
    );
  }

  destroy() {
    this.isDestroyed = true;
    clearTimeout(this.timer);
    this.live.destroy();
  }

  /** @param {Message.MoveInfo} move */
  async #try(move) {
    this.#setBusy(true);
    this.#mark([]);
    try {
      const before = this.run.moves;
      const position = await this.live.show([...before, move.uci]);
      this.live.say('…');
      const verdict = await this.run.try(move.uci);
      if (this.isDestroyed) return;
      if (verdict === 'wrong') await this.#refuse(move, position);
      else await this.#accept(verdict, move);
    } catch (error) {
      this.context.fail(error);
      await this.live.show(this.run.moves);
      this.#setBusy(false);
    }
  }

  /** Shows what is wrong with a move: the answer to it. */
  async #refuse(move, position) {
    if (this.isClean) this.onEnd(false, false);
    this.isClean = false;
    this.live.say(`Not this: ${describe(move, position)}`, 'bad');
    const reply = position.end ? null : await this.run.refutation(move.uci);
    if (this.isDestroyed) return;
    if (reply) {
      await this.live.show([...this.run.moves, move.uci, reply.uci]);
      this.live.say(`Not this: ${colorName(position.side)} answers ${reply.text}. Try again.`, 'bad');
    }
    this.timer = setTimeout(async () => {
      await this.live.show(this.run.moves);
      this.#setBusy(false);
    }, WRONG_FOR);
  }

  async #accept(verdict, move) {
    this.hints = 0;
    const position = await this.live.show(this.run.moves);
    if (verdict === 'solved') {
      await this.#finish(this.isClean ? 'Solved!' : 'Solved: it counts once you find it at the first try, without help.', move, position);
      return;
    }
    const reply = position.history.at(-1);
    this.live.say(`${move.text} is right. ${colorName(reply.side)} answers ${reply.text}.`, 'good');
    this.#setBusy(false);
  }

  async #finish(praise, move, position) {
    this.onEnd(true, this.isClean);
    this.live.say(`${praise} ${describe(move, position)}`, 'good');
    const next = this.onNext && button('Next puzzle', this.onNext, { className: 'primary' });
    this.actions.replaceChildren(...[next, button('Again', () => this.#again())].filter(Boolean));
    next?.focus({ preventScroll: true });
    const texts = await this.run.line().catch(() => []);
    if (texts.length) this.line.textContent = `The engine’s line: ${texts.join(' ')}`;
  }

  /** Tells the piece, then where it goes, then the whole move. */
  async #hint() {
    this.#setBusy(true);
    try {
      const uci = await this.run.bestMove();
      const move = this.live.position.moves.find((each) => each.uci === uci);
      this.hints += 1;
      if (this.isClean) this.onEnd(false, false);
      this.isClean = false;
      const start = move.from ?? move.to;
      if (this.hints === 1) {
        this.#mark([start]);
        this.live.say(move.from ? `It is the piece on ${move.from}.` : 'Drop a piece here.');
      } else if (this.hints === 2) {
        this.#mark([start], [{ from: start, to: move.to, color: 'green' }]);
        this.live.say(`It goes to ${move.to}.`);
      } else {
        this.#mark([start], [{ from: start, to: move.to, color: 'green' }]);
        this.live.say(`Play ${move.text}.`);
      }
    } catch (error) {
      this.context.fail(error);
    } finally {
      this.#setBusy(false);
    }
  }

  #mark(squares, shapes = []) {
    this.live.board.highlight(squares, 'hint');
    this.live.board.setShapes(shapes);
  }

  #setBusy(isBusy) {
    this.hintButton.disabled = isBusy;
    this.live.setMovable(isBusy ? null : this.side);
  }

  async #again() {
    this.run = new PuzzleRun(this.context.session, this.puzzle);
    await this.live.reset();
    this.isClean = true;
    this.hints = 0;
    this.actions.replaceChildren(this.hintButton, this.skipButton);
    this.#setBusy(false);
  }
}
