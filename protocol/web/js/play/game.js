/** A game of the Play page: clocks, the engine's thinking, and how it ended. */

import { leaveGame, newId, takeGame } from '../shelf.js';
import { GameTree } from '../tree.js';
import { GameClock } from './clock.js';
import { GameLine, letSee, resultOf, today } from './line.js';
import { levelText } from './new-game.js';
import { colorName } from '../geometry.js';

const ROUTE = 'play';
/** Milliseconds of the engine's thinking without clocks, and of a hint. */
const THINK_MS = 2000;
const HINT_MS = 1000;
/** Milliseconds in which the engine weighs a draw, and the expected score from which on it wants more. */
const DRAW_MS = 300;
const DRAW_BELOW = 0.45;

/** A game against the engine, or of two people at one board. */
export class PlayedGame extends GameLine {
  /**
   * @param {import('../app.js').Context} context
   * @param {import('./new-game.js').GameSetup} setup
   * @param {GameTree} [tree] of a game that goes on
   * @param {{ id?: string, clock?: any, over?: Message.EndInfo|null }} [state] of a game that goes on
   */
  constructor({ session, shelf, catalog }, setup, tree = new GameTree(setup), state = {}) {
    super(session, tree);
    this.shelf = shelf;
    this.levels = catalog.levels;
    /** Under which it is kept. */
    this.id = state.id ?? newId();
    takeGame(this.id).then((id) => {
      this.id = id;
      if (this.isClosed) leaveGame(id);
    });
    this.setup = setup;
    const [White, Black] = ['w', 'b'].map((side) => this.playerName(side));
    tree.tags = { White, Black, Date: today(), ...tree.tags };
    this.over = state.over ?? null;
    // What is only looked at does not change.
    if (state.id) this.keptText = this.#content();
    this.isThinking = false;
    this.search = null;
    this.seed = Math.floor(Math.random() * 2 ** 32);
    this.clock = setup.time ? new GameClock(state.clock ?? setup.time) : null;
    this.clock?.on('tick', () => this.emit('tick'));
    this.clock?.on('flag', (side) => this.#loseOnTime(side));
  }

  /** The game that this tab has stored, or null. What the page builds on must be there. */
  static restore(context) {
    const saved = GameTree.restore(ROUTE);
    const setup = saved?.extra?.setup;
    return typeof setup?.rules === 'string' ? new PlayedGame(context, setup, saved.tree, saved.extra) : null;
  }

  /**
   * A game of the shelf; as a copy of its own if another tab has it.
   * @param {import('../shelf.js').KeptGame} kept
   */
  static async resume(context, kept) {
    const isOurs = (await takeGame(kept.id)) === kept.id;
    const state = { ...kept.extra, id: isOurs ? kept.id : undefined };
    return new PlayedGame(context, kept.extra.setup, GameTree.fromKept(kept), state);
  }

  /** What is kept of it. */
  #content() {
    return JSON.stringify([this.tree.toMessage(), this.over]);
  }

  /** Keeps the game for this tab, and on the shelf as soon as it has a move. */
  save() {
    const { id, setup, over, clock, tree } = this;
    const extra = { id, setup, over, clock: clock?.toSaved() ?? null };
    tree.save(ROUTE, extra);
    const text = this.#content();
    if (text === this.keptText || (tree.root.children.length === 0 && !this.keptText)) return;
    this.keptText = text;
    if (tree.root.children.length === 0) this.shelf.remove(id);
    else this.shelf.put({ id, route: ROUTE, time: Date.now(), ...tree.toKept(extra) });
  }

  /** Ends all that goes on; the game can be restored later. */
  close() {
    this.isClosed = true;
    // What could not be shown is not worth keeping.
    if (this.live) this.save();
    this.#stopThinking();
    this.clock?.run(null);
    leaveGame(this.id);
  }

  get human() {
    return this.setup.human;
  }

  playerName(side) {
    const { human, level } = this.setup;
    if (human === 'both') return colorName(side);
    return human === side ? 'You' : `Engine, level ${levelText(level, this.levels)}`;
  }

  /** Reads the current position, and lets the engine think if it is to move. */
  async refresh() {
    const turn = ++this.turn;
    const { tree } = this;
    try {
      if (!(await this.read(turn))) return;
    } catch (error) {
      if (this.isStale(turn)) return;
      this.emit('failed', error);
      // A link may hold a move that is not legal: the game is what comes before it.
      const illegal = tree.path(this.last)[error.illegalMove];
      if (!illegal) return;
      tree.deleteFrom(illegal);
      await this.refresh();
      return;
    }
    const moves = this.live.history.length;
    this.tree.result = this.end ? resultOf(this.end) : '*';
    if (this.end) this.clock?.run(null);
    else if (moves > 0) this.clock?.run(this.live.side);
    this.save();
    this.emit('position');
    if (!this.end && !this.isHuman(this.live.side)) this.#think(turn);
  }

