/** The frame of lessons and puzzles: a board, and beside it what to do. */

import { el } from '../dom.js';
import { LiveBoard } from './live-board.js';

/**
 * The board of an exercise, seen from the side that solves it.
 * @param {import('../app.js').Context} context
 * @param {{ variant: string, definition?: string|null, rules?: string }} game
 * @param {string} fen
 * @param {string} label
 * @param {(move: Message.MoveInfo) => void} onMove is given its moves
 */
export function exerciseBoard(context, { variant, definition, rules }, fen, label, onMove) {
  const side = fen.split(' ')[1] === 'b' ? 'b' : 'w';
  return new LiveBoard(context, { game: { variant, definition, rules, fen }, label, movable: side, flipped: side === 'b', onMove });
}

/**
 * A board with its task before it, what is said of the tries beside it, and more to read; narrow pages have them
 * from top to bottom.
 * @param {LiveBoard} live
 * @param {string} place such as `Lesson 1 of 17`
 * @param {string} title
 * @param {{ task: HTMLElement, about?: HTMLElement, controls: HTMLElement[] }} parts
 */
export function exerciseFrame(live, place, title, { task, about, controls }) {
  return el(
    'div.exercise',
    {},
    el('div.exercise-head', {}, el('p.eyebrow', {}, place), el('h2', { tabIndex: -1 }, title), task),
    live.root,
    el('div.exercise-foot', {}, live.foot, ...controls, live.notes.element),
    about && el('div.exercise-about', {}, about),
  );
}
