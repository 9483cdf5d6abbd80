/**
 * The engine in a worker of the page: takes and posts the same texts as a WebSocket to `baroque serve`.
 * The functions of the module are described in `protocol/wasm/src/abi.rs`.
 */

/** The module's functions; null until it is there. */
let engine = null;
/** Texts that came before the module. */
const early = [];
/** Names of games whose networks have been asked for. */
const asked = new Set();

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Whether a turn of the search is in the queue of events. */
let isQueued = false;
const { port1: turns, port2: queue } = new MessageChannel();
turns.onmessage = () => {
  isQueued = false;
  search();
};

self.onmessage = ({ data }) => {
  if (engine) receive(data);
  else early.push(data);
};

load(new URL('engine.wasm', import.meta.url)).then((exports) => {
  engine = exports;
  early.splice(0).forEach(receive);
}).catch((error) => {
  // Reported to the page, as an error in an event handler is; a rejected promise is not.
  setTimeout(() => { throw error; });
});

/** Loads the module from a URL. */
async function load(url) {
  const imports = { host: { now: () => performance.now() } };
  try {
    return (await WebAssembly.instantiateStreaming(fetch(url), imports)).instance.exports;
  } catch {
    // A server that does not know the type of the file, or an old browser.
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    const bytes = await response.arrayBuffer();
    return (await WebAssembly.instantiate(bytes, imports)).instance.exports;
  }
}

function receive(text) {
  write(encoder.encode(text));
  engine.receive();
  answer();
  proceed();
}

/** Goes on with the search, if there is one, after the events that wait. */
function proceed() {
  const name = read(engine.wanted());
  if (name === '') {
    if (!isQueued) queue.postMessage(null);
    isQueued = true;
  } else if (!asked.has(name)) {
    asked.add(name);
    fetchNetwork(name);
  }
}

/** Does a part of the search. */
function search() {
  // Another search may have taken the place of the one that was to go on, and wait for its network.
  const isWaiting = engine.wanted() > 0;
  const isRunning = !isWaiting && engine.step();
  answer();
  if (isRunning || isWaiting) proceed();
}

/** Hands the module the network of a game; if it cannot be had, nothing, and the engine does without. */
async function fetchNetwork(name) {
  let bytes = new Uint8Array();
  try {
    const response = await fetch(new URL(`nets/${name}.nnue`, import.meta.url));
    if (response.ok) bytes = new Uint8Array(await response.arrayBuffer());
  } catch {
    // Without a connection.
  }
  const head = encoder.encode(name);
  const input = new Uint8Array(head.length + bytes.length);
  input.set(head);
  input.set(bytes, head.length);
  write(input);
  engine.network(head.length);
  proceed();
}

/** Posts the answers that there are. */
function answer() {
  for (let length = engine.answer(); length > 0; length = engine.answer()) {
    self.postMessage(read(length));
  }
}

function write(bytes) {
  const address = engine.input(bytes.length);
  new Uint8Array(engine.memory.buffer, address, bytes.length).set(bytes);
}

function read(length) {
  return decoder.decode(new Uint8Array(engine.memory.buffer, engine.output(), length));
}
