/** The mistakes of a reviewed game as exercises: find what was better. */

import { ofEnd, percentText } from '../analyse/evaluation.js';
import { exerciseBoard, exerciseFrame } from './exercise.js';
import { describe } from './live-board.js';
import { Steps } from './steps.js';
import { captureText } from '../board-words.js';
import { el } from '../dom.js';
import { colorName } from '../geometry.js';
import { load } from '../storage.js';
import { button } from '../widgets.js';

/** Milliseconds in which the engine judges a move. */
const JUDGE_TIME = 800;
/** Expected score that a move may lose and still be as good as the best. */
const TOLERANCE = 0.04;
/** Milliseconds for which a wrong move stands. */
const WRONG_FOR = 2200;

/**
 * A move that lost something.
 *
 * @typedef {object} Mistake
 * @property {Message.GameSpec} game up to the position
 * @property {'w'|'b'} side
 * @property {string} uci what was played
 * @property {string} text the same, readable
 * @property {string} fen of the position
 * @property {import('../analyse/evaluation.js').Evaluation} before
 * @property {import('../analyse/evaluation.js').Evaluation} after
 */

/**
 * Renders the mistakes that were handed over, or those of an earlier visit.
 * @param {import('../app.js').Context} context
 * @param {string[]} path number of the exercise from 1
 * @returns {{ root: HTMLElement, destroy: () => void }}
 */
export function mistakesPart(context, [number]) {
  const kept = () => load('mistakes', []).filter((each) => each?.game && each.before?.pv?.[0] && each.after?.pv);
  const mistakes = context.mistakes.length ? context.mistakes : kept();
  if (!mistakes.length) {
    return { root: el('p.lead', {}, 'Review a game under Analyse: what it lost becomes exercises here.'), destroy: () => {} };
  }
  const done = new Set();
  const steps = new Steps({
    label: 'Mistakes',
    address: '#/learn/mistakes',
    names: mistakes.map(({ text }) => text),
    isDone: (index) => done.has(index),
    build: (index, onNext) => {
      const onDone = () => {
        done.add(index);
        steps.refresh();
      };
      return new Exercise(context, mistakes[index], { place: `Mistake ${index + 1} of ${mistakes.length}`, onDone, onNext });
    },
  });
  steps.start(context, number);
  return steps;
}

class Exercise {
  /**
   * @param {import('../app.js').Context} context
   * @param {Mistake} mistake
   * @param {{ place: string, onDone: () => void, onNext: (() => void)|null }} options
   */
  constructor(context, mistake, { place, onDone, onNext }) {
    this.context = context;
    this.mistake = mistake;
    this.onDone = onDone;
    this.onNext = onNext;
    this.isClean = true;
    /** @type {Message.GameSpec} */
    this.game = { ...mistake.game, fen: mistake.fen, moves: [] };
    this.live = exerciseBoard(context, this.game, mistake.fen, place, (move) => this.#try(move));
    this.actions = el('div.task-actions', {}, button('Show what was better', () => this.#showBest()), onNext && button('Skip', onNext, { className: 'quiet' }));
    this.reason = el('p.lead');
    this.root = exerciseFrame(this.live, place, `${colorName(mistake.side)} played ${mistake.text}`, {
      task: el('p.task', {}, el('strong', {}, 'Your task: '), 'find something better.'),
      about: this.reason,
      controls: [this.actions],
    });
    this.#tellReason().catch(context.fail);
  }

  destroy() {
    this.isDestroyed = true;
    clearTimeout(this.timer);
    this.live.destroy();
  }

  /** Tells what the move that was played missed or allowed. */
  async #tellReason() {
    const { side, uci, before, after } = this.mistake;
    const mate = before.score && 'mate' in before.score ? before.score.mate : 0;
    if (side === 'w' ? mate > 0 : mate < 0) {
      this.reason.textContent = `It missed a mate in ${Math.abs(mate)}.`;
      return;
    }
    const [reply] = after.pv;
    if (!reply) return;
    const position = await this.context.session.ask({ type: 'position', game: { ...this.game, moves: [uci] } });
    const { from, victims } = position.moves.find(({ uci }) => uci === reply[0]);
    const threat = position.threats.find(({ side, by, victim }) => side === position.side && by === from && victims.includes(victim));
    this.reason.textContent = threat ? `It left this: ${captureText(threat)}.` : `${colorName(position.side)} would answer with ${reply[1]}.`;
  }

  /** @param {Message.MoveInfo} move */
  async #try(move) {
    const { before, after, uci } = this.mistake;
    this.live.setMovable(null);
    this.#setBusy(true);
    try {
      const position = await this.live.show([move.uci]);
      this.live.say('…');
      const [line, expected] = move.uci === uci ? [after, 0] : await this.#judge(move, position);
      if (this.isDestroyed) return;
      const isAsGood = expected >= this.#forSide(before.expected) - TOLERANCE;
      const isBest = move.uci === before.pv[0][0];
      if (isBest || isAsGood) this.#succeed(`Yes. ${describe(move, position)} ${this.#worth(isBest ? this.#forSide(before.expected) : expected)}`);
      else await this.#refuse(move, position, line);
    } catch (error) {
      this.context.fail(error);
      await this.#again();
    } finally {
      this.#setBusy(false);
    }
  }

  /** While a move is judged nothing else can be asked for. */
  #setBusy(isBusy) {
    for (const control of this.actions.querySelectorAll('button')) control.disabled = isBusy;
  }

