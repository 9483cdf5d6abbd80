/** A room, in which two people play from afar and others watch. */

import { outcomeText, reasonText } from './analyse/evaluation.js';
import { copyField, dialog } from './dialog.js';
import { el, icon } from './dom.js';
import { colorName } from './geometry.js';
import { GameTable } from './play/table.js';
import { PenultimaRoomGame } from './penultima/game.js';
import { Guesses } from './penultima/guesses.js';
import { invokeButton, penultimaOptions, revealButtons, saveLog, showInvoke, tellTries } from './penultima/table.js';
import { Chat } from './room/chat.js';
import { RoomGame } from './room/game.js';
import { keepSeat, knownRoom, roomLink, seatIn } from './room/keys.js';
import { takeSeat } from './room/requests.js';
import { button, iconButton } from './widgets.js';

/** Milliseconds between looks at the room, should changes not arrive, and those in which an answer must come. */
const PULSE = 15_000;
const PATIENCE = 10_000;

/** What offers are called: one's own, one's opponent's, and those of players that are watched. */
const OFFERS = {
  draw: { own: 'You offer a draw.', other: 'Your opponent offers a draw.', third: 'offers a draw.' },
  takeback: { own: 'You ask to take your move back.', other: 'Your opponent asks to take a move back.', third: 'asks to take a move back.' },
  rematch: { own: 'You ask for another game with colours changed.', other: 'Your opponent asks for another game with colours changed.', third: 'asks for another game.' },
};

/** Shows the page; see `Context` in app.js. */
export async function mount(root, context, { path }) {
  if (!context.session.isRoom) {
    showRefusal(root, 'This is no address of a room, or this page comes from no server with rooms.');
    return { unmount: () => {} };
  }
  const { session } = context;
  const room = session.room ?? (await new Promise((resolve) => session.on('room', resolve, { once: true })));
  const page = new RoomPage(root, context, path[0], room);
  page.start(room);
  return {
    unmount: () => page.close(),
    get tree() {
      return page.game.tree;
    },
  };
}

/** Tells why a room cannot be shown. */
export function showRefusal(root, why) {
  root.replaceChildren(
    el('div.room-refused', {},
      el('h1', {}, 'This room cannot be entered'),
      el('p', { role: 'alert' }, `${why.replace(/\.$/, '')}.`),
      el('p.home-actions', {}, button('Try again', () => location.reload()), el('a.button', { href: '#/play' }, 'Play'))),
  );
}

/** The time of the players in words. */
function timeText(clock) {
  if (!clock) return 'without a clock';
  const { time } = clock;
  if (time.type === 'days') return `with ${time.days === 1 ? 'a day' : `${time.days} days`} for each move`;
  return `with ${time.base / 60_000} min + ${time.increment / 1000} s a move`;
}

