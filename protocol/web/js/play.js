/** The Play page: a game against the engine, or of two people at one board. */

import { outcomeText, reasonText } from './analyse/evaluation.js';
import { shapesOf } from './diagram.js';
import { el, icon } from './dom.js';
import { doors } from './doors.js';
import { PENULTIMA } from './penultima/rules.js';
import { PlayedGame } from './play/game.js';
import { NewGameDialog } from './play/new-game.js';
import { GameTable } from './play/table.js';
import { GameTree } from './tree.js';
import { iconButton } from './widgets.js';

/**
 * What is played before the user has chosen anything.
 * @type {import('./play/new-game.js').GameSetup}
 */
const FIRST_GAME = { variant: 'baroque', definition: null, rules: '', fen: null, human: 'w', level: 2, time: null };

/** Shows the page; see `Context` in app.js. */
export async function mount(root, context, params) {
  const page = new PlayPage(root, context);
  await page.start(params.query);
  return {
    unmount: () => page.close(),
    get tree() {
      return page.game.tree;
    },
  };
}

class PlayPage {
  constructor(root, context) {
    this.context = context;
    this.session = context.session;
    this.listeners = new AbortController();
    this.banner = el('div.banner.play-end', { role: 'status', hidden: true });
    this.tools = {
      takeBack: iconButton('undo', 'Take back', () => this.#takeBack()),
      hint: iconButton('hint', 'Hint', () => this.#hint()),
      danger: context.settings.dangersButton(),
      flip: iconButton('flip', 'Flip', () => this.table.flip()),
      draw: iconButton('draw', 'Draw', () => this.#offerDraw()),
      resign: iconButton('flag', 'Resign', () => this.table.askToEnd(() => this.game.resign())),
      newGame: iconButton('plus', 'New game', () => this.dialog.open()),
    };
    const others = doors(context, ['analyse', 'share'], () => this.table.copy());
    this.table = new GameTable(root, context, {
      banners: [this.banner],
      tools: [...Object.values(this.tools), ...others],
      onMove: (move) => this.#move(move),
      onShow: () => this.#show(),
      playerOf: (side) => this.#playerOf(side),
    });
    this.dialog = new NewGameDialog(context, (setup) => this.#begin(setup));
    root.append(this.dialog.element);
    addEventListener('pagehide', () => this.game?.save(), { signal: this.listeners.signal });
  }

  /** @returns {PlayedGame} */
  get game() {
    return /** @type {PlayedGame} */ (this.table.game);
  }

  /**
   * Shows the game of the address, or else that of this tab.
   * @param {URLSearchParams} query `game`: one of the shelf; `v`, `rules`, `fen` and `m`: a game that goes on from there
   */
  async start(query) {
    const setup = this.context.takeSetup();
    if (setup) {
      this.#adopt(new PlayedGame(this.context, setup));
      return;
    }
    const [fresh] = this.context.takeNewGames();
    const own = PlayedGame.restore(this.context);
    // After a reload the address is that of the game of this tab, which is more.
    const isOwn = own !== null && query.get('id') === own.id;
    const restored = isOwn ? own : (await this.#asked(query)) ?? own;
    const isKnown = restored && this.context.catalog.gameInfo(restored.setup.variant, restored.setup.definition);
    if (restored && !isKnown) this.context.toast(`The game “${restored.setup.variant}” is not known here; its file is needed.`, 'error');
    this.#adopt(isKnown ? restored : new PlayedGame(this.context, FIRST_GAME));
    if (fresh) this.dialog.open(fresh);
    // Who came from the cards for this only, and does not want it, goes back.
    else if (query.has('new')) this.dialog.open(query.get('new') === PENULTIMA.variant ? PENULTIMA : this.context.catalog.gameInfo(query.get('new')), () => this.context.go('#/home'));
  }

  /** The game that an address asks for. */
  async #asked(query) {
    const { shelf } = this.context;
    const id = query.get('game') ?? query.get('id');
    const kept = id && (await shelf.get(id));
    if (kept && !kept.isDamaged) return PlayedGame.resume(this.context, kept);
    if (query.has('game')) this.context.toast('This game is not kept here any more.', 'error');
    const tree = GameTree.fromHash(query);
    if (!tree) return null;
    const { variant, definition, rules, fen } = tree;
    // Without a position there would be no board.
    const isKnown = this.context.catalog.gameInfo(variant, definition);
    const wrong = isKnown && (await this.session.ask({ type: 'position', game: tree.spec() }).then(() => null, (error) => error));
    if (wrong) {
      this.context.fail(wrong);
      return null;
    }
    /** @type {('w'|'b')[]} */
    const sides = ['w', 'b'];
    const human = sides.find((side) => side === query.get('side')) ?? 'both';
    const level = Math.min(this.context.catalog.levels, Math.max(1, Math.floor(Number(query.get('level'))) || FIRST_GAME.level));
    return new PlayedGame(this.context, { ...FIRST_GAME, variant, definition, rules, fen, human, level }, tree);
  }

  close() {
    this.listeners.abort();
    this.dialog.close();
    this.game.close();
    this.table.close();
  }

  #begin(setup) {
    const { game } = this;
    game.close();
    this.#adopt(new PlayedGame(this.context, setup));
    if (!game.tree.root.children.length) return;
    const back = el('button.button', { onclick: () => this.#goBack(game) }, 'Back to it');
    this.table.notes.say('Your previous game is kept under Games.', 'info', [back]);
  }

  /** Goes on with the game before a new one. */
  #goBack({ setup, tree, over, clock, id }) {
    this.game.close();
    this.#adopt(new PlayedGame(this.context, setup, tree, { id, over, clock: clock?.toSaved() }));
  }

  /** @param {PlayedGame} game */
  #adopt(game) {
    this.table.adopt(game);
    // Until the position is known, or if the address holds none.
    for (const name of ['takeBack', 'hint', 'draw', 'resign']) this.tools[name].disabled = true;
    game.refresh();
  }

  #show() {
    const { game } = this;
    const { isPast, end, setup } = game;
    this.context.showAddress(game.tree, 'play', `&side=${setup.human}&level=${setup.level}&id=${game.id}`);
    this.#showEnd();
    const { takeBack, hint, draw, resign } = this.tools;
    // Then there is more to say.
    hint.hidden = draw.hidden = resign.hidden = Boolean(end);
    takeBack.hidden = Boolean(end) && !game.canTakeBack;
    takeBack.disabled = !game.canTakeBack;
    hint.disabled = !game.isHumanTurn || isPast;
    resign.disabled = Boolean(end) || !game.live;
    draw.disabled = !game.isHumanTurn || isPast;
  }

  #playerOf(side) {
    const { game } = this;
    const isThinking = game.isThinking && game.live?.side === side && !game.end;
    return { name: game.playerName(side), state: isThinking ? 'thinking…' : '' };
  }

  #showEnd() {
    const { end } = this.game;
    this.banner.hidden = !end;
    if (!end) return;
    const { human } = this.game.setup;
    this.banner.replaceChildren(...[
      el('p', {}, el('strong', {}, outcomeText(end, human)), `: ${reasonText(end)}`),
      this.game.shown.in_check && el('button.button', { onclick: () => this.table.tellMate() }, 'Why?'),
      el('button.button', { onclick: () => this.context.handOver(this.table.copy()) }, icon('analyse'), 'Analyse this game'),
      el('button.button', { onclick: () => this.#begin(this.game.setup) }, 'Play again'),
      human !== 'both' && el('button.button', { onclick: () => this.#begin({ ...this.game.setup, human: human === 'w' ? 'b' : 'w' }) }, 'Change sides'),
    ].filter(Boolean));
  }

  /**
   * Plays a move, or first warns of what it would lose, where that is asked for.
   * @param {Message.MoveInfo} move
   */
  async #move(move) {
    const { game } = this;
    const { notes, board, explainer } = this.table;
    const { live } = game;
    const warns = this.context.settings.get('warn') === 'on';
    const warning = warns ? await this.#warning(move).catch(() => null) : null;
    if (game !== this.game || live !== game.live) return;
    explainer.clear();
    if (!warning) {
      this.table.sent(game.play(move));
      return;
    }
    this.table.show();
    board.explain([warning]);
    const play = el('button.button', { onclick: () => this.#confirm(move) }, `Play ${move.text}`);
    const other = el('button.button.quiet', { onclick: () => this.#choose() }, 'Choose another');
    notes.say(`Careful: after ${move.text}, ${warning.text}.`, 'why', [play, other]);
  }

  /** Takes back what was warned of. */
  #choose() {
    this.table.explainer.clear();
    this.table.show();
  }

  #confirm(move) {
    this.table.explainer.clear();
    this.table.sent(this.game.play(move));
  }

  /** How a move would let the other side capture what it could not, or what moved, if it would. */
  async #warning(move) {
    const { live, tree, last } = this.game;
    const { board } = this.table;
    const spec = tree.spec(last);
    const next = await this.session.ask({ type: 'position', game: { ...spec, moves: [...spec.moves, move.uci] } });
    const known = new Set(live.threats.filter(({ side }) => side === next.side).map(({ victim }) => victim));
    const isRoyal = (square) => board.words.kind(board.pieceAt(square) ?? '').is_royal;
    const isNews = ({ side, victim }) => side === next.side && (victim === move.to || !known.has(victim) || isRoyal(victim));
    return next.end ? null : next.threats.find(isNews) ?? null;
  }

  async #hint() {
    const { hint } = this.tools;
    const { notes, board } = this.table;
    hint.disabled = true;
    notes.say('Looking for a good move…');
    notes.reveal();
    try {
      const move = await this.game.hint();
      notes.clear();
      if (!move || this.game.isPast) return;
      board.setShapes(shapesOf(move));
      notes.say(board.words.move(move, this.game.live), 'hint');
    } catch (error) {
      notes.say(error.message, 'error');
    } finally {
      hint.disabled = !this.game.isHumanTurn;
    }
  }

  async #offerDraw() {
    const { notes } = this.table;
    if (this.game.setup.human === 'both') {
      this.table.askToEnd(() => this.game.offerDraw(), 'Do both of you agree to a draw?', 'Draw');
      return;
    }
    notes.say('The engine is considering your offer…');
    notes.reveal();
    const isTaken = await this.game.offerDraw().catch(() => false);
    if (isTaken === false) notes.say('The offer is declined.');
    else notes.clear();
  }

  #takeBack() {
    this.table.premove = null;
    this.table.explainer.clear();
    this.game.takeBack();
  }
}
