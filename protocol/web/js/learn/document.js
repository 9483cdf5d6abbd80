/** Texts of the program, with boards and moves that can be played. */

import { Example, isMoveText } from './example.js';
import { el } from '../dom.js';

/** A text on the page. */
export class Text {
  #context;
  #linkTo;
  #examples = [];

  /**
   * @param {import('../app.js').Context} context
   * @param {(address: string, words: string) => Node|string} linkTo makes a link within the texts
   */
  constructor(context, linkTo) {
    this.#context = context;
    this.#linkTo = linkTo;
  }

  destroy() {
    for (const example of this.#examples) example.destroy();
  }

  /**
   * Renders blocks; the text that is about a board stands beside it.
   * @param {Message.Block[]} blocks
   */
  render(blocks) {
    const parts = [];
    for (let i = 0; i < blocks.length; i++) {
      const block = blocks[i];
      if (block.type !== 'board') {
        parts.push(this.#block(block));
        continue;
      }
      const example = new Example(this.#context, block.game);
      this.#examples.push(example);
      const about = blocks.slice(i + 1, endOfExample(blocks, i));
      i += about.length;
      parts.push(el('div.example', {}, example.root,
        about.length > 0 && el('div.example-text', {}, ...about.map((each) => this.#block(each, example)))));
    }
    return parts;
  }

  /**
   * @param {Message.Block} block
   * @param {Example|null} [example] what it is about
   */
  #block(block, example = null) {
    switch (block.type) {
      // The page has a heading of the first level already.
      case 'heading':
        return el(`h${Math.min(6, block.level + 1)}`, { id: block.anchor, tabIndex: -1 }, ...this.#spans(block.text));
      case 'paragraph':
        return el('p', {}, ...this.#spans(block.text, example));
      case 'list':
        return el(block.ordered ? 'ol' : 'ul', {},
          ...block.items.map((item) => el('li', {}, ...this.#item(item, example))));
      case 'table':
        return this.#table(block.rows);
      case 'picture':
        return el('img.picture', { src: block.address, alt: block.text });
      case 'code':
        return el('pre', { tabIndex: 0 }, el('code', {}, block.text));
      default:
        return '';
    }
  }

  /** @param {Message.Span[][][]} rows the head first */
  #table(rows) {
    const [head, ...body] = rows;
    return el('div.table-frame', { tabIndex: 0, role: 'group', 'aria-label': `Table: ${head.map(plain).join(', ')}` },
      el('table', {},
        el('thead', {}, el('tr', {}, ...head.map((cell) => el('th', { scope: 'col' }, ...this.#spans(cell))))),
        el('tbody', {}, ...body.map((row) => el('tr', {}, ...row.map((cell) => el('td', {}, ...this.#spans(cell))))))));
  }

  /**
   * A paragraph alone needs no margins of its own.
   * @param {Message.Block[]} blocks
   * @param {Example|null} example
   */
  #item(blocks, example) {
    if (blocks.length === 1 && blocks[0].type === 'paragraph') return this.#spans(blocks[0].text, example);
    return blocks.map((block) => this.#block(block, example));
  }

  /**
   * Text in its styles; the moves of an example are buttons. What follows "under" names the rules of the
   * moves after it.
   * @param {Message.Span[]} text
   * @param {Example|null} [example]
   */
  #spans(text, example = null) {
    let rules = null;
    return text.map(({ text: words, style }, i) => {
      if (style === 'strong') return el('strong', {}, words);
      if (style === 'emphasis') return el('em', {}, words);
      if (style && style !== 'code') return this.#linkTo(style, words);
      if (!style) return words;
      if (example && /under\s*$/i.test(text[i - 1]?.text ?? '')) rules = example.rulesOf(words) ?? rules;
      if (!example || !isMoveText(words)) return el('code', {}, words);
      const under = rules;
      return el('button.try-move', { onclick: () => example.try(words, under) }, words);
    });
  }
}

/**
 * The text about a board ends with the last list before another topic begins.
 * @param {Message.Block[]} blocks
 * @param {number} board
 */
function endOfExample(blocks, board) {
  let end = board + 1;
  for (let i = end; i < blocks.length; i++) {
    const block = blocks[i];
    if (block.type === 'list') end = i + 1;
    else if (block.type !== 'paragraph' || block.text[0]?.style === 'strong') break;
  }
  return end;
}

/**
 * The words of a text.
 * @param {Message.Span[]} text
 */
export function plain(text) {
  return text.map((span) => span.text).join('');
}
