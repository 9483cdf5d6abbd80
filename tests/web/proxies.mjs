// An example of the topic `serve` with HTTPS: two people meet in a room behind the proxy of the name PROXY, `caddy` or
// `nginx`. `run.sh proxies` installs and tests both.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { HTTPS_PORT, OTHER_NAME } from './browser.mjs';
import { House, link } from './house.mjs';
import { click, played } from './player.mjs';

const name = process.env.PROXY;
const topic = await readFile(new URL('../../protocol/docs/serve.md', import.meta.url), 'utf8');
const folder = await mkdtemp(join(tmpdir(), 'baroque-proxies-'));
after(() => rm(folder, { recursive: true }));
const log = join(folder, 'access.log');

/** The example after a sentence of the topic, for this name and this server. */
function example(sentence, server) {
  const [, text] = topic.slice(topic.indexOf(sentence)).match(/```text\n(.*?)```/s);
  assert.match(text, /chess\.example.*127\.0\.0\.1:1962/s);
  return text.replaceAll('chess.example', OTHER_NAME).replace('127.0.0.1:1962', server.host);
}

async function write(name, text) {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const PROXIES = {
  async caddy(server) {
    // Without a public name Caddy signs the certificate itself.
    const options = `{\n local_certs\n skip_install_trust\n admin off\n https_port ${HTTPS_PORT}\n auto_https disable_redirects\n log {\n output file ${log}\n level DEBUG\n }\n}\n`;
    const site = example('The whole `Caddyfile`', server).replace('{\n', '{\n    log\n');
    const path = await write('Caddyfile', options + site);
    return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', path], {
      env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      stdio: 'ignore',
    });
  },

  async nginx(server) {
    const [certificate, key] = ['certificate.pem', 'key.pem'].map((name) => join(folder, name));
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${OTHER_NAME}`,
      '-out', certificate, '-keyout', key], { stdio: 'ignore' });
    const site = example('Or nginx', server)
      .replace('443 ssl', `127.0.0.1:${HTTPS_PORT} ssl`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
    await mkdir(join(folder, 'temp'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path temp/${name};`);
    const path = await write('nginx.conf', `daemon off;\npid nginx.pid;\nevents {}\nhttp {\n${temporary.join('\n')}\naccess_log ${log};\n${site}}\n`);
    return spawn('nginx', ['-p', folder, '-c', path, '-e', 'error.log'], { stdio: 'ignore' });
  },
};

/** A house behind the proxy. */
class ProxiedHouse extends House {
  async serve() {
    const server = await super.serve(0, '--host', `${OTHER_NAME}:443`);
    const proxy = await PROXIES[name](server.url);
    process.once('exit', () => proxy.kill('SIGKILL'));
    const stop = async () => {
      const ended = once(proxy, 'exit');
      proxy.kill('SIGTERM');
      await Promise.all([ended, server.stop()]);
    };
    await listening();
    return { url: new URL(`https://${OTHER_NAME}/`), stop };
  }
}

/** Waits until the proxy listens. */
async function listening() {
  for (;;) {
    const socket = connect(HTTPS_PORT, '127.0.0.1');
    const isOpen = await new Promise((resolve) => socket.once('connect', () => resolve(true)).once('error', () => resolve(false)));
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
}

const house = new ProxiedHouse();

test(`two play behind ${name}`, house.two(async (maker, guest) => {
  await house.meet(maker, guest, { clock: '10+5' });
  await maker.getByRole('button', { name: 'Links' }).click();
  const links = [await link(maker, 'To watch, at any time'), await link(maker, 'My seat'), guest.url()];
  await maker.getByRole('button', { name: 'Close' }).click();
  for (const [count, [page, from, to]] of [[maker, 'e2', 'e4'], [guest, 'e7', 'e5']].entries()) {
    await click(page, from, to);
    for (const each of [maker, guest]) await played(each, count + 1);
  }
  const seen = await readFile(log, 'utf8');
  assert.match(seen, /\/rooms/, 'the log of the proxy is empty');
  // The guest's seat is kept by its browser.
  const kept = await guest.evaluate(() => JSON.stringify(localStorage));
  const secrets = new Set([...links, kept].join().match(/[0-9a-f]{32}/g));
  assert.ok(secrets.size >= 4, [...secrets].join());
  for (const secret of secrets) assert.ok(!seen.includes(secret), 'the log of the proxy has a secret');
}));
