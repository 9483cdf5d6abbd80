/** A board in a text: it appears when it comes into view, and its moves can be tried. */

import { endText } from '../analyse/evaluation.js';
import { Board } from '../board.js';
import { el } from '../dom.js';
import { doors } from '../doors.js';
import { Explainer } from '../explainer.js';
import { Notes } from '../notes.js';
import { GameTree } from '../tree.js';
import { button } from '../widgets.js';

/** How far before it is seen a board is made. */
const MARGIN = '600px';

/**
 * A position that can be played on. Moves come from the board or from {@link LiveBoard#show}.
 */
export class LiveBoard {
  /**
   * @param {import('../app.js').Context} context
   * @param {object} options
   * @param {Message.GameSpec} options.game without moves
   * @param {string} options.label what screen readers call the board
   * @param {'both'|'w'|'b'} [options.movable]
   * @param {boolean} [options.flipped]
   * @param {(move: Message.MoveInfo) => void} [options.onMove] what becomes of a move; without it, it is played
   */
  constructor(context, { game, label, movable = 'both', flipped = false, onMove = null }) {
    this.context = context;
    this.firstGame = game;
    /** What is played now; the moves of a text may belong to other rules. */
    this.game = game;
    this.moves = [];
    this.options = { label, movable, flipped, onMove };
    this.frame = el('div.live-board-frame');
    this.frame.style.aspectRatio = shapeOf(game.fen);
    this.frame.classList.toggle('with-hands', game.fen?.includes('[') ?? false);
    this.status = el('p.live-board-status', { role: 'status' });
    this.resetButton = button('Reset', () => this.reset(), { className: 'quiet', hidden: true });
    this.notes = new Notes();
    const others = doors(context, ['analyse', 'share', 'play'], () => this.#tree());
    this.foot = el('div.live-board-foot', {}, this.status, context.settings.dangersButton(), ...others, this.resetButton);
    this.root = el('div.live-board', {}, this.frame, this.foot, this.notes.element);
    this.observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && this.#appear(),
      { rootMargin: MARGIN },
    );
    this.observer.observe(this.frame);
  }

  /**
   * Shows the position after some moves, in any notation.
   * @returns {Promise<Message.PositionInfo>} rejected if a move is not legal, and nothing changes
   */
  async show(moves = this.moves) {
    const asked = (this.asked = {});
    const position = await this.context.session.ask({ type: 'position', game: { ...this.game, moves } });
    if (asked !== this.asked) return position;
    this.moves = moves;
    this.position = position;
    this.resetButton.hidden = Boolean(this.options.onMove) || moves.length === 0;
    this.refresh();
    return position;
  }

  /** Draws the shown position again, after a move that was not accepted for instance. */
  refresh() {
    if (!this.board || !this.position) return;
    const { flipped, movable } = this.options;
    const last = this.position.history.at(-1);
    this.explainer.clear();
    this.board.show(this.position, {
      flipped,
      movable: this.position.end ? null : movable,
      lastMove: last ?? null,
      shapes: [],
    });
  }

  /** Lets a side move, or nobody with null. */
  setMovable(movable) {
    this.options.movable = movable;
    this.refresh();
  }

  /**
   * Says something below the board.
   * @param {''|'good'|'bad'} tone
   */
  say(text, tone = '') {
    this.status.textContent = text;
    this.status.className = `live-board-status ${tone}`;
  }

  /** Goes back to the first position. */
  async reset() {
    this.say('');
    this.game = this.firstGame;
    await this.show([]);
  }

  destroy() {
    this.observer.disconnect();
    this.notes.clear();
    this.board?.destroy();
  }

  #appear() {
    this.observer.disconnect();
    this.board = new Board(this.frame, {
      kinds: this.context.catalog.gameInfo(this.game.variant, this.game.definition)?.kinds,
      label: this.options.label,
      onMove: (move) => (this.options.onMove ?? ((played) => this.play(played)))(move),
      onIllegal: (from, to) => this.explainer.refuse(from, to),
      onSquare: (square) => this.explainer.tell(square),
      onSelect: (square) => square && this.explainer.tell(square),
      onHand: (letter) => this.explainer.tellHand(letter),
    });
    this.explainer = new Explainer(this.context.session, this.board, this.notes, () => ({ ...this.game, moves: this.moves }));
    this.show().catch((error) => this.say(error.message, 'bad'));
  }

  /**
   * Plays a move of the shown position and says what it does.
   * @param {Message.MoveInfo} move
   */
  async play(move) {
    try {
      const position = await this.show([...this.moves, move.uci]);
      this.say(describe(move, position));
    } catch (error) {
      this.say(error.message, 'bad');
    }
  }

  /** The game at the shown position. */
  #tree() {
    const tree = new GameTree({ ...this.game, fen: this.position?.first_fen ?? this.game.fen });
    for (const { uci } of this.position?.history ?? []) tree.play({ uci });
    if (this.position) tree.learnMoves(this.position);
    return tree;
  }
}

/**
 * A move in words: its text, what it does and whether it ends the game.
 * @param {Message.MoveInfo} move
 * @param {Message.PositionInfo} position
 */
export function describe(move, position) {
  const effects = move.effects.length ? `: ${move.effects.join(', ')}` : '';
  const text = `${move.text}${effects}.`;
  return position.end ? `${text} ${endText(position.end)}` : text;
}

/** Width by height of the board of a FEN, so that the page does not jump when the board appears. */
function shapeOf(fen) {
  if (!fen) return '1';
  const ranks = fen.split(' ')[0].replace(/\[.*/, '').split('/');
  const width = (ranks[0].match(/\d+|\D/g) ?? []).reduce((sum, part) => sum + (Number(part) || 1), 0);
  return `${width} / ${ranks.length}`;
}
