/** The page's end of the session: numbered questions and their answers, over a WebSocket or to a worker. */

import { Emitter } from './emitter.js';
import { askForToken, bringToken } from './login.js';
import { hasRooms } from './room/requests.js';

/** Milliseconds before each new try to connect; the last one repeats. */
const RETRY_AFTER = [250, 500, 1000, 2000, 4000];
/** How often a question is sent, lest one that ends the session ends each new one. */
const MAX_SENT = 3;
/** Bytes of the longest message that the session reads: `MAX_MESSAGE` of session.rs. */
const MAX_MESSAGE = 2 ** 22;

/**
 * The answer to a question.
 *
 * @typedef {object} AnswerTypes
 * @property {'catalog'} catalog
 * @property {'position'} position
 * @property {'reasons'} why
 * @property {'reasons'} piece
 * @property {'example'} example
 * @property {'text'} explain
 * @property {'done'} stop
 * @property {'engine'} engine
 * @property {'judgements'} judge
 * @property {'games'} read_pgn
 * @property {'text'} write_pgn
 * @property {'defined'} define
 * @property {'document'} rules
 * @property {'document'} read
 * @property {'lessons'} lessons
 * @property {'puzzles'} puzzles
 * @property {'report'} report
 * @property {'penultima'} penultima
 * @property {'guess'} guess
 */
/**
 * @template {{ type: keyof AnswerTypes }} A
 * @typedef {Extract<Message.Answer, { type: AnswerTypes[A['type']] }>} AnswerTo
 */

/** The session refuses a question. */
export class RefusedError extends Error {
  /**
   * @param {Message.Refusal} refusal
   * @param {boolean} isRepeated
   */
  constructor({ message, illegal_move: illegalMove }, isRepeated) {
    super(message);
    /** Whether the question was sent more than once: then its first answer may be lost. */
    this.isRepeated = isRepeated;
    /** The index of the move of the game that is illegal, if that is why. */
    this.illegalMove = illegalMove;
  }
}

/**
 * A session of the engine. The page holds the games, so a lost connection costs nothing but time:
 * after it, definitions are sent again, then all questions that are still open.
 *
 * Emits `status` whose `detail` is `open` or `closed`, and `room` when that has changed.
 */
export class Session extends Emitter {
  /**
   * @param {(receive: (text: string) => void, onStatus: (status: 'open'|'closed') => void) => { send: (text: string) => void, drop?: () => void, secret?: string }} connect
   *   {@link connectWebSocket}, {@link connectRoom} or {@link connectWorker}
   * @param {boolean} [isRoom] whether it is the session of a room
   */
  constructor(connect, isRoom = false) {
    super();
    this.isRoom = isRoom;
    /** @type {Room.RoomInfo|null} as it was told last */
    this.room = null;
    this.status = 'closed';
    this.nextId = 1;
    /** Open questions by number, in the order in which they were asked. */
    this.pending = new Map();
    /** The `define` questions of this page that were answered. */
    this.definitions = [];
    this.currentSearch = null;
    this.transport = connect((text) => this.#receive(text), (status) => this.#setStatus(status));
  }

  /**
   * Asks, as `Ask` of message.rs describes: `ask({ type: 'position', game })`.
   * @template {Exclude<Message.Ask, { type: 'search' }>} A
   * @param {A} ask
   * @returns {Promise<AnswerTo<A>>} rejected with a {@link RefusedError} if it is one of type `error`
   */
  ask(ask) {
    return this.#send({ ask });
  }

  /**
   * Asks in a room, as the topic `serve` describes.
   * @template {Exclude<Room.Ask, { type: 'enter' }>} A
   * @param {A} ask
   * @param {boolean} [isOnce] whether it must not be sent again when the connection is lost
   * @returns {Promise<Extract<Room.Answer, { type: A['type'] extends 'act' ? 'done' : A['type'] }>>} rejected like that of
   *   {@link ask}
   */
  askRoom(ask, isOnce = false) {
    return this.#send({ ask, isOnce });
  }

  /**
   * Searches; this ends any other search of the session.
   * @param {Omit<Extract<Message.Ask, { type: 'search' }>, 'type'>} ask
   * @param {(line: Message.LineInfo) => void} [onLine]
   * @returns {{ done: Promise<{ best: string|null, line: Message.LineInfo|null }>, stop: () => void }} `line`: the
   *   last best one that is no bound
   */
  search(ask, onLine) {
    const entry = { ask: { ...ask, type: 'search' }, onLine, line: null };
    return { done: this.#send(entry), stop: () => this.#stop(entry) };
  }

  #stop(entry) {
    if (!this.pending.has(entry.id)) return;
    if (this.status !== 'open') {
      this.#giveUp(entry);
    } else if (this.currentSearch === entry) {
      // A later search has ended this one already, and must not be stopped in its place.
      this.ask({ type: 'stop' }).catch(() => {});
    }
  }

  /** Sends a question as soon as there is a connection. */
  async #send(entry) {
    const { ask } = entry;
    const id = this.nextId++;
    const text = JSON.stringify({ id, ask });
    if (new Blob([text]).size > MAX_MESSAGE) throw new Error('this is too large: at most 4 MiB can be sent');
    if (ask.type === 'search') this.currentSearch = entry;
    this.pending.set(id, entry);
    return new Promise((resolve, reject) => {
      Object.assign(entry, { id, text, resolve, reject, sent: 0 });
      if (this.status === 'open') this.#transmit(entry);
    });
  }

