// Rooms, and a guest whose network breaks or whose computer sleeps: a relay stands between the guest and the server.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { House, link, seated } from './house.mjs';
import { click, newGame, played } from './player.mjs';

/** Carries what the guest and the server send each other. */
class Relay {
  /** Pairs of sockets. */
  #pairs = new Set();
  /** Whether new connections are let through. */
  isOpen = true;

  async start() {
    this.server = createServer((guest) => {
      if (!this.isOpen) return guest.resetAndDestroy();
      const pair = [guest, connect(this.target, '127.0.0.1')];
      this.#pairs.add(pair);
      for (const [index, socket] of pair.entries()) {
        const other = pair[1 - index];
        socket.on('error', () => {}).on('close', () => {
          other.destroy();
          this.#pairs.delete(pair);
        });
        socket.pipe(other);
      }
    });
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = this.server.address().port;
    return this;
  }

  /** Breaks all connections, and lets none through. */
  cut() {
    this.isOpen = false;
    for (const [guest] of this.#pairs) guest.resetAndDestroy();
  }

  /** Carries nothing any more on the connections that there are, which neither side is told. */
  silence() {
    for (const [guest, server] of this.#pairs) {
      guest.unpipe().pause();
      server.unpipe().pause();
    }
  }

  close() {
    this.cut();
    this.server.close();
  }
}

class RelayedHouse extends House {
  async serve() {
    this.relay = await new Relay().start();
    const { url, stop } = await super.serve(0, '--host', `127.0.0.1:${this.relay.port}`);
    this.relay.target = Number(url.port);
    const stopBoth = async () => {
      this.relay.close();
      await stop();
    };
    return { url, stop: stopBoth };
  }

  /** The maker is beside the server, the guest behind the relay. */
  async meet(maker, guest) {
    await newGame(maker, { human: 'afar', family: 'Rococo', clock: '10+5' });
    const invitation = new URL(await link(maker, 'Invitation'));
    invitation.port = this.relay.port;
    await guest.goto(invitation.href);
    await guest.getByRole('button', { name: 'Take the seat' }).click();
    for (const page of [guest, maker]) await seated(page);
  }
}

const house = new RelayedHouse();
const two = (...test) => house.two(...test);

test('a connection breaks, and what happened meanwhile is seen after it', two(async (maker, guest) => {
  await house.meet(maker, guest);
  const { relay } = house;
  relay.cut();
  await click(maker, 'b2', 'b3');
  await played(maker, 1);
  await guest.getByRole('status').getByText('Reconnecting…').waitFor();
  relay.isOpen = true;
  await played(guest, 1);
  // One that breaks in the middle of a move.
  await click(guest, 'b7', 'b6');
  relay.cut();
  relay.isOpen = true;
  for (const page of [maker, guest]) await played(page, 2);
}));

test('a computer that slept finds its connection dead and makes another one', two(async (maker, guest) => {
  await house.meet(maker, guest);
  house.relay.silence();
  await click(maker, 'b2', 'b3');
  await played(maker, 1);
  // It wakes, and gives the answer to a question some seconds.
  await guest.clock.install();
  await guest.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await guest.clock.fastForward(11_000);
  await played(guest, 1);
  await click(guest, 'b7', 'b6');
  for (const page of [maker, guest]) await played(page, 2);
  assert.equal(await guest.getByRole('status').getByText('Reconnecting…').count(), 0);
}));
