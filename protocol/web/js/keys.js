/** The keys of a route. */

/**
 * Calls actions for keys that nothing else on the page wants.
 * @param {Object<string, () => void>} actions by `KeyboardEvent.key`
 * @returns {() => void} ends it
 */
export function listenToKeys(actions) {
  const listen = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actions[event.key];
    if (!action || isTaken(event)) return;
    event.preventDefault();
    action();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}

/** Whether the key means something to the element that has the focus. */
function isTaken({ target, key }) {
  if (target.closest('input:not([type=checkbox]), textarea, select, dialog, [contenteditable]')) return true;
  // A move that is chosen again does nothing, so Space is free there.
  return key === ' ' && target.closest('button:not(.move), summary, a, input') !== null;
}
