/** The Play page: a game against the engine, or of two people at one board. */

import { reasonText } from './analyse/evaluation.js';
import { Board } from './board.js';
import { el, icon } from './dom.js';
import { diagrams, shapesOf } from './diagram.js';
import { doors } from './doors.js';
import { Explainer } from './explainer.js';
import { colorName } from './geometry.js';
import { listenToKeys } from './keys.js';
import { PlayedGame } from './play/game.js';
import { LOW_TIME, PlayerBar } from './play/player.js';
import { NewGameDialog } from './play/new-game.js';
import { MoveEntry } from './play/entry.js';
import { MoveList, stepsThrough } from './moves.js';
import { Notes, PROMPT } from './notes.js';
import { play as playSound } from './sound.js';
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
    this.game = null;
    this.premove = null;
    this.isTurned = false;
    this.listeners = new AbortController();
    this.#build(root);
    this.dialog = new NewGameDialog(context, (setup) => this.#begin(setup));
    root.append(this.dialog.element);
    const { signal } = this.listeners;
    addEventListener('pagehide', () => this.game?.save(), { signal });
    this.endKeys = listenToKeys({
      ...this.steps.keys,
      f: () => this.#flip(),
      Escape: () => this.#forgetPremove(),
    });
  }

  #build(root) {
    this.bars = { top: new PlayerBar(), bottom: new PlayerBar() };
    const boardBox = el('div.play-board');
    this.title = el('h1.play-title');
    this.rules = el('p.play-rules');
    this.banner = el('div.banner.play-end', { role: 'status', hidden: true });
    this.past = el(
      'div.banner.play-past',
      { hidden: true },
      el('span', {}, 'You are looking at an earlier position.'),
      el('button.button', { onclick: () => this.game.look(this.game.last) }, 'Back to the game'),
    );
    const look = (node) => this.game.look(node);
    this.moves = new MoveList(look, 'No moves yet');
    this.steps = stepsThrough(look, () => this.game.tree);
    this.notes = new Notes(PROMPT, diagrams(this.context, () => this.game.tree.spec()));
    this.entry = new MoveEntry((text) => this.#enter(text));
    this.tools = {
      takeBack: iconButton('undo', 'Take back', () => this.#takeBack()),
      hint: iconButton('hint', 'Hint', () => this.#hint()),
      danger: this.context.settings.dangersButton(),
      flip: iconButton('flip', 'Flip', () => this.#flip()),
      draw: iconButton('draw', 'Draw', () => this.#offerDraw()),
      resign: iconButton('flag', 'Resign', () => this.#resign()),
      newGame: iconButton('plus', 'New game', () => this.dialog.open()),
    };
    const [analyse, share] = doors(this.context, ['analyse', 'share'], () => this.#copy());
    root.append(
      el(
        'div.play',
        {},
        el('div.board-column', {}, this.bars.top.element, boardBox, this.bars.bottom.element),
        el(
          'div.play-side',
          {},
          el('div.play-head', {}, this.title, this.rules),
          this.banner,
          this.past,
          el('div.play-tools', { role: 'toolbar', 'aria-label': 'Game' }, ...Object.values(this.tools), analyse, share),
          this.notes.element,
          el('section.moves.panel', { 'aria-label': 'Moves' }, this.moves.root, el('div.moves-steps', {}, ...this.steps.buttons)),
          this.entry.element,
        ),
      ),
    );
    this.board = new Board(boardBox, {
      label: 'Board',
      onMove: (move) => this.#move(move),
      onIllegal: (from, to) => this.game.isPast || this.explainer.refuse(from, to),
      onSquare: (square) => {
        this.#forgetPremove();
        this.explainer.tell(square);
      },
      onSelect: (square) => this.#select(square),
      onHand: (letter) => this.explainer.tellHand(letter),
      onPremove: (move) => this.#setPremove(move),
      onShapes: () => {},
    });
    this.explainer = new Explainer(this.session, this.board, this.notes, () => this.game.tree.spec());
  }

  /**
   * Shows the game of the address, or else that of this tab.
   * @param {URLSearchParams} query `game`: one of the shelf; `v`, `rules`, `fen` and `m`: a game that goes on from there
   */
  async start(query) {
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
    else if (query.has('new')) this.dialog.open(this.context.catalog.gameInfo(query.get('new')), () => this.context.go('#/home'));
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
    /** @type {('w'|'b')[]} */
    const sides = ['w', 'b'];
    const human = sides.find((side) => side === query.get('side')) ?? 'both';
    const level = Math.min(this.context.catalog.levels, Math.max(1, Math.floor(Number(query.get('level'))) || FIRST_GAME.level));
    return new PlayedGame(this.context, { ...FIRST_GAME, variant, definition, rules, fen, human, level }, tree);
  }

  close() {
    this.listeners.abort();
    this.endKeys();
    this.dialog.close();
    this.game.close();
    this.notes.clear();
    this.board.destroy();
  }

  #begin(setup) {
    const { game } = this;
    game.close();
    this.#adopt(new PlayedGame(this.context, setup));
    if (!game.tree.root.children.length) return;
    const back = el('button.button', { onclick: () => this.#goBack(game) }, 'Back to it');
    this.notes.say('Your previous game is kept under Games.', 'info', [back]);
  }

  /** Goes on with the game before a new one. */
  #goBack({ setup, tree, over, clock, id }) {
    this.game.close();
    this.#adopt(new PlayedGame(this.context, setup, tree, { id, over, clock: clock?.toSaved() }));
  }

  /** @param {PlayedGame} game */
  #adopt(game) {
    this.game = game;
    this.premove = null;
    this.isTurned = false;
    this.board.announce('');
    this.info = this.context.catalog.gameInfo(game.setup.variant, game.setup.definition);
    this.board.setKinds(this.info.kinds);
    this.explainer.clear();
    // Until the position is known, or if the address holds none.
    for (const name of ['takeBack', 'hint', 'draw', 'resign']) this.tools[name].disabled = true;
    this.title.textContent = this.info.title;
    this.rules.textContent = game.setup.rules.replaceAll(',', ', ');
    const { signal } = this.listeners;
    const on = (name, act) => game.on(name, (detail) => this.game === game && act(detail), { signal });
    on('position', () => this.#show());
    on('moved', ({ played, before }) => this.#moved(played, before));
    on('end', () => {
      this.notes.clear();
      playSound('end', this.context.settings);
    });
    on('tick', () => this.#showClocks());
    on('failed', ({ message }) => this.notes.say(message, 'error'));
    game.refresh();
  }

  /** Whether Black sits at the bottom. */
  get #isFlipped() {
    return (this.game.setup.human === 'b') !== this.isTurned;
  }

  #show() {
    const { game, board } = this;
    const { shown, isPast, end, setup } = game;
    if (!shown) return;
    if (shown !== this.noted) this.explainer.leave();
    this.noted = shown;
    const canMove = !isPast && !end;
    board.show(shown, {
      flipped: this.#isFlipped,
      lastMove: shown.history.at(-1) ?? null,
      movable: canMove ? setup.human : null,
      premove: canMove && setup.human !== 'both',
    });
    board.highlight(this.premove ? [this.premove.from, this.premove.to].filter(Boolean) : [], 'premove');
    this.context.showAddress(game.tree, 'play', `&side=${setup.human}&level=${setup.level}&id=${game.id}`);
    this.#showPlayers();
    this.moves.show(game.tree, shown.first_fen);
    this.past.hidden = !isPast;
    this.#showEnd();
    const { takeBack, hint, draw, resign } = this.tools;
    takeBack.disabled = !game.canTakeBack;
    hint.disabled = !game.isHumanTurn || isPast;
    resign.disabled = Boolean(end) || !game.live;
    draw.disabled = !game.isHumanTurn || isPast;
    this.#showPlacing();
    this.entry.setEnabled(game.isHumanTurn && !isPast);
  }

  /** Tells who puts pieces on the board first how many are left. */
  #showPlacing() {
    const { shown } = this.game;
    const left = shown.is_placing ? (shown.hands?.[shown.side].length ?? 0) : 0;
    this.notes.setPrompt(left ? `Place your pieces on the board: ${left} left.` : PROMPT);
  }

  #showPlayers() {
    const { game, bars, board } = this;
    const flipped = this.#isFlipped;
    const { hands } = game.shown;
    // Captured pieces that are in hand stand beside the board already.
    const holds = hands !== null && hands.w + hands.b !== '';
    for (const [place, side] of [['top', flipped ? 'w' : 'b'], ['bottom', flipped ? 'b' : 'w']]) {
      const isTurn = game.live?.side === side && !game.end;
      bars[place].show(side, { name: game.playerName(side), isTurn, isThinking: isTurn && game.isThinking });
      bars[place].showCaptured(holds ? [] : game.shown.history, board.words);
    }
    this.#showClocks();
  }

  #showClocks() {
    const { clock, live } = this.game;
    for (const bar of Object.values(this.bars)) bar.showClock(clock);
    if (!clock?.running || !live || !this.game.isHuman(clock.running)) return;
    const isLow = clock.remaining(clock.running) < LOW_TIME;
    if (isLow && !this.isLow) playSound('low', this.context.settings);
    this.isLow = isLow;
  }

  #showEnd() {
    const { end } = this.game;
    this.banner.hidden = !end;
    if (!end) return;
    const { human } = this.game.setup;
    const won = human === 'both' ? `${colorName(end.winner)} wins` : end.winner === human ? 'You win' : 'You lose';
    const result = end.winner ? won : 'Draw';
    this.banner.replaceChildren(...[
      el('p', {}, el('strong', {}, result), `: ${reasonText(end)}`),
      this.game.shown.checked.length > 0 && el('button.button', { onclick: () => this.#tellMate() }, 'Why?'),
      el('button.button', { onclick: () => this.context.handOver(this.#copy()) }, icon('analyse'), 'Analyse this game'),
      el('button.button', { onclick: () => this.#begin(this.game.setup) }, 'Play again'),
      human !== 'both' && el('button.button', { onclick: () => this.#begin({ ...this.game.setup, human: human === 'w' ? 'b' : 'w' }) }, 'Change sides'),
    ].filter(Boolean));
  }

  async #tellMate() {
    await this.explainer.tell(this.game.shown.checked[0]);
    this.notes.reveal();
  }

  /** A copy of the game for others, at the shown position. */
  #copy() {
    return GameTree.fromKept(this.game.tree.toKept());
  }

  /**
   * Plays a move, or first warns of what it would lose, where that is asked for.
   * @param {Message.MoveInfo} move
   */
  async #move(move) {
    const { game } = this;
    const { live } = game;
    const warns = this.context.settings.get('warn') === 'on';
    const warning = warns ? await this.#warning(move).catch(() => null) : null;
    if (game !== this.game || live !== game.live) return;
    this.explainer.clear();
    if (!warning) {
      game.play(move);
      return;
    }
    this.#show();
    this.board.explain([warning]);
    const play = el('button.button', { onclick: () => this.#confirm(move) }, `Play ${move.text}`);
    const other = el('button.button.quiet', { onclick: () => this.#choose() }, 'Choose another');
    this.notes.say(`Careful: after ${move.text}, ${warning.text}.`, 'why', [play, other]);
  }

  /** Takes back what was warned of. */
  #choose() {
    this.explainer.clear();
    this.#show();
  }

  #confirm(move) {
    this.explainer.clear();
    this.game.play(move);
  }

  /** How a move would let the other side capture what it could not, or what moved, if it would. */
  async #warning(move) {
    const { live, tree, last } = this.game;
    const spec = tree.spec(last);
    const next = await this.session.ask({ type: 'position', game: { ...spec, moves: [...spec.moves, move.uci] } });
    const known = new Set(live.threats.filter(({ side }) => side === next.side).map(({ victim }) => victim));
    const isNews = ({ side, victim }) => side === next.side && (victim === move.to || !known.has(victim));
    return next.end ? null : next.threats.find(isNews) ?? null;
  }

  /**
   * @param {Message.PlayedMove} played
   * @param {Message.PositionInfo} before
   */
  #moved(played, before) {
    const { live } = this.game;
    if (!this.game.isHuman(played.side)) this.#tellLosses(played, before);
    const sound = played.removed.length ? 'capture' : live.in_check ? 'check' : 'move';
    playSound(sound, this.context.settings);
    if (live.in_check && this.game.isHumanTurn) this.explainer.tellCheck();
    this.#playPremove();
  }

  /** Tells how the other side has just captured something. */
  #tellLosses({ side, from, to, removed }, before) {
    const reasons = removed.map(([square, letter]) => {
      const threat = before.threats.find((each) => each.side === side && each.by === from && each.to === to && each.victim === square);
      return `You lost the ${this.board.words.kind(letter).name} on ${square}${threat ? `: ${threat.text}` : ''}.`;
    });
    if (reasons.length) this.notes.say(reasons.join('\n'));
  }

  #setPremove(move) {
    this.premove = move;
    this.#show();
    this.notes.say(`Chosen in advance: ${move.from ?? `${move.drop}@`} to ${move.to}. Escape or another click forgets it.`);
  }

  #playPremove() {
    const { premove, game } = this;
    if (!premove || !game.isHumanTurn || game.isPast) return;
    this.#forgetPremove();
    this.explainer.clear();
    const isIt = (move) => move.from === premove.from && move.to === premove.to && (premove.from || move.drop === premove.drop);
    const moves = game.live.moves.filter(isIt);
    if (moves.length === 1 && premove.from !== premove.to) this.#move(moves[0]);
    else if (moves.length) {
      this.board.setSelection(premove.from ? { square: premove.from } : { hand: premove.drop, side: game.live.side });
      this.board.choose(moves);
    } else this.notes.say('The move that you chose in advance is not legal now.');
  }

  #select(square) {
    if (!square) return;
    this.#forgetPremove();
    this.explainer.tell(square);
  }

  #forgetPremove() {
    this.premove = null;
    this.board.highlight([], 'premove');
  }

  async #hint() {
    const { hint } = this.tools;
    hint.disabled = true;
    this.notes.say('Looking for a good move…');
    this.notes.reveal();
    try {
      const move = await this.game.hint();
      this.notes.clear();
      if (!move || this.game.isPast) return;
      this.board.setShapes(shapesOf(move));
      this.notes.say(this.board.words.move(move, this.game.live), 'hint');
    } catch (error) {
      this.notes.say(error.message, 'error');
    } finally {
      hint.disabled = !this.game.isHumanTurn;
    }
  }

  async #offerDraw() {
    this.notes.say('The engine is considering your offer…');
    this.notes.reveal();
    const isTaken = await this.game.offerDraw().catch(() => false);
    if (isTaken === false) this.notes.say('The offer is declined.');
    else this.notes.clear();
  }

  #takeBack() {
    this.premove = null;
    this.explainer.clear();
    this.game.takeBack();
  }

  #flip() {
    this.isTurned = !this.isTurned;
    this.#show();
  }

  #resign() {
    const resign = el('button.button.danger', { onclick: () => this.game.resign() }, 'Resign');
    const goOn = el('button.button', { onclick: () => this.notes.clear() }, 'Play on');
    this.notes.say('Do you resign this game?', 'why', [resign, goOn]);
    this.notes.reveal();
    goOn.focus();
  }

  /** Plays a move that was typed, in any notation. */
  async #enter(text) {
    const { game } = this;
    if (!game.isHumanTurn) return 'It is not your turn.';
    const spec = game.tree.spec(game.last);
    let next;
    try {
      next = await this.session.ask({ type: 'position', game: { ...spec, moves: [...spec.moves, text] } });
    } catch {
      const { text: reason } = await this.session.ask({ type: 'explain', game: spec, text });
      return reason;
    }
    const { uci } = next.history.at(-1);
    const move = game.live.moves.find((legal) => legal.uci === uci);
    if (move) this.#move(move);
    return null;
  }
}
