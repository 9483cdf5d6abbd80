/** Where the keyboard is: kept near where it was, and groups of controls that are one stop. */

const FOCUSABLE = 'button:not(:disabled), a[href], summary, h1, h2, [tabindex]:not([tabindex="-1"])';

/**
 * Keeps the keyboard's place. A control that goes away, or is disabled, would send it to the top of the page: it goes to
 * what is nearest instead, and back to a control that was only disabled for a while.
 */
export function keepPlace() {
  /** The element that last had the focus, and those around it. */
  let around = [];
  addEventListener('focusin', ({ target }) => {
    around = [];
    for (let element = target; element instanceof Element; element = element.parentElement) around.push(element);
  });
  const isThere = (element) => element.isConnected && !element.matches(':disabled') && isSeen(element);
  const isLost = () => document.activeElement === null || document.activeElement === document.body;
  // Who leaves something that is still there does so on purpose.
  addEventListener('focusout', () => requestAnimationFrame(() => {
    if (isLost() && around.length && isThere(around[0])) around = [];
  }));
  const check = () => {
    const [last] = around;
    if (!last || !isLost()) return;
    if (isThere(last)) last.focus({ preventScroll: true });
    else if (!last.isConnected || !isSeen(last)) nearest(around)?.focus({ preventScroll: true });
  };
  // What takes the place of something comes in the same moment, and may take the focus itself.
  const checkSoon = () => requestAnimationFrame(check);
  const changes = { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden', 'open'] };
  new MutationObserver(checkSoon).observe(document.body, changes);
}

/** The first thing with a focus in the innermost element that is still there. */
function nearest([, ...around]) {
  for (const inner of around.filter((each) => each.isConnected && isSeen(each))) {
    // What is above all parts of the page is not near.
    const element = inner === document.body ? document.querySelector('main:not([hidden])') ?? inner : inner;
    const [first] = [...element.querySelectorAll(FOCUSABLE)].filter(isSeen);
    if (!(first instanceof HTMLElement)) continue;
    if (/^H[12]$/.test(first.tagName)) first.tabIndex = -1;
    return first;
  }
  return null;
}

function isSeen(element) {
  return element.getClientRects().length > 0;
}

/**
 * Makes the controls of a group one stop of the Tab key: the arrow keys, Home and End go through them.
 * @param {HTMLElement} group
 * @param {string} selector of the controls
 * @returns {(current?: HTMLElement) => void} to be called when the controls have changed, with the one to stop at
 */
export function oneStop(group, selector) {
  const all = () => /** @type {HTMLElement[]} */ ([...group.querySelectorAll(selector)]);
  const stopAt = (current = all()[0]) => {
    for (const control of all()) control.tabIndex = control === current ? 0 : -1;
  };
  group.addEventListener('focusin', ({ target }) => target instanceof HTMLElement && target.matches(selector) && stopAt(target));
  group.addEventListener('keydown', (event) => {
    const controls = all();
    const at = controls.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: controls.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    controls[Math.min(controls.length - 1, Math.max(0, to))].focus();
  });
  return stopAt;
}
