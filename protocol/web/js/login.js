/** The token for which a server may ask: it is in the link that the server has printed. */

import { el } from './dom.js';

const LOGIN = new URL('/login', location.href);

/** Brings a token to the server, which answers with a cookie, or asks whether it has given one. */
async function isLetIn(token = '') {
  const { status } = await fetch(LOGIN, { method: 'POST', body: token });
  return status !== 401;
}

/** Brings the token of a link to the server, and takes it out of the address. Returns whether there is one. */
export async function bringToken(link = location.href) {
  const [, token] = new URL(link).hash.match(/^#token=(\w+)$/) ?? [];
  if (!token) return false;
  history.replaceState(null, '', location.pathname);
  // Without a connection the page tries again, and asks.
  await isLetIn(token).catch(() => {});
  return true;
}

// The link may be opened where the page is open already.
addEventListener('hashchange', async ({ newURL }) => {
  if (await bringToken(newURL)) location.reload();
});

/** Asks the user for the token if the server has refused the page for want of it. Returns whether it has. */
export async function askForToken() {
  // Without a connection nobody knows.
  if (await isLetIn().catch(() => true)) return false;
  const error = el('p.form-error', { role: 'alert' });
  const input = el('input', { type: 'password', id: 'token', autocomplete: 'off', required: true });
  const submit = async (event) => {
    event.preventDefault();
    const [token] = input.value.trim().match(/\w*$/);
    try {
      if (await isLetIn(token)) location.reload();
      else error.textContent = 'This is not the token.';
    } catch {
      error.textContent = 'There is no connection to the server.';
    }
  };
  const form = el('form.entry', { onsubmit: submit },
    el('label', { for: 'token' }, 'Token'),
    el('div.entry-row', {}, input, el('button.button.primary', { type: 'submit' }, 'Enter'),
      // Guests of a room need none there.
      history.length > 1 && el('button.button', { onclick: () => history.back() }, 'Back')),
    error);
  const dialog = el('dialog.dialog', { 'aria-label': 'Token', oncancel: (event) => event.preventDefault() },
    el('div.dialog-body', {},
      el('p', {}, 'This server asks for a token. Open the link that “baroque serve” has printed, or enter the token at its end.'),
      form));
  document.body.append(dialog);
  dialog.showModal();
  return true;
}