  /** The answer to a move, and the expected score of the one who made it. */
  async #judge(move, position) {
    if (position.end) return [null, this.#forSide(ofEnd(position.end).expected)];
    const ask = { game: { ...this.game, moves: [move.uci] }, limits: { time: JUDGE_TIME }, lines: 1 };
    const { line } = await this.context.session.search(ask).done;
    if (!line) throw new Error('The engine found no move.');
    return [line, this.#forSide(line.expected)];
  }

  /** The expected score of the one who made the mistake. */
  #forSide(expected) {
    return this.mistake.side === 'w' ? expected : 1 - expected;
  }

  /** What a better move brings, beside the one that was played. */
  #worth(expected) {
    const { text, after } = this.mistake;
    return `Expected score: ${percentText(expected)}, after ${text} ${percentText(this.#forSide(after.expected))}.`;
  }

  /** Shows what is wrong with a move: the answer to it. */
  async #refuse(move, position, line) {
    this.isClean = false;
    const [reply, answer] = line?.pv?.[0] ?? [];
    if (reply) await this.live.show([move.uci, reply]);
    this.live.say(`Not this: ${answer ? `${colorName(position.side)} answers ${answer}.` : describe(move, position)} Try again.`, 'bad');
    this.timer = setTimeout(() => this.#again(), WRONG_FOR);
  }

  async #again() {
    await this.live.show([]);
    this.live.setMovable(this.mistake.side);
  }

  async #showBest() {
    clearTimeout(this.timer);
    this.isClean = false;
    const { pv } = this.mistake.before;
    const { moves } = await this.live.show([]);
    const move = moves.find(({ uci }) => uci === pv[0][0]);
    const position = await this.live.show([pv[0][0]]);
    this.#succeed(`Better was ${describe(move, position)} ${this.#worth(this.#forSide(this.mistake.before.expected))}`);
  }

  #succeed(text) {
    this.live.say(text, 'good');
    this.live.setMovable(null);
    if (this.isClean) this.onDone();
    const next = this.onNext && button('Next mistake', this.onNext, { className: 'primary' });
    const again = button('Again', async () => {
      this.isClean = true;
      this.live.say('');
      await this.#again();
    });
    this.actions.replaceChildren(...[next, again].filter(Boolean));
    next?.focus({ preventScroll: true });
  }
}
