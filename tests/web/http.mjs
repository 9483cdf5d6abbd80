// Requests with headers that no browser would send.

import { once } from 'node:events';
import { request } from 'node:http';

/**
 * Sends a request.
 * @returns {Promise<{ status: number, socket: import('node:net').Socket|null }>} the socket is there after an upgrade
 */
export async function send(url, path, { headers = {}, method = 'GET' } = {}) {
  const { hostname, port } = url;
  const sent = request({ hostname, port, path, method, headers, setHost: !('Host' in headers) });
  sent.end();
  return Promise.race([
    once(sent, 'response').then(([response]) => {
      response.resume();
      return { status: response.statusCode, socket: null };
    }),
    once(sent, 'upgrade').then(([{ statusCode }, socket]) => ({ status: statusCode, socket })),
  ]);
}

/** Asks for a WebSocket. */
export function upgrade(url, headers) {
  const common = {
    Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  return send(url, '/ws', { headers: { ...common, ...headers } });
}
