/** The page's end of the session: numbered questions and their answers, over a WebSocket or to a worker. */

/** Milliseconds before each new try to connect; the last one repeats. */
const RETRY_AFTER = [250, 500, 1000, 2000, 4000];
/** How often a question is sent, lest one that ends the session ends each new one. */
const MAX_SENT = 3;

/**
 * A session of the engine. The page holds the games, so a lost connection costs nothing but time:
 * after it, definitions are sent again, then all questions that are still open.
 *
 * Emits `status` whose `detail` is `open` or `closed`.
 */
export class Session extends EventTarget {
  /**
   * @param {(receive: (text: string) => void, onStatus: (status: 'open'|'closed') => void) => { send: (text: string) => void }} connect
   *   {@link connectWebSocket} or {@link connectWorker}
   */
  constructor(connect) {
    super();
    this.status = 'closed';
    this.nextId = 1;
    /** Open questions by number, in the order in which they were asked. */
    this.pending = new Map();
    /** The successful `define` questions of this page. */
    this.definitions = [];
    this.currentSearch = null;
    this.transport = connect((text) => this.#receive(text), (status) => this.#setStatus(status));
  }

  /**
   * Asks, as `Ask` of message.rs describes: `ask({ type: 'position', game })`.
   * @returns {Promise<object>} the `answer`; rejected with an `Error` if it is one of type `error`
   */
  ask(ask) {
    return new Promise((resolve, reject) => this.#send({ ask, resolve, reject, sent: 0 }));
  }

  /**
   * Searches; this ends any other search of the session.
   * @param {object} ask fields of `Ask::Search` without `type`
   * @param {(line: object) => void} [onLine] is given each `LineInfo`
   * @returns {{ done: Promise<{ best: string|null }>, stop: () => void }}
   */
  search(ask, onLine = () => {}) {
    const entry = { ask: { ...ask, type: 'search' }, onLine, sent: 0 };
    const done = new Promise((resolve, reject) => Object.assign(entry, { resolve, reject }));
    this.currentSearch = entry;
    this.#send(entry);
    return { done, stop: () => this.#stop(entry) };
  }

  #stop(entry) {
    if (!this.pending.has(entry.id)) return;
    if (this.status !== 'open') {
      this.#settle(entry);
      entry.resolve({ type: 'best', best: null });
    } else if (this.currentSearch === entry) {
      // A later search has ended this one already, and must not be stopped in its place.
      this.ask({ type: 'stop' }).catch(() => {});
    }
  }

  #send(entry) {
    entry.id = this.nextId++;
    this.pending.set(entry.id, entry);
    if (this.status === 'open') this.#transmit(entry);
  }

  #transmit(entry) {
    const { id, ask } = entry;
    entry.sent++;
    this.transport.send(JSON.stringify({ id, ask }));
  }

  #settle(entry) {
    this.pending.delete(entry.id);
    if (this.currentSearch === entry) this.currentSearch = null;
  }

  #receive(text) {
    const { id, answer } = JSON.parse(text);
    const entry = this.pending.get(id);
    if (!entry) return;
    if (answer.type === 'line') {
      entry.onLine?.(answer);
      return;
    }
    this.#settle(entry);
    if (answer.type === 'error') {
      entry.reject(new Error(answer.message));
      return;
    }
    if (answer.type === 'defined') this.definitions.push(entry.ask);
    entry.resolve(answer);
  }

  #setStatus(status) {
    if (status === this.status) return;
    this.status = status;
    if (status === 'open') this.#resume();
    this.dispatchEvent(new CustomEvent('status', { detail: status }));
  }

  /** Sends everything that a new connection has to know or still owes an answer to. */
  #resume() {
    for (const ask of this.definitions) this.#transmit({ id: this.nextId++, ask });
    for (const entry of [...this.pending.values()]) {
      if (entry.ask.type === 'search' && entry !== this.currentSearch) {
        this.#settle(entry);
        entry.resolve({ type: 'best', best: null });
      } else if (entry.sent === MAX_SENT) {
        this.#settle(entry);
        entry.reject(new Error('The connection to the engine breaks at this question.'));
      } else {
        this.#transmit(entry);
      }
    }
  }
}

/** Connects by WebSocket to `/ws` of the host of the page, again and again. */
export function connectWebSocket(receive, onStatus) {
  const url = new URL('/ws', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  let socket;
  keepAlive(receive, onStatus, ({ onOpen, onText, onLoss }) => {
    socket = new WebSocket(url);
    socket.onopen = onOpen;
    socket.onmessage = (event) => onText(event.data);
    socket.onclose = onLoss;
  });
  return { send: (text) => socket.send(text) };
}

/** Runs the engine in a worker, which takes and posts the same texts as a socket. */
export function connectWorker(receive, onStatus) {
  let worker;
  keepAlive(receive, onStatus, ({ onOpen, onText, onLoss }) => {
    worker = new Worker('worker.js', { type: 'module' });
    worker.onmessage = (event) => onText(event.data);
    worker.onerror = () => {
      worker.terminate();
      onLoss();
    };
    // A worker queues what is posted before it is ready.
    queueMicrotask(onOpen);
  });
  return { send: (text) => worker.postMessage(text) };
}

/** Starts a connection and, after each loss, another one, later and later until one answers. */
function keepAlive(receive, onStatus, start) {
  let losses = 0;
  const onOpen = () => onStatus('open');
  const onText = (text) => {
    losses = 0;
    receive(text);
  };
  const onLoss = () => {
    onStatus('closed');
    setTimeout(run, RETRY_AFTER[Math.min(losses++, RETRY_AFTER.length - 1)]);
  };
  const run = () => start({ onOpen, onText, onLoss });
  run();
}
