/**
 * Drawings of the pieces. Each shows how its piece captures, and looks like a chess piece only if it is one. A second
 * set follows the customs of players, such as the upside-down rook for the immobilizer.
 */

const SVG = 'http://www.w3.org/2000/svg';

/** The foot on which most pieces stand. */
const FOOT = 'M24 88v-6q0-5 6-5h40q6 0 6 5v6z';
const SHIELD = 'M50 10q16 9 32 8c2 32-7 54-32 70C25 72 16 50 18 18q16 1 32-8z';

/**
 * Shapes by name. `body` is filled in the piece's colour, `mark` is drawn on it in the other one, and
 * `inner` is filled in the other one.
 */
const DRAWINGS = {
  king: {
    body: [
      'M46 12h8v8h8v8h-8v9h-8v-9h-8v-8h8z',
      'M50 44c6-11 32-13 32 6 0 12-10 18-14 27H32c-4-9-14-15-14-27 0-19 26-17 32-6z',
      FOOT,
    ],
    mark: ['M50 47v18', 'M33 68q17-6 34 0'],
  },
  queen: {
    body: [
      'M31 77L18 36l15 16 3-26 14 23 14-23 3 26 15-16-13 41z',
      'M18 36a6 6 0 1 0-.1 0zM36 26a6 6 0 1 0-.1 0zM64 26a6 6 0 1 0-.1 0zM82 36a6 6 0 1 0-.1 0z',
      FOOT,
    ],
    mark: ['M33 68q17-6 34 0'],
  },
  // Jaws that close on what is between them.
  pincer: {
    body: [
      'M46 62C28 60 24 34 42 25l4 9c-7 5-7 16 0 18 2 1 6 1 8 0 7-2 7-13 0-18l4-9c18 9 14 35-4 37z',
      'M36 77q5-7 6-17h16q1 10 6 17z',
      'M28 88v-5q0-6 6-6h32q6 0 6 6v5z',
    ],
  },
  pawn: {
    body: [
      'M50 28a15 15 0 0 1 10 26h4v6h-6q0 10 8 17H34q8-7 8-17h-6v-6h4a15 15 0 0 1 10-26z',
      'M28 88v-5q0-6 6-6h32q6 0 6 6v5z',
    ],
  },
  // An arrow away from a wall.
  withdrawer: {
    body: ['M18 11h64v16H18z', 'M38 37h24v20h19L50 90 19 57h19z'],
  },
  // An arrow over a ball.
  'long-leaper': {
    body: ['M9 64C9 28 34 12 53 15c18 3 30 16 32 36h12L79 78 59 51h12c-2-12-9-19-20-21-14-1-27 10-27 34z', 'M43 58a15 15 0 1 1-.1 0z'],
  },
  // A mask of two colours: it is what its victim is.
  chameleon: {
    body: ['M15 17q35 15 70 0v31c0 24-16 39-35 43-19-4-35-19-35-43z'],
    inner: ['M50 24.5q17.5 0 35-7.5v31c0 24-16 39-35 43zM67 40a8 6 0 1 0 .1 0z', 'M33 40a8 6 0 1 1-.1 0z'],
  },
  // A rectangle: the piece and its king on two corners, victims on the others.
  coordinator: {
    body: ['M15 15h70v70H15zM31 31v38h38V31z', 'M23 61a16 16 0 1 1-.1 0z', 'M77 7a16 16 0 1 1-.1 0z'],
    mark: ['M17 17l12 12M29 17L17 29M71 71l12 12M83 71L71 83'],
  },
  // Ice.
  immobilizer: {
    body: ['M50 7l38 22v42L50 93 12 71V29z'],
    mark: ['M50 20v60M24 35l52 30M76 35L24 65M42 25l8 8 8-8M42 75l8-8 8 8'],
  },
  // A ball on a spring.
  hopper: {
    body: ['M24 82h52v9H24z', 'M30 70l40-7v9l-40 7z', 'M30 57l40-7v9l-40 7z', 'M30 44l40-7v9l-40 7z', 'M50 7a14 14 0 1 1-.1 0z'],
  },
  mage: {
    body: ['M54 10c1 14 14 36 21 54q7 2 11 7-36 14-72 0 4-5 11-7c8-17 16-39 29-54z', 'M30 77h40l4 11H26z'],
    mark: ['M27 64q23 9 47 0'],
    inner: ['M51 34l3 8 8 1-6 5 2 8-7-4-7 4 2-8-6-5 8-1z'],
  },
  // A helmet with an opening for eyes and mouth.
  guard: {
    body: ['M50 10c20 0 29 14 29 32v33q-9 3-16 2H37q-7 1-16-2V42c0-18 9-32 29-32z', FOOT],
    inner: ['M31 40q19-7 38 0v9H55v24H45V49H31z'],
    mark: ['M50 12v18'],
  },
  // An arrow up to a wall.
  advancer: {
    body: ['M18 9h64v14H18z', 'M50 29l31 32H62v28H38V61H19z'],
  },
  // Two arrows that change places.
  swapper: {
    body: ['M50 16a32 31 0 1 1-.1 0z', FOOT],
    mark: ['M32 40h33M56 30l10 10-10 9', 'M68 57H35M44 47L34 57l10 9'],
  },
  // The ankh, a sign of life.
  resurrector: {
    body: [
      'M50 10c16 0 23 12 18 25-2 6-6 10-9 13h20v13H58v16H42V61H21V48h20c-3-3-7-7-9-13-5-13 2-25 18-25z',
      FOOT,
    ],
    inner: ['M50 21c7 0 10 6 7 13-2 5-5 8-7 10-2-2-5-5-7-10-3-7 0-13 7-13z'],
  },
  bomb: {
    body: ['M45 36v-7h13v7a27 27 0 1 1-13 0z', 'M55 29c0-11 9-16 17-12l-3 6c-4-2-7 0-7 6z', 'M78 6l2 8 8-2-5 6 6 6-8 1-1 8-6-6-7 4 3-8-6-6 8-1z'],
    mark: ['M34 62a17 17 0 0 1 12-16'],
  },
  // A ram that moves what is before it.
  pusher: {
    body: ['M16 16h68v15H16z', 'M38 31h24l5 46H33z', FOOT],
    mark: ['M50 68V44', 'M40 53l10-10 10 10'],
  },
  // A magnet that draws what is behind it.
  puller: {
    body: ['M20 17h19v27c0 15 22 15 22 0V17h19v29c0 22-14 31-30 31S20 68 20 46z', FOOT],
    mark: ['M20 30h19', 'M61 30h19'],
  },
  // Arrows both ways: it captures by coming and by going.
  'pushme-pullyu': {
    body: ['M50 8l26 28H62v13h14L50 77 24 49h14V36H24z', FOOT],
    mark: ['M39 42.5h22'],
  },
  // Bow and arrow.
  archer: {
    body: [
      'M50 8l12 18-7-2v24c13-3 23-12 24-26h9c-1 22-15 36-33 38v17H45V60C27 58 13 44 12 22h9c1 14 11 23 24 26V24l-7 2z',
      FOOT,
    ],
  },
  shield: {
    body: ['M50 10q16 9 32 8c2 32-7 54-32 68C25 72 16 50 18 18q16 1 32-8z'],
    mark: ['M50 22v51', 'M27 40h46'],
  },
  // A snow crystal on a column.
  freezer: {
    body: ['M50 10l30 17v34L66 69l4 8H30l4-8-14-8V27z', FOOT],
    mark: ['M50 24v38M34 33l32 20M66 33L34 53'],
  },
  flame: {
    body: [
      'M53 8c3 20 27 26 27 52 0 18-13 28-30 28S20 78 20 60c0-13 8-18 10-30 7 5 9 10 9 16 9-8 14-20 14-38z',
    ],
    inner: ['M51 52c3 9 12 11 12 21 0 7-6 11-13 11s-13-4-13-11c0-8 10-11 14-21z'],
  },
  sniper: {
    body: ['M46 8h8v9c15 2 26 13 28 28h8v8h-8c-2 12-9 20-18 24H36c-9-4-16-12-18-24h-8v-8h8c2-15 13-26 28-28z', FOOT],
    inner: ['M50 43a6 6 0 1 1-.1 0z'],
    mark: ['M50 26v11M50 61v9M27 49h11M62 49h11'],
  },
  airplane: {
    body: [
      'M50 8c5 0 7 8 7 18v7l32 22v10L57 56v17l11 8v7l-18-5-18 5v-7l11-8V56L11 65V55l32-22v-7c0-10 2-18 7-18z',
    ],
  },
  // The rook of chess.
  tower: {
    body: ['M25 18h12v8h7v-8h12v8h7v-8h12v22l-8 7 3 30H30l3-30-8-7z', FOOT],
    mark: ['M36 46h28', 'M34 68h32'],
  },
  boulder: {
    body: ['M34 26l26-6 20 16 6 26-12 24H24L13 62l6-20z'],
    mark: ['M36 42l14-6 10 9', 'M60 66l10-6'],
  },
  snowplow: {
    body: ['M46 35h32q9 0 9 9v27H40z', 'M9 24q34 6 34 27T9 78q14-27 0-54z', 'M53 67a9 9 0 1 1-.1 0zM77 67a9 9 0 1 1-.1 0z'],
  },
  // What it comes up to changes colour.
  converter: {
    body: ['M50 13a37 37 0 1 1-.1 0z'],
    inner: ['M50 13a37 37 0 0 1 0 74z'],
    mark: ['M24 50h20M35 40l10 10-10 10'],
  },
  // Shields against fire, flight, frost and conversion.
  salamander: {
    body: [SHIELD],
    inner: ['M51 28c3 10 17 16 17 30 0 11-8 17-18 17s-18-6-18-17c0-12 15-17 19-30z'],
  },
  mole: {
    body: [SHIELD],
    inner: ['M50 26c3 0 5 5 5 11v6l19 13v6l-19-6v10l7 6v4l-12-3-12 3v-4l7-6V56l-19 6v-6l19-13v-6c0-6 2-11 5-11z'],
  },
  runner: {
    body: [SHIELD],
    mark: ['M50 28v42M32 38l36 21M68 38L32 59'],
  },
  loyalist: {
    body: [SHIELD],
    inner: ['M50 29a20 20 0 0 1 0 40z'],
    mark: ['M50 29a20 20 0 1 1-.1 0z'],
  },
  // A shield for the letter of any other piece.
  letter: {
    body: [SHIELD],
  },
};

