/** The clocks of a game. */

import { Emitter } from '../emitter.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Below this many milliseconds, tenths of seconds are shown. */
const TENTHS_BELOW = 20_000;

/**
 * Clocks of both sides, in milliseconds. Emits `tick` while one runs and `flag`, whose `detail` is
 * the side, when its time is over.
 */
export class GameClock extends Emitter {
  /** @param {{ base: number, increment: number, w?: number, b?: number }} time */
  constructor({ base, increment, w = base, b = base }) {
    super();
    this.base = base;
    this.increment = increment;
    this.left = { w, b };
    this.running = null;
    this.timer = null;
  }

  /** Lets the clock of a side run, or none. */
  run(side) {
    this.#take();
    this.running = side;
    this.since = performance.now();
    clearInterval(this.timer);
    if (side) this.timer = setInterval(() => this.#tick(), 100);
    this.emit('tick');
  }

  /** Stops the clock of a side that has moved, and adds the increment. */
  press(side) {
    const ran = this.running === side;
    this.run(null);
    if (ran) this.left[side] += this.increment;
    this.emit('tick');
  }

  /** What is left to a side now. */
  remaining(side) {
    const spent = this.running === side ? performance.now() - this.since : 0;
    return Math.max(0, this.left[side] - spent);
  }

  /** What {@link GameClock}'s constructor takes. */
  toSaved() {
    const { base, increment } = this;
    return { base, increment, w: this.remaining('w'), b: this.remaining('b') };
  }

  #take() {
    if (this.running) this.left[this.running] = this.remaining(this.running);
  }

  #tick() {
    const side = this.running;
    if (this.remaining(side) === 0) {
      this.run(null);
      this.emit('flag', side);
    }
    this.emit('tick');
  }
}

/** `4:59`, `1:02:03`, `0:09.8`, `2 d 5 h` */
export function clockText(ms) {
  if (ms >= 2 * DAY) return `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / HOUR)} h`;
  const isShort = ms < TENTHS_BELOW;
  const tenths = Math.ceil(ms / 100);
  const seconds = isShort ? tenths / 10 : Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = isShort ? (seconds % 60).toFixed(1).padStart(4, '0') : String(seconds % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
