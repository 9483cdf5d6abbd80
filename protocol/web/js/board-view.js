/** Draws a board: squares, marks, pieces and what a move would do. */

import { BoardPieces } from './board-pieces.js';
import { arrow, attackLines, cross, dangerSign, hatch, snowflake, targetSign, victimLink } from './board-signs.js';
import { BoardTip, isPlain } from './board-tip.js';
import { UNIT } from './geometry.js';
import { svg } from './pieces.js';

/** The layers of the drawing, from below; only the cells are for screen readers and for the pointer. */
const LAYERS = ['squares', 'marks', 'coordinates', 'pieces', 'signs', 'shapes', 'cells', 'cursor', 'drag'];
let boards = 0;

export class BoardView {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.id = `board${++boards}`;
    const isGrid = board.options.interactive;
    this.svg = svg('svg', {
      class: 'board-svg',
      role: isGrid ? 'grid' : 'img',
      'aria-label': board.options.label,
    });
    if (isGrid) this.svg.setAttribute('tabindex', '0');
    this.layers = {};
    for (const name of LAYERS) {
      this.layers[name] = svg('g', { class: `layer-${name}` });
      if (name !== 'cells') this.layers[name].setAttribute('aria-hidden', 'true');
      this.svg.append(this.layers[name]);
    }
    this.pieces = new BoardPieces(board, this.layers.pieces, this.layers.drag);
    this.tip = new BoardTip(board);
    /** The moves whose consequences are shown. */
    this.previewed = [];
  }

  /** The size of the drawing. */
  box() {
    const { width, height } = this.board.geometry;
    return { width, height };
  }

  /** Draws the squares anew, after the geometry or the side at the bottom has changed. */
  layOut() {
    const { geometry } = this.board;
    const { width, height } = this.box();
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    for (const name of ['squares', 'cells', 'coordinates']) this.layers[name].replaceChildren();
    this.pieces.forget();
    this.#layOutSquares();
    this.#layOutCells();
    if (this.board.options.coordinates) this.#layOutCoordinates();
    this.cursorRect = this.#rect(null, 'cursor');
    this.layers.cursor.replaceChildren(this.cursorRect);
    if (!this.board.options.interactive) return;
    this.svg.setAttribute('aria-rowcount', geometry.ranks);
    this.svg.setAttribute('aria-colcount', geometry.files.length);
  }

  #layOutSquares() {
    const { geometry } = this.board;
    this.squareElements = new Map();
    for (const cell of geometry.cells.values()) {
      const parity = (cell.file + cell.rank) % 2 === 0 ? 'dark' : 'light';
      const rect = this.#rect(cell.name, `square ${parity}`);
      this.squareElements.set(cell.name, rect);
      this.layers.squares.append(rect);
    }
  }

  #layOutCells() {
    const { geometry, flipped, options } = this.board;
    this.cells = new Map();
    if (!options.interactive) return;
    for (let row = 0; row < geometry.ranks; row++) {
      const rank = flipped ? row : geometry.ranks - 1 - row;
      const group = svg('g', { role: 'row', 'aria-rowindex': row + 1 });
      const inRow = [...geometry.cells.values()].filter((cell) => cell.rank === rank);
      for (const cell of flipped ? inRow.reverse() : inRow) {
        const rect = this.#rect(cell.name, 'cell');
        rect.id = `${this.id}-${cell.name}`;
        rect.setAttribute('role', 'gridcell');
        rect.setAttribute('aria-colindex', (flipped ? geometry.files.length - 1 - cell.file : cell.file) + 1);
        this.cells.set(cell.name, rect);
        group.append(rect);
      }
      if (inRow.length) this.layers.cells.append(group);
    }
  }

  /** Names each rank on its leftmost square and each file on its lowest one, as they are seen. */
  #layOutCoordinates() {
    const { geometry, flipped } = this.board;
    const [leftmost, lowest] = [new Map(), new Map()];
    for (const cell of geometry.cells.values()) {
      const sign = flipped ? -1 : 1;
      const [left, low] = [leftmost.get(cell.rank), lowest.get(cell.file)];
      if (!left || (left.file - cell.file) * sign > 0) leftmost.set(cell.rank, cell);
      if (!low || (low.rank - cell.rank) * sign > 0) lowest.set(cell.file, cell);
    }
    const label = (text, { name, file, rank }, [right, down], anchor) => {
      const { x, y } = this.place(name);
      const parity = this.cells.get(name).classList.contains('ring') ? 'ring' : (file + rank) % 2 === 0 ? 'dark' : 'light';
      const element = svg('text', { class: `coordinate ${parity}`, x: x + right, y: y + down, 'text-anchor': anchor });
      element.textContent = text;
      this.layers.coordinates.append(element);
    };
    for (const [rank, cell] of leftmost) label(String(rank + geometry.lowest), cell, [4, 18], 'start');
    for (const [file, cell] of lowest) label(geometry.files[file], cell, [96, 96], 'end');
  }

  /** A square's rectangle, or one that is placed later. */
  #rect(square, cssClass) {
    const { x, y } = square ? this.place(square) : { x: 0, y: 0 };
    return svg('rect', { class: cssClass, x, y, width: UNIT, height: UNIT });
  }

  place(square) {
    return this.board.geometry.place(square, this.board.flipped);
  }

  /** The square under a point of the window, or null. */
  squareAt(clientX, clientY) {
    const point = this.pointAt(clientX, clientY);
    const { geometry, flipped } = this.board;
    return geometry?.at(point.x, point.y, flipped) ?? null;
  }

  pointAt(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    return new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  }

  /** Lets the pointer carry the piece of a square, or one of a hand. */
  drag(source, clientX, clientY) {
    this.pieces.drag(source, this.pointAt(clientX, clientY));
  }

  /** Puts a carried piece back. */
  releasePiece() {
    this.pieces.release();
  }

  /** Draws rings and palaces. */
  showSpecial() {
    const classes = { ':': 'ring', _: 'palace' };
    for (const [name, sign] of Object.entries(this.board.position.marks)) {
      this.squareElements.get(name)?.classList.add(classes[sign] ?? 'marked');
    }
  }

  /** Marks the squares of the last move, of the selection, of checks, of frozen pieces and so on. */
  showMarks() {
    const { position, lastMove, selection, highlights, geometry } = this.board;
    if (!position) return;
    const marks = [];
    const mark = (square, cssClass) => {
      if (geometry.cells.has(square)) marks.push(this.#rect(square, `mark ${cssClass}`));
    };
    if (lastMove) {
      if (lastMove.from) mark(lastMove.from, 'last');
      if (lastMove.to !== lastMove.from) mark(lastMove.to, 'last');
    }
    for (const [cssClass, squares] of highlights) squares.forEach((square) => mark(square, cssClass));
    if (selection?.square) mark(selection.square, 'selected');
    for (const square of position.checked) {
      const { x, y } = this.place(square);
      marks.push(svg('circle', { class: 'mark checked', cx: x + 50, cy: y + 50, r: 49 }));
    }
    for (const square of position.swap_ban ?? []) mark(square, 'banned');
    for (const [square] of lastMove?.removed ?? []) {
      if (!geometry.cells.has(square)) continue;
      marks.push(cross(this.place(square), square === lastMove.to ? 'removed here' : 'removed'));
    }
    for (const square of position.frozen) marks.push(hatch(this.place(square)));
    this.layers.marks.replaceChildren(...marks);
  }

  /** Draws where the selected piece can go, and what the previewed move would remove. */
  showTargets() {
    const { board } = this;
    const { position } = board;
    const signs = position.frozen.map((square) => snowflake(this.place(square)));
    for (const side of ['w', 'b']) {
      const isOwn = side === board.ownSide;
      for (const square of board.endangered(side)) signs.push(dangerSign(this.place(square), isOwn));
    }
    const moves = board.options.showsTargets ? board.selectedMoves() : [];
    const previewed = this.previewed.filter((move) => moves.includes(move));
    for (const [to, group] of groupByTarget(moves)) {
      const isOwn = to === board.selection.square;
      const isCapture = group.some(({ victims }) => victims.length > 0);
      const isSpecial = group.length > 1 || group.some((move) => !isPlain(move));
      const hasPiece = board.pieceAt(to) !== null;
      signs.push(targetSign(this.place(to), { isOwn, isCapture, isSpecial, hasPiece }));
      // Victims stand elsewhere, as a rule: who has no pointer to hover with sees them now.
      const victims = previewed.length ? [] : group.flatMap((move) => move.victims);
      const elsewhere = new Set(victims.filter((victim) => victim !== to));
      for (const victim of elsewhere) signs.push(...victimLink(this.place(to), this.place(victim)));
    }
    const victims = new Set(previewed.flatMap((move) => move.victims));
    if (previewed.length === 1 && previewed[0].is_mover_lost) victims.add(previewed[0].from);
    this.pieces.doom(victims);
    for (const square of victims) {
      signs.push(this.#rect(square, 'victim-square'), cross(this.place(square), 'victim'));
    }
    const to = previewed[0]?.to;
    if (to && to !== board.selection.square) signs.push(this.#rect(to, 'aim'));
    this.layers.signs.replaceChildren(...signs);
  }

  /**
   * Shows what moves to one square would do; none or null: nothing.
   * @param {Message.MoveInfo[]|null} moves
   * @param {boolean} [isAsked] whether even what is plain to see is told
   */
  preview(moves, isAsked = false) {
    if (!isAsked && sameMoves(moves ?? [], this.previewed)) return;
    this.previewed = moves ?? [];
    this.showTargets();
    this.tip.show(this.previewed, isAsked);
  }

  /** Draws arrows and circles, and the lines of captures that are explained. */
  showShapes() {
    const { geometry, shapes, explained, position } = this.board;
    if (!geometry) return;
    const drawn = shapes.filter(({ from, to }) => geometry.cells.has(from) && geometry.cells.has(to));
    const { threats, squares } = explained;
    const isOfCheck = ({ victim }) => position.checked.includes(victim);
    const told = threats.length || squares.length ? threats : position.threats.filter(isOfCheck);
    const place = (square) => this.place(square);
    this.layers.shapes.replaceChildren(
      ...drawn.map(({ from, to, color }) => arrow(place(from), place(to), color)),
      ...told.flatMap((threat) => attackLines(threat, place)),
      ...squares.map((square) => arrow(place(square), place(square), 'blue')),
    );
  }

  /** Names the squares for screen readers and puts the keyboard's square where it is. */
  showLabels() {
    const { board } = this;
    const { position, geometry, selection, cursor, words } = board;
    if (!board.options.interactive) return;
    const frozen = new Set(position.frozen);
    const checked = new Set(position.checked);
    const endangered = new Set([...board.endangered('w'), ...board.endangered('b')]);
    const showsDangers = document.documentElement.dataset.dangers === 'on';
    const targets = groupByTarget(board.selectedMoves());
    for (const [name, rect] of this.cells) {
      const isSelected = selection?.square === name;
      const label = words.square(geometry.cells.get(name), {
        isFrozen: frozen.has(name),
        attack: checked.has(name) && (position.in_check ? 'in check' : 'attacked'),
        isInDanger: showsDangers && endangered.has(name),
        isSelected,
        moves: board.options.showsTargets ? targets.get(name) ?? [] : [],
      });
      rect.setAttribute('aria-label', label);
      rect.setAttribute('aria-selected', String(isSelected));
      const isHandy = targets.has(name) || board.isMovable(name);
      rect.classList.toggle('handy', isHandy);
    }
    if (!cursor) return;
    this.svg.setAttribute('aria-activedescendant', `${this.id}-${cursor}`);
    const { x, y } = this.place(cursor);
    this.cursorRect.setAttribute('x', x);
    this.cursorRect.setAttribute('y', y);
  }
}

function groupByTarget(moves) {
  const groups = new Map();
  for (const move of moves) groups.set(move.to, [...(groups.get(move.to) ?? []), move]);
  return groups;
}

function sameMoves(a, b) {
  return a.length === b.length && a.every((move, index) => move === b[index]);
}