/** Those of pieces that look like chess pieces in the set that follows the customs of players. */
const CHESSLIKE = {
  // A crown that turns its back: the arrow leads away from what it captures.
  withdrawer: {
    body: ['M32 77L17 27l16 11 17-21 17 21 16-11-15 50z', FOOT],
    mark: ['M50 40v25', 'M40 56l10 10 10-10'],
  },
  // The horse of the chess knight, which leaps.
  'long-leaper': {
    body: [
      'M30 77c-1-14 13-21 14-31-6 5-12 6-17 12-3 3-10 1-10-5 0-8 10-19 15-29l2-12 10 8c23 0 34 20 33 57z',
      FOOT,
    ],
    mark: ['M66 72c2-20-2-33-15-40'],
    inner: ['M37 36a3.5 3.5 0 1 0 .1 0z'],
  },
  // A bishop's mitre in two halves: it is what its victim is.
  chameleon: {
    body: [
      'M50 14a6 6 0 0 1 4 10c13 8 21 22 17 35-1 3-4 5-6 7l3 11H32l3-11c-2-2-5-4-6-7-4-13 4-27 17-35a6 6 0 0 1 4-10z',
      FOOT,
    ],
    inner: ['M50 31v37H38c-3-2-4-4-4-8 0-12 6-22 16-29z'],
    mark: ['M50 30v38'],
  },
  // A rook with a cross on it: file and rank of a corner.
  coordinator: {
    body: ['M25 18h12v8h7v-8h12v8h7v-8h12v22l-8 7 3 30H30l3-30-8-7z', FOOT],
    mark: ['M50 38v32', 'M36 54h28'],
  },
  // The custom is an upside-down rook.
  immobilizer: {
    body: ['M24 14h52v6q0 5-6 5H30q-6 0-6-5z', 'M30 25h40l-3 28 8 8v25H63v-8h-7v8H44v-8h-7v8H25V61l8-8z'],
    mark: ['M50 36v24M39.6 42l20.8 12M60.4 42L39.6 54'],
  },
};

