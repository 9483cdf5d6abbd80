/** Penultima as a game of the menu: it has no rules that a catalog could tell. */

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1';

/** @type {Message.GameInfo & { position: () => Promise<Message.PositionInfo> }} */
export const PENULTIMA = {
  variant: 'penultima',
  definition: null,
  family: 'penultima',
  title: 'Penultima',
  kinds: [...'KNPBRQ'].map((letter) => {
    const isKing = letter === 'K';
    return { letter, name: isKing ? 'king' : 'secret', is_royal: isKing, does: [] };
  }),
  starts: [{ name: 'standard', text: 'the same for all', fen: '' }],
  switches: [],
  sentences: [
    'Only the umpire knows how the pieces move and capture; the king alone is as in chess. Both sides have the same rules.',
    'In your turn you try something. The umpire says whether it is legal, and makes the move if it is.',
    'Some kinds have an invoke: they can act without moving.',
    'Checkmate wins. Check is not announced.',
    'Their hash is announced first, and the rules are shown at the end.',
  ],
  has_lessons: false,
  has_puzzles: false,
  has_pool: false,
  study: null,
  async position() {
    const { positionAfter } = await import('./position.js');
    return positionAfter({ table: 'penultima', sentences: [], illegal: 'lose', kinds: [], hash: '', files: 'abcdefgh', lowest_rank: 1, start: START, tries: [], fen: START, side: 'w', revealed: null, log: null }, 0);
  },
};
