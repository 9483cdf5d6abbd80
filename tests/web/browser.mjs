// The browser of the tests, and pages in it that must not report errors.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { startServer } from './program.mjs';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
/** A name under which the browser reaches this machine. */
export const OTHER_NAME = 'baroque.test';
/** Where it finds what that name serves over HTTPS. */
export const HTTPS_PORT = 1443;
const FLAGS = [
  // Tests run as root in containers, without a graphics card, and need nothing from the network.
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
  // A name that, unlike those of this machine, makes no secure context; with HTTPS, behind a proxy, it does.
  `--host-resolver-rules=MAP ${OTHER_NAME}:443 127.0.0.1:${HTTPS_PORT},MAP ${OTHER_NAME} 127.0.0.1`,
  '--ignore-certificate-errors',
];
/** Milliseconds for anything on the page to come true. The debug build is slow, and machines are busy. */
const PATIENCE = 10_000;
export const SIZES = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
};

export function launch() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** A browser and a server for all tests of a file. */
export class World {
  /** @param {() => Promise<{ url: URL, stop: () => Promise<void> }>} start what serves the page */
  constructor(start = startServer) {
    before(async () => {
      this.server = await start();
      this.browser = await launch();
    });
    after(async () => {
      await this.browser?.close();
      await this.server?.stop();
    });
  }

  get url() {
    return this.server.url;
  }

  /**
   * A test on a page of a browser that has never been here.
   * @param {(page: import('playwright-core').Page, t: import('node:test').TestContext) => Promise<void>} run
   * @param {object} [options]
   * @param {string} [options.hash] where the page begins
   * @param {RegExp} [options.expected] errors that belong to the test
   * @param {object} [options.context] of Playwright's `newContext`
   * @param {() => void} [options.init] what each page does before its scripts
   * @param {boolean} [options.analyses] whether the engine of the analysis is on, which takes the time of other tests
   */
  page(run, { hash = '', expected = null, context: more = {}, init = null, analyses = false } = {}) {
    return async (t) => {
      const context = await this.browser.newContext({ viewport: SIZES.desktop, reducedMotion: 'reduce', ...more });
      context.setDefaultTimeout(PATIENCE);
      if (!analyses) await context.addInitScript(switchEngineOff);
      if (init) await context.addInitScript(init);
      const reported = [];
      context.on('page', (page) => this.#watch(page, reported));
      let errors;
      try {
        const page = await context.newPage();
        await page.goto(new URL(hash, this.url).href);
        await run(page, t);
      } finally {
        const shown = await Promise.all(context.pages().map((page) => page.locator('.toast.error p').allTextContents()));
        await context.close();
        errors = [...reported, ...shown.flat()].filter((error) => !expected?.test(error));
        // They may be the reason why the test fails.
        errors.forEach((error) => t.diagnostic(error));
      }
      assert.deepEqual(errors, [], 'the page reports errors');
    };
  }

  #watch(page, reported) {
    page.on('pageerror', (error) => reported.push(error.stack ?? String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') reported.push(`${message.text()} ${message.location().url}`);
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      const isOwn = origin === this.url.origin || ['data:', 'blob:'].includes(protocol);
      if (!isOwn) reported.push(`the page asks for ${request.url()}`);
    });
  }
}

/** Has the page begin with the engine off, as if the user had switched it off before. */
function switchEngineOff() {
  try {
    localStorage['baroque.analyse.engine'] ??= '{"isOn":false}';
  } catch {
    // Storage is forbidden.
  }
}

/** How much wider than the window the page is. */
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Waits until a function gives what is expected. */
export async function eventually(get, expected) {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const value = await get();
    try {
      return assert.deepEqual(value, expected);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
