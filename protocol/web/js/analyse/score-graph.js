/** The course of a game as a curve of White's expected score. */

import { percentText } from './evaluation.js';
import { svg } from '../pieces.js';

const WIDTH = 600;
const HEIGHT = 120;

/**
 * A graph over the moves of a line, which selects the move that is clicked. It is a slider for
 * assistive technology: the arrow keys of the page move it.
 */
export class ScoreGraph {
  /**
   * @param {HTMLElement} container
   * @param {(index: number) => void} onPick is given the number of moves before the chosen position
   */
  constructor(container, onPick) {
    this.onPick = onPick;
    this.count = 0;
    this.root = svg('svg', {
      class: 'score-graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none',
      role: 'slider', tabindex: 0, 'aria-label': 'White’s expected score, move by move', 'aria-valuemin': '0',
    });
    this.root.addEventListener('pointerdown', (event) => this.#startDrag(event));
    this.root.addEventListener('pointermove', (event) => event.buttons & 1 && this.#pick(event));
    container.append(this.root);
  }

  /**
   * @param {({ expected: number, label: string, nag?: number }|null)[]} points one for
   *   each position, null where none is known
   * @param {number} current index of the shown position, −1 if it is not on the line
   */
  show(points, current) {
    this.count = points.length;
    const x = (index) => (points.length > 1 ? (index / (points.length - 1)) * WIDTH : WIDTH / 2);
    const y = ({ expected }) => HEIGHT - 3 - expected * (HEIGHT - 6);
    const shapes = [svg('rect', { class: 'graph-back', width: WIDTH, height: HEIGHT })];
    for (const [start, run] of runsOf(points)) shapes.push(...curve(run, start, x, y));
    shapes.push(line('graph-middle', 0, HEIGHT / 2, WIDTH, HEIGHT / 2));
    points.forEach((point, index) => point?.nag && shapes.push(dot(x(index), y(point), point.nag)));
    if (current >= 0) shapes.push(line('graph-current', x(current), 0, x(current), HEIGHT));
    this.root.replaceChildren(...shapes);
    this.#describe(points, current);
  }

  #describe(points, current) {
    const point = points[current];
    this.root.setAttribute('aria-valuemax', Math.max(0, points.length - 1));
    this.root.setAttribute('aria-valuenow', Math.max(0, current));
    const share = point ? percentText(point.expected) : 'not searched';
    this.root.setAttribute('aria-valuetext', current < 0 ? 'in a variation' : `${point?.label ?? `move ${current}`}: ${share}`);
  }

  #startDrag(event) {
    this.root.setPointerCapture(event.pointerId);
    this.#pick(event);
  }

  #pick(event) {
    const { left, width } = this.root.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
    if (this.count > 1) this.onPick(Math.round(share * (this.count - 1)));
  }
}

/** The runs of known points with the index of their first. */
function runsOf(points) {
  const runs = [];
  points.forEach((point, index) => {
    if (!point) return;
    if (points[index - 1] && runs.length) runs.at(-1)[1].push(point);
    else runs.push([index, [point]]);
  });
  return runs;
}

function curve(run, start, x, y) {
  const corners = run.map((point, i) => `${x(start + i).toFixed(1)},${y(point).toFixed(1)}`);
  const [first, last] = [x(start), x(start + run.length - 1)].map((value) => value.toFixed(1));
  return [
    svg('path', { class: 'graph-area', d: `M${first},${HEIGHT} L${corners.join(' L')} L${last},${HEIGHT} Z` }),
    svg('polyline', { class: 'graph-line', points: corners.join(' ') }),
  ];
}

function line(className, x1, y1, x2, y2) {
  return svg('line', { class: className, x1, y1, x2, y2 });
}

/** A zero-length line with a round cap stays a circle however the graph is stretched. */
function dot(x, y, nag) {
  return svg('line', { class: `graph-dot nag-${nag}`, x1: x, y1: y, x2: x, y2: y });
}