  #transmit(entry) {
    entry.sent++;
    this.transport.send(entry.text);
  }

  /** The question that could not be read: only searches let later ones be answered before them. */
  #oldest() {
    const entries = [...this.pending.values()];
    return entries.find(({ ask }) => ask.type !== 'search') ?? entries[0];
  }

  /** Ends a search without a move. */
  #giveUp(entry) {
    this.#settle(entry);
    entry.resolve({ type: 'best', best: null, line: entry.line });
  }

  #settle(entry) {
    this.pending.delete(entry.id);
    if (this.currentSearch === entry) this.currentSearch = null;
  }

  /** Connects anew, should the connection be gone without a sign. */
  reconnect() {
    this.transport.drop?.();
  }

  #receive(text) {
    const { id, answer, room } = JSON.parse(text);
    if (room) {
      this.room = room;
      this.emit('room', room);
      return;
    }
    const entry = id === 0 && !this.isRoom ? this.#oldest() : this.pending.get(id);
    if (!entry) return;
    if (answer.type === 'line') {
      if (answer.rank === 1 && answer.pv.length && (!answer.bound || !entry.line)) entry.line = answer;
      entry.onLine?.(answer);
      return;
    }
    this.#settle(entry);
    if (answer.type === 'error') {
      entry.reject(new RefusedError(answer, entry.sent > 1));
      return;
    }
    if (answer.type === 'defined') {
      // The same text says all that it said before.
      this.definitions = this.definitions.filter(({ ask }) => ask.text !== entry.ask.text);
      this.definitions.push(entry);
    }
    entry.resolve(answer.type === 'best' ? { ...answer, line: entry.line } : answer);
  }

  #setStatus(status) {
    if (status === this.status) return;
    this.status = status;
    if (status === 'open') this.#resume();
    this.emit('status', status);
  }

  /** Sends everything that a new connection has to know or still owes an answer to. */
  #resume() {
    for (const entry of this.definitions) this.#transmit(entry);
    for (const entry of [...this.pending.values()]) {
      if (entry.ask.type === 'search' && entry !== this.currentSearch) {
        this.#giveUp(entry);
      } else if (entry.isOnce && entry.sent > 0) {
        this.#settle(entry);
        entry.reject(new Error('The connection was lost; look whether it has arrived.'));
      } else if (entry.sent === MAX_SENT && !this.isRoom) {
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
  const url = socketUrl('/ws');
  let socket;
  keepAlive(receive, onStatus, async ({ onOpen, onText, onLoss }) => {
    await bringToken();
    socket = new WebSocket(url);
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      onOpen();
    };
    socket.onmessage = (event) => onText(event.data);
    socket.onclose = async () => {
      if (wasOpen || !(await askForToken())) onLoss();
    };
  });
  return { send: (text) => socket.send(text) };
}

/** What a room answers to who knows no secret of it: `NO_ROOM` of hall.rs. */
const NO_ROOM = 'there is no such room';

/**
 * Connects to a room, by the first of some secrets that lets in.
 * @param {string[]} secrets
 * @param {(why: string) => void} onRefused none does; there is no further try
 */
export function connectRoom(secrets, onRefused) {
  const url = socketUrl('/room');
  return (receive, onStatus) => {
    let socket;
    let drop;
    let tried = 0;
    let wasIn = false;
    let isOver = false;
    const refuse = (why) => {
      isOver = true;
      onRefused(why);
    };
    const transport = { send: (text) => socket?.send(text), drop: () => drop(), secret: '' };
    keepAlive(receive, onStatus, ({ onOpen, onText, onLoss }) => {
      const own = new WebSocket(url);
      socket = own;
      let wasOpen = false;
      let isIn = false;
      drop = async () => {
        if (socket !== own) return;
        socket = null;
        own.close();
        // A server without rooms refuses each socket.
        if (!wasOpen && !wasIn && (await hasRooms()) === false) refuse('this server keeps no rooms');
        if (!isOver) onLoss();
      };
      own.onopen = () => {
        wasOpen = true;
        own.send(JSON.stringify({ id: 1, ask: { type: 'enter', secret: secrets[tried] } }));
      };
      own.onmessage = ({ data }) => {
        if (socket !== own) return;
        if (isIn) {
          onText(data);
          return;
        }
        const { answer } = JSON.parse(data);
        isIn = answer.type !== 'error';
        if (isIn) {
          wasIn = true;
          transport.secret = secrets[tried];
          onOpen();
        } else if (wasIn) {
          // It was there; this is for a while only.
        } else if (answer.message !== NO_ROOM || ++tried === secrets.length) {
          refuse(answer.message);
        }
      };
      own.onclose = drop;
    });
    return transport;
  };
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

/** The address of a socket of the host of the page. */
function socketUrl(path) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url;
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
