/** The welcome: what these games are, in a board that shows their captures, and where to begin. */

import { isCalm } from './board-pieces.js';
import { BoardWords } from './board-words.js';
import { Diagram } from './diagram.js';
import { el, icon } from './dom.js';
import { familiesOf, familyOf } from './learn/games.js';
import { capitalized } from './notes.js';
import { PENULTIMA } from './penultima/rules.js';
import { loadGame } from './storage.js';
import { describeKept, isOver } from './games.js';
import { button } from './widgets.js';

/** What newcomers are told of games; of others, the first of their rules. */
const ABOUT = {
  baroque: 'The classic of 1962: seven kinds of pieces, seven ways to capture.',
  maxima: 'Baroque with mages, guards and a palace that can be stormed.',
  rococo: 'A ring around the board, swappers, and pawns that leap and promote.',
  renaissance: 'Captured pieces change sides and come back; bombs, pushers and pullers.',
  fugue: 'Archers shoot, shields protect, and no piece captures like another.',
  skirmish: 'A small, quick game to try how shooting and freezing feel.',
  penultima: 'Secret rules: find out by trying what each piece can do.',
  optima: 'Build your own army from fifteen kinds of pieces before play begins.',
};
/** The lessons whose solutions the board shows, by the piece that they are about. */
const SHOWN = ['king', 'pawn', 'withdrawer', 'long-leaper', 'coordinator', 'immobilizer', 'chameleon'];
/** Milliseconds of each. */
const SHOWN_FOR = 3900;

/** Shows the page; see `Context` in app.js. */
export async function mount(root, context) {
  const show = new Show(context);
  const solo = loadGame('penultima');
  const kept = (await context.shelf.all()).filter((game) => !game.isDamaged && game.route === 'play' && !isOver(game));
  root.append(
    el(
      'div.home',
      {},
      el(
        'section.home-hero',
        {},
        el(
          'div.home-words',
          {},
          el('h1', {}, 'Chess in which every piece captures in its own way'),
          el('p.lead', {}, 'You win by checkmate, as in chess. But pieces capture by stepping away, jumping over, enclosing: find out what each can do, and what it can do to you.'),
          el(
            'p.home-actions',
            {},
            el('a.button.primary', { href: '#/play?v=baroque&side=w&level=2' }, icon('play'), 'Play now'),
            el('a.button', { href: '#/learn/tutorial/baroque' }, 'Learn in three minutes'),
          ),
          solo?.game?.tries?.length > 0 && !solo.hasEnded && el('p', {}, el('a', { href: '#/penultima' }, 'Go on: Penultima against the guesser')),
          kept.length > 0 && el('p', {}, el('a', { href: `#/play?game=${kept[0].id}` }, `Go on: ${describeKept(context, kept[0])}`)),
        ),
        show.root,
      ),
      el('h2', {}, 'Games'),
      el('ul.game-cards', {}, ...[...familiesOf(context.catalog, undefined, familyOf), PENULTIMA].map((game) => gameCard(game))),
    ),
  );
  await show.start();
  // They are no more than an addition.
  addFigures(root, context).catch(() => {});
  return { unmount: () => show.stop() };
}

/** Tells on the cards what was measured of their games. */
async function addFigures(root, context) {
  const { figures } = await import('./learn/report.js');
  for (const [variant, { moves, score }] of await figures(context)) {
    const text = `About ${Math.round(moves / 2)} moves a side; White scores ${Math.round(score)} %.`;
    root.querySelector(`[data-variant="${CSS.escape(variant)}"] .game-card-figures`)?.replaceChildren(text);
  }
}

/** A game as a card with its pieces. */
function gameCard({ variant, title, kinds, sentences, has_lessons: hasLessons }) {
  const about = ABOUT[variant.split('-')[0]] ?? sentences[0] ?? '';
  const isSecret = variant === PENULTIMA.variant;
  const level = isSecret ? 'Puzzling' : kinds.length <= 6 ? 'Easy' : kinds.length <= 8 ? 'Moderate' : 'Demanding';
  const more = hasLessons ? ['Tutorial', `#/learn/tutorial/${variant}`] : ['Pieces', `#/learn/pieces/${variant}`];
  const play = isSecret ? '#/penultima' : `#/play?v=${encodeURIComponent(variant)}&side=w&level=2`;
  return el(
    'li.game-card.panel',
    { data: { variant } },
    new BoardWords(kinds).row(7),
    el('h3', {}, title),
    el('p', {}, about),
    el('p.muted', {}, `${level} · ${kinds.length} kinds of pieces`),
    el('p.game-card-figures'),
    el(
      'p.game-card-links',
      {},
      el('a.button.primary', { href: play, 'aria-label': `Play ${title}` }, 'Play'),
      el('a.button', { href: `#/play?new=${encodeURIComponent(variant)}`, 'aria-label': `Options of ${title}` }, 'Options'),
      !isSecret && el('a.button.quiet', { href: more[1], 'aria-label': `${more[0]} of ${title}` }, more[0]),
    ),
  );
}

/** A board that shows one capture after the other. */
class Show {
  constructor(context) {
    this.context = context;
    this.diagram = new Diagram(context, { variant: 'baroque' }, 'How pieces capture');
    // What the piece does is told beside it.
    this.diagram.caption.hidden = true;
    this.caption = el('p', { role: 'status', 'aria-live': 'off' });
    this.pauseButton = button('', () => this.#run(this.isPaused), { className: 'quiet' });
    const next = button('Next', () => this.#next(), { className: 'quiet' });
    this.root = el('figure.show', {}, el('div.show-board', {}, this.diagram.root),
      el('figcaption', {}, this.caption, el('div.show-controls', {}, this.pauseButton, next)));
    this.index = -1;
    // Nothing to go on with before the lessons are there.
    this.isWaiting = true;
    this.#run(!isCalm.matches);
  }

  async start() {
    const { session, catalog } = this.context;
    const { lessons } = await session.ask({ type: 'lessons', game: { variant: 'baroque' } });
    const about = (name) => lessons.find(({ title }) => title.toLowerCase().startsWith(`the ${name}`));
    this.shows = SHOWN.map((name) => ({ name, lesson: about(name) })).filter(({ lesson }) => lesson);
    this.kinds = catalog.gameInfo('baroque').kinds;
    await this.#step();
    this.isWaiting = false;
    this.#run(!this.isPaused);
  }

  stop() {
    clearInterval(this.timer);
    this.diagram.stop();
  }

  /** Goes on by itself, or not. */
  #run(isOn) {
    this.isPaused = !isOn;
    this.pauseButton.textContent = isOn ? 'Pause' : 'Go on';
    this.diagram.setPaused(!isOn);
    clearInterval(this.timer);
    if (isOn) this.timer = setInterval(() => this.#next(), SHOWN_FOR);
  }

  /** Goes on, unless the last step waits for a connection. */
  async #next() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    await this.#step().catch(this.context.fail);
    this.isWaiting = false;
  }

  /** Shows the next capture. */
  async #step() {
    this.index = (this.index + 1) % this.shows.length;
    const { name, lesson } = this.shows[this.index];
    const { does } = this.kinds.find((kind) => kind.name === name);
    this.caption.replaceChildren(el('strong', {}, capitalized(name)), ` ${does.join(', ')}.`);
    await this.diagram.show({ fen: lesson.fen, uci: lesson.solution });
  }
}
