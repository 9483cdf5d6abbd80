/** The game of a room, as the server tells it. */

import { colorName } from '../geometry.js';
import { movesOf } from '../penultima/position.js';
import { GameClock } from '../play/clock.js';
import { today } from '../play/line.js';
import { GameTree } from '../tree.js';
import { FollowedLine } from './followed.js';

/**
 * Emits `around` besides, when something has changed that is not on the board, and `back` when moves are gone or another
 * game begins.
 */
export class RoomGame extends FollowedLine {
  /**
   * @param {import('../engine.js').Session} session in the room
   * @param {Room.RoomInfo} room
   */
  constructor(session, room) {
    super(session, new GameTree({ ...room.game }));
    this.room = withMoves(room);
    this.isSending = false;
    /** The room's board that was read last. */
    this.readAs = '';
    this.#begin(this.room);
  }

  get human() {
    return this.room.role === 'player' ? this.room.side : null;
  }

  get isOpen() {
    // What the server knows may be ahead of the board.
    return super.isOpen && this.room.is_seated && !this.isSending && this.readAs === boardOf(this.room);
  }

  playerName(side) {
    if (this.human === null) return colorName(side);
    return side === this.human ? 'You' : 'Opponent';
  }

  /** What somebody has offered of a kind, if anybody has. */
  offer(what) {
    return this.room.offers.find((offer) => offer.what === what) ?? null;
  }

  /**
   * Shows the room as the server tells it.
   * @param {Room.RoomInfo} news
   */
  async update(news) {
    const { room: old, live: before } = this;
    const room = (this.room = withMoves(news));
    const isNext = room.number !== old.number;
    if (isNext) this.#begin(room);
    this.#setClock(room);
    if (this.readAs === boardOf(room)) {
      this.emit('around');
      return;
    }
    const isMove = !isNext && isOneMore(old.game.moves, room.game.moves);
    if (this.follow(room.game.moves, room.end) || isNext) this.emit('back');
    this.isSending = false;
    const isRead = await this.#readAs(room);
    if (isRead && isMove && before) this.emit('moved', { played: this.live.history.at(-1), before });
    else if (isRead && !isNext && before) this.emit('jumped', { before });
    if (isRead && room.end && !old.end) this.emit('end');
  }

  /** Reads the position; false if it has become out of date. */
  async #readAs(room) {
    const turn = ++this.turn;
    try {
      if (!(await this.read(turn))) return false;
    } catch (error) {
      // The next look at the room tries again.
      if (!this.isStale(turn)) this.emit('failed', error);
      return false;
    }
    this.readAs = boardOf(room);
    this.emit('position');
    return true;
  }

  /** A game without moves. */
  #begin(room) {
    this.tree = new GameTree({ ...room.game });
    const [White, Black] = ['w', 'b'].map((side) => this.playerName(side));
    this.tree.tags = { Event: 'Room', White, Black, Date: today() };
    this.live = null;
  }

  #setClock({ clock }) {
    this.clock?.run(null);
    this.clock = clock && new GameClock({ base: 0, increment: 0, w: clock.w, b: clock.b });
    this.clock?.on('tick', () => this.emit('tick'));
    if (clock?.running) this.clock.run(clock.running);
  }

  /**
   * Makes a move. It is shown when the server has confirmed it.
   * @param {{ uci: string }} move
   * @returns {Promise<Error|null>} why it cannot be made
   */
  async play({ uci }) {
    if (!this.isHumanTurn) return null;
    const { number, game } = this.room;
    const ply = game.moves.length;
    this.isSending = true;
    try {
      await this.act(this.commandOf(uci, ply));
      return null;
    } catch (error) {
      // Sent again after a lost connection, it may have been made already.
      const { room } = error.isRepeated ? await this.session.askRoom({ type: 'room' }).catch(() => this) : this;
      this.isSending = false;
      if (room.number === number && this.isMade(room, uci, ply)) return null;
      this.emit('position');
      this.emit('failed', error);
      return error;
    }
  }

  /**
   * The command that makes a move.
   * @returns {any}
   */
  commandOf(uci, ply) {
    return { type: 'move', text: uci, ply };
  }

  /** Whether a room has a move. */
  isMade({ game }, uci, ply) {
    return game.moves?.[ply] === uci;
  }

  /** Does something in the game. */
  act(command) {
    return this.session.askRoom({ type: 'act', command: { ...command, number: this.room.number } });
  }

  close() {
    this.isClosed = true;
    this.clock?.run(null);
  }
}

/** A room with the game in it as a list of moves, which may be missing; in Penultima, of tries. */
function withMoves(room) {
  const { game, penultima } = room;
  if (game) return { ...room, game: { ...game, moves: game.moves ?? [] } };
  return { ...room, game: { variant: 'penultima', fen: penultima.start, moves: movesOf(penultima) } };
}

/** What the board shows of a room: two texts are the same if it need not be read again. */
function boardOf({ number, game, end, is_seated: isSeated }) {
  return JSON.stringify([number, game.moves, end, isSeated]);
}

function isOneMore(old, moves) {
  return moves.length === old.length + 1 && old.every((uci, index) => uci === moves[index]);
}
