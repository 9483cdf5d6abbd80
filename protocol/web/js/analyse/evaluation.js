/** Scores and expected scores, and the marks of moves. */

import { colorName } from '../geometry.js';

/**
 * What an engine or a result says of a position, all for White.
 *
 * @typedef {object} Evaluation
 * @property {number} expected expected score from 0 to 1
 * @property {Message.LineInfo['score']|null} score null at the end of the game
 * @property {string} text `+0.35`, `#5`, `1–0`
 * @property {number} depth
 * @property {[string, string][]} pv moves as UCI text and as readable text
 */

/** The marks that a review gives, the heaviest first. */
export const MARKS = [
  { nag: 4, sign: '??', title: 'Blunders' },
  { nag: 2, sign: '?', title: 'Mistakes' },
  { nag: 6, sign: '?!', title: 'Inaccuracies' },
];

/** The numeric annotation glyphs that the page can set, in the order of its buttons: sign, and what it means. */
export const NAGS = new Map([
  [3, ['!!', 'brilliant move']],
  [1, ['!', 'good move']],
  [5, ['!?', 'interesting move']],
  [6, ['?!', 'inaccuracy']],
  [2, ['?', 'mistake']],
  [4, ['??', 'blunder']],
]);

/**
 * The evaluation of a line.
 * @param {Message.LineInfo} line
 * @returns {Evaluation}
 */
export function ofLine({ expected, score, depth, pv }) {
  return { expected, score, text: scoreText(score), depth, pv };
}

/**
 * The evaluation of the end of a game.
 * @param {Message.EndInfo} end
 * @returns {Evaluation}
 */
export function ofEnd({ winner }) {
  const known = { w: { expected: 1, text: '1–0' }, b: { expected: 0, text: '0–1' } };
  return { ...(known[winner] ?? { expected: 0.5, text: '½–½' }), score: null, depth: 0, pv: [] };
}

/** A result of PGN as people write it: `1–0`, `½–½`. */
export function resultText(result) {
  return result.replace('1/2-1/2', '½-½').replace('-', '–');
}

/**
 * How a game ended, in a sentence.
 * @param {Message.EndInfo} end
 */
export function endText(end) {
  const who = end.winner ? `${colorName(end.winner)} wins` : 'A draw';
  return `${who}: ${reasonText(end)}.`;
}

/**
 * How a game ended for who moves the pieces of a side.
 * @param {Message.EndInfo|{ winner: string|null }} end
 * @param {'w'|'b'|'both'|null} human
 */
export function outcomeText({ winner }, human) {
  if (!winner) return 'Draw';
  if (human !== 'w' && human !== 'b') return `${colorName(winner)} wins`;
  return winner === human ? 'You win' : 'You lose';
}

/** Why a game ended; what chess players do not expect is said. */
export function reasonText({ winner, reason }) {
  return winner && reason === 'stalemate' ? 'stalemate: who cannot move loses' : reason;
}

/**
 * A score for White as people write it: `+0.35`, `−1.20`, `#3`, `−#3`.
 * @param {Message.LineInfo['score']} score
 */
function scoreText(score) {
  if ('mate' in score) return `${score.mate < 0 ? '−' : ''}#${Math.abs(score.mate)}`;
  const pawns = (Math.abs(score.cp) / 100).toFixed(2);
  if (pawns === '0.00') return '0.00';
  return `${score.cp < 0 ? '−' : '+'}${pawns}`;
}

/** Accuracy of a move from 0 to 100 as Lichess computes it from the loss of expected score. */
function accuracyOfMove(loss) {
  return Math.min(100, Math.max(0, 103.1668 * Math.exp(-0.04354 * loss * 100) - 3.1669));
}

/** Mean accuracy of a side's moves; null without moves. */
export function accuracyOf(losses) {
  if (!losses.length) return null;
  return losses.reduce((sum, loss) => sum + accuracyOfMove(loss), 0) / losses.length;
}

/** A number of nodes: `870`, `12 k`, `3.4 M`. */
export function countText(count) {
  if (count < 1000) return `${Math.round(count)}`;
  if (count < 1e6) return `${Math.round(count / 1000)} k`;
  return `${(count / 1e6).toFixed(1)} M`;
}

/** A share as a whole percentage. */
export function percentText(share) {
  return `${Math.round(share * 100)} %`;
}
