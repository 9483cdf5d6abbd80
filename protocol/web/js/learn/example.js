/** A board of the rules on which the moves of its text are tried. */

import { LiveBoard, describe } from './live-board.js';
import { colorOf, isPiece } from '../geometry.js';

/** Readable text of a move: piece, square and a sign, or a drop. */
const MOVE = /^[A-Z]([a-z]\d+(-|x|<|>|!!|\*|@$)|@[a-z]\d+)/;

/** Whether code in the text is a move. */
export function isMoveText(text) {
  return MOVE.test(text);
}

export class Example {
  /**
   * @param {import('../app.js').Context} context
   * @param {Message.BoardSpec} board
   */
  constructor(context, { variant, rules, fen }) {
    this.context = context;
    this.game = { variant, rules, fen };
    this.live = new LiveBoard(context, { game: this.game, label: `Example position, ${variant}` });
    this.root = this.live.root;
  }

  destroy() {
    this.live.destroy();
  }

  /**
   * The rules that a name stands for: a rule set, or a switch as `suicide=off`.
   * @returns {{ name: string, game: Message.GameSpec }|null}
   */
  rulesOf(name) {
    if (name.includes('=')) return { name, game: { ...this.game, rules: [this.game.rules, name].filter(Boolean).join(',') } };
    if (!this.context.catalog.gameInfo(name)) return null;
    return { name, game: { ...this.game, variant: name, rules: '' } };
  }

  /** Plays a move from the first position, or tells why it is illegal. */
  async try(text, rules) {
    const turn = (this.turn = {});
    const under = rules ? `Under ${rules.name}: ` : '';
    let said;
    try {
      said = await this.#play(text, rules?.game ?? this.game);
    } catch (error) {
      said = [error.message, 'bad'];
    }
    // A move that was chosen since is what the board shows.
    if (turn !== this.turn) return;
    this.live.say(under + said[0], said[1]);
    this.root.scrollIntoView({ block: 'nearest' });
  }

  /** @returns {Promise<[string, string]>} what to say and how */
  async #play(text, rules) {
    const { live } = this;
    live.game = { ...rules, fen: await this.#fenFor(text) };
    const start = await live.show([]);
    const position = await live.show([text]).catch(() => null);
    if (!position) return [`${text} is illegal: ${await this.#whyNot(text)}.`, 'bad'];
    const move = start.moves.find(({ uci }) => uci === position.history[0].uci);
    return [describe(move, position), 'good'];
  }

  /** The position with the side to move whose piece a move names. */
  async #fenFor(text) {
    const { fen } = this.game;
    const position = await this.context.session.ask({ type: 'position', game: this.game });
    const [square] = text.includes('@') && !text.endsWith('@') ? [] : text.match(/[a-z]\d+/);
    const letter = square && position.ranks[Number(square.slice(1)) - position.lowest_rank]?.[position.files.indexOf(square[0])];
    if (!isPiece(letter ?? null) || colorOf(letter) === position.side) return fen;
    const fields = fen.split(' ');
    fields[1] = colorOf(letter);
    return fields.join(' ');
  }

  /** Why a move is illegal, from its squares. */
  async #whyNot(text) {
    const [from, to = from] = text.match(/[a-z]\d+/g);
    const answer = await this.context.session.ask({ type: 'why', game: this.live.game, from, to });
    return answer.reasons[0].text;
  }
}