class RoomPage {
  /**
   * @param {HTMLElement} root
   * @param {import('./app.js').Context} context
   * @param {string} key the secret of the address
   * @param {Room.RoomInfo} room as it is
   */
  constructor(root, context, key, room) {
    this.context = context;
    this.session = context.session;
    this.key = key;
    this.listeners = new AbortController();
    this.banner = el('div.banner.play-end', { role: 'status', hidden: true });
    this.offers = el('div.room-offers', { role: 'status' });
    this.tools = {
      takeback: iconButton('undo', 'Take back', () => this.#offer('takeback')),
      danger: context.settings.dangersButton(),
      flip: iconButton('flip', 'Flip', () => this.table.flip()),
      draw: iconButton('draw', 'Draw', () => this.#offer('draw')),
      resign: iconButton('flag', 'Resign', () => this.table.askToEnd(() => this.#act({ type: 'resign' }))),
      links: iconButton('share', 'Links', () => this.#showLinks()),
    };
    this.isPenultima = Boolean(room.penultima);
    const penultima = this.isPenultima ? this.#penultima() : { tools: Object.values(this.tools), more: [], options: {} };
    this.chat = new Chat(this.session, (side) => this.game.playerName(side));
    this.table = new GameTable(root, context, {
      banners: [this.banner, this.offers],
      tools: penultima.tools,
      more: [...penultima.more, this.chat.element],
      onMove: (move) => this.#move(move),
      onShow: () => this.#showAround(),
      playerOf: (side) => ({ name: this.game.playerName(side), state: this.#presence(side) }),
      ...penultima.options,
    });
  }

  /** What a room has in which only the umpire knows the rules. */
  #penultima() {
    const [gameOf, tableOf] = [() => /** @type {any} */ (this.game), () => this.table];
    this.guesses = new Guesses();
    // What a try has told is known; and nobody knows what is in danger.
    const { takeback: _takeback, danger: _danger, ...others } = this.tools;
    this.invoke = invokeButton(gameOf, tableOf);
    return { tools: [this.invoke, ...Object.values(others)], more: [this.guesses.element], options: penultimaOptions(gameOf, tableOf) };
  }

  /** @returns {RoomGame} */
  get game() {
    return /** @type {RoomGame} */ (this.table.game);
  }

  /** @param {Room.RoomInfo} room as it is */
  start(room) {
    const { session } = this;
    const { signal } = this.listeners;
    this.table.adopt(this.isPenultima ? new PenultimaRoomGame(session, room) : new RoomGame(session, room));
    this.table.on('around', () => this.table.showAround());
    this.table.on('back', () => {
      this.table.forgetPremove();
      if (!this.isPenultima) return;
      // Another game has other names.
      this.table.learnGame();
      /** @type {any} */ (this.game).isInvoke = false;
    });
    if (this.isPenultima) this.table.on('jumped', ({ before }) => tellTries(this.table, this.game, before));
    session.on('room', (news) => this.game.update(news), { signal });
    if (room.role === 'player') keepSeat(this.key, session.transport.secret);
    else if (seatIn(location.hash)) history.replaceState(null, '', roomLink(this.key));
    this.game.update(session.room ?? room);
    if (room.game?.definition) this.#learnFile(room.game).catch(this.context.fail);
    this.pulse = setInterval(() => this.#lookAgain(), PULSE);
    // A computer that slept does not know that its connections are gone.
    document.addEventListener('visibilitychange', () => document.hidden || this.#lookAgain(), { signal });
    addEventListener('online', () => this.#lookAgain(), { signal });
  }

  close() {
    this.listeners.abort();
    clearInterval(this.pulse);
    this.game.close();
    this.table.close();
  }

  /**
   * Takes the file of the game, which links to its positions need.
   * @param {Message.GameSpec} game
   */
  async #learnFile({ variant, definition }) {
    const { file } = await this.session.askRoom({ type: 'file' });
    if (file) this.context.catalog.learnSource(variant, definition, file.text);
  }

  /** Looks at the room, and connects anew if no answer comes. */
  async #lookAgain() {
    if (this.isLooking) return;
    this.isLooking = true;
    const late = setInterval(() => this.session.reconnect(), PATIENCE);
    await this.#look();
    clearInterval(late);
    this.isLooking = false;
  }

  /** Asks how the room is. */
  async #look() {
    await this.session.askRoom({ type: 'room' }).then(({ room }) => this.game.update(room)).catch(() => {});
  }

  /** @param {Message.MoveInfo} move */
  async #move(move) {
    this.table.explainer.clear();
    await this.table.sent(this.game.play(move));
  }

  async #act(command) {
    try {
      await this.game.act(command);
    } catch (error) {
      // It may have been done, and the answer be lost.
      if (error.isRepeated) await this.#look();
      else this.table.notes.say(error.message, 'error');
    }
  }

  #offer(what) {
    return this.#act({ type: 'offer', what });
  }

  /** Whether a player is there, in a word. */
  #presence(side) {
    const { room } = this.game;
    if (side === this.game.human || room.present[side]) return '';
    return room.is_seated ? 'away' : 'not here yet';
  }

  /** Shows what is beside the board. */
  #showAround() {
    const { game } = this;
    const { room, end } = game;
    const isPlayer = game.human !== null;
    if (this.isPenultima) this.#showPenultima(room);
    else if (room.end) this.#keep();
    this.#showBanner(room, end);
    this.#showOffers(room);
    this.chat.show(room);
    const { takeback, draw, resign, links } = this.tools;
    for (const tool of [takeback, draw, resign]) tool.hidden = !isPlayer;
    const isPlayed = isPlayer && room.is_seated && !end;
    resign.disabled = !isPlayed;
    draw.disabled = !isPlayed || game.offer('draw') !== null;
    const hasMoved = game.live?.history.some(({ side }) => side === game.human) ?? false;
    takeback.disabled = !isPlayed || !hasMoved || game.offer('takeback') !== null;
    links.hidden = room.role === 'invited' && !room.is_seated;
    document.title = game.isHumanTurn ? 'Your turn – Baroque' : 'Room – Baroque';
  }

  #showPenultima({ number, penultima }) {
    this.guesses.show(`${this.key} ${number}`, penultima);
    // Who watches guesses without notes.
    this.guesses.element.hidden = this.game.human === null;
    showInvoke(this.invoke, this.game);
  }

