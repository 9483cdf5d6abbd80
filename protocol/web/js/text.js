/** Text of files, read as the program reads it (`protocol/formats/src/files/text.rs`). No DOM. */

const [CR, LF] = [13, 10];

/**
 * The text of a file: UTF-8, UTF-16 with a byte order mark, or Windows-1252 in lines that are not
 * UTF-8. Its lines end with LF.
 * @param {File} file
 * @returns {Promise<string>} rejected, with the place, if there is a NUL
 */
export async function readText(file) {
  const text = decode(new Uint8Array(await file.arrayBuffer())).replace(/\r\n?/g, '\n');
  const nul = text.indexOf('\0');
  if (nul < 0) return text;
  const lines = text.slice(0, nul).split('\n');
  const place = `line ${lines.length}, column ${[...lines.at(-1)].length + 1}`;
  throw new Error(`${file.name}: ${place}: a NUL character, which no text has; UTF-16 needs a byte order mark`);
}

function decode(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return decodeUtf8(bytes) ?? decodeLines(bytes);
}

/** Null if bytes are not UTF-8. */
function decodeUtf8(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function decodeLines(bytes) {
  const lines = [];
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    while (end < bytes.length && bytes[end] !== CR && bytes[end] !== LF) end++;
    const line = bytes.subarray(start, ++end);
    lines.push(decodeUtf8(line) ?? new TextDecoder('windows-1252').decode(line));
  }
  return lines.join('');
}
