// A server with rooms, and the people who meet there.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { SIZES, World } from './browser.mjs';
import { newGame } from './player.mjs';
import { startServer } from './program.mjs';

export class House {
  constructor() {
    this.folder = mkdtemp(join(tmpdir(), 'baroque-rooms-'));
    this.world = new World(() => this.serve());
    after(async () => rm(await this.folder, { recursive: true }));
  }

  /** Starts a server on the rooms that were there before. */
  async serve(port = 0, ...options) {
    return startServer(port, '--rooms', '--data', join(await this.folder, 'rooms.redb'), ...options);
  }

  /** A test of two people with browsers of their own; `options` are those of `World.page`. */
  two(run, options = {}) {
    return this.world.page(async (maker) => {
      const errors = [];
      await this.withPage(async (guest) => {
        guest.on('pageerror', (error) => errors.push(error.stack ?? String(error)));
        await run(maker, guest);
      }, { viewport: SIZES.phone });
      assert.deepEqual(errors, [], 'the page of the guest reports errors');
    }, options);
  }

  /** Somebody else, with a browser of their own. */
  async withPage(run, options = {}) {
    const context = await this.world.browser.newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(10_000);
    try {
      await run(await context.newPage(), context);
    } finally {
      await context.close();
    }
  }

  /** Makes a room and lets the guest take the seat. */
  async meet(maker, guest, game) {
    await newGame(maker, { human: 'afar', ...game });
    await maker.getByText('Send this link to whom you want to play with.').waitFor();
    await guest.goto(await link(maker, 'Invitation'));
    await guest.getByRole('button', { name: 'Take the seat' }).click();
    await seated(guest);
    await seated(maker);
  }
}

/** The field of a link. */
export function link(page, label) {
  return page.getByLabel(label, { exact: true }).inputValue();
}

/** Waits until both players are there. */
export async function seated(page) {
  await page.getByRole('region', { name: 'Chat' }).waitFor();
}
