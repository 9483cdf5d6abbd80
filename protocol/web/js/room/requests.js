/** What is asked of the server's rooms without being in one. */

import { keepRoom, newSecret } from './keys.js';

/**
 * Makes a room, and keeps the secret of its maker's seat.
 * @param {object} setup as the topic `serve` describes it
 * @returns {Promise<string>} the secret of its address
 */
export async function makeRoom(setup) {
  const { seat, invitation, watch } = await post('/rooms', setup);
  keepRoom({ key: invitation, seat, watch });
  return invitation;
}

/**
 * Takes the seat of an invitation.
 * @returns {Promise<string>} its secret
 */
export async function takeSeat(invitation) {
  const seat = newSecret();
  try {
    await post('/rooms/seat', { invitation, seat });
  } catch (error) {
    if (error instanceof RefusalError) throw error;
    // The answer may be lost on its way; asking again does no harm.
    await post('/rooms/seat', { invitation, seat });
  }
  keepRoom({ key: invitation, seat });
  return seat;
}

/**
 * How rooms are, to who knows a secret of each; null for those that are not there.
 * @param {string[]} secrets at most 20
 * @returns {Promise<(import('./game.js').RoomInfo|null)[]>}
 */
export async function lookAt(secrets) {
  return (await post('/rooms/look', { secrets })).rooms;
}

/** The server refuses. */
class RefusalError extends Error {}

async function post(path, message) {
  const answer = await fetch(new URL(path, location.href), {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(message),
  });
  if (!answer.ok) throw new RefusalError((await answer.text()).trim() || `the server answers ${answer.status}`);
  return answer.json();
}
