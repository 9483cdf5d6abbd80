/** Pointer and keyboard of a board. */

/** Pixels that a pressed pointer moves before it drags. */
const SLACK = { mouse: 4, pen: 6, touch: 9 };
/** Milliseconds after which a touch of a target shows what the move would do, and makes none. */
const LONG_PRESS = 380;

/** The bit of the right button in `PointerEvent.buttons`. */
const RIGHT = 2;

const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class BoardInput {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** What the pressed pointer does. */
    this.press = null;
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    const { svg } = board.view;
    svg.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    svg.addEventListener('pointermove', (event) => this.#hover(event), { signal });
    // A finger leaves when it is lifted; what it asked to see stays.
    svg.addEventListener('pointerleave', () => this.press || this.shown || board.view.preview(null), { signal });
    // The pointer leaves the keyboard to the page, whose arrow keys look through the game.
    svg.addEventListener('mousedown', (event) => this.#keepFocus(event), { signal });
    svg.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    // Elsewhere on the board a finger scrolls the page.
    svg.addEventListener('touchstart', (event) => this.#touch(event), { signal, passive: false });
    svg.addEventListener('keydown', (event) => this.#key(event), { signal });
    svg.addEventListener('blur', () => board.view.preview(null), { signal });
    window.addEventListener('pointermove', (event) => this.#move(event), { signal });
    window.addEventListener('pointerup', (event) => this.#up(event), { signal });
    window.addEventListener('pointercancel', () => this.#cancel(), { signal });
    window.addEventListener('keydown', (event) => this.#escape(event), { signal, capture: true });
  }

  destroy() {
    this.listeners.abort();
    clearTimeout(this.timer);
  }

  /** Begins to carry a piece of a hand. */
  pressHand(event, selection) {
    const isAgain = this.board.selection?.hand === selection.hand && this.board.selection.side === selection.side;
    this.shown = null;
    this.board.setSelection(selection);
    this.press = this.#newPress(event, { source: selection, isAgain });
  }

  #newPress(event, press) {
    const { pointerId, clientX, clientY, pointerType } = event;
    return { pointerId, clientX, clientY, slack: SLACK[pointerType] ?? 4, isDragging: false, ...press };
  }

  #keepFocus(event) {
    event.preventDefault();
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) activeElement.blur();
  }

  #touch(event) {
    const [touch] = event.changedTouches;
    const { board } = this;
    const square = board.view.squareAt(touch.clientX, touch.clientY);
    const isOurs = square && (board.isMovable(square) || board.movesTo(square).length > 0);
    if (isOurs && event.cancelable) event.preventDefault();
  }

  #down(event) {
    const { board } = this;
    if (!board.position || this.press) return;
    const square = board.view.squareAt(event.clientX, event.clientY);
    const draws = event.button === 2 || (event.button === 0 && event.altKey);
    if (draws && square && board.options.onShapes) {
      const color = event.shiftKey ? 'red' : event.ctrlKey ? 'blue' : 'green';
      this.press = this.#newPress(event, { shape: { from: square, to: square, color } });
      return;
    }
    if (event.button !== 0 || !square) return;
    if (board.shapes.length && board.options.onShapes) this.#setShapes([]);
    board.cursor = square;
    if (this.shown !== square) this.shown = null;
    const moves = board.selection?.square === square ? [] : board.movesTo(square);
    if (moves.length) {
      this.press = this.#newPress(event, { target: square });
      if (event.pointerType === 'touch') this.timer = setTimeout(() => this.#look(moves), LONG_PRESS);
    } else if (board.isMovable(square)) {
      const isAgain = board.selection?.square === square;
      if (!isAgain) board.select(square);
      this.press = this.#newPress(event, { source: { square }, isAgain });
    } else {
      this.press = this.#newPress(event, { other: square });
    }
    board.view.showLabels();
  }

  /** A long touch shows a move without making it. */
  #look(moves) {
    this.press.isLook = true;
    this.board.view.preview(moves);
  }

  #hover(event) {
    if (this.press || event.pointerType === 'touch' || !this.board.selection || this.board.chooser.isOpen) return;
    this.#previewAt(event);
  }

  #previewAt(event) {
    const { board } = this;
    const square = board.view.squareAt(event.clientX, event.clientY);
    board.view.preview(square && board.movesTo(square));
  }

  #move(event) {
    const { press, board } = this;
    if (!press || event.pointerId !== press.pointerId) return;
    const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > press.slack;
    if (press.shape) {
      const to = board.view.squareAt(event.clientX, event.clientY);
      if (to) press.shape.to = to;
      return;
    }
    if (far) clearTimeout(this.timer);
    if (press.isDragging && event.buttons & RIGHT) {
      this.#giveUp();
      return;
    }
    if (!press.source || (!far && !press.isDragging)) return;
    press.isDragging = true;
    board.view.drag(press.source, event.clientX, event.clientY);
    this.#previewAt(event);
  }

  #up(event) {
    const { press, board } = this;
    if (!press || event.pointerId !== press.pointerId) return;
    this.press = null;
    clearTimeout(this.timer);
    const square = board.view.squareAt(event.clientX, event.clientY);
    if (press.shape) this.#toggleShape(press.shape);
    else if (press.isDragging) this.#dropAt(square, press.source);
    else if (press.isLook) return;
    else if (press.target) this.#release(press.target, square);
    else if (press.source) this.#clickSource(press);
    else if (press.other === square) this.#clickOther(square);
  }

  /** Makes a move, or first shows what it would do, where that is asked for. */
  #release(target, square) {
    const { board } = this;
    if (target !== square || !board.selection) return;
    const confirms = document.documentElement.dataset.confirm === 'on';
    if (confirms && this.shown !== target) {
      this.shown = target;
      board.view.preview(board.movesTo(target), true);
      return;
    }
    this.shown = null;
    board.attempt(target);
  }

  #dropAt(square, source) {
    const { board } = this;
    board.view.preview(null);
    const isBack = square === null || square === source.square;
    if (isBack || !board.selection) {
      board.view.releasePiece();
      // Else the next click would move it.
      board.setSelection(null);
      return;
    }
    const isLegal = board.movesTo(square).length > 0;
    if (!isLegal) board.view.releasePiece();
    board.attempt(square);
  }

  #clickSource({ source, isAgain }) {
    const { board } = this;
    if (!isAgain) return;
    // A second click on a piece must not remove it by accident, so suicide is asked for.
    if (source.square && board.movesTo(source.square).length) board.attempt(source.square);
    else board.setSelection(null);
  }

  #clickOther(square) {
    const { board } = this;
    if (board.selection) board.attempt(square);
    else board.options.onSquare?.(square);
  }

  /** A dragged piece goes back, at Escape or a click of the right button. */
  #giveUp() {
    this.#cancel();
    this.board.setSelection(null);
  }

  #escape(event) {
    if (event.key !== 'Escape' || !this.press?.isDragging) return;
    event.stopPropagation();
    this.#giveUp();
  }

  #cancel() {
    clearTimeout(this.timer);
    if (this.press?.isDragging) this.board.view.releasePiece();
    this.press = null;
    this.board.view.preview(null);
  }

  #toggleShape(shape) {
    const { shapes } = this.board;
    const isSame = ({ from, to }) => from === shape.from && to === shape.to;
    const old = shapes.find(isSame);
    const others = shapes.filter((other) => !isSame(other));
    this.#setShapes(old?.color === shape.color ? others : [...others, shape]);
  }

  #setShapes(shapes) {
    this.board.setShapes(shapes);
    this.board.options.onShapes?.(shapes);
  }

  #key(event) {
    const { board } = this;
    if (!board.position || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ARROWS[event.key];
    if (step) {
      board.cursor = board.geometry.next(board.cursor, step[0], step[1], board.flipped);
      board.view.showLabels();
      board.view.preview(board.movesTo(board.cursor));
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#press(board.cursor);
    } else if (event.key === 'Escape' && board.selection) {
      board.setSelection(null);
    } else {
      return;
    }
    // Arrow keys would also browse the game.
    event.stopPropagation();
    event.preventDefault();
  }

  #press(square) {
    const { board } = this;
    if (board.selection && board.movesTo(square).length) board.attempt(square);
    else if (board.selection?.square === square) board.setSelection(null);
    else if (board.isMovable(square)) {
      board.select(square);
      const count = board.selectedMoves().length;
      if (board.options.showsTargets) board.announce(count === 1 ? '1 legal move' : `${count} legal moves`);
    } else this.#clickOther(square);
  }
}
