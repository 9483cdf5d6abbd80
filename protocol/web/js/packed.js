/** Files of games inside links: compressed, in base64url, and bounded. No DOM. */

/** Characters of the longest packed file in a link. */
const MAX_PACKED = 24_000;
/** Bytes of the longest file that is unpacked: as long as the server reads. */
const MAX_FILE = 256 * 1024;

/** Packs a text; null if it is too long for a link. */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const packed = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return packed.length > MAX_PACKED ? null : packed;
}

/**
 * Unpacks a text.
 * @returns {Promise<string>} rejected if it is not one, or longer than it may be
 */
export function unpack(packed) {
  return unpacked(packed).catch(() => {
    throw new Error('This link holds no game that can be read.');
  });
}

async function unpacked(packed) {
  if (packed.length > MAX_PACKED) throw new Error('too long');
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    // Few bytes may become many.
    if (size > MAX_FILE) throw new Error('too long');
    parts.push(value);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(parts).arrayBuffer());
}
