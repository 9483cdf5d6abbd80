/** What a page says about pieces and moves, beside the board. */

import { showButton } from './diagram.js';
import { el } from './dom.js';
import { colorOf } from './geometry.js';

/** What is said while there is nothing else to say. */
export const PROMPT = 'Choose a piece to see what it does, where it can go and what threatens it.';

/** What reasons of a sort are headed by. */
const HEADINGS = {
  attack: 'Could be captured',
  flight: 'It cannot flee',
  frozen: 'It is frozen',
  stuck: 'It cannot move',
};

export class Notes {
  /**
   * @param {string} [prompt] what is said while there is nothing to say; without it the notes are hidden then
   * @param {((letter: string) => import('./diagram.js').Diagram)|null} [diagramOf] shows a kind of piece at work
   */
  constructor(prompt = '', diagramOf = null) {
    this.prompt = prompt;
    this.diagramOf = diagramOf;
    // It scrolls where its height is fixed.
    this.element = el('div.notes.panel', { role: 'region', 'aria-label': 'Notes', tabIndex: 0 });
    this.clear();
  }

  /** Whether a piece is told about. */
  get isOfPiece() {
    return this.element.classList.contains('piece-note');
  }

  /** Changes what is said while there is nothing to say. */
  setPrompt(prompt) {
    if (prompt === this.prompt) return;
    const isShown = this.element.querySelector('.notes-prompt') !== null;
    this.prompt = prompt;
    if (isShown) this.clear();
  }

  /** Brings what was asked for into view, where the page is longer than the window. */
  reveal() {
    this.element.scrollIntoView({ block: 'nearest' });
  }

  clear() {
    this.show('', el('p.notes-prompt', {}, this.prompt));
    this.element.hidden = this.prompt === '';
  }

  /**
   * Says something in words.
   * @param {string} text perhaps of several lines
   * @param {'info'|'why'|'hint'|'error'} [kind]
   * @param {HTMLButtonElement[]} [answers] if it is a question
   */
  say(text, kind = 'info', answers = []) {
    this.element.setAttribute('aria-live', 'polite');
    this.show(kind, el('p', {}, capitalized(text)), answers.length > 0 && el('div.notes-answers', {}, ...answers));
  }

  /**
   * Shows what the piece on a square does, and then why it is in danger or held.
   * @param {import('./board.js').Board} board
   * @param {Message.ReasonInfo[]} reasons
   * @param {(reason: Message.ReasonInfo) => void} onReason one is looked at
   * @param {string} more what else is to be said
   */
  showPiece(square, letter, board, reasons = [], onReason = () => {}, more = '') {
    const isChecked = board.position.in_check && board.position.checked.includes(square);
    const isPrey = colorOf(letter) !== board.position.side;
    const lists = reasonLists(reasons, isChecked, isPrey, onReason);
    this.#showKind(letter, board.words, `on ${square}`, ...lists, more && el('p.notes-prompt', {}, more));
  }

  /** Shows what a piece in hand does. */
  showKind(letter, words) {
    this.#showKind(letter, words, 'in hand');
  }

  /** A button that shows the piece at work, on a board of its own, and hides it again. */
  #showMe(letter) {
    return this.diagramOf && showButton('Show me', () => (this.diagram = this.diagramOf(letter.toUpperCase())));
  }

  #showKind(letter, words, where, ...reasons) {
    const { name, does } = words.kind(letter);
    // Who listens hears the square already, at each choice of a piece, but not what threatens it.
    this.element.setAttribute('aria-live', reasons.length ? 'polite' : 'off');
    this.show(
      'piece-note',
      words.icon(letter),
      el(
        'div',
        {},
        el('h2', {}, capitalized(name), el('span.notes-where', {}, ` ${where}`)),
        // What holds here comes before what holds always.
        ...reasons.filter(Boolean),
        el('ul', {}, ...does.map((phrase) => el('li', {}, capitalized(phrase)))),
        this.#showMe(letter),
      ),
    );
  }

  /**
   * Shows elements of a kind that styles know.
   * @param {string} kind
   * @param {...any} children
   */
  show(kind, ...children) {
    this.diagram?.stop();
    this.diagram = null;
    this.element.hidden = false;
    this.element.className = `notes panel ${kind}`;
    this.element.replaceChildren(...children.filter(Boolean));
  }
}

/** The reasons of each sort under a heading; those that a board can show are buttons. */
function reasonLists(reasons, isChecked, isPrey, onReason) {
  const sorts = [...new Set(reasons.map(({ about }) => about))];
  return sorts.map((sort) => {
    const heading = sort !== 'attack' ? HEADINGS[sort] : isChecked ? 'In check' : isPrey ? 'Can be captured' : HEADINGS.attack;
    const items = reasons.filter(({ about }) => about === sort).map((reason) => el('li', {}, reasonItem(reason, onReason)));
    return el('section', { className: `reasons ${sort}${isPrey ? ' prey' : ''}` }, el('h3', {}, heading), el('ul', {}, ...items));
  });
}

function reasonItem(reason, onReason) {
  // That of a flight begins with a square.
  const text = reason.about === 'flight' ? reason.text : capitalized(reason.text);
  if (reason.threats.length + reason.squares.length === 0) return text;
  const show = () => onReason(reason);
  return el('button.reason', { onclick: show, onmouseenter: show, onfocus: show }, text);
}

/** A text that begins a sentence. */
export function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
