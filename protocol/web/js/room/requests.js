/** What is asked of the server's rooms without being in one. */

import { forgetRoom, keepRoom, knownRoom, newSecret, roomLink } from './keys.js';

/**
 * Makes a room, and keeps the secret of its maker's seat.
 * @param {Room.Setup} setup as the topic `serve` describes it
 * @returns {Promise<string>} its address for the maker
 */
export async function makeRoom(setup) {
  const { seat, invitation, watch } = await post('/rooms', setup);
  const isKept = keepRoom({ key: invitation, seat, watch });
  return roomLink(invitation, isKept ? null : seat);
}

/**
 * Takes the seat of an invitation.
 * @returns {Promise<string>} the address of the room for its guest
 */
export async function takeSeat(invitation) {
  // Kept before it is asked for: should the answer be lost, asking again with the same secret does no harm.
  const seat = knownRoom(invitation)?.seat ?? newSecret();
  const isKept = keepRoom({ key: invitation, seat });
  const take = () => post('/rooms/seat', { invitation, seat });
  try {
    await take().catch((error) => (error instanceof RefusalError ? Promise.reject(error) : take()));
  } catch (error) {
    // Somebody else sits there.
    if (error instanceof RefusalError && error.status === 409) forgetRoom(invitation);
    throw error;
  }
  return roomLink(invitation, isKept ? null : seat);
}

/** Whether the server keeps rooms; null if it cannot be asked. */
export async function hasRooms() {
  try {
    await post('/rooms/look', { secrets: [] });
    return true;
  } catch (error) {
    return error instanceof RefusalError ? false : null;
  }
}

/**
 * How rooms are, to who knows a secret of each; null for those that are not there.
 * @param {string[]} secrets at most 20
 * @returns {Promise<(Room.RoomInfo|null)[]>}
 */
export async function lookAt(secrets) {
  return (await post('/rooms/look', { secrets })).rooms;
}

/** The server refuses, and will not do otherwise when it is asked again. */
class RefusalError extends Error {
  constructor(why, status) {
    super(why);
    this.status = status;
  }
}

async function post(path, message) {
  const answer = await fetch(new URL(path, location.href), {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(message),
  });
  if (answer.ok) return answer.json();
  const why = (await answer.text()).trim();
  // A proxy answers in the place of a server that is not there.
  if (answer.status >= 500) throw new Error(`the server answers ${answer.status}`);
  throw new RefusalError(why || `the server answers ${answer.status}`, answer.status);
}
