// Starts `baroque serve`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The program. */
export const PROGRAM = process.env.BAROQUE ?? fileURLToPath(new URL('../../target/debug/baroque', import.meta.url));

// Otherwise 'exit' below would not come, and the servers would stay.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/**
 * Serves the page on a free port of this machine, or on a given one, with other options.
 * @returns {Promise<{ url: URL, stop: () => Promise<void> }>}
 */
export async function startServer(port = 0, ...options) {
  const program = spawn(PROGRAM, ['serve', '--port', String(port), ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  // Also if a test breaks off.
  process.once('exit', () => program.kill('SIGKILL'));
  const ended = once(program, 'exit');
  const [line] = await Promise.race([
    once(createInterface({ input: program.stdout }), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`baroque serve ended with ${code}`))),
  ]);
  const url = new URL(line.match(/http:\S+/)[0]);
  const stop = async () => {
    program.kill('SIGKILL');
    await ended;
  };
  return { url, stop };
}
