/** Events with a name and a detail. */

/** Emits events to those who listen. */
export class Emitter extends EventTarget {
  /**
   * @param {string} name
   * @param {any} [detail]
   */
  emit(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /**
   * Listens.
   * @param {string} name
   * @param {(detail: any) => void} act
   * @param {AddEventListenerOptions} [options]
   */
  on(name, act, options) {
    this.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail), options);
  }
}