  /**
   * Plays a legal move at the end of the line.
   * @param {Message.MoveInfo} move
   */
  async play(move) {
    // The board shows the position before until the answer is there.
    if (!this.live || this.end) return;
    const before = this.live;
    this.clock?.press(before.side);
    this.tree.current = this.last;
    this.tree.play(move);
    this.live = null;
    await this.refresh();
    const played = this.live?.history.at(-1);
    if (!played) return;
    this.emit('moved', { played, before });
    if (this.live.end) this.#finish();
  }

  async #think(turn) {
    const { setup, session, clock, live } = this;
    const start = performance.now();
    const limits = clock ? { clock: this.#clocks() } : { time: THINK_MS };
    const seed = (this.seed + live.history.length) % 2 ** 32;
    this.isThinking = true;
    this.emit('position');
    this.search = session.search({ game: this.tree.spec(this.last), limits, lines: 1, level: setup.level, seed });
    try {
      const { best } = await this.search.done;
      await letSee(start);
      if (this.isStale(turn) || this.end) return;
      this.isThinking = false;
      this.search = null;
      const move = live.moves.find(({ uci }) => uci === best);
      if (!move) throw new Error('The engine found no move.');
      await this.play(move);
    } catch (error) {
      if (this.isStale(turn)) return;
      this.isThinking = false;
      this.emit('failed', error);
      this.emit('position');
    }
  }

  #clocks() {
    const { clock } = this;
    const [w, b] = ['w', 'b'].map((side) => Math.max(1, Math.floor(clock.remaining(side))));
    return { w, b, increment: clock.increment };
  }

  #stopThinking() {
    this.search?.stop();
    this.search = null;
    this.isThinking = false;
  }

  /** What the engine would play at its full strength; null if the game has gone on meanwhile. */
  async hint() {
    const { turn, live } = this;
    const ask = { game: this.tree.spec(this.last), limits: { time: HINT_MS }, lines: 1, level: null };
    const { best } = await this.session.search(ask).done;
    return this.isStale(turn) ? null : live.moves.find(({ uci }) => uci === best) ?? null;
  }

  get canTakeBack() {
    return this.live !== null && this.#takenBackTo() !== null;
  }

  /** The node before the last move of the person who plays, or null. */
  #takenBackTo() {
    const nodes = this.tree.mainLine();
    const index = this.live.history.findLastIndex(({ side }) => this.isHuman(side));
    return nodes[index]?.parent ?? null;
  }

  /** Goes back to before the last own move. */
  async takeBack() {
    if (!this.canTakeBack) return;
    const node = this.#takenBackTo();
    this.#stopThinking();
    this.over = null;
    delete this.tree.tags.Termination;
    this.tree.current = node;
    this.tree.deleteFrom(node.children[0]);
    await this.refresh();
  }

  resign() {
    if (!this.live || this.end) return;
    const loser = this.setup.human === 'both' ? this.live.side : this.setup.human;
    const winner = loser === 'w' ? 'b' : 'w';
    this.#endBy({ winner, reason: 'resignation' });
  }

  #loseOnTime(side) {
    if (this.end) return;
    this.#endBy({ winner: side === 'w' ? 'b' : 'w', reason: 'out of time' });
  }

  /**
   * What the engine says to the offer of a draw; of two people the other one has agreed.
   * @returns {Promise<boolean|null>} whether it takes it; null if the game has gone on meanwhile
   */
  async offerDraw() {
    const { turn, setup } = this;
    if (setup.human !== 'both') {
      const { line } = await this.session.search({ game: this.tree.spec(this.last), limits: { time: DRAW_MS }, lines: 1 }).done;
      if (this.isStale(turn) || this.end) return null;
      if (!line) return false;
      const ofEngine = setup.human === 'w' ? 1 - line.expected : line.expected;
      if (ofEngine > DRAW_BELOW) return false;
    }
    this.#endBy({ winner: null, reason: 'draw by agreement' });
    return true;
  }

  #endBy(over) {
    this.over = over;
    this.tree.result = resultOf(over);
    this.tree.tags.Termination = over.reason === 'out of time' ? 'time forfeit' : 'normal';
    this.turn++;
    this.#stopThinking();
    this.clock?.run(null);
    this.emit('position');
    this.#finish();
  }

  #finish() {
    this.save();
    this.emit('end');
  }
}
