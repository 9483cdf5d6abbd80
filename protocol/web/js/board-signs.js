/** Signs on squares. Each is told from the others by its form, not only by its colour. */

import { UNIT } from './geometry.js';
import { svg } from './pieces.js';

const HALF = UNIT / 2;

/** A cross over a piece that is or would be removed. */
export function cross({ x, y }, cssClass) {
  const isSmall = cssClass.includes('here');
  const [low, high] = isSmall ? [74, 94] : [18, 82];
  const d = `M${x + low} ${y + low}L${x + high} ${y + high}M${x + high} ${y + low}L${x + low} ${y + high}`;
  const group = svg('g', { class: `cross ${cssClass}` });
  group.append(svg('path', { class: 'cross-edge', d }), svg('path', { class: 'cross-line', d }));
  return group;
}

/** The ice on which a frozen piece stands. */
export function hatch({ x, y }) {
  const lines = [20, 40, 60, 80, 100].map((at) => `M${x} ${y + at}L${x + at} ${y}`);
  const rest = [20, 40, 60, 80].map((at) => `M${x + at} ${y + UNIT}L${x + UNIT} ${y + at}`);
  const group = svg('g', { class: 'mark frozen' });
  group.append(
    svg('rect', { x, y, width: UNIT, height: UNIT }),
    svg('path', { d: [...lines, ...rest].join('') }),
  );
  return group;
}

/** The badge of a frozen piece. */
export function snowflake({ x, y }) {
  const group = svg('g', { class: 'snowflake', transform: `translate(${x + 82} ${y + 18})` });
  group.append(
    svg('circle', { r: 16 }),
    svg('path', { d: 'M0-11V11M-9.5-5.5L9.5 5.5M9.5-5.5L-9.5 5.5M-3.5-9.5L0-6l3.5-3.5M-3.5 9.5L0 6l3.5 3.5' }),
  );
  return group;
}

/** Marks a square that the selected piece can go to. */
export function targetSign({ x, y }, { isOwn, isCapture, isSpecial, hasPiece }) {
  const classes = ['target', isCapture && 'captures', isSpecial && 'special', isOwn && 'own'];
  const group = svg('g', { class: classes.filter(Boolean).join(' ') });
  const [cx, cy] = [x + HALF, y + HALF];
  if (isOwn) {
    // The piece would leave the board.
    const badge = svg('g', { transform: `translate(${x + 82} ${y + 82})` });
    badge.append(svg('circle', { r: 17 }), svg('path', { d: 'M-7-7L7 7M7-7L-7 7' }));
    group.append(badge);
  } else if (hasPiece) {
    group.append(svg('circle', { class: 'target-ring', cx, cy, r: 44 }));
  } else {
    group.append(svg('circle', { class: 'target-dot', cx, cy, r: isCapture ? 13 : 14 }));
    if (isCapture) group.append(svg('circle', { class: 'target-halo', cx, cy, r: 26 }));
  }
  return group;
}

/** An arrow between squares, or a circle on one. */
export function arrow(from, to, color) {
  const cssClass = `shape ${color}`;
  const [x1, y1, x2, y2] = [from.x + HALF, from.y + HALF, to.x + HALF, to.y + HALF];
  if (x1 === x2 && y1 === y2) return svg('circle', { class: cssClass, cx: x1, cy: y1, r: 45 });
  const length = Math.hypot(x2 - x1, y2 - y1);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const end = length - 12;
  const d = `M26-7H${end - 34}V-24L${end} 0L${end - 34} 24V7H26A7 7 0 0 1 26-7Z`;
  return svg('path', { class: `${cssClass} arrow`, d, transform: `translate(${x1} ${y1}) rotate(${angle})` });
}

/** The sign of a piece that could be captured: an own one, or one of the other side. */
export function dangerSign({ x, y }, isOwn) {
  const group = svg('g', { class: `danger-sign ${isOwn ? 'own' : 'theirs'}`, transform: `translate(${x + 19} ${y + 80})` });
  const [plate, sign] = isOwn ? ['M0-17L18 14H-18Z', 'M0-6V4M0 9V9.1'] : ['M0-15L15 0 0 15-15 0Z', 'M-6 0H6M0-6V6'];
  group.append(svg('path', { class: 'danger-plate', d: plate }), svg('path', { class: 'danger-mark', d: sign }));
  return group;
}

/**
 * How a piece could be captured: an arrow for the move, broken lines from where it ends and from the pieces that help
 * to the victim, and a circle around that.
 * @param {Message.ThreatInfo} threat
 * @param {(square: string) => {x: number, y: number}} place
 */
export function attackLines({ by, via, to, victim, helpers }, place) {
  const stops = [by, via, to].filter(Boolean).filter((square, i, all) => square !== all[i - 1]);
  const way = stops.slice(1).map((square, i) => arrow(place(stops[i]), place(square), 'attack'));
  const ends = [to, ...helpers].filter((square) => square !== victim);
  const lines = ends.map((square) => line('shape-line', place(square), place(victim)));
  const around = helpers.map((square) => arrow(place(square), place(square), 'helper'));
  return [...lines, ...way, ...around, arrow(place(victim), place(victim), 'attack')];
}

/** What a move to a square would remove elsewhere. */
export function victimLink(from, to) {
  const ring = svg('circle', { class: 'victim-ring', cx: to.x + HALF, cy: to.y + HALF, r: 42 });
  return [line('victim-link', from, to), ring];
}

function line(cssClass, from, to) {
  return svg('line', { class: cssClass, x1: from.x + HALF, y1: from.y + HALF, x2: to.x + HALF, y2: to.y + HALF });
}
