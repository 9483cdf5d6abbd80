/** The rooms that this browser has been in as a player: their secrets are kept here only. */

import { newId } from '../shelf.js';
import { load, store } from '../storage.js';

/** Rooms that are kept; the oldest ones beyond are forgotten. */
export const MAX_KNOWN = 100;
const SECRET = '[0-9a-f]{32}';

/**
 * A room in which a seat is ours.
 *
 * @typedef {object} KnownRoom
 * @property {string} key the invitation, which is also the room's address
 * @property {string} seat the secret of the seat
 * @property {string|null} watch the secret of those who watch, known to who made the room
 * @property {string} id of its games on the shelf
 */

/**
 * The secret in an address of a room; null if it is none.
 * @param {string} hash
 */
export function roomOf(hash) {
  return hash.match(new RegExp(`^#/room/(${SECRET})(?:\\?|$)`))?.[1] ?? null;
}

/** The address of a room by one of its secrets. */
export function roomLink(key, seat = null) {
  return new URL(`#/room/${key}${seat ? `?seat=${seat}` : ''}`, location.href).href;
}

/** The secret of a seat in an address, if one stands there. */
export function seatIn(hash) {
  return hash.match(new RegExp(`[?&]seat=(${SECRET})$`))?.[1] ?? null;
}

/**
 * The secrets by which the room of the address can be entered, the best one first: no link takes the place of a seat that
 * is known.
 * @param {string} key
 */
export function secretsOf(key) {
  return [knownRoom(key)?.seat, seatIn(location.hash), key].filter(Boolean);
}

/**
 * Keeps the secret by which a player has entered a room, and takes it out of the address, which may be shown to others.
 * If the browser keeps nothing, it stays there.
 */
export function keepSeat(key, seat) {
  const isKept = knownRoom(key)?.seat === seat || keepRoom({ key, seat });
  if (isKept && seatIn(location.hash)) history.replaceState(null, '', `#/room/${key}`);
}

/**
 * All known rooms, the last one first.
 * @returns {KnownRoom[]}
 */
export function knownRooms() {
  return load('rooms', []).filter((room) => ['key', 'seat', 'id'].every((name) => typeof room?.[name] === 'string'));
}

/** @param {string} key */
export function knownRoom(key) {
  return knownRooms().find((room) => room.key === key) ?? null;
}

/**
 * Keeps a room in place of what was known of it.
 * @param {{ key: string, seat: string, watch?: string|null, id?: string }} room
 * @returns {boolean} whether it is kept
 */
export function keepRoom({ key, seat, watch = null, id = newId() }) {
  const old = knownRoom(key);
  const others = knownRooms().filter((room) => room.key !== key);
  store('rooms', [{ key, seat, watch: watch ?? old?.watch ?? null, id: old?.id ?? id }, ...others].slice(0, MAX_KNOWN));
  return knownRoom(key)?.seat === seat;
}

/** @param {string} key */
export function forgetRoom(key) {
  store('rooms', knownRooms().filter((room) => room.key !== key));
}

/** A new secret of 128 bits. */
export function newSecret() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
