/** The tutorial: small positions, each with a task for one rule. */

import { exerciseBoard, exerciseFrame } from './exercise.js';
import { familiesOf, gameOf, gameTabs } from './games.js';
import { describe } from './live-board.js';
import { doneOf, markDone } from './progress.js';
import { Steps } from './steps.js';
import { el } from '../dom.js';
import { button } from '../widgets.js';

/** Milliseconds for which a wrong move stands. */
const WRONG_FOR = 1600;

/**
 * Renders the tutorial of a game.
 * @param {import('../app.js').Context} context
 * @param {string[]} path variant and number of the lesson from 1
 * @returns {Promise<{ root: HTMLElement, destroy: () => void }>}
 */
export async function tutorialPart(context, [variant, number]) {
  const games = familiesOf(context.catalog, (game) => game.has_lessons);
  const game = gameOf(context, games, variant);
  const { lessons } = await context.session.ask({ type: 'lessons', game: { variant: game.variant } });
  const done = doneOf('lessons', game.variant);
  const steps = new Steps({
    label: 'Lessons',
    address: `#/learn/tutorial/${game.variant}`,
    names: lessons.map(({ title }) => title),
    isDone: (index) => done.has(lessons[index].title),
    build: (index, onNext) => {
      const onDone = () => {
        markDone('lessons', game.variant, lessons[index].title);
        done.add(lessons[index].title);
        steps.refresh();
      };
      return new Lesson(context, game.variant, lessons[index], { index, count: lessons.length, onDone, onNext });
    },
  });
  steps.start(context, number);
  const root = el('div', {}, gameTabs('tutorial', games, game), steps.root);
  return { root, destroy: () => steps.destroy() };
}

class Lesson {
  /**
   * @param {import('../app.js').Context} context
   * @param {string} variant
   * @param {Message.LessonInfo} lesson
   * @param {{ index: number, count: number, onDone: () => void, onNext: (() => void)|null }} place
   */
  constructor(context, variant, lesson, { index, count, onDone, onNext }) {
    this.lesson = lesson;
    this.onDone = onDone;
    this.onNext = onNext;
    this.live = exerciseBoard(context, { variant }, lesson.fen, `Lesson: ${lesson.title}`, (move) => this.#try(move));
    this.actions = el('div.task-actions', {}, button('Show the solution', () => this.#showSolution()));
    this.root = exerciseFrame(
      this.live,
      `Lesson ${index + 1} of ${count}`,
      lesson.title,
      {
        task: el('p.task', {}, el('strong', {}, 'Your task: '), lesson.task),
        about: el('p.lead', {}, lesson.text),
        controls: [this.actions],
      },
    );
  }

  destroy() {
    clearTimeout(this.timer);
    this.live.destroy();
  }

  /** @param {Message.MoveInfo} move */
  async #try(move) {
    clearTimeout(this.timer);
    const missed = this.#missed(move);
    const isRight = this.lesson.accepted.includes(move.uci);
    const position = await this.live.show([move.uci]);
    if (isRight) {
      this.onDone();
      this.#succeed(`Well done. ${describe(move, position)}`);
      return;
    }
    this.live.say(`Not yet. ${describe(move, position)} ${missed}`, 'bad');
    this.live.setMovable(null);
    this.timer = setTimeout(async () => {
      this.live.setMovable(position.history[0].side);
      await this.live.show([]);
    }, WRONG_FOR);
  }

  /** What the solution captures and a move does not. */
  #missed(move) {
    const { board, position } = this.live;
    const wanted = position.moves.find(({ uci }) => uci === this.lesson.solution)?.victims ?? [];
    const missed = wanted.filter((square) => !move.victims.includes(square));
    const pieces = missed.map((square) => `the ${board.words.kind(board.pieceAt(square)).name} on ${square}`);
    return pieces.length ? `Still there: ${pieces.join(', ')}.` : '';
  }

  async #showSolution() {
    clearTimeout(this.timer);
    const { moves } = await this.live.show([]);
    const move = moves.find(({ uci }) => uci === this.lesson.solution);
    const position = await this.live.show([this.lesson.solution]);
    this.#succeed(`The solution: ${describe(move, position)}`);
  }

  #succeed(text) {
    this.live.say(text, 'good');
    this.live.setMovable(null);
    const next = this.onNext && button('Next lesson', this.onNext, { className: 'primary' });
    const end = !this.onNext && el('a.button.primary', { href: '#/learn/puzzles' }, 'On to the puzzles');
    this.actions.replaceChildren(...[next, end, button('Try again', () => this.#again())].filter(Boolean));
    (next || end).focus({ preventScroll: true });
  }

  async #again() {
    this.live.setMovable(this.live.position.history[0].side);
    await this.live.reset();
  }
}
