/** Words beside a square: what moves to it would do. */

import { el } from './dom.js';
import { UNIT } from './geometry.js';

/** Moves that are told at once. */
const MAX_TOLD = 5;
/** Pixels to the edges of the window. */
const MARGIN = 8;

export class BoardTip {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.element = el('div.board-tip', { hidden: true });
  }

  hide() {
    this.element.hidden = true;
  }

  /** Tells what moves to one square would do, unless it is plain to see and not asked for. */
  show(moves, isAsked = false) {
    const told = isAsked || moves.length > 1 ? moves : moves.filter((move) => !isPlain(move));
    this.element.hidden = told.length === 0;
    if (told.length === 0) return;
    this.element.replaceChildren(...told.slice(0, MAX_TOLD).map(line));
    if (told.length > MAX_TOLD) this.element.append(`and ${told.length - MAX_TOLD} more`);
    this.anchor(this.element, told);
  }

  /** Places an element near the target of moves, above or below, so that it hides few of their pieces. */
  anchor(element, moves) {
    const { view } = this.board;
    const { width, height } = view.box();
    const { x, y } = view.place(moves[0].to);
    const concerned = moves.flatMap(({ from, victims }) => (from ? [from, ...victims] : victims));
    const rows = concerned.map((square) => view.place(square).y);
    const above = rows.filter((row) => row < y).length;
    const below = rows.filter((row) => row > y).length;
    const isAbove = above === below ? y > height / 2 : above < below;
    const center = (x + UNIT / 2) / width;
    element.style.left = `${center * 100}%`;
    element.style.top = isAbove ? 'auto' : `${((y + UNIT) / height) * 100}%`;
    element.style.bottom = isAbove ? `${(1 - y / height) * 100}%` : 'auto';
    element.style.setProperty('--shift', `${-center * 100}%`);
    keepInWindow(element);
  }
}

/** Whether a move does nothing that needs to be told. */
export function isPlain({ drop, effects, victims }) {
  const isMute = drop ? effects.length === 1 : effects.every((effect) => effect === 'captures nothing');
  return isMute && victims.length === 0;
}

/** Moves an element up or down so that all of it can be seen. */
function keepInWindow(element) {
  element.style.translate = '';
  const { top, bottom } = element.getBoundingClientRect();
  const down = Math.max(0, MARGIN - top);
  const up = Math.max(0, bottom - innerHeight + MARGIN);
  element.style.translate = `0 ${down || -up}px`;
}

function line({ text, effects }) {
  return el('p', {}, el('b', {}, text), ` ${effects.join('; ')}`);
}