/** @type {any} */ (DRAWINGS).knight = CHESSLIKE['long-leaper'];

/** Pieces that look like others. */
const ALIKE = {
  leaper: 'long-leaper',
  rook: 'tower',
  wizard: 'mage',
  bishop: 'chameleon',
};

/**
 * The name of the drawing of a kind of pieces. Games share names: a pawn that encloses its victims is drawn with jaws,
 * and one that leaps on a spring.
 * @param {{ name: string, does?: string[] }} kind a `KindInfo`
 */
export function drawingOf({ name, does = [] }) {
  if (name !== 'pawn') return name;
  if (does.some((phrase) => phrase.includes('encloses'))) return 'pincer';
  return does.some((phrase) => phrase.includes('leaps over')) ? 'hopper' : name;
}

/**
 * A piece as an SVG group of 100 × 100 units. It holds its drawings and the letter; the attribute
 * `data-pieces` of the document shows one of them.
 * @param {string} name of the drawing, as {@link drawingOf} gives it
 * @param {string} letter of FEN, in any case
 * @param {'w'|'b'} color
 * @returns {SVGGElement}
 */
export function pieceElement(name, letter, color) {
  const group = svg('g', { class: `piece ${color === 'w' ? 'white' : 'black'}` });
  const key = ALIKE[name] ?? name;
  const drawing = Object.hasOwn(DRAWINGS, key) ? DRAWINGS[key] : null;
  const chesslike = CHESSLIKE[key] ?? (key === 'hopper' ? DRAWINGS.pawn : null);
  if (drawing) group.append(draw(drawing, chesslike ? 'drawing sign' : 'drawing'));
  if (chesslike) group.append(draw(chesslike, 'drawing chesslike'));
  const shield = draw(DRAWINGS.letter, drawing ? 'lettering' : 'lettering only');
  const text = svg('text', { class: 'piece-letter', x: 50, y: 62, 'text-anchor': 'middle' });
  text.textContent = letter.toUpperCase();
  shield.append(text);
  group.append(shield);
  return group;
}

/**
 * A piece as a picture of its own.
 * @param {string} [label] its name for screen readers; without it, the picture is hidden from them
 */
export function pieceIcon(name, letter, color, label = '') {
  const icon = svg('svg', { viewBox: '6 6 88 88', class: 'piece-icon' });
  if (label) {
    icon.setAttribute('role', 'img');
    icon.setAttribute('aria-label', label);
  } else {
    icon.setAttribute('aria-hidden', 'true');
  }
  icon.append(pieceElement(name, letter, color));
  return icon;
}

/** An element of SVG. */
export function svg(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function draw({ body, mark = [], inner = [] }, name) {
  const group = svg('g', { class: name });
  for (const d of body) group.append(svg('path', { class: 'piece-body', d }));
  if (inner.length) group.append(svg('path', { class: 'piece-inner', d: inner.join('') }));
  if (mark.length) group.append(svg('path', { class: 'piece-mark', d: mark.join('') }));
  return group;
}