  /** What is first to be known: an invitation, who is missing, how it ended. */
  #showBanner(room, end) {
    const content = end ? this.#result(end) : room.role === 'player' ? this.#waiting(room) : this.#invitation(room);
    const state = JSON.stringify([end, room.is_seated, room.role, room.number, this.game.shown.checked.length, this.game.offer('rematch') !== null, room.penultima?.tries.length === 0]);
    this.banner.hidden = content.length === 0;
    // A field that is being copied stays.
    if (state === this.bannerState) return;
    this.bannerState = state;
    this.banner.replaceChildren(...content);
  }

  #invitation({ role, side, clock, is_seated: isSeated }) {
    // Another tab of ours may have taken it.
    if (isSeated && knownRoom(this.key)) return [el('p', {}, 'Your seat is taken in another tab.'), button('Go on here', () => location.reload())];
    if (isSeated) return role === 'invited' ? [el('p', {}, 'Both seats are taken: you are watching.')] : [];
    if (role !== 'invited') return [el('p', {}, 'The other player has not come yet.')];
    return [
      el('p', {}, `You are invited to a game of ${this.table.info.title}: you would play ${colorName(side)}, ${timeText(clock)}. ${this.table.info.note ?? ''}`),
      button('Take the seat', () => this.#takeSeat(), { className: 'primary' }),
    ];
  }

  async #takeSeat() {
    try {
      history.replaceState(null, '', await takeSeat(this.key));
      location.reload();
    } catch (error) {
      this.table.notes.say(error.message, 'error');
    }
  }

  #waiting({ is_seated: isSeated, number, penultima }) {
    if (isSeated && penultima && number > 1 && penultima.tries.length === 0) {
      return [el('p', {}, 'Another game, with other rules.'), button('Save the log of the last one', () => this.#saveLastLog().catch(this.context.fail))];
    }
    if (isSeated) return [];
    return [
      el('p', {}, el('strong', {}, 'Send this link to whom you want to play with.'), ' Whoever opens it first and takes the seat is your opponent.'),
      this.#link('Invitation', this.key),
    ];
  }

  async #saveLastLog() {
    const { log } = await this.session.askRoom({ type: 'log' });
    if (log) saveLog(log);
  }

  /** A link that can be copied, and sent where the device can. */
  #link(label, key, seat = null) {
    const url = roomLink(key, seat);
    const send = navigator.share && button('Send…', () => navigator.share({ url }).catch(() => {}));
    const field = el('input.code', { readOnly: true, value: url });
    return copyField(this.context.toast, label, field, ...[send].filter(Boolean));
  }

  #result(end) {
    const { human } = this.game;
    return [
      el('p', {}, el('strong', {}, outcomeText(end, human)), `: ${reasonText(end)}`),
      this.game.shown.in_check && button('Why?', () => this.table.tellMate()),
      ...(this.isPenultima
        ? revealButtons(this.game.room.penultima)
        : [el('button.button', { onclick: () => this.context.handOver(this.table.copy()) }, icon('analyse'), 'Analyse this game')]),
      human !== null && !this.game.offer('rematch') && button('Rematch', () => this.#offer('rematch')),
    ].filter(Boolean);
  }

  #showOffers({ offers }) {
    const { human } = this.game;
    const answer = (what, text, type, className = '') => button(text, () => this.#act({ type, what }), { className });
    const rows = offers.map(({ what, side }) => {
      const { own, other, third } = OFFERS[what];
      if (human === null) return [`${colorName(side)} ${third}`];
      if (side === human) return [own, answer(what, 'Withdraw', 'decline')];
      return [other, answer(what, 'Accept', 'accept', 'primary'), answer(what, 'Decline', 'decline')];
    });
    const state = JSON.stringify([offers, human]);
    if (state === this.offersState) return;
    this.offersState = state;
    this.offers.replaceChildren(...rows.map(([text, ...buttons]) => el('div.banner', {}, el('p', {}, text), ...buttons)));
  }

  #showLinks() {
    const { human, room } = this.game;
    const known = human === null ? null : knownRoom(this.key);
    const isInvitation = human !== null && !room.is_seated;
    dialog('Links to this room',
      el('p', {}, isInvitation ? 'Who opens the invitation can take the other seat.' : 'Who opens this link can watch.'),
      this.#link(isInvitation ? 'Invitation' : 'To watch', this.key),
      ...(known?.watch ? [this.#link('To watch, at any time', known.watch)] : []),
      ...(known ? [el('p', {}, 'To go on at another device of yours, open this link there. Whoever has it can play for you: keep it to yourself.'), this.#link('My seat', this.key, known.seat)] : []));
  }

  /** Keeps the game that has ended on this browser's shelf. */
  #keep() {
    const known = this.game.human === null ? null : knownRoom(this.key);
    if (!known || this.game.tree.root.children.length === 0) return;
    const id = `${known.id}-${this.game.room.number}`;
    if (id === this.keptId) return;
    this.keptId = id;
    this.context.shelf.put({ id, route: 'analyse', time: Date.now(), ...this.game.tree.toKept() });
  }
}
