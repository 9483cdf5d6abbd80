/** Penultima against the guesser: both find out by trying what only the umpire knows. */

import { outcomeText, reasonText } from './analyse/evaluation.js';
import { el } from './dom.js';
import { NewGameDialog } from './play/new-game.js';
import { GameTable } from './play/table.js';
import { Guesses } from './penultima/guesses.js';
import { PENULTIMA } from './penultima/rules.js';
import { SoloPenultima } from './penultima/solo.js';
import { invokeButton, penultimaOptions, revealButtons, showInvoke } from './penultima/table.js';
import { loadGame, storeGame } from './storage.js';
import { button, iconButton } from './widgets.js';

const ROUTE = 'penultima';

/** Shows the page; see `Context` in app.js. */
export async function mount(root, context, { query }) {
  const page = new PenultimaPage(root, context);
  page.start(query);
  return { unmount: () => page.close() };
}

class PenultimaPage {
  constructor(root, context) {
    this.context = context;
    this.banner = el('div.banner.play-end', { role: 'status', hidden: true });
    this.guesses = new Guesses();
    const [gameOf, tableOf] = [() => this.game, () => this.table];
    this.tools = {
      invoke: invokeButton(gameOf, tableOf),
      flip: iconButton('flip', 'Flip', () => this.table.flip()),
      resign: iconButton('flag', 'Give up', () => this.table.askToEnd(() => this.game.resign())),
      newGame: iconButton('plus', 'New game', () => this.dialog.open(PENULTIMA)),
    };
    this.table = new GameTable(root, context, {
      banners: [this.banner],
      tools: Object.values(this.tools),
      more: [this.guesses.element],
      onMove: (move) => this.game.play(move),
      onShow: () => this.#show(),
      playerOf: (side) => ({
        name: this.game.playerName(side),
        state: this.#stateOf(side),
      }),
      ...penultimaOptions(gameOf, tableOf),
    });
    this.dialog = new NewGameDialog(context, (setup) => context.begin(setup));
    root.append(this.dialog.element);
  }

  #stateOf(side) {
    const { game } = this;
    if (game.isOver && !game.end) return side === game.human ? 'giving up…' : '';
    return game.isThinking && game.live?.side === side ? 'thinking…' : '';
  }

  /** @returns {any} */
  get game() {
    return this.table.game;
  }

  /**
   * Goes on with the game of this tab, or begins the one that the address asks for.
   * @param {URLSearchParams} query
   */
  start(query) {
    const kept = loadGame(ROUTE);
    const isKept = Array.isArray(kept?.game?.tries);
    if (isKept && !query.has('new')) {
      this.#begin(kept);
      return;
    }
    history.replaceState(null, '', `#/${ROUTE}`);
    const [human, illegal] = [query.get('side') === 'b' ? 'b' : 'w', query.get('illegal') === 'retry' ? 'retry' : 'lose'];
    this.#begin({ game: { seed: newSeed(), illegal, human, tries: [] } });
    if (!isKept || kept.hasEnded || !kept.game.tries.length) return;
    this.table.notes.say('Your game before is still there.', 'info', [button('Back to it', () => this.#begin(kept))]);
  }

  #begin({ game: kept, isOver = false }) {
    this.game?.close();
    this.isKnown = false;
    const game = new SoloPenultima(this.context.session, kept, isOver === true);
    const keep = () => storeGame(ROUTE, { game: game.game, isOver: game.isOver, hasEnded: Boolean(game.end) });
    keep();
    game.on('kept', () => {
      keep();
      if (this.isKnown || this.game !== game) return;
      // Which pieces there are is known now.
      this.isKnown = true;
      this.table.learnGame();
    });
    this.table.adopt(game);
    this.table.on('stuck', ({ message }) => this.table.notes.say(message, 'error', [button('Try again', () => game.refresh())]));
    game.refresh();
  }

  close() {
    this.dialog.close();
    this.game.close();
    this.table.close();
  }

  #show() {
    const { game } = this;
    const { end, info } = game;
    this.guesses.show(`solo ${game.game.seed}`, info);
    this.tools.resign.disabled = Boolean(end) || game.isOver;
    showInvoke(this.tools.invoke, game);
    this.banner.hidden = !end;
    if (!end) return;
    this.banner.replaceChildren(
      el('p', {}, el('strong', {}, outcomeText(end, game.human)), `: ${reasonText(end)}`),
      ...revealButtons(info),
      button('Play again', () => this.context.go(`#/${ROUTE}?new&side=${game.human}&illegal=${game.game.illegal}`)),
    );
  }
}

/** A seed of 64 bits in decimal digits. */
function newSeed() {
  return String(crypto.getRandomValues(new BigUint64Array(1))[0]);
}
